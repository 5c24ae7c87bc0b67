"""Random numbers and solved grids: solved, and evenly distributed."""

from __future__ import annotations

import numpy as np

from nonet import Shape
from nonet.create.random_source import RandomSource
from nonet.create.solved_grids import solved_grids
from nonet.engine import is_solution


def test_random_permutations_are_evenly_distributed() -> None:
    source = RandomSource.of(1, range(4000))
    permutations = source.permutations("any", 3)[:, 0] @ [9, 3, 1]
    assert all(560 < number < 780 for number in np.unique(permutations, return_counts=True)[1])
    assert len(np.unique(source.bits("any", 4))) == 16_000


def test_solved_grids_are_solved() -> None:
    grids, exists = solved_grids(Shape(3, 3), RandomSource.of(3, range(500)))
    assert exists.all()
    assert is_solution(np.zeros_like(grids), grids).all()


def test_all_288_grids_of_4x4_boards_are_equally_likely() -> None:
    grids, _ = solved_grids(Shape(2, 2), RandomSource.of(5, range(288 * 12)))
    numbers = np.unique(grids, axis=0, return_counts=True)[1]
    assert len(numbers) == 288
    assert ((numbers - 12) ** 2 / 12).sum() < 288 + 5 * 24
