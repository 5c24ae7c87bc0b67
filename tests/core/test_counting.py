"""Counting all solutions of boards that have very many."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import factorial

import pytest

import nonet
from nonet.grid import Grid
from nonet.kernel import installed_kernel
from nonet.transforms import Transform

ALL_GRIDS = 6_670_903_752_021_072_936_960
"""The number of solved 9x9 grids, found by Felgenhauer and Jarvis."""
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def with_clues(number: int, seed: int) -> Grid:
    """Return a solved board with all but some random clues removed."""
    kept = set(random.Random(seed).sample(range(81), number))
    return Grid("".join(digit if cell in kept else "." for cell, digit in enumerate(SOLUTION)))


pytestmark = pytest.mark.skipif(installed_kernel() is None, reason="the compiled kernel is not installed")


@pytest.mark.parametrize("seed", range(3))
def test_tables_and_search_count_the_same(seed: int) -> None:
    board = with_clues(20, seed)
    number = nonet.count(board, limit=None)
    assert number > 2**17  # more than the search counts in any case
    assert nonet.count_many([board], limit=number + 1).counts[0] == number


def test_the_candidates_of_a_cell_divide_the_solutions() -> None:
    board = with_clues(16, 1)
    number = nonet.count(board, limit=None)
    blank = next(cell for cell, digit in enumerate(board) if not digit)
    parts = [nonet.count(board.replace({blank: digit}), limit=None) for digit in range(1, 10)]
    assert number > 10**8
    assert sum(parts) == number


@pytest.mark.parametrize("seed", range(2))
def test_symmetries_keep_the_count(seed: int) -> None:
    board = with_clues(16, seed)
    image = Transform.random(seed=seed).apply(board)
    assert nonet.count(image, limit=None) == nonet.count(board, limit=None)


def test_the_completions_of_a_band_are_those_of_felgenhauer_and_jarvis() -> None:
    """They count 108,374,976 completions of this band, with the rows of the other bands in order: one of 72 orders."""
    assert nonet.count("123456789456789123789123456" + "." * 54, limit=None) == 108_374_976 * 72


def test_an_empty_board_has_all_grids() -> None:
    assert nonet.count(Grid.empty(), limit=None) == ALL_GRIDS


@pytest.mark.parametrize("cell", [0, 40, 77])
def test_one_given_divides_the_grids_by_nine(cell: int) -> None:
    assert nonet.count(Grid.empty().replace({cell: 1}), limit=None) == ALL_GRIDS // 9


@pytest.mark.parametrize(
    "cells", [range(9), range(36, 45), range(4, 81, 9), [60, 61, 62, 69, 70, 71, 78, 79, 80]], ids=str
)
def test_every_order_of_the_digits_of_a_house_has_equally_many_grids(cells: Sequence[int]) -> None:
    board = Grid.empty().replace({cell: digit + 1 for digit, cell in enumerate(cells)})
    assert nonet.count(board, limit=None) == ALL_GRIDS // factorial(9)


@pytest.mark.parametrize("seed", range(3))
def test_the_digits_of_a_cell_below_a_filled_band_divide_its_completions(seed: int) -> None:
    """The band alone is counted with the known number of fillings of two empty bands; with another digit, by tables."""
    band = Transform.random(seed=seed).apply(Grid(SOLUTION)).replace(dict.fromkeys(range(27, 81), 0))
    parts = [nonet.count(band.replace({27: digit}), limit=None) for digit in range(1, 10)]
    assert parts.count(0) == 3
    assert sum(parts) == nonet.count(band, limit=None)


@pytest.mark.parametrize("seed", range(4))
def test_the_digits_of_a_cell_in_the_only_band_with_givens_divide_the_solutions(seed: int) -> None:
    chance, transform = random.Random(seed), Transform.random(seed=seed)
    blank, *kept = chance.sample(range(27), chance.randrange(2, 9))
    board = Grid.empty().replace({cell: int(SOLUTION[cell]) for cell in kept})
    parts = [nonet.count(transform.apply(board.replace({blank: digit})), limit=None) for digit in range(1, 10)]
    assert sum(parts) == nonet.count(board, limit=None)


def test_progress_goes_from_0_to_1_and_can_stop_the_count() -> None:
    seen: list[float] = []
    nonet.count(with_clues(15, 4), limit=None, progress=seen.append)
    assert seen == sorted(seen)
    assert all(0 <= part <= 1 for part in seen)

    def stop(done: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        nonet.count(with_clues(10, 4), limit=None, progress=stop)
