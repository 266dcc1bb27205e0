"""The .632+ estimate against a bare loop of the same fits."""

import numpy as np
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer
from sklearn.tree import DecisionTreeClassifier

from evalbook import Bootstrap, estimate_632plus, evaluate, inputs_632
from tests.bench import versus


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
        *inputs_632(
            evaluate({"tree": model}, X, y, cv=Bootstrap(indices=draws, apparent=True)), "tree"
        )
    )


def rows():
    "P2."
    X, y = load_breast_cancer(return_X_y=True)
    work = (
        DecisionTreeClassifier(random_state=0),
        X,
        y,
        np.random.default_rng(1).integers(569, size=(200, 569)),
    )
    yield versus(
        "P2 .632+ of a tree, breast cancer, B = 200",
        lambda: ours(*work),
        lambda: bare(*work),
        1.03,
        "bare loop of B + 1 fits",
        7,
    )
