"""Lines: thermometers, arrows, whispers, and all rules on cells in order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise

from ..errors import ArgumentError, ShapeError
from ..geometry import Cell
from ..puzzle import Board, Rule
from . import primitives
from .automata import Dfa, explored
from .build import allowed, automaton, chain, distinct, equal_sums, linear, pair, pairs, sets_of, table
from .cages import check_between, check_different
from .fields import Cells, Flag, Integer, Line
from .primitives import Primitive

__all__ = [
    "Arrow",
    "Between",
    "DoubleArrow",
    "Entropic",
    "Lockout",
    "Modular",
    "Nabner",
    "Palindrome",
    "RegionSum",
    "Renban",
    "Slingshot",
    "SlowThermo",
    "SumLine",
    "Thermo",
    "Whisper",
    "Zipper",
]


@dataclass(frozen=True)
class Thermo(Rule):
    """A thermometer: digits rise from the bulb, which is the first cell. Branches are several thermometers.

    >>> print(Thermo("r9c1 r8c1 r7c1 r6c2"))
    thermo: r9c1-r7c1 r6c2
    """

    english = "The digits rise along {cells}."
    chinese = "数字沿 {cells} 严格递增。"
    cells: Line = Line()

    def check_possible(self, board: Board) -> None:
        """Raise an error if the line is too long."""
        check_different(self.cells, board)

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        cells = board.all_at(self.cells)
        lowered = distinct(cells)
        for distance in range(1, len(cells)):  # not only neighbors, so that a player sees each conflict
            lowered += pairs(zip(cells, cells[distance:], strict=False), table(board, "less by", distance))
        return lowered


@dataclass(frozen=True)
class SlowThermo(Rule):
    """A slow thermometer: along the line, digits rise or stay the same.

    >>> print(SlowThermo("r1c1-r1c3 r2c2"))
    slow-thermo: r1c1-r1c3 r2c2
    """

    english = "Along {cells}, the digits rise or stay the same."
    chinese = "数字沿 {cells} 递增或相等。"
    cells: Line = Line()

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        return chain(board.all_at(self.cells), table(board, "at most"))


@dataclass(frozen=True)
class Arrow(Rule):
    """The number in the circle is the sum of the digits on the shaft.

    A circle of two or three cells (a pill) has one digit of the number in each cell, in reading order.

    >>> print(Arrow("r1c1", "r1c2 r1c3"))
    arrow: r1c1 = r1c2 r1c3
    >>> print(Arrow("r1c1 r1c2", "r2c1-r2c4"))
    arrow: r1c1 r1c2 = r2c1-r2c4
    """

    english = "The number in {circle} is the sum of the digits in {shaft}."
    chinese = "{circle} 的数等于 {shaft} 的数字之和。"
    circle: Cells = Cells(1, 3)
    shaft: Line = Line(1)

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        circle, shaft = board.all_at(self.circle), board.all_at(self.shaft)
        number = linear(circle + shaft, (100, 10, 1)[-len(circle) :] + (-1,) * len(shaft), 0)
        return [*allowed(circle[1:], board.mask(range(10))), number] if board.high > 9 else [number]


@dataclass(frozen=True)
class DoubleArrow(Rule):
    """The sum of the ends is the sum of the cells between them.

    >>> print(DoubleArrow("r1c1-r1c4"))
    double-arrow: r1c1-r1c4
    """

    english = "On {cells}, the sum of the two ends is the sum of the digits between them."
    chinese = "{cells} 两端的和等于中间各数之和。"
    cells: Line = Line(3)

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        first, *inner, last = board.all_at(self.cells)
        yield linear((first, last, *inner), [1, 1] + [-1] * len(inner), 0)


@dataclass(frozen=True)
class Between(Rule):
    """The digits on the line are strictly between those at its ends.

    >>> print(Between("r1c1-r1c4"))
    between: r1c1-r1c4
    """

    english = "On {cells}, the digits between the ends are larger than one end and smaller than the other."
    chinese = "{cells} 中间的数字都大于一端、小于另一端。"
    cells: Line = Line(3)

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        first, *inner, last = board.all_at(self.cells)
        for cell in inner:
            yield automaton((first, last, cell), _ends_dfa(board.low, board.high, None))


@dataclass(frozen=True)
class Lockout(Rule):
    """The ends of the line differ by at least `value`, and no digit between them is in their range.

    >>> print(Lockout("r1c1-r1c4"))
    lockout: r1c1-r1c4
    """

    english = (
        "The ends of {cells} differ by at least {value}, and the digits between are smaller or larger than both ends."
    )
    chinese = "{cells} 两端至少相差 {value}，中间的数字都小于两端或大于两端。"
    cells: Line = Line()
    value: Integer = Integer(0, default=4)

    def check_possible(self, board: Board) -> None:
        """Raise an error if no two digits differ so much."""
        check_between("the difference", self.value, 0, board.digits - 1)

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        first, *inner, last = board.all_at(self.cells)
        yield pair(first, last, table(board, "apart", self.value))
        for cell in inner:
            yield automaton((first, last, cell), _ends_dfa(board.low, board.high, self.value))


@lru_cache(maxsize=256)
def _ends_dfa(low: int, high: int, apart: int | None) -> Dfa:
    """Return the automaton of two ends and a digit between them, or outside if the ends are so far apart."""

    def step(state: tuple[int, ...], digit: int) -> tuple[int, ...] | None:
        if len(state) < 2:
            ends = tuple(sorted((*state, digit)))
            return None if len(ends) == 2 and apart is not None and ends[1] - ends[0] < apart else ends
        if len(state) > 2:
            return None
        first, last = state
        is_good = first < digit < last if apart is None else digit < first or digit > last
        return (0, 0, 0) if is_good else None

    start: tuple[int, ...] = ()
    return explored(start, step, lambda state: len(state) == 3, range(low, high + 1))


@dataclass(frozen=True)
class Palindrome(Rule):
    """The line reads the same in both directions.

    >>> print(Palindrome("r1c1-r1c3 r2c2"))
    palindrome: r1c1-r1c3 r2c2
    """

    english = "{cells} read the same in both directions."
    chinese = "{cells} 正读反读相同。"
    cells: Line = Line()

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        cells = board.all_at(self.cells)
        return pairs(zip(cells[: len(cells) // 2], reversed(cells), strict=False), table(board, "equal"))


@dataclass(frozen=True)
class Renban(Rule):
    """The digits are consecutive and different, in any order.

    >>> print(Renban("r1c1-r1c3"))
    renban: r1c1-r1c3
    """

    english = "The digits in {cells} are different and consecutive, in any order."
    chinese = "{cells} 的数字互不相同且连续，顺序不限。"
    cells: Cells = Cells()

    def check_possible(self, board: Board) -> None:
        """Raise an error if there are more cells than digits."""
        check_different(self.cells, board)

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        cells = board.all_at(self.cells)
        return [primitives.Choice(cells, _runs_of_digits(board.digits, len(cells)))]


@lru_cache(maxsize=256)
def _runs_of_digits(digits: int, size: int) -> tuple[int, ...]:
    """Return the sets of consecutive digits."""
    return tuple((1 << size) - 1 << i for i in range(digits - size + 1))


@dataclass(frozen=True)
class Nabner(Rule):
    """No two digits are equal or consecutive.

    >>> print(Nabner("r1c1-r1c3"))
    nabner: r1c1-r1c3
    """

    english = "No two digits in {cells} are equal or consecutive."
    chinese = "{cells} 中任意两个数字既不相同也不连续。"
    cells: Cells = Cells(2)

    def check_possible(self, board: Board) -> None:
        """Raise an error if there are too many cells."""
        if 2 * len(self.cells) - 1 > board.digits:
            raise ShapeError(f"{len(self.cells)} cells are too many, since there are only {board.digits} digits")

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        cells = board.all_at(self.cells)
        if board.digits <= 12:
            return [primitives.Choice(cells, _nabner_sets(board.low, board.high, len(cells)))]
        return pairs(combinations(cells, 2), table(board, "apart", 2))


@lru_cache(maxsize=64)
def _nabner_sets(low: int, high: int, size: int) -> tuple[int, ...]:
    def has_gaps(digits: tuple[int, ...]) -> bool:
        return all(second - first > 1 for first, second in pairwise(digits))

    return sets_of(Board(1, 1, low, high), size, has_gaps)


@dataclass(frozen=True)
class Whisper(Rule):
    """Neighbors on the line differ by at least `value`: 5 is a German whisper, 4 a Dutch one.

    >>> print(Whisper("r1c1-r1c3"), Whisper("r1c1-r1c3", 4), sep=" and ")
    whisper: r1c1-r1c3 and whisper 4: r1c1-r1c3
    """

    english = "Neighbors on the line {cells} differ by at least {value}."
    chinese = "{cells} 线上相邻数字至少相差 {value}。"
    cells: Line = Line()
    value: Integer = Integer(0, default=5)

    def check_possible(self, board: Board) -> None:
        """Raise an error if no two digits differ so much."""
        check_between("the difference", self.value, 0, board.digits - 1)

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        return chain(board.all_at(self.cells), table(board, "apart", self.value))


@dataclass(frozen=True)
class Zipper(Rule):
    """Two cells at the same distance from the middle have one sum for the whole line; a middle cell has that sum.

    >>> print(Zipper("r1c1-r1c5"))
    zipper: r1c1-r1c5
    """

    english = (
        "On {cells}, cells at the same distance from the middle have the same sum, which is also the middle cell's."
    )
    chinese = "{cells} 上，到中点距离相同的两格之和都相等；若有正中一格，其数字就是这个和。"
    cells: Line = Line()

    def words(self, language: str = "en") -> str:
        """Return the rule in one sentence."""
        words = super().words(language)
        if len(self.cells) % 2:
            return words
        return words.replace(", which is also the middle cell's", "").replace("；若有正中一格，其数字就是这个和", "")

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        cells = board.all_at(self.cells)
        half = len(cells) // 2
        pairs = [(cells[i], cells[-1 - i]) for i in range(half)]
        return equal_sums([*pairs, (cells[half],)] if len(cells) % 2 else pairs)


@dataclass(frozen=True)
class RegionSum(Rule):
    """Boxes (or regions) cut the line into pieces with equal sums. A line that comes back begins a new piece.

    >>> print(RegionSum("r1c1-r1c5"))
    region-sum: r1c1-r1c5
    """

    english = "The digits on {cells} have the same sum in each box or region that the line passes."
    chinese = "{cells} 被宫（或区）分成若干段，各段之和相等。"
    cells: Line = Line()

    def check(self, board: Board) -> None:
        """Raise an error if the rule does not fit a board."""
        super().check(board)
        if not board.areas():
            raise ShapeError("the board has neither boxes nor regions")

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        area_of = _area_of(board.areas())
        pieces: list[list[int]] = []
        last: object = self
        for cell in board.all_at(self.cells):
            if area_of.get(cell) != last:
                pieces.append([])
                last = area_of.get(cell)
            pieces[-1].append(cell)
        return equal_sums(pieces)


@lru_cache(maxsize=64)
def _area_of(areas: tuple[tuple[int, ...], ...]) -> dict[int, int]:
    return {cell: number for number, area in enumerate(areas) for cell in area}


@dataclass(frozen=True)
class SumLine(Rule):
    """The line can be cut into runs that each have the sum. On a loop, a run may pass the end.

    >>> print(SumLine("r1c1-r1c5", 10, loop=True))
    sum-line 10 loop: r1c1-r1c5
    """

    english = "The line {cells} can be cut into runs, each with the sum {sum}."
    chinese = "{cells} 可以分成若干段，每段之和为 {sum}。"
    cells: Line = Line(1)
    sum: Integer = Integer(0)
    loop: Flag = Flag()

    def words(self, language: str = "en") -> str:
        """Return the rule in one sentence."""
        words = super().words(language)
        return words.replace("line", "loop").replace("可以", "首尾相接，可以") if self.loop else words

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        cells, dfa = board.all_at(self.cells), _runs_dfa(board.low, board.high, self.sum)
        if not self.loop:
            yield automaton(cells, dfa)
            return
        starts = range(
            1, _longest_run(self.cells, board.low, self.sum) + 1
        )  # the run of the first cell ends before one
        yield primitives.AnyOf(tuple((automaton(cells[i:] + cells[:i], dfa),) for i in starts))


def _longest_run(cells: tuple[Cell, ...], low: int, total: int) -> int:
    """Return how many cells from the first on may have a sum; neighbors in one row or column are different."""
    if low < 0 or len(set(cells)) < len(cells):
        return len(cells)
    number, least, rows, columns, group = 0, 0, set[int](), set[int](), 0
    for row, column in cells:
        if group and len(rows | {row}) > 1 and len(columns | {column}) > 1:
            rows, columns, group = set(), set(), 0
        least += low + group
        if least > total:
            break
        rows.add(row)
        columns.add(column)
        number, group = number + 1, group + 1
    return max(number, 1)


@lru_cache(maxsize=256)
def _runs_dfa(low: int, high: int, total: int) -> Dfa:
    def step(so_far: int, digit: int) -> int | None:
        so_far += digit
        return None if so_far > total else so_far % total if total else 0

    return explored(0, step, lambda so_far: so_far == 0, range(low, high + 1))


@dataclass(frozen=True)
class Entropic(Rule):
    """Any three neighbors on the line have one digit each of 123, 456 and 789.

    >>> print(Entropic("r1c1-r1c5"))
    entropic: r1c1-r1c5
    """

    english = "Any three neighbors on the line {cells} have digits from different groups of 123, 456 and 789."
    chinese = "{cells} 线上任意相邻三格分别来自 123、456、789 三组。"
    cells: Line = Line()

    def check(self, board: Board) -> None:
        """Raise an error if the rule does not fit a board."""
        super().check(board)
        check_thirds(board)

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        return _windows(board.all_at(self.cells), 3, table(board, "other third"), table(board, "same third"))


def check_thirds(board: Board) -> None:
    """Raise an error if the digits are not 1 to 9, the only ones with three groups."""
    if (board.low, board.high) != (1, 9):
        raise ShapeError("the groups 123, 456 and 789 need a board with the digits 1 to 9")


def _windows(cells: tuple[int, ...], size: int, other: tuple[int, ...], same: tuple[int, ...]) -> list[Primitive]:
    """Return pairs: a number of neighbors are in different groups, so the next cell is in the group of the first."""
    near = [(first, second) for i, first in enumerate(cells) for second in cells[i + 1 : i + size]]
    return pairs(near, other) + pairs(zip(cells, cells[size:], strict=False), same)


@dataclass(frozen=True)
class Modular(Rule):
    """Any `value` neighbors on the line have different remainders when divided by `value`.

    >>> print(Modular("r1c1-r1c5"))
    modular: r1c1-r1c5
    """

    english = "Any {value} neighbors on the line {cells} have different remainders when divided by {value}."
    chinese = "{cells} 线上任意相邻 {value} 格除以 {value} 的余数互不相同。"
    cells: Line = Line()
    value: Integer = Integer(1, 25, default=3)

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        value = self.value
        return _windows(
            board.all_at(self.cells), value, table(board, "other residue", value), table(board, "same residue", value)
        )


@dataclass(frozen=True)
class Slingshot(Rule):
    """The second digit counts the cells after it: the one it reaches has the same digit as the first cell.

    >>> print(Slingshot("r1c1-r1c5"))
    slingshot: r1c1-r1c5
    """

    english = "On {cells}, the second digit counts how many cells after it the first digit occurs again."
    chinese = "{cells} 上，第二格的数字表示：从它往后数第几格的数字与第一格相同。"
    cells: Line = Line(3)

    def check(self, board: Board) -> None:
        """Raise an error if the rule does not fit a board."""
        super().check(board)
        if len(set(self.cells)) < len(self.cells):
            raise ArgumentError("a cell occurs twice")

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the meaning of the rule as primitives."""
        value, index, *others = board.all_at(self.cells)
        yield primitives.Element(index, tuple(others), value)
