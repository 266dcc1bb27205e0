"""Equivalence and non-inferiority."""

import numpy as np

from tests.cases import Case

rng = np.random.default_rng(45)
RIGHT = (rng.random((2, 60)) < np.array([0.7, 0.65])[:, None]).astype(float)

CASES = [
    Case("ztest_tango", tuple(RIGHT), ("nan", "swap", "batch", "order", "level"), {"margin": 0.15})
]
SCORES = tuple(rng.normal(0.80, 0.03, (2, 12)))
SPLIT = {"margin": 0.05, "n_train": 90, "n_test": 10}
CASES += [
    Case("tost", SCORES, ("nan", "swap", "batch", "order", "level"), SPLIT),
    Case("noninferiority", SCORES, ("nan", "batch", "order", "level"), SPLIT),
]
CASES += [
    Case("ztest_tango", tuple(RIGHT), ("nan", "batch", "order", "level"), {"margin": margin})
    for margin in ((-0.1, 0.2), (-0.15, np.inf))
]
