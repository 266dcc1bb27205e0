"""A case that a model answered several times is no new evidence: who refuses it, what is offered instead, and the forms in which people give their data."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import KFold, RepeatedKFold, ShuffleSplit
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportions_ztest

import evalbook as eb
from evalbook.core.read_arguments import OF_ALL, OF_ONE, check_once, fitted_models
from tests.names import every

X, Y = load_breast_cancer(return_X_y=True)
X, Y = X[:160, :4], Y[:160]
MODELS = {"tree": DecisionTreeClassifier(max_depth=2, random_state=0), "bayes": GaussianNB()}


def run(cv):
    return eb.evaluate(MODELS, X, Y, cv=cv, random_state=0, progress=False)


ONCE = {
    "k-fold": run(KFold(5, shuffle=True, random_state=0)),
    "holdout": run(ShuffleSplit(1, random_state=0)),
}
OFTEN = {
    "random splits": run(ShuffleSplit(6, test_size=0.3, random_state=0)),
    "bootstrap": run(eb.Bootstrap(4, random_state=0)),
    "disjoint training sets": run(eb.core.DisjointSplits(4, random_state=0)),
    "repeated k-fold": run(RepeatedKFold(n_splits=4, n_repeats=2, random_state=0)),
    "5x2": run(eb.five_by_two(0)),
}
ASKED = {
    "mcnemar": eb.mcnemar,
    "mcnemar of two": lambda t: eb.mcnemar(t["bayes"], t["tree"]),
    "mcnemar of names": lambda t: eb.mcnemar({"one": t["tree"], "two": t["bayes"]}),
    "mcnemar of clusters": lambda t: eb.mcnemar(t, cluster=t.case // 4),
    "cochran_q": eb.cochran_q,
    "ftest_looney": eb.models.ftest_looney,
    "ztest_tango": lambda t: eb.algorithms.ztest_tango(t, margin=0.1),
    "permutation_test": eb.permutation_test,
    "interval_difference": eb.interval_difference,
    "ztest_proportions": eb.models.ztest_proportions,
    "ttest_paired": eb.ttest_paired,
    "tost": lambda t: eb.tost(t, margin=0.1),
    "noninferiority": lambda t: eb.noninferiority(t, margin=0.1),
    "pairwise of mcnemar": lambda t: eb.pairwise(eb.mcnemar, t),
    "pairwise of paired t": lambda t: eb.pairwise(eb.ttest_paired, t, omnibus=None),
}
COUNTED = {
    "contingency": eb.contingency,
    "contingency of two": lambda t: eb.contingency(t["bayes"], t["tree"]),
}


def refusal(call, table):
    "The two lines that are offered."
    with pytest.raises(ValueError) as error:
        call(table)
    lines = [line.strip() for line in str(error.value).split("\n")[1:]]
    assert len(lines) == 2
    return lines


def value_of(line, evaluation):
    "What the last expression of a line gives."
    *first, last = line.split("; ")
    space = {**vars(eb), **every(), "evaluation": evaluation}
    exec("; ".join(first), space)
    return eval(last, space)


@pytest.mark.parametrize("asked", [*ASKED, *COUNTED])
@pytest.mark.parametrize("kind", OFTEN)
def test_a_case_that_was_answered_several_times_is_refused_and_both_lines_run(asked, kind):
    evaluation = OFTEN[kind]
    assert evaluation.design.kind == kind
    for line in refusal((ASKED | COUNTED)[asked], evaluation.correct()):
        if "repetition(" in line and not hasattr(evaluation, "repetition"):
            continue
        found = value_of(line, evaluation)
        p = np.ravel(
            found.adjusted if hasattr(found, "adjusted") else getattr(found, "pvalue", 0.5)
        )
        assert ((p >= 0) & (p <= 1)).all()


def test_the_line_of_one_split_asks_about_the_two_models_that_were_asked_about():
    "Models that came apart are named, in their order; the answer is that of the first test set."
    evaluation, table = OFTEN["random splits"], OFTEN["random splits"].correct()
    algorithms, models = refusal(ASKED["mcnemar of two"], table)
    one = table.split == 0
    assert (
        value_of(models, evaluation).pvalue
        == eb.mcnemar(table["bayes"].values[one], table["tree"].values[one]).pvalue
    )
    scores = evaluation.scores()
    assert (
        value_of(algorithms, evaluation).difference
        == eb.ttest_corrected(scores["bayes"], scores["tree"]).difference
    )


def test_other_losses_are_named_in_the_line():
    evaluation = eb.evaluate(
        MODELS,
        X,
        Y,
        cv=ShuffleSplit(3, test_size=0.5, random_state=0),
        response_method="predict_proba",
        progress=False,
    )
    losses = evaluation.losses(eb.core.quadratic)
    _, line = refusal(eb.ttest_paired, losses)
    assert value_of(line, evaluation).difference == pytest.approx(
        np.diff(losses.values[::-1, losses.split == 0].mean(1))[0]
    )


@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("kind", ONCE)
def test_each_case_once_is_never_refused_and_says_which_models(asked, kind):
    found = ASKED[asked](ONCE[kind].correct())
    about = found["tree", "bayes"].estimand if "pairwise" in asked else found.estimand
    assert ("models trained on about 128 cases" in about) == (kind == "k-fold")
    assert ("fitted models" in about) == (kind == "holdout")


@pytest.mark.parametrize("kind", ONCE)
def test_a_table_of_two_models_counts_every_case_once(kind):
    "Of one round of folds it is taken, of plain arrays too, and it holds as many cases as there are."
    table = ONCE[kind].correct()
    assert eb.contingency(table).n == table.shape[-1] == len(np.unique(table.case))
    assert eb.contingency(*OFTEN["random splits"].correct().values).n == 6 * 48


def test_splits_that_happen_not_to_overlap_and_runs_of_an_item_are_not_refused():
    apart = eb.core.Losses(
        [[1, 0, 1, 1], [0, 0, 1, 1]],
        [3, 1, 2, 0],
        [0, 0, 1, 1],
        names=("a", "b"),
        design=eb.core.Design("random splits"),
    )
    assert eb.ttest_paired(apart).difference == 0.25
    records = [
        dict(item=i, model=m, run=r, score=int((i + r + (m == "b")) % 3 > 0))
        for i in range(9)
        for m in "ab"
        for r in range(2)
    ]
    runs = eb.Evaluation.from_records(
        records, item="item", model="model", run="run", score="score"
    ).correct()
    assert (
        eb.mcnemar(runs, cluster=None).pvalue <= 1 and eb.ttest_paired(runs, cluster=None).df == 17
    )
    overlap = eb.core.Losses(
        apart.values, [3, 1, 3, 0], apart.split, names=("a", "b"), design=apart.design
    )
    check_once("f", overlap.values, overlap["a"].values)  # arrays cannot be judged
    with pytest.raises(ValueError):
        check_once("f", 3, {"a": overlap["a"]})


@pytest.mark.parametrize("corrected", (OF_ALL, OF_ONE))
@pytest.mark.parametrize("kind", OFTEN)
def test_the_helper_offers_lines_for_one_model_and_for_all(corrected, kind):
    name = "cochran_q" if corrected == OF_ALL else "estimate_mean"
    lines = refusal(
        lambda table: check_once(name, table, corrected=corrected), OFTEN[kind].correct()
    )
    for line in lines:
        if "repetition(" not in line or hasattr(OFTEN[kind], "repetition"):
            value_of(line, OFTEN[kind])


def test_which_models_an_answer_is_about():
    table = ONCE["k-fold"].correct()
    assert (
        fitted_models(table)
        == fitted_models({"a": table["tree"]})
        == "of models trained on about 128 cases"
    )
    assert (
        fitted_models(table.values)
        == fitted_models(ONCE["holdout"].correct())
        == "of these two fitted models"
    )
    assert table["tree"].label == table[1:][0].label.replace("bayes", "tree") == "tree"


def test_mcnemar_of_repeated_test_sets_was_wrong_and_of_one_round_is_not():
    "Two learners of equal accuracy: 54 % false alarms over thirty splits; one round of ten folds, 400 data sets."
    rng, alarms, pooled = np.random.default_rng(0), [], []
    for _ in range(400):
        y = rng.integers(0, 2, 150)
        features = y[:, None] + 1.5 * rng.normal(size=(150, 2))
        fold = rng.permutation(150) % 10
        right = np.array(
            [stump_folds(features[:, i], y, [fold == k for k in range(10)]) for i in (0, 1)]
        )
        alarms.append(eb.mcnemar(right[0], right[1]).pvalue <= 0.05)
        if len(alarms) <= 100:
            tests = [rng.permutation(150) < 50 for _ in range(30)]
            again = [np.concatenate(stumps(features[:, i], y, tests)) for i in (0, 1)]
            pooled.append(
                eb.mcnemar(*again).pvalue <= 0.05
            )  # bare arrays: nobody can see what they are
    assert np.mean(pooled) > 0.3
    assert stats.binomtest(sum(alarms), 400, 0.05).pvalue > 0.01


def stumps(x, y, tests):
    "Which answers of a threshold between the class means are right, test set by test set."
    answers = []
    for test in tests:
        low, high = (x[~test & (y == k)].mean() for k in (0, 1))
        answers.append(((x[test] > (low + high) / 2) == (high > low)) == y[test])
    return answers


def stump_folds(x, y, tests):
    right = np.empty(len(y), bool)
    for test, answers in zip(tests, stumps(x, y, tests)):
        right[test] = answers
    return right


@pytest.mark.parametrize("kind", ("random splits", "repeated k-fold", "5x2", "bootstrap"))
def test_the_k_fold_t_refuses_test_sets_that_overlap(kind):
    with pytest.raises(ValueError) as error:
        eb.algorithms.ttest_kfold(OFTEN[kind].scores())
    line = str(error.value).split("Use ")[1].rstrip(".")
    assert line.startswith("ttest_5x2cv(" if kind == "5x2" else "ttest_corrected(")
    assert 0 <= value_of(line, OFTEN[kind]).pvalue <= 1
    assert eb.algorithms.ttest_kfold(ONCE["k-fold"].scores()).df == 4


def test_five_rows_of_two_are_said_to_be_five_tests():
    a, b = np.random.default_rng(0).random((2, 5, 2))
    found = eb.algorithms.ttest_kfold(a, b)
    assert (
        np.shape(found.pvalue) == (5,)
        and found.df == 1
        and "assumed" in [n.code for n in found.notes]
    )
    assert "assumed" not in [n.code for n in eb.algorithms.ttest_kfold(a.T, b.T).notes]


# --- what people type first


def test_mcnemar_takes_truth_and_two_predictions():
    rng = np.random.default_rng(1)
    for y in (rng.integers(0, 2, 60), rng.choice(["cat", "dog", "cow"], 60)):
        one, two = (np.where(rng.random(60) < share, y, y[::-1]) for share in (0.9, 0.5))
        expected = eb.mcnemar(eb.core.correctness(y, one), eb.core.correctness(y, two))
        for given in ((y, one, two), (list(y), list(one), pd.Series(two))):
            found = eb.mcnemar(*given)
            assert (found.pvalue, found.difference, found.details) == (
                expected.pvalue,
                expected.difference,
                expected.details,
            )


def test_mcnemar_takes_a_table_of_counts():
    "B is right above: Raschka's layout; a frame of truth values has it below."
    found = eb.mcnemar([[101, 121], [59, 33]], method="chi2")
    assert found.statistic == pytest.approx(
        (121 - 59) ** 2 / 180
    ) and found.difference == pytest.approx(62 / 314)
    assert [n.code for n in found.notes] == ["assumed"]
    assert eb.mcnemar(np.array([[2, 0], [1, 0]])).pvalue == 0.5  # one case, mid-p
    assert eb.mcnemar(pd.DataFrame([[101, 121], [59, 33]])).difference == found.difference
    right = pd.DataFrame({"a": [True] * 7 + [False] * 3, "b": [True] * 4 + [False] * 5 + [True]})
    crossed = eb.mcnemar(pd.crosstab(right["a"], right["b"]))
    assert crossed.difference == eb.mcnemar(right["a"], right["b"]).difference == pytest.approx(0.2)
    with pytest.raises(ValueError) as error:
        eb.mcnemar([[1, 0], [0, 1]])
    for line in str(error.value).split("Write ")[1].rstrip(".").split(", or "):
        assert (
            eval(
                line, {"mcnemar": eb.mcnemar, "Contingency": eb.Contingency, "x": [[1, 0], [0, 1]]}
            ).pvalue
            == 1.0
        )


@pytest.mark.parametrize("method", ("pooled", "unpooled"))
def test_counts_of_two_separate_samples(method):
    expected = eb.models.ztest_proportions(
        [1] * 45 + [0] * 5, [1] * 28 + [0] * 12, paired=False, method=method
    )
    for found in (
        eb.models.ztest_proportions(45, 50, 28, 40, method=method),
        eb.models.ztest_proportions([45, 28], [50, 40], method=method),
        eb.models.ztest_proportions(np.array([45, 28]), np.array([50, 40]), method=method),
    ):
        assert (found.statistic, found.difference, tuple(found.interval())) == (
            expected.statistic,
            expected.difference,
            tuple(expected.interval()),
        )
    if method == "pooled":
        assert expected.pvalue == pytest.approx(proportions_ztest([45, 28], [50, 40])[1], rel=1e-12)
    for wrong in ((45, 40, 28, 50), (45, 50, 28), (45, 0, 28, 50), (-1, 50, 28, 50)):
        with pytest.raises(ValueError):
            eb.models.ztest_proportions(*wrong)
    assert (
        eb.models.ztest_proportions([1, 0], [0, 0]).difference == 0.5
    )  # zeros and ones are two models on two cases


@pytest.mark.parametrize(
    "name, theirs",
    [("BH", "fdr_bh"), ("fdr", "fdr_bh"), ("fdr_bh", "fdr_bh"), ("BY", "fdr_by"), ("fdr_by", "fdr_by"), ("bonf", "bonferroni"),
     ("Holm", "holm"), ("Holm-Sidak", "holm-sidak"), ("holm_sidak", "holm-sidak"), ("simes-hochberg", "simes-hochberg"),
     ("Hommel", "hommel"), ("SIDAK", "sidak")],
)  # fmt: skip
def test_adjustments_have_the_names_of_other_libraries(name, theirs):
    p = np.array([0.002, 0.3, 0.011, 0.04, 0.04, 0.7])
    np.testing.assert_allclose(
        eb.adjust_pvalues(p, method=name), multipletests(p, method=theirs)[1], rtol=1e-12
    )
    right = np.random.default_rng(2).random((4, 50)) < 0.7
    used = eb.pairwise(eb.mcnemar, right, adjust=name)
    np.testing.assert_allclose(
        used.adjusted, multipletests(used.pvalues, method=theirs)[1], rtol=1e-12
    )
    assert eb.pairwise(eb.mcnemar, right, adjust=used.adjust).adjust == used.adjust


def test_pairwise_takes_a_test_by_name_and_either_order():
    scores = pd.DataFrame(np.random.default_rng(3).random((12, 3)), columns=list("abc"))
    right = (scores > 0.4).astype(int)
    for models, test, names in (
        (scores, eb.wilcoxon_test, ("wilcoxon", "Wilcoxon", "wilcoxon_test")),
        (scores, eb.ttest_paired, ("ttest", "t", "paired", "ttest_paired")),
        (right, eb.mcnemar, ("mcnemar", "McNemar")),
        (scores, eb.permutation_test, ("permutation",)),
        (ONCE["k-fold"].scores(), eb.ttest_corrected, ("ttest", "corrected")),
    ):
        expected = eb.pairwise(test, models).adjusted
        calls = [lambda: eb.pairwise(models, test), lambda: eb.pairwise(test=test, models=models)]
        calls += [lambda name=name: eb.pairwise(models, test=name) for name in names]
        calls += [lambda name=name: eb.pairwise(name, models) for name in names]
        assert all(np.array_equal(call().adjusted, expected) for call in calls)
    for wrong in (
        (scores,),
        (eb.mcnemar,),
        (scores, scores),
        (eb.mcnemar, eb.mcnemar),
        (right, "anova"),
    ):
        with pytest.raises(ValueError, match="pairwise"):
            eb.pairwise(*wrong)


def test_lists_of_models_are_a_table():
    rows = [[1, 1, 0, 1, 0, 1], [0, 1, 0, 1, 1, 1], [0, 0, 0, 1, 0, 1]]
    assert eb.cochran_q(rows).statistic == eb.cochran_q(np.array(rows)).statistic > 0


A8, B8 = (
    [0.81, 0.83, 0.80, 0.82, 0.84, 0.83, 0.82, 0.81],
    [0.82, 0.82, 0.81, 0.82, 0.83, 0.84, 0.81, 0.82],
)
SIZES = {"n_train": 70, "n_test": 10}


def test_tost_takes_two_edges_or_one_margin():
    expected = eb.tost(A8, B8, margin=(-0.02, 0.03), **SIZES)
    for found in (
        eb.tost(A8, B8, -0.02, 0.03, **SIZES),
        eb.tost(A8, B8, low=-0.02, upp=0.03, **SIZES),
    ):
        assert (found.pvalue, found.margin) == (expected.pvalue, expected.margin)
    assert eb.tost(A8, B8, 0.02, **SIZES).pvalue == eb.tost(A8, B8, margin=0.02, **SIZES).pvalue
    for wrong in ({}, {"margin": 0.02, "low": -0.02}, {"upp": 0.02}, {"low": 0.02, "upp": -0.02}):
        with pytest.raises(ValueError, match="margin"):
            eb.tost(A8, B8, **wrong, **SIZES)


def test_a_margin_that_no_share_can_exceed_is_refused():
    "0.2.0 called any two lists of shares equivalent within 5, p = 3e-10."
    for models in ((A8, B8), ({"a": A8, "b": B8},)):
        with pytest.raises(ValueError, match="below 1"):
            eb.tost(*models, margin=5, **SIZES)
    assert eb.tost(100 * np.array(A8), 100 * np.array(B8), margin=5, **SIZES).pvalue < 0.05


def test_the_pooled_t_is_students():
    rng = np.random.default_rng(4)
    x, y = rng.normal(size=(3, 9)), rng.normal(0.5, 2, (3, 6))
    found, theirs = (
        eb.algorithms.ttest_unpaired(x, y, method="pooled"),
        stats.ttest_ind(x, y, axis=-1, equal_var=True),
    )
    np.testing.assert_allclose(
        (found.statistic, found.pvalue), (theirs.statistic, theirs.pvalue), rtol=1e-12
    )
    by_hand = eb.algorithms.ttest_unpaired(
        [1.0, 3.0], [4.0, 6.0, 8.0], method="pooled"
    )  # variances 2 and 4: (2 + 8) / 3
    assert (by_hand.df, by_hand.difference) == (3, -4.0)
    assert by_hand.standard_error == pytest.approx(np.sqrt(10 / 3 * (1 / 2 + 1 / 3)))
    assert eb.algorithms.ttest_unpaired(x[0], y[0]).pvalue != found.pvalue[0]
    assert eb.algorithms.ttest_unpaired([1.0, 1.0], [1.0, 1.0], method="pooled").pvalue == 1.0


def losses_of_two():
    "Absolute errors of two regressions on the same cases: the second is plainly better."
    rng = np.random.default_rng(2)
    y = rng.normal(50, 5, 240)
    answers = {"new": y + rng.normal(0, 1.4, 240), "old": y + rng.normal(0, 1.0, 240)}
    return eb.Evaluation.from_predictions(y, answers, task="regression").losses(eb.absolute)


LOSSES = losses_of_two()


@pytest.mark.parametrize(
    "test",
    [
        lambda: eb.ttest_paired(LOSSES),
        lambda: eb.ttest_paired(LOSSES["new"], LOSSES["old"]),
        lambda: {"new": LOSSES["new"], "old": LOSSES["old"]},
        lambda: LOSSES,
    ],
)
def test_not_worse_takes_the_direction_of_the_losses(test):
    "A finished test of losses was judged as if more were better, and the worse model was called not worse."
    found = eb.noninferiority(test(), margin=0.1)
    assert found.margin == (-np.inf, 0.1) and found.pvalue > 0.9


def test_not_worse_asks_for_the_direction_of_plain_numbers():
    new, old = LOSSES.values
    with pytest.raises(ValueError, match="and higher_is_better=;"):
        eb.noninferiority(new, old, margin=0.1)
    with pytest.raises(ValueError, match="Add higher_is_better=False of losses"):
        eb.noninferiority(eb.ttest_paired(new, old), margin=0.1)
    asked = {"margin": 0.1, "higher_is_better": False}
    assert eb.noninferiority(eb.ttest_paired(new, old), **asked).pvalue > 0.9
    scores = eb.ttest_corrected(A8, B8, **SIZES)
    assert eb.noninferiority(scores, margin=0.1).margin == (-0.1, np.inf)


def test_a_direction_that_was_given_is_said_too():
    scores = eb.core.Scores([A8, B8], names=("new", "old"))
    found = eb.noninferiority(scores, margin=5, higher_is_better=False, **SIZES)
    assert "new is not worse" in str(found)


@pytest.mark.parametrize(
    "margin, said", [((-0.1, np.inf), "(more being better)"), ((-np.inf, 9), "(less being better)")]
)
def test_an_open_side_of_plain_numbers_says_what_it_supposes(margin, said):
    assert f"a is not worse {said}" in str(eb.tost(eb.ttest_paired(*LOSSES.values), margin=margin))


@pytest.mark.parametrize("margin", [-0.3, (-0.3, np.inf), np.inf, "x", 0])
def test_a_margin_that_is_one_number_is_asked_for_as_one(margin):
    "noninferiority sent -0.3 to a pair, and refused the pair."
    test = eb.ttest_paired([1, 2, 3], [2, 2, 4])
    with pytest.raises(ValueError, match="needs one margin, a positive number") as found:
        eb.noninferiority(test, margin=margin, higher_is_better=False)
    assert "(low, high)" not in str(found.value)


COUNTS = np.repeat([[1, 1], [1, 0], [0, 1], [0, 0]], [35, 16, 6, 3], axis=0).T
CROSSED = {  # labels of right and wrong
    "0 and 1": (0, 1),
    "floats": (0.0, 1.0),
    "text": ("0", "1"),
    "words": ("wrong", "right"),
    "truth values": (False, True),
    "sides": ("a_incorrect", "a correct"),
}


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("labels", CROSSED.values(), ids=CROSSED)
def test_a_crosstab_is_read_by_its_labels(labels, turned):
    "A crosstab of zeros and ones was read from its upper left corner: the loser was named the winner."
    a, b = (np.array(labels, object)[v] for v in COUNTS)
    table = pd.crosstab(a, b)
    table = table.iloc[::-1] if turned else table
    direct = eb.mcnemar(*COUNTS)
    assert (direct.difference, direct.pvalue) == (10 / 60, eb.mcnemar(table).pvalue)
    assert eb.mcnemar(table).difference == direct.difference
    assert eb.Contingency.from_array(table).to_array().tolist() == [[35, 16], [6, 3]]
    assert eb.Contingency.from_array(table, "dietterich").only_a == 16
    assert eb.models.ztest_proportions(table).difference == direct.difference
    assert eb.interval_difference(table).value == direct.difference
    assert eb.algorithms.ztest_tango(table, margin=0.05).difference == direct.difference
    assert eb.posterior_models(table, rope=0.01).probabilities[2] > 0.9
    assert eb.models.estimate_odds_ratio(table).value == 16 / 6
    for effect in (eb.models.estimate_odds_ratio, eb.models.estimate_cohens_g):
        assert [n.code for n in effect(table).notes] == ["assumed"]
    for test in (eb.ttest_paired, eb.permutation_test, eb.wilcoxon_test, eb.from_pilot):
        with pytest.raises(ValueError, match="one result a case, got a crosstab"):
            test(table)


def test_a_crosstab_whose_labels_do_not_say_what_is_right_is_refused():
    animals = pd.crosstab(*(np.array(["cat", "dog"])[v] for v in COUNTS))
    one_side = pd.DataFrame([[35, 16], [6, 3]], columns=["right", "wrong"])
    with pytest.raises(ValueError, match="needs columns with different names"):
        eb.mcnemar(pd.DataFrame([[3, 4], [5, 6]], [1, 1], [1, 1]))
    for table in (animals, one_side):
        with pytest.raises(ValueError, match="needs labels such as") as error:
            eb.mcnemar(table)
        line = str(error.value).split("right first: ")[1].rstrip(".")
        assert (
            eval(line, {"Contingency": eb.Contingency, "crosstab": table}).n
            == table.to_numpy().sum()
        )


def test_a_table_of_shares_is_called_one():
    "It was called a table of zeros and ones."
    shares = pd.crosstab(*COUNTS, normalize=True)
    for table in (shares, shares.to_numpy()):
        with pytest.raises(ValueError, match="got a 2x2 table of shares. Give the counts"):
            eb.mcnemar(table)


def codes(found):
    return [note.code for note in found.notes]


@pytest.mark.parametrize("kind", ["random splits", "repeated k-fold", "5x2"])
def test_scores_of_splits_are_no_cases(kind):
    "The permutation test said nothing of scores that overlap, and that of Diebold and Mariano took them for times."
    scores = OFTEN[kind].scores()
    for found in (
        eb.permutation_test(scores),
        eb.models.estimate_paired_d(scores["bayes"], scores["tree"]),
        eb.models.estimate_cliffs_delta(scores["bayes"], scores["tree"]),
    ):
        assert "overlapping_test_sets" in codes(found)
        assert np.ndim(found.value if hasattr(found, "value") else found.pvalue) == 0
        assert "over training sets of" in found.estimand and "fitted" not in found.estimand
    with pytest.raises(ValueError, match="scores of splits"):
        eb.algorithms.ttest_diebold_mariano(scores)
    with pytest.raises(ValueError, match="each case answered once"):
        eb.algorithms.ttest_diebold_mariano(OFTEN[kind].correct())
    for test in (eb.algorithms.ttest_resampled, eb.algorithms.ttest_kfold, eb.ttest_corrected):
        with pytest.raises(ValueError, match="scores of splits, got one number a case"):
            test(OFTEN[kind].correct())


def test_groups_and_pools_are_named_where_cases_are_taken_as_independent():
    "A test at every case, tests of signs and pilots said nothing: equal models differed in 56 of 100 runs."
    y = np.tile([0, 1], 20)
    grouped = eb.from_predictions(
        y, {"a": y, "b": np.roll(y, 1) * y}, groups=np.repeat(range(8), 5)
    )
    table = grouped.correct()
    pilot = eb.from_pilot(table)
    for found in (
        eb.laboratory.sequential_difference(table),
        eb.algorithms.sign_test(table),
        eb.wilcoxon_test(table),
        eb.algorithms.interval_wilcoxon(table),
        pilot,
        eb.plan_mcnemar(0.1, pilot=pilot),
    ):
        assert "grouped_cases" in codes(found)
    pooled = ONCE["k-fold"].correct()
    assert "pooled_folds" in codes(eb.algorithms.sign_test(pooled))
    assert "pooled_folds" in codes(eb.algorithms.ttest_diebold_mariano(pooled))


def test_effects_of_several_splits_are_about_several_models():
    "Two lines of one result said: of these two fitted models, and of different ones."
    table = ONCE["k-fold"].correct()
    pair = table["bayes"], table["tree"]
    for found in (
        eb.models.estimate_odds_ratio(table),
        eb.models.estimate_cohens_g(table),
        eb.models.estimate_cohens_h(table),
        eb.models.ztest_clustered(table, cluster=np.arange(160) // 4),
        eb.models.estimate_paired_d(*pair),
        eb.models.estimate_cliffs_delta(*pair),
    ):
        assert found.estimand.endswith("of models trained on about 128 cases")


def test_clusters_of_one_case_are_not_said_to_be_shared():
    a, b = [1, 0, 1, 0, 1], [0, 0, 1, 1, 1]
    alone = eb.models.ztest_clustered(a, b, cluster=range(5))
    assert "clustered" not in codes(alone) and "clustered" in codes(
        eb.models.ztest_clustered(a, b, cluster=[1, 1, 2, 3, 4])
    )
    flipped = eb.permutation_test(a, b, cluster=[1, 1, 2, 3, 4])
    assert flipped.standard_error is None and "standard error" not in str(flipped)


def test_identical_results_are_not_said_to_be_of_two_models():
    for found in (
        eb.friedman_test(np.ones((5, 3))),
        eb.cochran_q(np.ones((3, 10))),
        eb.models.ftest_looney(np.ones((3, 10))),
        eb.models.ztest_proportions(0, 3, 0, 9),
    ):
        assert "The results are identical" in str(found) and "two models have" not in str(found)


def test_a_wrong_transpose_is_not_offered():
    with pytest.raises(ValueError, match="3 models on 1 case. Give more cases"):
        eb.cochran_q(np.array([[1], [0], [1]]))
    with pytest.raises(ValueError, match="pass the transpose"):
        eb.cochran_q(np.array([[1, 0], [0, 1], [1, 1]]))


def test_counts_of_several_pairs_of_test_sets():
    "A batch of counts died in a TypeError."
    many = eb.models.ztest_proportions([8, 9], [10, 10], [5, 5], [10, 10])
    each = [eb.models.ztest_proportions(k, 10, 5, 10).pvalue for k in (8, 9)]
    assert many.pvalue.tolist() == each


def test_a_missing_value_is_named_by_its_argument():
    with pytest.raises(ValueError, match=r"pd.notna\(correct\)"):
        eb.models.estimate_pass([[1, 0, np.nan], [1, 1, 0]], 1)
    with pytest.raises(ValueError, match=r"pd.notna\(b\)"):
        eb.ttest_crossed(np.ones((3, 2)), np.array([[1, np.nan], [1, 2], [3, 4]]))


def test_a_correction_by_its_word_elsewhere():
    "It proposed method=False."
    a, b = COUNTS
    with pytest.raises(TypeError) as error:
        eb.mcnemar(a, b, correction=False)
    line = str(error.value).split("Write:\n")[1].strip()
    assert eval(line, {"mcnemar": eb.mcnemar, "a": a, "b": b}).name == "McNemar, chi2"


@pytest.mark.parametrize("made", ["series", "table", "frame"])
def test_losses_whose_dates_are_out_of_order_are_no_series_in_time(made):
    "They were taken in the order of the rows: p = .033 for .151 of the same values by date."
    rng = np.random.default_rng(0)
    y = pd.Series(rng.normal(size=60), pd.date_range("2024-01-01", periods=60))
    frame = pd.DataFrame({"a": rng.random(60), "b": rng.random(60)}, y.index)

    def losses(order):
        truth, table = y.iloc[order], frame.iloc[order]
        if made == "table":
            return (eb.from_predictions(truth, table.add(truth, axis=0)).losses(eb.squared),)
        return (table,) if made == "frame" else (table.a, table.b)

    test = eb.algorithms.ttest_diebold_mariano
    forward = test(*losses(np.arange(60)), horizon=2)
    assert test(*losses(np.arange(60)[::-1]), horizon=2).pvalue == pytest.approx(forward.pvalue)
    with pytest.raises(ValueError, match="order of time, got dates out of order"):
        test(*losses(rng.permutation(60)), horizon=2)
