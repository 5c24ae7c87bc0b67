"""Reading boards: a line has one or more rows, every cell is a symbol, and errors name the line and the cell."""

from __future__ import annotations

import pytest
from hypothesis import given

from nonet import FormatError, Grid, NoSolution, Shape
from nonet.judge.cases import Case, Layout, Lines, boards_to_the_end, counted_boards, digit_layout, one_board
from tests.boards import WITHOUT_SOLUTION, boards
from tests.judge.programs import LETTERS

FOUR = digit_layout(2, gap=" ")


@given(boards([Shape(3, 3)]))
def test_a_written_board_is_read_back(grid: Grid) -> None:
    for layout in (
        digit_layout(),
        digit_layout(gap=" "),
        digit_layout(blank="?"),
        digit_layout(blank=".", in_line=True),
    ):
        assert layout.read(Lines(layout.write(grid).splitlines()), "the board") == grid


@given(boards([Shape(4, 4)]))
def test_a_written_board_of_letters_is_read_back(grid: Grid) -> None:
    layout = Layout(Shape(4, 4), LETTERS)
    assert layout.read(Lines(layout.write(grid).splitlines()), "the board") == grid


@pytest.mark.parametrize(
    "lines",
    [
        ["1 0 0 4", "0 0 0 0", "0 0 0 0", "4 0 0 1"],
        ["1004", "0000", "0000", "4001"],
        ["1\t0  0 4", "", "0000", "0 0 0 0 4 0 0 1"],
        ["1004000000004001"],
    ],
)
def test_a_line_has_one_or_more_rows_with_or_without_spaces(lines: list[str]) -> None:
    assert FOUR.read(Lines(lines), "the board") == Grid("1..4 .... .... 4..1")


@pytest.mark.parametrize(
    ("lines", "error"),
    [
        (["1 0 0"], "line 1: 3 cells, but a row of a 4x4 board has 4"),
        (["1 0 0 4", "", "0 0 0 0 0"], "line 3: 5 cells, but a row of a 4x4 board has 4"),
        (["10 0 4"], "line 1: 3 cells, but a row of a 4x4 board has 4"),
        (["1 0 0 4"] * 3 + ["0 0 0 0 0 0 0 0"], "line 4: 8 cells, but a row of a 4x4 board has 4"),
        (["1 0 0 4", "0 0 5 0"], "line 2: r2c3 is '5', but a cell of a 4x4 board must be 1-4, or '0' for a blank"),
        (["1 0 0 -4"], "line 1: r1c4 is '-4', but a cell of a 4x4 board must be 1-4, or '0' for a blank"),
        (["10040000", "000x4001"], "line 2: r3c4 is 'x', but a cell of a 4x4 board must be 1-4, or '0' for a blank"),
        (["1 0 0 4"] * 2, "line 2: the input ends here, but row 3 of the board was expected"),
        ([], "the input ends here, but row 1 of the board was expected"),
    ],
)
def test_an_error_names_the_line_and_the_cell(lines: list[str], error: str) -> None:
    with pytest.raises(FormatError) as raised:
        list(one_board(FOUR).read(Lines(lines)))
    assert str(raised.value) == error


def test_the_cells_of_a_board_in_one_line_are_counted() -> None:
    layout = digit_layout(blank=".", in_line=True)
    with pytest.raises(FormatError, match=r"^line 1: 80 cells, but a 9x9 board has 81$"):
        layout.read(Lines(["." * 80]), "the board")


@pytest.mark.parametrize("count", ["x", "-1", "1.5", "1 2", "103000509"])
def test_the_number_of_boards_is_a_small_number(count: str) -> None:
    with pytest.raises(FormatError, match=r"^line 1: '.*' is not the number of boards$"):
        list(counted_boards(FOUR).read(Lines([count])))


def test_too_few_boards_are_an_error_after_the_last_one() -> None:
    cases = counted_boards(FOUR).read(Lines(["2", "1 0 0 4", *["0 0 0 0"] * 3]))
    assert next(cases).number == 1
    with pytest.raises(FormatError, match=r"^line 5: the input ends here, but row 1 of board 2 was expected$"):
        next(cases)


def test_boards_end_at_the_last_line_or_at_the_end_of_the_input() -> None:
    for lines in (["0", "end", "0"], ["0"]):
        assert [case.grid for case in boards_to_the_end(digit_layout(1), "end").read(Lines(lines))] == [
            Grid.empty((1, 1))
        ]


def test_the_error_of_a_case_without_solution_has_its_number() -> None:
    with pytest.raises(NoSolution, match=r"^case 7 has no solution$"):
        Case(7, Grid(WITHOUT_SOLUTION), digit_layout()).solution()


def test_conflicts_are_named_with_the_symbols_of_the_judge() -> None:
    grid = Grid.empty((4, 4)).replace({"r2c3": 16, "r9c3": 16})
    with pytest.raises(
        NoSolution, match=r"^case 1 has no solution: P occurs more than once in column 3 \(r2c3, r9c3\)$"
    ):
        Case(1, grid, Layout(Shape(4, 4), LETTERS)).solution()
