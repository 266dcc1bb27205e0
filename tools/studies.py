"""Rerun the long simulations and collect what they measured: `python tools/studies.py [NAME ...]`; without names all of them."""
from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
STUDIES = ROOT / "nbs" / "studies"
COLUMNS = ["name", "variant", "kind", "null", "learner", "setting", "n_cases", "level", "rate", "low", "high", "n_trials", "undefined", "width", "study"]


def rerun(path: Path) -> None:
    "Execute every code cell of a study, the slow ones too; finished rows in its CSV are not computed again."
    import matplotlib

    matplotlib.use("agg")
    cells = [c for c in json.loads(path.read_text())["cells"] if c["cell_type"] == "code"]
    space: dict = {"__name__": "__main__"}
    os.chdir(path.parent)
    for i, cell in enumerate(cells):
        exec(compile("".join(cell["source"]), f"{path.name}[{i}]", "exec"), space)
        matplotlib.pyplot.close("all")


def collect(root: Path = ROOT) -> None:
    "Write evalbook/data/measured.csv from every study's measured_*.csv, and from nothing else."
    import pandas as pd

    parts = [pd.DataFrame(columns=COLUMNS)] + [pd.read_csv(p).assign(study=p.stem.removeprefix("measured_")) for p in sorted((root / "nbs/studies/results").glob("measured_*.csv"))]
    table = pd.concat(parts).reindex(columns=COLUMNS).sort_values(COLUMNS[:7], kind="stable")
    table.to_csv(root / "evalbook/data/measured.csv", index=False, float_format="%.6g")
    print(f"{len(table)} rows, {table['name'].nunique()} tests and intervals")


def main(names: list[str]) -> None:
    "Rerun the named studies, or all, then collect."
    sys.path.insert(0, str(ROOT))
    for path in sorted(STUDIES.glob("*.ipynb")):
        if not names or path.stem in names:
            start = time.perf_counter()
            rerun(path)
            print(f"{path.stem}: {time.perf_counter() - start:.0f} s", flush=True)
    collect()


if __name__ == "__main__":
    main(sys.argv[1:])
