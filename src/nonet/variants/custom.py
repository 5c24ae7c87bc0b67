"""Rules that people make themselves: pairs of digits, patterns, automata, alternatives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from ..errors import ArgumentError
from ..geometry import Cell
from ..puzzle import Board, Rule
from . import primitives
from .automata import Dfa, deterministic, united
from .build import automaton, chain, pairs
from .expression import compiled
from .fields import Expression, Flag, Line, Move, Moves, Rules, States, Table, Text
from .patterns import pattern_dfa
from .primitives import Primitive

__all__ = ["AllOf", "AnyOf", "Automaton", "Pair", "Regex"]


@dataclass(frozen=True)
class Pair(Rule):
    """Each two neighbors on a line have a pair of digits from a table, or fulfill an expression with a and b.

    ``table[i]`` has the digits that may follow the digit with index i. With `all`, every cell is compared with every
    later cell. The language of the expression is described in `nonet.variants.expression`.

    >>> print(Pair("r1c1-r1c3", rule="abs(a - b) >= 5"))
    {"type": "pair", "cells": "r1c1 r1c2 r1c3", "rule": "abs(a - b) >= 5"}
    """

    cells: Line = Line()
    table: Table = Table()
    rule: Expression = Expression()
    all: Flag = Flag()

    def __post_init__(self) -> None:
        """Check that there is a table or an expression."""
        if (self.table is None) == (self.rule is None):
            raise ArgumentError("pair: either table or rule is needed, and not both")
        if self.rule is not None:
            compiled(self.rule)

    def words(self, language: str = "en") -> str:
        """Return the rule in one sentence."""
        names = self.kinds()["cells"].words(self.cells, language)
        if language == "zh":
            which = "任意前后两格 a、b" if self.all else "相邻两格 a、b"
            what = f"满足 {self.rule}" if self.rule else "的数字在规定的表中"
            return f"{names} 上{which}{what}。"
        super().words(language)  # refuses other languages
        which = "any two digits a and a later b" if self.all else "neighbors a and b"
        return f"On {names}, {which} {f'fulfill {self.rule}' if self.rule else 'are a pair of a given table'}."

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        cells, masks = board.all_at(self.cells), self._masks(board)
        if not self.all:
            return chain(cells, masks)
        if len(set(cells)) == len(cells) and (sets := _sets_of_pairs(masks, len(cells))) is not None:
            return [primitives.Choice(cells, sets)]
        return pairs(combinations(cells, 2), masks)

    def _masks(self, board: Board) -> tuple[int, ...]:
        if self.table is not None:
            return _masks_of_table(self.table, board.low, board.high)
        return _masks_of(compiled(self.rule or ""), board.low, board.high)


@lru_cache(maxsize=256)
def _sets_of_pairs(masks: tuple[int, ...], size: int) -> tuple[int, ...] | None:
    """Return the sets of different digits, of which each two are a pair of a table.

    Returns None if the table has a pair of equal digits or depends on the order, or if there are many sets.
    """
    digits = range(len(masks))
    if len(masks) > _MOST_DIGITS or any(masks[i] >> i & 1 for i in digits):
        return None
    if any((masks[i] >> j ^ masks[j] >> i) & 1 for i in digits for j in digits):
        return None
    found = [(0, (1 << len(masks)) - 1)]  # sets, and the higher digits that can be added
    for _ in range(size):
        found = [
            (chosen | 1 << i, left & masks[i] & -1 << i + 1) for chosen, left in found for i in digits if left >> i & 1
        ]
    return tuple(chosen for chosen, _ in found)


_MOST_DIGITS = 12
"""The largest number of digits for which all sets are listed."""


@lru_cache(maxsize=256)
def _masks_of_table(table: tuple[tuple[int, ...], ...], low: int, high: int) -> tuple[int, ...]:
    return tuple(map(Board(1, 1, low, high).mask, table))


@lru_cache(maxsize=256)
def _masks_of(holds: Callable[[int, int], bool], low: int, high: int) -> tuple[int, ...]:
    digits = range(low, high + 1)
    return tuple(sum(1 << b - low for b in digits if holds(a, b)) for a in digits)


@dataclass(frozen=True)
class Regex(Rule):
    """The digits of a line, as text, match a pattern. The patterns are described in `nonet.variants.patterns`.

    >>> print(Regex("r1c1-r1c5", "(1|23)*"))
    regex (1|23)*: r1c1-r1c5
    """

    english = "The digits on {cells}, read as a text, match the pattern {pattern}."
    chinese = "{cells} 的数字连成的文本符合模式 {pattern}。"
    cells: Line = Line(1)
    pattern: Text = Text(r"[^\s:]+", "a pattern such as [12]3*")

    def check(self, board: Board) -> None:
        """Raise an error if the rule does not fit a board."""
        super().check(board)
        pattern_dfa(self.pattern, board.low, board.high)

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        yield automaton(board.all_at(self.cells), pattern_dfa(self.pattern, board.low, board.high))


@dataclass(frozen=True)
class Automaton(Rule):
    """An automaton accepts the digits of a line. It may be in several states at once.

    A move is [from, [digits], to], with states counted from 0.

    >>> Automaton("r1c1-r1c3", [0], [0], [[0, [1, 2], 0]]).accept
    (0,)
    """

    english = "An automaton accepts the digits on {cells}."
    chinese = "{cells} 的数字被给定的自动机接受。"
    cells: Line = Line(1)
    start: States = States()
    accept: States = States()
    moves: Moves = Moves()

    def __hash__(self) -> int:
        return hash((self.cells, self.start, self.accept, len(self.moves)))  # there may be thousands of moves

    def check(self, board: Board) -> None:
        """Raise an error if the rule does not fit a board."""
        super().check(board)
        self._dfa(board)

    def _dfa(self, board: Board) -> Dfa:
        known: dict[Board, Dfa] = vars(self).setdefault("_known", {})  # to look it up elsewhere takes much longer
        if board not in known:
            board.check_digits({digit for _, digits, _ in self.moves for digit in digits})
            known[board] = _automaton_dfa(self.start, self.accept, self.moves, board.low, board.high)
        return known[board]

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        yield automaton(board.all_at(self.cells), self._dfa(board))


@lru_cache(maxsize=64)
def _automaton_dfa(
    start: tuple[int, ...], accept: tuple[int, ...], moves: tuple[Move, ...], low: int, high: int
) -> Dfa:
    targets: dict[tuple[int, int], set[int]] = {}
    for state, digits, target in moves:
        for digit in digits:
            targets.setdefault((state, digit), set()).add(target)
    return deterministic(start, accept, targets, range(low, high + 1))


class _Several(Rule):
    """Several rules in one."""

    of: Rules


@dataclass(frozen=True)
class AnyOf(_Several):
    """At least one of several rules holds. An alternative may be impossible by itself.

    >>> from nonet.variants import Killer
    >>> AnyOf([Killer("r1c1 r1c2", 5), Killer("r1c1 r1c2", 7)])
    AnyOf([Killer('r1c1 r1c2', 5), Killer('r1c1 r1c2', 7)])
    """

    english = "At least one of these holds: {of}."
    chinese = "以下至少一条成立：{of}。"
    of: Rules = Rules()

    def check(self, board: Board) -> None:
        """Raise an error if the rule does not fit a board."""
        super().check(board)
        for rule in _inner(self.of):
            if not rule.inside:
                raise ArgumentError(f"a rule {rule.type} cannot be an alternative")

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        branches = tuple(tuple(rule.lower(board)) for rule in self.of)
        yield _one_automaton(branches) or primitives.AnyOf(branches)


_MOST_UNITED = 200
"""The largest number of states, before they are minimized, of an automaton for several alternatives."""


def _one_automaton(branches: tuple[tuple[Primitive, ...], ...]) -> Primitive | None:
    """Return one automaton for alternatives that are automata on the same cells, which is faster; None for others."""
    found = [branch[0] for branch in branches if len(branch) == 1 and isinstance(branch[0], primitives.Automaton)]
    if len(found) < max(2, len(branches)) or any(each.cells != found[0].cells for each in found):
        return None
    dfa = united(tuple(Dfa(*each[1:]) for each in found), _MOST_UNITED)
    return automaton(found[0].cells, dfa) if dfa else None


def _inner(rules: tuple[Rule, ...]) -> Iterator[Rule]:
    for rule in rules:
        yield rule
        if isinstance(rule, _Several):
            yield from _inner(rule.of)


@dataclass(frozen=True)
class AllOf(_Several):
    """All of several rules hold. It is useful as an alternative of an any-of rule.

    >>> from nonet.variants import Even, Odd
    >>> AllOf([Odd("r1c1"), Even("r1c2")])
    AllOf([Odd('r1c1'), Even('r1c2')])
    """

    english = "All of these hold: {of}."
    chinese = "以下各条都成立：{of}。"
    of: Rules = Rules()

    def check_possible(self, board: Board) -> None:
        """Raise an error if one of the rules is impossible."""
        for rule in self.of:
            rule.check_possible(board)

    def marks(self) -> Iterator[tuple[str, tuple[Cell, ...]]]:
        """Yield the marks of all rules."""
        for rule in self.of:
            yield from rule.marks()

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        for rule in self.of:
            yield from rule.lower(board)
