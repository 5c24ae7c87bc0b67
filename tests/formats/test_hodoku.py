"""HoDoKu's library lines and gsf's lists."""

from __future__ import annotations

import pytest
from hypothesis import given

from nonet import FormatError, Grid, Position
from nonet.formats import Entry, read_many, sniff, write

from .puzzles import PUZZLE, WIKIPEDIA, few, grids, lists_of, positions, there_and_back

DELETED = f":0100-1:1:{WIKIPEDIA}:722 113:127 128 129::"
STEP = (
    ":0300:3:9.....+5+6+1..+6.+1.7+937+1..962486...2+147+9........5....4...642..+586+1+75.71.+2..+4..1....+52::"
    "313 314 343 344 353 354 363 364 394::"
)
Q2 = f"99480,99408,114,1895,{WIKIPEDIA.replace('.', '0')},Name,20.00s,0,C21.m/F350642.6047"


@few
@given(positions())
def test_positions_come_back(position: Position) -> None:
    (entry,) = there_and_back([Entry(position.givens, position)], "hodoku")
    assert (entry.position or Position(entry.grid)) == position
    assert not entry.fields


@pytest.mark.parametrize("format", ["hodoku", "gsf"])
@few
@given(puzzles=lists_of(grids()))
def test_puzzles_come_back(format: str, puzzles: list[Grid]) -> None:
    entries = [Entry(puzzle) for puzzle in puzzles]
    assert there_and_back(entries, format) == entries


@pytest.mark.parametrize(
    "line",
    [
        DELETED,
        STEP,
        STEP.replace("0300", "0606-x"),
        STEP.replace("+", ""),
        STEP + "12",
        STEP.removesuffix(":"),
        f":0000:x:{WIKIPEDIA}:::",
        f":0000:x:{WIKIPEDIA.replace('.', '0')}:::",
        f":0003:8:{WIKIPEDIA}:913 213::444:",
    ],
)
def test_a_library_line_is_written_back_as_it_was(line: str) -> None:
    (entry,) = read_many(line)
    assert write(entry, format="hodoku") == f"{line}\n"


def test_a_library_line_says_what_is_given_placed_deleted_and_to_be_found() -> None:
    (entry,) = read_many(STEP)
    assert entry.position is not None
    assert entry.position.grid["r1c7"] == 5
    assert entry.grid["r1c7"] == 0
    assert entry.fields["technique"] == "0300"
    assert entry.fields["eliminations"].split()[0] == "313"
    (entry,) = read_many(DELETED)
    assert entry.position is not None
    assert entry.position.candidates("r2c2") == {2, 4}


def test_an_old_step_is_not_kept_for_a_changed_position() -> None:
    (entry,) = read_many(DELETED)
    assert entry.position is not None
    changed = entry._replace(position=entry.position.eliminate("r2c2", 4))
    (again,) = read_many(write(changed, format="hodoku"))
    assert again.position == changed.position


def test_a_q2_line_is_written_back_as_it_was() -> None:
    (entry,) = read_many(Q2)
    assert entry.grid == PUZZLE
    assert entry.comment == "Name"
    assert write(entry, format="gsf") == f"{Q2}\n"


def test_comment_lines_are_kept() -> None:
    text = f"# chapter one\n{STEP}\n"
    assert sniff(text).name == "hodoku"
    assert write(read_many(text), format="hodoku") == text


@pytest.mark.parametrize(
    ("text", "format", "sentence"),
    [
        (f":0000:x:{WIKIPEDIA}:9x9::", "hodoku", "line 1: '9x9' among the deleted is not a digit, a row and a column"),
        (f":0000:x:{WIKIPEDIA}::::::", "hodoku", "line 1: a library line begins with a colon and has 6 or 7 of them"),
        (f":0000:x:{WIKIPEDIA[1:]}:::", "hodoku", "line 1: 80 cells, but a 9x9 board has 81"),
        ("1,2,3", "gsf", "line 1: 3 columns, but there must be 7 or more, the fifth of them the board"),
    ],
)
def test_a_bad_line_is_named(text: str, format: str, sentence: str) -> None:
    with pytest.raises(FormatError) as error:
        list(read_many(text, format=format))
    assert str(error.value).startswith(sentence)
