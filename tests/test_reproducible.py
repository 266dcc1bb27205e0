"""The same seed gives the same numbers, bit by bit, however a run is computed; and a saved Evaluation loses nothing."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import joblib
import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer
from sklearn.decomposition import PCA
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression, SGDClassifier
from sklearn.model_selection import GridSearchCV, GroupKFold, KFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

import evalbook as eb
from tests.test_journal import content

X, Y = load_breast_cancer(return_X_y=True)
X, Y = X[:200], Y[:200]
ROOT = Path(__file__).parent.parent


def learners():
    "Learners that draw random numbers, or call BLAS or OpenMP."
    return {
        "forest": RandomForestClassifier(5),
        "boosting": HistGradientBoostingClassifier(max_iter=5, early_stopping=True),
        "logreg": make_pipeline(StandardScaler(), PCA(0.9), LogisticRegression()),
        "sgd": make_pipeline(StandardScaler(), SGDClassifier(loss="log_loss")),
        "search": GridSearchCV(
            DecisionTreeClassifier(), {"max_depth": [1, 3]}, cv=KFold(3, shuffle=True)
        ),
        "svm": make_pipeline(StandardScaler(), SVC()),
    }


def run(models=None, **options):
    plan = {
        "cv": eb.Bootstrap(4, random_state=3, apparent=True),
        "random_state": 9,
        "scoring": "accuracy",
    }
    return eb.evaluate(models or learners(), X, Y, **plan | options)


def keys(evaluation):
    "One hash a model: predictions, scores and choices of every split, the apparent one included."
    found = {}
    for i, name in enumerate(evaluation.names):
        digest = hashlib.sha256()
        for part in (evaluation, evaluation.apparent):
            for answer in part.predictions[name]:
                digest.update(answer.tobytes())
            digest.update(
                part.stored_scores["accuracy"][i].tobytes() + repr(part.choices.get(name)).encode()
            )
        found[name] = digest.hexdigest()
    return found


@pytest.fixture(scope="module")
def straight():
    return keys(run())


def in_threads():
    with joblib.parallel_config("threading", n_jobs=2):
        return run()


WAYS = {
    "again": lambda path: run(),
    "two processes": lambda path: run(n_jobs=2),
    "two threads": lambda path: in_threads(),
    "processes of their own": lambda path: run(n_jobs=2, timeout=600),
    "other order": lambda path: run(dict(reversed(learners().items()))),
    "with a journal": lambda path: run(journal=path),
    "with a journal, two processes": lambda path: run(journal=path, n_jobs=2),
    "looked at twice": lambda path: run(check_determinism=True),
}


APART = ("two processes", "processes of their own")


@pytest.mark.parametrize(
    "way", [pytest.param(w, marks=[pytest.mark.long] * (w in APART)) for w in WAYS]
)
def test_the_numbers_do_not_depend_on_how_they_are_computed(way, straight, tmp_path):
    assert keys(WAYS[way](tmp_path / "run.jsonl")) == straight


def test_a_learner_that_is_added_later_changes_no_other(straight, tmp_path):
    one = {"forest": learners()["forest"]}
    assert keys(run(one)) == {"forest": straight["forest"]}
    run(one, journal=tmp_path / "run.jsonl")
    assert keys(run(journal=tmp_path / "run.jsonl")) == straight


@pytest.mark.long
def test_probabilities_are_the_same_with_one_thread_of_blas_and_with_two():
    code = (
        "from tests.test_reproducible import *\n"
        "few = {k: learners()[k] for k in ('forest', 'boosting', 'logreg')}\n"
        "found = run(few, response_method='predict_proba')\n"
        "print([p.tobytes().hex() for v in found.probabilities.values() for p in v])"
    )
    said = set()
    for n in "12":
        threads = {f"{k}_NUM_THREADS": n for k in ("OMP", "OPENBLAS", "MKL")}
        called = [sys.executable, "-c", code]
        environment = {**os.environ, **threads, "PYTHONPATH": str(ROOT)}
        said.add(
            subprocess.run(
                called, env=environment, capture_output=True, text=True, check=True
            ).stdout
        )
    assert len(said) == 1


def test_a_saved_evaluation_is_equal_in_everything(tmp_path):
    weights, groups = np.linspace(0.5, 1, len(Y)), np.arange(len(Y)) % 20
    full = run(
        {k: v for k, v in learners().items() if k in ("forest", "search")},
        cv=GroupKFold(4),
        groups=groups,
        params={"sample_weight": weights},
        scoring=["accuracy", "neg_log_loss"],
        response_method="predict_proba",
        journal=tmp_path / "run.jsonl",
    )
    for evaluation in (full, run(), run(random_state=None)):
        evaluation.save(tmp_path / "e")
        back = eb.Evaluation.load(tmp_path / "e")
        assert content(back, times=True) == content(evaluation, times=True)
        assert back.about["seed"] == evaluation.about["seed"] and "numpy" in back.about["versions"]
    assert full.groups is not None and full.weights is not None and full.choices["search"][0]
    assert eb.Evaluation.from_frame(full.to_frame()).about == full.about


@pytest.mark.long
def test_shuffled_labels_give_the_same_in_processes():
    ask = lambda jobs: eb.permutation_test_labels(
        DecisionTreeClassifier(max_depth=2, random_state=0),
        X,
        Y,
        cv=3,
        n_resamples=4,
        random_state=1,
        n_jobs=jobs,
    )
    alone, together = ask(None), ask(2)
    assert tuple(alone) == tuple(together) and repr(alone.details) == repr(together.details)
