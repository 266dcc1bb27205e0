"The promises of the chapter on splits."

import numpy as np

from tests.cases import Case

_scores = np.random.default_rng(11).uniform(0.6, 0.9, (3, 25))

CASES = [
    Case("estimate_repeated_holdout", (_scores,), ("nan", "batch", "order", "scale"), arrays=1)
]
