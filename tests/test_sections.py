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
SECTION = re.compile(r"## (\d+\.\d+\.\d+|On your data|What goes wrong|Which one|Exercises)")


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
    cells = json.loads(chapter.read_text())["cells"]
    text = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
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


def undefined(code: str, tmp_path: Path) -> list[str]:
    "The names that a piece of code uses and nobody has bound."
    file = tmp_path / "section.py"
    file.write_text(re.sub(r"^[%!].*$", "", code, flags=re.M))
    ruff = shutil.which("ruff", path=Path(sys.executable).parent) or "ruff"
    asked = [ruff, "check", "--isolated", "--select=F821", "--output-format=concise", file]
    told = subprocess.run(asked, capture_output=True, text=True).stdout
    return re.findall(r"Undefined name `(\w+)`", told)


def lacks(base: str, section: dict, tmp_path: Path) -> list[str]:
    "The names that a section uses and that neither it nor the code before it binds."
    before = undefined(base, tmp_path)
    return undefined(base + section["code"], tmp_path)[len(before) :]


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda c: f"{c.parent.name}/{c.stem}")
def test_a_section_is_a_unit(chapter, tmp_path):
    first, *rest = sections_of(chapter)
    base = exported(chapter) + first["code"]
    for i, section in enumerate(rest):
        missing = lacks(base, section, tmp_path)
        named = leans_on(section, [e for e in rest[:i] if e["number"][0].isdigit()])
        enough = [not lacks(base + one["code"], section, tmp_path) for one in named]
        assert not missing or any(enough), (section["number"], missing)
