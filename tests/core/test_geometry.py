"""Cells, houses and peers of every shape, and sets of cells."""

from __future__ import annotations

import copy
import operator
import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from nonet import Cell, CellSet, Shape, ShapeError
from nonet.geometry import BLANKS, SYMBOLS, USUAL_SIZES, bits, digits_of

BOXED = [Shape(h, w) for h in range(2, 13) for w in range(2, 13) if h * w <= 25]
LATIN = [Shape(*box) for n in (2, 3, 9, 25) for box in ((1, n), (n, 1))]
ALL_SHAPES = BOXED + LATIN
shapes = st.sampled_from(ALL_SHAPES)
small_shapes = st.sampled_from([Shape(1, 3), Shape(2, 2), Shape(2, 3), Shape(3, 3)])

some = settings(max_examples=30)
every_shape = pytest.mark.parametrize("shape", ALL_SHAPES, ids=repr)


class TestHouses:
    @every_shape
    def test_every_house_has_as_many_cells_as_there_are_digits(self, shape: Shape) -> None:
        assert {len(set(house)) for house in shape.houses} == {shape.size}

    @every_shape
    def test_rows_columns_and_boxes_each_cover_the_board(self, shape: Shape) -> None:
        for houses in (shape.rows, shape.columns, shape.boxes):
            assert sorted(cell for house in houses for cell in house) == list(range(shape.cells))

    @every_shape
    def test_every_cell_is_in_its_row_column_and_box(self, shape: Shape) -> None:
        for cell in range(shape.cells):
            assert cell in shape.rows[shape.row_of[cell]]
            assert cell in shape.columns[shape.column_of[cell]]
            assert cell in shape.boxes[shape.box_of[cell]]
            assert (shape.row_of[cell], shape.column_of[cell]) == shape.cell_at(cell)

    @every_shape
    def test_a_cell_is_in_three_houses_or_in_two_of_a_latin_square(self, shape: Shape) -> None:
        assert {len(houses) for houses in shape.houses_of} == {2 if shape in LATIN else 3}
        assert len(shape.houses) == shape.size * (2 if shape in LATIN else 3)

    @every_shape
    def test_houses_of_a_cell_are_the_houses_that_contain_it(self, shape: Shape) -> None:
        for cell, houses in enumerate(shape.houses_of):
            assert [index for index, house in enumerate(shape.houses) if cell in house] == list(houses)

    @every_shape
    def test_a_box_is_a_rectangle_of_its_height_and_width(self, shape: Shape) -> None:
        for box in shape.boxes:
            rows, columns = {shape.row_of[cell] for cell in box}, {shape.column_of[cell] for cell in box}
            assert (len(rows), len(columns)) == (shape.box_height, shape.box_width)
            assert (max(rows) - min(rows) + 1, max(columns) - min(columns) + 1) == (len(rows), len(columns))

    @every_shape
    def test_house_names_are_different(self, shape: Shape) -> None:
        assert len(set(shape.house_names)) == len(shape.house_names) == len(shape.houses)
        assert shape.house_names[0] == "row 1"
        assert shape.house_names[shape.size] == "column 1"
        assert ("box 1" in shape.house_names) == (shape in BOXED)

    def test_the_houses_of_a_9x9_board(self) -> None:
        shape = Shape(3, 3)
        assert len(shape.houses) == 27
        assert [shape.house_names[house] for house in shape.houses_of[shape.cell("r5c7")]] == [
            "row 5",
            "column 7",
            "box 6",
        ]
        assert shape.boxes[5] == (33, 34, 35, 42, 43, 44, 51, 52, 53)


class TestPeers:
    @every_shape
    def test_the_number_of_peers_follows_from_the_boxes(self, shape: Shape) -> None:
        h, w, n = shape.box_height, shape.box_width, shape.size
        assert {len(peers) for peers in shape.peers} == {2 * (n - 1) + (h - 1) * (w - 1)}

    @pytest.mark.parametrize(
        ("shape", "number"), [((2, 2), 7), ((2, 3), 12), ((3, 3), 20), ((4, 4), 39), ((5, 5), 64), ((1, 9), 16)]
    )
    def test_known_numbers_of_peers(self, shape: tuple[int, int], number: int) -> None:
        assert len(Shape(*shape).peers[0]) == number

    @every_shape
    def test_peers_are_peers_of_each_other_and_never_of_themselves(self, shape: Shape) -> None:
        for cell, mask in enumerate(shape.peer_masks):
            assert not mask >> cell & 1
            assert all(shape.peer_masks[peer] >> cell & 1 for peer in shape.peers[cell])

    @pytest.mark.parametrize("shape", [Shape(2, 2), Shape(2, 3), Shape(3, 2), Shape(1, 5), Shape(5, 1)], ids=repr)
    def test_peers_are_those_that_share_a_house(self, shape: Shape) -> None:
        for one, other in combinations(range(shape.cells), 2):
            share = any(one in house and other in house for house in shape.houses)
            assert (other in shape.peers[one]) == share

    @every_shape
    def test_masks_have_the_same_cells(self, shape: Shape) -> None:
        assert [tuple(bits(mask)) for mask in shape.house_masks] == list(map(tuple, map(sorted, shape.houses)))
        assert [tuple(bits(mask)) for mask in shape.peer_masks] == list(shape.peers)


class TestShape:
    def test_a_shape_is_one_object(self) -> None:
        assert Shape(2, 3) is Shape(2, 3)
        assert Shape(np.int64(2), np.uint8(3)) is Shape(2, 3)  # type: ignore[arg-type]
        assert pickle.loads(pickle.dumps(Shape(2, 3))) is Shape(2, 3)
        assert copy.copy(Shape(2, 3)) is copy.deepcopy(Shape(2, 3)) is Shape(2, 3)

    def test_threads_get_the_same_object(self) -> None:
        with ThreadPoolExecutor(8) as pool:
            assert set(pool.map(lambda _: Shape(1, 23), range(64))) == {Shape(1, 23)}

    @pytest.mark.parametrize("box", [(3.0, 3), (3, 3.0), (2.5, 2), ("3", "3")])
    def test_box_sides_must_be_integers(self, box: tuple[Any, Any]) -> None:
        with pytest.raises(TypeError):
            Shape(*box)
        assert repr(Shape(3, 3)) == "Shape(3, 3)"

    @every_shape
    def test_the_repr_can_be_evaluated(self, shape: Shape) -> None:
        assert eval(repr(shape)) is shape
        assert Shape.parse(f"{shape.box_height}x{shape.box_width}") is shape
        assert shape.cells == shape.size**2 == (shape.box_height * shape.box_width) ** 2

    def test_the_usual_shapes(self) -> None:
        assert USUAL_SIZES == (4, 6, 8, 9, 10, 12, 14, 15, 16, 18, 20, 21, 22, 24, 25)
        boxes = [(s.box_height, s.box_width) for s in map(Shape.of_size, (4, 6, 8, 9, 10, 12, 15, 16, 25))]
        assert boxes == [(2, 2), (2, 3), (2, 4), (3, 3), (2, 5), (3, 4), (3, 5), (4, 4), (5, 5)]
        for size in USUAL_SIZES:
            assert Shape.of_cells(size * size) is Shape.of_size(size)
            assert Shape.of_size(size).is_usual
            assert str(Shape.of_size(size)) == f"{size}x{size}"

    @pytest.mark.parametrize(
        ("shape", "name", "a_board"),
        [
            ((3, 3), "9x9", "a 9x9 board"),
            ((2, 4), "8x8", "an 8x8 board"),
            ((3, 6), "18x18", "an 18x18 board"),
            ((3, 2), "6x6 (boxes 3x2)", "a 6x6 (boxes 3x2) board"),
            ((1, 11), "11x11 (boxes 1x11)", "an 11x11 (boxes 1x11) board"),
        ],
    )
    def test_a_shape_in_words(self, shape: tuple[int, int], name: str, a_board: str) -> None:
        assert str(Shape(*shape)) == name
        assert Shape(*shape).a_board == a_board

    @pytest.mark.parametrize(
        ("wrong", "sentence"),
        [
            (lambda: Shape(0, 3), "boxes must have a height and a width of at least 1, not 0x3"),
            (lambda: Shape(-2, -2), "boxes must have a height and a width of at least 1, not -2x-2"),
            (lambda: Shape(2, 13), "boxes of 2x13 make a 26x26 board, but the largest is 25x25"),
            (lambda: Shape(9, 9), "boxes of 9x9 make an 81x81 board, but the largest is 25x25"),
            (
                lambda: Shape.of_size(7),
                "size must be one of 4, 6, 8, 9, 10, 12, 14, 15, 16, 18, 20, 21, 22, 24, 25, not 7",
            ),
            (lambda: Shape.of_cells(0), "no cells, but a 9x9 board has 81"),
            (lambda: Shape.of_cells(1), "1 cell, but a 4x4 board has 16"),
            (lambda: Shape.of_cells(65), "65 cells, but an 8x8 board has 64"),
            (lambda: Shape.of_cells(80), "80 cells, but a 9x9 board has 81"),
            (lambda: Shape.of_cells(82), "82 cells, but a 9x9 board has 81"),
            (lambda: Shape.of_cells(10**30), f"{10**30} cells, but a 25x25 board has 625"),
            (lambda: Shape.parse("3"), "'3' is not a box size; expected height x width, such as 3x3"),
            (lambda: Shape.parse(""), "'' is not a box size; expected height x width, such as 3x3"),
        ],
    )
    def test_shapes_that_do_not_exist(self, wrong: Callable[[], Shape], sentence: str) -> None:
        with pytest.raises(ShapeError) as error:
            wrong()
        assert str(error.value) == sentence

    def test_a_huge_size_is_rejected_at_once(self) -> None:
        with pytest.raises(ShapeError, match=r"^size must be one of"):
            Shape.of_size(10**15)

    @pytest.mark.parametrize("name", ["3x4", "3X4", " 3 x 4 ", "3×4"])
    def test_spellings_of_a_shape(self, name: str) -> None:
        assert Shape.parse(name) is Shape(3, 4)

    def test_symbols(self) -> None:
        assert Shape(5, 5).symbols == SYMBOLS == "123456789ABCDEFGHIJKLMNOP"
        assert Shape(2, 3).symbols == "123456"
        assert not set(SYMBOLS) & set(BLANKS)
        assert [Shape(4, 4).symbol(digit) for digit in (0, 1, 9, 10, 16)] == [".", "1", "9", "A", "G"]

    @some
    @given(shapes)
    def test_all_digits(self, shape: Shape) -> None:
        assert list(digits_of(shape.all_digits)) == list(range(1, shape.size + 1))


class TestCell:
    @every_shape
    def test_index_coordinates_and_name_give_the_same_cell(self, shape: Shape) -> None:
        for index in range(shape.cells):
            cell = shape.cell_at(index)
            assert shape.cell(index) == shape.cell(cell) == shape.cell(cell.name) == index
            assert Cell.parse(cell.name) == cell
            assert shape.cell_name(index) == str(cell) == f"r{cell.row + 1}c{cell.column + 1}"

    @pytest.mark.parametrize("name", ["r4c5", "R4C5", " r4c5 ", "r4C5"])
    def test_spellings_of_a_cell(self, name: str) -> None:
        assert Cell.parse(name) == (3, 4)

    @pytest.mark.parametrize(
        "name", ["", "r0c1", "r1c0", "r1", "c1r1", "45", "r-1c1", "r1c1c1", "r1.5c1", "A1", "r٠c1"]
    )
    def test_invalid_cell_names(self, name: str) -> None:
        with pytest.raises(ShapeError) as error:
            Cell.parse(name)
        assert str(error.value) == f"{name!r} is not the name of a cell, such as r4c5"

    def test_huge_numbers_are_not_cell_names(self) -> None:
        with pytest.raises(ShapeError) as error:
            Cell.parse(f"r{'1' * 10_000}c1")
        assert len(str(error.value)) < 120

    @pytest.mark.parametrize(
        ("where", "sentence"),
        [
            (81, "the cells of a 9x9 board are 0 to 80, not 81"),
            (-1, "the cells of a 9x9 board are 0 to 80, not -1"),
            ((0, 9), "r1c10 is not a cell of a 9x9 board"),
            ((9, 0), "r10c1 is not a cell of a 9x9 board"),
            ("r10c1", "r10c1 is not a cell of a 9x9 board"),
        ],
    )
    def test_cells_outside_the_board(self, where: int | tuple[int, int] | str, sentence: str) -> None:
        with pytest.raises(IndexError) as error:
            Shape(3, 3).cell(where)
        assert str(error.value) == sentence

    @pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int64, np.uint64])
    def test_numpy_integers_are_accepted(self, kind: Callable[[int], Any]) -> None:
        shape = Shape(5, 5)
        assert type(shape.cell(kind(100))) is int
        assert shape.cell((kind(24), kind(24))) == 624
        assert type(shape.cell((kind(24), kind(24)))) is int


@some
@given(st.sets(st.integers(0, 700)))
def test_bits_are_the_members_of_a_mask(members: set[int]) -> None:
    assert list(bits(sum(1 << member for member in members))) == sorted(members)


Sets = tuple[CellSet, CellSet, frozenset[Cell], frozenset[Cell]]


@st.composite
def two_sets(draw: st.DrawFn) -> Sets:
    """Two sets of cells of one board, and the same as Python sets."""
    shape = draw(small_shapes)
    cells = st.frozensets(st.integers(0, shape.cells - 1).map(shape.cell_at))
    one, other = draw(cells), draw(cells)
    if draw(st.booleans()):
        other |= one
    return CellSet(one, shape), CellSet(other, shape), one, other


OPERATIONS = [operator.and_, operator.or_, operator.xor, operator.sub]
COMPARISONS = [operator.eq, operator.ne, operator.le, operator.lt, operator.ge, operator.gt]


class TestCellSet:
    @some
    @given(two_sets())
    def test_it_equals_a_python_set(self, sets: Sets) -> None:
        one, other, plain_one, plain_other = sets
        assert set(one) == plain_one
        assert len(one) == len(plain_one)
        assert bool(one) == bool(plain_one)
        assert list(one) == sorted(plain_one)
        for cell in map(one.shape.cell_at, range(one.shape.cells)):
            assert (cell in one) == (cell in plain_one)
        for operation in OPERATIONS:
            expected = operation(plain_one, plain_other)
            for result in (
                operation(one, other),
                operation(one, plain_other),
                operation(plain_one, other),
                operation(set(plain_one), other),
            ):
                assert isinstance(result, CellSet)
                assert result.shape is one.shape
                assert result == expected
        for compare in COMPARISONS:
            expected = compare(plain_one, plain_other)
            assert compare(one, other) == compare(one, plain_other) == compare(plain_one, other) == expected
        disjoint = plain_one.isdisjoint(plain_other)
        assert one.isdisjoint(other) == one.isdisjoint(plain_other) == plain_one.isdisjoint(other) == disjoint

    @some
    @given(two_sets())
    def test_equal_sets_have_equal_hashes(self, sets: Sets) -> None:
        one, other, plain_one, _ = sets
        assert hash(one) == hash(plain_one) == hash(CellSet(one.mask, one.shape))
        assert (hash(one) == hash(other)) >= (one == other)

    @some
    @given(two_sets())
    def test_operations_in_place_make_a_new_set(self, sets: Sets) -> None:
        one, other, plain_one, plain_other = sets
        grown = one
        grown |= other
        assert grown == plain_one | plain_other
        assert one == plain_one

    @some
    @given(two_sets())
    def test_repr_pickle_and_copy(self, sets: Sets) -> None:
        one = sets[0]
        twins = [pickle.loads(pickle.dumps(one)), copy.copy(one), copy.deepcopy(one), eval(repr(one))]
        for twin in twins:
            assert twin == one
            assert twin.shape is one.shape

    @some
    @given(two_sets())
    def test_it_prints_as_a_board(self, sets: Sets) -> None:
        cells = sets[0]
        marks = [line.split() for line in str(cells).splitlines()]
        assert len(marks) == cells.shape.size
        assert {(r, c) for r, row in enumerate(marks) for c, mark in enumerate(row) if mark == "#"} == cells

    def test_cells_in_any_form(self) -> None:
        cells = CellSet(["r1c1", (0, 1), 2, Cell(0, 3)], Shape(2, 2))
        assert cells == CellSet(0b1111, Shape(2, 2)) == {(0, 0), (0, 1), (0, 2), (0, 3)}
        forms: list[object] = ["r1c1", (0, 1), 2]
        assert all(form in cells for form in forms)
        others: list[object] = ["r2c1", (1, 1), 4]
        assert not any(other in cells for other in others)
        assert [cell.name for cell in cells - ["r1c1", 1]] == ["r1c3", "r1c4"]

    def test_cells_as_numpy_integers(self) -> None:
        rows, columns = np.nonzero(np.eye(9, dtype=np.uint8))
        diagonal = CellSet(zip(rows, columns, strict=True))
        assert diagonal == {(i, i) for i in range(9)}
        assert diagonal == CellSet(np.arange(0, 81, 10))
        last: list[object] = [np.int64(80), (np.uint8(8), np.uint8(8))]
        assert all(cell in diagonal for cell in last)

    @pytest.mark.parametrize(
        "stranger", ["", "x", "r10c1", -1, 81, (9, 9), (1, 2, 3), ("a", "b"), (None,), None, 1.5, [], {}, object()]
    )
    def test_other_objects_are_not_in_it(self, stranger: object) -> None:
        assert stranger not in CellSet((1 << 81) - 1)

    @pytest.mark.parametrize("operation", [*OPERATIONS, *COMPARISONS[2:], CellSet.isdisjoint])
    def test_cells_of_two_shapes_cannot_be_combined(self, operation: Callable[[CellSet, CellSet], object]) -> None:
        with pytest.raises(ShapeError) as error:
            operation(CellSet(1, Shape(2, 4)), CellSet(3))
        words = {"cannot combine cells of a 9x9 board and of an 8x8 board"}
        assert str(error.value) in words | {"cannot combine cells of an 8x8 board and of a 9x9 board"}

    def test_the_same_cells_of_two_shapes_are_not_equal(self) -> None:
        assert CellSet(1, Shape(2, 3)) != CellSet(1, Shape(3, 2))
        assert CellSet(1, Shape(2, 3)) != CellSet(1)

    @pytest.mark.parametrize("other", ["12", 5, None])
    def test_it_is_not_equal_to_other_objects(self, other: object) -> None:
        assert CellSet([0, 1]) != other

    @pytest.mark.parametrize(
        ("mask", "sentence"),
        [
            (1 << 16, "a bitboard of a 4x4 board must have at most 16 bits: 0x10000"),
            (-1, "a bitboard of a 4x4 board must have at most 16 bits: -0x1"),
        ],
    )
    def test_masks_that_are_too_large(self, mask: int, sentence: str) -> None:
        with pytest.raises(ShapeError) as error:
            CellSet(mask, Shape(2, 2))
        assert str(error.value) == sentence

    def test_cells_that_do_not_fit(self) -> None:
        with pytest.raises(IndexError, match="r5c1 is not a cell of a 4x4 board"):
            CellSet(["r5c1"], Shape(2, 2))
        with pytest.raises(IndexError, match="are 0 to 80, not a number of 16,610 bits"):
            Shape(3, 3).cell(10**5000)
        with pytest.raises(IndexError, match="r10c10 is not a cell of a 9x9 board"):
            CellSet() | {(9, 9)}

    @pytest.mark.parametrize("name", ["mask", "shape", "other"])
    def test_it_is_immutable(self, name: str) -> None:
        with pytest.raises(AttributeError):
            setattr(CellSet(1), name, 2)
