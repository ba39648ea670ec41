# Formicarium: `make help` lists the targets. Each sets up what it needs in .venv by itself.
PYTHON ?= python3
BIN := .venv/bin
WORKERS ?= auto

.DEFAULT_GOAL := help
.PHONY: help play test check audit chaos bench ladder golden clean

help: ## list the targets
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1  /' | sort

play: .venv/serve.ready ## serve the table: play in a browser
	@$(BIN)/formicarium serve

test: .venv/test.ready check ## check the code and run all tests, in a real browser too
	$(BIN)/formicarium precompile
	@$(BIN)/python tests/e2e/browser.py
	@$(BIN)/python tests/services.py
	$(BIN)/pytest -n $(WORKERS)

check: .venv/test.ready ## lint, types, layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/bandit --quiet --recursive --configfile pyproject.toml src
	$(BIN)/python tests/e2e/node.py tsc --project tests/e2e

audit: .venv/test.ready ## ask PyPI for known holes in the packages that we use; needs the network
	$(BIN)/pip-audit --strict --requirement constraints.txt --no-deps --disable-pip

chaos: .venv/test.ready ## play while servers are killed, paused and cut off; ARGS='--seed 7 --matches 200 --seconds 600'
	$(BIN)/python tests/chaos $(ARGS)

bench: .venv/bench.ready ## measure against peers, write docs/benchmarks.md
	$(BIN)/python -m benchmarks

ladder: .venv/arena.ready ## prove that each bot level beats the next weaker one, write docs/arena.md; GAME=sisimizi for one game
	$(BIN)/formicarium ladder $(GAME)

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
