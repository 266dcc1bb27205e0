"""Benchmarks: ours and the peer's in turn, in one process; `python -m tests.bench [name]` prints the ratios (`make bench`)."""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass
from typing import Callable


@dataclass(frozen=True)
class Row:
    "One workload: our time, the peer's, their ratio and the goal for the ratio ours / peer."

    workload: str
    peer: str
    ours_s: float
    peer_s: float
    goal: float

    @property
    def ratio(self) -> float:
        "Ours over the peer's; lower is better."
        return self.ours_s / self.peer_s


def seconds(call: Callable[[], object]) -> float:
    "Wall time of one call."
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def versus(
    workload: str,
    ours: Callable,
    peer: Callable,
    goal: float,
    peer_name: str,
    repeats: int = 5,
    peer_scale: float = 1.0,
) -> Row:
    "Run ours and the peer in turn after a warm-up; medians; `peer_scale` multiplies a peer that was run on a known fraction."
    ours()
    pairs = [(seconds(ours), seconds(peer)) for _ in range(repeats)]
    mine, theirs = (statistics.median(side) for side in zip(*pairs))
    return Row(workload, peer_name, mine, theirs * peer_scale, goal)
