"""Unique loops: a drawn example of each type, and random loops of type 1."""

from __future__ import annotations

from hypothesis import given, settings, strategies as st

from nonet import Grid, Position
from nonet.logic.finders.unique_loops import LONGEST, SHORTEST
from tests.boards import solved_grids
from tests.logic.checks import eliminated, found
from tests.logic.positions import NINE, board, sketch

SIX = ("r1c1", "r1c4", "r2c4", "r2c2", "r5c2", "r5c1")
ROW_5 = [NINE.cell_name(cell) for cell in NINE.rows[4]]


def loop(**more: str) -> dict[str, str]:
    return dict.fromkeys(SIX, "12") | more


def rest_of_row_5(*without: str) -> str:
    return " ".join(name for name in ROW_5 if name not in without)


def test_type_1_eliminates_both_digits_in_the_only_roof_cell() -> None:
    (step,) = found(sketch(loop(r5c2="126")), "unique-loop-1")
    assert eliminated(step) == "1: r5c2; 2: r5c2"
    assert step.digits == (1, 2, 6)
    assert step.cells["roof"] == board("r5c2")
    assert step.cells["floor"] == board("r1c1 r1c4 r2c4 r2c2 r5c1")


def test_type_2_eliminates_the_extra_digit_where_it_sees_the_whole_roof() -> None:
    (step,) = found(sketch(loop(r5c1="126", r5c2="126")), "unique-loop-2")
    beside = "r4c1 r4c2 r4c3", rest_of_row_5("r5c1", "r5c2"), "r6c1 r6c2 r6c3"
    assert eliminated(step) == "6: " + " ".join(beside)


def test_type_3_completes_a_subset_with_the_extra_digits() -> None:
    (step,) = found(sketch(loop(r5c1="126", r5c2="127", r5c9="67")), "unique-loop-3")
    rest = rest_of_row_5("r5c1", "r5c2", "r5c9")
    assert eliminated(step) == f"6: {rest}; 7: {rest}"
    assert step.cells["extra"] == board("r5c9")


def test_type_4_eliminates_the_other_digit_where_one_is_locked() -> None:
    (step,) = found(sketch(loop(r5c1="1267", r5c2="1289"), {"1 row 5": "r5c1 r5c2"}), "unique-loop-4")
    assert eliminated(step) == "2: r5c1 r5c2"


def test_cells_that_do_not_close_are_no_loop() -> None:
    cells = loop(r5c2="126")
    del cells["r1c4"]
    assert found(sketch(cells, {"1 row 1": "r1c1 r1c2"}), "unique-loop-1") == []


def connected(cell: int, cells: set[int]) -> set[int]:
    """Return the cells that are connected with this one."""
    reached, waiting = {cell}, [cell]
    for here in waiting:
        new = cells.intersection(NINE.peers[here]) - reached
        reached |= new
        waiting += new
    return reached


@settings(max_examples=40)
@given(solved_grids([NINE]), st.integers(0, 17), st.integers(3, 9))
def test_a_roof_of_one_cell_is_found_in_rectangles_and_loops_of_all_lengths(
    solved: Grid, number: int, extra: int
) -> None:
    cells = [cell for cell, digit in enumerate(solved) if digit in (1, 2)]
    roof = cells[number]
    size = len(connected(roof, set(cells)))
    blank = {cell: 0 for cell, digit in enumerate(solved) if digit in (1, 2, extra)}
    others = solved.replace(blank)
    more = 1 << extra - 1
    masks = [0b11 | more * (cell == roof) if cell in cells else more * (cell in blank) for cell in range(81)]
    position = Position(others, others, masks)
    assert [step.cells["roof"] for step in found(position, "unique-rectangle-1")] == [1 << roof] * (size == 4)
    loops_found = [step.cells["floor"].bit_count() for step in found(position, "unique-loop-1")]
    assert loops_found == [size - 1] * (SHORTEST <= size <= LONGEST)
