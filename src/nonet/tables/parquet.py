"""Parquet files of texts and numbers: row groups of pages, and a footer that says where they are.

    file       [ PAR1 | row group | row group | ... | footer | its length | PAR1 ]
    row group  for each column: [ dictionary page ] [ data page ] [ data page ] ...

Solutions can be written by the kernel itself where the file will take them from: see `PageWriter.room`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .cells import CELLS
from .needs import pa
from .pages import FORMS, Chunk, Packer
from .texts import PREFIX, EvenTexts, page_of, put_texts
from .thrift import Value, i16, i32, i64, items, struct, text

__all__ = ["PageWriter", "RowGroup"]

_MAGIC = b"PAR1"
_OPTIONAL = 1
_WRITTEN_AT_ONCE = 1 << 22
"""Texts become bytes so many at a time: large pieces, or the file system has more work."""


class RowGroup(NamedTuple):
    """Some rows as the bytes that a file will have of them.

    >>> import io
    >>> PageWriter(io.BytesIO(), pa.schema([("n", pa.int64())])).encode([pa.chunked_array([[1, 2]])]).rows
    2
    """

    rows: int
    chunks: list[Chunk]
    rooms: list[EvenTexts]
    """Those of the writer's rooms that will be free when the rows are written."""


class PageWriter:
    """Writes a Parquet file: rows are encoded in any thread, and appended in one.

    >>> import io, pyarrow.parquet
    >>> file = io.BytesIO()
    >>> writer = PageWriter(file, pa.schema([("puzzle", pa.string())]), boards=["puzzle"])
    >>> writer.append(writer.encode([pa.chunked_array([["." * 81, None]])]))
    >>> writer.close()
    >>> pyarrow.parquet.read_table(file)["puzzle"].to_pylist() == ["." * 81, None]
    True
    """

    def __init__(
        self, file: Any, schema: pa.Schema, boards: Collection[str] = (), *, compression: str = "none"
    ) -> None:
        self._file, self._schema, self._boards = file, schema, frozenset(boards)
        self._packer = Packer(compression)
        self._memory = np.empty(0, np.uint8)
        self._rooms: deque[NDArray[np.uint8]] = deque()
        self._groups: list[Value] = []
        self._rows = 0
        file.write(_MAGIC)
        self._at = len(_MAGIC)

    @staticmethod
    def takes(schema: pa.Schema) -> bool:
        """Whether all columns are texts or numbers of the usual kinds, and no more is said of them.

        >>> PageWriter.takes(pa.schema([("id", pa.int64())])), PageWriter.takes(pa.schema([("at", pa.date32())]))
        (True, False)
        """
        plain = all(field.type in FORMS and field.nullable and not field.metadata for field in schema)
        return plain and len(set(schema.names)) == len(schema.names) > 0

    def encode(self, columns: Sequence[Any]) -> RowGroup:
        """Some rows as bytes. A text column may come as a dictionary, or as texts of one length."""
        rows = len(columns[0])
        chunks = [
            self._packer.chunk(column, field.type, is_board=field.name in self._boards)
            for column, field in zip(columns, self._schema, strict=True)
            if rows
        ]
        rooms = [column for column in columns if isinstance(column, EvenTexts) and column.page is not None]
        return RowGroup(rows, chunks, rooms)

    def room(self, rows: int) -> EvenTexts:
        """A page to be: solutions that are written there need not be copied. It is used again when the file has it.

        >>> import io
        >>> writer = PageWriter(io.BytesIO(), pa.schema([("solution", pa.string())]))
        >>> room = writer.room(2)
        >>> room.rows[:] = ord("1")
        >>> writer.append(writer.encode([room]))
        >>> room.rows[:, :3].tobytes(), np.shares_memory(writer.room(1).rows, room.rows)
        (b'111111', True)
        """
        step = PREFIX + CELLS
        try:
            page = self._rooms.pop()
        except IndexError:
            page = np.empty(0, np.uint8)
        if len(page) < rows * step:  # new memory costs more than what is written there
            page = np.empty(rows * step, np.uint8)
            page_of(page, CELLS)
        return EvenTexts(page.reshape(-1, step)[:rows, PREFIX:], page=page[: rows * step])

    def append(self, group: RowGroup) -> None:
        """Write encoded rows behind those that are written."""
        if not group.rows:
            return
        start, columns = self._at, []
        for field, chunk in zip(self._schema, group.chunks, strict=True):
            columns.append(_column_value(field, chunk, self._packer.codec, group.rows, self._at))
            for page in chunk.all:
                self._file.write(page.head)
                self._write(page.body)
                self._at += page.size
        self._rooms.extend(_owner(room.page) for room in group.rooms if room.page is not None)
        unpacked = sum(page.unpacked for chunk in group.chunks for page in chunk.all)
        fields = {1: items(columns), 2: i64(unpacked), 3: i64(group.rows), 5: i64(start), 6: i64(self._at - start)}
        ordinal = i16(len(self._groups)) if len(self._groups) < 1 << 15 else None
        self._groups.append(struct({**fields, 7: ordinal}))
        self._rows += group.rows

    def close(self) -> None:
        """Write the footer."""
        from ..version import __version__

        root = struct({4: text("schema"), 5: i32(len(self._schema))})
        notes = [struct({1: text(key), 2: text(value)}) for key, value in (self._schema.metadata or {}).items()]
        footer = struct(
            {
                1: i32(2),
                2: items([root, *map(_schema_value, self._schema)]),
                3: i64(self._rows),
                4: items(self._groups),
                5: items(notes) if notes else None,
                6: text(f"nonet version {__version__}"),
                7: items([struct({1: struct({})}) for _ in self._schema]),
            }
        ).data
        self._file.write(footer + len(footer).to_bytes(4, "little") + _MAGIC)

    def _write(self, body: Any) -> None:
        """Write the body of a page; texts are put into it now, in memory that is used for one after the other."""
        if not isinstance(body, EvenTexts):
            self._file.write(body)
            return
        step = PREFIX + body.rows.shape[1]
        at_a_time = max(_WRITTEN_AT_ONCE // step, 1)
        if len(self._memory) < at_a_time * step:
            self._memory = np.empty(at_a_time * step, np.uint8)
        for start in range(0, len(body), at_a_time):
            some = body.rows[start : start + at_a_time]
            page = self._memory[: len(some) * step]
            put_texts(page, some)
            self._file.write(page)


def _owner(page: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The whole of the room in which a page lies."""
    return page if page.base is None else page.base


# What the footer says


def _schema_value(field: pa.Field) -> Value:
    form = FORMS[field.type]
    return struct(
        {
            1: i32(form.physical),
            3: i32(_OPTIONAL),
            4: text(field.name),
            6: None if form.converted is None else i32(form.converted),
            10: form.logical,
        }
    )


@lru_cache
def _numbers(numbers: tuple[int, ...]) -> Value:
    return items([i32(number) for number in numbers])


@lru_cache
def _path(name: str) -> Value:
    return items([text(name)])


def _column_value(field: pa.Field, chunk: Chunk, codec: int, rows: int, at: int) -> Value:
    least, greatest = chunk.bounds or (None, None)
    statistics = struct(
        {
            3: i64(chunk.nulls),
            5: None if greatest is None else text(greatest),
            6: None if least is None else text(least),
        }
    )
    meta = struct(
        {
            1: i32(FORMS[field.type].physical),
            2: _numbers(chunk.encodings),
            3: _path(field.name),
            4: i32(codec),
            5: i64(rows),
            6: i64(sum(page.unpacked for page in chunk.all)),
            7: i64(sum(page.size for page in chunk.all)),
            9: i64(at if chunk.dictionary is None else at + chunk.dictionary.size),
            11: None if chunk.dictionary is None else i64(at),
            12: statistics,
        }
    )
    return struct({2: i64(at), 3: meta})
