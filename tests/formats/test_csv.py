"""CSV tables with any delimiter."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from nonet import ArgumentError, FormatError, Grid, Shape
from nonet.formats import Entry, read_many, sniff, write

from .puzzles import PUZZLE, SOLUTION, WIKIPEDIA, few, grids, lists_of, written_and_read

SOLVED = Grid(SOLUTION)
ZEROS = WIKIPEDIA.replace(".", "0")


@few
@given(lists_of(grids()), st.text(st.characters(codec="utf-8", exclude_characters="\r\n\0")))
def test_rows_are_read_back(puzzles: list[Grid], text: str) -> None:
    entries = [Entry(puzzle, solution=puzzles[0], comment=text, fields={"level": f"x{text}"}) for puzzle in puzzles]
    assert written_and_read(entries, "csv") == entries


@pytest.mark.parametrize(
    "text",
    [
        f"quizzes,solutions\n{ZEROS},{SOLUTION}\n",
        f"puzzle,solution\n{WIKIPEDIA},{SOLUTION}\n",
        f"Puzzle;Solution\n{WIKIPEDIA};{SOLUTION}\n",
        f"question\tanswer\n{WIKIPEDIA}\t{SOLUTION}\n",
        f"puzzles,solutions\n{';'.join(ZEROS)},{';'.join(SOLUTION)}\n",
        f'"puzzle","solution"\n"{WIKIPEDIA}","{SOLUTION}"\n',
        f"{WIKIPEDIA},{SOLUTION}\n",
    ],
)
def test_the_columns_of_puzzles_and_solutions_have_many_names_and_delimiters(text: str) -> None:
    assert sniff(text).name == "csv"
    assert list(read_many(text)) == [Entry(PUZZLE, solution=SOLVED)]


def test_other_columns_are_kept() -> None:
    text = f"id,puzzle,solution,clues,difficulty\n1,{WIKIPEDIA},{SOLUTION},30,0.0\n"
    (entry,) = read_many(text)
    assert entry.fields == {"id": "1", "clues": "30", "difficulty": "0.0"}
    assert entry.line == 2
    assert write(entry, format="csv") == f"puzzle,solution,id,clues,difficulty\n{WIKIPEDIA},{SOLUTION},1,30,0.0\n"


def test_without_names_the_first_board_is_the_puzzle() -> None:
    (entry,) = read_many(f"7,{WIKIPEDIA},{SOLUTION}\n")
    assert entry == Entry(PUZZLE, solution=SOLVED, fields={"column 1": "7"})
    (entry,) = read_many(f"number,cells\n7,{WIKIPEDIA}\n")
    assert entry == Entry(PUZZLE, fields={"number": "7"})


def test_the_cells_of_large_boards_are_separated_by_semicolons() -> None:
    cells = [str((row + column) % 16 + 1) for row in range(16) for column in range(16)]
    (entry,) = read_many(f"puzzles,solutions\n{';'.join(cells)},{';'.join(cells)}\n")
    assert entry.grid.shape is Shape(4, 4)
    assert entry.grid[0, 15] == 16


def test_a_quoted_field_may_have_several_lines() -> None:
    text = f'puzzle,comment\n{WIKIPEDIA},"one\ntwo"\n{WIKIPEDIA},three\n'
    entries = list(read_many(text))
    assert [entry.comment for entry in entries] == ["one\ntwo", "three"]
    assert [entry.line for entry in entries] == [2, 4]


def test_a_board_and_a_comment_are_the_line_format() -> None:
    assert sniff(f"{WIKIPEDIA},easy").name == "line"


def test_a_list_has_the_columns_of_all_its_puzzles() -> None:
    entries = [Entry(PUZZLE), Entry(PUZZLE, solution=SOLVED, fields={"level": "easy"})]
    assert write(entries, format="csv").splitlines()[0] == "puzzle,solution,level"
    with pytest.raises(ArgumentError, match="puzzle 2 has a new column 'solution', but the columns are those of"):
        write(iter(entries), format="csv")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (f"puzzle,solution\n{WIKIPEDIA},{SOLUTION[1:]}", "line 2: in the solution, 80 cells, but a 9x9 board has 81"),
        (f"puzzle,solution\n{WIKIPEDIA}", "line 2: 1 columns, but the first row has 2"),
        (f"puzzle,solution\n{WIKIPEDIA},,", "line 2: 3 columns, but the first row has 2"),
        (f'puzzle,solution\n"{WIKIPEDIA}', "line 2: this is not a row of a table"),
        (f"{WIKIPEDIA[1:]},{SOLUTION}", "line 1: 80 cells, but a 9x9 board has 81"),
    ],
)
def test_an_error_names_the_row(text: str, sentence: str) -> None:
    with pytest.raises(FormatError) as error:
        list(read_many(text))
    assert str(error.value).startswith(sentence)
