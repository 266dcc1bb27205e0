"""Posteriors of two algorithms and of two models."""

import numpy as np

from tests.cases import Case

rng = np.random.default_rng(46)
SCORES = rng.normal(0.8, 0.03, (2, 12))
RIGHT = (rng.random((2, 60)) < np.array([0.7, 0.6])[:, None]).astype(float)
POSTERIOR = ("nan", "swap", "batch", "order", "level")
SCALED, UNITS = (*POSTERIOR, "scale"), (0, 1, "rope")
SIZES = {"n_train": 90, "n_test": 10}

CASES = [
    Case("posterior_corrected", tuple(SCORES), SCALED, {"rope": rope} | SIZES, units=UNITS)
    for rope in (0, 0.01)
]
CASES += [
    Case(
        "posterior_corrected",
        tuple(SCORES),
        SCALED,
        {"rope": 0.01, "correlation": 0.2},
        units=UNITS,
    )
]
CASES += [Case("posterior_models", tuple(RIGHT), POSTERIOR, {"rope": rope}) for rope in (0, 0.02)]
