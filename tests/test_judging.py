"""The numbers of a report: baselines, leads, limits and p-values whose truth is known."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import special, stats
from sklearn.metrics import f1_score

from evalbook import (
    Evaluation,
    estimate_accuracy,
    estimate_auc,
    estimate_f1,
    estimate_mean,
    estimate_recall,
    five_by_two,
    interval_proportion,
    mcnemar,
    ttest_corrected,
)
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


def limits(run, measure, name="a", level=0.95):
    "The limits of one model."
    low, high = estimates_of(Judged(run, measure, n_resamples=99), level).loc[name, ["low", "high"]]
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
    assert limits(run, "recall", "b") == pytest.approx((12 / (12 + 1.959963984540054**2), 1.0), abs=1e-12)
    assert limits(run, "f1") == pytest.approx(tuple(estimate_f1(y, answer).interval(0.95)), abs=1e-12)
    assert limits(run, "f1_macro") == pytest.approx(tuple(estimate_f1(y, answer, average="macro").interval(0.95)))


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
    assert limits(run, measure, "b") == pytest.approx((1 - np.sqrt((gap**2).sum()) / 3, 1.0), abs=1e-9)


@pytest.mark.filterwarnings("ignore:.*ill-defined")
def test_a_label_that_no_case_has_is_a_class_for_macro_recall_alone():
    y, answer = labelled((12, 30), (20, 40))
    answer = np.where(answer == y, y, 7)
    run = Evaluation.from_predictions(y, {"a": answer, "b": y})
    three = limits(run, "recall_macro")
    assert three == pytest.approx(tuple(2 / 3 * np.array(limits(run, "balanced_accuracy"))), abs=1e-12)
    cases = Evaluation.from_predictions(y, {"a": answer, "b": y}, groups=np.arange(60) // 2)
    as_before = Evaluation.from_predictions(
        y, {"a": labelled((12, 30), (20, 40))[1], "b": y}, groups=np.arange(60) // 2
    )
    assert limits(cases, "balanced_accuracy") == pytest.approx(limits(as_before, "balanced_accuracy"), abs=1e-12)


def test_groups_have_the_limits_of_the_functions_for_f1_and_recall():
    rng = np.random.default_rng(2)
    groups = np.repeat(np.arange(8), 15)
    y = rng.integers(2, size=120)
    a = np.where(rng.random(120) < 0.8, y, 1 - y)
    run = Evaluation.from_predictions(y, {"a": a, "b": 1 - a}, groups=groups)
    assert limits(run, "f1") == pytest.approx(tuple(estimate_f1(y, a, cluster=groups).interval(0.95)), abs=1e-12)
    by_class = estimate_recall(y, a, average="macro", cluster=groups).interval(0.95)
    assert limits(run, "balanced_accuracy") == pytest.approx(tuple(by_class), abs=1e-12)


def test_named_class_and_strings_have_the_limits_of_their_numbers():
    from evalbook.measures import as_measure

    y, answer = labelled((120, 9), (138, 12))
    words = np.array(["no", "yes"])
    run = Evaluation.from_predictions(words[y], {"a": words[answer], "b": words[y]})
    assert limits(run, as_measure("recall", positive="yes")) == pytest.approx(tuple(interval_proportion(9, 12)))
    assert limits(run, as_measure("recall", positive="no")) == pytest.approx(tuple(interval_proportion(120, 138)))


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
    "measure", ["f1", "precision", "recall", "balanced_accuracy", "f1_macro", "recall_macro", "precision_macro"]
)
def test_limits_hold_the_value_and_stay_in_the_range(measure):
    rng = np.random.default_rng(0)
    for seed in range(4):
        y, a = labelled(rng.integers(0, (41, 7)), (40, 6), seed)
        run = Evaluation.from_predictions(y, {"a": a, "none": np.zeros(46, int), "all": np.ones(46, int), "right": y})
        table = estimates_of(Judged(run, measure, n_resamples=19), 0.95)
        assert ((table["low"] >= 0) & (table["high"] <= 1)).all()
        assert ((table["low"] <= table["value"] + 1e-12) & (table["value"] <= table["high"] + 1e-12)).all()
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
    run = Evaluation.from_predictions(y, {"a": (s > 1).astype(int)}, {"a": np.c_[1 - chance, chance]})
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
        judged, table, ranked, family, base = all_of(Evaluation.from_predictions(y, models, groups=groups), "accuracy")
        said.append([c.text for c in cautions_of(judged, 0.95, table, family, base) if c.rank == FAILS])
    assert "leader" not in " ".join(said[0])
    assert "leader" in " ".join(said[1])
