"""Locked candidates: all places of a digit in a box (or on a line) are where the two cross.

::

    pointing                       claiming
    5 5 . | x x x | x x x          5 5 . | . . . | . . .
    . . . | . . . | . . .          x x x | . 5 . | . . 5
    . . . | . . . | . . .          x x x | . . 5 | 5 . .

Pointing: the left box has 5 only on row 1, so the rest of the row has no 5. Claiming: row 1 has 5 only in the left box,
so the rest of the box has no 5. The x are eliminated.

A locked pair or triple is a naked subset whose cells are all in a crossing, so both houses lose its digits.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ..marks import Marks, crossings
from ..step import Premises, Step
from .subsets import naked_sets, naked_step

__all__ = ["claiming", "locked_pairs", "locked_triples", "pointing"]


def pointing(marks: Marks) -> Iterator[Step]:
    """Yield the digits with all places of a box on one line."""
    for box, line, both, box_rest, line_rest in crossings(marks.shape):
        yield from _locked("pointing", marks, box, line, both, box_rest, line_rest)


def claiming(marks: Marks) -> Iterator[Step]:
    """Yield the digits with all places of a line in one box."""
    for box, line, both, box_rest, line_rest in crossings(marks.shape):
        yield from _locked("claiming", marks, line, box, both, line_rest, box_rest)


def _locked(
    technique: str, marks: Marks, base: int, cover: int, both: int, base_rest: int, cover_rest: int
) -> Iterator[Step]:
    """Yield the digits whose places in the base are all in the cover, if they have other places in the cover."""
    for digit, places in enumerate(marks.places):
        if places & both and places & cover_rest and not places & base_rest:
            yield Step(
                technique,
                eliminations=marks.candidates(digit, cover_rest),
                premises=Premises(places=((base, digit),)),
                digits=(digit,),
                cells={"pattern": places & both},
                houses={"base": (base,), "cover": (cover,)},
            )


def _locked_sets(marks: Marks, size: int, technique: str) -> Iterator[Step]:
    """Yield the naked subsets in a crossing that eliminate something in one house or both."""
    seen = set()
    few = marks.few(size)
    for crossing in crossings(marks.shape):
        if (few & crossing.both).bit_count() < size:
            continue
        for cells, digits in naked_sets(marks, few & crossing.both, size):
            if cells not in seen:
                seen.add(cells)
                rest = crossing.box_rest | crossing.line_rest | crossing.both & ~cells
                yield from naked_step(marks, technique, cells, digits, rest, (crossing.box, crossing.line))


locked_pairs = partial(_locked_sets, size=2, technique="locked-pair")
locked_triples = partial(_locked_sets, size=3, technique="locked-triple")
