"""`print(result)` says every number that it holds, as people say numbers, and every note."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

import evalbook as eb
from evalbook.core.losses import correctness
from evalbook.core.wording import said_p

RNG = np.random.default_rng(0)
Y = RNG.integers(0, 2, 190)
GOOD, FAIR = (np.where(RNG.random(190) < p, Y, 1 - Y) for p in (0.95, 0.85))
RUN = eb.Evaluation.from_predictions(Y, {"good": GOOD, "fair": FAIR})


def numbers(text: str) -> list[float]:
    "Every number in a text, percent and points as they stand."
    return [
        float(v) for v in re.findall(r"(?<![\w.])-?\d*\.?\d+(?:e-?\d+)?", text.replace("95 %", ""))
    ]


def test_an_estimate_prints_its_value_and_limits_in_percent():
    found = eb.estimate_accuracy(GOOD == Y)
    first = str(found).splitlines()[0]
    said = [100 * found.value, *(100 * v for v in found.interval())]
    assert numbers(first) == pytest.approx(said, abs=0.051)


def test_an_interval_prints_its_limits():
    found = eb.interval_proportion(181, 190)
    assert numbers(str(found).splitlines()[0]) == pytest.approx([found.value, *found], rel=1e-3)


@pytest.mark.parametrize("swap", [False, True])
def test_a_test_of_named_models_says_who_leads(swap):
    "The leader comes first whichever way the two are given, and the limits turn with it."
    right = RUN.correct()
    found = eb.mcnemar(right["fair"], right["good"]) if swap else eb.mcnemar(right)
    low, high = found.interval()
    sign = -1 if swap else 1
    limits = sorted((sign * 100 * low, sign * 100 * high))
    first = str(found).splitlines()[0]
    assert first.startswith("good leads fair by ")
    said = numbers(first)
    assert said[:3] == pytest.approx([100 * abs(found.difference), *limits], abs=0.051)
    assert said[3] == pytest.approx(found.pvalue, rel=0.05)


def test_the_names_of_two_models_stand_in_what_the_test_is_about():
    "Also where a name looks like the letter of the other model."
    named = {"of b": GOOD == Y, "of a minus": FAIR == Y}
    about = "about: accuracy of of b minus accuracy of of a minus, of these two fitted models"
    assert about in str(eb.mcnemar(named)).splitlines()
    about = "about: accuracy of a minus accuracy of b, of these two fitted models"
    assert about in str(eb.mcnemar(GOOD == Y, FAIR == Y)).splitlines()


def test_the_names_of_the_entries_of_a_batch_are_no_models():
    "An interval is named after its entries: two of them are not a and b."
    of_two = eb.core.Interval([0.1, 0.2], [0.3, 0.4], 0.95, estimand="mean of a minus mean of b")
    named = replace(of_two, names=("first", "second"))
    assert "about: mean of a minus mean of b" in str(named).splitlines()


def test_plain_numbers_have_no_direction():
    a, b = RNG.normal(size=(2, 30))
    found = eb.ttest_corrected(a, b, n_train=100, n_test=50)
    first = str(found).splitlines()[0]
    assert first.startswith("a - b = ")
    assert numbers(first) == pytest.approx(
        [found.difference, *found.interval(), found.pvalue], rel=0.05
    )


def test_a_loss_leads_where_it_is_smaller():
    found = eb.ttest_paired(RUN.losses())
    assert found.difference < 0 and str(found).startswith("good leads fair by ")


@pytest.mark.parametrize(
    "found",
    [
        eb.ttest_paired([0.9] * 20, [0.85] * 20),
        eb.estimate_accuracy(np.ones(30)),
        eb.mcnemar_counts(0, 0, 50),
        eb.interval_proportion([3, 5], 9),
    ],
    ids=["zero variance", "all alike", "no disagreement", "no note"],
)
def test_every_note_is_printed_on_a_line_of_its_own(found):
    lines = str(found).splitlines()
    said = [line.split(": ", 1)[1] for line in lines if line.startswith("note")]
    assert said == [note.text for note in found.notes]


def test_a_batch_is_printed_by_names_up_to_ten_and_counted_beyond():
    found = eb.estimate_accuracy(RUN.correct())
    lines = str(found).splitlines()
    assert [line.split(":")[0] for line in lines[:2]] == ["good", "fair"]
    assert numbers(lines[1])[0] == pytest.approx(100 * correctness(Y, FAIR).mean(), abs=0.051)
    many = str(eb.estimate_accuracy(RNG.integers(0, 2, (12, 40)))).splitlines()
    assert sum(line.startswith("accuracy") for line in many) == 3 and "... and 9 more" in many
    assert "array" not in repr(eb.estimate_accuracy(RNG.integers(0, 2, (10, 40))))


def test_a_p_value_is_never_a_false_zero():
    tiny = eb.mcnemar_counts(3000, 1000)
    assert tiny.pvalue > 0 and numbers(str(tiny).splitlines()[0])[-1] == pytest.approx(
        tiny.pvalue, rel=0.06
    )
    gone = eb.mcnemar_counts(30_000, 1)
    assert f"{gone.log10_pvalue:.1f}" in str(gone)


def test_one_sided_limits_have_one_end():
    low, high = eb.ttest_paired(*RNG.normal(size=(2, 40)), alternative="greater").interval()
    assert np.isposinf(high)
    said = str(eb.ttest_paired(RUN.losses(), alternative="less")).splitlines()[0]
    assert "inf" not in said and "nan" not in said


SETS = RNG.normal([0.0, 0.1, 0.8, 1.6], size=(20, 4))


def pair_of(first, second):
    "Two of the models, in this order."
    right = RUN.correct()
    return right[first], right[second]


@pytest.mark.parametrize("names", [("good", "fair"), ("fair", "good")])
@pytest.mark.parametrize("margin", [0.02, 0.3, (-0.02, np.inf), (-np.inf, 0.02)], ids=str)
def test_an_equivalence_says_its_limits_at_90_beside_the_margin_and_its_verdict(names, margin):
    "Margin and limits are those of the leader minus the other, whichever way the two were given."
    found = eb.algorithms.ztest_tango(*pair_of(*names), margin=margin)
    first = str(found).splitlines()[0].replace("90 %", "").replace("at 5 %", "")
    sign = 1 if found.difference > 0 else -1
    limits = sorted(sign * 100 * v for v in found.interval(0.9))
    edges = sorted(sign * 100 * v for v in found.margin)
    edges = edges[1:] if edges[0] == -edges[1] else [v for v in edges if np.isfinite(v)]
    assert first.startswith("good leads fair by ")
    open_side = np.isinf(found.margin[1]), np.isinf(found.margin[0])
    whose = dict(zip(open_side, names)).get(True, "")  # of a margin with an open side
    assert first.rstrip().endswith(found.verdict().replace("not worse", f"{whose} is not worse"))
    *said, p = numbers(first)
    assert said == pytest.approx([100 * abs(found.difference), *limits, *edges], abs=0.051)
    assert p == pytest.approx(found.pvalue, rel=0.06)
    inside = (
        found.margin[0] < found.interval(0.9).low and found.interval(0.9).high < found.margin[1]
    )
    assert ("not inside" not in first) == inside == (found.pvalue <= 0.05)


def test_an_equivalence_without_spread_or_names_prints_what_it_has():
    flat = eb.tost(eb.ttest_paired([0.9] * 20, [0.85] * 20), margin=0.1)
    assert str(flat).startswith("a - b = 0.05, p undefined: undecided") and "note: " in str(flat)
    batch = eb.tost(*RNG.normal(0.8, 0.02, (2, 3, 30)), n_train=100, n_test=50, margin=0.05)
    lines = str(batch).splitlines()[:3]
    assert [line.endswith(f"{v} at 5 %") for line, v in zip(lines, batch.verdict())] == [True] * 3
    assert [numbers(line)[0] for line in lines] == pytest.approx(batch.difference, rel=1e-3)


@pytest.mark.parametrize("names", [("good", "fair"), ("fair", "good")])
def test_a_posterior_says_its_three_probabilities_with_the_rope_and_who_leads(names):
    found = eb.posterior_models(*pair_of(*names), rope=0.02)
    chances, lead = str(found).splitlines()[:2]
    worse, same, better = (100 * p for p in found.probabilities)
    assert chances.startswith(f"{names[0]} against {names[1]}: worse")
    assert numbers(chances) == pytest.approx([worse, 2.0, same, better], abs=0.051)
    assert lead.startswith("good leads fair by ")
    limits = sorted((1 if names[0] == "good" else -1) * 100 * v for v in found.interval())
    assert numbers(lead) == pytest.approx([100 * abs(found.difference), *limits], abs=0.051)


def test_a_posterior_never_claims_a_false_certainty_and_of_losses_knows_the_direction():
    sure = eb.algorithms.posterior_signed_rank(SETS[:, 0], SETS[:, 3], rope=0.1, random_state=0)
    first = str(sure).splitlines()[0]
    assert 0.9995 < sure.probabilities.worse < 1 and "100.0 %" not in first and "-0.0" not in first
    table = eb.score_table({"x": SETS[:, 0], "y": SETS[:, 3]}, higher_is_better=False)
    said = str(eb.algorithms.posterior_datasets(table, rope=0.1, standard_error=0.3)).splitlines()
    assert said[0].startswith("x against y: worse") and said[1].startswith("x leads y by ")
    assert (
        eb.algorithms.posterior_datasets(table, rope=0.1, standard_error=0.3).probabilities.better
        > 0.9
    )
    flat = eb.posterior_corrected([0.9] * 5, [0.8] * 5, rope=0.01, n_train=90, n_test=10)
    assert str(flat).startswith("a against b: undefined")


def test_all_pairs_stand_on_a_line_each_the_smallest_adjusted_p_first():
    draws = np.random.default_rng(1)
    models = {
        f"m{i}": np.where(draws.random(190) < p, Y, 1 - Y)
        for i, p in enumerate(np.linspace(0.6, 0.95, 6))
    }
    right = eb.Evaluation.from_predictions(Y, models).correct()
    for test, table in ((eb.mcnemar, right), (eb.ttest_paired, right)):
        found = eb.pairwise(test, table)
        lines, rows = str(found).splitlines(), found.to_frame()
        assert lines[10] == "... and 5 more" and f"adjusted by {found.adjust}" in str(found)
        for line, row in zip(lines[:10], rows.itertuples()):
            leader, other = (row.a, row.b) if row.difference > 0 else (row.b, row.a)
            assert line.startswith(f"{leader} leads {other} by ")
            low, high = (row.low, row.high) if row.difference > 0 else (-row.high, -row.low)
            *said, p = numbers(line)
            assert said == pytest.approx(
                [100 * abs(row.difference), 100 * low, 100 * high], abs=0.051
            )
            assert p == pytest.approx(row.adjusted, rel=0.06)
    assert "Pairwise(15 pairs, holm" in repr(found)


def test_pairs_without_a_difference_and_notes_of_single_pairs():
    few = eb.pairwise(
        eb.mcnemar, np.array([[1, 1, 0, 0], [1, 1, 0, 0], [0, 1, 1, 1]]), names=["u", "v", "w"]
    )
    said = [line for line in str(few).splitlines() if line.startswith("note on u - v: ")]
    assert [line.split(": ", 1)[1] for line in said] == [n.text for n in few["u", "v"].notes]
    scores = eb.core.Scores(
        RNG.normal(0.8, 0.02, (3, 10)),
        names=("u", "v", "w"),
        design=eb.core.Design("random splits"),
    )
    found = eb.pairwise(
        lambda a, b: eb.Comparison("of one's own", 2.0, eb.core.results.Null("normal")),
        scores,
        omnibus=None,
    )
    said = str(found).splitlines()[:3]
    assert [line.split(", ")[0] for line in said] == ["u and v", "u and w", "v and w"]
    assert [numbers(line)[-1] for line in said] == pytest.approx(found.adjusted, rel=0.05)


def test_models_are_printed_by_rank_with_the_ranks_that_they_may_have():
    right = eb.Evaluation.from_predictions(
        Y, {"fair": FAIR, "good": GOOD, "coin": RNG.integers(0, 2, 190)}
    ).correct()
    found = eb.algorithms.rank_models(right)
    lines = str(found).splitlines()
    for line, row in zip(lines, found.to_frame().itertuples()):
        assert line.startswith(f"{row.rank}. {row.model} ")
        ranks = [row.rank_low] if row.rank_low == row.rank_high else [row.rank_low, row.rank_high]
        assert numbers(line)[1:] == pytest.approx([100 * row.score, *ranks], abs=0.051)
    assert lines[3].endswith(f": {', '.join(found.tied)}" if len(found.tied) == 1 else "good, fair")


def test_average_ranks_say_the_critical_difference_and_the_groups():
    found = eb.algorithms.nemenyi_test(SETS)
    ranks, reach, groups, *_ = str(found).splitlines()
    assert numbers(ranks.split(":")[1])[1::2] == pytest.approx(
        sorted(found.ranks.values()), abs=0.0051
    )
    assert numbers(reach)[-1] == pytest.approx(found.critical_difference(), abs=0.0051)
    alike = [
        set(re.split(", | and ", g)) for g in groups.split(": ", 1)[1].split(" (")[0].split("; ")
    ]
    for (a, b), p in zip(found.pairs, found.adjusted):
        assert any({a, b} <= group for group in alike) == (p > 0.05)
    dunn = eb.algorithms.dunn_test(SETS, "algorithm 0", adjust="bonferroni")
    lines = str(dunn).splitlines()
    assert numbers(lines[1])[-1] == pytest.approx(dunn.critical_difference(), abs=0.0051)
    assert ["not separated" not in line for line in lines[2:5]] == (dunn.adjusted <= 0.05).tolist()
    assert "critical" not in str(eb.algorithms.dunn_test(SETS, "algorithm 0", adjust="holm"))


@pytest.mark.parametrize(
    "kind",
    [
        "interval",
        "estimate",
        "comparison",
        "equivalence",
        "posterior",
        "pairwise",
        "ranks",
        "average ranks",
    ],
)
def test_no_print_holds_control_characters_or_nan(kind):
    right = RUN.correct()
    made = {
        "interval": lambda: eb.interval_difference(right),
        "estimate": lambda: eb.estimate_accuracy(right),
        "comparison": lambda: eb.models.ztest_proportions(right),
        "equivalence": lambda: eb.algorithms.ztest_tango(right, margin=0.02),
        "posterior": lambda: eb.posterior_models(right, rope=0.01),
        "pairwise": lambda: eb.pairwise(eb.mcnemar, right),
        "ranks": lambda: eb.algorithms.rank_models(right),
        "average ranks": lambda: eb.algorithms.nemenyi_test(SETS),
    }
    text = str(made[kind]())
    assert text and all(c.isprintable() or c == "\n" for c in text) and "nan" not in text


def test_a_lead_that_is_not_zero_is_not_said_as_zero():
    "One more right answer of 10,000 was a lead of 0.0 points."
    found = str(eb.mcnemar_counts(3, 2, 10_000))
    assert "leads b by 0.01 points" in found


@pytest.mark.parametrize(
    "found",
    [eb.estimate_accuracy({"a": [1, 0] * 5, "b": [1, 1] * 5}), eb.interval_proportion([5, 6], 10)],
)
def test_a_picture_of_several_has_a_row_each(found):
    ax = found.plot()
    assert len(ax.get_yticklabels()) == 2
    assert [line.get_xdata()[0] for line in ax.lines[1::2]] == list(found.value)
    ax.figure.clear()


def test_a_p_value_has_two_digits_as_in_the_report():
    "'p = .2' was printed where the report of the same test said '.20'."
    for p, text in (
        (0.2, ".20"),
        (0.0996, ".10"),
        (0.16, ".16"),
        (0.08, ".08"),
        (0.0043, ".0043"),
        (1, "1"),
    ):
        assert said_p(p) == f"p = {text}"
