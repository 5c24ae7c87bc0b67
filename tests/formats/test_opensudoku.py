"""OpenSudoku's XML files."""

from __future__ import annotations

import re
import sys

import pytest
from hypothesis import given, strategies as st

from nonet import ArgumentError, FormatError, Grid, MissingExtra, Position
from nonet.extras import install_command
from nonet.formats import Entry, read, read_many, write

from .puzzles import PUZZLE, WIKIPEDIA, few, grids, lists_of, positions, written_and_read

DIGITS = WIKIPEDIA.replace(".", "0")
FIRST = f"""\
<?xml version="1.0" encoding="UTF-8"?>
<opensudoku>
  <name>sample</name>
  <author>A &amp; B</author>
  <comment>found</comment>
  <level>easy</level>
  <game data="{DIGITS}" />
  <game data="{DIGITS}" />
</opensudoku>
"""


def data(version: int, cells: list[str]) -> str:
    """Return a file with one 4x4 game that has these cells and then empty ones."""
    empty = {1: "0|-|1", 4: "0|0|0|1", 5: "0|0|0|1|0"}.get(version, "0|0|1")
    text = "".join(f"{cell}|" for cell in [*cells, *[empty] * (16 - len(cells))])
    return (
        f'<opensudoku version="2"><folder name="f"><game data="version: {version}&#10;{text}"/></folder></opensudoku>'
    )


@few
@given(lists_of(grids()))
def test_games_are_read_back(puzzles: list[Grid]) -> None:
    entries = [Entry(puzzle) for puzzle in puzzles]
    assert written_and_read(entries, "opensudoku") == entries


@few
@given(positions())
def test_games_in_progress_are_read_back(position: Position) -> None:
    (entry,) = written_and_read([Entry(position.givens, position)], "opensudoku")
    assert (entry.position or Position(entry.grid)) == position


@few
@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cn", "Cs"])))
def test_comments_and_attributes_are_read_back(text: str) -> None:
    entry = Entry(PUZZLE, comment=text, fields={"folder": f"f{text}", "created": "17", "state": "1"})
    assert written_and_read([entry, entry], "opensudoku") == [entry, entry]


def test_version_1_has_one_heading_for_all_games() -> None:
    entries = list(read_many(FIRST))
    assert [entry.grid for entry in entries] == [PUZZLE] * 2
    assert [entry.line for entry in entries] == [7, 8]
    assert entries[0].fields == {"name": "sample", "author": "A & B", "level": "easy"}
    assert entries[0].comment == "found"
    again = write(entries, format="opensudoku")
    assert "version=" not in again.splitlines()[1]
    assert [entry.grid for entry in read_many(again)] == [PUZZLE] * 2
    with pytest.raises(ArgumentError, match="one heading for all its puzzles"):
        write([entries[0], Entry(PUZZLE)], format="opensudoku")


@pytest.mark.parametrize(
    ("version", "cells"),
    [
        (1, ["1|-|0", "2|-|1", "0|3,4,|1"]),
        (2, ["1|0|0", "2|0|1", "0|12|1"]),
        (3, ["1|0|0", "2|0|1", "0|12|1"]),
        (4, ["1|0|0|0", "2|0|0|1", "0|4|8|1"]),
        (5, ["1|0|0|0|7", "2|0|0|1|0", "0|12|0|1|3"]),
    ],
)
def test_all_versions_of_the_data(version: int, cells: list[str]) -> None:
    (entry,) = read_many(data(version, cells))
    assert entry.position is not None
    assert entry.grid == Grid("1...............")
    assert entry.position.grid == Grid("12..............")
    assert entry.position.candidates("r1c3") == {3, 4}
    assert entry.position.candidates("r1c4") == {3, 4}
    assert list(read_many(write(entry, format="opensudoku"))) == [entry]


def test_colors_of_version_5_are_kept() -> None:
    (entry,) = read_many(data(5, ["1|0|0|0|7"]))
    assert entry.position is None
    (entry,) = read_many(data(5, ["1|0|0|0|7", "2|0|0|1|4"]))
    assert "1|0|0|0|7|2|0|0|1|4|" in write(entry, format="opensudoku")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (FIRST.replace(DIGITS, DIGITS[1:]), "line 7: 80 cells, but a 9x9 board has 81"),
        (FIRST.replace("</opensudoku>", "</sudoku>"), "line 9: this is not well-formed XML"),
        ("<opensudoku><game/></opensudoku>", "line 1: a game without data"),
        ("<svg/>", "line 1: the root element is <svg>, but <opensudoku> was expected"),
        (data(9, []), "line 1: version 9 of the game data, but only versions 1 to 5 are known"),
        (data(3, ["1|x|0"]), "line 1: r1c1 has the notes 'x'"),
        (data(3, ["1|0|2"]), "line 1: r1c1 is marked '2', but 1 (editable) or 0 (given) was expected"),
        (
            '<!DOCTYPE o [<!ENTITY a "b">]>\n<opensudoku>&a;</opensudoku>',
            "the XML has declarations",
        ),
    ],
)
def test_an_error_names_the_line(text: str, sentence: str) -> None:
    with pytest.raises(FormatError) as error:
        list(read_many(text))
    assert str(error.value).startswith(sentence)


def test_without_defusedxml_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "defusedxml", None)
    with pytest.raises(MissingExtra, match=re.escape(install_command("xml"))):
        read(FIRST)
