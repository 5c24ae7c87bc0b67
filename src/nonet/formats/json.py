"""JSON: objects with all data of a puzzle, one per line or in a list; boards may also be lists.

An object has a ``puzzle`` and may have a ``solution``, a ``comment``, a ``shape`` (the box size, if the number of cells
does not determine it), a ``state`` (the givens and the placed digits) and ``candidates`` (one text per cell). A puzzle
with rules has ``constraints``, and ``regions`` if its boxes are irregular. It may also have the form of
``Puzzle.to_dict``: ``givens``, ``rows``, ``columns``, ``digits`` and ``boxes`` instead of ``puzzle``. Other members are
kept as text. JSON that is not Sudoku is an error, however it is nested.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from ..errors import FormatError, NonetError
from ..geometry import Shape
from ..grid import Grid
from ..limits import LONGEST_DOCUMENT, LONGEST_QUOTE, quoted
from ..position import Position
from ..puzzle import KNOWN_RULES, Puzzle
from .csv import PUZZLE_NAMES, SOLUTION_NAMES
from .entry import Entry
from .format import Entries, Format, Lines, cells_fit, contents, grid_of_cells, is_size
from .line import LINE
from .pencilmarks import mask_of_marks

__all__ = ["JSON", "JSON_LINES", "Json", "JsonLines", "document", "parse_json"]

_PUZZLES = (*PUZZLE_NAMES, "board", "grid")
_MOST_NAMED = 20


class Json(Format):
    """An object or a list of objects; boards as text or as lists of lists.

    >>> from nonet.formats import read_many
    >>> for entry in read_many('[{"puzzle": "1...........2...", "level": "easy"}, "....3...4...1..."]'):
    ...     print(entry.grid, dict(entry.fields))
    1...........2... {'level': 'easy'}
    ....3...4...1... {}
    """

    name = "json"
    title = "JSON: an object with a puzzle, or a list of objects; keeps everything"
    suffixes: tuple[str, ...] = (".json",)
    carries_candidates = True
    carries_rules = True

    def sniff(self, head: Sequence[str], shape: Shape | None = None) -> bool:
        """Return whether the text starts like a list or an object, and the first line is not complete JSON."""
        lines = contents(head)
        if not lines or lines[0][0] not in "[{" or JSON_LINES.sniff(head, shape):
            return False
        second = "".join("".join(lines).split())[1:2]
        return second in ("", "{", "[", '"', "]", "}") or second.isdigit()

    def read(self, lines: Lines, *, shape: Shape | None = None, symbols: str | None = None) -> Entries:
        """Yield the puzzles of the whole text; an error names the item of the list."""
        try:
            text = document(lines)
            if not text.strip():
                return
            value = parse_json(text)
        except FormatError as error:
            yield error
            return
        items = [value] if not isinstance(value, list) or _is_one_board(value, shape) else value
        for index, item in enumerate(items, start=1):
            try:
                yield _entry(item, shape, symbols)
            except FormatError as error:
                yield FormatError(f"item {index}: {error.reason}") if items is value else error

    def write(self, entries: Iterable[Entry]) -> Iterator[str]:
        """Yield a list with one object per line."""
        yield "["
        for index, text in enumerate(JSON_LINES.write(entries)):
            yield (",\n" if index else "\n") + text.removesuffix("\n")
        yield "\n]\n"


class JsonLines(Format):
    """One object or one string per line.

    >>> from nonet.formats import write
    >>> print(write(Entry(Grid("1... .... .... 2..."), comment="easy"), format="jsonl"), end="")
    {"puzzle": "1...........2...", "comment": "easy"}
    """

    name = "jsonl"
    title = "JSON, one object per line; keeps everything"
    suffixes = (".jsonl", ".ndjson")
    carries_candidates = True
    carries_rules = True

    def sniff(self, head: Sequence[str], shape: Shape | None = None) -> bool:
        """Return whether the first line is JSON: an object or a string, or a list if the next line is one, too."""
        lines = contents(head)
        if not lines or lines[0][0] not in '{"[' or (lines[0][0] == "[" and (len(lines) < 2 or lines[1][0] != "[")):
            return False
        try:
            parse_json(lines[0])
        except FormatError:
            return False
        return True

    def read(self, lines: Lines, *, shape: Shape | None = None, symbols: str | None = None) -> Entries:
        """Yield the puzzles line by line."""
        for number, line in lines:
            if line.strip():
                try:
                    yield _entry(parse_json(line), shape, symbols)._replace(line=number)
                except FormatError as error:
                    yield FormatError(error.reason, line=number)

    def write(self, entries: Iterable[Entry]) -> Iterator[str]:
        """Yield one object per line."""
        import json

        for entry in entries:
            yield json.dumps(entry.to_dict(), ensure_ascii=False) + "\n"


def document(lines: Lines) -> str:
    """Return the lines of a JSON text, which is parsed as a whole."""
    texts: list[str] = []
    length = 0
    for number, line in lines:
        texts.append(line)
        length += len(line) + 1
        if length > LONGEST_DOCUMENT:
            raise FormatError(
                f"more than {LONGEST_DOCUMENT} characters in one JSON text; one object per line (jsonl) has no limit",
                line=number,
            )
    return "\n".join(texts)


def parse_json(text: str) -> Any:
    """Return the value of a JSON text."""
    import json  # not needed for other formats, and slow to import

    try:
        return json.loads(text, parse_constant=str)
    except json.JSONDecodeError as error:
        raise FormatError(f"this is not JSON at column {error.colno}: {error.msg}", line=error.lineno) from None
    except RecursionError:
        raise FormatError("the JSON is nested too deeply to be Sudoku") from None
    except ValueError:
        raise FormatError("the JSON has a number that is too long to be Sudoku") from None


def _is_one_board(value: Sequence[Any], shape: Shape | None) -> bool:
    """Return whether a list is one board (rows or cells) and not a list of boards."""
    if any(isinstance(item, dict) for item in value):
        return False
    if all(isinstance(item, list) for item in value):
        return not any(isinstance(cell, list) and cell for row in value for cell in row)
    if not all(item is None or isinstance(item, str) for item in value):
        return True
    if is_size(len(value), shape) and all(item is not None and len(item) == len(value) for item in value):
        return len(value) != 16 or shape is not None or not LINE.sniff(value)
    return cells_fit(len(value), shape) and all(item is None or len(item) <= 2 for item in value)


def _entry(value: Any, shape: Shape | None, symbols: str | None) -> Entry:
    if not isinstance(value, dict):
        return Entry(_grid(value, shape, symbols))
    try:
        if _has_board(value):
            return _entry_with_rules(value, shape, symbols)
        return _entry_of_object(value, shape, symbols)
    except FormatError:
        raise
    except NonetError as error:
        raise FormatError(str(error)) from None


_BOARD_NAMES = ("rows", "columns", "digits", "boxes", "regions", "givens", "constraints")


def _has_board(value: dict[str, Any]) -> bool:
    """Return whether an object has more about its board than a puzzle: rules, regions, boxes or candidates by cell."""
    has_boxes = "boxes" in value and (value["boxes"] is None or isinstance(value["boxes"], list))
    has_candidates = isinstance(value.get("candidates"), dict)
    has_rules = "constraints" in value or "givens" in value or value.get("regions") is not None
    return has_rules or has_boxes or has_candidates


def _entry_with_rules(value: dict[str, Any], shape: Shape | None, symbols: str | None) -> Entry:
    """Return the puzzle of an object with constraints; its other members are read as ever."""
    board = {name: value[name] for name in _BOARD_NAMES if name in value}
    if board.get("regions", "") is None:
        del board["regions"]
    rest = {name: item for name, item in value.items() if name not in _BOARD_NAMES}
    if isinstance(rest.get("candidates"), dict):
        board["candidates"] = rest.pop("candidates")
    if "givens" in board:
        puzzle = Puzzle.from_dict({"constraints": [], **board})
        own = puzzle.grid.shape
        rest |= {"puzzle": str(puzzle.grid), "shape": f"{own.box_height}x{own.box_width}"}
        entry = _entry_of_object(rest, own, symbols)
    else:
        entry = _entry_of_object(
            {**rest, **({"shape": _no_boxes(value)} if "regions" in board else {})}, shape, symbols
        )
        own = entry.grid.shape
        boxes = None if own.box_height == 1 else [own.box_height, own.box_width]
        size = {"rows": own.size, "columns": own.size, "digits": [1, own.size], "boxes": boxes}
        puzzle = Puzzle.from_dict({"constraints": [], **size, **board, "givens": str(entry.grid)})
    return entry._replace(grid=puzzle.grid, puzzle=puzzle if puzzle.rules else None)


def _no_boxes(value: dict[str, Any]) -> str:
    """Return the shape of a board with regions instead of boxes."""
    letters = "".join(value["regions"].split()) if isinstance(value["regions"], str) else ""
    size = math.isqrt(len(letters))
    if not size or size * size != len(letters):
        raise FormatError("regions must be a text with one letter per cell")
    return f"1x{size}"


def _entry_of_object(value: dict[str, Any], shape: Shape | None, symbols: str | None) -> Entry:
    rest = dict(value)
    names = {name.lower(): name for name in reversed(value)}
    puzzle = next((names[name] for name in _PUZZLES if name in names), None)
    if puzzle is None:
        members = ", ".join(map(quoted, islice(value, _MOST_NAMED))) or "nothing"
        raise FormatError(f"an object without a puzzle; it has {members}{', …' * (len(value) > _MOST_NAMED)}")

    def take(name: str, *kinds: type) -> Any:
        """Return a member and remove it from the rest, if it has one of these types; an empty board stays there."""
        return rest.pop(name) if isinstance(rest.get(name), kinds) and (rest[name] or len(kinds) == 1) else None

    box_size = take("shape", str)
    shape = Shape.parse(box_size) if shape is None and box_size is not None else shape
    grid = _grid(rest.pop(puzzle), shape, symbols)
    for name, item in rest.items():
        if _has_rules(item):
            raise FormatError(f"there are rules in {quoted(name)}, but they are only read from 'constraints'")
    solution = take(next((names[name] for name in SOLUTION_NAMES if name in names), "solution"), str, list)
    return Entry(
        grid,
        _position(grid, take("state", str, list), take("candidates", list), symbols),
        None if solution is None else _grid(solution, grid.shape, symbols, "in the solution, "),
        take("comment", str) or "",
        {name: _as_text(item) for name, item in rest.items()},
    )


def _has_rules(value: Any) -> bool:
    """Return whether a value is a list with a rule."""
    kinds = (
        {str(item["type"]) for item in value if isinstance(item, dict) and "type" in item}
        if isinstance(value, list)
        else ()
    )
    if not kinds:
        return False
    from .. import variants as variants  # makes the rules known; few texts need them

    return not kinds.isdisjoint(KNOWN_RULES)


def _grid(value: Any, shape: Shape | None, symbols: str | None, where: str = "") -> Grid:
    """Return a board from text, from rows of text, or from rows or a list of cells."""
    try:
        if isinstance(value, str):
            return Grid(value, shape, symbols=symbols)
        if not isinstance(value, list):
            raise FormatError(f"a board must be a text or a list, not {_shortened(value)}")
        if value and all(isinstance(row, str) and len(row) == len(value) for row in value):
            return grid_of_cells("".join(value), shape, symbols)
        for index, row in enumerate(value, start=1):
            if isinstance(row, list) and len(row) != len(value):
                raise FormatError(f"row {index} has {len(row)} cells, but there are {len(value)} rows")
        rows = (row if isinstance(row, list) else [row] for row in value)
        return grid_of_cells([_cell(cell) for row in rows for cell in row], shape, symbols)
    except FormatError as error:
        raise FormatError(f"{where}{error.reason}") from None


def _cell(value: Any) -> str:
    if value is None or isinstance(value, str):
        return (value or "").strip() or "."
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    raise FormatError(f"a cell must be a text or a number, not {_shortened(value)}")


def _position(givens: Grid, state: Any, candidates: list[Any] | None, symbols: str | None) -> Position | None:
    """Return the position, if there are placed digits or candidates."""
    if state is None and candidates is None:
        return None
    shape = givens.shape
    grid = givens if state is None else _grid(state, shape, symbols, "in the state, ")
    masks = None
    if candidates is not None:
        if len(candidates) != shape.cells:
            raise FormatError(f"{len(candidates)} candidates, but {shape.a_board} has {shape.cells} cells")
        masks = [_mask(text, cell, shape, symbols) for cell, text in enumerate(candidates)]
        masks = [0 if digit else mask for digit, mask in zip(grid, masks, strict=True)]
    return Position(givens, grid, masks)


def _mask(text: Any, cell: int, shape: Shape, symbols: str | None) -> int:
    known = (symbols or shape.symbols)[: shape.size]
    mask = 0 if text in ("", None) else mask_of_marks(str(text), known)
    if mask is None:
        raise FormatError(f"the candidates of {shape.cell_name(cell)} are {_shortened(text)}, not some of {known}")
    return mask


def _as_text(value: Any) -> str:
    import json

    try:
        return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    except RecursionError:
        raise FormatError("the JSON is nested too deeply to be Sudoku") from None


def _shortened(value: Any) -> str:
    return f"{_as_text(value):.{LONGEST_QUOTE}}"


JSON = Json()
JSON_LINES = JsonLines()
