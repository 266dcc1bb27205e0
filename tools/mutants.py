"""Which changes of the code does no test notice? `python tools/mutants.py [PATTERN ...]`, such as `evalbook.practice.gates*`.

mutmut changes the code in one place at a time and runs the tests that pyproject.toml names for it; what it has tried it does not try again.
What no test noticed is written to `mutants/unnoticed.csv`, but for the changes that change nothing: these are listed, with the reason, in
`tests/data/equivalent_mutants.csv`. `mutmut browse` shows any change.
"""

from __future__ import annotations

import ast
import csv
import difflib
import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
MADE = ROOT / "mutants"
UNNOTICED = (0, 33)  # mutmut's codes: every test passed; no test calls it
HEAD = ["module", "function", "before", "after"]


def outcomes() -> dict[str, int]:
    "Every change that was tried, and mutmut's code."
    found: dict[str, int | None] = {}
    for meta in sorted((MADE / "evalbook").rglob("*.meta")):
        found |= json.loads(meta.read_text())["exit_code_by_key"]
    return {name: code for name, code in found.items() if code is not None}


@cache
def functions(module: str) -> dict[str, ast.FunctionDef]:
    "The functions of a module and all their changed copies."
    tree = ast.parse((MADE / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8"))
    return {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def change(name: str) -> tuple[str, ...]:
    "Module, function, and the lines before and after."
    module, _, mangled = name.rpartition(".")
    function = mangled.rpartition("__mutmut_")[0]
    pair = [functions(module)[f"{function}__mutmut_{k}"] for k in ("orig", mangled.split("_")[-1])]
    texts = [re.sub(r"__mutmut_\w+", "", ast.unparse(node)).splitlines() for node in pair]
    lines = list(difflib.unified_diff(*texts, n=0, lineterm=""))[2:]
    sides = (" ".join(line[1:].strip() for line in lines if line[0] == sign) for sign in "-+")
    own = re.sub("^x[_ǁ]", "", function).replace("ǁ", ".")
    return module.removeprefix("evalbook."), own, *sides


def main(patterns: list[str]) -> None:
    "Run mutmut, then write what nobody noticed."
    mutmut = Path(sys.executable).with_name("mutmut")
    subprocess.run([mutmut, "run", *patterns], cwd=ROOT, check=True)
    with open(ROOT / "tests/data/equivalent_mutants.csv", encoding="utf-8", newline="") as file:
        same = {tuple(row[: len(HEAD)]) for row in csv.reader(file)}
    tried = outcomes()
    left = {change(name) for name, code in tried.items() if code in UNNOTICED} - same
    with open(MADE / "unnoticed.csv", "w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([HEAD, *sorted(left)])
    print(f"{len(tried)} changes were tried; {len(left)} that change something were not noticed.")


if __name__ == "__main__":
    main(sys.argv[1:])
