"""The pages that no notebook is: those of docs/*.md with their links, the glossary, the landing page with the recipes."""

from __future__ import annotations

import re
import shutil

import nbformat

from common import (
    DOCS,
    NBS,
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
from running import executed
from staging import report_pictures

from book import flags, without_flags  # tools/book.py


def stage_pages() -> None:
    "The Markdown pages of docs/ and CONTRIBUTING, as they are seen from docs/."
    for path in [*DOCS.glob("*.md"), ROOT / "CONTRIBUTING.md"]:
        if path.stem != "index":
            text = path.read_text(encoding="utf-8").replace("](docs/", "](")
            text = link_numbers(link_names(text.replace("](nbs/", "](../nbs/")), "docs")
            write(SOURCES / "docs" / path.name, text)
    shutil.copytree(DOCS / "figures", SOURCES / "docs" / "figures", dirs_exist_ok=True)


# --- the glossary -----------------------------------------------------------------------------------------------------


WORDS = re.compile(r"(in the (formula|code)|symbol|word|letter|term)\b", flags=re.I)  # a head


def word_tables(notebook: nbformat.NotebookNode) -> list[tuple[str, list[str]]]:
    "Every table of words or symbols of a notebook, wherever it stands: its head and its rows; the glossary comes first."
    found = []
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            for block in re.findall(r"(?:^\|.*\|[ ]*\n?){3,}", cell.source, flags=re.M):
                head, _, *rows = block.strip().splitlines()
                if WORDS.match(head.strip("| ")):
                    found.append((head.strip(), rows))
    return sorted(found, key=lambda table: not re.match(r"\| *(word|term)\b", table[0], flags=re.I))


def glossary() -> str:
    "One page with the words and the symbols of every chapter."
    words = "Every chapter has its own table of words, and its formulas have tables of symbols; here they are on one page."
    letters = "The sources' letters live inside the functions, words on the outside."
    text = ["# Glossary", f"{words} {letters}"]
    for path in notebooks():
        tables = []
        for head, rows in word_tables(nbformat.read(path, as_version=4)):
            line = re.sub(r"[^|]+", "---", head.replace(r"\|", ""))
            tables.append("\n".join([head, line, *rows]))
        if tables:
            home = str(path.parent.relative_to(ROOT))
            here = re.sub(r"\]\((?=[\w/]+\.ipynb)", f"](../{home}/", "\n\n".join(tables))
            text += [f"## {title(path)}", link_numbers(link_names(here), "docs")]
            text.append(f"[To the chapter](../{path.relative_to(ROOT)})")
    return "\n\n".join(text) + "\n"


# --- the landing page -------------------------------------------------------------------------------------------------


def recipes() -> str:
    "Every recipe of nbs/recipes.ipynb with its code and its output, each folded under its task."
    cells = executed(NBS / "recipes.ipynb").cells
    data = without_flags(next(c.source for c in cells if "load_breast_cancer(" in c.source))
    said = "<summary>The imports and the data of these tasks</summary>"
    text = [f'<details class="recipe-data">{said}\n\n```python\n{data}\n```']
    for cell in cells:
        task = re.match(r"## (.+)\n\n\*\*I have\*\* (.+?)\. \*\*I want\*\* (.+)\.", cell.source)
        if task:
            have, want = (re.sub(r"`(.+?)`", r"<code>\1</code>", task[k]) for k in (2, 3))
            said = f"<summary><b>I have</b> {have}. <b>I want</b> {want}.</summary>"
            text += ["</details>", f'<details class="recipe">{said}']
            text.append(f"[{task[1]}](#sec-recipes-{slug(task[1])}), with its data:")
        elif len(text) > 1:
            text += recipe_cell(cell)
    return "\n\n".join([*text, "</details>"])


def recipe_cell(cell: nbformat.NotebookNode) -> list[str]:
    "A cell of a recipe as Markdown; a folded one, which makes the data of its task, without its outputs."
    if cell.cell_type == "markdown":
        text = cell.source.replace("**Figure.** ", "")
        return [link_names(re.sub(r"\]\(([\w/]+\.ipynb)", r"](nbs/\1", text))]
    marks = flags(cell.source)
    if marks.get("code-summary", "").startswith("Checked"):
        return []
    outputs = [] if "code-fold" in marks else cell.outputs
    code = f"```python\n{without_flags(cell.source)}\n```"
    return [code, *(shown(output, f"recipe-{cell.id}.svg") for output in outputs)]


def shown(output: nbformat.NotebookNode, name: str) -> str:
    "One output of a recipe: its picture, or what it prints; the rest of a report under a fold of its own."
    if picture := output.get("data", {}).get("image/svg+xml"):
        write(SOURCES / "figures" / name, picture)
        return f"![Picture drawn by the code above](figures/{name})"
    text = output.get("text") or output.get("data", {}).get("text/plain", "")
    first, line, rest = text.rstrip().partition("\nKeep in mind\n")
    more = f"<details><summary>The rest of the report</summary>\n\n```text\n{line.lstrip()}{rest}\n```\n\n</details>"
    return f"```text\n{first.rstrip()}\n```" + f"\n\n{more}" * bool(line)


def stage_index() -> None:
    "The landing page: docs/index.md with the chapters, the picture of the report and the recipes."
    chapters = [
        f"- **{caption}:** "
        + " · ".join(f"[{title(p)}](nbs/{folder}/{p.name})" for p in chapters_of(folder))
        for folder, caption in PARTS.items()
    ]
    text = (DOCS / "index.md").read_text(encoding="utf-8")
    picture = f"[{report_pictures('docs/figures')}](nbs/8_practice/01_reporting.ipynb)"
    text = text.replace("<!-- chapters -->", "\n".join(chapters))
    text = text.replace("<!-- figure -->", picture).replace("<!-- recipes -->", recipes())
    write(SOURCES / "index.md", text)
