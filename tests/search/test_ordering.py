"""Solutions in lexicographic order."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest
from hypothesis import given, settings

from nonet import Grid, Trace, solutions
from nonet.search import METHODS
from nonet.search.ordering import in_order
from tests.boards import TARGET_85, boards

EVERY_METHOD = pytest.mark.parametrize("method", METHODS)


@EVERY_METHOD
@settings(max_examples=40)
@given(grid=boards(most_blanks=0.6))
def test_ordered_solutions_are_sorted_and_start_with_the_smallest(method: str, grid: Grid) -> None:
    plain = list(solutions(grid, method="backtracking", limit=20))
    assert list(solutions(grid, method=method, ordered=True, limit=20)) == plain
    assert list(map(bytes, plain)) == sorted(map(bytes, plain))


@EVERY_METHOD
def test_all_of_many_solutions_are_sorted(method: str) -> None:
    found = list(map(str, solutions(TARGET_85, method=method, ordered=True)))
    assert len(found) == 85
    assert found == sorted(set(found))


@EVERY_METHOD
def test_the_smallest_solution_of_an_empty_board_is_found_quickly(method: str) -> None:
    trace = Trace()
    first = next(solutions(Grid.empty(), method=method, ordered=True, trace=trace))
    assert str(first) == "123456789456789123789123456214365897365897214897214365531642978642978531978531642"


def test_no_solution_is_searched_for_twice() -> None:
    """A solution that is known is kept for the boards that it belongs to."""
    found: list[Grid] = []

    def method(grid: Grid, trace: Trace) -> Iterator[Grid]:
        for solution in METHODS["dlx"](grid, trace):
            found.append(solution)
            yield solution

    every = list(in_order(Grid(TARGET_85), method, Trace()))
    assert len(found) == len(every) == 85
    assert set(found) == set(every)


def test_letters_sort_after_digits() -> None:
    found = [bytes(grid) for grid in islice(solutions(Grid.empty((3, 4)), ordered=True), 3)]
    assert found == sorted(found)
    assert found[0][:12] == bytes(range(1, 13))
