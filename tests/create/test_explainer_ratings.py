"""generate with ratings of Sudoku Explainer: every puzzle has them, and no candidate that has them is left out."""

from __future__ import annotations

import math
from itertools import islice
from typing import Any

import numpy as np
import pytest

import nonet
from nonet import ArgumentError, Grid, Level, MissingKernel, NotFound
from nonet.create.explainer_ratings import has_ratings, may_have_er
from nonet.create.hill_climbing import climb_to_ratings, first_steps
from nonet.logic import ExplainerRating, ExplainerWanted
from tests.backends import needs_kernel

WIKIPEDIA = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def se(puzzle: Grid) -> ExplainerRating:
    rating = nonet.rate(puzzle, scale="se").se
    assert rating is not None
    return rating


def wanted_of(**request: Any) -> ExplainerWanted:
    wanted = ExplainerWanted.of(**request)
    assert wanted is not None
    return wanted


class TestRanges:
    @needs_kernel
    @pytest.mark.parametrize("range_", [(1.5, 2.5), (4.0, 5.0), (7.0, 7.5), (8.0, 8.5)])
    def test_puzzles_have_the_rating(self, range_: tuple[float, float]) -> None:
        puzzles = list(nonet.generate(se=range_, count=5, seed=3))
        assert all(range_[0] <= se(puzzle).er <= range_[1] for puzzle in puzzles)
        assert all(nonet.check(puzzle).is_minimal for puzzle in puzzles)
        assert len(set(puzzles)) == 5

    @pytest.mark.parametrize("request_", [{"se": (2.0, 2.5)}, {"se": (2.6, 4.2)}, {"ep": (1.5, 2.0)}, {"ed": 1.5}])
    def test_no_candidate_with_the_rating_is_left_out(self, request_: dict[str, Any]) -> None:
        candidates = islice(nonet.generate(seed=4, threads=1), 60)
        wanted = wanted_of(**request_)
        cells = np.frombuffer(b"".join(map(bytes, candidates)), np.uint8).reshape(-1, 81)
        rated = [Grid.of_digits(row.tobytes(), nonet.Shape(3, 3)) for row in cells]
        ends = (wanted.er, wanted.ep, wanted.ed)
        with_rating = [
            puzzle
            for puzzle in rated
            if all(least <= round(10 * value) <= most for value, (least, most) in zip(se(puzzle), ends, strict=True))
        ]
        assert with_rating
        assert list(islice(nonet.generate(**request_, seed=4), len(with_rating))) == with_rating

    def test_cheap_filters_leave_out_nothing(self) -> None:
        for puzzle in nonet.generate(count=40, seed=5):
            er = se(puzzle).er
            row = np.frombuffer(bytes(puzzle), np.uint8)[None]
            assert may_have_er(wanted_of(se=er), row).all(), (er, puzzle)

    def test_threads_and_backends_change_nothing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        request: dict[str, Any] = {"se": (1.5, 2.5), "count": 12, "seed": 6}
        expected = list(nonet.generate(**request, threads=1))
        assert list(nonet.generate(**request, threads=3)) == expected
        monkeypatch.setenv("NONET_BACKEND", "numpy")
        assert list(nonet.generate(**request, threads=1)) == expected

    def test_with_a_level(self, monkeypatch: pytest.MonkeyPatch) -> None:
        request: dict[str, Any] = {"se": (2.6, 3.4), "level": "medium", "count": 2, "seed": 1, "threads": 1}
        expected = list(nonet.generate(**request))
        assert all(nonet.rate(puzzle, scale="hodoku").level is Level.MEDIUM for puzzle in expected)
        assert all(2.6 <= se(puzzle).er <= 3.4 for puzzle in expected)
        monkeypatch.setenv("NONET_BACKEND", "numpy")
        assert list(nonet.generate(**request)) == expected

    def test_with_symmetry_clues_and_a_pattern(self) -> None:
        puzzle = next(nonet.generate(se=(2.0, 6.6), symmetry="half-turn", clues=(24, 28), seed=1))
        assert 2.0 <= se(puzzle).er <= 6.6
        assert 24 <= len(puzzle.givens) <= 28
        again = next(nonet.generate(se=(1.0, 2.3), pattern=puzzle.givens, seed=1))
        assert again.givens == puzzle.givens
        assert se(again).er <= 2.3


class TestDiamondsAndPearls:
    @needs_kernel
    @pytest.mark.slow
    def test_the_first_step_of_a_diamond_is_its_hardest(self) -> None:
        puzzle = next(nonet.generate(se=(3.0, math.inf), diamond=True, seed=1))
        assert se(puzzle).ed == se(puzzle).er >= 3.0
        assert nonet.check(puzzle).is_minimal

    @needs_kernel
    @pytest.mark.slow
    def test_a_pearl_starts_with_its_hardest_steps(self) -> None:
        request: dict[str, Any] = {"se": (7.0, math.inf), "pearl": True, "seed": 2, "count": 2}
        puzzles = list(nonet.generate(**request, threads=1))
        assert all(se(puzzle).ep == se(puzzle).er >= 7.0 for puzzle in puzzles)
        assert list(nonet.generate(**request, threads=2)) == puzzles

    @needs_kernel
    def test_easy_pearls_are_taken_as_they_come(self) -> None:
        puzzle = next(nonet.generate(pearl=True, seed=1))
        assert se(puzzle).ep == se(puzzle).er

    @needs_kernel
    def test_climbing_keeps_clues_and_ends_with_the_ratings(self) -> None:
        rows = np.frombuffer(b"".join(map(bytes, nonet.generate(count=400, seed=2))), np.uint8).reshape(-1, 81)
        rows = rows[np.argsort(-first_steps(rows), kind="stable")[:3]]
        wanted = wanted_of(ep=(2.6, math.inf))
        found = climb_to_ratings(wanted, rows, minimal=True, seconds_left=lambda: None)
        assert has_ratings(wanted, found).all()
        clues = set(np.count_nonzero(rows, axis=1).tolist())
        assert set(np.count_nonzero(found, axis=1).tolist()) <= clues


class TestBadRequests:
    def test_other_boards_and_ranges(self) -> None:
        with pytest.raises(ArgumentError, match="Sudoku Explainer rates 9x9 boards, but shape is a 4x4 board"):
            nonet.generate(se=(1, 2), shape=(2, 2))
        with pytest.raises(ArgumentError, match="se must be a rating"):
            nonet.generate(se=(2, 1))

    def test_the_end_of_time_is_described(self) -> None:
        with pytest.raises(NotFound, match=r"had ER 2.1 to 2.2"):
            list(nonet.generate(se=(2.1, 2.2), count=1, timeout=0.3, seed=1))

    def test_without_the_kernel_high_ratings_are_refused_at_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("NONET_BACKEND", "numpy")
        with pytest.raises(MissingKernel, match="the highest one must be below 9.0"):
            nonet.generate(se=(8.0, 9.0))


@needs_kernel
class TestHarder:
    def test_climbing_by_se_raises_er(self) -> None:
        hard = nonet.harder(WIKIPEDIA, by="se", rounds=2, seed=1)
        assert se(hard).er > se(Grid(WIKIPEDIA)).er
        assert nonet.check(hard).is_valid
        assert hard == nonet.harder(WIKIPEDIA, by="se", rounds=2, seed=1)

    def test_extreme_puzzles_have_a_high_er(self) -> None:
        puzzle = next(nonet.generate(level="extreme", seed=4, threads=1))
        assert se(puzzle).er >= 8.5
