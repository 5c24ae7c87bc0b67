"""Singles: drawn examples."""

from __future__ import annotations

from nonet import Position
from nonet.logic import Candidate
from tests.logic.checks import found
from tests.logic.positions import sketch


def test_a_full_house_is_the_last_blank_of_a_row() -> None:
    (step,) = found(Position("12345678." + 72 * "."), "full-house")
    assert step.placements == (Candidate(8, 9),)


def test_a_naked_single_is_the_last_candidate_of_a_cell() -> None:
    (step,) = found(sketch({"r5c5": "9"}), "naked-single")
    assert step.placements == (Candidate(40, 9),)


def test_a_hidden_single_is_the_last_place_of_a_digit_in_a_house() -> None:
    (step,) = found(sketch({}, {"9 row 5": "r5c9"}), "hidden-single")
    assert step.placements == (Candidate(44, 9),)
