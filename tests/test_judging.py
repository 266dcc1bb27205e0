"""The numbers of a report: baselines, leads, limits and p-values whose truth is known."""

from __future__ import annotations

import warnings
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from scipy import special, stats
from sklearn.metrics import average_precision_score, f1_score

import evalbook
from evalbook import (
    METHODS,
    Evaluation,
    adjust_pvalues,
    estimate_accuracy,
    estimate_auc,
    estimate_f1,
    estimate_mean,
    estimate_recall,
    five_by_two,
    interval_proportion,
    mcnemar,
    mcnemar_counts,
    ttest_corrected,
    zero_one,
)
from evalbook.core.measures import as_measure, brier_losses, log_losses
from evalbook.practice import (
    baselines,
    judged_run,
    judging,
    model_intervals,
    small_sample_cautions,
)
from evalbook.practice.judged_run import Judged
from evalbook.practice.judging import beats_baseline, exchanged, family_of, one_sided
from evalbook.practice.model_intervals import SKEWED_FROM, estimates_of, limits_of_mean
from evalbook.practice.small_sample_cautions import FAILS, cautions_of
from tests.names import public


def all_of(run, measure, level=0.95):
    "Estimates, ranked models, family and baseline comparisons."
    judged = Judged(run, measure)
    table = estimates_of(judged, level)
    ranked = [n for n in table.index if n in judged.contenders]
    return (
        judged,
        table,
        ranked,
        family_of(judged, ranked, level=level),
        beats_baseline(judged, ranked, level),
    )


def folded(y, predictions, K=10, seed=0):
    return Evaluation.from_folds(
        y, predictions, np.random.default_rng(seed).permutation(np.arange(len(y)) % K)
    )


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
    splits = tuple(
        (np.setdiff1d(np.arange(100), t), t)
        for t in (np.arange(20), np.arange(10, 30), np.arange(80, 100))
    )
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
    judged, table, _, _, base = all_of(
        Evaluation.from_predictions(y, {"coin": coin, "good": y}), "f1_macro"
    )
    assert table.loc[judged.baseline, "value"] == pytest.approx(0.5, abs=0.08)
    assert base.loc["coin", "adjusted"] > 0.05 > base.loc["good", "adjusted"]


def test_absolute_errors_are_compared_with_the_median():
    y = np.random.default_rng(0).exponential(size=200)
    run = Evaluation.from_predictions(y, {"a": y + 0.1, "b": y + 0.2}, task="regression")
    judged = Judged(run, "neg_mean_absolute_error")
    assert np.unique(judged.evaluation.predictions[judged.baseline][0]) == pytest.approx(
        np.median(y)
    )


def test_one_sided_has_a_direction():
    found = one_sided(np.array([0.04, 0.04, 1.0]), np.array([1.0, -1.0, 0.0]))
    assert found == pytest.approx([0.02, 0.98, 0.5])


def test_models_worse_than_guessing_do_not_learn():
    y = (np.arange(200) % 4 == 0).astype(int)
    for measure in ("accuracy", "f1", "neg_mean_squared_error"):
        task = "regression" if measure.startswith("neg") else "classification"
        truth = y.astype(float) if task == "regression" else y
        run = Evaluation.from_predictions(
            truth,
            {"wrong": 1 - truth, "bad": np.where(np.arange(200) < 2, truth, 1 - truth)},
            task=task,
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
    models = {
        n: np.where(rng.random(200) < p, y, 1 - y)
        for n, p in (("m1", 0.9), ("m2", 0.8), ("m3", 0.8))
    }
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
    assert family.pvalue[0] == pytest.approx(
        mcnemar(right[ranked[0]], right[ranked[1]]).pvalue, abs=1e-12
    )
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
    said = cautions_of(judged, table, family)
    assert any(c.rank == FAILS and c.reverses and "6 groups" in c.text for c in said)


def test_limits_of_a_mean_and_its_p_value_are_inverses():
    rng = np.random.default_rng(0)
    for x in (
        rng.normal(0.2, 1, 50),
        rng.exponential(size=50) - 0.7,
        -rng.exponential(size=50) + 0.7,
    ):
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
        family = all_of(
            folded(y, {"near": near, "none": np.zeros(80, int), "wrong": 1 - y}, 4), measure
        )[3]
        assert np.nanmax(np.abs([family.low, family.high])) <= 1


def test_a_constant_learns_nothing():
    y = np.random.default_rng(0).normal(10, 1, 200)
    run = folded(y, {"good": y + 0.1, "constant": np.full(200, 10.0)}, 10)
    base = all_of(run, "neg_mean_absolute_error")[4]
    assert base.loc["constant", "adjusted"] == 1.0
    assert base.loc["good", "adjusted"] < 0.05


def limits(run, measure, name="a", level=0.95):
    "The limits of one model."
    low, high = estimates_of(Judged(run, measure, n_resamples=49), level).loc[name, ["low", "high"]]
    return low, high


def wilson_by_hand(share, n, z=1.959963984540054):
    "The roots p of (share - p)**2 = z**2 p (1 - p) / n, by numpy."
    return np.sort(np.roots([1 + z**2 / n, -2 * share - z**2 / n, share**2]).real)


def labelled(rights, sizes, seed=0):
    "The truth of some classes, and answers of which some a class are right; a wrong one is the next class."
    y = np.repeat(np.arange(len(sizes)), sizes)
    right = np.concatenate([np.arange(n) < k for k, n in zip(rights, sizes)])
    answer = np.where(right, y, (y + 1) % len(sizes))
    order = np.random.default_rng(seed).permutation(len(y))
    return y[order], answer[order]


def test_recall_and_precision_have_the_limits_of_shares():
    y, answer = labelled((120, 9), (138, 12))
    run = Evaluation.from_predictions(y, {"a": answer, "b": y})
    assert limits(run, "recall") == pytest.approx(tuple(interval_proportion(9, 12)), abs=1e-12)
    assert limits(run, "recall") == pytest.approx(tuple(wilson_by_hand(0.75, 12)), abs=1e-12)
    assert limits(run, "precision") == pytest.approx(tuple(interval_proportion(9, 27)), abs=1e-12)
    assert limits(run, "recall", "b") == pytest.approx(
        (12 / (12 + 1.959963984540054**2), 1.0), abs=1e-12
    )
    assert limits(run, "f1") == pytest.approx(
        tuple(estimate_f1(y, answer).interval(0.95)), abs=1e-12
    )
    assert limits(run, "f1_macro") == pytest.approx(
        tuple(estimate_f1(y, answer, average="macro").interval(0.95))
    )


@pytest.mark.parametrize("measure", ["balanced_accuracy", "recall_macro"])
def test_a_mean_of_shares_has_limits_from_those_of_each_class(measure):
    y, answer = labelled((12, 100, 20), (12, 138, 40))
    run = Evaluation.from_predictions(y, {"a": answer, "b": y})
    shares = [(1.0, 12), (100 / 138, 138), (0.5, 40)]
    ends = np.array([wilson_by_hand(*share) for share in shares])
    p = np.array([share for share, _ in shares])
    low = p.mean() - np.sqrt(((p - ends[:, 0]) ** 2).sum()) / 3
    high = p.mean() + np.sqrt(((ends[:, 1] - p) ** 2).sum()) / 3
    assert limits(run, measure) == pytest.approx((low, high), abs=1e-9)
    # all right: only the lower limits of the classes are away from 1
    gap = np.array([1.959963984540054**2 / (n + 1.959963984540054**2) for _, n in shares])
    assert limits(run, measure, "b") == pytest.approx(
        (1 - np.sqrt((gap**2).sum()) / 3, 1.0), abs=1e-9
    )


@pytest.mark.filterwarnings("ignore:.*ill-defined")
def test_a_label_that_no_case_has_is_a_class_for_macro_recall_alone():
    y, answer = labelled((12, 30), (20, 40))
    answer = np.where(answer == y, y, 7)
    run = Evaluation.from_predictions(y, {"a": answer, "b": y})
    three = limits(run, "recall_macro")
    assert three == pytest.approx(
        tuple(2 / 3 * np.array(limits(run, "balanced_accuracy"))), abs=1e-12
    )
    cases = Evaluation.from_predictions(y, {"a": answer, "b": y}, groups=np.arange(60) // 2)
    as_before = Evaluation.from_predictions(
        y, {"a": labelled((12, 30), (20, 40))[1], "b": y}, groups=np.arange(60) // 2
    )
    assert limits(cases, "balanced_accuracy") == pytest.approx(
        limits(as_before, "balanced_accuracy"), abs=1e-12
    )


def test_groups_have_the_limits_of_the_functions_for_f1_and_recall():
    rng = np.random.default_rng(2)
    groups = np.repeat(np.arange(8), 15)
    y = rng.integers(2, size=120)
    a = np.where(rng.random(120) < 0.8, y, 1 - y)
    run = Evaluation.from_predictions(y, {"a": a, "b": 1 - a}, groups=groups)
    assert limits(run, "f1") == pytest.approx(
        tuple(estimate_f1(y, a, cluster=groups).interval(0.95)), abs=1e-12
    )
    by_class = estimate_recall(y, a, average="macro", cluster=groups).interval(0.95)
    assert limits(run, "balanced_accuracy") == pytest.approx(tuple(by_class), abs=1e-12)


def test_named_class_and_strings_have_the_limits_of_their_numbers():
    from evalbook.core.measures import as_measure

    y, answer = labelled((120, 9), (138, 12))
    words = np.array(["no", "yes"])
    run = Evaluation.from_predictions(words[y], {"a": words[answer], "b": words[y]})
    assert limits(run, as_measure("recall", positive="yes")) == pytest.approx(
        tuple(interval_proportion(9, 12))
    )
    assert limits(run, as_measure("recall", positive="no")) == pytest.approx(
        tuple(interval_proportion(120, 138))
    )


def test_repetitions_of_pooled_folds_have_the_mean_of_their_limits():
    rng = np.random.default_rng(3)
    y = (np.arange(90) < 9).astype(int)
    given, splits = [], []
    for _ in range(3):
        folds = rng.permutation(np.arange(90) % 5)
        given.append(np.where(rng.random(90) < 0.8, y, 1 - y))
        splits += [(np.flatnonzero(folds != k), np.flatnonzero(folds == k)) for k in range(5)]
    cut = lambda v: [v[j // 5][test] for j, (_, test) in enumerate(splits)]  # noqa: E731
    run = Evaluation(y, tuple(splits), {"a": cut(given), "b": cut([1 - v for v in given])})
    assert Judged(run, "recall").pooled
    each = [tuple(interval_proportion(int(v[y == 1].sum()), 9)) for v in given]
    assert limits(run, "recall") == pytest.approx(tuple(np.mean(each, axis=0)), abs=1e-12)


@pytest.mark.filterwarnings("ignore:.*ill-defined")
@pytest.mark.parametrize(
    "measure",
    [
        "f1",
        "precision",
        "recall",
        "balanced_accuracy",
        "f1_macro",
        "recall_macro",
        "precision_macro",
    ],
)
def test_limits_hold_the_value_and_stay_in_the_range(measure):
    rng = np.random.default_rng(0)
    for seed in range(4):
        y, a = labelled(rng.integers(0, (41, 7)), (40, 6), seed)
        run = Evaluation.from_predictions(
            y, {"a": a, "none": np.zeros(46, int), "all": np.ones(46, int), "right": y}
        )
        table = estimates_of(Judged(run, measure, n_resamples=19), 0.95)
        assert ((table["low"] >= 0) & (table["high"] <= 1)).all()
        assert (
            (table["low"] <= table["value"] + 1e-12) & (table["value"] <= table["high"] + 1e-12)
        ).all()
        assert (table["high"] > table["low"]).all()
        assert table.loc["right", "high"] == 1.0 > table.loc["right", "low"]


@pytest.mark.filterwarnings("ignore:.*ill-defined")
def test_a_share_of_no_cases_may_be_anything():
    y, a = labelled((40, 3), (50, 6))
    run = Evaluation.from_predictions(y, {"a": a, "none": np.zeros(56, int)})
    assert estimates_of(Judged(run, "precision", n_resamples=19), 0.95).loc["none", "value"] == 0
    assert limits(run, "precision", "none") == (0.0, 1.0)
    assert limits(run, "recall", "none") == pytest.approx(tuple(interval_proportion(0, 6)))


def test_an_area_with_few_positive_cases_has_the_quantile_of_student():
    rng = np.random.default_rng(1)
    y = (np.arange(150) < 12).astype(int)
    s = rng.normal(size=150) + 1.5 * y
    chance = 1 / (1 + np.exp(-s))
    run = Evaluation.from_predictions(
        y, {"a": (s > 1).astype(int)}, {"a": np.c_[1 - chance, chance]}
    )
    found = estimate_auc(y, s)
    reach = stats.t.ppf(0.975, 11) * found.standard_error / (found.value * (1 - found.value))
    expected = special.expit(special.logit(found.value) + np.array([-reach, reach]))
    assert limits(run, "roc_auc") == pytest.approx(tuple(expected), abs=1e-12)


def test_groups_with_the_same_value_raise_no_warning():
    import warnings

    y, groups = np.arange(40) % 2, np.arange(40) // 20
    a = np.where(np.arange(40) % 20 < 4, 1 - y, y)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        low, high = estimate_recall(y, a, average="macro", cluster=groups).interval(0.95)
    assert 0 < low < 0.8 < high < 1


def test_r2_of_folds_with_fewer_than_thirty_numbers_is_computed_from_all_together():
    rng = np.random.default_rng(0)
    for n, pooled in ((15, True), (29, True), (30, False)):
        y = rng.normal(size=5 * n)
        folds = np.arange(5 * n) % 5
        a = y + rng.normal(size=5 * n)
        run = Evaluation.from_folds(y, {"a": a, "b": y + 1}, folds, task="regression")
        r2 = lambda rows: 1 - ((y - a)[rows] ** 2).sum() / ((y[rows] - y[rows].mean()) ** 2).sum()  # noqa: B023, E731
        expected = r2(folds >= 0) if pooled else np.mean([r2(folds == k) for k in range(5)])
        judged = Judged(run, "r2", n_resamples=19)
        assert judged.pooled == pooled
        assert estimates_of(judged, 0.95).loc["a", "value"] == pytest.approx(expected)


def test_a_caution_names_the_choice_of_the_leader_where_there_is_one():
    rng = np.random.default_rng(0)
    groups, y = np.repeat(np.arange(6), 20), rng.integers(2, size=120)
    a, b = (np.where(rng.random(120) < 0.8, y, 1 - y) for _ in range(2))
    said = []
    for models in ({"a": a}, {"a": a, "b": b}):
        judged, table, ranked, family, base = all_of(
            Evaluation.from_predictions(y, models, groups=groups), "accuracy"
        )
        said.append([c.text for c in cautions_of(judged, table, family) if c.rank == FAILS])
    assert "leader" not in " ".join(said[0])
    assert "leader" in " ".join(said[1])


# ---------------------------------------------------------------- every step by hand


def f1(y, answers):
    right = (answers * y).sum(-1)
    return 2 * right / (answers.sum(-1) + y.sum(-1))


def labels(n=60, seed=0, rates=(0.8, 0.6), **more):
    "A binary truth and models that are right with given probabilities."
    rng = np.random.default_rng(seed)
    y = rng.integers(2, size=n)
    models = {f"m{i}": np.where(rng.random(n) < rate, y, 1 - y) for i, rate in enumerate(rates)}
    return y, models


def over(y, models, splits, chances=None, **more):
    cut = lambda given: {k: [v[test] for _, test in splits] for k, v in (given or {}).items()}
    return Evaluation(y, tuple(splits), cut(models), cut(chances), **more)


def dealt(n, K, rounds=1, seed=0):
    "Folds whose cases stand in no order."
    out = []
    for r in range(rounds):
        parts = np.array_split(np.random.default_rng(seed + r).permutation(n), K)
        out += [(np.setdiff1d(np.arange(n), part), part) for part in parts]
    return out


def test_losses_of_probabilities_are_those_of_scikit_learn():
    from sklearn.metrics import brier_score_loss, log_loss

    rng = np.random.default_rng(0)
    y, p = rng.integers(2, size=50), rng.random(50)
    both = np.column_stack([1 - p, p])
    for chances in (both, p):
        assert log_losses(y, chances).mean() == pytest.approx(log_loss(y, p))
        assert brier_losses(y, chances).mean() == pytest.approx(brier_score_loss(y, p))
    three, q = rng.integers(3, size=50), rng.dirichlet(np.ones(3), 50)
    assert brier_losses(three, q).mean() == pytest.approx(
        ((q - np.eye(3)[three]) ** 2).sum(1).mean()
    )
    sure = log_losses(np.array([0, 1]), np.array([1.0, 1.0]))
    assert sure[0] == pytest.approx(-np.log(np.finfo(float).eps)) and sure[1] == pytest.approx(
        0, abs=1e-12
    )


@pytest.mark.parametrize("positives, pooled", [(20, False), (19, True)])
def test_folds_with_fewer_than_five_cases_of_a_class_are_pooled(positives, pooled):
    y = (np.arange(80) < positives).astype(int)
    run = Evaluation.from_folds(y, {"a": y, "b": 1 - y}, np.arange(80) % 4)
    judged = Judged(run, "f1")
    assert judged_run.fewest_cases(judged, [t for _, t in run.splits]) == positives // 4
    assert judged.pooled is pooled and judged.route == ("resampled cases" if pooled else "splits")
    assert not Judged(run, "accuracy").pooled


def test_the_answers_of_a_round_stand_in_the_order_of_the_first():
    "Each round tests the same cases in another order; a model that answers with the number of the case shows it."
    y = np.arange(12.0)
    splits = dealt(12, 3, 2)
    run = over(y, {"a": y.copy(), "b": y + 1}, splits, task="regression")
    judged = Judged(run, "r2")
    for k in (0, 1):
        assert (judged_run.round_of(judged, "a", k)[0] == judged.tested).all()
    assert (judged.tested == np.concatenate([t for _, t in splits[:3]])).all()
    found = judged_run.values_on(judged, ["a", "b"], [np.arange(12), np.arange(6)])
    part = judged.tested[:6]
    by_hand = [1 - len(c) / ((y[c] - y[c].mean()) ** 2).sum() for c in (np.arange(12), part)]
    assert found == pytest.approx(np.array([[1.0, 1.0], by_hand]))


@pytest.mark.parametrize("n_resamples, rounds, draws", [(0, 1, 999), (0, 3, 333), (600, 5, 199), (100, 5, 100), (1000, 4, 250)])  # fmt: skip
def test_the_draws_are_shared_among_the_rounds(n_resamples, rounds, draws):
    y, models = labels(40)
    run = over(y, models, dealt(40, 10, rounds))
    judged = Judged(run, "f1", n_resamples=n_resamples)
    assert judged.pooled and judged.drawn[1].shape == (3, draws)


def test_groups_are_drawn_whole():
    codes = np.array([0, 1, 1, 2, 2, 2, 0, 3])
    y = np.arange(8.0)
    judged = Judged(Evaluation.from_predictions(y, {"a": y + 1}, groups=codes), "r2")
    members = {c: set(np.flatnonzero(codes == c)) for c in range(4)}
    for seed in range(20):
        drawn, rng = (
            judged_run.drawn_cases(judged, np.random.default_rng(seed)),
            np.random.default_rng(seed),
        )
        wanted = [case for g in rng.integers(4, size=4) for case in sorted(members[g])]
        assert drawn.tolist() == wanted
    judged = Judged(Evaluation.from_predictions(y, {"a": y + 1}), "r2")
    plain = judged_run.drawn_cases(judged, np.random.default_rng(3))
    assert plain.tolist() == np.random.default_rng(3).integers(8, size=8).tolist()


def test_values_that_most_draws_do_not_have_are_refused():
    y = np.r_[1, np.zeros(29, int)]
    p = np.random.default_rng(0).random(30)
    run = Evaluation.from_predictions(
        y,
        {"a": y, "b": y},
        {k: np.column_stack([1 - p, p]) for k in "ab"},
        groups=np.arange(30) // 2,
    )
    judged = Judged(run, "roc_auc", n_resamples=49)
    assert judged.route == "resampled cases"
    with pytest.raises(ValueError, match="undefined on"):
        judged_run.resampled(judged, ["a"])
    values = judged_run.values_on(judged, ["a"], [np.arange(30), np.arange(1, 30)])
    assert np.isfinite(values[0, 0]) and np.isnan(values[0, 1])


def test_a_skewness_counts_from_one_on():
    x = np.array([0.0, 0, 0, 0, 1])
    assert model_intervals.spread_of(x) == pytest.approx((0.2, x.std(ddof=1), stats.skew(x)))
    assert stats.skew(x) == pytest.approx(1.5)
    mild = np.array([0.0, 1, 2, 5])
    assert abs(stats.skew(mild)) < 1 and model_intervals.spread_of(mild) == pytest.approx(
        (2.0, mild.std(ddof=1), 0.0)
    )
    assert model_intervals.spread_of(np.full(5, 3.0)) == (3.0, 0.0, 0.0)
    assert model_intervals.spread_of(1e6 + np.array([0.0, 1e-9])) == (pytest.approx(1e6), 0.0, 0.0)


def test_halls_limits_by_the_inverse_of_their_cubic():
    x = np.random.default_rng(2).exponential(size=40)
    mean, low, high, by = limits_of_mean(x, 0.9)
    lean, s, n = stats.skew(x), x.std(ddof=1), 40

    def cubic(mu):
        w = (mean - mu) / s
        return np.sqrt(n) * (w + lean * w**2 / 3 + lean**2 * w**3 / 27 + lean / (6 * n))

    t = stats.t(39).ppf(0.95)
    assert (cubic(low), cubic(high)) == pytest.approx((t, -t))
    assert mean == pytest.approx(x.mean()) and "skewness" in by


def test_errors_of_groups_have_the_limits_of_the_right_answers_turned_round():
    y, models = labels(60)
    run = Evaluation.from_predictions(y, models, groups=np.arange(60) // 5)
    right, wrong = Judged(run, "accuracy"), Judged(run, zero_one)
    a, b = (model_intervals.limits_of_one(j, "m0", 0.9) for j in (right, wrong))
    assert b[:3] == pytest.approx((1 - a[0], 1 - a[2], 1 - a[1])) and a[3] == b[3]
    expected = estimate_accuracy((models["m0"] == y).astype(int), cluster=np.arange(60) // 5)
    assert a[:3] == pytest.approx((expected.value, *expected.interval(0.9)))


def test_limits_over_splits_are_never_narrower_than_those_of_as_many_cases():
    y, models = labels(50)
    run = over(y, models, dealt(50, 5))
    value, low, high, by = model_intervals.limits_of_one(Judged(run, None), "m0", 0.95)
    n = 50
    p, z = (models["m0"] == y).mean(), stats.norm.ppf(0.975)
    middle, half = (
        (p + z * z / 2 / n) / (1 + z * z / n),
        z * np.sqrt(p * (1 - p) / n + z * z / 4 / n**2) / (1 + z * z / n),
    )
    scores = run.scores()["m0"].values.ravel()
    t = stats.t(4).ppf(0.975) * np.sqrt((1 / 5 + 10 / 40) * scores.var(ddof=1))
    narrow = 2 * t < 2 * half
    wanted = (min(p - t, middle - half), max(p + t, middle + half)) if narrow else (p - t, p + t)
    assert (value, low, high) == pytest.approx((p, *wanted)) and ("50 cases" in by) == narrow
    log = Judged(over(y, models, dealt(50, 5), {k: np.column_stack([1 - v * 0.5, v * 0.5]) for k, v in models.items()}), "neg_brier_score")  # fmt: skip
    assert model_intervals.limits_of_one(log, "m0", 0.95)[3] == "corrected resampled t"


def test_tangos_p_values_by_hand():
    y = np.ones(40, int)
    a, b = np.ones(40, int), np.ones(40, int)
    a[:3], b[3:12] = 0, 0
    judged = Judged(Evaluation.from_predictions(y, {"a": a, "b": b, "c": a}), "accuracy")
    found = judging.score_pvalues(judged, [("a", "b"), ("b", "a"), ("a", "c")])
    assert found == pytest.approx([2 * stats.norm.sf(6 / np.sqrt(12))] * 2 + [1.0])


def test_the_largest_ratio_by_hand():
    d, draws = np.array([2.0, -1.0, 0.0]), np.array([[1.0, 2, 3], [-2.0, -1, 0], [0.0, 0, 0]])
    s, ratio, largest = judging.largest_ratio(d, draws)
    assert (
        s == pytest.approx([1, 1, 0])
        and ratio == pytest.approx([2, 1, 0])
        and largest == pytest.approx([1, 0, 1])
    )


def test_ratios_get_the_tail_of_student():
    for df in (3.0, 40.0):
        assert judging.longer(np.array([0.0, 2.0]), df) == pytest.approx(
            stats.t(df).isf(stats.norm.sf([0.0, 2.0]))
        )
    for df in (3.0, 5.0, 10.0, 59.0):  # probabilities that round to zero
        assert 60 < judging.longer(np.array([60.0]), df)[0] < np.inf


def test_degrees_of_freedom_are_those_of_the_rarest_class_or_of_the_groups():
    y = (np.arange(40) < 7).astype(int)
    models = {"a": y, "b": 1 - y}
    assert judging.degrees_of(Judged(Evaluation.from_predictions(y, models), "f1")) == 6
    grouped = Evaluation.from_predictions(y, models, groups=np.arange(40) // 10)
    assert judging.degrees_of(Judged(grouped, "f1")) == 3
    few = (np.arange(40) < 1).astype(int)
    assert (
        judging.degrees_of(Judged(Evaluation.from_predictions(few, {"a": few, "b": 1 - few}), "f1"))
        == 1
    )


@pytest.mark.parametrize("measure", ["f1_weighted", "matthews_corrcoef", "kappa"])
def test_a_class_of_two_cases_does_not_decide_where_classes_weigh_by_their_size(measure):
    "Its one degree of freedom hid a lead of 40 points over guessing."
    rng = np.random.default_rng(0)
    y = np.repeat([0, 1, 2], [120, 78, 2])
    good = np.where(rng.random(200) < 0.85, y, rng.integers(3, size=200))
    judged = Judged(Evaluation.from_predictions(y, {"good": good}), measure)
    assert judging.degrees_of(judged) == 77
    assert beats_baseline(judged, ["good"], 0.95)["pvalue"].item() < 0.01
    assert small_sample_cautions.class_cautions(judged, 0.9) == []
    macro = Judged(judged.evaluation, "f1_macro")
    assert judging.degrees_of(macro) == 1
    (said,) = small_sample_cautions.class_cautions(macro, 0.9)
    assert "Only 2 tested cases belong to the rarest class" in said.text
    few = Judged(Evaluation.from_predictions(y[100:], {"good": good[100:]}), measure)
    (said,) = small_sample_cautions.class_cautions(few, 0.9)
    assert "Only 20 tested cases belong to the second largest class" in said.text


def test_the_family_of_resampled_cases_step_by_step():
    y, models = labels(60, rates=(0.9, 0.75, 0.55))
    judged = Judged(Evaluation.from_predictions(y, models), "f1", n_resamples=199)
    pairs = [("m0", "m1"), ("m0", "m2"), ("m1", "m2")]
    found = judging.resampled_family(judged, pairs, 0.9, "single-step")
    rng, cases = np.random.default_rng(0), [np.arange(60)]
    cases += [rng.integers(60, size=60) for _ in range(199)]
    values = {name: np.array([f1(y[c], v[c]) for c in cases]) for name, v in models.items()}
    d = np.array([values[a] - values[b] for a, b in pairs])
    s, df = d[:, 1:].std(axis=1, ddof=1), min(y.sum(), 60 - y.sum()) - 1
    student = lambda ratio: stats.t(df).isf(stats.norm.sf(ratio))
    own = student(np.abs(d[:, 1:] - d[:, :1]) / s[:, None])
    ratio = np.abs(d[:, 0]) / s
    assert found.lead == pytest.approx(d[:, 0]) and found.standard_error == pytest.approx(s)
    assert found.pvalue == pytest.approx((1 + (own >= ratio[:, None]).sum(1)) / 200)
    assert found.adjusted == pytest.approx((1 + (own.max(0) >= ratio[:, None]).sum(1)) / 200)
    reach, apart = np.quantile(own.max(0), 0.9) * s, found.adjusted <= 0.1
    low, high = np.maximum(d[:, 0] - reach, -1), np.minimum(d[:, 0] + reach, 1)
    assert found.low == pytest.approx(np.where(apart, low, np.minimum(low, 0)))
    assert found.high == pytest.approx(np.where(apart, high, np.maximum(high, 0)))
    assert apart.any() and not apart.all() and "199 draws" in found.test
    holm = judging.resampled_family(judged, pairs, 0.9, "holm")
    assert holm.adjusted == pytest.approx(adjust_pvalues(found.pvalue, method="holm"))


def test_exchanged_answers_by_hand():
    y, models = labels(30)
    judged = Judged(Evaluation.from_predictions(y, models), "f1", n_resamples=99)
    a, b = models["m0"], models["m1"]
    swaps = np.random.default_rng(0).integers(2, size=(99, 30)).astype(bool)
    gap = lambda u, v: f1(y, u) - f1(y, v)
    moved = np.array([gap(np.where(w, b, a), np.where(w, a, b)) for w in swaps])
    lead = gap(a, b)
    wanted = (1 + (np.abs(moved) >= abs(lead) - 1e-12).sum()) / 100
    assert exchanged(judged, "m0", "m1") == pytest.approx((lead, wanted))
    assert exchanged(judged, "m1", "m0") == pytest.approx((-lead, wanted))
    groups = np.arange(30) // 3
    judged = Judged(Evaluation.from_predictions(y, models, groups=groups), "f1", n_resamples=99)
    swaps = np.random.default_rng(0).integers(2, size=(99, 10)).astype(bool)[:, groups]
    moved = np.array([gap(np.where(w, b, a), np.where(w, a, b)) for w in swaps])
    assert exchanged(judged, "m0", "m1")[1] == pytest.approx(
        (1 + (np.abs(moved) >= abs(lead) - 1e-12).sum()) / 100
    )


def test_exchanged_probabilities_and_a_measure_that_is_small_where_it_is_good():
    rng = np.random.default_rng(0)
    y = rng.normal(size=25)
    run = Evaluation.from_predictions(
        y, {"a": y + rng.normal(size=25), "b": y + 2 * rng.normal(size=25)}, task="regression"
    )
    judged = Judged(run, "neg_median_absolute_error", n_resamples=49)
    error = {k: np.abs(v[0] - y) for k, v in run.predictions.items()}
    assert exchanged(judged, "a", "b")[0] == pytest.approx(
        np.median(error["b"]) - np.median(error["a"])
    )
    y, p = rng.integers(2, size=40), rng.random((2, 40))
    chances = {k: np.column_stack([1 - v, v]) for k, v in zip("ab", p)}
    run = Evaluation.from_predictions(y, {k: v.argmax(1) for k, v in chances.items()}, chances)
    judged = Judged(run, "average_precision", n_resamples=49)
    swaps = np.random.default_rng(0).integers(2, size=(49, 40)).astype(bool)
    gap = lambda u, v: average_precision_score(y, u) - average_precision_score(y, v)
    moved = np.array([gap(np.where(w, p[1], p[0]), np.where(w, p[0], p[1])) for w in swaps])
    wanted = (1 + (np.abs(moved) >= abs(gap(*p)) - 1e-12).sum()) / 50
    assert exchanged(judged, "a", "b") == pytest.approx((gap(*p), wanted))


@pytest.mark.parametrize("n, blocks", [(60, 12), (200, 20), (6, 2)])
def test_leads_in_time_are_judged_by_blocks(n, blocks):
    rng = np.random.default_rng(n)
    y = rng.normal(size=2 * n)
    model = y + rng.normal(0, 0.9, 2 * n)
    splits = [
        (np.arange(n), np.arange(n, n + n // 2)),
        (np.arange(n + n // 2), np.arange(n + n // 2, 2 * n)),
    ]
    judged = Judged(over(y, {"m": model}, splits, task="regression"), None)
    tested = np.arange(n, 2 * n)
    d = (y[tested].mean() - y[tested]) ** 2 - (model[tested] - y[tested]) ** 2
    means = [part.mean() for part in np.array_split(d, blocks)]
    wanted = stats.ttest_1samp(means, 0, alternative="greater").pvalue
    assert judging.one_sided_in_time(judged, "m") == pytest.approx(wanted)
    table = beats_baseline(judged, ["m"], 0.95)
    assert table.loc["m", "pvalue"] == pytest.approx(wanted) and table.loc["m", "lead"] > 0


def test_letters_are_shared_just_by_models_that_are_not_separated():
    rng = np.random.default_rng(0)
    for M in (1, 2, 4, 6):
        for _ in range(10):
            tied = np.eye(M, dtype=bool) | (rng.random((M, M)) < 0.5)
            tied = tied & tied.T
            words = judging.letters_of(tied)
            shared = np.array([[bool(set(a) & set(b)) for b in words] for a in words])
            assert (shared == tied).all() and all(words)
    assert judging.letters_of(np.array([[1, 1, 0], [1, 1, 1], [0, 1, 1]], bool)) == ["a", "ab", "b"]
    assert judging.letters_of(np.eye(28, dtype=bool))[24:] == ["y", "z", "aa", "bb"]


def test_a_matrix_of_ties_has_both_halves():
    y, models = labels(200, rates=(0.95, 0.6, 0.58))
    judged, _, ranked, family, _ = all_of(Evaluation.from_predictions(y, models), None)
    tied = judging.tied_matrix(family, ranked, 0.05)
    assert tied.tolist() == [[True, False, False], [False, True, True], [False, True, True]]
    assert judging.tied_matrix(family, ranked[::-1], 0.05).tolist() == tied[::-1, ::-1].tolist()


@pytest.mark.parametrize("size, positives, measure, said", [
    (30, 15, "accuracy", 0), (29, 15, "accuracy", 1), (60, 25, "f1", 0), (60, 24, "f1", 1), (60, 24, "accuracy", 0),
])  # fmt: skip
def test_few_cases_are_said_below_thirty_and_below_twenty_five_of_a_class(
    size, positives, measure, said
):
    y = (np.arange(size) < positives).astype(int)
    flip = np.arange(size) % 7 == 0
    judged, table, ranked, family, base = all_of(Evaluation.from_predictions(y, {"a": np.where(flip, 1 - y, y), "b": 1 - y}), measure)  # fmt: skip
    found = [c for c in cautions_of(judged, table, family) if c.text.startswith("Only")]
    assert len(found) == said and all(c.rank == FAILS for c in found)


@pytest.mark.parametrize(
    "positives, noise, said", [(50, 0.1, 0), (49, 0.1, 1), (49, 2.0, 0), (25, 2.0, 0), (24, 2.0, 1)]
)
def test_an_area_near_one_needs_fifty_cases_of_each_class(positives, noise, said):
    y = (np.arange(120) < positives).astype(int)
    p = special.expit(y + noise * np.random.default_rng(0).normal(size=120))
    run = Evaluation.from_predictions(
        y, {"a": (p > 0.5).astype(int)}, {"a": np.column_stack([1 - p, p])}
    )
    judged = Judged(run, "roc_auc")
    assert (
        len(
            small_sample_cautions.class_cautions(
                judged, estimates_of(judged, 0.95).loc["a", "value"]
            )
        )
        == said
    )


@pytest.mark.parametrize("groups, said", [(20, 0), (19, 1)])
def test_fewer_than_twenty_groups_are_few(groups, said):
    y, models = labels(120)
    judged = Judged(Evaluation.from_predictions(y, models, groups=np.arange(120) % groups), None)
    assert len([*small_sample_cautions.size_cautions(judged)]) == said


def test_a_long_tail_is_said_by_cochrans_rule():
    "25 times the squared skewness: 100 cases are enough up to a skewness of 2."
    x = np.zeros(100)
    for far, said in ((18, 0), (12, 1)):
        x[:], x[:far] = 0, 1.0
        skew = stats.skew(x)
        y = np.zeros(100)
        judged = Judged(
            Evaluation.from_predictions(
                y + np.arange(100), {"a": np.arange(100) + x}, task="regression"
            ),
            None,
        )
        assert (
            len(small_sample_cautions.tail_cautions(judged, ["a"]))
            == said
            == int(100 < 25 * skew**2 * (skew > 1))
        )


@pytest.mark.parametrize("key, design", [("mcnemar", "one"), ("ttest_paired", "one"), ("ztest_clustered", "groups"), ("permutation_test", "one"),
                                         ("ztest_proportions", "one"), ("ttest_corrected", "folds"), ("ttest_kfold", "folds")])  # fmt: skip
def test_a_further_test_is_that_of_its_function(key, design):
    y, models = labels(80, rates=(0.9, 0.7, 0.6))
    groups = np.arange(80) // 4 if design == "groups" else None
    run = (
        over(y, models, dealt(80, 8))
        if design == "folds"
        else Evaluation.from_predictions(y, models, groups=groups)
    )
    names = list(models)
    frame = judging.run_test(key, Judged(run, None), names)
    assert list(zip(frame["model"], frame["other"])) == [("m0", "m1"), ("m0", "m2"), ("m1", "m2")]
    table = run.scores() if design == "folds" else run.correct()
    test = public(key)
    more = {"cluster": groups} if design == "groups" else {}
    for row in frame.itertuples():
        alone = test(table[row.model], table[row.other], **more)
        assert row.pvalue == pytest.approx(float(alone.pvalue), abs=1e-12)
        assert row.lead == pytest.approx(
            (models[row.model] == y).mean() - (models[row.other] == y).mean()
        )
    wrong = judging.run_test(key, Judged(run, zero_one), names)
    assert wrong["lead"].values == pytest.approx(frame["lead"].values)


def test_baselines_by_name_and_those_that_are_added():
    y, models = labels(60)
    for name in ("baseline", "Dummy"):
        judged = Judged(Evaluation.from_predictions(y, models | {name: np.zeros(60, int)}), None)
        assert judged.baseline == name and judged.contenders == ("m0", "m1")
    assert Judged(
        Evaluation.from_predictions(y, models | {"dummies": y}), None
    ).baseline.startswith("always")
    mine = Judged(Evaluation.from_predictions(y, models | {"baseline": y}), None)
    assert mine.baseline.startswith("always") and "baseline" in mine.contenders
    most = np.bincount(y).argmax()
    taken = Evaluation.from_predictions(y, models | {f"always {most}": np.full(60, most)})
    for alone in ({"dummy": y}, {"baseline": 0 * y}, {"dummy": y, "baseline": 0 * y}):
        found = Judged(Evaluation.from_predictions(y, alone), None)  # IndexError until now
        assert found.baseline.startswith("always") and found.contenders == tuple(alone)
    assert (
        Judged(taken, None).baseline == ""
        and len(beats_baseline(Judged(taken, None), ["m0"], 0.95)) == 0
    )
    splits = [(np.arange(0, 30), np.arange(30, 60)), (np.arange(30, 60), np.arange(0, 30))]
    y = np.r_[np.zeros(20, int), np.ones(10, int), np.ones(20, int), np.zeros(10, int)]
    assert constants_of(over(y, {"a": y}, splits)) == ("always 0", [[0], [0]])
    assert constants_of(over(y, {"a": y}, splits), taught=True) == ("always 0", [[0], [1]])
    numbers = np.arange(20.0)
    halves = [(np.arange(10), np.arange(10, 20)), (np.arange(10, 20), np.arange(10))]
    run = over(numbers, {"a": numbers}, halves, task="regression")
    assert constants_of(run) == ("always the mean", [[9.5], [9.5]])
    assert constants_of(run, taught=True) == ("always the mean", [[4.5], [14.5]])


def constants_of(run, **options):
    "What the baseline is called, and what it answers in each split."
    judged = Judged(run, None, **options)
    answers = judged.evaluation.predictions[judged.baseline]
    return judged.baseline, [np.unique(part).tolist() for part in answers]


def test_the_baseline_of_leave_one_out_is_no_answer_that_is_never_right():
    "The most frequent of the others is never the class of the case that was left out: 0 % of 60."
    y = np.repeat(["a", "b"], 30)
    alone = [(np.setdiff1d(np.arange(60), [i]), np.array([i])) for i in range(60)]
    noise = np.random.default_rng(1).permutation(y)
    for name in ("dummy", "baseline", "m"):
        rare = [y[test] for _, test in alone]  # a class that all training sets have less often
        other = [np.where(part == "a", "b", "a") for part in rare]
        run = over(y, {"noise": noise}, alone)
        run = replace(run, predictions=run.predictions | {name: other})
        judged, table, _, _, base = all_of(run, None)
        assert judged.baseline == "always a" and table.loc["always a", "value"] == 0.5
        assert (base["adjusted"] > 0.05).all() and name in base.index


def test_a_model_that_answers_the_mean_of_its_training_cases_is_not_worse_than_guessing():
    "The mean of all cases is the better constant, which no training set can name."
    y = np.random.default_rng(0).normal(size=50)
    alone = [(np.setdiff1d(np.arange(50), [i]), np.array([i])) for i in range(50)]
    means = [np.array([y[train].mean() + 1e-4 * i]) for i, (train, _) in enumerate(alone)]
    run = over(y, {"m": y}, alone, task="regression")
    run = replace(run, predictions={"m": means, "bad": [part + 2 for part in means]})
    base = all_of(run, None)[4]
    assert (base["lead"] < 0).all() and (base["adjusted"] > 0.9).all()
    assert base.loc["bad", "below"] < 0.05 < base.loc["m", "below"]


def pinball(truth, answers):
    return float(np.mean(np.where(truth > answers, 0.9, 0.1) * abs(truth - answers)))


@pytest.mark.parametrize(
    "measure, best",
    [
        ("neg_mean_absolute_percentage_error", None),
        ("neg_mean_squared_log_error", lambda y: np.expm1(np.log1p(y).mean())),
        ("neg_max_error", lambda y: (y.min() + y.max()) / 2),
        ("neg_mean_poisson_deviance", np.mean),
        ("neg_median_absolute_error", None),
        (pinball, lambda y: np.quantile(y, 0.9)),
    ],
)
def test_the_constant_of_numbers_is_the_best_under_the_measure(measure, best):
    "A model that knows nothing of the target 'learned something' beside the mean."
    y = np.random.default_rng(0).lognormal(size=300)
    direction = None if isinstance(measure, str) else False
    asked = evalbook.core.as_measure(measure, higher_is_better=direction)
    value = lambda c: baselines.value_of(asked, y, np.full(300, c))
    found = value(baselines.constant_answer(y, "regression", asked))
    nearest = min(map(value, np.r_[y, np.linspace(y.min(), y.max(), 300)]))
    assert found <= nearest * 1.01
    if best is not None:
        assert found == pytest.approx(value(best(y)), rel=0.01)


def test_a_measure_that_no_constant_has_is_compared_with_nothing():
    y = np.random.default_rng(0).normal(size=40)
    ranks = lambda t, p: stats.spearmanr(t, p)[0]
    run = Evaluation.from_predictions(y, {"m": y + 1}, task="regression")
    found = evalbook.report(run, measure=ranks, higher_is_better=True)
    assert found.findings.judged.baseline == "" and len(found.findings.base) == 0


def test_weighted_values_are_compared_with_the_constant_that_is_best_by_weight():
    y = np.tile([0, 0, 1], 40)
    weights = np.where(y == 1, 5.0, 1.0)
    folds = dealt(120, 5)
    run = over(y, {"m": np.ones(120, int)}, folds, weights=weights)
    assert Judged(run, None).baseline == "always 1"
    assert Judged(replace(run, weights=None), None).baseline == "always 0"


@pytest.mark.parametrize("strength, learns", [(0.0, False), (2.0, True)])
@pytest.mark.parametrize("how", ["one test set", "groups", "folds", "stored"])
def test_areas_are_compared_with_one_half(how, strength, learns):
    rng = np.random.default_rng(4)
    y = np.arange(200) % 2
    p = special.expit(strength * (y - 0.5) + rng.normal(size=200))
    chances = {"m": np.column_stack([1 - p, p])}
    said = {"m": (p > 0.5).astype(int)}
    run = Evaluation.from_predictions(y, said, chances)
    if how == "groups":
        run = replace(run, groups=np.arange(200) // 4)
    if how in ("folds", "stored"):
        run = over(y, said, dealt(200, 5), chances)
    if how == "stored":
        scores = run.scores("roc_auc")
        kept = {"roc_auc": scores.values}
        run = replace(
            run, probabilities={}, stored_scores=kept, measures={"roc_auc": scores.measure}
        )
    found = evalbook.report(run, measure="roc_auc")
    row = found.estimates.loc[baselines.BASE_RATES]
    assert row[["value", "low", "high"]].tolist() == [0.5] * 3
    assert found.findings.learned.tolist() == [learns]
    words = "learns something" if learns else "shows no advantage over guessing"
    assert words in " ".join(found.answer) and "0.50" in " ".join(found.answer)


def test_the_constant_of_a_measure_with_ties_is_the_most_frequent_label():
    y = np.array(["b"] * 5 + ["a"] * 4 + ["c"])
    assert baselines.by_frequency(y) == ["b", "a", "c"]
    many = np.repeat(np.arange(20), np.arange(20, 0, -1))
    assert baselines.by_frequency(many) == list(range(12)) and baselines.by_frequency(many, 15) == [
        *range(12),
        15,
    ]
    assert baselines.by_frequency(many, 3) == list(range(12))
    balanced = Judged(Evaluation.from_predictions(y, {"m": y}), "balanced_accuracy").measure
    assert baselines.constant_answer(y, "classification", balanced) == "b"


@pytest.mark.parametrize("measure, beta", [("f1", 1.0), ("precision", 0.0), ("recall", np.inf)])
def test_the_frame_of_a_further_test(measure, beta):
    y, models = labels(80)
    run = Evaluation.from_predictions(y, models)
    columns = ["model", "other", "test", "lead", "pvalue"]
    frame = judging.run_test("ztest_f1", Judged(run, measure), ["m0", "m1"])
    alone = evalbook.ztest_f1(y, models["m0"], models["m1"], beta=beta, positive=1)
    assert frame.columns.tolist() == columns and frame["test"].tolist() == [
        evalbook.core.methods.METHODS["ztest_f1"].title
    ]
    assert frame.iloc[0]["pvalue"] == pytest.approx(float(alone.pvalue), abs=1e-12)
    judged = Judged(run, measure, n_resamples=49)
    frame = judging.run_test("permutation_test", judged, ["m0", "m1"])
    assert frame.columns.tolist() == columns and len(frame) == 1
    assert tuple(frame.iloc[0][["lead", "pvalue"]]) == exchanged(judged, "m0", "m1")
    frame = judging.run_test("mcnemar", Judged(run, None), ["m0", "m1"])
    assert sorted(frame.columns) == sorted(columns) and frame["test"].tolist() == [
        evalbook.core.methods.METHODS["mcnemar"].title
    ]


def test_limits_of_a_pair_that_is_not_separated_hold_zero():
    "Three discordant pairs, all one way: Tango's 90 % limits leave out zero, and the mid-p is 0.125."
    y = np.arange(20) % 2
    models = {"a": np.where(np.arange(20) < 3, 1 - y, y), "b": y}
    judged = Judged(Evaluation.from_predictions(y, models), None)
    own, held = (family_of(judged, ["b", "a"], level=0.9, agree=agree) for agree in (False, True))
    assert own.low[0] > 0 == held.low[0] and own.high[0] == held.high[0] and held.adjusted[0] > 0.1
    turned = family_of(judged, ["a", "b"], level=0.9)
    assert turned.high[0] == 0 and turned.low[0] == pytest.approx(-held.high[0])


def test_limits_by_resampling_end_at_the_largest_difference():
    y = np.arange(14) % 2
    models = {"right": y, "wild": np.array([1, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 1])}
    for names in (["right", "wild"], ["wild", "right"]):
        judged = Judged(Evaluation.from_predictions(y, models), "f1", n_resamples=99)
        family = family_of(judged, names, level=0.999)
        assert max(abs(family.low[0]), abs(family.high[0])) == 1.0


def test_a_lead_over_guessing_that_never_varies_has_half_the_p_value_of_the_exchange():
    y = np.r_[np.ones(6, int), np.zeros(9, int)]
    judged = Judged(
        Evaluation.from_predictions(y, {"always": np.ones(15, int), "dummy": np.zeros(15, int)}),
        "recall",
    )
    assert (
        judging.flat_pvalue(judged, 1.0, "always", "dummy")
        == exchanged(judged, "always", "dummy")[1] / 2
    )
    assert judging.flat_pvalue(judged, 0.0, "always", "dummy") == 1.0
    assert judging.flat_pvalue(judged, -1.0, "dummy", "always") == 1.0


def test_weighted_answers_are_exchanged_with_their_weights():
    y, models = labels(30)
    w = np.random.default_rng(1).uniform(0.2, 3, 30)
    judged = Judged(over(y, models, dealt(30, 10), weights=w), "f1", n_resamples=49)
    y, w, a, b = (v[judged.tested] for v in (y, w, *models.values()))
    gap = lambda u, v: f1_score(y, u, sample_weight=w) - f1_score(y, v, sample_weight=w)
    swaps = np.random.default_rng(0).integers(2, size=(49, 30)).astype(bool)
    moved = np.array([gap(np.where(s, b, a), np.where(s, a, b)) for s in swaps])
    wanted = (1 + (np.abs(moved) >= abs(gap(a, b)) - 1e-12).sum()) / 50
    assert exchanged(judged, "m0", "m1") == pytest.approx((gap(a, b), wanted))


def test_constants_of_training_sets_that_are_alike_are_found_once():
    f1 = Judged(Evaluation.from_predictions(*labels(20)), "f1").measure
    accuracy = Judged(Evaluation.from_predictions(*labels(20)), None).measure
    parts = np.arange(9).reshape(3, 3)
    y = np.array([0, 0, 1, 0, 1, 0, 1, 1, 0])
    run = Evaluation.from_predictions(y, {"a": y})
    assert baselines.constants(run, parts, f1) == [1, 1, 1]
    assert baselines.constants(run, parts, accuracy) == [0, 0, 1]
    y = np.array([2**70, 3, 3, 3, 2**70, 2**70], object)
    big = SimpleNamespace(y=y, classes=np.unique(y), task="classification")
    assert baselines.constants(big, parts[:2], accuracy) == [3, 2**70]


def test_errors_over_splits_have_the_limits_of_the_right_answers_turned_round():
    y, models = labels(50)
    right = (
        np.arange(50) % 5 > 0
    )  # as many errors in every fold: the scores do not vary, and Wilson's limits are the outer ones
    folds = [
        (np.setdiff1d(np.arange(50), np.arange(k, k + 10)), np.arange(k, k + 10))
        for k in range(0, 50, 10)
    ]
    models = models | {"even": np.where(right, y, 1 - y)}
    run = over(y, models, folds)
    assert "50 cases" in model_intervals.limits_of_one(Judged(run, zero_one), "even", 0.95)[3]
    for name in models:
        right, wrong = (
            model_intervals.limits_of_one(Judged(run, m), name, 0.95) for m in (None, zero_one)
        )
        assert (
            wrong[:3] == pytest.approx((1 - right[0], 1 - right[2], 1 - right[1]))
            and wrong[3] == right[3]
        )


def test_models_that_are_the_same_have_a_p_value_of_one():
    y, models = labels(60)
    same = {name: models["m0"] for name in "abc"}
    family = all_of(Evaluation.from_predictions(y, same), "f1")[3]
    assert (
        family.pvalue.tolist() == family.adjusted.tolist() == [1.0] * 3
        and not family.separated(0.05).any()
    )
    numbers = {name: y + 0.5 * models["m1"] for name in "ab"}
    for groups in (None, np.arange(60) // 5):
        run = Evaluation.from_predictions(
            y.astype(float), numbers, task="regression", groups=groups
        )
        family = all_of(run, None)[3]
        assert family.pvalue[0] == family.adjusted[0] == 1.0 and np.isnan(family.low[0])


def test_a_lead_in_time_that_never_varies_has_no_t(few_draws):
    y = np.r_[np.zeros(20, int), np.ones(20, int)]
    splits = [(np.arange(20), np.arange(20, 30)), (np.arange(30), np.arange(30, 40))]
    judged = Judged(over(y, {"m": y, "w": 1 - y}, splits), None)
    assert judged.evaluation.design.ordered and judged.baseline == "always 1"
    assert np.isnan(judging.one_sided_in_time(judged, "m")) and np.isnan(
        judging.one_sided_in_time(judged, "w")
    )
    base = beats_baseline(judged, ["m", "w"], 0.95)
    assert (base["pvalue"] == 1.0).all()  # each answers everything alike


def test_a_table_without_a_baseline_has_its_columns():
    run = Evaluation.from_scores(
        {"a": [0.8, 0.9, 0.7], "b": [0.7, 0.6, 0.8]}, n_train=20, n_test=10, design="k-fold"
    )
    found = beats_baseline(Judged(run, None), ["a", "b"], 0.95)
    assert (
        found.columns.tolist() == ["lead", "pvalue", "adjusted", "below"]
        and len(found) == 0
        and found.index.name == "model"
    )


def test_errors_of_one_test_set_have_wilsons_limits_at_the_level():
    y, models = labels(50)
    judged = Judged(Evaluation.from_predictions(y, models), zero_one)
    for level in (0.8, 0.99):
        wrong = int((models["m1"] != y).sum())
        wanted = stats.binomtest(wrong, 50).proportion_ci(level, method="wilson")
        assert model_intervals.limits_of_one(judged, "m1", level)[:3] == pytest.approx(
            (wrong / 50, wanted.low, wanted.high)
        )


def test_a_constant_is_the_best_in_the_direction_of_the_measure():
    from evalbook import Measure

    y = np.array([0] * 6 + [1] * 4)
    share = lambda truth, answers: float(np.mean(answers == 1))
    for higher, best in ((True, 1), (False, 0)):
        measure = Measure("share of ones", higher, needs="labels", function=share)
        assert baselines.constant_answer(y, "classification", measure) == best
    flipped = 1 - y
    for higher, best in ((True, 1), (False, 0)):
        measure = Measure("share of ones", higher, needs="labels", function=share)
        assert baselines.constant_answer(flipped, "classification", measure) == best


def test_labels_that_are_as_frequent_stay_in_their_order():
    y = np.repeat(np.arange(40), 3)
    assert baselines.by_frequency(y) == list(range(12))


def test_few_cases_of_a_class_in_some_test_set_stand_under_the_first_sentence():
    y = (np.arange(120) < 24).astype(int)
    splits = [
        (np.setdiff1d(np.arange(120), t), t)
        for t in (np.arange(20, 50), np.arange(10, 60), np.arange(0, 40))
    ]
    judged = Judged(over(y, {"a": np.where(np.arange(120) % 9 == 0, 1 - y, y)}, splits), "f1")
    assert judged.route == "splits"
    assert [(c.rank, c.reverses) for c in small_sample_cautions.class_cautions(judged, 0.5)] == [
        (FAILS, True)
    ]


def test_the_test_of_two_f1_of_groups_takes_the_groups():
    y, models = labels(80)
    groups = np.arange(80) // 8
    judged = Judged(Evaluation.from_predictions(y, models, groups=groups), "f1")
    alone = evalbook.ztest_f1(y, models["m0"], models["m1"], positive=1, cluster=groups)
    assert judging.run_test("ztest_f1", judged, ["m0", "m1"]).iloc[0]["pvalue"] == pytest.approx(
        float(alone.pvalue)
    )


def test_a_p_value_of_just_the_level_separates():
    y, models = labels(40)
    family = all_of(Evaluation.from_predictions(y, models), None)[3]
    at = family._replace(low=np.array([0.1]), high=np.array([0.2]), adjusted=np.array([0.05]))
    assert at.separated(0.05)[0] and not at.separated(0.049)[0]
    assert not at._replace(low=np.array([0.0])).separated(0.05)[0]
    assert at._replace(low=np.array([np.nan])).separated(0.05)[0]


def test_the_constants_that_are_tried_as_a_baseline_raise_no_warning():
    y = (np.arange(60) < 9).astype(int)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert (
            Judged(Evaluation.from_predictions(y, {"a": 1 - y[::-1], "b": y}), "precision").baseline
            == "always 1"
        )


def test_the_dozen_most_frequent_of_many_labels_in_their_order():
    rng = np.random.default_rng(0)
    counts = rng.integers(1, 4, 200)
    order = sorted(range(200), key=lambda label: (-counts[label], label))
    y = np.repeat(np.arange(200), counts)
    assert baselines.by_frequency(y) == order[:12]
    assert baselines.by_frequency(y, order[150]) == [*order[:12], order[150]]
    rare = Judged(Evaluation.from_predictions(np.arange(2), {"a": np.arange(2)}), "f1").measure
    assert (
        baselines.constant_answer(y, "classification", replace(rare, positive=order[150]))
        == order[150]
    )


def test_a_measure_that_is_undefined_has_the_worst_value():
    from evalbook import Measure

    def never(truth, answers):
        raise ValueError("undefined")

    for higher, worst in ((True, -np.inf), (False, np.inf)):
        measure = Measure("never", higher, needs="labels", function=never)
        assert baselines.value_of(measure, np.arange(3), np.arange(3)) == worst


@pytest.mark.parametrize("higher", [True, False])
@pytest.mark.parametrize(
    "ahead, said", [(0.0, False), (0.5e-9, False), (2e-9, True), (-0.1, False)]
)
def test_guessing_is_the_mean_of_twenty_permutations(monkeypatch, higher, ahead, said):
    from evalbook import Measure

    y, seen, sign = np.array([0] * 6 + [1] * 4), [], 1 if higher else -1

    def value(measure, truth, answers, weights=None):
        assert (truth == y).all() and measure.name.startswith(("macro", "weighted"))
        if len(set(answers.tolist())) == 1:
            return 0.25 * sign if answers[0] == 0 else 0.1 * sign
        seen.append(answers.tolist())
        return sign * (0.25 + ahead)

    monkeypatch.setattr(baselines, "value_of", value)
    for name in ("macro F1", "weighted F1"):
        seen.clear()
        assert baselines.guesses_better(y, Measure(name, higher)) is said
        rng = np.random.default_rng(0)
        assert seen == [rng.permutation(y).tolist() for _ in range(20)]
    assert not baselines.guesses_better(y, Measure("F1", higher))


def test_random_guesses_are_drawn_from_the_tested_cases():
    y = np.random.default_rng(1).choice(3, 60)
    judged = Judged(over(y, {"a": y}, dealt(60, 3)), "f1_macro")
    again = np.random.default_rng(0)
    for given, (_, test) in zip(
        judged.evaluation.predictions[baselines.GUESSING], judged.evaluation.splits
    ):
        assert given.tolist() == again.choice(y, len(test)).tolist()
    one = Judged(Evaluation.from_predictions(y, {"a": y}), "f1_macro")
    assert one.baseline == baselines.GUESSING
    assert (
        one.evaluation.predictions[one.baseline][0].tolist()
        == np.random.default_rng(0).choice(y, 60).tolist()
    )


@pytest.mark.parametrize(
    "measure", ["precision_macro", "recall_macro", "precision_weighted", "f1_weighted", "roc_auc"]
)
@pytest.mark.parametrize("folds", [False, True])
def test_measures_from_counts_are_those_of_scikit_learn_on_every_draw(measure, folds):
    "One call of scikit-learn a draw took 17 s of a report, and wrote 2,000 warnings."
    rng = np.random.default_rng(0)
    y = np.where(rng.random(90) < 0.08, "bad", "ok")
    p = np.round(np.where(y == "ok", 0.6, 0.4) + rng.normal(0, 0.2, 90), 1).clip(0, 1)
    said = {"a": np.where(p > 0.5, "ok", "bad"), "never": np.full(90, "ok")}
    chances = {"a": np.column_stack([1 - p, p]), "never": np.full((90, 2), 0.5)}
    run = Evaluation.from_predictions(y, said, chances)
    if folds:  # with few cases of a class they are put together
        run = over(y, said, dealt(90, 9), chances)
    fast = Judged(run, measure, n_resamples=30)
    slow = Judged(run, replace(fast.measure, name="slow"), n_resamples=30)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found, wanted = (judged_run.resampled(judged, ["a", "never"]) for judged in (fast, slow))
    for one, other in zip(found, wanted):
        assert one == pytest.approx(other, abs=1e-12)


def test_losses_of_probabilities_know_classes_that_no_case_has():
    p = np.array([[0.5, 0.3, 0.2], [0.1, 0.6, 0.3]])
    y, one_hot = np.array(["a", "b"]), np.array([[1, 0, 0], [0, 1, 0]])
    assert brier_losses(y, p, ["a", "b", "c"]) == pytest.approx(((p - one_hot) ** 2).sum(1))
    assert log_losses(y, p, ["a", "b", "c"]) == pytest.approx(-np.log([0.5, 0.6]))


def test_bootstrap_limits_of_a_measure_without_a_formula():
    "Of average precision percentiles missed on one side: 3 to 7 % below, 1 to 2 % above."
    y, models = labels(80)
    judged = Judged(Evaluation.from_predictions(y, models), "matthews_corrcoef", n_resamples=199)
    table = estimates_of(judged, 0.8)
    for i, name in enumerate(judged.evaluation.names):
        value, draws = judged.drawn[0][i], judged.drawn[1][i]
        below = np.mean(draws < value) + np.mean(draws == value) / 2
        levels = stats.norm.cdf(2 * stats.norm.ppf(below) + stats.norm.ppf([0.1, 0.9]))
        assert tuple(table.loc[name, ["value", "low", "high"]]) == pytest.approx(
            (value, *np.quantile(draws, levels))
        )


@pytest.mark.parametrize("groups", [None, np.arange(60) // 3])
def test_limits_of_a_root_are_roots_of_the_limits_of_the_mean(groups):
    "By the bootstrap they missed up to 30 % of truths, where those of the mean squared error of the same cases missed less."
    rng = np.random.default_rng(0)
    y = rng.normal(size=60)
    run = Evaluation.from_predictions(y, {"m": y + rng.standard_t(3, size=60)}, groups=groups)
    judged = (Judged(run, name, n_resamples=99) for name in ("rmse", "mse"))
    root, square = (estimates_of(one, 0.9) for one in judged)
    for end in ("value", "low", "high"):
        np.testing.assert_allclose(root[end] ** 2, square[end])


@pytest.mark.parametrize(
    "measure, known",
    [("balanced_accuracy", 0.5), ("recall_macro", 0.5), ("kappa", 0.0), ("f1", None)],
)
def test_limits_without_width_are_those_of_a_constant_whose_value_is_known(measure, known):
    "In folds of equal shares F1 of a constant does not vary either, but that of other cases may differ."
    y = np.arange(100) % 2
    run = over(y, {"sure": y, "never": np.zeros(100, int)}, dealt(100, 5))
    table = estimates_of(Judged(run, measure), 0.95)
    assert table.loc["sure", ["low", "high"]].isna().all()
    ends = table.loc["never", ["low", "high"]].tolist()
    assert ends == [known, known] if known is not None else np.isnan(ends).all()


@pytest.mark.parametrize("groups", [None, np.arange(60) // 2])
def test_limits_of_a_jaccard_index_are_those_of_f1(groups):
    "F / (2 - F); a perfect model had 1.000 to 1.000, where the truth was .88."
    y = (np.arange(60) % 10 == 0).astype(int)
    run = Evaluation.from_predictions(y, {"all": y, "some": y * (np.arange(60) > 9)}, groups=groups)
    of_f1, found = (estimates_of(Judged(run, name), 0.95) for name in ("f1", "jaccard"))
    for end in ("value", "low", "high"):
        assert found[end].tolist() == pytest.approx((of_f1[end] / (2 - of_f1[end])).tolist())
    assert found.loc["all", "low"] < 0.8


def test_an_area_of_one_has_the_limit_of_separate_pairs():
    y = (np.arange(40) < 10).astype(int)
    p = np.linspace(0.9, 0.1, 40)
    judged = Judged(
        Evaluation.from_predictions(y, {"a": y}, {"a": np.column_stack([1 - p, p])}), "roc_auc"
    )
    value, low, high, _ = model_intervals.limits_of_one(judged, "a", 0.95)
    assert (value, high) == (1.0, 1.0) and low == pytest.approx(0.025 ** (1 / 10))


def test_the_family_of_areas_is_that_of_delongs_test():
    rng = np.random.default_rng(0)
    y = rng.integers(2, size=80)
    p = {
        f"m{i}": special.expit(s * (y - 0.5) + rng.normal(size=80))
        for i, s in enumerate((3, 2, 0.5))
    }
    run = Evaluation.from_predictions(
        y,
        {k: (v > 0.5).astype(int) for k, v in p.items()},
        {k: np.column_stack([1 - v, v]) for k, v in p.items()},
    )
    judged, _, ranked, family, base = all_of(run, "roc_auc")
    alone = [evalbook.ztest_delong(y, p[a], p[b]) for a, b in family.pairs]
    assert family.pvalue == pytest.approx([float(t.pvalue) for t in alone], abs=1e-12)
    assert family.lead == pytest.approx([float(t.difference) for t in alone], abs=1e-12)
    assert family.standard_error == pytest.approx(
        [float(t.standard_error) for t in alone], abs=1e-12
    )
    assert family.adjust == "bonferroni" and family.adjusted == pytest.approx(
        np.minimum(3 * family.pvalue, 1)
    )
    alone = evalbook.ztest_delong(y, p["m0"], np.full(80, 0.5))
    assert base.loc["m0", "pvalue"] == pytest.approx(alone.pvalue / 2)


@pytest.mark.parametrize(
    "kind", ["k-fold", "repeated k-fold", "5x2", "expanding window", "random splits"]
)
def test_which_designs_put_their_folds_together(kind):
    y = np.tile([1, 0, 0, 0, 0, 0], 20)
    models = {"a": y, "b": np.roll(y, 1)}
    splits = {
        "k-fold": dealt(120, 10),
        "repeated k-fold": dealt(120, 10, 3),
        "5x2": [pair for r in range(5) for pair in dealt(120, 2, seed=r)],
        "expanding window": [(np.arange(k), np.arange(k, k + 20)) for k in range(20, 120, 20)],
        "random splits": [
            (np.setdiff1d(np.arange(120), t), t) for t in (np.arange(24), np.arange(12, 36))
        ],
    }[kind]
    judged = Judged(
        over(y, models, splits), replace(Judged(over(y, models, splits), "f1").measure, positive=1)
    )
    assert judged.kind == kind or kind == "random splits"
    few = judged_run.fewest_cases(judged, [t for _, t in splits]) < 5
    assert judged.pooled == (few and kind != "random splits")


def test_ratios_of_few_numbers_are_no_classes():
    y = np.arange(12.0) % 5
    run = Evaluation.from_predictions(y, {"a": y + 1}, task="regression")
    judged = Judged(run, "r2", n_resamples=49)
    assert (
        judged.route == "resampled cases"
        and small_sample_cautions.class_cautions(judged, 0.5) == []
    )
    folds = Judged(
        over(y, {"a": y + 1}, [(np.arange(12), np.arange(3))] * 3, task="regression"), "r2"
    )
    judged_run.check_classes(folds)  # numbers need no class in every test set


def test_a_single_class_has_no_limits_by_formula():
    one = np.ones(20, int)
    judged = Judged(Evaluation.from_predictions(one, {"a": one}), "balanced_accuracy")
    assert not model_intervals.counts_labels(judged)
    two = Judged(Evaluation.from_predictions(np.arange(20) % 2, {"a": one}), "balanced_accuracy")
    assert model_intervals.counts_labels(two)


def test_a_lead_of_folds_that_never_varies_is_exchanged():
    y = np.tile([1, 0, 0], 20)
    folds = [(np.setdiff1d(np.arange(60), t), t) for t in np.split(np.arange(60), 5)]
    judged = Judged(over(y, {"right": y, "dummy": 1 - y}, folds), None, n_resamples=49)
    lead, p = exchanged(judged, "right", "dummy")
    assert lead == 1.0 and judging.flat_pvalue(judged, 1.0, "right", "dummy") == p / 2 < 0.05
    found = beats_baseline(judged, ["right"], 0.95)
    answered = judged.evaluation.predictions["right"][0]
    assert len(set(answered.tolist())) == 2 and found.loc["right", "pvalue"] == p / 2
    weighed = exchanged(
        Judged(over(y, {"right": y, "dummy": 1 - y}, folds), "f1", n_resamples=49), "right", "dummy"
    )
    assert weighed == (1.0, p)


def test_differences_that_never_vary_have_no_p_value():
    y = np.arange(40.0)
    models = {"a": y + 0.5, "b": y + 0.7}
    for groups in (None, np.arange(40) // 4):
        run = Evaluation.from_predictions(y, models, task="regression", groups=groups)
        found = judging.pairs_of_means(Judged(run, "neg_mean_absolute_error"), [("a", "b")], 0.95)
        assert found.lead[0] == pytest.approx(-0.2)
        if groups is None:
            assert np.isnan([found.pvalue, found.low, found.high]).all()
            assert found.standard_error[0] == 0
    exact = {"a": y + 0.5, "b": y + 0.75}
    run = Evaluation.from_predictions(y, exact, task="regression", groups=np.arange(40) // 4)
    found = judging.pairs_of_means(Judged(run, "neg_mean_absolute_error"), [("a", "b")], 0.95)
    assert np.isnan(found.pvalue[0]) and found.standard_error[0] == 0


def test_the_function_of_a_row_is_the_one_that_runs(monkeypatch):
    y = np.arange(40) % 2
    p = {n: np.random.default_rng(i).random(40) for i, n in enumerate("ab")}
    run = Evaluation.from_predictions(
        y, {n: v > 0.5 for n, v in p.items()}, {n: np.c_[1 - v, v] for n, v in p.items()}
    )
    row = METHODS["ztest_delong"]._replace(title="another test of two areas")
    monkeypatch.setitem(METHODS, "another", row)

    def another(truth, a, b):
        assert (truth == y).all() and (a == p["a"]).all() and (b == p["b"]).all()
        return mcnemar_counts(11, 1)

    monkeypatch.setattr(judging, "function_of", lambda key: another)
    found = judging.run_test("another", Judged(run, "roc_auc"), ["a", "b"]).iloc[0]
    assert found.test == row.title and found.pvalue == mcnemar_counts(11, 1).pvalue


def test_limits_over_splits_end_at_the_largest_difference():
    y = np.arange(40) % 2
    half = np.where(np.arange(40) < 8, 1 - y, y)
    wrong = np.where(np.arange(40) >= 36, y, 1 - y)
    folds = [(np.setdiff1d(np.arange(40), t), t) for t in np.split(np.arange(40), 5)]
    judged = Judged(over(y, {"a": half, "b": wrong}, folds), None)
    for names, end in ((["a", "b"], "high"), (["b", "a"], "low")):
        family = family_of(judged, names, level=0.99)
        assert abs(getattr(family, end)[0]) == 1.0 and family.adjust == "bonferroni"


def test_the_widest_difference_is_the_length_of_the_range():
    from evalbook.core.measures import as_measure

    wide = [judging.widest(as_measure(name)) for name in ("accuracy", "matthews_corrcoef", "r2")]
    assert wide == [1.0, 2.0, np.inf]
    assert as_measure("neg_mean_squared_error").span == (0.0, np.inf)


def test_disjoint_training_sets_without_losses_are_tested_by_the_corrected_t():
    rng = np.random.default_rng(0)
    y = rng.integers(2, size=120)
    splits = [(np.arange(60 + 10 * k, 70 + 10 * k), np.arange(60)) for k in range(6)]
    models = {
        m: [np.where(rng.random(60) < r, y[:60], 1 - y[:60]) for _ in splits]
        for m, r in (("a", 0.8), ("b", 0.7))
    }
    run = Evaluation(y, tuple(splits), models)
    assert Judged(run, None).kind == "disjoint training sets"
    assert judging.test_key(Judged(run, None)) == "crossed t"
    assert judging.test_key(Judged(run, "f1")) == "ttest_corrected"
    assert not Judged(replace(run, weights=np.ones(120)), None).crossed


def test_stored_scores_serve_where_no_baseline_was_added():
    table = {"a": [0.8, 0.9, 0.7], "b": [0.7, 0.6, 0.8]}
    folds = dealt(30, 3)
    y = np.arange(30) % 2
    models = {"a": y, "b": 1 - y}
    measures = {"accuracy": Judged(over(y, models, folds), None).measure}
    run = over(
        y,
        models,
        folds,
        stored_scores={"accuracy": np.array(list(table.values()))},
        measures=measures,
    )
    judged = Judged(run, None)
    assert judged.asked == "accuracy" and judged.baseline
    assert judged_run.table_of(judged, "scores")["a"].values.ravel() == pytest.approx([1, 1, 1])
    named = over(y, {"a": y, "dummy": 0 * y}, folds, stored_scores={"accuracy": np.array(list(table.values()))}, measures=measures)  # fmt: skip
    assert judged_run.table_of(Judged(named, None), "scores")["a"].values.ravel() == pytest.approx(
        table["a"]
    )


def test_the_test_of_answers_takes_the_average_of_the_measure():
    rng = np.random.default_rng(0)
    y = rng.integers(3, size=90)
    models = {
        f"m{i}": np.where(rng.random(90) < r, y, (y + 1) % 3) for i, r in enumerate((0.8, 0.6))
    }
    run = Evaluation.from_predictions(y, models)
    for measure, how in (
        ("f1_macro", {"average": "macro"}),
        ("accuracy", {"average": "micro"}),
        (zero_one, {"average": "micro"}),
    ):
        alone = evalbook.ztest_f1(y, models["m0"], models["m1"], **how)
        found = judging.run_test("ztest_f1", Judged(run, measure), ["m0", "m1"]).iloc[0]
        assert found["pvalue"] == pytest.approx(float(alone.pvalue), abs=1e-12)
    two = y % 2 + 1
    swapped = {k: v % 2 + 1 for k, v in models.items()}
    found = judging.run_test(
        "ztest_f1", Judged(Evaluation.from_predictions(two, swapped), "f1"), ["m0", "m1"]
    ).iloc[0]
    alone = evalbook.ztest_f1(two, swapped["m0"], swapped["m1"], positive=1)
    assert found["pvalue"] == pytest.approx(float(alone.pvalue), abs=1e-12)


def test_limits_by_formula_of_a_share_of_no_cases_and_of_the_label_one():
    y, none = np.array([2, 2, 1, 1, 1, 2]), np.full(6, 2)
    assert model_intervals.limits_by_formula("precision", 0.95, y, none, None) == (0.0, 1.0)
    answer = np.array([1, 2, 1, 1, 2, 2])
    wanted = estimate_f1(y, answer, positive=1).interval(0.9)
    assert model_intervals.limits_by_formula("F1", 0.9, y, answer, None) == pytest.approx(
        tuple(wanted)
    )


def test_a_limit_of_zero_does_not_separate_from_either_side():
    y, models = labels(40)
    family = all_of(Evaluation.from_predictions(y, models), None)[3]
    at = family._replace(low=np.array([-0.2]), high=np.array([0.0]), adjusted=np.array([0.01]))
    assert not at.separated(0.05)[0] and at._replace(high=np.array([-0.01])).separated(0.05)[0]


def test_what_can_be_computed_from_answers():
    from evalbook import Measure

    y, models = labels(30)
    run = Evaluation.from_predictions(y, models)
    share = Measure("share", True, needs="labels", function=lambda t, a: float(np.mean(t == a)))
    known = {
        Measure("accuracy", True): True,
        Measure("error", False): True,
        Measure("mine", True): False,
        share: True,
    }
    for measure, scored in known.items():
        assert bool(Judged(run, measure).baseline) == scored
    assert not judged_run.of_whole_sets(
        Judged(run, Measure("mine", True))
    ) and judged_run.of_whole_sets(Judged(run, share))
    assert Judged(run, share).baseline and not Judged(run, Measure("mine", True)).baseline
    with pytest.raises(ValueError):
        judging.run_test("ztest_f1", Judged(run, replace(share, name="F1")), ["m0", "m1"])


def test_stored_scores_of_ones_own_are_higher_where_better():
    y, models = labels(30)
    run = over(
        y, models, dealt(30, 3), stored_scores={"mine": np.ones((2, 3)), "other": np.ones((2, 3))}
    )
    judged = Judged(run, "mine")
    assert (judged.measure.name, judged.measure.higher_is_better, judged.asked) == (
        "mine",
        True,
        "mine",
    )
    assert Judged(run, None).asked == "mine" and Judged(run, "other").measure.name == "other"


def test_a_lead_that_cannot_be_exchanged_has_no_p_value_below_one():
    from evalbook.core.splitters import Bootstrap

    table = {"a": [0.8] * 5, "dummy": [0.5] * 5}
    alone = Judged(Evaluation.from_scores(table, n_train=20, n_test=10, design="k-fold"))
    assert judging.flat_pvalue(alone, 0.3, "a", "dummy") == 1.0
    y = np.arange(40) % 2
    drawn = Judged(
        over(
            y, {"a": y, "dummy": 1 - y}, list(Bootstrap(5, random_state=0).split(np.zeros((40, 1))))
        )
    )
    assert drawn.kind == "bootstrap" and judging.flat_pvalue(drawn, 1.0, "a", "dummy") == 1.0
    single = Judged(Evaluation.from_predictions(y, {"a": y, "dummy": 1 - y}), None, n_resamples=49)
    assert (
        judging.flat_pvalue(single, 1.0, "a", "dummy")
        == exchanged(single, "a", "dummy")[1] / 2
        < 0.05
    )


@pytest.mark.parametrize("level", [0.1, 0.2, 0.3])
def test_limits_and_p_values_of_resampling_agree_at_low_levels(level):
    for seed in range(6):
        y, models = labels(40, seed=seed, rates=(0.8, 0.75, 0.7))
        judged = Judged(Evaluation.from_predictions(y, models), "f1", n_resamples=19)
        family = family_of(judged, list(models), level=level)
        apart = (family.low > 0) | (family.high < 0)
        assert (apart == (family.adjusted <= 1 - level)).all() and (family.adjusted <= 1).all()


def test_right_answers_have_the_larger_of_two_p_values():
    y, models = labels(60, rates=(0.95, 0.6, 0.7))
    for measure in (None, zero_one):
        judged = Judged(Evaluation.from_predictions(y, models), measure)
        names = list(models)
        pairs = [("m0", "m1"), ("m0", "m2"), ("m1", "m2")]
        right = {k: v == y for k, v in models.items()}
        midp = [float(mcnemar(right[a], right[b]).pvalue) for a, b in pairs]
        z = [
            (int(right[a].sum()) - int(right[b].sum())) / np.sqrt((right[a] != right[b]).sum())
            for a, b in pairs
        ]
        largest = np.maximum(midp, 2 * stats.norm.sf(np.abs(z)))
        family = judging.sorted_pairs(judged, names, pairs, 0.95, "bonferroni")
        assert family.adjusted == pytest.approx(np.minimum(3 * largest, 1), abs=1e-12)
        assert (largest > np.array(midp) + 1e-6).any()
        same = family_of(judged, names)
        assert (
            family.low.tolist() == same.low.tolist() and family.high.tolist() == same.high.tolist()
        )
        q = evalbook.cochran_q(right)
        assert (
            same.omnibus.pvalue == pytest.approx(float(q.pvalue))
            and family_of(judged, names[:2]).omnibus is None
        )


def test_only_undefined_measures_are_silent_for_constants():
    import warnings

    from evalbook import Measure

    def loud(truth, answers):
        warnings.warn("something else", UserWarning, stacklevel=2)
        return 0.5

    with pytest.warns(UserWarning, match="something else"):
        baselines.value_of(
            Measure("loud", True, needs="labels", function=loud), np.arange(3), np.arange(3)
        )


def test_limits_over_splits_at_another_level():
    y, models = labels(50)
    chances = {k: np.column_stack([1 - v * 0.5, v * 0.5]) for k, v in models.items()}
    run = over(y, models, dealt(50, 5), chances)
    judged = Judged(run, "neg_brier_score")
    alone = evalbook.interval_corrected(judged.table("scores")["m0"], confidence_level=0.8)
    assert model_intervals.limits_of_splits(judged, "m0", 0.8)[1:3] == pytest.approx(tuple(alone))


def test_f1_of_no_positive_case_may_be_anything():
    none, all_ones = np.zeros(12, int), np.ones(12, int)
    assert model_intervals.limits_by_formula("F1", 0.95, none, none, None) == (0.0, 1.0)
    called = estimate_f1(none, all_ones, positive=1).interval(0.95)
    assert model_intervals.limits_by_formula("F1", 0.95, none, all_ones, None) == pytest.approx(
        tuple(called)
    )


def test_models_of_the_same_value_stay_in_their_order():
    y = np.arange(10) % 2
    names = [f"m{i}" for i in np.random.default_rng(0).permutation(60)]
    models = {name: y if i % 2 else 1 - y for i, name in enumerate(names)}
    table = estimates_of(Judged(Evaluation.from_predictions(y, models), None), 0.95)
    found = [name for name in table.index if name in models]
    assert found == names[1::2] + names[::2]


@pytest.mark.parametrize("least, said", [(4, 1), (5, 0)])
def test_five_cases_of_a_class_in_each_test_set_are_enough(least, said):
    y = (np.arange(120) < 24).astype(int)
    tests = [np.arange(24 - least, 60), np.arange(0, 50), np.arange(10, 70)]
    judged = Judged(over(y, {"a": y}, [(np.setdiff1d(np.arange(120), t), t) for t in tests]), "f1")
    assert (
        judged.route == "splits" and len(small_sample_cautions.class_cautions(judged, 0.5)) == said
    )


def test_notes_without_a_rank_are_the_least_grave():
    from evalbook.core.notes import Note

    y, models = labels(60)
    run = replace(
        Evaluation.from_predictions(y, models),
        notes=(Note("assumed", "Something was assumed."), Note("leak", "A column leaks.")),
    )
    judged, table, ranked, family, _ = all_of(run, None)
    found = {c.text: (c.rank, c.reverses) for c in cautions_of(judged, table, family)}
    assert found["Something was assumed."] == (small_sample_cautions.REST, False)
    assert found["A column leaks."] == (small_sample_cautions.DATA, True)


@pytest.mark.parametrize("n, said", [(200, 1), (240, 0)])
def test_cochrans_rule_takes_the_square_of_the_skewness(n, said):
    x = np.zeros(n)
    x[: n // 11] = 1.0
    y = np.arange(float(n))
    judged = Judged(Evaluation.from_predictions(y, {"a": y + x}, task="regression"), None)
    skew = stats.skew(x)
    assert 2.8 < skew < 3.1 and len(
        small_sample_cautions.tail_cautions(judged, ["a"])
    ) == said == int(n < 25 * skew**2)


@pytest.mark.parametrize("classes", [[0, 1], ["a", "b", "c"], [5, -3, 70_000]])
@pytest.mark.parametrize("J, share", [(1, 0.3), (7, 0.2), (4, 0.9)])
def test_counting_tested_cases_equals_sorting_them(classes, J, share):
    from evalbook.practice.diagnosis import confusions

    rng = np.random.default_rng(J)
    y = rng.choice(np.array(classes), 60)
    order = [rng.permutation(60) for _ in range(J)]
    cut = int(60 * share)
    splits = [(rows[cut:], rows[:cut]) for rows in order]
    given = {"m": [rng.choice(np.array(classes), cut) for _ in splits]}
    judged = Judged(Evaluation(y, splits, given))
    cases = np.concatenate([test for _, test in splits])
    tested, often = np.unique(cases, return_counts=True)
    assert list(np.flatnonzero(judged.times)) == list(tested)
    assert list(judged.times[judged.times > 0]) == list(often)
    assert judged.opens_with_a_round == (J == 1)
    labels, counts = confusions(judged, "m")
    said = np.concatenate(given["m"])
    assert list(labels) == list(np.unique(np.concatenate([y[cases], said])))
    by_hand = [[np.sum((y[cases] == a) & (said == b)) for b in labels] for a in labels]
    assert counts.tolist() == np.array(by_hand).tolist()
    seen = [train for train, _ in splits]
    measure = judged.measure
    one_by_one = [baselines.constant_answer(y[rows], "classification", measure) for rows in seen]
    assert baselines.constants(judged.evaluation, seen, measure) == one_by_one
    best = baselines.constant_answer(y[tested], "classification", measure)
    added = judged.evaluation.predictions[judged.baseline]
    assert [list(part) for part in added] == [[best] * cut] * J
    taught = Judged(judged.given, None, taught=True)
    added = taught.evaluation.predictions[taught.baseline]
    assert [list(part) for part in added] == [[a] * cut for a in one_by_one]


def test_specificity_is_judged_as_the_recall_of_the_other_class():
    rng = np.random.default_rng(5)
    y = rng.integers(2, size=300)
    answers = {k: np.where(rng.random(300) < p, y, 1 - y) for k, p in (("a", 0.9), ("b", 0.8))}
    run = Evaluation.from_predictions(y, answers)
    mirrored = Evaluation.from_predictions(1 - y, {k: 1 - v for k, v in answers.items()})
    for measure, as_it_is in (("specificity", run), ("recall", mirrored)):
        found = evalbook.report(as_it_is, measure=measure)
        row = found.estimates.loc["a"]
        wilson = interval_proportion(int((answers["a"] == y)[y == 0].sum()), int((y == 0).sum()))
        assert (row["low"], row["high"]) == pytest.approx(tuple(wilson))


@pytest.mark.parametrize("seed", range(12))
def test_guesses_are_the_model_to_beat_only_where_they_are_better(seed):
    "For macro recall they equal a constant on average, so the name of the baseline was chance."
    y = np.random.default_rng(seed).choice(3, 300, p=[0.6, 0.3, 0.1])
    assert not baselines.guesses_better(y, as_measure("recall_macro"))
    assert baselines.guesses_better(y, as_measure("f1_macro"))


def two_labels(n, seed=0):
    "A truth of two labels and two models' answers."
    rng = np.random.default_rng(seed)
    y = rng.integers(2, size=n)
    return y, {k: np.where(rng.random(n) < p, y, 1 - y) for k, p in (("a", 0.8), ("b", 0.7))}


@pytest.mark.parametrize("measure", ["f1", "matthews_corrcoef", "f1_macro"])
def test_of_very_many_cases_counts_are_drawn_and_never_the_cases(measure, monkeypatch):
    "F1 of a million predictions took 122 seconds and 8.5 GB: every draw of cases was kept."
    run = Evaluation.from_predictions(*two_labels(3000))
    value, draws = Judged(run, measure).drawn
    monkeypatch.setattr(judged_run, "MANY", 1)
    with monkeypatch.context() as patch:
        patch.setattr(judged_run, "drawn_cases", None)
        patch.setattr("evalbook.core.scoring.MOST_AT_ONCE", 50)  # a block holds few draws
        same, counted = Judged(run, measure).drawn
    np.testing.assert_allclose(same, value, rtol=1e-12)
    assert counted.shape == draws.shape and len(np.unique(counted[0])) > 100
    np.testing.assert_allclose(counted.mean(1), draws.mean(1), atol=1.5e-3)
    np.testing.assert_allclose(counted.std(1), draws.std(1), rtol=0.12, atol=1e-12)
    np.testing.assert_allclose(
        np.corrcoef(counted[:2])[0, 1], np.corrcoef(draws[:2])[0, 1], atol=0.12
    )


@pytest.mark.parametrize("groups", [None, np.arange(300) // 3])
def test_draws_in_blocks_are_the_draws_of_before(groups, monkeypatch):
    run = Evaluation.from_predictions(*two_labels(300), groups=groups)
    _, whole = Judged(run, "f1").drawn
    monkeypatch.setattr(judged_run, "MOST_AT_ONCE", 7 * 300)
    np.testing.assert_array_equal(Judged(run, "f1").drawn[1], whole)


@pytest.mark.parametrize("measure", ["average_precision", "jaccard", "roc_auc_ovr", "f1_micro"])
def test_few_positive_cases_are_counted_without_a_call_for_each_draw(measure, monkeypatch):
    "Average precision took 18 seconds and a hundred warnings, the Jaccard index 25 seconds."
    rng = np.random.default_rng(1)
    y = np.r_[1, 1, 1, np.zeros(197, int)]
    p = np.round(np.where(y, 0.6, 0.3) + rng.uniform(-0.3, 0.3, 200), 1)
    said, chances = {"a": (p > 0.5).astype(int)}, {"a": np.c_[1 - p, p]}
    judged = Judged(over(y, said, dealt(200, 5), chances), measure)
    given = [judged_run.round_of(judged, "a", 0)]
    parts = [rng.integers(200, size=200) for _ in range(50)]
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        wanted = [judged_run.value_on(judged, judged.tested, given[0], d) for d in parts]
        if measure == "average_precision":  # scikit-learn's is 0 without a positive case
            none = [not judged.truth[d].any() for d in parts]
            wanted = np.where(none, np.nan, wanted)
        told.clear()
        monkeypatch.setattr(judged_run, "value_on", None)
        found = judged_run.values_of(judged, judged.tested, given, parts)
        assert np.isfinite(judged.drawn[0]).all()
    assert not told
    np.testing.assert_allclose(found, [wanted], rtol=1e-12)


def test_all_pairs_are_listed_once(monkeypatch):
    "Of 150 models the list of pairs was made anew for each of 11,175 pairs: 66 seconds instead of ten."
    from evalbook.models.many_models import Pairwise

    lists = []
    pairs = Pairwise.pairs.fget
    monkeypatch.setattr(Pairwise, "pairs", property(lambda self: lists.append(1) or pairs(self)))
    y, models = two_labels(200)
    models = {f"{k}{i}": v ^ (np.arange(200) == i) for i in range(6) for k, v in models.items()}
    evalbook.report(Evaluation.from_predictions(y, models))
    assert len(lists) < 10


@pytest.mark.parametrize("name", ["f1", "precision", "mcc", "kappa"])
def test_right_and_wrong_answers_have_no_f1(name):
    "It was that of 'right' where all answers were to be right: precision 1, F1 2a/(1+a)."
    right = [{"q": i, "m": m, "ok": int(i % 4 > 0)} for m in "ab" for i in range(40)]
    run = Evaluation.from_records(right, item="q", model="m", score="ok")
    with pytest.raises(ValueError, match=r"a truth of two classes, got \[1\] alone. Take the acc"):
        Judged(run, name)
    assert Judged(run, "accuracy").means.values.mean(-1).tolist() == [0.75, 0.75]


def test_no_draw_lacks_a_rare_class():
    "Of three cases: guessing had up to 50 % balanced accuracy on the draws without them, and no model an advantage over it."
    rng = np.random.default_rng(0)
    y = np.r_[2, 2, 2, rng.integers(2, size=297)]
    models = {
        name: np.where(rng.random(300) < rate, np.minimum(y, 1), rng.integers(2, size=300))
        for name, rate in (("good", 0.95), ("bad", 0.8))
    }
    run = Evaluation.from_predictions(y, models)
    found, same = (
        evalbook.report(run, measure=m).findings for m in ("balanced_accuracy", "recall_macro")
    )
    np.testing.assert_array_equal(found.judged.drawn[1], same.judged.drawn[1])
    assert found.judged.drawn[1][-1] == pytest.approx(1 / 3)  # always guessing
    assert found.base["pvalue"].max() < 0.05


@pytest.mark.usefixtures("few_draws")
def test_the_largest_error_has_no_limits():
    "Its upper limit was the largest error seen: 73 (67 to 73)."
    rng = np.random.default_rng(0)
    y = rng.normal(size=80)
    models = {"a": y + rng.normal(size=80) / 9, "b": y + 0.3 * rng.normal(size=80)}
    run = Evaluation.from_predictions(y, models, task="regression")
    found = evalbook.report(run, measure="max_error")
    assert found.to_frame()[["low", "high"]].isna().all(axis=None)
    assert "limits are not known" in found.answer[0] and found.comparisons["low"].isna().all()
    folds = over(y, models, dealt(80, 8), task="regression")
    found = evalbook.report(folds, measure="max_error")
    mean = folds.scores("max_error")["a"].values.mean()
    assert found.to_frame().set_index("model")["value"]["a"] == pytest.approx(mean)
    with pytest.raises(ValueError, match="move both ways"):
        evalbook.interval_bca((y, models["a"]), "max_error")
