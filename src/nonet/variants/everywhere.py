"""Rules for the whole board: more houses, chess moves, neighbors, squares of four cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from ..errors import ShapeError, counted
from ..puzzle import Board, Rule
from . import primitives
from .automata import Dfa, explored
from .build import automaton, distinct, table
from .fields import Integer, RegionText, Word
from .lines import check_thirds
from .primitives import Primitive, Shared

__all__ = [
    "AntiKing",
    "AntiKnight",
    "AntiTaxicab",
    "Diagonal",
    "DisjointGroups",
    "DutchFlatmates",
    "GlobalEntropy",
    "GlobalModular",
    "Nonconsecutive",
    "Regions",
    "Windoku",
]


def _boxes(board: Board) -> tuple[int, int]:
    if board.boxes is None:
        raise ShapeError("the board has no boxes")
    return board.boxes


@dataclass(frozen=True)
class Regions(Rule):
    """Irregular regions instead of boxes: one letter per cell, and each letter is a house. A dot is in no region.

    >>> Regions("AABB AABB CCDD CCDD")
    Regions('AABBAABBCCDDCCDD')
    """

    english = "Each of the regions contains no digit twice."
    chinese = "每个不规则区内数字不重复。"
    text: RegionText = RegionText()
    inside = False

    def check(self, board: Board) -> None:
        """Raise an error if the rule does not fit a board."""
        super().check(board)
        if board.boxes is not None:
            raise ShapeError(f"the board has boxes too; use a board without them, with the shape (1, {board.digits})")
        if board.regions != self.text:
            raise ShapeError("a puzzle can have only one rule with regions")
        for letter, size in Counter(self.text.replace(".", "")).items():
            if size > board.digits:
                raise ShapeError(
                    f"region {letter} has {size} cells, but there are only {counted(board.digits, 'digit')}"
                )

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        for area in board.areas():
            yield from distinct(area)


@dataclass(frozen=True)
class Diagonal(Rule):
    r"""A diagonal of the board contains each digit once: / rises to the right, \ falls.

    >>> print(Diagonal("/"))
    diagonal /
    """

    english = "The diagonal {direction} contains each digit once."
    chinese = "对角线 {direction} 上数字不重复。"
    direction: Word = Word("/", "\\")
    inside = False

    def check(self, board: Board) -> None:
        """Raise an error if the rule does not fit a board."""
        super().check(board)
        if board.rows != board.columns:
            raise ShapeError("the board must have as many rows as columns")

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        return distinct(
            board.line((0, 0), "dr") if self.direction == "\\" else board.line((0, board.columns - 1), "dl")
        )


@dataclass(frozen=True)
class Windoku(Rule):
    """Windows of the size of a box contain each digit once. They begin at r2c2, one row or column apart.

    >>> len(list(Windoku().lower(Board(9, 9, 1, 9, (3, 3)))))
    4
    """

    english = "Each window contains each digit once."
    chinese = "每个窗口内数字不重复。"
    inside = False

    def check(self, board: Board) -> None:
        """Raise an error if the rule does not fit a board."""
        _boxes(board)

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        return _windows(board.rows, board.columns, *_boxes(board))


@lru_cache(maxsize=64)
def _windows(rows: int, columns: int, height: int, width: int) -> Shared:
    return Shared(
        primitives.Distinct(tuple((top + i) * columns + left + j for i in range(height) for j in range(width)))
        for top in range(1, rows - height, height + 1)
        for left in range(1, columns - width, width + 1)
    )


@dataclass(frozen=True)
class DisjointGroups(Rule):
    """Cells at the same position of their boxes have different digits.

    >>> len(list(DisjointGroups().lower(Board(9, 9, 1, 9, (3, 3)))))
    9
    """

    english = "Cells at the same position of their boxes have different digits."
    chinese = "各宫相同位置的格数字不重复。"
    inside = False

    def check(self, board: Board) -> None:
        """Raise an error if the rule does not fit a board."""
        _boxes(board)
        if len({len(area) for area in board.areas()}) > 1:
            raise ShapeError("the boxes must be equally large")

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        for group in zip(*board.areas(), strict=True):
            yield from distinct(group)


# Moves and neighbors. The primitives depend on the size of the board only, and are made once.


@lru_cache(maxsize=64)
def _moves(rows: int, columns: int, moves: tuple[tuple[int, int], ...]) -> Shared:
    return Shared(primitives.Distinct(cells) for cells in Board(rows, columns, 1, 1).pairs(*moves))


@dataclass(frozen=True)
class AntiKnight(Rule):
    """Cells that are a knight's move apart have different digits.

    >>> len(list(AntiKnight().lower(Board(9, 9, 1, 9))))
    224
    """

    english = "Cells that are a knight's move apart have different digits."
    chinese = "相隔国际象棋马步的两格数字不同。"

    def lower(self, board: Board) -> Shared:
        """Return the meaning of the rule as primitives."""
        return _moves(board.rows, board.columns, ((1, 2), (2, 1), (1, -2), (2, -1)))


@dataclass(frozen=True)
class AntiKing(Rule):
    """Cells that touch at a corner have different digits. (Those that share an edge are in one row or column.)

    >>> len(list(AntiKing().lower(Board(9, 9, 1, 9))))
    128
    """

    english = "Cells that touch, also at a corner, have different digits."
    chinese = "相邻（包括斜向相邻）的两格数字不同。"

    def lower(self, board: Board) -> Shared:
        """Return the meaning of the rule as primitives."""
        return _moves(board.rows, board.columns, ((1, 1), (1, -1)))


@dataclass(frozen=True)
class AntiTaxicab(Rule):
    """Two equal digits d are never d steps apart, counted along rows and columns.

    >>> AntiTaxicab().type
    'anti-taxicab'
    """

    english = "Two cells with the same digit d are never exactly d steps apart, counted along rows and columns."
    chinese = "数字同为 d 的两格，沿行列走的步数不等于 d。"

    def lower(self, board: Board) -> Shared:
        """Return the meaning of the rule as primitives."""
        return _taxicab(*board[:4])


@lru_cache(maxsize=16)
def _taxicab(rows: int, columns: int, low: int, high: int) -> Shared:
    board, found = Board(rows, columns, low, high), []
    for distance in range(max(low, 2), high + 1):
        moves = [
            (down, right) for down in range(1, distance) for right in (distance - down, down - distance)
        ]  # not along one row or column, where digits are different anyway
        masks = table(board, "not both", distance)
        found += [primitives.Pair(*cells, masks) for cells in board.pairs(*moves)]
    return Shared(found)


@dataclass(frozen=True)
class Nonconsecutive(Rule):
    """Neighbors in a row or column do not differ by 1.

    >>> len(list(Nonconsecutive().lower(Board(9, 9, 1, 9))))
    144
    """

    english = "Neighbors above, below, left and right never differ by 1."
    chinese = "上下左右相邻的两格不相差 1。"

    def lower(self, board: Board) -> Shared:
        """Return the meaning of the rule as primitives."""
        return _nonconsecutive(*board[:4])


@lru_cache(maxsize=16)
def _nonconsecutive(rows: int, columns: int, low: int, high: int) -> Shared:
    board = Board(rows, columns, low, high)
    return Shared(primitives.Pair(*cells, table(board, "no difference", 1)) for cells in board.neighbors())


@lru_cache(maxsize=16)
def _squares(rows: int, columns: int, groups: tuple[int, ...]) -> Shared:
    """Return that each square of four cells has a digit of each group."""
    most = 4 - (len(groups) - 1)
    squares = [
        tuple((row + i // 2) * columns + column + i % 2 for i in range(4))
        for row in range(rows - 1)
        for column in range(columns - 1)
    ]
    return Shared(primitives.Count(cells, group, 1, most) for cells in squares for group in groups)


@dataclass(frozen=True)
class GlobalEntropy(Rule):
    """Each square of four cells has a digit of each group: 123, 456 and 789.

    >>> GlobalEntropy().type
    'global-entropy'
    """

    english = "Each square of 2 by 2 cells has a digit of each group: 123, 456 and 789."
    chinese = "每个 2×2 方块都含有 123、456、789 三组的数字。"

    def check(self, board: Board) -> None:
        """Raise an error if the rule does not fit a board."""
        check_thirds(board)

    def lower(self, board: Board) -> Shared:
        """Return the meaning of the rule as primitives."""
        groups = tuple(map(board.mask, ((1, 2, 3), (4, 5, 6), (7, 8, 9))))
        return _squares(board.rows, board.columns, groups)


@dataclass(frozen=True)
class GlobalModular(Rule):
    """Each square of four cells has digits of all remainders when divided by `value`, which is 3.

    >>> print(GlobalModular())
    global-modular
    """

    english = "Each square of 2 by 2 cells has digits of all {value} remainders when divided by {value}."
    chinese = "每个 2×2 方块的数字除以 {value} 的余数各种都有。"
    value: Integer = Integer(3, 3, default=3)

    def lower(self, board: Board) -> Shared:
        """Return the meaning of the rule as primitives."""
        value = self.value
        groups = [board.mask(digit for digit in board.values if digit % value == rest) for rest in range(value)]
        return _squares(board.rows, board.columns, tuple(groups))


@dataclass(frozen=True)
class DutchFlatmates(Rule):
    """Each 5 has a 1 directly above it or a 9 directly below it.

    >>> len(list(DutchFlatmates().lower(Board(9, 9, 1, 9))))
    9
    """

    english = "Each 5 has a 1 directly above it or a 9 directly below it."
    chinese = "每个 5 的正上方是 1，或正下方是 9。"

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        for column in range(board.columns):
            yield automaton(board.line((0, column), "d"), _flatmates_dfa(board.low, board.high))


@lru_cache(maxsize=16)
def _flatmates_dfa(low: int, high: int) -> Dfa:
    def step(state: str, digit: int) -> str | None:
        if state == "needs 9" and digit != 9:
            return None
        if digit == 5 and state != "after 1":
            return "needs 9"
        return "after 1" if digit == 1 else "any"

    return explored("any", step, lambda state: state != "needs 9", range(low, high + 1))
