"""minimize, redundant_clues, neighbors and harder."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

import nonet
from nonet import ArgumentError, Contradiction, Grid, NoSolution, NotUnique, Shape
from nonet.engine import solve_many
from tests.boards import INKALA, SEVENTEEN, WIKIPEDIA, WITHOUT_SOLUTION, solved_grids


@given(solved_grids([Shape(2, 2), Shape(2, 3), Shape(3, 3)]), st.integers(0, 10**6))
@settings(max_examples=20)
def test_a_minimized_puzzle_needs_every_clue(grid: Grid, seed: int) -> None:
    puzzle = nonet.minimize(grid, seed=seed)
    assert nonet.solve(puzzle) == grid
    assert nonet.check(puzzle).is_minimal
    assert not nonet.redundant_clues(puzzle)
    assert nonet.minimize(puzzle) == puzzle
    assert nonet.minimize(grid, seed=seed) == puzzle


def test_redundant_clues_can_be_removed_by_themselves() -> None:
    redundant = nonet.redundant_clues(WIKIPEDIA)
    assert redundant == nonet.check(WIKIPEDIA).redundant
    for cell in Grid(WIKIPEDIA).givens:
        assert (nonet.count(Grid(WIKIPEDIA).replace({cell: 0})) == 1) == (cell in redundant)
    assert not nonet.redundant_clues(SEVENTEEN)


@pytest.mark.parametrize("function", [nonet.minimize, nonet.redundant_clues, nonet.harder])
def test_a_puzzle_without_one_solution_is_rejected(function: object) -> None:
    assert callable(function)
    with pytest.raises(NotUnique):
        function(81 * ".")
    with pytest.raises(NoSolution):
        function(WITHOUT_SOLUTION)
    with pytest.raises(Contradiction):
        function("55" + 79 * ".")


class TestNeighbors:
    def test_they_are_exactly_the_puzzles_that_differ_in_one_clue(self) -> None:
        grid = next(nonet.generate(seed=1, shape=(2, 2)))
        expected = set()
        for removed in grid.givens:
            base = grid.replace({removed: 0})
            for cell in range(16):
                for digit in range(1, 5):
                    other = base.replace({cell: digit})
                    if not base[cell] and other != grid and nonet.count(other) == 1:
                        expected.add(other)
        found = list(nonet.neighbors(grid))
        assert set(found) == expected
        assert len(found) == len(expected)

    def test_a_puzzle_is_a_neighbor_of_its_neighbors(self) -> None:
        grid = Grid(SEVENTEEN)
        near = list(nonet.neighbors(grid))
        assert near
        assert all(len(puzzle.givens) == 17 and nonet.count(puzzle) == 1 for puzzle in near)
        assert all(grid in set(nonet.neighbors(puzzle)) for puzzle in near[:2])

    def test_only_fewer_or_only_more_clues(self) -> None:
        assert {len(p.givens) for p in nonet.neighbors(WIKIPEDIA, plus=0)} == {29}
        assert len(list(nonet.neighbors(WIKIPEDIA, plus=0))) == len(nonet.redundant_clues(WIKIPEDIA))
        solution = nonet.solve(INKALA)
        more = list(nonet.neighbors(INKALA, minus=0))
        assert len(more) == 60
        assert all(nonet.solve(puzzle) == solution for puzzle in more)

    def test_two_clues_exchanged(self) -> None:
        grid = next(nonet.generate(seed=2, shape=(2, 2)))
        for puzzle in nonet.neighbors(grid, minus=2, plus=2):
            same = sum(1 for a, b in zip(grid, puzzle, strict=True) if a and a == b)
            assert same == len(grid.givens) - 2

    @pytest.mark.parametrize("options", [{"minus": -1}, {"plus": 82}])
    def test_impossible_numbers_are_rejected(self, options: dict[str, int]) -> None:
        with pytest.raises(ArgumentError, match="(minus|plus) must be 0 to 81, not"):
            nonet.neighbors(WIKIPEDIA, **options)


class TestHarder:
    def test_the_search_needs_more_guesses(self) -> None:
        puzzle = nonet.minimize(WIKIPEDIA, seed=1)
        hard = nonet.harder(puzzle, seed=1, rounds=30)
        assert nonet.count(hard) == 1
        assert len(hard.givens) <= len(puzzle.givens)
        easy_guesses, hard_guesses = (
            solve_many([nonet.transform(grid, seed=seed) for seed in range(40)]).guesses for grid in (puzzle, hard)
        )
        assert hard_guesses > 2 * easy_guesses
        assert nonet.harder(puzzle, seed=3, rounds=3) == nonet.harder(puzzle, seed=3, rounds=3)

    def test_bad_arguments_are_rejected(self) -> None:
        with pytest.raises(ArgumentError, match="puzzle must be on a 9x9 board, not on a 4x4 board"):
            nonet.harder("1234 3412 2143 432.")
        with pytest.raises(ArgumentError, match="rounds must be 0 or more, not -1"):
            nonet.harder(WIKIPEDIA, rounds=-1)
