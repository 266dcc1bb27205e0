"""What `help` says of a public name: every parameter with its type, what comes back, and an example that runs."""

import doctest
import inspect

import pytest
from numpydoc.docscrape import ClassDoc, FunctionDoc

import evalbook
from tests.names import HOMES, every

THINGS = {name: inspect.unwrap(thing) for name, thing in every().items() if callable(thing)}
FUNCTIONS = [name for name, thing in THINGS.items() if inspect.isfunction(thing)]
CLASSES = [name for name in THINGS if name not in FUNCTIONS]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_names_its_parameters_and_what_it_returns(name):
    doc = FunctionDoc(THINGS[name])
    said = [one.strip("* ") for row in doc["Parameters"] for one in row.name.split(",")]
    assert said == list(inspect.signature(THINGS[name]).parameters)
    assert all("".join(row.desc).strip() for row in doc["Parameters"]), name
    assert doc["Returns"] and doc["Summary"], name


@pytest.mark.parametrize("name", CLASSES)
def test_a_class_names_its_fields(name):
    doc = ClassDoc(THINGS[name], config={"show_class_members": False})
    known = inspect.signature(THINGS[name]).parameters
    assert doc["Summary"] and {row.name for row in doc["Parameters"]} <= set(known), name


@pytest.mark.parametrize("name", THINGS)
def test_the_example_runs(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (found,) = doctest.DocTestFinder(recurse=False).find(THINGS[name], name, module=False, globs={})
    assert found.examples, f"{name} needs an example, in {HOMES[name]}"
    said = []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    runner.run(found, out=said.append)
    assert not runner.failures, "".join(said)


def test_help_of_the_package_begins_with_its_front():
    assert "Where to begin" in evalbook.__doc__
