"""Deadly patterns: what a puzzle with one solution cannot contain, so that some cell of it takes another digit.

If every cell of the pattern had one of its two digits there, the digits could be swapped for a second solution. So at
least one cell with more candidates (the *roof*) takes one of those other candidates (the *extras*). ::

    12 . . | 12  . .       unique rectangle: floor 12 12, roof 125 12; one of the types below applies to the roof
    12 . . | 125 . .

Unique rectangles, unique loops and BUGs share four types:

1. There is one roof cell: it takes an extra.
2. All extras are one digit: it is eliminated wherever it sees the whole roof.
3. The roof is in one house: it acts as one cell with the extras as candidates, and completes a naked subset.
4. There are two roof cells, in a house where a digit of the pattern has no other places: one takes it, the other an
   extra.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from ...geometry import bits, digits_of
from ..marks import Marks
from ..step import Candidate, LockedSet, Premises, Step
from .subsets import naked_sets_with

__all__ = ["Pattern", "PatternType", "deadly_step", "type_1", "type_2", "type_3", "type_4"]


class Pattern(NamedTuple):
    """The cells of a deadly pattern, each with a mask of its two digits."""

    masks: Mapping[int, int]
    cells: int
    roof: int
    """The cells with other candidates."""
    extras: int
    """These other candidates, as a mask of digits."""
    digits: tuple[int, ...]
    """The digits that a step names first; none if the pattern has all digits."""

    @classmethod
    def of(cls, marks: Marks, masks: Mapping[int, int], digits: tuple[int, ...] = ()) -> Pattern:
        """Return the pattern of some cells and their digits in a position."""
        of_cell = marks.of_cell
        cells = roof = extras = 0
        for cell, mask in masks.items():
            cells |= 1 << cell
            if extra := of_cell[cell] & ~mask:
                roof |= 1 << cell
                extras |= extra
        return cls(masks, cells, roof, extras, digits)

    def naming_last(self, last: int) -> Pattern:
        """Return the pattern with one of its digits named after the others."""
        return self._replace(digits=tuple(sorted(self.digits, key=lambda digit: digit == last)))

    def step(
        self,
        technique: str,
        eliminations: tuple[Candidate, ...],
        *,
        places: tuple[tuple[int, int], ...] = (),
        subset: LockedSet | None = None,
        others: tuple[int, ...] = (),
    ) -> Step:
        """Return the step of the pattern with other evidence: places of locked digits, a naked subset, other digits."""
        roles = {"floor": self.cells & ~self.roof, "roof": self.roof}
        deadly = (Candidate(cell, digit) for cell, mask in sorted(self.masks.items()) for digit in digits_of(mask))
        return Step(
            technique,
            eliminations=eliminations,
            premises=Premises(cells=subset.cells if subset else 0, places=places, deadly=tuple(deadly)),
            digits=(*self.digits, *(digit for digit in others if digit not in self.digits)),
            cells=roles | {"extra": subset.cells} if subset else roles,
            houses={"house": tuple(dict.fromkeys(house for house, _ in places))} if places else {},
            sets=(subset,) if subset else (),
        )


PatternType: TypeAlias = Callable[[Marks, str, Pattern], Iterator[Step]]
"""A function that yields the steps of one type: of marks, for a technique, of a pattern."""


def type_1(marks: Marks, technique: str, pattern: Pattern) -> Iterator[Step]:
    """Eliminate the digits of the pattern in the only roof cell. Digits: of the pattern, then the extras."""
    if pattern.roof and not pattern.roof & pattern.roof - 1:
        cell = pattern.roof.bit_length() - 1
        wrong = tuple(Candidate(cell, digit) for digit in digits_of(marks.of_cell[cell] & pattern.masks[cell]))
        if wrong:
            yield pattern.step(technique, wrong, others=tuple(digits_of(pattern.extras)))


def type_2(marks: Marks, technique: str, pattern: Pattern) -> Iterator[Step]:
    """Eliminate the only extra digit of several roof cells where it sees them all. Digits: of the pattern, then it."""
    if pattern.roof & pattern.roof - 1 and not pattern.extras & pattern.extras - 1:
        digit = pattern.extras.bit_length()
        if wrong := marks.candidates(digit, marks.common_peers(pattern.roof)):
            yield pattern.step(technique, wrong, others=(digit,))


def type_3(marks: Marks, technique: str, pattern: Pattern) -> Iterator[Step]:
    """Complete a naked subset in a house of the roof with the extras. Digits: of the pattern, then of the subset.

    Cells: floor, roof, extra (the other cells of the subset), which are also the step's only set.
    """
    if not pattern.roof & pattern.roof - 1 or not pattern.extras & pattern.extras - 1:
        return
    seen = set()
    for index in marks.common_houses(pattern.roof):
        free = marks.houses[index] & marks.blanks & ~pattern.roof
        for size in range(pattern.extras.bit_count(), free.bit_count() + 1):
            for cells, digits in naked_sets_with(marks, free, size, pattern.extras):
                if cells in seen or _has_smaller_set(marks, cells, pattern.extras):
                    continue
                seen.add(cells)
                wrong: list[Candidate] = []
                for digit in digits_of(digits):  # it is in the cells, or in the roof if it is an extra
                    places = cells | pattern.roof if pattern.extras >> digit - 1 & 1 else cells
                    wrong += marks.candidates(digit, marks.common_peers(places & marks.places[digit]))
                if wrong:
                    others = tuple(digits_of(digits))
                    yield pattern.step(technique, tuple(wrong), subset=LockedSet(cells, digits), others=others)


def _has_smaller_set(marks: Marks, cells: int, extras: int) -> bool:
    """Return whether some of the cells are a naked subset, alone or with the roof."""
    part = cells - 1 & cells
    while part:
        own = marks.digits_in(part)
        if own.bit_count() <= part.bit_count() or (own | extras).bit_count() <= part.bit_count() + 1:
            return True
        part = part - 1 & cells
    return False


def type_4(marks: Marks, technique: str, pattern: Pattern) -> Iterator[Step]:
    """Eliminate the other digits of the pattern in two roof cells that must have one of them.

    Digits: of the pattern, the locked one last. Houses: house, where it is locked.
    """
    if pattern.roof.bit_count() != 2:
        return
    one, two = bits(pattern.roof)
    for digit in digits_of(pattern.masks[one] & pattern.masks[two] & ~pattern.extras):
        for index in marks.common_houses(pattern.roof):
            if marks.places[digit] & marks.houses[index] == pattern.roof:
                wrong = tuple(
                    Candidate(cell, other)
                    for cell in (one, two)
                    for other in digits_of(marks.of_cell[cell] & pattern.masks[cell])
                    if other != digit
                )
                if wrong:
                    yield pattern.naming_last(digit).step(technique, wrong, places=((index, digit),), others=(digit,))
                break


def deadly_step(
    marks: Marks,
    technique: str,
    masks: Mapping[int, int],
    type_: int,
    subset: int = 0,
    wrong: tuple[Candidate, ...] = (),
) -> Iterator[Step]:
    """Yield the steps of one type of a loop of cells with two digits.

    If the cells of a `subset` are given, yield the step of type 3 with these cells and these eliminations.
    """
    pattern = Pattern.of(marks, masks, tuple(digits_of(next(iter(masks.values())))))
    if subset:
        digits = marks.digits_in(subset) | pattern.extras
        others = tuple(digits_of(digits))
        yield pattern.step(technique, wrong, subset=LockedSet(subset, digits), others=others)
    else:
        yield from (type_1, type_2, type_3, type_4)[type_ - 1](marks, technique, pattern)
