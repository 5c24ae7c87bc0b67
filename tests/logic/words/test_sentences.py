"""Sentences: every step is explained completely, in each language and each style of cell names."""

from __future__ import annotations

import re
from itertools import chain

import pytest

import nonet
from nonet import Shape, explain
from nonet.cellset import CellSet
from nonet.geometry import bits
from nonet.logic import TECHNIQUES, Candidate, Chain, LockedSet, Node, Reason, Step, Words
from nonet.logic.words.sentences import CELL_STYLES, LANGUAGES
from tests.logic.positions import made_puzzles

NINE = Shape(3, 3)
LONGEST_TEXT = 5000
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
        "Naked Pair. r2c2 and r7c2 in column 2 have only the candidates 3 and 6. They take these digits in some order, "
        "so no other cell that sees all of them can be 3 or 6. Remove 3 and 6 from r8c2."
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
    assert not re.search(r"[{}]|\bNone\b(?! of)|-1|\|\||  ", text)
    assert len(text) < LONGEST_TEXT
    assert text.replace("\n", " ").count("  ") == 0
    check_lines(words, step)
    for cell, _ in (*step.placements, *step.eliminations):
        assert NINE.cell_name(cell) in text


def check_lines(words: Words, step: Step) -> None:
    """Check that each statement of each chain is in a line, which names its cells, its digit and its reason."""
    lines = words.lines(step)
    assert [line.number for line in lines if line.nodes] == list(
        range(1, len([line for line in lines if line.nodes]) + 1)
    )
    if len(step.chains) > len({chain.nodes[0] for chain in step.chains}):
        return  # several chains are one net, and a statement that they share occurs once
    stated = {node: line.text for line in lines for node in line.nodes}
    for number, each in enumerate(step.chains):
        for index, node in enumerate(each.nodes):
            text = stated[number, index].lower()
            assert all(words.cell(cell) in text for cell in bits(node.cells))
            assert NINE.symbol(node.digit) in text
            if node.reason.kind == "house":
                assert words.houses([node.reason.where]) in text
            elif node.reason.kind == "set":
                assert words.polished(words.set_name(step.sets[node.reason.where])) in text


def test_a_group_that_is_false_is_false_in_each_cell() -> None:
    words = Words(NINE)
    assert words.statement(Node(8, 0b101, True)) == "r1c1 or r1c3 is 8"
    assert words.statement(Node(8, 0b101, False)) == "neither r1c1 nor r1c3 is 8"
    assert words.statement(Node(8, 0b111, False)) == "none of r1c1, r1c2 and r1c3 is 8"
    assert Words(NINE, language="zh").statement(Node(8, 0b101, False)) == "r1c1、r1c3 都不是 8"


def test_the_middle_of_a_long_net_is_left_out_of_the_text_but_not_of_the_lines() -> None:
    first = Node(1, 1, True)
    off = [Node(2, 1 << cell, False, Reason("house", 0), (2 * cell - 2,)) for cell in range(1, 21)]
    on = [Node(2, 1 << cell, True, Reason("house", 1), (2 * cell - 1,)) for cell in range(1, 21)]
    nodes = (first, *(node for pair in zip(off, on, strict=True) for node in pair))
    step = Step(
        "contradiction-forcing-net", eliminations=(Candidate(0, 1),), digits=(1,), chains=(Chain("net", nodes),)
    )
    words = Words(NINE)
    assert [line.number for line in words.lines(step) if line.number] == list(range(1, 22))
    text = words.text(step)
    assert "\n(Lines 6 to 17 are not shown here. The page and the JSON data have all lines.)\n18. " in text
    assert "\n6. " not in text


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
