"""Naked and hidden subsets: drawn examples, and comparison with a search of all cells."""

from __future__ import annotations

from itertools import combinations

import pytest

from nonet.geometry import bits
from nonet.logic import Candidate, technique
from nonet.logic.marks import Marks
from tests.logic.checks import found
from tests.logic.positions import board, made_puzzles, on_the_way, sketch

CELLS = ("r1c1", "r1c4", "r1c5", "r1c7")


@pytest.mark.parametrize(("name", "size"), [("pair", 2), ("triple", 3), ("quad", 4)])
def test_a_naked_subset_eliminates_its_digits_and_a_hidden_one_all_others(name: str, size: int) -> None:
    cells, digits = CELLS[:size], "1234"[:size]
    (naked,) = found(sketch(dict.fromkeys(cells, digits)), f"naked-{name}")
    assert {digit for _, digit in naked.eliminations} == set(range(1, size + 1))
    (hidden,) = found(sketch({}, {f"{digit} row 1": " ".join(cells) for digit in digits}), f"hidden-{name}")
    assert {cell for cell, _ in hidden.eliminations} == set(bits(board(" ".join(cells))))
    assert {digit for _, digit in hidden.eliminations} == set(range(size + 1, 10))


def naked_subsets_by_definition(marks: Marks, size: int) -> set[tuple[int, frozenset[Candidate]]]:
    """Try all choices of cells, and return the naked subsets that eliminate something."""
    found_subsets = set()
    for house in marks.shape.houses:
        blanks = [cell for cell in house if marks.of_cell[cell].bit_count() > 1]
        for cells in combinations(blanks, size):
            digits = marks.digits_in(sum(1 << cell for cell in cells))
            if digits.bit_count() != size or any(marks.of_cell[cell].bit_count() > size for cell in cells):
                continue
            wrong = frozenset(
                Candidate(cell, digit + 1)
                for cell in range(marks.shape.cells)
                if all(marks.peers[cell] >> member & 1 for member in cells)
                for digit in bits(marks.of_cell[cell] & digits)
            )
            if wrong:
                found_subsets.add((sum(1 << cell for cell in cells), wrong))
    return found_subsets


@pytest.mark.parametrize(("name", "size"), [("naked-pair", 2), ("naked-triple", 3)])
def test_all_naked_subsets_are_found(name: str, size: int) -> None:
    for puzzle in made_puzzles(number=5):
        for marks in list(on_the_way(puzzle))[::6]:
            steps = technique(name).find(marks)
            found_subsets = {(step.cells["pattern"], frozenset(step.eliminations)) for step in steps}
            assert found_subsets == naked_subsets_by_definition(marks, size)
