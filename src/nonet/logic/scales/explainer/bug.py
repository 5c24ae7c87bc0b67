"""Bivalue universal graves: producer 19."""

from __future__ import annotations

from collections.abc import Iterator

from ....geometry import bits
from .board import CELLS, HOUSES_OF, SEES, SUBSETS, UNITS_OF, Board, Hint, Rule

__all__ = ["bugs"]


def bugs(board: Board) -> Iterator[Hint]:
    """Yield what follows if all cells but some would form a grave: a board with two solutions or none."""
    found = _bug_cells(board)
    if not found or not _is_grave(board, found):
        return
    digits = 0
    for own in found.values():
        digits |= own
    common = frozenset.intersection(*(SEES[cell] for cell in found)) - set(found)
    if len(found) == 1:
        [(cell, own)] = found.items()
        yield from _hint(1, 5.6, board.candidates([cell], 0x1FF & ~own))
    elif digits.bit_count() == 1:
        yield from _hint(2, 5.7, board.candidates(common, digits))
        yield from _type_4(board, found)
    elif common:
        yield from _type_4(board, found)
        yield from _type_3(board, found, digits, common)


def _hint(type_: int, rating: float, eliminations: tuple[int, ...]) -> Iterator[Hint]:
    if eliminations:
        yield Hint(rating, Rule.BUG, type_, eliminations=eliminations)


def _bug_cells(board: Board) -> dict[int, int]:
    """Return the BUG cells with the masks of their BUG digits; empty if there can be no BUG."""
    found: dict[int, int] = {}
    for house in range(27):
        for digit in range(9):
            places = board.places(house, digit)
            if places.bit_count() in (0, 2):
                continue
            cells = [CELLS[house][place] for place in bits(places)]
            large = [cell for cell in cells if board.units[cell].bit_count() >= 3]
            if not large:
                return {}
            if len(large) > 1:
                continue
            found[large[0]] = found.get(large[0], 0) | 1 << digit
            common = frozenset.intersection(*(SEES[cell] for cell in found)) - set(found)
            if len(found) >= 2 and len({d for own in found.values() for d in bits(own)}) >= 2 and not common:
                return {}
    return found


def _is_grave(board: Board, found: dict[int, int]) -> bool:
    """Return whether each cell has two candidates and each digit no or two places, apart from the BUG digits."""
    units = board.units.copy()
    for cell, own in found.items():
        for digit in bits(own):
            for unit, bit in UNITS_OF[9 * cell + digit]:
                units[unit] &= ~bit
    sizes = [mask.bit_count() for mask in units]
    return all(size == 2 or (size == 0 and (unit >= 81 or board.values[unit])) for unit, size in enumerate(sizes))


def _type_4(board: Board, found: dict[int, int]) -> Iterator[Hint]:
    if len(found) != 2:
        return
    a, b = found
    shared = board.units[a] & board.units[b] & ~(found[a] | found[b])
    if b in SEES[a] and shared.bit_count() == 1:
        eliminations = [c for cell in found for c in board.candidates([cell], 0x1FF & ~(shared | found[cell]))]
        yield from _hint(4, 5.7, tuple(sorted(eliminations)))


def _type_3(board: Board, found: dict[int, int], digits: int, common: frozenset[int]) -> Iterator[Hint]:
    """Yield naked sets that the BUG cells complete."""
    first = next(iter(found))
    for house in HOUSES_OF[first]:
        if not all(cell in CELLS[house] for cell in found):
            continue
        usable = sum(1 << place for place, cell in enumerate(CELLS[house]) if cell in common)
        for k in range(2, 7):
            for set_ in SUBSETS[k - 1] if usable.bit_count() >= k else ():
                masks = [board.units[CELLS[house][place]] for place in bits(set_)]
                union = 0
                for mask in masks:
                    union |= mask
                if set_ & ~usable or min(mask.bit_count() for mask in masks) < 2:
                    continue
                if union.bit_count() == k and not digits & ~union:
                    others = [CELLS[house][place] for place in bits(usable & ~set_)]
                    yield from _hint(3, 5.7 + 0.1 * (k - 1), board.candidates(others, union))
