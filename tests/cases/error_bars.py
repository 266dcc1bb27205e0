"""Intervals straight from an evaluation."""

import numpy as np

from evalbook import Evaluation
from tests.cases import Case

rng = np.random.default_rng(34)
Y = rng.integers(2, size=40)
SPLITS = tuple(
    (np.setdiff1d(np.arange(40), fold), fold) for fold in rng.permutation(40).reshape(5, 8)
)
ANSWERS = {
    name: [np.where(rng.random(8) < 0.2, 1 - Y[test], Y[test]) for _, test in SPLITS]
    for name in "ab"
}
EVALUATION = Evaluation(Y, SPLITS, ANSWERS)

CASES = [
    Case("interval_error", (EVALUATION, "a"), ("level",), arrays=0),
    Case("interval_error", (EVALUATION, "a", "b"), ("level",), {"method": "CV CLT"}, arrays=0),
]
