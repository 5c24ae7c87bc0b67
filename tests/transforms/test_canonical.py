"""The canonical form: equal for all images of a board, different for other boards."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings, strategies as st

import nonet
from nonet import Grid, Shape
from nonet.transforms import canonical, canonical_transform, minlex
from tests.boards import INKALA, SEVENTEEN, WIKIPEDIA, WIKIPEDIA_SOLUTION, moved, puzzles
from tests.engine.conftest import backend_in_use

__all__ = ["backend_in_use"]

MOST_SYMMETRIC = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
THREE = "123456789456789123789123456214365897365897214897214365531642978642978531978531642"
seeds = st.integers(0, 2**32)


@pytest.mark.slow
@given(puzzles([Shape(3, 3)], most_blanks=0.9), seeds)
@settings(max_examples=4)
def test_all_images_have_the_same_form(grid: Grid, seed: int) -> None:
    image = nonet.transform(grid, seed=seed)
    form, move = canonical(grid), canonical_transform(grid)
    assert nonet.canonical(image) == form == nonet.canonical(form) == move(grid)
    assert nonet.isomorphic(image, grid)
    assert nonet.automorphisms(image) == nonet.automorphisms(grid)
    assert Counter(Counter(grid).values()) == Counter(Counter(form).values())


@pytest.mark.slow
@given(puzzles([Shape(3, 3)], most_blanks=0.95))
@settings(max_examples=4)
def test_the_kernel_and_python_agree(grid: Grid) -> None:
    found = minlex(grid)
    assert (found.form, found.transform) == (canonical(grid), canonical_transform(grid))
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


def test_different_puzzles_have_different_forms() -> None:
    grids = [Grid(text) for text in (WIKIPEDIA, INKALA, SEVENTEEN, MOST_SYMMETRIC, THREE, WIKIPEDIA_SOLUTION)]
    assert len(set(map(nonet.canonical, grids))) == len(grids)
    changed = Grid(WIKIPEDIA).replace({"r1c1": 0})
    assert not nonet.isomorphic(WIKIPEDIA, changed)
    assert not nonet.isomorphic(WIKIPEDIA, "1234 3412 2143 4321")


def test_the_first_cells_of_forms() -> None:
    assert str(nonet.canonical(WIKIPEDIA_SOLUTION)).startswith("12345678945")
    assert str(nonet.canonical(MOST_SYMMETRIC)) == MOST_SYMMETRIC
    assert str(nonet.canonical(SEVENTEEN)).startswith(17 * ".")


def test_transformed_boards_are_isomorphic() -> None:
    assert nonet.isomorphic(
        moved(Grid(INKALA), [2, 0, 1, 6, 7, 8, 5, 4, 3], list(range(9)), [0, 9, 8, 7, 6, 5, 4, 3, 2, 1]), INKALA
    )
