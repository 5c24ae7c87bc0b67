"""Requests that no puzzle can meet raise ArgumentError before any puzzle is made."""

from __future__ import annotations

import re
from itertools import combinations

import numpy as np
import pytest

import nonet
from nonet import ArgumentError, CellSet, Grid, Shape, ShapeError
from nonet.create import SYMMETRIES, orbits
from nonet.create.request import Request


def test_no_4x4_puzzle_has_three_clues() -> None:
    grids = np.array([list(grid) for grid in nonet.solutions(Grid.empty((2, 2)))], np.uint8)
    for cells in combinations(range(16), 3):
        kinds, numbers = np.unique(grids[:, cells], axis=0, return_counts=True)
        assert len(kinds) > 1
        assert numbers.min() > 1


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        ({"clues": 16}, "no 9x9 puzzle has fewer than 17 clues, as exhaustive search has shown"),
        ({"clues": (3, 10), "shape": (3, 4)}, "no 12x12 puzzle has fewer than 11 clues, since two digits"),
        (
            {"clues": 25, "symmetry": "half-turn", "shape": (4, 4)},
            "no pattern of a 16x16 board with half-turn symmetry",
        ),
        (
            {"clues": 30, "symmetry": "quarter-turn"},
            "no pattern of a 9x9 board with quarter-turn symmetry has 30 clues",
        ),
        ({"clues": (30, 20)}, "clues must be 0 to 81 on a 9x9 board, the least first, not (30, 20)"),
        ({"clues": 82}, "clues must be 0 to 81 on a 9x9 board, the least first, not 82"),
        ({"clues": "many"}, "clues must be a number, (least, most) or a range without gaps, not 'many'"),
        ({"clues": range(20, 30, 3)}, "or a range without gaps, not range(20, 30, 3)"),
        ({"clues": range(0)}, "or a range without gaps, not range(0, 0)"),
        ({"symmetry": "spiral"}, "unknown symmetry 'spiral'; expected one of none, half-turn"),
        ({"pattern": "x" * 80}, "pattern must have 81 cells for a 9x9 board, not 80"),
        ({"pattern": "x" * 16 + "." * 65}, "the pattern has 16 clues, but no 9x9 puzzle has fewer than 17, as"),
        ({"pattern": "." * 18 + "x" * 63}, "rows 1 and 2 of the pattern are empty and can be exchanged"),
        ({"pattern": "xxxxxxx.." * 9}, "columns 8 and 9 of the pattern are empty"),
        ({"pattern": "x" * 81, "symmetry": "full"}, "pattern cannot be combined with symmetry or extra"),
        ({"pattern": "x" * 81, "clues": 30}, "the pattern has 81 clues, but 30 clues are requested"),
        ({"pattern": CellSet(3, Shape(2, 2))}, "pattern is for a 4x4 board, but shape is a 9x9 board"),
        ({"extra": -1}, "extra must be 0 or more, not -1"),
        ({"extra": 1, "minimal": True}, "minimal and extra exclude each other"),
        ({"count": -1}, "count must be 0 or more, not -1"),
        ({"timeout": 0}, "timeout must be a number of seconds above 0, not 0"),
        ({"threads": 0}, "threads must be at least 1, not 0"),
        ({"seed": "x"}, "seed must be an integer, not 'x'"),
    ],
)
def test_an_impossible_request_is_rejected_at_once(request_: dict[str, object], message: str) -> None:
    with pytest.raises(ArgumentError, match=re.escape(message)):
        nonet.generate(**request_)  # type: ignore[arg-type]


def test_a_shape_that_does_not_exist_is_rejected() -> None:
    with pytest.raises(ShapeError, match="not 0x3"):
        nonet.generate(shape=(0, 3))


@pytest.mark.parametrize("shape", [Shape(2, 2), Shape(2, 3), Shape(3, 3)])
@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_orbits_cover_the_board_once(symmetry: str, shape: Shape) -> None:
    sets = orbits(symmetry, shape)
    assert sum(len(orbit) for orbit in sets) == shape.cells
    assert len({cell for orbit in sets for cell in orbit}) == shape.cells


def test_the_cells_of_a_unit_are_an_orbit() -> None:
    units = Request.of(symmetry="diagonal").unit_of.reshape(9, 9)
    assert (units == units.T).all()
    assert units.max() + 1 == 45
