"""Fish: n lines in which all places of a digit are on n crossing lines, so these have it nowhere else.

The first lines are the base, the crossing ones the cover. ::

    . . . | . . . | . . .        X-Wing in two rows: the digit is in an A and in a B, in different columns.
    . A - | - - - | - A -        So both columns have it, and every x is eliminated.
    . x . | . . . | . x .
    ------+-------+------        Finned: the base has another place, a fin F outside the cover. Either the fin is
    . x . | . . . | . x .        true, or the fish is. So only what sees the fin is eliminated: the two x above and
    . B - | - - - | - B F        below the right B, in the box of the fin.
    . x . | . . . | . x .

A sashimi fish has a base line with fewer than two places in the cover: without its fins it would not be a fish.
A Siamese fish is two finned fish with the same base.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import combinations
from typing import NamedTuple

from ...geometry import Shape, bits, mask_of
from ..bitsets import intersection_of
from ..marks import Marks
from ..step import Premises, Step
from .subsets import choices
from .templates import digits_to_search, outside_templates

__all__ = [
    "Fish",
    "finned_jellyfish",
    "finned_steps",
    "finned_swordfish",
    "finned_x_wings",
    "jellyfish",
    "sashimi_jellyfish",
    "sashimi_swordfish",
    "sashimi_x_wings",
    "swordfish",
    "x_wings",
]


class Fish(NamedTuple):
    """A fish of one digit: its houses as indices, its cells as bitboards."""

    base: tuple[int, ...]
    cover: tuple[int, ...]
    body: int
    """The places of the base in the cover, without the endo-fins."""
    fins: int
    """The places of the base outside the cover."""
    endo_fins: int
    """The places in more than one house of the base."""
    wrong: int
    """The eliminations."""

    @classmethod
    def of(cls, shape: Shape, places: int, base: tuple[int, ...], cover: tuple[int, ...]) -> Fish:
        """Return the fish with these houses."""
        in_base = endo_fins = in_cover = 0
        for house in base:
            here = places & shape.house_masks[house]
            endo_fins |= in_base & here
            in_base |= here
        for house in cover:
            in_cover |= places & shape.house_masks[house]
        fins = in_base & ~in_cover & ~endo_fins
        wrong = in_cover & ~in_base & intersection_of(shape.peer_masks, fins | endo_fins)
        return cls(base, cover, in_base & in_cover & ~endo_fins, fins, endo_fins, wrong)

    @property
    def key(self) -> tuple[int, int, tuple[int, ...], tuple[int, ...]]:
        """The key by which fish are sorted: few fins first."""
        return self.endo_fins.bit_count(), self.fins.bit_count(), self.base, self.cover

    def step(self, technique: str, marks: Marks, digit: int, variant: str = "") -> Step:
        """Return the step. Digits: the digit. Cells: pattern (the body), fins, endo_fins. Houses: base, cover."""
        cells = {"pattern": self.body, "fins": self.fins, "endo_fins": self.endo_fins}
        return Step(
            technique,
            eliminations=marks.candidates(digit, self.wrong),
            premises=Premises(places=tuple((house, digit) for house in self.base)),
            digits=(digit,),
            cells={role: mask for role, mask in cells.items() if mask},
            houses={"base": self.base, "cover": self.cover},
            variant=variant,
        )


def finned_steps(
    technique: str, marks: Marks, find: Callable[[int], Sequence[Fish]], is_kind: Callable[..., bool]
) -> Iterator[Step]:
    """Yield the fish of one kind that are found for the places of each digit, then the Siamese fish.

    `is_kind` gets one fish, or the two of a Siamese fish.
    """
    for digit in digits_to_search(marks):
        for fish in find(marks.places[digit]):
            if is_kind(fish):
                yield fish.step(technique, marks, digit)
    for digit in digits_to_search(marks):
        for one, two, both in _siamese(find(marks.places[digit])):
            if is_kind(one, two):
                yield both.step(technique, marks, digit, "siamese")


def _siamese(fish: Sequence[Fish]) -> Iterator[tuple[Fish, Fish, Fish]]:
    """Yield two fish with the same base, each with an elimination that the other lacks, and both as one fish."""
    seen = set()
    by_base: dict[tuple[int, ...], list[Fish]] = {}
    for each in fish:
        by_base.setdefault(each.base, []).append(each)
    for alike in by_base.values():
        for one, two in combinations(alike, 2):
            if one.wrong & ~two.wrong and two.wrong & ~one.wrong and one.fins != two.fins:
                fins, endo_fins = one.fins | two.fins, one.endo_fins | two.endo_fins
                cover = tuple(sorted({*one.cover, *two.cover}))
                body = (one.body | two.body) & ~(fins | endo_fins)
                both = Fish(one.base, cover, body, fins, endo_fins, one.wrong | two.wrong)
                if both not in seen:
                    seen.add(both)
                    yield one, two, both


# Lines as small masks: for each row the columns in which the digit has places, or for each column the rows


class _View(NamedTuple):
    """The places of a digit, row by row or column by column."""

    lines: tuple[int, ...]
    by_rows: bool

    def fish(self, shape: Shape, places: int, lines: int, crossing: int) -> Fish:
        """Return the fish with these lines as its base, and these crossing lines as its cover."""
        down, along = (0, shape.size) if self.by_rows else (shape.size, 0)
        base, cover = tuple(line + down for line in bits(lines)), tuple(line + along for line in bits(crossing))
        return Fish.of(shape, places, base, cover)


@lru_cache(maxsize=1024)
def _views(shape: Shape, places: int) -> tuple[_View, _View]:
    size = shape.size
    rows, columns = [0] * size, [0] * size
    for cell in bits(places):
        row, column = divmod(cell, size)
        rows[row] |= 1 << column
        columns[column] |= 1 << row
    return _View(tuple(rows), True), _View(tuple(columns), False)


# Without fins


def _plain(marks: Marks, size: int, technique: str) -> Iterator[Step]:
    for digit in digits_to_search(marks):
        places = marks.places[digit]
        for view in _views(marks.shape, places):
            usable = [(1 << line, mask) for line, mask in enumerate(view.lines) if 2 <= mask.bit_count() <= size]
            for lines, crossing in choices(usable, size):
                fish = view.fish(marks.shape, places, lines, crossing)
                if fish.wrong:
                    yield fish.step(technique, marks, digit)


# With fins


def _finned(marks: Marks, size: int, technique: str, sashimi: bool) -> Iterator[Step]:
    """Yield the finned fish of one kind. A Siamese fish is sashimi if both its fish are."""

    def is_kind(*fish: Fish) -> bool:
        return sashimi == all(
            any((each.body & marks.houses[house]).bit_count() < 2 for house in each.base) for each in fish
        )

    return finned_steps(technique, marks, lambda places: _all_finned(marks.shape, places, size), is_kind)


@lru_cache(maxsize=1024)
def _all_finned(shape: Shape, places: int, size: int) -> tuple[Fish, ...]:
    """Return every finned fish of a size, few fins first."""
    wrong = outside_templates(shape, places)
    found = [
        fish
        for view in _views(shape, places)
        for box in range(2 * shape.size, len(shape.houses))
        if shape.house_masks[box] & wrong
        for fish in _finned_in_box(shape, places, view, box, size)
    ]
    return tuple(sorted(found, key=lambda fish: fish.key))


def _finned_in_box(shape: Shape, places: int, view: _View, box: int, size: int) -> Iterator[Fish]:
    """Yield the finned fish whose fins are in a box.

    A place of the cover sees a fin only through their box. So all fins and all eliminations are in one box, and the
    eliminations on other lines than the base. Lines that miss the box must be covered completely, the others outside
    the box.
    """
    box_lines, box_crossing = _box_lines(shape, box, view.by_rows)
    usable = [mask if mask & mask - 1 else 0 for mask in view.lines]
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
            for lines, needed in choices(far, size, 0, own, outside) if number < size else [(own, outside)]:
                # The crossing lines that must be in the cover are completed by some that may be.
                free = [1 << line for line in bits(inside & ~needed)]
                for more in combinations(free, size - needed.bit_count()):
                    crossing = needed | sum(more)
                    if crossing & box_crossing and all(usable[line] & crossing for line in chosen):
                        fish = view.fish(shape, places, lines, crossing)
                        if fish.wrong and fish.fins:
                            yield fish


@lru_cache(maxsize=1024)
def _box_lines(shape: Shape, box: int, by_rows: bool) -> tuple[list[int], int]:
    """Return the lines through a box, and the mask of the lines that cross them there."""
    rows, columns = ({line_of[cell] for cell in shape.houses[box]} for line_of in (shape.row_of, shape.column_of))
    lines, crossing = (rows, columns) if by_rows else (columns, rows)
    return sorted(lines), mask_of(crossing)


x_wings = partial(_plain, size=2, technique="x-wing")
swordfish = partial(_plain, size=3, technique="swordfish")
jellyfish = partial(_plain, size=4, technique="jellyfish")
finned_x_wings = partial(_finned, size=2, technique="finned-x-wing", sashimi=False)
finned_swordfish = partial(_finned, size=3, technique="finned-swordfish", sashimi=False)
finned_jellyfish = partial(_finned, size=4, technique="finned-jellyfish", sashimi=False)
sashimi_x_wings = partial(_finned, size=2, technique="sashimi-x-wing", sashimi=True)
sashimi_swordfish = partial(_finned, size=3, technique="sashimi-swordfish", sashimi=True)
sashimi_jellyfish = partial(_finned, size=4, technique="sashimi-jellyfish", sashimi=True)
