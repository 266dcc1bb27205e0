"""What nobody else does, beside the nearest peer on the same data: `python -m tests.beside_peers`.

Peers that are installed are called (ppi-python, autorank, fairlearn: none is a dependency); of the others the line says so.
"""

import tempfile
from importlib import import_module
from pathlib import Path

import numpy as np
import pandas as pd
from sklearn.datasets import load_digits
from sklearn.metrics import accuracy_score
from sklearn.model_selection import GroupKFold, cross_val_score
from sklearn.neighbors import NearestCentroid

from evalbook import Evaluation, estimate_crossed, friedman_test, interval_corrected, report
from evalbook.models import estimate_judged, plan_crossed


def peer(name):
    "The module of a peer, or None where it is not installed."
    try:
        return import_module(name)
    except ImportError:
        return None


def judged_scores(rng):
    "2,000 answers, a judge who is right on 90 %, gold labels of 100."
    right = rng.random(2000) < 0.72
    judge = np.where(rng.random(2000) < 0.9, right, ~right).astype(float)
    gold = np.full(2000, np.nan)
    gold[:100] = right[:100]
    print(f"truth {right.mean():.3f}; the judge alone says {judge.mean():.3f}")
    print("evalbook:", estimate_judged(judge, gold).interval())
    if ppi := peer("ppi_py"):
        low, high = ppi.ppi_mean_ci(gold[:100], judge[:100], judge[100:], alpha=0.05)
        print(f"ppi_py: {float(low[0]):.4f} to {float(high[0]):.4f}")


def looks(rng):
    "A hundred models without a gain, one after the other on one test set: how many are called better?"
    y = rng.random(500) < 0.5
    old = np.where(rng.random(500) < 0.8, y, ~y)
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder) / "looks.jsonl"
        better = {"alone": 0, "with a ledger": 0}
        for _ in range(100):
            new = np.where(rng.random(500) < 0.8, y, ~y)
            run = Evaluation.from_predictions(y, {"new": new, "old": old})
            for name, ledger in (("alone", None), ("with a ledger", kept)):
                found = report(run, against="old", ledger=ledger)
                better[name] += "old is worse than new" in str(found)
    print("called better, of 100 that are not:", better, "- no peer counts looks")


def prices():
    "The cheapest table of items and runs: our search beside the whole grid."
    scores = np.random.default_rng(4).normal(size=(30, 1)) + np.random.default_rng(5).normal(
        size=(30, 4)
    )
    found = estimate_crossed(scores)
    ways = plan_crossed(found, standard_error=0.15, prices={"items": 1, "runs": 20})
    parts = {name: max(v, 0) for name, v in found.details["components"].items()}
    items, runs = np.meshgrid(np.arange(1, 3000), np.arange(1, 200))
    variance = (
        parts["items"] / items + parts["runs"] / runs + parts["items x runs"] / (items * runs)
    )
    cheapest = (items + 20 * runs)[variance <= 0.15**2].min()
    print(f"evalbook: {ways.cost['cheapest mix']:.0f}; grid: {cheapest} - no peer plans")


def groups(rng):
    "Forty patients, five images each: how often does an interval hold, over 200 data sets?"
    held = np.zeros(2)
    patient = np.repeat(np.arange(40), 5)
    for _ in range(200):
        y = rng.integers(0, 2, 40)[patient]
        X = rng.normal(size=(40, 2))[patient] + rng.normal(size=(200, 2)) + y[:, None]
        far = rng.normal(size=(4000, 2)) * np.sqrt(2) + (label := rng.integers(0, 2, 4000))[:, None]
        scores = cross_val_score(NearestCentroid(), X, y, groups=patient, cv=GroupKFold(10))
        truth = NearestCentroid().fit(X, y).score(far, label)
        half = 1.96 * scores.std(ddof=1) / np.sqrt(10)
        low, high = interval_corrected(scores, n_train=180, n_test=20)
        held += abs(scores.mean() - truth) <= half, low <= truth <= high
    print(
        f"mean and two standard errors of the folds {held[0] / 2:.1f} %, evalbook {held[1] / 2:.1f} %"
    )


def missing_cells(rng):
    "Twelve data sets, four algorithms, three cells that crashed."
    table = pd.DataFrame(rng.normal([0.80, 0.82, 0.84, 0.80], 0.02, (12, 4)), columns=list("abcd"))
    table.iloc[[1, 5, 8], [0, 2, 3]] = table.iloc[[1, 5, 8], [0, 2, 3]].mask(np.eye(3, dtype=bool))
    print("evalbook:", str(friedman_test(table)).splitlines()[0])
    if autorank := peer("autorank"):
        print(f"autorank: p = {autorank.autorank(table, verbose=False).pvalue}")


def slices(rng):
    "Three sites; at one of them the model is worse."
    digits = load_digits(return_X_y=True)[1][:900]
    site = np.repeat(["north", "south", "west"], 300)
    good = np.where(site == "west", 0.85, 0.95)
    answers = {
        name: np.where(rng.random(900) < good, digits, (digits + 1) % 10) for name in ("new", "old")
    }
    found = report(Evaluation.from_predictions(digits, answers), by=site)
    print(found.slices.to_string())
    if fairlearn := peer("fairlearn.metrics"):
        frame = fairlearn.MetricFrame(
            metrics=accuracy_score, y_true=digits, y_pred=answers["new"], sensitive_features=site,
            n_boot=500, ci_quantiles=[0.025, 0.975], random_state=0,
        )  # fmt: skip
        low, high = (q.round(3).to_dict() for q in frame.by_group_ci)
        print("fairlearn, one at a time, no comparison:", low, high)


if __name__ == "__main__":
    for number, item in enumerate((judged_scores, looks, prices, groups, missing_cells, slices), 1):
        print(f"\n{number}. {item.__doc__}")
        item(*[np.random.default_rng(number)] * (item is not prices))
