"""The code changed in one place at a time by mutmut, and which changes no test notices: `python tools/mutants.py [group ...] [--again]`.

`tests/data/mutants.json` says which modules a group changes and which tests look at it; of the kernels (open cells with `#| exporti`) 400 changes
are drawn with a fixed seed. `tests/data/equivalent_mutants.csv` lists changes that change nothing, with the reason; the others that nobody noticed
are written to `build/mutants/<group>/unnoticed.csv`. With `--again` only those run again. `mutmut browse` works in the folder of a group.
"""

from __future__ import annotations

import argparse
import ast
import csv
import difflib
import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path

from book import chapters, flags, homes

ROOT = Path(__file__).parent.parent
DATA = ROOT / "tests" / "data"
PLAN = json.loads((DATA / "mutants.json").read_text())
DRAWN, SEED = 400, 25
UNNOTICED = (0, 33)  # mutmut's codes: every test passed; no test calls it
SETTINGS = """[mutmut]
source_paths=evalbook
track_dependencies=false
use_git_change_detection=false
do_not_mutate_patterns=
    ^ +".*\\."$
pytest_add_cli_args=
    -m
    not long and not slow
    --tb=no
"""  # the pattern: docstrings


def file_of(module: str) -> str:
    "The file of a part and a room."
    return f"evalbook/{module.replace('.', '/')}.py"


def changes_of(folder: Path, modules: list[str]) -> list[str]:
    "The names that mutmut gives to all changes of the kernels of some modules."
    wanted = set()
    for path in chapters():
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        for code in [
            "".join(c["source"]) for c in cells if "open" in c["metadata"].get("tags", ())
        ]:
            module = flags(code).get("exporti")
            module = homes(path)[0] if module == "" else module
            if module in modules:
                wanted |= {
                    f"evalbook.{module}.x_{d.name}"
                    for d in ast.parse(code).body
                    if isinstance(d, ast.FunctionDef)
                }
    code = "import sys, pathlib; from mutmut.mutation.file_mutation import mutate_file_contents as of\n"
    code += "for p in map(pathlib.Path, sys.argv[1:]):\n    module = '.'.join(p.with_suffix('').parts)\n"
    code += "    print(*(f'{module}.{n}' for n in of(str(p), p.read_text()).mutant_names))"
    files = [file_of(module) for module in sorted(modules)]
    made = subprocess.run(
        [sys.executable, "-c", code, *files], cwd=folder, capture_output=True, text=True, check=True
    )
    return [name for name in made.stdout.split() if name.rpartition("__mutmut_")[0] in wanted]


def outcomes(folder: Path) -> dict[str, int]:
    "Every change that was tried, and mutmut's code."
    found: dict[str, int | None] = {}
    for meta in sorted((folder / "mutants" / "evalbook").rglob("*.meta")):
        found |= json.loads(meta.read_text())["exit_code_by_key"]
    return {name: code for name, code in found.items() if code is not None}


def run(group: str, again: bool, children: int) -> Path:
    "mutmut in a folder of its own."
    folder = ROOT / "build" / "mutants" / group
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("evalbook", "tests", "pyproject.toml"):
        if not (folder / name).exists():
            (folder / name).symlink_to(ROOT / name)
    changed = [file_of(module) for module in PLAN[group]["mutate"]]
    lists = {"only_mutate": changed, "pytest_add_cli_args_test_selection": PLAN[group]["tests"]}
    more = "".join(
        f"{key}=\n" + "".join(f"    {value}\n" for value in values) for key, values in lists.items()
    )
    (folder / "setup.cfg").write_text(SETTINGS + more)
    names = [name for name, code in outcomes(folder).items() if again and code in UNNOTICED]
    if group == "kernels" and not names:
        names = random.Random(SEED).sample(changes_of(folder, PLAN[group]["mutate"]), DRAWN)
    command = [
        str(Path(sys.executable).parent / "mutmut"),
        "run",
        "--max-children",
        str(children),
        *names,
    ]
    subprocess.run(command, cwd=folder, env=os.environ | {"PYTHONPATH": ""}, check=True)
    return folder


def change(
    folder: Path, name: str, cache: dict[str, dict[str, ast.AST]]
) -> tuple[str, str, str, str]:
    "Module, function, and the lines before and after."
    module, _, mangled = name.removeprefix("evalbook.").rpartition(".")
    if module not in cache:
        tree = ast.parse((folder / "mutants" / file_of(module)).read_text(encoding="utf-8"))
        cache[module] = {d.name: d for d in ast.walk(tree) if isinstance(d, ast.FunctionDef)}
    function = mangled.rpartition("__mutmut_")[0]
    pair = [cache[module][f"{function}__mutmut_orig"], cache[module][mangled]]
    texts = [re.sub(r"__mutmut_\w+", "", ast.unparse(d)).splitlines() for d in pair]
    lines = [
        line
        for line in difflib.unified_diff(*texts, n=0, lineterm="")
        if line[:2] not in ("--", "++", "@@")
    ]
    before, after = (
        " ".join(line[1:].strip() for line in lines if line[0] == sign) for sign in "-+"
    )
    return module, function.removeprefix("x_").removeprefix("xǁ").replace("ǁ", "."), before, after


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("groups", nargs="*", default=list(PLAN))
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--children", type=int, default=1)
    asked = parser.parse_args()
    with open(DATA / "equivalent_mutants.csv", encoding="utf-8", newline="") as file:
        same = {tuple(row[:4]) for row in csv.reader(file)}
    for group in asked.groups:
        folder, cache = run(group, asked.again, asked.children), dict[str, dict[str, ast.AST]]()
        tried = outcomes(folder)
        left = [change(folder, name, cache) for name, code in tried.items() if code in UNNOTICED]
        rest = [row for row in left if row not in same]
        with open(folder / "unnoticed.csv", "w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([("module", "function", "before", "after"), *rest])
        equal = len(left) - len(rest)
        share = 100 * (1 - len(rest) / (len(tried) - equal))
        print(
            f"{group}: {len(tried)} changes, {equal} change nothing, {len(rest)} were not noticed: {share:.1f} % of the others were."
        )


if __name__ == "__main__":
    main()
