"""How the house reads, measured: warnings that name a place to look at, never a number to hit."""

import ast
import json
import re
import warnings
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
    wide = {m: sum(len(line) > 120 for line in text.splitlines()) for m, text in MODULES.items()}
    say([f"{m} ({n})" for m, n in wide.items() if n], "lines over 120 columns")


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
