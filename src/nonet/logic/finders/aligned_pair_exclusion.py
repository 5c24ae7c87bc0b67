"""Aligned pair exclusion: two cells, and all combinations of their candidates that are impossible.

The two cells cannot have the same digit if they see each other, nor two digits of an almost locked set that they both
see completely, since such a set cannot lose two. A candidate without a possible partner is eliminated. ::

    135  .   146 |        r1c1 and r2c2: if r1c1 is 1, r2c2 is not 1 (same box), not 2 (r3c3 would be empty) and not 4
    .    124  .  |        (the two cells 146 would have only 6 left); so r1c1 is not 1
    146  .   12  |
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ...geometry import bits, digits_of
from ..bitsets import union
from ..graph import AlmostLockedSets, SetPattern, possible_set_patterns
from ..marks import Marks
from ..step import Candidate, Premises, Step

__all__ = ["aligned_pair_exclusions"]


def aligned_pair_exclusions(marks: Marks) -> Iterator[Step]:
    """Yield two cells, at least one of which loses candidates.

    Digits: the eliminated ones. Cells: pattern (the two cells), extra (the sets that exclude combinations). Sets: the
    smallest set for each combination that needs one, small ones first.
    """
    if SetPattern.PAIR not in marks.once(possible_set_patterns):
        return
    als = marks.once(AlmostLockedSets)
    seen = [0] * marks.shape.cells  # the sets that each cell sees completely
    own = 1
    for cells, _ in als.sets:
        for cell in bits(marks.common_peers(cells) & marks.blanks):
            seen[cell] |= own
        own <<= 1
    having = [0] * len(marks.places)  # the sets that have each digit
    for digit, members in zip(als.digit, als.members, strict=True):
        having[digit] |= members
    useful = {
        cell: [having[digit] & seen[cell] for digit in digits_of(marks.of_cell[cell])]
        for cell in bits(marks.blanks)
        if seen[cell]
    }
    for one, other in combinations(useful, 2):
        sets = seen[one] & seen[other]
        if sets and (_has_nearly_all(useful[one], sets) or _has_nearly_all(useful[other], sets)):
            yield from _exclusion(als, one, other, [where & sets for where in having])


def _has_nearly_all(useful: list[int], sets: int) -> bool:
    """Return whether at most one candidate of a cell is in none of the sets; else the other cell loses nothing."""
    missing = False
    for where in useful:
        if not where & sets:
            if missing:
                return False
            missing = True
    return True


def _exclusion(als: AlmostLockedSets, one: int, other: int, having: list[int]) -> Iterator[Step]:
    """Yield the step of two cells; `having` has, for each digit, the sets with the digit that both cells see."""
    marks = als.marks
    aligned = marks.peers[one] >> other & 1
    wrong: list[Candidate] = []
    used: set[int] = set()
    needed = 0
    for cell, partner in ((one, other), (other, one)):
        partner_digits = tuple(digits_of(marks.of_cell[partner]))
        for digit in digits_of(marks.of_cell[cell]):
            reasons = []
            for opposite in partner_digits:
                if opposite == digit:
                    if not aligned:
                        break
                elif shared := having[digit] & having[opposite]:
                    reasons.append((shared & -shared).bit_length() - 1)
                else:
                    break
            else:
                wrong.append(Candidate(cell, digit))
                used.update(reasons)
                needed |= 1 << partner
    if wrong and used:
        sets = tuple(als.sets[number] for number in sorted(used))
        extra = union(each.cells for each in sets)
        yield Step(
            "aligned-pair-exclusion",
            eliminations=tuple(sorted(wrong)),
            premises=Premises(cells=needed | extra),
            digits=tuple(sorted({candidate.digit for candidate in wrong})),
            cells={"pattern": 1 << one | 1 << other, "extra": extra},
            sets=sets,
        )
