"""Type I errors and coverages inside their Monte-Carlo bands: four standard errors around the exact law or the closed form."""

from functools import partial

import numpy as np
import pytest
from scipy import special

from evalbook import (
    ftest_5x2cv,
    interval_corrected,
    interval_proportion,
    mcnemar,
    ttest_5x2cv,
    ttest_corrected,
)
from evalbook.algorithms import ttest_kfold, ttest_resampled
from evalbook.core import Design
from evalbook.laboratory import coverage, draw_dietterich, draw_scores, exact_rate, rejection_rate
from evalbook.laboratory.draws import Draw
from evalbook.models import ztest_proportions

T = 20_000
ERRORS = (0.1, 0.4)


@pytest.mark.parametrize("epsilon", ERRORS)
@pytest.mark.parametrize(
    "test",
    [partial(mcnemar, method=m) for m in ("mid-p", "edwards")] + [ztest_proportions],
    ids=["mid-p", "edwards", "z"],
)
def test_one_test_set_agrees_with_its_enumeration(test, epsilon):
    draw = draw_dietterich(epsilon, "holdout")
    assert rejection_rate(test, draw, n_trials=T, random_state=0).agrees(exact_rate(test, draw))


@pytest.mark.parametrize("epsilon, z, edwards", [(0.2, 0.0586, 0.0320), (0.4, 0.0712, 0.0368)])
def test_enumerated_rates(epsilon, z, edwards):
    draw = draw_dietterich(epsilon, "holdout")
    assert abs(exact_rate(ztest_proportions, draw) - z) < 5e-5
    assert abs(exact_rate(partial(mcnemar, method="edwards"), draw) - edwards) < 5e-5


@pytest.mark.parametrize("epsilon", ERRORS)
def test_resampled_t_follows_its_variance_ratio(epsilon):
    v, w = epsilon**2 / 300, (2 * epsilon - 2.5 * epsilon**2 + epsilon**2 * 200 / 299) / 100
    rate = 2 * special.stdtr(29, special.stdtrit(29, 0.025) / np.sqrt(1 + 30 * v / w))
    splits = draw_dietterich(epsilon, "random splits")
    assert rejection_rate(ttest_resampled, splits, n_trials=T, random_state=1).agrees(
        rate, slack=0.004
    )


@pytest.mark.parametrize("epsilon", ERRORS)
def test_kfold_is_at_its_level_and_5x2_below(epsilon):
    folds, halves, how = (
        draw_dietterich(epsilon, "k-fold"),
        draw_dietterich(epsilon),
        {"n_trials": T, "random_state": 2},
    )
    assert rejection_rate(ttest_kfold, folds, **how).agrees(0.05, slack=0.003)
    assert rejection_rate(ttest_5x2cv, halves, **how).agrees(0.0281372791, slack=0.002)
    assert rejection_rate(ftest_5x2cv, halves, **how).agrees(0.0175032457, slack=0.003)


def test_frozen_outcomes_make_the_corrected_t_exact():
    draw, how = (
        draw_dietterich(0.1, "random splits", outcomes="frozen"),
        {"n_trials": T, "random_state": 3},
    )
    assert rejection_rate(ttest_corrected, draw, **how).agrees(0.05, slack=0.003)
    assert rejection_rate(ttest_resampled, draw, **how).rate > 0.5


def test_corrected_t_and_its_interval_at_the_correlation_they_presume():
    splits, how = Design("random splits", (25,), 90, 10), {"n_trials": T, "random_state": 4}
    assert rejection_rate(ttest_corrected, draw_scores(splits, correlation=0.1), **how).agrees(0.05)
    apart = draw_scores(splits, correlation=0.1, difference=0.01)
    assert coverage(interval_corrected, apart, 0.01, **how).agrees(0.95)


@pytest.mark.parametrize(
    "method", ["wilson", "clopper-pearson", "wald", "agresti-coull", "jeffreys"]
)
def test_coverage_of_proportions_agrees_with_its_sum(method):
    k = np.arange(31)
    low, high = interval_proportion(k, 30, method=method)
    exact = (
        np.exp(special.gammaln(31) - special.gammaln(k + 1) - special.gammaln(31 - k))
        * 0.9**k
        * 0.1 ** (30 - k)
    )[(low <= 0.9) & (0.9 <= high)].sum()
    draw = Draw(lambda trials, rng: (rng.binomial(30, 0.9, trials),))
    assert coverage(
        partial(interval_proportion, n=30, method=method), draw, 0.9, n_trials=T, random_state=5
    ).agrees(exact)
