"""HoDoKu's library lines."""

from __future__ import annotations

import pytest
from hypothesis import given

from nonet import FormatError, Grid, Position
from nonet.formats import Entry, read_many, sniff, write

from .puzzles import WIKIPEDIA, few, grids, lists_of, positions, written_and_read

DELETED = f":0100-1:1:{WIKIPEDIA}:722 113:127 128 129::"
STEP = (
    ":0300:3:9.....+5+6+1..+6.+1.7+937+1..962486...2+147+9........5....4...642..+586+1+75.71.+2..+4..1....+52::"
    "313 314 343 344 353 354 363 364 394::"
)


@few
@given(positions())
def test_positions_are_read_back(position: Position) -> None:
    (entry,) = written_and_read([Entry(position.givens, position)], "hodoku")
    assert (entry.position or Position(entry.grid)) == position
    assert not entry.fields


@few
@given(lists_of(grids()))
def test_puzzles_are_read_back(puzzles: list[Grid]) -> None:
    entries = [Entry(puzzle) for puzzle in puzzles]
    assert written_and_read(entries, "hodoku") == entries


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
def test_a_line_is_written_back_unchanged(line: str) -> None:
    (entry,) = read_many(line)
    assert write(entry, format="hodoku") == f"{line}\n"


def test_a_line_has_givens_placed_digits_deleted_candidates_and_a_step() -> None:
    (entry,) = read_many(STEP)
    assert entry.position is not None
    assert entry.position.grid["r1c7"] == 5
    assert entry.grid["r1c7"] == 0
    assert entry.fields["technique"] == "0300"
    assert entry.fields["eliminations"].split()[0] == "313"
    (entry,) = read_many(DELETED)
    assert entry.position is not None
    assert entry.position.candidates("r2c2") == {2, 4}


def test_old_deleted_candidates_are_not_written_for_a_changed_position() -> None:
    (entry,) = read_many(DELETED)
    assert entry.position is not None
    changed = entry._replace(position=entry.position.eliminate("r2c2", 4))
    (again,) = read_many(write(changed, format="hodoku"))
    assert again.position == changed.position


def test_comment_lines_are_kept() -> None:
    text = f"# chapter one\n{STEP}\n"
    assert sniff(text).name == "hodoku"
    assert write(read_many(text), format="hodoku") == text


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (f":0000:x:{WIKIPEDIA}:9x9::", "line 1: '9x9' among the deleted is not a digit, a row and a column"),
        (f":0000:x:{WIKIPEDIA}::::::", "line 1: a library line starts with a colon and has 6 or 7 colons"),
        (f":0000:x:{WIKIPEDIA[1:]}:::", "line 1: 80 cells, but a 9x9 board has 81"),
    ],
)
def test_an_error_names_the_line(text: str, sentence: str) -> None:
    with pytest.raises(FormatError) as error:
        list(read_many(text, format="hodoku"))
    assert str(error.value).startswith(sentence)
