"""Explanations in the order of Sudoku Explainer: its ratings, and steps that are proved, with true sentences."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

import pytest

from nonet import ArgumentError, Explanation, Grid, OutOfTime, Position, Shape, Transform, explain, hint, kernel
from nonet.drawing import explanation_html
from nonet.logic import Candidate, Marks, Step, Words, check_reasons, explainer_path, rating_of, rule_name, verify
from nonet.logic.scales.explainer.board import Board
from nonet.logic.scales.explainer.branches import KernelBranch
from nonet.logic.scales.explainer.forcing import Branch
from nonet.logic.words import chinese, english
from nonet.messages import in_language
from tests.backends import needs_kernel
from tests.boards import INKALA
from tests.logic.positions import made_puzzles
from tests.logic.scales.test_explainer import EASY, HARD, NESTED, cases
from tests.logic.words.reader import Reader
from tests.logic.words.test_sentences import check_lines

NINE = Shape(3, 3)
LONGEST_TEXT = 6000


@cache
def explained(puzzle: str) -> Explanation:
    return explain(puzzle, order="explainer")


def check(explanation: Explanation) -> None:
    """Check that each step is proved, each reason and each sentence is true, and each language has all sentences."""
    words = [Words(NINE, language=language) for language in ("en", "zh")]
    for position, step in zip(explanation.positions(), explanation.steps, strict=False):
        assert verify(position, step), step.rule
        assert check_reasons(position, step) == (), step.rule
        assert Reader(position).faults(words[0].lines(step)) == [], step.rule
        for each in words:
            assert all((each.pattern(step), each.why(step), each.area(step))), step.rule
            assert not any(sign in each.text(step) for sign in "{}|"), step.rule
            assert len(each.text(step)) < LONGEST_TEXT, step.rule
        check_lines(words[0], step)


def with_parts(explanation: Explanation) -> list[tuple[Position, Step]]:
    pairs = zip(explanation.positions(), explanation.steps, strict=False)
    return [(position, step) for position, step in pairs if step.chains and step.parts]


# The steps


@pytest.mark.parametrize("puzzle", [*made_puzzles(number=4, seed=5), *(case[0] for case in cases(EASY))])
def test_the_steps_are_those_of_sudoku_explainer_and_are_proved(puzzle: str) -> None:
    explanation = explained(puzzle)
    path = explainer_path(Grid(puzzle))
    assert [(step.rating, step.rule) for step in explanation.steps] == [(hint.rating, rule_name(hint)) for hint in path]
    assert explanation.is_solved
    assert explanation.is_logical
    check(explanation)


@needs_kernel
@pytest.mark.parametrize(("puzzle", "expected", "rule"), cases(HARD))
def test_forcing_chains_are_proved(puzzle: str, expected: object, rule: str) -> None:
    explanation = explained(puzzle)
    assert explanation.rating.se == expected
    assert rule in {step.rule for step in explanation.steps}
    check(explanation)


@needs_kernel
@pytest.mark.parametrize("puzzle", [INKALA, cases(NESTED)[0][0]])
def test_nested_chains_are_proved(puzzle: str) -> None:
    explanation = explained(puzzle)
    assert explanation.is_solved
    assert any(part.chains for _, step in with_parts(explained(INKALA)) for part in step.parts)
    check(explanation)


@needs_kernel
@pytest.mark.slow
@pytest.mark.parametrize("puzzle", [case[0] for case in cases(NESTED)[1:]])
def test_the_deepest_nested_chains_are_proved(puzzle: str) -> None:
    check(explained(puzzle))


@needs_kernel
def test_the_kernel_and_the_reference_deduce_the_same_for_the_same_reasons() -> None:
    def data(branch: Branch | KernelBranch) -> list[object]:
        return [
            (node.candidate, node.is_on, node.unit, [(parent.candidate, parent.is_on) for parent in node.parents])
            for node in branch.order
        ]

    board = Board(list(Grid(INKALA)))
    for candidate in filter(board.has, range(0, 729, 4)):
        for is_on in (True, False):
            one = Branch(board.units, candidate, is_on, dynamic=True, nishio=False)
            other = KernelBranch(board, candidate, is_on, 0, None)
            assert data(other)[: len(one.order)] == data(one)
            assert (one.contradiction is None) == (other.contradiction is None)


def test_a_direct_single_shows_the_pattern_before_it() -> None:
    puzzle = ".......2.24....7.6..81..5....49..15.5.........79.5.8..........1.52..698.98...7..."
    step = next(step for step in explained(puzzle).steps if step.rule == "Direct Pointing")
    assert (step.technique, step.variant, step.parts[0].technique) == ("hidden-single", "direct", "pointing")
    text = step.sentence()
    assert text.startswith("Hidden Single after Pointing (SE 1.7). In box ")
    assert "That leaves only r" in text
    assert step.sentence("zh").startswith("宫区块后的摒除法（SE 1.7）：")


def test_from_a_position() -> None:
    puzzle = cases(EASY)[0][0]
    position = list(explained(puzzle).positions())[20]
    explanation = explain(position, order="explainer")
    assert explanation.start == position
    assert explanation.steps == explained(puzzle).steps[20:]


# Nested steps as data


@needs_kernel
def test_the_data_has_the_parts_and_their_lines() -> None:
    [(_, step), *_] = [pair for pair in with_parts(explained(INKALA)) if any(part.chains for part in pair[1].parts)]
    data = step.to_dict(language="en")
    assert json.loads(json.dumps(data)) == data
    assert data["se"] == {"rating": step.shown_rating, "name": step.rule}
    assert [part["technique"] for part in data["parts"]] == [part.technique for part in step.parts]
    reasons = {node["part"] for chain in data["chains"] for node in chain["nodes"] if node["reason"] == "part"}
    assert reasons == set(range(len(step.parts)))
    nested = [line for line in data["lines"] if line["kind"] == "part"]
    assert len(nested) == len(step.parts)
    for line in nested:
        labels = [inner["label"] for inner in line["lines"] if "number" in inner]
        assert labels == [f"{line['number']}.{number}" for number in range(1, len(labels) + 1)]
    assert any("label" in inner for line in nested for inner in line["lines"])


@needs_kernel
def test_all_lines_are_printed_on_request() -> None:
    [(_, step), *_] = [pair for pair in with_parts(explained(INKALA)) if any(part.chains for part in pair[1].parts)]
    words = Words(NINE)
    lines = [line for line in words.lines(step) if line.kind == "part" and line.inner[0].number]
    text = words.text(step, all_lines=True)
    assert all(f"\n    {inner}\n" in text for line in lines for inner in line.inner)
    assert f"\n    {lines[0].inner[0]}\n" not in words.text(step)
    assert english.INNER_FOLDED in words.text(step)


def test_both_languages_have_the_same_titles() -> None:
    assert english.VARIANT_TITLES.keys() == chinese.VARIANT_TITLES.keys()
    assert english.SENTENCES.keys() == chinese.SENTENCES.keys()


@needs_kernel
def test_a_changed_part_is_found() -> None:
    position, step = with_parts(explained(INKALA))[0]
    node = next(node for node in step.chains[0].nodes if node.reason.kind == "part")
    part = step.parts[node.reason.where]
    wrong = part._replace(eliminations=(Candidate(step.eliminations[0].cell, step.eliminations[0].digit),))
    parts = tuple(wrong if each is part else each for each in step.parts)
    assert check_reasons(position, step._replace(parts=parts)) != ()
    lines = Words(NINE).lines(step)
    number, line = next((number, line) for number, line in enumerate(lines) if line.kind == "part")
    for false in (
        re.sub(r"So r\dc(\d) is", r"So r9c\1 is", line.text),
        re.sub(r"possible only in (r\dc\d) and", r"possible only in r9c9 and", line.text),
    ):
        assert false != line.text
        assert Reader(position).faults([*lines[:number], line._replace(text=false), *lines[number + 1 :]]) != []


# Where no technique finds a step


@needs_kernel
def test_the_default_order_ends_with_reasons() -> None:
    explanation = explain(INKALA)
    assert explanation.is_solved
    assert explanation.is_logical
    nested = [step for step in explanation.steps if step.rating]
    assert nested
    assert all(step.chains for step in nested)
    assert all(not step.rating for step in explanation.steps if not step.chains)
    check(explanation)
    assert explanation.rating.level == explain(INKALA, nested=False).rating.level
    assert not explain(INKALA, nested=False).is_logical

    position, _step = next(
        pair for pair in zip(explanation.positions(), explanation.steps, strict=False) if pair[1].rating
    )
    found = hint(position)
    assert found.step is not None
    assert found.step.rating
    assert verify(position, found.step)
    assert check_reasons(position, found.step) == ()
    assert hint(position, without=["cell-forcing-net", "answer"]).step is None


@needs_kernel
def test_isomorphic_puzzles_have_equivalent_explanations() -> None:
    transform = Transform.random(seed=3)
    moved = explain(transform(Grid(INKALA)))
    plain = explain(INKALA)
    assert [(step.technique, step.rating) for step in moved.steps] == [
        (step.technique, step.rating) for step in plain.steps
    ]
    position, step = with_parts(moved)[0]
    assert verify(position, step)
    assert check_reasons(position, step) == ()


def test_without_the_kernel_a_sentence_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NONET_BACKEND", "numpy")
    monkeypatch.setattr("nonet.logic.scales.explainer.walk.forcing_chains", lambda *_, **__: iter(()))
    explanation = explain(INKALA, order="explainer")
    assert not explanation.is_solved
    assert explanation.note.startswith("The next step of Sudoku Explainer needs the compiled kernel")
    assert explanation.to_dict()["note"] == explanation.note == str(explanation).splitlines()[-1]
    assert in_language(explanation.note, "zh").startswith("Sudoku Explainer 的下一步需要")
    assert explain(cases(EASY)[0][0], order="explainer").is_solved


# Limits and bad arguments


@needs_kernel
@pytest.mark.parametrize("options", [{}, {"order": "explainer"}])
def test_a_time_limit_ends_an_explanation(options: dict[str, Any]) -> None:
    with pytest.raises(OutOfTime, match="stopped after 0.01 s without the next step"):
        explain(INKALA, timeout=0.01, **options)
    with pytest.raises(ArgumentError, match="timeout must be greater than 0, not 0"):
        explain(INKALA, timeout=0, **options)


def test_a_time_limit_ends_a_hint() -> None:
    with pytest.raises(OutOfTime, match="stopped after 1e-06 s without the next step"):
        hint(INKALA, timeout=1e-6)


def test_bad_arguments() -> None:
    with pytest.raises(ArgumentError, match="unknown order 'explaner'; did you mean explainer?"):
        explain(INKALA, order="explaner")  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="has its own techniques"):
        explain(INKALA, order="explainer", techniques=["x-wing"])
    with pytest.raises(ArgumentError, match="has its own techniques"):
        explain(INKALA, order="explainer", uniqueness=False)
    with pytest.raises(ArgumentError, match="for 9x9 boards, and this is a 4x4 board"):
        explain("1... ..2. .3.. ...4", order="explainer")


@needs_kernel
def test_the_kernel_rejects_bad_numbers() -> None:
    native = kernel.kernel()
    assert native is not None
    digits = bytes(Grid(INKALA))
    with pytest.raises(ValueError, match="first_producer must be from 1 to 23"):
        native.explainer_path(digits, None, 24, 30, 1, 1.0)
    with pytest.raises(ValueError, match="number of steps must be at least 1"):
        native.explainer_path(digits, None, 1, 30, 0, 1.0)
    with pytest.raises(ValueError, match="level from 0 to 5"):
        native.explainer_deduce(digits, None, 2, 6, 1.0)
    with pytest.raises(ValueError, match="candidates has 81 bytes, but 162 are needed"):
        native.explainer_path(digits, bytes(81), 1, 30, 1, 1.0)
    board = Board(Marks.of(Position(INKALA)).digits)
    with pytest.raises(ArgumentError, match="the board does not have candidate 0"):
        KernelBranch(board, 0, True, 1, None)


@needs_kernel
def test_a_page_unfolds_the_smaller_steps() -> None:
    [(position, step), *_] = [
        pair for pair in with_parts(explained(INKALA)) if any(part.chains for part in pair[1].parts)
    ]
    words = Words(NINE)
    after = Marks.of(position).after(step.placements, step.eliminations).position
    page = explanation_html(Explanation(position, (step,), after, rating_of([step])), words=words.lines)
    lines = [line for line in words.lines(step) if line.kind == "part"]
    for line in lines:
        assert f"<details>\n<summary>{line}</summary>\n" in page
        assert all(f"<p>{inner}</p>" in page for inner in line.inner if not inner.inner)
