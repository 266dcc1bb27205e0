"""Disjoint training sets and one common test set."""

import numpy as np

from tests.cases import Case

rng = np.random.default_rng(34)
SETS = rng.normal(size=(3, 5, 12)) + rng.normal(size=(5, 1)) + rng.normal(size=12)

CASES = [
    Case("ftest_quasi", (SETS,), ("nan", "order", "batch", "scale"), arrays=1),
    Case("variance_components", (SETS[0],), ("nan", "order"), arrays=1),
]
