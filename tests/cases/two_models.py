"""Two models, one test set."""

import numpy as np

from tests.cases import Case

rng = np.random.default_rng(40)
RIGHT = (rng.random((2, 60)) < 0.7).astype(float)
LOSSES = rng.gamma(2.0, size=(2, 60))
COUNTS = rng.integers(0, 40, (2, 6))
PAIR = ("nan", "swap", "batch", "order", "identical")

CASES = [
    Case("mcnemar", tuple(RIGHT), PAIR, {"method": m})
    for m in ("mid-p", "exact", "edwards", "chi2")
]
CASES += [
    Case("ztest_proportions", tuple(RIGHT), PAIR, {"method": m})
    for m in ("pooled", "unpooled", "corrected", "paired")
]
CASES += [
    Case(
        "ztest_proportions", tuple(RIGHT), ("nan", "swap", "batch"), {"paired": False, "method": m}
    )
    for m in ("pooled", "unpooled")
]
CASES += [Case("ttest_paired", tuple(LOSSES), (*PAIR, "scale"))]
CASES += [
    Case("mcnemar_counts", tuple(COUNTS), ("nan", "swap", "batch"), {"method": m}, core=0)
    for m in ("mid-p", "exact", "edwards", "chi2")
]
