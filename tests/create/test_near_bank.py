"""Puzzles near the positions of the bank: generate finds rare techniques, and the puzzles are new."""

from __future__ import annotations

import numpy as np
import pytest

import nonet
from nonet.create.bank import read_bank
from nonet.create.difficulty import Difficulty
from nonet.create.factory import PuzzleFactory
from nonet.create.near_bank import near_starts
from nonet.create.random_source import RandomSource
from nonet.create.request import Request

RARE = ["swordfish", "remote-pair", "bug-1", "xyz-wing", "unique-rectangle-1", "sue-de-coq", "continuous-nice-loop"]


def request(name: str, **options: object) -> Request:
    return Request.of(difficulty=Difficulty.of(technique=name), **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", RARE)
def test_rare_techniques_are_found(name: str) -> None:
    puzzles = list(nonet.generate(technique=name, count=2, seed=1, threads=1, timeout=60))
    for puzzle in puzzles:
        assert nonet.check(puzzle).is_minimal
        assert nonet.rate(puzzle).hardest == name
    assert puzzles == list(nonet.generate(technique=name, count=2, seed=1, threads=2))


def test_no_puzzle_is_one_of_the_bank() -> None:
    known = {nonet.canonical(each.position.givens) for each in read_bank().positions("w-wing")}
    found = {nonet.canonical(puzzle) for puzzle in nonet.generate(technique="w-wing", count=40, seed=2)}
    assert len(found) > 35
    assert not found & known


def test_a_puzzle_depends_only_on_its_own_number() -> None:
    factory = PuzzleFactory(request("w-wing"), seed=5)
    many = factory.puzzles(range(40))
    parts = [factory.puzzles(range(start, start + 10)) for start in range(0, 40, 10)]
    assert (np.concatenate(parts) == many).all()


def test_clues_and_extra_clues_are_as_requested() -> None:
    for puzzle in nonet.generate(technique="w-wing", clues=(28, 30), count=3, seed=1, threads=1):
        assert 28 <= len(puzzle.givens) <= 30
        assert nonet.rate(puzzle).hardest == "w-wing"
    rows = PuzzleFactory(request("w-wing", extra=2), seed=1).puzzles(range(8))
    assert (nonet.count_many(rows).counts == 1).all()


def test_a_start_has_the_digits_of_a_position_and_keeps_most_givens() -> None:
    positions = [each.position for each in read_bank().positions("swordfish")]
    start = near_starts(positions, RandomSource.of(1, range(30)))
    digits = {np.count_nonzero(list(position.grid)) for position in positions}
    assert set(np.count_nonzero(start.boards, axis=1)) <= digits
    assert all(sorted(ranks) == list(range(81)) for ranks in start.ranks.tolist())
    for board, ranks, known in zip(start.boards, start.ranks, start.known, strict=True):
        assert (board[known > 0] == known[known > 0]).all()
        placed = ranks[(board > 0) & (known == 0)]
        first = (ranks[known > 0] < placed.min(initial=81)).sum()
        assert 1 <= first <= 6
        assert (ranks[known > 0] > placed.max(initial=-1)).sum() == (known > 0).sum() - first
