"""Aligned pair exclusion: a drawn example, proofs, and comparison with the definition."""

from __future__ import annotations

from itertools import combinations

from nonet import Position, Shape
from nonet.geometry import bits, digits_of
from nonet.logic import Candidate, Premises, verify
from nonet.logic.finders import aligned_pair_exclusions
from nonet.logic.graph import AlmostLockedSets
from nonet.logic.marks import Marks
from tests.logic.checks import assert_same_when_transformed, assert_sound, conclusions, eliminated, needs_all_premises
from tests.logic.positions import board, random_position, sketch, stuck_positions

SAMPLES = [
    *(random_position(seed, blanks=0.45) for seed in range(3)),
    random_position(1, Shape(2, 3)),
    *stuck_positions(60),
]


def test_the_example_is_found_and_needs_all_its_premises() -> None:
    """1 in r1c1 leaves no candidate to r2c2: not 1 (same box), not 2 (r3c3 is 12), not 4 (r2c3 r3c1 are 146)."""
    cells = {"r1c1": "135", "r2c2": "124", "r3c3": "12", "r2c3": "146", "r3c1": "146", "r3c2": "16"}
    position = sketch(cells)
    step = next(step for step in aligned_pair_exclusions(Marks.of(position)) if eliminated(step).startswith("1: r1c1"))
    assert verify(position, step)
    assert step.cells["pattern"] == board("r1c1 r2c2")
    assert needs_all_premises(position, step)


def test_every_step_is_sound() -> None:
    total = 0
    for position, solution in SAMPLES:
        found = list(aligned_pair_exclusions(Marks.of(position)))
        total += assert_sound(position, found, solution)
        assert len({step.cells["pattern"] for step in found}) == len(found)
        for step in found:
            assert all(step.cells["pattern"] >> cell & 1 for cell, _ in step.eliminations)
            assert not verify(position, step._replace(premises=Premises(cells=step.cells["pattern"])))
    assert total > 30


def test_a_transformed_position_has_the_same_conclusions() -> None:
    for index, (position, _) in enumerate(SAMPLES):
        assert_same_when_transformed(aligned_pair_exclusions, position, index)


def by_definition(marks: Marks) -> set[frozenset[Candidate]]:
    """Return the candidates of each pair of cells that are in no allowed combination."""
    sets = AlmostLockedSets(marks).sets
    found = set()
    for a, b in combinations(bits(marks.blanks), 2):
        seen = [part for part in sets if not part.cells & ~(marks.peers[a] & marks.peers[b])]
        allowed = set()
        for p in digits_of(marks.of_cell[a]):
            for q in digits_of(marks.of_cell[b]):
                both = 1 << p - 1 | 1 << q - 1
                by_a_set = any(not both & ~part.digits for part in seen)
                if not (marks.peers[a] >> b & 1 if p == q else by_a_set):
                    allowed.add((p, q))
        wrong = {Candidate(a, p) for p in digits_of(marks.of_cell[a])} - {Candidate(a, p) for p, _ in allowed}
        wrong |= {Candidate(b, q) for q in digits_of(marks.of_cell[b])} - {Candidate(b, q) for _, q in allowed}
        if wrong:
            found.add(frozenset(wrong))
    return found


def test_the_steps_match_the_definition() -> None:
    total = 0
    for position, _ in stuck_positions(60):
        marks = Marks.of(position)
        expected = by_definition(marks)
        assert conclusions(aligned_pair_exclusions(marks)) == expected
        total += len(expected)
    assert total > 5


def test_an_empty_board_has_no_steps() -> None:
    assert list(aligned_pair_exclusions(Marks.of(Position(81 * ".")))) == []
