"""Table files, read batch by batch: Parquet, Arrow IPC (Feather) and CSV.

What the libraries complain about becomes one sentence with the file's name.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import sys
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from ..errors import NonetError, counted
from .even import EvenRows, MappedFile, even_batches, is_even
from .needs import needed, pa

__all__ = ["KINDS", "LINES", "PARTIAL", "ROWS", "Source", "complaint", "kind_of", "partial_files"]

ROWS = 1 << 17
"""The rows of a batch, which is also a row group where that can be."""

KINDS = {
    "parquet": (".parquet", ".pq"),
    "arrow": (".arrow", ".feather", ".ipc"),
    "csv": (".csv", ".tsv", ".csv.gz", ".tsv.gz"),
}
"""The kinds of table files and their suffixes; the first is what a new file gets."""

LINES = (".txt", ".sdm", ".txt.gz", ".sdm.gz")
"""The suffixes of files with a puzzle a line, which are read as a table with the one column puzzle."""

_HEAD = 1 << 20
_BLOCK = 1 << 21
_DELIMITERS = ",;\t"
_NUMBERS_KEEP = re.compile(r"-?(?:0|[1-9]\d{0,17})?(?:\.\d{1,17})?(?:[eE][-+]?\d{1,3})?")
"""Digits that say no more than a number does; leading zeros, or 81 digits, are a text."""
_BOARD = re.compile(r"[0-9._*?-]{81}")

PARTIAL = ".partial"
"""How the name of a file ends that is not whole yet."""


def kind_of(path: Path) -> str | None:
    """The kind of a table file by its suffix; None if it is none.

    >>> kind_of(Path("sets/sudoku.csv.gz")), kind_of(Path("sudoku.txt"))
    ('csv', None)
    """
    name = path.name.lower()
    return next((kind for kind, suffixes in KINDS.items() if name.endswith(suffixes)), None)


def complaint(name: object, error: Exception) -> NonetError:
    """An error of a library as one sentence with the file's name.

    >>> str(complaint("a.parquet", OSError(28, "No space left on device", "x")))
    'a.parquet: No space left on device'
    """
    if isinstance(error, NonetError):
        return error
    words = str(error).strip().partition("\n")[0].rstrip(".")
    number = getattr(error, "errno", None)
    found = re.search(r"\[errno (\d+)\]", words, re.IGNORECASE)
    if number or found:
        number = number or int(found[1]) if found else number
        words = os.strerror(number or errno.EIO)
    return NonetError(f"{name}: {words}")


def partial_files(folder: Path, name: str) -> list[Path]:
    """What runs that were killed left of an output.

    >>> partial_files(Path("no such folder"), "a.parquet")
    []
    """
    return sorted(folder.glob(f".{name}.*{PARTIAL}"))


class Source:
    """A table file, or CSV from standard input for ``-``: its schema first, then its batches.

    >>> import pyarrow.feather, tempfile
    >>> path = Path(tempfile.mkdtemp()) / "a.arrow"
    >>> pyarrow.feather.write_feather(pa.table({"puzzle": ["." * 81] * 3}), path)
    >>> with Source(path) as source:
    ...     source.schema.names, [len(table) for table in source.tables(rows=2)]
    (['puzzle'], [2, 1])
    """

    def __init__(self, path: Path | str, *, as_text: bool = False, strict: bool = False, shares: int = 1) -> None:
        self._shares = shares
        self.path = None if path == "-" else Path(path)
        self.name = "standard input" if path == "-" else str(path)
        kind = "csv" if self.path is None else kind_of(self.path)
        self.rows: int | None = None
        """How many rows there are, where the file says so."""
        self.bad_rows: list[str] = []
        """What could not be read so far, each a sentence."""
        self.size = self.path.stat().st_size if self.path is not None and self.path.is_file() else None
        """How many bytes the file has, where it is one."""
        self._strict = strict
        self._tell: Callable[[], int] | None = None
        self._lines_before = 0
        self._closing = contextlib.ExitStack()
        if kind is None and self.name.lower().endswith(LINES):
            kind = "lines"
        if kind is None:
            suffixes = " ".join([*(suffix for kind in KINDS.values() for suffix in kind), *LINES])
            raise NonetError(f"{self.name}: a table file ends in one of {suffixes}")
        self._kind = kind
        try:
            self.schema, self._batches = getattr(self, f"_open_{kind}")(as_text)
        except (pa.ArrowException, OSError, EOFError) as error:
            self._closing.close()
            raise self._unreadable(error) from None

    def __enter__(self) -> Source:
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.close()

    def tables(self, rows: int = ROWS) -> Iterator[pa.Table | EvenRows]:
        """The rows in order, so many at a time, and the rest at last."""
        waiting: list[Any] = []
        number = 0
        try:
            for batch in self._batches:
                if isinstance(batch, EvenRows):  # these come first, and are kept apart
                    yield from (batch.slice(start, rows) for start in range(0, batch.number, rows))
                    continue
                waiting.append(batch)
                number += len(batch)
                while number >= rows:
                    table = pa.Table.from_batches(waiting, self.schema)
                    yield table.slice(0, rows)
                    number -= rows
                    waiting = table.slice(rows).to_batches() if number else []
        except (pa.ArrowException, OSError, EOFError) as error:
            raise self._unreadable(error) from None
        if number:
            yield pa.Table.from_batches(waiting, self.schema)

    def part_done(self, rows: int) -> float:
        """How much of the file its first rows are, between 0 and 1, as far as that can be known."""
        if self.rows:
            return rows / self.rows
        return min(self._tell() / self.size, 1.0) if self._tell and self.size else 0.0

    def _unreadable(self, error: Exception) -> NonetError:
        if isinstance(error, FileNotFoundError | IsADirectoryError | PermissionError):
            return complaint(self.name, error)
        if self._strict and self.bad_rows:
            return NonetError(self.bad_rows[0])
        words = str(error).strip().partition("\n")[0].rstrip(".")
        more = "; --to csv takes every column as text" if "conversion error" in words else ""
        return NonetError(f"{self.name}: this is no whole {self._kind.capitalize()} file ({words}){more}")

    # Each way to open gives the schema and the batches

    def _open_parquet(self, as_text: bool) -> tuple[Any, Iterator[Any]]:
        file = needed("pyarrow.parquet").ParquetFile(str(self.path), buffer_size=_HEAD, pre_buffer=False)
        self._closing.callback(file.close)
        self.rows = file.metadata.num_rows
        return file.schema_arrow, file.iter_batches(batch_size=ROWS)

    def _open_arrow(self, as_text: bool) -> tuple[Any, Iterator[Any]]:
        mapped = self._closing.enter_context(pa.memory_map(str(self.path)))
        try:
            file = self._closing.enter_context(pa.ipc.open_file(mapped))
        except pa.ArrowInvalid:  # perhaps a stream, which does not end with a table of contents
            mapped.seek(0)
            stream = self._closing.enter_context(pa.ipc.open_stream(mapped))
            return stream.schema, iter(stream)
        return file.schema, (file.get_batch(i) for i in range(file.num_record_batches))

    def _open_csv(self, as_text: bool) -> tuple[Any, Iterator[Any]]:
        csv = needed("pyarrow.csv")
        stream: Any = sys.stdin.buffer if self.path is None else self._stream()
        head = _whole_lines(stream)
        stream = _Joined(head, stream) if self.path is None else self._stream()
        if self.path is not None and self.path.suffix.lower() != ".gz":
            self._tell = stream.tell
        if not head.strip():
            raise NonetError(f"{self.name}: no table, but a head row and puzzles were expected")
        _Utf8(pa.BufferReader(head)).read(len(head))
        delimiter, names = _layout(head)
        parse = csv.ParseOptions(
            delimiter=delimiter, invalid_row_handler=self._note_row, newlines_in_values=b'"' in head
        )
        read = csv.ReadOptions(block_size=_BLOCK, column_names=names, use_threads=False)
        columns = names or _names(head, delimiter)
        texts = csv.ConvertOptions(
            column_types=dict.fromkeys(columns, pa.string()),
            strings_can_be_null=True,
            null_values=[""],
            quoted_strings_can_be_null=False,
        )
        before = 0 if names else head.find(b"\n") + 1
        first = head[before : head.find(b"\n", before) + 1]
        is_usual = not before or head[:before].rstrip(b"\r\n") == _first_line(head)  # not so with other line ends
        can_be_even = self._tell is not None and is_usual and is_even(first, delimiter, len(columns))
        if not as_text and not can_be_even:
            texts.column_types = _types(csv, head, read, parse, texts)
        self.bad_rows.clear()

        def parsed(stream: Any) -> Any:
            reader = csv.open_csv(_Utf8(stream), read_options=read, parse_options=parse, convert_options=texts)
            self._closing.callback(reader.close)
            return reader

        if can_be_even:
            read.column_names = columns
            schema = pa.schema([(name, pa.string()) for name in columns])
            return schema, self._even_rows(before, delimiter, first, columns, parsed)
        reader = parsed(stream)
        return reader.schema, iter(reader)

    def _even_rows(
        self, before: int, delimiter: str, first: bytes, columns: list[str], parsed: Callable[[Any], Any]
    ) -> Iterator[Any]:
        """The rows of a CSV file that are alike to the byte as they lie there, and what comes after them parsed."""
        assert self.path is not None  # noqa: S101
        mapped = self._closing.enter_context(MappedFile(self.path))
        mapped.seek(before)
        self._tell = mapped.tell
        self._lines_before = 1 if before else 0
        for batch in even_batches(mapped, columns, delimiter, first, ROWS, self._shares):
            self._lines_before += batch.number
            yield batch
        end = mapped.tell()
        if mapped.read(_HEAD).strip():
            mapped.seek(end)
            yield from parsed(mapped)

    def _open_lines(self, as_text: bool) -> tuple[Any, Iterator[Any]]:
        csv = needed("pyarrow.csv")
        reader = csv.open_csv(
            self._stream(),
            read_options=csv.ReadOptions(block_size=_BLOCK, column_names=["puzzle"]),
            parse_options=csv.ParseOptions(delimiter="\x01", quote_char=False),
            convert_options=csv.ConvertOptions(column_types={"puzzle": pa.string()}),
        )
        self._closing.callback(reader.close)
        return reader.schema, iter(reader)

    def _stream(self) -> Any:
        """The bytes of the file from the start, unpacked if it ends in gz."""
        stream = pa.input_stream(str(self.path), compression="detect")
        self._closing.callback(stream.close)
        return stream

    def _note_row(self, row: Any) -> str:
        """Leave a row out that has too many or too few columns, and say so."""
        where = f"line {self._lines_before + row.number}: " if row.number is not None else ""
        self.bad_rows.append(
            f"{self.name}: {where}{counted(row.actual_columns, 'column')}, "
            f"but the table has {row.expected_columns} ({row.text!r:.60})"
        )
        return "error" if self._strict else "skip"


# CSV


class _Joined:
    """The head that was looked at and the rest of a stream, as one file."""

    def __init__(self, head: bytes, stream: Any) -> None:
        self._head, self._stream = head, stream
        self.closed = False

    def read(self, size: int = -1) -> Any:
        """The next bytes."""
        if self._head:
            piece, self._head = self._head, b""
            return piece
        return self._stream.read(size)

    def close(self) -> None:
        """Nothing more is read."""
        self.closed = True


class _Utf8:
    """A stream that is read as it is while it is UTF-8: in rows that are left out, other bytes trip the parser."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream
        self._decoder = getincrementaldecoder("utf-8")()
        self.closed = False

    def read(self, size: int = -1) -> Any:
        """The next bytes."""
        data = self._stream.read(size)
        try:
            self._decoder.decode(data, final=not data)
        except UnicodeDecodeError as error:
            raise pa.ArrowInvalid(f"{error.object[error.start : error.start + 1]!r} is not UTF-8") from None
        return data

    def close(self) -> None:
        """Nothing more is read."""
        self.closed = True


def _whole_lines(stream: Any) -> bytes:
    """The first lines of a stream, a megabyte or so of them."""
    head: bytes = stream.read(_HEAD)
    rest: list[bytes] = []
    while head and not (rest[-1] if rest else head).endswith(b"\n") and (more := stream.read(1)):
        rest.append(more)
    return head + b"".join(rest)


def _layout(head: bytes) -> tuple[str, list[str] | None]:
    """What stands between the columns, and the names of the columns if the first row does not tell them."""
    first = _first_line(head).decode("utf-8-sig", "replace").strip()
    delimiter = max(_DELIMITERS, key=first.count)
    values = first.split(delimiter)
    if not any(_BOARD.fullmatch(value.strip('"')) for value in values):
        return delimiter, None
    return delimiter, [f"column_{i}" for i in range(1, len(values) + 1)]


def _names(head: bytes, delimiter: str) -> list[str]:
    import csv

    return next(csv.reader([_first_line(head).decode("utf-8-sig")], delimiter=delimiter))


def _first_line(head: bytes) -> bytes:
    """The first line that is not empty, however lines end."""
    return (re.match(rb"[\r\n]*([^\r\n]*)", head) or [b"", b""])[1]


def _types(csv: Any, head: bytes, read: Any, parse: Any, texts: Any) -> dict[str, Any]:
    """The types of the columns by the first lines: numbers only where the text says no more than a number."""
    as_texts = csv.read_csv(pa.BufferReader(head), read_options=read, parse_options=parse, convert_options=texts)
    guessed = csv.read_csv(pa.BufferReader(head), read_options=read, parse_options=parse).schema
    types = {}
    for i, (name, kind) in enumerate(zip(guessed.names, guessed.types, strict=True)):
        is_number = pa.types.is_integer(kind) or pa.types.is_floating(kind)
        values = as_texts.column(i).to_pylist() if is_number else []
        keeps = all(value is None or _NUMBERS_KEEP.fullmatch(value.strip()) for value in values)
        types[name] = kind if keeps and not pa.types.is_null(kind) else pa.string()
    return types
