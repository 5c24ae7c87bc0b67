"""The almost locked sets of a position, and the links between them.

An almost locked set is n cells of a house with n + 1 candidates; a bivalue cell is the smallest one. It cannot lose two
digits. If it loses one, it is locked: all its other digits are in it.

For each digit of a set only the places of the digit in the set matter, and many sets have the same ones. So the places
of a digit in a set are a `group`, which is stored once for all these sets::

    set 7      cells r1c1 r1c4 r1c5   digits 2 4 6 8   groups (31, 52, 60, 88): one for each digit
    group 52   digit 4   places r1c1 r1c5
               members: all sets in which 4 has just these places
               linked groups: the groups of 4 all of whose places see all places of this one
               restricted: the sets of those groups; 4 is a restricted common of them and of the members

Sets and groups are numbered, and sets of them are bitsets, so one ``&`` compares hundreds of sets.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntFlag
from functools import cached_property, lru_cache
from operator import sub
from struct import iter_unpack
from typing import NamedTuple

from ...geometry import Shape, bits, digits_of, mask_of
from ..bitsets import union_of
from ..compiled import board_of, kernel_for
from ..marks import Marks
from ..step import LockedSet
from .closures import closure
from .seen import seen_nodes

__all__ = [
    "AlmostLockedSets",
    "SetPattern",
    "Target",
    "enumerate_sets",
    "enumerate_sets_plain",
    "possible_set_patterns",
    "unions_of_subsets",
]

_USUAL_SIZE = Shape(3, 3).size
_MOST_CELLS = 4
"""The largest subsets of houses with more blanks than a 9x9 board has, which have too many subsets."""


def enumerate_sets(marks: Marks) -> dict[int, tuple[int, bool]]:
    """Return the almost locked sets of a position: the cells of each with its digits, and whether it is minimal.

    A set is minimal if it contains no locked set (n cells with n candidates). Others are of little use: after the
    eliminations of the locked set, the rest of the cells is an almost locked set with the same digits.
    The compiled kernel, if it is installed, finds the same sets faster.
    """
    native = kernel_for(marks.shape)
    if native is None:
        return enumerate_sets_plain(marks)
    found = iter_unpack("QQII", native.almost_locked_sets(board_of(marks)))
    return {low | high << 64: (digits, bool(minimal)) for low, high, digits, minimal in found}


def enumerate_sets_plain(marks: Marks) -> dict[int, tuple[int, bool]]:
    """Return the same as `enumerate_sets`, in Python."""
    found: dict[int, tuple[int, bool]] = {}
    for cells, content in zip(marks.shape.houses, marks.contents, strict=True):
        found |= _sets_of_house(tuple([blank for blank in zip(cells, content, strict=True) if blank[1]]))
    return found


@lru_cache(maxsize=4096)  # most houses stay the same from one position to the next
def _sets_of_house(blanks: tuple[tuple[int, int], ...]) -> dict[int, tuple[int, bool]]:
    """Return the sets among the blanks (cell, candidates) of a house, sorted by their first cell, second cell, ..."""
    subsets, sizes, unions = unions_of_subsets([mask for _, mask in blanks])
    excesses = list(map(sub, map(int.bit_count, unions), sizes))
    locked = [subsets[index] for index, excess in enumerate(excesses) if excess < 1 and subsets[index]]
    found = {}
    for members, index in sorted(
        (tuple(bits(subsets[index])), index) for index, one in enumerate(excesses) if one == 1
    ):
        cells = mask_of(blanks[member][0] for member in members)
        found[cells] = unions[index], all(part & ~subsets[index] for part in locked)
    return found


def unions_of_subsets(masks: Sequence[int]) -> tuple[Sequence[int], Sequence[int], list[int]]:
    """Return the subsets of some masks (as bitsets of indices), their sizes and their unions; the empty subset first.

    If there are more masks than a house of the 9x9 board has cells, only small subsets with small unions are included.

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


class SetPattern(IntFlag):
    """What almost locked sets can do together."""

    CHAIN = 1
    """A chain of sets disproves a candidate."""
    BLOSSOM = 2
    """A candidate leaves a cell without candidates, by the sets that it locks."""
    PAIR = 4
    """A candidate excludes all candidates of another cell, by sets that both cells see."""


def possible_set_patterns(marks: Marks) -> SetPattern:
    """Return the patterns that there may be. Only the compiled kernel is fast enough to exclude some of them.

    >>> from nonet import Position
    >>> SetPattern.CHAIN in possible_set_patterns(Marks.of(Position("12.. .... ..1. ....")))
    True
    """
    native = kernel_for(marks.shape)
    return ~SetPattern(0) if native is None else SetPattern(native.set_patterns(board_of(marks)))


class Target(NamedTuple):
    """Candidates of one digit that, if true, would remove the digit from the same groups."""

    digit: int
    cells: int
    groups: int
    """The groups that would lose the digit."""
    sets: int
    """The sets of these groups, which would be locked."""


class AlmostLockedSets:
    """The minimal sets of a position, their groups, and the links between them; see the diagram above.

    >>> from nonet import Position
    >>> als = AlmostLockedSets(Marks.of(Position("12.. .... ..1. ....")))
    >>> len(als.sets), als.sets[0].cells, f"{als.sets[0].digits:04b}"
    (40, 4, '1100')
    """

    def __init__(self, marks: Marks) -> None:
        self.marks = marks
        found = [LockedSet(cells, digits) for cells, (digits, minimal) in marks.once(enumerate_sets).items() if minimal]
        self.sets = sorted(found, key=lambda each: (each.cells.bit_count(), each.cells))
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
    def common_peers(self) -> list[int]:
        """The cells that see all places of each group."""
        return list(map(self.marks.common_peers, self.places))

    @cached_property
    def seen_by(self) -> list[dict[int, int]]:
        """For each digit and cell, the groups of the digit all of whose places the candidate sees."""
        found: list[dict[int, int]] = [{} for _ in self.marks.places]
        for (digit, cell), groups in zip(self._candidates, self._seen[len(self.digit) :], strict=True):
            found[digit][cell] = groups
        return found

    @cached_property
    def locked_by(self) -> list[dict[int, int]]:
        """For each digit and cell, the sets that would be locked if the candidate were true."""
        members = self.members
        return [{cell: union_of(members, groups) for cell, groups in seen.items()} for seen in self.seen_by]

    @cached_property
    def _candidates(self) -> list[tuple[int, int]]:
        return [(digit, cell) for digit, places in enumerate(self.marks.places) for cell in bits(places)]

    @cached_property
    def _seen(self) -> list[int]:
        """The groups that each group sees, and those that each candidate sees."""
        digits = self.digit + [digit for digit, _ in self._candidates]
        rows = seen_nodes(self.marks, digits, self.places + [1 << cell for _, cell in self._candidates])
        groups = (1 << len(self.digit)) - 1
        return [row & groups for row in rows]

    @cached_property
    def targets(self) -> list[Target]:
        """All candidates that would lock a set if they were true; those that see the same groups are one target."""
        targets: dict[int, Target] = {}
        for digit, seen in enumerate(self.seen_by):
            for cell, groups in seen.items():
                if groups in targets:
                    targets[groups] = targets[groups]._replace(cells=targets[groups].cells | 1 << cell)
                elif groups:
                    targets[groups] = Target(digit, 1 << cell, groups, self.locked_by[digit][cell])
        return list(targets.values())

    @cached_property
    def disproved_targets(self) -> list[Target]:
        """The targets that a chain of sets disproves: if one is true, some set loses two digits.

        A group that loses its digit gives the other digits of its sets their places, and then the groups that see these
        lose theirs. If so a group that the target sees gets its digit, the target is false. This is the necessary
        condition of all chains of sets, and much cheaper than to look for them.
        """
        size = len(self.digit)
        if not size:
            return []
        reach = closure(  # of the statements that each group has its digit, then that each group has lost it
            [row << size for row in self.linked_groups] + self.in_same_set,
            lambda: [row << size for row in self.in_same_set] + self.linked_groups,
        )
        after = [reach[size + group] for group in range(size)]
        return [target for target in self.targets if union_of(after, target.groups) & target.groups]

    # Groups, and the groups and sets they see

    @cached_property
    def in_same_set(self) -> list[int]:
        """For each group the groups of other digits in its sets: all of them have their digits if it loses its own."""
        found = [0] * len(self.digit)
        for groups in self.groups_of:
            all_groups = mask_of(groups)
            for group in groups:
                found[group] |= all_groups & ~(1 << group)
        return found

    @cached_property
    def linked_groups(self) -> list[int]:
        """For each group the groups of the same digit that see it completely: not both have the digit."""
        return self._seen[: len(self.digit)]

    @cached_property
    def restricted(self) -> list[int]:
        """For each group the sets of its linked groups; the digit is a restricted common of these and its members."""
        return [union_of(self.members, groups) for groups in self.linked_groups]

    @cached_property
    def next_groups(self) -> list[int]:
        """For each group the groups that lose their digit if it does, because its sets are then locked."""
        linked, digit = self.linked_groups, self.digit
        same = [0] * len(self.marks.places)
        for group, own in enumerate(digit):
            same[own] |= 1 << group
        following = [0] * len(digit)
        for groups in self.groups_of:
            reached = 0
            for group in groups:
                reached |= linked[group]
            for group in groups:
                following[group] |= reached & ~same[digit[group]]
        return following

    @cached_property
    def shares_target(self) -> list[int]:
        """For each group the sets with places of its digit that a disproved candidate of the digit sees as well."""
        shared = [0] * len(self.digit)
        for target in self.disproved_targets:
            for group in bits(target.groups):
                shared[group] |= target.sets
        return shared

    # One or two sets

    def peers_of(self, number: int, digit: int) -> int:
        """Return the cells that see all places of a digit in a set."""
        return self.common_peers[self._group_of(number, digit)]

    def restricted_commons(self, one: int, other: int) -> list[int]:
        """Return the common digits of two sets that only one of them can have: all their places see each other."""
        return [
            digit
            for digit in digits_of(self.sets[one].digits & self.sets[other].digits)
            if self.restricted[self._group_of(one, digit)] >> other & 1
        ]

    def _group_of(self, number: int, digit: int) -> int:
        below = self.sets[number].digits & (1 << digit - 1) - 1
        return self.groups_of[number][below.bit_count()]
