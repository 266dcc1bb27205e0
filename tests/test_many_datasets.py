"""Chapters 6.5 and 6.6: agreement with other implementations, and the documented answers to odd tables."""

import re
import time
from functools import partial

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests

import evalbook as eb
from evalbook.algorithms.datasets import as_differences
from evalbook.algorithms.friedman import rank_sum_distribution, ranks_of, skillings_mack
from evalbook.algorithms.many_datasets import (
    one_sided,
    signed_rank_distribution,
    signed_ranks,
)
from evalbook.algorithms.rank_comparisons import range_tail
from evalbook.models.adjusting import true_hypotheses

RNG = np.random.default_rng(49)
TABLE = RNG.normal(0.8, 0.05, (12, 4)).round(2)
FRAME = pd.DataFrame(TABLE, [f"data {i}" for i in range(12)], list("abcd"))


@pytest.mark.parametrize("n", [1, 2, 5, 20, 50])
@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
def test_wilcoxon_agrees_with_scipy(n, alternative):
    x, y = np.random.default_rng(n).normal(size=(2, n))
    ours = eb.wilcoxon_test(x, y, alternative=alternative).pvalue
    assert abs(ours - stats.wilcoxon(x, y, alternative=alternative, method="exact").pvalue) < 1e-10


@pytest.mark.parametrize(
    "r", [(), (2,), (3, 3), (1, 1, 6), (2, 4, 6), (3, 3, 6, 8, 11), (*range(2, 1242, 2),)]
)
def test_the_law_of_signed_ranks_is_its_product_to_the_last_bit(r):
    "It is made of its lower half, without halving at each rank: 2,000 pairs took a minute."
    p = np.ones(1)
    for rank in r:
        p = (np.pad(p, (0, rank)) + np.pad(p, (rank, 0))) / 2
    np.testing.assert_array_equal(signed_rank_distribution(r), p)


@pytest.mark.parametrize("zero_method", ["wilcox", "pratt", "zsplit"])
def test_wilcoxon_with_ties_and_zeros_is_the_permutation_test_of_scipy(zero_method):
    d = np.array([0, 0, 1, 1, -2, 2, 3, 3, 5, -1.0])
    theirs = stats.wilcoxon(
        d, zero_method=zero_method, method=stats.PermutationMethod(n_resamples=np.inf)
    )
    assert abs(eb.wilcoxon_test(d, 0 * d, zero_method=zero_method).pvalue - theirs.pvalue) < 1e-10


@pytest.mark.parametrize("seed", range(5))
def test_friedman_agrees_with_scipy(seed):
    x = np.random.default_rng(seed).normal(size=(9, 5)).round(1)
    np.testing.assert_allclose(
        tuple(eb.friedman_test(x, method="chi-square")), stats.friedmanchisquare(*x.T), rtol=1e-10
    )


@pytest.mark.parametrize(
    "ours, theirs",
    [
        ("sidak", "sidak"),
        ("holm-sidak", "holm-sidak"),
        ("hommel", "hommel"),
        ("by", "fdr_by"),
        ("holm", "holm"),
    ],
)
def test_adjustments_agree_with_statsmodels(ours, theirs):
    for m in (1, 2, 7, 28):
        p = RNG.beta(0.4, 1, m)
        np.testing.assert_allclose(
            eb.adjust_pvalues(p, method=ours), multipletests(p, method=theirs)[1], rtol=1e-10
        )


def test_shaffer_is_never_worse_than_holm_and_knows_the_published_counts():
    assert list(true_hypotheses(5)) == [10, 6, 6, 6, 6, 4, 4, 3, 2, 1]  # Shaffer 1986, k = 5
    p = RNG.uniform(size=45)
    assert (
        eb.adjust_pvalues(p, method="shaffer") <= eb.adjust_pvalues(p, method="holm") + 1e-15
    ).all()


def test_the_range_of_normal_variables_agrees_with_scipy_and_keeps_small_tails():
    q = np.linspace(0.1, 6, 12)
    np.testing.assert_allclose(
        range_tail(q, 7), stats.studentized_range.sf(q, 7, np.inf), atol=1e-10
    )
    np.testing.assert_allclose(
        range_tail(np.array([14.0]), 2), 2 * stats.norm.sf(14 / np.sqrt(2)), rtol=1e-9
    )


def test_the_exact_friedman_distribution_has_mean_k_minus_one():
    sums, p = rank_sum_distribution(np.tile([1.0, 2, 3, 4], (6, 1)))
    chi2 = 12 / (6 * 4 * 5) * (sums**2).sum(-1) - 3 * 6 * 5
    np.testing.assert_allclose((p.sum(), p @ chi2), (1, 3), rtol=1e-12)


def test_missing_cells():
    gaps = FRAME.copy()
    gaps.iloc[0, 0] = gaps.iloc[1, 1] = np.nan
    both = eb.wilcoxon_test(gaps["a"], gaps["c"])  # b's gap does not matter
    assert both.notes[0].code == "dropped_rows" and "1 of 12" in both.notes[0].text
    assert both.pvalue == eb.wilcoxon_test(FRAME["a"][1:], FRAME["c"][1:]).pvalue
    assert "2 of 12" in eb.friedman_test(gaps).notes[0].text
    assert eb.algorithms.nemenyi_test(gaps).n_datasets == 10
    with pytest.raises(ValueError, match="complete tables in a batch"):
        eb.friedman_test(np.stack([gaps, gaps]))


def test_skillings_and_mack_by_hand_and_as_friedman_where_nothing_is_missing():
    small = -np.array([[1, 2, 3], [1, 2, 3], [1, 2, np.nan], [1, np.nan, 2]])
    a = 2 * np.sqrt(3) + 1
    assert eb.friedman_test(small).statistic == pytest.approx(
        (5 + 4 * a + 5 * a**2) / 21, rel=1e-12
    )
    for x in (FRAME.to_numpy(), FRAME.round(1).to_numpy()):
        sums, covariance = skillings_mack(ranks_of(x, None, "test")[0])
        of_all = sums @ np.linalg.pinv(covariance, rcond=1e-9) @ sums
        assert of_all == pytest.approx(eb.friedman_test(x, method="chi-square").statistic, rel=1e-9)
    with pytest.raises(ValueError, match="algorithm 0 and algorithm 1"):
        eb.friedman_test([[1, np.nan, 2], [np.nan, 1, 2], [1, np.nan, 2]])
    with pytest.raises(ValueError, match="without missing cells"):
        eb.friedman_test(small, method="exact")


def test_a_report_with_missing_cells_rests_on_the_pairs_that_both_have():
    gaps = FRAME.copy()
    gaps.iloc[0, 0] = gaps.iloc[1, 1] = np.nan
    told = eb.report(gaps)
    rows = told.to_frame().set_index("algorithm")
    for other in rows.index[1:]:
        assert rows.data_sets[other] == gaps[[rows.index[0], other]].notna().all(axis=1).sum()
    assert "Skillings and Mack's test" in str(
        told
    ) and "both have, 10 to 12; means are over the 10 that have all." in str(told)


def test_fewer_than_six_data_sets_say_that_nothing_can_be_found():
    for test in (eb.algorithms.sign_test, eb.wilcoxon_test):
        r = test([1, 2, 3, 4, 5], [0, 0, 0, 0, 0])
        assert r.pvalue == 0.0625 and r.notes[0].code == "few_cases"
        assert not test(range(1, 7), [0] * 6).notes


def test_ties_everywhere():
    level = np.ones((8, 3))
    assert eb.friedman_test(level).pvalue == eb.friedman_test(level, method="exact").pvalue == 1
    assert eb.friedman_test(level).notes[0].code == "identical"
    np.testing.assert_allclose(eb.algorithms.nemenyi_test(level).adjusted, 1, atol=1e-12)
    assert list(eb.algorithms.win_tie_loss(level)["ties"]) == [8, 8, 8]
    assert (
        eb.algorithms.posterior_signed_rank(
            level[:, 0], level[:, 1], rope=0
        ).probabilities.equivalent
        == 1
    )


@pytest.mark.parametrize(
    "table, words",
    [
        (FRAME[["a"]], "at least two algorithms"),
        (FRAME.set_axis(list("aacd"), axis=1), "different names"),
        (pd.concat([FRAME, FRAME]), "different names"),
        (FRAME.replace(FRAME.iloc[0, 0], np.inf), "finite"),
        (FRAME.astype(str), "real numbers"),
        (FRAME[:0], "data sets"),
    ],
)
def test_tables_that_are_refused(table, words):
    for function in (
        eb.friedman_test,
        eb.algorithms.nemenyi_test,
        eb.plot_ranks,
        eb.algorithms.win_tie_loss,
        eb.algorithms.average_ranks,
    ):
        with pytest.raises(ValueError, match=words):
            function(table)


def test_the_direction_turns_ranks_and_not_p():
    assert (
        eb.algorithms.average_ranks(FRAME)["a"]
        + eb.algorithms.average_ranks(FRAME, higher_is_better=False)["a"]
        == 5
    )
    assert eb.friedman_test(FRAME).pvalue == pytest.approx(
        eb.friedman_test(FRAME, higher_is_better=False).pvalue
    )
    losses = eb.score_table(FRAME, measure="neg_log_loss")
    assert (
        eb.algorithms.average_ranks(losses)["a"]
        == eb.algorithms.average_ranks(FRAME, higher_is_better=False)["a"]
    )


def test_pairs_of_a_score_table_are_those_of_its_frame():
    of_table = eb.pairwise(eb.wilcoxon_test, eb.score_table(FRAME, measure="neg_log_loss"))
    assert str(of_table) == str(eb.pairwise(eb.wilcoxon_test, FRAME))


def test_the_hierarchical_model_weighs_data_sets_by_their_own_error():
    d, precise = np.array([0.05, 0.05, 0.05, -0.4]), np.array([0.01, 0.01, 0.01, 1.0])
    vague = eb.algorithms.posterior_datasets(d, 0 * d, standard_error=precise, rope=0)
    alike = eb.algorithms.posterior_datasets(d, 0 * d, standard_error=0.01, rope=0)
    assert vague.probabilities.better > 0.9 > alike.probabilities.better


def test_speed():
    x = RNG.normal(size=(1000, 100))
    eb.algorithms.nemenyi_test(x[:10])
    start = time.process_time()
    eb.friedman_test(x)
    eb.algorithms.nemenyi_test(x)
    assert time.process_time() - start < 1
    d = RNG.normal(size=200).round(2)
    start = time.process_time()
    eb.wilcoxon_test(d, 0 * d)
    assert time.process_time() - start < 0.2


def limits_by_sorting(x, tail, alpha):
    "The limits of interval_wilcoxon from all n (n + 1) / 2 averages, sorted, with a test in a gap between two of them."
    raw, d, *_ = as_differences(x, 0 * x, "limits_by_sorting")
    i, j = np.triu_indices(len(d))
    found = []
    for side in (1, -1):
        A, pair = np.unique(np.round(side * (d[i] + d[j]) / 2, 13), return_index=True)
        gaps = np.r_[A[0] - 1, (A[1:] + A[:-1]) / 2, A[-1] + 1]
        low, high = 0, len(gaps) - 1  # the last gap is kept; halving finds the first that is
        while low < high:
            middle = (low + high) // 2
            low, high = (
                (low, middle) if tail(side * d - gaps[middle]) > alpha / 2 else (middle + 1, high)
            )
        found.append((raw[i[pair[low - 1]]] + raw[j[pair[low - 1]]]) / 2 if low else -side * np.inf)
    return tuple(found)


def tail_by_convolution(d):
    "P(W+ is at least the observed one), from the whole distribution."
    r, s = signed_ranks(d, "wilcox")
    doubled = np.rint(2 * r).astype(int)
    return signed_rank_distribution(tuple(sorted(doubled)))[doubled[s > 0].sum() :].sum()


def some_differences(kind, n, rng):
    "Differences with few ties, many, mostly zeros, of floats that carry rounding, or whole numbers."
    x = rng.normal(size=n) * 10.0 ** rng.integers(-3, 1)
    tenths = rng.choice([0.1, 0.2, 0.1 + 0.2, -0.1, 0.7], n)
    zeros = np.where(rng.random(n) < 0.5, 0.0, x)
    return (x, x.round(2), zeros, tenths, rng.integers(-3, 5, n).astype(float))[kind]


@pytest.mark.parametrize("kind", range(5))
def test_limits_without_sorting_are_those_of_all_averages(kind):
    rng = np.random.default_rng(kind)
    for n in [*range(1, 40), 80, 151, 200]:
        x, level = some_differences(kind, n, rng), float(rng.choice([0.5, 0.8, 0.9, 0.95, 0.99]))
        for method, tail in (
            ("exact", tail_by_convolution),
            ("asymptotic", partial(one_sided, method="asymptotic")),
        ):
            found = eb.algorithms.interval_wilcoxon(x, 0 * x, confidence_level=level, method=method)
            assert tuple(found) == limits_by_sorting(x, tail, 1 - level), (
                n,
                method,
                level,
            )  # to the last digit


def test_limits_of_300_data_sets_are_fast():
    x = np.random.default_rng(2).normal(size=300)
    for d in (x, x.round(2), np.sign(x + 0.01)):
        start = time.process_time()
        eb.algorithms.interval_wilcoxon(d, 0 * d)
        assert time.process_time() - start < 3
    assert tuple(eb.algorithms.interval_wilcoxon(x, 0 * x)) == limits_by_sorting(
        x, partial(one_sided, method="exact"), 0.05
    )


@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
@pytest.mark.parametrize("k", [9, 14])
def test_the_limits_of_wilcoxons_test_leave_out_0_where_its_p_value_says_so(alternative, k):
    found = eb.wilcoxon_test(
        *np.random.default_rng(k).normal(0.6, 1, (2, 60, k)), alternative=alternative
    )
    limits = found.interval(0.9)
    assert np.array_equal(found.pvalue < 0.1, (limits.low > 0) | (limits.high < 0))
    assert np.isinf(limits.low).all() == (alternative == "less") and limits.confidence_level == 0.9


def test_pairwise_shows_the_limits_of_wilcoxons_test():
    rows = dict(zip("abc", np.random.default_rng(0).normal(0, 1, (3, 12))))
    found = eb.pairwise(eb.wilcoxon_test, rows)
    low, high = found.rule(0.95)
    alone = [tuple(eb.algorithms.interval_wilcoxon(rows[a], rows[b])) for a, b in found.pairs]
    assert np.array_equal(np.transpose([low, high]), alone) and "tests' own" in found.limits_by


def test_a_one_sided_interval_of_wilcoxons_test_refuses_levels_that_it_does_not_have():
    with pytest.raises(ValueError, match="above 0.5"):
        eb.wilcoxon_test(np.arange(9.0), np.zeros(9), alternative="less").interval(0.4)


def test_one_data_set_of_large_numbers_does_not_make_the_others_ties():
    "Rounding was measured against the largest number of the table: 2.4e10 made errors of .01 equal."
    prices = pd.DataFrame({"forest": [2.4e10, 0.011, 0.31], "ridge": [2.5e10, 0.013, 0.35]})
    alone = prices[1:]
    for table, n in ((prices, 3), (alone, 2), (prices / [1, 1], 3)):
        assert eb.algorithms.sign_test(table).details == {"wins": 0, "losses": n, "ties": 0}
        assert eb.wilcoxon_test(table).details["zeros"] == 0
        counts = eb.algorithms.win_tie_loss(table, higher_is_better=False)
        assert counts[["wins", "ties", "losses"]].to_numpy().tolist() == [[n, 0, 0]]
        ranks = eb.algorithms.average_ranks(table, higher_is_better=False)
        assert ranks.tolist() == [1, 2]
    diverged = prices.T.set_axis(["house", "b", "c"], axis=1)  # one of three algorithms
    assert eb.algorithms.average_ranks(diverged).tolist() == [1, 3, 2]
    small = np.arange(1, 9) * 1e-3
    with_large = eb.ttest_paired(np.r_[small, 1e13], np.r_[0 * small, 1e13])
    assert with_large.pvalue == pytest.approx(eb.ttest_paired(np.r_[small, 0], np.zeros(9)).pvalue)


def test_numbers_that_rounding_alone_sets_apart_are_ties():
    a, b = np.array([0.1 + 0.2, 0.7, 1e10 / 3]), np.array([0.3, 0.7, 1e10 * (1 / 3)])
    assert eb.algorithms.sign_test(a, b).details["ties"] == 3
    assert eb.wilcoxon_test(a + [0.1, 0.1, 1], b).details["ties"] == 2
    assert eb.algorithms.average_ranks(np.array([a, b])[:, ::-1].T).tolist() == [1.5, 1.5]


SETS = "average_ranks dunn_test friedman_test nemenyi_test plot_ranks score_table win_tie_loss"
PAIRS = "interval_wilcoxon posterior_signed_rank sign_test wilcoxon_test"


@pytest.mark.parametrize("name", [*SETS.split(), *PAIRS.split()])
def test_splits_of_one_data_set_are_no_data_sets(name):
    "Scores were read with the splits as algorithms, and their frames with the splits as data sets."
    truth, rng = np.tile([0, 1], 30), np.random.default_rng(0)
    answers = {m: np.where(rng.random(60) < 0.8, truth, 1 - truth) for m in "ab"}
    run = eb.Evaluation.from_folds(truth, answers, np.repeat(range(5), 12))
    scores, losses = run.scores(), run.losses()
    options = {"dunn_test": {"control": "a"}, "posterior_signed_rank": {"rope": 0.0}}.get(name, {})
    function = partial(getattr(eb.algorithms, name, getattr(eb, name, None)), **options)
    for given in (scores, scores.to_frame(), {m: scores[m] for m in "ab"}, losses.to_frame()):
        with pytest.raises(ValueError, match="several data sets|two models"):
            function(given)
    with pytest.raises((TypeError, ValueError), match=r"report\("):
        function(run)
    if name in PAIRS:
        with pytest.raises(ValueError, match="splits of one data set"):
            function(scores["a"], scores["b"])
        assert "cases like these" in str([note.text for note in function(losses).notes])
    with pytest.raises(ValueError, match="splits of one data set"):
        eb.pairwise(eb.wilcoxon_test, scores, omnibus=None)


FOLDS = [f"Fold{f:02d}.Rep{r}" for r in (1, 2) for f in range(1, 6)]
TEN = pd.DataFrame(TABLE[:10, :2], columns=["rf", "glm"])
OF_SPLITS = {
    **{c: TEN.assign(**{c: FOLDS}) for c in ("Resample", "resample_id", "fold", "Fold_No")},
    **{f"numbered {c}": TEN.assign(**{c: range(10)}) for c in ("iteration", "cv_fold", "foldId")},
    "labels alone": TEN.assign(what=FOLDS),
    "labels of rows": TEN.set_axis([f"cv {i}" for i in range(10)]),
    "name of rows": TEN.rename_axis("Resample"),
    "long": TEN.assign(Resample=FOLDS).melt("Resample", var_name="model", value_name="Accuracy"),
    "two columns": TEN.assign(id=["Repeat1"] * 5 + ["Repeat2"] * 5, id2=["Fold1", "Fold2"] * 5),
}


@pytest.mark.parametrize("what", OF_SPLITS)
@pytest.mark.parametrize("name", ["report", "score_table", "friedman_test", "pairwise"])
def test_splits_are_known_by_their_names_and_by_their_labels(name, what):
    "Thirty folds of caret were thirty data sets, and Wilcoxon's p .016 where the corrected t has .26."
    call = partial(eb.pairwise, eb.wilcoxon_test) if name == "pairwise" else getattr(eb, name)
    with pytest.raises(ValueError) as caught:
        call(OF_SPLITS[what])
    line = re.search(r"Write report\((.*)\)\. n_train", str(caught.value))[1]
    held = {"Evaluation": eb.Evaluation, "table": OF_SPLITS[what], "n_train": 80, "n_test": 20}
    run = eval(line, held)  # noqa: S307
    assert run.names == ("rf", "glm")
    np.testing.assert_array_equal(np.sort(run.scores().values), np.sort(TABLE[:10, :2].T))
    others = {"numbered iteration": "random splits", "name of rows": "random splits"}
    others |= dict.fromkeys(("numbered cv_fold", "numbered foldId", "labels of rows"), "k-fold")
    assert run.design.kind == others.get(what, "repeated k-fold")


def test_splits_of_several_data_sets_are_averaged_or_told_so():
    table = TEN.assign(dataset=[*"vwxyz"] * 2, Resample=["Fold1"] * 5 + ["Fold2"] * 5)
    mean = table.groupby("dataset")[["rf", "glm"]].mean()
    assert eb.report(table).answer == eb.report(mean).answer
    np.testing.assert_array_equal(eb.score_table(table).values, mean)
    rows = table.set_index(["dataset", "Resample"])
    for call in (eb.friedman_test, eb.wilcoxon_test, eb.report):
        with pytest.raises(ValueError, match=r"groupby\(\['dataset'\]\).mean\(\)"):
            call(rows)


@pytest.mark.parametrize("name", ["Trial", "seed"])
def test_scores_are_no_splits_whatever_their_column_is_called(name):
    table = TEN.set_axis(["rf", name], axis=1).assign(dataset=[*"abcdefghij"])
    assert eb.score_table(table).algorithms == ("rf", name)


RIGHT = pd.DataFrame(RNG.random((40, 3)) < [0.6, 0.7, 0.5], columns=list("abc"))
NAMED = RIGHT.set_axis([f"q{i}" for i in range(40)])
ANSWERS = {
    "booleans": NAMED,
    "numbers": NAMED.astype(int),
    "rows without names": RIGHT,
    "names in a column": NAMED.astype(int).rename_axis("question_id").reset_index(),
    "numbers in a column": RIGHT.astype(int).assign(question_id=range(40)),
    "long": NAMED.rename_axis("task").reset_index().melt("task", var_name="model"),
}


@pytest.mark.parametrize("what", ANSWERS)
def test_right_and_wrong_answers_are_no_scores_of_data_sets(what):
    "The report said 'the same score (95 % limits for all pairs together 0 to 0)'."
    with pytest.raises(ValueError, match="zeros and ones") as caught:
        eb.report(ANSWERS[what])
    line = re.search(r"Write (pairwise\(.*\))\. ", str(caught.value))[1]
    found = eval(line, {**vars(eb), "pairwise": eb.pairwise, "mcnemar": eb.mcnemar, "table": ANSWERS[what]})  # noqa: S307  # fmt: skip
    assert str(found) == str(eb.pairwise(eb.mcnemar, RIGHT))
    with pytest.raises(ValueError, match="zeros and ones"):
        eb.wilcoxon_test(NAMED[["a", "b"]])
    perfect = pd.DataFrame(1.0, [*"xyz"], [*"ab"])
    assert eb.score_table(perfect).values.all()


def test_wins_of_the_sign_test_follow_the_direction_of_the_table():
    errors = {"forest": [0.10, 0.20, 0.15, 0.30], "ridge": [0.20, 0.30, 0.25, 0.30]}
    less = eb.algorithms.sign_test(eb.score_table(errors, higher_is_better=False))
    more = eb.algorithms.sign_test(eb.score_table(errors, higher_is_better=True))
    assert less.details == {"wins": 3, "losses": 0, "ties": 1}
    assert more.details == {"wins": 0, "losses": 3, "ties": 1}
    assert less.pvalue == more.pvalue and less.statistic == more.statistic == 0
    assert "forest or ridge has the larger score more often" in str(less)


def test_nemenyi_says_that_all_pairs_are_separated():
    "It said 'not separated: no two of them', with the smallest p-value, which reads as the contrary."
    apart = FRAME.to_numpy()[:, :2] * 0 + [1.0, 0.0]
    found = eb.algorithms.nemenyi_test(apart)
    assert "all pairs separated at 5 % (largest adjusted p = " in str(found)
    assert "not separated" not in str(found)


@pytest.mark.parametrize("name", ["from_pilot", "sequential_difference"])
def test_plans_take_each_case_once(name):
    truth = np.tile([0, 1], 10)
    answers = np.random.default_rng(0).integers(0, 2, (2, 20))
    run = eb.Evaluation.from_folds(truth, dict(zip("ab", answers)), np.arange(20) % 2)
    function = getattr(eb, name, getattr(eb.laboratory, name, None))
    assert function(run.correct()) is not None
    rows = run.correct()
    twice = type(rows)(
        np.tile(rows.values, 2),
        np.tile(rows.case, 2),
        np.r_[rows.split, 2 + rows.split],
        names=rows.names,
        design=eb.core.Design("repeated k-fold", (4,), n_train=10, n_test=10),
        measure=rows.measure,
        n_cases=20,
    )
    for given in ((twice,), (twice["a"], twice["b"])):
        with pytest.raises(ValueError, match="each case answered once") as caught:
            function(*given)
        assert f"{name}(evaluation.repetition(0).correct()" in str(caught.value)


TENTHS = (
    [0.67, 0.60, 0.62, 0.68, 0.69, 0.67, 0.79, 0.69, 0.75, 0.62, 0.67, 0.64],
    [0.69, 0.58, 0.64, 0.68, 0.66, 0.63, 0.77, 0.67, 0.76, 0.58, 0.69, 0.61],
)


@pytest.mark.parametrize("swap", [False, True])
def test_a_limit_that_is_0_is_0(swap):
    "5.6e-17 to 0.03 left out 0, beside a p-value of .11."
    a, b = TENTHS[::-1] if swap else TENTHS
    found = eb.wilcoxon_test(a, b)
    assert found.pvalue > 0.1 and 0.0 in tuple(found.interval())
    assert 0.0 in tuple(eb.algorithms.interval_wilcoxon(a, b))


SHORT = (
    [0.94, 0.75, 0.71, 0.71, 0.83, 0.79, 0.58, 0.66, 0.81],
    [0.90, 0.75, 0.73, 0.69, 0.81, 0.75, 0.54, 0.62, 0.79],
)


@pytest.mark.parametrize("kind", [np.float32, np.float16])
def test_short_floats_are_the_decimals_that_they_were_rounded_from(kind):
    "Ties of float32 scores were broken by rounding: p = .0625 in place of .0391."
    a, b = (np.array(v, kind) for v in SHORT)
    for test in (eb.wilcoxon_test, eb.permutation_test, eb.algorithms.sign_test):
        assert test(a, b).pvalue == test(*SHORT).pvalue
    short, long = (
        eb.algorithms.win_tie_loss(dict(zip("ab", v)), margin=0.02) for v in ((a, b), SHORT)
    )
    assert short.equals(long)


@pytest.mark.parametrize("key", ["question_id", "taskId", "item", "openml_task_id", "nr"])
def test_a_column_of_keys_is_no_algorithm(key):
    "Numbers that name the rows counted as a fourth algorithm, the best of all: p = 1e-17 for .1."
    with_keys = FRAME.assign(**{key: range(101, 113)})[[key, *"abcd"]].reset_index(drop=True)
    assert eb.score_table(with_keys).algorithms == tuple("abcd")
    assert eb.friedman_test(with_keys).pvalue == eb.friedman_test(FRAME).pvalue


def test_more_data_sets_than_pairs_fit_in_memory_are_refused():
    "100,000 differences were a MemoryError of 37 GiB."
    d = np.arange(1.0, 100_001)
    for method in ("exact", "asymptotic"):
        for test in (eb.wilcoxon_test, eb.algorithms.interval_wilcoxon):
            with pytest.raises(ValueError, match=r"data sets, got 100000. Of cases take ttest_"):
                test(d, 0 * d, method=method)
    with pytest.raises(ValueError, match="needs at most 2000 data sets, got 3000. Use method="):
        eb.wilcoxon_test(d[:3000], 0 * d[:3000])
    with pytest.raises(ValueError, match="posterior_signed_rank needs at most 2000 data sets"):
        eb.algorithms.posterior_signed_rank(d[:3000], 0 * d[:3000], rope=0.1)


def test_a_margin_of_ties_is_one_number():
    with pytest.raises(ValueError, match="one number of 0 or more"):
        eb.algorithms.win_tie_loss({"a": [0.1, 0.2], "b": [0.2, 0.1]}, margin=[0.1, 0.2])
