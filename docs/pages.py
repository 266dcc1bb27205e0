"""The pages that no notebook is: those of docs/*.md with their links, the glossary, the landing page with the contents."""

from __future__ import annotations

import os
import re
from pathlib import Path

import nbformat
from common import (
    BUILD,
    DOCS,
    NBS,
    PARTS,
    ROOT,
    SOURCES,
    link_names,
    link_numbers,
    notebooks,
    number,
    slug,
    title,
    write,
)

TABLES = ("errata", "replication")  # pages whose rows name chapters and sections, to be linked
FIRST = ("map", "glossary", "replication", "errata", "references")  # the order of the pages in the contents
QUOTED = r'((?:,? (?:and )?"[^"]+")*)'  # the names of sections that follow the name of a chapter or a study


# --- links to chapters and sections -----------------------------------------------------------------------------------


def known_sections() -> dict[str, str | None]:
    "Every section of the staged notebooks by its label, with its first picture where it has one."
    known: dict[str, str | None] = {}
    for path in notebooks():
        staged, section = SOURCES / path.relative_to(ROOT), ""
        for cell in nbformat.read(staged, as_version=4).cells if staged.exists() else []:
            named = re.findall(r"^\(sec-([\w-]+)\)=$", cell.source, flags=re.M) if cell.cell_type == "markdown" else []
            known |= dict.fromkeys(named)
            section = named[-1] if named else section
            figure = cell.metadata.get("mystnb", {}).get("figure", {}).get("name")
            if section and figure and not known[section]:
                known[section] = figure
    return known


def section_links(text: str) -> str:
    '`chapter 40, "The table"` and `study "..."` become links to that section, and to its first picture where it has one.'
    known, places = known_sections(), {}
    for path in notebooks():
        places |= dict.fromkeys((f"{number(path):02d}", title(path).lower(), path.stem.lower()), path)

    def section(path: Path, name: str) -> str:
        place = f"{path.stem}-{slug(name)}"
        if place not in known:
            return f'"{name}"'
        return f'["{name}"](#sec-{place})' + (f" ([figure](#{known[place]}))" if known[place] else "")

    def link(match: re.Match) -> str:
        path = places.get(match["name"].lower())
        if path is None:
            return match[0]
        head, tail = match[0][: match.start("sections") - match.start()], match["sections"]
        page, quoted = f"../{path.relative_to(ROOT)}", head.startswith("study")
        link = f'study ["{match["name"]}"]({page})' if quoted else f"[{head}]({page})"
        return link + re.sub(r'"([^"]+)"', lambda m: section(path, m[1]), tail)

    text = re.sub(rf'study "(?P<name>[^"]+)"(?P<sections>{QUOTED})', link, text)
    return re.sub(rf"chapter (?P<name>\d\d)(?P<sections>{QUOTED})", link, text)


def link_chapters(text: str, folder: str) -> str:
    "Names of notebooks in a page (`20_bootstrap`, nbs/20_bootstrap.ipynb) become links; plain words and fenced code do not."
    parts = re.split(r"(^```.*?^```)", text, flags=re.M | re.S)
    for path in notebooks():
        if not path.stem.isalpha():
            name = rf"(?<![\w/(\[#])`?(?:nbs/)?(?:studies/)?{path.stem}(?:\.ipynb)?`?(?![\w\]])(?!\.ipynb)"
            link = f"[{path.stem}]({os.path.relpath(path.relative_to(ROOT), folder)})"
            parts[::2] = [re.sub(name, link, part) for part in parts[::2]]
    return "".join(parts)


def stage_pages() -> None:
    "The Markdown pages of docs/ and CONTRIBUTING; in the tables of findings chapters become links."
    for path in [*DOCS.glob("*.md"), ROOT / "CONTRIBUTING.md"]:
        if path.stem != "index":
            text = link_chapters(link_names(path.read_text()), "docs")
            text = section_links(text) if path.stem in TABLES else text
            write(SOURCES / "docs" / path.name, link_numbers(text, "docs"))
    for folder in ("figures", "_static"):
        for path in (DOCS / folder).glob("*"):
            write(SOURCES / "docs" / folder / path.name, path.read_bytes())


# --- the glossary -----------------------------------------------------------------------------------------------------


WORDS = re.compile(r"(in the (formula|code)|symbol|word|letter|term)\b", flags=re.I)  # the head of a table of words


def word_tables(notebook: nbformat.NotebookNode) -> list[tuple[str, list[str]]]:
    "Every table of words or symbols of a notebook, wherever it stands: its head and its rows; the glossary comes first."
    found = []
    for cell in notebook.cells:
        tables = re.findall(r"(?:^\|.*\|[ ]*\n?){3,}", cell.source, flags=re.M) if cell.cell_type == "markdown" else []
        for head, _, *rows in (block.strip().splitlines() for block in tables):
            if WORDS.match(head.strip("| ")):
                found.append((head.strip(), rows))
    return sorted(found, key=lambda table: not re.match(r"\| *(word|term)\b", table[0], flags=re.I))


def glossary() -> str:
    "One page with the words and the symbols of every chapter."
    lead = (
        "Every chapter has its own table of words, and its formulas have tables of symbols; here they are on one page."
    )
    text = ["# Glossary", f"{lead} The sources' letters live inside the functions, words on the outside."]
    for path in notebooks():
        if found := word_tables(nbformat.read(path, as_version=4)):
            tables = [
                "\n".join([head, re.sub(r"[^|]+", "---", re.sub(r"\\\|", "", head)), *rows]) for head, rows in found
            ]
            home = str(path.parent.relative_to(ROOT))
            here = re.sub(r"\]\((?=[\w/]+\.ipynb)", f"](../{home}/", "\n\n".join(tables))
            linked = link_numbers(link_names(here), "docs")
            text.append(f"## {title(path)}\n\n{linked}\n\n[To the chapter](../{path.relative_to(ROOT)})")
    return "\n\n".join(text) + "\n"


# --- the landing page -------------------------------------------------------------------------------------------------


def toctree(caption: str, entries: list[str]) -> str:
    "One hidden table of contents."
    return f"```{{toctree}}\n:hidden:\n:maxdepth: 1\n:caption: {caption}\n\n" + "\n".join(entries) + "\n```"


def landing_figure() -> str:
    "The first picture of nbs/index.ipynb, as this build drew it."
    cells = nbformat.read(BUILD / "run" / "index.ipynb", as_version=4).cells
    drawn = (
        o.data["image/svg+xml"] for c in cells for o in c.get("outputs", []) if "image/svg+xml" in o.get("data", {})
    )
    picture = next(drawn, None)
    if picture is None:
        return ""
    write(SOURCES / "figures" / "landing.svg", picture)
    alt = "The null distribution of a test with the tail of its p-value shaded"
    words = "The p-value is the shaded part of the null distribution: drawn by a cell of [First steps](nbs/index.ipynb)"
    return f"![{alt}](figures/landing.svg)\n\n{words}, like every picture here."


def stage_index(api: list[str]) -> None:
    "The landing page, then the table of contents: the parts in reading order, the studies, the tables, the package."
    chapters = notebooks()
    trees, listing = [toctree("Start", ["First steps <nbs/index>"])], []
    for caption, span in PARTS:
        part = [p for p in chapters if number(p) in span and p.parent == NBS]
        if part:
            trees.append(toctree(caption, [f"nbs/{p.stem}" for p in part]))
            listing.append(f"**{caption}:** " + " · ".join(f"[{title(p)}](nbs/{p.stem}.ipynb)" for p in part))
    trees.append(toctree("Long runs", [f"nbs/studies/{p.stem}" for p in chapters if p.parent != NBS]))
    others = {"glossary", *(p.stem for p in DOCS.glob("*.md"))} - {"index"}
    ordered = [p for p in FIRST if p in others] + sorted(others - set(FIRST))
    trees.append(toctree("Tables", [f"docs/{page}" for page in ordered]))
    trees.append(toctree("Package", ["api/index", *(f"api/{slug}" for slug in api), "docs/CONTRIBUTING"]))
    text = (DOCS / "index.md").read_text()
    text = text.replace("<!-- chapters -->", "\n\n".join(listing)).replace("<!-- figure -->", landing_figure())
    write(SOURCES / "index.md", text + "\n\n" + "\n\n".join(trees) + "\n")
