"""Pairs of several models, and cases in clusters."""

import numpy as np

from tests.cases import Case

rng = np.random.default_rng(48)
RIGHT = (rng.random((2, 60)) < np.array([0.7, 0.6])[:, None]).astype(float)
FAMILY = np.repeat(np.arange(20), 3)

CASES = [
    Case(
        "ztest_clustered",
        tuple(RIGHT),
        ("nan", "swap", "batch", "identical"),
        {"method": m, "cluster": FAMILY},
    )
    for m in ("score", "exact")
]
CASES += [Case("ztest_clustered", tuple(RIGHT), ("level",), {"cluster": FAMILY})]
CASES += [
    Case("adjust_mcnemar", (np.array([3, 0, 7, 5]), np.array([9, 4, 8, 1])), ("nan", "batch"))
]

# every statistic of one test set with clusters: the promises of its own chapter, cases that stay where they are
LOSS = rng.gamma(2.0, size=(2, 60))
PAIR = ("nan", "swap", "batch", "identical")
CASES += [
    Case("mcnemar", tuple(RIGHT), PAIR, {"method": m, "cluster": FAMILY})
    for m in ("mid-p", "exact", "chi2")
]
CASES += [
    Case("ztest_proportions", tuple(RIGHT), PAIR, {"method": m, "cluster": FAMILY})
    for m in ("pooled", "unpooled", "paired")
]
CASES += [
    Case(
        "ztest_tango",
        tuple(RIGHT),
        ("nan", "batch", "level", *more),
        {"margin": margin, "cluster": FAMILY},
    )
    for margin, more in ((0.15, ("swap",)), ((-0.1, np.inf), ()))
]
CASES += [Case("ttest_paired", tuple(LOSS), (*PAIR, "level", "scale"), {"cluster": FAMILY})]
CASES += [Case("permutation_test", tuple(RIGHT), PAIR, {"cluster": FAMILY})]
CASES += [
    Case(
        "interval_difference",
        tuple(RIGHT),
        ("nan", "batch", "level"),
        {"method": m, "cluster": FAMILY},
    )
    for m in ("tango", "newcombe", "bonett-price", "wald")
]
CASES += [
    Case("estimate_accuracy", (RIGHT,), ("nan", "batch", "level"), {"cluster": FAMILY}, arrays=1)
]
CASES += [
    Case(
        "estimate_mean", (LOSS,), ("nan", "batch", "level", "scale"), {"cluster": FAMILY}, arrays=1
    )
]
CASES += [
    Case(
        f"interval_{kind}",
        (LOSS[0],),
        ("nan", "batch", "level", "scale"),
        {"cluster": c, "n_resamples": 500, "random_state": 1},
        arrays=1,
    )
    for kind in ("percentile", "basic", "bca", "bootstrap_t")
    for c in (FAMILY, np.r_[FAMILY[5:], FAMILY[:5]] % 7)
]
CASES += [
    Case(
        "tost",
        tuple(LOSS),
        ("nan", "scale"),
        {"margin": 0.5, "cluster": FAMILY},
        units=(0, 1, "margin"),
    ),
]


# time
CASES += [
    Case(
        "ttest_diebold_mariano",
        tuple(LOSS),
        ("nan", "swap", "batch", "identical", "level", "scale"),
        {"horizon": h},
    )
    for h in (1, 3)
]
