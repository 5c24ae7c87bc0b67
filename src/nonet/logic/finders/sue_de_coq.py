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

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import compress, starmap
from typing import TypeAlias

from ...geometry import Shape, bits, digits_of, mask_of
from ..compiled import board_of, kernel_for
from ..graph import unions_of_subsets
from ..marks import Crossing, Marks, crossings
from ..step import Candidate, LockedSet, Premises, Step

__all__ = ["sue_de_coqs"]

_Subsets: TypeAlias = list[tuple[int, int, int, int]]
"""The excess (of candidates over cells), size, candidates and indices of each subset."""


class _Blanks:
    """The blanks of a part of a crossing, and all their subsets."""

    def __init__(self, of_cell: Mapping[int, int], cells: int) -> None:
        self.cells = [cell for cell, mask in of_cell.items() if mask and cells >> cell & 1]
        self.masks = tuple([of_cell[cell] for cell in self.cells])

    def set_of(self, subset: int, digits: int) -> LockedSet:
        return LockedSet(mask_of(self.cells[index] for index in bits(subset)), digits)


@lru_cache(maxsize=4096)
def _subsets(masks: tuple[int, ...]) -> _Subsets:
    """Return all subsets of some blanks with more candidates than cells, sorted."""
    subsets, sizes, unions = unions_of_subsets(masks)
    parts = zip(map(int.bit_count, unions), sizes, unions, subsets, strict=True)
    return sorted((digits - size, size, union, subset) for digits, size, union, subset in parts if digits > size)


def sue_de_coqs(marks: Marks) -> Iterator[Step]:
    """Yield two or three cells of a crossing, with a set of its line and a set of its box without a common digit.

    Digits: those of the crossing, then the others. Cells: pattern (the crossing), extra (the two sets). Houses: link
    (box and line). Sets: the crossing, the set of the line, the set of the box.
    """
    contents = marks.contents
    for crossing in _useful_crossings(marks):
        for sets in _patterns(marks.shape, crossing, contents[crossing.box], contents[crossing.line]):
            yield from _step(marks, crossing, *sets)


def _useful_crossings(marks: Marks) -> Iterable[Crossing]:
    """Return the crossings to search. The compiled kernel, if it is installed, knows those that have a step."""
    native = kernel_for(marks.shape)
    if native is not None:
        return compress(crossings(marks.shape), native.sue_de_coqs(board_of(marks)))
    return (crossing for crossing in crossings(marks.shape) if (crossing.both & marks.blanks).bit_count() > 1)


@lru_cache(maxsize=4096)  # most houses stay the same from one position to the next
def _patterns(
    shape: Shape, crossing: Crossing, in_box: tuple[int, ...], on_line: tuple[int, ...]
) -> list[tuple[LockedSet, LockedSet, LockedSet]]:
    """Return the sets of each pattern in a crossing: of the crossing itself, of the line, of the box."""
    of_cell = dict(zip(shape.houses[crossing.box], in_box, strict=True))
    of_cell |= zip(shape.houses[crossing.line], on_line, strict=True)
    inner = _Blanks(of_cell, crossing.both)
    middles = sorted(
        (subset, union) for excess, size, union, subset in _subsets(inner.masks) if excess > 1 and 1 < size < 4
    )
    if not middles:
        return []
    line, box = _Blanks(of_cell, crossing.line_rest), _Blanks(of_cell, crossing.box_rest)
    return [
        (middle, line.set_of(*one), box.set_of(*other))
        for middle in starmap(inner.set_of, middles)
        for one, other in _matches(middle, line.masks, box.masks)
    ]


def _matches(
    middle: LockedSet, on_line: tuple[int, ...], in_box: tuple[int, ...]
) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yield (subset, digits) of a set of the line and one of the box that give as many digits as cells in all."""
    excess = middle.digits.bit_count() - middle.cells.bit_count()
    boxes = _by_gain(in_box, middle.digits, excess)
    if boxes:
        for gain, parts in _by_gain(on_line, middle.digits, excess).items():
            for subset, digits in parts:
                for other, other_digits in boxes.get(excess - gain, ()):
                    if not digits & other_digits:
                        yield (subset, digits), (other, other_digits)


@lru_cache(maxsize=4096)
def _by_gain(masks: tuple[int, ...], digits: int, excess: int) -> dict[int, list[tuple[int, int]]]:
    """Return (subset, digits) of the subsets that can take part, by their gain: how many more cells than new digits.

    A subset that is not locked shares more digits with the crossing than it gains, and leaves two for the other set.
    So the search ends at subsets with too large an excess.
    """
    found: dict[int, list[tuple[int, int]]] = {}
    outside, most = ~digits, digits.bit_count() - 3
    for own_excess, size, union, subset in _subsets(masks):
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
