"""The .632+ estimate against a bare loop of the same fits, and the no-information rate."""

import time
from functools import partial

import numpy as np
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer
from sklearn.tree import DecisionTreeClassifier

from evalbook import Bootstrap, estimate_632plus, evaluate, inputs_632, no_information_rate
from tests.bench import Row, seconds


def bare(model, X, y, draws):
    "B + 1 fits and predictions, nothing else."
    for i in draws:
        out = np.ones(len(y), bool)
        out[i] = False
        clone(model).fit(X[i], y[i]).predict(X[out])
    clone(model).fit(X, y).predict(X)


def ours(model, X, y, draws):
    ".632+ of the same fits."
    return estimate_632plus(
        *inputs_632(evaluate({"tree": model}, X, y, cv=Bootstrap(indices=draws, apparent=True)), "tree")
    )


def cpu_seconds(f, *args):
    "Processor time of one call."
    start = time.process_time()
    f(*args)
    return time.process_time() - start


def rows():
    "P2 (median of the ratios of five rounds, processor time), and linear growth of the no-information rate."
    X, y = load_breast_cancer(return_X_y=True)
    model, draws = DecisionTreeClassifier(random_state=0), np.random.default_rng(1).integers(569, size=(200, 569))
    pairs = np.array([[cpu_seconds(f, model, X, y, draws) for f in (ours, bare)] for _ in range(5)])
    ratio, theirs = np.median(pairs[:, 0] / pairs[:, 1]), np.median(pairs[:, 1])
    yield Row(".632+ of a tree, breast cancer, B = 200", "bare loop of B + 1 fits", ratio * theirs, theirs, 1.03)
    y, p = np.random.default_rng(2).integers(0, 3, (2, 4_000_000))
    times = {
        n: min(seconds(partial(no_information_rate, y[:n], p[:n])) for _ in range(7)) for n in (1_000_000, 4_000_000)
    }
    yield Row("no-information rate, n = 1e6", "0.1 s", times[1_000_000], 0.1, 1.0)
    yield Row(
        "no-information rate, n = 4e6 against n = 1e6", "4 times n = 1e6", times[4_000_000], 4 * times[1_000_000], 1.3
    )
