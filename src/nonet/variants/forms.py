"""Puzzles with rules as plain values for JSON, and as readable text; both are made from the fields of the rules.

The text has the board, then one rule per line::

    53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
    killer 12: r1c1 r1c2 r2c1
    thermo: r9c1-r6c1 r6c2
    arrow: r1c1 = r1c2 r1c3
    little-killer 22: r1c3 dl
    negative kropki

A line ``boxes none`` or ``boxes 4x2`` gives the boxes if they are not the usual ones; ``regions`` replaces them. Rules
with groups, tables, automata or rules inside are one JSON object per line. ``#`` begins a comment.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ..cells import is_frame
from ..errors import ArgumentError, FormatError, NonetError, suggestion
from ..geometry import SYMBOLS, Shape
from ..grid import Grid
from ..limits import LONGEST_LINE, MOST_RULES, quoted
from ..puzzle import KNOWN_RULES, Board, Puzzle, Rule, check_rule, with_rules
from .cages import Candidates
from .everywhere import Regions
from .fields import Line, json_text
from .lowering import model_of
from .primitives import Model

__all__ = [
    "dict_of_puzzle",
    "is_like_rule",
    "model_of_dict",
    "parse_puzzle",
    "parse_rule",
    "puzzle_of_dict",
    "rule_of_dict",
    "rules_of_dicts",
    "text_of_puzzle",
    "text_of_rule",
]

_SYMBOLS = "0" + SYMBOLS
_LARGEST = len(SYMBOLS)

# Plain values


def rule_of_dict(data: Mapping[str, Any]) -> Rule:
    """Return the rule of plain values.

    >>> rule_of_dict({"type": "killer", "cells": "r1c1 r1c2", "sum": 12})
    Killer('r1c1 r1c2', 12)
    >>> rule_of_dict({"type": "kiler"})
    Traceback (most recent call last):
    nonet.errors.FormatError: unknown rule 'kiler'; did you mean killer?
    """
    if not isinstance(data, Mapping):
        raise FormatError(f"a rule must be an object with a type, not {quoted(str(data))}")
    kind = _class_of(data.get("type"))
    kinds = kind.kinds()
    values = {}
    for name, value in data.items():
        if name == "type" or (value is None and name in kinds):
            continue
        if name not in kinds:
            raise FormatError(
                f"{kind.type}: unknown field {quoted(str(name))}; {suggestion(str(name), kinds, 'it has none')}"
            )
        values[name] = kinds[name].from_json(value)
    return _made(kind, values)


def _class_of(name: object) -> type[Rule]:
    if not isinstance(name, str):
        raise FormatError("a rule needs a type, such as killer")
    if name not in KNOWN_RULES:
        raise FormatError(f"unknown rule {quoted(name)}; {suggestion(name, KNOWN_RULES, 'the manual lists all rules')}")
    return KNOWN_RULES[name]


def _made(kind: type[Rule], values: Mapping[str, Any]) -> Rule:
    missing = [name for name, field in kind.kinds().items() if field.is_required and name not in values]
    if missing:
        raise FormatError(f"{kind.type}: {missing[0]} is missing")
    try:
        return kind(**values)
    except NonetError as error:
        raise FormatError(str(error)) from None


def rules_of_dicts(data: Any, name: str = "constraints") -> list[Rule]:
    """Return the rules of a list of plain values. ``lines`` instead of ``cells`` is the same rule on each line.

    >>> rules_of_dicts([{"type": "regex", "pattern": "1*", "lines": ["r1c1 r1c2", "r2c1 r2c2"]}])
    [Regex('r1c1 r1c2', '1*'), Regex('r2c1 r2c2', '1*')]
    """
    if not isinstance(data, list | tuple):
        raise FormatError(f"{name} must be a list of rules")
    if len(data) > MOST_RULES:
        raise FormatError(f"{name} has {len(data)} rules, but at most {MOST_RULES} are possible")
    found: list[Rule] = []
    for each in data:
        if isinstance(each, Mapping) and "lines" in each:
            lines = each["lines"]
            if not isinstance(lines, list | tuple) or "cells" in each:
                raise FormatError("lines must be a list of cell texts, and replaces cells")
            rest = {key: value for key, value in each.items() if key != "lines"}
            found += [rule_of_dict({**rest, "cells": line}) for line in lines]
        else:
            found.append(rule_of_dict(each))
    return found


class _Parts(NamedTuple):
    board: Board
    givens: bytes
    """As those of a model: 1 for the lowest digit, 0 for none."""
    rules: list[Rule]


_KEYS = ("rows", "columns", "digits", "boxes", "regions", "givens", "candidates", "constraints")


def _parts(data: Mapping[str, Any]) -> _Parts:
    """Return the board, the givens and the rules of plain values."""
    if not isinstance(data, Mapping):
        raise FormatError("a puzzle must be an object with rows, columns, digits and givens")
    for key in data:
        if key not in _KEYS:
            raise FormatError(f"unknown field {quoted(str(key))}; {suggestion(str(key), _KEYS)}")
    rows, columns = (_number(data, key, 1, _LARGEST) for key in ("rows", "columns"))
    low, high = _two(data, "digits", 0, _LARGEST)
    if low > high:
        raise FormatError(f"digits must be [lowest, highest], not [{low}, {high}]")
    boxes = None if data.get("boxes") is None else _two(data, "boxes", 1, _LARGEST)
    rules = rules_of_dicts(data.get("constraints", []))
    if data.get("regions") is not None:
        if boxes is not None:
            raise FormatError("a puzzle has boxes or regions, not both")
        rules.insert(0, rule_of_dict({"type": "regions", "text": data["regions"]}))
    candidates = data.get("candidates") or {}
    if not isinstance(candidates, Mapping):
        raise FormatError("candidates must be an object with the digits of each cell")
    rules += [_made(Candidates, {"cells": cell, "digits": digits}) for cell, digits in candidates.items()]
    board = Board(rows, columns, low, high, boxes)
    return _Parts(with_rules(board, rules), _givens(data.get("givens"), board), rules)


def _number(data: Mapping[str, Any], key: str, low: int, high: int) -> int:
    value = data.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise FormatError(f"{key} must be an integer from {low} to {high}, not {quoted(str(value))}")
    return value


def _two(data: Mapping[str, Any], key: str, low: int, high: int) -> tuple[int, int]:
    value = data.get(key)
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise FormatError(f"{key} must be a list of two integers, not {quoted(str(value))}")
    first, second = (_number({key: each}, key, low, high) for each in value)
    return first, second


def _givens(text: object, board: Board) -> bytes:
    found = bytearray(board.cells)
    if text is None:
        return bytes(found)
    if not isinstance(text, str) or len(text) != board.cells:
        raise FormatError(f"givens must be a text of {board.cells} symbols")
    blanks = ".0" if board.low > 0 else "."
    for cell, symbol in enumerate(text):
        if symbol in blanks:
            continue
        digit = _SYMBOLS.find(symbol.upper())
        if digit not in board.values:
            raise FormatError(f"{quoted(symbol)} at position {cell + 1} of givens is not a digit of {board.a_board}")
        found[cell] = digit - board.low + 1
    return bytes(found)


def model_of_dict(data: Mapping[str, Any]) -> Model:
    """Return the model of a puzzle in plain values; its board may have any size and digits.

    >>> model = model_of_dict({"rows": 2, "columns": 3, "digits": [0, 2], "boxes": None, "givens": "0....."})
    >>> model.board.a_board
    'a 2x3 board with the digits 0 to 2'
    """
    board, givens, rules = _parts(data)
    for rule in rules:
        check_rule(rule, board)
    return model_of(board, givens, rules)


def puzzle_of_dict(data: Mapping[str, Any]) -> Puzzle:
    """Return the puzzle of plain values.

    >>> data = {"rows": 4, "columns": 4, "digits": [1, 4], "boxes": [2, 2], "givens": "1" + 15 * "."}
    >>> puzzle_of_dict({**data, "constraints": [{"type": "anti-knight"}]})
    Puzzle('1...............', [AntiKnight()])
    """
    board, givens, rules = _parts(data)
    size = board.rows
    if (board.columns, board.low, board.high) != (size, 1, size):
        raise FormatError(f"{board.a_board} is not supported yet; expected as many rows as columns, and digits from 1")
    height, width = board.boxes or (1, size)
    if height * width != size:
        raise FormatError(f"boxes of {height}x{width} do not fit {board.a_board}")
    try:
        return Puzzle(Grid.of_digits(givens, Shape(height, width)), rules)
    except NonetError as error:
        raise FormatError(str(error)) from None


def dict_of_puzzle(puzzle: Puzzle) -> dict[str, Any]:
    """Return a puzzle as plain values; a pair, regex or automaton rule on several lines is written once.

    >>> dict_of_puzzle(Puzzle("1... .... .... ....")) == {
    ...     "rows": 4, "columns": 4, "digits": [1, 4], "boxes": [2, 2], "givens": "1...............", "constraints": []
    ... }
    True
    """
    shape = puzzle.shape
    data: dict[str, Any] = {
        "rows": shape.size,
        "columns": shape.size,
        "digits": [1, shape.size],
        "boxes": None if shape.box_height == 1 else [shape.box_height, shape.box_width],
    }
    if puzzle.board.regions is not None:
        data["regions"] = puzzle.board.regions
    rules = [rule.to_dict() for rule in puzzle.rules if not isinstance(rule, Regions)]
    return {**data, "givens": str(puzzle.grid), "constraints": _together(rules)}


def _together(rules: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return rules with long tables once for all their lines."""
    found: list[dict[str, Any]] = []
    first: dict[str, dict[str, Any]] = {}
    for rule in rules:
        if rule["type"] not in ("pair", "regex", "automaton"):
            found.append(rule)
            continue
        rest = {key: value for key, value in rule.items() if key != "cells"}
        key = json_text(rest)
        if key not in first:
            first[key] = {**rest, "lines": []}
            found.append(first[key])
        first[key]["lines"].append(rule["cells"])
    for rule in first.values():
        if len(rule["lines"]) == 1:
            (rule["cells"],) = rule.pop("lines")
    return found


# Text


def text_of_rule(rule: Rule) -> str:
    """Return a rule as one line of text.

    >>> from nonet.variants import Killer
    >>> text_of_rule(Killer("r1c1 r1c2", 12))
    'killer 12: r1c1 r1c2'
    """
    words, cells = [rule.type], []
    kinds = rule.kinds()
    main = next((name for name, kind in kinds.items() if kind.place == "main"), None)
    for name, kind in kinds.items():
        value = getattr(rule, name)
        if kind.is_default(value):
            continue
        if kind.place == "json":
            return json_text(rule.to_dict())
        text = kind.to_text(value)
        if kind.place == "cells":
            cells.append(text)
        else:
            words.append(name if kind.place == "flag" else text if name == main else f"{name}={text}")
    line = " ".join(words)
    return f"{line}: {(' = ' if _has_lines(rule) else ' ').join(cells)}" if cells else line


def _has_lines(rule: Rule | type[Rule]) -> bool:
    """Return whether a rule has several lists of cells, which an equals sign separates."""
    return sum(isinstance(kind, Line) for kind in rule.kinds().values()) > 1


def parse_rule(line: str) -> Rule:
    """Return the rule of one line of text; the inverse of `text_of_rule`.

    >>> parse_rule("arrow: r1c1 = r1c2 r1c3")
    Arrow('r1c1', 'r1c2 r1c3')
    >>> parse_rule("killer twelve: r1c1 r1c2")
    Traceback (most recent call last):
    nonet.errors.FormatError: killer: sum must be an integer, not 'twelve'
    """
    line = line.strip()
    if line.startswith("{"):
        try:
            return rule_of_dict(json.loads(line))
        except (json.JSONDecodeError, RecursionError):
            raise FormatError("a rule that begins with { must be one JSON object on one line") from None
    head, _, tail = line.partition(":")
    name, *words = head.split() or [""]
    kind = _class_of(name)
    if any(field.place == "json" and field.is_required for field in kind.kinds().values()):
        raise FormatError(f'a rule {name} is written as a JSON object: {{"type": "{name}", ...}}')
    try:
        return _made(kind, {**_options(kind, words), **_cells_part(kind, tail.strip())})
    except ArgumentError as error:
        raise FormatError(f"{name}: {error}") from None


def _options(kind: type[Rule], words: Iterable[str]) -> dict[str, Any]:
    """Return the fields before the colon: the main one, flags, and name=value."""
    kinds = kind.kinds()
    main = [name for name, field in kinds.items() if field.place == "main"][:1]
    found: dict[str, Any] = {}
    for word in words:
        name, sign, value = word.partition("=")
        if name in kinds and sign and kinds[name].place in ("main", "option"):
            found[name] = kinds[name].from_text(value)
        elif word in kinds and kinds[word].place == "flag":
            found[word] = True
        elif main and main[0] not in found:
            found[main[0]] = kinds[main[0]].from_text(word)
        else:
            raise FormatError(f"{kind.type}: unexpected {quoted(word)}")
    return found


def _cells_part(kind: type[Rule], text: str) -> dict[str, Any]:
    """Return the fields after the colon."""
    names = [name for name, field in kind.kinds().items() if field.place == "cells"]
    if not names:
        if text:
            raise FormatError(f"{kind.type}: unexpected {quoted(text)}")
        return {}
    if not text:
        raise FormatError(f"{kind.type}: {names[0]} is missing; expected it after a colon")
    parts = [text] if len(names) == 1 else text.split("=") if _has_lines(kind) else text.split()
    if len(parts) != len(names):
        raise FormatError(f"{kind.type}: expected {' and '.join(names)} after the colon, not {quoted(text)}")
    return dict(zip(names, parts, strict=True))


def text_of_puzzle(puzzle: Puzzle) -> str:
    """Return a puzzle as text: the board, then one rule per line.

    >>> from nonet.variants import AntiKnight
    >>> print(text_of_puzzle(Puzzle("1... .... .... ....", [AntiKnight()])))
    1...............
    anti-knight
    """
    lines = [str(puzzle.grid)]
    shape = puzzle.shape
    if not shape.is_usual and (puzzle.board.regions is None or shape.box_height > 1):
        lines.append(f"boxes {'none' if shape.box_height == 1 else f'{shape.box_height}x{shape.box_width}'}")
    return "\n".join([*lines, *map(str, puzzle.rules)])


_CELL = re.compile(r"\br[1-9]\d*c[1-9]")


def parse_puzzle(text: str) -> Puzzle:
    """Return the puzzle of a text; the inverse of `text_of_puzzle`.

    >>> parse_puzzle("1...............\\nkiller 5: r1c2 r1c3")
    Puzzle('1...............', [Killer('r1c2 r1c3', 5)])
    """
    board: list[str] = []
    rules: list[Rule] = []
    boxes: str | None = None
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), start=1):
        line = re.sub(r"(^|\s)#.*", "", line).strip()
        if len(line) > LONGEST_LINE:
            raise FormatError(f"more than {LONGEST_LINE} characters", line=number)
        if not line:
            continue
        try:
            if line.split()[0] == "boxes":
                boxes = _boxes(line)
            elif rules or boxes or _is_rule(line):
                rules.append(parse_rule(line))
            else:
                board.append(line)
        except FormatError as error:
            raise error.at(line=number) from None
        if len(rules) > MOST_RULES:
            raise FormatError(f"more than {MOST_RULES} rules, the most that a puzzle may have", line=number)
    if not board:
        raise FormatError("no board; expected one before the rules")
    return _puzzle(board, boxes, rules)


def _is_rule(line: str) -> bool:
    name = re.split(r"[\s:]", line)[0]
    return line.startswith("{") or name in KNOWN_RULES or _CELL.search(line) is not None or is_like_rule(line)


def is_like_rule(line: str) -> bool:
    """Return whether a line may be a rule with a misspelled name: it has cells, or the name is like that of a rule.

    >>> is_like_rule("fog: r1c1, r2c1"), is_like_rule("antiknight"), is_like_rule("negativ kropki")
    (True, True, True)
    >>> is_like_rule("very hard"), is_like_rule("by hand: 3 stars")
    (False, False)
    """
    from difflib import get_close_matches  # rarely needed

    head, _, tail = line.partition("#")[0].partition(":")
    words = head.lower().split()
    if not words or not re.fullmatch("[a-z-]+", words[0]):
        return False
    names = [name for name in ("-".join(words), words[0]) if 4 < len(name) < 40]
    is_similar = any(get_close_matches(name, KNOWN_RULES, 1, 0.8) for name in names)
    return _CELL.match(tail.lstrip()) is not None or (len(words) < 3 and is_similar)


def _boxes(line: str) -> str:
    words = line.split()
    if len(words) != 2:
        raise FormatError("expected boxes none, or a size such as boxes 4x2")
    if words[1] != "none":
        try:
            Shape.parse(words[1])
        except NonetError as error:
            raise FormatError(str(error)) from None
    return words[1]


def _puzzle(board: list[str], boxes: str | None, rules: list[Rule]) -> Puzzle:
    regions = next((rule for rule in rules if isinstance(rule, Regions)), None)
    text = "\n".join(board)
    try:
        if boxes == "none" or regions is not None:
            size = math.isqrt(len(regions.text)) if regions is not None else _size(board)
            return Puzzle(Grid(text, (1, max(size, 1))), rules)
        return Puzzle(Grid(text, None if boxes is None else Shape.parse(boxes)), rules)
    except FormatError:
        raise
    except NonetError as error:
        raise FormatError(str(error)) from None


def _size(board: list[str]) -> int:
    """Return the size of a board of which only the cells are known."""
    rows = [line for line in board if not is_frame(line)]
    return len(rows) if len(rows) > 1 else math.isqrt(len("".join("".join(board).split())))
