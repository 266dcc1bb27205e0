"""Build the book as a site: `python docs/build.py [--clean]` writes docs/_build/html; `--explore` serves the explorers.

Four steps: fetch MathJax, run every notebook, stage the pages, call Sphinx. Outputs that are stored in the notebooks are
thrown away; what a page shows was printed by this build, or by an earlier one of exactly the same code, modules, data and
library versions (`run_key`). A cell that fails stops the build.
"""

from __future__ import annotations

import argparse
import ast
import base64
import hashlib
import importlib.util
import io
import itertools
import os
import re
import shutil
import subprocess
import sys
import tarfile
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path

import nbformat

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
BUILD, NBS, PACKAGE = DOCS / "_build", ROOT / "nbs", ROOT / "evalbook"
sys.path[:0] = [str(ROOT), str(ROOT / "tools")]

import book  # noqa: E402  (tools/book.py: how a notebook is run)

# --- MathJax and axe-core: npm tarballs, pinned by hash ---------------------------------------------------------------

TARBALLS = {
    "mathjax": (
        "3.2.2",
        "Bt+SSVU8eBG27zChVewOicYs7Xsdt40qm4+UpHyX7k0/O9NliPc+x77k1/FEsPsjKPZGJvtRZM1vO+geW0OhGw==",
        "es5/tex-svg.js",
    ),
    "axe-core": (
        "4.14.1",
        "FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ==",
        "axe.min.js",
    ),
}


def registry() -> str:
    "The npm registry: the environment's, the user's, or the public one."
    settings = Path.home() / ".npmrc"
    found = re.search(r"^registry *= *(\S+)", settings.read_text() if settings.exists() else "", flags=re.M)
    return (os.environ.get("npm_config_registry") or (found and found[1]) or "https://registry.npmjs.org").rstrip("/")


def fetch(name: str) -> Path:
    "One file of an npm tarball, downloaded once and checked against its sha512."
    release, digest, member = TARBALLS[name]
    target = BUILD / "vendor" / f"{name}-{release}" / Path(member).name
    if not target.exists():
        with urllib.request.urlopen(f"{registry()}/{name}/-/{name}-{release}.tgz", timeout=120) as answer:
            data = answer.read()
        if base64.b64encode(hashlib.sha512(data).digest()).decode() != digest:
            sys.exit(f"{name} {release}: the download does not have the pinned hash.")
        with tarfile.open(fileobj=io.BytesIO(data)) as tar:
            write(target, tar.extractfile(f"package/{member}").read())
    return target


def write(path: Path, data: bytes | str) -> Path:
    "Write a file only when its bytes change, so that Sphinx rebuilds only what changed."
    data = data.encode() if isinstance(data, str) else data
    if not path.exists() or path.read_bytes() != data:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return path


# --- running the notebooks --------------------------------------------------------------------------------------------

KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}
LIBRARIES = ("numpy", "scipy", "pandas", "scikit-learn", "matplotlib", "ipywidgets", "statsmodels", "mlxtend")


def notebooks() -> list[Path]:
    "Every notebook of the book, in reading order; the studies last."
    return sorted(NBS.glob("*.ipynb")) + sorted((NBS / "studies").glob("*.ipynb"))


def names_by_module() -> dict[str, list[str]]:
    "The public names of each module."
    import evalbook

    return evalbook._MODULES


def modules_used(text: str) -> set[str]:
    "The modules of the package that a source text imports, and all that they import."
    owners = {name: module for module, names in names_by_module().items() for name in names}
    found = set(re.findall(r"evalbook\.(\w+)|from \.(\w+) import", text))
    names = {a or b for a, b in found}
    for line in re.findall(r"from evalbook import \(?([^)#]*?)(?:\)|$)", text, flags=re.M):
        names |= {word.split(" as ")[0].strip() for word in line.split(",")}
    names |= set(re.findall(r"\b(?:evalbook|eb|ev)\.(\w+)", text))
    used, new = set(), {owners.get(name, name) for name in names}
    while new:
        module = new.pop()
        path = PACKAGE / f"{module}.py"
        if module in used or not path.exists():
            continue
        used.add(module)
        new |= set(re.findall(r"^ *from \.(\w+) import", path.read_text(), flags=re.M))
    return used


def code_of(notebook: nbformat.NotebookNode) -> str:
    "The code cells as one text."
    return "\n\n".join(cell.source for cell in notebook.cells if cell.cell_type == "code")


def run_key(notebook: nbformat.NotebookNode) -> str:
    "A hash of everything that decides the outputs: code, modules, data, figure style, versions."
    code = code_of(notebook)
    parts = [code, sys.version, *(f"{library} {version(library)}" for library in LIBRARIES)]
    parts += [(PACKAGE / f"{module}.py").read_text() for module in sorted(modules_used(code))]
    data = [NBS / "matplotlibrc", *sorted(PACKAGE.glob("data/*.csv"))]
    data += sorted(NBS.glob("studies/results/*.csv")) if "studies" in code or "results/" in code else []
    digest = hashlib.sha256("\0".join(parts).encode())
    for path in data:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def execute(path: Path) -> tuple[Path, float]:
    "Run one notebook into docs/_build/run, unless the same run is there already; returns the seconds it took."
    from nbclient.exceptions import CellExecutionError

    notebook = nbformat.read(path, as_version=4)
    key, target, start = run_key(notebook), BUILD / "run" / path.relative_to(NBS), time.time()
    if target.exists() and nbformat.read(target, as_version=4).metadata.get("run_key") == key:
        return target, 0.0
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = []
    try:
        book.execute(notebook, path.parent)
    except CellExecutionError as error:
        raise RuntimeError(f"{path.name} does not run:\n{error}") from None
    notebook.metadata = nbformat.from_dict({"kernelspec": KERNEL, "run_key": key})
    write(target, nbformat.writes(notebook))
    return target, time.time() - start


# --- staging: repository -> Sphinx sources ----------------------------------------------------------------------------

PARTS = [
    ("One model", [10, 20, 21]),
    ("Choosing and tuning", [30, 32, 7]),
    ("How sure?", [33]),
    ("Comparing", range(40, 50)),
    ("The laboratory", range(50, 60)),
    ("In practice", range(60, 70)),
    ("Explorers", range(70, 80)),
    ("How it is built", [*range(0, 7), 8, 9, 18, 19]),
]
DIRECTIVE = re.compile(r"^#\| *([a-z_-]+):? *(.*)\n?", flags=re.M)
FIGURE = re.compile(r"\A\*\*Figure[^*]*\*\*[.:]? *(.+?)(?:\n\s*\n|\Z)", flags=re.S)
ABOVE = re.compile(r"\*\*Figure[^*]*\*\*[.:]? *((?:(?!\n\s*\n).)+)\Z", flags=re.S)


def number(path: Path) -> int:
    "The chapter number of a notebook, -1 for one without."
    return int(path.stem[:2]) if path.stem[:2].isdigit() else -1


def title(path: Path) -> str:
    "The first heading of a notebook or a page."
    text = (
        "\n".join(c.source for c in nbformat.read(path, as_version=4).cells if c.cell_type == "markdown")
        if path.suffix == ".ipynb"
        else path.read_text()
    )
    found = re.search(r"^# +(.+)$", text, flags=re.M)
    return found[1].strip() if found else path.stem


def plain_text(text: str) -> str:
    "Markdown as plain words, for alt texts."
    text = re.sub(r"\{[a-z:]+\}`~?([^`<]*?)(?: ?<[^>]*>)?`", r"\1", text)
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return re.sub(r"\s+", " ", re.sub(r"[*`$\\{}]", "", text)).strip().replace('"', "'")


def link_names(text: str, pages: dict[str, str]) -> str:
    "Backticked public names become links into the API pages; fenced code and headings stay as they are."
    out, fenced = [], False
    for line in text.split("\n"):
        fenced ^= line.lstrip().startswith("```")
        if not fenced and not line.startswith(("#", "    ")):
            line = re.sub(
                r"(?<![`\]\[}])`([A-Za-z_]\w*)(\(\))?`(?!`)",
                lambda m: f"{{py:obj}}`{m[1]} <evalbook.{pages[m[1]]}.{m[1]}>`" if m[1] in pages else m[0],
                line,
            )
        out.append(line)
    return "\n".join(out)


def equations(text: str, place: str) -> str:
    "Every displayed formula gets a label and so a number; Quarto's `{#eq-x}` is kept as the label."
    text, count = re.sub(r"\$\$ *\{#(eq-[\w-]+)\}", r"$$ (\1)", text), itertools.count()
    return re.sub(
        r"^\$\$((?:(?!\$\$).)+)\$\$[ ]*$", lambda m: f"$${m[1]}$$ (eq-{place}-{next(count)})", text, flags=re.M | re.S
    )


def definitions(source: str) -> list[str]:
    "The names that a cell defines at its top level."
    try:
        body = ast.parse(source).body
    except SyntaxError:
        return []
    targets = [
        getattr(t, "id", "")
        for n in body
        if isinstance(n, (ast.Assign, ast.AnnAssign))
        for t in (n.targets if isinstance(n, ast.Assign) else [n.target])
    ]
    return [n.name for n in body if isinstance(n, (ast.FunctionDef, ast.ClassDef))] + [t for t in targets if t]


def label(name: str) -> str:
    "The target of the cell that defines a name; labels know no capitals."
    return "code-" + re.sub(r"([A-Z])", r"-\1", name).lower()


def flags(source: str) -> dict[str, str]:
    "The `#| key: value` lines at the head of a cell."
    return {key: value.strip() for key, value in DIRECTIVE.findall(source)}


def stage_code(cell: nbformat.NotebookNode, marks: dict[str, str]) -> None:
    "Directives become tags that myst-nb knows, and their lines go."
    tags, shown = [], {}
    if {"slow", "notest"} & marks.keys() or marks.get("eval") == "false":
        shown["code_prompt_show"] = "Show the code of a long run (its results are stored and checked)"
        tags.append("hide-input")
    if "hide" in marks:
        shown.update(code_prompt_show="Show imports and checks", code_prompt_hide="Hide imports and checks")
        tags.append("hide-cell")
    tags += ["remove-input"] * (marks.get("echo") == "false") + ["remove-output"] * (marks.get("output") == "false")
    tags += ["hide-input"] * (marks.get("code-fold") == "true")
    cell.source = DIRECTIVE.sub("", cell.source).strip("\n")
    cell.metadata = {"tags": sorted(set(tags)), "mystnb": shown}


def pictures(cell: nbformat.NotebookNode) -> int:
    "How many pictures a cell printed."
    return sum(
        "image/svg+xml" in o.get("data", {}) or "image/png" in o.get("data", {}) for o in cell.get("outputs", [])
    )


def alone(cell: nbformat.NotebookNode) -> list:
    "A cell that prints one picture and other things becomes two, so that the caption belongs to the picture alone."
    if cell.cell_type != "code" or pictures(cell) != 1 or len(cell.outputs) == 1:
        return [cell]
    picture = next(o for o in cell.outputs if {"image/svg+xml", "image/png"} & o.get("data", {}).keys())
    second = nbformat.v4.new_code_cell("# the picture of the cell above", outputs=[picture], id=f"{cell.id}-p")
    second.metadata = nbformat.from_dict(
        {"tags": ["remove-input", *cell.metadata["tags"]], "mystnb": {}, "marks": cell.metadata.get("marks", {})}
    )
    cell.outputs = [o for o in cell.outputs if o is not picture]
    return [cell, second]


def caption_of(cells: list, i: int) -> tuple:
    "The Markdown cell whose `**Figure.**` sentence is about the picture of cell i, below it or else above, and the match; or None twice."
    below = next((c for c in cells[i + 1 : i + 3] if c.cell_type == "markdown"), None)
    above = next((c for c in reversed(cells[max(i - 2, 0) : i]) if c.cell_type == "markdown"), None)
    found = [(c, find(c.source)) for c, find in ((below, FIGURE.match), (above, ABOVE.search)) if c is not None]
    return next((pair for pair in found if pair[1]), (None, None))


def stage_figures(cells: list, stem: str) -> None:
    "A picture takes the `**Figure.**` sentence below it, or else the one above, as its caption and its alt text."
    heading = stem
    for i, cell in enumerate(cells):
        found = re.findall(r"^#+ +(.+)$", cell.source, flags=re.M) if cell.cell_type == "markdown" else []
        heading = found[-1] if found else heading
        if cell.cell_type != "code" or not pictures(cell):
            continue
        marks = cell.metadata.pop("marks", {})
        text, match = caption_of(cells, i)
        caption = marks.get("fig-cap", "").strip("\"'") or (match[1].strip() if match else "")
        alt = (
            marks.get("fig-alt", "").strip("\"'")
            or plain_text(caption)
            or f"Picture drawn by the code above, in the section {plain_text(heading)}"
        )
        shown = cell.metadata["mystnb"]
        shown["image"] = {"alt": alt}
        if caption and len(cell.outputs) == 1:
            shown["figure"] = {
                "caption": re.sub(r"\s*\n\s*", " ", caption),
                "name": marks.get("label", f"fig-{stem}-{cell.id}"),
            }
            if match:
                text.source = (text.source[: match.start()] + text.source[match.end() :]).strip()


def minutes(notebook: nbformat.NotebookNode) -> int:
    "Reading time: 220 words of prose a minute, and two seconds a line of code."
    words = sum(len(c.source.split()) for c in notebook.cells if c.cell_type == "markdown")
    lines = sum(
        len(c.source.splitlines())
        for c in notebook.cells
        if c.cell_type == "code" and not c.source.startswith("#| hide")
    )
    return max(1, round(words / 220 + lines / 30))


def explorers() -> dict[str, list[tuple[str, str]]]:
    "For each chapter, the explorers (name, question) that belong to it."
    if not (PACKAGE / "explore_tests.py").exists():
        return {}
    import evalbook
    from evalbook.explore_tests import EXPLORERS

    table: dict[str, list] = {}
    for name, chapter in EXPLORERS.items():
        table.setdefault(chapter, []).append((name, getattr(evalbook, name)().question))
    return table


def facts_line(path: Path, notebook: nbformat.NotebookNode, questions: list[tuple[str, str]]) -> str:
    "The line under a chapter's title: reading time, the notebook, its explorers."
    moves = " · ".join(f"[{question}](#move-{name.replace('_', '-')})" for name, question in questions)
    moves = f" · **Move it:** {moves}" if moves else ""
    if number(path) >= 70:
        lab = f"http://localhost:8888/lab/tree/nbs/{path.name}"
        moves += f" · live on this machine: `make explore`, then [Voila](http://localhost:8866/); or `jupyter lab`, then [JupyterLab]({lab})"
    return f"{{.facts}}\nReading time {minutes(notebook)} min · this page is the notebook `{path.relative_to(ROOT)}`{moves}"


def section_labels(text: str, stem: str, seen: set[str]) -> str:
    "A label before every heading of level two and three, so that tables elsewhere can link to it."
    out, fenced = [], False
    for line in text.split("\n"):
        fenced ^= line.lstrip().startswith("```")
        found = None if fenced else re.match(r"#{2,3} +(.+)$", line)
        if found and (name := f"sec-{stem}-{slug(found[1])}") not in seen:
            seen.add(name)
            out += ["", f"({name})=", ""] if out else [f"({name})=", ""]
        out.append(line)
    return "\n".join(out)


def stage_notebook(path: Path, done: Path, pages: dict[str, str], questions: dict) -> None:
    "One executed notebook as a Sphinx source."
    notebook = nbformat.read(done, as_version=4)
    seen: set[str] = set()
    facts, cells, module = facts_line(path, notebook, questions.get(path.stem, [])), [], path.stem[3:]
    for cell in notebook.cells:
        if cell.cell_type == "code":
            marks = flags(cell.source)
            if "default_exp" in marks or not cell.source.strip():
                continue
            stage_code(cell, marks)
            anchors = [
                f"({label(n)})="
                for n in definitions(cell.source)
                if pages.get(n) == module and ({"export", "exports"} & marks.keys())
            ]
            anchors += [
                f"(move-{name.replace('_', '-')})=" for name in re.findall(r"\A(explore_\w+)\(\)\Z", cell.source)
            ]
            if anchors:
                cells.append(nbformat.v4.new_markdown_cell("\n".join(anchors), id=f"at-{cell.id}"))
            cell.metadata["marks"] = marks
            if not cell.source:
                continue
        else:
            cell.source = section_labels(link_names(equations(cell.source, cell.id), pages), path.stem, seen)
            if facts and re.match(r"# ", cell.source.lstrip()):
                cell.source = (
                    cell.source.replace("# evalbook", "# First steps", 1) if path.stem == "index" else cell.source
                )
                head = re.match(r"(# [^\n]*\n*(?:>[^\n]*\n?)*)", cell.source.lstrip())
                cell.source = head[1].rstrip() + "\n\n" + facts + "\n\n" + cell.source.lstrip()[head.end() :]
                facts = ""
        cells.append(cell)
    cells = [part for cell in cells for part in alone(cell)]
    stage_figures(cells, path.stem)
    for cell in cells:
        cell.metadata.pop("marks", None)
    notebook.cells = [c for c in cells if c.source.strip() or c.cell_type == "code"]
    write(BUILD / "src" / path.relative_to(ROOT), nbformat.writes(notebook))


# --- pages that no notebook is ----------------------------------------------------------------------------------------

TABLES = ("errata", "replication")  # pages whose rows name chapters and sections, to be linked


def slug(heading: str) -> str:
    "A heading as a label."
    return re.sub(r"[^a-z0-9]+", "-", plain_text(heading).lower()).strip("-")


def section_links(text: str) -> str:
    '`chapter 40, "The table"` and `study "..."` become links to that section, and to its first picture where it has one.'
    places, known = {}, {}
    for path in notebooks():
        staged = BUILD / "src" / path.relative_to(ROOT)
        places[f"{number(path):02d}"] = places[title(path).lower()] = places[path.stem.lower()] = path
        section = ""
        for cell in nbformat.read(staged, as_version=4).cells if staged.exists() else []:
            for name in (
                re.findall(r"^\(sec-([\w-]+)\)=$", cell.source, flags=re.M) if cell.cell_type == "markdown" else []
            ):
                section, known[name] = name, None
            figure = cell.metadata.get("mystnb", {}).get("figure", {}).get("name")
            if section and figure and not known[section]:
                known[section] = figure

    def chapter(match: re.Match) -> str:
        path = places.get(match[1])
        links = re.sub(r'"([^"]+)"', lambda m: section(path, m[1]), match[2]) if path else match[2]
        return f"[{match[0].split(',')[0]}](../{path.relative_to(ROOT)}){links}" if path else match[0]

    def section(path: Path, name: str) -> str:
        label = f"{path.stem}-{slug(name)}"
        if label not in known:
            return f'"{name}"'
        return f'["{name}"](#sec-{label})' + (f" ([figure](#{known[label]}))" if known[label] else "")

    def study(match: re.Match) -> str:
        path = places.get(match[1].lower())
        return (
            f'study ["{match[1]}"](../{path.relative_to(ROOT)})'
            + re.sub(r'"([^"]+)"', lambda m: section(path, m[1]), match[2])
            if path
            else match[0]
        )

    text = re.sub(r'study "([^"]+)"((?:,? (?:and )?"[^"]+")*)', study, text)
    return re.sub(r'chapter (\d\d)((?:,? (?:and )?"[^"]+")*)', chapter, text)


def link_chapters(text: str, folder: str) -> str:
    "Names of notebooks in a page (`20_bootstrap`, nbs/20_bootstrap.ipynb) become links to their pages; plain words and fenced code do not."
    parts = re.split(r"(^```.*?^```)", text, flags=re.M | re.S)
    for path in notebooks():
        if not path.stem.isalpha():
            name = rf"(?<![\w/(\[#])`?(?:nbs/)?(?:studies/)?{path.stem}(?:\.ipynb)?`?(?![\w\]])(?!\.ipynb)"
            link = f"[{path.stem}]({os.path.relpath(path.relative_to(ROOT), folder)})"
            parts[::2] = [re.sub(name, link, part) for part in parts[::2]]
    return "".join(parts)


def stage_pages(pages: dict[str, str]) -> list[str]:
    "The Markdown pages of docs/; in the tables of findings chapters become links."
    texts = {p.stem: p.read_text() for p in sorted(DOCS.glob("*.md")) if p.stem != "index"}
    for name, text in texts.items():
        text = link_chapters(link_names(text, pages), "docs")
        write(BUILD / "src" / "docs" / f"{name}.md", section_links(text) if name in TABLES else text)
    for folder in ("figures", "_static"):
        for path in (DOCS / folder).glob("*"):
            write(BUILD / "src" / "docs" / folder / path.name, path.read_bytes())
    return list(texts)


def braced(text: str, start: int) -> int:
    "The position after the brace that closes the one at `start`."
    depth = 0
    for i in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[i], 0)
        if not depth:
            return i + 1
    return len(text)


def bibliography() -> list[dict[str, str]]:
    "The entries of docs/references.bib as dictionaries, by first author and year; later duplicates are dropped."
    text, entries = (DOCS / "references.bib").read_text(), {}
    for head in re.finditer(r"@\w+\s*\{", text):
        key, _, body = text[head.end() : braced(text, head.end() - 1) - 1].partition(",")
        if re.search(r"^@", body, flags=re.M):
            sys.exit(f"references.bib: the entry {key.strip()} is not closed.")
        fields, place = {"key": key.strip()}, 0
        while found := re.compile(r"(\w+)\s*=\s*").search(body, place):
            place = found.end()
            stop = (
                braced(body, place)
                if body[place : place + 1] == "{"
                else body.find(",", place)
                if "," in body[place:]
                else len(body)
            )
            fields[found[1].lower()] = " ".join(re.sub(r'[{}"]', "", body[place:stop]).split())
            place = stop
        entries.setdefault(key.strip(), fields)
    return sorted(entries.values(), key=lambda e: (e.get("author", e["key"]), e.get("year", "")))


def tex(text: str) -> str:
    "The few TeX accents and dashes of a bibliography as characters."
    import unicodedata

    marks = {"'": "\u0301", "`": "\u0300", '"': "\u0308", "^": "\u0302", "~": "\u0303", "c": "\u0327", "v": "\u030c"}
    text = text.replace("``", "“").replace("''", "”")
    text = re.sub(r"\\(['`\"^~]|[cv] ?)(\w)", lambda m: unicodedata.normalize("NFC", m[2] + marks[m[1].strip()]), text)
    return text.replace("---", "—").replace("--", "–").replace("\\&", "&").replace("\\", "").replace("~", " ")


def reference_line(entry: dict[str, str]) -> str:
    "One reference as Markdown, with its DOI as the link."
    people = tex(entry.get("author", "")).replace(" and ", "; ")
    home = entry.get("journal") or entry.get("booktitle") or entry.get("publisher", "")
    volume = entry.get("volume", "") + (f"({entry['number']})" if "number" in entry else "")
    where = ", ".join(x for x in (home, volume, entry.get("pages", "")) if x)
    where = f" *{tex(where)}*." if where else ""
    doi = (
        f" [doi:{entry['doi']}](https://doi.org/{entry['doi']})"
        if "doi" in entry
        else (f" arXiv:{entry['eprint']}" if "eprint" in entry else "")
    )
    return f"({entry['key']})=\n{people} ({entry.get('year', 'no year')}). {tex(entry.get('title', ''))}.{where}{doi}\n"


def references() -> str:
    "The page of references."
    return "# References\n\n" + "\n".join(reference_line(entry) for entry in bibliography())


def tables(path: Path) -> list[tuple[str, list[list[str]]]]:
    "The two-column tables of a notebook's first cells: a chapter's glossary."
    out = []
    for cell in nbformat.read(path, as_version=4).cells[:14]:
        if cell.cell_type == "markdown":
            for block in re.findall(r"(?:^\|.*\|[ ]*\n?){3,}", cell.source, flags=re.M):
                rows = [re.split(r"(?<!\\)\|", line.strip().strip("|")) for line in block.strip().splitlines()]
                if len(rows[0]) == 2 and re.search(
                    r"symbol|name|code|source|word|letter|term", block.splitlines()[0], flags=re.I
                ):
                    out.append((" | ".join(c.strip() for c in rows[0]), [[c.strip() for c in r] for r in rows[2:]]))
    return out[:1]


def glossary(pages: dict[str, str]) -> str:
    "One page with the glossary of every chapter."
    lead = "Every chapter opens with its own table of symbols and names; here they are on one page."
    text = ["# Glossary", f"{lead} The sources' letters live inside the functions, words on the outside."]
    for path in notebooks():
        for head, rows in tables(path):
            columns = head.split(" | ")
            lines = [f"| {columns[0]} | {columns[1]} |", "|---|---|", *(f"| {a} | {b} |" for a, b in rows)]
            text.append(
                f"## {title(path)}\n\n"
                + link_names("\n".join(lines), pages)
                + f"\n\n[To the chapter](../{path.relative_to(ROOT)})"
            )
    return "\n\n".join(text) + "\n"


# --- the API by mechanism ---------------------------------------------------------------------------------------------

GROUPS = [
    (
        "run",
        "Run learners once",
        "The only code that fits: splits, predictions and scores, kept so that every statistic can read them.",
    ),
    ("losses", "Losses and metrics", "One number a case; lower is better unless it says otherwise."),
    ("intervals", "Intervals", "Functions whose name starts with `interval_`: each returns an `Interval`."),
    ("estimates", "Estimates", "Functions that return an `Estimate`: a value, its standard error and its limits."),
    (
        "tests",
        "Tests",
        "Functions that return a `Comparison`: a statistic with its null law; the difference is always a - b.",
    ),
    (
        "posteriors",
        "Posteriors",
        "Functions whose name starts with `posterior_`: each returns a `Posterior`, the law of the difference a - b given the data.",
    ),
    ("adjust", "Several tests at once", "Corrections of p-values and post-hoc procedures."),
    ("select", "Selection", "Choosing a setting, and what the choice costs."),
    ("simulate", "Simulation", "Learners made of probabilities, rejection rates and coverage."),
    ("plan", "Plans", "How many cases, folds or data sets a question needs."),
    ("report", "Reports, guidance and the command line", "From a design to the methods that may be used on it."),
    (
        "explore",
        "Explorers",
        "Pictures with at most three controls; `view` functions draw, `explore_` functions return the widget.",
    ),
    ("results", "Results", "The nouns: what every function returns, and what a degenerate case answers."),
    ("more", "More", "Everything else, by module."),
]
ROOMS = {
    **dict.fromkeys(("fitting", "evaluation", "designs", "distributions", "shortcuts"), "run"),
    **dict.fromkeys(("rates", "reporting", "command", "guidance"), "report"),
    **dict.fromkeys(("explorers", "explore", "explore_tests"), "explore"),
    "tables": "results",
    "measures": "losses",
    **{room: room for room in ("simulate", "plan", "results")},
    "selection": "select",
    "many_models": "adjust",
    "bayes": "posteriors",
}


def mechanism(name: str, module: str) -> str:
    "The group of a public name: by its first word, its return type, then its room."
    import inspect

    thing = getattr(importlib.import_module(f"evalbook.{module}"), name)
    returns = str(getattr(thing, "__annotations__", {}).get("return", "")) if inspect.isfunction(thing) else ""
    first = name.split("_")[0]
    if ROOMS.get(module) in ("explore", "results"):
        return ROOMS[module]
    by_word = {
        "interval": "intervals",
        "estimate": "estimates",
        "adjust": "adjust",
        "draw": "simulate",
        "plan": "plan",
        "explore": "explore",
    }
    by_return = {
        "Interval": "intervals",
        "Estimate": "estimates",
        "Comparison": "tests",
        "Equivalence": "tests",
        "Posterior": "posteriors",
    }
    return by_word.get(first) or by_return.get(returns) or ROOMS.get(module) or "more"


def api_pages(pages: dict[str, str]) -> list[str]:
    "One page a mechanism, filled by autodoc from the installed package."
    import inspect

    members: dict[str, list] = {}
    for name, module in sorted(pages.items()):
        members.setdefault(mechanism(name, module), []).append((module, name))
    made = []
    for slug, head, lead in GROUPS:
        if slug not in members:
            continue
        text = [f"# {head}", link_names(lead, pages)]
        for module, name in members[slug]:
            thing = getattr(importlib.import_module(f"evalbook.{module}"), name)
            kind = "autoclass" if inspect.isclass(thing) else "autofunction" if inspect.isroutine(thing) else "autodata"
            option = {"autoclass": "\n   :members:", "autodata": "\n   :no-value:"}.get(kind, "")
            option += (
                f"\n   :exclude-members: {', '.join(thing._fields)}" if hasattr(thing, "_fields") else ""
            )  # the parameters say it
            text.append(f"```{{eval-rst}}\n.. {kind}:: evalbook.{module}.{name}{option}\n```")
        write(BUILD / "src" / "api" / f"{slug}.md", "\n\n".join(text) + "\n")
        made.append(slug)
    rows = [
        f"| [{head}]({slug}.md) | {', '.join(f'{{py:obj}}`{n} <evalbook.{m}.{n}>`' for m, n in members[slug])} |"
        for slug, head, _ in GROUPS
        if slug in made
    ]
    lead = (
        "# The package by mechanism\n\nEverything that `from evalbook import ...` offers, grouped by what it does.\n\n"
    )
    write(BUILD / "src" / "api" / "index.md", lead + "| mechanism | names |\n|---|---|\n" + "\n".join(rows) + "\n")
    return made


# --- the front page ---------------------------------------------------------------------------------------------------


def toctree(caption: str, entries: list[str]) -> str:
    "One hidden table of contents."
    return f"```{{toctree}}\n:hidden:\n:maxdepth: 1\n:caption: {caption}\n\n" + "\n".join(entries) + "\n```"


def landing_figure() -> str:
    "The first picture of nbs/index.ipynb, as this build drew it."
    for cell in nbformat.read(BUILD / "run" / "index.ipynb", as_version=4).cells:
        for output in cell.get("outputs", []):
            if "image/svg+xml" in output.get("data", {}):
                write(BUILD / "src" / "figures" / "landing.svg", "".join(output["data"]["image/svg+xml"]))
                alt = "The null law of a test with the tail of its p-value shaded"
                words = (
                    "The p-value is the shaded part of the null law: drawn by a cell of [First steps](nbs/index.ipynb)"
                )
                return f"![{alt}](figures/landing.svg)\n\n{words}, like every picture here."
    return ""


def stage_index(others: list[str], api: list[str]) -> None:
    "The landing page, then the table of contents in the article's order."
    chapters = notebooks()
    trees = [toctree("Start", ["First steps <nbs/index>"])]
    listing = []
    for caption, span in PARTS:
        part = [p for p in chapters if number(p) in span and p.parent == NBS]
        if part:
            trees.append(toctree(caption, [f"nbs/{p.stem}" for p in part]))
            listing.append(f"**{caption}:** " + " · ".join(f"[{title(p)}](nbs/{p.stem}.ipynb)" for p in part))
    studies = [f"nbs/studies/{p.stem}" for p in chapters if p.parent != NBS]
    trees += [toctree("Long runs", studies)] if studies else []
    first = [
        *(["docs/map"] if "map" in others else []),
        "docs/glossary",
        "docs/replication",
        "docs/errata",
        "docs/references",
    ]
    trees.append(toctree("Tables", first + sorted(f"docs/{o}" for o in others if f"docs/{o}" not in first)))
    trees.append(toctree("Package", ["api/index", *(f"api/{slug}" for slug in api)]))
    text = (
        (DOCS / "index.md")
        .read_text()
        .replace("<!-- chapters -->", "\n\n".join(listing))
        .replace("<!-- figure -->", landing_figure())
    )
    write(BUILD / "src" / "index.md", text + "\n\n" + "\n\n".join(trees) + "\n")


def stage(done: dict[Path, Path]) -> None:
    "Everything that Sphinx reads, under docs/_build/src; pages of notebooks that are gone go too."
    pages = {name: module for module, names in names_by_module().items() for name in names}
    questions = explorers()
    for path, ran in done.items():
        stage_notebook(path, ran, pages, questions)
    others = stage_pages(pages)
    write(BUILD / "src" / "docs" / "references.md", references())
    write(BUILD / "src" / "docs" / "glossary.md", glossary(pages))
    stage_index(others, api_pages(pages))
    for stale in (BUILD / "src" / "nbs").rglob("*.ipynb"):
        if not (ROOT / stale.relative_to(BUILD / "src")).exists():
            stale.unlink()


# --- commands ---------------------------------------------------------------------------------------------------------


def build(clean: bool = False) -> None:
    "The whole site; with `clean` nothing of an earlier build is used."
    if clean:
        shutil.rmtree(BUILD, ignore_errors=True)
    start = time.time()
    importlib.import_module(
        "matplotlib.font_manager"
    )  # makes the font cache once, before two kernels would and say so on a page
    os.environ.update(
        EVALBOOK_STATIC="1",
        PYTHONPATH=os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]),
        OMP_NUM_THREADS="1",
    )
    write(BUILD / "src" / "_static" / "tex-svg.js", fetch("mathjax").read_bytes())
    paths = notebooks()
    with ThreadPoolExecutor(2) as pool:
        ran = list(pool.map(execute, paths))
    slow = ", ".join(f"{p.stem} {t:.0f} s" for p, (_, t) in zip(paths, ran) if t > 5)
    print(
        f"ran {sum(t > 0 for _, t in ran)} of {len(paths)} notebooks in {time.time() - start:.0f} s{': ' + slow if slow else ''}"
    )
    stage({path: target for path, (target, _) in zip(paths, ran)})
    options = [
        "-b",
        "html",
        "-W",
        "--keep-going",
        "-q",
        "-j",
        "2",
        "-c",
        DOCS,
        "-d",
        BUILD / "doctrees",
        BUILD / "src",
        BUILD / "html",
    ]
    unfinished = BUILD / "unfinished"
    if unfinished.exists():  # an interrupted run leaves pages without their pictures
        shutil.rmtree(BUILD / "doctrees", ignore_errors=True)
        shutil.rmtree(BUILD / "html", ignore_errors=True)
    unfinished.touch()
    if subprocess.run([sys.executable, "-m", "sphinx", *map(str, options)]).returncode:
        sys.exit("Sphinx has warnings; they are errors here.")
    unfinished.unlink()
    size = sum(p.stat().st_size for p in (BUILD / "html").rglob("*") if p.is_file())
    print(f"docs/_build/html/index.html: {size / 1e6:.1f} MB after {time.time() - start:.0f} s")


def explore() -> None:
    "Serve all explorers as one local page: with Voila when it is installed, else in JupyterLab."
    from evalbook.explore_tests import EXPLORERS

    cells = [nbformat.v4.new_code_cell(f"import evalbook\nevalbook.{name}()") for name in EXPLORERS]
    app = nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": KERNEL})
    path = write(BUILD / "explorers.ipynb", nbformat.writes(app))
    os.environ["PYTHONPATH"] = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    for tool, options in (
        ("voila", ["--no-browser", "--Voila.ip=127.0.0.1"]),
        ("jupyterlab", ["--ServerApp.ip=127.0.0.1"]),
    ):
        if importlib.util.find_spec(tool):
            sys.exit(subprocess.run([sys.executable, "-m", tool, str(path), *options]).returncode)
    sys.exit("The explorers need Voila or JupyterLab: `pip install voila`, then again.")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clean", action="store_true", help="throw away every earlier build first")
    parser.add_argument("--explore", action="store_true", help="serve the explorers instead of building")
    arguments = parser.parse_args()
    explore() if arguments.explore else build(arguments.clean)
