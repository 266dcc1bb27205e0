"""Effect sizes, intervals of differences, permutation, DeLong."""

import numpy as np
from sklearn.naive_bayes import GaussianNB

from tests.cases import Case

rng = np.random.default_rng(43)
RIGHT = (rng.random((2, 60)) < np.array([0.7, 0.6])[:, None]).astype(float)
LOSSES = rng.gamma(2.0, size=(2, 24))
TRUTH = np.repeat([0.0, 1.0], 30)
ESTIMATE = ("nan", "batch", "order", "level")

CASES = [
    Case("interval_difference", tuple(RIGHT), ("nan", "batch", "order", "level"), {"method": m})
    for m in ("tango", "newcombe", "bonett-price", "wald")
]
CASES += [
    Case(f, tuple(RIGHT), ESTIMATE, {"method": m})
    for f in ("estimate_cohens_g", "estimate_odds_ratio")
    for m in ("clopper-pearson", "wilson")
]
CASES += [Case("estimate_odds_ratio", tuple(RIGHT), ESTIMATE, {"method": "log"})]
CASES += [Case("estimate_odds_ratio", tuple(RIGHT), ESTIMATE, {"paired": False})]
CASES += [Case("estimate_cohens_h", tuple(RIGHT), ESTIMATE)]
CASES += [
    Case(f, tuple(LOSSES), (*ESTIMATE, "scale"), power=0)
    for f in ("estimate_cliffs_delta", "estimate_paired_d")
]
CASES += [
    Case(
        "estimate_paired_d", tuple(LOSSES), (*ESTIMATE, "scale"), {"correction": "hedges"}, power=0
    )
]
CASES += [
    Case("permutation_test", tuple(RIGHT), ("nan", "swap", "batch", "order", "identical")),
    Case(
        "permutation_test",
        tuple(LOSSES),
        ("nan", "swap", "batch", "order", "identical", "scale"),
        statistic=1,
    ),
]
CASES += [
    Case(
        "permutation_test",
        tuple(LOSSES),
        ("nan", "swap", "batch", "order", "identical", "scale"),
        {"method": "fourier"},
        statistic=1,
    )
]
CASES += [
    Case(
        "ztest_delong",
        (TRUTH, *LOSSES.repeat(3, axis=1)[:, :60]),
        ("nan", "order", "scale"),
        arrays=3,
        units=(1, 2),
        power=0,
    )
]
CASES += [
    Case(
        "estimate_auc",
        (TRUTH, RIGHT[0] + TRUTH),
        ("nan", "order", "level", "scale"),
        units=(1,),
        power=0,
    )
]
CASES += [
    Case(
        "estimate_difference",
        (TRUTH, *RIGHT),
        ("nan", "order", "level"),
        {"metric": "accuracy"},
        arrays=3,
    )
]
CASES += [
    Case(f, (TRUTH, RIGHT[0]), ("nan", "order", "level"))
    for f in ("estimate_precision", "estimate_recall")
]
CASES += [
    Case("estimate_f1", (TRUTH, RIGHT[0]), ("nan", "order", "level")),
    Case(
        "estimate_f1", (TRUTH, RIGHT[0]), ("nan", "order", "level"), {"average": "macro", "beta": 2}
    ),
    Case("ztest_f1", (TRUTH, *RIGHT), ("nan", "order"), arrays=3),
]
CASES += [
    Case(
        "permutation_test_labels",
        (TRUTH,),
        ("nan",),
        {"n_resamples": 9, "random_state": 0},
        arrays=1,
        first=(GaussianNB(), np.column_stack([LOSSES[0].repeat(3)[:60], TRUTH])),
    )
]
