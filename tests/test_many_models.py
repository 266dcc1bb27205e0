"""Several models and clusters: what was once wrong stays right."""

import inspect
import time
import tracemalloc
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from scipy import special, stats
from sklearn.dummy import DummyClassifier
from sklearn.model_selection import KFold, ShuffleSplit
from sklearn.naive_bayes import GaussianNB

import evalbook as eb

RNG = np.random.default_rng(41)
RIGHT = {k: RNG.random(80) < p for k, p in (("a", 0.7), ("b", 0.8), ("c", 0.85))}
ROWS = np.array(list(RIGHT.values()))
LOSSES = {k: RNG.exponential(s, 60) for k, s in (("a", 1.0), ("b", 1.2), ("c", 1.5))}
FAMILY = np.repeat(np.arange(20), 4)
X = RNG.normal(size=(90, 3))
Y = (X[:, 0] + RNG.normal(size=90) > 0).astype(int)
LEARNERS = {
    "bayes": GaussianNB(),
    "prior": DummyClassifier(),
    "coin": DummyClassifier(strategy="uniform", random_state=0),
}


def codes(result):
    "The codes of a result's notes."
    return [note.code for note in result.notes]


def lone_hits(hits):
    "Ten models that are all right on 90 cases, and one alone on each of ten more."
    return np.pad(
        np.repeat(np.eye(10, dtype=int), hits, axis=1), ((0, 0), (0, 90)), constant_values=1
    )


SPREAD = lone_hits([2, 2, 2, 1, 1, 1, 1, 0, 0, 0])


# --- Cochran's Q


def test_q_of_ten_models_that_differ_on_ten_cases_is_exact():
    "0.1.0 refused method='exact' and sent the reader to chi-square, 'which is accurate there': .740 for .869."
    drawn = RNG.multinomial(10, np.full(10, 0.1), 200_000)
    truth = np.mean((drawn**2).sum(1) >= 4 * 3 + 4)
    assert eb.cochran_q(SPREAD).pvalue == pytest.approx(0.740, abs=5e-4)
    assert eb.cochran_q(SPREAD, method="exact").pvalue == pytest.approx(
        truth, abs=4 * 0.5 / 200_000**0.5
    )
    assert eb.cochran_q(SPREAD, method="exact").pvalue == pytest.approx(0.869, abs=5e-4)


def test_q_has_random_deals_where_all_are_too_many():
    "0.1.0 had no answer but chi-square there; and an exact one refuses in honest words."
    many = RNG.random((12, 150)) < 0.5
    with pytest.raises(ValueError, match="method='random'") as error:
        eb.cochran_q(many, method="exact")
    assert "accurate" not in str(error.value)
    few = {"n_resamples": 1999}
    found = eb.cochran_q(many, method="random", random_state=1, **few)
    assert codes(found) == ["monte_carlo"]
    assert found.pvalue == pytest.approx(
        eb.cochran_q(many).pvalue, abs=0.03
    )  # many cases: chi-square is right
    assert found.pvalue == eb.cochran_q(many, method="auto", random_state=1, **few).pvalue
    assert found.pvalue != eb.cochran_q(many, method="random", random_state=2, **few).pvalue


@pytest.mark.parametrize("models", [2, 3, 5])
def test_random_deals_have_the_exact_distribution(models):
    "New in place of a refusal, so it is held to the exact answer."
    right = RNG.random((models, 30)) < 0.8
    exact = eb.cochran_q(right, method="exact").pvalue
    drawn = eb.cochran_q(right, method="random", n_resamples=40_000, random_state=5).pvalue
    assert drawn == pytest.approx(exact, abs=4 * 0.5 / 200)


def test_q_says_when_chi_square_is_rough():
    "0.1.0 gave no note for ten models on ten cases, where the 5 % test has size .039 and the .1 % test .0019."
    assert codes(eb.cochran_q(SPREAD)) == ["few_cases"]
    assert "method='exact'" in eb.cochran_q(SPREAD).notes[0].text
    assert codes(eb.cochran_q(SPREAD, method="exact")) == []


def test_q_of_fewer_clusters_than_models_is_refused():
    "0.1.0 answered with the number of clusters, whatever the data."
    right = RNG.random((6, 40)) < 0.7
    with pytest.raises(ValueError, match="as many clusters as models"):
        eb.cochran_q(right, cluster=np.arange(40) // 10)


def test_messages_name_the_function_that_was_called():
    "0.1.0 spoke of an argument, 'correct', or of count_pairs."
    for function in (eb.cochran_q, eb.models.ftest_looney, eb.models.count_pairs):
        with pytest.raises(ValueError, match=function.__name__):
            function({"a": [1, 2], "b": [1, 0]})


def test_losses_are_no_correctness():
    "0.1.0 took zero-one losses for correctness: `right` and `accuracy` counted the errors."
    losses = eb.core.Losses(1.0 - ROWS, names=tuple(RIGHT))
    for call in (eb.models.count_pairs, eb.cochran_q, eb.models.ftest_looney):
        with pytest.raises(
            ValueError, match=r"correctness, .* losses, where 1 is wrong.*correct\(\)"
        ):
            call(losses)


# --- the F test


def test_f_of_huge_counts():
    "0.1.0 multiplied counts in 64-bit integers, which overflow: a negative F for 5e9 cases."
    n, q = (
        5 * 10**9,
        eb.cochran_q(
            huge := eb.models.pair_counts.PairCounts(
                np.array([[3 * 10**9, 2 * 10**9], [2 * 10**9, 3 * 10**9 + 10**5]]),
                5 * 10**9,
                ("a", "b"),
            )
        ),
    )
    assert eb.models.ftest_looney(huge).statistic == pytest.approx(
        (n - 1) * q.statistic / (n - q.statistic), rel=1e-6
    )


def test_f_returns_its_sums_of_squares():
    "0.1.0 gave F alone."
    sums = eb.models.ftest_looney(ROWS).details
    assert sums["SST"] == pytest.approx(((ROWS - ROWS.mean()) ** 2).sum())
    assert sums["SSA"] + sums["SSB"] + sums["SSAB"] == pytest.approx(sums["SST"])
    assert sums["SSB"] == pytest.approx(3 * ((ROWS.mean(0) - ROWS.mean()) ** 2).sum())


# --- counts


def test_a_contingency_goes_wherever_counts_go():
    "0.1.0 asked for the cases, although their table is enough."
    table = eb.contingency(RIGHT["a"], RIGHT["b"])
    two = {k: RIGHT[k] for k in "ab"}
    for call in (
        lambda v: eb.cochran_q(v),
        lambda v: eb.cochran_q(v, method="exact"),
        lambda v: eb.cochran_q(v, method="random", random_state=0),
        lambda v: eb.models.ftest_looney(v, method="greenhouse-geisser"),
        lambda v: eb.pairwise(eb.mcnemar, v)["a", "b"],
        lambda v: eb.pairwise(eb.models.ztest_proportions, v)["a", "b"],
    ):
        assert tuple(call(table)) == tuple(call(two))
    assert (eb.models.count_pairs(table).gram == eb.models.count_pairs(two).gram).all()
    tables = eb.models.count_pairs(ROWS).tables
    np.testing.assert_array_equal(
        eb.models.adjust_mcnemar(tables), eb.models.adjust_mcnemar(tables.only_a, tables.only_b)
    )
    np.testing.assert_array_equal(
        eb.models.adjust_mcnemar(tables), eb.models.adjust_mcnemar(eb.models.count_pairs(ROWS))
    )


def test_counts_that_do_not_fit_are_refused():
    "0.1.0 took any matrix, gave negative cells, and a table without rows where there were no names."
    for gram, n in (
        ([[30, 31], [31, 40]], 50),
        ([[30, 10], [10, 40]], 50),
        ([[30, 20], [21, 40]], 50),
        ([[3, 2]], 5),
    ):
        with pytest.raises(ValueError, match="PairCounts needs"):
            eb.models.pair_counts.PairCounts(np.array(gram), n)
    unnamed = eb.models.pair_counts.PairCounts(np.array([[30, 20], [20, 28]]), 50)
    assert len(unnamed.to_frame()) == 1 and unnamed.names == ("model 0", "model 1")
    with pytest.raises(ValueError, match="the models are 'model 0', 'model 1'"):
        unnamed.table("a", "b")
    assert "batch" in eb.models.count_pairs(RNG.random((4, 2, 9)) < 0.5)._repr_html_()


def test_the_table_of_many_counts_is_quick():
    "0.1.0 rebuilt the whole matrix twice for each pair: 500 models took 51.6 s."
    counts = eb.models.count_pairs(RNG.random((400, 500)) < 0.8)
    start = time.process_time()
    frame = counts.to_frame()
    assert time.process_time() - start < 3 and len(frame) == 400 * 399 // 2
    row = frame[(frame.a == "model 7") & (frame.b == "model 300")].iloc[0]
    assert [row.both_right, row.only_a, row.only_b, row.both_wrong] == counts.table(
        7, 300
    ).to_array().ravel().tolist()


# --- adjusted McNemar tests


def test_adjusting_many_mcnemar_tests_in_bounded_memory():
    "0.1.0 made a table of pairs x pairs: 124,750 pairs were a MemoryError, 20,000 take 3 GB."
    b, c = RNG.integers(0, 60, (2, 20_000))
    tracemalloc.start()
    adjusted = eb.models.adjust_mcnemar(b, c)
    assert tracemalloc.get_traced_memory()[1] < 100 * 2**20
    tracemalloc.stop()
    assert (
        adjusted <= eb.adjust_pvalues(eb.mcnemar_counts(b, c, method="exact").pvalue) + 1e-12
    ).all()


def test_adjusted_mcnemar_in_the_far_tail():
    "0.1.0 lost attainable p-values where an inverse of scipy gives none, and left their tests out of the sum."
    n = np.array([397_430, 292_004, 384_363, 196_240])
    p = np.full(4, 2e-242)
    k = [np.arange(int(m / 2 - 17 * m**0.5), m // 2) for m in n]
    values = [2 * special.betainc(m - j, j + 1, 0.5) for m, j in zip(n, k)]
    lost = np.array(
        [j[np.searchsorted(v, q) - 1] for j, v, q in zip(k, values, p)]
    )  # p-values just below 2e-242
    reached = np.array([v[np.searchsorted(v, q) - 1] for v, q in zip(values, p)])
    by_hand = [
        sum(v[v <= t * (1 + 1e-7)][-1] for v, r in zip(values, reached) if r >= t)
        for t in np.sort(reached)
    ]
    found = np.sort(eb.models.adjust_mcnemar(lost, n - lost))
    np.testing.assert_allclose(found, np.maximum.accumulate(by_hand), rtol=1e-6)


# --- all pairs


def test_limits_of_zeros_and_ones_are_tangos():
    "0.1.0 gave Wald's limits: [0, 0] for identical models, and too short ones for few discordant cases."
    models = {"a": RIGHT["a"], "copy": RIGHT["a"], "c": RIGHT["c"]}
    found = eb.pairwise(eb.mcnemar, models)
    low, high = found.limits()
    for i, (a, b) in enumerate(found.pairs):
        alone = eb.interval_difference(models[a], models[b], confidence_level=1 - 0.05 / 3)
        assert (low[i], high[i]) == pytest.approx(tuple(alone), abs=1e-12)
    assert low[0] < 0 < high[0]
    assert "Tango" in found._repr_html_() and "Bonferroni" in found._repr_html_()


def test_limits_of_other_numbers_are_students():
    "0.1.0 gave normal limits, too short for few cases, and a point for models without a difference."
    few = {k: v[:6] for k, v in LOSSES.items()} | {"copy": LOSSES["a"][:6]}
    found = eb.pairwise(eb.ttest_paired, few)
    low, high = found.limits()
    for i, (a, b) in enumerate(found.pairs):
        np.testing.assert_allclose(
            (low[i], high[i]), tuple(eb.ttest_paired(few[a], few[b]).interval(1 - 0.05 / 6))
        )
    assert np.isnan(low[list(found.pairs).index(("a", "copy"))])
    flips = eb.pairwise(eb.permutation_test, few)
    np.testing.assert_allclose(flips.limits(), (low, high), rtol=1e-9)


def test_pairs_of_scores_with_their_design():
    "0.1.0 stripped the sizes of the splits and refused what it asked for."
    scores = eb.evaluate(
        LEARNERS, X, Y, cv=ShuffleSplit(5, random_state=0), progress=False
    ).scores()
    found = eb.pairwise(eb.ttest_corrected, scores)
    low, high = found.limits()
    for i, (a, b) in enumerate(found.pairs):
        alone = eb.ttest_corrected(scores[a], scores[b])
        assert tuple(found[a, b]) == tuple(alone) and codes(found[a, b]) == codes(alone)
        assert (low[i], high[i]) == pytest.approx(tuple(alone.interval(1 - 0.05 / 3)))
    assert found.omnibus is None and found.names == scores.names
    by_name = eb.pairwise(eb.ttest_corrected, {name: scores[name] for name in scores.names})
    assert by_name.pvalues.tolist() == found.pvalues.tolist()
    halves = eb.evaluate(LEARNERS, X, Y, cv=eb.five_by_two(0), progress=False).scores()
    five = eb.pairwise(eb.ftest_5x2cv, halves)
    assert [p for p in five.pvalues] == [
        eb.ftest_5x2cv(halves[a], halves[b]).pvalue for a, b in five.pairs
    ]
    assert np.isnan(five.limits()).all() and np.isnan(five.standard_error).all()
    assert len(five.to_frame()) == 3 and "5x2" in five["bayes", "prior"].name


def test_pairs_of_rows_keep_their_design():
    "0.1.0 stripped the splits, and took losses for correctness: the worse model won."
    run = eb.evaluate(LEARNERS, X, Y, cv=KFold(5), progress=False)
    found = eb.pairwise(eb.permutation_test, run.correct())
    assert "pooled_folds" in codes(found["bayes", "prior"]) and "pooled_folds" in codes(found)
    by_name = eb.pairwise(eb.mcnemar, {name: run.correct()[name] for name in run.names})
    assert by_name.pvalues.tolist() == eb.pairwise(eb.mcnemar, run.correct()).pvalues.tolist()
    other = eb.evaluate(LEARNERS, X, Y, cv=KFold(4), progress=False)
    with pytest.raises(ValueError, match="same splits"):
        eb.pairwise(
            eb.mcnemar, {"bayes": run.correct()["bayes"], "prior": other.correct()["prior"]}
        )
    with pytest.raises(ValueError, match="losses, where 1 is wrong"):
        eb.pairwise(eb.mcnemar, run.losses())
    by_loss = eb.pairwise(eb.ttest_paired, run.losses())["bayes", "prior"]
    assert "loss" in by_loss.estimand and by_loss.difference == pytest.approx(
        -found["bayes", "prior"].difference, abs=1e-12
    )


def test_arrays_can_have_names():
    "0.1.0 called the rows of an array 'model 0', 'model 1' and had no other way."
    found = eb.pairwise(eb.mcnemar, ROWS, names=["x", "y", "z"])
    assert found.pairs == (("x", "y"), ("x", "z"), ("y", "z"))
    for names, models in ((["x", "y"], ROWS), (["x", "x", "y"], ROWS), (["x", "y", "z"], RIGHT)):
        with pytest.raises(ValueError, match="names"):
            eb.pairwise(eb.mcnemar, models, names=names)


def test_westfall_is_two_sided():
    "0.1.0 adjusted one-sided tests, and tests other than McNemar's, as if they were two-sided exact McNemar tests."
    for test, options in (
        (eb.mcnemar, {"alternative": "less"}),
        (eb.permutation_test, {}),
        (eb.permutation_test, {"method": "exact"}),
    ):
        with pytest.raises(ValueError, match="two-sided mcnemar"):
            eb.pairwise(test, RIGHT, adjust="westfall", **options)


def test_clusters_need_tests_that_take_them():
    "0.1.0 died in a test's 'unexpected keyword argument'."
    for test, omnibus in (
        (eb.ttest_corrected, eb.cochran_q),
        (eb.ztest_clustered, eb.models.ftest_looney),
    ):
        with pytest.raises(ValueError, match="ztest_clustered"):
            eb.pairwise(test, RIGHT, cluster=FAMILY, omnibus=omnibus)
    assert (
        codes(eb.pairwise(eb.ztest_clustered, RIGHT, cluster=FAMILY, omnibus=None)["a", "b"])[0]
        == "clustered"
    )
    pair = eb.pairwise(eb.mcnemar, RIGHT, cluster=FAMILY)["a", "b"]
    assert pair.pvalue == eb.mcnemar(RIGHT["a"], RIGHT["b"], cluster=FAMILY).pvalue
    known = eb.core.Losses(
        np.stack([RIGHT["a"], RIGHT["b"]]),
        names=("a", "b"),
        measure=eb.Measure("accuracy", True, 0.0, 1.0),
        groups=FAMILY,
    )
    assert eb.pairwise(eb.mcnemar, known)["a", "b"].pvalue == pair.pvalue
    alone = eb.mcnemar(RIGHT["a"], RIGHT["b"]).pvalue
    assert eb.pairwise(eb.mcnemar, known, cluster=None)["a", "b"].pvalue == pytest.approx(
        alone, rel=1e-12
    )
    losses = eb.pairwise(eb.ttest_paired, known, omnibus=None)["a", "b"]
    assert tuple(losses) == tuple(eb.ttest_paired(RIGHT["a"], RIGHT["b"], cluster=FAMILY)) != ()
    z = eb.pairwise(eb.models.ztest_proportions, known)["a", "b"].pvalue
    assert z == eb.models.ztest_proportions(RIGHT["a"], RIGHT["b"], cluster=FAMILY).pvalue != alone


def test_what_cannot_be_compared_is_said_in_words():
    "0.1.0 died in `'dict' object is not callable`, `tuple.index(x): x not in tuple` and `has no attribute 'pvalue'`."
    found = eb.pairwise(eb.mcnemar, RIGHT)
    for call, words in (
        (lambda: eb.pairwise(RIGHT, RIGHT), "a test and the models"),
        (lambda: eb.pairwise(eb.posterior_models, RIGHT, rope=0.1), "returns a Comparison"),
        (lambda: found["b", "a"], "in the order of the models"),
        (lambda: found["a", "d"], "the models are 'a', 'b', 'c'"),
    ):
        with pytest.raises(ValueError, match=words):
            call()


def test_all_pairs_come_from_one_count():
    "0.1.0 counted every pair again: 40 models of 1e6 cases took 2.2 s, and 500 models minutes."
    right = RNG.random((200, 400)) < 0.8
    for given in (right, eb.models.count_pairs(right)):
        start = time.process_time()
        found = eb.pairwise(eb.mcnemar, given)
        assert time.process_time() - start < 2 and len(found) == 19_900
    alone = eb.mcnemar(right[3], right[77])
    place = list(found.pairs).index(("model 3", "model 77"))
    assert found.pvalues[place] == alone.pvalue and found.difference[place] == pytest.approx(
        alone.difference
    )
    z = eb.pairwise(eb.models.ztest_proportions, right[:9], method="paired")
    one_by_one = [
        eb.models.ztest_proportions(a, b, method="paired").pvalue
        for a, b in combinations(right[:9], 2)
    ]
    np.testing.assert_array_equal(z.pvalues, one_by_one)


def test_all_paired_t_tests_come_from_one_product():
    "0.1.0 called 19,900 tests; the product keeps their digits, for near copies in any unit too."
    losses = RNG.exponential(1.0, (200, 300))
    start = time.process_time()
    found = eb.pairwise(eb.ttest_paired, losses)
    assert time.process_time() - start < 2
    one_by_one = [
        eb.ttest_paired(losses[i], losses[k]).statistic for i, k in ((0, 1), (3, 77), (198, 199))
    ]
    places = [
        list(found.pairs).index((f"model {i}", f"model {k}"))
        for i, k in ((0, 1), (3, 77), (198, 199))
    ]
    np.testing.assert_allclose(
        found.to_frame().set_index(["a", "b"]).statistic.loc[[found.pairs[i] for i in places]],
        one_by_one,
        rtol=1e-10,
    )
    base = 1e6 + RNG.normal(size=50)
    near = [base, base + 1e-4 * RNG.normal(size=50), base + RNG.normal(size=50), base + 3.0, base]
    for unit in (1e-12, 1.0, 1e12):
        rows = unit * np.array(near)
        found, slow = (
            eb.pairwise(eb.ttest_paired, rows),
            [eb.ttest_paired(a, b) for a, b in combinations(rows, 2)],
        )
        np.testing.assert_allclose(found.pvalues, [c.pvalue for c in slow], rtol=1e-7)
        np.testing.assert_allclose(found.difference, [c.difference for c in slow], rtol=1e-7)
        assert [codes(c) for c in found.comparisons] == [codes(c) for c in slow]


def test_options_are_keywords():
    "0.1.0 took the method, the adjustment and the clusters by position."
    for call in (
        lambda: eb.cochran_q(ROWS, "exact"),
        lambda: eb.models.ftest_looney(ROWS, "lower-bound"),
        lambda: eb.adjust_pvalues([0.1], "holm"),
        lambda: eb.pairwise(eb.mcnemar, RIGHT, "holm"),
        lambda: eb.ztest_clustered(ROWS[0], ROWS[1], FAMILY),
        lambda: eb.pairwise(eb.mcnemar, RIGHT).limits(0.9),
    ):
        with pytest.raises(TypeError, match="positional"):
            call()
    assert (
        inspect.signature(eb.pairwise).parameters["adjust"].kind is inspect.Parameter.KEYWORD_ONLY
    )


# --- clusters


def test_clusters_whose_losses_differ_by_rounding_alone():
    "0.1.0 summed the same losses in another order and found z = 5 in the rounding errors."
    first = np.tile([0.1, 0.7, 0.3], (30, 1))
    second = np.tile([0.3, 0.1, 0.7], (30, 1))
    found = eb.ztest_clustered(first.ravel(), second.ravel(), cluster=np.repeat(np.arange(30), 3))
    assert found.pvalue == 1 and "identical" in codes(found) and found.standard_error == 0


def test_a_table_knows_its_clusters():
    "0.1.0 asked for labels that the evaluation has."
    run = eb.evaluate(LEARNERS, X, Y, cv=KFold(3), groups=np.arange(90) // 3, progress=False)
    rows = run.losses()
    found = eb.ztest_clustered(rows["bayes"], rows["prior"])
    assert tuple(found) == tuple(
        eb.ztest_clustered(rows["bayes"], rows["prior"], cluster=rows.groups)
    )
    assert "grouped_cases" not in codes(found) and "clustered" in codes(found)
    q = eb.cochran_q(run.correct(), cluster=rows.groups)
    assert "grouped_cases" not in codes(q) and "clustered" in codes(eb.cochran_q(run.correct()))
    assert "grouped_cases" in codes(eb.cochran_q(run.correct(), cluster=None))
    with pytest.raises(ValueError, match="mcnemar"):
        eb.ztest_clustered(RIGHT["a"], RIGHT["b"])


def test_ten_equal_models_raise_fewer_false_alarms_than_independent_questions():
    "The chapter of 0.1.0 said nine studies in ten; the 45 pairs of ten models share models, and it is .63."
    truth = stats.studentized_range.sf(stats.norm.ppf(0.975) * 2**0.5, 10, np.inf)
    right = RNG.random((400, 10, 600)) < 0.8
    tables = eb.models.count_pairs(right).tables
    found = (
        (eb.mcnemar_counts(tables.only_a, tables.only_b, method="chi2").pvalue < 0.05)
        .any(-1)
        .mean()
    )
    assert abs(found - truth) < 4 * np.sqrt(truth * (1 - truth) / 400) and truth == pytest.approx(
        0.63, abs=0.005
    )


def test_names_settle_which_axis_is_the_models():
    "Eight named models on six questions were refused, with the advice to pass the transpose."
    rows = np.random.default_rng(3).integers(0, 2, (8, 6))
    named = {f"model {c}": row for c, row in zip("abcdefgh", rows)}
    q = stats.chi2.isf(eb.cochran_q(named).pvalue, 7)
    k, n = 8, rows.sum(0)
    by_hand = (k - 1) * (k * (rows.sum(1) ** 2).sum() - rows.sum() ** 2) / (k * n - n**2).sum()
    assert q == pytest.approx(by_hand) == eb.cochran_q(pd.DataFrame(named)).statistic
    assert str(eb.pairwise(eb.mcnemar, pd.DataFrame(named))) == str(eb.pairwise(eb.mcnemar, named))
    for unnamed in (rows, pd.DataFrame(rows.T)):
        with pytest.raises(ValueError, match="transpose"):
            eb.cochran_q(unnamed)


def test_a_number_that_is_hardly_out_of_range_is_shown_as_it_is():
    "1.0000000001 was refused as 1."
    with pytest.raises(ValueError, match="between 0 and 1, got 1.0000000001 at index 0"):
        eb.adjust_pvalues([1.0000000001])
    with pytest.raises(ValueError, match="got 2 at index 1"):
        eb.adjust_pvalues([0.5, 2])


def test_pairwise_says_when_a_test_needs_more_than_two_results():
    "It died in a TypeError."
    models = {k: RNG.normal(size=10) for k in "abc"}
    for test in (eb.ztest_delong, eb.holdout.ztest_f1, eb.models.ttest_judged):
        with pytest.raises(ValueError, match=f"Call it for each pair: {test.__name__}\\("):
            eb.pairwise(test, models)


@pytest.mark.parametrize("name, shape", [("ttest_5x2cv", (5, 2)), ("ttest_crossed", (8, 3))])
def test_pairwise_of_a_table_a_model(name, shape):
    "It took each table for a batch of models."
    test = getattr(eb, name, None) or getattr(eb.algorithms, name)
    models = {k: RNG.normal(size=shape) for k in "abc"}
    found = eb.pairwise(test, models)
    assert found["a", "c"].pvalue == test(models["a"], models["c"]).pvalue
    with pytest.raises(ValueError, match="a batch of them"):
        eb.pairwise(eb.ttest_paired, models)


def test_pairwise_speaks_of_limits_only_where_there_are_some_and_of_any_two():
    design = eb.core.Design("k-fold", (5,), n_train=80, n_test=20)
    values = RNG.uniform(0.7, 0.9, size=(3, 5))
    scores = eb.core.Scores(values, names=("tree", "bayes", "knn"), design=design)
    corrected = str(eb.pairwise(eb.ttest_corrected, scores))
    assert "hold together" in corrected and "scores a - b over" in corrected
    for test, models in (
        (eb.permutation_test, scores),
        (eb.wilcoxon_test, dict(zip("xyz", values))),
    ):
        found = eb.pairwise(test, models)
        assert "hold together" not in str(found) + found._repr_html_()
