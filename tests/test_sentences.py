"""What the report prints, and that the text, the page, Markdown, LaTeX and JSON say the same."""

from __future__ import annotations

import html
import json
import re
import warnings
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from sklearn.model_selection import RepeatedKFold, ShuffleSplit

from evalbook import (
    Evaluation,
    five_by_two,
    interval_winner,
    plan_mcnemar,
    read_predictions,
    report,
    smallest_difference,
    zero_one,
)
from evalbook.core import as_measure
from evalbook.core.notes import Note
from evalbook.core.splits import Design
from evalbook.core.wording import listed
from evalbook.laboratory import plan_paired
from evalbook.practice import (
    findings,
    judged_run,
    judging,
    model_intervals,
    sentences,
)
from evalbook.practice.diagnosis import GAPS, confusion_grid, pair_of, say_labels
from evalbook.practice.numbers_in_text import p_equals, p_said
from evalbook.practice.pages import Grid, Text, text_of, unmarked
from evalbook.practice.reporting import printed
from evalbook.practice.small_sample_cautions import Caution
from evalbook.practice.verdict import of_small_sets, score_grid, verdict_of

pytestmark = pytest.mark.usefixtures("few_draws")

N, NOBODY = 200, np.array([], int)


def answers_of(
    n=N, rates=(("old", 0.80), ("new", 0.84)), seed=3, classes=("cat", "dog"), share=0.5
):
    "Truth, and answers that are right with given probabilities."
    rng = np.random.default_rng(seed)
    y = np.where(rng.random(n) < share, *classes)
    wrong = np.where(y == classes[0], classes[1], classes[0])
    return y, {name: np.where(rng.random(n) < p, y, wrong) for name, p in rates}


def one_set(**how):
    return Evaluation.from_predictions(*answers_of(**how))


def of_splits(splits, **how):
    y, answers = answers_of(**how)
    return Evaluation(
        y, tuple(splits), {k: [v[test] for _, test in splits] for k, v in answers.items()}
    )


THREE = (("bad", 0.55), ("good", 0.93), ("fair", 0.90))
FORMS = {"two": {}, "three": {"rates": THREE}}


def words(text):
    return " ".join(text.replace("\u00a0", " ").split())


@pytest.mark.parametrize(
    "asked", [{}, {"margin": 0.05}, {"against": "fair"}, {"against": "fair", "margin": 0.05}]
)
def test_every_form_says_the_same(asked):
    "Numbers and verdicts of the table stand in the text, the page, Markdown, LaTeX and JSON."
    found = report(one_set(rates=THREE), **asked)
    grid = score_grid(found.findings)
    latex = re.sub(r"\$([<>-])\$", r"\1", found.to_latex())
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
        assert (
            all(words(sentence) in words(form) for form in forms[:3])
            and sentence in record["answer"]
        )
    assert record["keep_in_mind"] == list(found.cautions)


def test_a_margin_is_judged_by_the_limits():
    found = report(one_set(rates=THREE, n=2000), margin=0.1).findings
    for name in ("fair", "bad"):
        _, low, high, _, apart = found.lead(name)
        said = findings.by_margin(found, name)
        if -0.1 < low and high < 0.1:
            assert said == ("differs by less" if apart else "equivalent")
        elif low >= 0.1:
            assert said == "differs by more"
    assert findings.by_margin(found, "bad") == "differs by more"
    wide = found._replace(margin=0.9)
    assert findings.by_margin(wide, "bad") == "differs by less"
    f = found.family
    low, high = np.full(len(f.pairs), -0.2), np.full(len(f.pairs), 0.01)
    below = found._replace(family=f._replace(low=low, high=high, adjusted=np.ones(len(f.pairs))))
    assert findings.by_margin(
        below, "fair"
    ) == "not worse" and "not worse than" in sentences.say_margin(below)


@pytest.mark.parametrize("form", FORMS)
def test_public_text_is_clean_and_print_is_short(form):
    found = report(one_set(**FORMS[form]))
    assert not any(re.search("[\x00-\x08]", s) for s in found.answer + found.cautions)
    assert len(str(found).split()) < 300 < len(found.to_markdown().split())
    assert len(found._few) <= 4


def test_an_invalid_run_is_the_first_line_and_grave_cautions_stand_under_the_leader(monkeypatch):
    given = [
        Caution(0, "Groups are torn.", True),
        Caution(1, "Limits fail.", True),
        Caution(2, "Data.", False),
    ]
    given += [Caution(3, f"Rest {i}.", False) for i in range(5)]
    monkeypatch.setattr("evalbook.practice.report_arguments.cautions_of", lambda *a: given)
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
    moved = found._replace(
        family=f._replace(low=low, high=high, adjusted=np.full(len(f.pairs), 0.08))
    )
    names = [n for n in moved.ranked if n != moved.center]
    assert sentences.say_zero(moved, names) != sentences.say_zero(
        found._replace(family=f._replace(low=-high)), names
    )
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
    twins = report(
        Evaluation.from_predictions(y, {"a": answers["old"], "b": answers["old"]})
    ).findings
    assert findings.never_differ(twins, "b") and sentences.say_unseen(twins, ["b"]) == ""
    others = report(one_set()).findings
    rival = others.ranked[1]
    assert not findings.never_differ(others, rival) and sentences.say_unseen(others, [rival])


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
    a, b, n, counts = pair_of(found)
    first, second = answers[a] == y, answers[b] == y
    by_hand = [
        (first & second).sum(),
        (first & ~second).sum(),
        (~first & second).sum(),
        (~first & ~second).sum(),
    ]
    assert counts == [f"{count}" for count in by_hand] and n == N
    folds = list(RepeatedKFold(n_splits=5, n_repeats=3, random_state=0).split(np.zeros(N)))
    assert judged_run.Judged(of_splits(folds)).opens_with_a_round
    assert judged_run.Judged(of_splits(folds[:-1])).opens_with_a_round  # a later fit failed
    assert pair_of(report(of_splits(folds)).findings)[2] == N
    random = list(ShuffleSplit(15, test_size=0.2, random_state=0).split(np.zeros(N)))
    assert not judged_run.Judged(of_splits(random)).opens_with_a_round


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
    assert (
        grid.head[-1] == "recall"
        and "1,200 answers to 200 cases" in grid.caption
        and "6 times" in grid.caption
    )


def test_p_values_near_one():
    assert (p_said(0.999), p_said(1.0), p_equals(1.0), p_equals(0.43), p_equals(1e-5)) == (
        "> .99",
        "> .99",
        "p > .99",
        "p = .43",
        "p < .001",
    )


@pytest.mark.parametrize("each", [True, False])
def test_a_function_of_ones_own(each):
    cost = lambda y, a: np.where(y == a, 0.0, np.where(y == "cat", 5.0, 1.0))
    own = cost if each else lambda y, a: float(cost(y, a).mean())
    y, answers = answers_of()
    found = report(Evaluation.from_predictions(y, answers), measure=own, higher_is_better=False)
    for name, given in answers.items():
        assert found.estimates.loc[name, "value"] == pytest.approx(cost(y, given).mean(), abs=1e-12)
    assert found.leader == min(answers, key=lambda n: cost(y, answers[n]).mean())
    gain = report(
        Evaluation.from_predictions(y, answers),
        measure=lambda y, a: 5 - cost(y, a),
        higher_is_better=True,
    )
    assert gain.leader == found.leader


def test_stored_scores_stand_beside_the_first():
    table = {
        "accuracy": [[0.8, 0.9, 0.85], [0.7, 0.8, 0.9]],
        "roc_auc": [[0.9, 0.91, 0.92], [0.8, 0.85, 0.83]],
    }
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
    page = report(
        replace(run, about={"target": "species", "source": "/data/animals.csv"})
    ).to_html()
    head = re.search("<h1>(.*?)</h1>", page)[1]
    assert (
        "species" in head
        and "animals.csv" in head
        and "/data" not in head
        and f"<title>{head}</title>" in page
    )
    assert "<h1>Mine</h1>" in report(run).to_html(title="Mine")
    heads = re.findall("data-head='([^']*)'", page.split("</table>")[0])
    assert len(heads) == sum(len(row) - 1 for row in score_grid(report(run).findings).rows)
    assert "#0072b2" not in page.lower().replace("--blue: #0072b2", "").replace(
        "var(--blue, #0072b2)", ""
    )


def numbers_of(n, slopes, design=None, seed=0):
    "Numbers and answers that follow them with the given slopes, beside the mean of the training cases."
    rng = np.random.default_rng(seed)
    y, x = rng.normal(size=n), np.empty(n)
    x[:] = y
    splits = list((design or RepeatedKFold(n_splits=5, n_repeats=2, random_state=0)).split(y))
    answers = {f"m{slope:g}": slope * x + 0.3 * rng.normal(size=n) for slope in slopes}
    kept = {name: [a[test] for _, test in splits] for name, a in answers.items()}
    return Evaluation(y, tuple(splits), kept, task="regression")


@pytest.mark.parametrize("slopes", [(-1.0,), (-1.0, -0.5), (-1.0, -0.5, -0.8)])
def test_that_no_model_beats_guessing_comes_before_any_leader(slopes):
    found = report(numbers_of(80, slopes), measure="neg_root_mean_squared_error")
    said = unmarked(sentences.say_nothing(found.findings))
    assert not (found.findings.base["adjusted"] <= 0.05).any()
    assert found.answer[0] == said and sentences.say_guess(found.findings) in said
    assert found.leader in found.answer[1] and sentences.say_baseline(found.findings) == ""
    assert sum(sentences.say_guess(found.findings) in sentence for sentence in found.answer) == 1


def test_a_leader_that_beats_guessing_stands_first():
    found = report(numbers_of(80, (1.0, -0.5)), measure="neg_root_mean_squared_error")
    assert found.answer[0].startswith(found.leader) and sentences.say_nothing(found.findings) == ""
    assert sentences.say_baseline(found.findings) in found.answer


def test_a_caution_that_may_reverse_the_answer_stands_under_that_no_model_beats_guessing():
    found = report(numbers_of(17, (-1.0, -0.5)), measure="neg_root_mean_squared_error")
    grave = [c.text for c in found.findings.cautions if c.reverses]
    assert (
        found.answer[0] == unmarked(sentences.say_nothing(found.findings))
        and found.answer[1] in grave
    )


@pytest.mark.parametrize("n, few", [(24, True), (29, True), (40, False)])
def test_few_rows_are_a_caution_for_the_scores_of_splits_too(n, few):
    y, answers = answers_of(n=n, rates=THREE)
    splits = list(RepeatedKFold(n_splits=3, n_repeats=3, random_state=0).split(y))
    run = Evaluation(
        y, tuple(splits), {k: [v[test] for _, test in splits] for k, v in answers.items()}
    )
    found = report(run).findings
    assert found.judged.route == "splits"
    assert any(c.reverses and re.search(rf"\b{n}\b", c.text) for c in found.cautions) == few


def test_files_that_were_paired_by_their_order_are_a_caution_of_the_answer(tmp_path):
    y, answers = answers_of()
    pd.DataFrame({"id": range(len(y)), "y": y}).to_csv(tmp_path / "y.csv", index=False)
    pd.DataFrame({"id": range(len(y)), **answers}).to_csv(tmp_path / "by_id.csv", index=False)
    pd.DataFrame(answers).to_csv(tmp_path / "by_order.csv", index=False)
    for file, warned in (("by_order.csv", True), ("by_id.csv", False)):
        found = report(read_predictions(tmp_path / "y.csv", tmp_path / file))
        assert any(c.reverses and "row by row" in c.text for c in found.findings.cautions) == warned
        assert ("row by row" in " ".join(found.answer[:2])) == warned


@pytest.mark.parametrize("others, reversing", ((5, False), (150, True)))
def test_answers_that_the_truth_never_gives_are_a_caution(others, reversing):
    y, answers = answers_of()
    answers["new"] = np.concatenate([np.full(others, "bird"), answers["new"][others:]])
    with pytest.warns(UserWarning, match="never occur in y_true"):
        found = report(Evaluation.from_predictions(y, answers))
    said = [c for c in found.findings.cautions if "bird" in c.text]
    assert [c.reverses for c in said] == [reversing]
    assert f"new answers {100 * others / N:.1f} % of the cases" in said[0].text
    assert ("bird" in " ".join(found.answer)) == reversing


def test_names_that_hold_commas_are_parted_by_semicolons():
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert listed(["C=1, gamma=2", "C=3, gamma=4", "C=5"]) == "C=1, gamma=2; C=3, gamma=4; and C=5"
    assert listed(["C=1, gamma=2"]) == "C=1, gamma=2"


def test_a_class_of_one_case_has_no_share_that_is_recognised():
    for rare, said in ((1, False), (4, False), (5, True)):
        y = np.array(["a"] * 90 + ["b"] * rare)
        run = Evaluation.from_predictions(
            y, {"one": np.roll(y, 1), "two": np.array(["a"] * len(y))}
        )
        assert bool(sentences.say_rare(report(run).findings)) == said


def test_pairs_among_the_others_are_silent_where_nothing_is_separated():
    found = report(one_set(n=40, rates=(("a", 0.8), ("b", 0.82), ("c", 0.81)))).findings
    assert not found.family.separated(0.05).any() and sentences.say_others(found) == ""
    apart = report(one_set(n=400, rates=THREE)).findings
    assert apart.family.separated(0.05).any() and sentences.say_others(apart) != ""


def test_guessing_the_mean_is_named():
    run = numbers_of(60, (1.0, 0.9))
    means = [np.full(len(test), run.y[train].mean()) for train, test in run.splits]
    both = Evaluation(run.y, run.splits, {**run.predictions, "baseline": means}, task="regression")
    assert sentences.always_mean(both, "baseline") and not sentences.always_mean(both, "m1")
    assert "baseline" not in sentences.say_guess(report(both).findings)
    assert str(report(both)).count("baseline") == 1  # in the table


def test_a_p_value_below_5_percent_never_looks_like_5_percent():
    assert [p_said(p) for p in (0.0494, 0.0496, 0.04999, 0.05, 0.0504)] == [
        ".049",
        "< .050",
        "< .050",
        ".050",
        ".050",
    ]


def test_a_number_and_its_percent_sign_stay_on_one_line():
    for width in range(70, 110):
        lines = text_of(Text(f"{'x' * width} 79.0 % of new cases")).splitlines()
        assert not any(line.startswith("%") for line in lines)


def test_only_the_table_of_leads_says_how_leads_are_tested():
    found = report(numbers_of(60, (1.0, 0.5)), measure=["neg_root_mean_squared_error", "r2"])
    first, *further = [b for b in printed(found) if isinstance(b, Grid)]
    assert first.below and len(further) == 1 and first.below != further[0].below
    assert "tested" not in further[0].below


@pytest.mark.parametrize("n, small", [(60, True), (400, False)])
def test_ratios_of_small_test_sets_say_so(n, small):
    "Random splits cannot be put together; the small folds of a repetition are, and need no such sentence."
    design = ShuffleSplit(10, test_size=0.2, random_state=0)
    judged = judged_run.Judged(numbers_of(n, (1.0, 0.5), design), "r2")
    assert judged.route == "splits" and bool(of_small_sets(judged)) == small
    assert (
        of_small_sets(
            judged_run.Judged(numbers_of(n, (1.0, 0.5), design), "neg_mean_absolute_error")
        )
        == ""
    )
    folds = judged_run.Judged(numbers_of(n, (1.0, 0.5)), "r2")
    assert folds.pooled == small and of_small_sets(folds) == ""


def test_a_row_in_which_a_feature_is_missing_is_not_called_mislabelled():
    run = of_splits(list(RepeatedKFold(n_splits=5, n_repeats=2, random_state=0).split(np.zeros(N))))
    said = {}
    for gaps in ("none", "3, 271", "271", None):
        about = {} if gaps is None else {GAPS: gaps}
        said[gaps] = say_labels(replace(run, about=about), np.array([3, 271]))
    wrong = "label itself may be wrong"
    assert [wrong in said[g] for g in ("none", "3, 271", "271", None)] == [True, False, True, True]
    assert "271" not in said["none"] and "271" in said["3, 271"] and "Look at 3:" in said["271"]


def test_notes_that_were_told_are_not_kept_in_mind_again():
    run = one_set(rates=THREE)
    noted = replace(run, notes=(Note("assumed", "Five rows repeat another."),))
    found = report(noted)
    shown = "\n".join(map(text_of, printed(found, ["Five rows repeat another."])))
    assert str(found).count("Five rows repeat") == 1 and "Five rows repeat" not in shown
    assert "Five rows repeat another." in found.cautions


# ---------------------------------------------------------------- numbers by hand


def between(given, measure=None, **more):
    "Findings of a run."
    return report(given, measure=measure, **more).findings


def test_the_smallest_difference_is_that_of_the_plan():
    three = between(one_set(rates=THREE))
    right = three.judged.table("correct")
    for other in three.ranked[1:]:
        gap = float(np.mean(right[three.leader].values != right[other].values))
        alone = smallest_difference(
            "mcnemar", n=N, disagreement=gap, level=0.05, adjust_for=3
        ).effect
        assert sentences.smallest_seen(three, other) == pytest.approx(alone, abs=1e-12)
    assert sentences.smallest_seen(three._replace(level=0.9), "bad") < sentences.smallest_seen(
        three, "bad"
    )
    splits = list(five_by_two(0).split(np.zeros(80), np.zeros(80)))
    y, given = numbers_of_one(80)
    cut = {name: [v[test] for _, test in splits] for name, v in given.items()}
    halves = Evaluation(y, tuple(splits), cut, task="regression")  # had those of the normal
    one = Evaluation.from_predictions(*numbers_of_one(50), task="regression")
    for run, df in ((numbers_of(80, (1.0, 0.9)), 9), (one, 49), (halves, 9)):
        found = between(run, "neg_mean_absolute_error")
        se = float(found.family.standard_error[0])
        wanted = smallest_difference("ttest_paired", standard_error=se, df=df, level=0.05).effect
        assert sentences.smallest_seen(found, found.ranked[1]) == pytest.approx(wanted, abs=1e-12)
    flat = found._replace(family=found.family._replace(standard_error=np.zeros(1)))
    assert np.isnan(sentences.smallest_seen(flat, found.ranked[1]))
    assert sentences.say_unseen(flat, found.ranked[1:]) == ""


def numbers_of_one(n, spreads=(1.0, 1.4)):
    rng = np.random.default_rng(0)
    y = rng.normal(size=n)
    return y, {f"m{i}": y + s * rng.normal(size=n) for i, s in enumerate(spreads)}


def test_many_cases_have_the_smallest_difference_of_the_normal_distribution(monkeypatch):
    "From 20,001 cases on the exact plan, which takes long, is left out."
    monkeypatch.setattr(
        sentences, "smallest_difference", lambda key, **how: SimpleNamespace(effect=key)
    )
    for n, key in ((20_000, "mcnemar"), (20_001, "ttest_paired")):
        judged = judged_run.Judged(Evaluation.from_predictions(*answers_of(n=n)))
        family = judging.family_of(judged, ["new", "old"])
        found = findings.Findings(
            judged, 0.95, model_intervals.estimates_of(judged, 0.95), ["new", "old"], family, None
        )
        assert sentences.smallest_seen(found, "old") == key


def test_cases_needed_are_those_of_the_plan_at_the_level_of_each_pair():
    found = between(one_set(rates=(("a", 0.8), ("b", 0.7), ("c", 0.72))))
    right = found.judged.table("correct")
    for other in found.ranked[1:]:
        d = right[found.leader].values - right[other].values
        plan = plan_mcnemar(abs(d.mean()), disagreement=np.mean(d != 0), level=0.05 / 3)
        assert sentences.cases_needed(found, other) == plan.n
    found = between(
        Evaluation.from_predictions(*numbers_of_one(60, (1.0, 1.2, 1.3)), task="regression")
    )
    losses = found.judged.table("losses")
    for other in found.ranked[1:]:
        d = losses[found.leader].values - losses[other].values
        plan = plan_paired(abs(d.mean()), sd=d.std(ddof=1), level=0.05 / 3)
        assert sentences.cases_needed(found, other) == plan.n
    assert np.isnan(sentences.cases_needed(between(numbers_of(60, (1.0, 0.9))), "m0.9"))


@pytest.mark.parametrize("ratio", [111.0, 114.0, 1000.0])
def test_more_than_a_hundred_thousand_cases_are_planned_as_normal_ones(ratio):
    "7.85 times the squared ratio of standard deviation and lead; 200,000 cases were told that 100,000 would do."
    found = between(Evaluation.from_predictions(*numbers_of_one(60), task="regression"))
    losses = found.judged.table("losses")
    sd = (losses[found.leader].values - losses[found.ranked[1]].values).std(ddof=1)
    moved = found._replace(family=found.family._replace(lead=np.array([sd / ratio])))
    needed = sentences.cases_needed(moved, found.ranked[1])
    assert needed == pytest.approx(7.849 * ratio**2, rel=1e-3)
    assert re.match(r"About [\d,]{6,} more cases", sentences.say_more(moved, found.ranked[1]))
    equal = found._replace(family=found.family._replace(lead=np.zeros(1)))
    assert np.isnan(sentences.cases_needed(equal, found.ranked[1]))


def test_a_class_of_four_fifths_hides_the_other_behind_accuracy():
    for large, said in ((80, True), (79, False)):
        y = np.array(["a"] * large + ["b"] * (100 - large))
        models = {"one": np.where(np.arange(100) % 10 == 0, "b", y), "two": y}
        for measure in (None, zero_one):
            found = between(Evaluation.from_predictions(y, models), measure)
            assert (found.base["adjusted"] <= 0.05).all()
            assert bool(sentences.say_rare(found)) == said
            weak = found._replace(base=found.base.assign(adjusted=[1 - 0.95, 0.5]))
            assert "two 100 %" in sentences.say_rare(weak)
            at = found._replace(base=found.base.assign(adjusted=1 - 0.95))
            assert bool(sentences.say_rare(at)) == said
            assert sentences.say_rare(replace_run(found, failures={"one": ("x",)})) == ""
        assert (
            sentences.say_rare(between(Evaluation.from_predictions(y, models), "balanced_accuracy"))
            == ""
        )


def replace_run(found, **changes):
    "Findings of a run with other fields."
    judged = judged_run.Judged(found.judged.evaluation, found.judged.measure)
    judged.evaluation = Changed(judged.evaluation, changes)
    return found._replace(judged=judged)


class Changed:
    "A run of which some fields are other ones."

    def __init__(self, run, changes):
        self.run, self.changes = run, changes

    def __getattr__(self, name):
        return self.changes[name] if name in self.changes else getattr(self.run, name)


def test_cases_that_are_tested_often_count_once_as_few_of_a_class():
    "Four cases of the rare class in six repetitions are four."
    y = np.array(["a"] * 40 + ["b"] * 4)
    folds = list(RepeatedKFold(n_splits=4, n_repeats=6, random_state=0).split(y))
    models = {"one": np.roll(y, 1), "two": np.roll(y, 2)}
    run = Evaluation(
        y, tuple(folds), {k: [v[test] for _, test in folds] for k, v in models.items()}
    )
    assert sentences.say_rare(between(run)) == ""
    more = np.array(["a"] * 40 + ["b"] * 5)
    folds = list(RepeatedKFold(n_splits=3, n_repeats=2, random_state=0).split(more))
    run = Evaluation(more, tuple(folds), {"two": [np.full(len(test), "b") for _, test in folds]})
    assert "two 100 %" in sentences.say_rare(between(run))


def test_a_fold_without_training_cases_has_no_mean():
    y = np.arange(6.0)
    splits = ((np.arange(3), np.arange(3, 6)), (np.array([], int), np.arange(3)))
    run = Evaluation(y, splits, {"m": [np.ones(3), np.full(3, np.nan)]}, task="regression")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert not sentences.always_mean(run, "m")
    assert not sentences.always_mean(one_set(), "old")


def test_the_interval_of_a_chosen_leader_is_no_shorter_than_its_own():
    found = between(one_set(rates=THREE), confidence_level=0.8)
    honest = interval_winner(
        found.judged.table("losses")[found.ranked], method="projection", confidence_level=0.8
    )
    low, high = honest.low, found.estimates.high[found.leader]  # only the lower limit moves
    assert words(found.unit.span(low, high)) in words(sentences.say_choice(found))
    tight = found._replace(estimates=found.estimates.assign(low=0.0, high=1.0))
    assert "0.0 to 100.0" in words(sentences.say_choice(tight))


def test_models_of_the_same_value_that_err_elsewhere_differ():
    y = np.arange(40) % 2
    models = {
        "a": np.where(np.arange(40) < 8, 1 - y, y),
        "b": np.where(np.arange(40) >= 32, 1 - y, y),
    }
    found = between(Evaluation.from_predictions(y, models))
    assert found.lead("b")[0] == 0 and not findings.never_differ(found, "b")
    assert sentences.say_more(found, "b") == "" and sentences.say_unseen(found, ["b"]).endswith(".")


def test_as_many_cases_as_are_there_are_not_called_more(monkeypatch):
    found = between(one_set())
    for needed, said in ((N, False), (N + 1, True), (np.nan, False)):
        monkeypatch.setattr(sentences, "cases_needed", lambda *a, n=needed: n)
        assert bool(sentences.say_more(found, "old")) == said


def test_scores_alone_have_no_share_that_is_recognised():
    rng = np.random.default_rng(0)
    table = {"a": rng.uniform(0.8, 0.9, 10), "b": rng.uniform(0.7, 0.9, 10)}
    found = between(
        Evaluation.from_scores(table, n_train=90, n_test=10, design="k-fold", measure="accuracy")
    )
    assert sentences.say_rare(found) == ""


@pytest.mark.parametrize("sizes", [None, np.array([])])
def test_unknown_training_sets_are_not_spoken_of(sizes):
    run = of_splits(list(ShuffleSplit(3, test_size=0.2, random_state=0).split(np.zeros(N))))
    known = findings.Findings(judged_run.Judged(run), 0.95, None, ["old", "new"], None, None)
    unknown = known._replace(
        judged=judged_run.Judged(replace(run, design=Design("unknown", (3,), sizes, sizes)))
    )
    assert "160" in sentences.say_training(known) and sentences.say_training(unknown) == ""
    of_size = " on 160 cases"
    assert of_size in sentences.say_estimand(known)
    assert sentences.say_estimand(unknown) == sentences.say_estimand(known).replace(of_size, "")


@pytest.mark.parametrize("design", ["random splits", "k-fold", "repeated k-fold"])
def test_more_splits_are_said_to_be_useless_just_where_the_corrected_error_cannot_fall_enough(
    design,
):
    "With ever more splits the squared standard error is n_2 / n_1 times the variance of the differences."
    rng = np.random.default_rng(0)
    noise = rng.normal(0, 0.02, 10)
    noise -= noise.mean()
    floor = np.sqrt(10 / 90) * noise.std(ddof=1)
    for share, said in ((0.95, True), (1.05, False)):
        a = 0.8 + rng.normal(0, 0.01, 10)
        table = {"a": a, "b": a - noise - share * stats.norm.isf(0.025) * floor}
        found = between(
            Evaluation.from_scores(table, n_train=90, n_test=10, design=design, measure="accuracy")
        )
        told = sentences.say_more(found, found.ranked[1])
        assert told.startswith("More splits would not decide between a and b") == said
        assert bool(told) == said


def test_no_difference_beyond_the_range_would_have_been_found():
    "Three folds once told of `a difference of 156.9 points`; without a range any number may be one."
    table = {"a": [0.99, 0.05, 0.6], "b": [0.1, 0.95, 0.5]}
    sizes = {"n_train": 60, "n_test": 30, "design": "k-fold"}
    told = {
        m: " ".join(report(Evaluation.from_scores(table, **sizes, measure=m)).answer)
        for m in ("accuracy", None)
    }
    assert "would have been found" not in told["accuracy"]
    assert re.search(r"A difference of [1-9]\.\d between a and b would have been found", told[None])
