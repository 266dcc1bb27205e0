"""What every step of the build knows: where things are, and what chapters, headings and definitions are called."""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path

import nbformat

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
BUILD, NBS, PACKAGE = DOCS / "_build", ROOT / "nbs", ROOT / "evalbook"
SOURCES = BUILD / "src"  # what Sphinx reads
sys.path[:0] = [str(ROOT), str(ROOT / "tools")]

PARTS = [
    ("One model", [10, 20, 21]),
    ("Choosing and tuning", [30, 32, 7]),
    ("How sure?", [33]),
    ("Comparing", range(40, 50)),
    ("The laboratory", range(50, 54)),
    ("In practice", range(54, 70)),
    ("Explorers", range(70, 80)),
    ("How it is built", [*range(0, 7), 8, 9, 18, 19]),
]


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


def number(path: Path) -> int:
    "The chapter number of a notebook, -1 for one without."
    return int(path.stem[:2]) if path.stem[:2].isdigit() else -1


def title(path: Path) -> str:
    "The first heading of a notebook."
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


def label(name: str) -> str:
    "The target of the cell that defines a name; labels know no capitals."
    return "code-" + re.sub(r"([A-Z])", r"-\1", name).lower()


@cache
def owners() -> dict[str, str]:
    "The module of every public name."
    import evalbook

    return evalbook._owners()


def link_names(text: str) -> str:
    "Backticked public names become links into the API pages; fenced code and headings stay as they are."
    module, out, fenced = owners(), [], False
    link = lambda m: f"{{py:obj}}`{m[1]} <evalbook.{module[m[1]]}.{m[1]}>`" if m[1] in module else m[0]
    for line in text.split("\n"):
        fenced ^= line.lstrip().startswith("```")
        if not fenced and not line.startswith(("#", "    ")):
            line = re.sub(r"(?<![`\]\[}])`([A-Za-z_]\w*)(\(\))?`(?!`)", link, line)
        out.append(line)
    return "\n".join(out)
