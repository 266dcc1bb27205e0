"""Run the notebooks. joblib keeps what a notebook printed, as long as its code, the package, the data and the versions are the same.

Outputs that are stored in the notebooks are thrown away, unless EVALBOOK_SAVED is set: then nothing is run, and they are shown.
"""

from __future__ import annotations

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.metadata import distributions
from pathlib import Path

import joblib
import nbformat

import book  # tools/book.py
from common import BUILD, NBS, PACKAGE, notebooks

MEMORY = joblib.Memory(BUILD / "runs", verbose=0)


@cache
def surroundings() -> str:
    "A hash of what every run leans on: the package, its data, the studies' results, the figure style, the versions."
    read = [*PACKAGE.rglob("*.py"), *PACKAGE.rglob("data/*"), *NBS.glob("studies/results/*.csv")]
    versions = sorted(f"{one.name} {one.version}" for one in distributions())
    files = [path.read_bytes() for path in [*sorted(read), NBS / "matplotlibrc"]]
    return joblib.hash([sys.version, versions, files])


def code_of(notebook: nbformat.NotebookNode) -> list[nbformat.NotebookNode]:
    "The code cells of a notebook."
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


@MEMORY.cache
def printed(path: str, code: list[str], leans_on: str) -> list[list]:
    "The outputs of every code cell of a notebook with this code."
    notebook = nbformat.read(path, as_version=4)
    for cell in code_of(notebook):
        cell.outputs = []
    book.execute(notebook, Path(path).parent)
    print(f"ran {Path(path).name}", flush=True)
    return [cell.outputs for cell in code_of(notebook)]


def executed(path: Path) -> nbformat.NotebookNode:
    "A notebook with the outputs of its run; its text is always that of the notebook, also where the run is an older one."
    notebook = nbformat.read(path, as_version=4)
    if "EVALBOOK_SAVED" in os.environ:
        return notebook
    cells = code_of(notebook)
    code = [cell.source for cell in cells]
    if path.stem == "index":  # it lists the others
        code += [other.read_text(encoding="utf-8") for other in notebooks()]
    outputs = printed(str(path), code, surroundings())
    for cell, made in zip(cells, outputs, strict=True):
        cell.outputs = made
    return notebook


def run_all() -> None:
    "Every notebook, two at a time; the small ones fill the end. What was printed long ago is forgotten."
    large = sorted(notebooks(), key=lambda path: -path.stat().st_size)
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(executed, large))
    MEMORY.reduce_size("1G")
