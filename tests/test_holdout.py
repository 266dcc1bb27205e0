"""One test set (chapter 1.1): limits against statsmodels and scipy, doors, notes, refusals."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

import evalbook as eb
from evalbook.core.measures import Measure
from evalbook.holdout.coverage_of_intervals import coverage_of, least_and_most
from evalbook.holdout.one_test_set import no_spread

THEIRS = {
    "wilson": "wilson",
    "wald": "normal",
    "agresti-coull": "agresti_coull",
    "jeffreys": "jeffreys",
    "clopper-pearson": "beta",
}


@pytest.mark.parametrize("method", THEIRS)
@pytest.mark.parametrize("k, n", [(0, 10), (1, 10), (7, 10), (10, 10), (181, 190), (2, 300)])
@pytest.mark.parametrize("level", [0.8, 0.95])
def test_limits_of_a_proportion_against_statsmodels(method, k, n, level):
    if method == "jeffreys" and k in (0, n):  # here 0 and 1 at the ends
        side = eb.interval_proportion(k, n, confidence_level=level, method=method)
        assert (side.low == 0) if k == 0 else (side.high == 1)
        return
    low, high = proportion_confint(k, n, 1 - level, THEIRS[method])
    found = eb.interval_proportion(k, n, confidence_level=level, method=method)
    np.testing.assert_allclose([*found], [max(low, 0), min(high, 1)], atol=1e-9)
    assert found.value == k / n


def test_effective_cases_stand_in_for_cases():
    a = eb.interval_proportion(180, 200, effective_n=50)
    np.testing.assert_allclose([*a], [*eb.interval_proportion(45, 50)], rtol=1e-12)


def test_coverage_is_a_sum_over_counts():
    for p in (0.3, 0.9):
        held = sum(
            stats.binom.pmf(k, 20, p) for k in range(21) if p in eb.interval_proportion(k, 20)
        )
        np.testing.assert_allclose(coverage_of(p, 20), held, rtol=1e-9)
    least, most = least_and_most(30, "wilson")
    grid = [float(coverage_of(p, 30)) for p in np.linspace(0.5, 0.995, 5000)]
    assert least <= min(grid) + 1e-9 and most >= max(grid) - 1e-9 and min(grid) - least < 0.01


def test_accuracy_of_labels_of_any_kind():
    "`estimate_accuracy(y_true, y_pred)` crashed in 0.2.0; two arrays of zeros and ones are labels."
    for y, p in (
        (list("aabb"), list("abbb")),
        ([0, 1, 1, 0], [0, 1, 0, 0]),
        ([True, False, True, True], [True] * 4),
    ):
        found = eb.estimate_accuracy(y, p)
        assert found.value == 0.75
        np.testing.assert_allclose([*found.interval()], [*eb.interval_proportion(3, 4)])
        np.testing.assert_allclose(found.standard_error, np.sqrt(0.75 * 0.25 / 4))
    two = eb.estimate_accuracy([0, 1, 1, 0], {"a": [0, 1, 1, 0], "b": [1, 1, 1, 1]})
    assert two.value.tolist() == [1, 0.5]
    frame = pd.DataFrame({"a": [0, 1, 1, 0], "b": [1, 1, 1, 1]})
    assert eb.estimate_accuracy(pd.Series([0, 1, 1, 0]), frame).value.tolist() == [1, 0.5]
    labelled = eb.estimate_accuracy(list("aabb"), list("abbb"), cluster=[1, 1, 2, 2])
    assert labelled.details["clusters"] == 2
    with pytest.raises(ValueError):
        eb.estimate_accuracy([0, 1, 1], [0, 1])


def test_a_mean_of_predictions_is_refused_with_a_line_that_runs():
    y_true, y_pred = [1.0, 2.0, 4.0], [1.5, 2.0, 3.0]
    with pytest.raises(ValueError) as refused:
        eb.estimate_mean(y_true, y_pred)
    line = str(refused.value).split("as in ")[1].rstrip(".")
    found = eval(
        line,
        {
            "estimate_mean": eb.estimate_mean,
            "squared": eb.squared,
            "y_true": y_true,
            "y_pred": y_pred,
        },
    )
    np.testing.assert_allclose(
        [found.value, found.standard_error], [1.25 / 3, np.std([0.25, 0, 1], ddof=1) / 3**0.5]
    )


def test_a_mean_by_hand():
    x = np.random.default_rng(1).exponential(size=(2, 30))
    found = eb.estimate_mean(x)
    se = x.std(1, ddof=1) / np.sqrt(30)
    np.testing.assert_allclose(found.standard_error, se, rtol=1e-12)
    np.testing.assert_allclose(
        found.interval(0.9).low, x.mean(1) - stats.t.ppf(0.95, 29) * se, rtol=1e-10
    )


def test_widths_of_rounding_carry_their_note():
    "0.2.0: standard error 5.9e-18, no note."
    found = eb.estimate_mean([0.1 + 0.2] + [0.3] * 9)
    assert found.standard_error == 0 and [n.code for n in found.notes] == ["zero_variance"]
    assert no_spread(np.array([[0.1 + 0.2, 0.3], [0.3, 0.3 + 1e-12]])).tolist() == [True, False]
    kept = eb.estimate_mean(1e-12 * np.arange(5.0))
    assert kept.standard_error > 0 and kept.notes == ()
    far = eb.estimate_mean(1e9 + np.arange(5.0))
    np.testing.assert_allclose(far.standard_error, np.sqrt(0.5), rtol=1e-6)


def overlapping():
    "Two models, four cases, each tested twice."
    return eb.core.Losses(
        np.array([[1, 0, 1, 1, 1, 0, 1, 1], [1, 1, 1, 0, 1, 1, 0, 0]]),
        names=("a", "b"),
        measure=Measure("accuracy", True),
        case=[0, 1, 2, 3, 0, 1, 2, 3],
        split=[0, 0, 1, 1, 2, 2, 3, 3],
    )


def test_cases_that_were_answered_twice_are_refused():
    for call in (eb.estimate_accuracy, eb.estimate_mean):
        with pytest.raises(ValueError, match="2 answers a case"):
            call(overlapping())


def test_all_alike():
    found = eb.estimate_accuracy([1, 1, 1])
    assert found.standard_error == 0 and [n.code for n in found.notes] == ["zero_variance"]
    np.testing.assert_allclose([*found.interval()], [3 / (3 + stats.norm.ppf(0.975) ** 2), 1])
