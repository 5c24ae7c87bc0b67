"""From table files to table files: read, answered and written batch by batch, here or on a cluster.

Of each batch only the puzzles go to an engine, and only the new columns come back; the rest of the rows waits here.
With several files and a cluster, whole files are the pieces of work: they are read and written where they are solved.
"""

from __future__ import annotations

import json
import os
import threading
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import chain
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from ..errors import NonetError
from .arrow import ADDED, new_fields, puzzle_column
from .cells import CELLS, numbers_in
from .columns import answers_as_made, columns_named, joined
from .engines import Cluster, Engine, Local, Lost, in_order, start
from .even import EvenRows
from .files import Source, complaint, kind_of, partial_files
from .needs import pa
from .plan import Job, plan
from .sink import Sink
from .texts import EvenTexts, as_arrow

__all__ = ["Ask", "Done", "Watch", "answer_files", "run_jobs"]

_KEY = b"nonet"
_SECONDS_A_PIECE = 0.2
_LOOKED_AT = 100


class Ask(NamedTuple):
    """What is asked of every file.

    >>> Ask(limit=1).add
    ('solution', 'count', 'status')
    """

    column: str | None = None
    add: tuple[str, ...] = ADDED
    limit: int = 2
    prefix: str = ""
    compression: str = "none"
    strict: bool = False

    @property
    def note(self) -> bytes:
        """What an output says about how it was made."""
        return json.dumps({"add": self.add, "limit": self.limit, "prefix": self.prefix}).encode()


class Done(NamedTuple):
    """What became of a file.

    >>> Done("a.csv", "b.parquet", 7, {"unique": 7}).rows
    7
    """

    source: str
    output: str
    rows: int = 0
    status: dict[str, int] | None = None
    """How many rows have each status; nothing if that column was not added."""
    bad_rows: tuple[str, ...] = ()
    """The rows of a CSV file that were left out, each with what is wrong with it."""
    error: str = ""
    """Why there is no output; empty if there is."""
    is_skipped: bool = False
    """Whether an earlier run had done it."""


Watch = Callable[[int, float], None]
"""Is told of so many more rows, and of the bytes of the sources that are done with."""


def answer_files(
    inputs: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    output: str | os.PathLike[str],
    *,
    column: str | None = None,
    add: Sequence[str] = ADDED,
    limit: int = 2,
    prefix: str = "",
    to: str | None = None,
    compression: str = "none",
    engine: str = "local",
    address: str | None = None,
    threads: int | None = None,
    resume: bool = False,
    force: bool = False,
) -> list[Done]:
    """Answer the puzzles of Parquet, Arrow or CSV files: the same tables with new columns, row for row.

    `inputs` are files, folders or patterns. One file goes to `output`; several go into it as a folder, each under its
    own path. A file is written aside and gets its name when it is whole. An output that exists is an error, unless
    `resume` passes over it or `force` replaces it. Memory does not grow with the files.

    >>> import pyarrow.parquet, tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "kaggle.csv").write_text("quizzes,solutions\\n" + "." * 81 + "," + "1" * 81 + "\\n")
    >>> answer_files(folder / "kaggle.csv", folder / "solved.parquet")[0].status
    {'several': 1}
    >>> pyarrow.parquet.read_table(folder / "solved.parquet").column_names
    ['quizzes', 'solutions', 'solution', 'count', 'status']
    """
    sources = [inputs] if isinstance(inputs, str | os.PathLike) else list(inputs)
    ask = Ask(column, tuple(add), limit, prefix, compression)
    jobs = plan(sources, output, to)
    done = list(run_jobs(jobs, ask, engine, address, threads, resume=resume, force=force))
    lost = [each for each in done if each.error]
    if lost:
        more = f" (and {len(lost) - 1} more of {len(done)} files)" if len(lost) > 1 else ""
        raise NonetError(f"{lost[0].error}{more}")
    return done


def run_jobs(
    jobs: Sequence[Job],
    ask: Ask,
    engine: str = "local",
    address: str | None = None,
    threads: int | None = None,
    *,
    resume: bool = False,
    force: bool = False,
    watch: Watch | None = None,
) -> Iterator[Done]:
    """Do all jobs, one after the other or several at a time; a file that fails keeps no other from being done."""
    new_fields(pa.schema([]), ask.add)
    left = [job for job in jobs if not _is_done(job, ask, resume, force)]
    yield from (Done(job.source, str(job.output), is_skipped=True) for job in jobs if job not in left)
    if not left:
        return
    _clear(left)
    try:
        with start(engine, threads, address) as works:
            if isinstance(works, Cluster) and len(jobs) > 1:
                yield from _on_workers(left, ask, works, watch)
            else:
                yield from _from_here(left, ask, works, watch)
    finally:
        _clear(left)


def _from_here(jobs: Sequence[Job], ask: Ask, engine: Engine, watch: Watch | None) -> Iterator[Done]:
    """The files one after the other, each read and written here, its batches answered by the engine."""
    before = 0.0
    for job in jobs:
        size = Path(job.source).stat().st_size if job.source != "-" and Path(job.source).is_file() else 0

        def tell(rows: int, part: float, before: float = before, size: int = size) -> None:
            if watch:
                watch(rows, before + part * size)

        try:
            yield _one_file(job, ask, engine, tell)
        except NonetError as error:
            yield Done(job.source, str(job.output), error=str(error))
        before += size


def _on_workers(jobs: Sequence[Job], ask: Ask, engine: Cluster, watch: Watch | None) -> Iterator[Done]:
    """Whole files as pieces of work, which the workers read and write."""
    before = 0.0
    begin = lambda job: engine.submit(_one_file_there, job, ask, engine.threads)  # noqa: E731
    for job, handle in in_order(engine, jobs, begin):
        try:
            done: Done = engine.result(handle)
        except NonetError as error:
            done = Done(job.source, str(job.output), error=f"{job.source} was not answered: {error}")
        before += Path(job.source).stat().st_size if Path(job.source).exists() else 0
        if watch:
            watch(done.rows, before)
        yield done


def _one_file_there(job: Job, ask: Ask, threads: int) -> Done:
    pa.set_cpu_count(threads)  # Arrow would use every processor of the machine, those of other tasks too
    with Local(threads) as engine:
        try:
            return _one_file(job, ask, engine, lambda rows, part: None)
        except NonetError as error:
            return Done(job.source, str(job.output), error=str(error))


def _one_file(job: Job, ask: Ask, engine: Engine, tell: Callable[[int, float], None]) -> Done:
    """One file from end to end; raises `NonetError` if there is then no output."""
    as_text = kind_of(job.output) == "csv"
    with Source(job.source, as_text=as_text, strict=ask.strict, shares=engine.slots) as source:
        tables = source.tables()
        first = next(tables, None)
        head = _head(first) or source.schema.empty_table()
        try:
            column = puzzle_column(source.schema, head, ask.column)
            fields = new_fields(source.schema, ask.add, ask.prefix)
        except NonetError as error:
            raise NonetError(f"{source.name}: {error}") from None
        schema = pa.schema([*source.schema, *fields], {**(source.schema.metadata or {}), _KEY: ask.note})
        boards = [
            column,
            *_names_of_boards(head),
            *(field.name for field in fields if field.name.endswith("solution")),
        ]
        rows, status = 0, Counter[str]()
        with Sink(job.output, schema, compression=ask.compression, boards=boards) as sink:
            all_tables = chain([] if first is None else [first], tables)
            with closing(_answered(all_tables, column, ask, engine, source.name, sink)) as answered:
                for done in answered:
                    rows += done.rows
                    status.update(done.status)
                    tell(done.rows, source.part_done(rows))
            if source.rows is not None and rows != source.rows:
                raise NonetError(f"{source.name}: {source.rows} rows were expected, but {rows} were read")
            sink.commit()
        return Done(job.source, str(job.output), rows, dict(status), tuple(source.bad_rows))


class _Rows(NamedTuple):
    """Some rows with their answers, ready to be written."""

    rows: int
    status: Counter[str]
    encoded: Any


def _answered(
    tables: Iterable[pa.Table | EvenRows], column: str, ask: Ask, engine: Engine, name: str, sink: Sink
) -> Generator[_Rows, None, None]:
    """Answer and write the rows of each table, in order, and tell of it."""
    place = sink.schema.names.index(column)

    def numbered() -> Iterator[tuple[int, Sequence[Any]]]:
        start = 0
        for table in tables:
            yield start, table.columns
            start += len(table.columns[0])

    def ready(start: int, columns: Sequence[Any], answers: Callable[[], Sequence[Any]]) -> _Rows:
        try:
            return _ready(columns, answers(), ask, sink)
        except NonetError as error:
            where = f"rows {start + 1:,} to {start + len(columns[0]):,}"
            raise NonetError(f"{name}: {where} were not answered, and nothing was written: {error}") from None

    def written(rows: _Rows) -> _Rows:
        sink.append(rows.encoded)
        return rows._replace(encoded=None)

    if isinstance(engine, Local):
        pace, stopping, threads = _Pace(), engine.stopping, engine.threads
        room = sink.room if "solution" in ask.add else lambda rows: None

        def here(item: tuple[int, Sequence[Any]]) -> _Rows:
            return ready(*item, lambda: _answer(item[1][place], ask, threads, pace, stopping, room))

        yield from engine.each(numbered(), here, written)
        return
    assert isinstance(engine, Cluster)  # noqa: S101

    def result(handle: Any) -> list[Any]:
        return _unpacked(engine.result(handle))

    def begin(item: tuple[int, Sequence[Any]]) -> Any:
        return engine.submit(_answer_packed, _packed([item[1][place]]), ask, engine.threads)

    for item, handle in in_order(engine, numbered(), begin):
        yield written(ready(*item, partial(result, handle)))


def _ready(columns: Sequence[Any], answers: Sequence[Any], ask: Ask, sink: Sink) -> _Rows:
    """The rows and their new columns as one, as they will be written."""
    number = len(columns[0])
    if any(len(values) != number for values in answers):
        raise NonetError("as many answers as puzzles were expected")
    names = [column.name for column in columns_named(ask.add)]
    status = _tally(answers[names.index("status")]) if "status" in names else Counter[str]()
    return _Rows(number, status, sink.encode([*columns, *answers]))


class _Pace:
    """How many rows are answered before looking up whether to stop: more and more while they take little time."""

    def __init__(self) -> None:
        self.rows = 1

    def took(self, rows: int, seconds: float) -> None:
        if rows == self.rows:
            faster = 8 if seconds < _SECONDS_A_PIECE / 8 else 2
            self.rows = self.rows * faster if seconds < _SECONDS_A_PIECE else max(self.rows // 2, 1)


def _answer(
    puzzles: Any,
    ask: Ask,
    threads: int,
    pace: _Pace,
    stopping: threading.Event,
    room: Callable[[int], EvenTexts | None],
) -> list[Any]:
    """The new columns, made in pieces so that the work can be stopped soon; if it is one piece, solved into `room`."""
    pieces = []
    start = 0
    place = room(len(puzzles)) if 0 < len(puzzles) <= pace.rows else None
    while start < len(puzzles):
        if stopping.is_set():
            raise Lost("stopped")
        began, piece = perf_counter(), puzzles[start : start + pace.rows]
        pieces.append(answers_as_made(piece, ask.add, limit=ask.limit, threads=threads, room=place))
        pace.took(len(piece), perf_counter() - began)
        start += len(piece)
    return [joined(column) for column in zip(*pieces, strict=True)]


def _tally(status: Any) -> Counter[str]:
    """How many rows have each status, which is made as a dictionary."""
    tally = Counter[str]()
    for chunk in status.chunks:
        codes, words = numbers_in(chunk.indices), chunk.dictionary.to_pylist()
        is_one = len(codes) and (codes == codes[0]).all()  # which is told in a tenth of the time
        numbers = {int(codes[0]): len(codes)} if is_one else dict(enumerate(np.bincount(codes).tolist()))
        tally.update({words[code]: number for code, number in numbers.items() if number})
    return tally


def _answer_packed(packed: Any, ask: Ask, threads: int) -> Any:
    return _packed(answers_as_made(_unpacked(packed)[0], ask.add, limit=ask.limit, threads=threads))


def _packed(columns: Sequence[Any]) -> Any:
    """Columns as one buffer, of slices no more than their rows: what crosses between processes."""
    table = pa.table([as_arrow(column) for column in columns], names=[str(i) for i in range(len(columns))])
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as stream:
        stream.write_table(table)
    return sink.getvalue()


def _unpacked(packed: Any) -> list[Any]:
    table = pa.ipc.open_stream(packed).read_all()
    return list(table.columns)


def _head(table: pa.Table | EvenRows | None) -> pa.Table | None:
    """The first rows of a table, as Arrow has them."""
    some = table.slice(0, _LOOKED_AT) if table is not None else None
    return some.table() if isinstance(some, EvenRows) else some


def _names_of_boards(table: pa.Table) -> list[str]:
    """The text columns whose first value is as long as a board."""
    texts = [field.name for field in table.schema if field.type in (pa.string(), pa.large_string())]
    once = [name for name in texts if table.column_names.count(name) == 1]
    return [name for name in once if len(table) and len(table.column(name)[0].as_py() or "") == CELLS]


def _is_done(job: Job, ask: Ask, resume: bool, force: bool) -> bool:
    """Whether an earlier run has written the output; raises what keeps it from being written now."""
    output = job.output
    if not output.exists():
        return False
    if job.source != "-" and Path(job.source).exists() and output.samefile(job.source):
        raise NonetError(f"{output} is the input; the output needs a file of its own")
    if not output.is_file():
        raise NonetError(f"{output} is no ordinary file, which a table needs")
    if force:
        return False
    if not resume:
        raise NonetError(f"{output} exists; --resume passes over what is done, --force replaces it")
    with Source(output) as source:
        is_ours = source.schema.names[-len(ask.add) :] == [ask.prefix + name for name in ask.add]
        if kind_of(output) != "csv":
            is_ours = is_ours and (source.schema.metadata or {}).get(_KEY) == ask.note
        if not is_ours:
            raise NonetError(f"{output} is not the output of such a run")
    return True


def _clear(jobs: Sequence[Job]) -> None:
    """Take away what workers that were killed left behind."""
    for job in jobs:
        for path in partial_files(job.output.parent, job.output.name):
            try:
                path.unlink(missing_ok=True)
            except OSError as error:
                raise complaint(path, error) from None
