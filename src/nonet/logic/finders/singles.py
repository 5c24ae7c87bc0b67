"""Singles: the last blank of a house, the last candidate of a cell, the last place of a digit in a house.

A full house is both: the last blank of a house takes its last digit. A naked single sees all other digits. A hidden
single may have many candidates, but no other blank of one of its houses has this digit.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ...geometry import bits, digits_of
from ..bitsets import union
from ..marks import Marks
from ..step import Blocker, Candidate, Premises, Step

__all__ = ["full_houses", "hidden_singles", "naked_singles", "with_blockers"]


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


# The digits that a person would point at. A rating does not need them, so the finders leave them out.


def with_blockers(marks: Marks, step: Step) -> Step:
    """Return a naked or hidden single with its blockers and removed candidates; return any other step unchanged.

    >>> from nonet import Position
    >>> marks = Marks.of(Position("1... ..2. .3.. ...4"))
    >>> step = with_blockers(marks, next(naked_singles(marks)))
    >>> [(blocker.digit, marks.shape.house_names[blocker.house]) for blocker in step.blockers]
    [(1, 'row 1'), (4, 'column 4'), (2, 'box 2')]
    """
    if step.technique == "naked-single":
        blockers, removed = _blockers_of_cell(marks, *step.placements[0])
    elif step.technique == "hidden-single":
        blockers, removed = _blockers_of_house(marks, *step.placements[0], step.houses["house"][0])
    else:
        return step
    return step._replace(blockers=blockers, removed=removed)


def _blockers_of_cell(marks: Marks, cell: int, digit: int) -> tuple[tuple[Blocker, ...], tuple[Candidate, ...]]:
    """Return a blocker for each other digit, in as few houses as possible: first the house with most of them."""
    missing = marks.shape.all_digits & ~(1 << digit - 1)
    houses = {house: marks.shape.houses[house] for house in marks.shape.houses_of[cell]}
    found: list[Blocker] = []
    while houses:
        new = {
            house: {
                marks.digits[other]: other
                for other in cells
                if marks.digits[other] and missing >> marks.digits[other] - 1 & 1
            }
            for house, cells in houses.items()
        }
        best = max(new, key=lambda house: len(new[house]))
        for other, where in sorted(new[best].items()):
            found.append(Blocker(where, other, best))
            missing &= ~(1 << other - 1)
        del houses[best]
    return tuple(found), tuple(Candidate(cell, other) for other in digits_of(missing))


def _blockers_of_house(
    marks: Marks, cell: int, digit: int, house: int
) -> tuple[tuple[Blocker, ...], tuple[Candidate, ...]]:
    """Return the fewest blockers that leave a digit no other place in a house, lines before boxes."""
    shape = marks.shape
    blanks = marks.houses[house] & marks.blanks & ~(1 << cell)
    options: list[tuple[Blocker, int]] = []
    for where, placed in enumerate(marks.digits):
        if placed == digit:
            options += [
                (Blocker(where, digit, other), reached)
                for other in dict.fromkeys(shape.houses_of[where])
                if (reached := marks.houses[other] & blanks)
            ]
    options.sort(key=lambda option: (option[0].house >= 2 * shape.size, option[0].house))
    needed = union(reached for _, reached in options)
    for number in range(len(options) + 1):
        for chosen in combinations(options, number):
            if union(reached for _, reached in chosen) == needed:
                removed = tuple(Candidate(other, digit) for other in bits(blanks & ~needed))
                return tuple(blocker for blocker, _ in chosen), removed
    raise AssertionError("all blockers together reach every blank that one of them reaches")
