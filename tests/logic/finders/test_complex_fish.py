"""Franken and mutant fish: a drawn example, and comparison with the definition."""

from __future__ import annotations

from itertools import combinations, islice

import pytest
from hypothesis import given, settings

from nonet import Shape
from nonet.geometry import bits
from nonet.logic import Technique, steps, verify
from nonet.logic.finders.complex_fish import all_fish
from tests.logic.checks import agrees, eliminated, eliminations, found, named, needs_all_premises
from tests.logic.positions import digit_position, family, hard_positions, pictured, single_digits

LARGEST = {"finned-mutant-squirmbag": 5, "finned-mutant-whale": 6}
OTHERS = [row for row in family("complex_fish") if row.id not in LARGEST]
PLAIN = [row.id for row in family("fish")]


def test_a_franken_swordfish_has_a_box_in_its_base() -> None:
    """Rows 2 and 9 and box 5 have 1 in columns 2, 5 and 6 only."""
    free = "1 . 1  1 . .  1 1 1"
    position = pictured(
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
    [step] = found(position, "franken-swordfish")
    assert eliminated(step) == "1: r1c2 r3c5"
    assert step.houses == {"base": (1, 8, 22), "cover": (10, 13, 14)}
    assert named(step.cells["pattern"]) == "r2c2 r2c5 r4c5 r4c6 r5c5 r5c6 r6c5 r6c6 r9c2 r9c6"
    assert found(position, *PLAIN) == []


def test_a_place_in_two_houses_of_the_base_is_an_endo_fin() -> None:
    all_steps = [step for position, _ in hard_positions() for step in found(position, "finned-franken-swordfish")]
    with_endo_fins = [step for step in all_steps if "endo_fins" in step.cells and not step.variant]
    assert with_endo_fins
    masks = Shape(3, 3).house_masks
    for step in with_endo_fins:
        for cell in bits(step.cells["endo_fins"]):
            assert sum(masks[house] >> cell & 1 for house in step.houses["base"]) > 1
        for cell, _ in step.eliminations:
            assert not (step.cells["endo_fins"] | step.cells.get("fins", 0)) & ~Shape(3, 3).peer_masks[cell]


def eliminated_by_definition(shape: Shape, places: int, size: int) -> int:
    """Return all that n base houses and n cover houses of any kind eliminate."""
    masks = [places & mask for mask in shape.house_masks if places & mask]
    wrong = 0
    for base in combinations(masks, size):
        here = twice = 0
        for mask in base:
            twice |= here & mask
            here |= mask
        for cover in combinations(masks, size):
            in_cover = 0
            for mask in cover:
                in_cover |= mask
            targets = in_cover & ~here & ~wrong
            if targets:
                for fin in bits(here & ~in_cover | twice):
                    targets &= shape.peer_masks[fin]
                wrong |= targets
    return wrong


def eliminated_by_finders(shape: Shape, places: int, size: int) -> int:
    """Return what the finders eliminate up to this size; a fish of size 1 is a house all of whose places are seen."""
    wrong = 0
    for cell in bits(places):
        for mask in shape.house_masks:
            if places & mask and not places & mask & ~shape.peer_masks[cell]:
                wrong |= 1 << cell
    lines = [name for name in PLAIN if "x-wing" in name or (size == 3 and "swordfish" in name)]
    wrong |= sum(
        1 << cell for cell, _ in eliminations(found(digit_position(shape, places), *lines)) if not wrong >> cell & 1
    )
    for each in range(2, size + 1):
        for mutant in (False, True):
            for fish in all_fish(shape, places, each, mutant):
                wrong |= fish.wrong
    return wrong


@given(single_digits([Shape(2, 2)]))
@settings(max_examples=12)
def test_fish_of_three_houses_match_the_definition(digit: tuple[Shape, int]) -> None:
    smaller = eliminated_by_definition(*digit, 1) | eliminated_by_definition(*digit, 2)
    assert eliminated_by_finders(*digit, 3) == smaller | eliminated_by_definition(*digit, 3)


@given(single_digits([Shape(2, 3)]))
@settings(max_examples=20)
def test_fish_of_two_houses_match_the_definition(digit: tuple[Shape, int]) -> None:
    assert eliminated_by_finders(*digit, 2) == eliminated_by_definition(*digit, 1) | eliminated_by_definition(*digit, 2)


@given(single_digits([Shape(3, 3), Shape(2, 4)]))
@settings(max_examples=8)
def test_each_fish_is_proved_and_of_its_kind(digit: tuple[Shape, int]) -> None:
    position, size = digit_position(*digit), digit[0].size
    names = ["franken-swordfish", "finned-franken-swordfish", "finned-mutant-jellyfish"]
    for step in islice(steps(position, techniques=names), 60):
        base, cover = ({house // size for house in step.houses[role]} for role in ("base", "cover"))
        pure = (base <= {0, 2} and cover <= {1, 2}) or (base <= {1, 2} and cover <= {0, 2})
        assert pure == ("franken" in step.technique)
        assert not pure or 2 in base | cover
        assert ("fins" in step.cells or "endo_fins" in step.cells) == step.technique.startswith("finned")
        assert verify(position, step)


@pytest.mark.parametrize("row", OTHERS, ids=lambda row: row.id)
def test_every_fish_is_right_and_the_first_ones_are_proved(row: Technique) -> None:
    for position, solution in hard_positions(25):
        for index, step in enumerate(steps(position, techniques=[row])):
            assert agrees(step, solution)
            if index < 20:
                assert verify(position, step)


@pytest.mark.parametrize(("name", "size"), LARGEST.items())
def test_the_largest_fish_are_proved_and_some_need_all_their_houses(name: str, size: int) -> None:
    """A fish that contains a smaller one does not need all its houses."""
    each = ((position, list(steps(position, techniques=[name]))) for position, _ in hard_positions())
    position, all_steps = next((position, all_steps) for position, all_steps in each if all_steps)
    assert all(len(step.houses["base"]) == len(step.houses["cover"]) == size for step in all_steps if not step.variant)
    assert all(verify(position, step) for step in all_steps[:10])
    assert any(needs_all_premises(position, step) for step in all_steps)
