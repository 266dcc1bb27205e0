"""A run that is interrupted loses nothing that it finished, and a journal never answers for another run."""

import json
import os
import subprocess
import sys
import warnings
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import load_iris
from sklearn.linear_model import Ridge
from sklearn.model_selection import GridSearchCV, KFold
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
from sklearn.tree import DecisionTreeClassifier

import evalbook as eb
from evalbook.run import journal
from evalbook.run.one_fit import Fit
from evalbook.run.storing import packed
from tests.reliability.killed import campaign

X, Y = load_iris(return_X_y=True)
ROOT = Path(__file__).parent.parent


class Counting(ClassifierMixin, BaseEstimator):
    "Random labels; counts its fits in a file, and fails where it is told to."

    def __init__(self, log=None, fails=(), random_state=None):
        self.log, self.fails, self.random_state = log, fails, random_state

    def fit(self, X, y):
        if self.log:
            with open(self.log, "a") as file:
                file.write(".")
            if Path(self.log).stat().st_size in self.fails:
                raise RuntimeError("out of luck")
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.random.default_rng(self.random_state).choice(self.classes_, len(X))

    def predict_proba(self, X):
        return np.random.default_rng(self.random_state).dirichlet(
            np.ones(len(self.classes_)), len(X)
        )


def models(**more):
    return {"bayes": GaussianNB(), "random": Counting(), "tree": DecisionTreeClassifier(), **more}


def run(estimators=None, data=X, labels=Y, **options):
    plan = {
        "cv": KFold(5, shuffle=True, random_state=0),
        "response_method": "predict_proba",
        "random_state": 1,
    }
    return eb.evaluate(
        estimators or models(),
        data,
        labels,
        **{**plan, "scoring": ["accuracy", "roc_auc_ovr"], **options},
    )


def content(evaluation, times=False):
    "Everything in an evaluation, exactly; without the seconds that fits took."
    skip = () if times else ("fit_times",)
    return json.dumps(
        {
            f.name: packed(getattr(evaluation, f.name))
            for f in fields(evaluation)
            if f.name not in skip
        }
    )


def size(path):
    return len(Path(path).read_text())


def test_a_journal_changes_no_number_and_is_read_back_exactly(tmp_path):
    path = tmp_path / "run.jsonl"
    first = run(journal=path)
    assert content(first) == content(run())
    again = run(journal=path)
    assert content(again, times=True) == content(first, times=True)


@pytest.mark.parametrize(
    "labels",
    [
        Y.astype(float),
        np.array(list("abc"))[Y],
        np.array(list("abc"), object)[Y],
        Y > 0,
        Y.astype("int8"),
    ],
    ids=lambda labels: str(labels.dtype),
)
def test_labels_of_every_type_come_back_as_they_were(tmp_path, labels):
    options = {"labels": labels, "scoring": "accuracy", "journal": tmp_path / "run.jsonl"}
    assert content(run(**options), times=True) == content(run(**options), times=True)


def test_what_a_search_chose_and_a_regressor_said_come_back(tmp_path):
    search = {
        "s": GridSearchCV(
            KNeighborsClassifier(), {"n_neighbors": [1, 5], "weights": ["uniform"]}, cv=3
        )
    }
    first, again = (run(search, journal=tmp_path / "a.jsonl") for _ in range(2))
    assert content(first, times=True) == content(again, times=True) and first.choices["s"][0][
        "n_neighbors"
    ] in (1, 5)
    ridge = {"ridge": Ridge()}
    options = {"data": X[:, :3], "labels": X[:, 3], "response_method": "predict", "scoring": "r2"}
    first, again = (run(ridge, journal=tmp_path / "b.jsonl", **options) for _ in range(2))
    assert content(first, times=True) == content(again, times=True)


def test_a_file_cut_anywhere_is_repaired(tmp_path):
    path = tmp_path / "run.jsonl"
    expected = content(run(journal=path))
    whole = path.read_bytes()
    records, end = journal.sealed_lines(whole)
    assert end == len(whole)
    for cut in np.random.default_rng(0).integers(1, len(whole), 300):
        found, good = journal.sealed_lines(whole[:cut])
        assert found == records[: len(found)] and whole[good:cut].count(b"\n") == 0
    for cut in (5, 300, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:cut])
        assert content(run(journal=path)) == expected
        assert journal.sealed_lines(path.read_bytes())[1] == size(path)


def test_a_flipped_bit_never_gives_another_record(tmp_path):
    path = tmp_path / "run.jsonl"
    expected = content(run(journal=path))
    whole = path.read_bytes()
    known = [json.dumps(r) for r in journal.sealed_lines(whole)[0]]
    rng = np.random.default_rng(1)
    for place, bit in zip(rng.integers(len(whole), size=500), rng.integers(8, size=500)):
        damaged = bytearray(whole)
        damaged[place] ^= 1 << bit
        assert all(json.dumps(r) in known for r in journal.sealed_lines(bytes(damaged))[0])
    lines = whole.split(b"\n")
    lines[7] = lines[7].replace(b"A", b"B", 1)  # a damaged line inside costs its own fit alone
    path.write_bytes(b"\n".join(lines))
    assert content(run(journal=path)) == expected
    assert (
        path.read_bytes().startswith(b"\n".join(lines))
        and path.read_bytes().count(b"\n") == whole.count(b"\n") + 1
    )


@pytest.mark.parametrize(
    "change, words",
    [
        ({"data": X + 1e-12}, "other features"),
        ({"data": X[:, ::-1].copy()}, "other features"),
        ({"labels": np.where(Y == 2, 1, Y), "scoring": ["accuracy"]}, "other target"),
        (
            {"cv": KFold(5, shuffle=True, random_state=1)},
            "other splits .* Give the splitter a random_state",
        ),
        ({"cv": KFold(4, shuffle=True, random_state=0)}, "5 splits, .*here 4 splits"),
        (
            {"response_method": "predict", "scoring": "accuracy"},
            "other answers .there labels and probabilities",
        ),
        ({"scoring": "accuracy"}, "other scorers .there accuracy, roc_auc_ovr"),
        ({"random_state": 2}, "other seed .there 1; here 2"),
    ],
)
def test_a_journal_of_another_run_is_refused_by_name(tmp_path, change, words):
    path = tmp_path / "run.jsonl"
    run(journal=path)
    before = path.read_bytes()
    with pytest.raises(ValueError, match=words) as caught:
        run(journal=path, **change)
    assert "run.jsonl" in str(caught.value) and path.read_bytes() == before


def test_other_versions_and_other_weights_are_refused(tmp_path, monkeypatch):
    path, bayes = tmp_path / "run.jsonl", {"bayes": GaussianNB()}
    weights = np.linspace(0.5, 1, len(Y))
    run(bayes, journal=path, params={"sample_weight": weights})
    with pytest.raises(ValueError, match="other parameters"):
        run(bayes, journal=path, params={"sample_weight": weights[::-1]})
    known = journal.installed()
    monkeypatch.setattr(journal, "installed", lambda: known | {"numpy": "9.9"})
    with pytest.raises(ValueError, match=r"other numpy .*here 9\.9"):
        run(bayes, journal=path, params={"sample_weight": weights})


@pytest.mark.parametrize("text", ["a,b\n1,2\n", '{"a": 1}\n', "\n\n", '{"journal":5}', "\x00" * 40])
def test_a_file_that_is_no_journal_is_refused_and_left_alone(tmp_path, text):
    path = tmp_path / "data.csv"
    path.write_text(text)
    with pytest.raises(ValueError, match="something else"):
        run(journal=path)
    assert path.read_text() == text


def test_a_folder_or_a_missing_folder_is_refused(tmp_path):
    for path in (tmp_path, tmp_path / "nowhere" / "run.jsonl"):
        with pytest.raises(ValueError, match="a file that can be written"):
            run(journal=path)


def test_a_learner_added_later_keeps_the_finished_fits(tmp_path):
    path, log = tmp_path / "run.jsonl", str(tmp_path / "log")
    first = run({"random": Counting(log)}, journal=path)
    assert size(log) == 5
    both = run({"bayes": GaussianNB(), "random": Counting(log)}, journal=path)
    assert size(log) == 5 and both.names == ("bayes", "random")
    assert all(
        np.array_equal(p, q)
        for p, q in zip(first.probabilities["random"], both.probabilities["random"])
    )
    run({"random": Counting(log)}, journal=path, n_jobs=2)
    assert size(log) == 5


def test_a_learner_that_changed_is_fitted_anew_with_a_warning(tmp_path):
    path = tmp_path / "run.jsonl"
    knn = {k: run({"knn": KNeighborsClassifier(k)}) for k in (1, 15)}
    assert content(run({"knn": KNeighborsClassifier(1)}, journal=path)) == content(knn[1])
    with pytest.warns(UserWarning, match="'knn' is not the learner whose fits run.jsonl keeps"):
        assert content(run({"knn": KNeighborsClassifier(15)}, journal=path)) == content(knn[15])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert content(run({"knn": KNeighborsClassifier(1)}, journal=path)) == content(knn[1])


def doubled(X):
    return 2 * X


def halved(X):
    return X / 2


def test_the_key_of_a_learner_is_its_class_its_parameters_and_the_versions_of_their_packages(
    monkeypatch,
):
    def key(function=doubled, k=5):
        return journal.learner_key(
            "knn", make_pipeline(FunctionTransformer(function), KNeighborsClassifier(k))
        )

    assert (
        key() == key()
        and len({key(), key(halved), key(k=6), journal.learner_key("knn", GaussianNB())}) == 4
    )
    before = key()
    monkeypatch.setattr("sklearn.__version__", "0.0")
    assert key() != before


def test_a_journal_refuses_a_learner_that_has_no_key(tmp_path):
    nameless = make_pipeline(FunctionTransformer(lambda X: X), GaussianNB())
    said = (
        "a journal needs a learner 'bayes' that can be pickled, got (Can't|cannot) pickle .*lambda"
    )
    with pytest.raises(ValueError, match=said):
        run({"bayes": nameless}, journal=tmp_path / "run.jsonl")
    assert run({"bayes": nameless}).names == ("bayes",)


@pytest.mark.long
def test_keys_do_not_depend_on_the_process():
    "Sets, functions and arrays among the parameters: the same key under every seed of Python's hashes."
    code = """
import numpy as np, functools
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from sklearn.svm import SVC
from evalbook.run import journal
def chosen(X):
    return X
model = make_pipeline(
    FunctionTransformer(chosen, kw_args={"a": {"p", "q", "r"}}), StandardScaler(),
    SVC(kernel=functools.partial(np.dot), random_state=np.random.RandomState(0)),
)
print(journal.learner_key("one", model))
"""
    keys = set()
    for seed in "12":
        called = [sys.executable, "-c", code]
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        keys.add(
            subprocess.run(
                called, env=environment, check=True, capture_output=True, text=True
            ).stdout
        )
    assert len(keys) == 1


def test_failed_fits_are_tried_again_and_only_these(tmp_path):
    path, log = tmp_path / "run.jsonl", str(tmp_path / "log")
    with pytest.raises(eb.FailedFits, match="1 of 10 fits failed") as caught:
        run({"bayes": GaussianNB(), "random": Counting(log, fails=(3,))}, journal=path)
    assert caught.value.journal == path and "run.jsonl keeps the others" in str(caught.value)
    assert content(run({"bayes": GaussianNB(), "random": Counting(log, fails=(3,))}, journal=path))
    assert size(log) == 6
    with pytest.raises(eb.FailedFits) as caught:
        run({"random": Counting(log, fails=(7,))})
    assert caught.value.journal is None and "keeps" not in str(caught.value)


def test_without_a_seed_the_journal_knows_the_seed(tmp_path):
    path = tmp_path / "run.jsonl"
    first, again, other = (
        run(random_state=None, journal=p) for p in (path, path, tmp_path / "other.jsonl")
    )
    assert (
        content(first, times=True) == content(again, times=True)
        and first.about["seed"] != other.about["seed"]
    )


def test_two_workers_write_the_same_fits(tmp_path):
    first, path = run(), tmp_path / "run.jsonl"
    assert content(run(journal=path, n_jobs=2)) == content(first)
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:9]))
    assert content(run(journal=path, n_jobs=2)) == content(run(journal=path)) == content(first)


@pytest.mark.long
def test_a_second_process_is_told_so(tmp_path):
    path = tmp_path / "run.jsonl"
    run({"bayes": GaussianNB()}, journal=path)
    held = journal.Journal(path)
    code = f"from evalbook.run import journal\njournal.Journal({str(path)!r})"
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert "run.jsonl, which another run has open" in other.stderr
    with pytest.raises(ValueError, match="no other run uses"):
        run({"bayes": GaussianNB()}, journal=path)
    held.__exit__()
    run({"bayes": GaussianNB()}, journal=path)


def test_a_system_that_cannot_lock_says_so(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "fcntl", None)
    with pytest.warns(UserWarning, match="run.jsonl cannot be locked here"):
        run({"bayes": GaussianNB()}, journal=tmp_path / "run.jsonl")


FULL = """
import resource, signal, sys, warnings
from pathlib import Path
from evalbook.run.journal import Journal
from tests.test_journal import content, run
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
path, limit, keep, calls = Path(sys.argv[1]), int(sys.argv[2]), Journal.keep, []
def counted(self, job, fit):
    calls.append(job)
    if len(calls) == 10 and len(sys.argv) > 3:  # somebody makes room
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
    keep(self, job, fit)
Journal.keep = counted
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    found = run(journal=path)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
Path(sys.argv[1] + ".json").write_text(content(found))
print(*[w.message for w in said], sep="\\n")
"""


@pytest.mark.long
@pytest.mark.parametrize("limit, freed", [(200, False), (2500, True), (6000, False)])
def test_a_full_disk_costs_no_number_and_no_finished_line(tmp_path, limit, freed):
    path = tmp_path / "run.jsonl"
    called = [sys.executable, "-c", FULL, str(path), str(limit), *["freed"] * freed]
    done = subprocess.run(called, capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.count("could not be written") == 1 and "run.jsonl" in done.stdout
    assert (tmp_path / "run.jsonl.json").read_text() == content(run())
    records, end = journal.sealed_lines(path.read_bytes())
    assert end == path.stat().st_size and (end <= limit or freed)
    assert sum("fit" in r for r in records) == 15 if freed else len(records) < 18
    assert content(run(journal=path)) == content(run())


def test_a_fit_that_took_long_is_on_the_disk_at_once(tmp_path, monkeypatch):
    "Short fits wait for the second to pass; a long one may be followed by another that takes an hour."
    synced = []
    monkeypatch.setattr(journal.os, "fsync", synced.append)
    with journal.Journal(tmp_path / "run.jsonl") as kept:
        kept.keys["m"] = "key"
        kept.keep(("m", 0), Fit(np.zeros(2), seconds=0.1))
        assert not synced
        kept.keep(("m", 1), Fit(np.zeros(2), seconds=5.0))
        assert len(synced) == 1


@pytest.mark.long
def test_killed_twenty_times_it_loses_nothing():
    found = campaign(kills=20, n_fits=400, n_jobs=1, seed=0)
    assert found["kills"] >= 20 and found["lost"] == 0 and found["identical"] == found["runs"] > 0


def test_a_store_of_simulations_never_reads_half_a_number(tmp_path):
    from evalbook.laboratory.runs_of_cells import run_cells

    calls = []

    def cell(i):
        return lambda: calls.append(i) or {"value": 1 / (i + 3), "n": 1000 + i}

    path, cells = tmp_path / "store.csv", {(f"c{i}",): cell(i) for i in range(4)}
    expected = run_cells(path, ("name",), cells, progress=False)
    whole = path.read_bytes()
    for cut in range(0, len(whole), 9):
        path.write_bytes(whole[:cut])
        calls.clear()
        found = run_cells(path, ("name",), cells, progress=False)
        assert found["value"].astype(float).tolist() == expected["value"].astype(float).tolist()
        assert len(calls) == 4 - max(0, whole[:cut].count(b"\n") - 1) and path.read_bytes() == whole
