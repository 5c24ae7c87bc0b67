"""neighbors and harder: puzzles that differ from a puzzle in a few clues."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice, product
from random import Random
from typing import Literal

import numpy as np

from ..errors import ArgumentError, any_of
from ..geometry import Shape, bits
from ..grid import Grid, GridLike, as_grid
from ..position import possible_masks
from ._minimize import minimize
from .hill_climbing import breed, climb_by_rating
from .random_source import as_seed
from .reduction import solution_counts

__all__ = ["harder", "neighbors"]

_BLOCK = 4096
_ROUNDS = {"guesses": 100, "rating": 5, "se": 10}
_PARENTS, _CHILDREN, _KEPT = 20, 60, 40


def neighbors(puzzle: GridLike, *, minus: int = 1, plus: int = 1) -> Iterator[Grid]:
    """Yield the puzzles with one solution that lack `minus` of the clues and have `plus` other clues, each once.

    Researchers call this the {-1+1} vicinity, {-2+2} and so on. A cell may get a clue with another digit. Larger
    numbers take much longer: a {-2+2} vicinity has millions of candidates.

    >>> puzzles = list(neighbors("1... ..2. .3.. ...4"))
    >>> len(puzzles), puzzles[0]
    (32, Grid('2.....2..3.....4'))
    """
    grid = as_grid(puzzle)
    for name, number in (("minus", minus), ("plus", plus)):
        if not 0 <= number <= grid.shape.cells:
            raise ArgumentError(f"{name} must be 0 to {grid.shape.cells}, not {number}")
    return _neighbors(grid, minus, plus)


def _neighbors(grid: Grid, minus: int, plus: int) -> Iterator[Grid]:
    for removed in combinations(list(bits(grid.givens.mask)), minus):
        base = grid.replace(dict.fromkeys(removed, 0))
        more = _with_more_clues(base, plus, {cell: grid[cell] for cell in removed})
        while some := list(islice(more, _BLOCK)):
            rows = np.frombuffer(b"".join(some), np.uint8).reshape(-1, grid.shape.cells)
            for row in rows[solution_counts(rows, grid.shape, 2, threads=None) == 1]:
                yield Grid.of_digits(row.tobytes(), grid.shape)


def _with_more_clues(base: Grid, plus: int, removed: dict[int, int]) -> Iterator[bytes]:
    """Yield the digits of the board with `plus` more clues, none of which was removed."""
    masks = [mask & ~(1 << removed.get(cell, 0) >> 1) for cell, mask in enumerate(possible_masks(base))]
    for cells in combinations([cell for cell, mask in enumerate(masks) if mask], plus):
        for digits in product(*([bit + 1 for bit in bits(masks[cell])] for cell in cells)):
            more = bytearray(bytes(base))
            for cell, digit in zip(cells, digits, strict=True):
                more[cell] = digit
            yield bytes(more)


def harder(
    puzzle: GridLike,
    *,
    by: Literal["guesses", "rating", "se"] = "guesses",
    seed: int | None = None,
    rounds: int | None = None,
) -> Grid:
    """Return a puzzle near a 9x9 puzzle that is as hard as possible, with one solution and no more clues.

    The search starts with the minimized puzzle. In each round it tries neighbors of the hardest puzzles so far, with
    one or two clues moved. A puzzle is hard `by` guesses if a right guess leaves many candidates, over all cells. It is
    hard `by` rating if `nonet.rate` gives it a high level, then a high score; rating takes some seconds per round, so
    the default is 5 rounds instead of 100. It is hard `by` se if Sudoku Explainer's ER is high, then EP, then ED; here
    the default is 10 rounds. Raises `NoSolution` or `NotUnique` if the puzzle does not have exactly one solution.

    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> import nonet
    >>> hard = harder(puzzle, seed=1, rounds=10)
    >>> len(hard.givens) < 30, nonet.check(hard).is_valid
    (True, True)
    >>> nonet.rate(puzzle).level < nonet.rate(harder(puzzle, by="rating", seed=1, rounds=2)).level
    True
    """
    grid = as_grid(puzzle)
    if grid.shape is not Shape(3, 3):
        raise ArgumentError(f"puzzle must be on a 9x9 board, not on {grid.shape.a_board}")
    if by not in _ROUNDS:
        raise ArgumentError(f"by must be {any_of(_ROUNDS)}, not {by!r:.40}")
    rounds = _ROUNDS[by] if rounds is None else rounds
    if rounds < 0:
        raise ArgumentError(f"rounds must be 0 or more, not {rounds}")
    seed = as_seed(seed)
    row = np.frombuffer(bytes(minimize(grid, seed=seed)), np.uint8)
    if by != "guesses":
        best = climb_by_rating(row, rounds, by)
    else:
        random = Random(seed)  # noqa: S311
        best = breed(random, row[None], rounds, parents=_PARENTS, children=_CHILDREN, number=_KEPT)[0]
    return Grid.of_digits(best.tobytes(), grid.shape)
