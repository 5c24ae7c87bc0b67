"""Rules and puzzles as text, as JSON, as Python code, and in words."""

from __future__ import annotations

import json
import pickle
import random

import pytest

import nonet.variants
from nonet import FormatError, Grid, Puzzle, Shape
from nonet.variants import AntiKnight, Killer, Negative, Regions, Rule, Thermo, parse_rule
from tests.variants.samples import ALL_TYPES, draw, fitting, random_grid


@pytest.mark.parametrize("kind", ALL_TYPES)
def test_a_rule_comes_back_from_each_form(kind: str) -> None:
    rng = random.Random(kind)
    for _ in range(10):
        rule = draw(kind, rng, random_grid(rng))
        assert parse_rule(str(rule)) == rule
        assert Rule.from_dict(json.loads(json.dumps(rule.to_dict()))) == rule
        assert eval(repr(rule), vars(nonet.variants)) == rule
        assert pickle.loads(pickle.dumps(rule)) == rule
        assert "\n" not in str(rule)


@pytest.mark.parametrize("kind", ALL_TYPES)
def test_a_rule_has_a_sentence_in_both_languages(kind: str) -> None:
    rng = random.Random(kind)
    rule = draw(kind, rng, random_grid(rng))
    english, chinese = rule.words("en"), rule.words("zh")
    assert english.endswith(".")
    assert chinese.endswith("。")
    assert kind == "sum" or any("\u4e00" <= letter <= "\u9fff" for letter in chinese)  # a weighted sum is a formula
    assert "None" not in english + chinese
    assert kind == "regex" or "{" not in english + chinese


@pytest.mark.parametrize("kind", ALL_TYPES)
def test_a_puzzle_comes_back_from_each_form(kind: str) -> None:
    rng = random.Random(kind)
    solved = random_grid(rng)
    rules = [fitting(kind, rng, solved)] if kind in ("regions", "extra-region") else [draw(kind, rng, solved)]
    shape = Shape(1, 9) if kind == "regions" else Shape(3, 3)
    givens = Grid.of_digits(bytes(digit if rng.random() < 0.3 else 0 for digit in solved), shape)
    puzzle = Puzzle(givens, rules)
    assert Puzzle.parse(str(puzzle)) == puzzle
    assert Puzzle.from_dict(json.loads(json.dumps(puzzle.to_dict()))) == puzzle
    assert eval(repr(puzzle), {**vars(nonet.variants), **vars(nonet)}) == puzzle
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle


def test_several_lines_are_written_once() -> None:
    rules = [{"type": "regex", "pattern": "[12]*", "lines": ["r1c1 r1c2", "r2c1 r2c2"]}, {"type": "anti-knight"}]
    data = {"rows": 4, "columns": 4, "digits": [1, 4], "boxes": [2, 2], "givens": "." * 16, "constraints": rules}
    puzzle = Puzzle.from_dict(data)
    assert len(puzzle.rules) == 3
    assert puzzle.to_dict() == data


def test_the_text_may_have_frames_comments_and_runs() -> None:
    text = """
    # a title
    1 . | . .
    . . | . .
    ----+----
    . . | . .
    . . | . .

    thermo: r1c1-r1c3 r2c3   # a comment
    killer 7: r4c4,r4c3
    """
    assert Puzzle.parse(text) == Puzzle("1" + 15 * ".", [Thermo("r1c1 r1c2 r1c3 r2c3"), Killer("r4c3 r4c4", 7)])


@pytest.mark.parametrize("shape", [Shape(4, 2), Shape(1, 9), Shape(1, 7), Shape(9, 1), Shape(3, 4)])
def test_unusual_boxes_are_written(shape: Shape) -> None:
    puzzle = Puzzle(Grid.empty(shape), [Killer("r1c1 r1c2", 5)])
    assert Puzzle.parse(str(puzzle)) == puzzle
    assert Puzzle.from_dict(puzzle.to_dict()) == puzzle


def test_regions_replace_boxes() -> None:
    letters = "AAAABBBBCCCCDDDD"
    puzzle = Puzzle("1" + 15 * ".", [Regions(letters)])
    assert puzzle.shape == Shape(1, 4)
    assert puzzle == Puzzle.parse(f"1{15 * '.'}\nregions: {letters}")
    assert Regions("ZZYY" * 4) == Regions("AABB" * 4)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("kiler 12: r1c1 r1c2", "line 2: unknown rule 'kiler'; did you mean killer?"),
        ("killer 12", "line 2: killer: cells is missing; expected it after a colon"),
        ("killer x: r1c1", "line 2: killer: sum must be an integer, not 'x'"),
        ("killer 12 loud: r1c1", "line 2: killer: unexpected 'loud'"),
        ("killer 12: r1c1 r1c1", "line 2: killer: r1c1 occurs twice in cells"),
        ("killer 12: r1c1 x9", "line 2: killer: 'x9' is not a cell such as r4c5, or a straight run such as r1c1-r1c4"),
        ("killer 12: r1c1-r2c4", "line 2: killer: 'r1c1-r2c4' is not a straight run such as r1c1-r1c4"),
        ("killer 99: r1c1 r1c2", "killer at r1c1: the sum of 2 different digits must be 3 to 7, not 99"),
        ("killer 5: r1c1 r9c9", "killer at r1c1: r9c9 is not a cell of a 4x4 board"),
        ("difference: r1c1 r2c2", "line 2: difference: r1c1 and r2c2 must share an edge"),
        ("quadruple 1: r1c1 r1c2 r2c1 r3c3", "quadruple at r1c1: the four cells must be a square of 2 rows and 2 columns"),
        ("little-killer 5: r2c2 dr", "little-killer at r2c2: a line in this direction does not start at r2c2, but at the edge of the board"),
        ("x-sum 5: r1c1 x", "line 2: x-sum: direction must be one of u, d, l, r, not 'x'"),
        ("arrow: r1c1 r1c2", "line 2: arrow: expected circle and shaft after the colon, not 'r1c1 r1c2'"),
        ("negative dots", "line 2: negative: of must be one of kropki, difference, ratio, xv, not 'dots'"),
        ("clone: r1c1", 'line 2: a rule clone is written as a JSON object: {"type": "clone", ...}'),
        ('{"type": "clone"', "line 2: a rule that begins with { must be one JSON object on one line"),
        ('{"type": "killer", "cells": "r1c1", "total": 3}', "line 2: killer: unknown field 'total'"),
        ("boxes 3", "line 2: '3' is not a box size; expected height x width, such as 3x3"),
        ("thermo: r1c1-r1c4 r2c4", "thermo at r1c1: 5 cells cannot have different digits, since there are only 4 digits"),
        ("entropic: r1c1 r1c2", "entropic at r1c1: the groups 123, 456 and 789 need a board with the digits 1 to 9"),
        ("regex 1(2: r1c1 r1c2", "regex at r1c1: unexpected end of the pattern '1(2'; expected )"),
    ],
)  # fmt: skip
def test_a_bad_line_is_named(line: str, message: str) -> None:
    with pytest.raises(FormatError) as error:
        Puzzle.parse(f"{16 * '.'}\n{line}")
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"rows": "4"}, "rows must be an integer from 1 to 25, not '4'"),
        ({"columns": 5, "givens": "." * 20}, "a 4x5 board with the digits 1 to 4 is not supported yet"),
        ({"digits": [0, 3]}, "is not supported yet"),
        ({"boxes": [2, 3]}, "boxes of 2x3 do not fit a 4x4 board"),
        ({"boxes": [2, 2], "regions": "A" * 16}, "a puzzle has boxes or regions, not both"),
        ({"givens": "123"}, "givens must be a text of 16 symbols"),
        ({"givens": "5" * 16}, "'5' at position 1 of givens is not a digit of a 4x4 board"),
        ({"constraints": {}}, "constraints must be a list of rules"),
        ({"constraints": [{"cells": "r1c1"}]}, "a rule needs a type, such as killer"),
        ({"constraints": ["killer"]}, "a rule must be an object with a type"),
        ({"constraints": [{"type": "killer"}]}, "killer: cells is missing"),
        ({"constraints": [{"type": "killer", "cells": 7}]}, "killer: cells must be a text such as 'r1c1 r1c2'"),
        ({"constraints": [{"type": "killer", "cells": "r1c1", "sum": "3"}]}, "killer: sum must be an integer, or None"),
        ({"constraints": [{"type": "any-of", "of": 3}]}, "of must be a list of rules"),
        ({"rules": []}, "unknown field 'rules'"),
    ],
)
def test_bad_plain_values_are_named(changes: dict[str, object], message: str) -> None:
    data = {"rows": 4, "columns": 4, "digits": [1, 4], "boxes": [2, 2], "givens": "." * 16, "constraints": []}
    with pytest.raises(FormatError) as error:
        Puzzle.from_dict(data | changes)
    assert message in str(error.value)


def test_an_unknown_language_is_refused() -> None:
    for rule in AntiKnight(), Negative("xv"), Killer("r1c1", 3):
        with pytest.raises(nonet.ArgumentError, match="unknown language 'fr'"):
            rule.words("fr")
