"""gsf's q2 lists."""

from __future__ import annotations

import pytest
from hypothesis import given

from nonet import FormatError, Grid
from nonet.formats import Entry, read_many, write

from .puzzles import PUZZLE, WIKIPEDIA, few, grids, lists_of, written_and_read

LINE = f"99480,99408,114,1895,{WIKIPEDIA.replace('.', '0')},Name,20.00s,0,C21.m/F350642.6047"


@few
@given(lists_of(grids()))
def test_puzzles_are_read_back(puzzles: list[Grid]) -> None:
    entries = [Entry(puzzle) for puzzle in puzzles]
    assert written_and_read(entries, "gsf") == entries


def test_a_line_is_written_back_unchanged() -> None:
    (entry,) = read_many(LINE)
    assert entry.grid == PUZZLE
    assert entry.comment == "Name"
    assert write(entry, format="gsf") == f"{LINE}\n"


def test_a_line_with_too_few_columns_is_an_error() -> None:
    with pytest.raises(FormatError, match="^line 1: 3 columns, but at least 7 were expected, the fifth with"):
        list(read_many("1,2,3", format="gsf"))
