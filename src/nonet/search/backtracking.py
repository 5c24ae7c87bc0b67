"""Plain depth-first search: the blanks in reading order, the digits in ascending order.

Every row, column and box has one flag per digit: is the digit already used there? In a blank, try each digit that is
not used in its row, column and box: write it, set its three flags, and fill the next blank in the same way. When that
returns, clear the flags and try the next digit. No possibility is left out, and the solutions come in sorted order.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..geometry import bits
from ..grid import Grid
from .trace import Trace


def search(grid: Grid, trace: Trace) -> Iterator[Grid]:
    """Yield every solution, in lexicographic order.

    >>> [str(solution) for solution in search(Grid(".42. 3..1 ...2 2..."), Trace())]
    ['1423324141322314', '1423324143122134']
    """
    shape, board, blanks = grid.shape, bytearray(bytes(grid)), list(bits(grid.blanks.mask))
    in_row, in_column, in_box = ([[False] * (shape.size + 1) for _ in range(shape.size)] for _ in range(3))

    def flags_of(cell: int) -> tuple[list[bool], list[bool], list[bool]]:
        return in_row[shape.row_of[cell]], in_column[shape.column_of[cell]], in_box[shape.box_of[cell]]

    def fill(index: int) -> Iterator[Grid]:
        if index == len(blanks):
            trace.found()
            yield Grid.of_digits(bytes(board), shape)
            return
        cell = blanks[index]
        row, column, box = flags_of(cell)
        free = [digit for digit in range(1, shape.size + 1) if not (row[digit] or column[digit] or box[digit])]
        if not free:
            trace.fail(cell)
        for digit in free:
            board[cell] = digit
            row[digit] = column[digit] = box[digit] = True
            trace.place(cell, digit, guess=digit != free[-1])
            yield from fill(index + 1)
            trace.remove()
            row[digit] = column[digit] = box[digit] = False

    for cell in bits(grid.givens.mask):
        for flags in flags_of(cell):
            flags[board[cell]] = True
    return fill(0)
