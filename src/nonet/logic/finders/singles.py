"""Singles: the last blank of a house, the only digit of a cell, the only place of a digit in a house."""

from __future__ import annotations

from collections.abc import Iterator

from ...geometry import bits
from ..marks import Marks
from ..step import Candidate, Premises, Step

__all__ = ["full_houses", "hidden_singles", "naked_singles"]


def full_houses(marks: Marks) -> Iterator[Step]:
    """The last blank of a house."""
    seen = 0
    for index, house in enumerate(marks.houses):
        blank = house & marks.blanks
        if blank and not blank & blank - 1 and not blank & seen:
            cell = blank.bit_length() - 1
            mask = marks.of_cell[cell]
            if mask and not mask & mask - 1:
                seen |= blank
                yield Step(
                    "full-house",
                    placements=(Candidate(cell, mask.bit_length()),),
                    premises=Premises(cells=blank),
                    digits=(mask.bit_length(),),
                    cells={"pattern": blank},
                    houses={"house": (index,)},
                )


def naked_singles(marks: Marks) -> Iterator[Step]:
    """A cell with one candidate left."""
    for cell in bits(marks.at_least[1] & ~marks.at_least[2]):
        digit = marks.of_cell[cell].bit_length()
        yield Step(
            "naked-single",
            placements=(Candidate(cell, digit),),
            premises=Premises(cells=1 << cell),
            digits=(digit,),
            cells={"pattern": 1 << cell},
        )


def hidden_singles(marks: Marks) -> Iterator[Step]:
    """A digit with one place left in a house; boxes before lines, since people see boxes first."""
    lines = 2 * marks.shape.size
    houses = marks.houses
    seen: set[Candidate] = set()
    for index in (*range(lines, len(houses)), *range(lines)):
        house = houses[index] & marks.blanks
        if not house & house - 1:
            continue
        for digit, places in enumerate(marks.places):
            here = places & house
            if here and not here & here - 1:
                place = Candidate(here.bit_length() - 1, digit)
                if place not in seen:
                    seen.add(place)
                    yield Step(
                        "hidden-single",
                        placements=(place,),
                        premises=Premises(places=((index, digit),)),
                        digits=(digit,),
                        cells={"pattern": here},
                        houses={"house": (index,)},
                    )
