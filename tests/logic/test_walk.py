"""Walks: the steps of an explanation as they are found, also across processes."""

from __future__ import annotations

import pickle
from itertools import islice

import pytest

from nonet import Position, explain, solve
from nonet.logic import OrderName, Walk
from tests.boards import INKALA, SEVENTEEN, WIKIPEDIA
from tests.logic.positions import made_puzzles

SIX = "1.2.4........6.4.1......2.5.14......"
LATER = Position(SEVENTEEN).place("r1c2", solve(SEVENTEEN)["r1c2"])


@pytest.mark.parametrize("order", ["teacher", "explainer"])
@pytest.mark.parametrize("puzzle", [WIKIPEDIA, SEVENTEEN, LATER, *made_puzzles(number=3)])
def test_a_walk_that_is_pickled_after_each_run_has_the_steps_of_the_explanation(
    puzzle: str | Position, order: OrderName
) -> None:
    expected = explain(puzzle, order=order)
    walk = Walk(puzzle, order=order)
    found = []
    while run := next(walk.runs(), None):
        found += run
        walk = pickle.loads(pickle.dumps(walk))
    assert tuple(found) == expected.steps
    assert (walk.start, walk.position, walk.rating) == (expected.start, expected.end, expected.rating)


def test_a_walk_goes_on_after_the_last_run_that_was_taken() -> None:
    walk, other = Walk(INKALA), Walk(INKALA)
    first = list(islice(walk.runs(), 5))
    assert first + list(islice(walk.runs(), 3)) == list(islice(other.runs(), 8))


def test_boards_of_other_sizes() -> None:
    walk = Walk(SIX)
    assert sum(map(len, walk.runs())) == len(explain(SIX).steps)
    assert walk.position.grid == solve(SIX)
