"""Changes the code in one place at a time with mutmut, and counts the changes that no test notices: `python tools/mutants.py [group ...]`.

`tests/data/mutants.json` says which modules a group changes and which tests look; `tests/data/equivalent_mutants.csv` which changes change nothing, and why.
Of the kernels (open cells with `#| exporti`) 400 changes are drawn with a fixed seed. With `--again` only those run that were not noticed before.
Each group leaves `build/mutants/<group>`, where `mutmut show` and `mutmut browse` work.
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

ROOT = Path(__file__).parent.parent
DATA = ROOT / "tests" / "data"
DRAWN, SEED = 400, 25
SETTINGS = (
    "[mutmut]\nsource_paths=evalbook\ntrack_dependencies=false\nuse_git_change_detection=false\ntimeout_multiplier=30\n"
)
SETTINGS += 'do_not_mutate_patterns=\n    ^ +".*\\."$\n'  # docstrings
UNNOTICED = (0, 33)  # survived; no test calls it
SAID = ("came", "instead", "fits")  # variables that hold a part of a refusal's words


def listed(key: str, values: list[str]) -> str:
    return "".join([f"{key}=\n", *(f"    {value}\n" for value in values)])


def kernels(modules: list[str]) -> list[str]:
    "The functions of open cells with `#| exporti`, as mutmut names them."
    names = []
    for path in sorted((ROOT / "nbs").glob("[0-9]*.ipynb")):
        cells = ["".join(cell["source"]) for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]]
        module = path.stem.partition("_")[2]
        for code in cells if module in modules else ():
            if code.startswith("#| exporti") and "#| code-fold" not in code:
                names += [
                    f"evalbook.{module}.x_{d.name}" for d in ast.parse(code).body if isinstance(d, ast.FunctionDef)
                ]
    return names


def changes_of(folder: Path, wanted: list[str]) -> list[str]:
    "The names that mutmut gives to all changes of some functions."
    code = "import sys, pathlib; from mutmut.mutation.file_mutation import mutate_file_contents as of\\n"
    code += "for p in map(pathlib.Path, sys.argv[1:]): print(*(f'evalbook.{p.stem}.{n}' for n in of(str(p), p.read_text()).mutant_names))"
    files = sorted({f"evalbook/{name.split('.')[1]}.py" for name in wanted})
    made = subprocess.run([sys.executable, "-c", code, *files], cwd=folder, capture_output=True, text=True, check=True)
    return [name for name in made.stdout.split() if name.rpartition("__mutmut_")[0] in wanted]


def outcomes(folder: Path) -> dict[str, int | None]:
    "Every change of a group and what mutmut found: 0 and 33 nobody noticed, None not tried."
    found: dict[str, int | None] = {}
    for meta in sorted((folder / "mutants" / "evalbook").glob("*.meta")):
        found |= json.loads(meta.read_text())["exit_code_by_key"]
    return found


def functions(folder: Path, module: str) -> dict[str, ast.FunctionDef]:
    tree = ast.parse((folder / "mutants" / "evalbook" / f"{module}.py").read_text(encoding="utf-8"))
    return {d.name: d for d in ast.walk(tree) if isinstance(d, ast.FunctionDef)}


class Unsaid(ast.NodeTransformer):
    "Takes the words out of refusals."

    def blank(self, node: ast.AST) -> ast.AST:
        for part in ast.walk(node):
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                part.value = ""
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        return self.blank(node) if ast.unparse(node.func) == "fail" else self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        return self.blank(node) if ast.unparse(node.targets[0]) in SAID else self.generic_visit(node)


def change(folder: Path, name: str, cache: dict) -> dict[str, str]:
    "What a change is: module, function, the line before and after, and whether only the words of a refusal differ."
    module, mangled = name.removeprefix("evalbook.").split(".")
    if module not in cache:
        cache[module] = functions(folder, module)
    base = mangled.rpartition("__mutmut_")[0]
    pair = [cache[module][f"{base}__mutmut_orig"], cache[module][mangled]]
    texts = [re.sub(r"__mutmut_\w+", "", ast.unparse(d)).splitlines() for d in pair]
    lines = [
        t.strip() for t in difflib.unified_diff(*texts, n=0, lineterm="") if not t.startswith(("---", "+++", "@@"))
    ]
    said = [re.sub(r"__mutmut_\w+", "", ast.dump(Unsaid().visit(ast.parse(ast.unparse(d))))) for d in pair]
    before, after = (" ".join(t[1:].strip() for t in lines if t[0] == sign) for sign in "-+")
    return {
        "module": module,
        "function": base.removeprefix("x_").removeprefix("xǁ").replace("ǁ", "."),
        "before": before,
        "after": after,
        "words": "yes" if said[0] == said[1] else "",
    }


def run(group: str, again: bool, children: int) -> Path:
    "mutmut in a folder of its own."
    plan = json.loads((DATA / "mutants.json").read_text())[group]
    folder = ROOT / "build" / "mutants" / group
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("evalbook", "tests", "pyproject.toml", *plan.get("copy", [])):
        if not (folder / name).exists():
            (folder / name).symlink_to(ROOT / name)
    changed = listed("only_mutate", [f"evalbook/{module}.py" for module in plan["mutate"]])
    tests = listed("pytest_add_cli_args_test_selection", plan["tests"])
    rest = listed("pytest_add_cli_args", ["-m", "not long and not slow", "-p", "no:cacheprovider"])
    (folder / "setup.cfg").write_text(SETTINGS + changed + tests + rest + listed("also_copy", plan.get("copy", [])))
    known, names = outcomes(folder), list[str]()
    if again and known:
        names = [name for name, code in known.items() if code in UNNOTICED]
    elif group == "kernels":
        names = random.Random(SEED).sample(changes_of(folder, kernels(plan["mutate"])), DRAWN)
    command = [str(Path(sys.executable).parent / "mutmut"), "run", "--max-children", str(children), *names]
    subprocess.run(command, cwd=folder, env=os.environ | {"PYTHONPATH": ""}, check=True)
    return folder


def main() -> None:
    plan = json.loads((DATA / "mutants.json").read_text())
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("groups", nargs="*", choices=[*plan, []])
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--children", type=int, default=1)
    asked = parser.parse_args()
    with open(DATA / "equivalent_mutants.csv", encoding="utf-8", newline="") as file:
        same = {tuple(row[:4]) for row in csv.reader(file)}
    for group in asked.groups or plan:
        folder, cache = run(group, asked.again, asked.children), dict[str, dict]()
        tried = {name: code for name, code in outcomes(folder).items() if code is not None}
        left = [change(folder, name, cache) for name, code in tried.items() if code in UNNOTICED]
        equal = [row for row in left if tuple(row.values())[:4] in same]
        rest = [row for row in left if row not in equal]
        words = sum(row["words"] == "yes" for row in rest)
        with open(folder / "survivors.csv", "w", encoding="utf-8", newline="") as file:
            table = csv.DictWriter(file, ["module", "function", "before", "after", "words"])
            table.writeheader()
            table.writerows(rest)
        share = 100 * (len(tried) - len(left)) / (len(tried) - len(equal))
        print(
            f"{group}: {len(tried)} changes, {len(equal)} of them change nothing; {share:.1f} % of the others are noticed."
        )
        print(f"{len(rest)} are not, of which {words} change the words of a refusal: {folder / 'survivors.csv'}")


if __name__ == "__main__":
    main()
