"""Test the tests: change one place of the code at a time, and see whether a test fails.

    python benchmarks/mutants.py verify                          # all mutants of logic/_verify.py
    python benchmarks/mutants.py cells solving --sample 80       # 80 random mutants of each of two modules
    make mutants                                                 # 100 of each

A mutant has another comparison or operator, a number one higher or lower, a condition that is always true or false, or
a result or call that is missing. It is killed if a test fails, crashes or takes much longer than before. A survivor is
printed: either it makes no difference, or a test is missing. The exit status is 0 in any case.

First the tests run once, and each function is noted with the tests that call it. A mutant then runs in a fork of a
process that has imported pytest but not nonet, and only with the tests of its function, the fastest first.
"""

from __future__ import annotations

import argparse
import ast
import os
import pickle
import random
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import hypothesis
import numpy as np  # noqa: F401  # a fork need not import it again
import pytest
import rich  # noqa: F401

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src/nonet"
MODULES: dict[str, tuple[list[str], list[str]]] = {
    "cells": (
        ["cells.py"],
        [*(f"tests/core/test_{name}.py" for name in ("cells", "grid")), "src/nonet/cells.py"]
        + [f"tests/formats/test_{name}.py" for name in ("line", "grid", "read")],
    ),
    "solving": (
        ["solving.py"],
        [
            *(
                f"tests/{name}.py"
                for name in ("core/test_solving", "core/test_counting", "engine/test_limits", "search/test_target")
            ),
            *(f"tests/variants/test_{name}.py" for name in ("puzzle", "solving")),
            "src/nonet/solving.py",
        ],
    ),
    "verify": (["logic/_verify.py"], ["tests/logic/test_verify.py", "src/nonet/logic/_verify.py"]),
    "search": (
        sorted(f"search/{path.name}" for path in (SOURCE / "search").glob("*.py") if path.name != "__init__.py"),
        ["tests/search", "src/nonet/search"],
    ),
}
PYTEST = [
    "-q",
    "-x",
    "--assert=plain",
    "-p",
    "no:cacheprovider",
    "-p",
    "_hypothesis_pytestplugin",
    "--hypothesis-profile=fast",
    "-m",
]
PYTEST += ["not slow", "-W", "ignore::pytest.PytestAssertRewriteWarning"]
hypothesis.settings.register_profile("fast", deadline=None, max_examples=10)
os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


class Mutant(NamedTuple):
    """A file with one change."""

    path: Path
    line: int
    change: str
    code: str
    function: int
    """The line where its function starts; 0 for constants and cached functions, on which all tests may depend."""


# Making mutants


def changes(node: Any) -> Iterator[Callable[[], object]]:
    """Yield functions that change a node in place, each in another way."""
    match node:
        case ast.Compare() if type(node.ops[0]) in COMPARISONS:
            yield lambda: node.ops.__setitem__(0, COMPARISONS[type(node.ops[0])]())
        case ast.BinOp() | ast.AugAssign() if type(node.op) in OPERATORS:
            yield lambda: setattr(node, "op", OPERATORS[type(node.op)]())
        case ast.BoolOp():
            yield lambda: setattr(node, "op", ast.Or() if isinstance(node.op, ast.And) else ast.And())
        case ast.UnaryOp(op=ast.Not()):
            yield lambda: setattr(node, "operand", ast.UnaryOp(ast.Not(), node.operand))
        case ast.UnaryOp(op=ast.Invert() | ast.USub()):
            yield lambda: setattr(node, "op", ast.UAdd())
        case ast.Constant(value=bool()):
            yield lambda: setattr(node, "value", not node.value)
        case ast.Constant(value=int()):
            yield lambda: setattr(node, "value", node.value + 1)
            yield lambda: setattr(node, "value", node.value - 1)
        case ast.Return(value=ast.expr()) if not (isinstance(node.value, ast.Constant) and node.value.value is None):
            yield lambda: setattr(node, "value", ast.Constant(None))
        case ast.Expr(value=ast.Call()):
            yield lambda: setattr(node, "value", ast.Constant(None))
        case ast.If() | ast.IfExp() | ast.While():
            yield lambda: setattr(node, "test", ast.Constant(True))
            yield lambda: setattr(node, "test", ast.Constant(False))


def is_left_out(node: ast.AST) -> bool:
    """Return whether a node is for type checkers, or a name."""
    if isinstance(node, ast.Assign):
        return getattr(node.targets[0], "id", "") == "__all__"
    if isinstance(node, ast.AnnAssign):
        return getattr(node.annotation, "id", "") == "TypeAlias"
    return isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING"


def first_line(function: ast.FunctionDef) -> int:
    """Return the line where a function starts, as its code has it; 0 if its results are cached."""
    decorators = function.decorator_list
    is_cached = any("cache" in ast.unparse(decorator) for decorator in decorators)
    return 0 if is_cached else min(node.lineno for node in [function, *decorators])


def places(tree: ast.AST, function: int = 0) -> Iterator[tuple[Any, int]]:
    """Yield the nodes of a tree that can be changed, each with the line where its function starts."""
    for field, value in ast.iter_fields(tree):
        if field in ("annotation", "returns", "decorator_list"):
            continue
        start = first_line(tree) if isinstance(tree, ast.FunctionDef) and field == "body" else function
        for node in value if isinstance(value, list) else [value]:
            if isinstance(node, ast.AST) and not is_left_out(node):
                yield node, start
                yield from places(node, start)


def mutants(path: Path) -> Iterator[Mutant]:
    """Yield all mutants of a file."""
    text = path.read_text()
    for number, (node, _) in enumerate(list(places(ast.parse(text)))):
        for which in range(len(list(changes(node)))):
            tree = ast.parse(text)
            target, function = list(places(tree))[number]
            before = ast.unparse(target).splitlines()[0]
            list(changes(target))[which]()
            if ast.unparse(tree) == ast.unparse(ast.parse(text)):
                continue  # such as a condition that is already True
            change = f"{before[:80]}  ->  {ast.unparse(target).splitlines()[0][:80]}"
            yield Mutant(path, target.lineno, change, ast.unparse(ast.fix_missing_locations(tree)), function)


# Running tests


class Calls:
    """A plugin of pytest that notes for each test which functions of some files it calls, and how long it takes."""

    def __init__(self, paths: list[Path]) -> None:
        self.paths = {str(path) for path in paths}
        self.tests: dict[tuple[str, int], set[str]] = {}
        self.seconds: dict[str, float] = {}

    def of(self, mutant: Mutant) -> list[str]:
        """Return the tests that call the function of a mutant, the fastest first; outside functions, all tests."""
        found = self.tests.get((str(mutant.path), mutant.function), ()) if mutant.function else self.seconds
        return sorted(found, key=self.seconds.__getitem__)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Run one test, with its fixtures, and trace its calls."""

        def trace(frame: FrameType, event: str, argument: object) -> None:
            code = frame.f_code
            if code.co_filename in self.paths:
                self.tests.setdefault((code.co_filename, code.co_firstlineno), set()).add(item.nodeid)

        began = time.process_time()
        sys.settrace(trace)
        yield
        sys.settrace(None)
        self.seconds[item.nodeid] = time.process_time() - began


class Limits:
    """A plugin of pytest that ends the process if a test takes much longer than it should."""

    def __init__(self, seconds: dict[str, float]) -> None:
        self.seconds = seconds

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Set the time for one test; at its end, the system ends the process."""
        signal.setitimer(signal.ITIMER_VIRTUAL, 3 + 5 * self.seconds[item.nodeid])


def in_fork(work: Callable[[], object]) -> tuple[int, Any]:
    """Run a function in a fork without output; return the exit status and the result."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.setpgid(0, 0)
        os.close(reading)
        resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
        nothing = os.open(os.devnull, os.O_RDWR)
        for number in (0, 1, 2):
            os.dup2(nothing, number)
        with os.fdopen(writing, "wb") as pipe:
            pickle.dump(work(), pipe)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        data = pipe.read()
    status = os.waitpid(child, 0)[1]
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)  # what it may have started
    return status, pickle.loads(data) if data else None


def traced(paths: list[Path], tests: list[str]) -> Calls:
    """Run the tests once, and return what they execute."""

    def work() -> object:
        calls = Calls(paths)
        status = pytest.main([*PYTEST, *tests], plugins=[calls])
        return int(status), calls

    _, result = in_fork(work)
    if result is None or result[0]:
        sys.exit(f"the tests do not pass without a change: {' '.join(tests)}")
    return result[1]


def is_killed(mutant: Mutant, calls: Calls) -> bool:
    """Return whether a test fails with a mutant."""
    original, tests = SourceFileLoader.get_code, calls.of(mutant)

    def get_code(loader: SourceFileLoader, name: str) -> Any:
        if Path(loader.path) == mutant.path:
            return compile(mutant.code, loader.path, "exec")
        return original(loader, name)

    def work() -> int:
        SourceFileLoader.get_code = get_code  # type: ignore[method-assign, assignment]
        return int(pytest.main([*PYTEST, *tests], plugins=[Limits(calls.seconds)]))

    return bool(tests) and in_fork(work) != (0, 0)


def test(name: str, sample: int | None, seed: int) -> None:
    """Run mutants of one module, and print the survivors and one line at the end."""
    files, tests = MODULES[name]
    paths = [SOURCE / file for file in files]
    every = [mutant for path in paths for mutant in mutants(path)]
    chosen = random.Random(seed).sample(every, min(sample or len(every), len(every)))
    calls, killed, began = traced(paths, tests), 0, time.monotonic()
    for mutant in chosen:
        if is_killed(mutant, calls):
            killed += 1
        else:
            print(f"{mutant.path.relative_to(SOURCE)}:{mutant.line}: {mutant.change}", flush=True)
    print(
        f"{name}: {killed} of {len(chosen)} mutants killed, {len(every)} in all, {time.monotonic() - began:.0f} s",
        flush=True,
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*", default=[*MODULES], help=f"some of {', '.join(MODULES)} (default: all)")
    parser.add_argument("--sample", type=int, metavar="N", help="number of mutants of each module (default: all)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the sample (default: 1)")
    options = parser.parse_args()
    if unknown := set(options.modules) - set(MODULES):
        parser.error(f"unknown module {min(unknown)!r}; expected some of {', '.join(MODULES)}")
    os.chdir(ROOT)
    for name in options.modules:
        test(name, options.sample, options.seed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
