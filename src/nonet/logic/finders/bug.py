"""BUG (bivalue universal grave): all blanks have two candidates, and each digit two places, or none, in each house.

Such a position would have two solutions, so if a few cells have more candidates (the roof), one of the extra ones is
true. Type 1, with one such cell, is known as BUG+1. The types are those of `deadly_patterns`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations

from ...geometry import bits, digits_of, mask_of
from ..marks import Marks
from ..step import Step
from .deadly_patterns import Pattern, PatternType, type_1, type_2, type_3, type_4

__all__ = ["bug_1", "bug_2", "bug_3", "bug_4"]

_MOST_ROOF_CELLS = 6
"""BUGs with more roof cells are not searched, since no type applies to that many cells."""


def _bugs(marks: Marks) -> list[Pattern]:
    """Return all ways to choose two candidates of each roof cell that make a BUG."""
    roof = list(bits(marks.blanks & ~marks.bivalue))
    if not 1 <= len(roof) <= _MOST_ROOF_CELLS:
        return []
    masks = {cell: marks.of_cell[cell] for cell in bits(marks.bivalue)}
    counts = [[0] * (marks.shape.size + 1) for _ in marks.houses]
    if not all(_count(marks, counts, cell, mask, 1) for cell, mask in masks.items()):
        return []
    return [Pattern.of(marks, choice) for choice in _choices(marks, counts, roof, masks)]


def _choices(marks: Marks, counts: list[list[int]], roof: list[int], masks: dict[int, int]) -> Iterator[dict[int, int]]:
    """Yield the masks of all cells for each choice; `counts` has the places of each digit in each house so far."""
    if not roof:
        if all(count in (0, 2) for row in counts for count in row):
            yield masks
        return
    cell, *rest = roof
    for pair in combinations(bits(marks.of_cell[cell]), 2):
        mask = mask_of(pair)
        if _count(marks, counts, cell, mask, 1):
            yield from _choices(marks, counts, rest, masks | {cell: mask})
        _count(marks, counts, cell, mask, -1)


def _count(marks: Marks, counts: list[list[int]], cell: int, mask: int, by: int) -> bool:
    """Add a cell's digits to the counts of its houses, and return whether none has more than two places."""
    right = True
    for house in marks.shape.houses_of[cell]:
        for digit in digits_of(mask):
            counts[house][digit] += by
            right = right and counts[house][digit] <= 2
    return right


def _of_type(marks: Marks, technique: str, kind: PatternType) -> Iterator[Step]:
    """Yield the steps of a type. Digits: the extras. Cells: floor, roof, extra. Houses: as for the type."""
    for pattern in marks.once(_bugs):
        yield from kind(marks, technique, pattern)


bug_1 = partial(_of_type, technique="bug-1", kind=type_1)
bug_2 = partial(_of_type, technique="bug-2", kind=type_2)
bug_3 = partial(_of_type, technique="bug-3", kind=type_3)
bug_4 = partial(_of_type, technique="bug-4", kind=type_4)
