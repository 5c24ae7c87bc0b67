"""The symmetries of a pattern of clues: which cells go together."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ..cellset import CellSet
from ..errors import NonetError
from ..geometry import Shape

__all__ = ["SYMMETRIES", "orbits"]

_Move: TypeAlias = Callable[[int, int, int], tuple[int, int]]
"""Where a row and column go on a board whose last line has this number."""


def _half_turn(row: int, column: int, last: int) -> tuple[int, int]:
    return last - row, last - column


def _quarter_turn(row: int, column: int, last: int) -> tuple[int, int]:
    return column, last - row


def _left_right(row: int, column: int, last: int) -> tuple[int, int]:
    return row, last - column


def _upside_down(row: int, column: int, last: int) -> tuple[int, int]:
    return last - row, column


def _diagonal(row: int, column: int, last: int) -> tuple[int, int]:
    return column, row


def _anti_diagonal(row: int, column: int, last: int) -> tuple[int, int]:
    return last - column, last - row


_MOVES: dict[str, tuple[_Move, ...]] = {
    "none": (),
    "half-turn": (_half_turn,),
    "quarter-turn": (_quarter_turn,),
    "left-right": (_left_right,),
    "upside-down": (_upside_down,),
    "mirrors": (_left_right, _upside_down),
    "diagonal": (_diagonal,),
    "anti-diagonal": (_anti_diagonal,),
    "diagonals": (_diagonal, _anti_diagonal),
    "full": (_quarter_turn, _left_right),
}

SYMMETRIES = tuple(_MOVES)
"""The symmetries by name: turns; mirrors from left to right, upside down, or both; diagonals; and all of them."""


def orbits(symmetry: str, shape: Shape) -> tuple[CellSet, ...]:
    """The cells that a symmetry ties together, as sets that cover the board; each is full or empty in a pattern.

    >>> [len(orbits(name, Shape(3, 3))) for name in ("none", "half-turn", "full")]
    [81, 41, 15]
    >>> orbits("quarter-turn", Shape(2, 2))[0]
    CellSet(['r1c1', 'r1c4', 'r4c1', 'r4c4'], Shape(2, 2))
    """
    if symmetry not in _MOVES:
        raise NonetError(f"there is no symmetry {symmetry!r:.40}; the symmetries are {', '.join(SYMMETRIES)}")
    found: list[CellSet] = []
    seen: set[tuple[int, int]] = set()
    for cell in range(shape.cells):
        start = shape.cell_at(cell)
        if start in seen:
            continue
        orbit: set[tuple[int, int]] = {start}
        fresh = [(start.row, start.column)]
        while fresh:
            row, column = fresh.pop()
            for move in _MOVES[symmetry]:
                image = move(row, column, shape.size - 1)
                if image not in orbit:
                    orbit.add(image)
                    fresh.append(image)
        seen |= orbit
        found.append(CellSet(orbit, shape))
    return tuple(found)
