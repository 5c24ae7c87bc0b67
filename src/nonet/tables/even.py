"""CSV in which every row has the same bytes in the same places: taken as it lies in the file, not parsed.

That is what the large public sets are, two boards a row; to read them field by field takes as long as to solve them::

    0 0 4 3 0 0 2 0 9 ... , 8 6 4 3 7 1 2 5 9 ... \\n      164 bytes, again and again
    |     81 bytes      | |                   |

A column is an array of bytes with a step of a row, in the file's own memory. Nothing is taken for granted: every
delimiter is looked at, and between them only digits and dots are let through; the first row that is otherwise ends it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from mmap import ACCESS_READ, ALLOCATIONGRANULARITY, mmap
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .needs import pa
from .texts import EvenTexts, rows_between

__all__ = ["EvenRows", "MappedFile", "even_batches", "is_even"]

_FIELD = re.compile(rb"[./0-9]+")
_SHORT = 40
"""A field of so many bytes may be a number."""
_FEW = 1 << 13
"""A batch of fewer rows takes longer than its share of the work."""


class EvenRows(NamedTuple):
    """Some rows of a table of texts, in which all texts of a column have one length.

    >>> rows = EvenRows(("puzzle",), (EvenTexts(np.frombuffer(b"onetwo", np.uint8).reshape(2, 3)),))
    >>> rows.table()["puzzle"].to_pylist()
    ['one', 'two']
    """

    names: tuple[str, ...]
    columns: tuple[EvenTexts, ...]
    """Views of the file."""

    def slice(self, start: int, number: int | None = None) -> EvenRows:
        """So many rows from there on.

        >>> EvenRows(("n",), (EvenTexts(np.zeros((5, 2), np.uint8)),)).slice(3).number
        2
        """
        stop = None if number is None else start + number
        return EvenRows(self.names, tuple(column[start:stop] for column in self.columns))

    @property
    def number(self) -> int:
        """How many rows there are."""
        return len(self.columns[0])

    def table(self) -> pa.Table:
        """The rows as an Arrow table of texts, which is a copy."""
        return pa.table([column.arrow() for column in self.columns], names=list(self.names))


class MappedFile:
    """A file of which some bytes at a time are mapped into memory, for as long as somebody looks at them.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "a.txt"
    >>> _ = path.write_text("one two")
    >>> with MappedFile(path) as file:
    ...     bytes(file.read_buffer(3)), file.tell(), file.read(99)
    (b'one', 3, b' two')
    """

    def __init__(self, path: Path) -> None:
        self._file = path.open("rb", buffering=0)
        self._size = path.stat().st_size

    def __enter__(self) -> MappedFile:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def size(self) -> int:
        """How many bytes the file had when it was opened."""
        return self._size

    def tell(self) -> int:
        """Where the next bytes begin."""
        return self._file.tell()

    def seek(self, place: int) -> None:
        """Go to a place."""
        self._file.seek(place)

    def read(self, size: int) -> bytes:
        """The next bytes, copied."""
        return self._file.read(size) or b""

    def read_buffer(self, size: int) -> memoryview:
        """The next bytes, as they are in memory."""
        start = self.tell()
        size = min(size, self._size - start)
        if size <= 0:
            return memoryview(b"")
        before = start % ALLOCATIONGRANULARITY
        mapped = mmap(self._file.fileno(), before + size, access=ACCESS_READ, offset=start - before)
        self.seek(start + size)
        return memoryview(mapped)[before:]


def is_even(first: bytes, delimiter: str, fields: int) -> bool:
    """Whether a line may be the first of many that are alike to the byte.

    >>> is_even(b"1" * 81 + b"\\n", ",", 1), is_even(b"1,2\\n", ",", 2)
    (True, False)
    """
    return bool(_edges(first, delimiter, fields))


def even_batches(
    file: Any, names: Sequence[str], delimiter: str, first: bytes, rows: int, shares: int = 1
) -> Iterator[EvenRows]:
    """The rows from where a mapped file stands, up to so many at a time, as long as all are like the first.

    If there are several `shares`, the first batch and the last are smaller, so that nobody who takes one waits long for
    another. The file is left standing behind the last row that was taken.

    >>> line = b"1" * 81 + b"," + b"." * 81 + b"\\n"
    >>> file = pa.BufferReader(line * 5 + b"the end")
    >>> [batch.number for batch in even_batches(file, ["a", "b"], ",", line, rows=2)], file.read()
    ([2, 2, 1], b'the end')
    """
    edges = _edges(first, delimiter, len(names))
    bounds = _bounds(first, edges) if edges else ()
    most = rows if shares == 1 else min(rows, _FEW)
    while edges:
        start = file.tell()
        some = min(most, max((file.size() - start) // len(first) // shares, _FEW))
        most = rows
        block = file.read_buffer(some * len(first))
        cells = np.frombuffer(block, np.uint8)[: len(block) // len(first) * len(first)].reshape(-1, len(first))
        like = rows_between(cells, *bounds)
        if like:
            columns = (EvenTexts(cells[:like, left + 1 : right]) for left, right in pairwise(edges))
            yield EvenRows(tuple(names), tuple(columns))
        if like < some:
            file.seek(start + like * len(first))
            return


def _edges(first: bytes, delimiter: str, fields: int) -> list[int]:
    """Where the fields of a row end, and -1 before the first; nothing if it is no row of long fields."""
    values = first.rstrip(b"\r\n").split(delimiter.encode())
    if len(values) != fields or not all(len(value) > _SHORT and _FIELD.fullmatch(value) for value in values):
        return []
    return list(accumulate((len(value) + 1 for value in values), initial=-1))


def _bounds(first: bytes, edges: list[int]) -> NDArray[np.uint8]:
    """The least and the greatest byte of each place: the delimiter where one stands, else digits and dots."""
    bounds = np.array([[ord(".")], [ord("9")]], np.uint8).repeat(len(first), axis=1)
    for place in (*edges[1:-1], *range(edges[-1], len(first))):
        bounds[:, place] = first[place]
    return bounds
