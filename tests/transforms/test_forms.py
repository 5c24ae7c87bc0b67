"""The canonical form: one for all images of a board, another for every other board."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonet
from nonet import Contradiction, Grid, NonetError, Shape, Transform
from nonet.transforms import canonicalize
from nonet.transforms.least import least as least_of
from tests.boards import INKALA, SEVENTEEN, WIKIPEDIA, WIKIPEDIA_SOLUTION, moved, pattern, puzzles
from tests.engine.conftest import backend_in_use

__all__ = ["backend_in_use"]

MOST_SYMMETRIC = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
THREE = "123456789456789123789123456214365897365897214897214365531642978642978531978531642"
SMALL = [Shape(2, 2), Shape(2, 3), Shape(3, 2), Shape(1, 4), Shape(5, 1)]
seeds = st.integers(0, 2**32)


@cache
def all_transforms(shape: Shape) -> list[Transform]:
    """Every order of a small board, without new names for digits."""

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
    """The digits named in the order in which they appear: no other names give a lesser line."""
    names = {0: 0}
    for digit in grid:
        names.setdefault(digit, len(names))
    return Grid([names[digit] for digit in grid], grid.shape)


@given(puzzles([Shape(2, 2)]))
@settings(max_examples=30)
def test_it_is_the_least_of_all_images(grid: Grid) -> None:
    images = [named_by_appearance(move(grid)) for move in all_transforms(grid.shape)]
    form = min(images, key=bytes)
    assert nonet.canonical(grid) == form
    unused = 4 - len(set(grid) - {0})
    ways = images.count(form) * (1, 1, 2, 6, 24)[unused]
    assert nonet.automorphisms(grid) == ways


@given(puzzles([Shape(2, 3)]))
@settings(max_examples=2, deadline=None)
def test_it_is_the_least_of_all_images_of_a_larger_board(grid: Grid) -> None:
    assert nonet.canonical(grid) == min((named_by_appearance(m(grid)) for m in all_transforms(grid.shape)), key=bytes)


@given(st.one_of(puzzles(SMALL), puzzles([Shape(3, 3)], most_blanks=0.9)), seeds)
@settings(max_examples=15, deadline=None)
def test_all_images_have_one_form(grid: Grid, seed: int) -> None:
    image = nonet.transform(grid, seed=seed)
    form, way = canonicalize(grid)
    assert nonet.canonical(image) == form == nonet.canonical(form) == way(grid)
    assert nonet.isomorphic(image, grid)
    assert nonet.automorphisms(image) == nonet.automorphisms(grid)
    assert Counter(Counter(grid).values()) == Counter(Counter(form).values())


@given(puzzles([Shape(3, 3)], most_blanks=0.95))
@settings(max_examples=8, deadline=None)
def test_kernel_and_python_agree_on_form_number_and_way(grid: Grid) -> None:
    found = least_of(grid)
    assert (found.form, found.transform) == canonicalize(grid)
    assert found.automorphisms == nonet.automorphisms(grid)


@pytest.mark.parametrize(
    ("grid", "number"),
    [
        (MOST_SYMMETRIC, 648),
        (THREE, 3),
        (WIKIPEDIA_SOLUTION, 1),
        (INKALA, 1),
        (str(nonet.solve(INKALA)), 1),
        (SEVENTEEN, 1),
        (81 * ".", 3_359_232 * 362_880),
    ],
)
def test_known_numbers_of_automorphisms(grid: str, number: int) -> None:
    assert nonet.automorphisms(grid) == number


def test_orbits_and_stabilizers_count_all_4x4_grids() -> None:
    grids = list(nonet.solutions(Grid.empty((2, 2))))
    forms = Counter(map(nonet.canonical, grids))
    assert len(grids) == 288
    assert len(forms) == 2
    assert all(number * nonet.automorphisms(form) == 128 * 24 for form, number in forms.items())


def test_5x5_latin_squares_are_of_two_kinds() -> None:
    shape = Shape(1, 5)
    first_row = Grid("12345" + 20 * ".", shape)
    grids = [grid for grid in nonet.solutions(first_row) if [row[0] for row in grid.rows] == [1, 2, 3, 4, 5]]
    forms = Counter(map(nonet.canonical, grids))
    assert len(grids) == 56
    assert len(forms) == 2
    images = sum(2 * 120 * 120 * 120 // nonet.automorphisms(form) for form in forms)
    assert images == 161280


def test_puzzles_that_differ_by_an_invariant_have_different_forms() -> None:
    grids = [Grid(text) for text in (WIKIPEDIA, INKALA, SEVENTEEN, MOST_SYMMETRIC, THREE, WIKIPEDIA_SOLUTION)]
    assert len(set(map(nonet.canonical, grids))) == len(grids)
    changed = Grid(WIKIPEDIA).replace({"r1c1": 0})
    assert not nonet.isomorphic(WIKIPEDIA, changed)
    assert not nonet.isomorphic(WIKIPEDIA, "1234 3412 2143 4321")


def test_forms_begin_as_people_know_them() -> None:
    assert str(nonet.canonical(WIKIPEDIA_SOLUTION)).startswith("12345678945")
    assert str(nonet.canonical(MOST_SYMMETRIC)) == MOST_SYMMETRIC
    assert str(nonet.canonical(SEVENTEEN)).startswith(17 * ".")


def test_larger_boards() -> None:
    for shape in (Shape(2, 4), Shape(3, 4)):
        grid = pattern(shape).replace(dict.fromkeys(range(0, shape.cells, 2), 0))
        assert nonet.canonical(nonet.transform(grid, seed=1)) == nonet.canonical(grid)


def test_what_takes_too_long_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nonet.transforms.least._MOST_CELLS", 100_000)
    with pytest.raises(NonetError, match="the canonical form of this 16x16 board takes too long"):
        nonet.canonical(Grid.empty((4, 4)))
    with pytest.raises(NonetError, match="takes too long"):
        nonet.canonical(pattern(Shape(4, 4)))


def test_a_board_that_breaks_a_rule_has_no_form() -> None:
    with pytest.raises(Contradiction, match="r1c1 and r1c2 both hold 1"):
        nonet.canonical("11.. .... .... ....")


class TestMany:
    def test_every_kind_of_batch_and_any_number_of_threads(self) -> None:
        texts = [WIKIPEDIA, INKALA, SEVENTEEN]
        expected = [nonet.canonical(text) for text in texts]
        rows = np.array([list(Grid(text)) for text in texts], np.uint8)
        for batch in (texts, [Grid(text) for text in texts], "\n".join(texts).encode(), rows, rows.reshape(3, 9, 9)):
            forms = nonet.canonical_many(batch, threads=2)
            assert [forms.grid(i) for i in range(3)] == expected
            assert forms.automorphisms.tolist() == [1, 1, 1]
        many = nonet.canonical_many(np.tile(rows, (20, 1)), threads=2)
        assert (many.digits == np.tile(forms.digits, (20, 1))).all()

    def test_the_way_leads_there(self) -> None:
        forms = nonet.canonical_many([WIKIPEDIA, INKALA])
        assert [forms.transform(i)(text) for i, text in enumerate((WIKIPEDIA, INKALA))] == [
            forms.grid(0),
            forms.grid(1),
        ]

    def test_a_bad_board_is_told_and_disturbs_no_other(self) -> None:
        forms = nonet.canonical_many(["5" + WIKIPEDIA[1:8] + "5" + WIKIPEDIA[9:], WIKIPEDIA, "123", "x" + 80 * "."])
        assert forms.is_bad.tolist() == [True, False, True, True]
        assert forms.automorphisms.tolist() == [0, 1, 0, 0]
        assert not forms.digits[forms.is_bad].any()
        assert forms.grid(1) == nonet.canonical(WIKIPEDIA)
        assert [forms.reason(i)[:20] for i in range(4)] == [
            "r1c1 and r1c9 both h",
            "",
            "3 cells, but a 9x9 b",
            "r1c1 holds 'x', but ",
        ]
        for ask in (forms.grid, forms.transform):
            with pytest.raises(NonetError, match="3 cells"):
                ask(2)

    def test_no_boards_are_no_work(self) -> None:
        assert len(nonet.canonical_many([])) == 0
        with pytest.raises(NonetError, match="at least 1 thread"):
            nonet.canonical_many([], threads=0)


def test_moved_boards_are_isomorphic() -> None:
    assert nonet.isomorphic(
        moved(Grid(INKALA), [2, 0, 1, 6, 7, 8, 5, 4, 3], list(range(9)), [0, 9, 8, 7, 6, 5, 4, 3, 2, 1]), INKALA
    )
