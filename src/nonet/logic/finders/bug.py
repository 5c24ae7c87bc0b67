"""Graves: if every blank had two candidates, and every digit two places in each house, there were two solutions.

In a bivalue universal grave (BUG) with a few candidates more, one of these must be true. The types are those of
`deadly`; type 1 is known as BUG+1.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from ...geometry import bits, digits_of
from ..marks import Marks
from ..step import Step
from . import deadly_patterns as deadly
from .deadly_patterns import Pattern

__all__ = ["bug_1", "bug_2", "bug_3", "bug_4"]

_MOST_ROOF_CELLS = 6
"""Graves with more cells of more than two candidates are not looked for: what they say is out of sight."""


@lru_cache(maxsize=2)
def graves(marks: Marks) -> tuple[Pattern, ...]:
    """The ways to leave two candidates in every blank so that every digit has two places, or none, in each house."""
    roof = list(bits(marks.blanks & ~marks.bivalue))
    if not 1 <= len(roof) <= _MOST_ROOF_CELLS:
        return ()
    masks = {cell: marks.of_cell[cell] for cell in bits(marks.bivalue)}
    counts = [[0] * (marks.shape.size + 1) for _ in marks.houses]
    for cell in masks:
        if not _count(marks, counts, cell, masks[cell], 1):
            return ()
    return tuple(Pattern.of(marks, grave) for grave in _choices(marks, counts, roof, masks))


def _choices(marks: Marks, counts: list[list[int]], roof: list[int], masks: dict[int, int]) -> Iterator[dict[int, int]]:
    """Every choice of two candidates for each roof cell that makes a grave."""
    if not roof:
        if all(count in (0, 2) for row in counts for count in row):
            yield masks.copy()
        return
    cell, *rest = roof
    for pair in combinations(digits_of(marks.of_cell[cell]), 2):
        mask = sum(1 << digit - 1 for digit in pair)
        if _count(marks, counts, cell, mask, 1):
            yield from _choices(marks, counts, rest, masks | {cell: mask})
        _count(marks, counts, cell, mask, -1)


def _count(marks: Marks, counts: list[list[int]], cell: int, mask: int, by: int) -> bool:
    """Count a cell's digits in its houses; whether none stands there more than twice."""
    right = True
    for house in marks.shape.houses_of[cell]:
        for digit in digits_of(mask):
            counts[house][digit] += by
            right = right and counts[house][digit] <= 2
    return right


def bug_1(marks: Marks) -> Iterator[Step]:
    """One cell has more than two candidates: it loses the other two. Digits: its extras. Cells: floor, roof."""
    for grave in graves(marks):
        yield from deadly.type_1(marks, "bug-1", grave)


def bug_2(marks: Marks) -> Iterator[Step]:
    """All extras are one digit: it falls where it sees them all. Digits: that one. Cells: floor, roof."""
    for grave in graves(marks):
        yield from deadly.type_2(marks, "bug-2", grave)


def bug_3(marks: Marks) -> Iterator[Step]:
    """The extras complete a naked subset in a house of all their cells. Digits: the subset's.

    Cells: floor, roof, extra (the cells of the subset beside the roof).
    """
    for grave in graves(marks):
        yield from deadly.type_3(marks, "bug-3", grave)


def bug_4(marks: Marks) -> Iterator[Step]:
    """A digit is locked in the two cells with extras: they keep it and the extras.

    Digits: that one. Cells: floor, roof. Houses: house, where it is locked.
    """
    for grave in graves(marks):
        yield from deadly.type_4(marks, "bug-4", grave)
