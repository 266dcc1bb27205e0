"""The tests under every supported Python, and with the oldest supported packages: `nox`, or `nox -s "tests(python='3.13')"`."""

import re
from configparser import ConfigParser
from pathlib import Path

import nox

PYTHONS = ["3.10", "3.11", "3.12", "3.13"]


@nox.session(python=PYTHONS)
def tests(session: nox.Session) -> None:
    "The newest packages that fit."
    session.install("-e", ".[dev,parquet]")
    session.run("python", "-m", "pytest", "-q", *session.posargs)


@nox.session(python=PYTHONS[0])
def oldest(session: nox.Session) -> None:
    "The oldest supported version of each package that is needed at run time."
    settings = ConfigParser(delimiters=["="])
    settings.read(Path(__file__).parent / "settings.ini")
    needed = settings["DEFAULT"]["requirements"].split()
    session.install(
        "-e", ".[dev,parquet]", *(re.sub(">=(.*)", r"==\1.*", package) for package in needed)
    )
    session.run("python", "-m", "pytest", "-q", *session.posargs)
