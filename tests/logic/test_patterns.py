"""What holds for every wing, colouring, rectangle, loop and grave."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings, strategies as st

from nonet import Grid, Position, Shape
from nonet.geometry import bits, digits_of
from nonet.logic import TECHNIQUES, Candidate, Premises, Step, verify

from ..boards import moved, moves, puzzles
from .sketches import NINE, found, real_positions

FAMILIES = {"wings", "coloring", "medusa", "unique_rectangles", "unique_loops", "bug"}
NAMES = [row.id for row in TECHNIQUES if row.family in FAMILIES]
UNIQUENESS = [row.id for row in TECHNIQUES if row.family in {"unique_rectangles", "unique_loops", "bug"}]


@pytest.mark.parametrize("technique", NAMES)
def test_every_step_is_proved_and_right_and_new(technique: str) -> None:
    number = 0
    for position, solution in real_positions():
        seen = set()
        for step in found(position, technique):
            number += 1
            assert step.technique == technique
            assert all(solution[cell] != digit for cell, digit in step.eliminations)
            assert all(digit in position.candidates(cell) for cell, digit in step.eliminations)
            key = step.conclusion, step.digits, step.variant, tuple(step.cells.items())
            assert key not in seen
            seen.add(key)
    assert number or technique == "unique-rectangle-5"


def relabelled(mask: int, digits: list[int]) -> int:
    return sum(1 << digits[digit] - 1 for digit in digits_of(mask))


def carried(position: Position, rows: list[int], columns: list[int], digits: list[int]) -> Position:
    """The position with its rows, columns and digits in another order."""
    masks = [relabelled(position.candidate_masks[9 * row + column], digits) for row in rows for column in columns]
    givens, grid = (moved(board, rows, columns, digits) for board in (position.givens, position.grid))
    return Position(givens, grid, masks)


def conclusions(position: Position, technique: str) -> set[frozenset[Candidate]]:
    steps = found(position, technique)
    if technique == "remote-pair":  # between two cells there may be several shortest chains, of which one is shown
        return {frozenset(candidate for step in steps for candidate in step.eliminations)}
    return {frozenset(step.eliminations) for step in steps}


@settings(max_examples=25)
@given(st.data(), moves(NINE))
def test_order_and_names_do_not_matter(data: st.DataObject, move: tuple[list[int], list[int], list[int]]) -> None:
    position, _ = data.draw(st.sampled_from(real_positions()))
    rows, columns, digits = move
    turned = carried(position, *move)
    for technique in NAMES:
        expected = {
            frozenset(Candidate(9 * rows.index(cell // 9) + columns.index(cell % 9), digits[d]) for cell, d in struck)
            for struck in conclusions(position, technique)
        }
        assert conclusions(turned, technique) == expected, technique


@settings(max_examples=40)
@given(puzzles([Shape(2, 2), Shape(2, 3), Shape(3, 2), Shape(2, 4), Shape(1, 5), Shape(3, 4)], most_blanks=0.7))
def test_every_step_is_proved_on_boards_of_any_shape(puzzle: Grid) -> None:
    position = Position(puzzle)
    for technique in NAMES:
        assert all(verify(position, step) for step in found(position, technique)), technique


def poorer(step: Step) -> Iterator[Step]:
    """The step with one premise less."""
    premises = step.premises
    for cell in bits(premises.cells):
        yield step._replace(premises=premises._replace(cells=premises.cells & ~(1 << cell)))
    for place in premises.places:
        left = tuple(other for other in premises.places if other != place)
        yield step._replace(premises=premises._replace(places=left))
    if premises.deadly:
        yield step._replace(premises=premises._replace(deadly=()))
        yield step._replace(premises=premises._replace(deadly=premises.deadly[1:]))


@pytest.mark.parametrize("technique", [name for name in NAMES if "wing" in name or name in UNIQUENESS])
def test_no_premise_can_be_spared(technique: str) -> None:
    for position, _ in real_positions():
        for step in found(position, technique):
            if technique == "bug-4" and locks_itself(position, step):
                continue
            assert [less for less in poorer(step) if verify(position, less)] == []


def locks_itself(position: Position, step: Step) -> bool:
    """Whether what falls in either cell is just the other's extra, so that the grave alone tells it."""
    roof = {Candidate(cell, digit) for cell in bits(step.cells["roof"]) for digit in position.candidates(cell)}
    extras = roof - set(step.premises.deadly)
    return {digit for _, digit in extras} == {digit for _, digit in step.eliminations}


@pytest.mark.parametrize("technique", [name for name in NAMES if "color" in name or name == "3d-medusa"])
def test_colours_rest_on_their_links(technique: str) -> None:
    for position, _ in real_positions():
        for step in found(position, technique):
            assert not verify(position, step._replace(premises=Premises()))
            if technique in ("multi-colors-1", "multi-colors-2"):
                first = step.premises._replace(places=step.premises.places[:1])
                assert not verify(position, step._replace(premises=first))


@pytest.mark.parametrize("technique", UNIQUENESS)
def test_a_pattern_that_touches_a_given_is_no_pattern(technique: str) -> None:
    for position, solution in real_positions():
        for step in found(position, technique):
            for cell in {candidate.cell for candidate in step.premises.deadly}:
                givens, grid = (board.replace({cell: solution[cell]}) for board in (position.givens, position.grid))
                masks = list(position.candidate_masks)
                masks[cell] = 0
                assert not verify(Position(givens, grid, masks), step)
