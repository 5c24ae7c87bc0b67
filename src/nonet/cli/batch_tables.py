"""``nonet batch`` for tables: Parquet, Arrow and CSV files, folders, clusters. The work is in `nonet.tables`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ..errors import NonetError, counted
from .progress import Progress

if TYPE_CHECKING:
    from ..tables.jobs import Done

__all__ = ["is_for_tables", "table_options", "work_on_tables"]

_TABLE_SUFFIXES = (".parquet", ".pq", ".arrow", ".feather", ".ipc")
_TABLE_OPTIONS = ("column", "add", "prefix", "compression", "engine", "address")
_TEXT_OPTIONS = ("format_", "box", "symbols")
_ADDED = {
    "solve": ("solution", "count", "status"),
    "count": ("count", "status"),
    "check": ("status",),
    "rate": ("rating", "status"),
}
_INTERRUPTED = 130
_SHOWN = 20

_Command = TypeVar("_Command", bound=Callable[..., Any])


def table_options(command: _Command) -> _Command:
    """The options that only tables have; any of them makes a run one for tables."""
    for decorate in reversed(
        (
            click.option(
                "--column", metavar="NAME", help="Tables: the column of puzzles; quizzes, puzzle, ... if not given."
            ),
            click.option(
                "--add", metavar="NAME,...", help="Tables: the new columns: solution, count, status, canonical, ..."
            ),
            click.option("--prefix", metavar="TEXT", help="Tables: what the names of the new columns begin with."),
            click.option(
                "--compression",
                type=click.Choice(["none", "zstd", "lz4", "snappy"]),
                help="Tables: none is fastest (the default), zstd smallest.",
            ),
            click.option(
                "--engine",
                type=click.Choice(["local", "ray", "dask"]),
                help="Tables: where to work; local if not given.",
            ),
            click.option("--address", help="Tables: of the Ray or Dask cluster; one is started here if not given."),
        )
    ):
        command = decorate(command)
    return command


def is_for_tables(inputs: Sequence[str], output: Path | None, options: dict[str, Any]) -> bool:
    """Whether a run is about tables: by its options, its output, or what it reads."""
    if options["to"] in ("parquet", "arrow") or any(options[name] is not None for name in _TABLE_OPTIONS):
        return True
    names = [*inputs, *([output.name] if output else [])]
    if len(inputs) > 1 or any(name.lower().endswith(_TABLE_SUFFIXES) for name in names):
        return True
    return any(Path(name).is_dir() or (not Path(name).exists() and "*" in name) for name in inputs)


def work_on_tables(inputs: Sequence[str], output: Path | None, what: str, limit: int, options: dict[str, Any]) -> int:
    """Do it all; returns the exit status."""
    from ..tables.jobs import Ask, run_jobs
    from ..tables.plan import plan

    context = click.get_current_context()
    if output is None:
        raise click.UsageError("Tables need -o: a file, or a folder for several", context)
    if options["to"] in ("lines", "jsonl"):
        raise click.UsageError(f"Tables are written as parquet, arrow or csv, not as {options['to']}", context)
    if any(options[name] is not None for name in _TEXT_OPTIONS):
        raise click.UsageError("--format, --box and --symbols go with text files, not with tables", context)
    add = tuple(options["add"].split(",")) if options["add"] else _ADDED[what]
    ask = Ask(
        options["column"], add, limit, options["prefix"] or "", options["compression"] or "none", options["strict"]
    )
    jobs = plan(inputs, output, options["to"])
    size = sum(Path(job.source).stat().st_size for job in jobs if Path(job.source).is_file())
    progress = Progress(size or None, quiet=options["quiet"])
    run = run_jobs(
        jobs,
        ask,
        options["engine"] or "local",
        options["address"],
        options["threads"],
        resume=options["resume"],
        force=options["force"],
        watch=lambda rows, position: progress.add(rows, int(position)),
    )
    return _report(run, len(jobs), progress)


def _report(run: Iterator[Done], jobs: int, progress: Progress) -> int:
    """Tell of every file that failed and every row that was left out."""
    status = files = 0
    failed: list[str] = []
    try:
        with progress:
            for done in run:
                files += not done.error
                if done.error:
                    failed.append(done.error)
                    _complain(done.error)
                for sentence in done.bad_rows[:_SHOWN]:
                    _complain(sentence)
                if len(done.bad_rows) > _SHOWN:
                    _complain(f"{done.source}: {counted(len(done.bad_rows), 'row')} could not be read in all")
                status = max(status, 2 if done.error else 1 if done.bad_rows else 0)
    except KeyboardInterrupt:
        _complain(f"stopped, with {files} of {counted(jobs, 'file')} written; --resume does the others")
        return _INTERRUPTED
    if failed and jobs > 1:
        raise NonetError(f"{len(failed)} of {jobs} files are missing; --resume does them")
    return status


def _complain(sentence: str) -> None:
    print(f"nonet: {sentence}", file=sys.stderr)
