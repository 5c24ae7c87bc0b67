"""Fish: n lines in which a digit has its places on n crossing lines only, so that it has none elsewhere on those.

The lines that confine the digit are the base, the crossing ones the cover. ::

    . . . | . . . | . . .        X-Wing in two rows: one of the two A takes the digit and one of the two B,
    . A - | - - - | - A -        in different columns, so both columns have it; every x falls.
    . x . | . . . | . x .
    ------+-------+------        Finned: a further place of the base, a fin F outside the cover. Either the fin takes
    . x . | . . . | . x .        the digit, or the fish stands; what falls by the fish and sees the fin falls anyhow:
    . B - | - - - | - B F        with this fin the two x in its box, above and below the right B.
    . x . | . . . | . x .

A sashimi fish has a base line with less than two places in the cover: without its fins it would be no fish at all.
A Siamese fish is two finned fish on the same base, seen as one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache, partial
from itertools import combinations
from typing import NamedTuple

from ...geometry import Shape, bits
from ..marks import Marks
from ..step import Premises, Step
from .subsets import unions
from .templates import doomed, doomed_digits

__all__ = [
    "Fish",
    "as_step",
    "finned_jellyfish",
    "finned_swordfish",
    "finned_x_wings",
    "jellyfish",
    "sashimi_jellyfish",
    "sashimi_swordfish",
    "sashimi_x_wings",
    "siamese",
    "swordfish",
    "x_wings",
]


class Fish(NamedTuple):
    """A fish of one digit: its houses by index, its cells as bitboards."""

    base: tuple[int, ...]
    cover: tuple[int, ...]
    body: int
    """The places of the base that the cover holds, but for the endo-fins."""
    fins: int
    """The places of the base outside the cover."""
    endo_fins: int
    """The places in more than one house of the base."""
    falling: int

    @property
    def key(self) -> tuple[int, int, tuple[int, ...], tuple[int, ...]]:
        """What fish are sorted by: few fins first."""
        return self.endo_fins.bit_count(), self.fins.bit_count(), self.base, self.cover


def as_step(technique: str, marks: Marks, digit: int, fish: Fish, variant: str = "") -> Step:
    """A fish as a step: digits (the digit), cells pattern (the body), fins and endo_fins, houses base and cover."""
    cells = {"pattern": fish.body, "fins": fish.fins, "endo_fins": fish.endo_fins}
    return Step(
        technique,
        eliminations=marks.struck(digit, fish.falling),
        premises=Premises(places=tuple((house, digit) for house in fish.base)),
        digits=(digit,),
        cells={role: mask for role, mask in cells.items() if mask},
        houses={"base": fish.base, "cover": fish.cover},
        variant=variant,
    )


def siamese(fish: Iterable[Fish]) -> Iterator[tuple[Fish, Fish, Fish]]:
    """Two fish on the same base of which each strikes out what the other does not: both, and the two as one."""
    seen = set()
    by_base: dict[tuple[int, ...], list[Fish]] = {}
    for each in fish:
        by_base.setdefault(each.base, []).append(each)
    for alike in by_base.values():
        for one, two in combinations(alike, 2):
            if one.falling & ~two.falling and two.falling & ~one.falling and one.fins != two.fins:
                fins, endo_fins = one.fins | two.fins, one.endo_fins | two.endo_fins
                cover = tuple(sorted({*one.cover, *two.cover}))
                body = (one.body | two.body) & ~(fins | endo_fins)
                both = Fish(one.base, cover, body, fins, endo_fins, one.falling | two.falling)
                if both not in seen:
                    seen.add(both)
                    yield one, two, both


# Lines as small masks: row by row the columns in which the digit has its places, or column by column the rows


class _Side(NamedTuple):
    """The places of a digit seen along the rows, or along the columns."""

    lines: tuple[int, ...]
    across: bool
    """Whether the lines are rows."""


@lru_cache(maxsize=1024)
def _sides(shape: Shape, places: int) -> tuple[_Side, _Side]:
    size = shape.size
    rows, columns = [0] * size, [0] * size
    for cell in bits(places):
        row, column = divmod(cell, size)
        rows[row] |= 1 << column
        columns[column] |= 1 << row
    return _Side(tuple(rows), True), _Side(tuple(columns), False)


def _fish(shape: Shape, places: int, side: _Side, lines: int, crossing: int, near: int) -> Fish:
    """The fish of some base lines and cover lines; near is where it may strike: everywhere, or in the fins' box."""
    down, along = (0, shape.size) if side.across else (shape.size, 0)
    base = tuple(line + down for line in bits(lines))
    cover = tuple(line + along for line in bits(crossing))
    in_base = sum(shape.house_masks[house] for house in base)
    in_cover = sum(shape.house_masks[house] for house in cover)
    here = places & in_base
    return Fish(base, cover, here & in_cover, here & ~in_cover, 0, places & in_cover & ~in_base & near)


# Without fins


def _plain(marks: Marks, size: int, technique: str) -> Iterator[Step]:
    for digit, _ in doomed_digits(marks):
        places = marks.places[digit]
        for side in _sides(marks.shape, places):
            usable = [(1 << line, mask) for line, mask in enumerate(side.lines) if 2 <= mask.bit_count() <= size]
            for lines, crossing in unions(usable, size, 0, 0, 0):
                fish = _fish(marks.shape, places, side, lines, crossing, places)
                if fish.falling:
                    yield as_step(technique, marks, digit, fish)


# With fins


def _finned(marks: Marks, size: int, technique: str, sashimi: bool) -> Iterator[Step]:
    """Those of one kind, then the Siamese ones that begin with it."""
    for digit, _ in doomed_digits(marks):
        for fish in _all_finned(marks.shape, marks.places[digit], size):
            if _is_sashimi(marks, fish) == sashimi:
                yield as_step(technique, marks, digit, fish)
    for digit, _ in doomed_digits(marks):
        for one, two, both in siamese(_all_finned(marks.shape, marks.places[digit], size)):
            if (_is_sashimi(marks, one) and _is_sashimi(marks, two)) == sashimi:
                yield as_step(technique, marks, digit, both, "siamese")


def _is_sashimi(marks: Marks, fish: Fish) -> bool:
    return any((fish.body & marks.houses[house]).bit_count() < 2 for house in fish.base)


@lru_cache(maxsize=1024)
def _all_finned(shape: Shape, places: int, size: int) -> tuple[Fish, ...]:
    """Every finned fish of that size, few fins first."""
    falling = doomed(shape, places)
    found = [
        fish
        for side in _sides(shape, places)
        for box in range(2 * shape.size, len(shape.houses))
        if shape.house_masks[box] & falling
        for fish in _finned_in(shape, places, side, box, size)
    ]
    return tuple(sorted(found, key=lambda fish: fish.key))


def _finned_in(shape: Shape, places: int, side: _Side, box: int, size: int) -> Iterator[Fish]:
    """The finned fish whose fins lie in a box.

    A fin sees what falls by their box alone, so all fins lie in one box, and so does what falls, on another line and
    in the cover. The lines that miss the box must therefore be covered wholly, the others but for the box.
    """
    near = shape.house_masks[box]
    box_lines, box_crossing = _box_sides(shape, box, side.across)
    usable = [mask if mask & mask - 1 else 0 for mask in side.lines]
    far = [
        (1 << line, mask) for line, mask in enumerate(usable) if 2 <= mask.bit_count() <= size and line not in box_lines
    ]
    inner = [line for line in box_lines if usable[line]]
    for number in range(1, min(size, len(box_lines) - 1, len(inner)) + 1):
        for chosen in combinations(inner, number):
            outside = inside = own = 0
            for line in chosen:
                own |= 1 << line
                outside |= usable[line] & ~box_crossing
                inside |= usable[line] & box_crossing
            if not inside or outside.bit_count() >= size:
                continue
            for lines, needed in _with_far(far, size, own, outside):
                for crossing in _covers(needed, inside, size):
                    if crossing & box_crossing and all(usable[line] & crossing for line in chosen):
                        fish = _fish(shape, places, side, lines, crossing, near)
                        if fish.falling and fish.fins:
                            yield fish


def _with_far(far: list[tuple[int, int]], size: int, own: int, outside: int) -> Iterator[tuple[int, int]]:
    """The lines through the box completed by lines that miss it: all lines, and what must be covered."""
    if own.bit_count() == size:
        return iter([(own, outside)])
    return unions(far, size, 0, own, outside)


def _covers(needed: int, inside: int, size: int) -> Iterator[int]:
    """The lines that must be covered, filled up with some that may be."""
    free = [1 << line for line in bits(inside & ~needed)]
    return (needed | sum(more) for more in combinations(free, size - needed.bit_count()))


@lru_cache(maxsize=1024)
def _box_sides(shape: Shape, box: int, across: bool) -> tuple[range, int]:
    """The lines through a box, and the mask of those that cross them in it."""
    first = shape.houses[box][0]
    row, column = divmod(first, shape.size)
    rows, columns = range(row, row + shape.box_height), range(column, column + shape.box_width)
    lines, crossing = (rows, columns) if across else (columns, rows)
    return lines, sum(1 << line for line in crossing)


x_wings = partial(_plain, size=2, technique="x-wing")
swordfish = partial(_plain, size=3, technique="swordfish")
jellyfish = partial(_plain, size=4, technique="jellyfish")
finned_x_wings = partial(_finned, size=2, technique="finned-x-wing", sashimi=False)
finned_swordfish = partial(_finned, size=3, technique="finned-swordfish", sashimi=False)
finned_jellyfish = partial(_finned, size=4, technique="finned-jellyfish", sashimi=False)
sashimi_x_wings = partial(_finned, size=2, technique="sashimi-x-wing", sashimi=True)
sashimi_swordfish = partial(_finned, size=3, technique="sashimi-swordfish", sashimi=True)
sashimi_jellyfish = partial(_finned, size=4, technique="sashimi-jellyfish", sashimi=True)
