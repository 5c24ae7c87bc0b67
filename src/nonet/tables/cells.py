"""Arrow columns as rows of 81 cells, the columns' own buffers wherever their rows have one step.

What an Arrow array of 81-character strings is in memory, and what the kernel takes of it::

    offsets [ 0   81   162  243 ... ]        an even step of 81: the characters are an (n, 81) array as they are
    data    [ 53..7....6..  53..7 ...  ]

Rows that stand apart evenly (string views into a file's text, say) are taken in place, too; only where the step is
uneven are the rows gathered, and only a row that is not 81 cells long is looked at by Python.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import NonetError
from ..rows import BAD, Rows
from .needs import pa, pc

__all__ = [
    "CELLS",
    "Cells",
    "Spans",
    "cells_of",
    "even_rows",
    "is_puzzle_type",
    "numbers",
    "numbers_in",
    "spans_of",
]

CELLS = 81
_VIEW_BYTES, _INLINE = 16, 12


class Cells(NamedTuple):
    """The puzzles of a column.

    >>> cells_of(pa.array(["." * 81, None, "12"])).misfits
    array([2])
    """

    cells: NDArray[np.uint8]
    """One row a puzzle; a row that is missing or not 81 cells long is filled with bytes that are no cell."""
    missing: NDArray[np.bool_] | None
    """Which rows are null; None if no row is."""
    misfits: NDArray[np.intp]
    """The rows that are there but do not have 81 cells."""


class Spans(NamedTuple):
    """Where each row lies in an array of values.

    >>> spans_of(pa.array(["one", "three"])).lengths
    array([3, 5])
    """

    values: NDArray[np.uint8]
    starts: NDArray[np.int64]
    lengths: NDArray[np.int64]


def is_puzzle_type(kind: pa.DataType) -> bool:
    """Whether a column of this type can hold puzzles: text, bytes, or lists of whole numbers.

    >>> is_puzzle_type(pa.string()), is_puzzle_type(pa.list_(pa.uint8(), 81)), is_puzzle_type(pa.float64())
    (True, True, False)
    """
    types = pa.types
    if isinstance(kind, pa.BaseExtensionType):
        return is_puzzle_type(kind.storage_type)
    if types.is_dictionary(kind) or types.is_run_end_encoded(kind):
        return is_puzzle_type(kind.value_type)
    if _is_list(kind):
        return types.is_integer(kind.value_type) or (_is_list(kind.value_type) and is_puzzle_type(kind.value_type))
    return _is_text(kind) or _is_view(kind) or types.is_fixed_size_binary(kind) or types.is_null(kind)


def cells_of(array: pa.Array) -> Cells:
    """The rows of one array that is neither dictionary nor run-end encoded.

    >>> board = pa.array([list(range(1, 10)) * 9], pa.list_(pa.uint8(), 81))
    >>> cells_of(board).cells[0, :9]
    array([1, 2, 3, 4, 5, 6, 7, 8, 9], dtype=uint8)
    """
    missing = array.is_null().to_numpy(zero_copy_only=False) if array.null_count else None
    if pa.types.is_null(array.type) or not len(array):
        return Cells(np.full((len(array), CELLS), BAD, np.uint8), missing, np.empty(0, np.intp))
    rows = even_rows(array)
    if rows is not None and rows.shape[1] == CELLS:
        if missing is None:
            return Cells(rows, None, np.empty(0, np.intp))
        cells, fits = rows.copy(), np.ones(len(array), np.bool_)
    else:
        spans = spans_of(array)
        fits = spans.lengths == CELLS
        cells = np.full((len(array), CELLS), BAD, np.uint8)
        if fits.any():
            cells[fits] = np.lib.stride_tricks.sliding_window_view(spans.values, CELLS)[spans.starts[fits]]
    if missing is not None:
        cells[missing] = BAD
        fits |= missing
    misfits = np.flatnonzero(~fits)
    if misfits.size and (_is_text(array.type) or _is_view(array.type)):
        misfits = _read_texts(array, cells, misfits)
    return Cells(cells, missing, misfits)


def even_rows(array: pa.Array) -> NDArray[np.uint8] | None:
    """The rows of an array as they lie there, if all are of one length and one step; None if they are not.

    What is under a null counts, too.

    >>> even_rows(pa.array(["one", "two"])).tobytes()
    b'onetwo'
    >>> even_rows(pa.array(["one", "three"])) is None
    True
    """
    kind = array.type
    if not len(array) or pa.types.is_null(kind):
        return None
    starts: NDArray[np.integer]
    if _is_view(kind):
        buffers, views = array.buffers(), _views(array)
        starts, length, one = views[:, 3], int(views[0, 0]), int(views[0, 2])
        if length <= _INLINE or (views[:, 0] != length).any() or (views[:, 2] != one).any():
            return None
        values = _bytes_of(buffers[2 + one])
    elif _is_text(kind):
        offsets = _stored_offsets(array)
        values, starts, length = _bytes_of(array.buffers()[2]), offsets[:-1], int(offsets[1] - offsets[0])
        if int(offsets[-1]) - int(offsets[0]) != length * len(array):
            return None
    else:
        values, starts, lengths = spans_of(array)
        length = int(lengths[0])
        if (lengths != length).any():
            return None
    step = int(starts[1]) - int(starts[0]) if len(starts) > 1 else length
    if not length or step < length or (np.diff(starts) != step).any():
        return None
    return np.ndarray((len(starts), length), np.uint8, values, offset=int(starts[0]), strides=(step, 1))


def numbers(values: NDArray[np.generic], kind: pa.DataType) -> pa.Array:
    """An Arrow array over a NumPy array as it is; ``pa.array`` would import pandas first, which takes longer than that.

    >>> numbers(np.arange(3), pa.int64()).to_pylist()
    [0, 1, 2]
    """
    return pa.Array.from_buffers(kind, len(values), [None, pa.py_buffer(np.ascontiguousarray(values))])


def _is_list(kind: pa.DataType) -> bool:
    types = pa.types
    return any((types.is_list(kind), types.is_large_list(kind), types.is_fixed_size_list(kind)))


def _is_text(kind: pa.DataType) -> bool:
    types = pa.types
    return any((types.is_string(kind), types.is_large_string(kind), types.is_binary(kind), types.is_large_binary(kind)))


def _is_view(kind: pa.DataType) -> bool:
    return any((pa.types.is_string_view(kind), pa.types.is_binary_view(kind)))


def _read_texts(array: pa.Array, cells: NDArray[np.uint8], rows: NDArray[np.intp]) -> NDArray[np.intp]:
    """Read boards written otherwise than as 81 characters as the engine reads texts; returns the rows it cannot."""
    texts = [array[row].as_py() for row in rows.tolist()]
    read = Rows.of([text.decode("utf-8", "replace") if isinstance(text, bytes) else text for text in texts])
    cells[rows] = read.cells
    return rows[read.misfits]


def numbers_in(array: pa.Array) -> NDArray[np.generic]:
    """The numbers of an Arrow array as they lie there; under a null they mean nothing.

    >>> numbers_in(pa.array([1, None, 3], pa.uint8()))[[0, 2]]
    array([1, 3], dtype=uint8)
    """
    stored = np.frombuffer(array.buffers()[1], array.type.to_pandas_dtype()) if len(array) else np.empty(0, np.uint8)
    return stored[array.offset : array.offset + len(array)]


# Where the rows lie


def spans_of(array: pa.Array) -> Spans:
    """Where the rows of an array of texts, bytes or lists lie; of a row that is null it means nothing.

    A text view that is not as long as a board counts as empty.

    >>> spans_of(pa.array(["one", "three"])).starts
    array([0, 3])
    """
    kind = array.type
    if isinstance(kind, pa.BaseExtensionType):
        return spans_of(array.storage)
    if _is_text(kind):
        starts, lengths = _offsets(array)
        return Spans(_bytes_of(array.buffers()[2]), starts, lengths)
    if _is_view(kind):
        return _view_spans(array)
    if pa.types.is_fixed_size_binary(kind):
        width = kind.byte_width
        starts = np.arange(array.offset, array.offset + len(array)) * width
        return Spans(_bytes_of(array.buffers()[1]), starts, np.full(len(array), width))
    if _is_list(kind) and is_puzzle_type(kind):
        return _list_spans(array)
    raise NonetError(f"a column of {kind} holds no puzzles; they are text, bytes or lists of 81 whole numbers")


def _bytes_of(buffer: pa.Buffer | None) -> NDArray[np.uint8]:
    return np.frombuffer(buffer, np.uint8) if buffer is not None and buffer.size else np.empty(0, np.uint8)


def _offsets(array: pa.Array) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The start and the length of each row, by the offsets that the array and its slice have."""
    offsets: NDArray[np.int64] = _stored_offsets(array).astype(np.int64, copy=False)
    return offsets[:-1], np.diff(offsets)


def _stored_offsets(array: pa.Array) -> NDArray[np.integer]:
    kind = array.type
    is_large = pa.types.is_large_string(kind) or pa.types.is_large_binary(kind) or pa.types.is_large_list(kind)
    stored = np.frombuffer(array.buffers()[1], np.dtype(np.int64 if is_large else np.int32))
    return stored[array.offset : array.offset + len(array) + 1]


def _views(array: pa.Array) -> NDArray[np.int32]:
    """The views of an array of them: length, prefix, buffer, offset."""
    stored = np.frombuffer(array.buffers()[1], np.int32).reshape(-1, _VIEW_BYTES // 4)
    return stored[array.offset : array.offset + len(array)]


def _view_spans(array: pa.Array) -> Spans:
    """Of views only those that are as long as a board; the others count as empty, some of them lie in their views."""
    data, table = array.buffers()[2:], _views(array)
    lengths = np.where(table[:, 0] == CELLS, CELLS, 0)
    buffers = table[:, 2]
    used = np.unique(buffers[lengths == CELLS])
    starts = np.where(lengths > 0, table[:, 3], 0).astype(np.int64)
    if len(used) <= 1:
        return Spans(_bytes_of(data[used[0]]) if len(used) else np.empty(0, np.uint8), starts, lengths)
    before = np.zeros(len(data), np.int64)
    before[used] = np.cumsum([0, *(data[buffer].size for buffer in used[:-1])])
    starts += np.where(lengths == CELLS, before[np.clip(buffers, 0, len(data) - 1)], 0)
    return Spans(np.concatenate([_bytes_of(data[buffer]) for buffer in used]), starts, lengths)


def _list_spans(array: pa.Array) -> Spans:
    """Lists of numbers, or of lists of them: a row is all the numbers in it."""
    if pa.types.is_fixed_size_list(array.type):
        size = array.type.list_size
        starts = np.arange(array.offset, array.offset + len(array)) * size
        lengths = np.full(len(array), size)
    else:
        starts, lengths = _offsets(array)
    values = array.values
    if not _is_list(values.type):
        return Spans(_bytes_of_numbers(values), starts, lengths)
    inner = _list_spans(values)
    edges = np.append(inner.starts, inner.starts[-1] + inner.lengths[-1] if len(inner.starts) else 0)
    stops = np.where(lengths > 0, edges[starts + lengths], edges[starts])
    if values.null_count:  # a row of a board that is null has no numbers to trust
        nulls = np.append(0, np.cumsum(values.is_null().to_numpy(zero_copy_only=False)))
        stops = np.where(nulls[starts + lengths] > nulls[starts], edges[starts], stops)
    return Spans(inner.values, edges[starts], stops - edges[starts])


def _bytes_of_numbers(values: pa.Array) -> NDArray[np.uint8]:
    """Whole numbers as bytes; what is no byte, null included, is no cell."""
    if values.null_count:
        values = pc.fill_null(values, BAD if pa.types.is_unsigned_integer(values.type) else -1)
    numbers: NDArray[np.integer] = values.to_numpy(zero_copy_only=False)
    if numbers.dtype == np.uint8:
        return numbers.astype(np.uint8, copy=False)
    return np.where((numbers >= 0) & (numbers <= BAD), numbers, BAD).astype(np.uint8)
