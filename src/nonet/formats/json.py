"""JSON: objects that say everything, one a line or in a list, and the bare lists of lists of LeetCode.

An object has a ``puzzle`` and may have a ``solution``, a ``comment``, a ``shape`` (the box size, where the number of
cells does not tell), a ``state`` (all digits that stand) and ``candidates`` (a text for each cell); its other
members are kept as text. What is not Sudoku is an error, however it is nested.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..errors import FormatError, ShapeError
from ..geometry import Shape, digits_of
from ..grid import Grid
from ..position import Position
from .csv import PUZZLE_NAMES, SOLUTION_NAMES
from .entry import Entry
from .format import Format, Lines, cells_fit, contents, grid_of_cells, is_size
from .line import LINE
from .pencilmarks import mask_of_cell

__all__ = ["JSON", "JSON_LINES", "LEETCODE", "Json", "JsonLines", "LeetCode"]

_PUZZLES = (*PUZZLE_NAMES, "board", "grid")


class Json(Format):
    """A list of objects, or one; boards as text or as lists of lists.

    >>> from nonet.formats import read_many
    >>> for entry in read_many('[{"puzzle": "1...........2...", "level": "easy"}, "....3...4...1..."]'):
    ...     print(entry.grid, dict(entry.fields))
    1...........2... {'level': 'easy'}
    ....3...4...1... {}
    """

    name = "json"
    title = "JSON: an object with a puzzle, or a list of those; keeps everything"
    suffixes: tuple[str, ...] = (".json",)
    carries_candidates = True

    def sniff(self, head: Sequence[str], shape: Shape | None = None) -> bool:
        """Whether it begins as a list or an object does, and the first line is not complete by itself."""
        lines = contents(head)
        if not lines or lines[0][0] not in "[{" or JSON_LINES.sniff(head, shape):
            return False
        text = "".join("".join(lines).split())
        return text[1:2] in ("", "{", "[", '"', "]", "}") or text[1].isdigit()

    def read(
        self, lines: Lines, *, shape: Shape | None = None, symbols: str | None = None
    ) -> Iterator[Entry | FormatError]:
        """The puzzles of the whole text; an error says which item of the list it is."""
        numbered = list(lines)
        text = "\n".join(line for _, line in numbered)
        if not text.strip():
            return
        try:
            value = _parsed(text)
        except FormatError as error:
            yield error
            return
        items = [value] if not isinstance(value, list) or _is_one_board(value, shape) else value
        for index, item in enumerate(items, start=1):
            try:
                yield _entry(item, shape, symbols)
            except FormatError as error:
                yield FormatError(f"item {index}: {error.reason}" if items is value else error.reason, line=error.line)

    def write(self, entries: Iterable[Entry]) -> Iterator[str]:
        """A list with one object a line."""
        yield "["
        for index, entry in enumerate(entries):
            yield (",\n" if index else "\n") + _text(entry)
        yield "\n]\n"


class JsonLines(Format):
    """One object a line, or one string a line.

    >>> from nonet.formats import write
    >>> print(write(Entry(Grid("1... .... .... 2..."), comment="easy"), format="jsonl"), end="")
    {"puzzle": "1...........2...", "comment": "easy"}
    """

    name = "jsonl"
    title = "JSON, one object a line; keeps everything"
    suffixes = (".jsonl", ".ndjson")
    carries_candidates = True

    def sniff(self, head: Sequence[str], shape: Shape | None = None) -> bool:
        """Whether the first line is JSON by itself: an object or a string, or a list if more lines follow."""
        lines = contents(head)
        if not lines or lines[0][0] not in '{"[' or (lines[0][0] == "[" and (len(lines) < 2 or lines[1][0] != "[")):
            return False
        try:
            _parsed(lines[0])
        except FormatError:
            return False
        return True

    def read(
        self, lines: Lines, *, shape: Shape | None = None, symbols: str | None = None
    ) -> Iterator[Entry | FormatError]:
        """The puzzles line by line."""
        for number, line in lines:
            if line.strip():
                try:
                    yield _entry(_parsed(line), shape, symbols)._replace(line=number)
                except FormatError as error:
                    yield FormatError(error.reason, line=number)

    def write(self, entries: Iterable[Entry]) -> Iterator[str]:
        """One object a line."""
        for entry in entries:
            yield f"{_text(entry)}\n"


class LeetCode(Json):
    """Lists of lists of one-character strings, as LeetCode gives boards; several boards are a list of those.

    >>> from nonet.formats import write
    >>> print(write(Grid("1... .... .... 2..."), format="leetcode"), end="")
    [["1",".",".","."],
     [".",".",".","."],
     [".",".",".","."],
     ["2",".",".","."]]
    """

    name = "leetcode"
    title = "LeetCode: a list of lists of one-character strings"
    suffixes = ()
    carries_candidates = False

    def sniff(self, head: Sequence[str], shape: Shape | None = None) -> bool:
        """Whether it begins with two brackets and a cell, or with three."""
        text = "".join("".join(contents(head)).split())
        return text.startswith(('[["', "[[[")) and not JSON_LINES.sniff(head, shape)

    def write(self, entries: Iterable[Entry]) -> Iterator[str]:
        """One board as it is, several in a list."""
        before: str | None = None
        several = False
        for entry in entries:
            if before is not None:
                yield ("" if several else "[") + f"{before},\n"
                several = True
            before = _lists(entry.grid)
        yield f"{before or '[]'}{']' if several else ''}\n"


# Reading


def _parsed(text: str) -> Any:
    """The value of a JSON text."""
    import json

    try:
        return json.loads(text, parse_constant=str)
    except json.JSONDecodeError as error:
        raise FormatError(f"this is not JSON at column {error.colno}: {error.msg}", line=error.lineno) from None
    except RecursionError:
        raise FormatError("the JSON is nested too deeply to be Sudoku") from None
    except ValueError:
        raise FormatError("the JSON has a number that is too long to be Sudoku") from None


def _is_one_board(value: Sequence[Any], shape: Shape | None) -> bool:
    """Whether a list is one board (rows, or cells) and not a list of boards."""
    if any(isinstance(item, Mapping) for item in value):
        return False
    if all(isinstance(item, list) for item in value):
        return not any(isinstance(cell, list) and cell for row in value for cell in row)
    if not all(item is None or isinstance(item, str) for item in value):
        return True
    if is_size(len(value), shape) and all(item is not None and len(item) == len(value) for item in value):
        return len(value) != 16 or shape is not None or not LINE.sniff(value)
    return cells_fit(len(value), shape) and all(item is None or len(item) <= 2 for item in value)


def _entry(value: Any, shape: Shape | None, symbols: str | None) -> Entry:
    if not isinstance(value, Mapping):
        return Entry(_grid(value, shape, symbols))
    names = {name.lower(): name for name in reversed(value)}
    puzzle = next((names[name] for name in _PUZZLES if name in names), None)
    if puzzle is None:
        raise FormatError(f"an object without a puzzle; it has {', '.join(map(repr, value)) or 'nothing'}")
    solution = next((names[name] for name in SOLUTION_NAMES if name in names), None)
    used = {puzzle}

    def take(name: str | None, kind: Callable[[Any], bool]) -> Any:
        if name is None or name not in value or not kind(value[name]):
            return None
        used.add(name)
        return value[name]

    shape = _shape(take("shape", _is_text), shape)
    grid = _grid(value[puzzle], shape, symbols)
    solved = take(solution, _is_something)
    state, candidates = take("state", _is_something), take("candidates", _is_list)
    position = None
    if state is not None or candidates is not None:
        position = _position(grid, state, candidates, symbols)
    comment = take("comment", _is_text) or ""
    return Entry(
        grid,
        position,
        None if solved is None else _grid(solved, grid.shape, symbols, "in the solution, "),
        comment,
        {name: _as_text(item) for name, item in value.items() if name not in used},
    )


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_list(value: Any) -> bool:
    return isinstance(value, list)


def _is_something(value: Any) -> bool:
    return isinstance(value, str | list) and len(value) > 0


def _shape(text: str | None, shape: Shape | None) -> Shape | None:
    if text is None or shape is not None:
        return shape
    try:
        return Shape.parse(text)
    except ShapeError as error:
        raise FormatError(str(error)) from None


def _grid(value: Any, shape: Shape | None, symbols: str | None, where: str = "") -> Grid:
    """A board from text, from rows of text, or from rows or a list of cells."""
    try:
        if isinstance(value, str):
            return Grid(value, shape, symbols=symbols)
        if not isinstance(value, list):
            raise FormatError(f"a board is a text or a list, not {_as_text(value)}")
        if value and all(isinstance(row, str) and len(row) == len(value) for row in value):
            return grid_of_cells("".join(value), shape, symbols)
        for index, row in enumerate(value, start=1):
            if isinstance(row, list) and len(row) != len(value):
                raise FormatError(f"row {index} has {len(row)} cells, but there are {len(value)} rows")
        return grid_of_cells(
            [_cell(cell) for row in value for cell in (row if isinstance(row, list) else [row])], shape, symbols
        )
    except FormatError as error:
        raise FormatError(f"{where}{error.reason}") from None


def _cell(value: Any) -> str:
    if value is None or value == "":
        return "."
    if isinstance(value, str):
        return value.strip() or "."
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    raise FormatError(f"a cell is a text or a number, not {_as_text(value)}")


def _position(givens: Grid, state: Any, candidates: list[Any] | None, symbols: str | None) -> Position:
    shape = givens.shape
    grid = givens if state is None else _grid(state, shape, symbols, "in the state, ")
    masks: list[int] | None = None
    if candidates is not None:
        masks = []
        if len(candidates) != shape.cells:
            raise FormatError(f"{len(candidates)} candidates, but {shape.a_board} has {shape.cells} cells")
        for cell, text in enumerate(candidates):
            mask = 0 if text in ("", None) else mask_of_cell(str(text), (symbols or shape.symbols)[: shape.size])
            if mask is None:
                raise FormatError(
                    f"{shape.cell_name(cell)} has the candidates {_as_text(text)}, but takes {shape.symbols}"
                )
            masks.append(0 if grid[cell] else mask)
    try:
        return Position(givens, grid, masks)
    except ShapeError as error:
        raise FormatError(str(error)) from None


def _as_text(value: Any) -> str:
    import json

    try:
        return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    except RecursionError:
        raise FormatError("the JSON is nested too deeply to be Sudoku") from None


# Writing


def _text(entry: Entry) -> str:
    """An entry as an object in one line."""
    import json

    shape = entry.grid.shape
    value: dict[str, Any] = {"puzzle": str(entry.grid)}
    if not shape.is_usual:
        value["shape"] = f"{shape.box_height}x{shape.box_width}"
    if entry.solution is not None:
        value["solution"] = str(entry.solution)
    if entry.position is not None:
        value["state"] = str(entry.position.grid)
        if entry.position.has_own_candidates:
            masks = entry.position.candidate_masks
            value["candidates"] = ["".join(map(shape.symbol, digits_of(mask))) for mask in masks]
    if entry.comment:
        value["comment"] = entry.comment
    for name, text in entry.fields.items():
        value.setdefault(name, text)
    return json.dumps(value, ensure_ascii=False)


def _lists(grid: Grid) -> str:
    rows = ("[" + ",".join(f'"{grid.shape.symbol(digit)}"' for digit in row) + "]" for row in grid.rows)
    return "[" + ",\n ".join(rows) + "]"


JSON = Json()
JSON_LINES = JsonLines()
LEETCODE = LeetCode()
