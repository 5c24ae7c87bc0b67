"""Exact cover with dancing links.

A solved Sudoku meets each of these constraints exactly once: every cell has a digit, and every house has every digit.
Writing digit d into a cell meets the constraint of the cell and those of its row, column and box for d. The puzzle is
to choose placements that meet every constraint once. As a table, constraints are columns and placements are rows:

::

            cell 0   cell 1   row 1 has 1   row 1 has 2   column 1 has 1   ...
    r1c1=1     x                   x                             x
    r1c1=2     x                                  x
    r1c2=1              x          x

Knuth stores the table as circular linked lists: each x is linked to its neighbors left, right, up and down. A node that
is removed from a list keeps its own links, so it can be put back without any other information. The search removes
columns and rows and puts them back in reverse order: the links dance. The constraint with the fewest placements comes
first, which is the fewest-candidates rule for cells and for digits in houses at the same time.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..geometry import digits_of
from ..grid import Grid
from ..position import possible_masks
from .trace import Trace


class _Table:
    """The table as circular lists of nodes: node 0 is the root, then one head per constraint, then the x's."""

    def __init__(self, constraints: list[tuple[int, int]], placements: Iterator[tuple[int, int, list[int]]]) -> None:
        heads = len(constraints) + 1
        self.cell_of_constraint = [-1] + [cell for cell, _ in constraints]
        self.left = [(head - 1) % heads for head in range(heads)]
        self.right = [(head + 1) % heads for head in range(heads)]
        self.up = list(range(heads))
        self.down = list(range(heads))
        self.head = list(range(heads))
        self.size = [0] * heads
        self.placement = [(-1, 0)] * heads
        for cell, digit, met in placements:
            first = len(self.up)
            for offset, head in enumerate(met):
                node = first + offset
                self.left.append(first + (offset - 1) % len(met))
                self.right.append(first + (offset + 1) % len(met))
                self.up.append(self.up[head])
                self.down.append(head)
                self.down[self.up[head]] = self.up[head] = node
                self.head.append(head)
                self.size[head] += 1
                self.placement.append((cell, digit))

    def cover(self, head: int) -> None:
        """Remove a constraint from the table, and all placements that would meet it."""
        left, right, up, down = self.left, self.right, self.up, self.down
        left[right[head]], right[left[head]] = left[head], right[head]
        row = down[head]
        while row != head:
            node = right[row]
            while node != row:
                up[down[node]], down[up[node]] = up[node], down[node]
                self.size[self.head[node]] -= 1
                node = right[node]
            row = down[row]

    def uncover(self, head: int) -> None:
        """Put a constraint back: all steps of `cover` in reverse."""
        left, right, up, down = self.left, self.right, self.up, self.down
        row = up[head]
        while row != head:
            node = left[row]
            while node != row:
                self.size[self.head[node]] += 1
                up[down[node]] = down[up[node]] = node
                node = left[node]
            row = up[row]
        left[right[head]] = right[left[head]] = head

    def hardest_constraint(self) -> int:
        """Return the constraint with the fewest placements; 0, the root, if all are met."""
        best, head = 0, self.right[0]
        while head:
            if not best or self.size[head] < self.size[best]:
                best = head
            head = self.right[head]
        return best


def exact_cover(grid: Grid) -> _Table:
    """Return the constraints that a consistent grid leaves open, and the placements that can meet them."""
    shape = grid.shape
    constraints: dict[tuple[str, int, int], int] = {}
    for cell, digit in enumerate(grid):
        if not digit:
            constraints["cell", cell, 0] = len(constraints) + 1
    for house, cells in enumerate(shape.houses):
        for digit in set(range(1, shape.size + 1)) - {grid[cell] for cell in cells}:
            constraints["house", house, digit] = len(constraints) + 1

    def placements() -> Iterator[tuple[int, int, list[int]]]:
        for cell, candidates in enumerate(possible_masks(grid)):
            for digit in digits_of(candidates):
                in_houses = [constraints["house", house, digit] for house in shape.houses_of[cell]]
                yield cell, digit, [constraints["cell", cell, 0], *in_houses]

    return _Table([(where if kind == "cell" else -1, digit) for kind, where, digit in constraints], placements())


def search(grid: Grid, trace: Trace) -> Iterator[Grid]:
    """Yield every solution, in the order of the search.

    >>> [str(solution) for solution in search(Grid(".42. 3..1 ...2 2..."), Trace())]
    ['1423324141322314', '1423324143122134']
    """
    if not grid.is_consistent:
        trace.fail()
        return
    table = exact_cover(grid)
    board = bytearray(bytes(grid))
    chosen: list[int] = []  # for each constraint in work, its current placement; its head before the first one
    while True:
        constraint = table.hardest_constraint()
        if not constraint:
            trace.found()
            yield Grid.of_digits(bytes(board), grid.shape)
        elif not table.size[constraint]:
            trace.fail(table.cell_of_constraint[constraint])
        else:
            table.cover(constraint)
            chosen.append(constraint)
        while chosen:  # go back to the last constraint with a placement left, undoing the others
            placement = chosen.pop()
            constraint = table.head[placement]
            if placement != constraint:
                undo(table, placement)
                trace.remove()
            placement = table.down[placement]
            if placement != constraint:
                break
            table.uncover(constraint)
        else:
            return
        chosen.append(placement)
        cell, digit = table.placement[placement]
        board[cell] = digit
        trace.place(cell, digit, guess=table.down[placement] != constraint)
        node = table.right[placement]
        while node != placement:
            table.cover(table.head[node])
            node = table.right[node]


def undo(table: _Table, placement: int) -> None:
    """Put back the other constraints that a placement met, the last first."""
    node = table.left[placement]
    while node != placement:
        table.uncover(table.head[node])
        node = table.left[node]
