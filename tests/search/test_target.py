"""Target Sudoku: the best score."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings, strategies as st

from nonet import Contradiction, Grid, NoSolution, ShapeError, Trace, maximize
from nonet.search import find, target_weights
from nonet.search.bitboards import Board
from nonet.search.scoring import UpperBound, score
from tests.boards import TARGET_3, TARGET_85, WIKIPEDIA, WIKIPEDIA_SOLUTION, boards, puzzles, transposed, turned

MANY = 2000


@pytest.mark.parametrize(("puzzle", "best"), [(TARGET_3, 2829), (TARGET_85, 2852)])
def test_the_known_best_scores(puzzle: str, best: int) -> None:
    found = maximize(puzzle)
    assert found.score == best == score(found.grid)
    assert found.grid.is_solved


def test_the_weights_of_a_9x9_board_are_rings_around_the_center() -> None:
    grid = Grid(WIKIPEDIA)
    weights = target_weights(grid.shape)
    assert all(weights[9 * r + c] == 10 - max(abs(r - 4), abs(c - 4)) for r in range(9) for c in range(9))


@settings(max_examples=60)
@given(st.data(), puzzles(most_blanks=0.6))
def test_no_solution_scores_higher_whatever_the_weights(data: st.DataObject, grid: Grid) -> None:
    solutions = [solution for solution, _ in zip(find(grid), range(MANY), strict=False)]
    assume(len(solutions) < MANY)
    weights = data.draw(st.lists(st.integers(-9, 9), min_size=len(grid), max_size=len(grid)))
    best = maximize(grid, weights)
    assert best.grid in solutions
    assert best.score == score(best.grid, weights) == max(score(solution, weights) for solution in solutions)


@settings(max_examples=60)
@given(st.data(), puzzles(most_blanks=0.6))
def test_the_bound_is_never_below_a_solution(data: st.DataObject, grid: Grid) -> None:
    weights = data.draw(st.lists(st.integers(-9, 9), min_size=len(grid), max_size=len(grid)))
    board = Board(grid)
    assert board.place_singles(Trace())
    assert UpperBound(grid.shape, weights)(board) >= score(next(find(grid)), weights)


@pytest.mark.parametrize("weights", [None, [1] * 16])
def test_the_bound_leaves_out_most_solutions(weights: list[int] | None) -> None:
    grid, trace = Grid(16 * "."), Trace()
    maximize(grid, weights, trace=trace)
    assert 10 * trace.solutions < sum(1 for _ in find(grid)) == 288


@settings(max_examples=30)
@given(boards(most_blanks=0.5))
def test_a_rotated_board_has_the_same_best_score(grid: Grid) -> None:
    assume(next(find(grid), None))
    assert maximize(grid).score == maximize(turned(grid)).score == maximize(transposed(grid)).score


@settings(max_examples=30)
@given(puzzles(most_blanks=0.6))
def test_with_weights_of_zero_any_solution_is_best(grid: Grid) -> None:
    best = maximize(grid, [0] * len(grid))
    assert best.score == 0
    assert best.grid.is_solved


def test_weights_may_be_fractions() -> None:
    assert maximize(WIKIPEDIA, [0.5] * 81).score == 81 * 5 * 0.5
    assert str(maximize(WIKIPEDIA, [0.5] * 81).grid) == WIKIPEDIA_SOLUTION


def test_a_board_without_solution_has_no_best_score() -> None:
    with pytest.raises(NoSolution):
        maximize("123. ...4 .... ....")
    with pytest.raises(Contradiction, match="^r1c1 and r1c2 are both 5, but row 1 needs each digit once"):
        maximize("55" + 79 * ".")
    trace = Trace()
    with pytest.raises(Contradiction):
        maximize("55" + 79 * ".", trace=trace)
    assert trace.backtracks == 1


def test_the_number_of_weights_is_checked() -> None:
    with pytest.raises(ShapeError, match="^3 weights, but a 9x9 board has 81 cells$"):
        maximize(WIKIPEDIA, [1, 2, 3])
