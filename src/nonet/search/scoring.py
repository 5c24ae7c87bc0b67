"""Scores of Target Sudoku, and an upper bound for the solutions of a board.

The bound of a row is the smallest of three sums: its missing digits paired with its weights, the largest with the
largest (no other pairing has a higher sum); the best candidate of each blank; the best cell of each digit. The rows
cover the board, and so do the columns and the boxes: the smallest of the three totals is the bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any, NamedTuple

from ..geometry import Shape, bits
from ..grid import Grid
from .bitboards import Board

__all__ = ["Best", "UpperBound", "score", "target_weights"]


class Best(NamedTuple):
    """The best solution and its score.

    >>> Best(Grid("1234 3412 2143 4321"), 250).score
    250
    """

    grid: Grid
    score: float

    def to_dict(self) -> dict[str, Any]:
        """Return the solution and its score as data for JSON.

        >>> Best(Grid("1234 3412 2143 4321"), 250).to_dict()
        {'solution': '1234341221434321', 'score': 250}
        """
        return {"solution": str(self.grid), "score": self.score}


def target_weights(shape: Shape) -> tuple[int, ...]:
    """Return the weights of Target Sudoku: 6 on the outer ring, one more on each ring inwards, 10 in the center of 9x9.

    >>> target_weights(Shape(3, 3))[36:45]
    (6, 7, 8, 9, 10, 9, 8, 7, 6)
    """
    last = shape.size - 1
    return tuple(
        6 + min(row, column, last - row, last - column)
        for row, column in zip(shape.row_of, shape.column_of, strict=True)
    )


def score(grid: Grid, weights: Sequence[float] | None = None) -> float:
    """Return the sum of digit times weight.

    >>> score(Grid("1234 3412 2143 4321"))
    250
    """
    return sum(digit * weight for digit, weight in zip(grid, weights or target_weights(grid.shape), strict=True))


class UpperBound:
    """An upper bound of the scores of all solutions of a board.

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
        """The rows, the columns and the boxes; the cells of each house by weight, the smallest first."""

    def __call__(self, board: Board) -> float:
        """Return the bound of a board without a contradiction."""
        best = self.best_of_cells(board)
        return min(sum(self.of_house(cells, board, best) for cells in houses) for houses in self.covers)

    def best_of_cells(self, board: Board) -> list[float]:
        """Return the highest score that each cell can have with its own candidates."""
        best = [-inf] * self.shape.cells
        for digit, places in enumerate(board.places, start=1):
            for cell in bits(places):
                best[cell] = max(best[cell], digit * self.weights[cell])
        return best

    def of_house(self, cells: list[int], board: Board, best: list[float]) -> float:
        """Return the bound of a house: the score of its digits and the smallest of three bounds for its blanks."""
        filled = sum(best[cell] for cell in cells if board.solved >> cell & 1)
        blanks = [cell for cell in cells if not board.solved >> cell & 1]
        here = sum(1 << cell for cell in blanks)
        missing = [(digit, places) for digit, places in enumerate(board.places, start=1) if places & here]
        heaviest_first = blanks[::-1]
        large_on_heavy = sum(digit * self.weights[cell] for (digit, _), cell in zip(missing, blanks, strict=True))
        cells_at_best = sum(best[cell] for cell in blanks)
        digits_at_best = sum(
            digit * next(self.weights[cell] for cell in heaviest_first if places >> cell & 1)
            for digit, places in missing
        )
        return filled + min(large_on_heavy, cells_at_best, digits_at_best)
