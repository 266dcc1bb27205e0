"""Chapters 2.3 and 7.7: distributions and counts against enumeration, scipy, scikit-learn and deletion case by case."""

from itertools import product

import numpy as np
import pytest
from scipy import stats
from sklearn.metrics import f1_score, roc_auc_score

from evalbook.bootstrap import distributions as dist
from evalbook.bootstrap import resamples, sign_flips, sums
from evalbook.laboratory import counts as lab

RNG = np.random.default_rng(18)


def by_enumeration(x, f=np.mean):
    "A statistic of all n ** n resamples."
    return np.sort([f(np.take(x, i)) for i in product(range(len(x)), repeat=len(x))])


@pytest.mark.parametrize(
    "x",
    [[0.0, 1.0, 3.0, 7.0], [0.1, 0.25, np.pi, 9.7], [2.0, 2.0, 5.0, np.e], [4.0, 4.0, 4.0, 4.0]],
)
def test_the_mean_of_four_numbers_over_all_256_resamples(x):
    found = dist.bootstrap_distribution(
        dist.of_numbers(np.array(x), "f"), dist.Resampling("f", 1000, 0)
    )
    every = by_enumeration(x)
    for point in [*np.unique(every.round(9)), -1, 2.001, 11]:
        share = (np.sum(every < point - 1e-7) + np.sum(every <= point + 1e-7)) / 512
        assert found.below(
            point if point in (-1, 2.001, 11) else every[np.argmin(abs(every - point))]
        ) == pytest.approx(share)
    inside = (np.arange(256) + 0.5) / 256
    np.testing.assert_allclose(found.quantile(inside), every, atol=1e-9)
    assert found.standard_error == pytest.approx(np.std(every)) and found.value == np.mean(x)


def test_quantiles_and_shares_of_points_draws_and_coins():
    x = np.array([1.0, 2.0, 4.0, 8.0, 8.0])
    draws, steps, points = (
        resamples.Draws(3.0, "", x),
        resamples.Points(3.0, "", x, np.full(5, 1 / 5)),
        resamples.Points(1.0, "", x[:4], np.array([0.1, 0.2, 0.3, 0.4])),
    )
    q = np.array([0, 0.1, 0.2, 0.4, 0.41, 0.77, 1])
    np.testing.assert_allclose(draws.quantile(q), np.quantile(x, q))
    np.testing.assert_allclose(steps.quantile(q), np.quantile(x, q, method="inverted_cdf"))
    assert points.quantile([0, 0.1, 0.11, 0.3, 0.6, 0.61, 1]).tolist() == [1, 1, 2, 2, 4, 8, 8]
    assert [draws.below(v) for v in (8, 2, 0, 9)] == pytest.approx([0.8, 0.3, 0, 1])
    assert points.below(4) == pytest.approx(0.45) and draws.standard_error == pytest.approx(
        np.std(x, ddof=1)
    )
    coins = resamples.binomial(3, 10)
    q = np.linspace(0.001, 0.999, 97)
    np.testing.assert_allclose(coins.quantile(q), stats.binom.ppf(q, 10, 0.3) / 10)
    k = np.arange(11)
    np.testing.assert_allclose(
        [coins.below(j / 10) for j in k],
        stats.binom.cdf(k, 10, 0.3) - stats.binom.pmf(k, 10, 0.3) / 2,
    )
    assert (
        coins.standard_error == pytest.approx(np.sqrt(0.021))
        and (resamples.binomial(4, 4).quantile([0.1, 0.9]) == 1).all()
    )
    many = resamples.Draws(0.0, "", np.sort(RNG.random(300_000)))
    assert many.standard_error == pytest.approx(np.std(many.support, ddof=1), rel=1e-12)


def test_the_fourier_series_and_the_lattice_agree_where_both_hold():
    x = np.unique(RNG.gamma(2, size=60).round(2))
    mean = dist.Mean(x)
    series, lattice = mean.series(), sums.lattice_distribution(mean.points, mean.counts, mean.value)
    at = lattice.quantile([0.001, 0.025, 0.3, 0.5, 0.9, 0.999])
    np.testing.assert_allclose(
        [series.below(a) for a in at], [lattice.below(a) for a in at], atol=1e-6
    )
    np.testing.assert_allclose(
        series.cdf(series.quantile([1e-6, 0.025, 0.5, 0.9])), [1e-6, 0.025, 0.5, 0.9], atol=1e-12
    )
    assert (
        series.standard_error
        == pytest.approx(np.std(x) / np.sqrt(len(x)))
        == pytest.approx(lattice.standard_error)
    )
    r, k = RNG.normal(size=5000), np.arange(1, 38)
    n = RNG.integers(1, 4, 5000)
    np.testing.assert_allclose(
        sums.exponential_sums(r, n, 37), np.exp(1j * np.outer(k, r)) @ n, atol=1e-8
    )
    np.testing.assert_allclose(sums.characteristic(r[:9], n[:9], 3.0, 37), (np.exp(2j * np.pi * np.outer(k, r[:9]) / (3 * n[:9].sum())) @ n[:9] / n[:9].sum()) ** n[:9].sum(), atol=1e-12)  # fmt: skip
    assert dist.Mean(np.repeat([0.0, 1.0, np.pi], 3)).series() is None


def deleted(statistic, counts, f):
    "The statistic without each case, by cells."
    values, held = statistic.jackknife(), statistic.counts
    assert sorted(np.repeat(values, held).round(9).tolist()) == sorted(np.round(f, 9).tolist())
    assert held.tolist() == counts.tolist()


def test_leaving_out_one_case_of_every_statistic():
    y, a, b = (RNG.integers(0, 2, 25) for _ in range(3))
    s, t = RNG.integers(0, 6, 25) / 5, RNG.integers(0, 6, 25) / 3
    rest = [np.delete(np.arange(25), i) for i in range(25)]
    for one, f in (
        (dist.as_statistic((y, a), "f1", "f"), [f1_score(y[i], a[i]) for i in rest]),
        (
            dist.as_statistic((y, a, b), "f1", "f"),
            [f1_score(y[i], a[i]) - f1_score(y[i], b[i]) for i in rest],
        ),
        (dist.as_statistic((y, s), "auc", "f"), [roc_auc_score(y[i], s[i]) for i in rest]),
        (
            dist.as_statistic((y, s, t), "auc", "f"),
            [roc_auc_score(y[i], s[i]) - roc_auc_score(y[i], t[i]) for i in rest],
        ),
        (dist.as_statistic(t, "mean", "f"), [t[i].mean() for i in rest]),
        (dist.as_statistic(y, "mean", "f"), [y[i].mean() for i in rest]),
        (
            dist.as_statistic((s, t), lambda u, v: (u * v).mean(), "f"),
            [(s[i] * t[i]).mean() for i in rest],
        ),
    ):
        deleted(one, one.counts, f)
        if one.error_by_jackknife and one.k > 2:
            w, f = one.counts[None], np.array(f)
            assert one.errors(w)[0] == pytest.approx(np.sqrt(24 / 25 * np.sum((f - f.mean()) ** 2)))


@pytest.mark.parametrize("k, n", [(4, 9), (4, 40), (9, 9)])
def test_random_counts_are_multinomial(k, n):
    x = np.sqrt(np.concatenate([np.arange(k), np.zeros(n - k)]))
    one = dist.Mean(x)
    one.of_counts = lambda w: w
    w = one.draw(np.random.default_rng(1), 20_000)
    del one.of_counts
    p = one.counts / n
    assert (w.sum(1) == n).all() and (w >= 0).all()
    expected = n * (np.diag(p) - np.outer(p, p))
    np.testing.assert_allclose(w.mean(0), n * p, atol=5 * np.sqrt(n / 4 / 20_000))
    np.testing.assert_allclose(np.cov(w.T), expected, atol=6 * n / np.sqrt(20_000))
    assert resamples.drawn(one, 20_000, 3).standard_error == pytest.approx(
        np.std(x) / np.sqrt(n), rel=0.03
    )


# random signs


def sums_of_signs(d):
    return np.array(list(product([-1, 1], repeat=len(d)))) @ d


@pytest.mark.parametrize("n", [1, 2, 3, 10, 11, 400])
def test_fair_coins_against_scipy(n):
    lead, mass = sign_flips.fair_coins(n)
    np.testing.assert_allclose(mass, stats.binom.pmf((lead + n) / 2, n, 0.5), rtol=1e-9)
    assert (
        mass.sum() == pytest.approx(1)
        and (np.diff(lead) == 2).all()
        and (lead == -lead[::-1]).all()
    )


@pytest.mark.parametrize("d", [[1, 2, 2, -3, 5], [0.1, 0.3, -0.2, 0.4, 0], [0.123, np.pi, -1, 1.77, np.e, 0.5, 0.9, 7.1, 2.3, 2.3, 1.11, 3.3, -0.77]])  # fmt: skip
def test_tails_of_random_signs_against_all_of_them(d):
    d = np.array(d, float)
    every, t = sums_of_signs(d), abs(d.sum())
    slack = 1e-9 * np.abs(d).sum()
    reach, beyond = np.mean(every >= t - slack), np.mean(every > t + slack)
    sizes, n = np.unique(np.abs(d[d != 0]).round(12), return_counts=True)
    np.testing.assert_allclose(sign_flips.tails_by_halves(sizes, n, t), (reach, beyond), atol=1e-13)
    for method in ("exact", "auto"):
        values, mass, error = sign_flips.flips(d, method, "f")
        near = 1e-9 * np.abs(d).sum()
        assert error == 0 and mass.sum() == pytest.approx(1)
        assert mass[values >= t - near].sum() == pytest.approx(reach) and mass[
            values > t + near
        ].sum() == pytest.approx(beyond, abs=1e-14)
        assert mass[values <= -t + near].sum() == pytest.approx(reach)
    tail, wrong = sign_flips.tails_by_fourier(d[d != 0], np.array([slack + 0.4 * t]), 1e-3)
    assert abs(tail[0] - np.mean(np.abs(every) >= 0.4 * t + slack)) <= wrong[0] + 1e-12
    many = sign_flips.random_flips(d, 20_000, 0)
    assert abs(many.mean()) < 5 * np.sqrt(d @ d / 20_000) and many.var() == pytest.approx(
        d @ d, rel=0.06
    )
    assert np.isin(many.round(7) + 0.0, every.round(7) + 0.0).all()


def test_steps_of_a_grid_and_sums_on_it():
    assert sign_flips.common_unit(np.array([0.2, 0.3, 0.7])) == pytest.approx(0.1)
    assert (
        sign_flips.common_unit(np.array([6.0, 9.0, 15.0])) == 3
        and sign_flips.common_unit(np.array([1.0, np.sqrt(2)])) == 0
    )
    values, mass = sign_flips.flips_on_grid(np.array([1, 3]), np.array([2, 3]))
    every = sums_of_signs(np.array([1, 1, 3, 3, 3]))
    np.testing.assert_allclose(mass, [np.mean(every == v) for v in values], atol=1e-15)
    assert sign_flips.flips_on_grid(np.array([1, 3]), np.array([2, 3]), limit=1) is None
    assert sums.lattice_steps(np.array([0.0, 0.5, 0.75, 3.0])) == 12
    assert sums.lattice_steps(np.array([0.0, np.pi - 3, 1.0])) is None
    assert resamples.n_distinct(4, 3) == 15 and resamples.n_distinct(100, 100) == np.inf
    np.testing.assert_allclose(sign_flips.cosines(np.array([0.3, -1.2, 0.7]), np.arange(5)), np.cos(np.outer(np.arange(5), [0.3, 1.2, 0.7])).prod(1))  # fmt: skip


# counts of a simulated experiment (19)


def near(found, mean, sd):
    "The mean of draws within five standard errors, their spread within a tenth."
    assert abs(np.mean(found) - mean) < 5 * sd / np.sqrt(np.size(found))
    assert np.std(found) == pytest.approx(sd, rel=0.1)


@pytest.mark.parametrize("layout", ["holdout", "random splits", "k-fold", "5x2"])
@pytest.mark.parametrize("kinds", [[7, 13], [3, 8, 9]])
@pytest.mark.parametrize("trials", [20, 2000])
def test_piles_are_dealt_as_hypergeometric_draws(layout, kinds, trials):
    sizes = lab.sizes_of(layout, 20, {"random splits": 6, "k-fold": 3, "5x2": 5}.get(layout), 0.3)
    pile = np.tile(kinds, (trials, 1))
    found = lab.deal(np.random.default_rng(2), pile, sizes, layout)
    assert (
        found.shape == (trials, len(sizes), len(kinds))
        and (found >= 0).all()
        and (found <= pile[:, None]).all()
    )
    assert (found.sum(-1) == sizes).all()
    if layout == "k-fold":
        assert (found.sum(1) == pile).all()
    if layout == "5x2":
        assert (found[:, ::2] + found[:, 1::2] == pile[:, None]).all()
    if trials > 1000:
        for j, size in enumerate(sizes):
            law = stats.hypergeom(20, kinds[0], size)
            near(found[:, j, 0], law.mean(), law.std())


@pytest.mark.parametrize("shared", [True, False])
def test_errors_with_a_random_beta(shared):
    p, m, n, noise, trials = np.array([[0.3, 0.4], [0.35, 0.5]]), [4, 8], 12, 0.2, 20_000
    found = lab.draw_noisy(
        p, np.tile(m, (trials, 2, 1)), n, noise, shared, np.random.default_rng(3)
    )
    beta = noise**2 / 3
    for row, chance in zip(found, p):
        inside = m @ (chance * (1 - chance)) - n * beta
        near(row, m @ chance, np.sqrt(inside + n**2 * beta))
    together = np.cov(found[0].ravel(), found[1].ravel())[0, 1]
    assert together == pytest.approx(n**2 * beta * shared, abs=0.15)
    assert abs(np.corrcoef(found[0].T)[0, 1]) < 0.05


def test_a_lookup_draws_each_law_and_counts_become_answers():
    law = np.array([[0.1, 0.0, 0.6, 0.3], [0.0, 0.0001, 0.0, 0.9999]])
    row = np.repeat([[0, 1]], 40_000, axis=0)
    found = lab.Lookup(law)(row, np.random.default_rng(4))
    for i in range(2):
        share = np.bincount(found[:, i], minlength=4) / 40_000
        assert (share[law[i] == 0] == 0).all() and np.abs(share - law[i]).max() < 0.0125
    a, b = lab.correctness_of(np.array([[2, 1, 3, 4], [0, 5, 1, 4]]))
    cells = [[np.sum(~x & y), np.sum(x & ~y), np.sum(~x & ~y), np.sum(x & y)] for x, y in zip(a, b)]
    assert cells == [[2, 1, 3, 4], [0, 5, 1, 4]]


@pytest.mark.parametrize("t", [0.0, 5.0, 20.0])
def test_fourier_tails_are_within_their_error_of_the_exact_ones(t):
    d = np.sqrt(np.arange(1.0, 23.0))
    reach, _ = sign_flips.tails_by_halves(d, np.ones(22, int), t)
    tail, error = sign_flips.tails_by_fourier(d, np.array([t]))
    assert abs(tail[0] - min(2 * reach, 1)) <= error[0] + 1e-9 and error[0] <= 0.011 * tail[0]


def test_a_statistic_that_few_or_no_resamples_have():
    assert resamples.undefined(np.ones(3, bool), "0") == ()
    assert [note.code for note in resamples.undefined(np.array([True, False]), "1 of 2")] == [
        "single_class"
    ]
    with pytest.raises(ValueError, match="none"):
        resamples.undefined(np.zeros(3, bool), "all")
