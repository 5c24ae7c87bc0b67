"""Positions: candidates, placing and eliminating."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from nonet import Grid, Position, Shape, ShapeError
from nonet.geometry import digits_of
from nonet.position import possible_masks
from tests.boards import LARGER_SHAPES, SHAPES, WIKIPEDIA, WIKIPEDIA_SOLUTION, boards, puzzles

ALL_SHAPES = [*SHAPES, *LARGER_SHAPES]
some = settings(max_examples=30)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """A puzzle with some digits placed and some candidates eliminated, correctly or not."""
    position = Position(draw(boards(SHAPES)))
    shape = position.givens.shape
    for cell in draw(st.lists(st.integers(0, shape.cells - 1), max_size=5)):
        digit = draw(st.integers(1, shape.size))
        if not position.grid[cell] and draw(st.booleans()):
            position = position.place(cell, digit)
        else:
            position = position.eliminate(cell, digit)
    return position


class TestCandidates:
    @some
    @given(boards(ALL_SHAPES))
    def test_they_are_the_digits_that_no_peer_has(self, grid: Grid) -> None:
        position = Position(grid)
        for cell, digit in enumerate(grid):
            held = {grid[peer] for peer in grid.shape.peers[cell]}
            expected = set() if digit else set(range(1, grid.shape.size + 1)) - held
            assert position.candidates(cell) == expected
            assert set(digits_of(position.candidate_masks[cell])) == expected
        assert not position.has_own_candidates

    @some
    @given(puzzles(ALL_SHAPES))
    def test_every_blank_of_a_puzzle_with_a_solution_has_one(self, puzzle: Grid) -> None:
        assert all(Position(puzzle).candidates(cell) for cell in puzzle.blanks)

    def test_an_empty_board_has_all_candidates(self) -> None:
        assert possible_masks(Grid.empty()) == (0b111111111,) * 81

    def test_known_candidates(self) -> None:
        position = Position(WIKIPEDIA)
        assert position.candidates("r1c3") == {1, 2, 4}
        assert position.candidates((4, 4)) == {5}
        assert position.candidates(0) == frozenset()


class TestPlacing:
    @some
    @given(positions(), st.data())
    def test_a_placed_digit_is_no_candidate_of_its_peers(self, position: Position, data: st.DataObject) -> None:
        shape = position.givens.shape
        cell = data.draw(st.integers(0, shape.cells - 1))
        digit = position.givens[cell] or data.draw(st.integers(1, shape.size))
        after = position.place(cell, digit)
        assert after.givens == position.givens
        assert after.grid == position.grid.replace({cell: digit})
        assert after.candidates(cell) == frozenset()
        for other in range(shape.cells):
            if other != cell:
                eliminated = {digit} if other in shape.peers[cell] else set()
                assert after.candidates(other) == position.candidates(other) - eliminated

    @some
    @given(puzzles(ALL_SHAPES))
    def test_after_placing_the_candidates_follow_from_the_digits(self, puzzle: Grid) -> None:
        position = Position(puzzle)
        for cell in list(puzzle.blanks)[:4]:
            if position.candidates(cell):
                position = position.place(cell, min(position.candidates(cell)))
                assert not position.has_own_candidates

    def test_a_puzzle_solved_by_placing(self) -> None:
        position = Position(WIKIPEDIA)
        solution = Grid(WIKIPEDIA_SOLUTION)
        for cell in position.givens.blanks:
            assert solution[cell] in position.candidates(cell)
            position = position.place(cell, solution[cell])
        assert position.grid == solution
        assert position.placed == Grid(WIKIPEDIA).blanks
        assert not any(position.candidate_masks)

    @some
    @given(positions(), st.data())
    def test_elimination_affects_one_cell_only(self, position: Position, data: st.DataObject) -> None:
        shape = position.givens.shape
        cell = data.draw(st.integers(0, shape.cells - 1))
        eliminated = data.draw(st.sets(st.integers(1, shape.size)))
        after = position.eliminate(cell, *eliminated)
        assert after.grid == position.grid
        assert after.candidates(cell) == position.candidates(cell) - eliminated
        assert after.candidate_masks[:cell] == position.candidate_masks[:cell]
        assert after.candidate_masks[cell + 1 :] == position.candidate_masks[cell + 1 :]
        assert after.eliminate(cell, *eliminated) == after

    @some
    @given(positions())
    def test_placed_cells_have_a_digit_that_is_not_given(self, position: Position) -> None:
        assert position.placed == position.grid.givens - position.givens.givens

    def test_numpy_integers_are_accepted(self) -> None:
        masks = np.array(possible_masks(Grid(WIKIPEDIA)), dtype=np.uint16)
        position = Position(WIKIPEDIA, candidate_masks=masks)  # type: ignore[arg-type]
        assert position == Position(WIKIPEDIA)
        digit = np.int64(1)
        assert position.place("r1c3", digit) == Position(WIKIPEDIA).place("r1c3", 1)  # type: ignore[arg-type]
        assert position.eliminate("r1c3", digit) == Position(WIKIPEDIA).eliminate("r1c3", 1)  # type: ignore[arg-type]
        assert "np" not in repr(position.eliminate("r1c3", digit))  # type: ignore[arg-type]


class TestValue:
    @some
    @given(positions())
    def test_repr_pickle_and_copy(self, position: Position) -> None:
        twins = [
            eval(repr(position)),
            pickle.loads(pickle.dumps(position)),
            copy.copy(position),
            copy.deepcopy(position),
            Position(position.givens, position.grid, position.candidate_masks),
        ]
        for twin in twins:
            assert twin == position
            assert hash(twin) == hash(position)

    @some
    @given(positions(), positions())
    def test_equal_by_content(self, one: Position, other: Position) -> None:
        same = (one.givens, one.grid, one.candidate_masks) == (other.givens, other.grid, other.candidate_masks)
        assert (one == other) == same

    def test_eliminations_count_for_equality(self) -> None:
        position = Position("1... .2.. .... ....")
        assert position.eliminate("r1c2", 3) != position
        assert position.eliminate("r1c2", 3).has_own_candidates
        assert position != Grid("1... .2.. .... ....")

    def test_a_given_is_not_a_placed_digit(self) -> None:
        assert Position("1" + "." * 15) != Position("." * 16).place(0, 1)

    @pytest.mark.parametrize("name", ["givens", "grid", "candidate_masks", "other"])
    def test_it_is_immutable(self, name: str) -> None:
        with pytest.raises(AttributeError):
            setattr(Position(WIKIPEDIA), name, None)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda: Position("." * 64, "." * 81), "givens is an 8x8 board, but grid is a 9x9 board"),
        (lambda: Position("1" + "." * 15, "2" + "." * 15), "r1c1 must be 1, which is given"),
        (lambda: Position("1" + "." * 15, "." * 16), "r1c1 must be 1, which is given"),
        (lambda: Position("1" + "." * 15).place(0, 2), "r1c1 must be 1, which is given"),
        (lambda: Position("." * 16, candidate_masks=[]), "no candidate masks, but a 4x4 board has 16"),
        (lambda: Position("." * 16, candidate_masks=[1]), "1 candidate mask, but a 4x4 board has 16"),
        (lambda: Position("." * 16, candidate_masks=[1] * 17), "17 candidate masks, but a 4x4 board has 16"),
        (lambda: Position("." * 16, candidate_masks=[16] * 16), "the candidate mask 0x10 is not possible in r1c1"),
        (lambda: Position("." * 16, candidate_masks=[-1] * 16), "the candidate mask -0x1 is not possible in r1c1"),
        (lambda: Position(".1" + "." * 14, candidate_masks=[1] * 16), "the candidate mask 0x1 is not possible in r1c2"),
        (lambda: Position("." * 16).place(0, 0), "a digit of a 4x4 board must be 1 to 4, not 0"),
        (lambda: Position("." * 16).place(0, 5), "a digit of a 4x4 board must be 1 to 4, not 5"),
        (lambda: Position("." * 16).place(0, -1), "a digit of a 4x4 board must be 1 to 4, not -1"),
        (lambda: Position("." * 64).eliminate(0, 0), "a digit of an 8x8 board must be 1 to 8, not 0"),
        (lambda: Position("." * 64).eliminate(0, 1, 9), "a digit of an 8x8 board must be 1 to 8, not 9"),
    ],
)
def test_messages(wrong: Callable[[], Position], sentence: str) -> None:
    with pytest.raises(ShapeError) as error:
        wrong()
    assert str(error.value) == sentence


@pytest.mark.parametrize("where", [16, -1, (4, 0), "r5c1"])
def test_cells_outside_the_board(where: int | tuple[int, int] | str) -> None:
    position = Position("." * 16)
    for ask in (
        position.candidates,
        lambda where: position.place(where, 1),
        lambda where: position.eliminate(where, 1),
    ):
        with pytest.raises(IndexError, match="cells? of a 4x4 board"):
            ask(where)


def test_boxes_do_not_exclude_digits_in_a_latin_square() -> None:
    givens = Grid("1" + "." * 24, (1, 5))
    assert givens.shape is Shape(1, 5)
    assert Position(givens).candidates("r2c2") == {1, 2, 3, 4, 5}
    assert Position(givens).candidates("r2c1") == {2, 3, 4, 5}
