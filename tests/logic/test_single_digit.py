"""Skyscrapers, kites, turbot fish and empty rectangles: two strong links, or one and a box."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given, settings

from nonet import Shape
from nonet.geometry import bits
from nonet.logic import Premises, Step, verify
from nonet.logic.marks import Marks
from tests.logic.digit_pictures import (
    ALL,
    SMALL,
    all_steps,
    family,
    hard_marks,
    marks_of,
    named,
    pictured,
    single_digits,
    struck,
)

FREE = "1 1 1  1 1 1  1 1 1"


def found(marks: Marks, name: str) -> list[str]:
    """What each step of a technique strikes out."""
    assert all(verify(marks.position, step) for step in all_steps(marks, [name]))
    return [struck(marks, step) for step in all_steps(marks, [name])]


def test_a_skyscraper_has_two_towers_on_one_ground() -> None:
    marks = pictured(
        *(FREE, ". 1 .  . 1 .  . . .", FREE, FREE, FREE, ". 1 .  . . 1  . . .", FREE, FREE, FREE),
    )
    assert found(marks, "skyscraper") == ["r1c6 r3c6 r4c5 r5c5"]
    [step] = all_steps(marks, ["skyscraper"])
    assert named(marks, step.cells["pincers"]) == "r2c5 r6c6"
    assert [marks.shape.house_names[house] for house in step.houses["link"]] == ["row 2", "row 6"]
    assert step.houses["house"] == (10,)


def test_a_kite_has_two_strings_tied_in_a_box() -> None:
    column = "1 1 .  1 1 1  1 1 1"
    marks = pictured(
        *(column, ". 1 .  . . .  1 . .", "1 1 1  1 1 1  1 1 1", column, column, column, column, FREE, column),
    )
    assert found(marks, "two-string-kite") == ["r8c7"]
    [step] = all_steps(marks, ["two-string-kite"])
    assert named(marks, step.cells["pattern"]) == "r2c2 r2c7 r3c3 r8c3"
    assert found(marks, "skyscraper") == found(marks, "turbot-fish") == []


def test_a_turbot_fish_has_a_strong_link_in_a_box() -> None:
    marks = pictured(
        "1 1 1  1 . .  1 1 1",
        "1 1 1  . . .  1 1 1",
        ". . 1  . . 1  1 1 1",
        *(FREE, FREE, FREE),
        ". . .  1 . .  . 1 .",
        *(FREE, FREE),
    )
    assert found(marks, "turbot-fish") == ["r3c8"]
    [step] = all_steps(marks, ["turbot-fish"])
    assert [named(marks, node.cells) for node in step.chains[0].nodes] == ["r7c8", "r7c4", "r1c4", "r3c6"]
    assert [node.on for node in step.chains[0].nodes] == [False, True, False, True]


@pytest.mark.parametrize(("box_row_2", "variant"), [("1 . 1", ""), (". . 1", "two candidates")])
def test_an_empty_rectangle_sends_a_link_around_the_corner(box_row_2: str, variant: str) -> None:
    """Box 1 has the digit on row 2 and column 2 only; column 8 has it in rows 2 and 6 only."""
    link = "1 1 1  1 1 1  1 . 1"
    marks = pictured(
        ". 1 .  1 1 1  1 . 1",
        f"{box_row_2}  1 1 1  1 1 1",
        ". . .  1 1 1  1 . 1",
        *(link, link, FREE, link, link, link),
    )
    assert "r6c2" in found(marks, "empty-rectangle")
    step = next(step for step in all_steps(marks, ["empty-rectangle"]) if struck(marks, step) == "r6c2")
    assert step.variant == variant
    assert named(marks, step.cells["link"]) == "r2c8 r6c8"
    assert step.houses == {"house": (18,), "cover": (1, 10), "link": (16,)}


def test_dual_kites_strike_out_what_both_do() -> None:
    """Rows 1 and 3 and columns 1 and 3 have the digit in box 1 and in one more place each."""
    free = ". 1 .  1 1 1  1 1 1"
    marks = pictured(
        ". . 1  . . .  . 1 .",
        ". . .  1 1 1  1 1 1",
        "1 . .  . . .  . . 1",
        ". 1 1  1 1 1  1 1 1",
        free,
        "1 1 .  1 1 1  1 1 1",
        *(free, free, free),
    )
    assert set(found(marks, "two-string-kite")) == {"r4c9", "r6c8"}
    assert found(marks, "dual-two-string-kite") == ["r4c9 r6c8"]


def test_a_dual_empty_rectangle_has_links_from_both_its_lines() -> None:
    """Box 1 has the digit on row 2 and column 3 only, and so have column 5 and row 6 but for r6c5."""
    free = "1 1 1  1 . 1  1 1 1"
    marks = pictured(
        ". . 1  1 . 1  1 1 1",
        "1 1 1  1 1 1  1 1 1",
        ". . .  1 . 1  1 1 1",
        *(free, free, ". . 1  . 1 .  . . .", free, free, free),
    )
    assert set(found(marks, "empty-rectangle")) == {"r2c5", "r6c3"}
    assert found(marks, "dual-empty-rectangle") == ["r2c5 r6c3"]


def links_by_definition(shape: Shape, places: int) -> set[tuple[int, int]]:
    """Two far ends of connected strong links, and what sees both."""
    peers = shape.peer_masks
    strong = set()
    for mask in shape.house_masks:
        if (places & mask).bit_count() == 2:
            strong |= set(permutations(bits(places & mask)))
    ends = set()
    for far, near in strong:
        for near_too, far_too in strong:
            if len({far, near, near_too, far_too}) == 4 and peers[near] >> near_too & 1:
                four = 1 << far | 1 << near | 1 << near_too | 1 << far_too
                if falling := places & peers[far] & peers[far_too] & ~(1 << near | 1 << near_too):
                    ends.add((four, falling))
    return ends


@given(single_digits(ALL))
@settings(max_examples=60)
def test_all_connected_strong_links_are_found_under_one_name(digit: tuple[Shape, int]) -> None:
    steps = list(all_steps(marks_of(*digit), ["skyscraper", "two-string-kite", "turbot-fish"]))
    told = [(step.cells["pattern"], sum(1 << cell for cell, _ in step.eliminations)) for step in steps]
    assert set(told) == links_by_definition(*digit)


@given(single_digits([*SMALL, Shape(3, 3)]))
@settings(max_examples=40)
def test_an_empty_rectangle_needs_a_whole_box_in_sight(digit: tuple[Shape, int]) -> None:
    """If what falls were true, the link's far end is not, its near end is, and no place is left in the box."""
    shape, places = digit
    for step in all_steps(marks_of(*digit), ["empty-rectangle"]):
        [(target, _)] = step.eliminations
        [far] = bits(step.cells["link"] & shape.peer_masks[target])
        near = step.cells["link"] ^ 1 << far
        seen = shape.peer_masks[target] | shape.peer_masks[near.bit_length() - 1]
        assert step.cells["pattern"] == places & shape.house_masks[step.houses["house"][0]]
        assert not step.cells["pattern"] & ~seen


@pytest.mark.parametrize("name", family("single_digit"))
def test_on_the_way_through_puzzles_every_step_is_proved_right_and_needs_its_premises(name: str) -> None:
    seen = 0
    for marks, solution in hard_marks(120):
        position = marks.position
        for step in all_steps(marks, [name]):
            seen += 1
            assert verify(position, step)
            assert all(solution[cell] != digit for cell, digit in step.eliminations)
            for index in range(len(step.premises.places)):
                fewer = step.premises.places[:index] + step.premises.places[index + 1 :]
                assert not verify(position, Step(name, eliminations=step.eliminations, premises=Premises(places=fewer)))
    assert seen
