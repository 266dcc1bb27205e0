"""Several models on one test set."""

import numpy as np

from evalbook import mcnemar, ttest_paired
from evalbook.models.adjusting import ADJUSTMENTS
from tests.cases import Case

rng = np.random.default_rng(41)
RIGHT = (rng.random((3, 60)) < np.array([0.6, 0.7, 0.8])[:, None]).astype(float)
MODELS = ("nan", "batch", "order")

CASES = [
    Case(
        "cochran_q",
        (RIGHT,),
        MODELS,
        {"method": m, "random_state": 1, "n_resamples": 99},
        arrays=1,
        core=2,
    )
    for m in ("asymptotic", "exact", "random", "auto")
]
CASES += [
    Case("ftest_looney", (RIGHT,), MODELS, {"method": m}, arrays=1, core=2)
    for m in ("uniform", "greenhouse-geisser", "huynh-feldt", "lower-bound")
]
CASES += [
    Case(
        "pairwise",
        (RIGHT,),
        ("nan", "order"),
        arrays=1,
        core=2,
        first=(test,),
        kwargs={"adjust": adjust},
    )
    for test, adjust in ((mcnemar, "holm"), (ttest_paired, "bonferroni"))
]
CASES += [
    Case("adjust_pvalues", (rng.uniform(size=10),), ("nan", "batch"), {"method": m}, arrays=1)
    for m in ADJUSTMENTS
]
