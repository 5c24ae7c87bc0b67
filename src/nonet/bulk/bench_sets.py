"""Puzzles to measure with, made from a seed: the same bytes on every machine, whatever backend helps to make them.

All chance comes from `random.Random`, and of the engine nothing is used but facts that do not depend on how it
searches: whether a puzzle has one solution, and what propagation leaves of its candidates.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import numpy as np
from numpy.typing import NDArray

from ..create import breed
from ..engine import count_many, pencilmarks_many, solve_many
from ..errors import ArgumentError
from ..geometry import digits_of
from ..kernel import Status
from ..rows import as_characters, has_several

__all__ = ["SETS", "bench_set"]

_Rows = NDArray[np.uint8]

_CELLS = 81
_HOUSES = np.array(
    [[9 * i + j for j in range(9)] for i in range(9)]
    + [[9 * j + i for j in range(9)] for i in range(9)]
    + [[27 * (i // 3) + 3 * (i % 3) + 9 * (j // 3) + j % 3 for j in range(9)] for i in range(9)]
)
_DIAGONAL_BOXES = _HOUSES[[18, 22, 26]]
_EASY_CLUES = 40
_ROUNDS, _PARENTS, _CHILDREN = 80, 80, 20


def bench_set(name: str, number: int | None = None, *, seed: int = 1) -> bytes:
    """A set of puzzles by its name in `SETS`, a line each; `number` of them if it is given.

    >>> easy = bench_set("easy", 3)
    >>> len(easy.split()), easy == bench_set("easy", 3), easy == bench_set("easy", 3, seed=2)
    (3, True, False)
    >>> count_many(bench_set("several", 3)).counts
    array([2, 2, 2], dtype=uint32)
    """
    if name not in _MAKERS:
        raise ArgumentError.unknown("set", name, _MAKERS)
    usual, make = _MAKERS[name]
    number = usual if number is None else number
    if number < 1:
        raise ArgumentError(f"number must be at least 1, not {number}")
    rows = make(Random(seed), number)  # noqa: S311
    text = np.full((len(rows), _CELLS + 1), ord("\n"), np.uint8)
    text[:, :_CELLS] = as_characters(rows)
    return text.tobytes()


# Solved grids and minimal puzzles


def _solved(chance: Random, number: int) -> _Rows:
    """Solved grids: three boxes filled by chance, then digits that leave a solution, until it is the only one."""
    rows = np.zeros((number, _CELLS), np.uint8)
    for row in rows:
        for box in _DIAGONAL_BOXES:
            row[box] = chance.sample(range(1, 10), 9)
    while (left := np.flatnonzero(count_many(rows).counts > 1)).size:
        masks = pencilmarks_many(rows[left])
        trial = rows[left]
        for row, mask, cells in zip(trial, masks.tolist(), has_several(masks), strict=True):
            cell = chance.choice(np.flatnonzero(cells).tolist())
            row[cell] = chance.choice(list(digits_of(mask[cell])))
        good = count_many(trial, limit=1).counts == 1
        rows[left[good]] = trial[good]
    return solve_many(rows).solutions


def _minimized(chance: Random, rows: _Rows) -> _Rows:
    """The puzzles without any clue that is not needed, tried in an order of chance."""
    rows = rows.copy()
    orders = np.array([chance.sample(range(_CELLS), _CELLS) for _ in rows])
    everyone = np.arange(len(rows))
    for cells in orders.T:
        trial = rows.copy()
        trial[everyone, cells] = 0
        changed = np.flatnonzero(rows[everyone, cells])
        good = changed[count_many(trial[changed]).is_unique] if changed.size else changed
        rows[good] = trial[good]
    return rows


def _minimal(chance: Random, number: int) -> _Rows:
    return _minimized(chance, _solved(chance, number))


# The sets


def _easy(chance: Random, number: int) -> _Rows:
    """Minimal puzzles with so many more clues that single candidates solve them."""
    rows = _minimal(chance, number)
    for row, solution in zip(rows, solve_many(rows).solutions, strict=True):
        blanks = np.flatnonzero(row == 0).tolist()
        more = chance.sample(blanks, max(len(blanks) - (_CELLS - _EASY_CLUES), 0))
        row[more] = solution[more]
    return rows


def _several(chance: Random, number: int) -> _Rows:
    """Puzzles with exactly two solutions: minimal ones without one of their clues."""
    found = np.zeros((0, _CELLS), np.uint8)
    while len(found) < number:
        rows = _minimal(chance, max(number // 2, 2))
        puzzles, cells = np.nonzero(rows)
        trial = rows[puzzles]
        trial[np.arange(len(trial)), cells] = 0
        two = np.flatnonzero(count_many(trial, limit=3).counts == 2).tolist()
        found = np.concatenate([found, trial[chance.sample(two, min(len(two), number))]])
    return found[:number]


def _none(chance: Random, number: int) -> _Rows:
    """Puzzles without a solution that break no rule yet: minimal ones in which one clue is another digit."""
    rows = _minimal(chance, number)
    left = np.arange(number)
    while left.size:
        trial = rows[left]
        for row in trial:
            cell = chance.choice(np.flatnonzero(row).tolist())
            row[cell] = chance.choice([digit for digit in range(1, 10) if digit != row[cell]])
        good = count_many(trial).status == Status.NO_SOLUTION
        rows[left[good]] = trial[good]
        left = left[~good]
    return rows


def _hard(chance: Random, number: int) -> _Rows:
    """Puzzles that need many guesses, bred from minimal ones: the best neighbors of the best, again and again.

    A neighbour has one or two clues in other places. The best are those in which even a right guess settles little.
    """
    return breed(chance, _minimal(chance, number), _ROUNDS, parents=_PARENTS, children=_CHILDREN)


_MAKERS: dict[str, tuple[int, Callable[[Random, int], _Rows]]] = {
    "easy": (2000, _easy),
    "minimal": (2000, _minimal),
    "hard": (200, _hard),
    "several": (1000, _several),
    "none": (1000, _none),
}

SETS = tuple(_MAKERS)
"""The names of the sets: many clues to spare, none to spare, many guesses, two solutions, no solution."""
