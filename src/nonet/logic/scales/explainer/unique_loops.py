"""Unique rectangles and loops: producer 15."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ....geometry import bits
from .board import CELLS, HOUSES_OF, PLACES_OF, SEES, SUBSETS, Board, Hint, Rule

__all__ = ["LoopEvidence", "loops_of", "unique_loops"]


class _Loop(NamedTuple):
    """A loop of cells with two digits, some of which have extra digits."""

    cells: tuple[int, ...]
    pair: int
    extra: tuple[int, ...]
    """The cells with extra digits, in the order of the loop."""
    extra_digits: int

    @property
    def rating(self) -> float:
        return {4: 4.5, 6: 4.6, 8: 4.7}.get(len(self.cells), 5.0)

    def hint(self, type_: int, eliminations: tuple[int, ...], more: float = 0.0) -> Hint:
        detail = type_ | min(len(self.cells), 31) << 3
        return Hint(self.rating + more, Rule.UNIQUE_LOOP, detail, eliminations=eliminations)

    def common_houses(self) -> list[int]:
        """Return the houses of both cells with extra digits."""
        a, b = self.extra
        return [house for house in HOUSES_OF[a] if house in HOUSES_OF[b]]

    def own_places(self, house: int) -> list[int]:
        """Return the places of both cells with extra digits."""
        return [1 << PLACES_OF[cell][house // 9] for cell in self.extra]


class LoopEvidence(NamedTuple):
    """A loop that gives a hint: its cells, and of type 3 the house and the digits and cells of the set."""

    cells: tuple[int, ...]
    pair: int
    house: int = -1
    set_digits: int = 0
    set_places: int = 0


def loops_of(board: Board, hint: Hint) -> Iterator[LoopEvidence]:
    """Yield the loops that give a hint of this type with these eliminations, the shortest first."""
    found: dict[LoopEvidence, None] = {}
    for cell in range(81):
        if board.units[cell].bit_count() == 2:
            for path in _paths(board, board.units[cell], [cell], None, 2, 0):
                for type_, other, key in _hints(board, path, board.units[cell]):
                    if (type_, other.eliminations) == (hint.detail & 7, hint.eliminations):
                        found[LoopEvidence(tuple(sorted(path)), board.units[cell], *key)] = None  # type: ignore[arg-type]
    yield from sorted(found, key=lambda each: len(each.cells))


_Found = tuple[int, Hint, tuple[object, ...]]
"""The type of a hint, the hint, and what equal hints have in common."""


def unique_loops(board: Board) -> Iterator[Hint]:
    """Yield all hints, sorted by rating, then type."""
    found: dict[tuple[object, ...], tuple[int, Hint]] = {}
    for cell in range(81):
        if board.units[cell].bit_count() == 2:
            for path in _paths(board, board.units[cell], [cell], None, 2, 0):
                for type_, hint, key in _hints(board, path, board.units[cell]):
                    if hint.eliminations:
                        found.setdefault((type_, frozenset(path), *key), (type_, hint))
    yield from (hint for _, hint in sorted(found.values(), key=lambda each: (each[1].rating, each[0])))


def _paths(
    board: Board, pair: int, path: list[int], last_kind: int | None, allowed: int, extras: int
) -> Iterator[tuple[int, ...]]:
    """Yield the loops that continue a path. `allowed` is 2 less the number of cells with extra digits.

    `extras` has the extra digits so far. As in Sudoku Explainer, it keeps those of all siblings, entered or not.
    """
    for kind, house in enumerate(HOUSES_OF[path[-1]]):
        if kind == last_kind:
            continue
        for cell in CELLS[house]:
            if cell == path[0] and len(path) >= 4:
                yield tuple(path)
            elif cell not in path and board.units[cell] & pair == pair:
                own = board.units[cell] & ~pair
                extras |= own
                if not own or allowed > 0 or extras.bit_count() == 1:
                    yield from _paths(board, pair, [*path, cell], kind, allowed - bool(own), extras)


def _is_valid(path: tuple[int, ...]) -> bool:
    """Return whether both halves, every second cell, touch the same houses, none of them twice."""
    halves = [[house for cell in path[start::2] for house in HOUSES_OF[cell]] for start in (0, 1)]
    return all(len(half) == len(set(half)) for half in halves) and set(halves[0]) == set(halves[1])


def _hints(board: Board, path: tuple[int, ...], pair: int) -> Iterator[_Found]:
    if not _is_valid(path):
        return
    extra = tuple(cell for cell in path if board.units[cell] != pair)
    digits = 0
    for cell in extra:
        digits |= board.units[cell] & ~pair
    loop = _Loop(path, pair, extra, digits)
    if len(extra) == 1:
        yield 1, loop.hint(1, board.candidates(extra, pair)), ()
    elif len(extra) > 2 or (len(extra) == 2 and digits.bit_count() == 1):
        common = frozenset.intersection(*(SEES[cell] for cell in extra))
        yield 2, loop.hint(2, board.candidates(common, digits)), ()
    elif len(extra) == 2:
        for k in range(digits.bit_count(), 8):
            for house in loop.common_houses():
                if 2 * k <= board.empty[house]:
                    yield from _naked(board, loop, house, k)
                if 2 * k < board.empty[house]:
                    yield from _hidden(board, loop, house, k)
    if len(extra) == 2:
        yield from _type_4(board, loop)


def _naked(board: Board, loop: _Loop, house: int, k: int) -> Iterator[_Found]:
    """Yield naked sets of k - 1 cells and the two cells with extra digits, which count as one."""
    cells = CELLS[house]
    own = sum(loop.own_places(house))
    both = loop.extra_digits & board.units[loop.extra[0]] & board.units[loop.extra[1]]
    for set_ in SUBSETS[k - 1]:
        if set_ & own or any(board.units[cells[place]].bit_count() < 2 for place in bits(set_)):
            continue
        union = 0
        for place in bits(set_):
            union |= board.units[cells[place]]
        digits = union | loop.extra_digits
        if digits.bit_count() == k and (union | both).bit_count() == k:
            others = [cells[place] for place in bits(0x1FF & ~(set_ | own))]
            yield 3, loop.hint(3, board.candidates(others, digits), 0.1 * (k - 1)), (house, digits, set_)


def _hidden(board: Board, loop: _Loop, house: int, k: int) -> Iterator[_Found]:
    """Yield hidden sets of the two digits and k - 2 others, in k - 1 cells and the two cells with extra digits."""
    first, second = loop.own_places(house)
    for more in SUBSETS[k - 2]:
        if more & (loop.pair | loop.extra_digits):
            continue
        masks = [board.places(house, digit) & ~second for digit in bits(more | loop.pair)]
        places = 0
        for mask in masks:
            places |= mask
        if all(masks) and places.bit_count() == k:
            others = [CELLS[house][place] for place in bits(places & ~first)]
            eliminations = board.candidates(others, 0x1FF & ~(more | loop.pair))
            yield 3, loop.hint(3, eliminations, 0.1 * (k - 2)), (house, more | loop.pair, places & ~first)


def _type_4(board: Board, loop: _Loop) -> Iterator[_Found]:
    """Yield the eliminations of one of the digits if the other has no place elsewhere in a house of both cells."""
    for digit in bits(loop.pair):
        houses = loop.common_houses()
        if any(not board.places(house, digit) & ~sum(loop.own_places(house)) for house in houses):
            yield 4, loop.hint(4, board.candidates(loop.extra, loop.pair & ~(1 << digit))), ()
            return
