"""What a person waits for: reports, files, saving, the command line, the first second of workers (F1 to F13)."""

import tempfile
import time
from itertools import islice
from pathlib import Path

import numpy as np
import pandas as pd
from joblib import Parallel, delayed
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.datasets import load_breast_cancer, make_classification, make_regression
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.model_selection import KFold, LeaveOneOut, ShuffleSplit, permutation_test_score
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

from evalbook import Bootstrap, Evaluation, evaluate, permutation_test_labels, report
from evalbook.core import squared
from evalbook.selection import estimate_bbc_cv
from tests.bench import Row, peak, process, processes, seconds, versus


def right_nine_times(y, models, rng, classes=2):
    "The answers of models that are right on about nine cases in ten."
    shifts = rng.integers(1, classes, size=(models, len(y)))
    right = rng.random((models, len(y))) < 0.9
    return {f"m{i}": np.where(right[i], y, (y + shifts[i]) % classes) for i in range(models)}


def within(workload, call, limit):
    "A call beside the time that a person is willing to wait."
    return Row(workload, f"{limit:g} s", seconds(call), limit, 1.0)


def report_rows():
    "F1 and F2: many cases, and another measure than accuracy."
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 4_000_000)
    large = Evaluation.from_predictions(y, right_nine_times(y, 2, rng))
    yield within("F1 report, 2 models x 4e6 cases", lambda: report(large), 3.0)
    y = rng.integers(0, 3, 50_000)
    many = Evaluation.from_predictions(y, right_nine_times(y, 30, rng, 3))
    slowest = lambda: report(many, measure="f1_macro")
    yield within("F2 report, 30 models x 50,000, macro F1 (the slowest measure)", slowest, 1.5)


class Half(ClassifierMixin, BaseEstimator):
    "Answers by the sign of the first feature: it costs nothing to fit."

    def fit(self, X, y):
        self.classes_ = np.array([0, 1])
        return self

    def predict(self, X):
        return (X[:, 0] > 0).astype(int)


def split_rows():
    "F3 and F4: random splits of many cases, reported, saved and loaded."
    rng = np.random.default_rng(1)
    X = rng.normal(size=(1_000_000, 1))
    y = (X[:, 0] + rng.normal(size=len(X)) > 0).astype(int)
    splits = ShuffleSplit(200, test_size=0.1, random_state=0)
    held = {}
    memory = peak(lambda: held.update(run=evaluate({"a": Half()}, X, y, cv=splits)))
    yield Row("F3 200 random splits x 1e6, the run, memory", "300 MiB", memory, 300.0, 1.0, "MiB")
    yield within("F3 report of 200 random splits x 1e6", lambda: report(held["run"]), 8.0)
    models = {name: Half() for name in "abc"}
    run = evaluate(models, X[:100_000], y[:100_000], cv=splits)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run.npz"
        slower = max(seconds(lambda: run.save(path)), seconds(lambda: Evaluation.load(path)))
        yield Row("F4 save or load 200 splits x 1e5 x 3 models", "1 s", slower, 1.0, 1.0)


def few_left_out(model, X, y, folds=50):
    "scikit-learn's leave-one-out on a few of its splits."
    for train, test in islice(LeaveOneOut().split(X), folds):
        clone(model).fit(X[train], y[train]).predict(X[test])


def learner_rows():
    "F6 to F9: learners as people write them."
    X, t = make_regression(5000, 20, noise=5, random_state=0)
    ours = lambda: evaluate(LinearRegression(), X, t, cv=LeaveOneOut()).losses(squared)
    peer = lambda: few_left_out(LinearRegression(), X, t)
    name = "F6 leave-one-out with losses, least squares, n = 5000 (P17)"
    yield versus(name, ours, peer, 1 / 400, "sklearn, 50 of 5,000 fits", 3, 100)
    A, b = load_breast_cancer(return_X_y=True)
    draws = Bootstrap(200, 1)
    ours = lambda: evaluate(LinearRegression(), A, b + 0.5, cv=draws)
    peer = lambda: [
        LinearRegression().fit(A[i], b[i] + 0.5).predict(A[j]) for i, j in draws.split(A)
    ]
    yield versus("F7 least squares as they come, B = 200 (P4)", ours, peer, 1 / 25, "bare loop", 3)
    C, c = make_classification(500, 20, random_state=0)
    ours = lambda: evaluate(LogisticRegression(), C, c, cv=LeaveOneOut())
    peer = lambda: few_left_out(LogisticRegression(), C, c)
    name = "F8 leave-one-out, LogisticRegression(), n = 500 (P18)"
    yield versus(name, ours, peer, 1 / 20, "sklearn, 50 of 500 fits", 3, 10)
    folds = KFold(5, shuffle=True, random_state=0)
    for learner, target in ((KNeighborsClassifier(), b), (Ridge(), b + 0.5)):
        ours = lambda: permutation_test_labels(
            learner, A, target, cv=folds, n_resamples=1000, random_state=0
        )
        peer = lambda: permutation_test_score(learner, A, target, cv=folds, n_permutations=20)
        name = f"F9 1,000 label shuffles, {type(learner).__name__}"
        yield versus(name, ours, peer, 1 / 30, "sklearn, 20 of 1,000", 1, 1001 / 21)


class Sleepy(GaussianNB):
    "A learner that waits for a fifth of a second."

    def fit(self, X, y):
        time.sleep(0.2)
        return super().fit(X, y)


def worker_rows():
    "F10: wall time of twenty fits of .2 s on two workers that are there already."
    X, y = load_breast_cancer(return_X_y=True)
    folds = KFold(20)
    Parallel(n_jobs=2)(delayed(abs)(i) for i in range(4))
    evaluate({"a": Sleepy()}, X, y, cv=KFold(4), n_jobs=2)
    walls = []
    for _ in range(3):
        start = time.perf_counter()
        evaluate({"a": Sleepy()}, X, y, cv=folds, n_jobs=2)
        walls.append(time.perf_counter() - start)
    yield Row("F10 20 fits of .2 s, n_jobs=2, wall time", "2.15 s", min(walls), 2.15, 1.0)


COMMAND = "import runpy, sys\nsys.argv = {words!r}\ntry:\n    runpy.run_module('evalbook', run_name='__main__')\nexcept SystemExit:\n    pass\n"


PARTS = """import io
import pandas
from matplotlib.figure import Figure
from sklearn.datasets import load_breast_cancer
from sklearn.dummy import DummyClassifier
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import RepeatedStratifiedKFold
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier
X, y = load_breast_cancer(return_X_y=True)
tree = DecisionTreeClassifier(min_samples_leaf=5)
learners = DummyClassifier(), LogisticRegression(max_iter=2000), KNeighborsClassifier(), tree
for train, test in RepeatedStratifiedKFold(n_splits=5, n_repeats=6, random_state=0).split(X, y):
    for learner in learners:
        model = make_pipeline(SimpleImputer(strategy="median"), StandardScaler(), learner)
        model.fit(X[train], y[train])
        model.predict(X[test]), model.predict_proba(X[test])
for _ in range(3):
    figure = Figure(layout="constrained")
    figure.subplots().plot(range(9), range(9), label="a line")
    figure.savefig(io.StringIO(), format="svg")
"""  # what a report of 569 rows cannot do without: imports, 120 fits, three pictures


def least_process(code):
    "The least processor time of three fresh processes; the first may have to compile modules."
    return min(process(code)[0] for _ in range(3))


def command_rows():
    "F5, F11 and F12: whole processes, in processor time."
    rng = np.random.default_rng(2)
    y = rng.integers(0, 2, 1_000_000)
    with tempfile.TemporaryDirectory() as folder:
        words = ["evalbook", "compare"]
        for name, answers in right_nine_times(y, 2, rng).items():
            words.append(str(Path(folder) / f"{name}.csv"))
            table = pd.DataFrame({"id": np.arange(len(y)), "y": y, "pred": answers})
            table.to_csv(words[-1], index=False)
        cpu = least_process(COMMAND.format(words=[*words, "--truth", "y"]))
        yield Row("F5 evalbook compare, two files of 1e6 rows", "1.5 s", cpu, 1.5, 1.0)
        words = ["evalbook", "report", "--out", str(Path(folder) / "report.html")]
        (cpu, _), (parts, _) = processes(COMMAND.format(words=words), PARTS, 3)
        name = "F11 evalbook report of 569 rows"
        yield Row(name, "its imports, fits and pictures alone", cpu, parts, 1.1)
    cpu = least_process("from evalbook import report")
    yield Row("F12 from evalbook import report", "0.5 s", cpu, 0.5, 1.0)


def memory_rows():
    "F13: bias-corrected cross-validation of 20 configurations."
    losses = np.random.default_rng(3).random((20, 100_000))
    held = peak(lambda: estimate_bbc_cv(losses, n_resamples=100, random_state=0))
    name = "F13 BBC-CV of 20 configurations, n = 1e5, memory"
    yield Row(name, "32 MiB", held, 32.0, 1.0, "MiB")


def rows():
    "All of them."
    yield from report_rows()
    yield from split_rows()
    yield from learner_rows()
    yield from worker_rows()
    yield from command_rows()
    yield from memory_rows()
