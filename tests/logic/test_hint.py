"""Hints: the mistake first, then more at each stage, about the position that a person has."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from nonet import NotUnique, Position, explain, hint, solve, steps
from nonet.logic import Candidate, Mistake
from nonet.logic._hint import mistakes
from tests.boards import WIKIPEDIA
from tests.logic.checks import agrees
from tests.logic.positions import made_puzzles

PUZZLE = Position(WIKIPEDIA)
SOLUTION = solve(WIKIPEDIA)
ORDER = ["technique", "area", "pattern", "conclusion"]


def test_the_stages_come_in_order_and_the_digit_only_in_the_last_ones() -> None:
    stages = hint(PUZZLE).stages()
    assert [stage.name for stage in stages] == ORDER
    assert not any(character.isdigit() for character in stages[0].text)


def test_a_wrong_digit_is_named_before_anything_else() -> None:
    wrong = PUZZLE.place("r1c3", 2)
    found = hint(wrong)
    assert found.step is None
    assert found.mistakes == (Mistake("digit", Candidate(2, 2)),)
    stages = found.stages()
    assert {stage.name for stage in stages} == {"mistake"}
    assert stages[0].text == "There is a mistake in r1c3."
    assert found.after == PUZZLE


def test_a_wrongly_struck_candidate_is_named() -> None:
    struck = PUZZLE.eliminate("r1c3", SOLUTION["r1c3"])
    found = hint(struck)
    assert found.mistakes == (Mistake("candidate", Candidate(2, 4)),)
    assert found.stages()[1].text == "4 was struck out of r1c3, but it can still go there."
    assert found.after == PUZZLE


def test_candidates_that_a_digit_rules_out_are_tidied_up_and_said() -> None:
    masks = list(PUZZLE.candidate_masks)
    masks[2] |= 1 << 4  # 5 stands in the same row
    found = hint(Position(PUZZLE.givens, PUZZLE.grid, masks))
    assert found.leftovers == (Candidate(2, 5),)
    assert [stage.name for stage in found.stages()] == ["leftover", *ORDER]
    assert found.position == PUZZLE


def test_a_solved_puzzle_needs_no_hint() -> None:
    found = hint(Position(WIKIPEDIA, SOLUTION))
    assert found.step is None
    assert [stage.name for stage in found.stages()] == ["solved"]


def test_a_puzzle_with_several_solutions_gets_none() -> None:
    with pytest.raises(NotUnique):
        hint(81 * ".")


@settings(max_examples=60)
@given(data=st.data())
def test_from_any_half_filled_position_with_own_candidates(data: st.DataObject) -> None:
    """Right digits here and there, some candidates struck: a step, or the right candidate that is gone."""
    puzzle = data.draw(st.sampled_from(made_puzzles(number=8)))
    solution = solve(puzzle)
    position = Position(puzzle)
    blanks = [cell for cell in range(81) if not position.grid[cell]]
    for cell in data.draw(st.sets(st.sampled_from(blanks), max_size=30)):
        position = position.place(cell, solution[cell])
    struck = set()
    for cell in data.draw(st.sets(st.sampled_from(blanks), max_size=12)):
        for digit in data.draw(st.sets(st.sampled_from(range(1, 10)), max_size=3)):
            if not position.grid[cell] and digit in position.candidates(cell):
                position = position.eliminate(cell, digit)
                struck.add((cell, digit))
    right = {(cell, digit) for cell, digit in struck if solution[cell] == digit}
    found = hint(position)
    assert {mistake.candidate for mistake in found.mistakes} == right
    if right:
        assert mistakes(found.after, solution) == ()
    elif not all(position.grid):
        assert found.step is not None
        assert agrees(found.step, solution)
        assert found.after != position


@settings(max_examples=40)
@given(data=st.data())
def test_every_wrong_digit_is_found_and_undone(data: st.DataObject) -> None:
    puzzle = data.draw(st.sampled_from(made_puzzles(number=8)))
    solution, position = solve(puzzle), Position(puzzle)
    for cell in data.draw(st.sets(st.integers(0, 80), min_size=1, max_size=6)):
        candidates = sorted(position.candidates(cell))
        if candidates:
            position = position.place(cell, data.draw(st.sampled_from(candidates)))
    wrong = {cell for cell in range(81) if position.grid[cell] not in (0, solution[cell])}
    found = hint(position)
    assert {mistake.candidate.cell for mistake in found.mistakes if mistake.kind == "digit"} == wrong
    assert mistakes(found.after, solution) == ()


def test_candidates_left_standing_beside_a_placed_digit_mislead_no_step() -> None:
    """A person who does not tidy up still gets sound steps, from every question."""
    masks = [0 if digit else 0b111111111 for digit in PUZZLE.grid]
    untidy = Position(PUZZLE.givens, PUZZLE.grid, masks)
    found = list(steps(untidy, techniques=["naked-single", "hidden-single", "pointing", "naked-pair"]))
    assert found
    assert all(agrees(step, SOLUTION) for step in found)
    assert explain(untidy).end.grid == SOLUTION
