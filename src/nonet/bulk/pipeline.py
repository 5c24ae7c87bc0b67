"""The pipeline: source -> compute -> sink, in order, with bounded memory, on threads, processes or a cluster.

::

    blocks of a source --> threads compute and encode --> the sink writes, in order
                           (a cluster computes, if one is given; worker processes rate)

`TextRun` goes from text to text and can be resumed at any line. `process_files` goes from table files to table files,
each of which is written atomically. With several files and a cluster, whole files are the pieces of work: they are read
and written where they are computed.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from functools import partial
from itertools import chain
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple, TypeVar

from ..errors import ArgumentError, ColumnError, FileError, FormatError, NonetError, WorkerError, counted
from ..extras import require
from ..files import file_error, is_locked, lock, partial_files
from ..kernel import thread_count
from ..workers import ordered_map
from .clusters import CLUSTERS, Cluster
from .columns import (
    ADDED,
    RATING_COLUMNS,
    Rate,
    added_columns,
    columns_named,
    compute_columns,
    new_fields,
    puzzle_column,
    stated_column,
)
from .lines import LineFormat, make_lines
from .sink import COMPRESSIONS, ROW_GROUP, TableSink, TextSink, complete_lines
from .source import TABLE_SUFFIXES, Puzzles, TableBlock, TableSource, TextSource, table_kind

__all__ = ["ENGINES", "FileReport", "Job", "Request", "TextRun", "plan", "process_files", "process_jobs"]

_Block = TypeVar("_Block")
_Result = TypeVar("_Result")

ENGINES = ("local", *CLUSTERS)
"""Where table files can be computed: in threads of this process, or on a cluster."""


def _rate(stack: ExitStack, threads: int) -> Rate:
    """Return a function that rates puzzles in worker processes."""
    from ..logic import Raters  # loading logic takes as long as solving a hundred thousand puzzles

    return stack.enter_context(Raters(threads, scale="hodoku")).rate


def _computed(
    source: TextSource | TableSource,
    blocks: Iterable[_Block],
    compute: Callable[[_Block], tuple[int, _Result]],
    threads: int,
) -> Iterator[tuple[_Result, float]]:
    """Yield the result of each block of a source, in order, and the position of the source after the block.

    `compute` returns the number of rows and the result. The time it takes decides how large further blocks are.
    """

    def positioned() -> Iterator[tuple[_Block, float]]:
        for block in blocks:
            yield block, source.position

    def timed(item: tuple[_Block, float]) -> tuple[int, _Result, float, float]:
        start = perf_counter()
        rows, result = compute(item[0])
        return rows, result, perf_counter() - start, item[1]

    results = ordered_map(timed, positioned(), threads=threads, is_waiting=lambda: source.is_waiting)
    with closing(results):  # type: ignore[type-var]
        for rows, result, seconds, position in results:
            source.adapt(rows, seconds)
            yield result, position


# From text to text


class TextResult(NamedTuple):
    """A block of puzzles of a text run that was written."""

    rows: int
    position: float
    """The number of bytes of the source that were read."""
    errors: list[FormatError]
    """The lines that were left out because they cannot be read."""


class TextRun:
    """One run from text to text: iterating over it computes and writes the results, block by block.

    If `resume` is set and the output exists, the puzzles that it has results for are skipped. With `strict`, the first
    puzzle that cannot be read ends the run.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "a.txt"
    >>> _ = path.write_text("." * 81 + "\\n" + "." * 80)
    >>> with TextSource(str(path)) as source:
    ...     run = TextRun(source, path.with_name("b.txt"), LineFormat("count", limit=9))
    ...     print(*[str(error.reason) for result in run for error in result.errors])
    80 cells, but a 9x9 board has 81
    >>> path.with_name("b.txt").read_text(), run.lines
    ('9\\n', 1)
    """

    def __init__(
        self,
        source: TextSource,
        output: Path | None,
        form: LineFormat,
        *,
        threads: int | None = None,
        strict: bool = False,
        resume: bool = False,
        force: bool = False,
    ) -> None:
        self._source, self._output, self._form = source, output, form
        self._threads = thread_count(threads)
        self._strict = strict
        self._resume = resume and output is not None and output.exists()
        self._sink: TextSink | None = None
        self.has_errors = False
        """Whether some puzzles could not be read, in this run or in the one that it resumes."""
        self.at_limit = 0
        """The number of counts that stopped at the limit, in this run."""
        if output is None:
            return
        if output.suffix == ".gz":
            raise FileError(f"{output}: text is written without compression; write to a pipe into gzip instead")
        if source.stream.is_same_file(output):
            raise FileError(f"{output} is the input; the output needs another file")
        if output.is_file() and not resume and not force:
            raise FileError(f"{output} already exists; resume continues it, force replaces it")

    @property
    def lines(self) -> int:
        """The number of lines that were written."""
        return self._sink.lines if self._sink else 0

    def __iter__(self) -> Iterator[TextResult]:
        earlier = self._earlier_lines() if self._resume and self._output else 0
        found = False
        with ExitStack() as stack:
            rate: Rate | None = None
            if self._form.what == "rate":
                rate = _rate(stack, self._threads)

            def compute(block: Any) -> tuple[int, tuple[Puzzles, bytes | memoryview]]:
                puzzles = block.parsed(fast=rate is None)
                lines = make_lines(puzzles, self._form, rate)
                if lines is None:  # a cell is bad
                    puzzles = block.parsed()
                    lines = make_lines(puzzles, self._form, rate)
                return len(puzzles), (puzzles, lines or b"")

            blocks = self._blocks(earlier)
            for (puzzles, text), position in _computed(self._source, blocks, compute, self._threads):
                errors = [error for _, error in puzzles.errors]
                if not errors and not len(puzzles):
                    continue
                found = True
                if errors and self._strict:
                    number = puzzles.errors[0][0]
                    self._write(stack, b"".join(bytes(text).splitlines(keepends=True)[:number]), number)
                    raise errors[0]
                self._write(stack, text, len(puzzles))
                self.at_limit += self._form.counts_at_limit(text)
                self.has_errors = self.has_errors or bool(errors)
                yield TextResult(len(puzzles), position, errors)
        if self._source.failure:
            raise self._source.failure
        if not found and not earlier:
            raise FormatError("no puzzle, but at least one was expected", source=self._source.name)

    def _blocks(self, skip: int) -> Iterator[Any]:
        """Yield the blocks that have puzzles or errors, without the first `skip` puzzles."""
        earlier = skip
        for block in self._source.blocks():
            if not skip:
                yield block
                continue
            puzzles = block.parsed()
            skipped = min(skip, len(puzzles))
            skip -= skipped
            self.has_errors = self.has_errors or any(place < skipped for place, _ in puzzles.errors)
            if not skip:
                yield puzzles.between(skipped, len(puzzles))
        if skip and not self._source.failure:
            raise FileError(
                f"{self._output} has {counted(earlier, 'result')}, but {self._source.name} has only "
                f"{counted(earlier - skip, 'puzzle')}"
            )

    def _write(self, stack: ExitStack, text: bytes | memoryview, lines: int) -> None:
        """Write some lines. The output is opened by the first ones, so that a run without puzzles leaves no file."""
        if self._sink is None:
            self._sink = stack.enter_context(TextSink(self._output, resume=self._resume))
            if self._form.header and not self._resume:
                self._sink.write(self._form.header.encode(), 0)
        if lines:
            self._sink.write(text, lines)

    def _earlier_lines(self) -> int:
        """Return how many results an earlier run wrote, and cut off a line that it left incomplete."""
        path, form = self._output, self._form
        assert path is not None  # noqa: S101
        with path.open("r+b") as file:
            lock(file.fileno(), path)
            lines, size = complete_lines(path)
            first = file.readline(1 << 16).decode("utf-8", "replace")
            if (lines and not re.fullmatch(form.pattern, first.rstrip("\n"))) or (not lines and len(first) > 1 << 12):
                raise FileError(f"{path} does not start like an output of {form.what} as {form.to}")
            file.truncate(size)
            if not lines and form.header:
                file.seek(0)
                file.write(form.header.encode())
        return max(lines - bool(form.header), 0)


# From table files to table files


class Request(NamedTuple):
    """What to compute for each table file.

    >>> Request(limit=1).limit
    1
    """

    column: str | None = None
    """The column of puzzles; None if it is to be found by its name or its contents."""
    add: tuple[str, ...] | None = None
    """The names of the new columns; None if `added_columns` chooses them for each table."""
    limit: int = 2
    prefix: str = ""
    compression: str = "none"
    strict: bool = False
    types: Mapping[str, str] | None = None
    """The Arrow types of columns of CSV that are not to stay text."""

    @property
    def note(self) -> bytes:
        """A note in the output's metadata, by which a later run recognizes it."""
        types = {"types": dict(self.types)} if self.types else {}
        return json.dumps({"add": self.add, "limit": self.limit, "prefix": self.prefix} | types).encode()


class Job(NamedTuple):
    """One file to read and one to write.

    >>> Job("a.csv", Path("b.parquet")).source
    'a.csv'
    """

    source: str
    """The file, or ``-`` for standard input."""
    output: Path


class FileReport(NamedTuple):
    """The result for one file.

    >>> print(FileReport("a.csv", "b.parquet", 7, {"unique": 7}))
    a.csv -> b.parquet: 7 rows
    """

    source: str
    output: str
    rows: int = 0
    status: dict[str, int] | None = None
    """The number of rows with each status; empty if that column was not added."""
    bad_rows: tuple[str, ...] = ()
    """The rows of a CSV file that were left out, each as a message."""
    error: NonetError | None = None
    """Why there is no output; None if there is one."""
    is_skipped: bool = False
    """Whether an earlier run wrote the output."""
    at_limit: int = 0
    """The number of counts that stopped at the limit, if that is more than 2; the status says the rest."""

    def to_dict(self) -> dict[str, object]:
        """Return the report as plain values, for JSON.

        >>> FileReport("a.csv", "b.parquet", is_skipped=True).to_dict()["is_skipped"]
        True
        """
        return self._asdict() | {"error": None if self.error is None else str(self.error)}

    def __str__(self) -> str:
        result = self.error or ("skipped" if self.is_skipped else counted(self.rows, "row"))
        return f"{self.source} -> {self.output}: {result}"


Watch = Callable[[int, float], None]
"""A function that is called with the number of further rows, and with the bytes of all sources read so far."""


def _no_watch(rows: int, position: float) -> None:
    pass


_NOTE = b"nonet"
_CELLS = 81
_ONE_OR_SEVERAL = 2
"""The limit that shows whether there is one solution or several: the status says so, too."""


def process_files(
    inputs: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    output: str | os.PathLike[str],
    *,
    column: str | None = None,
    add: Sequence[str] | None = None,
    limit: int = 2,
    prefix: str = "",
    to: str | None = None,
    compression: str = "none",
    strict: bool = False,
    types: Mapping[str, str] | None = None,
    engine: str = "local",
    address: str | None = None,
    threads: int | None = None,
    resume: bool = False,
    force: bool = False,
) -> list[FileReport]:
    """Add columns to the tables in Parquet, Arrow or CSV files; the other columns and the order of rows stay.

    `inputs` are files, folders or patterns. One file goes to `output`; several go into it as a folder, each under its
    own path. Each output gets its name when it is complete. It is an error if an output exists, unless `resume` skips
    it or `force` replaces it. Memory does not grow with the files. The columns of a CSV file are copied as text;
    `types` converts some of them, such as ``{"id": "int64"}``, by the names of Arrow.

    >>> import pyarrow.parquet, tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "kaggle.csv").write_text("quizzes,solutions\\n" + "." * 81 + "," + "1" * 81 + "\\n")
    >>> process_files(folder / "kaggle.csv", folder / "solved.parquet")[0].status
    {'several': 1}
    >>> pyarrow.parquet.read_table(folder / "solved.parquet").column_names
    ['quizzes', 'solutions', 'solution', 'count', 'status', 'agrees']
    """
    sources = [inputs] if isinstance(inputs, str | os.PathLike) else list(inputs)
    request = Request(column, None if add is None else tuple(add), limit, prefix, compression, strict, types)
    jobs = plan(sources, output, to)
    reports = list(process_jobs(jobs, request, engine, address, threads, resume=resume, force=force))
    errors = [report.error for report in reports if report.error]
    if len(errors) > 1:
        raise FileError(f"{errors[0]} (and {len(errors) - 1} more of {len(reports)} files)")
    if errors:
        raise errors[0]
    return reports


def process_jobs(
    jobs: Sequence[Job],
    request: Request,
    engine: str = "local",
    address: str | None = None,
    threads: int | None = None,
    *,
    resume: bool = False,
    force: bool = False,
    watch: Watch = _no_watch,
) -> Iterator[FileReport]:
    """Yield a report for each job. A file that fails does not keep the others from being processed."""
    if engine not in ENGINES:
        raise ArgumentError.unknown("engine", engine, ENGINES)
    if engine == "local" and address is not None:
        raise ArgumentError("an address needs engine ray or dask")
    if request.compression not in COMPRESSIONS:
        raise ArgumentError.unknown("compression", request.compression, COMPRESSIONS)
    thread_count(threads)
    columns_named(request.add or ADDED)
    left = [job for job in jobs if not _is_done(job, request, resume, force)]
    yield from (FileReport(job.source, str(job.output), is_skipped=True) for job in jobs if job not in left)
    if not left:
        return
    _delete_partial_files(left)
    try:
        if engine == "local":
            yield from _process_here(left, request, thread_count(threads), None, watch)
            return
        with CLUSTERS[engine](threads, address) as cluster:
            process = _process_there if len(jobs) > 1 else _process_here
            yield from process(left, request, cluster.threads, cluster, watch)
    finally:
        _delete_partial_files(left)


def _process_here(
    jobs: Sequence[Job], request: Request, threads: int, cluster: Cluster | None, watch: Watch
) -> Iterator[FileReport]:
    """Process one file after the other: read and write it here, and compute its blocks here or on a cluster."""
    before = 0
    for job in jobs:
        try:
            run = _TableRun(job, request, threads, cluster)
            yield run.process(lambda rows, position, before=before: watch(rows, before + position))  # type: ignore[misc]
        except NonetError as error:
            yield FileReport(job.source, str(job.output), error=error)
        before += _size(job.source)


def _process_there(
    jobs: Sequence[Job], request: Request, threads: int, cluster: Cluster, watch: Watch
) -> Iterator[FileReport]:
    """Let the workers of a cluster read and write whole files."""
    before = 0
    for job, result in cluster.map(_process_on_worker, jobs, lambda job: (job, request, threads)):
        try:
            report: FileReport = result()
        except NonetError as error:
            failure = WorkerError(f"{job.source} was not processed: {error}")
            report = FileReport(job.source, str(job.output), error=failure)
        before += _size(job.source)
        watch(report.rows, before)
        yield report


def _process_on_worker(job: Job, request: Request, threads: int) -> FileReport:
    require("pyarrow").set_cpu_count(threads)  # Arrow would use all CPUs of the machine, those of other tasks too
    return next(_process_here([job], request, threads, None, _no_watch))


class _TableResult(NamedTuple):
    """Some rows with their new columns, ready to be written."""

    rows: int
    status: dict[str, int]
    at_limit: int
    encoded: Any


class _TableRun:
    """The processing of one table file, from its source to its sink."""

    def __init__(self, job: Job, request: Request, threads: int, cluster: Cluster | None) -> None:
        self._job, self._request, self._threads, self._cluster = job, request, threads, cluster
        self._rate: Rate | None = None
        self._names: tuple[str, ...] = ()
        self._stated: int | None = None

    def process(self, progress: Watch) -> FileReport:
        """Process the file from end to end. If that fails, there is no output."""
        job, request = self._job, self._request
        rows, at_limit, status = 0, 0, Counter[str]()
        with ExitStack() as stack:
            if request.types and table_kind(job.output) == "csv":
                raise ArgumentError(f"{job.output}: a CSV file has no types, so the columns stay text")
            block_rows = ROW_GROUP if self._cluster else None
            source = TableSource(job.source, types=request.types, strict=request.strict, block_rows=block_rows)
            stack.enter_context(source)
            blocks = source.blocks()
            first = next(blocks, None)
            boards = self._find_columns(source, first)
            self._sink = TableSink(job.output, self._schema, compression=request.compression, boards=boards)
            stack.enter_context(self._sink)
            if RATING_COLUMNS & set(self._names) and not self._cluster:
                self._rate = _rate(stack, self._threads)
            for result, position in self._results(source, blocks if first is None else chain([first], blocks)):
                self._sink.write(result.encoded)
                rows += result.rows
                at_limit += result.at_limit
                status.update(result.status)
                progress(result.rows, position)
            self._sink.commit()
        return FileReport(job.source, str(job.output), rows, dict(status), tuple(source.errors), at_limit=at_limit)

    def _find_columns(self, source: TableSource, first: TableBlock | None) -> list[str]:
        """Find the column of puzzles and the schema of the output, and return the columns that contain boards."""
        pa, request = require("pyarrow"), self._request
        head = pa.Table.from_batches([] if first is None else [first.batch], source.schema)
        try:
            column = puzzle_column(head, request.column)
            self._names = added_columns(source.schema, request.add, request.prefix)
            fields = new_fields(source.schema, self._names, request.prefix)
        except ColumnError as error:
            raise ColumnError(f"{source.name}: {error}") from None
        names = source.schema.names
        self._puzzles = names.index(column)
        solutions = stated_column(source.schema) if "agrees" in self._names else None
        self._stated = None if solutions is None else names.index(solutions)
        same = next((name for name in names if names.count(name) > 1), None)
        if same is not None and table_kind(self._job.output) == "parquet":
            message = f"several columns are called {same!r:.40}, but readers of Parquet need different names"
            raise ColumnError(f"{source.name}: {message}")
        self._schema = pa.schema([*source.schema, *fields], {**(source.schema.metadata or {}), _NOTE: request.note})
        texts = [field.name for field in source.schema if field.type in (pa.string(), pa.large_string())]
        boards = [
            name
            for name in texts
            if names.count(name) == 1 and len(head) and len(head.column(name)[0].as_py() or "") == _CELLS
        ]
        return [column, *boards, *(field.name for field in fields if field.name.endswith("solution"))]

    def _results(self, source: TableSource, blocks: Iterable[TableBlock]) -> Iterator[tuple[_TableResult, float]]:
        """Yield the result of each block, in order. Only puzzles and new columns are sent to a cluster and back."""
        request, cluster = self._request, self._cluster
        if cluster is None:
            yield from _computed(source, blocks, self._compute_here, self._threads)
            return

        def arguments(block: TableBlock) -> tuple[Any, ...]:
            columns = [self._puzzles] if self._stated is None else [self._puzzles, self._stated]
            return _packed([block.batch.column(i) for i in columns]), self._names, request.limit, self._threads

        for block, result in cluster.map(_compute_packed, blocks, arguments):
            yield self._encoded(block, lambda result=result: _unpacked(result())), source.position  # type: ignore[misc]

    def _compute_here(self, block: TableBlock) -> tuple[int, _TableResult]:
        request, puzzles = self._request, block.batch.column(self._puzzles)
        stated = None if self._stated is None else block.batch.column(self._stated)
        compute = partial(
            compute_columns, puzzles, self._names, limit=request.limit, threads=1, rate=self._rate, stated=stated
        )
        return len(block.batch), self._encoded(block, compute)

    def _encoded(self, block: TableBlock, compute: Callable[[], list[Any]]) -> _TableResult:
        """Compute the new columns of a block, and return its rows as the sink takes them."""
        try:
            columns = compute()
        except WorkerError as error:
            rows = f"rows {block.start + 1:,} to {block.start + len(block.batch):,}"
            message = f"{self._job.source}: {rows} were not computed, so nothing was written: {error}"
            raise WorkerError(message) from None
        table = require("pyarrow").Table.from_arrays([*block.batch.columns, *columns], schema=self._schema)
        compute_functions, request = require("pyarrow.compute"), self._request
        status: dict[str, int] = {}
        if "status" in self._names:
            counts = compute_functions.value_counts(table.column(f"{request.prefix}status"))
            status = {pair["values"]: pair["counts"] for pair in counts.to_pylist()}
        at_limit = 0
        if "count" in self._names and request.limit > _ONE_OR_SEVERAL:
            is_at_limit = compute_functions.equal(table.column(f"{request.prefix}count"), request.limit)
            at_limit = compute_functions.sum(is_at_limit).as_py() or 0
        return _TableResult(len(table), status, at_limit, self._sink.encode(table))


def _compute_packed(packed: Any, names: Sequence[str], limit: int, threads: int) -> Any:
    puzzles, *stated = _unpacked(packed)
    columns = compute_columns(puzzles, names, limit=limit, threads=threads, stated=stated[0] if stated else None)
    return _packed(columns)


def _packed(columns: Sequence[Any]) -> Any:
    """Return columns as one buffer, for another process. Of slices it contains only their rows."""
    pa = require("pyarrow")
    table = pa.table(columns, names=[str(i) for i in range(len(columns))])
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as stream:
        stream.write_table(table)
    return sink.getvalue()


def _unpacked(packed: Any) -> list[Any]:
    return list(require("pyarrow").ipc.open_stream(packed).read_all().columns)


def _size(source: str) -> int:
    return Path(source).stat().st_size if source != "-" and Path(source).is_file() else 0


def _is_done(job: Job, request: Request, resume: bool, force: bool) -> bool:
    """Return whether an earlier run wrote the output. Raise `FileError` if it cannot be written now."""
    output = job.output
    if not output.exists():
        return False
    if job.source != "-" and Path(job.source).exists() and output.samefile(job.source):
        raise FileError(f"{output} is the input; the output needs another file")
    if not output.is_file():
        raise FileError(f"{output} is not a regular file")
    if force:
        return False
    if not resume:
        raise FileError(f"{output} already exists; resume skips finished files, force replaces them")
    with TableSource(str(output)) as source:
        choices = [request.add] if request.add else [ADDED, (*ADDED, "agrees"), (*ADDED[1:], "agrees")]
        added = [[request.prefix + column.name for column in columns_named(names)] for names in choices]
        is_ours = any(source.schema.names[-len(names) :] == names for names in added)
        if table_kind(output) != "csv":
            is_ours = is_ours and (source.schema.metadata or {}).get(_NOTE) == request.note
        if not is_ours:
            raise FileError(f"{output} is not the output of such a run")
    return True


def _delete_partial_files(jobs: Sequence[Job]) -> None:
    """Delete what workers that were killed left behind."""
    for job in jobs:
        for path in partial_files(job.output):
            try:
                if not is_locked(path):
                    path.unlink(missing_ok=True)
            except OSError as error:
                raise file_error(path, error) from None


# Which files are read, and which are written


def plan(inputs: Sequence[str | os.PathLike[str]], output: str | os.PathLike[str], to: str | None = None) -> list[Job]:
    """Return the jobs for files, folders and patterns. `to` is the kind of the outputs, if no suffix says it.

    A single file goes to `output`, if that has the suffix of a table. Otherwise `output` is a folder, and each file
    keeps its path below its folder or pattern, so that partitions (``year=2024/``) stay.

    >>> plan(["a.csv"], "b.parquet")
    [Job(source='a.csv', output=PosixPath('b.parquet'))]
    >>> plan(["a.csv"], "out", to="arrow")[0].output.as_posix()
    'out/a.arrow'
    """
    output = Path(output)
    found = [pair for item in inputs for pair in _files_of(os.fspath(item))]
    if not found:
        raise ArgumentError("inputs must name at least one table file")
    is_one = len(inputs) == 1 and len(found) == 1 and found[0][0] == os.fspath(inputs[0])
    kind = table_kind(output)
    if kind and not output.is_dir():
        if not is_one:
            raise ArgumentError(f"{output}: several files need a folder as their output")
        if to and to != kind:
            raise ArgumentError(f"{output} has the suffix of {kind}, but the requested kind is {to}")
        return [Job(found[0][0], output)]
    if output.exists() and not output.is_dir():
        raise ArgumentError(f"{output} is not a folder; the name of a table file ends in .parquet, .arrow or .csv")
    jobs = [Job(source, output / _renamed(below, to)) for source, below in found]
    sources: dict[Path, str] = {}
    for job in jobs:
        if sources.setdefault(job.output, job.source) != job.source:
            raise ArgumentError(f"{sources[job.output]} and {job.source} would both be written to {job.output}")
    return jobs


_WILDCARD = re.compile(r"[*?\[]")


def _files_of(item: str) -> list[tuple[str, Path]]:
    """Return the files of an argument, each with its path below the folder or the pattern."""
    path = Path(item)
    if item == "-":
        return [(item, Path("table.csv"))]
    if path.is_dir():
        folder, pattern, missing = path, "**/*", "no table file in this folder"
    elif _WILDCARD.search(item) and not path.exists():
        first = next(i for i, part in enumerate(path.parts) if _WILDCARD.search(part))
        folder, pattern, missing = Path(*path.parts[:first]), str(Path(*path.parts[first:])), "no table file matches"
    else:
        return [(item, Path(path.name))]
    files = [(str(file), file.relative_to(folder)) for file in sorted(folder.glob(pattern)) if file.is_file()]
    tables = [(file, below) for file, below in files if table_kind(below) and not _is_hidden(below)]
    if not tables:
        raise FileError(f"{item}: {missing}")
    return tables


def _is_hidden(below: Path) -> bool:
    """Return whether a file is hidden, or belongs to a program (``_temporary``, ``.x.partial``)."""
    return any(part.startswith((".", "_")) for part in below.parts)


def _renamed(below: Path, to: str | None) -> Path:
    """Return a path with the suffix of the kind to write. CSV is not written compressed."""
    kind = table_kind(below)
    if kind is None:
        return below.with_suffix(TABLE_SUFFIXES[to or "parquet"][0])
    if to in (None, kind) and below.suffix.lower() != ".gz":
        return below
    suffix = max((s for s in TABLE_SUFFIXES[kind] if below.name.lower().endswith(s)), key=len)
    new = TABLE_SUFFIXES[to][0] if to and to != kind else suffix.removesuffix(".gz")
    return below.with_name(below.name[: -len(suffix)] + new)
