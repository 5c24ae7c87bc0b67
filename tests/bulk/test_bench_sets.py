"""The sets to measure with: each has the promised properties, and the same bytes everywhere."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest

from nonet import ArgumentError, Grid
from nonet.bulk import SETS, bench_set, bench_sets
from nonet.engine import Status, count_many, solve_many

SMALL = {
    "easy": "c1a939f6",
    "minimal": "68d0675e",
    "hard": "b8671df7",
    "several": "88427d10",
    "none": "411399e7",
}
"""The start of the SHA-256 of small sets, which must not depend on the engine."""


@pytest.mark.parametrize("name", SETS)
def test_the_same_bytes_on_every_machine(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_sets, "_ROUNDS", 8)
    text = bench_set(name, 8, seed=3)
    assert hashlib.sha256(text).hexdigest()[:8] == SMALL[name]
    made = text.decode().splitlines()
    assert len(made) == len(set(made)) == 8
    assert all(len(puzzle) == 81 for puzzle in made)


@pytest.fixture
def fastest(monkeypatch: pytest.MonkeyPatch) -> None:
    """All backends make the same bytes, as another test shows, so the tests can use the fastest."""
    monkeypatch.setenv("NONET_BACKEND", "auto")


@pytest.mark.usefixtures("fastest")
def test_easy_puzzles_need_no_guess() -> None:
    batch = solve_many(bench_set("easy", 50))
    assert batch.is_unique.all()
    assert batch.guesses <= 1


@pytest.mark.usefixtures("fastest")
def test_minimal_puzzles_need_every_clue() -> None:
    for puzzle in bench_set("minimal", 5).decode().splitlines():
        grid = Grid(puzzle)
        assert count_many([grid]).is_unique.all()
        assert not count_many([grid.replace({cell: 0}) for cell in grid.givens]).is_unique.any()


@pytest.mark.usefixtures("fastest")
def test_hard_puzzles_need_far_more_guesses_than_minimal_ones() -> None:
    hard, minimal = (solve_many(bench_set(name, 40)) for name in ("hard", "minimal"))
    assert hard.is_unique.all()
    assert hard.guesses > 4 * minimal.guesses


@pytest.mark.usefixtures("fastest")
def test_puzzles_with_two_solutions_and_with_none() -> None:
    assert (count_many(bench_set("several", 20), limit=3).counts == 2).all()
    assert np.all(count_many(bench_set("none", 20)).status == Status.NO_SOLUTION)


def test_wrong_arguments() -> None:
    with pytest.raises(ArgumentError, match="unknown set 'impossible'; expected one of easy, minimal"):
        bench_set("impossible", 1)
    with pytest.raises(ArgumentError, match="number must be at least 1, not 0"):
        bench_set("easy", 0)
