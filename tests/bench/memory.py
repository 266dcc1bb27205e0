"""What resampling holds in memory at 100,000 cases (P25)."""

import numpy as np

from evalbook import estimate_difference, interval_bca, permutation_test
from evalbook.bootstrap import interval_bootstrap_t, interval_percentile
from evalbook.selection import estimate_bbc_cv
from tests.bench import Row, peak

N = 100_000


def resamplers():
    "Every function that resamples cases, with B resamples of N cases."
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, N)
    p, q = (np.where(rng.random(N) < 0.85, y, 1 - y) for _ in "pq")
    x, z, s = rng.gamma(2.0, size=N), rng.gamma(2.1, size=N), y + rng.normal(0, 1.2, N)
    right = rng.random((10, N)) < 0.8
    return {
        "percentile, mean": lambda B: interval_percentile(
            x, n_resamples=B, method="draws", random_state=0
        ),
        "percentile, F1": lambda B: interval_percentile(
            (y, p), "f1", n_resamples=B, random_state=0
        ),
        "percentile, area": lambda B: interval_percentile(
            (y, s), "auc", n_resamples=B, random_state=0
        ),
        "percentile, a function": lambda B: interval_percentile(
            x, np.median, n_resamples=B, random_state=0
        ),
        "BCa, mean": lambda B: interval_bca(x, n_resamples=B, random_state=0),
        "bootstrap-t, mean": lambda B: interval_bootstrap_t(x, n_resamples=B, random_state=0),
        "difference of F1": lambda B: estimate_difference(
            y, p, q, "f1", n_resamples=B, random_state=0
        ).interval(),
        "random flips": lambda B: permutation_test(
            x, z, method="random", n_resamples=B, random_state=0
        ),
        "exact flips": lambda B: permutation_test(x, z),
        "BBC-CV": lambda B: estimate_bbc_cv(right, n_resamples=B, random_state=0),
    }


def rows():
    "P25: the largest peak of ten functions with 400 resamples."
    calls = resamplers()
    many = {name: peak(lambda: call(400)) for name, call in calls.items()}
    most = max(many, key=many.get)
    name = f"P25 ten resamplers, n = 1e5, B = 400: most memory ({most})"
    yield Row(name, "32 MiB", many[most], 32.0, 1.0, "MiB")
