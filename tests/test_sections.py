"""A section is a unit: what it uses stands in it, before all sections, in the package, or in one earlier section that it names."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools.book import EXPORTED, chapters, flags

CHAPTERS = [path for path in chapters() if path.parent.name < "9"]
SECTION = re.compile(r"## (?:★ )?(\d+\.\d+\.\d+|On your data|What goes wrong|Which one|Exercises)")


def sections_of(chapter: Path) -> list[dict]:
    "The text and the code of what stands before the first section, and of each section."
    found = [{"number": "", "text": "", "code": ""}]
    for cell in json.loads(chapter.read_text())["cells"]:
        source = "".join(cell["source"])
        if begins := cell["cell_type"] == "markdown" and SECTION.match(source):
            found.append({"number": begins[1], "text": "", "code": ""})
        found[-1]["text" if cell["cell_type"] == "markdown" else "code"] += f"{source}\n\n"
    return found


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda c: f"{c.parent.name}/{c.stem}")
def test_the_path_is_numbered_first(chapter):
    text = "\n".join(section["text"] for section in sections_of(chapter))
    found = re.findall(r"^## (\d+\.\d+)\.(\d+) (★?)", text, re.M)
    assert [int(number) for _, number, _ in found] == list(range(1, len(found) + 1))
    assert [star for *_, star in found] == sorted(star for *_, star in found)
    assert len({chapter for chapter, *_ in found}) <= 1


def exported(chapter: Path) -> str:
    "The code of a chapter's exported cells."
    cells = (c for c in json.loads(chapter.read_text())["cells"] if c["cell_type"] == "code")
    sources = ["".join(cell["source"]) for cell in cells]
    return "\n\n".join(s for s in sources if EXPORTED & flags(s).keys())


def leans_on(section: dict, earlier: list[dict]) -> list[dict]:
    "The earlier numbered sections that a section names, after its own heading."
    words = section["text"].split("\n", 1)[-1]
    return [e for e in earlier if re.search(rf"(?<![\d.]){re.escape(e['number'])}(?![\d.])", words)]


def places(chapter: Path) -> list[tuple[dict, list[str]]]:
    "Each section, and the code that may stand before it: the chapter's own alone, and with each earlier section that it names."
    first, *rest = sections_of(chapter)
    base = exported(chapter) + first["code"]
    found = []
    for i, section in enumerate(rest):
        named = leans_on(section, [e for e in rest[:i] if e["number"][0].isdigit()])
        found.append((section, [base, *(base + one["code"] for one in named)]))
    return found


@pytest.fixture(scope="module")
def undefined(tmp_path_factory) -> dict[str, list[str]]:
    "The names that each piece of code uses and nobody has bound; ruff is called once for all."
    folder = tmp_path_factory.mktemp("sections")
    asked = [place for chapter in CHAPTERS for place in places(chapter)]
    codes = {b + more for s, before in asked for b in before for more in ("", s["code"])}
    files = {f"piece_{i}": code for i, code in enumerate(codes)}
    for name, code in files.items():
        (folder / f"{name}.py").write_text(re.sub(r"^[%!].*$", "", code, flags=re.M))
    ruff = shutil.which("ruff", path=Path(sys.executable).parent) or "ruff"
    look = [ruff, "check", "--isolated", "--no-cache", "--select=F821", "--output-format=concise"]
    run = subprocess.run([*look, folder], capture_output=True, text=True)
    assert run.returncode in (0, 1), run.stderr
    names = {code: [] for code in files.values()}
    for piece, name in re.findall(r"(piece_\d+)\.py:.*Undefined name `(\w+)`", run.stdout):
        names[files[piece]].append(name)
    return names


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda c: f"{c.parent.name}/{c.stem}")
def test_a_section_is_a_unit(chapter, undefined):
    for section, befores in places(chapter):
        missing, *with_one = (undefined[b + section["code"]][len(undefined[b]) :] for b in befores)
        assert not missing or not all(with_one), (section["number"], missing)
