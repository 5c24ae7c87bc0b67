"""The fields of rules: what each accepts, and how it is checked, written and put into words.

A field is a descriptor: the constructor accepts any form of its value, and the rule keeps one form. So
``Killer("r1c1 r1c2", 5)`` and ``Killer([(0, 1), (0, 0)], 5)`` are equal. The text and JSON forms of a rule are made
from its fields, which is why a new rule needs no code for them.
"""

from __future__ import annotations

import json
import operator
import re
from collections.abc import Iterable, Sequence
from itertools import chain, pairwise
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from ..errors import ArgumentError, FormatError, ShapeError, all_of, shortened
from ..geometry import SYMBOLS, Cell
from ..limits import DEEPEST_RULE, LARGEST_NUMBER, LONGEST_PATTERN, MOST_MOVES, MOST_RULE_CELLS, MOST_RULES, quoted
from ..puzzle import STEPS, Board, Rule

__all__ = [
    "Cells",
    "Digits",
    "Field",
    "Flag",
    "Groups",
    "Integer",
    "Line",
    "Neighbors",
    "OneCell",
    "OptionalInteger",
    "Rules",
    "Word",
    "cells_of_text",
    "text_of_cells",
]

CellsLike: TypeAlias = str | Iterable[str | tuple[int, int]]
"""Cells as rules accept them: one text, or names and (row, column) pairs. An index would need a board."""

Given = TypeVar("Given")
Stored = TypeVar("Stored")

_RUN = re.compile(r"[rR]([1-9]\d{0,3})[cC]([1-9]\d{0,3})(?:-[rR]([1-9]\d{0,3})[cC]([1-9]\d{0,3}))?")
_SYMBOLS = "0" + SYMBOLS


class Field(Generic[Given, Stored]):
    """A field of a rule. `convert` makes the stored value, `check` compares it with a board.

    >>> from nonet.variants import Whisper
    >>> Whisper("r1c1-r1c3", 4).value
    4
    """

    place: ClassVar[str] = "main"
    """Where the text form has it: main (first word after the name), cells (after the colon), or option (name=value)."""
    name: str

    def __init__(self, **default: Stored) -> None:
        """Make a field; with ``default=`` its value may be left out."""
        self._default = default

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, rule: object | None, owner: type) -> Stored:
        if rule is not None:
            return vars(rule)[self.name]  # type: ignore[no-any-return]
        if self._default:
            return self._default["default"]
        raise AttributeError(self.name)  # so that the dataclass knows that there is no default

    def __set__(self, rule: object, value: Given) -> None:
        is_default = self._default and value == self._default["default"]
        vars(rule)[self.name] = value if is_default else self._converted(value, rule)

    def _converted(self, value: Given, rule: object) -> Stored:
        try:
            return self.convert(value)
        except (ArgumentError, ShapeError, FormatError) as error:
            raise ArgumentError(f"{getattr(rule, 'type', 'rule')}: {error}") from None
        except TypeError:
            raise ArgumentError(
                f"{getattr(rule, 'type', 'rule')}: {self.name} must be {self.expected()}, not {quoted(str(value))}"
            ) from None

    def expected(self) -> str:
        """Return what the constructor expects, in words."""
        return "another value"

    def convert(self, value: Given) -> Stored:
        """Return the value as the rule keeps it. Raise TypeError if it is not what `expected` names."""
        raise NotImplementedError

    def check(self, value: Stored, board: Board) -> None:
        """Raise an error if the value does not fit a board."""

    def is_checked(self, is_inside: bool) -> bool:
        """Return whether `check` is needed, if all cells of the rule are on the board or may be outside."""
        return type(self).check is not Field.check

    def is_default(self, value: Stored) -> bool:
        """Return whether a value is the default, which texts leave out."""
        return bool(self._default) and value == self._default["default"]

    @property
    def is_required(self) -> bool:
        """Whether there is no default."""
        return not self._default

    def to_json(self, value: Stored) -> Any:
        """Return the value for JSON; None leaves the field out."""
        return value

    def from_json(self, value: Any) -> Any:
        """Return what the constructor takes for a value from JSON."""
        return value

    def to_text(self, value: Stored) -> str:
        """Return the value as a word of the text form."""
        return str(self.to_json(value))

    def from_text(self, text: str) -> Any:
        """Return what the constructor takes for a word of the text form."""
        return text

    def words(self, value: Stored, language: str) -> str:
        """Return the value as a part of a sentence."""
        return str(value)

    def repr(self, value: Stored) -> str:
        """Return the value as Python code."""
        return repr(self.to_json(value))


# Cells


def cells_of_text(text: str) -> list[Cell]:
    """Return the cells of a text: names, and straight runs such as r1c1-r1c4.

    >>> [cell.name for cell in cells_of_text("r1c1-r1c3 r2c3")]
    ['r1c1', 'r1c2', 'r1c3', 'r2c3']
    """
    found: list[Cell] = []
    for word in text.replace(",", " ").split():
        match = _RUN.fullmatch(word)
        if match is None:
            raise ArgumentError(f"{quoted(word)} is not a cell such as r4c5, or a straight run such as r1c1-r1c4")
        first = Cell(int(match[1]) - 1, int(match[2]) - 1)
        found += [first] if match[3] is None else _run(first, Cell(int(match[3]) - 1, int(match[4]) - 1), word)
        if len(found) > MOST_RULE_CELLS:
            raise ArgumentError(f"more than {MOST_RULE_CELLS} cells, the most that a rule may have")
    return found


def _run(first: Cell, last: Cell, word: str) -> list[Cell]:
    down, right = last.row - first.row, last.column - first.column
    length = max(abs(down), abs(right))
    if (down and right and abs(down) != abs(right)) or length > MOST_RULE_CELLS:
        raise ArgumentError(f"{quoted(word)} is not a straight run such as r1c1-r1c4")
    step = (down > 0) - (down < 0), (right > 0) - (right < 0)
    return [Cell(first.row + i * step[0], first.column + i * step[1]) for i in range(length + 1)]


def text_of_cells(cells: Sequence[Cell]) -> str:
    """Return cells as text, straight runs shortened; the inverse of `cells_of_text`.

    >>> text_of_cells(cells_of_text("r9c1 r8c1 r7c1 r6c2"))
    'r9c1-r7c1 r6c2'
    """
    parts, start = [], 0
    while start < len(cells):
        end = start + 1
        if end < len(cells):
            step = _step(cells[start], cells[end])
            while end < len(cells) and step in STEPS.values() and _step(cells[end - 1], cells[end]) == step:
                end += 1
        if end - start > 2:
            parts.append(f"{cells[start].name}-{cells[end - 1].name}")
        else:
            end = start + 1
            parts.append(cells[start].name)
        start = end
    return " ".join(parts)


def _step(first: Cell, second: Cell) -> tuple[int, int]:
    return second.row - first.row, second.column - first.column


def names_in_words(cells: Iterable[Cell], language: str) -> str:
    """Return cells as a part of a sentence.

    >>> names_in_words(cells_of_text("r1c1-r1c3"), "en"), names_in_words(cells_of_text("r1c1-r1c3"), "zh")
    ('r1c1, r1c2 and r1c3', 'r1c1、r1c2、r1c3')
    """
    return joined([cell.name for cell in cells], language)


def joined(parts: list[str], language: str) -> str:
    """Return parts of a sentence as a list."""
    if language == "zh" or len(parts) < 2:
        return "、".join(parts)
    return all_of(parts)


def _cell(value: object) -> Cell:
    if isinstance(value, str):
        return Cell.parse(value)
    if isinstance(value, tuple) and len(value) == 2:
        row, column = map(operator.index, value)
        return Cell(row, column)
    raise TypeError


def _cells(value: CellsLike) -> list[Cell]:
    cells = cells_of_text(value) if isinstance(value, str) else [_cell(each) for each in value]
    if len(cells) > MOST_RULE_CELLS:
        raise ArgumentError(f"more than {MOST_RULE_CELLS} cells, the most that a rule may have")
    return cells


class _OfCells(Field[Given, Stored]):
    """A field with cells. A rule remembers how many rows and columns its cells need, so that few cells are checked."""

    def __set__(self, rule: object, value: Given) -> None:
        super().__set__(rule, value)
        values = vars(rule)
        rows, columns = values.get("_reach", (0, 0))
        for row, column in self.cells_in(values[self.name]):
            rows, columns = max(rows, row + 1), max(columns, column + 1)
            if row < 0 or column < 0:
                rows = columns = _EVERYWHERE
        values["_reach"] = rows, columns

    def cells_in(self, value: Stored) -> Iterable[Cell]:
        """Return all cells of a value."""
        raise NotImplementedError

    def check(self, value: Stored, board: Board) -> None:
        """Check that all cells are on the board."""
        board.all_at(self.cells_in(value))

    def is_checked(self, is_inside: bool) -> bool:
        """Return whether `check` is needed."""
        return not is_inside or type(self).check is not _OfCells.check


_EVERYWHERE = 1 << 30
"""The reach of cells that no board has."""


class Line(_OfCells[CellsLike, tuple[Cell, ...]]):
    """Cells in order. A line may visit a cell twice."""

    place = "cells"

    def __init__(self, least: int = 2, most: int = MOST_RULE_CELLS) -> None:
        """Make a field with a lowest and a highest number of cells."""
        super().__init__()
        self.least, self.most = least, most

    def expected(self) -> str:
        """Return what the constructor expects, in words."""
        return "a text such as 'r1c1 r1c2', or names and (row, column) pairs"

    def convert(self, value: CellsLike) -> tuple[Cell, ...]:
        """Return the cells."""
        cells = tuple(_cells(value))
        if not self.least <= len(cells) <= self.most:
            number = self.least if self.least == self.most else f"at least {self.least}"
            most = f" and at most {self.most}" if self.most not in (self.least, MOST_RULE_CELLS) else ""
            raise ArgumentError(f"{self.name} must be {number}{most} cell{'s' * (self.least != 1)}, not {len(cells)}")
        return cells

    def cells_in(self, value: tuple[Cell, ...]) -> Iterable[Cell]:
        """Return all cells."""
        return value

    def to_json(self, value: tuple[Cell, ...]) -> str:
        """Return the names."""
        return " ".join(cell.name for cell in value)

    def to_text(self, value: tuple[Cell, ...]) -> str:
        """Return the names, straight runs shortened."""
        return text_of_cells(value)

    def words(self, value: tuple[Cell, ...], language: str) -> str:
        """Return the names as a part of a sentence."""
        return names_in_words(value, language)

    def repr(self, value: tuple[Cell, ...]) -> str:
        """Return the text as Python code."""
        return repr(text_of_cells(value))


class Cells(Line):
    """Cells whose order does not matter; none occurs twice."""

    def __init__(self, least: int = 1, most: int = MOST_RULE_CELLS) -> None:
        """Make a field with a lowest and a highest number of cells."""
        super().__init__(least, most)

    def convert(self, value: CellsLike) -> tuple[Cell, ...]:
        """Return the cells in reading order."""
        cells = sorted(super().convert(value))
        for cell, following in pairwise(cells):
            if cell == following:
                raise ArgumentError(f"{cell.name} occurs twice in {self.name}")
        return tuple(cells)


class Neighbors(Line):
    """Two cells that share an edge: in reading order, unless the order has a meaning."""

    def __init__(self, *, ordered: bool = False) -> None:
        """Make a field for two cells."""
        super().__init__(2, 2)
        self.ordered = ordered

    def convert(self, value: CellsLike) -> tuple[Cell, ...]:
        """Return the two cells."""
        first, second = super().convert(value)
        if abs(first.row - second.row) + abs(first.column - second.column) != 1:
            raise ArgumentError(f"{first.name} and {second.name} must share an edge")
        return (first, second) if self.ordered or first < second else (second, first)


class OneCell(_OfCells[str | tuple[int, int], Cell]):
    """One cell."""

    def expected(self) -> str:
        """Return what the constructor expects, in words."""
        return "a cell, such as 'r4c5' or (3, 4)"

    def convert(self, value: str | tuple[int, int]) -> Cell:
        """Return the cell."""
        return _cell(value)

    def cells_in(self, value: Cell) -> Iterable[Cell]:
        """Return the cell."""
        return (value,)

    def to_json(self, value: Cell) -> str:
        """Return the name."""
        return value.name

    def words(self, value: Cell, language: str) -> str:
        """Return the name."""
        return value.name


class Start(OneCell):
    """The first cell of a line that is read from the edge."""

    place = "cells"


class Groups(_OfCells[Iterable[CellsLike], tuple[tuple[Cell, ...], ...]]):
    """Groups of cells; in order, or sorted if only the sets count."""

    place = "json"

    def __init__(self, *, ordered: bool = False, same_length: bool = True) -> None:
        """Make a field for at least two groups."""
        super().__init__()
        self.ordered, self.same_length = ordered, same_length

    def expected(self) -> str:
        """Return what the constructor expects, in words."""
        return "a list of texts such as 'r1c1 r1c2'"

    def convert(self, value: Iterable[CellsLike]) -> tuple[tuple[Cell, ...], ...]:
        """Return the groups."""
        if isinstance(value, str):
            raise TypeError
        groups = [tuple(_cells(group)) for group in value]
        if not self.ordered:
            groups = sorted(tuple(sorted(group)) for group in groups)
        if len(groups) < 2 or not all(groups):
            raise ArgumentError("groups must be at least 2 groups of at least 1 cell")
        if self.same_length and len({len(group) for group in groups}) > 1:
            raise ArgumentError("groups must have equally many cells")
        for group in groups:
            if len(set(group)) < len(group):
                raise ArgumentError(f"a cell occurs twice in the group {text_of_cells(group)}")
        return tuple(groups)

    def cells_in(self, value: tuple[tuple[Cell, ...], ...]) -> Iterable[Cell]:
        """Return the cells of all groups."""
        return chain.from_iterable(value)

    def to_json(self, value: tuple[tuple[Cell, ...], ...]) -> list[str]:
        """Return the names of each group."""
        return [" ".join(cell.name for cell in group) for group in value]

    def words(self, value: tuple[tuple[Cell, ...], ...], language: str) -> str:
        """Return the groups as a part of a sentence."""
        return joined([f"({names_in_words(group, language)})" for group in value], language)


# Numbers and words


def _integer(value: object, name: str, low: int, high: int) -> int:
    if isinstance(value, bool):
        raise TypeError
    number = operator.index(value)  # type: ignore[arg-type]
    if not low <= number <= high:
        raise ArgumentError(f"{name} must be {low} to {high}, not {shortened(number)}")
    return number


class Integer(Field[int, int]):
    """An integer."""

    def __init__(self, low: int = -LARGEST_NUMBER, high: int = LARGEST_NUMBER, **default: int) -> None:
        """Make a field for an integer from `low` to `high`."""
        super().__init__(**default)
        self.low, self.high = low, high

    def expected(self) -> str:
        """Return what the constructor expects, in words."""
        return "an integer"

    def convert(self, value: int) -> int:
        """Return the integer."""
        return _integer(value, self.name, self.low, self.high)

    def from_text(self, text: str) -> Any:
        """Return the integer of a word."""
        if not re.fullmatch(r"[+-]?\d{1,9}", text):
            raise ArgumentError(f"{self.name} must be an integer, not {quoted(text)}")
        return int(text)


class OptionalInteger(Field[int | None, int | None]):
    """An integer that may be missing."""

    def __init__(self, low: int = -LARGEST_NUMBER, high: int = LARGEST_NUMBER) -> None:
        """Make a field for an integer from `low` to `high`, or None."""
        super().__init__(default=None)
        self.low, self.high = low, high

    def expected(self) -> str:
        """Return what the constructor expects, in words."""
        return "an integer, or None"

    def convert(self, value: int | None) -> int | None:
        """Return the integer."""
        return None if value is None else _integer(value, self.name, self.low, self.high)

    def from_text(self, text: str) -> Any:
        """Return the integer of a word."""
        return Integer.from_text(self, text)  # type: ignore[arg-type]


class Integers(Field[Iterable[int] | None, tuple[int, ...] | None]):
    """A list of integers that may be missing, such as weights."""

    place = "json"

    def __init__(self) -> None:
        """Make a field for integers, or None."""
        super().__init__(default=None)

    def expected(self) -> str:
        """Return what the constructor expects, in words."""
        return "a list of integers"

    def convert(self, value: Iterable[int] | None) -> tuple[int, ...] | None:
        """Return the integers."""
        if value is None:
            return None
        return tuple(_integer(each, self.name, -LARGEST_NUMBER, LARGEST_NUMBER) for each in value)

    def to_json(self, value: tuple[int, ...] | None) -> list[int] | None:
        """Return the integers."""
        return None if value is None else list(value)


class Digits(Field[int | str | Iterable[int], tuple[int, ...]]):
    """Digits in any order; a digit may occur more than once. In text they are separated by commas."""

    def __init__(self, most: int = MOST_RULE_CELLS, *, repeated: bool = True, **default: tuple[int, ...]) -> None:
        """Make a field with a highest number of digits."""
        super().__init__(**default)
        self.most, self.repeated = most, repeated

    def expected(self) -> str:
        """Return what the constructor expects, in words."""
        return "a list of digits"

    def convert(self, value: int | str | Iterable[int]) -> tuple[int, ...]:
        """Return the digits in order."""
        if isinstance(value, str):
            value = self.from_text(value)
        if isinstance(value, int):
            value = [value]
        digits = sorted(_integer(each, "a digit", 0, len(SYMBOLS)) for each in value)
        if len(digits) > self.most:
            raise ArgumentError(f"{self.name} must be at most {self.most} digits, not {len(digits)}")
        if not self.repeated:
            digits = sorted(set(digits))
        return tuple(digits)

    def check(self, value: tuple[int, ...], board: Board) -> None:
        """Check that the board has all digits."""
        board.check_digits(value)

    def to_json(self, value: tuple[int, ...]) -> list[int]:
        """Return the digits."""
        return list(value)

    def to_text(self, value: tuple[int, ...]) -> str:
        """Return the digits, separated by commas."""
        return ",".join(map(str, value)) or "none"

    def from_text(self, text: str) -> Any:
        """Return the digits of a word."""
        if text == "none":
            return []
        if not re.fullmatch(r"\d{1,2}(,\d{1,2})*", text):
            raise ArgumentError(f"{self.name} must be digits such as 1,2,3, not {quoted(text)}")
        return [int(part) for part in text.split(",")]

    def words(self, value: tuple[int, ...], language: str) -> str:
        """Return the digits as a part of a sentence."""
        return joined([str(digit) for digit in value], language)


class Crust(Field[Iterable[int] | None, tuple[int, ...] | None]):
    """The two digits around the sandwich, if they are not the lowest and the highest."""

    place = "option"

    def __init__(self) -> None:
        """Make a field for two digits, or None."""
        super().__init__(default=None)

    def expected(self) -> str:
        """Return what the constructor expects, in words."""
        return "two digits"

    def convert(self, value: Iterable[int] | None) -> tuple[int, ...] | None:
        """Return the two digits in order."""
        if value is None:
            return None
        digits = sorted(_integer(each, "a digit", 0, len(SYMBOLS)) for each in value)
        if len(set(digits)) != 2 or len(digits) != 2:
            raise ArgumentError(f"{self.name} must be two different digits")
        return tuple(digits)

    def check(self, value: tuple[int, ...] | None, board: Board) -> None:
        """Check that the board has both digits."""
        board.check_digits(value or ())

    def to_json(self, value: tuple[int, ...] | None) -> list[int] | None:
        """Return the digits."""
        return None if value is None else list(value)

    def to_text(self, value: tuple[int, ...] | None) -> str:
        """Return the digits, separated by a comma."""
        return ",".join(map(str, value or ()))

    def from_text(self, text: str) -> Any:
        """Return the digits of a word."""
        if not re.fullmatch(r"\d{1,2},\d{1,2}", text):
            raise ArgumentError(f"{self.name} must be two digits such as 1,9, not {quoted(text)}")
        return [int(part) for part in text.split(",")]


class Flag(Field[bool, bool]):
    """Something that is so or not so, usually not. In text it is its name."""

    place = "flag"

    def __init__(self) -> None:
        """Make a field that is usually False."""
        super().__init__(default=False)

    def expected(self) -> str:
        """Return what the constructor expects, in words."""
        return "true or false"

    def convert(self, value: bool) -> bool:
        """Return the flag."""
        if not isinstance(value, bool):
            raise TypeError
        return value

    def to_json(self, value: bool) -> bool | None:
        """Return True, or None for False."""
        return value or None

    def repr(self, value: bool) -> str:
        """Return the flag as Python code."""
        return repr(value)


class Word(Field[str, str]):
    """One of some words."""

    def __init__(self, *known: str, place: str = "main", chinese: Sequence[str] = ()) -> None:
        """Make a field for one of the known words."""
        super().__init__()
        self.known = known
        self.place = place  # type: ignore[misc]  # of this field only
        self.chinese = dict(zip(known, chinese, strict=False))

    def expected(self) -> str:
        """Return what the constructor expects, in words."""
        return f"one of {', '.join(self.known)}"

    def convert(self, value: str) -> str:
        """Return the word."""
        if value not in self.known:
            raise TypeError
        return value

    def words(self, value: str, language: str) -> str:
        """Return the word."""
        return self.chinese.get(value, value) if language == "zh" else value


class Direction(Word):
    """The direction in which a line is read from its start."""

    _ENGLISH: ClassVar = dict(zip(STEPS, ("up", "down", "left", "right"), strict=False)) | {
        "ul": "up left",
        "ur": "up right",
        "dl": "down left",
        "dr": "down right",
    }
    _CHINESE: ClassVar = dict(zip(STEPS, ("上", "下", "左", "右", "左上", "右上", "左下", "右下"), strict=True))

    def __init__(self, *known: str) -> None:
        """Make a field for one of the known directions."""
        super().__init__(*known, place="cells")

    def words(self, value: str, language: str) -> str:
        """Return the direction as a word."""
        return str((self._CHINESE if language == "zh" else self._ENGLISH)[value])


class Text(Field[str, str]):
    """A text without blanks, such as a pattern."""

    def __init__(self, pattern: str, expected: str, most: int = LONGEST_PATTERN) -> None:
        """Make a field for a text that matches a regular expression; `expected` names it in words."""
        super().__init__()
        self.pattern, self._expected, self.most = pattern, expected, most

    def expected(self) -> str:
        """Return what the constructor expects, in words."""
        return self._expected

    def convert(self, value: str) -> str:
        """Return the text."""
        if not isinstance(value, str):
            raise TypeError
        if len(value) > self.most:
            raise ArgumentError(f"{self.name} has {len(value)} characters, but at most {self.most} are possible")
        if not re.fullmatch(self.pattern, value):
            raise TypeError
        return value


class RegionText(Field[str, str]):
    """One letter per cell, the same for the cells of a region. The letters are A, B, C in order of appearance."""

    place = "cells"

    def expected(self) -> str:
        """Return what the constructor expects, in words."""
        return "one letter per cell, or a dot"

    def convert(self, value: str) -> str:
        """Return the letters without blanks, named in order."""
        if not isinstance(value, str):
            raise TypeError
        letters = "".join(value.split())
        if len(letters) > len(SYMBOLS) ** 2:
            raise ArgumentError(f"{len(letters)} letters, but the largest board has {len(SYMBOLS) ** 2} cells")
        names: dict[str, str] = {}
        for letter in letters:
            if letter != ".":
                names.setdefault(
                    letter, chr(ord("A") + len(names)) if len(names) < 26 else chr(ord("a") + len(names) - 26)
                )
        if len(names) > 52:
            raise ArgumentError(f"{len(names)} regions, but at most 52 are possible")
        return "".join("." if letter == "." else names[letter] for letter in letters)

    def check(self, value: str, board: Board) -> None:
        """Check that there is a letter for each cell."""
        if len(value) != board.cells:
            raise ShapeError(f"{len(value)} letters, but {board.a_board} has {board.cells} cells")

    def to_text(self, value: str) -> str:
        """Return the letters, one word per row of a square board."""
        size = round(len(value) ** 0.5)
        if size * size != len(value):
            return value
        return " ".join(value[i : i + size] for i in range(0, len(value), size))


# Rules inside rules, tables and automata, which the text form writes as JSON


class Rules(Field[Iterable[Rule], tuple[Rule, ...]]):
    """Rules inside a rule."""

    place = "json"

    def expected(self) -> str:
        """Return what the constructor expects, in words."""
        return "a list of rules"

    def convert(self, value: Iterable[Rule]) -> tuple[Rule, ...]:
        """Return the rules."""
        rules = tuple(value)
        if not all(isinstance(rule, Rule) for rule in rules):
            raise TypeError
        if len(rules) > MOST_RULES:
            raise ArgumentError(f"more than {MOST_RULES} rules, the most that a rule may contain")
        if 1 + max(map(_depth, rules), default=0) > DEEPEST_RULE:
            raise ArgumentError(f"any-of and all-of rules may be at most {DEEPEST_RULE} levels deep")
        return rules

    def check(self, value: tuple[Rule, ...], board: Board) -> None:
        """Check each rule against the board."""
        for rule in value:
            rule.check(board)

    def to_json(self, value: tuple[Rule, ...]) -> list[Any]:
        """Return the rules for JSON."""
        return [rule.to_dict() for rule in value]

    def from_json(self, value: Any) -> Any:
        """Return the rules of plain values."""
        from .forms import rules_of_dicts  # forms needs the fields of every rule

        return rules_of_dicts(value, self.name)

    def words(self, value: tuple[Rule, ...], language: str) -> str:
        """Return the sentences of the rules, one after the other."""
        return ("；" if language == "zh" else "; ").join(rule.words(language).rstrip(".。") for rule in value)

    def repr(self, value: tuple[Rule, ...]) -> str:
        """Return the rules as Python code."""
        return repr(list(value))


def _depth(rule: Rule) -> int:
    return 1 + max(map(_depth, getattr(rule, "of", ())), default=0) if hasattr(rule, "of") else 0


class Table(Field[Iterable[Iterable[int]] | None, tuple[tuple[int, ...], ...] | None]):
    """For each digit the digits that may follow it."""

    place = "json"

    def __init__(self) -> None:
        """Make a field for a table, or None."""
        super().__init__(default=None)

    def expected(self) -> str:
        """Return what the constructor expects, in words."""
        return "a list of digits for each digit"

    def convert(self, value: Iterable[Iterable[int]] | None) -> tuple[tuple[int, ...], ...] | None:
        """Return the table."""
        if value is None:
            return None
        return tuple(tuple(sorted({_integer(each, "a digit", 0, len(SYMBOLS)) for each in row})) for row in value)

    def check(self, value: tuple[tuple[int, ...], ...] | None, board: Board) -> None:
        """Check that there is a row for each digit."""
        if value is not None and len(value) != board.digits:
            raise ShapeError(f"table has {len(value)} rows, but {board.a_board} has {board.digits} digits")
        board.check_digits([row[i] for row in value or () if row for i in (0, -1)])  # the others are between these

    def to_json(self, value: tuple[tuple[int, ...], ...] | None) -> list[list[int]] | None:
        """Return the rows."""
        return None if value is None else [list(row) for row in value]


class States(Field[Iterable[int], tuple[int, ...]]):
    """Some states of an automaton, counted from 0."""

    place = "json"

    def expected(self) -> str:
        """Return what the constructor expects, in words."""
        return "a list of states, counted from 0"

    def convert(self, value: Iterable[int]) -> tuple[int, ...]:
        """Return the states in order."""
        return tuple(sorted({_integer(each, "a state", 0, LARGEST_NUMBER) for each in value}))

    def to_json(self, value: tuple[int, ...]) -> list[int]:
        """Return the states."""
        return list(value)


Move: TypeAlias = tuple[int, tuple[int, ...], int]
"""A move of an automaton: from one state, with one of some digits, to another state."""


class Moves(Field[Iterable[Sequence[Any]], tuple[Move, ...]]):
    """The moves of an automaton, each as [from, [digits], to]."""

    place = "json"

    def expected(self) -> str:
        """Return what the constructor expects, in words."""
        return "a list of moves, each [from, [digits], to]"

    def convert(self, value: Iterable[Sequence[Any]]) -> tuple[Move, ...]:
        """Return the moves in order."""
        found: list[Move] = []
        for move in value:
            if isinstance(move, str) or len(move) != 3:
                raise TypeError
            start, end = (_integer(each, "a state", 0, LARGEST_NUMBER) for each in (move[0], move[2]))
            digits = tuple(sorted({_integer(each, "a digit", 0, len(SYMBOLS)) for each in move[1]}))
            found.append((start, digits, end))
            if len(found) > MOST_MOVES:
                raise ArgumentError(f"more than {MOST_MOVES} moves, the most that an automaton may have")
        return tuple(sorted(found))

    def to_json(self, value: tuple[Move, ...]) -> list[Any]:
        """Return the moves."""
        return [[start, list(digits), end] for start, digits, end in value]


def json_text(value: object) -> str:
    """Return a value as one line of JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))


class Expression(Field[str | None, str | None]):
    """An expression with the digits a and b, or None."""

    place = "json"

    def __init__(self) -> None:
        """Make a field for an expression, or None."""
        super().__init__(default=None)

    def expected(self) -> str:
        """Return what the constructor expects, in words."""
        return "an expression such as abs(a - b) >= 5"

    def convert(self, value: str | None) -> str | None:
        """Return the expression with single blanks."""
        if not isinstance(value, str):
            raise TypeError
        return " ".join(value.split())
