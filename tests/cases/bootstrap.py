"""Intervals from resampled cases."""

import numpy as np

from tests.cases import Case

rng = np.random.default_rng(20)
LOSSES, RIGHT = rng.gamma(2.0, size=50), (rng.random(50) < 0.8).astype(float)
SEED = {"random_state": 1}
KEPT = ("nan", "batch", "order", "level")

CASES = [
    Case(
        f"interval_{kind}",
        (data,),
        KEPT if data is RIGHT else (*KEPT, "scale"),
        SEED | {"method": method, "n_resamples": 500},
        arrays=1,
    )
    for kind in ("percentile", "basic", "bca", "bootstrap_t")
    for data, method in (
        (LOSSES, "auto"),
        (RIGHT, "auto"),
        (LOSSES, "draws"),
        (LOSSES.round(), "auto"),
    )
]
CASES += [
    Case("estimate_bootstrap", (RIGHT,), KEPT, SEED, arrays=1),
    Case("estimate_bootstrap", (LOSSES,), (*KEPT, "scale"), SEED, arrays=1),
    Case(
        "estimate_bootstrap",
        (LOSSES, np.std),
        (*KEPT, "scale"),
        SEED | {"n_resamples": 200},
        arrays=1,
    ),
]
