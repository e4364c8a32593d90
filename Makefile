PYTHON ?= python3.11
VENV ?= .venv
BIN := $(VENV)/bin
# A CPU build of torch; where pip would bring CUDA, give one: TORCH="torch --index-url <the CPU index>".
TORCH ?= torch==2.13.0

.PHONY: demo test check format clean

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.base: pyproject.toml | $(BIN)/python
	$(BIN)/pip install -q -e .
	touch $@

$(VENV)/.test: pyproject.toml | $(BIN)/python
	$(BIN)/pip install -q $(TORCH)
	$(BIN)/pip install -q -e '.[cpu,train,app,dev]'
	touch $@ $(VENV)/.base

demo: $(VENV)/.base  ## Index the sample corpus, search it three ways, print the retrieval table.
	@sh data/demo.sh $(BIN)/radsearch

test: $(VENV)/.test check  ## The whole check: what CI runs.

check:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pydoclint -q radsearch indexer train
	$(BIN)/lint-imports
	$(BIN)/pytest -q -m "not gpu"

format:
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV) build *.egg-info runs book
