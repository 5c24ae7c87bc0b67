"""Almost locked sets (ALS) that are linked: ALS-XZ, ALS-XY-Wing, ALS chain and death blossom.

All of them are one idea. If a candidate z were true, some almost locked sets would lose z and be locked: all their
other digits would be in them. That removes a digit from other sets, and so on, until a set has lost two digits or a
cell all its candidates. So z is false. ::

    ALS-XZ          z - A - x - B - z              B has lost x and z
    ALS-XY-Wing     z - A - x - C - y - B - z      C has lost x and y
    ALS chain       z - A - x - C - ... - B - z    some set has lost two digits
    death blossom   z - A, B, C - 1, 2, 3 - stem   the stem has lost 1, 2 and 3

The sets may share cells, but no place of the digit that links them. Sets without common cells come first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, islice, product
from typing import TypeAlias

from ...geometry import bits, digits_of
from ..bitsets import union, union_of
from ..graph import AlmostLockedSets, SetPattern, Target, possible_set_patterns
from ..marks import Marks
from ..step import Candidate, Premises, Step

__all__ = ["als_chains", "als_xy_wings", "als_xz", "death_blossoms"]

_Eliminations: TypeAlias = tuple[Candidate, ...]
_Chain: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""The numbers of the sets of a chain, and the restricted commons between them."""

_MOST_LEVELS = 3
"""The number of links that a chain is followed from either end."""
_MOST_CANDIDATES = 5
"""The most candidates of a stem."""
_MOST_PETALS = 8
"""The number of sets, the smallest ones, that are tried as the petal of a candidate."""


def als_xz(marks: Marks) -> Iterator[Step]:
    """Yield two sets A and B with a restricted common X, which is in one of them only, so the other one is locked.

    Any other common digit Z is then in A or B, and is eliminated where it sees all its places in both. If there are two
    restricted commons (variant ``doubly linked``), one is in A and the other in B, so both sets are locked.
    Eliminations inside the sets are a separate step (variant ``cannibal``), since people look outside.
    Digits: the restricted commons, then the other eliminated ones. Sets: A and B.
    """
    if SetPattern.CHAIN not in marks.once(possible_set_patterns):
        return
    als = marks.once(AlmostLockedSets)
    if not als.disproved_targets:
        return
    for pair in sorted(_linked_pairs(als), key=lambda pair: (_overlap(als, pair), _size(als, pair), pair)):
        commons = als.restricted_commons(*pair)
        if len(commons) == 1:
            wrong = _eliminated_by_ends(als, pair, commons)
            yield _step("als-xz", als, pair, commons, wrong, _overlap(als, pair))
            continue
        inside, outside = _eliminated_by_double_link(als, pair, commons)
        for wrong, variant in ((outside, "doubly linked"), (inside, "cannibal")):
            if wrong:
                yield _step("als-xz", als, pair, commons, wrong, variant)


def _linked_pairs(als: AlmostLockedSets) -> set[tuple[int, int]]:
    """Return the pairs of sets with a restricted common and a target, or with two restricted commons."""
    restricted, shared = als.restricted, als.shares_target
    pairs: set[tuple[int, int]] = set()
    for one, groups in enumerate(als.groups_of):
        later = -2 << one
        linked = [(group, sets) for group in groups if (sets := restricted[group] & later)]
        found = 0
        for group, sets in linked:
            for other in groups:
                if other != group:
                    found |= sets & (shared[other] | restricted[other])
        pairs.update((one, other) for other in bits(found))
    return pairs


def _eliminated_by_double_link(als: AlmostLockedSets, pair: tuple[int, int], commons: list[int]) -> list[_Eliminations]:
    """Return what two sets with two restricted commons eliminate, inside them and outside: each digit is locked."""
    (one, other), places = pair, als.marks.places
    reach = [0] * len(places)
    for digit in commons:
        reach[digit] = als.peers_of(one, digit) & als.peers_of(other, digit) & places[digit]
    for number in pair:
        for digit in digits_of(als.sets[number].digits):
            if digit not in commons:
                reach[digit] |= als.peers_of(number, digit) & places[digit]
    own = als.sets[one].cells | als.sets[other].cells
    return [
        tuple(each for digit, cells in enumerate(reach) if cells for each in als.marks.candidates(digit, cells & where))
        for where in (own, ~own)
    ]


def _eliminated_by_ends(als: AlmostLockedSets, ends: Sequence[int], links: Iterable[int]) -> _Eliminations:
    """Return the candidates of common digits, other than the links, that see all places of the digit in all ends."""
    marks = als.marks
    common = marks.shape.all_digits
    for number in ends:
        common &= als.sets[number].digits
    wrong: _Eliminations = ()
    for digit in digits_of(common & ~union(1 << link - 1 for link in links)):
        reach = marks.places[digit]
        for number in ends:
            reach &= als.peers_of(number, digit)
        if reach:
            wrong += marks.candidates(digit, reach)
    return wrong


def _step(
    technique: str,
    als: AlmostLockedSets,
    numbers: Sequence[int],
    links: Sequence[int],
    eliminations: _Eliminations,
    variant: str,
    stem: int = 0,
) -> Step:
    """Return a step. Digits: the links, then the other eliminated ones."""
    sets = tuple(als.sets[number] for number in numbers)
    cells = union(each.cells for each in sets)
    return Step(
        technique,
        eliminations=eliminations,
        premises=Premises(cells=stem | cells),
        digits=(*links, *sorted({candidate.digit for candidate in eliminations} - set(links))),
        cells={"stem": stem, "petals": cells} if stem else {"pattern": cells},
        sets=sets,
        variant=variant,
    )


def _overlap(als: AlmostLockedSets, numbers: Iterable[int]) -> str:
    """Return the variant ``overlapping`` if some of these sets share a cell, else an empty string."""
    together = 0
    for number in numbers:
        if together & als.sets[number].cells:
            return "overlapping"
        together |= als.sets[number].cells
    return ""


def _size(als: AlmostLockedSets, numbers: Iterable[int]) -> int:
    return sum(als.sets[number].cells.bit_count() for number in numbers)


# Wings


def als_xy_wings(marks: Marks) -> Iterator[Step]:
    """Yield a pivot C with restricted commons X and Y to two sets A and B; one of these is locked, and has Z.

    Digits: X (of A and C), Y (of C and B), then the eliminated ones. Sets: A, C, B.
    """
    if SetPattern.CHAIN not in marks.once(possible_set_patterns):
        return
    als = marks.once(AlmostLockedSets)
    meetings = sorted(
        (pivot, index)
        for index, target in enumerate(als.disproved_targets)
        for pivot in bits(_lost_twice(_lost(als, union_of(als.next_groups, target.groups))) & ~target.sets)
    )
    found = (_wings(als, pivot, als.disproved_targets[index]) for pivot, index in meetings)
    yield from _chain_steps("als-xy-wing", als, found, set())


def _wings(als: AlmostLockedSets, pivot: int, target: Target) -> Iterator[_Chain]:
    """Yield the wings of a pivot that eliminate a target."""
    ends = [
        (als.digit[group], sets)
        for group in als.groups_of[pivot]
        if (sets := target.sets & als.restricted[group]) and als.digit[group] != target.digit
    ]
    for (x, ones), (y, others) in combinations(ends, 2):
        for one, other in product(bits(ones), bits(others)):
            if one != other:
                yield (one, pivot, other), (x, y)


def _lost(als: AlmostLockedSets, groups: int) -> list[int]:
    """Return, for each digit, the sets that lose it when these groups do."""
    members, digit = als.members, als.digit
    lost = [0] * len(als.marks.places)
    for group in bits(groups):
        lost[digit[group]] |= members[group]
    return lost


def _lost_twice(lost: Iterable[int]) -> int:
    """Return the sets that lose two digits."""
    once = twice = 0
    for sets in lost:
        twice |= once & sets
        once |= sets
    return twice


def _chain_steps(
    technique: str, als: AlmostLockedSets, meetings: Iterable[Iterable[_Chain]], seen: set[_Eliminations]
) -> Iterator[Step]:
    """Yield the steps of the chains of each meeting; loops and chains with overlapping sets come last.

    Many chains have the same ends. Of those with the same eliminations, only the first is used.
    """
    last: list[_Chain] = []
    for chains in meetings:
        plain: list[_Chain] = []
        for chain in chains:
            (last if len(set(chain[0])) < len(chain[0]) or _overlap(als, chain[0]) else plain).append(chain)
        yield from _sorted_steps(technique, als, plain, seen)
    yield from _sorted_steps(technique, als, last, seen)


def _sorted_steps(
    technique: str, als: AlmostLockedSets, chains: list[_Chain], seen: set[_Eliminations]
) -> Iterator[Step]:
    """Yield the steps of chains, short ones first, then those with small sets."""
    for numbers, links in sorted(chains, key=lambda chain: (len(chain[0]), _size(als, chain[0]), chain)):
        wrong = _eliminated_by_ends(als, (numbers[0], numbers[-1]), (links[0], links[-1]))
        if wrong not in seen:
            seen.add(wrong)
            variant = "loop" if numbers[0] == numbers[-1] else _overlap(als, numbers)
            yield _step(technique, als, numbers, links, wrong, variant)


# Chains


def als_chains(marks: Marks) -> Iterator[Step]:
    """Yield four or more sets, each linked to the next by a restricted common, with a common digit Z of both ends.

    No two links in a row have the same digit. If Z is not in the first set, that set is locked, and so is each next
    one, so Z is in the last. The chain may end in its first set (variant ``loop``).
    Digits: the restricted commons in order, then the eliminated ones. Sets: from one end to the other.
    """
    if SetPattern.CHAIN not in marks.once(possible_set_patterns):
        return
    als = marks.once(AlmostLockedSets)
    seen: set[_Eliminations] = set()
    followed = [_Followed(als, target) for target in als.disproved_targets]
    for _ in range(_MOST_LEVELS):
        # A chain is found at the set where its two halves, followed from the target, meet.
        meetings = sorted(
            (length, index, number)
            for index, each in enumerate(followed)
            if each.advance()
            for length, number in each.meetings()
        )
        found = (followed[index].chains(number) for _, index, number in meetings)
        yield from _chain_steps("als-chain", als, found, seen)


class _Followed:
    """What follows if a target is true, level by level: the groups and the sets that lose a digit."""

    def __init__(self, als: AlmostLockedSets, target: Target) -> None:
        self.als, self.target = als, target
        self.levels = [target.groups]
        self.seen = target.groups
        self.lost = [_lost(als, target.groups)]

    def advance(self) -> bool:
        """Add a level, and return whether it has any groups."""
        new = union_of(self.als.next_groups, self.levels[-1]) & ~self.seen
        self.seen |= new
        self.levels.append(new)
        self.lost.append(_lost(self.als, new))
        return new != 0

    def meetings(self) -> Iterator[tuple[int, int]]:
        """Yield (number of sets of the chains, set) for each set that has lost two digits, where chains meet."""
        last, before = len(self.levels) - 1, len(self.levels) - 2
        if last < 2:
            return  # these are wings
        new, old = self.lost[last], self.lost[before]
        either = _lost_twice(one | other for one, other in zip(new, old, strict=True))
        shorter = either & union(new) & union(old) & ~self.target.sets
        longer = _lost_twice(new) & ~shorter & ~self.target.sets
        yield from ((last + before + 1, number) for number in bits(shorter))
        yield from ((last + last + 1, number) for number in bits(longer))

    def chains(self, middle: int) -> Iterator[_Chain]:
        """Yield the chains that meet at a set."""
        last = len(self.levels) - 1
        ways = {
            group: list(self._ways(group, level, (middle,)))
            for group in self.als.groups_of[middle]
            for level in (last, last - 1)
            if self.levels[level] >> group & 1
        }
        for (x, lefts), (y, rights) in combinations(ways.items(), 2):
            if not (self.levels[last] >> x | self.levels[last] >> y) & 1:
                continue
            for (numbers, links), (others, more) in product(lefts, rights):
                chain = (*numbers[::-1], middle, *others)
                if len(set(chain)) == len(chain) - (chain[0] == chain[-1]):
                    digits = (*links[::-1], self.als.digit[x], self.als.digit[y], *more)
                    yield min((chain, digits), (chain[::-1], digits[::-1]))

    def _ways(self, group: int, level: int, taken: tuple[int, ...]) -> Iterator[_Chain]:
        """Yield the sets and links by which a group lost its digit: one way for each end and its link."""
        als = self.als
        if level == 1:
            yield from (((end,), ()) for end in bits(self.target.sets & als.restricted[group]) if end not in taken)
            return
        ends = set()
        for before in bits(als.restricted[group] & ~self.target.sets):
            for other in als.groups_of[before]:
                if self.levels[level - 1] >> other & 1 and als.digit[other] != als.digit[group] and before not in taken:
                    for numbers, links in self._ways(other, level - 1, (*taken, before)):
                        way = (before, *numbers), (als.digit[other], *links)
                        if (numbers[-1], way[1][-1]) not in ends:
                            ends.add((numbers[-1], way[1][-1]))
                            yield way


# Death blossoms


def death_blossoms(marks: Marks) -> Iterator[Step]:
    """Yield a stem cell with a petal for each of its candidates: a set with that digit only where the stem sees it.

    Whatever the stem is, one petal is locked and has Z, which all petals have. Digits: the candidates of the stem, then
    the eliminated ones. Sets: the petals, in the order of the candidates. Cells: stem, petals.
    """
    if SetPattern.BLOSSOM not in marks.once(possible_set_patterns):
        return
    als = marks.once(AlmostLockedSets)
    seen: set[tuple[int, _Eliminations]] = set()
    for target, stem in _emptied_cells(als):
        digits = tuple(digits_of(marks.of_cell[stem]))
        petals = [list(islice(bits(target.sets & als.locked_by[digit][stem]), _MOST_PETALS)) for digit in digits]
        for chosen in sorted(product(*petals), key=lambda c: (_overlap(als, set(c)), _size(als, c), c)):
            wrong = _eliminated_by_ends(als, chosen, digits)
            if (stem, wrong) not in seen:
                seen.add((stem, wrong))
                yield _step("death-blossom", als, chosen, digits, wrong, _overlap(als, set(chosen)), 1 << stem)


def _emptied_cells(als: AlmostLockedSets) -> Iterator[tuple[Target, int]]:
    """Yield each cell of three or more candidates that would lose all of them if the sets of a target were locked."""
    marks = als.marks
    # All candidates of the board are one bitset here, with the places of each digit side by side.
    width = marks.shape.cells
    lost_by_group = [cells << digit * width for cells, digit in zip(als.common_peers, als.digit, strict=True)]
    lost_by_set = [union([lost_by_group[group] for group in groups]) for groups in als.groups_of]
    everywhere = union(places << digit * width for digit, places in enumerate(marks.places))
    for target in als.targets:
        lost = union_of(lost_by_set, target.sets)
        left = everywhere & ~(lost & ~(marks.places[target.digit] << target.digit * width))
        with_candidates = 0
        while left:
            with_candidates |= left
            left >>= width
        for stem in bits(marks.blanks & ~with_candidates):
            if 3 <= marks.of_cell[stem].bit_count() <= _MOST_CANDIDATES:
                yield target, stem
