"""Taking clues away, from many puzzles in step, while each keeps its only solution.

The clues of a puzzle go in an order of chance, one unit after the other (a clue, or the clues that symmetry ties
together); a unit that is needed stays. That is 81 questions a grid if they are asked one by one. But a puzzle from
which more was taken never has fewer solutions: if many units can go at once, so can each of them in its turn, and if
not, the first that cannot is found by halving. The result is that of asking one by one, for about half the questions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = ["Ask", "Ranks", "Rows", "rank_kind", "reduced"]

Rows: TypeAlias = NDArray[np.uint8]
"""Puzzles, one a row, one digit a cell."""
Ranks: TypeAlias = NDArray[np.unsignedinteger[Any]]
"""For each cell of each puzzle, when its turn comes; the cells of a unit have the same rank."""
Ask: TypeAlias = Callable[[Rows], NDArray[np.bool_]]
"""Which of some puzzles have exactly one solution."""

_STEPS = ((0.92, 0.37), (0.555, 0.075), (0.47, 0.05), (0.395, 0.025))
"""While more than this share of the units is left, so many of them are tried at once; then one by one. Measured on
9x9 grids, where a minimal puzzle has 0.3 of the cells, and a third of them can nearly always go at once."""

_STEPS_OF_LARGE_BOARDS = ((0.92, 0.25), (0.6, 0.05), (0.5, 0.02))
"""A board of 256 cells with just too few clues takes seconds to search, so it is not tried with far too few."""

_LARGE = 100

_WORTH_CLEARING = 8


def rank_kind(units: int) -> type[np.unsignedinteger[Any]]:
    """The kind of number that holds the ranks of so many units, and two more.

    >>> rank_kind(81), rank_kind(256)
    (<class 'numpy.uint8'>, <class 'numpy.uint16'>)
    """
    return np.uint8 if units < 250 else np.uint16


class _Front(NamedTuple):
    """How far each puzzle is: units below `good` are settled; to take away those from there to `bad` is too much."""

    numbers: NDArray[np.intp]
    puzzles: Rows
    ranks: Ranks
    good: Ranks
    bad: Ranks
    kept: NDArray[np.intp]
    """How many units are settled and needed."""
    targets: NDArray[np.intp]

    def only(self, kept: NDArray[np.bool_]) -> _Front:
        return _Front(
            self.numbers[kept],
            self.puzzles[kept],
            self.ranks[kept],
            self.good[kept],
            self.bad[kept],
            self.kept[kept],
            self.targets[kept],
        )


def reduced(puzzles: Rows, ranks: Ranks, ask: Ask, targets: NDArray[np.intp] | None = None) -> Rows:
    """The puzzles without the clues that can go, in the order of their ranks.

    With `targets`, no more go than leave so many clues in each; a unit that would take too many stays. Every puzzle
    given must have one solution.

    >>> from nonet.engine import count_many, solve_many
    >>> full = solve_many(["." * 81], limit=1).solutions
    >>> made = reduced(full, np.arange(81, dtype=np.uint8)[None], lambda rows: count_many(rows).is_unique)
    >>> bool(count_many(made).is_unique.all()), int(np.count_nonzero(made)) < 40
    (True, True)
    """
    n, units = len(puzzles), int(ranks.max(initial=0)) + 1
    kind = rank_kind(units)
    aims = np.zeros(n, np.intp) if targets is None else targets
    done = puzzles.copy()
    steps = _steps(units)
    none, never = np.zeros(n, kind), np.full(n, units + 1, kind)
    front = _Front(np.arange(n), puzzles, ranks.astype(kind), none, never, np.zeros(n, np.intp), aims)
    while len(front.numbers):
        front = _settle_misfits(front, units) if targets is not None else front
        tops = _tops(front, steps, units, limited=targets is not None)
        goes = front.ranks - front.good[:, None] < (tops - front.good)[:, None]  # ranks below wrap round to great ones
        trial = np.where(goes, np.uint8(0), front.puzzles)
        unique = ask(trial)
        good, bad = np.where(unique, tops, front.good), np.where(unique, front.bad, tops)
        is_needed = bad - good == 1
        front = front._replace(
            puzzles=np.where(unique[:, None], trial, front.puzzles),
            good=np.where(is_needed, bad, good),
            bad=np.where(is_needed, kind(units + 1), bad),
            kept=front.kept + is_needed,
        )
        ended = front.good >= units
        if np.count_nonzero(ended) * _WORTH_CLEARING > len(ended) or ended.all():
            done[front.numbers[ended]] = front.puzzles[ended]
            front = front.only(~ended)
    return done


def _steps(units: int) -> NDArray[np.intp]:
    """How many units are tried at once, by the number of units left."""
    steps = np.ones(units + 1, np.intp)
    for share, part in reversed(_STEPS if units < _LARGE else _STEPS_OF_LARGE_BOARDS):
        steps[int(share * units) :] = max(round(part * units), 1)
    return steps


def _tops(front: _Front, steps: NDArray[np.intp], units: int, *, limited: bool) -> Ranks:
    """Up to which unit each puzzle is tried next: some more, or half of those that were too many."""
    good, bad = front.good.astype(np.intp), front.bad.astype(np.intp)
    more = np.minimum(good + steps[units - good + front.kept], units)
    tops = np.where(bad > units, more, good + np.maximum((bad - good) // 2, 1))
    if limited:
        spare = np.count_nonzero(front.puzzles, axis=1) - front.targets
        fitting = np.cumsum(_sizes(front, units), axis=1) <= spare[:, None]
        fitting |= np.arange(units) < good[:, None]
        tops = np.minimum(tops, np.logical_and.accumulate(fitting, axis=1).sum(axis=1))
    at_least_one: Ranks = np.maximum(tops, np.minimum(good + 1, units)).astype(front.good.dtype)
    return at_least_one


def _sizes(front: _Front, units: int) -> NDArray[np.intp]:
    """How many clues each unit has that is not settled yet; 0 for the others."""
    open_cells = (front.puzzles > 0) & (front.ranks >= front.good[:, None])
    places = front.ranks + np.arange(len(front.numbers))[:, None] * units
    return np.bincount(places[open_cells], minlength=len(front.numbers) * units).reshape(-1, units)


def _settle_misfits(front: _Front, units: int) -> _Front:
    """Pass over the units that would take too many clues, up to one that does not."""
    spare = np.count_nonzero(front.puzzles, axis=1) - front.targets
    sizes = _sizes(front, units)
    fits = (sizes > 0) & (sizes <= spare[:, None])
    first = np.where(fits.any(axis=1), fits.argmax(axis=1), units).astype(front.good.dtype)
    moved = first > front.good
    return front._replace(
        good=np.where(moved, first, front.good),
        bad=np.where(moved, front.good.dtype.type(units + 1), front.bad),
    )
