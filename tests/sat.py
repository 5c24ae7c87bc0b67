"""The solutions of a board by a SAT solver, which knows only the rules: an independent check."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice

from pysat.solvers import Cadical153

from nonet import Grid


def solutions(grid: Grid, most: int) -> list[Grid]:
    """Up to `most` solutions, each found once: a solution found is forbidden from then on."""
    return list(islice(_solutions(grid), most))


def _solutions(grid: Grid) -> Iterator[Grid]:
    n = grid.shape.size
    groups = [[(row, column) for column in range(n)] for row in range(n)] + [
        [(row, column) for row in range(n)] for column in range(n)
    ]
    h, w = grid.shape.box_height, grid.shape.box_width
    groups += [
        [(top + row, left + column) for row in range(h) for column in range(w)]
        for top in range(0, n, h)
        for left in range(0, n, w)
    ]

    def variable(row: int, column: int, digit: int) -> int:
        return (row * n + column) * n + digit

    with Cadical153() as solver:
        for row in range(n):
            for column in range(n):
                solver.add_clause([variable(row, column, digit) for digit in range(1, n + 1)])
                if grid[row, column]:
                    solver.add_clause([variable(row, column, grid[row, column])])
        for group in groups:
            for (r1, c1), (r2, c2) in combinations(group, 2):
                for digit in range(1, n + 1):
                    solver.add_clause([-variable(r1, c1, digit), -variable(r2, c2, digit)])
        while solver.solve():
            true = [literal for literal in solver.get_model() if literal > 0]
            yield Grid([(literal - 1) % n + 1 for literal in true], grid.shape)
            solver.add_clause([-literal for literal in true])
