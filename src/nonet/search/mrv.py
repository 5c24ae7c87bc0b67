"""Always the blank with the fewest candidates.

Before each digit, look at every blank and take the one with the fewest digits open. A wrong guess is found out
sooner the fewer ways there are to be wrong. A blank with no candidate ends the branch at once; one with a single
candidate is no guess at all, so this search contains the singles of `singles`; one with two is wrong only half of the
time. Looking costs a pass over the blanks at every node, and pays for itself many times over: the search tree shrinks
by orders of magnitude.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..grid import Grid
from .bitmask import missing_digits
from .trace import Trace


def search(grid: Grid, trace: Trace) -> Iterator[Grid]:
    """Every solution, in an order that follows the candidates.

    >>> [str(solution) for solution in search(Grid(".42. 3..1 ...2 2..."), Trace())]
    ['1423324141322314', '1423324143122134']
    """
    if not grid.is_consistent:
        trace.fail()
        return
    shape = grid.shape
    row_of, column_of, box_of = shape.row_of, shape.column_of, shape.box_of
    rows, columns, boxes = missing_digits(grid)
    board = bytearray(bytes(grid))

    def fewest_candidates() -> tuple[int, int]:
        """The first blank with the fewest candidates, and these."""
        fewest, best = shape.size + 1, (-1, 0)
        for cell, digit in enumerate(board):
            if not digit:
                candidates = rows[row_of[cell]] & columns[column_of[cell]] & boxes[box_of[cell]]
                number = candidates.bit_count()
                if number < fewest:
                    fewest, best = number, (cell, candidates)
                    if not number:
                        break
        return best

    def flip(cell: int, bit: int) -> None:
        rows[row_of[cell]] ^= bit
        columns[column_of[cell]] ^= bit
        boxes[box_of[cell]] ^= bit

    choices: list[tuple[int, int]] = []  # the blanks filled so far, each with the digits still to be tried there
    while True:
        cell, candidates = fewest_candidates()
        if cell < 0:
            trace.found()
            yield Grid.of_digits(bytes(board), shape)
        elif not candidates:
            trace.fail(cell)
        else:
            choices.append((cell, candidates))
        while choices:  # back to the last blank with a digit left, clearing on the way
            cell, untried = choices.pop()
            if board[cell]:
                flip(cell, 1 << board[cell] - 1)
                board[cell] = 0
                trace.remove()
            if untried:
                break
        else:
            return
        bit = untried & -untried
        choices.append((cell, untried ^ bit))
        board[cell] = bit.bit_length()
        flip(cell, bit)
        trace.place(cell, board[cell], guess=untried != bit)
