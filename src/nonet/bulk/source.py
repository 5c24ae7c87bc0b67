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
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, suppress
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple, Self, cast

import numpy as np
from numpy.typing import NDArray

from ..cells import split_comment
from ..errors import ArgumentError, ColumnError, FileError, FormatError, NonetError, WorkerError, counted, listed
from ..extras import require
from ..files import file_error, gunzip, is_gzip
from ..formats import format_of_suffix, read_many, sniff
from ..geometry import SYMBOLS, USUAL_SIZES, Shape
from ..grid import Grid
from ..limits import LONGEST_LINE, MOST_IN_VAIN
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
        fitting = int(rows / max(seconds, 1e-9) * self._SECONDS_PER_BLOCK) if rows else self._MOST
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
    _MOST_IN_VAIN = MOST_IN_VAIN

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
        self._rest, self._start = b"", 0
        """The bytes of the last piece, and the first of them that was not taken."""
        self._position = self._in_vain = 0
        self._has_ended = False
        try:
            threading.Thread(target=self._read_ahead, daemon=True).start()
        except RuntimeError as error:  # the system cannot start another thread
            raise WorkerError(f"{self.name} cannot be read: {error}") from None

    def is_same_file(self, path: Path) -> bool:
        """Return whether a path leads to this file."""
        return self.path is not None and path.exists() and path.samefile(self.path)

    @property
    def position(self) -> int:
        """The number of bytes of the file, packed or not, that were taken so far."""
        return max(self._position - self._left, 0)

    @property
    def is_waiting(self) -> bool:
        """Whether the next read would have to wait for more input."""
        return not self._left and not self._has_ended and self.failure is None and self._pieces.empty()

    def is_finished(self) -> bool:
        """Return whether all bytes were taken; of a file, wait until that is known."""
        if not self._left and not self._has_ended:
            self._rest, self._start = (self._needed() if self.path is not None else self._next(wait=False)) or b"", 0
        return self._has_ended and not self._left

    @property
    def _left(self) -> int:
        return len(self._rest) - self._start

    def note_puzzles(self, in_vain: int = 0) -> None:
        """Note that what was read so far contains puzzles, except for the last bytes, which were read in vain.

        A stream of which too much was read in vain is given up.
        """
        self._in_vain = in_vain

    def lines(self, most: int) -> bytes:
        """Return whole lines: up to `most` bytes of them, or as many as are there now, but at least one line.

        The result is empty at the end of the stream.
        """
        self._collect(most, LONGEST_LINE)
        rest, start = self._rest, self._start
        if not (self._has_ended and self._left <= most):
            before = rest.rfind(b"\n", start, start + most) + 1
            self._start = before or (rest.find(b"\n", start) + 1) or len(rest)
        else:
            self._start = len(rest)
        if self._start - start > LONGEST_LINE and b"\n" not in rest[start : self._start - 1]:
            raise self._too_long()
        return rest[start : self._start]

    def head(self, most: int) -> bytes:
        """Return the next lines, up to `most` bytes, but do not take them. A line that is longer is cut off.

        Of a file, wait until so much is there: otherwise it would depend on the speed of reading what is seen.
        """
        self._collect(most, most, wait=self.size is not None)
        head = self._rest[self._start : self._start + most]
        return head if self._has_ended and self._left <= most else head[: head.rfind(b"\n") + 1] or head

    def expect_line(self, most: int) -> None:
        """Raise `FormatError` if the next line is too long for a puzzle. At least `most` bytes are looked at."""
        self._collect(most, LONGEST_LINE)

    def _collect(self, most: int, longest_line: int, *, wait: bool = False) -> None:
        """Have at least `most` bytes ready, or without waiting as many as are there now, but at least one line.

        A line of more than `longest_line` bytes is an error if `most` is less.
        """
        has_line = self._rest.find(b"\n", self._start) >= 0
        if self._left >= most and has_line:
            return
        pieces, size = [self._rest[self._start :]], self._left
        while size < most or not has_line:
            piece = self._next(wait=wait) if has_line else self._needed()
            if not piece:
                break
            pieces.append(piece)
            size += len(piece)
            has_line = has_line or b"\n" in piece
            if not has_line and size > longest_line:
                break
        self._rest, self._start = b"".join(pieces), 0
        if not has_line and size > longest_line > most:
            raise self._too_long()

    def _too_long(self) -> FormatError:
        self.failure = FormatError(f"a line of more than {LONGEST_LINE:,} bytes is no puzzle", source=self.name)
        return self.failure

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
        if size and not self._left:
            self._rest, self._start = self._needed(), 0
        piece = self._rest[self._start : self._start + size]
        self._start += len(piece)
        return piece

    def close(self) -> None:
        """Stop reading ahead."""
        self.closed = True
        with suppress(queue.Empty):  # the thread may wait for space in the queue
            while True:
                self._pieces.get_nowait()

    def _needed(self) -> bytes:
        """Return the next piece, empty at the end; raise the error that ended the stream early."""
        piece = self._next(wait=True)
        if piece is None:
            assert self.failure is not None  # noqa: S101
            raise self.failure
        return piece

    def _next(self, *, wait: bool) -> bytes | None:
        """Return the next piece; empty at the end, None after a failure or if there is none now and `wait` is false."""
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
                self._in_vain += len(data)
                if self._in_vain <= self._MOST_IN_VAIN:
                    return data
                piece = FormatError(f"no puzzle in {self._MOST_IN_VAIN >> 20} MB, so it is given up", source=self.name)
            self.failure = piece
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
        except Exception as error:  # without an end or an error, the reader would wait forever
            self._pieces.put(error)
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
        if self.path is not None and self._bytes_read < (self.size or 0):
            raise FormatError(
                f"the file had {self.size:,} bytes, but was cut to {self._bytes_read:,} while it was read"
            )


# Text

_DOCUMENT_STARTS = (b"{", b"[", b"<")
"""How JSON and XML start, of which a whole file may be one line."""


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
        puzzles = self._parse(fast)
        self.source.in_vain = 0 if len(puzzles) else self.source.in_vain + len(self.text)
        return puzzles

    def _parse(self, fast: bool) -> Puzzles:
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
        self.in_vain = 0
        """The number of bytes of lines since the last puzzle; many threads change it, so it is not exact."""

    position = property(lambda self: self.stream.position)
    is_waiting = property(lambda self: self.stream.is_waiting)

    def close(self) -> None:
        """Close the file."""
        self.stream.close()

    def blocks(self) -> Iterator[_Lines | Puzzles]:
        """Yield the puzzles in blocks, each with a method `parsed`. If reading fails, set `failure` and stop."""
        try:
            before, first = 0, self.stream.head(self._SAMPLE)
            while first and not first.strip():  # the readers need much time for empty lines
                before += self.stream.lines(len(first)).count(b"\n")
                first = self.stream.head(self._SAMPLE)
            if not re.search(rb"[\r\n]", first) and first.lstrip()[:1] not in _DOCUMENT_STARTS:
                self.stream.expect_line(self._SAMPLE)
            self.format = self.format or self._sniffed(first)
            if self.format in ("line", "sdm") and self._is_plain(first):
                yield from self._blocks_of_lines(before)
            else:
                yield from self._blocks_of_entries(before)
        except (OSError, FormatError) as error:
            self.failure = error

    def _sniffed(self, first: bytes) -> str | None:
        """Return the format by the first two lines and the suffix; None if only the reader can find it out.

        As in the reader, a line below the first one that cannot be decoded does not count.
        """
        head = re.split(r"\r\n?|\n", first.decode(self.encoding, "replace"))
        texts = (line for line in head if line.strip() and not line.lstrip().startswith("#"))
        lines = [*islice(texts, 1), *islice((line for line in texts if "\ufffd" not in line), 1)]
        try:
            is_long = bool(lines) and len(split_comment(lines[0])[0]) > self._LONGEST_ROW
            if is_long and (name := sniff(lines).name) in ("line", "nonet"):
                return name
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

    def _blocks_of_lines(self, before: int) -> Iterator[_Lines]:
        while text := self.stream.lines(self.block_rows * (_CELLS + 1)):
            self.stream.note_puzzles(self.in_vain)
            if not before:
                text = text.removeprefix(codecs.BOM_UTF8)
            if not text.endswith(b"\n"):
                text += b"\n"
            yield _Lines(text, before, self)
            before += int(np.count_nonzero(np.frombuffer(text, np.uint8) == ord("\n")))  # faster than text.count
            before += text.count(b"\r") - text.count(b"\r\n") if b"\r" in text else 0

    def _blocks_of_entries(self, before: int) -> Iterator[Puzzles]:
        grids: list[Grid] = []
        errors: list[tuple[int, FormatError]] = []

        def note(error: FormatError) -> None:
            if self.stream.failure is None:
                line = error.line and error.line + before
                errors.append((len(grids), FormatError(error.reason, line=line, source=error.source or self.name)))

        entries = read_many(
            cast("Any", self.stream),
            format=self.format,
            shape=self.shape,
            symbols=self.symbols,
            encoding=self.encoding,
            on_error=note,
        )
        for entry in entries:
            self.stream.note_puzzles()
            grids.append(entry.grid)
            if len(grids) >= self.block_rows or self.stream.is_waiting:
                yield Puzzles.of(grids, errors)
                grids, errors = [], []
        with suppress(FormatError, OSError):  # the stream keeps it as its failure
            if errors and not self.stream.is_finished():  # the reader gave up, for example at bytes that are not text
                self.failure = errors.pop()[1]
        self.failure = self.stream.failure or self.failure
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

    The columns of a CSV file are text, byte for byte, except for those to which `types` gives another Arrow type. With
    `strict`, a CSV row of another width is an error.

    >>> import pyarrow as pa, pyarrow.feather, tempfile
    >>> path = Path(tempfile.mkdtemp()) / "a.arrow"
    >>> pyarrow.feather.write_feather(pa.table({"puzzle": ["." * 81] * 9}), path)
    >>> with TableSource(str(path)) as source:
    ...     source.schema.names, [len(block.batch) for block in source.blocks()]
    (['puzzle'], [8, 1])
    """

    _HEAD = 1 << 20
    _BYTES_PER_ROW = 1 << 7

    def __init__(
        self,
        name: str,
        *,
        types: Mapping[str, str] | None = None,
        strict: bool = False,
        block_rows: int | None = None,
    ) -> None:
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
        self._types = types or {}
        self._stream: ByteStream | None = None
        self._closing = ExitStack()
        kind = "csv" if self.path is None else table_kind(self.path)
        if kind is None and self.name.lower().endswith(LINE_SUFFIXES):
            kind = "lines"
        if kind is None:
            suffixes = " ".join([*chain(*TABLE_SUFFIXES.values()), *LINE_SUFFIXES])
            raise FileError(f"{self.name}: the name of a table file must end in one of {suffixes}")
        if types and kind != "csv":
            raise ArgumentError(f"{self.name}: types can be given to the columns of CSV, but this is {kind}")
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
                if self._stream:
                    self._stream.note_puzzles()
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
        if self._types and "conversion error" in reason:
            return ColumnError(f"{self.name}: {reason}; without a type the column stays text")
        return FileError(f"{self.name}: not a complete {self._kind.capitalize()} file ({reason})")

    # Each of these opens one kind of file, and returns the schema and the record batches

    def _open_parquet(self, pa: Any) -> tuple[Any, Iterator[Any]]:
        file = require("pyarrow.parquet").ParquetFile(str(self.path), buffer_size=self._HEAD, pre_buffer=False)
        self._closing.callback(file.close)
        self.rows = file.metadata.num_rows
        return file.schema_arrow, file.iter_batches(batch_size=self._library_rows)

    def _open_arrow(self, pa: Any) -> tuple[Any, Iterator[Any]]:
        opened = self._closing.enter_context(pa.OSFile(str(self.path)))  # a mapped file that gets shorter is a crash
        try:
            file = self._closing.enter_context(pa.ipc.open_file(opened))
        except pa.ArrowInvalid:  # perhaps a stream, which has no table of contents at its end
            opened.seek(0)
            stream = self._closing.enter_context(pa.ipc.open_stream(opened))
            return stream.schema, iter(stream)
        return file.schema, (file.get_batch(i) for i in range(file.num_record_batches))

    def _open_lines(self, pa: Any) -> tuple[Any, Iterator[Any]]:
        options: dict[str, Any] = {"delimiter": "\x01", "quote_char": False}
        return self._csv_reader(pa, self._open_stream(), options, ["puzzle"], {"puzzle": pa.string()})

    def _open_csv(self, pa: Any) -> tuple[Any, Iterator[Any]]:
        stream = self._open_stream()
        head = stream.head(self._HEAD).removeprefix(codecs.BOM_UTF8)
        if not head.strip():
            raise FormatError("no table, but a header and puzzles were expected", source=self.name)
        try:
            first = _first_line(codecs.getincrementaldecoder("utf-8")().decode(head))  # the last character may be cut
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
        return self._csv_reader(pa, stream, parse, names, types | self._requested_types(pa, types))

    def _csv_reader(
        self, pa: Any, stream: ByteStream, parse: dict[str, Any], names: Any, types: Any
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

    def _requested_types(self, pa: Any, columns: Mapping[str, Any]) -> dict[str, Any]:
        """Return the Arrow types that were requested for some columns."""
        for name, kind in self._types.items():
            if name not in columns:
                raise ColumnError(f"{self.name}: no column {name!r:.40}; the columns are {listed([*columns])}")
            try:
                pa.type_for_alias(kind)
            except ValueError:
                raise ArgumentError(f"unknown type {kind!r:.40}; some are {', '.join(_SOME_TYPES)}") from None
        return {name: pa.type_for_alias(kind) for name, kind in self._types.items()}

    def _open_stream(self) -> ByteStream:
        """Return the bytes of the file."""
        self._stream = ByteStream(str(self.path or "-"))
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
_SOME_TYPES = ("string", "int64", "uint8", "float64", "bool", "date32")
_BOARD = re.compile(
    "[0-9._*?-]{81}|"  # boards of other sizes have fewer symbols, since a name such as 2024-01-01_12-00 is no board
    + "|".join(f"[0.{SYMBOLS[:size]}]{{{size * size}}}" for size in USUAL_SIZES if size != 9)
)
"""A value that is a board, so that the first line of a CSV file has no names."""


class _Utf8Stream:
    """A stream for the CSV parser, which does not report bytes that are not UTF-8 in rows that are left out."""

    def __init__(self, pa: Any, stream: ByteStream) -> None:
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
