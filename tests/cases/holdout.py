"The promises of the holdout chapter."

import numpy as np

from tests.cases import Case

_correct = np.random.default_rng(10).integers(0, 2, (3, 40)).astype(float)
_losses = np.random.default_rng(12).exponential(size=(3, 40))

CASES = [
    Case(
        "interval_proportion",
        (np.array([0, 3, 20]), np.array([5, 9, 20])),
        ("nan", "batch", "level"),
        {"method": method},
        arrays=2,
        core=0,
    )
    for method in ("wilson", "clopper-pearson", "wald", "agresti-coull", "jeffreys")
] + [
    Case("estimate_accuracy", (_correct,), ("nan", "batch", "order", "level"), arrays=1),
    Case("estimate_mean", (_losses,), ("nan", "batch", "order", "level", "scale"), arrays=1),
]
