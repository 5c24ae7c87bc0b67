"""minimize and redundant_clues: which clues a puzzle can do without."""

from __future__ import annotations

from itertools import islice

import numpy as np
from numpy.typing import NDArray

from ..cellset import CellSet
from ..engine import count_many
from ..geometry import Shape
from ..grid import Grid, GridLike, as_grid
from ..search import Trace, find
from ..solving import check, solve
from .chance import Chance, as_seed
from .reducing import Rows, rank_kind, reduced

__all__ = ["minimize", "redundant_clues", "solutions_of_rows"]


def redundant_clues(board: GridLike) -> CellSet:
    """The clues that can be left out, each by itself, with the solution still unique; none if the puzzle is minimal.

    Raises `NoSolution` or `NotUnique` if the puzzle has not exactly one solution.

    >>> [cell.name for cell in redundant_clues("2... ..1. 42.. ..2.")]
    ['r3c2', 'r4c3']
    """
    grid = as_grid(board)
    solve(grid)
    return check(grid).redundant or CellSet(0, grid.shape)


def minimize(board: GridLike, *, seed: int | None = None) -> Grid:
    """The puzzle without clues that are not needed: left out one after the other, in an order of chance.

    A puzzle can often be minimized in several ways, and the seed says which one is taken. Raises `NoSolution` or
    `NotUnique` if the puzzle has not exactly one solution.

    >>> minimize("2... ..1. 42.. ..2.", seed=1)
    Grid('2.....1.42......')
    >>> import nonet
    >>> len(minimize(nonet.solve(Grid.empty(), any=True), seed=1).givens) < 30
    True
    """
    grid = as_grid(board)
    solve(grid)
    cells = grid.shape.cells
    ranks = Chance.of(as_seed(seed), [0]).orders("order", cells)[:, 0].astype(rank_kind(cells))
    row = np.frombuffer(bytes(grid), np.uint8)[None]
    left = reduced(row, ranks, lambda rows: np.asarray(solutions_of_rows(rows, grid.shape, 2) == 1))
    return Grid.of_digits(left[0].tobytes(), grid.shape)


def solutions_of_rows(
    rows: Rows, shape: Shape, limit: int, trace: Trace | None = None, *, threads: int | None = 1
) -> NDArray[np.intp]:
    """How many solutions each puzzle has, up to a limit: by the engine for 9x9 boards, one by one for others.

    >>> solutions_of_rows(np.zeros((1, 16), np.uint8), Shape(2, 2), 300)
    array([288])
    """
    if shape is Shape(3, 3):
        return count_many(rows, limit=limit, threads=threads).counts.astype(np.intp)
    grids = (Grid.of_digits(row.tobytes(), shape) for row in rows)
    return np.array([sum(1 for _ in islice(find(grid, trace=trace or Trace()), limit)) for grid in grids], np.intp)
