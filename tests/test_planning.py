"""The plans: agreement with statsmodels, whole numbers, refusals, speed."""

import pickle
import re
import time
from functools import partial

import numpy as np
import pytest
from scipy import stats

import evalbook
from evalbook import (
    from_pilot,
    plan_mcnemar,
    plan_proportion,
    plan_tost,
    smallest_difference,
    ttest_paired,
    ztest_delong,
)
from evalbook.laboratory import (
    plan_5x2cv,
    plan_clusters,
    plan_corrected,
    plan_datasets,
    plan_paired,
    plan_sequential,
    sequential_difference,
)
from evalbook.laboratory.sequential import boundary, decided

PLANS = [
    lambda **k: plan_proportion(0.05, share=0.8, **k),
    lambda **k: plan_mcnemar(0.02, disagreement=0.06, **k),
    lambda **k: plan_paired(0.2, sd=1.0, **k),
    lambda **k: plan_tost(0.2, sd=1.0, **k),
    lambda **k: plan_clusters(0.2, sd=1.0, size=5, correlation=0.2, **k),
    lambda **k: plan_datasets(0.5, sd=1.0, **k),
    lambda **k: plan_sequential(0.03, disagreement=0.08, **k),
    lambda **k: plan_corrected(0.02, sd=0.01, n_train=90, n_test=10, **k),
]


@pytest.mark.parametrize("plan", PLANS)
def test_more_power_needs_more_cases(plan):
    less, more = plan(power=0.7), plan(power=0.9)
    assert isinstance(less.n, int) and less.n < more.n
    assert less.power >= 0.7 and more.power >= 0.9
    assert list(less.to_frame().n) == [less.n]
    assert less.name in less._repr_html_()


@pytest.mark.parametrize("plan", PLANS)
@pytest.mark.parametrize("power", [0, 1, 80, np.nan, "high"])
def test_a_power_that_is_none_is_refused(plan, power):
    with pytest.raises(ValueError):
        plan(power=power)


@pytest.mark.parametrize("plan", PLANS)
def test_a_plan_takes_less_than_a_second(plan):
    start = time.process_time()
    plan()
    assert time.process_time() - start < 1.5  # generous, for a first call that loads tables


def test_paired_plan_agrees_with_statsmodels():
    power = pytest.importorskip("statsmodels.stats.power")
    for effect, n in ((0.1, 300), (0.4, 40), (1.0, 8)):
        assert plan_paired(effect, sd=1.0, n=n).power == pytest.approx(
            power.TTestPower().power(effect, n, 0.05), abs=1e-8
        )


def test_large_samples_are_fast():
    start = time.process_time()
    assert plan_mcnemar(0.005, disagreement=0.3, n=100_000).power > 0.8
    assert time.process_time() - start < 1.0


def test_the_smallest_difference_is_the_inverse_of_the_plan():
    found = smallest_difference("mcnemar", n=600, disagreement=0.1)
    assert plan_mcnemar(found.effect, disagreement=0.1, n=600).power == pytest.approx(0.8, abs=1e-8)
    found = smallest_difference("ftest_5x2cv", sd=0.02, adjust_for=4)
    assert plan_5x2cv(found.effect, sd=0.02, level=0.05 / 4).power == pytest.approx(0.8, abs=1e-8)


def test_a_pilot_plans_twice():
    rng = np.random.default_rng(0)
    a, b = rng.random((2, 150)) < np.array([0.9, 0.85])[:, None]
    pilot = from_pilot(a, b)
    plan = plan_mcnemar(0.05, pilot=pilot)
    assert plan.cautious.n > plan.n == plan_mcnemar(0.05, disagreement=pilot.disagreement).n
    assert plan_mcnemar(0.05, pilot=(a, b)).n == plan.n
    with pytest.raises(ValueError, match="upper|one test|Label|label|two or more"):
        from_pilot([1], [0])


def test_no_difference_is_infinite_where_nothing_can_be_found():
    assert smallest_difference("mcnemar", n=4, disagreement=0.5).effect == np.inf


def test_a_sequential_test_of_equal_answers_never_stops():
    right = np.ones(50)
    watched = sequential_difference(right, right)
    assert watched.stopped_at is None and watched.pvalue == 1.0 and watched.low < 0 < watched.high


def test_every_plan_is_public():
    assert {name for name in evalbook._owners() if name.startswith("plan_")} >= {
        p.__name__ for p in (plan_mcnemar, plan_tost)
    }


def test_a_learning_curve_is_continued():
    sizes = np.array([50, 100, 200, 400])
    scores = (0.9 - 2 / np.sqrt(sizes))[:, None] + np.array([-0.01, 0.0, 0.01])
    curve = evalbook.plan_training(sizes, scores, n_train=1600)
    assert curve.at(1600)[0] == pytest.approx(0.85, abs=3e-3)
    assert abs(curve.needed(0.85) - 1600) < 150 and curve.needed(0.99) == np.inf
    assert curve.notes == () and [
        n.code for n in evalbook.plan_training(sizes, scores, n_train=1601).notes
    ] == ["assumed"]
    with pytest.raises(ValueError, match="repetitions"):
        evalbook.plan_training(sizes, scores.T)


def test_a_gain_has_crossed_and_corrected_limits():
    from sklearn.linear_model import Ridge

    rng = np.random.default_rng(0)
    X = rng.normal(size=(120, 8))
    y = X.sum(1) + rng.normal(size=120)
    curve = evalbook.estimate_learning_curve(
        Ridge(), X, y, sizes=[12, 24, 96], random_state=0, progress=False
    )
    kinds = {
        kind: curve.gains(smaller=12, larger=24, method=kind) for kind in ("crossed", "corrected")
    }
    assert all(set(table.method) == {kind} for kind, table in kinds.items())
    assert curve.gains(smaller=12, larger=24).equals(kinds["corrected"])
    few, more = curve.scores[0, 0], curve.scores[0, 1]  # mean squared errors: less is better
    there = evalbook.interval_corrected(few, more, n_train=96, n_test=24)
    wide, narrow = kinds["corrected"].loc["Ridge"], kinds["crossed"].loc["Ridge"]
    assert (wide.low, wide.high) == pytest.approx(tuple(there)) and wide.gain == pytest.approx(
        (few - more).mean()
    )
    assert wide.gain == narrow.gain > 0 and wide.low < narrow.low < narrow.high < wide.high
    last = curve.gain()
    assert f"{last.value:+.4g} [{last.low:.4g}, {last.high:.4g}]" in repr(curve)
    with pytest.raises(ValueError, match="method is one of"):
        curve.gain(method="wide")


def test_a_needed_size_has_the_limits_of_its_score():
    sizes = np.array([50, 100, 200, 400])
    scores = (0.9 - 2 / np.sqrt(sizes))[:, None] + np.array([-0.01, 0.0, 0.01])
    rises, falls = evalbook.plan_training(sizes, scores), evalbook.plan_training(sizes, 1 - scores)
    few, many = rises.needed_limits(0.78)
    assert few < rises.needed(0.78) < many
    assert (
        rises.at(few)[2] >= 0.78 > rises.at(few - 1)[2]
        and rises.at(many)[1] >= 0.78 > rises.at(many - 1)[1]
    )
    assert falls.needed_limits(0.22) == pytest.approx((few, many), abs=2)
    assert rises.needed_limits(0.5) == (50, 50) and rises.needed_limits(0.999) == (np.inf, np.inf)


@pytest.mark.parametrize(
    "difference, disagreement, n", [(0.8, 1.0, 14), (0.3, 0.5, 40), (0.1, 0.2, 150)]
)
def test_the_mean_length_of_a_sequential_test_is_the_sum_of_its_chances_to_go_on(
    difference, disagreement, n
):
    "Until 0.2 a trapezoid was taken, half a case too little for each decided experiment."
    details = plan_sequential(difference, disagreement=disagreement, n=n).details
    theta = (disagreement + difference) / (2 * disagreement)
    for key, wins in (("mean_cases", theta), ("mean_cases_if_equal", 0.5)):
        f = decided(wins, 400, 0.05, "two-sided")
        ended = [f[1:] @ stats.binom.sf(np.arange(400), k, disagreement) for k in range(n)]
        np.testing.assert_allclose(details[key], n - np.sum(ended), rtol=1e-10)


def test_a_pilot_whose_differences_vary_by_rounding_alone_is_refused():
    "Two cases with power 1 were planned from it."
    with pytest.raises(ValueError, match="differences that vary"):
        evalbook.from_pilot([0.1, 0.2], [0.2, 0.3])


def test_a_plan_prints_what_a_person_reads():
    "The number of cases first, then the pilot's limit, the test and what was supposed; `repr` stays one line."
    plan = plan_mcnemar(0.02, pilot=([1] * 9 + [0] * 4 + [1] * 187, [0] * 9 + [1] * 191))
    lines = str(plan).splitlines()
    assert lines[0].startswith(f"{plan.n} test cases: power {100 * plan.power:.1f} %")
    assert lines[1].startswith(f"pilot's upper limit: {plan.cautious.n} test cases")
    assert lines[2:] == ["by McNemar, mid-p, level 0.05", f"supposed: {plan.assumed}"]
    assert repr(plan).startswith("Plan(McNemar, mid-p: n = ") and "\n" not in repr(plan)
    width = str(plan_proportion(0.04, share=0.92)).splitlines()[0]
    assert width == "709 test cases: an interval 0.04 wide on average"
    width = str(plan_proportion(0.04, share=0.92, power=0.9)).splitlines()[0]
    assert re.fullmatch(
        r"\d+ test cases: no wider than 0.04 with a probability of \d\d\.\d %", width
    )


def test_a_pilot_without_disagreement_bounds_both_of_its_numbers():
    "sd 0 (at most 0) stood beside a disagreement of at most .077."
    pilot = from_pilot([1] * 20, [1] * 20)
    assert pilot.sd_upper == pytest.approx(pilot.disagreement_upper**0.5)


def test_a_plan_for_walds_interval_warns_as_the_interval_does():
    plan = plan_proportion(0.1, share=0, method="wald")
    assert [note.code for note in plan.notes] == ["not_valid"]
    assert not plan_proportion(0.1).notes


def test_a_plan_can_be_pickled():
    plan = evalbook.laboratory.plan_paired(0.5, sd=2)
    again = pickle.loads(pickle.dumps(plan))
    assert str(again) == str(plan) and again.curve is None and plan.curve is not None


def test_a_pilot_of_right_and_wrong_varies_about_the_difference_that_is_planned_for():
    "The sd was about the pilot's own difference: 789 cases promised 80 % and had 75 %."
    new = [1] * 90 + [0] * 10
    old = [1] * 70 + [0] * 20 + [1] * 5 + [0] * 5
    plan = plan_tost(0.05, pilot=(new, old))
    assert plan.n == plan_tost(0.05, sd=0.5).n
    assert plan.n == pytest.approx(plan_tost(0.05, disagreement=0.25).n, rel=0.01)
    paired = evalbook.laboratory.plan_paired(0.05, pilot=(new, old))
    assert paired.n == pytest.approx(plan_mcnemar(0.05, disagreement=0.25).n, rel=0.01)
    with pytest.raises(ValueError, match="disagreement of at least"):
        evalbook.laboratory.plan_paired(0.3, pilot=(new, old))


def test_a_pilot_whose_differences_do_not_vary_is_refused_unless_both_are_right_or_wrong():
    "One model all right and the other at one half in every case had a standard deviation of 0 and a limit of its own."
    with pytest.raises(ValueError, match="differences that vary"):
        from_pilot([1, 1, 1, 1], [0.5, 0.5, 0.5, 0.5])
    assert from_pilot([1, 1, 1, 1], [0, 0, 0, 0]).sd == 0


@pytest.mark.parametrize("alternative", ["less", "greater"])
def test_the_f_test_looks_at_both_sides_alone(alternative):
    "smallest_difference took an alternative for it and gave the number of both sides."
    with pytest.raises(ValueError, match="F test needs alternative='two-sided'"):
        smallest_difference("ftest_5x2cv", sd=0.02, alternative=alternative)
    assert smallest_difference("ttest_5x2cv", sd=0.02, alternative=alternative).effect > 0


def test_a_finished_test_keeps_its_name_and_invents_no_number_of_cases():
    "Every other test was called the paired t, and one with a normal null was said to have 0 test cases."
    rng = np.random.default_rng(0)
    y = rng.integers(2, size=100)
    areas = ztest_delong(y, y + rng.normal(size=100), y + 1.5 * rng.normal(size=100))
    found = str(smallest_difference(areas))
    assert found.startswith("power 80.0 % for a smallest difference of 0.2")
    assert f"by {areas.name}, level 0.05" in found and "0 test cases" not in repr(found)
    a, b = rng.integers(2, size=(2, 100)).astype(float)
    between = smallest_difference(ttest_paired(a, b, cluster=np.repeat(np.arange(20), 5)))
    assert (between.name, between.n) == ("paired t between clusters", 0)
    unpaired = smallest_difference(evalbook.algorithms.ttest_unpaired(a, b))
    assert unpaired.n == 0 and str(unpaired).startswith("power 80.0 % for")  # df + 1 counts nothing
    alone = smallest_difference(ttest_paired(a, b))
    assert (alone.name, alone.n, alone.unit) == ("paired t", 100, "test cases")


def test_a_percentage_is_no_score_that_a_curve_reaches():
    curve = evalbook.plan_training(
        [50, 100, 200, 400],
        [[0.71, 0.73, 0.72], [0.78, 0.79, 0.77], [0.82, 0.83, 0.83], [0.86, 0.85, 0.86]],
    )
    for asked in (curve.needed, curve.needed_limits):
        with pytest.raises(ValueError, match="90 % is written 0.9"):
            asked(90)


@pytest.mark.filterwarnings("error")
def test_a_difference_that_no_data_set_can_miss_is_planned_without_a_warning():
    assert evalbook.laboratory.plan_datasets(0.1, sd=0.01).n == 6


def test_numbers_that_contradict_each_other_or_plan_nothing_are_refused():
    "sd was dropped beside standard_error; a level above .5 had a power of 0; no sizes were a power of nan."
    both = {"sd": 1, "standard_error": 0.1, "df": 9}
    for call in (partial(smallest_difference, "ttest_paired", n=10), partial(plan_tost, 0.05)):
        with pytest.raises(ValueError, match="needs sd or standard_error, got both"):
            call(**both)
    for numbers in ({"sd": 1}, {"disagreement": 0.1}, {"sd": 1, "n": 100}):
        with pytest.raises(ValueError, match="plan_tost needs a level below 0.5, got 0.6"):
            plan_tost(0.05, level=0.6, **numbers)
    with pytest.raises(ValueError, match="needs the size of a cluster, or of several"):
        plan_clusters(0.05, sd=0.3, size=[], correlation=0.1)


@pytest.mark.parametrize("power", [None, 0.8])
def test_a_width_that_no_number_of_cases_reaches_is_said_in_its_own_words(power):
    "It was said to have a power of -1e-05 and an effect of the other sign."
    with pytest.raises(ValueError, match="a width that 1e.08 cases reach, got 1e-05. They reach"):
        plan_proportion(1e-5, power=power)
    assert plan_proportion(1e-5, share=1, power=power).n == 384143


def test_a_value_outside_of_the_bounds_is_the_one_that_is_named():
    with pytest.raises(ValueError, match="values in 0 to 1, got 10"):
        sequential_difference([0, 10.0, 0], [10, 0, 10.0])


@pytest.mark.parametrize("theta", [0.5, 0.6, 1.0])
@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_a_game_is_followed_where_it_is_undecided(theta, alternative):
    "The same sum over all numbers of wins; it took 97 seconds of a million cases."
    most, sides = 700, 1 + (alternative == "two-sided")
    wins, chance = boundary(most, 0.05, sides), 1 - theta if alternative == "less" else theta
    left, f = np.ones(1), np.zeros(most + 1)
    for m in range(1, most + 1):
        left = np.append(left * (1 - chance), 0) + np.append(0, left * chance)
        out = (np.arange(m + 1) >= wins[m]) | (sides == 2) & (np.arange(m, -1, -1) >= wins[m])
        f[m], left = left[out].sum(), np.where(out, 0, left)
    np.testing.assert_allclose(decided(theta, most, 0.05, alternative), f, rtol=1e-12, atol=1e-20)


def test_splits_of_several_sizes_are_planned_by_their_mean():
    "A bare TypeError, where the test itself takes one size a split."
    sizes = {"n_train": [90, 92], "n_test": [10, 8]}
    plan = plan_corrected(0.01, sd=0.015, n_splits=10, **sizes)
    assert plan.power == plan_corrected(0.01, sd=0.015, n_splits=10, n_train=91, n_test=9).power


def test_a_learning_curve_stays_in_its_bounds_and_is_asked_one_size_at_a_time():
    "With one case the accuracy was -48.9 %; two sizes above 0 were refused as 'not above 0'."
    scores = [[0.71, 0.73, 0.72], [0.78, 0.79, 0.77], [0.82, 0.83, 0.83], [0.86, 0.85, 0.86]]
    curve = evalbook.plan_training([50, 100, 200, 400], scores)
    with pytest.raises(ValueError, match="lies in 0 to 1, got 1. The smallest .* is 50"):
        curve.at(1)
    with pytest.raises(ValueError, match=r"above 0, one number, got \[800, 1600\]"):
        curve.at([800, 1600])
    assert 0 < curve.at(10)[0] < curve.at(50)[0]
