"""Templates: steps match a list of all templates, and no pattern of one digit eliminates a candidate of a template."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings

from nonet import Position, Shape, solve
from nonet.geometry import bits
from nonet.logic import Premises, Step, steps, verify
from nonet.logic.finders.templates import LARGEST, outside_templates
from nonet.logic.marks import Marks
from tests.boards import INKALA
from tests.logic.checks import assert_sound, eliminated, eliminations, found, placements
from tests.logic.positions import ALL, SMALL, digit_position, hard_positions, pictured, single_digits

TEMPLATES = ("template-set", "template-delete")


def templates(shape: Shape, places: int, row: int = 0) -> Iterator[int]:
    """Yield every template, row by row."""
    if row == shape.size:
        yield 0
        return
    for cell in bits(places & shape.house_masks[row]):
        for rest in templates(shape, places & ~shape.peer_masks[cell], row + 1):
            yield 1 << cell | rest


def test_the_empty_board_has_the_known_number_of_templates() -> None:
    """A 9x9 board has 6^6 = 46656 templates, so the list that the other tests compare with is right."""
    assert sum(1 for _ in templates(Shape(2, 2), (1 << 16) - 1)) == 16
    assert sum(1 for _ in templates(Shape(3, 3), (1 << 81) - 1)) == 46656


@given(single_digits([*SMALL, Shape(2, 4), Shape(1, 5)]))
@settings(max_examples=80)
def test_steps_match_the_list_of_all_templates(digit: tuple[Shape, int]) -> None:
    shape, places = digit
    some, every = 0, places
    for template in templates(shape, places):
        some |= template
        every &= template
    assert outside_templates(shape, places) == places & ~some
    alone = [step for step in steps(digit_position(*digit), techniques=TEMPLATES) if step.digits == (1,)]
    assert sum(1 << cell for cell, _ in eliminations(alone)) == places & ~some
    assert sum(1 << cell for cell, _ in placements(alone)) == every


@given(single_digits(ALL))
@settings(max_examples=40)
def test_no_pattern_of_one_digit_eliminates_a_candidate_of_a_template(digit: tuple[Shape, int]) -> None:
    """So finders of one digit may skip such candidates. `verify` does not use templates, so this is no circle."""
    shape, places = digit
    position = digit_position(*digit)
    every_house = tuple((house, 1) for house in range(len(shape.houses)))
    for cell in bits(places & ~outside_templates(shape, places)):
        wrong = Marks.of(position).candidates(1, 1 << cell)
        assert not verify(position, Step("x-wing", eliminations=wrong, premises=Premises(places=every_house)))


def test_a_small_board_has_template_steps_of_one_digit_and_of_several() -> None:
    """1 in r1c1 forces 1 in r4c3 and then in r3c4, so row 2 has no place; hence 1 is in r1c2, and no other digit is."""
    shape = Shape(2, 2)
    position = pictured("1 1 . .", ". . 1 1", "1 . . 1", "1 . 1 .", shape=shape)
    delete, *combined = found(position, "template-delete")
    assert eliminated(delete, shape) == "1: r1c1"
    assert [(step.digits, eliminated(step, shape)) for step in combined] == [((d, 1), f"{d}: r1c2") for d in (2, 3, 4)]
    [place] = found(position, "template-set")
    assert [shape.cell_name(cell) for cell, _ in place.placements] == ["r1c2"]


def test_template_steps_are_sound_while_solving() -> None:
    kinds = set()
    for position, solution in hard_positions():
        found_steps = list(steps(position, techniques=TEMPLATES))
        assert_sound(position, found_steps, solution)
        for step in found_steps:
            kinds.add((step.technique, step.variant))
            less = Step(step.technique, step.placements, step.eliminations, Premises(places=step.premises.places[:1]))
            assert not verify(position, less)
    assert len(kinds) == 4


def test_a_hard_puzzle_has_no_template_delete_at_its_start() -> None:
    marks, solution = Marks.of(Position(INKALA)), solve(INKALA)
    assert all(marks.places[digit] >> cell & 1 or marks.digits[cell] for cell, digit in enumerate(solution))
    assert found(Position(INKALA), "template-delete") == []


@pytest.mark.parametrize("shape", [Shape(3, 4), Shape(4, 4), Shape(5, 5)])
def test_large_boards_are_not_searched_for_template_steps(shape: Shape) -> None:
    assert shape.size > LARGEST
    places = (1 << shape.cells) - 1 & ~(shape.house_masks[0] & ~1)
    assert found(digit_position(shape, places), *TEMPLATES) == []
    assert outside_templates(shape, places)
