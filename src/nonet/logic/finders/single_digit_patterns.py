"""Patterns of one digit with two strong links, or with one strong link and a box.

Two strong links, with an end of one that sees an end of the other: at least one of the far ends is true, so what sees
both far ends is eliminated. The name depends on the houses. ::

    far === near           skyscraper         two rows (or two columns), the near ends on a crossing line
             |             two-string kite    a row and a column, the near ends in a box
           near === far    turbot fish        any other houses

An empty rectangle is a box in which all places of the digit are on one row and one column. ::

    . 1 . | . . . | . . .      All places of box 1 are on row 2 or on column 2, and N = L is a strong link. If x were
    1 . 1 | . . . | . N .      true, L would be false and N true. Then x would see the places on column 2, and N those
    ------+-------+------      on row 2, so box 1 would have no place left. So x is false.
    . x . | . . . | . L .
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from ...geometry import Shape, bits
from ..bitsets import union
from ..marks import Marks
from ..step import Chain, Node, Premises, Reason, Step
from .templates import digits_to_search

__all__ = [
    "dual_empty_rectangles",
    "dual_two_string_kites",
    "empty_rectangles",
    "skyscrapers",
    "turbot_fish",
    "two_string_kites",
]


class _Turbot(NamedTuple):
    """Two connected strong links."""

    houses: tuple[int, int]
    weak: int
    """A house of both near ends; a line rather than a box, since people see lines first."""
    cells: tuple[int, int, int, int]
    """far, near, near, far: each cell as a bit."""
    wrong: int
    """The eliminations."""

    def kind(self, size: int) -> str:
        """Return the technique, by the kinds of the three houses: 0 row, 1 column, 2 box."""
        one, two = sorted(house // size for house in self.houses)
        weak = self.weak // size
        if one == two < 2 and weak == 1 - one:
            return "skyscraper"
        return "two-string-kite" if (one, two, weak) == (0, 1, 2) else "turbot-fish"


@lru_cache(maxsize=1024)
def _turbots(shape: Shape, places: int) -> tuple[_Turbot, ...]:
    """Return all pairs of connected strong links of a digit that eliminate something."""
    links = [
        (house, here & -here, here & here - 1)
        for house, mask in enumerate(shape.house_masks)
        if (here := places & mask).bit_count() == 2
    ]
    peers = shape.peer_masks
    found: dict[tuple[int, ...], _Turbot] = {}
    for (house, a, b), (other, c, d) in combinations(links, 2):
        if (a | b) & (c | d):
            continue
        for far, near in ((a, b), (b, a)):
            for near_too, far_too in ((c, d), (d, c)):
                if peers[near.bit_length() - 1] & near_too:
                    both = peers[far.bit_length() - 1] & peers[far_too.bit_length() - 1]
                    if wrong := places & both & ~(near | near_too):
                        weak = next(h for h, mask in enumerate(shape.house_masks) if not (near | near_too) & ~mask)
                        turbot = _Turbot((house, other), weak, (far, near, near_too, far_too), wrong)
                        # A pair that has both a line and a box for itself makes one pattern, named after the line.
                        found.setdefault(min(turbot.cells, turbot.cells[::-1]), turbot)
    return tuple(found.values())


def skyscrapers(marks: Marks) -> Iterator[Step]:
    """Yield two rows (or columns) with two places each, of which two are on a crossing line."""
    return _turbot_steps(marks, "skyscraper")


def two_string_kites(marks: Marks) -> Iterator[Step]:
    """Yield a row and a column with two places each, of which two are in a box."""
    return _turbot_steps(marks, "two-string-kite")


def turbot_fish(marks: Marks) -> Iterator[Step]:
    """Yield two strong links that are connected in any other way."""
    return _turbot_steps(marks, "turbot-fish")


def _turbot_steps(marks: Marks, technique: str) -> Iterator[Step]:
    """Yield the steps of one kind.

    Digits: the one. Cells: pattern (all four), pincers (the far ends). Houses: link (strong), house (weak).
    """
    for digit in digits_to_search(marks):
        for turbot in _turbots(marks.shape, marks.places[digit]):
            if turbot.kind(marks.shape.size) != technique:
                continue
            far, near, near_too, far_too = turbot.cells
            one, two = turbot.houses
            nodes = (
                Node(digit, far, False),
                Node(digit, near, True, Reason("house", one), (0,)),
                Node(digit, near_too, False, Reason("house", turbot.weak), (1,)),
                Node(digit, far_too, True, Reason("house", two), (2,)),
            )
            yield Step(
                technique,
                eliminations=marks.candidates(digit, turbot.wrong),
                premises=Premises(places=((one, digit), (two, digit))),
                digits=(digit,),
                cells={"pattern": sum(turbot.cells), "pincers": far | far_too},
                houses={"link": turbot.houses, "house": (turbot.weak,)},
                chains=(Chain("chain", nodes),),
            )


def dual_two_string_kites(marks: Marks) -> Iterator[Step]:
    """Yield two kites, of one digit or of two, with the same two cells in a box.

    Digits (one or two), cells, houses, chains: those of both kites.
    """
    for one, two in combinations(two_string_kites(marks), 2):
        if _near_ends(one) == _near_ends(two) and one.eliminations != two.eliminations:
            yield Step(
                "dual-two-string-kite",
                eliminations=tuple(sorted({*one.eliminations, *two.eliminations})),
                premises=Premises(places=tuple(dict.fromkeys(one.premises.places + two.premises.places))),
                digits=tuple(dict.fromkeys(one.digits + two.digits)),
                cells={role: cells | two.cells[role] for role, cells in one.cells.items()},
                houses={role: tuple(dict.fromkeys(at + two.houses[role])) for role, at in one.houses.items()},
                chains=one.chains + two.chains,
            )


def _near_ends(kite: Step) -> int:
    return kite.cells["pattern"] & ~kite.cells["pincers"]


class _Rectangle(NamedTuple):
    """An empty rectangle: a box, the row and the column with all its places, and a strong link."""

    box: int
    row: int
    column: int
    link: int
    cells: int
    """The places in the box."""
    pair: int
    target: int


@lru_cache(maxsize=1024)
def _rectangles(shape: Shape, places: int) -> tuple[_Rectangle, ...]:
    """Return all empty rectangles of a digit that eliminate something, those with two places in the box last."""
    masks = shape.house_masks
    found = []
    for box in range(2 * shape.size, len(masks)):
        cells = places & masks[box]
        for row, column, *_ in (shape.houses_of[cell] for cell in shape.houses[box]):
            on_row, on_column = cells & ~masks[column], cells & ~masks[row]
            if on_row and on_column and not on_row & on_column:
                for one, two in ((row, column), (column, row)):
                    for link, pair, target in _rectangle_links(shape, places, masks[box], one, two):
                        found.append(_Rectangle(box, row, column, link, cells, pair, target))
    return tuple(sorted(found, key=lambda rectangle: rectangle.cells.bit_count() < 3))


def _rectangle_links(shape: Shape, places: int, box: int, start: int, other: int) -> Iterator[tuple[int, int, int]]:
    """Yield the strong links from one line to a cell that sees places of the other: their house, cells, and target."""
    masks = shape.house_masks
    parallel = other // shape.size  # the links are rows if the other line is a row
    for near in bits(places & masks[start] & ~box):
        link = shape.houses_of[near][parallel]
        pair = places & masks[link]
        if pair.bit_count() == 2 and not masks[link] & box:
            far = (pair ^ 1 << near).bit_length() - 1
            if target := places & masks[other] & shape.peer_masks[far] & ~box & ~pair:
                yield link, pair, target


def empty_rectangles(marks: Marks) -> Iterator[Step]:
    """Yield a box with all places on a row and a column, and a strong link from one of them."""
    for digit in digits_to_search(marks):
        for rectangle in _rectangles(marks.shape, marks.places[digit]):
            yield _rectangle_step("empty-rectangle", marks, digit, (rectangle,))


def _rectangle_step(technique: str, marks: Marks, digit: int, rectangles: tuple[_Rectangle, ...]) -> Step:
    """Return a step. Digits: the one. Cells: pattern (in the box), link. Houses: house (the box), cover, link."""
    box = rectangles[0].box
    links = tuple(dict.fromkeys(rectangle.link for rectangle in rectangles))
    lines = sorted({line for rectangle in rectangles for line in (rectangle.row, rectangle.column)})
    return Step(
        technique,
        eliminations=marks.candidates(digit, union(rectangle.target for rectangle in rectangles)),
        premises=Premises(places=((box, digit), *((link, digit) for link in links))),
        digits=(digit,),
        cells={"pattern": rectangles[0].cells, "link": union(rectangle.pair for rectangle in rectangles)},
        houses={"house": (box,), "cover": tuple(lines), "link": links},
        variant="two candidates" if rectangles[0].cells.bit_count() == 2 else "",
    )


def dual_empty_rectangles(marks: Marks) -> Iterator[Step]:
    """Yield two empty rectangles of the same box with different eliminations as one step."""
    for digit in digits_to_search(marks):
        for one, two in combinations(_rectangles(marks.shape, marks.places[digit]), 2):
            if one.box == two.box and one.target != two.target:
                yield _rectangle_step("dual-empty-rectangle", marks, digit, (one, two))
