# make run    set up .venv, solve a sample puzzle, and list the commands
# make test   set up .venv, and run all checks
.DEFAULT_GOAL := run
.PHONY: run test lint types tests browser clean

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
SAMPLE := 8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..

$(READY): pyproject.toml $(wildcard native/CMakeLists.txt native/src/*)
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "nonet needs Python 3.11 or later")'
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@

run: $(READY)
	@$(BIN)/nonet --version
	@$(BIN)/nonet solve --board '$(SAMPLE)'
	@$(BIN)/nonet --help

test: lint types tests

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY)
	$(BIN)/mypy

tests: $(READY) browser
	$(BIN)/pytest -n auto

# the tests of the page need a browser: one on PATH; as root on Debian, the package is installed
browser:
	@command -v chromium > /dev/null || command -v chromium-browser > /dev/null || command -v google-chrome > /dev/null \
	|| { [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null && echo "installing chromium for the tests of the page" \
	     && apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium > /dev/null; } \
	|| echo "chromium is not on PATH, so the tests of the page are skipped; install it to run them"

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist

# make fuzz   test the kernel with invalid buffers under the sanitizers, one minute per instruction set
.PHONY: fuzz
fuzz: $(READY)
	$(BIN)/pip install --quiet --disable-pip-version-check cmake ninja
	PATH="$(CURDIR)/$(BIN):$$PATH" cmake -G Ninja -S native -B build/fuzz -DNONET_FUZZ=ON -DNONET_SANITIZE=ON
	PATH="$(CURDIR)/$(BIN):$$PATH" cmake --build build/fuzz
	for isa in $$($(BIN)/python -c 'from nonet import _native; print(*_native.instruction_sets())'); do \
	    NONET_ISA=$$isa build/fuzz/hostile $${SEED:-1} $${SECONDS_EACH:-60} || exit 1; done
