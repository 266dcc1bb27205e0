"""`print(result)` says every number that it holds, as people say numbers, and every note."""

from __future__ import annotations

import re

import numpy as np
import pytest

import evalbook as eb
from evalbook.measures import correctness

RNG = np.random.default_rng(0)
Y = RNG.integers(0, 2, 190)
GOOD, FAIR = (np.where(RNG.random(190) < p, Y, 1 - Y) for p in (0.95, 0.85))
RUN = eb.Evaluation.from_predictions(Y, {"good": GOOD, "fair": FAIR})


def numbers(text: str) -> list[float]:
    "Every number in a text, percent and points as they stand."
    return [float(v) for v in re.findall(r"(?<![\w.])-?\d*\.?\d+(?:e-?\d+)?", text.replace("95 %", ""))]


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


def test_plain_numbers_have_no_direction():
    a, b = RNG.normal(size=(2, 30))
    found = eb.ttest_corrected(a, b, n_train=100, n_test=50)
    first = str(found).splitlines()[0]
    assert first.startswith("a - b = ")
    assert numbers(first) == pytest.approx([found.difference, *found.interval(), found.pvalue], rel=0.05)


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
    assert tiny.pvalue > 0 and numbers(str(tiny).splitlines()[0])[-1] == pytest.approx(tiny.pvalue, rel=0.06)
    gone = eb.mcnemar_counts(30_000, 1)
    assert f"{gone.log10_pvalue:.1f}" in str(gone)


def test_one_sided_limits_have_one_end():
    low, high = eb.ttest_paired(*RNG.normal(size=(2, 40)), alternative="greater").interval()
    assert np.isposinf(high)
    said = str(eb.ttest_paired(RUN.losses(), alternative="less")).splitlines()[0]
    assert "inf" not in said and "nan" not in said


@pytest.mark.parametrize("kind", ["interval", "estimate", "comparison", "posterior", "pairwise", "ranks"])
def test_no_print_holds_control_characters_or_nan(kind):
    right = RUN.correct()
    made = {
        "interval": lambda: eb.interval_difference(right),
        "estimate": lambda: eb.estimate_accuracy(right),
        "comparison": lambda: eb.ztest_proportions(right),
        "posterior": lambda: eb.posterior_models(right, rope=0.01),
        "pairwise": lambda: eb.pairwise(eb.mcnemar, right),
        "ranks": lambda: eb.rank_models(right),
    }
    text = str(made[kind]())
    assert text and all(c.isprintable() or c == "\n" for c in text) and "nan" not in text
