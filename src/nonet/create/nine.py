"""Solved 9x9 grids by chance, many at once.

The first band and the first stack are drawn so that every pair of them that fits is as likely as any other: a box has
56 * 6**6 bands around it, 2 in which whole rows of the box change places and 54 in which they mix, and as many
stacks. The four boxes that are left have some 2,700 solutions; one of them is found by the engine. Then the grid is
turned into one of its images by chance, so that all images of a grid are exactly as likely as the grid itself.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..engine import solve_many
from .chance import Chance

__all__ = ["solved_nines", "started"]

_Rows = NDArray[np.uint8]
_BANDS, _PURE_BANDS = 56, 2


def solved_nines(chance: Chance, *, threads: int = 1) -> tuple[_Rows, NDArray[np.bool_]]:
    """A solved grid for each candidate, 81 digits a row, and which of them came about; for few none does.

    >>> grids, there = solved_nines(Chance.of(1, range(4)))
    >>> grids.shape, there.tolist(), set(grids[:, :9].sum(axis=1).tolist())
    ((4, 81), [True, True, True, True], {45})
    """
    n = len(chance)
    batch = solve_many(started(chance), limit=1, threads=threads)
    return _image(batch.solutions.reshape(n, 9, 9), chance).reshape(n, 81), batch.is_solved


def started(chance: Chance) -> _Rows:
    """The first band and the first stack of each grid, the rest blank.

    >>> int(np.count_nonzero(started(Chance.of(1, [0]))))
    45
    """
    n = len(chance)
    box = (chance.orders("box", 9)[:, 0] + 1).astype(np.uint8).reshape(n, 3, 3)
    start = np.zeros((n, 9, 9), np.uint8)
    start[:, :3] = _band(box, chance, "band")
    start[:, :, :3] = _band(box.swapaxes(1, 2), chance, "stack").swapaxes(1, 2)
    return start.reshape(n, 81)


def _band(box: _Rows, chance: Chance, topic: str) -> _Rows:
    """A band that begins with a box, each as likely as any other.

    In a mixed band one digit of each row of the box goes one way (a, b, c), and two go the other (A, B, C)::

        a A A | B B c | b C C
        b B B | C C a | c A A        or the second and the third box the other way round;
        c C C | A A b | a B B        then each row of each box in any order
    """
    n = len(box)
    rows = np.take_along_axis(box, chance.orders(f"{topic} a", 3, 3), axis=2)
    first, second, third = rows[:, 0], rows[:, 1], rows[:, 2]
    one = [(second[:, 1:], third[:, :1]), (third[:, 1:], first[:, :1]), (first[:, 1:], second[:, :1])]
    two = [(third[:, 1:], second[:, :1]), (first[:, 1:], third[:, :1]), (second[:, 1:], first[:, :1])]
    mixed = np.stack([np.stack([np.hstack(row) for row in side], axis=1) for side in (one, two)], axis=1)
    pure = np.stack([rows[:, [1, 2, 0]], rows[:, [2, 0, 1]]], axis=1)
    kind = chance.below(f"{topic} b", 1, _BANDS)[:, 0]
    boxes = np.where((kind < _PURE_BANDS)[:, None, None, None], pure, mixed)
    boxes = np.where((kind % 2 == 1)[:, None, None, None], boxes[:, ::-1], boxes)
    order = chance.orders(f"{topic} c", 3, 6).reshape(n, 2, 3, 3)
    boxes = np.take_along_axis(boxes, order, axis=3)
    return np.concatenate([box, boxes[:, 0], boxes[:, 1]], axis=2)


def _image(grids: _Rows, chance: Chance) -> _Rows:
    """The image of each grid under a transform by chance."""
    everyone = np.arange(len(chance))[:, None]
    for axis, topic in ((1, "rows"), (2, "cols")):
        bands = chance.orders(f"{topic} a", 3).reshape(-1, 3, 1)
        lines = (3 * bands + chance.orders(f"{topic} b", 3, 3)).reshape(-1, 9)
        grids = np.take_along_axis(grids, np.expand_dims(lines, 3 - axis), axis=axis)
    turned = chance.below("turn", 1, 2)[:, :, None] == 1
    grids = np.where(turned, grids.swapaxes(1, 2), grids)
    names = np.zeros((len(chance), 10), np.uint8)
    names[:, 1:] = chance.orders("names", 9)[:, 0] + 1
    return np.asarray(names[everyone, grids.reshape(-1, 81)])
