"""The tests of two algorithms over many splits."""

import numpy as np

from tests.cases import Case

rng = np.random.default_rng(42)
A, B = rng.normal(0.80, 0.03, 12), rng.normal(0.78, 0.03, 12)
HALVES = rng.normal(0.80, 0.03, (2, 5, 2))
PAIRED = ("nan", "swap", "batch", "order", "identical", "level", "scale")
SIZES = {"n_train": 90, "n_test": 10}

CASES = [
    Case("ttest_resampled", (A, B), PAIRED),
    Case("ttest_kfold", (A, B), PAIRED),
    Case("ttest_corrected", (A, B), PAIRED, SIZES),
    Case("ttest_unpaired", (A, B), PAIRED),
    Case("ttest_unpaired", (A, B), PAIRED, {"method": "conservative"}),
    Case("ttest_5x2cv", tuple(HALVES), ("nan", "swap", "batch", "identical", "scale"), core=2),
    Case(
        "ftest_5x2cv",
        tuple(HALVES),
        ("nan", "swap", "batch", "order", "identical", "scale"),
        core=2,
    ),
]
