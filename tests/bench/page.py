"""The page of the benchmarks, docs/benchmarks.md, and its picture."""

import os
import platform
import re
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from tests.bench import Row

DOCS = Path(__file__).parents[2] / "docs"
PACKAGES = ("numpy", "scipy", "pandas", "scikit-learn", "joblib", "statsmodels", "mlxtend")
NUMBERS = [f"F{i}" for i in range(1, 14)] + [f"P{i}" for i in range(1, 26)]
LEARNT = "The goal was measured on the formula alone; here all of `evaluate` is timed, from its checks to its record. "
WHY = {  # number of a workload: what stands between a missed goal and the code
    "F2": "Half of the time counts the labels of 31 models in 999 resamples of 50,000 cases, a fifth draws the resamples.",
    "F3": "Twenty million tested rows are scored, hashed and counted.",
    "F5": "Half of the time is the import of numpy, pandas and scipy's special functions, and pandas reading the two files: 1 s in a process of its own.",
    "F10": "Ten sleeps of each worker take 2 s; the rest moves with what else the machine does.",
    "F11": "The limit is measured beside it: a process that imports scikit-learn, pandas and matplotlib, makes the same 120 fits with plain scikit-learn, and draws three pictures. The rest is the look at the table before the first fit, the judging and the page.",
    "F7": "The units of the raw features differ by five powers of ten, and their directions lie where scikit-learn's least squares begins to drop some. To drop the same ones takes two eigen decompositions of 200 matrices, up to half of the time. Scaled features need none; 1/10 is the limit there, half of it for drawing, checking and recording 200 samples, and half for the normal equations and their inverses.",
    "F8": "The default solver of logistic regression stops before its optimum, so no formula gives the labels of its refits. Every fit is made, and the run says which learners do without.",
    "P1": "The formula takes 7 ms and the drawing of 200 checked samples 5 ms, together 1/1,600 of the peer, which is the goal now. The split that is refitted takes 4 ms, the estimate with its no-information rate 9 ms.",
    "P5": "A constant classifier costs some microseconds a fit, and the run's own checks of the splits cost more than that.",
    "P8": "Labels of eight bytes are limited by reading them from memory.",
    "P9": "The goal is the price of one call of a special function. Ours is a checked result with its notes, null distribution and estimand. Many tables in one call meet the goal.",
    "P11": "At 20 cases the checks of the arguments take as long as the count. Numbers that occur once are counted as all others are since 0.3.0: three tenths of a millisecond more, and a second way less.",
    "P12": "A third of the time is drawing random bits, a third is adding the chosen numbers, a third is bringing every group to its exact size.",
    "P14": "The checks of the arguments take longer than the closed form.",
    "P16": "At 10,000 cases the draws themselves are the limit: several binomial numbers a resample. The peer's time grows with the cases, ours does not.",
    "P20": "Drawing and checking a hundred splits, the design and the fingerprint of a run cost more than fits that do nothing.",
    "P22": "Twenty calls of 1000 trials: half of the time is the drawing, the rest are the tests' checks and their p-values.",
    "P2": "Nine tenths and more of the time are the 201 fits that the loop has too: the ratio moves by a few per cent from run to run.",
    "P23": "numpy alone takes more than this goal; the rest are scipy's special functions and the modules of the package.",
    "P24": "numpy and the three columns take most of this goal.",
    "P7": "Labels of eight bytes are limited by reading them from memory, as the peer is: the ratio moves around 1 from run to run.",
    "P3": LEARNT
    + "The ordering of 5,000 cases takes 110 ms, 1/60 of the peer. Each of the 370,000 out-of-bag cases then finds its five neighbours among those that were drawn, in 300 ms: 1/16 is the limit of this method. The split that is refitted takes 70 ms.",
    "P17": "The record of 5,000 splits and of 5,000 losses takes most of the time; for naive Bayes the formula writes a score for every class, and a limit of its rounding error for every split.",
    "P19": LEARNT
    + "The ordering of 1,000 cases takes 20 ms, so that 1/110 is the limit for the neighbours. The path of the penalties takes 7 ms, 1/200 of the peer; the rest are the checks, records and scores of 50 models on 10 splits.",
    "P21": "The search of bare neighbours, which is timed here, meets the goal. Behind a scaler scikit-learn may search them itself, as it does every learner without a shortcut, and its harness is the time of both sides. A search of our own would have to repeat all of its behaviour with errors, scores and metadata.",
}
INTRODUCTION = """# Benchmarks

How fast is evalbook, and how much memory does it hold? Each line below is one workload: ours, and a peer that gives the same answer.
Both run in turn in one process. The time is processor time, the least of several rounds, so that a busy machine matters little. The ratio is ours divided by the
peer's: 1/100 means that we take a hundredth of the peer's time. Where the peer would take minutes it runs on a stated fraction, and its time is multiplied.
Lines without a second program compare with a fixed limit: what a person is willing to wait for (F1 to F13, where F10 is wall time), or memory; F11 has as its limit the parts that it cannot do without. Learners are called as everybody calls them, and what is timed are calls that a user can make.

`make bench` measures all of it anew and writes this page.
"""


def number_of(row: Row) -> str:
    "The first of F1 to F13 and P1 to P25, or nothing."
    return next(iter(numbers_of(row)), "")


def numbers_of(row: Row) -> list[str]:
    "All of them, where a workload stands in both lists."
    return re.findall(r"\b[FP]\d+\b", row.workload)


def numbered(rows: list[Row]) -> list[Row]:
    "The numbered rows, in order: first what people wait for."
    return sorted((r for r in rows if number_of(r)), key=lambda r: NUMBERS.index(number_of(r)))


def said(value: float, unit: str) -> str:
    "A time, a size or a plain number, with three digits."
    if unit == "s":
        scale, name = next(
            ((s, u) for s, u in ((1, "s"), (1e-3, "ms"), (1e-6, "µs")) if value >= s), (1e-6, "µs")
        )
        return f"{value / scale:.3g} {name}"
    return f"{value:.3g} {unit}".strip()


def share(ratio: float) -> str:
    "A ratio as people say it."
    return f"{ratio:.3g}" if ratio > 0.1 else f"1/{1 / ratio:,.0f}"


def machine() -> str:
    "Processor, memory, system and versions, without names."
    try:
        cpu = next(
            x.split(":")[1].strip() for x in open("/proc/cpuinfo") if x.startswith("model name")
        )
        memory = f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 2**30:.0f} GiB"
    except (OSError, StopIteration, ValueError):
        cpu, memory = platform.processor() or platform.machine(), "unknown memory"
    have = []
    for name in PACKAGES:
        try:
            have.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            pass
    one = (
        "one thread of BLAS" if os.environ.get("OMP_NUM_THREADS") == "1" else "threads as they come"
    )
    parts = (
        f"{cpu}, {os.cpu_count()} cores, {memory}",
        platform.system(),
        f"Python {platform.python_version()}",
    )
    return f"Measured on {date.today():%d %B %Y}: {'; '.join(parts)}; {', '.join(have)}; {one}."


def table(rows: list[Row]) -> str:
    "The rows as a Markdown table."
    lines = [
        "| workload | peer or limit | ours | theirs | ours / theirs | goal | |",
        "|---|---|---|---|---|---|---|",
    ]
    for r in rows:
        cells = (
            r.workload,
            r.peer,
            said(r.ours, r.unit),
            said(r.theirs, r.unit),
            share(r.ratio),
            share(r.goal),
        )
        lines.append(f"| {' | '.join(cells)} | {'met' if r.met else '**missed**'} |")
    return "\n".join(lines)


def missed(rows: list[Row]) -> str:
    "Why the goals of some workloads are missed, in their order."
    late = dict.fromkeys(number_of(r) for r in rows if not r.met and number_of(r))
    lines = [f"- **{number}**: {WHY.get(number, 'No reason is known yet.')}" for number in late]
    return "\n".join(lines) or "None."


def picture(rows: list[Row], target: Path) -> None:
    "Ratio over goal of every numbered workload on a logarithmic scale: left of 1 the goal is met."
    import matplotlib
    from matplotlib.figure import Figure

    shown = numbered(rows)
    with matplotlib.rc_context(
        {"svg.hashsalt": "evalbook", "svg.fonttype": "none", "font.size": 9}
    ):
        figure = Figure(figsize=(7.2, 0.9 + 0.19 * len(shown)), layout="constrained")
        ax = figure.subplots()
        for i, r in enumerate(shown):
            ax.plot(r.ratio / r.goal, i, "o", ms=4, color="#0072B2" if r.met else "#D55E00")
        ax.axvline(1, color="#666666", lw=0.9)
        ax.set_yticks(range(len(shown)), [r.workload for r in shown])
        ax.set(xscale="log", xlabel="ratio over its goal (left: met)", ylim=(len(shown), -1))
        ax.grid(axis="x", color="#e6e6e6")
        ax.spines[["top", "right"]].set_visible(False)
        figure.savefig(target, metadata={"Date": None})


def text(rows: list[Row]) -> str:
    "The page."
    named = numbered(rows)
    others = [r for r in rows if not number_of(r)]
    absent = [n for n in NUMBERS if n not in {k for r in named for k in numbers_of(r)}]
    met = sum(r.met for r in named)
    note = f"\nNot measured in this run: {', '.join(absent)}.\n" if absent else ""
    figure = "![Measured ratios over their goals](figures/benchmarks.svg)"
    parts = [
        INTRODUCTION,
        machine(),
        f"{met} of {len(named)} lines meet their goals.{note}",
        figure,
        table(named),
    ]
    parts += ["## Goals that are missed, and why", missed(named)]
    return "\n\n".join(parts + ["## Other workloads", table(others)] if others else parts) + "\n"


MOST = 45  # lines of the page: what people wait for, and one line or two for each other goal


def write(rows: list[Row]) -> None:
    "docs/benchmarks.md and docs/figures/benchmarks.svg."
    if len(rows) > MOST:
        raise ValueError(f"the page has at most {MOST} lines, got {len(rows)}")
    picture(rows, DOCS / "figures" / "benchmarks.svg")
    (DOCS / "benchmarks.md").write_text(text(rows), encoding="utf-8")
