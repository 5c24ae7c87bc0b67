"""Suspects: the smallest sets of digits that must be wrong, compared with a search through all sets."""

from __future__ import annotations

import json
from itertools import combinations

import pytest
from hypothesis import given, settings, strategies as st

from nonet import Grid, NoSolution, Shape, count, hint, solve
from nonet.logic import Suspects, suspects
from tests.boards import WIKIPEDIA, WITHOUT_SOLUTION

from .positions import made_puzzles


def cells_of(found: Suspects) -> set[tuple[int, ...]]:
    return {tuple(candidate.cell for candidate in each) for each in found.sets}


def smallest_sets(grid: Grid) -> set[tuple[int, ...]]:
    """Return the smallest sets of cells whose removal leaves a solution, by trying all sets."""
    cells = [cell for cell in range(len(grid)) if grid[cell]]
    for size in range(len(cells) + 1):
        if found := {some for some in combinations(cells, size) if count(grid.replace(dict.fromkeys(some, 0)))}:
            return found
    raise AssertionError("a blank board has a solution")


@settings(max_examples=40)
@given(st.sampled_from([Shape(2, 2), Shape(2, 3)]), st.data())
def test_all_smallest_sets_are_found_and_no_others(shape: Shape, data: st.DataObject) -> None:
    filled = data.draw(st.dictionaries(st.integers(0, shape.cells - 1), st.integers(1, shape.size), max_size=9))
    grid = Grid.empty(shape).replace(filled)
    found, expected = suspects(grid), smallest_sets(grid)
    assert found.is_complete
    assert found.least == len(next(iter(expected)))
    assert cells_of(found) == (expected if found.least else set())


@settings(max_examples=30)
@given(st.data())
def test_few_wrong_digits_among_a_players_own_are_found(data: st.DataObject) -> None:
    puzzle = data.draw(st.sampled_from(made_puzzles(number=8)))
    solution = solve(puzzle)
    blanks = [cell for cell in range(81) if not Grid(puzzle)[cell]]
    own = data.draw(st.sets(st.sampled_from(blanks), min_size=2, max_size=30))
    wrong = sorted(own)[: data.draw(st.integers(1, 2))]
    shift = data.draw(st.integers(1, 8))
    digits = {cell: (solution[cell] - 1 + shift * (cell in wrong)) % 9 + 1 for cell in own}
    grid = Grid(puzzle).replace(digits)
    if count(grid, limit=1):
        return  # too few clues are left to see that something is wrong
    found = suspects(grid, timeout=20)
    assert found.is_complete
    assert found.least <= len(wrong)
    if found.least == len(wrong):
        assert tuple(wrong) in cells_of(found)
    for some in cells_of(found):
        assert count(grid.replace(dict.fromkeys(some, 0)), limit=1) == 1


def test_digits_in_conflict_come_first() -> None:
    grid = Grid(WIKIPEDIA).replace({"r1c3": 5})  # row 1 has a 5 in r1c1
    found = suspects(grid)
    assert cells_of(found) == {(2,)}
    assert str(found).splitlines() == [
        "These digits have no solution. At least one of them is wrong.",
        "r1c1 and r1c3 are both 5, but row 1 needs each digit once.",
        "If only one digit is wrong, it is 5 in r1c3.",
    ]
    wide = suspects("12.. ...1 .... .1.1")
    in_conflict = {cell for clash in wide.grid.conflicts() for cell in clash.cells}
    ranks = [sum(wide.grid.shape.cell_at(each.cell) in in_conflict for each in some) for some in wide.sets]
    assert ranks == sorted(ranks, reverse=True)


def test_a_board_with_a_solution_has_no_suspects() -> None:
    found = suspects(WIKIPEDIA)
    assert (found.sets, found.least, found.is_complete) == ((), 0, True)
    assert found.sentences(language="zh") == ["这些数字有解，不一定有错。"]


def test_the_time_limit_holds_on_a_hopeless_board() -> None:
    found = suspects(Grid([1] * 81), timeout=0.1)
    assert not found.is_complete
    assert not found.is_smallest
    assert len(found.sets[0]) == 72  # one 1 may stay in each row
    assert "perhaps fewer are wrong" in str(found)
    assert found.sentences(language="zh")[-1].startswith("去掉下列数字后有解")


def test_a_puzzle_without_a_solution_still_gets_no_hint_but_suspects() -> None:
    with pytest.raises(NoSolution):
        hint(WITHOUT_SOLUTION)
    found = suspects(WITHOUT_SOLUTION)
    assert found.sets
    assert json.loads(json.dumps(found.to_dict())) == {
        "least": found.least,
        "smallest": True,
        "complete": True,
        "sets": [[each.to_dict(found.grid.shape) for each in some] for some in found.sets],
    }


def test_several_sets_are_listed_and_the_rest_is_counted() -> None:
    lines = suspects("1111 2222 .... ....").sentences()
    assert lines[0] == "These digits have no solution. At least 6 of them are wrong."
    assert "r1c1, r1c2, r1c3 and r1c4 are all 1, but row 1 needs each digit once." in lines
    assert lines[-12] == "If only 6 digits are wrong, they are one of these sets:"
    assert lines[-11].startswith("- 1 in r1c")
    assert lines[-1] == "and 6 more sets"  # one 1 and one 2 of four may stay: 16 sets
