"""The harness: what evaluate costs with a classifier that costs nothing, against cross_validate."""

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import RepeatedStratifiedKFold, cross_validate

from evalbook import evaluate
from tests.bench import versus


class Trivial(ClassifierMixin, BaseEstimator):
    "Predicts the first class: every microsecond around it is harness."

    def fit(self, X, y):
        self.classes_ = np.array([0, 1])
        return self

    def predict(self, X):
        return np.zeros(len(X), int)


THREE = ("accuracy", "f1", "balanced_accuracy")


def scored(evaluation, metrics):
    "Scores by several metrics of one run."
    return [evaluation.scores(m) for m in metrics]


def rows():
    "P20: fits, predictions and scores of one trivial classifier, all included, with one metric and with three."
    X, y = load_breast_cancer(return_X_y=True)
    model, folds = Trivial(), RepeatedStratifiedKFold(n_splits=10, n_repeats=10, random_state=0)
    for J in (10, 100):
        splits = list(folds.split(X, y))[:J]
        for metrics, goal in ((THREE[:1], 0.07), (THREE, 0.03)):
            yield versus(
                f"P20 harness, {J} trivial fits, {len(metrics)} metric{'s' * (len(metrics) > 1)}",
                lambda: scored(evaluate({"a": model}, X, y, cv=splits), metrics),
                lambda: cross_validate(model, X, y, cv=splits, scoring=metrics),
                goal,
                "sklearn cross_validate",
                210 // J,
            )
    bare = lambda: [clone(model).fit(X[train], y[train]).predict(X[test]) for train, test in splits]
    name = "P20 100 fits alone against the loop that any harness must contain"
    yield versus(name, lambda: evaluate({"a": model}, X, y, cv=splits), bare, 5.0, "bare loop", 9)
