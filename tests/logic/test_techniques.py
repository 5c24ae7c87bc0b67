"""The table of techniques, and the tables that refer to it."""

from __future__ import annotations

import pytest

from nonet import ArgumentError, Level
from nonet.logic import TECHNIQUES, technique
from nonet.logic.step_transform import _SORTED_DIGITS
from nonet.logic.words import chinese, english, hodoku, sentences

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
