"""Templates: what no complete placement of a digit holds falls, what each one holds stands."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings

from nonet import Position, Shape, solve
from nonet.geometry import bits
from nonet.logic import Premises, Step, verify
from nonet.logic.finders.templates import LARGEST, doomed
from nonet.logic.marks import Marks
from tests.boards import INKALA
from tests.logic.digit_pictures import ALL, SMALL, all_steps, hard_marks, marks_of, pictured, single_digits, struck


def templates(shape: Shape, places: int, row: int = 0) -> Iterator[int]:
    """Every template, row by row."""
    if row == shape.size:
        yield 0
        return
    for cell in bits(places & shape.house_masks[row]):
        for rest in templates(shape, places & ~shape.peer_masks[cell], row + 1):
            yield 1 << cell | rest


def test_the_empty_board_has_the_known_number_of_templates() -> None:
    """46656 = 6^6 on the 9x9 board: the reference that the others are held to counts right."""
    assert sum(1 for _ in templates(Shape(2, 2), (1 << 16) - 1)) == 16
    assert sum(1 for _ in templates(Shape(3, 3), (1 << 81) - 1)) == 46656


@given(single_digits([*SMALL, Shape(2, 4), Shape(1, 5)]))
@settings(max_examples=80)
def test_what_falls_and_what_stands_is_what_all_templates_say(digit: tuple[Shape, int]) -> None:
    shape, places = digit
    some, every = 0, places
    for template in templates(shape, places):
        some |= template
        every &= template
    assert doomed(shape, places) == places & ~some
    steps = [step for step in all_steps(marks_of(*digit), ["template-set", "template-delete"]) if 1 in step.digits[:1]]
    alone = [step for step in steps if not step.variant]
    assert sum(1 << cell for step in alone for cell, _ in step.eliminations) == places & ~some
    assert sum(1 << cell for step in alone for cell, _ in step.placements) == every


@given(single_digits(ALL))
@settings(max_examples=40)
def test_no_pattern_of_one_digit_strikes_out_what_a_template_holds(digit: tuple[Shape, int]) -> None:
    """The finders look at doomed candidates only, and this is why they may: `verify` knows nothing of templates."""
    shape, places = digit
    marks = marks_of(*digit)
    for cell in bits(places & ~doomed(shape, places)):
        rows = tuple((house, 1) for house in range(len(shape.houses)))
        assert not verify(
            marks.position, Step("x-wing", eliminations=marks.struck(1, 1 << cell), premises=Premises(places=rows))
        )


def test_a_digit_that_must_go_around_the_corner() -> None:
    """1 in r1c1 would leave r4c3 to row 4, r3c4 to row 3 and nothing to row 2; so r1c2 takes it, and nothing else."""
    marks = pictured("1 1 . .", ". . 1 1", "1 . . 1", "1 . 1 .", shape=Shape(2, 2))
    delete, *combined = all_steps(marks, ["template-delete"])
    assert struck(marks, delete) == "r1c1"
    assert [(step.digits, struck(marks, step)) for step in combined] == [((d, 1), "r1c2") for d in (2, 3, 4)]
    [place] = all_steps(marks, ["template-set"])
    assert [marks.shape.cell_name(cell) for cell, _ in place.placements] == ["r1c2"]
    assert all(verify(marks.position, step) for step in (delete, place, *combined))


def test_on_the_way_through_puzzles_templates_are_proved_and_right() -> None:
    kinds = set()
    for marks, solution in hard_marks():
        position = marks.position
        for step in all_steps(marks, ["template-set", "template-delete"]):
            kinds.add((step.technique, step.variant))
            assert verify(position, step)
            assert all(solution[cell] == digit for cell, digit in step.placements)
            assert all(solution[cell] != digit for cell, digit in step.eliminations)
            lame = Step(step.technique, step.placements, step.eliminations, Premises(places=step.premises.places[:1]))
            assert not verify(position, lame)
    assert len(kinds) == 4


def test_a_hard_puzzle_at_its_start_leaves_every_candidate_a_template() -> None:
    marks, solution = Marks.of(Position(INKALA)), solve(INKALA)
    assert all(marks.places[digit] >> cell & 1 or marks.digits[cell] for cell, digit in enumerate(solution))
    assert list(all_steps(marks, ["template-delete"])) == []


@pytest.mark.parametrize("shape", [Shape(3, 4), Shape(4, 4), Shape(5, 5)])
def test_on_larger_boards_no_template_step_is_looked_for(shape: Shape) -> None:
    assert shape.size > LARGEST
    one_place = marks_of(shape, (1 << shape.cells) - 1 & ~(shape.house_masks[0] & ~1))
    assert list(all_steps(one_place, ["template-set", "template-delete"])) == []
    assert doomed(shape, one_place.places[1])
