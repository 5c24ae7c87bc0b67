"""All methods find the same solutions, on every board."""

from __future__ import annotations

import inspect
import sys
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

import nonet
from nonet import ArgumentError, Grid, Shape
from nonet.geometry import bits, digits_of
from nonet.search import DEFAULT, METHODS, Trace, cell_masks, find, idea
from tests import sat
from tests.boards import (
    INKALA,
    LARGER_SHAPES,
    TARGET_3,
    TARGET_85,
    WIKIPEDIA,
    WIKIPEDIA_SOLUTION,
    WITHOUT_SOLUTION,
    boards,
    moved,
    moves,
    puzzles,
    transposed,
    turned,
)

EVERY_METHOD = pytest.mark.parametrize("method", METHODS)
STRONG = ["mrv", "propagation", "dlx", "target"]
ONE_SCREEN = 66  # lines
MOST = 30  # solutions to compare, enough to show a difference between two methods

SUDOPEDIA_INVALID = {
    "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3..": 0,
    ".9.3....1....8..46......8..4.5.6..3...32756...6..1.9.4..1......58..2....2....7.6.": 0,
    "....41....6.....2...2......32.6.........5..417.......2......23..48......5.1..2...": 0,
    "9..1....4.14.3.8....3....9....7.8..18....3..........3..21....7...9.4.5..5...16..3": 0,
    "..9.7...5..21..9..1...28....7...5..1..851.....5....3.......3..68........21.....87": 0,
    "6.159.....9..1............4.7.314..6.24.....5..3....1...6.....3...9.2.4......16..": 0,
    ".4.1..35.............2.5......4.89..26.....12.5.3....7..4...16.6....7....1..8..2.": 0,
    ".39...12....9.7...8..4.1..6.42...79...........91...54.5..1.9..3...8.5....14...87.": 2,
    "..3.....6...98..2.9426..7..45...6............1.9.5.47.....25.4.6...785...........": 3,
    "....9....6..4.7..8.4.812.3.7.......5..4...9..5..371..4.5..6..4.2.17.85.9.........": 4,
    "59.....486.8...3.7...2.1.......4.....753.698.....9.......8.3...2.6...7.934.....65": 10,
    "...3165..8..5..1...1.89724.9.1.85.2....9.1....4.263..1.5.....1.1..4.9..2..61.8...": 125,
}

BEYOND_PLAIN_SEARCH = "....41....6.....2...2......32.6.........5..417.......2......23..48......5.1..2..."
"""The puzzle for which a plain search would take too long."""

FAMOUS = {
    "Golden Nugget": ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
    "Easter Monster": "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
    "AI Escargot": "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    "Platinum Blonde": ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...",
}


def numbers(grid: Grid, most: int | None = None) -> dict[str, int]:
    return {method: sum(1 for _ in islice(find(grid, method=method), most)) for method in METHODS}


@pytest.mark.slow
class TestAgreement:
    @settings(max_examples=150)
    @given(boards([Shape(2, 2), Shape(2, 3), Shape(3, 2), Shape(1, 4)], most_blanks=0.7))
    def test_every_method_and_a_sat_solver_find_the_same_solutions(self, grid: Grid) -> None:
        truth = set(sat.solutions(grid, MOST))
        for method in METHODS:
            found = list(islice(find(grid, method=method), MOST))
            assert all(solution.is_solved for solution in found)
            assert len(set(found)) == len(found) == len(truth)
            assert len(truth) == MOST or set(found) == truth

    @settings(max_examples=60)
    @given(boards([Shape(3, 3)], most_blanks=0.55))
    def test_the_same_on_a_9x9_board(self, grid: Grid) -> None:
        truth = set(sat.solutions(grid, MOST))
        for method in METHODS:
            found = list(islice(find(grid, method=method), MOST))
            assert len(set(found)) == len(found) == len(truth)
            assert len(truth) == MOST or set(found) == truth

    @settings(max_examples=40)
    @given(puzzles(LARGER_SHAPES, most_blanks=0.3))
    def test_every_board_shape_is_solved(self, grid: Grid) -> None:
        for method in STRONG:
            solution = next(find(grid, method=method))
            assert solution.is_solved
            assert all(solution[cell] == grid[cell] for cell in grid.givens)

    @settings(max_examples=60)
    @given(st.data(), boards(most_blanks=0.6))
    def test_a_transformed_board_has_as_many_solutions(self, data: st.DataObject, grid: Grid) -> None:
        images = [moved(grid, *data.draw(moves(grid.shape))), transposed(grid), turned(grid)]
        for method in STRONG:
            count = sum(1 for _ in islice(find(grid, method=method), MOST))
            assert all(sum(1 for _ in islice(find(image, method=method), MOST)) == count for image in images)


class TestKnownNumbers:
    @EVERY_METHOD
    def test_there_are_288_grids_of_4x4(self, method: str) -> None:
        assert sum(1 for _ in find(Grid.empty((2, 2)), method=method)) == 288

    @pytest.mark.slow
    @EVERY_METHOD
    def test_there_are_39168_grids_of_6x6_with_the_first_row_fixed(self, method: str) -> None:
        grid = Grid("123456" + 30 * ".")
        assert sum(1 for _ in find(grid, method=method)) == 39168

    @EVERY_METHOD
    def test_there_are_576_latin_squares_of_order_4(self, method: str) -> None:
        assert sum(1 for _ in find(Grid.empty((1, 4)), method=method)) == 576

    @pytest.mark.parametrize(("puzzle", "count"), SUDOPEDIA_INVALID.items())
    def test_the_invalid_puzzles_of_sudopedia(self, puzzle: str, count: int) -> None:
        methods = STRONG if puzzle == BEYOND_PLAIN_SEARCH else METHODS
        assert {method: sum(1 for _ in find(puzzle, method=method)) for method in methods} == dict.fromkeys(
            methods, count
        )
        assert nonet.check(puzzle).solutions == min(count, 2)
        assert nonet.count(puzzle, limit=None) == count

    @pytest.mark.parametrize(("puzzle", "count"), [(TARGET_3, 3), (TARGET_85, 85)])
    def test_the_samples_of_target_sudoku_have_3_and_85_solutions(self, puzzle: str, count: int) -> None:
        assert set(numbers(Grid(puzzle)).values()) == {count}

    @pytest.mark.parametrize("puzzle", FAMOUS.values(), ids=FAMOUS)
    def test_the_famous_hard_puzzles_have_one_solution(self, puzzle: str) -> None:
        for method in ("propagation", "dlx"):
            assert sum(1 for _ in find(puzzle, method=method)) == 1

    @EVERY_METHOD
    def test_the_wikipedia_puzzle(self, method: str) -> None:
        assert [str(solution) for solution in find(WIKIPEDIA, method=method)] == [WIKIPEDIA_SOLUTION]


class TestEdgeCases:
    @EVERY_METHOD
    def test_a_full_board_is_its_own_solution(self, method: str) -> None:
        grid = Grid(WIKIPEDIA_SOLUTION)
        assert list(find(grid, method=method)) == [grid]

    @EVERY_METHOD
    def test_a_full_but_wrong_board_has_no_solution(self, method: str) -> None:
        assert list(find(WIKIPEDIA_SOLUTION[1:] + "5", method=method)) == []

    @EVERY_METHOD
    def test_a_board_with_conflicts_has_no_solution(self, method: str) -> None:
        assert list(find("55" + 79 * ".", method=method)) == []

    @EVERY_METHOD
    def test_a_blank_without_candidates_ends_the_search_at_once(self, method: str) -> None:
        trace = Trace()
        assert list(find(Grid("123. ...4 .... ...."), method=method, trace=trace)) == []
        assert trace.backtracks >= 1
        if method in {"singles", *STRONG}:
            assert trace.nodes == 0

    @EVERY_METHOD
    def test_a_blank_loses_its_last_candidate_while_singles_are_filled(self, method: str) -> None:
        assert list(find(Grid("12.. 3... .4.3 ...."), method=method)) == []

    @EVERY_METHOD
    def test_the_first_solutions_of_an_empty_board_are_found_quickly(self, method: str) -> None:
        trace = Trace()
        assert sum(1 for _ in islice(find(Grid.empty(), method=method, trace=trace), 5)) == 5
        assert trace.nodes < 2000

    @pytest.mark.parametrize("method", [DEFAULT, "dlx"])
    def test_an_empty_25x25_board_is_filled(self, method: str) -> None:
        assert next(find(Grid.empty((5, 5)), method=method)).is_solved

    def test_the_default_method_quickly_finds_that_a_hard_board_has_no_solution(self) -> None:
        trace = Trace()
        assert list(find(WITHOUT_SOLUTION, trace=trace)) == []
        assert trace.nodes < 1000

    @EVERY_METHOD
    def test_a_search_goes_one_level_deeper_per_blank_and_never_changes_the_recursion_limit(self, method: str) -> None:
        """So a 25x25 board, with 625 blanks, fits into Python's default limit of 1,000."""
        limit = sys.getrecursionlimit()
        depth, frame = 0, sys._getframe()
        while frame.f_back:
            depth, frame = depth + 1, frame.f_back
        blanks, rest = 256, 40
        sys.setrecursionlimit(depth + blanks + rest)
        try:
            assert next(find(Grid.empty((4, 4)), method=method)).is_solved
            assert sys.getrecursionlimit() == depth + blanks + rest
        finally:
            sys.setrecursionlimit(limit)

    def test_an_unknown_method_is_an_error_that_lists_the_methods(self) -> None:
        with pytest.raises(ArgumentError, match=r"^unknown method 'magic'; expected one of backtracking, bitmask,"):
            find(WIKIPEDIA, method="magic")


class TestIdeas:
    def test_bit_masks_visit_the_same_nodes(self) -> None:
        plain, masked = Trace(record=True), Trace(record=True)
        assert list(find(WIKIPEDIA, method="backtracking", trace=plain)) == list(
            find(WIKIPEDIA, method="bitmask", trace=masked)
        )
        assert plain.events == masked.events

    def test_singles_solve_an_easy_puzzle_without_guesses(self) -> None:
        trace = Trace()
        next(find(WIKIPEDIA, method="singles", trace=trace))
        assert trace.guesses == trace.backtracks == 0

    def test_each_idea_makes_the_tree_of_a_hard_puzzle_smaller(self) -> None:
        guesses = []
        for method in ("bitmask", "mrv", "propagation"):
            trace = Trace()
            next(find(INKALA, method=method, trace=trace))
            guesses.append(trace.guesses)
        assert guesses[0] > 10 * guesses[1] > 50 * guesses[2]

    @EVERY_METHOD
    def test_the_idea_of_a_method_is_one_sentence(self, method: str) -> None:
        assert idea(method).endswith(".")
        assert idea(method, language="zh").endswith("。")
        assert "\n" not in idea(method)

    @EVERY_METHOD
    def test_a_method_fits_on_one_screen(self, method: str) -> None:
        path = inspect.getsourcefile(inspect.unwrap(METHODS[method]))
        assert len(Path(path or "").read_text(encoding="utf-8").splitlines()) <= ONE_SCREEN


class TestMasks:
    @settings(max_examples=60)
    @given(boards(most_blanks=0.8))
    def test_the_masks_of_a_blank_give_the_digits_that_no_peer_has(self, grid: Grid) -> None:
        shape = grid.shape
        for cell in bits(grid.blanks.mask):
            masks = cell_masks(bytes(grid), shape, cell)
            taken = {grid[peer] for peer in bits(shape.peer_masks[cell])}
            assert list(digits_of(masks.candidates)) == sorted(set(range(1, shape.size + 1)) - taken)
            assert masks.lowbit == min((1 << bit for bit in bits(masks.candidates)), default=0)
