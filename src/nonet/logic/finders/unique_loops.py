"""Unique loops: six cells or more with the same two candidates, two in every house that they touch.

Like a unique rectangle, only longer: the two digits could be swapped all around. Types 1 to 4 are those of `deadly`;
rectangles themselves are no loops here. ::

    . ab . | . ab .        two cells in each row, column and box that has one,
    . .  . | . .  .        and round the loop a, b, a, b, ...
    ab . . | . ab .
    -------+-------
    ab ab. | . .  .
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import TypeAlias

from ...geometry import bits, digits_of
from ..marks import Marks
from ..step import Step
from . import deadly_patterns as deadly
from .deadly_patterns import Pattern
from .wings import bivalue_groups

__all__ = ["LONGEST", "SHORTEST", "loops", "unique_loop_1", "unique_loop_2", "unique_loop_3", "unique_loop_4"]

SHORTEST = 6
LONGEST = 14
"""The lengths of the loops that are looked for."""

_Type: TypeAlias = Callable[[Marks, str, Pattern], Iterator[Step]]


@lru_cache(maxsize=2)
def loops(marks: Marks) -> tuple[Pattern, ...]:
    """Every loop whose roof may say something, the shortest first."""
    found = []
    for pair, floor in bivalue_groups(marks).items():
        if floor.bit_count() < SHORTEST // 2:
            continue
        one, two = digits_of(pair)
        both = marks.places[one] & marks.places[two]
        if both.bit_count() < SHORTEST:
            continue
        for start in bits(floor):
            found += [
                Pattern.of(marks, dict.fromkeys(bits(loop), pair), (one, two))
                for loop in _grown(marks, 1 << start, both, floor)
                if _alternates(marks, loop)
            ]
            both &= ~(1 << start)
    found.sort(key=lambda pattern: pattern.cells.bit_count())
    return tuple(found)


def _grown(marks: Marks, loop: int, usable: int, floor: int) -> Iterator[int]:
    """Every set of usable cells around these that has two cells in each house it touches; a set once."""
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
    # Some cell of each such house has to come in; the house with the fewest to try is the quickest to fail.
    for cell in bits(min((house & fitting for house in singles), key=int.bit_count)):
        yield from _grown(marks, loop | 1 << cell, usable, floor)


def _fitting(marks: Marks, roof: int, usable: int, floor: int) -> int:
    """The cells that can join a roof so that something may follow: two cells of a house, or all with one same extra."""
    if not roof:
        return usable
    pair = marks.of_cell[floor.bit_length() - 1]
    extras = marks.candidates_of(roof) & ~pair
    fitting = usable & floor
    if not roof & roof - 1:
        fitting |= usable & marks.peers[roof.bit_length() - 1]
    if not extras & extras - 1:
        alike = usable & marks.places[extras.bit_length()]
        fitting |= sum(1 << cell for cell in bits(alike & ~fitting) if marks.of_cell[cell] == pair | extras)
    return fitting


def _alternates(marks: Marks, loop: int) -> bool:
    """Whether the cells hang together, and two digits can fill them by turns."""
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


def _of_type(marks: Marks, technique: str, kind: _Type) -> Iterator[Step]:
    """The steps of a type. Digits: the two of the loop, then as for rectangles. Cells: floor, roof, extra."""
    for loop in loops(marks):
        yield from kind(marks, technique, loop)


unique_loop_1 = partial(_of_type, technique="unique-loop-1", kind=deadly.type_1)
unique_loop_2 = partial(_of_type, technique="unique-loop-2", kind=deadly.type_2)
unique_loop_3 = partial(_of_type, technique="unique-loop-3", kind=deadly.type_3)
unique_loop_4 = partial(_of_type, technique="unique-loop-4", kind=deadly.type_4)
