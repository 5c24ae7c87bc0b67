"""Removing clues from many puzzles together, while each keeps its only solution.

The clues of a puzzle are removed in a random order, one unit after the other: a clue, or the clues that symmetry ties
together. A unit that is needed stays. If each unit was tried by itself, a grid would take 81 questions to the engine.
But a puzzle with fewer clues never has fewer solutions. So if many units can be removed together, each of them can be
removed in its turn; and if not, bisection finds the first one that cannot. The result is the same as with one question
per unit, for about half the questions.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..engine import count_many
from ..geometry import Shape
from ..grid import Grid
from ..search import Trace, find
from .random_source import RandomSource

__all__ = [
    "Digits",
    "IsUnique",
    "Ranks",
    "is_minimal",
    "random_ranks",
    "remove_clues",
    "solution_counts",
    "with_digits",
]

Digits: TypeAlias = NDArray[np.uint8]
"""Boards, one per row, with one digit per cell; 0 is a blank."""
Ranks: TypeAlias = NDArray[np.unsignedinteger[Any]]
"""For each cell of each puzzle, when its turn comes; all cells of a unit have the same rank."""
IsUnique: TypeAlias = Callable[[Digits], NDArray[np.bool_]]
"""A function that returns which puzzles have exactly one solution."""

_STEPS = ((0.92, 0.37), (0.555, 0.075), (0.47, 0.05), (0.395, 0.025))
"""(share, step): while more than this share of the units is left, this share is tried at once; then one by one.
Measured on 9x9 grids, where a minimal puzzle has 0.3 of the cells, and the first third can nearly always be removed."""

_STEPS_OF_LARGE_BOARDS = ((0.92, 0.25), (0.6, 0.05), (0.5, 0.02))
"""The steps are smaller on large boards: one of 256 cells with slightly too few clues takes seconds to search."""

_LARGE = 100
_SHARE_WORTH_REMOVING = 8
"""Finished puzzles are taken out of the arrays when they are more than one in 8, since that copies the arrays."""


def random_ranks(source: RandomSource, unit_of: NDArray[np.intp]) -> Ranks:
    """Return random ranks for the cells of each candidate, given the unit of each cell.

    >>> random_ranks(RandomSource.of(1, [0]), np.array([0, 1, 1, 2])).tolist()
    [[2, 0, 0, 1]]
    """
    units = int(unit_of.max()) + 1
    # A byte is fastest; the numbers go up to units + 1.
    kind: type[np.unsignedinteger[Any]] = np.uint8 if units < 250 else np.uint16
    return source.permutations("order", units)[:, 0].astype(kind).take(unit_of, axis=1)


class _Unfinished(NamedTuple):
    """The puzzles that still have units to try."""

    indices: NDArray[np.intp]
    """The places of the puzzles among all that were given."""
    puzzles: Digits
    ranks: Ranks
    good: Ranks
    """The units below this rank are decided: they are removed or needed."""
    bad: Ranks
    """The units from `good` to below this rank cannot all be removed; units + 1 if that is not known."""
    needed: NDArray[np.intp]
    """How many units are decided and needed."""
    targets: NDArray[np.intp]

    def select(self, selected: NDArray[np.bool_]) -> _Unfinished:
        """Return some of the puzzles."""
        return _Unfinished(*(field[selected] for field in self))  # type: ignore[arg-type]


def remove_clues(puzzles: Digits, ranks: Ranks, is_unique: IsUnique, targets: NDArray[np.intp] | None = None) -> Digits:
    """Return the puzzles without the clues that are not needed, tried in the order of their ranks.

    With `targets`, each puzzle keeps at least this number of clues; a unit that would remove too many stays. Every
    given puzzle must have one solution.

    >>> from nonet.engine import count_many, solve_many
    >>> full = solve_many(["." * 81], limit=1).solutions
    >>> made = remove_clues(full, np.arange(81, dtype=np.uint8)[None], lambda rows: count_many(rows).is_unique)
    >>> bool(count_many(made).is_unique.all()), int(np.count_nonzero(made)) < 40
    (True, True)
    """
    n, units, kind = len(puzzles), int(ranks.max(initial=0)) + 1, ranks.dtype.type
    is_limited = targets is not None
    aims = np.zeros(n, np.intp) if targets is None else targets
    done = puzzles.copy()
    steps = _steps(units)
    nothing, unknown = np.zeros(n, kind), np.full(n, units + 1, kind)
    left = _Unfinished(np.arange(n), puzzles, ranks, nothing, unknown, np.zeros(n, np.intp), aims)
    while len(left.indices):
        left = _skip_large_units(left, units) if is_limited else left
        tops = _tops(left, steps, units, is_limited=is_limited)
        # The numbers are unsigned, so a rank below `good` wraps around to a large one.
        is_tried = left.ranks - left.good[:, None] < (tops - left.good)[:, None]
        trial = np.where(is_tried, np.uint8(0), left.puzzles)
        unique = is_unique(trial)
        good, bad = np.where(unique, tops, left.good), np.where(unique, left.bad, tops)
        is_needed = bad - good == 1
        left = left._replace(
            puzzles=np.where(unique[:, None], trial, left.puzzles),
            good=np.where(is_needed, bad, good),
            bad=np.where(is_needed, kind(units + 1), bad),
            needed=left.needed + is_needed,
        )
        ended = left.good >= units
        if np.count_nonzero(ended) * _SHARE_WORTH_REMOVING > len(ended) or ended.all():
            done[left.indices[ended]] = left.puzzles[ended]
            left = left.select(~ended)
    return done


def _steps(units: int) -> NDArray[np.intp]:
    """Return how many units are tried at once, by the number of units left."""
    steps = np.ones(units + 1, np.intp)
    for share, part in reversed(_STEPS if units < _LARGE else _STEPS_OF_LARGE_BOARDS):
        steps[int(share * units) :] = max(round(part * units), 1)
    return steps


def _tops(left: _Unfinished, steps: NDArray[np.intp], units: int, *, is_limited: bool) -> Ranks:
    """Return up to which unit each puzzle is tried next: a step further, or half of what was too much."""
    good, bad = left.good.astype(np.intp), left.bad.astype(np.intp)
    further = np.minimum(good + steps[units - good + left.needed], units)
    tops = np.where(bad > units, further, good + np.maximum((bad - good) // 2, 1))
    if is_limited:
        spare = np.count_nonzero(left.puzzles, axis=1) - left.targets
        fits = np.cumsum(_unit_sizes(left, units), axis=1) <= spare[:, None]
        fits |= np.arange(units) < good[:, None]
        tops = np.minimum(tops, np.logical_and.accumulate(fits, axis=1).sum(axis=1))
    at_least_one: Ranks = np.maximum(tops, np.minimum(good + 1, units)).astype(left.good.dtype)
    return at_least_one


def _unit_sizes(left: _Unfinished, units: int) -> NDArray[np.intp]:
    """Return how many clues each undecided unit has; 0 for the others."""
    is_open = (left.puzzles > 0) & (left.ranks >= left.good[:, None])
    places = left.ranks + np.arange(len(left.indices))[:, None] * units
    return np.bincount(places[is_open], minlength=len(left.indices) * units).reshape(-1, units)


def _skip_large_units(left: _Unfinished, units: int) -> _Unfinished:
    """Decide the next units that would remove too many clues: they stay."""
    spare = np.count_nonzero(left.puzzles, axis=1) - left.targets
    sizes = _unit_sizes(left, units)
    fits = (sizes > 0) & (sizes <= spare[:, None])
    first = np.where(fits.any(axis=1), fits.argmax(axis=1), units).astype(left.good.dtype)
    is_skipping = first > left.good
    return left._replace(
        good=np.where(is_skipping, first, left.good),
        bad=np.where(is_skipping, left.good.dtype.type(units + 1), left.bad),
    )


def solution_counts(
    rows: Digits, shape: Shape, limit: int, *, timeout: float | None = None, threads: int | None = 1
) -> NDArray[np.intp]:
    """Return how many solutions each puzzle has, up to a limit.

    The engine counts for 9x9 boards. For other boards a search counts one by one, until `timeout` seconds have passed.

    >>> solution_counts(np.zeros((1, 16), np.uint8), Shape(2, 2), 300)
    array([288])
    """
    if shape is Shape(3, 3):
        return count_many(rows, limit=limit, threads=threads).counts.astype(np.intp)
    trace = Trace(timeout=timeout)
    grids = (Grid.of_digits(row.tobytes(), shape) for row in rows)
    return np.array([sum(1 for _ in islice(find(grid, trace=trace), limit)) for grid in grids], np.intp)


def is_minimal(rows: Digits, is_unique: IsUnique) -> NDArray[np.bool_]:
    """Return which puzzles with one solution need every clue.

    >>> from nonet.engine import solve_many
    >>> is_minimal(solve_many(["." * 81], limit=1).solutions, lambda rows: count_many(rows).is_unique).tolist()
    [False]
    """
    owners, cells = np.nonzero(rows)
    is_spare = is_unique(with_digits(rows, owners, cells, 0))
    return np.asarray(np.bincount(owners[is_spare], minlength=len(rows)) == 0)


def with_digits(rows: Digits, owners: NDArray[np.intp], cells: NDArray[np.intp], digits: NDArray[Any] | int) -> Digits:
    """Return changed boards: number i is board ``owners[i]`` with ``digits[i]`` in ``cells[i]``.

    >>> with_digits(np.array([[1, 2], [3, 4]], np.uint8), np.array([1, 1]), np.array([0, 1]), 0).tolist()
    [[0, 4], [3, 0]]
    """
    changed = rows[owners]
    changed[np.arange(len(owners)), cells] = digits
    return changed
