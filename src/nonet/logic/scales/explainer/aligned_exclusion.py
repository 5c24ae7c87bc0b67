"""Aligned pair and triplet exclusion: producers 20 and 22."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from ....geometry import bits
from .board import PEERS, SEES, Board, Hint, Rule

__all__ = ["aligned_exclusion"]


def aligned_exclusion(board: Board, k: int) -> Iterator[Hint]:
    """Yield sets of k cells with digits that no possible combination has."""
    rating, rule = (6.2, Rule.ALIGNED_PAIR) if k == 2 else (7.5, Rule.ALIGNED_TRIPLET)
    sizes = [mask.bit_count() for mask in board.units[:81]]
    excluders = {
        cell: [peer for peer in PEERS[cell] if 2 <= sizes[peer] <= k]
        for cell in range(81)
        if sizes[cell] >= 2 and all(sizes[peer] != 1 for peer in PEERS[cell])
    }
    excluders = {cell: peers for cell, peers in excluders.items() if peers}
    for b in excluders:
        for a in (cell for cell in excluders if cell < b):
            for cells in [(a, b)] if k == 2 else _triplets(a, b, excluders):
                common = set.intersection(*(set(excluders[cell]) for cell in cells))
                if len(common) < 2:
                    continue
                allowed = _allowed(board, cells, [board.units[cell] for cell in common])
                eliminations = [c for cell in cells for c in board.candidates([cell], 0x1FF & ~allowed[cell])]
                if eliminations:
                    yield Hint(rating, rule, eliminations=tuple(sorted(eliminations)))


def _triplets(a: int, b: int, excluders: dict[int, list[int]]) -> Iterator[tuple[int, int, int]]:
    """Yield the pair with each third cell that qualifies and is an excluder of one of the two."""
    if len(set(excluders[a]) & set(excluders[b])) < 2:
        return
    for third in dict.fromkeys(excluders[a] + excluders[b]):
        if third in excluders and third not in (a, b):
            yield a, b, third


def _allowed(board: Board, cells: tuple[int, ...], excluders: list[int]) -> dict[int, int]:
    """Return the digits of each cell that some possible combination has."""
    allowed = dict.fromkeys(cells, 0)
    seen = [(i, j) for i, j in combinations(range(len(cells)), 2) if cells[j] in SEES[cells[i]]]
    for digits in product(*(list(bits(board.units[cell])) for cell in cells)):
        if any(digits[i] == digits[j] for i, j in seen):
            continue
        used = 0
        for digit in digits:
            used |= 1 << digit
        if all(mask & ~used for mask in excluders):
            for cell, digit in zip(cells, digits, strict=True):
                allowed[cell] |= 1 << digit
    return allowed
