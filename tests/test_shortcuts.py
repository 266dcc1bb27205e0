"""Every shortcut says what a refit says: on the bundled data, and on random ones with ties, copies and awkward columns."""

from functools import partial

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sklearn.base import is_classifier
from sklearn.datasets import load_breast_cancer, load_diabetes, load_digits, load_iris, load_wine
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.feature_selection import SelectKBest
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge, SGDClassifier
from sklearn.model_selection import (
    GridSearchCV,
    GroupKFold,
    KFold,
    LeaveOneOut,
    RandomizedSearchCV,
    RepeatedKFold,
    RepeatedStratifiedKFold,
    ShuffleSplit,
    StratifiedKFold,
    StratifiedShuffleSplit,
    cross_val_score,
)
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import Normalizer, StandardScaler

from evalbook import Bootstrap, Evaluation, evaluate, five_by_two, report
from evalbook.core.designs import recognise
from evalbook.core.splits import ComplementSplits, LeaveOneOutSplits
from evalbook.crossval import permutation_test_labels
from evalbook.crossval.label_permutation import mean_score, shuffled
from evalbook.run import evaluate_arguments

scaled = partial(make_pipeline, StandardScaler())
CLASSIFIERS = {
    "bayes": GaussianNB(),
    "smooth": GaussianNB(var_smoothing=0.01),
    "scaled bayes": scaled(GaussianNB()),
    "scaled smooth": scaled(GaussianNB(var_smoothing=0.01)),
    "1 neighbour": KNeighborsClassifier(1),
    "6 neighbours": KNeighborsClassifier(6),
    "directions": make_pipeline(Normalizer(), KNeighborsClassifier(3)),
}
REGRESSORS = {
    "least squares": LinearRegression(),
    "scaled least squares": scaled(LinearRegression()),
    **{f"ridge {a}": Ridge(alpha=a) for a in (0.01, 1, 100)},
    "scaled ridge": scaled(Ridge()),
    "4 neighbours": KNeighborsRegressor(4),
}


def both(models, X, y, cv, **options):
    "An evaluation with shortcuts and one without, the same but for that."
    run = partial(evaluate, models, X, y, cv=cv, error_score=np.nan, random_state=0, **options)
    return run(), run(shortcuts=False)


def used(run):
    "How many fits were not needed."
    return int(run.about.get("shortcuts", "0").split()[0])


def check_same(short, fitted, tolerance=1e-8):
    "Equal labels, numbers and probabilities to a tolerance, and the same failures."
    assert [f[:2] for f in short.failures] == [f[:2] for f in fitted.failures]
    for a, b in [(short, fitted)] + ([(short.apparent, fitted.apparent)] if short.apparent else []):
        assert a.fingerprint == b.fingerprint and a.design.kind == b.design.kind
        for name in a.names:
            for i, (p, q) in enumerate(zip(a.predictions[name], b.predictions[name])):
                if a.task == "classification" or q is None:
                    assert np.array_equal(p, q), (name, i)
                else:
                    scale = np.abs(q).max() + a.y.std()
                    assert np.abs(p - q).max() <= tolerance * scale, (name, i)
            for p, q in zip(a.probabilities.get(name, ()), b.probabilities.get(name, ())):
                assert q is None or np.allclose(p, q, 0, tolerance, equal_nan=True), name


DESIGNS = {
    "k-fold": lambda: StratifiedKFold(10, shuffle=True, random_state=0),
    "repeated": lambda: RepeatedStratifiedKFold(n_splits=5, n_repeats=2, random_state=0),
    "5x2": lambda: five_by_two(0),
    "bootstrap": lambda: Bootstrap(12, 0, apparent=True),
    "holdout": lambda: ShuffleSplit(3, test_size=0.3, random_state=0),
    "leave-one-out": LeaveOneOut,
}
LOADERS = {
    "iris": load_iris,
    "wine": load_wine,
    "cancer": load_breast_cancer,
    "digits": load_digits,
}


@pytest.mark.long
@pytest.mark.parametrize("design", DESIGNS)
@pytest.mark.parametrize("name", LOADERS)
def test_labels_on_the_bundled_data(name, design):
    X, y = LOADERS[name](return_X_y=True)
    rows = np.random.default_rng(0).permutation(len(y))[: 80 if design == "leave-one-out" else 900]
    short, fitted = both(CLASSIFIERS, X[rows], y[rows], DESIGNS[design]())
    check_same(short, fitted)
    assert name == "digits" or used(short) > 0.5 * len(short.splits) * len(short.names)


@pytest.mark.long
@pytest.mark.parametrize("design", ["k-fold", "bootstrap", "leave-one-out"])
@pytest.mark.parametrize("name", ["iris", "wine", "cancer"])
def test_probabilities_on_the_bundled_data(name, design):
    X, y = LOADERS[name](return_X_y=True)
    X, y = (X[::3], y[::3]) if design == "leave-one-out" else (X, y)
    short, fitted = both(CLASSIFIERS, X, y, DESIGNS[design](), response_method="predict_proba")
    check_same(short, fitted)
    assert used(short)


@pytest.mark.long
@pytest.mark.parametrize("design", DESIGNS)
@pytest.mark.parametrize("name", ["diabetes", "cancer", "digits"])
def test_regressions_on_the_bundled_data(name, design):
    X, y = {"diabetes": load_diabetes, **LOADERS}[name](return_X_y=True)
    keep = slice(None, None, 6) if design == "leave-one-out" else slice(900)
    cv = KFold(10) if design == "k-fold" else RepeatedKFold(n_splits=4, n_repeats=2, random_state=0)
    cv = cv if design in ("k-fold", "repeated") else DESIGNS[design]()
    short, fitted = both(REGRESSORS, X[keep], y[keep] + 0.5, cv)
    check_same(short, fitted)
    assert name == "digits" or used(short) > 0.5 * len(short.splits) * len(short.names)


@st.composite
def awkward(draw):
    "Features of any scale, whole numbers, copies of rows and columns, near-constant columns, and rare classes."
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    n, p = draw(st.integers(12, 60)), draw(st.integers(1, 6))
    X = rng.normal(size=(n, p)) * 10.0 ** rng.integers(-3, 4, p) + rng.normal(size=p) * draw(
        st.sampled_from([0, 10, 1e4])
    )
    X = np.rint(X) if draw(st.booleans()) else X
    if draw(st.booleans()):
        X = X[rng.integers(n, size=n)]  # copies
    if draw(st.booleans()):
        X = np.c_[
            X, X[:, :1] * (1 + draw(st.sampled_from([0, 1e-9, 1e-4])) * rng.normal(size=(n, 1)))
        ]
    if draw(st.booleans()):
        X = np.c_[X, (np.arange(n) == 3) * 1.0, np.full(n, 7.0)]
    share = np.array(draw(st.sampled_from([[0.5, 0.5], [0.93, 0.07], [0.6, 0.3, 0.1], [0.25] * 4])))
    y = rng.choice(len(share), n, p=share)
    y[: len(share)] = np.arange(len(share))
    X = X + draw(st.sampled_from([0, 1])) * y[:, None] * X.std(0)
    return X, y, rng


SPLITS = {
    "k-fold": lambda n, rng: KFold(
        int(rng.integers(3, 8)), shuffle=True, random_state=int(rng.integers(99))
    ),
    "random": lambda n, rng: ShuffleSplit(
        4, test_size=float(rng.uniform(0.1, 0.7)), random_state=int(rng.integers(99))
    ),
    "bootstrap": lambda n, rng: Bootstrap(4, int(rng.integers(99)), apparent=bool(rng.integers(2))),
    "leave-one-out": lambda n, rng: LeaveOneOut(),
}


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(awkward(), st.sampled_from([*SPLITS]), st.booleans())
@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_classifiers_on_awkward_data(data, design, chances):
    X, y, rng = data
    names = np.array(["b", "a", "c", "d"])
    wanted = ["predict", "predict_proba"] if chances else "predict"
    short, fitted = both(
        CLASSIFIERS, X, names[y], SPLITS[design](len(y), rng), response_method=wanted
    )
    check_same(short, fitted, 1e-6)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(awkward(), st.sampled_from([*SPLITS]))
@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_regressors_on_awkward_data(data, design):
    X, _, rng = data
    y = (
        X[:, 0] / X[:, 0].std() + rng.normal(size=len(X))
        if X[:, 0].std()
        else rng.normal(size=len(X))
    )
    short, fitted = both(REGRESSORS, X, y, SPLITS[design](len(y), rng))
    check_same(short, fitted)


# ---------------------------------------------------------------- searches

K_GRID, ALPHAS = {"n_neighbors": [7, 1, 2, 3, 5, 11]}, [100.0, 0.001, 0.1, 1.0, 10.0, 1e4]
SEARCHES = {
    "neighbours": GridSearchCV(KNeighborsClassifier(), K_GRID, cv=3),
    "all neighbours": GridSearchCV(
        KNeighborsClassifier(), {"n_neighbors": list(range(1, 13))}, scoring="accuracy"
    ),
    "smoothing": GridSearchCV(
        scaled(GaussianNB()), {"gaussiannb__var_smoothing": [1e-9, 0.01, 1.0]}, cv=3
    ),
}
NUMBER_SEARCHES = {
    "ridge": GridSearchCV(Ridge(), {"alpha": ALPHAS}, cv=4),
    "scaled ridge": GridSearchCV(
        scaled(Ridge()), {"ridge__alpha": ALPHAS}, cv=3, scoring="neg_mean_squared_error"
    ),
    "absolute": GridSearchCV(Ridge(), {"alpha": ALPHAS}, cv=3, scoring="neg_mean_absolute_error"),
    "neighbours": GridSearchCV(
        KNeighborsRegressor(), K_GRID, cv=ShuffleSplit(3, random_state=2, test_size=0.3)
    ),
    "twice the same": GridSearchCV(Ridge(), {"alpha": [1.0, 1, 0.5]}, cv=3),
}
OUTER = {
    "k-fold": lambda: StratifiedKFold(4, shuffle=True, random_state=0),
    "bootstrap": lambda: Bootstrap(4, 0),
    "one split": lambda: ShuffleSplit(1, test_size=0.3, random_state=0),
}


def check_choices(short, fitted):
    "The same parameters in every outer split, and then the same answers."
    assert short.choices == fitted.choices
    check_same(short, fitted)


@pytest.mark.long
@pytest.mark.parametrize("design", OUTER)
@pytest.mark.parametrize("name", LOADERS)
@pytest.mark.filterwarnings("ignore")
def test_searches_on_the_bundled_data(name, design):
    X, y = LOADERS[name](return_X_y=True)
    rows = np.random.default_rng(0).permutation(len(y))[:250]
    short, fitted = both(SEARCHES, X[rows], y[rows], OUTER[design]())
    check_choices(short, fitted)
    ties = name in ("digits", "iris")  # neighbours that are equally far: the search is left alone
    assert ties or used(short) > 0.5 * len(short.splits) * len(short.names)


@pytest.mark.parametrize("design", ["bootstrap", "one split"])
@pytest.mark.parametrize("name", ["diabetes", "cancer"])
def test_searches_of_regressions(name, design):
    X, y = {"diabetes": load_diabetes, **LOADERS}[name](return_X_y=True)
    short, fitted = both(NUMBER_SEARCHES, X[:300], y[:300] + 0.5, OUTER[design]())
    check_choices(short, fitted)
    assert used(short) > 0.5 * len(short.splits) * len(short.names)


@pytest.mark.long
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(awkward(), st.sampled_from([*SPLITS][:3]), st.booleans())
@pytest.mark.filterwarnings("ignore")
def test_searches_on_awkward_data(data, design, chances):
    X, y, rng = data
    wanted = ["predict", "predict_proba"] if chances else "predict"
    short, fitted = both(SEARCHES, X, y, SPLITS[design](len(y), rng), response_method=wanted)
    assert short.choices == fitted.choices
    check_same(short, fitted, 1e-6)


@pytest.mark.long
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(awkward(), st.sampled_from([*SPLITS][:3]))
@pytest.mark.filterwarnings("ignore")
def test_number_searches_on_awkward_data(data, design):
    X, _, rng = data
    y = (
        X[:, 0] / X[:, 0].std() + rng.normal(size=len(X))
        if X[:, 0].std()
        else rng.normal(size=len(X))
    )
    check_choices(*both(NUMBER_SEARCHES, X, y, SPLITS[design](len(y), rng)))


class MySearch(GridSearchCV):
    "A subclass may search in another way."


FEW = {"n_neighbors": [7, 1]}
FITTED_SEARCHES = {
    "a subclass": MySearch(KNeighborsClassifier(), FEW),
    "random": RandomizedSearchCV(KNeighborsClassifier(), FEW, n_iter=2, random_state=0),
    "two parameters": GridSearchCV(
        KNeighborsClassifier(), {**FEW, "weights": ["uniform", "distance"]}
    ),
    "a score of probabilities": GridSearchCV(KNeighborsClassifier(), FEW, scoring="roc_auc"),
    "several scores": GridSearchCV(
        KNeighborsClassifier(), FEW, scoring=["accuracy", "f1"], refit="f1"
    ),
    "its own rule": GridSearchCV(KNeighborsClassifier(), FEW, refit=lambda results: 0),
    "an open seed": GridSearchCV(KNeighborsClassifier(), FEW, cv=KFold(3, shuffle=True)),
    "scaled neighbours": GridSearchCV(
        scaled(KNeighborsClassifier()), {"kneighborsclassifier__n_neighbors": [1, 3]}
    ),
    "another step": GridSearchCV(
        make_pipeline(Normalizer(), GaussianNB()), {"normalizer__norm": ["l1", "l2"]}
    ),
    "refused": GridSearchCV(GaussianNB(), {"priors": [None, [0.5, 0.5]]}),
}


@pytest.mark.parametrize("name", FITTED_SEARCHES)
def test_other_searches_are_fitted(name):
    X, y = load_breast_cancer(return_X_y=True)
    short, fitted = both({name: FITTED_SEARCHES[name]}, X[:120], y[:120], 3)
    assert not used(short)
    check_choices(short, fitted)


def test_a_second_parameter_that_changes_no_answer_is_no_hindrance():
    X, y = load_breast_cancer(return_X_y=True)
    search = GridSearchCV(KNeighborsClassifier(), {"leaf_size": [20, 30], "n_neighbors": [7, 1]})
    short, fitted = both({"two": search}, X[:120], y[:120], 3)
    assert used(short) == 3
    check_choices(short, fitted)


def test_a_library_with_another_answer_is_not_imitated(monkeypatch):
    "If the one fit that is made says something else, all are fitted."
    X, y = load_iris(return_X_y=True)
    bayes = {
        "alone": GaussianNB(),
        "search": GridSearchCV(GaussianNB(), {"var_smoothing": [1e-9, 0.1]}),
    }
    assert used(evaluate(bayes, X, y, cv=3)) == 6
    thirds = lambda self, X: np.full((len(X), 3), 1 / 3)
    monkeypatch.setattr(GaussianNB, "predict_proba", thirds)
    assert not used(evaluate(bayes, X, y, cv=3))


def test_ties_go_to_the_first():
    "Without features that differ in their use every candidate has the same score."
    X, y = np.arange(60.0)[:, None], np.arange(60) // 30
    short, fitted = both(
        {"s": GridSearchCV(KNeighborsClassifier(), {"n_neighbors": [3, 1]}, cv=3)}, X, y, 5
    )
    assert used(short) == 5 and short.choices == fitted.choices
    assert {c["n_neighbors"] for c in short.choices["s"]} == {3}


# ---------------------------------------------------------------- what is refused


class Mine(GaussianNB):
    "A subclass may compute anything."


REFITTED = {
    "subclass": Mine(),
    "priors": GaussianNB(priors=[0.5, 0.5]),
    "weights": KNeighborsClassifier(weights="distance"),
    "a callable": KNeighborsClassifier(weights=lambda d: 1 / (d + 1)),
    "metric": KNeighborsClassifier(metric="manhattan"),
    "scaled neighbours": scaled(KNeighborsClassifier()),
    "linear": scaled(LinearDiscriminantAnalysis()),
    "shrinkage": LinearDiscriminantAnalysis(solver="lsqr", shrinkage="auto"),
    "quadratic": scaled(QuadraticDiscriminantAnalysis()),
    "logistic": LogisticRegression(solver="newton-cholesky", tol=1e-10),
    "three steps": make_pipeline(StandardScaler(), StandardScaler(), GaussianNB()),
}


@pytest.mark.parametrize("name", REFITTED)
def test_other_parameters_are_refitted(name):
    X, y = load_breast_cancer(return_X_y=True)
    short, fitted = both({name: REFITTED[name]}, X[:200], y[:200], 5)
    assert not used(short)
    check_same(short, fitted)


def test_weights_scorers_and_other_features_are_refitted():
    X, y = load_iris(return_X_y=True)
    run = partial(evaluate, {"bayes": GaussianNB()}, y=y, cv=5)
    assert used(run(X=X)) == 5
    assert not used(run(X=X, params={"sample_weight": np.ones(len(y))}))
    assert not used(run(X=X, scoring="accuracy"))
    assert not used(run(X=X.astype(np.float32)))
    assert not used(run(X=X, shortcuts=False))
    with pytest.raises(ValueError, match="shortcuts is 'auto' or False"):
        run(X=X, shortcuts="always")


def test_a_class_that_a_training_set_lacks_is_refitted():
    X, y = load_iris(return_X_y=True)
    short, fitted = both({"bayes": GaussianNB()}, X, y, KFold(3), response_method="predict_proba")
    assert not used(short)
    check_same(short, fitted)


def test_a_dropped_direction_is_refitted():
    "On the raw tumours least squares drops directions that its tolerance calls empty; the first fold alone does not show it."
    X, y = load_breast_cancer(return_X_y=True)
    short, fitted = both({"least squares": LinearRegression()}, X, y + 0.5, Bootstrap(10, 0))
    check_same(short, fitted)


def test_leave_one_out_is_a_rule():
    "The splits of 20,000 cases take the room of 20,000 numbers, and are those of scikit-learn."
    X, y = np.zeros((7, 1)), np.arange(7) % 2
    rule, written = LeaveOneOutSplits(7), list(LeaveOneOut().split(X))
    assert all(np.array_equal(a, b) for s, t in zip(rule, written) for a, b in zip(s, t))
    one, two = recognise(rule, 7, y=y), recognise(written, 7, y=y)
    assert (one.kind, one.shape, str(one)) == (two.kind, two.shape, str(two))
    assert np.array_equal(one.n_train, two.n_train) and np.array_equal(one.n_test, two.n_test)
    rng = np.random.default_rng(0)
    run = evaluate(
        KNeighborsClassifier(),
        rng.normal(size=(20_000, 2)),
        rng.integers(2, size=20_000),
        cv=LeaveOneOut(),
    )
    assert used(run) == 20_000 and run.splits.cases.nbytes == 160_000


def test_to_a_file_and_back(tmp_path):
    X, y = load_iris(return_X_y=True)
    run = evaluate({"bayes": GaussianNB()}, X, y, cv=LeaveOneOut())
    run.save(tmp_path / "run.json")
    back = type(run).load(tmp_path / "run.json")
    assert back.fingerprint == run.fingerprint and back.about == run.about
    assert back.scores().values.mean() == run.scores().values.mean()


@pytest.mark.parametrize("kind", [ShuffleSplit, StratifiedShuffleSplit])
def test_random_splits_as_a_rule_are_those_written_out(kind, monkeypatch, tmp_path):
    "The learner takes its cases one by one, so that their order counts; hash, scores, design and file are the same."
    X, y = load_breast_cancer(return_X_y=True)
    learner = {
        "steps": make_pipeline(StandardScaler(), SGDClassifier(shuffle=False, max_iter=5, tol=None))
    }
    cv = kind(4, test_size=0.1, random_state=3)
    written = evaluate(learner, X, y, cv=cv)
    monkeypatch.setattr(evaluate_arguments, "LARGE", 1)
    rule = evaluate(learner, X, y, cv=cv)
    assert isinstance(written.splits, tuple) and isinstance(rule.splits, ComplementSplits)
    assert all(
        np.array_equal(np.sort(a[0]), b[0]) and np.array_equal(a[1], b[1])
        for a, b in zip(written.splits, rule.splits)
    )
    assert rule.fingerprint == written.fingerprint
    assert (
        str(rule.design) == str(written.design)
        and rule.design.stratified == written.design.stratified
    )
    assert np.array_equal(rule.design.n_train, written.design.n_train)
    assert all(
        np.array_equal(a, b)
        for a, b in zip(rule.predictions["steps"], written.predictions["steps"])
    )
    assert np.array_equal(rule.losses().values, written.losses().values)
    rule.save(tmp_path / "rule")
    back = type(rule).load(tmp_path / "rule")
    assert back.fingerprint == rule.fingerprint and isinstance(back.splits, ComplementSplits)
    assert report(back).to_html() == report(rule).to_html()
    drawn = evaluate_arguments.RandomSplits(cv, y)
    assert all(np.array_equal(a, b) for s, t in zip(drawn, cv.split(X, y)) for a, b in zip(s, t))


def test_folds_of_many_cases_keep_the_tested_ones_alone(monkeypatch):
    X, y = load_breast_cancer(return_X_y=True)
    cv = StratifiedKFold(5, shuffle=True, random_state=0)
    written = evaluate(GaussianNB(), X, y, cv=cv)
    monkeypatch.setattr(evaluate_arguments, "MANY", 1)
    rule = evaluate(GaussianNB(), X, y, cv=cv)
    assert isinstance(rule.splits, ComplementSplits) and rule.fingerprint == written.fingerprint
    assert all(
        np.array_equal(a, b) for s, t in zip(rule.splits, written.splits) for a, b in zip(s, t)
    )
    assert np.array_equal(rule.scores().values, written.scores().values)
    other = evaluate(GaussianNB(), X, y, cv=[*cv.split(X, y), (np.arange(9), np.arange(9, 30))])
    assert isinstance(other.splits, tuple) and len(other.splits) == 6


def test_leave_one_out_written_out_has_the_hash_of_the_rule():
    X, y = load_iris(return_X_y=True)
    rule = evaluate(GaussianNB(), X, y, cv=LeaveOneOut())
    written = evaluate(GaussianNB(), X, y, cv=list(LeaveOneOut().split(X)))
    backwards = evaluate(GaussianNB(), X, y, cv=list(LeaveOneOut().split(X))[::-1])
    assert rule.fingerprint == written.fingerprint != backwards.fingerprint
    assert np.array_equal(rule.losses().values, written.losses().values)


def test_an_older_file_is_refused_by_name(tmp_path):
    header = np.array('{"format": "evalbook evaluation 1", "evaluation": {}}')
    with open(tmp_path / "old.run", "wb") as file:
        np.savez_compressed(file, tree=header)
    with pytest.raises(ValueError, match="old.run.*which is evalbook evaluation 1"):
        Evaluation.load(tmp_path / "old.run")


def test_least_squares_on_raw_features_drops_the_directions_that_refits_drop():
    "The smallest singular value of the raw tumours is about 1e-6 of the largest, where scikit-learn's tolerance lies."
    X, y = load_breast_cancer(return_X_y=True)
    short, fitted = both({"raw": LinearRegression()}, X, y + 0.5, Bootstrap(40, 1))
    check_same(short, fitted)
    assert used(short) >= 35
    X[:, 0] = X[:, 0] / 50  # the same columns in other units: now a direction is always dropped
    wide = {"tol": 2e-5} if "tol" in LinearRegression().get_params() else {}  # since 1.7
    short, fitted = both({"raw": LinearRegression(**wide)}, X, y + 0.5, Bootstrap(40, 1))
    check_same(short, fitted)
    assert used(short) >= 30


def shuffles_by_refits(learner, X, y, cv, B, groups=None):
    "The scores of B orders of the labels, each fitted by scikit-learn: those that the test draws with this seed."
    rng = np.random.default_rng(0)
    codes = None if groups is None else np.unique(groups, return_inverse=True)[1]
    orders = [shuffled(y, codes, False, rng) for _ in range(B)]
    scoring = "accuracy" if is_classifier(learner) else "neg_mean_squared_error"
    scores = [
        cross_val_score(learner, X, o, cv=cv, scoring=scoring, groups=groups).mean() for o in orders
    ]
    return np.array(scores) * (1 if is_classifier(learner) else -1)


def shuffles_at_once(monkeypatch, learner, X, y, cv, B, groups=None):
    "The same by the test, with how often it ran the whole procedure."
    ran = []

    def counted(*args, **run):
        ran.append(args)
        return mean_score(*args, **run)

    monkeypatch.setattr("evalbook.crossval.label_permutation.mean_score", counted)
    found = permutation_test_labels(
        learner, X, y, cv=cv, n_resamples=B, random_state=0, groups=groups
    )
    return found, len(ran)


FOLDS = {
    "folds": KFold(5, shuffle=True, random_state=3),
    "repeated": RepeatedKFold(n_splits=3, n_repeats=2, random_state=1),
    "random": ShuffleSplit(6, test_size=0.3, random_state=2),
    "pairs": list(KFold(4).split(np.zeros((150, 1)))),
    "int": 5,
    "stratified": StratifiedKFold(4, shuffle=True, random_state=0),
    "repeated stratified": RepeatedStratifiedKFold(n_splits=3, n_repeats=2, random_state=1),
    "stratified random": StratifiedShuffleSplit(4, test_size=0.3, random_state=2),
}


@pytest.mark.parametrize("cv", FOLDS.values(), ids=FOLDS)
def test_shuffled_labels_are_voted_as_refits_vote(cv, monkeypatch):
    "Three classes whose values are whole numbers, so that distances and votes tie everywhere: equal to the last digit."
    X, y = load_iris(return_X_y=True)
    X = np.round(2 * X)
    words = np.array(["setosa", "versicolor", "virginica"])[y]
    learner = KNeighborsClassifier(4)
    found, ran = shuffles_at_once(monkeypatch, learner, X, words, cv, 8)
    assert ran == 1
    slow = shuffles_by_refits(learner, X, words, cv, 8)
    assert found.null.params[0].tolist() == slow.tolist()
    own = cross_val_score(learner, X, words, cv=cv).mean()
    assert found.pvalue == (1 + (slow >= own).sum()) / 9


SHUFFLED = ["least squares", "ridge 0.01", "scaled ridge", "4 neighbours", "directions"]


@pytest.mark.parametrize("cv", ["random", "int"])
@pytest.mark.parametrize("name", SHUFFLED)
def test_shuffled_targets_are_solved_as_refits_solve(cv, name, monkeypatch):
    learner = REGRESSORS.get(name, make_pipeline(Normalizer(), KNeighborsRegressor(3)))
    X, y = (part[:150] for part in load_diabetes(return_X_y=True))
    found, ran = shuffles_at_once(monkeypatch, learner, X, y, FOLDS[cv], 6)
    assert ran == 1
    slow = shuffles_by_refits(learner, X, y, FOLDS[cv], 6)
    np.testing.assert_allclose(found.null.params[0], slow, rtol=1e-9)


def test_shuffles_behind_a_scaler_within_groups_and_with_few_independent_columns(monkeypatch):
    X, y = load_wine(return_X_y=True)
    nearest = scaled(KNeighborsClassifier())
    patients = np.arange(len(y)) // 6
    patients[::7] = 0
    of_groups = GroupKFold(4)
    found, ran = shuffles_at_once(monkeypatch, nearest, X, y, of_groups, 12, patients)
    slow = shuffles_by_refits(nearest, X, y, of_groups, 12, patients)
    assert ran == 1 and found.null.params[0].tolist() == slow.tolist()
    X = np.column_stack([X, X[:, 0] - X[:, 1], np.ones(len(X))])
    numbers = y + np.random.default_rng(0).normal(size=len(y))
    found, ran = shuffles_at_once(monkeypatch, LinearRegression(), X, numbers, 5, 12)
    slow = shuffles_by_refits(LinearRegression(), X, numbers, 5, 12)
    assert ran == 1
    np.testing.assert_allclose(found.null.params[0], slow, rtol=1e-9)


def test_other_learners_scores_and_splits_are_fitted_for_every_shuffle(monkeypatch):
    X, y = load_iris(return_X_y=True)
    moving = KFold(5, shuffle=True)
    nearest = KNeighborsClassifier()
    for learner, cv in (
        (GaussianNB(), 5),
        (KNeighborsClassifier(weights="distance"), 5),
        (nearest, moving),
        (nearest, LeaveOneOut()),
        (nearest, Bootstrap(2, 0)),
        (scaled(nearest), 5),
        (make_pipeline(SelectKBest(k=2), nearest), KFold(3)),
    ):
        assert shuffles_at_once(monkeypatch, learner, X, y, cv, 3)[1] == 4
    counted = permutation_test_labels(
        nearest, X, y, cv=KFold(3), scoring="balanced_accuracy", n_resamples=3
    )
    assert counted.null.params[0].shape == (3,)


def test_leave_one_out_says_which_learners_need_no_fits():
    X, y = load_iris(return_X_y=True)
    X, y = X[50:90], y[50:90] + (np.arange(40) > 20)
    logistic = evaluate(LogisticRegression(), X, y, cv=LeaveOneOut())
    assert logistic.about["shortcuts"].startswith("0 of 40 fits could be left out; leaving out one")
    named = [
        (GaussianNB(), y),
        (LinearRegression(), X[:, 0]),
        (Ridge(), X[:, 0]),
        (KNeighborsClassifier(), y),
    ]
    for learner, target in named:
        assert used(evaluate(learner, X[:, 1:], target, cv=LeaveOneOut())) >= 25
    assert "shortcuts" not in evaluate(LogisticRegression(), X, y, cv=KFold(5)).about


@pytest.mark.filterwarnings("ignore")
def test_ridge_by_cases_with_a_small_penalty_is_left_to_scikit_learn():
    "Fewer cases than features: scikit-learn solves by case, and loses seven digits where the penalty is tiny."
    rng = np.random.default_rng(4)
    X = np.c_[
        np.rint(500 * rng.normal(size=12)), np.arange(12) == 3, np.tile([10, -16, 9, 7], (12, 1))
    ]
    y = X[:, 0] / 500 + rng.normal(size=12)
    models = {f"{alpha:g}": Ridge(alpha=alpha) for alpha in ALPHAS}
    short, fitted = both(models, X, y, ShuffleSplit(4, test_size=7, random_state=0))
    check_same(short, fitted)
    assert 0 < used(short) < 24
