"""Templates: every way to place one digit completely, in all rows, columns and boxes at once.

A candidate that no template holds falls; a cell that every template holds takes the digit. Nobody lists all the
templates here: to know that a candidate lives, one template that holds it is enough, and each one that is found keeps
many candidates alive.

The same fact serves all other patterns of a single digit. Whatever fish, kite or rectangle strikes a candidate out,
no template holds it, so where all candidates of a digit live there is nothing to look for (`doomed`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ...geometry import Shape
from ..marks import Marks
from ..step import Premises, Step

__all__ = ["doomed", "doomed_digits", "template_delete", "template_set"]

LARGEST = 9
"""The largest board on which template steps are looked for: on larger ones nobody could follow them."""

TRIES = 2_000
"""How many cells are tried for one digit, so that a large and empty board is not searched forever."""


class _TooMany(Exception):
    """The search for a template was given up."""


def template_delete(marks: Marks) -> Iterator[Step]:
    """The candidates of a digit that no template holds.

    Fills digits (the digit first, then those whose fixed cells are ruled out for it), cells pattern (the candidates
    that live) and houses house (the rows in which the digit is missing).
    """
    for digit, left, others in _views(marks):
        fallen = marks.places[digit] & ~left | _searched(marks.shape, left)[0]
        if fallen and fallen != marks.places[digit]:
            yield _step("template-delete", marks, digit, fallen, others)


def template_set(marks: Marks) -> Iterator[Step]:
    """The cells of a digit that every template holds; it fills the same as a deletion, the pattern are the cells."""
    for digit, left, others in _views(marks):
        if fixed := _fixed(marks.shape, left):
            yield _step("template-set", marks, digit, fixed, others)


def _step(technique: str, marks: Marks, digit: int, cells: int, others: tuple[int, ...]) -> Step:
    rows = {each: _open_rows(marks.shape, marks.places[each]) for each in (digit, *others)}
    sets = technique == "template-set"
    return Step(
        technique,
        placements=marks.struck(digit, cells) if sets else (),
        eliminations=() if sets else marks.struck(digit, cells),
        premises=Premises(places=tuple((row, each) for each in rows for row in rows[each])),
        digits=(digit, *others),
        cells={"pattern": cells if sets else marks.places[digit] & ~cells},
        houses={"house": rows[digit]},
        variant="combined" if others else "",
    )


def _views(marks: Marks) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Each digit by itself, then those that lose places to cells which all templates of other digits hold.

    A view is the digit, the places that its templates may use, and the other digits that narrowed them.
    """
    left = dict(_searchable(marks))
    yield from ((digit, places, ()) for digit, places in left.items())
    narrowed: dict[int, set[int]] = {digit: set() for digit in left}
    changed = True
    while changed:
        changed = False
        for digit in left:
            fixed = _fixed(marks.shape, left[digit])
            for other in left:
                if other != digit and left[other] & fixed:
                    left[other] &= ~fixed
                    narrowed[other] |= narrowed[digit] | {digit}
                    changed = True
    for digit, places in left.items():
        if others := tuple(sorted(narrowed[digit] - {digit})):
            yield digit, places, others


def doomed_digits(marks: Marks) -> Iterator[tuple[int, int]]:
    """Each digit with candidates that may fall by its own places alone, and these candidates."""
    for digit, places in enumerate(marks.places):
        if places and (fallen := doomed(marks.shape, places)):
            yield digit, fallen


def doomed(shape: Shape, places: int) -> int:
    """The candidates of a digit that no template holds; on large boards perhaps some that one does.

    >>> from nonet.geometry import bits
    >>> list(bits(doomed(Shape(2, 2), 0b1111_1111_1111_0011)))
    [4, 5]
    """
    fallen, unknown = _searched(shape, places)
    return fallen | unknown


@lru_cache(maxsize=4096)
def _searched(shape: Shape, places: int) -> tuple[int, int]:
    """The candidates that no template holds, and those of which that is not known, as the search was given up."""
    houses = _open_houses(shape, places)
    unknown, fallen, tries = places, 0, [TRIES]
    while unknown:
        cell = unknown & -unknown
        try:
            alive = _template(cell, shape, places & ~fallen, houses, unknown, tries)
        except _TooMany:
            break
        unknown &= ~(alive | cell)
        if not alive:
            fallen |= cell
    return fallen, unknown


@lru_cache(maxsize=1024)
def _fixed(shape: Shape, places: int) -> int:
    """The cells of a digit that every template holds; none if there is no template."""
    houses = _open_houses(shape, places)
    places &= ~_searched(shape, places)[0]
    unknown, fixed, tries = places, 0, [TRIES]
    while unknown:
        cell = unknown & -unknown
        try:
            other = _template(0, shape, places & ~cell, houses, places & ~unknown, tries)
        except _TooMany:
            return fixed
        unknown &= other & ~cell if other else ~cell
        if not other:
            fixed |= cell
    return fixed


def _template(first: int, shape: Shape, places: int, houses: list[int], wish: int, tries: list[int]) -> int:
    """A template that begins with a cell (or with none), 0 if there is none; wished cells are tried before others."""
    if first:
        cell = first.bit_length() - 1
        places &= ~(shape.peer_masks[cell] | first)
        houses = [house for house in houses if not house & first]
    if not houses:
        return first
    tries[0] -= 1
    if tries[0] < 0:
        raise _TooMany
    choice, fewest = 0, shape.cells
    for house in houses:
        here = places & house
        count = here.bit_count()
        if count < fewest:
            choice, fewest = here, count
            if count < 2:
                break
    for part in (choice & wish, choice & ~wish):
        while part:
            cell_bit = part & -part
            part ^= cell_bit
            if rest := _template(cell_bit, shape, places, houses, wish, tries):
                return first | rest
    return 0


def _open_houses(shape: Shape, places: int) -> list[int]:
    """The houses in which the digit has places left, as bitboards."""
    return [house for house in shape.house_masks if house & places]


def _open_rows(shape: Shape, places: int) -> tuple[int, ...]:
    """The rows in which the digit has places left."""
    return tuple(row for row in range(shape.size) if shape.house_masks[row] & places)


def _searchable(marks: Marks) -> Iterator[tuple[int, int]]:
    """The digits and their places, if the board is small enough and the rows alone tell everything.

    As many rows as columns as boxes wait for a digit, unless the position is broken; then a digit in each of the rows
    is a digit in each of the others as well.
    """
    size = marks.shape.size
    if size <= LARGEST:
        for digit, places in enumerate(marks.places):
            houses = _open_houses(marks.shape, places)
            if places and len(houses) * size == len(_open_rows(marks.shape, places)) * len(marks.houses):
                yield digit, places
