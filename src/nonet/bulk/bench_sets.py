"""Puzzles to measure with, made from a seed: the same bytes on every machine, with every backend.

All random numbers come from `random.Random`. Of the engine only those results are used that do not depend on how it
searches: whether a puzzle has one solution, and which candidates propagation leaves.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import numpy as np
from numpy.typing import NDArray

from ..engine import count_many, pencilmarks_many, solve_many
from ..errors import ArgumentError
from ..geometry import Shape, digits_of
from ..kernel import Status
from ..rows import as_characters, has_several

__all__ = ["SETS", "bench_set"]

_Rows = NDArray[np.uint8]

_CELLS = 81
_DIAGONAL_BOXES = [Shape(3, 3).houses[18 + box] for box in (0, 4, 8)]
_EASY_CLUES = 40
_ROUNDS, _PARENTS, _CHILDREN = 80, 80, 20


def bench_set(name: str, number: int | None = None, *, seed: int = 1) -> bytes:
    """Return a set of puzzles by its name in `SETS`, one per line; `number` of them if it is given.

    >>> easy = bench_set("easy", 3)
    >>> len(easy.split()), easy == bench_set("easy", 3), easy == bench_set("easy", 3, seed=2)
    (3, True, False)
    >>> count_many(bench_set("several", 3)).counts
    array([2, 2, 2], dtype=uint64)
    """
    if name not in _MAKE:
        raise ArgumentError.unknown("set", name, _MAKE)
    default, make = _MAKE[name]
    number = default if number is None else number
    if number < 1:
        raise ArgumentError(f"number must be at least 1, not {number}")
    rows = make(Random(seed), number)  # noqa: S311
    text = np.full((len(rows), _CELLS + 1), ord("\n"), np.uint8)
    text[:, :_CELLS] = as_characters(rows)
    return text.tobytes()


# Solved grids and minimal puzzles


def _solved(random: Random, number: int) -> _Rows:
    """Return solved grids: fill three boxes at random, then add digits that leave a solution until it is unique."""
    rows = np.zeros((number, _CELLS), np.uint8)
    for row in rows:
        for box in _DIAGONAL_BOXES:
            row[list(box)] = random.sample(range(1, 10), 9)
    while (left := np.flatnonzero(count_many(rows).counts > 1)).size:
        masks = pencilmarks_many(rows[left])
        trial = rows[left]
        for row, mask, cells in zip(trial, masks.tolist(), has_several(masks), strict=True):
            cell = random.choice(np.flatnonzero(cells).tolist())
            row[cell] = random.choice(list(digits_of(mask[cell])))
        good = count_many(trial, limit=1).counts == 1
        rows[left[good]] = trial[good]
    return solve_many(rows).solutions


def _minimized(random: Random, rows: _Rows) -> _Rows:
    """Return the puzzles without clues that are not needed, tried in random order."""
    rows = rows.copy()
    orders = np.array([random.sample(range(_CELLS), _CELLS) for _ in rows])
    everyone = np.arange(len(rows))
    for cells in orders.T:
        trial = rows.copy()
        trial[everyone, cells] = 0
        changed = np.flatnonzero(rows[everyone, cells])
        good = changed[count_many(trial[changed]).is_unique] if changed.size else changed
        rows[good] = trial[good]
    return rows


def _minimal(random: Random, number: int) -> _Rows:
    return _minimized(random, _solved(random, number))


# The sets


def _easy(random: Random, number: int) -> _Rows:
    """Return minimal puzzles with extra clues, enough of them that naked singles solve the puzzle."""
    rows = _minimal(random, number)
    for row, solution in zip(rows, solve_many(rows).solutions, strict=True):
        blanks = np.flatnonzero(row == 0).tolist()
        more = random.sample(blanks, max(len(blanks) - (_CELLS - _EASY_CLUES), 0))
        row[more] = solution[more]
    return rows


def _several(random: Random, number: int) -> _Rows:
    """Return puzzles with exactly two solutions: minimal ones without one of their clues."""
    found = np.zeros((0, _CELLS), np.uint8)
    while len(found) < number:
        rows = _minimal(random, max(number // 2, 2))
        puzzles, cells = np.nonzero(rows)
        trial = rows[puzzles]
        trial[np.arange(len(trial)), cells] = 0
        two = np.flatnonzero(count_many(trial, limit=3).counts == 2).tolist()
        found = np.concatenate([found, trial[random.sample(two, min(len(two), number))]])
    return found[:number]


def _none(random: Random, number: int) -> _Rows:
    """Return puzzles without a solution whose givens break no rule: minimal ones in which one clue is changed."""
    rows = _minimal(random, number)
    left = np.arange(number)
    while left.size:
        trial = rows[left]
        for row in trial:
            cell = random.choice(np.flatnonzero(row).tolist())
            row[cell] = random.choice([digit for digit in range(1, 10) if digit != row[cell]])
        good = count_many(trial).status == Status.NO_SOLUTION
        rows[left[good]] = trial[good]
        left = left[~good]
    return rows


def _hard(random: Random, number: int) -> _Rows:
    """Return puzzles that need many guesses: in each round, neighbors of the best puzzles replace worse ones.

    A neighbor has one or two clues in other cells. The best puzzles are those in which even a correct guess determines
    few cells.
    """
    from ..create import breed  # loading create takes as long as solving a hundred thousand puzzles

    return breed(random, _minimal(random, number), _ROUNDS, parents=_PARENTS, children=_CHILDREN)


_MAKE: dict[str, tuple[int, Callable[[Random, int], _Rows]]] = {
    "easy": (2000, _easy),
    "minimal": (2000, _minimal),
    "hard": (200, _hard),
    "several": (1000, _several),
    "none": (1000, _none),
}
"""The default number of puzzles of each set, and the function that makes them."""

SETS = tuple(_MAKE)
"""The names of the sets: more clues than needed, no clue more than needed, many guesses, two solutions, no solution."""
