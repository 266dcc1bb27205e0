"""Intervals for the generalization error."""

import numpy as np
from sklearn.linear_model import Ridge

from tests.cases import Case

rng = np.random.default_rng(33)
SCORES, OTHER = rng.normal(0.8, 0.03, (2, 12))
LOSSES = rng.exponential(size=24)
SIZES = {"n_train": 90, "n_test": 10}
OUTER, INNER = rng.exponential(size=(3, 24)), rng.exponential(size=(3, 24, 4))
FOLDS = np.array([rng.permutation(np.arange(24) % 4) for _ in range(3)])
X = rng.normal(size=(12, 2))
Y = X[:, 0] + rng.normal(size=12)
ONE = ("nan", "batch", "order", "level", "scale")

CASES = [
    Case("interval_corrected", (SCORES,), ONE, SIZES, arrays=1),
    Case("interval_naive_t", (SCORES,), ONE, arrays=1),
    Case(
        "interval_5x2cv",
        (SCORES[:10].reshape(5, 2),),
        ("nan", "batch", "level", "scale"),
        arrays=1,
        core=2,
    ),
    Case("interval_conservative_z", (SCORES, rng.normal(0.8, 0.03, (4, 2, 12))), ONE),
    Case("interval_nested_cv", (OUTER, INNER, FOLDS), ("nan", "level", "scale"), units=(0, 1)),
    Case(
        "interval_nested_cv",
        (OUTER, INNER, FOLDS),
        ("nan", "level", "scale"),
        {"correction": "bates"},
        units=(0, 1),
    ),
    Case("interval_cv_clt", (LOSSES,), ONE, arrays=1),
    Case(
        "interval_cv_clt",
        (LOSSES,),
        ("nan", "batch", "level", "scale"),
        {"variance": "within-fold", "folds": np.arange(24) % 4},
        arrays=1,
    ),
    Case("interval_naive_wald", (LOSSES,), ONE, arrays=1),
    Case(
        "interval_austern_zhou",
        (0.3, 0.32, rng.normal(0.31, 0.02, 20)),
        ("level", "scale"),
        arrays=0,
        units=(0, 1, 2),
    ),
    Case(
        "interval_bccv",
        (Y,),
        ("nan",),
        {"n_resamples": 5, "random_state": 0, "progress": False},
        arrays=1,
        first=(Ridge(), X),
    ),
]
