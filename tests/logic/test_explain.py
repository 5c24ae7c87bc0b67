"""Explanations: every puzzle to its solution, by sound steps, the easiest first."""

from __future__ import annotations

import json
import pickle
from html import escape
from io import StringIO

import pytest
from rich.console import Console

import nonet
from nonet import Explanation, NoSolution, NotUnique, Position, Shape, Transform, explain, solve, steps
from nonet.logic import DEFAULT_TECHNIQUES, Marks, technique, verify
from nonet.logic.step_transform import StepTransform
from tests.boards import INKALA, SEVENTEEN, WIKIPEDIA, WITHOUT_SOLUTION
from tests.logic.checks import agrees
from tests.logic.positions import made_puzzles

SMALL = "1... ..2. .3.. ...4"


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", [WIKIPEDIA, SEVENTEEN, INKALA, SMALL, *made_puzzles(number=10)])
def test_an_explanation_leads_to_the_solution_by_sound_steps_that_each_change_something(puzzle: str) -> None:
    explanation = explain(puzzle)
    solution = solve(puzzle)
    assert explanation.end.grid == solution
    positions = list(explanation.positions())
    for position, after, step in zip(positions[:-1], positions[1:], explanation.steps, strict=True):
        assert verify(position, step), step
        assert agrees(step, solution), step
        assert after != position
    assert explanation == explain(puzzle)


def test_no_easier_step_is_skipped() -> None:
    for puzzle in made_puzzles(number=4):
        explanation = explain(puzzle)
        for position, step in zip(explanation.positions(), explanation.steps, strict=False):
            easier = DEFAULT_TECHNIQUES[: DEFAULT_TECHNIQUES.index(technique(step.technique))]
            marks = Marks.of(position)
            assert not any(next(row.find(marks), None) for row in easier[:11])


def test_an_explanation_can_start_from_a_position_with_digits_placed() -> None:
    position = Position(WIKIPEDIA).place("r1c3", 4)
    assert explain(position).end.grid == solve(WIKIPEDIA)
    with pytest.raises(NoSolution, match="the digit in r1c3 is wrong, so no step leads to the solution"):
        explain(Position(WIKIPEDIA).place("r1c3", 2))
    with pytest.raises(NoSolution, match="the correct candidate of r1c3 was removed, so no step leads"):
        explain(Position(WIKIPEDIA).eliminate("r1c3", 4))


def test_named_techniques_alone_may_not_solve_the_puzzle() -> None:
    explanation = explain(INKALA, techniques=["naked-single", "hidden-single"])
    assert not explanation.is_solved
    assert str(explanation).endswith(", not solved")
    with pytest.raises(nonet.ArgumentError, match=r"unknown technique 'magic'; expected the id of one of nonet\.logic"):
        explain(INKALA, techniques=["magic"])


@pytest.mark.parametrize(("puzzle", "error"), [(81 * ".", NotUnique), (WITHOUT_SOLUTION, NoSolution)])
def test_only_a_puzzle_with_one_solution_can_be_explained(puzzle: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        explain(puzzle)


def test_an_explanation_can_be_written_as_json() -> None:
    explanation = explain(SEVENTEEN)
    data = json.loads(json.dumps(explanation.to_dict()))
    assert list(data) == ["puzzle", "start", "solved", "logical", "rating", "steps", "end"]
    assert data["solved"]
    assert len(data["steps"]) == data["rating"]["steps"]
    assert "text" not in data["steps"][0]
    assert explanation.to_dict(language="zh")["steps"][0]["text"].endswith("。")


def test_an_explanation_is_printed_and_drawn() -> None:
    explanation = explain(SMALL)
    lines = str(explanation).splitlines()
    assert lines[0] == f"  1. {explanation.steps[0]}"
    assert lines[-1] == str(explanation.rating)
    assert explanation._repr_svg_().startswith("<svg")
    shown = StringIO()
    Console(file=shown, width=100, color_system=None).print(explanation)
    assert [line.split()[0] for line in shown.getvalue().splitlines()[:12]] == [f"{n}." for n in range(1, 13)]
    assert str(explanation.rating) in shown.getvalue()


def test_a_notebook_lists_the_steps_and_shows_each_picture_at_a_click() -> None:
    explanation = explain(SMALL)
    html = explanation._repr_html_()
    assert html.count("<details>") == html.count("<svg") == len(explanation.steps) + 1
    for step in explanation.steps:
        assert escape(step.sentence()).splitlines()[0] in html
    assert f"<tr><th>Steps</th><td>{len(explanation.steps)}</td></tr>" in html
    assert "<summary>Last position, not solved</summary>" in explain(INKALA, techniques=["pointing"])._repr_html_()


def test_a_step_and_a_rating_are_shown_in_a_notebook_and_with_rich() -> None:
    explanation = explain(SMALL)
    step, rating = explanation.steps[0], explanation.rating
    for language in ("en", "zh"):
        assert step.sentence(language, cells="a1") == step.to_dict(language=language, cells="a1")["text"]
    assert step.sentence() in step._repr_html_()
    for value, words in ((step, str(step)), (rating, "Hardest technique")):
        shown = StringIO()
        Console(file=shown, width=100, color_system=None).print(value)
        assert words in shown.getvalue()
    for name, number in rating.techniques.items():
        assert f"<tr><th>{technique(name).title}</th><td>{number}</td></tr>" in rating._repr_html_()


def test_an_explanation_survives_pickling() -> None:
    explanation = explain(SMALL)
    copy = pickle.loads(pickle.dumps(explanation))
    assert copy == explanation
    assert isinstance(copy, Explanation)


def test_steps_name_the_cells_of_their_own_board() -> None:
    assert str(next(steps(SMALL))) == "Hidden Single: r1c2=2"
    assert {step.shape for step in (*steps(SMALL), *explain(SMALL).steps)} == {Shape(2, 2)}


@pytest.mark.slow
def test_a_transform_and_its_inverse_give_the_same_steps() -> None:
    transform = Transform.random(seed=3)
    forward, back = StepTransform(transform), StepTransform(transform.inverse())
    explanation = explain(INKALA)
    for step, position in zip(explanation.steps, explanation.positions(), strict=False):
        assert verify(transform(position), forward(step))
        assert back(forward(step)).conclusion == step.conclusion
