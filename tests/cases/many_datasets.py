"""Several algorithms on several data sets."""

import numpy as np

from tests.cases import Case

rng = np.random.default_rng(49)
PAIR = tuple(rng.normal(0.8, 0.03, (2, 9)))
TABLE = rng.normal(0.8, 0.03, (5, 9, 4))[0]
SPLITS = tuple(rng.normal(0.8, 0.03, (2, 8, 6)))
TWO = ("swap", "batch", "order", "identical", "scale")
RANKS = ("batch", "scale")

CASES = [Case("sign_test", PAIR, TWO, {"zero_method": way}) for way in ("wilcox", "zsplit")]
CASES += [
    Case("wilcoxon_test", PAIR, TWO, {"zero_method": zeros, "method": method})
    for zeros in ("wilcox", "pratt", "zsplit")
    for method in ("exact", "asymptotic")
]
CASES += [
    Case("interval_wilcoxon", PAIR, ("batch", "order", "level", "scale"), {"method": method})
    for method in ("exact", "asymptotic")
]
CASES += [
    Case("friedman_test", (TABLE,), RANKS, {"method": method}, arrays=1, core=2)
    for method in ("iman-davenport", "chi-square")
]
CASES += [Case("friedman_test", (TABLE,), ("scale",), {"method": "exact"}, arrays=1, core=2)]
CASES += [Case("nemenyi_test", (TABLE,), ("nan",), {}, arrays=1, core=2)]
CASES += [Case("dunn_test", (TABLE, "algorithm 0"), ("nan",), {}, arrays=1, core=2)]
CASES += [
    Case(
        "posterior_signed_rank",
        PAIR,
        ("swap", "level", "scale"),
        {"rope": rope, "random_state": 0},
        units=(0, 1, "rope"),
    )
    for rope in (0, 0.01)
]
CASES += [
    Case(
        "posterior_datasets",
        SPLITS,
        ("nan", "swap", "order", "level", "scale"),
        {"rope": 0.01, "n_train": 90, "n_test": 10} | more,
        core=2,
        units=(0, 1, "rope"),
    )
    for more in ({}, {"about": "next"}, {"method": "reml"})
]
