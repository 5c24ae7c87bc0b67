"""The sweep of the NumPy lanes: one round of propagation for thousands of boards, with no branch in it.

It works on *mini-rows*, the three cells that a row and a box share, and on mini-columns by the same code on a
transposed view::

    union, twice    of each mini-row: the digits that it may hold at all, and in two cells or more
    locked          of each row and box: the digits that only one of its mini-rows may hold
    hidden          of each row and box: the digits that have one cell left
    stand           of each row and box: the digits of its solved cells

Everything is 16 bits wide and done in place. A sweep costs what it reads and writes, so as much as possible is done
on the mini-rows and the houses, of which there are a third and a ninth as many as cells, and no table is looked up.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..geometry import Shape

__all__ = ["ALL", "Masks", "Sweeper"]

Masks: TypeAlias = NDArray[np.uint16]
"""Candidates: digit d is bit d - 1."""

ALL = np.uint16(Shape(3, 3).all_digits)
_ONE = np.uint16(1)
_SIGN = np.int16(15)


class Sweeper:
    """Boards side by side, and the arrays that a sweep works in."""

    def __init__(self, boards: Masks) -> None:
        width = boards.shape[1]
        self.cells, self._singles, self._work = (np.empty((81, width), np.uint16) for _ in range(3))
        self.cells[:] = boards
        self._along_rows = [array.reshape(3, 3, 3, 3, width) for array in (self.cells, self._singles, self._work)]
        self._along_columns = [array.transpose(2, 3, 0, 1, 4) for array in self._along_rows]
        self._minis = np.empty((5, 3, 3, 3, width), np.uint16)
        self._houses = np.empty((9, 3, 3, width), np.uint16)

    def sweep(self) -> tuple[NDArray[np.bool_], Masks]:
        """Narrow every lane once along its rows and once along its columns.

        Returns which lanes are contradictory (a cell without candidate, a digit without place in a house or standing
        in it twice), and the sum of each lane's masks: a sweep only takes bits away, so a lane whose sum stays the
        same is stable.
        """
        seen = np.full(self.cells.shape[1], ALL, np.uint16)
        clash = np.zeros_like(seen)
        for cells, singles, work in (self._along_rows, self._along_columns):
            self._mark_singles()
            keep, hidden = self._deduce(cells, singles, seen, clash)
            self._narrow(cells, singles, work, keep, hidden)
        bad = (seen != ALL) | (clash != 0) | (np.minimum.reduce(self.cells, axis=0) == 0)
        return bad, np.add.reduce(self.cells, axis=0, dtype=np.uint16)

    def _mark_singles(self) -> None:
        """Copy the cells with one candidate, and 0 for the others: x & (x - 1) is 0 where x has one bit."""
        cells, singles = self.cells, self._singles
        np.subtract(cells, _ONE, out=singles)
        np.bitwise_and(singles, cells, out=singles)
        _all_ones_where_zero(singles)
        np.bitwise_and(singles, cells, out=singles)

    def _deduce(self, cells: Masks, singles: Masks, seen: Masks, clash: Masks) -> tuple[Masks, Masks]:
        """For each mini-row the digits that its cells may keep, and those that are hidden singles in it."""
        union, twice, taken, total, spare = self._minis
        _once_and_twice(_thirds(cells, 3), union, twice, spare)
        _fold(np.bitwise_or, _thirds(singles, 3), taken)
        _fold(np.add, _thirds(singles, 3), total)

        here, more, sums = self._houses[:3]
        locked, hidden, stand = self._houses[3:].reshape(3, 2, *here.shape)
        for kind, axis in enumerate((2, 1)):  # the mini-rows of a row, then those of a box
            _once_and_twice(_thirds(union, axis), here, more, sums)
            np.bitwise_xor(here, more, out=locked[kind])
            for part in _thirds(twice, axis):
                np.bitwise_or(more, part, out=more)
            np.bitwise_xor(here, more, out=hidden[kind])
            seen &= np.bitwise_and.reduce(here, axis=(0, 1))
            _fold(np.bitwise_or, _thirds(taken, axis), stand[kind])
            _fold(np.add, _thirds(total, axis), sums)
            np.bitwise_xor(sums, stand[kind], out=sums)  # distinct bits add up to their union
            clash |= np.bitwise_or.reduce(sums, axis=(0, 1))

        out, claimed = twice, total
        np.bitwise_and(union, locked[1][:, None], out=spare)  # pointing: from a box along the row
        _others(_thirds(spare, 2), _thirds(out, 2))
        np.bitwise_and(union, locked[0][:, :, None], out=spare)  # claiming: from a row into the box
        _others(_thirds(spare, 1), _thirds(claimed, 1))
        np.bitwise_or(out, claimed, out=out)
        np.bitwise_or(out, stand[0][:, :, None], out=out)
        np.bitwise_or(out, stand[1][:, None], out=out)
        np.bitwise_or(hidden[0][:, :, None], hidden[1][:, None], out=spare)
        return np.invert(out, out=out), spare

    def _narrow(self, cells: Masks, singles: Masks, work: Masks, keep: Masks, hidden: Masks) -> None:
        """Strike what the mini-rows may not keep, and reduce cells with a hidden single to it.

        Of two hidden singles in one cell it keeps the lower: the other is then without a place, which shows that the
        lane is contradictory.
        """
        np.bitwise_and(cells, keep[..., None, :], out=work)
        np.bitwise_or(work, singles, out=work)
        np.bitwise_and(work, hidden[..., None, :], out=singles)
        np.negative(self._singles, out=self.cells)
        np.bitwise_and(self.cells, self._singles, out=self.cells)
        _all_ones_where_zero(self._singles)
        np.bitwise_or(self.cells, self._singles, out=self.cells)
        np.bitwise_and(self.cells, self._work, out=self.cells)


def _thirds(array: Masks, axis: int) -> list[Masks]:
    """The three slices along an axis."""
    return [array[(slice(None),) * axis + (i,)] for i in range(3)]


def _fold(operation: np.ufunc, parts: list[Masks], out: Masks) -> None:
    """Join three arrays by an operation."""
    first, second, third = parts
    operation(first, second, out=out)
    operation(out, third, out=out)


def _once_and_twice(parts: list[Masks], once: Masks, twice: Masks, spare: Masks) -> None:
    """The bits that are set in one of three arrays or more, and in two or more."""
    first, second, third = parts
    np.bitwise_or(first, second, out=once)
    np.bitwise_and(first, second, out=twice)
    np.bitwise_and(once, third, out=spare)
    np.bitwise_or(twice, spare, out=twice)
    np.bitwise_or(once, third, out=once)


def _others(parts: list[Masks], out: list[Masks]) -> None:
    """For each of three arrays the union of the other two."""
    first, second, third = parts
    np.bitwise_or(second, third, out=out[0])
    np.bitwise_or(first, third, out=out[1])
    np.bitwise_or(first, second, out=out[2])


def _all_ones_where_zero(array: Masks) -> None:
    """Turn 0 into a mask that keeps all bits, and any other set of digits into one that keeps none.

    Less 1, only 0 has its sign bit set, and a shift with sign spreads that bit over all others.
    """
    np.subtract(array, _ONE, out=array)
    signed = array.view(np.int16)
    np.right_shift(signed, _SIGN, out=signed)
