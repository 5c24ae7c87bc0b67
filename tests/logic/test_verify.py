"""The proof checker: it accepts steps that follow from their premises, and no others."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from nonet import Position, solve
from nonet.geometry import bits, digits_of
from nonet.logic import Candidate, Premises, Step, verify
from nonet.logic._verify import is_deadly
from tests.boards import INKALA, WIKIPEDIA
from tests.logic.positions import BASIC, made_puzzles, on_the_way

EMPTY = Position(81 * ".")


def eliminating(cells: int, digit: int, premises: Premises) -> Step:
    return Step("test", eliminations=tuple(Candidate(cell, digit) for cell in bits(cells)), premises=premises)


def test_a_step_without_a_conclusion_is_rejected() -> None:
    assert verify(EMPTY, Step("test")) is False


def test_a_conclusion_about_a_missing_candidate_is_rejected() -> None:
    position = Position(WIKIPEDIA)
    assert not verify(position, Step("test", eliminations=(Candidate(0, 1),), premises=Premises(cells=1)))
    assert not verify(position, Step("test", placements=(Candidate(2, 5),), premises=Premises(cells=1 << 2)))


def test_a_conclusion_that_is_proved_is_rejected_if_its_candidate_is_missing() -> None:
    pair = EMPTY.eliminate(0, *range(3, 10)).eliminate(1, *range(3, 10))
    step = eliminating(0b100, 1, Premises(cells=0b11))
    assert verify(pair, step) is True
    assert verify(pair.eliminate(2, 1), step) is False


def test_every_basic_step_needs_its_premises() -> None:
    for puzzle in made_puzzles(number=4):
        for marks in on_the_way(puzzle):
            for row in BASIC:
                for step in row.find(marks):
                    position = marks.position
                    bare = Step(step.technique, placements=step.placements, eliminations=step.eliminations)
                    assert verify(position, step)
                    assert not verify(position, bare)


def test_a_naked_pair_needs_both_its_cells() -> None:
    position = EMPTY.eliminate(0, *range(3, 10)).eliminate(1, *range(3, 10))
    rest = 0b111111100
    assert verify(position, eliminating(rest, 1, Premises(cells=0b11)))
    for digit in (1, 2):
        assert not verify(position, eliminating(rest, digit, Premises(cells=0b01)))
    assert not verify(position, eliminating(rest, 3, Premises(cells=0b11)))


def test_an_x_wing_needs_both_its_rows() -> None:
    position = EMPTY
    for column in range(9):
        if column not in (2, 6):
            position = position.eliminate((0, column), 7).eliminate((4, column), 7)
    removed = 1 << 9 * 2 + 2 | 1 << 9 * 8 + 6
    assert verify(position, eliminating(removed, 7, Premises(places=((0, 7), (4, 7)))))
    assert not verify(position, eliminating(removed, 7, Premises(places=((0, 7),))))


RECTANGLE = tuple(Candidate(cell, digit) for cell in (0, 3, 9, 12) for digit in (1, 2))


OTHER_RECTANGLE = tuple(Candidate(cell, digit) for cell in (10, 13, 19, 22) for digit in (4, 7))


@pytest.mark.parametrize("pattern", [RECTANGLE, OTHER_RECTANGLE], ids=["1 and 2 from r1c1", "4 and 7 from r2c2"])
def test_a_unique_rectangle_needs_three_corners_without_other_candidates(pattern: tuple[Candidate, ...]) -> None:
    digits = {candidate.digit for candidate in pattern}
    position = EMPTY
    for cell in {candidate.cell for candidate in pattern[:6]}:
        position = position.eliminate(cell, *sorted({*range(1, 10)} - digits))
    type_1 = Step("test", eliminations=pattern[6:], premises=Premises(deadly=pattern))
    assert verify(position, type_1) is True
    assert verify(EMPTY, type_1) is False
    incomplete = Step("test", eliminations=pattern[6:], premises=Premises(deadly=pattern[:6]))
    assert verify(position, incomplete) is False


@pytest.mark.parametrize(
    "cells",
    [(0, 1, 9, 10), (0, 3, 10, 13), (0, 3, 27, 30), (0, 3, 9)],
    ids=["in one box", "askew", "in four boxes", "three corners"],
)
def test_patterns_that_are_not_deadly(cells: tuple[int, ...]) -> None:
    pattern = tuple(Candidate(cell, digit) for cell in cells for digit in (1, 2))
    assert is_deadly(EMPTY, RECTANGLE) is True
    assert is_deadly(EMPTY, pattern) is False


def test_a_pattern_with_a_given_is_not_deadly_but_one_with_a_placed_digit_is() -> None:
    assert is_deadly(EMPTY.place(0, 1), RECTANGLE)
    assert is_deadly(EMPTY.place(0, 2), RECTANGLE)
    assert is_deadly(Position("1" + 80 * "."), RECTANGLE) is False
    assert is_deadly(EMPTY.place(0, 3), RECTANGLE) is False
    assert is_deadly(EMPTY.place(10, 7), OTHER_RECTANGLE)


def test_a_deadly_pattern_whose_cells_have_other_candidates_proves_nothing() -> None:
    pattern = tuple(Candidate(cell, digit) for cell in (10, 13, 19, 22) for digit in (1, 2))
    assert is_deadly(EMPTY, pattern)
    for candidate in (Candidate(10, 1), Candidate(10, 3), Candidate(40, 5)):
        assert verify(EMPTY, Step("test", eliminations=(candidate,), premises=Premises(deadly=pattern))) is False


def test_the_answer_is_checked_against_the_solution() -> None:
    position, solution = Position(INKALA), solve(INKALA)
    answer = Premises(answer=True)
    assert verify(position, Step("answer", placements=(Candidate(1, solution[1]),), premises=answer))
    wrong = next(digit for digit in position.candidates(1) if digit != solution[1])
    assert not verify(position, Step("answer", placements=(Candidate(1, wrong),), premises=answer))


@settings(max_examples=150)
@given(data=st.data())
def test_a_step_that_contradicts_the_solution_is_never_accepted(data: st.DataObject) -> None:
    """In a puzzle with one solution, no premises can prove a correct candidate wrong."""
    puzzle = data.draw(st.sampled_from(made_puzzles(number=6)))
    position, solution = Position(puzzle), solve(puzzle)
    blanks = [cell for cell in range(81) if not position.grid[cell]]
    cells = sum(1 << cell for cell in data.draw(st.sets(st.sampled_from(blanks), max_size=8)))
    places = data.draw(st.lists(st.tuples(st.integers(0, 26), st.integers(1, 9)), max_size=8))
    premises = Premises(cells, tuple(places))
    cell = data.draw(st.sampled_from(blanks))
    assert not verify(position, Step("test", eliminations=(Candidate(cell, solution[cell]),), premises=premises))
    for digit in digits_of(position.candidate_masks[cell] & ~(1 << solution[cell] - 1)):
        assert not verify(position, Step("test", placements=(Candidate(cell, digit),), premises=premises))
