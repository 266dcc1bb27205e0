"""Posteriors of a thousand pairs in one call, against the peers' formula pair by pair."""

import numpy as np
from scipy import integrate, stats

from evalbook import posterior_corrected, posterior_models
from tests.bench import versus

SCORES = np.random.default_rng(0).normal(0.8, 0.03, (2, 1000, 100))
RIGHT = np.random.default_rng(1).random((2, 1000, 500)) < 0.8


def correlated_t(a, b, rope, folds):
    "The three probabilities of one pair, as baycomp computes them."
    d = a - b
    law = stats.t(len(d) - 1, d.mean(), np.sqrt(d.var(ddof=1) * (1 / len(d) + 1 / (folds - 1))))
    return law.cdf(-rope), law.cdf(rope) - law.cdf(-rope), law.sf(rope)


def two_tails(a, b, rope):
    "The same for two models on one test set: one adaptive integral a side."
    only_a, only_b = (a & ~b).sum() + 1, (b & ~a).sum() + 1
    total = stats.beta(only_a + only_b, len(a) + 4 - only_a - only_b)
    mode = total.mean()
    sides = [
        integrate.quad(
            lambda s: total.pdf(s) * stats.beta.sf(0.5 + rope / 2 / s, *pair),
            rope,
            1,
            points=[mode],
            epsabs=1e-12,
        )[0]
        for pair in ((only_b, only_a), (only_a, only_b))
    ]
    return sides[0], 1 - sum(sides), sides[1]


def rows():
    "A thousand pairs of 100 scores; a thousand pairs of models on 500 cases (peer: 20 of them)."
    one_call = lambda: posterior_corrected(*SCORES, rope=0.01, n_train=90, n_test=10).probabilities
    yield versus(
        "correlated Bayesian t, 1000 pairs, 100 scores",
        one_call,
        lambda: [correlated_t(a, b, 0.01, 10) for a, b in zip(*SCORES)],
        1 / 50,
        "baycomp's formula with scipy",
    )
    models = lambda: posterior_models(*RIGHT, rope=0.01).probabilities
    yield versus(
        "posterior of two accuracies, 1000 pairs, 500 cases",
        models,
        lambda: [two_tails(a, b, 0.01) for a, b in zip(*RIGHT[:, :20])],
        1 / 5,
        "scipy quad",
        3,
        50,
    )
