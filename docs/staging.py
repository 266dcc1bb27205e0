"""Stage a notebook: directives become what myst-nb knows, names become links, pictures get captions and alt texts."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import nbformat

import evalbook
from evalbook.practice.explore import EXPLORERS

from common import (
    ROOT,
    SOURCES,
    link_names,
    link_numbers,
    owners,
    plain_text,
    repository,
    slug,
    write,
)
from running import executed

from book import (
    EXPORTED,
    defined,
    folds_output,
    homes,
    is_skipped,
    marks_of,
    number,
    only_imports,
    room,
    without_flags,
)  # tools/book.py

KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}
PICTURES = {"image/svg+xml", "image/png"}
FIGURE = re.compile(r"\A\*\*Figure[^*]*\*\*[.:]? *(.+?)(?:\n\s*\n|\Z)", flags=re.S)
ABOVE = re.compile(r"\*\*Figure[^*]*\*\*[.:]? *((?:(?!\n\s*\n).)+)\Z", flags=re.S)


# --- code -------------------------------------------------------------------------------------------------------------


def folded(marks: dict[str, str]) -> tuple[list[str], dict[str, str]]:
    "The tags that fold or hide a cell with these directives, and the words on its bar."
    tags, words = [], ""
    if is_skipped(marks):
        tags.append("hide-input")
        words = "Show the code of a long run (its results are stored and checked)"
    if "hide" in marks:
        tags.append("hide-cell")
        words = "Show imports and checks"
    if marks.get("code-fold") == "true":
        tags.append("hide-cell" if folds_output(marks) else "hide-input")
        words = marks.get("code-summary") or words
    if marks.get("echo") == "false":
        tags.append("remove-input")
    bar = {"code_prompt_show": words, "code_prompt_hide": words.replace("Show", "Hide")}
    return sorted(set(tags)), bar if words else {}


def staged_code(cell: nbformat.NotebookNode, rooms: list[str]) -> list:
    "A code cell without its directives, and before it links to what it defines."
    marks = marks_of(cell)
    if "default_exp" in marks or not cell.source.strip():
        return []
    made = defined(cell.source) if EXPORTED & marks.keys() else []
    public = [name for name in made if owners().get(name) in rooms]
    cell.source = without_flags(cell.source).strip("\n")
    tags, bar = folded(marks)
    cell.metadata = nbformat.from_dict({"tags": tags, "mystnb": bar})
    lead = ""
    shown = re.fullmatch(r"(explore_\w+)\(\)(\.set\(.*\))?", cell.source)
    if shown and (not shown[2] or owners().get(shown[1]) in rooms):  # the place of *Move it*
        lead = f"(move-{shown[1].replace('_', '-')})=\n\n"
    if public:
        links = link_names(", ".join(f"`{name}`" for name in public))
        lead += "{.defines}\nReference: " + links
    cells = [nbformat.v4.new_markdown_cell(lead, id=f"at-{cell.id}"), cell]
    return [one for one in cells if one.source]


# --- text -------------------------------------------------------------------------------------------------------------


def equations(text: str, place: str) -> str:
    "Every displayed formula gets a label and so a number."
    count = itertools.count()

    def named(m):
        return f"{m[1]}\n$${m[2]}$$ (eq-{place}-{next(count)})"  # its own paragraph, or the label stands there as text

    return re.sub(r"(^|\n)\$\$((?:(?!\$\$).)+)\$\$[ ]*$", named, text, flags=re.M | re.S)


def section_labels(text: str, stem: str, seen: set[str]) -> str:
    "A label before every heading of level two and three, so that tables elsewhere can link to it."
    out, fenced = [], False
    for line in text.split("\n"):
        fenced ^= line.lstrip().startswith("```")
        found = None if fenced else re.match(r"#{2,3} +(.+)$", line)
        if found and (name := f"sec-{slug(stem)}-{slug(found[1])}") not in seen:
            seen.add(name)
            out += ["", f"({name})=", ""] if out else [f"({name})=", ""]
        out.append(line)
    return "\n".join(out)


def facts_line(path: Path) -> str:
    "The line under a chapter's title: the notebook, its explorers."
    links = [
        f"[{evalbook._public(name)().question}](#move-{name.replace('_', '-')})"
        for name, chapter in EXPLORERS.items()
        if chapter == room(path)
    ]
    moves = f" · **Move it:** {' · '.join(links)}" if links else ""
    if room(path) == "explore":
        moves += " · live on this machine: `make explore` opens it in your browser"
    file = path.relative_to(ROOT)
    source = f"This page is the notebook [`{file}`]({repository()}/{file})"
    return f"{{.facts}}\n{source}{moves}"


def put_facts(cells: list, facts: str) -> None:
    "The line of facts goes under the first title and its subtitle."
    first = next(
        c for c in cells if c.cell_type == "markdown" and c.source.lstrip().startswith("# ")
    )
    text = first.source.lstrip()
    head = re.match(r"# [^\n]*\n*(?:>[^\n]*\n?)*", text)[0]
    first.source = f"{head.rstrip()}\n\n{facts}\n\n{text[len(head) :]}"


def on_the_site(cell: nbformat.NotebookNode, path: Path) -> None:
    "Links in printed Markdown lead to pages; what nbs/index.ipynb says as the README is said otherwise on the site."
    for output in cell.get("outputs", []):
        text = output.get("data", {}).get("text/markdown")
        if text:
            text = link_numbers(text, str(path.parent.relative_to(ROOT)), number(path))
            text = re.sub(r"(\]\((?![a-z]+:)[^)#]+)\.ipynb", r"\1.html", text)
            output.data["text/markdown"] = text
    if path.stem == "index" and cell.cell_type == "markdown":
        text = cell.source.replace("# evalbook", "# The project", 1)
        text = text.replace("../CONTRIBUTING", "../docs/CONTRIBUTING")
        cell.source = re.sub(r"<picture>.*?</picture>", report_pictures("../docs/figures"), text)


def report_pictures(folder: str) -> str:
    "The picture of the report, for the light and for the dark."
    alt = "A report: the answer in sentences, then a table of three models with intervals, leads and adjusted p-values"
    return " ".join(
        f"![{alt}]({folder}/report-{look}.png){{.only-{look}}}" for look in ("light", "dark")
    )


# --- pictures ---------------------------------------------------------------------------------------------------------


def pictures(cell: nbformat.NotebookNode) -> list:
    "The outputs of a cell that are pictures."
    return [o for o in cell.get("outputs", []) if PICTURES & o.get("data", {}).keys()]


def alone(cell: nbformat.NotebookNode) -> list:
    "A cell that prints one picture and other things becomes two, so that the caption belongs to the picture alone."
    if cell.cell_type != "code" or len(pictures(cell)) != 1 or len(cell.outputs) == 1:
        return [cell]
    (picture,) = pictures(cell)
    said = "# the picture of the cell above"
    second = nbformat.v4.new_code_cell(said, outputs=[picture], id=f"{cell.id}-p")
    tags = ["remove-input", *cell.metadata["tags"]]
    second.metadata = nbformat.from_dict(cell.metadata | {"tags": tags, "mystnb": {}})
    cell.outputs.remove(picture)
    return [cell, second]


def caption_of(cells: list, i: int) -> tuple:
    "The Markdown cell whose `**Figure.**` sentence is about the picture of cell i, below it or else above, and the match."
    below = [(c, FIGURE.match) for c in cells[i + 1 : i + 3]]
    above = [(c, ABOVE.search) for c in reversed(cells[max(i - 2, 0) : i])]
    for near in (below, above):
        cell, find = next(((c, f) for c, f in near if c.cell_type == "markdown"), (None, None))
        if cell and (found := find(cell.source)):
            return cell, found
    return None, None


def stage_figures(cells: list, stem: str) -> None:
    "A picture takes the `**Figure.**` sentence below it, or else the one above, as its caption and its alt text."
    heading = stem
    for i, cell in enumerate(cells):
        if cell.cell_type == "markdown":
            heading = ([heading] + re.findall(r"^#+ +(.+)$", cell.source, flags=re.M))[-1]
        if cell.cell_type != "code" or not pictures(cell):
            continue
        text, match = caption_of(cells, i)
        caption = match[1].strip() if match else ""
        drawn = f"Picture drawn by the code above, in the section {plain_text(heading)}"
        shown = cell.metadata["mystnb"]
        shown["image"] = {"alt": plain_text(caption) or drawn}
        if caption and len(cell.outputs) == 1:
            name = f"fig-{stem}-{cell.id}"
            shown["figure"] = {"caption": re.sub(r"\s*\n\s*", " ", caption), "name": name}
            text.source = (text.source[: match.start()] + text.source[match.end() :]).strip()


DEEPER = """## In more depth

Each section with a ★ opens on a click."""
BEHIND = """## What was checked

Every build runs these assertions of the path, and what several sections use. Each bar names its section."""


def is_behind(cell: nbformat.NotebookNode) -> bool:
    "Is this a folded cell of imports, of what several sections share, or of assertions?"
    if cell.cell_type != "code" or not {"hide-input", "hide-cell"} & set(cell.metadata.tags):
        return False
    words = cell.metadata.mystnb.get("code_prompt_show", "")
    return only_imports(cell.source) or words.startswith(("Checked:", "what several sections use"))


def name_section(cell: nbformat.NotebookNode, heading: str) -> None:
    "A bar that leaves its section names it."
    place = re.match(r"[\d.]+", heading) or [heading.strip("*")]
    for key in {"code_prompt_show", "code_prompt_hide"} & cell.metadata.mystnb.keys():
        words = cell.metadata.mystnb[key]
        cell.metadata.mystnb[key] = words.replace("Checked:", f"Checked, {place[0]}:")


def path_first(cells: list) -> list:
    "The path alone; the starred sections under one heading; then what was checked on the path and imported."
    path, deeper, behind, heading = [], [], [], "the opening"
    for cell in cells:
        found = cell.cell_type == "markdown" and re.search(r"^## (.+)", cell.source, re.M)
        heading = found[1] if found else heading
        if "★" in heading:
            deeper.append(cell)
        elif is_behind(cell):
            name_section(cell, heading)
            behind.append(cell)
        else:
            path.append(cell)
    for head, part in ((DEEPER, deeper), (BEHIND, behind)):
        path += [nbformat.v4.new_markdown_cell(head, id=slug(head[3:20]))] * bool(part) + part
    return path


# --- a notebook -------------------------------------------------------------------------------------------------------


def staged_text(cell: nbformat.NotebookNode, path: Path, seen: set[str]) -> nbformat.NotebookNode:
    "A text cell with its labels and links."
    cell.source = re.sub(r"^(?=\*Also called)", "{.also}\n", cell.source, flags=re.M)
    text = link_names(equations(cell.source, cell.id))
    text = link_numbers(text, str(path.parent.relative_to(ROOT)), number(path))
    cell.source = section_labels(text, path.stem, seen)
    return cell


def stage_notebook(path: Path) -> None:
    "One executed notebook as a Sphinx source."
    notebook, seen = executed(path), set()
    facts = facts_line(path)
    cells = []
    for cell in notebook.cells:
        on_the_site(cell, path)
        if cell.cell_type == "code":
            cells += staged_code(cell, homes(path))
        else:
            cells.append(staged_text(cell, path, seen))
    put_facts(cells, facts)
    cells = [part for cell in cells for part in alone(cell)]
    stage_figures(cells, path.stem)
    cells = [c for c in cells if c.source.strip() or c.cell_type == "code"]
    notebook.cells = path_first(cells)
    notebook.metadata = nbformat.from_dict({"kernelspec": KERNEL})
    write(SOURCES / path.relative_to(ROOT), nbformat.writes(notebook))
