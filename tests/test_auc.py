"""Areas under the curve (chapter 5.5), by all pairs, by scipy, and by simulation near an area of 1."""

import numpy as np
import pytest
from scipy import special, stats

import evalbook as eb

RNG = np.random.default_rng(45)
Y = RNG.permutation(np.repeat([0, 1], [30, 20]))
A, B = np.round(Y + RNG.normal(size=50), 1), np.round(Y + RNG.normal(size=50), 1)


def parts(s, y=Y):
    "V and W from the table of all pairs."
    x, z = s[y == 1][:, None], s[y == 0]
    table = (x > z) + 0.5 * (x == z)
    return table.mean(1), table.mean(0)


def logit_limits(auc, se, z):
    return special.expit(special.logit(auc) + np.array([-z, z]) * se / auc / (1 - auc))


def test_area_and_limits_by_all_pairs():
    V, W = parts(A)
    se = np.sqrt(V.var(ddof=1) / 20 + W.var(ddof=1) / 30)
    found = eb.estimate_auc(Y, A)
    u = stats.mannwhitneyu(A[Y == 1], A[Y == 0]).statistic / 600
    np.testing.assert_allclose([found.value, found.standard_error], [u, se], rtol=1e-12)
    np.testing.assert_allclose(
        [*found.interval(0.9)], logit_limits(u, se, stats.norm.ppf(0.95)), rtol=1e-10
    )
    normal = eb.estimate_auc(Y, A, method="normal").interval()
    np.testing.assert_allclose(
        [*normal], u + np.array([-1, 1]) * stats.norm.ppf(0.975) * se, rtol=1e-10
    )
    np.testing.assert_allclose(eb.estimate_auc(Y, A, positive=0).value, 1 - u, rtol=1e-12)


def test_a_perfect_ranking_has_the_exact_limit():
    "8 positive above 16 negative cases: .025^(1/8), and never a width of 0."
    y = [1] * 8 + [0] * 16
    found = eb.estimate_auc(y, range(24, 0, -1))
    np.testing.assert_allclose([*found.interval()], [0.025 ** (1 / 8), 1], rtol=1e-12)
    assert [n.code for n in found.notes] == ["zero_variance"] and round(
        found.interval().low, 3
    ) == 0.631
    np.testing.assert_allclose(
        [*eb.estimate_auc(y, range(24)).interval()], [0, 1 - 0.025 ** (1 / 8)], rtol=1e-12
    )
    one_score = eb.estimate_auc(np.repeat([0, 1], [50, 80]), np.ones(130)).interval()
    np.testing.assert_allclose(
        [*one_score], 0.5 + np.array([-1, 1]) * np.sqrt(np.log(40) / 100), rtol=1e-12
    )


def test_the_area_holds_near_one():
    "2,000 test sets of 20 + 20 cases, area .983: 67 % in 0.2.0. Two standard errors 1 point."
    rng, y = np.random.default_rng(7), np.repeat([1, 0], 20)
    i = eb.estimate_auc(y, rng.normal(size=(2000, 40)) + 3 * y).interval()
    truth = stats.norm.cdf(3 / np.sqrt(2))
    assert np.mean((i.low <= truth) & (truth <= i.high)) > 0.94
    assert (i.low >= 0).all() and (i.high <= 1).all() and (i.width > 0).all()


def test_delong_by_hand():
    (Va, Wa), (Vb, Wb) = parts(A), parts(B)
    se = np.sqrt((Va - Vb).var(ddof=1) / 20 + (Wa - Wb).var(ddof=1) / 30)
    found = eb.ztest_delong(Y, A, B, method="delong")
    d = Va.mean() - Vb.mean()
    np.testing.assert_allclose(
        [found.difference, found.standard_error, found.statistic], [d, se, d / se], rtol=1e-10
    )
    np.testing.assert_allclose(found.pvalue, 2 * stats.norm.sf(abs(d / se)), rtol=1e-10)


def outer_limits(y, a, b, z):
    "Both forms written out: DeLong's, and logit limits with one case more, common and own parts."
    (Va, Wa), (Vb, Wb) = parts(a, y), parts(b, y)
    n, m = len(Va), len(Wa)
    d = Va.mean() - Vb.mean()
    se = np.sqrt((Va - Vb).var(ddof=1) / n + (Wa - Wb).var(ddof=1) / m)
    cov = sum(np.cov(p, q, ddof=0) / len(p) for p, q in ((Va, Vb), (Wa, Wb)))
    rho = cov[0, 1] / np.sqrt(cov[0, 0] * cov[1, 1])
    (la, ua), (lb, ub) = (
        logit_limits(t, np.sqrt(v + t * (1 - t) * (1 / n**2 + 1 / m**2)), z)
        for t, v in ((Va.mean(), cov[0, 0]), (Vb.mean(), cov[1, 1]))
    )
    A, B = (Va.mean() - la, ua - Va.mean()), (Vb.mean() - lb, ub - Vb.mean())  # down, up
    ends = []
    for x, y_, both in (
        (A[0], B[1], (A[0] - B[0], B[1] - A[1])),
        (A[1], B[0], (A[1] - B[1], B[0] - A[0])),
    ):
        common = max(0, *both) if rho > 0 else x + y_
        logit = np.sqrt((1 - abs(rho)) * (x * x + y_ * y_) + abs(rho) * common**2)
        ends.append(max(logit, z * se))
    return [d - ends[0], d + ends[1]]


@pytest.mark.parametrize("level", [0.8, 0.95])
@pytest.mark.parametrize("second", [B, -B, A + 0.3 * B])
def test_limits_of_a_difference_by_hand(level, second):
    expected = outer_limits(Y, A, second, stats.norm.ppf((1 + level) / 2))
    found = eb.ztest_delong(Y, A, second).interval(level)
    np.testing.assert_allclose([*found], np.clip(expected, -1, 1), rtol=1e-9)


def test_no_more_alarms_than_the_classic_form():
    rng, y = np.random.default_rng(10), np.repeat([1, 0], [15, 40])
    a, b = rng.normal(size=(2, 500, 55)) + 2 * y
    default, classic = (eb.ztest_delong(y, a, b, method=m) for m in ("outer", "delong"))
    varied = classic.standard_error > 0
    assert (default.pvalue[varied] >= classic.pvalue[varied] - 1e-12).all()
    inner, outer = classic.interval(0.9), default.interval(0.9)
    assert (np.maximum(inner.low, -1) >= outer.low - 1e-12)[varied].all()
    assert (np.minimum(inner.high, 1) <= outer.high + 1e-12)[varied].all()


def test_two_versions_of_one_model_are_told_apart():
    "Scores correlated by .99, areas .76 and .77: the logit form of Zou with one case more found 1 of 100."
    rng, y = np.random.default_rng(11), np.repeat([1, 0], 100)
    shared, *own = rng.normal(size=(3, 400, 200))
    a, b = (
        0.99**0.5 * shared + 0.1 * e + y * 2**0.5 * stats.norm.ppf(t)
        for t, e in zip((0.77, 0.76), own)
    )
    found = [np.mean(eb.ztest_delong(y, a, b, method=m).pvalue < 0.05) for m in ("outer", "delong")]
    assert found[0] > 0.9 * found[1] > 0.3


def test_equal_rankings_have_limits_of_the_number_of_cases():
    found = eb.ztest_delong(Y, A, 2 * A + 1)
    width = 1 - 0.025 ** (1 / 20)
    assert found.pvalue == 1 and [n.code for n in found.notes] == ["identical"]
    np.testing.assert_allclose([*found.interval()], [-width, width], rtol=1e-9)
    apart = eb.ztest_delong([0, 0, 1, 1], [1, 2, 3, 4], [4, 3, 2, 1])
    assert 0.1 < apart.pvalue < 0.3 and apart.interval().low < 0 and apart.interval().high == 1


def test_p_and_limits_are_of_one_family():
    rng, y = np.random.default_rng(8), np.repeat([1, 0], [12, 60])
    a, b = rng.normal(size=(2, 400, 72)) + np.array([1.8, 2.6])[:, None, None] * y
    found, swapped = eb.ztest_delong(y, a, b), eb.ztest_delong(y, b, a)
    for level in (0.8, 0.95, 0.99):
        i = found.interval(level)
        assert (((i.low > 0) | (i.high < 0)) == (found.pvalue < 1 - level)).all()
        np.testing.assert_allclose(swapped.interval(level).low, -i.high, atol=1e-12)
        assert (i.low >= -1).all() and (i.high <= 1).all() and (i.width > 0).all()
    for side in ("less", "greater"):
        one = eb.ztest_delong(y, a, b, alternative=side)
        for level in (0.8, 0.95):
            i = one.interval(level)
            beyond = i.high < 0 if side == "less" else i.low > 0
            assert (beyond == (one.pvalue < 1 - level)).all()
    np.testing.assert_allclose(swapped.statistic, -found.statistic, atol=1e-9)
    assert eb.ztest_delong(y, a[0], a[0]).pvalue == 1


@pytest.mark.parametrize("n, m", [(12, 138), (25, 25), (20, 200)])
@pytest.mark.parametrize(
    "new, old, spreads", [(0.95, 0.95, (1, 1)), (0.93, 0.98, (1, 1)), (0.76, 0.76, (2, 0.5))]
)
def test_the_level_near_one(n, m, new, old, spreads):
    "2,000 test sets; each limit of a 90 % interval misses the true difference in 8 % or fewer, in 0.2.0 up to 16 %."
    rng, y = np.random.default_rng([9, n]), np.repeat([1, 0], [n, m])
    shared, *own = rng.normal(size=(3, 2000, n + m))
    scores = [
        np.where(
            y == 1,
            stats.norm.ppf(t) * np.hypot(1, s) + s * (shared + e) / 2**0.5,
            (shared + e) / 2**0.5,
        )
        for t, s, e in zip((new, old), spreads, own)
    ]
    i = eb.ztest_delong(y, *scores).interval(0.9)
    assert max(np.mean(i.low > new - old), np.mean(i.high < new - old)) < 0.085


def test_a_note_where_few_cases_of_the_smaller_class_are_ranked_wrongly():
    rng = np.random.default_rng(1)
    for n, m, shift, codes in (
        (12, 60, 3, ["few_cases"]),
        (60, 12, 3, ["few_cases"]),
        (40, 60, 3, []),  # classes about equal
        (12, 60, 1, []),  # an area of .76
        (200, 900, 2.5, []),  # more than three ranked wrongly
    ):
        y = np.repeat([1, 0], [n, m])
        pair = rng.normal(size=(2, n + m)) + shift * y
        assert [note.code for note in eb.ztest_delong(y, *pair).notes] == codes, (n, m, shift)


def test_clusters_by_sums():
    "Sums over clusters with Bell and McCaffrey's divisors, and DeLong's variance where each case is a cluster."
    ids = np.arange(50) // 5
    V, W = parts(A)
    v = np.array([(V - V.mean())[ids[Y == 1] == k].sum() / 20 for k in range(10)])
    w = np.array([(W - W.mean())[ids[Y == 0] == k].sum() / 30 for k in range(10)])
    n, m = (np.array([(ids[Y == c] == k).mean() for k in range(10)]) for c in (1, 0))
    variance = ((v / np.sqrt(1 - n) + w / np.sqrt(1 - m)) ** 2).sum()
    found = eb.estimate_auc(Y, A, cluster=ids)
    np.testing.assert_allclose(found.standard_error, np.sqrt(variance), rtol=1e-10)
    np.testing.assert_allclose(
        [*found.interval()], logit_limits(found.value, np.sqrt(variance), stats.t.ppf(0.975, 9))
    )
    single = eb.ztest_delong(Y, A, B, cluster=np.arange(50))
    np.testing.assert_allclose(
        single.statistic, eb.ztest_delong(Y, A, B, method="delong").statistic, rtol=1e-10
    )
    assert single.df == pytest.approx(49)


def test_clusters_of_very_unequal_sizes_keep_the_level():
    "Two equal areas, nineteen clusters of 5 and one of 60: one factor for all clusters rejected 62 of these 400."
    codes, draw, rejected = np.repeat(np.arange(20), [5] * 19 + [60]), np.random.default_rng(3), 0
    for _ in range(400):
        y = draw.random(155) < 0.5
        s = 0.7 * (1.2 * y + draw.normal(size=155)) + draw.normal(0, 0.7, (2, 155))
        s = s + draw.normal(0, 0.7, (2, 20))[:, codes] * np.where(y, 1, -1)
        rejected += eb.ztest_delong(y, *s, cluster=codes).pvalue <= 0.05
    assert rejected < 0.09 * 400  # four standard errors above 5 %
    assert eb.ztest_delong(y, *s, cluster=codes).df < 6


def test_a_margin_is_judged_by_the_limits_of_the_same_test():
    "The classic z has one p and one interval; the outer limits are not made of one standard error, and tost says so with a line that runs."
    for options in ({"method": "delong"}, {"cluster": np.arange(50) // 5}):
        test = eb.ztest_delong(Y, A, B, **options)
        for margin in (0.05, 0.2, 0.5):
            found = eb.tost(test, margin=margin)
            low, high = (
                found.interval(1 - 2 * found.pvalue) if found.pvalue < 0.5 else (-margin, margin)
            )
            np.testing.assert_allclose(max(-low, high), margin, rtol=1e-9)
    with pytest.raises(ValueError, match="method='delong'"):
        eb.tost(eb.ztest_delong(Y, A, B), margin=0.2)


def test_an_area_below_a_half_asks_for_the_positive_class():
    "An area of .2 once came without a hint that the other class may be meant."
    sick = np.where(Y == 1, "ill", "well")  # the larger label is "well"
    found = eb.estimate_auc(sick, A)
    assert found.value < 0.5 and "positive='ill' names the other" in found.notes[0].text
    assert found.estimand == "area under the ROC curve of class 'well' of this fitted model"
    named = eb.estimate_auc(sick, A, positive="ill")
    assert not named.notes and "of class 'ill'" in str(named)
    assert "of class" not in str(eb.estimate_auc(Y, A)) + str(eb.estimate_auc(Y == 1, A))
    both = eb.estimate_auc(Y, np.array([A, -A]))
    assert both.notes[0].where.tolist() == [False, True]


@pytest.mark.parametrize("labels", [[0, 1], ["no", "yes"]])
def test_scores_before_the_truth_are_told_the_order(labels):
    "It once said `One class against the rest`, of 57 numbers."
    y = np.array(labels)[Y]
    with pytest.raises(ValueError, match=r"y_true comes first: estimate_auc\(y_true, scores\)"):
        eb.estimate_auc(A, y)
    with pytest.raises(ValueError, match=r"first: ztest_delong\(y_true, scores_a, scores_b\)"):
        eb.ztest_delong(A, B, y)
    with pytest.raises(ValueError, match="One class against the rest"):
        eb.estimate_auc(np.arange(50) % 3, A)


@pytest.mark.parametrize("kind", [int, bool, float])
def test_numbers_beside_two_classes_are_no_regression(kind):
    "from_predictions(y01, {'a': 100 * p}) and log odds once became a regression."
    y, p = Y.astype(kind), special.expit(A)
    for door in (eb.from_predictions, lambda *a: eb.Evaluation.from_folds(*a, fold=Y)):
        with pytest.raises(
            ValueError, match="from 0 to 1, .* to 9.* of 'a'. Divide per cent by 100"
        ):
            door(y, {"a": 100 * p})
        with pytest.raises(ValueError, match="got -.* of 'a'. .*scores > 0"):
            door(y, {"a": A})
        with pytest.raises(ValueError, match="got -.* of 'a'. .*scores > 0"):
            door(y, {"a": A[:, None]})  # a table of one column once became a regression still
    assert eb.from_predictions(y, {"a": 100 * p}, task="regression").task == "regression"
    assert eb.from_predictions(2 * Y + 0.5, {"a": A}).task == "regression"
    assert eb.from_predictions(y, {"a": p}).task == "classification"


def test_an_area_that_hangs_on_a_few_cases_of_a_small_class_is_said():
    "With 10 positives and 100 negatives 95 % limits missed an area of .92 in 10 %, in silence."
    y = np.repeat([1, 0], [10, 100])
    scores = y * 2.0 + np.random.default_rng(0).normal(size=(50, 110))
    *_, note = eb.estimate_auc(y, scores).notes
    assert note.code == "few_cases" and "of the 10 cases of the smaller class" in note.text
    assert note.where.mean() > 0.9
    balanced = np.repeat([1, 0], [10, 30])  # 5 % and less were measured
    assert eb.estimate_auc(balanced, scores[0, :40]).notes == ()
    wide = np.r_[np.arange(1000), 950 + np.arange(100) % 50]  # an area of .97 of a hundred cases
    assert eb.estimate_auc(np.repeat([0, 1], [1000, 100]), wide - 20).notes != ()
    assert eb.estimate_auc(np.repeat([0, 1], [1000, 100]), wide - 200 * (wide > 960)).notes == ()


def test_no_case_is_called_wrongly_ranked_near_0():
    "Of an area of .006 it said that fewer than three cases were ranked wrongly."
    y = np.repeat([1, 0], [10, 100])
    scores = np.random.default_rng(0).normal(size=110)
    assert "few_cases" not in [note.code for note in eb.estimate_auc(y, scores - 3 * y).notes]
    assert "few_cases" in [note.code for note in eb.estimate_auc(y, scores + 3 * y).notes]
