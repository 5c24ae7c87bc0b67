"""Deadly patterns: what a puzzle with one solution cannot hold, so that some cell of it takes another digit.

If every cell of the pattern took one of its two digits there, all of them could be swapped for a second solution.
So at least one of the cells with more candidates, the roof, takes one of those, its extras. Four ways to use that
serve rectangles, loops and graves alike:

1. one roof cell: it takes an extra;
2. the extras are all one digit: it falls wherever it sees the whole roof;
3. the roof lies in a house: with its extras it is like one cell there, and may complete a naked subset;
4. two roof cells of a house where a digit of the pattern has no other place: one takes it, the other an extra.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from ...geometry import bits, digits_of
from ..marks import Marks
from ..step import Candidate, LockedSet, Premises, Step
from .subsets import naked_sets

__all__ = ["Pattern", "type_1", "type_2", "type_3", "type_4"]


@dataclass(frozen=True, slots=True)
class Pattern:
    """The cells of a deadly pattern, each with its two digits there as a mask."""

    masks: Mapping[int, int]
    cells: int
    roof: int
    """The cells that have other candidates too."""
    extras: int
    """Those other candidates, as a digit mask."""
    digits: tuple[int, ...]
    """The digits that a step names first; empty if the pattern takes them all."""

    @classmethod
    def of(cls, marks: Marks, masks: Mapping[int, int], digits: tuple[int, ...] = ()) -> Pattern:
        """The pattern of cells and their digits, as it stands in these marks."""
        cells = roof = extras = 0
        for cell, mask in masks.items():
            cells |= 1 << cell
            if more := marks.of_cell[cell] & ~mask:
                roof |= 1 << cell
                extras |= more
        return cls(masks, cells, roof, extras, digits)

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        """The pattern as premises name it."""
        return tuple(Candidate(cell, digit) for cell, mask in sorted(self.masks.items()) for digit in digits_of(mask))

    def naming_last(self, last: int) -> Pattern:
        """The pattern with this one of its digits named after the others."""
        return replace(self, digits=tuple(sorted(self.digits, key=lambda digit: digit == last)))

    def step(
        self,
        technique: str,
        struck: tuple[Candidate, ...],
        *,
        places: tuple[tuple[int, int], ...] = (),
        extra: LockedSet | None = None,
        others: tuple[int, ...] = (),
    ) -> Step:
        """The step: what else it uses, a house where a digit is locked or a subset, is named beside the pattern."""
        roles = {"floor": self.cells & ~self.roof, "roof": self.roof}
        if extra:
            roles["extra"] = extra.cells
        return Step(
            technique,
            eliminations=struck,
            premises=Premises(cells=extra.cells if extra else 0, places=places, deadly=self.candidates),
            digits=(*self.digits, *(digit for digit in others if digit not in self.digits)),
            cells=roles,
            houses={"house": tuple(dict.fromkeys(house for house, _ in places))} if places else {},
            sets=(extra,) if extra else (),
        )


def type_1(marks: Marks, technique: str, pattern: Pattern) -> Iterator[Step]:
    """The only roof cell loses the digits of the pattern. Digits: of the pattern, then the extras."""
    if pattern.roof and not pattern.roof & pattern.roof - 1:
        cell = pattern.roof.bit_length() - 1
        struck = tuple(Candidate(cell, digit) for digit in digits_of(marks.of_cell[cell] & pattern.masks[cell]))
        if struck:
            yield pattern.step(technique, struck, others=tuple(digits_of(pattern.extras)))


def type_2(marks: Marks, technique: str, pattern: Pattern) -> Iterator[Step]:
    """One extra digit in several roof cells falls where it sees them all. Digits: of the pattern, then that one."""
    if pattern.roof & pattern.roof - 1 and not pattern.extras & pattern.extras - 1:
        digit = pattern.extras.bit_length()
        if struck := marks.struck(digit, marks.common_peers(pattern.roof)):
            yield pattern.step(technique, struck, others=(digit,))


def type_3(marks: Marks, technique: str, pattern: Pattern) -> Iterator[Step]:
    """The extras complete a naked subset in a house of the roof. Digits: of the pattern, then those of the subset.

    Cells: floor, roof, extra (the cells of the subset beside the roof), which are also the step's only set.
    """
    if not pattern.roof & pattern.roof - 1 or not pattern.extras & pattern.extras - 1:
        return
    seen = set()
    for index in _houses(marks, pattern.roof):
        free = marks.houses[index] & marks.blanks & ~pattern.roof
        for size in range(pattern.extras.bit_count(), free.bit_count() + 1):
            for cells, digits in naked_sets(marks, free, size, pattern.extras):
                if cells in seen or _has_smaller_set(marks, cells, pattern.extras):
                    continue
                seen.add(cells)
                if struck := _subset_struck(marks, pattern, cells, digits):
                    yield pattern.step(
                        technique, struck, extra=LockedSet(cells, digits), others=tuple(digits_of(digits))
                    )


def _has_smaller_set(marks: Marks, cells: int, extras: int) -> bool:
    """Whether some of the cells are a subset by themselves, or already with the roof."""
    part = cells - 1 & cells
    while part:
        own = marks.candidates_of(part)
        if own.bit_count() <= part.bit_count() or (own | extras).bit_count() <= part.bit_count() + 1:
            return True
        part = part - 1 & cells
    return False


def _subset_struck(marks: Marks, pattern: Pattern, cells: int, digits: int) -> tuple[Candidate, ...]:
    """What a subset strikes out: each digit stands in its cells, or in the roof if it is an extra."""
    struck: list[Candidate] = []
    for digit in digits_of(digits):
        holders = cells | pattern.roof if pattern.extras >> digit - 1 & 1 else cells
        struck.extend(marks.struck(digit, marks.common_peers(holders & marks.places[digit])))
    return tuple(struck)


def type_4(marks: Marks, technique: str, pattern: Pattern) -> Iterator[Step]:
    """A digit is locked in two roof cells: they lose the others of the pattern. Digits: of the pattern, that one last.

    Houses: house, where it is locked.
    """
    if pattern.roof.bit_count() != 2:
        return
    one, two = bits(pattern.roof)
    for digit in digits_of(pattern.masks[one] & pattern.masks[two] & ~pattern.extras):
        for index in _houses(marks, pattern.roof):
            if marks.places[digit] & marks.houses[index] == pattern.roof:
                struck = tuple(
                    Candidate(cell, other)
                    for cell in (one, two)
                    for other in digits_of(marks.of_cell[cell] & pattern.masks[cell])
                    if other != digit
                )
                if struck:
                    yield pattern.naming_last(digit).step(technique, struck, places=((index, digit),), others=(digit,))
                break


def _houses(marks: Marks, cells: int) -> list[int]:
    """The houses that hold all these cells."""
    return [index for index, house in enumerate(marks.houses) if not cells & ~house]
