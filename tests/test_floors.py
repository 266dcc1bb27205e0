"""The rules of the house, checked on the exported code and on the notebooks."""

import ast
import json
import os
import pydoc
import re
import shutil
import subprocess
import sys
from functools import cache
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

import evalbook
from tests.names import public
from tools import book

ROOT = Path(__file__).parent.parent
NOTEBOOKS = book.chapters()
MAP = ROOT / "docs/map.md"
CELLS = {p: json.loads(p.read_text())["cells"] for p in NOTEBOOKS}


def source(cell) -> str:
    "The text of a cell."
    return "".join(cell["source"])


MODULES = {
    ".".join(p.relative_to(ROOT / "evalbook").with_suffix("").parts): ast.parse(p.read_text())
    for p in sorted((ROOT / "evalbook").glob("*/[a-z]*.py"))
}
OWNERS = evalbook._owners()


def test_parts_lean_on_earlier_parts_only():
    "The contract of import-linter in pyproject.toml."
    program = Path(sys.executable).with_name("lint-imports")
    run = subprocess.run([program], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout


def test_a_chapter_exports_the_rooms_of_its_rows_in_the_map():
    "Folder and file of a chapter say its part and its first room, the map says the others; positions have no gap."
    homes = {p: book.homes(p) for p in NOTEBOOKS}
    assert sorted(room for rooms in homes.values() for room in rooms) == sorted(MODULES)
    rows = re.findall(r"^\|[^|]*\| (\d\.\d+) \| `([\w.]+)` \|", MAP.read_text(), re.M)
    assert sorted(rows) == sorted((book.number(p), room) for p in NOTEBOOKS for room in homes[p])
    for path, rooms in homes.items():
        (part,) = {home.split(".")[0] for home in rooms}
        assert rooms[0] == f"{part}.{book.room(path)}", path
        assert path.parent.name[2:] == part or part in ("core", "run"), path
        assert source(CELLS[path][0]).startswith(f"# {book.number(path)} "), path
    places = [tuple(map(int, book.number(path).split("."))) for path in NOTEBOOKS]
    assert places == [
        (part, k) for part in range(1, 10) for k in range(1, sum(p == part for p, _ in places) + 1)
    ]


def test_a_further_room_of_a_chapter_is_begun_in_a_notebook_of_its_own():
    "nbdev adds cells to a module that another notebook has begun: the one of its name in nbs/rooms, exported before the chapters."
    further = {room for path in NOTEBOOKS for room in book.homes(path)[1:]}
    begun = {path: book.homes(path) for path in (ROOT / "nbs/rooms").glob("*.ipynb")}
    assert sorted(begun.values()) == sorted([room] for room in further)
    for path, (room,) in begun.items():
        assert path.stem == f"00_{room.replace('.', '_')}"
        assert all(path.name < chapter.name for chapter in NOTEBOOKS)


@pytest.mark.parametrize("module", MODULES)
def test_no_room_takes_a_private_name_of_another(module):
    nodes = [n for n in ast.walk(MODULES[module]) if isinstance(n, ast.ImportFrom)]
    house = [n for n in nodes if n.level or (n.module or "").split(".")[0] == "evalbook"]
    assert not [f"{n.module}.{a.name}" for n in house for a in n.names if a.name.startswith("_")]


@pytest.mark.parametrize("module", [m for m in MODULES if not m.startswith("run.")])
def test_only_fitting_fits(module):
    called = {
        n.func.attr
        for n in ast.walk(MODULES[module])
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute)
    }
    assert not called & {"fit", "predict", "predict_proba", "fit_predict", "fit_transform"}


STATISTICS = [m for m in MODULES if not m.startswith(("laboratory.", "practice."))]


def test_statistics_load_no_plotting():
    "A fresh process that imports every statistics module has loaded neither matplotlib nor ipywidgets."
    code = "import sys\n" + "\n".join(f"import evalbook.{m}" for m in STATISTICS)
    code += "\nloaded = {'matplotlib', 'ipywidgets', 'IPython'} & set(sys.modules)\nassert not loaded, loaded"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


FIRST_CALLS = [  # what a reader may type first
    "mcnemar_counts(11, 1).pvalue",
    "mcnemar(a, b).pvalue",
    "mcnemar(a.tolist(), b.tolist(), method='exact').pvalue",
    "cochran_q({'one': a, 'two': b, 'three': b}).pvalue",
    "ztest_proportions(a, b).interval()",
    "ttest_paired(a, b).interval()",
    "ttest_corrected(x, y, n_train=90, n_test=10).pvalue",
    "interval_proportion(40, 45)",
]


def test_a_first_answer_waits_for_no_library():
    "Neither pandas nor scikit-learn nor matplotlib nor scipy.stats is loaded by any of them; all run in one fresh process."
    code = "import sys\nimport numpy as np\n"
    code += "a, b = np.repeat([1, 0], [40, 5]), np.repeat([1, 0, 1], [30, 9, 6])\n"
    code += "x, y = np.linspace(0.8, 0.9, 10), np.linspace(0.8, 0.88, 10) ** 2\n"
    code += "heavy = {'pandas', 'sklearn', 'matplotlib', 'scipy.stats'}\n"
    for call in FIRST_CALLS:
        code += f"from evalbook import {call.split('(')[0]}\n"
        code += (
            f"{call}\nassert not heavy & set(sys.modules), ({call!r}, heavy & set(sys.modules))\n"
        )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_report_is_at_hand_before_its_libraries():
    "Neither pandas nor scikit-learn nor scipy is loaded by an import of the report."
    code = "import sys\nfrom evalbook import report\n"
    code += "loaded = {'pandas', 'sklearn', 'matplotlib', 'scipy', 'joblib'} & set(sys.modules)\n"
    subprocess.run([sys.executable, "-c", code + "assert not loaded, loaded"], check=True)


COMPREHENSIONS = {"<listcomp>", "<dictcomp>", "<setcomp>", "<genexpr>"}
MET = {  # what runs: the most functions of ours that a reader with a debugger meets; it may only shrink
    "mcnemar(a, b).pvalue": 12,
    "ttest_corrected(x, y, n_train=90, n_test=10).pvalue": 13,
    "interval_proportion(40, 45)": 9,
    "interval_bca(x)": 36,
    "interval_bca((z, w), 'f1')": 46,
}


@pytest.mark.parametrize("call", MET)
def test_a_call_can_be_followed(call):
    "Different functions of the package from the call to its p-value, comprehensions apart."
    names = {name: getattr(evalbook, name) for name in re.findall(r"[a-z_]+(?=\()", call)}
    names |= {"a": np.repeat([1, 0], [40, 5]), "b": np.repeat([1, 0, 1], [30, 9, 6])}
    names |= {"x": np.linspace(0.8, 0.9, 10), "y": np.linspace(0.8, 0.88, 10) ** 2}
    names |= {"z": np.repeat([1, 0], [10, 10]), "w": np.repeat([1, 0], [8, 12])}
    met = set()

    def look(frame, event, _):
        code = frame.f_code
        ours = str(ROOT / "evalbook") in code.co_filename
        if event == "call" and ours and code.co_name not in COMPREHENSIONS:
            met.add((code.co_filename, code.co_firstlineno))

    eval(call, names)  # what is loaded on the first use
    sys.setprofile(look)
    try:
        eval(call, names)
    finally:
        sys.setprofile(None)
    assert 5 < len(met) <= MET[call], sorted(met)


def test_a_module_never_bears_the_name_of_a_public_function():
    rooms = [word for m in MODULES for word in m.split(".")]
    assert not set(rooms) & set(OWNERS)


def test_chapters_open_with_a_title_and_a_subtitle():
    for path, cells in CELLS.items():
        assert re.match(r"# .+\n\n> .+", source(cells[0])), path.name


@pytest.fixture
def copied(tmp_path):
    "A copy of the notebooks and the package, and a way to run a command in it."
    for name in ("nbs", "evalbook"):
        ignored = shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints")
        shutil.copytree(ROOT / name, tmp_path / name, ignore=ignored)
    shutil.copy(ROOT / "settings.ini", tmp_path)

    def run(command: str, *arguments: str) -> str:
        program = (
            Path(sys.executable) if command == "python" else Path(sys.executable).parent / command
        )
        environment = {k: v for k, v in os.environ.items() if k != "IN_TEST"} | {
            "PYTHONPATH": str(tmp_path)
        }
        called = [str(program), *arguments]
        return subprocess.run(
            called, cwd=tmp_path, env=environment, check=True, capture_output=True, text=True
        ).stdout

    return tmp_path, run


def test_notebooks_and_package_are_in_step(copied):
    "Exporting a copy gives the same files, leaves no stale module, and cleaning changes nothing."
    place, run = copied
    files = lambda: sorted(str(p.relative_to(place)) for p in (place / "evalbook").rglob("*.py"))
    before = files()
    for name in before:
        if Path(name).stem.strip("_") == Path(name).stem:
            (place / name).unlink()
    run("nbdev_export")
    assert files() == before
    for name in before:
        assert (place / name).read_text() == (ROOT / name).read_text(), (
            f"{name} is stale: make notebooks"
        )
    run("nbdev_clean")
    changed = [
        p.name for p in NOTEBOOKS if (place / p.relative_to(ROOT)).read_text() != p.read_text()
    ]
    assert not changed, f"run nbdev_clean: {changed}"


@pytest.mark.long
def test_nbdev_export_alone_adds_a_public_name(copied):
    "A function that is exported from a notebook is importable from the package after nbdev_export, and nothing else."
    place, run = copied
    path = place / "nbs" / "1_holdout/1_one_test_set.ipynb"
    notebook = json.loads(path.read_text())
    code = '#| export\ndef thrown_away() -> int:\n    "A name for this test."\n    return 42'
    cell = {
        "cell_type": "code",
        "execution_count": None,
        "id": "f00dcafe",
        "metadata": {},
        "outputs": [],
        "source": code,
    }
    notebook["cells"].append(cell)
    path.write_text(json.dumps(notebook))
    run("nbdev_export", "--path", "nbs/1_holdout/1_one_test_set.ipynb")
    assert (
        run("python", "-c", "from evalbook.holdout import thrown_away; print(thrown_away())")
        == "42\n"
    )
    shown = "'thrown_away' in dir(evalbook.holdout), 'thrown_away' in evalbook.holdout.__all__, 'thrown_away' in dir(evalbook)"
    assert run("python", "-c", f"import evalbook; print({shown})") == "True True False\n"
    stars = "from evalbook.holdout import *; import inspect; print(inspect.unwrap(thrown_away).__module__)"
    assert run("python", "-c", stars) == "evalbook.holdout.one_test_set\n"


def test_import_is_light_and_complete():
    "Importing the package loads no numpy; every public name is there and comes from one room."
    code = "import sys, evalbook; names = evalbook.__all__; assert not {'numpy', 'sklearn'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
    assert evalbook.__version__ in (ROOT / "settings.ini").read_text()
    for name, home in OWNERS.items():
        found = public(name)
        assert getattr(found, "_plain", found) is getattr(import_module(f"evalbook.{home}"), name)
    assert len(OWNERS) == sum(len(import_module(f"evalbook.{room}").__all__) for room in MODULES)


def test_help_of_the_package_is_its_front_on_two_screens():
    "pydoc went on with 80 docstrings, 4,000 lines."
    assert set(re.findall(r"`(\w+)`", evalbook.__doc__)) == set(evalbook.__all__)
    shown = pydoc.plain(pydoc.render_doc(evalbook))
    assert len(shown.splitlines()) <= 70 and "`noninferiority`" in shown
    assert "estimate_accuracy(" in pydoc.plain(pydoc.render_doc(evalbook.holdout))


def test_the_front_is_small_and_says_where_the_others_are():
    front = evalbook.__all__
    assert len(front) <= 80 and front == [
        name for name in dir(evalbook) if not name.startswith("_")
    ]
    for name, home in OWNERS.items():
        part = home.split(".")[0]
        if name in front:
            assert getattr(evalbook, name) is public(name)
        else:
            with pytest.raises(ImportError, match=f"from evalbook.{part} import {name}$"):
                exec(f"from evalbook import {name}")
            with pytest.raises(AttributeError, match=f"from evalbook.{part} import {name}$"):
                getattr(evalbook, name)


def test_names_that_nobody_has_are_refused():
    with pytest.raises(AttributeError, match="no attribute 'no_such_name'"):
        evalbook.no_such_name  # noqa: B018


def test_the_repository_speaks_of_itself_alone():
    "No path of a machine and no leftover of how the work was done."
    words = re.compile(r"/ho[m]e/|/wor[k]/|/op[t]/|/roo[t]/", re.I)
    files = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True
    ).stdout.split()
    text = [
        ROOT / f
        for f in files
        if f.endswith((".py", ".ipynb", ".md", ".ini", ".toml", ".yml", "Makefile"))
    ]
    assert not [str(p) for p in text if p.exists() and words.search(p.read_text())]


def mypy(*arguments: str) -> str:
    "What mypy prints."
    return subprocess.run(
        [sys.executable, "-m", "mypy", *arguments], cwd=ROOT, capture_output=True, text=True
    ).stdout


def test_type_checkers_see_every_name():
    "Every room with public names stands in its part's `__init__`, and a checker takes the names of the front from `evalbook`."
    stars = re.compile(r"from \.(\w+) import \*")
    for part in sorted({home.split(".")[0] for home in OWNERS.values()}):
        rooms = stars.findall((ROOT / f"evalbook/{part}/__init__.py").read_text())
        homes = {home for home in OWNERS.values() if home.startswith(f"{part}.")}
        assert rooms == sorted(home.split(".")[1] for home in homes), part
    options = ["--config-file=", "--ignore-missing-imports", "--follow-imports=silent", "-c"]
    every = (
        f"from evalbook import {', '.join(evalbook.__all__)}\nreveal_type(mcnemar_counts(11, 1))"
    )
    said = mypy(*options, f"{every}\nfrom evalbook import no_such_name")
    assert 'Revealed type is "evalbook.core.results.Comparison"' in said
    assert said.count("has no attribute") == said.count('has no attribute "no_such_name"') == 1


def test_modules_are_read_in_one_sitting():
    "At most 450 lines with their docstrings."
    lines = {m: tree.body[-1].end_lineno for m, tree in MODULES.items()}
    long = [m for m, n in lines.items() if n > 450]
    assert not long, f"divide {long} by subject: a module has at most 450 lines"


def test_no_conditional_expression_stands_inside_of_another():
    parts = [
        (m, n, [n.test, n.body, n.orelse])
        for m, tree in MODULES.items()
        for n in ast.walk(tree)
        if isinstance(n, ast.IfExp)
    ]
    nested = [
        f"{m}:{n.lineno}"
        for m, n, inside in parts
        for p in inside
        if any(isinstance(x, ast.IfExp) for x in ast.walk(p))
    ]
    assert not nested, f"one idea a line: {', '.join(nested)}"


NAMES_KEPT = {
    "core.methods",
    "core.methods_of_a_design",
    "run.learner_shortcuts",
    "run.linear_shortcuts",
    "run.neighbour_shortcuts",
    "run.shortcuts",
}  # rooms whose names are of the kind that they look: this list may only become longer


def bound(tree: ast.Module) -> set[str]:
    "The names that a module defines at its top, those that Python itself reads left out."
    names = set()
    for n in tree.body:
        if isinstance(n, (ast.FunctionDef, ast.ClassDef)):
            names.add(n.name)
        targets = n.targets if isinstance(n, ast.Assign) else [getattr(n, "target", None)]
        parts = [x for t in targets if t is not None for x in ast.walk(t)]
        names |= {x.id for x in parts if isinstance(x, ast.Name)}
    return {name for name in names if not name.startswith("__")}


def imports(tree: ast.Module, package: str) -> set[tuple[str, str]]:
    "What some code takes from the rooms of the house: (room, name)."
    found = set()
    for n in ast.walk(tree):
        if isinstance(n, ast.ImportFrom):
            above = package.split(".")[: 1 - n.level or None] if n.level else []
            home = ".".join([*above, *filter(None, [n.module])])
            found |= {(home.removeprefix("evalbook."), a.name) for a in n.names}
    return found


TAKEN = re.compile(r"^from evalbook[\w.]* import (?:\([^)]*\)|.*)", re.M)


@cache
def imported() -> list[tuple[list[str], set[tuple[str, str]]]]:
    "What rooms, tools of the site and chapters import, each with the rooms that it holds."
    found = [([m], imports(tree, f"evalbook.{m.split('.')[0]}")) for m, tree in MODULES.items()]
    for path in (*ROOT.glob("docs/*.py"), *ROOT.glob("tools/*.py"), ROOT / "evalbook/__init__.py"):
        found.append(([], imports(ast.parse(path.read_text()), "evalbook")))
    for path in NOTEBOOKS:
        cells = [source(c) for c in CELLS[path] if c["cell_type"] == "code"]
        lines = "\n".join(line for s in cells for line in TAKEN.findall(s))
        found.append((book.homes(path), imports(ast.parse(lines), "evalbook")))
    return found


def taken_from(room: str) -> set[str]:
    "The names of a room that other rooms, chapters or the tools of the site import."
    pairs = {pair for rooms, taken in imported() if room not in rooms for pair in taken}
    return {name for home, name in pairs if home == room}


@pytest.mark.parametrize("room", sorted(NAMES_KEPT))
def test_a_name_is_of_the_kind_that_it_looks(room):
    "Public names stand in `__all__`, shared ones have no underscore, and a name that only its own room uses has one."
    shared = taken_from(room)
    public_here = {name for name, home in OWNERS.items() if home == room}
    names = bound(MODULES[room])
    hidden = {name for name in names if name.startswith("_")}
    assert not hidden & shared, f"another room imports {sorted(hidden & shared)}: no underscore"
    lone = names - hidden - shared - public_here
    assert not lone, f"only {room} uses {sorted(lone)}: begin them with an underscore"
