"""Puzzles with given ratings of Sudoku Explainer.

Most puzzles are decided without a walk through all steps:

- A puzzle that singles solve has ER 2.3 at most, since the first four producers always have a hint. A puzzle that
  singles and locked candidates solve has 2.8 at most. A puzzle that they do not solve needs a step from 1.7 or 2.0 on.
- The kernel ends a walk as soon as its steps decide: ED with the first step, EP with the first digit placed, ER with a
  step above the range.

These filters are exact: they leave out no puzzle that has the wanted ratings.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ..engine import pencilmarks_many
from ..geometry import Shape
from ..logic import ExplainerWanted, explainer_matches
from .difficulty import after_singles, is_solved
from .reduction import Digits

__all__ = ["has_ratings"]

_CHUNK = 16
"""Puzzles per call of the kernel: few, so that a run whose time is over ends soon."""

_NINE = Shape(3, 3)
_SINGLES_AT_MOST, _OTHERS_AT_LEAST = 23, 17
_LOCKED_AT_MOST, _AFTER_LOCKED_AT_LEAST = 28, 20
"""In tenths: the highest rating of what singles solve, the lowest of what they do not; then with locked candidates."""


def _no_limit() -> float | None:
    return None


def has_ratings(
    wanted: ExplainerWanted, rows: Digits, seconds_left: Callable[[], float | None] = _no_limit
) -> NDArray[np.bool_]:
    """Return which puzzles have the wanted ratings. `seconds_left` is called regularly and may raise an exception.

    >>> text = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
    >>> row = np.frombuffer(text.encode(), np.uint8)[None] - ord("0")
    >>> [has_ratings(ExplainerWanted.of(se), row).item() for se in (1.2, (1.5, 9.0))]
    [True, False]
    """
    found = may_have_er(wanted, rows)
    possible = np.flatnonzero(found)
    for start in range(0, len(possible), _CHUNK):
        chunk = possible[start : start + _CHUNK]
        found[chunk] = explainer_matches(rows[chunk].tobytes(), wanted, timeout=seconds_left())
    return found


def may_have_er(wanted: ExplainerWanted, rows: Digits) -> NDArray[np.bool_]:
    """Return which puzzles may have the wanted ER, by what singles and locked candidates do.

    >>> row = np.frombuffer(bytes.fromhex("00" * 81), np.uint8)[None]
    >>> [may_have_er(ExplainerWanted.of(se), row).item() for se in ((1.0, 1.5), (7.0, 7.5))]
    [False, True]
    """
    least, most = wanted.er
    possible = np.ones(len(rows), np.bool_)
    if not len(rows):
        return possible
    if least > _LOCKED_AT_MOST or most < _AFTER_LOCKED_AT_LEAST:
        is_simple = is_solved(pencilmarks_many(rows, threads=1))
        possible &= ~is_simple if least > _LOCKED_AT_MOST else is_simple
    if most < _OTHERS_AT_LEAST or _SINGLES_AT_MOST < least <= _LOCKED_AT_MOST:
        is_easy = is_solved(after_singles(rows, _NINE))
        possible &= is_easy if most < _OTHERS_AT_LEAST else ~is_easy
    return possible
