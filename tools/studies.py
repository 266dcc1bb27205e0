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


def rerun(path: Path) -> None:
    """Execute every code cell of a study, the slow ones too; finished rows in its CSV are not computed again.

    Cells that are marked `#| runner`, and the slow ones, come first: a page may tell its answer before its run."""
    import matplotlib.pyplot

    matplotlib.pyplot.switch_backend("agg")
    cells = [
        "".join(c["source"])
        for c in json.loads(path.read_text())["cells"]
        if c["cell_type"] == "code"
    ]
    marked = [
        any(f"#| {mark}" in cell.splitlines()[:3] for mark in ("runner", "slow")) for cell in cells
    ]
    early = (
        sorted(range(len(cells)), key=lambda i: not marked[i])
        if any("#| runner" in c for c in cells)
        else None
    )
    space: dict = {"__name__": "__main__"}
    os.chdir(path.parent)
    for i in early or range(len(cells)):
        exec(compile(cells[i], f"{path.name}[{i}]", "exec"), space)
        matplotlib.pyplot.close("all")


# --- collect: the studies' labels as columns --------------------------------------------------------------------------

COLUMNS = (
    "method variant design layout learner n_cases null rate low high n_trials level kind setting difference "
    "undefined width study"
).split()
ORDER = (
    "name label kind null learner setting n_cases difference".split()
)  # of the rows in the table

#: what a study calls the splits of a data set -> design, a key of KINDS, and layout
SPLITS = {
    "holdout": ("holdout", "1/3 tested"),
    "holdout 2:1": ("holdout", "1/3 tested"),
    "resampled": ("random splits", "30 random splits of 2/3"),
    "30 random splits": ("random splits", "30 random splits of 2/3"),
    "10 random splits": ("random splits", "10 random splits of 2/3"),
    "25 splits, 9:1": ("random splits", "25 random splits of 9/10"),
    "k-fold": ("k-fold", "10 folds"),
    "10 folds": ("k-fold", "10 folds"),
    "10-fold": ("k-fold", "10 folds"),
    "leave-one-out": ("k-fold", "leave-one-out"),
    "10x10": ("repeated k-fold", "10x10 folds"),
    "10x10 folds": ("repeated k-fold", "10x10 folds"),
    "10x10-fold": ("repeated k-fold", "10x10 folds"),
    "5x2": ("5x2", "5x2"),
    "FoldPairs 5, 7 times": ("fold pairs", "5 folds, 7 times"),
    "HalfPairs 15, 10 times": ("half pairs", "15 splits, 10 halvings"),
    "one case replaced, 5-fold": ("one replaced", "5 folds"),
    "Bootstrap 100 + 1": ("bootstrap", "100 rounds"),
    "Bootstrap 1000 + 1": ("bootstrap", "1000 rounds"),
    "TwoStage 200, 10": ("two-stage", "200 rounds of 10"),
    "10-fold, not stratified": ("k-fold", "10 folds"),
    "10-fold, stratified": ("k-fold", "10 folds, stratified"),
    "3x10, not stratified": ("repeated k-fold", "3x10 folds"),
    "3x10, stratified": ("repeated k-fold", "3x10 folds, stratified"),
    "6x5, stratified": ("repeated k-fold", "6x5 folds, stratified"),
    "10x10, stratified": ("repeated k-fold", "10x10 folds, stratified"),
    "5x2, stratified": ("5x2", "5x2, stratified"),
    "10 splits of 9/10, stratified": ("random splits", "10 stratified random splits of 9/10"),
    "10 splits of 2/3, stratified": ("random splits", "10 stratified random splits of 2/3"),
    "30 splits of 9/10, stratified": ("random splits", "30 stratified random splits of 9/10"),
    "30 splits of 2/3, stratified": ("random splits", "30 stratified random splits of 2/3"),
    "5 training sets of 80, 400 tested": (
        "disjoint training sets",
        "5 training sets of 80, 400 tested",
    ),
    "10 training sets of 80, 400 tested": (
        "disjoint training sets",
        "10 training sets of 80, 400 tested",
    ),
    "5 blocks of 80 + 80": ("independent splits", "5 blocks of 80 + 80"),
    "10 blocks of 80 + 40": ("independent splits", "10 blocks of 80 + 40"),
    "5 random splits of 80 + 80": ("random splits", "5 random splits of 80 + 80"),
    "10 random splits of 80 + 40": ("random splits", "10 random splits of 80 + 40"),
}
SPLITS |= {name: ("k-fold", name) for name in ("2 folds", "3 folds", "5 folds", "20 folds")}
SPLITS |= {
    name: ("k-fold", name)
    for name in ("5 folds of groups", "10 folds of groups", "5 folds of groups, stratified")
}
SPLITS |= {name: ("expanding window", name) for name in ("5 windows", "10 windows")}
SPLITS |= {
    f"{name} folds": ("repeated k-fold", f"{name} folds")
    for name in ("3x5", "6x5", "10x5", "2x10", "20x2")
}
SPLITS |= {
    name: ("random splits", name)
    for name in (
        f"{J} random splits of {share}"
        for J in (10, 30, 100)
        for share in ("1/2", "2/3", "4/5", "9/10")
    )
    if name not in SPLITS
}
#: a part of a label that is an option of the method, as the column `variant` has it
VARIANTS = {
    name: name
    for name in (
        "mid-p; exact; edwards; chi2; welch; conservative; score; zero-one loss; squared error; wilson; wald; jeffreys; "
        "agresti-coull; clopper-pearson; tango; newcombe; mid-p, clusters ignored; margin 0.05; margin 0.1; margin ≈ .05; margin ≈ .10; "
        "iman-davenport; chi-square; rope 0, P > .95; rope 0, P > .975; rope .01, P > .95; equivalent, rope 0.05, P > .95; "
        "equivalent, rope 0.1, P > .95; equivalent, rope ≈ .05, P > .95; equivalent, rope ≈ .10, P > .95; clusters; "
        "clusters ignored; pooled, clusters; unpooled, clusters; paired, clusters; tango, clusters; mid-p, clusters; chi2, clusters; score, clusters; new items, new runs; "
        "new items, these runs; these items, new runs; horizon 1; horizon 4; precision; recall; macro; points; gains; crossed; strata; regression; rogan-gladen; "
        "all-pairs; outer limits of wilson where narrower"
    ).split("; ")
} | {
    "Wilson": "wilson",
    "zero-one, exact": "exact",
    "squared error, random": "random, squared error",
    "ttest_paired, zero-one loss": "paired t, zero-one loss",
}
#: a part of a label that is both: option, and splits
BOTH = {
    "corrected t, 30 random splits": ("corrected t", "30 random splits"),
    "corrected t, 10x10 folds": ("corrected t", "10x10 folds"),
    "corrected t, 10 folds": ("corrected t", "10 folds"),
    "t, 10 folds": ("k-fold t", "10 folds"),
}
#: a part of a label that the column `setting` repeats, or that says nothing
SETTINGS = set(
    "default; evaluate; t; error 0.1, correlation 0.3; error 0.3, correlation 0.3; independent scores; squared errors; "
    "30 clusters of 5; two rankings; one ranking; normal differences; areas .76; accuracy 0.8; accuracy 0.976; errors 0.25 and 0.20".split(
        "; "
    )
) | {""}
#: splits that a label leaves out because the test has them by itself: of the study `real_learners`, and of all others
OWN_SPLITS = {"ttest_5x2cv": "5x2", "ftest_5x2cv": "5x2"}
EVALUATED = {"ttest_kfold": "10 folds", "ttest_corrected": "10 random splits"}
UNPAIRED = {
    "ttest_unpaired",
    "sign_test",
    "wilcoxon_test",
    "interval_wilcoxon",
    "friedman_test",
    "posterior_signed_rank",
    "posterior_datasets",
    "permutation_test_labels",
    "estimate_learning_curve",
}  # no splits at all, or splits of their own, which the setting names

#: label of a coverage study -> method, variant, and the column of the truth that the interval is about
INTERVALS = {
    "holdout, Wilson": ("interval_proportion", "wilson", "test_error"),
    "holdout, Wald": ("interval_proportion", "wald", "test_error"),
    "CV CLT, all-pairs": ("CV CLT", "all-pairs", "test_error"),
    "CV CLT, within-fold": ("CV CLT", "within-fold", "test_error"),
    "CV CLT, leave-one-out": ("CV CLT", "all-pairs", "test_error"),
    "naive t, 10 folds": ("naive t", "", "expected_train"),
    "naive t, 25 splits": ("naive t", "", "expected_train"),
    "naive t, 10x10": ("naive t", "", "expected_train"),
    "naive Wald, 10x10": ("naive Wald", "", "expected_train"),
    "corrected t, 10 folds": ("corrected t", "", "expected_train"),
    "corrected t, 25 splits": ("corrected t", "", "expected_train"),
    "corrected t, 10x10": ("corrected t", "", "expected_train"),
    "corrected t, 5x2": ("corrected t", "", "expected_train"),
    "corrected t, all cases": ("corrected t", "", "fitted"),
    "corrected t or outer limits, all cases": (
        "corrected t",
        "outer limits of wilson where narrower",
        "fitted",
    ),
    "5x2cv t": ("5x2cv t", "", "expected_train"),
    "nested CV, bates": ("nested CV", "bates", "fitted"),
    "nested CV, reciprocal": ("nested CV", "reciprocal", "fitted"),
    "nested CV, none": ("nested CV", "none", "fitted"),
    "conservative z": ("conservative z", "", "expected_train"),
    "Austern-Zhou": ("Austern-Zhou", "", "expected_train"),
    "location-shifted, oob": ("location-shifted", "out-of-bag", "fitted"),
    "location-shifted, .632+": ("location-shifted", ".632+", "fitted"),
    "two-stage": ("two-stage", "", "fitted"),
    "out-of-bag": ("out-of-bag", "infinitesimal", "expected_n"),
    "out-of-bag, bias-corrected": ("out-of-bag", "bias-corrected", "expected_n"),
    "out-of-bag, 1000 rounds": ("out-of-bag", "infinitesimal", "expected_n"),
    "out-of-bag, bias-corrected, 1000 rounds": ("out-of-bag", "bias-corrected", "expected_n"),
    "Err(1), infinitesimal": ("out-of-bag", "infinitesimal", "expected_n"),
    "Err(1), bias-corrected": ("out-of-bag", "bias-corrected", "expected_n"),
    ".632, infinitesimal": ("estimate_632", "infinitesimal", "expected_n"),
    ".632, bias-corrected": ("estimate_632", "bias-corrected", "expected_n"),
    ".632+": (".632+", "infinitesimal", "expected_n"),
    ".632+, infinitesimal": (".632+", "infinitesimal", "expected_n"),
    ".632+, bias-corrected": (".632+", "bias-corrected", "expected_n"),
    ".632+, 1000 rounds": (".632+", "infinitesimal", "expected_n"),
    ".632+, bias-corrected, 1000 rounds": (".632+", "bias-corrected", "expected_n"),
    "percentiles of rounds": ("interval_rounds", "percentile", "expected_n"),
    "rounds, percentile": ("interval_rounds", "percentile", "expected_n"),
    "rounds, t": ("interval_rounds", "t", "expected_n"),
    "percentile": ("interval_percentile", "", ""),
    "basic": ("interval_basic", "", ""),
    "BCa": ("interval_bca", "", ""),
    "bootstrap-t": ("interval_bootstrap_t", "", ""),
}
TRUTHS = {
    "test_error": "error of the fitted models",
    "expected_train": "expected error at the training size",
    "fitted": "error of the model fitted on all cases",
    "expected_n": "expected error at n cases",
    "": "the population's value",
}


def test_columns(row: dict, study: str) -> dict:
    "Method, variant, design and layout of a row of a study of tests, from its label."
    name, variants, splits = row["name"], [], None
    for part in row["variant"].split("; "):
        option, own = BOTH.get(part, (VARIANTS.get(part), part if part in SPLITS else None))
        if option is None and own is None and part not in SETTINGS:
            raise SystemExit(
                f"tools/studies.py does not know {part!r}, in the label {row['variant']!r} of {name}"
            )
        variants, splits = variants + [option] * (option is not None), own or splits
    if (
        splits is None
        and row["learner"] not in ("none", "clusters", "judges")
        and name not in UNPAIRED
    ):
        own = EVALUATED if study == "real_learners" else {}
        splits = own.get(name) or OWN_SPLITS.get(name, "holdout")
    design, layout = SPLITS.get(splits, ("" if name in UNPAIRED else "one test set", ""))
    return {"method": name, "variant": ", ".join(variants), "design": design, "layout": layout}


def coverage_columns(row: dict, study: str) -> dict | None:
    "A row of the table from a row of a study of coverage; None where the study has no rate for its truth."
    from evalbook import interval_proportion
    from evalbook.core.methods import METHODS

    method, variant, truth = INTERVALS[row["method"]]
    share = row[truth] / row["trials"] if truth in row else row["covered_expected"]
    share = row.get("covered", share) if share != share else share
    if share != share:
        return None
    low, high = interval_proportion(round(share * row["trials"]), row["trials"])
    numbers = (
        ("one test set", "1999 resamples") if study == "coverage_bootstrap" and not truth else None
    )
    design, layout = numbers or SPLITS.get(row.get("design"), ("bootstrap", "200 rounds"))
    return {
        "name": METHODS[method].function,
        "label": row["method"],
        "method": method,
        "variant": variant,
        "design": "in-sample" if method == "location-shifted" else design,
        "layout": layout,
        "learner": row["setting"],
        "n_cases": row["n"],
        "null": TRUTHS[truth],
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


def study_rows(path: Path):
    "The rows of one file of a study, in the columns of the table and those of its order."
    import pandas as pd

    study = path.stem.removeprefix("measured_")
    if not (STUDIES / f"{study}.ipynb").exists():
        study = study.removeprefix("coverage_")
    if path.stem.startswith("coverage_"):
        rows = [
            coverage_columns(row, study)
            for row in pd.read_csv(path, dtype={"test_error": float}).to_dict("records")
        ]
    else:
        table = pd.read_csv(path, keep_default_na=False)
        rows = [
            row | test_columns(row, study) | {"label": row["variant"]}
            for row in table.to_dict("records")
        ]
    return pd.DataFrame([row for row in rows if row is not None]).assign(study=study)


def collect(root: Path = ROOT) -> None:
    "Write evalbook/data/measured.csv from the studies' measured_*.csv and coverage_*.csv, and from nothing else."
    import pandas as pd

    from evalbook.core.design_kinds import KINDS
    from evalbook.core.methods import METHODS

    results = root / "nbs/studies/results"
    files = [*sorted(results.glob("measured_*.csv")), *sorted(results.glob("coverage_*.csv"))]
    table = pd.concat([study_rows(path) for path in files]).sort_values(ORDER, kind="stable")
    strange = set(table["method"]) - set(METHODS) | set(table["design"]) - {"", *KINDS}
    if strange:
        raise SystemExit(f"neither a method nor a kind of design: {', '.join(sorted(strange))}")
    table[COLUMNS].to_csv(root / "evalbook/data/measured.csv", index=False, float_format="%.6g")
    print(f"{len(table)} rows, {table['method'].nunique()} methods")


# --- run ----------------------------------------------------------------------------------------------------------------


def forget(path: Path) -> None:
    "Remove the results that a study writes in its slow cells."
    slow = [
        c
        for c in map("".join, (c["source"] for c in json.loads(path.read_text())["cells"]))
        if "#| slow" in c
    ]
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
