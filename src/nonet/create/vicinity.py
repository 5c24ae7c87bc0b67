"""The puzzles next to a puzzle: all of them, or by climbing the hard ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice, product
from random import Random
from typing import Literal

import numpy as np

from ..errors import NonetError
from ..geometry import Shape, bits
from ..grid import Grid, GridLike, as_grid
from ..position import possible_masks
from .breeding import breed
from .chance import as_seed
from .climbing import rated_higher
from .minimal import minimize, solutions_of_rows

__all__ = ["harder", "neighbors"]

_AT_A_TIME = 4096
_ROUNDS = {"guesses": 100, "rating": 5}
_PARENTS, _CHILDREN, _KEPT = 20, 60, 40


def neighbors(board: GridLike, *, minus: int = 1, plus: int = 1) -> Iterator[Grid]:
    """The puzzles with one solution that lack `minus` of the clues and have `plus` others, each once, as they are
    found.

    What researchers call the {-1+1} vicinity, {-2+2} and so on. A clue may come back with another digit. The larger the
    numbers, the longer it takes: a {-2+2} vicinity has millions of candidates.

    >>> puzzles = list(neighbors("1... ..2. .3.. ...4"))
    >>> len(puzzles), puzzles[0]
    (32, Grid('2.....2..3.....4'))
    """
    grid = as_grid(board)
    for name, number in (("minus", minus), ("plus", plus)):
        if not 0 <= number <= grid.shape.cells:
            raise NonetError(f"{name} is a number of clues from 0 to {grid.shape.cells}, not {number}")
    return _neighbors(grid, minus, plus)


def _neighbors(grid: Grid, minus: int, plus: int) -> Iterator[Grid]:
    for removed in combinations(list(bits(grid.givens.mask)), minus):
        base = grid.replace(dict.fromkeys(removed, 0))
        more = _with_more(base, plus, {cell: grid[cell] for cell in removed})
        while some := list(islice(more, _AT_A_TIME)):
            rows = np.frombuffer(b"".join(some), np.uint8).reshape(-1, grid.shape.cells)
            for row in rows[solutions_of_rows(rows, grid.shape, 2, threads=None) == 1]:
                yield Grid.of_digits(row.tobytes(), grid.shape)


def _with_more(base: Grid, plus: int, gone: dict[int, int]) -> Iterator[bytes]:
    """The board with so many more clues, as digits; none that is gone comes back."""
    masks = [mask & ~(1 << gone.get(cell, 0) >> 1) for cell, mask in enumerate(possible_masks(base))]
    for cells in combinations([cell for cell, mask in enumerate(masks) if mask], plus):
        for digits in product(*([bit + 1 for bit in bits(masks[cell])] for cell in cells)):
            more = bytearray(bytes(base))
            for cell, digit in zip(cells, digits, strict=True):
                more[cell] = digit
            yield bytes(more)


def harder(
    board: GridLike, *, by: Literal["guesses", "rating"] = "guesses", seed: int | None = None, rounds: int | None = None
) -> Grid:
    """A 9x9 puzzle as hard as can be found near this one, with one solution and no more clues.

    It begins with the puzzle, minimized. In each round some neighbors of the hardest so far are tried, with one or
    two clues in other places. How hard one is says how little a right guess settles, over all cells; or, by rating, the
    level and then the score of `nonet.rate`, for which fewer rounds are made: 5 instead of 100, some seconds each.
    Raises `NoSolution` or `NotUnique` if the puzzle has not exactly one solution.

    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> import nonet
    >>> hard = harder(puzzle, seed=1, rounds=10)
    >>> len(hard.givens) < 30, nonet.check(hard).is_valid
    (True, True)
    >>> nonet.rate(puzzle).level < nonet.rate(harder(puzzle, by="rating", seed=1, rounds=2)).level
    True
    """
    grid = as_grid(board)
    if grid.shape is not Shape(3, 3):
        raise NonetError(f"harder puzzles are breed on a 9x9 board, not on {grid.shape.a_board}")
    if by not in _ROUNDS:
        raise NonetError(f"puzzles get harder by {' or by '.join(_ROUNDS)}, not by {by!r:.40}")
    rounds = _ROUNDS[by] if rounds is None else rounds
    if rounds < 0:
        raise NonetError(f"there are 0 rounds or more, not {rounds}")
    number = as_seed(seed)
    chance = Random(number)  # noqa: S311
    row = np.frombuffer(bytes(minimize(grid, seed=number)), np.uint8)[None]
    if by == "rating":
        return Grid.of_digits(rated_higher(row[0], rounds).tobytes(), grid.shape)
    best = breed(chance, row, rounds, parents=_PARENTS, children=_CHILDREN, number=_KEPT)[0]
    return Grid.of_digits(best.tobytes(), grid.shape)
