"""How the house reads, measured: warnings that name a place to look at, never a number to hit."""

import ast
import json
import re
import warnings
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parent.parent
MODULES = {p.stem: p.read_text() for p in sorted((ROOT / "evalbook").glob("[a-z]*.py"))}
CELLS = {
    p.stem: [(c["cell_type"], "".join(c["source"])) for c in json.loads(p.read_text())["cells"]]
    for p in sorted((ROOT / "nbs").glob("[0-9]*.ipynb"))
}


def say(places: list[str], what: str) -> None:
    "One warning that names every place."
    if places:
        warnings.warn(f"{what}: {', '.join(places)}", stacklevel=2)


def body_lines(node: ast.FunctionDef) -> int:
    "Lines of a function without its signature and docstring."
    first = node.body[0]
    documented = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    body = node.body[1:] if documented else node.body
    return body[-1].end_lineno - body[0].lineno + 1 if body else 0


def test_modules_are_read_in_one_sitting():
    say([f"{m} ({n})" for m, text in MODULES.items() if (n := text.count("\n")) > 450], "modules over 450 lines")


def test_lines_fit_a_screen():
    wide = {c: sum(len(line) > 120 for kind, s in CELLS[c] if kind == "code" for line in s.splitlines()) for c in CELLS}
    say([f"{chapter} ({n})" for chapter, n in wide.items() if n], "chapters with lines of code over 120 columns")


def test_functions_are_short():
    functions = (
        (m, n) for m, text in MODULES.items() for n in ast.walk(ast.parse(text)) if isinstance(n, ast.FunctionDef)
    )
    say(
        [f"{m}.{f.name} ({n})" for m, f in functions if (n := body_lines(f)) > 25],
        "functions with bodies over 25 lines",
    )


def test_an_exported_cell_holds_one_idea():
    found = []
    for chapter, cells in CELLS.items():
        for i, (_, source) in enumerate(cells):
            public = re.findall(r"^(?:def|class) ([a-z]\w*)", source, flags=re.M)
            if re.match(r"#\| *export *$", source.split("\n")[0]) and len(public) > 1:
                found.append(f"{chapter}[{i}] {', '.join(public)}")
    say(found, "exported cells with several names")


def test_a_sentence_stands_between_exported_cells():
    found = []
    for chapter, cells in CELLS.items():
        export = [source.startswith("#| export") for _, source in cells]
        found += [f"{chapter}[{i}]" for i in range(1, len(cells)) if export[i - 1] and export[i]]
    say(found, "exported cells that follow another without a sentence")


def test_a_chapter_is_read_in_one_evening():
    "220 words of prose a minute, and two seconds a visible line of code; sections end at headings of level two."
    chapters, sections = [], []
    for chapter, cells in CELLS.items():
        spent, heading = Counter(), chapter
        for kind, source in cells:
            found = re.findall(r"^## +(.+)$", source, flags=re.M) if kind == "markdown" else []
            heading = found[-1] if found else heading
            seen = kind == "code" and not re.search(r"^#\| *(hide|code-fold: *true)", source, flags=re.M)
            spent[heading] += len(source.split()) / 220 if kind == "markdown" else seen * source.count("\n") / 30
        total = sum(spent.values())
        chapters += [f"{chapter} ({total:.0f})"] if total > 40 else []
        sections += [f"{chapter}, {name} ({time:.0f})" for name, time in spent.items() if time > 10]
    say(chapters, "chapters of more than forty minutes")
    say(sections, "sections of more than ten minutes")


def test_a_local_name_does_not_hide_a_function():
    "An everyday word as the name of a function is soon the name of a variable as well."
    found = []
    for module, text in MODULES.items():
        tree = ast.parse(text)
        known = {n.name for n in tree.body if isinstance(n, ast.FunctionDef)}
        known |= {a.asname or a.name for n in tree.body if isinstance(n, ast.ImportFrom) for a in n.names}
        for function in (n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)):
            named = {n.id for n in ast.walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
            named |= {n.arg for n in ast.walk(function.args) if isinstance(n, ast.arg)}
            found += [f"{module}.{function.name}: {name}" for name in sorted(named & known)]
    say(found, "locals that hide a function")
