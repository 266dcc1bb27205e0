"""Messages, batches and degenerate cases of the intervals for the generalization error."""

import numpy as np
import pytest
from scipy import stats

import evalbook as eb

rng = np.random.default_rng(3)
mu = rng.uniform(0.6, 0.9, 15)
halves = rng.uniform(size=(3, 4, 2, 5))
h6, k6 = np.array([0, 1, 0, 0, 1, 1.0]), np.array([0, 0, 1, 1, 2, 2])
folds = np.array([rng.permutation(np.arange(23) % 5) for _ in range(4)])
outer, inner = rng.exponential(size=(4, 23)), rng.exponential(size=(4, 23, 5))

MESSAGES = [
    (lambda: eb.interval_corrected(mu), "needs the sizes of the splits"),
    (lambda: eb.interval_corrected(mu, n_train=9, n_test=[1, 2]), "one for each of the 15 splits"),
    (lambda: eb.interval_corrected(mu, n_train=9, n_test=0), "at least 1"),
    (
        lambda: eb.interval_corrected(eb.core.Scores(mu.reshape(3, 5), names=("a", "b", "c"))),
        "Index them by name",
    ),
    (lambda: eb.interval_corrected([0.5], n_train=9, n_test=1), "at least 2 splits"),
    (lambda: eb.interval_corrected(mu, mu[:3], n_train=9, n_test=1), "one shape"),
    (lambda: eb.crossval.interval_5x2cv(np.zeros(10)), r"\(\.\.\., 5, 2\)"),
    (lambda: eb.crossval.interval_conservative_z([0.1, 0.2], [[0.1, 0.2]]), "HalfPairs"),
    (lambda: eb.crossval.interval_conservative_z(halves[0, 0, 0], halves), r"\(\.\.\., M, 2, J\)"),
    (lambda: eb.crossval.interval_nested_cv(outer, inner, folds, correction="best"), "'bates'"),
    (lambda: eb.crossval.interval_nested_cv(outer, inner[..., :4], folds), "three folds or more"),
    (lambda: eb.crossval.interval_nested_cv(outer[0], inner, folds), "FoldPairs"),
    (lambda: eb.crossval.interval_nested_cv(outer, np.full_like(inner, np.inf), folds), "finite"),
    (
        lambda: eb.crossval.interval_cv_clt(eb.core.Losses(h6, case=[0, 1, 2, 0, 1, 2])),
        "interval_corrected",
    ),
    (lambda: eb.crossval.interval_cv_clt(h6, variance="within-fold"), "all-pairs"),
    (
        lambda: eb.crossval.interval_cv_clt(h6, variance="within-fold", folds=np.arange(6)),
        "one case",
    ),
    (lambda: eb.crossval.interval_austern_zhou(0.1, 0.1, 0.2), r"replaced \(\.\.\., n/2\)"),
    (
        lambda: eb.crossval.interval_naive_wald(eb.core.Losses(np.zeros((2, 6)), names=("a", "b"))),
        "Index them by name",
    ),
    (lambda: eb.bootstrap.interval_location_shifted(np.ones((2, 5)), 0.1, 0.3), "batch entry"),
    (lambda: eb.bootstrap.interval_two_stage([0.3]), "two rounds"),
]


@pytest.mark.parametrize("number", range(len(MESSAGES)))
def test_messages(number):
    action, words = MESSAGES[number]
    with pytest.raises(ValueError, match=words):
        action()


def test_no_spread_gives_width_zero_and_a_note():
    still = [
        eb.interval_corrected(np.ones(4), n_train=9, n_test=1),
        eb.crossval.interval_5x2cv(np.ones((5, 2))),
        eb.crossval.interval_cv_clt(np.zeros(5)),
        eb.crossval.interval_naive_t(np.ones(3)),
        eb.crossval.interval_conservative_z(np.ones(3), np.ones((2, 2, 3))),
        eb.bootstrap.interval_two_stage(np.ones(500)),
        eb.crossval.interval_nested_cv(np.zeros((4, 23)), np.zeros((4, 23, 5)), folds),
    ]
    for interval in still:
        assert interval.width == 0 and "zero_variance" in [n.code for n in interval.notes]
    batch = eb.interval_corrected(np.array([[1, 1, 1.0], [1, 2, 3]]), n_train=9, n_test=1)
    np.testing.assert_array_equal(batch.notes[0].where, [True, False])


def test_differences_are_differences():
    a, b = rng.normal(size=(2, 5, 2))
    for f, more in (
        (eb.interval_corrected, {"n_train": 9, "n_test": 1}),
        (eb.crossval.interval_5x2cv, {}),
        (eb.crossval.interval_cv_clt, {}),
        (eb.crossval.interval_naive_t, {}),
        (eb.crossval.interval_naive_wald, {}),
    ):
        np.testing.assert_allclose(tuple(f(a, b, **more)), tuple(f(a - b, **more)), rtol=1e-12)


def test_the_corrected_interval_is_the_one_of_the_corrected_test():
    a, b = rng.normal(0.8, 0.05, (2, 25))
    ours, test = (
        eb.interval_corrected(a, b, n_train=90, n_test=10),
        eb.ttest_corrected(a, b, n_train=90, n_test=10),
    )
    np.testing.assert_allclose(tuple(ours), tuple(test.interval()), rtol=1e-12)


def test_what_nobody_fitted_may_be_nan():
    holes = np.where(np.arange(5) == folds[..., None], np.nan, inner)
    assert tuple(eb.crossval.interval_nested_cv(outer, holes, folds)) == tuple(
        eb.crossval.interval_nested_cv(outer, inner, folds)
    )


def test_nested_batches():
    pair = eb.crossval.interval_nested_cv(
        np.stack([outer, outer * 2]), np.stack([inner, inner * 2]), folds
    )
    one = eb.crossval.interval_nested_cv(outer, inner, folds)
    np.testing.assert_allclose(pair.high, [one.high, 2 * one.high], rtol=1e-12)
    centre = np.mean(tuple(eb.crossval.interval_nested_cv(outer, inner, folds, correction="none")))
    np.testing.assert_allclose(centre, outer.mean(), rtol=1e-12)


def test_the_winner_of_splits_that_share_no_case_has_the_ordinary_variance():
    "The corrected variance, (1/J + n2/n1) s2, is for splits that share cases; independent ones have s2/J."
    rng = np.random.default_rng(53)
    kinds, bare = {}, eb.Measure("accuracy", True, 0, 1)
    x = rng.normal(0.8, 0.02, (4, 10))
    for kind in ("independent splits", "k-fold"):
        design = eb.core.Design(kind, (10,), n_train=80, n_test=40)
        kinds[kind] = eb.core.Scores(x, names=list("abcd"), design=design, measure=bare)
    w = x.mean(1).argmax()
    for kind, c in (("independent splits", 0), ("k-fold", 0.5)):
        error = np.sqrt((1 / 10 + c) * x[w].var(ddof=1))
        found = eb.interval_winner(kinds[kind], method="projection")
        assert found.standard_error == pytest.approx(error, rel=1e-12)
        assert found.low == pytest.approx(
            x[w].mean() - stats.t.isf(0.025 / 4, 9) * error, rel=1e-12
        )
    narrow, wide = (eb.interval_winner(kinds[kind]) for kind in kinds)
    assert narrow.width < 0.8 * wide.width
    assert (
        eb.algorithms.rank_models(kinds["independent splits"]).high[w]
        <= eb.algorithms.rank_models(kinds["k-fold"]).high[w]
    )


def test_the_interval_of_the_winner_over_independent_splits_holds_what_it_promises():
    rng, design = (
        np.random.default_rng(5),
        eb.core.Design("independent splits", (10,), n_train=80, n_test=40),
    )
    hits, truth = [], np.array([0.80, 0.80, 0.79, 0.78])
    for _ in range(400):  # a split moves all models alike, and each by itself
        x = truth[:, None] + 0.03 * rng.normal(size=10) + 0.03 * rng.normal(size=(4, 10))
        found = eb.interval_winner(
            eb.core.Scores(
                x, names=list("abcd"), design=design, measure=eb.Measure("accuracy", True)
            )
        )
        hits.append(found.low <= truth[x.mean(1).argmax()] <= found.high)
    assert abs(np.mean(hits) - 0.95) < 4 * (0.95 * 0.05 / 400) ** 0.5


@pytest.mark.parametrize("interval", (eb.crossval.interval_cv_clt, eb.crossval.interval_naive_wald))
def test_limits_that_differ_by_rounding_alone_have_no_width(interval):
    "The standard error of three losses of .7 is 6e-17: no note said that they do not vary."
    found = interval(np.full(3, 0.7))
    assert "zero_variance" in [note.code for note in found.notes]
    varied = interval(0.5 + 1e-9 * np.arange(3))
    assert "zero_variance" not in [note.code for note in varied.notes]
