"""Cells with one candidate first, then the search of `bitmask` for the rest.

A blank with one candidate needs no guess. Its digit removes candidates from its peers, which may leave another blank
with one candidate; so the blanks are scanned until nothing changes. This alone solves many easy puzzles. If a blank has
*no* candidate, the board has no solution, and the search ends at once.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..geometry import bits
from ..grid import Grid
from . import bitmask
from .masks import free_digits
from .trace import Trace


def search(grid: Grid, trace: Trace) -> Iterator[Grid]:
    """Yield every solution, in lexicographic order.

    >>> trace = Trace()
    >>> [str(solution) for solution in search(Grid("...3 .3.. 1... .4.1"), trace)], trace.guesses
    (['2143431212343421'], 0)
    """
    placed = trace.placed
    filled = fill_singles(grid, trace)
    if filled is not None:
        yield from bitmask.search(filled, trace)
    trace.remove_to(placed)


def fill_singles(grid: Grid, trace: Trace) -> Grid | None:
    """Return the grid after filling cells with one candidate until none is left; None if a blank has no candidate.

    >>> fill_singles(Grid("123. 3... .... ...1"), Trace())
    Grid('12343412.1.3.3.1')
    """
    shape, board, blanks = grid.shape, bytearray(bytes(grid)), list(bits(grid.blanks.mask))
    rows, columns, boxes = free_digits(grid)
    before = -1
    while before != len(blanks):
        before = len(blanks)
        for cell in blanks:
            row, column, box = shape.row_of[cell], shape.column_of[cell], shape.box_of[cell]
            candidates = rows[row] & columns[column] & boxes[box]
            if not candidates:
                trace.fail(cell)
                return None
            if not candidates & (candidates - 1):  # one bit
                board[cell] = candidates.bit_length()
                rows[row] ^= candidates
                columns[column] ^= candidates
                boxes[box] ^= candidates
                trace.place(cell, board[cell])
        blanks = [cell for cell in blanks if not board[cell]]
    return Grid.of_digits(bytes(board), shape)
