"""XY-wings and XYZ-wings: producers 13 and 14."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from .board import PEERS, SEES, Board, Hint, Rule

__all__ = ["wings"]


def wings(board: Board, pivot_size: int) -> Iterator[Hint]:
    """Yield wings whose pivot has two candidates (XY-wing) or three (XYZ-wing)."""
    rating, rule = (4.2, Rule.XY_WING) if pivot_size == 2 else (4.4, Rule.XYZ_WING)
    for pivot in range(81):
        digits = board.units[pivot]
        if digits.bit_count() != pivot_size:
            continue
        for a, b in combinations([cell for cell in PEERS[pivot] if board.units[cell].bit_count() == 2], 2):
            first, second = board.units[a], board.units[b]
            common_to_all = first & second & digits
            if (digits | first | second).bit_count() != 3 or common_to_all.bit_count() != pivot_size - 2:
                continue
            cells = SEES[a] & SEES[b] & (SEES[pivot] if pivot_size == 3 else SEES[a])
            if eliminations := board.candidates(cells, first & second):
                yield Hint(rating, rule, eliminations=eliminations)
