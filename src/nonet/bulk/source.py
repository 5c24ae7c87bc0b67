"""Where puzzles come from: text in any format, or table files. Both are read block by block, in constant memory.

A source yields blocks in order. The pipeline calls `adapt` with the time that a block took, so that blocks of slow
puzzles are small (progress is visible, and little is lost if the run is stopped) and blocks of fast ones are large.
"""

from __future__ import annotations

import codecs
import errno
import os
import queue
import re
import stat
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from itertools import chain
from mmap import ACCESS_READ, ALLOCATIONGRANULARITY, mmap
from pathlib import Path
from typing import Any, NamedTuple, Self, cast

import numpy as np
from numpy.typing import NDArray

from ..cells import split_comment
from ..errors import FileError, FormatError, NonetError, counted
from ..extras import require
from ..files import file_error, gunzip, is_gzip
from ..formats import format_of_suffix, read_many, sniff
from ..geometry import Shape
from ..grid import Grid
from ..rows import DIGIT_OF_BYTE, Rows

__all__ = [
    "LINE_SUFFIXES",
    "TABLE_SUFFIXES",
    "ByteStream",
    "Puzzles",
    "TableBlock",
    "TableSource",
    "TextSource",
    "table_kind",
]

_NINE = Shape(3, 3)
_CELLS = _NINE.cells


class _Source:
    """What all sources have: a name, and blocks of a size that fits the speed of the computation."""

    name: str
    """The source as messages call it."""
    size: int | None
    """The number of bytes, if it is known."""
    position: float = 0
    """The number of bytes that were read so far, as far as it is known."""
    block_rows: int = 8
    """The largest number of puzzles in a block."""
    is_waiting: bool = False
    """Whether the next block is not there yet."""
    _SECONDS_PER_BLOCK = 0.25
    _FEWEST, _MOST = 8, 1 << 14

    def adapt(self, rows: int, seconds: float) -> None:
        """Choose the size of the next blocks by the time that a block of `rows` puzzles took."""
        if rows:
            fitting = int(rows / max(seconds, 1e-9) * self._SECONDS_PER_BLOCK)
            self.block_rows = max(self._FEWEST, min(fitting, 2 * self.block_rows, self._MOST))

    def close(self) -> None:
        """Close the file."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


# Bytes


class ByteStream:
    """The bytes of a file, or of standard input for ``-``; gzip is unpacked.

    A thread reads ahead, so that reading and unpacking do not delay the computation, and it is known whether input is
    there: a program that writes one puzzle into a pipe and waits for the result gets it.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "a.txt"
    >>> _ = path.write_text("one two")
    >>> stream = ByteStream(str(path))
    >>> stream.read(3), stream.read(99), stream.read(99)
    (b'one', b' two', b'')
    """

    _PIECE, _PIECES_AHEAD = 1 << 20, 16
    _LONGEST_LINE = 1 << 26

    def __init__(self, name: str) -> None:
        self.name = "standard input" if name == "-" else name
        self.path = None if name == "-" else Path(name)
        """The file; None for standard input."""
        self.closed = False
        self.failure: Exception | None = None
        """The error that ended the stream early, if any."""
        self._fd = sys.stdin.fileno() if name == "-" else os.open(name, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        info = os.fstat(self._fd)
        if stat.S_ISDIR(info.st_mode):
            os.close(self._fd)
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), name)
        self.size = info.st_size if stat.S_ISREG(info.st_mode) else None
        """The number of bytes in the file, if it is known."""
        self._pieces: queue.Queue[tuple[bytes, int] | Exception] = queue.Queue(self._PIECES_AHEAD)
        self._rest = b""
        self._position = 0
        self._has_ended = False
        threading.Thread(target=self._read_ahead, daemon=True).start()

    def is_same_file(self, path: Path) -> bool:
        """Return whether a path leads to this file."""
        return self.path is not None and path.exists() and path.samefile(self.path)

    @property
    def position(self) -> int:
        """The number of bytes of the file, packed or not, that were taken so far."""
        return max(self._position - len(self._rest), 0)

    @property
    def is_waiting(self) -> bool:
        """Whether the next read would have to wait for more input."""
        return not self._rest and not self._has_ended and self.failure is None and self._pieces.empty()

    @property
    def is_finished(self) -> bool:
        """Whether all bytes were taken."""
        return self._has_ended and not self._rest

    def lines(self, most: int) -> bytes:
        """Return whole lines: up to `most` bytes of them, or as many as are there now, but at least one line.

        The result is empty at the end of the stream.
        """
        pieces, size, has_line = [self._rest], len(self._rest), b"\n" in self._rest
        self._rest = b""
        while size < most or not has_line:
            piece = self._next(wait=not has_line)
            if not piece:
                break
            pieces.append(piece)
            size += len(piece)
            has_line = has_line or b"\n" in piece
            if not has_line and size > self._LONGEST_LINE:
                raise FormatError(f"a line of more than {self._LONGEST_LINE:,} bytes is no puzzle", source=self.name)
        block = b"".join(pieces)
        if self._has_ended and len(block) <= most:
            return block
        end = (block.rfind(b"\n", 0, most) + 1) or (block.find(b"\n") + 1) or len(block)
        self._rest = block[end:]
        return block[:end]

    def head(self, most: int) -> bytes:
        """Return the same lines as `lines`, but do not take them."""
        lines = self.lines(most)
        self._rest = lines + self._rest
        return lines

    def read(self, size: int) -> bytes:
        """Take `size` bytes, fewer only at the end of the stream."""
        pieces = [self.read1(size)]
        left = size - len(pieces[0])
        while pieces[-1] and left:
            pieces.append(self.read1(left))
            left -= len(pieces[-1])
        return b"".join(pieces)

    def read1(self, size: int) -> bytes:
        """Take at most `size` bytes, without waiting for more if some are there."""
        if size and not self._rest:
            self._rest = self._next(wait=True) or b""
        piece, self._rest = self._rest[:size], self._rest[size:]
        return piece

    def close(self) -> None:
        """Stop reading ahead."""
        self.closed = True
        with suppress(queue.Empty):  # the thread may wait for space in the queue
            while True:
                self._pieces.get_nowait()

    def _next(self, *, wait: bool) -> bytes | None:
        """Return the next piece; empty at the end, None if there is none now and `wait` is false."""
        if self._has_ended:
            return b""
        if self.failure is None:
            try:
                piece = self._pieces.get(block=wait)
            except queue.Empty:
                return None
            if not isinstance(piece, Exception):
                data, self._position = piece
                self._has_ended = not data
                return data
            self.failure = piece
        if wait:
            raise self.failure
        return None

    def _read_ahead(self) -> None:
        try:
            for data in self._unpacked():
                self._pieces.put((data, self._bytes_read))
                if self.closed:
                    return
            self._pieces.put((b"", self._bytes_read))
        except FormatError as error:
            self._pieces.put(error.at(source=self.name))
        except OSError as error:
            self._pieces.put(OSError(error.errno, error.strerror, self.name))
        finally:
            if self.path is not None:
                os.close(self._fd)

    _bytes_read = 0

    def _unpacked(self) -> Iterator[bytes]:
        pieces = self._packed()
        first = next(pieces, b"")
        while len(first) < 2 and (more := next(pieces, b"")):
            first += more
        pieces = chain([first] if first else [], pieces)
        return gunzip(pieces) if is_gzip(first) else pieces

    def _packed(self) -> Iterator[bytes]:
        while piece := os.read(self._fd, self._PIECE):
            self._bytes_read += len(piece)
            yield piece


# Text


class Puzzles(NamedTuple):
    """Some puzzles in order: 9x9 boards as rows of cells, other boards as grids, and the errors between them.

    >>> puzzles = Puzzles.of([Grid("." * 81), Grid("." * 16)], [])
    >>> len(puzzles), puzzles.cells.shape, list(puzzles.others)
    (2, (1, 81), [1])
    """

    cells: NDArray[np.uint8]
    """One row per 9x9 board: bytes, either digits or their characters."""
    others: dict[int, Grid]
    """The other boards by their place among all puzzles."""
    errors: list[tuple[int, FormatError]]
    """What could not be read, each with the number of puzzles before it."""

    @classmethod
    def of(cls, grids: list[Grid], errors: list[tuple[int, FormatError]]) -> Puzzles:
        """Return grids as puzzles."""
        nines = b"".join(bytes(grid) for grid in grids if grid.shape is _NINE)
        others = {place: grid for place, grid in enumerate(grids) if grid.shape is not _NINE}
        return cls(np.frombuffer(nines, np.uint8).reshape(-1, _CELLS), others, errors)

    def __len__(self) -> int:
        return len(self.cells) + len(self.others)

    def parsed(self, *, fast: bool = False) -> Puzzles:
        """Return the puzzles themselves, as a block of lines returns its puzzles."""
        return self

    def between(self, first: int, end: int) -> Puzzles:
        """Return the puzzles from one place to another, with the errors before and between them."""
        low, high = (place - sum(other < place for other in self.others) for place in (first, end))
        return Puzzles(
            self.cells[low:high],
            {place - first: grid for place, grid in self.others.items() if first <= place < end},
            [(place - first, error) for place, error in self.errors if first <= place <= end],
        )

    def grids(self) -> Iterator[Grid]:
        """Yield all puzzles as grids, in order."""
        rows = iter(self.cells)
        for place in range(len(self)):
            yield self.others.get(place) or Grid.of_digits(DIGIT_OF_BYTE[next(rows)].tobytes(), _NINE)


class _Lines(NamedTuple):
    """Whole lines that are not parsed yet: that happens in the threads that also compute."""

    text: bytes
    lines_before: int
    source: TextSource

    def parsed(self, *, fast: bool = False) -> Puzzles:
        """Return the puzzles of the lines.

        With `fast`, they may be wrong if a cell is bad; then call this again. The engine finds bad cells anyway.
        """
        text = self.text
        if b"\r" in text:
            text = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        rows = Rows.parse_fast(text)
        if fast and not rows.misfits.size:
            return Puzzles(rows.cells, {}, [])
        irregular = rows.irregular()
        if irregular.size:
            rows = rows.verified()
            irregular = rows.irregular()
        if not irregular.size:
            return Puzzles(rows.cells, {}, [])
        assert rows.starts is not None  # noqa: S101
        cells, is_nine = rows.cells.copy(), np.ones(len(rows), np.bool_)
        is_nine[irregular] = False
        others: dict[int, Grid] = {}
        errors: list[tuple[int, FormatError]] = []
        number, last_start, last_row, found = self.lines_before + 1, 0, 0, 0
        for row, start in zip(irregular.tolist(), rows.starts[irregular].tolist(), strict=True):
            number += text.count(b"\n", last_start, start)
            found += row - last_row
            last_start, last_row = start, row + 1
            result = self._read(text[start : text.index(b"\n", start)], number)
            if isinstance(result, FormatError):
                errors.append((found, result))
            elif result is not None:
                if result.shape is _NINE:
                    cells[row], is_nine[row] = np.frombuffer(bytes(result), np.uint8), True
                else:
                    others[found] = result
                found += 1
        return Puzzles(cells[is_nine], others, errors)

    def _read(self, line: bytes, number: int) -> Grid | FormatError | None:
        """Return the board of an unusual line, or its error; None for a comment."""
        if line.startswith(b"#"):
            return None
        errors: list[FormatError] = []
        source = self.source
        entries = read_many(line, format=source.format or "line", encoding=source.encoding, on_error=errors.append)
        grids = [entry.grid for entry in entries]
        return grids[0] if grids else FormatError(errors[0].reason, line=number, source=source.name)


class TextSource(_Source):
    """Puzzles from text in any format: a file, or standard input for ``-``.

    Plain lines of 81 cells are only split into blocks here. Other formats go through their reader.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "a.txt"
    >>> _ = path.write_text("." * 81 + "\\n# comment\\n" + "123\\n")
    >>> with TextSource(str(path)) as source:
    ...     puzzles = next(source.blocks()).parsed()
    >>> len(puzzles), puzzles.errors[0][1].line
    (1, 3)
    """

    _SAMPLE = 1 << 16
    _LONGEST_ROW = 25
    """The most cells that one line of a board of several lines has."""

    def __init__(
        self,
        name: str,
        *,
        format: str | None = None,
        shape: Shape | None = None,
        symbols: str | None = None,
        encoding: str = "utf-8",
    ) -> None:
        self.stream = ByteStream(name)
        self.name, self.size = self.stream.name, self.stream.size
        self.failure: Exception | None = None
        """The error that ended the reading early, if any."""
        self.format, self.shape, self.symbols, self.encoding = format, shape, symbols, encoding

    position = property(lambda self: self.stream.position)
    is_waiting = property(lambda self: self.stream.is_waiting)

    def close(self) -> None:
        """Close the file."""
        self.stream.close()

    def blocks(self) -> Iterator[_Lines | Puzzles]:
        """Yield the puzzles in blocks, each with a method `parsed`. If reading fails, set `failure` and stop."""
        try:
            first = self.stream.head(self._SAMPLE)
            self.format = self.format or self._sniffed(first)
            if self.format in ("line", "sdm") and self._is_plain(first):
                yield from self._blocks_of_lines()
            else:
                yield from self._blocks_of_entries()
        except (OSError, FormatError) as error:
            self.failure = error

    def _sniffed(self, first: bytes) -> str | None:
        """Return the format by the first line and the suffix; None if only the reader can find it out."""
        head = first.decode(self.encoding, "replace").splitlines()
        line = next((line for line in head if line.strip() and not line.lstrip().startswith("#")), "")
        try:
            if len(split_comment(line)[0]) > self._LONGEST_ROW and sniff([line]).name == "line":
                return "line"
            by_suffix = format_of_suffix(self.stream.path) if self.stream.path else None
        except NonetError:
            return None
        if by_suffix is None or by_suffix.name == "line" or not by_suffix.sniff(head, self.shape):
            return None
        return by_suffix.name

    def _is_plain(self, first: bytes) -> bool:
        """Return whether bytes are characters and lines end as usual, so that lines can be found without decoding."""
        is_usual = codecs.lookup(self.encoding).name in ("utf-8", "ascii", "iso8859-1")
        is_wide = first.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
        return is_usual and not (is_wide or self.shape or self.symbols or re.search(rb"\r[^\n]", first))

    def _blocks_of_lines(self) -> Iterator[_Lines]:
        before = 0
        while text := self.stream.lines(self.block_rows * (_CELLS + 1)):
            if not before:
                text = text.removeprefix(codecs.BOM_UTF8)
            if not text.endswith(b"\n"):
                text += b"\n"
            yield _Lines(text, before, self)
            before += int(np.count_nonzero(np.frombuffer(text, np.uint8) == ord("\n")))  # faster than text.count
            before += text.count(b"\r") - text.count(b"\r\n") if b"\r" in text else 0

    def _blocks_of_entries(self) -> Iterator[Puzzles]:
        grids: list[Grid] = []
        errors: list[tuple[int, FormatError]] = []

        def note(error: FormatError) -> None:
            if self.stream.failure is None:
                errors.append((len(grids), error.at(source=self.name)))

        entries = read_many(
            cast("Any", self.stream),
            format=self.format,
            shape=self.shape,
            symbols=self.symbols,
            encoding=self.encoding,
            on_error=note,
        )
        for entry in entries:
            grids.append(entry.grid)
            if len(grids) >= self.block_rows or self.stream.is_waiting:
                yield Puzzles.of(grids, errors)
                grids, errors = [], []
        self.failure = self.stream.failure
        if errors and not self.stream.is_finished:  # the reader gave up, for example at bytes that are not text
            self.failure = errors.pop()[1]
        yield Puzzles.of(grids, errors)


# Tables

TABLE_SUFFIXES = {
    "parquet": (".parquet", ".pq"),
    "arrow": (".arrow", ".feather", ".ipc"),
    "csv": (".csv", ".tsv", ".csv.gz", ".tsv.gz"),
}
"""The kinds of table files and their suffixes. A new file gets the first one."""

LINE_SUFFIXES = (".txt", ".sdm", ".txt.gz", ".sdm.gz")
"""The suffixes of files with one puzzle per line. They are read as tables with the column puzzle."""


def table_kind(path: Path) -> str | None:
    """Return the kind of a table file by its suffix; None if it is not a table file.

    >>> table_kind(Path("sets/sudoku.csv.gz")), table_kind(Path("sudoku.txt"))
    ('csv', None)
    """
    name = path.name.lower()
    return next((kind for kind, suffixes in TABLE_SUFFIXES.items() if name.endswith(suffixes)), None)


class TableBlock(NamedTuple):
    """Some rows of a table."""

    start: int
    """The number of rows before them."""
    batch: Any
    """The rows as an Arrow record batch."""


class TableSource(_Source):
    """A table file, or CSV from standard input for ``-``: a schema, and the rows in blocks.

    With `as_text`, all columns of a CSV file are text. With `strict`, a CSV row of another width is an error.

    >>> import pyarrow as pa, pyarrow.feather, tempfile
    >>> path = Path(tempfile.mkdtemp()) / "a.arrow"
    >>> pyarrow.feather.write_feather(pa.table({"puzzle": ["." * 81] * 9}), path)
    >>> with TableSource(str(path)) as source:
    ...     source.schema.names, [len(block.batch) for block in source.blocks()]
    (['puzzle'], [8, 1])
    """

    _HEAD = 1 << 20
    _BYTES_PER_ROW = 1 << 7

    def __init__(self, name: str, *, as_text: bool = False, strict: bool = False, block_rows: int | None = None):
        self.path = None if name == "-" else Path(name)
        self.name = "standard input" if name == "-" else name
        self.rows: int | None = None
        """The number of rows, if the file says it."""
        self.errors: list[str] = []
        """The CSV rows that were left out so far, each as a message."""
        self.size = self.path.stat().st_size if self.path is not None and self.path.is_file() else None
        self.block_rows = block_rows or self.block_rows
        self._library_rows = block_rows or self._MOST
        self._strict = strict
        self._as_text = as_text
        self._stream: ByteStream | _MappedFile | None = None
        self._closing = ExitStack()
        kind = "csv" if self.path is None else table_kind(self.path)
        if kind is None and self.name.lower().endswith(LINE_SUFFIXES):
            kind = "lines"
        if kind is None:
            suffixes = " ".join([*chain(*TABLE_SUFFIXES.values()), *LINE_SUFFIXES])
            raise FileError(f"{self.name}: the name of a table file must end in one of {suffixes}")
        self._kind = kind
        pa = require("pyarrow")
        self._library_errors = (pa.ArrowException, OSError, EOFError)
        try:
            self.schema, self._batches = getattr(self, f"_open_{kind}")(pa)
        except self._library_errors as error:
            self.close()
            raise self._unreadable(error) from None
        except NonetError:
            self.close()
            raise

    def close(self) -> None:
        """Close the file."""
        self._closing.close()

    def blocks(self) -> Iterator[TableBlock]:
        """Yield the rows in blocks of at most `block_rows` rows."""
        rows = 0
        try:
            for batch in self._batches:
                start = 0
                while start < len(batch):
                    block = TableBlock(rows, batch.slice(start, self.block_rows))
                    start += len(block.batch)
                    rows += len(block.batch)
                    if self._stream:
                        self.position = self._stream.position
                    elif self.rows and self.size:
                        self.position = rows / self.rows * self.size
                    yield block
        except self._library_errors as error:
            raise self._unreadable(error) from None
        if self.rows is not None and rows != self.rows:
            raise FileError(f"{self.name}: {self.rows} rows were expected, but {rows} were read")

    def _unreadable(self, error: Exception) -> NonetError:
        if isinstance(error, FileNotFoundError | IsADirectoryError | PermissionError):
            return file_error(self.name, error)
        if self._strict and self.errors:
            return FileError(self.errors[0])
        reason = str(error).strip().partition("\n")[0].rstrip(".")
        hint = "; in an output of CSV every column stays text" if "conversion error" in reason else ""
        return FileError(f"{self.name}: not a complete {self._kind.capitalize()} file ({reason}){hint}")

    # Each of these opens one kind of file, and returns the schema and the record batches

    def _open_parquet(self, pa: Any) -> tuple[Any, Iterator[Any]]:
        file = require("pyarrow.parquet").ParquetFile(str(self.path), buffer_size=self._HEAD, pre_buffer=False)
        self._closing.callback(file.close)
        self.rows = file.metadata.num_rows
        return file.schema_arrow, file.iter_batches(batch_size=self._library_rows)

    def _open_arrow(self, pa: Any) -> tuple[Any, Iterator[Any]]:
        mapped = self._closing.enter_context(pa.memory_map(str(self.path)))
        try:
            file = self._closing.enter_context(pa.ipc.open_file(mapped))
        except pa.ArrowInvalid:  # perhaps a stream, which has no table of contents at its end
            mapped.seek(0)
            stream = self._closing.enter_context(pa.ipc.open_stream(mapped))
            return stream.schema, iter(stream)
        return file.schema, (file.get_batch(i) for i in range(file.num_record_batches))

    def _open_lines(self, pa: Any) -> tuple[Any, Iterator[Any]]:
        options: dict[str, Any] = {"delimiter": "\x01", "quote_char": False}
        return self._csv_reader(pa, self._open_stream(), options, ["puzzle"], {"puzzle": pa.string()})

    def _open_csv(self, pa: Any) -> tuple[Any, Iterator[Any]]:
        stream = self._open_stream()
        head = stream.head(self._HEAD)
        if not head.strip():
            raise FormatError("no table, but a header and puzzles were expected", source=self.name)
        try:
            first = _first_line(head.decode("utf-8-sig"))
        except UnicodeDecodeError as error:
            raise _not_utf8(pa, error) from None
        delimiter = max(",;\t", key=first.count)
        values = first.split(delimiter)
        has_header = not any(_BOARD.fullmatch(value.strip('"')) for value in values)
        names = None if has_header else [f"column_{i}" for i in range(1, len(values) + 1)]
        types = dict.fromkeys(names or _fields(first, delimiter), pa.string())
        parse = {
            "delimiter": delimiter,
            "invalid_row_handler": self._note_row,
            "newlines_in_values": b'"' in head,
        }
        if not self._as_text:
            types = self._guessed_types(pa, head, parse, names, types)
            self.errors.clear()
        return self._csv_reader(pa, stream, parse, names, types)

    def _csv_reader(
        self, pa: Any, stream: ByteStream | _MappedFile, parse: dict[str, Any], names: Any, types: Any
    ) -> tuple[Any, Iterator[Any]]:
        csv = require("pyarrow.csv")
        reader = csv.open_csv(
            _Utf8Stream(pa, stream),
            read_options=csv.ReadOptions(
                block_size=self._library_rows * self._BYTES_PER_ROW, column_names=names, use_threads=False
            ),
            parse_options=csv.ParseOptions(**parse),
            convert_options=csv.ConvertOptions(**_AS_TEXT, column_types=types),
        )
        self._closing.callback(reader.close)
        return reader.schema, iter(reader)

    def _guessed_types(self, pa: Any, head: bytes, parse: Any, names: Any, texts: dict[str, Any]) -> dict[str, Any]:
        """Return the types of the columns by the first rows: numbers only where the text has no more information."""
        csv = require("pyarrow.csv")
        options = {
            "read_options": csv.ReadOptions(column_names=names, use_threads=False),
            "parse_options": csv.ParseOptions(**parse),
        }
        convert = csv.ConvertOptions(**_AS_TEXT, column_types=texts)
        as_texts = csv.read_csv(pa.BufferReader(head), **options, convert_options=convert)
        guessed = csv.read_csv(pa.BufferReader(head), **options).schema
        types = {}
        for i, (name, kind) in enumerate(zip(guessed.names, guessed.types, strict=True)):
            is_number = pa.types.is_integer(kind) or pa.types.is_floating(kind)
            values = as_texts.column(i).to_pylist() if is_number else []
            is_kept = all(value is None or _PLAIN_NUMBER.fullmatch(value.strip()) for value in values)
            types[name] = kind if is_kept and not pa.types.is_null(kind) else pa.string()
        return types

    def _open_stream(self) -> ByteStream | _MappedFile:
        """Return the bytes of the file; without copies, unless they are compressed or come from a pipe."""
        is_plain = False
        if self.path is not None and self.size:
            with self.path.open("rb") as file:
                is_plain = not is_gzip(file.read(2))
        self._stream = _MappedFile(self.path) if is_plain and self.path else ByteStream(str(self.path or "-"))
        self._closing.callback(self._stream.close)
        return self._stream

    def _note_row(self, row: Any) -> str:
        """Note a row that has too many or too few columns, and leave it out."""
        where = f"line {row.number}: " if row.number is not None else ""
        self.errors.append(
            f"{self.name}: {where}{counted(row.actual_columns, 'column')}, "
            f"but the table has {row.expected_columns} ({row.text!r:.60})"
        )
        return "error" if self._strict else "skip"


_AS_TEXT = {
    "strings_can_be_null": True,
    "null_values": [""],
    "quoted_strings_can_be_null": False,
    "check_utf8": False,  # the stream checks it
}
_PLAIN_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,17})?(?:\.\d{1,17})?(?:[eE][-+]?\d{1,3})?")
"""Digits that a number keeps. Leading zeros, or 81 digits, are text."""
_BOARD = re.compile(r"[0-9._*?-]{81}")


class _MappedFile:
    """The bytes of a file without copies, with the methods of `ByteStream` that the CSV parser needs.

    Each piece is mapped into memory as long as it is used, so that the memory does not grow with the file.
    """

    def __init__(self, path: Path) -> None:
        self._file = path.open("rb")
        self._size = path.stat().st_size
        self.position = 0
        self.close = self._file.close

    def head(self, most: int) -> bytes:
        data = self._file.read(most)
        return data if len(data) < most else data[: data.rfind(b"\n") + 1] or data

    def read(self, size: int) -> bytes | memoryview:
        size = min(size, self._size - self.position)
        if size <= 0:
            return b""
        skipped = self.position % ALLOCATIONGRANULARITY
        mapped = mmap(self._file.fileno(), skipped + size, access=ACCESS_READ, offset=self.position - skipped)
        self.position += size
        return memoryview(mapped)[skipped:]


class _Utf8Stream:
    """A stream for the CSV parser, which does not report bytes that are not UTF-8 in rows that are left out."""

    def __init__(self, pa: Any, stream: ByteStream | _MappedFile) -> None:
        self._pa, self._stream = pa, stream
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self.closed = False

    def read(self, size: int) -> Any:
        data = self._stream.read(size)
        numbers = np.frombuffer(data, np.uint8) if len(data) else np.empty(0, np.uint8)
        if (numbers.size and int(numbers.max()) > 127) or self._decoder.getstate()[0]:
            try:
                self._decoder.decode(bytes(data), final=not len(data))
            except UnicodeDecodeError as error:
                raise _not_utf8(self._pa, error) from None
        return data

    def close(self) -> None:
        self.closed = True


def _not_utf8(pa: Any, error: UnicodeDecodeError) -> Exception:
    exception: Exception = pa.ArrowInvalid(f"{error.object[error.start : error.start + 1]!r} is not UTF-8")
    return exception


def _fields(line: str, delimiter: str) -> list[str]:
    import csv

    return next(csv.reader([line], delimiter=delimiter))


def _first_line(head: str) -> str:
    """Return the first line that is not empty, whatever ends the lines."""
    return (re.match(r"[\r\n]*([^\r\n]*)", head) or ["", ""])[1]
