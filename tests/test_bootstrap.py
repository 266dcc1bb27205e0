"""The bootstrap of numbers and the distributions of resamples: what was once wrong stays right."""

import itertools
import tracemalloc

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from sklearn import metrics
from sklearn.datasets import load_iris
from sklearn.model_selection import RepeatedKFold
from sklearn.naive_bayes import GaussianNB

import evalbook as eb

RNG = np.random.default_rng(0)
X = RNG.gamma(2.0, size=40)
RULES = (
    eb.bootstrap.interval_percentile,
    eb.bootstrap.interval_basic,
    eb.interval_bca,
    eb.bootstrap.interval_bootstrap_t,
)


def codes(result):
    "The codes of a result's notes."
    return [note.code for note in result.notes]


def enumerated_quantiles(values, counts, q):
    "Quantiles of the mean of a resample, by listing how often each value can be in it."
    n, k = sum(counts), len(counts)
    w = np.array([c for c in itertools.product(range(n + 1), repeat=k - 1) if sum(c) <= n])
    w = np.c_[w, n - w.sum(1)]
    means, p = w @ np.array(values) / n, stats.multinomial(n, np.array(counts) / n).pmf(w)
    order = np.argsort(means)
    return means[order][np.searchsorted(np.cumsum(p[order]), q)]


def test_bootstrap_t_has_a_width_at_small_scale():
    "0.1.0 called resamples within 1e-8 of the sample equal to it: [7.3e-10, 7.3e-10] for squared errors in metres."
    x = RNG.normal(0, 3e-5, 60) ** 2
    low, high = eb.bootstrap.interval_bootstrap_t(x, random_state=0)
    assert low < x.mean() < high
    np.testing.assert_allclose(
        (low, high),
        1e-9 * np.array(tuple(eb.bootstrap.interval_bootstrap_t(1e9 * x, random_state=0))),
    )


def test_bootstrap_t_of_a_repeated_number_is_infinite_at_every_scale():
    "0.1.0 took the variance of a resample as a difference of squares: rounding made a standard error of 0 positive."
    for x in (
        np.array([0.1, 0.7, 0.9]),
        1e12 * np.array([0.1, 0.7, 0.9]),
        1e-12 * np.array([0.1, 0.7, 0.9]),
    ):
        assert [abs(limit) for limit in eb.bootstrap.interval_bootstrap_t(x)] == [np.inf, np.inf]


def test_bootstrap_t_says_that_it_drew():
    "0.1.0 labelled drawn limits by the exact distribution of the statistic itself, and had no note on the draws."
    interval = eb.bootstrap.interval_bootstrap_t(X, random_state=1, n_resamples=199)
    assert interval.method == "bootstrap-t, 199 draws"
    assert codes(interval) == ["monte_carlo", "few_resamples"]


@pytest.mark.parametrize("name", ["auc", "roc_auc"])
def test_bootstrap_t_refuses_an_area_by_each_of_its_names(name):
    "Only 'auc' was refused: the same area as 'roc_auc' took minutes, with k**2 numbers a resample."
    with pytest.raises(ValueError, match="needs a standard error for each resample.*interval_bca"):
        eb.bootstrap.interval_bootstrap_t(([0, 1, 1, 0], [0.1, 0.8, 0.4, 0.3]), name)


def test_bootstrap_t_refuses_to_be_exact_where_it_is_not():
    "0.1.0 answered method='exact' with draws."
    with pytest.raises(ValueError, match="method='auto'"):
        eb.bootstrap.interval_bootstrap_t(X, method="exact")


def test_bootstrap_t_drops_resamples_without_a_statistic():
    "0.1.0 counted an undefined t as the largest of all: a limit was nan."
    y, guess = np.repeat([0, 1], [13, 1]), np.repeat([0, 1], [12, 2])
    for method in ("auto", "draws"):
        interval = eb.bootstrap.interval_bootstrap_t(
            (y, guess), "kappa", random_state=1, method=method, confidence_level=0.5
        )
        assert np.isfinite(tuple(interval)).all() and "single_class" in codes(interval)


def test_a_lattice_is_found_by_the_common_divisor():
    "0.1.0 took the smallest gap for the step: the costs 0, 2 and 5 lay on no lattice, and a smooth series was 'exact'."
    interval = eb.bootstrap.interval_percentile(
        np.repeat([0.0, 2, 5], [24, 15, 11]), n_resamples=99
    )
    assert interval.method == "percentile bootstrap, exact lattice distribution"
    exact = enumerated_quantiles([0, 2, 5], [24, 15, 11], [0.025, 0.975])
    np.testing.assert_allclose(tuple(interval), exact, rtol=1e-12)


def test_numbers_far_from_zero_keep_their_lattice():
    "0.1.0 judged gaps by the size of the numbers: 1 + {0, 1, 2.4}e-10 was a lattice of three equal steps."
    x = 1 + 1e-10 * np.repeat([0, 1, 2.4], [24, 15, 11])
    low, high = (limit - 1 for limit in eb.bootstrap.interval_percentile(x, n_resamples=99))
    exact = enumerated_quantiles([0, 1e-10, 2.4e-10], [24, 15, 11], [0.025, 0.975])
    np.testing.assert_allclose((low, high), exact, atol=1e-15)


def test_a_fine_lattice_stays_in_memory():
    "0.1.0 took a Fourier transform of any length: two thousand numbers up to a million asked for gigabytes."
    x = RNG.choice([0.0, 1, 2**20], 2000)
    tracemalloc.start()
    eb.bootstrap.interval_percentile(x, n_resamples=99, random_state=1)
    assert tracemalloc.get_traced_memory()[1] < 32 * 2**20
    tracemalloc.stop()


def test_clumped_numbers_are_not_smoothed():
    "0.1.0 stopped its series before the frequency of the clumps: the median of a mean was off by 5 % of probability."
    rng = np.random.default_rng(1)
    x = rng.choice([0.0, 1000], 60) + rng.normal(size=60)
    drawn = eb.bootstrap.draw_bootstrap(x, n_resamples=200_000, random_state=1)
    for level in (0.2, 0.5, 0.9, 0.95):
        low, high = eb.bootstrap.interval_percentile(x, confidence_level=level, random_state=2)
        found = np.searchsorted(drawn, (low, high)) / len(drawn)
        np.testing.assert_allclose(
            found, [(1 - level) / 2, (1 + level) / 2], atol=0.015
        )  # three standard errors


def test_series_are_not_called_exact():
    "0.1.0 labelled a truncated Fourier series 'exact law'."
    assert eb.bootstrap.interval_percentile(X).method == "percentile bootstrap, Fourier series"


def test_bca_says_where_it_has_no_correction():
    "0.1.0 gave percentile limits silently where all resamples lie on one side."
    interval = eb.interval_bca(
        np.arange(30.0), lambda v: len(np.unique(v)), n_resamples=999, random_state=1
    )
    assert "not_valid" in codes(interval)


def test_estimate_keeps_the_note_of_pooled_folds():
    "0.1.0 dropped it, though the estimate prints an interval."
    losses = eb.core.Losses(X, split=np.arange(40) % 2)
    assert (
        codes(eb.estimate_bootstrap(losses))
        == codes(eb.bootstrap.interval_percentile(losses))
        == ["pooled_folds"]
    )


def test_tied_scores_share_a_cell():
    "0.1.0 made a cell of each case: few distinct scores were drawn one by one, never listed."
    y, score = np.repeat([0, 1], 6), np.repeat([0.1, 0.5, 0.1, 0.9], 3)
    interval = eb.bootstrap.interval_percentile((y, score), "auc")
    assert (
        interval.method
        == "percentile bootstrap, exact distribution of all 455 combinations of counts"
    )
    draws = eb.bootstrap.draw_bootstrap((y, score), "auc", n_resamples=100_000, random_state=1)
    np.testing.assert_allclose(tuple(interval), np.quantile(draws, [0.025, 0.975]), atol=0.02)


def test_memory_is_eight_bytes_a_draw():
    "0.1.0 kept the draws twice: 81 MiB for five million."
    tracemalloc.start()
    eb.bootstrap.interval_percentile(
        X[:21] > 2, method="draws", n_resamples=2_000_000, random_state=1
    )
    assert tracemalloc.get_traced_memory()[1] < 8 * 2_000_000 + 8 * 2**20
    tracemalloc.stop()


def test_notes_of_a_batch_name_their_entries():
    "0.1.0 labelled a whole batch with the first entry's method and with any entry's notes."
    batch = eb.bootstrap.interval_percentile(np.stack([X, np.full(40, 0.3)]))
    assert batch.method == "percentile bootstrap, Fourier series or equal numbers"
    assert [(n.code, n.where.tolist()) for n in batch.notes] == [("zero_variance", [False, True])]


def test_columns_with_other_indexes_are_refused():
    "0.1.0 paired truth and scores from pandas by position."
    y, scores = pd.Series([0, 1, 1, 0]), pd.Series([0.1, 0.8, 0.4, 0.3], index=[3, 2, 1, 0])
    with pytest.raises(ValueError, match="index"):
        eb.bootstrap.interval_percentile((y, scores), "auc")


def test_a_sample_of_one_cell_is_an_answer():
    "0.1.0 died of numpy's 'cannot reshape array of size 0'."
    interval = eb.bootstrap.interval_percentile(([1, 1, 1], [1, 1, 1]), "f1")
    assert tuple(interval) == (1.0, 1.0) and codes(interval) == ["zero_variance"]
    with pytest.raises(ValueError, match="defined on the sample"):
        eb.bootstrap.interval_percentile(([1, 1, 1], [1, 1, 1]), "kappa")


def test_an_empty_batch_is_refused():
    "0.1.0 died of 'not enough values to unpack'."
    for rule in RULES:
        with pytest.raises(ValueError, match="at least 2 cases"):
            rule(np.zeros((0, 5)))


def test_probabilities_are_no_labels():
    "0.1.0 compared probabilities with labels and answered an accuracy of 0."
    with pytest.raises(ValueError, match="class labels"):
        eb.bootstrap.interval_percentile(([0, 1, 1, 0], [0.1, 0.8, 0.4, 0.3]), "accuracy")


def test_numbers_beyond_squares_are_refused():
    "0.1.0 answered [nan, nan] or a width of 0 where squares overflow or vanish."
    for unit in (1e200, 1e-200):
        for rule in RULES:
            with pytest.raises(ValueError, match="unit"):
                rule(unit * X, random_state=1)


def test_a_batch_of_ragged_draws_is_our_own_message():
    "0.1.0 died of numpy's 'inhomogeneous shape'."
    with pytest.raises(ValueError, match="Draw each entry alone"):
        eb.bootstrap.draw_bootstrap(
            np.stack([X, X + 1]),
            lambda v: v[0] if v[0] > 2 else np.nan,
            n_resamples=50,
            random_state=1,
        )


def test_standard_error_without_a_function_is_refused():
    "0.1.0 ignored standard_error= where the statistic has its own."
    with pytest.raises(ValueError, match="with a function"):
        eb.bootstrap.interval_bootstrap_t(X, standard_error=np.std)


def test_inclusion_probability_needs_whole_numbers():
    "0.1.0 answered .721 for 2.5 cases, and -0.0 for no draw."
    with pytest.raises(ValueError, match="whole numbers"):
        eb.bootstrap.inclusion_probability(2.5)
    assert not np.signbit(eb.bootstrap.inclusion_probability(5, [0, 1])[0])


Y = RNG.normal(5, 1, 80)
MARKS = (Y > 5).astype(int)
CHANCES = np.clip(stats.norm.cdf(Y - 5 + RNG.normal(size=(2, 80))), 0.01, 0.99)
GUESSES = (CHANCES > 0.5).astype(int)
NUMBERS = Y + RNG.normal(size=(2, 80))


@pytest.mark.parametrize(
    "called, truth, answers, peer",
    [
        ("rmse", Y, NUMBERS, metrics.root_mean_squared_error),
        ("MAPE", Y, NUMBERS, metrics.mean_absolute_percentage_error),
        ("mae", Y, NUMBERS, metrics.mean_absolute_error),
        ("r2", Y, NUMBERS, metrics.r2_score),
        ("log_loss", MARKS, CHANCES, metrics.log_loss),
        ("brier", MARKS, CHANCES, metrics.brier_score_loss),
        ("roc_auc", MARKS, CHANCES, metrics.roc_auc_score),
        ("average precision", MARKS, CHANCES, metrics.average_precision_score),
        ("sensitivity", MARKS, GUESSES, metrics.recall_score),
        ("specificity", MARKS, GUESSES, lambda y, p: metrics.recall_score(y, p, pos_label=0)),
        ("cohen_kappa", MARKS, GUESSES, metrics.cohen_kappa_score),
    ],
)
def test_a_measure_is_known_by_its_name(called, truth, answers, peer):
    a, b = answers
    found = eb.interval_bca((truth, a), called, n_resamples=99, random_state=0)
    assert found.value == pytest.approx(peer(truth, a)) and found.low < found.value < found.high
    gap = eb.estimate_difference(truth, a, b, called, n_resamples=99, random_state=0)
    assert gap.value == pytest.approx(peer(truth, a) - peer(truth, b))


def test_a_measure_by_its_name_draws_clusters_of_any_size():
    cluster = np.arange(80) // 7
    by_name, by_hand = (
        eb.interval_bca((Y, NUMBERS[0]), metric, n_resamples=99, random_state=0, cluster=cluster)
        for metric in ("rmse", metrics.root_mean_squared_error)
    )
    assert tuple(by_name) == pytest.approx(tuple(by_hand))


def test_a_typo_of_a_measure_is_answered():
    with pytest.raises(ValueError, match="'kappa'.* or give a function"):
        eb.interval_bca((MARKS, GUESSES[0]), "kapa")
    with pytest.raises(ValueError, match="what to compute of several columns"):
        eb.interval_bca(Y, NUMBERS[0])


def test_a_score_of_probabilities_with_a_column_a_class():
    "roc_auc_ovr was refused for the shape of its probabilities, and a scorer was called as a function."
    y = np.repeat([0, 1, 2], 20)
    P = np.random.default_rng(1).dirichlet([1, 1, 1], 60) + np.eye(3)[y]
    P /= P.sum(1, keepdims=True)
    found = eb.interval_bca((y, P), "roc_auc_ovr", n_resamples=200, random_state=0)
    assert found.value == pytest.approx(metrics.roc_auc_score(y, P, multi_class="ovr"))
    scorer = metrics.make_scorer(metrics.f1_score, average="macro")
    found = eb.interval_bca((y, P.argmax(1)), scorer, n_resamples=200, random_state=0)
    assert found.value == pytest.approx(metrics.f1_score(y, P.argmax(1), average="macro"))
    with pytest.raises(ValueError, match="columns of one length"):
        eb.interval_bca((y, y[:, None]), lambda a, b: np.mean(a == b))
    with pytest.raises(ValueError, match="one number for each resample"):
        eb.interval_bca(X, lambda v: "a")
    with pytest.raises(ValueError, match="indices from 0 to 2, got 0 to 7"):
        list(eb.Bootstrap(indices=[[0, 1, 7]]).split(range(3)))


def test_columns_that_do_not_align_have_a_line_that_runs():
    "It said data = data.loc[data.index] of a tuple."
    a = pd.Series([0, 1, 1, 0] * 5)
    with pytest.raises(ValueError, match=r"as in b = b.loc\[a.index\]"):
        eb.interval_bca((a, a[::-1]), "f1")


@pytest.mark.parametrize(
    "metric", ["precision", "recall", "f1", "jaccard", "mcc", "average_precision"]
)
def test_resamples_on_which_a_measure_is_0_by_0_do_not_count(metric):
    "They counted as 0: a measure that is 1 wherever it exists had the limits 0 and 1."
    y = np.r_[np.ones(3, int), np.zeros(57, int)]
    found = eb.bootstrap.interval_percentile((y, y), metric, n_resamples=999, random_state=0)
    assert (found.low, found.high) == (1, 1)
    assert "single_class" in codes(found)
    with pytest.raises(ValueError, match="defined on the sample itself, got nan"):
        eb.interval_bca((0 * y, 0 * y), metric, n_resamples=99)


def test_intervals_of_pooled_folds_are_about_the_models_of_the_folds():
    "They were said to be about this fitted model, where there are five; names were lost in a table."
    run = eb.Evaluation.from_folds(
        np.arange(60) % 2, {"m": np.arange(60) % 3 % 2}, np.arange(60) % 5
    )
    for table in (run.correct()["m"], run.scores()["m"]):
        for rule in RULES:
            assert "48 cases, on cases like those tested" in rule(table).estimand
        assert "48 cases" in eb.bootstrap.estimate_bootstrap(table).estimand
    assert eb.interval_bca(X).estimand == "this fitted model on cases like those tested"
    batch = {"a": [1, 0, 1, 1], "b": [1, 1, 0, 0]}
    for found in (eb.estimate_accuracy(batch), eb.estimate_accuracy(batch).interval()):
        assert found.to_frame().index.tolist() == ["a", "b"]


@pytest.mark.parametrize("metric", ["explained_variance", "r2", "rmse"])
def test_columns_of_classes_are_refused_for_measures_of_numbers_in_our_words(metric):
    "It was scikit-learn's: inconsistent numbers of samples: [60, 2]."
    chances = RNG.dirichlet([1, 1], 60)
    with pytest.raises(ValueError, match=r"y_pred needs one label a case, or one number.*argmax"):
        eb.interval_bca((np.arange(60) % 2, chances), metric)


def test_tables_of_folds_are_about_their_models_and_count_a_case_once():
    "Three rounds of folds were 1707 independent cases of 'this fitted model'."
    X, y = load_iris(return_X_y=True)
    one, rounds = (
        eb.evaluate(GaussianNB(), X, y, cv=cv, random_state=0).correct()
        for cv in (5, RepeatedKFold(n_splits=5, n_repeats=3, random_state=0))
    )
    for interval in (eb.interval_bca, eb.estimate_bootstrap):
        assert "about: mean of models trained on about 120 cases" in str(
            interval(one[one.names[0]])
        )
        with pytest.raises(ValueError, match="each case answered once"):
            interval(rounds[rounds.names[0]])
        assert interval(rounds[rounds.names[0]], cluster=rounds.case).value  # whole cases


def test_a_balanced_accuracy_is_not_that_of_fewer_classes():
    y = np.r_[2, 2, 2, np.tile([0, 1], 100)]
    found = eb.interval_bca((y, np.minimum(y, 1)), "balanced_accuracy", random_state=0)
    assert found.value == found.low == found.high == pytest.approx(2 / 3)
