"""Bad and borderline inputs: each gets the right answer or an error that names what was wrong. The ids are those of the catalogue of faults."""

import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import load_iris
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import GroupKFold, KFold, StratifiedKFold, TimeSeriesSplit
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import evalbook as eb

rng = np.random.default_rng(0)
y = np.repeat([0, 1], 10)
a, b = (np.where(rng.random(20) < p, y, 1 - y) for p in (0.8, 0.7))
ca, cb = eb.core.correctness(y, a), eb.core.correctness(y, b)
X, target = load_iris(return_X_y=True)
scores = rng.normal(0.8, 0.05, 10)


class Warm(ClassifierMixin, BaseEstimator):
    "Remembers every case it ever saw, if nobody clones it."

    def __init__(self):
        self.seen = {}

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        self.seen.update({tuple(x): label for x, label in zip(X, y)})
        return self

    def predict(self, X):
        return np.array([self.seen.get(tuple(x), self.classes_[0]) for x in X])


class Scribbler(GaussianNB):
    "Overwrites whatever it is given."

    def fit(self, X, y, sample_weight=None):
        super().fit(X, y)
        X[:] = 0
        return self


def fits(models=None, data=X, labels=target, **options):
    "A small evaluation."
    return eb.evaluate(models or {"bayes": GaussianNB()}, data, labels, **{"cv": 3, **options})


REFUSED = {
    "A01 lengths 20 and 19": (lambda: eb.core.correctness(y, a[:-1]), "each of the 20 cases"),
    "A01 lengths 20 and 1": (
        lambda: eb.algorithms.ttest_kfold(scores, scores[:1]),
        r"\(10,\) and \(1,\)",
    ),
    "A02 nan in y_true": (lambda: eb.core.correctness(np.r_[np.nan, y[1:]], a), "index 0"),
    "A04 inf in y_pred": (lambda: eb.squared(y, np.r_[a[:-1], np.inf]), "inf at index 19"),
    "A05 empty": (lambda: eb.core.correctness([], []), r"\(0,\)"),
    "A06 one score": (lambda: eb.algorithms.ttest_kfold([0.5], [0.4]), "at least 2 splits"),
    "A11 '1' against 1": (lambda: eb.core.correctness(y, a.astype(str)), "different labels"),
    "A12 1 and '1' mixed": (
        lambda: eb.core.correctness(np.array([1, "1"], object), [1, 1]),
        "mixed",
    ),
    "A17 a missing Int64": (
        lambda: eb.core.correctness(pd.Series([1, None], dtype="Int64"), [1, 1]),
        "missing one at index 1",
    ),
    "A18 shuffled index": (
        lambda: eb.algorithms.ttest_kfold(pd.Series(scores), pd.Series(scores)[::-1]),
        "same pandas index",
    ),
    "A21 regression targets": (lambda: eb.core.correctness(scores, scores), "class labels"),
    "A22 probabilities": (lambda: eb.core.correctness(y, rng.random(20)), "take another loss"),
    "A23 multilabel": (
        lambda: eb.core.correctness(np.ones((5, 2)), np.ones((5, 2))),
        "Several labels",
    ),
    "A27 masked predictions": (
        lambda: eb.core.correctness(y, np.ma.array(a, mask=a == 1)),
        "masked array",
    ),
    "A31 None among labels": (lambda: eb.core.correctness(["a", None], ["a", "b"]), "index 1"),
    "A33 integers beyond floats": (
        lambda: eb.core.correctness([2**53 + 1], [2.0**53]),
        "2\\*\\*53",
    ),
    "A34 bytes against text": (lambda: eb.core.correctness(["yes"], [b"yes"]), "same type"),
    "A37 generator": (lambda: eb.core.correctness(y, (v for v in a)), "generator"),
    "A37 set": (lambda: eb.core.correctness(y, set(a)), "set"),
    "B03 negative count": (lambda: eb.mcnemar_counts(-1, 3), "got"),
    "B04 proportions for counts": (lambda: eb.mcnemar_counts(0.4, 0.2), "got"),
    "B05 nan count": (lambda: eb.mcnemar_counts(np.nan, 3), "got"),
    "B23 n = 0": (lambda: eb.interval_proportion(0, 0), "got"),
    "B23 percent": (lambda: eb.interval_proportion(90, 70), "got"),
    "B27 nan score": (
        lambda: eb.algorithms.ttest_kfold(np.r_[scores[:-1], np.nan], scores),
        "nan at index 9",
    ),
    "B27 inf score": (
        lambda: eb.ttest_5x2cv(np.full((5, 2), np.inf), np.ones((5, 2))),
        "inf at index",
    ),
    "B31 k > n": (lambda: eb.interval_proportion(21, 20), "got"),
    "B32 confidence 95": (
        lambda: eb.interval_proportion(10, 20, confidence_level=95),
        "Write 0.95",
    ),
    "B36 nan p": (lambda: eb.adjust_pvalues([0.1, np.nan]), "nan"),
    "B36 p > 1": (lambda: eb.adjust_pvalues([0.1, 1.2]), "1.2"),
    "B36 no p": (lambda: eb.adjust_pvalues([]), "got"),
    "B38 one fold": (
        lambda: eb.ttest_corrected([0.9], [0.8], n_train=9, n_test=1),
        "at least 2 splits",
    ),
    "B44 scores as text": (
        lambda: eb.algorithms.ttest_kfold(["0.9", "0.8"], ["0.7", "0.6"]),
        "Convert them",
    ),
    "B48 other splits": (
        lambda: eb.algorithms.ttest_kfold(
            fits(cv=KFold(5, shuffle=True, random_state=0)).scores()["bayes"],
            fits(cv=KFold(5, shuffle=True, random_state=1)).scores()["bayes"],
        ),
        "same splits",
    ),
    "C01 folds > n": (lambda: fits(cv=KFold(200)), "200"),
    "C05 one fold": (lambda: fits(cv=1), "n_splits"),
    "C05 no rounds": (lambda: eb.Bootstrap(0), "whole number of at least 1"),
    "C06 folds 5.0": (lambda: fits(cv=5.0), "cv"),
    "C06 cv=True": (lambda: fits(cv=True), "True"),
    "C14 not cloneable": (lambda: fits({"a": object()}), "unfitted scikit-learn estimator"),
    "C15 one object twice": (lambda: fits(dict.fromkeys("ab", GaussianNB())), "different object"),
    "C20 seed -1": (lambda: fits(random_state=-1), "random_state needs"),
    "C20 seed '42'": (lambda: fits(random_state="42"), "random_state needs"),
    "C20 seed True": (lambda: fits(random_state=True), "random_state needs"),
    "C23 groups and an int": (lambda: fits(groups=target), r"GroupKFold\(3\)"),
    "C24 wrong groups": (lambda: fits(cv=GroupKFold(3), groups=target[:5]), "each of the 150"),
    "C24 fewer groups": (lambda: fits(cv=GroupKFold(5), groups=target), "groups"),
    "C24 nan group": (
        lambda: fits(cv=GroupKFold(2), groups=np.r_[np.nan, target[1:]]),
        "missing group",
    ),
    "C25 negative weight": (lambda: fits(params={"sample_weight": -np.ones(150)}), "none negative"),
    "C25 nan weight": (
        lambda: fits(params={"sample_weight": np.r_[np.nan, np.ones(149)]}),
        "index 0",
    ),
    "C25 short weights": (lambda: fits(params={"sample_weight": np.ones(5)}), "150 weights"),
    "C25 zero weights": (lambda: fits(params={"sample_weight": np.zeros(150)}), "all zero"),
    "C26 other index": (
        lambda: fits(data=pd.DataFrame(X), labels=pd.Series(target)[::-1]),
        "same order",
    ),
    "C29 continuous y": (lambda: fits(labels=X[:, 0] + 0.01), "continuous numbers"),
    "C30 X shorter": (lambda: fits(data=X[:-5]), "145 rows of X and 150"),
    "C32 nan in y": (lambda: fits(labels=np.r_[np.nan, target[1:]]), "index 0"),
    "C35 used iterable": (lambda: fits(cv=iter([])), "used up"),
    "C36 overlap": (lambda: fits(cv=[(range(100), range(99, 150))]), "case 99 in both"),
    "C36 empty test": (lambda: fits(cv=[(range(100), [])]), "at least one position"),
    "C36 out of range": (lambda: fits(cv=[(range(100), [150])]), "0 to 149"),
    "C36 negative": (lambda: fits(cv=[(range(100), [-1])]), "0 to 149"),
    "C44 two kinds": (
        lambda: fits({"a": GaussianNB(), "b": Ridge()}),
        "either classifiers or regressors",
    ),
    "C49 inf in X": (lambda: fits(data=np.where(X == X.max(), np.inf, X)), "infinite value"),
}


@pytest.mark.parametrize("fault", REFUSED)
def test_bad_input_is_refused_with_its_reason(fault):
    call, words = REFUSED[fault]
    with pytest.raises((ValueError, TypeError), match=words):
        call()


def test_a_valid_containers():
    "A07 lists, A10 text, A13 booleans, A15 categories, A16 nullable, A29 memory maps, A30 dates: the same answer."
    expected = ca
    words = np.array(["no", "yes"])
    days = np.array(["2020-01-01", "2020-01-02"], "datetime64[D]")
    pairs = [
        (list(y), list(a)),
        (y.astype(bool), a.astype(bool)),
        (y.astype(bool), a),
        (words[y], words[a]),
        (days[y], days[a]),
        (y[:, None], a[:, None]),
        (pd.Series(words[y], dtype="category"), pd.Series(words[a], dtype="category")),
        (pd.Series(y, dtype="Int64"), pd.Series(a, dtype="Int64")),
        (y.astype("int8"), a.astype("uint64")),
    ]
    for true, pred in pairs:
        np.testing.assert_array_equal(eb.core.correctness(true, pred), expected)


def test_a_suspicious_labels_warn():
    "A24 truth 0/1 against -1/+1; A35 two encodings of one letter."
    with pytest.warns(UserWarning, match="never occur"):
        eb.core.correctness(y, 2 * a - 1)
    with pytest.warns(UserWarning, match="NFC"):
        assert eb.core.correctness(["\u00e9"], ["e\u0301"]) == [1]


def test_b_degenerate_answers():
    "B02, B07, B09, B22, B24, B34."
    assert eb.mcnemar_counts(1, 1, method="edwards").pvalue == 1
    small = [
        eb.mcnemar_counts(np.array(5, t), np.array(7, t), method="chi2").pvalue
        for t in ("uint8", "uint64", "int32")
    ]
    np.testing.assert_allclose(small, small[0], rtol=1e-15)
    far = eb.mcnemar_counts(5000, 0, method="exact")
    np.testing.assert_allclose(far.log10_pvalue, (1 - 5000) * np.log10(2), rtol=1e-10)
    assert "p < 1e-300" in repr(far)
    for test in (
        eb.mcnemar(ca, ca),
        eb.algorithms.ttest_kfold(scores, scores),
        eb.ttest_5x2cv(np.ones((5, 2)), np.ones((5, 2))),
        eb.ftest_5x2cv(np.ones((5, 2)), np.ones((5, 2))),
    ):
        assert test.pvalue == 1 and test.notes
    low, high = eb.interval_proportion(20, 20)
    assert low < 0.9 and high == pytest.approx(1)


def test_b_zero_variance_is_no_evidence():
    "Equal non-zero differences: the statistic is infinite and p undefined, never 0."
    result = eb.algorithms.ttest_kfold(np.full(5, 0.9), np.full(5, 0.8))
    assert (
        np.isinf(result.statistic)
        and np.isnan(result.pvalue)
        and "zero_variance" in [n.code for n in result.notes]
    )
    assert np.isnan(eb.ftest_5x2cv(np.full((5, 2), 0.9), np.full((5, 2), 0.8)).pvalue)


def test_b47_sizes_travel_with_the_scores():
    run = fits(
        {"a": GaussianNB(), "b": DecisionTreeClassifier(random_state=0)}, cv=StratifiedKFold(10)
    )
    scores = run.scores()
    by_hand = eb.ttest_corrected(scores["a"].values, scores["b"].values, n_train=135, n_test=15)
    assert eb.ttest_corrected(scores["a"], scores["b"]).pvalue == pytest.approx(
        by_hand.pvalue, rel=1e-12
    )


def test_c_callers_objects_are_untouched():
    "C15 warm starts are cloned, C16 data that a learner overwrites are copies, global random state stays."
    noise, warm, before = rng.integers(2, size=150), Warm(), np.random.get_state()[1].copy()  # noqa: NPY002
    assert (
        abs(fits({"warm": warm}, labels=noise, cv=5).scores().values.mean() - 0.5) < 0.15
        and not warm.seen
    )
    copy = X.copy()
    fits({"scribbler": Scribbler()})
    np.testing.assert_array_equal(X, copy)
    np.testing.assert_array_equal(np.random.get_state()[1], before)  # noqa: NPY002


def test_c09_one_failed_fold_keeps_the_others():
    class Brittle(GaussianNB):
        def fit(self, X, y, sample_weight=None):
            if len(X) == 134:
                raise RuntimeError("boom")
            return super().fit(X, y)

    splits = [(np.setdiff1d(np.arange(150), t), t) for t in np.array_split(np.arange(150), 10)]
    splits[6] = (splits[6][0][:-1], splits[6][1])
    with pytest.raises(RuntimeError, match="1 of 20 fits failed") as caught:
        fits({"brittle": Brittle(), "bayes": GaussianNB()}, cv=splits)
    run = caught.value.evaluation
    assert run.failures == (("brittle", 6, "RuntimeError: boom"),)
    with pytest.raises(ValueError, match="'brittle' on split 6"):
        run.scores()
    assert len(run.without_failures().splits) == 9


def test_c11_a_scorer_that_returns_nan_or_inf_is_a_failure():
    for bad in (np.nan, np.inf, 1j):
        with pytest.raises(RuntimeError, match="not a finite number"):
            fits(scoring=lambda model, X, y, bad=bad: bad)


def test_c18_every_kind_of_seed():
    for seed in (0, np.int64(3), np.random.RandomState(0), np.random.default_rng(0), None):
        assert len(fits(cv=eb.five_by_two(0), random_state=seed).splits) == 10
    assert len(list(eb.Bootstrap(2, np.random.default_rng(0)).split(X))) == 2


def test_c19_splits_are_fixed_once_for_all_models():
    run = fits(
        {"a": GaussianNB(), "b": GaussianNB()},
        cv=KFold(5, shuffle=True, random_state=np.random.RandomState(0)),
    )
    assert all((p == q).all() for p, q in zip(run.predictions["a"], run.predictions["b"]))


def test_c06_and_c48_valid_things_work():
    from scipy import sparse

    assert len(fits(cv=np.int64(5)).splits) == 5
    for kind in (sparse.coo_matrix, sparse.csr_matrix, sparse.csr_array):
        assert fits({"lr": LogisticRegression()}, data=kind(X)).scores().values.min() > 0.8
    by_position = [
        fits(data=d, labels=t).scores().values
        for d, t in (
            (X, target),
            (pd.DataFrame(X), target),
            (X.tolist(), target.tolist()),
            (pd.DataFrame(X), pd.Series(target)),
        )
    ]
    for other in by_position[1:]:
        np.testing.assert_array_equal(by_position[0], other)


def test_c40_a_constant_target_is_noted_and_c47_time_splits_work():
    assert [n.code for n in fits(labels=np.zeros(150, int)).notes] == ["constant_target"]
    run = fits(cv=TimeSeriesSplit(4), labels=rng.integers(2, size=150))
    assert run.design.kind == "expanding window" and run.design.ordered and len(run.splits) == 4


@pytest.mark.long  # labels at each push: test_reproducible
@pytest.mark.parametrize(
    "options", [{"n_jobs": 2}, {"backend": "threading"}, {"shuffled": True}], ids=str
)
def test_results_do_not_depend_on_how_they_were_computed(options):
    import joblib
    from sklearn.ensemble import RandomForestClassifier

    models = {
        "forest": RandomForestClassifier(5),
        "lr": LogisticRegression(),
        "tree": DecisionTreeClassifier(),
    }
    run = lambda m=models, **more: fits(
        m, cv=eb.five_by_two(1), random_state=5, response_method="predict_proba", **more
    )
    first = run()
    if "backend" in options:
        with joblib.parallel_config(options["backend"], n_jobs=2):
            second = run()
    else:
        second = run(dict(reversed(models.items()))) if "shuffled" in options else run(**options)
    for name in models:
        for p, q in zip(first.probabilities[name], second.probabilities[name]):
            np.testing.assert_allclose(p, q, rtol=0, atol=1e-12)
