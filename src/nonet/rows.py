"""Many 9x9 puzzles as rows of 81 cells: from grids, texts, bytes, arrays or columns, without a copy where possible.

A cell is one byte, the digit itself or its character: 1 to 9 and '1' to '9' are digits, 0 and any of '0._*-?' are a
blank, and every other byte is bad. No row is left out: one that cannot be read keeps its place and is reported.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from .cells import cells_of_block, cells_of_line, parse
from .errors import ArgumentError, FormatError, MissingExtra, counted
from .extras import require
from .geometry import BLANKS, Shape
from .grid import Grid, GridLike, as_grid
from .kernel import Status
from .puzzle import Puzzle

__all__ = [
    "BAD",
    "DIGIT_OF_BYTE",
    "PuzzleBatch",
    "Rows",
    "as_arrow",
    "as_characters",
    "has_several",
    "is_puzzle_type",
]


class _Column(Protocol):
    """A column of Arrow, Polars or pandas."""

    def to_numpy(self) -> NDArray[Any]:
        """Return the values as an array."""
        ...


PuzzleBatch: TypeAlias = Sequence[GridLike] | bytes | bytearray | memoryview | NDArray[Any] | _Column
"""What functions on many puzzles accept: grids or texts, bytes with one puzzle per line, an array or a column."""

_NINE = Shape(3, 3)
_CELLS = _NINE.cells
_UTF8_MARK = b"\xef\xbb\xbf"
_CELL_BYTES = f"123456789{BLANKS}".encode() + bytes(range(10))
_WHITE = b" \t\r\v\f"
_TAB, _NEWLINE, _RETURN, _SPACE = b"\t\n\r "

_MISSING = "the value is missing"
_NONE = np.empty(0, np.intp)
"""No rows."""

BAD = 255
"""A byte that is not a cell."""


def _digit_of_byte() -> NDArray[np.uint8]:
    digits = np.full(256, BAD, np.uint8)
    digits[[0, *map(ord, BLANKS)]] = 0
    for digit in range(1, 10):
        digits[[digit, ord("0") + digit]] = digit
    return digits


DIGIT_OF_BYTE = _digit_of_byte()
"""What each byte means in a cell: its digit, 0 for a blank, or `BAD`. Both backends read cells in this way."""


def as_characters(rows: NDArray[np.uint8], blank: str = ".") -> NDArray[np.uint8]:
    """Return digits as the bytes of their characters.

    >>> as_characters(np.array([5, 3, 0], np.uint8)).tobytes()
    b'53.'
    """
    return np.where(rows == 0, np.uint8(ord(blank)), rows + np.uint8(ord("0")))


def has_several(masks: NDArray[np.unsignedinteger[Any]]) -> NDArray[np.bool_]:
    """Return which cells have several candidates.

    >>> has_several(np.array([[1, 2, 3]], np.uint16))
    array([[False, False,  True]])
    """
    return np.asarray(masks & (masks - np.minimum(masks, 1)) != 0)  # x & (x - 1) clears the lowest bit


def _table_of(members: bytes) -> NDArray[np.bool_]:
    return np.isin(np.arange(256), list(members))


_IS_WHITE = _table_of(_WHITE)
_ENDS_CELLS = _table_of(_WHITE + b"\n,;#")


class Rows:
    """Rows of 81 cells, and the reason for each that cannot be read.

    >>> rows = Rows.of(b"12......" * 10 + b"x\\n123 # too short\\n")
    >>> rows.cells.shape, rows.misfits
    ((2, 81), array([1]))
    >>> rows.reason(0, Status.BAD_VALUE)
    "r9c9 is 'x', but a cell of a 9x9 board must be 1-9, or one of 0 . _ * - ? for a blank"
    >>> rows.reason(1, Status.BAD_LENGTH)
    '3 cells, but a 9x9 board has 81'
    """

    __slots__ = ("_explain", "_starts", "_verify", "cells", "misfits", "missing")

    def __init__(
        self,
        cells: NDArray[np.uint8],
        explain: Callable[[int], str],
        misfits: NDArray[np.intp] | None = None,
        *,
        missing: NDArray[np.bool_] | None = None,
        starts: NDArray[np.intp] | None = None,
    ) -> None:
        self.cells = cells
        """One row per puzzle. The bytes of a row are contiguous; there may be gaps between rows."""
        self.misfits = _NONE if misfits is None else misfits
        """The rows that do not have 81 cells. They are filled with `BAD`, so that no backend searches them."""
        self.missing = missing
        """Which rows are null, as an array; None if no row is. Such rows are misfits, too."""
        self._starts = starts
        self._explain = explain
        self._verify: Callable[[], Rows | None] = _no_rows

    @classmethod
    def of(cls, puzzles: PuzzleBatch) -> Rows:
        """Return the rows of any kind of puzzles."""
        return cls.parse_fast(puzzles).verified()

    @classmethod
    def parse_fast(cls, puzzles: PuzzleBatch) -> Rows:
        """Return the same as `of`, if no row has a bad value; otherwise call `verified`.

        If every 82nd byte (or 83rd) is a line end, the bytes between are taken as puzzles without looking at them. If
        that is wrong, a line end or white space is in a cell, and a backend finds a bad value. Looking at each byte
        first would take a tenth of the time that very easy puzzles take to solve.

        >>> rows = Rows.parse_fast(b"123\\n" + b"." * 77 + b"\\n")
        >>> len(rows), len(rows.verified())
        (1, 2)
        """
        if isinstance(puzzles, np.ndarray):
            return _of_array(puzzles)
        if isinstance(puzzles, bytes | bytearray | memoryview):
            return _of_bytes(puzzles)
        if isinstance(puzzles, str | Grid):
            raise ArgumentError("puzzles must be a sequence of puzzles; put a single one into a list")
        if isinstance(puzzles, Sequence):
            return _of_boards(cast("Sequence[GridLike]", puzzles))
        if hasattr(puzzles, "to_numpy"):
            return _of_column(puzzles)
        raise ArgumentError(
            f"puzzles must be a sequence of grids or texts, bytes, an array or a column, not {type(puzzles).__name__}"
        )

    @property
    def starts(self) -> NDArray[np.intp]:
        """Where the text of each row starts in the bytes. It has no meaning if the puzzles were not bytes."""
        return np.arange(len(self)) * self.cells.strides[0] if self._starts is None else self._starts

    def verified(self) -> Rows:
        """Return the rows as they really are: this object, unless `parse_fast` was wrong."""
        rows = self._verify()
        return self if rows is None else rows  # not `or`: without rows they would count as false

    def irregular(self) -> NDArray[np.intp]:
        """Return the rows that are not 81 digits and blanks.

        >>> Rows.of(["." * 81, "x" * 81, "123"]).irregular()
        array([1, 2])
        """
        if not self.misfits.size and not self.cells.tobytes().translate(None, _CELL_BYTES):  # no row is: a quick test
            return self.misfits
        return np.flatnonzero((DIGIT_OF_BYTE[self.cells] == BAD).any(axis=1))

    def __len__(self) -> int:
        return len(self.cells)

    def __reduce__(self) -> tuple[object, ...]:
        """Return what a pickle contains: the rows alone, without the source, and the reasons for the bad ones."""
        rows = self.verified()
        reasons = {row: rows._explain(row) for row in rows.irregular().tolist()}
        return _of_pickle, (np.ascontiguousarray(rows.cells), reasons, rows.misfits, rows.missing)

    def reason(self, row: int, status: Status) -> str:
        """Return what is wrong with a row of a bad status, naming the cells; an empty text for other rows."""
        if status == Status.CONFLICT:
            digits = DIGIT_OF_BYTE[self.cells[row]]
            return str(Grid.of_digits(digits.tobytes(), _NINE).conflicts()[0])
        return self._explain(row) if status > Status.CONFLICT else ""


def _no_rows() -> None:
    """Return None, for rows that need no second look."""


def _of_pickle(
    cells: NDArray[np.uint8], reasons: dict[int, str], misfits: NDArray[np.intp], missing: NDArray[np.bool_] | None
) -> Rows:
    return Rows(cells, reasons.__getitem__, misfits, missing=missing)


def _bad_length(cells: int) -> str:
    return f"{counted(cells, 'cell')}, but {_NINE.a_board} has {_CELLS}"


def _bad_value(row: NDArray[np.uint8], value: Callable[[int], object]) -> str:
    """Describe the first bad cell of a row, with its value as the user wrote it."""
    cell = int((DIGIT_OF_BYTE[row] == BAD).argmax())
    return (
        f"{_NINE.cell_name(cell)} is {value(cell)!r:.40}, but a cell of {_NINE.a_board} must be 1-9, "
        f"or one of {' '.join(BLANKS)} for a blank"
    )


# Tabs in text: as a number, the byte of a tab is the digit 9


def _has_tabs(data: NDArray[np.uint8]) -> bool:
    """Return whether the data is text with tabs. The lowest byte of other text is a line end, which is higher."""
    return data.size > 0 and data.min() <= _TAB and data.max() >= _SPACE and bool((data == _TAB).any())


def _with_tabs(
    data: NDArray[np.uint8], starts: NDArray[np.integer[Any]], stops: NDArray[np.integer[Any]]
) -> NDArray[np.bool_]:
    """Return which of some texts in the data have a tab."""
    if not _has_tabs(data):
        return np.zeros(len(starts), np.bool_)
    tabs = np.flatnonzero(data == _TAB)
    return np.searchsorted(tabs, starts) < np.searchsorted(tabs, stops)


# Arrays


def _of_array(source: NDArray[Any]) -> Rows:
    """Return the rows of an array of integers, or of texts; integers that are not a byte are bad values."""
    if source.dtype.kind in "SUOT":
        return _of_texts(source)
    if not np.issubdtype(source.dtype, np.integer):
        raise ArgumentError(f"an array of puzzles must have integers or texts, not {source.dtype}")
    if source.shape not in ((_CELLS,), (*source.shape[:1], _CELLS), (*source.shape[:1], 9, 9)):
        raise ArgumentError(f"an array of puzzles must have the shape (n, 81), (81,) or (n, 9, 9), not {source.shape}")
    rows = source.reshape(len(source) if source.ndim > 1 else 1, _CELLS)
    is_byte = (rows >= 0) & (rows <= 255) if rows.dtype != np.uint8 else np.True_
    cells = rows.astype(np.uint8, copy=False) if is_byte.all() else np.where(is_byte, rows, BAD).astype(np.uint8)
    if cells.strides[1] != 1:
        cells = np.ascontiguousarray(cells)
    return Rows(cells, lambda row: _bad_value(cells[row], lambda cell: int(rows[row, cell])))


def _of_texts(source: NDArray[Any]) -> Rows:
    """Return the rows of an array of texts: bytes of one length (S81) as they are, others one by one."""
    if source.ndim != 1:
        raise ArgumentError(f"an array of texts must have one dimension, not {source.ndim}")
    if source.dtype.kind == "S" and source.dtype.itemsize == _CELLS:
        cells = np.ascontiguousarray(source).view(np.uint8).reshape(-1, _CELLS)
        if cells.all() and not _has_tabs(cells):  # NumPy fills shorter texts with zeros, which would count as blanks
            return Rows(cells, lambda row: _bad_value(cells[row], lambda cell: _symbol(cells[row, cell])))
    values = source.tolist()
    missing = np.array([_is_missing(value) for value in values], np.bool_)
    texts = [value.decode("latin-1") if isinstance(value, bytes) else value for value in values]
    rows = _of_boards(["" if is_null else text for text, is_null in zip(texts, missing, strict=True)])
    if not missing.any():
        return rows
    return Rows(rows.cells, lambda row: _MISSING if missing[row] else rows._explain(row), rows.misfits, missing=missing)


def _is_missing(value: object) -> bool:
    """Return whether a value is None, NaN (which is not equal to itself) or the NA of pandas."""
    return value is None or (isinstance(value, float) and value != value) or type(value).__name__ == "NAType"


# Lines of bytes


def _of_bytes(source: bytes | bytearray | memoryview) -> Rows:
    """Return the puzzles of a file's bytes, one per line that is not blank.

    As everywhere in nonet, the cells end at the first blank, tab, comma, semicolon or #; but a line of exactly 81
    characters without a tab is taken as it is.
    """
    if isinstance(source, memoryview) and not source.c_contiguous:
        source = source.tobytes()
    data = np.frombuffer(source, np.uint8) if memoryview(source).nbytes else np.empty(0, np.uint8)
    if data[:3].tobytes() == _UTF8_MARK:
        data = data[3:]
    cells = None if _has_tabs(data) else _even_lines(data)
    if cells is None:
        return _uneven_lines(data)
    rows = Rows(cells, lambda row: _bad_value(cells[row], lambda cell: _symbol(cells[row, cell])))
    rows._verify = lambda: None if _are_even(cells, data) else _uneven_lines(data)
    return rows


def _symbol(byte: np.uint8) -> object:
    return chr(byte) if byte < 128 else int(byte)


def _even_lines(data: NDArray[np.uint8]) -> NDArray[np.uint8] | None:
    """Return a view of lines that look like 81 cells and a line end, which the last may lack; None if they do not."""
    for ending in (b"\n", b"\r\n"):
        step = _CELLS + len(ending)
        lines, rest = divmod(len(data), step)
        expected = zip(range(_CELLS, step), ending, strict=True)
        if rest in (0, _CELLS) and all(data[i::step].tobytes() == lines * bytes([byte]) for i, byte in expected):
            return np.ndarray((lines + (rest > 0), _CELLS), np.uint8, buffer=data, strides=(step, 1))
    return None


def _are_even(cells: NDArray[np.uint8], data: NDArray[np.uint8]) -> bool:
    """Return whether no cell is a line end, and none at the edge is white space."""
    line_ends = len(data) // cells.strides[0]
    return bool(
        np.count_nonzero(data == _NEWLINE) == line_ends
        and not _IS_WHITE[cells[:, 0]].any()
        and not _IS_WHITE[cells[:, -1]].any()
    )


def _uneven_lines(data: NDArray[np.uint8]) -> Rows:
    """Return the puzzles of lines of any length, without white space, blank lines, and text after the cells."""
    starts, stops = _stripped_lines(data)
    uneven = np.flatnonzero((stops - starts != _CELLS) | _with_tabs(data, starts, stops))
    ends = np.append(np.flatnonzero(_ENDS_CELLS[data]), len(data))
    stops[uneven] = np.minimum(stops[uneven], ends[np.searchsorted(ends, starts[uneven])])
    lengths = stops - starts
    cells = np.full((len(lengths), _CELLS), BAD, np.uint8)
    fits = lengths == _CELLS
    if fits.any():
        cells[fits] = np.lib.stride_tricks.sliding_window_view(data, _CELLS)[starts[fits]]

    def explain(row: int) -> str:
        if fits[row]:
            return _bad_value(cells[row], lambda cell: _symbol(cells[row, cell]))
        return _bad_length(int(lengths[row]))

    return Rows(cells, explain, np.flatnonzero(~fits), starts=starts)


def _stripped_lines(data: NDArray[np.uint8]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return where each line that is not blank starts and stops, without white space around it."""
    stops = np.append(np.flatnonzero(data == _NEWLINE), len(data))
    starts = np.append(0, stops[:-1] + 1)
    for _ in range(2):  # a line may be empty, or nothing but a carriage return
        filled = stops > starts
        starts, stops = starts[filled], stops[filled]
        stops -= data[stops - 1] == _RETURN
    filled = stops > starts
    starts, stops = starts[filled], stops[filled]
    for line in np.flatnonzero(_IS_WHITE[data[starts]] | _IS_WHITE[data[stops - 1]]):
        text = data[starts[line] : stops[line]].tobytes()
        starts[line] += len(text) - len(text.lstrip(_WHITE))
        stops[line] = starts[line] + len(text.strip(_WHITE))
    filled = stops > starts
    return starts[filled], stops[filled]


# Grids and texts


def _of_boards(source: Sequence[GridLike]) -> Rows:
    """Return the rows of grids and texts; a text that is not a 9x9 board is a bad row, another grid an error."""
    if not all(type(board) is str and len(board) == _CELLS and board.isascii() for board in source):
        return _of_each_board(source)
    # Texts of 81 characters are nearly always boards without separators. If not, a backend finds a bad value.
    cells = np.frombuffer("".join(cast("Sequence[str]", source)).encode(), np.uint8).reshape(-1, _CELLS)
    if _has_tabs(cells):
        return _of_each_board(source)
    rows = Rows(cells, lambda row: _error_of_text(source[row]))
    rows._verify = lambda: _of_each_board(source) if (DIGIT_OF_BYTE[cells] == BAD).any() else None
    return rows


def _of_each_board(source: Sequence[GridLike]) -> Rows:
    """Return the rows of grids and texts, read one by one."""
    rows = bytearray()
    misfits = []
    for number, board in enumerate(source):
        if isinstance(board, Puzzle):
            board = board.as_grid()
        if isinstance(board, str):
            row = _row_of_text(board)
            if row is None:
                misfits.append(number)
            rows += row or bytes([BAD]) * _CELLS
        elif isinstance(board, Grid) and board.shape is _NINE:
            rows += bytes(board)
        elif isinstance(board, Grid):
            raise ArgumentError(f"puzzle {number + 1} is {board.shape.a_board}, but only {_NINE.a_board} is supported")
        else:
            raise ArgumentError(f"puzzle {number + 1} must be a grid or a text, not {type(board).__name__}")
    cells = np.frombuffer(bytes(rows), np.uint8) if rows else np.empty(0, np.uint8)
    return Rows(cells.reshape(-1, _CELLS), lambda row: _error_of_text(source[row]), np.array(misfits, np.intp))


def _row_of_text(text: str) -> bytes | None:
    """Return the digits of a text, all `BAD` if one of its symbols is; None if it does not have 81 cells."""
    try:
        return parse(text, _NINE)[1]
    except FormatError:
        return bytes([BAD]) * _CELLS if _number_of_cells(text) == _CELLS else None


def _number_of_cells(text: str) -> int:
    lines = [line for line in text.splitlines() if line.strip()]
    try:
        return len(cells_of_block(lines, _NINE) if len(lines) > 1 else cells_of_line(text, _NINE))
    except FormatError:
        return 0


def _error_of_text(text: GridLike) -> str:
    try:
        Grid(text if isinstance(text, str) else as_grid(text), _NINE)
    except FormatError as error:
        return str(error)
    return ""


# Columns of Arrow, Polars and pandas


def as_arrow(column: Any) -> Any:
    """Return a column of Arrow, Polars, pandas or a similar library as an Arrow array or chunked array.

    The values are not copied if the library stores them as Arrow does.

    >>> import pyarrow as pa
    >>> as_arrow(pa.chunked_array([["1", None]])).null_count
    1
    """
    pa = require("pyarrow")
    if isinstance(column, pa.Array | pa.ChunkedArray):
        return column
    try:
        return _exported(pa, column)
    except (pa.ArrowException, TypeError, ValueError) as error:
        name, reason = type(column).__name__, str(error).partition("\n")[0]
        raise ArgumentError(f"puzzles must be a column that Arrow can read, not {name} ({reason})") from None


def _exported(pa: Any, column: Any) -> Any:
    """Return a column as Arrow reads it. Arrow itself does not read boards that are 2-D arrays of NumPy."""
    try:
        if hasattr(column, "__arrow_c_stream__"):
            return pa.chunked_array(column)
        return pa.array(column, from_pandas=True)
    except pa.ArrowException:
        if not any(isinstance(value, np.ndarray) for value in column):
            raise
        return pa.array([_as_list(value) for value in column], from_pandas=True)


def _as_list(value: Any) -> Any:
    return [_as_list(part) for part in value] if isinstance(value, np.ndarray | list) else value


def is_puzzle_type(kind: Any) -> bool:
    """Return whether an Arrow column of this type can contain puzzles: text, bytes, or lists of integers.

    >>> import pyarrow as pa
    >>> is_puzzle_type(pa.string()), is_puzzle_type(pa.list_(pa.uint8(), 81)), is_puzzle_type(pa.float64())
    (True, True, False)
    """
    pa = require("pyarrow")
    types = pa.types
    if isinstance(kind, pa.BaseExtensionType):
        return is_puzzle_type(kind.storage_type)
    if types.is_dictionary(kind) or types.is_run_end_encoded(kind):
        return is_puzzle_type(kind.value_type)
    if _is_list(kind):
        return types.is_integer(kind.value_type) or (_is_list(kind.value_type) and is_puzzle_type(kind.value_type))
    return _is_text(kind) or types.is_fixed_size_binary(kind) or types.is_null(kind)


def _is_list(kind: Any) -> bool:
    types = require("pyarrow").types
    return any((types.is_list(kind), types.is_large_list(kind), types.is_fixed_size_list(kind)))


def _is_view(kind: Any) -> bool:
    types = require("pyarrow").types
    return bool(types.is_string_view(kind) or types.is_binary_view(kind))


def _is_text(kind: Any) -> bool:
    """Return whether the values are text or bytes of any length."""
    types = require("pyarrow").types
    plain = (types.is_string(kind), types.is_large_string(kind), types.is_binary(kind), types.is_large_binary(kind))
    return any(plain) or _is_view(kind)


def _of_column(puzzles: Any) -> Rows:
    """Return the rows of a column; value by value if Arrow is not installed or cannot read the column."""
    try:
        column = as_arrow(puzzles)
    except (MissingExtra, ArgumentError):
        return _of_array(np.asarray(puzzles.to_numpy()))
    if not is_puzzle_type(column.type):
        raise ArgumentError(f"a column of puzzles must have text, bytes or lists of 81 integers, not {column.type}")
    chunks = getattr(column, "chunks", [column]) or [column.combine_chunks()]
    parts = [_of_arrow(chunk) for chunk in chunks]
    cells, fits, missing = parts[0] if len(parts) == 1 else map(np.concatenate, zip(*parts, strict=True))
    return Rows(
        cells,
        lambda row: _error_of_value(column[row].as_py(), cells[row]),
        np.flatnonzero(~fits),
        missing=missing if missing.any() else None,
    )


def _error_of_value(value: Any, row: NDArray[np.uint8]) -> str:
    """Return what is wrong with a value of a column."""
    if value is None:
        return _MISSING
    if isinstance(value, str | bytes):
        return _error_of_text(value.decode("utf-8", "replace") if isinstance(value, bytes) else value)
    numbers = [number for part in value for number in (part if isinstance(part, list) else [part])]
    return _bad_length(len(numbers)) if len(numbers) != _CELLS else _bad_value(row, lambda cell: numbers[cell])


def _of_arrow(array: Any) -> tuple[NDArray[np.uint8], NDArray[np.bool_], NDArray[np.bool_]]:
    """Return the cells of an Arrow array, which rows have 81 cells, and which are null.

    An array of 81-character strings is an (n, 81) array of bytes already, so it is used in place::

        offsets [ 0   81   162  243 ... ]
        values  [ 53..7....6..  53..7 ...  ]

    Rows at other equal distances (views into the text of a file, for example) are used in place, too.
    """
    pa = require("pyarrow")
    if isinstance(array.type, pa.BaseExtensionType):
        return _of_arrow(array.storage)
    if pa.types.is_run_end_encoded(array.type):
        return _of_arrow(require("pyarrow.compute").run_end_decode(array))
    if pa.types.is_dictionary(array.type):
        return _of_dictionary(array)
    n = len(array)
    missing = np.zeros(n, np.bool_)
    if array.null_count:
        missing = array.is_null().to_numpy(zero_copy_only=False)
    if missing.all():
        return np.full((n, _CELLS), BAD, np.uint8), ~missing, missing
    values, starts, lengths = _spans(array)
    fits = (lengths == _CELLS) & ~missing
    if not _is_list(array.type):
        fits &= ~_with_tabs(values, starts, starts + lengths)
    step = int(starts[1] - starts[0]) if n > 1 else _CELLS
    if fits.all() and step >= _CELLS and (np.diff(starts) == step).all():
        return np.ndarray((n, _CELLS), np.uint8, values, int(starts[0]), (step, 1)), fits, missing
    cells = np.full((n, _CELLS), BAD, np.uint8)
    if fits.any():
        cells[fits] = np.lib.stride_tricks.sliding_window_view(values, _CELLS)[starts[fits]]
    others = np.flatnonzero(~fits & ~missing)
    if others.size and _is_text(array.type):  # boards that are not written as 81 characters
        texts = [array[row].as_py() for row in others.tolist()]
        read = _of_boards([text.decode("utf-8", "replace") if isinstance(text, bytes) else text for text in texts])
        cells[others] = read.cells
        fits[others] = True
        fits[others[read.misfits]] = False
    return cells, fits, missing


def _of_dictionary(array: Any) -> tuple[NDArray[np.uint8], NDArray[np.bool_], NDArray[np.bool_]]:
    """Return the same for a dictionary array. A null is one more value; Arrow cannot decode all dictionaries itself."""
    pa, values = require("pyarrow"), array.dictionary
    rows = require("pyarrow.compute").fill_null(array.indices.cast(pa.int64()), len(values)).to_numpy()
    cells, fits, missing = _of_arrow(values)
    null = np.full((1, _CELLS), BAD, np.uint8)
    return np.concatenate([cells, null])[rows], np.append(fits, False)[rows], np.append(missing, True)[rows]


_Spans: TypeAlias = tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.int64]]
"""Bytes, and the start and the length of each row in them. For a row that is null they have no meaning."""


def _spans(array: Any) -> _Spans:
    """Return where the rows of texts, bytes or lists are. A text view counts as empty unless it has 81 characters."""
    kind = array.type
    if _is_view(kind):
        return _view_spans(array)
    if _is_list(kind):
        return _list_spans(array)
    if require("pyarrow").types.is_fixed_size_binary(kind):
        return _bytes_of(array.buffers()[1]), *_even_spans(array, kind.byte_width)
    return _bytes_of(array.buffers()[2]), *_offset_spans(array)


def _bytes_of(buffer: Any) -> NDArray[np.uint8]:
    return np.frombuffer(buffer, np.uint8) if buffer is not None and buffer.size else np.empty(0, np.uint8)


def _even_spans(array: Any, size: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    return np.arange(array.offset, array.offset + len(array)) * size, np.full(len(array), size)


def _offset_spans(array: Any) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the start and the length of each row of an array with offsets, which may be a slice of another."""
    dtype = np.int64 if str(array.type).startswith("large_") else np.int32
    offsets = np.frombuffer(array.buffers()[1], dtype)[array.offset : array.offset + len(array) + 1].astype(np.int64)
    return offsets[:-1], np.diff(offsets)


def _view_spans(array: Any) -> _Spans:
    """A view is four numbers: length, prefix, buffer and offset. Short texts are stored in the view itself."""
    data = array.buffers()[2:]
    views = np.frombuffer(array.buffers()[1], np.int32).reshape(-1, 4)[array.offset : array.offset + len(array)]
    fits = views[:, 0] == _CELLS
    lengths, starts = np.where(fits, _CELLS, 0), np.where(fits, views[:, 3], 0).astype(np.int64)
    used = np.unique(views[fits, 2]).tolist()
    if len(used) == 1:
        return _bytes_of(data[used[0]]), starts, lengths
    before = np.zeros(len(data) + 1, np.int64)
    before[used] = np.cumsum([0, *(data[buffer].size for buffer in used)])[:-1]
    starts += np.where(fits, before[np.where(fits, views[:, 2], 0)], 0)
    return np.concatenate([np.empty(0, np.uint8), *(_bytes_of(data[buffer]) for buffer in used)]), starts, lengths


def _list_spans(array: Any) -> _Spans:
    """Return where the numbers of lists are, or of lists of lists: a row is all the numbers in it."""
    is_fixed = require("pyarrow").types.is_fixed_size_list(array.type)
    starts, lengths = _even_spans(array, array.type.list_size) if is_fixed else _offset_spans(array)
    values = array.values
    if not _is_list(values.type):
        return _bytes_of_numbers(values), starts, lengths
    numbers, inner, sizes = _list_spans(values)
    edges = np.append(inner, inner[-1] + sizes[-1] if len(inner) else 0)
    stops = edges[starts + lengths]
    if values.null_count:  # a null in place of a row of the board: the numbers there have no meaning
        nulls = np.append(0, np.cumsum(values.is_null().to_numpy(zero_copy_only=False)))
        stops = np.where(nulls[starts + lengths] > nulls[starts], edges[starts], stops)
    return numbers, edges[starts], stops - edges[starts]


def _bytes_of_numbers(values: Any) -> NDArray[np.uint8]:
    """Return integers as bytes; null, and what does not fit into a byte, is `BAD`."""
    if values.null_count:
        is_unsigned = require("pyarrow").types.is_unsigned_integer(values.type)
        values = require("pyarrow.compute").fill_null(values, BAD if is_unsigned else -1)
    numbers: NDArray[np.integer[Any]] = values.to_numpy(zero_copy_only=False)
    if numbers.dtype == np.uint8:
        return numbers.astype(np.uint8, copy=False)
    return np.where((numbers >= 0) & (numbers <= BAD), numbers, BAD).astype(np.uint8)
