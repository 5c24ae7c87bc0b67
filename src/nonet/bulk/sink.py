"""Where results go: lines of text, or table files (Parquet, Arrow, CSV).

A text output is appended to block by block, so a run that was stopped can be resumed; whatever ends the run, the file
has complete lines. A table file gets its name when it is complete.
"""

from __future__ import annotations

import csv
import io
import os
import signal
import stat
import sys
import threading
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any

from ..errors import ArgumentError, FileError, counted
from ..extras import require
from ..files import AtomicFile, file_error, lock
from .source import table_kind

__all__ = ["COMPRESSIONS", "ROW_GROUP", "TableSink", "TextSink", "complete_lines"]

COMPRESSIONS = ("none", "zstd", "lz4", "snappy")
"""How a Parquet file can be compressed. An Arrow file cannot be compressed with snappy, and CSV is not compressed."""

ROW_GROUP = 1 << 16
"""The number of rows in a row group of a Parquet file, or in a record batch of an Arrow file."""


class TextSink:
    """A file or standard output to which complete lines are written.

    While it is open, Ctrl-C waits until the current block is written; a second Ctrl-C does not wait. The file is
    locked, so that no second run can write it at the same time. `can_resume` is whether a message recommends that.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "a.txt"
    >>> with TextSink(path) as sink:
    ...     sink.write(b"one\\ntwo\\n", 2)
    >>> sink.lines, path.read_text()
    (2, 'one\\ntwo\\n')
    """

    def __init__(self, path: Path | None, *, resume: bool = False, can_resume: bool = True) -> None:
        self.lines = 0
        """The number of lines that were written, without the header."""
        self._name = "standard output" if path is None else str(path)
        self._can_resume = can_resume
        flags = os.O_WRONLY | os.O_CREAT | getattr(os, "O_BINARY", 0)
        if path is None:
            sys.stdout.flush()
        self._fd = sys.stdout.fileno() if path is None else os.open(path, flags, 0o666)
        self._is_stdout = path is None
        self._is_file = not self._is_stdout and stat.S_ISREG(os.fstat(self._fd).st_mode)
        if self._is_file:
            try:
                lock(self._fd, path)
            except FileError:
                os.close(self._fd)
                raise
            if not resume:
                os.ftruncate(self._fd, 0)
        self._size = os.lseek(self._fd, 0, os.SEEK_END) if self._is_file else 0
        self._is_writing = False
        self._is_stopped = False
        self._has_handler = (
            threading.current_thread() is threading.main_thread()
            and signal.getsignal(signal.SIGINT) is signal.default_int_handler
        )
        if self._has_handler:
            signal.signal(signal.SIGINT, self._stop)

    def close(self) -> None:
        """Close the file, and let Ctrl-C stop the program at once again."""
        if self._has_handler:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            self._has_handler = False
        if not self._is_stdout:
            os.close(self._fd)
            self._is_stdout = True

    def __enter__(self) -> TextSink:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def write(self, data: bytes | memoryview, lines: int) -> None:
        """Write complete lines; if that fails, none of them stay in the file."""
        self._is_writing = True
        try:
            rest = memoryview(data)
            while rest:
                rest = rest[os.write(self._fd, rest) :]
        except BrokenPipeError:
            raise
        except OSError as error:
            self._truncate()
            where = f"after {counted(self.lines, 'line')}" if self.lines else "at the first line"
            left = "; all lines before it are complete" if self._is_file else ""
            left += ", and resume continues there" if self._is_file and self._can_resume else ""
            raise FileError(f"{self._name}: {error.strerror} {where}{left}") from None
        except KeyboardInterrupt:
            self._truncate()
            raise
        self._size += len(data)
        self.lines += lines
        self._is_writing = False
        if self._is_stopped:
            raise KeyboardInterrupt

    def _truncate(self) -> None:
        if self._is_file:
            os.ftruncate(self._fd, self._size)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        if not self._is_writing or self._is_stopped:
            raise KeyboardInterrupt
        self._is_stopped = True


def complete_lines(path: Path) -> tuple[int, int]:
    """Return how many complete lines a file has, and how many bytes they are."""
    lines = size = end = 0
    with path.open("rb") as file:
        while piece := file.read(1 << 18):
            lines += piece.count(b"\n")
            last = piece.rfind(b"\n")
            end = size + last + 1 if last >= 0 else end
            size += len(piece)
    return lines, end


class TableSink:
    """A table file that is written atomically: it gets its name in `commit`, and without that it is deleted.

    `boards` names columns of boards. Their values differ from row to row, so a Parquet file gets neither dictionaries
    nor statistics of them.

    >>> import pyarrow as pa, tempfile
    >>> path = Path(tempfile.mkdtemp()) / "a.parquet"
    >>> table = pa.table({"count": [1, 2]})
    >>> with TableSink(path, table.schema) as sink:
    ...     sink.write(sink.encode(table))
    ...     path.exists(), sink.commit(), path.exists()
    (False, None, True)
    """

    def __init__(self, path: Path, schema: Any, *, compression: str = "none", boards: Collection[str] = ()) -> None:
        self.path = path
        self._library_errors = (require("pyarrow").ArrowException, OSError)
        try:
            self._file = AtomicFile(path, make_folder=True)
            try:
                self._writer = _WRITERS[table_kind(path) or ""](self._file, schema, compression, boards)
            except BaseException:
                self._file.discard()
                raise
        except self._library_errors as error:
            raise file_error(path, error) from None
        except ArgumentError as error:
            raise ArgumentError(f"{path}: {error}") from None

    def encode(self, table: Any) -> Any:
        """Return the rows of an Arrow table as `write` needs them. Any thread may call this."""
        return self._writer.encode(table)

    def write(self, encoded: Any) -> None:
        """Write encoded rows after the earlier ones."""
        try:
            self._writer.write(encoded)
        except self._library_errors as error:
            raise file_error(self.path, error) from None

    def commit(self) -> None:
        """Complete the file and rename it into place."""
        try:
            self._writer.finish()
            self._file.commit()
        except self._library_errors as error:
            raise file_error(self.path, error) from None

    def __enter__(self) -> TableSink:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(Exception):  # the library would do this later, when the file is closed
            self._writer.finish()
        self._file.discard()


class _ArrowWriter:
    """An Arrow file; the rows are collected until they fill a record batch."""

    compressions: Collection[str] = ("none", "zstd", "lz4")

    def __init__(self, file: AtomicFile, schema: Any, compression: str, boards: Collection[str]) -> None:
        if compression not in self.compressions:
            raise ArgumentError.unknown("compression", compression, self.compressions)
        self._pa = require("pyarrow")
        self._waiting: list[Any] = []
        self._rows = 0
        self._file = self._pa.OSFile(str(file.temporary), "ab")
        self._writer = self._open(self._file, schema, compression, boards)

    def _open(self, file: Any, schema: Any, compression: str, boards: Collection[str]) -> Any:
        options = self._pa.ipc.IpcWriteOptions(compression=None if compression == "none" else compression)
        return self._pa.ipc.new_file(file, schema, options=options)

    def encode(self, table: Any) -> Any:
        return table

    def write(self, encoded: Any) -> None:
        self._waiting.append(encoded)
        self._rows += len(encoded)
        if self._rows >= ROW_GROUP:
            self._write_all()

    def finish(self) -> None:
        try:
            self._write_all()
        finally:
            self._writer.close()
            self._file.close()

    def _write_all(self) -> None:
        tables, self._waiting, self._rows = self._waiting, [], 0
        if tables:
            self._write_table(self._pa.concat_tables(tables))

    def _write_table(self, table: Any) -> None:
        self._writer.write_table(table.combine_chunks())


class _ParquetWriter(_ArrowWriter):
    """A Parquet file; the rows are collected until they fill a row group."""

    compressions = COMPRESSIONS

    def _open(self, file: Any, schema: Any, compression: str, boards: Collection[str]) -> Any:
        others = [field.name for field in schema if field.name not in boards]
        return require("pyarrow.parquet").ParquetWriter(
            file,
            schema,
            compression=compression,
            compression_level=1 if compression == "zstd" else None,
            use_dictionary=others or False,
            write_statistics=others or False,
        )

    def _write_table(self, table: Any) -> None:
        self._writer.write_table(table)


class _CsvWriter:
    """CSV with quotes only where they are needed. Each thread makes the text of its own rows."""

    def __init__(self, file: AtomicFile, schema: Any, compression: str, boards: Collection[str]) -> None:
        name = file.path.name.lower()
        if name.endswith(".gz") or compression != "none":
            raise ArgumentError("CSV is written without compression")
        self._pa, self._csv = require("pyarrow"), require("pyarrow.csv")
        self._delimiter = "\t" if name.endswith(".tsv") else ","
        self.write = file.write
        header = io.StringIO()
        csv.writer(header, delimiter=self._delimiter, lineterminator="\n").writerow(schema.names)
        file.write(header.getvalue().encode())

    def encode(self, table: Any) -> Any:
        if not any(map(self._has_empty_text, table.columns)):
            with suppress(self._pa.ArrowInvalid):  # a value contains a quote, a delimiter or a line end
                return self._text(table, "none")
        return self._text(table, "needed")

    def _has_empty_text(self, column: Any) -> bool:
        """Return whether a column has a text of no characters. Without quotes it would become a missing value."""
        if column.type != self._pa.string():
            return False
        compute = require("pyarrow.compute")
        return bool(compute.min(compute.binary_length(column)).as_py() == 0)

    def finish(self) -> None:
        """Nothing is buffered."""

    def _text(self, table: Any, quoting: str) -> Any:
        sink = self._pa.BufferOutputStream()
        options = self._csv.WriteOptions(include_header=False, delimiter=self._delimiter, quoting_style=quoting)
        self._csv.write_csv(table, sink, options)
        return sink.getvalue()


_WRITERS: dict[str, type[_ArrowWriter] | type[_CsvWriter]] = {
    "parquet": _ParquetWriter,
    "arrow": _ArrowWriter,
    "csv": _CsvWriter,
}
