"""The same search as `backtracking`, with the flags of a house in one integer.

Bit d - 1 of a mask is 1 while digit d is free in the house. All candidates of a blank are ``row & column & box``, where
the plain search reads three flags per digit. The lowest candidate is ``x & -x``, the lowbit. Writing it and taking it
back are the same XOR on three integers. The search visits the nodes of `backtracking` in the same order, but each node
costs less.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..geometry import bits
from ..grid import Grid
from .masks import free_digits
from .trace import Trace


def search(grid: Grid, trace: Trace) -> Iterator[Grid]:
    """Yield every solution, in lexicographic order.

    >>> [str(solution) for solution in search(Grid(".42. 3..1 ...2 2..."), Trace())]
    ['1423324141322314', '1423324143122134']
    """
    shape, board, blanks = grid.shape, bytearray(bytes(grid)), list(bits(grid.blanks.mask))
    rows, columns, boxes = free_digits(grid)

    def fill(index: int) -> Iterator[Grid]:
        if index == len(blanks):
            trace.found()
            yield Grid.of_digits(bytes(board), shape)
            return
        cell = blanks[index]
        row, column, box = shape.row_of[cell], shape.column_of[cell], shape.box_of[cell]
        untried = rows[row] & columns[column] & boxes[box]
        if not untried:
            trace.fail(cell)
        while untried:
            bit = untried & -untried
            untried ^= bit
            board[cell] = bit.bit_length()
            rows[row] ^= bit
            columns[column] ^= bit
            boxes[box] ^= bit
            trace.place(cell, board[cell], guess=untried > 0)
            yield from fill(index + 1)
            trace.remove()
            rows[row] ^= bit
            columns[column] ^= bit
            boxes[box] ^= bit

    return fill(0)
