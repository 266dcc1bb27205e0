"""Equivalence tests on batches; no peer has Tango's test, so its row is against the interval that is found by a search."""

import numpy as np

from evalbook import Contingency, interval_difference, tost, ttest_paired
from evalbook.algorithms import ztest_tango
from tests.bench import versus


def rows():
    "1,000 trials at once: two one-sided paired t tests (100 of them by statsmodels), and Tango's test of a thousand tables."
    from statsmodels.stats.weightstats import ttost_paired

    rng = np.random.default_rng(0)
    a, b = rng.normal(0.1, 1, (2, 1000, 200))
    theirs = lambda: [ttost_paired(u, v, -0.3, 0.3) for u, v in zip(a[:100], b[:100])]
    yield versus(
        "TOST of 1,000 pairs of 200",
        lambda: tost(ttest_paired(a, b), margin=0.3),
        theirs,
        1 / 10,
        "statsmodels ttost_paired",
        3,
        10,
    )
    table = Contingency(*rng.multinomial(500, [0.8, 0.05, 0.05, 0.1], 1000).T)
    inverted = lambda: interval_difference(table, confidence_level=0.9)
    yield versus(
        "Tango's test of 1,000 tables",
        lambda: ztest_tango(table, None, margin=0.05),
        inverted,
        1 / 10,
        "interval_difference",
        5,
    )
