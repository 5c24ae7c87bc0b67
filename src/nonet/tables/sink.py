"""Table files that are written: Parquet, Arrow IPC (Feather) and CSV.

A file gets its name when it is whole: until then it is a hidden one beside it, and whatever ends the run takes that
away. Rows are encoded in any thread, several at a time, and appended in order by one.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from ..errors import NonetError
from .cells import even_text
from .files import PARTIAL, complaint, kind_of
from .needs import needed, pa
from .pages import PageWriter

__all__ = ["Sink", "as_arrow"]


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
            os.close(handle)
            self._temporary = Path(name)
            self._file = pa.OSFile(name, "ab")  # "wb" would empty the file, and then closing it waits for the disk
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

        Where the schema says string, a column may come as a dictionary, or as the bytes of texts of one length.
        """
        assert self._writer is not None  # noqa: S101
        return self._writer.encode(columns)

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

    def __init__(self, file: Any, schema: pa.Schema, delimiter: str) -> None:
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


def _parquet_writer(file: Any, schema: Any, compression: str, path: Path, boards: Collection[str]) -> _Writer:
    """Boards repeat too seldom for dictionaries, and their least and greatest tell nothing: neither is looked for."""
    if PageWriter.takes(schema):
        return PageWriter(file, schema, boards, compression=compression)
    others = [field.name for field in schema if field.name not in boards]
    writer = needed("pyarrow.parquet").ParquetWriter(
        file,
        schema,
        compression=compression,
        compression_level=1 if compression == "zstd" else None,
        use_dictionary=others or False,
        write_statistics=others or False,
    )
    return _ArrowWriter(writer, schema)


def _arrow_writer(file: Any, schema: Any, compression: str, path: Path, boards: Collection[str]) -> _Writer:
    if compression not in ("none", "zstd", "lz4"):
        raise NonetError(f"{path}: an Arrow file is compressed by zstd or lz4, not {compression}")
    options = pa.ipc.IpcWriteOptions(compression=None if compression == "none" else compression)
    return _ArrowWriter(pa.ipc.new_file(file, schema, options=options), schema)


def _csv_writer(file: Any, schema: Any, compression: str, path: Path, boards: Collection[str]) -> _Writer:
    if path.name.lower().endswith(".gz") or compression != "none":
        raise NonetError(f"{path}: CSV is written uncompressed")
    return _CsvWriter(file, schema, "\t" if path.suffix.lower() == ".tsv" else ",")


_WRITERS = {"parquet": _parquet_writer, "arrow": _arrow_writer, "csv": _csv_writer}


def as_arrow(column: Any) -> Any:
    """A column as an Arrow array, if it is not one.

    >>> as_arrow(np.frombuffer(b"onetwo", np.uint8).reshape(2, 3)).to_pylist()
    ['one', 'two']
    """
    return even_text(column) if isinstance(column, np.ndarray) else column


def _table(columns: Sequence[Any], schema: pa.Schema) -> pa.Table:
    """The columns as a table, each of the type that the schema says."""
    arrays = [as_arrow(column) for column in columns]
    fitting = [
        array if array.type == field.type else array.cast(field.type)
        for array, field in zip(arrays, schema, strict=True)
    ]
    return pa.Table.from_arrays(fitting, schema=schema)
