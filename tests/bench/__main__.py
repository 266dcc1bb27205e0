"""Run every chapter's benchmarks, or the named ones, and print a table."""

import sys
from importlib import import_module
from pathlib import Path

names = sys.argv[1:] or sorted(p.stem for p in Path(__file__).parent.glob("[a-z]*.py"))
print(f"{'workload':58} {'peer':28} {'ours s':>10} {'peer s':>10} {'ours/peer':>10} {'goal':>10}")
for name in names:
    for row in import_module(f"tests.bench.{name}").rows():
        verdict = "met" if row.ratio <= row.goal else "MISSED"
        print(
            f"{row.workload:58} {row.peer:28} {row.ours_s:10.3g} {row.peer_s:10.3g} {row.ratio:10.3g} {row.goal:10.3g} {verdict}",
            flush=True,
        )
