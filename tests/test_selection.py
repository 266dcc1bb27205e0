"""Selection: what was once wrong stays right."""

import itertools

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.ensemble import VotingClassifier
from sklearn.model_selection import GridSearchCV, KFold
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC

import evalbook as eb

X, Y = load_breast_cancer(return_X_y=True)
X = X[:, :8]
NEIGHBOURS = eb.selection.configurations(KNeighborsClassifier(), {"n_neighbors": [1, 9]})
VOTE = VotingClassifier([("a", KNeighborsClassifier()), ("b", KNeighborsClassifier())])


@pytest.mark.parametrize("unit", [1e-13, 1e-12, 1e-9])
def test_bbc_cv_has_no_unit(unit):
    "Sums were rounded to 9 decimals: in small units every configuration tied and the first, here the worst, won."
    losses = np.random.default_rng(5).exponential([[2.6], [1.5], [1.3], [1.4]], (4, 80))
    one = eb.selection.estimate_bbc_cv(losses, random_state=0)
    other = eb.selection.estimate_bbc_cv(losses * unit, random_state=0)
    np.testing.assert_allclose(other.draws / unit, one.draws, rtol=1e-12)


def test_bbc_cv_has_its_exact_expectation():
    "Other random numbers than 0.1.0, the same expectation: over all 3,125 samples of five cases."
    losses = np.array([[0, 1, 0, 1, 1], [1, 0, 1, 0, 0], [1, 1, 0, 0, 0.0]])
    exact = []
    for rows in itertools.product(range(5), repeat=5):
        rest = np.setdiff1d(range(5), rows)
        if len(rest):
            exact.append(losses[losses[:, list(rows)].sum(1).argmin(), rest].mean())
    draws = eb.selection.estimate_bbc_cv(losses, n_resamples=20_000, random_state=1).draws
    assert len(draws) == 20_000  # 0.1.0 dropped the samples that held every case
    assert abs(draws.mean() - np.mean(exact)) < 4 * np.std(exact) / np.sqrt(20_000)


def test_bbc_cv_takes_more_configurations_than_cases():
    "A table from evaluate with 45 configurations and 40 cases was refused, with the advice to transpose it."
    models = {f"{i}": KNeighborsClassifier(i % 5 + 1) for i in range(45)}
    run = eb.evaluate(
        models, X[:40], Y[:40], cv=KFold(4, shuffle=True, random_state=0), progress=False
    )
    losses = run.losses()
    five = losses.values[:5, np.argsort(losses.case)]
    value = eb.selection.estimate_bbc_cv(losses, random_state=0).value
    np.testing.assert_allclose(value, eb.selection.estimate_bbc_cv(five, random_state=0).value)


def test_bbc_cv_says_what_it_estimates():
    "Of correctness it said that it estimates a loss."
    run = eb.evaluate(NEIGHBOURS, X, Y, cv=5, progress=False)
    assert eb.selection.estimate_bbc_cv(run.correct(), random_state=0).estimand.startswith(
        "expected score"
    )


def test_the_rules_need_a_complexity():
    "Without one the first configuration counted as the simplest: k = 1 of a k-NN grid, the most complex."
    means, errors = [0.90, 0.91, 0.92], [0.02, 0.02, 0.02]
    for call in (
        lambda: eb.one_standard_error(means, errors),
        lambda: eb.selection.within_tolerance(means, tolerance=0.05),
        lambda: eb.one_standard_error(),
        lambda: GridSearchCV(SVC(), {"C": [1, 2]}, refit=eb.selection.within_tolerance()).fit(X, Y),
    ):
        with pytest.raises(ValueError, match="needs the complexity of each configuration"):
            call()


@pytest.mark.parametrize("order", [["10", "9", "100"], [np.nan, 2, 3], [None, 1, 2]])
def test_complexity_is_numbers(order):
    "Text was ordered by the alphabet, '10' before '9', and nan counted as the most complex."
    with pytest.raises(ValueError, match="one_standard_error needs complexity as numbers"):
        eb.one_standard_error([0.9, 0.9, 0.9], [0.1] * 3, complexity=order)


def test_a_rule_ignores_no_argument():
    "As refit= it ignored higher_is_better and the standard errors."
    for rule in (eb.one_standard_error, eb.selection.within_tolerance):
        with pytest.raises(ValueError, match="where higher is better"):
            rule(complexity="gamma", higher_is_better=False)
    with pytest.raises(ValueError, match="one of them alone"):
        eb.one_standard_error(standard_errors=[0.1], complexity=[1])


@pytest.mark.parametrize("tolerance", ["0.1", True, [0.1, 0.2], None])
def test_a_tolerance_is_one_number(tolerance):
    "Text died in a TypeError, True counted as 1."
    with pytest.raises(ValueError, match="within_tolerance"):
        eb.selection.within_tolerance([0.1, 0.2], tolerance=tolerance, complexity=[1, 2])


def test_rules_name_themselves():
    "In a search the messages spoke of 'a rule', of 'complexity' or of search_scores."
    results = {"params": [{"k": 1}, {"k": 2}], "split0_test_score": np.ones(2)}
    with pytest.raises(ValueError, match="within_tolerance needs at least 2 splits"):
        eb.selection.within_tolerance(complexity="k")(results)
    with pytest.raises(ValueError, match="one_standard_error needs the split scores of 'f1'"):
        eb.one_standard_error(complexity="k", score="f1")(results)
    with pytest.raises(
        ValueError, match="one_standard_error: complexity needs one parameter named 'C'"
    ):
        eb.one_standard_error(complexity="C")(results | {"split1_test_score": np.ones(2)})


def test_an_unfitted_search():
    "search_scores of a search that was not fitted died in a TypeError."
    with pytest.raises(
        ValueError, match=r"search_scores needs a finished search, got GridSearchCV.*\.fit"
    ):
        eb.selection.search_scores(GridSearchCV(SVC(), {"C": [1]}))


def test_the_road_from_a_search_to_a_test_and_to_the_report():
    "search_scores knew no sizes, and nothing said how a report reads them."
    search = GridSearchCV(KNeighborsClassifier(), {"n_neighbors": [1, 5]}, cv=KFold(10)).fit(
        X[:500], Y[:500]
    )
    s = eb.selection.search_scores(search, n_train=450, n_test=50, design="k-fold")
    assert 0 <= eb.ttest_corrected(s["n_neighbors=1"], s["n_neighbors=5"]).pvalue <= 1
    run = eb.Evaluation.from_scores(s, n_train=450, n_test=50, design="k-fold")
    assert eb.report(run) is not None
    with pytest.raises(ValueError, match="whole numbers of cases"):
        eb.selection.search_scores(search, n_train=0.9, n_test=0.1)


def test_settings_of_two_steps_keep_their_names_apart():
    "Two rows of search_scores had one name, configurations refused, chosen_parameters overwrote one with the other."
    grids = [{"a__n_neighbors": [1, 3]}, {"b__n_neighbors": [1, 3]}]
    names = ("a__n_neighbors=1", "a__n_neighbors=3", "b__n_neighbors=1", "b__n_neighbors=3")
    assert tuple(eb.selection.configurations(VOTE, grids)) == names
    assert eb.selection.search_scores(GridSearchCV(VOTE, grids, cv=3).fit(X, Y)).names == names
    both = {"a__n_neighbors": [1, 3], "b__n_neighbors": [5]}
    nested = eb.evaluate({"search": GridSearchCV(VOTE, both, cv=3)}, X, Y, cv=3, progress=False)
    assert list(eb.selection.chosen_parameters(nested)) == [
        "model",
        "split",
        "a__n_neighbors",
        "b__n_neighbors",
        "score",
    ]


def test_a_grid_holds_something():
    "An empty grid gave a configuration without a name, or none."
    for grid in ({}, []):
        with pytest.raises(
            ValueError, match="configurations needs a grid with at least one parameter"
        ):
            eb.selection.configurations(SVC(), grid)


def test_chosen_parameters_take_a_measure():
    "The score of the outer splits was accuracy, whatever the searches were judged by."
    nested = eb.evaluate(
        {"search": GridSearchCV(SVC(), {"C": [1, 9]}, cv=3)}, X, Y, cv=3, progress=False
    )
    found = eb.selection.chosen_parameters(nested, measure="f1")["score"]
    np.testing.assert_allclose(found, nested.scores("f1").values[0])


def test_agreement_compares_values():
    "1, 1.0 and numpy's 1.0 were three different choices, and a dict of searches compared the searches' names."
    assert eb.selection.estimate_agreement([{"C": 1.0}, {"C": np.float64(1)}, {"C": 1}]).value == 1
    assert eb.selection.estimate_agreement([{"p": 1, "k": 2}, {"k": 2, "p": 1}]).value == 1
    with pytest.raises(ValueError, match=r"evaluation\.choices\[name\]"):
        eb.selection.estimate_agreement({"a": [1, 1], "b": [2, 2]})


def test_tibshirani_of_five_by_two():
    "Scores of a 5x2 design were read as two tables of five configurations on two splits each."
    run = eb.evaluate(
        NEIGHBOURS | {"bayes": GaussianNB()}, X, Y, cv=eb.five_by_two(1), progress=False
    )
    s = run.scores()
    expected = eb.selection.estimate_tibshirani(s.values.reshape(3, 10)).value
    np.testing.assert_allclose(eb.selection.estimate_tibshirani(s).value, expected)


def test_tibshirani_reads_columns():
    "A frame was read with one row a configuration, everywhere else it has one column a model."
    s = eb.evaluate(NEIGHBOURS, X, Y, cv=10, progress=False).scores()
    for same in (s.to_frame(), dict(zip(s.names, s.values)), s.values):
        np.testing.assert_allclose(
            eb.selection.estimate_tibshirani(same).value, eb.selection.estimate_tibshirani(s).value
        )
    with pytest.raises(ValueError, match="estimate_tibshirani needs arrays of one length"):
        eb.selection.estimate_tibshirani({"a": [0.1, 0.2, 0.3], "b": [0.1, 0.2]})


def test_the_test_score_is_by_the_measure_that_chose():
    "ThreeWay showed the accuracy, whatever had chosen."
    found = eb.three_way_holdout(NEIGHBOURS, X, Y, measure="f1", random_state=0)
    assert (
        found.score
        == found.test.scores("f1").values[0, 0]
        != found.test.scores("accuracy").values[0, 0]
    )
    assert f"test score {found.score:.4g}" in repr(found)


def test_a_scorer_of_probabilities_chooses():
    "roc_auc was refused, with the advice to pass scoring= to another function."
    found = eb.three_way_holdout(NEIGHBOURS, X, Y, measure="roc_auc", random_state=0)
    _, test = found.test.splits[0]
    learn, _ = found.test.splits[0]
    chances = found.estimator.fit(X[learn], Y[learn]).predict_proba(X[test])[:, 1]
    np.testing.assert_allclose(found.score, eb.estimate_auc(Y[test], chances).value)


@pytest.mark.parametrize("validation, test", [(0.3, 0.3), (0.1, 0.3)])
def test_shares_are_of_all_cases(validation, test):
    ".3 of 100 cases were 31 for the validation, by rounding of .3 / .7."
    x, y = np.random.default_rng(0).normal(size=(100, 2)), np.arange(100) % 2
    r = eb.three_way_holdout(
        NEIGHBOURS, x, y, validation_size=validation, test_size=test, random_state=0
    )
    assert (r.validation.n_test[0], r.test.n_test[0]) == (100 * validation, 100 * test)


@pytest.mark.parametrize("sizes", [(30, 0.2), ("0.2", 0.2), (True, 0.2), (0.5, 0.5), (None, 0.2)])
def test_shares_are_shares(sizes):
    "Text and None died in a TypeError, and the message did not name the function."
    with pytest.raises(ValueError, match="three_way_holdout needs validation_size and test_size"):
        eb.three_way_holdout(NEIGHBOURS, X, Y, validation_size=sizes[0], test_size=sizes[1])


def test_few_cases_are_cut_without_strata():
    "Six cases of two classes died in scikit-learn's 'test_size = 1 should be greater or equal to the number of classes'."
    r = eb.three_way_holdout({"bayes": GaussianNB()}, X[:6], [0, 0, 0, 1, 1, 1], random_state=3)
    parts = [*r.validation.splits[0], r.test.splits[0][1]]
    assert sorted(np.concatenate(parts)) == list(range(6))


def test_a_class_of_two_is_cut():
    "A class that the first cut left with one member died in the second: 'The least populated class has only 1'."
    x, y = load_iris(return_X_y=True)
    y = np.where(np.arange(150) < 2, 3, y)
    for seed in range(5):
        r = eb.three_way_holdout({"bayes": GaussianNB()}, x, y, test_size=0.4, random_state=seed)
        assert (r.validation.n_test[0], r.test.n_test[0]) == (30, 60)
