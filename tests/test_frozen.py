"""Every frozen call gives the value that release 0.1.0 gave, but for the corrections that are named here."""

from importlib.metadata import version

import numpy as np
import pytest

from tests.frozen_calls import CALLS, frozen, record

FROZEN = frozen()
REPORT = "the report was written anew: leads in the good direction, limits that hold together, a baseline"
BBC = "resamples are drawn as integers, ten times faster: other random numbers with the same expectation"
BELOW_0 = "limits below an error of 0 passed without a note"
ONE_TABLE = "TESTS and INTERVALS are one registry, METHODS"
PAIRS = "limits of pairs were Wald's or normal: Tango's for zeros and ones, Student's for losses; nothing else changed"
LOGIT = "normal limits of an area are too short near 1, and have no width at 1: now logit limits, exact ones at 1"
OUTER = "DeLong's z is too large near 1: now the outer limits, his and those made of two logit limits, and the z where they end at 0"
REFUSED = {  # {label: why 0.1.0 should not have answered}
    "accuracy of repeated folds": "each case was answered twice, and the answers are not independent",
}
CHANGED: dict[str, str] = {  # {label: why the value of 0.1.0 was wrong}
    "area under the curve": LOGIT,
    "area under the curve, ties, other class": LOGIT,
    "area under a perfect curve": LOGIT,
    "areas, two-sided": OUTER,
    "areas, less": OUTER,
    "areas, greater": OUTER,
    "areas, ties and batch": OUTER,
    "areas, no variance": OUTER,
    **dict.fromkeys(
        (
            "report, one test set",
            "report, one test set, more tests",
            "report, one test set of numbers",
            "report, frame of estimates",
            "fit: report, holdout",
            "fit: report, k-fold",
            "fit: report, repeated",
            "fit: report, resampled",
            "fit: report, 5x2",
            "fit: report, more tests",
            "fit: report, other metric",
            "fit: report of numbers",
            "fit: report, stored scorer",
            "command, two models",
            "fit: command, report",
        ),
        REPORT,
    ),
    "bootstrap of a rare class": "resamples without a case of the class, 0/0, counted as a recall of 0",
    "sizes of the interval table": ONE_TABLE,
    "sizes of the table of tests": ONE_TABLE,
    "fit: error bar, summed changes": "limits below an error of 0 passed without a note",
    "fit: error bar, other standard error": "limits below an error of 0 passed without a note",
    "explorer, bootstrap": "taught bias from one lucky data set, and the opposite of its chapter: now 200 data sets",
    "explorer, interval": "three of the five intervals, and a coverage read off between points of a grid: now all five, exactly",
    "fit: out-of-bag estimate": BELOW_0,
    "fit: .632": BELOW_0,
    **dict.fromkeys(
        (
            "all pairs, holm",
            "all pairs, bonferroni",
            "all pairs, hochberg",
            "all pairs, bh",
            "all pairs, westfall",
            "all pairs, frame",
            "all pairs, losses",
            "all pairs, identical models",
            "fit: all pairs of folds",
        ),
        PAIRS,
    ),
    "Cochran's Q, batch": "no note where chi-square is rough: now wherever a model's hits vary by less than 3",
    "bias-corrected winner": BBC,
    "bias-corrected winner of correctness": BBC,
    "fit: bias-corrected winner": BBC,
}


# Before 1.16 scipy inverts distributions to ten digits only.
RTOL = 1e-12 if tuple(map(int, version("scipy").split(".")[:2])) >= (1, 16) else 1e-10


def same(label, found):
    "Whether a record agrees with the frozen one, up to rounding; nan equals nan."
    a, b = (np.array([float(v) for v in r["values"]]) for r in (found, FROZEN[label]))
    rtol = 1e-9 if label.startswith("fit:") else RTOL
    close = a.shape == b.shape and np.allclose(a, b, rtol, 1e-12, equal_nan=True)
    return close and found["notes"] == FROZEN[label]["notes"]


def test_every_call_has_a_value_and_every_value_a_call():
    assert set(CALLS) == set(FROZEN), "write new labels with: python -m tests.frozen_calls --write"
    assert set(CHANGED) <= set(CALLS) and all(reason.strip() for reason in CHANGED.values())


@pytest.mark.parametrize("label", CALLS)
def test_value(label):
    if label in REFUSED:
        with pytest.raises(ValueError, match="each case answered once"):
            record(label)
        return
    found = record(label)
    if label in CHANGED:
        assert not same(label, found), f"a stale entry of CHANGED: {label!r} has the value of 0.1.0"
    else:
        assert same(label, found), f"{label}: {found} instead of {FROZEN[label]}"
