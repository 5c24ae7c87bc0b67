"""Facts: the units of Sudoku Explainer's board in terms of cells, houses and premises."""

from __future__ import annotations

from collections.abc import Iterable

from ...geometry import bits
from ..scales import BOX, CELLS, ROW, UNITS_OF, Board, unit_of
from ..step import Candidate, Premises, Reason

__all__ = [
    "candidate_of",
    "house_of",
    "link",
    "origin",
    "premises_of",
    "reason_of",
    "strong_unit",
    "units_in",
]

_FIRST_HOUSE = {BOX: 18, ROW: 0}
"""The first house of a kind in `Shape.houses`; columns are in the middle."""
_FIRST_COLUMN = 9


def house_of(house: int) -> int:
    """Return the index in `Shape.houses` of a house that is numbered box, row, column.

    >>> house_of(0), house_of(9), house_of(18)
    (18, 0, 9)
    """
    return _FIRST_HOUSE.get(house // 9, _FIRST_COLUMN) + house % 9


_OWN_HOUSE = {house_of(house): house for house in range(27)}


def candidate_of(candidate: int) -> Candidate:
    """Return a candidate with its cell and digit."""
    return Candidate(candidate // 9, candidate % 9 + 1)


def origin(unit: int) -> tuple[int, int]:
    """Return (house, digit) of a unit, or (-1, cell).

    >>> origin(80), origin(81 + 4)
    ((-1, 80), (18, 5))
    """
    return (-1, unit) if unit < 81 else (house_of((unit - 81) // 9), (unit - 81) % 9 + 1)


def reason_of(unit: int) -> Reason:
    """Return the reason that a unit gives."""
    house, _ = origin(unit)
    return Reason("cell") if house < 0 else Reason("house", house)


def premises_of(units: Iterable[int]) -> Premises:
    """Return that each of these units has a true candidate."""
    origins = {origin(unit) for unit in units}
    return Premises(
        cells=sum(1 << which for house, which in origins if house < 0),
        places=tuple(sorted(pair for pair in origins if pair[0] >= 0)),
    )


def units_in(premises: Premises) -> set[int]:
    """Return the units of premises."""
    return {*bits(premises.cells), *(unit_of(_OWN_HOUSE[house], digit - 1) for house, digit in premises.places)}


def link(one: int, other: int) -> Reason:
    """Return why two candidates exclude each other: their cell, or a house of both.

    >>> link(0, 1), link(0, 9)
    (Reason(kind='cell', where=-1), Reason(kind='house', where=0))
    """
    if one // 9 == other // 9:
        return Reason("cell")
    houses = (house_of(house) for house in range(27) if {one // 9, other // 9} <= set(CELLS[house]))
    return Reason("house", min(houses))


def strong_unit(board: Board, one: int, other: int) -> int:
    """Return a unit whose only two candidates these are; a cell first, then a box, a row, a column."""
    own = dict(UNITS_OF[one])
    return next(unit for unit, bit in UNITS_OF[other] if unit in own and board.units[unit] == bit | own[unit])
