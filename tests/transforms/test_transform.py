"""Transforms are a group, and keep the rules."""

from __future__ import annotations

import copy
import json
import pickle
from collections import Counter

import pytest
from hypothesis import given, strategies as st

import nonet
from nonet import ArgumentError, CellSet, Grid, Position, Shape, ShapeError, Transform
from nonet.transforms import NAMES
from tests.boards import INKALA, WIKIPEDIA, boards, puzzles, transposed, turned

SHAPES = [Shape(2, 2), Shape(2, 3), Shape(3, 3), Shape(1, 5), Shape(4, 4)]
seeds = st.integers(0, 2**32)
shapes = st.sampled_from(SHAPES)


@given(shapes, seeds, seeds, seeds)
def test_transforms_are_a_group(shape: Shape, first: int, second: int, third: int) -> None:
    a, b, c = (Transform.random(shape, seed) for seed in (first, second, third))
    one = Transform.identity(shape)
    assert (a @ b) @ c == a @ (b @ c)
    assert one @ a == a @ one == a
    assert a @ a.inverse() == a.inverse() @ a == one
    assert (a @ b).inverse() == b.inverse() @ a.inverse()


@given(st.data(), seeds, seeds)
def test_a_product_applies_the_right_one_first(data: st.DataObject, first: int, second: int) -> None:
    grid = data.draw(boards(SHAPES))
    a, b = Transform.random(grid.shape, first), Transform.random(grid.shape, second)
    assert (a @ b)(grid) == a(b(grid))
    assert a.inverse()(a(grid)) == grid


@given(boards(SHAPES), seeds)
def test_the_images_of_cells_digits_houses_and_conflicts(grid: Grid, seed: int) -> None:
    move = Transform.random(grid.shape, seed)
    image = move(grid)
    for cell in range(len(grid)):
        assert image[move.cell(cell)] == move.digit(grid[cell])
    assert move(grid.givens) == image.givens
    assert sorted((move.house(conflict.house), move.digit(conflict.digit)) for conflict in grid.conflicts()) == sorted(
        (conflict.house, conflict.digit) for conflict in image.conflicts()
    )


@given(puzzles([Shape(2, 2), Shape(2, 3)]), seeds)
def test_an_image_has_as_many_solutions(grid: Grid, seed: int) -> None:
    image = nonet.transform(grid, seed=seed)
    assert nonet.count(image, limit=20) == nonet.count(grid, limit=20)


def test_the_images_of_solutions_and_candidates() -> None:
    move = Transform.random(seed=11)
    assert nonet.solve(move(Grid(INKALA))) == move(nonet.solve(INKALA))
    position = Position(WIKIPEDIA).eliminate("r1c3", 1).place("r5c5", 5)
    image = move(position)
    assert {move.digit(d) for d in position.candidates("r1c3")} == image.candidates(move.cell("r1c3"))
    assert image.placed == move(CellSet(["r5c5"]))
    assert move.inverse()(image) == position


def test_all_transforms_of_a_small_board_are_equally_likely() -> None:
    found = Counter(Transform.random((1, 2), seed) for seed in range(4000))
    assert len(found) == 2 * 2 * 2 * 2
    assert all(150 < number < 350 for number in found.values())


def test_rotations_and_reflections_by_name() -> None:
    grid = Grid(WIKIPEDIA)
    turn = Transform.named("quarter-turn")
    assert turn(grid) == turned(grid)
    assert nonet.transform(grid, "transpose") == transposed(grid)
    assert str(nonet.transform(grid, "half-turn")) == WIKIPEDIA[::-1]
    assert turn @ turn @ turn == Transform.named("three-quarter-turn")
    reflections = ["left-right", "upside-down", "transpose", "anti-transpose"]
    assert all(Transform.named(name) @ Transform.named(name) == Transform.identity() for name in reflections)
    group = {Transform.named(name) for name in NAMES}
    assert len(group) == 8
    assert {a @ b for a in group for b in group} == group


@given(shapes, seeds)
def test_a_transform_is_a_value(shape: Shape, seed: int) -> None:
    move = Transform.random(shape, seed)
    assert eval(repr(move), {"Transform": Transform, "Shape": Shape}) == move
    assert pickle.loads(pickle.dumps(move)) == move
    assert copy.copy(move) == move
    assert len({move, Transform.random(shape, seed)}) == 1
    data = json.loads(json.dumps(move.to_dict()))
    assert Transform(Shape.parse(data.pop("shape")), **data) == move


def test_without_a_seed_transforms_differ() -> None:
    assert len({Transform.random() for _ in range(5)}) == 5
    assert Transform.identity() != object()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"shape": (2, 3), "transposed": True}, "a 6x6 board cannot be transposed"),
        ({"rows": range(8)}, "rows must be 0 to 8, each once"),
        ({"columns": [0, 1, 3, 2, 4, 5, 6, 7, 8]}, r"the columns \(0, 1, 3\) are not from one stack"),
        ({"digits": range(9)}, "digits must be 1 to 9, each once"),
    ],
)
def test_orders_that_break_a_rule_are_refused(options: dict[str, object], sentence: str) -> None:
    with pytest.raises(ShapeError, match=sentence):
        Transform(**options)  # type: ignore[arg-type]


def test_boards_digits_houses_and_names_are_checked() -> None:
    move = Transform.identity((2, 2))
    with pytest.raises(ShapeError, match="a transform of a 4x4 board does not fit a 9x9 board"):
        move(WIKIPEDIA)
    with pytest.raises(ShapeError, match="a digit of a 4x4 board must be 1 to 4, not 5"):
        move.digit(5)
    with pytest.raises(ArgumentError, match="^'row 5' is not a house of a 4x4 board; expected a name such as row 1"):
        move.house("row 5")
    with pytest.raises(ArgumentError, match="^unknown transform 'spin'; expected one of identity, transpose, "):
        nonet.transform(WIKIPEDIA, "spin")
    with pytest.raises(TypeError):
        move @ 3  # type: ignore[operator]
