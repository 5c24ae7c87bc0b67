"""What is true of all steps of the basic techniques, wings, coloring, Medusa, rectangles, loops and BUGs."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from nonet import Grid, Position, Shape, solutions
from nonet.geometry import bits
from nonet.logic import TECHNIQUES, Candidate, Premises, Step, steps, verify
from tests.boards import SHAPES, puzzles
from tests.logic.checks import (
    agrees,
    assert_sound,
    conclusions,
    eliminations,
    found,
    needs_all_premises,
)
from tests.logic.positions import BASIC, family, made_puzzles, on_the_way, transformed, varied_positions

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


@pytest.mark.parametrize("technique", NAMES)
def test_every_step_is_sound(technique: str) -> None:
    number = 0
    for position, solution in varied_positions():
        found_steps = list(steps(position, techniques=[technique]))
        number += assert_sound(position, found_steps, solution)
        assert {step.technique for step in found_steps} <= {technique}
        assert all(digit in position.candidates(cell) for cell, digit in eliminations(found_steps))
    assert number or technique == "unique-rectangle-5"


@settings(max_examples=25)
@given(st.data(), st.integers(0, 1000))
def test_a_transformed_position_has_the_same_conclusions(data: st.DataObject, seed: int) -> None:
    position, _ = data.draw(st.sampled_from(varied_positions()))
    other, moved_to = transformed(position, seed)
    for technique in NAMES:
        here, there = (conclusions(found(each, technique)) for each in (position, other))
        if technique == "remote-pair":  # of several shortest chains between two cells only one is shown
            here, there = ({frozenset[Candidate]().union(*each)} for each in (here, there))
        assert there == {frozenset(map(moved_to.__getitem__, each)) for each in here}, technique


@settings(max_examples=40)
@given(puzzles([Shape(2, 2), Shape(2, 3), Shape(3, 2), Shape(2, 4), Shape(1, 5), Shape(3, 4)], most_blanks=0.7))
def test_every_step_is_proved_on_boards_of_any_shape(puzzle: Grid) -> None:
    found(Position(puzzle), *NAMES)


@pytest.mark.parametrize("technique", [name for name in NAMES if "wing" in name or name in UNIQUENESS])
def test_every_step_needs_all_its_premises(technique: str) -> None:
    for position, _ in varied_positions():
        for step in found(position, technique):
            if technique == "bug-4" and needs_no_locked_digit(position, step):
                continue
            assert needs_all_premises(position, step)


def needs_no_locked_digit(position: Position, step: Step) -> bool:
    """Return whether each roof cell loses just the other's extra digit, which the BUG alone implies."""
    roof = {Candidate(cell, digit) for cell in bits(step.cells["roof"]) for digit in position.candidates(cell)}
    extras = roof - set(step.premises.deadly)
    return {digit for _, digit in extras} == {digit for _, digit in step.eliminations}


@pytest.mark.parametrize("technique", [name for name in NAMES if "color" in name or name == "3d-medusa"])
def test_colors_need_their_links(technique: str) -> None:
    for position, _ in varied_positions():
        for step in found(position, technique):
            assert not verify(position, step._replace(premises=Premises()))
            if technique in ("multi-colors-1", "multi-colors-2"):
                first = step.premises._replace(places=step.premises.places[:1])
                assert not verify(position, step._replace(premises=first))


@pytest.mark.parametrize("technique", UNIQUENESS)
def test_a_deadly_pattern_with_a_given_proves_nothing(technique: str) -> None:
    for position, solution in varied_positions():
        for step in found(position, technique):
            for cell in {candidate.cell for candidate in step.premises.deadly}:
                givens, grid = (board.replace({cell: solution[cell]}) for board in (position.givens, position.grid))
                masks = list(position.candidate_masks)
                masks[cell] = 0
                assert not verify(Position(givens, grid, masks), step)
