"""Permutation tests, paired and of two samples: goals P10 to P12."""

import numpy as np
from scipy import stats

from evalbook import permutation_test
from tests.bench import versus


def mean_difference(x, y, axis):
    "The statistic that scipy is given."
    return np.mean(x - y, axis=axis)


def theirs(d, n_resamples):
    "scipy's paired permutation test."
    return stats.permutation_test(
        (d, 0 * d),
        mean_difference,
        permutation_type="samples",
        vectorized=True,
        n_resamples=n_resamples,
        batch=2000,
    )


def rows():
    "The exact distribution at n = 500 (scipy: 10,000 of 100,000 flips); all patterns at n = 20; two samples."
    rng = np.random.default_rng(0)
    d, zero = rng.normal(0.1, 1, 500), np.zeros(500)
    whole = rng.integers(-2, 4, 500).astype(float)
    yield versus(
        "P10 exact distribution of whole numbers, n=500",
        lambda: permutation_test(whole, zero),
        lambda: theirs(whole, 10_000),
        1 / 3000,
        "scipy permutation_test, 1e5",
        3,
        10,
    )
    yield versus(
        "P11 all sign patterns, n=20",
        lambda: permutation_test(d[:20], zero[:20], method="exact"),
        lambda: theirs(d[:20], np.inf),
        1 / 20000,
        "scipy permutation_test, 2**20",
        3,
    )
    a, b = rng.normal(size=5000), rng.normal(0.03, 1, size=5000)
    gap = lambda x, y, axis: np.mean(x, axis=axis) - np.mean(y, axis=axis)
    yield versus(
        "P12 two samples of 5000, 1e4 groups",
        lambda: permutation_test(a, b, paired=False, n_resamples=10_000, random_state=0),
        lambda: stats.permutation_test((a, b), gap, vectorized=True, n_resamples=500, batch=500),
        1 / 20,
        "scipy permutation_test, 500 of 10,000",
        3,
        20,
    )
