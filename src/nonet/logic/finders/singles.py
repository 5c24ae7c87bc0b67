"""Singles: the last blank of a house, the last candidate of a cell, the last place of a digit in a house.

A full house is both: the last blank of a house takes its last digit. A naked single sees all other digits. A hidden
single may have many candidates, but no other blank of one of its houses has this digit.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...geometry import bits
from ..marks import Marks
from ..step import Candidate, Premises, Step

__all__ = ["full_houses", "hidden_singles", "naked_singles"]


def full_houses(marks: Marks) -> Iterator[Step]:
    """Yield the last blank of each house."""
    seen = 0
    for index, house in enumerate(marks.houses):
        blank = house & marks.blanks
        if blank and not blank & blank - 1 and not blank & seen:
            mask = marks.of_cell[blank.bit_length() - 1]
            if mask and not mask & mask - 1:
                seen |= blank
                yield _step("full-house", blank, mask.bit_length(), Premises(cells=blank), index)


def naked_singles(marks: Marks) -> Iterator[Step]:
    """Yield the cells with one candidate."""
    for cell in bits(marks.at_least[1] & ~marks.at_least[2]):
        yield _step("naked-single", 1 << cell, marks.of_cell[cell].bit_length(), Premises(cells=1 << cell))


def hidden_singles(marks: Marks) -> Iterator[Step]:
    """Yield the digits with one place in a house; boxes before lines, since people see boxes first."""
    lines = 2 * marks.shape.size
    houses = marks.houses
    seen: set[tuple[int, int]] = set()
    for index in (*range(lines, len(houses)), *range(lines)):
        house = houses[index] & marks.blanks
        if not house & house - 1:
            continue
        for digit, places in enumerate(marks.places):
            here = places & house
            if here and not here & here - 1 and (here, digit) not in seen:
                seen.add((here, digit))
                yield _step("hidden-single", here, digit, Premises(places=((index, digit),)), index)


def _step(technique: str, cell: int, digit: int, premises: Premises, house: int = -1) -> Step:
    return Step(
        technique,
        placements=(Candidate(cell.bit_length() - 1, digit),),
        premises=premises,
        digits=(digit,),
        cells={"pattern": cell},
        houses={} if house < 0 else {"house": (house,)},
    )
