"""Plain depth-first search: the blanks in reading order, the digits in ascending order.

Every row, column and box has one flag per digit: is the digit already used there? At a blank, the first digit that is
not used in its row, column and box is written and its three flags are set; then the next blank is filled in the same
way. If no digit is possible in a blank, the digit before it was wrong: its flags are cleared, and the next digit is
tried there. All possibilities are tried in order, so the solutions come out sorted.

A list of the digits left to try replaces recursion, so no board is too deep for Python.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..grid import Grid
from .trace import Trace


def search(grid: Grid, trace: Trace) -> Iterator[Grid]:
    """Yield every solution, in lexicographic order.

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

    def set_flags(cell: int, digit: int, used: bool) -> None:
        in_row[shape.row_of[cell]][digit] = used
        in_column[shape.column_of[cell]][digit] = used
        in_box[shape.box_of[cell]][digit] = used

    def possible_digits(cell: int) -> list[int]:
        row, column, box = in_row[shape.row_of[cell]], in_column[shape.column_of[cell]], in_box[shape.box_of[cell]]
        return [digit for digit in range(1, shape.size + 1) if not (row[digit] or column[digit] or box[digit])]

    for cell, digit in enumerate(board):
        if digit:
            set_flags(cell, digit, True)

    untried: list[list[int]] = []  # for each blank reached so far, the digits left to try there
    while True:
        if len(untried) == len(blanks):
            trace.found()
            yield Grid.of_digits(bytes(board), shape)
        else:
            untried.append(possible_digits(blanks[len(untried)]))
            if not untried[-1]:
                trace.fail(blanks[len(untried) - 1])
        while untried:  # go back to the last blank with a digit left, clearing the others
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
