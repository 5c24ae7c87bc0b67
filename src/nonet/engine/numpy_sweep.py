"""The sweep of the NumPy lanes: one round of propagation for thousands of boards, without a branch.

It works on *mini-rows*, the three cells that a row and a box share, and on mini-columns with the same code and a
transposed view::

    union, twice    of each mini-row: the digits that are candidates in it, and in two or more of its cells
    locked          of each row and box: the digits that are candidates in only one of its mini-rows
    hidden          of each row and box: the digits that are candidates in only one of its cells
    solved          of each row and box: the digits of its solved cells

All arrays are 16 bits wide and updated in place. The time of a sweep is that of reading and writing memory. So as much
as possible is done on mini-rows and houses, which are a third and a ninth as many as the cells, and without tables.
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
    """Boards side by side, and the arrays that a sweep uses."""

    def __init__(self, boards: Masks) -> None:
        width = boards.shape[1]
        self.cells, self._singles, self._work = (np.empty((81, width), np.uint16) for _ in range(3))
        self.cells[:] = boards
        self._along_rows = [array.reshape(3, 3, 3, 3, width) for array in (self.cells, self._singles, self._work)]
        self._along_columns = [array.transpose(2, 3, 0, 1, 4) for array in self._along_rows]
        self._minis = np.empty((5, 3, 3, 3, width), np.uint16)
        self._houses = np.empty((9, 3, 3, width), np.uint16)

    def sweep(self) -> tuple[NDArray[np.bool_], Masks]:
        """Eliminate candidates in every lane, once along its rows and once along its columns.

        Return which lanes are contradictory (a cell without candidates, or a digit with no place or two places in a
        house), and the sum of each lane's masks: a sweep only removes bits, so a lane whose sum stays the same is
        stable.
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
        """Copy the cells with one candidate, and 0 for the others: x & (x - 1) is 0 if x has one bit."""
        cells, singles = self.cells, self._singles
        np.subtract(cells, _ONE, out=singles)
        np.bitwise_and(singles, cells, out=singles)
        _all_ones_where_zero(singles)
        np.bitwise_and(singles, cells, out=singles)

    def _deduce(self, cells: Masks, singles: Masks, seen: Masks, clash: Masks) -> tuple[Masks, Masks]:
        """Return for each mini-row the digits that its cells keep, and those that are hidden singles in it."""
        union, twice, taken, total, spare = self._minis
        _once_and_twice(_thirds(cells, 3), union, twice, spare)
        _fold(np.bitwise_or, _thirds(singles, 3), taken)
        _fold(np.add, _thirds(singles, 3), total)

        here, more, sums = self._houses[:3]
        locked, hidden, solved = self._houses[3:].reshape(3, 2, *here.shape)
        for kind, axis in enumerate((2, 1)):  # the mini-rows of a row, then those of a box
            _once_and_twice(_thirds(union, axis), here, more, sums)
            np.bitwise_xor(here, more, out=locked[kind])
            for part in _thirds(twice, axis):
                np.bitwise_or(more, part, out=more)
            np.bitwise_xor(here, more, out=hidden[kind])
            seen &= np.bitwise_and.reduce(here, axis=(0, 1))
            _fold(np.bitwise_or, _thirds(taken, axis), solved[kind])
            _fold(np.add, _thirds(total, axis), sums)
            np.bitwise_xor(sums, solved[kind], out=sums)  # the sum of different bits is their union
            clash |= np.bitwise_or.reduce(sums, axis=(0, 1))

        out, claimed = twice, total
        np.bitwise_and(union, locked[1][:, None], out=spare)  # pointing: from a box along the row
        _others(_thirds(spare, 2), _thirds(out, 2))
        np.bitwise_and(union, locked[0][:, :, None], out=spare)  # claiming: from a row into the box
        _others(_thirds(spare, 1), _thirds(claimed, 1))
        np.bitwise_or(out, claimed, out=out)
        np.bitwise_or(out, solved[0][:, :, None], out=out)
        np.bitwise_or(out, solved[1][:, None], out=out)
        np.bitwise_or(hidden[0][:, :, None], hidden[1][:, None], out=spare)
        return np.invert(out, out=out), spare

    def _narrow(self, cells: Masks, singles: Masks, work: Masks, keep: Masks, hidden: Masks) -> None:
        """Remove the candidates that the mini-rows do not keep, and reduce cells with a hidden single to it.

        Of two hidden singles in one cell only the lower is kept. The other digit then has no place, which shows that
        the lane is contradictory.
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
    """Return the three slices along an axis."""
    return [array[(slice(None),) * axis + (i,)] for i in range(3)]


def _fold(operation: np.ufunc, parts: list[Masks], out: Masks) -> None:
    """Combine three arrays with an operation."""
    first, second, third = parts
    operation(first, second, out=out)
    operation(out, third, out=out)


def _once_and_twice(parts: list[Masks], once: Masks, twice: Masks, spare: Masks) -> None:
    """Compute the bits that are set in at least one of three arrays, and in at least two."""
    first, second, third = parts
    np.bitwise_or(first, second, out=once)
    np.bitwise_and(first, second, out=twice)
    np.bitwise_and(once, third, out=spare)
    np.bitwise_or(twice, spare, out=twice)
    np.bitwise_or(once, third, out=once)


def _others(parts: list[Masks], out: list[Masks]) -> None:
    """Compute for each of three arrays the union of the other two."""
    first, second, third = parts
    np.bitwise_or(second, third, out=out[0])
    np.bitwise_or(first, third, out=out[1])
    np.bitwise_or(first, second, out=out[2])


def _all_ones_where_zero(array: Masks) -> None:
    """Replace 0 by all ones, and any other mask by 0.

    After subtracting 1, only 0 has its sign bit set, and an arithmetic shift copies that bit to all others.
    """
    np.subtract(array, _ONE, out=array)
    signed = array.view(np.int16)
    np.right_shift(signed, _SIGN, out=signed)
