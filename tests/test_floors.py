"""The rules of the house, checked on the exported code and on the notebooks."""

import ast
import json
import re
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import evalbook

ROOT = Path(__file__).parent.parent
NOTEBOOKS = sorted((ROOT / "nbs").glob("[0-9]*.ipynb"))
CELLS = {p: json.loads(p.read_text())["cells"] for p in NOTEBOOKS}


def source(cell) -> str:
    "The text of a cell."
    return "".join(cell["source"])


def floor_of() -> dict[str, int]:
    "The floor of every module: the number of the notebook that exports it."
    exports = {p: re.search(r"default_exp (\w+)", "\n".join(map(source, cells))) for p, cells in CELLS.items()}
    return {found[1]: int(p.name[:2]) for p, found in exports.items() if found}


FLOORS = floor_of()
MODULES = {name: ast.parse((ROOT / "evalbook" / f"{name}.py").read_text()) for name in FLOORS}


@pytest.mark.parametrize("module", FLOORS)
def test_code_leans_on_lower_floors_only(module):
    for node in ast.walk(MODULES[module]):
        if isinstance(node, ast.ImportFrom) and (node.level or (node.module or "").startswith("evalbook")):
            owner = (node.module or "").removeprefix("evalbook").strip(".")
            targets = [owner] if owner else [alias.name for alias in node.names]
            assert all(FLOORS[t] < FLOORS[module] for t in targets), f"{module} imports {targets}"


@pytest.mark.parametrize("module", [m for m in FLOORS if m not in ("fitting", "shortcuts")])
def test_only_fitting_fits(module):
    called = {
        n.func.attr for n in ast.walk(MODULES[module]) if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute)
    }
    assert not called & {"fit", "predict", "predict_proba", "fit_predict", "fit_transform"}


STATISTICS = [m for m, floor in FLOORS.items() if floor < 50 and m != "explorers"]


def test_statistics_load_no_plotting():
    "A fresh process that imports every statistics module has loaded neither matplotlib nor ipywidgets."
    code = "import sys\n" + "\n".join(f"import evalbook.{m}" for m in STATISTICS)
    code += "\nloaded = {'matplotlib', 'ipywidgets', 'IPython'} & set(sys.modules)\nassert not loaded, loaded"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


def test_a_module_never_bears_the_name_of_a_public_function():
    assert not set(FLOORS) & set(evalbook.__all__)


@pytest.mark.parametrize("module", FLOORS)
def test_public_names_have_one_line_docstrings(module):
    public = import_module(f"evalbook.{module}").__all__
    for node in MODULES[module].body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name in public:
            text = ast.get_docstring(node) or ""
            assert text and "\n" not in text, f"{node.name}: {text!r}"


def test_chapters_open_with_a_title_and_a_subtitle():
    for path, cells in CELLS.items():
        assert re.match(r"# .+\n\n> .+", source(cells[0])), path.name


def test_notebooks_and_package_are_in_step(tmp_path):
    "Exporting a copy gives the same files, leaves no stale module, and cleaning changes nothing."
    for name in ("nbs", "evalbook", "tools"):
        shutil.copytree(
            ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints")
        )
    shutil.copy(ROOT / "settings.ini", tmp_path)
    generated = {p.name for p in (tmp_path / "evalbook").glob("*.py")} - {"__init__.py", "__main__.py"}
    for name in generated - {"_modidx.py"}:
        (tmp_path / "evalbook" / name).unlink()
    run = lambda *command: subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True)
    run(sys.executable, "tools/book.py", "export")
    assert {p.name for p in (tmp_path / "evalbook").glob("*.py")} - {"__init__.py", "__main__.py"} == generated
    for name in generated | {"__init__.py"}:
        assert (tmp_path / "evalbook" / name).read_text() == (ROOT / "evalbook" / name).read_text(), (
            f"{name} is stale: make notebooks"
        )
    run(str(Path(sys.executable).parent / "nbdev_clean"))
    changed = [p.name for p in NOTEBOOKS if (tmp_path / "nbs" / p.name).read_text() != p.read_text()]
    assert not changed, f"run nbdev_clean: {changed}"


def test_import_is_light_and_complete():
    "Importing the package loads no numpy; every public name is there, in both lists."
    code = "import sys, evalbook; assert 'numpy' not in sys.modules and 'sklearn' not in sys.modules; print(len(evalbook.__all__))"
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
    text = (ROOT / "evalbook" / "__init__.py").read_text()
    assert evalbook.__version__ in (ROOT / "settings.ini").read_text()
    for name in evalbook.__all__:
        assert getattr(evalbook, name) is not None
        assert f"import {name} as {name}\n" in text
    assert sorted(evalbook.__all__) == sorted(sum(map(list, evalbook._MODULES.values()), []))


def test_the_repository_speaks_of_itself_alone():
    "No path of a machine and no leftover of how the work was done."
    words = re.compile(r"/ho[m]e/|/wor[k]/|/op[t]/|/roo[t]/", re.I)
    files = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True).stdout.split()
    text = [ROOT / f for f in files if f.endswith((".py", ".ipynb", ".md", ".ini", ".toml", ".yml", "Makefile"))]
    assert not [str(p) for p in text if p.exists() and words.search(p.read_text())]


def test_type_checkers_see_every_name():
    names = ", ".join(evalbook.__all__)
    run = subprocess.run(
        [
            sys.executable,
            "-m",
            "mypy",
            "--config-file=",
            "--ignore-missing-imports",
            "--follow-imports=silent",
            "-c",
            f"from evalbook import {names}",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout
