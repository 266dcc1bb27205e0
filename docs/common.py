"""What every step of the build knows: where things are, and what chapters, headings and definitions are called."""

from __future__ import annotations

import os
import re
import sys
from configparser import ConfigParser
from functools import cache
from pathlib import Path
from typing import Iterable

sys.modules.setdefault("rfc3987_syntax", None)  # jsonschema reads a grammar in it for a second; no notebook needs it
import nbformat  # noqa: E402

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
BUILD, NBS, PACKAGE = DOCS / "_build", ROOT / "nbs", ROOT / "evalbook"
SOURCES = BUILD / "src"  # what Sphinx reads
sys.path[:0] = [str(ROOT), str(ROOT / "tools")]

PARTS = [
    ("One model", [10, 11, 12, 13, 20, 21, 22]),
    ("Choosing and tuning", [30, 31, 35, 38, 32, 7]),
    ("How sure?", [33, 39, 34, 36, 37]),
    ("Comparing", [*range(40, 50), 67, 65]),
    ("The laboratory", [50, 51, 52, 66, 53]),
    ("In practice", [56, 57, *range(60, 65)]),
    ("Explorers", range(70, 80)),
    ("How it is built", [*range(0, 7), 8, 9, 18, 19, 54, 55, 58, 59]),
]


@cache
def repository() -> str:
    "Where the files of the main branch can be read, from settings.ini."
    settings = ConfigParser(delimiters=["="])
    settings.read(ROOT / "settings.ini", encoding="utf-8")
    return "{git_url}/blob/{branch}".format(**settings["DEFAULT"])


def write(path: Path, data: bytes | str) -> Path:
    "Write a file only when its bytes change, so that Sphinx rebuilds only what changed."
    data = data.encode() if isinstance(data, str) else data
    if not path.exists() or path.read_bytes() != data:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return path


def notebooks() -> list[Path]:
    "Every notebook of the book, by its number; the studies last."
    return sorted(NBS.glob("*.ipynb")) + sorted((NBS / "studies").glob("*.ipynb"))


def executed(path: Path) -> nbformat.NotebookNode:
    "A notebook with the outputs of its run; its text is always that of the notebook, also where the run is an older one."
    pair = path, BUILD / "run" / path.relative_to(NBS)
    notebook, ran = (nbformat.v4.reads(p.read_text(encoding="utf-8")) for p in pair)  # both were checked when they ran
    notebook.metadata, code = ran.metadata, [c for c in ran.cells if c.cell_type == "code"]
    for cell, old in zip((c for c in notebook.cells if c.cell_type == "code"), code, strict=True):
        cell.outputs, cell.execution_count = old.outputs, old.execution_count
    return notebook


def number(path: Path) -> int:
    "The chapter number of a notebook, -1 for one without."
    return int(path.stem[:2]) if path.stem[:2].isdigit() else -1


def chapters_of(numbers: Iterable[int]) -> list[Path]:
    "The chapters of a part, in the order in which it names them."
    named = {number(p): p for p in NBS.glob("[0-9]*.ipynb")}
    return [named[n] for n in numbers if n in named]


def numbered(heading: str, path: Path) -> str:
    "The heading of a chapter with its number in front."
    chapter = f"{number(path):02d}"
    return heading if number(path) < 0 or heading.startswith(chapter) else f"{chapter} {heading}"


@cache
def title(path: Path) -> str:
    "The first heading of a notebook, with the chapter's number."
    text = (c.source for c in nbformat.read(path, as_version=4).cells if c.cell_type == "markdown")
    found = re.search(r"^# +(.+)$", "\n".join(text), flags=re.M)
    return numbered(found[1].strip(), path) if found else path.stem


def plain_text(text: str) -> str:
    "Markdown as plain words, for alt texts."
    text = re.sub(r"\{[a-z:]+\}`~?([^`<]*?)(?: ?<[^>]*>)?`", r"\1", text)
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return re.sub(r"\s+", " ", re.sub(r"[*`$\\{}]", "", text)).strip().replace('"', "'")


def slug(heading: str) -> str:
    "A heading as a label."
    return re.sub(r"[^a-z0-9]+", "-", plain_text(heading).lower()).strip("-")


def label(name: str) -> str:
    "The target of the cell that defines a name; labels know no capitals."
    return "code-" + re.sub(r"([A-Z])", r"-\1", name).lower()


@cache
def owners() -> dict[str, str]:
    "The module of every public name."
    import evalbook

    return evalbook._owners()


@cache
def chapters() -> dict[str, Path]:
    "Every chapter by its number, in two digits."
    return {f"{number(path):02d}": path for path in notebooks() if number(path) >= 0}


KEPT = r"`+[^`]*`+|\$[^$]*\$|!?\[(?:[^\[\]]|\[[^\]]*\])*\]\([^)]*\)|</?[a-zA-Z][^>]*>"  # code, formulas, links and tags
NUMBERS = r"\b[Cc]hapters? \d\d(?!\d|-\d)(?:(?:, | and |, and | or | to )\d\d(?![\d.]))*"  # 12-14 are of another book


def link_numbers(text: str, folder: str, own: str = "", ending: str = ".ipynb") -> str:
    "`chapter 32` and `chapters 40 to 42` become links, outside of code, headings, formulas and links; `own` is this page's number."

    def one(match: re.Match) -> str:
        path = chapters().get(match["number"])
        if path is None or match["number"] == own:
            return match[0]
        return f"[{match[0]}]({os.path.relpath(path.relative_to(ROOT).with_suffix(ending), folder)})"

    def replace(match: re.Match) -> str:
        found = match["numbers"]
        if found is None:
            return match[0]
        word = r"(?:[Cc]hapter )?" if not re.match(r"[Cc]hapters", found) else ""
        return re.sub(rf"{word}(?P<number>\d\d)", one, found)

    out, fenced = [], False
    for line in text.split("\n"):
        fenced ^= line.lstrip().startswith("```")
        plain = fenced or re.match(r"#|    |\$\$|\([\w-]+\)=$", line)
        out.append(line if plain else re.sub(rf"{KEPT}|(?P<numbers>{NUMBERS})", replace, line))
    return "\n".join(out)


def link_names(text: str) -> str:
    "Backticked public names become links into the API pages; fenced code and headings stay as they are."
    module, out, fenced = owners(), [], False

    def link(m):
        return f"{{py:obj}}`{m[1]} <evalbook.{module[m[1]]}.{m[1]}>`" if m[1] in module else m[0]

    for line in text.split("\n"):
        fenced ^= line.lstrip().startswith("```")
        if not fenced and not line.startswith(("#", "    ")):
            line = re.sub(r"(?<![`\]\[}])`([A-Za-z_]\w*)(\(\))?`(?!`)", link, line)
        out.append(line)
    return "\n".join(out)
