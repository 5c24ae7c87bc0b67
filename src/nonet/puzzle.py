"""Puzzle: a grid with rules beyond rows, columns and boxes. Rule: what all rules have in common.

The rules themselves are in `nonet.variants`, which a puzzle without rules does not need.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self, TypeAlias

from .cellset import CellSet
from .display import LANGUAGES, Displayed
from .errors import ArgumentError, FormatError, NonetError, ShapeError, all_of
from .geometry import Cell, CellLike, Shape
from .grid import Conflict, Grid, GridLike, as_grid
from .limits import MOST_RULES

if TYPE_CHECKING:
    from .variants import Primitive

__all__ = ["Board", "Puzzle", "Rule", "RuleConflict"]

STEPS = {
    "u": (-1, 0),
    "d": (1, 0),
    "l": (0, -1),
    "r": (0, 1),
    "ul": (-1, -1),
    "ur": (-1, 1),
    "dl": (1, -1),
    "dr": (1, 1),
}
"""The directions in which a line is read: up, down, left, right and the diagonals."""


class Board(NamedTuple):
    """The board of a puzzle as rules see it: rows, columns, digits from `low` to `high`, boxes or irregular regions.

    >>> board = Board(9, 9, 1, 9, boxes=(3, 3))
    >>> board.cells, board.digits, bin(board.all_digits)
    (81, 9, '0b111111111')
    """

    rows: int
    columns: int
    low: int
    high: int
    boxes: tuple[int, int] | None = None
    """The height and width of the boxes; None if there are none."""
    regions: str | None = None
    """One letter per cell, the same for the cells of one region; a dot is a cell without a region."""
    marked: frozenset[tuple[str, int, int]] = frozenset()
    """The pairs of neighbors that have a mark, each as kind of mark and two cells in reading order."""

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.rows * self.columns

    @property
    def digits(self) -> int:
        """The number of digits."""
        return self.high - self.low + 1

    @property
    def all_digits(self) -> int:
        """The mask of all digits; bit i is the digit low + i."""
        return (1 << self.digits) - 1

    @property
    def values(self) -> range:
        """The digits from the lowest to the highest.

        >>> list(Board(4, 4, 0, 3).values)
        [0, 1, 2, 3]
        """
        return range(self.low, self.high + 1)

    @property
    def a_board(self) -> str:
        """The board in words, for messages.

        >>> Board(9, 9, 1, 9).a_board, Board(8, 6, 0, 8).a_board
        ('a 9x9 board', 'an 8x6 board with the digits 0 to 8')
        """
        usual = self.low == 1 and self.high == self.rows == self.columns
        an = "n" * (str(self.rows)[0] == "8" or self.rows in (11, 18))
        return f"a{an} {self.rows}x{self.columns} board" + f" with the digits {self.low} to {self.high}" * (not usual)

    def at(self, cell: tuple[int, int]) -> int:
        """Return the index of a cell.

        >>> Board(9, 9, 1, 9).at(Cell(1, 0))
        9
        """
        row, column = cell
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            raise ShapeError(f"{Cell(row, column)} is not a cell of {self.a_board}")
        return row * self.columns + column

    def all_at(self, cells: Iterable[tuple[int, int]]) -> tuple[int, ...]:
        """Return the indices of cells.

        >>> Board(9, 9, 1, 9).all_at([(0, 0), (8, 8)])
        (0, 80)
        """
        cells = tuple(cells)
        try:
            return tuple(map(_indices(self.rows, self.columns).__getitem__, cells))
        except KeyError:
            return tuple(map(self.at, cells))  # names the cell that is not on the board

    def mask(self, digits: Iterable[int]) -> int:
        """Return the mask of some digits; those that the board does not have are left out.

        >>> bin(Board(9, 9, 1, 9).mask([1, 3, 10]))
        '0b101'
        """
        return _mask(self.low, self.high, tuple(digits))

    def check_digits(self, digits: Iterable[int]) -> None:
        """Raise an error if the board does not have one of some digits.

        >>> Board(4, 4, 1, 4).check_digits([4, 5])
        Traceback (most recent call last):
        nonet.errors.ShapeError: 5 is not a digit of a 4x4 board
        """
        low, high = self.low, self.high
        for digit in digits:
            if not low <= digit <= high:
                raise ShapeError(f"{digit} is not a digit of {self.a_board}")

    def line(self, start: tuple[int, int], direction: str) -> tuple[int, ...]:
        """Return the cells from a start to the edge, in a direction.

        >>> Board(9, 9, 1, 9).line((0, 2), "dl")
        (2, 10, 18)
        """
        self.at(start)
        return _line(self.rows, self.columns, *start, direction)

    def pairs(self, *moves: tuple[int, int]) -> Iterator[tuple[int, int]]:
        """Yield the pairs of cells that are a move apart, given as rows down and columns to the right.

        >>> list(Board(2, 2, 1, 2).pairs((0, 1), (1, 0)))
        [(0, 1), (0, 2), (1, 3), (2, 3)]
        """
        for row in range(self.rows):
            for column in range(self.columns):
                for down, right in moves:
                    if 0 <= row + down < self.rows and 0 <= column + right < self.columns:
                        yield row * self.columns + column, (row + down) * self.columns + column + right

    def neighbors(self) -> tuple[tuple[int, int], ...]:
        """Return the pairs of cells that share an edge.

        >>> len(Board(9, 9, 1, 9).neighbors())
        144
        """
        return _neighbors(self.rows, self.columns)

    def areas(self) -> tuple[tuple[int, ...], ...]:
        """Return the cells of each box, or of each irregular region.

        >>> Board(4, 4, 1, 4, boxes=(2, 2)).areas()[0]
        (0, 1, 4, 5)
        """
        return _areas(self.rows, self.columns, self.boxes, self.regions)


@lru_cache(maxsize=64)
def _indices(rows: int, columns: int) -> dict[tuple[int, int], int]:
    return {(row, column): row * columns + column for row in range(rows) for column in range(columns)}


@lru_cache(maxsize=1024)
def _mask(low: int, high: int, digits: tuple[int, ...]) -> int:
    return sum({1 << digit - low for digit in digits if low <= digit <= high})


@lru_cache(maxsize=1024)
def _line(rows: int, columns: int, row: int, column: int, direction: str) -> tuple[int, ...]:
    (down, right), found = STEPS[direction], []
    while 0 <= row < rows and 0 <= column < columns:
        found.append(row * columns + column)
        row, column = row + down, column + right
    return tuple(found)


@lru_cache(maxsize=64)
def _neighbors(rows: int, columns: int) -> tuple[tuple[int, int], ...]:
    return tuple(Board(rows, columns, 1, 1).pairs((0, 1), (1, 0)))


@lru_cache(maxsize=64)
def _areas(rows: int, columns: int, boxes: tuple[int, int] | None, regions: str | None) -> tuple[tuple[int, ...], ...]:
    groups: dict[object, list[int]] = {}
    for cell in range(rows * columns):
        if regions is not None:
            if regions[cell] != ".":
                groups.setdefault(regions[cell], []).append(cell)
        elif boxes is not None:
            groups.setdefault((cell // columns // boxes[0], cell % columns // boxes[1]), []).append(cell)
    return tuple(map(tuple, groups.values()))


KNOWN_RULES: dict[str, type[Rule]] = {}
"""The rules by name, also those of other programs."""


class Rule:
    """A rule of a puzzle. A subclass is a frozen dataclass with a method `lower`, which gives its exact meaning.

    A rule is a value: it knows its fields, and no board. It is checked against the board when a puzzle is made.

    >>> from nonet.variants import Killer
    >>> rule = Killer("r1c1 r1c2 r2c1", 12)
    >>> rule
    Killer('r1c1 r1c2 r2c1', 12)
    >>> print(rule)
    killer 12: r1c1 r1c2 r2c1
    >>> print(rule.words())
    The digits in r1c1, r1c2 and r2c1 are all different, and their sum is 12.
    >>> rule.to_dict()
    {'type': 'killer', 'cells': 'r1c1 r1c2 r2c1', 'sum': 12}
    """

    type: ClassVar[str] = ""
    """The name of the rule in texts and JSON, such as anti-knight for the class AntiKnight."""
    english: ClassVar[str] = ""
    chinese: ClassVar[str] = ""
    """The rule in one sentence; the names of fields stand in braces."""
    inside: ClassVar[bool] = True
    """Whether the rule may be an alternative inside an any-of rule."""

    def __init_subclass__(cls) -> None:
        """Give the rule its name, and make it known to the readers of texts and JSON."""
        if cls.__name__.startswith("_"):
            return  # what several rules have in common
        cls.type = re.sub(r"(?<=.)(?=[A-Z])", "-", cls.__name__).lower()
        cls.__repr__ = Rule.__repr__  # type: ignore[method-assign]  # a dataclass would write its own
        other = KNOWN_RULES.get(cls.type)
        if other is not None and (other.__module__, other.__qualname__) != (cls.__module__, cls.__qualname__):
            raise ArgumentError(f"there is already a rule with the name {cls.type}; choose another name for the class")
        KNOWN_RULES[cls.type] = cls

    def lower(self, board: Board) -> Iterable[Primitive]:
        """Return the primitives that have the same meaning as the rule. Each subclass has its own."""
        raise NotImplementedError(f"{type(self).__name__} has no method lower")

    def check(self, board: Board) -> None:
        """Raise an error if the rule does not fit a board."""
        values = vars(self)
        rows, columns = values.get("_reach", (0, 0))
        is_inside = rows <= board.rows and columns <= board.columns
        for name, check in _checks(type(self), is_inside):
            check(values[name], board)

    def check_possible(self, board: Board) -> None:
        """Raise an error if no digits can fulfill the rule. An alternative of an any-of rule may be impossible."""

    def marks(self) -> Iterator[tuple[str, tuple[Cell, ...]]]:
        """Yield the marks between two cells, each with its kind, which free the pair from negative rules."""
        return iter(())

    @classmethod
    def kinds(cls) -> dict[str, Any]:
        """Return the fields of the rule: what each accepts, and how it is written.

        >>> from nonet.variants import Killer
        >>> list(Killer.kinds())
        ['cells', 'sum']
        """
        return dict(_kinds(cls))

    def words(self, language: str = "en") -> str:
        """Return the rule in one sentence, in English (en) or Chinese (zh)."""
        if language not in LANGUAGES:
            raise ArgumentError.unknown("language", language, LANGUAGES)
        template = (self.chinese if language == "zh" else "") or self.english or self.type
        parts = {name: kind.words(getattr(self, name), language) for name, kind in self.kinds().items()}
        return template.format(**parts)

    def to_dict(self) -> dict[str, Any]:
        """Return the rule as plain values, for JSON."""
        values = {name: kind.to_json(getattr(self, name)) for name, kind in self.kinds().items()}
        return {"type": self.type, **{name: value for name, value in values.items() if value is not None}}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Return the rule of plain values; the inverse of `to_dict`.

        >>> Rule.from_dict({"type": "thermo", "cells": "r1c1 r1c2"})
        Thermo('r1c1 r1c2')
        """
        from .variants import rule_of_dict

        rule = rule_of_dict(data)
        if not isinstance(rule, cls):
            raise FormatError(f"a {rule.type} rule, but {cls.type} was expected")
        return rule

    def __repr__(self) -> str:
        parts, positional = [], True
        for name, kind in self.kinds().items():
            value = getattr(self, name)
            if kind.is_default(value):
                positional = False
            else:
                text = kind.repr(value)
                parts.append(text if positional else f"{name}={text}")
        return f"{type(self).__name__}({', '.join(parts)})"

    def __str__(self) -> str:
        from .variants import text_of_rule

        return text_of_rule(self)


_KINDS: dict[type[Rule], dict[str, Any]] = {}


def _kinds(cls: type[Rule]) -> dict[str, Any]:
    """Return the fields of a class of rules, which are found once; see `Rule.kinds`."""
    known = _KINDS.get(cls)
    if known is not None:
        return known
    names: tuple[str, ...] = getattr(cls, "__match_args__", ())  # of a dataclass: its fields
    found = {}
    for name in names:
        base, kind = next(((base, vars(base)[name]) for base in cls.__mro__ if name in vars(base)), (cls, None))
        if isinstance(kind, _Stored):
            kind = kind.field
        elif not hasattr(kind, "to_json"):
            raise ArgumentError(f"{cls.__name__}.{name} needs a field of nonet.variants.fields as its default")
        else:
            setattr(base, name, _Stored(kind))
        found[name] = kind
    _KINDS[cls] = found
    return found


class _Stored:
    """The place of a field in a class of rules that is complete. To read it takes no function, unlike the field."""

    def __init__(self, field: Any) -> None:
        self.field = field

    def __set__(self, rule: Rule, value: object) -> None:
        self.field.__set__(rule, value)


_Checks: TypeAlias = tuple[tuple[str, Callable[[Any, Board], None]], ...]
_CHECKS: dict[tuple[type[Rule], bool], _Checks] = {}


def _checks(cls: type[Rule], is_inside: bool) -> _Checks:
    """Return the fields to check, and how; without those of cells if these are known to be on the board."""
    known = _CHECKS.get((cls, is_inside))
    if known is None:
        kinds = _kinds(cls).items()
        known = tuple((name, kind.check) for name, kind in kinds if kind.is_checked(is_inside))
        _CHECKS[cls, is_inside] = known
    return known


class RuleConflict(NamedTuple):
    """A rule that the digits on a board already break, and the cells with digits that break it.

    >>> from nonet.variants import AntiKnight
    >>> puzzle = Puzzle("1... ..1. .... ....", [AntiKnight()])
    >>> print(*puzzle.conflicts())
    r1c1 and r2c3 break the rule anti-knight
    """

    rule: Rule
    cells: CellSet

    def words(self, language: str = "en") -> str:
        """Return the conflict with the whole rule, in one sentence or two.

        >>> from nonet.variants import AntiKnight
        >>> print(Puzzle("1... ..1. .... ....", [AntiKnight()]).conflicts()[0].words())
        r1c1 and r2c3 break a rule: Cells that are a knight's move apart have different digits.
        """
        names = [cell.name for cell in self.cells]
        if language == "zh":
            return f"{'、'.join(names)} 违反规则：{self.rule.words('zh')}"
        return f"{all_of(names)} break{'s' * (len(names) == 1)} a rule: {self.rule.words(language)}"

    def to_dict(self) -> dict[str, object]:
        """Return the conflict as plain values, for JSON.

        >>> from nonet.variants import AntiKnight
        >>> Puzzle("1... ..1. .... ....", [AntiKnight()]).conflicts()[0].to_dict()
        {'rule': {'type': 'anti-knight'}, 'cells': ['r1c1', 'r2c3']}
        """
        return {"rule": self.rule.to_dict(), **self.cells.to_dict()}

    def __str__(self) -> str:
        names = [cell.name for cell in self.cells]
        text = str(self.rule)
        rule = text if len(text) <= 80 else self.rule.type
        return f"{names[0]} breaks the rule {rule}" if len(names) == 1 else f"{all_of(names)} break the rule {rule}"


class Puzzle(Displayed):
    """A grid with rules; immutable, and equal to another by its content, whatever the order of the rules.

    `grid` is a `Grid` or its plain text. Each rule is checked against the board; one that is given twice counts once.

    >>> from nonet.variants import AntiKnight, Killer
    >>> puzzle = Puzzle("1... .... .... ....", [Killer("r1c2 r1c3", 5), AntiKnight()])
    >>> puzzle
    Puzzle('1...............', [Killer('r1c2 r1c3', 5), AntiKnight()])
    >>> print(puzzle)
    1...............
    killer 5: r1c2 r1c3
    anti-knight
    >>> Puzzle("1... .... .... ....", [Killer("r1c1 r9c9", 5)])
    Traceback (most recent call last):
    nonet.errors.ShapeError: killer at r1c1: r9c9 is not a cell of a 4x4 board
    """

    __slots__ = ("_board", "_grid", "_rules")

    _grid: Grid
    _rules: tuple[Rule, ...]
    _board: Board

    def __init__(self, grid: GridLike, rules: Iterable[Rule] = ()) -> None:
        """Make a puzzle. A plain text with a regions rule is a board without boxes."""
        rules = (rules,) if isinstance(rules, Rule) else rules
        found: dict[Rule, None] = {}
        for rule in rules:
            if not isinstance(rule, Rule):
                raise ArgumentError(f"rules must be rules of nonet.variants, not {type(rule).__name__}")
            found[rule] = None
            if len(found) > MOST_RULES:
                raise ArgumentError(f"more than {MOST_RULES} rules, the most that a puzzle may have")
        self._rules = tuple(found)
        if isinstance(grid, str):
            regions = next((rule for rule in self._rules if rule.type == "regions"), None)
            grid = grid if regions is None else Grid(grid, (1, _size_of(regions)))
        self._grid = as_grid(grid)
        self._board = board_of(self._grid.shape, self._rules)
        for rule in self._rules:
            check_rule(rule, self._board)

    @classmethod
    def parse(cls, text: str) -> Puzzle:
        """Return the puzzle of a text: the board, then one rule per line. This is the inverse of ``str(puzzle)``.

        >>> puzzle = Puzzle.parse('''
        ... 1...  ....  ....  ....
        ... killer 5: r1c2 r1c3
        ... anti-knight
        ... ''')
        >>> len(puzzle.rules)
        2
        """
        from .variants import parse_puzzle

        return parse_puzzle(text)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Puzzle:
        """Return the puzzle of plain values; the inverse of `to_dict`."""
        from .variants import puzzle_of_dict

        return puzzle_of_dict(data)

    @property
    def grid(self) -> Grid:
        """The givens as a grid."""
        return self._grid

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules beyond rows, columns and boxes."""
        return self._rules

    @property
    def shape(self) -> Shape:
        """The shape of the board."""
        return self._grid.shape

    @property
    def board(self) -> Board:
        """The board as rules see it, with the regions and marks of the rules."""
        return self._board

    @property
    def givens(self) -> CellSet:
        """The cells with a digit."""
        return self._grid.givens

    def as_grid(self) -> Grid:
        """Return the grid of a puzzle without rules. With rules, raise an error that names the first.

        Functions that know nothing of rules call it, so that no rule is ignored.

        >>> Puzzle("1... .2.. ..3. ...4").as_grid()
        Grid('1....2....3....4')
        """
        if self._rules:
            more = f" (and {len(self._rules) - 1} more)" if len(self._rules) > 1 else ""
            first = self._rules[0].type
            raise ArgumentError(f"this does not support rules yet, but the puzzle has the rule {first}{more}")
        return self._grid

    def sees(self, cell: CellLike) -> CellSet:
        """Return the cells that cannot have the same digit as a cell: its peers, and those that a rule adds.

        >>> from nonet.variants import AntiKnight
        >>> seen = Puzzle(Grid.empty((2, 2)), [AntiKnight()]).sees("r1c1")
        >>> [other.name for other in seen]
        ['r1c2', 'r1c3', 'r1c4', 'r2c1', 'r2c2', 'r2c3', 'r3c1', 'r3c2', 'r4c1']
        """
        from .variants import cells_seen

        index = self.shape.cell(cell)
        return CellSet(self.shape.peer_masks[index] | cells_seen(self._rules, self._board, index), self.shape)

    def conflicts(self, grid: GridLike | None = None) -> tuple[Conflict | RuleConflict, ...]:
        """Return where digits break a rule: those of the puzzle, or of a grid that is being filled in.

        A rule counts as broken when the digits on its cells leave it no way to come true.

        >>> from nonet.variants import Killer
        >>> puzzle = Puzzle(Grid.empty((2, 2)), [Killer("r1c1 r1c2", 7)])
        >>> print(*puzzle.conflicts("2... .... .... ...."))
        r1c1 breaks the rule killer 7: r1c1 r1c2
        """
        grid = self._grid if grid is None else as_grid(grid)
        if grid.shape is not self.shape:
            raise ShapeError(f"the puzzle is {self.shape.a_board}, but grid is {grid.shape.a_board}")
        if not self._rules:
            return grid.conflicts()
        from .variants import rule_conflicts

        broken = rule_conflicts(self._rules, self._board, bytes(grid))
        return (*grid.conflicts(), *(RuleConflict(rule, CellSet(cells, self.shape)) for rule, cells in broken))

    def __add__(self, rule: Rule) -> Puzzle:
        return Puzzle(self._grid, (*self._rules, rule)) if isinstance(rule, Rule) else NotImplemented

    def without(self, rule: Rule) -> Puzzle:
        """Return the puzzle without a rule.

        >>> from nonet.variants import AntiKing, AntiKnight
        >>> Puzzle("1... .... .... ....", [AntiKing(), AntiKnight()]).without(AntiKing())
        Puzzle('1...............', [AntiKnight()])
        """
        if rule not in self._rules:
            raise ArgumentError(f"the puzzle does not have the rule {rule}")
        return Puzzle(self._grid, [other for other in self._rules if other != rule])

    def replace(self, digits: Mapping[Any, int]) -> Puzzle:
        """Return the puzzle with other givens in some cells; 0 removes a given.

        >>> Puzzle("1... .... .... ....").replace({"r1c1": 0, "r4c4": 3})
        Puzzle('...............3')
        """
        return Puzzle(self._grid.replace(digits), self._rules)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Puzzle):
            return self._grid == other._grid and frozenset(self._rules) == frozenset(other._rules)
        return NotImplemented

    def __hash__(self) -> int:
        return hash((self._grid, frozenset(self._rules)))

    def __reduce__(self) -> tuple[object, ...]:
        return Puzzle, (self._grid, self._rules)

    def to_dict(self) -> dict[str, Any]:
        """Return the puzzle as plain values, for JSON.

        >>> from nonet.variants import AntiKnight
        >>> Puzzle("1... .... .... ....", [AntiKnight()]).to_dict()["constraints"]
        [{'type': 'anti-knight'}]
        """
        from .variants import dict_of_puzzle

        return dict_of_puzzle(self)

    def __str__(self) -> str:
        if not self._rules and self.shape.is_usual:
            return str(self._grid)
        from .variants import text_of_puzzle

        return text_of_puzzle(self)

    def __repr__(self) -> str:
        grid = repr(str(self._grid)) if self.shape.is_usual else repr(self._grid)
        return f"Puzzle({grid}, [{', '.join(map(repr, self._rules))}])" if self._rules else f"Puzzle({grid})"


def _size_of(regions: Rule) -> int:
    size = round(len(getattr(regions, "text", "")) ** 0.5)
    return size or 9


def board_of(shape: Shape, rules: Iterable[Rule] = ()) -> Board:
    """Return the board of a shape, with the regions and marks of its rules.

    >>> board_of(Shape(3, 3))
    Board(rows=9, columns=9, low=1, high=9, boxes=(3, 3), regions=None, marked=frozenset())
    """
    return with_rules(_plain_board(shape.box_height, shape.box_width), rules)


@lru_cache(maxsize=64)
def _plain_board(height: int, width: int) -> Board:
    size = height * width
    return Board(size, size, 1, size, (height, width) if height > 1 and width > 1 else None)


def with_rules(board: Board, rules: Iterable[Rule]) -> Board:
    """Return a board with the regions and marks of its rules."""
    marked = set()
    for rule in rules:
        if rule.type == "regions":
            board = board._replace(regions=getattr(rule, "text", None))
        if type(rule).marks is Rule.marks:
            continue  # most rules have none
        for kind, cells in rule.marks():
            try:
                first, second = sorted(board.all_at(cells))
            except ShapeError:
                continue  # the check of the rule names the cell that is not on the board
            marked.add((kind, first, second))
    return board._replace(marked=frozenset(marked)) if marked else board


def check_rule(rule: Rule, board: Board) -> None:
    """Check a rule against a board; the error names the rule and its first cell."""
    try:
        rule.check(board)
        rule.check_possible(board)
    except NonetError as error:
        cells: Any = next((v for n in ("cells", "circle", "start") if (v := getattr(rule, n, None))), ())
        cells = (cells,) if isinstance(cells, Cell) else cells
        raise type(error)(f"{rule.type}{f' at {cells[0].name}' if cells else ''}: {error}") from None
