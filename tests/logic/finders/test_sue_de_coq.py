"""Sue de Coq: drawn examples, proofs, and comparison with the definition."""

from __future__ import annotations

from itertools import combinations

import pytest

from nonet import Position, Shape
from nonet.geometry import bits, digits_of
from nonet.logic import Candidate, Premises, verify
from nonet.logic.finders import sue_de_coqs
from nonet.logic.marks import Marks, crossings
from tests.logic.checks import assert_same_when_transformed, assert_sound, conclusions, eliminated, needs_all_premises
from tests.logic.positions import board, random_position, sketch, stuck_positions

SMALL = {"r1c1": "1234", "r1c2": "1234", "r1c7": "12", "r3c3": "34"}
SMALL_ELIMINATED = (
    "1: r1c3 r1c4 r1c5 r1c6 r1c8 r1c9; 2: r1c3 r1c4 r1c5 r1c6 r1c8 r1c9; "
    "3: r1c3 r2c1 r2c2 r2c3 r3c1 r3c2; 4: r1c3 r2c1 r2c2 r2c3 r3c1 r3c2"
)
LARGE = {"r1c1": "125", "r2c1": "345", "r3c1": "12345", "r5c1": "126", "r6c1": "126", "r1c3": "34"}
LARGE_ELIMINATED = (
    "1: r4c1 r7c1 r8c1 r9c1; 2: r4c1 r7c1 r8c1 r9c1; 3: r1c2 r2c2 r2c3 r3c2 r3c3; 4: r1c2 r2c2 r2c3 r3c2 r3c3; "
    "5: r1c2 r2c2 r2c3 r3c2 r3c3 r4c1 r7c1 r8c1 r9c1; 6: r4c1 r7c1 r8c1 r9c1"
)


@pytest.mark.parametrize(("cells", "expected"), [(SMALL, SMALL_ELIMINATED), (LARGE, LARGE_ELIMINATED)])
def test_the_example_is_found_and_needs_every_cell(cells: dict[str, str], expected: str) -> None:
    position = sketch(cells)
    step = next(step for step in sue_de_coqs(Marks.of(position)) if eliminated(step) == expected)
    assert verify(position, step)
    assert step.premises == Premises(cells=board(" ".join(cells)))
    assert needs_all_premises(position, step)


SAMPLES = [
    *(random_position(seed, blanks=0.6, others=3) for seed in range(12)),
    random_position(1, Shape(2, 3), others=3),
    random_position(2, Shape(3, 4), others=3),
    *stuck_positions(60),
]


def test_every_step_is_sound() -> None:
    total = 0
    for position, solution in SAMPLES:
        found = list(sue_de_coqs(Marks.of(position)))
        assert len({(step.conclusion, step.sets) for step in found}) == len(found)
        total += assert_sound(position, found, solution)
    assert total > 50


def test_a_transformed_position_has_the_same_conclusions() -> None:
    for index, (position, _) in enumerate(SAMPLES):
        assert_same_when_transformed(sue_de_coqs, position, index)


def by_definition(marks: Marks) -> set[frozenset[Candidate]]:
    """Try all cells of a crossing, its line and its box with as many digits as cells, and no digit in line and box."""

    def parts(cells: int, sizes: range) -> list[tuple[int, int]]:
        blanks = list(bits(cells & marks.blanks))
        masks = [sum(1 << cell for cell in chosen) for size in sizes for chosen in combinations(blanks, size)]
        found = [(mask, marks.digits_in(mask)) for mask in masks]
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
                    wrong = frozenset(
                        Candidate(cell, digit)
                        for digit in digits_of(digits)
                        for cell in bits(marks.common_peers(cells & marks.places[digit]) & marks.places[digit] & ~cells)
                        if (crossing.both | crossing.line_rest | crossing.box_rest) >> cell & 1
                    )
                    if wrong:
                        found.add(wrong)
    return found


def test_the_steps_match_the_definition() -> None:
    total = 0
    random = [random_position(seed, blanks=0.5, others=3) for seed in range(12)]
    for position, _ in [*random, *stuck_positions(60)[:6]]:
        marks = Marks.of(position)
        expected = by_definition(marks)
        assert conclusions(sue_de_coqs(marks)) == expected
        total += len(expected)
    assert total > 5


def test_an_empty_board_and_one_without_boxes_have_no_steps() -> None:
    assert list(sue_de_coqs(Marks.of(random_position(1, Shape(1, 7))[0]))) == []
    assert list(sue_de_coqs(Marks.of(Position(81 * ".")))) == []
