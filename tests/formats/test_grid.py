"""The grid format: blocks with one row per line."""

from __future__ import annotations

import pytest
from hypothesis import given

from nonet import FormatError, Grid, Shape
from nonet.formats import Entry, read, read_many, sniff, write

from .puzzles import PUZZLE, ROWS, WIKIPEDIA, few, grids, lists_of, written_and_read

BLOCK = """\
5 3 . | . 7 . | . . .
6 . . | 1 9 5 | . . .
. 9 8 | . . . | . 6 .
------+-------+------
8 . . | . 6 . | . . 3
4 . . | 8 . 3 | . . 1
7 . . | . 2 . | . . 6
------+-------+------
. 6 . | . . . | 2 8 .
. . . | 4 1 9 | . . 5
. . . | . 8 . | . 7 9
"""

DRAWN = """\
┌───────┬───────┬───────┐
│ 5 3 · │ · 7 · │ · · · │
""".replace("·", ".")


@few
@given(lists_of(grids()))
def test_blocks_are_read_back(puzzles: list[Grid]) -> None:
    entries = [Entry(puzzle) for puzzle in puzzles]
    assert written_and_read(entries, "grid", sniffed=False) == entries
    assert written_and_read(entries, "grid") == entries


def test_a_block_is_written_with_bars_and_dashes() -> None:
    assert write(PUZZLE, format="grid") == BLOCK


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(ROWS),
        "\n".join(" ".join(row) for row in ROWS),
        "\n".join(" ".join(row).replace(".", "?") for row in ROWS),
        "\n".join(",".join(row).replace(".", "0") for row in ROWS),
        "\n".join(row.replace(".", "-") for row in ROWS),
        "\n".join(ROWS[:3]) + "\n\n" + "\n".join(ROWS[3:6]) + "\n\n" + "\n".join(ROWS[6:]),
        "\n---+---+---\n".join("\n".join("|".join((r[:3], r[3:6], r[6:])) for r in ROWS[b : b + 3]) for b in (0, 3, 6)),
        BLOCK.replace("|", "│").replace("------+-------+------", "──────┼───────┼──────"),
        "Grid 01\n" + "\n".join(ROWS),
    ],
)
def test_any_frame_and_any_blank(text: str) -> None:
    assert read(text) == PUZZLE


def test_titles_between_puzzles_are_read_back() -> None:
    text = "Grid 01\n" + "\n".join(ROWS) + "\nGrid 02\n" + "\n".join(ROWS) + "\n"
    entries = list(read_many(text))
    assert [entry.fields["title"] for entry in entries] == ["Grid 01", "Grid 02"]
    assert [entry.line for entry in entries] == [2, 12]
    assert list(read_many(write(entries, format="grid"))) == entries


def test_comments_above_a_block_are_read_back() -> None:
    entries = [Entry(PUZZLE, comment="one\n\ntwo"), Entry(PUZZLE, fields={"title": "Second of two"})]
    assert list(read_many(write(entries, format="grid"))) == entries


def test_blocks_need_no_blank_line_between_them() -> None:
    assert [entry.grid for entry in read_many("\n".join(ROWS * 3))] == [PUZZLE] * 3


def test_a_row_of_dashes_inside_a_band_is_a_row_of_blanks() -> None:
    rows = ["1--4", "----", "--2-", "---3"]
    assert read("\n".join(rows)) == Grid("1..4......2....3")
    assert [str(entry.grid) for entry in read_many("\n".join(rows * 2))] == ["1..4......2....3"] * 2


def test_numbers_above_nine() -> None:
    shape = Shape(3, 4)
    rows = [" ".join(str((row + column) % 12 + 1) for column in range(12)) for row in range(12)]
    grid = read("\n".join(rows))
    assert isinstance(grid, Grid)
    assert grid.shape is shape
    assert grid[0, 11] == 12


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("\n".join(ROWS[:8]), "line 1: 8 rows of 9 cells, but a board has as many rows as columns"),
        ("\n".join([*ROWS[:4], "4..8.3..", *ROWS[5:]]), "line 5: row 5 has 8 cells, but row 1 has 9"),
        ("\n".join([*ROWS[:4], "4..8x3..1", *ROWS[5:]]), "line 5: r5c5 is 'x', but a cell of a 9x9 board must be 1-9"),
        ("\n".join(["53x.7....", *ROWS[1:]]), "line 1: r1c3 is 'x', but a cell of a 9x9 board must be 1-9"),
        ("\n".join([*ROWS, "The end"]), "line 10: 'The end' is neither a row of cells nor a title above rows"),
        ("\n".join(["1234567"] * 7), "line 1: 49 cells, but"),
    ],
)
def test_an_error_names_the_line(text: str, sentence: str) -> None:
    with pytest.raises(FormatError) as error:
        list(read_many(text))
    assert str(error.value).startswith(sentence)


def test_reading_goes_on_after_an_incomplete_block() -> None:
    good = "\n".join(ROWS)
    bad: list[FormatError] = []
    text = f"{good}\n\n" + "\n".join(ROWS[:8]) + f"\n\n{good}\n\n" + "\n".join(ROWS[:3]) + f"\n\n{good}\n"
    assert [entry.line for entry in read_many(text, on_error=bad.append)] == [1, 20, 34]
    assert [error.line for error in bad] == [11, 30]


def test_a_board_drawn_on_a_terminal_is_read() -> None:
    top, row = DRAWN.splitlines()
    assert sniff([top, *[row] * 9]).name == "grid"
    assert next(read_many("\n".join([top, *[row] * 9]))).grid.rows[8] == (5, 3, 0, 0, 7, 0, 0, 0, 0)
    assert WIKIPEDIA.startswith("53..7")
