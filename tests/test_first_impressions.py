"What a reviewer met in her first hour: lost exceptions, lines that answered another question, options that did nothing."

import io

import numpy as np
import pytest
from sklearn.linear_model import Ridge
from sklearn.model_selection import KFold, LeaveOneOut
from sklearn.naive_bayes import GaussianNB

import evalbook as eb
from evalbook.algorithms import ztest_tango
from evalbook.core import Bootstrap, InSampleBootstrap, absolute, five_by_two, squared, zero_one
from evalbook.laboratory import plan_mcnemar
from evalbook.laboratory.smallest_effect import smallest_difference
from evalbook.models import ztest_proportions

RNG = np.random.default_rng(0)
X = RNG.normal(size=(90, 3))
Y = (X[:, 0] + RNG.normal(size=90) > 0).astype(int)
RUN = eb.evaluate({"bayes": GaussianNB()}, X, Y, cv=5)
TRUTH = np.arange(100) % 2
WRONG_5 = np.where(np.arange(100) < 5, 1 - TRUTH, TRUTH)
WRONG_6 = np.where(np.arange(100) == 10, 1 - WRONG_5, WRONG_5)


def raising(error):
    def metric(y, p):
        raise error

    return metric


@pytest.mark.parametrize("error", [ValueError("my own"), TypeError("my own"), AttributeError("my")])
def test_an_error_of_the_callers_own_function_comes_as_it_is(error):
    "It was 'report needs another kind of argument, got Evaluation.'"
    for call in (
        lambda: eb.report(RUN, measure=raising(error), higher_is_better=True),
        lambda: eb.interval_error(RUN, "bayes", loss=raising(error)),
        lambda: eb.estimate_difference(TRUTH, WRONG_5, WRONG_6, raising(error)),
    ):
        with pytest.raises(type(error)) as caught:
            call()
        assert caught.value is error


def test_right_and_wrong_answers_have_tangos_test_of_a_margin():
    "The paired t said p = 6e-5 of one disagreement in a hundred cases, Tango's test .033."
    run = eb.from_predictions(TRUTH, {"a": WRONG_6, "b": WRONG_5})
    right = run.correct()
    exact = ztest_tango(right, margin=(-0.05, np.inf)).pvalue
    assert eb.noninferiority(right, margin=0.05).pvalue == pytest.approx(exact) == pytest.approx(0.0332, abs=1e-4)  # fmt: skip
    assert eb.noninferiority(right["a"], right["b"], margin=0.05).pvalue == pytest.approx(exact)
    assert (
        eb.tost(right, margin=(-0.03, 0.05)).pvalue
        == ztest_tango(right, margin=(-0.03, 0.05)).pvalue
    )
    asked = eb.gate(run, new="a", old="b", margin=0.05)
    assert (asked.low, asked.high) == pytest.approx(
        tuple(eb.tost(right, margin=0.05).interval(0.9))
    )
    for test in (eb.tost, eb.noninferiority):
        with pytest.raises(
            ValueError, match=rf"{test.__name__}\(evaluation.correct\(\), margin=0.05"
        ):
            test(run.losses(zero_one), margin=0.05)
    losses = RNG.random((2, 100))
    table = eb.from_predictions(
        np.zeros(100), {"a": losses[0], "b": losses[1]}, task="regression"
    ).losses(absolute)
    assert "paired t" in eb.tost(table, margin=0.1).name


def test_a_gate_is_true_where_the_new_model_may_come():
    "`if gate(...): deploy()` deployed always."
    run = eb.from_predictions(TRUTH, {"new": 1 - TRUTH, "old": TRUTH})
    assert not eb.gate(run, new="new", old="old", margin=0.02)
    assert eb.gate(run, new="old", old="new", margin=0.02)
    few = eb.from_predictions(TRUTH[:20], {"new": TRUTH[:20], "old": TRUTH[:20]})
    undecided = eb.gate(few, new="new", old="old", margin=0.02)
    assert undecided.answer == "undecided" and not undecided


def test_a_difference_is_named_by_what_it_is_a_difference_of():
    "It was called neg_mean_squared_error, with the other sign."
    y, noise = RNG.normal(size=(2, 60))
    found = eb.estimate_difference(
        y, y + noise / 2, y + noise, "neg_mean_squared_error", n_resamples=99
    )
    assert found.name == "difference of mean squared error"
    assert found.value == pytest.approx(np.mean((noise / 2) ** 2) - np.mean(noise**2))


def test_lines_that_are_proposed_answer_the_call():
    a, b, c = RNG.integers(2, size=(3, 50))
    words, model = {}, GaussianNB()
    for name, call in {
        "int": lambda: eb.evaluate(model, X, Y, 5),
        "splitter": lambda: eb.evaluate(model, X, Y, KFold(3)),
        "Q": lambda: eb.cochran_q(a, b, c),
        "percent": lambda: eb.interval_proportion(93.2, 500),
    }.items():
        with pytest.raises((TypeError, ValueError)) as caught:
            call()
        words[name] = str(caught.value).split("Write:\n    ")[1]
    assert words["int"] == "evaluate(model, X, Y, cv=5)"
    assert words["splitter"] == "evaluate(model, X, Y, cv=KFold(3))"
    assert words["Q"].startswith("cochran_q(np.array([a, b, c]))  # of right (1) or wrong (0); of labels")  # fmt: skip
    assert words["percent"] == "interval_proportion(round(93.2 / 100 * 500), 500)  # of percent"


def test_options_that_a_function_does_not_use_are_refused():
    with pytest.raises(ValueError, match="cluster"):
        ztest_proportions(80, 100, 70, 100, cluster=[1, 2, 3])
    asked = {"n": 500, "disagreement": 0.1}
    for name in ("sd", "standard_error", "df"):
        with pytest.raises(ValueError, match=f"takes n, disagreement, got {name}=3"):
            smallest_difference("mcnemar", **asked, **{name: 3})
    with pytest.raises(ValueError, match="takes sd, got n=77"):
        smallest_difference("ttest_5x2cv", sd=0.1, n=77)


def test_errors_of_numbers_are_squared_where_no_loss_is_named():
    run = eb.evaluate({"ridge": Ridge()}, X, X[:, 0] + RNG.normal(size=90), cv=KFold(5))
    assert (
        eb.interval_error(run, "ridge").value == eb.interval_error(run, "ridge", loss=squared).value
    )


@pytest.mark.parametrize("measure", ["f1", "recall_macro", "balanced_accuracy"])
def test_a_measure_of_whole_sets_has_no_value_of_single_cases(measure):
    "The mean of the F1 of single cases was .41, where that of their answers together is .84."
    run = eb.evaluate({"bayes": GaussianNB()}, X, Y, cv=LeaveOneOut())
    with pytest.raises(ValueError, match=rf"report\(run, measure='{measure}'\)"):
        run.scores(measure)
    assert eb.report(run, measure=measure).to_frame()["value"].max() > 0.6
    assert run.scores("f1_micro").values.mean() == run.scores().values.mean()


@pytest.mark.parametrize(
    "read", [eb.read_table, eb.read_predictions, eb.read_log, eb.Evaluation.load]
)
def test_a_missing_file_is_what_python_calls_it(read, tmp_path):
    for kind in (FileNotFoundError, ValueError):
        with pytest.raises(kind, match="which does not exist"):
            read(tmp_path / "nowhere.csv")


def test_an_open_file_and_turned_bounds_are_refused_in_words():
    "The first line of the open file was taken for a path."
    for read in (eb.read_predictions, eb.read_log):
        with pytest.raises(ValueError, match="an open one. Give its path."):
            read(io.StringIO("y,p\n1,1\n"))
    run = eb.evaluate({"bayes": GaussianNB()}, X, Y, cv=InSampleBootstrap(30, random_state=0))
    with pytest.raises(ValueError, match="least, largest"):
        eb.interval_error(run, "bayes", method="location-shifted", bounds=(1, 0))
    with pytest.raises(ValueError, match=r"power between 0 and 1, got 1.$"):
        plan_mcnemar(0.05, disagreement=0.1, power=1)


def test_splitters_say_how_they_were_made():
    assert repr(five_by_two(3)) == "FiveByTwo(random_state=3)"
    assert repr(Bootstrap(50, 0)) == "Bootstrap(n_splits=50, random_state=0, apparent=False, indices=None)"  # fmt: skip


def test_a_test_of_one_procedure_speaks_of_its_score():
    "It said 'a - b = -2576' of a model that is better."
    y = X[:, 0] + RNG.normal(size=90) / 9
    found = eb.permutation_test_labels(
        Ridge(), X, y, scoring="neg_mean_squared_error", n_resamples=19, random_state=0
    )
    assert found.difference < 0 and str(found).startswith(
        "this procedure leads the same with shuffled labels by"
    )
    assert "mean squared error of this procedure minus" in found.estimand
