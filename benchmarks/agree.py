"""Check that nonet's solvers agree: the kernel of each instruction set, the NumPy lanes and the plain search.

    python benchmarks/agree.py puzzles.txt more.txt                   # files with one puzzle per line
    python benchmarks/agree.py --random 1000000 --seed 7              # boards with no, one and many solutions
    python benchmarks/agree.py puzzles.txt --methods avx2,numpy       # only some of the methods

It prints one line per set. If two methods disagree, the line contains the first such puzzle, and the exit status is 1.
The backends of the engine must return the same bytes (solutions, counts and status), and the kernels must make the same
number of guesses. The plain search must count the same number of solutions (up to 2). If there is only one solution, it
must find the same one. Each solution is checked against its puzzle with the rules of Sudoku only.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from nonet.engine import is_solution, native_lanes, numpy_lanes, solve_many
from nonet.geometry import Shape
from nonet.grid import Grid
from nonet.kernel import kernel
from nonet.rows import BAD, DIGIT_OF_BYTE, Rows as PuzzleRows
from nonet.search import find

Rows: TypeAlias = NDArray[np.uint8]

LIMIT = 2
BLOCK = 100_000
"""Number of puzzles per block: enough to fill the lanes, few enough for the memory."""

NUMPY, PLAIN = "numpy", "propagation"


class Answers(NamedTuple):
    """The results of a method for a block of puzzles; None for what the method does not report."""

    solutions: Rows
    counts: NDArray[np.uint32]
    status: NDArray[np.uint8] | None
    guesses: int | None


# The methods


def instruction_sets() -> list[str]:
    """Return the instruction sets that this machine supports; none without the compiled kernel."""
    if kernel() is None:
        return []
    from nonet import _native

    return list(_native.instruction_sets())


def use_instruction_set(name: str) -> None:
    os.environ["NONET_ISA"] = name


def by_kernel(cells: Rows) -> Answers:
    solved = native_lanes.solve(cells, LIMIT)
    return Answers(solved.solutions, solved.counts, solved.status, solved.guesses)


def by_numpy(cells: Rows) -> Answers:
    solved = numpy_lanes.solve(cells, LIMIT)
    return Answers(solved.solutions, solved.counts, solved.status, None)


def by_plain_search(cells: Rows) -> Answers:
    solutions = np.zeros(cells.shape, np.uint8)
    counts = np.zeros(len(cells), np.uint32)
    digits = DIGIT_OF_BYTE[cells]
    for row in np.flatnonzero((digits != BAD).all(axis=1)):
        found = list(islice(find(Grid.of_digits(digits[row].tobytes(), Shape(3, 3)), method=PLAIN), LIMIT))
        counts[row] = len(found)
        if found:
            solutions[row] = list(found[0])
    return Answers(solutions, counts, None, None)


class Solvers:
    """The methods by name. Each kernel runs in its own process, because a process selects its instruction set once."""

    def __init__(self, names: list[str], stack: ExitStack) -> None:
        self.names = names
        self._kernels = {
            name: stack.enter_context(ProcessPoolExecutor(1, get_context("spawn"), use_instruction_set, (name,)))
            for name in names
            if name not in (NUMPY, PLAIN)
        }

    def answers(self, cells: Rows) -> dict[str, Answers]:
        futures = {name: pool.submit(by_kernel, cells) for name, pool in self._kernels.items()}
        others = {NUMPY: by_numpy, PLAIN: by_plain_search}
        return {name: futures[name].result() if name in futures else others[name](cells) for name in self.names}


# Comparing


def disagreements(cells: Rows, answers: dict[str, Answers]) -> NDArray[np.bool_]:
    """Return a mask of the puzzles on which methods disagree or for which a solution is wrong."""
    (_, first), *others = answers.items()
    bad = np.zeros(len(cells), np.bool_)
    for answer in answers.values():
        found = answer.counts > 0
        bad[found] |= ~is_solution(cells[found], answer.solutions[found])
        bad[~found] |= answer.solutions[~found].any(axis=1)
    for _, other in others:
        bad |= first.counts != other.counts
        differs = (first.solutions != other.solutions).any(axis=1)
        if first.status is None or other.status is None:
            differs &= first.counts == 1
        else:
            bad |= first.status != other.status
        bad |= differs
    if len({answer.guesses for answer in answers.values()} - {None}) > 1:
        bad[:] = True
    return bad


def compare(name: str, blocks: Iterator[Rows], solvers: Solvers) -> bool:
    """Compare all methods on a set, print one line, and return whether they agree."""
    puzzles = wrong = 0
    kinds = np.zeros(LIMIT + 1, np.int64)
    example = ""
    for cells in blocks:
        answers = solvers.answers(cells)
        bad = disagreements(cells, answers)
        puzzles += len(cells)
        wrong += int(np.count_nonzero(bad))
        kinds += np.bincount(answers[solvers.names[0]].counts, minlength=LIMIT + 1)
        if not example and bad.any():
            example = f"  first: {bytes(cells[bad.argmax()])!r}"
    none, one, several = kinds
    print(
        f"{name}: {puzzles} puzzles ({none} without solution, {one} with one, {several} with several), "
        f"{' = '.join(solvers.names)}: {wrong} disagreements{example}",
        flush=True,
    )
    return not wrong


# The sets


def blocks_of_file(path: Path) -> Iterator[Rows]:
    rows = np.ascontiguousarray(PuzzleRows.of(path.read_bytes()).cells)
    for start in range(0, len(rows), BLOCK):
        yield rows[start : start + BLOCK]


def random_blocks(number: int, seed: int) -> Iterator[Rows]:
    """Yield solved boards with most digits removed; in 5 of 9 boards, one to three digits are first replaced."""
    rng = np.random.default_rng(seed)
    for start in range(0, number, BLOCK):
        size = min(BLOCK, number - start)
        boards = solved_boards(rng, size)
        givens = rng.integers(17, 46, (size, 1))
        dropped = rng.random((size, 81)).argsort(axis=1).argsort(axis=1) >= givens
        changed = np.zeros((size, 81), np.bool_)
        for number_of_changes in (1, 2):
            rows = np.flatnonzero(rng.random(size) < 1 / 3)
            changed[np.repeat(rows, number_of_changes), rng.integers(0, 81, number_of_changes * len(rows))] = True
        boards = np.where(changed, rng.integers(1, 10, boards.shape, np.uint8), boards)
        yield np.where(dropped, 0, boards).astype(np.uint8)


def solved_boards(rng: np.random.Generator, number: int) -> Rows:
    """Return solved boards: three boxes on a diagonal get random digits, and the engine fills the rest."""
    boards = np.zeros((number, 9, 9), np.uint8)
    digits = np.arange(1, 10, dtype=np.uint8)
    for box in range(3):
        orders = rng.random((number, 9)).argsort(axis=1)
        boards[:, 3 * box : 3 * box + 3, 3 * box : 3 * box + 3] = digits[orders].reshape(-1, 3, 3)
    solved = solve_many(boards, limit=1, threads=1).solutions
    # Shuffle the bands, so that the random boxes are not always on the diagonal.
    order = np.argsort(rng.random((number, 3)), axis=1)
    return solved.reshape(-1, 3, 27)[np.arange(number)[:, None], order].reshape(-1, 81)


def main() -> int:
    every = [*instruction_sets(), NUMPY, PLAIN]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="*", type=Path, metavar="PATH", help="file with one puzzle per line")
    parser.add_argument("--random", type=int, default=0, metavar="N", help="also compare N random boards")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="seed of the random boards")
    parser.add_argument("--methods", default=",".join(every), help="methods to compare (default: %(default)s)")
    options = parser.parse_args()
    names = options.methods.split(",")
    if unknown := sorted(set(names) - set(every)):
        parser.error(f"unknown method {unknown[0]!r}; expected one of {', '.join(every)}")
    if unreadable := [path for path in options.paths if not path.is_file()]:
        parser.error(f"{unreadable[0]} is not a file")
    agree = True
    with ExitStack() as stack:
        solvers = Solvers(names, stack)
        for path in options.paths:
            agree &= compare(path.stem, blocks_of_file(path), solvers)
        if options.random:
            agree &= compare(f"random, seed {options.seed}", random_blocks(options.random, options.seed), solvers)
    return 0 if agree else 1


if __name__ == "__main__":
    sys.exit(main())
