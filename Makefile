# Everything sets itself up: a fresh machine needs Python 3.11+ and make.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin

.PHONY: play test quick check format rules browser bench simulate soak soak-tables chaos attack fuzz golden pins digests screenshots clean

# What is installed is what is pinned, file by file, by its hash. Nothing of an editable install can be
# checked so: it comes last, by itself, and fetches nothing.
PIP := $(BIN)/pip --quiet --disable-pip-version-check

$(VENV)/.ready: pyproject.toml deploy/constraints-dev.txt
	$(PYTHON) -m venv $(VENV)
	$(PIP) install --require-hashes -r deploy/constraints-dev.txt
	$(PIP) install --no-deps --no-build-isolation -e .
	touch $@

play: $(VENV)/.ready            ## a table with bots in the free seats, links printed
	$(BIN)/hexwarden play

# Debian's Chromium for the browser tests; elsewhere, or without root, they say why they are left out.
browser:
	@command -v chromium >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && \
	apt-get update -q && apt-get install -qy --no-install-recommends chromium; } || \
	echo "no Chromium here: the browser tests are left out"

test: $(VENV)/.ready browser    ## every test
	$(BIN)/pytest -n auto

quick: $(VENV)/.ready           ## the tests without the long ones
	$(BIN)/pytest -m 'not slow'

check: $(VENV)/.ready           ## style, strict types, import contract, source-tree rules
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tests.web.typecheck
	$(BIN)/pytest tests/contracts

format: $(VENV)/.ready
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

rules: $(VENV)/.ready           ## which rules of the index a passing test covers
	$(BIN)/pytest tests/rules --rules-report

bench: $(VENV)/.ready           ## every figure of the README, beside its limit
	$(BIN)/python -m tests.bench

SEEDS ?= 300
simulate: $(VENV)/.ready        ## the whole system in one thread, with faults from a seed; SEEDS=300
	$(BIN)/python -m tests.simulator --seeds $(SEEDS)

soak: $(VENV)/.ready            ## ten thousand random battles over all content, an hour of fuzzing
	$(BIN)/python -m tests.soak
	$(BIN)/python -m tests.simulator --seeds 20000
	$(FUZZER)
	$(BIN)/python -m tests.fuzz --seconds 3600

soak-tables: MINUTES = 60
soak-tables: $(VENV)/.ready     ## tables come and go: memory of server and store stays flat; MINUTES=60
	$(BIN)/python -m tests.soak.tables --minutes $(MINUTES)

# Atheris guides the fuzzer by coverage; where there is none to be had, inputs are random.
FUZZER := -$(PIP) install --retries 1 --require-hashes -r deploy/constraints-fuzz.txt

chaos: MINUTES = 10
chaos: $(VENV)/.ready           ## servers and store primaries killed at random under load; MINUTES=10
	$(BIN)/python -m tests.chaos --minutes $(MINUTES)

attack: MINUTES = 20
attack: $(VENV)/.ready          ## every request at full rate from ten identities, beside four honest tables; MINUTES=20
	$(BIN)/python -m tests.attack --minutes $(MINUTES)

fuzz: $(VENV)/.ready            ## every decoder against the same broken bytes for a minute, guided where Atheris can be had
	$(FUZZER)
	$(BIN)/python -m tests.fuzz

golden: $(VENV)/.ready          ## write the eight transcripts anew; read the difference
	$(BIN)/python -m tests.golden

# Versions stay as they are where they still fit; `make pins PINS=--upgrade` takes the newest.
UV := uv==0.13.9
PINNED := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-annotate --custom-compile-command 'make pins' $(PINS)

pins: $(VENV)/.ready            ## write deploy/constraints*.txt anew: run time, development, fuzzer, with hashes
	$(PIP) install $(UV)
	$(PINNED) --extra s3 --extra oidc --extra otel pyproject.toml deploy/build.in -o deploy/constraints.txt
	$(PINNED) --all-extras --no-emit-package atheris -c deploy/constraints.txt pyproject.toml deploy/build.in -o deploy/constraints-dev.txt
	echo 'atheris>=3; sys_platform == "linux"' | $(PINNED) - -o deploy/constraints-fuzz.txt

IMAGE ?=
digests:                        ## what the images' tags mean today, into deploy/.env and deploy/kubernetes/images; IMAGE=yours
	$(PYTHON) deploy/digests.py $(IMAGE)

screenshots: $(VENV)/.ready     ## pictures of every page of the browser client
	$(BIN)/python -m tests.web.screenshots

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .import_linter_cache *.egg-info
