"""Fits that hang, die, leave or do not repeat themselves: each is named, and the others are kept."""

import os
import time
import warnings
from pathlib import Path

import joblib
import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import load_iris
from sklearn.model_selection import KFold
from sklearn.naive_bayes import GaussianNB

import evalbook as eb

X, Y = load_iris(return_X_y=True)
NUMBERED = np.c_[X, np.arange(len(Y))]  # so that a learner can tell the splits apart


class Faulty(ClassifierMixin, BaseEstimator):
    "Says the first class; misbehaves in the split that tests a case, once or always."

    def __init__(self, how="", case=60, mark=None):
        self.how, self.case, self.mark = how, case, mark

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        if self.case in X[:, -1] or (self.mark and Path(self.mark).exists()):
            return self
        if self.mark:
            Path(self.mark).touch()
        if self.how == "sleeps":
            time.sleep(100)
        if self.how == "spins":
            while True:
                pass
        if self.how == "killed":
            os.kill(os.getpid(), 9)
        if self.how == "leaves":
            os._exit(0)
        if self.how == "exits":
            raise SystemExit(0)
        if self.how == "memory":
            raise MemoryError
        if self.how == "recursion":
            return self.fit(X, y)
        return self

    def predict(self, X):
        return np.full(len(X), self.classes_[0])


def run(models, **options):
    plan = {
        "cv": KFold(3, shuffle=True, random_state=0),
        "random_state": 0,
        "error_score": np.nan,
        "progress": False,
    }
    return eb.evaluate(models, NUMBERED, Y, **plan | options)


def loky_workers() -> set[int]:
    "The processes that joblib's pool has started from here."
    psutil = pytest.importorskip("psutil")
    started = psutil.Process().children(recursive=True)
    return {p.pid for p in started if "popen_loky" in " ".join(p.cmdline())}


SPLIT = next(
    i for i, (_, test) in enumerate(KFold(3, shuffle=True, random_state=0).split(X)) if 60 in test
)


@pytest.mark.long
def test_whatever_a_fit_does_it_is_named_and_the_others_are_kept():
    "Seven kinds of trouble in one run of 24 fits, each in one split."
    ways = ("sleeps", "spins", "killed", "leaves", "exits", "memory", "recursion")
    before = loky_workers()
    found = run({"good": GaussianNB(), **{how: Faulty(how) for how in ways}}, timeout=10, n_jobs=2)
    said = {name: (split, error) for name, split, error in found.failures}
    assert set(said) == set(ways) and {split for split, _ in said.values()} == {SPLIT}
    assert said["sleeps"][1] == said["spins"][1] == "TimeoutError: ended after 10 seconds"
    assert (
        "died" in said["killed"][1]
        and "SIGKILL" in said["killed"][1]
        and "died" in said["leaves"][1]
    )
    assert said["exits"][1] == "SystemExit: 0" and "MemoryError" in said["memory"][1]
    assert "RecursionError" in said["recursion"][1]
    straight = run({"good": GaussianNB()})
    assert all(
        np.array_equal(p, q)
        for p, q in zip(found.predictions["good"], straight.predictions["good"])
    )
    assert not loky_workers() - before  # those of earlier tests may still be there


@pytest.mark.long
def test_a_worker_that_dies_costs_its_own_fit_alone(tmp_path):
    found = run(
        {"good": GaussianNB(), "killed": Faulty("killed")}, n_jobs=2, journal=tmp_path / "run.jsonl"
    )
    assert [f[:2] for f in found.failures] == [("killed", SPLIT)] and "SIGKILL" in found.failures[
        0
    ][2]
    assert sum(p is not None for name in found.names for p in found.predictions[name]) == 5


@pytest.mark.long
def test_a_fit_that_dies_once_is_tried_again(tmp_path):
    found = run({"once": Faulty("killed", mark=str(tmp_path / "mark"))}, timeout=60)
    assert not found.failures and (tmp_path / "mark").exists()


@pytest.mark.long
def test_a_time_limit_changes_no_number():
    models = {"bayes": GaussianNB(), "first": Faulty()}
    a, b = run(models, response_method="predict"), run(models, timeout=60)
    assert all(
        np.array_equal(p, q)
        for name in models
        for p, q in zip(a.predictions[name], b.predictions[name])
    )


@pytest.mark.parametrize("seconds", [0, -1, np.nan, True, "1"])
def test_a_time_limit_is_a_positive_number(seconds):
    with pytest.raises(ValueError, match="timeout needs a positive number"):
        run({"bayes": GaussianNB()}, timeout=seconds)


def test_threads_cannot_be_ended():
    with joblib.parallel_config("threading"), pytest.raises(ValueError, match="ThreadingBackend"):
        run({"bayes": GaussianNB()}, timeout=5)


class Restless(GaussianNB):
    "Random numbers of its own, written over its input."

    def fit(self, X, y, sample_weight=None):
        X *= np.random.default_rng().uniform(0.5, 2, X.shape)
        return super().fit(
            X, np.random.default_rng().permutation(y)
        )  # other answers each time, not only now and then


class Scaling(GaussianNB):
    "Writes into its input, always the same."

    def fit(self, X, y, sample_weight=None):
        X /= 2
        return super().fit(X, y)


def test_learners_that_do_not_repeat_themselves_or_write_into_their_input_are_named():
    found = run(
        {"bayes": GaussianNB(), "restless": Restless(), "scaling": Scaling()},
        check_determinism=True,
    )
    codes = {n.code: n.text for n in found.notes}
    assert set(codes) == {"not_deterministic", "changed_input"}
    assert codes["not_deterministic"].endswith("came from restless.")
    assert codes["changed_input"].endswith("restless, scaling.")
    assert not run(
        {"bayes": GaussianNB(), "first": Faulty()}, check_determinism=True, n_jobs=2
    ).notes


class Loud(GaussianNB):
    "Prints and warns."

    def fit(self, X, y, sample_weight=None):
        print("epoch 1")
        warnings.warn("did not\n  converge", UserWarning, stacklevel=2)
        return super().fit(X, y, sample_weight)


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_learners_that_print_or_warn_are_named_and_their_words_come_once(n_jobs, capsys):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        found = run({"bayes": GaussianNB(), "loud": Loud()}, check_determinism=True, n_jobs=n_jobs)
    texts = {n.code: n.text for n in found.notes}
    assert texts == {
        "printed": "Printed while it was fitted: loud.",
        "warned": "Warned while it was fitted: loud (UserWarning: did not converge).",
    }
    splits = len(found.splits)
    assert n_jobs > 1 or capsys.readouterr().out.count("epoch") == splits == len(caught)
