"""Calls of the public interface whose values are frozen; labels never change, and names follow the package.

`python -m tests.frozen_calls --write` computes the values of new labels and keeps those that are there;
`--replace LABEL` computes one label again.
"""

import argparse
import contextlib
import hashlib
import io
import json
import re
import tempfile
import warnings
from functools import cache, partial
from importlib import import_module
from pathlib import Path

import matplotlib
import numpy as np
import pandas as pd
from sklearn.datasets import load_iris
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LinearRegression
from sklearn.metrics import median_absolute_error
from sklearn.model_selection import (
    GridSearchCV,
    GroupKFold,
    KFold,
    LeaveOneOut,
    RepeatedKFold,
    ShuffleSplit,
)
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import evalbook as eb

matplotlib.use("Agg")
VALUES = Path(__file__).with_name("frozen_values.json")


# ---------------------------------------------------------------- from a result to numbers


def digest(text):
    "A text or bytes as a whole number below 2**52, which a float holds exactly."
    raw = text if isinstance(text, bytes) else str(text).encode()
    return int(hashlib.sha256(raw).hexdigest()[:13], 16)


def in_text(text):
    "The numbers that a text contains."
    return [float(v) for v in re.findall(r"(?<![\w.])-?\d+(?:\.\d+)?", text)]


def of_splits(pairs):
    "A hash of index sets, their order and repetitions included, and how many there are."
    pairs = [tuple(np.asarray(side).astype("<i8") for side in pair) for pair in pairs]
    return [digest(b"".join(a.tobytes() + b"|" + b.tobytes() + b";" for a, b in pairs)), len(pairs)]


def of_answers(y, answers):
    "One weighted sum of the predictions, or probabilities, of each split; labels count as class numbers."
    classes, found = np.unique(y), []
    for answer in answers:
        answer = np.asarray(answer)
        answer = (
            np.searchsorted(classes, answer) if answer.dtype.kind in "OUS" else answer.astype(float)
        )
        found.append(float(np.dot(np.ravel(answer), np.arange(1, answer.size + 1))))
    return found


DESIGNS = (  # places, not names, are frozen
    "one test set",
    "holdout",
    "k-fold",
    "5x2",
    "repeated k-fold",
    "random splits",
    "bootstrap",
    "resubstitution",
    "fold pairs",
    "half pairs",
    "one replaced",
    "in-sample",
    "unknown",
)
MORE = {
    "two-stage": "in-sample",
    "expanding window": "random splits",
}  # kinds that 0.1.0 did not tell apart


def place_of(kind):
    "The frozen place of a kind of design."
    return DESIGNS.index(MORE.get(kind, kind))


def fingerprint_of(e):
    "The hash of 0.1.0: of the target and of sorted index sets."
    y = (
        e.y.astype(float).tobytes()
        if e.y.dtype.kind in "biuf"
        else "\0".join(map(str, e.y)).encode()
    )
    found = hashlib.sha256(y)
    for train, test in e.splits:
        found.update(
            np.sort(train).astype("<i8").tobytes() + b"|" + np.sort(test).astype("<i8").tobytes()
        )
    return found.hexdigest()[:16] if e.splits else ""


def of_evaluation(e):
    "Fingerprint, splits, sizes, predictions, probabilities, stored scores and the fit on all data."
    answers = [
        of_answers(e.y, part[name]) for part in (e.predictions, e.probabilities) for name in part
    ]
    parts = [
        place_of(e.design.kind),
        digest(fingerprint_of(e)),
        of_splits(e.splits),
        e.n_train,
        e.n_test,
        answers,
        e.stored_scores,
    ]
    return numbers(parts + [e.apparent])


def of_limits(result):
    "The 95 % limits of a result that has a rule for them."
    return numbers(result.interval()) if getattr(result, "limits", None) is not None else []


KINDS = (  # attributes that tell a kind of result, and what of it is compared
    (("low", "high"), lambda r: [r.low, r.high, r.confidence_level]),
    (
        ("pairs", "adjusted"),
        lambda r: [r.omnibus, r.pvalues, r.adjusted, r.difference, r.standard_error, r.limits()],
    ),
    (("statistic", "pvalue"), lambda r: [r.statistic, r.pvalue, r.difference, r.standard_error]),
    (("law", "rope"), lambda r: [r.difference, tuple(r.probabilities), r.interval(), r.rope]),
    (("rejections", "rate"), lambda r: [r.rate, r.rejections, r.undefined, r.width, r.interval()]),
    (("value", "standard_error"), lambda r: [r.value, r.standard_error, of_limits(r)]),
    (("both_right", "both_wrong"), lambda r: [r.both_right, r.only_a, r.only_b, r.both_wrong]),
    (("gram", "n"), lambda r: [r.gram, r.n]),
    (("splits", "predictions"), of_evaluation),
    (
        ("findings", "answer"),
        lambda r: [r.estimates.sort_index()[["value", "low", "high"]], r.comparisons],
    ),
    (("chosen", "validation"), lambda r: [digest(r.chosen), r.validation, r.test, r.table]),
    (
        ("values", "fingerprint"),
        lambda r: [
            r.values,
            r.n_train,
            None if hasattr(r, "split") else r.n_test,
            getattr(r, "split", None),
        ],
    ),
)


def numbers(result):
    "Any result as a flat list of floats; texts count as hashes, None as nothing."
    if result is None:
        return []
    if isinstance(result, str):
        return [float(digest(result))]
    if isinstance(result, (pd.DataFrame, pd.Series, pd.Index)):
        frame = pd.DataFrame(result)
        return numbers([frame[c].to_numpy(float) for c in frame.select_dtypes(["number", "bool"])])
    for attributes, parts in KINDS:
        if all(hasattr(result, a) for a in attributes) and not isinstance(result, type):
            return numbers(parts(result))
    if hasattr(result, "items"):
        return numbers(list(result.values()))
    if isinstance(result, (list, tuple)):
        return [v for part in result for v in numbers(part)]
    array = np.asarray(result)
    return (
        numbers(array.ravel().tolist())
        if array.dtype.kind in "US"
        else array.astype(float).ravel().tolist()
    )


def notes(result):
    "Codes of the notes of a result, or of the results in it; in a batch with the entries they are about."
    if isinstance(result, (list, tuple)) and not hasattr(result, "notes"):
        return [code for part in result for code in notes(part)]
    own, found = getattr(result, "notes", ()), []
    for note in own if isinstance(own, (list, tuple)) else ():
        where = getattr(note, "where", None)
        found.append(
            note.code
            + ("" if where is None else " " + "".join("01"[int(w)] for w in np.ravel(where)))
        )
    inner = [getattr(result, "omnibus", None), getattr(result, "comparisons", None)]
    return found + [
        code
        for part in inner
        if part is not None and not isinstance(part, pd.DataFrame)
        for code in notes(part)
    ]


def refused(call):
    "Whether a call raises: 0 nothing, 1 a ValueError, 2 another error."
    try:
        call()
    except Exception as error:
        return 1 if isinstance(error, ValueError) else 2
    return 0


def quiet(call):
    "The result of a call without its warnings, and how many it gave."
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        result = call()
    return result, len(caught)


# ---------------------------------------------------------------- data: results of models

RNG = np.random.default_rng(20)
N = 60
EASY = RNG.random(N)  # how easy a case is: it makes models agree
A, B, C, D = (
    ((0.5 * EASY + 0.5 * RNG.random(N)) > cut).astype(int) for cut in (0.25, 0.32, 0.40, 0.55)
)
CORRECT = {"a": A, "b": B, "c": C, "d": D}
CLUSTER = np.arange(N) // 4
MANY_A, MANY_B = (RNG.random((5, 40)) < 0.8).astype(int), (RNG.random((5, 40)) < 0.7).astype(int)
MANY_B[0], MANY_B[1] = MANY_A[0], np.where(np.arange(40) < 3, 1 - MANY_A[1], MANY_A[1])
BIG_A, BIG_B = (RNG.random(400) < 0.85).astype(int), (RNG.random(400) < 0.78).astype(int)
ONES, ZEROS = np.ones(12, int), np.zeros(12, int)
TABLE = eb.Contingency(40, 12, 5, 8)

LOSS_A, LOSS_B = RNG.exponential(1.0, 25), RNG.exponential(1.4, 25)
LOSSES_A, LOSSES_B = RNG.exponential(1.0, (3, 20)), RNG.exponential(1.2, (3, 20))
LOSSES_B[0], LOSSES_B[1] = LOSSES_A[0], LOSSES_A[1] + 0.5
STEPS_A, STEPS_B = RNG.integers(0, 6, 25), RNG.integers(0, 7, 25)  # many ties

SCORE_A = 0.80 + 0.04 * RNG.normal(size=10)
SCORE_B = SCORE_A - 0.02 + 0.03 * RNG.normal(size=10)
SCORES_A = 0.80 + 0.04 * RNG.normal(size=(4, 10))
SCORES_B = SCORES_A - 0.02 + 0.03 * RNG.normal(size=(4, 10))
SCORES_B[0], SCORES_B[1] = SCORES_A[0], SCORES_A[1] - 0.25
FIVE_A, FIVE_B = 0.8 + 0.05 * RNG.normal(size=(5, 2)), 0.77 + 0.05 * RNG.normal(size=(5, 2))
FIVES_A, FIVES_B = 0.8 + 0.05 * RNG.normal(size=(3, 5, 2)), 0.77 + 0.05 * RNG.normal(size=(3, 5, 2))
FIVES_B[0], FIVES_B[1] = FIVES_A[0], FIVES_A[1] - 0.25
FOLDED_A, FOLDED_B = (
    eb.core.Scores(v, design=eb.core.Design("k-fold", (10,), 90, 10)) for v in (SCORE_A, SCORE_B)
)
DRAWN_A, DRAWN_B = (
    eb.core.Scores(v, design=eb.core.Design("random splits", (10,), 60, 30))
    for v in (SCORE_A, SCORE_B)
)
UNEVEN = np.array([10, 10, 10, 10, 10, 10, 10, 10, 14, 14])

TRUTH = RNG.integers(0, 2, 50)
GUESS_A, GUESS_B = (np.where(RNG.random(50) < p, TRUTH, 1 - TRUTH) for p in (0.85, 0.72))
RANK_A, RANK_B = (TRUTH * shift + RNG.normal(size=50) for shift in (1.5, 0.9))
TIED_A, TIED_B = RANK_A.round(), RANK_B.round()
CHANCE = RNG.dirichlet([2, 1, 1], 12)
THREE = np.array(list("abcabcabcaab"))
GUESSED = np.array(list("abcabbaacaac"))
COSTS = np.array([[0.0, 1.0, 4.0], [2.0, 0.0, 1.0], [5.0, 3.0, 0.0]])
VALUE, FORECAST_A, FORECAST_B = RNG.normal(size=30), RNG.normal(size=30), RNG.normal(size=30)

ROUNDS, CASES = 12, 20
COUNTS = RNG.multinomial(CASES, np.full(CASES, 1 / CASES), ROUNDS)
ALL_LOSSES = RNG.random((ROUNDS, CASES))
SPLIT, CASE = np.nonzero(COUNTS == 0)
OUTSIDE = eb.bootstrap.error.OutOfBag(
    ALL_LOSSES[SPLIT, CASE], CASE, SPLIT, n_cases=CASES, counts=COUNTS
)
PLAIN = eb.core.Losses(ALL_LOSSES[SPLIT, CASE], CASE, SPLIT, n_cases=CASES)
TWO_MODELS = eb.bootstrap.error.OutOfBag(
    np.stack([ALL_LOSSES[SPLIT, CASE], RNG.random(len(CASE))]),
    CASE,
    SPLIT,
    n_cases=CASES,
    counts=COUNTS,
)
APPARENT = RNG.random(CASES) * 0.4
FEW_ROUNDS = eb.bootstrap.error.OutOfBag(
    ALL_LOSSES[:1, COUNTS[0] == 0][0],
    np.flatnonzero(COUNTS[0] == 0),
    None,
    n_cases=CASES,
    counts=COUNTS[:1],
)

R, K = 2, 4
FOLDS = np.stack([RNG.permutation(np.arange(CASES) % K) for _ in range(R)])
OUTER, INNER = RNG.random((R, CASES)), RNG.random((R, CASES, K))
GRID = RNG.normal(0.8, 0.03, (6, 8))  # scores of configurations on splits
GRID_LOSSES = RNG.random((5, 40))
HALVES = RNG.normal(0.8, 0.03, (3, 2, 10))  # scores of splits inside the halves of three halvings
RIGHT = eb.core.as_measure(eb.core.correctness)
POOLED = eb.core.Losses(LOSS_A, split=np.arange(25) % 5, design=eb.core.Design("k-fold"))
POOLED_A, POOLED_B = (
    eb.core.Losses(v, split=np.arange(N) % 5, design=eb.core.Design("k-fold"), measure=RIGHT)
    for v in (A, B)
)
REPEATED = eb.core.Losses(
    np.tile(A, 2),
    case=np.tile(np.arange(N), 2),
    split=np.arange(2 * N) // N,
    design=eb.core.Design("repeated k-fold"),
    measure=RIGHT,
)


def spread_of(x):
    "A statistic without an exact law: the standard deviation."
    return float(np.std(x))


def error_of(x):
    "Its rough standard error."
    return float(np.std(x) / np.sqrt(2 * len(x)))


def own_accuracy(y, p):
    "Accuracy as a metric of one's own."
    return float(np.mean(y == p))


# ---------------------------------------------------------------- data: evaluations

IRIS_X, IRIS_Y = load_iris(return_X_y=True)
X = np.random.default_rng(21).normal(size=(48, 3))
Y = (X[:, 0] + 0.8 * np.random.default_rng(22).normal(size=48) > 0).astype(int)
Z = X @ [1.0, -0.5, 0.2] + 0.5 * np.random.default_rng(23).normal(size=48)
GROUPS = np.arange(48) // 3

SPLITTERS = {
    "k-fold": lambda: KFold(4, shuffle=True, random_state=1),
    "uneven k-fold": lambda: KFold(5, shuffle=True, random_state=1),
    "leave one out": lambda: LeaveOneOut(),
    "groups": lambda: GroupKFold(4),
    "repeated": lambda: RepeatedKFold(n_splits=3, n_repeats=2, random_state=1),
    "resampled": lambda: ShuffleSplit(6, test_size=0.25, random_state=1),
    "holdout": lambda: ShuffleSplit(1, test_size=0.5, random_state=1),
    "5x2": lambda: eb.five_by_two(1),
    "bootstrap": lambda: eb.Bootstrap(12, random_state=1, apparent=True),
    "fold pairs": lambda: eb.core.FoldPairs(3, 2, random_state=1),
    "half pairs": lambda: eb.core.HalfPairs(3, 2, test_size=0.2, random_state=1),
    "one replaced": lambda: eb.core.OneReplaced(2, random_state=1),
    "in-sample": lambda: eb.core.InSampleBootstrap(8, random_state=1),
    "two-stage": lambda: eb.core.TwoStage(6, 3, random_state=1),
}


def learners():
    "Classifiers that give the same answers in every version of their library."
    return {
        "bayes": GaussianNB(),
        "neighbours": KNeighborsClassifier(3),
        "baseline": DummyClassifier(),
    }


def regressors():
    "Regressors of the same kind."
    return {"line": LinearRegression(), "tree": DecisionTreeRegressor(max_depth=2, random_state=0)}


@cache
def run(design, **how):
    "An evaluation of the classifiers on a design, made once."
    groups = GROUPS if design == "groups" else None
    cv = SPLITTERS[design]()
    return eb.evaluate(
        learners(), X, Y, cv=cv, groups=groups, random_state=3, progress=False, **how
    )


@cache
def run_regression(design):
    "An evaluation of the regressors on a design."
    return eb.evaluate(regressors(), X, Z, cv=SPLITTERS[design](), random_state=3, progress=False)


@cache
def run_chances(design):
    "An evaluation that keeps probabilities."
    return run(design, response_method="predict_proba")


@cache
def search():
    "A finished grid search."
    grid = {"n_neighbors": [1, 3, 5, 9]}
    return GridSearchCV(
        KNeighborsClassifier(), grid, cv=KFold(4, shuffle=True, random_state=2)
    ).fit(X, Y)


@cache
def nested():
    "Nested cross-validation of a search."
    inner = GridSearchCV(KNeighborsClassifier(), {"n_neighbors": [1, 5]}, cv=KFold(3))
    return eb.evaluate(
        {"search": inner, "bayes": GaussianNB()}, X, Y, cv=KFold(4), random_state=1, progress=False
    )


class Fails(GaussianNB):
    "A classifier that refuses the training sets without case 0."

    def fit(self, X_, y_, **more):
        "Fit, or not."
        if not (X_ == X[0]).all(1).any():
            raise RuntimeError("case 0 is missing")
        return super().fit(X_, y_, **more)


def run_failing(**how):
    "An evaluation of which one fit fails."
    models = {"bayes": GaussianNB(), "fails": Fails()}
    return eb.evaluate(models, X, Y, cv=KFold(4), random_state=1, progress=False, **how)


def failed_partly():
    "The evaluation that an error of failed fits carries."
    try:
        run_failing()
    except eb.FailedFits as error:
        return error.evaluation.without_failures()


def one_test_set(**how):
    "An evaluation of finished predictions."
    return eb.Evaluation.from_predictions(
        TRUTH, {"a": GUESS_A, "b": GUESS_B, "c": 1 - TRUTH}, **how
    )


def one_test_set_of_numbers():
    "The same of numbers."
    return eb.Evaluation.from_predictions(VALUE, {"a": FORECAST_A, "b": FORECAST_B})


def command(*words):
    "The exit code of the command on a small table of finished predictions, and the numbers in its first table."
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()) as out:
        path = Path(folder) / "predictions.csv"
        pd.DataFrame({"truth": TRUTH, "a": GUESS_A, "b": GUESS_B}).to_csv(path, index=False)
        with contextlib.redirect_stderr(io.StringIO()):
            code = import_module("evalbook.practice.command").main(
                [str(path) if w == "TABLE" else w for w in words]
            )
    lines = [
        line for line in out.getvalue().splitlines() if re.match(r"\s*(a|b|tree|baseline)\s", line)
    ]
    return [code] + in_text("\n".join(lines))


# ---------------------------------------------------------------- the calls


def each(label, options, call):
    "A call for each option; {word of the label: option} keeps a label when its option gets another name."
    named = options if isinstance(options, dict) else dict(zip(options, options))
    return {f"{label}, {word}": partial(call, option) for word, option in named.items()}


OF_LOSSES = {
    "zero-one loss": lambda: eb.zero_one(THREE, GUESSED),
    "correctness": lambda: eb.core.correctness(TRUTH, GUESS_A),
    "correctness of several models": lambda: eb.core.correctness(
        TRUTH, {"a": GUESS_A, "b": GUESS_B}
    ),
    "correctness warns of unseen labels": lambda: quiet(
        lambda: eb.core.correctness([0, 1, 1], [0, 1, 2])
    ),
    "squared loss": lambda: eb.squared(VALUE, FORECAST_A),
    "absolute loss": lambda: eb.absolute(VALUE, FORECAST_A),
    "quadratic loss": lambda: eb.core.quadratic(THREE, CHANCE),
    "quadratic loss of two classes": lambda: eb.core.quadratic([0, 1, 1], [0.2, 0.7, 0.4]),
    "informational loss": lambda: eb.core.informational(THREE, CHANCE, classes=["a", "b", "c"]),
    "informational loss with a floor": lambda: eb.core.informational(
        [0, 1, 1], [0.0, 0.0, 1.0], floor=1e-6
    ),
    "informational loss that is infinite": lambda: quiet(
        lambda: eb.core.informational([0, 1], [0.0, 0.0])
    ),
    "loss with options": lambda: eb.core.losses.with_options(eb.core.informational, floor=0.3)(
        THREE, CHANCE
    ),
    "cost of predictions": lambda: eb.core.cost(THREE, GUESSED, COSTS, ["a", "b", "c"]),
    "decisions of least cost": lambda: np.searchsorted(
        ["a", "b", "c"], eb.core.least_cost(CHANCE, COSTS, ["a", "b", "c"])
    ),
    "cost of decisions": lambda: eb.core.decision_cost(THREE, CHANCE, ["a", "b", "c"], COSTS),
    "zero-one loss refuses fractions": lambda: refused(lambda: eb.zero_one([0, 1], [0.5, 1])),
}

OF_RESULTS = {
    "interval as a pair": lambda: [
        *eb.Interval(0.1, 0.3),
        eb.Interval(0.1, 0.3).width,
        0.2 in eb.Interval(0.1, 0.3),
    ],
    "estimate with limits": lambda: eb.Estimate(
        "x", 1.0, 0.5, lambda level: (1 - level, 1 + level)
    ),
    "normal null": lambda: [
        eb.core.results.Null("normal").pvalue([-1.0, 0.0, 2.5], s)
        for s in ("two-sided", "less", "greater")
    ],
    "t null": lambda: [
        eb.core.results.Null("t", (7,)).pvalue([-1.0, 0.0, 2.5], s)
        for s in ("two-sided", "less", "greater")
    ],
    "chi-square null": lambda: eb.core.results.Null("chi2", (3,)).pvalue([0.0, 1.0, 12.0]),
    "F null": lambda: [
        eb.core.results.Null("f", (10, 5)).pvalue([0.0, 1.0, 12.0]),
        eb.core.results.Null("f", (10, 5)).quantile(0.9),
    ],
    "binomial null": lambda: [
        eb.core.results.Null("binomial", (9, 0.5)).pvalue([0, 4, 8], s)
        for s in ("two-sided", "less")
    ],
    "binomial null, mid-p": lambda: [
        eb.core.results.Null("binomial", (9, 0.5), "mid-p").pvalue([0, 4, 8], s)
        for s in ("two-sided", "greater")
    ],
    "empirical null": lambda: eb.core.results.Null("empirical", (LOSS_A - 1,), "empirical").pvalue(
        [0.5, 2.0], "greater"
    ),
    "comparison of one's own": lambda: eb.Comparison(
        "z",
        np.array([0.0, 3.0]),
        eb.core.results.Null("normal"),
        "greater",
        np.array([0.0, 0.3]),
        0.1,
    ),
    "interval of a one-sided comparison": lambda: eb.Comparison(
        "z", 3.0, eb.core.results.Null("normal"), "greater", 0.3, 0.1
    ).interval(),
    "tiny p-value by its logarithm": lambda: (
        eb.Comparison("z", 60.0, eb.core.results.Null("normal")).log10_pvalue
    ),
    "note that forces p": lambda: eb.Comparison(
        "z", 1.0, eb.core.results.Null("normal"), notes=(eb.core.Note("identical"),)
    ),
    "p-values that notes force": lambda: list(eb.core.results.DEGENERATE.values()),
    "scores by name": lambda: eb.core.Scores(
        SCORES_A, names=("a", "b", "c", "d"), design=eb.core.Design(n_train=90, n_test=10)
    )["c"],
    "losses by name": lambda: eb.core.Losses(LOSSES_A, names=("a", "b", "c"))["b"],
}

OF_ONE_MODEL = {
    **each(
        "proportion",
        {
            m: m.replace("exact", "clopper-pearson")
            for m in ("wilson", "exact", "wald", "agresti-coull", "jeffreys")
        },
        lambda m: eb.interval_proportion([0, 7, 20], [20, 20, 20], method=m),
    ),
    "proportion at 80 %": lambda: eb.interval_proportion(45, 50, confidence_level=0.8),
    "accuracy": lambda: eb.estimate_accuracy(A),
    "accuracy of a batch": lambda: eb.estimate_accuracy(MANY_A),
    "accuracy of repeated folds": lambda: eb.estimate_accuracy(REPEATED),
    "mean loss": lambda: eb.estimate_mean(LOSS_A),
    "mean loss at 80 %": lambda: eb.estimate_mean(LOSS_A).interval(0.8),
    "mean loss of pooled folds": lambda: eb.estimate_mean(POOLED),
    "mean of constant losses": lambda: eb.estimate_mean([LOSS_A[:5], np.full(5, 0.1)]),
    "mean of repeated holdouts": lambda: eb.holdout.estimate_repeated_holdout(DRAWN_A),
    "mean of folds": lambda: eb.estimate_kfold(SCORE_A),
    "mean of folds, pooled": lambda: eb.estimate_kfold(SCORE_A, n_test=UNEVEN, method="pooled"),
    "mean of folds, uneven": lambda: eb.estimate_kfold(SCORE_A, n_test=UNEVEN),
    "mean of folds from losses": lambda: eb.estimate_kfold(POOLED, method="pooled"),
    "area under the curve": lambda: eb.estimate_auc(TRUTH, RANK_A),
    "area under the curve, ties, other class": lambda: eb.estimate_auc(
        TRUTH, np.stack([TIED_A, TIED_B]), positive=0
    ),
    "area under a perfect curve": lambda: eb.estimate_auc([0, 0, 1, 1], [1, 2, 3, 4]),
}

OF_BOOTSTRAP = {
    "inclusion probability": lambda: eb.bootstrap.inclusion_probability([1, 2, 10, 1000]),
    "inclusion probability by size": lambda: eb.bootstrap.inclusion_probability(10, [0, 5, 10]),
    "percentile, right or wrong": lambda: eb.bootstrap.interval_percentile(A),
    "percentile, small sample enumerated": lambda: eb.bootstrap.interval_percentile(LOSS_A[:6]),
    "percentile, drawn": lambda: eb.bootstrap.interval_percentile(
        LOSS_A, n_resamples=400, method="draws", random_state=1
    ),
    "percentile, batch": lambda: eb.bootstrap.interval_percentile(MANY_A, confidence_level=0.9),
    "percentile, constant": lambda: eb.bootstrap.interval_percentile(ONES),
    "percentile, F1": lambda: eb.bootstrap.interval_percentile(
        (TRUTH, GUESS_A), "f1", n_resamples=300, random_state=1
    ),
    "percentile, difference of kappa": lambda: eb.bootstrap.interval_percentile(
        (TRUTH, GUESS_A, GUESS_B), "kappa", n_resamples=300, random_state=1
    ),
    "percentile, pooled folds": lambda: eb.bootstrap.interval_percentile(POOLED_A),
    "basic, right or wrong": lambda: eb.bootstrap.interval_basic(A),
    "basic, drawn": lambda: eb.bootstrap.interval_basic(
        LOSS_A, n_resamples=400, method="draws", random_state=1
    ),
    "basic, own statistic": lambda: eb.bootstrap.interval_basic(
        LOSS_A, spread_of, n_resamples=300, random_state=1
    ),
    "BCa, right or wrong": lambda: eb.interval_bca(A),
    "BCa, mean of losses": lambda: eb.interval_bca(LOSS_A),
    "BCa, drawn": lambda: eb.interval_bca(LOSS_A, n_resamples=400, method="draws", random_state=1),
    "BCa, area under the curve": lambda: eb.interval_bca(
        (TRUTH, RANK_A), "auc", n_resamples=300, random_state=1
    ),
    "BCa, own statistic": lambda: eb.interval_bca(
        LOSS_A, spread_of, n_resamples=300, random_state=1
    ),
    "bootstrap-t, right or wrong": lambda: eb.bootstrap.interval_bootstrap_t(A),
    "bootstrap-t, drawn": lambda: eb.bootstrap.interval_bootstrap_t(
        LOSS_A, n_resamples=400, method="draws", random_state=1
    ),
    "bootstrap-t, own statistic": lambda: eb.bootstrap.interval_bootstrap_t(
        LOSS_A, spread_of, standard_error=error_of, n_resamples=200, random_state=1
    ),
    "bootstrap-t, endless": lambda: eb.bootstrap.interval_bootstrap_t([0, 0, 0, 1]),
    "draws of a mean": lambda: eb.bootstrap.draw_bootstrap(LOSS_A, n_resamples=50, random_state=1),
    "draws of a batch": lambda: eb.bootstrap.draw_bootstrap(
        LOSSES_A, n_resamples=20, random_state=1
    ),
    "draws of a metric": lambda: eb.bootstrap.draw_bootstrap(
        (TRUTH, GUESS_A), "balanced_accuracy", n_resamples=50, random_state=1
    ),
    **each(
        "bootstrap of a metric",
        ("accuracy", "balanced_accuracy", "f1", "f1_macro", "precision", "recall", "mcc", "kappa"),
        lambda m: eb.estimate_bootstrap((TRUTH, GUESS_A), m, n_resamples=200, random_state=1),
    ),
    "bootstrap of the mean, exact": lambda: eb.estimate_bootstrap(LOSS_A, method="exact"),
    "bootstrap of the area": lambda: eb.estimate_bootstrap(
        (TRUTH, RANK_A), "auc", n_resamples=200, random_state=1
    ),
    "bootstrap of a rare class": lambda: eb.estimate_bootstrap(
        ([0] * 9 + [1], [0] * 8 + [1, 1]), "recall", n_resamples=200, random_state=1
    ),
    "bootstrap of a rare class, area": lambda: eb.estimate_bootstrap(
        ([0] * 9 + [1], np.arange(10.0)), "auc", n_resamples=200, random_state=1, method="draws"
    ),
    "bootstrap difference, accuracy": lambda: eb.estimate_difference(
        TRUTH, GUESS_A, GUESS_B, "accuracy"
    ),
    "bootstrap difference, area": lambda: eb.estimate_difference(
        TRUTH, RANK_A, RANK_B, "auc", n_resamples=200, random_state=1
    ),
    "bootstrap difference, own metric": lambda: eb.estimate_difference(
        TRUTH, GUESS_A, GUESS_B, own_accuracy, n_resamples=200, random_state=1
    ),
}

OF_OUT_OF_BAG = {
    **each(
        "out-of-bag",
        ("infinitesimal", "bias-corrected"),
        lambda m: eb.estimate_oob(OUTSIDE, method=m),
    ),
    "out-of-bag, two models": lambda: eb.estimate_oob(TWO_MODELS),
    "out-of-bag, without counts": lambda: eb.estimate_oob(PLAIN),
    "out-of-bag, counts given": lambda: eb.estimate_oob(PLAIN, COUNTS),
    "out-of-bag, per round": lambda: eb.estimate_oob(TWO_MODELS, average="per-round").draws,
    "out-of-bag, one round": lambda: eb.estimate_oob(FEW_ROUNDS),
    **each(
        "rounds",
        ("percentile", "t"),
        lambda m: eb.bootstrap.interval_rounds(OUTSIDE, method=m, confidence_level=0.9),
    ),
    "no-information rate, labels": lambda: eb.bootstrap.no_information_rate(THREE, GUESSED),
    "no-information rate, pairs": lambda: eb.bootstrap.no_information_rate(
        THREE, GUESSED, method="pairs"
    ),
    "no-information rate, squared": lambda: eb.bootstrap.no_information_rate(
        VALUE, FORECAST_A, loss=eb.squared
    ),
    "no-information rate, absolute": lambda: eb.bootstrap.no_information_rate(
        VALUE, FORECAST_A, loss=eb.absolute
    ),
    "no-information rate, quadratic": lambda: eb.bootstrap.no_information_rate(
        THREE, CHANCE, loss=eb.core.quadratic
    ),
    **each(
        ".632",
        ("infinitesimal", "bias-corrected"),
        lambda m: eb.estimate_632(OUTSIDE, APPARENT, method=m),
    ),
    **each(
        ".632+",
        ("infinitesimal", "bias-corrected"),
        lambda m: eb.estimate_632plus(OUTSIDE, APPARENT, 0.9, method=m),
    ),
    ".632+, clipped": lambda: eb.estimate_632plus(
        TWO_MODELS, np.stack([APPARENT, APPARENT]), [0.3, 0.9]
    ),
    ".632+, without counts": lambda: eb.estimate_632plus(PLAIN, APPARENT, 0.9),
    **each(
        "ordinary bootstrap",
        ("original", "resample"),
        lambda m: eb.bootstrap.estimate_ordinary(ALL_LOSSES, COUNTS, method=m),
    ),
    "optimism": lambda: eb.bootstrap.estimate_optimism(ALL_LOSSES, COUNTS, APPARENT),
    "location-shifted": lambda: eb.bootstrap.interval_location_shifted(
        SCORES_A, SCORES_A.mean(-1), SCORES_A.mean(-1) + 0.05, confidence_level=0.9
    ),
    "location-shifted, constant": lambda: eb.bootstrap.interval_location_shifted(
        np.zeros(30), 0.0, 0.1
    ),
    "two-stage": lambda: eb.bootstrap.interval_two_stage(LOSS_A, confidence_level=0.8),
    "two-stage, many rounds": lambda: eb.bootstrap.interval_two_stage(np.linspace(0, 1, 500) ** 2),
}

OF_ALGORITHM_INTERVALS = {
    "corrected t interval": lambda: eb.interval_corrected(SCORE_A, n_train=90, n_test=10),
    "corrected t interval, difference": lambda: eb.interval_corrected(
        FOLDED_A, FOLDED_B, confidence_level=0.8
    ),
    "corrected t interval, uneven batch": lambda: eb.interval_corrected(
        SCORES_A, n_train=100 - UNEVEN, n_test=UNEVEN
    ),
    "corrected t interval, constant": lambda: eb.interval_corrected(
        np.full(5, 0.5), n_train=90, n_test=10
    ),
    "5x2 interval": lambda: eb.crossval.interval_5x2cv(FIVE_A),
    "5x2 interval, batch of differences": lambda: eb.crossval.interval_5x2cv(
        FIVES_A, FIVES_B, confidence_level=0.9
    ),
    "conservative z": lambda: eb.crossval.interval_conservative_z(SCORE_A, HALVES),
    **each(
        "nested interval",
        {"bates": "bates", "mlr3inferr": "reciprocal", "none": "none"},
        lambda b: eb.crossval.interval_nested_cv(OUTER, INNER, FOLDS, correction=b),
    ),
    "nested interval, constant": lambda: eb.crossval.interval_nested_cv(
        np.zeros((R, CASES)), np.zeros((R, CASES, K)), FOLDS
    ),
    "limit theorem": lambda: eb.crossval.interval_cv_clt(POOLED),
    "limit theorem, within folds": lambda: eb.crossval.interval_cv_clt(
        LOSSES_A, confidence_level=0.9, variance="within-fold", folds=np.arange(20) % 4
    ),
    "limit theorem, difference": lambda: eb.crossval.interval_cv_clt(LOSS_A, LOSS_B),
    "summed changes": lambda: eb.crossval.interval_austern_zhou(
        0.2, 0.25, np.linspace(0.2, 0.3, 12)
    ),
    "summed changes, batch": lambda: eb.crossval.interval_austern_zhou(
        [0.2, 0.3], [0.25, 0.3], [[0.2, 0.3], [0.3, 0.3]], confidence_level=0.9
    ),
    "naive t": lambda: eb.crossval.interval_naive_t(SCORES_A, SCORES_B),
    "naive z of losses": lambda: eb.crossval.interval_naive_wald(LOSS_A, confidence_level=0.9),
    "sizes of the interval table": lambda: len([m for m in eb.METHODS.values() if m.estimand]),
}

SIDES = ("two-sided", "less", "greater")
OF_TWO_MODELS = {
    "table of two models": lambda: eb.contingency(A, B),
    "table of a batch": lambda: eb.contingency(MANY_A, MANY_B),
    "table in two layouts": lambda: [
        eb.Contingency.from_array([[1, 2], [3, 4]], "dietterich"),
        TABLE.to_array("dietterich"),
        TABLE.accuracies,
    ],
    "table as correctness": lambda: [v.sum() for v in TABLE.to_correct()],
    **each(
        "proportions",
        ("pooled", "unpooled", "corrected", "paired"),
        lambda m: eb.models.ztest_proportions(MANY_A, MANY_B, method=m),
    ),
    "proportions, one-sided": lambda: [
        eb.models.ztest_proportions(A, C, method="paired", alternative=s) for s in SIDES
    ],
    "proportions, no variance": lambda: eb.models.ztest_proportions(ONES, ZEROS, method="unpooled"),
    "proportions, interval": lambda: eb.models.ztest_proportions(A, C, method="unpooled").interval(
        0.9
    ),
    **each(
        "McNemar",
        ("mid-p", "exact", "edwards", "chi2"),
        lambda m: eb.mcnemar(MANY_A, MANY_B, method=m),
    ),
    **each(
        "one-sided McNemar",
        ("mid-p", "exact", "edwards", "chi2"),
        lambda m: [eb.mcnemar(A, C, method=m, alternative=s) for s in SIDES],
    ),
    "McNemar, identical": lambda: eb.mcnemar(A, A),
    "McNemar, pooled folds": lambda: eb.mcnemar(POOLED_A, POOLED_B),
    "McNemar from counts": lambda: eb.mcnemar_counts([0, 3, 10, 40], [0, 9, 10, 20], 100),
    "McNemar from large counts": lambda: eb.mcnemar_counts(5000, 1000, method="exact").log10_pvalue,
    "paired t": lambda: [eb.ttest_paired(LOSS_A, LOSS_B, alternative=s) for s in SIDES],
    "paired t, batch": lambda: eb.ttest_paired(LOSSES_A, LOSSES_B),
    "paired t, interval": lambda: eb.ttest_paired(LOSS_A, LOSS_B).interval(0.9),
    "paired t refuses infinite losses": lambda: refused(
        lambda: eb.ttest_paired([np.inf, 1], [0, 1])
    ),
    **each(
        "permutation",
        ("auto", "exact", "random"),
        lambda m: eb.permutation_test(A, C, method=m, n_resamples=500, random_state=1),
    ),
    "permutation of losses, halves": lambda: [
        eb.permutation_test(LOSS_A, LOSS_B, method="exact", alternative=s) for s in SIDES
    ],
    "permutation of losses, random": lambda: [
        eb.permutation_test(
            LOSS_A, LOSS_B, method="random", n_resamples=500, alternative=s, random_state=1
        )
        for s in SIDES
    ],
    "permutation of a batch": lambda: eb.permutation_test(MANY_A, MANY_B),
    "permutation of clusters": lambda: eb.permutation_test(A, C, cluster=CLUSTER),
    **each("areas", SIDES, lambda s: eb.ztest_delong(TRUTH, RANK_A, RANK_B, alternative=s)),
    "areas, ties and batch": lambda: eb.ztest_delong(
        TRUTH, np.stack([TIED_A, TIED_A]), np.stack([TIED_B, TIED_A]), positive=0
    ),
    "areas, no variance": lambda: eb.ztest_delong([0, 0, 1, 1], [1, 2, 3, 4], [4, 3, 2, 1]),
    "clusters, score": lambda: [
        eb.ztest_clustered(A, C, cluster=CLUSTER, alternative=s) for s in SIDES
    ],
    "clusters, exact": lambda: [
        eb.ztest_clustered(A, C, cluster=CLUSTER, method="exact", alternative=s) for s in SIDES
    ],
    "clusters, batch with identical": lambda: eb.ztest_clustered(
        MANY_A, MANY_B, cluster=np.arange(40) // 5
    ),
    **each(
        "accuracy difference",
        ("tango", "newcombe", "wald"),
        lambda m: eb.interval_difference(MANY_A, MANY_B, method=m),
    ),
    "accuracy difference of a table": lambda: eb.interval_difference(TABLE, confidence_level=0.9),
    **each(
        "Cohen's g",
        {"exact": "clopper-pearson", "wilson": "wilson"},
        lambda m: eb.models.estimate_cohens_g(MANY_A, MANY_B, method=m),
    ),
    **each(
        "odds ratio",
        {"exact": "clopper-pearson", "wilson": "wilson"},
        lambda m: eb.models.estimate_odds_ratio(MANY_A, MANY_B, method=m),
    ),
    "Cohen's h": lambda: eb.models.estimate_cohens_h(MANY_A, MANY_B),
    "Cohen's h of a table": lambda: eb.models.estimate_cohens_h(TABLE),
    "paired d": lambda: eb.models.estimate_paired_d(LOSS_A, LOSS_B),
    "paired d, batch": lambda: eb.models.estimate_paired_d(LOSSES_A, LOSSES_B),
    "Cliff's delta, ties": lambda: eb.models.estimate_cliffs_delta(STEPS_A, STEPS_B),
    "Cliff's delta, unpaired": lambda: eb.models.estimate_cliffs_delta(
        STEPS_A, STEPS_B[:20], paired=False
    ),
    "Cliff's delta, apart": lambda: eb.models.estimate_cliffs_delta(
        [LOSS_A, LOSS_A], [LOSS_A, LOSS_A + 99]
    ),
}

VERDICTS = (
    "undecided",
    "equivalent",
    "different",
    "different and equivalent",
)  # places, not words, are frozen
OF_EQUIVALENCE = {
    "two one-sided tests, paired t": lambda: eb.tost(eb.ttest_paired(LOSS_A, LOSS_B), margin=0.5),
    "two one-sided tests, asymmetric": lambda: eb.tost(
        eb.ttest_corrected(SCORES_A, SCORES_B, n_train=90, n_test=10), margin=(-0.01, 0.05)
    ),
    "two one-sided tests, open side": lambda: eb.tost(
        eb.ztest_delong(TRUTH, RANK_A, RANK_B, method="delong"), margin=(-0.1, np.inf)
    ),
    "two one-sided tests, interval": lambda: eb.tost(
        eb.ttest_paired(LOSS_A, LOSS_B), margin=0.5
    ).interval(0.9),
    "two one-sided tests refuse an F": lambda: refused(
        lambda: eb.tost(eb.ftest_5x2cv(FIVE_A, FIVE_B), margin=0.1)
    ),
    "not worse, scores": lambda: eb.noninferiority(
        eb.ttest_corrected(SCORE_A, SCORE_B, n_train=90, n_test=10), margin=0.02
    ),
    "not worse, losses": lambda: eb.noninferiority(
        eb.ttest_paired(LOSS_A, LOSS_B), margin=0.5, higher_is_better=False
    ),
    "score test of equivalence": lambda: eb.algorithms.ztest_tango(BIG_A, BIG_B, margin=0.1),
    "score test of equivalence, batch": lambda: eb.algorithms.ztest_tango(
        MANY_A, MANY_B, margin=(-0.1, 0.3)
    ),
    "score test, not worse": lambda: eb.algorithms.ztest_tango(TABLE, margin=(-0.05, np.inf)),
    "verdicts": lambda: [
        VERDICTS.index(v)
        for x in (0.05, 0.5)
        for v in eb.algorithms.ztest_tango(MANY_A, MANY_B, margin=0.3).verdict(x)
    ],
    "equivalence of one's own": lambda: eb.algorithms.margins.Equivalence(
        "x", 2.0, eb.core.results.Null("normal"), "greater", 0.0, 0.01, margin=(-0.02, 0.02)
    ),
    "picture of margins": lambda: [
        line.get_xdata()
        for line in eb.algorithms.plot_margin(
            {"a": eb.algorithms.ztest_tango(BIG_A, BIG_B, margin=0.1)}
        ).lines
    ],
}

OF_MANY_MODELS = {
    **each(
        "adjusted",
        ("holm", "bonferroni", "hochberg", "bh"),
        lambda m: eb.adjust_pvalues([[0.01, 0.04, 0.03, 0.2], [0.5, 0.5, 0.001, 1.0]], method=m),
    ),
    "adjusted, undefined kept": lambda: eb.adjust_pvalues([0.01, np.nan, 0.03], undefined="keep"),
    "counts of pairs": lambda: eb.models.count_pairs(CORRECT),
    "counts of pairs from labels": lambda: eb.models.count_pairs(
        {"a": GUESS_A, "b": GUESS_B}, TRUTH
    ),
    "counts of pairs of a batch": lambda: eb.models.count_pairs(np.stack([MANY_A, MANY_B], 1)),
    "counts of pairs as a frame": lambda: eb.models.count_pairs(CORRECT).to_frame(),
    "counts of pairs, one table": lambda: eb.models.count_pairs(CORRECT).table("b", "d"),
    "counts given as such": lambda: eb.cochran_q(
        eb.models.pair_counts.PairCounts(np.array([[30, 20], [20, 28]]), 50, ("a", "b"))
    ),
    "Cochran's Q": lambda: eb.cochran_q(CORRECT),
    "Cochran's Q, exact": lambda: eb.cochran_q({k: CORRECT[k][:20] for k in "abc"}, method="exact"),
    "Cochran's Q, batch": lambda: eb.cochran_q(np.stack([MANY_A, MANY_B, MANY_A], 1)),
    "Cochran's Q, clusters": lambda: eb.cochran_q(CORRECT, cluster=CLUSTER),
    "Cochran's Q, identical": lambda: eb.cochran_q({"a": A, "b": A}),
    **each(
        "F of accuracies",
        ("uniform", "greenhouse-geisser", "lower-bound"),
        lambda m: eb.models.ftest_looney(CORRECT, method=m),
    ),
    "F of accuracies, batch": lambda: eb.models.ftest_looney(np.stack([MANY_A, MANY_B, MANY_A], 1)),
    "F of accuracies, no variance": lambda: eb.models.ftest_looney([ONES, ZEROS]),
    "adjusted McNemar": lambda: eb.models.adjust_mcnemar([10, 3, 5, 0], [2, 3, 0, 0]),
    **each(
        "all pairs",
        ("holm", "bonferroni", "hochberg", "bh", "westfall"),
        lambda m: eb.pairwise(eb.mcnemar, CORRECT, adjust=m, method="exact"),
    ),
    "all pairs, one pair": lambda: eb.pairwise(eb.mcnemar, CORRECT)["a", "d"],
    "all pairs, frame": lambda: eb.pairwise(eb.mcnemar, CORRECT).to_frame(),
    "all pairs, clusters": lambda: eb.pairwise(eb.ztest_clustered, CORRECT, cluster=CLUSTER),
    "all pairs, losses": lambda: eb.pairwise(eb.ttest_paired, dict(zip("abc", LOSSES_A))),
    "all pairs, identical models": lambda: eb.pairwise(
        eb.mcnemar, {"a": A, "b": A, "c": C}, omnibus=eb.models.ftest_looney
    ),
}

OF_ALGORITHMS = {
    "resampled t": lambda: [
        eb.algorithms.ttest_resampled(DRAWN_A, DRAWN_B, alternative=s) for s in SIDES
    ],
    "resampled t, bare batch": lambda: eb.algorithms.ttest_resampled(SCORES_A, SCORES_B),
    "k-fold t": lambda: [
        eb.algorithms.ttest_kfold(FOLDED_A, FOLDED_B, alternative=s) for s in SIDES
    ],
    "k-fold t, bare batch": lambda: eb.algorithms.ttest_kfold(SCORES_A, SCORES_B),
    "corrected t": lambda: [eb.ttest_corrected(DRAWN_A, DRAWN_B, alternative=s) for s in SIDES],
    "corrected t, uneven batch": lambda: eb.ttest_corrected(
        SCORES_A, SCORES_B, n_train=100 - UNEVEN, n_test=UNEVEN
    ),
    "corrected t, interval": lambda: eb.ttest_corrected(
        SCORE_A, SCORE_B, n_train=90, n_test=10
    ).interval(0.9),
    "5x2 t": lambda: [eb.ttest_5x2cv(FIVE_A, FIVE_B, alternative=s) for s in SIDES],
    "5x2 t, batch": lambda: eb.ttest_5x2cv(FIVES_A, FIVES_B),
    "5x2 F": lambda: eb.ftest_5x2cv(FIVE_A, FIVE_B),
    "5x2 F, batch": lambda: eb.ftest_5x2cv(FIVES_A, FIVES_B),
    "5x2 F refuses ten folds": lambda: refused(lambda: eb.ftest_5x2cv(SCORE_A, SCORE_B)),
    **each(
        "unpaired t",
        ("welch", "conservative"),
        lambda m: [
            eb.algorithms.ttest_unpaired(SCORE_A, SCORE_B[:7], method=m, alternative=s)
            for s in SIDES
        ],
    ),
    "unpaired t, batch": lambda: eb.algorithms.ttest_unpaired(
        SCORES_A, np.stack([SCORES_A[0], *np.full((3, 10), 0.5)])
    ),
    "posterior of algorithms": lambda: eb.posterior_corrected(DRAWN_A, DRAWN_B, rope=0.01),
    "posterior of algorithms, batch": lambda: eb.posterior_corrected(
        SCORES_A, SCORES_B, rope=(-0.01, 0.02), n_train=90, n_test=10
    ),
    "posterior of algorithms, correlation": lambda: eb.posterior_corrected(
        SCORE_A, SCORE_B, rope=0, correlation=0.3
    ),
    "posterior of models": lambda: eb.posterior_models(A, C, rope=0.02),
    "posterior of models, batch": lambda: eb.posterior_models(MANY_A, MANY_B, rope=0.05, prior=0.5),
    "posterior of models, four weights": lambda: eb.posterior_models(
        TABLE, rope=(-0.01, 0.05), prior=[2, 1, 1, 0]
    ),
    "posterior refuses an improper prior": lambda: refused(
        lambda: eb.posterior_models(A, A, rope=0.01, prior=0)
    ),
    "doubt of a posterior": lambda: [
        eb.posterior_models(A, C, rope=0.02).doubt(c)
        for c in ("worse", "equivalent", "better", "different")
    ],
    "posterior frame": lambda: eb.posterior_models(MANY_A, MANY_B, rope=0.05).to_frame(),
    "posterior of losses": lambda: eb.Posterior(
        "x", eb.posterior_models(A, C, rope=0).law, 0.02, higher_is_better=False
    ),
}

OF_SELECTION = {
    "configurations": lambda: list(
        eb.selection.configurations(KNeighborsClassifier(), {"n_neighbors": [1, 3], "p": [1, 2]})
    ),
    "one standard error": lambda: eb.one_standard_error(
        GRID.mean(-1), GRID.std(-1, ddof=1) / np.sqrt(8), complexity=range(6)
    ),
    "one standard error, losses by complexity": lambda: eb.one_standard_error(
        [[0.30, 0.28, 0.27]] * 2,
        [[0.02] * 3, [0.001] * 3],
        complexity=[1, 2, 3],
        higher_is_better=False,
    ),
    "within a tolerance": lambda: [
        eb.selection.within_tolerance(GRID.mean(-1), tolerance=t, complexity=range(6))
        for t in (0.0, 0.01, 0.1)
    ],
    "within a relative tolerance": lambda: eb.selection.within_tolerance(
        [0.3, 0.2, 0.21],
        tolerance=0.1,
        complexity=[3, 2, 1],
        method="relative",
        higher_is_better=False,
    ),
    "agreement of choices": lambda: eb.selection.estimate_agreement(
        [{"k": 1}, {"k": 3}, {"k": 1}, {"k": 1}]
    ),
    "bias-corrected winner": lambda: eb.selection.estimate_bbc_cv(
        GRID_LOSSES, n_resamples=200, random_state=1
    ),
    "bias-corrected winner of correctness": lambda: eb.selection.estimate_bbc_cv(
        eb.core.Losses(np.stack([A, B, C]), split=np.arange(N) % 5, measure=RIGHT),
        n_resamples=200,
        random_state=1,
    ),
    "bias-corrected winning score": lambda: eb.selection.estimate_tibshirani(GRID),
    "bias-corrected winning score, named": lambda: eb.selection.estimate_tibshirani(
        {"a": GRID[0], "b": GRID[1]}
    ),
    "fit: scores of a search": lambda: eb.selection.search_scores(search()),
    "fit: simplest in a search": lambda: [
        eb.one_standard_error(complexity="-n_neighbors")(search().cv_results_),
        eb.selection.within_tolerance(tolerance=0.05, complexity="n_neighbors")(
            search().cv_results_
        ),
    ],
    "fit: nested choices": lambda: eb.selection.chosen_parameters(nested()),
    "fit: nested evaluation": lambda: nested(),
    "fit: three-way holdout": lambda: eb.three_way_holdout(
        eb.selection.configurations(KNeighborsClassifier(), {"n_neighbors": [1, 5, 9]}),
        X,
        Y,
        random_state=1,
    ),
}

SIMPLE = partial(eb.laboratory.draw_dietterich, 0.2, n_cases=60)
OF_SIMULATION = {
    **each(
        "simulated",
        {"holdout": "holdout", "resampled": "random splits", "k-fold": "k-fold", "5x2": "5x2"},
        lambda d: SIMPLE(d)(3, 1),
    ),
    "simulated, frozen outcomes": lambda: SIMPLE("k-fold", outcomes="frozen", composition="fixed")(
        3, 1
    ),
    "simulated, frozen holdout": lambda: SIMPLE("holdout", outcomes="frozen", composition="fixed")(
        2, 1
    ),
    "simulated, noise": lambda: SIMPLE("k-fold", noise=0.05, noise_per="data set and algorithm")(
        3, 1
    ),
    "simulated, noisy holdout": lambda: SIMPLE("holdout", noise=0.05)(2, 1),
    "simulated, unequal": lambda: SIMPLE(
        "random splits", n_splits=4, test_size=0.2, epsilon_b=0.3, ratio=1.0
    )(3, 1),
    "simulated scores": lambda: eb.laboratory.draw_scores(6, correlation=0.3, difference=0.01)(
        3, 1
    ),
    "simulated scores on two axes": lambda: eb.laboratory.draw_scores(
        (5, 2), mean=0.7, sd=0.1, common=0.0
    )(2, 1),
    "a draw of one's own": lambda: eb.laboratory.simulate.Draw(
        lambda T, rng: (rng.normal(size=(T, 2)),)
    )(2, 1),
    "exact rejection, mid-p": lambda: eb.laboratory.exact_rate(eb.mcnemar, SIMPLE("holdout")),
    "exact rejection, exact form": lambda: eb.laboratory.exact_rate(
        partial(eb.mcnemar, method="exact"), SIMPLE("holdout", epsilon_b=0.4), level=0.1
    ),
    "rejection, 5x2 F": lambda: eb.laboratory.rejection_rate(
        eb.ftest_5x2cv, SIMPLE("5x2"), n_trials=300, random_state=1
    ),
    "rejection, many blocks": lambda: eb.laboratory.rejection_rate(
        eb.algorithms.ttest_kfold,
        SIMPLE("k-fold"),
        n_trials=5000,
        random_state=1,
        level=[0.01, 0.05],
    ),
    "rejection, trial by trial": lambda: eb.laboratory.rejection_rate(
        lambda a, b: eb.mcnemar(a, b).pvalue,
        SIMPLE("holdout"),
        n_trials=50,
        random_state=1,
        vectorized=False,
    ),
    "rejection, undefined": lambda: eb.laboratory.rejection_rate(
        lambda a, b: np.where(a[:, 0] > 0.8, np.nan, 0.01),
        eb.laboratory.draw_scores(4),
        n_trials=100,
        random_state=1,
    ),
    "coverage, naive t": lambda: eb.laboratory.coverage(
        lambda a, b: eb.crossval.interval_naive_t(a, b),
        eb.laboratory.draw_scores(10, correlation=0.4),
        0.0,
        n_trials=300,
        random_state=1,
    ),
    "coverage, estimate with a truth a trial": lambda: eb.laboratory.coverage(
        eb.estimate_accuracy,
        eb.laboratory.simulate.Draw(
            lambda T, rng: ((rng.random((T, 30)) < 0.8).astype(int), np.full(T, 0.8))
        ),
        n_trials=200,
        random_state=1,
        confidence_level=0.9,
    ),
    "rates of one's own": lambda: [
        eb.laboratory.simulate.Rates([3, 10], 100, level=[0.01, 0.05]),
        eb.laboratory.simulate.Rates(7, 100, level=0.95, kind="coverage").agrees(0.95),
    ],
    "measured type I errors": lambda: eb.measured("ttest_kfold", kind="type I error").query(
        "study != 'time_and_groups'"
    )[["rate", "low", "high"]],
    "measured coverage": lambda: eb.measured("interval_corrected", kind="coverage").query(
        "study not in ['default_design', 'time_and_groups']"
    )[["rate", "low", "high"]],
    "measured of an unknown name": lambda: [
        len(eb.measured("never heard of")),
        eb.measured("never heard of")["rate"].isna().all(),
    ],
    "rows of a table": lambda: [
        eb.laboratory.real_learners.Rows(IRIS_X, IRIS_Y, kind=k)(5, np.random.default_rng(1))
        for k in ("subsample", "relabel", "jitter")
    ],
    "fit: real learners": lambda: eb.laboratory.draw_learners(
        {"a": GaussianNB(), "b": KNeighborsClassifier(3)},
        eb.laboratory.real_learners.Rows(X, Y),
        40,
        "k-fold",
        n_splits=3,
    )(2, 1),
    "fit: real learners, damaged": lambda: eb.laboratory.draw_learners(
        {"a": GaussianNB(), "b": DummyClassifier()},
        eb.laboratory.real_learners.Rows(X, Y),
        40,
        "holdout",
        damage={"a": 0.3},
    )(2, 1),
    "fit: exchangeable learners": lambda: eb.laboratory.draw_exchangeable(
        GaussianNB(), 40, "5x2", shared=2
    )(2, 1),
}

NAMED = {  # word of the label: the interval's name, and the design it is read from
    "corrected t": ("corrected t", "resampled"),
    "nested": ("nested CV", "fold pairs"),
    "conservative z": ("conservative z", "half pairs"),
    "limit theorem": ("CV CLT", "k-fold"),
    "5x2 t": ("5x2cv t", "5x2"),
    "summed changes": ("Austern-Zhou", "one replaced"),
    "out-of-bag": ("out-of-bag", "bootstrap"),
    ".632+": (".632+", "bootstrap"),
    "location-shifted": ("location-shifted", "in-sample"),
    "two-stage": ("two-stage", "two-stage"),
    "naive t": ("naive t", "repeated"),
    "naive z": ("naive Wald", "repeated"),
}


def as_in_010(name):
    "Options that were the default of 0.1.0."
    return {"correction": "bates"} if name == "nested CV" else {}


OF_EVALUATIONS = {
    **each(
        "splits",
        [d for d in SPLITTERS if d != "groups"],
        lambda d: of_splits(SPLITTERS[d]().split(X, Y)),
    ),
    "splits, number of fits": lambda: [
        SPLITTERS[d]().get_n_splits(X, Y) for d in list(SPLITTERS)[7:]
    ],
    "splits, 5x2 of groups": lambda: of_splits(eb.five_by_two(2).split(X, Y, GROUPS)),
    "splits, 5x2 of numbers": lambda: of_splits(eb.five_by_two(2).split(X, Z)),
    "splits, given bootstrap": lambda: of_splits(
        eb.Bootstrap(indices=np.tile(np.arange(48) // 2, (2, 1))).split(X)
    ),
    "picture of splits": lambda: (
        eb.core.plot_splits(KFold(4).split(X[:12])).get_images()[0].get_array()
    ),
    **each("fit: evaluation", list(SPLITTERS), lambda d: run(d)),
    "fit: evaluation of numbers": lambda: run_regression("k-fold"),
    "fit: evaluation with probabilities": lambda: run_chances("k-fold"),
    "fit: evaluation with a scorer": lambda: run("resampled", scoring="roc_auc"),
    "fit: evaluation with weights": lambda: eb.evaluate(
        {"bayes": GaussianNB()},
        X,
        Y,
        cv=KFold(3),
        params={"sample_weight": np.arange(48.0)},
        progress=False,
    ).scores(),
    "fit: evaluation seeds its learners": lambda: eb.evaluate(
        {"tree": DecisionTreeClassifier(splitter="random", max_depth=2)},
        X,
        Y,
        cv=3,
        random_state=5,
        progress=False,
    ),
    "fit: evaluation of text labels": lambda: eb.evaluate(
        {"bayes": GaussianNB()}, X, np.array(["no", "yes"])[Y], cv=3, progress=False
    ),
    "fit: constant target": lambda: eb.evaluate(
        {"baseline": DummyClassifier()}, X, np.zeros(48, int), cv=KFold(3), progress=False
    ),
    "fit: single member of a class": lambda: eb.evaluate(
        {"baseline": DummyClassifier()},
        X,
        np.r_[2, Y[1:]],
        cv=eb.five_by_two(1),
        random_state=1,
        progress=False,
    ),
    "fit: failed fits left out": lambda: failed_partly(),
    "fit: failed fits kept": lambda: [
        len(run_failing(error_score=np.nan).failures),
        refused(run_failing(error_score=np.nan).scores),
    ],
    "fit: failed fits raise": lambda: refused(run_failing),
    "fit: there and back by frame": lambda: eb.Evaluation.from_frame(
        run_chances("k-fold").to_frame()
    ),
    "fit: scores, k-fold": lambda: run("k-fold").scores(),
    "fit: scores, 5x2": lambda: run("5x2").scores("balanced_accuracy"),
    "fit: scores, own metric": lambda: run_regression("k-fold").scores(median_absolute_error),
    "fit: scores of numbers": lambda: run_regression("k-fold").scores(),
    "fit: losses": lambda: run("k-fold").losses().values.sum(-1),
    "fit: quadratic losses": lambda: run_chances("k-fold").losses(eb.core.quadratic)["bayes"],
    "fit: correctness": lambda: run("repeated").correct().values.sum(-1),
    "fit: in-sample design refuses scores": lambda: refused(run("in-sample").scores),
    "finished predictions": lambda: one_test_set(),
    "finished scores": lambda: eb.Evaluation.from_scores(
        {"a": SCORE_A, "b": SCORE_B}, n_train=90, n_test=10, design="k-fold"
    ).scores(),
    "fit: out-of-bag losses": lambda: eb.bootstrap.losses_oob(run("bootstrap"), "neighbours"),
    "fit: out-of-bag estimate": lambda: eb.estimate_oob(eb.bootstrap.losses_oob(run("bootstrap"))),
    "fit: inputs of .632+": lambda: eb.inputs_632(run("bootstrap"), "neighbours"),
    "fit: inputs of .632+, probabilities": lambda: eb.inputs_632(
        run_chances("bootstrap"), "bayes", loss=eb.core.quadratic
    ),
    "fit: .632": lambda: eb.estimate_632(*eb.inputs_632(run("bootstrap"), "neighbours")[:2]),
    "fit: mean of uneven folds": lambda: [
        eb.estimate_kfold(run("uneven k-fold").losses()["bayes"], method=m)
        for m in ("fold-means", "pooled")
    ],
    "fit: all pairs of folds": lambda: eb.pairwise(eb.mcnemar, run("k-fold").correct()),
    "fit: corrected t of algorithms": lambda: eb.ttest_corrected(
        *(run("repeated").scores()[m] for m in ("bayes", "neighbours"))
    ),
    "fit: bias-corrected winner": lambda: eb.selection.estimate_bbc_cv(
        run("repeated").losses(), n_resamples=100, random_state=1
    ),
}

OF_ERROR_BARS = {
    **each(
        "fit: error bar",
        NAMED,
        lambda m: eb.interval_error(run(m[1]), "neighbours", method=m[0], **as_in_010(m[0])),
    ),
    **each(
        "fit: error bar of a difference",
        {k: v for k, v in NAMED.items() if k != ".632+"},
        lambda m: eb.interval_error(
            run(m[1]), "bayes", "baseline", method=m[0], confidence_level=0.9, **as_in_010(m[0])
        ),
    ),
    "fit: error bar, other bias": lambda: eb.interval_error(
        run("fold pairs"), "bayes", method="nested CV", correction="reciprocal"
    ),
    "fit: error bar, within folds": lambda: eb.interval_error(
        run("k-fold"), "bayes", method="CV CLT", variance="within-fold"
    ),
    "fit: error bar, other standard error": lambda: [
        eb.interval_error(run("bootstrap"), "bayes", method=m, standard_error="infinitesimal")
        for m in ("out-of-bag", ".632+")
    ],
    "fit: error bar, quadratic loss": lambda: eb.interval_error(
        run_chances("k-fold"), "bayes", loss=eb.core.quadratic
    ),
    "fit: error bar, squared loss": lambda: eb.interval_error(
        run_regression("k-fold"), "line", "tree", loss=eb.squared
    ),
    "fit: error bar refuses a design": lambda: refused(
        lambda: eb.interval_error(run("k-fold"), "bayes", method="nested CV")
    ),
    "fit: error bar refuses a difference": lambda: refused(
        lambda: eb.interval_error(run("bootstrap"), "bayes", "baseline", method=".632+")
    ),
}

PRIMARY = (
    "mcnemar",
    "ttest_paired",
    "ftest_5x2cv",
    "ttest_corrected",
)  # places, not names, are frozen
OF_REPORTS = {
    "primary tests": lambda: [
        PRIMARY.index(eb.core.methods_of_a_design.primary_method(d))
        for d in ("one test set", "holdout", "5x2", "k-fold", "random splits")
    ],
    "primary test of numbers": lambda: [
        PRIMARY.index(eb.core.methods_of_a_design.primary_method(d, task="regression"))
        for d in ("holdout", "5x2")
    ],
    "sizes of the table of tests": lambda: len(
        [m for m in eb.METHODS.values() if m.answers == "test"]
    ),
    "report, one test set": lambda: eb.report(one_test_set()),
    "report, one test set, more tests": lambda: eb.report(
        one_test_set(),
        tests=["ztest_proportions", "permutation_test", "ttest_paired"],
        adjust="bh",
        confidence_level=0.9,
    ),
    "report, one test set of numbers": lambda: eb.report(one_test_set_of_numbers()),
    "report, frame of estimates": lambda: [
        eb.report(one_test_set()).estimates,
        eb.report(one_test_set()).comparisons,
    ],
    **each(
        "fit: report",
        ("holdout", "k-fold", "repeated", "resampled", "5x2"),
        lambda d: eb.report(run(d)),
    ),
    "fit: report, more tests": lambda: eb.report(
        run("k-fold"), tests=["ttest_kfold"], adjust="bonferroni"
    ),
    "fit: report, other metric": lambda: eb.report(
        run("5x2"), measure="balanced_accuracy", tests=["ttest_5x2cv"], adjust="hochberg"
    ),
    "fit: report of numbers": lambda: eb.report(run_regression("k-fold")),
    "fit: report, stored scorer": lambda: eb.report(run("resampled", scoring="roc_auc")),
    "fit: report refuses a test": lambda: refused(
        lambda: eb.report(run("resampled"), tests=["ttest_resampled"])
    ),
    "fit: report refuses a bootstrap": lambda: refused(lambda: eb.report(run("bootstrap"))),
    "guide, all": lambda: list(eb.guide().index),
    "guide, words": lambda: [
        list(eb.guide(*w).index)
        for w in (("algorithm", "small"), ("choose",), ("classifier", "large"))
    ],
    "guide refuses other words": lambda: refused(lambda: eb.guide("banana")),
    "guide, questions": lambda: list(eb.practice.questions.QUESTIONS),
    "command, two models": lambda: command("compare", "TABLE", "--truth", "truth"),
    "fit: command, report": lambda: command(
        "report", "TABLE", "--target", "truth", "--models", "tree", "--cv", "holdout"
    ),
    "command, missing column": lambda: command("compare", "TABLE", "--truth", "nothing"),
}

EXPLORERS = {
    "interval": eb.holdout.explore_interval,
    "train fraction": eb.holdout.explore_train_fraction,
    "bootstrap": eb.practice.explore_bootstrap,
    "folds": eb.practice.explore_folds,
    "one standard error": eb.practice.explore_one_standard_error,
    "McNemar": eb.models.explore_mcnemar,
    "power": eb.models.explore_power,
    "familywise": eb.practice.explore_familywise,
    "learners": eb.practice.explore_learners,
}
OF_PICTURES = {
    **each("explorer", EXPLORERS, lambda make: in_text(make().words)),
    "explorer, moved": lambda: in_text(eb.models.explore_mcnemar().set(only_a=3, only_b=0).words),
    "explorer, driven": lambda: [
        len(v) for v in eb.core.explorers.drive(eb.models.explore_mcnemar()).values()
    ],
    "a control": lambda: [
        float(t) for t in eb.core.explorers.Control("x", (0.1, 1, 20), 1).texts()
    ],
}

GROUPED = (
    OF_LOSSES,
    OF_RESULTS,
    OF_ONE_MODEL,
    OF_BOOTSTRAP,
    OF_OUT_OF_BAG,
    OF_ALGORITHM_INTERVALS,
    OF_TWO_MODELS,
    OF_EQUIVALENCE,
    OF_MANY_MODELS,
    OF_ALGORITHMS,
    OF_SELECTION,
    OF_SIMULATION,
    OF_EVALUATIONS,
    OF_ERROR_BARS,
    OF_REPORTS,
    OF_PICTURES,
)
CALLS = {label: call for group in GROUPED for label, call in group.items()}
assert len(CALLS) == sum(map(len, GROUPED)), "two calls have one label"


# ---------------------------------------------------------------- the values


def in_json(value):
    "A float that JSON can hold: nan and inf as text."
    return value if np.isfinite(value) else str(value)


def record(label):
    "What is frozen of one call."
    result = CALLS[label]()
    return {"values": [in_json(v) for v in numbers(result)], "notes": notes(result)}


def frozen():
    "The frozen values, {label: {values, notes}}."
    return json.loads(VALUES.read_text(encoding="utf-8")) if VALUES.exists() else {}


def write(replace=()):
    "Add the labels that are missing and compute anew those to be replaced; any other value stays as it is."
    known = frozen()
    unknown = [label for label in replace if label not in CALLS]
    if unknown:
        raise SystemExit(f"no call has the label {unknown[0]!r}")
    new = [label for label in CALLS if label not in known or label in replace]
    known |= {label: record(label) for label in new}
    rows = (f"{json.dumps(k, ensure_ascii=False)}: {json.dumps(v)}" for k, v in known.items())
    VALUES.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")
    print(
        f"{len(new)} labels written, {len(known) - len(new)} kept as they were (evalbook {eb.__version__})"
    )


if __name__ == "__main__":
    grammar = argparse.ArgumentParser(description=__doc__)
    grammar.add_argument("--write", action="store_true", help="add the values of new labels")
    grammar.add_argument(
        "--replace",
        action="append",
        default=[],
        metavar="LABEL",
        help="with --write: compute this label again",
    )
    options = grammar.parse_args()
    if options.write:
        write(options.replace)
    else:
        grammar.error("nothing to do: give --write")
