"""Bivalue universal graves (BUG): random ones of type 1, and an example of each other type."""

from __future__ import annotations

from hypothesis import given, settings, strategies as st

from nonet import Grid, Position
from nonet.logic import Candidate
from tests.boards import SHAPES, solved_grids
from tests.logic.checks import eliminated, found
from tests.logic.positions import RARE, board, library


def bug(solved: Grid, extras: dict[int, int]) -> Position:
    """Return a board on which each cell has its digit and the next one, so each digit has two places in each house."""
    size = solved.shape.size
    masks = [1 << digit - 1 | 1 << digit % size for digit in solved]
    for cell, digit in extras.items():
        masks[cell] |= 1 << digit - 1
    blank = Grid([[0] * size for _ in range(size)], solved.shape)
    return Position(blank, blank, masks)


@settings(max_examples=15)
@given(solved_grids(SHAPES), st.data())
def test_type_1_keeps_the_only_extra_candidate(solved: Grid, data: st.DataObject) -> None:
    size = solved.shape.size
    cell = data.draw(st.integers(0, len(solved) - 1))
    pair = {solved[cell], solved[cell] % size + 1}
    extra = data.draw(st.sampled_from(sorted(set(range(1, size + 1)) - pair)))
    (step,) = found(bug(solved, {cell: extra}), "bug-1")
    assert set(step.eliminations) == {Candidate(cell, digit) for digit in pair}
    assert step.digits == (extra,)
    assert step.cells["roof"] == 1 << cell


def test_a_bug_without_extra_candidates_has_no_steps() -> None:
    assert found(bug(Grid("1234 3412 2143 4321"), {}), "bug-1", "bug-2", "bug-3", "bug-4") == []


def test_type_2_eliminates_the_extra_digit_where_it_sees_all_its_cells() -> None:
    (step,) = found(library(RARE["bug-2"]), "bug-2")
    assert eliminated(step) == "6: r3c8 r5c8 r6c9"
    assert step.digits == (6,)


def test_type_3_completes_a_subset_with_the_extra_digits() -> None:
    assert "4: r8c8; 9: r8c9" in map(eliminated, found(library(RARE["bug-3"]), "bug-3"))


def test_type_4_eliminates_the_other_digit_where_one_is_locked_in_the_two_roof_cells() -> None:
    steps = found(library(RARE["bug-4"]), "bug-4")
    assert "3: r6c8; 5: r6c9" in map(eliminated, steps)
    assert {step.cells["roof"] for step in steps} == {board("r6c8 r6c9")}
