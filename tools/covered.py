"""Which lines of the package run in tests and notebooks: `python tools/covered.py [least per cent]`.

A notebook holds its own copy of its module's code; here each exported cell brings the module's names instead, so that what a chapter asserts counts for the module.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parent.parent
COVERAGE = [sys.executable, "-m", "coverage"]  # its settings stand in pyproject.toml
APART = [
    "--ignore=tests/test_site.py",
    "--ignore=tests/test_nbdev.py",
]  # they run no line of the package that others do not


def run_chapter(path: Path) -> int:
    "The cells of one notebook in this process; how many of them failed."
    from IPython.core.interactiveshell import InteractiveShell

    os.chdir(path.parent)
    names = {k: v for k, v in vars(import_module(f"evalbook.{path.stem[3:]}")).items() if not k.startswith("__")}
    shell, failed = InteractiveShell.instance(), 0
    for cell in json.loads(path.read_text())["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] != "code" or re.search(r"^#\| *eval: *false", source, flags=re.M):
            continue
        if re.search(r"^#\| *exporti?\b", source, flags=re.M):
            shell.user_ns.update(names)
        else:
            failed += not shell.run_cell(source).success
    return failed


def main(least: float) -> int:
    "Tests and chapters one after the other, then the table."
    env = os.environ | {"MPLBACKEND": "agg", "OMP_NUM_THREADS": "1", "PYTHONPATH": str(ROOT)}
    subprocess.run([*COVERAGE, "erase"], cwd=ROOT, env=env, check=True)
    subprocess.run([*COVERAGE, "run", "-m", "pytest", "-q", *APART], cwd=ROOT, env=env)
    for path in sorted((ROOT / "nbs").glob("[0-9]*.ipynb")):
        run = [*COVERAGE, "run", __file__, str(path)]
        done = subprocess.run(run, cwd=ROOT, env=env, capture_output=True, text=True)
        print(path.stem, "ran" if not done.returncode else f"{done.returncode} cells failed:\n{done.stdout[-2000:]}")
    subprocess.run([*COVERAGE, "combine", "-q"], cwd=ROOT, check=True)
    return subprocess.run([*COVERAGE, "report", "-m", f"--fail-under={least}"], cwd=ROOT).returncode


if __name__ == "__main__":
    asked = sys.argv[1] if len(sys.argv) > 1 else "95"
    sys.exit(run_chapter(Path(asked)) if asked.endswith(".ipynb") else main(float(asked)))
