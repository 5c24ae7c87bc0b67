"""The sets to measure with: what each is said to be, and the same bytes everywhere."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest

from nonet import Grid, NonetError
from nonet.bulk import SETS, bench_set, bench_sets
from nonet.engine import Status, count_many, solve_many

SMALL = {
    "easy": "c1a939f6",
    "minimal": "68d0675e",
    "hard": "b8671df7",
    "several": "88427d10",
    "none": "411399e7",
}
"""The beginnings of the SHA-256 of small sets, which no change of the engine may change."""


@pytest.mark.parametrize("name", SETS)
def test_the_same_bytes_on_every_machine(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_sets, "_ROUNDS", 8)
    text = bench_set(name, 8, seed=3)
    assert hashlib.sha256(text).hexdigest()[:8] == SMALL[name]
    made = text.decode().splitlines()
    assert len(made) == len(set(made)) == 8
    assert all(len(puzzle) == 81 for puzzle in made)


@pytest.fixture
def quickest(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bytes are known to be the same from every backend, so the quickest will do to look at them."""
    monkeypatch.setenv("NONET_BACKEND", "auto")


@pytest.mark.usefixtures("quickest")
def test_easy_puzzles_need_no_guess() -> None:
    batch = solve_many(bench_set("easy", 50))
    assert batch.is_unique.all()
    assert batch.guesses <= 1


@pytest.mark.usefixtures("quickest")
def test_minimal_puzzles_need_every_clue() -> None:
    for puzzle in bench_set("minimal", 5).decode().splitlines():
        grid = Grid(puzzle)
        assert count_many([grid]).is_unique.all()
        assert not count_many([grid.replace({cell: 0}) for cell in grid.givens]).is_unique.any()


@pytest.mark.usefixtures("quickest")
def test_hard_puzzles_need_far_more_guesses_than_minimal_ones() -> None:
    hard, minimal = (solve_many(bench_set(name, 40)) for name in ("hard", "minimal"))
    assert hard.is_unique.all()
    assert hard.guesses > 4 * minimal.guesses


@pytest.mark.usefixtures("quickest")
def test_the_two_solutions_and_the_one_that_is_missing() -> None:
    assert (count_many(bench_set("several", 20), limit=3).counts == 2).all()
    assert np.all(count_many(bench_set("none", 20)).status == Status.NO_SOLUTION)


@pytest.mark.parametrize(("name", "number"), [("impossible", 1), ("easy", 0)])
def test_a_set_that_does_not_exist(name: str, number: int) -> None:
    with pytest.raises(NonetError, match="set"):
        bench_set(name, number)
