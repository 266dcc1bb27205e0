"""Kernels by hand: a batch equals its rows one by one, and formulas written out once more in loops."""

from itertools import product

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from evalbook.algorithms import equivalence, forecasts, joint_scores, many_datasets, model_ranks
from evalbook.algorithms.two_algorithms import pooled_variance
from evalbook.bootstrap import distributions as dist
from evalbook.bootstrap import metrics_of_counts, resamples, sign_flips, sums
from evalbook.core.checks import frozen
from evalbook.core.labels import distinct
from evalbook.core.read_arguments import as_zero_one
from evalbook.crossval import bccv, generalization, large_samples, learning
from evalbook.crossval.label_permutation import mean_score, shuffled
from evalbook.laboratory import counts, sequential
from evalbook.laboratory.plans import sd_upper
from evalbook.laboratory.simulate import count_rejections
from evalbook.models import benchmarks as crossed
from evalbook.models.omnibus import sphericity
from evalbook.models.pair_counts import PairCounts
from evalbook.practice.columns import differ
from evalbook.selection import simplest

RNG = np.random.default_rng(62)


def scores(*shape):
    "Rows of very different size and spread, the first of them without any spread."
    x = RNG.normal(size=shape) * 10.0 ** np.arange(shape[0]).reshape(
        (-1,) + (1,) * (len(shape) - 1)
    )
    x[0] = 0.7
    return x


BATCHES = {
    "mean_and_spread": (lambda x: generalization.mean_and_spread(x, 0.2), scores(4, 5)),
    "corrected_limits": (lambda x: learning.corrected_limits(x, 0.2, 0.9), scores(4, 5)),
    "long_run_variance": (lambda x: forecasts.long_run_variance(x, 3), 3 + scores(4, 9)),
    "simplest_good": (
        lambda x: (
            simplest.simplest_good(x, np.full(x.shape[:-1] + (1,), 0.5), np.array([3, 1, 1, 0, 2])),
        ),
        scores(4, 5),
    ),
    "mean_squares_crossed": (
        lambda x: large_samples.mean_squares_crossed(x)[:1],
        scores(3, 2, 3, 4),
    ),
}


@pytest.mark.parametrize("name", BATCHES)
def test_a_batch_equals_its_rows_one_by_one(name):
    function, rows = BATCHES[name]
    for whole, *parts in zip(function(rows), *(function(row) for row in rows)):
        np.testing.assert_allclose(whole, parts, rtol=1e-10, atol=1e-15)


def test_rounding_is_measured_against_the_row_of_its_own():
    x = np.array([[1e9, 1.0, 2.0], [1.0, 1 + 1e-7, 1.0]])
    np.testing.assert_array_equal(generalization.mean_and_spread(x)[1] > 0, [True, True])
    means = np.array([[1e15, 1.0, 0.0], [0.2, 0.3, 0.1]])
    found = simplest.simplest_good(means, np.zeros((2, 1)), np.array([2, 1, 0]))
    np.testing.assert_array_equal(found, [0, 1])


def test_equal_scores_have_no_standard_error_beside_others_that_have_one():
    x = np.array([[0.1, 0.1, 0.1], [1.0, 2.0, 4.0]])
    assert x[0].var(ddof=1) > 0  # a rounding error
    for error in (generalization.mean_and_spread(x)[1], learning.corrected_limits(x, 0.2, 0.9)[1]):
        assert error[0] == 0 and error[1] > 0


def test_sphericity_of_a_batch_by_eigenvalues():
    right = RNG.random((4, 60, 4)) < [0.5, 0.6, 0.7, 0.9]
    right[..., 1] |= right[..., 0]
    gram = np.swapaxes(right.astype(int), -1, -2) @ right
    found = sphericity(PairCounts(gram, 60))
    for epsilon, x in zip(found, right):
        centred = np.eye(4) - 1 / 4
        value = np.linalg.eigvalsh(centred @ np.cov(x.T) @ centred)
        assert epsilon == pytest.approx(value.sum() ** 2 / (3 * (value**2).sum()))


def test_crossed_mean_squares_against_an_ordinary_analysis_of_variance():
    x = (
        RNG.normal(size=(3, 4, 5))
        + np.arange(3)[:, None, None]
        + RNG.normal(size=(4, 1))
        + RNG.normal(size=5)
    )
    found, df = large_samples.mean_squares_crossed(x)
    contrasts = [np.linalg.qr(np.column_stack([np.ones(k), np.eye(k)[:, 1:]]))[0] for k in x.shape]
    for kept, ms, f in zip([(0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2)], found, df):
        bases = [q[:, 1:] if i in kept else q[:, :1] for i, q in enumerate(contrasts)]
        projected = np.einsum("abc,ai,bj,ck->ijk", x, *bases)  # orthonormal, so squares add up
        assert f == projected.size and ms == pytest.approx((projected**2).sum() / projected.size)


def test_the_denominators_of_quasi_f_by_satterthwaite():
    found, df = large_samples.mean_squares_crossed(RNG.normal(size=(3, 4, 6)))
    F, upper, lower = large_samples.quasi_f(found, df)
    a, a_s, a_t, rest = found[[0, 3, 4, 6]]
    assert F == pytest.approx((a + rest) / (a_s + a_t))
    assert upper == pytest.approx((a + rest) ** 2 / (a**2 / 2 + rest**2 / 30))
    assert lower == pytest.approx((a_s + a_t) ** 2 / (a_s**2 / 6 + a_t**2 / 10))


def test_wealth_is_the_mean_over_players_of_a_product_over_cases():
    d, count, delta = np.array([-1.0, 0.0, 0.5, 1.0]), np.array([2, 1, 1, 4]), 0.1
    cases = np.repeat(d, count)
    players = [
        np.prod([1 + bet * (case - delta) / (1 + delta) for case in cases])
        for bet in sequential.BETS
    ]
    assert sequential.log_wealth(d, count, delta) == pytest.approx(
        np.log(np.mean(players)), rel=1e-12
    )
    path = [
        np.log(np.mean([np.prod(1 + bet * cases[:i]) for bet in sequential.BETS]))
        for i in range(1, 9)
    ]
    np.testing.assert_allclose(sequential.path_of_wealth(cases), path, atol=1e-12)


def test_largest_chance_advantages_by_loops_over_pairs():
    A = RNG.normal(size=(4, 4)) * [1, 2, 0.5, 3]
    V = A @ A.T
    value, vector = np.linalg.eigh(V)
    g = (vector * np.sqrt(value)) @ np.random.default_rng(3).standard_normal((4, 500))
    drawn = model_ranks.drawn_maxima(V, 500, np.random.default_rng(3))
    for i in range(4):
        others = [
            (g[j] - g[i]) / np.sqrt(V[i, i] + V[j, j] - 2 * V[i, j]) for j in range(4) if j != i
        ]
        np.testing.assert_allclose(drawn[:, i], np.maximum(np.max(others, 0), 0), atol=1e-4)


def test_stepping_down_to_the_best_by_loops_over_models():
    z = np.array([[0.0, 1.1, 2.9], [-1.1, 0.0, 1.4], [-2.9, -1.4, 0.0]])
    drawn = RNG.normal(0.4, 0.8, (300, 3))
    T = [max(z[j][i] for j in range(3) if j != i) for i in range(3)]
    p = [
        np.mean([1.0] + [max(row[: i + 1]) >= T[i] for row in drawn]) for i in range(3)
    ]  # T ascends
    p = [min(1, p_i, (i + 1) * 2 * stats.norm.sf(T[i])) for i, p_i in enumerate(p)]
    np.testing.assert_allclose(model_ranks.best_pvalues(z, drawn), [max(p[i:]) for i in range(3)])


def test_covariance_of_two_clusters_is_that_of_their_sums():
    x, codes = RNG.normal(size=(3, 6)), np.array([0, 0, 0, 1, 1, 1])
    sums = (x - x.mean(1, keepdims=True)) @ np.eye(2)[codes]
    found, df = joint_scores.covariance_of_cases(x, codes)
    np.testing.assert_allclose(found, 2 * (sums @ sums.T) / 36)
    assert df == 1
    np.testing.assert_allclose(joint_scores.covariance_of_cases(x, None)[0], np.cov(x) / 6)


def test_ties_are_split_evenly_and_an_odd_one_is_left_out():
    d = np.array([[1.0, 1, -1, 0, 0, 0, 0, 0], [1.0, 1, 1, 1, 1, -1, -1, 0]])
    np.testing.assert_array_equal(many_datasets.count_signs(d, True), [[4, 5], [7, 7]])
    np.testing.assert_array_equal(many_datasets.count_signs(d, False), [[2, 5], [3, 7]])


def test_a_sum_of_families_that_equals_the_largest_is_not_cut():
    one, two, both = frozenset({0}), frozenset({1}), frozenset({0, 1})
    assert crossed.variance_of_mean({one: (1.0, 3), two: (1.0, 4), both: (1.0, 12)}, [0, 1]) == (
        1.0,
        3,
        False,
    )
    assert crossed.variance_of_mean({one: (1.0, 3), two: (0.5, 4), both: (1.0, 12)}, [0, 1])[2]


def test_errors_of_samples_case_by_case_and_their_moved_percentiles():
    times = np.array([[1, 1, 1, 1], [2, 0, 1, 1], [0, 3, 0, 1]])
    losses = np.array([0.0, 1.0, 0.5, 1.0, 1.0, 0.0, 0.25, 0.5, 0.75])
    by_hand = [2.5 / 4, (2 * 1 + 0 + 0.25) / 4, (3 * 0.5 + 0.75) / 4]
    np.testing.assert_allclose(bccv.case_errors(losses, times), by_hand)
    rounds = RNG.random(200)
    low, high = bccv.limits_bccv(0.9, rounds, 0.3)
    plain = bccv.limits_percentile(0.9, rounds)
    np.testing.assert_allclose([low, high], np.subtract(plain, rounds.mean() - 0.3))


def test_statistics_at_an_edge_without_a_standard_error_are_quiet():
    with np.errstate(all="raise"):
        found = equivalence.nearer_edge(
            np.array([0.0, 0.3, 0.1]), np.array([0.0, 0.0, 0.05]), -0.1, 0.1
        )
    np.testing.assert_array_equal(found, [np.inf, -np.inf, 0.0])


def test_pooled_variance():
    x, y = RNG.normal(size=4), RNG.normal(size=7)
    residuals = np.concatenate([x - x.mean(), y - y.mean()])
    assert pooled_variance(x.var(ddof=1), y.var(ddof=1), 4, 7) == pytest.approx(
        (residuals**2).sum() / 9
    )


def test_mean_score_is_that_of_scikit_learn_and_groups_keep_their_labels():
    from sklearn.model_selection import KFold, cross_val_score
    from sklearn.tree import DecisionTreeClassifier

    X, y = RNG.normal(size=(40, 2)), RNG.integers(0, 2, 40)
    tree, cv = DecisionTreeClassifier(max_depth=2, random_state=0), KFold(4)
    found, measure = mean_score(y, tree, X, cv=cv, scoring="accuracy")
    assert found == pytest.approx(cross_val_score(tree, X, y, cv=cv, scoring="accuracy").mean())
    assert measure.name == "accuracy"
    codes, labels = RNG.integers(0, 3, 60), np.arange(60)
    mixed = shuffled(labels, codes, False, np.random.default_rng(0))
    assert (mixed != labels).any()
    np.testing.assert_array_equal(codes[mixed], codes)


def test_a_thousand_equal_test_sets_are_drawn_from_the_table():
    m, p = np.tile([6, 4], (1000, 1)), (0.2, 0.5)
    found = counts.draw_errors(p, m, np.random.default_rng(1))
    table = counts.lookup_of(counts.errors_law, p, 10)
    np.testing.assert_array_equal(found, table(m[:, 0], np.random.default_rng(1)))
    with pytest.raises(ValueError, match="^test_size"):
        counts.sizes_of("holdout", 10, None, 1.0)


def test_columns_of_text_stay_text_and_numbers_become_floats():
    for text in (["a", "b", "a"], np.array(["a", "b", "a"]), pd.Series(["a", "b", "a"])):
        found = dist.as_column(text, "f")
        assert found.dtype.kind in "US" and found.tolist() == ["a", "b", "a"]
    assert dist.as_column([1, 2], "f").dtype == float
    share = dist.of_function((["a", "b", "a"], ["a", "b", "b"]), lambda t, p: np.mean(t == p), "f")
    assert [c.dtype.kind for c in share.columns] == ["U", "U"]


def test_messages_name_the_column_and_show_what_came():
    series = [pd.Series([0, 1, 1], index=index) for index in ([0, 1, 2], [0, 1, 2], [0, 2, 1])]
    with pytest.raises(ValueError, match=r"^b pairs with y_true.*b = b\.loc\[y_true\.index\]"):
        dist.as_statistic(tuple(series), "accuracy", "f")
    with pytest.raises(ValueError, match=r"^b\b"):
        dist.as_statistic(([0, 1, 1], [0, 1, 1], [0, 1]), "accuracy", "f")
    with pytest.raises(ValueError, match=r"\(3,\), \(2,\)"):
        dist.of_function(([1, 2, 3], [1, 2]), np.mean, "f")
    with pytest.raises(ValueError, match=r"\(3,\), \(2,\)"):
        dist.of_scores([0, 1, 1], ([0.1, 0.2],), "f")
    with pytest.raises(ValueError, match="^sign_test with method='exact' "):
        sign_flips.flips(RNG.normal(size=60), "exact", "sign_test")


def test_two_cases_are_enough_for_a_metric_and_one_is_not():
    assert dist.as_statistic(([0, 1], [0, 1]), "accuracy", "f").value == 1
    with pytest.raises(ValueError, match="^f of accuracy "):
        dist.as_named(([0], [0]), "accuracy", "f")


def test_resamples_without_a_value_leave_a_note_or_an_error():
    assert resamples.undefined(np.array([True, True]), "none") == ()
    (note,) = resamples.undefined(np.array([True, False]), "50 %")
    assert note.code == "single_class" and note.text.startswith("50 % ")
    with pytest.raises(ValueError, match="bootstrap"):
        resamples.undefined(np.array([False, False]), "all")


def test_cells_that_balanced_accuracy_cannot_tell_apart_become_one():
    right, true, pred = RNG.integers(0, 2, (3, 6, 2))
    for metric in ("balanced_accuracy", "recall"):
        found = metrics_of_counts.as_read(metric, right, true, pred)
        columns = 1 if metric == "recall" else 2
        assert found[:, :columns].any() and not found[:, -columns:].any()


def test_every_resample_of_a_single_cell_and_of_three():
    w, mass = resamples.every_resample(np.array([4]))
    assert w.dtype.kind == "i" and w.tolist() == [[4]] and mass.tolist() == [1.0]
    w, mass = resamples.every_resample(np.array([1, 2, 1]))
    np.testing.assert_allclose(mass, stats.multinomial(4, [0.25, 0.5, 0.25]).pmf(w))
    assert len(w) == 15 and mass.sum() == pytest.approx(1)


def test_the_last_echo_by_the_characteristic_function():
    for step, n in ((1.0, 40), (0.3, 300)):
        x, many = np.unique(step * RNG.integers(0, 9, n), return_counts=True)
        x = x - x @ many / n
        for width in (1.0, 3.0):
            unit = 2 * np.pi / (width * n)
            frequencies = 16 * np.arange(1, sums.TERMS // 8 + 1)
            sizes = np.abs(np.exp(1j * unit * np.multiply.outer(frequencies, x)) @ many)
            assert sums.last_echo(x, many, width) == max([0, *frequencies[n - sizes < 7]])


def test_flips_by_fourier_bound_the_error_also_on_a_grid():
    d = np.array([1.0, 2, 3, -1, 2, 5, -4, 1, 1, 2])
    sums = np.array([np.dot(signs, d) for signs in product((-1, 1), repeat=10)])
    values, mass, error = sign_flips.flips(d, "fourier", "f")
    p = mass[np.abs(values) >= abs(d.sum()) - 1e-9].sum()
    assert 0 < error < 0.05 and abs(p - np.mean(np.abs(sums) >= abs(d.sum()))) <= error
    assert sign_flips.flips(d, "exact", "f")[2] == 0


def test_far_tails_are_bounded_by_hoeffding():
    d, t = np.ones(400), np.array([160.0, 240.0])
    tail, error = sign_flips.tails_by_fourier(d, t)
    np.testing.assert_allclose(tail, 2 * np.exp(-(t**2) / 800), rtol=1e-9)
    assert (2 * stats.binom(400, 0.5).sf(200 + t / 2 - 1) <= tail).all() and (error <= tail).all()


def test_random_flips_leave_out_zeros_and_nothing_else():
    d = np.array([1.0, 1, 0, 2, 1, 0, 5])
    null, error = sign_flips.null_of_flips(d, "random", 2000, 4)
    (sums,) = null.params
    assert not error.any()
    assert set(np.unique(np.abs(sums))) <= {0, 2, 4, 6, 8, 10} and np.abs(sums).max() == 10
    np.testing.assert_array_equal(
        sums, sign_flips.random_flips(np.array([1.0, 1, 2, 1, 5]), 2000, 4)
    )


def test_a_flat_pilot_keeps_its_degrees_of_freedom_and_a_p_value_at_the_level_rejects():
    d = np.tile([1.0, -1.0], 6)
    assert sd_upper(d, 0.8) == pytest.approx(d.std(ddof=1) * np.sqrt(11 / stats.chi2.ppf(0.2, 11)))
    p = np.array([0.01, 0.05, 0.2, np.nan])
    np.testing.assert_array_equal(count_rejections(p, np.array([0.01, 0.05, 0.1])), [1, 2, 2])


# labels without sorting, tables without copies


@pytest.mark.parametrize(
    "dtype", ["bool", "int8", "uint8", "int64", "uint64", "float64", "U3", object]
)
def test_distinct_labels_and_their_places_are_those_of_unique(dtype):
    rng = np.random.default_rng(3)
    for n, low, high in ((0, 0, 2), (1, 5, 6), (300, 0, 2), (300, -128, 128), (300, 0, 10**6)):
        whole = rng.integers(low, high, n)
        whole = np.abs(whole) if dtype in ("uint8", "uint64") else whole
        labels = whole.astype(dtype)
        with_largest = labels + np.array(2**63, "uint64") if dtype == "uint64" else labels
        for given in (labels, with_largest):
            known, places = np.unique(given, return_inverse=True)
            for found in (distinct(given), distinct(given, coded=True)[0]):
                assert found.dtype == known.dtype and (found == known).all()
            assert (distinct(given, coded=True)[1] == places).all()


def test_a_part_of_a_frozen_array_is_not_copied_and_a_changeable_one_is():
    whole = frozen(np.arange(6.0).reshape(2, 3))
    assert np.shares_memory(frozen(whole[1]), whole) and not frozen(whole[1]).flags.writeable
    mine = np.arange(6.0)
    part = mine[:3]
    part.flags.writeable = False
    assert not np.shares_memory(frozen(part), mine) and not np.shares_memory(frozen(mine), mine)
    assert frozen(whole[1], int).dtype == int


@pytest.mark.parametrize(
    "values", [[1, 2, 3], [1, 1, 2], [3, 1, 2], [1.0, None, 2.0], ["a", "b"], ["a", "a"], [True]]
)
def test_whether_rows_differ_is_what_pandas_says(values):
    column = pd.Series(values)
    assert differ(column) == column.is_unique


@pytest.mark.parametrize("given", [[0, 1, 1], [0.0, 1.0], [True, False], [0.5, 1.0], [2, 0], []])
def test_zeros_and_ones_are_told_from_other_numbers(given):
    array = np.array(given)
    if set(given) <= {0, 1}:
        assert (as_zero_one(array, "x") == array.astype(bool)).all()
    else:
        assert (as_zero_one(array, "x", strict=False) == array.astype(float)).all()
        with pytest.raises(ValueError, match="zeros and ones"):
            as_zero_one(array, "x")
    if len(given):
        with pytest.raises(ValueError, match="finite"):
            as_zero_one(np.append(array.astype(float), np.nan), "x", strict=False)
