"""Hints: mistakes first, then the next step in stages, for any position that a player may have."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from hypothesis import given, settings, strategies as st
from rich.console import Console

from nonet import NotUnique, Position, explain, hint, solve, steps
from nonet.logic import Candidate, Mistake
from nonet.logic._hint import mistakes
from tests.boards import WIKIPEDIA
from tests.logic.checks import agrees
from tests.logic.positions import made_puzzles

PUZZLE = Position(WIKIPEDIA)
SOLUTION = solve(WIKIPEDIA)
ORDER = ["technique", "area", "pattern", "conclusion"]


def test_the_stages_are_in_order_and_the_first_one_names_no_digit() -> None:
    stages = hint(PUZZLE).stages()
    assert [stage.name for stage in stages] == ORDER
    assert not any(character.isdigit() for character in stages[0].text)


def test_a_wrong_digit_is_reported_before_anything_else() -> None:
    wrong = PUZZLE.place("r1c3", 2)
    found = hint(wrong)
    assert found.step is None
    assert found.mistakes == (Mistake("digit", Candidate(2, 2)),)
    stages = found.stages()
    assert {stage.name for stage in stages} == {"mistake"}
    assert stages[0].text == "There is a mistake in r1c3."
    assert found.after == PUZZLE


def test_a_correct_candidate_that_was_removed_is_reported() -> None:
    position = PUZZLE.eliminate("r1c3", SOLUTION["r1c3"])
    found = hint(position)
    assert found.mistakes == (Mistake("candidate", Candidate(2, 4)),)
    assert found.stages()[1].text == "4 was removed from r1c3, but it can still go there."
    assert found.after == PUZZLE


def test_candidates_that_a_digit_rules_out_are_removed_and_reported() -> None:
    masks = list(PUZZLE.candidate_masks)
    masks[2] |= 1 << 4  # 5 is in the same row
    found = hint(Position(PUZZLE.givens, PUZZLE.grid, masks))
    assert found.leftovers == (Candidate(2, 5),)
    assert [stage.name for stage in found.stages()] == ["leftover", *ORDER]
    assert found.position == PUZZLE


def test_a_solved_puzzle_has_no_next_step() -> None:
    found = hint(Position(WIKIPEDIA, SOLUTION))
    assert found.step is None
    assert [stage.name for stage in found.stages()] == ["solved"]


def test_a_puzzle_with_several_solutions_gets_no_hint() -> None:
    with pytest.raises(NotUnique):
        hint(81 * ".")


@settings(max_examples=60)
@given(data=st.data())
def test_any_position_with_own_digits_and_candidates_gets_a_hint(data: st.DataObject) -> None:
    """Some correct digits are placed and some candidates removed: the hint is a step or the mistakes."""
    puzzle = data.draw(st.sampled_from(made_puzzles(number=8)))
    solution = solve(puzzle)
    position = Position(puzzle)
    blanks = [cell for cell in range(81) if not position.grid[cell]]
    for cell in data.draw(st.sets(st.sampled_from(blanks), max_size=30)):
        position = position.place(cell, solution[cell])
    removed = set()
    for cell in data.draw(st.sets(st.sampled_from(blanks), max_size=12)):
        for digit in data.draw(st.sets(st.sampled_from(range(1, 10)), max_size=3)):
            if not position.grid[cell] and digit in position.candidates(cell):
                position = position.eliminate(cell, digit)
                removed.add((cell, digit))
    correct = {(cell, digit) for cell, digit in removed if solution[cell] == digit}
    found = hint(position)
    assert {mistake.candidate for mistake in found.mistakes} == correct
    if correct:
        assert mistakes(found.after, solution) == ()
    elif not all(position.grid):
        assert found.step is not None
        assert agrees(found.step, solution)
        assert found.after != position


@settings(max_examples=40)
@given(data=st.data())
def test_every_wrong_digit_is_reported_and_removed(data: st.DataObject) -> None:
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


def test_candidates_that_a_placed_digit_rules_out_mislead_no_step() -> None:
    """A player who does not remove them still gets sound steps from hint, steps and explain."""
    masks = [0 if digit else 0b111111111 for digit in PUZZLE.grid]
    untidy = Position(PUZZLE.givens, PUZZLE.grid, masks)
    found = list(steps(untidy, techniques=["naked-single", "hidden-single", "pointing", "naked-pair"]))
    assert found
    assert all(agrees(step, SOLUTION) for step in found)
    assert explain(untidy).end.grid == SOLUTION


def test_a_hint_as_data() -> None:
    found = hint(PUZZLE)
    data = json.loads(json.dumps(found.to_dict(language="zh", cells="a1")))
    assert list(data) == ["mistakes", "leftovers", "stages", "step"]
    assert [stage["name"] for stage in data["stages"]] == ORDER
    assert data["step"]["technique"] == found.step.technique  # type: ignore[union-attr]
    wrong = hint(PUZZLE.place("r1c3", 2)).to_dict()
    assert wrong["mistakes"] == [{"kind": "digit", "cell": "r1c3", "digit": "2"}]
    assert wrong["step"] is None


@pytest.mark.parametrize("position", [PUZZLE, PUZZLE.place("r1c3", 2), Position(WIKIPEDIA, SOLUTION)])
def test_a_hint_is_printed_and_drawn(position: Position) -> None:
    found = hint(position)
    assert str(found).splitlines() == [stage.text for stage in found.stages()]
    assert found._repr_svg_().startswith("<svg")
    shown = StringIO()
    Console(file=shown, width=100, color_system=None).print(found)
    assert shown.getvalue().endswith(f"{found}\n")
    assert "c1     c2     c3" in shown.getvalue()


def test_a_notebook_shows_the_next_stage_of_a_hint_at_a_click() -> None:
    found = hint(PUZZLE)
    html = found._repr_html_()
    places = [html.index(stage.text) for stage in found.stages()]
    assert places == sorted(places)
    assert html.count("<details>") == html.count("</details>") == 3
    assert html.index("<details>") > places[0]
    assert html.index("<svg") > places[-1]
    wrong = hint(PUZZLE.place("r1c3", 2))._repr_html_()
    assert "<details>" not in wrong
    assert "2 in r1c3 is wrong." in wrong
