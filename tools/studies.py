"""Rerun the long simulations and collect what they measured: `python tools/studies.py [NAME ...]`.

Without names all studies run, two at a time, and go on where they stopped: to begin one anew, remove its results in nbs/studies/results.
The name `collect` runs none.
"""

from __future__ import annotations

import os
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pandas as pd
from book import NBS, ROOT, flags

STUDIES = NBS / "studies"
sys.path.insert(0, str(ROOT))


# --- collect: the studies' labels as columns --------------------------------------------------------------------------

COLUMNS = (
    "method variant design layout learner n_cases null rate low high n_trials level kind setting difference "
    "undefined width study"
).split()
ORDER = "name label kind null learner setting n_cases difference".split()  # of the rows

#: what a study calls the splits of a data set: a pattern, the design, a key of KINDS, and the layout
LAYOUTS = (
    (r"holdout(?: 2:1)?", "holdout", "1/3 tested"),
    (r"resampled|30 random splits", "random splits", "30 random splits of 2/3"),
    (r"10 random splits", "random splits", "10 random splits of 2/3"),
    (r"25 splits, 9:1", "random splits", "25 random splits of 9/10"),
    (r"(\d+) splits of (.+), stratified", "random splits", r"\1 stratified random splits of \2"),
    (r"(\d+ random splits of .+)", "random splits", r"\1"),
    (r"k-fold", "k-fold", "10 folds"),
    (r"(\d+)-fold(?:, not stratified)?", "k-fold", r"\1 folds"),
    (r"(\d+)-fold, stratified", "k-fold", r"\1 folds, stratified"),
    (r"(\d+ folds.*|leave-one-out)", "k-fold", r"\1"),
    (r"(5x2.*)", "5x2", r"\1"),
    (r"(\d+x\d+)(?:-fold| folds|, not stratified)?", "repeated k-fold", r"\1 folds"),
    (r"(\d+x\d+), stratified", "repeated k-fold", r"\1 folds, stratified"),
    (r"(\d+ windows)", "expanding window", r"\1"),
    (r"(\d+ training sets.*)", "disjoint training sets", r"\1"),
    (r"(\d+ blocks.*)", "independent splits", r"\1"),
    (r"FoldPairs (\d+), (\d+) times", "fold pairs", r"\1 folds, \2 times"),
    (r"HalfPairs (\d+), (\d+) times", "half pairs", r"\1 splits, \2 halvings"),
    (r"one case replaced, (\d+)-fold", "one replaced", r"\1 folds"),
    (r"Bootstrap (\d+) \+ 1", "bootstrap", r"\1 rounds"),
    (r"TwoStage (\d+), (\d+)", "two-stage", r"\1 rounds of \2"),
)
#: a part of a label that is said otherwise in the table
RENAMED = {
    "Wilson": "wilson",
    "zero-one, exact": "exact",
    "squared error, random": "random, squared error",
    "ttest_paired, zero-one loss": "paired t, zero-one loss",
    "t, 10 folds": "k-fold t, 10 folds",
}
#: a part of a label that the column `setting` repeats, or that says nothing
SETTINGS = set(
    "; default; evaluate; t; error 0.1, correlation 0.3; error 0.3, correlation 0.3; independent scores; "
    "squared errors; 30 clusters of 5; two rankings; one ranking; normal differences; areas .76; accuracy 0.8; "
    "accuracy 0.976; errors 0.25 and 0.20".split("; ")
)
#: splits that a label leaves out because the test has them by itself: of the study `real_learners`, and of all others
EVALUATED = {"ttest_kfold": "10 folds", "ttest_corrected": "10 random splits"}
OWN_SPLITS = {"ttest_5x2cv": "5x2", "ftest_5x2cv": "5x2"}
UNPAIRED = (
    "ttest_unpaired sign_test wilcoxon_test interval_wilcoxon friedman_test posterior_signed_rank posterior_datasets "
    "permutation_test_labels estimate_learning_curve"
).split()  # no splits at all, or splits of their own, which the setting names

#: the first word of a study's label of an interval -> method, where they differ
INTERVALS = {
    "holdout": "interval_proportion",
    "Err(1)": "out-of-bag",
    ".632": "estimate_632",
    "rounds": "interval_rounds",
    "percentile": "interval_percentile",
    "basic": "interval_basic",
    "BCa": "interval_bca",
    "bootstrap-t": "interval_bootstrap_t",
}
#: labels of intervals that are said otherwise in the table
SAID = {
    "CV CLT, leave-one-out": "CV CLT, all-pairs",
    "percentiles of rounds": "rounds, percentile",
    "location-shifted, oob": "location-shifted, out-of-bag",
    "corrected t or outer limits, all cases": "corrected t, outer limits of wilson where narrower, all cases",
}
#: a column of a study of coverage -> what it counts, and the methods whose interval is about that; the rest is about the second
TRUTHS = {
    "test_error": ("error of the fitted models", ["interval_proportion", "CV CLT"]),
    "expected_train": ("expected error at the training size", []),
    "expected_n": (
        "expected error at n cases",
        ["out-of-bag", "estimate_632", ".632+", "interval_rounds"],
    ),
    "fitted": (
        "error of the model fitted on all cases",
        ["nested CV", "location-shifted", "two-stage"],
    ),
    "": ("the population's value", list(INTERVALS.values())[4:]),
}


def layout_of(label: str) -> tuple[str, str] | None:
    "Design and layout of the splits that a label names; None where it names none."
    for pattern, design, layout in LAYOUTS:
        if found := re.fullmatch(pattern, label):
            return design, found.expand(layout)
    return None


def test_columns(row: dict, study: str) -> dict:
    "Method, variant, design and layout of a row of a study of tests, from its label."
    name, variants, splits = row["name"], [], None
    for part in row["variant"].split("; "):
        option = RENAMED.get(part, part)
        head, _, tail = option.rpartition(", ")
        if found := layout_of(option):
            option = ""
        elif found := layout_of(tail):
            option = head
        splits = found or splits
        variants += [] if option in SETTINGS else [option]
    if name in UNPAIRED:
        splits = splits or ("", "")
    elif row["learner"] not in ("none", "clusters", "judges"):
        own = EVALUATED if study == "real_learners" else {}
        splits = splits or layout_of(own.get(name) or OWN_SPLITS.get(name, "holdout"))
    design, layout = splits or ("one test set", "")
    return {"method": name, "variant": ", ".join(variants), "design": design, "layout": layout}


def interval_of(label: str) -> tuple[str, str, str]:
    "Method, variant and the column of the truth of an interval, from its label."
    name, *rest = SAID.get(label, label).split(", ")
    method = INTERVALS.get(name, name)
    variant = ", ".join(part.lower() for part in rest if not re.match(r"\d|all cases", part))
    if method in ("out-of-bag", ".632+"):
        variant = variant or "infinitesimal"
    if "all cases" in rest:
        return method, variant, "fitted"
    truths = (truth for truth, (_, methods) in TRUTHS.items() if method in methods)
    return method, variant, next(truths, "expected_train")


def coverage_columns(row: dict, study: str) -> dict | None:
    "A row of the table from a row of a study of coverage; None where the study has no rate for its truth."
    from evalbook import interval_proportion
    from evalbook.core.methods import METHODS

    method, variant, truth = interval_of(row["method"])
    share = row[truth] / row["trials"] if truth in row else row["covered_expected"]
    share = row.get("covered", share) if share != share else share
    if share != share:
        return None
    low, high = interval_proportion(round(share * row["trials"]), row["trials"])
    splits = layout_of(row.get("design", "")) or ("bootstrap", "200 rounds")
    if study == "coverage_bootstrap" and not truth:
        splits = "one test set", "1999 resamples"
    design, layout = splits
    return {
        "name": METHODS[method].function,
        "label": row["method"],
        "method": method,
        "variant": variant,
        "design": "in-sample" if method == "location-shifted" else design,
        "layout": layout,
        "learner": row["setting"],
        "n_cases": row["n"],
        "null": TRUTHS[truth][0],
        "rate": share,
        "low": low,
        "high": high,
        "n_trials": row["trials"],
        "level": 0.95,
        "kind": "coverage",
        "setting": row.get("design", ""),
        "undefined": 0.0,
        "width": row.get("width"),
    }


def study_rows(path: Path) -> pd.DataFrame:
    "The rows of one file of a study, in the columns of the table and those of its order."
    study = path.stem.removeprefix("measured_")
    if not (STUDIES / f"{study}.ipynb").exists():
        study = study.removeprefix("coverage_")
    if path.stem.startswith("coverage_"):
        read = pd.read_csv(path, dtype={"test_error": float}).to_dict("records")
        rows = [coverage_columns(row, study) for row in read]
    else:
        read = pd.read_csv(path, keep_default_na=False).to_dict("records")
        rows = [row | test_columns(row, study) | {"label": row["variant"]} for row in read]
    return pd.DataFrame([row for row in rows if row is not None]).assign(study=study)


def collect(root: Path = ROOT) -> None:
    "Write evalbook/data/measured.csv from the studies' measured_*.csv and coverage_*.csv, and from nothing else."
    from evalbook.core.methods import METHODS
    from evalbook.core.splits import KINDS

    results = root / "nbs/studies/results"
    files = [*sorted(results.glob("measured_*.csv")), *sorted(results.glob("coverage_*.csv"))]
    table = pd.concat([study_rows(path) for path in files]).sort_values(ORDER, kind="stable")
    strange = set(table["method"]) - set(METHODS) | set(table["design"]) - {"", *KINDS}
    strange |= {one for one in table["variant"] if one[:1].isdigit()}  # splits, not in LAYOUTS
    if strange:
        sys.exit(f"no method, kind of design or variant: {', '.join(sorted(strange))}")
    table[COLUMNS].to_csv(root / "evalbook/data/measured.csv", index=False, float_format="%.6g")
    print(f"{len(table)} rows, {table['method'].nunique()} methods")


# --- run ----------------------------------------------------------------------------------------------------------------


def rerun(path: Path) -> None:
    """Execute every code cell of a study, the slow ones too; finished rows in its CSV are not computed again.

    Where a cell is marked `#| runner`, these and the slow ones come first: a page may tell its answer before its run."""
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)
    marks = [flags(cell.source) for cell in notebook.cells]
    if any("runner" in mark for mark in marks):
        late = [not {"runner", "slow"} & mark.keys() for mark in marks]
        notebook.cells = [notebook.cells[i] for i in sorted(range(len(late)), key=late.__getitem__)]
    NotebookClient(notebook, resources={"metadata": {"path": str(STUDIES)}}).execute()
    print(path.stem, flush=True)


def main(names: list[str]) -> None:
    "Rerun the named studies, or all, then collect; where one fails, the others run to their end, and nothing is collected."
    known = sorted(p.stem for p in STUDIES.glob("*.ipynb"))
    if unknown := set(names) - {"collect", *known}:
        sys.exit(
            f"{__doc__}\nThe studies are {', '.join(known)}; got {', '.join(sorted(unknown))}."
        )
    paths = [STUDIES / f"{name}.ipynb" for name in names or known if name != "collect"]
    os.environ["PYTHONPATH"] = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(rerun, paths))
    collect()


if __name__ == "__main__":
    main(sys.argv[1:])
