"""Solved grids by chance, for boards of every shape."""

from __future__ import annotations

from random import Random

import numpy as np
from numpy.typing import NDArray

from ..geometry import Shape, bits
from ..grid import Grid
from ..search import Trace
from ..search.propagation import Board, Choice, cells_with_fewest_candidates, explore
from .chance import Chance
from .nine import solved_nines
from .reducing import Rows

__all__ = ["solved_grids"]


def solved_grids(shape: Shape, chance: Chance, trace: Trace) -> tuple[Rows, NDArray[np.bool_]]:
    """A solved grid for each candidate, and which of them came about.

    >>> grids, there = solved_grids(Shape(2, 2), Chance.of(1, range(3)), Trace())
    >>> all(Grid.of_digits(row.tobytes(), Shape(2, 2)).is_solved for row in grids), bool(there.all())
    (True, True)
    """
    if shape is Shape(3, 3):
        return solved_nines(chance)
    grids = [_solved(shape, Random(int(key)), trace) for key in chance.bits("grid", 1)[:, 0]]  # noqa: S311
    rows = np.frombuffer(b"".join(map(bytes, grids)), np.uint8).reshape(-1, shape.cells)
    return rows, np.ones(len(grids), np.bool_)


def _solved(shape: Shape, chance: Random, trace: Trace) -> Grid:
    """A solved grid: again and again, any of the cells with the fewest candidates takes any of them.

    Nothing in that knows one cell or digit from another, so all images of a grid are as likely as the grid itself.
    """

    def choose(board: Board) -> list[Choice]:
        cell = chance.choice(list(bits(cells_with_fewest_candidates(board))))
        choices = board.candidates(cell)
        chance.shuffle(choices)
        return choices

    return next(explore(Grid.empty(shape), trace, choose))
