"""Grids: immutable boards of any digits, which report the digits that break a rule."""

from __future__ import annotations

import contextlib
import copy
import itertools
import pickle
import sys
from array import array
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from nonet import Cell, CellSet, Conflict, FormatError, Grid, NonetError, Shape, ShapeError
from nonet.grid import as_grid, as_shape
from tests.boards import (
    LARGER_SHAPES,
    SHAPES,
    WIKIPEDIA,
    WIKIPEDIA_SOLUTION,
    boards,
    moved,
    moves,
    pattern,
    puzzles,
    solved_grids,
    transposed,
    turned,
)

ALL_SHAPES = [*SHAPES, *LARGER_SHAPES, Shape(1, 1), Shape(1, 2), Shape(1, 9), Shape(4, 1), Shape(1, 25)]
some = settings(max_examples=30)
any_board = boards(ALL_SHAPES)


def digits(grid: Grid) -> list[int]:
    return list(grid)


class TestReading:
    """All sources of the same board give the same grid."""

    GRID = Grid(WIKIPEDIA)
    FLAT = tuple(GRID)
    ROWS = GRID.rows

    @pytest.mark.parametrize(
        "source",
        [
            WIKIPEDIA,
            GRID,
            WIKIPEDIA.encode(),
            bytearray(WIKIPEDIA.encode()),
            memoryview(WIKIPEDIA.encode()),
            b"\xef\xbb\xbf" + WIKIPEDIA.encode() + b"\r\n",
            FLAT,
            list(FLAT),
            list(WIKIPEDIA),
            ROWS,
            [list(row) for row in ROWS],
            [list(WIKIPEDIA[i : i + 9]) for i in range(0, 81, 9)],
            [[str(digit or "") for digit in row] for row in ROWS],
            [[f" {digit} " for digit in row] for row in ROWS],
            [WIKIPEDIA[i : i + 9] for i in range(0, 81, 9)],
            [WIKIPEDIA[i : i + 9] + "\n" for i in range(0, 81, 9)],
            [WIKIPEDIA],
            [FLAT],
            [[digit] for digit in FLAT],
            array("B", FLAT),
            np.array(FLAT),
            np.array(ROWS),
            np.array(ROWS, dtype=np.uint8),
            np.array(ROWS).astype(str),
            list(np.array(FLAT)),
        ],
        ids=lambda source: type(source).__name__,
    )
    def test_all_kinds_of_sources(self, source: Any) -> None:
        assert Grid(source) == self.GRID

    def test_from_iterators(self) -> None:
        assert Grid(digit for digit in self.FLAT) == self.GRID
        assert Grid(iter(self.FLAT)) == self.GRID
        assert Grid((digit for digit in row) for row in self.ROWS) == self.GRID
        assert Grid(map(str, self.FLAT)) == self.GRID

    def test_from_the_lines_of_a_file(self, tmp_path: Path) -> None:
        file = tmp_path / "board.txt"
        file.write_text("\n".join(WIKIPEDIA[i : i + 9] for i in range(0, 81, 9)) + "\n\n")
        with file.open() as lines:
            assert Grid(lines) == self.GRID

    @some
    @given(any_board)
    def test_from_rows_or_digits_of_every_shape(self, grid: Grid) -> None:
        assert Grid(grid.rows, grid.shape) == Grid(digits(grid), grid.shape) == grid
        assert Grid(np.array(grid.rows), grid.shape) == grid
        assert Grid.of_digits(bytes(grid), grid.shape) == grid

    @some
    @given(any_board)
    def test_from_another_grid(self, grid: Grid) -> None:
        assert Grid(grid) == grid
        assert Grid(grid, symbols="ZYXWVUTSRQPONMLKJIHGFEDCBA") == grid
        latin = Grid(grid, (1, grid.shape.size))
        assert digits(latin) == digits(grid)
        assert latin.shape is Shape(1, grid.shape.size)

    TAKES_9 = "but a cell of a 9x9 board must be 1-9, or one of 0 . _ * - ? for a blank"

    @pytest.mark.parametrize(
        ("source", "sentence"),
        [
            ([10, *[0] * 80], f"r1c1 is '10', {TAKES_9}"),
            ([*[0] * 40, -1, *[0] * 40], f"r5c5 is '-1', {TAKES_9}"),
            ([5.0, *[0] * 80], f"r1c1 is '5.0', {TAKES_9}"),
            ([True, *[0] * 80], f"r1c1 is 'True', {TAKES_9}"),
            ([[None] * 9] * 9, f"r1c1 is 'None', {TAKES_9}"),
            (["foo", *["."] * 80], f"r1c1 is 'foo', {TAKES_9}"),
            (["x" * 1000, *["."] * 80], f"r1c1 is '{'x' * 39}, {TAKES_9}"),
            (np.zeros((9, 9)), f"r1c1 is '0.0', {TAKES_9}"),
            (bytes(81), f"r1c1 is '\\x00', {TAKES_9}"),
            ([1] * 80, "80 cells, but a 9x9 board has 81"),
            ([1] * 82, "82 cells, but a 9x9 board has 81"),
            ([1], "1 cell, but a 4x4 board has 16"),
            ([], "no cells, but a 9x9 board has 81"),
            ([[]], "no cells, but a 9x9 board has 81"),
            ([[], []], "2 rows of no cells, but a board has as many rows as columns"),
            ([[1] * 9] * 8, "8 rows of 9 cells, but a board has as many rows as columns"),
            ([[1] * 9] * 4, "4 rows of 9 cells, but a board has as many rows as columns"),
            ([*[[1] * 9] * 7, [1] * 10, [1] * 8], "row 8 has 10 cells, but row 1 has 9"),
            ([[1], *[[1] * 9] * 8], "row 1 has 1 cell, but row 2 has 9"),
            ([1, [2, 3]], "a grid is made from rows or from digits, not from both"),
            (
                np.zeros((3, 3, 3, 3), int),
                "9 cells, but a 4x4 board has 16; the first unexpected symbol is '[[0 0 0]\\n [0",
            ),
            (b"\xff" * 81, "the bytes are not UTF-8 text"),
            (None, "a grid is made from text, rows or digits, not from NoneType"),
            (5, "a grid is made from text, rows or digits, not from int"),
            (object(), "a grid is made from text, rows or digits, not from object"),
            (Path("board.txt"), f"a grid is made from text, rows or digits, not from {type(Path()).__name__}"),
            (np.array(5), "a grid is made from text, rows or digits, not from ndarray"),
        ],
    )
    def test_messages(self, source: Any, sentence: str) -> None:
        with pytest.raises(FormatError) as error:
            Grid(source)
        assert str(error.value).startswith(sentence)
        assert str(error.value) == sentence or "first unexpected" in sentence

    @pytest.mark.parametrize("name", ["puzzle.txt", "top 10.SDM.gz", "../puzzles.csv", "a.opensudoku"])
    def test_a_file_name_has_a_hint(self, name: str) -> None:
        with pytest.raises(FormatError, match="^'.*' looks like a file name; read files with nonet.read"):
            as_grid(name)

    def test_the_name_of_an_existing_file_has_a_hint(self, tmp_path: Path) -> None:
        path = tmp_path / "puzzle"
        path.touch()
        with pytest.raises(FormatError, match="looks like a file name"):
            Grid(str(path))

    @pytest.mark.parametrize("text", ["53..7", "x" * 81, "1.ss.......\n.txt", "x" * 5000])
    def test_a_bad_board_is_not_a_file_name(self, text: str) -> None:
        with pytest.raises(FormatError) as error:
            Grid(text)
        assert "file name" not in str(error.value)

    @pytest.mark.parametrize(
        "endless",
        [itertools.count(), itertools.repeat(1), itertools.repeat([1]), (itertools.count() for _ in range(9))],
    )
    def test_endless_sources_are_rejected(self, endless: Iterable[Any]) -> None:
        with pytest.raises(FormatError) as error:
            Grid(endless)
        assert str(error.value) == "more than 625 cells, but the largest board is 25x25"

    def test_a_list_that_contains_itself_is_rejected(self) -> None:
        knot: list[Any] = [1]
        knot.append(knot)
        for source in (knot, [knot]):
            with pytest.raises(FormatError):
                Grid(source)

    @some
    @given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(), st.lists, max_leaves=30))
    def test_any_source_gives_a_grid_or_a_format_error(self, source: Any) -> None:
        with contextlib.suppress(FormatError):
            assert Grid(source).shape.is_usual

    def test_a_grid_of_another_size_does_not_fit(self) -> None:
        with pytest.raises(FormatError, match="81 cells, but an 8x8 board has 64"):
            Grid(self.GRID, (2, 4))

    @pytest.mark.parametrize(
        ("raw", "shape"), [(bytes(80), Shape(3, 3)), (bytes([10] * 81), Shape(3, 3)), (b"", Shape(2, 2))]
    )
    def test_raw_digits_are_checked(self, raw: bytes, shape: Shape) -> None:
        with pytest.raises(ShapeError) as error:
            Grid.of_digits(raw, shape)
        assert str(error.value) == f"{shape.a_board} needs {shape.cells} digits from 0 to {shape.size}"

    def test_changing_the_raw_digits_later_does_not_change_the_grid(self) -> None:
        raw = bytearray(16)
        grid = Grid.of_digits(raw, Shape(2, 2))  # type: ignore[arg-type]
        raw[0] = 1
        assert grid == Grid.empty((2, 2))
        assert hash(grid) == hash(Grid.empty((2, 2)))

    def test_as_grid_returns_the_same_grid(self) -> None:
        assert as_grid(self.GRID) is self.GRID
        assert as_grid(WIKIPEDIA) == self.GRID
        assert as_shape((3, 3)) is as_shape(Shape(3, 3)) is Shape(3, 3)


class TestValue:
    @some
    @given(any_board)
    def test_the_repr_can_be_evaluated(self, grid: Grid) -> None:
        assert eval(repr(grid)) == grid

    @some
    @given(any_board)
    def test_str_can_be_read_back(self, grid: Grid) -> None:
        assert Grid(str(grid), grid.shape) == grid
        assert len(str(grid)) == len(grid) == grid.shape.cells
        if grid.shape.is_usual:
            assert Grid(str(grid)) == grid

    @some
    @given(any_board)
    def test_pickle_and_copy(self, grid: Grid) -> None:
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps(grid, protocol)) == grid
        assert copy.copy(grid) == copy.deepcopy(grid) == grid

    @some
    @given(any_board, any_board)
    def test_equal_by_content(self, one: Grid, other: Grid) -> None:
        assert (one == other) == (digits(one) == digits(other) and one.shape is other.shape)
        twin = Grid(digits(one), one.shape)
        assert twin == one
        assert hash(twin) == hash(one)
        assert len({one, twin}) == 1

    def test_the_same_digits_in_other_boxes_are_another_grid(self) -> None:
        assert Grid("." * 36, (2, 3)) != Grid("." * 36, (3, 2))
        assert repr(Grid("." * 36, (3, 2))) == f"Grid('{'.' * 36}', shape=(3, 2))"

    @pytest.mark.parametrize("other", [WIKIPEDIA, WIKIPEDIA.encode(), None, 5, [0] * 81])
    def test_a_grid_is_not_equal_to_other_objects(self, other: object) -> None:
        assert Grid(WIKIPEDIA) != other

    @pytest.mark.parametrize("name", ["shape", "rows", "givens", "blanks", "is_solved", "other"])
    def test_it_is_immutable(self, name: str) -> None:
        grid = Grid(WIKIPEDIA)
        with pytest.raises(AttributeError):
            setattr(grid, name, None)
        with pytest.raises(TypeError):
            grid[0] = 1  # type: ignore[index]
        assert grid == Grid(WIKIPEDIA)

    def test_it_is_small(self) -> None:
        assert not hasattr(Grid(WIKIPEDIA), "__dict__")
        assert sys.getsizeof(Grid(WIKIPEDIA)) < 100


class TestCells:
    @some
    @given(any_board)
    def test_a_cell_by_index_by_row_and_column_and_by_name(self, grid: Grid) -> None:
        for index, digit in enumerate(grid):
            row, column = divmod(index, grid.shape.size)
            assert (
                grid[index] == grid[row, column] == grid[f"r{row + 1}c{column + 1}"] == grid[Cell(row, column)] == digit
            )
            assert grid.rows[row][column] == digit

    @some
    @given(any_board)
    def test_a_cell_is_given_or_blank(self, grid: Grid) -> None:
        assert grid.givens == {divmod(index, grid.shape.size) for index, digit in enumerate(grid) if digit}
        assert grid.givens.isdisjoint(grid.blanks)
        assert len(grid.givens) + len(grid.blanks) == len(grid)
        assert grid.givens.shape is grid.blanks.shape is grid.shape

    @pytest.mark.parametrize("where", [81, -1, (9, 0), (0, -1), "r10c1", "r1c10"])
    def test_cells_outside_the_board(self, where: int | tuple[int, int] | str) -> None:
        with pytest.raises(IndexError, match="cells? of a 9x9 board"):
            Grid(WIKIPEDIA)[where]

    def test_invalid_cell_names(self) -> None:
        with pytest.raises(ShapeError, match="^'A1' is not the name of a cell, such as r4c5$"):
            Grid(WIKIPEDIA)["A1"]

    @some
    @given(any_board, st.data())
    def test_replace_changes_only_those_cells(self, grid: Grid, data: st.DataObject) -> None:
        cells = st.integers(0, len(grid) - 1)
        changes = data.draw(st.dictionaries(cells, st.integers(0, grid.shape.size), max_size=6))
        before = digits(grid)
        changed = grid.replace(changes)
        assert digits(changed) == [changes.get(cell, digit) for cell, digit in enumerate(before)]
        assert digits(grid) == before
        assert changed == grid.replace({grid.shape.cell_name(cell): digit for cell, digit in changes.items()})
        assert changed.replace({cell: before[cell] for cell in changes}) == grid

    @pytest.mark.parametrize("digit", [-1, 10, 256])
    def test_replace_rejects_digits_out_of_range(self, digit: int) -> None:
        with pytest.raises(ShapeError) as error:
            Grid(WIKIPEDIA).replace({0: digit})
        assert str(error.value) == f"a digit of a 9x9 board must be 1 to 9, not {digit}"

    @pytest.mark.parametrize("shape", ALL_SHAPES, ids=repr)
    def test_an_empty_grid(self, shape: Shape) -> None:
        grid = Grid.empty(shape)
        assert digits(grid) == [0] * shape.cells
        assert not grid.givens
        assert grid.is_consistent
        assert not grid.is_solved


def pairs_in_conflict(grid: Grid) -> set[tuple[int, int]]:
    """Return the conflicts by definition: cells of one house with the same digit."""
    return {
        (one, other)
        for house in grid.shape.houses
        for one, other in itertools.combinations(sorted(house), 2)
        if grid[one] and grid[one] == grid[other]
    }


def renamed(grid: Grid, names: list[int]) -> Grid:
    return Grid([[names[digit] for digit in row] for row in grid.rows], grid.shape)


class TestRules:
    @some
    @given(any_board)
    def test_conflicts_are_the_equal_digits_of_a_house(self, grid: Grid) -> None:
        conflicts = grid.conflicts()
        pairs = set()
        for conflict in conflicts:
            assert len(conflict.cells) > 1
            assert {grid[cell] for cell in conflict.cells} == {conflict.digit}
            house = grid.shape.houses[grid.shape.house_names.index(conflict.house)]
            assert conflict.cells == CellSet([cell for cell in house if grid[cell] == conflict.digit], grid.shape)
            pairs |= set(itertools.combinations(map(grid.shape.cell, conflict.cells), 2))
        assert pairs == pairs_in_conflict(grid)
        assert len({(conflict.house, conflict.digit) for conflict in conflicts}) == len(conflicts)
        assert grid.is_consistent == (not conflicts)
        assert grid.is_solved == (not conflicts and not grid.blanks)

    @some
    @given(boards(ALL_SHAPES), st.data())
    def test_symmetries_keep_the_number_of_conflicts(self, grid: Grid, data: st.DataObject) -> None:
        number = len(grid.conflicts())
        images: list[Grid] = [transposed(grid), turned(grid), moved(grid, *data.draw(moves(grid.shape)))]
        images.append(renamed(grid, [0, *data.draw(st.permutations(range(1, grid.shape.size + 1)))]))
        for image in images:
            assert len(image.conflicts()) == number
            assert image.is_consistent == grid.is_consistent
            assert image.is_solved == grid.is_solved

    @some
    @given(boards())
    def test_turning_four_times_and_mirroring_twice_change_nothing(self, grid: Grid) -> None:
        assert turned(turned(turned(turned(grid)))) == grid
        assert transposed(transposed(grid)) == grid

    @some
    @given(solved_grids(ALL_SHAPES))
    def test_a_solved_grid_has_each_digit_once_in_each_house(self, grid: Grid) -> None:
        assert grid.is_solved
        for house in grid.shape.houses:
            assert sorted(grid[cell] for cell in house) == list(range(1, grid.shape.size + 1))

    @some
    @given(puzzles(), st.data())
    def test_a_given_repeated_at_a_peer_is_a_conflict(self, puzzle: Grid, data: st.DataObject) -> None:
        cell = data.draw(st.integers(0, len(puzzle) - 1))
        peer = data.draw(st.sampled_from(puzzle.shape.peers[cell]))
        wrong = puzzle.replace({cell: 1, peer: 1})
        assert not wrong.is_consistent
        assert any(
            {puzzle.shape.cell_at(cell), puzzle.shape.cell_at(peer)} <= conflict.cells for conflict in wrong.conflicts()
        )

    @pytest.mark.parametrize("shape", ALL_SHAPES, ids=repr)
    def test_a_board_of_one_digit_breaks_every_house(self, shape: Shape) -> None:
        grid = Grid.of_digits(bytes([1] * shape.cells), shape)
        assert len(grid.conflicts()) == (len(shape.houses) if shape.size > 1 else 0)

    def test_a_latin_square_has_no_boxes(self) -> None:
        rows = ["1234", "2341", "3412", "4123"]
        assert Grid("".join(rows), (1, 4)).is_solved
        assert not Grid("".join(rows)).is_consistent
        houses = [conflict.house for conflict in Grid("".join(rows)).conflicts()]
        assert sorted(set(houses)) == ["box 1", "box 2", "box 3", "box 4"]

    def test_the_wikipedia_puzzle_and_its_solution(self) -> None:
        assert len(Grid(WIKIPEDIA).givens) == 30
        assert Grid(WIKIPEDIA).is_consistent
        assert not Grid(WIKIPEDIA).is_solved
        assert Grid(WIKIPEDIA_SOLUTION).is_solved

    @pytest.mark.parametrize(
        ("text", "sentences"),
        [
            ("1..1 .... .... ....", ["r1c1 and r1c4 are both 1, but row 1 needs each digit once"]),
            ("22.2 .... .... ....", ["r1c1, r1c2 and r1c4 are all 2, but row 1 needs each digit once"]),
            ("1... .... 1... ....", ["r1c1 and r3c1 are both 1, but column 1 needs each digit once"]),
            ("1... .1.. .... ....", ["r1c1 and r2c2 are both 1, but box 1 needs each digit once"]),
            ("G" + "." * 14 + "G" + "." * 240, ["r1c1 and r1c16 are both G, but row 1 needs each digit once"]),
        ],
    )
    def test_messages_of_conflicts(self, text: str, sentences: list[str]) -> None:
        assert [str(conflict) for conflict in Grid(text).conflicts()][: len(sentences)] == sentences

    def test_conflicts_can_be_pickled(self) -> None:
        conflicts = Grid("11.. .... .... 1...").conflicts()
        assert pickle.loads(pickle.dumps(conflicts)) == conflicts
        assert conflicts[0] == Conflict("row 1", 1, CellSet(["r1c1", "r1c2"], Shape(2, 2)))


@pytest.mark.parametrize("shape", LARGER_SHAPES, ids=repr)
def test_the_pattern_of_every_shape_is_solved(shape: Shape) -> None:
    assert pattern(shape).is_solved


@pytest.mark.parametrize(
    "ask", [lambda: Grid(""), lambda: Grid("x" * 81), lambda: Grid([[1]] * 3), lambda: Grid.empty((3, 9))]
)
def test_every_error_is_a_nonet_error(ask: Callable[[], Grid]) -> None:
    with pytest.raises(NonetError):
        ask()
    with pytest.raises(ValueError):  # noqa: PT011  # the point is the class
        ask()
