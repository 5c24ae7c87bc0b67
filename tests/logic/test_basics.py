"""Singles, locked candidates and subsets: found where they are, and only there."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings

from nonet import Grid, Position, Shape, solutions
from nonet.geometry import bits
from nonet.logic import Candidate, Step, steps
from nonet.logic.marks import Marks
from nonet.logic.techniques import technique
from tests.boards import SHAPES, puzzles
from tests.logic.positions_core import BASIC, assert_sound, made_puzzles, on_the_way

EMPTY = Position(81 * ".")


def only(position: Position, name: str) -> Step:
    (step,) = steps(position, techniques=[name])
    return step


def test_the_last_blank_of_a_row() -> None:
    step = only(Position("12345678." + 72 * "."), "full-house")
    assert step.placements == (Candidate(8, 9),)


def test_a_naked_and_a_hidden_single() -> None:
    naked = EMPTY.eliminate("r5c5", 1, 2, 3, 4, 5, 6, 7, 8)
    assert only(naked, "naked-single").placements == (Candidate(40, 9),)
    hidden = EMPTY
    for column in range(8):
        hidden = hidden.eliminate((4, column), 9)
    assert only(hidden, "hidden-single").placements == (Candidate(44, 9),)


def without(position: Position, digit: int, cells: list[str]) -> Position:
    for cell in cells:
        position = position.eliminate(cell, digit)
    return position


def test_pointing_and_claiming_are_mirror_images() -> None:
    pointing = without(EMPTY, 4, ["r2c1", "r2c2", "r2c3", "r3c1", "r3c2", "r3c3"])
    step = only(pointing, "pointing")
    assert {cell for cell, _ in step.eliminations} == set(range(3, 9))
    claiming = without(EMPTY, 4, [f"r1c{column}" for column in range(4, 10)])
    step = only(claiming, "claiming")
    assert {cell for cell, _ in step.eliminations} == {9, 10, 11, 18, 19, 20}


def test_a_locked_pair_strikes_in_both_houses() -> None:
    position = EMPTY.eliminate("r1c1", *range(3, 10)).eliminate("r1c2", *range(3, 10))
    step = only(position, "locked-pair")
    assert len(step.eliminations) == 2 * (7 + 6)


@pytest.mark.parametrize(("name", "size"), [("pair", 2), ("triple", 3), ("quad", 4)])
def test_a_naked_subset_is_the_hidden_subset_of_the_rest(name: str, size: int) -> None:
    """In a house without solved cells, n naked digits leave 9 - n hidden ones with the same effect in that house."""
    position = EMPTY
    for column in (0, 3, 4, 6)[:size]:
        position = position.eliminate((0, column), *range(size + 1, 10))
    (naked,) = steps(position, techniques=[f"naked-{name}"])
    assert {digit for _, digit in naked.eliminations} == set(range(1, size + 1))
    position = EMPTY
    for digit in range(1, size + 1):
        for column in range(9):
            if column not in (0, 3, 4, 6)[:size]:
                position = position.eliminate((0, column), digit)
    (hidden,) = steps(position, techniques=[f"hidden-{name}"])
    assert {cell for cell, _ in hidden.eliminations} == set((0, 3, 4, 6)[:size])
    assert {digit for _, digit in hidden.eliminations} == set(range(size + 1, 10))


def naked_subsets_by_force(marks: Marks, size: int) -> set[tuple[int, frozenset[Candidate]]]:
    """Every naked subset that strikes something, by trying all choices of cells."""
    found = set()
    for house in marks.shape.houses:
        blanks = [cell for cell in house if marks.of_cell[cell].bit_count() > 1]
        for cells in combinations(blanks, size):
            digits = marks.candidates_of(sum(1 << cell for cell in cells))
            if digits.bit_count() != size or any(marks.of_cell[cell].bit_count() > size for cell in cells):
                continue
            struck = frozenset(
                Candidate(cell, digit + 1)
                for cell in range(marks.shape.cells)
                if all(marks.peers[cell] >> member & 1 for member in cells)
                for digit in bits(marks.of_cell[cell] & digits)
            )
            if struck:
                found.add((sum(1 << cell for cell in cells), struck))
    return found


@pytest.mark.parametrize(("name", "size"), [("naked-pair", 2), ("naked-triple", 3)])
def test_no_naked_subset_is_missed(name: str, size: int) -> None:
    for puzzle in made_puzzles(number=5):
        for marks in list(on_the_way(puzzle))[::6]:
            found = {(step.cells["pattern"], frozenset(step.eliminations)) for step in technique(name).find(marks)}
            assert found == naked_subsets_by_force(marks, size)


@settings(max_examples=60)
@given(puzzles([*SHAPES, Shape(2, 4), Shape(1, 5)], most_blanks=0.5))
def test_every_basic_step_on_any_board_agrees_with_every_solution(puzzle: Grid) -> None:
    """The basic techniques need no unique solution, so what they say holds in all solutions."""
    found = list(steps(Position(puzzle), techniques=BASIC))
    for _, solution in zip(range(20), solutions(puzzle), strict=False):
        for step in found:
            assert all(solution[cell] == digit for cell, digit in step.placements)
            assert all(solution[cell] != digit for cell, digit in step.eliminations)


def test_every_basic_step_on_the_way_is_sound() -> None:
    for puzzle in made_puzzles(number=6):
        for marks in list(on_the_way(puzzle))[::4]:
            for row in BASIC:
                for step in row.find(marks):
                    assert_sound(marks.position, step)
