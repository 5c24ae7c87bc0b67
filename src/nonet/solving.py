"""solve, solutions, count, check, maximize and pencilmarks: the functions for one puzzle.

The compiled kernel answers for 9x9 boards. A search method answers for other boards, without the kernel, or if the
caller names a method or wants a trace.
"""

from __future__ import annotations

import operator
import sys
from array import array
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from types import ModuleType
from typing import NamedTuple

from .cellset import CellSet
from .errors import ArgumentError, Contradiction, NoSolution, NotUnique, ShapeError, shortened
from .geometry import Shape, bits, mask_of
from .grid import Conflict, Grid, GridLike, as_grid
from .kernel import Status, kernel
from .position import Position
from .search import Best, Trace, best_solution, find, score, target_weights

__all__ = ["Report", "check", "count", "maximize", "pencilmarks", "solutions", "solve"]

_NINE = Shape(3, 3)
_MOST_TO_VISIT = 10**7
"""The largest limit up to which the kernel visits each solution. This takes a few seconds."""
_LARGEST_WEIGHT, _LARGEST_INTEGER_WEIGHT = 1e300, 2**40
"""Up to here, the kernel computes a score without infinities, and that of integers without rounding."""


def solve(puzzle: GridLike, *, any: bool = False, method: str | None = None, trace: Trace | None = None) -> Grid:
    """Return the solution of a puzzle, after proving that it is the only one.

    Raises `NoSolution` if there is none (`Contradiction` if the givens already break a rule), and `NotUnique`, with two
    different solutions, if there are several. With `any`, the first solution found is enough. `method` is one of
    `nonet.search.METHODS`, and `trace` records what the search does.

    >>> print(solve("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"))
    534678912672195348198342567859761423426853791713924856961537284287419635345286179
    """
    grid = as_grid(puzzle)
    if native := _kernel_for(grid, method, trace):
        number, solution = _kernel_solve(native, grid, 1 if any else 2)
        if number == 1:
            return solution
    found = list(islice(_find(grid, method, trace), 1 if any else 2))
    if not found:
        raise _no_solution(grid)
    if len(found) > 1:
        raise NotUnique(*found)
    return found[0]


def solutions(
    puzzle: GridLike,
    *,
    limit: int | None = None,
    ordered: bool = False,
    method: str | None = None,
    trace: Trace | None = None,
) -> Iterator[Grid]:
    """Return an iterator over the solutions: at most `limit` of them, in lexicographic order if `ordered`.

    >>> for solution in solutions(".42. 3..1 ...2 2...", ordered=True):
    ...     print(solution)
    1423324141322314
    1423324143122134
    """
    _check_limit(limit)
    grid = as_grid(puzzle)
    found = find(grid, method=method, ordered=True, trace=trace) if ordered else _find(grid, method, trace)
    return islice(found, _stop(limit))


def count(
    puzzle: GridLike,
    *,
    limit: int | None = 2,
    method: str | None = None,
    trace: Trace | None = None,
    progress: Callable[[float], object] | None = None,
) -> int:
    """Return the number of solutions, counted up to `limit`; None counts them all.

    A limit of 2 is enough to see whether there is no, one or more than one solution. Without a limit, the kernel counts
    a 9x9 board with 10**12 solutions in some seconds, since it does not visit each of them; `progress` is then called
    from time to time with the part of the work that is done, from 0 to 1.

    >>> count(Grid.empty((2, 2))), count(Grid.empty((2, 2)), limit=None)
    (2, 288)
    """
    _check_limit(limit)
    grid = as_grid(puzzle)
    if native := _kernel_for(grid, method, trace):
        return _kernel_count(native, grid, limit, progress)
    return sum(1 for _ in islice(find(grid, method=method, trace=trace), _stop(limit)))


def maximize(puzzle: GridLike, weights: Sequence[float] | None = None, *, trace: Trace | None = None) -> Best:
    """Return the solution with the highest score: the sum of digit times weight over all cells.

    `weights` has one number per cell in reading order. By default they are those of Target Sudoku: 10 in the center of
    a 9x9 board, and one less on each ring outward. If several solutions have the highest score, any one is returned.
    Raises `NoSolution` if there is none.

    >>> best = maximize(".42. 3..1 ...2 2...")
    >>> str(best.grid), best.score
    ('1423324143122134', 250)
    """
    grid = as_grid(puzzle)
    weights = target_weights(grid.shape) if weights is None else weights
    if len(weights) != grid.shape.cells:
        raise ShapeError(f"{len(weights)} weights, but {grid.shape.a_board} has {grid.shape.cells} cells")
    if not all(abs(weight) <= _LARGEST_WEIGHT for weight in weights):  # also wrong for NaN
        raise ArgumentError("weights must be numbers from -1e300 to 1e300")
    is_exact = all(isinstance(weight, float) or abs(weight) <= _LARGEST_INTEGER_WEIGHT for weight in weights)
    native = _kernel_for(grid, trace=trace) if is_exact else None
    best = _kernel_best(native, grid, weights) if native else best_solution(grid, weights, trace or Trace())
    if best is None:
        raise _no_solution(grid)
    return best


class Report(NamedTuple):
    """The result of `check`.

    >>> report = check(".42. 3..1 ...2 2...")
    >>> report.clues, report.solutions, report.is_valid
    (6, 2, False)
    """

    shape: str
    """The size of the board, such as 9x9."""
    clues: int
    """The number of givens."""
    conflicts: tuple[Conflict, ...]
    """The digits that are given twice in a house, each with its cells."""
    solutions: int
    """The number of solutions; 2 means several."""
    redundant: CellSet | None
    """The clues that are not needed: without any one of them the solution is still unique. None if it is not unique."""

    @property
    def is_valid(self) -> bool:
        """Whether the puzzle has exactly one solution."""
        return self.solutions == 1

    @property
    def is_minimal(self) -> bool:
        """Whether the puzzle has exactly one solution, and every clue is needed for that."""
        return self.redundant is not None and not self.redundant

    def to_dict(self) -> dict[str, object]:
        """Return the report as plain values, for JSON.

        >>> check("11.. .... .... ....").to_dict()["conflicts"][0]
        {'house': 'row 1', 'digit': '1', 'cells': ['r1c1', 'r1c2']}
        """
        return {
            "board": self.shape,
            "clues": self.clues,
            "valid": self.is_valid,
            "solutions": Status(self.solutions).word,
            "minimal": self.is_minimal,
            "conflicts": [conflict.to_dict() for conflict in self.conflicts],
            "redundant": None if self.redundant is None else [cell.name for cell in self.redundant],
        }

    def __str__(self) -> str:
        words = ("no solution", "one solution", "several solutions")[self.solutions]
        lines = [f"{self.shape}, {self.clues} clue{'s'[: self.clues != 1]}, {words}"]
        lines += map(str, self.conflicts)
        if self.is_minimal:
            lines.append("minimal: every clue is needed")
        elif self.redundant:
            names = " ".join(cell.name for cell in self.redundant)
            lines.append(f"not minimal: any one of these {len(self.redundant)} clues can be removed: {names}")
        return "\n".join(lines)


def check(puzzle: GridLike, *, method: str | None = None, trace: Trace | None = None) -> Report:
    """Check a puzzle: its clues, conflicts, number of solutions, and the clues that are not needed.

    >>> report = check("2... ..1. 42.. ..2.")
    >>> report.is_valid, report.is_minimal
    (True, False)
    >>> print(report)
    4x4, 5 clues, one solution
    not minimal: any one of these 2 clues can be removed: r3c2 r4c3
    """
    grid = as_grid(puzzle)
    clues = grid.givens
    conflicts = grid.conflicts()
    found = [] if conflicts else list(solutions(grid, limit=2, method=method, trace=trace))
    redundant = None
    if len(found) == 1:
        redundant = CellSet(
            (cell for cell in clues if count(grid.replace({cell: 0}), method=method, trace=trace) == 1), grid.shape
        )
    return Report(str(grid.shape), len(clues), conflicts, len(found), redundant)


def pencilmarks(puzzle: GridLike) -> Position:
    """Return the candidates that naked singles, hidden singles and locked candidates leave in each blank.

    Raises `NoSolution` if these rules show that there is none.

    >>> sorted(pencilmarks("1... .2.. ..3. ...4").candidates("r1c2"))
    [3, 4]
    """
    grid = as_grid(puzzle)
    masks = [1 << digit - 1 if digit else grid.shape.all_digits for digit in grid]
    if not grid.is_consistent or not _narrow(masks, grid.shape):
        raise _no_solution(grid)
    return Position(grid, candidate_masks=[0 if digit else mask for digit, mask in zip(grid, masks, strict=True)])


def _narrow(masks: list[int], shape: Shape) -> bool:
    """Eliminate candidates until nothing changes; return False after a contradiction."""
    before = None
    while before != (before := list(masks)):
        for cell, mask in enumerate(masks):
            if mask.bit_count() == 1:  # a naked single
                _eliminate(masks, mask, shape.peer_masks[cell])
        for cells in shape.house_masks:
            for bit in (1 << digit for digit in range(shape.size)):
                places = mask_of(cell for cell in bits(cells) if masks[cell] & bit)
                if not places:
                    return False
                if places.bit_count() == 1:  # a hidden single
                    masks[places.bit_length() - 1] = bit
                for other in shape.house_masks:
                    if not places & ~other:  # a locked candidate: it cannot be elsewhere in the other house
                        _eliminate(masks, bit, other & ~cells)
    return all(masks)


def _eliminate(masks: list[int], digits: int, cells: int) -> None:
    for cell in bits(cells):
        masks[cell] &= ~digits


def _find(grid: Grid, method: str | None, trace: Trace | None) -> Iterator[Grid]:
    """Return the solutions by the named method; by the kernel, if no method is named and no trace is needed."""
    native = _kernel_for(grid, method, trace)
    return find(grid, method=method, trace=trace) if native is None else _kernel_solutions(native, grid)


def _no_solution(grid: Grid) -> NoSolution:
    conflicts = grid.conflicts()
    return Contradiction(conflicts) if conflicts else NoSolution()


def _check_limit(limit: int | None) -> None:
    if limit is not None and operator.index(limit) < 0:
        raise ArgumentError(f"limit must be at least 0, not {shortened(limit)}")


def _stop(limit: int | None) -> int | None:
    """Return a limit as `islice` takes it: one that is too large for it can never be reached."""
    return None if limit is None or limit > sys.maxsize else limit


# The compiled kernel, for one 9x9 board. A single puzzle is not worth importing NumPy, so buffers go in and out.


def _kernel_for(grid: Grid, method: str | None = None, trace: Trace | None = None) -> ModuleType | None:
    """Return the kernel if it can answer: it has no traces, and solves 9x9 boards only."""
    return kernel() if method is None and trace is None and grid.shape is _NINE else None


def _kernel_solve(native: ModuleType, grid: Grid, limit: int) -> tuple[int, Grid]:
    """Return how many solutions there are up to a limit, and the first one."""
    number, digits = native.solve_one(bytes(grid), limit)
    return number, Grid.of_digits(digits, _NINE)


def _kernel_count(native: ModuleType, grid: Grid, limit: int | None, progress: Callable[[float], object] | None) -> int:
    """Return the number of solutions up to a limit: by a search up to some millions, above that by tables."""
    if limit == 0:
        return 0
    if limit is None or limit > _MOST_TO_VISIT:
        high, low = native.count_all(bytes(grid), progress)
        number: int = high << 64 | low
        return number if limit is None else min(number, limit)
    found = array("Q", [0])
    native.solve(bytes(grid), 1, 81, limit, None, found, bytearray(1), 1)
    return found[0]


def _kernel_solutions(native: ModuleType, grid: Grid) -> Iterator[Grid]:
    """Yield every solution, and keep few at a time: two at first, since many callers need no more."""
    enumeration = native.enumeration(bytes(grid))
    number = 2
    while True:
        digits = bytearray(81 * number)
        found = native.next_solutions(enumeration, digits)
        for start in range(0, 81 * found, 81):
            yield Grid.of_digits(bytes(digits[start : start + 81]), _NINE)
        if found < number:
            return
        number = min(4 * number, 1024)


def _kernel_best(native: ModuleType, grid: Grid, weights: Sequence[float]) -> Best | None:
    digits = bytearray(81)
    status, _ = native.maximize(bytes(grid), array("d", weights), digits)
    if status == Status.NO_SOLUTION or Status(status).is_bad:
        return None
    solution = Grid.of_digits(bytes(digits), _NINE)
    return Best(solution, score(solution, weights))  # with the weights' own type of number
