"""One contract over every public statistic: each promise of each example call in `tests/cases`."""

import inspect

import numpy as np
import pytest

import evalbook
from evalbook import Comparison, Estimate, Interval, Pairwise, Posterior
from tests.cases import PROMISES, every_case
from tests.completeness import without_case

CASES = every_case()
ALTERNATIVES = ("two-sided", "less", "greater")


def cases(promise):
    "The cases that make a promise, as pytest parameters."
    return pytest.mark.parametrize("case", [c for c in CASES if promise in c.promises], ids=str)


def call(case, *arrays, **more):
    "Call the case's function with other arrays or keywords."
    arguments = (*(arrays or case.args[: case.arrays]), *case.args[case.arrays :])
    return getattr(evalbook, case.function)(*case.first, *arguments, **(case.kwargs | more))


def numbers(result) -> list:
    "The numbers of a result, to compare two of them."
    if isinstance(result, Comparison):
        return [result.statistic, result.pvalue]
    if isinstance(result, Interval):
        return list(result)
    if isinstance(result, Posterior):
        return [*result.probabilities, *result.interval()]
    if isinstance(result, Pairwise):
        return [result.pvalues, result.adjusted, result.difference]
    return [result.value] if isinstance(result, Estimate) else [np.asarray(result, float)]


def interval(case, level):
    "The interval of a case at a level."
    result = call(case, confidence_level=level) if case.function.startswith("interval_") else call(case).interval(level)
    return result


def test_every_statistic_has_a_case():
    assert not without_case(), f"add an example call of {sorted(without_case())} to tests/cases"
    assert all(case.promises and set(case.promises) <= set(PROMISES) for case in CASES)


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
        np.testing.assert_allclose(one.probabilities, two.probabilities[::-1], rtol=1e-9, atol=1e-12)
        return
    np.testing.assert_allclose(one.pvalue, two.pvalue, rtol=1e-9)
    if one.difference is not None:
        np.testing.assert_allclose(one.difference, -np.asarray(two.difference), rtol=1e-9, atol=1e-15)


@cases("batch")
def test_a_batch_answers_as_a_loop(case):
    stack = [np.stack([a, np.roll(a, 1, axis=-1), a[..., ::-1]]) for a in map(np.asarray, case.args[: case.arrays])]
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
    takes = "alternative" in inspect.signature(getattr(evalbook, case.function)).parameters
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
