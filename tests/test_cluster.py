"""`evaluate` on a Dask cluster: the same numbers, also after a worker was killed."""

import json
import subprocess
import sys
from pathlib import Path

import pytest


def test_a_cluster_of_two_processes_gives_the_same_numbers():
    pytest.importorskip("distributed")
    called = [sys.executable, "-m", "tests.reliability.cluster"]
    run = subprocess.run(
        called, cwd=Path(__file__).parent.parent, capture_output=True, text=True, timeout=300
    )
    assert run.returncode == 0, run.stderr
    found = json.loads(run.stdout.splitlines()[-1])
    assert found["same"] and found["same after a worker was killed"]
