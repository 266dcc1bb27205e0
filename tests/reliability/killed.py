"""Kill runs of 1,000 short fits at random moments, resume them, and compare the numbers: `python -m tests.reliability.killed --kills 300`."""

from __future__ import annotations

import argparse
import csv
import mmap
import os
import signal
import struct
import time
import warnings
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import load_iris
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import NearestCentroid

import evalbook as eb
from evalbook.run import journal
from evalbook.run.journal import Journal

TABLE = Path(__file__).with_name("killed.csv")
DATA = load_iris(return_X_y=True)


class RandomLabels(ClassifierMixin, BaseEstimator):
    "Random labels, so that a wrong seed is seen."

    def __init__(self, random_state=None):
        self.random_state = random_state

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.random.default_rng(self.random_state).choice(self.classes_, len(X))


def run(journal: Path | None, n_fits: int, n_jobs: int = 1, done: Any = None) -> Any:
    "Many short fits; `done` counts the lines that were handed to the file."
    models = {
        "bayes": GaussianNB(),
        "centroid": NearestCentroid(),
        "most": DummyClassifier(),
        "random": RandomLabels(),
    }
    if done is not None:
        keep = Journal.keep

        def counted(self, job, fit):
            keep(self, job, fit)
            done[:8] = struct.pack("q", struct.unpack("q", done[:8])[0] + 1)

        Journal.keep = counted
    cv = eb.Bootstrap(n_fits // len(models), random_state=0)
    return eb.evaluate(
        models, *DATA, cv=cv, random_state=1, n_jobs=n_jobs, journal=journal, progress=False
    )


def answers(evaluation: Any) -> bytes:
    "Every prediction of a run, byte by byte."
    return b"".join(a.tobytes() for name in evaluation.names for a in evaluation.predictions[name])


def fits_in(path: Path) -> tuple[set, int]:
    "The fits that a journal holds, and how many bytes after its last good line are torn."
    data = path.read_bytes() if path.exists() else b""
    records, end = journal.sealed_lines(data)
    return {tuple(r["fit"][:2]) for r in records if "fit" in r}, len(data) - end


def start(path: Path | None, n_fits: int, n_jobs: int, done: mmap.mmap) -> int:
    "A run in a process group of its own."
    pid = os.fork()
    if pid == 0:
        os.setsid()
        run(path, n_fits, n_jobs, done)
        os._exit(0)
    return pid


def killed_once(path: Path, n_fits: int, n_jobs: int, wait: float) -> dict[str, int]:
    "Start or resume a run, kill it after some seconds, and count; `killed` is 0 if it ended before."
    done = mmap.mmap(-1, 8)
    before = len(fits_in(path)[0])
    pid = start(path, n_fits, n_jobs, done)
    end, ended = time.monotonic() + wait, False
    while time.monotonic() < end and not ended:
        ended = os.waitpid(pid, os.WNOHANG) != (0, 0)
        time.sleep(0.0005)
    if not ended:
        try:
            os.killpg(pid, signal.SIGKILL)
        except ProcessLookupError:  # it has not made its group yet
            os.kill(pid, signal.SIGKILL)
    killed = not ended and os.waitpid(pid, 0)[1] == signal.SIGKILL
    found, torn = fits_in(path)
    handed = struct.unpack("q", done[:8])[0]
    return {
        "killed": int(killed),
        "lost": max(0, before + handed - len(found)),
        "torn": int(torn > 0),
    }


def campaign(
    kills: int, n_fits: int, n_jobs: int, seed: int, progress: bool = False
) -> dict[str, Any]:
    "Runs that are killed again and again until they are finished, as many as it takes for so many kills."
    rng, expected = np.random.default_rng(seed), answers(run(None, n_fits))
    begun = time.monotonic()
    os.waitpid(start(None, n_fits, n_jobs, mmap.mmap(-1, 8)), 0)
    length = time.monotonic() - begun
    row = {
        "n_jobs": n_jobs,
        "fits": n_fits,
        "kills": 0,
        "runs": 0,
        "lost": 0,
        "torn": 0,
        "identical": 0,
    }
    with TemporaryDirectory() as folder:
        while row["kills"] < kills:
            path, finished = Path(folder) / f"{row['runs']}.jsonl", False
            while not finished and row["kills"] < kills:
                found = killed_once(
                    path, n_fits, n_jobs, rng.uniform(0, length / (2 if n_jobs == 1 else 1))
                )
                row["kills"] += found["killed"]
                row["lost"] += found["lost"]
                row["torn"] += found["torn"]
                finished = not found["killed"]
            row["runs"] += 1
            row["identical"] += answers(run(path, n_fits)) == expected
            if progress:
                print(row, flush=True)
    return row


class TenMilliseconds(GaussianNB):
    "A learner whose fit takes ten milliseconds of the processor."

    def fit(self, X, y, sample_weight=None):
        end = time.perf_counter() + 0.01
        while time.perf_counter() < end:
            pass
        return super().fit(X, y)


def cost(n_fits: int = 500) -> dict[str, float]:
    "Seconds a fit, and the share of them that is spent in the journal: opening, writing, bringing to the disk."
    spent, names = [0.0], ("__init__", "begin", "keep", "__exit__")
    plain = {name: getattr(Journal, name) for name in names}

    def timed(name):
        def call(*arguments):
            begun = time.perf_counter()
            try:
                return plain[name](*arguments)
            finally:
                spent[0] += time.perf_counter() - begun

        return call

    try:
        for name in names:
            setattr(Journal, name, timed(name))
        with TemporaryDirectory() as folder:
            begun = time.perf_counter()
            cv = eb.Bootstrap(n_fits, 0)
            eb.evaluate(
                TenMilliseconds(), *DATA, cv=cv, random_state=1, journal=Path(folder) / "cost.jsonl"
            )
            total = time.perf_counter() - begun
    finally:
        for name in names:
            setattr(Journal, name, plain[name])
    return {
        "a fit": (total - spent[0]) / n_fits,
        "journal": spent[0] / n_fits,
        "share": spent[0] / (total - spent[0]),
    }


def main() -> None:
    "Kill, count, write the table; then measure what the journal costs."
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--kills", type=int, default=300)
    words.add_argument("--fits", type=int, default=1000)
    options = words.parse_args()
    warnings.simplefilter("ignore")
    plan = {1: options.kills - options.kills // 8, 2: options.kills // 8}
    rows = [
        campaign(kills, options.fits, n_jobs, seed=n_jobs, progress=True)
        for n_jobs, kills in plan.items()
    ]
    with open(TABLE, "w", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    found = cost()
    print(
        f"{1000 * found['a fit']:.2f} ms a fit, {1000 * found['journal']:.3f} ms in the journal: {found['share']:.2%}"
    )


if __name__ == "__main__":
    main()
