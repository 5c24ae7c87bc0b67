"""Unique loops: six or more cells with the same two candidates, two of them in each of their houses.

They are like unique rectangles, only longer: the two digits could be swapped all around. Types 1 to 4 are those of
`deadly_patterns`. ::

    . ab . | . ab .        two cells in each row, column and box that has one,
    . .  . | . .  .        and a, b, a, b, ... around the loop
    ab . . | . ab .
    -------+-------
    ab ab. | . .  .
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ...geometry import bits, digits_of, mask_of
from ..marks import Marks
from ..step import Step
from .deadly_patterns import Pattern, PatternType, type_1, type_2, type_3, type_4
from .wings import bivalue_groups

__all__ = ["LONGEST", "SHORTEST", "unique_loop_1", "unique_loop_2", "unique_loop_3", "unique_loop_4"]

SHORTEST = 6
LONGEST = 14
"""The lengths of loops to search for. The shortest loop of all, a rectangle, has techniques of its own."""


def _loops(marks: Marks) -> list[Pattern]:
    """Return all loops with a useful roof, the shortest first."""
    found = []
    for pair, floor in marks.once(bivalue_groups).items():
        one, two = digits_of(pair)
        both = marks.places[one] & marks.places[two]
        if floor.bit_count() < SHORTEST // 2 or both.bit_count() < SHORTEST:
            continue
        for start in bits(floor):
            found += [
                Pattern.of(marks, dict.fromkeys(bits(loop), pair), (one, two))
                for loop in _grown(marks, 1 << start, both, floor)
                if _alternates(marks, loop)
            ]
            both &= ~(1 << start)
    return sorted(found, key=lambda pattern: pattern.cells.bit_count())


def _grown(marks: Marks, loop: int, usable: int, floor: int) -> Iterator[int]:
    """Yield each set that extends these cells by usable ones, with two cells in each of its houses."""
    singles = []
    full = loop
    for house in marks.houses:
        here = loop & house
        if here & here - 1:
            full |= house
        elif here:
            singles.append(house)
    if not singles:
        if loop.bit_count() >= SHORTEST:
            yield loop
        return
    if loop.bit_count() >= LONGEST:
        return
    usable &= ~full
    fitting = _fitting(marks, loop & ~floor, usable, floor)
    # Each of these houses needs one more cell; the house with the fewest choices fails first.
    for cell in bits(min((house & fitting for house in singles), key=int.bit_count)):
        yield from _grown(marks, loop | 1 << cell, usable, floor)


def _fitting(marks: Marks, roof: int, usable: int, floor: int) -> int:
    """Return the cells with which a type may still apply: the roof is two cells of a house, or has one extra digit."""
    if not roof:
        return usable
    pair = marks.of_cell[floor.bit_length() - 1]
    extras = marks.digits_in(roof) & ~pair
    fitting = usable & floor
    if not roof & roof - 1:
        fitting |= usable & marks.peers[roof.bit_length() - 1]
    if not extras & extras - 1:
        alike = usable & marks.places[extras.bit_length()] & ~fitting
        fitting |= mask_of(cell for cell in bits(alike) if marks.of_cell[cell] == pair | extras)
    return fitting


def _alternates(marks: Marks, loop: int) -> bool:
    """Return whether the cells are connected, and two digits can fill them alternately."""
    start = loop & -loop
    sides = [start, 0]
    waiting = [start.bit_length() - 1]
    for cell in waiting:
        side = sides[1] >> cell & 1
        near = loop & marks.peers[cell]
        if near & sides[side]:
            return False
        new = near & ~sides[1 - side]
        sides[1 - side] |= new
        waiting.extend(bits(new))
    return sides[0] | sides[1] == loop


def _of_type(marks: Marks, technique: str, kind: PatternType) -> Iterator[Step]:
    """Yield the steps of a type. Digits: the two of the loop, then as for rectangles. Cells: floor, roof, extra."""
    for pattern in marks.once(_loops):
        yield from kind(marks, technique, pattern)


unique_loop_1 = partial(_of_type, technique="unique-loop-1", kind=type_1)
unique_loop_2 = partial(_of_type, technique="unique-loop-2", kind=type_2)
unique_loop_3 = partial(_of_type, technique="unique-loop-3", kind=type_3)
unique_loop_4 = partial(_of_type, technique="unique-loop-4", kind=type_4)
