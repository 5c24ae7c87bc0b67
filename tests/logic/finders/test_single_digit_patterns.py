"""Skyscrapers, kites, turbot fish and empty rectangles: drawn examples, and comparison with the definitions."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given, settings

from nonet import Shape
from nonet.geometry import bits
from nonet.logic import Technique, steps
from tests.logic.checks import assert_sound, eliminated, found, named, needs_all_premises
from tests.logic.positions import ALL, NINE, SMALL, digit_position, family, hard_positions, pictured, single_digits

FREE = "1 1 1  1 1 1  1 1 1"


def test_a_skyscraper_links_two_rows_by_a_column() -> None:
    position = pictured(
        *(FREE, ". 1 .  . 1 .  . . .", FREE, FREE, FREE, ". 1 .  . . 1  . . .", FREE, FREE, FREE),
    )
    [step] = found(position, "skyscraper")
    assert eliminated(step) == "1: r1c6 r3c6 r4c5 r5c5"
    assert named(step.cells["pincers"]) == "r2c5 r6c6"
    assert [NINE.house_names[house] for house in step.houses["link"]] == ["row 2", "row 6"]
    assert step.houses["house"] == (10,)


def test_a_two_string_kite_links_a_row_and_a_column_by_a_box() -> None:
    column = "1 1 .  1 1 1  1 1 1"
    position = pictured(
        *(column, ". 1 .  . . .  1 . .", "1 1 1  1 1 1  1 1 1", column, column, column, column, FREE, column),
    )
    [step] = found(position, "two-string-kite")
    assert eliminated(step) == "1: r8c7"
    assert named(step.cells["pattern"]) == "r2c2 r2c7 r3c3 r8c3"
    assert found(position, "skyscraper", "turbot-fish") == []


def test_a_turbot_fish_may_have_a_strong_link_in_a_box() -> None:
    position = pictured(
        "1 1 1  1 . .  1 1 1",
        "1 1 1  . . .  1 1 1",
        ". . 1  . . 1  1 1 1",
        *(FREE, FREE, FREE),
        ". . .  1 . .  . 1 .",
        *(FREE, FREE),
    )
    [step] = found(position, "turbot-fish")
    assert eliminated(step) == "1: r3c8"
    assert [named(node.cells) for node in step.chains[0].nodes] == ["r7c8", "r7c4", "r1c4", "r3c6"]
    assert [node.on for node in step.chains[0].nodes] == [False, True, False, True]


@pytest.mark.parametrize(("box_row_2", "variant"), [("1 . 1", ""), (". . 1", "two candidates")])
def test_an_empty_rectangle_has_all_places_of_a_box_on_a_row_and_a_column(box_row_2: str, variant: str) -> None:
    """Box 1 has 1 on row 2 and column 2 only; column 8 has it in rows 2 and 6 only."""
    link = "1 1 1  1 1 1  1 . 1"
    position = pictured(
        ". 1 .  1 1 1  1 . 1",
        f"{box_row_2}  1 1 1  1 1 1",
        ". . .  1 1 1  1 . 1",
        *(link, link, FREE, link, link, link),
    )
    step = next(step for step in found(position, "empty-rectangle") if eliminated(step) == "1: r6c2")
    assert step.variant == variant
    assert named(step.cells["link"]) == "r2c8 r6c8"
    assert step.houses == {"house": (18,), "cover": (1, 10), "link": (16,)}


def test_dual_two_string_kites_are_two_kites_with_the_same_two_cells_in_a_box() -> None:
    """Rows 1 and 3 and columns 1 and 3 have 1 in box 1 and in one more place each."""
    free = ". 1 .  1 1 1  1 1 1"
    position = pictured(
        ". . 1  . . .  . 1 .",
        ". . .  1 1 1  1 1 1",
        "1 . .  . . .  . . 1",
        ". 1 1  1 1 1  1 1 1",
        free,
        "1 1 .  1 1 1  1 1 1",
        *(free, free, free),
    )
    assert set(map(eliminated, found(position, "two-string-kite"))) == {"1: r4c9", "1: r6c8"}
    assert list(map(eliminated, found(position, "dual-two-string-kite"))) == ["1: r4c9 r6c8"]


def test_a_dual_empty_rectangle_has_links_from_both_its_lines() -> None:
    """Box 1 has 1 on row 2 and column 3 only. Column 5 and row 6 have it there and in r6c5."""
    free = "1 1 1  1 . 1  1 1 1"
    position = pictured(
        ". . 1  1 . 1  1 1 1",
        "1 1 1  1 1 1  1 1 1",
        ". . .  1 . 1  1 1 1",
        *(free, free, ". . 1  . 1 .  . . .", free, free, free),
    )
    assert set(map(eliminated, found(position, "empty-rectangle"))) == {"1: r2c5", "1: r6c3"}
    assert list(map(eliminated, found(position, "dual-empty-rectangle"))) == ["1: r2c5 r6c3"]


def links_by_definition(shape: Shape, places: int) -> set[tuple[int, int]]:
    """Return the cells of every two connected strong links, and the places that see both far ends."""
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
                if wrong := places & peers[far] & peers[far_too] & ~(1 << near | 1 << near_too):
                    ends.add((four, wrong))
    return ends


@given(single_digits(ALL))
@settings(max_examples=60)
def test_all_connected_strong_links_are_found(digit: tuple[Shape, int]) -> None:
    all_steps = steps(digit_position(*digit), techniques=["skyscraper", "two-string-kite", "turbot-fish"])
    links = {(step.cells["pattern"], sum(1 << cell for cell, _ in step.eliminations)) for step in all_steps}
    assert links == links_by_definition(*digit)


@given(single_digits([*SMALL, Shape(3, 3)]))
@settings(max_examples=40)
def test_the_eliminated_candidate_of_an_empty_rectangle_would_empty_the_box(digit: tuple[Shape, int]) -> None:
    """If it were true, the far end of the link would be false and the near end true; together they see all places."""
    shape, places = digit
    for step in steps(digit_position(*digit), techniques=["empty-rectangle"]):
        [(target, _)] = step.eliminations
        [far] = bits(step.cells["link"] & shape.peer_masks[target])
        near = step.cells["link"] ^ 1 << far
        seen = shape.peer_masks[target] | shape.peer_masks[near.bit_length() - 1]
        assert step.cells["pattern"] == places & shape.house_masks[step.houses["house"][0]]
        assert not step.cells["pattern"] & ~seen


@pytest.mark.parametrize("row", family("single_digit_patterns"), ids=lambda row: row.id)
def test_every_step_is_sound_and_needs_all_its_premises(row: Technique) -> None:
    seen = 0
    for position, solution in hard_positions(120):
        found_steps = list(steps(position, techniques=[row]))
        seen += assert_sound(position, found_steps, solution)
        assert all(needs_all_premises(position, step) for step in found_steps)
    assert seen
