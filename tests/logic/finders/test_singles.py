"""Singles: drawn examples."""

from __future__ import annotations

from itertools import combinations

from nonet import Position, Shape, explain
from nonet.geometry import bits
from nonet.logic import Blocker, Candidate, Marks, Step, Words, check_reasons
from tests.logic.checks import found
from tests.logic.positions import made_puzzles, sketch


def test_a_full_house_is_the_last_blank_of_a_row() -> None:
    (step,) = found(Position("12345678." + 72 * "."), "full-house")
    assert step.placements == (Candidate(8, 9),)


def test_a_naked_single_is_the_last_candidate_of_a_cell() -> None:
    (step,) = found(sketch({"r5c5": "9"}), "naked-single")
    assert step.placements == (Candidate(40, 9),)


def test_a_hidden_single_is_the_last_place_of_a_digit_in_a_house() -> None:
    (step,) = found(sketch({}, {"9 row 5": "r5c9"}), "hidden-single")
    assert step.placements == (Candidate(44, 9),)


def text(step: Step) -> str:
    return Words(Shape(3, 3)).text(step)


def test_a_naked_single_names_each_other_digit_once() -> None:
    placed = {"r9c1": 2, "r9c4": 4, "r9c5": 5, "r9c6": 7, "r1c3": 6, "r2c3": 8, "r4c3": 9, "r8c1": 3}
    (step,) = found(sketch({"r9c3": "1"}, placed=placed), "naked-single")
    assert text(step) == (
        "Naked Single. Row 9 has 2, 4, 5, 7; column 3 has 6, 8, 9; box 7 has 3. Only 1 is left for r9c3."
    )
    assert step.removed == ()


def test_a_naked_single_names_the_digits_that_were_eliminated_before() -> None:
    placed = {"r9c1": 2, "r9c4": 5, "r9c5": 7, "r1c3": 8, "r2c3": 9, "r8c1": 3}
    (step,) = found(sketch({"r9c3": "1"}, placed=placed), "naked-single")
    assert step.removed == (Candidate(74, 4), Candidate(74, 6))
    assert "; 4 and 6 were eliminated before. Only 1 is left for r9c3." in text(step)


def test_a_hidden_single_names_the_digits_that_block_the_other_blanks() -> None:
    placed = {"r1c9": 8, "r2c1": 8, "r3c5": 1, "r3c6": 2}
    steps = found(sketch({}, placed=placed), "hidden-single")
    (step,) = (step for step in steps if step.houses["house"] == (19,))
    assert text(step) == ("Hidden Single. The 8s in r1c9 and r2c1 block rows 1 and 2, so the 8 of box 2 goes in r3c4.")
    assert step.blockers == (Blocker(8, 8, 0), Blocker(9, 8, 1))


def test_a_hidden_single_names_the_places_that_were_eliminated_before() -> None:
    position = sketch({}, {"8 box 2": "r3c4"}, placed={"r1c9": 8, "r3c5": 1, "r3c6": 2})
    (step,) = (step for step in found(position, "hidden-single") if step.houses["house"] == (19,))
    assert "The 8 in r1c9 blocks row 1, and 8 was eliminated from r2c4, r2c5 and r2c6 before, so" in text(step)


def test_a_full_house_names_the_blank_and_the_digit() -> None:
    (step,) = found(Position("12345678." + 72 * "."), "full-house")
    assert text(step) == "Full House. Row 1 has one blank left, r1c9. It lacks 9."


def test_the_blockers_of_every_single_are_true_and_no_smaller_number_is_enough() -> None:
    for puzzle in made_puzzles(number=4):
        explanation = explain(puzzle)
        for position, step in zip(explanation.positions(), explanation.steps, strict=False):
            assert check_reasons(position, step) == ()
            if step.technique == "hidden-single":
                assert_smallest(Marks.of(position), step)
            elif step.technique == "naked-single":
                others = [blocker.digit for blocker in step.blockers] + [digit for _, digit in step.removed]
                assert sorted((*others, *step.digits)) == list(range(1, 10))


def assert_smallest(marks: Marks, step: Step) -> None:
    """Check that fewer digits do not block as many blanks of the house."""
    blanks = marks.houses[step.houses["house"][0]] & marks.blanks & ~step.cells["pattern"]
    (digit,) = step.digits
    reach = [marks.peers[cell] & blanks for cell, other in enumerate(marks.digits) if other == digit]
    blocked = blanks & ~sum(1 << cell for cell, _ in step.removed)
    assert blocked == sum(1 << cell for cell in bits(blanks) if any(each >> cell & 1 for each in reach))
    for some in combinations(reach, max(0, len(step.blockers) - 1)):
        assert not step.blockers or any(not any(each >> cell & 1 for each in some) for cell in bits(blocked))
