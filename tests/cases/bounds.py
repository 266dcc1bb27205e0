"The promises of the chapter on bounds."

import numpy as np

from tests.cases import Case

_bounded = np.random.default_rng(14).beta(0.5, 2, (3, 40))

CASES = [
    Case(
        "interval_bounded",
        (_bounded,),
        ("nan", "batch", "order", "level"),
        {"bounds": (0, 1), "method": method, "alternative": side},
        arrays=1,
    )
    for method in ("kl", "hoeffding", "empirical-bernstein")
    for side in ("two-sided", "less")
]
