"""Aligned pair exclusion: an example, proofs, and what the definition says."""

from __future__ import annotations

from itertools import combinations

from nonet import Position, Shape
from nonet.geometry import bits, digits_of
from nonet.logic import Candidate, Premises, verify
from nonet.logic.finders.aligned_pair_exclusion import aligned_pairs
from nonet.logic.graph.almost_locked_sets import enumerate_sets
from nonet.logic.marks import Marks
from tests.logic.positions import conclusions, marked, met, sketched, struck, transformed

SAMPLES = [*(sketched(seed, blanks=0.45) for seed in range(3)), sketched(1, Shape(2, 3)), *met(60)]


def test_the_example_strikes_out_just_this_and_needs_every_cell_but_the_one_that_loses() -> None:
    """1 in r1c1 leaves r2c2 without 1, for they share a box, without 2, by r3c3, and without 4, by r2c3 and r3c1."""
    cells = {"r1c1": "135", "r2c2": "124", "r3c3": "12", "r2c3": "146", "r3c1": "146", "r3c2": "16"}
    position = marked(cells)
    step = next(step for step in aligned_pairs(Marks.of(position)) if struck(step).get(1, set()) >= {"r1c1"})
    assert verify(position, step)
    assert step.cells["pattern"] == 1 << 0 | 1 << 10
    for cell in bits(step.premises.cells):
        assert not verify(position, step._replace(premises=Premises(cells=step.premises.cells & ~(1 << cell))))


def test_every_step_is_proved_told_once_and_agrees_with_the_solution() -> None:
    total = 0
    for position, solution in SAMPLES:
        found = list(aligned_pairs(Marks.of(position)))
        assert len({step.cells["pattern"] for step in found}) == len(found)
        for step in found:
            assert verify(position, step)
            assert all(solution[cell] != digit for cell, digit in step.eliminations)
            assert all(step.cells["pattern"] >> cell & 1 for cell, _ in step.eliminations)
            assert not verify(position, step._replace(premises=Premises(cells=step.cells["pattern"])))
            total += 1
    assert total > 30


def test_a_position_that_is_mirrored_and_renamed_has_the_same_conclusions() -> None:
    for index, (position, _) in enumerate(SAMPLES):
        other, went = transformed(position, index)
        here = conclusions(aligned_pairs(Marks.of(position)))
        assert conclusions(aligned_pairs(Marks.of(other))) == {frozenset(went[c] for c in found) for found in here}


def by_definition(marks: Marks) -> set[frozenset[Candidate]]:
    """For each pair of cells, the candidates without a partner among the combinations that nothing forbids."""
    sets = enumerate_sets(marks)
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
        fallen = {Candidate(a, p) for p in digits_of(marks.of_cell[a])} - {Candidate(a, p) for p, _ in allowed}
        fallen |= {Candidate(b, q) for q in digits_of(marks.of_cell[b])} - {Candidate(b, q) for _, q in allowed}
        if fallen:
            found.add(frozenset(fallen))
    return found


def test_the_steps_are_those_of_the_definition() -> None:
    total = 0
    for position, _ in met(60):
        marks = Marks.of(position)
        expected = by_definition(marks)
        assert conclusions(aligned_pairs(marks)) == expected
        total += len(expected)
    assert total > 5


def test_a_board_with_every_candidate_has_none() -> None:
    assert list(aligned_pairs(Marks.of(Position(81 * ".")))) == []
