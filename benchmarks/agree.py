"""Check that nonet's solvers agree: the kernel of each instruction set, the NumPy lanes and the plain search.

    python benchmarks/agree.py puzzles.txt more.txt                   # files with one puzzle per line
    python benchmarks/agree.py --random 1000000 --seed 7              # boards with no, one and many solutions
    python benchmarks/agree.py puzzles.txt --methods avx2,numpy       # only some of the methods
    python benchmarks/agree.py --random 100000000 --peer other.so --methods avx2,peer    # another program's solver

It prints one line per set. If two methods disagree, the line contains the first such puzzle, and the exit status is 1.
The backends of the engine must return the same bytes (solutions, counts and status). The plain search must count the
same number of solutions (up to 2). If there is only one solution, it must find the same one. Each solution is checked
against its puzzle with the rules of Sudoku only.

The plain search takes about a millisecond per puzzle. For more puzzles than that allows, --peer names a shared library
with the solver of another program. It must have this C function, which gets rows of 81 digits with 0 for a blank, and
writes the number of solutions up to the limit and the first solution:

    void peer_solve(const uint8_t* puzzles, size_t number, uint64_t limit, uint64_t* counts, uint8_t* solutions);
"""

from __future__ import annotations

import argparse
import ctypes
import os
import sys
from collections.abc import Callable, Iterator
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

BLOCKS_PER_SOLVED_BOARDS = 10
"""Number of blocks that are made from the same solved boards, with other digits: to make new ones takes longer."""

NUMPY, PLAIN, PEER = "numpy", "propagation", "peer"


class Answers(NamedTuple):
    """The results of a method for a block of puzzles; None for what the method does not report."""

    solutions: Rows
    counts: NDArray[np.uint64]
    status: NDArray[np.uint8] | None


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
    return Answers(solved.solutions, solved.counts, solved.status)


def by_numpy(cells: Rows) -> Answers:
    solved = numpy_lanes.solve(cells, LIMIT)
    return Answers(solved.solutions, solved.counts, solved.status)


def by_plain_search(cells: Rows) -> Answers:
    solutions = np.zeros(cells.shape, np.uint8)
    counts = np.zeros(len(cells), np.uint64)
    digits = DIGIT_OF_BYTE[cells]
    for row in np.flatnonzero((digits != BAD).all(axis=1)):
        found = list(islice(find(Grid.of_digits(digits[row].tobytes(), Shape(3, 3)), method=PLAIN), LIMIT))
        counts[row] = len(found)
        if found:
            solutions[row] = list(found[0])
    return Answers(solutions, counts, None)


def by_peer(library: Path) -> Callable[[Rows], Answers]:
    """Return the method of a shared library."""
    solve = ctypes.CDLL(str(library.resolve())).peer_solve
    solve.restype = None

    def answers(cells: Rows) -> Answers:
        digits = np.ascontiguousarray(DIGIT_OF_BYTE[cells])
        if (digits == BAD).any():
            raise ValueError("the peer cannot be asked about cells that are not digits or blanks")
        solutions, counts = np.zeros(cells.shape, np.uint8), np.zeros(len(cells), np.uint64)
        pointers = [ctypes.c_void_p(array.ctypes.data) for array in (digits, counts, solutions)]
        solve(pointers[0], ctypes.c_size_t(len(cells)), ctypes.c_uint64(LIMIT), *pointers[1:])
        return Answers(solutions, counts, None)

    return answers


class Solvers:
    """The methods by name. Each kernel runs in its own process, because a process selects its instruction set once."""

    def __init__(self, names: list[str], stack: ExitStack, peer: Path | None) -> None:
        self.names = names
        self._others = {NUMPY: by_numpy, PLAIN: by_plain_search} | ({PEER: by_peer(peer)} if peer else {})
        self._kernels = {
            name: stack.enter_context(ProcessPoolExecutor(1, get_context("spawn"), use_instruction_set, (name,)))
            for name in names
            if name not in self._others
        }

    def answers(self, cells: Rows) -> dict[str, Answers]:
        futures = {name: pool.submit(by_kernel, cells) for name, pool in self._kernels.items()}
        return {name: futures[name].result() if name in futures else self._others[name](cells) for name in self.names}


# Comparing


def disagreements(cells: Rows, answers: dict[str, Answers]) -> NDArray[np.bool_]:
    """Return a mask of the puzzles on which methods disagree or for which a solution is wrong."""
    first, *others = answers.values()
    bad = are_wrong(cells, first)
    for other in others:
        if first.status is not None and is_same(first, other):
            continue
        bad |= first.counts != other.counts
        differs = (first.solutions != other.solutions).any(axis=1)
        if first.status is None or other.status is None:
            several = np.flatnonzero(differs & (first.counts != 1))  # each may find another solution first
            bad[several] |= are_wrong(cells[several], Answers(*(part[several] for part in other[:2]), None))
            differs[several] = False
        else:
            bad |= first.status != other.status
        bad |= differs
    return bad


def is_same(one: Answers, other: Answers) -> bool:
    """Return whether two methods gave the same bytes."""
    parts = zip(one[:3], other[:3], strict=True)
    return all(a is not None and b is not None and np.array_equal(a, b) for a, b in parts)


def are_wrong(cells: Rows, answers: Answers) -> NDArray[np.bool_]:
    """Return a mask of the puzzles whose solutions are wrong, or are there although none was counted."""
    found = answers.counts > 0
    return np.where(found, ~is_solution(cells, answers.solutions), answers.solutions.any(axis=1))


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
        kinds += np.bincount(answers[solvers.names[0]].counts.astype(np.intp), minlength=LIMIT + 1)
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


def random_blocks(number: int, seed: int, givens: tuple[int, int]) -> Iterator[Rows]:
    """Yield solved boards with most digits removed; in 5 of 9 boards, one to three digits are first replaced.

    `givens` are the fewest and the most on average: each digit is kept with the same probability.
    """
    rng = np.random.default_rng(seed)
    for block, start in enumerate(range(0, number, BLOCK)):
        size = min(BLOCK, number - start)
        if block % BLOCKS_PER_SOLVED_BOARDS == 0:
            solved = solved_boards(rng, size)
        digits = bytes([0, *rng.permutation(range(1, 10)), *range(10, 256)])
        boards = np.frombuffer(bytearray(solved[:size].tobytes().translate(digits)), np.uint8).reshape(size, 81)
        for number_of_changes in (1, 2):
            rows = np.repeat(np.flatnonzero(rng.random(size) < 1 / 3), number_of_changes)
            boards[rows, rng.integers(0, 81, len(rows))] = rng.integers(1, 10, len(rows), np.uint8)
        kept = (rng.integers(*givens, (size, 1), endpoint=True) * 256 // 81).astype(np.uint8)  # of 256 digits
        yield boards * (np.frombuffer(rng.bytes(size * 81), np.uint8).reshape(size, 81) < kept)


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
    parser.add_argument(
        "--givens", type=int, nargs=2, default=(17, 45), metavar="N", help="fewest and most givens of the random boards"
    )
    parser.add_argument("--methods", default=",".join(every), help="methods to compare (default: %(default)s)")
    parser.add_argument(
        "--peer", type=Path, metavar="LIBRARY", help="shared library with the solver of another program"
    )
    options = parser.parse_args()
    every += [PEER] * (options.peer is not None)
    names = options.methods.split(",")
    if unknown := sorted(set(names) - set(every)):
        parser.error(f"unknown method {unknown[0]!r}; expected one of {', '.join(every)}")
    if unreadable := [path for path in options.paths if not path.is_file()]:
        parser.error(f"{unreadable[0]} is not a file")
    agree = True
    with ExitStack() as stack:
        solvers = Solvers(names, stack, options.peer)
        for path in options.paths:
            agree &= compare(path.stem, blocks_of_file(path), solvers)
        if options.random:
            least, most = options.givens
            boards = random_blocks(options.random, options.seed, (least, most))
            agree &= compare(f"random, {least} to {most} givens, seed {options.seed}", boards, solvers)
    return 0 if agree else 1


if __name__ == "__main__":
    sys.exit(main())
