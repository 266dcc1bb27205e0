"""Bootstrap intervals for the error of a rule."""

import numpy as np

from tests.cases import Case

ROUNDS = np.random.default_rng(22).beta(4, 16, 200)

CASES = [
    Case("interval_two_stage", (ROUNDS,), ("nan", "batch", "order", "level", "scale"), arrays=1),
    Case("interval_location_shifted", (ROUNDS, 0.1, 0.2), ("nan", "order", "level", "scale"), arrays=1, units=(0, 1, 2)),
]
