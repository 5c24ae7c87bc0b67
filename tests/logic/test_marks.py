"""Marks: they stay the same as those of the position, and keep what finders share."""

from __future__ import annotations

from nonet import Position
from nonet.logic import Marks, explain
from tests.logic.positions import made_puzzles


def test_marks_after_a_step_are_those_of_the_position_after_it() -> None:
    for puzzle in made_puzzles(number=4):
        marks = Marks.of(Position(puzzle))
        for step in explain(marks.position).steps:
            marks = marks.after(step.placements, step.eliminations)
            again = Marks.of(marks.position)
            assert (again.digits, again.of_cell, again.places) == (marks.digits, marks.of_cell, marks.places)
            assert (again.blanks, again.given_mask) == (marks.blanks, marks.given_mask)


def test_a_shared_result_is_computed_once_for_each_marks() -> None:
    calls = []

    def compute(marks: Marks) -> int:
        calls.append(marks)
        return len(calls)

    marks = Marks.of(Position("1... .... .... ...."))
    assert [marks.once(compute), marks.once(compute), marks.after().once(compute)] == [1, 1, 2]
