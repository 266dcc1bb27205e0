"""What holds for all tests."""

import gc

import pytest


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    "While thousands of tests are collected nothing becomes garbage; they stay to the end, and are not looked at again. Later garbage is rare."
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()
        gc.set_threshold(100_000, 50, 50)


@pytest.fixture
def few_draws(monkeypatch):
    "Reports whose random numbers nobody reads resample their cases 99 times instead of 999."
    from evalbook.practice import judged_run

    monkeypatch.setattr(judged_run, "DRAWS", 99)
