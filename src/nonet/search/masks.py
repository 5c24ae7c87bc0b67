"""The free digits of every row, column and box, each as the bits of one integer.

Bit d - 1 of a mask is 1 while digit d is free: the house does not have it yet. Three lookups and two operations give
all candidates of a blank, ``row & column & box``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..geometry import Shape
from ..grid import Grid

__all__ = ["CellMasks", "cell_masks", "free_digits"]


def free_digits(grid: Grid) -> tuple[list[int], list[int], list[int]]:
    """Return the masks of the rows, of the columns and of the boxes of a consistent grid.

    >>> rows, columns, boxes = free_digits(Grid("12.. .... .... ...."))
    >>> bin(rows[0]), bin(columns[0]), bin(boxes[1])
    ('0b1100', '0b1110', '0b1111')
    """
    shape = grid.shape
    rows, columns, boxes = ([shape.all_digits] * shape.size for _ in range(3))
    for cell, digit in enumerate(grid):
        bit = 1 << digit >> 1  # 0 for a blank
        rows[shape.row_of[cell]] ^= bit
        columns[shape.column_of[cell]] ^= bit
        boxes[shape.box_of[cell]] ^= bit
    return rows, columns, boxes


class CellMasks(NamedTuple):
    """The free digits of the row, the column and the box of one cell.

    >>> masks = CellMasks(row=0b101101100, column=0b111100101, box=0b001101111)
    >>> f"{masks.candidates:09b}", f"{masks.lowbit:09b}"
    ('001100100', '000000100')
    """

    row: int
    column: int
    box: int

    @property
    def candidates(self) -> int:
        """The digits that are free in all three."""
        return self.row & self.column & self.box

    @property
    def lowbit(self) -> int:
        """The lowest candidate as one bit; 0 if there is no candidate."""
        return self.candidates & -self.candidates


def cell_masks(digits: Sequence[int], shape: Shape, cell: int) -> CellMasks:
    """Return the masks of a cell on a board of digits, 0 for a blank.

    >>> masks = cell_masks(bytes(Grid("12.. 3... .... ....")), Shape(2, 2), 5)
    >>> [f"{mask:04b}" for mask in (*masks, masks.candidates, masks.lowbit)]
    ['1011', '1101', '1000', '1000', '1000']
    """

    def free(house: Sequence[int]) -> int:
        used = {digits[other] for other in house}
        return sum(1 << digit - 1 for digit in range(1, shape.size + 1) if digit not in used)

    return CellMasks(
        free(shape.rows[shape.row_of[cell]]),
        free(shape.columns[shape.column_of[cell]]),
        free(shape.boxes[shape.box_of[cell]]),
    )
