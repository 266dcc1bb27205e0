"""The winner of several models, and a test set that was used again."""

import numpy as np

from tests.cases import Case

rng = np.random.default_rng(53)
RIGHT = (rng.random((4, 80)) < np.array([0.6, 0.7, 0.75, 0.8])[:, None]).astype(float)

CASES = [
    Case(
        "interval_winner", (RIGHT,), ("nan", "order", "level"), {"method": method}, arrays=1, core=2
    )
    for method in ("hybrid", "projection")
]
CASES += [
    Case("rank_models", (RIGHT,), ("nan", "order"), {"method": method}, arrays=1, core=2)
    for method in ("max-t", "bonferroni")
]
CASES += [
    Case("interval_looks", ([50, 60, 58, 70],), ("batch", "level"), {"n_cases": 80}, arrays=1)
]
CASES += [Case("adjust_looks", (rng.uniform(size=5),), ("nan", "batch"), arrays=1)]
