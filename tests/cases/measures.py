"""Pointwise losses: what they refuse (they answer case by case, so order and batches do not apply)."""

import numpy as np

from tests.cases import Case

rng = np.random.default_rng(1)
Y, P = rng.integers(0, 2, 40).astype(float), rng.random(40)

CASES = [
    Case(name, (Y, P), ("nan", "scale"), power=p) for name, p in (("squared", 2), ("absolute", 1))
]
CASES += [
    Case(name, (Y, P), ("nan",), {"classes": [0, 1]}) for name in ("quadratic", "informational")
]
CASES += [
    Case(
        "cost",
        (Y, Y),
        ("nan", "scale"),
        {"costs": [[0, 1], [5, 0]], "classes": [0, 1]},
        units=("costs",),
    )
]
