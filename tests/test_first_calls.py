"""What people type first works, or is answered by a line that runs."""

from __future__ import annotations

import re

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_diabetes, load_iris
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.linear_model import LogisticRegression, Ridge

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
    for call in (
        lambda: eb.estimate_accuracy(right, cluster=shuffled),
        lambda: eb.mcnemar({"a": right, "b": 1 - right}, cluster=shuffled),
        lambda: eb.interval_bca((right, right), "f1", cluster=shuffled),
        lambda: eb.Evaluation.from_predictions(right, {"a": right}, groups=shuffled),
    ):
        with pytest.raises(ValueError, match=r"pairs with .*\.loc\["):
            call()


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
        assert f"has p = {exact:.3g}" in str(eb.report(table))
        assert f"{exact:.3g}" in eb.friedman_test(rows).notes[0].text


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


ASKED = [(m, f"q{i}", r) for m in ("gpt", "llama") for i in range(9) for r in range(2)]
LOG = pd.DataFrame(ASKED, columns=["model", "item", "run"])
LOG["correct"] = np.random.default_rng(0).integers(0, 2, len(LOG))
WORDS = np.array(["ok", "fraud"])[np.arange(40) % 2]
SAID = np.where(np.arange(40) % 7, WORDS, "ok")
RUN = Evaluation.from_predictions(WORDS, {"old": SAID, "new": WORDS})
HERE = every() | {"np": np, "pd": pd, "evalbook": evalbook, "log": LOG, "table": LOG, "run": RUN}
HERE |= {"evaluation": RUN, "y_true": WORDS, "words": WORDS, "said": SAID, "ev": RUN}
HERE |= {"X": np.random.default_rng(1).normal(size=(40, 2)), "model": LogisticRegression()}
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
    assert "Keep one of them" in answer(
        f"Evaluation.from_records(pd.concat([log, log]), **{fields})"
    )
    less = answer(f"Evaluation.from_records(log[1:], **{fields})")
    kept = eval(re.search(r"models: (.*)\.$", less)[1], {"records": LOG[1:]})
    assert Evaluation.from_records(kept, **fields).correct().values.shape == (2, 16)


@pytest.mark.parametrize(
    "call, words",
    [
        ("evaluate('logreg', X, words)", "unfitted scikit-learn estimator"),
        ("evaluate(model, X, words, cv=2, scoring='f1')", "measure=as_measure(name, positive="),
        ("report(run, measure='f1')", "measure=as_measure('f1', positive='ok')"),
        ("report(run, measure='recall')", "measure=as_measure('recall', positive='ok')"),
        ("report(run, measure='kappa')", "sklearn.metrics.cohen_kappa_score"),
        ("report(run, measure='specificity')", "recall of the negative class"),
        ("run.scores(evalbook.core.as_measure('f1', positive='spam'))", "['fraud', 'ok']"),
        ("ttest_corrected(split, split)", "'fit_time', 'test_f1'"),
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


ERRORS = pd.DataFrame(
    {"forest": [0.1, 0.2, 0.15, 0.3, 0.12, 0.22], "ridge": [0.2, 0.3, 0.25, 0.33, 0.5, 0.3]},
    [f"set {i}" for i in range(6)],
)


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
