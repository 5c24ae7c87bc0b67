"""Boards as plain text: what is written is read back exactly, and what cannot be read gives a clear message."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from nonet import FormatError, Grid, NonetError, Shape, ShapeError
from nonet.cells import cells_of_line, is_frame, parse, split_comment
from nonet.geometry import BLANKS, SYMBOLS
from tests.boards import WIKIPEDIA, WIKIPEDIA_SOLUTION, pattern

ROWS = [WIKIPEDIA[i : i + 9] for i in range(0, 81, 9)]
SHAPES = [Shape(*box) for box in ((2, 2), (2, 3), (2, 4), (3, 3), (2, 5), (3, 4), (3, 5), (4, 4), (5, 5))]
UNUSUAL = [Shape(*box) for box in ((3, 2), (4, 2), (5, 2), (4, 3), (1, 4), (1, 5), (5, 1), (1, 9), (1, 11), (1, 16))]
some = settings(max_examples=30)


@st.composite
def any_digits(draw: st.DrawFn, shapes: list[Shape]) -> Grid:
    """A board with any digits, few or many blanks, and often with rows of blanks only."""
    shape = draw(st.sampled_from(shapes))
    random, share = Random(draw(st.integers(0, 10**9))), draw(st.floats(0, 1))
    digits = [random.randint(1, shape.size) if random.random() < share else 0 for _ in range(shape.cells)]
    for row in draw(st.sets(st.integers(0, shape.size - 1), max_size=3)):
        digits[row * shape.size : (row + 1) * shape.size] = [0] * shape.size
    return Grid.of_digits(bytes(digits), shape)


def rows_in_symbols(grid: Grid, blank: str = ".") -> list[list[str]]:
    return [[grid.shape.symbol(digit) if digit else blank for digit in row] for row in grid.rows]


def rows_in_numbers(grid: Grid, blank: str = ".", width: int = 0) -> list[list[str]]:
    return [[(str(digit) if digit else blank).rjust(width) for digit in row] for row in grid.rows]


def boxed(grid: Grid, rows: list[list[str]], *, gap: str, bar: str, frame: Callable[[int], str]) -> str:
    """Return the rows with bars between boxes, and with frames above, below and between the boxes."""
    h, w = grid.shape.box_height, grid.shape.box_width
    lines = [bar + bar.join(gap.join(row[i : i + w]) for i in range(0, len(row), w)) + bar for row in rows]
    framed = []
    for number, line in enumerate(lines):
        framed += [frame(len(line))] * (number % h == 0) + [line]
    return "\n".join([*framed, frame(len(lines[0]))])


class TestRoundTrip:
    @some
    @given(any_digits(SHAPES + UNUSUAL), st.sampled_from(BLANKS))
    def test_one_line(self, grid: Grid, blank: str) -> None:
        line = str(grid).replace(".", blank)
        assert Grid(line, grid.shape) == grid
        assert Grid(line.lower(), grid.shape) == grid
        assert Grid(f"\ufeff  {line}\r\n\r\n", grid.shape) == grid

    @some
    @given(any_digits(SHAPES))
    def test_the_length_of_one_line_gives_the_shape(self, grid: Grid) -> None:
        assert Grid(str(grid)) == grid
        assert Grid(f"{grid} # a comment, and more; of it") == grid
        assert Grid(f"{grid} well made") == grid
        assert Grid(f"{grid},{grid}") == grid

    @some
    @given(
        any_digits(SHAPES + UNUSUAL), st.sampled_from(BLANKS), st.sampled_from([" ", "  ", "|", ",", ";", "\t", " | "])
    )
    def test_one_line_with_separators(self, grid: Grid, blank: str, between: str) -> None:
        rows = rows_in_symbols(grid, blank)
        assert Grid(between.join(map("".join, rows)), grid.shape) == grid
        assert Grid(between.join(cell for row in rows for cell in row), grid.shape) == grid
        if grid.shape in SHAPES:
            assert Grid(between.join(map("".join, rows))) == grid
            assert Grid(between.join(cell for row in rows for cell in row)) == grid

    @some
    @given(any_digits(SHAPES), st.sampled_from(BLANKS), st.sampled_from(["\n", "\r\n", "\n\n", "\r"]))
    def test_a_bare_block(self, grid: Grid, blank: str, ending: str) -> None:
        rows = rows_in_symbols(grid, blank)
        assert Grid(ending.join(map("".join, rows)) + ending) == grid
        assert Grid(ending.join(map(" ".join, rows)) + ending) == grid
        assert Grid(ending.join(map(",".join, rows)) + ending) == grid

    @some
    @given(
        any_digits(SHAPES + UNUSUAL),
        st.sampled_from(BLANKS),
        st.sampled_from(["", " "]),
        st.sampled_from(["|", "| ", "!", "│", "║", "┃"]),
        st.sampled_from(
            [
                lambda width: "+" + "-" * (width - 2) + "+",
                lambda width: "*" + "-" * (width + 3) + "*",
                lambda width: "=" * width,
                lambda width: "├" + "─" * (width - 2) + "┤",
                lambda width: "╠" + "═╪" * width,
                lambda width: ":" + "-" * (width + 1) + "+---:",
                lambda width: "+ - " * width,
                lambda _: "",
                lambda _: "|   |   |",
            ]
        ),
    )
    def test_a_block_in_any_frame(
        self, grid: Grid, blank: str, gap: str, bar: str, frame: Callable[[int], str]
    ) -> None:
        text = boxed(grid, rows_in_symbols(grid, blank), gap=gap, bar=bar, frame=frame)
        assert Grid(text, grid.shape) == grid

    @pytest.mark.parametrize("text", ["|--|1-|\n|--|-3|\n|--|--|\n|--|--|", "|12|34|\n|--|--|\n|34|12|\n|--|--|"])
    def test_blank_rows_of_dashes_are_not_frames_in_a_small_board(self, text: str) -> None:
        assert Grid(text) == Grid(text.replace("-", "."))
        assert len(Grid(text)) == 16

    @some
    @given(any_digits([shape for shape in SHAPES if shape.size > 9]), st.sampled_from("0._*-?"))
    def test_numbers_written_out(self, grid: Grid, blank: str) -> None:
        for width in (0, 2, 3):
            rows = rows_in_numbers(grid, blank, width)
            assert Grid("\n".join(map(" ".join, rows))) == grid
            assert Grid(" ".join(map(" ".join, rows))) == grid
            assert Grid(boxed(grid, rows, gap=" ", bar=" | ", frame=lambda width: "-" * width)) == grid
            assert Grid(boxed(grid, rows, gap=" ", bar=" │ ", frame=lambda width: "─" * width)) == grid

    @some
    @given(any_digits(SHAPES))
    def test_numbers_with_leading_zeros(self, grid: Grid) -> None:
        assert Grid("\n".join(" ".join(f"{digit:02}" for digit in row) for row in grid.rows)) == grid

    @some
    @given(any_digits(SHAPES))
    def test_one_cell_per_line(self, grid: Grid) -> None:
        assert Grid("\n".join(str(grid))) == grid
        assert Grid("\n".join(map(str, grid))) == grid

    @some
    @given(any_digits([Shape(2, 2), Shape(3, 3)]), st.permutations("RSTUVWXYZ"))
    def test_custom_symbols(self, grid: Grid, symbols: list[str]) -> None:
        own = str(grid).translate(str.maketrans(SYMBOLS[:9], "".join(symbols)))
        assert Grid(own, symbols="".join(symbols)) == grid
        assert Grid(own.lower(), symbols="".join(symbols)) == grid


def read(text: str) -> Grid | str:
    """Return the grid of a text, or the message of the error."""
    try:
        return Grid(text)
    except FormatError as error:
        return str(error)


@some
@given(st.text(alphabet=st.sampled_from("123456789AGz.-_*0?|+= \n\r\t,;#:!'─│\0\ufeff５٣ß"), max_size=400))
def test_any_text_gives_a_grid_or_a_message(text: str) -> None:
    answer = read(text)
    if isinstance(answer, str):
        assert answer
        assert "\n" not in answer
    else:
        assert Grid(str(answer)) == answer
        # Nothing is invented: the symbols of the board are in the text, in the same order.
        symbols = iter(text.upper())
        assert all(symbol in symbols for symbol in str(answer).replace(".", ""))


@some
@given(st.text(max_size=200))
def test_any_characters_give_a_grid_or_a_message(text: str) -> None:
    for filled in (text, text + "1" * (81 - len(text)), (text + "\n") * 9):
        assert "\n" not in str(read(filled))


TAKES_9 = "but a cell of a 9x9 board must be 1-9, or one of 0 . _ * - ? for a blank"
SQUARE = "but a board has as many rows as columns"


class TestMessages:
    @pytest.mark.parametrize(
        ("text", "sentence"),
        [
            ("", "no cells, but a 9x9 board has 81"),
            (" \n\t\r\n ", "no cells, but a 9x9 board has 81"),
            ("\ufeff", "no cells, but a 9x9 board has 81"),
            ("|||", "no cells, but a 9x9 board has 81"),
            ("# 12", "no cells, but a 9x9 board has 81"),
            ("---+---\n===", "no cells, only frames, but a 9x9 board has 81"),
            ("1", "1 cell, but a 4x4 board has 16"),
            (WIKIPEDIA[:80], "80 cells, but a 9x9 board has 81"),
            (WIKIPEDIA + "1", "82 cells, but a 9x9 board has 81"),
            (WIKIPEDIA[:80] + " easy", "80 cells, but a 9x9 board has 81"),
            (WIKIPEDIA[:80] + " bad", "80 cells, but a 9x9 board has 81"),
            (WIKIPEDIA + "1," + WIKIPEDIA_SOLUTION, "82 cells, but a 9x9 board has 81"),
            (" ".join(ROWS)[:-1], "80 cells, but a 9x9 board has 81"),
            (" ".join(WIKIPEDIA[:80]), "80 cells, but a 9x9 board has 81"),
            (",".join(WIKIPEDIA + "1"), "82 cells, but a 9x9 board has 81"),
            (" ".join(ROWS) + " easy", "85 cells, but a 9x9 board has 81; the first unexpected symbol is 's'"),
            ("1" * 63, "63 cells, but an 8x8 board has 64"),
            ("1" * 626, "626 cells, but a 25x25 board has 625"),
            ("hello, world", "10 cells, but a 4x4 board has 16; the first unexpected symbol is 'w'"),
            ("x" + WIKIPEDIA, "82 cells, but a 9x9 board has 81; the first unexpected symbol is 'x'"),
            ("٣" + WIKIPEDIA, "82 cells, but a 9x9 board has 81; the first unexpected symbol is '٣'"),
            (WIKIPEDIA.replace("419", "4A9"), f"r8c5 is 'A', {TAKES_9}"),
            (WIKIPEDIA.replace("419", "4x9"), f"r8c5 is 'x', {TAKES_9}"),
            (WIKIPEDIA.replace("419", "4\x009"), f"r8c5 is '\\x00', {TAKES_9}"),
            ("５" + WIKIPEDIA[1:], f"r1c1 is '５', {TAKES_9}"),
            ("²" + WIKIPEDIA[1:], f"r1c1 is '²', {TAKES_9}"),
            (" ".join("10" + WIKIPEDIA[1:]), "82 cells, but a 9x9 board has 81"),
            ("10 " + " ".join(WIKIPEDIA[1:]), f"r1c1 is '10', {TAKES_9}"),
            ("-1 " + " ".join(WIKIPEDIA[1:]), f"r1c1 is '-1', {TAKES_9}"),
            ("7" + "." * 35, "r1c1 is '7', but a cell of a 6x6 board must be 1-6, or one of 0 . _ * - ? for a blank"),
            (
                "B" + "." * 99,
                "r1c1 is 'B', but a cell of a 10x10 board must be 1-9 and A, or one of 0 . _ * - ? for a blank",
            ),
            (
                "Z" + "." * 255,
                "r1c1 is 'Z', but a cell of a 16x16 board must be 1-9 and A-G, or one of 0 . _ * - ? for a blank",
            ),
            (
                "Q" + "." * 624,
                "r1c1 is 'Q', but a cell of a 25x25 board must be 1-9 and A-P, or one of 0 . _ * - ? for a blank",
            ),
            ("\n".join(ROWS).replace("419", "41"), "row 8 has 8 cells, but row 1 has 9"),
            ("\n".join(ROWS).replace("53", "5"), "row 1 has 8 cells, but row 2 has 9"),
            ("\n".join([*ROWS[:8], "1"]), "row 9 has 1 cell, but row 1 has 9"),
            ("\n".join(ROWS[:8]), f"8 rows of 9 cells, {SQUARE}"),
            ("\n".join(ROWS[:4]), f"4 rows of 9 cells, {SQUARE}"),
            ("\n".join(ROWS * 4), f"36 rows of 9 cells, {SQUARE}"),
            ("\n\n".join(["12..\n..12\n....\n...."] * 4), f"16 rows of 4 cells, {SQUARE}"),
            ("\n".join([*ROWS[:3], "-" * 9, *ROWS[3:]]).replace("419", "41"), "row 8 has 8 cells, but row 1 has 9"),
            ("\n".join([WIKIPEDIA, WIKIPEDIA_SOLUTION]), "2 boards, one per line, but a grid is one board"),
            ("\n".join([f"{WIKIPEDIA} easy"] * 3), "3 boards, one per line, but a grid is one board"),
            ("\n".join(["." * 16] * 15), "15 rows of 16 cells are neither one 16x16 board nor one 4x4 board"),
            (" ".join(["." * 16] * 15 + ["." * 15]), "255 cells, but a 16x16 board has 256"),
            ("\n".join(["10 . 12 3"] * 3), f"3 rows of 4 cells, {SQUARE}"),
        ],
    )
    def test_bad_text(self, text: str, sentence: str) -> None:
        with pytest.raises(FormatError) as error:
            Grid(text)
        assert str(error.value) == sentence

    @pytest.mark.parametrize(
        ("text", "shape", "sentence"),
        [
            ("", (2, 2), "no cells, but a 4x4 board has 16"),
            ("1", (1, 4), "1 cell, but a 4x4 (boxes 1x4) board has 16"),
            ("==\n==", (2, 2), "no cells, only frames, but a 4x4 board has 16"),
            (WIKIPEDIA, (2, 4), "81 cells, but an 8x8 board has 64"),
            ("12345 23451 34512 45123 5123", (1, 5), "24 cells, but a 5x5 (boxes 1x5) board has 25"),
            (
                "6" * 25,
                (1, 5),
                "r1c1 is '6', but a cell of a 5x5 (boxes 1x5) board must be 1-5, or one of 0 . _ * - ? for a blank",
            ),
        ],
    )
    def test_text_that_does_not_fit_the_shape(self, text: str, shape: tuple[int, int], sentence: str) -> None:
        with pytest.raises(FormatError) as error:
            Grid(text, shape)
        assert str(error.value) == sentence

    @pytest.mark.parametrize(
        ("symbols", "text", "sentence"),
        [
            ("ABC", "." * 16, "a 4x4 board needs 4 different symbols, but got 'ABC'"),
            ("ABCA", "." * 16, "a 4x4 board needs 4 different symbols, but got 'ABCA'"),
            ("AB|C", "." * 16, "'|' separates cells, so it cannot be a symbol"),
            ("AB C", "." * 16, "' ' separates cells, so it cannot be a symbol"),
            (
                "RSTU",
                "1" + "." * 15,
                "r1c1 is '1', but a cell of a 4x4 board must be RSTU, or one of 0 . _ * - ? for a blank",
            ),
            (
                "0123",
                "4" + "." * 15,
                "r1c1 is '4', but a cell of a 4x4 board must be 0123, or one of . _ * - ? for a blank",
            ),
            ("RSTU", "RST", "3 cells, but a 4x4 board has 16"),
            ("RSTU", "RSX", "3 cells, but a 4x4 board has 16; the first unexpected symbol is 'X'"),
        ],
    )
    def test_invalid_symbols(self, symbols: str, text: str, sentence: str) -> None:
        with pytest.raises(NonetError) as error:
            Grid(text, symbols=symbols)
        assert str(error.value) == sentence


def test_symbols_that_differ_in_case_are_different() -> None:
    assert list(Grid("aAbB" * 4, symbols="aAbB").rows[0]) == [1, 2, 3, 4]


def test_zero_can_be_a_symbol() -> None:
    assert list(Grid("0123" * 4, symbols="0123").rows[0]) == [1, 2, 3, 4]


class TestDashes:
    BOARD = Grid("12--3-" + "-" * 6 + "-" * 6 + "456---" + "-" * 6 + "-----1")

    def test_rows_of_dashes_only(self) -> None:
        rows = rows_in_symbols(self.BOARD, "-")
        for text in ("\n".join(map("".join, rows)), "\n".join(map(" ".join, rows))):
            assert Grid(text) == self.BOARD

    @pytest.mark.parametrize("frame", ["---+---", "+---+---+", "-------", "=======", "*-----*", "───┼───", "--------"])
    def test_rows_of_dashes_between_frames(self, frame: str) -> None:
        rows = rows_in_symbols(self.BOARD, "-")
        for bar in ("|", "│"):
            text = boxed(self.BOARD, rows, gap="", bar=bar, frame=lambda _: frame)
            assert Grid(text) == self.BOARD

    @pytest.mark.parametrize("shape", SHAPES, ids=str)
    def test_a_whole_board_of_dashes(self, shape: Shape) -> None:
        assert Grid("-" * shape.cells) == Grid.empty(shape)
        assert Grid("\n".join(["-" * shape.size] * shape.size)) == Grid.empty(shape)
        rows = rows_in_symbols(Grid.empty(shape), "-")
        assert Grid(boxed(Grid.empty(shape), rows, gap="", bar="|", frame=lambda n: "+" + "-" * n)) == Grid.empty(shape)

    def test_frames_as_long_as_the_rows_are_not_rows(self) -> None:
        rows = [*ROWS[:3], "-" * 9, *ROWS[3:6], "-" * 9, *ROWS[6:]]
        assert Grid("\n".join(rows)) == Grid(WIKIPEDIA)
        with pytest.raises(FormatError) as error:
            Grid("\n".join(["-" * 9, *rows[1:]]))
        assert str(error.value) == f"11 rows of 9 cells, {SQUARE}"

    @pytest.mark.parametrize(
        "line",
        [
            "---+---+---",
            "------",
            "+===+",
            "*-----------*",
            ":-----:",
            "'-----'",
            "┌───┬───┐",
            "│   │",
            "- + -",
            "",
            "| |",
        ],
    )
    def test_lines_that_can_be_frames(self, line: str) -> None:
        assert is_frame(line)

    @pytest.mark.parametrize("line", ["1-----", ". . . | . . .", "│ . . │ . . │", "- - -", "***", "-x-", "a", "____"])
    def test_lines_that_cannot_be_frames(self, line: str) -> None:
        assert not is_frame(line)


class TestRowsOfSixteen:
    """A row of a 16x16 board is as long as a whole 4x4 board."""

    BOARD = pattern(Shape(4, 4))
    LINES = tuple(map("".join, rows_in_symbols(BOARD)))

    def test_in_one_line(self) -> None:
        assert Grid(" ".join(self.LINES)) == self.BOARD

    def test_an_unexpected_symbol_does_not_make_it_a_small_board(self) -> None:
        with pytest.raises(FormatError, match=r"^r2c1 is 'Z', but a cell of a 16x16 board"):
            Grid(" ".join([self.LINES[0], "Z" + self.LINES[1][1:], *self.LINES[2:]]))

    @pytest.mark.parametrize("rows", [3, 8, 15])
    def test_missing_rows_do_not_make_it_a_small_board(self, rows: int) -> None:
        with pytest.raises(FormatError):
            Grid(" ".join(self.LINES[:rows]))

    def test_a_small_board_can_be_followed_by_its_solution(self) -> None:
        assert Grid("1..4........4..1 1234341221434321") == Grid("1..4........4..1")

    def test_a_shape_decides(self) -> None:
        first = "1234341221434321"
        assert Grid(f"{first} {first} {first}", (2, 2)) == Grid(first)


class TestEndlessInput:
    @pytest.mark.parametrize(
        "text",
        [
            "1" * 10_000_000,
            "-" * 10_000_000 + "x",
            "1 " * 5_000_000,
            "1\n" * 5_000_000,
            "--\n" * 3_000_000,
            " " * 10_000_000,
            "\0" * 10_000_000,
            "-" * 99_990 + "x\n12",
            "1\n" * 49_999,
            "--\n" * 33_000,
        ],
        ids=lambda text: repr(text[:5]),
    )
    def test_it_fails_fast(self, text: str) -> None:
        start = time.process_time()
        with pytest.raises(FormatError) as error:
            Grid(text)
        assert time.process_time() - start < 5
        assert len(str(error.value)) < 100

    def test_the_message(self) -> None:
        with pytest.raises(FormatError) as error:
            Grid("1" * 10_000_000)
        assert str(error.value) == "10000000 characters, but no board takes more than 100000"


class TestComments:
    @pytest.mark.parametrize(
        ("line", "parts"),
        [
            ("1..4", ("1..4", "")),
            ("1..4 easy", ("1..4", "easy")),
            ("1..4,easy, really", ("1..4", "easy, really")),
            ("1..4;# easy", ("1..4", "easy")),
            ("1..4#easy", ("1..4", "easy")),
            ("  1..4\teasy  ", ("1..4", "easy")),
            ("", ("", "")),
        ],
    )
    def test_a_comment_starts_where_the_cells_end(self, line: str, parts: tuple[str, str]) -> None:
        assert split_comment(line) == parts

    @pytest.mark.parametrize("comment", [" easy", " bad", ",7.1", ";2024-01-01", " # 9", "#x", "\t1 2 3", " |"])
    def test_a_comment_is_not_part_of_the_board(self, comment: str) -> None:
        assert "".join(cells_of_line(WIKIPEDIA + comment)) == WIKIPEDIA
        assert Grid(WIKIPEDIA + comment) == Grid(WIKIPEDIA)

    def test_bars_between_rows_and_a_comment(self) -> None:
        assert Grid("1..4|....|....|4..1 easy") == Grid("1..4........4..1")
        assert Grid("1..4 .... .... 4..1 # easy") == Grid("1..4........4..1")


def test_parse_returns_the_shape_and_one_byte_per_cell() -> None:
    shape, digits = parse("1..4 ..2. .3.. 4..1")
    assert shape is Shape(2, 2)
    assert digits == bytes([1, 0, 0, 4, 0, 0, 2, 0, 0, 3, 0, 0, 4, 0, 0, 1])


def test_an_unusual_shape_must_be_given() -> None:
    with pytest.raises(FormatError, match="25 cells, but a 4x4 board has 16"):
        Grid("12345" * 5)
    assert Grid("12345" * 5, (1, 5)).shape is Shape(1, 5)
    with pytest.raises(ShapeError):
        Grid("12345" * 5, (5, 6))


@pytest.mark.parametrize("frame", ["-----", "+-----+"])
def test_a_board_in_one_line_may_have_a_frame_above_and_below(frame: str) -> None:
    assert str(Grid(f"{frame}\n{WIKIPEDIA}\n{frame}")) == WIKIPEDIA


@pytest.mark.parametrize("code", [0x2500, 0x2502, 0x257F])
def test_all_box_drawing_characters_separate_cells(code: int) -> None:
    assert str(Grid("\n".join(map(chr(code).join, ROWS)))) == WIKIPEDIA
    with pytest.raises(FormatError, match="9 rows of 17 cells"):
        Grid("\n".join(map("\u2580".join, ROWS)))
