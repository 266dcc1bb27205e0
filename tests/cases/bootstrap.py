"""Intervals from resampled cases."""

import numpy as np

from tests.cases import Case

rng = np.random.default_rng(20)
LOSSES, RIGHT = rng.gamma(2.0, size=50), (rng.random(50) < 0.8).astype(float)
SEED = {"random_state": 1}

CASES = [
    Case(
        f"interval_{kind}",
        (data,),
        ("nan", "batch", "order", "level"),
        SEED | {"method": method, "n_resamples": 500},
        arrays=1,
    )
    for kind in ("percentile", "basic", "bca", "bootstrap_t")
    for data, method in ((LOSSES, "auto"), (RIGHT, "auto"), (LOSSES, "draws"))
]
CASES += [
    Case("estimate_bootstrap", (data,), ("nan", "batch", "order", "level"), SEED, arrays=1) for data in (LOSSES, RIGHT)
]
