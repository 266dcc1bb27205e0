"""Predictions without fits: goals P1, P3, P17, P19 and P21; all of evaluate is timed."""

import numpy as np
from mlxtend.evaluate import bootstrap_point632_score
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, make_classification
from sklearn.linear_model import Ridge
from sklearn.model_selection import GridSearchCV, KFold, LeaveOneOut, StratifiedKFold
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

from evalbook import Bootstrap, estimate_632plus, estimate_oob, evaluate, inputs_632
from evalbook.bootstrap import losses_oob
from evalbook.selection import configurations
from tests.bench import versus
from tests.bench.two_algorithms import Constant
from tests.bench.waiting import few_left_out


def cases(n, p=20):
    "A classification problem without redundant features."
    return make_classification(n, p, n_informative=p // 2, n_redundant=0, random_state=0)


def loop(model, X, y, cv):
    "Fits and predictions, nothing else."
    return [clone(model).fit(X[train], y[train]).predict(X[test]) for train, test in cv.split(X, y)]


def bootstrap_rows():
    "P1 and P3."
    X, y = load_breast_cancer(return_X_y=True)
    plus = lambda: estimate_632plus(
        *inputs_632(evaluate({"nb": GaussianNB()}, X, y, cv=Bootstrap(200, 1, apparent=True)), "nb")
    )
    peer = lambda: bootstrap_point632_score(
        GaussianNB(), X, y, n_splits=4, method=".632+", random_seed=1
    )
    yield versus(".632+ of naive Bayes, B = 200 (P1)", plus, peer, 1 / 1600, "mlxtend", 3, 50)
    A, b = cases(5000)
    oob = lambda: estimate_oob(
        losses_oob(evaluate({"k": KNeighborsClassifier()}, A, b, cv=Bootstrap(200, 1)), "k")
    )
    peer = lambda: bootstrap_point632_score(
        KNeighborsClassifier(), A, b, n_splits=4, method="oob", random_seed=1
    )
    yield versus(
        "out-of-bag error of 5 neighbours, n = 5000 (P3)", oob, peer, 1 / 35, "mlxtend", 3, 50
    )


def left_out_rows():
    "P17, with the losses that everybody asks for next."
    X, y = cases(5000)
    ours = lambda: evaluate(GaussianNB(), X, y, cv=LeaveOneOut()).losses()
    peer = lambda: few_left_out(GaussianNB(), X, y)
    name = "leave-one-out with losses, naive Bayes, n = 5000 (P17)"
    yield versus(name, ours, peer, 1 / 400, "sklearn, 50 of 5,000 fits", 3, 100)


def grid_rows():
    "P19."
    X, y = cases(1000)
    k, alpha = {"n_neighbors": list(range(1, 31))}, {"alpha": list(np.logspace(-3, 3, 50))}
    folds, plain = (
        StratifiedKFold(20, shuffle=True, random_state=0),
        KFold(10, shuffle=True, random_state=0),
    )
    ours = lambda: evaluate(configurations(KNeighborsClassifier(), k), X, y, cv=folds).scores()
    peer = lambda: GridSearchCV(KNeighborsClassifier(), k, cv=folds, refit=False).fit(X, y)
    yield versus("neighbours, k = 1 to 30, 20 folds (P19)", ours, peer, 1 / 130, "GridSearchCV", 2)
    ours = lambda: evaluate(configurations(Ridge(), alpha), X, y + 0.5, cv=plain).scores()
    peer = lambda: GridSearchCV(Ridge(), alpha, cv=plain, refit=False).fit(X, y + 0.5)
    yield versus("ridge, 50 penalties, 10 folds (P19)", ours, peer, 1 / 250, "GridSearchCV", 2)


def nested_rows():
    "P21: five outer folds, five inner folds, ten candidates, against the loop around GridSearchCV that gives the same."
    X, y = cases(1000)
    five = KFold(5, shuffle=True, random_state=0)
    searches = {
        "neighbours": (
            GridSearchCV(KNeighborsClassifier(), {"n_neighbors": list(range(1, 11))}, cv=5),
            y,
        ),
        "a trivial learner": (GridSearchCV(Constant(), {"label": list(range(10))}, cv=5), y),
    }
    for name, (search, target) in searches.items():
        ours = lambda: evaluate(search, X, target, cv=five).scores()
        peer = lambda: loop(search, X, target, five)
        yield versus(
            f"nested 5 x 5, ten candidates, {name} (P21)",
            ours,
            peer,
            0.08,
            "nested GridSearchCV",
            3,
        )


def rows():
    "All of them."
    yield from bootstrap_rows()
    yield from left_out_rows()
    yield from grid_rows()
    yield from nested_rows()
