"""What people type first works, or is answered by a line that runs."""

from __future__ import annotations

import re

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_diabetes, load_iris
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import RepeatedKFold, cross_validate

import evalbook
import evalbook as eb
from evalbook import Evaluation, evaluate, report
from tests.names import every

CLASSES = {"accuracy": "accuracy", "balanced_accuracy": "balanced accuracy", "f1_macro": "macro F1"}
NUMBERS = {"r2": "R2", "neg_mean_absolute_error": "mean absolute error"}


@pytest.mark.parametrize("scoring, name", [*CLASSES.items(), *NUMBERS.items()])
@pytest.mark.parametrize("shape", [str, lambda s: [s], lambda s: {"mine": s}])
def test_report_takes_what_evaluate_scored(scoring, name, shape):
    "Every scoring= for which labels suffice crashed: the added baseline had no stored score."
    X, y = (load_iris if scoring in CLASSES else load_diabetes)(return_X_y=True)
    models = {"line": LogisticRegression(max_iter=500), "mode": DummyClassifier()}
    if scoring in NUMBERS:
        models = {"line": Ridge(), "mean": DummyRegressor()}
    run = evaluate(models, X, y, cv=5, scoring=shape(scoring), random_state=0)
    found = report(run)
    key = next(iter(run.stored_scores))
    assert found.findings.judged.measure.name == name
    stored = dict(zip(run.names, np.mean(run.stored_scores[key], axis=1)))
    for model in run.names:
        assert found.estimates.loc[model, "value"] == pytest.approx(stored[model], rel=1e-12)


def test_labels_of_cases_pair_by_index():
    "Clusters and groups in another order of the rows were paired by position, without a word."
    right = pd.Series(np.repeat([1, 0, 1, 1], 5), index=[f"r{i}" for i in range(20)])
    patient = pd.Series(np.repeat(range(4), 5), index=right.index)
    shuffled = patient.sample(frac=1, random_state=1)
    assert eb.estimate_accuracy(right, cluster=patient).standard_error == pytest.approx(
        eb.estimate_accuracy(right.to_numpy(), cluster=patient.to_numpy()).standard_error
    )
    run = eb.from_predictions(right, {"a": right, "b": 1 - right})
    fitted = eb.evaluate({"m": DummyClassifier()}, right.to_frame(), right, cv=2)
    assert run.index is run.repetition().index is right.index
    for call in (
        lambda: eb.estimate_accuracy(right, cluster=shuffled),
        lambda: eb.mcnemar({"a": right, "b": 1 - right}, cluster=shuffled),
        lambda: eb.interval_bca((right, right), "f1", cluster=shuffled),
        lambda: eb.Evaluation.from_predictions(right, {"a": right}, groups=shuffled),
        lambda: eb.Evaluation.from_folds(right, {"a": right}, shuffled),
        lambda: eb.permutation_test_labels(DummyClassifier(), right.to_frame(), shuffled),
        lambda: eb.evaluate(
            DummyClassifier(), right.to_frame(), right, params={"sample_weight": shuffled}
        ),
        lambda: eb.interval_proportion(right, shuffled + 1),
        lambda: eb.report(run, by=shuffled),
        lambda: eb.report(fitted, cluster=shuffled),
        lambda: eb.mcnemar(run.correct(), cluster=shuffled),
        lambda: eb.Evaluation.from_scores({"a": right, "b": shuffled}, n_train=9, n_test=3),
    ):
        with pytest.raises(ValueError, match=r"pairs with .*\.loc\["):
            call()
    for function in (eb.models.estimate_cliffs_delta, eb.permutation_test):
        function(right, shuffled, paired=False)
    eb.algorithms.ttest_unpaired(right, shuffled)


def test_columns_of_probabilities_are_their_classes():
    "They were taken by position: an AUC of 0 for a perfect model."
    truth = np.array(["no", "yes", "yes", "no"])
    p = np.array([0.2, 0.9, 0.8, 0.1])
    swapped = pd.DataFrame({"yes": p, "no": 1 - p})
    said = np.where(p > 0.5, "yes", "no")
    for chances in (swapped, swapped[["no", "yes"]], swapped[["no", "yes"]].to_numpy(), p):
        run = eb.from_predictions(truth, {"m": said}, {"m": chances})
        assert run.scores("roc_auc").values.item() == 1
    assert eb.from_predictions(truth, {"m": swapped}).scores().values.item() == 1
    whole = eb.from_predictions([1, 0, 0, 1], {"m": swapped.set_axis([0, 1], axis=1)})
    assert whole.scores().values.item() == 1 and whole.scores("roc_auc").values.item() == 1
    turned = eb.from_predictions(truth, {"m": said}, {"m": swapped.to_numpy()})
    assert "in sorted order?" in str(turned.notes)
    for columns in (["ja", "no"], ["yes", "yes"]):
        with pytest.raises(ValueError, match="one column of probabilities for each"):
            eb.from_predictions(truth, {"m": said}, {"m": swapped.set_axis(columns, axis=1)})


def test_crossed_tables_pair_by_their_labels():
    "Items and judges were paired by position, though the labels were others: p from .002 to .75."
    a = pd.DataFrame({"p1": [0.9, 0.6, 0.5], "p2": [0.8, 0.5, 0.2]}, index=list("abc"))
    b = a - np.array([[0.09, 0.1], [0.1, 0.08], [0.09, 0.09]])
    p = eb.ttest_crossed(a, b).pvalue
    assert p == eb.ttest_crossed(a.to_numpy(), b.to_numpy()).pvalue
    assert p == eb.ttest_crossed(a, b.loc[["c", "a", "b"], ["p2", "p1"]]).pvalue
    for other in (b.set_axis(list("xyz")), b.set_axis(["q1", "q2"], axis=1)):
        with pytest.raises(ValueError, match="the same items"):
            eb.ttest_crossed(a, other)
    runs = {"nested": "runs"}
    other = eb.ttest_crossed(a, b.set_axis(["q1", "q2"], axis=1), **runs)
    assert other.pvalue == eb.ttest_crossed(a, b, **runs).pvalue


def test_a_report_says_that_its_scores_are_weighted():
    "k-fold reports called a weighted score a share of cases."
    rng = np.random.default_rng(0)
    y = np.repeat([0, 1], 30)
    X = rng.normal(size=(60, 2)) + y[:, None]
    more = {"params": {"sample_weight": np.where(y == 1, 9.0, 1.0)}}
    models = {"line": LogisticRegression(), "strict": LogisticRegression(C=0.1)}
    run = evaluate(models, X, y, cv=5, **more)
    assert "carry weights" in str(eb.interval_error(run, "line"))
    found = eb.report(run)
    assert "accuracy weighted by sample_weight is" in str(found)
    assert "of new cases" not in found.answer[0]
    half = np.arange(60)
    found = eb.report(evaluate(models, X, y, cv=[(half[::2], half[1::2])], **more))
    assert "of new cases" in str(found) and "count each case once" in " ".join(found.cautions)


def test_narrow_and_unsigned_integers_do_not_wrap_round():
    "Differences of uint8 were taken modulo 256: a largest error of 254 for 10."
    y, p = [10, 200, 120, 40, 90, 30], [12, 190, 125, 44, 80, 33]
    for kind in (np.uint8, np.uint64, np.int16):
        run = eb.from_predictions(np.array(y, kind), {"p": np.array(p, kind)}, task="regression")
        assert run.scores("max_error").values.item() == 10
        mean = run.scores(lambda t, u: np.mean((t - u) ** 2), higher_is_better=False)
        assert mean.values.item() == pytest.approx(np.mean(np.subtract(y, p) ** 2))


def test_a_column_of_pvalues_is_one_family():
    "Every row was a family of its own: the raw p-values came back as adjusted ones."
    p = [0.01, 0.02, 0.03, 0.04]
    column = pd.DataFrame({"p": p})
    for function in (eb.adjust_pvalues, eb.algorithms.adjust_looks):
        assert function(column).tolist() == function(p).tolist()


def test_two_columns_have_no_mean():
    "The default statistic gave the shares of a class among truth and predictions, unasked."
    pair = ([0, 1, 1, 0, 1], [0, 1, 0, 0, 1])
    for function in (eb.interval_bca, eb.estimate_bootstrap):
        with pytest.raises(ValueError, match=r"\(\(y_true, y_pred\), 'accuracy'\)"):
            function(pair)
        assert function(pair, "accuracy").value == 0.8
        assert function((0.0, 1.0, 0.5)).value == 0.5


def test_the_mean_of_right_answers_is_no_loss():
    run = eb.from_predictions([0, 1, 1, 0], {"m": [0, 1, 0, 0]})
    assert str(eb.estimate_mean(run.correct())).startswith("accuracy 75")
    assert "loss" not in str(eb.holdout.interval_bounded(run.correct()))
    assert str(eb.estimate_mean(run.losses())).startswith("mean loss 25")


def test_a_score_called_wrong_counts_the_wrong():
    "Zeros and ones were right answers under every name: 'right on 100 %' of a model always wrong."
    records = [{"q": q, "m": m, "wrong": int(m == "a")} for q in range(9) for m in "ab"]
    names = {"item": "q", "model": "m", "score": "wrong"}
    assert Evaluation.from_records(records, **names).correct().values.mean(1).tolist() == [0, 1]
    kept = Evaluation.from_records(records, **names, higher_is_better=True)
    assert kept.correct().values.mean(1).tolist() == [1, 0]


def test_a_margin_of_a_report_lies_within_the_range():
    "margin=5 of an accuracy: 'the limits stay within 500.0 points'."
    run = eb.from_predictions([0, 1, 1, 0] * 9, {"a": [0, 1, 0, 0] * 9, "b": [0, 1, 1, 1] * 9})
    for margin, words in ((5, "below 1"), (0, "positive"), ((0.1, 0.2), "one margin")):
        with pytest.raises(ValueError, match=words):
            report(run, margin=margin)


def test_sides_of_limits_are_said():
    right = pd.DataFrame(np.random.default_rng(0).integers(0, 2, (40, 3)), columns=list("abc"))
    assert "Tango's two-sided limits" in str(eb.pairwise(eb.mcnemar, right, alternative="less"))
    assert "Tango's limits" in str(eb.pairwise(eb.mcnemar, right))


def test_rows_of_a_frame_come_in_any_order():
    "Splits were numbered by their first appearance."
    run = evaluate(DummyClassifier(), np.zeros((9, 1)), np.arange(9) % 2, cv=3)
    again = Evaluation.from_frame(run.to_frame().sample(frac=1, random_state=1))
    assert again.fingerprint == run.fingerprint
    assert again.scores().values.tolist() == run.scores().values.tolist()


@pytest.mark.filterwarnings("error")
def test_slices_of_one_class_raise_no_alarm():
    y = np.repeat([0, 1], 20)
    run = eb.from_predictions(y, {"a": np.roll(y, 3), "b": np.roll(y, 5)})
    assert len(report(run, by=y).slices) == 4


def test_nemenyi_says_that_all_are_separated():
    rng = np.random.default_rng(0)
    table = pd.DataFrame(np.arange(3) + 0.1 * rng.random((40, 3)), columns=list("abc"))
    assert "all pairs separated at 5 % (largest adjusted p" in str(
        eb.algorithms.nemenyi_test(table)
    )


def test_cases_never_held_out_are_no_fold():
    y = np.tile([0, 1], 10)
    for fold in (np.repeat(["train", "test"], 10), np.repeat([-1, 0], 10)):
        with pytest.raises(ValueError, match="never held out"):
            Evaluation.from_folds(y, {"m": y}, fold)


def test_ten_scores_in_five_rows_are_said_to_be_tests_of_two_splits():
    a, b = np.random.default_rng(0).random((2, 5, 2))
    found = eb.ttest_corrected(a, b, n_train=9, n_test=1)
    assert "5 tests of 2 splits" in str(found.notes)


def test_measure_chooses_among_several_scores_of_cross_validate():
    "measure='neg_log_loss' was ignored beside scoring=['roc_auc', 'neg_log_loss']."
    X, y = load_iris(return_X_y=True)
    X, y = X[50:], y[50:]
    asked = {"scoring": ["roc_auc", "neg_log_loss"], "return_indices": True}
    results = {"line": cross_validate(LogisticRegression(), X, y, **asked)}
    for measure in (*asked["scoring"], None):
        run = Evaluation.from_cross_validate(results, y, measure=measure)
        key = f"test_{measure or 'roc_auc'}"
        value = report(run).estimates.loc["line", "value"]
        assert abs(value) == pytest.approx(abs(results["line"][key].mean()))
    with pytest.raises(ValueError, match="'roc_auc', 'neg_log_loss'"):
        Evaluation.from_cross_validate(results, y, measure="f1")


def test_ordered_categories_name_the_positive_class():
    order = pd.CategoricalDtype(["low", "high"], ordered=True)
    truth = pd.Series(["low", "high", "high", "low", "high"], dtype=order)
    called = pd.Series(["low", "high", "low", "low", "high"], dtype=order)
    assert eb.holdout.estimate_recall(truth, called).value == pytest.approx(2 / 3)
    assert eb.estimate_auc(truth, [0.1, 0.8, 0.6, 0.3, 0.9]).value == 1
    assert eb.holdout.estimate_recall(truth, called, positive="low").value == 1


def test_a_column_of_the_truth_is_no_model():
    table = pd.DataFrame({"y": [1, 0, 1], "pred": [1, 1, 1]})
    for function in (eb.estimate_accuracy, eb.mcnemar):
        with pytest.raises(ValueError, match="'y', which reads like the truth"):
            function(table)
    right = table.drop(columns="y").eq(table["y"], axis=0)  # as the message says
    assert eb.estimate_accuracy(right).value == pytest.approx(2 / 3)


def test_a_table_whose_rows_rank_alike():
    "F is infinite, and a report called its p-value of 0 less than 1e-300."
    for rows in ([[0.9, 0.7, 0.5], [0.8, 0.6, 0.4]], [[0.9, 0.7]] * 5, [[0.9, 0.7, 0.7]] * 3):
        exact = eb.friedman_test(rows, method="exact").pvalue
        names = list("abc")[: len(rows[0])]
        table = pd.DataFrame(rows, list("vwxyz")[: len(rows)], names)
        assert f"p = {exact:.3g}" in str(eb.report(table))
        found = eb.friedman_test(rows)
        assert found.pvalue == pytest.approx(exact) and "F is infinite" in found.notes[0].text


def test_means_of_a_table_with_gaps_are_over_the_same_data_sets():
    scores = {"a": [0.9, 0.8, 0.7, 0.6], "b": [0.85, 0.75, 0.65, np.nan], "c": [0.8, 0.7, 0.6, 0.5]}
    found = (
        eb.report(pd.DataFrame(scores, list("wxyz")))
        .to_frame()
        .set_index("algorithm")["mean_score"]
    )
    assert found.to_dict() == pytest.approx({"a": 0.8, "b": 0.75, "c": 0.7})


def test_a_function_is_no_second_sample():
    for function in (eb.models.permutation_test, eb.wilcoxon_test):
        with pytest.raises(ValueError, match="needs an array of numbers"):
            function([1.0, 2, 3], np.mean)


def told(e, **more):
    "All that a report says, in one line."
    r = report(e, **more)
    return " ".join((" ".join([*r.answer, *r.cautions, str(r)])).split())


def allowed(said):
    "The limits with an allowance for the choice."
    found = re.search(r"allowance for the choice its 95 % interval is ([\d.]+) to ([\d.]*\d)", said)
    return tuple(map(float, found.groups()))


@pytest.mark.parametrize("higher", [True, False])
def test_an_allowance_for_the_choice_is_about_the_leader(higher):
    "Of scores that are better when higher it was the loser's lower limit."
    rng = np.random.default_rng(0)
    hard = rng.normal(50, 10, 200)
    scores = {"A": hard + rng.normal(0, 2, 200), "B": hard + 20 + rng.normal(0, 2, 200)}
    rows = [(i, m, v) for m, values in scores.items() for i, v in enumerate(values)]
    table = pd.DataFrame(rows, columns=["i", "m", "s"])
    found = Evaluation.from_records(table, item="i", model="m", score="s", higher_is_better=higher)
    leader = report(found).estimates.iloc[0]
    low, high = allowed(told(found))
    assert leader.low - 0.5 < low < leader.low + 0.05 and leader.high - 0.05 < high
    assert high < leader.high + 0.5 and (abs(high - leader.high) < 0.05) == higher


def with_outliers():
    "A good model, a worse one, and one with three wild errors."
    rng = np.random.default_rng(1)
    y = rng.normal(300, 70, 250)
    wild = y + rng.normal(0, 11, 250)
    wild[:3] += 600
    models = {"gbm": y + rng.uniform(-15, 15, 250), "ols": y + rng.normal(0, 16, 250)}
    return Evaluation.from_predictions(y, models | {"forest": wild}, task="regression")


@pytest.mark.parametrize("measure", [None, "neg_mean_absolute_error"])
def test_outliers_of_another_model_do_not_flatter_the_leader(measure):
    leader = report(with_outliers(), measure=measure).estimates.iloc[0]
    low, high = allowed(told(with_outliers(), measure=measure))
    assert low == pytest.approx(leader.low, rel=0.02) and high < leader.high * 1.1


@pytest.mark.usefixtures("few_draws")
@pytest.mark.parametrize("measure", [None, "neg_root_mean_squared_error", "r2"])
def test_few_cases_with_much_of_the_error_are_named_with_their_model(measure):
    said = told(with_outliers(), measure=measure)
    assert re.search(r"Three of 250 cases make up 9\d % \(forest\) of the mean squared error", said)
    seeds = [(i, m, v + i % 3 / 1e3) for m, v in (("a", 0.83), ("b", 0.82)) for i in range(40)]
    seeds[0] = (0, "a", 0.7)  # scores and no losses
    table = pd.DataFrame(seeds, columns=["i", "m", "s"])
    found = Evaluation.from_records(table, item="i", model="m", score="s", higher_is_better=True)
    assert "cases make up" not in told(found)


def test_the_difference_that_would_be_found_says_whose_it_is():
    said = told(with_outliers())
    assert re.search(r"A difference of [\d,]+ between gbm and forest would have been found", said)


def hits(n, **rates):
    "A truth of two classes, 80 % of it 1, and models that are right on the last cases, at given rates."
    y = (np.arange(n) % 5 > 0).astype(int)
    order = np.random.default_rng(2).permutation(n)
    return Evaluation.from_predictions(
        y, {k: np.where(order < v * n, y, 1 - y) for k, v in rates.items()}
    )


def test_worse_than_guessing_is_no_lack_of_data():
    said = report(hits(300, a=0.57, b=0.56)).answer
    assert said[0] == "a and b are worse than guessing: always guessing 1 is right on 80.0 %."
    said = " ".join(report(hits(300, good=0.95, even=0.79, bad=0.6)).answer)
    assert "bad is worse than guessing, and even does not show an advantage over it" in said
    assert "worse than" not in report(hits(40, a=0.78), measure="recall").answer[0]
    page = report(hits(300, a=0.57, b=0.56)).to_markdown()
    assert "Each model against guessing" in page and "adjusted p of being worse" in page


def test_answers_of_the_other_class_are_asked_for():
    e = hits(300, a=0.2)
    y, right = e.y, 1 - np.abs(e.y - e.predictions["a"][0])
    p = np.where(right, y, 1 - y) * 0.4 + np.linspace(0.1, 0.5, 300)
    auc = Evaluation.from_predictions(y, {"a": (p > 0.5) + 0}, {"a": np.c_[1 - p, p]})
    for run, measure, what in ((e, None, "answers"), (auc, "roc_auc", "probabilities")):
        said = report(run, measure=measure).answer
        assert any(s.endswith(f"worse than a coin: are the {what} those of the other class?") for s in said)  # fmt: skip


def test_a_verdict_on_five_cases_says_so():
    y = np.arange(400) % 2
    worse = np.where(np.arange(400) < 5, 1 - y, y)
    said = " ".join(report(Evaluation.from_predictions(y, {"one": y, "two": worse})).answer)
    assert "Only five cases tell one from two: the exact test gives p = .062." in said


def test_groups_of_cases_are_tested_by_one_test():
    y = np.random.default_rng(3).integers(0, 2, 300)
    models = {k: np.where(np.random.default_rng(s).random(300) < 0.8, y, 1 - y) for k, s in (("a", 1), ("b", 2))}  # fmt: skip
    run = Evaluation.from_predictions(y, models, groups=np.repeat(np.arange(60), 5))
    said = told(run)
    assert "compared by the t test between groups of cases" in said and "Obuchowski" not in said
    assert "z test" not in said


def test_delong_s_test_is_named_by_the_form_that_ran():
    rng = np.random.default_rng(4)
    y = np.arange(200) % 2
    p = {k: 1 / (1 + np.exp(-y - rng.normal(0, s, 200))) for k, s in (("a", 0.5), ("b", 2))}
    run = Evaluation.from_predictions(
        y, {k: (v > 0.5) + 0 for k, v in p.items()}, {k: np.c_[1 - v, v] for k, v in p.items()}
    )
    page = report(run, measure="roc_auc").to_markdown()
    assert (
        "in its classic and its logit form" in page
        and "Zou 2007" in page
        and "@article{zou2007" in page
    )
    said = told(run, measure="neg_log_loss")
    assert "giving every case the same probabilities has 0.693 as its log loss" in said


def test_models_that_agree_are_named():
    y = np.arange(60) % 2
    other = np.where(np.arange(60) < 9, 1 - y, y)
    run = Evaluation.from_predictions(y, {"a": other, "b": 1 - y, "c": other})
    assert "a and c are right and wrong on the same cases" in told(run)


def test_two_perfect_models_are_two_copies(tmp_path):
    y = np.arange(60) % 2
    pd.DataFrame({"y": y, "one": y, "two": y}).to_csv(tmp_path / "t.csv", index=False)
    run = eb.read_predictions(tmp_path / "t.csv", truth="y", models=["one", "two"])
    assert any("Equal to y in every row: one, two" in note.text for note in run.notes)


ASKED = [(m, f"q{i}", r) for m in ("gpt", "llama") for i in range(9) for r in range(2)]
LOG = pd.DataFrame(ASKED, columns=["model", "item", "run"])
LOG["correct"] = np.random.default_rng(0).integers(0, 2, len(LOG))
WORDS = np.array(["ok", "fraud"])[np.arange(40) % 2]
SAID = np.where(np.arange(40) % 7, WORDS, "ok")
RUN = Evaluation.from_predictions(WORDS, {"old": SAID, "new": WORDS})
GRADED = np.array([1, 0, 1, 1, 0, 0])
HERE = every() | {"np": np, "pd": pd, "evalbook": evalbook, "log": LOG, "table": LOG, "run": RUN}
HERE |= {"evaluation": RUN, "y_true": WORDS, "words": WORDS, "said": SAID, "ev": RUN}
HERE |= {"X": np.random.default_rng(1).normal(size=(40, 2)), "model": LogisticRegression()}
ERRORS = pd.DataFrame(
    {"forest": [0.1, 0.2, 0.15, 0.3, 0.12, 0.22], "ridge": [0.2, 0.3, 0.25, 0.33, 0.5, 0.3]},
    [f"set {i}" for i in range(6)],
)
HERE["ERRORS"] = ERRORS
THREE = np.where(np.arange(40) % 3 == 0, "new", WORDS)
HERE |= {"three": Evaluation.from_predictions(THREE, {"m": SAID}), "grades": THREE}
HERE |= {"split": {"fit_time": np.ones(5), "test_f1": np.linspace(0.7, 0.8, 5)}}


def answer(call: str) -> str:
    "What a call that is refused says."
    with pytest.raises((TypeError, ValueError, RuntimeError)) as caught:
        eval(call, dict(HERE))
    return str(caught.value)


@pytest.fixture
def files(tmp_path, monkeypatch):
    "Logs of one's own, where they are asked for."
    monkeypatch.chdir(tmp_path)
    LOG.to_csv("log.csv", index=False)
    LOG.rename(columns={"run": "judge"}).to_json("log.jsonl", orient="records", lines=True)
    pd.DataFrame({"y": WORDS, "old": SAID, "new": WORDS}).to_csv("said.csv", index=False)


@pytest.mark.parametrize(
    "call",
    [
        "read_log('log.csv')",
        "read_log('log.jsonl')",
        "read_log(log)",
        "read_predictions(log)",
        "read_predictions('log.csv')",
        "report(log)",
        "report('said.csv')",
        "report(log.to_dict('records'))",
        "gate(run, margin=0.5)",
        "gate(run, 'old', 'new', margin=0.5)",
        "gate(run, new='old', margin=0.5)",
        "report(run, measure='f1', positive='fraud')",
    ],
)
def test_the_first_call_is_answered_by_a_line_that_runs(call, files):
    line = re.search(r"Write:?\s+(.*?)(?:\.$| or gate\(|\.? n_train|$)", answer(call))[1]
    records = {"records": LOG.to_dict("records")}
    exec(line, HERE | records)


def test_a_log_of_ones_own_is_read_from_a_file(files):
    "`got 'model,item,run,correct' in line 1`, of a file of commas."
    fields = {"item": "item", "model": "model", "run": "run", "score": "correct"}
    ours, theirs = (Evaluation.from_records(v, **fields) for v in ("log.csv", LOG))
    np.testing.assert_array_equal(ours.correct().values, theirs.correct().values)
    assert "keep one of them" in answer(
        f"Evaluation.from_records(pd.concat([log, log]), **{fields})"
    )
    less = answer(f"Evaluation.from_records(log[1:], **{fields})")
    kept = eval(re.search(r"models: (.*)\.$", less)[1], {"records": LOG[1:]})
    assert Evaluation.from_records(kept, **fields).correct().values.shape == (2, 16)


def test_scores_in_words_and_gaps_are_answered_by_a_line_that_runs(files):
    fields = {"item": "item", "model": "model", "run": "run", "score": "correct"}
    true = LOG.correct.to_numpy()
    said = LOG.assign(correct=np.where(true, "yes", "no"))
    gap = LOG.assign(correct=np.where(np.arange(len(LOG)) == 5, np.nan, true))
    for records, rows in ((said, 18), (gap, 16)):
        for held in (records, records.to_dict("records")):
            with pytest.raises(ValueError, match="With records|Write records") as caught:
                Evaluation.from_records(held, **fields)
            lines = re.findall(
                r"(pd\.DataFrame\(records\)\.assign.*|records[\[.].*?)(?:, or|\.$)",
                str(caught.value),
            )
            for line in lines:
                frame = held if ".assign" in line else pd.DataFrame(held)
                mended = eval(line, {"pd": pd, "records": frame})
                found = Evaluation.from_records(mended, **fields).correct().values
                assert found.shape[1] in (rows, 18)
            assert len(lines) == (2 if rows == 16 else 1)
    with pytest.raises(ValueError, match=re.escape("records['item'].isna()")):
        Evaluation.from_records(LOG.assign(item=[None, *LOG.item[1:]]), **fields)


@pytest.mark.parametrize(
    "call, what",
    [
        (lambda x: eb.estimate_accuracy(GRADED, x), "y_pred"),
        (lambda x: eb.estimate_mean(x), "losses"),
        (lambda x: eb.estimate_mean(list(x)), "losses"),
        (lambda x: eb.estimate_auc(GRADED, x), "scores"),
        (lambda x: eb.ttest_paired(GRADED * 1.0, x), "b"),
    ],
)
def test_a_missing_value_is_answered_by_the_line_that_leaves_it_out(call, what):
    values = np.array([1, 0, np.nan, 1, np.nan, 0.0])
    with pytest.raises(ValueError, match="out of every argument alike") as caught:
        call(values)
    keep, rest = re.search(r"keep = (.*), then (.*)\.$", str(caught.value)).groups()
    names = {"pd": pd, "np": np, what: values}
    left = eval(rest, names | {"keep": eval(keep, names)})
    np.testing.assert_array_equal(left, [1, 0, 1, 0])


@pytest.mark.parametrize(
    "call, words",
    [
        ("evaluate('logreg', X, words)", "unfitted scikit-learn estimator"),
        ("report(run, measure='kapa')", "Did you mean 'kappa'"),
        ("report(three, measure='recall')", "measure=as_measure('recall', positive='ok')"),
        ("evaluate(model, X, grades, cv=2, scoring='f1')", "measure=as_measure(name, positive="),
        ("run.scores(evalbook.core.as_measure('f1', positive='spam'))", "['fraud', 'ok']"),
        ("ttest_corrected(split, split)", "'fit_time', 'test_f1'"),
        ("contingency(words, said)", "pd.crosstab(y_true, y_pred)"),
        ("pairwise(ERRORS, method='nemenyi')", "evalbook.algorithms.nemenyi_test(models)"),
        ("pairwise('nemenyi', ERRORS)", "evalbook.algorithms.nemenyi_test(models)"),
        ("pairwise(nemenyi_test, ERRORS)", "It takes all of them: nemenyi_test(models)"),
        ("estimate_pass(said == words, k=4)", "pivot(index='item', columns='run'"),
        ("read_table('no.csv')", "read_table needs the path of a table, got 'no.csv'"),
        ("mcnemar(words, said)", "mcnemar(y_true, a, b)"),
        ("permutation_test([0.9, 0.8, 0.7], [0.7, 0.6])", "permutation_test with paired=False"),
        (
            "pairwise(pd.DataFrame({'a': [0.9, 0.8], 'b': [0.7, 0.6]}))",
            "pairwise(wilcoxon_test, models)",
        ),
        ("friedman_test(pd.DataFrame({'a': ['91 ± 3'] * 3, 'b': ['90 ± 2'] * 3}))", "'91 ± 3'"),
        ("report({'a': [0.91, 0.92], 'b': [0.9, 0.93]})", "the cases of each split"),
    ],
)
def test_a_refusal_says_what_is_meant(call, words):
    assert words in answer(call)


FOUR = np.random.default_rng(0).integers(0, 4, 120)
LOGITS = np.random.default_rng(1).normal(size=(120, 4)) + 2 * np.eye(4)[FOUR]
SOFTMAX = np.exp(LOGITS) / np.exp(LOGITS).sum(1, keepdims=True)
LIKELIEST = LOGITS.argmax(1)
LETTERS = np.array([*"abcd"])
TWO = FOUR > 1
P_TWO = SOFTMAX[:, 2:].sum(1)


def line_for(refused, **names):
    "What the line in a refusal computes."
    with pytest.raises(ValueError) as caught:
        refused()
    said = re.search(
        r"(?:take labels: |the largest: |row each: |time, as in )(.*?)(?:; |\.$| \(of)",
        f"{caught.value}",
    )
    return eval(said[1], {"np": np, **every(), **names})


@pytest.mark.parametrize(
    "y, given, labels",
    [
        (FOUR, LOGITS, LIKELIEST),
        (FOUR, SOFTMAX, LIKELIEST),
        (FOUR, np.eye(4)[LIKELIEST], LIKELIEST),
        (FOUR + 5, LOGITS, LIKELIEST + 5),
        (LETTERS[FOUR], SOFTMAX, LETTERS[LIKELIEST]),
        (TWO, SOFTMAX[:, :2], SOFTMAX[:, :2].argmax(1)),
        (TWO, P_TWO, P_TWO >= 0.5),
        (TWO, np.log(P_TWO / (1 - P_TWO)), P_TWO >= 0.5),
        (np.where(TWO, "yes", "no"), P_TWO, np.where(P_TWO >= 0.5, "yes", "no")),
        (TWO, np.c_[TWO, TWO] + 0, TWO),
    ],
)
@pytest.mark.parametrize("function", ["estimate_accuracy", "mcnemar", "zero_one", "estimate_f1"])
def test_probabilities_are_answered_by_their_labels(y, given, labels, function):
    "The lines that were told ended at an accuracy of 8.0 % for 83.0 %."
    more = {"mcnemar": [given]}.get(function, [])
    call = getattr(eb, function)
    found = line_for(lambda: call(y, given, *more), y_pred=given, y_true=y)
    np.testing.assert_array_equal(found, labels)


def test_one_column_of_many_classes_has_no_labels():
    for call in (eb.estimate_accuracy, eb.core.correctness, eb.estimate_f1):
        with pytest.raises(
            ValueError, match=r"np.asarray\(P\).argmax\(1\), with a column of P for each"
        ):
            call(FOUR, SOFTMAX[:, 0])
    with pytest.raises(ValueError, match="^a needs class labels"):
        eb.models.count_pairs({"a": P_TWO, "b": P_TWO}, TWO)  # never right, without a word
    with pytest.raises(ValueError, match=r"^y_true needs class labels, got .*\. Of numbers take"):
        eb.estimate_accuracy(P_TWO, P_TWO)


@pytest.mark.parametrize("y", [FOUR, SOFTMAX[:, 0]])
def test_logits_one_hot_labels_and_runs_are_answered_in_from_predictions(y):
    runs = {"a": [LIKELIEST, LIKELIEST[::-1]], "b": [FOUR, LIKELIEST]}
    found = line_for(lambda: eb.from_predictions(y, runs), predictions=runs, y=y)
    whole = y is FOUR
    losses = np.equal(runs["a"], y) if whole else (runs["a"] - y) ** 2
    assert found.value == pytest.approx(losses.mean())
    if whole:
        answers = line_for(lambda: eb.from_predictions(y, {"a": LOGITS}), predictions={"a": LOGITS})
        np.testing.assert_array_equal(answers, LIKELIEST)
        one_hot = np.eye(4)[y]
        truth = line_for(lambda: eb.from_predictions(one_hot, {"a": SOFTMAX}), y=one_hot)
        np.testing.assert_array_equal(truth, y)
    several = np.c_[TWO, ~TWO, TWO] + 0
    first = line_for(lambda: eb.from_predictions(several, {"a": several}), y=several)
    np.testing.assert_array_equal(first, TWO)


def test_of_several_scores_the_named_one_decides():
    "from_cross_validate(..., measure='neg_log_loss') reported the AUC, because it came first."
    from sklearn.model_selection import cross_validate

    X, y = load_iris(return_X_y=True)
    X, y = X[y > 0, :1], y[y > 0]
    asked = ["roc_auc", "neg_log_loss"]
    of = {c: cross_validate(LogisticRegression(C=c), X, y, scoring=asked, return_indices=True) for c in (0.1, 1)}  # fmt: skip
    for name, shown in ((None, "AUC"), ("roc_auc", "AUC"), ("neg_log_loss", "log loss")):
        found = report(Evaluation.from_cross_validate(of, y, measure=name))
        assert found.findings.judged.measure.name == shown
    with pytest.raises(ValueError, match="measure of several scores is one of 'roc_auc'"):
        Evaluation.from_cross_validate(of, y, measure="f1")


@pytest.mark.parametrize("score, better", [("accuracy", True), ("error", False)])
def test_a_recorded_score_may_be_called_accuracy(score, better):
    "Shares between 0 and 1 under this name were taken for answers: 'zero_one needs class labels'."
    rng = np.random.default_rng(0)
    table = pd.DataFrame({"item": [*range(30)] * 2, "model": ["a"] * 30 + ["b"] * 30})
    table[score] = np.r_[rng.uniform(0.5, 0.6, 30), rng.uniform(0.7, 0.8, 30)]
    run = Evaluation.from_records(
        table, item="item", model="model", score=score, higher_is_better=better
    )
    found = report(run)
    assert found.leader == ("b" if better else "a")
    assert found.estimates["value"].to_dict() == pytest.approx(
        table.groupby("model")[score].mean().to_dict()
    )


def test_seeds_of_one_test_set_are_no_splits():
    table = pd.DataFrame({"model": [*"aabb"], "seed": [0, 1] * 2, "accuracy": [0.8, 0.9, 0.7, 0.8]})
    with pytest.raises(ValueError, match="does each seed have a split of its own"):
        report(table)


@pytest.mark.parametrize(
    "given", [{"measure": "mae"}, {"higher_is_better": False}, {"measure": eb.absolute}]
)
def test_the_report_of_data_sets_knows_the_direction_of_its_measure(given):
    "measure= was ignored: the algorithm with the larger errors was said to be best."
    told = report(ERRORS, **given)
    assert told.answer.startswith("forest has the best average rank, 1 ")
    assert "On a typical data set forest leads ridge by" in told.answer
    table = eb.score_table(ERRORS, **given)
    assert report(table).answer == told.answer


UNUSED = {
    "against": "ridge",
    "margin": 0.01,
    "cluster": [0, 0, 0, 1, 1, 1],
    "tests": ["mcnemar"],
    "adjust": "holm",
    "groups": [0, 0, 0, 1, 1, 1],
    "by": [0, 0, 0, 1, 1, 1],
    "ledger": "looks.csv",
}


@pytest.mark.parametrize("name", UNUSED)
def test_the_report_of_data_sets_refuses_what_it_does_not_use(name):
    with pytest.raises(ValueError, match=f"got {name}="):
        report(ERRORS, **{name: UNUSED[name]})


def test_a_direction_that_is_not_that_of_the_measure_is_refused():
    "It was ignored: the larger errors were said to score best."
    a, b = ERRORS["forest"].tolist(), ERRORS["ridge"].tolist()
    sizes = {"n_train": 80, "n_test": 20, "design": "k-fold"}
    bare = Evaluation.from_scores({"a": a, "b": b}, **sizes)
    for given in (bare, Evaluation.from_predictions([0, 1] * 9, {"a": [0, 1, 1] * 6})):
        with pytest.raises(ValueError, match="Evaluation.from_scores"):
            report(given, higher_is_better=False)
    right = Evaluation.from_scores({"a": a, "b": b}, **sizes, higher_is_better=False)
    assert report(right, higher_is_better=False).leader == "a"
    for function in (eb.score_table, report):
        with pytest.raises(ValueError, match="lower is better"):
            function(ERRORS, measure="mae", higher_is_better=True)
        with pytest.raises(ValueError, match="Change the sign"):
            function(-ERRORS, measure="neg_mean_absolute_error")


def test_text_table_and_picture_of_data_sets_are_of_the_same_numbers():
    "The picture left out data sets with a missing cell, and joined what the text separates."
    rng = np.random.default_rng(0)
    gaps = pd.DataFrame(rng.normal([0, 0.7, 1.4], 0.6, (25, 3)), columns=list("abc"))
    gaps.index = gaps.index.map("set {}".format)
    gaps.iloc[:5, 0] = gaps.iloc[5:10, 1] = np.nan
    told = report(gaps)
    rows = told.to_frame().set_index("algorithm")
    ranks, leads = told.plot()
    assert "25 data sets" in ranks.get_xlabel() and "25 data sets" in told.answer
    drawn = {axis: [line.get_xdata() for line in axis.lines] for axis in (ranks, leads)}
    assert [x[0] for x in drawn[ranks] if np.size(x) == 1] == rows["average_rank"].tolist()
    limits = [tuple(x) for x in drawn[leads] if np.size(x) == 2]
    assert set(rows[["low", "high"]][1:].itertuples(index=False, name=None)) < set(limits)
    of_pair = eb.wilcoxon_test(gaps["c"], gaps["b"])
    assert rows.loc["b", "difference"] == of_pair.difference
    assert tuple(of_pair.interval(1 - 0.05 / 3)) == tuple(rows.loc["b", ["low", "high"]])
    assert [t.get_text() for t in leads.texts][1:] == [
        eb.core.null_distributions.format_p(p) for p in rows["adjusted"][1:]
    ]


def test_the_line_for_bare_scores_runs():
    "It lacked design=, without which no test is chosen."
    rng = np.random.default_rng(0)
    scores = {"a": rng.normal(0.9, 0.01, 10), "b": rng.normal(0.9, 0.01, 10)}
    table = pd.DataFrame(scores)
    results = {k: {"fit_time": v, "score_time": v, "test_score": v} for k, v in scores.items()}
    for given in (scores, table, results, results["a"]):
        with pytest.raises(ValueError, match="design= says") as found:
            report(given)
        line = re.search(r"Write (report\(.*\))\. n_train", str(found.value))[1]
        held = {"scores": given, "table": given, "results": given, "n_train": 90, "n_test": 10}
        assert "90 cases" in str(eval(line, globals() | held))
    assert "10 data sets" in str(report(table.rename_axis("dataset")))


def test_a_refusal_repeats_the_margin():
    rng = np.random.default_rng(0)
    y = np.repeat([0, 1], 30)
    models = {"line": LogisticRegression(), "strict": LogisticRegression(C=0.1)}
    cv = RepeatedKFold(n_splits=3, n_repeats=2, random_state=0)
    right = evaluate(models, rng.normal(size=(60, 2)), y, cv=cv).correct()
    for test in (eb.tost, eb.noninferiority, eb.algorithms.ztest_tango):
        with pytest.raises(ValueError, match=r"margin=0\.01\b(?s:.*)margin=0\.01\b"):
            test(right, margin=0.01)


def refused_with(call):
    "The line by which a refused call is answered."
    with pytest.raises((ValueError, TypeError)) as refused:
        eval(call, HERE)
    return re.split(r"Write:?\s", str(refused.value))[1].removesuffix(".")


@pytest.mark.parametrize(
    "call, line",
    [
        ("interval_proportion(83.3, 812)", "interval_proportion(676, 812)"),
        ("interval_proportion(0.833, 812)", "interval_proportion(676, 812)"),
        ("ztest_proportions(83.5, 81.2, n=812)", "ztest_proportions(678, 812, 659, 812)"),
    ],
)
def test_a_percentage_becomes_a_count(call, line):
    "83.3 % of 812 cases were 67,640 of 812."
    assert str(eval(refused_with(call), HERE)) == str(eval(line, HERE))


def test_a_share_in_percent_is_answered_by_its_hundredth():
    "plan_proportion(4) was answered by 0.8 for 80 percent."
    with pytest.raises(ValueError, match="got 4. Divide a percentage by 100: 0.04 for 4 percent."):
        eb.plan_proportion(4)


def test_labels_are_not_to_be_numbered():
    with pytest.raises(ValueError, match=r"right and wrong, np.equal\(y_true, y_pred\)"):
        eb.estimate_accuracy(["yes", "no"] * 10)


def test_several_measures_have_a_line_with_their_class():
    "as_measure of a list failed."
    y = ["fraud", "ok"] * 10
    here = HERE | {"run": eb.from_predictions(y, {"a": y, "b": y[:12] + ["ok"] * 8})}
    with pytest.raises(TypeError) as refused:
        eval("report(run, measure=['f1', 'recall'], positive='fraud')", here)
    setting, line = str(refused.value).split("Write:\n    ")[1].split("; ", 1)
    exec(setting, here)
    assert "F1 of class 'fraud'" in str(eval(line, here))


def test_a_table_of_predictions_is_sent_to_from_predictions():
    "It was sent to evaluate, as was eb.compare."
    table = pd.DataFrame({"id": range(40), "y": ["a", "b"] * 20, "m": ["a"] * 40})
    line = refused_with("report(pd.DataFrame({'y': ['a', 'b'] * 20, 'm': ['a'] * 40}))")
    assert "right on 50.0 %" in str(eval(line, HERE | {"table": table}))
    with pytest.raises(ValueError, match="read_predictions"):
        report(3)
    with pytest.raises(AttributeError, match="from_predictions.*read_predictions"):
        _ = eb.compare


def test_numbers_of_runs_pair_no_answers():
    "Of 450 answers, 'only one model is right on 95' changed with the numbers of the runs."
    rng = np.random.default_rng(0)
    rows = pd.DataFrame([(m, i, r) for m in "ab" for i in range(40) for r in range(3)])
    rows = rows.set_axis(["model", "item", "run"], axis=1).assign(correct=rng.integers(2, size=240))
    how = {"model": "model", "score": "correct"}
    said = str(report(Evaluation.from_records(rows, item="item", run="run", **how)))
    assert "right on" in said and "neither" not in said
    once = rows[rows["run"] == 0]
    assert "neither" in str(report(Evaluation.from_records(once, item="item", **how)))


def test_data_sets_as_items_are_said():
    "They were judged as new cases, without a word."
    sets = [f"set {i}" for i in range(12)]
    table = pd.DataFrame(
        [(s, a, len(a) / 10 + i / 50) for i, s in enumerate(sets) for a in ("x", "yy")]
    )
    table = table.set_axis(["dataset", "algorithm", "accuracy"], axis=1)
    how = {"model": "algorithm", "score": "accuracy", "higher_is_better": True}
    found = report(Evaluation.from_records(table, item="dataset", **how))
    assert "report(read_table(" in str(found)
    assert "12 data sets" in str(report(table))
    renamed = Evaluation.from_records(table.rename(columns={"dataset": "q"}), item="q", **how)
    assert "read_table" not in str(report(renamed))
