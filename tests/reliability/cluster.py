"""A run on a Dask cluster of two processes over TCP, one of which is killed in the middle: `python -m tests.reliability.cluster`."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import joblib
import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.ensemble import RandomForestClassifier
from sklearn.naive_bayes import GaussianNB

import evalbook as eb


class Slow(GaussianNB):
    "A fit takes at least a twentieth of a second."

    def fit(self, X, y, sample_weight=None):
        time.sleep(0.05)
        return super().fit(X, y)


def run(journal: Path | None = None):
    models = {"slow": Slow(), "forest": RandomForestClassifier(3)}
    cv = eb.Bootstrap(40, random_state=0)
    return eb.evaluate(
        models,
        *load_breast_cancer(return_X_y=True),
        cv=cv,
        random_state=1,
        journal=journal,
        progress=False,
    )


def same(a, b) -> bool:
    "Whether two runs predict the same, bit by bit."
    return all(
        np.array_equal(p, q)
        for name in a.names
        for p, q in zip(a.predictions[name], b.predictions[name])
    )


def kill_one(client, path: Path, after: int) -> None:
    "Kill a worker as soon as the journal has so many lines."
    workers = list(client.run(os.getpid).values())
    while not path.exists() or path.read_bytes().count(b"\n") < after:
        time.sleep(0.01)
    os.kill(workers[0], signal.SIGKILL)


def main() -> int:
    from distributed import Client, LocalCluster

    straight, options = (
        run(),
        {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": None},
    )
    with LocalCluster(host="tcp://127.0.0.1", **options) as cluster, Client(cluster) as client:
        with joblib.parallel_config(backend="dask"), TemporaryDirectory() as folder:
            calm, path, calls = same(run(), straight), Path(folder) / "run.jsonl", 0
            threading.Thread(target=kill_one, args=(client, path, 20), daemon=True).start()
            while calls < 5:
                calls += 1
                try:
                    found = run(path)
                    break
                except Exception as error:  # the cluster gave up: the same call goes on
                    print(
                        type(error).__name__,
                        path.read_bytes().count(b"\n"),
                        "lines kept",
                        file=sys.stderr,
                    )
            print(
                json.dumps(
                    {
                        "same": calm,
                        "same after a worker was killed": same(found, straight),
                        "calls": calls,
                    }
                )
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
