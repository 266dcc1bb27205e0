"""The README says through which files a call runs: each of them is entered when the call is made."""

import re
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import evalbook
from evalbook.practice import command

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = Path(evalbook.__file__).parent
ROWS = dict(
    re.findall(r"^\| `(.+?)`.*? \| (`\w+\.\w+`.+?) \|$", (ROOT / "README.md").read_text(), re.M)
)


def entered(call) -> set[str]:
    "The modules of the package of which a call runs a function."
    files = set()
    sys.setprofile(lambda frame, *_: files.add(frame.f_code.co_filename))
    try:
        call()
    finally:
        sys.setprofile(None)
    ours = (Path(f) for f in files if f.startswith(str(PACKAGE)))
    return {".".join(f.relative_to(PACKAGE).with_suffix("").parts) for f in ours}


@pytest.fixture
def calls(tmp_path, monkeypatch):
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(120, 3)), rng.integers(0, 2, 120)
    a, b = rng.random(120) < 0.8, rng.random(120) < 0.7
    for name, right in (("a", a), ("b", b)):
        table = {"id": range(120), "y": y, "prediction": np.where(right, y, 1 - y)}
        pd.DataFrame(table).to_csv(tmp_path / f"{name}.csv", index=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", "evalbook compare a.csv b.csv --truth y".split())
    models = {"bayes": GaussianNB(), "tree": DecisionTreeClassifier(random_state=0)}
    run = evalbook.evaluate(models, X, y, random_state=0, progress=False)
    result = evalbook.mcnemar(a, b)
    return {
        "mcnemar(a, b).pvalue": lambda: evalbook.mcnemar(a, b).pvalue,
        "ttest_corrected(a, b, n_train=90, n_test=10)": lambda: evalbook.ttest_corrected(
            rng.random(10), rng.random(10), n_train=90, n_test=10
        ),
        'interval_bca((y, predicted), "f1")': lambda: evalbook.interval_bca((y, y * a), "f1"),
        "print(result)": lambda: print(result),
        "evaluate(models, X, y)": lambda: evalbook.evaluate(models, X, y, random_state=0).scores(),
        "report(run)": lambda: print(evalbook.report(run)),
        "evalbook compare a.csv b.csv": command.main,
    }


def test_a_call_runs_through_the_files_that_the_readme_names(calls):
    assert ROWS.keys() == calls.keys()
    for words, call in calls.items():
        named = set(re.findall(r"`(\w+\.\w+)`", ROWS[words]))
        assert named - entered(call) <= {"core.methods"}, words  # a table, which has no function
