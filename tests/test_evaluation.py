"""An Evaluation from elsewhere, and to a file and back: nothing is lost, and what cannot be used is refused in a sentence."""

import json
import warnings
from dataclasses import fields, replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_matrix, dok_matrix
from sklearn import config_context
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.linear_model import LogisticRegression, Ridge, RidgeClassifier
from sklearn.metrics import (
    average_precision_score,
    balanced_accuracy_score,
    cohen_kappa_score,
    f1_score,
    fbeta_score,
    get_scorer,
    jaccard_score,
    log_loss,
    make_scorer,
    matthews_corrcoef,
    mean_absolute_error,
    mean_squared_error,
)
from sklearn.model_selection import (
    GridSearchCV,
    GroupKFold,
    KFold,
    LeaveOneOut,
    RepeatedKFold,
    StratifiedKFold,
    cross_val_score,
    cross_validate,
)
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from evalbook import (
    Bootstrap,
    Evaluation,
    FailedFits,
    Measure,
    absolute,
    evaluate,
    five_by_two,
    interval_error,
    noninferiority,
    report,
    squared,
    tost,
    ttest_corrected,
)
from evalbook.algorithms import ztest_tango
from evalbook.core import Note, as_measure
from evalbook.core.splits import Design
from evalbook.crossval import estimate_learning_curve


@pytest.mark.parametrize("function", [mean_squared_error, mean_absolute_error])
def test_mean_errors_are_those_of_scikit_learn(function):
    "To the last bit, without a call for each split; with weights its own function is called."
    X, y = load_diabetes(return_X_y=True)
    weights = np.arange(1.0, len(y) + 1)
    for more in ({}, {"params": {"sample_weight": weights}}):
        run = evaluate(Ridge(), X, y, cv=7, **more)
        answers = zip(run.splits, run.predictions["Ridge"])
        cut = lambda test: {"sample_weight": weights[test]} if more else {}
        by_hand = [function(y[test], said, **cut(test)) for (_, test), said in answers]
        assert run.scores(f"neg_{function.__name__}").values[0].tolist() == by_hand


@pytest.mark.parametrize("scoring", ["accuracy", ["f1_macro", "accuracy"]])
def test_weights_weight_the_scores_of_the_fits_too(scoring):
    "Only scores from stored answers were weighted, so scores and report of one run differed."
    X, y = load_iris(return_X_y=True)
    more = {"cv": 5, "params": {"sample_weight": np.random.default_rng(0).uniform(0.1, 5, 150)}}
    run = evaluate(GaussianNB(), X, y, scoring=scoring, **more)
    plain = evaluate(GaussianNB(), X, y, **more)
    for name in run.stored_scores:
        np.testing.assert_allclose(run.scores(name).values, plain.scores(name).values, rtol=1e-12)
    own = evaluate(GaussianNB(), X, y, scoring=lambda m, X, y: m.score(X, y), **more)
    assert np.isfinite(own.scores().values).all()


# ---------------------------------------------------------------- there and back


def same(a, b):
    "Whether two values agree in kind, type and content, however deep; nan equals nan."
    if isinstance(a, (Evaluation, Note, Design, Measure)):
        return type(a) is type(b) and all(
            same(getattr(a, f.name), getattr(b, f.name)) for f in fields(a)
        )
    if isinstance(a, np.ndarray):
        alike = isinstance(b, np.ndarray) and a.dtype == b.dtype and a.shape == b.shape
        return alike and all(same(x, y) for x, y in zip(a.ravel().tolist(), b.ravel().tolist()))
    if isinstance(a, dict):
        return isinstance(b, dict) and list(a) == list(b) and all(same(a[k], b[k]) for k in a)
    if isinstance(a, (list, tuple)):
        return type(a) is type(b) and len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, float) and np.isnan(a):
        return isinstance(b, float) and np.isnan(b)
    if hasattr(a, "_score_func"):
        return (a._score_func, a._sign, a._kwargs) == (b._score_func, b._sign, b._kwargs)
    return type(a) is type(b) and a == b


def splits_of(kind, n, rng):
    "Splits of several designs, some of which leave cases out altogether."
    order = rng.permutation(n)
    if kind == "one test set":
        return [(np.array([], int), np.arange(n))]
    if kind == "part":
        return [(np.sort(order[: n // 2]), np.sort(order[n // 2 : -3]))]
    if kind == "bootstrap":
        draws = [rng.integers(n, size=n) for _ in range(4)]
        return [(np.sort(d), np.setdiff1d(np.arange(n), d)) for d in draws]
    return [(np.flatnonzero(order % 4 != k), np.flatnonzero(order % 4 == k)) for k in range(4)]


def labels_of(kind, n, rng):
    "A target of some type."
    if kind == "float":
        return rng.normal(size=n)
    return {
        "text": np.array(["no", "yes, ü", "a"])[np.r_[0, 1, 2, rng.integers(3, size=n - 3)]],
        "int": np.r_[0, 1, rng.integers(2, size=n - 2)],
        "int8": np.r_[0, 1, rng.integers(2, size=n - 2)].astype(np.int8),
        "bool": np.r_[True, False, rng.integers(2, size=n - 2) > 0],
    }[kind]


@st.composite
def evaluations(draw, stored=True):
    "Evaluations of every sort: types, designs, groups, weights, probabilities, failures, notes, choices, apparent fits."
    rng, n = np.random.default_rng(draw(st.integers(0, 10**6))), draw(st.integers(12, 20))
    y = labels_of(target := draw(st.sampled_from(["text", "int", "int8", "bool", "float"])), n, rng)
    splits = splits_of(
        draw(st.sampled_from(["one test set", "part", "bootstrap", "folds"])), n, rng
    )
    task, names = ("regression" if target == "float" else "classification"), ["a", "model b"]
    failed = draw(st.booleans()) and len(splits) > 1
    gone = lambda name, i: failed and (name, i) == ("a", 1)
    guess = lambda test: y[rng.permutation(len(y))[: len(test)]]
    predictions = {
        m: [None if gone(m, i) else guess(t) for i, (_, t) in enumerate(splits)] for m in names
    }
    classes, chances = len(np.unique(y)), {}
    if task == "classification" and draw(st.booleans()):
        chance = lambda test: rng.dirichlet(np.ones(classes), size=len(test))
        chances = {
            m: [None if gone(m, i) else chance(t) for i, (_, t) in enumerate(splits)] for m in names
        }
    more = {}
    if draw(st.booleans()):
        kinds = [rng.integers(4, size=n), np.array(list("stuvw"), object)[rng.integers(5, size=n)]]
        more["groups"] = kinds[draw(st.integers(0, 1))]
    if draw(st.booleans()):
        more["weights"] = rng.random(n)
    if stored:
        measure = draw(
            st.sampled_from(
                [
                    Measure("own", False, 0.0),
                    Measure("squares", False, loss=squared),
                    Measure("r", True),
                ]
            )
        )
        more["stored_scores"] = {
            "s": rng.normal(size=(2, len(splits))),
            "t": rng.random((2, len(splits))),
        }
        more["measures"] = {"s": measure}
        more["fit_times"] = {m: [0.25, np.nan, 1e-9, 3.0][: len(splits)] for m in names}
        more["choices"] = {"a": [{"C": 0.1, "kernel": None, "n": np.int64(3)}] * len(splits)}
        more["notes"] = (
            Note("dropped_rows", "3 rows went."),
            Note("few_cases", where=np.array([True, False])),
        )
        more["about"] = {
            "source": "x.csv",
            "sha256": {"x.csv": "ab"},
            "rows": 20,
            "columns_dropped": {"id": "counts"},
        }
    if failed:
        more["failures"] = (("a", 1, "ValueError: no"),)
    if draw(st.booleans()):
        whole = np.arange(n)
        answers = {m: [guess(whole)] for m in names}
        more["apparent"] = Evaluation(
            y,
            ((whole, whole),),
            answers,
            task=task,
            **{k: more[k] for k in more if k in ("groups", "weights")},
        )
    return Evaluation(y, tuple(splits), predictions, chances, task=task, **more)


PATIENT = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@PATIENT
@given(evaluations())
def test_a_file_gives_back_every_field_in_its_type(tmp_path_factory, evaluation):
    path = tmp_path_factory.mktemp("saved") / "run.evalbook"
    evaluation.save(path)
    back = Evaluation.load(path)
    assert [
        f.name
        for f in fields(Evaluation)
        if not same(getattr(evaluation, f.name), getattr(back, f.name))
    ] == []
    assert back.fingerprint == evaluation.fingerprint


@PATIENT
@given(evaluations())
def test_a_plain_table_gives_back_every_field_in_its_type(evaluation):
    back = Evaluation.from_frame(evaluation.to_frame())
    lost = [
        f.name
        for f in fields(Evaluation)
        if not same(getattr(evaluation, f.name), getattr(back, f.name))
    ]
    assert lost == [], (
        lost,
        [getattr(evaluation, f) for f in lost],
        [getattr(back, f) for f in lost],
    )


@PATIENT
@given(evaluations(stored=False))
def test_a_table_without_its_attributes_gives_back_the_cases(evaluation):
    frame = evaluation.to_frame()
    frame.attrs = {}
    back = Evaluation.from_frame(frame)
    assert np.array_equal(back.y, evaluation.y) and back.fingerprint == evaluation.fingerprint
    assert same(
        [None if p is None else p.tolist() for v in back.predictions.values() for p in v],
        [None if p is None else p.tolist() for v in evaluation.predictions.values() for p in v],
    )


def test_parquet_keeps_it_all_and_csv_the_cases(tmp_path):
    pytest.importorskip("pyarrow")
    y = np.array(list("abcab" * 6))
    run = evaluate(
        {"nb": GaussianNB()},
        np.random.default_rng(0).normal(size=(30, 2)),
        y,
        cv=Bootstrap(3, apparent=True),
    )
    run = replace(run, notes=(Note("dropped_rows"),), about={"source": "me"})
    frame = run.to_frame()
    frame.to_parquet(tmp_path / "t.parquet")
    ordered = replace(run, splits=tuple((np.sort(train), test) for train, test in run.splits))
    assert same(ordered, Evaluation.from_frame(pd.read_parquet(tmp_path / "t.parquet")))
    frame.to_csv(tmp_path / "t.csv", index=False)
    back = Evaluation.from_frame(pd.read_csv(tmp_path / "t.csv"))
    assert np.array_equal(back.scores().values, run.scores().values) and str(back.design) == str(
        run.design
    )


def test_a_table_changed_by_hand_keeps_what_still_fits():
    run = evaluate(
        {"a": GaussianNB(), "b": GaussianNB(var_smoothing=1.0)},
        *load_breast_cancer(return_X_y=True),
        cv=3,
        scoring="roc_auc",
    )
    back = Evaluation.from_frame(run.to_frame().drop(columns="b"))
    assert (
        back.names == ("a",)
        and not back.stored_scores
        and np.allclose(back.scores().values, run.scores("accuracy").values[:1])
    )


def test_measures_find_their_scorers_again_and_own_functions_are_dropped(tmp_path):
    run = evaluate(
        {"r": Ridge()},
        *load_diabetes(return_X_y=True),
        cv=3,
        scoring=["neg_mean_absolute_error", "r2"],
    )
    own = replace(
        run, measures=run.measures | {"mine": Measure("mine", True, function=lambda y, p: 1.0)}
    )
    own.save(tmp_path / "e")
    back = Evaluation.load(tmp_path / "e")
    assert (
        back.measures["neg_mean_absolute_error"].scorer is not None
        and back.measures["mine"].function is None
    )
    assert (
        back.scores("r2").measure.name == run.scores("r2").measure.name
        and back.measures["mine"].higher_is_better
    )


def test_a_damaged_file_is_refused(tmp_path):
    "One bit of it is not as it was written."
    path = tmp_path / "run.evalbook"
    Evaluation.from_predictions([0, 1, 1], {"m": [0, 1, 0]}).save(path)
    data = bytearray(path.read_bytes())
    data[200] ^= 1
    path.write_bytes(data)
    with pytest.raises(ValueError, match="load needs a file that save wrote"):
        Evaluation.load(path)


def test_files_that_save_did_not_write_are_refused(tmp_path):
    np.savez(tmp_path / "other.npz", a=np.ones(3))
    (tmp_path / "text").write_text("hello")
    for path in (tmp_path / "other.npz", tmp_path / "text", tmp_path / "nothing"):
        with pytest.raises(ValueError, match="load needs a file that save wrote"):
            Evaluation.load(path)


# ---------------------------------------------------------------- from elsewhere

X, Y = load_breast_cancer(return_X_y=True)
TEN = StratifiedKFold(10, shuffle=True, random_state=0)
MODELS = {"bayes": GaussianNB(), "logreg": make_pipeline(StandardScaler(), LogisticRegression())}


def test_cross_validate_is_the_run_of_evaluate():
    done = {k: cross_validate(m, X, Y, cv=TEN, return_indices=True) for k, m in MODELS.items()}
    ours, theirs = (
        evaluate(MODELS, X, Y, cv=TEN),
        Evaluation.from_cross_validate(done, Y, measure="accuracy"),
    )
    assert (
        np.allclose(theirs.scores().values, ours.scores().values)
        and theirs.fingerprint == ours.fingerprint
    )
    assert (
        str(theirs.design) == str(ours.design) == "k-fold (stratified)"
        and theirs.scores().measure.name == "accuracy"
    )
    a, b = (ttest_corrected(e.scores()["logreg"], e.scores()["bayes"]) for e in (ours, theirs))
    assert a.pvalue == b.pvalue and len(theirs.fit_times["bayes"]) == 10
    assert "logreg" in str(report(theirs))
    without = Evaluation.from_cross_validate(done)
    assert str(without.design) == "k-fold" and np.allclose(
        without.scores().values, ours.scores().values
    )


def test_cross_validate_with_several_scores_and_losses():
    data = load_diabetes(return_X_y=True)
    scoring = ["neg_mean_absolute_error", "r2"]
    cv = RepeatedKFold(n_splits=5, n_repeats=2, random_state=0)
    done = {"r": cross_validate(Ridge(), *data, cv=cv, scoring=scoring, return_indices=True)}
    run = Evaluation.from_cross_validate(done, data[1])
    found = run.scores("neg_mean_absolute_error")
    assert (
        not found.higher_is_better
        and (found.values > 0).all()
        and run.design.kind == "repeated k-fold"
    )
    assert np.allclose(
        found.values,
        evaluate({"r": Ridge()}, *data, cv=cv).scores("neg_mean_absolute_error").values,
    )


@pytest.mark.parametrize(
    "change, words",
    [
        (lambda d: {"a": {"test_score": [1, 2]}}, "return_indices=True"),
        (lambda d: d["bayes"], "from_cross_validate({'model': results}, y)"),
        (
            lambda d: (
                d | {"other": cross_validate(GaussianNB(), X, Y, cv=KFold(10), return_indices=True)}
            ),
            "same splitter",
        ),
        (lambda d: d | {"less": {"indices": d["bayes"]["indices"]}}, "same scores of every model"),
    ],
)
def test_cross_validate_refusals(change, words):
    done = {"bayes": cross_validate(GaussianNB(), X, Y, cv=TEN, return_indices=True)}
    with pytest.raises(ValueError) as caught:
        Evaluation.from_cross_validate(change(done), Y)
    assert words in str(caught.value)


@pytest.fixture(scope="module")
def search():
    grid = {"logisticregression__C": [0.01, 1.0, 100.0]}
    return GridSearchCV(MODELS["logreg"], grid, cv=TEN).fit(X, Y)


def test_a_search_is_a_run_of_its_settings(search):
    run = Evaluation.from_search(search, Y)
    assert run.names == ("C=0.01", "C=1.0", "C=100.0") and str(run.design) == "k-fold (stratified)"
    assert run.scores().measure.name == "accuracy" and np.allclose(
        run.scores().values.mean(1), search.cv_results_["mean_test_score"]
    )
    ours = evaluate(
        {n: MODELS["logreg"].set_params(logisticregression__C=float(n[2:])) for n in run.names[:1]},
        X,
        Y,
        cv=TEN,
    )
    assert ours.fingerprint == run.fingerprint and np.allclose(
        ours.scores().values, run.scores().values[:1]
    )
    plain = Evaluation.from_search(
        search.cv_results_, n_train=512, n_test=57, design="k-fold", measure="accuracy"
    )
    assert np.allclose(plain.scores().values, run.scores().values) and plain.design.kind == "k-fold"


def test_a_search_keeps_losses_positive_and_names_several_scores():
    data, grid = load_diabetes(return_X_y=True), {"alpha": [0.1, 1.0]}
    one = GridSearchCV(Ridge(), grid, cv=5, scoring="neg_mean_absolute_error").fit(*data)
    run = Evaluation.from_search(one, data[1])
    assert (run.scores().values > 0).all() and not run.scores().higher_is_better
    own = make_scorer(mean_absolute_error, greater_is_better=False)
    both = GridSearchCV(Ridge(), grid, cv=5, scoring={"mae": own, "r2": "r2"}, refit="r2").fit(
        *data
    )
    several = Evaluation.from_search(both, data[1])
    assert (
        np.allclose(several.scores("mae").values, run.scores().values)
        and several.scores("r2").higher_is_better
    )
    default = Evaluation.from_search(GridSearchCV(Ridge(), grid, cv=5).fit(*data), data[1])
    assert default.scores().measure.name == several.scores("r2").measure.name


def test_a_search_that_cannot_be_repeated_asks_for_its_sizes():
    loose = GridSearchCV(
        GaussianNB(), {"var_smoothing": [1e-9, 1e-3]}, cv=KFold(5, shuffle=True)
    ).fit(X, Y)
    for call in (lambda: Evaluation.from_search(loose, Y), lambda: Evaluation.from_search(loose)):
        with pytest.raises(ValueError, match="n_train"):
            call()
    used = GridSearchCV(
        GaussianNB(), {"var_smoothing": [1e-9]}, cv=iter(list(KFold(5).split(X)))
    ).fit(X, Y)
    with pytest.raises(ValueError, match="used up"):
        Evaluation.from_search(used, Y)
    with pytest.raises(ValueError, match="finished search"):
        Evaluation.from_search(GridSearchCV(GaussianNB(), {"var_smoothing": [1e-9]}), Y)


def test_failed_settings_of_a_search_are_left_out_with_a_note():
    grid = {"var_smoothing": [1e-9, -1.0]}
    with pytest.warns(UserWarning):
        broken = GridSearchCV(GaussianNB(), grid, cv=3, error_score=np.nan).fit(X, Y)
    run = Evaluation.from_search(broken, Y)
    assert run.names == ("var_smoothing=1e-09",) and "1 of 2 settings" in run.notes[0].text


WEKA = pd.DataFrame(
    [
        {
            "Key_Run": r,
            "Key_Fold": f,
            "Key_Scheme": s,
            "Percent_correct": 90 + i + r / 10 + f / 100,
            "train": 90,
            "test": 10,
        }
        for r in (1, 2)
        for f in range(1, 11)
        for i, s in enumerate(("J48", "SMO"))
    ]
).sample(frac=1, random_state=1)
COLUMNS = {"model": "Key_Scheme", "split": ["Key_Run", "Key_Fold"], "score": "Percent_correct"}


def test_a_table_of_scores_names_its_columns_and_its_direction():
    plan = {"n_train": "train", "n_test": "test", "design": "repeated k-fold"}
    run = Evaluation.from_score_table(WEKA, **COLUMNS, **plan, higher_is_better=True)
    assert (
        run.scores()["SMO"].values[0] == 91 + 0.1 + 0.01
        and run.scores()["J48"].values[-1] == 90 + 0.2 + 0.1
    )
    assert (
        run.scores().measure.name == "Percent_correct" and run.design.n_train.tolist() == [90] * 20
    )
    mlflow = pd.DataFrame(
        {"run": list("aabb"), "fold": [1, 2, 1, 2], "rmse": [57.7, 60.1, 82.4, 80.0]}
    )
    loss = Evaluation.from_score_table(
        mlflow,
        model="run",
        split="fold",
        score="rmse",
        n_train=90,
        n_test=10,
        design="k-fold",
        higher_is_better=False,
    )
    assert (
        not loss.scores().higher_is_better and "a has the smallest rmse" in report(loss).answer[0]
    )
    named = Evaluation.from_score_table(
        mlflow,
        model="run",
        split="fold",
        score="rmse",
        n_train=90,
        n_test=10,
        design="k-fold",
        measure="root_mean_squared_error",
    )
    assert not named.scores().higher_is_better and named.scores().measure.low == 0
    halves = WEKA[(WEKA["Key_Fold"] < 3)].assign(Key_Run=lambda t: t["Key_Run"])
    five = pd.concat([halves[halves["Key_Run"] == 1].assign(Key_Run=r) for r in range(5)])
    assert Evaluation.from_score_table(
        five, **COLUMNS, n_train=50, n_test=50, design="5x2", higher_is_better=True
    ).scores()["J48"].shape == (5, 2)


@pytest.mark.parametrize(
    "table, options, words",
    [
        (WEKA, {}, "higher_is_better=False for an error"),
        (
            WEKA,
            {"higher_is_better": True, "split": "Key_Fold"},
            "Name every column that tells splits apart",
        ),
        (WEKA.iloc[1:], {"higher_is_better": True}, "a score of every model on every split"),
        (WEKA, {"higher_is_better": True, "model": "scheme"}, "The columns are ['Key_Run'"),
        (WEKA, {"higher_is_better": True, "n_train": 0.9}, "not shares"),
    ],
)
def test_tables_of_scores_are_refused_in_a_sentence(table, options, words):
    with pytest.raises(ValueError) as caught:
        Evaluation.from_score_table(table, **(COLUMNS | {"n_train": 90, "n_test": 10} | options))
    assert words in str(caught.value)


def records(runs=(0, 1), score=lambda i, m, r: (i + r + m) % 3 > 0):
    return [
        {
            "doc": {"id": i},
            "who": f"m{m}",
            "seed": r,
            "target": "ab"[i % 2],
            "said": "ab"[(i + m * r) % 2],
            "ok": score(i, m, r),
        }
        for m in (0, 1)
        for i in range(12)
        for r in runs
    ]


def test_json_lines_of_a_harness(tmp_path):
    path = tmp_path / "runs.jsonl"
    path.write_text("\n".join(map(json.dumps, records())) + "\n")
    run = Evaluation.from_records(path, item="doc.id", model="who", run="seed", score="ok")
    assert run.names == ("m0", "m1") and run.y.shape == (24,) and len(np.unique(run.groups)) == 12
    assert np.allclose(
        run.scores().values[:, 0],
        [np.mean([r["ok"] for r in records() if r["who"] == m]) for m in run.names],
    )
    said = Evaluation.from_records(
        records(), item="doc.id", model="who", run="seed", truth="target", prediction="said"
    )
    assert np.allclose(said.scores().values.ravel(), [1, 0.5]) and said.groups is not None
    once = Evaluation.from_records(records(runs=[0]), item="doc.id", model="who", score="ok")
    assert once.groups is None and once.y.shape == (12,)
    split = {m: [r for r in records() if r["who"] == m] for m in ("m1", "m0")}
    assert Evaluation.from_records(split, item="doc.id", run="seed", score="ok").names == (
        "m1",
        "m0",
    )
    by_class = Evaluation.from_records(
        records(), item="doc.id", model="who", run="seed", score="ok", group="target"
    )
    assert set(by_class.groups) == {"a", "b"}


def test_runs_of_an_item_widen_the_interval_as_a_cluster():
    table = pd.DataFrame(records(runs=range(8), score=lambda i, m, r: i % 3 > 0)).assign(
        doc=lambda t: [d["id"] for d in t["doc"]]
    )
    run = Evaluation.from_records(table, item="doc", model="who", run="seed", score="ok")
    eight = report(run).estimates.iloc[0]
    alone = report(
        Evaluation.from_records(table[table["seed"] == 0], item="doc", model="who", score="ok")
    ).estimates.iloc[0]
    assert eight["value"] == pytest.approx(alone["value"]) and (
        eight["high"] - eight["low"]
    ) > 0.8 * (alone["high"] - alone["low"])


def test_scores_other_than_0_and_1_need_and_keep_their_direction(tmp_path):
    rows = records(score=lambda i, m, r: 0.1 * m + i / 20)
    with pytest.raises(ValueError, match="needs its direction"):
        Evaluation.from_records(rows, item="doc.id", model="who", run="seed", score="ok")
    run = Evaluation.from_records(
        rows, item="doc.id", model="who", run="seed", score="ok", higher_is_better=True
    )
    table = run.losses(run.measures["ok"])
    assert table.higher_is_better and table["m1"].values.mean() - table[
        "m0"
    ].values.mean() == pytest.approx(0.1)
    assert table.measure.high == 1 and np.allclose(run.scores().values[:, 0], table.values.mean(-1))
    run.save(tmp_path / "r")
    back = Evaluation.load(tmp_path / "r")
    assert np.array_equal(back.losses(back.measures["ok"]).values, table.values)


@pytest.mark.parametrize(
    "rows, options, words",
    [
        (records(), {"score": "ok"}, "Name the field of the run with run="),
        (records()[:-1], {"score": "ok", "run": "seed"}, "leave these items out for all models"),
        (records(), {"score": "right", "run": "seed"}, "The first record has 'doc', 'who'"),
        (records(), {"run": "seed"}, "truth= and prediction=, or score="),
        (records(), {"run": "seed", "truth": "target"}, "truth= and prediction=, or score="),
        ([], {"score": "ok"}, "no records"),
        (
            [r | {"target": r["target"] + r["who"]} for r in records()],
            {"run": "seed", "truth": "target", "prediction": "said"},
            "one truth an item",
        ),
    ],
)
def test_records_are_refused_in_a_sentence(rows, options, words):
    with pytest.raises(ValueError) as caught:
        Evaluation.from_records(rows, item="doc.id", model="who", **options)
    assert words in str(caught.value)


def test_a_line_that_is_no_object_is_named(tmp_path):
    (tmp_path / "bad.jsonl").write_text('{"a": 1}\n[1]\n')
    with pytest.raises(ValueError, match="in line 2 of bad.jsonl"):
        Evaluation.from_records(tmp_path / "bad.jsonl", item="a", score="a")


def test_out_of_fold_tables_and_frames_of_predictions():
    oof = pd.DataFrame(
        {"fold": np.arange(40) % 5, "y": [0, 1] * 20, "a": [0, 1] * 20, "b": [0] * 40}
    )
    run = Evaluation.from_folds(oof["y"], oof[["a", "b"]], oof["fold"])
    assert run.design.kind == "k-fold" and run.scores().values.mean(1).tolist() == [1.0, 0.5]
    flat = Evaluation.from_predictions(oof["y"], oof[["a", "b"]])
    assert flat.names == ("a", "b") and flat.scores().values.ravel().tolist() == [1.0, 0.5]


def test_five_by_two_survives():
    run = evaluate({"nb": GaussianNB()}, X, Y, cv=five_by_two(0))
    back = Evaluation.from_frame(run.to_frame())
    assert back.scores().shape == (1, 5, 2) and same(run.design, back.design)


def test_a_model_that_always_fails_leaves_nothing(recwarn):
    "It was an IndexError of the first split."
    from sklearn.base import BaseEstimator, ClassifierMixin

    class Broken(ClassifierMixin, BaseEstimator):
        "Cannot be fitted."

        def fit(self, X, y):
            raise ValueError("never")

    X, y = np.random.default_rng(0).normal(size=(40, 2)), np.arange(40) % 2
    run = evaluate(
        {"bayes": GaussianNB(), "broken": Broken()}, X, y, cv=4, error_score=np.nan, progress=False
    )
    kept = run.without_failures()
    assert kept.names == ("bayes",) and len(kept.splits) == 4 and kept.scores().values.min() > 0
    assert "broken was left out: it failed in every split." in kept.notes[-1].text
    with pytest.raises(ValueError, match="never. See .failures and .without_failures"):
        run.scores()
    alone = evaluate({"broken": Broken()}, X, y, cv=4, error_score=np.nan, progress=False)
    with pytest.raises(ValueError, match="broken failed in all 4 splits"):
        alone.without_failures()


def test_folds_in_the_order_of_sorted_rows_are_noted():
    "An int makes blocks of rows, as in scikit-learn; where the rows are sorted by the target, the run says so."
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(200, 2)), np.sort(rng.normal(size=200))
    shuffled, labels = rng.permutation(y), np.repeat(["a", "b"], 100)
    learner = lambda y: DummyClassifier() if y is labels else DummyRegressor()
    codes = lambda y, cv: [note.code for note in evaluate({"m": learner(y)}, X, y, cv=cv).notes]
    assert codes(y, 10) == codes(y, KFold(10)) == codes(labels, KFold(10)) == ["row_order"]
    assert (
        codes(shuffled, 10)
        == codes(y, KFold(10, shuffle=True, random_state=0))
        == codes(labels, 10)
        == []
    )


def test_groups_that_a_splitter_tears_apart_are_noted():
    "A splitter that does not look at groups is scikit-learn's right; a run that was told of the groups says what happened."
    rng = np.random.default_rng(0)
    X, y, groups = rng.normal(size=(60, 2)), rng.integers(0, 2, 60), np.arange(60) // 3
    shuffled = KFold(5, shuffle=True, random_state=0)

    def codes(cv, groups):
        with warnings.catch_warnings():
            warnings.simplefilter(
                "ignore", UserWarning
            )  # scikit-learn's own word on ignored groups
            return [note.code for note in evaluate(GaussianNB(), X, y, cv=cv, groups=groups).notes]

    assert (
        codes(shuffled, groups)
        == codes(Bootstrap(5, 0), groups)
        == codes(LeaveOneOut(), groups)
        == ["torn_groups"]
    )
    assert (
        codes(GroupKFold(5), groups)
        == codes(shuffled, None)
        == codes(shuffled, np.arange(60))
        == []
    )


GROUP = np.arange(len(Y)) // 5


@pytest.mark.parametrize("routed", [False, True])
@pytest.mark.parametrize("steps", [False, True])
def test_groups_reach_a_search_beside_a_plain_model(routed, steps):
    "Without them the search failed, with params={'groups': ...} the plain model; scikit-learn's routing had no door."
    search = GridSearchCV(GaussianNB(), {"var_smoothing": [1e-9, 1e-2]}, cv=GroupKFold(3))
    models = {"search": make_pipeline(StandardScaler(), search) if steps else search}
    models["nb"] = GaussianNB()
    told = {"params": {"groups": GROUP}} if routed else {"groups": GROUP}
    with config_context(enable_metadata_routing=routed):
        run = evaluate(models, X, Y, cv=GroupKFold(5), random_state=0, **told)
    assert str(run.design) == "k-fold (grouped)"
    x = StandardScaler().fit_transform(X) if steps else X  # bayes with a relative smoothing, nearly
    scores = [
        clone(search).fit(x[a], Y[a], groups=GROUP[a]).score(x[b], Y[b]) for a, b in run.splits
    ]
    np.testing.assert_allclose(run.scores().values[0], scores, atol=0.02 if steps else 0)
    with pytest.raises(FailedFits, match="Leave groups out of params="):
        evaluate(models, X, Y, cv=GroupKFold(5), groups=GROUP, params={"groups": GROUP})


def test_a_scorer_of_several_scores_is_told_how_to_be_several():
    "TypeError: ufunc 'isfinite' not supported for the input types."

    def scorer(model, x, y):
        return {"right": float(model.score(x, y))}

    with pytest.raises(FailedFits, match="with yours as scorer: scoring=") as caught:
        evaluate(GaussianNB(), X, Y, cv=5, scoring=scorer)
    line = str(caught.value).partition("scoring=")[2].splitlines()[0]
    run = evaluate(GaussianNB(), X, Y, cv=5, scoring=eval(line, {"scorer": scorer}))
    assert np.array_equal(
        run.scores("right").values, evaluate(GaussianNB(), X, Y, cv=5).scores().values
    )
    with pytest.raises(FailedFits, match="returned None, not a finite number"):
        evaluate(GaussianNB(), X, Y, cv=5, scoring=lambda model, x, y: None)


def test_a_table_of_pyarrow_has_its_target_by_name(tmp_path):
    arrow = pytest.importorskip("pyarrow").table({"a": X[:, 0], "b": X[:, 1], "y": Y})
    here = {"cv": 5, "random_state": 0, "check_determinism": True}
    run = evaluate(GaussianNB(), arrow, "y", **here, journal=tmp_path / "j")
    other = evaluate(GaussianNB(), arrow.to_pandas(), "y", **here)
    assert np.array_equal(run.scores().values, other.scores().values)
    with pytest.raises(ValueError, match=r"The columns are \['a', 'b', 'y'\]"):
        evaluate(GaussianNB(), arrow, "z", cv=5)


def test_probabilities_alone_say_their_likeliest_labels():
    "Refused as 'got none'."
    y, p = np.array(["no", "yes"] * 10), np.array([0.2, 0.7, 0.6, 0.4] * 5)
    run = Evaluation.from_predictions(y, probabilities={"a": p})
    answers = np.where(p >= 0.5, "yes", "no")
    told = Evaluation.from_predictions(y, {"a": answers}, {"a": p})
    assert np.array_equal(run.correct().values, told.correct().values)
    assert np.array_equal(run.scores("roc_auc").values, told.scores("roc_auc").values)
    assert "likeliest" in run.notes[0].text and not told.notes
    three = np.eye(3)[[0, 1, 1] * 10] * 0.8 + 0.2 / 3
    run = Evaluation.from_predictions(list("abc") * 10, probabilities=three)
    assert run.correct().values.mean() == 2 / 3
    with pytest.raises(ValueError, match="from 0 to 1"):
        Evaluation.from_predictions(y, probabilities={"a": 5 * p})


def test_a_fold_without_a_class_has_a_log_loss():
    "It was refused with `Please provide the list of ... labels argument`, and each fit with scoring='neg_log_loss' failed."
    rng = np.random.default_rng(0)
    y, X = np.r_[1, 1, 1, np.zeros(97, int)], rng.normal(size=(100, 3))
    asked = ["neg_log_loss", "neg_brier_score"]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # fewer cases of a class than folds
        run = evaluate(
            GaussianNB(), X, y, cv=5, random_state=0, scoring=asked,
            response_method=["predict", "predict_proba"],
        )  # fmt: skip
    (chances,) = run.probabilities.values()
    losses = [log_loss(y[t], p, labels=[0, 1]) for (_, t), p in zip(run.splits, chances)]
    assert min(y[t].sum() for _, t in run.splits) == 0
    np.testing.assert_allclose(run.stored_scores["neg_log_loss"], [losses], rtol=1e-12)
    again = run.scores(get_scorer("neg_log_loss"))
    np.testing.assert_allclose(again.values, [losses], rtol=1e-12)
    assert "log loss" in str(report(run, measure="neg_log_loss"))


def test_a_scorer_in_a_dictionary_is_called_by_its_key():
    "It was `<lambda>`; and a scorer with the name of another measure took that one's tests."
    X, y = load_breast_cancer(return_X_y=True)
    cost = make_scorer(lambda t, p: 3 * np.mean(t > p) + np.mean(t < p), greater_is_better=False)
    scoring = {"cost": cost, "error": cost}
    run = evaluate(GaussianNB(), X, y, cv=5, scoring=scoring, random_state=0)
    assert "its cost is" in str(report(run, measure="cost")) or "smallest cost" in str(
        report(run, measure="cost")
    )
    table = run.scores("error")
    assert table.measure.name == "'error'" and table.values[0, 0] == run.scores("cost").values[0, 0]
    assert as_measure("max_error").name == "maximum error"


def test_a_named_score_is_not_called_otherwise():
    found = cross_validate(GaussianNB(), X, Y, cv=5, scoring=["accuracy"], return_indices=True)
    with pytest.raises(ValueError, match="is one of 'accuracy'"):
        Evaluation.from_cross_validate({"nb": found}, Y, measure="roc_auc")
    assert Evaluation.from_cross_validate({"nb": found}, Y, measure="accuracy").scores().measure


class Leaky:
    "Its first split tests a case that it trained on; the last says that it is apparent."

    apparent = True

    def split(self, X, y=None, groups=None):
        yield np.arange(10), np.arange(9, 20)
        yield np.arange(20), np.arange(20)

    def get_n_splits(self, *given, **named):
        return 2


def test_only_the_last_split_may_test_what_it_trained_on():
    with pytest.raises(ValueError, match="disjoint training and test sets, got case 9 in both"):
        evaluate(GaussianNB(), X, Y, cv=Leaky())


def test_probabilities_of_a_model_without_predictions_are_refused():
    y = np.array([0, 1] * 20)
    with pytest.raises(ValueError, match="probabilities of the models that have predictions"):
        Evaluation.from_predictions(y, {"a": y, "b": 1 - y}, probabilities=np.full((40, 2), 0.5))
    assert Evaluation.from_predictions(y, y, probabilities=np.full((40, 2), 0.5)).probabilities


@pytest.mark.parametrize("measure", [[["f1"]], {"a": "f1"}, {1}])
def test_a_measure_that_is_none_is_blamed_itself(measure):
    y = [0, 1] * 20
    with pytest.raises(ValueError, match="a measure is a scorer, its name, or a callable"):
        report(Evaluation.from_predictions(y, {"a": y, "b": y[::-1]}), measure=measure)


def test_a_scorer_of_ones_own_gets_no_labels_that_it_did_not_ask_for():
    def mine(y, p, labels=None):
        return 1.0 if labels is None else 2.0

    scorer = make_scorer(mine, response_method="predict_proba")
    run = evaluate(GaussianNB(), X, Y, cv=5, scoring=scorer, random_state=0)
    assert (run.scores().values == 1).all()


def test_lines_of_refusals_run():
    "Losses of numbers, one number for all cases, one pair of positions, more folds than groups."
    X, y = load_diabetes(return_X_y=True)
    run = evaluate({"ridge": Ridge()}, X, y, cv=5, progress=False)
    for call in (run.losses, run.correct):
        with pytest.raises(ValueError, match=r"run.losses\(absolute\)"):
            call()
    assert run.losses(absolute).values.shape == (1, len(y))
    with pytest.raises(ValueError, match="one number for each case"):
        run.losses(mean_absolute_error)
    train, test = np.arange(300), np.arange(300, 442)
    with pytest.raises(ValueError, match=r"Write cv=\[\(train, test\)\]"):
        evaluate({"ridge": Ridge()}, X, y, cv=(train, test))
    groups = np.arange(442) % 3
    with pytest.raises(ValueError, match=r"GroupKFold\(3\)"):
        evaluate({"ridge": Ridge()}, X, y, cv=10, groups=groups)
    with pytest.raises(ValueError, match=r"GroupKFold\(3\)"):
        estimate_learning_curve({"ridge": Ridge()}, X, y, groups=groups)
    run = evaluate({"ridge": Ridge()}, X, y, cv=GroupKFold(3), groups=groups, progress=False)
    with pytest.raises(ValueError, match=r"interval_corrected\(run.scores\(\)\['ridge'\]\)"):
        interval_error(run, "ridge", loss=absolute, method="CV CLT")


def test_scores_of_a_set_have_one_order():
    "The first of a set led the report, which depended on PYTHONHASHSEED."
    names = {"neg_mean_squared_error", "r2", "neg_mean_absolute_error", "max_error"}
    X, y = load_diabetes(return_X_y=True)
    run = evaluate({"ridge": Ridge()}, X, y, cv=3, scoring=names, progress=False)
    assert list(run.stored_scores) == sorted(names)


def test_losses_of_numbers_are_known_by_name():
    "The advice measure='mae' ran nowhere, and 'mae' was refused."
    run = evaluate(Ridge(), *load_diabetes(return_X_y=True), cv=5)
    wanted = [
        np.abs(run.y[test] - said) for (_, test), said in zip(run.splits, run.predictions["Ridge"])
    ]
    np.testing.assert_array_equal(run.losses("mae").values[0], np.concatenate(wanted))


def test_splits_that_repeat_count_once_however_an_evaluation_is_made():
    "Evaluation(...) kept five folds dealt six times, which evaluate counts once: its tests had 29 degrees of freedom."
    y = np.arange(60) % 2
    once = [*KFold(5).split(y)]
    splits = tuple(once * 6)
    answers = {"a": [y[test] for _, test in splits], "b": [0 * y[test] for _, test in splits]}
    run = Evaluation(y, splits, answers, stored_scores={"s": np.ones((2, 30))})
    assert [n.code for n in run.notes] == ["repeated_splits"]
    assert run.design.kind == "k-fold" and len(run.splits) == len(run.predictions["a"]) == 5
    assert run.stored_scores["s"].shape == (2, 5)
    plain = Evaluation(y, tuple(once), {k: v[:5] for k, v in answers.items()})
    assert plain.fingerprint == run.fingerprint and not plain.notes


def test_brier_score_of_text_needs_no_class():
    "Split by split it was scikit-learn's refusal; it is the same for either class."
    y = np.arange(60) % 2
    p = np.column_stack([1 - 0.6 * y, 0.6 * y])
    folds = {"fold": np.arange(60) % 5, "probabilities": {"m": p}}
    words = Evaluation.from_folds(np.array(["ham", "spam"])[y], **folds)
    np.testing.assert_array_equal(
        words.scores("brier").values, Evaluation.from_folds(y, **folds).scores("brier").values
    )


@pytest.mark.parametrize(
    "options, words",
    [
        ({"error_score": 0}, "error_score is 'raise' or numpy.nan, got 0"),
        ({"error_score": "Raise"}, "error_score is 'raise' or numpy.nan"),
        ({"cv": np.arange(len(Y)) % 3}, r"cv=PredefinedSplit\(folds\)"),
        ({"cv": pd.Series(np.arange(len(Y)) % 3)}, r"cv=PredefinedSplit\(folds\)"),
        ({"params": np.ones(len(Y))}, "params={'sample_weight': weights}"),
        ({"params": [np.ones(len(Y))]}, "params={'sample_weight': weights}"),
    ],
)
def test_options_of_evaluate_are_refused_in_a_sentence(options, words):
    "Other words of error_score passed as nan; the others ended in TypeError or a truth value."
    with pytest.raises(ValueError, match=words):
        evaluate(GaussianNB(), X, Y, **options)


def test_a_sparse_matrix_that_is_a_dictionary_is_features():
    "evaluate needs features X, got a dictionary."
    known, found = (
        evaluate(RidgeClassifier(), as_sparse(X), Y, cv=3) for as_sparse in (csr_matrix, dok_matrix)
    )
    np.testing.assert_array_equal(known.scores().values, found.scores().values)


@pytest.mark.parametrize("kind", [object, str])
def test_numbers_that_a_regressor_answers_as_text_or_objects_are_numbers(kind):
    "UFuncTypeError: Cannot cast ufunc 'subtract'."

    class Told(Ridge):
        def predict(self, x):
            return super().predict(x).astype(kind)

    X, y = load_diabetes(return_X_y=True)
    run = evaluate({"told": Told(), "ridge": Ridge()}, X, y, cv=3)
    told, ridge = run.scores().values
    np.testing.assert_allclose(told, ridge, rtol=1e-12)


def test_several_evaluations_are_no_predictions():
    "Write report(Evaluation.from_predictions(y, predictions))."
    run = evaluate(GaussianNB(), X, Y, cv=3)
    for several in ([run, run], {"a": run, "b": run}):
        with pytest.raises(ValueError, match=r"one Evaluation, got 2 of them. Write report\(run\)"):
            report(several)


def test_training_sizes_that_are_too_small_are_not_called_too_few():
    with pytest.raises(ValueError, match="sizes from 2 to .* cases, two at least, got"):
        estimate_learning_curve(GaussianNB(), X, Y, cv=5, sizes=[1, 2, 20])


def test_lines_for_repeated_answers_keep_the_margin():
    "They said margin=0.02 to everybody."
    cv = RepeatedKFold(n_splits=3, n_repeats=2, random_state=0)
    run = evaluate({"a": GaussianNB(), "b": DummyClassifier()}, X, Y, cv=cv)
    for test in (tost, noninferiority, ztest_tango):
        with pytest.raises(ValueError, match="answers a case") as caught:
            test(run.correct(), margin=0.125)
        assert str(caught.value).count("margin=0.125") == 2


def test_scores_ignore_no_word_of_the_caller():
    "A function of one's own once got raw labels in spite of positive=, and higher_is_better=False beside F1 was passed over."

    def sensitivity(y, said):
        return np.mean(said[y == 1])

    mail = np.array(["spam", "ham", "spam", "ham"])
    run = Evaluation.from_predictions(mail, {"a": ["spam", "ham", "ham", "ham"]})
    scores = run.scores(sensitivity, positive="spam", higher_is_better=True)
    assert (
        scores.values.tolist() == [[0.5]] and scores.measure.name == "sensitivity of class 'spam'"
    )
    assert run.scores("recall", positive="spam", higher_is_better=True).values.tolist() == [[0.5]]
    with pytest.raises(ValueError, match="F1 of class 'spam' has one .higher is better."):
        run.scores("f1", positive="spam", higher_is_better=False)


@pytest.mark.parametrize(
    "scoring", ["specificity", "recall", "average_precision", "negative_likelihood_ratio"]
)
def test_scores_of_the_fits_are_the_same_whatever_two_classes_are_called(scoring):
    X, y = load_breast_cancer(return_X_y=True)
    weights = np.random.default_rng(0).exponential(size=len(y))
    values = [
        evaluate(
            GaussianNB(), X, labels, cv=3, scoring=scoring, params={"sample_weight": weights}
        ).scores()
        for labels in (y, np.array(["no", "yes"])[y])
    ]
    np.testing.assert_array_equal(values[0].values, values[1].values)


def test_a_scorer_of_ones_own_under_a_known_name_is_shown_as_stored():
    "report computed the plain measure of that name from the predictions: F1 .952 where the scorer gave .914."
    X, y = load_breast_cancer(return_X_y=True)

    def accuracy(truth, answers):
        return 0.25

    own = {
        "f1": make_scorer(f1_score, pos_label=0),
        "balanced_accuracy": make_scorer(balanced_accuracy_score, adjusted=True),
        "kappa": make_scorer(fbeta_score, beta=2),
        "recall": make_scorer(accuracy),
        "accuracy": lambda model, X, y: np.mean(model.predict(X)[:50] == y[:50]),
    }
    run = evaluate(GaussianNB(), X, y, cv=5, scoring=own)
    for key, scorer in own.items():
        mean = cross_val_score(GaussianNB(), X, y, cv=5, scoring=scorer).mean()
        assert run.scores(key).measure.name == repr(key)
        assert run.scores(key).values.mean() == pytest.approx(mean, rel=1e-12)
        assert report(run, measure=key).to_frame()["value"][0] == pytest.approx(mean, rel=1e-12)
    plain = evaluate(GaussianNB(), X, y, cv=5)
    assert np.all(plain.scores(accuracy, higher_is_better=True).values == 0.25)
    for said in ("F1", "acc"):  # these are no keys: the plain measures
        np.testing.assert_allclose(run.scores(said).values, plain.scores(said).values)


def test_a_scorer_is_known_by_what_it_computes():
    "Defaults that were written out, or left out, made another scorer of it."
    for scorer, name in {
        make_scorer(f1_score): "F1",
        make_scorer(f1_score, average="macro"): "macro F1",
        make_scorer(f1_score, pos_label=0): "f1_score",
        make_scorer(average_precision_score, pos_label=0, response_method="predict_proba"): "average_precision_score",
    }.items():  # fmt: skip
        assert as_measure(scorer).name == name


def test_the_positive_class_is_heard_where_scores_are_stored():
    X, y = load_breast_cancer(return_X_y=True)
    run = evaluate(GaussianNB(), X, y, cv=5, scoring="f1")
    other = evaluate(GaussianNB(), X, y, cv=5, scoring=make_scorer(f1_score, pos_label=0))
    for measure in ("f1", "F1", None):
        found = run.scores(measure, positive=0)
        np.testing.assert_allclose(found.values, other.scores().values, rtol=1e-12)
        assert found.measure.name == "F1 of class 0"
    bare = evaluate(GaussianNB(), X, y, cv=5, scoring=lambda model, X, y: 0.5)
    with pytest.raises(ValueError, match="needs a formula for other cases"):
        bare.scores(positive=0)


def test_the_likeliest_class_is_that_of_the_larger_probability():
    "Of two columns that do not sum to 1 the label was that of the second from .5 on."
    chances = [[0.4, 0.3], [0.3, 0.45], [0.45, 0.2], [0.5, 0.5]]
    run = Evaluation.from_predictions(list("abab"), probabilities={"p": chances})
    assert run.predictions["p"][0].tolist() == ["a", "b", "a", "b"]


@pytest.mark.parametrize(
    "name", ["precision_score", "f1_score", "balanced_accuracy_score", "r2_score"]
)
def test_a_measure_may_be_called_as_its_function(name):
    "`f1_score` was known, `precision_score` was not."
    assert as_measure(name).name == as_measure(name.removesuffix("_score")).name


@pytest.mark.parametrize(
    "measure, judge",
    [
        ("balanced_accuracy", balanced_accuracy_score),
        ("jaccard", jaccard_score),
        ("cohen_kappa", cohen_kappa_score),
        ("matthews_corrcoef", matthews_corrcoef),
    ],
)
def test_measures_from_counts_hold_for_very_many_cases(measure, judge):
    "The margins of Matthews correlation are multiplied: beyond 78,000 cases whole numbers ran over."
    rng = np.random.default_rng(0)
    y = rng.integers(2, size=300_000)
    answers = np.where(rng.random(len(y)) < 0.8, y, 1 - y)
    found = Evaluation.from_predictions(y, {"a": answers}).scores(measure).values.ravel()
    np.testing.assert_allclose(found, judge(y, answers), rtol=1e-12)
