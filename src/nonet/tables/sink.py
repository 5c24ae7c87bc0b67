"""Table files that are written: Parquet, Arrow IPC (Feather) and CSV.

A file gets its name when it is whole: until then it is a hidden one beside it, and whatever ends the run takes that
away. Rows are encoded in any thread, several at a time, and appended in order by one.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import sys
import tempfile
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, Protocol

from ..errors import NonetError
from .files import PARTIAL, complaint, kind_of
from .needs import needed, pa
from .parquet import PageWriter
from .texts import EvenTexts, as_arrow

__all__ = ["OutputFile", "Sink"]

_ROOM_AHEAD, _SMALL = 1 << 24, 1 << 20
_KEEP_SIZE = 1
"""What tells Linux to reserve room behind the end of a file."""


class Sink:
    """A table file to be: batches are written aside, `commit` gives the file its name, and without it nothing stays.

    >>> path = Path(tempfile.mkdtemp()) / "a.parquet"
    >>> with Sink(path, pa.schema([("count", pa.uint32())])) as sink:
    ...     sink.write(pa.table({"count": pa.array([1, 2], pa.uint32())}))
    ...     path.exists(), sink.commit(), path.exists()
    (False, None, True)
    """

    def __init__(
        self, path: Path, schema: pa.Schema, *, compression: str = "none", boards: Collection[str] = ()
    ) -> None:
        self.path, self.schema = path, schema
        kind = kind_of(path)
        self._writer: _Writer | None = None
        self._temporary: Path | None = None
        self._file: Any = None
        if path.exists() and not path.is_file():
            raise NonetError(f"{path} is no ordinary file, which a table needs")
        try:
            with contextlib.suppress(FileExistsError):  # a file in its place will be said to be no folder
                path.parent.mkdir(parents=True)
            handle, name = tempfile.mkstemp(PARTIAL, f".{path.name}.", path.parent)
            self._temporary = Path(name)
            self._file = OutputFile(handle, name)
            self._writer = _WRITERS[kind or ""](self._file, schema, compression, path, boards)
        except (pa.ArrowException, OSError) as error:
            self.abandon()
            raise complaint(path, error) from None

    def __enter__(self) -> Sink:
        return self

    def __exit__(self, *_: object) -> None:
        self.abandon()

    def encode(self, columns: Sequence[Any]) -> Any:
        """Some rows, to become a row group of their own, as `append` takes them; in any thread.

        Where the schema says string, a column may come as a dictionary, or as texts of one length.
        """
        assert self._writer is not None  # noqa: S101
        return self._writer.encode(columns)

    def room(self, rows: int) -> EvenTexts | None:
        """A place for so many solutions from which they need not be copied, if there is such a place."""
        return self._writer.room(rows) if isinstance(self._writer, PageWriter) else None

    def append(self, encoded: Any) -> None:
        """Write encoded rows behind those that are written."""
        assert self._writer is not None  # noqa: S101
        try:
            self._writer.append(encoded)
        except (pa.ArrowException, OSError) as error:
            self.abandon()
            raise complaint(self.path, error) from None

    def write(self, table: pa.Table) -> None:
        """Encode and append some rows."""
        self.append(self.encode(table.columns))

    def commit(self) -> None:
        """Finish the file and give it its name."""
        assert self._temporary is not None  # noqa: S101
        assert self._writer is not None  # noqa: S101
        try:
            self._writer.close()
            self._file.close()
            mask = os.umask(0)
            os.umask(mask)
            self._temporary.chmod(0o666 & ~mask)  # as if it had been opened the usual way
            self._temporary.replace(self.path)
            self._temporary = None
        except (pa.ArrowException, OSError) as error:
            self.abandon()
            raise complaint(self.path, error) from None

    def abandon(self) -> None:
        """Take away what was written, if it has no name yet."""
        if self._temporary is None:
            return
        for unfinished in (self._writer, self._file):
            if unfinished is not None:
                with contextlib.suppress(Exception):
                    unfinished.close()
        self._temporary.unlink(missing_ok=True)
        self._temporary = None


class OutputFile:
    """A new file that is written from front to end, and for which room on the disk is reserved some way ahead.

    Where Linux can do that, writing costs a third less than if every page of memory had to find its own.

    >>> handle, name = tempfile.mkstemp()
    >>> file = OutputFile(handle, name)
    >>> file.write(b"nonet"), file.close(), Path(name).read_bytes()
    (None, None, b'nonet')
    """

    def __init__(self, handle: int, name: str) -> None:
        self._handle: int | None = handle
        self._size, self._reserved, self._can_reserve = 0, _SMALL, True
        try:
            self.stream = pa.OSFile(name, "ab")  # "wb" would empty the file, and then closing it waits for the disk
            """The file for those who write by themselves."""
        except OSError:
            os.close(handle)
            raise

    def write(self, data: Any) -> None:
        """Write bytes behind those that are written."""
        size = memoryview(data).nbytes
        while self._can_reserve and self._handle is not None and self._size + size > self._reserved:
            self._can_reserve = _reserve(self._handle, self._reserved, _ROOM_AHEAD)
            self._reserved += _ROOM_AHEAD
        self.stream.write(data)
        self._size += size

    def close(self) -> None:
        """Close the file, and give back what room was not needed."""
        self.stream.close()
        handle, self._handle = self._handle, None
        if handle is None:
            return
        try:
            if self._reserved > _SMALL:
                os.ftruncate(handle, self._size)
        finally:
            os.close(handle)


def _reserve(handle: int, start: int, size: int) -> bool:
    """Reserve room for bytes of a file that come later; False if that cannot be done here, whatever the reason."""
    if sys.platform != "linux" or sys.maxsize < 1 << 32:
        return False
    call = getattr(ctypes.CDLL(None), "fallocate", None)  # os.posix_fallocate would write where it cannot reserve
    return call is not None and call(handle, _KEEP_SIZE, ctypes.c_int64(start), ctypes.c_int64(size)) == 0


class _Writer(Protocol):
    def encode(self, columns: Sequence[Any]) -> Any: ...

    def append(self, encoded: Any) -> None: ...

    def close(self) -> None: ...


class _ArrowWriter:
    """A writer of the Arrow library, which encodes when it writes."""

    def __init__(self, writer: Any, schema: pa.Schema) -> None:
        self._writer, self._schema = writer, schema

    def encode(self, columns: Sequence[Any]) -> Any:
        return _table(columns, self._schema)

    def append(self, encoded: Any) -> None:
        self._writer.write_table(encoded)

    def close(self) -> None:
        self._writer.close()


class _CsvWriter:
    """CSV with quotes only where they are needed: a batch in which no value needs them has none."""

    def __init__(self, file: OutputFile, schema: pa.Schema, delimiter: str) -> None:
        import csv
        import io

        self._csv = needed("pyarrow.csv")
        self._file, self._schema, self._delimiter = file, schema, delimiter
        head = io.StringIO()
        csv.writer(head, delimiter=delimiter, lineterminator="\n").writerow(schema.names)
        file.write(head.getvalue().encode())

    def encode(self, columns: Sequence[Any]) -> Any:
        table = _table(columns, self._schema)
        try:
            return self._text(table, "none")
        except pa.ArrowInvalid:
            return self._text(table, "needed")

    def append(self, encoded: Any) -> None:
        self._file.write(encoded)

    def close(self) -> None:
        """Nothing is kept back."""

    def _text(self, table: Any, quoting: str) -> Any:
        sink = pa.BufferOutputStream()
        options = self._csv.WriteOptions(include_header=False, delimiter=self._delimiter, quoting_style=quoting)
        self._csv.write_csv(table, sink, options)
        return sink.getvalue()


def _parquet_writer(file: OutputFile, schema: Any, compression: str, path: Path, boards: Collection[str]) -> _Writer:
    """Boards repeat too seldom for dictionaries, and their least and greatest tell nothing: neither is looked for."""
    if PageWriter.takes(schema):
        return PageWriter(file, schema, boards, compression=compression)
    others = [field.name for field in schema if field.name not in boards]
    writer = needed("pyarrow.parquet").ParquetWriter(
        file.stream,
        schema,
        compression=compression,
        compression_level=1 if compression == "zstd" else None,
        use_dictionary=others or False,
        write_statistics=others or False,
    )
    return _ArrowWriter(writer, schema)


def _arrow_writer(file: OutputFile, schema: Any, compression: str, path: Path, boards: Collection[str]) -> _Writer:
    if compression not in ("none", "zstd", "lz4"):
        raise NonetError(f"{path}: an Arrow file is compressed by zstd or lz4, not {compression}")
    options = pa.ipc.IpcWriteOptions(compression=None if compression == "none" else compression)
    return _ArrowWriter(pa.ipc.new_file(file.stream, schema, options=options), schema)


def _csv_writer(file: OutputFile, schema: Any, compression: str, path: Path, boards: Collection[str]) -> _Writer:
    if path.name.lower().endswith(".gz") or compression != "none":
        raise NonetError(f"{path}: CSV is written uncompressed")
    return _CsvWriter(file, schema, "\t" if path.suffix.lower() == ".tsv" else ",")


_WRITERS = {"parquet": _parquet_writer, "arrow": _arrow_writer, "csv": _csv_writer}


def _table(columns: Sequence[Any], schema: pa.Schema) -> pa.Table:
    """The columns as a table, each of the type that the schema says."""
    arrays = [as_arrow(column) for column in columns]
    fitting = [
        array if array.type == field.type else array.cast(field.type)
        for array, field in zip(arrays, schema, strict=True)
    ]
    return pa.Table.from_arrays(fitting, schema=schema)
