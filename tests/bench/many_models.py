"""Counting all pairs of models in one pass: goals P7 and P8."""

import warnings

import numpy as np

from evalbook import cochran_q, mcnemar, mcnemar_counts, pairwise
from evalbook.models import count_pairs, ftest_looney
from tests.bench import Row, seconds, versus


def labels(n, models):
    "True labels and the labels of models that are right on about nine cases in ten."
    rng = np.random.default_rng(0)
    y = rng.integers(0, 3, n)
    return y, {f"m{i}": np.where(rng.random(n) < 0.9, y, (y + 1) % 3) for i in range(models)}


def everything(y, predictions):
    "All McNemar tests, Q and F from one pass."
    counts = count_pairs(predictions, y_true=y)
    i, k = np.triu_indices(len(predictions), 1)
    return (
        mcnemar_counts(counts.only[i, k], counts.only[k, i]).pvalue,
        cochran_q(counts).pvalue,
        ftest_looney(counts).pvalue,
    )


def five_hundred(right):
    "All pairs of 500 models: counts, differences, p-values adjusted by Holm, Cochran's Q, and the tables."
    counts = count_pairs(right)
    pairs = pairwise(mcnemar, counts)
    return counts.to_frame(), pairs.to_frame()


def rows():
    "n = 1e7 against one comparison pass a model; n = 1e6 against mlxtend; all pairs of 500 models."
    import mlxtend.evaluate

    warnings.simplefilter("ignore")
    y, p = labels(10**7, 5)
    yield versus(
        "P7 all McNemar + Q + F, n=1e7, M=5",
        lambda: everything(y, p),
        lambda: [np.count_nonzero(y == v) for v in p.values()],
        1.0,
        "one numpy pass a model",
    )
    y, p = labels(10**6, 5)
    yield versus(
        "P8 all McNemar + Q + F, n=1e6, M=5",
        lambda: everything(y, p),
        lambda: mlxtend.evaluate.cochrans_q(y, *p.values()),
        1 / 280,
        "mlxtend cochrans_q",
        repeats=3,
    )
    rng = np.random.default_rng(1)
    right = rng.random((500, 100_000)) < np.linspace(0.8, 0.9, 500)[:, None]
    time = seconds(lambda: five_hundred(right))
    yield Row("P7 500 models, n=1e5: all 124,750 pairs, Holm, Q, tables", "5 s", time, 5.0, 1.0)
