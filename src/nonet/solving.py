"""The questions asked of one puzzle: solve, solutions, count, maximize, check.

They are answered by the kernel for 9x9 boards, and by a search method otherwise, or where one is named or a trace is to
be told what happens.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from .engine import single
from .errors import Contradiction, NoSolution, NotUnique, ShapeError
from .geometry import CellSet
from .grid import Conflict, Grid, GridLike, as_grid
from .search import Best, Trace, best_solution, find, score, target_weights

__all__ = ["Report", "check", "count", "maximize", "solutions", "solve"]


def solve(source: GridLike, *, any: bool = False, method: str | None = None, trace: Trace | None = None) -> Grid:
    """The solution of a puzzle, proved to be the only one.

    Raises `NoSolution` if there is none (`Contradiction` if the givens themselves break a rule) and `NotUnique`,
    with two solutions that differ, if there are several; with `any` the first solution found will do. `method` is
    one of `nonet.search.METHODS`, and `trace` is told what the search did.

    >>> print(solve("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"))
    534678912672195348198342567859761423426853791713924856961537284287419635345286179
    """
    grid = as_grid(source)
    if method is None and trace is None and single.serves(grid):
        number, solution = single.solve(grid, 1 if any else 2)
        if number == 1 and solution is not None:
            return solution
    found = list(islice(_find(grid, method, trace), 1 if any else 2))
    if not found:
        raise _no_solution(grid)
    if len(found) > 1:
        raise NotUnique(*found)
    return found[0]


def solutions(
    source: GridLike,
    *,
    limit: int | None = None,
    ordered: bool = False,
    method: str | None = None,
    trace: Trace | None = None,
) -> Iterator[Grid]:
    """Every solution, one at a time as they are found; at most `limit` of them, in lexicographic order if `ordered`.

    >>> for solution in solutions(".42. 3..1 ...2 2...", ordered=True):
    ...     print(solution)
    1423324141322314
    1423324143122134
    """
    _check_limit(limit)
    grid = as_grid(source)
    return islice(
        find(grid, method=method, ordered=True, trace=trace) if ordered else _find(grid, method, trace), limit
    )


def count(source: GridLike, *, limit: int | None = 2, method: str | None = None, trace: Trace | None = None) -> int:
    """How many solutions there are, counted up to `limit`; None counts them all.

    The limit of 2 tells what is asked most often: none, one, or several.

    >>> count(Grid.empty((2, 2))), count(Grid.empty((2, 2)), limit=None)
    (2, 288)
    """
    _check_limit(limit)
    grid = as_grid(source)
    if method is None and trace is None and single.serves(grid):
        return single.count(grid, limit)
    return sum(1 for _ in islice(find(grid, method=method, trace=trace), limit))


def maximize(source: GridLike, weights: Sequence[float] | None = None, *, trace: Trace | None = None) -> Best:
    """The solution of greatest score: the sum of digit times weight over all cells.

    `weights` are one number a cell in reading order; without them they are those of Target Sudoku, 10 in the centre
    of a 9x9 board and one less on each ring outwards. Of several that score as high it is any one. Raises `NoSolution`
    if there is none.

    >>> best = maximize(".42. 3..1 ...2 2...")
    >>> str(best.grid), best.score
    ('1423324143122134', 250)
    """
    grid = as_grid(source)
    weights = target_weights(grid.shape) if weights is None else weights
    if len(weights) != grid.shape.cells:
        raise ShapeError(f"{len(weights)} weights, but {grid.shape.a_board} has {grid.shape.cells} cells")
    if trace is None and single.serves(grid):
        found = single.best(grid, weights)
        best = found and Best(found[0], score(found[0], weights))  # the score in the weights' own kind of number
    else:
        best = best_solution(grid, weights, trace or Trace())
    if best is None:
        raise _no_solution(grid)
    return best


class Report(NamedTuple):
    """What `check` found out about a puzzle.

    >>> report = check(".42. 3..1 ...2 2...")
    >>> report.clues, report.solutions, report.is_valid
    (6, 2, False)
    """

    shape: str
    """The size of the board, such as 9x9."""
    clues: int
    """How many cells are given."""
    conflicts: tuple[Conflict, ...]
    """The digits that stand twice in a house, each with its cells."""
    solutions: int
    """0, 1, or 2 for several."""
    redundant: CellSet | None
    """The clues that can be left out, one at a time, with the solution still unique; None if it is not."""

    @property
    def is_valid(self) -> bool:
        """Whether the puzzle has exactly one solution."""
        return self.solutions == 1

    @property
    def is_minimal(self) -> bool:
        """Whether the puzzle has exactly one solution, and every clue is needed for that."""
        return self.redundant is not None and not self.redundant

    def as_data(self) -> dict[str, object]:
        """The report in plain values, for JSON.

        >>> check("11.. .... .... ....").as_data()["conflicts"][0]
        {'house': 'row 1', 'digit': '1', 'cells': ['r1c1', 'r1c2']}
        """
        return {
            "board": self.shape,
            "clues": self.clues,
            "valid": self.is_valid,
            "solutions": ("none", "one", "several")[self.solutions],
            "conflicts": [
                {"house": house, "digit": cells.shape.symbol(digit), "cells": [cell.name for cell in cells]}
                for house, digit, cells in self.conflicts
            ],
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
            lines.append(f"not minimal: any one of these {len(self.redundant)} clues can be left out: {names}")
        return "\n".join(lines)


def check(source: GridLike, *, method: str | None = None, trace: Trace | None = None) -> Report:
    """Whether a puzzle is a good one: conflicts by cell, number of clues, solutions, and clues that are not needed.

    >>> report = check("2... ..1. 42.. ..2.")
    >>> report.is_valid, report.is_minimal
    (True, False)
    >>> print(report)
    4x4, 5 clues, one solution
    not minimal: any one of these 2 clues can be left out: r3c2 r4c3
    """
    grid = as_grid(source)
    clues = grid.givens
    conflicts = grid.conflicts()
    found = [] if conflicts else list(solutions(grid, limit=2, method=method, trace=trace))
    redundant = None
    if len(found) == 1:
        redundant = CellSet(
            (cell for cell in clues if count(grid.replace({cell: 0}), method=method, trace=trace) == 1), grid.shape
        )
    return Report(str(grid.shape), len(clues), conflicts, len(found), redundant)


def _find(grid: Grid, method: str | None, trace: Trace | None) -> Iterator[Grid]:
    """The solutions by the method named, or by the kernel if none is named and no trace is asked for."""
    if method is None and trace is None and single.serves(grid):
        return single.solutions(grid)
    return find(grid, method=method, trace=trace)


def _no_solution(grid: Grid) -> NoSolution:
    """Why a grid has no solution, if its givens tell."""
    conflicts = grid.conflicts()
    return Contradiction(conflicts) if conflicts else NoSolution()


def _check_limit(limit: int | None) -> None:
    if limit is not None and limit < 0:
        raise ShapeError(f"a limit is 0 or more, not {limit}")
