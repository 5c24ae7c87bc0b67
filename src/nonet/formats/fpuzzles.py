"""f-puzzles: the JSON of the setting program, its links, and SudokuPad's links to the same JSON.

A link contains the whole puzzle, compressed with LZString. A short link contains only the name of a puzzle on a server;
it is refused, since nothing is fetched from the network. A member that is not understood, and a drawing that may stand
for a rule, is an error that names it; a lenient reader keeps the rest and lists what it left out in the field
`left out`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any
from urllib.parse import unquote

from ..errors import ArgumentError, FormatError
from ..geometry import SYMBOLS, USUAL_SIZES, Shape
from ..grid import Grid
from ..limits import quoted
from ..position import Position
from ..puzzle import Puzzle
from .entry import LEFT_OUT, Entry
from .format import Lines, RuleFormat, contents, region_text
from .json import document, parse_json
from .lzstring import compress, decompress

__all__ = ["FPUZZLES", "FPuzzles"]

_LINK = "https://www.f-puzzles.com/?load="
_IS_LINK = re.compile(r"(?:https?://)?(?:[\w-]+\.)*(?:f-puzzles\.com|sudokupad\.app|sudokupad\.com|"
                      r"crackingthecryptic\.com|tinyurl\.com)(?:[/?]|$)", re.IGNORECASE)  # fmt: skip
_IS_ANY_LINK = re.compile(r"https?://([^/?#]+)", re.IGNORECASE)
_PAYLOAD = re.compile(r"(?:[?&]load=|fpuz(?:zles)?)([\w+/ =-]+)")
_NO_PAYLOAD = re.compile(r"[?&]load=(?:$|[&#])")
_OTHER_PAYLOAD = re.compile(r"(?:^|[/=])(scl|ctc)[\w+/%-]{8}")
_STARTS = ("fpuz", "N4Ig")
"""How a payload without its link starts; the second is a compressed object."""
_CELL = re.compile(r"[rR](\d{1,2})[cC](\d{1,2})")

_LINES = {
    "thermometer": "thermo",
    "slowthermometer": "slow-thermo",
    "palindrome": "palindrome",
    "renban": "renban",
    "nabner": "nabner",
    "betweenline": "between",
    "zipperline": "zipper",
    "doublearrow": "double-arrow",
    "regionsumline": "region-sum",
    "entropicline": "entropic",
    "whispers": "whisper",
    "modularline": "modular",
}
_PAIRS = {"difference": 1, "ratio": 2}
_XV = {"X": 10, "V": 5}
_SINGLE_CELLS = ("odd", "even", "minimum", "maximum")
_INDEXERS = {"rowindexer": "row", "columnindexer": "column", "boxindexer": "box"}
_OUTSIDE = {"sandwichsum": ("sandwich", "sum"), "xsum": ("x-sum", "sum"), "skyscraper": ("skyscraper", "value")}
_SWITCHES = {
    "antiknight": {"type": "anti-knight"},
    "antiking": {"type": "anti-king"},
    "disjointgroups": {"type": "disjoint-groups"},
    "diagonal+": {"type": "diagonal", "direction": "/"},
    "diagonal-": {"type": "diagonal", "direction": "\\"},
}
_STEPS = {"u": (-1, 0), "d": (1, 0), "l": (0, -1), "r": (0, 1)}
_STEPS |= {v + h: (_STEPS[v][0], _STEPS[h][1]) for v in "ud" for h in "lr"}
_FIELDS = ("title", "author", "ruleset")
_NO_RULES = {"highlightConflicts", "disabledlogic", "truecandidatesoptions", "size", "grid", "solution", *_FIELDS}
_PLAYERS = {"value", "given", "region", "givenPencilMarks", "parity", "c"}
_PLAYERS |= {"highlight", "cornerPencilMarks", "centerPencilMarks"}
_DRAWINGS = {"line", "circle", "text", "cage", "rectangle"}
_MADE_BY_A_RULE = ("fromConstraint", "fromRangskSolver", "isNewConstraint")
_MOST_NAMED = 10


class FPuzzles(RuleFormat):
    """Links to f-puzzles and SudokuPad, one per line, or the JSON in them.

    >>> from nonet.formats import read, write
    >>> from nonet.variants import Killer
    >>> link = write(Puzzle("1... .... .... ....", [Killer("r1c1 r1c2", 4)]), format="fpuzzles")
    >>> link[:36]
    'https://www.f-puzzles.com/?load=N4Ig'
    >>> print(read(link).rules)
    (Killer('r1c1 r1c2', 4),)
    """

    name = "fpuzzles"
    title = "f-puzzles and SudokuPad: links, or JSON with rules"

    def sniff(self, head: Sequence[str], shape: Shape | None = None) -> bool:
        """Return whether the text is a link or a payload, or looks like the JSON."""
        lines = contents(head)
        if not lines:
            return False
        if lines[0][0] == "{":
            text = "".join(lines)
            return '"grid"' in text and '"size"' in text and '"puzzle"' not in text
        return _IS_LINK.match(lines[0]) is not None or lines[0].startswith(_STARTS)

    def text_from(self, number: int, line: str, lines: Lines) -> str:
        """Return a line, or all lines of JSON that does not end in its first line."""
        text = line.strip()
        return document(chain([(number, line)], lines)) if text[0] == "{" and text[-1] != "}" else text

    def entry_of(self, text: str, lenient: bool) -> Entry:
        """Return the puzzle of a link or of JSON."""
        json = text if text.startswith("{") else decompress(payload(text))
        return entry_of_json(parse_json(json), lenient)

    def text_of(self, entry: Entry) -> str:
        """Return the link to a puzzle."""
        import json

        return _LINK + compress(json.dumps(json_of_entry(entry), ensure_ascii=False, separators=(",", ":")))


def payload(link: str) -> str:
    """Return the compressed text in a link to f-puzzles or SudokuPad.

    >>> payload("https://sudokupad.app/fpuzN4IgzglgXgpi?setting-nogrid=1")
    'N4IgzglgXgpi'
    >>> payload("https://sudokupad.app/abc123")
    Traceback (most recent call last):
    nonet.errors.FormatError: this short link names a puzzle on a server, and nothing is fetched from the network; \
open it in a browser, export the puzzle, and pass the long link
    """
    text = unquote(link)
    found = _PAYLOAD.search(text)
    if found:
        return found[1].replace(" ", "+")
    if text.startswith(_STARTS[1]):
        return text
    if _NO_PAYLOAD.search(text):
        raise FormatError("there is no puzzle after load= in this link; copy the whole link")
    if other := _OTHER_PAYLOAD.search(text):
        raise FormatError(
            f"this SudokuPad link contains a drawing ({other[1]}) and not the rules; export the puzzle to f-puzzles"
        )
    if (site := _IS_ANY_LINK.match(text)) and not _IS_LINK.match(text):
        raise FormatError(f"links to f-puzzles, SudokuPad and ISS can be read, but not links to {quoted(site[1])}")
    raise FormatError(
        "this short link names a puzzle on a server, and nothing is fetched from the network; "
        "open it in a browser, export the puzzle, and pass the long link"
    )


# From JSON


def entry_of_json(data: Any, lenient: bool = False) -> Entry:
    """Return the puzzle of an f-puzzles object, with its title, author, rules text and solution.

    >>> grid = [[{} for _ in range(4)] for _ in range(4)]
    >>> entry_of_json({"size": 4, "grid": grid, "killercage": [{"cells": ["R1C1", "R1C2"], "value": "4"}]}).puzzle.rules
    (Killer('r1c1 r1c2', 4),)
    >>> entry_of_json({"size": 4, "grid": grid, "fog": True})
    Traceback (most recent call last):
    nonet.errors.FormatError: not understood: 'fog'; lenient=True reads the rest
    """
    if not isinstance(data, dict):
        raise FormatError("an f-puzzles text must be a JSON object")
    return _Reader(data, lenient).entry()


class _Reader:
    """Reads one f-puzzles object; collects rules, and what is not understood."""

    def __init__(self, data: Mapping[str, Any], lenient: bool) -> None:
        self.data, self.lenient = data, lenient
        self.size, self.cells = _cells_of(data)
        self.rules: list[dict[str, Any]] = []
        self.unknown: list[str] = []

    def neutral(self) -> dict[str, Any]:
        """Return the puzzle; raise `FormatError` if something is not understood, unless the reader is lenient."""
        for name, value in self.data.items():
            self._read_member(name, value)
        self._read_cells()
        self._read_negatives()
        if self.unknown and not self.lenient:
            raise FormatError(f"not understood: {_listed(self.unknown)}; lenient=True reads the rest")
        return {**self._board(), "constraints": self.rules}

    def entry(self) -> Entry:
        """Return the puzzle with its other data."""
        puzzle = Puzzle.from_dict(self.neutral())
        fields = {name: text for name in _FIELDS if isinstance(text := self.data.get(name), str) and text}
        if self.unknown:
            fields[LEFT_OUT] = _listed(self.unknown)
        entry = Entry(puzzle.grid, self._position(puzzle.grid), self._solution(puzzle.grid.shape), fields=fields)
        return entry._replace(puzzle=puzzle if puzzle.rules else None)

    # The board

    def _board(self) -> dict[str, Any]:
        numbers = [_number_or_none(cell.get("value")) if cell.get("given") else None for cell in self.cells]
        return {
            "rows": self.size,
            "columns": self.size,
            "digits": [1, self.size],
            **self._regions(),
            "givens": "".join(self._symbol(number, cell) for cell, number in enumerate(numbers)),
        }

    def _symbol(self, number: int | None, cell: int) -> str:
        if number is None:
            return "."
        if not 1 <= number <= self.size:
            raise FormatError(f"{_name(cell, self.size)} is {number}, but a digit must be 1 to {self.size}")
        return SYMBOLS[number - 1]

    def _regions(self) -> dict[str, Any]:
        shape = Shape.of_size(self.size) if self.size in USUAL_SIZES else Shape(1, self.size)
        regions = [cell.get("region", shape.box_of[index]) for index, cell in enumerate(self.cells)]
        if not all(region is None or isinstance(region, int | str) for region in regions):
            raise FormatError("a region must be a number")
        return region_text(regions, self.size)

    def _position(self, givens: Grid) -> Position | None:
        """Return the position, if a player entered digits."""
        digits = [_number_or_none(cell.get("value")) or 0 for cell in self.cells]
        if digits == list(givens) or not all(0 <= digit <= self.size for digit in digits):
            return None
        return Position(givens, Grid.of_digits(bytes(digits), givens.shape))

    def _solution(self, shape: Shape) -> Grid | None:
        digits = self.data.get("solution")
        if not isinstance(digits, list) or len(digits) != shape.cells:
            return None
        numbers = [_number_or_none(digit) or 0 for digit in digits]
        return Grid.of_digits(bytes(numbers), shape) if all(1 <= digit <= self.size for digit in numbers) else None

    def _read_cells(self) -> None:
        parity: dict[str, list[str]] = {}
        for index, cell in enumerate(self.cells):
            name = _name(index, self.size)
            for member in cell:
                if member not in _PLAYERS:
                    self.unknown.append(f"{quoted(member)} of {name}")
            marks = cell.get("givenPencilMarks")
            if isinstance(marks, list) and marks:
                digits = [self._digit(mark, name) for mark in marks]
                self.rules.append({"type": "candidates", "cells": name, "digits": sorted(set(digits))})
            if isinstance(cell.get("parity"), str):
                parity.setdefault(cell["parity"].lower(), []).append(name)
        for kind, names in parity.items():
            if kind in ("odd", "even"):
                self.rules.append({"type": kind, "cells": " ".join(names)})
            else:
                self.unknown.append(f"parity {quoted(kind)}")

    def _digit(self, value: Any, where: str) -> int:
        digit = _number_or_none(value)
        if digit is None or not 1 <= digit <= self.size:
            raise FormatError(f"{quoted(str(value))} of {where} is not a digit from 1 to {self.size}")
        return digit

    # The rules

    def _read_member(self, name: str, value: Any) -> None:
        """Add the rules of one member."""
        if name in _NO_RULES or name in ("nonconsecutive", "negative") or not value:
            return
        if name in _SWITCHES:
            self.rules.append(dict(_SWITCHES[name]))
            return
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            self.unknown.append(quoted(name))
            return
        if name in _SINGLE_CELLS:
            self.rules.append({"type": name, "cells": " ".join(self._cell(item.get("cell"), name) for item in value)})
        elif name in _DRAWINGS:
            if not all(any(item.get(mark) for mark in _MADE_BY_A_RULE) for item in value):
                self.unknown.append(f"the drawing {quoted(name)}, which may stand for a rule")
        else:
            for number, item in enumerate(value, start=1):
                where = f"{name} {number}"
                try:
                    rules = self._rules_of(name, item, where)
                except _NotUnderstood as error:
                    self.unknown.append(str(error))
                else:
                    self.rules += rules
                    if not rules:
                        self.unknown.append(quoted(name))
                        break

    def _rules_of(self, name: str, item: Mapping[str, Any], where: str) -> list[dict[str, Any]]:
        """Return the rules of one item of a list; nothing if the name is unknown."""
        if name in _LINES or name == "arrow":
            lines = item.get("lines")
            if not isinstance(lines, list) or not lines:
                raise _NotUnderstood(f"{where} without lines")
            texts = [self._cells(line, where) for line in lines]
            if name == "arrow":
                circle = " ".join(sorted(self._cells(item.get("cells"), where).split(), key=_place))
                return [{"type": "arrow", "circle": circle, "shaft": text.partition(" ")[2]} for text in texts]
            return [{"type": _LINES[name], "cells": text, **self._value_of_line(name, item, where)} for text in texts]
        if name in _OUTSIDE or name == "littlekillersum":
            return [self._outside(name, item, where)]
        cells = self._cells(item.get("cells"), where) if "cells" in item else ""
        if name in _PAIRS:
            return [{"type": name, "cells": cells, "value": _number(item.get("value"), where, _PAIRS[name])}]
        if name in _INDEXERS:
            return [{"type": "index", "axis": _INDEXERS[name], "cells": cells}]
        return self._other_rules(name, item, where, cells)

    def _other_rules(self, name: str, item: Mapping[str, Any], where: str, cells: str) -> list[dict[str, Any]]:
        match name:
            case "killercage":
                total = _number(item.get("value"), where, 0)
                return [{"type": "killer", "cells": cells, **({"sum": total} if total else {})}]
            case "extraregion":
                kind = "extra-region" if len(cells.split()) == self.size else "all-different"
                return [{"type": kind, "cells": cells}]
            case "clone":
                return [{"type": "clone", "groups": [cells, self._cells(item.get("cloneCells"), where)]}]
            case "quadruple":
                digits = item.get("values")
                if not isinstance(digits, list) or not digits:
                    raise _NotUnderstood(f"{where} without values")
                return [{"type": "quadruple", "cells": cells, "digits": [self._digit(d, where) for d in digits]}]
            case "xv":
                if str(item.get("value")) not in _XV:
                    raise _NotUnderstood(f"{where} with the value {quoted(str(item.get('value')))}")
                return [{"type": "pair-sum", "cells": cells, "sum": _XV[item["value"]]}]
        return []

    def _value_of_line(self, name: str, item: Mapping[str, Any], where: str) -> dict[str, int]:
        defaults = {"whispers": (self.size + 1) // 2, "modularline": 3}
        return {"value": _number(item.get("value"), where, defaults[name])} if name in defaults else {}

    def _outside(self, name: str, item: Mapping[str, Any], where: str) -> dict[str, Any]:
        """Return the rule of a clue outside the board; it starts one step from its cell."""
        row, column = _place(str(item.get("cell")))
        if name == "littlekillersum":
            kind, field = "little-killer", "sum"
            direction = str(item.get("direction")).lower()
        else:
            kind, field = _OUTSIDE[name]
            outside = {"d": row == 0, "u": row == self.size + 1, "r": column == 0, "l": column == self.size + 1}
            direction = next((way for way, holds in outside.items() if holds), "")
        if direction not in _STEPS or (row, column) == (-1, -1):
            raise _NotUnderstood(f"{where} at {quoted(str(item.get('cell')))}")
        down, right = _STEPS[direction]
        start = f"r{row + down}c{column + right}"
        return {"type": kind, "start": start, "direction": direction, field: _number(item.get("value"), where)}

    def _read_negatives(self) -> None:
        """Add the rules about pairs without a mark."""
        negative = self.data.get("negative") or []
        names = set(map(str, negative)) if isinstance(negative, list) else {str(negative)}
        has_dots = bool(self.data.get("difference") or self.data.get("ratio"))
        is_nonconsecutive = bool(self.data.get("nonconsecutive"))
        of = {"xv"} & names
        if is_nonconsecutive and has_dots:
            of.add("kropki" if "ratio" in names else "difference")
        else:
            of |= {"ratio"} & names
            if is_nonconsecutive:
                self.rules.append({"type": "nonconsecutive"})
        self.rules += [{"type": "negative", "of": name} for name in sorted(of)]
        self.unknown += [f"negative {quoted(name)}" for name in sorted(names - {"xv", "ratio"})]

    # Cells

    def _cell(self, name: Any, where: str) -> str:
        row, column = _place(str(name))
        if not (1 <= row <= self.size and 1 <= column <= self.size):
            raise FormatError(f"{where} has {quoted(str(name))}, which is not a cell of a board of size {self.size}")
        return f"r{row}c{column}"

    def _cells(self, names: Any, where: str) -> str:
        if not isinstance(names, list) or not names:
            raise _NotUnderstood(f"{where} without cells")
        return " ".join(self._cell(name, where) for name in names)


class _NotUnderstood(Exception):
    """An item without the data that its rule needs."""


def _cells_of(data: Mapping[str, Any]) -> tuple[int, list[Mapping[str, Any]]]:
    """Return the size and the cells of an object."""
    rows, size = data.get("grid"), _number_or_none(data.get("size"))
    if not isinstance(rows, list) or size is None:
        raise FormatError("an f-puzzles text must have a size and a grid")
    if not 2 <= size <= len(SYMBOLS):
        raise FormatError(f"size must be 2 to {len(SYMBOLS)}, not {size}")
    if len(rows) != size or not all(isinstance(row, list) and len(row) == size for row in rows):
        raise FormatError(f"the grid must have {size} rows of {size} cells, as size says")
    cells = [cell or {} for row in rows for cell in row]
    if not all(isinstance(cell, dict) for cell in cells):
        raise FormatError("a cell of the grid must be an object")
    return size, cells


def _place(name: str) -> tuple[int, int]:
    """Return the row and column of a cell, counted from 1; both -1 if the text is not a cell."""
    match = _CELL.fullmatch(name)
    return (int(match[1]), int(match[2])) if match else (-1, -1)


def _name(index: int, size: int) -> str:
    return f"r{index // size + 1}c{index % size + 1}"


def _number_or_none(value: Any) -> int | None:
    if isinstance(value, str) and re.fullmatch(r"\s*-?\d{1,9}\s*", value, re.ASCII):
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _number(value: Any, where: str, default: int | None = None) -> int:
    if value in (None, "") and default is not None:
        return default
    number = _number_or_none(value)
    if number is None:
        raise _NotUnderstood(f"{where} with the value {quoted(str(value))}" if value else f"{where} without a value")
    return number


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:_MOST_NAMED]) + (f" and {len(names) - _MOST_NAMED} more" if names[_MOST_NAMED:] else "")


# To JSON


def json_of_entry(entry: Entry) -> dict[str, Any]:
    """Return an entry as an f-puzzles object; raise `ArgumentError` if f-puzzles does not have one of its rules.

    >>> json_of_entry(Entry(Grid("1... .... .... ....")))["grid"][0]
    [{'value': 1, 'given': True}, {}, {}, {}]
    """
    puzzle = entry.puzzle or Puzzle(entry.grid)
    return _Writer(puzzle.to_dict()).json(entry)


class _Writer:
    """Writes one puzzle in the neutral form as an f-puzzles object."""

    def __init__(self, puzzle: Mapping[str, Any]) -> None:
        self.puzzle, self.size = puzzle, puzzle["rows"]
        if (puzzle["columns"], puzzle["digits"]) != (self.size, [1, self.size]):
            raise ArgumentError("f-puzzles has only square boards with the digits 1 to their size")
        self.grid: list[dict[str, Any]] = [{} for _ in range(self.size**2)]
        self.data: dict[str, Any] = {}
        self.kinds = [rule["type"] for rule in puzzle["constraints"]]

    def json(self, entry: Entry) -> dict[str, Any]:
        """Return the object."""
        self._write_grid(entry)
        for name, marks in self.puzzle.get("candidates", {}).items():
            self._write_marks(name, marks)
        for rule in self.puzzle["constraints"]:
            for each in [{**rule, "cells": line} for line in rule["lines"]] if "lines" in rule else [rule]:
                self._write_rule(each)
        rows = [self.grid[start : start + self.size] for start in range(0, self.size**2, self.size)]
        fields = {name: entry.fields[name] for name in _FIELDS if name in entry.fields}
        solution = {"solution": list(entry.solution)} if entry.solution else {}
        return {"size": self.size, **fields, "grid": rows, **self.data, **solution}

    def _write_grid(self, entry: Entry) -> None:
        for cell, digit in zip(self.grid, entry.grid, strict=True):
            if digit:
                cell |= {"value": digit, "given": True}
        if entry.position is not None:
            for cell, digit in zip(self.grid, entry.position.grid, strict=True):
                if digit and not cell:
                    cell["value"] = digit
        for cell, region in zip(self.grid, self._own_regions(), strict=False):
            cell["region"] = region

    def _own_regions(self) -> list[int | None]:
        """Return the region of each cell, if they are not the usual boxes."""
        if text := self.puzzle.get("regions"):
            letters = sorted(set(text) - {"."})
            return [None if letter == "." else letters.index(letter) for letter in text]
        boxes = self.puzzle["boxes"]
        if boxes is None:
            return [None] * self.size**2
        shape = Shape(*boxes)
        return [] if shape.is_usual else list(shape.box_of)

    def _write_marks(self, name: str, digits: Sequence[int]) -> None:
        row, column = _place(name)
        cell = self.grid[(row - 1) * self.size + column - 1]
        known = cell.get("givenPencilMarks", digits)
        cell["givenPencilMarks"] = [digit for digit in digits if digit in known]

    def _add(self, name: str, item: dict[str, Any]) -> None:
        self.data.setdefault(name, []).append(item)

    def _write_rule(self, rule: Mapping[str, Any]) -> None:
        kind, cells = rule["type"], _upper(rule.get("cells", ""))
        switch = next((name for name, data in _SWITCHES.items() if data == rule), None)
        line = next((name for name, other in _LINES.items() if other == kind), None)
        if switch:
            self.data[switch] = True
        elif line:
            self._add(line, {"lines": [cells], **({"value": str(rule["value"])} if "value" in rule else {})})
        elif kind == "candidates":
            for name in rule["cells"].split():
                self._write_marks(name, rule["digits"])
        elif kind in _SINGLE_CELLS:
            if kind in ("minimum", "maximum") and self.kinds.count(kind) > 1:
                raise ArgumentError(f"f-puzzles has one {kind} rule for all its cells, but the puzzle has several")
            self.data[kind] = [*self.data.get(kind, []), *({"cell": name} for name in cells)]
        elif kind in ("negative", "nonconsecutive"):
            self._write_negative(rule)
        elif "start" in rule and "direction" in rule:
            self._write_outside(rule)
        else:
            self._add(*self._item(rule, cells))

    def _item(self, rule: Mapping[str, Any], cells: list[str]) -> tuple[str, dict[str, Any]]:
        """Return the list of a rule and its item there."""
        match rule["type"]:
            case "killer" if rule.get("sum") != 0:
                return "killercage", {"cells": cells, **({"value": str(rule["sum"])} if "sum" in rule else {})}
            case "arrow":
                circle, shaft = _upper(rule["circle"]), _upper(rule["shaft"])
                return "arrow", {"cells": circle, "lines": [[_nearest(circle, shaft[0]), *shaft]]}
            case "extra-region" | "all-different":
                return "extraregion", {"cells": cells}
            case "difference" | "ratio" as kind:
                value = {} if rule["value"] == _PAIRS[kind] else {"value": str(rule["value"])}
                return kind, {"cells": cells, **value}
            case "pair-sum" if rule["sum"] in _XV.values():
                return "xv", {"cells": cells, "value": next(sign for sign in _XV if _XV[sign] == rule["sum"])}
            case "clone" if len(rule["groups"]) == 2:
                first, second = map(_upper, rule["groups"])
                return "clone", {"cells": first, "cloneCells": second}
            case "quadruple":
                return "quadruple", {"cells": cells, "values": rule["digits"]}
            case "index":
                return f"{rule['axis']}indexer", {"cells": cells}
        raise _no_such_rule(rule)

    def _write_outside(self, rule: Mapping[str, Any]) -> None:
        kind, direction = rule["type"], rule["direction"]
        row, column = _place(rule["start"])
        down, right = _STEPS[direction]
        item = {"cell": f"R{row - down}C{column - right}"}
        if kind == "little-killer":
            self._add("littlekillersum", {**item, "direction": direction.upper(), "value": str(rule["sum"])})
            return
        name = next((name for name, (other, _) in _OUTSIDE.items() if other == kind), None)
        if name is None or rule.get("crust", [1, self.size]) != [1, self.size]:
            raise _no_such_rule(rule)
        self._add(name, {**item, "value": str(rule.get("sum", rule.get("value")))})

    def _write_negative(self, rule: Mapping[str, Any]) -> None:
        has_dots = bool({"difference", "ratio"} & set(self.kinds))
        if rule["type"] == "nonconsecutive":
            if has_dots:
                raise ArgumentError("f-puzzles has no nonconsecutive rule that also holds for pairs with a dot")
            self.data["nonconsecutive"] = True
            return
        if rule["of"] in ("difference", "kropki"):
            self.data["nonconsecutive"] = True
        if rule["of"] in ("ratio", "kropki", "xv"):
            name = "xv" if rule["of"] == "xv" else "ratio"
            self.data["negative"] = sorted({*self.data.get("negative", []), name})


def _no_such_rule(rule: Mapping[str, Any]) -> ArgumentError:
    details = " with these values" if rule["type"] in ("killer", "pair-sum", "clone", "sandwich") else ""
    return ArgumentError(f"f-puzzles has no {rule['type']} rule{details}; the formats nonet and json have all rules")


def _upper(cells: str) -> list[str]:
    return cells.upper().split()


def _nearest(circle: Sequence[str], cell: str) -> str:
    """Return the cell of a circle from which the line to a cell starts."""
    row, column = _place(cell)
    return min(circle, key=lambda name: max(abs(_place(name)[0] - row), abs(_place(name)[1] - column)))


FPUZZLES = FPuzzles()
