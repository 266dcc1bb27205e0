"""The command line as its user meets it: exit codes, messages, one page."""

import subprocess
import sys

import numpy as np
import pandas as pd
import pytest

from evalbook import main


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
    assert main(["report", str(table), "--models", "tree,logreg", "--out", str(page)]) == 0
    printed, html = capsys.readouterr().out, page.read_text()
    assert "treated as a classification" in printed and "always guessing" in printed and "Keep in mind" in printed
    assert (
        "prefers-color-scheme: dark" in html
        and "<script" not in html
        and "src=" not in html
        and "href='http" not in html
    )


@pytest.mark.parametrize(
    "cv, test", [("5", "corrected resampled t"), ("2x5", "corrected resampled t"), ("holdout", "McNemar")]
)
def test_each_design_has_its_primary_test(table, cv, test, capsys):
    assert main(["report", str(table), "--models", "tree", "--cv", cv]) == 0
    assert test in capsys.readouterr().out


def test_the_same_seed_gives_the_same_words(table, capsys):
    runs = []
    for jobs in ("1", "2"):
        assert main(["report", str(table), "--models", "forest", "--seed", "4", "--n-jobs", jobs]) == 0
        runs.append(capsys.readouterr().out)
    assert runs[0] == runs[1]


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
        assert main(["report", str(path), "--models", "tree"]) == 0
        words.append(capsys.readouterr().out.split("\n", 1)[1])
    assert words[0] == words[1]


def test_compare_needs_no_learner(tmp_path, capsys):
    truth = np.repeat(["a", "b"], 30)
    pd.DataFrame({"y": truth, "m1": truth, "m2": np.roll(truth, 3)}).to_csv(tmp_path / "p.csv", index=False)
    assert main(["compare", str(tmp_path / "p.csv"), "--truth", "y"]) == 0
    assert "McNemar" in capsys.readouterr().out
    assert main(["compare", str(tmp_path / "p.csv"), "--truth", "z"]) == 2
    assert "'m1', 'm2'" in capsys.readouterr().err


def test_module_and_messages_without_traceback(tmp_path):
    run = subprocess.run(
        [sys.executable, "-m", "evalbook", "report", str(tmp_path / "none.csv")], capture_output=True, text=True
    )
    assert run.returncode == 2 and "does not exist" in run.stderr and "Traceback" not in run.stderr
