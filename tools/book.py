"""The book's own commands: `python tools/book.py export | run [NOTEBOOK ...] | readme [--check]`."""

from __future__ import annotations

import ast
import os
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
NBS = ROOT / "nbs"


# --- export -----------------------------------------------------------------------------------------------------------


def export(root: Path = ROOT) -> None:
    "Notebooks to modules: `nbdev_export`, from wherever it is called."
    from nbdev.doclinks import nbdev_export

    os.chdir(root)
    os.environ.pop("IN_TEST", None)  # nbdev_test sets it, and nbdev_export then does nothing
    nbdev_export()


# --- chapters ---------------------------------------------------------------------------------------------------------


def number(path: Path) -> str:
    "The number of a chapter, such as 6.1; empty for another notebook."
    found = re.search(r"(\d)_\w+/0?(\d+)_\w+\.ipynb$", path.as_posix())
    return f"{found[1]}.{found[2]}" if found else ""


def room(path: Path) -> str:
    "The name of a chapter's file, which is that of its first room."
    return path.stem.partition("_")[2]


@cache
def homes(path: Path) -> list[str]:
    "The part and the room of all that a notebook exports, such as models.two_models: that of its name, then the others."
    text = path.read_text(encoding="utf-8")
    return list(dict.fromkeys(re.findall(r"#\| *(?:default_exp|exports?|exporti) +([\w.]+)", text)))


def chapters(nbs: Path = NBS) -> list[Path]:
    "The chapters in their order."
    return sorted(nbs.glob("[0-9]_*/[0-9]*.ipynb"))


# --- run --------------------------------------------------------------------------------------------------------------


def flags(source: str) -> dict[str, str]:
    "The `#| key: value` lines at the head of a cell, without the quotes around a value."
    head = re.match(r"(?:#\|.*\n?)*", source)[0]
    return {
        key: re.sub(r"^(['\"])(.*)\1$", r"\2", value)
        for key, value in re.findall(r"#\| *([a-z_-]+):? *(.*?) *$", head, re.M)
    }


def without_flags(source: str) -> str:
    "The source of a cell without its `#|` lines."
    return re.sub(r"^#\|.*\n?", "", source, flags=re.M)


EXPORTED = {"export", "exporti", "exports"}


def marks_of(cell: Any) -> dict[str, str]:
    "The directives of a cell. One that is exported is folded under what it defines, unless it has the tag `open`."
    marks = flags(cell["source"])
    if not EXPORTED & marks.keys() or "open" in cell["metadata"].get("tags", ()):
        return marks
    return marks | {"code-fold": "true", "code-summary": bar(cell["source"])}


BEFORE = ("if TYPE_CHECKING:", "plt.style.use(book_file('matplotlibrc'))")  # as unparsed


def only_imports(source: str) -> bool:
    "Whether a cell does nothing but import, for type checkers too, and set the look of the pictures."
    try:
        body = ast.parse(source).body
    except SyntaxError:
        return False
    rest = [node for node in body if not isinstance(node, (ast.Import, ast.ImportFrom))]
    return all(ast.unparse(node).startswith(BEFORE) for node in rest)


MADE = (ast.FunctionDef, ast.ClassDef)


def defined(source: str, again: bool = False) -> list[str]:
    "The names that a cell defines at its top level, functions and classes first; with `again` those too that it adds to."
    body = ast.parse(source).body
    targets = [node.targets[0] for node in body if isinstance(node, ast.Assign)]
    kinds = (ast.AnnAssign, ast.AugAssign) if again else ast.AnnAssign
    targets += [node.target for node in body if isinstance(node, kinds)]
    constants = [target.id for target in targets if isinstance(target, ast.Name)]
    return [node.name for node in body if isinstance(node, MADE)] + constants


def bar(source: str) -> str:
    "What stands on the fold of an exported cell: the signatures of public functions, or the names of helpers."
    if only_imports(source):
        module = next((flags(source)[k] for k in sorted(EXPORTED & flags(source).keys())), "")
        return f"code: what {module or 'this module'} imports"
    made = [node for node in ast.parse(source).body if isinstance(node, MADE)]
    if "export" in flags(source) and len(made) == 1 and isinstance(made[0], ast.FunctionDef):
        return signature(made[0])
    names = [node.name for node in made] or defined(source, again=True)
    more = f" and {len(names) - 3} more" * (len(names) > 3)
    return f"code: {', '.join(names[:3])}{more}" if names else "code: a step of the export"


def signature(function: ast.FunctionDef, most: int = 110) -> str:
    "A function as it is called: arguments with their defaults, and what it returns."
    for argument in (node for node in ast.walk(function.args) if isinstance(node, ast.arg)):
        argument.annotation = None
    said = ast.unparse(function.args).split(", ")
    shown = [part for i, part in enumerate(said) if len(", ".join(said[: i + 1])) <= most]
    inside = ", ".join(shown + ["..."] * (len(shown) < len(said)))
    returns = ast.unparse(function.returns).strip("'") if function.returns else ""
    return f"{function.name}({inside})" + (f" -> {returns}" if returns else "")


def is_skipped(marks: dict[str, str]) -> bool:
    "Whether a cell with these directives is not run with its chapter."
    return bool({"slow", "notest"} & marks.keys()) or marks.get("eval") == "false"


def folds_output(marks: dict[str, str]) -> bool:
    "Whether a fold hides its output too: a solution, or a long table that says so."
    is_solution = marks.get("code-summary", "").startswith("Solution")
    return is_solution or marks.get("output-fold") == "true"


ARGUMENTS = [
    "--IPKernelApp.log_level=40",
    "--IPKernelApp.exec_lines=__import__('gc').set_threshold(100_000, 50, 50)",  # garbage is rare
    "--InlineBackend.figure_formats={'svg'}",
    "--InlineBackend.print_figure_kwargs={'bbox_inches': 'tight', 'metadata': {'Date': None}}",
]


def execute(notebook: Any, folder: Path) -> None:
    "Run every cell but the skipped ones in a folder; figures become SVG."
    from nbclient import NotebookClient

    os.environ.setdefault("OMP_NUM_THREADS", "1")  # ties of distances fall as the threads do
    for cell in notebook.cells:
        if cell.cell_type == "code" and is_skipped(flags(cell.source)):
            cell.metadata["tags"] = ["skip-execution"]
    options = {"timeout": 1200, "store_widget_state": False, "coalesce_streams": True}
    where = {"metadata": {"path": str(folder)}}
    NotebookClient(notebook, resources=where, extra_arguments=list(ARGUMENTS), **options).execute()
    for cell in notebook.cells:
        if "skip-execution" in cell.metadata.get("tags", []):
            cell.metadata.pop("tags")
        for output in cell.get("outputs", []):
            output.get("data", {}).pop("application/vnd.jupyter.widget-view+json", None)


def fold(cell: Any) -> None:
    "JupyterLab folds what the site folds; a solution or a long table with its output."
    marks = marks_of(cell)
    cell.metadata.pop("jupyter", None)
    if marks.get("code-fold") == "true":
        cell.metadata["jupyter"] = {"source_hidden": True}
        if folds_output(marks):
            cell.metadata["jupyter"]["outputs_hidden"] = True


def run(path: Path) -> str:
    "Execute one notebook and save it with its outputs, the same bytes each time."
    import nbformat
    from nbdev.clean import nbdev_clean

    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            fold(cell)
    execute(notebook, path.parent)
    nbformat.write(notebook, path)
    nbdev_clean(str(path))
    return path.name


# --- readme -----------------------------------------------------------------------------------------------------------


def from_root(text: str) -> str:
    "Links and pictures of nbs/index.ipynb, seen from the folder of the README."
    inside = r"(\]\(|src=\"|srcset=\")(?![a-z]+:|#)([^)\"#]+)"
    return re.sub(inside, lambda m: m[1] + os.path.normpath(f"nbs/{m[2]}"), text)


def _output(output: dict) -> str:
    "One saved output as Markdown."
    data = output.get("data", {})
    if "text/markdown" in data:
        return from_root("".join(data["text/markdown"]))
    text = "".join(output.get("text", data.get("text/plain", "")))
    return f"```text\n{text.rstrip()}\n```" if text.strip() else ""


def render_readme() -> str:
    "README.md from the cells and saved outputs of nbs/index.ipynb."
    import nbformat

    made = (
        "<!-- rendered from nbs/index.ipynb by `python tools/book.py readme`; edit the notebook -->"
    )
    parts = [made]
    for cell in nbformat.read(NBS / "index.ipynb", as_version=4).cells:
        hidden = re.match(r"#\| *(hide|echo: *false)", cell.source)
        if cell.cell_type == "markdown":
            parts.append(from_root(cell.source))
        elif not re.match(r"#\| *hide", cell.source):
            parts += [] if hidden else [f"```python\n{cell.source.strip()}\n```"]
            parts += [_output(output) for output in cell.outputs]
    return "\n\n".join(p for p in parts if p) + "\n"


def readme(check: bool = False) -> None:
    "Write README.md, or with `check` fail if it is stale."
    text, target = render_readme(), ROOT / "README.md"
    if check and target.read_text() != text:
        sys.exit("README.md is stale: run `python tools/book.py readme` and commit it.")
    if not check:
        target.write_text(text)


def main(arguments: list[str]) -> None:
    "Dispatch the commands."
    command, rest = (arguments or ["help"])[0], arguments[1:]
    if command == "export":
        export()
    elif command == "run":
        paths = [Path(p).resolve() for p in rest] or [*chapters(), *sorted(NBS.glob("*.ipynb"))]
        with ThreadPoolExecutor(2) as pool:
            for name in pool.map(run, paths):
                print(name)
    elif command == "readme":
        readme("--check" in rest)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
