"""JSON, JSON lines and LeetCode's lists."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, strategies as st

from nonet import FormatError, Grid, Position
from nonet.formats import Entry, read, read_many, sniff, write

from .puzzles import PUZZLE, ROWS, SOLUTION, WIKIPEDIA, few, grids, lists_of, positions, written_and_read

LISTS = json.dumps([list(row) for row in ROWS])


@pytest.mark.parametrize("format", ["json", "jsonl"])
@few
@given(position=positions(), text=st.text())
def test_everything_is_read_back(format: str, position: Position, text: str) -> None:
    entry = Entry(position.givens, position, position.grid, text, {"level": text, "heading": "#"})
    entries = [entry, Entry(position.grid), Entry(position.givens, Position(position.givens))]
    assert written_and_read(entries, format) == entries


@few
@given(lists_of(grids()))
def test_lists_are_read_back(puzzles: list[Grid]) -> None:
    entries = [Entry(puzzle) for puzzle in puzzles]
    assert written_and_read(entries, "leetcode") == entries
    assert json.loads(write(puzzles[0], format="leetcode"))[0][0] == str(puzzles[0])[0]


@pytest.mark.parametrize("format", ["json", "jsonl"])
def test_an_unusual_shape_is_written(format: str) -> None:
    grid = Grid("." * 36, (3, 2))
    assert read(write(grid, format=format)) == grid


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({"puzzle": WIKIPEDIA}),
        json.dumps({"puzzle": WIKIPEDIA}, indent=2),
        json.dumps([{"puzzle": WIKIPEDIA}]),
        json.dumps([WIKIPEDIA], indent=1),
        json.dumps(WIKIPEDIA),
        json.dumps({"board": [list(row) for row in ROWS]}),
        json.dumps({"Quiz": [[int(cell) for cell in row.replace(".", "0")] for row in ROWS]}, indent=2),
        json.dumps([[int(cell) if cell != "." else None for cell in row] for row in ROWS]),
        json.dumps([int(cell) for cell in WIKIPEDIA.replace(".", "0")]),
        json.dumps(ROWS),
        json.dumps({"puzzle": "\n".join(ROWS)}),
        LISTS,
        f'{{"puzzle": "{WIKIPEDIA}", "puzzle": "{WIKIPEDIA}"}}',
    ],
)
def test_a_board_may_be_text_or_lists(text: str) -> None:
    assert read(text) == PUZZLE


def test_one_list_per_line_is_one_board_per_line() -> None:
    assert sniff(f"{LISTS}\n{LISTS}\n").name == "jsonl"
    assert [entry.grid for entry in read_many(f"{LISTS}\n{LISTS}\n")] == [PUZZLE] * 2
    assert sniff(LISTS).name == "leetcode"


def test_other_members_are_kept_as_text() -> None:
    text = json.dumps({"id": 7, "puzzle": WIKIPEDIA, "solution": SOLUTION, "tags": ["a", 1], "none": None})
    (entry,) = read_many(text)
    assert entry.solution == Grid(SOLUTION)
    assert entry.fields == {"id": "7", "tags": '["a", 1]', "none": "null"}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"a": 1}', "line 1: an object without a puzzle; it has 'a'"),
        ("[1, 2", "line 1: this is not JSON at column 6"),
        ("[\n1,\n}", "line 3: this is not JSON at column 1"),
        ("[" * 100_000, "the JSON is nested too deeply to be Sudoku"),
        ("[[" + "9" * 5000 + "]]", "the JSON has a number that is too long to be Sudoku"),
        ("[NaN]", "item 1: 3 cells"),
        ('{"puzzle": 5}', "line 1: a board must be a text or a list, not 5"),
        ('{"puzzle": [[true]]}', "line 1: a cell must be a text or a number, not true"),
        (json.dumps([{"puzzle": WIKIPEDIA}, {"puzzle": "53"}]), "item 2: 2 cells, but a 4x4 board has 16"),
        (json.dumps({"puzzle": WIKIPEDIA, "solution": "12"}), "line 1: in the solution, 2 cells"),
        (json.dumps({"puzzle": WIKIPEDIA, "state": "6" + WIKIPEDIA[1:]}), "line 1: r1c1 must be 5"),
        (json.dumps({"puzzle": WIKIPEDIA, "candidates": ["1"]}), "line 1: 1 candidates, but a 9x9 board has 81 cells"),
        (
            json.dumps({"puzzle": WIKIPEDIA, "candidates": ["", "", "x"] + [""] * 78}),
            "line 1: the candidates of r1c3",
        ),
        ('{"puzzle": "' + "." * 36 + '", "shape": "6"}', "line 1: '6' is not a box size"),
        ("[[1, 2, 3, 4], [1, 2, 3], [], []]", "row 2 has 3 cells, but there are 4 rows"),
        ("[]", "no cells"),
    ],
)
def test_an_error_names_the_line_or_the_item(text: str, sentence: str) -> None:
    with pytest.raises(FormatError) as error:
        list(read_many(text))
    assert str(error.value).startswith(sentence)
