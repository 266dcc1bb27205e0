"""One contract over every public statistic: each promise of each example call in `tests/cases`."""

import copy
import inspect
import pickle
from dataclasses import is_dataclass, replace

import numpy as np
import pytest

from evalbook import Comparison, Estimate, Interval, Posterior
from evalbook.algorithms.model_ranks import ModelRanks
from evalbook.models.many_models import Pairwise
from tests.cases import PROMISES, every_case
from tests.completeness import without_case
from tests.names import public

CASES = every_case()
ALTERNATIVES = ("two-sided", "less", "greater")


def cases(promise):
    "The cases that make a promise, as pytest parameters."
    mark = pytest.mark.xfail(
        strict=True, reason=f"mended: move {promise!r} from `broken` to the promises of this case"
    )
    kept = [c for c in CASES if promise in c.promises]
    broken = [pytest.param(c, marks=mark) for c in CASES if promise in c.broken]
    return pytest.mark.parametrize("case", kept + broken, ids=str)


def call(case, *arrays, **more):
    "Call the case's function with other arrays or keywords."
    arguments = (*(arrays or case.args[: case.arrays]), *case.args[case.arrays :])
    return public(case.function)(*case.first, *arguments, **(case.kwargs | more))


def numbers(result) -> list:
    "The numbers of a result, to compare two of them."
    if isinstance(result, Comparison):
        return [result.statistic, result.pvalue]
    if isinstance(result, Interval):
        return list(result)
    if isinstance(result, Posterior):
        return [*result.probabilities, *result.interval()]
    if isinstance(result, ModelRanks):
        return [result.rank, result.low, result.high, result.adjusted, result.pvalues]
    if isinstance(result, Pairwise):
        return [result.pvalues, result.adjusted, result.difference]
    return [result.value] if isinstance(result, Estimate) else [np.asarray(result, float)]


def interval(case, level):
    "The interval of a case at a level."
    result = (
        call(case, confidence_level=level)
        if case.function.startswith("interval_")
        else call(case).interval(level)
    )
    return result


def test_every_statistic_has_a_case():
    assert not without_case(), f"add an example call of {sorted(without_case())} to tests/cases"
    assert all(
        case.promises and set(case.promises + case.broken) <= set(PROMISES) for case in CASES
    )
    assert not [case for case in CASES if set(case.promises) & set(case.broken)]


@cases("nan")
def test_nan_is_an_error_that_names_its_place(case):
    for i in range(case.arrays):
        arrays = [np.array(a, float) for a in case.args[: case.arrays]]
        arrays[i][..., -1] = np.nan
        with pytest.raises(ValueError, match=r"(?s)nan|finite|missing"):
            call(case, *arrays)


@cases("swap")
def test_swapping_keeps_p_and_flips_the_difference(case):
    a, b = case.args[:2]
    one, two = call(case, a, b), call(case, b, a)
    if isinstance(one, Posterior):
        np.testing.assert_allclose(
            one.probabilities, two.probabilities[::-1], rtol=1e-9, atol=1e-12
        )
        return
    np.testing.assert_allclose(one.pvalue, two.pvalue, rtol=1e-9)
    if one.difference is not None:
        np.testing.assert_allclose(
            one.difference, -np.asarray(two.difference), rtol=1e-9, atol=1e-15
        )


@cases("batch")
def test_a_batch_answers_as_a_loop(case):
    stack = [
        np.stack([a, np.roll(a, 1, axis=-1), a[..., ::-1]])
        for a in map(np.asarray, case.args[: case.arrays])
    ]
    loop = [numbers(call(case, *(s[i] for s in stack))) for i in range(3)]
    for whole, parts in zip(numbers(call(case, *stack)), zip(*loop)):
        np.testing.assert_allclose(whole, np.array(parts), rtol=1e-9, atol=1e-12)


@cases("order")
def test_the_order_of_cases_does_not_matter(case):
    shuffle = np.random.default_rng(0).permutation(np.shape(case.args[0])[-1])
    arrays = [np.asarray(a)[..., shuffle] for a in case.args[: case.arrays]]
    for one, two in zip(numbers(call(case)), numbers(call(case, *arrays))):
        np.testing.assert_allclose(one, two, rtol=1e-9, atol=1e-12)


@cases("identical")
def test_identical_inputs_have_p_one(case):
    a = case.args[0]
    takes = "alternative" in inspect.signature(public(case.function)).parameters
    for more in [{"alternative": x} for x in ALTERNATIVES] if takes else [{}]:
        result = call(case, a, a, **more)
        assert result.pvalue == 1 and result.statistic == result.statistic
        assert result.notes, "a degenerate result carries a note"


@cases("level")
def test_intervals_nest_and_percentages_are_refused(case):
    low, high = interval(case, 0.8)
    wide = interval(case, 0.99)
    assert np.all(wide.low <= low) and np.all(high <= wide.high) and np.all(low <= high)
    for level in (95, 0, 1, -0.1):
        with pytest.raises(ValueError, match="Write 0.95"):
            interval(case, level)


def in_unit(value, unit):
    "A number, an array, a pair of numbers or a table of losses, in another unit."
    if is_dataclass(value):
        return replace(value, values=in_unit(value.values, unit))
    return (
        tuple(v * unit for v in value)
        if isinstance(value, tuple)
        else np.asarray(value, float) * unit
    )


def parts(result) -> dict[str, list]:
    "The numbers of a result: those that have the unit of the data, a test's statistic, and those without a unit."
    if isinstance(result, Comparison):
        found = {"unit": [result.difference, result.standard_error]}
        found |= {"statistic": [result.statistic], "no unit": [result.pvalue]}
    elif isinstance(result, Posterior):
        found = {"unit": list(result.interval()), "no unit": list(result.probabilities)}
    elif isinstance(result, Estimate):
        limits = () if result.limits is None else result.interval()
        found = {"unit": [result.value, result.standard_error, *limits]}
    elif isinstance(result, Interval):
        found = {"unit": [*result, result.value, result.standard_error]}
    else:
        found = {"unit": [result]}
    return {name: [v for v in values if v is not None] for name, values in found.items()}


@cases("scale")
def test_another_unit_gives_the_same_answer_in_that_unit(case):
    places = range(case.arrays) if case.units is None else case.units
    given = parts(call(case))
    for unit in (1e-12, 1e12):
        args = [in_unit(v, unit) if i in places else v for i, v in enumerate(case.args)]
        options = {k: in_unit(v, unit) if k in places else v for k, v in case.kwargs.items()}
        scaled = parts(public(case.function)(*args, **options))
        for name, one in given.items():
            power = {"unit": case.power, "statistic": case.statistic, "no unit": 0}[name]
            for a, b in zip(one, scaled[name], strict=True):
                a, b = np.asarray(a, float), np.asarray(b, float) / unit**power
                np.testing.assert_allclose(b, a, rtol=1e-9, atol=1e-12 * np.abs(a).max())


@pytest.mark.parametrize("case", CASES, ids=str)
def test_results_can_be_pickled_and_copied(case):
    "Limits and pairs that were functions within functions could not go to another process."
    found = call(case)
    for again in (pickle.loads(pickle.dumps(found)), copy.deepcopy(found)):
        assert str(again) == str(found) and again.__class__ is found.__class__
