"""nbdev's own road to a site, for people who have Quarto: all that happens before Quarto is called is run here."""

import json
import re
import shutil
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

import pytest

import evalbook
from tools.book import chapters, marks_of, number

ROOT = Path(__file__).parent.parent
NOTEBOOKS = sorted(
    p.relative_to(ROOT)
    for p in (ROOT / "nbs").rglob("*.ipynb")
    if ".ipynb_checkpoints" not in p.parts
)
KNOWN = {
    "default_exp",
    "export",
    "exporti",
    "exports",
    "hide",
    "slow",
    "notest",
}  # nbdev's directives
KNOWN |= {
    "echo",
    "eval",
    "output",
    "label",
    "fig-cap",
    "fig-alt",
    "code-fold",
    "code-summary",
}  # Quarto's
KNOWN |= {"output-fold"}  # ours: a long table under the bar of its cell


def cells(path: Path) -> list[dict]:
    "The cells of a notebook, the sources as text."
    return [c | {"source": "".join(c["source"])} for c in json.loads(path.read_text())["cells"]]


def test_quarto_settings_are_valid_yaml():
    yaml = pytest.importorskip("yaml")
    settings = yaml.safe_load((ROOT / "nbs" / "_quarto.yml").read_text())
    assert (
        settings["project"]["type"] == "website"
        and (ROOT / "nbs" / settings["format"]["html"]["css"]).exists()
    )


def test_nbdev_reads_every_directive():
    "nbdev's reader takes every chapter and knows every directive that stands in one; a summary has its fold."
    pytest.importorskip("nbdev")
    from nbdev.process import NBProcessor

    for path in (p for p in NOTEBOOKS if p.parent.name == "nbs"):
        processor = NBProcessor(ROOT / path, procs=[])
        processor.process()
        for cell in processor.nb.cells:
            used = {name.rstrip(":") for name in getattr(cell, "directives_", {})}
            assert used <= KNOWN, (path.name, used)
            assert "code-summary" not in used or "code-fold" in used, (path.name, cell.source)


@pytest.mark.long
def test_nbdev_processes_every_notebook_for_quarto(tmp_path):
    "`proc_nbs`, called from Python on a copy: exported cells become signatures, hidden ones go, and no cell fails."
    pytest.importorskip("nbdev")
    for name in ("nbs", "evalbook"):
        shutil.copytree(
            ROOT / name,
            tmp_path / name,
            ignore=shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints"),
        )
    shutil.copy(ROOT / "settings.ini", tmp_path)
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from nbdev.serve import proc_nbs; proc_nbs(n_workers=0)"
    run = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr[-3000:]
    for path in NOTEBOOKS:
        source, processed = cells(ROOT / path), cells(tmp_path / "_proc" / path.relative_to("nbs"))
        least = (
            2 if path.parent.name == "rooms" else 3
        )  # what a seed of a room has: its title, no text
        assert processed[0]["source"].startswith("---\n") and len(processed) >= least, path
        left = [
            c["source"].split("\n")[0]
            for c in processed
            if c["source"].startswith(("#| export", "#| hide"))
        ]
        assert not left, (path, left)
        lost = {c["id"] for c in source if c["cell_type"] == "markdown"} - {
            c["id"] for c in processed
        }
        assert len(lost) <= 1, (path, lost)  # the title moves into the front matter
    assert (tmp_path / "_proc" / "_quarto.yml").exists()


def test_folds_are_folded_in_jupyterlab():
    for path in NOTEBOOKS:
        for cell in (c for c in cells(ROOT / path) if c["cell_type"] == "code"):
            folded = cell["metadata"].get("jupyter", {}).get("source_hidden", False)
            assert folded == (marks_of(cell).get("code-fold") == "true"), (
                path.name,
                "run `make notebooks`",
            )


def test_cleaning_keeps_the_folds(tmp_path):
    "What JupyterLab folds stays folded through nbdev_clean; other metadata of a cell goes."
    pytest.importorskip("nbdev")
    settings = ConfigParser(delimiters=["="])
    settings.read(ROOT / "settings.ini")
    assert settings["DEFAULT"]["allowed_cell_metadata_keys"].split() == ["jupyter", "tags"]
    shutil.copy(ROOT / "settings.ini", tmp_path)
    (tmp_path / "nbs").mkdir()
    path = tmp_path / "nbs" / "00_folds.ipynb"
    cell = {"cell_type": "code", "execution_count": 3, "id": "0dd", "outputs": [], "source": "1"}
    kept = {"jupyter": {"source_hidden": True}, "tags": ["open"]}
    metadata = kept | {"scrolled": True}
    notebook = {
        "cells": [cell | {"metadata": metadata}],
        "metadata": {},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    path.write_text(json.dumps(notebook))
    subprocess.run(
        [Path(sys.executable).parent / "nbdev_clean"], cwd=tmp_path, check=True, capture_output=True
    )
    assert cells(path)[0]["metadata"] == kept


@pytest.mark.parametrize("page", ["errata", "replication"])
def test_every_section_that_a_table_names_exists(page):
    "By its number; the build of the site tests the links."
    table = (ROOT / f"docs/{page}.md").read_text(encoding="utf-8")
    text = {number(path): path.read_text(encoding="utf-8") for path in chapters()}
    named = set(re.findall(r"\b((\d\.\d{1,2})\.\d{1,2})\b", table))
    places = {(section, chapter) for section, chapter in named if chapter in text}
    assert len(places) > 30
    for section, chapter in places:
        assert f'"## {section} ' in text[chapter], section


def test_every_numbered_equation_has_a_row():
    "All 51 of Raschka."
    table = (ROOT / "docs/replication.md").read_text(encoding="utf-8")
    found = set()
    for first, last in re.findall(
        r"(\d+)(?: to (\d+))?", " ".join(re.findall(r"eq\. ([\d, to]+)", table))
    ):
        found |= set(range(int(first), int(last or first) + 1))
    assert found >= set(range(1, 52))


def test_the_first_answer_and_the_calculation_by_hand_are_open():
    "What the reader came for is never folded: the first cell that shows something, and what stands under *By hand*."
    closed = []
    chapters = [path for path in NOTEBOOKS if re.match(r"[1-6]_", path.parent.name)]
    assert len(chapters) >= 29
    for path in chapters:
        before, shown = "", False
        for cell in cells(ROOT / path):
            if cell["cell_type"] == "markdown":
                before = (
                    ""
                    if cell["source"].strip().endswith("</details>")
                    else cell["source"].split("\n\n")[-1]
                )
                continue
            folded = "#| code-fold: true" in cell["source"]
            if "#| export" not in cell["source"] and not cell["source"].startswith("#| hide"):
                called = set(re.findall(r"\w+", cell["source"])) & set(evalbook._owners())
                picture = 'summary: "the code of this picture"' in cell["source"]
                if cell["outputs"] and called and not shown and not picture:
                    shown = True
                    closed += [(path.name, cell["id"], "first answer")] * folded
                by_hand = (
                    re.match(r"(#+ |\*\*)?By hand", before) or 'summary: "By hand' in cell["source"]
                )
                closed += [(path.name, cell["id"], "by hand")] * bool(folded and by_hand)
            before = ""
    assert not closed


@pytest.mark.parametrize(
    "source, words",
    [
        (
            "#| export\ndef f(a: Any, b=None, *, way: str = 'x') -> Interval:\n    return a",
            "f(a, b=None, *, way='x') -> Interval",
        ),
        ("#| exporti\nLEVEL = 0.95\n\n\ndef one(a):\n    pass", "code: one"),
        ("#| exporti\nLEVEL = 0.95", "code: LEVEL"),
        ("#| export\nimport numpy", "code: what this module imports"),
        ("#| exporti run.journal\nimport numpy", "code: what run.journal imports"),
    ],
)
def test_an_exported_cell_is_folded_under_what_it_defines(source, words):
    "Read off the source, so no bar can say another default than the function has; a cell with the tag `open` is not folded."
    cell = {"source": source, "metadata": {}}
    assert marks_of(cell)["code-fold"] == "true" and marks_of(cell)["code-summary"] == words
    assert "code-fold" not in marks_of({"source": source, "metadata": {"tags": ["open"]}})


def test_no_page_directives_are_shipped():
    for path in (ROOT / "evalbook").glob("*.py"):
        assert "#| code-" not in path.read_text(), path.name
