"""minimize and redundant_clues: which clues a puzzle does not need."""

from __future__ import annotations

import numpy as np

from ..cellset import CellSet
from ..grid import Grid, GridLike, as_grid
from ..solving import check, solve
from .random_source import RandomSource, as_seed
from .reduction import random_ranks, remove_clues, solution_counts

__all__ = ["minimize", "redundant_clues"]


def redundant_clues(puzzle: GridLike) -> CellSet:
    """Return the clues that can be removed, each by itself, so that the solution is still unique.

    Raises `NoSolution` or `NotUnique` if the puzzle does not have exactly one solution.

    >>> [cell.name for cell in redundant_clues("2... ..1. 42.. ..2.")]
    ['r3c2', 'r4c3']
    """
    grid = as_grid(puzzle)
    solve(grid)
    return check(grid).redundant or CellSet(0, grid.shape)


def minimize(puzzle: GridLike, *, seed: int | None = None) -> Grid:
    """Return the puzzle without the clues that it does not need, tried one after the other in random order.

    A puzzle can often be minimized in several ways; the seed selects one. Raises `NoSolution` or `NotUnique` if the
    puzzle does not have exactly one solution.

    >>> minimize("2... ..1. 42.. ..2.", seed=1)
    Grid('2.....1.42......')
    >>> import nonet
    >>> len(minimize(nonet.solve(Grid.empty(), any=True), seed=1).givens) < 30
    True
    """
    grid = as_grid(puzzle)
    solve(grid)
    ranks = random_ranks(RandomSource.of(as_seed(seed), [0]), np.arange(grid.shape.cells))
    row = np.frombuffer(bytes(grid), np.uint8)[None]
    left = remove_clues(row, ranks, lambda rows: np.asarray(solution_counts(rows, grid.shape, 2) == 1))
    return Grid.of_digits(left[0].tobytes(), grid.shape)
