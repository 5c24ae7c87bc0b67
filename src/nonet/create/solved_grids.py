"""Random solved grids: all equally likely on 4x4 and 6x6 boards, nearly so on 9x9 boards.

On a 9x9 board the first band and the first stack are drawn so that every pair that fits together is equally likely: a
box has 56 * 6**6 bands around it, 2 kinds in which whole rows of the box move and 54 in which they mix, and as many
stacks. The other four boxes then have about 2,700 solutions, and the engine finds one of them. A random transform
follows, so a grid and all its images are equally likely.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import permutations
from random import Random

import numpy as np
from numpy.typing import NDArray

from ..engine import fill_many
from ..geometry import Shape, bits
from ..grid import Grid
from ..search import Board, Choice, Trace, explore, find
from ..transforms import Transform, canonical
from .random_source import RandomSource
from .reduction import Digits

__all__ = ["band_and_stack", "solved_grids"]

_EVEN_SIZES = (4, 6)
_BANDS, _PURE_BANDS = 56, 2


def solved_grids(
    shape: Shape, source: RandomSource, *, timeout: float | None = None
) -> tuple[Digits, NDArray[np.bool_]]:
    """Return a solved grid for each candidate, and which of them exist: on 9x9 boards a few candidates get none.

    >>> grids, exists = solved_grids(Shape(3, 3), RandomSource.of(1, range(4)))
    >>> grids.shape, exists.tolist(), set(grids[:, :9].sum(axis=1).tolist())
    ((4, 81), [True, True, True, True], {45})
    >>> grids, _ = solved_grids(Shape(2, 2), RandomSource.of(1, range(3)))
    >>> all(Grid.of_digits(row.tobytes(), Shape(2, 2)).is_solved for row in grids)
    True
    """
    if shape is Shape(3, 3):
        solutions, exists = fill_many(band_and_stack(source))
        return _random_images(solutions.reshape(-1, 9, 9), source), exists
    draw = _draw_evenly if shape.size in _EVEN_SIZES else _search_randomly
    trace = Trace(timeout=timeout)
    grids = [draw(shape, Random(int(key)), trace) for key in source.bits("grid", 1)[:, 0]]  # noqa: S311
    rows = np.frombuffer(b"".join(map(bytes, grids)), np.uint8).reshape(-1, shape.cells)
    return rows, np.ones(len(grids), np.bool_)


# 9x9 boards


def band_and_stack(source: RandomSource) -> Digits:
    """Return the first band and the first stack of each grid, the rest blank.

    >>> int(np.count_nonzero(band_and_stack(RandomSource.of(1, [0]))))
    45
    """
    n = len(source)
    box = (source.permutations("box", 9)[:, 0] + 1).astype(np.uint8).reshape(n, 3, 3)
    start = np.zeros((n, 9, 9), np.uint8)
    start[:, :3] = _band(box, source, "band")
    start[:, :, :3] = _band(box.swapaxes(1, 2), source, "stack").swapaxes(1, 2)
    return start.reshape(n, 81)


def _band(box: Digits, source: RandomSource, topic: str) -> Digits:
    """Return a random band that starts with a box, all bands equally likely.

    In a mixed band one digit of each row of the box (a, b, c) goes to one of the other boxes, and two (A, B, C) to the
    other one::

        a A A | B B c | b C C
        b B B | C C a | c A A        or with the second and third box exchanged;
        c C C | A A b | a B B        then the digits in each row of a box in any order
    """
    n = len(box)
    rows = np.take_along_axis(box, source.permutations(f"{topic} a", 3, 3), axis=2)
    first, second, third = rows[:, 0], rows[:, 1], rows[:, 2]
    one = [(second[:, 1:], third[:, :1]), (third[:, 1:], first[:, :1]), (first[:, 1:], second[:, :1])]
    two = [(third[:, 1:], second[:, :1]), (first[:, 1:], third[:, :1]), (second[:, 1:], first[:, :1])]
    mixed = np.stack([np.stack([np.hstack(row) for row in side], axis=1) for side in (one, two)], axis=1)
    pure = np.stack([rows[:, [1, 2, 0]], rows[:, [2, 0, 1]]], axis=1)
    kind = source.below(f"{topic} b", 1, _BANDS)[:, 0]
    boxes = np.where((kind < _PURE_BANDS)[:, None, None, None], pure, mixed)
    boxes = np.where((kind % 2 == 1)[:, None, None, None], boxes[:, ::-1], boxes)
    order = source.permutations(f"{topic} c", 3, 6).reshape(n, 2, 3, 3)
    boxes = np.take_along_axis(boxes, order, axis=3)
    return np.concatenate([box, boxes[:, 0], boxes[:, 1]], axis=2)


def _random_images(grids: Digits, source: RandomSource) -> Digits:
    """Return the image of each grid under a random transform."""
    for axis, topic in ((1, "rows"), (2, "cols")):
        bands = source.permutations(f"{topic} a", 3).reshape(-1, 3, 1)
        lines = (3 * bands + source.permutations(f"{topic} b", 3, 3)).reshape(-1, 9)
        grids = np.take_along_axis(grids, np.expand_dims(lines, 3 - axis), axis=axis)
    is_turned = source.below("turn", 1, 2)[:, :, None] == 1
    grids = np.where(is_turned, grids.swapaxes(1, 2), grids)
    new_digits = np.zeros((len(source), 10), np.uint8)
    new_digits[:, 1:] = source.permutations("names", 9)[:, 0] + 1
    return np.take_along_axis(new_digits, grids.reshape(-1, 81), axis=1)


# Boards of other shapes


def _draw_evenly(shape: Shape, random: Random, trace: Trace) -> Grid:
    """Return a random 4x4 or 6x6 grid, all grids equally likely.

    First a kind of first band is drawn, weighted by the number of grids that start with a band of this kind; then a
    grid that starts with the band that represents this kind; then a random image of it.
    """
    if shape.box_height > shape.box_width:
        wide = _draw_evenly(Shape(shape.box_width, shape.box_height), random, trace)
        return Grid([list(column) for column in zip(*wide.rows, strict=True)], shape)
    kinds = _kinds_of_bands(shape)
    grids = random.choices([grids for _, grids in kinds], [number * len(grids) for number, grids in kinds])[0]
    return Transform.random(shape, random.getrandbits(64))(random.choice(grids))


@cache
def _kinds_of_bands(shape: Shape) -> list[tuple[int, list[Grid]]]:
    """Return for each kind of first band, two rows high, how many there are, and every grid that starts with one."""
    first = tuple(range(1, shape.size + 1))
    left, right = first[: shape.box_width], first[shape.box_width :]
    rest = (0,) * (shape.cells - 2 * shape.size)
    bands = [Grid([*first, *a, *b, *rest], shape) for a in permutations(right) for b in permutations(left)]
    kinds = Counter(map(canonical, bands))
    return [(number, sorted(find(band), key=bytes)) for band, number in sorted(kinds.items(), key=str)]


def _search_randomly(shape: Shape, random: Random, trace: Trace) -> Grid:
    """Return the first grid of a search that fills a random one of the cells with the fewest candidates.

    The search treats all cells and digits alike, so a grid and all its images are equally likely.
    """

    def choose(board: Board) -> list[Choice]:
        cell = random.choice(list(bits(board.with_fewest_candidates())))
        choices = board.candidates(cell)
        random.shuffle(choices)
        return choices

    return next(explore(Board(Grid.empty(shape)), trace, choose))
