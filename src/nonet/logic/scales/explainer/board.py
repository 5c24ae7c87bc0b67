"""The board of the Sudoku Explainer scale: candidates in units, and the hints that change them.

A board has 324 units. A unit is a set of at most nine candidates of which exactly one is true: the digits of a cell
(units 0 to 80), then the places of a digit in a box, a row and a column (81 units each). A mask has one bit per digit
or place. A candidate is ``9 * cell + digit``, where digits count from 0. Houses are numbered box, row, column, nine
each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntEnum
from itertools import combinations
from typing import NamedTuple

from ....geometry import bits

__all__ = [
    "BOX",
    "CANDIDATES_OF",
    "CELLS",
    "COLUMN",
    "HOUSES_OF",
    "PEERS",
    "PLACES_OF",
    "ROW",
    "SEES",
    "SUBSETS",
    "UNITS_OF",
    "Board",
    "Hint",
    "Rule",
    "unit_of",
]

BOX, ROW, COLUMN = range(3)
"""The kinds of houses, in the order of Sudoku Explainer."""

_ROWS = [[9 * row + column for column in range(9)] for row in range(9)]
_BOXES = [[_ROWS[box // 3 * 3 + k // 3][box % 3 * 3 + k % 3] for k in range(9)] for box in range(9)]
CELLS = [*_BOXES, *_ROWS, *map(list, zip(*_ROWS, strict=True))]
"""The cells of each house, by place."""
HOUSES_OF = [[house for house in range(27) if cell in CELLS[house]] for cell in range(81)]
"""The houses of each cell: its box, row and column."""
PLACES_OF = [[CELLS[house].index(cell) for house in HOUSES_OF[cell]] for cell in range(81)]
"""The places of each cell in its houses."""
PEERS = [
    list(dict.fromkeys(other for house in HOUSES_OF[cell] for other in CELLS[house] if other != cell))
    for cell in range(81)
]
"""The peers of each cell, those in its box first, then in its row, then in its column."""
SEES = [frozenset(peers) for peers in PEERS]
SUBSETS = [sorted(sum(1 << place for place in set_) for set_ in combinations(range(9), k)) for k in range(10)]
"""All sets of k of nine places, in rising order of their masks."""


def unit_of(house: int, digit: int) -> int:
    """Return the unit of a digit in a house."""
    return 81 + 9 * house + digit


UNITS_OF = [
    [
        (cell, 1 << digit),
        *((unit_of(house, digit), 1 << place) for house, place in zip(HOUSES_OF[cell], PLACES_OF[cell], strict=True)),
    ]
    for cell in range(81)
    for digit in range(9)
]
"""The four units of each candidate, cell, box, row, column, with its bit in their masks."""
CANDIDATES_OF = [[9 * cell + digit for digit in range(9)] for cell in range(81)] + [
    [9 * cell + digit for cell in CELLS[house]] for house in range(27) for digit in range(9)
]
"""The candidates of each unit, by place."""


class Rule(IntEnum):
    """The kinds of hints. The numbers are those of the kernel."""

    HIDDEN_SINGLE = 0
    DIRECT_POINTING = 1
    DIRECT_CLAIMING = 2
    DIRECT_HIDDEN_PAIR = 3
    NAKED_SINGLE = 4
    DIRECT_HIDDEN_TRIPLET = 5
    POINTING = 6
    CLAIMING = 7
    NAKED_PAIR = 8
    X_WING = 9
    HIDDEN_PAIR = 10
    NAKED_TRIPLET = 11
    SWORDFISH = 12
    HIDDEN_TRIPLET = 13
    XY_WING = 14
    XYZ_WING = 15
    UNIQUE_LOOP = 16
    NAKED_QUAD = 17
    JELLYFISH = 18
    HIDDEN_QUAD = 19
    BUG = 20
    ALIGNED_PAIR = 21
    X_CYCLE = 22
    Y_CYCLE = 23
    X_CHAIN = 24
    CYCLE = 25
    CHAIN = 26
    ALIGNED_TRIPLET = 27
    NISHIO = 28
    CELL = 29
    REGION = 30
    CONTRADICTION = 31
    DOUBLE = 32
    NONE = 33


class Hint(NamedTuple):
    """One step: what it places, what it eliminates, and its rating.

    >>> Hint(2.3, Rule.NAKED_SINGLE, placed=8)
    Hint(rating=2.3, rule=<Rule.NAKED_SINGLE: 4>, detail=0, placed=8, eliminations=(), source=-1)
    """

    rating: float
    rule: Rule
    detail: int = 0
    """The type of a BUG; type and length of a unique loop; 1 for a turbot fish; 1 for a dynamic forcing chain."""
    placed: int = -1
    """The candidate that is placed, or -1."""
    eliminations: tuple[int, ...] = ()
    """The candidates that are eliminated, in rising order."""
    source: int = -1
    """Of a chain: the unit whose cases it has, or else the candidate from which it starts."""


class Board:
    """The candidates of a board, its empty cells, and how often each digit is placed.

    `masks` are the candidates that are left in each cell; without it, those that the values leave.

    >>> board = Board([1] + [0] * 80)
    >>> bin(board.units[1]), board.empty[0], board.placed[0]
    ('0b111111110', 8, 1)
    """

    def __init__(self, values: Iterable[int], masks: Iterable[int] | None = None) -> None:
        self.units = [0x1FF] * 324
        self.values = [0] * 81
        self.empty = [9] * 27
        self.placed = [0] * 9
        for cell, value in enumerate(values):
            if value:
                self.place(9 * cell + value - 1)
        for cell, mask in enumerate(() if masks is None else masks):
            for digit in bits(self.units[cell] & ~mask):
                self.eliminate(9 * cell + digit)

    def without(self, candidates: Iterable[int]) -> Board:
        """Return the board of a branch, in which some candidates are eliminated. The digits are those of this board."""
        board = Board.__new__(Board)
        board.units, board.values = self.units.copy(), self.values
        board.empty, board.placed = self.empty, self.placed
        for candidate in candidates:
            board.eliminate(candidate)
        return board

    def places(self, house: int, digit: int) -> int:
        """Return the places of a digit in a house."""
        return self.units[81 + 9 * house + digit]

    def has(self, candidate: int) -> bool:
        """Return whether a candidate is there."""
        return bool(self.units[candidate // 9] >> candidate % 9 & 1)

    def eliminate(self, candidate: int) -> None:
        """Remove a candidate."""
        for unit, bit in UNITS_OF[candidate]:
            self.units[unit] &= ~bit

    def place(self, candidate: int) -> None:
        """Place a digit, and remove it from the peers of its cell."""
        cell, digit = divmod(candidate, 9)
        for other in range(9):
            self.eliminate(9 * cell + other)
        for peer in PEERS[cell]:
            self.eliminate(9 * peer + digit)
        for house in HOUSES_OF[cell]:
            self.empty[house] -= 1
        self.values[cell] = digit + 1
        self.placed[digit] += 1

    def apply(self, hint: Hint) -> None:
        """Do what a hint says."""
        for candidate in hint.eliminations:
            self.eliminate(candidate)
        if hint.placed >= 0:
            self.place(hint.placed)

    def candidates(self, cells: Iterable[int], digits: int) -> tuple[int, ...]:
        """Return those candidates of some cells that have one of these digits, in rising order."""
        return tuple(9 * cell + digit for cell in sorted(cells) for digit in bits(self.units[cell] & digits))

    def of_unit(self, unit: int, places: int) -> Iterator[int]:
        """Yield the candidates of a unit at some places."""
        for place in bits(places):
            yield CANDIDATES_OF[unit][place]
