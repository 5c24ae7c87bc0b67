"""Cages and other groups of cells: sums, sets of digits, counts, copies, and what single cells may contain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from ..errors import ArgumentError, ShapeError
from ..geometry import Cell
from ..puzzle import Board, Rule
from . import primitives
from .build import allowed, between, distinct, equal_sums, linear, pairs, sets_of, table
from .fields import (
    Cells,
    Digits,
    Flag,
    Groups,
    Integer,
    Integers,
    Line,
    OneCell,
    OptionalInteger,
    Text,
    Word,
    names_in_words,
)
from .primitives import Primitive

__all__ = [
    "AllDifferent",
    "Candidates",
    "Clone",
    "Contains",
    "CountDistinct",
    "CountingCircles",
    "EqualSum",
    "Equality",
    "Even",
    "ExtraRegion",
    "Index",
    "Killer",
    "LookAndSay",
    "Lunchbox",
    "Odd",
    "Quadruple",
    "Rellik",
    "SameDigits",
    "Sum",
]


def check_different(cells: tuple[Cell, ...], board: Board) -> None:
    """Raise an error if there are more cells than digits."""
    if len(cells) > board.digits:
        raise ShapeError(f"{len(cells)} cells cannot have different digits, since there are only {board.digits} digits")


def check_between(what: str, value: int, low: int, high: int) -> None:
    """Raise an error if a number is out of reach."""
    if not low <= value <= high:
        raise ArgumentError(f"{what} must be {low} to {high}, not {value}")


# What a cell may contain


@dataclass(frozen=True)
class Candidates(Rule):
    """Each cell has one of some digits.

    >>> Candidates("r1c1", [2, 4])
    Candidates('r1c1', [2, 4])
    """

    english = "Each digit in {cells} is one of {digits}."
    chinese = "{cells} 只能填 {digits}。"
    cells: Cells = Cells()
    digits: Digits = Digits(repeated=False)

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        return allowed(board.all_at(self.cells), board.mask(self.digits))


@dataclass(frozen=True)
class Odd(Rule):
    """Each cell has an odd digit.

    >>> print(Odd("r1c1 r3c4"))
    odd: r1c1 r3c4
    """

    english = "The digits in {cells} are odd."
    chinese = "{cells} 是奇数。"
    cells: Cells = Cells()

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        return allowed(board.all_at(self.cells), board.mask(digit for digit in board.values if digit % 2))


@dataclass(frozen=True)
class Even(Rule):
    """Each cell has an even digit.

    >>> print(Even("r1c1 r3c4"))
    even: r1c1 r3c4
    """

    english = "The digits in {cells} are even."
    chinese = "{cells} 是偶数。"
    cells: Cells = Cells()

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        return allowed(board.all_at(self.cells), board.mask(digit for digit in board.values if digit % 2 == 0))


# Different digits and sums


@dataclass(frozen=True)
class Killer(Rule):
    """A cage: its digits are all different, and have a sum if one is given. The cells need not touch.

    >>> print(Killer("r1c1 r1c2 r2c1", 12))
    killer 12: r1c1 r1c2 r2c1
    """

    chinese = "{cells} 的数字互不相同，和为 {sum}。"
    english = "The digits in {cells} are all different, and their sum is {sum}."
    cells: Cells = Cells()
    sum: OptionalInteger = OptionalInteger()

    def words(self, language: str = "en") -> str:
        """Return the rule in one sentence."""
        return super().words(language) if self.sum is not None else AllDifferent(self.cells).words(language)

    def check_possible(self, board: Board) -> None:
        """Raise an error if no digits can have the sum."""
        check_different(self.cells, board)
        if self.sum is not None:
            size = len(self.cells)
            steps = size * (size - 1) // 2
            lowest, highest = size * board.low + steps, size * board.high - steps
            check_between(f"the sum of {size} different digits", self.sum, lowest, highest)

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        cells = board.all_at(self.cells)
        if self.sum is None:
            return distinct(cells)
        return [*distinct(cells), primitives.Linear(cells, (1,) * len(cells), self.sum)]


@dataclass(frozen=True)
class Sum(Rule):
    """The sum of some digits, or of digits times weights, which may be negative. Digits may repeat.

    >>> print(Sum("r1c1 r5c5", 9))
    sum 9: r1c1 r5c5
    >>> Sum("r1c1 r1c1 r5c5", 9) == Sum("r5c5 r1c1", 9, [1, 2])
    True
    """

    english = "The sum of the digits in {cells} is {sum}."
    chinese = "{cells} 的数字之和为 {sum}。"
    cells: Line = Line(1)
    sum: Integer = Integer()
    weights: Integers = Integers()

    def __post_init__(self) -> None:
        """Put the cells into reading order, and add the weights of a cell that occurs twice."""
        weights = self.weights or (1,) * len(self.cells)
        if len(weights) != len(self.cells):
            raise ArgumentError(f"sum: {len(weights)} weights, but {len(self.cells)} cells")
        merged = dict.fromkeys(sorted(self.cells), 0)
        for cell, weight in zip(self.cells, weights, strict=True):
            merged[cell] += weight
        values = vars(self)
        values["cells"] = tuple(merged)
        values["weights"] = None if set(merged.values()) == {1} else tuple(merged.values())

    def words(self, language: str = "en") -> str:
        """Return the rule in one sentence."""
        if self.weights is None:
            return super().words(language)
        terms = " + ".join(f"{w} × {cell}" for cell, w in zip(self.cells, self.weights, strict=True))
        return f"{terms.replace('+ -', '- ')} = {self.sum}{'。' if language == 'zh' else '.'}"

    def check_possible(self, board: Board) -> None:
        """Raise an error if no digits can have the sum."""
        weights = self.weights or (1,) * len(self.cells)
        positive = sum(weight for weight in weights if weight > 0)
        negative = sum(weights) - positive
        lowest, highest = positive * board.low + negative * board.high, positive * board.high + negative * board.low
        check_between("the sum", self.sum, lowest, highest)

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        yield linear(board.all_at(self.cells), self.weights or (1,) * len(self.cells), self.sum)


@dataclass(frozen=True)
class AllDifferent(Rule):
    """The digits of some cells are all different.

    >>> print(AllDifferent("r1c1 r5c5 r9c9"))
    all-different: r1c1 r5c5 r9c9
    """

    english = "The digits in {cells} are all different."
    chinese = "{cells} 的数字互不相同。"
    cells: Cells = Cells()

    def check_possible(self, board: Board) -> None:
        """Raise an error if there are more cells than digits."""
        check_different(self.cells, board)

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        return distinct(board.all_at(self.cells))


@dataclass(frozen=True)
class ExtraRegion(Rule):
    """A house of its own: as many cells as there are digits, each digit once.

    >>> ExtraRegion("r1c1-r1c4").type
    'extra-region'
    """

    english = "{cells} are a region with each digit once."
    chinese = "{cells} 是额外区，每个数字恰好出现一次。"
    inside = False
    cells: Cells = Cells()

    def check(self, board: Board) -> None:
        """Raise an error if the rule does not fit a board."""
        super().check(board)
        if len(self.cells) != board.digits:
            raise ShapeError(f"a region has {board.digits} cells, one for each digit, not {len(self.cells)}")

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        return distinct(board.all_at(self.cells))


@dataclass(frozen=True)
class Rellik(Rule):
    """A cage of different digits, no some of which have the sum.

    >>> print(Rellik("r1c1-r1c3", 8))
    rellik 8: r1c1-r1c3
    """

    english = "The digits in {cells} are all different, and no one or more of them have the sum {sum}."
    chinese = "{cells} 的数字互不相同，其中任意若干个之和都不是 {sum}。"
    cells: Cells = Cells()
    sum: Integer = Integer(0)

    def check_possible(self, board: Board) -> None:
        """Raise an error if no digits are possible."""
        check_different(self.cells, board)

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        cells = board.all_at(self.cells)
        yield primitives.Choice(cells, _rellik_sets(board.low, board.high, len(cells), self.sum))


@lru_cache(maxsize=256)
def _rellik_sets(low: int, high: int, size: int, total: int) -> tuple[int, ...]:
    def has_no_part(digits: tuple[int, ...]) -> bool:
        sums = {0}
        for digit in digits:
            more = {each + digit for each in sums}
            if total in more:
                return False
            sums |= more
        return True

    return sets_of(Board(1, 1, low, high), size, has_no_part)


@dataclass(frozen=True)
class Equality(Rule):
    """A cage of different digits: half of them odd, half of them low and half of them high.

    Low are the n // 2 lowest digits of the board, and high as many of the highest.

    >>> print(Equality("r1c1-r1c4"))
    equality: r1c1-r1c4
    """

    english = (
        "The digits in {cells} are all different; half of them are odd, half are low and half are high "
        "(on a board of 9 digits, low is 1 to 4 and high is 6 to 9)."
    )
    chinese = "{cells} 的数字互不相同，奇数偶数各半，小数大数各半（9 个数字时，小数为 1 至 4，大数为 6 至 9）。"
    cells: Cells = Cells(2)

    def check_possible(self, board: Board) -> None:
        """Raise an error if no digits are possible."""
        check_different(self.cells, board)
        if len(self.cells) % 2:
            raise ArgumentError(f"an even number of cells was expected, not {len(self.cells)}")

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        middle, size = board.digits // 2, len(self.cells)
        low, high = set(board.values[:middle]), set(board.values[board.digits - middle :])

        def is_balanced(digits: tuple[int, ...]) -> bool:
            counts = sum(digit % 2 for digit in digits), len(low & set(digits)), len(high & set(digits))
            return all(2 * count == size for count in counts)

        yield primitives.Choice(board.all_at(self.cells), sets_of(board, size, is_balanced))


@dataclass(frozen=True)
class Lunchbox(Rule):
    """Different digits, of which those between the smallest and the largest, in order, have a sum.

    >>> print(Lunchbox("r1c1-r1c4", 8))
    lunchbox 8: r1c1-r1c4
    """

    english = "The digits on {cells} are all different; those between the smallest and the largest have the sum {sum}."
    chinese = "{cells} 的数字互不相同，其中最小数与最大数之间（按顺序）的数字之和为 {sum}。"
    cells: Line = Line()
    sum: Integer = Integer(0)

    def check_possible(self, board: Board) -> None:
        """Raise an error if no digits are possible."""
        check_different(self.cells, board)
        inner = board.values[1:-1]
        check_between("the sum", self.sum, 0, sum(inner[len(inner) + 2 - len(self.cells) :]))

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        cells = board.all_at(self.cells)
        yield from distinct(cells)
        yield from between(board, cells, (), self.sum)


@dataclass(frozen=True)
class EqualSum(Rule):
    """Groups of cells have equal sums.

    >>> EqualSum(["r1c1 r1c2", "r5c5"])
    EqualSum(['r1c1 r1c2', 'r5c5'])
    """

    english = "The groups {groups} have equal sums."
    chinese = "{groups} 各组的和相等。"
    groups: Groups = Groups(same_length=False)

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        return equal_sums([board.all_at(group) for group in self.groups])


# Copies


@dataclass(frozen=True)
class Clone(Rule):
    """Groups of cells are equal, position by position.

    >>> Clone(["r1c1 r1c2", "r5c5 r5c6"]).to_dict()
    {'type': 'clone', 'groups': ['r1c1 r1c2', 'r5c5 r5c6']}
    """

    english = "The groups {groups} have the same digits in the same order."
    chinese = "{groups} 各组的数字按位置对应相同。"
    groups: Groups = Groups(ordered=True)

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        first, *others = map(board.all_at, self.groups)
        equal = table(board, "equal")
        return [each for other in others for each in pairs(zip(first, other, strict=True), equal)]


@dataclass(frozen=True)
class SameDigits(Rule):
    """Groups of cells have the same digits, each equally often, in any order.

    >>> SameDigits(["r1c1 r1c2", "r5c5 r5c6"]).type
    'same-digits'
    """

    english = "The groups {groups} have the same digits, in any order."
    chinese = "{groups} 各组的数字相同，顺序不限。"
    groups: Groups = Groups()

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        yield primitives.Same(tuple(map(board.all_at, self.groups)))


# Counts


def _counts(cells: tuple[int, ...], board: Board, digits: tuple[int, ...], *, exact: bool) -> Iterator[Primitive]:
    for digit in dict.fromkeys(digits):
        number = digits.count(digit)
        yield primitives.Count(cells, 1 << digit - board.low, number, number if exact else len(cells))


@dataclass(frozen=True)
class Contains(Rule):
    """Some cells contain each digit at least as often as it is listed, or exactly as often.

    >>> print(Contains("r1c1-r1c4", [1, 1, 2], exact=True))
    contains 1,1,2 exact: r1c1-r1c4
    """

    english = "{cells} contain {digits}, each at least as often as it is listed."
    chinese = "{cells} 含有 {digits}，每个数字至少出现所列的次数。"
    cells: Cells = Cells()
    digits: Digits = Digits()
    exact: Flag = Flag()

    def words(self, language: str = "en") -> str:
        """Return the rule in one sentence."""
        words = super().words(language)
        return words.replace("至少", "恰好").replace("at least", "exactly") if self.exact else words

    def check_possible(self, board: Board) -> None:
        """Raise an error if there are more digits than cells."""
        if len(self.digits) > len(self.cells):
            raise ArgumentError(f"{len(self.digits)} digits are listed, but there are only {len(self.cells)} cells")

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        return _counts(board.all_at(self.cells), board, self.digits, exact=self.exact)


@dataclass(frozen=True)
class Quadruple(Rule):
    """A square of four cells contains each digit at least as often as it is listed.

    >>> print(Quadruple("r1c1 r1c2 r2c1 r2c2", [1, 4]))
    quadruple 1,4: r1c1 r1c2 r2c1 r2c2
    """

    english = "{cells} contain {digits}, each at least as often as it is listed."
    chinese = "{cells} 含有 {digits}，每个数字至少出现所列的次数。"
    cells: Cells = Cells(4, 4)
    digits: Digits = Digits(4)

    def check(self, board: Board) -> None:
        """Raise an error if the rule does not fit a board."""
        super().check(board)
        row, column = self.cells[0]
        if self.cells[1:] != ((row, column + 1), (row + 1, column), (row + 1, column + 1)):
            raise ArgumentError("the four cells must be a square of 2 rows and 2 columns")

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        return _counts(board.all_at(self.cells), board, self.digits, exact=False)


@dataclass(frozen=True)
class LookAndSay(Rule):
    """The clue is read in pairs of count and digit: some cells contain each digit exactly so often.

    >>> print(LookAndSay("r1c1-r1c4", "1223"))
    look-and-say 1223: r1c1-r1c4
    """

    english = "In {cells}, {clue} holds."
    cells: Cells = Cells()
    clue: Text = Text("([0-9][0-9])+", "pairs of count and digit, such as 1223")

    def _wanted(self) -> list[tuple[int, int]]:
        return [(int(self.clue[i + 1]), int(self.clue[i])) for i in range(0, len(self.clue), 2)]

    def words(self, language: str = "en") -> str:
        """Return the rule in one sentence."""
        names = names_in_words(self.cells, language)
        if language == "zh":
            return f"{names} 中恰有 " + "、".join(f"{count} 个 {digit}" for digit, count in self._wanted()) + "。"
        super().words(language)  # refuses other languages
        counts = [f"{digit} exactly {count} time{'s' * (count != 1)}" for digit, count in self._wanted()]
        return f"{names} contain {' and '.join(counts)}."

    def check(self, board: Board) -> None:
        """Raise an error if the rule does not fit a board."""
        super().check(board)
        board.check_digits(digit for digit, _ in self._wanted())

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        cells = board.all_at(self.cells)
        for digit, count in self._wanted():
            yield primitives.Count(cells, board.mask([digit]), count, count)


@dataclass(frozen=True)
class CountingCircles(Rule):
    """Each digit d in one of the cells occurs in exactly d of them.

    >>> print(CountingCircles("r1c1 r1c2 r5c5"))
    counting-circles: r1c1 r1c2 r5c5
    """

    english = "A digit in one of {cells} is in exactly as many of these cells as its value."
    chinese = "{cells} 中出现的每个数字，其出现次数等于它本身。"
    cells: Cells = Cells()

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        cells = board.all_at(self.cells)
        sums = _sets_of_sum(tuple(digit for digit in board.values if digit > 0), len(cells))
        if sums is not None:
            tallies = tuple(tuple(digit if digit in present else 0 for digit in board.values) for present in sums)
            yield primitives.Tally(cells, tallies)
            return
        for digit in board.values:
            ways = [(number, number) for number in sorted({0, digit}) if digit or not number]
            mask = board.mask([digit])
            yield primitives.AnyOf(tuple((primitives.Count(cells, mask, *way),) for way in ways))


_MOST_BRANCHES = 64


@lru_cache(maxsize=256)
def _sets_of_sum(digits: tuple[int, ...], total: int) -> tuple[tuple[int, ...], ...] | None:
    """Return the sets of digits with a sum, or None if there are many."""
    found: list[tuple[int, ...]] = []

    def extend(chosen: tuple[int, ...], start: int, missing: int) -> bool:
        if missing == 0:
            found.append(chosen)
            return len(found) <= _MOST_BRANCHES
        return all(
            extend((*chosen, digits[i]), i + 1, missing - digits[i])
            for i in range(start, len(digits))
            if digits[i] <= missing
        )

    return tuple(found) if total > sum(digits) or extend((), 0, total) else None


@dataclass(frozen=True)
class CountDistinct(Rule):
    """The digit of one cell is the number of different digits in others.

    >>> print(CountDistinct("r1c1-r1c4", "r5c5"))
    count-distinct r5c5: r1c1-r1c4
    """

    english = "The digit in {count} is the number of different digits in {cells}."
    chinese = "{count} 的数字等于 {cells} 中不同数字的个数。"
    cells: Cells = Cells()
    count: OneCell = OneCell()

    def check(self, board: Board) -> None:
        """Raise an error if the rule does not fit a board."""
        super().check(board)
        if board.digits > 12:
            raise ShapeError(f"at most 12 digits are possible with this rule, but {board.a_board} has {board.digits}")

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        yield primitives.Variety(board.all_at(self.cells), board.at(self.count))


@dataclass(frozen=True)
class Index(Rule):
    """A cell of column c with the digit d means that the digit c is in column d of its row; rows and boxes alike.

    >>> print(Index("column", "r1c1 r2c1"))
    index column: r1c1 r2c1
    """

    english = "The digit in each of {cells} is the {axis} index."
    axis: Word = Word("row", "column", "box")
    cells: Cells = Cells()

    _ENGLISH: ClassVar = {
        "column": "column (of its row) in which the number of its own column is",
        "row": "row (of its column) in which the number of its own row is",
        "box": "position (in its box) of the digit that is its own position",
    }
    _CHINESE: ClassVar = {
        "column": "同一行中，与所在列号相同的数字位于第几列",
        "row": "同一列中，与所在行号相同的数字位于第几行",
        "box": "同一宫中，与自身位置序号相同的数字位于第几格",
    }

    def words(self, language: str = "en") -> str:
        """Return the rule in one sentence."""
        super().words(language)  # refuses other languages
        names = names_in_words(self.cells, language)
        if language == "zh":
            return f"{names} 的数字表示：{self._CHINESE[self.axis]}。"
        return f"The digit in each of {names} is the {self._ENGLISH[self.axis]}."

    def check(self, board: Board) -> None:
        """Raise an error if the rule does not fit a board."""
        super().check(board)
        if self.axis == "box":
            inside = {cell for area in board.areas() for cell in area}
            for cell in self.cells:
                if board.at(cell) not in inside:
                    raise ShapeError(f"{cell} is not in a box or region")

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        plain = board[:6]  # without marks
        return [_indexed(plain, self.axis, cell) for cell in board.all_at(self.cells)]


@lru_cache(maxsize=4096)
def _indexed(plain: tuple[Any, ...], axis: str, cell: int) -> Primitive:
    """Return that the digit of a cell is the place of another digit; this depends on the board only."""
    board = Board(*plain)
    row, column = divmod(cell, board.columns)
    if axis == "column":
        line = board.line((row, 0), "r")
    elif axis == "row":
        line = board.line((0, column), "d")
    else:
        line = next(area for area in board.areas() if cell in area)
    return primitives.Pointer(cell, line, board.low, 1 << line.index(cell))
