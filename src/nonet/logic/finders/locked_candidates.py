"""Locked candidates: a digit that, within a box (or a line), is confined to where the two cross.

Pointing: all places of the digit in the box lie on one line, so the rest of the line loses it. Claiming: all its
places on the line lie in one box, so the rest of the box does. A locked pair or triple is a naked subset that lies
in a crossing, so both houses lose its digits at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ..marks import Marks, crossings
from ..step import Premises, Step
from .subsets import naked_sets, naked_step

__all__ = ["claiming", "locked_pairs", "locked_triples", "pointing"]


def pointing(marks: Marks) -> Iterator[Step]:
    """The digit's places in a box lie on one line."""
    for crossing in crossings(marks.shape):
        for digit, places in enumerate(marks.places):
            if (here := places & crossing.both) and places & crossing.line_rest and not places & crossing.box_rest:
                yield _locked("pointing", marks, digit, here, (crossing.box, crossing.line), crossing.line_rest)


def claiming(marks: Marks) -> Iterator[Step]:
    """The digit's places on a line lie in one box."""
    for crossing in crossings(marks.shape):
        for digit, places in enumerate(marks.places):
            if (here := places & crossing.both) and places & crossing.box_rest and not places & crossing.line_rest:
                yield _locked("claiming", marks, digit, here, (crossing.line, crossing.box), crossing.box_rest)


def _locked(technique: str, marks: Marks, digit: int, here: int, houses: tuple[int, int], rest: int) -> Step:
    base, cover = houses
    return Step(
        technique,
        eliminations=marks.struck(digit, rest),
        premises=Premises(places=((base, digit),)),
        digits=(digit,),
        cells={"pattern": here},
        houses={"base": (base,), "cover": (cover,)},
    )


def _locked_sets(marks: Marks, size: int, technique: str) -> Iterator[Step]:
    """Naked subsets that lie in a crossing and strike candidates out of both houses, or out of either."""
    seen = set()
    few = marks.few(size)
    for crossing in crossings(marks.shape):
        if (few & crossing.both).bit_count() < size:
            continue
        for cells, digits in naked_sets(marks, few & crossing.both, size):
            if cells in seen:
                continue
            seen.add(cells)
            rest = crossing.box_rest | crossing.line_rest | crossing.both & ~cells
            step = naked_step(marks, technique, cells, digits, rest, (crossing.box, crossing.line))
            if step is not None:
                yield step


locked_pairs = partial(_locked_sets, size=2, technique="locked-pair")
locked_triples = partial(_locked_sets, size=3, technique="locked-triple")
