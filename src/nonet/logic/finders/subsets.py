"""Subsets: n cells of a house with n candidates (naked), or n digits with n places in a house (hidden).

::

    naked pair     12    12    .  | x x x      the two cells are 1 and 2, so no other cell of the row is
    hidden pair    12ab  12cd  .  | . . .      1 and 2 have no other places in the row, so the two cells lose a, b, c, d
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ...geometry import bits, digits_of
from ..marks import Marks
from ..step import Candidate, LockedSet, Premises, Step

__all__ = [
    "choices",
    "hidden_pairs",
    "hidden_quads",
    "hidden_triples",
    "naked_pairs",
    "naked_quads",
    "naked_sets",
    "naked_step",
    "naked_triples",
]


def naked_sets(marks: Marks, cells: int, size: int, virtual: int = 0) -> Iterator[tuple[int, int]]:
    """Yield (cells, digits) of each choice of `size` of the cells with `size` candidates.

    If `virtual` digits are given, one of the chosen cells is a virtual cell with these candidates.
    """
    usable = [(1 << cell, mask) for cell in bits(cells) if 2 <= (mask := marks.of_cell[cell]).bit_count() <= size]
    beyond = 1 << marks.shape.cells if virtual else 0
    return ((chosen & ~beyond, digits) for chosen, digits in choices(usable, size, 0, beyond, virtual))


def naked_step(
    marks: Marks, technique: str, cells: int, digits: int, rest: int, houses: tuple[int, ...]
) -> Iterator[Step]:
    """Yield the step of a naked subset that eliminates its digits in the rest of its houses, if it does."""
    wrong = tuple(candidate for digit in digits_of(digits) for candidate in marks.candidates(digit, rest))
    if wrong:
        yield Step(
            technique,
            eliminations=wrong,
            premises=Premises(cells=cells),
            digits=tuple(digits_of(digits)),
            cells={"pattern": cells},
            houses={"house": houses},
            sets=(LockedSet(cells, digits),),
        )


def choices(
    parts: list[tuple[int, int]], size: int, start: int = 0, chosen: int = 0, union: int = 0
) -> Iterator[tuple[int, int]]:
    """Yield each choice of `size` parts (own bit, mask) whose masks have at most `size` bits together, and these bits.

    The last three arguments are for the recursion: the first part to use, and what has been chosen already.
    """
    left = size - chosen.bit_count()
    for index in range(start, len(parts) - left + 1):
        own, mask = parts[index]
        both = union | mask
        if both.bit_count() <= size:
            if left == 1:
                yield chosen | own, both
            else:
                yield from choices(parts, size, index + 1, chosen | own, both)


def _naked(marks: Marks, size: int, technique: str) -> Iterator[Step]:
    seen = set()
    few = marks.few(size)
    for index, house in enumerate(marks.houses):
        if (few & house).bit_count() < size or (house & marks.blanks).bit_count() <= size:
            continue
        for cells, digits in naked_sets(marks, few & house, size):
            if cells not in seen:
                seen.add(cells)
                rest = marks.common_peers(cells) & marks.blanks
                yield from naked_step(marks, technique, cells, digits, rest, (index,))


def _hidden(marks: Marks, size: int, technique: str) -> Iterator[Step]:
    for index, house in enumerate(marks.houses):
        if (house & marks.blanks).bit_count() <= size:
            continue
        usable = [
            (1 << digit - 1, here)
            for digit, places in enumerate(marks.places)
            if 2 <= (here := places & house).bit_count() <= size
        ]
        for digits, cells in choices(usable, size):
            wrong = tuple(
                Candidate(cell, digit) for cell in bits(cells) for digit in digits_of(marks.of_cell[cell] & ~digits)
            )
            if wrong:
                yield Step(
                    technique,
                    eliminations=wrong,
                    premises=Premises(places=tuple((index, digit) for digit in digits_of(digits))),
                    digits=tuple(digits_of(digits)),
                    cells={"pattern": cells},
                    houses={"house": (index,)},
                )


naked_pairs = partial(_naked, size=2, technique="naked-pair")
naked_triples = partial(_naked, size=3, technique="naked-triple")
naked_quads = partial(_naked, size=4, technique="naked-quad")
hidden_pairs = partial(_hidden, size=2, technique="hidden-pair")
hidden_triples = partial(_hidden, size=3, technique="hidden-triple")
hidden_quads = partial(_hidden, size=4, technique="hidden-quad")
