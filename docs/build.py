"""Build the book as a site: `python docs/build.py [--clean]` writes docs/_build/html; `--explore` serves the explorers.

Four steps: fetch MathJax (vendor.py), run every notebook (running.py), stage what Sphinx reads (staging.py, pages.py, api.py), call Sphinx.
A notebook is run again, and a page written again, only where something has changed.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import shutil
import subprocess
import sys
import time

from common import BUILD, DOCS, ROOT, SOURCES, notebooks, write


def stage() -> None:
    "Everything that Sphinx reads, under docs/_build/src; pages of notebooks that are gone go too."
    import evalbook
    from evalbook.practice.explore import EXPLORERS

    from api import stage_api
    from pages import glossary, stage_index, stage_pages
    from search import script
    from staging import stage_notebook

    from book import room

    questions: dict[str, list[tuple[str, str]]] = {}
    for name, chapter in EXPLORERS.items():
        questions.setdefault(chapter, []).append((name, evalbook._public(name)().question))
    for path in notebooks():
        stage_notebook(path, questions.get(room(path), []))
    stage_pages()
    write(SOURCES / "docs" / "glossary.md", glossary())
    stage_index(stage_api())
    write(SOURCES / "_static" / "search-index.js", script())
    for stale in (SOURCES / "nbs").rglob("*.ipynb"):
        if not (ROOT / stale.relative_to(SOURCES)).exists():
            stale.unlink()


def call_sphinx() -> None:
    "Sphinx, with its warnings as errors; an interrupted run leaves pages without their pictures, so the next one starts anew."
    unfinished, html, doctrees = BUILD / "unfinished", BUILD / "html", BUILD / "doctrees"
    if unfinished.exists():
        shutil.rmtree(doctrees, ignore_errors=True)
        shutil.rmtree(html, ignore_errors=True)
    unfinished.touch()
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
        doctrees,
        SOURCES,
        html,
    ]
    if subprocess.run([sys.executable, "-m", "sphinx", *map(str, options)]).returncode:
        sys.exit("Sphinx has warnings; they are errors here.")
    unused = [
        "*.map",
        "searchindex.js",
        "searchtools.js",
        "language_data.js",
        "*-stemmer.js",
        "locales/**/*",
    ]
    for path in (path for pattern in unused for path in html.rglob(pattern)):
        path.unlink() if path.is_file() else None  # source maps, Sphinx's search and the theme's other languages: a tenth
    unfinished.unlink()


def build(clean: bool = False) -> None:
    "The whole site; with `clean` nothing of an earlier build is used."
    from running import run_all
    from vendor import fetch

    if clean:
        shutil.rmtree(BUILD, ignore_errors=True)
    start = time.time()
    importlib.import_module(
        "matplotlib.font_manager"
    )  # makes the font cache once, before two kernels would
    os.environ.update(EVALBOOK_STATIC="1", OMP_NUM_THREADS="1")
    write(SOURCES / "_static" / "tex-svg.js", fetch("mathjax").read_bytes())
    run_all()
    stage()
    call_sphinx()
    size = sum(p.stat().st_size for p in (BUILD / "html").rglob("*") if p.is_file())
    print(f"docs/_build/html/index.html: {size / 1e6:.1f} MB after {time.time() - start:.0f} s")


def explore() -> None:
    "Serve all explorers as one local page: with Voila when it is installed, else in JupyterLab."
    import nbformat

    from evalbook.practice.explore import EXPLORERS
    from running import KERNEL

    cells = [nbformat.v4.new_code_cell(f"import evalbook\nevalbook.{name}()") for name in EXPLORERS]
    app = nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": KERNEL})
    path = write(BUILD / "explorers.ipynb", nbformat.writes(app))
    servers = {
        "voila": ["--no-browser", "--Voila.ip=127.0.0.1"],
        "jupyterlab": ["--ServerApp.ip=127.0.0.1"],
    }
    for server, options in servers.items():
        if importlib.util.find_spec(server):
            sys.exit(subprocess.run([sys.executable, "-m", server, str(path), *options]).returncode)
    sys.exit("The explorers need Voila or JupyterLab: `pip install voila`, then again.")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--clean", action="store_true", help="throw away every earlier build first")
    parser.add_argument(
        "--explore", action="store_true", help="serve the explorers instead of building"
    )
    arguments = parser.parse_args()
    os.environ["PYTHONPATH"] = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    explore() if arguments.explore else build(arguments.clean)
