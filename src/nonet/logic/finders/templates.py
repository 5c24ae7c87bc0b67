"""Templates: all ways to place one digit completely, once in each row, column and box.

A candidate that is in no template is eliminated. A cell that is in all templates takes the digit. The templates are not
listed here: one template with a candidate shows that the candidate is possible, and each template found shows that for
many candidates at once.

All other patterns of a single digit use this too. What a fish, a kite or an empty rectangle eliminates is in no
template, so digits whose candidates are all in templates need no search (`digits_to_search`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ...geometry import Shape
from ..compiled import cells_as_bytes, kernel_for
from ..marks import Marks
from ..step import Premises, Step

__all__ = ["LARGEST", "digits_to_search", "outside_templates", "template_delete", "template_set"]

LARGEST = 9
"""The size of the largest board on which template steps are searched: nobody could follow them on larger ones."""

_TRIES = 2_000
"""The number of cells that are tried for one digit, so that the search of a large empty board ends."""


class _TooMany(Exception):
    """The search for a template took too many tries."""


def template_delete(marks: Marks) -> Iterator[Step]:
    """Yield the candidates of a digit that are in no template.

    Digits: the digit, then the others whose fixed cells it cannot take. Cells: pattern (the possible candidates).
    Houses: house (the rows without the digit).
    """
    for digit, left, others in _views(marks):
        wrong = marks.places[digit] & ~left | _searched(marks.shape, left)[0]
        if wrong and wrong != marks.places[digit]:
            yield _step("template-delete", marks, digit, wrong, others)


def template_set(marks: Marks) -> Iterator[Step]:
    """Yield the cells of a digit that are in all templates. Digits, houses: as above. Cells: pattern (these cells)."""
    for digit, left, others in _views(marks):
        if fixed := _fixed(marks.shape, left):
            yield _step("template-set", marks, digit, fixed, others)


def _step(technique: str, marks: Marks, digit: int, cells: int, others: tuple[int, ...]) -> Step:
    rows = {each: _open_rows(marks.shape, marks.places[each]) for each in (digit, *others)}
    sets = technique == "template-set"
    return Step(
        technique,
        placements=marks.candidates(digit, cells) if sets else (),
        eliminations=() if sets else marks.candidates(digit, cells),
        premises=Premises(places=tuple((row, each) for each in rows for row in rows[each])),
        digits=(digit, *others),
        cells={"pattern": cells if sets else marks.places[digit] & ~cells},
        houses={"house": rows[digit]},
        variant="combined" if others else "",
    )


def _views(marks: Marks) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Yield each digit alone, then the digits that lose places because all templates of another digit have them.

    A view is the digit, the places that its templates may use, and the other digits that took the rest.
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


def digits_to_search(marks: Marks) -> Iterator[int]:
    """Yield the digits that may have candidates that their own places alone eliminate."""
    return (digit for digit, places in enumerate(marks.places) if places and outside_templates(marks.shape, places))


@lru_cache(maxsize=4096)  # most digits keep their places from one position to the next
def outside_templates(shape: Shape, places: int) -> int:
    """Return the candidates of a digit that are in no template; on large boards, some others may be included.

    >>> from nonet.geometry import bits
    >>> list(bits(outside_templates(Shape(2, 2), 0b1111_1111_1111_0011)))
    [4, 5]
    """
    native = kernel_for(shape)
    if native is not None:
        return int.from_bytes(native.outside_templates(cells_as_bytes(places)), "little")
    wrong, unknown = _searched(shape, places)
    return wrong | unknown


@lru_cache(maxsize=4096)
def _searched(shape: Shape, places: int) -> tuple[int, int]:
    """Return the candidates that are in no template, and the unknown ones if the search took too long."""
    houses = _open_houses(shape, places)
    unknown, wrong, tries = places, 0, [_TRIES]
    while unknown:
        cell = unknown & -unknown
        try:
            template = _template(cell, shape, places & ~wrong, houses, unknown, tries)
        except _TooMany:
            break
        unknown &= ~(template | cell)
        if not template:
            wrong |= cell
    return wrong, unknown


@lru_cache(maxsize=1024)
def _fixed(shape: Shape, places: int) -> int:
    """Return the cells of a digit that are in all templates; none if there is no template."""
    houses = _open_houses(shape, places)
    places &= ~_searched(shape, places)[0]
    unknown, fixed, tries = places, 0, [_TRIES]
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


def _template(first: int, shape: Shape, places: int, houses: list[int], preferred: int, tries: list[int]) -> int:
    """Return a template with a first cell (or without one), 0 if there is none; preferred cells are tried first."""
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
    for part in (choice & preferred, choice & ~preferred):
        while part:
            cell_bit = part & -part
            part ^= cell_bit
            if rest := _template(cell_bit, shape, places, houses, preferred, tries):
                return first | rest
    return 0


def _open_houses(shape: Shape, places: int) -> list[int]:
    """Return the bitboards of the houses in which the digit has places."""
    return [house for house in shape.house_masks if house & places]


def _open_rows(shape: Shape, places: int) -> tuple[int, ...]:
    """Return the rows in which the digit has places."""
    return tuple(row for row in range(shape.size) if shape.house_masks[row] & places)


def _searchable(marks: Marks) -> Iterator[tuple[int, int]]:
    """Yield the digits and their places, if the board is not too large and the rows alone are enough evidence.

    Unless the position is invalid, a digit is missing in as many rows as columns as boxes. Then templates, which have
    it once in each of these rows, have it once in each of the columns and boxes as well.
    """
    size = marks.shape.size
    if size <= LARGEST:
        for digit, places in enumerate(marks.places):
            houses = _open_houses(marks.shape, places)
            if places and len(houses) * size == len(_open_rows(marks.shape, places)) * len(marks.houses):
                yield digit, places
