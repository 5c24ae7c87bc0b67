"""Rectangles: four cells in two rows, two columns and two boxes, none given, cannot hold two digits crosswise.

A unique rectangle has at least one corner with just its two digits; the corners with more candidates are its roof. In
an avoidable rectangle some corners are filled in already, but not given.

::

    types 1 to 4    see `deadly`
    type 5          type 2 with a roof of two opposite corners, or of three
    type 6          opposite roof corners, and a digit with no other places in both rows (or both columns)
    hidden          a digit with no other places in the row and in the column of the corner opposite a floor corner
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from ...geometry import Shape, bits, digits_of
from ..marks import Marks
from ..step import Candidate, Step
from . import deadly_patterns as deadly
from .deadly_patterns import Pattern
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


class Corners(NamedTuple):
    """The corners of a rectangle: each is opposite the one that is two further on."""

    cells: tuple[int, int, int, int]
    board: int


@lru_cache
def _rectangles(shape: Shape) -> tuple[Corners, ...]:
    """Every four cells in two rows, two columns and two boxes."""
    found = []
    for top, bottom in combinations(range(shape.size), 2):
        for left, right in combinations(range(shape.size), 2):
            cells = (
                top * shape.size + left,
                top * shape.size + right,
                bottom * shape.size + right,
                bottom * shape.size + left,
            )
            if len({shape.box_of[cell] for cell in cells}) == 2:
                found.append(Corners(cells, sum(1 << cell for cell in cells)))
    return tuple(found)


class Rectangle(NamedTuple):
    """A rectangle in a position: its corners in turn, its two digits, and its roof."""

    corners: tuple[int, int, int, int]
    pair: int
    pattern: Pattern

    @property
    def roof_is_diagonal(self) -> bool:
        """Whether the roof is two opposite corners."""
        a, b, c, d = self.corners
        return self.pattern.roof in (1 << a | 1 << c, 1 << b | 1 << d)


@lru_cache(maxsize=2)
def unique(marks: Marks) -> tuple[Rectangle, ...]:
    """The blank rectangles with a corner that has just their two digits; every corner has one of these at least."""
    return tuple(_unique(marks))


def _unique(marks: Marks) -> Iterator[Rectangle]:
    bivalue, of_cell = marks.bivalue, marks.of_cell
    several = sum(1 << cell for cell in bits(marks.blanks) if of_cell[cell] & of_cell[cell] - 1)
    either = {pair: several & _with_one_of(marks, pair) for pair in bivalue_groups(marks)}
    for cells, board in _rectangles(marks.shape):
        if not board & ~several and board & bivalue:
            for pair in dict.fromkeys(of_cell[cell] for cell in cells):
                if not board & ~either.get(pair, 0):
                    yield _rectangle(marks, cells, pair)


def _with_one_of(marks: Marks, pair: int) -> int:
    """The cells that have one of two digits, or both."""
    one, two = digits_of(pair)
    return marks.places[one] | marks.places[two]


@lru_cache(maxsize=2)
def avoidable(marks: Marks) -> tuple[Rectangle, ...]:
    """The rectangles with two or three corners filled in but not given, in the way of the pattern."""
    return tuple(_avoidable(marks))


def _avoidable(marks: Marks) -> Iterator[Rectangle]:
    blanks, given = marks.blanks, marks.given_mask
    for cells, board in _rectangles(marks.shape):
        empty = board & blanks
        if board & given or not empty or empty.bit_count() > 2:
            continue
        digits = [marks.digits[cell] for cell in cells]
        first = {digits[0], digits[2]} - {0}
        second = {digits[1], digits[3]} - {0}
        if len(first) > 1 or len(second) > 1 or first == second:
            continue
        pairs = [sum(1 << digit - 1 for digit in first | second)]
        if not first or not second:
            # Two opposite corners are filled in with one digit; the other is any that both blanks have.
            one, two = bits(empty)
            pairs = [pairs[0] | 1 << digit - 1 for digit in digits_of(marks.of_cell[one] & marks.of_cell[two])]
        for pair in pairs:
            yield _rectangle(marks, cells, pair)


def _rectangle(marks: Marks, cells: tuple[int, int, int, int], pair: int) -> Rectangle:
    pattern = Pattern.of(marks, dict.fromkeys(cells, pair), tuple(digits_of(pair)))
    return Rectangle(cells, pair, pattern)


def unique_rectangle_1(marks: Marks) -> Iterator[Step]:
    """Three corners have just the two digits. Digits: the two, then the extras. Cells: floor, roof."""
    for rectangle in unique(marks):
        yield from deadly.type_1(marks, "unique-rectangle-1", rectangle.pattern)


def unique_rectangle_2(marks: Marks) -> Iterator[Step]:
    """Two corners side by side have the same one extra. Digits: the two, then the extra. Cells: floor, roof."""
    for rectangle in unique(marks):
        if _has_side(rectangle):
            yield from deadly.type_2(marks, "unique-rectangle-2", rectangle.pattern)


def unique_rectangle_3(marks: Marks) -> Iterator[Step]:
    """The extras of two corners side by side complete a naked subset. Digits: the two, then the subset's.

    Cells: floor, roof, extra.
    """
    for rectangle in unique(marks):
        if _has_side(rectangle):
            yield from deadly.type_3(marks, "unique-rectangle-3", rectangle.pattern)


def unique_rectangle_4(marks: Marks) -> Iterator[Step]:
    """One of the two digits is locked in two corners side by side. Digits: the two, the locked one last.

    Cells: floor, roof. Houses: house, where it is locked.
    """
    for rectangle in unique(marks):
        if _has_side(rectangle):
            yield from deadly.type_4(marks, "unique-rectangle-4", rectangle.pattern)


def unique_rectangle_5(marks: Marks) -> Iterator[Step]:
    """Two opposite corners, or three, have the same one extra. Digits: the two, then the extra. Cells: floor, roof."""
    for rectangle in unique(marks):
        if not _has_side(rectangle):
            yield from deadly.type_2(marks, "unique-rectangle-5", rectangle.pattern)


def _has_side(rectangle: Rectangle) -> bool:
    """Whether the roof is two corners side by side."""
    return rectangle.pattern.roof.bit_count() == 2 and not rectangle.roof_is_diagonal


def unique_rectangle_6(marks: Marks) -> Iterator[Step]:
    """A digit whose places in two lines are the corners cannot be in the opposite roof corners: both would have it.

    Digits: the two, the one that falls first. Cells: floor, roof. Houses: house (the two lines).
    """
    for corners, pair, pattern in (rectangle for rectangle in unique(marks) if rectangle.roof_is_diagonal):
        for digit in digits_of(pair):
            for lines in _lines(marks.shape, corners):
                inside = all(_is_within(marks, digit, line, pattern.cells) for line in lines)
                if inside and (struck := marks.struck(digit, pattern.roof)):
                    places = tuple((line, digit) for line in lines)
                    other = (pair ^ 1 << digit - 1).bit_length()
                    yield pattern.naming_last(other).step("unique-rectangle-6", struck, places=places)
                    break


def hidden_rectangles(marks: Marks) -> Iterator[Step]:
    """A corner opposite a floor corner loses one digit if the other has no further places in its row and its column.

    Where the roof is one corner, or a side, types 1 and 4 say more. Digits: the two, the one that falls first. Cells:
    floor, roof. Houses: house (the row and the column).
    """
    for rectangle in unique(marks):
        corners, pair, pattern = rectangle
        if not pattern.roof & pattern.roof - 1 or _has_side(rectangle):
            continue
        for number, corner in enumerate(corners):
            opposite = corners[number - 2]
            if marks.of_cell[opposite] != pair:
                continue
            houses = marks.shape.row_of[corner], marks.shape.size + marks.shape.column_of[corner]
            for digit in digits_of(pair & marks.of_cell[corner]):
                other = (pair ^ 1 << digit - 1).bit_length()
                if all(_is_within(marks, other, house, pattern.cells) for house in houses):
                    places = tuple((house, other) for house in houses)
                    struck = (Candidate(corner, digit),)
                    yield pattern.naming_last(other).step("hidden-rectangle", struck, places=places)


def _is_within(marks: Marks, digit: int, house: int, cells: int) -> bool:
    """Whether a digit has places in a house, and all of them in these cells."""
    here = marks.places[digit] & marks.houses[house]
    return bool(here) and not here & ~cells


def _lines(shape: Shape, corners: tuple[int, int, int, int]) -> tuple[tuple[int, int], tuple[int, int]]:
    """The two rows, and the two columns."""
    first, third = corners[0], corners[2]
    rows = shape.row_of[first], shape.row_of[third]
    return rows, (shape.size + shape.column_of[first], shape.size + shape.column_of[third])


def avoidable_rectangle_1(marks: Marks) -> Iterator[Step]:
    """One blank corner with extras: it takes one of them. Digits: the two, then the extras. Cells: floor, roof."""
    for rectangle in avoidable(marks):
        yield from deadly.type_1(marks, "avoidable-rectangle-1", rectangle.pattern)


def avoidable_rectangle_2(marks: Marks) -> Iterator[Step]:
    """Two blank corners with the same one extra. Digits: the two, then the extra. Cells: floor, roof."""
    for rectangle in avoidable(marks):
        yield from deadly.type_2(marks, "avoidable-rectangle-2", rectangle.pattern)
