"""Exact cover with dancing links.

A solved Sudoku meets each of these constraints exactly once: every cell has a digit, and every house has every digit.
Writing digit d into a cell meets the constraint of the cell and those of its row, column and box for d. The puzzle is
to choose placements that meet every constraint once. As a table, constraints are columns and placements are rows:

::

            cell 0   cell 1   row 1 has 1   row 1 has 2   column 1 has 1   ...
    r1c1=1     x                   x                             x
    r1c1=2     x                                  x
    r1c2=1              x          x

The constraint with the fewest placements comes first: this is the rule of the fewest candidates, for cells and for
digits in houses at the same time. `Links` removes the constraints that a placement meets, and puts them back.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..geometry import digits_of
from ..grid import Grid
from ..position import possible_masks
from .links import Links
from .trace import Trace


def search(grid: Grid, trace: Trace) -> Iterator[Grid]:
    """Yield every solution, in the order of the search.

    >>> [str(solution) for solution in search(Grid(".42. 3..1 ...2 2..."), Trace())]
    ['1423324141322314', '1423324143122134']
    """
    shape, board, masks = grid.shape, bytearray(bytes(grid)), possible_masks(grid)
    cells = [cell for cell, digit in enumerate(grid) if not digit]
    missing = [set(range(1, shape.size + 1)) - {grid[cell] for cell in house} for house in shape.houses]
    constraints = [(-1, cell) for cell in cells] + [(house, d) for house, digits in enumerate(missing) for d in digits]
    placements = [(cell, digit) for cell in cells for digit in digits_of(masks[cell])]
    links = Links(
        constraints,
        ([(-1, cell), *((house, digit) for house in shape.houses_of[cell])] for cell, digit in placements),
    )

    def fill() -> Iterator[Grid]:
        head = links.smallest()
        if not head:
            trace.found()
            yield Grid.of_digits(bytes(board), shape)
            return
        house, cell = constraints[head - 1]
        if not links.size[head]:
            trace.fail(cell if house < 0 else -1)
        links.cover(head)
        for node in links.column(head):
            cell, board[cell] = placements[links.row_of[node]]
            trace.place(cell, board[cell], guess=links.down[node] != head)
            links.choose(node)
            yield from fill()
            links.undo(node)
            trace.remove()
        links.uncover(head)

    return fill()
