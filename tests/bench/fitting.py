"""The harness: what evaluate costs with a classifier that costs nothing, against cross_validate."""

from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import RepeatedStratifiedKFold, cross_validate

from evalbook import evaluate
from tests.bench import versus
from tests.bench.two_algorithms import Constant


def rows():
    "P20: a hundred fits, predictions and scores of one trivial classifier, splits drawn by the call."
    X, y = load_breast_cancer(return_X_y=True)
    model, folds = Constant(), RepeatedStratifiedKFold(n_splits=10, n_repeats=10, random_state=0)
    ours = lambda: evaluate({"a": model}, X, y, cv=folds).scores()
    peer = lambda: cross_validate(model, X, y, cv=folds, scoring="accuracy")
    name = "P20 harness, 100 trivial fits, accuracy"
    yield versus(name, ours, peer, 0.07, "sklearn cross_validate", 3)
