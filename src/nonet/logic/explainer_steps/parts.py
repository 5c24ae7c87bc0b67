"""The patterns inside a branch as steps: locked candidates, pairs and X-Wings."""

from __future__ import annotations

from ...geometry import bits
from ..scales import CELLS, Board, Cause, Rule
from ..step import LockedSet, Premises, Step
from .facts import candidate_of, house_of, origin

__all__ = ["pattern_part"]

_ALL = 0x1FF


def pattern_part(board: Board, cause: Cause, eliminations: tuple[int, ...]) -> Step:
    """Return the step of a pattern on the board of a branch, with the candidates that it eliminates there."""
    make = {Rule.NAKED_PAIR: _naked_pair, Rule.HIDDEN_PAIR: _hidden_pair, Rule.X_WING: _x_wing}
    step = make.get(cause.rule, _locked)(board, cause)
    return step._replace(eliminations=tuple(sorted(map(candidate_of, eliminations))))


def _cells(board: Board, house: int, digit: int) -> int:
    """Return the places of a digit in a house, as cells. Houses and digits are those of the board."""
    return sum(1 << CELLS[house][place] for place in bits(board.places(house, digit)))


def _house_and_digit(unit: int) -> tuple[int, int]:
    return divmod(unit - 81, 9)


def _locked(board: Board, cause: Cause) -> Step:
    [(unit, outside)] = cause.grounds
    house, digit = _house_and_digit(unit)
    crossing = {CELLS[house][place] for place in bits(_ALL & ~outside)}
    cover = next(other for other in range(27) if other // 9 != house // 9 and crossing <= set(CELLS[other]))
    return Step(
        "pointing" if cause.rule is Rule.POINTING else "claiming",
        premises=Premises(places=(origin(unit),)),
        digits=(digit + 1,),
        cells={"pattern": _cells(board, house, digit)},
        houses={"base": (house_of(house),), "cover": (house_of(cover),)},
    )


def _naked_pair(board: Board, cause: Cause) -> Step:
    cells = sum(1 << unit for unit, _ in cause.grounds)
    digits = _ALL & ~cause.grounds[0][1]
    house = min(house_of(house) for house in range(27) if {unit for unit, _ in cause.grounds} <= set(CELLS[house]))
    return Step(
        "naked-pair",
        premises=Premises(cells=cells),
        digits=tuple(digit + 1 for digit in bits(digits)),
        cells={"pattern": cells},
        houses={"house": (house,)},
        sets=(LockedSet(cells, digits),),
    )


def _hidden_pair(board: Board, cause: Cause) -> Step:
    units = [unit for unit, _ in cause.grounds]
    house, digit = _house_and_digit(units[0])
    return Step(
        "hidden-pair",
        premises=Premises(places=tuple(sorted(map(origin, units)))),
        digits=tuple(sorted(unit % 9 + 1 for unit in units)),
        cells={"pattern": _cells(board, house, digit)},
        houses={"house": (house_of(house),)},
    )


def _x_wing(board: Board, cause: Cause) -> Step:
    lines = [_house_and_digit(unit) for unit, _ in cause.grounds]
    first, digit = lines[0]
    cover_kind = 3 - first // 9  # rows are 1, columns 2
    covers = bits(_ALL & ~cause.grounds[0][1])
    return Step(
        "x-wing",
        premises=Premises(places=tuple(sorted(origin(unit) for unit, _ in cause.grounds))),
        digits=(digit + 1,),
        cells={"pattern": sum(_cells(board, house, digit) for house, _ in lines)},
        houses={
            "base": tuple(sorted(house_of(house) for house, _ in lines)),
            "cover": tuple(sorted(house_of(9 * cover_kind + line) for line in covers)),
        },
    )
