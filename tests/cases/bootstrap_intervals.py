"Intervals of bootstrap errors: promises that apply to `Losses` are checked in the chapter; here those of arrays."

import numpy as np

from tests.cases import Case
from tests.cases.bootstrap_error import OOB

ROUNDS = np.random.default_rng(22).beta(4, 16, 200)

CASES = [
    Case("interval_rounds", (OOB,), ("level", "scale"), arrays=0, units=(0,)),
    Case("interval_rounds", (OOB,), ("level", "scale"), {"method": "t"}, arrays=0, units=(0,)),
    Case("interval_two_stage", (ROUNDS,), ("nan", "batch", "order", "level", "scale"), arrays=1),
    Case(
        "interval_location_shifted",
        (ROUNDS, 0.1, 0.2),
        ("nan", "order", "level", "scale"),
        arrays=1,
        units=(0, 1, 2),
    ),
]
