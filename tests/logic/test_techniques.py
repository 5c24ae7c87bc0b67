"""The table of techniques, and the tables that refer to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from nonet import ArgumentError, Level, explain, hint, rate, rate_many, steps
from nonet.logic import TECHNIQUES, technique
from nonet.logic.step_transform import _SORTED_DIGITS
from nonet.logic.words import chinese, english, hodoku, sentences

from .positions import made_puzzles

IDS = {row.id for row in TECHNIQUES}
FAMILIES = {row.family for row in TECHNIQUES}


def test_each_technique_is_in_the_table_once() -> None:
    assert len(IDS) == len(TECHNIQUES)
    codes = [row.code for row in TECHNIQUES if row.code]
    assert len(set(codes)) == len(codes)
    for row in TECHNIQUES:
        assert callable(row.finder)
        assert row.title
        assert row.chinese


@pytest.mark.parametrize(
    "names",
    [
        _SORTED_DIGITS,
        hodoku._EVIDENCE,
        hodoku._WITHOUT_EVIDENCE,
        sentences._SAME_SENTENCES,
        sentences._SAME_SENTENCES.values(),
        english.SENTENCES,
        chinese.SENTENCES,
    ],
)
def test_other_tables_refer_to_techniques_and_families_that_exist(names: list[str]) -> None:
    assert {name.partition("/")[0] for name in names} <= IDS | FAMILIES


def test_a_technique_is_found_by_its_id() -> None:
    assert technique(" Naked_Pair ").id == "naked-pair"
    assert str(technique("aic")) == "Alternating Inference Chain"
    with pytest.raises(ArgumentError, match="unknown technique 'x-wng'; did you mean x-wing, xy-wing or xyz-wing"):
        technique("x-wng")


def test_a_technique_as_data() -> None:
    assert technique("x-wing").to_dict() == {
        "id": "x-wing",
        "title": "X-Wing",
        "chinese": "二链列",
        "level": "Hard",
        "score": 140,
        "default": True,
        "uniqueness": False,
    }


def test_a_level_is_found_by_its_name() -> None:
    assert Level.parse(" unfair") is Level.UNFAIR
    with pytest.raises(ArgumentError, match="unknown level 'nasty'; expected one of Easy, Medium, Hard, Unfair"):
        Level.parse("nasty")


class TestSelection:
    """`techniques`, `without` and `uniqueness` mean the same everywhere."""

    PUZZLES = made_puzzles(number=12)

    def test_a_technique_that_is_left_out_is_not_used(self) -> None:
        for puzzle in self.PUZZLES:
            used = explain(puzzle).rating.techniques
            for name in used:
                explanation = explain(puzzle, without=[name])
                assert explanation.is_solved
                assert name not in explanation.rating.techniques

    def test_without_uniqueness_no_step_needs_a_deadly_pattern(self) -> None:
        usual = [rate(puzzle).techniques for puzzle in self.PUZZLES]
        assert any(technique(name).uses_uniqueness for used in usual for name in used)
        for puzzle in self.PUZZLES:
            assert not any(step.premises.deadly for step in explain(puzzle, uniqueness=False).steps)
            assert not any(technique(name).uses_uniqueness for name in rate(puzzle, uniqueness=False).techniques)

    def test_hint_steps_rate_and_rate_many_select_as_explain_does(self) -> None:
        puzzle, options = self.PUZZLES[2], {"without": ["full-house", "Naked Single"], "uniqueness": False}
        rating = explain(puzzle, **options).rating  # type: ignore[arg-type]
        assert rate(puzzle, scale="hodoku", **options) == rating  # type: ignore[arg-type]
        for threads in (1, 2):
            found = rate_many([puzzle] * 2, threads=threads, scale="hodoku", **options)  # type: ignore[arg-type]
            assert [rated.rating for rated in found] == [rating] * 2
        step = hint(puzzle, **options).step  # type: ignore[arg-type]
        assert step == next(steps(puzzle, **options))  # type: ignore[arg-type]
        assert step is not None
        assert step.technique == "hidden-single"

    def test_nothing_left_means_no_step(self) -> None:
        assert hint(self.PUZZLES[0], techniques=["x-wing"], without=["x-wing"]).step is None

    @pytest.mark.parametrize("function", [explain, hint, rate, steps])
    def test_an_unknown_name_gets_a_suggestion(self, function: Callable[..., object]) -> None:
        with pytest.raises(ArgumentError, match=r"unknown technique 'xwing'; did you mean x-wing\?"):
            function(self.PUZZLES[0], without=["xwing"])
        with pytest.raises(ArgumentError, match="unknown technique 'xwing'"):
            rate_many([], without=["xwing"])


def test_a_rating_counts_the_steps_of_each_technique_from_easy_to_hard() -> None:
    order = [row.id for row in TECHNIQUES]
    for puzzle in TestSelection.PUZZLES:
        explanation = explain(puzzle)
        counted = explanation.rating.techniques
        assert counted == Counter(step.technique for step in explanation.steps)
        assert list(counted) == sorted(counted, key=order.index)
        assert list(counted)[-1] == explanation.rating.hardest
        assert explanation.to_dict()["rating"]["techniques"] == counted
