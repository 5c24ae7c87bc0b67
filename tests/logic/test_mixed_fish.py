"""Franken and mutant fish: whatever houses can strike out by counting is found, with fins and endo-fins."""

from __future__ import annotations

from itertools import combinations, islice

import pytest
from hypothesis import given, settings

from nonet import Position, Shape
from nonet.geometry import bits
from nonet.logic import Premises, Step, verify
from nonet.logic.finders.complex_fish import all_fish
from tests.logic.digit_pictures import (
    all_steps,
    family,
    hard_marks,
    marks_of,
    named,
    pictured,
    single_digits,
    struck,
)


def test_a_franken_swordfish_takes_a_box_into_its_base() -> None:
    """Rows 2 and 9 and box 5 have the digit in columns 2, 5 and 6 only: those three are used up."""
    free = "1 . 1  1 . .  1 1 1"
    marks = pictured(
        "1 1 1  1 . .  1 1 1",
        ". 1 .  . 1 .  . . .",
        "1 . 1  1 1 .  1 1 1",
        "1 . 1  . 1 1  1 1 1",
        "1 . 1  . 1 1  1 1 1",
        free.replace("1 . .", ". 1 1"),
        free,
        free,
        ". 1 .  . . 1  . . .",
    )
    [step] = all_steps(marks, ["franken-swordfish"])
    assert struck(marks, step) == "r1c2 r3c5"
    assert step.houses == {"base": (1, 8, 22), "cover": (10, 13, 14)}
    assert named(marks, step.cells["pattern"]) == "r2c2 r2c5 r4c5 r4c6 r5c5 r5c6 r6c5 r6c6 r9c2 r9c6"
    assert verify(marks.position, step)
    assert not list(all_steps(marks, family("fish")))


def test_a_place_in_two_houses_of_the_base_is_a_fin() -> None:
    found = [step for marks, _ in hard_marks() for step in all_steps(marks, ["finned-franken-swordfish"])]
    with_endo_fins = [step for step in found if "endo_fins" in step.cells and not step.variant]
    assert with_endo_fins
    masks = Shape(3, 3).house_masks
    for step in with_endo_fins:
        for cell in bits(step.cells["endo_fins"]):
            assert sum(masks[house] >> cell & 1 for house in step.houses["base"]) > 1
        for cell, _ in step.eliminations:
            assert not (step.cells["endo_fins"] | step.cells.get("fins", 0)) & ~Shape(3, 3).peer_masks[cell]


def falling_by_definition(shape: Shape, places: int, size: int) -> int:
    """All that n houses strike out from n houses, of whatever kinds."""
    masks = [places & mask for mask in shape.house_masks if places & mask]
    falling = 0
    for base in combinations(masks, size):
        here = twice = 0
        for mask in base:
            twice |= here & mask
            here |= mask
        for cover in combinations(masks, size):
            in_cover = 0
            for mask in cover:
                in_cover |= mask
            targets = in_cover & ~here & ~falling
            if targets:
                for fin in bits(here & ~in_cover | twice):
                    targets &= shape.peer_masks[fin]
                falling |= targets
    return falling


def falling_by_finders(shape: Shape, places: int, size: int) -> int:
    """The same by the finders of all smaller sizes; of size one is a house that is seen as a whole."""
    falling = 0
    for cell in bits(places):
        for mask in shape.house_masks:
            if places & mask and not places & mask & ~shape.peer_masks[cell]:
                falling |= 1 << cell
    lines = [row for row in family("fish") if size == 3 or "x-wing" in row]
    for step in all_steps(marks_of(shape, places), [name for name in lines if "jellyfish" not in name]):
        falling |= sum(1 << cell for cell, _ in step.eliminations)
    for each in range(2, size + 1):
        for mutant in (False, True):
            for fish in all_fish(shape, places, each, mutant):
                falling |= fish.falling
    return falling


@given(single_digits([Shape(2, 2)]))
@settings(max_examples=12)
def test_three_houses_strike_out_what_they_can_by_definition(digit: tuple[Shape, int]) -> None:
    smaller = falling_by_definition(*digit, 1) | falling_by_definition(*digit, 2)
    assert falling_by_finders(*digit, 3) == smaller | falling_by_definition(*digit, 3)


@given(single_digits([Shape(2, 3)]))
@settings(max_examples=20)
def test_two_houses_strike_out_what_they_can_by_definition(digit: tuple[Shape, int]) -> None:
    assert falling_by_finders(*digit, 2) == falling_by_definition(*digit, 1) | falling_by_definition(*digit, 2)


@given(single_digits([Shape(3, 3), Shape(2, 4)]))
@settings(max_examples=8)
def test_each_fish_is_of_its_kind_and_proved(digit: tuple[Shape, int]) -> None:
    marks = marks_of(*digit)
    position, size = marks.position, marks.shape.size
    found = all_steps(marks, ["franken-swordfish", "finned-franken-swordfish", "finned-mutant-jellyfish"])
    for step in islice(found, 60):
        base, cover = ({house // size for house in step.houses[role]} for role in ("base", "cover"))
        pure = (base <= {0, 2} and cover <= {1, 2}) or (base <= {1, 2} and cover <= {0, 2})
        assert pure == ("franken" in step.technique)
        assert not pure or 2 in base | cover
        assert ("fins" in step.cells or "endo_fins" in step.cells) == step.technique.startswith("finned")
        assert verify(position, step)


@pytest.mark.parametrize("name", [row for row in family("mixed_fish") if "squirmbag" not in row and "whale" not in row])
def test_on_the_way_through_puzzles_every_step_is_proved_and_right(name: str) -> None:
    for marks, solution in hard_marks(25):
        position = marks.position
        for index, step in enumerate(all_steps(marks, [name])):
            assert all(solution[cell] != digit for cell, digit in step.eliminations)
            if index < 20:
                assert verify(position, step)


@pytest.mark.parametrize(("name", "size"), [("finned-mutant-squirmbag", 5), ("finned-mutant-whale", 6)])
def test_the_largest_fish_are_proved_and_need_their_whole_base(name: str, size: int) -> None:
    each = ((marks, list(all_steps(marks, [name]))) for marks, _ in hard_marks())
    marks, found = next((marks, found) for marks, found in each if found)
    assert all(len(step.houses["base"]) == len(step.houses["cover"]) == size for step in found if not step.variant)
    assert all(verify(marks.position, step) for step in found[:10])
    assert any(is_lean(marks.position, step) for step in found)


def is_lean(position: Position, step: Step) -> bool:
    """Whether nothing is proved without one of the houses; else some smaller fish would do."""
    places = step.premises.places
    return not any(
        verify(position, Step(step.technique, eliminations=step.eliminations, premises=Premises(places=fewer)))
        for fewer in combinations(places, len(places) - 1)
    )
