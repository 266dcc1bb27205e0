"The promises of the chapter on cross-validation."

import numpy as np

from tests.cases import Case

_scores = np.random.default_rng(30).uniform(0.6, 0.9, (3, 10))

CASES = [
    Case("estimate_kfold", (_scores,), ("nan", "batch", "order", "scale"), arrays=1),
    Case(
        "estimate_kfold",
        (_scores,),
        ("nan", "scale"),
        {"n_test": np.arange(10.0) + 5, "method": "pooled"},
        arrays=1,
    ),
]
