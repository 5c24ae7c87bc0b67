"""Reading boards: every line is a row or several, every cell is a symbol, and errors name the place."""

from __future__ import annotations

import pytest
from hypothesis import given

from nonet import FormatError, Grid, NoSolution, Shape
from nonet.judge.cases import Case, Layout, Lines, counted, digit_layout, one, to_the_end
from tests.boards import WITHOUT_SOLUTION, boards
from tests.judge.programs import LETTERS

FOUR = digit_layout(2, gap=" ")


@given(boards([Shape(3, 3)]))
def test_a_board_written_is_read_again(grid: Grid) -> None:
    for layout in (
        digit_layout(),
        digit_layout(gap=" "),
        digit_layout(blank="?"),
        digit_layout(blank=".", in_line=True),
    ):
        assert layout.read(Lines(layout.write(grid).splitlines()), "the board") == grid


@given(boards([Shape(4, 4)]))
def test_a_board_of_letters_written_is_read_again(grid: Grid) -> None:
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
def test_a_line_holds_one_or_several_rows_with_or_without_spaces(lines: list[str]) -> None:
    assert FOUR.read(Lines(lines), "the board") == Grid("1..4 .... .... 4..1")


@pytest.mark.parametrize(
    ("lines", "error"),
    [
        (["1 0 0"], "line 1: 3 cells, but a row of a 4x4 board has 4"),
        (["1 0 0 4", "", "0 0 0 0 0"], "line 3: 5 cells, but a row of a 4x4 board has 4"),
        (["10 0 4"], "line 1: 3 cells, but a row of a 4x4 board has 4"),
        (["1 0 0 4"] * 3 + ["0 0 0 0 0 0 0 0"], "line 4: 8 cells, but a row of a 4x4 board has 4"),
        (["1 0 0 4", "0 0 5 0"], "line 2: r2c3 holds '5', but a 4x4 board takes 1-4, or '0' for a blank"),
        (["1 0 0 -4"], "line 1: r1c4 holds '-4', but a 4x4 board takes 1-4, or '0' for a blank"),
        (["10040000", "000x4001"], "line 2: r3c4 holds 'x', but a 4x4 board takes 1-4, or '0' for a blank"),
        (["1 0 0 4"] * 2, "line 2: the input ends here, but row 3 of the board was expected"),
        ([], "the input ends here, but row 1 of the board was expected"),
    ],
)
def test_a_bad_board_is_told_by_line_and_cell(lines: list[str], error: str) -> None:
    with pytest.raises(FormatError) as raised:
        list(one(FOUR)(Lines(lines)))
    assert str(raised.value) == error


def test_a_board_in_a_line_is_counted_as_a_whole() -> None:
    layout = digit_layout(blank=".", in_line=True)
    with pytest.raises(FormatError, match=r"^line 1: 80 cells, but a 9x9 board has 81$"):
        layout.read(Lines(["." * 80]), "the board")


@pytest.mark.parametrize("count", ["x", "-1", "1.5", "1 2", "103000509"])
def test_the_number_of_boards_is_a_small_number(count: str) -> None:
    with pytest.raises(FormatError, match=r"^line 1: '.*' is not the number of boards$"):
        list(counted(FOUR)(Lines([count])))


def test_too_few_boards_are_an_error_after_those_that_are_there() -> None:
    cases = counted(FOUR)(Lines(["2", "1 0 0 4", *["0 0 0 0"] * 3]))
    assert next(cases).number == 1
    with pytest.raises(FormatError, match=r"^line 5: the input ends here, but row 1 of board 2 was expected$"):
        next(cases)


def test_boards_end_at_the_last_line_or_at_the_end() -> None:
    for lines in (["0", "end", "0"], ["0"]):
        assert [case.grid for case in to_the_end(digit_layout(1), "end")(Lines(lines))] == [Grid.empty((1, 1))]


def test_a_case_without_solution_has_its_number() -> None:
    with pytest.raises(NoSolution, match=r"^case 7 has no solution$"):
        Case(7, Grid(WITHOUT_SOLUTION), digit_layout()).solution()


def test_clashing_givens_are_named_as_the_judge_writes_them() -> None:
    grid = Grid.empty((4, 4)).replace({"r2c3": 16, "r9c3": 16})
    with pytest.raises(
        NoSolution, match=r"^case 1 has no solution: P stands more than once in column 3 \(r2c3 r9c3\)$"
    ):
        Case(1, grid, Layout(Shape(4, 4), LETTERS)).solution()
