"""The expressions of pair rules and the patterns of regex rules, against Python's own."""

from __future__ import annotations

import random
import re

import pytest

from nonet import ArgumentError
from nonet.variants import Pair, Regex
from nonet.variants.automata import Dfa
from nonet.variants.expression import compiled
from nonet.variants.patterns import pattern_dfa


def random_expression(rng: random.Random, depth: int = 3) -> str:
    """An expression in which and, or, not and comparisons are in parentheses, so that Python reads it alike."""
    if depth == 0:
        return rng.choice(["a", "b", str(rng.randrange(10))])
    part = [random_expression(rng, depth - 1) for _ in range(3)]
    return rng.choice(
        [
            f"({part[0]} {rng.choice(['+', '-', '*'])} {part[1]})",
            f"{part[0]} - {part[1]} * {part[2]}",
            f"-{part[0]}",
            f"abs({part[0]})",
            f"min({part[0]}, {part[1]}) + max({part[1]}, {part[2]})",
            f"({part[0]} % 7 // 2)",
            f"({part[0]} {rng.choice(['<', '<=', '>', '>=', '==', '!='])} {part[1]})",
            f"({part[0]} <= {part[1]} < {part[2]})",
            f"(not {part[0]} or {part[1]} and not {part[2]})",
        ]
    )


def test_an_expression_means_what_it_means_in_python() -> None:
    rng = random.Random(5)
    for _ in range(150):
        text = random_expression(rng)
        for a, b in [(rng.randint(1, 9), rng.randint(1, 9)) for _ in range(10)]:
            assert compiled(text)(a, b) == bool(eval(text, {"a": a, "b": b})), (text, a, b)


def test_division_by_zero_is_false() -> None:
    assert not compiled("a % (b - b) == 0")(3, 4)
    assert not compiled("a // (b - 4) == 0")(3, 4)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "unexpected end in the expression; expected a number, a, b or a parenthesis"),
        ("a b", "unexpected 'b' after 'a' in the expression; expected an operator, or the end"),
        ("c < 1", "unexpected 'c' in the expression"),
        ("__import__('os')", "unexpected"),
        ("a.b", "unexpected '.' in the expression 'a.b'"),
        ("abs(a", "unexpected end after 'abs(a' in the expression; expected )"),
        ("abs(a, b)", "abs takes 1 number, not 2"),
        ("a ** b", "unexpected '*' after 'a *'"),
        ("(" * 60 + "a" + ")" * 60, "the expression has more than 50 levels of parentheses"),
        ("-" * 60 + "a", "the expression has more than 50 levels"),
        ("not " * 60 + "a", "the expression has more than 50 levels"),
        ("a+" * 600 + "a", "the expression has 1201 characters, but at most 1000 are possible"),
        ("lambda: 1", "unexpected"),
    ],
)
def test_a_bad_expression_is_refused(text: str, message: str) -> None:
    with pytest.raises(ArgumentError) as error:
        Pair("r1c1 r1c2", rule=text)
    assert message in str(error.value)


def test_an_expression_cannot_grow_without_bounds() -> None:
    with pytest.raises(ArgumentError, match="is too large"):
        compiled("*".join(["999999999"] * 90) + " > 0")(1, 1)


def test_a_pair_has_a_table_or_an_expression() -> None:
    for arguments in ({}, {"table": [[1]], "rule": "a < b"}):
        with pytest.raises(ArgumentError, match="pair: either table or rule is needed, and not both"):
            Pair("r1c1 r1c2", **arguments)  # type: ignore[arg-type]


def matches(dfa: Dfa, word: str, low: int) -> bool:
    state = dfa.start
    for symbol in word:
        state = dfa.moves[state][int(symbol) - low]
        if state < 0:
            return False
    return state in dfa.accept


def random_pattern(rng: random.Random, depth: int = 3) -> str:
    if depth == 0:
        return rng.choice(["1", "2", "3", ".", "[12]", "[^1]", "[1-3]", "[^2-3]"])
    one, two = random_pattern(rng, depth - 1), random_pattern(rng, depth - 1)
    repeat = rng.choice(["*", "+", "?", "{2}", "{1,}", "{0,2}"])
    return rng.choice([f"({one}){repeat}", f"{one}{two}", f"({one}|{two})", f"({one}|){two}"])


def test_a_pattern_matches_what_python_matches() -> None:
    rng = random.Random(6)
    for _ in range(120):
        pattern = random_pattern(rng)
        dfa = pattern_dfa(pattern, 1, 3)
        for _ in range(25):
            word = "".join(rng.choice("123") for _ in range(rng.randrange(7)))
            assert matches(dfa, word, 1) == (re.fullmatch(pattern, word) is not None), (pattern, word)


def test_an_automaton_is_minimal() -> None:
    assert len(pattern_dfa("(1|2|3)(1|2|3)*", 1, 3).moves) == 2
    assert len(pattern_dfa("1?1?1?1?", 1, 3).moves) == 5
    assert pattern_dfa("1[^1-3]", 1, 3).accept == ()


@pytest.mark.parametrize(
    "pattern",
    ["(1", "1)", "[1", "*1", "1{", "1{2,1}", "1{1000}", "1**", "1+?", "a", "(?:1)", "\\1", "[3x]", "[1-]", "^1$"],
)
def test_a_bad_pattern_is_refused(pattern: str) -> None:
    with pytest.raises(ArgumentError):
        pattern_dfa(Regex("r1c1", pattern).pattern, 1, 9)
