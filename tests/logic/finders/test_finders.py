"""What is true of all steps of the basic techniques, wings, coloring, Medusa, rectangles, loops and BUGs."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from nonet import Grid, Position, Shape, solutions
from nonet.geometry import bits
from nonet.logic import TECHNIQUES, Candidate, Premises, Step, steps, technique, verify
from tests.boards import SHAPES, puzzles
from tests.logic.checks import (
    agrees,
    assert_same_when_transformed,
    assert_sound,
    eliminations,
    found,
    needs_all_premises,
)
from tests.logic.positions import BASIC, family, made_puzzles, on_the_way, varied_positions

UNIQUENESS = [row.id for row in TECHNIQUES if row.uses_uniqueness]
NAMES = [row.id for row in family("wings", "coloring", "medusa")] + UNIQUENESS


@settings(max_examples=60)
@given(puzzles([*SHAPES, Shape(2, 4), Shape(1, 5)], most_blanks=0.5))
def test_basic_steps_agree_with_every_solution(puzzle: Grid) -> None:
    """The basic techniques do not assume a unique solution, so their steps are right in all solutions."""
    found_steps = list(steps(Position(puzzle), techniques=BASIC))
    for _, solution in zip(range(20), solutions(puzzle), strict=False):
        assert all(agrees(step, solution) for step in found_steps)


def test_basic_steps_are_sound_while_solving() -> None:
    for puzzle in made_puzzles(number=6):
        for marks in list(on_the_way(puzzle))[::4]:
            assert_sound(marks.position, (step for row in BASIC for step in row.find(marks)))


@pytest.mark.parametrize("name", NAMES)
def test_every_step_is_sound(name: str) -> None:
    number = 0
    for position, solution in varied_positions():
        found_steps = list(steps(position, techniques=[name]))
        number += assert_sound(position, found_steps, solution)
        assert {step.technique for step in found_steps} <= {name}
        assert all(digit in position.candidates(cell) for cell, digit in eliminations(found_steps))
    assert number or name == "unique-rectangle-5"


@settings(max_examples=25)
@given(st.data(), st.integers(0, 1000))
def test_a_transformed_position_has_the_same_conclusions(data: st.DataObject, seed: int) -> None:
    position, _ = data.draw(st.sampled_from(varied_positions()))
    for name in NAMES:  # of several shortest chains of a remote pair between two cells only one is shown
        assert_same_when_transformed(technique(name).find, position, seed, together=name == "remote-pair")


@settings(max_examples=40)
@given(puzzles([Shape(2, 2), Shape(2, 3), Shape(3, 2), Shape(2, 4), Shape(1, 5), Shape(3, 4)], most_blanks=0.7))
def test_every_step_is_proved_on_boards_of_any_shape(puzzle: Grid) -> None:
    found(Position(puzzle), *NAMES)


@pytest.mark.parametrize("name", [each for each in NAMES if "wing" in each or each in UNIQUENESS])
def test_every_step_needs_all_its_premises(name: str) -> None:
    for position, _ in varied_positions():
        for step in found(position, name):
            if name == "bug-4" and needs_no_locked_digit(position, step):
                continue
            assert needs_all_premises(position, step)


def needs_no_locked_digit(position: Position, step: Step) -> bool:
    """Return whether each roof cell loses just the other's extra digit, which the BUG alone implies."""
    roof = {Candidate(cell, digit) for cell in bits(step.cells["roof"]) for digit in position.candidates(cell)}
    extras = roof - set(step.premises.deadly)
    return {digit for _, digit in extras} == {digit for _, digit in step.eliminations}


@pytest.mark.parametrize("name", [each for each in NAMES if "color" in each or each == "3d-medusa"])
def test_colors_need_their_links(name: str) -> None:
    for position, _ in varied_positions():
        for step in found(position, name):
            assert not verify(position, step._replace(premises=Premises()))
            if name in ("multi-colors-1", "multi-colors-2"):
                first = step.premises._replace(places=step.premises.places[:1])
                assert not verify(position, step._replace(premises=first))


@pytest.mark.parametrize("name", UNIQUENESS)
def test_a_deadly_pattern_with_a_given_proves_nothing(name: str) -> None:
    for position, solution in varied_positions():
        for step in found(position, name):
            for cell in {candidate.cell for candidate in step.premises.deadly}:
                givens, grid = (board.replace({cell: solution[cell]}) for board in (position.givens, position.grid))
                masks = list(position.candidate_masks)
                masks[cell] = 0
                assert not verify(Position(givens, grid, masks), step)
