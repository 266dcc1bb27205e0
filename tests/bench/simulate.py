"""The lab: all of Dietterich's Fig. 5 at 1000 trials, against the plain loop that the paper describes."""

import math
import random
from functools import partial

from evalbook import mcnemar, ttest_5x2cv
from evalbook.algorithms import ttest_kfold, ttest_resampled
from evalbook.laboratory import draw_dietterich, rejection_rate
from tests.bench import versus

ERRORS = (0.1, 0.2, 0.3, 0.4)


def ztest(a, b):
    "The z test of two proportions on correctness, as p-values."
    import numpy as np
    from scipy.special import ndtr

    n, x, y = a.shape[-1], a.mean(-1), b.mean(-1)
    p = (x + y) / 2
    se = np.sqrt(2 * p * (1 - p) / n)
    return 2 * ndtr(-np.abs(x - y) / np.where(se > 0, se, 1))


def ours(trials=1000):
    "Five tests, four error rates."
    tests = [
        (partial(mcnemar, method="edwards"), "holdout"),
        (ztest, "holdout"),
        (ttest_resampled, "random splits"),
        (ttest_kfold, "k-fold"),
        (ttest_5x2cv, "5x2"),
    ]
    return [
        rejection_rate(test, draw_dietterich(e, design), n_trials=trials, random_state=0).rate
        for e in ERRORS
        for test, design in tests
    ]


def wrong(points, e, beta=0.0):
    "Errors of A and of B on a list of points, one random number a classification."
    only_a = only_b = both = 0
    for kind in points:
        a = random.random() < (0.5 * e if kind else 1.5 * e) + beta
        b = random.random() < (1.5 * e if kind else 0.5 * e) + beta
        only_a, only_b, both = only_a + (a and not b), only_b + (b and not a), both + (a and b)
    return only_a, only_b, both


def t_of(d):
    "Student's t of a list of differences."
    mean = sum(d) / len(d)
    s2 = sum((v - mean) ** 2 for v in d) / (len(d) - 1)
    return mean * math.sqrt(len(d) / s2) if s2 else 0.0


def loop(trials=100):
    "The same in plain Python, point by point (Dietterich 1998, 4.2)."
    rejected = 0
    for e in ERRORS:
        for _ in range(trials):
            S = [random.random() < 0.5 for _ in range(300)]
            random.shuffle(S)
            b, c, d = wrong(S[:100], e)
            rejected += b + c > 0 and (abs(b - c) - 1) ** 2 / (b + c) > 3.841459
            b, c, d = wrong(S[:100], e)
            p = (b + c + 2 * d) / 200
            rejected += 0 < p < 1 and abs(b - c) / 100 / math.sqrt(2 * p * (1 - p) / 100) > 1.96
            splits = []
            for _ in range(30):
                b, c, _both = wrong(random.sample(S, 100), e)
                splits.append((b - c) / 100)
            rejected += abs(t_of(splits)) > 2.04523
            random.shuffle(S)
            folds = []
            for k in range(10):
                b, c, _both = wrong(S[30 * k : 30 * k + 30], e, random.uniform(-0.02, 0.02))
                folds.append((b - c) / 30)
            rejected += abs(t_of(folds)) > 2.262157
            pairs = []
            for _ in range(5):
                random.shuffle(S)
                pairs.append(
                    [(b - c) / 150 for b, c, _both in (wrong(S[:150], e), wrong(S[150:], e))]
                )
            s2 = sum((u - v) ** 2 / 2 for u, v in pairs) / 5
            rejected += s2 > 0 and abs(pairs[0][0]) / math.sqrt(s2) > 2.570582
    return rejected


def rows():
    "P22: the whole of Fig. 5."
    yield versus(
        "P22 Dietterich Fig. 5, 4 x 5 rates, 1000 trials",
        ours,
        loop,
        1 / 300,
        "plain Python loop",
        repeats=3,
        peer_scale=10,
    )
