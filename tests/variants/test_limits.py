"""Hostile input: refused soon, in one sentence, with limits that are all in one place."""

from __future__ import annotations

from contextlib import suppress
from itertools import count, product
from typing import Any

import pytest

from nonet import FormatError, Grid, NonetError, OutOfTime, Puzzle, count as nonet_count, solve
from nonet.limits import DEEPEST_RULE, LARGEST_NUMBER, MOST_RULE_CELLS, MOST_RULES, MOST_STATES
from nonet.variants import AllOf, AnyOf, Automaton, Killer, Regex, Rule, Sum, Whisper
from nonet.variants.fields import cells_of_text


def refused(make: Any) -> str:
    with pytest.raises(NonetError) as error:
        make()
    message = str(error.value)
    assert "\n" not in message
    assert len(message) < 300
    return message


def test_a_million_rules_are_refused() -> None:
    rules = (Sum([(i, j)], 5) for i, j in product(range(1000), range(1000)))
    assert f"more than {MOST_RULES} rules" in refused(lambda: Puzzle(Grid.empty(), rules))
    data = {"rows": 9, "columns": 9, "digits": [1, 9], "boxes": [3, 3], "constraints": [{}] * (MOST_RULES + 1)}
    assert f"at most {MOST_RULES} are possible" in refused(lambda: Puzzle.from_dict(data))


def test_a_large_automaton_is_refused() -> None:
    size = 100_000
    moves = [[i, [1], i + 1] for i in range(size)]
    rule = Automaton("r1c1 r1c2", [0], [size], moves)
    assert f"more than {MOST_STATES} states" in refused(lambda: Puzzle(Grid.empty(), [rule]))


def test_an_automaton_that_grows_when_made_deterministic_is_refused() -> None:
    moves = [[0, [1, 2], 0], [0, [1], 1], *([i, [1, 2], i + 1] for i in range(1, 30))]
    rule = Automaton("r1c1 r1c2", [0], [30], moves)
    assert f"more than {MOST_STATES} states" in refused(lambda: Puzzle(Grid.empty(), [rule]))


def test_a_pattern_that_repeats_too_much_is_refused() -> None:
    rule = Regex("r1c1 r1c2", "(1{99}2){99}")
    assert f"more than {MOST_STATES} states" in refused(lambda: Puzzle(Grid.empty(), [rule]))
    assert "1001 characters" in refused(lambda: Regex("r1c1", "1" * 1001))


@pytest.mark.parametrize("power", [7, 9, 5000])
@pytest.mark.parametrize("sign", [1, -1])
def test_large_numbers_are_refused(power: int, sign: int) -> None:
    number = sign * 10**power
    assert f"sum must be -{LARGEST_NUMBER} to {LARGEST_NUMBER}" in refused(lambda: Killer("r1c1 r1c2", number))
    assert f"weights must be -{LARGEST_NUMBER} to {LARGEST_NUMBER}" in refused(lambda: Sum("r1c1", 1, [number]))
    assert f"value must be 0 to {LARGEST_NUMBER}" in refused(lambda: Whisper("r1c1 r1c2", number))


@pytest.mark.parametrize("number", [1.5, "12", True, None, [1]])
def test_other_values_than_integers_are_refused(number: Any) -> None:
    assert "sum must be an integer, not" in refused(lambda: Sum("r1c1", number))


def test_deep_rules_are_refused() -> None:
    assert nested(DEEPEST_RULE).type == "any-of"
    assert f"at most {DEEPEST_RULE} levels deep" in refused(lambda: nested(DEEPEST_RULE + 1))


def nested(depth: int) -> Rule:
    rule: Rule = Killer("r1c1", 5)
    for level in range(depth):
        rule = AnyOf([rule]) if level % 2 == 0 or level == depth - 1 else AllOf([rule])
    return rule


@pytest.mark.parametrize("depth", [20, 3000, 200_000])
def test_deep_json_is_refused(depth: int) -> None:
    line = '{"type": "any-of", "of": [' * depth + "]}" * depth
    with pytest.raises(FormatError):
        Puzzle.parse(f"{81 * '.'}\n{line}")


def test_many_cells_are_refused() -> None:
    assert f"more than {MOST_RULE_CELLS} cells" in refused(lambda: cells_of_text("r1c1-r1c999 " * 100))
    assert "is not a straight run" in refused(lambda: cells_of_text("r1c1-r9999c1"))


def test_an_endless_source_of_rules_ends() -> None:
    assert "more than" in refused(lambda: Puzzle(Grid.empty(), (Sum([(0, i)], 5) for i in count())))


@pytest.mark.parametrize("backend", ["auto", "numpy"])
def test_a_deadline_ends_a_search(backend: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NONET_BACKEND", backend)
    rules = [Sum([(i, i), (i, (i + 4) % 9), ((i + 2) % 9, i)], 15) for i in range(9)]
    puzzle = Puzzle(Grid.empty(), [*rules, Sum("r1c1 r2c5 r3c9", 15)])
    with pytest.raises(OutOfTime, match="stopped after 0.2 s without an answer"):
        nonet_count(puzzle, limit=None, timeout=0.2)


@pytest.mark.parametrize("timeout", [-1, float("nan")])
def test_a_bad_timeout_is_refused(timeout: float) -> None:
    puzzle = Puzzle(Grid.empty((2, 2)), [Killer("r1c1 r1c2", 5)])
    for board in puzzle, puzzle.grid:
        with pytest.raises(NonetError, match="timeout must be a number of seconds"):
            solve(board, any=True, timeout=timeout)


def test_json_of_the_wrong_kind_is_refused() -> None:
    data = {"rows": 4, "columns": 4, "digits": [1, 4], "boxes": [2, 2], "givens": "." * 16}
    values: list[Any] = [None, 1, "x", [], {}, [[]], [1], [{}], True, "r1c1", ["r1c1"], {"a": 1}, 1.5, -1]
    rules: list[Rule] = [Killer("r1c1", 1), Regex("r1c1", "1"), AnyOf([Killer("r1c1", 1)]), Whisper("r1c1 r1c2")]
    for rule in (each.to_dict() for each in rules):
        for name, value in product(rule, values):
            with suppress(NonetError):  # anything else is a bug
                Puzzle.from_dict({**data, "constraints": [{**rule, name: value}]})
