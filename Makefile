# `make run` starts the dashboard, `make test` runs every check. `make help` lists the rest.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

VENV := .venv
BIN := $(VENV)/bin
# Something to open a browser on.
SCREEN := $(or $(DISPLAY),$(WAYLAND_DISPLAY),$(filter Darwin,$(shell uname)))
# An environment that was moved or lost its Python is made anew.
STALE := $(shell "$(BIN)/python" -c "" 2>/dev/null || echo FORCE)
# How many processes run the tests.
JOBS ?= 2
# How often `make fuzz` draws its cases anew.
ROUNDS ?= 10

# Settings of the caller that would send packages elsewhere than into .venv.
unexport PYTHONPATH PYTHONHOME PIP_TARGET PIP_PREFIX PIP_ROOT
export PIP_USER := 0
export PIP_REQUIRE_VIRTUALENV := 0
export PIP_NO_INPUT := 1
export PIP_DISABLE_PIP_VERSION_CHECK := 1

# The caller's pip settings come first (a company mirror, say); if they cannot serve us, plain pip.
PIP_INSTALL = install() { "$(BIN)/python" -m pip install -qq "$$@" \
	|| { echo "pip failed with your settings; trying again without them." >&2; \
	     "$(BIN)/python" -m pip --isolated install -qq "$$@"; }; }; install

.PHONY: run test lint types unit browser fuzz bench bench-ui bench-k load soak test-install test-lowest clean help env chromium FORCE

run: $(VENV)/.runtime ## Start the dashboard (PORT=8501 and HOST=127.0.0.1 may be given)
	@"$(BIN)/python" -m streamlit run app.py \
		--server.address "$(or $(HOST),127.0.0.1)" $(if $(PORT),--server.port "$(PORT)") \
		--server.headless $(if $(SCREEN),false,true) --server.showEmailPrompt false

test: lint types chromium ## Run lint, types, unit, app and browser tests
	@"$(BIN)/python" -m pytest -n $(JOBS) --dist loadfile tests

lint: $(VENV)/.tests ## Check style and format, and that all code is used
	@"$(BIN)/ruff" check .
	@"$(BIN)/ruff" format --check .
	@"$(BIN)/vulture"

types: $(VENV)/.tests ## Check types
	@"$(BIN)/mypy"

unit: $(VENV)/.tests ## Run all tests but those in a browser
	@"$(BIN)/python" -m pytest -n $(JOBS) --dist loadfile -m "not browser" tests

browser: $(VENV)/.tests chromium ## Run the tests in a browser
	@"$(BIN)/python" -m pytest -n $(JOBS) --dist loadfile tests/browser

test-install: $(VENV)/.tests chromium ## Install the built wheel into an empty environment and start it (PYTHON=python3.13)
	@AUCC_EMPTY=1 $(if $(PYTHON),AUCC_PYTHON="$(PYTHON)") "$(BIN)/python" -m pytest tests/browser/test_install.py

test-lowest: $(VENV)/.runtime ## Run the unit tests on the oldest versions of packages that are allowed
	@"$(BIN)/python" -m venv build/lowest
	@build/lowest/bin/python -m pip install -qq -r requirements.txt -r tests/requirements.txt -c tests/constraints-lowest.txt
	@build/lowest/bin/python -m pytest -n $(JOBS) --dist loadfile -m "not browser" tests

fuzz: $(VENV)/.tests ## Look for failures with fresh seeds (ROUNDS=10) and print what to paste back
	@for round in $$(seq $(ROUNDS)); do \
		first=$$((RANDOM * 32768 + RANDOM)); \
		echo "Round $$round of $(ROUNDS), damaged files from AUCC_FUZZ_FIRST=$$first"; \
		AUCC_FUZZ_FIRST=$$first "$(BIN)/python" -m pytest -n $(JOBS) --dist loadfile \
			--hypothesis-profile=fuzz -m "hypothesis or fuzz" tests \
			|| { echo "Paste the failing example above its test: @example(...)" >&2; exit 1; }; \
	done

bench: $(VENV)/.tests ## Time the scoring core beside what people use today
	@for part in core criteria large chance; do "$(BIN)/python" -m tests.bench.bench_$$part; done

bench-ui: $(VENV)/.tests chromium ## Time the linked view in a browser
	@"$(BIN)/python" -m tests.bench.bench_ui

bench-k: $(VENV)/.tests ## Compare ways of choosing a clustering (PUBLIC=folder of benchmark sets)
	@"$(BIN)/python" -m tests.bench.bench_k $(if $(PUBLIC),--public "$(PUBLIC)") $(ARGS)

load: $(VENV)/.tests chromium ## Time a hundred visitors and a live class (three minutes)
	@"$(BIN)/python" -m tests.load.crowd
	@"$(BIN)/python" -m tests.load.classroom

soak: $(VENV)/.tests ## Kill workers, drop connections, send damaged files, many times (minutes)
	@"$(BIN)/python" -m tests.load.soak

chromium: $(VENV)/.tests
	@"$(BIN)/python" -m tests.browser.chromium

env: $(VENV)/.tests ## Make .venv with all packages, run nothing

# A stamp says that the environment holds a list of packages.
FORCE:
$(VENV)/.runtime: requirements.txt $(STALE)
	@"$(BIN)/python" -c "" 2>/dev/null || { \
		for python in "$(or $(PYTHON),python3)" python3.13 python3.12 python3.11; do \
			if "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then found="$$python"; break; fi; \
		done; \
		if [ -z "$${found:-}" ]; then echo "Python 3.11 or newer is needed; name one with: make PYTHON=/path/to/python3.11 ..." >&2; exit 1; fi; \
		echo "Making $(VENV) with $$("$$found" --version) ..."; \
		rm -rf "$(VENV)"; \
		"$$found" -m venv "$(VENV)" || { echo "Python's venv module failed; on Debian: apt-get install python3-venv" >&2; exit 1; }; }
	@echo "Installing what the dashboard needs (once, a minute or two) ..."
	@$(PIP_INSTALL) -r requirements.txt
	@touch "$@"

$(VENV)/.tests: tests/requirements.txt $(VENV)/.runtime
	@echo "Installing what the tests need (once) ..."
	@$(PIP_INSTALL) -r tests/requirements.txt
	@touch "$@"

clean: ## Remove .venv and everything that tests leave behind
	@rm -rf "$(VENV)" .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist *.egg-info screenshots
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

help: ## Show this list
	@grep -hE '^[a-z-]+:.*## ' $(firstword $(MAKEFILE_LIST)) \
		| sed -E 's/^([a-z-]+):[^#]*## (.*)/\1\t\2/' | while IFS=$$'\t' read -r name what; do printf '  make %-12s %s\n' "$$name" "$$what"; done
