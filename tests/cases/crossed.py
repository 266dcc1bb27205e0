"""Crossed tables of items and runs, and several tries."""

import numpy as np

from tests.cases import Case

rng = np.random.default_rng(37)
TABLE = rng.normal(size=(2, 8, 5)) + rng.normal(size=(8, 1))
SOLVED = (rng.random((20, 10)) < rng.random((20, 1))).astype(float)
WORDS = ("new items, new runs", "these items, new runs")

CASES = [
    Case(
        "estimate_crossed", (TABLE[0],), ("nan", "order", "level", "scale"), {"about": w}, arrays=1
    )
    for w in WORDS
]
CASES += [
    Case(
        "ttest_crossed",
        tuple(TABLE),
        ("nan", "swap", "order", "identical", "level", "scale"),
        {"about": WORDS[0]},
    )
]
CASES += [
    Case("estimate_pass", (SOLVED, 3), ("nan", "order", "level"), {"about": w}, arrays=1)
    for w in WORDS
]
JUDGED = (rng.random((2, 60)) < 0.7).astype(float)
GOLD = np.where(np.arange(60) < 25, rng.random((2, 60)) < 0.6, np.nan)
GRADES = rng.normal(size=(2, 60)).round(2)
SCORED = np.where(np.arange(60) < 25, GRADES + rng.normal(size=(2, 60)).round(2), np.nan)
CASES += [
    Case("estimate_judged", (JUDGED[0], GOLD[0]), ("order", "level"), {"method": m}, arrays=2)
    for m in ("strata", "regression", "rogan-gladen")
]
CASES += [
    Case("estimate_judged", (GRADES[0], SCORED[0]), ("order", "level", "scale"), arrays=2),
    Case(
        "ttest_judged",
        (*GRADES, *SCORED),
        ("order", "level", "scale"),
        arrays=4,
    ),
]
