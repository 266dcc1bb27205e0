"""What every step of the build knows: where things are, and what chapters, headings and definitions are called."""

from __future__ import annotations

import os
import re
import sys
from configparser import ConfigParser
from functools import cache
from pathlib import Path

sys.modules.setdefault(
    "rfc3987_syntax", None
)  # jsonschema reads a grammar in it for a second; no notebook needs it
import nbformat  # noqa: E402

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
BUILD, NBS, PACKAGE = DOCS / "_build", ROOT / "nbs", ROOT / "evalbook"
SOURCES = BUILD / "src"  # what Sphinx reads
sys.path[:0] = [str(ROOT), str(ROOT / "tools")]

import book  # noqa: E402 - tools/book.py

PARTS = {
    "1_holdout": "Holdout",
    "2_bootstrap": "The bootstrap",
    "3_crossval": "Cross-validation",
    "4_selection": "Model selection",
    "5_models": "Comparing models",
    "6_algorithms": "Comparing algorithms",
    "7_laboratory": "The laboratory",
    "8_practice": "In practice",
    "9_how_it_is_built": "How it is built",
}


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
    return (
        book.chapters(NBS) + sorted(NBS.glob("*.ipynb")) + sorted((NBS / "studies").glob("*.ipynb"))
    )


def executed(path: Path) -> nbformat.NotebookNode:
    "A notebook with the outputs of its run; its text is always that of the notebook, also where the run is an older one."
    pair = path, BUILD / "run" / path.relative_to(NBS)
    notebook, ran = (
        nbformat.v4.reads(p.read_text(encoding="utf-8")) for p in pair
    )  # both were checked when they ran
    notebook.metadata, code = ran.metadata, [c for c in ran.cells if c.cell_type == "code"]
    for cell, old in zip((c for c in notebook.cells if c.cell_type == "code"), code, strict=True):
        cell.outputs, cell.execution_count = old.outputs, old.execution_count
    return notebook


def chapters_of(part: str) -> list[Path]:
    "The chapters of a part, by its folder."
    return [path for path in book.chapters(NBS) if path.parent.name == part]


def numbered(heading: str, path: Path) -> str:
    "The heading of a chapter with its number in front."
    chapter = book.number(path)
    return heading if heading.startswith(chapter) else f"{chapter} {heading}"


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
    "Every chapter by its number."
    return {book.number(path): path for path in book.chapters(NBS)}


KEPT = r"`+[^`]*`+|\$[^$]*\$|!?\[(?:[^\[\]]|\[[^\]]*\])*\]\([^)]*\)|</?[a-zA-Z][^>]*>"  # code, formulas, links and tags
ONE = r"\d\.\d{1,2}(?:\.\d{1,2})?(?!\d|\.\d)"  # a chapter or a section
NUMBERS = rf"\b(?:[Cc]hapter|[Ss]ection)s? {ONE}(?:(?:, and |, | and | or | to ){ONE})*"


@cache
def sections() -> dict[str, tuple[Path, str]]:
    "Every numbered section: its chapter, and the label of its heading."
    found = {}
    for path in chapters().values():
        cells = nbformat.read(path, as_version=4).cells
        for heading in re.findall(r"^## (.+)$", "\n".join(c.source for c in cells), flags=re.M):
            found[heading.split(" ")[0]] = path, f"sec-{slug(path.stem)}-{slug(heading)}"
    return found


def link_numbers(text: str, folder: str, own: str = "", ending: str = ".ipynb") -> str:
    "`chapter 3.2` and `sections 5.1.2 and 6.1.4` become links, outside of code, headings, formulas and links; `own` is this page's number."

    def one(match: re.Match) -> str:
        number = match["number"]
        path, label = sections().get(number, (chapters().get(number), ""))
        if path is None or number == own:
            return match[0]
        page = os.path.relpath(path.relative_to(ROOT).with_suffix(ending), folder)
        return f"[{match[0]}]({page}{label and '#'}{label})"

    def replace(match: re.Match) -> str:
        found = match["numbers"]
        if found is None:
            return match[0]
        kind = found.split(" ")[0]
        if kind[0] in "sS" and found.count(".") < 2:  # a section of another book
            return found
        word = "" if kind[-1] == "s" else rf"(?:{kind} )?"
        return re.sub(rf"{word}(?P<number>{ONE})", one, found)

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
