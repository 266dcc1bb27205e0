"""Rerun the long simulations and collect what they measured: `python tools/studies.py [--fresh] [NAME ...]`.

Without names all studies run, two at a time, and go on where they stopped; --fresh first removes their results; the name `collect` runs none.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parent.parent
STUDIES = ROOT / "nbs" / "studies"
COLUMNS = [
    "name",
    "variant",
    "kind",
    "null",
    "learner",
    "setting",
    "n_cases",
    "difference",
    "level",
    "rate",
    "low",
    "high",
    "n_trials",
    "undefined",
    "width",
    "study",
]


def rerun(path: Path) -> None:
    "Execute every code cell of a study, the slow ones too; finished rows in its CSV are not computed again."
    import matplotlib.pyplot

    matplotlib.pyplot.switch_backend("agg")
    cells = [c for c in json.loads(path.read_text())["cells"] if c["cell_type"] == "code"]
    space: dict = {"__name__": "__main__"}
    os.chdir(path.parent)
    for i, cell in enumerate(cells):
        exec(compile("".join(cell["source"]), f"{path.name}[{i}]", "exec"), space)
        matplotlib.pyplot.close("all")


#: method of the coverage studies, by how it begins -> (public interval, column of the truth that it is about)
INTERVALS = {
    "holdout, Wilson": ("interval_proportion", "test_error"),
    "holdout, Wald": ("interval_proportion", "test_error"),
    "CV CLT": ("interval_cv_clt", "test_error"),
    "naive t": ("interval_naive_t", "expected_train"),
    "naive Wald": ("interval_naive_wald", "expected_train"),
    "corrected t": ("interval_corrected", "expected_train"),
    "5x2cv t": ("interval_5x2cv", "expected_train"),
    "nested CV": ("interval_nested_cv", "fitted"),
    "conservative z": ("interval_conservative_z", "expected_train"),
    "Austern-Zhou": ("interval_austern_zhou", "expected_train"),
    "location-shifted": ("interval_location_shifted", "fitted"),
    "two-stage": ("interval_two_stage", "fitted"),
    "out-of-bag": ("estimate_oob", "expected_n"),
    ".632+": ("estimate_632plus", "expected_n"),
    ".632": ("estimate_632", "expected_n"),
    "Err(1)": ("estimate_oob", "expected_n"),
    "percentiles of rounds": ("interval_rounds", "expected_n"),
    "rounds": ("interval_rounds", "expected_n"),
    "percentile": ("interval_percentile", ""),
    "basic": ("interval_basic", ""),
    "BCa": ("interval_bca", ""),
    "bootstrap-t": ("interval_bootstrap_t", ""),
}
TRUTHS = {
    "test_error": "error of the fitted rules that were tested",
    "expected_train": "expected error at the training size",
    "fitted": "error of the rule fitted on all cases",
    "expected_n": "expected error at n cases",
    "": "the population's value",
}


def coverage_rows(path: Path):
    "The rows of a coverage study in the columns of the table of measurements."
    import pandas as pd

    from evalbook import interval_proportion

    table = pd.read_csv(path, dtype={"test_error": float})
    rows = []
    for row in table.to_dict("records"):
        found = next(
            (INTERVALS[k] for k in sorted(INTERVALS, key=len, reverse=True) if row["method"].startswith(k)), None
        )
        if found is None:
            continue
        name, truth = found
        share = row[truth] / row["trials"] if truth in row else row["covered_expected"]
        share = row.get("covered", share) if share != share else share
        if share == share:
            low, high = interval_proportion(round(share * row["trials"]), row["trials"])
            setting = [TRUTHS[truth], row["setting"], row.get("design", ""), row["n"]]
            rows.append(
                [
                    name,
                    row["method"],
                    "coverage",
                    *setting,
                    None,
                    0.95,
                    share,
                    low,
                    high,
                    row["trials"],
                    0.0,
                    row.get("width"),
                    path.stem,
                ]
            )
    return pd.DataFrame(rows, columns=COLUMNS)


def collect(root: Path = ROOT) -> None:
    "Write evalbook/data/measured.csv from the studies' measured_*.csv and coverage_*.csv, and from nothing else."
    import pandas as pd

    results = root / "nbs/studies/results"
    parts = [
        pd.read_csv(p, keep_default_na=False).assign(study=p.stem.removeprefix("measured_"))
        for p in sorted(results.glob("measured_*.csv"))
    ]
    parts += [coverage_rows(p) for p in sorted(results.glob("coverage_*.csv"))]
    table = pd.concat(parts).reindex(columns=COLUMNS).sort_values(COLUMNS[:8], kind="stable")
    table.to_csv(root / "evalbook/data/measured.csv", index=False, float_format="%.6g")
    print(f"{len(table)} rows, {table['name'].nunique()} tests and intervals")


def forget(path: Path) -> None:
    "Remove the results that a study writes in its slow cells."
    slow = [c for c in map("".join, (c["source"] for c in json.loads(path.read_text())["cells"])) if "#| slow" in c]
    for name in {name for _ in slow for name in re.findall(r"[\w-]+\.csv", path.read_text())}:
        if (STUDIES / "results" / name).exists() and not any(
            name in p.read_text() for p in STUDIES.glob("*.ipynb") if p != path
        ):
            (STUDIES / "results" / name).unlink()


def one(name: str) -> bool:
    "Rerun one study in a process of its own and say how long it took; True if it ran to its end."
    start = time.perf_counter()
    done = subprocess.run([sys.executable, __file__, "--one", name], capture_output=True, text=True)
    print(
        f"{name}: {time.perf_counter() - start:.0f} s"
        + ("" if done.returncode == 0 else f", FAILED\n{done.stderr[-2000:]}"),
        flush=True,
    )
    return done.returncode == 0


def main(arguments: list[str]) -> None:
    "Rerun the named studies, or all, then collect."
    sys.path.insert(0, str(ROOT))
    if arguments[:1] == ["--one"]:
        return rerun(STUDIES / f"{arguments[1]}.ipynb")
    known = sorted(p.stem for p in STUDIES.glob("*.ipynb"))
    names = [a for a in arguments if a != "--fresh"] or known
    names = [name for name in names if name != "collect"]
    if set(names) - set(known):
        sys.exit(
            f"{__doc__.strip()}\n\nThe studies are {', '.join(known)}; got {', '.join(sorted(set(names) - set(known)))}."
        )
    for name in names if "--fresh" in arguments else ():
        forget(STUDIES / f"{name}.ipynb")
    os.environ["PYTHONPATH"] = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    with ThreadPoolExecutor(2) as pool:
        failed = [name for name, ran in zip(names, pool.map(one, names)) if not ran]
    if failed:
        sys.exit(
            f"{', '.join(failed)} failed; all finished rows are kept, and nothing was collected. Mend, then run the same command again."
        )
    collect()


if __name__ == "__main__":
    main(sys.argv[1:])
