"""The gate: which model is the new one, what it says of a harmless loss, and its notes."""

from __future__ import annotations

import re

import numpy as np
import pytest
from scipy import stats
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB

import evalbook as eb
from evalbook import Evaluation, gate
from evalbook.core import as_measure
from evalbook.practice.gates import BEYOND, EQUAL, SEEN, answer_to, compared, needed, silent_n
from evalbook.practice.judged_run import Judged


def of(n, wins, losses):
    case = np.arange(n)
    new, old = np.ones(n, int), np.ones(n, int)
    new[case < losses] = 0
    old[(case >= losses) & (case < losses + wins)] = 0
    return Evaluation.from_predictions(np.ones(n, int), {"n": new, "o": old})


def test_names_by_place_are_refused_and_both_readings_run():
    evaluation = of(400, 0, 80)
    with pytest.raises(ValueError) as caught:
        gate(evaluation, "o", "n", margin=0.05)
    calls = re.findall(r"gate\(evaluation, [^)]*\)", str(caught.value))
    found = [eval(call, {"gate": gate, "evaluation": evaluation}) for call in calls]
    assert [(g.new, g.old, g.answer) for g in found] == [
        ("o", "n", "not worse"),
        ("n", "o", "worse"),
    ]


def test_both_models_are_named():
    b = gate(of(400, 4, 20), new="n", old="o", margin=0.05)
    assert b.difference == pytest.approx(-0.04)
    for names in ({"new": "n"}, {"old": "o"}, {}):
        with pytest.raises(ValueError, match="new= and old= by name"):
            gate(of(400, 4, 20), margin=0.05, **names)


def test_a_loss_inside_of_the_margin_is_called_one():
    found = gate(of(4000, 2, 40), new="n", old="o", margin=0.02)
    assert -0.02 < found.low < found.high < 0
    assert (found.answer, found.exit_code) == ("not worse", 0)
    assert "is worse than o, but by less than the margin" in found.sentence


def test_notes_are_carried_and_printed():
    rng = np.random.default_rng(0)
    y = (np.arange(150) < 12).astype(int)
    new, old = (np.where(rng.random(150) < 0.9, y, 1 - y) for _ in range(2))
    found = gate(
        Evaluation.from_predictions(y, {"n": new, "o": old}),
        new="n",
        old="o",
        margin=0.05,
        measure="f1",
    )
    assert any("12 tested cases" in note for note in found.notes)
    for text in (str(found), found.to_markdown(), found.to_junit(), found._repr_html_()):
        assert found.notes[0] in text
    assert found.to_dict()["notes"] == list(found.notes)


def test_an_answer_at_the_edge_is_undecided():
    assert answer_to(-0.1, 0.2, 0.1) == answer_to(-0.3, 0.0, 0.1) == "undecided"
    assert answer_to(-0.099, 0.2, 0.1) == "not worse"
    assert answer_to(-0.3, -1e-9, 0.1) == "worse"


def fewest(gap, sd, level, power):
    "The cases with which a one-sided t test finds a gap often enough, by the noncentral t distribution."
    n = np.arange(2, 1000)
    found = stats.nct.sf(stats.t.ppf(1 - level, n - 1), n - 1, gap * np.sqrt(n) / sd)
    return n[np.argmax(found >= power)]


def test_the_number_that_would_decide_is_the_smallest_with_that_power():
    "Twenty cases are fewer than equal models need; of many, what was seen decides, on either side of the margin."
    equal = fewest(0.1, 0.5, 0.05, 0.8)
    assert needed(-0.05, 0.5, 20, 0.1, 0.05, 0.8) == (equal, EQUAL)
    assert needed(-0.05, 0.5, equal - 1, 0.1, 0.05, 0.8) == (equal, EQUAL)
    assert needed(-0.05, 0.5, equal, 0.1, 0.05, 0.8) == (fewest(0.05, 0.5, 0.05, 0.8), SEEN)
    assert needed(-0.05, 0.5, equal, 0.1, 0.1, 0.6)[0] == max(
        fewest(0.05, 0.5, 0.1, 0.6), equal + 1
    )
    assert (
        needed(0.05, 0.5, equal, 0.1, 0.05, 0.8)
        == needed(0.0, 0.5, equal, 0.1, 0.05, 0.8)
        == (equal + 1, SEEN)
    )
    assert needed(-0.1, 0.5, equal, 0.1, 0.05, 0.8) == (equal + 1, SEEN)
    assert needed(-0.12, 0.5, 31, 0.1, 0.05, 0.1) == (
        32,
        SEEN,
    )  # fewer would do: 0.12 is easier to see than 0.1
    assert fewest(0.12, 0.5, 0.05, 0.1) <= fewest(0.1, 0.5, 0.05, 0.1) <= 31
    assert needed(-0.1 + 1e-9, 0.5, 1000, 0.1, 0.05, 0.8) == (None, BEYOND)


@pytest.mark.parametrize("sd", [0.0, -1.0, np.nan, np.inf])
def test_nothing_is_planned_where_nothing_varied(sd):
    assert needed(-0.05, sd, 20, 0.1, 0.05, 0.8) == (None, "")


@pytest.mark.parametrize("margin, level", [(0.01, 0.05), (0.005, 0.05), (0.02, 0.1), (0.3, 0.01)])
def test_models_that_agree_are_decided_from_the_number_that_is_named(margin, level):
    n = silent_n(margin, level)
    enough, few = (
        gate(of(k, 0, 0), new="n", old="o", margin=margin, level=level) for k in (n, n - 1)
    )
    assert (enough.answer, few.answer, few.n_needed) == ("not worse", "undecided", n)
    assert enough.n_needed is None and "if the two go on agreeing" in few.assumed + few.sentence


@pytest.mark.parametrize("losses, wins", [(9, 3), (20, 18), (4, 8), (3, 0)])
def test_limits_are_those_of_the_score_test(losses, wins):
    "Tango (1998): the differences whose score statistic is one normal quantile; by bisection."
    n, level = 400, 0.05
    found = gate(of(n, wins, losses), new="n", old="o", margin=0.02, level=level)

    def score(d):
        a, b = 2 * n, -wins - losses + (2 * n - wins + losses) * d
        q = (np.sqrt(b * b - 4 * a * (-losses * d * (1 - d))) - b) / (2 * a)
        return (wins - losses - n * d) / np.sqrt(n * (2 * q + d * (1 - d)))

    z = stats.norm.ppf(1 - level)
    assert (score(found.low), score(found.high)) == pytest.approx((z, -z), abs=1e-6)
    assert found.confidence_level == 0.9 and found.difference == pytest.approx((wins - losses) / n)


def test_a_gate_plans_with_the_spread_of_its_units():
    "Cases by the standard deviation of their differences, groups by the standard error of the mean times the root of their number."
    run = of(400, 20, 18)
    _, sd, n = compared(Judged(run, None), "n", "o", 0.9)
    assert (sd, n) == (pytest.approx(np.sqrt(38 / 399 - 4 / 400 / 399)), 400)
    rng = np.random.default_rng(0)
    y, new, old = rng.normal(size=(3, 60))
    truth = Evaluation.from_predictions(y, {"n": new, "o": old}, task="regression")
    family, sd, n = compared(Judged(truth, None), "n", "o", 0.9)
    d = (new - y) ** 2 - (old - y) ** 2
    assert (sd, n) == (pytest.approx(d.std(ddof=1)), 60)
    groups = np.arange(60) // 5
    family, sd, n = compared(
        Judged(
            Evaluation.from_predictions(y, {"n": new, "o": old}, task="regression", groups=groups),
            None,
        ),
        "n",
        "o",
        0.9,
    )
    assert n == 12 and sd == pytest.approx(family.standard_error[0] * np.sqrt(12))
    assert sd == pytest.approx(d.reshape(12, 5).mean(1).std(ddof=1), rel=1e-9)


def test_a_gate_is_written_to_files(tmp_path):
    found = gate(of(400, 4, 20), new="n", old="o", margin=0.05)
    found.to_markdown(tmp_path / "gate.md")
    found.to_junit(tmp_path / "gate.xml")
    assert (tmp_path / "gate.md").read_text() == found.to_markdown()
    assert (tmp_path / "gate.xml").read_text() == found.to_junit()


def test_a_gate_may_have_the_whole_range_of_its_measure_but_no_more():
    run = of(400, 4, 20)
    assert gate(run, new="n", old="o", margin=0.99).answer == "not worse"
    assert gate(run, new="n", old="o", margin=0.99, level=0.49).answer == "not worse"
    for bad in ({"margin": 1.0}, {"margin": 0.1, "level": 0.5}):
        with pytest.raises(ValueError):
            gate(run, new="n", old="o", **bad)
    truth = np.arange(60.0)
    numbers = Evaluation.from_predictions(truth, {"n": truth + 1, "o": truth[::-1]})
    assert gate(numbers, new="n", old="o", margin=50).answer == "not worse"


def test_other_models_of_the_run_change_nothing():
    rng = np.random.default_rng(0)
    y = rng.integers(2, size=200)
    models = {name: np.where(rng.random(200) < 0.8, y, 1 - y) for name in "abcd"}
    every, two = (
        Evaluation.from_predictions(y, {k: models[k] for k in names}) for names in ("abcd", "ab")
    )
    for measure in ("accuracy", "f1"):
        first, second = (
            gate(run, new="a", old="b", margin=0.05, measure=measure).to_dict()
            for run in (every, two)
        )
        assert first == second
    y = rng.normal(size=100)
    a, b = y + rng.uniform(-2, 2, (2, 100))
    wild = y + 50 * (np.arange(100) == 3)
    every, two = (
        Evaluation.from_predictions(y, {"a": a, "b": b} | more, task="regression")
        for more in ({"c": wild}, {})
    )
    first, second = (gate(run, new="a", old="b", margin=0.5) for run in (every, two))
    assert first.to_dict() == second.to_dict() and not first.notes


def test_a_margin_may_be_as_wide_as_the_correlations_are():
    rng = np.random.default_rng(0)
    y = rng.integers(2, size=100)
    run = Evaluation.from_predictions(
        y, {k: np.where(rng.random(100) < 0.8, y, 1 - y) for k in "ab"}
    )
    assert (
        gate(run, new="a", old="b", margin=1.9, measure="matthews_corrcoef").answer == "not worse"
    )
    with pytest.raises(ValueError, match="below 2"):
        gate(run, new="a", old="b", margin=2, measure="matthews_corrcoef")


def test_a_gate_has_one_margin():
    run = Evaluation.from_predictions(
        np.arange(40) % 2, {"a": np.arange(40) % 2, "b": np.arange(40) // 20}
    )
    with pytest.raises(ValueError, match=r"one margin, .*got \(-0.01, 0.02\)"):
        gate(run, new="a", old="b", margin=(-0.01, 0.02))


def test_a_spread_for_which_no_number_can_be_planned_is_undecided():
    "Three wild errors and a narrow margin ended with the exit code of bad input."
    rng = np.random.default_rng(0)
    y = rng.normal(80, 30, 250)
    new, old = y + rng.normal(0, 10, (2, 250))
    new[0] += 2000
    found = gate(Evaluation.from_predictions(y, {"n": new, "o": old}), new="n", old="o", margin=0.1)
    assert (found.answer, found.n_needed) == ("undecided", None)
    assert "More than 100,000,000 cases" in found.sentence


@pytest.mark.parametrize("shift, answer", [(30, "worse"), (0.1, "not worse"), (0.0, "undecided")])
def test_each_answer_names_measure_unit_and_margin(shift, answer):
    rng = np.random.default_rng(0)
    y = rng.normal(80, 30, 250)
    old = y + rng.normal(0, 1, 250)
    models = {"n": old + shift + rng.normal(0, 0.3, 250) * (shift == 0), "o": old}
    margin = 0.02 if shift == 0 else 1
    found = gate(Evaluation.from_predictions(y, models), new="n", old="o", margin=margin)
    assert found.answer == answer
    loss = f"a loss of {margin} of mean squared error, in squared units of the target"
    assert loss in found.sentence


def test_a_gate_says_which_class_its_new_model_never_names():
    "The majority class passed for a model that finds 83 % of the rare cases, without a note."
    y = (np.arange(3000) < 60).astype(int)
    old = np.where(np.arange(3000) % 50 == 3, 1, y)
    found = gate(
        Evaluation.from_predictions(y, {"n": 0 * y, "o": old}), new="n", old="o", margin=0.01
    )
    assert found.answer == "not worse"
    assert any("n never names '1', 2 % of the cases" in note for note in found.notes)
    other = gate(
        Evaluation.from_predictions(y, {"n": old, "o": 0 * y}), new="n", old="o", margin=0.5
    )
    assert "never names" not in str(other)


def test_a_class_that_nobody_named_is_asked_for():
    "It was the last in order: a gate passed on the F1 of the majority."
    y = np.repeat(["fraud", "ok"], [12, 88])
    run = Evaluation.from_predictions(y, {"n": np.full(100, "ok"), "o": y})
    pair = {"new": "n", "old": "o", "margin": 0.05}
    with pytest.raises(ValueError, match="the class that recall is about") as refused:
        gate(run, **pair, measure="recall")
    measure = eval(
        str(refused.value).split("measure=")[1].split(" with ")[0], {"as_measure": as_measure}
    )
    assert gate(run, **pair, measure=measure).values == (0.0, 1.0)
    ones = Evaluation.from_predictions(
        (y == "ok") + 1, {"n": np.full(100, 1), "o": (y == "ok") + 1}
    )
    assert gate(ones, **pair, measure="f1").measure.positive == 1


def test_a_single_column_of_probabilities_may_be_that_of_the_class_sorted_first():
    "'fraud' sorts before 'ok': the probability of fraud was read as that of ok, and the worse model won."
    draws = np.random.default_rng(3)
    fraud = draws.random(400) < 0.2
    truth = np.where(fraud, "fraud", "ok")
    p = {
        k: stats.norm.cdf(s * fraud + draws.normal(size=400) - 2)
        for k, s in (("new", 2.5), ("old", 1.5))
    }
    labels = {k: np.where(v >= 0.5, "fraud", "ok") for k, v in p.items()}
    area = eb.estimate_auc(truth, p["new"], positive="fraud").value
    folds = np.arange(400) % 4
    for run in (
        eb.from_predictions(truth, labels, p, positive="fraud"),
        eb.from_predictions(truth, p, positive="fraud"),
        eb.from_predictions(truth, None, p, positive="fraud"),
    ):
        assert run.scores("roc_auc")["new"].values.item() == pytest.approx(area)
        assert (run.predictions["new"][0] == labels["new"]).all()
        assert gate(run, new="new", old="old", margin=0.01, measure="roc_auc").answer == "not worse"
    crossed = Evaluation.from_folds(truth, labels, folds, p, positive="fraud")
    assert crossed.scores("roc_auc")["new"].values.min() > 0.5
    last = eb.from_predictions(truth, labels, p)  # as scikit-learn reads a single column
    assert last.scores("roc_auc")["new"].values.item() == pytest.approx(1 - area)
    for measure in ("roc_auc", as_measure("roc_auc", positive="fraud")):  # the second lost the note
        found = gate(last, new="new", old="old", margin=0.01, measure=measure)
        assert any("those of the other class?" in note for note in found.notes)
    for wrong in ("Fraud", 1):
        with pytest.raises(ValueError, match="positive is one of two labels"):
            eb.from_predictions(truth, labels, p, positive=wrong)


def test_a_largest_error_has_no_limits_to_decide_by():
    "Its interval had no width, and the gate passed."
    y = np.arange(50.0)
    run = eb.from_predictions(y, {"a": y + np.sin(y), "b": y + np.cos(y)})
    with pytest.raises(
        ValueError, match="limits on one test set are not known. Take measure='mae'"
    ):
        eb.gate(run, new="a", old="b", margin=0.3, measure="max_error")


def test_a_gate_says_that_it_counts_weighted_cases_once():
    "The report said so, the gate did not."
    X = np.random.default_rng(0).normal(size=(90, 2))
    y = (X[:, 0] > 0).astype(int)
    models = {"a": GaussianNB(), "b": LogisticRegression()}
    weights = {"sample_weight": np.linspace(1, 3, 90)}
    run = eb.evaluate(models, X, y, cv=[(np.arange(60), np.arange(60, 90))], params=weights)
    assert "count each case once" in str(gate(run, new="a", old="b", margin=0.1))


@pytest.mark.usefixtures("few_draws")
def test_differences_with_a_long_tail_are_said_of_the_answer():
    "Each model's own errors had no long tail, so nothing was said of the difference that is tested."
    rng = np.random.default_rng(3)
    error = 1 + rng.random(100)
    noise = rng.normal(size=100) / 20
    rare = np.where(np.arange(100) < 2, 0.5, 0.0)
    zero = np.zeros(100)

    def said(cost, measure="mae"):
        run = eb.from_predictions(zero, {"new": error + cost, "old": error}, task="regression")
        return " ".join(gate(run, new="new", old="old", margin=0.1, measure=measure).notes)

    told = "The differences of the two models' losses have a long tail"
    assert told in said(noise + rare) and told in said(noise - rare)
    assert told in said(noise + 2 * rare, "rmse")
    assert told not in said(noise)
    assert "cases make up" not in said(noise + rare)
