"""The almost locked sets of a position, and how they bear on one another.

An almost locked set is n cells of a house that have n + 1 candidates between them; a bivalue cell is one of its own.
It cannot lose two digits; if it loses one, the others are all in it.

What matters of a set is, for each of its digits, where the digit can stand in it, and many sets share that. So the
places of a digit in a set make a `group`, known once for all the sets that have it::

    set 7    cells r1c1 r1c4 r1c5   digits 2 4 6 8   groups (31, 52, 60, 88): one for each digit
    group 52    digit 4   places r1c1 r1c5   sight: the cells that see all these places
                members: every set in which the 4 has just these places
                restricted: every set in which all places of the 4 are in sight, so 4 is a restricted common
                hits: the groups of the 4 in these

Sets and groups are numbered, and sets of them are integers as bitboards are, so that one ``&`` answers for hundreds
of sets at once which of them are linked.
"""

from __future__ import annotations

import operator
from functools import cached_property, reduce
from typing import NamedTuple

from ..geometry import Shape, bits, digits_of
from .marks import Marks
from .step import LockedSet

__all__ = ["AlmostLockedSets", "Wave", "almost_locked_sets", "enumerate_sets"]

_MOST_CELLS = 4
"""On boards larger than the usual one, whose houses have too many subsets, sets are of at most so many cells."""


class Wave(NamedTuple):
    """Candidates of one digit that would take the digit out of the same sets, if any one of them were true."""

    digit: int
    cells: int
    groups: int
    """The groups that would lose the digit."""
    sets: int
    """The sets that would, and so would be locked."""


def almost_locked_sets(marks: Marks) -> AlmostLockedSets:
    """The almost locked sets of a position; they are found once, however many finders ask."""
    known = vars(marks)
    if "_almost_locked_sets" not in known:
        known["_almost_locked_sets"] = AlmostLockedSets(marks)
    found: AlmostLockedSets = known["_almost_locked_sets"]
    return found


def most_cells(shape: Shape) -> int:
    """The size of the largest sets that are looked at: all but one cell of a house, on boards of up to nine digits."""
    usual = Shape(3, 3)
    return shape.size - 1 if shape.size <= usual.size else _MOST_CELLS


def enumerate_sets(marks: Marks) -> list[LockedSet]:
    """Every set of n cells of a house with n + 1 candidates, small ones first, then in the order of their cells.

    One with a locked set inside (n cells with n candidates) says nothing that its other cells do not say alone, once the
    locked set has had its effect, so it is left out.
    """
    most = most_cells(marks.shape)
    prune = most < marks.shape.size - 1
    found: dict[int, int] = {}
    for house in marks.houses:
        subsets = [(0, 0)]
        for cell in bits(house & marks.blanks):
            own, mask = 1 << cell, marks.of_cell[cell]
            larger = [(cells | own, digits | mask) for cells, digits in subsets]
            if prune:
                larger = [
                    part for part in larger if part[0].bit_count() <= most and part[1].bit_count() <= most + 1
                ]
            subsets += larger
        almost = [part for part in subsets[1:] if part[1].bit_count() - part[0].bit_count() == 1]
        locked = [cells for cells, digits in subsets[1:] if digits.bit_count() <= cells.bit_count()]
        found.update(part for part in almost if all(cells & ~part[0] for cells in locked))
    return [LockedSet(cells, found[cells]) for cells in sorted(found, key=lambda cells: (cells.bit_count(), cells))]


class AlmostLockedSets:
    """The sets of a position, their groups, and the links between them; see the picture above.

    >>> from nonet import Position
    >>> found = almost_locked_sets(Marks.of(Position("12.. .... ..1. ....")))
    >>> len(found.sets), found.sets[0].cells, f"{found.sets[0].digits:04b}"
    (16, 4, '1100')
    """

    def __init__(self, marks: Marks) -> None:
        self.marks = marks
        self.sets = enumerate_sets(marks)
        self.groups_of: list[tuple[int, ...]] = []
        """The groups of each set, in the order of its digits."""
        self.digit: list[int] = []
        """The digit of each group."""
        self.places: list[int] = []
        """The cells of each group."""
        self.members: list[int] = []
        """The sets of each group."""
        index: dict[tuple[int, int], int] = {}
        own = 1
        for cells, digits in self.sets:
            groups = []
            while digits:
                digit = (digits & -digits).bit_length()
                digits &= digits - 1
                key = digit, cells & marks.places[digit]
                group = index.setdefault(key, len(index))
                if group == len(self.members):
                    self.members.append(own)
                else:
                    self.members[group] |= own
                groups.append(group)
            self.groups_of.append(tuple(groups))
            own <<= 1
        self.digit = [digit for digit, _ in index]
        self.places = [places for _, places in index]

    # Candidates and the groups they see

    @cached_property
    def groups_by_digit(self) -> list[int]:
        """The groups of each digit, which is the index."""
        by_digit = [0] * len(self.marks.places)
        for group, digit in enumerate(self.digit):
            by_digit[digit] |= 1 << group
        return by_digit

    @cached_property
    def seen_by(self) -> list[dict[int, int]]:
        """For each digit, by cell: the groups of the digit that the candidate there sees as a whole."""
        at: list[dict[int, int]] = [dict.fromkeys(bits(places), 0) for places in self.marks.places]
        own = 1
        for digit, places in zip(self.digit, self.places, strict=True):
            here = at[digit]
            while places:
                lowest = places & -places
                here[lowest.bit_length() - 1] |= own
                places ^= lowest
            own <<= 1
        peers = self.marks.peers
        return [
            {
                cell: groups & ~reduce(operator.or_, [there for other, there in here.items() if not peers[cell] >> other & 1])
                for cell in here
            }
            for here, groups in zip(at, self.groups_by_digit, strict=True)
        ]

    @cached_property
    def waves(self) -> list[Wave]:
        """Every candidate that would lock some set if it were true, those together that would lock the same ones."""
        waves = []
        for digit, seen in enumerate(self.seen_by):
            alike: dict[int, int] = {}
            for cell, groups in seen.items():
                if groups:
                    alike[groups] = alike.get(groups, 0) | 1 << cell
            for groups, cells in alike.items():
                sets = reduce(operator.or_, [self.members[group] for group in bits(groups)])
                waves.append(Wave(digit, cells, groups, sets))
        return waves

    @cached_property
    def locked_by(self) -> dict[tuple[int, int], int]:
        """By (cell, digit) the sets that would be locked if the digit were in the cell."""
        return {(cell, wave.digit): wave.sets for wave in self.waves for cell in bits(wave.cells)}

    # Groups and the groups and sets they see

    @cached_property
    def hits(self) -> list[int]:
        """For each group the groups of the same digit that it sees as a whole: if the digit is here, it is not there.

        It is mutual: a group that is seen so sees the other one so.
        """
        return self._seen[0]

    @cached_property
    def sight(self) -> list[int]:
        """The cells that see all places of each group."""
        return self._seen[1]

    @cached_property
    def _seen(self) -> tuple[list[int], list[int]]:
        peers, seen_by = self.marks.peers, self.seen_by
        hits, sights = [], []
        for digit, places in zip(self.digit, self.places, strict=True):
            seen = seen_by[digit]
            hit = sight = -1
            while places:
                lowest = places & -places
                cell = lowest.bit_length() - 1
                hit &= seen[cell]
                sight &= peers[cell]
                places ^= lowest
            hits.append(hit)
            sights.append(sight)
        return hits, sights

    @cached_property
    def restricted(self) -> list[int]:
        """For each group the sets that have all places of its digit in its sight: the digit is a restricted common."""
        members = self.members
        return [reduce(operator.or_, [members[other] for other in bits(hit)], 0) for hit in self.hits]

    @cached_property
    def next_groups(self) -> list[int]:
        """For each group those that lose their digit when it loses its own: its sets are locked on their other digits."""
        hits, digit = self.hits, self.digit
        same = self.groups_by_digit
        following = [0] * len(digit)
        for groups in self.groups_of:
            reached = 0
            for group in groups:
                reached |= hits[group]
            for group in groups:
                following[group] |= reached & ~same[digit[group]]
        return following

    @cached_property
    def shares_target(self) -> list[int]:
        """For each group the sets with places of its digit that some candidate of the digit sees along with it."""
        shared = [0] * len(self.digit)
        for wave in self.waves:
            for group in bits(wave.groups):
                shared[group] |= wave.sets
        return shared

    # Single questions

    def sight_of(self, number: int, digit: int) -> int:
        """The cells that see all places of a digit of a set."""
        return self.sight[self.group_of(number, digit)]

    def group_of(self, number: int, digit: int) -> int:
        """The group of a digit of a set."""
        below = self.sets[number].digits & (1 << digit - 1) - 1
        return self.groups_of[number][below.bit_count()]

    def restricted_commons(self, one: int, other: int) -> list[int]:
        """The digits that two sets have in common and that can be in one of them only, for they all see each other."""
        return [
            digit
            for digit in digits_of(self.sets[one].digits & self.sets[other].digits)
            if self.restricted[self.group_of(one, digit)] >> other & 1
        ]
