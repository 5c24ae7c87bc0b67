"""Unique, hidden and avoidable rectangles: a drawn example of each type, and rectangles that are not deadly."""

from __future__ import annotations

import pytest

from nonet.logic import Candidate
from tests.logic.checks import eliminated, found
from tests.logic.positions import NINE, board, sketch

TYPES = [f"unique-rectangle-{number}" for number in range(1, 7)]
ROW_2 = [NINE.cell_name(cell) for cell in NINE.rows[1]]


def floor(**more: str) -> dict[str, str]:
    return {"r1c1": "12", "r1c4": "12", "r2c1": "12", "r2c4": "12"} | more


def test_type_1_eliminates_both_digits_in_the_only_roof_corner() -> None:
    (step,) = found(sketch(floor(r2c4="125")), "unique-rectangle-1")
    assert eliminated(step) == "1: r2c4; 2: r2c4"
    assert step.digits == (1, 2, 5)
    assert step.cells == {"floor": board("r1c1 r1c4 r2c1"), "roof": board("r2c4")}
    assert step.premises.deadly == tuple(
        Candidate(NINE.cell(name), digit) for name in ("r1c1", "r1c4", "r2c1", "r2c4") for digit in (1, 2)
    )


def test_a_roof_corner_may_have_only_one_of_the_two_digits() -> None:
    (step,) = found(sketch(floor(r2c4="156")), "unique-rectangle-1")
    assert eliminated(step) == "1: r2c4"


def test_type_2_eliminates_the_extra_digit_where_it_sees_both_roof_corners() -> None:
    (step,) = found(sketch(floor(r2c1="123", r2c4="123")), "unique-rectangle-2")
    assert eliminated(step) == "3: " + " ".join(name for name in ROW_2 if name not in ("r2c1", "r2c4"))
    assert step.digits == (1, 2, 3)


def test_type_3_completes_a_subset_with_the_extra_digits() -> None:
    (step,) = found(sketch(floor(r2c1="123", r2c4="124", r2c8="34")), "unique-rectangle-3")
    rest = " ".join(name for name in ROW_2 if name not in ("r2c1", "r2c4", "r2c8"))
    assert eliminated(step) == f"3: {rest}; 4: {rest}"
    assert step.cells == {"floor": board("r1c1 r1c4"), "roof": board("r2c1 r2c4"), "extra": board("r2c8")}
    assert step.premises.cells == board("r2c8")


def test_type_4_eliminates_the_other_digit_where_one_is_locked() -> None:
    position = sketch(floor(r2c1="1234", r2c4="12567"), {"1 row 2": "r2c1 r2c4"})
    (step,) = found(position, "unique-rectangle-4")
    assert eliminated(step) == "2: r2c1 r2c4"
    assert step.digits == (2, 1)
    assert step.premises.places == ((NINE.house_names.index("row 2"), 1),)


@pytest.mark.parametrize("third", [{}, {"r2c4": "123"}])
def test_type_5_is_type_2_with_a_diagonal_roof_or_three_roof_corners(third: dict[str, str]) -> None:
    (step,) = found(sketch(floor(r1c4="123", r2c1="123", **third)), "unique-rectangle-5")
    assert eliminated(step) == ("3: r2c5 r2c6" if third else "3: r1c2 r1c3 r2c5 r2c6")


def test_type_6_eliminates_a_digit_that_would_be_in_both_opposite_roof_corners() -> None:
    only = {"1 row 1": "r1c1 r1c4", "1 row 2": "r2c1 r2c4"}
    (step,) = found(sketch(floor(r1c4="123", r2c1="1245"), only), "unique-rectangle-6")
    assert eliminated(step) == "1: r1c4 r2c1"
    assert step.digits == (1, 2)


def test_a_hidden_rectangle_has_a_digit_locked_in_a_row_and_a_column() -> None:
    only = {"1 row 2": "r2c1 r2c4", "1 column 4": "r1c4 r2c4"}
    (step,) = found(sketch({"r1c1": "12"}, only), "hidden-rectangle")
    assert eliminated(step) == "2: r2c4"
    assert step.digits == (2, 1)
    assert found(sketch({"r1c1": "12"}, {"1 row 2": "r2c1 r2c4"}), "hidden-rectangle") == []


def test_a_rectangle_in_four_boxes_is_not_deadly() -> None:
    corners = dict.fromkeys(("r1c1", "r1c4", "r4c1"), "12")
    for roof in ("125", "15"):
        assert found(sketch(corners | {"r4c4": roof}), *TYPES) == []


def test_a_rectangle_with_a_given_corner_is_not_deadly() -> None:
    assert found(sketch({"r1c4": "23", "r2c1": "23", "r2c4": "123"}, given={"r1c1": 1}), "unique-rectangle-1") == []
    placed = {"r1c1": 1, "r1c4": 2, "r2c1": 2}
    assert len(found(sketch({"r2c4": "13"}, placed=placed), "avoidable-rectangle-1")) == 1
    for name in placed:
        position = sketch({"r2c4": "13"}, placed=placed, given={name: placed[name]})
        assert found(position, "avoidable-rectangle-1") == []


def test_an_avoidable_rectangle_of_type_1_has_one_blank_corner() -> None:
    (step,) = found(sketch({"r2c4": "139"}, placed={"r1c1": 1, "r1c4": 2, "r2c1": 2}), "avoidable-rectangle-1")
    assert eliminated(step) == "1: r2c4"
    assert step.cells == {"floor": board("r1c1 r1c4 r2c1"), "roof": board("r2c4")}


def test_an_avoidable_rectangle_of_type_2_has_two_blank_corners() -> None:
    (step,) = found(sketch({"r2c1": "23", "r2c4": "13"}, placed={"r1c1": 1, "r1c4": 2}), "avoidable-rectangle-2")
    assert eliminated(step) == "3: " + " ".join(name for name in ROW_2 if name not in ("r2c1", "r2c4"))


def test_the_blank_corners_of_an_avoidable_rectangle_may_be_opposite() -> None:
    steps = found(sketch({"r1c4": "23", "r2c1": "23"}, placed={"r1c1": 1, "r2c4": 1}), "avoidable-rectangle-2")
    assert [eliminated(step) for step in steps] == ["3: r1c2 r1c3 r2c5 r2c6", "2: r1c2 r1c3 r2c5 r2c6"]
    assert [step.digits for step in steps] == [(1, 2, 3), (1, 3, 2)]
