"""Patterns of one digit from two strong links, or from a strong link and a box.

Two strong links with an end of each in sight of the other: at least one of the far ends takes the digit, so what sees
both far ends falls. The houses give the name. ::

    far === near           skyscraper         two rows (or two columns), the near ends on one crossing line
             |             two-string kite    a row and a column, the near ends in one box
           near === far    turbot fish        any other two

An empty rectangle is a box in which the digit lies on one row and one column only. A strong link that begins on one of
the two ends where it sees a place on the other: this place falls, for it would leave the box without the digit.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from ...geometry import Shape, bits
from ..marks import Marks
from ..step import Chain, Node, Premises, Reason, Step
from .templates import doomed_digits

__all__ = [
    "dual_empty_rectangles",
    "dual_two_string_kites",
    "empty_rectangles",
    "skyscrapers",
    "turbot_fish",
    "two_string_kites",
]


class _Turbot(NamedTuple):
    """Two strong links and what connects them: far - near, near - far, each cell as a bit."""

    houses: tuple[int, int]
    weak: int
    """A house of both near ends; a line rather than a box, for a line is seen first."""
    cells: tuple[int, int, int, int]
    falling: int

    def kind(self, size: int) -> str:
        """The name of the pattern, by the kinds of the three houses: 0 row, 1 column, 2 box."""
        one, two = sorted(house // size for house in self.houses)
        weak = self.weak // size
        if one == two < 2 and weak == 1 - one:
            return "skyscraper"
        return "two-string-kite" if (one, two, weak) == (0, 1, 2) else "turbot-fish"


@lru_cache(maxsize=1024)
def _turbots(shape: Shape, places: int) -> tuple[_Turbot, ...]:
    """Every two connected strong links of a digit that strike something out."""
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
            sight = peers[near.bit_length() - 1]
            for near_too, far_too in ((c, d), (d, c)):
                if sight & near_too:
                    both = peers[far.bit_length() - 1] & peers[far_too.bit_length() - 1]
                    if falling := places & both & ~(near | near_too):
                        weak = _connecting(shape, near | near_too)
                        turbot = _Turbot((house, other), weak, (far, near, near_too, far_too), falling)
                        # a pair that is alone in its line and in its box makes one pattern, named by the line
                        found.setdefault(min(turbot.cells, turbot.cells[::-1]), turbot)
    return tuple(found.values())


def _connecting(shape: Shape, cells: int) -> int:
    return next(house for house, mask in enumerate(shape.house_masks) if not cells & ~mask)


def skyscrapers(marks: Marks) -> Iterator[Step]:
    """Two rows (or columns) with two places each, of which two lie on a crossing line."""
    return _turbot_steps(marks, "skyscraper")


def two_string_kites(marks: Marks) -> Iterator[Step]:
    """A row and a column with two places each, of which two lie in a box."""
    return _turbot_steps(marks, "two-string-kite")


def turbot_fish(marks: Marks) -> Iterator[Step]:
    """Two strong links that are connected in any other way."""
    return _turbot_steps(marks, "turbot-fish")


def _turbot_steps(marks: Marks, technique: str) -> Iterator[Step]:
    for digit, _ in doomed_digits(marks):
        for turbot in _turbots(marks.shape, marks.places[digit]):
            if turbot.kind(marks.shape.size) == technique:
                yield _turbot_step(technique, marks, digit, turbot)


def _turbot_step(technique: str, marks: Marks, digit: int, turbot: _Turbot) -> Step:
    """Fills digits (the digit), cells pattern (all four) and pincers (the far ends), houses link (strong) and house."""
    far, near, near_too, far_too = turbot.cells
    one, two = turbot.houses
    nodes = (
        Node(digit, far, False),
        Node(digit, near, True, Reason("house", one), (0,)),
        Node(digit, near_too, False, Reason("house", turbot.weak), (1,)),
        Node(digit, far_too, True, Reason("house", two), (2,)),
    )
    return Step(
        technique,
        eliminations=marks.struck(digit, turbot.falling),
        premises=Premises(places=((one, digit), (two, digit))),
        digits=(digit,),
        cells={"pattern": sum(turbot.cells), "pincers": far | far_too},
        houses={"link": turbot.houses, "house": (turbot.weak,)},
        chains=(Chain("chain", nodes),),
    )


def dual_two_string_kites(marks: Marks) -> Iterator[Step]:
    """Two kites that are connected by the same two cells of a box, be it for one digit or for two.

    Fills what a kite does, for both: digits (one or two), cells, houses, and a chain a kite.
    """
    for one, two in combinations(two_string_kites(marks), 2):
        if _connectors(one) == _connectors(two) and one.eliminations != two.eliminations:
            yield Step(
                "dual-two-string-kite",
                eliminations=tuple(sorted({*one.eliminations, *two.eliminations})),
                premises=Premises(places=tuple(dict.fromkeys(one.premises.places + two.premises.places))),
                digits=tuple(dict.fromkeys(one.digits + two.digits)),
                cells={role: cells | two.cells[role] for role, cells in one.cells.items()},
                houses={role: tuple(dict.fromkeys(at + two.houses[role])) for role, at in one.houses.items()},
                chains=one.chains + two.chains,
            )


def _connectors(kite: Step) -> int:
    return kite.cells["pattern"] & ~kite.cells["pincers"]


class _Rectangle(NamedTuple):
    """An empty rectangle: a box, the row and the column that hold all its places, and a strong link."""

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
    """Every empty rectangle of a digit that strikes something out, those with two places in the box last."""
    masks = shape.house_masks
    found = []
    for box in range(2 * shape.size, len(masks)):
        cells = places & masks[box]
        for row, column in _crosses(shape, box):
            on_row, on_column = cells & ~masks[column], cells & ~masks[row]
            if on_row and on_column and not on_row & on_column:
                for one, two in ((row, column), (column, row)):
                    for link, pair, target in _rectangle_links(shape, places, masks[box], one, two):
                        found.append(_Rectangle(box, row, column, link, cells, pair, target))
    return tuple(sorted(found, key=lambda rectangle: rectangle.cells.bit_count() < 3))


@lru_cache(maxsize=1024)
def _crosses(shape: Shape, box: int) -> tuple[tuple[int, int], ...]:
    """Each row through a box with each column through it."""
    row, column = divmod(shape.houses[box][0], shape.size)
    rows, columns = range(row, row + shape.box_height), range(column, column + shape.box_width)
    return tuple((row, shape.size + column) for row in rows for column in columns)


def _rectangle_links(shape: Shape, places: int, box: int, begins: int, falls: int) -> Iterator[tuple[int, int, int]]:
    """The strong links from one of the two lines to a place in sight of the other: link, its two cells, the target."""
    masks = shape.house_masks
    parallel = range(shape.size) if falls < shape.size else range(shape.size, 2 * shape.size)
    for near in bits(places & masks[begins] & ~box):
        link = next(line for line in shape.houses_of[near] if line in parallel)
        pair = places & masks[link]
        if pair.bit_count() == 2 and not masks[link] & box:
            far = (pair ^ 1 << near).bit_length() - 1
            if target := places & masks[falls] & shape.peer_masks[far] & ~box & ~pair:
                yield link, pair, target


def empty_rectangles(marks: Marks) -> Iterator[Step]:
    """A box whose places lie on a row and a column, and a strong link from one of them."""
    for digit, _ in doomed_digits(marks):
        for rectangle in _rectangles(marks.shape, marks.places[digit]):
            yield _rectangle_step("empty-rectangle", marks, digit, (rectangle,))


def _rectangle_step(technique: str, marks: Marks, digit: int, rectangles: tuple[_Rectangle, ...]) -> Step:
    """Fills digits (one), cells pattern (in the box) and link, houses house (the box), cover (its lines) and link."""
    box = rectangles[0].box
    links = tuple(dict.fromkeys(rectangle.link for rectangle in rectangles))
    lines = sorted({line for rectangle in rectangles for line in (rectangle.row, rectangle.column)})
    pairs = target = 0
    for rectangle in rectangles:
        pairs |= rectangle.pair
        target |= rectangle.target
    return Step(
        technique,
        eliminations=marks.struck(digit, target),
        premises=Premises(places=((box, digit), *((link, digit) for link in links))),
        digits=(digit,),
        cells={"pattern": rectangles[0].cells, "link": pairs},
        houses={"house": (box,), "cover": tuple(lines), "link": links},
        variant="two candidates" if rectangles[0].cells.bit_count() == 2 else "",
    )


def dual_empty_rectangles(marks: Marks) -> Iterator[Step]:
    """Two empty rectangles of the same box that strike out different candidates, seen as one."""
    for digit, _ in doomed_digits(marks):
        for one, two in combinations(_rectangles(marks.shape, marks.places[digit]), 2):
            if one.box == two.box and one.target != two.target:
                yield _rectangle_step("dual-empty-rectangle", marks, digit, (one, two))
