"""The command line as its user meets it: exit codes, messages, one page."""

import html
import json
import re
import shlex
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from evalbook.practice.command import main

pytestmark = pytest.mark.usefixtures("few_draws")


@pytest.fixture
def table(tmp_path):
    "A small mixed table on disk."
    rng = np.random.default_rng(1)
    x = rng.normal(size=80)
    frame = pd.DataFrame(
        {
            "x": x,
            "colour": rng.choice(["red", "blue", "rare"], 80, p=[0.49, 0.49, 0.02]),
            "sick": np.where(x + rng.normal(size=80) > 0, "yes", "no"),
        }
    )
    frame.loc[3, "x"] = np.nan
    path = tmp_path / "data.csv"
    frame.to_csv(path, index=False)
    return path


def test_report_prints_a_table_and_writes_one_self_contained_page(table, tmp_path, capsys):
    page = tmp_path / "r.html"
    assert (
        main(["report", str(table), "--learners", "tree,logreg", "--cv", "5", "--out", str(page)])
        == 0
    )
    printed, html = capsys.readouterr().out, page.read_text()
    assert (
        "treated as a classification" in printed
        and "always guessing" in printed
        and "Keep in mind" in printed
    )
    assert (
        "prefers-color-scheme: dark" in html
        and "<script" not in html
        and "src=" not in html
        and "href='http" not in html
    )


@pytest.mark.parametrize(
    "cv, test",
    [("5", "corrected resampled t"), ("2x5", "corrected resampled t"), ("holdout", "McNemar")],
)
def test_each_design_has_its_primary_test(table, cv, test, capsys):
    assert main(["report", str(table), *PLAIN, "--models", "tree,logreg", "--cv", cv]) == 0
    assert test in capsys.readouterr().out


@pytest.mark.long  # forests by two workers; test_reliability has one of them in every run
def test_the_same_seed_gives_the_same_words(table, capsys):
    runs = []
    for jobs in ("1", "2"):
        assert (
            main(
                [
                    "report",
                    str(table),
                    "--models",
                    "forest",
                    "--cv",
                    "3",
                    "--seed",
                    "4",
                    "--n-jobs",
                    jobs,
                ]
            )
            == 0
        )
        runs.append(
            capsys.readouterr().out.split("How it was made")[0]
        )  # which names the file and its hash  # times and the command differ
    assert "How good is each?" in runs[0] and runs[0] == runs[1]


@pytest.mark.parametrize("groups", [None, np.arange(30) // 3])
def test_the_largest_seed_deals_the_folds_that_evaluate_deals(groups):
    from evalbook.practice.learners_by_name import design_from
    from evalbook.run.evaluate_arguments import default_splits

    y, seed = np.arange(30) % 2, 2**32 - 1
    known = default_splits(y, "classification", groups, seed)[0]
    found = design_from("6x5", seed, y, "classification", groups)
    if groups is None:
        assert repr(found) == repr(known)
    else:
        assert len(found) == 30 and all(map(np.array_equal, sum(found, ()), sum(known, ())))


def test_parquet_without_its_reader_names_the_extra(tmp_path, monkeypatch, capsys):
    def missing(path):
        raise ImportError("no pyarrow")

    (tmp_path / "data.parquet").write_bytes(b"PAR1")
    monkeypatch.setattr(pd, "read_parquet", missing)
    assert main(["report", str(tmp_path / "data.parquet")]) == 2
    assert "pip install 'evalbook[parquet]'" in capsys.readouterr().err


def test_parquet_is_read_like_csv(table, capsys):
    pytest.importorskip("pyarrow")
    parquet = table.with_suffix(".parquet")
    pd.read_csv(table).to_parquet(parquet)
    words = []
    for path in (table, parquet):
        assert main(["report", str(path), "--models", "tree", "--cv", "3"]) == 0
        words.append(
            capsys.readouterr().out.split("\n", 1)[1].split("How it was made")[0]
        )  # which names the file and its hash
    assert words[0] == words[1]


def test_compare_needs_no_learner(tmp_path, capsys):
    truth = np.repeat(["a", "b"], 30)
    pd.DataFrame({"y": truth, "m1": truth, "m2": np.roll(truth, 3)}).to_csv(
        tmp_path / "p.csv", index=False
    )
    assert main(["compare", str(tmp_path / "p.csv"), "--truth", "y"]) == 0
    assert "McNemar" in capsys.readouterr().out
    assert main(["compare", str(tmp_path / "p.csv"), "--truth", "z"]) == 2
    assert "p.csv: y, m1, m2" in capsys.readouterr().err


def test_messages_have_no_traceback(tmp_path, capsys):
    assert main(["report", str(tmp_path / "none.csv")]) == 2
    said = capsys.readouterr().err
    assert "does not exist" in said and "Traceback" not in said


# ---------------------------------------------------------------- report


def run(*words, capsys):
    "Exit code, output and messages of the command."
    code = main(list(map(str, words)))
    said = capsys.readouterr()
    return code, said.out, said.err


FAST = ("--learners", "tree", "--cv", "3")
PLAIN = ("--drop", "colour")  # numbers alone are fitted ten times faster than words beside them


def test_semicolons_decimal_commas_and_windows_letters_are_read(tmp_path, capsys):
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(
        {"Größe": rng.normal(size=60).round(3), "Ort": rng.choice(["Köln", "Bonn"], 60)}
    )
    frame["krank"] = np.where(frame["Größe"] > 0, "ja", "nein")
    path = tmp_path / "d.csv"
    path.write_bytes(frame.to_csv(index=False, sep=";", decimal=",").encode("cp1252"))
    code, out, _ = run("report", path, *FAST, capsys=capsys)
    assert (
        code == 0
        and "semicolon separator, cp1252 encoding, decimal commas" in out
        and "2 features" in out
    )
    code, _, err = run("report", path, *FAST, "--sep", "comma", capsys=capsys)
    assert code == 2 and "--sep" in err


def test_identifiers_are_dropped_out_loud_also_after_rows_were_lost(tmp_path, capsys):
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(
        {"id": range(80), "key": rng.permutation(10**6)[:80], "x": rng.normal(size=80)}
    )
    frame = frame.rename(columns={"key": "customer_id"}).assign(
        y=np.where(frame["x"] > 0, "a", "b")
    )
    frame.loc[[3, 9], "y"] = None
    frame = frame.drop(index=[5, 6, 40])
    frame.to_csv(tmp_path / "d.csv")
    code, out, _ = run("report", tmp_path / "d.csv", *FAST, capsys=capsys)
    assert code == 0 and "1 feature" in out and "2 without a target" in out
    assert all(f"{name} (" in out for name in ("Unnamed: 0", "id", "customer_id"))
    code, out, _ = run("report", tmp_path / "d.csv", *FAST, "--keep", "customer_id", capsys=capsys)
    assert "2 features" in out and "customer_id (" not in out


def test_the_page_says_where_it_came_from_and_how_to_repeat_it(table, tmp_path, capsys):
    page = tmp_path / "r.html"
    assert run("report", table, *FAST, "--out", page, "--seed", "3", capsys=capsys)[0] == 0
    html = page.read_text()
    for words in ("data.csv", "sick", "--seed 3", "DecisionTreeClassifier", "evalbook report"):
        assert words in html, words


def test_groups_stay_together_and_show_in_the_answer(tmp_path, capsys):
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(
        {"who": np.repeat([f"p{i}" for i in range(30)], 4), "x": rng.normal(size=120)}
    )
    frame.assign(y=np.where(frame["x"] > 0, "a", "b")).to_csv(tmp_path / "d.csv", index=False)
    code, out, _ = run("report", tmp_path / "d.csv", *FAST, "--groups", "who", capsys=capsys)
    assert code == 0 and "1 feature" in out and "group" in out
    code, _, err = run("report", tmp_path / "d.csv", "--cv", "group-5", capsys=capsys)
    assert code == 2 and "--groups patient" in err


@pytest.mark.parametrize(
    "cv",
    [
        "30x0.9",
        "5x2",
        "0.8",
        "bootstrap-20",
        "time-4",
        "independent-3",
        "disjoint-3",
        "in-sample-20",
    ],
)
def test_designs_by_name(table, cv, capsys):
    code, out, err = run("report", table, *PLAIN, "--learners", "logreg", "--cv", cv, capsys=capsys)
    assert code == 0 and "logreg" in out, err


def test_several_measures_margin_against_json_and_markdown(table, tmp_path, capsys):
    options = [
        "--measure",
        "roc_auc,f1_macro",
        "--margin",
        "0.1",
        "--against",
        "logreg",
        "--confidence",
        "0.9",
    ]
    files = ["--json", tmp_path / "r.json", "--markdown", tmp_path / "r.md"]
    code, out, err = run(
        "report", table, "--learners", "logreg,tree", "--cv", "3", *options, *files, capsys=capsys
    )
    assert code == 0 and "AUC" in out and "90 %" in out, err
    assert (
        json.loads((tmp_path / "r.json").read_text()) and "tree" in (tmp_path / "r.md").read_text()
    )
    code, out, _ = run("report", table, *FAST, "--json", capsys=capsys)
    assert code == 0 and json.loads(out)


def test_a_regression_shows_the_root_of_the_squared_error_and_r2(tmp_path, capsys):
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"x": rng.normal(size=90), "z": rng.normal(size=90)}).assign(
        y=lambda t: t["x"] + rng.normal(size=90)
    )
    frame.to_csv(tmp_path / "d.csv", index=False)
    code, out, _ = run(
        "report", tmp_path / "d.csv", "--learners", "ridge", "--cv", "5", capsys=capsys
    )
    assert code == 0 and "root mean squared error" in out.lower() and "R2" in out


def test_the_last_line_names_options_of_the_command(tmp_path, capsys):
    "It named methods of Python, which nobody can type there."
    from evalbook.practice.command import parser
    from evalbook.practice.command_output import MORE

    rng = np.random.default_rng(0)
    pd.DataFrame({"x": rng.normal(size=60), "y": rng.normal(size=60)}).to_csv(
        tmp_path / "d.csv", index=False
    )
    code, out, _ = run("report", tmp_path / "d.csv", *FAST, capsys=capsys)
    named = re.findall(r"--[a-z]+", MORE)
    known = parser()._subparsers._group_actions[0].choices
    assert code == 0 and out.rstrip().endswith(MORE) and "to_html" not in out and len(named) == 3
    assert all(
        option in known[job]._option_string_actions
        for option in named
        for job in ("report", "compare")
    )
    code, out, _ = run(
        "report", tmp_path / "d.csv", *FAST, named[0], tmp_path / "p.html", capsys=capsys
    )
    assert code == 0 and (tmp_path / "p.html").read_text().startswith("<!doctype html>")


def test_a_note_above_the_answer_is_not_kept_in_mind_again(tmp_path, capsys):
    "Dates and copies of rows stood in the output twice; what may reverse the answer still stands in it."
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(
        {"day": pd.date_range("2020-01-01", periods=80).astype(str), "x": rng.normal(size=80)}
    )
    frame = frame.assign(user=np.arange(80) // 4, y=frame["x"] + rng.normal(size=80))
    frame.to_csv(tmp_path / "d.csv", index=False)
    out_file = tmp_path / "d.json"
    code, out, _ = run("report", tmp_path / "d.csv", *FAST, "--json", out_file, capsys=capsys)
    kept = " ".join(json.loads(out_file.read_text())["keep_in_mind"])
    assert code == 0 and [" ".join(said.split()).count("--cv time-5") for said in (out, kept)] == [
        1,
        1,
    ]
    assert " ".join(out.split()).count("add --groups user") == 2


def test_rows_with_gaps_are_known_to_the_page(tmp_path, capsys):
    "A row without any measurement was called perhaps mislabelled."
    rng = np.random.default_rng(0)
    x = rng.normal(size=200)
    frame = pd.DataFrame({"x": x, "y": np.where(x > -0.5, "up", "down")})
    frame.loc[7, ["x", "y"]] = [
        np.nan,
        "down",
    ]  # the median of x is that of a row of the other class
    frame["z"] = frame["x"] ** 3
    frame.to_csv(tmp_path / "d.csv", index=False)
    page, facts = tmp_path / "p.md", tmp_path / "d.json"
    words = (
        "report",
        tmp_path / "d.csv",
        "--target",
        "y",
        "--learners",
        "tree,knn",
        "--markdown",
        page,
        "--json",
        facts,
    )
    code, _, _ = run(*words, capsys=capsys)
    missed = re.findall(r"rows counted from 0\): ([0-9, ]+)", page.read_text().replace("\\", ""))
    assert code == 0 and json.loads(facts.read_text())["made"]["rows with gaps"] == "7"
    assert "7" in missed[0].split(", ") and "Features are missing in 7" in page.read_text()
    assert "Look at 7" not in page.read_text()


def test_an_answer_names_the_guess_once_and_the_table_its_row(tmp_path, capsys):
    rng = np.random.default_rng(0)
    pd.DataFrame(rng.normal(size=(17, 3)), columns=[*"ab", "y"]).to_csv(
        tmp_path / "d.csv", index=False
    )
    how = ("--learners", "ridge,knn,tree", "--cv", "5")
    code, out, _ = run("report", tmp_path / "d.csv", *how, capsys=capsys)
    assert code == 0 and out.count("baseline") == 1 and out.count("guessing") <= 2
    answer = out.split("Answer\n------\n")[1].strip()
    assert not answer.startswith(("ridge", "knn", "tree"))


def test_files_without_a_key_are_paired_by_their_order_under_a_warning(tmp_path, capsys):
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 80)
    a, b = (np.where(rng.random(80) < p, y, 1 - y) for p in (0.95, 0.6))
    pd.DataFrame({"y": y, "a": a}).to_csv(tmp_path / "a.csv", index=False)
    pd.DataFrame({"b": b}).to_csv(tmp_path / "b.csv", index=False)
    words = ("compare", tmp_path / "a.csv", tmp_path / "b.csv", "--truth", "y")
    code, out, _ = run(*words, capsys=capsys)
    answer = out.split("Answer\n------\n")[1].strip().split("\n\n")
    assert code == 0 and "row by row" in " ".join(answer[1].split())
    for name in "ab":
        pd.read_csv(tmp_path / f"{name}.csv").assign(case_id=np.arange(80)).to_csv(
            tmp_path / f"{name}.csv", index=False
        )
    code, out, _ = run(*words, capsys=capsys)
    assert code == 0 and "row by row" not in out


# ---------------------------------------------------------------- compare and gate


@pytest.fixture
def pair(tmp_path):
    "Two files of predictions of the same 1000 cases in different orders, joined by an id."
    rng = np.random.default_rng(0)
    y = rng.integers(2, size=1000)
    turn = lambda labels, share: np.where(rng.random(1000) < share, 1 - labels, labels)
    old = turn(y, 0.1)
    table = pd.DataFrame({"case_id": np.arange(1000), "y": y})
    table.assign(prediction=turn(old, 0.004)).to_csv(tmp_path / "new.csv", index=False)
    table.assign(prediction=old).drop(columns="y").sample(frac=1, random_state=0).to_csv(
        tmp_path / "old.csv", index=False
    )
    table.assign(prediction=turn(old, 0.15)).to_csv(tmp_path / "bad.csv", index=False)
    return tmp_path


def test_files_are_joined_by_key(pair, capsys):
    code, out, _ = run("compare", pair / "new.csv", pair / "old.csv", "--truth", "y", capsys=capsys)
    assert code == 0 and "1,000 cases, joined by 'case_id', 2 models" in out
    three = [pair / f"{name}.csv" for name in ("new", "old", "bad")]
    code, out, _ = run(
        "compare", *three, "--key", "case_id", "--margin", "0.02", "--against", "old", capsys=capsys
    )
    assert code == 0 and "bad" in out


def test_two_columns_are_enough(tmp_path, capsys):
    pd.DataFrame({"y": ["a", "b"] * 20, "guess": ["a", "a", "b", "b"] * 10}).to_csv(
        tmp_path / "p.csv", index=False
    )
    code, out, _ = run("compare", tmp_path / "p.csv", capsys=capsys)
    assert code == 0 and "guess" in out


@pytest.mark.parametrize(
    "files, options, code, words",
    [
        (("new", "old"), ("--margin", "0.02"), 0, "is not worse than old"),
        (("bad", "old"), ("--margin", "0.02"), 1, "is worse than old"),
        (("new", "old"), ("--margin", "0.001"), 2, "do not decide whether"),
        (("new", "old"), ("--margin", "-1"), 3, "positive number"),
        (("new", "nothing"), ("--margin", "0.01"), 3, "does not exist"),
        (("new",), ("--margin", "0.01"), 3, "two files"),
        (("new", "old"), ("--margin", "0.01", "--key", "patient"), 3, "--key"),
        (("new", "old"), ("--margin", "0.01", "--measure", "roc_auc"), 3, "probabilities"),
    ],
)
def test_the_gate_has_three_answers_and_a_code_for_bad_input(
    pair, files, options, code, words, capsys
):
    junit, page = pair / "g.xml", pair / "g.md"
    paths = [
        w for option, name in zip(("--new", "--old"), files) for w in (option, pair / f"{name}.csv")
    ]
    found, out, err = run(
        "gate",
        *paths,
        "--truth",
        "y",
        *options,
        "--junit",
        junit,
        "--markdown",
        page,
        capsys=capsys,
    )
    assert found == code and words in out + err and "Traceback" not in err
    suite = ElementTree.parse(junit).getroot()
    assert (suite.get("failures"), suite.get("errors")) == {
        0: ("0", "0"),
        1: ("1", "0"),
        2: ("0", "1"),
        3: ("0", "1"),
    }[code]
    assert page.exists() == (code < 3)


def test_the_gate_ends_with_3_for_a_misspelt_option_and_the_others_with_2(pair):
    for words, code in (
        (["gate", "a.csv"], 3),
        (["gate", "a.csv", "--margin", "wide"], 3),
        (
            ["gate", "--old", "a.csv", "--new", "b.csv", "--margin", "0.01", "--misspelt"],
            3,
        ),  # 0.1.0 ended with 2, which is "undecided"
        (["compare", "a.csv", "--misspelt"], 2),
        (["compare"], 2),
        (["nothing"], 3),
    ):
        with pytest.raises(SystemExit) as ended:
            main(words)
        assert ended.value.code == code


def test_the_gate_says_how_many_cases_could(pair, capsys):
    paths = ["--new", pair / "new.csv", "--old", pair / "old.csv"]
    code, out, _ = run("gate", *paths, "--truth", "y", "--margin", "0.001", "--json", capsys=capsys)
    facts = json.loads(out)
    assert (
        code == facts["exit_code"] == 2
        and facts["n_needed"] > 1000
        and re.search(r"About (\d+,\d)00 cases would probably decide", facts["sentence"])
    )


def test_help_and_version_load_neither_pandas_nor_plotting():
    code = "import sys, evalbook.practice.command as c; c.parser().format_help(); "
    code += "assert not {'pandas', 'numpy', 'sklearn', 'matplotlib'} & set(sys.modules), set(sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True).returncode == 0


def test_compare_on_screen_draws_nothing_and_needs_no_scikit_learn(pair):
    code = f"import sys; from evalbook.practice.command import main; code = main(['compare', {str(pair / 'new.csv')!r}, {str(pair / 'old.csv')!r}]); "
    code += "assert code == 0 and not {'sklearn', 'scipy.stats', 'matplotlib.pyplot'} & set(sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


def test_the_positive_class_is_named(tmp_path, capsys):
    "A measure of one class says which; a name that is no class is refused."
    rng = np.random.default_rng(0)
    y = np.where(rng.random(120) < 0.3, "spam", "ham")
    pd.DataFrame({"a": rng.normal(size=120) + (y == "spam"), "y": y}).to_csv(
        tmp_path / "d.csv", index=False
    )
    line = (
        "report",
        tmp_path / "d.csv",
        "--target",
        "y",
        "--measure",
        "f1",
        "--learners",
        "bayes",
        "--cv",
        "5",
        "--json",
    )
    code, out, _ = run(*line, "--positive", "spam", capsys=capsys)
    f1 = next(m["value"] for m in json.loads(out)["models"] if m["name"] == "bayes")
    other = json.loads(run(*line, "--positive", "ham", capsys=capsys)[1])["models"]
    assert code == 0 and 0 < f1 < next(m["value"] for m in other if m["name"] == "bayes") < 1
    usual = json.loads(run(*line, capsys=capsys)[1])  # the greater label
    assert f1 in [m["value"] for m in usual["models"]] and "of class 'spam'" in str(usual)
    code, _, err = run(*line, "--positive", "eggs", capsys=capsys)
    assert code == 2 and "The classes are ham, spam" in err


def test_a_journal_is_resumed_by_the_same_command(tmp_path, capsys, monkeypatch):
    from sklearn.tree import DecisionTreeClassifier

    table = tmp_path / "t.csv"
    rng = np.random.default_rng(0)
    pd.DataFrame(
        {"a": rng.normal(size=60), "b": rng.normal(size=60), "y": np.arange(60) % 2}
    ).to_csv(table, index=False)
    line = [
        "report",
        str(table),
        "--target",
        "y",
        "--learners",
        "tree,bayes",
        "--cv",
        "5",
        "--json",
        "-",
    ]
    kept = [*line, "--journal", str(tmp_path / "night.jsonl")]
    assert main(line) == 0
    straight = json.loads(capsys.readouterr().out)
    plain, calls = DecisionTreeClassifier.fit, []

    def stopped(self, *arguments, **options):
        calls.append(1)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return plain(self, *arguments, **options)

    monkeypatch.setattr(DecisionTreeClassifier, "fit", stopped)
    assert main(kept) == 130 and "night.jsonl keeps the finished fits" in capsys.readouterr().err
    assert main(kept) == 0 and len(calls) == 6
    resumed = json.loads(capsys.readouterr().out)
    for found in (straight, resumed):
        found["made"].pop("command")
        for part in found["sections"]:
            part["text"] = [words for words in part["text"] if not words.startswith("One fit took")]
    assert resumed == straight
    assert main([*kept, "--seed", "5"]) == 2 and "other splits" in capsys.readouterr().err


@pytest.mark.long
@pytest.mark.parametrize("reader", ["head -1", "true"])
def test_a_page_is_written_although_nobody_reads_on(tmp_path, reader):
    "`evalbook report --out page.html | head -1` wrote no page, and none where the pipe closed during the run."
    page = tmp_path / "page.html"
    command = f"{sys.executable} -u -m evalbook report {' '.join(FAST)} --out {page} | {reader}"
    run = subprocess.run(command, shell=True, capture_output=True, text=True)
    assert page.exists() and "Traceback" not in run.stderr and "pipe" not in run.stderr, run.stderr


def test_a_misspelt_job_is_no_answer_of_a_gate():
    run = subprocess.run(
        [sys.executable, "-m", "evalbook", "gat", "a.csv", "b.csv"], capture_output=True, text=True
    )
    assert run.returncode == 3 and "invalid choice" in run.stderr
    assert "Traceback" not in run.stderr


# ---------------------------------------------------------------- the gate's two readings


def commands_in(text):
    "The command lines that a message offers, as words for main."
    lines = re.findall(r"evalbook ((?:gate|compare) .*)", text)
    return [shlex.split(line) for line in lines]


def test_a_gate_without_names_offers_both_readings_and_each_runs(pair, capsys):
    "`gate old.csv new.csv` judged the old model as the newcomer, and a model 15 points worse passed."
    words = [pair / "new.csv", pair / "bad.csv", "--truth", "y", "--margin", "0.02"]
    code, out, err = run("gate", *words, capsys=capsys)
    assert code == 3 and not out
    offered = commands_in(err)
    assert len(offered) == 2
    codes = {main(line) for line in offered}
    assert codes == {0, 1}  # the better one passes, the worse one fails
    for names in (("--old", "--new"), ("--baseline", "--candidate")):
        line = [
            "gate",
            names[0],
            pair / "new.csv",
            names[1],
            pair / "bad.csv",
            "--truth",
            "y",
            "--margin",
            "0.02",
        ]
        assert run(*line, capsys=capsys)[0] == 1


def test_a_gate_of_two_columns_names_them_too(pair, capsys):
    table = pd.read_csv(pair / "new.csv").rename(columns={"prediction": "fresh"})
    table.assign(worn=1 - table["y"]).to_csv(pair / "both.csv", index=False)
    rest = ("--truth", "y", "--margin", "0.02")
    assert (
        run("gate", pair / "both.csv", "--new", "fresh", "--old", "worn", *rest, capsys=capsys)[0]
        == 0
    )
    assert (
        run("gate", pair / "both.csv", "--new", "worn", "--old", "fresh", *rest, capsys=capsys)[0]
        == 1
    )
    code, _, err = run("gate", pair / "both.csv", "--models", "fresh,worn", *rest, capsys=capsys)
    assert code == 3 and sorted(main(line) for line in commands_in(err)) == [0, 1]


def test_two_keys_are_a_question_with_two_commands(tmp_path, capsys):
    rng = np.random.default_rng(0)
    y = rng.choice(["a", "b"], 60)
    first = pd.DataFrame({"id": range(60), "case": rng.permutation(60) + 500, "y": y, "m": y})
    first.to_csv(tmp_path / "one.csv", index=False)
    second = first[["case", "m"]].sample(frac=1, random_state=0).reset_index(drop=True)
    second.insert(0, "id", range(60))
    second.to_csv(tmp_path / "two.csv", index=False)
    code, _, err = run(
        "compare", tmp_path / "one.csv", tmp_path / "two.csv", "--truth", "y", capsys=capsys
    )
    assert code == 2
    right = {}
    for line in commands_in(err):
        assert main([*line, "--json"]) == 0
        found = json.loads(capsys.readouterr().out)["models"]
        right[line[-1]] = {m["name"]: m["value"] for m in found}["two"]
    assert right["case"] == 1.0 and right["id"] < 0.8


@pytest.mark.parametrize(
    "typed, meant",
    [
        ("--output g.json", "--json g.json"),
        ("-o g.json", "--json g.json"),
        ("--output=g.md", "--markdown=g.md"),
        ("--out g.xml", "--junit g.xml"),
    ],
)
def test_a_file_of_a_gate_is_meant_by_its_ending(typed, meant, pair, capsys):
    gate = ["gate", "--old", str(pair / "old.csv"), "--new", str(pair / "new.csv"), "--margin", "1"]
    with pytest.raises(SystemExit):
        main([*gate, *typed.split()])
    assert capsys.readouterr().err.rstrip().endswith(f" {meant}")


# ---------------------------------------------------------------- long tables, logs and summaries


def test_a_long_table_is_judged_for_these_prompts_and_for_new_ones(tmp_path, capsys):
    from evalbook import ttest_crossed

    rng = np.random.default_rng(0)
    shift = {"u": 0.3, "v": 0.1, "w": 0.0}
    rows = [
        {
            "model": m,
            "item": i,
            "prompt": p,
            "run": r,
            "correct": int(rng.random() < 0.4 + shift[p] * (m == "b")),
        }
        for m in "ab"
        for i in range(40)
        for p in "uvw"
        for r in range(2)
    ]
    path = tmp_path / "runs.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)))
    code, _, err = run("compare", path, "--truth", "correct", capsys=capsys)
    assert code == 2 and len(commands_in(err)) == 1
    line = commands_in(err)[0]
    assert main(line) == 0
    out = capsys.readouterr().out
    frame = pd.DataFrame(rows)
    means = 100 * frame.groupby("model")["correct"].mean()
    assert f"{means['b']:.1f} %" in out
    keys = {"item": "items", "prompt": "prompts", "run": "runs"}
    table = frame.rename(columns=keys).set_index(["model", *keys.values()])["correct"]
    for about, parts in (
        ("new items, these prompts, new runs", []),
        ("new items, new prompts, new runs", ["these items, new prompts, these runs"]),
    ):
        tests = [
            ttest_crossed(table["b"], table["a"], about=words, nested="runs").interval()
            for words in (about, *parts)
        ]
        row = next(text for text in out.splitlines() if about in text)
        lead, *numbers = [float(v) for v in re.findall(r"[+-]\d+\.\d", row.split(about)[1])]
        assert lead == pytest.approx(means["b"] - means["a"], abs=0.051)
        ends = [min(float(t.low) for t in tests), max(float(t.high) for t in tests)]
        assert numbers == pytest.approx([100 * v for v in ends], abs=0.11)


def rows_of(out, words):
    "Lead, limits and p of each pair in the rows that speak of this."
    lines = [line.split(words) for line in out.splitlines() if words in line]
    return {
        pair.strip(): [float(v) for v in re.findall(r"[+-]?\d*\.\d+", rest)] for pair, rest in lines
    }


@pytest.mark.parametrize("judges", ["ab", "abcd"])
def test_new_judges_are_never_surer_than_the_judges_that_were_asked(tmp_path, capsys, judges):
    "Where judges differed no more than by chance, p for new judges was smaller than for these."
    rng = np.random.default_rng(4)
    models = {"gpt": 0.5, "llama": 0.2, "qwen": -0.2}
    own = rng.normal(size=150)
    rows = [
        {"model": m, "item": i, "judge": j, "grade": own[i] + lift + rng.normal(0, 0.5)}
        for m, lift in models.items()
        for i in range(150)
        for j in judges
    ]
    frame = pd.DataFrame(rows)
    frame.to_csv(tmp_path / "j.csv", index=False)
    words = ["--item", "item", "--model", "model", "--judge", "judge", "--score", "grade"]
    code, out, _ = run("compare", tmp_path / "j.csv", *words, "--better", "higher", capsys=capsys)
    assert code == 0 and "cannot show that others do not differ" in out
    these, new = (rows_of(out, f"new items, {k} judges") for k in ("these", "new"))
    assert list(these) == list(new) == ["gpt and llama", "gpt and qwen", "llama and qwen"]
    means = frame.groupby(["model", "judge"]).grade.mean()
    for pair, (_lead, low, high, p) in new.items():
        a, b = pair.split(" and ")
        over_judges = stats.ttest_1samp(means[a] - means[b], 0)
        assert p >= 0.94 * min(1, 3 * over_judges.pvalue)
        assert p >= these[pair][3] and low <= these[pair][1] and high >= these[pair][2]
        limits = over_judges.confidence_interval(1 - 0.05 / 3)
        assert low <= limits.low + 0.006 and high >= limits.high - 0.006
    table = {
        line.split()[0]: line for line in out.split("How good")[1].splitlines() if "worse" in line
    }
    for name in ("llama", "qwen"):  # the row for these judges is the table's
        low, high = these[f"gpt and {name}"][1:3]
        assert f"{low:+.2f} to {high:+.2f}" in table[name]


def test_a_long_table_of_truth_and_prediction(tmp_path, capsys):
    rng = np.random.default_rng(0)
    rows = [
        {"model": m, "item": i, "y": i % 2, "said": int(rng.random() < 0.5)}
        for m in "ab"
        for i in range(50)
    ]
    pd.DataFrame(rows).to_csv(tmp_path / "long.csv", index=False)
    line = ["--item", "item", "--model", "model", "--truth", "y", "--prediction", "said", "--json"]
    code, out, _ = run("compare", tmp_path / "long.csv", *line, capsys=capsys)
    found = {m["name"]: m["value"] for m in json.loads(out)["models"]}
    true = {m: np.mean([r["y"] == r["said"] for r in rows if r["model"] == m]) for m in "ab"}
    assert code == 0 and found == pytest.approx(true, abs=1e-12)


LOGS = Path(__file__).parent / "data"


@pytest.mark.parametrize(
    "name, options", [("*/samples_arc*", []), ("*/samples_gsm8k*", []), ("*_science_*", [])]
)
def test_logs_are_compared_and_gated_by_name(name, options, capsys):
    large, small = sorted(LOGS.glob(name))
    code, out, err = run("compare", large, small, *options, "--json", capsys=capsys)
    assert code == 0 and len(json.loads(out)["models"]) == 2, err
    assert run("gate", "--new", large, "--old", small, "--margin", "0.9", capsys=capsys)[0] == 0


def test_a_summary_gets_intervals_and_no_comparison(capsys):
    from evalbook import interval_proportion

    files = sorted(LOGS.glob("*/results_*"))
    code, out, _ = run("compare", *files, "--json", capsys=capsys)
    for row in json.loads(out):
        right = round(24 * row["value"])
        limits = interval_proportion(right, 24)
        assert [row["low"], row["high"]] == pytest.approx(
            [float(limits.low), float(limits.high)], abs=1e-9
        )
    assert code == 0 and len(json.loads(out)) == 4


# ---------------------------------------------------------------- every file ends


@pytest.mark.long
def test_many_categories_and_classes_take_seconds(tmp_path, capsys):
    "3,364 airports: 56 classes and 2,675 cities ran for minutes."
    rng = np.random.default_rng(0)
    n = 3364
    state = rng.integers(56, size=n)
    middle = rng.normal(size=(56, 2)) * 10
    frame = pd.DataFrame(middle[state] + rng.normal(size=(n, 2)), columns=["latitude", "longitude"])
    frame.insert(0, "city", [f"city {i}" for i in rng.integers(2675, size=n)])
    frame["state"] = [f"S{i:02d}" for i in state]
    frame.to_csv(tmp_path / "airports.csv", index=False)
    begun = time.process_time()
    code, out, err = run("report", tmp_path / "airports.csv", "--target", "state", capsys=capsys)
    assert code == 0 and time.process_time() - begun < 40, err
    assert "--drop city" in out + err


def test_a_long_run_is_announced_with_commands_that_shorten_it(tmp_path, capsys, monkeypatch):
    import evalbook.practice.table_job as table_job

    rng = np.random.default_rng(0)
    frame = pd.DataFrame(
        {"x": rng.normal(size=900), "city": rng.integers(200, size=900).astype(str)}
    )
    frame.assign(city="c" + frame["city"], y=np.where(frame["x"] > 0, "a", "b")).to_csv(
        tmp_path / "d.csv", index=False
    )
    monkeypatch.setattr(table_job, "LONG_RUN", 0)
    code, _, err = run("report", tmp_path / "d.csv", "--learners", "tree", capsys=capsys)
    assert code == 0 and "60 fits" in err and "--cv 5" in err and "--drop city" in err
    monkeypatch.setattr(table_job, "LONG_RUN", 10_000)
    assert (
        run("report", tmp_path / "d.csv", "--learners", "tree", "--cv", "5", capsys=capsys)[2] == ""
    )


def test_fewer_than_thirty_categories_are_coded_as_before(tmp_path):
    "A feature of 29 categories is coded as before; from the thirtieth on the rarest share a column."
    from sklearn.preprocessing import OneHotEncoder

    from evalbook.practice.learners_by_name import learners, prepared

    for k in (29, 31):
        frame = pd.DataFrame({"c": [f"c{i % k:02d}" for i in range(300)]})
        coded = prepared(learners("regression")["ridge"], frame)[:-1].fit(frame).transform(frame)
        plain = OneHotEncoder(handle_unknown="ignore", sparse_output=False).fit_transform(frame)
        assert np.array_equal(np.asarray(coded), plain) == (k == 29) and coded.shape[1] == min(
            k, 30
        )


# ---------------------------------------------------------------- what leaves the command line


def test_an_unexpected_error_is_one_line_and_code_3(table, capsys, monkeypatch):
    import evalbook.practice.table_job as table_job

    def broken(*arguments, **options):
        raise KeyError("inside\nout")

    monkeypatch.setattr(table_job, "split_table", broken)
    code, out, err = run("report", table, *FAST, capsys=capsys)
    assert code == 3 and len(err.strip().splitlines()) == 1 and "Traceback" not in err
    monkeypatch.setenv("EVALBOOK_DEBUG", "1")
    with pytest.raises(KeyError):
        main(["report", str(table), *FAST])


def test_a_warning_is_one_line_said_once(table, capsys, monkeypatch):
    import warnings

    import evalbook.practice.table_job as table_job

    whole = table_job.split_table

    def loud(*arguments, **options):
        for _ in range(3):
            warnings.warn("the data\nare odd", stacklevel=1)
        return whole(*arguments, **options)

    monkeypatch.setattr(table_job, "split_table", loud)
    code, _, err = run("report", table, *FAST, capsys=capsys)
    assert code == 0 and err.count("are odd") == 1 and "warnings.warn" not in err


@pytest.mark.parametrize("option", ["--out", "--output"])
def test_the_page_has_the_title_that_was_given_or_names_target_and_file(
    table, tmp_path, option, capsys
):
    page = tmp_path / "p.html"
    for more, title in (
        ([], "Predicting sick from data.csv"),
        (["--title", "Who is <ill>?"], "Who is &lt;ill&gt;?"),
    ):
        assert run("report", table, *FAST, option, page, *more, capsys=capsys)[0] == 0
        assert (
            f"<h1>{title}</h1>" in page.read_text()
            and f"<title>{title}</title>" in page.read_text()
        )


def test_careful_notes_stand_above_the_answer_and_in_the_report(tmp_path, capsys):
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"patient": np.repeat(range(60), 2), "x": rng.normal(size=120)})
    frame["y"] = np.where(rng.random(120) < 0.9, "no", "yes")
    frame.to_csv(tmp_path / "d.csv", index=False)
    code, out, _ = run("report", tmp_path / "d.csv", *FAST, capsys=capsys)
    head = out.split("Answer")[0]
    assert code == 0 and "--groups patient" in head and "--measure" in head
    out = run(
        "report",
        tmp_path / "d.csv",
        *FAST,
        "--groups",
        "patient",
        "--measure",
        "roc_auc",
        capsys=capsys,
    )[1]
    assert "--groups" not in out.split("Answer")[0] and "--measure" not in out.split("Answer")[0]


@pytest.mark.parametrize("power, long", [(1, False), (2, True)])
def test_a_fit_that_grows_slower_than_feared_is_not_announced_as_long(power, long, monkeypatch):
    "On 53,940 rows a busy machine announced 28 minutes and needed less than three: the time of knn hardly grows faster than the rows."
    from evalbook.practice import table_job
    from evalbook.practice.columns import DataSet

    n, asked = 50_000, []

    def seconds(model, table, rows):
        asked.append(len(rows))
        return 0.06 * (len(rows) / 2000) ** power

    monkeypatch.setattr(table_job, "seconds_of", seconds)
    table = DataSet(pd.DataFrame({"x": np.zeros(n)}), np.zeros(n), "regression", "y", (), None, {})
    found = table_job.seconds_a_fit({"knn": None}, table)["knn"]
    assert (
        found == pytest.approx(seconds(None, None, range(n)))
        and (found > table_job.LONG_RUN) == long
    )
    assert asked[:3] == [200, 2000, 8000] and (n in asked[:-1]) != long


def test_a_table_of_numbers_is_fitted_alike_as_a_matrix_and_by_columns():
    from sklearn.compose import make_column_transformer
    from sklearn.impute import SimpleImputer
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    from evalbook.practice.learners_by_name import learners, plain_features, prepared

    rng = np.random.default_rng(0)
    numbers = pd.DataFrame(rng.normal(size=(80, 3)), columns=list("abc"))
    numbers["whole"] = pd.array(rng.integers(9, size=80), dtype="Int64")
    numbers.loc[::7, ["b", "whole"]] = None
    y = (numbers["a"] > 0).astype(int).to_numpy()
    matrix = plain_features(numbers)
    assert matrix.dtype == float and np.isnan(matrix).sum() == numbers.isna().to_numpy().sum()
    fill = make_pipeline(SimpleImputer(strategy="median"), StandardScaler())
    for name in ("logreg", "knn", "tree", "boosting"):
        model = learners("classification")[name]
        if hasattr(model, "random_state"):
            model.set_params(random_state=0)
        by_columns = make_pipeline(make_column_transformer((fill, list(numbers))), model)
        wanted = by_columns.fit(numbers.astype(float), y).predict_proba(numbers.astype(float))
        found = prepared(model, numbers).fit(matrix, y).predict_proba(matrix)
        np.testing.assert_array_equal(found, wanted)
    with_words = numbers.assign(town=list("xy") * 40)
    assert plain_features(with_words) is with_words


@pytest.fixture
def grades(tmp_path):
    "Grades of 1 to 5: large is better by 1.6."
    rng = np.random.default_rng(0)
    rows = [
        (name, item, int(np.clip(round(rng.normal(mean, 0.8)), 1, 5)))
        for name, mean in (("large", 4.2), ("small", 2.5))
        for item in range(60)
    ]
    pd.DataFrame(rows, columns=["model", "item", "grade"]).to_csv(tmp_path / "g.csv", index=False)
    return tmp_path / "g.csv", "--item", "item", "--model", "model", "--score", "grade"


def test_a_grade_needs_its_direction(grades, capsys):
    code, _, err = run("compare", *grades, capsys=capsys)
    assert code == 2 and "--better higher" in err
    code, _, err = run(
        "compare", *grades, "--better", "higher", "--measure", "accuracy", capsys=capsys
    )
    assert code == 2 and "Leave --measure out" in err


def test_the_direction_of_a_log_can_be_said(tmp_path, capsys):
    for name in ("a", "b"):
        lines = [{"doc_id": i, "verbosity": i + len(name)} for i in range(12)]
        pd.DataFrame(lines).to_json(tmp_path / f"{name}.jsonl", orient="records", lines=True)
    logs = ["--old", str(tmp_path / "a.jsonl"), "--new", str(tmp_path / "b.jsonl"), "--margin", "1"]
    code, _, err = run("gate", *logs, capsys=capsys)
    assert code == 3 and "Say --better higher" in err
    assert run("gate", *logs, "--better", "lower", capsys=capsys)[0] == 0


@pytest.mark.parametrize("better, best", [("higher", "large"), ("lower", "small")])
def test_grades_are_judged_by_their_mean(grades, better, best, capsys):
    _, out, _ = run("compare", *grades, "--better", better, "--json", capsys=capsys)
    told = json.loads(out)
    means = pd.read_csv(grades[0]).groupby("model").grade.mean()
    assert told["models"][0]["name"] == best
    assert told["models"][0]["value"] == pytest.approx(means[best])


def test_a_named_class_is_counted_as_fast_as_the_usual_one(tmp_path, capsys, monkeypatch):
    "F1 with --positive was computed by scikit-learn for every draw: 129 seconds instead of 2."
    from evalbook.practice import judged_run

    rng = np.random.default_rng(0)
    y = rng.integers(2, size=200)
    models = {name: np.where(rng.random(200) < 0.8, y, 1 - y) for name in "ab"}
    pd.DataFrame({"y": y, **models}).to_csv(tmp_path / "p.csv", index=False)
    monkeypatch.setattr(judged_run, "value_on", None)
    line = ["compare", str(tmp_path / "p.csv"), "--measure", "f1"]
    said = []
    for named in ([], ["--positive", "1"]):
        assert main([*line, *named]) == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]


@pytest.fixture
def series(tmp_path):
    "Forecasts with their dates, and labels of which few are rare."
    rng = np.random.default_rng(0)
    days = pd.date_range("2020-01-01", periods=60).strftime("%d.%m.%Y")
    y = rng.normal(100, 5, 60)
    pd.DataFrame({"date": days, "y": y, "a": y + 1, "b": y + rng.normal(size=60)}).to_csv(
        tmp_path / "series.csv", index=False
    )
    rare = (np.arange(200) < 10).astype(int)
    called = np.where(np.arange(200) % 60 == 5, 1 - rare, rare)
    pd.DataFrame({"y": rare, "a": called, "b": 0 * rare}).to_csv(tmp_path / "rare.csv", index=False)
    return tmp_path


@pytest.mark.parametrize(
    "words", [["compare"], ["gate", "--old", "a", "--new", "b", "--margin", "0.5"]]
)
def test_dates_and_a_rare_class_are_said_of_finished_predictions(series, words, capsys):
    "Only report said either."
    job, *more = words
    main([job, str(series / "series.csv"), *more])
    said = capsys.readouterr().out
    assert said.count("'date' holds times") == 1 and "ttest_diebold_mariano" in said
    main([job, str(series / "rare.csv"), *more])
    assert capsys.readouterr().out.count("95 % of the rows are '0'") == 1
    main([job, str(series / "rare.csv"), *more, "--measure", "balanced_accuracy"])
    assert "of the rows are" not in capsys.readouterr().out


def test_a_model_that_spells_its_labels_otherwise_is_an_error(tmp_path, capsys):
    "It was left out, and the other model was judged alone."
    y = np.where(np.arange(40) % 3 == 0, "Yes", "No")
    table = pd.DataFrame({"y": y, "a": y, "b": [f"{v.lower()} " for v in y]})
    table.to_csv(tmp_path / "d.csv", index=False)
    assert main(["compare", str(tmp_path / "d.csv")]) == 2
    assert "'b': no label in common with y" in capsys.readouterr().err
    assert main(["compare", str(tmp_path / "d.csv"), "--models", "a"]) == 0


def test_a_caution_that_was_followed_is_not_said_again(tmp_path):
    "'take --cv time-5' after --cv time-5, and '(--groups)?' after --groups."
    from argparse import Namespace

    from evalbook.practice.columns import split_table
    from evalbook.practice.table_job import with_care

    rng = np.random.default_rng(0)
    y = np.repeat(["a", "b"] * 6, 10)
    table = pd.DataFrame({"x": rng.normal(size=120), "who": np.arange(120) // 10, "y": y})
    dated = table.assign(signup=pd.date_range("2020-01-01", periods=120).strftime("%Y-%m-%d"))
    options = {"measure": None, "task": None, "target": "y"}

    def said(frame, cv=None, groups=None):
        found = with_care(
            frame, split_table(frame, "y", groups=groups), Namespace(cv=cv, **options)
        )
        return " ".join(note.text for note in found.notes)

    assert "--cv time-5" in said(dated) and "--cv time-5" not in said(dated, cv="time-8")
    assert "Successive rows" in said(table[["x", "y"]])
    assert "Successive rows" not in said(table, groups="who")


def test_the_command_that_repeats_a_page_runs(series, capsys):
    "Below it stood a call of Python on an evaluation that nobody had."
    page = series / "rare page.html"
    words = ["compare", str(series / "rare.csv"), "--measure", "accuracy,f1", "--positive", "1"]
    assert main([*words, "--out", str(page)]) == 0
    first = page.read_text()
    line = re.search(r"Repeat it</summary><pre[^>]*>(.*?)</pre>", first, re.S)[1]
    page.unlink()
    assert main(shlex.split(html.unescape(line))[1:]) == 0
    assert page.read_text() == first


@pytest.fixture
def odd(tmp_path):
    "Files that were answered in words of Python, or refused for nothing."
    rng = np.random.default_rng(0)
    y = rng.choice(list("abc"), 60)
    p = rng.dirichlet([1, 1, 1], 60).round(4)
    p[0] = [0.3334, 0.3333, 0.3334]
    chances = pd.DataFrame(p, columns=[f"m_{c}" for c in "abc"])
    chances.assign(y=y).to_csv(tmp_path / "chances.csv", index=False)
    pd.DataFrame({"y": y, "m": y[::-1]}).to_csv(tmp_path / "labels.csv", index=False)
    scores = pd.DataFrame(rng.uniform(50, 90, (15, 3)), columns=["ours", "theirs", "old"])
    scores.insert(0, "benchmark", [f"bench{i}" for i in range(15)])
    scores.to_csv(tmp_path / "scores.csv", index=False)
    sites = pd.DataFrame({"x": rng.normal(size=60), "site": ["north", None, "south"] * 20, "y": y})
    sites.to_csv(tmp_path / "sites.csv", index=False)
    for name, rate in (("old", 0.5), ("new", 0.9)):
        records = [
            {"doc_id": i // 4, "doc": {"q": i // 4}, "filter": "none", "metrics": ["acc"], "acc": a}
            for i, a in enumerate((rng.random(80) < rate).astype(float))
        ]
        path = tmp_path / f"samples_task_{name}.jsonl"
        path.write_text("\n".join(map(json.dumps, records)))
    return tmp_path


@pytest.mark.parametrize(
    "words, said, unsaid",
    [
        ("compare labels.csv --measure neg_log_loss", "or one for each class", "evaluate("),
        ("compare labels.csv --measure roc_aucscor", "or 'roc_auc' or", "rocaucscore"),
        ("compare scores.csv", "print(evalbook.report(evalbook.read_table(", "--truth names"),
        ("report sites.csv --by site", "20 empty cells of 'site', the first in row 2", "by="),
        ("report sites.csv --by x", "--by needs", "pd.qcut"),
    ],
)
def test_advice_of_the_command_is_for_the_command(odd, words, said, unsaid, capsys, monkeypatch):
    "It told the user of a shell to call evaluate(..., response_method=); --by failed after all fits."
    monkeypatch.chdir(odd)
    monkeypatch.setattr("evalbook.practice.table_job.evaluate", None)
    assert main(words.replace("--by x", "--by x --drop site").split()) == 2
    err = capsys.readouterr().err
    assert said in err and unsaid not in err


def test_rounded_probabilities_and_repeated_questions_are_read(odd, capsys):
    assert main(["compare", str(odd / "chances.csv"), "--measure", "neg_log_loss"]) == 0
    assert main(["compare", *map(str, sorted(odd.glob("*.jsonl")))]) == 0
    assert "80 cases in 20 groups" in capsys.readouterr().out


def test_a_table_of_benchmarks_is_pointed_to_python(odd, capsys):
    assert main(["report", str(odd / "scores.csv"), "--cv", "3"]) == 0
    assert "'old' is no target: in Python, report of evalbook" in capsys.readouterr().out
    assert main(["report", str(odd / "scores.csv"), "--target", "old", "--cv", "3"]) == 0
    assert "is no target" not in capsys.readouterr().out


@pytest.fixture
def hand(tmp_path, monkeypatch):
    "Small files as people have them."
    monkeypatch.chdir(tmp_path)
    y = np.array(["ham", "spam"] * 40)

    def written(name, **columns):
        pd.DataFrame(columns).to_csv(name, index=False)

    written("a.csv", id=range(80), y=y, m=["ham"] * 80, site=["A", "B"] * 40)
    written("b.csv", id=range(80), y=y, k=["spam"] * 80)
    written("slice.csv", y=[None, *y[1:]], m=y, site=["A"] * 9 + [None] + ["B"] * 70)
    Path("sum.json").write_text(json.dumps({"results": {"t": {"acc": 0.5, "acc_stderr": 0.1}}}))
    written("upper.csv", id=range(80), y=np.char.upper(y), k=["SPAM"] * 80)
    written("three.csv", y=list("abc") * 30, m=list("abb") * 30)
    written(
        "days.csv", date=[f"{d:02d}.01.2024" for d in range(1, 31)], actual=range(30), p=range(30)
    )
    written(
        "iso.csv", date=[f"2024-01-{d:02d}" for d in range(1, 31)], actual=range(30), q=range(30)
    )
    long = [(q, model, q % 3 == 0) for model in "ABC" for q in range(40)]
    table = pd.DataFrame(long, columns=["item", "model", "correct"])
    table.to_csv("long.csv", index=False)
    table[1:].to_csv("lost.csv", index=False)
    words = table.assign(correct=np.where(table["correct"], "yes", "no"))
    words.to_csv("words.csv", index=False)
    for name in ("log", "new"):
        lines = [json.dumps({"doc_id": i, "metrics": ["acc"], "acc": i % 4 > 0}) for i in range(80)]
        Path(f"{name}.jsonl").write_text("\n".join(lines))
    Path("twice.jsonl").write_text("\n".join(lines + lines[:2]))


LONG_WORDS = "--item item --model model --score correct"


@pytest.mark.parametrize(
    "words",
    [
        "compare --json a.csv b.csv",
        "compare --markdown a.csv b.csv",
        "compare --json log.jsonl new.jsonl",
        "compare --json list.json b.csv",
        "compare b.csv --out a.csv",
        "gate a.csv --old m --new site --margin 0.1 --junit a.csv",
    ],
)
def test_no_report_is_written_over_data(hand, words, capsys):
    "A file after --json was taken for the report's, overwritten, and the other one judged; JUnit wrote even its refusal there."
    pd.read_csv("a.csv").to_json("list.json", orient="records")
    before = {path: path.read_bytes() for path in Path().iterdir()}
    assert main(words.split()) == (3 if words.startswith("gate") else 2)
    assert "overwrites only" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in Path().iterdir()} == before


def test_a_report_is_written_over_the_last_one(hand, capsys):
    Path("new.md").touch()
    for _ in range(2):
        words = "--json r.json --markdown new.md --out r.html"
        assert main(["compare", "a.csv", *words.split()]) == 0


@pytest.mark.parametrize(
    "words, said",
    [
        ("log.jsonl new.jsonl --measure precision", "--measure is not for a log"),
        ("log.jsonl new.jsonl --groups target", "--groups is not for a log"),
        (f"long.csv {LONG_WORDS} --models A,B", "--models is not for a long table"),
        (f"long.csv {LONG_WORDS} --measure f1", "--measure is not for a long table"),
        ("a.csv --score acc", "--score is not for predictions with one row a case"),
        ("sum.json --against a", "--against is not for a summary"),
        ("slice.csv --by site", "the first in row 10"),
        ("a.csv upper.csv --key id", "paired by 'id': mend one of the files"),
        ("days.csv iso.csv", "30 of 30 keys of iso.csv that days.csv does not have, the first '2024-01-01'. Write them alike"),
        ("log.jsonl twice.jsonl", "question 0 1 times in log and 2 times in twice, the first of 2"),
        ("twice.jsonl", "question 0 2 times in twice, the first of 2"),
        (f"lost.csv {LONG_WORDS}", "Leave the item out for all models, in the file."),
        (f"words.csv {LONG_WORDS}", "Write 1 and 0 in the file."),
        ("three.csv --measure f1 --positive z", "The classes are a, b, c."),
    ],
)  # fmt: skip
def test_what_would_change_nothing_or_the_wrong_thing_is_refused(hand, words, said, capsys):
    "Options were ignored without a word, F1 was that of 'right' among right answers, and advice led in a circle."
    assert main(["compare", *words.split()]) == 2
    err = capsys.readouterr().err
    assert said in err and "records" not in err.replace("from_records", "")


def test_one_of_three_classes_can_be_named(hand, capsys):
    assert main("compare three.csv --measure f1 --positive a".split()) == 0
    assert "F1 of class 'a' is 1.000" in capsys.readouterr().out


def test_of_an_option_that_is_given_twice_the_last_counts_with_a_word(hand, capsys):
    "It counted silently."
    assert main("compare a.csv --measure f1 --measure=accuracy".split()) == 0
    said = capsys.readouterr()
    assert said.err == "evalbook: warning: of several --measure the last counts alone\n"
    assert "right on 50.0 %" in said.out


def test_a_slice_that_is_one_group_has_its_score(hand, capsys):
    "It was printed as undefined, and said to be."
    assert main("compare a.csv --by site --groups site".split()) == 0
    out = capsys.readouterr().out
    assert re.search(r"A +40 +100.0 \(–\)", out) and "none fills one" in " ".join(out.split())


def test_gate_knows_which_file_is_new_and_asks_for_one_model_of_each(tmp_path, capsys):
    "Class probabilities in the old file made the old model the new one, exit code 0 for a loss of 50 points."
    old, new, more = (str(tmp_path / f"{name}.csv") for name in ("old", "new", "more"))
    right = np.tile([0.1, 0.9], 50)
    y = {"id": range(100), "y": ["ham", "spam"] * 50}
    pd.DataFrame(y | {"ham": 1 - right, "spam": right}).to_csv(old, index=False)
    pd.DataFrame(y | {"pred": "ham"}).to_csv(new, index=False)
    pair = {"net_ham": right, "net_spam": 1 - right, "tree_ham": 1 - right, "tree_spam": right}
    pd.DataFrame(y | pair).to_csv(more, index=False)
    assert main(["gate", "--old", old, "--new", new, "--margin", "0.02"]) == 1
    assert "new is worse than old" in capsys.readouterr().out
    assert main(["gate", "--old", new, "--new", old, "--margin", "0.02"]) == 0
    assert main(["gate", "--old", old, "--new", more, "--margin", "0.02"]) == 3
    assert "one column of predictions in each file" in capsys.readouterr().err
    assert main(["gate", more, "--old", "tree", "--new", "net", "--margin", "0.02"]) == 1
    assert "net is worse than tree" in capsys.readouterr().out


@pytest.mark.parametrize("key", ["qid", "question"])
def test_a_column_of_scores_a_model_is_answered_by_a_line_that_runs(key, tmp_path, capsys):
    "Questions were sent to the ranks of data sets, or told that they lack a truth."
    path = tmp_path / "f.csv"
    q = [f"q{i}" for i in range(40)]
    pd.DataFrame({key: q, "gpt": np.linspace(0, 1, 40), "claude": 0.5}).to_csv(path, index=False)
    assert main(["compare", str(path)]) == 2
    line = capsys.readouterr().err.strip().removesuffix(".").split("print(")[-1]
    exec("import evalbook; print(" + line)
    assert "gpt and claude · 40 cases" in capsys.readouterr().out


def test_a_word_for_a_gap_is_no_group_of_a_long_table(tmp_path, capsys):
    path = tmp_path / "long.csv"
    rows = [(f"q{i}", m, i % 2, "None" if i < 2 else f"g{i}") for i in range(20) for m in "ab"]
    pd.DataFrame(rows, columns=["item", "model", "correct", "g"]).to_csv(path, index=False)
    words = f"compare {path} --item item --model model --score correct --groups g"
    assert main(words.split()) == 2
    assert "got 4 'None' in 'g'" in capsys.readouterr().err


def test_a_gate_decides_nothing_that_it_had_to_guess(tmp_path, capsys):
    "F1 of the majority class, probabilities of the other class and rows in two orders passed or failed, codes 0 and 1."
    truth = np.repeat(["fraud", "ok"], [12, 188])
    p = np.where(truth == "fraud", 0.7, 0.1)
    table = pd.DataFrame({"id": np.arange(200), "y": truth})
    both, old, new = (str(tmp_path / f"{name}.csv") for name in ("both", "old", "new"))
    words = ["--margin", "0.1"]
    gate = ["gate", both, "--old", "old", "--new", "new", *words]
    table.assign(old=p, new=np.where(np.arange(200) < 2, 0.3, p)).to_csv(both, index=False)
    assert main(gate) == 3
    assert "write --positive fraud" in capsys.readouterr().err
    assert main([*gate, "--positive", "fraud"]) == 0
    assert main([*gate, "--positive", "fraud", "--measure", "f1"]) == 2
    table.assign(old=truth, new="ok").to_csv(both, index=False)
    capsys.readouterr()
    assert main([*gate, "--measure", "f1"]) == 3
    said = "the class that F1 is about, got none of ['fraud', 'ok']. Write --positive CLASS."
    assert said in capsys.readouterr().err
    assert main([*gate, "--measure", "f1", "--positive", "fraud"]) == 1
    table.assign(m=truth).to_csv(old, index=False)
    pd.DataFrame({"m": truth[::-1]}).to_csv(new, index=False)
    assert main(["gate", "--old", old, "--new", new, *words]) == 3
    assert "paired row by row" in capsys.readouterr().err
    assert main(["gate", new, old, "--old", "old", "--new", "new", *words]) == 3
    assert "Write --old OLD.csv --new NEW.csv" in capsys.readouterr().err


@pytest.mark.parametrize("files", [1, 2])
def test_a_gate_reads_a_long_table(files, tmp_path, monkeypatch, capsys):
    "It was sent to compare, another question, and --item became --filter."
    monkeypatch.chdir(tmp_path)
    rows = [(m, f"q{i}", r, int(i > 9)) for m in ("a", "b") for i in range(90) for r in (0, 1)]
    table = pd.DataFrame(rows, columns=["model", "question_id", "run", "correct"])
    table.to_csv("all.csv", index=False)
    for m, part in table.groupby("model"):
        part.drop(columns="model").to_csv(f"{m}.csv", index=False)
    words = "all.csv --old a --new b".split() if files == 1 else "--old a.csv --new b.csv".split()
    assert main(["gate", *words, "--margin", "0.1"]) == 3
    line = capsys.readouterr().err.split("Type: evalbook ")[1].split()
    assert line[0] == "gate" and main(line) == 0
    assert "b is not worse than a" in capsys.readouterr().out


@pytest.mark.parametrize("measure, middle", [("mae", "median"), ("rmse", "mean")])
def test_the_baseline_is_the_best_constant(measure, middle, tmp_path, capsys):
    "Of absolute errors it was the mean, in Python the median."
    x = np.random.default_rng(0).normal(size=90)
    pd.DataFrame({"x": x, "y": np.exp(x)}).to_csv(tmp_path / "d.csv", index=False)
    words = f"report {tmp_path / 'd.csv'} --measure {measure} --learners ridge --cv 5"
    assert main(words.split()) == 0
    assert f"always guessing the {middle}" in " ".join(capsys.readouterr().out.split())
