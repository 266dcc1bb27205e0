"""Chapters 6.5 and 6.6: Dunn's own critical difference, frames that say what they are, the rank diagram as a file, the short report."""

import itertools

import matplotlib
import numpy as np
import pandas as pd
import pytest
from scipy import stats

import evalbook as eb
from evalbook.algorithms.ranks import report_of_ranks

matplotlib.use("agg")

RNG = np.random.default_rng(8)
TABLE = pd.DataFrame(
    np.round(RNG.normal(0.8, 0.02, (14, 4)) + [0, 0.006, 0.006, 0.014], 3),
    [f"set {i}" for i in range(14)],
    columns=list("ABCD"),
)
LONG = pd.DataFrame(
    [
        (d, a, s, TABLE.loc[d, a] + 0.001 * (s - 1))
        for d, a, s in itertools.product(TABLE.index, TABLE.columns, range(3))
    ],
    columns=["dataset", "algorithm", "seed", "accuracy"],
)


@pytest.mark.parametrize("level", [0.01, 0.05, 0.1])
@pytest.mark.parametrize("control", list("ABCD"))
def test_the_critical_difference_of_bonferroni_dunn_is_what_its_adjusted_p_values_say(
    control, level
):
    d = eb.algorithms.dunn_test(TABLE, control, adjust="bonferroni")
    reach = d.critical_difference(level)
    assert abs(reach - stats.norm.isf(level / 6) * np.sqrt(4 * 5 / (6 * 14))) < 1e-12
    assert ((np.abs(d.difference) > reach) == (d.adjusted < level)).all()


def test_the_critical_difference_of_the_review():
    d = eb.algorithms.dunn_test(TABLE, "A", adjust="bonferroni")
    assert (
        round(d.critical_difference(), 3) == 1.168
        and round(eb.algorithms.nemenyi_test(TABLE).critical_difference(), 3) == 1.254
    )


@pytest.mark.parametrize(
    "adjust", ["holm", "hochberg", "hommel", "bh", "by", "holm-sidak", "sidak"]
)
def test_other_adjustments_have_no_critical_difference_and_the_message_names_what_has(adjust):
    d = eb.algorithms.dunn_test(TABLE, "A", adjust=adjust)
    with pytest.raises(ValueError, match=r"dunn_test\(scores, 'A', adjust='bonferroni'\)"):
        d.critical_difference()


@pytest.mark.parametrize("adjust", ["holm", "bonferroni", "bh"])
@pytest.mark.parametrize("control", list("ABCD"))
def test_the_bar_of_dunn_joins_the_control_with_those_not_found_different(control, adjust):
    d = eb.algorithms.dunn_test(TABLE, control, adjust=adjust)
    drawn = [line.get_xdata() for line in d.plot().lines if line.get_linewidth() == 4]
    alike = [d.ranks[b] for (_, b), p in zip(d.pairs, d.adjusted) if p > 0.05] + [d.ranks[control]]
    assert len(drawn) == (len(alike) > 1)
    for ends in drawn:
        assert (min(ends), max(ends)) == (min(alike), max(alike))
    matplotlib.pyplot.close("all")


@pytest.mark.parametrize("k", [3, 4, 5, 7])
def test_shaffer_is_for_all_pairs_only(k):
    with pytest.raises(ValueError, match="adjust is one of"):
        eb.algorithms.dunn_test(RNG.normal(size=(9, k)), "algorithm 0", adjust="shaffer")


@pytest.mark.parametrize(
    "frame",
    [
        LONG,
        LONG.drop(columns="seed"),
        LONG.rename(columns={"dataset": "Data_Set", "algorithm": "model", "seed": "fold"}),
        LONG.rename(columns={"algorithm": "who"}),
        LONG.sort_values("accuracy").reset_index(),
        TABLE.reset_index(names="name"),
        TABLE.reset_index(drop=True).rename_axis("id").reset_index(),
        LONG.pivot(index=["dataset", "seed"], columns="algorithm", values="accuracy").reset_index(),
        {name: TABLE[name].tolist() for name in TABLE},
    ],
)
def test_frames_that_say_what_they_are(frame):
    plain = eb.friedman_test(TABLE)
    assert abs(eb.friedman_test(frame).pvalue - plain.pvalue) < 1e-12
    assert (
        abs(
            eb.algorithms.average_ranks(frame)[list("ABCD")] - eb.algorithms.average_ranks(TABLE)
        ).max()
        < 1e-12
    )
    assert len(eb.algorithms.win_tie_loss(frame)) == 6


def test_runs_are_averaged_and_a_note_says_how_many():
    note = eb.friedman_test(LONG).notes[0]
    assert note.code == "assumed" and " 3 " in note.text
    assert eb.score_table(LONG).runs.shape == (14, 4, 3) and eb.score_table(LONG).paired
    assert not eb.friedman_test(TABLE.reset_index()).notes


def test_two_algorithms_of_a_long_frame():
    two = LONG[LONG.algorithm.isin(["A", "D"])]
    wanted = eb.wilcoxon_test(TABLE["A"], TABLE["D"])
    for frame in (two, TABLE[["A", "D"]].reset_index()):
        assert abs(eb.wilcoxon_test(frame).pvalue - wanted.pvalue) < 1e-12
        assert (
            abs(
                eb.algorithms.sign_test(frame).pvalue
                - eb.algorithms.sign_test(TABLE["A"], TABLE["D"]).pvalue
            )
            < 1e-12
        )
    assert "table" in str(pytest.raises(ValueError, eb.wilcoxon_test, LONG).value)


@pytest.mark.parametrize(
    "bad",
    [
        LONG.rename(columns={"dataset": "x", "algorithm": "y"}),
        LONG.assign(f1=0.3),
        LONG.assign(metric="accuracy"),
    ],
)
def test_a_long_frame_that_does_not_say_gets_a_line_that_runs(bad):
    with pytest.raises(ValueError) as caught:
        eb.friedman_test(bad)
    line = str(caught.value).split(" Say ")[1].rstrip(".")
    table = eval(line, {"score_table": eb.score_table, "frame": bad})
    assert set(table.algorithms) == set("ABCD")


def test_a_column_called_error_needs_a_direction():
    frame = LONG.rename(columns={"accuracy": "error"})
    with pytest.raises(ValueError, match="higher_is_better=False"):
        eb.friedman_test(frame)
    turned = eb.algorithms.average_ranks(frame, higher_is_better=False)
    assert abs(turned["D"] - 5 + eb.algorithms.average_ranks(TABLE)["D"]) < 1e-12


def test_columns_with_numbers_are_never_names():
    numbers = TABLE.reset_index(drop=True)
    assert eb.score_table(numbers).algorithms == tuple("ABCD")
    assert eb.score_table(numbers.rename(columns={"A": "seed"})).algorithms == (
        "seed",
        "B",
        "C",
        "D",
    )


def test_the_rank_diagram_can_be_saved(tmp_path):
    drawn = eb.plot_ranks(TABLE)
    drawn.savefig(tmp_path / "cd.pdf")
    assert (tmp_path / "cd.pdf").stat().st_size > 1000
    assert len(drawn) == 2 and drawn[1].figure is drawn.figure
    matplotlib.pyplot.close("all")


def test_the_report_of_ranks_says_what_the_tests_say():
    ahead = TABLE.assign(D=TABLE["D"] + 0.05)
    r = report_of_ranks(ahead)
    x = ahead.to_numpy().T
    pairs = list(itertools.combinations(range(4), 2))
    p = eb.adjust_pvalues([eb.wilcoxon_test(x[i], x[k]).pvalue for i, k in pairs])
    against = {(i, k): v for (i, k), v in zip(pairs, p)}
    table = r.to_frame().set_index("algorithm")
    assert table.index[0] == "D" and np.isnan(table.loc["D", "adjusted"])
    for j, name in enumerate("ABC"):
        assert abs(table.loc[name, "adjusted"] - against[j, 3]) < 1e-12
    assert table["wins"].tolist() == [(ahead[n] == ahead.max(axis=1)).sum() for n in table.index]
    assert (
        abs(table["average_rank"] - eb.algorithms.average_ranks(ahead)[table.index]).max() < 1e-12
    )
    assert r.friedman.pvalue == eb.friedman_test(ahead[list(table.index)]).pvalue
    assert r.answer in str(r) and all(name in str(r) for name in "ABCD")
    assert len(r.plot()) == 2
    matplotlib.pyplot.close("all")
    turned = report_of_ranks(-ahead, higher_is_better=False).to_frame()
    assert turned["algorithm"].tolist() == list(table.index)
    np.testing.assert_allclose(turned["adjusted"], table["adjusted"])


def test_two_algorithms_are_no_family_and_have_no_test_of_friedman():
    "The F distribution gave p = .0199 of seven wins in eight; the sign test gives .0703."
    base = np.array([0.61, 0.72, 0.83, 0.91, 0.77, 0.68, 0.88, 0.95])
    gain = np.array([0.01, 0.02, 0.015, 0.03, 0.012, 0.011, 0.02, -0.04])
    said = report_of_ranks({"a": base + gain, "b": base}).answer
    p = eb.wilcoxon_test(base + gain, base).pvalue
    assert f"does not separate a from b (p = {p:.2g})" in said
    for word in ("Friedman", "pairs", "Holm", "adjusted"):
        assert word not in said
    sure = report_of_ranks({"a": base + abs(gain), "b": base})
    assert "separates a from b" in sure.answer
    assert "pair" not in sure.plot()[1].get_xlabel()
    matplotlib.pyplot.close("all")


def test_over_which_data_sets_the_means_are_is_said():
    gaps = TABLE.mask(np.arange(len(TABLE))[:, None] == [0, 1, 1, -1])
    (note,) = [n.text for n in report_of_ranks(gaps).notes if n.text.startswith("Each pair")]
    assert note.endswith(f"means are over the {len(gaps) - 2} that have all.")


def test_the_report_of_three_data_sets_says_that_nothing_can_be_found():
    r = report_of_ranks(TABLE.iloc[:3])
    assert [n.code for n in r.notes] == ["few_cases"]
    assert r.to_frame()["adjusted"].min() >= 6 * 2 / 2**3 or r.to_frame()["adjusted"].min() == 1


def test_the_report_of_five_data_sets_has_no_limits_and_a_picture():
    report = report_of_ranks(RNG.random((5, 3)))
    assert np.isinf(report.differences[1:, 1:]).all() and "inf" not in report.answer
    panels = report.plot()
    panels.figure.canvas.draw()
    assert np.ptp(panels[1].get_xlim()) < 2


def test_an_algorithm_may_be_called_measure():
    scores = RNG.random((8, 3))
    frame = pd.DataFrame(scores, list("abcdefgh"), ["measure", "algorithms", "values"])
    assert eb.algorithms.friedman_test(frame).pvalue == eb.algorithms.friedman_test(scores).pvalue


def test_friedman_and_nemenyi_by_the_printed_formulas():
    R = TABLE.rank(axis=1, ascending=False)
    N, k = R.shape
    chi2 = 12 * N / (k * (k + 1)) * ((R.mean() ** 2).sum() - k * (k + 1) ** 2 / 4)
    ties = sum(
        (c**3 - c).sum()
        for c in ([*map(lambda v: (row == v).sum(), set(row))] for row in R.to_numpy())
        for c in [np.array(c)]
    )
    chi2 /= 1 - ties / (N * (k**3 - k))
    assert abs(eb.friedman_test(TABLE, method="chi-square").statistic - chi2) < 1e-9
    assert abs(eb.friedman_test(TABLE).statistic - (N - 1) * chi2 / (N * (k - 1) - chi2)) < 1e-9
    found = eb.algorithms.nemenyi_test(TABLE)
    for (a, b), gap, p in zip(found.pairs, found.difference, found.adjusted):
        assert abs(gap - (R[a].mean() - R[b].mean())) < 1e-12
        q = np.sqrt(2) * abs(gap) / np.sqrt(k * (k + 1) / (6 * N))
        assert abs(p - stats.studentized_range.sf(q, k, np.inf)) < 1e-8


@pytest.mark.parametrize(
    "function", [eb.wilcoxon_test, eb.algorithms.sign_test, eb.algorithms.interval_wilcoxon]
)
def test_cases_from_overlapping_test_sets_are_refused(function):
    from sklearn.datasets import load_iris
    from sklearn.model_selection import RepeatedStratifiedKFold, StratifiedKFold
    from sklearn.naive_bayes import GaussianNB
    from sklearn.tree import DecisionTreeClassifier

    X, y = load_iris(return_X_y=True)
    models = {"tree": DecisionTreeClassifier(random_state=0), "bayes": GaussianNB()}
    often = RepeatedStratifiedKFold(n_splits=5, n_repeats=2, random_state=0)
    table = eb.evaluate(models, X, y, cv=often, progress=False).losses()
    for given in ((table,), (table["tree"], table["bayes"])):
        with pytest.raises(ValueError, match="each case answered once") as caught:
            function(*given)
        assert "ttest_corrected(evaluation.scores()" in str(caught.value)
    once = eb.evaluate(
        models, X, y, cv=StratifiedKFold(5, shuffle=True, random_state=0), progress=False
    ).losses()
    assert function(once) is not None and function(once["tree"], once["bayes"]) is not None


def bars_in(axes):
    "The average ranks at both ends of each bar of a rank diagram."
    return [tuple(line.get_xdata()) for line in axes.lines if line.get_linewidth() == 4]


@pytest.mark.parametrize("method", ["wilcoxon", "t"])
def test_the_bars_of_the_rank_diagram_are_those_of_the_tests_beside_it(method):
    "They were Nemenyi's, and joined algorithms that the tests of the same page had separated."
    test, said = {
        "wilcoxon": (eb.wilcoxon_test, "Wilcoxon's tests (Holm)"),
        "t": (eb.ttest_paired, "paired t tests (Holm)"),
    }[method]
    found = 0
    for seed in range(5):
        draws = np.random.default_rng(seed)
        table = pd.DataFrame(
            draws.normal(0, 1, (12, 5)) + [0, 0.4, 0.7, 1.0, 1.9], columns=[*"ABCDE"]
        )
        ranks = eb.algorithms.average_ranks(table).sort_values(kind="stable")
        pairs = eb.pairwise(test, table, omnibus=None).to_frame()
        apart = {frozenset((r.a, r.b)) for r in pairs.itertuples() if r.adjusted <= 0.05}
        runs = [
            (i, j)
            for i, j in itertools.combinations(range(5), 2)
            if not any(
                frozenset(p) in apart for p in itertools.combinations(ranks.index[i : j + 1], 2)
            )
        ]
        longest = [
            r for r in runs if not any(o != r and o[0] <= r[0] and r[1] <= o[1] for o in runs)
        ]
        panels = eb.plot_ranks(table, method=method)
        assert bars_in(panels[0]) == [(ranks.iloc[i], ranks.iloc[j]) for i, j in longest], seed
        assert said in panels[0].get_xlabel()
        found += len(longest)
        matplotlib.pyplot.close("all")
    assert found > 5
