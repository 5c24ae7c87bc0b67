"""Parquet files of texts and numbers, written straight from where the cells lie.

A general writer copies a text several times before the file has it, which takes longer than solving an easy puzzle.
Here a page of boards is one buffer, filled by one strided copy, and used again when the file has it::

    file       [ PAR1 | row group | row group | ... | footer | its length | PAR1 ]
    row group  for each column: [ dictionary page ] [ data page ] [ data page ] ...
    data page  [ header | which rows are there | 81 0 0 0  5 3 4 6 7 8 9 ... | 81 0 0 0  ... ]

Texts that repeat, and small numbers, are one byte a row in a dictionary's terms, or a single run if all are the same.
What is to be compressed is compressed page by page, in as many threads as there are.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .cells import Spans, even_rows, numbers_in, spans_of
from .needs import pa
from .thrift import Value, boolean, i8, i16, i32, i64, items, struct, text, varint

__all__ = ["PageWriter", "RowGroup"]

_MAGIC = b"PAR1"
_ROWS_A_PAGE = 1 << 14
_MOST_WORDS = 256
"""What one byte can tell apart."""
_LONG = 64
"""The least and the greatest text are told only if they are no longer."""

# Parquet's numbers for types, encodings and pages
_INT32, _INT64, _DOUBLE, _BYTE_ARRAY = 1, 2, 5, 6
_PLAIN, _RLE, _RLE_DICTIONARY = 0, 3, 8
_DATA_PAGE, _DICTIONARY_PAGE = 0, 2
_OPTIONAL = 1
_CODECS = {"none": 0, "snappy": 1, "zstd": 6, "lz4": 7}
_UTF8, _UINT_32 = 0, 13


_Texts = Spans | NDArray[np.void]
"""Texts by where they lie, or as an array of their bytes if all are of one length."""


class _Form(NamedTuple):
    """How Parquet holds an Arrow type: its own type, and what the values mean."""

    physical: int
    converted: int | None = None
    logical: Value | None = None
    dtype: str = ""


_FORMS = {
    pa.string(): _Form(_BYTE_ARRAY, _UTF8, struct({1: struct({})})),
    pa.uint32(): _Form(_INT32, _UINT_32, struct({10: struct({1: i8(32), 2: boolean(False)})}), "<u4"),
    pa.int64(): _Form(_INT64, dtype="<i8"),
    pa.float64(): _Form(_DOUBLE, dtype="<f8"),
}


class _Page(NamedTuple):
    """A page as bytes: a header, and the rest in one or more pieces."""

    pieces: list[Any]
    unpacked: int
    """How many bytes it would have without compression."""

    @property
    def size(self) -> int:
        return sum(memoryview(piece).nbytes for piece in self.pieces)


class _Chunk(NamedTuple):
    """A column of a row group as bytes: the dictionary page, if there is one, and the data pages."""

    dictionary: _Page | None
    pages: list[_Page]
    nulls: int
    bounds: tuple[bytes, bytes] | None = None
    """The least and the greatest value, where they are worth knowing."""

    @property
    def all(self) -> list[_Page]:
        return self.pages if self.dictionary is None else [self.dictionary, *self.pages]


class _Packer:
    """Makes pages, with compression or without."""

    def __init__(self, compression: str) -> None:
        self.codec = _CODECS[compression]
        level = 1 if compression == "zstd" else None
        name = "lz4_raw" if compression == "lz4" else compression
        self._codec = pa.Codec(name, compression_level=level) if self.codec else None

    def data(self, rows: slice, mask: NDArray[np.bool_] | None, values: Any, encoding: int) -> _Page:
        """A page of values, of which the mask says in which rows they are."""
        number = rows.stop - rows.start
        levels = varint(number << 1) + b"\x01" if mask is None else _runs(mask.view(np.uint8), bits=1)
        inner = struct({1: i32(number), 2: i32(encoding), 3: i32(_RLE), 4: i32(_RLE)})
        return self._page(_DATA_PAGE, {5: inner}, [len(levels).to_bytes(4, "little") + levels, values])

    def dictionary(self, words: list[bytes]) -> _Page:
        """The page of a dictionary."""
        inner = struct({1: i32(len(words)), 2: i32(_PLAIN)})
        return self._page(_DICTIONARY_PAGE, {7: inner}, [b"".join(words)])

    def _page(self, kind: int, inner: dict[int, Value], body: list[Any]) -> _Page:
        size = packed = sum(len(piece) for piece in body)
        if self._codec is not None:
            body = [self._codec.compress(b"".join(body))]
            packed = body[0].size
        head = struct({1: i32(kind), 2: i32(size), 3: i32(packed), **inner}).data
        return _Page([head, *body], len(head) + size)


class RowGroup(NamedTuple):
    """Some rows as the bytes that a file will have of them.

    >>> import io
    >>> PageWriter(io.BytesIO(), pa.schema([("n", pa.int64())])).encode([pa.chunked_array([[1, 2]])]).rows
    2
    """

    rows: int
    chunks: list[_Chunk]
    buffers: list[NDArray[np.uint8]]
    """What the pages lie in, to be used again."""


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
        self._packer = _Packer(compression)
        self._spare: deque[NDArray[np.uint8]] = deque()
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
        plain = all(field.type in _FORMS and field.nullable and not field.metadata for field in schema)
        return plain and len(set(schema.names)) == len(schema.names) > 0

    def encode(self, columns: Sequence[Any]) -> RowGroup:
        """Some rows as bytes. A text column may come as a dictionary, or as the bytes of texts of one length."""
        buffers: list[NDArray[np.uint8]] = []
        rows = len(columns[0])
        chunks = [
            self._chunk(column, field, buffers) for column, field in zip(columns, self._schema, strict=True) if rows
        ]
        return RowGroup(rows, chunks, buffers)

    def append(self, group: RowGroup) -> None:
        """Write encoded rows behind those that are written."""
        if not group.rows:
            return
        start, columns = self._at, []
        for field, chunk in zip(self._schema, group.chunks, strict=True):
            columns.append(_column_value(field, chunk, self._packer.codec, group.rows, self._at))
            for page in chunk.all:
                for piece in page.pieces:
                    self._file.write(piece)
                self._at += page.size
        for buffer in group.buffers:
            self._spare.append(buffer)
        unpacked = sum(page.unpacked for chunk in group.chunks for page in chunk.all)
        fields = {1: items(columns), 2: i64(unpacked), 3: i64(group.rows), 5: i64(start), 6: i64(self._at - start)}
        ordinal = i16(len(self._groups)) if len(self._groups) < 1 << 15 else None
        self._groups.append(struct({**fields, 7: ordinal}))
        self._rows += group.rows

    def close(self) -> None:
        """Write the footer."""
        from .. import __version__

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

    def _chunk(self, column: Any, field: pa.Field, buffers: list[NDArray[np.uint8]]) -> _Chunk:
        if isinstance(column, np.ndarray):
            return self._text_chunk(column.view(f"V{column.shape[1]}")[:, 0], None, buffers)
        array = column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()
        valid = array.is_valid().to_numpy(zero_copy_only=False) if array.null_count else None
        if _FORMS[field.type].dtype:
            return _numbers_chunk(self._packer, numbers_in(array), valid, _FORMS[field.type])
        if not pa.types.is_dictionary(array.type) and field.name not in self._boards:
            coded = array.dictionary_encode()
            array = coded if len(coded.dictionary) <= _MOST_WORDS else array
        if pa.types.is_dictionary(array.type):
            codes = numbers_in(array.indices)
            words = [(word or "").encode() for word in array.dictionary.to_pylist()]
            written = [len(word).to_bytes(4, "little") + word for word in words]
            return _coded_chunk(self._packer, codes, words, valid, written)
        even = even_rows(array)
        texts = spans_of(array) if even is None else even.view(f"V{even.shape[1]}")[:, 0]
        return self._text_chunk(texts, valid, buffers)

    def _text_chunk(self, texts: _Texts, valid: NDArray[np.bool_] | None, buffers: list[NDArray[np.uint8]]) -> _Chunk:
        number = len(texts.starts) if isinstance(texts, Spans) else len(texts)
        pages = []
        for rows, there in _pages(number, valid):
            some = _some(texts, rows, there)
            buffer = self._buffer(_size_of(some))
            buffers.append(buffer)
            values = buffer[: _size_of(some)]
            _fill(values, some)
            pages.append(self._packer.data(rows, there, values, _PLAIN))
        return _Chunk(None, pages, 0 if valid is None else int(np.count_nonzero(~valid)))

    def _buffer(self, size: int) -> NDArray[np.uint8]:
        """Memory for a page, if possible such as was just used: new memory costs more than the copy into it."""
        try:
            buffer = self._spare.pop()
        except IndexError:
            return np.empty(size, np.uint8)
        return buffer if len(buffer) >= size else np.empty(size, np.uint8)


# Columns of a row group


def _numbers_chunk(packer: _Packer, values: NDArray[Any], valid: NDArray[np.bool_] | None, form: _Form) -> _Chunk:
    there = values if valid is None else values[valid]
    bounds = None
    if len(there) and form.physical != _DOUBLE:  # of doubles one may be no number, which has no place between two
        least, greatest = there.min(), there.max()
        bounds = least.astype(form.dtype).tobytes(), greatest.astype(form.dtype).tobytes()
        if least >= 0 and greatest < _MOST_WORDS:
            words = [number.tobytes() for number in np.arange(int(greatest) + 1).astype(form.dtype)]
            return _coded_chunk(packer, values, words, valid, words)._replace(bounds=bounds)
    pages = [
        packer.data(
            rows, mask, (values[rows] if mask is None else values[rows][mask]).astype(form.dtype).tobytes(), _PLAIN
        )
        for rows, mask in _pages(len(values), valid)
    ]
    return _Chunk(None, pages, len(values) - len(there), bounds)


def _coded_chunk(
    packer: _Packer, codes: NDArray[Any], words: list[bytes], valid: NDArray[np.bool_] | None, written: list[bytes]
) -> _Chunk:
    """Values as the numbers of words in a dictionary, which has those that occur."""
    there = codes if valid is None else codes[valid]
    is_one = len(there) and (there == there[0]).all()
    used = there[:1] if is_one else np.flatnonzero(np.bincount(there, minlength=len(words)))
    short = np.zeros(len(words), np.uint8)
    short[used] = np.arange(len(used))
    pages = []
    for rows, mask in _pages(len(codes), valid):
        values = b"\x08" + _runs(short[codes[rows] if mask is None else codes[rows][mask]])
        pages.append(packer.data(rows, mask, values, _RLE_DICTIONARY))
    occurring = [words[code] for code in used]
    bounds = (min(occurring), max(occurring)) if occurring else None
    if bounds and max(map(len, bounds)) > _LONG:
        bounds = None
    return _Chunk(packer.dictionary([written[code] for code in used]), pages, len(codes) - len(there), bounds)


def _pages(rows: int, valid: NDArray[np.bool_] | None) -> Iterator[tuple[slice, NDArray[np.bool_] | None]]:
    """The rows of each page, and which of them are there if not all are."""
    for start in range(0, rows, _ROWS_A_PAGE):
        page = slice(start, min(start + _ROWS_A_PAGE, rows))
        yield page, None if valid is None else valid[page]


def _some(texts: _Texts, rows: slice, there: NDArray[np.bool_] | None) -> _Texts:
    """The texts of some rows, of those that are there."""
    if isinstance(texts, Spans):
        some = (each[rows] if there is None else each[rows][there] for each in (texts.starts, texts.lengths))
        return Spans(texts.values, *some)
    return texts[rows] if there is None else texts[rows][there]


def _size_of(texts: _Texts) -> int:
    if isinstance(texts, Spans):
        return 4 * len(texts.starts) + int(texts.lengths.sum())
    return len(texts) * (4 + texts.itemsize)


def _fill(page: NDArray[np.uint8], texts: _Texts) -> None:
    """Write texts as Parquet's plain encoding has them: each behind its length in four bytes."""
    if not isinstance(texts, Spans):
        rows = page.view([("length", "<u4"), ("text", texts.dtype)])
        rows["length"], rows["text"] = texts.itemsize, texts
        return
    values, starts, lengths = texts
    ends = np.cumsum(lengths + 4)
    is_text = np.ones(len(page), np.bool_)
    is_text[(ends - lengths)[:, None] - np.arange(1, 5)] = False
    page[~is_text] = lengths.astype("<u4").view(np.uint8)
    within = np.arange(int(lengths.sum())) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    page[is_text] = values[np.repeat(starts, lengths) + within]


def _runs(values: NDArray[np.uint8], bits: int = 8) -> bytes:
    """Numbers of one or eight bits: one run if all are the same, or else packed in groups of eight."""
    if not len(values):
        return b""
    if (values == values[0]).all():
        return varint(len(values) << 1) + bytes([values[0]])
    groups = math.ceil(len(values) / 8)
    packed = np.packbits(values, bitorder="little") if bits == 1 else np.pad(values, (0, 8 * groups - len(values)))
    return varint(groups << 1 | 1) + packed.tobytes()


# What the footer says


def _schema_value(field: pa.Field) -> Value:
    form = _FORMS[field.type]
    return struct(
        {
            1: i32(form.physical),
            3: i32(_OPTIONAL),
            4: text(field.name),
            6: None if form.converted is None else i32(form.converted),
            10: form.logical,
        }
    )


def _column_value(field: pa.Field, chunk: _Chunk, codec: int, rows: int, at: int) -> Value:
    least, greatest = chunk.bounds or (None, None)
    statistics = struct(
        {
            3: i64(chunk.nulls),
            5: None if greatest is None else text(greatest),
            6: None if least is None else text(least),
        }
    )
    encodings = [_RLE, _PLAIN] if chunk.dictionary is None else [_RLE, _PLAIN, _RLE_DICTIONARY]
    meta = struct(
        {
            1: i32(_FORMS[field.type].physical),
            2: items([i32(encoding) for encoding in encodings]),
            3: items([text(field.name)]),
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
