"""What people hold is taken, or is answered by a line that runs; names of measures; one round of folds; long runs."""

from __future__ import annotations

import re

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.compose import make_column_transformer
from sklearn.datasets import load_diabetes, load_wine
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.metrics import make_scorer, roc_auc_score, zero_one_loss
from sklearn.model_selection import (
    GridSearchCV,
    KFold,
    LeaveOneOut,
    RepeatedKFold,
    RepeatedStratifiedKFold,
    ShuffleSplit,
    StratifiedKFold,
    cross_validate,
)
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import LabelEncoder, OneHotEncoder, StandardScaler
from sklearn.svm import SVC

import evalbook
from evalbook import Evaluation, evaluate, five_by_two, report, ttest_corrected
from evalbook.core.checks import fail
from evalbook.core.designs import rounds_of
from evalbook.core.measures import as_measure
from evalbook.run.gathered_fits import FailedFits, moving_features
from evalbook.run.kinds_of_input import as_evaluation, direction_of
from evalbook.run.loop_over_fits import with_bar
from tests.names import every

X, Y = load_wine(return_X_y=True)
TWO = (Y > 0).astype(int)
RNG = np.random.default_rng(0)
P1 = np.clip(
    0.3 + 0.4 * TWO + 0.2 * RNG.normal(size=len(TWO)), 0.01, 0.99
)  # probabilities of class 1
TABLE = np.column_stack([1 - P1, P1])
TEXT = np.array(["no", "yes"])[TWO]


def refusal(call) -> str:
    "What a call that is refused says."
    with pytest.raises(ValueError) as caught:
        call()
    return str(caught.value)


def run_line(message: str, **held):
    "Run the line that a message offers, with what its reader holds."
    line = re.search(r"Write (.*?)\.(?: |$)", message)
    assert line, message
    sizes = {"n_train": 142, "n_test": 36}  # of five folds, which only a caller knows
    return eval(line[1], {**vars(evalbook), **every(), **sizes, **held})  # noqa: S307


# --- names of measures ------------------------------------------------------------------------------------------------

NAMES = {
    "neg_mean_absolute_error": ("mae", "MAE", "mean absolute error", "mean-absolute-error"),
    "neg_mean_squared_error": ("mse", "mean_squared_error"),
    "neg_root_mean_squared_error": ("rmse", "RMSE"),
    "neg_median_absolute_error": ("medae",),
    "neg_mean_absolute_percentage_error": ("mape",),
    "roc_auc": ("auc", "AUC", "roc-auc", "ROC AUC"),
    "neg_brier_score": ("brier", "Brier score"),
    "neg_log_loss": ("logloss", "log loss", "Log-Loss", "cross-entropy"),
    "matthews_corrcoef": ("mcc",),
    "balanced_accuracy": ("bacc", "balanced accuracy"),
    "average_precision": ("ap", "auprc"),
    "f1_macro": ("f1 macro", "F1-macro", "macro F1"),
}


@pytest.mark.parametrize("scorer, said", [(s, n) for s, names in NAMES.items() for n in names])
def test_a_measure_is_known_by_the_names_people_use(scorer, said):
    assert as_measure(said).scorer._score_func is as_measure(scorer).scorer._score_func
    assert as_measure(said).name == as_measure(scorer).name


@pytest.mark.parametrize(
    "typo, meant", [("acuracy", "accuracy"), ("f1_marco", "f1_macro"), ("maee", "mae")]
)
def test_a_typo_is_no_alias(typo, meant):
    assert repr(meant) in refusal(lambda: as_measure(typo))


def test_aliases_in_scores_report_and_evaluate():
    data = load_diabetes(return_X_y=True)
    models = {"line": Ridge(), "mean": DummyRegressor()}
    plain = evaluate(models, *data, cv=5)
    scored = evaluate(models, *data, cv=5, scoring="mae")
    long = plain.scores("neg_mean_absolute_error").values
    for found in (
        plain.scores("mae"),
        scored.scores("MAE"),
        scored.scores("neg_mean_absolute_error"),
        scored.scores(),
    ):
        np.testing.assert_allclose(found.values, long, rtol=1e-12)
        assert not found.higher_is_better
    for run in (plain, scored):
        assert report(run, measure="mae").estimates.loc["line", "value"] == pytest.approx(
            long[0].mean(), rel=1e-12
        )


def test_brier_and_log_loss_by_their_names():
    run = evaluate(GaussianNB(), X, TWO, cv=5, response_method="predict_proba")
    for said, scorer in (
        ("brier", "neg_brier_score"),
        ("logloss", "neg_log_loss"),
        ("auc", "roc_auc"),
    ):
        values = run.scores(said).values
        np.testing.assert_array_equal(values, run.scores(scorer).values)
        assert (values > 0).all()


# --- what evaluate takes ----------------------------------------------------------------------------------------------


def test_lists_of_models():
    named = evaluate({"svm": SVC(), "nb": GaussianNB()}, X, Y, cv=5)
    pairs = evaluate([("svm", SVC()), ("nb", GaussianNB())], X, Y, cv=5)
    plain = evaluate([SVC(), GaussianNB()], X, Y, cv=5)
    np.testing.assert_array_equal(named.scores().values, pairs.scores().values)
    np.testing.assert_array_equal(named.scores().values, plain.scores().values)
    assert (pairs.names, plain.names) == (("svm", "nb"), ("SVC", "GaussianNB"))
    twice = evaluate([make_pipeline(StandardScaler(), SVC()), SVC(), GaussianNB()], X, Y, cv=3)
    assert twice.names == ("SVC 1", "SVC 2", "GaussianNB")
    assert "different names" in refusal(
        lambda: evaluate([("a", SVC()), ("a", GaussianNB())], X, Y, cv=3)
    )


def frames():
    "The same table in pandas and, where it is installed, in polars."
    frame = pd.DataFrame(X, columns=[f"x{j}" for j in range(X.shape[1])]).assign(kind=Y)
    found = [frame]
    try:
        import polars
    except ImportError:
        return found
    return [*found, polars.from_pandas(frame)]


@pytest.mark.parametrize("frame", frames(), ids=lambda f: type(f).__module__)
def test_the_target_may_be_named(frame):
    run = evaluate(KNeighborsClassifier(), frame, "kind", cv=5)
    np.testing.assert_array_equal(
        run.scores().values, evaluate(KNeighborsClassifier(), X, Y, cv=5).scores().values
    )
    assert run.about["target"] == "kind" and "kind" in frame.columns
    assert "x0" in refusal(lambda: evaluate(KNeighborsClassifier(), frame, "sort", cv=5))


def test_without_cv_the_default_design_is_taken():
    run = evaluate(GaussianNB(), X, Y, random_state=3)
    asked = RepeatedStratifiedKFold(n_splits=5, n_repeats=6, random_state=3)
    for (train, test), (want_train, want_test) in zip(run.splits, asked.split(X, Y), strict=True):
        np.testing.assert_array_equal(train, want_train)
        np.testing.assert_array_equal(test, want_test)
    assert [note.code for note in run.notes] == ["assumed"]
    assert (run.about["design"], run.about["seed"]) == ("6x5", "3")
    unseeded = evaluate(GaussianNB(), X, Y)
    again = evaluate(GaussianNB(), X, Y, random_state=int(unseeded.about["seed"]))
    assert unseeded.fingerprint == again.fingerprint != run.fingerprint


def test_the_default_design_keeps_groups_and_serves_numbers_and_small_classes():
    groups = np.arange(len(Y)) // 6
    run = evaluate(GaussianNB(), X, Y, groups=groups, random_state=0)
    assert (run.design.kind, run.design.grouped, len(run.splits)) == ("repeated k-fold", True, 30)
    numbers = evaluate(Ridge(), X, X[:, 0] + 0.5, random_state=0)
    want = RepeatedKFold(n_splits=5, n_repeats=6, random_state=0).split(X)
    assert all(np.array_equal(a[1], b[1]) for a, b in zip(numbers.splits, want, strict=True))
    rare = np.r_[np.zeros(len(Y) - 3, int), np.ones(3, int)]
    assert len(evaluate(DummyClassifier(), X, rare, random_state=0).splits) == 30
    few = evaluate(DummyClassifier(), X, Y, groups=np.arange(len(Y)) % 3, random_state=0)
    assert len(few.splits) == 3  # three groups, three folds, one way to deal them
    assert "groups" in refusal(
        lambda: evaluate(DummyClassifier(), X, Y, groups=np.zeros(len(Y), int))
    )


def test_the_journal_of_a_default_run_goes_on(tmp_path):
    first = evaluate(SVC(), X, Y, journal=tmp_path / "j")
    second = evaluate(SVC(), X, Y, journal=tmp_path / "j")
    assert first.fingerprint == second.fingerprint
    np.testing.assert_array_equal(first.scores().values, second.scores().values)


def test_polars_at_every_door():
    pl = pytest.importorskip("polars")
    want = evaluate(KNeighborsClassifier(), X, Y, cv=5, groups=None)
    run = evaluate(KNeighborsClassifier(), pl.DataFrame(X), pl.Series(Y), cv=5)
    np.testing.assert_array_equal(run.scores().values, want.scores().values)
    groups = np.arange(len(Y)) // 6
    grouped = [
        evaluate(GaussianNB(), X, Y, groups=g, random_state=0) for g in (groups, pl.Series(groups))
    ]
    assert grouped[0].fingerprint == grouped[1].fingerprint
    text = np.array(["no", "yes"])[TWO]
    finished = Evaluation.from_predictions(
        pl.Series(text), pl.DataFrame({"a": text, "b": text[::-1].copy()})
    )
    np.testing.assert_array_equal(
        finished.correct().values.mean(1), [1.0, (text == text[::-1]).mean()]
    )
    rows = pd.DataFrame({"item": [0, 1, 0, 1], "model": list("aabb"), "acc": [1, 0, 1, 1]})
    records = [
        Evaluation.from_records(t, item="item", model="model", score="acc")
        for t in (rows, pl.from_pandas(rows))
    ]
    np.testing.assert_array_equal(*(r.correct().values for r in records))
    scores = [
        Evaluation.from_scores(t, n_train=90, n_test=10)
        for t in (rows[["acc"]], pl.from_pandas(rows[["acc"]]))
    ]
    np.testing.assert_array_equal(*(s.scores().values for s in scores))


class Columns:
    "As a frame of any package: its columns, each by its name."

    def __init__(self, frame):
        self.of = {str(c): frame[c].to_numpy() for c in frame}

    @property
    def columns(self):
        return list(self.of)

    def __getitem__(self, name):
        return self.of[name]

    def __len__(self):
        return len(next(iter(self.of.values())))


def made_with(package):
    "What makes a frame of a package of one of pandas."
    if package is Columns:
        return Columns
    found = pytest.importorskip(package)
    return found.from_pandas if package == "polars" else found.Table.from_pandas


ANSWERS = pd.DataFrame(RNG.integers(0, 2, (30, 3)), columns=["gpt", "claude", "llama"])
SETS = pd.DataFrame(RNG.normal(0.8, 0.03, (6, 8)), columns=list("abcdefgh"))
NAMED_SETS = SETS.assign(dataset=[f"set {i}" for i in range(6)])
OF_FRAMES = {
    "estimate_accuracy": (ANSWERS, lambda t: evalbook.estimate_accuracy(t)),
    "estimate_mean": (ANSWERS, lambda t: evalbook.estimate_mean(t)),
    "cochran_q": (ANSWERS.head(2), lambda t: evalbook.cochran_q(t)),
    "mcnemar": (ANSWERS[["gpt", "llama"]], lambda t: evalbook.mcnemar(t)),
    "ttest_paired": (ANSWERS[["gpt", "llama"]], lambda t: evalbook.ttest_paired(t)),
    "truth": (ANSWERS, lambda t: evalbook.estimate_accuracy(ANSWERS["gpt"], t)),
    "pairwise": (SETS, lambda t: evalbook.pairwise(evalbook.wilcoxon_test, t)),
    "friedman_test": (NAMED_SETS, lambda t: evalbook.friedman_test(t)),
    "report": (NAMED_SETS, lambda t: evalbook.report(t)),
    "score_table": (SETS, lambda t: evalbook.score_table(scores=t)),
    "records": (
        ANSWERS.assign(item=range(30)).melt("item", var_name="who"),
        lambda t: report(
            Evaluation.from_records({"all": t}, item="item", run="who", score="value")
        ),
    ),
    "from_predictions": (
        ANSWERS,
        lambda t: Evaluation.from_predictions(pd.Series(ANSWERS["gpt"].values, range(30, 60)), t),
    ),
    "probabilities": (
        pd.DataFrame({"yes": P1, "no": 1 - P1}),
        lambda t: Evaluation.from_predictions(
            TEXT, {"m": TEXT}, probabilities={"m": t}
        ).probabilities["m"],
    ),
    "unnamed probabilities": (
        pd.DataFrame({"column_0": 1 - P1, "column_1": P1}),
        lambda t: Evaluation.from_predictions(TEXT, {"m": TEXT}, {"m": t}).probabilities["m"],
    ),
}


@pytest.mark.parametrize("what", OF_FRAMES)
@pytest.mark.parametrize("package", [Columns, "polars", "pyarrow"])
def test_a_frame_of_any_package_is_read_by_its_columns(package, what):
    "A frame of polars was an array: its rows were taken for models, without a note."
    frame, call = OF_FRAMES[what]
    want = frame if what != "unnamed probabilities" else frame.set_axis(range(2), axis=1)
    if what == "from_predictions":
        want = frame.set_axis(range(30, 60))
    assert str(call(made_with(package)(frame))) == str(call(want))


# --- what people hold instead of an Evaluation ------------------------------------------------------------------------


class Study:
    "As optuna's: trials, and the best parameters."

    trials: tuple = ()
    best_params = {"n_neighbors": 3}  # noqa: RUF012


LONG = pd.DataFrame(
    {
        "model": ["J48"] * 10 + ["NB"] * 10,
        "fold": [*range(10)] * 2,
        "score": np.linspace(0.7, 0.9, 20),
    }
)
SCORES = {"bert": [0.81, 0.83, 0.80, 0.82, 0.84], "roberta": [0.84, 0.85, 0.83, 0.86, 0.85]}
SEARCH = GridSearchCV(KNeighborsClassifier(), {"n_neighbors": [1, 5]}, cv=5).fit(X, Y)
BARE, FULL = (
    cross_validate(GaussianNB(), X, Y, cv=5, return_indices=full) for full in (False, True)
)
RECORDS = [
    {"item": i, "model": m, "score": int(i != 3 or m == "a")} for i in range(9) for m in "ab"
]
HELD = {  # what somebody holds: under which name a line speaks of it
    "fitted search": ("search", SEARCH),
    "cross_validate": ("results", FULL),
    "cross_validate without indices": ("results", BARE),
    "several cross_validate": ("results", {"nb": FULL, "other": FULL}),
    "several without indices": ("results", {"nb": BARE, "other": BARE}),
    "cv_results_": ("results", SEARCH.cv_results_),
    "study": ("study", Study()),
    "long table": ("table", LONG),
    "wide table": ("table", pd.DataFrame(SCORES)),
    "records": ("records", RECORDS),
    "table of items": ("table", pd.DataFrame(RECORDS)),
    "estimator": ("model", KNeighborsClassifier()),
    "estimators": ("models", {"a": GaussianNB(), "b": SVC()}),
    "list of estimators": ("models", [GaussianNB(), SVC()]),
    "scores by model": ("scores", SCORES),
    "array": ("predictions", Y[::-1].copy()),
}


@pytest.mark.parametrize("what", HELD)
def test_what_people_hand_to_report_is_answered_by_a_line_that_runs(what):
    name, value = HELD[what]
    message = refusal(lambda: as_evaluation(value, "taken"))
    held = {
        "X": X,
        "y": Y,
        "model": KNeighborsClassifier(),
        name: value,
        "taken": lambda e: as_evaluation(e, "taken"),
    }
    assert isinstance(run_line(message, **held), Evaluation)


def test_an_evaluation_is_taken_as_it_is():
    run = evaluate(GaussianNB(), X, Y, cv=3)
    assert as_evaluation(run, "report") is run
    assert "evaluate(" in refusal(lambda: as_evaluation(3, "report"))


@pytest.mark.parametrize(
    "what", ["fitted search", "cross_validate", "several cross_validate", "study", "cv_results_"]
)
@pytest.mark.parametrize("data", [(), (X, Y)], ids=["alone", "with data"])
def test_evaluate_names_the_door_too(what, data):
    name, value = HELD[what]
    if what == "fitted search" and data:
        assert evaluate(value, *data, cv=2).names == ("GridSearchCV",)  # nested cross-validation
        return
    message = refusal(lambda: evaluate(value, *data))
    assert isinstance(
        run_line(message, X=X, y=Y, model=KNeighborsClassifier(), **{name: value}), Evaluation
    )


@pytest.mark.parametrize(
    "call, name",
    [
        (lambda: Evaluation.from_score_table(LONG), ("table", LONG)),
        (lambda: Evaluation.from_score_table(SCORES, n_train=800, n_test=200), ("scores", SCORES)),
        (lambda: Evaluation.from_scores(SCORES), ("scores", SCORES)),
        (lambda: Evaluation.from_scores(BARE), ("results", BARE)),
        (lambda: Evaluation.from_cross_validate(FULL), ("results", FULL)),
        (lambda: Evaluation.from_search(Study()), ("study", Study())),
        (lambda: Evaluation.from_search(BARE), ("results", BARE)),
        (lambda: Evaluation.from_records(RECORDS), ("records", RECORDS)),
        (lambda: Evaluation.from_predictions(Y), ("predictions", Y)),
    ],
)
def test_a_door_with_too_little_writes_the_line(call, name):
    held = {"X": X, "y": Y, "model": KNeighborsClassifier(), name[0]: name[1]}
    assert isinstance(run_line(refusal(call), **held), Evaluation)


def test_a_file_or_a_name_where_a_table_or_a_column_is_needed_is_told_so():
    columns = {"model": "m", "split": "s", "score": "acc", "n_train": 90, "n_test": 10}
    assert "pandas.read_csv('t.csv')" in refusal(
        lambda: Evaluation.from_score_table("t.csv", **columns)
    )
    assert "groups=X['town']" in refusal(lambda: evaluate(GaussianNB(), X, Y, groups="town"))
    assert "LeaveOneOut()" in refusal(lambda: evaluate(GaussianNB(), X, Y, cv=LeaveOneOut))
    words = np.where(Y == Y[0], "yes", "no")
    assert "regressors need numbers" in refusal(lambda: evaluate(Ridge(), X, words, cv=3))


def test_splits_are_named_as_they_are_read():
    twice = pd.DataFrame({"m": ["a", "a", "b"], "s": [0, 0, 1], "acc": [0.8, 0.9, 0.7]})
    how = {"model": "m", "split": "s", "score": "acc", "n_train": 90, "n_test": 10}
    how |= {"higher_is_better": True}
    assert "got two of a, 0." in refusal(lambda: Evaluation.from_score_table(twice, **how))
    some = twice.iloc[1:]
    assert "on split 0" in refusal(lambda: Evaluation.from_score_table(some, **how))


FOLDS = [f"Fold{f}.Rep{r}" for r in (1, 2) for f in range(1, 6)]
CARET = pd.DataFrame(
    {"Resample": FOLDS, "rf~Accuracy": np.linspace(0.8, 0.9, 10), "glm~Accuracy": [0.85] * 10}
)
TIDY = [
    {
        "wflow_id": m,
        "id": f[-4:],
        "id2": f[:5],
        ".metric": k,
        ".estimator": "binary",
        ".estimate": v,
    }
    for m in ("rf", "glm")
    for f, v in zip(FOLDS, CARET[f"{m}~Accuracy"])
    for k in ("accuracy", "brier_class")
]
FROM_R = {
    "caret": CARET,
    "caret, two measures": CARET.assign(**{"rf~RMSE": 9.0, "glm~RMSE": 8.0}),
    "caret, long": CARET.set_axis(["Resample", "rf", "glm"], axis=1).melt(
        "Resample", var_name="model", value_name="Accuracy"
    ),
    "tidymodels": pd.DataFrame(TIDY),
    "mlr3": pd.DataFrame(TIDY)[::2].assign(
        **{
            "learner_id": lambda t: t.pop("wflow_id"),
            "nr": 1,
            "iteration": [*range(10)] * 2,
            "classif.ce": lambda t: 1 - t.pop(".estimate"),
        }
    )[["nr", "learner_id", "iteration", "classif.ce"]],
}


@pytest.mark.parametrize("what", FROM_R)
def test_a_table_from_r_is_answered_by_the_whole_line(what):
    "It took four refusals, of which the first had no word of what was missing."
    table = FROM_R[what]
    message = refusal(lambda: Evaluation.from_score_table(table))
    run = run_line(message, table=table)
    lower = what == "mlr3"
    want = CARET.iloc[:, 1:].to_numpy().T
    np.testing.assert_allclose(np.sort(run.scores().values), np.sort(1 - want if lower else want))
    assert run.scores().higher_is_better is not lower
    assert run.design.kind == ("random splits" if lower else "repeated k-fold")
    assert run_line(refusal(lambda: report(table)), table=table).answer == report(run).answer


def test_what_is_known_of_a_table_stands_in_the_line():
    table = FROM_R["caret, long"].rename(columns={"model": "who"}).assign(a=1, b=2)
    known = {"model": "who", "split": "Resample", "score": "Accuracy", "n_train": 80}
    message = refusal(lambda: Evaluation.from_score_table(table, **known))
    assert "needs n_test=, got" in message
    assert run_line(message, table=table).n_train == 80
    assert "needs model=, split=, score=" in refusal(lambda: Evaluation.from_score_table(table))


def test_two_measures_are_not_four_models():
    table = FROM_R["caret, two measures"]
    message = refusal(lambda: Evaluation.from_scores(table, n_train=80, n_test=20))
    assert (
        "Accuracy, RMSE of each model" in message and "table.filter(regex='~Accuracy$')" in message
    )
    numbered = CARET.assign(Resample=range(10), index=range(10))
    assert len(Evaluation.from_scores(numbered, n_train=80, n_test=20).names) == 2


def test_sizes_that_were_given_stand_in_the_line():
    message = refusal(lambda: Evaluation.from_score_table(SCORES, n_train=800, n_test=200))
    assert (run_line(message, scores=SCORES).n_train, run_line(message, scores=SCORES).n_test) == (
        800,
        200,
    )
    message = refusal(lambda: Evaluation.from_folds(Y, {"m": Y}))
    assert "fold=" in message


# --- probabilities among predictions ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "y", [TWO, TEXT, TWO.astype(bool), TWO.astype(float)], ids=["int", "text", "bool", "float"]
)
@pytest.mark.parametrize(
    "given", [P1, TABLE, list(P1), P1.reshape(-1, 1)], ids=["flat", "table", "list", "column"]
)
def test_probabilities_are_recognised(y, given):
    run = Evaluation.from_predictions(y, {"m": given})
    np.testing.assert_array_equal(run.predictions["m"][0], np.unique(y)[(P1 >= 0.5).astype(int)])
    np.testing.assert_allclose(run.probabilities["m"][0], TABLE, rtol=1e-15)
    assert [note.code for note in run.notes] == ["assumed"]
    assert run.scores("auc").values[0, 0] == pytest.approx(roc_auc_score(TWO, P1), rel=1e-12)


def test_columns_of_classes_are_the_probabilities_of_one_model():
    frame = pd.DataFrame({"lr_no": 1 - P1, "lr_yes": P1, "tree": TEXT})
    run = Evaluation.from_predictions(TEXT, frame)
    assert set(run.names) == {"lr", "tree"} and list(run.probabilities) == ["lr"]
    versions = Evaluation.from_predictions(
        TWO, {"model_0": P1, "model_1": P1**2}
    )  # no classes: they do not sum to 1
    assert versions.names == ("model_0", "model_1") == tuple(versions.probabilities)
    three = RNG.dirichlet([1, 1, 1], len(Y))
    run = Evaluation.from_predictions(Y, {"m": three})
    np.testing.assert_array_equal(run.predictions["m"][0], three.argmax(1))


def test_numbers_stay_numbers_and_labels_stay_labels():
    assert Evaluation.from_predictions(TWO, {"m": P1}, task="regression").task == "regression"
    assert Evaluation.from_predictions(P1 * 3, {"m": P1}).task == "regression"
    for labels in (TWO, TWO.astype(float), TEXT):
        plain = Evaluation.from_predictions(labels, {"m": labels[::-1].copy()})
        assert (plain.notes, plain.probabilities) == ((), {})
    given = Evaluation.from_predictions(TWO, {"m": TWO}, {"m": P1})
    assert given.notes == () and given.probabilities["m"][0].shape == (len(Y), 2)


@pytest.mark.parametrize("y, p", [(np.array(list("abc"))[Y], P1), (Y, TABLE)])
def test_probabilities_of_the_wrong_shape_are_told_how(y, p):
    assert "probabilities=" in refusal(lambda: Evaluation.from_predictions(y, {"m": p}))


# --- one round of folds -----------------------------------------------------------------------------------------------


def test_a_repetition_of_the_default_design_has_each_case_once():
    run = evaluate({"nb": GaussianNB(), "mode": DummyClassifier()}, X, Y, random_state=0)
    for r in range(6):
        part = run.repetition(r)
        table = part.correct()
        np.testing.assert_array_equal(np.sort(table.case), np.arange(len(Y)))
        assert (part.design.kind, len(part.splits)) == ("k-fold", 5)
        np.testing.assert_array_equal(
            part.scores().values, run.scores().values[:, 5 * r : 5 * r + 5]
        )
    assert 0 <= evalbook.mcnemar(run.repetition(0).correct()).pvalue <= 1
    assert 0 <= ttest_corrected(run.scores()).pvalue <= 1
    assert "5" in refusal(lambda: run.repetition(6)) and "0 to 5" in refusal(
        lambda: run.repetition(True)
    )


@pytest.mark.parametrize(
    "cv, rounds",
    [
        (five_by_two(0), 5),
        (KFold(4), 1),
        (LeaveOneOut(), 1),
        (RepeatedKFold(n_splits=3, n_repeats=2, random_state=0), 2),
        (ShuffleSplit(6, random_state=0), 0),
        (evalbook.Bootstrap(5, random_state=0), 0),
    ],
    ids=["5x2", "k-fold", "leave one out", "repeated", "random", "bootstrap"],
)
def test_rounds_of_a_design(cv, rounds):
    run = evaluate(GaussianNB(), X, Y, cv=cv)
    assert len(rounds_of(run.splits, len(Y))) == rounds
    for r in range(rounds):
        np.testing.assert_array_equal(np.sort(run.repetition(r).correct().case), np.arange(len(Y)))
    assert "round" in refusal(lambda: run.repetition(rounds))


def test_a_repetition_keeps_what_belongs_to_its_splits():
    weights = np.linspace(1, 2, len(Y))
    options = {
        "response_method": "predict_proba",
        "scoring": "accuracy",
        "params": {"sample_weight": weights},
    }
    run = evaluate(
        GaussianNB(), X, Y, cv=RepeatedKFold(n_splits=3, n_repeats=2, random_state=0), **options
    )
    part = run.repetition(1)
    np.testing.assert_array_equal(
        part.stored_scores["accuracy"], run.stored_scores["accuracy"][:, 3:]
    )
    np.testing.assert_array_equal(
        part.probabilities["GaussianNB"][0], run.probabilities["GaussianNB"][3]
    )
    assert len(part.fit_times["GaussianNB"]) == 3 and part.weights is run.weights


# --- several metrics of cross_validate --------------------------------------------------------------------------------


def test_reports_of_stored_scores():
    models = {"nb": GaussianNB(), "mode": DummyClassifier()}
    scoring = ["balanced_accuracy", "accuracy"]
    done = {
        k: cross_validate(m, X, Y, cv=5, scoring=scoring, return_indices=True)
        for k, m in models.items()
    }
    run = Evaluation.from_cross_validate(done, Y)
    asked = {None: 0, "accuracy": 1, "bacc": 0, "balanced accuracy": 0}
    for measure, i in asked.items():
        want = done["nb"][f"test_{scoring[i]}"].mean()
        assert report(run, measure=measure).estimates.loc["nb", "value"] == pytest.approx(
            want, rel=1e-12
        )
    both = report(run, measure=["accuracy", "balanced_accuracy"])
    assert both.estimates.loc["nb", "value"] == pytest.approx(
        done["nb"]["test_accuracy"].mean(), rel=1e-12
    )
    np.testing.assert_array_equal(run.scores().values[0], done["nb"]["test_balanced_accuracy"])


# --- what a learner refuses -------------------------------------------------------------------------------------------


def test_several_targets_are_taken_one_at_a_time():
    targets = np.column_stack([X[:, 0], X[:, 1]])
    for call in (
        lambda: evaluate(Ridge(), X, targets, cv=3),
        lambda: Evaluation.from_predictions(targets, {"m": Y}),
    ):
        assert "y[:, 0]" in refusal(call)
    assert evaluate(Ridge(), X, targets[:, 0], cv=3).task == "regression"


class Column(ClassifierMixin, BaseEstimator):
    "A network with one unit at its end."

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.full((len(X), 1), 0.37)


def test_a_column_of_numbers_is_told_in_terms_of_predict():
    with pytest.raises(FailedFits, match=r"predict returned a column .* 0\.37.*RegressorMixin"):
        evaluate({"net": Column()}, X, TWO, cv=3)


def learner_line(message: str) -> str:
    "The pipeline that a message offers."
    return re.search(r"(make_pipeline\(.*, learner\))\.", message)[1]


@pytest.mark.parametrize(
    "columns", [["date", "city", "x"], ["city", "x"], ["date", "x"]], ids=" ".join
)
def test_columns_that_a_learner_cannot_read_are_named(columns):
    n = len(TWO)
    days, towns = pd.date_range("2024-01-01", periods=n), np.where(TWO > 0, "Rome", "Oslo")
    table = pd.DataFrame({"date": days, "city": towns, "x": X[:, 0]})[columns]
    with pytest.raises(FailedFits) as caught:
        evaluate({"lr": LogisticRegression()}, table, TWO, cv=3)
    message = str(caught.value)
    for column in columns[:-1]:
        assert f"{column} ({table[column].dtype})" in message
    names = {"make_pipeline": make_pipeline, "make_column_transformer": make_column_transformer}
    names |= {
        "OneHotEncoder": OneHotEncoder,
        "SimpleImputer": SimpleImputer,
        "learner": LogisticRegression(),
    }
    repaired = eval(learner_line(message), names)  # noqa: S307
    assert evaluate({"lr": repaired}, table, TWO, cv=3).failures == ()


class Coded(DummyClassifier):
    "Takes the classes 0, 1, 2, ... alone, as XGBoost does."

    def fit(self, X, y, sample_weight=None):
        if not np.array_equal(np.unique(y), np.arange(len(np.unique(y)))):
            raise ValueError(
                "Invalid classes inferred from unique values of `y`.  Expected: [0 1], got ['no' 'yes']"
            )
        return super().fit(X, y, sample_weight)


def test_coded_labels_are_named():
    with pytest.raises(FailedFits, match="LabelEncoder"):
        evaluate({"xgb": Coded()}, X, TEXT, cv=3)
    assert evaluate({"xgb": Coded()}, X, LabelEncoder().fit_transform(TEXT), cv=3).failures == ()


# --- long runs --------------------------------------------------------------------------------------------------------


def clocked(monkeypatch, seconds: float, total: int, first: int) -> list:
    "The fits of a run in which each takes so long."
    now = [0.0]
    monkeypatch.setattr("evalbook.run.loop_over_fits.time.monotonic", lambda: now[0])

    def fits():
        for i in range(total):
            now[0] += seconds
            yield i

    return list(with_bar(fits(), total, first))


def test_a_long_run_says_once_how_long_it_takes(monkeypatch, capsys):
    assert clocked(monkeypatch, 2.0, 30, 3) == list(range(30))
    said = capsys.readouterr().err
    assert (
        said.count("\n") == 1 and "3 of 30" in said and "54 s" in said and "progress=True" in said
    )


@pytest.mark.parametrize("seconds, total", [(0.5, 30), (30.0, 1)])
def test_short_runs_and_single_fits_are_silent(monkeypatch, capsys, seconds, total):
    clocked(monkeypatch, seconds, total, 1)
    assert capsys.readouterr().err == ""


def test_evaluate_is_silent_when_it_is_told_so(monkeypatch, capsys):
    monkeypatch.setattr("evalbook.run.loop_over_fits.LONG", -1.0)
    evaluate(SVC(), X, Y, cv=3, progress=False)
    assert capsys.readouterr().err == ""
    evaluate(SVC(), X, Y, cv=3)
    assert "of 3 fits" in capsys.readouterr().err


# --- blocks of rows whose features move -------------------------------------------------------------------------------


@pytest.mark.parametrize("cv", [5, StratifiedKFold(5), KFold(5)], ids=str)
def test_rows_in_blocks_whose_features_move(cv):
    rng = np.random.default_rng(1)
    y = rng.integers(0, 2, 600)
    cabin = np.sort(rng.integers(1, 4, 600))
    table = np.column_stack([rng.normal(size=600), cabin])
    for features in (
        table,
        pd.DataFrame({"a": table[:, 0], "class": np.array(list("?abc"))[cabin]}),
    ):
        run = evaluate(DummyClassifier(), features, y, cv=cv)
        assert [note.code for note in run.notes] == ["row_order"]
        assert "a (" not in run.notes[0].text
    shuffled = evaluate(
        DummyClassifier(), table, y, cv=StratifiedKFold(5, shuffle=True, random_state=0)
    )
    assert shuffled.notes == ()


@pytest.mark.parametrize("folds", [3, 10])
def test_shuffled_rows_raise_no_alarm(folds):
    "At a stated rate of 1e-4 a data set, 200 shuffles of two data sets expect .04 alarms: none may be seen."
    rng, n = np.random.default_rng(0), 400
    y = rng.integers(0, 2, n)
    odd = [
        rng.random(n) < 0.15,
        rng.standard_cauchy(n),
        rng.exponential(size=n) ** 6,
        rng.poisson(0.3, n),
        y + rng.normal(size=n),
    ]
    for features, target in ((np.column_stack(odd), y), (X, Y)):
        alarms = 0
        for r in range(100):
            order = rng.permutation(len(target))
            splitter = StratifiedKFold(folds) if r % 2 else KFold(folds)
            tests = [test for _, test in splitter.split(order, target[order])]
            alarms += bool(moving_features(tests, features[order]))
        assert alarms == 0


def test_missing_values_and_sparse_tables_do_not_stop_the_look():
    table = X.copy()
    table[np.argsort(X[:, 0])[:90], 1] = np.nan
    tests = np.array_split(np.arange(len(table)), 5)
    ordered = table[np.argsort(X[:, 0])]
    assert "feature 1" in moving_features(tests, ordered)
    assert moving_features(tests, np.zeros((len(table), 0))) == []
    assert moving_features(tests, np.zeros((len(table), 2))) == []


def test_a_measure_of_ones_own_gives_one_number_or_one_a_case():
    "Three numbers, one a class, were averaged for as many cases as there are."
    y = np.tile([0, 1, 2], 20)
    answers = {"a": y, "b": np.roll(y, 1)}
    run = evalbook.Evaluation.from_predictions(y, answers)
    recalls = lambda t, p: np.array([np.mean(p[t == c] == c) for c in (0, 1, 2)])
    with pytest.raises(ValueError, match="3 numbers for 60 cases"):
        report(run, measure=recalls, higher_is_better=True)
    off = lambda t, p: 1.0 * (t != p)
    assert "a has the smallest" in str(report(run, measure=off, higher_is_better=False))
    with pytest.raises(ValueError, match="one finite number"):  # a Measure is one number a set
        report(run, measure=evalbook.core.as_measure(off, higher_is_better=False))


PERCENT = pd.DataFrame(
    [(m, k, 90.2 + k - j) for j, m in enumerate("ab") for k in range(5)],
    columns=["model", "fold", "accuracy"],
)
OF_FIVE = {"n_train": 80, "n_test": 20, "design": "k-fold"}
COLUMNS = {"model": "model", "split": "fold", "score": "accuracy"}
IN_PERCENT = {  # each once led to `right on 9,016.936 %`
    "table": lambda: Evaluation.from_score_table(PERCENT, **COLUMNS, **OF_FIVE, measure="accuracy"),
    "table, by the name of its column": lambda: Evaluation.from_score_table(
        PERCENT, **COLUMNS, **OF_FIVE, higher_is_better=True
    ),
    "scores": lambda: Evaluation.from_scores(
        {"a": [90.2, 80.0]}, n_train=80, n_test=20, measure="accuracy"
    ),
    "Scores": lambda: evalbook.core.Scores(
        [90.2, 80.0], measure=evalbook.core.as_measure("accuracy")
    ),
    "records": lambda: Evaluation.from_records(
        PERCENT.rename(columns={"fold": "case"}),
        item="case",
        model="model",
        score="accuracy",
        higher_is_better=True,
    ),
}


@pytest.mark.parametrize("door", IN_PERCENT)
def test_scores_beyond_the_range_of_their_measure_are_refused(door):
    with pytest.raises(ValueError, match="accuracy lies between 0 and 1, got 90.2. Divide by 100"):
        IN_PERCENT[door]()


def test_the_range_is_that_of_the_measure():
    "A loss with scikit-learn's minus once ranked the worst model first; numbers without a range pass."
    sizes = {"n_train": 80, "n_test": 20}
    scores = {"a": [-90.2, -80.0]}
    with pytest.raises(ValueError, match="squared error is at least 0, got -90.2. Change the sign"):
        Evaluation.from_scores(scores, **sizes, measure="neg_mean_squared_error")
    with pytest.raises(ValueError, match="R2 is at most 1, got 85. Divide by 100"):
        Evaluation.from_scores({"a": [85.0, 0.8]}, **sizes, measure="r2")
    assert Evaluation.from_scores(scores, **sizes).names == ("a",)
    assert Evaluation.from_scores({"a": [1 + 1e-12, -0.2]}, **sizes, measure="r2")


# --- one rule at each intake ------------------------------------------------------------------------------------------

PETS = ["cat", "dog", "dog", "cat"]
GAP = [float("nan"), "dog", "dog", "cat"]
TWICE = pd.DataFrame([["cat", "dog"]] * 2 + [["dog", "cat"]] * 2, columns=["m", "m"])
FOLDS = {"n_train": 90, "n_test": 10, "design": "k-fold"}
SETS = pd.DataFrame(
    {
        "tree": [0.8, 0.7, 0.9, 0.6, 0.8, 0.75],
        "bayes": [0.7, 0.75, 0.85, 0.5, 0.7, 0.7],
        "knn": [0.6, 0.72, 0.8, 0.55, 0.71, 0.6],
    },
    index=["iris", "wine", "glass", "vote", "zoo", "ecoli"],
)
SUMMED = pd.concat([SETS, SETS.mean().to_frame("Mean").T, SETS.rank(axis=1).mean().to_frame("Average rank").T])  # fmt: skip


@pytest.mark.parametrize(
    "call",
    [
        lambda: Evaluation.from_predictions(GAP, {"a": PETS}),
        lambda: Evaluation.from_predictions(PETS, {"a": GAP}),
        lambda: Evaluation.from_predictions(PETS, {"a": PETS}, groups=GAP),
        lambda: evaluate(GaussianNB(), np.arange(4.0)[:, None], GAP, cv=2),
        lambda: evalbook.mcnemar([1, 0, 1, 0], [0, 0, 1, 1], cluster=GAP),
        lambda: Evaluation.from_predictions(["cat", 1, "dog", "cat"], {"a": PETS}),
    ],
)
def test_a_list_of_text_hides_no_gap_and_no_number(call):
    assert re.search("missing|number and str", refusal(call))


def test_text_of_numpy_and_of_python_is_text():
    run = Evaluation.from_predictions([np.str_("cat"), "dog", "dog", "cat"], {"a": PETS})
    assert run.scores()["a"].values == [1]


@pytest.mark.parametrize(
    "call",
    [
        lambda: Evaluation.from_predictions(PETS, TWICE),
        lambda: Evaluation.from_folds(PETS, TWICE, fold=[0, 1, 0, 1]),
        lambda: Evaluation.from_scores(TWICE == "cat", **FOLDS),
        lambda: evalbook.mcnemar(TWICE == "cat"),
        lambda: report(TWICE.set_axis([*"abcd"]) == "cat"),
        lambda: evalbook.friedman_test(TWICE == "cat"),
    ],
)
def test_two_columns_of_one_name_are_refused(call):
    assert "different names, got 'm' more than once" in refusal(call)


@pytest.mark.parametrize("long", [False, True])
def test_a_mean_of_the_other_rows_is_no_data_set(long):
    table = SUMMED
    if long:
        table = SUMMED.rename_axis("dataset").reset_index().melt("dataset", var_name="algorithm")
    for ask in (evalbook.friedman_test, report):
        message = refusal(lambda ask=ask: ask(table))
        assert "a row 'Mean'" in message
    kept = run_line(message, table=table)
    found, true = (evalbook.friedman_test(t, higher_is_better=True) for t in (kept, SETS))
    assert found.pvalue == true.pvalue


def test_a_mean_of_the_folds_is_no_fold():
    table = LONG.assign(fold=["Fold" + str(f) for f in LONG["fold"]])
    asked = {"model": "model", "split": "fold", "score": "score", "measure": "accuracy", **FOLDS}
    assert ttest_corrected(Evaluation.from_score_table(table, **asked).scores()).difference < 0
    means = pd.DataFrame({"model": ["J48", "NB"], "fold": "Mean", "score": [0.75, 0.85]})
    message = refusal(lambda: Evaluation.from_score_table(pd.concat([table, means]), **asked))
    assert "a row 'Mean'" in message
    assert "a row 'mean'" in refusal(
        lambda: Evaluation.from_scores(pd.DataFrame({"a": [0.8, 0.9, 0.85]}, index=["0", "1", "mean"]), **FOLDS)
    )  # fmt: skip


def searched(scoring, refit, **options):
    grid = {"var_smoothing": [1e-9, 10.0]}
    return GridSearchCV(GaussianNB(), grid, scoring=scoring, refit=refit, cv=3, **options).fit(X, Y)


def negative(estimator, X, y):
    return estimator.score(X, y) - 1


def positive(estimator, X, y):
    return 1 - estimator.score(X, y)


@pytest.mark.parametrize("name", ["error", "mse", "score"])
@pytest.mark.parametrize(
    "scorer", [make_scorer(zero_one_loss), make_scorer(zero_one_loss, greater_is_better=False)]
)
def test_a_loss_of_scikit_learn_is_a_loss_with_and_without_its_minus(name, scorer):
    scoring = {"acc": "accuracy", name: scorer}
    run = evalbook.from_search(searched(scoring, "acc"), Y, measure=name)
    table = run.scores(run.measures[name])
    assert not table.higher_is_better and table.values.min() >= 0
    fitted = evaluate(GaussianNB(), X, Y, cv=3, scoring={name: scorer})
    assert not fitted.scores().higher_is_better and fitted.scores().values.min() >= 0
    assert not as_measure(scorer).higher_is_better


@pytest.mark.parametrize("name", ["error", "mse", "my_loss"])
def test_what_is_called_a_loss_has_the_minus_of_scikit_learn(name):
    good, bad = ({"acc": "accuracy", name: f} for f in (negative, positive))
    run = evalbook.from_search(searched(good, name), Y)
    better = run.scores().higher_is_better
    best = np.argmax(run.scores().values.mean(-1) * (1 if better else -1))
    assert best == 0
    assert "has a minus, got 0." in refusal(lambda: evalbook.from_search(searched(bad, name), Y))
    told = {"nb": cross_validate(GaussianNB(), X, Y, scoring=bad, return_indices=True)}
    assert "has a minus, got 0." in refusal(lambda: Evaluation.from_cross_validate(told, Y, measure=name))  # fmt: skip
    for run in (evalbook.from_search(searched(bad, "acc"), Y), Evaluation.from_cross_validate(told, Y)):  # fmt: skip
        assert [*run.measures] == ["acc"] and f"without a minus: {name}" in run.notes[0].text
    told = {"nb": cross_validate(GaussianNB(), X, Y, scoring=good, return_indices=True)}
    table = Evaluation.from_cross_validate(told, Y, measure=name).scores()
    assert (table.values > 0).any() != table.higher_is_better


def test_a_score_with_neg_in_its_name_goes_up():
    assert direction_of("neg_mean_squared_error") and not direction_of("mean_squared_error")


def test_indices_may_come_from_a_file():
    again = FULL | {"indices": {k: [p.tolist() for p in v] for k, v in FULL["indices"].items()}}
    one, two = (Evaluation.from_cross_validate({"nb": run}, Y) for run in (FULL, again))
    assert one.design.n_test.tolist() == two.design.n_test.tolist()


def test_sizes_of_errors_are_no_shares_of_wrong_answers():
    rows = [{"item": i, "model": m, "error": abs(np.sin(i)) / 2 + (m == "b") * 0.1} for i in range(40) for m in "ab"]  # fmt: skip
    run = Evaluation.from_records(rows, item="item", model="model", score="error", higher_is_better=False)  # fmt: skip
    assert "%" not in report(run).answer[0].partition("(")[0]


@pytest.mark.parametrize("what", ["group", "truth"])
def test_an_item_has_one_group_and_one_truth(what):
    rows = [{"item": i, "model": m, "p": 1, what: int(i > 2 and m == "b")} for i in range(4) for m in "ab"]  # fmt: skip
    asked = {"score": "p", "group": "group"} if what == "group" else {"truth": "truth", "prediction": "p"}  # fmt: skip
    message = refusal(lambda: Evaluation.from_records(rows, item="item", model="model", **asked))
    assert message == f"from_records needs one {what} an item, got several of 3."


def test_items_in_text_and_in_numbers_are_named():
    rows = [{"item": i if m == "a" else str(i), "model": m, "score": 1} for i in range(6) for m in "ab"]  # fmt: skip
    asked = {"item": "item", "model": "model", "score": "score"}
    message = refusal(lambda: Evaluation.from_records(rows, **asked))
    line = re.search(r"write (.*)\.$", message)[1]
    fixed = eval(line, {"pd": pd, "records": rows})  # noqa: S307
    assert len(Evaluation.from_records(fixed, **asked).y) == 6


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: Evaluation.from_records({"item": [0, 1], "score": [1, 0]}, item="item", model="m", score="score"), "pd.DataFrame"),
        (lambda: Evaluation.from_records(5, item="item", model="m", score="score"), "got int"),
        (lambda: Evaluation.from_records([{"i": 0, "m": {"id": "x"}, "s": 1}], item="i", model="m", score="s"), "'m.id'"),
        (lambda: Evaluation.from_predictions(PETS, [{"m": "cat"}] * 4), "pd.DataFrame"),
        (lambda: evalbook.score_table([{"dataset": "d", "algorithm": "a", "score": 0.5}]), "pd.DataFrame"),
        (lambda: Evaluation.from_predictions(sparse.csr_matrix([[1], [0]]), {"a": [1, 0]}), "csr_matrix. Make a list"),
        (lambda: Evaluation.from_scores(np.ones((5, 2)), **FOLDS), "pd.DataFrame"),
        (lambda: Evaluation.from_score_table([{"model": "a"}]), "pandas.DataFrame(table)"),
        (lambda: Evaluation.from_predictions(pd.Series(PETS, [3, 1, 0, 2]), {"m": pd.Series(PETS)}), "m.to_numpy()"),
        (lambda: fail("a count", f"{np.array([3, 1]).tolist()}, {(np.int64(3), np.True_, np.str_('a'))}"), "(3, True, 'a')"),
    ],
)  # fmt: skip
def test_what_comes_from_elsewhere_is_answered_in_words(call, words):
    assert words in refusal(call)


def test_probabilities_of_true_and_false_go_by_their_names():
    p = pd.DataFrame({True: [0.9, 0.2], False: [0.1, 0.8]})
    run = Evaluation.from_predictions([True, False], probabilities={"p": p})
    assert run.scores()["p"].values == [1]
