"""The pages that no notebook is: those of docs/*.md with their links, the glossary, the landing page with the contents."""

from __future__ import annotations

import os
import re
from pathlib import Path

import nbformat
from common import (
    executed,
    DOCS,
    NBS,
    ONE,
    PARTS,
    ROOT,
    SOURCES,
    chapters_of,
    link_names,
    link_numbers,
    notebooks,
    slug,
    title,
    write,
)
from staging import report_pictures

from book import flags, number, without_flags  # tools/book.py

TABLES = ("errata", "replication")  # pages whose rows name chapters and sections, to be linked
FIRST = (
    "map",
    "notation",
    "glossary",
    "changed",
    "numbers",
    "replication",
    "errata",
    "reliability",
    "references",
)  # the order of the pages in the contents
QUOTED = r'((?:,? (?:and )?"[^"]+")*)'  # the names of sections that follow the name of a chapter or a study


# --- links to chapters and sections -----------------------------------------------------------------------------------


def known_sections() -> dict[str, str | None]:
    "Every section of the staged notebooks by its label, with its first picture where it has one."
    known: dict[str, str | None] = {}
    for path in notebooks():
        staged, section = SOURCES / path.relative_to(ROOT), ""
        for cell in nbformat.read(staged, as_version=4).cells if staged.exists() else []:
            named = (
                re.findall(r"^\(sec-([\w-]+)\)=$", cell.source, flags=re.M)
                if cell.cell_type == "markdown"
                else []
            )
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
        places |= dict.fromkeys((number(path), title(path).lower(), path.stem.lower()), path)

    def section(path: Path, name: str) -> str:
        place = f"{slug(path.stem)}-{slug(name)}"
        if place not in known:
            return f'"{name}"'
        return f'["{name}"](#sec-{place})' + (
            f" ([figure](#{known[place]}))" if known[place] else ""
        )

    def link(match: re.Match) -> str:
        path = places.get(match["name"].lower())
        if path is None:
            return match[0]
        head, tail = match[0][: match.start("sections") - match.start()], match["sections"]
        page, quoted = f"../{path.relative_to(ROOT)}", head.startswith("study")
        link = f'study ["{match["name"]}"]({page})' if quoted else f"[{head}]({page})"
        return link + re.sub(r'"([^"]+)"', lambda m: section(path, m[1]), tail)

    text = re.sub(rf'study "(?P<name>[^"]+)"(?P<sections>{QUOTED})', link, text)
    return re.sub(rf"chapter (?P<name>{ONE})(?P<sections>{QUOTED})", link, text)


def link_chapters(text: str, folder: str) -> str:
    "Names of notebooks in a page (`1_intervals`, nbs/2_bootstrap/1_intervals.ipynb) become links; other code and fenced code do not."
    files = {path.stem: path for path in notebooks() if not path.stem.isalpha()}
    name = (
        rf"(?:nbs/)?(?:\w+/)?(?P<{{}}>{'|'.join(sorted(files, key=len, reverse=True))})(?:\.ipynb)?"
    )
    plain = rf"(?<![\w/(\[#]){name.format('bare')}(?![\w\]])(?!\.ipynb)"
    pattern = rf"`{name.format('coded')}`(?!\])|`[^`\n]+`|{plain}"

    def link(match: re.Match) -> str:
        stem = match["coded"] or match["bare"]
        return (
            f"[{stem}]({os.path.relpath(files[stem].relative_to(ROOT), folder)})"
            if stem
            else match[0]
        )

    parts = re.split(r"(^```.*?^```)", text, flags=re.M | re.S)
    parts[::2] = [re.sub(pattern, link, part) for part in parts[::2]]
    return "".join(parts)


def stage_pages() -> None:
    "The Markdown pages of docs/ and CONTRIBUTING; in the tables of findings chapters become links."
    for path in [*DOCS.glob("*.md"), ROOT / "CONTRIBUTING.md"]:
        if path.stem != "index":
            text = link_chapters(link_names(path.read_text().replace("](docs/", "](")), "docs")
            text = section_links(text) if path.stem in TABLES else text
            write(SOURCES / "docs" / path.name, link_numbers(text, "docs"))
    for folder in ("figures", "_static"):
        for path in (DOCS / folder).glob("*"):
            write(SOURCES / "docs" / folder / path.name, path.read_bytes())


# --- the glossary -----------------------------------------------------------------------------------------------------


WORDS = re.compile(
    r"(in the (formula|code)|symbol|word|letter|term)\b", flags=re.I
)  # the head of a table of words


def word_tables(notebook: nbformat.NotebookNode) -> list[tuple[str, list[str]]]:
    "Every table of words or symbols of a notebook, wherever it stands: its head and its rows; the glossary comes first."
    found = []
    for cell in notebook.cells:
        tables = (
            re.findall(r"(?:^\|.*\|[ ]*\n?){3,}", cell.source, flags=re.M)
            if cell.cell_type == "markdown"
            else []
        )
        for head, _, *rows in (block.strip().splitlines() for block in tables):
            if WORDS.match(head.strip("| ")):
                found.append((head.strip(), rows))
    return sorted(found, key=lambda table: not re.match(r"\| *(word|term)\b", table[0], flags=re.I))


def glossary() -> str:
    "One page with the words and the symbols of every chapter."
    lead = "Every chapter has its own table of words, and its formulas have tables of symbols; here they are on one page."
    text = [
        "# Glossary",
        f"{lead} The sources' letters live inside the functions, words on the outside.",
    ]
    for path in notebooks():
        if found := word_tables(nbformat.read(path, as_version=4)):
            tables = [
                "\n".join([head, re.sub(r"[^|]+", "---", re.sub(r"\\\|", "", head)), *rows])
                for head, rows in found
            ]
            home = str(path.parent.relative_to(ROOT))
            here = re.sub(r"\]\((?=[\w/]+\.ipynb)", f"](../{home}/", "\n\n".join(tables))
            linked = link_numbers(link_names(here), "docs")
            text.append(
                f"## {title(path)}\n\n{linked}\n\n[To the chapter](../{path.relative_to(ROOT)})"
            )
    return "\n\n".join(text) + "\n"


# --- the landing page -------------------------------------------------------------------------------------------------


def toctree(caption: str, entries: list[str]) -> str:
    "One hidden table of contents."
    return (
        f"```{{toctree}}\n:hidden:\n:maxdepth: 1\n:caption: {caption}\n\n"
        + "\n".join(entries)
        + "\n```"
    )


def recipes() -> str:
    "Every recipe of nbs/recipes.ipynb with its code and its output, each folded under its task."
    cells, text = executed(NBS / "recipes.ipynb").cells, []
    data = without_flags(next(c.source for c in cells if "load_breast_cancer(" in c.source))
    before = f'<details class="recipe-data"><summary>The imports and the data of these tasks</summary>\n\n```python\n{data}\n```'
    for cell in cells:
        task = re.match(r"## (.+)\n\n\*\*I have\*\* (.+?)\. \*\*I want\*\* (.+)\.", cell.source)
        if task:
            text.append("</details>" if text else f"{before}\n\n</details>")
            have, want = (re.sub(r"`(.+?)`", r"<code>\1</code>", task[k]) for k in (2, 3))
            summary = f"<summary><b>I have</b> {have}. <b>I want</b> {want}.</summary>"
            text.append(
                f'<details class="recipe">{summary}\n\n[{task[1]}](#sec-recipes-{slug(task[1])}), with its data:'
            )
        elif text and cell.cell_type == "markdown":
            text.append(
                link_names(
                    re.sub(
                        r"\]\(([\w/]+\.ipynb)", r"](nbs/\1", cell.source.replace("**Figure.** ", "")
                    )
                )
            )
        elif text and not (marks := flags(cell.source)).get("code-summary", "").startswith(
            "Checked"
        ):
            text.append(
                f"```python\n{without_flags(cell.source)}\n```"
            )  # a folded one makes the data of its task
            text += [
                shown(o, f"recipe-{cell.id}.svg") for o in cell.outputs if "code-fold" not in marks
            ]
    return "\n\n".join([*text, "</details>"])


def shown(output: nbformat.NotebookNode, name: str) -> str:
    "One output of a recipe: what it prints, or its picture."
    picture = output.get("data", {}).get("image/svg+xml")
    if picture is None:
        text = output.get("text") or output.get("data", {}).get("text/plain", "")
        first, line, rest = text.rstrip().partition(
            "\nKeep in mind\n"
        )  # the rest of a report under a fold of its own
        more = f"<details><summary>The rest of the report</summary>\n\n```text\n{line.lstrip()}{rest}\n```\n\n</details>"
        return f"```text\n{first.rstrip()}\n```" + f"\n\n{more}" * bool(line)
    write(SOURCES / "figures" / name, picture)
    return f"![Picture drawn by the code above](figures/{name})"


def stage_index(api: list[str]) -> None:
    "The landing page, then the table of contents: the parts in reading order, the studies, the tables, the package."
    trees, listing = [toctree("Start", ["First steps <nbs/index>", "nbs/recipes"])], []
    for folder, caption in PARTS.items():
        part = chapters_of(folder)
        trees.append(toctree(f"{folder[0]} {caption}", [f"nbs/{folder}/{p.stem}" for p in part]))
        listing.append(
            f"- **{caption}:** " + " · ".join(f"[{title(p)}](nbs/{folder}/{p.name})" for p in part)
        )
    trees.append(
        toctree(
            "Long runs",
            [f"nbs/studies/{p.stem}" for p in notebooks() if p.parent.name == "studies"],
        )
    )
    others = {"glossary", *(p.stem for p in DOCS.glob("*.md"))} - {"index"}
    ordered = [p for p in FIRST if p in others] + sorted(others - set(FIRST))
    trees.append(toctree("Tables", [f"docs/{page}" for page in ordered]))
    trees.append(
        toctree("Package", ["api/index", *(f"api/{slug}" for slug in api), "docs/CONTRIBUTING"])
    )
    text = (DOCS / "index.md").read_text()
    figure = f"[{report_pictures('docs/figures')}](nbs/8_practice/01_reporting.ipynb)"
    for place, words in {
        "chapters": "\n".join(listing),
        "figure": figure,
        "recipes": recipes(),
    }.items():
        text = text.replace(f"<!-- {place} -->", words)
    write(SOURCES / "index.md", text + "\n\n" + "\n\n".join(trees) + "\n")
