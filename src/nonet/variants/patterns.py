"""Patterns of regex rules: a small regular expression over digits becomes an automaton.

The whole line must match. A pattern has symbols of digits (A is 10), ``.`` for any digit, ``[147]``, ``[1-4]`` and
``[^1-3]``, ``( )``, ``|``, and the repetitions ``* + ? {2} {2,} {2,4}``. There are no back-references.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from ..errors import ArgumentError
from ..geometry import SYMBOLS
from ..limits import MOST_STATES, quoted
from .automata import Dfa, deterministic

__all__ = ["pattern_dfa"]

_SYMBOLS = "0" + SYMBOLS
_REPEAT = re.compile(r"\{(\d{1,3})(?:(,)(\d{1,3})?)?\}")
_DEEPEST = 50


class _Digits(NamedTuple):
    """One digit of a set."""

    digits: frozenset[int]


class _Sequence(NamedTuple):
    """Parts one after the other."""

    parts: list[_Part]


class _Either(NamedTuple):
    """One of several parts."""

    parts: list[_Part]


class _Repeated(NamedTuple):
    """A part at least and at most so often."""

    part: _Part
    least: int
    most: int | None


_Part: TypeAlias = _Digits | _Sequence | _Either | _Repeated


@lru_cache(maxsize=64)
def pattern_dfa(pattern: str, low: int, high: int) -> Dfa:
    """Return the automaton of a pattern.

    >>> pattern_dfa("(12)*", 1, 2)
    Dfa(start=0, accept=(0,), moves=((1, -1), (-1, 0)))
    >>> pattern_dfa("1(2", 1, 2)
    Traceback (most recent call last):
    nonet.errors.ArgumentError: unexpected end of the pattern '1(2'; expected )
    """
    parser = _Parser(pattern, range(low, high + 1))
    part = parser.either()
    if parser.peek():
        raise parser.unexpected("the end")
    builder = _Builder()
    start, end = builder.build(part)
    return builder.dfa(start, end, range(low, high + 1))


class _Parser:
    """A parser by recursive descent: alternatives of sequences of repeated parts."""

    def __init__(self, pattern: str, digits: range) -> None:
        self.pattern, self.digits = pattern, frozenset(digits)
        self.place = self.depth = 0

    def peek(self) -> str:
        return self.pattern[self.place : self.place + 1]

    def unexpected(self, expected: str) -> ArgumentError:
        found = f"{quoted(self.peek())} at position {self.place + 1}" if self.peek() else "end"
        return ArgumentError(f"unexpected {found} of the pattern {quoted(self.pattern)}; expected {expected}")

    def either(self) -> _Part:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise ArgumentError(f"the pattern has more than {_DEEPEST} levels of parentheses")
        parts = [self.sequence()]
        while self.peek() == "|":
            self.place += 1
            parts.append(self.sequence())
        self.depth -= 1
        return parts[0] if len(parts) == 1 else _Either(parts)

    def sequence(self) -> _Part:
        parts: list[_Part] = []
        while self.peek() not in ("", "|", ")"):
            parts.append(self.repeated(self.single()))
        return _Sequence(parts)

    def repeated(self, part: _Part) -> _Part:
        sign = self.peek()
        if sign and sign in "*+?":
            self.place += 1
            least, most = {"*": (0, None), "+": (1, None), "?": (0, 1)}[sign]
            return _Repeated(part, least, most)
        if sign != "{":
            return part
        match = _REPEAT.match(self.pattern, self.place)
        if match is None:
            raise self.unexpected("a repetition such as {2}, {2,} or {2,4}")
        least = int(match[1])
        most = least if match[2] is None else int(match[3]) if match[3] else None
        if most is not None and most < least:
            raise ArgumentError(f"{match[0]} in the pattern must have the smaller number first")
        self.place = match.end()
        return _Repeated(part, least, most)

    def single(self) -> _Part:
        sign = self.peek()
        self.place += 1
        if sign == ".":
            return _Digits(self.digits)
        if sign == "(":
            part = self.either()
            if self.peek() != ")":
                raise self.unexpected(")")
            self.place += 1
            return part
        if sign == "[":
            return self.set()
        if sign not in _SYMBOLS:
            self.place -= 1
            raise self.unexpected("a digit, ., [ or (")
        return _Digits(frozenset([_SYMBOLS.index(sign)]))

    def set(self) -> _Part:
        is_negative = self.peek() == "^"
        self.place += is_negative
        found: set[int] = set()
        while self.peek() != "]":
            first = self.symbol()
            last = first
            if self.peek() == "-":
                self.place += 1
                last = self.symbol()
            found |= set(range(first, last + 1))
        self.place += 1
        return _Digits(self.digits - found if is_negative else frozenset(found))

    def symbol(self) -> int:
        sign = self.peek()
        if not sign or sign not in _SYMBOLS:
            raise self.unexpected("a digit or ]")
        self.place += 1
        return _SYMBOLS.index(sign)


class _Builder:
    """Thompson's construction: each part becomes a start and an end, with free moves between states."""

    def __init__(self) -> None:
        self.free: list[list[int]] = []
        self.moves: dict[int, tuple[frozenset[int], int]] = {}

    def state(self) -> int:
        self.free.append([])
        if len(self.free) > MOST_STATES:
            raise ArgumentError(f"the pattern has more than {MOST_STATES} states, the most that is possible")
        return len(self.free) - 1

    def build(self, part: _Part) -> tuple[int, int]:
        if isinstance(part, _Digits):
            start, end = self.state(), self.state()
            self.moves[start] = part.digits, end
            return start, end
        if isinstance(part, _Sequence):
            return self.sequence(part.parts)
        if isinstance(part, _Either):
            start, end = self.state(), self.state()
            for each in part.parts:
                first, last = self.build(each)
                self.free[start].append(first)
                self.free[last].append(end)
            return start, end
        return self.repeated(part)

    def sequence(self, parts: list[_Part]) -> tuple[int, int]:
        start = end = self.state()
        for each in parts:
            first, last = self.build(each)
            self.free[end].append(first)
            end = last
        return start, end

    def repeated(self, part: _Repeated) -> tuple[int, int]:
        start, end = self.sequence([part.part] * part.least)
        if part.most is None:
            first, last = self.build(part.part)
            self.free[end].append(first)
            self.free[last].append(end)
            return start, end
        exits = [end]
        for _ in range(part.most - part.least):
            first, last = self.build(part.part)
            self.free[exits[-1]].append(first)
            exits.append(last)
        final = self.state()
        for state in exits:
            self.free[state].append(final)
        return start, final

    def dfa(self, start: int, end: int, digits: range) -> Dfa:
        moves: dict[tuple[int, int], frozenset[int]] = {}
        for state, (possible, target) in self.moves.items():
            closure = self.closure(target)
            for digit in possible:
                moves[state, digit] = closure
        return deterministic(self.closure(start), [end], moves, digits)

    def closure(self, state: int) -> frozenset[int]:
        """Return the states that are reached without a digit."""
        found, waiting = {state}, [state]
        for each in waiting:
            for target in self.free[each]:
                if target not in found:
                    found.add(target)
                    waiting.append(target)
        return frozenset(found)
