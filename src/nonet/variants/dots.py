"""Marks between two neighbors, and comparisons: dots, X and V, signs, minima and maxima, and what is not marked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from ..errors import ArgumentError
from ..geometry import Cell
from ..puzzle import Board, Rule
from .build import pairs, table
from .fields import Cells, Integer, Neighbors, Word
from .primitives import Primitive

__all__ = ["Difference", "Greater", "Maximum", "Minimum", "Negative", "PairSum", "Ratio"]


class _Mark(Rule):
    """A mark between two neighbors that names a relation of their digits."""

    relation: ClassVar[str]
    number: ClassVar[str] = "value"
    cells: Neighbors

    def check_possible(self, board: Board) -> None:
        """Raise an error if no two digits fulfill it."""
        if not any(self._table(board)):
            raise ArgumentError(f"no two digits have the {self.relation} {getattr(self, self.number)}")

    def marks(self) -> Iterator[tuple[str, tuple[Cell, ...]]]:
        """Yield the mark, which frees the pair from negative rules."""
        yield self.type, self.cells

    def _table(self, board: Board) -> tuple[int, ...]:
        return table(board, self.relation, getattr(self, self.number))

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        first, second = board.all_at(self.cells)
        return pairs([(first, second)], self._table(board))


@dataclass(frozen=True)
class Difference(_Mark):
    """A white dot: two neighbors differ by `value`, usually 1.

    >>> print(Difference("r1c1 r1c2"))
    difference: r1c1 r1c2
    """

    english = "The digits in {cells} differ by {value}."
    chinese = "{cells} 的数字相差 {value}。"
    relation = "difference"
    cells: Neighbors = Neighbors()
    value: Integer = Integer(0, default=1)


@dataclass(frozen=True)
class Ratio(_Mark):
    """A black dot: of two neighbors one is `value` times the other, usually twice.

    >>> print(Ratio("r1c1 r1c2"))
    ratio: r1c1 r1c2
    """

    english = "Of the digits in {cells}, one is {value} times the other."
    chinese = "{cells} 的数字，一个是另一个的 {value} 倍。"
    relation = "ratio"
    cells: Neighbors = Neighbors()
    value: Integer = Integer(0, default=2)


@dataclass(frozen=True)
class PairSum(_Mark):
    """X or V: two neighbors have a sum, for X 10 and for V 5.

    >>> print(PairSum("r1c1 r1c2", 10))
    pair-sum 10: r1c1 r1c2
    """

    english = "The sum of the digits in {cells} is {sum}."
    chinese = "{cells} 的数字之和为 {sum}。"
    relation = "sum"
    number = "sum"
    cells: Neighbors = Neighbors()
    sum: Integer = Integer(0)


@dataclass(frozen=True)
class Greater(Rule):
    """Of two neighbors, the first is larger.

    >>> print(Greater("r1c2 r1c1"))
    greater: r1c2 r1c1
    """

    english = "Of {cells}, the first is larger than the second."
    chinese = "{cells} 中，前一格大于后一格。"
    cells: Neighbors = Neighbors(ordered=True)

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        larger, smaller = board.all_at(self.cells)
        return pairs([(smaller, larger)], table(board, "less"))


def _around(cells: tuple[Cell, ...], board: Board) -> Iterator[tuple[int, int]]:
    """Yield each cell with each neighbor that does not belong to the rule itself."""
    own = set(board.all_at(cells))
    for first, second in board.neighbors():
        if first in own and second not in own:
            yield first, second
        if second in own and first not in own:
            yield second, first


@dataclass(frozen=True)
class Minimum(Rule):
    """Each cell is smaller than its orthogonal neighbors; the cells of one rule are not compared.

    >>> print(Minimum("r5c5"))
    minimum: r5c5
    """

    english = "Each of {cells} is smaller than all its neighbors above, below, left and right, these cells excepted."
    chinese = "{cells} 小于其上下左右相邻的格（这些格之间不比较）。"
    cells: Cells = Cells()

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        return pairs(_around(self.cells, board), table(board, "less"))


@dataclass(frozen=True)
class Maximum(Rule):
    """Each cell is larger than its orthogonal neighbors; the cells of one rule are not compared.

    >>> print(Maximum("r5c5"))
    maximum: r5c5
    """

    english = "Each of {cells} is larger than all its neighbors above, below, left and right, these cells excepted."
    chinese = "{cells} 大于其上下左右相邻的格（这些格之间不比较）。"
    cells: Cells = Cells()

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        return pairs(((other, cell) for cell, other in _around(self.cells, board)), table(board, "less"))


@dataclass(frozen=True)
class Negative(Rule):
    """All dots (or all X and V) are given: neighbors without a mark do not have the relation.

    A dot of either color frees its pair from each negative rule on dots.

    >>> print(Negative("kropki"))
    negative kropki
    """

    of: Word = Word("kropki", "difference", "ratio", "xv")
    inside = False

    _ENGLISH: ClassVar = {
        "kropki": "Neighbors without a dot neither differ by 1, nor is one twice the other.",
        "difference": "Neighbors without a dot do not differ by 1.",
        "ratio": "Of neighbors without a dot, none is twice the other.",
        "xv": "Neighbors without X or V do not have the sum 5 or 10.",
    }
    _CHINESE: ClassVar = {
        "kropki": "没有圆点的相邻两格，既不相差 1，也没有两倍关系。",
        "difference": "没有圆点的相邻两格不相差 1。",
        "ratio": "没有圆点的相邻两格没有两倍关系。",
        "xv": "没有 X 或 V 的相邻两格之和不是 5 或 10。",
    }

    def words(self, language: str = "en") -> str:
        """Return the rule in one sentence."""
        super().words(language)  # refuses other languages
        return str((self._CHINESE if language == "zh" else self._ENGLISH)[self.of])

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        kinds = {"pair-sum"} if self.of == "xv" else {"difference", "ratio"}
        free = {(first, second) for kind, first, second in board.marked if kind in kinds}
        relation, value = {
            "kropki": ("no kropki", 0),
            "difference": ("no difference", 1),
            "ratio": ("no ratio", 2),
            "xv": ("no xv", 0),
        }[self.of]
        return pairs((cells for cells in board.neighbors() if cells not in free), table(board, relation, value))
