"""Call every public statistic on made-up arrays, for hours: `python -m tests.reliability.made_up --hours 2`.

Hypothesis bends the arrays of each contract case: ties, constants, few cases, tiny and huge units, large offsets, wrong types, missing and infinite values.
An answer has numbers (or a note that says why not), limits in order and p-values between 0 and 1; a refusal is a `ValueError` or `TypeError` that this package
raised itself, not a library below it. Anything else is a finding.
"""

from __future__ import annotations

import argparse
import csv
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

import evalbook as eb
from tests.cases import Case, every_case
from tests.names import public

TABLE = Path(__file__).with_name("made_up.csv")
HOME = str(Path(eb.__file__).parent)
BENDS: dict[str, Callable] = {  # what becomes of one array
    "as it is": lambda a, rng: a,
    "drawn again": lambda a, rng: a[..., rng.integers(0, a.shape[-1], a.shape[-1])],
    "constant": lambda a, rng: np.full_like(a, a.flat[rng.integers(a.size)]),
    "zeros": lambda a, rng: np.zeros_like(a),
    "two values": lambda a, rng: rng.choice(a.flat[rng.integers(a.size, size=2)], a.shape),
    "tiny": lambda a, rng: a * 10.0 ** -rng.integers(5, 300),
    "huge": lambda a, rng: a * 10.0 ** rng.integers(5, 300),
    "far away": lambda a, rng: a + 10.0 ** rng.integers(3, 14),
    "nearly constant": lambda a, rng: a.flat[0] + 1e-15 * a,
    "turned": lambda a, rng: -a,
    "one outlier": lambda a, rng: with_one(a, rng, 1e9),
    "missing": lambda a, rng: with_one(a, rng, np.nan),
    "infinite": lambda a, rng: with_one(a, rng, np.inf),
    "rounded": lambda a, rng: np.round(a),
    "bytes": lambda a, rng: np.abs(np.round(a)).clip(0, 255).astype(np.uint8),
    "booleans": lambda a, rng: a > np.median(a),
    "text": lambda a, rng: a.astype(str),
    "another axis": lambda a, rng: a[None],
    "no case": lambda a, rng: a[..., :0],
}


def with_one(a: np.ndarray, rng: np.random.Generator, value: float) -> np.ndarray:
    "One value replaced."
    a = a.astype(float)
    a.flat[rng.integers(a.size)] = value
    return a


def arrays_of(case: Case) -> int:
    "How many of its first arguments are arrays of numbers."
    return sum(
        isinstance(a, np.ndarray) and a.ndim > 0 and a.dtype.kind in "biuf"
        for a in case.args[: case.arrays]
    )


@st.composite
def calls(draw: Any, case: Case) -> tuple[tuple, str]:
    "The arguments of one call, and what was done to them."
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    arrays = [np.asarray(a) for a in case.args[: arrays_of(case)]]
    n = arrays[0].shape[-1]
    keep = draw(st.one_of(st.just(n), st.integers(1, n)))
    bends = draw(
        st.lists(st.sampled_from(sorted(BENDS)), min_size=len(arrays), max_size=len(arrays))
    )
    if draw(st.booleans()):
        bends = bends[:1] * len(arrays)
    with np.errstate(all="ignore"):
        made = [
            BENDS[b](a[..., :keep] if a.shape[-1] == n else a, rng) for b, a in zip(bends, arrays)
        ]
    if len(made) > 1 and draw(st.integers(0, 9)) == 0:
        made[1], bends[1] = made[0], "the same array"
    return (*made, *case.args[len(arrays) :]), f"{', '.join(bends)}; {keep} of {n}"


def numbers(result: Any) -> dict[str, Any]:
    "The numbers of a result by name."
    names = (
        "value",
        "low",
        "high",
        "pvalue",
        "statistic",
        "difference",
        "standard_error",
        "probabilities",
    )
    found = {name: getattr(result, name, None) for name in names}
    if isinstance(result, np.ndarray | float | int):
        found["value"] = result
    return {k: np.asarray(v, float) for k, v in found.items() if v is not None and not callable(v)}


def wrong_with(result: Any) -> str:
    "What an answer must not be, in words; empty where all is well."
    found, noted = numbers(result), bool(getattr(result, "notes", ()))
    if (missing := [k for k, v in found.items() if np.isnan(v).any()]) and not noted:
        return f"{', '.join(missing)} missing without a note"
    p = found.get("pvalue", np.array(0.5))
    if ((p < 0) | (p > 1)).any():
        return "p-value outside of 0 to 1"
    if "low" in found and (found["low"] > found["high"]).any():
        return "limits in the wrong order"
    return ""


def outcome(case: Case, args: tuple) -> str:
    "answered, refused, or what is wrong."
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        try:
            wrong = wrong_with(public(case.function)(*case.first, *args, **case.kwargs))
        except (ValueError, TypeError) as error:
            raised_by = traceback.extract_tb(error.__traceback__)[-1].filename
            ours = raised_by.startswith(HOME)
            return (
                "refused" if ours else f"{type(error).__name__} of {Path(raised_by).name}: {error}"
            )
        except Exception as error:
            return f"{type(error).__name__}: {error}"
    silent = [str(w.message) for w in said if issubclass(w.category, RuntimeWarning)]
    return wrong or (f"warns: {silent[0]}" if silent else "answered")


def look(case: Case, examples: int, start: int) -> tuple[Counter, dict[str, str]]:
    "Outcomes of one case over made-up calls, and the findings with the first call that showed each."
    counts, findings = Counter(), {}

    @seed(start)
    @settings(
        max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )
    @given(calls(case))
    def one(call: tuple) -> None:
        found = outcome(case, call[0])
        counts["findings" if found not in ("answered", "refused") else found] += 1
        if found not in ("answered", "refused"):
            findings.setdefault(found, call[1])

    one()
    return counts, findings


def main() -> None:
    "Rounds over all cases until the time is over; the table is written after each."
    parser = argparse.ArgumentParser()
    parser.add_argument("--hours", type=float, default=0.02)
    parser.add_argument("--examples", type=int, default=100)
    asked = parser.parse_args()
    cases = [case for case in every_case() if arrays_of(case)]
    total: dict[str, Counter] = {case.function: Counter() for case in cases}
    begun, rounds = time.monotonic(), 0
    while time.monotonic() - begun < 3600 * asked.hours:
        for i, case in enumerate(cases):
            counts, findings = look(case, asked.examples, 1000 * rounds + i)
            total[case.function] += counts
            for found, call in findings.items():
                print(f"{case}: {found} [{call}]", flush=True)
        rounds += 1
        with TABLE.open("w", newline="") as file:
            rows = csv.writer(file)
            rows.writerow(["function", "calls", "answered", "refused", "findings"])
            rows.writerows(
                [f, sum(c.values()), c["answered"], c["refused"], c["findings"]]
                for f, c in total.items()
            )
    print(
        f"{rounds} rounds, {sum(map(Counter.total, total.values()))} calls, {time.monotonic() - begun:.0f} s"
    )


if __name__ == "__main__":
    main()
