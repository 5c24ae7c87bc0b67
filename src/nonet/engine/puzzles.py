"""Puzzles: what a user hands over as a batch, made into rows of 81 cells, without a copy where that can be.

A cell is one byte, the digit itself or its symbol: 1 to 9 and '1' to '9' are digits, 0 and any of '0._*-?' a blank,
and every other byte is bad. Nothing is left out: a row that is not understood stays in its place and is reported.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from .. import plain
from ..errors import FormatError, NonetError, counted
from ..geometry import BLANKS, Shape
from ..grid import Grid, GridLike
from .batch import Status

__all__ = ["BAD", "DIGIT_OF_BYTE", "PuzzleBatch", "Puzzles"]

PuzzleBatch: TypeAlias = Sequence[GridLike] | bytes | bytearray | memoryview | NDArray[np.integer]
"""A batch as the engine takes it: grids or texts, the bytes of a file with a puzzle a line, or an array of cells."""

_NINE = Shape(3, 3)
_CELLS = _NINE.cells
_UTF8_MARK = b"\xef\xbb\xbf"
_WHITE = b" \t\r\v\f"
_NEWLINE, _RETURN = b"\n\r"

BAD = 255
"""A byte that means nothing in a cell."""


def _digit_of_byte() -> NDArray[np.uint8]:
    digits = np.full(256, BAD, np.uint8)
    digits[[0, *map(ord, BLANKS)]] = 0
    for digit in range(1, 10):
        digits[[digit, ord("0") + digit]] = digit
    return digits


DIGIT_OF_BYTE = _digit_of_byte()
"""What each byte means in a cell: its digit, 0 for a blank, or `BAD`. No backend knows another way to read a cell."""


def _table_of(members: bytes) -> NDArray[np.bool_]:
    return np.isin(np.arange(256), list(members))


_IS_WHITE = _table_of(_WHITE)
_ENDS_CELLS = _table_of(_WHITE + b"\n,;#")


class Puzzles:
    """Rows of 81 cells, and a way to say what is wrong with one of them.

    >>> puzzles = Puzzles.of(b"12......" * 10 + b"x\\n123 # too short\\n")
    >>> puzzles.cells.shape, puzzles.misfits
    ((2, 81), array([1]))
    >>> puzzles.complaint(0, Status.BAD_VALUE)
    "r9c9 holds 'x', but a 9x9 board takes 1-9, or one of 0 . _ * - ? for a blank"
    >>> puzzles.complaint(1, Status.BAD_LENGTH)
    '3 cells, but a 9x9 board has 81'
    """

    __slots__ = ("_closer", "_explain", "cells", "misfits")

    def __init__(
        self, cells: NDArray[np.uint8], explain: Callable[[int], str], misfits: NDArray[np.intp] | None = None
    ) -> None:
        self.cells = cells
        """One row a puzzle; the bytes of a row stand together, the rows may be apart."""
        self.misfits = np.empty(0, np.intp) if misfits is None else misfits
        """The rows that did not have 81 cells; they are filled with `BAD`, so that no backend searches them."""
        self._explain = explain
        self._closer: Callable[[], Puzzles | None] = lambda: None

    @classmethod
    def of(cls, source: PuzzleBatch) -> Puzzles:
        """The puzzles of any kind of source."""
        return cls.at_first_sight(source).at_second_sight()

    @classmethod
    def at_first_sight(cls, source: PuzzleBatch) -> Puzzles:
        """The same, but lines whose ends are 82 bytes apart (or 83) are taken for puzzles without a look in between.

        What may be there that makes it wrong, a line end or white space at the edge, is no symbol of a cell: a backend
        finds bad values. Only if it does is a second look needed; it takes a tenth of the time of very easy puzzles.

        >>> glance = Puzzles.at_first_sight(b"123\\n" + b"." * 77 + b"\\n")
        >>> len(glance), len(glance.at_second_sight())
        (1, 2)
        """
        if isinstance(source, np.ndarray):
            return _of_array(source)
        if isinstance(source, bytes | bytearray | memoryview):
            return _of_bytes(source)
        if isinstance(source, str | Grid):
            raise NonetError("a batch is a sequence of puzzles; put a single one into a list")
        if isinstance(source, Sequence):
            return _of_boards(cast("Sequence[GridLike]", source))
        raise NonetError(f"a batch is a sequence of grids or texts, bytes or an array, not {type(source).__name__}")

    def at_second_sight(self) -> Puzzles:
        """The puzzles as they are; the same object if the first sight was right."""
        return self._closer() or self

    def __len__(self) -> int:
        return len(self.cells)

    def complaint(self, row: int, status: Status) -> str:
        """What is wrong with a row of a bad status, naming the cells; nothing for a row that could be searched."""
        if status == Status.CONFLICT:
            digits = DIGIT_OF_BYTE[self.cells[row]]
            return str(Grid.of_digits(digits.tobytes(), _NINE).conflicts()[0])
        return self._explain(row) if status > Status.CONFLICT else ""


def _bad_length(cells: int) -> str:
    return f"{counted(cells, 'cell')}, but {_NINE.a_board} has {_CELLS}"


def _bad_value(row: NDArray[np.uint8], value: Callable[[int], object]) -> str:
    """The first bad cell of a row, with its value as the user wrote it."""
    cell = int((DIGIT_OF_BYTE[row] == BAD).argmax())
    return (
        f"{_NINE.cell_name(cell)} holds {value(cell)!r:.40}, but {_NINE.a_board} takes 1-9, "
        f"or one of {' '.join(BLANKS)} for a blank"
    )


# Arrays


def _of_array(source: NDArray[np.integer]) -> Puzzles:
    """The rows of an array; numbers that are no byte are bad values."""
    if not np.issubdtype(source.dtype, np.integer):
        raise NonetError(f"an array of puzzles holds integers, not {source.dtype}")
    if source.shape not in ((_CELLS,), (*source.shape[:1], _CELLS), (*source.shape[:1], 9, 9)):
        raise NonetError(f"an array of puzzles has the shape (n, 81), (81,) or (n, 9, 9), not {source.shape}")
    rows = source.reshape(len(source) if source.ndim > 1 else 1, _CELLS)
    is_byte = (rows >= 0) & (rows <= 255) if rows.dtype != np.uint8 else np.True_
    cells = rows.astype(np.uint8, copy=False) if is_byte.all() else np.where(is_byte, rows, BAD).astype(np.uint8)
    if cells.strides[1] != 1:
        cells = np.ascontiguousarray(cells)
    return Puzzles(cells, lambda row: _bad_value(cells[row], lambda cell: int(rows[row, cell])))


# Lines of bytes


def _of_bytes(source: bytes | bytearray | memoryview) -> Puzzles:
    """The puzzles of a file's bytes, one a line that is not blank.

    The cells of a line end, as everywhere in nonet, at the first blank, comma, semicolon or #; but a line of exactly
    81 characters is taken as it is.
    """
    if isinstance(source, memoryview) and not source.c_contiguous:
        source = source.tobytes()
    data = np.frombuffer(source, np.uint8) if memoryview(source).nbytes else np.empty(0, np.uint8)
    if data[:3].tobytes() == _UTF8_MARK:
        data = data[3:]
    cells = _even_lines(data)
    if cells is None:
        return _uneven_lines(data)
    puzzles = Puzzles(cells, lambda row: _bad_value(cells[row], lambda cell: _symbol(cells[row, cell])))
    puzzles._closer = lambda: None if _are_even(cells, data) else _uneven_lines(data)
    return puzzles


def _symbol(byte: np.uint8) -> object:
    return chr(byte) if byte < 128 else int(byte)


def _even_lines(data: NDArray[np.uint8]) -> NDArray[np.uint8] | None:
    """A view of lines that seem to be 81 cells and a line ending, which the last may lack; None if they are not."""
    for ending in (b"\n", b"\r\n"):
        step = _CELLS + len(ending)
        lines, rest = divmod(len(data), step)
        endings = [data[_CELLS + i :: step] == byte for i, byte in enumerate(ending)]
        if rest in (0, _CELLS) and all(is_ending.all() for is_ending in endings):
            return np.ndarray((lines + (rest > 0), _CELLS), np.uint8, buffer=data, strides=(step, 1))
    return None


def _are_even(cells: NDArray[np.uint8], data: NDArray[np.uint8]) -> bool:
    """Whether no cell is a line end, and none at the edge is white space."""
    line_ends = len(data) // cells.strides[0]
    return bool(
        np.count_nonzero(data == _NEWLINE) == line_ends
        and not _IS_WHITE[cells[:, 0]].any()
        and not _IS_WHITE[cells[:, -1]].any()
    )


def _uneven_lines(data: NDArray[np.uint8]) -> Puzzles:
    """Lines of any length: white space around them, blank ones and what follows the cells are left out."""
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

    return Puzzles(cells, explain, np.flatnonzero(~fits))


def _stripped_lines(data: NDArray[np.uint8]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Where each line that is not blank starts and stops, without white space around it."""
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


def _of_boards(source: Sequence[GridLike]) -> Puzzles:
    """The rows of grids and texts; a text that is no 9x9 board becomes a bad row, a grid of another shape an error."""
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
            raise NonetError(f"puzzle {number + 1} is {board.shape.a_board}, but the engine solves {_NINE.a_board}")
        else:
            raise NonetError(f"puzzle {number + 1} is a {type(board).__name__}, but a batch holds grids or texts")
    cells = np.frombuffer(bytes(rows), np.uint8) if rows else np.empty(0, np.uint8)
    return Puzzles(cells.reshape(-1, _CELLS), lambda row: _complaint_of_text(source[row]), np.array(misfits, np.intp))


def _row_of_text(text: str) -> bytes | None:
    """The digits of a text, all bad if a symbol in it is; None if it does not have 81 cells."""
    try:
        return plain.parse(text, _NINE)[1]
    except FormatError:
        return bytes([BAD]) * _CELLS if _number_of_cells(text) == _CELLS else None


def _number_of_cells(text: str) -> int:
    lines = [line for line in text.splitlines() if line.strip()]
    try:
        return len(plain.cells_of_block(lines, _NINE) if len(lines) > 1 else plain.cells_of_line(text, _NINE))
    except FormatError:
        return 0


def _complaint_of_text(text: GridLike) -> str:
    try:
        Grid(text, _NINE)
    except FormatError as error:
        return str(error)
    return ""
