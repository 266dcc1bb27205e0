"""Benchmarks: ours and the peer's in turn, in one process; `python -m tests.bench [name ...]` prints the ratios (`make bench`)."""

from __future__ import annotations

import subprocess
import sys
import time
import tracemalloc
from dataclasses import dataclass
from typing import Callable


@dataclass(frozen=True)
class Row:
    "One measured workload: ours, the peer's, and the goal for the ratio ours / peer."

    workload: str  # begins with its number, such as P9, where the table of goals has one
    peer: str
    ours: float
    theirs: float
    goal: float
    unit: str = "s"  # "s" of processor time, "MiB", or "" where both sides are exponents or counts

    @property
    def ratio(self) -> float:
        "Ours over the peer's; lower is better."
        return self.ours / self.theirs

    @property
    def met(self) -> bool:
        "Whether the goal is met."
        return self.ratio <= self.goal


@dataclass(frozen=True)
class Work:
    "A workload that is measured when it is asked for."

    workload: str
    ours: Callable
    peer: Callable
    goal: float
    peer_name: str
    repeats: int
    peer_scale: float

    def measure(self, repeats: int = 0) -> Row:
        "Ours and the peer in turn after a warm-up; the minimum of each, so that a busy machine matters least."
        self.ours()
        pairs = [(least(self.ours), least(self.peer)) for _ in range(repeats or self.repeats)]
        mine, theirs = (min(side) for side in zip(*pairs))
        return Row(self.workload, self.peer_name, mine, theirs * self.peer_scale, self.goal)


def seconds(call: Callable[[], object]) -> float:
    "Processor time of one call."
    start = time.process_time()
    call()
    return time.process_time() - start


def least(call: Callable[[], object], budget: float = 0.02) -> float:
    "The least processor time of a call that is repeated for a moment: the clock is coarse and the machine is shared."
    times = [seconds(call)]
    while sum(times) < budget and len(times) < 20:
        times.append(seconds(call))
    return min(times)


def versus(
    workload: str,
    ours: Callable,
    peer: Callable,
    goal: float,
    peer_name: str,
    repeats: int = 5,
    peer_scale: float = 1.0,
) -> Work:
    "A workload of ours beside the peer's; `peer_scale` multiplies a peer that is run on a known fraction."
    return Work(workload, ours, peer, goal, peer_name, repeats, peer_scale)


def peak(call: Callable[[], object]) -> float:
    "The most memory that a call held above what was there before, in MiB."
    tracemalloc.start()
    try:
        call()
        return tracemalloc.get_traced_memory()[1] / 2**20
    finally:
        tracemalloc.stop()


WATCH = """import os, sys
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
pid = os.posix_spawn(sys.executable, [sys.executable, "-c", sys.argv[1]], os.environ)
_, status, used = os.wait4(pid, 0)
print(status, used.ru_utime + used.ru_stime, used.ru_maxrss)
"""  # a small process watches: the peak memory of a child counts what its parent held when it was started; modules are
# compiled once, as on anybody's machine


def process(code: str) -> tuple[float, float]:
    "Processor seconds and peak memory in MiB of a fresh Python process, with the workers that it starts."
    watched = subprocess.run(
        [sys.executable, "-c", WATCH, code], capture_output=True, text=True, check=True
    )
    status, cpu, memory = map(float, watched.stdout.split()[-3:])
    if status:
        raise RuntimeError(f"a fresh process failed: {code}\n{watched.stderr}")
    return cpu, memory / 1024


def processes(
    ours: str, peer: str, repeats: int = 5
) -> tuple[tuple[float, float], tuple[float, float]]:
    "The least processor time and memory of two programs, each in fresh processes, in turn."
    rounds = [(process(ours), process(peer)) for _ in range(repeats)]
    first, second = zip(*rounds)
    return tuple(map(min, zip(*first))), tuple(map(min, zip(*second)))  # type: ignore[return-value]
