"""Canonical forms of boards that are not 9x9, compared with all images and with known counts."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import permutations, product

import pytest
from hypothesis import given, settings, strategies as st

import nonet
from nonet import Contradiction, Grid, OutOfTime, Shape, Transform
from nonet.transforms import canonical, canonical_transform
from tests.boards import pattern, puzzles

SMALL = [Shape(2, 2), Shape(2, 3), Shape(3, 2), Shape(1, 4), Shape(5, 1)]


@pytest.mark.slow
@given(puzzles(SMALL), st.integers(0, 2**32))
@settings(max_examples=30)
def test_all_images_have_the_same_form(grid: Grid, seed: int) -> None:
    image = nonet.transform(grid, seed=seed)
    form, move = canonical(grid), canonical_transform(grid)
    assert nonet.canonical(image) == form == nonet.canonical(form) == move(grid)
    assert nonet.automorphisms(image) == nonet.automorphisms(grid)


@cache
def all_transforms(shape: Shape) -> list[Transform]:
    """Return all transforms of a small board that keep the digits."""

    def orders(group: int) -> list[list[int]]:
        bands = list(permutations(range(shape.size // group)))
        inner = list(product(permutations(range(group)), repeat=shape.size // group))
        return [
            [band * group + line for band, lines in zip(order, within, strict=True) for line in lines]
            for order, within in product(bands, inner)
        ]

    sides = [False, True] if shape.box_height == shape.box_width else [False]
    return [
        Transform(shape, transposed=side, rows=rows, columns=columns)
        for side in sides
        for rows in orders(shape.box_height)
        for columns in orders(shape.box_width)
    ]


def named_by_appearance(grid: Grid) -> Grid:
    """Return the grid with digits named in the order in which they appear, which gives the smallest line."""
    names = {0: 0}
    for digit in grid:
        names.setdefault(digit, len(names))
    return Grid([names[digit] for digit in grid], grid.shape)


@given(puzzles([Shape(2, 2)]))
@settings(max_examples=30)
def test_the_form_is_the_smallest_of_all_images(grid: Grid) -> None:
    images = [named_by_appearance(move(grid)) for move in all_transforms(grid.shape)]
    form = min(images, key=bytes)
    assert nonet.canonical(grid) == form
    unused = 4 - len(set(grid) - {0})
    number = images.count(form) * (1, 1, 2, 6, 24)[unused]
    assert nonet.automorphisms(grid) == number


@given(puzzles([Shape(2, 3)]))
@settings(max_examples=2)
def test_the_form_is_the_smallest_of_all_images_of_a_larger_board(grid: Grid) -> None:
    assert nonet.canonical(grid) == min((named_by_appearance(m(grid)) for m in all_transforms(grid.shape)), key=bytes)


@pytest.mark.slow
def test_orbits_and_stabilizers_count_all_4x4_grids() -> None:
    grids = list(nonet.solutions(Grid.empty((2, 2))))
    forms = Counter(map(nonet.canonical, grids))
    assert len(grids) == 288
    assert len(forms) == 2
    assert all(number * nonet.automorphisms(form) == 128 * 24 for form, number in forms.items())


@pytest.mark.slow
def test_5x5_latin_squares_have_two_forms() -> None:
    shape = Shape(1, 5)
    first_row = Grid("12345" + 20 * ".", shape)
    grids = [grid for grid in nonet.solutions(first_row) if [row[0] for row in grid.rows] == [1, 2, 3, 4, 5]]
    forms = Counter(map(nonet.canonical, grids))
    assert len(grids) == 56
    assert len(forms) == 2
    images = sum(2 * 120 * 120 * 120 // nonet.automorphisms(form) for form in forms)
    assert images == 161280


@pytest.mark.slow
def test_images_of_larger_boards_have_the_same_form() -> None:
    for shape in (Shape(2, 4), Shape(3, 4)):
        grid = pattern(shape).replace(dict.fromkeys(range(0, shape.cells, 2), 0))
        assert nonet.canonical(nonet.transform(grid, seed=1)) == nonet.canonical(grid)


def test_a_form_that_takes_too_long_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nonet.transforms._minlex._MOST_CELLS", 100_000)
    with pytest.raises(OutOfTime, match="the canonical form of this 16x16 board takes too long"):
        nonet.canonical(Grid.empty((4, 4)))
    with pytest.raises(OutOfTime, match="takes too long"):
        nonet.canonical(pattern(Shape(4, 4)))


def test_a_board_with_conflicts_has_no_form() -> None:
    with pytest.raises(Contradiction, match="r1c1 and r1c2 are both 1"):
        nonet.canonical("11.. .... .... ....")
