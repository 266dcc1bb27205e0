"""The benchmarks run: rows can be measured, and the page can be written. Long runs are `make bench`."""

import ast
from pathlib import Path

import pytest

from tests.bench import Row, Work, peak, process, versus
from tests.bench.page import picture, text, write


def test_ours_and_the_peer_are_measured_in_turn():
    calls = []
    work = versus(
        "P9 a test", lambda: calls.append("ours"), lambda: calls.append("peer"), 2.0, "peer", 2, 3.0
    )
    row = work.measure()
    turns = [name for name, before in zip(calls, [None, *calls]) if name != before]
    assert isinstance(work, Work) and turns == ["ours", "peer", "ours", "peer"]
    assert row.workload == "P9 a test" and row.ours >= 0


def test_memory_and_processes():
    assert 7.5 < peak(lambda: bytearray(8 * 2**20)) < 9
    assert process("pass")[0] < 5
    assert process("import sys\nassert not sys.dont_write_bytecode")[0] < 5
    with pytest.raises(RuntimeError, match="fresh process"):
        process("raise SystemExit(3)")


def test_one_file_runs():
    "The rows of two algorithms, with one round each."
    from tests.bench.two_algorithms import rows

    found = [r.measure(1) if isinstance(r, Work) else r for r in rows()]
    assert len(found) == 2 and all(r.ratio > 0 for r in found)


def test_the_page_says_what_was_met_and_missed(tmp_path):
    rows = [
        Row("P9 one", "peer", 1.0, 100.0, 0.05),
        Row("P10 two", "peer", 2.0, 1.0, 0.5),
        Row("other", "x", 1, 2, 1),
    ]
    page = text(rows)
    assert "1 of 2 lines meet their goals" in page and "Not measured in this run: F1, F2" in page
    assert "| P9 one | peer | 1 s | 100 s | 1/100 | 1/20 | met |" in page
    assert "- **P10**:" in page and "## Other workloads" in page
    picture(rows, tmp_path / "a.svg")
    assert (
        "P10 two" in (tmp_path / "a.svg").read_text() or (tmp_path / "a.svg").stat().st_size > 1000
    )


def test_what_is_timed_can_be_called_by_a_user_and_fits_on_a_page():
    for path in Path("tests/bench").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith("evalbook"):
                assert node.module.count(".") <= 1, path
                assert not [n.name for n in node.names if n.name.startswith("_")], path
    with pytest.raises(ValueError, match="at most 45 lines, got 46"):
        write([Row("P9 one", "peer", 1.0, 100.0, 0.05)] * 46)
