"""Sue de Coq: two or three cells where a box and a line cross, a set of the line, and a set of the box.

::

    box 1   row 1
    I I . | L . . | . . .      I: cells of the crossing
    B . . |                    L: cells of the line outside the box
    . B . |                    B: cells of the box outside the line

L and B have no common digit, so all cells with a given digit are on the line or in the box, and the digit is in at most
one of them. If there are as many digits as cells, each digit is in exactly one. So it is eliminated from the rest of
the line unless B has it, and from the rest of the box unless L has it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from ...geometry import bits, digits_of, mask_of
from ..graph import unions_of_subsets
from ..marks import Crossing, Marks, crossings
from ..step import Candidate, LockedSet, Premises, Step

__all__ = ["sue_de_coqs"]

_Subsets: TypeAlias = list[tuple[int, int, int, int]]
"""The excess (of candidates over cells), size, candidates and indices of each subset."""


class _Blanks:
    """The blanks of a part of a crossing, and all their subsets."""

    def __init__(self, marks: Marks, cells: int) -> None:
        self.cells = list(bits(cells & marks.blanks))
        subsets, sizes, unions = unions_of_subsets([marks.of_cell[cell] for cell in self.cells])
        parts = zip(map(int.bit_count, unions), sizes, unions, subsets, strict=True)
        self.subsets = [(digits - size, size, union, subset) for digits, size, union, subset in parts if digits > size]

    def set_of(self, subset: int, digits: int) -> LockedSet:
        return LockedSet(mask_of(self.cells[index] for index in bits(subset)), digits)


def sue_de_coqs(marks: Marks) -> Iterator[Step]:
    """Yield two or three cells of a crossing, with a set of its line and a set of its box without a common digit.

    Digits: those of the crossing, then the others. Cells: pattern (the crossing), extra (the two sets). Houses: link
    (box and line). Sets: the crossing, the set of the line, the set of the box.
    """
    for crossing in crossings(marks.shape):
        if (crossing.both & marks.blanks).bit_count() < 2:
            continue
        inner = _Blanks(marks, crossing.both)
        middles = [
            inner.set_of(subset, union) for excess, size, union, subset in inner.subsets if excess > 1 and 1 < size < 4
        ]
        if middles and crossing.line_rest & marks.blanks and crossing.box_rest & marks.blanks:
            line, box = _Blanks(marks, crossing.line_rest), _Blanks(marks, crossing.box_rest)
            lines, boxes = sorted(line.subsets), sorted(box.subsets)
            for middle in middles:
                for on_line, in_box in _matches(middle, lines, boxes):
                    yield from _step(marks, crossing, middle, line.set_of(*on_line), box.set_of(*in_box))


def _matches(middle: LockedSet, lines: _Subsets, boxes: _Subsets) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yield (subset, digits) of a set of the line and one of the box that give as many digits as cells in all."""
    excess = middle.digits.bit_count() - middle.cells.bit_count()
    in_box = _by_gain(boxes, middle.digits, excess)
    if in_box:
        for gain, parts in _by_gain(lines, middle.digits, excess).items():
            for subset, digits in parts:
                for other, other_digits in in_box.get(excess - gain, ()):
                    if not digits & other_digits:
                        yield (subset, digits), (other, other_digits)


def _by_gain(subsets: _Subsets, digits: int, excess: int) -> dict[int, list[tuple[int, int]]]:
    """Return (subset, digits) of the subsets that can take part, by their gain: how many more cells than new digits.

    A subset that is not locked shares more digits with the crossing than it gains, and leaves two for the other set.
    So the search ends at subsets with too large an excess.
    """
    found: dict[int, list[tuple[int, int]]] = {}
    outside, most = ~digits, digits.bit_count() - 3
    for own_excess, size, union, subset in subsets:
        if own_excess > most:
            break
        gain = size - (union & outside).bit_count()
        if 0 < gain < excess:
            found.setdefault(gain, []).append((subset, union))
    return found


def _step(marks: Marks, crossing: Crossing, middle: LockedSet, on_line: LockedSet, in_box: LockedSet) -> Iterator[Step]:
    line_rest = crossing.line_rest & ~on_line.cells
    box_rest = crossing.box_rest & ~in_box.cells
    wrong: list[Candidate] = []
    for digit in digits_of(middle.digits | on_line.digits | in_box.digits):
        own = 1 << digit - 1
        rest = crossing.both & ~middle.cells
        if not own & in_box.digits:
            rest |= line_rest
        if not own & on_line.digits:
            rest |= box_rest
        wrong += marks.candidates(digit, rest)
    if wrong:
        extra = on_line.cells | in_box.cells
        others = (on_line.digits | in_box.digits) & ~middle.digits
        yield Step(
            "sue-de-coq",
            eliminations=tuple(wrong),
            premises=Premises(cells=middle.cells | extra),
            digits=(*digits_of(middle.digits), *digits_of(others)),
            cells={"pattern": middle.cells, "extra": extra},
            houses={"link": (crossing.box, crossing.line)},
            sets=(middle, on_line, in_box),
        )
