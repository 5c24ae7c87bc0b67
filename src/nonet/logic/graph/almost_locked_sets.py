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

from collections.abc import Sequence
from functools import cached_property, lru_cache, reduce
from operator import or_, sub
from typing import NamedTuple

from ...geometry import Shape, bits, digits_of
from ..marks import Marks
from ..step import LockedSet

__all__ = ["AlmostLockedSets", "Wave", "almost_locked_sets", "chosen_cells", "enumerate_sets", "unions_of_subsets"]

_USUAL_SIZE = Shape(3, 3).size
_MOST_CELLS = 4
"""Of houses with more blanks than the usual board has, which have too many subsets, sets of at most so many cells."""


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


def enumerate_sets(marks: Marks) -> list[LockedSet]:
    """Every set of n cells of a house with n + 1 candidates, small ones first, then in the order of their cells.

    One with a locked set inside (n cells with n candidates) says nothing that its other cells do not say alone, once
    the locked set has had its effect, so it is left out.
    """
    found: dict[int, int] = {}
    for house in marks.houses:
        blanks = list(bits(house & marks.blanks))
        subsets, sizes, unions = unions_of_subsets([marks.of_cell[cell] for cell in blanks])
        excesses = list(map(sub, map(int.bit_count, unions), sizes))
        almost = [index for index, excess in enumerate(excesses) if excess == 1]
        locked = [subsets[index] for index, excess in enumerate(excesses) if excess < 1]
        if locked[1:] != [(1 << len(blanks)) - 1]:  # besides the empty set and the whole house
            almost = [index for index in almost if all(part & ~subsets[index] for part in locked[1:])]
        for index in almost:
            found[chosen_cells(blanks, subsets[index])] = unions[index]
    return [LockedSet(cells, found[cells]) for cells in sorted(sorted(found), key=int.bit_count)]


def chosen_cells(cells: Sequence[int], subset: int) -> int:
    """The bitboard of those of the cells whose indices are bits of the subset."""
    chosen = 0
    while subset:
        lowest = subset & -subset
        chosen |= 1 << cells[lowest.bit_length() - 1]
        subset ^= lowest
    return chosen


def unions_of_subsets(masks: Sequence[int]) -> tuple[Sequence[int], Sequence[int], list[int]]:
    """The subsets of some masks, by their indices as bits, their sizes and their unions; the empty one first.

    Of more masks than the usual board has in a house, only small subsets with small unions are told.

    >>> subsets, sizes, unions = unions_of_subsets([0b011, 0b110])
    >>> list(subsets), list(sizes), [f"{union:03b}" for union in unions]
    ([0, 1, 2, 3], [0, 1, 1, 2], ['000', '011', '110', '111'])
    """
    if len(masks) <= _USUAL_SIZE:
        unions = [0]
        for mask in masks:
            unions += [union | mask for union in unions]
        return range(len(unions)), _bit_counts(len(masks)), unions
    parts = [(0, 0)]
    for index, mask in enumerate(masks):
        parts += [
            (subset | 1 << index, both)
            for subset, union in parts
            if (both := union | mask).bit_count() <= _MOST_CELLS + 1 and subset.bit_count() < _MOST_CELLS
        ]
    return [subset for subset, _ in parts], [subset.bit_count() for subset, _ in parts], [union for _, union in parts]


@lru_cache
def _bit_counts(width: int) -> tuple[int, ...]:
    return tuple(map(int.bit_count, range(1 << width)))


class AlmostLockedSets:
    """The sets of a position, their groups, and the links between them; see the picture above.

    >>> from nonet import Position
    >>> found = almost_locked_sets(Marks.of(Position("12.. .... ..1. ....")))
    >>> len(found.sets), found.sets[0].cells, f"{found.sets[0].digits:04b}"
    (40, 4, '1100')
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
        known: list[dict[int, int]] = [{} for _ in marks.places]
        own = 1
        for cells, digits in self.sets:
            groups = []
            while digits:
                digit = (digits & -digits).bit_length()
                digits &= digits - 1
                places = cells & marks.places[digit]
                group = known[digit].get(places)
                if group is None:
                    group = known[digit][places] = len(self.digit)
                    self.digit.append(digit)
                    self.places.append(places)
                    self.members.append(own)
                else:
                    self.members[group] |= own
                groups.append(group)
            self.groups_of.append(tuple(groups))
            own <<= 1

    # Candidates and the groups they see

    @cached_property
    def groups_by_digit(self) -> list[int]:
        """The groups of each digit, which is the index."""
        by_digit = [0] * len(self.marks.places)
        for group, digit in enumerate(self.digit):
            by_digit[digit] |= 1 << group
        return by_digit

    @cached_property
    def sight(self) -> list[int]:
        """The cells that see all places of each group."""
        peers = self.marks.peers
        sights = []
        for places in self.places:
            sight = -1
            while places:
                lowest = places & -places
                sight &= peers[lowest.bit_length() - 1]
                places ^= lowest
            sights.append(sight)
        return sights

    @cached_property
    def seen_by(self) -> list[dict[int, int]]:
        """For each digit, by cell: the groups of the digit that the candidate there sees as a whole."""
        return self._seen_by[0]

    @cached_property
    def locked_by(self) -> list[dict[int, int]]:
        """For each digit, by cell: the sets that would be locked if the candidate there were true."""
        return self._seen_by[1]

    @cached_property
    def _seen_by(self) -> tuple[list[dict[int, int]], list[dict[int, int]]]:
        seen: list[dict[int, int]] = [dict.fromkeys(bits(places), 0) for places in self.marks.places]
        locked = [here.copy() for here in seen]
        own = 1
        for digit, sight, members in zip(self.digit, self.sight, self.members, strict=True):
            cells = sight & self.marks.places[digit]
            while cells:
                lowest = cells & -cells
                cell = lowest.bit_length() - 1
                seen[digit][cell] |= own
                locked[digit][cell] |= members
                cells ^= lowest
            own <<= 1
        return seen, locked

    @cached_property
    def waves(self) -> list[Wave]:
        """Every candidate that would lock some set if it were true, those together that would lock the same ones."""
        waves: dict[int, Wave] = {}
        for digit, seen in enumerate(self.seen_by):
            for cell, groups in seen.items():
                if groups in waves:
                    waves[groups] = waves[groups]._replace(cells=waves[groups].cells | 1 << cell)
                elif groups:
                    waves[groups] = Wave(digit, 1 << cell, groups, self.locked_by[digit][cell])
        return list(waves.values())

    # Groups and the groups and sets they see

    @cached_property
    def hits(self) -> list[int]:
        """For each group the groups of the same digit that it sees as a whole: if the digit is here, it is not there.

        It is mutual: a group that is seen so sees the other one so.
        """
        hits = []
        for digit, places in zip(self.digit, self.places, strict=True):
            seen = self.seen_by[digit]
            hit = -1
            while places and hit:
                lowest = places & -places
                hit &= seen[lowest.bit_length() - 1]
                places ^= lowest
            hits.append(hit)
        return hits

    @cached_property
    def restricted(self) -> list[int]:
        """For each group the sets that have all places of its digit in its sight: the digit is a restricted common."""
        members = self.members
        return [reduce(or_, [members[other] for other in bits(hit)], 0) for hit in self.hits]

    @cached_property
    def next_groups(self) -> list[int]:
        """For each group those that lose their digit when it loses its own, for its sets are locked on the others."""
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
