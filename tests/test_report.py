"""The report names the winner: 24 measures, eight designs, two tasks; and each sentence is said when it is true."""

from __future__ import annotations

import json
import pickle
import re

import numpy as np
import pytest
from sklearn.metrics import get_scorer, recall_score
from sklearn.model_selection import KFold, ShuffleSplit

from evalbook import Evaluation, five_by_two, report, zero_one, ztest_f1
from evalbook.core import as_measure
from evalbook.practice import judged_run, judging
from evalbook.practice.methods_said import unfolded
from evalbook.practice.numbers_in_text import unit_for
from evalbook.practice.pages import Grid, unmarked

LABELS = (
    "accuracy balanced_accuracy f1_macro precision_macro recall_macro matthews_corrcoef roc_auc average_precision "
    "neg_log_loss neg_brier_score f1 error"
).split()
NUMBERS = (
    "neg_mean_squared_error neg_root_mean_squared_error neg_mean_absolute_error neg_median_absolute_error r2 "
    "explained_variance neg_max_error neg_mean_absolute_percentage_error d2_absolute_error_score "
    "neg_mean_squared_log_error neg_mean_poisson_deviance neg_mean_gamma_deviance"
).split()
N, NOBODY = 240, np.array([], int)
SPLITS = {
    "one test set": [(NOBODY, np.arange(N))],
    "groups": [(NOBODY, np.arange(N))],
    "holdout": list(ShuffleSplit(1, test_size=0.5, random_state=0).split(np.zeros(N))),
    "k-fold": list(KFold(10, shuffle=True, random_state=0).split(np.zeros(N))),
    "repeated k-fold": [
        s for r in range(2) for s in KFold(5, shuffle=True, random_state=r).split(np.zeros(N))
    ],
    "random splits": list(ShuffleSplit(8, test_size=0.2, random_state=0).split(np.zeros(N))),
    "5x2": list(five_by_two(0).split(np.zeros(N), np.zeros(N))),
    "expanding window": [(np.arange(40 * i), np.arange(40 * i, 40 * i + 40)) for i in range(1, 6)],
}


def constructed(task: str, design: str) -> Evaluation:
    "In it 'good' beats 'bad' by every measure: its errors are smaller, or a part of the other's; 'bad' comes first."
    rng = np.random.default_rng(0)
    groups = np.arange(N) // 4 if design == "groups" else None
    cut = lambda columns: {k: [v[test] for _, test in SPLITS[design]] for k, v in columns.items()}
    if task == "regression":
        y, noise = rng.uniform(5, 15, N), rng.normal(size=N)
        given = {"bad": np.maximum(y + 1.5 * noise, 0.5), "good": np.maximum(y + 0.3 * noise, 0.5)}
        return Evaluation(y, tuple(SPLITS[design]), cut(given), task=task, groups=groups)
    y, u, p = rng.integers(2, size=N), rng.random(N), rng.uniform(0.55, 0.95, N)
    given = {name: np.where(u < wrong, 1 - y, y) for name, wrong in (("bad", 0.35), ("good", 0.08))}
    chances = {name: np.where(v == 1, p, 1 - p) for name, v in given.items()}
    chances = {name: np.column_stack([1 - v, v]) for name, v in chances.items()}
    return Evaluation(y, tuple(SPLITS[design]), cut(given), cut(chances), groups=groups)


def pushed(name, design):
    "Each push sees every measure on one design, and two measures on every design."
    return design == "k-fold" or name in ("error", "r2")


@pytest.mark.parametrize(
    "task, name, design",
    [
        pytest.param(task, name, design, marks=[pytest.mark.long] * (not pushed(name, design)))
        for task, names in (("classification", LABELS), ("regression", NUMBERS))
        for name in names
        for design in SPLITS
    ],
)
def test_the_winner_is_the_winner(task, name, design, monkeypatch):
    "0.1.0 named the loser for r2, for losses as callables, and printed accuracies under the name of whatever was asked."
    monkeypatch.setattr(judged_run, "DRAWS", 19)
    r = report(constructed(task, design), measure=zero_one if name == "error" else name)
    m, pair = r.findings.judged.measure, r.comparisons.iloc[0]
    values = r.estimates["value"]
    assert (r.leader, pair["model"], pair["other"]) == ("good", "good", "bad")
    assert pair["lead"] > 0 and (values["good"] > values["bad"]) == m.higher_is_better
    assert not m.outside(r.estimates["low"], r.estimates["high"]).any()
    assert m.direction in next(b for b in r.blocks if type(b).__name__ == "Grid").caption
    assert ("scores best" if m.higher_is_better else f"has the smallest {m.name}") in r.answer[0]


@pytest.mark.parametrize("name", ["f1", "precision", "recall", "f1_macro", "accuracy"])
@pytest.mark.parametrize("design", ["one test set", "groups", "holdout"])
@pytest.mark.usefixtures("few_draws")
def test_the_test_of_two_f1_is_offered_beside_the_bootstrap(name, design):
    "It could not run in a report: its row named no design."
    run = constructed("classification", design)
    found = report(run, measure=name, tests=["ztest_f1"])
    assert "paired z test of two F1, precisions or recalls" in str(found.blocks)
    row = judging.run_test("ztest_f1", found.findings.judged, ["good", "bad"]).iloc[0]
    assert row["lead"] == pytest.approx(found.comparisons.iloc[0]["lead"], abs=1e-12)
    cases = run.splits[0][1]
    how = {"accuracy": {"average": "micro"}, "f1_macro": {"average": "macro"}}.get(
        name, {"positive": 1}
    )
    beta, clusters = (
        {"precision": 0, "recall": np.inf}.get(name, 1),
        run.groups if design == "groups" else None,
    )
    by_hand = ztest_f1(
        run.y[cases],
        *(run.predictions[m][0] for m in ("good", "bad")),
        beta=beta,
        cluster=clusters,
        **how,
    )
    assert row["pvalue"] == by_hand.pvalue


def test_the_test_of_two_f1_refuses_other_measures_and_designs():
    with pytest.raises(
        ValueError, match="needs accuracy, F1, precision or recall.*resampling cases"
    ):
        report(
            constructed("classification", "holdout"),
            measure="matthews_corrcoef",
            tests=["ztest_f1"],
        )
    with pytest.raises(ValueError, match="ztest_f1 is for one test set or holdout"):
        report(constructed("classification", "k-fold"), measure="f1", tests=["ztest_f1"])


def test_the_first_line_counts_the_groups():
    "`248 cases` once hid that they came from 60 patients."
    run = constructed("classification", "groups")
    assert f"{N} cases in {N // 4} groups · " in report(run).about
    assert " groups" not in report(run, cluster=None).about
    assert " groups" not in report(run, groups=np.arange(N)).about


def repeated(found):
    "The lines under 'Repeat it' of a report."
    fold = next(b for b in found.blocks if getattr(b, "title", "") == "Repeat it")
    return fold.blocks[0].text


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"measure": zero_one, "margin": np.float64(0.02), "confidence_level": 0.9},
        {"measure": ["roc_auc", as_measure("f1", positive=1)], "tests": ["permutation_test"]},
        {"measure": recall_score, "against": "b", "adjust": "holm"},
        {"cluster": None, "measure": get_scorer("precision"), "ledger": "looks.jsonl"},
    ],
)
def test_the_lines_that_repeat_a_report_run_in_a_new_session(
    asked, tmp_path, monkeypatch, few_draws
):
    "They named functions that were not imported, an evaluation that was not there, and Measure(F1, ...)."
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(0)
    y = rng.integers(2, size=120)
    chances = {k: np.clip(0.5 + (y - 0.5) * 0.8 + rng.normal(0, 0.3, 120), 0, 1) for k in "abc"}
    labels = {k: (p > 0.5).astype(int) for k, p in chances.items()}
    run = Evaluation.from_predictions(y, labels, chances, groups=np.arange(120) // 2)
    found = report(run, **asked)
    lines = repeated(found)
    run.save("run.npz")
    *setup, call = lines.split("\n")
    session = {}
    exec("\n".join(setup), session)
    assert str(eval(call, session)) == str(found)


def test_json_holds_all_that_the_page_says():
    rng = np.random.default_rng(0)
    y = rng.integers(2, size=120)
    run = Evaluation.from_predictions(
        y, {k: np.where(rng.random(120) < 0.8, y, 1 - y) for k in "ab"}
    )
    found = report(run, measure=["accuracy", "f1"], tests=["permutation_test"])
    told = json.loads(found.to_json())
    base = told["baseline"]
    assert base["value"] == found.estimates.loc[base["name"], "value"]
    assert base["low"] < base["value"] < base["high"]
    said = json.dumps(told, ensure_ascii=False)
    for table in (b for b in unfolded(found.blocks) if isinstance(b, Grid)):
        for row in table.rows:
            for cell in row:
                assert json.dumps(unmarked(cell), ensure_ascii=False) in said
    captions = " ".join(t["caption"] for part in told["sections"] for t in part["tables"])
    assert "Exploratory tests" in captions and "Further measures" in captions
    assert "Exploratory tests" in str(found)


def test_a_limit_that_is_not_zero_is_not_written_as_zero():
    "'a is better than b, by 0.24 (0.00 to 0.48)': the number that decides was rounded onto zero."
    assert unit_for(0.5, False).span(0.003, 0.482) == "0.003 to 0.48"
    assert unit_for(0.04, True).span(-0.0002, 0.02, signs=True) == "-0.02 to +2.0"
    assert unit_for(0.04, True).span(0.0, 0.02) == "0.0 to 2.0"
    assert unit_for(0.5, False).span(1e-9, 0.48) == "0.00 to 0.48"
    assert unit_for(0.0, True).value(0.5) == "50.0 %"
    # "a difference of 0.00 would have been found"
    assert unit_for(0.5, False).gap(0.0021) == "0.0021"
    assert unit_for(0.04, True).gap(-0.00002) == "-0.002 points"


def test_identical_models_among_many_are_named():
    rng = np.random.default_rng(0)
    y = rng.integers(2, size=200)
    right = {k: np.where(rng.random(200) < p, y, 1 - y) for k, p in zip("abc", (0.9, 0.7, 0.7))}
    found = report(Evaluation.from_predictions(y, right | {"d": right["a"]}))
    leader = found.leader
    assert leader in "ad"
    other = {"a": "d", "d": "a"}[leader]
    assert any(
        c.startswith(f"{leader} and {other} are right and wrong on the same cases")
        for c in found.cautions
    )


def test_the_methods_are_said_in_whole_words():
    "'the the paired t test', 'the Tango's limits', 'an one test set design', 39 names in the answer."
    rng = np.random.default_rng(0)
    y = rng.integers(2, size=300)
    right = {f"m{i}": np.where(rng.random(300) < 0.8, y, 1 - y) for i in range(12)}
    grades = {k: rng.normal(size=300) for k in "ab"}
    numbers = Evaluation.from_predictions(np.zeros(300), grades, task="regression")
    for run in (Evaluation.from_predictions(y, right), numbers):
        page = report(run).to_markdown()
        assert not re.search("the the |with the \\w+'s|an one|points: m\\d+, m", page)


def test_further_measures_know_the_groups_that_the_report_is_given():
    "With groups= in place of an evaluation with groups, the F1 of 40 groups had the limits of 200 independent cases."
    rng = np.random.default_rng(0)
    groups = np.repeat(np.arange(40), 5)
    y = rng.integers(2, size=200)
    hard = (rng.random(40) < 0.4)[groups]
    answers = {"a": np.where(hard, 1 - y, y), "b": np.where(rng.random(200) < 0.3, 1 - y, y)}
    known = report(
        Evaluation.from_predictions(y, answers, groups=groups), measure=["accuracy", "f1"]
    )
    told = report(
        Evaluation.from_predictions(y, answers), measure=["accuracy", "f1"], groups=groups
    )
    alone = report(Evaluation.from_predictions(y, answers), measure=["accuracy", "f1"])
    tables = [found.to_dict()["sections"][0]["tables"] for found in (known, told, alone)]
    assert tables[0] == tables[1] != tables[2]
    assert tables[1][1]["rows"] != tables[2][1]["rows"]


def test_a_report_can_go_to_another_process():
    again = pickle.loads(pickle.dumps(found := report(constructed("classification", "holdout"))))
    assert str(again) == str(found) and again.to_html() == found.to_html()
