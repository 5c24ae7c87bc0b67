"""Unique rectangles: four cells in two rows, two columns and two boxes, none given, cannot have two digits crosswise.

::

    12 . . | 12  . .     If the roof, here 125, were 1 or 2 as well, the four cells could be swapped to 21 12.
    12 . . | 125 . .     So it is 5.

At least one corner has just the two digits; the corners with more candidates are the roof. In an avoidable rectangle
some corners are filled in, but not given. The types 1 to 4 are those of `deadly_patterns`, with a roof of one corner or
of two adjacent ones; the others are::

    type 5    type 2 with a roof of two opposite corners, or of three
    type 6    opposite roof corners, and a digit without other places in both rows (or both columns)
    hidden    a digit without other places in the row and the column of the corner opposite to a floor corner
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import combinations
from typing import NamedTuple

from ...geometry import Shape, bits, digits_of, mask_of
from ..bitsets import union_of
from ..marks import Marks
from ..step import Candidate, Step
from .deadly_patterns import Pattern, PatternType, type_1, type_2, type_3, type_4
from .wings import bivalue_groups

__all__ = [
    "avoidable_rectangle_1",
    "avoidable_rectangle_2",
    "hidden_rectangles",
    "unique_rectangle_1",
    "unique_rectangle_2",
    "unique_rectangle_3",
    "unique_rectangle_4",
    "unique_rectangle_5",
    "unique_rectangle_6",
]

_Corners = tuple[int, int, int, int]
"""The corners of a rectangle, clockwise: each is opposite to the next but one."""


@lru_cache
def _all_corners(shape: Shape) -> tuple[tuple[_Corners, int], ...]:
    """Return all rectangles in two rows, two columns and two boxes: their corners, also as a bitboard."""
    found = []
    for top, bottom in combinations(range(0, shape.cells, shape.size), 2):
        for left, right in combinations(range(shape.size), 2):
            corners = (top + left, top + right, bottom + right, bottom + left)
            if len({shape.box_of[cell] for cell in corners}) == 2:
                found.append((corners, mask_of(corners)))
    return tuple(found)


@lru_cache(maxsize=8)  # the givens stay the same from the first position of a puzzle to the last
def _corners_outside(shape: Shape, givens: int) -> tuple[tuple[_Corners, int], ...]:
    """Return the rectangles without a given."""
    return tuple(each for each in _all_corners(shape) if not each[1] & givens)


class _Rectangle(NamedTuple):
    """A rectangle in a position: its corners, its two digits, and its pattern."""

    corners: _Corners
    pair: int
    pattern: Pattern

    @classmethod
    def of(cls, marks: Marks, corners: _Corners, pair: int) -> _Rectangle:
        return cls(corners, pair, Pattern.of(marks, dict.fromkeys(corners, pair), tuple(digits_of(pair))))

    @property
    def roof_is_diagonal(self) -> bool:
        """Whether the roof is two opposite corners."""
        a, b, c, d = self.corners
        return self.pattern.roof in (1 << a | 1 << c, 1 << b | 1 << d)

    @property
    def kind_of_roof(self) -> str:
        """The kind of the roof: one ``corner``, a ``side``, or ``other``: opposite corners, or three."""
        corners = self.pattern.roof.bit_count()
        return "corner" if corners < 2 else "side" if corners == 2 and not self.roof_is_diagonal else "other"


def _unique(marks: Marks) -> list[_Rectangle]:
    """Return the blank rectangles with a corner that has just their two digits, and at least one of them in each."""
    bivalue, of_cell = marks.bivalue, marks.of_cell
    several = marks.at_least[2]
    with_one = {pair: several & union_of(marks.places, pair << 1) for pair in marks.once(bivalue_groups)}
    return [
        _Rectangle.of(marks, corners, pair)
        for corners, board in _corners_outside(marks.shape, marks.given_mask)
        if not board & ~several and board & bivalue
        for pair in dict.fromkeys([of_cell[cell] for cell in corners])
        if not board & ~with_one.get(pair, 0)
    ]


def _avoidable(marks: Marks) -> list[_Rectangle]:
    """Return the rectangles in which two or three corners are filled in as in the pattern, but not given."""
    found = []
    for corners, board in _corners_outside(marks.shape, marks.given_mask):
        empty = board & marks.blanks
        if not empty or empty.bit_count() > 2:
            continue
        digits = [marks.digits[cell] for cell in corners]
        first = {digits[0], digits[2]} - {0}
        second = {digits[1], digits[3]} - {0}
        if len(first) > 1 or len(second) > 1 or first == second:
            continue
        pairs = [mask_of(digit - 1 for digit in first | second)]
        if not first or not second:
            # Two opposite corners have the same digit. The other digit can be any that both blanks have.
            one, two = bits(empty)
            pairs = [pairs[0] | 1 << bit for bit in bits(marks.of_cell[one] & marks.of_cell[two])]
        found += [_Rectangle.of(marks, corners, pair) for pair in pairs]
    return found


def _unique_by_roof(marks: Marks) -> dict[str, list[_Rectangle]]:
    """Return the unique rectangles with each kind of roof."""
    found: dict[str, list[_Rectangle]] = {"corner": [], "side": [], "other": []}
    for rectangle in _unique(marks):
        found[rectangle.kind_of_roof].append(rectangle)
    return found


def _of_type(marks: Marks, technique: str, kind: PatternType, roof: str) -> Iterator[Step]:
    """Yield the steps of a type with one kind of roof. Digits: the two, then as for the type.

    Cells: floor, roof, extra. Houses: as for the type.
    """
    for rectangle in marks.once(_unique_by_roof)[roof]:
        yield from kind(marks, technique, rectangle.pattern)


def _avoidable_of_type(marks: Marks, technique: str, kind: PatternType) -> Iterator[Step]:
    """Yield the same for avoidable rectangles."""
    for rectangle in marks.once(_avoidable):
        yield from kind(marks, technique, rectangle.pattern)


unique_rectangle_1 = partial(_of_type, technique="unique-rectangle-1", kind=type_1, roof="corner")
unique_rectangle_2 = partial(_of_type, technique="unique-rectangle-2", kind=type_2, roof="side")
unique_rectangle_3 = partial(_of_type, technique="unique-rectangle-3", kind=type_3, roof="side")
unique_rectangle_4 = partial(_of_type, technique="unique-rectangle-4", kind=type_4, roof="side")
unique_rectangle_5 = partial(_of_type, technique="unique-rectangle-5", kind=type_2, roof="other")
avoidable_rectangle_1 = partial(_avoidable_of_type, technique="avoidable-rectangle-1", kind=type_1)
avoidable_rectangle_2 = partial(_avoidable_of_type, technique="avoidable-rectangle-2", kind=type_2)


def unique_rectangle_6(marks: Marks) -> Iterator[Step]:
    """Yield a digit that has all places in two lines at the corners, so it would be in both opposite roof corners.

    Digits: the two, the eliminated one first. Cells: floor, roof. Houses: house (the two lines).
    """
    houses_of = marks.shape.houses_of
    for corners, pair, pattern in (each for each in marks.once(_unique_by_roof)["other"] if each.roof_is_diagonal):
        for digit in digits_of(pair):
            for lines in zip(houses_of[corners[0]][:2], houses_of[corners[2]][:2], strict=True):
                wrong = marks.candidates(digit, pattern.roof)
                if wrong and all(_is_within(marks, digit, line, pattern.cells) for line in lines):
                    places = tuple((line, digit) for line in lines)
                    other = (pair ^ 1 << digit - 1).bit_length()
                    yield pattern.naming_last(other).step("unique-rectangle-6", wrong, places=places)
                    break


def hidden_rectangles(marks: Marks) -> Iterator[Step]:
    """Yield a corner opposite to a floor corner, if one digit has no other places in the row and column of the corner.

    The corner cannot have the other digit. If the roof is one corner or a side, types 1 and 4 eliminate more.
    Digits: the two, the eliminated one first. Cells: floor, roof. Houses: house (the row and the column).
    """
    for corners, pair, pattern in marks.once(_unique_by_roof)["other"]:
        for number, corner in enumerate(corners):
            if marks.of_cell[corners[number - 2]] != pair:
                continue
            lines = marks.shape.houses_of[corner][:2]
            for digit in digits_of(pair & marks.of_cell[corner]):
                other = (pair ^ 1 << digit - 1).bit_length()
                if all(_is_within(marks, other, line, pattern.cells) for line in lines):
                    places = tuple((line, other) for line in lines)
                    wrong = (Candidate(corner, digit),)
                    yield pattern.naming_last(other).step("hidden-rectangle", wrong, places=places)


def _is_within(marks: Marks, digit: int, house: int, cells: int) -> bool:
    """Return whether a digit has places in a house, and all of them in these cells."""
    here = marks.places[digit] & marks.houses[house]
    return bool(here) and not here & ~cells
