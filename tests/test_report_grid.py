"""The numbers of a report over 12 measures, 11 designs and 3 tasks, where the truth is known by construction.

The models look up stored numbers: `strong`, `weak`, and `constant`, which answers everything alike. Rules, written before the run:
a cell is *wrong* if it breaks one of the checks of `faults`; it is *refused* if Judged, or its estimates, raise a ValueError;
it is *marked* if a caution of rank 0 or 1 about limits or tests stands beside its numbers (the wide rule: any such caution).
No cell may be wrong, at most 102 refused of those in which the measure has a meaning, and at most 40 marked.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from sklearn.metrics import get_scorer
from sklearn.model_selection import (
    GroupKFold,
    KFold,
    LeaveOneOut,
    RepeatedKFold,
    RepeatedStratifiedKFold,
    ShuffleSplit,
    TimeSeriesSplit,
)

from evalbook import Evaluation
from evalbook.core.splitters import Bootstrap
from evalbook.practice import judged_run
from evalbook.practice.judged_run import Judged
from evalbook.practice.judging import beats_baseline, family_of
from evalbook.practice.model_intervals import estimates_of
from evalbook.practice.small_sample_cautions import FAILS, cautions_of

LABELS = (
    "accuracy", "balanced_accuracy", "f1", "f1_macro", "precision", "recall", "matthews_corrcoef",
    "average_precision", "roc_auc", "neg_log_loss", "neg_brier_score", "r2",
)  # fmt: skip
NUMBERS = (
    "r2", "neg_mean_squared_error", "neg_mean_absolute_error", "neg_root_mean_squared_error",
    "neg_median_absolute_error", "explained_variance", "neg_max_error",
)  # fmt: skip
BINARY_ONLY = {"f1", "precision", "recall", "average_precision", "roc_auc", "neg_brier_score", "r2"}
N = 300
GROUPS = np.arange(N) % 30
DESIGNS: dict[str, Any] = {
    "holdout": ShuffleSplit(1, test_size=0.5, random_state=0),
    "finished": None,
    "10 folds": KFold(10, shuffle=True, random_state=0),
    "3x5 folds": RepeatedKFold(n_splits=5, n_repeats=3, random_state=0),
    "5x2": RepeatedStratifiedKFold(n_splits=2, n_repeats=5, random_state=0),
    "random splits": ShuffleSplit(15, test_size=0.2, random_state=0),
    "bootstrap": Bootstrap(25, random_state=0),
    "leave one out": LeaveOneOut(),
    "grouped folds": GroupKFold(10),
    "grouped holdout": "groups",
    "in time": TimeSeriesSplit(8),
}
NEEDS_CHANCES = {"average_precision", "roc_auc", "neg_log_loss", "neg_brier_score"}
PERFECT = {
    "accuracy",
    "balanced_accuracy",
    "f1",
    "f1_macro",
    "precision",
    "recall",
    "matthews_corrcoef",
}


def answers_of(task: str) -> tuple[np.ndarray, dict[str, np.ndarray], dict[str, np.ndarray]]:
    "The truth, the answers and the probabilities of three models."
    rng = np.random.default_rng(3)
    if task == "regression":
        y = 10 + rng.normal(size=N)
        models = {
            "strong": y + rng.normal(0, 0.3, N),
            "weak": y + rng.normal(0, 0.8, N),
            "constant": np.full(N, 10.0),
        }
        return y, models, {}
    K = 2 if task == "binary" else 3
    y = rng.integers(K, size=N)
    chances = {}
    for name, strength in (("strong", 3.0), ("weak", 1.2)):
        z = rng.normal(size=(N, K)) + strength * np.eye(K)[y]
        chances[name] = np.exp(z) / np.exp(z).sum(1, keepdims=True)
    chances["constant"] = np.tile([0.55, 0.45] if K == 2 else [0.4, 0.3, 0.3], (N, 1))
    return y, {name: p.argmax(1) for name, p in chances.items()}, chances


def splits_of(design: str, y: np.ndarray) -> list[tuple[np.ndarray, np.ndarray]]:
    if design == "5x2" and y.dtype.kind == "f":
        return list(RepeatedKFold(n_splits=2, n_repeats=5, random_state=0).split(y))
    if design == "finished":
        return [(np.arange(0), np.arange(N))]
    if design == "grouped holdout":
        return [(np.flatnonzero(GROUPS < 5), np.flatnonzero(GROUPS >= 5))]
    groups = (GROUPS,) if design.startswith("grouped") else ()
    return list(DESIGNS[design].split(np.zeros((N, 1)), y, *groups))


def run_of(task: str, design: str) -> Evaluation:
    y, models, chances = answers_of(task)
    splits = splits_of(design, y)
    cut = lambda given: {name: [v[test] for _, test in splits] for name, v in given.items()}  # noqa: E731
    groups = GROUPS if design.startswith("grouped") else None
    kind = "regression" if task == "regression" else "classification"
    return Evaluation(y, tuple(splits), cut(models), cut(chances), task=kind, groups=groups)


def value_by_sklearn(task: str, name: str, measure: str, parts: list[np.ndarray]) -> float:
    "scikit-learn's own value, the mean over some sets of cases."
    from sklearn.metrics import average_precision_score, brier_score_loss, log_loss, roc_auc_score

    y, models, chances = answers_of(task)
    found = []
    for rows in parts:
        if measure in NEEDS_CHANCES:
            p = chances[name][rows]
            found.append(
                {
                    "average_precision": lambda: average_precision_score(y[rows], p[:, 1]),  # noqa: B023
                    "roc_auc": lambda: roc_auc_score(y[rows], p[:, 1]),  # noqa: B023
                    "neg_log_loss": lambda: log_loss(y[rows], p, labels=np.unique(y)),  # noqa: B023
                    "neg_brier_score": lambda: brier_score_loss(y[rows], p[:, 1]),  # noqa: B023
                }[measure]()
            )
            continue
        scorer = get_scorer(measure)
        found.append(scorer._score_func(y[rows], models[name][rows], **scorer._kwargs))
    return float(np.mean(found))


def faults(task: str, design: str, measure: str, level: float = 0.95) -> tuple[list[str], bool]:
    "What is wrong with the numbers of a cell, and whether it is marked as unreliable."
    run = run_of(task, design)
    judged = Judged(run, measure)
    table = estimates_of(judged, level)
    ranked = [name for name in table.index if name in judged.contenders]
    family, base = family_of(judged, ranked, level=level), beats_baseline(judged, ranked, level)
    assert family is not None
    wrong = []
    if ranked[0] != "strong":
        wrong.append(f"leader {ranked[0]}")
    low, high = judged.measure.span
    inside = table.loc[ranked].dropna(subset=["low", "high"])
    # a resample has no larger error; a constant varies in no split, and its F1 is not known either
    if measure != "neg_max_error" and {*ranked} - {*inside.index} - {"constant"}:
        wrong.append("unknown limits")
    if not ((inside["low"] >= low - 1e-12) & (inside["high"] <= high + 1e-12)).all():
        wrong.append("limits of a model outside of the range")
    if not (
        (inside["low"] <= inside["value"] + 1e-9) & (inside["value"] <= inside["high"] + 1e-9)
    ).all():
        wrong.append("a value outside of its limits")
    parts = (
        [np.concatenate([run.splits[k][1] for k in r]) for r in judged.rounds]
        if judged.pooled
        else None
    )
    parts = parts or [test for _, test in run.splits]
    for name in ranked:
        if abs(value_by_sklearn(task, name, measure, parts) - table.loc[name, "value"]) > 1e-6:
            wrong.append(f"value of {name}: {table.loc[name, 'value']:.4f}")
    wide = high - low
    if (np.abs(np.r_[family.low, family.high]) > wide + 1e-12).any():
        wrong.append("limits of a lead outside of the range of a difference")
    known = np.isfinite(family.low)
    out = (family.low > 0) | (family.high < 0)
    if (out != (family.adjusted <= 1 - level))[known].any():
        wrong.append("p-values and limits disagree")
    if (family.lead[known] < family.low[known] - 1e-9).any() or (
        family.lead[known] > family.high[known] + 1e-9
    ).any():
        wrong.append("a lead outside of its limits")
    if not np.allclose(family.lead, judged.sign * (table["value"][[a for a, _ in family.pairs]].values - table["value"][[b for _, b in family.pairs]].values), atol=1e-6):  # fmt: skip
        wrong.append("a lead that is no difference of the values")
    if len(base):
        best = (
            measure == "recall"
        )  # always answering 1 has a recall of 1, and no model can do better
        if best == (base.loc["strong", "adjusted"] <= 0.05):
            wrong.append("strong learns nothing")
        if base.loc["constant", "adjusted"] <= 0.05:
            wrong.append("a constant learns something")
    marked = any(c.rank <= FAILS for c in cautions_of(judged, table, family))
    return wrong, marked


def cells() -> list[tuple[str, str, str]]:
    every = [("binary", m) for m in LABELS] + [("regression", m) for m in NUMBERS]
    every += [("three classes", m) for m in LABELS if m not in BINARY_ONLY]
    return [(task, design, m) for (task, m), design in product(every, DESIGNS)]


@pytest.mark.long
@pytest.mark.usefixtures("few_draws")
def test_no_cell_of_the_grid_is_wrong():
    bad, refused, marked = {}, [], []
    for cell in cells():
        try:
            wrong, rough = faults(*cell)
        except ValueError as error:
            refused.append((*cell, str(error)))
            continue
        if wrong:
            bad[cell] = wrong
        if rough:
            marked.append(cell)
    print(
        len(cells()), "cells;", len(refused), "refused;", len(marked), "marked;", len(bad), "wrong"
    )
    assert not bad, bad
    assert len(refused) <= 102
    assert len(marked) <= 40
    assert all(" needs " in r[3] or "got" in r[3] for r in refused)


@pytest.mark.parametrize("measure", sorted(PERFECT))
@pytest.mark.parametrize("design", [d for d in DESIGNS if d not in ("bootstrap", "random splits")])
def test_a_perfect_model_has_one(monkeypatch, measure, design):
    monkeypatch.setattr(judged_run, "DRAWS", 19)
    rng = np.random.default_rng(0)
    y = (rng.permutation(N) < 30).astype(int)
    half = np.where(rng.random(N) < 0.5, y, 0)
    splits = splits_of(design, y)
    cut = lambda given: {name: [v[test] for _, test in splits] for name, v in given.items()}  # noqa: E731
    run = Evaluation(y, tuple(splits), cut({"perfect": y, "half": half}))
    assert estimates_of(Judged(run, measure), 0.95).loc["perfect", "value"] == pytest.approx(
        1.0, abs=1e-12
    )
