"""McNemar's test of two models: from labels and from zeros and ones, and the exact p-value of one and of many tables (P9)."""

import mlxtend.evaluate
import numpy as np
from statsmodels.stats.contingency_tables import mcnemar as statsmodels_mcnemar

from evalbook import mcnemar, mcnemar_counts
from evalbook.core import correctness
from tests.bench import versus


def rows():
    "A million cases against mlxtend and against two passes of numpy; p-values of 2x2 tables against statsmodels."
    rng = np.random.default_rng(0)
    y = rng.integers(0, 3, 10**6)
    p, q = (np.where(rng.random(10**6) < 0.9, y, (y + 1) % 3) for _ in "pq")
    theirs = lambda: mlxtend.evaluate.mcnemar(mlxtend.evaluate.mcnemar_table(y, p, q))
    yield versus(
        "McNemar from labels, n=1e6",
        lambda: mcnemar(correctness(y, p), correctness(y, q)).pvalue,
        theirs,
        1.0,
        "mlxtend table + test",
        repeats=9,
    )
    a, b = ((y == v).astype(float) for v in (p, q))
    yield versus(
        "McNemar from zeros and ones as floats, n=1e6",
        lambda: mcnemar(a, b).pvalue,
        lambda: (np.count_nonzero(a == 1), np.count_nonzero(b == 1)),
        2.0,
        "two numpy passes",
        repeats=15,
    )
    B, C = rng.integers(0, 200, (2, 10**4))
    many = lambda: mcnemar_counts(B, C, method="exact").pvalue
    once = lambda: [mcnemar_counts(11, 1, method="exact").pvalue for _ in range(100)]
    table = np.array([[20, 11], [1, 20]])
    hundred = lambda: [statsmodels_mcnemar(table, exact=True).pvalue for _ in range(100)]
    name = "P9 exact p-values of 1e4 tables, one call"
    yield versus(name, many, hundred, 1 / 20, "statsmodels, 100 calls x 100", peer_scale=100)
    name = "P9 exact p-value of one table, 100 calls"
    yield versus(name, once, hundred, 1 / 20, "statsmodels, 100 calls")
