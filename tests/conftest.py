"""What holds for all tests."""

import gc

import pytest

gc.disable()  # while thousands of tests are collected, nothing becomes garbage


def pytest_collection_finish():
    "What was collected stays to the end: it is not looked at again."
    gc.freeze()
    gc.enable()


@pytest.fixture
def few_draws(monkeypatch):
    "Reports whose random numbers nobody reads resample their cases 99 times instead of 999."
    from evalbook.practice import judged_run

    monkeypatch.setattr(judged_run, "DRAWS", 99)
