"""HoDoKu's notation."""

from __future__ import annotations

import re

import pytest

from nonet import Position, Shape, read_many
from nonet.cellset import CellSet
from nonet.logic import Candidate, Step, explain, hodoku_text, reglib_line
from nonet.logic.words.hodoku import cells_text
from tests.logic.positions import made_puzzles


@pytest.mark.parametrize(
    ("cells", "text"),
    [
        (["r2c2", "r7c2"], "r27c2"),
        (["r2c1", "r2c6"], "r2c16"),
        (["r2c3", "r5c3", "r5c7"], "r25c3,r5c7"),
        (["r1c7", "r1c8", "r2c8", "r3c7", "r6c9", "r8c9"], "r1c78,r2c8,r3c7,r68c9"),
        (["r1c4", "r3c4", "r2c6"], "r13c4,r2c6"),
    ],
)
def test_cells_of_a_row_or_column_share_one_name(cells: list[str], text: str) -> None:
    assert cells_text(CellSet(cells).mask, Shape(3, 3)) == text


def test_a_naked_pair() -> None:
    pair = Step(
        "naked-pair",
        eliminations=(Candidate(64, 3), Candidate(64, 6)),
        digits=(3, 6),
        cells={"pattern": CellSet(["r2c2", "r7c2"]).mask},
    )
    assert hodoku_text(pair) == "Naked Pair: 3,6 in r27c2 => r8c2<>3, r8c2<>6"


def test_every_step_has_a_notation_and_a_line_that_can_be_read_back() -> None:
    for puzzle in made_puzzles(number=5):
        explanation = explain(puzzle)
        for position, step in zip(explanation.positions(), explanation.steps, strict=False):
            assert re.search(r"(=>|:) [^>]*r\d+c\d+(=|<>)\d", hodoku_text(step))
            (entry,) = read_many(reglib_line(position, step))
            assert (entry.position or Position(entry.grid)) == position
