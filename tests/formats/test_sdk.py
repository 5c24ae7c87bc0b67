"""SudoCue's and SadMan's .sdk files."""

from __future__ import annotations

import pytest
from hypothesis import given

from nonet import FormatError, Grid, Position
from nonet.formats import Entry, read_many, read_position, sniff, write

from .puzzles import PUZZLE, ROWS, few, grids, lists_of, positions, written_and_read

HEADED = "#ARuud\n#DDescription line\n#COne\n#CTwo\n#B03-08-2006\n#SSource\n#LEasy\n#Uhttp://example.org/\n" + "".join(
    f"{row}\n" for row in ROWS
)
SECTIONS = "[Puzzle]\n1...\n....\n..2.\n....\n[State]\n1.3.\n....\n..2.\n....\n[PencilMarks]\n12,3,,\n4,,,\n"


@few
@given(lists_of(grids()))
def test_rows_are_read_back(puzzles: list[Grid]) -> None:
    entries = [Entry(puzzle) for puzzle in puzzles]
    assert written_and_read(entries, "sdk", sniffed=False) == entries


@few
@given(positions())
def test_placed_digits_are_read_back(position: Position) -> None:
    state = Position(position.givens, position.grid)
    assert written_and_read([Entry(state.givens, state)] * 2, "sdk") == [Entry(state.givens, state)] * 2


def test_the_heading_is_read_and_written_back() -> None:
    (entry,) = read_many(HEADED)
    assert entry.grid == PUZZLE
    assert entry.comment == "One\nTwo"
    assert entry.fields == {
        "author": "Ruud",
        "description": "Description line",
        "date": "03-08-2006",
        "source": "Source",
        "level": "Easy",
        "url": "http://example.org/",
    }
    assert write(entry, format="sdk") == HEADED


def test_sections_are_read_and_unknown_ones_are_written_back() -> None:
    (entry,) = read_many(SECTIONS)
    assert entry.position == Position("1.........2.....", "1.3.......2.....")
    assert entry.fields == {"[PencilMarks]": "12,3,,\n4,,,"}
    assert write(entry, format="sdk") == SECTIONS


def test_a_state_without_the_givens_gets_them() -> None:
    position = read_position("[Puzzle]\n1...\n....\n..2.\n....\n[State]\n..3.\n....\n....\n....\n")
    assert position == Position("1.........2.....", "1.3.......2.....")


def test_a_file_may_have_several_puzzles() -> None:
    assert list(read_many(HEADED + HEADED)) == list(read_many(HEADED)) * 2
    assert list(read_many(SECTIONS + HEADED)) == [*read_many(SECTIONS), *read_many(HEADED)]
    assert len(list(read_many(SECTIONS + SECTIONS))) == 2


def test_a_plain_comment_is_separate_from_the_header_lines() -> None:
    text = "#ARuud\n# found in a drawer\n" + "".join(f"{row}\n" for row in ROWS)
    (entry,) = read_many(text)
    assert entry.fields == {"author": "Ruud", "heading": "# found in a drawer"}
    assert write(entry, format="sdk") == text


@pytest.mark.parametrize("text", [HEADED, SECTIONS])
def test_header_lines_and_sections_are_recognized(text: str) -> None:
    assert sniff(text).name == "sdk"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("#ARuud\n#LEasy\n", "line 1: a heading without a puzzle"),
        ("[Puzzle]\n1...\n....\n..2.\n", "line 2: 3 rows of 4 cells, but a board has as many rows as columns"),
        ("[Puzzle]\n1...\n....\n..2.\n..x.\n", "line 5: r4c3 is 'x'"),
        (SECTIONS.replace("1.3.", "2.3."), "line 7: r1c1 is 2 in [State], but 1 in [Puzzle]"),
    ],
)
def test_an_error_names_the_line(text: str, sentence: str) -> None:
    with pytest.raises(FormatError) as error:
        list(read_many(text, format="sdk"))
    assert str(error.value).startswith(sentence)
