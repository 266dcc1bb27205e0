"""Invariances of the statistics on made-up inputs; `EVALBOOK_EXAMPLES=5000 pytest tests/test_properties.py` looks longer."""

import os
import warnings

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import evalbook as eb

EXAMPLES = int(os.environ.get("EVALBOOK_EXAMPLES", 30))
slowly = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]
settings.register_profile(
    "here",
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=slowly,
    derandomize=EXAMPLES <= 30,
)
here = settings.get_profile("here")

counts = st.integers(0, 200)
scores = st.floats(-1e3, 1e3, allow_nan=False).map(lambda v: round(v, 6))
seeds = st.integers(0, 2**32 - 1)
pvalues = hnp.arrays(float, st.integers(1, 12), elements=st.floats(0, 1))
METHODS = ("mid-p", "exact", "edwards", "chi2")
ADJUST = ("holm", "bonferroni", "hochberg", "hommel", "sidak", "holm-sidak")
PROPORTIONS = ("wilson", "clopper-pearson", "agresti-coull", "wald")
TTESTS = {
    "kfold": (10, lambda a, b, **o: eb.algorithms.ttest_kfold(a, b, **o)),
    "corrected": (10, lambda a, b, **o: eb.ttest_corrected(a, b, n_train=90, n_test=10, **o)),
    "resampled": (10, lambda a, b, **o: eb.algorithms.ttest_resampled(a, b, **o)),
    "5x2": (10, lambda a, b, **o: eb.ttest_5x2cv(a.reshape(5, 2), b.reshape(5, 2), **o)),
}


@st.composite
def pairs(draw, n=10):
    "Two arrays of scores that differ by more than rounding, and not all alike."
    a, b = (draw(hnp.arrays(float, n, elements=scores)) for _ in "ab")
    d = a - b
    assume(np.ptp(d) > 1e-3 and np.abs(d).max() > 1e-3)
    return a, b


@st.composite
def answers(draw, models=2):
    "Right and wrong answers of some models on the same cases."
    n = draw(
        st.integers(models + 1, 40)
    )  # more models than cases are refused, because the table may be turned
    return draw(hnp.arrays(int, (models, n), elements=st.integers(0, 1)))


def close(x, y, tolerance=1e-9):
    np.testing.assert_allclose(
        np.asarray(x, float), np.asarray(y, float), rtol=tolerance, atol=1e-12
    )


def pvalue(test):
    return float(test.pvalue)


# ---------------------------------------------------------------- two models


@here
@given(counts, counts, st.sampled_from(METHODS))
def test_swapped_models_have_the_same_p_and_the_opposite_difference(b, c, method):
    one, two = eb.mcnemar_counts(b, c, method=method), eb.mcnemar_counts(c, b, method=method)
    close(pvalue(one), pvalue(two))
    sides = [eb.mcnemar_counts(b, c, method=method, alternative=s) for s in ("greater", "less")]
    turned = [eb.mcnemar_counts(c, b, method=method, alternative=s) for s in ("less", "greater")]
    close([pvalue(t) for t in sides], [pvalue(t) for t in turned])


@here
@given(counts, counts)
def test_mid_p_lies_below_exact_and_both_are_probabilities(b, c):
    mid, exact = (pvalue(eb.mcnemar_counts(b, c, method=m)) for m in ("mid-p", "exact"))
    assert 0 <= mid <= exact + 1e-12 <= 1 + 2e-12


@here
@given(counts, counts, st.sampled_from(METHODS))
def test_one_more_case_for_the_leader_never_raises_p(b, c, method):
    leader, other = max(b, c), min(b, c)
    now, then = (pvalue(eb.mcnemar_counts(leader + i, other, method=method)) for i in (0, 1))
    assert then <= now + 1e-12


@here
@given(counts, st.sampled_from(METHODS))
def test_equal_counts_give_one(n, method):
    close(pvalue(eb.mcnemar_counts(n, n, method=method)), 1)


@here
@given(answers(), seeds)
def test_the_order_of_cases_and_agreeing_cases_change_no_mcnemar(x, seed):
    order = np.random.default_rng(seed).permutation(x.shape[1])
    more = np.hstack([x, [[0, 1, 1], [0, 1, 1]]])
    found = [pvalue(eb.mcnemar(a, b)) for a, b in (x, x[:, order], more)]
    close(found, found[:1] * 3)


@here
@given(hnp.arrays(int, st.integers(2, 30), elements=st.integers(0, 2)), seeds)
def test_relabelled_classes_change_nothing(y, seed):
    p = np.random.default_rng(seed).integers(0, 3, len(y))
    words = np.array(["b", "c", "a"])
    expected = (y == p).astype(float)
    for other in (
        (words[y], words[p]),
        (y + 5, p + 5),
        (2 - y, 2 - p),
        (y.astype("int8"), p.astype("uint64")),
    ):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # some predicted labels never occur in y
            np.testing.assert_array_equal(eb.core.correctness(*other), expected)


@here
@given(pairs(), st.sampled_from(sorted(TTESTS)))
def test_swapped_scores_turn_the_sign_only(pair, name):
    a, b = pair
    one, two = TTESTS[name][1](a, b), TTESTS[name][1](b, a)
    close([one.statistic, pvalue(one)], [-two.statistic, pvalue(two)], 1e-6)


@here
@given(
    pairs(), st.sampled_from(sorted(TTESTS)), st.integers(-8, 8), st.sampled_from([-0.5, 0.0, 2.0])
)
def test_t_tests_know_no_unit(pair, name, power, shift):
    a, b = pair
    one, two = (
        TTESTS[name][1](a, b),
        TTESTS[name][1](a * 2.0**power + shift, b * 2.0**power + shift),
    )
    close(pvalue(one), pvalue(two), 1e-4)


@here
@given(pairs(), st.sampled_from(sorted(TTESTS)))
def test_one_sided_p_values_add_to_one(pair, name):
    sides = [pvalue(TTESTS[name][1](*pair, alternative=s)) for s in ("greater", "less")]
    close(sum(sides), 1)


@here
@given(pairs())
def test_the_correction_of_a_t_test_never_makes_it_bolder(pair):
    plain, corrected = (
        eb.algorithms.ttest_kfold(*pair),
        eb.ttest_corrected(*pair, n_train=90, n_test=10),
    )
    assert abs(corrected.statistic) <= abs(plain.statistic) + 1e-9


@here
@given(pairs(), st.integers(0, 9), st.integers(0, 9))
def test_the_order_of_splits_changes_no_corrected_test(pair, i, j):
    order = np.arange(10)
    order[[i, j]] = order[[j, i]]
    a, b = pair
    close(
        pvalue(TTESTS["corrected"][1](a, b)),
        pvalue(TTESTS["corrected"][1](a[order], b[order])),
        1e-6,
    )


@here
@given(
    st.lists(pairs(), min_size=2, max_size=4), st.sampled_from(["kfold", "resampled", "corrected"])
)
def test_a_batch_is_a_loop(drawn, name):
    a, b = (np.array([p[i] for p in drawn]) for i in (0, 1))
    batch = TTESTS[name][1](a, b)
    close(batch.pvalue, [pvalue(TTESTS[name][1](x, y)) for x, y in drawn], 1e-9)


@here
@given(
    hnp.arrays(float, 8, elements=st.integers(-20, 20).map(float)),
    hnp.arrays(float, 8, elements=st.integers(-20, 20).map(float)),
)
def test_exact_permutation_is_symmetric_and_no_smaller_than_one_pattern(a, b):
    one, two = (pvalue(eb.permutation_test(*p, method="exact")) for p in ((a, b), (b, a)))
    close(one, two)
    assert 2.0**-8 <= one <= 1


# ---------------------------------------------------------------- many models


@here
@given(answers(models=4), seeds)
def test_the_order_of_models_changes_no_cochran(x, seed):
    assume(not (x == x[0]).all())
    order = np.random.default_rng(seed).permutation(4)
    close(eb.cochran_q(x).statistic, eb.cochran_q(x[order]).statistic)


def test_a_table_with_more_models_than_cases_is_refused():
    "Found by a longer search."
    with pytest.raises(ValueError, match="models first and cases last"):
        eb.cochran_q(np.array([[0, 1], [1, 1], [1, 1], [1, 1]]))


@here
@given(answers())
def test_cochran_of_two_models_is_mcnemar_without_correction(x):
    assume((x[0] != x[1]).any())
    close(pvalue(eb.cochran_q(x)), pvalue(eb.mcnemar(*x, method="chi2")))


@here
@given(pvalues, st.sampled_from(ADJUST), seeds)
def test_adjusted_p_values_keep_their_order_and_only_grow(p, method, seed):
    q, order = eb.adjust_pvalues(p, method=method), np.random.default_rng(seed).permutation(len(p))
    assert (q >= p - 1e-12).all() and (q <= 1).all()
    assert (np.diff(q[np.argsort(p, kind="stable")]) >= -1e-12).all()
    close(eb.adjust_pvalues(p[order], method=method), q[order])


@here
@given(pvalues)
def test_stepwise_methods_reject_whatever_the_single_step_rejects(p):
    q = {m: eb.adjust_pvalues(p, method=m) for m in ADJUST}
    for sharper, blunter in (
        ("holm", "bonferroni"),
        ("hochberg", "holm"),
        ("hommel", "hochberg"),
        ("holm-sidak", "sidak"),
        ("sidak", "bonferroni"),
    ):
        assert (q[sharper] <= q[blunter] + 1e-9).all(), (sharper, blunter)


@here
@given(hnp.arrays(float, (3, 6), elements=st.integers(0, 8).map(float)), st.integers(-3, 3))
def test_rank_tests_know_only_the_order(x, power):
    assume(not (x == x[0]).all())
    one, two = eb.friedman_test(x.T), eb.friedman_test(x.T * 3.0**power + 1)
    close([one.statistic, pvalue(one)], [two.statistic, pvalue(two)])


# ---------------------------------------------------------------- intervals


@st.composite
def proportions(draw):
    n = draw(st.integers(1, 500))
    return draw(st.integers(0, n)), n


@here
@given(proportions(), st.sampled_from(PROPORTIONS), st.floats(0.5, 0.99))
def test_an_interval_of_a_proportion_holds_it_nests_and_mirrors(counted, method, level):
    k, n = counted
    low, high = eb.interval_proportion(k, n, method=method, confidence_level=level)
    wide_low, wide_high = eb.interval_proportion(
        k, n, method=method, confidence_level=(1 + level) / 2
    )
    assert wide_low - 1e-12 <= low <= k / n + 1e-9 and k / n - 1e-9 <= high <= wide_high + 1e-12
    assert 0 <= low <= high <= 1
    mirrored = tuple(eb.interval_proportion(n - k, n, method=method, confidence_level=level))
    close(mirrored, [1 - high, 1 - low], 1e-7)


@here
@given(proportions(), st.sampled_from(["wilson", "clopper-pearson"]))
def test_more_cases_at_the_same_rate_narrow_the_interval(counted, method):
    k, n = counted
    few_cases, many = (eb.interval_proportion(m * k, m * n, method=method) for m in (1, 4))
    assert many[1] - many[0] <= few_cases[1] - few_cases[0] + 1e-12


@here
@given(pairs(), st.floats(0.5, 0.98))
def test_a_corrected_interval_agrees_with_its_test(pair, level):
    low, high = eb.interval_corrected(*pair, n_train=90, n_test=10, confidence_level=level)
    p = pvalue(TTESTS["corrected"][1](*pair))
    assume(abs(p - (1 - level)) > 1e-9)
    assert (low <= 0 <= high) == (p > 1 - level)
    assert low <= np.mean(pair[0] - pair[1]) <= high


@here
@given(hnp.arrays(float, st.integers(3, 12), elements=st.integers(-50, 50).map(float)), seeds)
def test_a_bootstrap_interval_of_a_mean_moves_with_its_data(x, seed):
    assume(np.ptp(x) > 0)
    options = {"n_resamples": 199, "random_state": seed, "method": "draws"}
    one, two = (
        np.array(tuple(eb.bootstrap.interval_percentile(v, **options)), float)
        for v in (x, 2 * x + 8)
    )
    close(2 * one + 8, two, 1e-9)
    assert x.min() - 1e-9 <= one[0] <= one[1] <= x.max() + 1e-9


# ---------------------------------------------------------------- splits


@here
@given(st.integers(5, 60), seeds)  # of four cases there are two halvings
def test_halvings_are_halves_and_bootstrap_samples_miss_what_they_test(n, seed):
    y = np.arange(n) % 2
    halves = list(eb.five_by_two(seed).split(np.zeros((n, 1)), y))
    assert len(halves) == 10
    for (train, test), (other, twin) in zip(halves[::2], halves[1::2]):
        assert set(train) == set(twin) and set(test) == set(other)
        assert not set(train) & set(test) and len(set(train) | set(test)) == n
    for train, test in eb.Bootstrap(3, random_state=seed).split(np.zeros((n, 1)), y):
        assert len(train) == n and set(test) == set(range(n)) - set(train) and len(test)


@here
@given(st.integers(20, 60), seeds, st.integers(1, 7))
def test_a_journal_that_is_stopped_anywhere_gives_the_straight_run(n, seed, kept):
    from tempfile import TemporaryDirectory

    from sklearn.naive_bayes import GaussianNB

    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(n, 2)), np.arange(n) % 2
    with TemporaryDirectory() as folder:
        path = f"{folder}/run.jsonl"
        run = lambda: eb.evaluate(
            {"bayes": GaussianNB()}, X, y, cv=5, response_method="predict_proba", journal=path
        )
        straight = run()
        whole = open(path, "rb").read()
        open(path, "wb").write(whole[: len(whole) * kept // 8])
        resumed = run()
    for p, q in zip(straight.probabilities["bayes"], resumed.probabilities["bayes"]):
        assert p.tobytes() == q.tobytes()
