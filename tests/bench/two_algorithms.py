"""Tests of two algorithms: fits shared by all tests and pairs, against a bare loop and against refitting for each pair."""

from itertools import combinations

import mlxtend.evaluate
import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.naive_bayes import GaussianNB

from evalbook import evaluate, five_by_two, ftest_5x2cv, ttest_5x2cv
from tests.bench import versus

rng = np.random.default_rng(1)
X, y = rng.normal(size=(500, 10)), np.arange(500) % 2
SPLITS = list(five_by_two(random_state=1).split(X, y))


class Constant(ClassifierMixin, BaseEstimator):
    "The cheapest classifier there is."

    def __init__(self, label=0):
        self.label = label

    def fit(self, X, y):
        self.classes_ = np.array([0, 1])
        return self

    def predict(self, X):
        return np.full(len(X), self.label)


def bare(models):
    "Clone, fit and predict on ten splits, nothing else."
    for train, test in SPLITS:
        for model in models:
            (clone(model).fit(X[train], y[train]).predict(X[test]) == y[test]).mean()


def two_tests(models):
    "Both 5x2cv tests of a pair from one run."
    scores = evaluate(dict(zip("ab", models)), X, y, cv=SPLITS, progress=False).scores()
    return ttest_5x2cv(scores["a"], scores["b"]), ftest_5x2cv(scores["a"], scores["b"])


def every_pair(models):
    "The combined F test of every pair from one run."
    scores = (
        evaluate({str(i): m for i, m in enumerate(models)}, X, y, cv=SPLITS, progress=False)
        .scores()
        .values
    )
    first, second = map(list, zip(*combinations(range(len(models)), 2)))
    return ftest_5x2cv(scores[first], scores[second])


def rows():
    "Both 5x2cv tests of a pair; the F test of all pairs of ten models."
    constant = [Constant(0), Constant(1)]
    yield versus(
        "P5 5x2cv t and F of a pair, constant classifier",
        lambda: two_tests(constant),
        lambda: bare(constant),
        1.5,
        "bare loop",
    )
    ten = [GaussianNB(var_smoothing=10.0**-k) for k in range(10)]
    once = lambda: mlxtend.evaluate.combined_ftest_5x2cv(ten[0], ten[1], X, y, random_seed=1)
    yield versus(
        "P6 5x2cv F of all 45 pairs of ten models",
        lambda: every_pair(ten),
        once,
        1 / 9.5,
        "mlxtend, one pair x 45",
        peer_scale=45,
    )
