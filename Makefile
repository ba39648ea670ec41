# Formicarium: `make help` lists the targets. Each sets up what it needs in .venv by itself.
PYTHON ?= python3
BIN := .venv/bin
# One more worker than cores: some always wait for a server, a browser or a clock.
WORKERS ?= $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 1)')
CHECKS := lint types layers security scripts
# Servers, bots and workers are started hundreds of times: what they import is translated once.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help play test check lint types layers security scripts compiled machine audit checkers chaos siege fuzz dist docs bench ladder golden proofs clean

help: ## list the targets
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1  /' | sort

play: .venv/serve.ready ## serve the table: play in a browser
	@FORMICARIUM_SITE=$(wildcard site) $(BIN)/formicarium serve

test: .venv/test.ready ## check the code and run all tests, in a real browser too
	@$(MAKE) --no-print-directory --jobs --output-sync $(CHECKS) compiled machine
	$(BIN)/pytest -n $(WORKERS) --dist worksteal  # neighbours stay together: what they set up is set up once

check: .venv/test.ready ## lint, types, layers
	@$(MAKE) --no-print-directory --jobs --output-sync $(CHECKS)

lint:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types:
	$(BIN)/mypy

layers:
	$(BIN)/lint-imports

security:
	$(BIN)/bandit --quiet --recursive --configfile pyproject.toml src

scripts:
	$(BIN)/python tests/e2e/node.py tsc --project tests/e2e

compiled:
	$(BIN)/formicarium precompile

machine:
	@$(BIN)/python tests/e2e/browser.py
	@$(BIN)/python tests/services.py

audit: .venv/test.ready ## ask PyPI for known holes in the packages that we use; needs the network
	$(BIN)/pip-audit --strict --requirement constraints.txt --no-deps --disable-pip

checkers: .venv/test.ready ## let Gymnasium, PettingZoo, TorchRL, SB3, RLlib, Shimmy and OpenSpiel check every game, mode and number of seats
	CHECKERS=all $(BIN)/pytest -n $(WORKERS) --dist worksteal tests/interop

chaos: .venv/test.ready ## play while servers are killed, paused and cut off; ARGS='--seed 7 --matches 200 --seconds 600 --people 200 --meet-kills 20'
	$(BIN)/python tests/chaos $(ARGS)

siege: .venv/test.ready ## attack a server in every way that we know, audit what is left; ARGS='--seconds 600 --kills 500 --backend postgres'
	$(BIN)/python tests/siege $(ARGS)

fuzz: .venv/test.ready ## give hostile input to everything that reads some; ARGS='--inputs 1000000 --seed 7'
	$(BIN)/python tests/fuzz $(ARGS)

dist: .venv/test.ready ## build the wheel and the sources into dist/, and try them with every extra in empty environments
	rm -rf dist
	$(BIN)/python tests/package dist

docs: .venv/docs.ready ## build the documentation into site/, strictly
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict  # not --quiet, which keeps warnings from being counted

bench: .venv/bench.ready ## measure against peers, write docs/benchmarks.md
	$(BIN)/python -m benchmarks

ladder: .venv/arena.ready ## prove that each bot level beats the next weaker one, write docs/arena.md; GAME=sisimizi for one game
	$(BIN)/formicarium ladder $(GAME)

proofs: .venv/test.ready ## prove at length what tests look at briefly: each sentence of the coach, each puzzle, fair luck; half an hour and more
	REASONS=1000 LUCK=2000 PUZZLES=all $(BIN)/pytest -n $(WORKERS) --dist worksteal --timeout 0 \
		tests/games/*/test_reasons.py tests/coach/test_luck.py tests/coach/test_puzzles.py tests/benchmarks/test_luck.py

golden: .venv/test.ready ## write the golden playthroughs anew
	$(BIN)/python tests/write_golden.py

clean: ## remove the virtual environment and what tools left behind
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis tests/e2e/node_modules tests/e2e/artefacts

.venv/%.ready: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Formicarium needs Python 3.11 or later")'
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@echo "setting up .venv for $* …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[$*]'
	@touch $@
