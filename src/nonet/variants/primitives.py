"""The primitives: the few kinds of condition that every rule is translated to. The engines know nothing else.

Cells are indices in reading order. A set of digits is a bit mask, in which bit i is the digit low + i of the board.
Each primitive has ``holds(values, low)``: whether it is true for a complete board, as plainly as possible. `values` has
the digit of each cell, and `low` is the lowest digit of the board.

    Allowed      one cell has one of some digits
    Distinct     some cells have different digits; a house if there are as many cells as digits
    Pair         which digits the second cell may have, for each digit of the first
    Linear       a weighted sum of digits is a given number
    Choice       some cells have different digits, and their set is one of a list
    Automaton    the digits of some cells, in order, are accepted by a deterministic automaton
    Count        how many cells have one of some digits, at least and at most
    Element      the digit of one cell is the position of another cell, whose digit is that of a third
    Same         groups of cells have the same digits, each equally often
    AnyOf        at least one of several lists of primitives is true

Five more could be written with these ten (`nonet.variants.expansion` does so), but the kernel is faster with them:

    Tally        how often some cells have each digit: as one of several lists of numbers says
    Between      the digits between two digits of a line have a given sum
    Rank         how many of other lines that begin with the same digit are smaller
    Variety      the digit of one cell is the number of different digits in others
    Pointer      the digit of one cell is the position of another cell, which has one of some digits
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import NamedTuple, TypeAlias

from ..puzzle import Board

__all__ = [
    "Allowed",
    "AnyOf",
    "Automaton",
    "Between",
    "Board",
    "Choice",
    "Count",
    "Distinct",
    "Element",
    "Linear",
    "Model",
    "Moves",
    "Pair",
    "Pointer",
    "Primitive",
    "Rank",
    "Same",
    "Shared",
    "Tally",
    "Variety",
]


class Allowed(NamedTuple):
    """A cell has one of the digits in a mask.

    >>> Allowed(0, 0b101).holds([3]), Allowed(0, 0b101).holds([2])
    (True, False)
    """

    cell: int
    mask: int

    def holds(self, values: Sequence[int], low: int = 1) -> bool:
        """Return whether it is true for a complete board."""
        return bool(self.mask >> values[self.cell] - low & 1)


class Distinct(NamedTuple):
    """The cells have different digits. With as many cells as the board has digits, it is a house.

    >>> Distinct((0, 1, 2)).holds([1, 2, 3]), Distinct((0, 1, 2)).holds([1, 2, 1])
    (True, False)
    """

    cells: tuple[int, ...]

    def holds(self, values: Sequence[int], low: int = 1) -> bool:
        """Return whether it is true for a complete board."""
        return len({values[cell] for cell in self.cells}) == len(self.cells)


class Pair(NamedTuple):
    """Two cells have a pair of digits from a table: ``table[i]`` is the mask for `second` if `first` is digit low + i.

    >>> less = Pair(0, 1, (0b110, 0b100, 0))
    >>> less.holds([1, 3]), less.holds([3, 1])
    (True, False)
    """

    first: int
    second: int
    table: tuple[int, ...]

    def holds(self, values: Sequence[int], low: int = 1) -> bool:
        """Return whether it is true for a complete board."""
        return bool(self.table[values[self.first] - low] >> values[self.second] - low & 1)


class Linear(NamedTuple):
    """The sum of weight times digit is `total`.

    >>> arrow = Linear((0, 1, 2), (1, -1, -1), 0)
    >>> arrow.holds([9, 4, 5]), arrow.holds([9, 4, 4])
    (True, False)
    """

    cells: tuple[int, ...]
    weights: tuple[int, ...]
    total: int

    def holds(self, values: Sequence[int], low: int = 1) -> bool:
        """Return whether it is true for a complete board."""
        return sum(w * values[cell] for cell, w in zip(self.cells, self.weights, strict=True)) == self.total


class Choice(NamedTuple):
    """The cells have different digits, and the set of these is one of `sets`.

    >>> renban = Choice((0, 1), (0b011, 0b110))
    >>> renban.holds([2, 1]), renban.holds([1, 3]), renban.holds([1, 1])
    (True, False, False)
    """

    cells: tuple[int, ...]
    sets: tuple[int, ...]

    def holds(self, values: Sequence[int], low: int = 1) -> bool:
        """Return whether it is true for a complete board."""
        digits = {values[cell] for cell in self.cells}
        return len(digits) == len(self.cells) and sum(1 << digit - low for digit in digits) in self.sets


class Moves(tuple[tuple[int, ...], ...]):
    """The moves of an automaton that many lines and puzzles share. Their hash and their buffer are made once.

    >>> Moves([(0, 1), (-1, 1)])[1]
    (-1, 1)
    """

    buffers: dict[tuple[int, tuple[int, ...]], array[int]]
    """The buffers by the start and the accepting states; see `nonet.variants.buffer`."""
    _hash: int

    def __new__(cls, rows: Iterable[tuple[int, ...]] = ()) -> Moves:
        """Make it from one row per state."""
        self = super().__new__(cls, rows)
        self.buffers = {}
        self._hash = hash(tuple(self))
        return self

    def __hash__(self) -> int:
        return self._hash


class Automaton(NamedTuple):
    """A deterministic automaton accepts the digits of the cells, read in order; a cell may be read more than once.

    ``moves[state][i]`` is the state after the digit low + i, or -1 if that digit is impossible there.

    >>> rising = Automaton((0, 1, 2), 0, (0, 1), ((0, 1), (-1, 1)))
    >>> rising.holds([1, 1, 2]), rising.holds([2, 1, 1])
    (True, False)
    """

    cells: tuple[int, ...]
    start: int
    accept: tuple[int, ...]
    moves: tuple[tuple[int, ...], ...]

    def holds(self, values: Sequence[int], low: int = 1) -> bool:
        """Return whether it is true for a complete board."""
        state = self.start
        for cell in self.cells:
            state = self.moves[state][values[cell] - low]
            if state < 0:
                return False
        return state in self.accept


class Count(NamedTuple):
    """The number of cells with a digit in the mask is from `low` to `high`.

    >>> Count((0, 1, 2), 0b1, 1, 2).holds([1, 2, 1]), Count((0, 1, 2), 0b1, 1, 2).holds([3, 2, 3])
    (True, False)
    """

    cells: tuple[int, ...]
    mask: int
    low: int
    high: int

    def holds(self, values: Sequence[int], low: int = 1) -> bool:
        """Return whether it is true for a complete board."""
        return self.low <= sum(self.mask >> values[cell] - low & 1 for cell in self.cells) <= self.high


class Element(NamedTuple):
    """The digit d of the cell `index` makes ``cells[d - 1]`` equal to the cell `value`; other digits are impossible.

    >>> Element(0, (1, 2), 3).holds([2, 5, 6, 6]), Element(0, (1, 2), 3).holds([3, 5, 6, 6])
    (True, False)
    """

    index: int  # type: ignore[assignment]  # hides a method of tuples that nothing here needs
    cells: tuple[int, ...]
    value: int

    def holds(self, values: Sequence[int], low: int = 1) -> bool:
        """Return whether it is true for a complete board."""
        place = values[self.index]
        return 1 <= place <= len(self.cells) and values[self.cells[place - 1]] == values[self.value]


class Same(NamedTuple):
    """Groups of equally many cells have the same digits, each equally often.

    >>> Same(((0, 1), (2, 3))).holds([1, 2, 2, 1]), Same(((0, 1), (2, 3))).holds([1, 2, 2, 2])
    (True, False)
    """

    groups: tuple[tuple[int, ...], ...]

    def holds(self, values: Sequence[int], low: int = 1) -> bool:
        """Return whether it is true for a complete board."""
        return len({tuple(sorted(values[cell] for cell in group)) for group in self.groups}) <= 1


class AnyOf(NamedTuple):
    """All primitives of at least one branch are true. Without branches it is false; an empty branch is true.

    >>> either = AnyOf(((Allowed(0, 0b1),), (Allowed(1, 0b1),)))
    >>> either.holds([2, 1]), either.holds([2, 2])
    (True, False)
    """

    branches: tuple[tuple[Primitive, ...], ...]

    def holds(self, values: Sequence[int], low: int = 1) -> bool:
        """Return whether it is true for a complete board."""
        return any(all(each.holds(values, low) for each in branch) for branch in self.branches)


class Tally(NamedTuple):
    """Some cells, all different ones, have each digit as often as one of `tallies` says, in the order of the digits.

    >>> Tally((0, 1, 2), ((1, 2), (3, 0))).holds([2, 1, 2]), Tally((0, 1, 2), ((1, 2), (3, 0))).holds([1, 1, 2])
    (True, False)
    """

    cells: tuple[int, ...]
    tallies: tuple[tuple[int, ...], ...]

    def holds(self, values: Sequence[int], low: int = 1) -> bool:
        """Return whether it is true for a complete board."""
        digits = [values[cell] for cell in self.cells]
        return any(
            sum(tally) == len(digits) and all(digits.count(low + i) == number for i, number in enumerate(tally))
            for tally in self.tallies
        )


class Between(NamedTuple):
    """The digits between the two `ends`, which occur once each, have the sum `total`.

    Without ends, they are the smallest and the largest digit of the cells. No digit of the board is negative.

    >>> Between((0, 1, 2), (1, 4), 3).holds([4, 3, 1]), Between((0, 1, 2), (), 3).holds([2, 3, 4])
    (True, True)
    """

    cells: tuple[int, ...]
    ends: tuple[int, ...]
    total: int

    def holds(self, values: Sequence[int], low: int = 1) -> bool:
        """Return whether it is true for a complete board."""
        digits = [values[cell] for cell in self.cells]
        first, second = self.ends or (min(digits), max(digits))
        if first == second or digits.count(first) != 1 or digits.count(second) != 1:
            return False
        start, end = sorted((digits.index(first), digits.index(second)))
        return sum(digits[start + 1 : end]) == self.total


class Rank(NamedTuple):
    """In each group, exactly one line begins with the digit `first`, as `line` does: its rival in this group.

    Read as numbers, exactly `smaller` rivals are smaller than the line, and none is equal. All lines are equally long,
    and all groups have equally many lines.

    >>> rank = Rank((0, 1), (((2, 3), (4, 5)),), 1, 1)
    >>> rank.holds([1, 3, 1, 2, 2, 1]), rank.holds([1, 2, 1, 2, 2, 1])
    (True, False)
    """

    line: tuple[int, ...]
    groups: tuple[tuple[tuple[int, ...], ...], ...]
    first: int
    smaller: int

    def holds(self, values: Sequence[int], low: int = 1) -> bool:
        """Return whether it is true for a complete board."""
        own = [values[cell] for cell in self.line]
        smaller = 0
        for group in self.groups:
            readings = [[values[cell] for cell in line] for line in group]
            rivals = [reading for reading in readings if reading[0] == self.first]
            if len(rivals) != 1 or rivals[0] == own:
                return False
            smaller += rivals[0] < own
        return own[0] == self.first and smaller == self.smaller


class Variety(NamedTuple):
    """The digit of the cell `number` is the number of different digits in some cells.

    >>> Variety((0, 1, 2), 3).holds([1, 3, 1, 2]), Variety((0, 1, 2), 3).holds([1, 3, 4, 2])
    (True, False)
    """

    cells: tuple[int, ...]
    number: int

    def holds(self, values: Sequence[int], low: int = 1) -> bool:
        """Return whether it is true for a complete board."""
        return len({values[cell] for cell in self.cells}) == values[self.number]


class Pointer(NamedTuple):
    """If the digit of the cell `index` is start + i, then ``cells[i]`` has a digit in the mask. No others are possible.

    >>> pointer = Pointer(0, (1, 2), 1, 0b100)
    >>> pointer.holds([2, 1, 3]), pointer.holds([1, 1, 3]), pointer.holds([3, 3, 3])
    (True, False, False)
    """

    index: int  # type: ignore[assignment]  # hides a method of tuples that nothing here needs
    cells: tuple[int, ...]
    start: int
    mask: int

    def holds(self, values: Sequence[int], low: int = 1) -> bool:
        """Return whether it is true for a complete board."""
        place = values[self.index] - self.start
        return 0 <= place < len(self.cells) and bool(self.mask >> values[self.cells[place]] - low & 1)


Primitive: TypeAlias = (
    Allowed
    | Distinct
    | Pair
    | Linear
    | Choice
    | Automaton
    | Count
    | Element
    | Same
    | AnyOf
    | Tally
    | Between
    | Rank
    | Variety
    | Pointer
)
"""Any one of the primitives."""


class Shared(tuple[Primitive, ...]):
    """Primitives that many puzzles have in common, such as rows and columns. Their buffer is made once.

    >>> Shared([Distinct((0, 1))])[0]
    Distinct(cells=(0, 1))
    """

    buffers: dict[int, array[int]]
    """The buffers by the lowest digit of the board; see `nonet.variants.buffer`."""

    def __new__(cls, primitives: Iterable[Primitive] = ()) -> Shared:
        """Make it from primitives."""
        self = super().__new__(cls, primitives)
        self.buffers = {}
        return self


@dataclass(frozen=True)
class Model:
    """A puzzle as the engines take it: a board, and the primitives that a solution makes true.

    Rows, columns and boxes are `Distinct` primitives and givens are `Allowed`, like everything else. The kernel reads
    the parts of a model; everyone else reads `primitives`.

    >>> latin = Model(Board(2, 2, 1, 2), tuple(map(Distinct, [(0, 1), (2, 3), (0, 2), (1, 3)])))
    >>> latin.holds([1, 2, 2, 1]), latin.holds([1, 2, 1, 2])
    (True, False)
    >>> Model(Board(1, 2, 1, 2), (Distinct((0, 1)),), givens=bytes([0, 2])).primitives
    (Allowed(cell=1, mask=2), Distinct(cells=(0, 1)))
    """

    board: Board
    own: tuple[Primitive, ...]
    """The primitives that this puzzle does not share with others."""
    shared: tuple[Shared, ...] = ()
    givens: bytes = b""
    """For each cell 1 for the lowest digit, 2 for the next and so on, or 0 if there is none; empty without givens."""

    @cached_property
    def primitives(self) -> tuple[Primitive, ...]:
        """All primitives."""
        givens = (Allowed(cell, 1 << number - 1) for cell, number in enumerate(self.givens) if number)
        return (*chain.from_iterable(self.shared), *givens, *self.own)

    def holds(self, values: Sequence[int]) -> bool:
        """Return whether the digits of all cells are a solution."""
        low = self.board.low
        return all(low <= value <= self.board.high for value in values) and all(
            each.holds(values, low) for each in self.primitives
        )
