"""CSV in which every row has the same bytes in the same places: taken as it lies in the file, not parsed.

That is what the large public sets are, two boards a row; to read them field by field takes as long as to solve them::

    0 0 4 3 0 0 2 0 9 ... , 8 6 4 3 7 1 2 5 9 ... \\n      164 bytes, again and again
    |     81 bytes      | |                   |

Columns are views into the file. Nothing is taken for granted: every delimiter is looked at, and between them
only digits and dots are let through, so that the first row that is otherwise ends it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .needs import pa

__all__ = ["even_batches", "is_even"]

_FIELD = re.compile(rb"[./0-9]+")
_FIRST, _SPAN = ord("."), ord("9") - ord(".")
_INLINE = 12
"""A text of so many bytes would have to lie in its view."""
_ROWS_AT_ONCE = 1 << 10
_VIEW = np.dtype([("length", "<i4"), ("prefix", "<u4"), ("buffer", "<i4"), ("offset", "<i4")])


def is_even(first: bytes, delimiter: str, fields: int) -> bool:
    """Whether a line may be the first of many that are alike to the byte.

    >>> is_even(b"1" * 81 + b"\\n", ",", 1), is_even(b"1,2\\n", ",", 2)
    (True, False)
    """
    return bool(_edges(first, delimiter, fields))


def even_batches(file: Any, names: Sequence[str], delimiter: str, first: bytes, rows: int) -> Iterator[Any]:
    """The rows from where a mapped file stands, so many at a time, as long as all are like the first.

    The file is left standing behind the last row that was taken.

    >>> line = b"1" * 81 + b"," + b"." * 81 + b"\\n"
    >>> file = pa.BufferReader(line * 5 + b"the end")
    >>> [len(batch) for batch in even_batches(file, ["a", "b"], ",", line, rows=2)], file.read()
    ([2, 2, 1], b'the end')
    """
    edges = _edges(first, delimiter, len(names))
    while edges:
        start = file.tell()
        block = file.read_buffer(rows * len(first))
        cells = np.frombuffer(block, np.uint8)[: block.size // len(first) * len(first)].reshape(-1, len(first))
        like = _rows_like(cells, first, edges)
        if like:
            block = block.slice(0, like * len(first))
            views = [_views(block, left + 1, right, len(first)) for left, right in pairwise(edges)]
            yield pa.RecordBatch.from_arrays(views, names=list(names))
        if like < rows:
            file.seek(start + like * len(first))
            return


def _edges(first: bytes, delimiter: str, fields: int) -> list[int]:
    """Where the fields of a row end, and -1 before the first; nothing if it is no row of long fields."""
    values = first.rstrip(b"\r\n").split(delimiter.encode())
    if len(values) != fields or not all(len(value) > _INLINE and _FIELD.fullmatch(value) for value in values):
        return []
    return list(accumulate((len(value) + 1 for value in values), initial=-1))


def _rows_like(cells: NDArray[np.uint8], first: bytes, edges: list[int]) -> int:
    """How many rows from the top have the same delimiters, and nothing but digits and dots between them."""
    between = list(range(edges[-1], len(first)))
    fixed = edges[1:-1] + between
    expected = np.frombuffer(first, np.uint8)[fixed]
    above = np.empty((_ROWS_AT_ONCE, len(first)), np.uint8)
    is_other = np.empty_like(above, np.bool_)
    for start in range(0, len(cells), _ROWS_AT_ONCE):
        some = cells[start : start + _ROWS_AT_ONCE]
        np.subtract(some, _FIRST, out=above[: len(some)])  # what is below a dot becomes a large number
        np.greater(above[: len(some)], _SPAN, out=is_other[: len(some)])
        if np.count_nonzero(is_other[: len(some)]) != len(some) * len(fixed) or (some[:, fixed] != expected).any():
            is_like = (is_other[: len(some)].sum(axis=1) == len(fixed)) & (some[:, fixed] == expected).all(axis=1)
            if not is_like.all():
                return start + int(is_like.argmin())
    return len(cells)


def _views(block: Any, left: int, right: int, step: int) -> Any:
    """The texts between two places of each row, as views."""
    rows = block.size // step
    views = np.zeros(rows, _VIEW)
    views["length"] = right - left
    views["prefix"] = np.ndarray(rows, "<u4", block, left, (step,))
    views["offset"] = np.arange(left, left + rows * step, step)
    return pa.Array.from_buffers(pa.string_view(), rows, [None, pa.py_buffer(views), block])
