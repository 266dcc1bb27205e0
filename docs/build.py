"""Build the book as a site: `python docs/build.py` writes docs/_build/html; `--explore` serves the explorers.

Four steps: fetch MathJax (vendor.py), run every notebook (running.py), stage what Sphinx reads (staging.py, pages.py, api.py), call Sphinx.
With `--saved` no notebook is run: the pages show the outputs that the notebooks were saved with, a minute after a sentence was changed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import nbformat

from common import BUILD, DOCS, ROOT, SOURCES, notebooks, owners, write

HTML = BUILD / "html"


def stage() -> None:
    "Everything that Sphinx reads, under docs/_build/src."
    from api import stage_api
    from pages import glossary, stage_index, stage_pages
    from search import script
    from staging import stage_notebook

    for path in notebooks():
        stage_notebook(path)
    stage_pages()
    write(SOURCES / "docs" / "glossary.md", glossary())
    stage_index()
    stage_api()
    write(SOURCES / "_static" / "search-index.js", script())


def call_sphinx() -> None:
    "Sphinx, from nothing, with its warnings as errors."
    options = ["-E", "-W", "--keep-going", "-q", "-j", "2", "-c", DOCS, "-d", BUILD / "doctrees"]
    command = [sys.executable, "-m", "sphinx", *options, SOURCES, HTML]
    if subprocess.run(command).returncode:
        sys.exit("Sphinx has warnings; they are errors here.")


def build() -> None:
    "The whole site."
    from running import run_all
    from vendor import fetch

    for made in (SOURCES, HTML):
        shutil.rmtree(made, ignore_errors=True)
    os.environ["EVALBOOK_STATIC"] = "1"
    run_all()
    stage()
    shutil.copy(fetch("mathjax"), SOURCES / "_static")
    call_sphinx()
    for source_map in HTML.rglob("*.map"):  # of the theme's scripts, for its own developers
        source_map.unlink()
    print(HTML / "index.html")


def explore() -> None:
    "Serve all explorers as one local page."
    from evalbook.practice.explore import EXPLORERS

    calls = [f"from evalbook.{owners()[name]} import {name}\n{name}()" for name in EXPLORERS]
    cells = [nbformat.v4.new_code_cell(call) for call in calls]
    page = BUILD / "explorers.ipynb"
    write(page, nbformat.writes(nbformat.v4.new_notebook(cells=cells)))
    options = ["--no-browser", "--Voila.ip=127.0.0.1"]
    sys.exit(subprocess.run([sys.executable, "-m", "voila", page, *options]).returncode)


if __name__ == "__main__":
    os.environ["PYTHONPATH"] = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    if "--saved" in sys.argv:
        os.environ["EVALBOOK_SAVED"] = "1"
    explore() if "--explore" in sys.argv else build()
