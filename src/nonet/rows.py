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
from .errors import ArgumentError, FormatError, counted
from .geometry import BLANKS, Shape
from .grid import Grid, GridLike
from .kernel import Status

__all__ = ["BAD", "DIGIT_OF_BYTE", "PuzzleBatch", "Rows", "as_characters", "has_several"]


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
_WHITE = b" \t\r\v\f"
_NEWLINE, _RETURN = b"\n\r"

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

    __slots__ = ("_explain", "_verify", "cells", "misfits")

    def __init__(
        self, cells: NDArray[np.uint8], explain: Callable[[int], str], misfits: NDArray[np.intp] | None = None
    ) -> None:
        self.cells = cells
        """One row per puzzle. The bytes of a row are contiguous; there may be gaps between rows."""
        self.misfits = np.empty(0, np.intp) if misfits is None else misfits
        """The rows that do not have 81 cells. They are filled with `BAD`, so that no backend searches them."""
        self._explain = explain
        self._verify: Callable[[], Rows | None] = lambda: None

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
        if hasattr(puzzles, "to_numpy"):  # a column of Arrow, Polars or pandas
            return _of_array(np.asarray(puzzles.to_numpy()))
        raise ArgumentError(
            f"puzzles must be a sequence of grids or texts, bytes, an array or a column, not {type(puzzles).__name__}"
        )

    def verified(self) -> Rows:
        """Return the rows as they really are: this object, unless `parse_fast` was wrong."""
        return self._verify() or self

    def __len__(self) -> int:
        return len(self.cells)

    def reason(self, row: int, status: Status) -> str:
        """Return what is wrong with a row of a bad status, naming the cells; an empty text for other rows."""
        if status == Status.CONFLICT:
            digits = DIGIT_OF_BYTE[self.cells[row]]
            return str(Grid.of_digits(digits.tobytes(), _NINE).conflicts()[0])
        return self._explain(row) if status > Status.CONFLICT else ""


def _bad_length(cells: int) -> str:
    return f"{counted(cells, 'cell')}, but {_NINE.a_board} has {_CELLS}"


def _bad_value(row: NDArray[np.uint8], value: Callable[[int], object]) -> str:
    """Describe the first bad cell of a row, with its value as the user wrote it."""
    cell = int((DIGIT_OF_BYTE[row] == BAD).argmax())
    return (
        f"{_NINE.cell_name(cell)} is {value(cell)!r:.40}, but a cell of {_NINE.a_board} must be 1-9, "
        f"or one of {' '.join(BLANKS)} for a blank"
    )


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
        if cells.all():  # NumPy fills shorter texts with zeros, which would count as blanks
            return Rows(cells, lambda row: _bad_value(cells[row], lambda cell: _symbol(cells[row, cell])))
    texts = [text.decode("latin-1") if isinstance(text, bytes) else text for text in source.tolist()]
    return _of_boards(["" if text is None or text != text else text for text in texts])  # NaN is not itself


# Lines of bytes


def _of_bytes(source: bytes | bytearray | memoryview) -> Rows:
    """Return the puzzles of a file's bytes, one per line that is not blank.

    As everywhere in nonet, the cells end at the first blank, comma, semicolon or #; but a line of exactly 81
    characters is taken as it is.
    """
    if isinstance(source, memoryview) and not source.c_contiguous:
        source = source.tobytes()
    data = np.frombuffer(source, np.uint8) if memoryview(source).nbytes else np.empty(0, np.uint8)
    if data[:3].tobytes() == _UTF8_MARK:
        data = data[3:]
    cells = _even_lines(data)
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
        endings = [data[_CELLS + i :: step] == byte for i, byte in enumerate(ending)]
        if rest in (0, _CELLS) and all(is_ending.all() for is_ending in endings):
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
    uneven = np.flatnonzero(stops - starts != _CELLS)
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

    return Rows(cells, explain, np.flatnonzero(~fits))


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
    rows = bytearray()
    misfits = []
    for number, board in enumerate(source):
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
        Grid(text, _NINE)
    except FormatError as error:
        return str(error)
    return ""
