"""Learning curves: learners and features come first, the targets are the array."""

import numpy as np
from sklearn.linear_model import Ridge

from tests.cases import Case

rng = np.random.default_rng(31)
X = rng.normal(size=(40, 2))
Y = X[:, 0] + rng.normal(size=40)
QUIET = {"random_state": 0, "progress": False}

CASES = [Case("estimate_learning_curve", (Y,), ("nan",), QUIET, arrays=1, first=(Ridge(), X))]
