"""Lowering: a puzzle as a model of primitives, which is all that the engines know."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from ..errors import ArgumentError
from ..limits import MOST_PRIMITIVES
from ..puzzle import Board, Puzzle, Rule
from . import primitives
from .primitives import Model, Primitive, Shared

__all__ = ["lower", "model_of"]


def lower(puzzle: Puzzle) -> Model:
    """Return a puzzle as a model: its board, and the primitives of its houses, givens and rules.

    >>> from nonet.variants import Killer
    >>> model = lower(Puzzle("1... .... .... ....", [Killer("r1c2 r1c3", 5)]))
    >>> model.primitives[-1]
    Linear(cells=(1, 2), weights=(1, 1), total=5)
    """
    return model_of(puzzle.board, bytes(puzzle.grid), puzzle.rules)  # the digits of a grid begin with 1


def model_of(board: Board, givens: bytes, rules: Iterable[Rule]) -> Model:
    """Return the model of a board of any size with any digits. The rules must have been checked.

    >>> len(model_of(Board(4, 6, 1, 6, (2, 3)), b"", []).primitives)
    14
    """
    shared = [houses(board.rows, board.columns, board.boxes)]
    own: list[Primitive] = []
    for rule in rules:
        found = rule.lower(board)
        if isinstance(found, Shared):
            shared.append(found)
        else:
            own += found
            if len(own) > MOST_PRIMITIVES:
                raise ArgumentError(f"the rules make more than {MOST_PRIMITIVES} primitives, the most that is possible")
    return Model(board, tuple(own), tuple(shared), givens)


@lru_cache(maxsize=64)
def houses(rows: int, columns: int, boxes: tuple[int, int] | None) -> Shared:
    """Return the rows, columns and boxes of a board."""
    board = Board(rows, columns, 1, 1, boxes)
    lines = [board.line((row, 0), "r") for row in range(rows)]
    lines += [board.line((0, column), "d") for column in range(columns)]
    return Shared(primitives.Distinct(cells) for cells in dict.fromkeys([*lines, *board.areas()]) if len(cells) > 1)
