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
from functools import lru_cache, partial
from operator import itemgetter

from ...geometry import Shape
from ..marks import Marks, candidates_of, crossings
from ..step import Premises, Step
from .subsets import naked_sets, naked_step

__all__ = ["claiming", "locked_pairs", "locked_triples", "pointing"]


def pointing(marks: Marks) -> Iterator[Step]:
    """Yield the digits with all places of a box on one line."""
    return _locked(marks, "pointing")


def claiming(marks: Marks) -> Iterator[Step]:
    """Yield the digits with all places of a line in one box."""
    return _locked(marks, "claiming")


def _locked(marks: Marks, technique: str) -> Iterator[Step]:
    """Yield the steps of all digits, crossing by crossing."""
    found: list[tuple[int, Step]] = []
    for digit, places in enumerate(marks.places):
        found += _of_digit(marks.shape, technique, digit, places)
    return (step for _, step in sorted(found, key=itemgetter(0)))


@lru_cache(maxsize=4096)  # most digits keep their places from one position to the next
def _of_digit(shape: Shape, technique: str, digit: int, places: int) -> list[tuple[int, Step]]:
    """Return the steps of a digit, whose places in the base are all in the cover, which has others; by crossing."""
    found = []
    for number, (base, cover, both, rest, wrong) in enumerate(_sides(shape, technique)):
        if not places & rest and places & both and places & wrong:
            step = Step(
                technique,
                eliminations=candidates_of(shape, digit, places & wrong),
                premises=Premises(places=((base, digit),)),
                digits=(digit,),
                cells={"pattern": places & both},
                houses={"base": (base,), "cover": (cover,)},
            )
            found.append((number, step))
    return found


@lru_cache
def _sides(shape: Shape, technique: str) -> tuple[tuple[int, int, int, int, int], ...]:
    """Return base, cover, their common cells, and the rest of each, of every crossing: the base is a box, or a line."""
    return tuple(
        (box, line, both, box_rest, line_rest) if technique == "pointing" else (line, box, both, line_rest, box_rest)
        for box, line, both, box_rest, line_rest in crossings(shape)
    )


def _locked_sets(marks: Marks, size: int, technique: str) -> Iterator[Step]:
    """Yield the naked subsets in a crossing that eliminate something in one house or both."""
    sets = list(naked_sets(marks, size, first=2 * marks.shape.size))  # in boxes
    for crossing in crossings(marks.shape) if sets else ():
        for box, cells, digits in sets:
            if box == crossing.box and not cells & ~crossing.both:
                rest = crossing.box_rest | crossing.line_rest | crossing.both & ~cells
                yield from naked_step(marks, technique, cells, digits, rest, (crossing.box, crossing.line))


locked_pairs = partial(_locked_sets, size=2, technique="locked-pair")
locked_triples = partial(_locked_sets, size=3, technique="locked-triple")
