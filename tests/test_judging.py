"""The numbers of a report: baselines, leads, limits and p-values whose truth is known."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import special, stats
from sklearn.metrics import f1_score

from evalbook import Evaluation, estimate_accuracy, estimate_mean, five_by_two, mcnemar, ttest_corrected
from evalbook.judging import (
    FAILS,
    SKEWED_FROM,
    Judged,
    beats_baseline,
    cautions_of,
    estimates_of,
    exchanged,
    family_of,
    limits_of_mean,
    one_sided,
)


def all_of(run, measure, level=0.95):
    "Estimates, ranked models, family and baseline comparisons."
    judged = Judged(run, measure)
    table = estimates_of(judged, level)
    ranked = [n for n in table.index if n in judged.contenders]
    return judged, table, ranked, family_of(judged, ranked, level=level), beats_baseline(judged, ranked, level)


def folded(y, predictions, K=10, seed=0):
    return Evaluation.from_folds(y, predictions, np.random.default_rng(seed).permutation(np.arange(len(y)) % K))


def test_a_perfect_model_of_a_rare_class_has_f1_of_one():
    y = (np.arange(100) < 5).astype(int)
    half = np.where(np.arange(100) < 2, 0, y)
    _, table, ranked, family, base = all_of(folded(y, {"half": half, "perfect": y}), "f1")
    assert ranked == ["perfect", "half"]
    assert table.loc["perfect", "value"] == 1.0
    assert table.loc["half", "value"] == pytest.approx(f1_score(y, half))
    assert family.lead[0] == pytest.approx(1 - f1_score(y, half))
    assert base.loc["perfect", "adjusted"] < 0.05


def test_leave_one_out_has_the_pooled_value():
    rng = np.random.default_rng(0)
    y = rng.integers(2, size=80)
    a, b = (np.where(rng.random(80) < share, y, 1 - y) for share in (0.9, 0.7))
    run = Evaluation.from_folds(y, {"a": a, "b": b}, np.arange(80))
    _, table, *_ = all_of(run, "f1")
    assert table.loc["a", "value"] == pytest.approx(f1_score(y, a))
    assert table.loc["b", "value"] == pytest.approx(f1_score(y, b))


def test_enough_cases_a_fold_keep_the_mean_over_folds():
    rng = np.random.default_rng(0)
    y = np.arange(200) % 2
    folds = np.arange(200) // 20
    a = np.where(rng.random(200) < 0.8, y, 1 - y)
    judged = Judged(Evaluation.from_folds(y, {"a": a, "b": 1 - a}, folds), "f1")
    by_hand = np.mean([f1_score(y[folds == k], a[folds == k]) for k in range(10)])
    assert not judged.pooled
    assert estimates_of(judged, 0.95).loc["a", "value"] == pytest.approx(by_hand)


def test_a_random_split_without_a_class_is_refused():
    y = np.r_[np.zeros(95, int), np.ones(5, int)]
    splits = tuple((np.setdiff1d(np.arange(100), t), t) for t in (np.arange(20), np.arange(10, 30), np.arange(80, 100)))
    run = Evaluation(y, splits, {n: [y[t] for _, t in splits] for n in "ab"})
    with pytest.raises(ValueError, match="RepeatedStratifiedKFold"):
        estimates_of(Judged(run, "f1"), 0.95)


@pytest.mark.parametrize("measure, name, value", [("f1", "always 1", 2 * 0.3 / 1.3), ("recall", "always 1", 1.0),
                                                  ("accuracy", "always 0", 0.7), ("balanced_accuracy", "always 0", 0.5)])  # fmt: skip
def test_the_baseline_is_the_best_constant_under_the_measure(measure, name, value):
    y = np.arange(300) % 10 < 3
    coin = np.random.default_rng(1).integers(2, size=300)
    run = Evaluation.from_predictions(y.astype(int), {"coin": coin, "yes": np.ones(300, int)})
    judged, table, _, _, base = all_of(run, measure)
    assert judged.baseline == name
    assert table.loc[name, "value"] == pytest.approx(value)
    assert (base["adjusted"] > 0.05).all()


def test_macro_f1_is_compared_with_random_guessing():
    y = (np.arange(300) % 10 < 3).astype(int)
    coin = np.random.default_rng(1).integers(2, size=300)
    judged, table, _, _, base = all_of(Evaluation.from_predictions(y, {"coin": coin, "good": y}), "f1_macro")
    assert table.loc[judged.baseline, "value"] == pytest.approx(0.5, abs=0.08)
    assert base.loc["coin", "adjusted"] > 0.05 > base.loc["good", "adjusted"]


def test_absolute_errors_are_compared_with_the_median():
    y = np.random.default_rng(0).exponential(size=200)
    run = Evaluation.from_predictions(y, {"a": y + 0.1, "b": y + 0.2}, task="regression")
    judged = Judged(run, "neg_mean_absolute_error")
    assert np.unique(judged.evaluation.predictions[judged.baseline][0]) == pytest.approx(np.median(y))


def test_one_sided_has_a_direction():
    found = one_sided(np.array([0.04, 0.04, 1.0]), np.array([1.0, -1.0, 0.0]))
    assert found == pytest.approx([0.02, 0.98, 0.5])


def test_models_worse_than_guessing_do_not_learn():
    y = (np.arange(200) % 4 == 0).astype(int)
    for measure in ("accuracy", "f1", "neg_mean_squared_error"):
        task = "regression" if measure.startswith("neg") else "classification"
        truth = y.astype(float) if task == "regression" else y
        run = Evaluation.from_predictions(
            truth, {"wrong": 1 - truth, "bad": np.where(np.arange(200) < 2, truth, 1 - truth)}, task=task
        )
        base = all_of(run, measure)[4]
        assert (base["lead"] < 0).all()
        assert (base["pvalue"] > 0.9).all()


def test_a_lead_that_never_varies_is_found():
    y = np.r_[np.ones(40, int), np.zeros(60, int)]
    run = Evaluation.from_predictions(y, {"never": np.zeros(100, int), "always": np.ones(100, int)})
    family = all_of(run, "recall")[3]
    assert family.lead[0] == 1.0
    assert family.adjusted[0] < 0.01
    assert exchanged(Judged(run, "recall"), "always", "never")[1] < 0.01


@pytest.mark.parametrize("seed", range(6))
def test_5x2_decides_by_the_corrected_t_and_agrees_with_its_limits(seed):
    rng = np.random.default_rng(seed)
    y = rng.integers(2, size=200)
    splits = tuple(five_by_two(seed).split(np.zeros((200, 1)), y))
    models = {n: np.where(rng.random(200) < p, y, 1 - y) for n, p in (("m1", 0.9), ("m2", 0.8), ("m3", 0.8))}
    run = Evaluation(y, splits, {n: [v[t] for _, t in splits] for n, v in models.items()})
    _, _, ranked, family, _ = all_of(run, "accuracy")
    scores = run.scores()
    by_hand = ttest_corrected(scores[ranked[0]], scores[ranked[1]])
    assert family.pvalue[0] == pytest.approx(by_hand.pvalue, abs=1e-12)
    assert (((family.low > 0) | (family.high < 0)) == family.separated(0.05)).all()
    assert ((family.adjusted <= 0.05) == family.separated(0.05)).all()


@pytest.mark.parametrize("seed", range(20))
def test_accuracies_have_one_family(seed):
    rng = np.random.default_rng(seed)
    y = np.ones(60, int)
    run = Evaluation.from_predictions(
        y, {n: (rng.random(60) < p).astype(int) for n, p in (("a", 0.9), ("b", 0.76), ("c", 0.8))}
    )
    _, table, ranked, family, _ = all_of(run, "accuracy")
    assert (((family.low > 0) | (family.high < 0)) == (family.adjusted <= 0.05)).all()
    assert (family.low <= family.lead).all() and (family.lead <= family.high).all()
    right = run.correct()
    assert family.pvalue[0] == pytest.approx(mcnemar(right[ranked[0]], right[ranked[1]]).pvalue, abs=1e-12)
    assert family.lead[0] == pytest.approx(table["value"].iloc[0] - table["value"].iloc[1])


def test_groups_have_the_limits_of_the_functions():
    rng = np.random.default_rng(0)
    groups = np.repeat(np.arange(6), 20)
    y = rng.integers(2, size=120)
    a = np.where(rng.random(120) < 0.8, y, 1 - y)
    run = Evaluation.from_predictions(y, {"a": a, "b": 1 - a}, groups=groups)
    judged, table, ranked, family, base = all_of(run, "accuracy")
    expected = estimate_accuracy((a == y).astype(int), cluster=groups)
    assert tuple(table.loc["a", ["low", "high"]]) == pytest.approx(tuple(expected.interval(0.95)))
    difference = (a == y).astype(float) - (a != y)
    by_hand = estimate_mean(difference, cluster=groups)
    assert (family.low[0], family.high[0]) == pytest.approx(tuple(by_hand.interval(0.95)))
    t = abs(by_hand.value / by_hand.standard_error)
    assert family.pvalue[0] == pytest.approx(2 * special.stdtr(by_hand.details["df"], -t))
    said = cautions_of(judged, 0.95, table, family, base)
    assert any(c.rank == FAILS and c.reverses and "6 groups" in c.text for c in said)


def test_limits_of_a_mean_and_its_p_value_are_inverses():
    rng = np.random.default_rng(0)
    for x in (rng.normal(0.2, 1, 50), rng.exponential(size=50) - 0.7, -rng.exponential(size=50) + 0.7):
        for level in (0.5, 0.9, 0.95, 0.99):
            _, low, high, _ = limits_of_mean(x, level)
            assert low < x.mean() < high
            lean = float(stats.skew(x)) if abs(stats.skew(x)) > SKEWED_FROM else 0.0
            w = x.mean() / x.std(ddof=1)  # Hall (1992): the cubic whose inverse the limits are
            t = np.sqrt(50) * (w + lean * w**2 / 3 + lean**2 * w**3 / 27 + lean / 300)
            assert (low > 0 or high < 0) == (2 * stats.t.sf(abs(t), 49) < 1 - level)


def test_limits_of_a_long_tail_reach_further_into_it():
    x = np.random.default_rng(0).exponential(size=80)
    mean, low, high, _ = limits_of_mean(x, 0.95)
    assert high - mean > 1.1 * (mean - low)
    mirrored = limits_of_mean(-x, 0.95)
    assert mirrored[1:3] == pytest.approx((-high, -low))


def test_no_limit_of_a_lead_leaves_the_range_of_a_difference():
    rng = np.random.default_rng(0)
    y = np.arange(80) % 2
    near = np.where(rng.random(80) < 0.02, 1 - y, y)
    for measure in ("f1", "accuracy", "recall"):
        family = all_of(folded(y, {"near": near, "none": np.zeros(80, int), "wrong": 1 - y}, 4), measure)[3]
        assert np.nanmax(np.abs([family.low, family.high])) <= 1


def test_a_constant_learns_nothing():
    y = np.random.default_rng(0).normal(10, 1, 200)
    run = folded(y, {"good": y + 0.1, "constant": np.full(200, 10.0)}, 10)
    base = all_of(run, "neg_mean_absolute_error")[4]
    assert base.loc["constant", "adjusted"] == 1.0
    assert base.loc["good", "adjusted"] < 0.05
