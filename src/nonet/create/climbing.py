"""Climbing: from puzzles to harder ones near by, each on a way of its own, many in step.

In each round a clue is taken out and another put in, in all places in turn, and of the puzzles with one solution that
come of it the hardest is the next. How hard one is says `staying_power`; nothing is left to chance.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..engine import count_many, pencilmarks_many
from ..geometry import Shape
from ..grid import Grid
from ..logic import rate
from ..rows import has_several
from .reducing import Rows
from .sieve import candidates_of, staying_power

__all__ = ["climbed", "exchanged", "rated_higher"]

_ROUNDS, _SHARE = 8, 4
"""The rounds, and of how many neighbors one is tried in each. Measured on 40 to 80 puzzles each: 24 % were Extreme
after 3 rounds with one of 3, 36 % after 5, 48 % after 8 with one of 4, and no more after 12."""
_PARENTS, _RATED = 4, 4


def climbed(rows: Rows, *, minimal: bool) -> Rows:
    """The puzzles after some rounds, each harder than before or the same; minimal ones, if they have to be.

    >>> puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    >>> row = np.frombuffer(puzzle.replace(".", "0").encode(), np.uint8)[None] - ord("0")
    >>> after = climbed(row, minimal=True)
    >>> bool(staying_power(after)[0] >= staying_power(row)[0]), int(np.count_nonzero(after))
    (True, 21)
    """
    rows, powers = rows.copy(), staying_power(rows)
    for part in range(_ROUNDS if len(rows) else 0):
        near, owners = exchanged(rows, part)
        if minimal:
            needed = is_minimal(near)
            near, owners = near[needed], owners[needed]
        for row, owner, power in zip(near, owners.tolist(), staying_power(near).tolist(), strict=True):
            if power > powers[owner]:
                rows[owner], powers[owner] = row, power
    return rows


def exchanged(rows: Rows, part: int) -> tuple[Rows, NDArray[np.intp]]:
    """Puzzles with one solution and one clue in another place, and of which puzzle each is; a part of all there are.

    >>> from nonet.engine import solve_many
    >>> near, owners = exchanged(solve_many(["." * 81], limit=1).solutions, 0)
    >>> near.shape
    (0, 81)
    """
    owners, cells = np.nonzero(rows)
    fewer = rows[owners]
    fewer[np.arange(len(owners)), cells] = 0
    masks = pencilmarks_many(fewer, threads=1)
    stands = candidates_of(masks) & has_several(masks)[:, :, None]
    stands[np.arange(len(owners)), cells] = False
    which, places, digits = (index[part % _SHARE :: _SHARE] for index in np.nonzero(stands))
    near = fewer[which]
    near[np.arange(len(which)), places] = digits + 1
    unique = count_many(near, threads=1).is_unique
    return near[unique], owners[which[unique]]


def is_minimal(rows: Rows) -> NDArray[np.bool_]:
    """Which 9x9 puzzles with one solution have no clue to spare.

    >>> from nonet.engine import solve_many
    >>> is_minimal(solve_many(["." * 81], limit=1).solutions).tolist()
    [False]
    """
    owners, cells = np.nonzero(rows)
    fewer = rows[owners]
    fewer[np.arange(len(owners)), cells] = 0
    spare = count_many(fewer, threads=1).is_unique
    return np.asarray(np.bincount(owners[spare], minlength=len(rows)) == 0)


def rated_higher(row: Rows, rounds: int) -> Rows:
    """A puzzle with the highest rating found in so many rounds: the higher level, then the greater score.

    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> row = np.frombuffer(puzzle.replace(".", "0").encode(), np.uint8) - ord("0")
    >>> bool((rated_higher(row, 0) == row).all())
    True
    """
    found = {row.tobytes(): _rating(row)}
    for part in range(rounds):
        best = sorted(found, key=lambda puzzle: (found[puzzle], puzzle), reverse=True)[:_PARENTS]
        near, _ = exchanged(np.frombuffer(b"".join(best), np.uint8).reshape(len(best), -1), part)
        promising = (-staying_power(near)).argsort(kind="stable")
        new = (near[index] for index in promising if near[index].tobytes() not in found)
        for _, puzzle in zip(range(_RATED), new, strict=False):
            found[puzzle.tobytes()] = _rating(puzzle)
    best_of_all = max(found, key=lambda puzzle: (found[puzzle], puzzle))
    return np.frombuffer(best_of_all, np.uint8)


def _rating(row: Rows) -> tuple[int, int]:
    rating = rate(Grid.of_digits(row.tobytes(), Shape(3, 3)))
    return rating.level, rating.score
