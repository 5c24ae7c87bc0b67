"""Fish are found as they are defined: n base lines, n cover lines, fins that see what falls."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import given, settings, strategies as st

from nonet import Shape
from nonet.geometry import bits
from nonet.logic import Premises, Step, steps, verify
from nonet.logic.marks import Marks
from tests.boards import moves
from tests.logic.digit_pictures import (
    ALL,
    MINE,
    SMALL,
    all_steps,
    conclusions,
    family,
    hard_marks,
    marks_of,
    named,
    pictured,
    single_digits,
    struck,
)

NAMES = {2: "x-wing", 3: "swordfish", 4: "jellyfish"}
Found = tuple[frozenset[int], frozenset[int], int, int]
"""Base lines, cover lines, fins, what falls."""


def only(marks: Marks, name: str, variant: str = "") -> Step:
    """The one step of a technique."""
    [step] = [step for step in all_steps(marks, [name]) if step.variant == variant]
    return step


def test_an_x_wing_empties_the_rest_of_both_columns() -> None:
    marks = pictured(
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
    step = only(marks, "x-wing")
    assert struck(marks, step) == "r1c2 r1c8 r3c2 r9c8"
    assert step.houses == {"base": (1, 5), "cover": (10, 16)}
    assert named(marks, step.cells["pattern"]) == "r2c2 r2c8 r6c2 r6c8"
    assert verify(marks.position, step)


def test_a_swordfish_needs_no_line_with_three_places() -> None:
    marks = pictured(
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
    assert struck(marks, only(marks, "swordfish")) == "r2c2 r2c5 r2c8"
    assert not list(steps(marks.position, techniques=["x-wing"]))


def test_a_jellyfish_lies_in_columns_as_well() -> None:
    free = "1 1 .  . 1 .  1 . 1"
    marks = pictured(
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
    step = only(marks, "jellyfish")
    assert struck(marks, step) == "r1c1 r6c9"
    assert step.houses == {"base": (11, 12, 14, 16), "cover": (0, 3, 5, 7)}
    assert not list(all_steps(marks, ["x-wing", "swordfish"]))


def finned_picture(row_6: str) -> Marks:
    """Two rows that would be an X-Wing in columns 2 and 8, but for row 6."""
    free = "1 . 1  1 1 1  1 . 1"
    return pictured(
        *(free, ". 1 .  . . .  . 1 .", free, free, "1 . 1  1 1 1  1 1 1", row_6, "1 . 1  1 1 1  1 1 1", free, free)
    )


def test_a_fin_saves_what_does_not_see_it() -> None:
    marks = finned_picture(". 1 .  . . .  . 1 1")
    step = only(marks, "finned-x-wing")
    assert struck(marks, step) == "r5c8"
    assert named(marks, step.cells["fins"]) == "r6c9"
    assert not list(all_steps(marks, ["x-wing", "sashimi-x-wing"]))


def test_a_sashimi_fish_lacks_a_corner() -> None:
    marks = finned_picture(". 1 .  . . .  . . 1")
    found = [step for step in all_steps(marks, ["sashimi-x-wing"]) if not step.variant]
    assert [(struck(marks, step), named(marks, step.cells["fins"])) for step in found] == [
        ("r5c8", "r6c9"),
        ("r1c9 r3c9", "r2c8"),
    ]
    assert named(marks, found[0].cells["pattern"]) == "r2c2 r2c8 r6c2"
    assert not list(all_steps(marks, ["x-wing", "finned-x-wing"]))


def test_siamese_fish_strike_out_what_both_do() -> None:
    marks = finned_picture(". 1 .  . . .  . . 1")
    step = only(marks, "sashimi-x-wing", "siamese")
    assert struck(marks, step) == "r1c9 r3c9 r5c8"
    assert named(marks, step.cells["fins"]) == "r2c8 r6c9"
    assert step.houses == {"base": (1, 5), "cover": (10, 16, 17)}
    assert verify(marks.position, step)


def fish_by_definition(shape: Shape, places: int, size: int) -> Iterator[Found]:
    masks, n = shape.house_masks, shape.size
    for bases, covers in ((range(n), range(n, 2 * n)), (range(n, 2 * n), range(n))):
        for base in combinations([line for line in bases if (places & masks[line]).bit_count() > 1], size):
            here = places & sum(masks[line] for line in base)
            for cover in combinations(covers, size):
                in_cover = sum(masks[line] for line in cover)
                fins = here & ~in_cover
                falling = places & in_cover & ~here
                for fin in bits(fins):
                    falling &= shape.peer_masks[fin]
                swims = all(here & masks[line] for line in cover) and all(
                    masks[line] & in_cover & here for line in base
                )
                if falling and swims:
                    yield frozenset(base), frozenset(cover), fins, falling


def as_found(marks: Marks, step: Step) -> Found:
    falling = sum(1 << cell for cell, _ in step.eliminations)
    return frozenset(step.houses["base"]), frozenset(step.houses["cover"]), step.cells.get("fins", 0), falling


@given(single_digits(SMALL), st.sampled_from([2, 3, 4]))
@settings(max_examples=60)
def test_fish_are_found_just_as_they_are_defined(digit: tuple[Shape, int], size: int) -> None:
    defined = set(fish_by_definition(*digit, size))
    marks = marks_of(*digit)
    plain = list(all_steps(marks, [NAMES[size]]))
    finned = [step for step in all_steps(marks, [f"finned-{NAMES[size]}"]) if not step.variant]
    sashimi = [step for step in all_steps(marks, [f"sashimi-{NAMES[size]}"]) if not step.variant]
    assert {as_found(marks, step) for step in plain} == {fish for fish in defined if not fish[2]}
    assert {as_found(marks, step) for step in finned + sashimi} == {fish for fish in defined if fish[2]}
    for step in finned + sashimi:
        least = min((step.cells["pattern"] & marks.houses[line]).bit_count() for line in step.houses["base"])
        assert (least < 2) == (step in sashimi)


@given(single_digits([Shape(3, 3)]))
@settings(max_examples=15)
def test_x_wings_of_a_whole_board_are_found_just_as_they_are_defined(digit: tuple[Shape, int]) -> None:
    marks = marks_of(*digit)
    found = [step for step in all_steps(marks, ["x-wing", "finned-x-wing", "sashimi-x-wing"]) if not step.variant]
    assert {as_found(marks, step) for step in found} == set(fish_by_definition(*digit, 2))


QUICK = [name for name in MINE if "mutant" not in name and "jellyfish" not in name]


@given(single_digits(ALL))
@settings(max_examples=40)
def test_every_step_of_a_single_digit_is_proved_and_given_once(digit: tuple[Shape, int]) -> None:
    marks = marks_of(*digit)
    position = marks.position
    found = list(all_steps(marks, QUICK))
    assert all(verify(position, step) for step in found)
    told = [(step.technique, step.conclusion, tuple(step.cells.items()), tuple(step.houses.items())) for step in found]
    assert len(set(told)) == len(told)


@given(st.data(), single_digits(ALL))
@settings(max_examples=40)
def test_a_board_in_another_order_has_the_same_steps_there(data: st.DataObject, digit: tuple[Shape, int]) -> None:
    shape, places = digit
    rows, columns, _ = data.draw(moves(shape))
    n = shape.size
    new_place = {n * rows[r] + columns[c]: n * r + c for r in range(n) for c in range(n)}
    moved_places = sum(1 << new_place[cell] for cell in bits(places))
    for name in QUICK:
        before, after = (all_steps(marks_of(shape, where), [name]) for where in (places, moved_places))
        assert {frozenset(map(new_place.__getitem__, cells)) for cells in conclusions(before)} == conclusions(after)


@given(single_digits(ALL))
@settings(max_examples=30)
def test_a_mirrored_board_has_the_mirrored_steps(digit: tuple[Shape, int]) -> None:
    shape, places = digit
    other, n = Shape(shape.box_width, shape.box_height), shape.size
    if len(other.houses) != len(shape.houses) or shape.box_height == 1:
        other = shape
    mirrored = {cell: cell % n * n + cell // n for cell in range(shape.cells)}
    mirrored_places = sum(1 << mirrored[cell] for cell in bits(places))
    for name in QUICK:
        before, after = all_steps(marks_of(shape, places), [name]), all_steps(marks_of(other, mirrored_places), [name])
        assert {frozenset(map(mirrored.__getitem__, cells)) for cells in conclusions(before)} == conclusions(after)


def test_on_the_way_through_puzzles_every_step_is_proved_and_right() -> None:
    for marks, solution in hard_marks():
        for step in all_steps(marks, family("fish")):
            assert verify(marks.position, step)
            assert all(solution[cell] != digit for cell, digit in step.eliminations)
            assert set(step.eliminations) <= {(cell, step.digits[0]) for cell in bits(marks.places[step.digits[0]])}


@pytest.mark.parametrize("name", family("fish"))
def test_each_fish_swims_somewhere_and_needs_its_whole_base(name: str) -> None:
    """A fish without one of its lines proves less, unless a smaller fish is in it."""
    found = [(marks, step) for marks, _ in hard_marks(120) for step in all_steps(marks, [name])]
    assert found
    needed = 0
    for marks, step in found:
        for index in range(len(step.premises.places)):
            fewer = step.premises.places[:index] + step.premises.places[index + 1 :]
            lame = Step(name, eliminations=step.eliminations, premises=Premises(places=fewer))
            needed += not verify(marks.position, lame)
    assert needed >= len(found)
