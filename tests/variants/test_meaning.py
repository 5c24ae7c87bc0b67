"""The meaning of each rule: its primitives against an independent statement, on many grids."""

from __future__ import annotations

import random

import pytest

from nonet import Grid, Puzzle, Shape, solve
from nonet.puzzle import board_of
from nonet.variants import RULES, Difference, Negative, PairSum, Ratio, Rule
from tests.variants.samples import ALL_TYPES, GLOBAL, Board, draw, fitting, holds, random_grid


def is_true(rule: Rule, grid: Grid, rules: tuple[Rule, ...] = ()) -> bool:
    """Whether all primitives of a rule are true on a grid."""
    shape = Shape(1, 9) if rule.type == "regions" else grid.shape
    board = board_of(shape, (*rules, rule))
    rule.check(board)
    return all(primitive.holds(list(grid)) for primitive in rule.lower(board))


@pytest.mark.parametrize("kind", [kind for kind in ALL_TYPES if kind not in GLOBAL])
def test_a_rule_means_what_its_statement_says(kind: str) -> None:
    rng = random.Random(kind)
    grids = [random_grid(rng) for _ in range(6)]
    seen = set()
    for _ in range(8):
        rule = fitting(kind, rng, grids[0])
        assert is_true(rule, grids[0]), rule
        for grid in grids[1:]:
            expected = holds(rule, Board(grid))
            seen.add(expected)
            assert is_true(rule, grid) == expected, (rule, grid)
    assert False in seen or kind == "candidates"


@pytest.mark.parametrize("kind", GLOBAL)
def test_a_rule_for_the_whole_board_means_what_its_statement_says(kind: str) -> None:
    rng = random.Random(kind)
    for _ in range(4):
        rule = draw(kind, rng, random_grid(rng))
        solved = solve(Puzzle(Grid.empty(), [rule]), any=True, timeout=60)
        assert solved.is_solved
        assert holds(rule, Board(solved))
        assert is_true(rule, solved)
        for grid in [random_grid(rng) for _ in range(6)]:
            assert is_true(rule, grid) == holds(rule, Board(grid)), (rule, grid)


def test_a_dot_of_either_color_frees_from_both_negative_rules() -> None:
    rng = random.Random(1)
    for _ in range(10):
        grid = random_grid(rng)
        cells = Board(grid).cells()
        dots: list[Rule] = []
        for cell in cells:
            for other in Board(grid).near(cell):
                low, high = sorted((grid[cell], grid[other]))
                if cell < other and (high - low == 1 or high == 2 * low) and rng.random() < 0.97:
                    dots.append(Ratio([cell, other]) if high == 2 * low else Difference([cell, other]))
        for kind in ("kropki", "difference", "ratio"):
            expected = holds(Negative(kind), Board(grid, dots))
            assert is_true(Negative(kind), grid, tuple(dots)) == expected
        assert is_true(Negative("difference"), grid, tuple(dots)) or not is_true(Negative("kropki"), grid, tuple(dots))


def test_x_and_v_free_from_the_negative_rule() -> None:
    grid = random_grid(random.Random(2))
    board = Board(grid)
    marks = [
        PairSum([cell, other], grid[cell] + grid[other])
        for cell in board.cells()
        for other in board.near(cell)
        if cell < other and grid[cell] + grid[other] in (5, 10)
    ]
    assert is_true(Negative("xv"), grid, tuple(marks))
    assert not is_true(Negative("xv"), grid, tuple(marks[1:]))


def test_every_rule_has_a_statement() -> None:
    assert set(RULES) == set(ALL_TYPES)
