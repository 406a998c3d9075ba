# Everything sets itself up: a fresh machine needs Python 3.11+ and make.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin

.PHONY: play test quick check format rules bench schema clean

$(VENV)/.ready: pyproject.toml deploy/constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -c deploy/constraints.txt -e '.[dev]'
	touch $@

play: $(VENV)/.ready            ## a table with bots in the free seats, links printed
	$(BIN)/hexwarden play

test: $(VENV)/.ready            ## every test
	$(BIN)/pytest

quick: $(VENV)/.ready           ## the tests without the long ones
	$(BIN)/pytest -m 'not slow'

check: $(VENV)/.ready           ## style, strict types, import contract, source-tree rules
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest tests/contracts

format: $(VENV)/.ready
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

rules: $(VENV)/.ready           ## which rules of the index a passing test covers
	$(BIN)/pytest tests/rules --rules-report

bench: $(VENV)/.ready           ## every figure of the README, beside its limit
	$(BIN)/python -m tests.bench

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .import_linter_cache *.egg-info
