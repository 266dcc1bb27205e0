"""Effect sizes, the permutation test and the area under the curve: what was once wrong stays right."""

import inspect
import tracemalloc
from itertools import product

import numpy as np
import pandas as pd
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.model_selection import KFold

import evalbook as eb
from evalbook.bootstrap import sign_flips
from tests.names import public

REAL = np.random.default_rng(44).normal(0.2, 1, 60)
SCALES = (1e-12, 1e12)


def codes(result):
    "The codes of a result's notes."
    return [note.code for note in result.notes]


# --- the permutation test


def test_zero_one_differences_are_one_binomial_at_any_number():
    "0.1.0 left the exact distribution at 22,361 discordant cases and called whole numbers 'real ones'."
    won, lost = 30_400, 29_600
    a, b = np.repeat([1.0, 0.0], [won, lost]), np.repeat([0.0, 1.0], [won, lost])
    p = eb.mcnemar_counts(won, lost, method="exact").pvalue
    for method in ("auto", "exact"):
        found = eb.permutation_test(a, b, method=method)
        assert found.pvalue == pytest.approx(p, rel=1e-9) and "monte_carlo" not in codes(found)


def test_a_million_discordant_cases_are_quick_and_small():
    "0.1.0 needed 19 seconds and 2 kilobytes a case."
    table = eb.Contingency(0, 501_000, 499_000, 0)
    a, b = table.to_correct()
    tracemalloc.start()
    found = eb.permutation_test(a, b)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (
        found.pvalue == pytest.approx(eb.mcnemar(a, b, method="exact").pvalue, rel=1e-9)
        and peak < 200e6
    )


def test_a_contingency_table_is_enough():
    "0.1.0 wanted both columns, although the table says all; a batch of tables too."
    tables = eb.Contingency([59, 3], [6, 0], [16, 0], [80, 5])
    found = eb.permutation_test(tables)
    assert found.pvalue == pytest.approx(
        [eb.permutation_test(*eb.Contingency(59, 6, 16, 80).to_correct()).pvalue, 1]
    )
    assert found.difference == pytest.approx([-10 / 161, 0])
    with pytest.raises(ValueError, match="permutation_test with cluster needs one result a case"):
        eb.permutation_test(tables, cluster=[1, 2])


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("kind", ["zero-one", "tenths", "real", "long"])
def test_the_p_value_does_not_depend_on_the_unit(kind, scale):
    "0.1.0 knew whole numbers only in their own unit, and drew signs in any other."
    rng = np.random.default_rng(44)
    d = {
        "zero-one": rng.integers(-1, 2, 300).astype(float),
        "tenths": rng.integers(-9, 12, 200) / 10,
        "real": REAL[:20],
        "long": REAL,
    }[kind]
    one, other = eb.permutation_test(d, 0 * d), eb.permutation_test(scale * d, 0 * d)
    assert other.pvalue == pytest.approx(one.pvalue, rel=1e-9)
    assert other.difference == pytest.approx(scale * one.difference, rel=1e-9)


def test_tenths_are_on_a_grid():
    "0.1.0 refused 60 differences in tenths: 'real ones'."
    rng = np.random.default_rng(44)
    a, b = rng.integers(0, 30, 60) / 10, rng.integers(0, 25, 60) / 10
    whole = eb.permutation_test(np.rint(10 * a), np.rint(10 * b), method="exact")
    assert eb.permutation_test(a, b, method="exact").pvalue == pytest.approx(whole.pvalue, rel=1e-9)


def test_no_seed_in_the_answer():
    "0.1.0 drew signs for more than 30 real differences: another seed, another p-value."
    found = [eb.permutation_test(REAL, 0 * REAL, random_state=seed) for seed in (1, 2)]
    assert found[0].pvalue == found[1].pvalue and codes(found[0]) == []
    assert 0 < found[0].details["error_bound"] <= 1e-3 * found[0].pvalue


def test_the_fourier_sum_keeps_its_bound():
    "0.1.0 had no such sum, because no bound on its error was known to it; also where many patterns tie."
    rng = np.random.default_rng(44)
    few_sizes = np.repeat([1.0, np.sqrt(2)], [9, 8])
    for d in (
        REAL[:36],
        np.abs(rng.standard_cauchy(30)),
        rng.exponential(size=24),
        few_sizes,
        np.array([3.0, 1.0]),
    ):
        sizes, counts = np.unique(np.abs(d), return_counts=True)
        for t in (0.3 * sizes.max(), abs(d.sum()), 0.9 * np.abs(d).sum()):
            exact = 2 * np.array(sign_flips.tails_by_halves(sizes, counts, t))
            tail, error = sign_flips.tails_by_fourier(d, np.array([t]))
            assert (np.abs(tail - exact) <= error + 1e-15).all()


@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
def test_every_way_counts_the_same_patterns(alternative):
    "Against all sign patterns: real numbers, whole numbers, repeated sizes off any grid, zeros, rounding."
    rng = np.random.default_rng(44)
    roots = np.sqrt([2.0, 2, 2, 3, 3, 5]) * [1, 1, -1, 1, 1, 1]
    vectors = [
        REAL[:11],
        rng.integers(-4, 7, 11) * 1.0,
        roots,
        np.array([0, 0, 0.3, 0.1 + 0.2, 0.7]),
        np.array([-2.0]),
    ]
    for d in vectors:
        sums = np.array([s @ d for s in map(np.array, product([1, -1], repeat=len(d)))])
        t, slack = d.sum(), 1e-9 * np.abs(d).sum()
        tails = (sums <= t + slack).mean(), (sums >= t - slack).mean()
        p = {"less": tails[0], "greater": tails[1], "two-sided": min(1, 2 * min(tails))}[
            alternative
        ]
        for method in ("auto", "exact", "fourier"):
            found = eb.permutation_test(d, 0 * d, method=method, alternative=alternative)
            assert abs(found.pvalue - p) <= found.details.get("error_bound", 0) + 1e-12


def test_a_batch_may_mix_grids_and_real_numbers():
    "0.1.0 refused a batch of which one entry was exact and another drawn."
    stack = np.stack([np.sign(REAL), REAL, 0 * REAL])
    found = eb.permutation_test(stack, 0 * stack)
    assert found.pvalue == pytest.approx([eb.permutation_test(d, 0 * d).pvalue for d in stack])
    assert found.details["error_bound"][0] == 0 < found.details["error_bound"][1]


def test_differences_that_are_rounding_are_none():
    "0.1.0 gave 0.1 + 0.2 against 0.3 on 20 cases the p-value 2e-6; in clusters the sums too."
    a, b = np.full(20, 0.1 + 0.2), np.full(20, 0.3)
    found = eb.permutation_test(a, b)
    assert found.pvalue == 1 and codes(found) == ["identical"]
    thirds, none = np.tile([0.1, 0.2, -0.3], 20), np.zeros(60)
    assert eb.permutation_test(thirds, none, cluster=np.arange(60) // 3).pvalue == 1


@pytest.mark.parametrize(
    "a, b", [(1.5, 1.0), (np.ones((5, 1)), np.zeros((5, 1)))], ids=["number", "column"]
)
def test_cases_lie_on_the_last_axis(a, b):
    "0.1.0 died in an IndexError for two numbers and read a column as a batch of single cases."
    with pytest.raises(ValueError, match="permutation_test needs .*cases"):
        eb.permutation_test(a, b)


def test_random_flips_take_little_memory_and_the_same_numbers():
    "0.1.0 held 223 MiB at 100,000 cases; the draws of a seed are what they were."
    rng = np.random.default_rng(44)
    d = rng.normal(size=1000)
    table = d.reshape(-1, 8) @ sign_flips.BYTES.T
    rng, sums = np.random.default_rng(7), []
    for size in (8192, 1001):
        octets = np.frombuffer(rng.bytes(125 * size), np.uint8).reshape(125, size)
        sums.append(sum(np.take(eight, octet) for eight, octet in zip(table, octets)))
    np.testing.assert_allclose(
        sign_flips.random_flips(d, 8192 + 1001, seed=7),
        np.concatenate(sums),
        rtol=1e-12,
        atol=1e-12,
    )
    long = rng.normal(size=100_000)
    tracemalloc.start()
    sign_flips.random_flips(long, 1000, seed=7)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 8e6


def test_a_cluster_answers_the_groups():
    "A test by cluster does not say that it takes the cases of a group as independent."
    guess = {
        name: DummyClassifier(strategy="stratified", random_state=i) for i, name in enumerate("ab")
    }
    groups, splits = np.arange(40) // 4, [(np.arange(20), np.arange(20, 40))]
    run = eb.evaluate(
        guess, np.zeros((40, 1)), np.arange(40) % 2, cv=splits, groups=groups, progress=False
    )
    both = run.correct()
    assert "grouped_cases" in codes(eb.permutation_test(both["a"], both["b"], cluster=None))
    for found in (
        eb.permutation_test(both["a"], both["b"], **how) for how in ({"cluster": groups[20:]}, {})
    ):
        assert "grouped_cases" not in codes(found) and "clustered" in codes(found)


# --- effect sizes


def pooled():
    "Correctness of two guessing models on the test sets of two folds."
    guess = {
        name: DummyClassifier(strategy="stratified", random_state=i) for i, name in enumerate("ab")
    }
    return eb.evaluate(
        guess, np.zeros((40, 1)), np.arange(40) % 2, cv=KFold(2), random_state=0, progress=False
    ).correct()


@pytest.mark.parametrize(
    "function",
    ["cohens_g", "odds_ratio", "cohens_h", "paired_d", "cliffs_delta"],
    ids="estimate_{}".format,
)
def test_effect_sizes_keep_the_note_of_pooled_folds(function):
    "0.1.0 dropped it, although interval_difference of the same losses had it."
    both = pooled()
    assert "pooled_folds" in codes(public(f"estimate_{function}")(both["a"], both["b"]))


def test_limits_of_cohens_h_stay_in_its_range():
    "0.1.0 gave limits above pi, the largest possible h."
    found = eb.models.estimate_cohens_h(np.ones(9), np.zeros(9)).interval()
    assert found.low < np.pi == found.high


def test_a_number_is_no_column():
    "0.1.0 died in an IndexError."
    with pytest.raises(ValueError, match="estimate_paired_d needs .*at least 2 cases"):
        eb.models.estimate_paired_d(1.0, 2.0)


@pytest.mark.parametrize("scale", SCALES)
def test_effect_sizes_do_not_depend_on_the_unit(scale):
    "They held in 0.1.0 and hold still; the limits of a difference are in its unit."
    rng = np.random.default_rng(44)
    a, b = rng.gamma(2, size=(2, 40))
    for function in (eb.models.estimate_paired_d, eb.models.estimate_cliffs_delta):
        one, other = function(a, b), function(scale * a, scale * b)
        assert [other.value, *other.interval()] == pytest.approx(
            [one.value, *one.interval()], rel=1e-9
        )


def test_placements_count_ties_by_half():
    "Against all pairs, in a batch: the ranks of 0.1.0 searched unsorted, four times slower."
    rng = np.random.default_rng(44)
    x, y = rng.integers(0, 9, (3, 40)) / 2, rng.integers(0, 9, (3, 30)) / 2
    gap = np.sign(x[:, :, None] - y[:, None])
    np.testing.assert_allclose(
        eb.models.estimate_cliffs_delta(x, y, paired=False).value, gap.mean((1, 2)), atol=1e-15
    )
    truth, scores = np.repeat([1, 0], [40, 30]), np.concatenate([x, y], -1)
    found = eb.estimate_auc(truth, scores)
    np.testing.assert_allclose(found.value, (gap.mean((1, 2)) + 1) / 2, atol=1e-15)
    V, W = (gap.mean(2) + 1) / 2, (gap.mean(1) + 1) / 2
    np.testing.assert_allclose(
        found.standard_error, np.sqrt(V.var(1, ddof=1) / 40 + W.var(1, ddof=1) / 30), rtol=1e-12
    )


def test_cohens_h_does_not_count_points_equally():
    "A point counts four times as much at .98 as at .50."
    h = [eb.models.estimate_cohens_h(eb.Contingency(k, 1, 0, 99 - k)).value for k in (50, 98)]
    assert h[1] > 4 * h[0]


# --- the difference of any metric


def test_a_mean_is_no_metric_of_predictions():
    "0.1.0 answered with the means of the three columns."
    with pytest.raises(ValueError, match="a measure's name is .* got 'mean'"):
        eb.estimate_difference([0, 1, 0, 1], [0, 1, 1, 1], [0, 1, 0, 0], "mean")


def test_messages_name_the_function_that_was_called():
    "0.1.0 spoke of estimate_bootstrap."
    y, a = [0, 1, 0, 1], [0, 1, 1, 1]
    for call in (
        lambda: eb.estimate_difference(y, a, a[:3], "f1"),
        lambda: eb.estimate_difference(y, a, a[:3], lambda u, v: 1.0),
        lambda: eb.estimate_difference([0], [0], [0], "f1"),
        lambda: eb.estimate_difference(y, a, a, "f1", n_resamples=0),
    ):
        with pytest.raises(ValueError, match="^estimate_difference"):
            call()


# --- pairs and options


def test_pandas_indexes_in_another_order_are_refused():
    "0.1.0 paired by position: an area of .455 for a perfect ranking."
    truth, score = pd.Series([0, 0, 1, 1]), pd.Series([1.0, 2.0, 3.0, 4.0])
    moved = score[::-1]
    for call in (
        lambda: eb.estimate_auc(truth, moved),
        lambda: eb.ztest_delong(truth, score, moved),
        lambda: eb.ztest_delong(truth, moved, moved),
        lambda: eb.estimate_difference(truth, score, moved, "auc"),
        lambda: eb.estimate_difference(truth, moved, score, lambda y, s: float(np.mean(s))),
    ):
        with pytest.raises(ValueError, match="needs the same pandas index"):
            call()
    assert eb.estimate_auc(truth, score).value == 1


def test_a_perfect_area_has_a_note_of_its_own():
    "0.1.0 spoke of differences and a p-value, of which an area has none."
    (note,) = eb.estimate_auc([0, 0, 1, 1], [1, 2, 3, 4]).notes
    assert note.code == "zero_variance" and "difference" not in note.text and "width" in note.text


@pytest.mark.parametrize(
    "function, data",
    [
        ("permutation_test", 2),
        ("estimate_cohens_g", 2),
        ("estimate_odds_ratio", 2),
        ("estimate_cohens_h", 2),
        ("estimate_paired_d", 2),
        ("estimate_cliffs_delta", 2),
        ("estimate_difference", 4),
        ("estimate_auc", 2),
        ("ztest_delong", 3),
    ],
)
def test_options_are_keyword_only(function, data):
    "In 0.1.0 they were positional."
    parameters = list(inspect.signature(public(function)).parameters.values())
    assert all(p.kind is p.POSITIONAL_OR_KEYWORD for p in parameters[:data])
    assert all(p.kind is p.KEYWORD_ONLY for p in parameters[data:])


def test_a_named_formula_has_its_name():
    "0.1.0 called the limits of Clopper and Pearson 'exact'."
    rng = np.random.default_rng(44)
    a, b = rng.random((2, 40)) < 0.7
    for function in (eb.models.estimate_cohens_g, eb.models.estimate_odds_ratio):
        assert tuple(function(a, b).interval()) == tuple(
            function(a, b, method="clopper-pearson").interval()
        )
        with pytest.raises(ValueError, match="method is one of 'clopper-pearson', 'wilson'"):
            function(a, b, method="exact")


def worse_everywhere(outlier):
    "Errors of two models on 200 cases: the second is worse on each, and far worse on one."
    rng = np.random.default_rng(1)
    a = rng.uniform(0, 1, 200)
    b = a + rng.uniform(0.2, 0.4, 200)
    b[0] += outlier
    return a, b


@pytest.mark.parametrize("outlier", [1e5, 1e7, 1e9])
def test_where_the_fourier_sum_knows_nothing_signs_are_drawn(outlier):
    "p = .89 and p = 1 were printed without a word, where the truth is 2 ** -199."
    a, b = worse_everywhere(outlier)
    found = eb.permutation_test(a, b)
    drawn = eb.permutation_test(a, b, method="random", random_state=0)
    assert found.pvalue == drawn.pvalue == 1 / 100_001
    assert codes(found) == ["monte_carlo"] and "random flips" in found.name
    assert not found.details
    less, greater = (
        eb.permutation_test(a, b, alternative=side).pvalue for side in ("less", "greater")
    )
    assert less <= found.pvalue and greater == 1
    both = eb.permutation_test(np.stack([a, a]), np.stack([b, a + 0.1]))
    assert both.pvalue[0] == found.pvalue and both.notes[-1].where.tolist() == [True, False]


@pytest.mark.parametrize("outlier", [0, 1e4, 1e7])
def test_a_p_value_that_is_only_bounded_says_so(outlier):
    a, b = worse_everywhere(outlier)
    found = eb.permutation_test(a, b, method="fourier")
    assert codes(found) == ["upper_bound"]
    sides = [
        eb.permutation_test(a, b, method="fourier", alternative=side).pvalue
        for side in ("less", "greater")
    ]
    assert sum(sides) >= 1  # neither may be too small


def test_without_a_discordant_case_limits_of_cohens_h_say_nothing():
    table = eb.Contingency(both_right=2, only_a=0, only_b=0, both_wrong=3)
    found = eb.models.estimate_cohens_h(table)
    assert codes(found) == ["no_discordant_pairs"] and "say nothing" in str(found)


def test_two_samples_of_one_number_have_limits_that_say_nothing():
    found = eb.models.estimate_cliffs_delta([1, 1, 1], [1, 1, 1], paired=False)
    assert codes(found) == ["zero_variance"] and found.value == 0


@pytest.mark.parametrize("solved", [[1] * 7 + [0], [1] * 8, [0] * 8])
def test_runs_that_leave_no_variance_are_said(solved):
    found = eb.models.estimate_pass([solved] * 5, 2, about="these items, new runs")
    assert codes(found) == ["zero_variance"] and found.interval().width == 0


UNKNOWN = [np.nan] * 5


@pytest.mark.parametrize("method", ["strata", "regression", "rogan-gladen"])
def test_shares_by_a_judge_stay_in_their_range(method):
    "MOVER's limits of a share ended at 1.036, and Rogan and Gladen's value was 1.2."
    judged = np.repeat([1, 0], [16, 4])
    gold = np.array([1] * 11 + UNKNOWN + [0] + UNKNOWN[:3])
    for flip in (0, 1):
        found = eb.models.estimate_judged(abs(flip - judged), abs(flip - gold), method=method)
        low, high = found.interval()
        assert 0 <= low <= found.value <= high <= 1
    judged = np.repeat([1, 0], [190, 10])
    gold = np.r_[0, [1] * 14, [np.nan] * 175, 0, 1, 1, [np.nan] * 7]
    found = eb.models.estimate_judged(judged, gold, method=method)
    assert found.value <= 1 and (codes(found)[-1:] == ["clipped"]) == (method == "rogan-gladen")


@pytest.mark.parametrize("method", ["strata", "regression", "rogan-gladen"])
def test_a_plan_of_judged_cases_starts_from_the_error_of_its_result(method):
    "That of Rogan and Gladen started from the strata's; errors were of more gold labels than cases."
    rng = np.random.default_rng(3)
    right = rng.random(400) < 0.7
    judged = np.where(rng.random(400) < 0.85, right, ~right).astype(int)
    gold = np.where(rng.random(400) < 0.25, right, np.nan)
    known = np.count_nonzero(~np.isnan(gold))
    found = eb.models.estimate_judged(judged, gold, method=method)
    plan = eb.models.plan_judged(found, standard_error=found.standard_error)
    # with this judge's sensitivity and specificity more cases add noise: the labelled ones do
    assert plan.needed.tolist() == [known, known if method == "rogan-gladen" else 400]
    most = plan.loc["gold labels", "error with ever more"]
    assert eb.models.plan_judged(found, standard_error=most * 1.001).needed.iloc[0] <= 400
    assert eb.models.plan_judged(found, standard_error=most * 0.999).needed.iloc[0] == np.inf
    if method == "strata":
        assert most == pytest.approx(np.sqrt(found.value * (1 - found.value) / 400))
    assert eb.models.plan_judged(found, standard_error=9.0).needed.tolist() == [3, known]


def test_gold_labels_that_are_all_alike_have_wilsons_limits():
    "A judge that gives probabilities had limits from 1 to 1 without a note, and a plan of 3 labels."
    judged = np.linspace(0.7, 1, 500)
    gold = np.where(np.arange(500) < 20, 1, np.nan)
    found = eb.models.estimate_judged(judged, gold)
    assert [*found.interval()] == [*eb.interval_proportion(20, 20)]
    assert codes(found) == ["few_cases", "zero_variance"]
    with pytest.raises(ValueError, match="gold labels that vary"):
        eb.models.plan_judged(found, standard_error=0.03)
    grades = eb.models.estimate_judged(judged, 3 * gold)
    assert grades.interval().width == 0 and codes(grades) == ["zero_variance"]


def test_shares_by_a_judge_of_probabilities_stay_in_their_range():
    "The limits were -0.57 and 1.47, and 'judge and gold labels differ on 4 gold cases' counted nothing."
    found = eb.models.estimate_judged([0.1, 0.2, 0.9, 0.8, 0.5, 0.3], [0, 0, 1, 1, *[np.nan] * 2])
    assert [*found.interval()] == [0, 1]
    assert "The rarer gold label is that of 2 gold cases" in str(found)


def test_sensitivity_and_specificity_need_gold_labels_of_both_kinds():
    "A judge that agreed with all gold labels was said not to tell right from wrong."
    with pytest.raises(ValueError, match="needs gold labels 0 and 1, got only 1"):
        eb.models.estimate_judged(
            [1, 1, 1, 1, 0, 1, 1, 1], [1, 1, 1, *[np.nan] * 5], method="rogan-gladen"
        )


@pytest.mark.parametrize("share", [0.3, 0.9])
def test_gold_cases_are_some_of_the_judged_ones(share):
    "The error of Rogan and Gladen was that of two samples: up to twice the true one."
    rng = np.random.default_rng(0)
    found = []
    for _ in range(300):
        right = rng.random(400) < 0.7
        judged = np.where(rng.random(400) < 0.85, right, ~right) * 1.0
        gold = np.where(np.arange(400) < 400 * share, right, np.nan)
        found.append(eb.models.estimate_judged(judged, gold, method="rogan-gladen"))
    true = np.std([one.value for one in found])
    assert np.mean([one.standard_error for one in found]) == pytest.approx(true, rel=0.12)
    most = eb.models.plan_judged(found[0], standard_error=1.0)["error with ever more"].iloc[0]
    value = found[0].value
    assert most == pytest.approx(np.sqrt(value * (1 - value) / 400))


def test_where_all_cases_are_checked_the_door_takes_what_was_checked():
    "Grades were sent to estimate_accuracy, two models to an estimate of one."
    for call, door in (
        (lambda: eb.models.estimate_judged([0, 1, 2, 3], [0, 1, 2, 2]), r"estimate_mean\(gold\)"),
        (lambda: eb.models.estimate_judged([0, 1, 1, 1], [0, 1, 1, 0]), "estimate_accuracy"),
        (lambda: eb.models.ttest_judged(*np.eye(4)), r"ttest_paired\(gold_a, gold_b\)"),
    ):
        with pytest.raises(ValueError, match=f"take {door}"):
            call()
    with pytest.raises(ValueError, match="gold needs an array of numbers, got dict"):
        eb.models.estimate_judged([1, 0, 1, 0, 1], {0: 1, 1: 0, 2: 1})
