"""A call whose arguments do not fit is answered by the names that the function has, and by a line that runs."""

from __future__ import annotations

import inspect
import pickle

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.linear_model import LogisticRegression
from sklearn.tree import DecisionTreeClassifier

import evalbook

RNG = np.random.default_rng(0)
A, B = (RNG.random(60) < 0.8).astype(int), (RNG.random(60) < 0.7).astype(int)
X, Y = load_iris(return_X_y=True)
LINES, TREE = LogisticRegression(max_iter=500), DecisionTreeClassifier(max_depth=2, random_state=0)
NAMES = {
    "np": np,
    **{"a": A, "b": B, "cluster": np.repeat(range(20), 3), "losses": RNG.normal(size=60)},
    **{"scores": RNG.random((7, 3)), "correct": RNG.integers(0, 2, (12, 20)), "first": A, "second": B},
    **{"clusters": np.repeat(range(20), 3), "model": TREE, "models": {"line": LINES, "tree": TREE}, "X": X, "y": Y, "estimators": TREE},
}
FITTED = NAMES | {"a": LINES, "b": TREE}

CALLS = [  # function, arguments, options, names for the line
    ("ztest_clustered", (A, B), {"clusters": NAMES["cluster"]}, NAMES),
    ("interval_proportion", (45, 50), {"method": "wilson", "alpha": 0.05}, NAMES),
    ("mcnemar_counts", (15, 5), {"exact": True, "alternative": "greater"}, NAMES),
    ("estimate_pass", ([20, 20], [3, 5]), {"k": 1}, NAMES | {"correct": [3, 5]}),
    ("estimate_agreement", (A, B), {}, NAMES),
    ("plan_mcnemar", (0.70, 0.73), {"power": 0.8}, NAMES),
    ("win_tie_loss", (NAMES["scores"],), {"control": "SVM"}, NAMES),
    ("report", ("correct ~ model",), {"data": None}, NAMES),
    ("estimate_mean", (NAMES["losses"],), {"weights": A, "clusters": A}, NAMES),
    ("estimate_kfold", (TREE, X, Y), {"k": 5}, NAMES),
    ("estimate_632", (TREE, X, Y), {"random_state": 0}, NAMES),
    ("ttest_5x2cv", (LINES, TREE, X, Y), {"random_seed": 1}, FITTED),
    ("ftest_5x2cv", (LINES, TREE, X, Y), {}, FITTED),
    ("ttest_corrected", (LINES, TREE, X, Y), {}, FITTED),
    ("evaluate", (TREE, X, Y), {"cv": 3, "verbose": 0}, NAMES),
    (
        "interval_percentile",
        ([1.0, 2.0, 4.0], np.mean),
        {"n_boot": 99, "seed": 1},
        NAMES | {"data": A, "statistic": np.mean},
    ),
]


@pytest.mark.parametrize("name, args, kwargs, names", CALLS, ids=[row[0] for row in CALLS])
def test_the_line_of_the_answer_runs(name, args, kwargs, names):
    "Python's own TypeError named no option; now the line after Write is run as it stands."
    function = getattr(evalbook, name)
    with pytest.raises(TypeError) as raised:
        function(*args, **kwargs)
    line = str(raised.value).splitlines()[-1].strip()
    exec(line, {n: getattr(evalbook, n) for n in evalbook.__all__} | globals() | names)


def test_alpha_is_one_minus_the_confidence_level():
    with pytest.raises(TypeError, match=r"confidence_level=0\.9\)"):
        evalbook.interval_proportion(45, 50, alpha=0.1)


def test_an_error_inside_of_a_function_stays_what_it_was():
    def wrong(x):
        raise TypeError("mine")

    with pytest.raises(TypeError, match="^mine$"):
        evalbook.interval_percentile([1.0, 2.0, 3.0], wrong, n_resamples=9)


def test_functions_stay_functions():
    "Pickled as themselves, with their own signature and name; losses are handed out as they are."
    from evalbook.measures import zero_one
    from evalbook.two_models import mcnemar

    assert pickle.loads(pickle.dumps(evalbook.mcnemar)) is evalbook.mcnemar
    assert inspect.signature(evalbook.mcnemar) == inspect.signature(mcnemar)
    assert (evalbook.mcnemar.__name__, evalbook.mcnemar.__doc__) == (mcnemar.__name__, mcnemar.__doc__)
    assert evalbook.zero_one is zero_one
