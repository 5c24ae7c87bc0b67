"""Sue de Coq: an example of each form, proofs, and what the definition says."""

from __future__ import annotations

from itertools import combinations

import pytest

from nonet import Position, Shape
from nonet.geometry import bits, digits_of
from nonet.logic import Candidate, Premises, verify
from nonet.logic.finders.sue_de_coq import sue_de_coqs
from nonet.logic.marks import Marks, crossings
from tests.logic.positions import conclusions, marked, met, sketched, struck, transformed

BASIC = {"r1c1": "1234", "r1c2": "1234", "r1c7": "12", "r3c3": "34"}
BASIC_STRUCK = {
    1: {"r1c3", "r1c4", "r1c5", "r1c6", "r1c8", "r1c9"},
    2: {"r1c3", "r1c4", "r1c5", "r1c6", "r1c8", "r1c9"},
    3: {"r1c3", "r2c1", "r2c2", "r2c3", "r3c1", "r3c2"},
    4: {"r1c3", "r2c1", "r2c2", "r2c3", "r3c1", "r3c2"},
}
EXTENDED = {"r1c1": "125", "r2c1": "345", "r3c1": "12345", "r5c1": "126", "r6c1": "126", "r1c3": "34"}
EXTENDED_STRUCK = {
    1: {"r4c1", "r7c1", "r8c1", "r9c1"},
    2: {"r4c1", "r7c1", "r8c1", "r9c1"},
    3: {"r1c2", "r2c2", "r2c3", "r3c2", "r3c3"},
    4: {"r1c2", "r2c2", "r2c3", "r3c2", "r3c3"},
    5: {"r1c2", "r2c2", "r2c3", "r3c2", "r3c3", "r4c1", "r7c1", "r8c1", "r9c1"},
    6: {"r4c1", "r7c1", "r8c1", "r9c1"},
}


@pytest.mark.parametrize(("cells", "expected"), [(BASIC, BASIC_STRUCK), (EXTENDED, EXTENDED_STRUCK)])
def test_the_example_strikes_out_just_this_and_needs_every_cell(
    cells: dict[str, str], expected: dict[int, set[str]]
) -> None:
    position = marked(cells)
    step = next(step for step in sue_de_coqs(Marks.of(position)) if struck(step) == expected)
    assert verify(position, step)
    assert step.premises.cells == sum(1 << position.grid.shape.cell(name) for name in cells)
    for cell in bits(step.premises.cells):
        assert not verify(position, step._replace(premises=Premises(cells=step.premises.cells & ~(1 << cell))))


SAMPLES = [
    *(sketched(seed, blanks=0.6, others=3) for seed in range(12)),
    sketched(1, Shape(2, 3), others=3),
    sketched(2, Shape(3, 4), others=3),
    *met(60),
]


def test_every_step_is_proved_told_once_and_agrees_with_the_solution() -> None:
    total = 0
    for position, solution in SAMPLES:
        found = list(sue_de_coqs(Marks.of(position)))
        assert len({(step.conclusion, step.sets) for step in found}) == len(found)
        for step in found:
            assert verify(position, step)
            assert all(solution[cell] != digit for cell, digit in step.eliminations)
            total += 1
    assert total > 50


def test_a_position_that_is_mirrored_and_renamed_has_the_same_conclusions() -> None:
    for index, (position, _) in enumerate(SAMPLES):
        other, went = transformed(position, index)
        here = conclusions(sue_de_coqs(Marks.of(position)))
        assert conclusions(sue_de_coqs(Marks.of(other))) == {frozenset(went[c] for c in found) for found in here}


def by_definition(marks: Marks) -> set[frozenset[Candidate]]:
    """Cells of a crossing, of its line and of its box, with as many digits as cells, none both on line and in box."""

    def parts(cells: int, sizes: range) -> list[tuple[int, int]]:
        blanks = list(bits(cells & marks.blanks))
        masks = [sum(1 << cell for cell in chosen) for size in sizes for chosen in combinations(blanks, size)]
        found = [(mask, marks.candidates_of(mask)) for mask in masks]
        return [(mask, digits) for mask, digits in found if digits.bit_count() > mask.bit_count()]

    found = set()
    for crossing in crossings(marks.shape):
        for middle, m_digits in parts(crossing.both, range(2, 4)):
            if m_digits.bit_count() < middle.bit_count() + 2:
                continue
            for line, l_digits in parts(crossing.line_rest, range(1, 9)):
                for box, b_digits in parts(crossing.box_rest, range(1, 9)):
                    cells, digits = middle | line | box, m_digits | l_digits | b_digits
                    own = [
                        cell.bit_count() - (d & ~m_digits).bit_count()
                        for cell, d in ((line, l_digits), (box, b_digits))
                    ]
                    if l_digits & b_digits or cells.bit_count() != digits.bit_count() or min(own) < 1:
                        continue
                    fallen = frozenset(
                        Candidate(cell, digit)
                        for digit in digits_of(digits)
                        for cell in bits(marks.common_peers(cells & marks.places[digit]) & marks.places[digit] & ~cells)
                        if (crossing.both | crossing.line_rest | crossing.box_rest) >> cell & 1
                    )
                    if fallen:
                        found.add(fallen)
    return found


def test_the_steps_are_those_of_the_definition() -> None:
    total = 0
    for position, _ in [*(sketched(seed, blanks=0.5, others=3) for seed in range(12)), *met(60)[:6]]:
        marks = Marks.of(position)
        expected = by_definition(marks)
        assert conclusions(sue_de_coqs(marks)) == expected
        total += len(expected)
    assert total > 5


def test_a_board_without_boxes_has_none() -> None:
    assert list(sue_de_coqs(Marks.of(sketched(1, Shape(1, 7))[0]))) == []
    assert list(sue_de_coqs(Marks.of(Position(81 * ".")))) == []
