"""Run the notebooks, two at a time.

Outputs that are stored in the notebooks are thrown away: what a page shows was printed by this build, or by an earlier one of exactly the
same code, package, data and library versions (`run_key`). A cell that fails stops the build.
"""

from __future__ import annotations

import hashlib
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.metadata import version
from pathlib import Path

import nbformat
from common import BUILD, NBS, PACKAGE, notebooks, write

import book  # tools/book.py

KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}
LIBRARIES = (
    "numpy",
    "scipy",
    "pandas",
    "scikit-learn",
    "matplotlib",
    "ipywidgets",
    "statsmodels",
    "mlxtend",
)


@cache
def surroundings() -> str:
    "A hash of what every run leans on: the package, its data, the studies' results, the figure style, the versions."
    digest = hashlib.sha256(
        "\0".join(
            [sys.version, *(f"{library} {version(library)}" for library in LIBRARIES)]
        ).encode()
    )
    read = [
        *PACKAGE.rglob("*.py"),
        *PACKAGE.rglob("data/*"),
        *NBS.glob("studies/results/*.csv"),
        NBS / "matplotlibrc",
    ]
    for path in sorted(read):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def run_key(notebook: nbformat.NotebookNode) -> str:
    "A hash of everything that decides the outputs of a notebook."
    code = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    told = (
        [path.read_text() for path in sorted(NBS.rglob("*.ipynb"))]
        if "recipes.ipynb" in "".join(code)
        else []
    )
    return hashlib.sha256("\0".join([surroundings(), *code, *told]).encode()).hexdigest()


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
    "Every notebook and its run, two at a time; says which ones were slow."
    start, paths = time.time(), notebooks()
    read = [nbformat.read(path, as_version=4) for path in paths]
    keys = list(map(run_key, read))
    with ThreadPoolExecutor(2) as pool:
        large = sorted(
            zip(paths, read, keys), key=lambda one: -one[0].stat().st_size
        )  # the small ones fill the end
        done = list(pool.map(lambda one: execute(*one), large))
    paths = [path for path, _, _ in large]
    slow = ", ".join(f"{p.stem} {t:.0f} s" for p, t in zip(paths, done) if t > 5)
    ran = sum(t > 0 for t in done)
    print(
        f"ran {ran} of {len(paths)} notebooks in {time.time() - start:.0f} s{': ' + slow if slow else ''}",
        flush=True,
    )
