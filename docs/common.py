"""What every step of the build knows: where things are, and what chapters, headings and definitions are called."""

from __future__ import annotations

import os
import re
import sys
from configparser import ConfigParser
from functools import cache
from pathlib import Path
from typing import Callable

import nbformat

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
def facts() -> dict[str, str]:
    "The version, the authors and the address of the project, from settings.ini."
    settings = ConfigParser(delimiters=["="])
    settings.read(ROOT / "settings.ini", encoding="utf-8")
    return dict(settings["DEFAULT"])


def repository() -> str:
    "Where the files of the main branch can be read."
    return "{git_url}/blob/{branch}".format(**facts())


def write(path: Path, text: str) -> None:
    "Write a text, in a folder that may be new."
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def notebooks() -> list[Path]:
    "Every notebook of the book, by its number; the studies last."
    return (
        book.chapters(NBS) + sorted(NBS.glob("*.ipynb")) + sorted((NBS / "studies").glob("*.ipynb"))
    )


def chapters_of(part: str) -> list[Path]:
    "The chapters of a part, by its folder."
    return [path for path in book.chapters(NBS) if path.parent.name == part]


@cache
def title(path: Path) -> str:
    "The first heading of a notebook; that of a chapter begins with its number."
    text = (c.source for c in nbformat.read(path, as_version=4).cells if c.cell_type == "markdown")
    found = re.search(r"^# +(.+)$", "\n".join(text), flags=re.M)
    return found[1].strip() if found else path.stem


def plain_text(text: str) -> str:
    "Markdown as plain words, for alt texts."
    text = re.sub(r"\{[a-z:]+\}`~?([^`<]*?)(?: ?<[^>]*>)?`", r"\1", text)
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return re.sub(r"\s+", " ", re.sub(r"[*`$\\{}]", "", text)).strip().replace('"', "'")


def slug(heading: str) -> str:
    "A heading as a label."
    return re.sub(r"[^a-z0-9]+", "-", plain_text(heading).lower()).strip("-")


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


def outside_code(text: str, change: Callable[[str], str]) -> str:
    "A text with its lines changed, but for code, headings, labels and the ends of formulas."
    out, fenced = [], False
    for line in text.split("\n"):
        fenced ^= line.lstrip().startswith("```")
        kept = fenced or re.match(r"#|    |\$\$|\([\w-]+\)=$", line)
        out.append(line if kept else change(line))
    return "\n".join(out)


def link_numbers(text: str, folder: str, own: str = "") -> str:
    "`chapter 3.2` and `sections 5.1.2 and 6.1.4` become links, outside of code, headings, formulas and links; `own` is this page's number."

    def one(match: re.Match) -> str:
        number = match["number"]
        path, label = sections().get(number, (chapters().get(number), ""))
        if path is None or number == own:
            return match[0]
        page = os.path.relpath(path, ROOT / folder)
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

    pattern = rf"{KEPT}|(?P<numbers>{NUMBERS})"
    return outside_code(text, lambda line: re.sub(pattern, replace, line))


def link_names(text: str) -> str:
    "Backticked public names become links into the API pages; fenced code and headings stay as they are."
    module = owners()

    def link(m: re.Match) -> str:
        return f"{{py:obj}}`{m[1]} <evalbook.{module[m[1]]}.{m[1]}>`" if m[1] in module else m[0]

    pattern = r"(?<![`\]\[}])`([A-Za-z_]\w*)(\(\))?`(?!`)"
    return outside_code(text, lambda line: re.sub(pattern, link, line))
