"""The harness: what evaluate costs with a classifier that costs nothing, against cross_validate."""

from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import RepeatedStratifiedKFold, cross_validate

from evalbook import evaluate
from tests.bench import versus
from tests.bench.two_algorithms import Constant

THREE = ("accuracy", "f1", "balanced_accuracy")


def scored(evaluation, metrics):
    "Scores by several metrics of one run."
    return [evaluation.scores(m) for m in metrics]


def rows():
    "P20: a hundred fits, predictions and scores of one trivial classifier, splits drawn by the call."
    X, y = load_breast_cancer(return_X_y=True)
    model, folds = Constant(), RepeatedStratifiedKFold(n_splits=10, n_repeats=10, random_state=0)
    for metrics, goal in ((THREE[:1], 0.07), (THREE, 0.03)):
        name = f"P20 harness, 100 trivial fits, {len(metrics)} metric{'s' * (len(metrics) > 1)}"
        ours = lambda: scored(evaluate({"a": model}, X, y, cv=folds), metrics)
        peer = lambda: cross_validate(model, X, y, cv=folds, scoring=metrics)
        yield versus(name, ours, peer, goal, "sklearn cross_validate", 3)
