from __future__ import annotations

from hypothesis import given, settings, strategies as st

from nonet import Grid, Position
from nonet.logic import Candidate

from ..boards import SHAPES, solved_grids
from .sketches import RARE, board, found, library, struck


def grave(solved: Grid, extras: dict[int, int]) -> Position:
    """A board on which each cell has its digit and the next one; so every digit has two places in every house."""
    size = solved.shape.size
    masks = [1 << digit - 1 | 1 << digit % size for digit in solved]
    for cell, digit in extras.items():
        masks[cell] |= 1 << digit - 1
    blank = Grid([[0] * size for _ in range(size)], solved.shape)
    return Position(blank, blank, masks)


@settings(max_examples=15)
@given(solved_grids(SHAPES), st.data())
def test_the_only_candidate_beyond_a_grave_is_right(solved: Grid, data: st.DataObject) -> None:
    size = solved.shape.size
    cell = data.draw(st.integers(0, len(solved) - 1))
    pair = {solved[cell], solved[cell] % size + 1}
    extra = data.draw(st.sampled_from(sorted(set(range(1, size + 1)) - pair)))
    (step,) = found(grave(solved, {cell: extra}), "bug-1")
    assert set(step.eliminations) == {Candidate(cell, digit) for digit in pair}
    assert step.digits == (extra,)
    assert step.cells["roof"] == 1 << cell


def test_a_grave_itself_says_nothing() -> None:
    solved = Grid("1234 3412 2143 4321")
    for technique in ("bug-1", "bug-2", "bug-3", "bug-4"):
        assert found(grave(solved, {}), technique) == []


def test_one_extra_digit_falls_where_it_sees_all_its_cells() -> None:
    position = library(RARE["bug-2"])
    (step,) = found(position, "bug-2")
    assert struck(step) == "6: r3c8 r5c8 r6c9"
    assert step.digits == (6,)


def test_the_extras_complete_a_subset() -> None:
    position = library(RARE["bug-3"])
    assert "4: r8c8; 9: r8c9" in [struck(step) for step in found(position, "bug-3")]


def test_a_digit_locked_in_the_two_cells_with_extras_strikes_the_others() -> None:
    position = library(RARE["bug-4"])
    steps = found(position, "bug-4")
    assert "3: r6c8; 5: r6c9" in [struck(step) for step in steps]
    assert {step.cells["roof"] for step in steps} == {board("r6c8 r6c9")}
