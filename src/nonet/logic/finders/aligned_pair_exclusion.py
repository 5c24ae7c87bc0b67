"""Aligned pair exclusion: two cells, every combination of their candidates, and what forbids it.

The cells cannot take the same digit if they see each other, nor two digits of an almost locked set (a bivalue cell, or
n cells with n + 1 candidates) that both of them see as a whole, for such a set cannot lose two. A candidate that is
left without a partner falls.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...geometry import bits, digits_of
from ..graph import AlmostLockedSets, almost_locked_sets
from ..marks import Marks
from ..step import Candidate, Premises, Step

__all__ = ["aligned_pairs"]


def aligned_pairs(marks: Marks) -> Iterator[Step]:
    """Two cells, at least one of which loses candidates.

    `digits`: those that fall. `cells`: pattern (the two cells), extra (the sets that forbid combinations). `sets`: the
    smallest set for each combination that needs one, each once, small ones first.
    """
    als = almost_locked_sets(marks)
    seen = _seen_as_a_whole(als)
    having = _sets_having(als)
    cells = [cell for cell in bits(marks.blanks) if seen[cell]]
    useful = {cell: [having[digit] & seen[cell] for digit in digits_of(marks.of_cell[cell])] for cell in cells}
    for index, one in enumerate(cells):
        for other in cells[index + 1 :]:
            sets = seen[one] & seen[other]
            if sets and (_nearly_all(useful[one], sets) or _nearly_all(useful[other], sets)):
                step = _exclusion(als, one, other, [where & sets for where in having])
                if step is not None:
                    yield step


def _nearly_all(useful: list[int], sets: int) -> bool:
    """Whether at most one candidate of a cell is in none of the sets; else nothing falls in the other cell."""
    missing = False
    for where in useful:
        if not where & sets:
            if missing:
                return False
            missing = True
    return True


def _seen_as_a_whole(als: AlmostLockedSets) -> list[int]:
    """For each cell the sets all of whose cells it sees."""
    seen = [0] * als.marks.shape.cells
    for number, (cells, _) in enumerate(als.sets):
        for cell in bits(als.marks.common_peers(cells) & als.marks.blanks):
            seen[cell] |= 1 << number
    return seen


def _sets_having(als: AlmostLockedSets) -> list[int]:
    """For each digit the sets that have it."""
    having = [0] * len(als.marks.places)
    for group, digit in enumerate(als.digit):
        having[digit] |= als.members[group]
    return having


def _exclusion(als: AlmostLockedSets, one: int, other: int, having: list[int]) -> Step | None:
    """The step of a pair of cells, given for each digit the sets that have it and that both see."""
    marks = als.marks
    aligned = marks.peers[one] >> other & 1
    struck: list[Candidate] = []
    used: set[int] = set()
    needed = 0
    for cell, partner in ((one, other), (other, one)):
        theirs = tuple(digits_of(marks.of_cell[partner]))
        for digit in digits_of(marks.of_cell[cell]):
            sets = having[digit]
            reasons = []
            for opposite in theirs:
                if opposite == digit:
                    if not aligned:
                        break
                elif shared := sets & having[opposite]:
                    reasons.append((shared & -shared).bit_length() - 1)
                else:
                    break
            else:
                struck.append(Candidate(cell, digit))
                used.update(reasons)
                needed |= 1 << partner
    if not struck or not used:
        return None
    sets_used = tuple(als.sets[number] for number in sorted(used))
    extra = 0
    for part in sets_used:
        extra |= part.cells
    return Step(
        "aligned-pair-exclusion",
        eliminations=tuple(sorted(struck)),
        premises=Premises(cells=needed | extra),
        digits=tuple(sorted({candidate.digit for candidate in struck})),
        cells={"pattern": 1 << one | 1 << other, "extra": extra},
        sets=sets_used,
    )
