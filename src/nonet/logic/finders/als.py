"""Almost locked sets at work: ALS-XZ, ALS-XY-Wing, ALS chain and death blossom.

All of them are one thought. If a candidate were true, it would take its digit out of some almost locked sets, which
would then be locked: their other digits would all be in them. That takes a digit out of other sets, and so on, until
one set has lost two digits, or one cell has lost all its candidates. So the candidate is not true. ::

    XZ           z - A - x - B - z              B has lost x and z
    XY-Wing      z - A - x - C - y - B - z      C has lost x and y
    chain        z - A - x - C - ... - B - z    a set somewhere has lost two
    blossom      z - A, B, C - 1, 2, 3 - stem   the stem has lost 1, 2 and 3

The sets may share cells, but never a place of the digit that links them; those that share none come first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import combinations, islice, product
from operator import or_
from typing import TypeAlias

from ...geometry import bits, digits_of
from ..graph import AlmostLockedSets, Wave, almost_locked_sets
from ..marks import Marks
from ..step import Candidate, Premises, Step

__all__ = ["als_chains", "als_xy_wings", "als_xz", "death_blossoms"]

_Struck: TypeAlias = tuple[Candidate, ...]
_Chain: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""The sets of a chain by number, and the restricted commons between them."""

_MOST_WAVES = 3
"""How far a chain is followed from either end."""
_MOST_CANDIDATES = 5
"""How many candidates a stem has at most."""
_MOST_PETALS = 8
"""How many sets, the smallest ones, are tried as the petal of a candidate."""


def als_xz(marks: Marks) -> Iterator[Step]:
    """Two sets A and B with a restricted common digit X, which is in one of them only; so one of them is locked.

    Any other digit Z that they share is then in one of them, and falls where it sees all places of Z in both. If two
    digits are restricted commons (variant ``doubly linked``), one is in A and the other in B: both sets are locked.
    What falls inside the sets themselves is a step of its own (variant ``cannibal``), for people look outside.
    `digits`: the restricted commons, then the other digits that fall. `sets`: A and B.
    """
    als = almost_locked_sets(marks)
    for one, other in sorted(_linked_pairs(als), key=lambda pair: (_overlap(als, pair), _size(als, pair), pair)):
        commons = als.restricted_commons(one, other)
        if len(commons) == 1:
            struck = _struck_by_ends(als, (one, other), commons)
            yield _step("als-xz", als, (one, other), commons, struck, _shared(als, (one, other)))
            continue
        inside, outside = _struck_by_double_link(als, one, other, commons)
        for part, variant in ((outside, "doubly linked"), (inside, "cannibal")):
            if part:
                yield _step("als-xz", als, (one, other), commons, part, variant)


def _linked_pairs(als: AlmostLockedSets) -> set[tuple[int, int]]:
    """The pairs of sets with a restricted common and a target, or with two restricted commons."""
    restricted, shared = als.restricted, als.shares_target
    pairs: set[tuple[int, int]] = set()
    for one, groups in enumerate(als.groups_of):
        later = -2 << one
        linked = [(group, sets) for group in groups if (sets := restricted[group] & later)]
        hit = 0
        for group, sets in linked:
            for target in groups:
                if target != group:
                    hit |= sets & (shared[target] | restricted[target])
        pairs.update((one, other) for other in bits(hit))
    return pairs


def _struck_by_double_link(als: AlmostLockedSets, one: int, other: int, commons: list[int]) -> list[_Struck]:
    """What two sets strike out between which two digits are restricted, for all digits of either are locked in it.

    First inside the sets, then outside.
    """
    reach = dict.fromkeys(range(1, len(als.marks.places)), 0)
    for digit in commons:
        reach[digit] = als.sight_of(one, digit) & als.sight_of(other, digit)
    for number in (one, other):
        for digit in digits_of(als.sets[number].digits):
            if digit not in commons:
                reach[digit] |= als.sight_of(number, digit)
    own = als.sets[one].cells | als.sets[other].cells
    return [
        tuple(candidate for digit, cells in reach.items() for candidate in als.marks.struck(digit, cells & where))
        for where in (own, ~own)
    ]


def _struck_by_ends(als: AlmostLockedSets, ends: Sequence[int], links: Iterable[int]) -> _Struck:
    """The digits that all these sets have, other than those of the links, where they see all their places."""
    marks = als.marks
    common = marks.shape.all_digits
    for number in ends:
        common &= als.sets[number].digits
    struck: _Struck = ()
    for digit in digits_of(common & ~_union(1 << link - 1 for link in links)):
        reach = marks.places[digit]
        for number in ends:
            reach &= als.sight_of(number, digit)
        if reach:
            struck += marks.struck(digit, reach)
    return struck


def _step(
    technique: str,
    als: AlmostLockedSets,
    numbers: Sequence[int],
    links: Sequence[int],
    struck: _Struck,
    variant: str = "",
) -> Step:
    sets = tuple(als.sets[number] for number in numbers)
    cells = _union(part.cells for part in sets)
    fallen = sorted({candidate.digit for candidate in struck} - set(links))
    return Step(
        technique,
        eliminations=struck,
        premises=Premises(cells=cells),
        digits=(*links, *fallen),
        cells={"pattern": cells},
        sets=sets,
        variant=variant,
    )


def _overlap(als: AlmostLockedSets, numbers: Iterable[int]) -> bool:
    """Whether some of these sets share a cell."""
    together = 0
    for number in numbers:
        if together & als.sets[number].cells:
            return True
        together |= als.sets[number].cells
    return False


def _shared(als: AlmostLockedSets, numbers: Iterable[int]) -> str:
    return "overlapping" if _overlap(als, numbers) else ""


def _size(als: AlmostLockedSets, numbers: Iterable[int]) -> int:
    return sum(als.sets[number].cells.bit_count() for number in numbers)


# Wings


def als_xy_wings(marks: Marks) -> Iterator[Step]:
    """A pivot C with restricted commons X and Y to two sets A and B: one of these is locked, and has Z.

    `digits`: X (between A and C), Y (between C and B), then the digits Z that fall. `sets`: A, C, B.
    """
    als = almost_locked_sets(marks)
    meetings = sorted(
        (pivot, index)
        for index, wave in enumerate(als.waves)
        for pivot in bits(_lost_twice(_lost(als, _reached(als, wave.groups))) & ~wave.sets)
    )
    found = (_wings(als, pivot, als.waves[index]) for pivot, index in meetings)
    yield from _chain_steps("als-xy-wing", als, found, set())


def _wings(als: AlmostLockedSets, pivot: int, wave: Wave) -> Iterator[_Chain]:
    """The wings of a pivot that a wave would break."""
    ends = [
        (als.digit[group], sets)
        for group in als.groups_of[pivot]
        if (sets := wave.sets & als.restricted[group]) and als.digit[group] != wave.digit
    ]
    for (x, ones), (y, others) in combinations(ends, 2):
        for one, other in product(bits(ones), bits(others)):
            if one != other:
                yield (one, pivot, other), (x, y)


def _reached(als: AlmostLockedSets, groups: int) -> int:
    """The groups that lose their digit when these lose theirs."""
    following = als.next_groups
    reached = 0
    for group in bits(groups):
        reached |= following[group]
    return reached


def _lost(als: AlmostLockedSets, groups: int) -> list[int]:
    """For each digit the sets that lose it when these groups do."""
    members, digit = als.members, als.digit
    lost = [0] * len(als.marks.places)
    for group in bits(groups):
        lost[digit[group]] |= members[group]
    return lost


def _lost_twice(lost: Iterable[int]) -> int:
    """The sets that lose two digits."""
    once = twice = 0
    for sets in lost:
        twice |= once & sets
        once |= sets
    return twice


def _chain_steps(
    technique: str, als: AlmostLockedSets, meetings: Iterable[Iterable[_Chain]], told: set[_Struck]
) -> Iterator[Step]:
    """The steps of the chains that meet here and there; those with sets that share cells, and loops, come last.

    Chains are many that end in the same place; of those that strike out the same, only the first is told.
    """
    last: list[_Chain] = []
    for chains in meetings:
        plain: list[_Chain] = []
        for chain in chains:
            (last if len(set(chain[0])) < len(chain[0]) or _overlap(als, chain[0]) else plain).append(chain)
        yield from _sorted_steps(technique, als, plain, told)
    yield from _sorted_steps(technique, als, last, told)


def _sorted_steps(technique: str, als: AlmostLockedSets, chains: list[_Chain], told: set[_Struck]) -> Iterator[Step]:
    """The steps of chains, short ones first, then such of small sets."""
    for numbers, links in sorted(chains, key=lambda chain: (len(chain[0]), _size(als, chain[0]), chain)):
        struck = _struck_by_ends(als, (numbers[0], numbers[-1]), (links[0], links[-1]))
        if struck not in told:
            told.add(struck)
            variant = "loop" if numbers[0] == numbers[-1] else _shared(als, numbers)
            yield _step(technique, als, numbers, links, struck, variant)


# Chains


def als_chains(marks: Marks) -> Iterator[Step]:
    """Four sets or more, each linked to the next by a restricted common, no digit twice in a row; both ends have Z.

    If Z is not in the first, it is locked, and so is every other one in turn, and Z is in the last. The chain may come
    back to where it began (variant ``loop``). It is found from where its two halves meet.
    `digits`: the restricted commons in order, then the digits that fall. `sets`: from end to end.
    """
    als = almost_locked_sets(marks)
    told: set[_Struck] = set()
    followed = [_Followed(als, wave) for wave in als.waves]
    for _ in range(_MOST_WAVES):
        meetings = sorted(
            (length, index, number)
            for index, follow in enumerate(followed)
            if follow.further()
            for length, number in follow.meetings()
        )
        found = (followed[index].chains(number) for _, index, number in meetings)
        yield from _chain_steps("als-chain", als, found, told)


class _Followed:
    """What follows from a wave, level by level: the groups that lose their digit, and the sets that do."""

    def __init__(self, als: AlmostLockedSets, wave: Wave) -> None:
        self.als, self.wave = als, wave
        self.levels = [wave.groups]
        self.seen = wave.groups
        self.lost = [_lost(als, wave.groups)]

    def further(self) -> bool:
        """One level more; False if nothing is left to lose."""
        new = _reached(self.als, self.levels[-1]) & ~self.seen
        self.seen |= new
        self.levels.append(new)
        self.lost.append(_lost(self.als, new))
        return new != 0

    def meetings(self) -> Iterator[tuple[int, int]]:
        """(length, set) for each set at which chains of that many sets meet, which has lost two digits."""
        last, before = len(self.levels) - 1, len(self.levels) - 2
        if last < 2:
            return  # that would be a wing
        new, old = self.lost[last], self.lost[before]
        either = _lost_twice(one | other for one, other in zip(new, old, strict=True))
        shorter = either & _union(new) & _union(old) & ~self.wave.sets
        longer = _lost_twice(new) & ~shorter & ~self.wave.sets
        yield from ((last + before + 1, number) for number in bits(shorter))
        yield from ((last + last + 1, number) for number in bits(longer))

    def chains(self, middle: int) -> Iterator[_Chain]:
        """The chains that meet at a set."""
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
        """Over which sets and links a group lost its digit: one way for each end and its link."""
        als = self.als
        if level == 1:
            yield from (((end,), ()) for end in bits(self.wave.sets & als.restricted[group]) if end not in taken)
            return
        ends = set()
        for before in bits(als.restricted[group] & ~self.wave.sets):
            for other in als.groups_of[before]:
                if self.levels[level - 1] >> other & 1 and als.digit[other] != als.digit[group] and before not in taken:
                    for numbers, links in self._ways(other, level - 1, (*taken, before)):
                        way = (before, *numbers), (als.digit[other], *links)
                        if (numbers[-1], way[1][-1]) not in ends:
                            ends.add((numbers[-1], way[1][-1]))
                            yield way


# Blossoms


def death_blossoms(marks: Marks) -> Iterator[Step]:
    """A stem cell, and for each of its candidates a petal: a set that has the candidate only where the stem sees it.

    Whatever the stem takes, one petal is locked and has Z, which all petals have. `digits`: the candidates of the stem,
    then the digits that fall. `sets`: the petals, one for each candidate in order. `cells`: stem, petals.
    """
    als = almost_locked_sets(marks)
    told: set[tuple[int, _Struck]] = set()
    for wave, stem in _emptied(als):
        digits = tuple(digits_of(marks.of_cell[stem]))
        petals = [list(islice(bits(wave.sets & als.locked_by[digit][stem]), _MOST_PETALS)) for digit in digits]
        for chosen in sorted(product(*petals), key=lambda c: (_overlap(als, set(c)), _size(als, c), c)):
            struck = _struck_by_ends(als, chosen, digits)
            if (stem, struck) not in told:
                told.add((stem, struck))
                yield _blossom(als, stem, digits, chosen, struck)


def _emptied(als: AlmostLockedSets) -> Iterator[tuple[Wave, int]]:
    """Each cell of at least three candidates that the sets of a wave, once locked, would leave without any."""
    marks = als.marks
    width = marks.shape.cells
    reach = [_union(als.sight[g] << als.digit[g] * width for g in groups) for groups in als.groups_of]
    everywhere = _union(places << digit * width for digit, places in enumerate(marks.places))
    for wave in als.waves:
        lost = _union(reach[number] for number in bits(wave.sets))
        left = everywhere & ~(lost & ~(marks.places[wave.digit] << wave.digit * width))
        alive = 0
        while left:
            alive |= left
            left >>= width
        for stem in bits(marks.blanks & ~alive):
            if 3 <= marks.of_cell[stem].bit_count() <= _MOST_CANDIDATES:
                yield wave, stem


def _blossom(
    als: AlmostLockedSets,
    stem: int,
    digits: tuple[int, ...],
    chosen: tuple[int, ...],
    struck: _Struck,
) -> Step:
    sets = tuple(als.sets[number] for number in chosen)
    petals = _union(part.cells for part in sets)
    return Step(
        "death-blossom",
        eliminations=struck,
        premises=Premises(cells=1 << stem | petals),
        digits=(*digits, *sorted({candidate.digit for candidate in struck})),
        cells={"stem": 1 << stem, "petals": petals},
        sets=sets,
        variant=_shared(als, set(chosen)),
    )


def _union(many: Iterable[int]) -> int:
    return reduce(or_, many, 0)
