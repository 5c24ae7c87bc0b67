"""Subsets: n cells of a house with n digits between them (naked), n digits with n places between them (hidden)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ...geometry import bits, digits_of
from ..marks import Marks
from ..step import Candidate, LockedSet, Premises, Step

__all__ = [
    "hidden_pairs",
    "hidden_quads",
    "hidden_triples",
    "naked_pairs",
    "naked_quads",
    "naked_sets",
    "naked_triples",
    "unions",
]


def naked_sets(marks: Marks, cells: int, size: int, virtual: int = 0) -> Iterator[tuple[int, int]]:
    """Every choice of that many of the cells which have that many candidates between them: (cells, digits).

    If virtual digits are given, they are the candidates of a cell that is no single one, and counts as chosen.
    """
    usable = [(1 << cell, mask) for cell in bits(cells) if 2 <= (mask := marks.of_cell[cell]).bit_count() <= size]
    beyond = 1 << marks.shape.cells if virtual else 0
    return ((chosen & ~beyond, digits) for chosen, digits in unions(usable, size, 0, beyond, virtual))


def naked_step(
    marks: Marks, technique: str, cells: int, digits: int, rest: int, houses: tuple[int, ...]
) -> Step | None:
    """The step of cells with as many candidates between them as they are; None if it strikes none out of the rest."""
    struck = tuple(c for digit in digits_of(digits) for c in marks.struck(digit, rest))
    if not struck:
        return None
    return Step(
        technique,
        eliminations=struck,
        premises=Premises(cells=cells),
        digits=tuple(digits_of(digits)),
        cells={"pattern": cells},
        houses={"house": houses},
        sets=(LockedSet(cells, digits),),
    )


def unions(parts: list[tuple[int, int]], size: int, start: int, chosen: int, union: int) -> Iterator[tuple[int, int]]:
    """Every choice of parts (own bit, mask) whose masks have that many bits together."""
    left = size - chosen.bit_count()
    for index in range(start, len(parts) - left + 1):
        own, mask = parts[index]
        both = union | mask
        if both.bit_count() <= size:
            if left == 1:
                yield chosen | own, both
            else:
                yield from unions(parts, size, index + 1, chosen | own, both)


def _naked(marks: Marks, size: int, technique: str) -> Iterator[Step]:
    seen = set()
    few = marks.few(size)
    for index, house in enumerate(marks.houses):
        if (few & house).bit_count() < size or (house & marks.blanks).bit_count() <= size:
            continue
        for cells, digits in naked_sets(marks, few & house, size):
            rest = marks.common_peers(cells) & marks.blanks
            step = naked_step(marks, technique, cells, digits, rest, (index,))
            if step is not None and cells not in seen:
                seen.add(cells)
                yield step


def _hidden(marks: Marks, size: int, technique: str) -> Iterator[Step]:
    for index, house in enumerate(marks.houses):
        if (house & marks.blanks).bit_count() <= size:
            continue
        usable = [
            (1 << digit - 1, here)
            for digit, places in enumerate(marks.places)
            if 2 <= (here := places & house).bit_count() <= size
        ]
        for digits, cells in unions(usable, size, 0, 0, 0):
            struck = tuple(
                Candidate(cell, digit) for cell in bits(cells) for digit in digits_of(marks.of_cell[cell] & ~digits)
            )
            if struck:
                yield Step(
                    technique,
                    eliminations=struck,
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
