"""The harness: what evaluate costs beyond the fits themselves, against cross_validate."""

import time

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import StratifiedKFold, cross_validate

from evalbook import evaluate
from tests.bench import Row


class Trivial(ClassifierMixin, BaseEstimator):
    "Predicts the first class: every microsecond around it is harness."

    def fit(self, X, y):
        self.classes_ = np.array([0, 1])
        return self

    def predict(self, X):
        return np.zeros(len(X), int)


def bare(model, X, y, splits):
    "The loop that any harness must contain."
    return [clone(model).fit(X[train], y[train]).predict(X[test]) for train, test in splits]


def rows():
    "P20: overhead of evaluate over overhead of cross_validate, on one trivial classifier; processor time of one thread."
    X, y = load_breast_cancer(return_X_y=True)
    splits, model = list(StratifiedKFold(10).split(X, y)), Trivial()
    calls = {
        "bare": lambda: bare(model, X, y, splits),
        "ours": lambda: evaluate({"a": model}, X, y, cv=splits).scores("accuracy"),
        "peer": lambda: cross_validate(model, X, y, cv=splits),
        "fits": lambda: evaluate({"a": model}, X, y, cv=splits),
    }
    times = {name: [] for name in calls}
    for _ in range(21):
        for name, call in calls.items():
            start = time.process_time()
            call()
            times[name].append(time.process_time() - start)
    t = {name: np.median(values) for name, values in times.items()}
    yield Row(
        "harness over a bare loop, trivial fit (P20)",
        "sklearn cross_validate",
        t["fits"] - t["bare"],
        t["peer"] - t["bare"],
        0.1,
    )
    yield Row(
        "the same, and an accuracy from the predictions",
        "sklearn cross_validate",
        t["ours"] - t["bare"],
        t["peer"] - t["bare"],
        0.15,
    )
