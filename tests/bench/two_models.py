"""McNemar's test of two models: the exact p-value of one and of many tables (P9)."""

import numpy as np
from statsmodels.stats.contingency_tables import mcnemar as statsmodels_mcnemar

from evalbook import mcnemar_counts
from tests.bench import versus


def rows():
    "P9: p-values of 2x2 tables against statsmodels."
    rng = np.random.default_rng(0)
    B, C = rng.integers(0, 200, (2, 10**4))
    many = lambda: mcnemar_counts(B, C, method="exact").pvalue
    once = lambda: [mcnemar_counts(11, 1, method="exact").pvalue for _ in range(100)]
    table = np.array([[20, 11], [1, 20]])
    hundred = lambda: [statsmodels_mcnemar(table, exact=True).pvalue for _ in range(100)]
    name = "P9 exact p-values of 1e4 tables, one call"
    yield versus(name, many, hundred, 1 / 20, "statsmodels, 100 calls x 100", peer_scale=100)
    name = "P9 exact p-value of one table, 100 calls"
    yield versus(name, once, hundred, 1 / 20, "statsmodels, 100 calls")
