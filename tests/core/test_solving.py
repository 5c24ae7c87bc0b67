"""solve, solutions, count, check and pencilmarks."""

from __future__ import annotations

from time import process_time

import pytest
from hypothesis import assume, given, settings, strategies as st

import nonet
from nonet import (
    Contradiction,
    Grid,
    NonetError,
    NoSolution,
    NotUnique,
    OutOfTime,
    Shape,
    Trace,
    pencilmarks,
    pencilmarks_many,
    solutions,
)
from nonet.bulk import bench_set
from nonet.search import METHODS
from tests.boards import (
    INKALA,
    SEVENTEEN,
    WIKIPEDIA,
    WIKIPEDIA_SOLUTION,
    WITHOUT_SOLUTION,
    boards,
    puzzles,
    solved_grids,
)

MANY = 50
TWO_CLUES = Grid.empty().replace({0: 1, 40: 2})
"""A board that takes too long to count: its clues are in two bands and in two stacks."""


class TestSolve:
    def test_the_wikipedia_puzzle(self) -> None:
        assert nonet.solve(WIKIPEDIA) == nonet.solve(Grid(WIKIPEDIA)) == Grid(WIKIPEDIA_SOLUTION)

    @settings(max_examples=10)
    @given(puzzles([Shape(3, 4), Shape(4, 4), Shape(5, 5)], most_blanks=0.5))
    def test_a_larger_board_has_the_same_answers_with_and_without_the_kernel(self, grid: Grid) -> None:
        answers = []
        for backend in ("auto", "numpy"):
            with pytest.MonkeyPatch.context() as patch:
                patch.setenv("NONET_BACKEND", backend)
                try:
                    found: tuple[Grid, ...] = (nonet.solve(grid),)
                except NotUnique as error:
                    found = error.solutions
                answers.append((nonet.count(grid), found, nonet.solve(grid, any=True)))
        assert answers[0] == answers[1]

    @settings(max_examples=100)
    @given(boards(most_blanks=0.7))
    def test_it_returns_the_only_solution_or_raises(self, grid: Grid) -> None:
        number = nonet.count(grid)
        if number == 1:
            solution = nonet.solve(grid)
            assert solution.is_solved
            assert all(solution[cell] == grid[cell] for cell in grid.givens)
            assert nonet.solve(solution) == solution
        elif number == 0:
            with pytest.raises(NoSolution):
                nonet.solve(grid)
            with pytest.raises(NoSolution):
                nonet.solve(grid, any=True)
        else:
            with pytest.raises(NotUnique) as caught:
                nonet.solve(grid)
            one, two = caught.value.solutions
            assert one != two
            assert one.is_solved
            assert two.is_solved
            assert nonet.solve(grid, any=True).is_solved

    def test_conflicting_givens_are_named(self) -> None:
        with pytest.raises(Contradiction) as caught:
            nonet.solve("5.......5" + 72 * ".")
        assert str(caught.value) == "r1c1 and r1c9 are both 5, but row 1 needs each digit once"
        assert [cell.name for cell in caught.value.conflicts[0].cells] == ["r1c1", "r1c9"]

    def test_the_message_shows_where_two_solutions_differ(self) -> None:
        blanked = Grid(WIKIPEDIA_SOLUTION)
        pair = [cell for cell in range(81) if blanked[cell] in (1, 2)]
        with pytest.raises(NotUnique, match=r"two of them differ first at r1c8: 1 or 2$"):
            nonet.solve(blanked.replace(dict.fromkeys(pair, 0)))

    def test_a_board_without_solution_takes_little_work(self) -> None:
        trace = Trace()
        with pytest.raises(NoSolution, match="^the puzzle has no solution$"):
            nonet.solve(WITHOUT_SOLUTION, trace=trace)
        assert trace.nodes < 1000

    @pytest.mark.parametrize("method", METHODS)
    def test_every_method_solves(self, method: str) -> None:
        assert str(nonet.solve(WIKIPEDIA, method=method)) == WIKIPEDIA_SOLUTION

    @pytest.mark.parametrize("method", [None, "mrv"])
    def test_a_search_stops_after_its_timeout(self, method: str | None) -> None:
        began = process_time()
        with pytest.raises(OutOfTime, match=r"^stopped after 0\.05 s without an answer$"):
            nonet.count(TWO_CLUES, limit=None, method=method, timeout=0.05)
        with pytest.raises(OutOfTime):
            sum(1 for _ in nonet.solutions(Grid.empty(), method=method, timeout=0.05))
        assert process_time() - began < 5
        assert nonet.solve(WIKIPEDIA, method=method, timeout=60) == Grid(WIKIPEDIA_SOLUTION)

    def test_the_trace_is_filled(self) -> None:
        trace = Trace()
        nonet.solve(WIKIPEDIA, trace=trace)
        assert trace.nodes == 51


class TestCountAndSolutions:
    @settings(max_examples=60)
    @given(boards(most_blanks=0.7), st.integers(0, MANY))
    def test_the_limit_bounds_the_count(self, grid: Grid, limit: int) -> None:
        number = nonet.count(grid, limit=MANY)
        assert nonet.count(grid, limit=limit) == min(limit, number)
        assert len(list(nonet.solutions(grid, limit=limit))) == min(limit, number)

    @settings(max_examples=60)
    @given(st.data(), puzzles(most_blanks=0.5))
    def test_removing_a_given_never_lowers_the_count(self, data: st.DataObject, grid: Grid) -> None:
        assume(grid.givens)
        cell = data.draw(st.sampled_from(list(grid.givens)))
        assert nonet.count(grid.replace({cell: 0}), limit=MANY) >= nonet.count(grid, limit=MANY)

    @settings(max_examples=40)
    @given(st.data(), puzzles(most_blanks=0.5))
    def test_the_counts_of_a_cells_digits_add_up(self, data: st.DataObject, grid: Grid) -> None:
        assume(grid.blanks)
        number = nonet.count(grid, limit=1000)
        assume(number < 1000)
        cell = data.draw(st.sampled_from(list(grid.blanks)))
        digits = range(1, grid.shape.size + 1)
        assert sum(nonet.count(grid.replace({cell: digit}), limit=None) for digit in digits) == number

    def test_the_default_limit_distinguishes_none_one_and_several(self) -> None:
        assert [nonet.count(board) for board in (WITHOUT_SOLUTION, INKALA, Grid.empty())] == [0, 1, 2]

    def test_solutions_are_lazy(self) -> None:
        trace = Trace()
        found = nonet.solutions(Grid.empty(), trace=trace)
        assert trace.nodes == 0
        next(found)
        assert trace.nodes == 81

    @pytest.mark.parametrize("method", [None, "dlx", "propagation"])
    def test_solutions_in_order_are_those_without_an_order(self, method: str | None) -> None:
        board = "1" + 15 * "."
        found = [str(each) for each in nonet.solutions(board, method=method)]
        assert found != sorted(found)
        assert [str(each) for each in nonet.solutions(board, method=method, ordered=True)] == sorted(found)

    def test_a_trace_has_its_own_timeout(self) -> None:
        with pytest.raises(NonetError, match="timeout and trace cannot be combined"):
            nonet.solutions(WIKIPEDIA, trace=Trace(), timeout=9)

    def test_a_negative_limit_is_rejected(self) -> None:
        for work in (nonet.count, nonet.solutions):
            with pytest.raises(NonetError, match="^limit must be at least 0, not -1$"):
                work(WIKIPEDIA, limit=-1)

    def test_conflicting_givens_have_no_solutions(self) -> None:
        assert nonet.count("55" + 79 * ".") == 0


class TestCheck:
    def test_a_minimal_puzzle(self) -> None:
        report = nonet.check(SEVENTEEN)
        assert (report.clues, report.solutions, report.is_valid, report.is_minimal) == (17, 1, True, True)
        assert str(report) == "9x9, 17 clues, one solution\nminimal: every clue is needed"

    @settings(max_examples=30)
    @given(puzzles(most_blanks=0.6))
    def test_redundant_clues_can_be_removed(self, grid: Grid) -> None:
        report = nonet.check(grid)
        if nonet.count(grid) != 1:
            assert report.redundant is None
            return
        assert report.redundant is not None
        for cell in grid.givens:
            assert (cell in report.redundant) == (nonet.count(grid.replace({cell: 0})) == 1)
        assert report.to_dict()["redundant"] == [cell.name for cell in report.redundant]

    @settings(max_examples=30)
    @given(boards())
    def test_it_agrees_with_count_and_conflicts(self, grid: Grid) -> None:
        report = nonet.check(grid)
        assert report.solutions == nonet.count(grid)
        assert report.conflicts == grid.conflicts()
        assert report.clues == len(grid.givens)
        assert report.is_valid == (report.solutions == 1)

    @settings(max_examples=10)
    @given(solved_grids())
    def test_every_clue_of_a_full_board_is_redundant(self, grid: Grid) -> None:
        assert nonet.check(grid).redundant == grid.givens

    def test_a_full_but_wrong_board(self) -> None:
        report = nonet.check(WIKIPEDIA_SOLUTION[:-1] + "1")
        assert not report.is_valid
        assert str(report).splitlines()[:2] == [
            "9x9, 81 clues, no solution",
            "r9c7 and r9c9 are both 1, but row 9 needs each digit once",
        ]

    def test_an_empty_board(self) -> None:
        assert str(nonet.check(Grid.empty())) == "9x9, 0 clues, several solutions"

    def test_one_clue_that_is_not_needed(self) -> None:
        more = Grid(SEVENTEEN).replace({"r1c2": nonet.solve(SEVENTEEN)["r1c2"]})
        assert str(nonet.check(more)).splitlines()[1:] == ["not minimal: this clue can be removed: r1c2"]

    def test_a_board_without_rules_has_none_in_its_report(self) -> None:
        report = nonet.check(SEVENTEEN)
        assert (report.rules, report.redundant_rules) == (0, None)
        assert not {"rules", "redundant_rules"} & report.to_dict().keys()


class TestPencilmarks:
    @pytest.mark.parametrize("kind", ["minimal", "hard"])
    def test_it_agrees_with_pencilmarks_many(self, kind: str) -> None:
        texts = bench_set(kind, 20).decode().split()
        for text, masks in zip(texts, pencilmarks_many(texts).tolist(), strict=True):
            blanks = [0 if digit else mask for digit, mask in zip(Grid(text), masks, strict=True)]
            assert list(pencilmarks(text).candidate_masks) == blanks

    @given(boards())
    @settings(max_examples=50)
    def test_it_keeps_the_digits_of_every_solution(self, grid: Grid) -> None:
        found = list(solutions(grid, limit=20))
        try:
            position = pencilmarks(grid)
        except NoSolution:
            assert found == []
            return
        for solution in found:
            assert all(solution[cell] in position.candidates(cell) for cell in grid.blanks)


class TestTimeout:
    @pytest.mark.parametrize("timeout", [-1, float("nan")])
    def test_it_must_be_a_number_of_seconds(self, timeout: float) -> None:
        for work in (nonet.solve, nonet.count, nonet.check, lambda board, **options: list(solutions(board, **options))):
            with pytest.raises(NonetError, match=f"^timeout must be a number of seconds, at least 0, not {timeout}$"):
                work(WIKIPEDIA, timeout=timeout)

    def test_it_ends_a_count_and_not_a_quick_answer(self) -> None:
        with pytest.raises(OutOfTime, match=r"^stopped after 0\.05 s without an answer$"):
            nonet.count(TWO_CLUES, limit=None, timeout=0.05)
        assert str(nonet.solve(WIKIPEDIA, timeout=60)) == WIKIPEDIA_SOLUTION
        assert nonet.count(INKALA, timeout=60) == 1
        assert nonet.check(WIKIPEDIA, timeout=60).is_valid
        assert nonet.check(WIKIPEDIA, method="mrv", timeout=60).is_valid

    def test_it_may_be_zero(self) -> None:
        with pytest.raises(OutOfTime, match=r"^stopped after 0 s without an answer$"):
            nonet.count(TWO_CLUES, limit=None, timeout=0)

    def test_it_holds_for_all_searches_of_a_check_together(self) -> None:
        with pytest.raises(OutOfTime):
            nonet.check(SEVENTEEN, method="backtracking", timeout=0.05)

    def test_several_solutions_are_found_in_time(self) -> None:
        with pytest.raises(NotUnique):
            nonet.solve(Grid.empty(), timeout=60)
        assert nonet.solve(Grid.empty(), any=True, timeout=60).is_solved
        assert sum(1 for _ in solutions(Grid.empty(), limit=100_000, timeout=600)) == 100_000
