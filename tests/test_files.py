"""Files as people have them: saved indexes, logs of evaluation harnesses, long tables, columns that are no models."""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import evalbook
from evalbook import Evaluation, mcnemar, read_log, read_predictions, read_table
from evalbook.practice.columns import careful_notes, split_table
from evalbook.practice.logs import log_kind, summary_said, summary_scores
from tests.names import every

DATA = Path(__file__).parent / "data"
SAMPLES = sorted(DATA.glob("*/samples_arc_easy*.jsonl"), reverse=True)  # small, large
MATHS = sorted(DATA.glob("*/samples_gsm8k*.jsonl"), reverse=True)
INSPECT = sorted(DATA.glob("*_science_*.json"), reverse=True)


def records(path):
    "The records of a log, read without evalbook."
    return [json.loads(line) for line in path.read_text().splitlines()]


# ---------------------------------------------------------------- labels, rows and columns


def saved(folder, name="f.csv", **columns):
    "A file of these columns."
    pd.DataFrame(columns).to_csv(folder / name, index=False)
    return folder / name


def notes_of(run):
    "The notes of a run as one text."
    return " ".join(note.text for note in run.notes)


@pytest.mark.parametrize("one, other", [("01", "1"), ("1e3", "1000")])
def test_labels_that_a_number_would_lose_stay_text(tmp_path, one, other):
    "`01` and `1` were one class, and the accuracy was 1."
    path = saved(tmp_path, y=[one, other] * 6, m=[other, other, one, other] * 3, age=range(12))
    run = read_predictions(path)
    assert run.names == ("m",) and sorted(run.classes) == sorted([one, other])
    assert float(run.scores().values[0, 0]) == 0.75
    whole = saved(tmp_path, "n.csv", y=["0", "1"] * 6, m=["1", "1", "0", "1"] * 3)
    assert read_predictions(whole).classes.tolist() == [0, 1]


@pytest.mark.parametrize("sep", [",", ";", "\t", "|", " "])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "utf-16"])
@pytest.mark.parametrize("code", ["01", "+01", '"01"', "1e3", "1E3"])
def test_a_code_is_seen_in_the_bytes_of_any_text_file(tmp_path, sep, encoding, code):
    "Only such a file is read a second time, as text."
    path = tmp_path / "f.csv"
    lines = [sep.join(("y", "m")), *[sep.join((code, "1")), sep.join(("1", code))] * 6]
    path.write_text("\n".join(lines), encoding=encoding)
    run = read_predictions(path, sep=sep)
    assert sorted(run.classes) == sorted([code.strip('"'), "1"]) and not run.scores().values.any()


@pytest.mark.parametrize("files", [1, 2])
def test_rows_of_training_are_left_out(tmp_path, files):
    columns = {"y": [1, 0, 1, 0, 1], "split": ["Train", "train", "train", "test", "test"]}
    first = saved(tmp_path, "a.csv", **columns, a=[1, 0, 1, 1, 0])
    second = saved(tmp_path, "b.csv", **columns, b=[0, 1, 0, 0, 1])
    run = read_predictions([first, second][:files])
    assert run.scores().values.ravel().tolist() == [0.0, 1.0][:files]
    assert "3 of training, by 'split'" in notes_of(run) and run.about["rows"] == "5"
    with pytest.raises(ValueError, match="no model was trained on"):
        read_predictions(saved(tmp_path, y=[1, 0] * 5, m=[1, 0] * 5, part=["train"] * 10))


@pytest.mark.parametrize("more", ["", "y", "id"])
def test_pairs_by_order_are_said(tmp_path, more):
    "Equal true values do not confirm an order: files that were sorted by them, then by their scores, have them too."
    y = np.random.default_rng(0).integers(0, 2, 40)
    columns = {"y": y, "id": np.arange(40)}
    shared = {more: columns[more]} if more else {}
    first = saved(tmp_path, "a.csv", **columns, a=y)
    run = read_predictions(first, saved(tmp_path, "b.csv", **shared, b=1 - y))
    assert ("row by row" in notes_of(run)) == (more != "id")
    found = evalbook.gate(run, new="b", old="a", margin=0.1)
    assert ("row by row" in str(found)) == (more != "id")


@pytest.mark.parametrize("name", ["correct", "right", "score"])
def test_what_judges_an_answer_is_no_answer(tmp_path, name):
    y = np.arange(40) % 2
    files = [
        saved(tmp_path, f"{m}.csv", y=y, pred=np.where(y, y, k), **{name: y})
        for k, m in enumerate("ab")
    ]
    assert read_predictions(files).names == ("a", "b")
    assert read_predictions(files[0]).names == ("pred",)
    assert read_predictions(files[0], models=[name]).names == (name,)


# ---------------------------------------------------------------- keys


@pytest.fixture
def passengers(tmp_path):
    "Two files by `df.to_csv(path)`; the second one was sorted and numbered anew."
    rng = np.random.default_rng(0)
    truth = rng.choice(["no", "yes"], 300)
    turn = lambda share: np.where(
        rng.random(300) < share, np.where(truth == "no", "yes", "no"), truth
    )
    a = pd.DataFrame({"passenger": rng.permutation(300) + 1000, "truth": truth, "pred": turn(0.25)})
    b = a[["passenger"]].assign(pred=turn(0.2)).sort_values("passenger").reset_index(drop=True)
    a.to_csv(tmp_path / "a.csv")
    b.to_csv(tmp_path / "b.csv")
    true = a.set_index("passenger")["truth"]
    right = [(t.set_index("passenger")["pred"].loc[true.index] == true).mean() for t in (a, b)]
    return tmp_path, right, a, b


def test_a_saved_index_is_no_key_beside_a_true_one(passengers):
    "The index paired the rows, and the conclusion was reversed."
    folder, right, _, _ = passengers
    run = read_predictions(folder / "a.csv", folder / "b.csv", truth="truth")
    assert run.about["joined"] == "by 'passenger'"
    assert np.ravel(run.scores().values) == pytest.approx(right, abs=1e-12)
    named = read_predictions([folder / "a.csv", folder / "b.csv"], truth="truth", key="passenger")
    assert np.array_equal(named.scores().values, run.scores().values)


def test_two_keys_that_pair_differently_are_a_question(passengers):
    folder, right, a, b = passengers
    a.insert(0, "id", range(300))
    b.insert(0, "id", range(300))
    a.to_csv(folder / "a.csv", index=False)
    b.to_csv(folder / "b.csv", index=False)
    with pytest.raises(ValueError) as asked:
        read_predictions(folder / "a.csv", folder / "b.csv", truth="truth")
    offered = re.findall(r"key='(\w+)'", str(asked.value))
    assert sorted(offered) == ["id", "passenger"]
    run = read_predictions(folder / "a.csv", folder / "b.csv", truth="truth", key="passenger")
    assert np.ravel(run.scores().values) == pytest.approx(right, abs=1e-12)


def rows_changed(b, way):
    "The second file with its rows in another order, one of them missing, repeated, or with another key."
    changed = {
        "same": b,
        "reordered": b.sample(frac=1, random_state=1),
        "missing": b.drop(index=7),
        "repeated": pd.concat([b, b.iloc[[7]]]),
        "unknown": b.assign(passenger=b["passenger"].where(b.index != 7, 5)),
        "empty": b.assign(passenger=b["passenger"].where(b.index != 7)),
    }
    return changed[way]


@pytest.mark.parametrize("way", ["same", "reordered"])
@pytest.mark.parametrize("key", [None, "passenger"])
def test_the_order_of_the_rows_changes_no_answer(passengers, way, key):
    "Every answer beside its own truth, as a join of pandas finds it."
    folder, _, a, b = passengers
    b = a[["passenger"]].merge(b)
    a.to_csv(folder / "a.csv", index=False)
    rows_changed(b, way).to_csv(folder / "b.csv", index=False)
    run = read_predictions(folder / "a.csv", folder / "b.csv", truth="truth", key=key)
    pairs = a.merge(rows_changed(b, way), on="passenger", suffixes=("_a", "_b"))
    assert run.about["joined"] == "by 'passenger'"
    assert run.y.tolist() == pairs["truth"].tolist()
    for name in ("a", "b"):
        assert run.predictions[name][0].tolist() == pairs[f"pred_{name}"].tolist()


@pytest.mark.parametrize("way", ["missing", "repeated", "unknown", "empty"])
@pytest.mark.parametrize("turned", [False, True])
def test_keys_that_differ_are_refused(passengers, way, turned):
    "Whichever of the two files comes first."
    folder, _, a, b = passengers
    a.to_csv(folder / "a.csv", index=False)
    rows_changed(b, way).to_csv(folder / "b.csv", index=False)
    files = [folder / "a.csv", folder / "b.csv"]
    said = {"repeated": "1 missing or repeated in b.csv", "empty": "1 missing or repeated in b.csv"}
    with pytest.raises(ValueError, match=said.get(way, "1 of (299|300) keys of ")):
        read_predictions(files[::-1] if turned else files, truth="truth", key="passenger")


def test_the_command_reads_each_file_once(passengers, monkeypatch, capsys):
    "And a long table is still refused with the command that reads it."
    from evalbook.practice import files
    from evalbook.practice.command import main

    folder, _, a, b = passengers
    seen = []
    whole = files.read_table
    monkeypatch.setattr(
        files, "read_table", lambda p, **how: seen.append(str(p)) or whole(p, **how)
    )
    paths = [str(folder / name) for name in ("a.csv", "b.csv")]
    assert main(["compare", *paths, "--truth", "truth"]) == 0 and seen == paths
    table = pd.concat([a.assign(model=name, item=a["passenger"]) for name in "ab"])
    table.to_csv(paths[0], index=False)
    assert main(["compare", *paths, "--truth", "truth"]) == 2
    assert "--item item --model model" in capsys.readouterr().err


def test_two_keys_that_agree_are_no_question(passengers):
    folder, right, a, b = passengers
    for table, name in ((a, "a"), (b, "b")):
        table.assign(ticket_id=table["passenger"] * 7).to_csv(folder / f"{name}.csv", index=False)
    run = read_predictions(folder / "a.csv", folder / "b.csv", truth="truth")
    assert np.ravel(run.scores().values) == pytest.approx(right, abs=1e-12)


def test_a_saved_index_that_is_the_only_key_is_said(tmp_path):
    y = list("ab" * 20)
    first = pd.DataFrame({"y": y, "rf": y})
    first.to_csv(tmp_path / "i1.csv")
    first[["rf"]].sample(frac=1, random_state=0).to_csv(tmp_path / "i2.csv")
    run = read_predictions(tmp_path / "i1.csv", tmp_path / "i2.csv")
    assert run.scores().values.tolist() == [[1.0], [1.0]]
    assert any("Unnamed: 0" in n.text for n in run.notes if n.code == "assumed")


# ---------------------------------------------------------------- columns that are no models


def test_numbers_that_nobody_named_are_not_judged(tmp_path):
    rng = np.random.default_rng(0)
    y = rng.integers(2, size=90)
    frame = pd.DataFrame(
        {"y": y, "rf": np.where(rng.random(90) < 0.8, y, 1 - y), "run": rng.integers(4, size=90)}
    )
    frame.to_csv(tmp_path / "p.csv", index=False)
    assert read_predictions(tmp_path / "p.csv").names == ("rf",)
    assert read_predictions(tmp_path / "p.csv", models=["rf", "run"]).names == ("rf", "run")
    price = rng.normal(100, 10, 90)
    numbers = pd.DataFrame(
        {"y": price, "m": price + rng.normal(size=90), "bad": 100 + rng.normal(0, 10, 90), "age": y}
    )
    numbers.to_csv(tmp_path / "n.csv", index=False)
    assert read_predictions(tmp_path / "n.csv").names == ("m", "bad")  # a useless model is a model


# ---------------------------------------------------------------- long tables


@pytest.fixture
def long_table(tmp_path):
    "Answers of two models to thirty items, under two prompts, three times."
    rng = np.random.default_rng(0)
    rows = [
        {
            "model": m,
            "item": i,
            "prompt": p,
            "run": r,
            "correct": int(rng.random() < 0.5 + 0.2 * (m == "b")),
        }
        for m in "ab"
        for i in range(30)
        for p in ("short", "long")
        for r in range(3)
    ]
    path = tmp_path / "runs.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)))
    return path, pd.DataFrame(rows)


@pytest.mark.parametrize("drop", [[], ["prompt"], ["prompt", "run"]])
def test_a_long_table_is_answered_by_the_line_that_reads_it(long_table, drop):
    path, frame = long_table
    fewer = frame.drop_duplicates(
        [c for c in ("model", "item", "prompt", "run") if c not in drop]
    ).drop(columns=drop)
    path.write_text("\n".join(map(json.dumps, fewer.to_dict("records"))))
    with pytest.raises(ValueError) as refused:
        read_predictions(path, truth="correct")
    line = str(refused.value).split("Write ")[1]
    run = eval(
        line, vars(evalbook) | every() | {"Evaluation": Evaluation, "read_table": read_table}
    )
    means = fewer.groupby("model")["correct"].mean()
    assert dict(zip(run.names, np.ravel(run.scores().values))) == pytest.approx(
        means.to_dict(), abs=1e-12
    )


ASKED = [(f"q{q}", m, s) for q in range(20) for m in ("gpt", "claude") for s in range(2)]
GRADED = pd.DataFrame(ASKED, columns=["question_id", "model", "sample"])
GRADED["correct"] = np.random.default_rng(0).random(80) < 0.6
GRADED["judge"] = np.random.default_rng(1).integers(1, 6, 80)  # a grade
ONCE = GRADED[GRADED["sample"] == 0]
RATED = GRADED.rename(columns={"judge": "grade", "sample": "judge"})


@pytest.mark.parametrize(
    "table, runs",
    [
        (GRADED, "sample"),
        (GRADED.assign(judge=[1, 5] * 40), "sample"),  # distinct within a question
        (GRADED.assign(seed=range(80)), "sample"),  # a seed of each answer
        (GRADED.assign(seed=GRADED["sample"] // 2), "sample"),
        (GRADED[1:], "sample"),
        (ONCE, None),
        (ONCE.assign(sample=7, prompt="Answer."), None),
        (RATED, "judge"),
        (
            pd.concat([RATED.assign(prompt=p) for p in "ab"]),
            ["judge", "prompt"],
        ),
    ],
)
def test_what_tells_answers_apart_is_the_run(table, runs):
    "A judge's grade was taken for the run: the line did not run, or paired the runs of two models by grade."
    with pytest.raises(ValueError, match="one row a model and item") as refused:
        evalbook.report(table)
    fields = {"item": "question_id", "model": "model", "score": "correct"}
    fields |= {"run": runs} if runs else {}
    named = ", ".join(f"{k}={v!r}" for k, v in fields.items())
    assert f"from_records(table, {named})" in str(refused.value)
    if len(table) > 79:
        assert Evaluation.from_records(table, **fields).names == ("gpt", "claude")


@pytest.mark.parametrize("rows", [GRADED, ONCE.drop(columns="sample")], ids=["twice", "once"])
@pytest.mark.parametrize("models", [["gpt", "claude"], ["gpt"]])
@pytest.mark.parametrize("named", [True, False])
def test_a_file_of_answers_is_a_model(rows, models, named, tmp_path, monkeypatch, capsys):
    "The line asked for a column of models or of the truth, of which there was none."
    from evalbook.practice.command import main

    monkeypatch.chdir(tmp_path)
    for m in models:
        part = rows[rows["model"] == m].drop(columns=[] if named else ["model"])
        part.to_json(f"{m}.jsonl", orient="records", lines=True)
    files = [f"{m}.jsonl" for m in models]
    for read in (read_log, read_predictions):
        with pytest.raises(ValueError) as refused:
            read(*files)
        found = eval(str(refused.value).split("Write ")[1], vars(evalbook) | every())
        whole = rows[rows["model"].isin(models)].groupby("model")["correct"].mean()
        values = dict(zip(found.names, np.ravel(found.scores().values)))
        assert values == pytest.approx(whole.to_dict())
    assert main(["compare", *files]) == 2
    line = capsys.readouterr().err.split("Type: evalbook ")[1].split()
    assert "--model" not in line and main(line) == 0
    shown = capsys.readouterr().out
    assert all(m in shown for m in models)


def test_several_files_of_several_models_are_one_table(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, part in GRADED.groupby(GRADED["question_id"].str[-1].isin([*"13579"])):
        part.to_json(f"{name}.jsonl", orient="records", lines=True)
    with pytest.raises(ValueError) as refused:
        read_log("True.jsonl", "False.jsonl")
    line = str(refused.value).split("Write ")[1]
    assert len(eval(line, vars(evalbook) | every() | {"pd": pd}).y) == 40


# ---------------------------------------------------------------- logs


def test_samples_of_the_harness_are_read_by_question():
    run = read_log(*SAMPLES)
    truth = [[r["acc"] for r in records(p)] for p in SAMPLES]
    assert run.names == ("small", "large") and run.groups is None
    assert np.ravel(run.scores().values) == pytest.approx(np.mean(truth, axis=1), abs=1e-12)
    other = read_log({"x": SAMPLES[0], "y": SAMPLES[1]}, score="acc_norm")
    norm = [np.mean([r["acc_norm"] for r in records(p)]) for p in SAMPLES]
    assert other.names == ("x", "y") and np.ravel(other.scores().values) == pytest.approx(
        norm, abs=1e-12
    )


def test_the_order_of_a_log_does_not_matter(tmp_path):
    straight, turned = read_log(*SAMPLES), tmp_path / "large.jsonl"
    turned.write_text("\n".join(SAMPLES[1].read_text().splitlines()[::-1]))
    run = read_log({"small": SAMPLES[0], "large": turned})
    assert mcnemar(run.correct()).pvalue == mcnemar(straight.correct()).pvalue


def test_a_filter_is_chosen():
    for name in ("strict-match", "flexible-extract"):
        truth = [
            np.mean([r["exact_match"] for r in records(p) if r["filter"] == name]) for p in MATHS
        ]
        run = read_log(MATHS, filter=name)
        assert len(run.y) == 20 and np.ravel(run.scores().values) == pytest.approx(truth, abs=1e-12)
    assert np.array_equal(
        read_log(MATHS).scores().values, read_log(MATHS, filter="strict-match").scores().values
    )
    with pytest.raises(ValueError, match="flexible-extract"):
        read_log(MATHS, filter="none such")


def test_metrics_within_an_object_and_truth_values(tmp_path):
    lines = [
        {"doc_id": i, "doc": {}, "target": "x", "metrics": {"acc": {"strict": i % 2 == 0}}}
        for i in range(10)
    ]
    (tmp_path / "m.jsonl").write_text("\n".join(map(json.dumps, lines)))
    assert read_log(tmp_path / "m.jsonl").scores().values.tolist() == [[0.5]]


def test_epochs_of_inspect_are_groups_of_their_question():
    run = read_log(INSPECT)
    letters = [
        [s["scores"]["choice"]["value"] == "C" for s in json.loads(p.read_text())["samples"]]
        for p in INSPECT
    ]
    assert run.names == ("openai/small", "openai/large")
    assert len(run.y) == 36 and len(set(run.groups)) == 12
    assert np.ravel(run.scores().values) == pytest.approx(np.mean(letters, axis=1), abs=1e-12)


def test_partial_credit_and_numbers_of_inspect(tmp_path):
    log = json.loads(INSPECT[0].read_text())
    log["samples"] = [s for s in log["samples"] if s["epoch"] == 1]
    for value, number in (("P", 0.5), (0.25, 0.25), ("0.75", 0.75), ("N", 0.0), (True, 1.0)):
        for i, s in enumerate(log["samples"]):
            s["scores"]["choice"]["value"] = value if i < 6 else "C"
        (tmp_path / "log.json").write_text(json.dumps(log))
        found = read_log(tmp_path / "log.json").scores("choice" if number not in (0, 1) else None)
        assert float(found.values.mean()) == pytest.approx((1 + number) / 2, abs=1e-12)


def test_an_archive_of_inspect_is_its_json(tmp_path):
    log = json.loads(INSPECT[0].read_text())
    with zipfile.ZipFile(tmp_path / "log.eval", "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("header.json", json.dumps({k: v for k, v in log.items() if k != "samples"}))
        for s in log["samples"]:
            packed.writestr(f"samples/{s['id']}_epoch_{s['epoch']}.json", json.dumps(s))
    assert np.array_equal(
        read_log(tmp_path / "log.eval").scores().values, read_log(INSPECT[0]).scores().values
    )


def test_read_predictions_reads_logs_too():
    run = read_predictions(*SAMPLES, truth="target")
    assert np.array_equal(run.scores().values, read_log(*SAMPLES).scores().values)


def test_other_questions_and_missing_scores_are_refused(tmp_path):
    changed = records(SAMPLES[1])
    changed[3]["doc_hash"] = "other"
    (tmp_path / "c.jsonl").write_text("\n".join(map(json.dumps, changed)))
    with pytest.raises(ValueError, match="same questions"):
        read_log(SAMPLES[0], tmp_path / "c.jsonl")
    log = json.loads(INSPECT[0].read_text())
    log["samples"][4]["scores"] = {}
    (tmp_path / "l.json").write_text(json.dumps(log))
    with pytest.raises(ValueError, match="1 without one"):
        read_log(tmp_path / "l.json")
    (tmp_path / "t.csv").write_text("a,b\n1,2\n")
    with pytest.raises(ValueError, match="from_records"):
        read_log(tmp_path / "t.csv")


@pytest.fixture
def scored(tmp_path):
    "Two logs of one metric: the second one has the larger numbers."

    def logs(metric, *, factor=1.0):
        for name, values in (("one", 0.2 + 0.01 * np.arange(12)), ("two", factor * np.arange(12))):
            frame = pd.DataFrame({"doc_id": range(12), metric: values})
            frame.to_json(tmp_path / f"{name}.jsonl", orient="records", lines=True)
        return tmp_path / "one.jsonl", tmp_path / "two.jsonl"

    return logs


@pytest.mark.parametrize("metric", ["nll", "cer", "edit_distance", "word_perplexity", "logloss"])
def test_the_smaller_of_what_counts_against_a_model_is_better(scored, metric):
    assert not read_log(*scored(metric)).measures[metric].higher_is_better


def test_a_metric_of_unknown_direction_is_asked_for_its_direction(scored):
    "Every unknown name was taken for one of which more is better."
    for metric in ("rougeL", "model_graded_qa", "prompt_level_strict_acc", "pass@1"):
        assert read_log(*scored(metric)).measures[metric].higher_is_better
    with pytest.raises(ValueError, match="needs its direction.*higher_is_better=True"):
        read_log(*scored("verbosity"))
    run = read_log(*scored("verbosity"), higher_is_better=False)
    assert not run.measures["verbosity"].higher_is_better


def test_shares_and_percent_are_not_compared(scored):
    with pytest.raises(ValueError, match="one scale.*Divide those of two by 100"):
        read_log(*scored("acc", factor=9.0))
    assert read_log(*scored("seconds", factor=9.0)).names == ("one", "two")


def test_a_summary_gets_the_interval_that_its_answers_have():
    "n follows from the standard error, and the right answers from n: Wilson's limits of the same counts."
    for path, samples in zip(sorted(DATA.glob("*/results_*.json"), reverse=True), SAMPLES):
        assert log_kind(path) == "summary"
        with pytest.raises(ValueError) as refused:
            read_log(path)
        right = int(sum(r["acc"] for r in records(samples)))
        line = re.findall(r"interval_proportion\(\d+, \d+\)", str(refused.value))[0]
        assert line == f"interval_proportion({right}, 24)"
        limits = eval(
            line, vars(evalbook) | every() | {"interval_proportion": evalbook.interval_proportion}
        )
        assert 0 < float(limits.low) < right / 24 < float(limits.high) < 1
    p, n = 0.61, 100
    flat = {"acc": p, "acc_stderr": (p * (1 - p) / (n - 1)) ** 0.5}
    assert "interval_proportion(61, 100)" in summary_said(summary_scores(flat)[0])
    assert "0.5904 to 0.6296" in summary_said(
        summary_scores({"acc": 0.61, "acc_stderr": 0.01})[0]
    )  # +- 1.96
    assert "no interval" in summary_said(summary_scores({"accuracy": 0.61})[0])


# ---------------------------------------------------------------- notes


def test_whole_numbers_are_left_in_json(tmp_path):
    rows = [{"a": i, "b": {"c": i}, "y": i % 2} for i in range(12)]
    (tmp_path / "t.json").write_text(json.dumps(rows))
    assert read_table(tmp_path / "t.json")["b"].iloc[3] == '{"c": 3}'


def test_clean_tables_pass_and_at_most_three_notes_are_made():
    "Eighty clean tables: no note on any."
    alarms = 0
    for seed in range(80):
        rng = np.random.default_rng(seed)
        frame = pd.DataFrame(
            {
                "a": rng.normal(size=120),
                "b": rng.integers(5, size=120),
                "c": rng.choice(list("xyz"), 120),
            }
        )
        signal = frame["a"] + rng.normal(size=120)
        frame["y"] = signal if seed % 2 else np.where(signal > 0, "yes", "no")
        alarms += bool(careful_notes(frame, split_table(frame, "y")))
    assert alarms == 0
    rng = np.random.default_rng(0)
    bad = pd.DataFrame(
        {
            "patient_id": np.repeat(range(100), 2),
            "day": pd.date_range("2024-01-01", periods=200).astype(str),
        }
    )
    bad["y"] = (rng.random(200) < 0.1).astype(int)
    bad["death"] = bad["y"] * 5
    notes = careful_notes(bad, split_table(bad, "y"))
    assert len(notes) == 3 and "'death'" in notes[0].text and "'patient_id'" in notes[1].text


def test_a_threshold_of_one_feature_is_seen_and_good_features_are_not():
    from sklearn.datasets import load_breast_cancer, load_iris, load_wine

    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"weight": rng.normal(2900, 700, 189), "age": rng.integers(15, 45, 189)})
    frame["low"] = (frame["weight"] < 2500).astype(int)
    assert "'weight'" in careful_notes(frame, split_table(frame, "low"))[0].text
    frame["low"] = rng.permutation(frame["low"])
    assert careful_notes(frame, split_table(frame, "low")) == ()
    for load in (
        load_iris,
        load_wine,
        load_breast_cancer,
    ):  # iris: petal width leaves 6 % of the errors
        table = load(as_frame=True).frame
        assert careful_notes(table, split_table(table, "target")) == ()


def test_what_a_table_shares_is_never_written_to():
    "Classes are found once; a row of a table shares its cases, and a writable array is copied."
    case = np.array([2, 0, 1])
    table = evalbook.core.Losses([[0, 1, 0], [1, 1, 0]], case, names=("a", "b"))
    case[:] = 0
    assert table.case.tolist() == [2, 0, 1] and table["a"].case is table.case
    assert table["a"].values.tolist() == [0, 1, 0] and table.split.tolist() == [0, 0, 0]
    run = Evaluation.from_predictions(["no", "yes", "no"], {"a": ["no", "no", "no"]})
    assert run.classes.tolist() == ["no", "yes"] and run.classes is run.classes
    for shared in (run.classes, table.case, table["a"].case, table.split):
        with pytest.raises(ValueError, match="read-only"):
            shared[0] = shared[1]


def test_a_column_of_patients_is_not_passed_over(tmp_path):
    patient = np.repeat(np.arange(30), 4)
    truth = patient % 2
    for name, step in (("old", 3), ("new", 5)):
        frame = pd.DataFrame({"id": np.arange(120), "patient": patient, "truth": truth})
        frame["answer"] = np.where(np.arange(120) % step, truth, 1 - truth)
        frame.to_csv(tmp_path / f"{name}.csv", index=False)
    files = [tmp_path / "old.csv", tmp_path / "new.csv"]
    assert "give groups='patient'" in str(
        [n.text for n in read_predictions(files, truth="truth").notes]
    )
    told = read_predictions(files, truth="truth", groups="patient").notes
    assert "repeated_id" not in [n.code for n in told]


def test_a_key_that_repeats_in_one_file_is_no_reason_to_pair_row_by_row(tmp_path):
    y = np.arange(40) % 2
    first = pd.DataFrame({"case": range(40), "y": y, "prediction": y})
    second = first.sample(frac=1, random_state=0).drop(columns="y")
    second.iloc[3, 0] = second.iloc[4, 0]
    first.to_csv(tmp_path / "a.csv", index=False)
    second.to_csv(tmp_path / "b.csv", index=False)
    with pytest.raises(
        ValueError, match="'case', which names each row once, got 1 missing or repeated in b.csv"
    ):
        read_predictions([tmp_path / "a.csv", tmp_path / "b.csv"], truth="y")


def test_a_class_called_none_is_a_class(tmp_path):
    "pandas reads the word as a gap: half of the cases were left out, and one of two equal models won. JSON lines had all of them."
    y = ["None", "mild", "severe", "None"] * 10
    columns = {"y": y, "a": ["None", "mild", "severe", "mild"] * 10, "b": ["None", "mild", "mild", "None"] * 10}  # fmt: skip
    right = [0.75, 0.75]
    for word in ("None", "N/A", "n/a"):
        told = {k: [word if v == "None" else v for v in column] for k, column in columns.items()}
        run = read_predictions(saved(tmp_path, **told))
        assert run.scores().values[:, 0].tolist() == right and word in run.classes
    lines = tmp_path / "f.jsonl"
    pd.DataFrame(columns).to_json(lines, orient="records", lines=True)
    assert read_predictions(lines).scores().values[:, 0].tolist() == right
    always = saved(tmp_path, y=["None", "mild"] * 10, m=["None"] * 20)
    assert read_predictions(always).scores().values[0, 0] == 0.5
    target = read_table(saved(tmp_path, x=range(0, 80, 2), y=y))
    assert split_table(target, keep=["x"]).y.tolist() == y


def test_other_words_for_a_gap_are_named(tmp_path):
    "R and numpy write an empty cell so; among numbers None is one too."
    path = saved(tmp_path, y=["NA", "x", "y"] * 10, m=["x", "x", "y"] * 10)
    assert "10 without a truth (NA in the file)." in notes_of(read_predictions(path))
    table = read_table(saved(tmp_path, x=["None", "1.5", "N/A"] * 10, y=["a", "nan", ""] * 10))
    assert table["x"].isna().sum() == 20 and table["y"].isna().sum() == 20
    data = split_table(table.assign(x=range(0, 60, 2), y=table["y"].where(table.index < 29, "b")))
    assert "(nan in the file)" in data.about["rows dropped"]


def test_the_row_of_a_gap_is_that_of_the_file(tmp_path):
    "Rows without a truth were not counted; a gap in the groups was called one of a model."
    gaps = {"y": [None] * 3 + ["x", "y"] * 5, "a": ["x"] * 6 + [None] + ["y"] * 6, "g": list("abcdefghijkl") + [None]}  # fmt: skip
    path = saved(tmp_path, **gaps)
    with pytest.raises(ValueError, match="missing or infinite in 'a', the first in row 7"):
        read_predictions(path)
    path = saved(tmp_path, **(gaps | {"a": ["x"] * 13}))
    with pytest.raises(ValueError, match="a group for every case, got 1 .* in 'g'.*in row 13"):
        read_predictions(path, groups="g")


def test_an_infinite_prediction_is_no_other_scale(tmp_path):
    "The column was left out, and the other one judged alone."
    path = saved(tmp_path, y=np.arange(30.0), m=[np.inf, *range(2, 31)], k=np.arange(30) + 0.5)
    with pytest.raises(ValueError, match="1 missing or infinite in 'm', the first in row 1"):
        read_predictions(path)


@pytest.mark.parametrize("key", ["id", "case"])
def test_keys_of_text_pair_with_keys_of_numbers(tmp_path, key):
    "They were said to have none in common, or the rows were paired in their order."
    y = ["ham", "spam"] * 20
    a = pd.DataFrame({key: range(100, 140), "y": y, "m": y})
    b = a.assign(**{key: a[key].astype(str)}).rename(columns={"m": "k"})
    day = pd.date_range("2024-01-01", periods=40)
    for one, other in ((a, b), (a.assign(**{key: day.astype(str)}), b.assign(**{key: day}))):
        one.to_csv(tmp_path / "a.csv", index=False)
        other.sample(frac=1, random_state=0).to_parquet(tmp_path / "b.parquet")
        paths = [tmp_path / "a.csv", tmp_path / "b.parquet"]
        for files in (paths, paths[::-1]):
            run = read_predictions(files)
            assert run.about["joined"] == f"by {key!r}" and (run.scores().values == 1).all()


# ---------------------------------------------------------------- which column belongs to which model

HAM = ["ham", "spam"] * 20
RIGHT, HALF = np.tile([0.1, 0.9], 20), np.full(40, 0.1)


def answers(kind, p):
    "A model's answers as files hold them; p are its probabilities of spam."
    labels = np.where(p >= 0.5, "spam", "ham")
    columns = {
        "labels": {"pred": labels},
        "one": {"m": p},
        "classes": {"ham": 1 - p, "spam": p},
        "named classes": {"m_ham": 1 - p, "m_spam": p},
        "labels, probability": {"y_pred": labels, "y_prob": p},
        "labels, its probability": {"pred": labels, "pred_prob": p},
        "labels, classes": {"pred": labels, "ham": 1 - p, "spam": p},
        "labels, its classes": {"pred": labels, "pred_ham": 1 - p, "pred_spam": p},
    }
    return columns[kind]


KINDS = (
    "labels",
    "one",
    "classes",
    "named classes",
    "labels, probability",
    "labels, its probability",
    "labels, classes",
    "labels, its classes",
)


@pytest.mark.parametrize("old", KINDS)
def test_models_stand_in_the_order_of_their_files_whatever_these_hold(tmp_path, old):
    "Files of class probabilities came first: `gate` took the old model for the new one."
    first = saved(tmp_path, "old.csv", id=range(40), y=HAM, **answers(old, RIGHT))
    for kind in KINDS:
        second = saved(tmp_path, "new.csv", id=range(40), y=HAM, **answers(kind, HALF))
        run = read_predictions(second, first)
        assert run.names == ("new", "old"), kind
        assert run.scores().values.ravel().tolist() == [0.5, 1.0]


def test_models_of_one_name_are_kept_apart_by_their_files(tmp_path):
    "`net` of one file was replaced by `net_ham, net_spam` of the other, or the reverse."
    one = saved(tmp_path, "A.csv", id=range(40), y=HAM, net=RIGHT, tree=HALF)
    two = saved(tmp_path, "B.csv", id=range(40), y=HAM, net_ham=1 - HALF, net_spam=HALF, tree=RIGHT)
    run = read_predictions(one, two)
    assert run.names == ("A.net", "A.tree", "B.net", "B.tree")
    assert run.scores().values.ravel().tolist() == [1, 0.5, 0.5, 1]
    both = {"net": RIGHT, "net_ham": 1 - HALF, "net_spam": HALF}
    with pytest.raises(ValueError, match="one answer of each model, got other probabilities of 'n"):
        read_predictions(saved(tmp_path, y=HAM, **both))
    with pytest.raises(ValueError, match="one answer of each model, got other probabilities of 'n"):
        Evaluation.from_predictions(HAM, both)
    run = Evaluation.from_predictions(HAM, both | {"net": ["ham"] * 40})  # labels are the answer
    assert run.names == ("net",) and float(run.scores().values[0, 0]) == 0.5


def test_probabilities_beside_labels_are_not_said_to_make_the_labels(tmp_path):
    "`net_prob ... its labels at 0.5 or more`, where the labels were those of `net`."
    labels = ["ham", "spam", "ham", "ham"] * 10
    run = read_predictions(saved(tmp_path, y=HAM, net=labels, net_prob=RIGHT))
    assert float(run.scores().values[0, 0]) == 0.75 and "its labels" not in notes_of(run)
    assert "net_prob holds the probabilities of net." in notes_of(run)
    run = read_predictions(saved(tmp_path, y_true=HAM, y_pred=labels, y_prob=RIGHT))
    assert run.names == ("y_pred",) and run.scores("roc_auc").values.tolist() == [[1.0]]
    three = {f"proba_{k}": np.roll([0.8, 0.1, 0.1] * 10, k) for k in range(3)}
    run = read_predictions(saved(tmp_path, y_true=[0, 1, 2] * 10, y_pred=[0] * 30, **three))
    assert run.names == ("y_pred",) and "y_pred" in run.probabilities


def test_a_name_says_whose_probability_a_column_holds(tmp_path):
    "`net_ham` was read as the probability of spam: 0 % for 100 %."
    run = read_predictions(saved(tmp_path, y=HAM, net_ham=1 - RIGHT))
    assert float(run.scores().values[0, 0]) == 1 and "probability of 'ham'" in notes_of(run)
    assert Evaluation.from_predictions(HAM, {"net_ham": 1 - RIGHT}).scores().values.item() == 1
    other = {"net_ham": [0.7, 0.2] * 20, "net_spam": [0.1] * 40, "net_viagra": [0.2, 0.7] * 20}
    with pytest.raises(ValueError, match="sum to 1, got 0.9 of net_ham, net_viagra in row 1"):
        read_predictions(saved(tmp_path, y=["ham", "viagra"] * 20, **other))
    numbers = read_predictions(saved(tmp_path, y=[0, 1] * 20, m_0=RIGHT))  # perhaps a count
    assert float(numbers.scores().values[0, 0]) == 1


def test_a_probability_of_one_half_is_one_label_by_each_road(tmp_path):
    "Two columns gave 50 % from a file and 100 % from `from_predictions`, one column 100 % from both."
    half = np.tile([0.1, 0.5], 20)
    pair = {"m_ham": 1 - half, "m_spam": half}
    for columns in ({"m": half}, {"m_spam": half}, pair):
        run = read_predictions(saved(tmp_path, y=HAM, **columns))
        assert run.scores().values.item() == 1
        assert Evaluation.from_predictions(HAM, columns).scores().values.item() == 1
    assert (
        read_predictions(saved(tmp_path, y=HAM, m_ham=1 - half)).scores().values
        == Evaluation.from_predictions(HAM, {"m_ham": 1 - half}).scores().values
    )


@pytest.mark.parametrize("decimals", [2, 3, 4])
def test_rounded_probabilities_are_probabilities(tmp_path, decimals):
    chance = np.random.default_rng(0).dirichlet(np.ones(3), 60)
    columns = {f"m_{c}": chance[:, k].round(decimals) for k, c in enumerate("abc")}
    run = read_predictions(saved(tmp_path, y=list("abc") * 20, **columns))
    assert run.names == ("m",)
    assert np.allclose(run.probabilities["m"][0], chance, atol=0.6 * 10.0**-decimals * 3)


def test_models_are_named_by_column_or_as_the_report_names_them(tmp_path):
    "Columns of files with one model each could be named by their files alone, models of several columns not at all."
    pair = {"net_ham": 1 - RIGHT, "net_spam": RIGHT, "tree_ham": 1 - HALF, "tree_spam": HALF}
    path = saved(tmp_path, y=HAM, **pair)
    assert read_predictions(path, models=["tree", "net"]).names == ("tree", "net")
    one = saved(tmp_path, "g1.csv", id=range(40), y=HAM, a=HAM)
    two = saved(tmp_path, "g2.csv", id=range(40), y=HAM, b=["ham"] * 40)
    assert read_predictions(one, two, models=["b", "a"]).names == ("b", "a")
    assert read_predictions(one, two, models=["g2", "g1"]).names == ("g2", "g1")
    assert read_predictions(one, two, models=["a", "a"]).names == ("a",)
    with pytest.raises(ValueError, match="models= names a column, got 'c'"):
        read_predictions(one, two, models=["a", "c"])
    with pytest.raises(ValueError, match="or models, got 'id'. The models are g1, g2"):
        read_predictions(one, two, models=["g1", "id"])


def test_numbers_beside_whole_numbers_lead_to_a_regression(tmp_path):
    path = saved(tmp_path, y=np.arange(40) % 5, m=np.arange(40) % 5 + 0.25)
    with pytest.raises(ValueError, match="for numbers write task='regression'"):
        read_predictions(path)
    assert read_predictions(path, task="regression").names == ("m",)


def test_blanks_separate_where_nothing_else_does(tmp_path):
    "They had to be named, though the help said that they are recognised."
    path = tmp_path / "f.txt"
    path.write_text("y  m\n" + "ham  spam\nspam spam\n" * 10)
    assert read_predictions(path).scores().values[0, 0] == 0.5
    path.write_text("full name,y\n" + "Ann Lee,ham\nBo Ek,spam\n" * 10)
    assert read_table(path).columns.tolist() == ["full name", "y"]


# ---------------------------------------------------------------- files that other programs wrote


def written(folder, text, name="f.csv", encoding="utf-8"):
    "A file of this text."
    (folder / name).write_text(text, encoding=encoding)
    return folder / name


@pytest.mark.parametrize("mark", [",", ";", "\t", "|"])
def test_a_separator_at_the_end_of_the_rows_moves_no_column(tmp_path, mark):
    "Column `a` was taken for the truth and `b` for the model `a`, without a word."
    text = "y,a,b\n" + "cat,cat,dog,\ndog,dog,cat,\n" * 10
    run = read_predictions(written(tmp_path, text.replace(",", mark)))
    assert dict(zip(run.names, run.scores().values[:, 0])) == {"a": 1.0, "b": 0.0}
    coded = written(tmp_path, "y,a\n" + "01,01,\n1,01,\n" * 10)
    assert sorted(read_predictions(coded).classes) == ["01", "1"]


def test_rows_with_more_fields_than_the_header_are_refused(tmp_path):
    "Of 1,5 the 1 was lost; after a line before the header the first column was."
    rows = '"y","a"\n' + '"cat","cat","dog"\n' * 4
    for text in (
        rows,
        "value\n1,5\n2,7\n",
        "Report of May\n\na,b\n1,2\n3,4\n",
        "a,b\n1,2,3\n4,5,6\n",
    ):
        with pytest.raises(ValueError, match="the header has fewer names"):
            read_table(written(tmp_path, text))
    text = "item,model,score\n1,a,1,{}\n1,b,0,{}\n2,a,1,{}\n2,b,1,{}\n"
    columns = dict(item="item", model="model", score="score")
    run = Evaluation.from_records(written(tmp_path, text.replace("{}", "")), **columns)
    assert run.scores().values[:, 0].tolist() == [1, 0.5]
    with pytest.raises(ValueError, match="read_table"):
        Evaluation.from_records(written(tmp_path, text.replace("{}", "0")), **columns)


@pytest.mark.parametrize("mark", [" ", ",", "\t"])
def test_names_of_rows_as_r_writes_them_are_an_index(tmp_path, mark):
    "Only with sep='space' was the default of write.table read."
    rows = "".join(f'"{i}"{mark}0{i % 2}{mark}01\n' for i in range(1, 21))
    run = read_predictions(written(tmp_path, f'"y"{mark}"a"\n{rows}', "r.txt"))
    assert run.names == ("a",) and sorted(run.classes) == ["00", "01"]
    assert float(run.scores().values[0, 0]) == 0.5


def test_the_first_line_of_excel_names_the_separator(tmp_path):
    path = written(tmp_path, "sep=;\ny;a\n" + "1,5;1,25\n2,5;2,25\n" * 5, encoding="utf-8-sig")
    assert read_predictions(path).scores("mae").values[0, 0] == 0.25


def test_json_lines_are_json(tmp_path):
    "Text became numbers, so that 01 was 1; a byte order mark and UTF-16 were refused."
    rows = [{"y": "01" if i % 2 else "1", "m": "1", "at": "2024-01-01"} for i in range(20)]
    whole = read_predictions(written(tmp_path, json.dumps(rows), "f.json"))
    for encoding in ("utf-8", "utf-8-sig", "utf-16"):
        text = "\n".join(map(json.dumps, rows))
        path = written(tmp_path, text, "f.jsonl", encoding)
        assert read_table(path).equals(read_table(tmp_path / "f.json"))
        run = read_predictions(path)
        assert run.scores().values[0, 0] == whole.scores().values[0, 0] == 0.5
    texts = [{"y": f"{i / 4}", "m": i / 4 + 0.5, "at": f"{10**17 + i}"} for i in range(20)]
    for name, text in (
        ("f.json", json.dumps(texts)),
        ("f.jsonl", "\n".join(map(json.dumps, texts))),
    ):
        run = read_predictions(written(tmp_path, text, name))
        assert run.task == "regression" and run.scores("mae").values[0, 0] == 0.5
        assert read_table(tmp_path / name)["at"].nunique() == 20


def test_the_index_of_a_parquet_file_is_a_column(tmp_path):
    "It was lost, and files in different orders were paired row by row."
    pytest.importorskip("pyarrow")
    y = np.where(np.arange(40) % 2, "dog", "cat")
    a = pd.DataFrame({"y": y, "p": y}, index=pd.Index([f"c{i}" for i in range(40)], name="id"))
    b = a[["p"]].sample(frac=1, random_state=0)
    for name, frame in {"a": a, "b": b}.items():
        frame.to_parquet(tmp_path / f"{name}.parquet")
    run = read_predictions(tmp_path / "a.parquet", tmp_path / "b.parquet")
    assert run.scores().values[:, 0].tolist() == [1, 1] and run.about["joined"] == "by 'id'"
    a.assign(id=a.index).to_parquet(tmp_path / "c.parquet")
    assert list(read_table(tmp_path / "c.parquet")) == ["y", "p", "id"]
    a.reset_index(drop=True).to_parquet(tmp_path / "c.parquet")
    assert list(read_table(tmp_path / "c.parquet")) == ["y", "p"]


def test_lists_levels_and_decimals_of_a_parquet_file(tmp_path):
    "The first two were crashes; Decimals were taken for labels, in arrays too."
    from datetime import date
    from decimal import Decimal

    pytest.importorskip("pyarrow")
    y = [Decimal("1.5"), Decimal("2.25"), Decimal("3.5")] * 4
    a = [v + Decimal("0.25") for v in y]
    frame = pd.DataFrame(
        {"y": y, "a": a, "tokens": [[{"n": [i, 1], "on": date(2024, 1, 2)}] for i in range(12)]}
    )
    frame.to_parquet(tmp_path / "f.parquet")
    for run in (
        read_predictions(tmp_path / "f.parquet"),
        Evaluation.from_predictions(y, {"a": a}),
    ):
        assert run.task == "regression" and run.scores("mae").values[0, 0] == 0.25
    assert read_table(tmp_path / "f.parquet")["tokens"][1] == '[{"n": [1, 1], "on": "2024-01-02"}]'
    frame[["y"]].set_axis(pd.MultiIndex.from_tuples([("z", "y")]), axis=1).to_parquet(
        tmp_path / "l.parquet"
    )
    assert list(read_table(tmp_path / "l.parquet")) == ["('z', 'y')"]


@pytest.mark.parametrize("kind", ["gap", "repeats", "number"])
def test_a_shared_key_with_a_gap_or_repeats_everywhere_is_refused(tmp_path, kind):
    "The rows were paired in their order, and a note said that the files shared no key."
    y = np.where(np.arange(40) % 2, "dog", "cat")
    a = pd.DataFrame({"id": [f"c{i}" for i in range(40)], "y": y, "p": y})
    if kind == "number":
        a["id"] = np.arange(40)
    b = a[["id", "p"]].sample(frac=1, random_state=0)
    if kind == "repeats":
        a, b = pd.concat([a, a[:1]]), pd.concat([b, b[:1]])
    else:
        a.loc[3, "id"] = None
    for name, frame in {"a": a, "b": b, "c": a[["id", "p"]]}.items():
        frame.to_csv(tmp_path / f"{name}.csv", index=False)
    with pytest.raises(ValueError, match="'id', which names each row once, got . missing or"):
        read_predictions(tmp_path / "a.csv", tmp_path / "b.csv")
    a.reset_index(drop=True).to_csv(tmp_path / "i.csv")
    b.reset_index(drop=True).to_csv(tmp_path / "j.csv")
    with pytest.raises(ValueError, match="'id', which names each row once"):
        read_predictions(tmp_path / "i.csv", tmp_path / "j.csv")
    run = read_predictions(tmp_path / "a.csv", tmp_path / "c.csv")  # in one order
    assert run.scores().values[:, 0].tolist() == [1, 1]


def test_predictions_named_like_a_key_are_predictions(tmp_path):
    a = saved(tmp_path, "a.csv", y=[0, 1, 2, 3] * 5, label_id=[0, 1, 2, 2] * 5)
    b = saved(tmp_path, "b.csv", label_id=[0, 1, 1, 1] * 5)
    assert read_predictions(a, b).scores().values[:, 0].tolist() == [0.75, 0.5]


def test_a_number_names_the_class_of_a_lone_probability(tmp_path):
    "`prob_0` was read as the probability of 1, `prob_cat` as that of cat."
    y, p = [0, 1] * 10, np.array([0.9, 0.2] * 10)
    run = read_predictions(saved(tmp_path, y=y, prob_0=p))
    assert run.scores().values[0, 0] == 1 and run.probabilities["prob_0"][0][0, 0] == 0.9
    assert Evaluation.from_predictions(y, {"prob_0": p}).scores().values[0, 0] == 1
    models = {"p_0": 1 - p, "p_1": np.full(20, 0.6)}  # of two models
    for run in (read_predictions(saved(tmp_path, y=y, **models)), Evaluation.from_predictions(y, models)):  # fmt: skip
        assert run.scores().values[:, 0].tolist() == [1, 0.5]


@pytest.mark.parametrize("name", ["confidence", "net_confidence", "prediction", "net_prob"])
def test_the_probability_of_the_label_beside_it_is_no_model(tmp_path, name):
    "Weka's `prediction`, and the largest of predict_proba, were read as the probability of the second class."
    labels = {"y": ["cat", "dog", "cat", "dog"] * 5, "net": ["cat", "dog", "dog", "dog"] * 5}
    run = read_predictions(saved(tmp_path, **labels, **{name: [0.9, 0.8, 0.6, 0.7] * 5}))
    assert run.names == ("net",) and not run.probabilities
    assert name in run.about["columns dropped"]
    cut = read_predictions(saved(tmp_path, **labels, net_prob=[0.6, 0.8, 0.9, 0.7] * 5))
    assert list(cut.probabilities) == ["net"]  # by a limit of its own, at .65
    folds = saved(tmp_path, y=[0, 1] * 10, m=[0, 1] * 10, fold=[0, 1] * 10, weight=[0.5, 1] * 10)
    assert read_predictions(folds).names == ("m",)


def inspect_log(folder, name, *, question="sum of", values="CICC", **changes):
    "A log of Inspect, with messages that bear numbers of their own."
    samples = [
        {"id": i, "epoch": 1, "target": question[0], "scores": {"match": {"value": v}}}
        | {"input": [{"id": f"{name}{i}", "role": "user", "content": f"{question} {i}?"}]}
        for i, v in enumerate(values)
    ]
    log = {"version": 2, "eval": {"task": "t", "model": name}, "samples": samples} | changes
    return written(folder, json.dumps(log), f"{name}.json")


def test_logs_of_other_questions_or_targets_are_refused(tmp_path):
    "Inspect counts the questions, so all logs had the same; of lm-evaluation-harness only the questions were compared."
    a, b = (inspect_log(tmp_path, name) for name in "ab")
    assert len(read_log(a, b).y) == 4
    with pytest.raises(ValueError, match="same questions and targets in every log, got .* under 0"):
        read_log(a, inspect_log(tmp_path, "c", question="capital of"))
    prompted = inspect_log(
        tmp_path,
        "d",
        samples=[
            s | {"input": "In a word: " + s["target"]} for s in json.loads(b.read_text())["samples"]
        ],
    )
    assert "Inputs of one question differ" in str(read_log(a, prompted).notes)
    gold = written(tmp_path, "", "gold.jsonl")
    rows = [row | {"target": "other"} for row in records(SAMPLES[1])]
    gold.write_text("\n".join(map(json.dumps, rows)))
    with pytest.raises(ValueError, match="same questions and targets"):
        read_log(SAMPLES[0], gold)


def test_line_ends_within_a_text_do_not_end_a_line_of_a_log(tmp_path):
    "The harness writes such characters as they are."
    row = {"doc_id": 0, "doc": "one\u2028two\x85three", "acc": 1.0}
    path = written(tmp_path, json.dumps(row, ensure_ascii=False), "u.jsonl", "utf-8-sig")
    assert read_log(path).scores().values.tolist() == [[1.0]]
    row |= {"item": 0, "model": "m"}
    written(tmp_path, json.dumps(row, ensure_ascii=False), "u.jsonl")
    run = Evaluation.from_records(path, item="item", model="model", score="acc")
    assert run.scores().values.tolist() == [[1.0]]


def test_logs_that_were_cut_off_or_hold_no_answers_say_so(tmp_path):
    "A bare JSONDecodeError, a KeyError, and advice for other files."
    cut = written(tmp_path, SAMPLES[0].read_text()[:-30], "cut.jsonl")
    with pytest.raises(ValueError, match="in line 24 of cut.jsonl"):
        read_log(cut)
    part = written(tmp_path, INSPECT[0].read_text()[:-30], "cut.json")
    with pytest.raises(ValueError, match="cut.json: .*Was the run stopped"):
        read_log(part)
    for log in (inspect_log(tmp_path, "none", samples=[]), tmp_path / "head.json"):
        head = {k: v for k, v in json.loads((tmp_path / "none.json").read_text()).items() if v}
        written(tmp_path, json.dumps(head), "head.json")
        with pytest.raises(ValueError, match=f"single answers, got {log.name}, which holds none"):
            read_log(log)


def test_a_history_of_training_is_no_summary(tmp_path):
    "read_log advised read_log, and the command line reported an error of its own."
    path = written(tmp_path, '{"_step":0,"accuracy":0.1}\n{"_step":1,"accuracy":0.2}\n', "h.jsonl")
    assert log_kind(path) == ""
    with pytest.raises(ValueError, match="knows samples"):
        read_log(path)
    with pytest.raises(ValueError, match="_step, accuracy"):
        read_predictions(path)


def test_metrics_that_are_no_number_and_other_tasks_are_told_apart(tmp_path):
    "Of one log it was said to be read on its own; of two tasks, to leave out every question."
    rows = [{"doc_id": i, "metrics": ["ppl"], "ppl": [-10.0, 5]} for i in range(4)]
    path = written(tmp_path, "\n".join(map(json.dumps, rows)), "p.jsonl")
    with pytest.raises(ValueError, match="one number a question, in every log, got none.$"):
        read_log(path)
    old = [{"doc_id": i, "logit_0": -1.5, "truth": "0", "acc": "1.0"} for i in range(4)]
    written(tmp_path, "\n".join(map(json.dumps, old)), "p.jsonl")
    assert read_log(path).scores().values.tolist() == [[1.0]]
    tasks = [inspect_log(tmp_path, n, eval={"task": n, "model": n}) for n in "ab"]
    with pytest.raises(ValueError, match="Each task needs its log of every model"):
        read_log(*tasks)
    both = {"samples": {t: [{"doc_id": 0, "acc": 1.0}, {"doc_id": 1, "acc": 0.0}] for t in "ab"}}
    run = read_log(written(tmp_path, json.dumps(both), "both.json"))
    assert len(run.y) == 4 and "questions of a, b are pooled" in notes_of(run)


def test_sizes_of_an_error_are_no_share_of_cases():
    "`error` between 0 and 1 was said in percent: wrong on 31.7 % of new cases."
    rows = [
        {"item": i, "model": m, "error": 0.1 + 0.01 * (i * k % 7)}
        for k, m in enumerate("ab", 1)
        for i in range(40)
    ]
    run = Evaluation.from_records(
        rows, item="item", model="model", score="error", higher_is_better=False
    )
    said = str(evalbook.report(run))
    assert "smallest 'error'" in said and "wrong on" not in said
    assert run.scores("error").values.shape == (2, 1)


def test_the_table_of_a_run_is_read_back_without_its_index(tmp_path):
    "The row numbers were one more model; a row that stood twice counted twice."
    run = Evaluation.from_predictions([0, 1] * 10, {"a": [0, 1] * 9 + [1, 1]})
    frame = run.to_frame()
    frame.to_csv(tmp_path / "f.csv")
    again = Evaluation.from_frame(pd.read_csv(tmp_path / "f.csv"))
    assert again.names == ("a",) and again.scores().values.tolist() == [[0.95]]
    with pytest.raises(ValueError, match="case 3 twice in split 0"):
        Evaluation.from_frame(pd.concat([frame, frame[3:5]]))


def test_a_gap_in_a_file_of_predictions_is_answered_without_naming_another_command(tmp_path):
    "read_predictions and gate said that compare needs a prediction."
    path = tmp_path / "gap.csv"
    pd.DataFrame({"y": list("abab") * 5, "m": [None, *"bab", *"abab" * 4]}).to_csv(
        path, index=False
    )
    with pytest.raises(ValueError, match="a comparison needs a prediction") as caught:
        read_predictions(path, truth="y")
    assert "compare needs" not in str(caught.value)


def test_blanks_do_not_cut_a_file_that_names_its_separator(tmp_path):
    "One column of text, two words a line, became two columns."
    (path := tmp_path / "f.csv").write_text("first name\nAnna Smith\nBob Jones\n")
    assert read_table(path).columns.tolist() == ["first name"]


@pytest.mark.parametrize("word", ["None", ""])
def test_true_and_false_with_a_gap(tmp_path, word):
    "None was said to be a class that differs in its spelling; a truth with an empty cell had no label in common."
    y = np.array([True, False] * 20)
    gap = [word, *map(str, y[1:])]
    with pytest.raises(ValueError, match="1 missing or infinite in 'a', the first in row 1"):
        read_predictions(saved(tmp_path, y=y, a=gap))
    run = read_predictions(saved(tmp_path, y=gap, a=y))
    assert len(run.y) == 39 and run.scores().values[0, 0] == 1


def test_a_word_for_a_gap_is_no_group(tmp_path):
    "All rows of the group None were one group."
    y = [0, 1] * 20
    path = saved(tmp_path, y=y, a=y, g=["None", "None", *(f"p{i // 2}" for i in range(38))])
    with pytest.raises(ValueError, match="groups= names the group of every row, got 2 'None'"):
        read_predictions(path, groups="g")
    with pytest.raises(ValueError, match="got 2 'None' in 'g'"):
        split_table(pd.read_csv(path, keep_default_na=False), "y", groups="g")


def test_numbers_have_no_positive_class(tmp_path):
    with pytest.raises(ValueError, match="got '1'. Numbers have none."):
        read_predictions(saved(tmp_path, y=np.arange(40) / 3, a=np.arange(40) / 3), positive="1")


def test_folds_are_no_items():
    "Scores of folds were judged as independent cases."
    table = pd.DataFrame({"fold": [0, 1] * 2, "model": list("aabb"), "score": [0.8, 0.7, 0.9, 0.8]})
    with pytest.raises(
        ValueError, match=r"Write Evaluation.from_score_table\(table, model='model'"
    ):
        Evaluation.from_records(table, item="fold", model="model", score="score")
    Evaluation.from_records(table.rename(columns={"fold": "q"}), item="q", model="model", score="score", higher_is_better=True)  # fmt: skip


def test_answers_that_differ_in_nearly_every_row_are_no_key(tmp_path):
    "Numbers under the name of a key, and texts that are mostly right."
    y = np.arange(0, 4000, 100)
    a, b = y + 3, y - 7
    b[5] = b[6]
    a[5] = a[6]
    first = saved(tmp_path, "a.csv", y=y, number=a)
    run = read_predictions(first, saved(tmp_path, "b.csv", number=b))
    assert len(run.names) == 2 and run.about["joined"] == "row by row"
    texts = [f"answer {i}" for i in range(40)]
    first = saved(tmp_path, "a.csv", y=texts, told=[texts[1], *texts[1:]])
    run = read_predictions(first, saved(tmp_path, "b.csv", told=[*texts[:-1], texts[0]]))
    assert run.scores().values[:, 0].tolist() == [39 / 40, 39 / 40]


def test_codes_of_json_keep_only_the_text_that_stands_among_them(tmp_path):
    "One column of codes kept all numbers that were written as text; 1.0 was another class than that of `net_1`."
    rows = [{"id": f"{i:03d}", "y": f"{i % 7}.5", "a": f"{i % 7}.25"} for i in range(30)]
    path = written(tmp_path, "\n".join(map(json.dumps, rows)), "codes.jsonl")
    assert read_table(path).dtypes.astype(str).tolist()[1:] == ["float64", "float64"]
    rows = [{"y": float(i % 2), "net_0": 0.2, "net_1": 0.8} for i in range(30)]
    path = written(tmp_path, "\n".join(map(json.dumps, rows)), "whole.jsonl")
    assert read_predictions(path).names == ("net",)
