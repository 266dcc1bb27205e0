"""Agreement with scipy, statsmodels, mlxtend (where it is right) and values that R printed."""

import numpy as np
import pytest
from mlxtend.evaluate import (
    combined_ftest_5x2cv,
    paired_ttest_5x2cv,
    paired_ttest_kfold_cv,
    paired_ttest_resampled,
)
from mlxtend.evaluate import mcnemar as mlxtend_mcnemar
from scipy import stats
from sklearn.datasets import load_breast_cancer, load_diabetes
from sklearn.linear_model import Lasso, Ridge
from sklearn.model_selection import KFold, train_test_split
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier
from statsmodels.stats.contingency_tables import mcnemar as sm_mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

import evalbook as eb

X, y = load_breast_cancer(return_X_y=True)
MODELS = {"tree": DecisionTreeClassifier(max_depth=3, random_state=0), "bayes": GaussianNB()}


def halves(seed):
    "The splits that mlxtend's 5x2cv functions draw."
    rng, cases = np.random.RandomState(seed), np.arange(len(y))
    for _ in range(5):
        one, two = train_test_split(
            cases, test_size=0.5, random_state=rng.randint(low=0, high=32767)
        )
        yield from ((one, two), (two, one))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_5x2cv_as_mlxtend(seed):
    scores = eb.evaluate(MODELS, X, y, cv=halves(seed)).scores()
    assert scores.shape == (2, 5, 2)
    for ours, theirs in (
        (eb.ttest_5x2cv, paired_ttest_5x2cv),
        (eb.ftest_5x2cv, combined_ftest_5x2cv),
    ):
        expected = theirs(MODELS["tree"], MODELS["bayes"], X, y, random_seed=seed)
        np.testing.assert_allclose(
            tuple(ours(scores["tree"], scores["bayes"])), expected, rtol=1e-12
        )


def test_kfold_t_as_mlxtend():
    scores = eb.evaluate(MODELS, X, y, cv=KFold(10, shuffle=True, random_state=1)).scores()
    expected = paired_ttest_kfold_cv(
        MODELS["tree"], MODELS["bayes"], X, y, cv=10, shuffle=True, random_seed=1
    )
    np.testing.assert_allclose(
        tuple(eb.algorithms.ttest_kfold(scores["tree"], scores["bayes"])), expected, rtol=1e-12
    )


def test_resampled_t_as_mlxtend():
    rng, cases = np.random.RandomState(7), np.arange(len(y))
    pairs = [
        train_test_split(cases, test_size=0.3, random_state=rng.randint(low=0, high=32767))
        for _ in range(30)
    ]
    scores = eb.evaluate(MODELS, X, y, cv=pairs).scores()
    expected = paired_ttest_resampled(
        MODELS["tree"], MODELS["bayes"], X, y, num_rounds=30, test_size=0.3, random_seed=7
    )
    np.testing.assert_allclose(
        tuple(eb.algorithms.ttest_resampled(scores["tree"], scores["bayes"])), expected, rtol=1e-12
    )


def test_regression_scores_as_mlxtend():
    Xd, yd = load_diabetes(return_X_y=True)
    pair = {"ridge": Ridge(), "lasso": Lasso()}
    scores = eb.evaluate(pair, Xd, yd, cv=KFold(10, shuffle=True, random_state=1)).scores("r2")
    expected = paired_ttest_kfold_cv(
        pair["ridge"], pair["lasso"], Xd, yd, cv=10, shuffle=True, random_seed=1, scoring="r2"
    )
    np.testing.assert_allclose(
        tuple(eb.algorithms.ttest_kfold(scores["ridge"], scores["lasso"])), expected, rtol=1e-12
    )


def test_paired_t_as_scipy():
    rng = np.random.default_rng(0)
    a, b = rng.normal(size=(2, 50, 12))
    for alternative in ("two-sided", "less", "greater"):
        expected = stats.ttest_rel(a, b, axis=-1, alternative=alternative)
        for test in (eb.algorithms.ttest_kfold, eb.algorithms.ttest_resampled, eb.ttest_paired):
            ours = test(a, b, alternative=alternative)
            np.testing.assert_allclose(ours.pvalue, expected.pvalue, rtol=1e-11)
            np.testing.assert_allclose(
                tuple(ours.interval(0.9)), tuple(expected.confidence_interval(0.9)), rtol=1e-11
            )


def test_corrected_t_by_hand_as_r():
    # x <- c(.02, -.01, .03, .015, .005); t <- mean(x) / sqrt((1/5 + 10/90) * var(x)); 2 * pt(-abs(t), 4)
    x = np.array([0.02, -0.01, 0.03, 0.015, 0.005])
    result = eb.ttest_corrected(x, 0 * x, n_train=90, n_test=10)
    t = x.mean() / np.sqrt((1 / 5 + 10 / 90) * x.var(ddof=1))
    np.testing.assert_allclose(tuple(result), (t, 2 * stats.t.sf(abs(t), 4)), rtol=1e-13)


METHODS = {
    "wilson": "wilson",
    "clopper-pearson": "beta",
    "wald": "normal",
    "agresti-coull": "agresti_coull",
    "jeffreys": "jeffreys",
}


@pytest.mark.parametrize("method", METHODS)
def test_proportions_as_statsmodels(method):
    for k, n in ((3, 20), (10, 20), (19, 20), (750, 1000), (999_000, 1_000_000)):
        expected = proportion_confint(k, n, alpha=0.1, method=METHODS[method])
        np.testing.assert_allclose(
            tuple(eb.interval_proportion(k, n, confidence_level=0.9, method=method)),
            expected,
            rtol=1e-10,
        )


@pytest.mark.parametrize("k", [0, 1, 17, 20])
def test_proportions_as_scipy(k):
    for ours, theirs in (("wilson", "wilson"), ("clopper-pearson", "exact")):
        expected = stats.binomtest(k, 20).proportion_ci(0.95, method=theirs)
        np.testing.assert_allclose(
            tuple(eb.interval_proportion(k, 20, method=ours)),
            tuple(expected),
            rtol=1e-10,
            atol=1e-12,
        )


@pytest.mark.parametrize("b, c", [(11, 1), (25, 15), (2, 10), (86, 150), (1000, 1100)])
def test_mcnemar_as_statsmodels_and_mlxtend(b, c):
    table = np.array([[100, b], [c, 50]])
    for method, options in (
        ("exact", {"exact": True}),
        ("edwards", {"exact": False, "correction": True}),
        ("chi2", {"exact": False, "correction": False}),
    ):
        ours = eb.mcnemar_counts(b, c, method=method)
        np.testing.assert_allclose(ours.pvalue, sm_mcnemar(table, **options).pvalue, rtol=1e-10)
        theirs = mlxtend_mcnemar(table, corrected=method == "edwards", exact=method == "exact")
        np.testing.assert_allclose(ours.pvalue, theirs[1], rtol=1e-10)


def test_mcnemar_as_r():
    # mcnemar.test(matrix(c(9959, 1, 11, 29), 2))$p.value; exact2x2::mcnemar.exact(..., midp = TRUE)
    assert eb.mcnemar_counts(11, 1, method="edwards").pvalue == pytest.approx(
        0.0093747685, rel=1e-8
    )
    assert eb.mcnemar_counts(11, 1, method="exact").pvalue == pytest.approx(
        0.00634765625, rel=1e-12
    )
    assert eb.mcnemar_counts(11, 1, method="mid-p").pvalue == pytest.approx(
        0.00341796875, rel=1e-12
    )
    # R corrects only where b differs from c
    assert eb.mcnemar_counts(1, 1, method="edwards").pvalue == 1


@pytest.mark.parametrize(
    "ours, theirs",
    [
        ("holm", "holm"),
        ("bonferroni", "bonferroni"),
        ("hochberg", "simes-hochberg"),
        ("bh", "fdr_bh"),
    ],
)
def test_adjusted_p_as_statsmodels(ours, theirs):
    p = np.random.default_rng(3).uniform(size=15) ** 2
    np.testing.assert_allclose(
        eb.adjust_pvalues(p, method=ours), multipletests(p, method=theirs)[1], rtol=1e-12
    )
