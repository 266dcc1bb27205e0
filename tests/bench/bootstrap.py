"""Bootstrap intervals against scipy and against the loop that everybody writes."""

import numpy as np
import sklearn.metrics
from scipy import stats

from evalbook import interval_bca
from evalbook.bootstrap import interval_percentile
from tests.bench import versus

rng = np.random.default_rng(20)


def scipy_interval(x, method, n_resamples, batch):
    "scipy's bootstrap interval of a mean."
    return stats.bootstrap(
        (x,),
        np.mean,
        method=method,
        n_resamples=n_resamples,
        batch=batch,
        vectorized=True,
        random_state=np.random.default_rng(1),
    ).confidence_interval


def f1_loop(y, p, n_resamples):
    "F1 of each resample by scikit-learn."
    drawn = rng.integers(len(y), size=(n_resamples, len(y)))
    return np.quantile([sklearn.metrics.f1_score(y[i], p[i]) for i in drawn], [0.025, 0.975])


def rows():
    "Goals P13 to P16: our time over the peer's."
    right = rng.random(1_000_000) < 0.9
    numbers = right * 1.0
    peer = lambda: scipy_interval(numbers, "percentile", 20, 1)
    yield versus(
        "P13 percentile of an accuracy, n = 1e6, B = 1e4",
        lambda: interval_percentile(right),
        peer,
        1e-5,
        "scipy, 20 of 10,000 draws",
        3,
        500,
    )
    few = (rng.random(10_000) < 0.9) * 1.0
    yield versus(
        "P14 BCa of an accuracy, n = 1e4, B = 1e4",
        lambda: interval_bca(few),
        lambda: scipy_interval(few, "BCa", 10_000, 200),
        1 / 3000,
        "scipy",
        3,
    )
    many = rng.gamma(2.0, size=(20, 10_000))
    peer = lambda: [scipy_interval(m, "percentile", 200, 100) for m in many]
    yield versus(
        "P15 mean loss of 20 models, n = 1e4, B = 2000",
        lambda: interval_percentile(many),
        peer,
        1 / 9,
        "scipy, 200 of 2,000 draws",
        3,
        10,
    )
    y = rng.integers(0, 2, 10_000)
    p = np.where(rng.random(10_000) < 0.85, y, 1 - y)
    ours = lambda: interval_percentile((y, p), "f1", n_resamples=10_000, random_state=1)
    yield versus(
        "P16 F1, n = 1e4, B = 1e4",
        ours,
        lambda: f1_loop(y, p, 20),
        1 / 16_000,
        "scikit-learn loop, 20 of 10,000 draws",
        15,
        500,
    )
