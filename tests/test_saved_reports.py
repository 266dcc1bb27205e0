"""Whole printed reports and gates, compared with those saved in `tests/data/saved_reports.txt`.

A change of wording, or of a rounded number, is a difference that a person reads: `python -m tests.test_saved_reports` writes the file anew, and `git diff` shows it.
"""

from __future__ import annotations

import re
from difflib import unified_diff
from functools import cache
from itertools import combinations
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pandas as pd
import pytest

from evalbook import Evaluation, gate, report, zero_one
from evalbook.core import as_measure
from evalbook.core.notes import Note
from evalbook.core.splitters import Bootstrap
from evalbook.practice import (
    findings,
    judged_run,
    judging,
    model_intervals,
    sentences,
    small_sample_cautions,
)
from evalbook.practice.pages import unmarked

SAVED = Path(__file__).parent / "data" / "saved_reports.txt"
N = 120


# ---------------------------------------------------------------- runs
def answers(rates, n=N, seed=0, labels=("cat", "dog"), share=0.5):
    "A truth, and answers that are right with given probabilities, named m0, m1 ..."
    rng = np.random.default_rng(seed)
    y = np.array(labels)[(rng.random(n) >= share).astype(int)]
    if len(labels) > 2:
        y = rng.choice(labels, n)
    other = np.array([labels[(labels.index(v) + 1) % len(labels)] for v in y.tolist()])
    return y, {f"m{i}": np.where(rng.random(n) < rate, y, other) for i, rate in enumerate(rates)}


def numbers(spreads, n=N, seed=0, tail=False):
    "True numbers, and predictions whose errors have given sizes."
    rng = np.random.default_rng(seed)
    y = rng.normal(50, 10, n)
    draw = (lambda: rng.standard_t(1.5, n)) if tail else (lambda: rng.normal(size=n))
    return y, {f"m{i}": y + spread * draw() for i, spread in enumerate(spreads)}


def chances(strengths, n=N, seed=0, rate=0.5):
    "A binary truth, and probabilities of the two classes that tell more or less of it."
    rng = np.random.default_rng(seed)
    y = (rng.random(n) < rate).astype(int)
    p = {
        f"m{i}": 1 / (1 + np.exp(-s * (y - 0.5) - rng.normal(size=n)))
        for i, s in enumerate(strengths)
    }
    return y, {name: np.column_stack([1 - v, v]) for name, v in p.items()}


def folds(K, n=N, rounds=1, seed=0):
    "The folds of some repetitions."
    out = []
    for r in range(rounds):
        place = np.random.default_rng(seed + r).permutation(n) % K
        out += [(np.flatnonzero(place != k), np.flatnonzero(place == k)) for k in range(K)]
    return out


def random_splits(times, size, n=N, seed=0):
    rng = np.random.default_rng(seed)
    tests = [np.sort(rng.permutation(n)[:size]) for _ in range(times)]
    return [(np.setdiff1d(np.arange(n), test), test) for test in tests]


def windows(n=N, size=20):
    return [(np.arange(k), np.arange(k, k + size)) for k in range(size, n, size)]


def one(given, **more):
    return Evaluation.from_predictions(*given, **more)


def over(given, splits, p=None, **more):
    "The answers to the test cases of some splits."
    cut = lambda columns: {k: [v[test] for _, test in splits] for k, v in (columns or {}).items()}
    task = "regression" if given[0].dtype.kind == "f" else "classification"
    return Evaluation(given[0], tuple(splits), cut(given[1]), cut(p), task=task, **more)


def by_chance(given, splits=None):
    "A run with probabilities, and the answers that they give."
    y, p = given
    labels = {k: v.argmax(1) for k, v in p.items()}
    return one((y, labels, p)) if splits is None else over((y, labels), splits, p)


def with_copies(given, **copies):
    y, models = given
    return y, models | {new: models[old] for new, old in copies.items()}


def dreadful():
    "An invalid run: groups stand on both sides, a feature leaks, and a learner is a random one."
    codes = ("torn_groups", "not_deterministic", "leak", "time_order", "imbalance")
    groups = np.arange(N) // 2
    return over(
        answers((0.8, 0.7)), folds(5), groups=groups, notes=tuple(Note(code) for code in codes)
    )


def set_of_ten(same=False):
    "Ten disjoint training sets and one test set of 60 cases."
    rng = np.random.default_rng(0)
    y = rng.integers(2, size=160)
    splits = [(np.arange(60 + 10 * k, 70 + 10 * k), np.arange(60)) for k in range(10)]
    said = {m: [np.where(rng.random(60) < rate, y[:60], 1 - y[:60]) for _ in splits] for m, rate in (("a", 0.8), ("b", 0.7))}  # fmt: skip
    if same:
        said["b"] = said["a"]
    return Evaluation(y, tuple(splits), said)


def stored(**more):
    rng = np.random.default_rng(0)
    table = {
        "a": rng.uniform(0.8, 0.9, 10),
        "b": rng.uniform(0.7, 0.9, 10),
        "c": rng.uniform(0.6, 0.8, 10),
    }
    return Evaluation.from_scores(table, n_train=90, n_test=10, design="k-fold", **more)


def stored_halves():
    rng = np.random.default_rng(1)
    table = {"a": rng.uniform(0.8, 0.9, 10), "b": rng.uniform(0.7, 0.9, 10)}
    return Evaluation.from_scores(table | {"twin": table["a"]}, n_train=50, n_test=50, design="5x2")


def weighted(given, task):
    y, models = given
    weights = np.random.default_rng(1).uniform(0.2, 2, len(y))
    design = one(given).design
    return Evaluation(
        y, ((np.arange(0), np.arange(len(y))),), {k: [v] for k, v in models.items()}, design=design, task=task, weights=weights
    )  # fmt: skip


def halves(n=N):
    return [pair for r in range(5) for pair in folds(2, n, seed=r)]


def constant(given, **values):
    y, models = given
    return y, models | {name: np.full(len(y), value) for name, value in values.items()}


GROUPS = np.arange(N) // 10
SPAM = as_measure("f1", positive="cat")
REPORTS = {
    "one model": lambda: (one(answers([0.8])), {}),
    "two models that may be as good": lambda: (one(answers((0.8, 0.75))), {}),
    "two models, one worse": lambda: (one(answers((0.95, 0.6))), {}),
    "three models with a margin": lambda: (one(answers((0.93, 0.9, 0.55), 1000)), {"margin": 0.05}),
    "four models with a margin of ten points": lambda: (one(answers((0.93, 0.92, 0.87, 0.8), 2000)), {"margin": 0.1}),
    "seven models": lambda: (one(answers((0.9, 0.9, 0.88, 0.87, 0.86, 0.85, 0.5))), {}),
    "ten models, nine worse": lambda: (one(answers((0.99, *[0.6] * 9), 400)), {}),
    "five worse": lambda: (one(answers((0.99, *[0.6] * 5), 400)), {}),
    "against the second": lambda: (one(answers((0.9, 0.85, 0.6), 400)), {"against": "m1", "margin": 0.2}),
    "against the last": lambda: (one(answers((0.9, 0.85, 0.6), 400)), {"against": "m2"}),
    "errors, two alike": lambda: (one(with_copies(answers((0.9, 0.6)), twin="m0")), {"measure": zero_one}),
    "three alike": lambda: (one(with_copies(answers([0.9]), twin="m0", third="m0")), {}),
    "all right and all wrong": lambda: (one((np.arange(40) % 2, {"right": np.arange(40) % 2, "wrong": 1 - np.arange(40) % 2})), {}),
    "worse than guessing": lambda: (one(answers((0.6, 0.55, 0.5), share=0.9)), {}),
    "a rare class": lambda: (one(answers((0.93, 0.9), 300, labels=("ill", "well"), share=0.06)), {}),
    "a baseline by name": lambda: (one(constant(answers((0.8, 0.7)), dummy="dog")), {}),
    "F1 of one test set": lambda: (one(answers((0.9, 0.7))), {"measure": SPAM}),
    "F1 of few cases": lambda: (one(answers((0.8, 0.7), 28, labels=(0, 1))), {"measure": "f1"}),
    "F1 of pooled folds": lambda: (over(answers((0.85, 0.8), share=0.2, labels=(0, 1)), folds(10)), {"measure": "f1"}),
    "F1 in groups": lambda: (one(answers((0.9, 0.7), labels=(0, 1)), groups=GROUPS), {"measure": "f1"}),
    "F1 that never varies": lambda: (one(constant(answers([0.8], labels=(0, 1)), yes=1, no=0)), {"measure": "f1"}),
    "F1, the same answers": lambda: (one(with_copies(answers([0.8], labels=(0, 1)), twin="m0")), {"measure": "f1"}),
    "differences that do not vary": lambda: (one((np.arange(50.0), {"a": np.arange(50.0) + 1, "b": np.arange(50.0) + 2, "c": np.arange(50.0)[::-1]})), {}),
    "two differences that do not vary": lambda: (one((np.arange(50.0), {"a": np.arange(50.0) + 1, "b": np.arange(50.0) + 2, "c": np.arange(50.0) + 3})), {"margin": 1}),
    "five that may be best": lambda: (one(answers((0.9, 0.89, 0.88, 0.87, 0.86))), {}),
    "leads of either sign": lambda: (one(answers((0.9, 0.87, 0.84, 0.8))), {"against": "m2"}),
    "errors that may be as small": lambda: (one(numbers((1, 1.05, 1.1))), {}),
    "errors of either sign": lambda: (one(numbers((1, 1.05, 1.1))), {"against": "m1"}),
    "F1 of splits with few cases of a class": lambda: (over(answers((0.9, 0.7), 300, labels=(0, 1), share=0.85), random_splits(8, 40, 300)), {"measure": "f1"}),
    "recall": lambda: (one(answers((0.9, 0.7), labels=(0, 1))), {"measure": "recall"}),
    "precision of five by two": lambda: (over(answers((0.9, 0.6)), halves()), {"measure": as_measure("precision", positive="cat")}),
    "precision": lambda: (one(answers((0.9, 0.7), labels=(0, 1))), {"measure": "precision"}),
    "balanced accuracy": lambda: (one(answers((0.8, 0.5), labels=("a", "b", "c"))), {"measure": "balanced_accuracy"}),
    "macro recall": lambda: (one(answers((0.8, 0.5), labels=("a", "b", "c"))), {"measure": "recall_macro"}),
    "one model in few groups": lambda: (one(answers([0.8]), groups=GROUPS), {}),
    "macro F1 of three classes": lambda: (one(answers((0.8, 0.5), labels=("a", "b", "c"))), {"measure": "f1_macro"}),
    "accuracy of three classes in folds": lambda: (over(answers((0.8, 0.4), labels=("a", "b", "c")), folds(10)), {}),
    "squared errors": lambda: (one(numbers((1, 1.1, 4))), {}),
    "squared errors with a long tail": lambda: (one(numbers((1, 1.5), tail=True)), {}),
    "absolute errors in folds": lambda: (over(numbers((1, 1.2)), folds(10)), {"measure": "neg_mean_absolute_error"}),
    "R2 in folds": lambda: (over(numbers((5, 9)), folds(20)), {"measure": "r2"}),
    "in the order of time": lambda: (over(numbers((4, 12)), windows()), {}),
    "in the order of time, no better than the mean": lambda: (over(numbers((9, 12)), windows()), {"measure": "neg_mean_absolute_error"}),
    "errors of groups": lambda: (one(numbers((1, 1.5)), groups=GROUPS), {}),
    "few groups": lambda: (one(answers((0.9, 0.8, 0.6)), groups=GROUPS), {}),
    "errors in groups": lambda: (one(answers((0.9, 0.8), 400), groups=np.arange(400) // 10), {"measure": zero_one}),
    "folds of groups": lambda: (over(answers((0.9, 0.8)), [(np.flatnonzero(GROUPS % 4 != k), np.flatnonzero(GROUPS % 4 == k)) for k in range(4)], groups=GROUPS), {}),
    "ten folds": lambda: (over(answers((0.85, 0.8, 0.6)), folds(10)), {}),
    "repeated folds": lambda: (over(answers((0.85, 0.7)), folds(5, rounds=3)), {"margin": 0.05}),
    "five by two": lambda: (over(answers((0.9, 0.8, 0.5)), halves()), {}),
    "random splits": lambda: (over(answers((0.85, 0.8)), random_splits(15, 24)), {}),
    "a holdout": lambda: (over(answers((0.85, 0.8)), random_splits(1, 60)), {}),
    "a few cases": lambda: (one(answers((0.9, 0.6), 20)), {}),
    "crossed": lambda: (set_of_ten(), {}),
    "crossed, the same models": lambda: (set_of_ten(True), {}),
    "scores alone": lambda: (stored(), {}),
    "scores that are small where they are good": lambda: (stored(higher_is_better=False), {}),
    "scores of five by two": lambda: (stored_halves(), {}),
    "an invalid run": lambda: (dreadful(), {}),
    "weighted errors": lambda: (weighted(numbers((1, 1.5)), "regression"), {}),
    "weighted errors of few cases": lambda: (weighted(numbers((1, 1.5), 20), "regression"), {}),
    "weighted answers": lambda: (weighted(answers((0.85, 0.7)), "classification"), {}),
    "AUC": lambda: (by_chance(chances((3, 1))), {"measure": "roc_auc"}),
    "AUC near one, with few cases of a class": lambda: (by_chance(chances((9, 7), rate=0.2)), {"measure": "roc_auc"}),
    "AUC with a baseline that has no probabilities": lambda: (halfway("dummy").evaluation, {"measure": "roc_auc"}),
    "AUC of pooled folds": lambda: (by_chance(chances((3, 1), rate=0.2), folds(10)), {"measure": "roc_auc"}),
    "AUC of folds": lambda: (by_chance(chances((3, 1), 300), folds(5, 300)), {"measure": "roc_auc"}),
    "log loss": lambda: (by_chance(chances((3, 1, 1))), {"measure": "neg_log_loss"}),
    "Brier score in folds": lambda: (by_chance(chances((3, 1)), folds(5)), {"measure": "neg_brier_score"}),
    "average precision": lambda: (by_chance(chances((3, 2))), {"measure": "average_precision"}),
    "two further tests": lambda: (one(answers((0.85, 0.75))), {"tests": ["permutation_test", "mcnemar"]}),
    "a further test of F1": lambda: (one(answers((0.85, 0.75), labels=(0, 1))), {"measure": "f1", "tests": ["permutation_test", "ztest_f1"]}),
    "a further test of groups": lambda: (one(answers((0.85, 0.75)), groups=GROUPS), {"tests": ["ztest_clustered"]}),
    "Holm's p-values": lambda: (one(answers((0.9, 0.85, 0.7))), {"adjust": "holm", "confidence_level": 0.9}),
}  # fmt: skip


def against(losses, wins, n=400):
    "Two models that are right but for a few cases of their own."
    case = np.arange(n)
    new, old = np.ones(n, int), np.ones(n, int)
    new[case < losses] = 0
    old[(case >= losses) & (case < losses + wins)] = 0
    return one((np.ones(n, int), {"new": new, "old": old}))


def named(run):
    return {"new": run.names[0], "old": run.names[1]}


GATES = {
    "not worse": lambda: (against(4, 8), {"margin": 0.02}),
    "a harmless loss": lambda: (against(40, 2, 4000), {"margin": 0.02}),
    "worse by more": lambda: (against(80, 4), {"margin": 0.05}),
    "worse, perhaps by more": lambda: (against(24, 4), {"margin": 0.05}),
    "undecided, equal models": lambda: (against(6, 5), {"margin": 0.01}),
    "one loss in sixty": lambda: (against(9, 3), {"margin": 0.03}),
    "undecided by errors": lambda: (against(9, 5), {"margin": 0.02, "measure": zero_one}),
    "undecided, and enough for equal models": lambda: (against(132, 112, 4000), {"margin": 0.01}),
    "undecided on the edge": lambda: (against(8, 4), {"margin": 0.01}),
    "never differ": lambda: (against(0, 0), {"margin": 0.005}),
    "never differ, enough cases": lambda: (against(0, 0), {"margin": 0.02}),
    "another level": lambda: (against(9, 3), {"margin": 0.03, "level": 0.1, "power": 0.95}),
    "no number": lambda: (against(7, 3), {"margin": 0.01 + 1e-9, "power": 0.3}),
    "a power of 95 %": lambda: (against(6, 5), {"margin": 0.01, "power": 0.95}),
    "the same numbers": lambda: (one((np.arange(50.0), {"a": np.arange(50.0) + 1, "b": np.arange(50.0) + 1})), {"margin": 1}),
    "a loss of just the margin": lambda: (one((np.arange(50.0), {"a": np.arange(50.0) + 2, "b": np.arange(50.0) + 1})), {"margin": 3}),
    "area of few cases": lambda: (by_chance(chances((3, 1), 24)), {"margin": 0.05, "measure": "roc_auc"}),
    "groups": lambda: (one(answers((0.8, 0.8)), groups=GROUPS), {"margin": 0.02}),
    "squared errors": lambda: (one(numbers((1, 1.1))), {"margin": 0.05}),
    "absolute errors": lambda: (one(numbers((1.2, 1))), {"margin": 0.01, "measure": "neg_mean_absolute_error"}),
    "errors that do not vary": lambda: (one((np.arange(50.0), {"a": np.arange(50.0) + 2, "b": np.arange(50.0) + 1})), {"margin": 5}),
    "F1": lambda: (one(answers((0.8, 0.8), 60, labels=(0, 1))), {"margin": 0.1, "measure": "f1"}),
    "AUC": lambda: (by_chance(chances((2, 2))), {"margin": 0.05, "measure": "roc_auc"}),
    "odd names": lambda: (one((np.ones(60, int), {"a|b*": np.ones(60, int), "<c>\x07": np.ones(60, int)})), {"margin": 0.1}),
}  # fmt: skip


ROC, F1 = {"measure": "roc_auc"}, {"measure": SPAM}
REFUSALS = {
    "gate of folds": lambda: gate(over(answers((0.8, 0.7)), folds(5)), new="m0", old="m1", margin=0.1),
    "gate of a table": lambda: gate(np.zeros((3, 2)), new="m0", old="m1", margin=0.1),
    "gate without names": lambda: gate(against(4, 8), margin=0.1),
    "gate without an old one": lambda: gate(against(4, 8), new="new", margin=0.1),
    "gate with two names by place": lambda: gate(against(4, 8), "old", "new", margin=0.1),
    "gate with one name by place": lambda: gate(against(4, 8), "old", margin=0.1),
    "gate of an unknown model": lambda: gate(against(4, 8), new="newer", old="old", margin=0.1),
    "gate of one model": lambda: gate(against(4, 8), new="old", old="old", margin=0.1),
    "gate at a level of a half": lambda: gate(against(4, 8), new="new", old="old", margin=0.1, level=0.5),
    "gate at a level of 5": lambda: gate(against(4, 8), new="new", old="old", margin=0.1, level=5),
    "gate with a power of 80": lambda: gate(against(4, 8), new="new", old="old", margin=0.1, power=80),
    "gate with a negative margin": lambda: gate(against(4, 8), new="new", old="old", margin=-0.1),
    "gate with a margin of 1": lambda: gate(against(4, 8), new="new", old="old", margin=1),
    "gate with two margins": lambda: gate(against(4, 8), new="new", old="old", margin=(0.1, 0.2)),
    "a split without a class": lambda: report(over(answers((0.8, 0.7), share=0.03), random_splits(5, 20)), **F1),
    "areas without probabilities": lambda: report(one(answers((0.8, 0.7))), **ROC),
    "areas without one's probabilities": lambda: judged_run.table_of(halfway(), "ranking"),
    "areas of three classes": lambda: judged_run.table_of(judged_run.Judged(one(answers((0.8, 0.7), labels=("a", "b", "c")), probabilities={m: np.full((N, 3), 1 / 3) for m in ("m0", "m1")})), "ranking"),
    "losses of F1": lambda: judged_run.table_of(judged_run.Judged(one(answers((0.8, 0.7))), SPAM), "losses"),
    "an area that many draws do not have": lambda: report(rare_group(), **ROC),
    "an unknown test": lambda: report(one(answers((0.8, 0.7))), tests=["anova"]),
    "a test of another design": lambda: report(one(answers((0.8, 0.7))), tests=["ttest_corrected"]),
    "a test of groups without groups": lambda: report(one(answers((0.8, 0.7))), tests=["ztest_clustered"]),
    "a test of answers for another measure": lambda: report(one(answers((0.8, 0.7))), measure="matthews_corrcoef", tests=["ztest_f1"]),
    "two models in a bootstrap": lambda: report(over(answers((0.8, 0.7)), list(Bootstrap(20, random_state=0).split(np.zeros((N, 1)))))),
}  # fmt: skip


def rare_group():
    "Ten groups, and all cases of a class in one of them."
    y, p = np.repeat(np.eye(10, dtype=int)[0], 6), np.random.default_rng(0).random((2, 60))
    models = {f"m{i}": np.column_stack([1 - v, v]) for i, v in enumerate(p)}
    return one(
        (y, {k: v.argmax(1) for k, v in models.items()}, models), groups=np.repeat(np.arange(10), 6)
    )


def halfway(second="m1"):
    "Two models, of which one has probabilities."
    y, p = chances((3, 1))
    return judged_run.Judged(
        one((y, {"m0": p["m0"].argmax(1), second: p["m1"].argmax(1)}, {"m0": p["m0"]}))
    )


# ---------------------------------------------------------------- sentences about numbers that are made up
def told(leads, p=0.5, reach=0.3, base=0.001, run=None, measure=None, **more):
    "Findings: the leads of the first model over the others, adjusted p-values, limits (or how far they reach), adjusted p-values against guessing."
    run = one(answers([0.8] * (1 + len(leads)), 40)) if run is None else run
    judged = judged_run.Judged(run, measure)
    ranked = list(judged.contenders)
    value = dict(zip(ranked, [0.0, *(-v for v in leads)]))
    pairs = tuple(combinations(ranked, 2))
    lead = np.array([value[a] - value[b] for a, b in pairs])
    chance = np.where(np.abs(lead) > 0.25, SMALL, LARGE)
    chance[: len(leads)] = p
    low, high = lead - 0.1, lead + 0.1
    given = reach if np.ndim(reach) else [[v - reach, v + reach] for v in leads]
    if len(leads):
        low[: len(leads)], high[: len(leads)] = np.array(given).T
    how = ("made up", "made up", "made up")
    family = judging.Family(pairs, lead, low, high, chance, chance, 0.1 + np.abs(lead), *how)
    against = pd.DataFrame(
        {"lead": 0.1, "pvalue": base, "adjusted": base, "below": 1.0},
        index=pd.Index(ranked, name="model"),
    )
    estimates = model_intervals.estimates_of(judged, 0.95)
    return findings.Findings(
        judged, 0.95, estimates, ranked, family if len(leads) else None, against, **more
    )


EDGE = 1 - 0.95  # the level as it is computed: a p-value of just the level is small
SMALL, LARGE = 0.001, 0.5
APART = {"p": SMALL, "reach": 0.05}
FOUND = {
    "three worse": lambda: told([0.1, 0.2, 0.4], **APART),
    "four worse": lambda: told([0.1, 0.2, 0.3, 0.4], **APART),
    "five worse": lambda: told([0.1, 0.2, 0.3, 0.4, 0.5], **APART),
    "eight worse": lambda: told(np.arange(1, 9) / 10, **APART),
    "nine worse": lambda: told(np.arange(1, 10) / 10, **APART),
    "the last, worse than all": lambda: told([0.1, 0.15, 0.2, 0.5], [SMALL, LARGE, SMALL, SMALL], 0.05, against="m4"),
    "better, and limits turned round": lambda: told([0.3], SMALL, [[0.1, 0.6]], against="m1"),
    "perhaps better, and limits turned round": lambda: told([0.3], LARGE, [[-0.1, 0.6]], against="m1"),
    "against the second of three": lambda: told([0.2, 0.5], [LARGE, SMALL], against="m1"),
    "worse without limits": lambda: told([0.3], SMALL, np.nan),
    "two worse, one as good": lambda: told([0.1, 0.3, 0.4], [LARGE, SMALL, SMALL], 0.2),
    "equal values": lambda: told([0.0]),
    "equal values of two": lambda: told([0.0, 0.1]),
    "the leader behind": lambda: told([-0.1, 0.2]),
    "one that is behind": lambda: told([-0.1]),
    "four that may be as good": lambda: told([0.1, 0.12, 0.15, 0.2]),
    "five that may be as good": lambda: told([0.1, 0.12, 0.15, 0.2, 0.25]),
    "limits from zero": lambda: told([0.1], reach=[[0.0, 0.2]]),
    "limits to zero": lambda: told([-0.1], reach=[[-0.2, 0.0]]),
    "limits without zero": lambda: told([0.1], 0.07, [[0.01, 0.2]]),
    "one without limits": lambda: told([0.1], LARGE, np.nan),
    "no test": lambda: told([0.1, 0.2, 0.5], [np.nan, np.nan, SMALL]),
    "a margin": lambda: told([0.0625, 0.125, -0.125, 0.375, -0.375, 0.25, 0.3], [LARGE] * 6 + [SMALL], 0.125, margin=0.25),
    "a margin, equivalent and less": lambda: told([0.01, 0.02, 0.1, 0.12], [LARGE, LARGE, SMALL, SMALL], 0.05, margin=0.2),
    "a margin, not worse": lambda: told([-0.1, -0.2, 0.1], LARGE, [[-0.3, 0.1], [-0.3, 0.1], [-0.1, 0.3]], margin=0.2),
    "a margin, and nobody near": lambda: told([0.3], **APART, margin=0.1),
    "nobody beats guessing": lambda: told([0.1, 0.2], **APART, base=LARGE),
    "neither beats guessing": lambda: told([0.1], **APART, base=LARGE),
    "one of two beats guessing at the edge": lambda: told([0.3], **APART, base=[EDGE, LARGE]),
    "both beat guessing at the edge": lambda: told([0.3], **APART, base=EDGE),
    "one alone does not": lambda: told([], base=LARGE),
    "one alone does": lambda: told([], base=EDGE),
    "two of three do not": lambda: told([0.3, 0.4], **APART, base=[SMALL, LARGE, LARGE]),
    "twelve beat guessing": lambda: told(np.arange(1, 12) / 20, **APART),
    "thirteen beat guessing": lambda: told(np.arange(1, 13) / 20, **APART),
    "guessing by chance": lambda: told([0.3], **APART, run=one(answers((0.8, 0.7), 90, labels=("a", "b", "c"))), measure="f1_macro"),
    "the median": lambda: told([0.3], **APART, run=one(numbers((1, 2), 40)), measure="neg_mean_absolute_error"),
    "the median of splits": lambda: told([0.3], **APART, run=over(numbers((1, 2), 40), folds(4, 40)), measure="neg_mean_absolute_error"),
    "a baseline with answers of its own": lambda: told([0.3], **APART, run=one((answers([0.8])[0], dict(zip(("a", "b", "dummy"), answers((0.8, 0.7, 0.5))[1].values()))))),
    "the most frequent class of splits": lambda: told([0.3], **APART, run=over(answers((0.8, 0.7), 30), random_splits(8, 10, 30))),
    "errors of three, all alike": lambda: told([0.0, 0.0], run=one(with_copies(answers([0.8]), twin="m0", third="m0")), measure=zero_one),
    "halves, the same models": lambda: told([0.0], run=over(with_copies(answers([0.8]), twin="m0"), halves())),
    "splits, the same models": lambda: told([0.0], run=over(with_copies(answers([0.8]), twin="m0"), random_splits(8, 30))),
    "one test set, the same models": lambda: told([0.0], run=one(with_copies(answers([0.8]), twin="m0"))),
    "errors of groups, chosen": lambda: told([0.1], run=one(numbers((1, 2)), groups=GROUPS)),
    "an invalid run": lambda: told([0.1], cautions=(small_sample_cautions.Caution(0, "Nothing holds.", True), small_sample_cautions.Caution(1, "Little holds.", True), small_sample_cautions.Caution(1, "Elsewhere."))),
}  # fmt: skip


# ---------------------------------------------------------------- what is kept of them
ELSEWHERE = (
    "Other data.",
    "How sure is the test?",
    "Was anything else tried?",
)  # cautions of the laboratory, not of this run
WHOLE = (
    "worse by more",
    "undecided, equal models",
    "F1",
    "groups",
    "odd names",
    "errors that do not vary",
)  # gates kept in every form


def written(value):
    "A number with four digits, and rounding errors of zero as zero."
    if not isinstance(value, float):
        return str(value)
    return f"{value:.4g}" if not abs(value) < 1e-9 else "0"


def rows_of(frame):
    lines = [[str(v) for v in (frame.index.name, *frame.columns)]]
    lines += [list(map(written, row)) for row in frame.itertuples()]
    return "\n".join(" | ".join(line) for line in lines)


def said_by_report(name):
    run, asked = REPORTS[name]()
    with patch.object(judged_run, "DRAWS", 49):
        found = report(run, **asked)
    parts = [
        str(found),
        *(f"* {text}" for text in found.cautions if not text.startswith(ELSEWHERE)),
        rows_of(found.estimates),
    ]
    f = found.findings.family
    if f is not None:
        parts += [
            rows_of(found.comparisons),
            "standard errors " + " ".join(map(written, f.standard_error.tolist())),
        ]
        parts += [
            f"{f.test} | {f.limits} | {f.adjust}",
            *(f"- {note}" for note in dict.fromkeys(f.notes) if note),
        ]
    parts += [rows_of(found.findings.base)] if len(found.findings.base) else []
    return "\n".join(
        [*parts, *(f"{c.rank} {'!' * c.reverses} {c.text}" for c in found.findings.cautions)]
    )


def said_by_gate(name):
    run, asked = GATES[name]()
    with patch.object(judged_run, "DRAWS", 49):
        found = gate(run, **(named(run) | asked))
    facts = {k: written(v) for k, v in found.to_dict().items() if k not in ("sentence", "notes")}
    parts = [str(found), str(facts)]
    if name in WHOLE:
        page = found._repr_html_().split("</style>")[1]
        parts += [page, found.to_markdown(), found.to_junit()]
    return "\n".join(parts)


def said_by_refusal(name):
    with pytest.raises(ValueError) as caught, patch.object(judged_run, "DRAWS", 49):
        REFUSALS[name]()
    return str(caught.value)


def said_of(name):
    found = FOUND[name]()
    chosen = [sentences.say_choice(found)] if len(found.ranked) > 1 else []
    return "\n".join(
        map(unmarked, [*sentences.answer_of(found), *chosen, sentences.say_estimand(found)])
    )


EVERY = {f"report: {name}": (said_by_report, name) for name in REPORTS}
EVERY |= {f"gate: {name}": (said_by_gate, name) for name in GATES}
EVERY |= {f"said: {name}": (said_of, name) for name in FOUND}
EVERY |= {f"refused: {name}": (said_by_refusal, name) for name in REFUSALS}


def as_kept(title):
    "The text of one situation; without spaces at the ends of lines."
    say, name = EVERY[title]
    return "\n".join(line.rstrip() for line in say(name).splitlines()).strip()


@cache
def saved():
    "The kept texts under their titles."
    parts = re.split(r"^#### (.*)\n", SAVED.read_text(encoding="utf-8"), flags=re.M)
    return dict(zip(parts[1::2], (part.strip() for part in parts[2::2])))


@pytest.mark.parametrize("title", EVERY)
def test_it_says_what_was_saved(title):
    now, kept = (text.splitlines() for text in (as_kept(title), saved()[title]))
    if now != kept:  # without pytest's own comparison of long texts, which takes seconds
        pytest.fail(
            "\n".join(unified_diff(kept, now, "saved", "now", n=1, lineterm="")), pytrace=False
        )


def test_no_saved_text_is_left_over():
    assert list(saved()) == list(EVERY)


if __name__ == "__main__":
    SAVED.write_text(
        "\n\n".join(f"#### {title}\n{as_kept(title)}" for title in EVERY) + "\n", encoding="utf-8"
    )
