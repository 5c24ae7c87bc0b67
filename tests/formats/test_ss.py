"""Simple Sudoku's blocks."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from nonet import FormatError, Grid, Position
from nonet.formats import Entry, read_many, sniff, write

from .puzzles import PUZZLE, few, grids, lists_of, positions, written_and_read

SMALL = Position("1....2..........").place("r1c2", 3)
PLACED = "*-----*\n|13|..|\n|.2|..|\n|--+--|\n|..|..|\n|..|..|\n*-----*\n"
GIVENS = PLACED.replace("13", "1.")


@few
@given(lists_of(grids()), st.booleans())
def test_blocks_are_read_back(puzzles: list[Grid], twice: bool) -> None:
    entries = [Entry(puzzle) for puzzle in puzzles * (1 + twice)]
    assert written_and_read(entries, "ss") == entries


@few
@given(positions())
def test_nothing_of_a_position_is_lost(position: Position) -> None:
    entries = [Entry(position.givens, position), Entry(position.givens), Entry(position.grid)]
    assert written_and_read(entries, "ss") == entries


def test_a_block_with_more_digits_belongs_to_the_same_puzzle() -> None:
    (entry,) = read_many(f"{GIVENS}\n{PLACED}")
    assert entry.position == SMALL


def test_after_the_givens_the_marks_show_the_placed_digits() -> None:
    (entry,) = read_many(f"{GIVENS}\n\n{write(SMALL, format='pencilmarks')}")
    assert entry.position == SMALL


def test_the_edge_of_stars_and_the_bars_are_recognized() -> None:
    assert sniff(write(PUZZLE, format="ss")).name == "ss"
    assert sniff(write(SMALL, format="ss")).name == "ss"
    assert sniff(write(SMALL, format="pencilmarks")).name == "pencilmarks"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (GIVENS.replace("|.2|", "|.x|"), "line 3: r2c2 is 'x'"),
        (
            f"{GIVENS}\n{PLACED}\n{write(SMALL.givens, format='pencilmarks')}",
            "line 17: r1c2 is 3, but has other",
        ),
    ],
)
def test_an_error_names_the_line(text: str, sentence: str) -> None:
    with pytest.raises(FormatError) as error:
        list(read_many(text))
    assert str(error.value).startswith(sentence)
