# make run       set up .venv, solve a sample puzzle, and list the commands
# make check     the checks before a commit: style, types, fast tests
# make test      all checks and all tests
# make coverage  all tests, and which lines of src/nonet they run
# make docs      write the manual as a site into build/site
# make fuzz      test the kernel under the sanitizers with invalid input, and each parser with damaged input, for some minutes
# make race      test the kernel under the thread sanitizer
# make memcheck  test the kernel under valgrind
# make mutants   change the code in some places, and list the changes that no test notices
# make soak      all of these but mutants, and killed runs and random boards, for one hour
# make lock      choose new versions for the files in requirements/
.DEFAULT_GOAL := run
.PHONY: run check test lint types stubs fast tests browser coverage docs fuzz race memcheck mutants soak lock clean

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
DEV := .venv/.dev
# Python compiles a module when it is first imported; compiling all of them during the installation takes longer.
INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check --no-compile --prefer-binary
# Tests start hundreds of programs, and each would compile what it imports if Python may not store the result.
export PYTHONDONTWRITEBYTECODE :=
SAMPLE := 8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..

KERNEL := $(wildcard native/CMakeLists.txt native/src/* native/src/explainer/* native/src/rules/*)

# what `nonet` needs to run: the kernel, the page, printing
$(READY): pyproject.toml $(KERNEL)
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "nonet needs Python 3.11 or later")'
	$(PYTHON) -m venv .venv
	$(INSTALL) --constraint requirements/dev.txt --editable '.[web,print]'
	touch $@

# what the checks need in addition; the file has every dependency, so that pip has nothing to choose
$(DEV): $(READY) requirements/dev.txt
	$(INSTALL) --no-deps --requirement requirements/dev.txt
	touch $@

run: $(READY)
	@$(BIN)/nonet --version
	@$(BIN)/nonet solve --board '$(SAMPLE)'
	@$(BIN)/nonet --help

check: lint types stubs fast

test: lint types stubs tests

lint: $(DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(DEV)
	$(BIN)/mypy

# the compiled kernel has the functions and the arguments that its stub declares
stubs: $(DEV)
	$(BIN)/python -m mypy.stubtest nonet._native

# the value types, the import order, and the files of the set-up
FAST := -m "not slow" --hypothesis-profile=fast tests/core tests/test_architecture.py tests/test_setup.py
fast: $(DEV)
	$(BIN)/pytest -q -n auto $(FAST)

tests: $(DEV) browser
	$(BIN)/pytest -n auto --dist worksteal

coverage: $(DEV) browser
	$(BIN)/pytest -q -n auto --cov --cov-report=term:skip-covered

# the tests of the page need a browser: one on PATH; as root on Debian, the package is installed
browser:
	@command -v chromium > /dev/null || command -v chromium-browser > /dev/null || command -v google-chrome > /dev/null \
	|| { [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null && echo "installing chromium for the tests of the page" \
	     && apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium > /dev/null; } \
	|| echo "chromium is not on PATH, so the tests of the page are skipped; install it to run them"

.venv/.docs: $(READY) requirements/docs.txt
	$(INSTALL) --no-deps --requirement requirements/docs.txt
	touch $@

docs: .venv/.docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo "the manual is in build/site/index.html"

# the programs hostile and faults: with the address sanitizer, with the thread sanitizer, and for valgrind
build/%/faults: $(READY) $(KERNEL)
	$(INSTALL) cmake ninja
	PATH="$(CURDIR)/$(BIN):$$PATH" cmake -G Ninja -S native -B build/$* -DNONET_FUZZ=ON -DNONET_SANITIZE=$(SANITIZE_$*)
	PATH="$(CURDIR)/$(BIN):$$PATH" cmake --build build/$*
	touch $@
SANITIZE_fuzz := address,undefined
SANITIZE_race := thread

# puzzles with rules, the kernel on each instruction set, its arguments at their limits, and everything that reads input
fuzz: $(DEV) build/fuzz/faults
	build/fuzz/rules_hostile $${SEED:-1} $${SECONDS_EACH:-60}
	build/fuzz/rules_faults $${SECONDS_EACH:-60}
	for isa in $$($(BIN)/python -c 'from nonet import _native; print(*_native.instruction_sets())'); do \
	    NONET_ISA=$$isa build/fuzz/hostile $${SEED:-1} $${SECONDS_EACH:-60} || exit 1; \
	    NONET_ISA=$$isa build/fuzz/faults $${SECONDS_EACH:-60} || exit 1; done
	$(BIN)/pytest -q -n auto tests/engine/test_limits.py
	$(BIN)/python benchmarks/fuzz.py --seconds $${PARSER_SECONDS:-10} --seed $${SEED:-1}

race: build/race/faults
	build/race/faults $${SECONDS_EACH:-60}

# valgrind does not know AVX-512
memcheck: build/memcheck/faults
	@command -v valgrind > /dev/null || { echo "make memcheck needs valgrind"; exit 1; }
	NONET_ISA=avx2 valgrind --quiet --error-exitcode=1 --leak-check=full build/memcheck/hostile $${SEED:-1} $${SECONDS_EACH:-60}

# SAMPLE_SIZE mutants of each module that it knows
mutants: $(DEV)
	$(BIN)/python benchmarks/mutants.py --sample $${SAMPLE_SIZE:-100} --seed $${SEED:-1}

# everything that looks for errors for a long time; SOAK_SECONDS is the time for all of it together
soak: $(DEV) build/fuzz/faults build/race/faults build/memcheck/faults
	$(BIN)/python benchmarks/soak.py --seconds $${SOAK_SECONDS:-3600} --seed $${SEED:-1}

# one file for all systems and all Python versions from 3.11 on; without the address of an index
LOCK := $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --no-annotate --no-header --no-emit-index-url
lock: $(READY)
	$(INSTALL) uv
	$(LOCK) --extra dev --output-file requirements/dev.txt pyproject.toml
	$(LOCK) --extra docs --constraint requirements/dev.txt --output-file requirements/docs.txt pyproject.toml

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage build dist
