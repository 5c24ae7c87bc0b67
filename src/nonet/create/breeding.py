"""Breeding puzzles that need many guesses: the best neighbors of the best, again and again.

Of the engine nothing is used but facts that do not depend on how it searches, so that the same chance leads to the same
puzzles on every machine.
"""

from __future__ import annotations

from random import Random

import numpy as np
from numpy.typing import NDArray

from ..engine import count_many, pencilmarks_many, solve_many
from ..geometry import digits_of
from ..rows import has_several

__all__ = ["breed", "left_after_guesses", "neighbors_by_chance"]

_Rows = NDArray[np.uint8]
_CELLS = 81


def breed(chance: Random, rows: _Rows, rounds: int, *, parents: int, children: int, number: int | None = None) -> _Rows:
    """Puzzles breed from others, the hardest first; as many as they were, or as `number` says.

    In each round so many neighbors of each of the hardest are tried. The hardest are those in which even a right guess
    settles little.

    >>> puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    >>> row = np.frombuffer(puzzle.replace(".", "0").encode(), np.uint8)[None] - ord("0")
    >>> hard = breed(Random(1), row, 3, parents=4, children=20, number=4)
    >>> bool((left_after_guesses(hard) >= left_after_guesses(row)[0])[0]), bool(count_many(hard).is_unique.all())
    (True, True)
    """
    number = len(rows) if number is None else number
    left = left_after_guesses(rows)
    for _ in range(rounds):
        near = neighbors_by_chance(chance, np.repeat(rows[:parents], children, axis=0))
        near = near[count_many(near).is_unique]
        left = np.concatenate([left, left_after_guesses(near)])
        rows, first = np.unique(np.concatenate([rows, near]), axis=0, return_index=True)
        order = (-left[first]).argsort(kind="stable")[:number]
        rows, left = rows[order], left[first][order]
    return rows


def neighbors_by_chance(chance: Random, rows: _Rows) -> _Rows:
    """The puzzles with one or two clues taken away and as many put in elsewhere; few of them have one solution.

    >>> rows = solve_many(["." * 81], limit=1).solutions
    >>> int((neighbors_by_chance(Random(1), rows.copy()) != rows).sum()) <= 4
    True
    """
    numbers = [chance.choice((1, 1, 2)) for _ in rows]
    for row, number in zip(rows, numbers, strict=True):
        row[chance.sample(np.flatnonzero(row).tolist(), number)] = 0
    masks = pencilmarks_many(rows)
    several = has_several(masks)
    for row, number, mask, cells in zip(rows, numbers, masks.tolist(), several, strict=True):
        blanks = np.flatnonzero(cells).tolist()
        for cell in chance.sample(blanks, min(number, len(blanks))):
            row[cell] = chance.choice(list(digits_of(mask[cell])))
    return rows


def left_after_guesses(rows: _Rows) -> NDArray[np.intp]:
    """How many candidates are left after a right guess and propagation, over all cells where one can be made.

    >>> left_after_guesses(solve_many(["." * 81], limit=1).solutions)
    array([0])
    """
    if not len(rows):
        return np.zeros(0, np.intp)
    puzzles, cells = np.nonzero(has_several(pencilmarks_many(rows)))
    trial = rows[puzzles]
    trial[np.arange(len(trial)), cells] = solve_many(rows).solutions[puzzles, cells]
    masks = pencilmarks_many(trial)
    candidates = sum((masks >> digit & 1).sum(axis=1, dtype=np.intp) for digit in range(9))
    left = np.zeros(len(rows), np.intp)
    np.add.at(left, puzzles, candidates - _CELLS)
    return left
