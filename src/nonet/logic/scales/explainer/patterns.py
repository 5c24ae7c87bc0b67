"""Singles, locked candidates, naked and hidden sets, fish: producers 1 to 12 and 16 to 18.

Each producer is a generator of hints on a board. Its first hint is the one that counts.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....geometry import bits
from .board import BOX, CELLS, COLUMN, ROW, SUBSETS, Board, Hint, Rule, unit_of

__all__ = [
    "direct_hidden_sets",
    "direct_locking",
    "fish",
    "hidden_sets",
    "hidden_singles",
    "locking",
    "naked_sets",
    "naked_singles",
]

_BOX_COLUMN_ROW = (BOX, COLUMN, ROW)


def _houses(*kinds: int) -> Iterator[int]:
    for kind in kinds:
        yield from range(9 * kind, 9 * kind + 9)


def hidden_singles(board: Board) -> Iterator[Hint]:
    """Yield digits with one place in a house, those in the last empty cell of a house first."""
    for is_last in (True, False):
        for house in _houses(*_BOX_COLUMN_ROW):
            if (board.empty[house] == 1) != is_last:
                continue
            for digit in range(9):
                places = board.places(house, digit)
                if places.bit_count() == 1:
                    cell = CELLS[house][places.bit_length() - 1]
                    rating = 1.0 if is_last else 1.2 if house < 9 else 1.5
                    yield Hint(rating, Rule.HIDDEN_SINGLE, placed=9 * cell + digit)


def naked_singles(board: Board) -> Iterator[Hint]:
    """Yield cells with one candidate."""
    for cell in range(81):
        if board.units[cell].bit_count() == 1:
            yield Hint(2.3, Rule.NAKED_SINGLE, placed=9 * cell + board.units[cell].bit_length() - 1)


def _locked(board: Board) -> Iterator[tuple[int, int, int]]:
    """Yield a base house, a cross house and a digit with at least two places in the base, all in the cross house."""
    for base_kind, cross_kind in ((BOX, COLUMN), (BOX, ROW), (COLUMN, BOX), (ROW, BOX)):
        for base in _houses(base_kind):
            for cross in _houses(cross_kind):
                crossing = sum(1 << place for place, cell in enumerate(CELLS[base]) if cell in CELLS[cross])
                for digit in range(9) if crossing else ():
                    places = board.places(base, digit)
                    if places.bit_count() >= 2 and not places & ~crossing:
                        yield base, cross, digit


def direct_locking(board: Board) -> Iterator[Hint]:
    """Yield the placement that a locked digit leaves in another house of the same kind."""
    for base, cross, digit in _locked(board):
        for house in _houses(base // 9):
            if house == base or not set(CELLS[house]) & set(CELLS[cross]):
                continue
            cells = [CELLS[house][place] for place in bits(board.places(house, digit))]
            outside = [cell for cell in cells if cell not in CELLS[cross]]
            if len(cells) >= 2 and len(outside) == 1:
                rating, rule = (1.7, Rule.DIRECT_POINTING) if base < 9 else (1.9, Rule.DIRECT_CLAIMING)
                yield Hint(rating, rule, placed=9 * outside[0] + digit)


def locking(board: Board) -> Iterator[Hint]:
    """Yield the places of a locked digit in the rest of the cross house."""
    for base, cross, digit in _locked(board):
        cells = [cell for cell in CELLS[cross] if cell not in CELLS[base]]
        if eliminations := board.candidates(cells, 1 << digit):
            rating, rule = (2.6, Rule.POINTING) if base < 9 else (2.8, Rule.CLAIMING)
            yield Hint(rating, rule, eliminations=eliminations)


def naked_sets(board: Board, k: int) -> Iterator[Hint]:
    """Yield k cells of a house that have k digits together."""
    rating, rule = {2: (3.0, Rule.NAKED_PAIR), 3: (3.6, Rule.NAKED_TRIPLET), 4: (5.0, Rule.NAKED_QUAD)}[k]
    for house in _houses(*_BOX_COLUMN_ROW):
        if board.empty[house] < 2 * k:
            continue
        cells = CELLS[house]
        usable = sum(1 << place for place, cell in enumerate(cells) if 2 <= board.units[cell].bit_count() <= k)
        for set_ in SUBSETS[k]:
            if set_ & ~usable:
                continue
            digits = 0
            for place in bits(set_):
                digits |= board.units[cells[place]]
            others = [cells[place] for place in bits(0x1FF & ~set_)]
            if digits.bit_count() == k and (eliminations := board.candidates(others, digits)):
                yield Hint(rating, rule, eliminations=eliminations)


def _hidden(board: Board, k: int, least: int) -> Iterator[tuple[int, int, int]]:
    """Yield a house with more than `least` empty cells, k digits with two places or more, and their k places."""
    for house in _houses(*_BOX_COLUMN_ROW):
        if board.empty[house] <= least:
            continue
        usable = sum(1 << digit for digit in range(9) if 2 <= board.places(house, digit).bit_count() <= k)
        for digits in SUBSETS[k]:
            if digits & ~usable:
                continue
            places = 0
            for digit in bits(digits):
                places |= board.places(house, digit)
            if places.bit_count() == k:
                yield house, digits, places


def direct_hidden_sets(board: Board, k: int) -> Iterator[Hint]:
    """Yield the placement that a hidden set leaves for another digit in the house."""
    rating, rule = {2: (2.0, Rule.DIRECT_HIDDEN_PAIR), 3: (2.5, Rule.DIRECT_HIDDEN_TRIPLET)}[k]
    for house, digits, places in _hidden(board, k, k):
        for digit in bits(0x1FF & ~digits):
            own = board.places(house, digit)
            outside = own & ~places
            if own.bit_count() >= 2 and outside.bit_count() == 1:
                yield Hint(rating, rule, placed=9 * CELLS[house][outside.bit_length() - 1] + digit)


def hidden_sets(board: Board, k: int) -> Iterator[Hint]:
    """Yield k digits that have k places together in a house."""
    rating, rule = {2: (3.4, Rule.HIDDEN_PAIR), 3: (4.0, Rule.HIDDEN_TRIPLET), 4: (5.4, Rule.HIDDEN_QUAD)}[k]
    for house, digits, places in _hidden(board, k, 2 * k):
        cells = [CELLS[house][place] for place in bits(places)]
        if eliminations := board.candidates(cells, 0x1FF & ~digits):
            yield Hint(rating, rule, eliminations=eliminations)


def fish(board: Board, k: int) -> Iterator[Hint]:
    """Yield k lines in which a digit has places in k crossing lines only."""
    rating, rule = {2: (3.2, Rule.X_WING), 3: (3.8, Rule.SWORDFISH), 4: (5.2, Rule.JELLYFISH)}[k]
    possible = [digit for digit in range(9) if board.placed[digit] + 2 * k <= 9]
    for base, cover in ((COLUMN, ROW), (ROW, COLUMN)):
        for lines in SUBSETS[k]:
            for digit in possible:
                masks = [board.places(9 * base + line, digit) for line in bits(lines)]
                covers = 0
                for mask in masks:
                    covers |= mask
                if covers.bit_count() != k or min(mask.bit_count() for mask in masks) < 2:
                    continue
                units = [unit_of(9 * cover + line, digit) for line in bits(covers)]
                eliminations = sorted(c for unit in units for c in board.of_unit(unit, board.units[unit] & ~lines))
                if eliminations:
                    yield Hint(rating, rule, eliminations=tuple(eliminations))
