"""The strings of the Interactive Sudoku Solver (ISS): one puzzle per line, or a link that contains it.

A string is a list of items such as ``.Cage~12~R1C1~R1C2``: a name and its arguments. ``.Or``, ``.And`` and
``.Replicate`` contain the items up to their ``.End``. An item without a name has givens and candidates:
``.~R1C1_5~R2C1_1_3``. Rows and columns are one base-36 character each.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, groupby
from typing import Any, NamedTuple
from urllib.parse import unquote

from ..errors import ArgumentError, FormatError
from ..geometry import SYMBOLS, Shape
from ..limits import quoted
from ..puzzle import Board, Puzzle, Rule
from .entry import LEFT_OUT, Entry
from .format import RuleFormat, box_size, contents, region_text
from .iss_codes import (
    automaton_of_text,
    bits_of_text,
    pattern_of_text,
    text_of_automaton,
    text_of_bits,
    text_of_pattern,
)

__all__ = ["ISS", "Iss"]

_LINK = re.compile(r"(?:https?://)?[^\s?#]*Interactive-Sudoku-Solver[^\s?#]*\?(?:[^\s]*&)?q=([^&\s#]*)", re.IGNORECASE)
_ITEMS = re.compile(r"\.(\w*)(?:\.\w+)*(~?)")
_CELL = re.compile(r"[rR]([0-9a-zA-Z])[cC]([0-9a-zA-Z])")
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_SYMBOLS = "0" + SYMBOLS

_CELLS_ONLY = {
    "Thermo": "thermo",
    "Renban": "renban",
    "Between": "between",
    "Palindrome": "palindrome",
    "Zipper": "zipper",
    "DoubleArrow": "double-arrow",
    "Entropic": "entropic",
    "RegionSumLine": "region-sum",
    "AllDifferent": "all-different",
    "CountingCircles": "counting-circles",
    "EqualityCage": "equality",
    "ValueIndexing": "slingshot",
}
_WITH_VALUE = {"Whisper": ("whisper", 5), "Modular": ("modular", 3), "Lockout": ("lockout", 4)}
_WITH_SUM = {"RellikCage": "rellik", "Lunchbox": "lunchbox"}
_FLAGS: dict[str, dict[str, Any]] = {
    "AntiKnight": {"type": "anti-knight"},
    "AntiKing": {"type": "anti-king"},
    "AntiTaxicab": {"type": "anti-taxicab"},
    "AntiConsecutive": {"type": "nonconsecutive"},
    "DisjointSets": {"type": "disjoint-groups"},
    "Windoku": {"type": "windoku"},
    "GlobalEntropy": {"type": "global-entropy"},
    "GlobalMod": {"type": "global-modular", "value": 3},
    "DutchFlatmates": {"type": "dutch-flatmates"},
    "StrictKropki": {"type": "negative", "of": "kropki"},
    "StrictXV": {"type": "negative", "of": "xv"},
    "Diagonal~1": {"type": "diagonal", "direction": "/"},
    "Diagonal~-1": {"type": "diagonal", "direction": "\\"},
}
_PAIRS: dict[str, dict[str, Any]] = {
    "WhiteDot": {"type": "difference", "value": 1},
    "BlackDot": {"type": "ratio", "value": 2},
    "X": {"type": "pair-sum", "sum": 10},
    "V": {"type": "pair-sum", "sum": 5},
    "GreaterThan": {"type": "greater"},
}
_BOTH_ENDS = {
    "XSum": ("x-sum", "sum"),
    "Skyscraper": ("skyscraper", "value"),
    "HiddenSkyscraper": ("hidden-skyscraper", "value"),
    "NumberedRoom": ("numbered-room", "value"),
    "FullRank": ("full-rank", "value"),
}
_BOARD = ("Shape", "Jigsaw", "NoBoxes", "RegionSize")
_CONTAINERS = ("Or", "And", "Replicate")
_STEPS = {"ul": (-1, -1), "ur": (-1, 1), "dl": (1, -1), "dr": (1, 1)}
_NAMES = {*_CELLS_ONLY, *_WITH_VALUE, *_WITH_SUM, *_PAIRS, *_BOTH_ENDS, *_BOARD, *_CONTAINERS}
_NAMES |= {name.partition("~")[0] for name in _FLAGS}
_NAMES |= {"Cage", "Sum", "SumLine", "Arrow", "PillArrow", "Quad", "ContainAtLeast", "ContainExact", "LookAndSay"}
_NAMES |= {"SameValues", "EqualSum", "CountDistinct", "Indexing", "LittleKiller", "Sandwich", "End"}
_NAMES |= {"Pair", "PairX", "Regex", "NFA"}


class Iss(RuleFormat):
    """One string of ISS per line.

    >>> from nonet.formats import read, write
    >>> read(".Cage~12~R1C1~R1C2~R2C1.AntiKnight").rules
    (Killer('r1c1 r1c2 r2c1', 12), AntiKnight())
    >>> write(read(".Cage~12~R1C1~R1C2~R2C1.AntiKnight"), format="iss")
    '.Cage~12~R1C1~R1C2~R2C1.AntiKnight\\n'
    """

    name = "iss"
    title = "Interactive Sudoku Solver: one string or link per line, with rules"

    def sniff(self, head: Sequence[str], shape: Shape | None = None) -> bool:
        """Return whether the first line is a link, or starts with items: a known one, or one with arguments."""
        line = (contents(head) or [""])[0]
        items = _ITEMS.match(line)
        return _LINK.match(line) is not None or (items is not None and (items[1] in _NAMES or bool(items[2])))

    def entry_of(self, text: str, lenient: bool) -> Entry:
        """Return the puzzle of a string."""
        data, unknown = neutral_of_string(text, lenient)
        puzzle = Puzzle.from_dict(data)
        fields = {LEFT_OUT: ", ".join(unknown)} if unknown else {}
        return Entry(puzzle.grid, fields=fields, puzzle=puzzle if puzzle.rules else None)

    def text_of(self, entry: Entry) -> str:
        """Return the string of a puzzle."""
        return string_of_neutral((entry.puzzle or Puzzle(entry.grid)).to_dict())


# From a string


class _Item(NamedTuple):
    name: str
    arguments: list[str]
    items: list[_Item]


def neutral_of_string(text: str, lenient: bool = False) -> tuple[dict[str, Any], list[str]]:
    """Return the puzzle of a string in the neutral form, and the items that a lenient reader left out.

    >>> neutral_of_string(".Shape~4x4.Cage~3~R1C1~R1C2")[0]["constraints"]
    [{'type': 'killer', 'cells': 'r1c1 r1c2', 'sum': 3}]
    """
    link = _LINK.match(text)
    items = _parsed(unquote(link[1]) if link else text.strip())
    board = _Board.of_items(items)
    rules: list[dict[str, Any]] = []
    unknown: list[str] = []
    givens = ["."] * (board.rows * board.columns)
    for item in items:
        if item.name in _BOARD:
            continue
        try:
            found = board.rules_of(item)
        except _NotUnderstood as error:
            unknown.append(str(error))
            continue
        for rule in _flat(found):
            if rule["type"] == "candidates" and len(rule["digits"]) == 1 and item.name == "":
                givens[board.index(rule["cells"])] = _SYMBOLS[rule["digits"][0]]
            else:
                rules.append(rule)
    if unknown and not lenient:
        raise FormatError(f"not understood: {', '.join(unknown[:10])}; lenient=True reads the rest")
    regions, extra = board.regions()
    data = {
        "rows": board.rows,
        "columns": board.columns,
        "digits": [board.low, board.high],
        **regions,
        "givens": "".join(givens),
        "constraints": [*extra, *rules],
    }
    return data, unknown


class _NotUnderstood(Exception):
    """An item that is not known, or does not have the arguments of its name."""


def _parsed(text: str) -> list[_Item]:
    """Return the items of a string as a tree."""
    if not text.startswith("."):
        raise FormatError(f"a string of ISS starts with a dot, not with {quoted(text[:1])}")
    root = _Item("", [], [])
    open_items = [root]
    for piece in text[1:].split("."):
        name, *arguments = piece.strip().split("~")
        if name == "End":
            if len(open_items) == 1:
                raise FormatError("an .End without its .Or, .And or .Replicate")
            open_items.pop()
            continue
        item = _Item(name, arguments, [])
        open_items[-1].items.append(item)
        if name in _CONTAINERS:
            open_items.append(item)
            if len(open_items) > _DEEPEST:
                raise FormatError(f"the items are nested deeper than {_DEEPEST}")
    if len(open_items) > 1:
        raise FormatError(f"the .{open_items[-1].name} has no .End")
    return root.items


_DEEPEST = 20
_MOST_COPIES = 100_000


class _Board:
    """The board of a string, and the rules of its items."""

    def __init__(self, rows: int, columns: int, low: int, high: int) -> None:
        self.rows, self.columns, self.low, self.high = rows, columns, low, high
        self.region_size = max(rows, columns)
        self.has_boxes = True
        self.jigsaw: str | None = None

    @classmethod
    def of_items(cls, items: Sequence[_Item]) -> _Board:
        """Return the board that the items Shape, Jigsaw, NoBoxes and RegionSize describe."""
        by_name = {item.name: item for item in items if item.name in _BOARD}
        shape = by_name["Shape"].arguments if "Shape" in by_name else ["9x9"]
        size = re.fullmatch(r"(\d{1,2})(?:x(\d{1,2}))?", shape[0]) if shape else None
        if size is None:
            raise FormatError(f"Shape must be rows x columns, such as 9x9, not {quoted('~'.join(shape))}")
        rows, columns = int(size[1]), int(size[2] or size[1])
        if not (1 <= rows <= len(SYMBOLS) and 1 <= columns <= len(SYMBOLS)):
            raise FormatError(f"a board must have 1 to {len(SYMBOLS)} rows and columns, not {rows} and {columns}")
        text = shape[1] if shape[1:] else str(max(rows, columns))
        digits = re.fullmatch(r"(?:(\d{1,2})-)?(\d{1,2})", text)
        low, high = (int(digits[1] or 1), int(digits[2])) if digits else (1, 0)
        if not (0 <= low <= 1 and low < high <= len(SYMBOLS)):
            raise FormatError(f"the digits of Shape must be such as 9 or 0-8, not {quoted(text)}")
        board = cls(rows, columns, low, high)
        board.has_boxes = "NoBoxes" not in by_name
        if "RegionSize" in by_name:
            board.region_size = _whole(by_name["RegionSize"].arguments[:1], "RegionSize")
        if "Jigsaw" in by_name:
            board.jigsaw = (by_name["Jigsaw"].arguments or [""])[-1]
            if len(board.jigsaw) != rows * columns:
                raise FormatError(f"Jigsaw has {len(board.jigsaw)} cells, but the board has {rows * columns}")
        return board

    def regions(self) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """Return the boxes or regions, and the regions beside boxes as rules."""
        boxes = box_size(self.rows, self.columns, self.region_size) if self.has_boxes else None
        if self.jigsaw is None:
            return {"boxes": boxes}, []
        pieces = [
            letter if self.jigsaw.count(letter) == self.region_size and letter != "." else None
            for letter in self.jigsaw
        ]
        if boxes is None:
            return region_text(pieces, self.columns), []
        names = sorted({piece for piece in pieces if piece is not None})
        cells = [" ".join(self.name(i) for i, piece in enumerate(pieces) if piece == name) for name in names]
        return {"boxes": boxes}, [{"type": "extra-region", "cells": text} for text in cells]

    # Cells

    def name(self, index: int) -> str:
        """Return the name of a cell."""
        return f"r{index // self.columns + 1}c{index % self.columns + 1}"

    def index(self, name: str) -> int:
        """Return the index of a cell by its name."""
        row, column = map(int, name[1:].split("c"))
        return (row - 1) * self.columns + column - 1

    def cell(self, text: str, item: str) -> str:
        """Return the name of a cell of a string."""
        match = _CELL.fullmatch(text)
        row, column = (_DIGITS.index(part.lower()) for part in match.groups()) if match else (0, 0)
        if not (1 <= row <= self.rows and 1 <= column <= self.columns):
            raise _NotUnderstood(f"{quoted(text)} in {item}, which is not a cell of this board")
        return f"r{row}c{column}"

    def cells(self, texts: Sequence[str], item: str) -> list[str]:
        """Return the names of some cells; there is at least one."""
        if not texts:
            raise _NotUnderstood(f"{item} without cells")
        return [self.cell(text, item) for text in texts]

    # Rules

    def rules_of(self, item: _Item) -> list[dict[str, Any]]:
        """Return the rules of an item; raise `_NotUnderstood` if there is none."""
        name, arguments = item.name, item.arguments
        if name in _CONTAINERS:
            return self._contained(item)
        if flag := _FLAGS.get("~".join([name, *arguments])):
            return [dict(flag)]
        if name == "":
            return [self._candidates(argument) for argument in arguments]
        if name in _CELLS_ONLY:
            return [{"type": _CELLS_ONLY[name], "cells": " ".join(self.cells(arguments, name))}]
        if name in _WITH_VALUE:
            kind, default = _WITH_VALUE[name]
            has_value = bool(arguments) and not _CELL.fullmatch(arguments[0])
            value = _whole(arguments[:1], name) if has_value else default
            return [{"type": kind, "cells": " ".join(self.cells(arguments[has_value:], name)), "value": value}]
        if name in _WITH_SUM:
            cells = " ".join(self.cells(arguments[1:], name))
            return [{"type": _WITH_SUM[name], "cells": cells, "sum": _whole(arguments[:1], name)}]
        if name in _PAIRS:
            return [{**_PAIRS[name], "cells": " ".join(pair)} for pair in self._neighbors(arguments, name)]
        if name in _BOTH_ENDS or name == "Sandwich":
            return self._outside(name, arguments)
        read = _READERS.get(name)
        if read is None:
            raise _NotUnderstood(quoted(name))
        return read(self, name, arguments)

    def _contained(self, item: _Item) -> list[dict[str, Any]]:
        if item.name == "Replicate":
            return self._copies(item)
        inner = [_as_one(self.rules_of(each)) for each in item.items]
        if not inner:
            raise _NotUnderstood(f"{item.name} without items")
        return [{"type": "any-of" if item.name == "Or" else "all-of", "of": inner}]

    def _copies(self, item: _Item) -> list[dict[str, Any]]:
        """Return the inner rules, moved from the origin to each cell of a set."""
        bits = bits_of_text((item.arguments or [""])[0])
        origin = self.index(self.cell(item.arguments[1], item.name)) if item.arguments[1:] else 0
        targets = [index for index, bit in enumerate(bits) if bit]
        if len(targets) * len(item.items) > _MOST_COPIES:
            raise FormatError(f"Replicate makes more than {_MOST_COPIES} copies")
        found = []
        for target in targets:
            down = target // self.columns - origin // self.columns
            right = target % self.columns - origin % self.columns
            for each in item.items:
                found += self.rules_of(_moved(each, down, right))
        return found

    def _candidates(self, argument: str) -> dict[str, Any]:
        cell, *digits = argument.split("_")
        numbers = [_whole([digit], f"the candidates {quoted(argument)}") for digit in digits]
        if not numbers or not all(self.low <= number <= self.high for number in numbers):
            raise _NotUnderstood(f"the candidates {quoted(argument)}")
        return {"type": "candidates", "cells": self.cell(cell, "the candidates"), "digits": numbers}

    def _neighbors(self, arguments: Sequence[str], name: str) -> Iterator[tuple[str, str]]:
        """Yield the pairs of orthogonal neighbors among cells."""
        for pair in combinations(self.cells(arguments, name), 2):
            first, second = map(self.index, pair)
            rows, columns = first // self.columns - second // self.columns, first % self.columns - second % self.columns
            if abs(rows) + abs(columns) == 1:
                yield pair

    def _outside(self, name: str, arguments: Sequence[str]) -> list[dict[str, Any]]:
        """Return the rules of clues outside the board: from the left or the top, then from the other end."""
        if name == "Sandwich":
            kind, field = "sandwich", "sum"
            place, clues = (arguments[1:] or [""])[0], arguments[:1]
        else:
            kind, field = _BOTH_ENDS[name]
            place, clues = (arguments or [""])[0], arguments[1:]
        number = _DIGITS.find(place[1:].lower()) if len(place) == 2 else 0
        if place[:1] == "R" and 1 <= number <= self.rows:
            ends = [(f"r{number}c1", "r"), (f"r{number}c{self.columns}", "l")]
        elif place[:1] == "C" and 1 <= number <= self.columns:
            ends = [(f"r1c{number}", "d"), (f"r{self.rows}c{number}", "u")]
        else:
            raise _NotUnderstood(f"{quoted(place)} in {name}, which is not a row or a column")
        return [
            {"type": kind, "start": start, "direction": way, field: _whole([clue], name)}
            for (start, way), clue in zip(ends, clues, strict=False)
            if clue
        ]


def _flat(rules: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield rules; those of an all-of rule one by one."""
    for rule in rules:
        if rule["type"] == "all-of":
            yield from _flat(rule["of"])
        else:
            yield rule


def _as_one(rules: list[dict[str, Any]]) -> dict[str, Any]:
    return rules[0] if len(rules) == 1 else {"type": "all-of", "of": rules}


def _moved(item: _Item, down: int, right: int) -> _Item:
    """Return an item with its cells moved."""

    def move(match: re.Match[str]) -> str:
        row, column = (_DIGITS.index(part.lower()) for part in match.groups())
        if not (0 <= row + down < len(_DIGITS) and 0 <= column + right < len(_DIGITS)):
            raise _NotUnderstood(f"Replicate moves {match[0]} out of the board")
        return f"R{_DIGITS[row + down]}C{_DIGITS[column + right]}"

    arguments = [_CELL.sub(move, text) if _CELL.match(text) else text for text in item.arguments]
    return _Item(item.name, arguments, [_moved(each, down, right) for each in item.items])


def _whole(texts: Sequence[str], name: str) -> int:
    if not texts or not re.fullmatch(r"-?\d{1,9}", texts[0], re.ASCII):
        raise _NotUnderstood(f"{quoted(texts[0])} in {name}, which is not a number" if texts else f"{name} is empty")
    return int(texts[0])


_Reading = Callable[[_Board, str, list[str]], list[dict[str, Any]]]
_READERS: dict[str, _Reading] = {}


def _reads(*names: str) -> Callable[[_Reading], _Reading]:
    def register(function: _Reading) -> _Reading:
        _READERS.update(dict.fromkeys(names, function))
        return function

    return register


@_reads("Cage", "Sum")
def _sums(board: _Board, name: str, arguments: list[str]) -> list[dict[str, Any]]:
    """Return a cage or a sum; a cell that is repeated counts as often as it is there."""
    total, _, factors = (arguments or [""])[0].partition("_=_")
    cells = board.cells(arguments[1:], name)
    weights = [_whole([factor], name) for factor in factors.split("_")] if factors else [1] * len(cells)
    if len(weights) != len(cells):
        raise _NotUnderstood(f"{name} with {len(weights)} weights for {len(cells)} cells")
    weight_of: dict[str, int] = {}
    for cell, weight in zip(cells, weights, strict=True):
        weight_of[cell] = weight_of.get(cell, 0) + weight
    text, number = " ".join(weight_of), _whole([total], name)
    is_weighted = any(weight != 1 for weight in weight_of.values())
    if name == "Cage" and not is_weighted:
        return [{"type": "killer", "cells": text, **({"sum": number} if number else {})}]
    different = [{"type": "all-different", "cells": text}] if name == "Cage" else []
    weighted = {"weights": list(weight_of.values())} if is_weighted else {}
    return [*different, {"type": "sum", "cells": text, "sum": number, **weighted}]


@_reads("SumLine")
def _sum_line(board: _Board, name: str, arguments: list[str]) -> list[dict[str, Any]]:
    is_loop = arguments[-1:] == ["LOOP"]
    cells = board.cells(arguments[1 : len(arguments) - is_loop], name)
    rule = {"type": "sum-line", "cells": " ".join(cells), "sum": _whole(arguments[:1], name)}
    return [{**rule, "loop": True} if is_loop else rule]


@_reads("Arrow", "PillArrow")
def _arrow(board: _Board, name: str, arguments: list[str]) -> list[dict[str, Any]]:
    length = _whole(arguments[:1], name) if name == "PillArrow" else 1
    cells = board.cells(arguments[name == "PillArrow" :], name)
    if not 0 < length < len(cells):
        raise _NotUnderstood(f"{name} without a shaft")
    circle = sorted(cells[:length], key=board.index)
    return [{"type": "arrow", "circle": " ".join(circle), "shaft": " ".join(cells[length:])}]


@_reads("Quad")
def _quad(board: _Board, name: str, arguments: list[str]) -> list[dict[str, Any]]:
    corner = board.index(board.cells(arguments[:1], name)[0])
    row, column = divmod(corner, board.columns)
    if row + 1 >= board.rows or column + 1 >= board.columns or len(arguments) < 2:
        raise _NotUnderstood(f"{name} at {quoted(arguments[0])}")
    cells = [corner, corner + 1, corner + board.columns, corner + board.columns + 1]
    digits = [_whole([argument], name) for argument in arguments[1:]]
    return [{"type": "quadruple", "cells": " ".join(map(board.name, cells)), "digits": digits}]


@_reads("ContainAtLeast", "ContainExact")
def _contains(board: _Board, name: str, arguments: list[str]) -> list[dict[str, Any]]:
    digits = [_whole([digit], name) for digit in (arguments or [""])[0].split("_")]
    rule = {"type": "contains", "cells": " ".join(board.cells(arguments[1:], name)), "digits": digits}
    return [{**rule, "exact": True} if name == "ContainExact" else rule]


@_reads("LookAndSay")
def _look_and_say(board: _Board, name: str, arguments: list[str]) -> list[dict[str, Any]]:
    return [{"type": "look-and-say", "cells": " ".join(board.cells(arguments[1:], name)), "clue": arguments[0]}]


@_reads("SameValues")
def _same_values(board: _Board, name: str, arguments: list[str]) -> list[dict[str, Any]]:
    number, cells = _whole(arguments[:1], name), board.cells(arguments[1:], name)
    if number < 2 or len(cells) % number:
        raise _NotUnderstood(f"{name} with {len(cells)} cells in {number} groups")
    length = len(cells) // number
    groups = [" ".join(cells[start : start + length]) for start in range(0, len(cells), length)]
    return [{"type": "same-digits", "groups": groups}]


@_reads("EqualSum")
def _equal_sum(board: _Board, name: str, arguments: list[str]) -> list[dict[str, Any]]:
    groups = [list(group) for is_cell, group in groupby(arguments, key="-".__ne__) if is_cell]
    return [{"type": "equal-sum", "groups": [" ".join(board.cells(group, name)) for group in groups]}]


@_reads("CountDistinct")
def _count_distinct(board: _Board, name: str, arguments: list[str]) -> list[dict[str, Any]]:
    count, *cells = board.cells(arguments, name)
    return [{"type": "count-distinct", "count": count, "cells": " ".join(cells)}]


@_reads("Indexing")
def _indexing(board: _Board, name: str, arguments: list[str]) -> list[dict[str, Any]]:
    axis = {"C": "column", "R": "row"}.get((arguments or [""])[0])
    if axis is None:
        raise _NotUnderstood(f"{name} without C or R")
    return [{"type": "index", "axis": axis, "cells": " ".join(board.cells(arguments[1:], name))}]


@_reads("LittleKiller")
def _little_killer(board: _Board, name: str, arguments: list[str]) -> list[dict[str, Any]]:
    start = board.cells(arguments[1:2], name)[0]
    way = _diagonal_from(*divmod(board.index(start), board.columns), board.rows, board.columns)
    if way is None:
        raise _NotUnderstood(f"{name} at {quoted(arguments[1])}, which is not on the edge")
    return [{"type": "little-killer", "start": start, "direction": way, "sum": _whole(arguments[:1], name)}]


def _diagonal_from(row: int, column: int, rows: int, columns: int) -> str | None:
    """Return the direction of the diagonal that starts at a cell on the edge."""
    edges = (("dr", column == 0), ("dl", row == 0), ("ul", column == columns - 1), ("ur", row == rows - 1))
    for way, is_edge in edges:
        down, right = _STEPS[way]
        if is_edge and 0 <= row + down < rows and 0 <= column + right < columns:
            return way
    return None


@_reads("Pair", "PairX")
def _pairs(board: _Board, name: str, arguments: list[str]) -> list[dict[str, Any]]:
    size = board.high - board.low + 1
    bits = bits_of_text((arguments or [""])[0])[: size * size]
    bits += [0] * (size * size - len(bits))
    table = [[board.low + b for b in range(size) if bits[a * size + b]] for a in range(size)]
    every = {"all": True} if name == "PairX" else {}
    return [{"type": "pair", "table": table, **every, **_on_lines(board, name, arguments[1:])}]


@_reads("Regex")
def _regex(board: _Board, name: str, arguments: list[str]) -> list[dict[str, Any]]:
    pattern = pattern_of_text((arguments or [""])[0])
    return [{"type": "regex", "pattern": pattern, **_on_lines(board, name, arguments[1:])}]


@_reads("NFA")
def _nfa(board: _Board, name: str, arguments: list[str]) -> list[dict[str, Any]]:
    automaton = automaton_of_text((arguments or [""])[0], board.low)
    return [{"type": "automaton", **automaton, **_on_lines(board, name, arguments[1:])}]


def _on_lines(board: _Board, name: str, arguments: Sequence[str]) -> dict[str, Any]:
    """Return the lines of a rule: cells after the rule's own name, with an empty argument between two lines."""
    texts = list(arguments[1:] if arguments and arguments[0].startswith("_") else arguments)
    lines = [" ".join(board.cells(list(group), name)) for is_cell, group in groupby(texts, key=bool) if is_cell]
    if not lines:
        raise _NotUnderstood(f"{name} without cells")
    return {"cells": lines[0]} if len(lines) == 1 else {"lines": lines}


# To a string


def string_of_neutral(puzzle: Mapping[str, Any]) -> str:
    """Return the string of a puzzle in the neutral form; raise `ArgumentError` for a rule that ISS does not have.

    >>> board = {"rows": 9, "columns": 9, "digits": [1, 9], "boxes": [3, 3], "givens": "5" + "." * 80}
    >>> string_of_neutral({**board, "constraints": [{"type": "thermo", "cells": "r1c1 r1c2"}]})
    '.Thermo~R1C1~R1C2.~R1C1_5'
    """
    return _Writer(puzzle).string()


class _Writer:
    """Writes one puzzle in the neutral form as a string."""

    def __init__(self, puzzle: Mapping[str, Any]) -> None:
        self.puzzle = puzzle
        self.rows, self.columns = puzzle["rows"], puzzle["columns"]
        self.low, self.high = puzzle["digits"]

    def string(self) -> str:
        """Return the whole string."""
        items = self._board()
        for rule in self.puzzle["constraints"]:
            items += self._items(rule)
        marks = [
            f"{self._cell(index)}_{_SYMBOLS.index(symbol)}"
            for index, symbol in enumerate(self.puzzle["givens"])
            if symbol != "."
        ]
        for name, digits in self.puzzle.get("candidates", {}).items():
            marks.append("_".join([_encoded(name), *map(str, digits)]))
        return "".join(f".{item}" for item in [*items, *(["~" + "~".join(marks)] if marks else [])]) or "."

    def _board(self) -> list[str]:
        rows, columns, size = self.rows, self.columns, max(self.rows, self.columns)
        digits = "" if (self.low, self.high) == (1, size) else f"~{self.low}-{self.high}"
        items = [] if (rows, columns, digits) == (9, 9, "") else [f"Shape~{rows}x{columns}{digits}"]
        boxes, regions = self.puzzle.get("boxes"), self.puzzle.get("regions")
        region_size = regions.count(max(regions)) if regions else boxes[0] * boxes[1] if boxes else size
        items += [f"RegionSize~{region_size}"] if region_size != size else []
        usual = box_size(rows, columns, region_size)
        if usual is not None and boxes != usual:
            items.append("NoBoxes")
            if boxes is not None:
                height, width = boxes
                boxes_of = (
                    i // columns // height * (columns // width) + i % columns // width for i in range(rows * columns)
                )
                regions = "".join(SYMBOLS[box] for box in boxes_of)
        if regions and regions.count(".") == region_size:
            raise ArgumentError(
                f"ISS cannot have {region_size} cells without a region, since that is the size of a region"
            )
        return [*items, f"Jigsaw~{regions.replace('.', '0')}"] if regions else items

    def _cell(self, index: int) -> str:
        return f"R{_DIGITS[index // self.columns + 1]}C{_DIGITS[index % self.columns + 1]}".upper()

    def _items(self, rule: Mapping[str, Any]) -> list[str]:
        """Return the items of a rule."""
        if "lines" in rule:
            rest = {name: value for name, value in rule.items() if name != "lines"}
            return [item for line in rule["lines"] for item in self._items({**rest, "cells": line})]
        kind = rule["type"]
        if kind in ("any-of", "all-of"):
            return self._container(rule)
        if flag := next((name for name, data in _FLAGS.items() if data == rule), None):
            return [flag]
        if "start" in rule and kind != "automaton":
            return [self._outside(rule)]
        cells = "~".join(map(_encoded, str(rule.get("cells", "")).split()))
        if name := next((name for name, other in _CELLS_ONLY.items() if other == kind), None):
            return [f"{name}~{cells}"]
        if name := next((name for name, (other, _) in _WITH_VALUE.items() if other == kind), None):
            return [f"{name}~{rule['value']}~{cells}"]
        if name := next((name for name, other in _WITH_SUM.items() if other == kind), None):
            return [f"{name}~{rule['sum']}~{cells}"]
        bare = {name: value for name, value in rule.items() if name != "cells"}
        if name := next((name for name, data in _PAIRS.items() if data == bare), None):
            return [f"{name}~{cells}"]
        return self._other_items(rule, cells)

    def _other_items(self, rule: Mapping[str, Any], cells: str) -> list[str]:
        match rule["type"]:
            case "killer" if rule.get("sum") != 0:
                return [f"Cage~{rule.get('sum', 0)}~{cells}"]
            case "sum" | "pair-sum":
                weights = "_=_" + "_".join(map(str, rule["weights"])) if rule.get("weights") else ""
                return [f"Sum~{rule['sum']}{weights}~{cells}"]
            case "extra-region":
                return [f"AllDifferent~{cells}"]
            case "sum-line":
                return [f"SumLine~{rule['sum']}~{cells}" + "~LOOP" * bool(rule.get("loop"))]
            case "arrow":
                circle, shaft = (list(map(_encoded, rule[part].split())) for part in ("circle", "shaft"))
                head = "Arrow" if len(circle) == 1 else f"PillArrow~{len(circle)}"
                return ["~".join([head, *circle, *shaft])]
            case "candidates" | "odd" | "even":
                return ["~" + "~".join(self._marks(rule))]
            case "quadruple":
                return [f"Quad~{cells.split('~')[0]}~{'~'.join(map(str, rule['digits']))}"]
            case "contains":
                name = "ContainExact" if rule.get("exact") else "ContainAtLeast"
                return [f"{name}~{'_'.join(map(str, rule['digits']))}~{cells}"]
            case "look-and-say":
                return [f"LookAndSay~{rule['clue']}~{cells}"]
            case "count-distinct":
                return [f"CountDistinct~{_encoded(rule['count'])}~{cells}"]
            case "index" if rule["axis"] != "box":
                return [f"Indexing~{rule['axis'][0].upper()}~{cells}"]
            case "regex":
                return [f"Regex~{text_of_pattern(rule['pattern'])}~{cells}"]
            case "automaton":
                return [f"NFA~{text_of_automaton(rule, self.low, self.high)}~_~{cells}"]
        return self._groups(rule) or self._comparisons(rule) or [self._table(rule, cells)]

    def _marks(self, rule: Mapping[str, Any]) -> list[str]:
        digits = rule.get("digits") or [
            digit for digit in range(self.low, self.high + 1) if digit % 2 == (rule["type"] == "odd")
        ]
        return ["_".join([_encoded(name), *map(str, digits)]) for name in rule["cells"].split()]

    def _groups(self, rule: Mapping[str, Any]) -> list[str]:
        groups = [list(map(_encoded, group.split())) for group in rule.get("groups", [])]
        match rule["type"]:
            case "equal-sum":
                return ["EqualSum~" + "~-~".join("~".join(group) for group in groups)]
            case "same-digits":
                return ["~".join([f"SameValues~{len(groups)}", *(name for group in groups for name in group)])]
            case "clone":
                return ["~".join([f"SameValues~{len(groups)}", *names]) for names in zip(*groups, strict=True)]
        return []

    def _comparisons(self, rule: Mapping[str, Any]) -> list[str]:
        """Return the items of minimum and maximum cells: one for each neighbor."""
        if rule["type"] not in ("minimum", "maximum"):
            return []
        own = rule["cells"].split()
        items = []
        for name in own:
            row, column = map(int, name[1:].split("c"))
            for r, c in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)):
                if 1 <= r <= self.rows and 1 <= c <= self.columns and f"r{r}c{c}" not in own:
                    pair = [_encoded(name), _encoded(f"r{r}c{c}")]
                    items.append("~".join(["GreaterThan", *(pair if rule["type"] == "maximum" else pair[::-1])]))
        return items

    def _table(self, rule: Mapping[str, Any], cells: str) -> str:
        """Return the item of a rule on pairs of cells."""
        allowed = _TABLES.get(rule["type"])
        digits = range(self.low, self.high + 1)
        if rule["type"] == "pair":
            bits = self._bits_of_pair(rule)
        elif allowed is not None:
            bits = [int(allowed(a, b, rule.get("value", 0))) for a in digits for b in digits]
        else:
            raise ArgumentError(f"ISS has no {rule['type']} rule; the formats nonet and json have all rules")
        is_all = rule.get("all") or rule["type"] == "nabner"
        return f"{'PairX' if is_all else 'Pair'}~{text_of_bits(bits)}~_{rule['type']}~{cells}"

    def _bits_of_pair(self, rule: Mapping[str, Any]) -> list[int]:
        """Return the table of a pair rule, which may be an expression."""
        digits = range(self.low, self.high + 1)
        if "table" in rule:
            return [int(b in row) for row in rule["table"] for b in digits]
        board = Board(self.rows, self.columns, self.low, self.high)
        primitive: Any = next(iter(Rule.from_dict(rule).lower(board)))
        return [mask >> place & 1 for mask in primitive.table for place in range(len(digits))]

    def _outside(self, rule: Mapping[str, Any]) -> str:
        kind, way = rule["type"], rule["direction"]
        row, column = map(int, rule["start"][1:].split("c"))
        if kind == "little-killer":
            return f"LittleKiller~{rule['sum']}~{self._diagonal_start(row - 1, column - 1, way)}"
        place = f"R{_DIGITS[row]}" if way in "lr" else f"C{_DIGITS[column]}"
        if kind == "sandwich" and rule.get("crust", [self.low, self.high]) == [self.low, self.high]:
            return f"Sandwich~{rule['sum']}~{place.upper()}"
        name = next((name for name, (other, _) in _BOTH_ENDS.items() if other == kind), None)
        if name is None:
            raise ArgumentError(f"ISS has no {kind} rule with these values; the formats nonet and json have all rules")
        clue = str(rule[_BOTH_ENDS[name][1]])
        return f"{name}~{place.upper()}~" + (f"{clue}~" if way in "rd" else f"~{clue}")

    def _diagonal_start(self, row: int, column: int, way: str) -> str:
        """Return the end of a diagonal from which ISS reads it."""
        if _diagonal_from(row, column, self.rows, self.columns) != way:
            down, right = _STEPS[way]
            while 0 <= row + down < self.rows and 0 <= column + right < self.columns:
                row, column = row + down, column + right
        return self._cell(row * self.columns + column)

    def _container(self, rule: Mapping[str, Any]) -> list[str]:
        """Return an item that contains others, with its end; in an Or, each alternative is one item."""
        inner = []
        for each in rule["of"]:
            items = self._items(each)
            inner += ["And", *items, "End"] if len(items) > 1 and each["type"] not in ("all-of", "any-of") else items
        return ["Or" if rule["type"] == "any-of" else "And", *inner, "End"]


_TABLES: dict[str, Callable[[int, int, int], bool]] = {
    "slow-thermo": lambda a, b, value: a <= b,
    "difference": lambda a, b, value: abs(a - b) == value,
    "ratio": lambda a, b, value: a == value * b or b == value * a,
    "nabner": lambda a, b, value: abs(a - b) > 1,
}


def _encoded(name: str) -> str:
    """Return the name of a cell as ISS writes it.

    >>> _encoded("r1c12")
    'R1CC'
    """
    row, column = map(int, name[1:].split("c"))
    return f"R{_DIGITS[row]}C{_DIGITS[column]}".upper()


ISS = Iss()
