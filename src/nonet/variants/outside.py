"""Clues outside the board, each about one row, column or diagonal, read from the edge."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from ..errors import ArgumentError, ShapeError
from ..puzzle import STEPS, Board, Rule
from . import primitives
from .automata import Dfa, explored
from .build import automaton, between
from .cages import check_between
from .fields import Crust, Direction, Integer, Start
from .primitives import Primitive

__all__ = ["FullRank", "HiddenSkyscraper", "LittleKiller", "NumberedRoom", "Sandwich", "Skyscraper", "XSum"]


class _Clue(Rule):
    """A clue about the line that begins at an edge."""

    start: Start
    direction: Direction

    def line(self, board: Board) -> tuple[int, ...]:
        """Return the cells that are read, in order."""
        return board.line(self.start, self.direction)

    def check(self, board: Board) -> None:
        """Raise an error if the rule does not fit a board."""
        super().check(board)
        (down, right), (row, column) = STEPS[self.direction], self.start
        if 0 <= row - down < board.rows and 0 <= column - right < board.columns:
            raise ShapeError(f"a line in this direction does not start at {self.start}, but at the edge of the board")


@dataclass(frozen=True)
class LittleKiller(_Clue):
    """The sum of the digits on a diagonal, which may repeat.

    >>> print(LittleKiller("r1c3", "dl", 12))
    little-killer 12: r1c3 dl
    """

    english = "The sum of the digits on the diagonal from {start} to the {direction} is {sum}."
    chinese = "从 {start} 往{direction}的斜线上，数字之和为 {sum}。"
    start: Start = Start()
    direction: Direction = Direction("ul", "ur", "dl", "dr")
    sum: Integer = Integer(0)

    def check_possible(self, board: Board) -> None:
        """Raise an error if no digits can have the sum."""
        size = len(self.line(board))
        check_between("the sum", self.sum, size * board.low, size * board.high)

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        cells = self.line(board)
        yield primitives.Linear(cells, (1,) * len(cells), self.sum)


@dataclass(frozen=True)
class Sandwich(_Clue):
    """The sum of the digits between the lowest and the highest digit of a row or column, or between two others.

    >>> print(Sandwich("r1c1", "r", 12), Sandwich("r1c1", "r", 12, [2, 8]), sep=" and ")
    sandwich 12: r1c1 r and sandwich 12 crust=2,8: r1c1 r
    """

    english = "On the line from {start} {direction}, the digits between {crust} have the sum {sum}."
    chinese = "从 {start} 往{direction}的一行（列）中，{crust}之间的数字之和为 {sum}。"
    start: Start = Start()
    direction: Direction = Direction("u", "d", "l", "r")
    sum: Integer = Integer(0)
    crust: Crust = Crust()

    def words(self, language: str = "en") -> str:
        """Return the rule in one sentence."""
        words = super().words(language)
        is_chinese = language == "zh"
        if self.crust is None:
            return words.replace("None", "最小数与最大数" if is_chinese else "the lowest and the highest digit")
        return words.replace(str(self.crust), ("{} 与 {} " if is_chinese else "{} and {}").format(*self.crust))

    def check_possible(self, board: Board) -> None:
        """Raise an error if no digits can have the sum."""
        crust = self._crust(board)
        if _fewest_between(board.low, board.high, crust).get(self.sum, board.cells) > len(self.line(board)) - 2:
            raise ArgumentError(f"no digits between {crust[0]} and {crust[1]} can have the sum {self.sum}")

    def _crust(self, board: Board) -> tuple[int, int]:
        first, second = self.crust or (board.low, board.high)
        return first, second

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        return between(board, self.line(board), self._crust(board), self.sum)


@lru_cache(maxsize=64)
def _fewest_between(low: int, high: int, crust: tuple[int, int]) -> dict[int, int]:
    """Return the fewest different digits, other than those of the crust, that have each sum."""
    fewest = {0: 0}
    for digit in range(low, high + 1):
        if digit not in crust:
            for total, number in list(fewest.items()):
                fewest[total + digit] = min(fewest.get(total + digit, number + 1), number + 1)
    return fewest


@dataclass(frozen=True)
class XSum(_Clue):
    """The first digit d of a row or column counts the cells, with itself, that have the sum.

    >>> print(XSum("r1c2", "d", 27))
    x-sum 27: r1c2 d
    """

    english = "On the line from {start} {direction}, as many cells as the first digit have the sum {sum}."
    chinese = "从 {start} 往{direction}，第一格的数字是几，前几格（含第一格）之和就是 {sum}。"
    start: Start = Start()
    direction: Direction = Direction("u", "d", "l", "r")
    sum: Integer = Integer(0)

    def check_possible(self, board: Board) -> None:
        """Raise an error if no digits can have the sum."""
        if not self._first_digits(board):
            raise ArgumentError(f"no digits can have the sum {self.sum}")

    def _first_digits(self, board: Board) -> tuple[int, ...]:
        return _first_digits(board.low, board.high, len(self.line(board)), self.sum)

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        line = self.line(board)

        def branch(digit: int) -> tuple[Primitive, ...]:
            first = primitives.Allowed(line[0], board.mask([digit]))
            others = line[1 : max(digit, 1)]
            return (first, primitives.Linear(others, (1,) * len(others), self.sum - digit)) if others else (first,)

        yield primitives.AnyOf(tuple(map(branch, self._first_digits(board))))


@lru_cache(maxsize=1024)
def _first_digits(low: int, high: int, length: int, total: int) -> tuple[int, ...]:
    """Return the digits that a line may begin with, if as many cells as the first digit have a sum."""

    def is_possible(digit: int) -> bool:
        if digit <= 1:
            return total == digit
        others, rest = [other for other in range(low, high + 1) if other != digit], digit - 1
        return digit <= length and sum(others[:rest]) <= total - digit <= sum(others[len(others) - rest :])

    return tuple(filter(is_possible, range(low, high + 1)))


@dataclass(frozen=True)
class Skyscraper(_Clue):
    """How many digits of a row or column can be seen: those larger than all before them.

    >>> print(Skyscraper("r1c2", "d", 4))
    skyscraper 4: r1c2 d
    """

    english = "On the line from {start} {direction}, exactly {value} digits are larger than all digits before them."
    chinese = "从 {start} 往{direction}看，恰有 {value} 个数字大于它前面的所有数字。"
    start: Start = Start()
    direction: Direction = Direction("u", "d", "l", "r")
    value: Integer = Integer(0)

    def check_possible(self, board: Board) -> None:
        """Raise an error if no digits are possible."""
        check_between("the number of digits", self.value, 1, len(self.line(board)))

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        yield automaton(self.line(board), _skyscraper_dfa(board.low, board.high, self.value))


@lru_cache(maxsize=256)
def _skyscraper_dfa(low: int, high: int, value: int) -> Dfa:
    def step(state: tuple[int, int], digit: int) -> tuple[int, int] | None:
        tallest, seen = state
        if digit <= tallest:
            return state
        return (digit, seen + 1) if seen < value else None

    return explored((0, 0), step, lambda state: state[1] == value, range(low, high + 1))


@dataclass(frozen=True)
class HiddenSkyscraper(_Clue):
    """The first digit of a row or column that cannot be seen, since one before it is larger.

    >>> print(HiddenSkyscraper("r1c2", "d", 4))
    hidden-skyscraper 4: r1c2 d
    """

    english = "On the line from {start} {direction}, the first digit that is not larger than all before it is {value}."
    chinese = "从 {start} 往{direction}看，第一个不大于它前面所有数字的数字是 {value}。"
    start: Start = Start()
    direction: Direction = Direction("u", "d", "l", "r")
    value: Integer = Integer(0)

    def check_possible(self, board: Board) -> None:
        """Raise an error if no digits are possible."""
        check_between("the digit", self.value, board.low, board.high - 1)

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        yield automaton(self.line(board), _hidden_dfa(board.low, board.high, self.value))


@lru_cache(maxsize=256)
def _hidden_dfa(low: int, high: int, value: int) -> Dfa:
    found = high + 1

    def step(tallest: int, digit: int) -> int | None:
        if tallest == found:
            return found if digit != value else None  # it occurs once
        if digit == value:  # nor is it among those that are seen before
            return found if digit < tallest else None
        return digit if digit > tallest else None

    return explored(0, step, lambda tallest: tallest == found, range(low, high + 1))


@dataclass(frozen=True)
class NumberedRoom(_Clue):
    """The first digit d of a row or column is the position of the digit `value`, counted from 1.

    >>> print(NumberedRoom("r1c2", "d", 4))
    numbered-room 4: r1c2 d
    """

    english = "On the line from {start} {direction}, the first digit is the position of {value}."
    chinese = "从 {start} 往{direction}，第一格的数字是几，第几格就是 {value}。"
    start: Start = Start()
    direction: Direction = Direction("u", "d", "l", "r")
    value: Integer = Integer(0)

    def check_possible(self, board: Board) -> None:
        """Raise an error if no digits are possible."""
        check_between("the digit", self.value, board.low, board.high)

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        line = self.line(board)
        return [primitives.Pointer(line[0], line, 1, 1 << self.value - board.low)]


@dataclass(frozen=True)
class FullRank(_Clue):
    """The rank of a row or column, read as a number, among all rows and columns read in both directions; 1 is lowest.

    No other row or column reads the same, while those without a clue may be equal: some puzzles have several
    solutions if equal readings share a rank.

    >>> print(FullRank("r1c2", "d", 17))
    full-rank 17: r1c2 d
    """

    english = (
        "If all rows and columns are read from both ends as numbers, "
        "the line from {start} {direction} is number {value} from the lowest, and equal to no other."
    )
    chinese = "把所有行列从两端各读成一个数，从 {start} 往{direction}读的数由小到大排第 {value}，且与其他各数都不同。"
    start: Start = Start()
    direction: Direction = Direction("u", "d", "l", "r")
    value: Integer = Integer(1)

    def check(self, board: Board) -> None:
        """Raise an error if the rule does not fit a board."""
        super().check(board)
        if not board.rows == board.columns == board.digits:
            raise ShapeError("as many digits as rows and columns are needed")

    def check_possible(self, board: Board) -> None:
        """Raise an error if no digits are possible."""
        check_between("the rank", self.value, 1, 4 * board.digits)

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives.

        Each side of the board has each digit once, so that 4 of the 4n readings begin with each digit. The rank
        therefore gives the first digit, and the number of smaller readings among the other three that begin with it.
        """
        line = self.line(board)
        index, smaller = divmod(self.value - 1, 4)
        sides = tuple(side for side in _sides(board.rows) if line not in side)
        yield primitives.Rank(line, sides, board.low + index, smaller)


@lru_cache(maxsize=16)
def _sides(size: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return the readings that begin on each side of a square board."""
    board, last, every = Board(size, size, 1, size), size - 1, range(size)
    return (
        tuple(board.line((i, 0), "r") for i in every),
        tuple(board.line((i, last), "l") for i in every),
        tuple(board.line((0, i), "d") for i in every),
        tuple(board.line((last, i), "u") for i in every),
    )
