"""Exact cover with dancing links.

A solved Sudoku meets every one of these demands exactly once: each cell holds a digit, and each house holds each
digit. Writing digit d into a cell meets the cell's demand and those of its row, column and box for d; the puzzle is
to pick writings that meet every demand once. As a table, demands are columns and writings are rows:

::

            cell 0   cell 1   row 1 has 1   row 1 has 2   column 1 has 1   ...
    r1c1=1     x                   x                             x
    r1c1=2     x                                  x
    r1c2=1              x          x

Knuth keeps the table as a mesh of rings: each x is linked to its neighbours left, right, up and down. Taking a node
out of a ring leaves its own links in place, so it can be put back knowing nothing but itself; a search takes
columns and rows out and puts them back in the reverse order, and the links dance. The demand with the fewest ways
to be met is served first, which is the fewest-candidates rule for cells and for digits in houses at the same time.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..geometry import digits_of
from ..grid import Grid
from ..position import possible_masks
from .trace import Trace


class _Mesh:
    """The table as rings of nodes, held in lists: node 0 is the root, then a head for each demand, then the x's."""

    def __init__(self, demands: list[tuple[int, int]], writings: Iterator[tuple[int, int, list[int]]]) -> None:
        heads = len(demands) + 1
        self.cell_of_demand = [-1] + [cell for cell, _ in demands]
        self.left = [(head - 1) % heads for head in range(heads)]
        self.right = [(head + 1) % heads for head in range(heads)]
        self.up = list(range(heads))
        self.down = list(range(heads))
        self.head = list(range(heads))
        self.size = [0] * heads
        self.writing = [(-1, 0)] * heads
        for cell, digit, met in writings:
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
                self.writing.append((cell, digit))

    def cover(self, head: int) -> None:
        """Take a demand out of the table, and with it all writings that would meet it."""
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
        """Put it back: every step of `cover` in reverse."""
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

    def hardest_demand(self) -> int:
        """The demand with the fewest ways to be met; 0, the root, when all are met."""
        best, head = 0, self.right[0]
        while head:
            if not best or self.size[head] < self.size[best]:
                best = head
            head = self.right[head]
        return best


def exact_cover(grid: Grid) -> _Mesh:
    """The demands that a consistent grid leaves open, and the writings that may meet them."""
    shape = grid.shape
    demands: dict[tuple[str, int, int], int] = {}
    for cell, digit in enumerate(grid):
        if not digit:
            demands["cell", cell, 0] = len(demands) + 1
    for house, cells in enumerate(shape.houses):
        for digit in set(range(1, shape.size + 1)) - {grid[cell] for cell in cells}:
            demands["house", house, digit] = len(demands) + 1

    def writings() -> Iterator[tuple[int, int, list[int]]]:
        for cell, candidates in enumerate(possible_masks(grid)):
            for digit in digits_of(candidates):
                in_houses = [demands["house", house, digit] for house in shape.houses_of[cell]]
                yield cell, digit, [demands["cell", cell, 0], *in_houses]

    return _Mesh([(where if kind == "cell" else -1, digit) for kind, where, digit in demands], writings())


def search(grid: Grid, trace: Trace) -> Iterator[Grid]:
    """Every solution, in an order that follows the demands.

    >>> [str(solution) for solution in search(Grid(".42. 3..1 ...2 2..."), Trace())]
    ['1423324141322314', '1423324143122134']
    """
    if not grid.is_consistent:
        trace.fail()
        return
    mesh = exact_cover(grid)
    board = bytearray(bytes(grid))
    chosen: list[int] = []  # for each demand being served, its writing now; at first its head, before all of them
    while True:
        demand = mesh.hardest_demand()
        if not demand:
            trace.found()
            yield Grid.of_digits(bytes(board), grid.shape)
        elif not mesh.size[demand]:
            trace.fail(mesh.cell_of_demand[demand])
        else:
            mesh.cover(demand)
            chosen.append(demand)
        while chosen:  # back to the last demand with a way left, undoing the others
            writing = chosen.pop()
            demand = mesh.head[writing]
            if writing != demand:
                undo(mesh, writing)
                trace.remove()
            writing = mesh.down[writing]
            if writing != demand:
                break
            mesh.uncover(demand)
        else:
            return
        chosen.append(writing)
        cell, digit = mesh.writing[writing]
        board[cell] = digit
        trace.place(cell, digit, guess=mesh.down[writing] != demand)
        node = mesh.right[writing]
        while node != writing:
            mesh.cover(mesh.head[node])
            node = mesh.right[node]


def undo(mesh: _Mesh, writing: int) -> None:
    """Put back the other demands that a writing met, the last first."""
    node = mesh.left[writing]
    while node != writing:
        mesh.uncover(mesh.head[node])
        node = mesh.left[node]
