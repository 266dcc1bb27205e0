"""Clusters of cases (chapters 1.1.11 and 5.6): the standard error, its degrees of freedom and Wilson's limits, by other ways."""

import numpy as np
import pytest
from scipy import stats

import evalbook as eb

SIZES = [1, 2, 3, 4, 10, 20]
IDS = np.repeat(np.arange(6), SIZES)
X = np.random.default_rng(1).normal(size=40) + np.random.default_rng(2).normal(size=6)[IDS]


def by_matrices(x, ids):
    "Bell and McCaffrey's variance and degrees of freedom of a mean, with all matrices written out."
    n, labels = len(x), np.unique(ids)
    hat, A = np.full((n, n), 1 / n), np.zeros((n, n))
    for k in labels:
        rows = np.ix_(ids == k, ids == k)
        values, vectors = np.linalg.eigh(np.eye(rows[0].size) - hat[rows])
        A[rows] = vectors / np.sqrt(values) @ vectors.T
    e, pick = A @ (x - x.mean()), np.array([ids == k for k in labels]).astype(float)
    g = pick @ A @ (np.eye(n) - hat)
    omega = g @ g.T
    return np.sqrt(((pick @ e) ** 2).sum()) / n, np.trace(omega) ** 2 / np.trace(omega @ omega)


def test_unequal_clusters_have_the_variance_of_bell_and_mccaffrey():
    "0.2.0 took one factor G / (G - 1) for all clusters."
    se, df = by_matrices(X, IDS)
    found = eb.estimate_mean(X, cluster=IDS)
    np.testing.assert_allclose([found.standard_error, found.details["df"]], [se, df], rtol=1e-10)
    half = stats.t.ppf(0.975, df) * se
    np.testing.assert_allclose([*found.interval()], [X.mean() - half, X.mean() + half], rtol=1e-10)
    paired = eb.ttest_paired(X + 1, np.ones(40), cluster=IDS)
    np.testing.assert_allclose([paired.standard_error, paired.df], [se, df], rtol=1e-10)
    np.testing.assert_allclose(paired.pvalue, 2 * stats.t.sf(abs(X.mean() / se), df), rtol=1e-9)


def test_by_hand():
    "Clusters (1, 1, 1), (1, 0), (0, 0, 0): sums of deviations 1.5, 0, -1.5, divisors 5/8, 6/8, 5/8."
    found = eb.estimate_mean([1, 1, 1, 1, 0, 0, 0, 0], cluster=list("aaabbccc"))
    np.testing.assert_allclose(found.standard_error, np.sqrt(2 * 2.25 / 0.625) / 8, rtol=1e-12)
    w = np.array([9 / 5, 4 / 6, 9 / 5])
    np.testing.assert_allclose(
        found.details["df"], 64 / (22 + w.sum() ** 2 - (w**2).sum()), rtol=1e-12
    )


def test_clusters_of_one_size_keep_the_numbers_of_liang_and_zeger():
    ids = np.repeat(np.arange(8), 5)
    r = (X - X.mean()).reshape(8, 5).sum(1)
    found = eb.estimate_mean(X, cluster=ids)
    np.testing.assert_allclose(found.standard_error, np.sqrt(8 / 7 * (r**2).sum()) / 40, rtol=1e-12)
    np.testing.assert_allclose(
        found.standard_error, X.reshape(8, 5).mean(1).std(ddof=1) / np.sqrt(8), rtol=1e-12
    )
    np.testing.assert_allclose(found.details["df"], 7, rtol=1e-12)


@pytest.mark.parametrize(
    "sizes", [[2, 2, 2, 2, 100], [2] * 7 + [30], [1, 4, 10, 25, 60], [50] + [5] * 19]
)
@pytest.mark.parametrize("icc", [0.1, 0.5])
def test_the_level_with_clusters_of_many_sizes(sizes, icc):
    "Rejections at 5 % in 4,000 samples, two standard errors .7 points; 8 to 79 % in 0.2.0."
    rng, ids = np.random.default_rng([5, len(sizes)]), np.repeat(np.arange(len(sizes)), sizes)
    shared = rng.normal(size=(4000, len(sizes)))[:, ids]
    d = np.sqrt(icc) * shared + np.sqrt(1 - icc) * rng.normal(size=(4000, len(ids)))
    assert 0.015 < np.mean(eb.ttest_paired(d, 0 * d, cluster=ids).pvalue <= 0.05) < 0.09


def test_two_proportions_add_two_such_variances():
    rng = np.random.default_rng(3)
    a, b = (rng.random((2, 40)) < [[0.8], [0.6]]).astype(float)
    found = eb.models.ztest_proportions(a, b, method="unpooled", cluster=IDS)
    se = np.hypot(by_matrices(a, IDS)[0], by_matrices(b, IDS)[0])
    np.testing.assert_allclose(
        [found.difference, found.standard_error], [a.mean() - b.mean(), se], rtol=1e-10
    )
    np.testing.assert_allclose(found.statistic, (a.mean() - b.mean()) / se, rtol=1e-10)


def test_wilson_with_effective_cases():
    "The limits solve |f - p| = z sqrt(p (1 - p) / m) for the m that two of Student's quantiles leave."
    right = (np.random.default_rng(4).random(40) < 0.7).astype(float)
    found, (se, df) = eb.estimate_accuracy(right, cluster=IDS), by_matrices(right, IDS)
    f = right.mean()
    m = f * (1 - f) / 39 * 40 / se**2
    np.testing.assert_allclose(found.details["effective_n"], min(m, 40), rtol=1e-10)
    m = min(min(m, 40) * (stats.t.ppf(0.975, 39) / stats.t.ppf(0.975, df)) ** 2, 40)
    for p in found.interval():
        np.testing.assert_allclose(
            abs(f - p), stats.norm.ppf(0.975) * np.sqrt(p * (1 - p) / m), rtol=1e-9
        )
    alike = eb.estimate_accuracy(np.ones(40), cluster=IDS)
    np.testing.assert_allclose(
        alike.details["effective_n"], 40**2 / np.square(SIZES).sum(), rtol=1e-12
    )


@pytest.mark.parametrize("G, least", [(6, 0.88), (10, 0.9), (20, 0.92)])
def test_few_clusters_hold_an_accuracy(G, least):
    "2,000 samples, two standard errors 1.4 points; correlation .5, clusters of one size and one that holds half."
    for m in (np.full(G, 10), np.r_[np.full(G - 1, 5), 5 * (G - 1)]):
        ids, rng = np.repeat(np.arange(G), m), np.random.default_rng([G, m.sum()])
        chance = rng.beta(0.8, 0.2, (2000, G))
        i = eb.estimate_accuracy(
            rng.random((2000, len(ids))) < chance[:, ids], cluster=ids
        ).interval()
        assert np.mean((i.low <= 0.8) & (0.8 <= i.high)) > least


def test_few_clusters_carry_a_note():
    codes = lambda ids: [
        n.code for n in eb.estimate_mean(np.arange(len(ids)) * 1.0, cluster=ids).notes
    ]
    assert "few_clusters" in codes(np.repeat(np.arange(6), 5)) and "few_clusters" not in codes(
        np.repeat(np.arange(40), 2)
    )


def test_the_score_test_by_sums():
    a, b = np.array([1, 1, 0, 1, 1, 1, 0, 1, 1]), np.array([0, 1, 1, 0, 0, 1, 0, 0, 1])
    found = eb.ztest_clustered(a, b, cluster=list("aabbccdde"))
    d = np.array([1, 0, 1, 1, 0])
    np.testing.assert_allclose(
        [found.statistic, found.pvalue], [3 / np.sqrt(3), 2 * stats.norm.sf(3**0.5)], rtol=1e-12
    )
    exact = eb.ztest_clustered(a, b, cluster=list("aabbccdde"), method="exact")
    assert exact.pvalue == 2 / 8 and found.difference == pytest.approx(d.sum() / 9)
    r = d - np.array([2, 2, 2, 2, 1]) / 3
    np.testing.assert_allclose(
        found.standard_error, np.sqrt((r**2 / (1 - np.array([2, 2, 2, 2, 1]) / 9)).sum()) / 9
    )
    small = eb.ztest_clustered(a, b, cluster=list("aabbccdde"), alternative="greater").pvalue
    np.testing.assert_allclose(small, stats.norm.sf(3**0.5), rtol=1e-12)


def test_f1_between_clusters_takes_the_same_divisors():
    rng = np.random.default_rng(6)
    y, p = rng.integers(0, 2, 40), rng.integers(0, 2, 40)
    k, w = (y & p).astype(float), (y + p) / 2
    F = k.sum() / w.sum()
    u = (k - F * w) / w.sum()
    r = np.array([u[IDS == c].sum() for c in range(6)])
    expected = np.sqrt((r**2 / (1 - np.array(SIZES) / 40)).sum())
    np.testing.assert_allclose(
        eb.estimate_f1(y, p, cluster=IDS).standard_error, expected, rtol=1e-10
    )


@pytest.mark.parametrize("test", [eb.mcnemar, eb.permutation_test], ids=["mcnemar", "permutation"])
def test_limits_of_pairs_between_clusters_are_those_of_the_paired_t(test):
    "Where a test has no limits of its own. One factor for all clusters left out a true difference in 13 % of 1,500 sets."
    draw, ids = np.random.default_rng(5), np.repeat(np.arange(6), [1, 2, 3, 10, 20, 4])
    right = (draw.random((3, 40)) < 0.7).astype(int)
    low, high = eb.pairwise(test, right, cluster=ids).limits()
    for k, (i, j) in enumerate(((0, 1), (0, 2), (1, 2))):
        one = eb.ttest_paired(right[i].astype(float), right[j].astype(float), cluster=ids).interval(
            1 - 0.05 / 3
        )
        np.testing.assert_allclose([low[k], high[k]], [*one], rtol=1e-10)


def test_limits_of_independent_pairs_are_students():
    draw = np.random.default_rng(6)
    a, b = draw.normal(size=(2, 25))
    low, high = eb.pairwise(eb.permutation_test, np.array([a, b]), omnibus=None).limits()
    np.testing.assert_allclose([low[0], high[0]], [*eb.ttest_paired(a, b).interval()], rtol=1e-10)


def test_mcnemar_between_clusters_has_the_limits_that_its_docstring_promises():
    "Its interval() sent the reader away, though interval_difference had the answer."
    draw, ids = np.random.default_rng(5), np.repeat(np.arange(6), [1, 2, 3, 10, 20, 4])
    a, b = (draw.random((2, 40)) < [[0.8], [0.6]]).astype(int)
    for method in ("mid-p", "exact", "chi2"):
        test = eb.mcnemar(a, b, cluster=ids, method=method)
        for level in (0.95, 0.9):
            promised = eb.interval_difference(a, b, cluster=ids, confidence_level=level)
            np.testing.assert_array_equal([*test.interval(level)], [*promised])
        assert "95 % limits" in str(test)
    above = eb.mcnemar(a, b, cluster=ids, alternative="greater").interval(0.95)
    both = eb.interval_difference(a, b, cluster=ids, confidence_level=0.9)
    assert above.low == pytest.approx(both.low)
    many = eb.mcnemar(np.stack([a, b]), np.stack([b, a]), cluster=ids).interval()
    np.testing.assert_allclose(many.low, -many.high[::-1])
