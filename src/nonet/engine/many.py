"""The questions asked of many puzzles at once: solve_many, count_many, pencilmarks_many, is_solution."""

from __future__ import annotations

import operator
import os
import sys
from functools import partial
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ..errors import NonetError
from . import native, numpy_lanes
from .batch import Batch, Status
from .numpy_lanes import Solved
from .puzzles import BAD, DIGIT_OF_BYTE, PuzzleBatch, Puzzles

__all__ = ["backend", "count_many", "is_solution", "pencilmarks_many", "solve_many", "workers"]

_MOST = 10**9


def backend() -> Literal["native", "numpy"]:
    """Which lanes answer: the native ones where they are installed, if ``NONET_BACKEND`` does not choose.

    >>> backend() in ("native", "numpy")
    True
    """
    choice = os.environ.get("NONET_BACKEND", "auto").strip().lower() or "auto"
    if choice not in ("native", "numpy", "auto"):
        raise NonetError(f"NONET_BACKEND is native, numpy or auto, not {choice!r:.40}")
    if choice == "native" and not native.is_available():
        raise NonetError("NONET_BACKEND asks for native, which is not part of this installation")
    return "numpy" if choice == "numpy" or not native.is_available() else "native"


def solve_many(
    puzzles: PuzzleBatch,
    *,
    limit: int = 2,
    threads: int | None = None,
    out: NDArray[np.uint8] | None = None,
    as_text: bool = False,
) -> Batch:
    """Solve many 9x9 puzzles: the first solution of each, and how many there are up to `limit`.

    The limit of 2 tells whether a puzzle has none, one or several; with 1 any solution will do. `puzzles` are grids
    or texts, the bytes of a file with a puzzle a line, or an array of cells, (n, 81), (n, 9, 9) or (81,); a puzzle
    that is not understood or has no solution is reported in its row and disturbs no other. `threads` are all
    processors by default; the NumPy backend always works in one. Answers are the same for any backend and threads.

    The solutions go to `out` if it is given, an (n, 81) array of bytes whose rows may stand apart; with `as_text` they
    are characters, not numbers.

    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> batch = solve_many([puzzle, "5" * 81])
    >>> [batch.reason(i) for i in range(2)]  # doctest: +ELLIPSIS
    ['the puzzle has exactly one solution', 'r1c1, r1c2, ... and r1c9 all hold 5, but row 1 takes each digit once']
    >>> batch.solutions[0, :9]
    array([5, 3, 4, 6, 7, 8, 9, 1, 2], dtype=uint8)
    """
    return _answer(puzzles, limit, threads, want_solutions=True, out=out, zero=ord("0") if as_text else 0)


def count_many(puzzles: PuzzleBatch, *, limit: int = 2, threads: int | None = None) -> Batch:
    """Count the solutions of many 9x9 puzzles up to `limit`, as `solve_many` does, but keep none of them.

    >>> count_many(["." * 81], limit=5).counts
    array([5], dtype=uint32)
    """
    return _answer(puzzles, limit, threads, want_solutions=False)


def pencilmarks_many(puzzles: PuzzleBatch, *, threads: int | None = None) -> NDArray[np.uint16]:
    """The candidates that naked singles, hidden singles and locked candidates leave in each cell of many puzzles.

    One row a puzzle, one mask a cell, in which digit d is bit d - 1. A row is all 0 where the puzzle is bad or these
    rules alone show that it has no solution.

    >>> masks = pencilmarks_many([".2.......3................................................................1......"])
    >>> [f"{mask:09b}" for mask in masks[0, :2]]
    ['111111001', '000000010']
    """
    rows = Puzzles.of(puzzles)
    if backend() == "native":
        return native.pencilmarks(rows.cells, threads=workers(threads))
    workers(threads)
    return numpy_lanes.pencilmarks(rows.cells)


def is_solution(puzzles: PuzzleBatch, solutions: PuzzleBatch) -> NDArray[np.bool_]:
    """Which rows of solutions solve their puzzles: every house has every digit, and every given is kept.

    It knows nothing of how puzzles are solved, so it can check those who do.

    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    >>> is_solution([puzzle, puzzle], [solution, solution[::-1]])
    array([ True, False])
    """
    givens, digits = (DIGIT_OF_BYTE[Puzzles.of(source).cells] for source in (puzzles, solutions))
    if len(givens) != len(digits):
        raise NonetError(f"{len(givens)} puzzles do not go with {len(digits)} solutions")
    kept = ((givens == 0) | (givens == digits)).all(axis=1) & (digits != BAD).all(axis=1)
    bits = np.left_shift(1, np.where(digits == BAD, 0, digits), dtype=np.uint16).reshape(-1, 3, 3, 3, 3)
    for axes in ((3, 4), (1, 2), (2, 4)):  # along rows, columns and boxes
        kept &= (np.bitwise_or.reduce(bits, axis=axes) == 0b1111111110).all(axis=(1, 2))
    return np.asarray(kept)


def _answer(
    puzzles: PuzzleBatch,
    limit: int,
    threads: int | None,
    *,
    want_solutions: bool,
    out: NDArray[np.uint8] | None = None,
    zero: int = 0,
) -> Batch:
    limit = operator.index(limit)
    if not 1 <= limit <= _MOST:
        raise NonetError(f"a limit is 1 to {_MOST}, not {limit}")
    number = workers(threads)
    glance = Puzzles.at_first_sight(puzzles) if out is None else Puzzles.of(puzzles)
    if out is not None:
        _check_room(out, glance.cells)
    solve = partial(_solve, limit=limit, threads=number, want_solutions=want_solutions, out=out, zero=zero)
    solved = solve(glance.cells)
    rows = glance.at_second_sight() if (solved.status == np.uint8(Status.BAD_VALUE)).any() else glance
    if rows is not glance:
        solved = solve(rows.cells)
    solved.status[rows.misfits] = Status.BAD_LENGTH
    return Batch(rows, limit, *solved)


def _solve(
    cells: NDArray[np.uint8],
    limit: int,
    threads: int,
    want_solutions: bool,
    out: NDArray[np.uint8] | None,
    zero: int,
) -> Solved:
    if backend() == "native":
        return native.solve(cells, limit, want_solutions=want_solutions, threads=threads, out=out, zero=zero)
    solved = numpy_lanes.solve(cells, limit, want_solutions=want_solutions)
    if out is None and not zero:
        return solved
    return solved._replace(solutions=np.bitwise_or(solved.solutions, np.uint8(zero), out=out))


def _check_room(out: NDArray[np.uint8], cells: NDArray[np.uint8]) -> None:
    """Make sure that the solutions of some puzzles can be written to an array as it lies."""
    is_room = isinstance(out, np.ndarray) and out.dtype == np.uint8 and out.shape == cells.shape
    if (
        not is_room
        or not out.flags.writeable
        or out.strides[1] != 1
        or (len(out) > 1 and out.strides[0] < out.shape[1])
    ):
        raise NonetError(f"out is a writable array of {cells.shape} bytes, those of a row side by side")
    if np.may_share_memory(out, cells):
        raise NonetError("out lies where the puzzles lie")


def workers(threads: int | None) -> int:
    """The number of threads to use: those asked for, or one for each processor that this process may use.

    >>> workers(3), workers(None) >= 1
    (3, True)
    """
    if threads is None:
        return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    threads = operator.index(threads)
    if threads < 1:
        raise NonetError(f"there is at least 1 thread, not {threads}")
    return threads
