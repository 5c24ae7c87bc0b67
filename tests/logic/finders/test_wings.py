"""Wings and remote pairs: drawn examples, and similar cells that are none."""

from __future__ import annotations

from nonet.geometry import bits
from tests.logic.checks import eliminated, found
from tests.logic.positions import NINE, board, sketch


def test_an_xy_wing_eliminates_where_both_pincers_are_seen() -> None:
    (step,) = found(sketch({"r1c1": "12", "r1c5": "13", "r5c1": "23"}), "xy-wing")
    assert eliminated(step) == "3: r5c5"
    assert step.digits == (1, 2, 3)
    assert step.cells == {"pivot": board("r1c1"), "pincers": board("r1c5 r5c1")}


def test_three_cells_of_one_house_are_a_naked_triple_and_no_wing() -> None:
    assert found(sketch({"r1c1": "12", "r1c5": "13", "r1c9": "23"}), "xy-wing") == []
    assert found(sketch({"r1c1": "123", "r1c5": "13", "r1c9": "23"}), "xyz-wing") == []


def test_an_xyz_wing_eliminates_where_the_pivot_is_seen_too() -> None:
    (step,) = found(sketch({"r1c1": "123", "r1c5": "13", "r2c2": "23"}), "xyz-wing")
    assert eliminated(step) == "3: r1c2 r1c3"
    assert step.digits == (1, 2, 3)


def test_a_w_wing_needs_a_strong_link_between_its_pincers() -> None:
    pincers = {"r1c1": "12", "r5c5": "12"}
    assert found(sketch(pincers), "w-wing") == []
    (step,) = found(sketch(pincers, {"1 row 9": "r9c1 r9c5"}), "w-wing")
    assert eliminated(step) == "2: r1c5 r5c1"
    assert step.digits == (2, 1)
    assert step.cells == {"pincers": board("r1c1 r5c5"), "link": board("r9c1 r9c5")}
    assert step.houses == {"link": (NINE.house_names.index("row 9"),)}


def test_a_wxyz_wing_has_one_unrestricted_digit() -> None:
    (step,) = found(sketch({"r1c1": "1234", "r1c5": "14", "r1c8": "24", "r2c2": "34"}), "wxyz-wing")
    assert eliminated(step) == "4: r1c2 r1c3"
    assert step.digits == (1, 2, 3, 4)
    assert step.cells == {"pivot": board("r1c1"), "pincers": board("r1c5 r1c8 r2c2")}


def test_cells_with_two_unrestricted_digits_are_no_wxyz_wing() -> None:
    assert found(sketch({"r1c1": "1234", "r1c5": "134", "r1c8": "24", "r2c2": "34"}), "wxyz-wing") == []


def test_a_wxyz_wing_that_contains_a_smaller_wing_is_skipped() -> None:
    position = sketch({"r1c1": "123", "r1c5": "13", "r2c2": "23", "r1c9": "34"})
    assert len(found(position, "xyz-wing")) == 1
    assert found(position, "wxyz-wing") == []


def test_a_remote_pair_eliminates_both_digits_where_cells_with_different_digits_are_seen() -> None:
    chain = [NINE.cell(name) for name in ("r1c1", "r1c5", "r5c5", "r5c9")]
    (step,) = found(sketch(dict.fromkeys(("r1c1", "r1c5", "r5c5", "r5c9"), "12")), "remote-pair")
    expected = {
        (cell, digit)
        for odd in chain[::2]
        for even in chain[1::2]
        for cell in bits(NINE.peer_masks[odd] & NINE.peer_masks[even])
        for digit in (1, 2)
        if cell not in chain
    }
    assert set(step.eliminations) == expected
    assert {NINE.cell("r1c9"), NINE.cell("r5c1")} <= {cell for cell, _ in expected}
    assert [node.on for node in step.chains[0].nodes] == 4 * [False, True]
    assert [group[0] for group in step.colors] == [(chain[0], 1), (chain[0], 2)]


def test_three_cells_are_no_remote_pair() -> None:
    assert found(sketch(dict.fromkeys(("r1c1", "r1c5", "r5c5"), "12")), "remote-pair") == []
