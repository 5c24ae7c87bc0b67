"""Pencil-mark grids, .sdx files and 729-character lines: the candidates of every cell."""

from __future__ import annotations

import pytest
from hypothesis import given

from nonet import FormatError, Position, Shape
from nonet.formats import Entry, read_many, read_position, sniff, write

from .puzzles import PUZZLE, few, marks, positions, written_and_read

MARKS = """\
*-----------------------*
| 1    34   | 234  234  |
| 34   2    | 134  134  |
|-----------+-----------|
| 234  134  | 1234 1234 |
| 234  134  | 1234 1234 |
*-----------------------*
"""
SMALL = Position("1....2..........")


@pytest.mark.slow
@pytest.mark.parametrize("format", ["pencilmarks", "sdx", "729"])
@few
@given(position=positions())
def test_all_candidates_are_read_back(format: str, position: Position) -> None:
    entries = [Entry(position.givens, position)] * 2
    for sniffed in (False, True):
        again = written_and_read(entries, format, sniffed=sniffed)
        assert [marks(entry) for entry in again] == [marks(entry) for entry in entries]


@few
@given(positions())
def test_sdx_marks_placed_digits(position: Position) -> None:
    (entry,) = written_and_read([Entry(position.givens, position)], "sdx", sniffed=False)
    assert entry.position is not None
    assert position.placed <= entry.position.placed


@pytest.mark.parametrize("format", ["pencilmarks", "sdx", "729"])
def test_a_puzzle_is_read_back_from_its_candidates(format: str) -> None:
    (entry,) = read_many(write(PUZZLE, format=format))
    assert entry.grid == PUZZLE
    assert entry.position == Position(PUZZLE)


@pytest.mark.parametrize("format", ["pencilmarks", "sdx", "729"])
def test_a_single_candidate_is_a_digit_only_if_no_peer_has_it(format: str) -> None:
    left_with_one = SMALL.eliminate("r1c2", 4)
    (entry,) = read_many(write(left_with_one, format=format))
    assert entry.position == left_with_one
    cleared = left_with_one.place("r1c2", 3)
    blank = Position(SMALL.givens, SMALL.grid, [4 if i == 1 else m for i, m in enumerate(cleared.candidate_masks)])
    (entry,) = read_many(write(blank, format=format))
    assert entry.grid[0, 1] == 3


@pytest.mark.parametrize(
    "text",
    [
        MARKS,
        MARKS.replace("*", "+").replace("|-", "+-").replace("-|", "-+"),
        MARKS.replace("*", ".").replace("|-", ":-").replace("-|", "-:"),
        MARKS.replace("| 34   2", "|#34A  2").replace(" 134 ", " *1-34 "),
        MARKS.replace("|", "│").replace("-", "─").replace("+", "┼"),
        "Moderate one\n" + MARKS,
    ],
)
def test_any_frame_and_any_decoration(text: str) -> None:
    assert sniff(text).name == "pencilmarks"
    assert read_position(text) == SMALL


def test_a_pencil_mark_grid_is_written_with_a_frame() -> None:
    assert write(SMALL, format="pencilmarks") == MARKS


def test_candidates_of_large_boards_are_letters() -> None:
    shape = Shape(4, 4)
    position = read_position(write(Position("." * 256), format="sdx"))
    assert position.candidates(0) == frozenset(range(1, 17))
    assert position.givens.shape is shape


def test_titles_and_comments_are_read_back() -> None:
    entry = Entry(SMALL.givens, SMALL, comment="by hand", fields={"title": "Puzzle of the day"})
    for name in ("pencilmarks", "sdx"):
        assert written_and_read([entry, entry], name) == [entry, entry]
    assert written_and_read([entry], "729") == [entry._replace(fields={})]


@pytest.mark.parametrize(
    ("text", "format", "sentence"),
    [
        (MARKS.replace("1234 1234", "1234 12345"), "pencilmarks", "line 5: r3c4 is '12345'"),
        (MARKS.replace("34   2 ", "34 "), "pencilmarks", "line 3: row 2 has 3 cells, but"),
        (MARKS.replace("34   2", "33   2"), "pencilmarks", "line 3: r2c1 is '33'"),
        ("u12 3 4 1\n" + "1 2 3 4\n" * 3, "sdx", "line 1: r1c1 is 'u12'"),
        ("." * 728, "729", "line 1: 728 characters, but a 9x9 board has 729, 9 for each cell"),
        ("2" + "." * 728, "729", "line 1: r1c1 has '2' in place 1, but 1 or a dot was expected"),
    ],
)
def test_an_error_names_the_cell(text: str, format: str, sentence: str) -> None:
    with pytest.raises(FormatError) as error:
        list(read_many(text, format=format))
    assert str(error.value).startswith(sentence)


def test_an_8x8_board_of_64_cells_is_not_read_as_candidates() -> None:
    assert sniff("1...5..." + "." * 56).name == "line"
    assert sniff(write(SMALL, format="729")).name == "729"
