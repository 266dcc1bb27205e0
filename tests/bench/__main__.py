"""Run every chapter's benchmarks and write docs/benchmarks.md with its picture; with names run those and only print."""

import sys
from importlib import import_module
from pathlib import Path

from tests.bench import Row, Work
from tests.bench.page import write


def measured(names):
    "The rows of the named files, each printed as soon as it is measured."
    print(f"{'workload':64} {'peer':34} {'ours':>10} {'peer':>10} {'ratio':>10} {'goal':>10}")
    for name in names:
        for found in import_module(f"tests.bench.{name}").rows():
            row: Row = found.measure() if isinstance(found, Work) else found
            verdict = "met" if row.met else "MISSED"
            numbers = f"{row.ours:10.3g} {row.theirs:10.3g} {row.ratio:10.3g} {row.goal:10.3g}"
            print(f"{row.workload:64} {row.peer:34} {numbers} {verdict}", flush=True)
            yield row


if __name__ == "__main__":
    every = sorted({p.stem for p in Path(__file__).parent.glob("[a-z]*.py")} - {"page"})
    rows = list(measured(sys.argv[1:] or every))
    if not sys.argv[1:]:
        write(rows)
