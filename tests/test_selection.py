"""Selection: what was once wrong stays right."""

import io
import itertools

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.ensemble import VotingClassifier
from sklearn.experimental import enable_halving_search_cv  # noqa: F401
from sklearn.model_selection import (
    GridSearchCV,
    GroupKFold,
    HalvingGridSearchCV,
    KFold,
    PredefinedSplit,
    RandomizedSearchCV,
)
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

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


TREE = DecisionTreeClassifier(random_state=0)
DEPTHS = {"max_depth": [1, 2, 3, 5]}


@pytest.mark.parametrize("cases", ["auto", 300])
def test_of_successive_halving_the_last_round_counts(cases):
    "Scores of all rounds were compared as if alike: depth 1 was chosen, on a quarter of the cases."
    order = np.random.default_rng(0).permutation(len(Y))
    x, y = load_breast_cancer().data[order], Y[order]
    options = {"cv": 5, "random_state": 0, "factor": 2, "max_resources": cases}
    search = HalvingGridSearchCV(TREE, DEPTHS, **options).fit(x, y)
    results = search.cv_results_
    last = np.flatnonzero(results["iter"] == results["iter"].max())
    assert eb.one_standard_error(search, complexity="max_depth") in last
    assert eb.selection.within_tolerance(results, complexity="max_depth") in last
    assert len(eb.selection.search_scores(search).names) == len(last)
    run = eb.from_search(search, y)
    assert "last round" in run.notes[0].text and "last round" in str(eb.report(run))
    scores = run.scores().values[run.names.index(f"max_depth={search.best_params_['max_depth']}")]
    again = search.best_estimator_
    splits = eb.run.searches.splits_of_search(search, y, None)
    np.testing.assert_allclose(scores, [again.fit(x[a], y[a]).score(x[b], y[b]) for a, b in splits])
    assert len(splits[0][0]) + len(splits[0][1]) == (567 if cases == "auto" else 299)


def test_a_setting_that_a_search_tried_again_counts_once():
    "Five names of eight settings: no report, no interval, nothing after the search."
    grid = {"max_depth": stats.randint(1, 9)}
    search = RandomizedSearchCV(TREE, grid, n_iter=8, cv=5, random_state=0).fit(X, Y)
    tried = [p["max_depth"] for p in search.cv_results_["params"]]
    run = eb.from_search(search, Y)
    assert run.names == tuple(f"max_depth={d}" for d in dict.fromkeys(tried)) and len(tried) == 8
    first = [tried.index(d) for d in dict.fromkeys(tried)]
    means = search.cv_results_["mean_test_score"][first]
    np.testing.assert_allclose(run.scores().values.mean(-1), means)
    assert "3 of 8 settings were left out" in str(eb.report(run))
    assert eb.selection.search_scores(search).names == run.names
    assert eb.interval_winner(run.scores()).low < means.max()


def test_of_several_scores_that_of_refit_decides():
    "The first scorer was reported; and measure='accuracy' called areas under the curve accuracies."
    options = {"cv": KFold(5), "scoring": ["roc_auc", "accuracy"]}
    search = GridSearchCV(TREE, DEPTHS, **options, refit="accuracy").fit(X, Y)
    means = search.cv_results_["mean_test_accuracy"]
    bare = {"n_train": 455, "n_test": 114, "design": "k-fold"}
    for run in (
        eb.from_search(search, Y),
        eb.from_search(search.cv_results_, measure="accuracy", **bare),
    ):
        assert run.scores().measure.name == "accuracy" and not run.notes
        np.testing.assert_allclose(run.scores().values.mean(-1), means)
    area = eb.from_search(search, Y, measure="roc_auc").scores()
    np.testing.assert_allclose(area.values.mean(-1), search.cv_results_["mean_test_roc_auc"])
    first = eb.from_search(search.cv_results_, **bare)
    assert "decides is roc_auc, the first; measure='accuracy'" in first.notes[0].text
    with pytest.raises(ValueError, match="roc_auc"):
        eb.from_search(search, Y, measure="f1")


def test_results_of_a_search_are_read_from_a_file_of_commas():
    "AttributeError: 'str' object has no attribute 'items'."
    grid = {"C": stats.loguniform(0.1, 10), "kernel": ["linear", "rbf"]}
    search = RandomizedSearchCV(SVC(), grid, n_iter=4, cv=3, random_state=0).fit(X, Y)
    results = search.cv_results_
    read = pd.read_csv(io.StringIO(pd.DataFrame(results).to_csv(index=False)))
    table, written = (eb.selection.search_scores(r) for r in (results, read))
    assert table.names == written.names
    np.testing.assert_allclose(table.values, written.values, rtol=1e-14)  # as pandas reads them
    assert eb.one_standard_error(read, complexity="C") == eb.one_standard_error(
        search, complexity="C"
    )
    read["params"] = ["{'estimator': SVC()}"] * 4
    with pytest.raises(ValueError, match="joblib.dump"):
        eb.selection.search_scores(read)


def test_a_search_by_groups_asks_for_them_and_one_split_for_predictions():
    group = np.arange(len(Y)) // 5
    search = GridSearchCV(TREE, DEPTHS, cv=GroupKFold(3)).fit(X, Y, groups=group)
    with pytest.raises(ValueError, match="Pass groups="):
        eb.from_search(search, Y)
    assert eb.from_search(search, Y, groups=group).design.kind == "k-fold"
    with pytest.raises(ValueError, match="Pass groups="):
        eb.evaluate(TREE, X, Y, cv=GroupKFold(3))
    one = PredefinedSplit(np.repeat([-1, 0], [300, len(Y) - 300]))
    single = eb.from_search(GridSearchCV(TREE, DEPTHS, cv=one).fit(X, Y), Y)
    with pytest.raises(ValueError, match="one split.*from_predictions"):
        eb.report(single)


def test_bbc_cv_names_losses_and_groups():
    "The line that it printed for a run was refused; of cases in groups it said nothing."
    groups = np.arange(len(Y)) // 4
    models = {"a": GaussianNB(), "b": GaussianNB(var_smoothing=0.1)}
    run = eb.evaluate(models, X, Y, cv=GroupKFold(5), groups=groups, progress=False)
    with pytest.raises(TypeError, match=r"estimate_bbc_cv\(run.losses\(\)\)"):
        eb.selection.estimate_bbc_cv(run)
    found = eb.selection.estimate_bbc_cv(run.losses(), n_resamples=50, random_state=0)
    assert "grouped_cases" in [note.code for note in found.notes]
    bare = eb.selection.estimate_bbc_cv(run.losses().values, n_resamples=50, random_state=0)
    assert "grouped_cases" not in [note.code for note in bare.notes]
