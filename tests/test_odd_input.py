"""An evening of odd input, by type: a right value, a note, or our own message; never a traceback of somebody else, never silence."""

import warnings

import numpy as np
import pandas as pd
import pytest
from sklearn.dummy import DummyClassifier

import evalbook as eb
from tests.cases import every_case
from tests.names import every
from tests.reliability import made_up

RNG = np.random.default_rng(5)
A, B = (RNG.random(40) < 0.8).astype(int), (RNG.random(40) < 0.6).astype(int)
S, T = RNG.normal(0.80, 0.03, 10), RNG.normal(0.78, 0.03, 10)
L, M = RNG.gamma(2.0, size=40), RNG.gamma(2.2, size=40)
SIZES = {"n_train": 90, "n_test": 10}
CONTAINERS = {  # the same numbers in another coat: the answer must not change
    "list": list,
    "tuple": tuple,
    "series": pd.Series,
    "series with an index": lambda v: pd.Series(v, index=np.arange(len(v))[::-1]),
    "nullable": lambda v: pd.Series(v).convert_dtypes(),
    "frame of one column": lambda v: pd.DataFrame({"m": v}),
    "object": lambda v: np.asarray(v, object),
    "read-only": lambda v: np.require(v, requirements="C"),
    "reversed strides": lambda v: np.asarray(v)[::-1][::-1],
    "single precision": lambda v: np.asarray(v, np.float64),
}
ZERO_ONE = CONTAINERS | {
    "boolean": lambda v: np.asarray(v, bool),
    "nullable boolean": lambda v: pd.Series(np.asarray(v, bool), dtype="boolean"),
    "eight bits": lambda v: np.asarray(v, np.int8),
    "categorical codes": lambda v: pd.Series(v).astype("category").cat.codes,
}
CALLS = {  # what is called, on what data
    "mcnemar": (lambda a, b: eb.mcnemar(a, b), A, B, ZERO_ONE),
    "ztest_proportions": (lambda a, b: eb.models.ztest_proportions(a, b), A, B, ZERO_ONE),
    "interval_difference": (lambda a, b: eb.interval_difference(a, b), A, B, ZERO_ONE),
    "ttest_paired": (lambda a, b: eb.ttest_paired(a, b), L, M, CONTAINERS),
    "permutation_test": (lambda a, b: eb.permutation_test(a, b, random_state=0), A, B, CONTAINERS),
    "ttest_corrected": (lambda a, b: eb.ttest_corrected(a, b, **SIZES), S, T, CONTAINERS),
    "interval_corrected": (lambda a, b: eb.interval_corrected(a, b, **SIZES), S, T, CONTAINERS),
    "posterior_corrected": (
        lambda a, b: eb.posterior_corrected(a, b, rope=0.01, **SIZES),
        S,
        T,
        CONTAINERS,
    ),
    "tost": (lambda a, b: eb.tost(a, b, margin=0.05, **SIZES), S, T, CONTAINERS),
    "estimate_paired_d": (lambda a, b: eb.models.estimate_paired_d(a, b), L, M, CONTAINERS),
    "ttest_5x2cv": (
        lambda a, b: eb.ttest_5x2cv(np.reshape(a, (5, 2)), np.reshape(b, (5, 2))),
        S,
        T,
        {"list": list},
    ),
}


def numbers(result):
    "The numbers of a result."
    if isinstance(result, eb.Interval):
        return list(result)
    if isinstance(result, eb.Posterior):
        return list(result.probabilities)
    return [result.pvalue] if isinstance(result, eb.Comparison) else [result.value]


@pytest.mark.parametrize(
    "name, coat", [(n, c) for n, (_, _, _, coats) in CALLS.items() for c in coats]
)
def test_the_same_numbers_in_another_coat_give_the_same_answer(name, coat):
    call, a, b, coats = CALLS[name]
    np.testing.assert_allclose(
        numbers(call(coats[coat](a), coats[coat](b))), numbers(call(a, b)), rtol=1e-12
    )


WRONG = {  # what came instead of numbers
    "nan": lambda v: np.r_[np.asarray(v, float)[:-1], np.nan],
    "infinity": lambda v: np.r_[np.asarray(v, float)[:-1], np.inf],
    "missing": lambda v: pd.Series(v, dtype="object").where(np.arange(len(v)) > 0),
    "nullable missing": lambda v: pd.Series(v).convert_dtypes().where(np.arange(len(v)) > 0),
    "text": lambda v: [str(x) for x in v],
    "text among numbers": lambda v: [*list(v)[:-1], "x"],
    "masked": lambda v: np.ma.array(v, mask=np.arange(len(v)) == 0),
    "generator": lambda v: (x for x in v),
    "complex": lambda v: np.asarray(v, complex) + 1j,
    "dates": lambda v: pd.date_range("2026-01-01", periods=len(v)),
    "empty": lambda v: np.asarray(v)[:0],
    "one number": lambda v: 0.5,
    "one case": lambda v: np.asarray(v)[:1],
    "shorter": lambda v: np.asarray(v)[:-1],
    "column vector": lambda v: np.asarray(v)[:, None],
    "mapping of one": lambda v: {"a": v},
    "set": lambda v: set(np.asarray(v).tolist()),
    "none": lambda v: None,
    "other order": lambda v: pd.Series(v).sort_index(ascending=False),
    "percent": lambda v: 100 * np.asarray(v, float) + 1e-9,
}


@pytest.mark.parametrize("name, odd", [(n, w) for n in CALLS for w in WRONG])
def test_what_is_no_number_is_refused_in_our_words(name, odd):
    call, a, b, _ = CALLS[name]
    first = pd.Series(a) if odd == "other order" else a
    if odd == "percent" and name in ("ttest_paired", "permutation_test", "estimate_paired_d"):
        return  # losses have any unit
    if name == "ttest_5x2cv" and odd not in ("nan", "infinity", "text", "complex", "percent"):
        return  # the reshape of this call fails first
    if (name, odd) == ("interval_corrected", "none"):
        return  # the interval of one algorithm
    with pytest.raises((ValueError, TypeError)) as error, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        call(first, WRONG[odd](b))
    words = str(error.value)
    assert isinstance(error.value, ValueError), (
        f"{name} on {odd}: {type(error.value).__name__}: {words}"
    )
    assert " got " in words or "needs" in words, f"{name} on {odd}: not our message: {words}"


SCALES = (1e-12, 1e-3, 1e3, 1e12)


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize(
    "name", ["ttest_paired", "ttest_corrected", "interval_corrected", "estimate_paired_d"]
)
def test_huge_and_tiny_numbers_are_numbers(name, scale):
    call, a, b, _ = CALLS[name]
    one, other = call(a, b), call(scale * np.asarray(a), scale * np.asarray(b))
    factor = scale if name == "interval_corrected" else 1.0
    np.testing.assert_allclose(np.array(numbers(other)), factor * np.array(numbers(one)), rtol=1e-9)


LABELS = {
    "text": np.array(["no", "yes"])[A],
    "nullable": pd.Series(A, dtype="Int64"),
    "boolean": A.astype(bool),
    "categorical": pd.Categorical(np.array(["no", "yes"])[A]),
    "ordered categorical": pd.Series(pd.Categorical(A, ordered=True)),
    "strings of pandas": pd.Series(np.array(["no", "yes"])[A], dtype="string"),
    "bytes": np.array([b"no", b"yes"])[A],
    "dates": pd.to_datetime(np.array(["2026-01-01", "2026-01-02"]))[A],
}


@pytest.mark.parametrize("kind", LABELS)
def test_labels_of_any_kind_are_compared(kind):
    labels = LABELS[kind]
    flipped = pd.Series(labels).iloc[::-1].reset_index(drop=True)
    expected = float(np.mean(np.asarray(A) == np.asarray(A)[::-1]))
    assert eb.core.correctness(pd.Series(labels), flipped).mean() == expected


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: eb.core.correctness(["yes", "no"], ["yes ", "no "]), None),
        (lambda: eb.core.correctness([1, 0], ["1", "0"]), "same type"),
        (lambda: eb.core.correctness([1, 0, None], [1, 0, 1]), "missing one at index 2"),
        (lambda: eb.core.correctness([], []), "one label a case"),
        (lambda: eb.core.correctness([[1], [0]], [[1, 0], [0, 1]]), "one label a case"),
        (lambda: eb.core.correctness([0, 1, 1], [0.2, 0.9, 0.7]), "class labels"),
        (lambda: eb.estimate_auc([1, 1, 1], [0.2, 0.3, 0.4]), "two classes"),
        (lambda: eb.estimate_accuracy([]), "at least"),
        (lambda: eb.estimate_mean([3.0]), "at least 2"),
        (lambda: eb.interval_proportion(3, 2), "needs"),
        (lambda: eb.interval_proportion(-1, 5), "needs"),
        (lambda: eb.interval_proportion(3, 0), "needs"),
        (lambda: eb.cochran_q(np.ones((100, 3))), "models first"),
        (lambda: eb.adjust_pvalues([0.1, 4.0]), "probabilities"),
        (lambda: eb.tost(S, T, margin=2, n_train=90, n_test=10), "below 1"),
        (lambda: eb.tost(eb.models.ztest_proportions(A, B), margin=2), "below 1"),
        (lambda: eb.ttest_corrected(S, T, n_train=0.9, n_test=0.1), "not shares"),
        (lambda: eb.core.Scores([[1.0], [2.0]], names=("a", "a")), "different names"),
        (lambda: eb.evaluate({"a": 3}, [[0], [1]], [0, 1], cv=2), "estimator"),
        (
            lambda: eb.evaluate(DummyClassifier(), [[0], [1]], [0, 1], response_method=None),
            "'predict' or",
        ),
    ],
)
def test_single_refusals(call, words):
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        if words is None:
            result = call()
            assert said or result is not None
            return
        with pytest.raises(ValueError, match=words):
            call()


@pytest.mark.parametrize("case", [c for c in every_case() if made_up.arrays_of(c)], ids=str)
def test_made_up_arrays_get_an_answer_or_our_refusal(case):
    counts, findings = made_up.look(case, examples=4, start=20261122)
    assert counts.total() and not findings


@pytest.mark.parametrize("unit", [1e-200, 1e160])
@pytest.mark.parametrize("name", ["ttest_paired", "ttest_corrected", "estimate_paired_d", "tost"])
def test_numbers_whose_squares_vanish_or_overflow_are_refused(name, unit):
    call, a, b, _ = CALLS[name]
    with pytest.raises(ValueError, match="Take another unit"):
        call(a * unit, b * unit)


@pytest.mark.parametrize(
    "call",
    [
        lambda: eb.estimate_accuracy(183, 200),
        lambda: eb.estimate_f1(A, 1),
        lambda: eb.zero_one(183, 200),
        lambda: eb.interval_bca((A, 1), "f1"),
    ],
)
def test_counts_are_no_labels(call):
    with pytest.raises(ValueError, match=r"one label a case.*interval_proportion\(right, cases\)"):
        call()


def test_a_report_is_no_column():
    found = eb.report(eb.from_predictions(A, B))
    with pytest.raises(TypeError, match="needs another kind of argument, got Report"):
        eb.estimate_accuracy(found)


RAGGED = [[1, 0, 1], [1, 1]]
ODD = {  # a call: what its refusal says
    "estimate_pass(RAGGED, 1)": r"estimate_pass needs rows of one length[\s\S]*n = min",
    "estimate_accuracy(RAGGED)": "estimate_accuracy needs rows of one length",
    "friedman_test(RAGGED)": "friedman_test needs rows of one length",
    "adjust_pvalues([mcnemar_counts(11, 1), mcnemar_counts(5, 2)])": r"\[test.pvalue for test in",
    "ttest_paired([pd.Timestamp('2020'), 1], [2, 3])": "needs real numbers, got values such as Time",
    "estimate_f1([0, 1, 2], [0, 1, 1], positive=[1, 2])": r"one of the labels, got \[1, 2\]",
    "estimate_auc([0, 1, 1], [0.1, 0.2, 0.3], positive=[0, 1])": r"one of the labels, got \[0, 1\]",
    "as_measure('f1', positive=[0, 1])": r"positive is one label, got \[0, 1\]",
    "interval_proportion(float('nan'), 10)": r"finite numbers, got nan[^\n]*$",
    "interval_proportion(0.9, [10, 20])": r"whole numbers[^\n]*$",
    "sequential_difference([1, 0], [0, 1], bounds=(1, 0))": r"bounds=\(least, largest\)",
    "estimate_pass([[1, 0], [1, 1]], 1, cluster=[1, 1])": "estimate_pass needs at least two",
    "adjust_looks([float('nan')])": "adjust_looks: p needs",
    "adjust_looks(0.004)": "adjust_looks needs at least one",
    "plan_corrected(0.05, sd=0.1, n_train=9, n_test=1, n_splits=1)": "plan_corrected, n_splits",
    "plan_tost(0.05, disagreement=0)": "the difference 0, and above 0, got 0",
    "estimate_crossed(TWICE)": r"share a cell: scores\[~scores.index.duplicated\(\)\]",
    "mcnemar_counts(11, 1, 100).interval(0.95)": r"of counts interval_difference\(Contingency",
}
TWICE = pd.Series(
    range(5),
    pd.MultiIndex.from_arrays([list("aabbb"), [1, 2, 1, 2, 2]], names=["items", "runs"]),
    float,
)


@pytest.mark.parametrize("call", ODD)
def test_a_refusal_says_in_the_name_of_the_call_what_is_odd_and_what_to_write(call):
    "Bare messages of numpy, names of inner functions, lines that raise in turn."
    names = every() | {"RAGGED": RAGGED, "TWICE": TWICE, "pd": pd}
    with pytest.raises(ValueError, match=ODD[call]):
        eval(call, names)


def test_what_the_refusals_name_runs():
    assert every()["estimate_crossed"](TWICE[~TWICE.index.duplicated()]).value == 1.5
    counts = every()["Contingency"](88, 11, 1, 0)
    assert every()["interval_difference"](counts).low > 0


def test_the_runs_of_each_item_may_come_by_name():
    "One of its entries was offered, which was refused in turn."
    runs = [[1, 0], [1, 1]]
    found = every()["estimate_pass"](dict(zip("ab", runs)), 1)
    assert (*found.interval(),) == (*every()["estimate_pass"](runs, 1).interval(),)
