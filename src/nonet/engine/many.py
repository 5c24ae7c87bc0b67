"""solve_many, count_many, pencilmarks_many and is_solution."""

from __future__ import annotations

import operator
from functools import partial

import numpy as np
from numpy.typing import NDArray

from ..errors import ArgumentError, shortened
from ..kernel import Status, backend, thread_count
from ..rows import BAD, DIGIT_OF_BYTE, PuzzleBatch, Rows
from . import native_lanes, numpy_lanes
from .batch import Batch
from .numpy_lanes import Solved

__all__ = ["count_many", "is_solution", "pencilmarks_many", "solve_many"]

_LARGEST_LIMIT = 2**63 - 1
_BAD_VALUE = bytes([Status.BAD_VALUE])
_PUZZLES_PER_THREAD = 2048
"""The number of puzzles for which the kernel starts one more thread."""


def solve_many(
    puzzles: PuzzleBatch,
    *,
    limit: int = 2,
    threads: int | None = None,
    out: NDArray[np.uint8] | None = None,
    as_text: bool = False,
    with_guesses: bool = False,
) -> Batch:
    """Solve many 9x9 puzzles: find the first solution of each, and count the solutions up to `limit`.

    A limit of 2 shows whether a puzzle has no, one or several solutions; with 1, any solution is enough. `puzzles` are
    grids or texts; bytes with one puzzle per line; an array of cells with the shape (n, 81), (n, 9, 9) or (81,); an
    array of texts (S81, U81 or object); or a column of Arrow, Polars or pandas. A puzzle that cannot be read or solved
    is reported in its row and does not affect the others. `threads` defaults to all CPUs; the NumPy backend uses one.
    The results do not depend on backend or threads.

    If `out` is given, an (n, 81) array of bytes whose rows may have gaps between them, the solutions are written there;
    with `as_text` as characters instead of numbers. With `with_guesses`, `Batch.guesses_per_puzzle` has the number of
    guesses of each puzzle, where singles and locked candidates are not enough; this takes up to four times as long.

    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> batch = solve_many([puzzle, "5" * 81])
    >>> [batch.reason(i) for i in range(2)]  # doctest: +ELLIPSIS
    ['the puzzle has exactly one solution', 'r1c1, r1c2, ... and r1c9 are all 5, but row 1 needs each digit once']
    >>> batch.solutions[0, :9]
    array([5, 3, 4, 6, 7, 8, 9, 1, 2], dtype=uint8)
    """
    zero = ord("0") if as_text else 0
    return _solve_rows(puzzles, limit, threads, want_solutions=True, want_guesses=with_guesses, out=out, zero=zero)


def count_many(
    puzzles: PuzzleBatch, *, limit: int = 2, threads: int | None = None, with_guesses: bool = False
) -> Batch:
    """Count the solutions of many 9x9 puzzles up to `limit`, like `solve_many`, but keep none of them.

    >>> count_many(["." * 81], limit=5).counts
    array([5], dtype=uint64)
    >>> hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    >>> count_many([hard], with_guesses=True).guesses_per_puzzle
    array([32], dtype=uint64)
    """
    return _solve_rows(puzzles, limit, threads, want_solutions=False, want_guesses=with_guesses)


def pencilmarks_many(puzzles: PuzzleBatch, *, threads: int | None = None) -> NDArray[np.uint16]:
    """Return the candidates that naked singles, hidden singles and locked candidates leave in many puzzles.

    There is one row per puzzle with one mask per cell, in which digit d is bit d - 1. A row is all 0 if the puzzle is
    bad, or if these rules alone show that it has no solution.

    >>> masks = pencilmarks_many([".2.......3................................................................1......"])
    >>> [f"{mask:09b}" for mask in masks[0, :2]]
    ['111111001', '000000010']
    """
    rows, number = Rows.of(puzzles), thread_count(threads)
    if backend() == "native":
        return native_lanes.pencilmarks(rows.cells, threads=number)
    return numpy_lanes.pencilmarks(rows.cells)


def is_solution(puzzles: PuzzleBatch, solutions: PuzzleBatch) -> NDArray[np.bool_]:
    """Return which rows of `solutions` solve their puzzles: every house has every digit, and every given is kept.

    This does not depend on how puzzles are solved, so it can check the solvers.

    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    >>> is_solution([puzzle, puzzle], [solution, solution[::-1]])
    array([ True, False])
    """
    # One board per column, so that NumPy combines whole rows of the arrays.
    givens, digits = (np.ascontiguousarray(DIGIT_OF_BYTE[Rows.of(source).cells].T) for source in (puzzles, solutions))
    if givens.shape != digits.shape:
        raise ArgumentError(f"puzzles and solutions must be equally many, not {givens.shape[1]} and {digits.shape[1]}")
    kept = ((givens == 0) | (givens == digits)).all(axis=0) & (digits != BAD).all(axis=0)
    bits = np.left_shift(1, np.where(digits == BAD, 0, digits), dtype=np.uint16).reshape(3, 3, 3, 3, -1)
    for axes in ((2, 3), (0, 1), (1, 3)):  # along rows, columns and boxes
        kept &= (np.bitwise_or.reduce(bits, axis=axes) == 0b1111111110).all(axis=(0, 1))
    return np.asarray(kept)


def fill_many(cells: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """Return a solution of each row of 81 cells, and which rows have one.

    The generator starts from these solutions. Of several solutions it must always get the same one, so that a seed
    gives the same puzzles in every version. So this function weighs all guesses, as the first versions did, while the
    first solution of `solve_many` may change with its rule for guesses.

    >>> solutions, exists = fill_many(np.zeros((1, 81), np.uint8))
    >>> solutions[0, :9], bool(exists[0])
    (array([1, 2, 3, 4, 5, 6, 7, 8, 9], dtype=uint8), True)
    """
    solve = native_lanes.solve if backend() == "native" else numpy_lanes.solve
    solved = solve(cells, 1, weighs_all=True)
    return solved.solutions, solved.counts > 0


def _solve_rows(
    puzzles: PuzzleBatch,
    limit: int,
    threads: int | None,
    *,
    want_solutions: bool,
    want_guesses: bool,
    out: NDArray[np.uint8] | None = None,
    zero: int = 0,
) -> Batch:
    limit = operator.index(limit)
    if not 1 <= limit <= _LARGEST_LIMIT:
        raise ArgumentError(f"limit must be 1 to {_LARGEST_LIMIT}, not {shortened(limit)}")
    fast = Rows.parse_fast(puzzles) if out is None else Rows.of(puzzles)
    if out is not None:
        _check_out(out, fast.cells)
    solve = partial(
        _solve,
        limit=limit,
        threads=_useful_threads(threads, len(fast)),
        out=out,
        zero=zero,
        want_solutions=want_solutions,
        want_guesses=want_guesses,
    )
    solved = solve(fast.cells)
    rows = fast.verified() if _BAD_VALUE in solved.status.tobytes() else fast
    if rows is not fast:
        solved = solve(rows.cells)
    if rows.misfits.size:
        solved.status[rows.misfits] = Status.BAD_LENGTH
    return Batch(rows, limit, *solved)


def _useful_threads(threads: int | None, puzzles: int) -> int:
    """Return the number of threads. To ask for the number of CPUs takes longer than to solve a few puzzles."""
    return 1 if threads is None and puzzles < _PUZZLES_PER_THREAD else thread_count(threads)


def _solve(
    cells: NDArray[np.uint8],
    *,
    limit: int,
    threads: int,
    out: NDArray[np.uint8] | None,
    zero: int,
    **wanted: bool,
) -> Solved:
    if backend() == "native":
        return native_lanes.solve(cells, limit, threads=threads, out=out, zero=zero, **wanted)
    solved = numpy_lanes.solve(cells, limit, **wanted)
    if out is None and not zero:
        return solved
    return solved._replace(solutions=np.bitwise_or(solved.solutions, np.uint8(zero), out=out))


def _check_out(out: NDArray[np.uint8], cells: NDArray[np.uint8]) -> None:
    """Check that the solutions of some puzzles can be written to an array."""
    has_space = isinstance(out, np.ndarray) and out.dtype == np.uint8 and out.shape == cells.shape
    if (
        not has_space
        or not out.flags.writeable
        or out.strides[1] != 1
        or (len(out) > 1 and out.strides[0] < out.shape[1])
    ):
        raise ArgumentError(f"out must be a writable array of bytes with the shape {cells.shape} and contiguous rows")
    if np.may_share_memory(out, cells):
        raise ArgumentError("out must not share memory with puzzles")
