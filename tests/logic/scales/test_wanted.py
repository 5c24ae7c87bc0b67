"""Ranges of Sudoku Explainer's ratings: a walk that ends early decides as the full rating does."""

from __future__ import annotations

import math
from array import array
from typing import Any

import pytest
from hypothesis import example, given, strategies as st

from nonet import ArgumentError, Grid, MissingKernel, OutOfTime, kernel
from nonet.logic import ExplainerRating, ExplainerWanted, explainer_matches, explainer_ratings, first_ratings
from nonet.logic.scales.explainer.walk import walk
from tests.backends import needs_kernel

from ..positions import made_puzzles

PEARL = "2.....7...8...4..5..6....9....42.......5.9..8.3.6.1...9......6...7...2...4..5...3"  # 9.6/9.6/9.4
PUZZLES = [Grid(puzzle) for puzzle in made_puzzles(number=25, seed=31)]
CELLS = b"".join(map(bytes, PUZZLES))


def has(rating: ExplainerRating, wanted: ExplainerWanted) -> bool:
    """Return whether a rating is wanted, by the definition."""
    ranges = zip(rating, (wanted.er, wanted.ep, wanted.ed), strict=True)
    in_ranges = all(least <= round(10 * value) <= most for value, (least, most) in ranges)
    return in_ranges and (rating.ed == rating.er or not wanted.diamond) and (rating.ep == rating.er or not wanted.pearl)


tenths = st.tuples(st.sampled_from([0, 12, 15, 20, 26, 66, 71]), st.sampled_from([12, 15, 23, 66, 72, 85, 200]))
ranges = tenths.filter(lambda ends: ends[0] <= ends[1])
any_wanted = st.builds(ExplainerWanted, ranges, ranges, ranges, st.booleans(), st.booleans())


class TestEarlyDecisions:
    @needs_kernel
    @given(any_wanted)
    @example(ExplainerWanted((0, 200), pearl=True))
    @example(ExplainerWanted((15, 15), diamond=True))
    def test_the_kernel_decides_as_the_full_rating(self, wanted: ExplainerWanted) -> None:
        expected = [isinstance(rating, ExplainerRating) and has(rating, wanted) for rating in ratings()]
        assert explainer_matches(CELLS, wanted) == expected
        assert explainer_matches(CELLS, wanted, threads=3) == expected

    @needs_kernel
    @pytest.mark.parametrize(
        ("request_", "is_match"),
        [
            *(({"se": 9.6}, True), ({"ep": 9.6}, True), ({"ed": 9.4}, True), ({"pearl": True}, True)),
            *(
                ({"se": (0, 9.5)}, False),
                ({"ep": (0, 9.5)}, False),
                ({"ed": (9.5, 12)}, False),
                ({"diamond": True}, False),
            ),
        ],
    )
    def test_a_pearl(self, request_: dict[str, Any], is_match: bool) -> None:
        assert explainer_matches(bytes(Grid(PEARL)), wanted_of(**request_)) == [is_match]

    def test_the_reference_decides_as_the_kernel(self, monkeypatch: pytest.MonkeyPatch) -> None:
        some = [wanted_of(se=(1.5, 2.5)), wanted_of(se=(2.6, 7.0)), wanted_of(se=(6.6, math.inf)), wanted_of(ed=1.2)]
        some += [wanted_of(ep=(1.5, 3.0)), wanted_of(se=(1.0, 2.3), diamond=True), wanted_of(se=(0, 4.2), pearl=True)]
        expected = [explainer_matches(CELLS, wanted) for wanted in some]
        assert {True, False} == {found for each in expected for found in each}
        monkeypatch.setenv("NONET_BACKEND", "numpy")
        assert [explainer_matches(CELLS, wanted) for wanted in some] == expected

    def test_the_first_rating_is_that_of_the_first_step(self, monkeypatch: pytest.MonkeyPatch) -> None:
        cells = CELLS + bytes(Grid(PEARL))
        found = first_ratings(cells)
        assert found[:-1] == [math.floor((next(walk(list(grid))).rating + 0.05) * 10) for grid in PUZZLES]
        assert found[-1] == 90
        monkeypatch.setenv("NONET_BACKEND", "numpy")
        assert first_ratings(CELLS) == found[:-1]

    @needs_kernel
    def test_time_is_limited(self) -> None:
        hard = "...4.67....7..........7..1529......8..6.1.5.....2......3.......8....3.9...5.4.6.."
        with pytest.raises(OutOfTime, match="stopped after 0.01 s"):
            explainer_matches(bytes(Grid(hard)), wanted_of(se=(11.0, 12.0)), timeout=0.01)


class TestRequests:
    @pytest.mark.parametrize(
        ("request_", "message"),
        [
            ({"se": (7.5, 7.0)}, r"se must be a rating or \(lowest, highest\), such as \(7.0, 7.5\), not \(7.5, 7.0\)"),
            ({"ep": "hard"}, "ep must be a rating"),
            ({"ed": (1, 2, 3)}, "ed must be a rating"),
            ({"se": math.nan}, "se must be a rating"),
            ({"se": (math.inf, math.inf)}, "se must be a rating"),
            ({"se": (7.01, 7.09)}, "se has no rating between 7.01 and 7.09: ratings have one decimal"),
            ({"ed": (0, 0.9)}, "ed must reach 1.0, the lowest rating of a step, not only 0.9"),
            ({"se": (1, 2), "ep": (3, 4)}, "se and ep exclude each other: EP is never greater than ER"),
            ({"ep": (1, 2), "ed": (3, 4)}, "ep and ed exclude each other: ED is never greater than EP"),
            ({"se": (1, 2), "ed": (3, 4)}, "se and ed exclude each other: ED is never greater than ER"),
        ],
    )
    def test_impossible_ranges(self, request_: dict[str, Any], message: str) -> None:
        with pytest.raises(ArgumentError, match=message):
            ExplainerWanted.of(**request_)

    def test_ranges_in_tenths_and_in_words(self) -> None:
        assert ExplainerWanted.of() is None
        assert [wanted_of(se=se).er for se in (7.3, (7.0, 7.25), (8.5, math.inf))] == [(73, 73), (70, 72), (85, 200)]
        assert wanted_of(se=7.3, ep=(2, 3), pearl=True).description == "ER 7.3 and EP 2.0 to 3.0 and EP equal to ER"

    @pytest.mark.parametrize("request_", [{"se": (8.0, 9.5)}, {"pearl": True}, {"ed": (3.0, 9.0)}])
    def test_without_the_kernel_a_sentence_says_what_is_missing(
        self, request_: dict[str, Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("NONET_BACKEND", "numpy")
        with pytest.raises(
            MissingKernel, match=r"need the compiled kernel: without it, the highest one must be below 9.0"
        ):
            ExplainerWanted.of(**request_)

    @needs_kernel
    def test_the_kernel_rejects_bad_buffers(self) -> None:
        native = kernel.kernel()
        assert native is not None
        for wanted, message in ((array("H", [0, 200] * 3 + [0, 0, 31]), "from 1 to 30"), (b"12", "18 are needed")):
            with pytest.raises(ValueError, match=message):
                native.explainer_rate(bytes(81), 1, 81, 1.0, wanted, bytearray(6), bytearray(1), 1)


def wanted_of(**request: Any) -> ExplainerWanted:
    wanted = ExplainerWanted.of(**request)
    assert wanted is not None
    return wanted


_ratings: list[Any] = []


def ratings() -> list[Any]:
    """Return the ratings of the puzzles, computed once."""
    if not _ratings:
        _ratings.extend(explainer_ratings(PUZZLES))
    return _ratings
