"""Marks as the buffers that the compiled kernel reads. It computes parts of some finders, for 9x9 boards only."""

from __future__ import annotations

from array import array
from types import ModuleType

from ..geometry import Shape
from ..kernel import kernel
from .marks import Marks

__all__ = ["board_of", "cells_as_bytes", "kernel_for"]

_NINE = Shape(3, 3)


def kernel_for(shape: Shape) -> ModuleType | None:
    """Return the compiled kernel if it is installed and knows boards of this shape, otherwise None.

    >>> kernel_for(Shape(2, 2))
    """
    return kernel() if shape is _NINE else None


def board_of(marks: Marks) -> array[int]:
    """Return the candidates of each cell.

    >>> from nonet import Position
    >>> board_of(Marks.of(Position("12.. .... .... ....")))[:3]
    array('H', [0, 0, 12])
    """
    return array("H", marks.of_cell)


def cells_as_bytes(*boards: int) -> bytes:
    """Return bitboards as 16 bytes each.

    >>> len(cells_as_bytes(0b11, 0b10)), cells_as_bytes(0b11)[0]
    (32, 3)
    """
    return b"".join([board.to_bytes(16, "little") for board in boards])
