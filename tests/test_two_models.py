"""The holdout, cross-validation and two models: what was once wrong stays right."""

import inspect

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from sklearn.linear_model import LogisticRegression

import evalbook as eb
from evalbook.core.groups import means_by
from evalbook.core.measures import Measure
from evalbook.core.read_arguments import pool_notes
from evalbook.core.splits import Design
from tests.names import public

RNG = np.random.default_rng(10)
A, B = RNG.integers(0, 2, (2, 60))
TABLE = eb.contingency(A, B)
RIGHT = Measure("accuracy", True, 0.0, 1.0)
FRAME = pd.DataFrame({"a": A, "b": B})
CORRECT = eb.core.Losses(np.array([A, B], float), names=("a", "b"), measure=RIGHT)
GROUPS, WEIGHTS = np.arange(60) // 3, np.linspace(1, 2, 60)
WAYS = {  # of saying which of 60 cases two models have right
    "one table": (CORRECT,),
    "two tables": (CORRECT["a"], CORRECT["b"]),
    "one frame": (FRAME,),
    "two columns": (FRAME["a"], FRAME["b"]),
    "two frames of one column": (FRAME[["a"]], FRAME[["b"]]),
    "a mapping": ({"a": A, "b": list(B)},),
    "a mapping of tables": ({"a": CORRECT["a"], "b": CORRECT["b"]},),
}
QUESTIONS = (eb.mcnemar, eb.models.ztest_proportions, eb.ttest_paired, eb.interval_difference)


def codes(result):
    "The codes of a result's notes."
    return [note.code for note in result.notes]


# --- one intake


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("question", QUESTIONS)
def test_every_question_about_two_models_takes_whatever_holds_two_models(question, way):
    "0.1.0 wanted two arrays: a table or a frame of two models was refused, or met a TypeError."
    np.testing.assert_allclose(tuple(question(*WAYS[way])), tuple(question(A, B)), rtol=1e-12)


@pytest.mark.parametrize("way", WAYS)
def test_whatever_holds_two_models_has_a_table(way):
    "0.1.0 counted two arrays only."
    np.testing.assert_array_equal(eb.contingency(*WAYS[way]).to_array(), TABLE.to_array())


@pytest.mark.parametrize(
    "question", (eb.mcnemar, eb.models.ztest_proportions, eb.interval_difference, eb.contingency)
)
def test_a_contingency_is_enough_where_four_counts_are(question):
    "0.1.0 asked for the cases again: mcnemar and ztest_proportions took no Contingency."
    found, expected = question(TABLE), question(A, B)
    if question is eb.contingency:
        assert found is TABLE
    else:
        np.testing.assert_allclose(tuple(found), tuple(expected), rtol=1e-12)


@pytest.mark.parametrize(
    "question", (eb.mcnemar, eb.models.ztest_proportions, eb.interval_difference)
)
def test_an_empty_table_is_refused_by_name(question):
    "0.1.0 divided by a case that it had made up: mcnemar_counts(0, 0, 0) had the difference 0."
    with pytest.raises(ValueError, match=f"{question.__name__} needs at least one case"):
        question(eb.Contingency(0, 0, 0, 0))
    with pytest.raises(ValueError, match="one Contingency"):
        question(TABLE, A)
    with pytest.raises(ValueError, match=f"{question.__name__} needs two models"):
        question(A)
    with pytest.raises(ValueError, match="at least one"):
        eb.mcnemar_counts(0, 0, 0)


def test_a_frame_of_two_models_is_no_batch():
    "0.1.0 read a frame of 60 cases and two models as 60 batches of two numbers each."
    with pytest.raises(ValueError, match="ttest_paired needs one model in argument a"):
        eb.ttest_paired(FRAME, FRAME)
    with pytest.raises(ValueError, match="interval_corrected needs one model"):
        eb.interval_corrected(FRAME, n_train=90, n_test=10)


def test_named_columns_pair_by_their_index():
    "0.1.0 paired pandas columns of several models by position, whatever their indexes said."
    shuffled = FRAME["b"].sample(frac=1, random_state=1)
    with pytest.raises(ValueError, match="same pandas index"):
        eb.estimate_accuracy({"a": FRAME["a"], "b": shuffled})


@pytest.mark.parametrize("models", ({"a": 1, "b": 0}, eb.core.Losses([1.0, 0.0], measure=RIGHT)))
def test_what_is_no_set_of_models_meets_our_message(models):
    "0.1.0 ended in a TypeError: object of type 'int' has no len()."
    with pytest.raises(ValueError, match="models first and cases last"):
        eb.cochran_q(models)


def test_a_mapping_may_hold_batches():
    "0.1.0 refused named models with leading axes as an array of shape (2, 0)."
    batch = {"a": np.stack([A, B]), "b": np.stack([B, A])}
    one, two = eb.cochran_q({"a": A, "b": B}).statistic, eb.cochran_q(batch).statistic
    np.testing.assert_allclose(two, [one, one], rtol=1e-12)


# --- what is counted, and what it is about


def test_scores_of_splits_are_no_cases():
    "0.1.0 took the fold scores of a table for cases: a t interval of ten overlapping folds, without a note."
    scores = eb.core.Scores(RNG.uniform(0.7, 0.9, 10), design=Design("k-fold", (10,), 90, 10))
    leave_one_out = eb.core.Scores(A.astype(float), design=Design("k-fold", (60,), 59, 1))
    for function, values in ((eb.estimate_mean, scores), (eb.estimate_accuracy, leave_one_out)):
        with pytest.raises(ValueError, match="one number a test case, got scores of splits"):
            function(values)
    with pytest.raises(ValueError, match="scores of splits"):
        eb.mcnemar(leave_one_out, leave_one_out)


def test_zero_one_losses_are_no_accuracy():
    "0.1.0 called the share of errors an accuracy where a table of zero-one losses came."
    with pytest.raises(ValueError, match="losses, where 1 is wrong"):
        eb.estimate_accuracy(eb.core.Losses(1.0 - A))


def test_the_paired_t_of_independent_splits_is_about_algorithms():
    "0.1.0 said 'of these two fitted models' of scores over training sets, and nothing of overlapping splits."
    values = RNG.uniform(0.7, 0.9, (2, 8))
    exact, folds = (
        eb.core.Scores(values, names=("a", "b"), design=Design(kind, (8,), 90, 10))
        for kind in ("independent splits", "k-fold")
    )
    found = eb.ttest_paired(exact)
    assert found.estimand == "expected difference of scores a - b over training sets of 90 cases"
    np.testing.assert_allclose(
        tuple(found), tuple(eb.algorithms.ttest_resampled(exact)), rtol=1e-12
    )
    assert codes(found) == [] and codes(eb.ttest_paired(folds)) == ["overlapping_training"]


def test_mcnemar_returns_its_two_counts():
    "0.1.0 kept b and c to itself."
    counts = {"only_a": TABLE.only_a, "only_b": TABLE.only_b}
    assert counts.items() <= eb.mcnemar(A, B).details.items()
    counts = eb.mcnemar_counts([11, 25], [1, 15], method="chi2").details
    assert counts["only_a"].tolist() == [11, 25] and counts["only_b"].tolist() == [1, 15]


def test_intervals_of_counts_know_their_value():
    "0.1.0 gave limits without the share, or the difference, that they belong to."
    assert eb.interval_proportion(18, 20).value == 0.9
    assert eb.interval_difference(TABLE).value == pytest.approx(np.mean(A) - np.mean(B))


# --- notes


@pytest.mark.parametrize(
    "extra, code",
    (({"groups": GROUPS}, "grouped_cases"), ({"weights": WEIGHTS}, "weighted")),
    ids=("groups", "weights"),
)
def test_groups_and_weights_are_noted_everywhere(extra, code):
    "0.1.0 judged cases of groups, and weighted ones, as 60 independent cases that count once, in silence."
    table = eb.core.Losses(CORRECT.values, names=("a", "b"), measure=RIGHT, **extra)
    for found in [question(table) for question in QUESTIONS] + [
        eb.estimate_accuracy(table),
        eb.estimate_mean(table),
    ]:
        assert {code, "clustered"} & set(codes(found))
    for found in (
        f(table, cluster=None) for f in (eb.mcnemar, eb.interval_difference, eb.estimate_accuracy)
    ):
        assert code in codes(found)


def test_cases_of_several_rows_are_noted_whatever_the_design_is_called():
    "0.1.0 saw overlapping test sets in estimate_accuracy by the cases, elsewhere by a word: two lists of notes."
    twice = eb.core.Losses(
        np.tile(A, 2), np.tile(np.arange(60), 2), np.repeat([0, 1], 60), measure=RIGHT
    )
    expected = ["pooled_folds", "overlapping_test_sets"]
    assert [note.code for note in pool_notes(twice)] == expected


def test_limits_of_a_mean_that_no_loss_can_have_are_noted():
    "0.1.0 printed a mean squared error below 0 without a word."
    few = eb.core.Losses([0.0, 0, 0, 0, 9], measure=Measure("squared loss", False, 0.0))
    assert eb.estimate_mean(few).interval().low < 0 and codes(eb.estimate_mean(few)) == [
        "out_of_range"
    ]
    assert codes(eb.estimate_mean(few.values)) == []  # bare numbers have no known range
    batch = eb.core.Losses(
        [few.values, np.ones(5) + few.values / 90], names=("a", "b"), measure=few.measure
    )
    assert eb.estimate_mean(batch).notes[0].where.tolist() == [True, False]


def test_limits_of_a_difference_of_accuracies_beyond_one_are_noted():
    "0.1.0 printed differences of accuracies up to 1.46 without a word."
    ones, zeros = np.ones(9), np.zeros(9)
    found = eb.models.ztest_proportions(ones, zeros)
    assert found.interval().high > 1 and "out_of_range" in codes(found)
    one_sided = eb.models.ztest_proportions(
        A, B, alternative="greater"
    )  # its open side is no limit
    assert "out_of_range" not in codes(one_sided)
    low, high = np.array([1.0, 1, 1, 0]), np.array([0.0, 0, 0, 1])
    table = eb.core.Losses([low, high], names=("a", "b"), measure=RIGHT)
    assert "out_of_range" in codes(eb.ttest_paired(table)) and "out_of_range" not in codes(
        eb.ttest_paired(low, high)
    )


def test_a_standard_error_of_zero_is_disowned():
    "0.1.0 printed standard error 0 beside Wilson's limits [.839, 1] for 20 of 20."
    found = eb.estimate_accuracy(np.array([np.ones(20), A[:20]]))
    assert codes(found) == ["zero_variance"] and found.notes[0].where.tolist() == [True, False]
    assert found.interval().low[0] == pytest.approx(eb.interval_proportion(20, 20).low)


# --- conventions


OPTIONS = {
    "interval_proportion": (3, 9, 0.9),
    "estimate_kfold": ([0.8, 0.9], [5, 5]),
    "ztest_proportions": (A, B, "pooled"),
    "mcnemar": (A, B, "exact"),
    "mcnemar_counts": (3, 9, 12, "exact"),
    "ttest_paired": (A, B, "less"),
    "interval_difference": (A, B, 0.9),
}


@pytest.mark.parametrize("name", OPTIONS)
def test_options_have_names(name):
    "0.1.0 took options by position: interval_difference(a, b, 0.9)."
    with pytest.raises(TypeError, match="positional"):
        public(name)(*OPTIONS[name])


@pytest.mark.parametrize(
    "name", ("contingency", "mcnemar", "ztest_proportions", "ttest_paired", "interval_difference")
)
def test_the_two_models_are_a_and_b(name):
    "0.1.0 called them correct_a and losses_a, whatever they were."
    assert list(inspect.signature(public(name)).parameters)[:2] == ["a", "b"]


def test_a_named_formula_has_its_name():
    "0.1.0 called Clopper and Pearson's limits exact, and wrote 'fold means' with a space."
    theirs = tuple(stats.binomtest(3, 9).proportion_ci(0.95, method="exact"))
    np.testing.assert_allclose(
        tuple(eb.interval_proportion(3, 9, method="clopper-pearson")), theirs, rtol=1e-9
    )
    for call in (
        lambda: eb.interval_proportion(3, 9, method="exact"),
        lambda: eb.estimate_kfold([0.8, 0.9], method="fold means"),
    ):
        with pytest.raises(ValueError, match="method is one of"):
            call()


# --- means of splits


def test_a_mean_of_folds_needs_two_of_them_from_losses_as_well():
    "0.1.0 refused one score, yet gave the mean of a holdout's losses as a cross-validation."
    with pytest.raises(ValueError, match="estimate_kfold needs .* at least 2 splits"):
        eb.estimate_kfold(eb.core.Losses(A, measure=RIGHT))


def test_sizes_of_folds_are_whole_numbers():
    "0.1.0 pooled folds of 4.5 cases."
    with pytest.raises(ValueError, match="estimate_kfold: n_test needs whole numbers"):
        eb.estimate_kfold([0.8, 0.9], n_test=[4.5, 5.5], method="pooled")


def test_folds_of_different_sizes_can_have_equal_means():
    "0.1.0 said that the two means differ; they agree where sizes and scores are uncorrelated."
    options = {"scores": [0.7, 0.8, 0.9], "n_test": [5, 4, 5]}
    pooled, means = (eb.estimate_kfold(**options, method=m) for m in ("pooled", "fold-means"))
    assert (
        pooled.value == pytest.approx(means.value, abs=1e-15)
        and "can differ" in means.notes[0].text
    )


def test_the_mean_of_repeated_holdouts_is_one_number():
    "0.1.0 averaged the pairs of a 5x2 table only, and the cases of losses as if they were scores."
    halves = eb.core.Scores(RNG.random((5, 2)), design=Design("5x2", (5, 2), 50, 50))
    assert eb.holdout.estimate_repeated_holdout(halves).value == pytest.approx(halves.values.mean())
    split = np.repeat([0, 1], [20, 40])
    losses = eb.core.Losses(A, split=split, measure=RIGHT)
    expected = [A[:20].mean(), A[20:].mean()]
    np.testing.assert_allclose(eb.holdout.estimate_repeated_holdout(losses).draws, expected)
    np.testing.assert_allclose(means_by(A, split)[0], expected)
    weighted = eb.core.Losses(A, split=split, weights=WEIGHTS, measure=RIGHT)
    assert codes(eb.estimate_kfold(weighted, method="pooled")) == ["weighted", "unequal_sizes"]


def test_a_table_with_words_or_gaps_is_told_what_to_do():
    "Each split repeated the message of scikit-learn, and nobody said what to put before the learner."
    y = np.tile([0, 1], 30)
    words = pd.DataFrame({"size": np.arange(60.0), "town": ["a", "b", "c"] * 20})
    gaps = words[["size"]].mask(words["size"] == 7)
    for X, met in (
        (words, "words in X.*OneHotEncoder"),
        (gaps, r"gaps in X.*make_pipeline\(SimpleImputer"),
    ):
        with pytest.raises(
            eb.FailedFits, match=rf"(?s)5 of 5 fits failed\.\n.*splits 0, 1, 2, 3, 4: .*{met}"
        ) as caught:
            eb.evaluate({"logistic": LogisticRegression()}, X, y, cv=5)
        assert str(caught.value).count("ValueError") == 1


def test_the_name_of_a_scorer_is_no_loss_of_a_case():
    "`run.losses('brier_score')` ended in a TypeError: 'str' object is not callable."
    X, y = np.random.default_rng(0).normal(size=(60, 2)), np.tile([0, 1], 30)
    run = eb.evaluate(
        {"logistic": LogisticRegression()}, X, y, cv=3, response_method="predict_proba"
    )
    found, scored = run.losses("brier_score"), run.scores("neg_brier_score")
    assert found.values.mean() == pytest.approx(abs(scored.values.mean()))
    with pytest.raises(ValueError, match="a loss of each case, got AUC. Give .* quadratic"):
        run.losses("roc_auc")


def test_labels_in_place_of_marks_are_seen_in_the_accuracies():
    "mcnemar(p, q) of 0/1 labels once answered without a hint that 1 must mean right."
    p, q = [1, 0, 0, 0, 1, 0, 0, 0], [1, 1, 0, 0, 1, 0, 0, 0]
    said = "logistic right on 25.0 %, tree on 37.5 %"
    found = eb.mcnemar({"logistic": p, "tree": q})
    for result in (found, found.interval(), eb.interval_difference({"logistic": p, "tree": q})):
        assert said in str(result).splitlines()
    assert found.details["accuracy of tree"] == 0.375
    clusters = [1, 1, 2, 2, 3, 3, 4, 4]
    for result in (eb.mcnemar(p, q), eb.mcnemar(p, q, cluster=clusters), eb.mcnemar(TABLE)):
        assert " right on " in str(result).splitlines()[1]
    batch = eb.mcnemar([p, q], [q, p])
    for elsewhere in (batch, eb.mcnemar_counts(11, 1, 100), eb.ztest_proportions(p, q)):
        assert "right on" not in str(elsewhere)


def test_bare_scores_of_folds_are_told_the_test_of_folds():
    "Ten accuracies were once losses of `these two fitted models`; 7.5 % of 240 pairs of losses look so, too."
    folds = RNG.uniform(0.8, 0.95, (2, 10))
    (note,) = [n for n in eb.ttest_paired(*folds).notes if n.code == "assumed"]
    assert "10 separate cases" in note.text and "ttest_corrected" in note.text
    losses = RNG.uniform(0, 0.9, (2, 60))
    known = eb.core.Losses(folds, names=("a", "b"))
    for told in (
        eb.ttest_paired(*losses),
        eb.ttest_paired(*(losses > 0.5)),
        eb.ttest_paired(known),
        eb.ttest_paired(*folds, cluster=np.arange(10) // 2),
        eb.ttest_paired(*np.tile(folds, 11)),
        eb.ttest_paired(*(100 * folds)),
    ):
        assert "assumed" not in codes(told)


def test_plain_numbers_are_not_called_losses():
    "Accuracies of seeds were 'mean loss', 'of these two fitted models'."
    seeds = [0.82, 0.84, 0.81, 0.85, 0.83], [0.80, 0.83, 0.80, 0.82, 0.81]
    assert eb.ttest_paired(*seeds).estimand == "mean of a minus mean of b, over cases like these"
    assert str(eb.estimate_mean(seeds[0])).startswith("mean 0.83,")
    losses = eb.core.Losses(np.array(seeds), names=("a", "b"))
    assert "mean loss of a" in eb.ttest_paired(losses).estimand


@pytest.mark.parametrize("test", [eb.ttest_paired, eb.algorithms.ttest_diebold_mariano])
def test_errors_with_their_sign_are_noted(test):
    a, b = np.random.default_rng(0).normal(0, [[1], [3]], (2, 50))
    assert "np.square(a)" in " ".join(note.text for note in test(a, b).notes)
    for fine in ((a**2, b**2), (a - b, 0 * a), (eb.core.Losses([a, b], names=("a", "b")),)):
        assert "assumed" not in [note.code for note in test(*fine).notes]


def test_losses_are_no_right_answers_of_two_test_sets_either():
    "With `paired=False` the z test read 1, a loss, as right, and turned the sign round."
    tables = [eb.core.Losses(1.0 - x) for x in (A, B)]
    for function in (eb.models.ztest_proportions, eb.models.estimate_odds_ratio):
        with pytest.raises(ValueError, match="losses, where 1 is wrong"):
            function(*tables, paired=False)
        with pytest.raises(ValueError, match="cases on the last axis"):
            function(A[:, None], B[:40, None], paired=False)


def test_limits_of_mcnemar_are_about_what_the_test_is_about():
    "Limits of pooled folds spoke of two fitted models and had no notes."
    folds = {"split": np.arange(60) // 12, "design": Design("k-fold", n_train=np.full(5, 48))}
    found = eb.mcnemar(eb.core.Losses([A, B], names=("a", "b"), measure=RIGHT, **folds))
    assert "trained on about 48 cases" in found.interval().estimand == found.estimand
    assert "pooled_folds" in codes(found.interval())


def test_limits_and_p_of_two_methods_say_where_they_disagree():
    "Limits without 0 stood beside p = .062 without a word."
    apart = "limits and p are of two methods, which disagree here"
    assert apart in str(eb.mcnemar(eb.core.Contingency(26, 4, 0, 0)))
    assert apart not in str(eb.mcnemar(eb.core.Contingency(26, 9, 0, 0)))
    assert apart not in str(eb.mcnemar(A, B)) + str(eb.ttest_paired(A, B))
    assert apart not in str(eb.permutation_test([1.0] * 9, [0.0] * 9))  # which has no limits


def test_plain_numbers_are_of_no_fitted_models():
    a, b = RNG.normal(size=(2, 12))
    clustered = eb.models.ztest_clustered(a, b, cluster=np.arange(12) // 2)
    for found in (eb.permutation_test(a, b), clustered, eb.ttest_paired(a, b)):
        assert found.estimand == "mean of a minus mean of b, over cases like these"


def test_several_counts_are_refused_by_the_first_that_cannot_be():
    "The message formatted one number, so arrays of counts ended in a TypeError."
    with pytest.raises(ValueError, match="got 60 of 50 and 40 of 50"):
        eb.models.ztest_proportions([45, 60], [50, 50], [40, 40], [50, 50])
