# For a fresh machine with Python and make: `make report`, `make test`, `make docs`, `make test-long` and `make test-site`.
PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
FACTS = settings.ini setup.py pyproject.toml

.PHONY: report lint test test-long test-site test-notebooks test-all coverage notebooks readme docs explore bench studies mutants clean

# pip compiles every file of every package, on one core for half a minute; Python compiles what it imports, once
PIP = $(BIN)/python -m pip install --quiet --no-compile
unexport PYTHONDONTWRITEBYTECODE

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)
	$(PIP) --upgrade pip

$(VENV)/installed: $(FACTS) | $(BIN)/python
	$(PIP) -e .
	@touch $@

$(VENV)/installed-dev: $(VENV)/installed
	$(PIP) -e ".[dev,parquet]"
	@touch $@

$(VENV)/installed-docs: $(FACTS) | $(BIN)/python
	$(PIP) -e ".[dev,docs,parquet]"
	@touch $(VENV)/installed $(VENV)/installed-dev $@

$(VENV)/installed-browser: $(VENV)/installed-docs
	$(PIP) -e ".[browser]"
	@touch $@

report: $(VENV)/installed  ## the main job on bundled real data: a table, and evalbook-report.html
	$(BIN)/evalbook report --out evalbook-report.html

lint: $(VENV)/installed-dev  ## rules, layers, formatting and types; the exported files are linted, never formatted
	$(BIN)/ruff check
	$(BIN)/lint-imports
	$(BIN)/ruff format --check
	$(BIN)/mypy

test: $(VENV)/installed-dev  ## export, clean and README in step; the contracts hold
	$(BIN)/python -m pytest -q -n 2 --dist loadscope -m "not long and not slow"
	$(BIN)/python tools/book.py readme --check

test-long: $(VENV)/installed-dev  ## refits beside every shortcut, processes that die, nbdev on every notebook
	$(BIN)/python -m pytest -q -m "long and not slow" --ignore=tests/test_site.py

test-site: $(VENV)/installed-browser  ## the site that `make docs` has built, in a browser
	$(BIN)/python -m pytest -q tests/test_site.py

test-notebooks: $(VENV)/installed-dev  ## every notebook runs; `make docs` has run the same, where it was called
	OMP_NUM_THREADS=1 $(BIN)/nbdev_test --n_workers 2

test-all: $(VENV)/installed-dev  ## the tests under Python 3.10 to 3.13 and with the oldest supported packages, each in an environment of its own
	$(BIN)/nox

coverage: $(VENV)/installed-dev  ## which lines of the package run in the tests
	OMP_NUM_THREADS=1 $(BIN)/coverage run -m pytest -q --ignore=tests/test_site.py --ignore=tests/test_nbdev.py
	$(BIN)/coverage combine -q && $(BIN)/coverage report -m --fail-under=95

notebooks: $(VENV)/installed-dev  ## export, run every notebook and save its outputs, render the README
	$(BIN)/python tools/book.py export
	$(BIN)/python tools/book.py run
	$(BIN)/python tools/book.py readme

readme: $(VENV)/installed-dev
	$(BIN)/python tools/book.py readme

docs: $(VENV)/installed-docs  ## the site, in docs/_build/html; SAVED=--saved runs no notebook
	OMP_NUM_THREADS=1 $(BIN)/python docs/build.py $(SAVED)

explore: $(VENV)/installed-browser  ## the explorers as a local app
	$(BIN)/python docs/build.py --explore

bench: $(VENV)/installed-dev  ## ours against the peers, in one run
	OMP_NUM_THREADS=1 $(BIN)/python -m tests.bench

studies: $(VENV)/installed-dev  ## the long simulations; resumable, about 50 core-minutes
	OMP_NUM_THREADS=1 $(BIN)/python tools/studies.py

mutants: $(VENV)/installed-dev  ## the code changed in one place at a time: which changes does no test notice? ONLY='evalbook.practice.gates*'
	$(PIP) -e ".[mutants]"
	OMP_NUM_THREADS=1 $(BIN)/python tools/mutants.py $(ONLY)

clean:
	rm -rf $(VENV) .nox build dist mutants docs/_build evalbook-report.html *.egg-info
