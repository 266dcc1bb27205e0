"""Precision, recall and F (chapter 1.3) against scikit-learn, numerical derivatives and Wilson's equation."""

import numpy as np
import pytest
from scipy import stats
from sklearn import metrics
from sklearn.naive_bayes import GaussianNB

import evalbook as eb
from evalbook.core import as_measure
from tests.names import public

RNG = np.random.default_rng(12)
Y = np.repeat([1, 0], [60, 140])
A = np.where(RNG.random(200) < 0.8, Y, 1 - Y)
B = np.where(RNG.random(200) < 0.7, Y, 1 - Y)


def by_jackknife(of):
    "The infinitesimal jackknife: derivatives by the weight of each case, taken numerically; cases that are alike share theirs."
    n, h = len(Y), 1e-6
    _, first, counts = np.unique(np.c_[Y, A, B], axis=0, return_index=True, return_counts=True)
    slopes = np.array(
        [
            (of(1 + h * (np.arange(n) == i)) - of(1 - h * (np.arange(n) == i))) / (2 * h)
            for i in first
        ]
    )
    return np.sqrt((counts * slopes**2).sum())


@pytest.mark.parametrize("beta", [0.5, 1.0, 2.0])
@pytest.mark.parametrize("average", ["binary", "macro"])
def test_f_and_its_standard_error(beta, average):
    found = eb.estimate_f1(Y, A, beta=beta, average=average)
    theirs = lambda w: metrics.fbeta_score(Y, A, beta=beta, average=average, sample_weight=w)
    np.testing.assert_allclose(
        [found.value, found.standard_error], [theirs(None), by_jackknife(theirs)], rtol=1e-5
    )


def test_limits_of_f1_solve_wilsons_equation():
    "F1 is J / (2 - J) turned round: Wilson's limits of the hits among the called or positive cases."
    found, m = eb.estimate_f1(Y, A), eb.estimate_f1(Y, A).details["effective_n"]
    np.testing.assert_allclose(
        m, found.value * (1 - found.value) / found.standard_error**2, rtol=1e-6
    )
    for p in found.interval():
        np.testing.assert_allclose(
            abs(found.value - p), stats.norm.ppf(0.975) * np.sqrt(p * (1 - p) / m), rtol=1e-8
        )


@pytest.mark.parametrize("name, of", [("precision", A == 1), ("recall", Y == 1)])
def test_precision_and_recall_are_proportions(name, of):
    found = public(f"estimate_{name}")(Y, A)
    k, n = int(((A == 1) & (Y == 1)).sum()), int(of.sum())
    np.testing.assert_allclose(
        [found.value, *found.interval()], [k / n, *eb.interval_proportion(k, n)], rtol=1e-9
    )


@pytest.mark.parametrize("beta", [0, 1.0, np.inf])
def test_the_paired_test(beta):
    score = {
        0: metrics.precision_score,
        1.0: metrics.f1_score,
        np.inf: metrics.recall_score,
    }[beta]
    gap = lambda w: score(Y, A, sample_weight=w) - score(Y, B, sample_weight=w)
    found, se = eb.ztest_f1(Y, A, B, beta=beta), by_jackknife(gap)
    np.testing.assert_allclose([found.difference, found.standard_error], [gap(None), se], rtol=1e-5)
    np.testing.assert_allclose(found.pvalue, 2 * stats.norm.sf(abs(gap(None) / se)), rtol=1e-4)
    side = eb.ztest_f1(Y, A, B, beta=beta, alternative="greater").pvalue
    np.testing.assert_allclose(side, stats.norm.sf(gap(None) / se), rtol=1e-4)


def test_notes_count_observed_positive_cases():
    few, many = (
        np.r_[np.ones(24, int), np.zeros(100, int)],
        np.r_[np.ones(25, int), np.zeros(100, int)],
    )
    for y, codes in ((few, ["few_cases"]), (many, [])):
        a, b = y.copy(), y.copy()
        a[0], a[-3:], b[1], b[-6:] = 0, 1, 0, 1
        assert [n.code for n in eb.estimate_f1(y, a).notes] == codes
        assert [n.code for n in eb.ztest_f1(y, a, b).notes] == codes
    assert eb.estimate_recall(few, few[::-1].copy() | few).notes[-1].code == "zero_variance"
    rare = np.r_[np.full(9, 2), np.ones(40, int), np.zeros(40, int)]
    wrong = np.where(np.arange(89) % 5 == 0, 0, rare)
    assert [n.code for n in eb.estimate_f1(rare, wrong, average="macro").notes] == ["few_cases"]


def test_a_class_that_nobody_named_is_said():
    truth = ["cancer"] * 12 + ["none"] * 30
    called = ["cancer"] * 9 + ["none"] * 33
    assert "positive='cancer'" in str(eb.estimate_f1(truth, called))
    assert "No class" not in str(eb.estimate_f1(truth, called, positive="cancer"))
    assert "No class" not in str(eb.estimate_f1([1] * 12 + [0] * 30, [1] * 9 + [0] * 33))


PAIRS = [
    ((0, 1), 1, ""),
    ((False, True), True, ""),
    ((1, 2), 1, " of class 1"),
    ((-1, 1), 1, " of class 1"),
    ((2, 3), 3, " of class 3"),
    (("a", "b"), "b", " of class 'b'"),
]


@pytest.mark.parametrize("labels, positive, said", PAIRS)
def test_every_door_counts_the_same_class_and_names_it(labels, positive, said):
    "Of labels 1 and 2 the report judged class 1 and estimate_f1 class 2; the report refused text, and named no class."
    y, a, b = (np.array(labels)[v] for v in (Y, A, B))
    chance = np.where(A == 1, 0.8, 0.3)
    chances = {"a": np.c_[1 - chance, chance], "b": np.c_[1 - chance, chance]}
    run = eb.from_predictions(y, {"a": a, "b": b}, chances)
    theirs = {
        "f1": metrics.f1_score,
        "precision": metrics.precision_score,
        "recall": metrics.recall_score,
        "jaccard": metrics.jaccard_score,
    }
    for name, function in theirs.items():
        wanted = function(y, a, pos_label=positive)
        table = run.scores(name)
        found = eb.report(run, measure=name)
        assert table.values[0, 0] == pytest.approx(wanted, rel=1e-12)
        assert found.estimates.value["a"] == pytest.approx(wanted, rel=1e-12)
        assert table.measure.name == found.findings.judged.measure.name
        assert table.measure.name.endswith(said) and (said or " of class" not in str(found))
        assert said in str(found)
    other = next(v for v in labels if v != positive)
    assert run.scores("specificity").values[0, 0] == metrics.recall_score(y, a, pos_label=other)
    area = metrics.average_precision_score(
        y, chances["a"][:, labels.index(positive)], pos_label=positive
    )
    assert run.scores("average_precision").values[0, 0] == pytest.approx(area, rel=1e-12)
    for beta, name in ((1.0, "f1"), (0.0, "precision"), (np.inf, "recall")):
        lead = theirs[name](y, a, pos_label=positive) - theirs[name](y, b, pos_label=positive)
        tested = eb.ztest_f1(y, a, b, beta=beta)
        assert tested.difference == pytest.approx(lead, rel=1e-12)
        assert f"class {positive!r}" in tested.estimand
        assert eb.estimate_f1(y, a, beta=beta).value == theirs[name](y, a, pos_label=positive)
    asked = {"new": "a", "old": "b", "margin": 0.5}
    named = eb.gate(run, **asked, measure=as_measure("f1", positive=positive))
    assert named.measure.name.endswith(f" of class {positive!r}") or positive == 1
    if 1 in labels:
        assert eb.gate(run, **asked, measure="f1").measure.name.endswith(said)
    else:  # nothing says which class a gate should guard
        with pytest.raises(ValueError, match="gate needs the class that F1 is about"):
            eb.gate(run, **asked, measure="f1")


@pytest.mark.parametrize("labels", [(1, 2), (2, 3), ("a", "b")])
def test_scores_of_the_fits_are_of_the_class_that_is_named(labels):
    "Scorers of one class failed in every fit of labels without 1."
    X = RNG.normal(size=(200, 2)) + Y[:, None]
    named = ["f1", "specificity", "average_precision", "positive_likelihood_ratio"]
    fitted = eb.evaluate(
        GaussianNB(), X, np.array(labels)[Y], cv=5, random_state=0, scoring=named,
        response_method=["predict", "predict_proba"],
    )  # fmt: skip
    for name in named:
        later = fitted.scores(as_measure(fitted.measures[name].scorer))
        np.testing.assert_allclose(fitted.stored_scores[name], later.values, rtol=1e-12)
        assert eb.report(fitted, measure=name).findings.judged.measure.name == later.measure.name


def test_the_other_class_of_0_and_1_is_named():
    run = eb.from_predictions(Y, {"a": A, "b": B})
    assert "F1 of class 0" in str(eb.report(run, measure=as_measure("f1", positive=0)))
