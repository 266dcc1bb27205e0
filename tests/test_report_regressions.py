"""False sentences that a report once said: each is asked for where it was said."""

import re

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_breast_cancer, load_diabetes, make_classification
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import (
    KFold,
    LeaveOneOut,
    RepeatedKFold,
    RepeatedStratifiedKFold,
    ShuffleSplit,
    StratifiedKFold,
    TimeSeriesSplit,
)
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from evalbook import (
    Evaluation,
    evaluate,
    five_by_two,
    from_predictions,
    gate,
    interval_proportion,
    interval_winner,
    measured,
    read_predictions,
    report,
    ttest_paired,
)
from evalbook.algorithms import ttest_diebold_mariano
from evalbook.core.methods import METHODS
from evalbook.laboratory.rates import layout_of
from evalbook.practice.report_cautions import say_rates

X, Y = load_breast_cancer(return_X_y=True)
XD, YD = load_diabetes(return_X_y=True)
TWO = {"bayes": GaussianNB(), "tree": DecisionTreeClassifier(max_depth=3, random_state=0)}
DESIGNS = {
    "k-fold": StratifiedKFold(10, shuffle=True, random_state=0),
    "repeated k-fold": RepeatedStratifiedKFold(n_splits=10, n_repeats=3, random_state=0),
    "random splits": ShuffleSplit(15, test_size=0.1, random_state=0),
    "5x2": five_by_two(0),
    "expanding window": TimeSeriesSplit(5),
    "holdout": ShuffleSplit(1, test_size=0.3, random_state=0),
}


@pytest.fixture(scope="module")
def runs():
    "One run of two learners for each design."
    return {kind: evaluate(TWO, X, Y, cv=cv, progress=False) for kind, cv in DESIGNS.items()}


def words(found):
    "The whole report as one line of text."
    return re.sub(r"\s+", " ", str(found))


def test_rates_are_those_of_the_same_design(runs):
    "0.1.0 looked for '10 folds' in a name, and quoted the rates of 10x10 folds for ten folds."
    for kind in ("k-fold", "random splits", "5x2"):
        found = report(runs[kind]).findings
        said = [float(p) for p in re.findall(r"(\d+\.\d) %", say_rates(found))]
        rows = measured("ttest_corrected", design=kind, kind="type I error", level=0.05)
        plain = (
            layout_of(found.judged.evaluation.design)
            .replace(", stratified", "")
            .replace("stratified ", "")
        )
        rows = rows[rows["layout"].isin((layout_of(found.judged.evaluation.design), plain))]
        known = {round(100 * rate, 1) for rate in rows["rate"].dropna()}
        assert set(said) <= known, (kind, set(said) - known)
        assert said or rows.empty  # splits that nobody measured are said to be so
    assert say_rates(report(runs["k-fold"]).findings) != say_rates(
        report(runs["repeated k-fold"]).findings
    )


def test_rates_are_those_of_the_form_that_was_run():
    "It quoted McNemar's test under every correction, and with clusters ignored: 1.3 to 18.7 %, where mid-p was run."
    y = np.arange(100) % 2
    flipped = {
        name: np.where(np.arange(100) < wrong, 1 - y, y) for name, wrong in (("a", 5), ("b", 15))
    }
    said = [
        float(p)
        for p in re.findall(
            r"(\d+\.\d) (?:to|%)",
            say_rates(report(Evaluation.from_predictions(y, flipped)).findings),
        )
    ]
    rows = measured("mcnemar", kind="type I error", learner="none", level=0.05)
    rates = 100 * rows.loc[rows["variant"] == "mid-p", "rate"]
    assert said == [round(rates.min(), 1), round(rates.max(), 1)]


def test_equal_shares_are_no_reason_without_strata():
    "0.1.0 said 'their splits hold equal shares of the classes' of any split."
    models = {"most": DummyClassifier(), "bayes": GaussianNB()}
    run = evaluate(models, X, Y, cv=KFold(3, shuffle=True, random_state=3), progress=False)
    assert "share" not in words(report(run, measure="f1")).replace("the shares of the classes", "")
    assert "stratified" not in words(report(run))


def test_a_regression_is_not_told_rates_of_zero_one_losses():
    "0.1.0 quoted the rates of classifiers for squared errors, without a word."
    models = {"mean": DummyRegressor(), "ridge": Ridge(0.1)}
    for cv in (KFold(10), ShuffleSplit(1, test_size=0.3, random_state=0)):
        said = say_rates(report(evaluate(models, XD, YD, cv=cv, progress=False)).findings)
        assert (
            "squared errors of two equally good models" in said
            or "was not measured for mean squared error" in said
        )


@pytest.mark.parametrize("kind", list(DESIGNS))
def test_what_to_keep_in_mind_is_said_in_sentences(kind, runs):
    "0.1.0 wrote 'You may not conclude: It compares learners trained on half of the data'."
    found = report(runs[kind])
    assert "may not conclude" not in words(found) and "tost" not in words(found)
    for said in found.cautions:
        plain = re.sub("[\x02-\x05]", "", said)
        assert plain.endswith(".") and not re.match(r"(It|Its|They) ", plain), plain
    assert not re.search(r"\d\.5 (training|test|cases)", words(found))


@pytest.mark.usefixtures("few_draws")
def test_a_verdict_never_contradicts_its_limits():
    "0.1.0 printed unadjusted intervals beside adjusted p-values: [0.0008, 0.069] and 'not separated'."
    rng = np.random.default_rng(0)
    for _ in range(12):
        y = rng.integers(2, size=150)
        answers = {
            f"m{i}": np.where(rng.random(150) < p, y, 1 - y)
            for i, p in enumerate((0.72, 0.78, 0.8, 0.86))
        }
        for measure in (None, "f1"):
            table = report(Evaluation.from_predictions(y, answers), measure=measure).comparisons
            outside = (table["low"] > 0) | (table["high"] < 0)
            assert (table["separated"] <= outside).all()
            assert (table["separated"] == (outside & (table["adjusted"] <= 0.05))).all()


def test_order_in_time_is_said_and_no_rate_is_borrowed(runs):
    "0.1.0 said of a TimeSeriesSplit that its test sets overlap, and quoted the rates of thirty random splits."
    found = words(report(runs["expanding window"]))
    assert "before test cases" in found and "overlap" not in found
    said = say_rates(report(runs["expanding window"]).findings)
    assert "(5 windows, " in said and "random splits" not in said


def test_weights_are_named_where_they_do_not_count():
    "0.1.0 printed an unweighted accuracy beside weighted scores."
    w = np.random.default_rng(0).uniform(0.2, 2, len(Y))
    run = evaluate(TWO, X, Y, cv=DESIGNS["holdout"], params={"sample_weight": w}, progress=False)
    value = report(run).estimates.loc["bayes", "value"]
    same = np.isclose(value, float(run.scores()["bayes"].values[0]))
    assert same or "weights" in words(report(run))


def test_identical_models_are_named():
    "0.1.0 dropped the note, and called two copies of one model 'not separated'."
    run = evaluate(
        {"a": GaussianNB(), "b": GaussianNB(), "c": TWO["tree"]},
        X,
        Y,
        cv=DESIGNS["k-fold"],
        progress=False,
    )
    assert re.search(r"alike|same answer|identical", words(report(run)))


def test_every_test_that_the_help_offers_can_run(runs):
    "0.1.0 listed fifteen tests, of which seven could never run."
    tests = {key: m for key, m in METHODS.items() if m.answers == "test" and m.designs}
    for key, method in tests.items():
        kind = next((k for k in method.designs if k in runs), None)
        if kind is None or method.takes == "ranking" or "clustered" in key:
            continue  # designs and inputs of their own: tests/test_designs.py
        assert len(report(runs[kind], tests=[key]).comparisons) == 1, key


def folds_of(**accuracies):
    "An evaluation of ten folds of 40 cases."
    rows = [
        (model, fold, value)
        for model, values in accuracies.items()
        for fold, value in enumerate(values)
    ]
    table = pd.DataFrame(rows, columns=["model", "fold", "accuracy"])
    names = {"model": "model", "split": "fold", "score": "accuracy"}
    sizes = {"n_train": 360, "n_test": 40, "design": "k-fold", "measure": "accuracy"}
    return Evaluation.from_score_table(table, **names, **sizes)


def test_a_tie_up_to_rounding_has_an_interval():
    "Means of 0.86 and 0.86 + 1e-16: the winner's interval was a single point far below both."
    a = [0.85, 0.9, 0.875, 0.85, 0.85, 0.875, 0.825, 0.775, 0.925, 0.875]
    b = [0.825, 0.85, 0.85, 0.825, 0.85, 0.9, 0.85, 0.825, 0.925, 0.9]
    run = folds_of(a=a, b=b)
    found, wide = (
        interval_winner(run.scores(), method=method) for method in ("hybrid", "projection")
    )
    assert tuple(found) == tuple(wide) and "near_tie" in [note.code for note in found.notes]
    assert found.low < 0.82 and found.high > 0.9


@pytest.mark.parametrize("seed", range(12))
def test_an_allowance_for_the_choice_makes_no_interval_shorter(seed):
    draws = np.random.default_rng(seed).binomial(40, 0.85, size=(3, 10)) / 40
    said = " ".join(str(report(folds_of(**dict(zip("abc", draws))))).split())
    plain = re.search(r"scores best.*?interval ([\d.]+) to ([\d.]+) %", said)
    honest = re.search(
        r"With an allowance for the choice its 95 % interval is ([\d.]+) to ([\d.]+) %", said
    )
    low, high, wide_low, wide_high = map(float, (*plain.groups(), *honest.groups()))
    assert wide_low <= low < high <= wide_high


def test_a_copy_of_the_truth_is_no_model(tmp_path):
    "The other file's column of true values, under another name, won with 100 %."
    rng = np.random.default_rng(5)
    y = rng.integers(0, 2, 80)
    answers = {name: np.where(rng.random(80) < 0.85, y, 1 - y) for name in ("one", "two")}
    pd.DataFrame({"doc_id": range(80), "label": y, "prediction": answers["one"]}).to_csv(
        tmp_path / "one.csv"
    )
    pd.DataFrame({"doc_id": range(80), "y_true": y, "prediction": answers["two"]}).to_csv(
        tmp_path / "two.csv"
    )
    files = [tmp_path / "one.csv", tmp_path / "two.csv"]
    run = read_predictions(files, truth="label", key="doc_id")
    assert run.names == ("one", "two") and any(
        "y_true (equal to label" in note.text for note in run.notes
    )
    with pytest.raises(ValueError, match="The models are one, two"):
        read_predictions(files, truth="label", key="doc_id", models=["y_true", "one"])


@pytest.mark.parametrize("name", ["id", "case_id", "No."])
def test_an_identifier_of_few_rows_is_no_model(name, tmp_path):
    "A column 'id' of 1 to 16 beside y and m was scored as a model, because 20 rows were asked for."
    table = pd.DataFrame({name: range(1, 17), "y": [0, 1] * 8, "m": [0, 1] * 8})
    table.to_csv(tmp_path / "few.csv", index=False)
    run = read_predictions(tmp_path / "few.csv", truth="y")
    assert run.names == ("m",) and any(f"{name} (all different" in note.text for note in run.notes)
    of_numbers = table.assign(y=np.linspace(0, 1, 16), m=np.linspace(0, 1, 16)[::-1])
    of_numbers.to_csv(tmp_path / "numbers.csv", index=False)
    assert read_predictions(tmp_path / "numbers.csv", truth="y").names == ("m",)
    table[["m"]].to_csv(
        tmp_path / "other.csv", index=False
    )  # paired by row: one model a file lends the file's name
    assert read_predictions([tmp_path / "few.csv", tmp_path / "other.csv"], truth="y").names == (
        "few",
        "other",
    )


def test_a_name_alone_makes_no_identifier_of_few_rows(tmp_path):
    "Predictions that come back, fractions, and a single column of predictions stay models, whatever their name."
    y = [0, 1] * 8
    pd.DataFrame({"y": y, "key": y[::-1], "id": np.linspace(0.03, 0.97, 16)}).to_csv(
        tmp_path / "a.csv", index=False
    )
    assert set(read_predictions(tmp_path / "a.csv", truth="y").names) == {"key", "id"}
    pd.DataFrame({"y": np.linspace(0, 9, 16), "id": range(16)}).to_csv(
        tmp_path / "b.csv", index=False
    )
    assert read_predictions(tmp_path / "b.csv", truth="y").names == ("id",)


def test_a_report_of_one_model_compares_no_models():
    run = evaluate({"bayes": GaussianNB()}, X, Y, cv=5)
    said = " ".join(report(run).to_markdown().split())
    assert (
        "The model was compared with the baseline by" in said and "Models were compared" not in said
    )


def test_the_design_says_whether_the_folds_are_blocks_of_rows():
    "A reader could not see from the report whether the rows had been shuffled."
    from evalbook.practice.methods_said import design_said

    X = np.random.default_rng(0).normal(size=(60, 2))
    ways = {
        "in their order": KFold(5),
        "k-fold, five splits, 48 training and 12 test cases each": KFold(
            5, shuffle=True, random_state=0
        ),
    }
    for words, cv in ways.items():
        assert words in design_said(evaluate({"ridge": Ridge()}, X, X @ [1, 2], cv=cv))


def test_the_leaders_interval_stays_in_the_range_of_its_measure():
    "Nearly every fold is right, and the allowance for the choice may not lead beyond 100 %."
    X, y = make_classification(300, 6, class_sep=3.0, random_state=1)
    models = {"bayes": GaussianNB(), "logreg": LogisticRegression()}
    said = " ".join(str(report(evaluate(models, X, y, cv=10, progress=False))).split())
    high = re.search(r"allowance for the choice its 95 % interval is [\d.]+ to ([\d.]+) %", said)
    assert high and float(high[1]) <= 100


@pytest.mark.parametrize("errors", [0, 3, 9])
def test_an_allowance_for_the_choice_is_made_between_groups_too(errors):
    "Ten models in 20 groups: 83.6 to 99.5 % stood there with an allowance and without one."
    truth = np.random.default_rng(0).integers(0, 2, 100)
    wrong = [range(errors), *(range(10 * i, 10 * i + 10) for i in range(1, 10))]
    models = {
        f"m{i}": np.where(np.isin(np.arange(100), at), 1 - truth, truth)
        for i, at in enumerate(wrong)
    }
    groups = np.repeat(np.arange(20), 5)
    said = str(report(Evaluation.from_predictions(truth, models, groups=groups)))
    plain, honest = (
        [
            float(v)
            for v in re.findall(r"interval(?: is)? ([\d.]+) to ([\d.]+) %", " ".join(part.split()))[
                0
            ]
        ]
        for part in said.split("With an allowance for the choice")
    )
    assert honest[0] < plain[0] - 1 and honest[1] == plain[1]


def two_models(n=400, rates=(0.7, 0.9), **options):
    rng = np.random.default_rng(0)
    y = rng.integers(2, size=n)
    models = {f"m{i}": np.where(rng.random(n) < p, y, 1 - y) for i, p in enumerate(rates)}
    return report(Evaluation.from_predictions(y, models), **options)


def test_no_test_against_a_baseline_is_said_where_there_is_none():
    "'The model is tested against the baseline by DeLong's test', of scores without a baseline."
    scores = {"a": np.linspace(0.7, 0.8, 10)}
    alone = Evaluation.from_scores(scores, n_train=90, n_test=10, design="k-fold")
    assert "baseline" not in str(report(alone))


def test_leave_one_out_is_named_and_sizes_that_are_exact_are_not_about():
    "'k-fold, 150 splits, on average 149 training and 1 test cases each', on 'about 149 cases'."
    rows = np.r_[:20, 60:80]
    run = evaluate(GaussianNB(), X[rows], Y[rows], cv=LeaveOneOut(), progress=False)
    found = report(run)
    page = found.to_markdown()
    assert "leave-one-out, 40 splits, 39 training and 1 test case each" in page
    assert "leave-one-out" in found.about and "trained on 39 cases" in " ".join(found.answer)
    uneven = evaluate(GaussianNB(), X[:60], Y[:60], cv=KFold(7), progress=False)
    assert "on average 51 training and 9 test cases each" in report(uneven).to_markdown()
    assert "trained on about 51 cases" in words(report(uneven))


def test_a_difference_that_is_larger_than_the_margin_answers_it():
    "A lead with limits from 2 to 11 points had no word on a margin of 1 point."
    said = two_models(against="m0", margin=0.01).answer
    assert "m1 is separated from m0, by more than 1 point." in said


def test_slices_say_how_many_models_are_not_shown():
    by = pd.Series(np.arange(400) % 2, name="site")
    for rates, said in (((0.7, 0.8, 0.9, 0.6, 0.75), True), ((0.7, 0.8, 0.9, 0.6), False)):
        found = two_models(rates=rates, by=by)
        assert ("Shown are four of five models" in words(found)) == said


@pytest.mark.parametrize("index", [pd.date_range, pd.period_range])
def test_losses_with_dates_lead_to_the_test_of_forecasts(index):
    "Two equally good forecasts with errors alike were 'better' in half of the data sets, without a word."
    rng = np.random.default_rng(0)
    y = pd.Series(rng.normal(size=60), index("2024-01-07", periods=60, freq="W"))
    a, b = (y + rng.normal(size=60) for _ in range(2))
    door = "ttest_diebold_mariano(losses_a, losses_b, horizon=10)"
    losses_a, losses_b = (y - a) ** 2, (y - b) ** 2
    assert door in str(ttest_paired(losses_a, losses_b))
    found = eval(door, {"ttest_diebold_mariano": ttest_diebold_mariano} | locals())
    assert "time_order" not in [note.code for note in found.notes]
    for index_of_y, said in ((y, True), (y.reset_index(drop=True), False)):
        run = Evaluation.from_predictions(index_of_y, {"a": a.to_numpy(), "b": b.to_numpy()})
        assert any(door in text for text in report(run).cautions) == said


def test_a_difference_of_two_areas_whose_error_is_zero_is_none_of_like_models():
    "A constant with an area of 0.5 was 'as good, the same on every tested case' as one with 1.0."
    y = np.r_[np.ones(4, int), np.zeros(20, int)]
    s = np.linspace(1, 0, 24)
    chances = {"p": np.c_[1 - s, s], "const": np.full((24, 2), 0.5)}
    said = report(Evaluation.from_predictions(y, None, chances), measure="roc_auc").answer[-1]
    assert said.startswith("const may be as good: p leads it by 0.50, and leads of p from -0.")


@pytest.mark.usefixtures("few_draws")
@pytest.mark.parametrize("measure", ["r2", "mae", "explained_variance", "max_error"])
def test_whole_numbers_are_numbers_to_a_measure_of_numbers(measure):
    "They were classes: one case 'of the rarest class', one degree of freedom, and a class to beat."
    rng = np.random.default_rng(0)
    y = rng.poisson(4, 80)
    answers = {"f": y + rng.integers(-1, 2, 80), "g": y + rng.integers(-4, 5, 80)}
    found, told = (
        report(Evaluation.from_predictions(y, answers, task=task), measure=measure)
        for task in ("", "regression")
    )
    assert found.answer == told.answer and found.comparisons.equals(told.comparisons)
    assert "class" not in words(found) and "always guessing" in words(found)


@pytest.mark.parametrize("measure", ["recall", "precision", "f1", "balanced_accuracy", "jaccard"])
def test_a_lead_that_no_draw_moves_has_no_limits(measure):
    "Of three positive cases: 'perfect is better than never, by 100.0 points (100.0 to 100.0)'."
    for n, apart in ((3, False), (10, True)):
        y = np.r_[np.ones(n, int), np.zeros(30 - n, int)]
        found = report(Evaluation.from_predictions(y, {"all": y, "none": 0 * y}), measure=measure)
        row = found.comparisons.iloc[0]
        assert np.isnan(row.low) and np.isnan(row.high) and row.separated == apart
        assert abs(row.pvalue - 2 ** (1 - n)) < 0.05 and "would have been found" not in words(found)


def test_a_precision_of_0_by_0_is_said():
    y = np.r_[np.ones(10, int), np.zeros(50, int)]
    answers = {"never": 0 * y, "some": np.r_[np.ones(3, int), np.zeros(57, int)]}
    said = " ".join(report(Evaluation.from_predictions(y, answers), measure="precision").answer)
    assert "never calls no case 1: its precision is 0/0, which counts as 0" in said
    assert "some calls no case" not in said
    run = evaluate({"dum": DummyClassifier(), "bayes": GaussianNB()}, X, 1 - Y, cv=5)
    said = " ".join(report(run, measure="precision").answer)
    assert "dum calls no case 1 in 5 of 5 test sets: its precision is 0/0" in said


def test_the_same_folds_have_the_same_interval_by_every_door():
    "From finished scores they were narrower than those of as many independent cases."
    values = [0.75, 0.75, 0.73, 0.75]
    given = {"n_train": 180, "n_test": 60, "design": "k-fold", "measure": "accuracy"}
    scores = report(Evaluation.from_scores({"a": values}, **given)).estimates.loc["a"]
    assert scores["by"] == "the outer of corrected t and Wilson's limits of 240 cases"
    assert scores["high"] - scores["low"] > 0.1


def test_models_with_one_value_and_two_intervals():
    "The interval of the first was given to both."
    values = {"a": [0.7, 0.8, 0.9, 0.8, 0.8], "b": [0.5, 1.0, 0.6, 1.0, 0.9]}
    given = {"n_train": 80, "n_test": 20, "design": "k-fold", "measure": "accuracy"}
    said = report(Evaluation.from_scores(values, **given)).answer[0]
    assert "each is right on 80.0 % of new cases (95 % interval of a 66.8 to" in said


def test_small_and_large_losses_of_one_run_have_one_unit():
    "Squared errors below 1 beside some of 25 were refused as shares beside percentages."
    rng = np.random.default_rng(0)
    y = rng.normal(20, 4, 40)
    answers = {"good": y + rng.normal(0, 0.2, 40), "bad": y + rng.normal(5, 0.3, 40)}
    for more in ({}, {"groups": np.arange(40) // 2}):
        run = Evaluation.from_predictions(y, answers, **more)
        lead = np.mean((answers["bad"] - y) ** 2 - (answers["good"] - y) ** 2)
        assert report(run).comparisons["lead"][0] == pytest.approx(lead)
        assert gate(run, new="good", old="bad", margin=0.5).difference == pytest.approx(lead)
    small, large = [0.5, 0.2, 0.3] * 10, [25, 9, 36] * 10
    with pytest.raises(ValueError, match="or both by 100 if they have one unit"):
        ttest_paired(small, large)
    assert ttest_paired(np.divide(small, 100), np.divide(large, 100)).pvalue < 1e-9


def test_a_model_may_be_wrong_on_all_cases_of_one_class():
    "It was refused: 'do both use the same coding?'"
    run = Evaluation.from_predictions(np.ones(20, int), {"a": np.ones(20, int), "b": [0] * 20})
    assert report(run).comparisons["lead"][0] == 1
    with pytest.raises(ValueError, match="same coding"):
        Evaluation.from_predictions(np.ones(20, int), {"a": ["1"] * 20})
    with pytest.raises(ValueError, match="report compares models on two tested cases or more"):
        report(Evaluation.from_predictions([1], {"a": [1], "b": [0]}))


def test_a_constant_whose_folds_are_ranked_together_is_not_of_the_other_class():
    "Its area is below one half by construction; the advice was false."
    y = np.r_[np.zeros(24, int), np.ones(16, int)]
    more = {"cv": LeaveOneOut(), "response_method": "predict_proba"}
    run = evaluate({"d": DummyClassifier()}, np.zeros((40, 1)), y, **more)
    said = words(report(run, measure="roc_auc"))
    assert "ranked together" in said and "other class" not in said


def test_weighted_folds_have_limits_of_as_many_equal_cases():
    w = np.r_[np.full(60, 50.0), np.ones(len(Y) - 60)]
    run = evaluate({"bayes": GaussianNB()}, X, Y, cv=5, params={"sample_weight": w})
    n = round(w.sum() ** 2 / (w**2).sum())
    by = report(run).estimates["by"]["bayes"]
    assert n < 90 and by == f"the outer of corrected t and Wilson's limits of {n} cases"


def test_measures_of_numbers_take_marks_and_refuse_words():
    "Whole numbers are numbers to them; True and False stay classes, and text is refused in words."
    y = np.array([0, 1] * 45)
    answers = np.r_[y[:60], 1 - y[60:]]
    found = report(Evaluation.from_predictions(y == 1, {"a": answers == 1}), measure="mae")
    assert found.estimates["value"]["a"] == pytest.approx(1 / 3)
    words = np.array(["ham", "spam"])
    with pytest.raises(ValueError, match="numbers"):
        report(Evaluation.from_predictions(words[y], {"a": words[answers]}), measure="mae")


def test_a_precision_of_0_by_0_is_not_worse_than_guessing():
    y = np.r_[np.ones(10, int), np.zeros(50, int)]
    some = np.r_[np.ones(3, int), np.zeros(57, int)]
    found = report(
        Evaluation.from_predictions(y, {"never": y * 0, "some": some}), measure="precision"
    )
    said = " ".join(found.answer)
    assert "never calls no case 1" in said and "never is worse than guessing" not in said
    assert "never does not show an advantage over guessing" in said


def test_a_corrected_score_is_beyond_all_models_by_more_than_rounding():
    "Two models of 0.5 had 0.4999999999999999, and a note that it lies beyond their scores."
    assert not interval_winner(np.tile([1, 0] * 10, (2, 1))).notes


def test_one_wrong_answer_makes_no_slice_worse():
    "A slice of one case was 'worse by 90 points': 40 % false alarms with five such slices, now below 5 %."
    y = np.r_[np.zeros(500, int), np.ones(505, int)]
    answers = y.copy()
    answers[[*range(100), 1000]] ^= 1
    by = np.r_[["main"] * 1000, list("abcde")]
    found = report(from_predictions(y, {"A": answers}), by=by)
    assert "no slice can be told from the rest" in words(found)
    low, high = interval_proportion(
        [0, 1, 900], [1, 1, 1000], confidence_level=1 - 0.05 / 6, method="clopper-pearson"
    )
    of_three = found.slices.set_index("slice").loc[["a", "b", "main"]]
    np.testing.assert_allclose(of_three["low"], low)
    np.testing.assert_allclose(of_three["high"], high)


@pytest.mark.parametrize("measure", ["f1", "precision", "roc_auc", "log_loss"])
def test_slices_of_too_few_cases_have_no_limits(measure):
    "Two right answers of one class had F1 1.000 (1.000 to 1.000) and made a model better there."
    y = np.r_[np.tile([0, 1], 100)]
    s = np.where(np.arange(200) % 7 < 5, 0.2 + 0.6 * y, 0.75 - 0.5 * y)
    by = np.r_[["m"] * 95, ["n"] * 100, ["a"] * 2, ["b"] * 3]
    found = report(from_predictions(y, probabilities={"A": s}), measure=measure, by=by)
    limits = found.slices.set_index("slice")[["low", "gap_low"]].isna()
    assert limits.all(axis=1).tolist() == [True, True, False, False]
    assert "Not compared: a and b" in words(found)


def test_each_case_of_one_test_set_counts_once():
    "With sample weights a lead of 4 to 0 cases was tested by t, p = .045; F1 was weighted, the accuracy not."
    y = np.tile([0, 1], 75)
    a, b = y.copy(), np.r_[y[:146], 1 - y[146:]]
    given = {"a": a[50:], "b": b[50:]}
    plain, weighted = (
        Evaluation(
            y,
            ((np.arange(50), np.arange(50, 150)),),
            {name: [v] for name, v in given.items()},
            weights=w,
        )
        for w in (None, np.linspace(0.5, 1.5, 150))
    )
    for measure in ("accuracy", "f1", "balanced_accuracy"):
        one, other = (report(run, measure=measure) for run in (plain, weighted))
        assert one.answer == other.answer and one.comparisons.equals(other.comparisons)
        assert any("count each case once" in c for c in other.cautions)


def test_groups_that_report_is_told_are_looked_for_on_both_sides_of_a_split():
    "The same splits and groups warned only where evaluate had been told the groups."
    c = np.arange(len(Y)) // 5
    cv = KFold(10, shuffle=True, random_state=0)
    told, known = (
        evaluate({"bayes": GaussianNB()}, X, Y, cv=cv, groups=groups) for groups in (None, c)
    )
    assert report(told, cluster=c).answer == report(known).answer == report(known, groups=c).answer
    assert report(told, cluster=c).answer[0].startswith("Cases of one group stand on both sides")
    assert "both sides" not in words(report(told, cluster=np.arange(len(Y))))


def test_slices_say_that_they_count_each_case_once():
    "On repeated folds they are those of the first round, and with weights unweighted: without a word."
    models = {"bayes": GaussianNB()}
    by = np.arange(len(Y)) % 2
    cv = RepeatedKFold(n_splits=5, n_repeats=2, random_state=0)
    for more, said in (({"cv": 5}, False), ({"cv": cv}, True), ({"cv": 5, "params": {"sample_weight": np.ones(len(Y))}}, True)):  # fmt: skip
        run = evaluate(models, X, Y, random_state=0, **more)
        assert ("answer of the first round" in words(report(run, by=by))) == said


def test_a_caution_of_a_long_tail_names_the_measure():
    "It named an internal function: '52 % of the log_losses'."
    p = np.full(60, 0.9)
    p[:2] = 1e-9
    y = np.ones(60, int)
    y[2:30], p[2:30] = 0, 0.1
    run = Evaluation.from_predictions(y, None, {"a": np.c_[1 - p, p]})
    assert "of the log loss: limits hold" in words(report(run, measure="neg_log_loss"))
