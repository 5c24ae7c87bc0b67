"""Solved grids by chance, for boards of every shape: exactly even on 4x4 and 6x6 boards, nearly so on 9x9 boards."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import permutations
from random import Random

import numpy as np
from numpy.typing import NDArray

from ..geometry import Shape, bits
from ..grid import Grid
from ..search import Board, Choice, Trace, cells_with_fewest_candidates, explore, find
from ..transforms import Transform, canonical
from .chance import Chance
from .nine import solved_nines
from .reducing import Rows

__all__ = ["solved_grids"]

_EVEN_SIZES = (4, 6)


def solved_grids(shape: Shape, chance: Chance, trace: Trace) -> tuple[Rows, NDArray[np.bool_]]:
    """A solved grid for each candidate, and which of them came about.

    >>> grids, there = solved_grids(Shape(2, 2), Chance.of(1, range(3)), Trace())
    >>> all(Grid.of_digits(row.tobytes(), Shape(2, 2)).is_solved for row in grids), bool(there.all())
    (True, True)
    """
    if shape is Shape(3, 3):
        return solved_nines(chance)
    draw = _drawn if shape.size in _EVEN_SIZES else _solved
    grids = [draw(shape, Random(int(key)), trace) for key in chance.bits("grid", 1)[:, 0]]  # noqa: S311
    rows = np.frombuffer(b"".join(map(bytes, grids)), np.uint8).reshape(-1, shape.cells)
    return rows, np.ones(len(grids), np.bool_)


def _drawn(shape: Shape, chance: Random, trace: Trace) -> Grid:
    """A solved 4x4 or 6x6 grid, each exactly as likely as any other.

    A kind of first band is drawn by how many grids begin with a band of this kind, then one of the grids that begin
    with one band of it, then one of its images.
    """
    if shape.box_height > shape.box_width:
        wide = _drawn(Shape(shape.box_width, shape.box_height), chance, trace)
        return Grid([list(column) for column in zip(*wide.rows, strict=True)], shape)
    kinds = _kinds(shape)
    grids = chance.choices([grids for _, grids in kinds], [number * len(grids) for number, grids in kinds])[0]
    return Transform.random(shape, chance.getrandbits(64))(chance.choice(grids))


@cache
def _kinds(shape: Shape) -> list[tuple[int, list[Grid]]]:
    """The kinds of first bands, two rows high: how many bands are of each kind, and every grid that begins with one."""
    first = tuple(range(1, shape.size + 1))
    left, right = first[: shape.box_width], first[shape.box_width :]
    rest = (0,) * (shape.cells - 2 * shape.size)
    bands = [Grid([*first, *a, *b, *rest], shape) for a in permutations(right) for b in permutations(left)]
    kinds = Counter(map(canonical, bands))
    return [(number, sorted(find(band), key=bytes)) for band, number in sorted(kinds.items(), key=str)]


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
