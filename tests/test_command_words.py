"""Options of other programs are answered at the command line by a line that runs."""

from __future__ import annotations

import random
import shlex

import pytest

from evalbook.practice.command import main


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    draw = random.Random(0)
    truth = [draw.choice("ab") for _ in range(200)]
    for name, share in (("old", 0.80), ("new", 0.82)):
        rows = [
            f"{i},{t},{t if draw.random() < share else chr(195 - ord(t))}"
            for i, t in enumerate(truth)
        ]
        (tmp_path / f"{name}.csv").write_text("id,y,prediction\n" + "\n".join(rows) + "\n")
    rows = [f"{x:.3f},{'yes' if x > 0 else 'no'}" for x in (draw.gauss(0, 1) for _ in range(60))]
    (tmp_path / "data.csv").write_text("x,label\n" + "\n".join(rows) + "\n")


@pytest.mark.parametrize(
    "asked, written",
    [
        ("report data.csv label", "report data.csv --target label"),
        ("report data.csv --traget label", "report data.csv --target label"),
        (
            "report data.csv --target label --metric accuracy",
            "report data.csv --target label --measure accuracy",
        ),
        ("compare old.csv new.csv -k id --truth y", "compare old.csv new.csv --key id --truth y"),
        (
            "compare old.csv new.csv --truth=y --format json",
            "compare old.csv new.csv --truth=y --json",
        ),
        (
            "gate --baseline old.csv --candidate new.csv --label y --threshold 0.5",
            "gate --baseline old.csv --candidate new.csv --truth y --margin 0.5",
        ),
        ("data.csv", "report data.csv --target COLUMN"),
    ],
)
def test_words_of_other_programs_are_answered_by_a_line_that_runs(files, capsys, asked, written):
    with pytest.raises(SystemExit) as ended:
        main(shlex.split(asked))
    assert ended.value.code not in (0, None)
    line = capsys.readouterr().err.splitlines()[-1].strip()
    assert line == f"evalbook {written}"
    again = shlex.split(line.replace("COLUMN", "label"))[1:]
    again += ["--learners", "tree", "--cv", "3"] * (again[0] == "report")
    try:
        code = main(again)
    except SystemExit as end:
        code = end.code
    assert code in (0, None)


def test_a_report_needs_no_argument():
    "README's first line: the bundled data. An empty list of words was read as one empty word."
    from evalbook.practice.command import parser

    assert parser().parse_args(["report"]).data is None
