"""Paths and ratings: every puzzle to its solution, the easy steps first, each step sound."""

from __future__ import annotations

import json

import pytest

import nonet
from nonet import NoSolution, NotUnique, Position, explain, rate, solve
from nonet.logic import TECHNIQUES, verify
from nonet.logic.marks import Marks
from nonet.logic.techniques import technique
from tests.boards import INKALA, SEVENTEEN, WIKIPEDIA, WITHOUT_SOLUTION
from tests.logic.checks import agrees
from tests.logic.positions import made_puzzles


@pytest.mark.parametrize("puzzle", [WIKIPEDIA, SEVENTEEN, INKALA, "1... ..2. .3.. ...4", *made_puzzles(number=10)])
def test_a_path_leads_to_the_solution_by_sound_steps_that_each_change_something(puzzle: str) -> None:
    path = explain(puzzle)
    solution = solve(puzzle)
    assert path.end.grid == solution
    before = list(path.positions())
    for position, after, step in zip(before[:-1], before[1:], path.steps, strict=True):
        assert verify(position, step), step
        assert agrees(step, solution), step
        assert after != position
    assert path == explain(puzzle)


def test_no_easier_step_is_passed_over() -> None:
    for puzzle in made_puzzles(number=4):
        path = explain(puzzle)
        order = [row for row in TECHNIQUES if row.default]
        for position, step in zip(path.positions(), path.steps, strict=False):
            easier = order[: order.index(technique(step.technique))]
            marks = Marks.of(position)
            assert not any(next(row.find(marks), None) for row in easier[:11])


def test_a_path_may_begin_from_a_position_under_way() -> None:
    position = Position(WIKIPEDIA).place("r1c3", 4)
    assert explain(position).end.grid == solve(WIKIPEDIA)
    with pytest.raises(NoSolution, match="the digit in r1c3 is wrong"):
        explain(Position(WIKIPEDIA).place("r1c3", 2))
    with pytest.raises(NoSolution, match="the correct candidate of r1c3"):
        explain(Position(WIKIPEDIA).eliminate("r1c3", 4))


def test_named_techniques_alone_may_not_be_enough() -> None:
    path = explain(INKALA, techniques=["naked-single", "hidden-single"])
    assert not path.is_solved
    with pytest.raises(nonet.NonetError, match="unknown technique 'magic'"):
        explain(INKALA, techniques=["magic"])


@pytest.mark.parametrize(("puzzle", "error"), [(81 * ".", NotUnique), (WITHOUT_SOLUTION, NoSolution)])
def test_what_is_no_puzzle_has_no_path_and_no_rating(puzzle: str, error: type[Exception]) -> None:
    for ask in (explain, rate):
        with pytest.raises(error):
            ask(puzzle)


def test_a_path_is_plain_data() -> None:
    data = json.loads(json.dumps(explain(SEVENTEEN).to_dict()))
    assert data["solved"]
    assert len(data["steps"]) == data["rating"]["steps"]


def test_the_table_names_every_technique_once_and_leads_to_its_finder() -> None:
    assert len({row.id for row in TECHNIQUES}) == len(TECHNIQUES)
    codes = [row.code for row in TECHNIQUES if row.code]
    assert len(set(codes)) == len(codes)
    for row in TECHNIQUES:
        assert callable(row.find)
        assert row.title
        assert row.chinese
