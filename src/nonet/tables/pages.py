"""Columns of texts and numbers as the pages of a Parquet file, made straight from where the cells lie.

    data page  [ header | which rows are there | 81 0 0 0  5 3 4 6 7 8 9 ... | 81 0 0 0  ... ]

A general writer copies a text several times before the file has it, which takes longer than solving an easy puzzle.
Here texts of one length are copied once, into the page and when it is written; or never, if they were solved into it.
Texts that repeat, and small numbers, are one byte a row in a dictionary's terms, or a single run if all are the same.
What is to be compressed is compressed page by page, in as many threads as there are.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .cells import Spans, even_rows, numbers_in, spans_of
from .needs import pa
from .texts import PREFIX, EvenTexts, put_texts
from .thrift import Value, boolean, i8, i32, struct, varint

__all__ = ["FORMS", "Chunk", "Form", "Packer", "Page"]

_ROWS_A_PAGE = 1 << 15
_MOST_WORDS = 256
"""What one byte can tell apart."""
_LONG = 64
"""The least and the greatest text are told only if they are no longer."""

# Parquet's numbers for types, encodings, pages and compressions
_INT32, _INT64, _DOUBLE, _BYTE_ARRAY = 1, 2, 5, 6
_UTF8, _UINT_32 = 0, 13
_PLAIN, _RLE, _RLE_DICTIONARY = 0, 3, 8
_DATA_PAGE, _DICTIONARY_PAGE = 0, 2
_CODECS = {"none": 0, "snappy": 1, "zstd": 6, "lz4": 7}


class Form(NamedTuple):
    """How Parquet holds an Arrow type.

    >>> FORMS[pa.int64()].dtype
    '<i8'
    """

    physical: int
    """Its own type."""
    converted: int | None = None
    """What the values mean, as older readers are told."""
    logical: Value | None = None
    """What the values mean, as others are told."""
    dtype: str = ""
    """The same in NumPy's words, if it is a number."""


FORMS = {
    pa.string(): Form(_BYTE_ARRAY, _UTF8, struct({1: struct({})})),
    pa.uint32(): Form(_INT32, _UINT_32, struct({10: struct({1: i8(32), 2: boolean(False)})}), "<u4"),
    pa.int64(): Form(_INT64, dtype="<i8"),
    pa.float64(): Form(_DOUBLE, dtype="<f8"),
}
"""The types that can be written."""


class Page(NamedTuple):
    """A page as the file will have it.

    >>> Packer("none").dictionary([b"unique"]).body
    b'unique'
    """

    head: bytes
    body: Any
    """Bytes, or texts that become bytes when they are written."""
    size: int
    """How many bytes it has in all."""
    unpacked: int
    """How many bytes it would have without compression."""


class Chunk(NamedTuple):
    """A column of a row group as bytes: the dictionary page, if there is one, and the data pages.

    >>> Packer("none").chunk(pa.chunked_array([["unique", None]]), pa.string()).nulls
    1
    """

    dictionary: Page | None
    pages: list[Page]
    nulls: int
    """How many rows hold no value."""
    bounds: tuple[bytes, bytes] | None = None
    """The least and the greatest value, where they are worth knowing."""

    @property
    def encodings(self) -> tuple[int, ...]:
        """Parquet's numbers for what is in the pages."""
        return (_RLE, _PLAIN) if self.dictionary is None else (_RLE, _PLAIN, _RLE_DICTIONARY)

    @property
    def all(self) -> list[Page]:
        """The pages in their order."""
        return self.pages if self.dictionary is None else [self.dictionary, *self.pages]


class Packer:
    """Makes pages, with compression or without.

    >>> column = pa.chunked_array([["." * 81] * 1000])
    >>> [Packer(how).chunk(column, pa.string(), is_board=True).pages[0].size > 1000 for how in ("none", "zstd")]
    [True, False]
    """

    def __init__(self, compression: str) -> None:
        self.codec = _CODECS[compression]
        """Parquet's number for the compression; 0 if there is none."""
        level = 1 if compression == "zstd" else None
        name = "lz4_raw" if compression == "lz4" else compression
        self._codec = pa.Codec(name, compression_level=level) if self.codec else None

    def data(self, rows: slice, mask: NDArray[np.bool_] | None, values: Any, encoding: int) -> Page:
        """A page of values, of which the mask says in which rows they are."""
        number = rows.stop - rows.start
        levels = varint(number << 1) + b"\x01" if mask is None else _runs(mask.view(np.uint8), bits=1)
        head = partial(_data_head, number, encoding)
        return self._page(head, len(levels).to_bytes(4, "little") + levels, values)

    def dictionary(self, words: list[bytes]) -> Page:
        """The page of a dictionary."""
        return self._page(partial(_dictionary_head, len(words)), b"", b"".join(words))

    def chunk(self, column: Any, kind: pa.DataType, *, is_board: bool = False) -> Chunk:
        """A column as pages; texts may come as a dictionary, or of one length. Boards do not repeat."""
        if isinstance(column, EvenTexts):
            return self._text_chunk(column, column.valid)
        array = column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()
        valid = array.is_valid().to_numpy(zero_copy_only=False) if array.null_count else None
        if FORMS[kind].dtype:
            return _numbers_chunk(self, numbers_in(array), valid, FORMS[kind])
        if not pa.types.is_dictionary(array.type) and not is_board:
            coded = array.dictionary_encode()
            array = coded if len(coded.dictionary) <= _MOST_WORDS else array
        if pa.types.is_dictionary(array.type):
            codes = numbers_in(array.indices)
            words = [(word or "").encode() for word in array.dictionary.to_pylist()]
            written = [len(word).to_bytes(4, "little") + word for word in words]
            return _coded_chunk(self, codes, words, valid, written)
        even = even_rows(array)
        return self._text_chunk(spans_of(array) if even is None else EvenTexts(even), valid)

    def _text_chunk(self, texts: Spans | EvenTexts, valid: NDArray[np.bool_] | None) -> Chunk:
        """The pages of a column of texts: as they lie there, or made when they are written, or made here."""
        number = _number_of(texts)
        there = texts if valid is None else _those(texts, valid)
        place = _places(there)
        page = there.page if isinstance(there, EvenTexts) else None
        if page is None and (isinstance(there, Spans) or self.codec):
            page = np.empty(place(_number_of(there)), np.uint8)
            _fill(page, there)
        pages, start = [], 0
        for rows, mask in _pages(number, valid):
            stop = start + (rows.stop - rows.start if mask is None else int(np.count_nonzero(mask)))
            values = there[start:stop] if page is None else page[place(start) : place(stop)]
            pages.append(self.data(rows, mask, values, _PLAIN))
            start = stop
        return Chunk(None, pages, number - start)

    def _page(self, head_of: Callable[[int, int], bytes], before: bytes, values: Any) -> Page:
        size = packed = len(before) + _bytes_in(values)
        if self._codec is not None:
            before, values = b"", self._codec.compress(b"".join((before, values)))
            packed = values.size
        head = head_of(size, packed)
        return Page(head + before, values, len(head) + packed, len(head) + size)


def _bytes_in(values: Any) -> int:
    """How many bytes some values take in a page."""
    return _places(values)(len(values)) if isinstance(values, EvenTexts) else len(values)


@lru_cache
def _data_head(number: int, encoding: int, size: int, packed: int) -> bytes:
    inner = struct({1: i32(number), 2: i32(encoding), 3: i32(_RLE), 4: i32(_RLE)})
    return struct({1: i32(_DATA_PAGE), 2: i32(size), 3: i32(packed), 5: inner}).data


@lru_cache
def _dictionary_head(number: int, size: int, packed: int) -> bytes:
    inner = struct({1: i32(number), 2: i32(_PLAIN)})
    return struct({1: i32(_DICTIONARY_PAGE), 2: i32(size), 3: i32(packed), 7: inner}).data


def _numbers_chunk(packer: Packer, values: NDArray[Any], valid: NDArray[np.bool_] | None, form: Form) -> Chunk:
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
    return Chunk(None, pages, len(values) - len(there), bounds)


def _coded_chunk(
    packer: Packer, codes: NDArray[Any], words: list[bytes], valid: NDArray[np.bool_] | None, written: list[bytes]
) -> Chunk:
    """Values as the numbers of words in a dictionary, which has those that occur."""
    there = codes if valid is None else codes[valid]
    is_one = len(there) and (there == there[0]).all()
    used = there[:1] if is_one else np.flatnonzero(np.bincount(there, minlength=len(words)))
    short = np.zeros(len(words), np.uint8)
    short[used] = np.arange(len(used))
    pages = []
    for rows, mask in _pages(len(codes), valid):
        some = codes[rows] if mask is None else codes[rows][mask]
        runs = _run(len(some), 0) if is_one else _runs(short[some])
        pages.append(packer.data(rows, mask, b"\x08" + runs, _RLE_DICTIONARY))
    occurring = [words[code] for code in used]
    bounds = (min(occurring), max(occurring)) if occurring else None
    if bounds and max(map(len, bounds)) > _LONG:
        bounds = None
    return Chunk(packer.dictionary([written[code] for code in used]), pages, len(codes) - len(there), bounds)


def _pages(rows: int, valid: NDArray[np.bool_] | None) -> Iterator[tuple[slice, NDArray[np.bool_] | None]]:
    """The rows of each page, and which of them are there if not all are."""
    for start in range(0, rows, _ROWS_A_PAGE):
        page = slice(start, min(start + _ROWS_A_PAGE, rows))
        yield page, None if valid is None else valid[page]


def _those(texts: Spans | EvenTexts, there: NDArray[np.bool_]) -> Spans | EvenTexts:
    """The texts of the rows that are there."""
    if isinstance(texts, Spans):
        return Spans(texts.values, texts.starts[there], texts.lengths[there])
    return EvenTexts(texts.rows[there])


def _number_of(texts: Spans | EvenTexts) -> int:
    return len(texts.starts) if isinstance(texts, Spans) else len(texts)


def _places(texts: Spans | EvenTexts) -> Callable[[int], int]:
    """Where the n-th text begins in a page, or the page ends."""
    if isinstance(texts, EvenTexts):
        step = PREFIX + texts.rows.shape[1]
        return lambda number: number * step
    ends = np.append(0, np.cumsum(texts.lengths + PREFIX))
    return lambda number: int(ends[number])


def _fill(page: NDArray[np.uint8], texts: Spans | EvenTexts) -> None:
    """Write texts as Parquet's plain encoding has them: each behind its length in four bytes."""
    if isinstance(texts, EvenTexts):
        put_texts(page, texts.rows)
        return
    values, starts, lengths = texts
    ends = np.cumsum(lengths + PREFIX)
    is_text = np.ones(len(page), np.bool_)
    is_text[(ends - lengths)[:, None] - np.arange(1, PREFIX + 1)] = False
    page[~is_text] = lengths.astype("<u4").view(np.uint8)
    within = np.arange(int(lengths.sum())) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    page[is_text] = values[np.repeat(starts, lengths) + within]


def _run(number: int, value: int) -> bytes:
    """One number of no more than eight bits, so many times."""
    return varint(number << 1) + bytes([value]) if number else b""


def _runs(values: NDArray[np.uint8], bits: int = 8) -> bytes:
    """Numbers of one or eight bits: one run if all are the same, or else packed in groups of eight."""
    if not len(values) or (values == values[0]).all():
        return _run(len(values), int(values[0]) if len(values) else 0)
    groups = math.ceil(len(values) / 8)
    packed = np.packbits(values, bitorder="little") if bits == 1 else np.pad(values, (0, 8 * groups - len(values)))
    return varint(groups << 1 | 1) + packed.tobytes()
