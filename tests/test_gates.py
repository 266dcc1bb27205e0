"""The gate: which model is the new one, what it says of a harmless loss, and its notes."""

from __future__ import annotations

import re

import numpy as np
import pytest

from evalbook import Evaluation, gate


def of(n, wins, losses):
    case = np.arange(n)
    new, old = np.ones(n, int), np.ones(n, int)
    new[case < losses] = 0
    old[(case >= losses) & (case < losses + wins)] = 0
    return Evaluation.from_predictions(np.ones(n, int), {"n": new, "o": old})


def test_names_by_place_are_refused_and_both_readings_run():
    evaluation = of(400, 0, 80)
    with pytest.raises(ValueError) as caught:
        gate(evaluation, "o", "n", margin=0.05)
    calls = re.findall(r"gate\(evaluation, [^)]*\)", str(caught.value))
    found = [eval(call, {"gate": gate, "evaluation": evaluation}) for call in calls]
    assert [(g.new, g.old, g.answer) for g in found] == [("o", "n", "not worse"), ("n", "o", "worse")]


def test_baseline_and_candidate_are_understood():
    a = gate(of(400, 4, 20), candidate="n", baseline="o", margin=0.05)
    b = gate(of(400, 4, 20), new="n", old="o", margin=0.05)
    assert a.to_dict() == b.to_dict()
    assert a.difference == pytest.approx(-0.04)
    for names in ({"new": "n"}, {"new": "n", "candidate": "n", "old": "o"}):
        with pytest.raises(ValueError, match="one name"):
            gate(of(400, 4, 20), margin=0.05, **names)


def test_a_loss_inside_of_the_margin_is_called_one():
    found = gate(of(4000, 2, 40), new="n", old="o", margin=0.02)
    assert -0.02 < found.low < found.high < 0
    assert (found.answer, found.exit_code) == ("not worse", 0)
    assert "is worse than o, but by less than the margin" in found.sentence


def test_notes_are_carried_and_printed():
    rng = np.random.default_rng(0)
    y = (np.arange(150) < 12).astype(int)
    new, old = (np.where(rng.random(150) < 0.9, y, 1 - y) for _ in range(2))
    found = gate(Evaluation.from_predictions(y, {"n": new, "o": old}), new="n", old="o", margin=0.05, measure="f1")
    assert any("12 tested cases" in note for note in found.notes)
    for text in (str(found), found.to_markdown(), found.to_junit(), found._repr_html_()):
        assert found.notes[0] in text
    assert found.to_dict()["notes"] == list(found.notes)
