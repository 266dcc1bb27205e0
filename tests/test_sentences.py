"""What the report prints, and that the text, the page, Markdown, LaTeX and JSON say the same."""

from __future__ import annotations

import html
import json
import re

import numpy as np
import pytest
from sklearn.model_selection import RepeatedKFold, ShuffleSplit

from evalbook import Evaluation, as_measure, judging, plan_mcnemar, report, sentences
from evalbook.diagnosis import confusion_grid, one_round, pair_of
from evalbook.judging import Caution
from evalbook.pages import p_equals, p_said, unmarked
from evalbook.reporting import score_grid, verdict_of

N, NOBODY = 200, np.array([], int)


def answers_of(n=N, rates=(("old", 0.80), ("new", 0.84)), seed=3, classes=("cat", "dog"), share=0.5):
    "Truth, and answers that are right with given probabilities."
    rng = np.random.default_rng(seed)
    y = np.where(rng.random(n) < share, *classes)
    wrong = np.where(y == classes[0], classes[1], classes[0])
    return y, {name: np.where(rng.random(n) < p, y, wrong) for name, p in rates}


def one_set(**how):
    return Evaluation.from_predictions(*answers_of(**how))


def of_splits(splits, **how):
    y, answers = answers_of(**how)
    return Evaluation(y, tuple(splits), {k: [v[test] for _, test in splits] for k, v in answers.items()})


THREE = (("bad", 0.55), ("good", 0.93), ("fair", 0.90))
FORMS = {"two": {}, "three": {"rates": THREE}}


def words(text):
    return " ".join(text.replace("\u00a0", " ").split())


@pytest.mark.parametrize("asked", [{}, {"margin": 0.05}, {"against": "fair"}, {"against": "fair", "margin": 0.05}])
def test_every_form_says_the_same(asked):
    "Numbers and verdicts of the table stand in the text, the page, Markdown, LaTeX and JSON."
    found = report(one_set(rates=THREE), **asked)
    grid = score_grid(found.findings)
    latex = found.to_latex().replace("$<$", "<").replace("$>$", ">")
    forms = [
        str(found),
        html.unescape(re.sub("<[^>]*>", "", found.to_html())),
        re.sub(r"[*\\]", "", html.unescape(found.to_markdown())),
        latex,
    ]
    for cell in {unmarked(c) for row in grid.rows for c in row if c}:
        for form in forms:
            assert words(cell) in words(form), (cell, form[:80])
    record = json.loads(found.to_json())
    assert record["margin"] == asked.get("margin") and record["against"] == asked.get("against")
    assert {m["name"]: m["verdict"] for m in record["models"]} == {
        n: verdict_of(found.findings, n) for n in found.findings.ranked
    }
    for sentence in found.answer:
        assert all(words(sentence) in words(form) for form in forms[:3]) and sentence in record["answer"]
    assert record["keep_in_mind"] == list(found.cautions)


def test_a_margin_is_judged_by_the_limits():
    found = report(one_set(rates=THREE, n=2000), margin=0.1).findings
    for name in ("fair", "bad"):
        _, low, high, _, apart = found.lead(name)
        said = sentences.by_margin(found, name)
        if -0.1 < low and high < 0.1:
            assert said == ("differs by less" if apart else "equivalent")
        elif low >= 0.1:
            assert said == "differs by more"
    assert sentences.by_margin(found, "bad") == "differs by more"
    wide = found._replace(margin=0.9)
    assert sentences.by_margin(wide, "bad") == "differs by less"
    f = found.family
    low, high = np.full(len(f.pairs), -0.2), np.full(len(f.pairs), 0.01)
    below = found._replace(family=f._replace(low=low, high=high, adjusted=np.ones(len(f.pairs))))
    assert sentences.by_margin(below, "fair") == "not worse" and "not worse than" in sentences.say_margin(below)


@pytest.mark.parametrize("form", FORMS)
def test_public_text_is_clean_and_print_is_short(form):
    found = report(one_set(**FORMS[form]))
    assert not any(re.search("[\x00-\x08]", s) for s in found.answer + found.cautions)
    assert len(str(found).split()) < 300 < len(found.to_markdown().split())
    assert len(found._few) <= 4


def test_an_invalid_run_is_the_first_line_and_grave_cautions_stand_under_the_leader(monkeypatch):
    given = [Caution(0, "Groups are torn.", True), Caution(1, "Limits fail.", True), Caution(2, "Data.", False)]
    given += [Caution(3, f"Rest {i}.", False) for i in range(5)]
    monkeypatch.setattr("evalbook.reporting.cautions_of", lambda *a: given)
    found = report(one_set())
    assert str(found).splitlines()[0] == found.answer[0] == given[0].text
    assert found.answer[2] == given[1].text and "new" in found.answer[1]
    assert {c.text for c in given} <= set(found.cautions)
    assert list(map(unmarked, found._few)) == ["Data.", "Rest 0."]
    assert str(found).count("Limits fail.") == 1


def test_scores_without_cases_name_no_cases():
    rng = np.random.default_rng(0)
    table = {"a": rng.uniform(0.8, 0.9, 10), "b": rng.uniform(0.7, 0.9, 10)}
    run = Evaluation.from_scores(table, n_train=90, n_test=10, design="k-fold")
    found = report(run)
    assert not re.search(r"\b0 cases", str(found) + found.to_markdown())


def test_limits_that_leave_out_zero_are_not_said_to_include_it():
    "A 5x2 design tested by F once showed limits of another test."
    found = report(one_set(rates=THREE)).findings
    f = found.family
    low, high = np.full(len(f.pairs), 0.01), np.full(len(f.pairs), 0.2)
    moved = found._replace(family=f._replace(low=low, high=high, adjusted=np.full(len(f.pairs), 0.08)))
    names = [n for n in moved.ranked if n != moved.center]
    assert sentences.say_zero(moved, names) != sentences.say_zero(found._replace(family=f._replace(low=-high)), names)
    assert p_said(0.08) in sentences.say_rival(moved, names[0])
    assert sentences.say_zero(moved, names).endswith("0.05") and sentences.say_zero(
        moved._replace(level=0.9), names
    ).endswith("0.1")
    plain = sentences.say_zero(found._replace(family=f._replace(low=-high)), names)
    for edge in (
        f._replace(low=0 * low, high=high),
        f._replace(low=-high, high=0 * high),
    ):  # a limit of zero includes it
        assert sentences.say_zero(found._replace(family=edge), names) == plain


def test_identical_models_have_no_smallest_difference():
    y, answers = answers_of()
    twins = report(Evaluation.from_predictions(y, {"a": answers["old"], "b": answers["old"]})).findings
    assert sentences.never_differ(twins, "b") and sentences.say_unseen(twins, ["b"]) == ""
    others = report(one_set()).findings
    rival = others.ranked[1]
    assert not sentences.never_differ(others, rival) and sentences.say_unseen(others, [rival])


def test_how_many_more_cases_is_the_plan_of_what_was_seen():
    found = report(one_set()).findings
    other = found.ranked[1]
    right = found.judged.table("correct")
    d = right[found.leader].values - right[other].values
    plan = plan_mcnemar(abs(d.mean()), disagreement=np.mean(d != 0), level=0.05)
    assert sentences.cases_needed(found, other) == plan.n > N
    more = float(f"{plan.n - N:.2g}")
    assert f"{more:,.0f}" in sentences.say_more(found, other)


def test_the_two_best_case_by_case():
    y, answers = answers_of()
    found = report(Evaluation.from_predictions(y, answers)).findings
    a, b, counts = pair_of(found)
    first, second = answers[a] == y, answers[b] == y
    by_hand = [(first & second).sum(), (first & ~second).sum(), (~first & second).sum(), (~first & ~second).sum()]
    assert list(counts) == by_hand and counts.sum() == N
    folds = list(RepeatedKFold(n_splits=5, n_repeats=3, random_state=0).split(np.zeros(N)))
    assert one_round(of_splits(folds)) == 5
    assert pair_of(report(of_splits(folds)).findings)[2].sum() == N
    assert one_round(of_splits(list(ShuffleSplit(15, test_size=0.2, random_state=0).split(np.zeros(N))))) == 0


def test_recall_of_a_rare_class_stands_beside_a_high_accuracy():
    y, answers = answers_of(share=0.1, classes=("ill", "well"), n=500)
    found = report(Evaluation.from_predictions(y, answers)).findings
    said = sentences.say_rare(found)
    for name, given in answers.items():
        assert f"{name} {100 * np.mean(given[y == 'ill'] == 'ill'):.0f} %" in said
    assert sentences.say_rare(report(one_set()).findings) == ""


def test_the_table_of_classes_names_recall_and_how_often_a_case_was_tested():
    folds = list(RepeatedKFold(n_splits=5, n_repeats=6, random_state=0).split(np.zeros(N)))
    grid = confusion_grid(report(of_splits(folds)).findings)
    assert grid.head[-1] == "recall" and "1,200 answers to 200 cases" in grid.caption and "6 times" in grid.caption


def test_p_values_near_one():
    assert (p_said(0.999), p_said(1.0), p_equals(1.0), p_equals(0.43), p_equals(1e-5)) == (
        "> .99",
        "> .99",
        "p > .99",
        "p = .43",
        "p < .001",
    )


@pytest.mark.parametrize("each", [True, False])
def test_a_function_of_ones_own(each, monkeypatch):
    monkeypatch.setattr(judging, "DRAWS", 99)
    cost = lambda y, a: np.where(y == a, 0.0, np.where(y == "cat", 5.0, 1.0))
    own = cost if each else lambda y, a: float(cost(y, a).mean())
    y, answers = answers_of()
    found = report(Evaluation.from_predictions(y, answers), measure=own, higher_is_better=False)
    for name, given in answers.items():
        assert found.estimates.loc[name, "value"] == pytest.approx(cost(y, given).mean(), abs=1e-12)
    assert found.leader == min(answers, key=lambda n: cost(y, answers[n]).mean())
    gain = report(Evaluation.from_predictions(y, answers), measure=lambda y, a: 5 - cost(y, a), higher_is_better=True)
    assert gain.leader == found.leader


def test_stored_scores_stand_beside_the_first():
    table = {"accuracy": [[0.8, 0.9, 0.85], [0.7, 0.8, 0.9]], "roc_auc": [[0.9, 0.91, 0.92], [0.8, 0.85, 0.83]]}
    folds = list(RepeatedKFold(n_splits=3, n_repeats=1, random_state=0).split(np.zeros(N)))
    y, answers = answers_of()
    cut = {k: [v[test] for _, test in folds] for k, v in answers.items()}
    run = Evaluation(
        y,
        tuple(folds),
        cut,
        stored_scores={k: np.array(v) for k, v in table.items()},
        measures={k: as_measure(k) for k in table},
    )
    for asked in (None, ["accuracy", "roc_auc"]):
        found = report(run, measure=asked)
        assert found.findings.judged.asked == "accuracy"
        assert "0.917 " in words(str(found)) or "0.91" in words(str(found))


def test_groups_is_another_name_of_cluster():
    groups = np.arange(N) // 4
    a, b = report(one_set(), cluster=groups), report(one_set(), groups=groups)
    assert a.comparisons.equals(b.comparisons)
    with pytest.raises(ValueError):
        report(one_set(), cluster=groups, groups=groups)


def test_the_page_names_target_and_file_and_has_a_card_for_each_model():
    run = one_set()
    from dataclasses import replace

    page = report(replace(run, about={"target": "species", "source": "/data/animals.csv"})).to_html()
    head = re.search("<h1>(.*?)</h1>", page)[1]
    assert "species" in head and "animals.csv" in head and "/data" not in head and f"<title>{head}</title>" in page
    assert "<h1>Mine</h1>" in report(run).to_html(title="Mine")
    heads = re.findall("data-head='([^']*)'", page)
    assert len(heads) == sum(len(row) - 1 for row in score_grid(report(run).findings).rows)
    assert "#0072b2" not in page.lower().replace("--blue: #0072b2", "").replace("var(--blue, #0072b2)", "")
