"""What is left of a winner's score: the corrections take a table, one row a configuration."""

import numpy as np

from tests.cases import Case

rng = np.random.default_rng(32)
LOSSES = (rng.random((4, 40)) < [[0.2], [0.3], [0.3], [0.4]]).astype(float)
NUMBERS = np.round(rng.gamma(2.0, size=(4, 40)), 1)
SCORES = rng.normal(0.8, 0.05, (4, 10))

CASES = [
    Case(
        "estimate_bbc_cv",
        (LOSSES,),
        ("nan", "batch", "level"),
        {"n_resamples": 200, "random_state": 1},
        arrays=1,
        core=2,
    ),
    Case(
        "estimate_bbc_cv",
        (NUMBERS,),
        ("scale",),
        {"n_resamples": 200, "random_state": 1},
        arrays=1,
        core=2,
    ),
    Case("estimate_tibshirani", (SCORES,), ("nan", "batch", "order", "scale"), arrays=1, core=2),
    Case("estimate_agreement", ([1, 3, 1, 1, 5],), ("order",), arrays=1),
    Case(
        "one_standard_error",
        (SCORES.mean(1), SCORES.std(1, ddof=1) / np.sqrt(10)),
        ("nan", "batch", "scale"),
        {"complexity": (4, 2, 3, 1)},
        power=0,
    ),
    Case(
        "within_tolerance",
        (SCORES.mean(1),),
        ("nan", "batch"),  # its tolerance has the unit of the scores
        {"complexity": (4, 2, 3, 1)},
        arrays=1,
    ),
]
