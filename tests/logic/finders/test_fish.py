"""Fish without boxes: drawn examples, and comparison with the definition."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import given, settings, strategies as st

from nonet import Position, Shape
from nonet.geometry import bits
from nonet.logic import Candidate, Step, Technique, steps, verify
from tests.boards import moves
from tests.logic.checks import assert_sound, conclusions, eliminated, found, named, with_fewer_premises
from tests.logic.positions import (
    ALL,
    NINE,
    SMALL,
    digit_position,
    family,
    hard_positions,
    pictured,
    single_digits,
)

NAMES = {2: "x-wing", 3: "swordfish", 4: "jellyfish"}
Found = tuple[frozenset[int], frozenset[int], int, int]
"""Base lines, cover lines, fins, eliminations."""


def only(position: Position, name: str, variant: str = "") -> Step:
    """Return the only step of a technique."""
    [step] = [step for step in found(position, name) if step.variant == variant]
    return step


def test_an_x_wing_in_rows_eliminates_in_two_columns() -> None:
    position = pictured(
        "1 1 1  1 1 1  1 1 1",
        ". 1 .  . . .  . 1 .",
        "1 1 1  1 1 1  1 . 1",
        "1 . 1  1 1 1  1 . 1",
        "1 . 1  1 1 1  1 . 1",
        ". 1 .  . . .  . 1 .",
        "1 . 1  1 1 1  1 . 1",
        "1 . 1  1 1 1  1 . 1",
        "1 . 1  1 1 1  1 1 1",
    )
    step = only(position, "x-wing")
    assert eliminated(step) == "1: r1c2 r1c8 r3c2 r9c8"
    assert step.houses == {"base": (1, 5), "cover": (10, 16)}
    assert named(step.cells["pattern"]) == "r2c2 r2c8 r6c2 r6c8"


def test_a_swordfish_may_have_two_places_in_each_line() -> None:
    position = pictured(
        ". 1 .  . 1 .  . . .",
        "1 1 1  1 1 1  1 1 1",
        "1 . 1  1 . 1  1 . 1",
        ". . .  . 1 .  . 1 .",
        "1 . 1  1 . 1  1 . 1",
        "1 . 1  1 . 1  1 . 1",
        ". 1 .  . . .  . 1 .",
        "1 . 1  1 . 1  1 . 1",
        "1 . 1  1 . 1  1 . 1",
    )
    assert eliminated(only(position, "swordfish")) == "1: r2c2 r2c5 r2c8"
    assert found(position, "x-wing") == []


def test_a_jellyfish_may_have_columns_as_its_base() -> None:
    free = "1 1 .  . 1 .  1 . 1"
    position = pictured(
        "1 . 1  . . .  . 1 .",
        free,
        free,
        ". . 1  1 . .  . . .",
        free,
        ". . .  1 . 1  . . 1",
        free,
        ". . .  . . 1  . 1 .",
        free,
    )
    step = only(position, "jellyfish")
    assert eliminated(step) == "1: r1c1 r6c9"
    assert step.houses == {"base": (11, 12, 14, 16), "cover": (0, 3, 5, 7)}
    assert found(position, "x-wing", "swordfish") == []


def finned_picture(row_6: str) -> Position:
    """Return a board with an X-Wing in rows 2 and 6 and columns 2 and 8, apart from what is given for row 6."""
    free = "1 . 1  1 1 1  1 . 1"
    return pictured(
        *(free, ". 1 .  . . .  . 1 .", free, free, "1 . 1  1 1 1  1 1 1", row_6, "1 . 1  1 1 1  1 1 1", free, free)
    )


def test_a_finned_fish_eliminates_only_what_sees_the_fin() -> None:
    position = finned_picture(". 1 .  . . .  . 1 1")
    step = only(position, "finned-x-wing")
    assert eliminated(step) == "1: r5c8"
    assert named(step.cells["fins"]) == "r6c9"
    assert found(position, "x-wing", "sashimi-x-wing") == []


def test_a_sashimi_fish_has_a_base_line_with_one_place_in_the_cover() -> None:
    position = finned_picture(". 1 .  . . .  . . 1")
    sashimi = [step for step in found(position, "sashimi-x-wing") if not step.variant]
    assert [(eliminated(step), named(step.cells["fins"])) for step in sashimi] == [
        ("1: r1c9 r3c9", "r2c8"),
        ("1: r5c8", "r6c9"),
    ]
    assert named(sashimi[1].cells["pattern"]) == "r2c2 r2c8 r6c2"
    assert found(position, "x-wing", "finned-x-wing") == []


def test_a_siamese_fish_has_the_eliminations_of_both_fish() -> None:
    position = finned_picture(". 1 .  . . .  . . 1")
    step = only(position, "sashimi-x-wing", "siamese")
    assert eliminated(step) == "1: r1c9 r3c9 r5c8"
    assert named(step.cells["fins"]) == "r2c8 r6c9"
    assert step.houses == {"base": (1, 5), "cover": (10, 16, 17)}


def fish_by_definition(shape: Shape, places: int, size: int) -> Iterator[Found]:
    masks, n = shape.house_masks, shape.size
    for bases, covers in ((range(n), range(n, 2 * n)), (range(n, 2 * n), range(n))):
        for base in combinations([line for line in bases if (places & masks[line]).bit_count() > 1], size):
            here = places & sum(masks[line] for line in base)
            for cover in combinations(covers, size):
                in_cover = sum(masks[line] for line in cover)
                fins = here & ~in_cover
                wrong = places & in_cover & ~here
                for fin in bits(fins):
                    wrong &= shape.peer_masks[fin]
                is_fish = all(here & masks[line] for line in cover) and all(
                    masks[line] & in_cover & here for line in base
                )
                if wrong and is_fish:
                    yield frozenset(base), frozenset(cover), fins, wrong


def as_found(step: Step) -> Found:
    wrong = sum(1 << cell for cell, _ in step.eliminations)
    return frozenset(step.houses["base"]), frozenset(step.houses["cover"]), step.cells.get("fins", 0), wrong


@given(single_digits(SMALL), st.sampled_from([2, 3, 4]))
@settings(max_examples=60)
def test_fish_match_the_definition(digit: tuple[Shape, int], size: int) -> None:
    defined = set(fish_by_definition(*digit, size))
    position = digit_position(*digit)
    plain = found(position, NAMES[size])
    finned, sashimi = (
        [step for step in found(position, f"{kind}-{NAMES[size]}") if not step.variant]
        for kind in ("finned", "sashimi")
    )
    assert {as_found(step) for step in plain} == {fish for fish in defined if not fish[2]}
    assert {as_found(step) for step in finned + sashimi} == {fish for fish in defined if fish[2]}
    for step in finned + sashimi:
        masks = digit[0].house_masks
        least = min((step.cells["pattern"] & masks[line]).bit_count() for line in step.houses["base"])
        assert (least < 2) == (step in sashimi)


@given(single_digits([NINE]))
@settings(max_examples=15)
def test_x_wings_of_a_9x9_board_match_the_definition(digit: tuple[Shape, int]) -> None:
    all_steps = found(digit_position(*digit), "x-wing", "finned-x-wing", "sashimi-x-wing")
    assert {as_found(step) for step in all_steps if not step.variant} == set(fish_by_definition(*digit, 2))


SINGLE_DIGIT = family("fish", "complex_fish", "single_digit_patterns", "templates")
QUICK = [row.id for row in SINGLE_DIGIT if "mutant" not in row.id and "jellyfish" not in row.id]


@given(single_digits(ALL))
@settings(max_examples=40)
def test_steps_of_one_digit_are_proved_and_distinct(digit: tuple[Shape, int]) -> None:
    all_steps = found(digit_position(*digit), *QUICK)
    keys = [(s.technique, s.conclusion, tuple(s.cells.items()), tuple(s.houses.items())) for s in all_steps]
    assert len(set(keys)) == len(keys)


@given(st.data(), single_digits(ALL))
@settings(max_examples=40)
def test_a_board_with_shuffled_lines_has_the_same_steps(data: st.DataObject, digit: tuple[Shape, int]) -> None:
    shape, places = digit
    rows, columns, _ = data.draw(moves(shape))
    n = shape.size
    moved_to = {n * rows[r] + columns[c]: n * r + c for r in range(n) for c in range(n)}
    assert_same_steps(digit_position(shape, places), shape, moved_to)


@given(single_digits(ALL))
@settings(max_examples=30)
def test_a_mirrored_board_has_the_same_steps(digit: tuple[Shape, int]) -> None:
    shape, places = digit
    other, n = Shape(shape.box_width, shape.box_height), shape.size
    if len(other.houses) != len(shape.houses) or shape.box_height == 1:
        other = shape
    assert_same_steps(digit_position(shape, places), other, {cell: cell % n * n + cell // n for cell in range(n * n)})


def assert_same_steps(position: Position, shape: Shape, moved_to: dict[int, int]) -> None:
    """Check that the steps of 1 are the same after all cells have moved."""
    places = sum(1 << moved_to[cell] for cell, mask in enumerate(position.candidate_masks) if mask & 1)
    for name in QUICK:
        before, after = (conclusions(found(each, name)) for each in (position, digit_position(shape, places)))
        assert {frozenset(Candidate(moved_to[cell], digit) for cell, digit in each) for each in before} == after


@pytest.mark.parametrize("row", family("fish"), ids=lambda row: row.id)
def test_every_fish_is_sound_and_most_need_all_their_lines(row: Technique) -> None:
    """A fish that contains a smaller one does not need all its lines."""
    number = needed = 0
    for position, solution in hard_positions(120):
        all_steps = list(steps(position, techniques=[row]))
        number += assert_sound(position, all_steps, solution)
        needed += sum(not verify(position, less) for step in all_steps for less in with_fewer_premises(step))
    assert needed >= number > 0
