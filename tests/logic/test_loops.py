from __future__ import annotations

from hypothesis import given, settings, strategies as st

from nonet import Grid, Position
from nonet.logic.finders.unique_loops import LONGEST, SHORTEST

from ..boards import solved_grids
from .sketches import NINE, board, found, sketch, struck

SIX = ("r1c1", "r1c4", "r2c4", "r2c2", "r5c2", "r5c1")
ROW_5 = [NINE.cell_name(cell) for cell in NINE.rows[4]]


def loop(**more: str) -> dict[str, str]:
    return dict.fromkeys(SIX, "12") | more


def rest_of_row_5(*without: str) -> str:
    return " ".join(name for name in ROW_5 if name not in without)


def test_type_1_takes_the_two_digits_from_the_only_cell_with_more() -> None:
    (step,) = found(sketch(loop(r5c2="126")), "unique-loop-1")
    assert struck(step) == "1: r5c2; 2: r5c2"
    assert step.digits == (1, 2, 6)
    assert step.cells["roof"] == board("r5c2")
    assert step.cells["floor"] == board("r1c1 r1c4 r2c4 r2c2 r5c1")


def test_type_2_strikes_the_one_extra_beside_all_its_cells() -> None:
    (step,) = found(sketch(loop(r5c1="126", r5c2="126")), "unique-loop-2")
    beside = "r4c1 r4c2 r4c3", rest_of_row_5("r5c1", "r5c2"), "r6c1 r6c2 r6c3"
    assert struck(step) == "6: " + " ".join(beside)


def test_type_3_makes_a_subset_of_the_extras() -> None:
    (step,) = found(sketch(loop(r5c1="126", r5c2="127", r5c9="67")), "unique-loop-3")
    rest = rest_of_row_5("r5c1", "r5c2", "r5c9")
    assert struck(step) == f"6: {rest}; 7: {rest}"
    assert step.cells["extra"] == board("r5c9")


def test_type_4_locks_one_digit_and_strikes_the_other() -> None:
    (step,) = found(sketch(loop(r5c1="1267", r5c2="1289"), {"1 row 5": "r5c1 r5c2"}), "unique-loop-4")
    assert struck(step) == "2: r5c1 r5c2"


def test_a_chain_that_does_not_close_is_no_loop() -> None:
    cells = loop(r5c2="126")
    del cells["r1c4"]
    assert found(sketch(cells, {"1 row 1": "r1c1 r1c2"}), "unique-loop-1") == []


def around(cell: int, cells: set[int]) -> set[int]:
    """The cells that hang together with this one."""
    reached, waiting = {cell}, [cell]
    for here in waiting:
        new = cells.intersection(NINE.peers[here]) - reached
        reached |= new
        waiting += new
    return reached


@settings(max_examples=40)
@given(solved_grids([NINE]), st.integers(0, 17), st.integers(3, 9))
def test_wherever_two_digits_could_be_swapped_a_cell_with_one_more_takes_that(
    solved: Grid, number: int, extra: int
) -> None:
    cells = [cell for cell, digit in enumerate(solved) if digit in (1, 2)]
    roof = cells[number]
    size = len(around(roof, set(cells)))
    blank = {cell: 0 for cell, digit in enumerate(solved) if digit in (1, 2, extra)}
    others = solved.replace(blank)
    more = 1 << extra - 1
    masks = [0b11 | more * (cell == roof) if cell in cells else more * (cell in blank) for cell in range(81)]
    position = Position(others, others, masks)
    assert [step.cells["roof"] for step in found(position, "unique-rectangle-1")] == [1 << roof] * (size == 4)
    loops_found = [step.cells["floor"].bit_count() for step in found(position, "unique-loop-1")]
    assert loops_found == [size - 1] * (SHORTEST <= size <= LONGEST)
