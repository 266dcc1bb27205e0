"""Run the notebooks, two at a time.

Outputs that are stored in the notebooks are thrown away: what a page shows was printed by this build, or by an earlier one of exactly the same
code, modules, data and library versions (`run_key`). A cell that fails stops the build. (jupyter-cache knows a run by the text of
its cells alone; a chapter must run again when a module that it leans on has changed.)
"""

from __future__ import annotations

import ast
import hashlib
import json
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.metadata import version
from pathlib import Path

import nbformat
from common import BUILD, NBS, PACKAGE, notebooks, owners, write

import book  # tools/book.py

KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}
LIBRARIES = ("numpy", "scipy", "pandas", "scikit-learn", "matplotlib", "ipywidgets", "statsmodels", "mlxtend")


LEANS = BUILD / "leans.json"


@cache
def read_before() -> dict[str, list[str]]:
    "What source texts reach for, as earlier builds found it, by a hash of the text and of the code that reads it."
    return json.loads(LEANS.read_text()) if LEANS.exists() else {}


def leans_on(text: str) -> set[str]:
    "What a source text reaches for; a text that an earlier build has read is not parsed again."
    key = hashlib.sha256(f"{sys.version}\0{Path(book.__file__).read_text()}\0{text}".encode()).hexdigest()
    if key not in read_before():
        read_before()[key] = sorted(book.leans_on(ast.parse(text)))
    return set(read_before()[key])


@cache
def module_leans_on(module: str) -> set[str]:
    "What a module of the package reaches for."
    return leans_on((PACKAGE / f"{module}.py").read_text())


def modules_used(code: str) -> set[str]:
    "The modules of the package that a source text reaches for, and all that these reach for."
    every, owner = {p.stem for p in PACKAGE.glob("[a-z]*.py")}, owners()
    used, new = set(), leans_on(code)
    while new:
        name = new.pop()
        if name == book.BY_NAME:
            return every
        module = owner.get(name, name)
        if module in every - used:
            used.add(module)
            new |= module_leans_on(module)
    return used


@cache
def told(path: Path) -> list[str]:
    "The sources of a notebook's cells that other pages show: its title, and of the recipes all."
    cells = nbformat.read(path, as_version=4).cells
    return [cell.source for cell in (cells if path.stem == "recipes" else cells[:1])]


@cache
def versions() -> list[str]:
    "Of Python and of the libraries that print and draw."
    return [sys.version, *(f"{library} {version(library)}" for library in LIBRARIES)]


def run_key(notebook: nbformat.NotebookNode) -> str:
    "A hash of everything that decides the outputs: code, modules, data, figure style, versions."
    code = "\n\n".join(cell.source for cell in notebook.cells if cell.cell_type == "code")
    parts = [code, *versions()]
    parts += [(PACKAGE / f"{module}.py").read_text() for module in sorted(modules_used(code))]
    if "recipes.ipynb" in code:  # a page about other pages
        parts += [source for path in sorted(NBS.glob("*.ipynb")) for source in told(path)]
    data = [NBS / "matplotlibrc", *sorted(PACKAGE.glob("data/*.csv"))]
    data += sorted(NBS.glob("studies/results/*.csv")) if "studies" in code or "results/" in code else []
    digest = hashlib.sha256("\0".join(parts).encode())
    for path in data:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def execute(path: Path, notebook: nbformat.NotebookNode, key: str) -> float:
    "Run one notebook into docs/_build/run, unless the same run is there already; returns the seconds it took."
    from nbclient.exceptions import CellExecutionError

    target, start = BUILD / "run" / path.relative_to(NBS), time.time()
    if target.exists() and nbformat.read(target, as_version=4).metadata.get("run_key") == key:
        return 0.0
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = []
    try:
        book.execute(notebook, path.parent)
    except CellExecutionError as error:
        raise RuntimeError(f"{path.name} does not run:\n{error}") from None
    notebook.metadata = nbformat.from_dict({"kernelspec": KERNEL, "run_key": key})
    write(target, nbformat.writes(notebook))
    return time.time() - start


def run_all() -> None:
    "Every notebook and its run, two at a time; says which ones were slow. The keys come first: `ast` is not for threads."
    start, paths = time.time(), notebooks()
    read = [nbformat.read(path, as_version=4) for path in paths]
    keys = list(map(run_key, read))
    write(LEANS, json.dumps(read_before()))
    with ThreadPoolExecutor(2) as pool:
        large = sorted(zip(paths, read, keys), key=lambda one: -one[0].stat().st_size)  # the small ones fill the end
        done = list(pool.map(lambda one: execute(*one), large))
    paths = [path for path, _, _ in large]
    slow = ", ".join(f"{p.stem} {t:.0f} s" for p, t in zip(paths, done) if t > 5)
    ran = sum(t > 0 for t in done)
    print(
        f"ran {ran} of {len(paths)} notebooks in {time.time() - start:.0f} s{': ' + slow if slow else ''}", flush=True
    )
