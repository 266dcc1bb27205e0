"""Bootstrap estimates: promises that apply to `Losses` are checked in the chapter; here those of arrays."""

import numpy as np

from evalbook.bootstrap.out_of_bag import OutOfBag
from tests.cases import Case

rng = np.random.default_rng(21)
COUNTS = np.array([np.bincount(rng.integers(30, size=30), minlength=30) for _ in range(40)])
WRONG = rng.gamma(2.0, size=(40, 30))
split, case = np.nonzero(COUNTS == 0)
OOB = OutOfBag(WRONG[split, case], case, split, n_cases=30, counts=COUNTS)
TRAIN = rng.gamma(1.0, size=30)

CASES = [
    Case("estimate_oob", (OOB,), ("level", "scale"), arrays=0, units=(0,)),
    Case(
        "estimate_oob",
        (OOB,),
        ("level", "scale"),
        {"method": "bias-corrected"},
        arrays=0,
        units=(0,),
    ),
    Case("estimate_632", (OOB, TRAIN), ("level", "scale"), arrays=0, units=(0, 1)),
    Case("estimate_632plus", (OOB, TRAIN, 3.0), ("level", "scale"), arrays=0, units=(0, 1, 2)),
    Case("estimate_ordinary", (WRONG, COUNTS), ("nan", "scale"), arrays=1),
    Case("estimate_optimism", (WRONG, COUNTS, TRAIN), ("nan", "scale"), arrays=1, units=(0, 2)),
]
