"""CellSet: a set of cells backed by one integer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set as AbstractSet
from typing import Any

from .errors import ShapeError
from .geometry import Cell, CellLike, Shape, bits, mask_of

__all__ = ["CellSet"]


class CellSet(AbstractSet[Cell]):
    """An immutable set of cells, backed by one integer: the bitboard, in which bit i is the cell with index i.

    It has the full set interface (``| & - ^ in len iter``, comparisons), and prints as a board.

    >>> row, box = (CellSet(Shape(2, 2).house_masks[i], Shape(2, 2)) for i in (0, 8))
    >>> [cell.name for cell in row & box]
    ['r1c1', 'r1c2']
    >>> "r2c1" in row | box
    True
    >>> print(row | box)
    # # # #
    # # . .
    . . . .
    . . . .
    """

    __slots__ = ("_mask", "_shape")

    def __init__(self, cells: int | Iterable[CellLike] = 0, shape: Shape | None = None) -> None:
        """Make a set from a bitboard, or from cells in any form; the shape defaults to 9x9."""
        self._shape = shape = shape or Shape(3, 3)
        self._mask = mask = cells if isinstance(cells, int) else mask_of(map(shape.cell, cells))
        if not 0 <= mask < 1 << shape.cells:
            raise ShapeError(f"a bitboard of {shape.a_board} must have at most {shape.cells} bits: {f'{mask:#x}':.40}")

    @property
    def mask(self) -> int:
        """The bitboard."""
        return self._mask

    @property
    def shape(self) -> Shape:
        """The shape of the board."""
        return self._shape

    def _from_iterable(self, cells: Iterable[Cell]) -> CellSet:  # type: ignore[override]  # needs the shape
        return CellSet(cells, self.shape)

    def _mask_of(self, other: Iterable[CellLike]) -> int:
        if not isinstance(other, CellSet):
            return mask_of(map(self.shape.cell, other))
        if other.shape is not self.shape:
            raise ShapeError(f"cannot combine cells of {self.shape.a_board} and of {other.shape.a_board}")
        return other.mask

    def __contains__(self, cell: object) -> bool:
        try:
            return bool(self.mask >> self.shape.cell(cell) & 1)  # type: ignore[arg-type]  # any object may be tested
        except (IndexError, TypeError, ValueError):
            return False

    def __iter__(self) -> Iterator[Cell]:
        return map(self.shape.cell_at, bits(self.mask))

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __and__(self, other: Iterable[CellLike]) -> CellSet:
        return CellSet(self.mask & self._mask_of(other), self.shape)

    def __or__(self, other: Iterable[CellLike]) -> CellSet:  # type: ignore[override]  # stays a set of cells
        return CellSet(self.mask | self._mask_of(other), self.shape)

    def __xor__(self, other: Iterable[CellLike]) -> CellSet:  # type: ignore[override]
        return CellSet(self.mask ^ self._mask_of(other), self.shape)

    def __sub__(self, other: Iterable[CellLike]) -> CellSet:
        return CellSet(self.mask & ~self._mask_of(other), self.shape)

    def __le__(self, other: AbstractSet[Any]) -> bool:
        return not self.mask & ~self._mask_of(other) if isinstance(other, CellSet) else super().__le__(other)

    def __ge__(self, other: AbstractSet[Any]) -> bool:
        return other <= self if isinstance(other, CellSet) else super().__ge__(other)

    def __lt__(self, other: AbstractSet[Any]) -> bool:
        return self <= other and self != other

    def __gt__(self, other: AbstractSet[Any]) -> bool:
        return self >= other and self != other

    def isdisjoint(self, other: Iterable[Any]) -> bool:
        """Return whether the two sets have no cell in common."""
        return not self.mask & self._mask_of(other) if isinstance(other, CellSet) else super().isdisjoint(other)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, CellSet):
            return self.mask == other.mask and self.shape is other.shape
        return super().__eq__(other)

    def __hash__(self) -> int:
        return self._hash()

    def to_dict(self) -> dict[str, object]:
        """Return the set as plain values, for JSON.

        >>> CellSet(["r1c2"]).to_dict()
        {'cells': ['r1c2']}
        """
        return {"cells": [cell.name for cell in self]}

    def __repr__(self) -> str:
        shape = "" if self.shape is Shape(3, 3) else f", {self.shape!r}"
        return f"CellSet({[cell.name for cell in self]}{shape})"

    def __str__(self) -> str:
        return "\n".join(" ".join(".#"[self.mask >> cell & 1] for cell in row) for row in self.shape.rows)
