"""Target Sudoku: the solution of greatest weighted sum, by branch and bound.

Each cell has a weight; a solution scores the sum of digit times weight over all cells, and the best solution is
asked for. The search is that of `propagation`, with a bound: if even the most hopeful filling of what is blank
cannot beat the best score so far, the branch is left. The most hopeful filling of a row takes its missing digits
and pairs the largest with the largest weight, and so on down (no other pairing of the two lists sums higher); it
cannot beat each blank taking its own best candidate, nor each digit its own best place. The rows cover the board,
and so do the columns and the boxes: the least of the three sums is the bound. The search guesses where most is at
stake, and tries the more promising alternative first, so that good scores come early and cut more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from typing import NamedTuple

from ..geometry import Shape, bits
from ..grid import Grid
from .propagation import Board, Choice, explore, fewest_choices
from .trace import Trace


class Best(NamedTuple):
    """The best solution and its score.

    >>> Best(Grid("1234 3412 2143 4321"), 250).score
    250
    """

    grid: Grid
    score: float


def target_weights(shape: Shape) -> tuple[int, ...]:
    """The weights of Target Sudoku: 6 on the outermost ring, one more on each ring inwards, 10 in the centre of a 9x9.

    >>> target_weights(Shape(3, 3))[36:45]
    (6, 7, 8, 9, 10, 9, 8, 7, 6)
    """
    last = shape.size - 1
    return tuple(
        6 + min(row, column, last - row, last - column)
        for row, column in zip(shape.row_of, shape.column_of, strict=True)
    )


def score(grid: Grid, weights: Sequence[float] | None = None) -> float:
    """The sum of digit times weight.

    >>> score(Grid("1234 3412 2143 4321"))
    250
    """
    return sum(digit * weight for digit, weight in zip(grid, weights or target_weights(grid.shape), strict=True))


def search(grid: Grid, trace: Trace) -> Iterator[Grid]:
    """Every solution, those that promise a high score early; for the best alone see `best_solution`.

    >>> [str(solution) for solution in search(Grid(".42. 3..1 ...2 2..."), Trace())]
    ['1423324143122134', '1423324141322314']
    """
    weights = target_weights(grid.shape)
    return explore(grid, trace, lambda board: _richest_choices(board, weights))


def best_solution(grid: Grid, weights: Sequence[float], trace: Trace) -> Best | None:
    """The solution of greatest score, or None if there is no solution.

    >>> grid = Grid(".42. 3..1 ...2 2...")
    >>> best = best_solution(grid, target_weights(grid.shape), Trace())
    >>> str(best.grid), best.score
    ('1423324143122134', 250)
    """
    upper_bound = UpperBound(grid.shape, weights)
    best: Best | None = None

    def choose(board: Board) -> list[Choice]:
        if best is not None and upper_bound(board) <= best.score:
            return []
        return _richest_choices(board, weights)

    for solution in explore(grid, trace, choose):
        found = Best(solution, score(solution, weights))
        if best is None or found.score > best.score:
            best = found
    return best


class UpperBound:
    """A score that no solution of a board exceeds.

    >>> bound = UpperBound(Shape(2, 2), target_weights(Shape(2, 2)))
    >>> bound(Board(Grid(".42. 3..1 ...2 2...")))
    252
    """

    def __init__(self, shape: Shape, weights: Sequence[float]) -> None:
        self.shape = shape
        self.weights = weights
        by_weight = weights.__getitem__
        self.covers = [
            [sorted(house, key=by_weight) for house in houses] for houses in (shape.rows, shape.columns, shape.boxes)
        ]
        """Three ways to cut the board into houses; the cells of each, the lightest first."""

    def __call__(self, board: Board) -> float:
        """The bound of a board without a contradiction."""
        hopes = self.hopes(board)
        return min(sum(self.of_house(cells, board, hopes) for cells in houses) for houses in self.covers)

    def hopes(self, board: Board) -> list[float]:
        """For each cell, the most that its own candidates promise."""
        hopes = [-inf] * self.shape.cells
        for digit, places in enumerate(board.places, start=1):
            for cell in bits(places):
                hopes[cell] = max(hopes[cell], digit * self.weights[cell])
        return hopes

    def of_house(self, cells: list[int], board: Board, hopes: list[float]) -> float:
        """The most that a house promises: its digits as they are, and the least of three hopes for its blanks."""
        filled = sum(hopes[cell] for cell in cells if board.solved >> cell & 1)
        blanks = [cell for cell in cells if not board.solved >> cell & 1]
        here = sum(1 << cell for cell in blanks)
        missing = [(digit, places) for digit, places in enumerate(board.places, start=1) if places & here]
        heaviest_first = blanks[::-1]
        large_on_heavy = sum(digit * self.weights[cell] for (digit, _), cell in zip(missing, blanks, strict=True))
        cells_at_best = sum(hopes[cell] for cell in blanks)
        digits_at_best = sum(
            digit * next(self.weights[cell] for cell in heaviest_first if places >> cell & 1)
            for digit, places in missing
        )
        return filled + min(large_on_heavy, cells_at_best, digits_at_best)


def _richest_choices(board: Board, weights: Sequence[float]) -> list[Choice]:
    """The alternatives of the next guess, where most is at stake, those that promise most first."""

    def promise(choice: Choice) -> float:
        return (choice[1] + 1) * weights[choice[0]]

    def stake(choices: list[Choice]) -> float:
        return abs(promise(choices[-1]) - promise(choices[0]))

    return sorted(fewest_choices(board, stake), key=promise, reverse=True)
