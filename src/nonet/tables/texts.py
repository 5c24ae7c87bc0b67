"""Texts of one length, a row each, wherever they lie: checked, and put into the pages of a file, at memory's speed.

Both are done by the compiled kernel, or by NumPy where there is none, which takes about twice the time.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..kernel import backend, kernel
from .needs import pa

__all__ = ["PREFIX", "EvenTexts", "as_arrow", "page_of", "put_texts", "rows_between"]

PREFIX = 4
"""The bytes of a text's length, which stands before it in a page."""

_ROWS_AT_ONCE, _ROWS_AS_ONE = 1 << 14, 1 << 4


@dataclass(frozen=True, slots=True)
class EvenTexts:
    """A column of texts of one length.

    >>> texts = EvenTexts(np.frombuffer(b"one,two,", np.uint8).reshape(2, 4)[:, :3])
    >>> len(texts), texts.arrow().to_pylist(), texts[1:].arrow().to_pylist()
    (2, ['one', 'two'], ['two'])
    """

    rows: NDArray[np.uint8]
    """The bytes of each text, in any memory, the rows at any distance."""
    valid: NDArray[np.bool_] | None = None
    """Which rows hold a text, if not all do."""
    page: NDArray[np.uint8] | None = None
    """The page in which the rows lie, each behind its length, if they lie in one."""

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, part: slice) -> EvenTexts:
        return EvenTexts(self.rows[part], None if self.valid is None else self.valid[part])

    def arrow(self) -> pa.Array:
        """The texts as an Arrow array, over the same memory if they lie side by side.

        >>> EvenTexts(np.frombuffer(b"onetwo", np.uint8).reshape(2, 3), np.array([True, False])).arrow().to_pylist()
        ['one', None]
        """
        number, length = self.rows.shape
        offsets = np.arange(number + 1, dtype=np.int32) * length
        valid = None if self.valid is None else pa.py_buffer(np.packbits(self.valid, bitorder="little"))
        texts = pa.py_buffer(np.ascontiguousarray(self.rows))
        return pa.Array.from_buffers(pa.string(), number, [valid, pa.py_buffer(offsets), texts])


def as_arrow(column: Any) -> Any:
    """A column as Arrow has it, if it is of texts of one length; any other as it is.

    >>> as_arrow(EvenTexts(np.frombuffer(b"onetwo", np.uint8).reshape(2, 3))).to_pylist()
    ['one', 'two']
    """
    return column.arrow() if isinstance(column, EvenTexts) else column


def page_of(page: NDArray[np.uint8], length: int) -> EvenTexts:
    """A page as the texts of one length that will be written into it; their lengths are written here.

    >>> page = np.zeros(14, np.uint8)
    >>> page_of(page, 3).rows[:] = np.frombuffer(b"onetwo", np.uint8).reshape(2, 3)
    >>> page.tobytes()
    b'\\x03\\x00\\x00\\x00one\\x03\\x00\\x00\\x00two'
    """
    page.view([("length", "<u4"), ("text", f"V{length}")])["length"] = length
    return EvenTexts(page.reshape(-1, PREFIX + length)[:, PREFIX:], page=page)


def put_texts(page: NDArray[np.uint8], rows: NDArray[np.uint8]) -> None:
    """Write texts as Parquet's plain encoding has them: each behind its length in four bytes.

    >>> page = np.zeros(7, np.uint8)
    >>> put_texts(page, np.frombuffer(b"one", np.uint8).reshape(1, 3))
    >>> page.tobytes()
    b'\\x03\\x00\\x00\\x00one'
    """
    native = _native_for(rows)
    if native is None:
        page_of(page, rows.shape[1]).rows[...] = rows
    else:
        native.put_texts(rows, page)


def rows_between(rows: NDArray[np.uint8], least: NDArray[np.uint8], greatest: NDArray[np.uint8]) -> int:
    """How many rows from the top have at every place a byte that is neither too small nor too great.

    >>> rows_between(np.array([[5, 0], [6, 1], [4, 1]], np.uint8), *np.array([[5, 0], [6, 1]], np.uint8))
    2
    """
    native = _native_for(rows)
    if native is not None:
        return int(native.rows_between(rows, least, greatest))
    for start in range(0, len(rows), _ROWS_AT_ONCE):
        some = rows[start : start + _ROWS_AT_ONCE]
        if _exceeds(some, least, np.minimum, np.less) or _exceeds(some, greatest, np.maximum, np.greater):
            return start + int(((some >= least) & (some <= greatest)).all(axis=1).argmin())
    return len(rows)


def _native_for(rows: NDArray[np.uint8]) -> ModuleType | None:
    """The kernel, if it can take the rows: those of an array in which they follow each other."""
    is_plain = rows.shape[1] > 0 and rows.strides[1] == 1 and rows.strides[0] >= rows.shape[1]
    return kernel() if is_plain and backend() == "native" else None


def _exceeds(rows: NDArray[np.uint8], bound: NDArray[np.uint8], extreme: np.ufunc, beyond: np.ufunc) -> bool:
    """Whether the least or the greatest byte of a place is beyond its bound; many rows are taken as one."""
    whole = len(rows) // _ROWS_AS_ONE * _ROWS_AS_ONE
    long = extreme.reduce(rows[:whole].reshape(-1, _ROWS_AS_ONE * len(bound)), axis=0) if whole else bound[:0]
    parts = (long.reshape(-1, len(bound)), rows[whole:])
    return any(bool(beyond(part, bound).any()) for part in parts)
