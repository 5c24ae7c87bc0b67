"""Sentences: every step is explained completely, in each language and each style of cell names."""

from __future__ import annotations

import re
from itertools import chain

import pytest

import nonet
from nonet import Shape, explain
from nonet.cellset import CellSet
from nonet.logic import TECHNIQUES, Candidate, LockedSet, Step, Words
from nonet.logic.words.sentences import CELL_STYLES, LANGUAGES
from tests.logic.positions import made_puzzles

NINE = Shape(3, 3)
PAIR = Step(
    "naked-pair",
    eliminations=(Candidate(64, 3), Candidate(64, 6)),
    digits=(3, 6),
    cells={"pattern": CellSet(["r2c2", "r7c2"]).mask},
    houses={"house": (10,)},
    sets=(LockedSet(CellSet(["r2c2", "r7c2"]).mask, 0b100100),),
)


def test_the_sentences_of_a_naked_pair() -> None:
    assert Words(NINE).text(PAIR) == (
        "Naked Pair. r2c2 and r7c2 in column 2 have only the candidates 3 and 6 between them. As many cells as digits: "
        "each of these digits goes into one of these cells, so no cell that sees them all can hold one. So these "
        "candidates fall: 3 in r8c2; 6 in r8c2."
    )


def test_cells_named_by_letters() -> None:
    assert Words(NINE, cells="a1").pattern(PAIR).startswith("B2 and G2 in column 2")
    assert Words(NINE, cells="sheet").pattern(PAIR).startswith("B2 and B7 in column 2")


def test_chinese() -> None:
    text = Words(NINE, language="zh").text(PAIR)
    assert text.startswith("显性数对：")
    assert "r2c2、r7c2" in text


def test_a_rating_is_one_line() -> None:
    rating = explain("1... ..2. .3.. ...4").rating
    assert Words(NINE).rating(rating) == str(rating) == "Easy (HoDoKu 48), hidden-single, 12 steps"
    line = Words(NINE, language="zh").rating(rating, solved=False)
    assert line == "难度：简单（HoDoKu 48 分），最难的技巧：摒除法，共 12 步，未解出"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_of_many_explanations_has_complete_sentences(language: str) -> None:
    words = Words(NINE, language=language)
    for puzzle in made_puzzles(number=12):
        for step in explain(puzzle).steps:
            check_sentences(words, step)


def check_sentences(words: Words, step: Step) -> None:
    assert words.pattern(step), step.technique
    assert words.why(step), step.technique
    assert words.area(step), step.technique
    text = words.text(step)
    assert not re.search(r"[{}]|None|-1", text)
    for cell, _ in (*step.placements, *step.eliminations):
        assert NINE.cell_name(cell) in text


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_possible_step_has_complete_sentences(language: str) -> None:
    """Some steps are in no explanation, such as a grouped chain with four sets or a wing without a pivot."""
    words = Words(NINE, language=language)
    puzzles = made_puzzles(number=40)
    everything = chain.from_iterable(nonet.steps(puzzle) for puzzle in puzzles[:3])
    wings = chain.from_iterable(nonet.steps(puzzle, techniques=["wxyz-wing"]) for puzzle in puzzles)
    more_sets_than_digits, variants = set(), set()
    for step in chain(everything, wings):
        check_sentences(words, step)
        variants.add((step.technique, step.variant))
        if len(step.sets) > len(step.digits):
            more_sets_than_digits.add(step.technique)
    assert {"grouped-aic", "aligned-pair-exclusion"} <= more_sets_than_digits
    assert ("wxyz-wing", "no-pivot") in variants


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_technique_has_sentences(language: str) -> None:
    words = Words(NINE, language=language)
    without = [row.id for row in TECHNIQUES if not words.templates(Step(row.id))[1]]
    assert without == []


def test_an_unknown_language_or_style_is_reported() -> None:
    with pytest.raises(nonet.NonetError, match="unknown language 'xx'; expected one of en, zh"):
        Words(NINE, language="xx")
    with pytest.raises(nonet.NonetError, match=f"expected one of {', '.join(CELL_STYLES)}"):
        Words(NINE, cells="xx")
