"""Sue de Coq: cells where a box and a line cross, a set of the line and a set of the box that share them out.

::

    box 1   line r1
    I I . | L . . | . . .      I: two or three cells of the crossing
    B . . |                    L: cells of the line outside the box
    . B . |                    B: cells of the box outside the line

L and B have no digit in common, so each digit stands at most once in all these cells, for those that have it lie on one
line or in one box. If there are as many digits as cells, each stands once, and falls from the rest of its line, if B
does not have it, and from the rest of its box, if L does not have it.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import sub
from typing import NamedTuple, TypeAlias

from ...geometry import bits, digits_of
from ..graph import chosen_cells, unions_of_subsets
from ..marks import Crossing, Marks, crossings
from ..step import Candidate, LockedSet, Premises, Step

__all__ = ["sue_de_coqs"]

_Subsets: TypeAlias = list[tuple[int, int, int, int]]


class _Part(NamedTuple):
    """Some of the blanks of a crossing, of its line, or of its box."""

    cells: int
    digits: int


class _Blanks:
    """Blanks to choose from, with the unions of all subsets made once for all that ask."""

    def __init__(self, marks: Marks, cells: int) -> None:
        self.cells = list(bits(cells & marks.blanks))
        self.subsets, self.sizes, self.unions = unions_of_subsets([marks.of_cell[cell] for cell in self.cells])

    def middles(self) -> Iterator[_Part]:
        """Two or three cells with two candidates more than cells, at least."""
        for subset, size, union in zip(self.subsets, self.sizes, self.unions, strict=True):
            if 2 <= size <= 3 and union.bit_count() >= size + 2:
                yield _Part(chosen_cells(self.cells, subset), union)

    def almost(self) -> _Subsets:
        """(candidates too many, size, union, index) of each subset, sorted; locked ones are left out."""
        excesses = map(sub, map(int.bit_count, self.unions), self.sizes)
        parts = zip(excesses, self.sizes, self.unions, range(len(self.sizes)), strict=True)
        return sorted(part for part in parts if part[0] > 0)

    def part(self, index: int) -> _Part:
        """A subset by its index."""
        return _Part(chosen_cells(self.cells, self.subsets[index]), self.unions[index])


def sue_de_coqs(marks: Marks) -> Iterator[Step]:
    """Two or three cells of a crossing, with a set of its line and a set of its box that have no digit in common.

    `digits`: those of the crossing, then the others of the pattern. `cells`: pattern (the crossing), extra (the two
    sets). `houses`: link (box and line). `sets`: the crossing, the set of the line, the set of the box.
    """
    for crossing in crossings(marks.shape):
        if (crossing.both & marks.blanks).bit_count() < 2:
            continue
        middles = list(_Blanks(marks, crossing.both).middles())
        if middles and crossing.line_rest & marks.blanks and crossing.box_rest & marks.blanks:
            line, box = _Blanks(marks, crossing.line_rest), _Blanks(marks, crossing.box_rest)
            lines, boxes = line.almost(), box.almost()
            for middle in middles:
                for one, other in _matches(middle, lines, boxes):
                    step = _step(marks, crossing, middle, line.part(one), box.part(other))
                    if step is not None:
                        yield step


def _matches(middle: _Part, lines: _Subsets, boxes: _Subsets) -> Iterator[tuple[int, int]]:
    """The sets of line and box, by index, that bring as many cells as the crossing has digits too many."""
    excess = middle.digits.bit_count() - middle.cells.bit_count()
    in_box = _gains(boxes, middle.digits, excess)
    if in_box:
        for gain, parts in _gains(lines, middle.digits, excess).items():
            for union, index in parts:
                for other_union, other in in_box.get(excess - gain, ()):
                    if not union & other_union:
                        yield index, other


def _gains(subsets: _Subsets, digits: int, excess: int) -> dict[int, list[tuple[int, int]]]:
    """By how many more cells it brings than digits of its own: (union, index) of each subset that may take part.

    It shares more digits with the crossing than it gains, for it is not locked, and leaves two for the other set; hence
    the end of the search.
    """
    found: dict[int, list[tuple[int, int]]] = {}
    outside, most = ~digits, digits.bit_count() - 3
    for too_many, size, union, index in subsets:
        if too_many > most:
            break
        gain = size - (union & outside).bit_count()
        if 0 < gain < excess:
            found.setdefault(gain, []).append((union, index))
    return found


def _step(marks: Marks, crossing: Crossing, middle: _Part, on_line: _Part, in_box: _Part) -> Step | None:
    line_rest = crossing.line_rest & ~on_line.cells
    box_rest = crossing.box_rest & ~in_box.cells
    spare = crossing.both & ~middle.cells
    struck: list[Candidate] = []
    for digit in digits_of(middle.digits | on_line.digits | in_box.digits):
        own = 1 << digit - 1
        rest = spare
        if not own & in_box.digits:
            rest |= line_rest
        if not own & on_line.digits:
            rest |= box_rest
        struck += marks.struck(digit, rest)
    if not struck:
        return None
    extra = (on_line.digits | in_box.digits) & ~middle.digits
    return Step(
        "sue-de-coq",
        eliminations=tuple(struck),
        premises=Premises(cells=middle.cells | on_line.cells | in_box.cells),
        digits=(*digits_of(middle.digits), *digits_of(extra)),
        cells={"pattern": middle.cells, "extra": on_line.cells | in_box.cells},
        houses={"link": (crossing.box, crossing.line)},
        sets=tuple(LockedSet(part.cells, part.digits) for part in (middle, on_line, in_box)),
    )
