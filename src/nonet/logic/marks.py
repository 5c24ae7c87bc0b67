"""Marks: the pencil marks of a position as bitboards, which is how the finders see it.

::

    of_cell[40]   0b000010110    the candidates of r5c5: 2, 3 and 5 (digit d is bit d - 1)
    places[5]     81 bits        the blanks that have the candidate 5 (bit i is the cell with index i)
    peers[40]     81 bits        the cells that share a house with r5c5

Marks never change. `after` returns the marks after a step, much faster than a new start from the position would.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, lru_cache
from operator import itemgetter
from typing import Any, NamedTuple, Self, TypeVar

from ..geometry import Shape, bits, digits_of
from ..grid import Grid
from ..position import Position, possible_masks
from .bitsets import intersection_of, union_of
from .step import Candidate

__all__ = ["Crossing", "Marks", "Sharing", "all_candidates", "candidates_of", "common_peers_of", "crossings"]

_Value = TypeVar("_Value")


class Crossing(NamedTuple):
    """A box and a line with more than one common cell, as indices of houses, and the three parts of their cells."""

    box: int
    line: int
    both: int
    box_rest: int
    line_rest: int


@lru_cache
def crossings(shape: Shape) -> tuple[Crossing, ...]:
    """Return every crossing of a box and a line, box by box.

    >>> len(crossings(Shape(3, 3))), crossings(Shape(3, 3))[0][:2]
    (54, (18, 0))
    """
    masks, lines = shape.house_masks, 2 * shape.size
    return tuple(
        Crossing(box, line, both, masks[box] & ~both, masks[line] & ~both)
        for box in range(lines, len(masks))
        for line in range(lines)
        if (both := masks[box] & masks[line]).bit_count() > 1
    )


@lru_cache(maxsize=8192)  # the same few cells of a house come up again and again
def common_peers_of(shape: Shape, cells: int) -> int:
    """Return the cells that see all of these; none if there are no cells.

    >>> list(bits(common_peers_of(Shape(2, 2), 0b1001)))
    [1, 2]
    """
    return intersection_of(shape.peer_masks, cells) if cells else 0


@lru_cache(maxsize=4096)  # most digits keep their places from one position to the next
def _conjugates(shape: Shape, places: int) -> tuple[tuple[int, int], ...]:
    return tuple(
        [(index, pair) for index, house in enumerate(shape.house_masks) if (pair := places & house).bit_count() == 2]
    )


def candidates_of(shape: Shape, digit: int, cells: int) -> tuple[Candidate, ...]:
    """Return the candidates of a digit in some cells.

    >>> candidates_of(Shape(2, 2), 3, 0b101)
    (Candidate(cell=0, digit=3), Candidate(cell=2, digit=3))
    """
    known = all_candidates(shape)[digit]
    return tuple([known[cell] for cell in bits(cells)])


@lru_cache
def all_candidates(shape: Shape) -> tuple[tuple[Candidate, ...], ...]:
    """Return every candidate, by digit and cell. The finders share them, since it takes longer to make a new one.

    >>> all_candidates(Shape(2, 2))[3][0]
    Candidate(cell=0, digit=3)
    """
    return tuple(tuple(Candidate(cell, digit) for cell in range(shape.cells)) for digit in range(shape.size + 1))


class Sharing:
    """A value that keeps what is computed from it, for all finders that need it."""

    def once(self, compute: Callable[[Self], _Value]) -> _Value:
        """Return compute(self), and keep the result.

        >>> marks = Marks.of(Position("1... .... .... ...."))
        >>> marks.once(lambda marks: marks.blanks.bit_count())
        15
        """
        if compute not in self._computed:
            self._computed[compute] = compute(self)
        value: _Value = self._computed[compute]
        return value

    @cached_property
    def _computed(self) -> dict[Callable[..., Any], Any]:
        return {}


@lru_cache
def _getters(shape: Shape) -> tuple[Callable[[list[int]], tuple[int, ...]], ...]:
    """Return for each house a function that selects its cells. A house of one cell is a board of one cell."""
    return tuple(itemgetter(*cells) if len(cells) > 1 else tuple for cells in shape.houses)


class Marks(Sharing):
    """The candidates of a position, by cell and by digit.

    >>> marks = Marks.of(Position("1... .2.. .... ...."))
    >>> f"{marks.of_cell[1]:04b}", list(bits(marks.places[1]))
    ('1100', [6, 7, 9, 10, 11, 13, 14, 15])
    >>> list(bits(marks.bivalue))
    [1, 4]
    """

    shape: Shape
    given_mask: int
    """The cells of the givens. A deadly pattern cannot contain them."""
    digits: list[int]
    """The digit of each cell, 0 for a blank."""
    of_cell: list[int]
    """The candidates of each cell, 0 for a cell with a digit."""
    places: list[int]
    """The blanks that have each digit as a candidate; entry 0 is empty."""
    blanks: int
    """The cells without a digit."""

    @classmethod
    def of(cls, position: Position) -> Marks:
        """Return the marks of a position."""
        # A player may have kept candidates that a placed digit rules out; they do not count.
        masks = list(map(operator.and_, position.candidate_masks, possible_masks(position.grid)))
        marks = cls._without_places(position.grid, masks, position.givens.givens.mask)
        marks.blanks = ((1 << marks.shape.cells) - 1) & ~position.grid.givens.mask
        marks.places = [0] * (marks.shape.size + 1)
        for cell, mask in enumerate(masks):
            for digit in digits_of(mask):
                marks.places[digit] |= 1 << cell
        return marks

    @classmethod
    def at_start(cls, puzzle: Grid) -> Marks:
        """Return the marks of a puzzle before the first step.

        >>> Marks.at_start(Grid("1... .2.. .... ....")).of_cell[1] == 0b1100
        True
        """
        marks = cls._without_places(puzzle, list(possible_masks(puzzle)), puzzle.givens.mask)
        blanks = marks.blanks = ((1 << marks.shape.cells) - 1) & ~marks.given_mask
        seen = [0] * (marks.shape.size + 1)
        for cell in bits(marks.given_mask):
            seen[puzzle[cell]] |= marks.peers[cell]
        marks.places = [0, *(blanks & ~cells for cells in seen[1:])]
        return marks

    @classmethod
    def _without_places(cls, grid: Grid, masks: list[int], given_mask: int) -> Marks:
        marks = cls.__new__(cls)
        marks.shape, marks.digits, marks.of_cell, marks.given_mask = grid.shape, list(grid), masks, given_mask
        return marks

    @property
    def position(self) -> Position:
        """The position with these marks."""
        grid = Grid.of_digits(bytes(self.digits), self.shape)
        givens = bytes(digit if self.given_mask >> cell & 1 else 0 for cell, digit in enumerate(self.digits))
        return Position(Grid.of_digits(givens, self.shape), grid, self.of_cell)

    def after(self, placements: Iterable[Candidate] = (), eliminations: Iterable[Candidate] = ()) -> Marks:
        """Return the marks after some placements and eliminations."""
        marks = Marks.__new__(Marks)
        marks.shape, marks.given_mask, marks.blanks = self.shape, self.given_mask, self.blanks
        of_cell = marks.of_cell = self.of_cell.copy()
        places = marks.places = self.places.copy()
        marks.digits = self.digits
        for cell, digit in eliminations:
            of_cell[cell] &= ~(1 << digit - 1)
            places[digit] &= ~(1 << cell)
        if placements := tuple(placements):
            marks._place(placements)
        return marks

    def _place(self, placements: tuple[Candidate, ...]) -> None:
        """Place digits in marks that nobody else has yet."""
        of_cell, places, peers = self.of_cell, self.places, self.shape.peer_masks
        self.digits = self.digits.copy()
        placed = 0
        for cell, digit in placements:
            self.digits[cell] = digit
            of_cell[cell] = 0
            placed |= 1 << cell
        self.blanks &= ~placed
        self.places = places = [cells & ~placed for cells in places]
        for cell, digit in placements if self.blanks else ():
            seen = places[digit] & peers[cell]
            places[digit] ^= seen
            without = ~(1 << digit - 1)
            while seen:
                lowest = seen & -seen
                seen ^= lowest
                of_cell[lowest.bit_length() - 1] &= without

    @property
    def peers(self) -> tuple[int, ...]:
        """The peers of each cell."""
        return self.shape.peer_masks

    @property
    def houses(self) -> tuple[int, ...]:
        """The cells of each house: rows, then columns, then boxes."""
        return self.shape.house_masks

    @cached_property
    def contents(self) -> tuple[tuple[int, ...], ...]:
        """The candidates of the cells of each house.

        What a finder knows about a house is a function of its content, and most houses keep their content from one
        position to the next. So finders keep such results by content, as they do by the places of a digit.

        >>> Marks.at_start(Grid("12.. .... .... ....")).contents[0]
        (0, 0, 12, 12)
        """
        return tuple([get(self.of_cell) for get in _getters(self.shape)])

    @cached_property
    def at_least(self) -> tuple[int, ...]:
        """The blanks with at least 0, 1, ... 5 candidates, counted for all cells at once.

        >>> marks = Marks.of(Position("12.. .... ..1. ...."))
        >>> list(bits(marks.at_least[2] & ~marks.at_least[3]))
        [2, 3, 4, 5, 9]
        """
        one = two = three = four = five = 0
        for places in self.places:
            five |= four & places
            four |= three & places
            three |= two & places
            two |= one & places
            one |= places
        return self.blanks, one, two, three, four, five

    @cached_property
    def bivalue(self) -> int:
        """The cells with two candidates."""
        return self.few(2)

    def few(self, most: int) -> int:
        """Return the blanks with 2 to `most` candidates; `most` is at most 4."""
        return self.at_least[2] & ~self.at_least[most + 1]

    @cached_property
    def conjugates(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """The conjugate pairs of each digit (from 1) as (house, the two cells), once for each such house.

        >>> marks = Marks.of(Position("1... .... .3.. ...4"))
        >>> [(marks.shape.house_names[house], list(bits(pair))) for house, pair in marks.conjugates[1]][:2]
        [('row 2', [6, 7]), ('row 3', [10, 11])]
        """
        return tuple([_conjugates(self.shape, places) for places in self.places])

    def common_peers(self, cells: int) -> int:
        """Return the cells that see all of these; none if there are no cells."""
        return common_peers_of(self.shape, cells)

    def common_houses(self, cells: int) -> Iterator[int]:
        """Yield the houses that contain all these cells."""
        return (index for index, house in enumerate(self.houses) if not cells & ~house)

    def digits_in(self, cells: int) -> int:
        """Return all candidates of some cells as a mask of digits."""
        return union_of(self.of_cell, cells)

    def candidates(self, digit: int, cells: int) -> tuple[Candidate, ...]:
        """Return the candidates of a digit in some cells."""
        return candidates_of(self.shape, digit, self.places[digit] & cells)
