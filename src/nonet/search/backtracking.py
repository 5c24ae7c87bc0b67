"""Plain depth-first search: the blanks in reading order, the digits in rising order.

Every row, column and box keeps one flag for each digit: does it stand there already? At a blank, the first digit
whose three flags are all down is written and its flags go up; then the next blank is filled in the same way. When
a blank takes no digit, the one before it was wrong: its flags go down, and its next digit is tried. Since every
possibility is tried in order, the solutions come out sorted.

The way back is kept in a list instead of in recursive calls, so no board is too deep for Python.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..grid import Grid
from .trace import Trace


def search(grid: Grid, trace: Trace) -> Iterator[Grid]:
    """Every solution, in lexicographic order.

    >>> [str(solution) for solution in search(Grid(".42. 3..1 ...2 2..."), Trace())]
    ['1423324141322314', '1423324143122134']
    """
    if not grid.is_consistent:
        trace.fail()
        return
    shape = grid.shape
    board = bytearray(bytes(grid))
    blanks = [cell for cell, digit in enumerate(board) if not digit]
    in_row, in_column, in_box = ([[False] * (shape.size + 1) for _ in range(shape.size)] for _ in range(3))

    def set_flags(cell: int, digit: int, up: bool) -> None:
        in_row[shape.row_of[cell]][digit] = up
        in_column[shape.column_of[cell]][digit] = up
        in_box[shape.box_of[cell]][digit] = up

    def open_digits(cell: int) -> list[int]:
        row, column, box = in_row[shape.row_of[cell]], in_column[shape.column_of[cell]], in_box[shape.box_of[cell]]
        return [digit for digit in range(1, shape.size + 1) if not (row[digit] or column[digit] or box[digit])]

    for cell, digit in enumerate(board):
        if digit:
            set_flags(cell, digit, True)

    untried: list[list[int]] = []  # for each blank reached so far, the digits still to be tried there
    while True:
        if len(untried) == len(blanks):
            trace.found()
            yield Grid.of_digits(bytes(board), shape)
        else:
            untried.append(open_digits(blanks[len(untried)]))
            if not untried[-1]:
                trace.fail(blanks[len(untried) - 1])
        while untried:  # back to the last blank with a digit left, clearing on the way
            cell = blanks[len(untried) - 1]
            if board[cell]:
                set_flags(cell, board[cell], False)
                board[cell] = 0
                trace.remove()
            if untried[-1]:
                break
            untried.pop()
        else:
            return
        digit = untried[-1].pop(0)
        board[cell] = digit
        set_flags(cell, digit, True)
        trace.place(cell, digit, guess=bool(untried[-1]))
