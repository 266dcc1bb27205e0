"""Pairs of several models, and cases in clusters."""

import numpy as np

from tests.cases import Case

rng = np.random.default_rng(48)
RIGHT = (rng.random((2, 60)) < np.array([0.7, 0.6])[:, None]).astype(float)
FAMILY = np.repeat(np.arange(20), 3)

CASES = [
    Case("ztest_clustered", tuple(RIGHT), ("nan", "swap", "batch", "identical"), {"method": m, "cluster": FAMILY})
    for m in ("score", "exact")
]
CASES += [Case("ztest_clustered", tuple(RIGHT), ("level",), {"cluster": FAMILY})]
CASES += [Case("adjust_mcnemar", (np.array([3, 0, 7, 5]), np.array([9, 4, 8, 1])), ("nan", "batch"))]
