"""The bootstrap of learners: what was once wrong stays right."""

import inspect
import itertools
from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import evalbook as eb
from tests.names import public

MODELS = {"tree": DecisionTreeClassifier(random_state=0), "bayes": GaussianNB()}


def fits_by_hand(model, X, y, B, seed):
    "Counts, every bootstrap fit's answers for all cases, and the answers of the fit on all cases."
    rng = np.random.default_rng(seed)
    drawn = [rng.integers(len(y), size=len(y)) for _ in range(B)]
    answers = np.array([model.fit(X[i], y[i]).predict(X) for i in drawn])
    return (
        np.array([np.bincount(i, minlength=len(y)) for i in drawn]),
        answers,
        model.fit(X, y).predict(X),
    )


def oob_of(values, counts, loss=None):
    "Out-of-bag losses of a matrix (rounds, cases)."
    split, case = np.nonzero(counts == 0)
    measure = {} if loss is None else {"measure": eb.core.as_measure(loss)}
    return eb.bootstrap.error.OutOfBag(
        values[split, case], case, split, n_cases=counts.shape[1], counts=counts, **measure
    )


def test_an_evaluation_feeds_the_optimism_and_the_ordinary_bootstrap():
    "No design of evaluate could be brought into estimate_optimism and estimate_ordinary."
    X, y = load_breast_cancer(return_X_y=True)
    run = eb.evaluate(
        MODELS, X, y, cv=eb.core.InSampleBootstrap(20, random_state=3), progress=False
    )
    optimism = eb.bootstrap.estimate_optimism(*eb.bootstrap.inputs_optimism(run)).value
    for place, (name, model) in enumerate(MODELS.items()):
        N, answers, last = fits_by_hand(model, X, y, 20, 3)
        wrong = answers != y
        own = [np.repeat(w, times).mean() for w, times in zip(wrong, N)]
        by_loop = (last != y).mean() + np.mean([w.mean() - o for w, o in zip(wrong, own)])
        parts = eb.bootstrap.inputs_optimism(run, name)
        np.testing.assert_allclose(
            eb.bootstrap.estimate_optimism(*parts).value, by_loop, rtol=1e-12
        )
        np.testing.assert_allclose(optimism[place], by_loop, rtol=1e-12)
        np.testing.assert_allclose(
            eb.bootstrap.estimate_ordinary(*parts[:2]).value, wrong.mean(), rtol=1e-12
        )
        np.testing.assert_allclose(
            eb.bootstrap.estimate_ordinary(*parts[:2], method="resample").value,
            np.mean(own),
            rtol=1e-12,
        )


def test_an_evaluation_feeds_the_optimism_of_a_regression():
    "The same for a loss of numbers."
    X, y = load_diabetes(return_X_y=True)
    run = eb.evaluate(
        {"line": LinearRegression()},
        X,
        y,
        cv=eb.core.InSampleBootstrap(15, random_state=4),
        progress=False,
    )
    N, answers, last = fits_by_hand(LinearRegression(), X, y, 15, 4)
    L, counts, err = eb.bootstrap.inputs_optimism(run, "line", loss=eb.squared)
    np.testing.assert_allclose(L, (answers - y) ** 2)
    np.testing.assert_array_equal(counts, N)
    np.testing.assert_allclose(err, (last - y) ** 2)
    by_loop = err.mean() + np.mean([((1 - n) * (a - y) ** 2).mean() for n, a in zip(N, answers)])
    np.testing.assert_allclose(eb.bootstrap.estimate_optimism(L, counts, err).value, by_loop)


def test_one_evaluation_serves_every_bootstrap_estimate():
    "An in-sample design served interval_error alone, although it holds all out-of-bag losses and the fit on all cases."
    X, y = load_iris(return_X_y=True)
    models = {"tree": DecisionTreeRegressor(random_state=0), "line": LinearRegression()}
    designs = (
        eb.core.InSampleBootstrap(30, random_state=1),
        eb.Bootstrap(30, random_state=1, apparent=True),
    )
    runs = [eb.evaluate(models, X[:, :3], X[:, 3], cv=cv, progress=False) for cv in designs]
    parts = [eb.inputs_632(run, loss=eb.absolute) for run in runs]
    assert parts[0][0].values.shape[0] == 2
    for a, b in zip(*parts):
        np.testing.assert_allclose(np.asarray(a), np.asarray(b), rtol=1e-13)
    np.testing.assert_array_equal(parts[0][0].counts, parts[1][0].counts)


def test_all_models_at_once():
    "inputs_632 wanted one model, losses_oob could do all."
    X, y = load_iris(return_X_y=True)
    run = eb.evaluate(
        MODELS, X, y, cv=eb.Bootstrap(20, random_state=1, apparent=True), progress=False
    )
    both = eb.estimate_632plus(*eb.inputs_632(run))
    each = [eb.estimate_632plus(*eb.inputs_632(run, model)) for model in run.names]
    np.testing.assert_allclose(both.value, [e.value for e in each])
    np.testing.assert_allclose(both.details["R"], [e.details["R"] for e in each])


def test_two_stage_fits_are_no_optimism_bootstrap():
    "Any in-sample design was refused by a message about interval_error; now the message names the right one."
    X, y = load_iris(return_X_y=True)
    run = eb.evaluate(
        {"bayes": GaussianNB()}, X, y, cv=eb.core.TwoStage(2, 2, random_state=0), progress=False
    )
    for f in (eb.bootstrap.inputs_optimism, eb.inputs_632, eb.bootstrap.losses_oob):
        with pytest.raises(ValueError, match=rf"{f.__name__} needs .*InSampleBootstrap"):
            f(run, "bayes")


def test_gamma_R_and_w_are_returned():
    "The parts of .632+ were computed and thrown away."
    rng = np.random.default_rng(0)
    counts = np.array([np.bincount(rng.integers(40, size=40), minlength=40) for _ in range(30)])
    oob, err, gamma = oob_of((rng.random((30, 40)) < 0.3).astype(float), counts), np.zeros(40), 0.5
    e = eb.estimate_632plus(oob, err, gamma)
    R = eb.estimate_oob(oob).value / gamma
    np.testing.assert_allclose([e.details["R"], e.details["w"]], [R, 0.632 / (1 - 0.368 * R)])
    assert (e.details["gamma"], e.details["training_error"]) == (0.5, 0)
    np.testing.assert_allclose(e.value, e.details["w"] * e.details["out_of_bag"])


def test_limits_below_zero_have_a_note():
    "An error rate of 4.5 % got limits from -.7 % on, without a word; so did the location-shifted interval."
    rng = np.random.default_rng(1)
    counts = np.array([np.bincount(rng.integers(30, size=30), minlength=30) for _ in range(50)])
    oob = oob_of((rng.random((50, 30)) < 0.03).astype(float), counts, eb.zero_one)
    few = [
        eb.estimate_oob(oob),
        eb.estimate_632(oob, np.zeros(30)),
        eb.estimate_632plus(oob, np.zeros(30), 0.5),
    ]
    for result in [e.interval() for e in few] + [eb.bootstrap.interval_rounds(oob, method="t")]:
        assert result.low < 0 and [n.code for n in result.notes].count("out_of_range") == 1
    shifted = eb.bootstrap.interval_location_shifted(np.linspace(0, 0.1, 500), 0.2, 0.1)
    assert shifted.low < 0 and "out_of_range" in [n.code for n in shifted.notes]


def test_limits_above_one_have_a_note():
    "The same at the other end of an error rate; a mean loss without an upper bound gets none."
    rng = np.random.default_rng(1)
    counts = np.array([np.bincount(rng.integers(30, size=30), minlength=30) for _ in range(50)])
    wrong = (rng.random((50, 30)) < 0.97).astype(float)
    codes = lambda values, loss: [
        n.code for n in eb.estimate_oob(oob_of(values, counts, loss)).notes
    ]
    assert "out_of_range" in codes(wrong, eb.zero_one)
    assert "out_of_range" not in codes(wrong, eb.squared) and "out_of_range" not in codes(
        wrong, None
    )
    shifted = partial(eb.bootstrap.interval_location_shifted, np.linspace(0.5, 1, 500), 0.1, 0.3)
    assert "out_of_range" in [n.code for n in shifted(bounds=(0, 1)).notes] and not shifted().notes


def test_a_batch_note_knows_which_model_it_is_about():
    "The note on limits is about one model of two."
    rng = np.random.default_rng(1)
    counts = np.array([np.bincount(rng.integers(30, size=30), minlength=30) for _ in range(50)])
    rare, even = (
        oob_of((rng.random((50, 30)) < p).astype(float), counts, eb.zero_one) for p in (0.02, 0.5)
    )
    both = replace(rare, values=np.stack([rare.values, even.values]))
    e = eb.estimate_oob(both, method="bias-corrected")
    assert [n.where.tolist() for n in e.notes if n.code == "out_of_range"] == [[True, False]]


def test_differences_have_no_632():
    "A difference below 0 with a mixture above 0 had a negative standard error: limits in the wrong order."
    rng = np.random.default_rng(0)
    counts = np.array([np.bincount(rng.integers(30, size=30), minlength=30) for _ in range(50)])
    difference = oob_of(rng.normal(0.01, 1, (50, 30)), counts)
    for f in (eb.estimate_632, partial(eb.estimate_632plus, no_information=0.5)):
        with pytest.raises(ValueError, match="losses from 0 on.*estimate_oob"):
            f(difference, np.full(30, -0.2))
    assert eb.estimate_oob(difference).standard_error > 0


def test_oversampled_folds_are_no_bootstrap():
    "Folds that train on some cases twice passed as a bootstrap, with .632 weights and a standard error of n draws."
    X, y = load_iris(return_X_y=True)
    folds = [(np.r_[0:100, 0:20], np.arange(100, 150)), (np.r_[50:150, 50:70], np.arange(50))]
    run = eb.evaluate({"bayes": GaussianNB()}, X, y, cv=folds, progress=False)
    with pytest.raises(ValueError, match="needs an evaluation of a Bootstrap design"):
        eb.bootstrap.losses_oob(run, "bayes")


def test_counts_and_rows_belong_together():
    "Rows that were missing from the table changed the standard error in silence."
    counts = np.array([[0, 3, 0], [1, 2, 0]])
    with pytest.raises(ValueError, match="every case that a round left out, 3 rows"):
        eb.estimate_oob(eb.core.Losses([1.0, 0.0], [0, 2], [0, 1], n_cases=3), counts)


@pytest.mark.parametrize("name", ["estimate_632", "estimate_632plus", "interval_rounds"])
def test_messages_name_the_function_that_was_called(name):
    "estimate_632 and interval_rounds said 'estimate_oob needs ...'."
    more = {"estimate_632": (np.zeros(3),), "estimate_632plus": (np.zeros(3), 0.5)}.get(name, ())
    broken = eb.core.Losses([np.nan, 0.0, 1.0], [0, 1, 2], [0, 0, 1], n_cases=3)
    with pytest.raises(ValueError, match=f"{name}: oob needs finite numbers"):
        public(name)(broken, *more)


def test_a_loss_without_a_name():
    "A functools.partial as the loss died in an AttributeError when there were too many pairs."
    power = partial(lambda p, a, b: np.abs(a - b) ** p, 1.5)
    numbers = np.arange(1100.0)
    with pytest.raises(ValueError, match="evaluations of this loss.*method='pairs'"):
        eb.bootstrap.no_information_rate(numbers, numbers + 0.5, loss=power)


def test_the_argument_is_called_model():
    "losses_oob and inputs_632 called it name."
    for f in (eb.bootstrap.losses_oob, eb.inputs_632, eb.bootstrap.inputs_optimism):
        assert list(inspect.signature(f).parameters)[:2] == ["evaluation", "model"]


def test_options_are_keywords():
    "The confidence level and the loss could be given by position."
    for f, arrays in (
        (eb.bootstrap.interval_location_shifted, 3),
        (eb.bootstrap.interval_two_stage, 1),
        (eb.bootstrap.no_information_rate, 2),
    ):
        kinds = [p.kind for p in inspect.signature(f).parameters.values()]
        assert set(kinds[arrays:]) == {inspect.Parameter.KEYWORD_ONLY}


def test_per_case_and_per_round_differ_in_the_limit():
    "The chapter said that the two averages agree in the limit of many rounds: with all samples listed they differ."
    every = np.array(list(itertools.product(range(4), repeat=4)))
    N = np.array([np.bincount(row, minlength=4) for row in every])
    oob = oob_of((every.mean(1)[:, None] - np.arange(4)) ** 2, N)
    both = [eb.estimate_oob(oob, average=a).value for a in ("per-case", "per-round")]
    np.testing.assert_allclose(both, [2.5, 2.4281609195], rtol=1e-9)


@pytest.mark.parametrize("unit", [1e-12, 1e12])
def test_the_unit_of_the_loss_does_not_matter(unit):
    "Held on 0.1.0 for the estimates; it is a promise now, the notes on limits included."
    rng = np.random.default_rng(5)
    counts = np.array([np.bincount(rng.integers(30, size=30), minlength=30) for _ in range(50)])
    values, err = rng.exponential(size=(50, 30)), rng.exponential(0.5, 30)
    for method in ("infinitesimal", "bias-corrected"):
        call = lambda u: eb.estimate_632plus(
            oob_of(values * u, counts), err * u, 1.2 * u, method=method
        )
        one, other = call(1.0), call(unit)
        np.testing.assert_allclose(
            np.array(tuple(other.interval())) / unit, tuple(one.interval()), rtol=1e-9
        )
        assert [n.code for n in one.notes] == [n.code for n in other.notes]
        np.testing.assert_allclose(other.details["R"], one.details["R"], rtol=1e-9)


def test_memory_of_the_counts():
    "Counts of the samples are small integers, and signed: 1 - counts does not wrap around."
    X, y = load_iris(return_X_y=True)
    run = eb.evaluate(
        {"1-NN": KNeighborsClassifier(1)}, X, y, cv=eb.Bootstrap(5, random_state=0), progress=False
    )
    counts = eb.bootstrap.losses_oob(run, "1-NN").counts
    assert counts.dtype.kind == "i" and counts.dtype.itemsize <= 2 and (1 - counts).min() < 0


def test_differences_are_not_rates():
    "A guard of the notes on limits (0.1.0 had none): a difference of error rates may be negative."
    X, y = load_breast_cancer(return_X_y=True)
    run = eb.evaluate(MODELS, X, y, cv=eb.Bootstrap(20, random_state=0), progress=False)
    found = eb.interval_error(run, "tree", "bayes", method="out-of-bag")
    assert "out_of_range" not in [n.code for n in found.notes]
    inside = eb.evaluate(
        MODELS, X, y, cv=eb.core.InSampleBootstrap(20, random_state=0), progress=False
    )
    shifted = eb.interval_error(inside, "tree", "bayes", method="location-shifted")
    assert shifted.low < 0 and "out_of_range" not in [n.code for n in shifted.notes]


def test_groups_and_weights_are_not_forgotten():
    "Cases of one group were judged as independent cases, without a word."
    X, y = load_iris(return_X_y=True)
    run = eb.evaluate(
        {"bayes": GaussianNB()},
        X,
        y,
        cv=eb.Bootstrap(9, random_state=0, apparent=True),
        progress=False,
    )
    oob, err, gamma = eb.inputs_632(
        replace(run, groups=np.arange(150) // 3, weights=np.ones(150)), "bayes"
    )
    for result in (
        eb.estimate_oob(oob),
        eb.estimate_632plus(oob, err, gamma),
        eb.bootstrap.interval_rounds(oob),
    ):
        assert {"grouped_cases", "weighted"} <= {n.code for n in result.notes}


def test_failed_fits_inside():
    "An in-sample design with failed fits is refused by name, and goes on without them."
    y = np.repeat([1, 0], [2, 28])
    x = np.random.default_rng(6).normal(size=(30, 2))
    cv, models = eb.core.InSampleBootstrap(20, random_state=1), {"logistic": LogisticRegression()}
    run = eb.evaluate(models, x, y, cv=cv, progress=False, error_score=np.nan)
    with pytest.raises(
        ValueError, match=r"inputs_optimism needs every fit, got \d+ that failed.*without_failures"
    ):
        eb.bootstrap.inputs_optimism(run)
    L, N, _ = eb.bootstrap.inputs_optimism(run.without_failures())
    assert L.shape == (1, *N.shape) and 0 < len(N) < 20


def test_losses_that_do_not_fit_are_refused():
    "Fractions were 'never right' (loss 1, variance 0); a negative rate gave an error below 0."
    X, y = load_diabetes(return_X_y=True)
    with pytest.raises(ValueError, match="zero_one needs classifiers"):
        eb.crossval.bias_variance(LinearRegression(), X, y, loss=eb.zero_one, progress=False)
    design = eb.Bootstrap(20, apparent=True, random_state=0)
    run = eb.evaluate({"bayes": GaussianNB()}, *load_iris(return_X_y=True), cv=design)
    oob, training, _ = eb.inputs_632(run, "bayes")
    with pytest.raises(ValueError, match="rate from 0 on, got -0.1"):
        eb.estimate_632plus(oob, training, -0.1)
