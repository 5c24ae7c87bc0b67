"""The sieve: what can be told of a whole block of puzzles at once, before any of them is looked at alone.

What singles can do is found for all puzzles of a block in step, on arrays of candidate masks; what locked candidates
add to it, the engine finds. Both are confluent, so that the answers are exact.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..engine import canonical_many, pencilmarks_many, solve_many
from ..geometry import Shape
from ..logic import DEFAULT_TECHNIQUES, Level
from ..rows import has_several
from .reducing import Rows
from .wish import Wish

__all__ = ["Sifted", "after_singles", "candidates_of", "hardest", "sifted", "staying_power"]

Masks: TypeAlias = NDArray[np.unsignedinteger[Any]]
"""The candidates of puzzles, one a row, one mask a cell; in a filled cell its digit is the only one."""

_NINE = Shape(3, 3)
_OF_SINGLES = sorted({row.score for row in DEFAULT_TECHNIQUES if row.level is Level.EASY})
_OF_THE_OTHERS = min(row.score for row in DEFAULT_TECHNIQUES if row.level > Level.EASY)
_CHOSEN = 14
"""So many of a block are looked at where the hard end is wanted."""


class Sifted(NamedTuple):
    """The puzzles of a block that may meet a wish, and which of them are known to."""

    rows: Rows
    sure: NDArray[np.bool_]
    forms: Rows
    """Their canonical forms, where the engine makes them; else no rows."""
    masks: Masks
    """What singles and locked candidates leave in these; else no rows."""


def sifted(wish: Wish, rows: Rows, shape: Shape) -> Sifted:
    """The puzzles that may meet the wish.

    >>> from nonet.create.wish import wish_of
    >>> row = np.array([[1, 0, 0, 0, 0, 0, 2, 0, 0, 3, 0, 0, 0, 0, 0, 4]], np.uint8)
    >>> sifted(wish_of("easy", None, False, None), row, Shape(2, 2)).sure.tolist()
    [True]
    >>> len(sifted(wish_of("hard", None, False, None), row, Shape(2, 2)).rows)
    0
    """
    nothing = np.zeros((0, shape.cells), np.uint8)
    if not len(rows):
        return Sifted(rows, np.zeros(0, np.bool_), nothing, nothing)
    if shape is not _NINE:
        easy = _is_done(after_singles(rows, shape))
        maybe = _possible(wish, rows, easy, ~easy)
        return Sifted(rows[maybe], _sure(wish, easy[maybe], easy[maybe]), nothing, nothing)
    masks = pencilmarks_many(rows, threads=1)
    closed = _is_done(masks)
    easy = np.zeros(len(rows), np.bool_)
    easy[closed] = _is_done(after_singles(rows[closed], shape))
    is_far = wish.is_past_locked or (wish.level or Level.EASY) > Level.MEDIUM
    maybe = _possible(wish, rows, easy, ~closed if is_far else ~easy)
    if wish.only and wish.is_past_locked:  # no locked candidates may come before
        maybe[maybe] = (after_singles(rows[maybe], shape) == masks[maybe]).all(axis=1)
    rows, sure = rows[maybe], _sure(wish, easy[maybe], closed[maybe])
    forms = np.where(sure[:, None], rows, 0)
    forms[~sure] = canonical_many(rows[~sure], threads=1).digits
    return Sifted(rows, sure, forms, pencilmarks_many(forms, threads=1))


def _is_done(masks: Masks) -> NDArray[np.bool_]:
    """In which puzzles every cell has one candidate."""
    return np.asarray(~has_several(masks).any(axis=1))


def _possible(wish: Wish, rows: Rows, easy: NDArray[np.bool_], harder: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which puzzles may meet the wish, by whether they are Easy, and by the number of steps that singles take."""
    blanks = np.count_nonzero(rows == 0, axis=1)
    least = np.where(easy, _OF_SINGLES[0] * blanks, _OF_SINGLES[0] * blanks + _OF_THE_OTHERS)
    maybe = least <= wish.most
    maybe &= ~easy | (_OF_SINGLES[-1] * blanks >= wish.least)
    if wish.level is not None:
        maybe &= easy if wish.level is Level.EASY else ~easy & harder
    return np.asarray(maybe)


def _sure(wish: Wish, easy: NDArray[np.bool_], closed: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which puzzles are known to meet the wish: Easy ones, and Medium ones that locked candidates solve."""
    if wish.is_scored or wish.technique is not None or wish.level is None or wish.level > Level.MEDIUM:
        return np.zeros(len(easy), np.bool_)
    return easy if wish.level is Level.EASY else closed & ~easy


def hardest(rows: Rows) -> Rows:
    """The most promising 9x9 puzzles of a block for those who want the hard end, in their order.

    >>> hardest(np.zeros((0, 81), np.uint8)).shape
    (0, 81)
    """
    rows = rows[~_is_done(pencilmarks_many(rows, threads=1))]
    chosen = (-staying_power(rows)).argsort(kind="stable")[:_CHOSEN]
    return rows[np.sort(chosen)]


def staying_power(rows: Rows) -> NDArray[np.float64]:
    """How many wrong candidates propagation does not refute, for each open cell of 9x9 puzzles.

    The more there are, the harder a puzzle tends to be: of the 40 first by that of 8,192, 14 were Extreme; of all, 1 in
    100.

    >>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    >>> rows = np.frombuffer((easy + hard).replace(".", "0").encode(), np.uint8).reshape(2, 81) - ord("0")
    >>> powers = staying_power(rows)
    >>> float(powers[0]), bool(powers[1] > 2)
    (0.0, True)
    """
    if not len(rows):
        return np.zeros(0)
    masks = pencilmarks_many(rows, threads=1)
    stands = candidates_of(masks)
    stands &= solve_many(rows, threads=1).solutions[:, :, None] != np.arange(1, 10)
    owners, cells, digits = np.nonzero(stands)
    trial = rows[owners]
    trial[np.arange(len(owners)), cells] = digits + 1
    survives = pencilmarks_many(trial, threads=1).any(axis=1)
    cells_open = np.count_nonzero(has_several(masks), axis=1)
    return np.asarray(np.bincount(owners[survives], minlength=len(rows)) / np.maximum(cells_open, 1))


def candidates_of(masks: NDArray[np.uint16]) -> NDArray[np.bool_]:
    """For each cell of 9x9 puzzles which digits stand in its mask.

    >>> candidates_of(np.array([[5]], np.uint16))[0, 0, :3].tolist()
    [True, False, True]
    """
    return np.asarray(masks[:, :, None] >> np.arange(9, dtype=np.uint16) & 1).astype(np.bool_)


def after_singles(rows: Rows, shape: Shape) -> Masks:
    """What naked and hidden singles leave of the candidates of many puzzles.

    >>> row = np.array([[1, 0, 0, 0, 0, 0, 2, 0, 0, 3, 0, 0, 0, 0, 0, 4]], np.uint8)
    >>> after_singles(row, Shape(2, 2))[0, :4].tolist()
    [1, 2, 8, 4]
    """
    bits = [shape.all_digits, *(1 << digit for digit in range(shape.size))]
    masks: Masks = np.array(bits, np.uint16)[rows] if shape.size < 16 else np.array(bits, np.uint32)[rows]
    done = masks.copy()
    at_work = np.arange(len(rows))
    while len(at_work):
        after = _round(masks, shape)
        moved = (after != masks).any(axis=1)
        done[at_work[~moved]] = masks[~moved]
        at_work, masks = at_work[moved], after[moved]
    return done


def _round(masks: Masks, shape: Shape) -> Masks:
    """One round: digits leave the peers of their cell, then a digit with one place in a house takes it."""
    houses, houses_of = _tables(shape)
    nothing = masks.dtype.type(0)
    alone = np.where(has_several(masks), nothing, masks)
    taken = np.bitwise_or.reduce(alone[:, houses], axis=2)
    masks = np.where(alone > 0, masks, masks & ~np.bitwise_or.reduce(taken[:, houses_of], axis=2))
    once = np.zeros((len(masks), len(houses)), masks.dtype)
    twice = once.copy()
    for place in range(shape.size):
        here = masks[:, houses[:, place]]
        twice |= once & here
        once |= here
    hidden = masks & np.bitwise_or.reduce((once & ~twice)[:, houses_of], axis=2)
    return np.where(hidden > 0, hidden, masks)


@lru_cache
def _tables(shape: Shape) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The cells of each house, and the houses of each cell."""
    return np.array([list(house) for house in shape.houses], np.intp), np.array(shape.houses_of, np.intp)
