"""The laboratory and the table of rates: what was once wrong stays right."""

from functools import partial

import pytest
from scipy import stats
from sklearn.datasets import make_classification
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import evalbook as eb
from evalbook.laboratory.rates import measured_errors

HOW = {"n_trials": 200, "random_state": 0}


@pytest.fixture
def rows():
    X, y = make_classification(200, 6, random_state=0)
    return eb.laboratory.real_learners.Rows(X, y)


def test_the_corrected_t_runs_on_the_draw_that_it_asks_for(rows):
    "0.1.0: 'ttest_corrected needs the sizes of the splits', though the draw had made them."
    pair = {"tree": DecisionTreeClassifier(max_depth=2), "bayes": GaussianNB()}
    draw = eb.laboratory.draw_learners(pair, rows, 60, "random splits", n_splits=5)
    few = {"n_trials": 10, "random_state": 0, "level": 0.5}
    by_hand = partial(eb.ttest_corrected, n_train=40, n_test=20)
    assert (
        eb.laboratory.rejection_rate(eb.ttest_corrected, draw, **few).rejections
        == eb.laboratory.rejection_rate(by_hand, draw, **few).rejections
    )


@pytest.mark.parametrize("design", ["random splits", "k-fold", "5x2"])
def test_every_test_of_scores_runs_on_every_draw_of_scores(design):
    "0.1.0: tests that need sizes, and tests of one axis on halves, were refused or answered trial and replication at once."
    draw = eb.laboratory.draw_dietterich(0.3, design)
    tests = [
        eb.ttest_corrected,
        eb.algorithms.ttest_resampled,
        *(
            [eb.algorithms.ttest_kfold] if design == "k-fold" else []
        ),  # it refuses the others: their test sets overlap
        eb.permutation_test if design != "5x2" else eb.ttest_5x2cv,
    ]
    tests += [partial(eb.tost, margin=0.1), partial(eb.noninferiority, margin=0.1)]
    for test in tests:
        rates = eb.laboratory.rejection_rate(test, draw, n_trials=20, random_state=0)
        assert rates.n_trials == 20 and 0 <= rates.rate <= 1
        one_by_one = eb.laboratory.rejection_rate(
            test, draw, n_trials=20, random_state=0, vectorized=False
        )
        assert one_by_one.rejections == rates.rejections
    assert (
        0
        <= eb.laboratory.coverage(
            eb.interval_corrected, draw, 0.0, n_trials=20, random_state=0
        ).rate
        <= 1
    )


@pytest.mark.parametrize(
    "test",
    [
        eb.mcnemar,
        eb.mcnemar_counts,
        eb.models.ztest_proportions,
        eb.cochran_q,
        eb.models.ftest_looney,
    ],
)
def test_every_test_of_right_and_wrong_runs_on_one_test_set(test):
    "0.1.0: exact_rate(mcnemar_counts, draw) ended in a bare TypeError; tests of several models got two arguments."
    draw = eb.laboratory.draw_dietterich(0.4, "holdout", n_cases=60)
    assert eb.laboratory.rejection_rate(test, draw, n_trials=4000, random_state=1).agrees(
        eb.laboratory.exact_rate(test, draw)
    )


def test_a_design_is_named_by_its_kind():
    "0.1.0: the design of a draw was named by a test, and the draw did not know it."
    with pytest.raises(ValueError, match="'random splits', 'k-fold', '5x2'"):
        eb.laboratory.draw_dietterich(0.1, "ttest_5x2cv")
    design = eb.laboratory.draw_dietterich(0.1, "k-fold", n_cases=305).design
    assert (design.kind, design.shape, design.overlap) == ("k-fold", (10,), "training cases")
    assert (design.n_train + design.n_test == 305).all()


def test_a_draw_of_learners_knows_how_many_cases_it_tests(rows):
    "0.1.0: 33 of 100 cases by its own rounding, 34 by scikit-learn's."
    draw = eb.laboratory.draw_exchangeable(GaussianNB(), 100, "holdout")
    assert draw(1, 0)[0].shape == (1, draw.design.n_test)


def test_equal_learners_are_not_called_unequal():
    "0.1.0: 'errors 0.1 and 0.1, unequal', also where every fold has a beta of its own and the null hypothesis is true."
    assert (
        eb.laboratory.draw_dietterich(0.1, "k-fold", noise_per="fold and algorithm").null
        == "equal error 0.1"
    )
    assert (
        "on average"
        in eb.laboratory.draw_dietterich(0.1, "k-fold", noise_per="data set and algorithm").null
    )
    assert "unequal" in eb.laboratory.draw_dietterich(0.1, epsilon_b=0.2).null


def of_all_columns(a, b):
    "Student's t of all columns of a trial."
    return stats.ttest_rel(*(1.0 * v.reshape(len(v), -1) for v in (a, b)), axis=-1)


@pytest.mark.parametrize(
    "one, other",
    [
        (eb.laboratory.draw_dietterich(0.1), eb.laboratory.draw_dietterich(0.1, ratio=0.2)),
        (
            eb.laboratory.draw_dietterich(0.1, "holdout"),
            eb.laboratory.draw_dietterich(0.1, "holdout", test_size=0.5),
        ),
        (
            eb.laboratory.draw_dietterich(0.1, "k-fold"),
            eb.laboratory.draw_dietterich(0.1, "k-fold", noise_per="data set"),
        ),
        (eb.laboratory.draw_scores(10), eb.laboratory.draw_scores(10, sd=0.1)),
        (eb.laboratory.draw_scores(10), eb.laboratory.draw_scores((5, 2))),
    ],
)
def test_a_store_never_answers_another_question(tmp_path, one, other):
    "0.1.0: settings that the words of a draw left out shared one key, and the first answer was given to both."
    ask = partial(eb.laboratory.rejection_rate, of_all_columns, **HOW, level=0.3)
    assert one.name != other.name
    remembered = [ask(draw, journal=tmp_path / "run.csv").rejections for draw in (one, other)]
    assert remembered == [ask(draw).rejections for draw in (one, other)]


def test_a_store_needs_a_test_with_a_name(tmp_path):
    "0.1.0: two lambdas were one test to a store."
    draw, store = eb.laboratory.draw_dietterich(0.3, "k-fold"), tmp_path / "run.csv"
    with pytest.raises(ValueError, match="a test with a name"):
        eb.laboratory.rejection_rate(
            lambda a, b: eb.algorithms.ttest_kfold(a, b), draw, **HOW, journal=store
        )


def test_coverage_asks_for_the_level_that_it_counts():
    "0.1.0: coverage(..., confidence_level=0.5) counted 95 % intervals and called them 50 %."
    draw = eb.laboratory.draw_scores(10)
    rates = eb.laboratory.coverage(
        eb.crossval.interval_naive_t, draw, 0.0, n_trials=2000, random_state=0, confidence_level=0.5
    )
    assert rates.agrees(0.5)
    with pytest.raises(ValueError, match="one confidence level"):
        eb.laboratory.coverage(
            partial(eb.crossval.interval_naive_t, confidence_level=0.9),
            draw,
            0.0,
            confidence_level=0.5,
        )


def test_ten_folds_are_not_ten_times_ten_folds():
    "0.1.0: '10 folds' was found in '10x10 folds', so a test that errs in 3 % was said to err in up to 10 %."
    found = eb.measured("ttest_corrected", kind="type I error", design="k-fold", learner="unstable")
    text = measured_errors("ttest_corrected", "k-fold")
    for layout, rows in found.groupby("layout"):
        low, high = rows["rate"].min(), rows["rate"].max()
        assert f"unstable learner {low:.3f} to {high:.3f} (accuracy, {layout}, " in text


@pytest.mark.parametrize("design", ["5x2", "independent splits", "unknown"])
def test_a_design_without_rates_has_none(design):
    "0.1.0: where the design's word was not found, all rates of the test were quoted, whatever their design."
    assert measured_errors("ttest_corrected", design) == "not measured for this design"


def test_rates_of_squared_errors_stand_beside_those_of_right_and_wrong():
    "0.1.0: a regression was told the rates of zero-one losses."
    squared = eb.measured("ttest_paired", kind="type I error").query("variant == 'squared error'")
    assert f"squared error {squared.rate.iloc[0]:.3f}" in measured_errors(
        "ttest_paired", "one test set"
    )


def test_rates_are_found_by_columns():
    "0.1.0: variants were free text such as 'mid-p; error 0.1, correlation 0.3', and rates were found by substrings."
    table = eb.measured("mcnemar", kind="type I error", design="one test set", level=0.05)
    assert {"mid-p", "exact", "edwards", "chi2"} <= set(
        table.variant
    ) and not table.variant.str.contains(";").any()
    once = eb.measured(design="k-fold", learner=["stable", "unstable"]).layout
    free = {"leave-one-out", *(f"{k} folds" for k in (2, 3, 5, 10, 20))}
    grouped = {"5 folds of groups", "10 folds of groups", "5 folds of groups, stratified"}
    assert set(once) == free | grouped


def test_fig_4_is_read_by_pairs_of_images():
    "0.1.0: 1500 images were too few to tell whether the curve still rises from 2500 to 3500; McNemar's test tells."
    import pandas as pd

    table = pd.read_csv("nbs/studies/results/fig04_learning_curve.csv").set_index("n_train")
    late = table.loc[2500]
    assert eb.mcnemar_counts(int(late.only_last), int(late.only_here)).pvalue < 0.01
