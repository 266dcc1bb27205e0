"""Bias and variance: learners and features come first, the targets are the array."""

import numpy as np
from sklearn.linear_model import Ridge

from tests.cases import Case

rng = np.random.default_rng(38)
X = rng.normal(size=(40, 2))
Y = X[:, 0] + rng.normal(size=40)

CASES = [
    Case(
        "bias_variance",
        (Y,),
        ("nan",),
        {"random_state": 0, "progress": False},
        arrays=1,
        first=(Ridge(), X),
    ),
]
