"""``nonet batch``: many puzzles, from file to file. The work is done by `nonet.bulk`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from ..bulk import (
    COMPRESSIONS,
    ENGINES,
    LINE_FORMATS,
    QUESTIONS,
    TABLE_SUFFIXES,
    FileReport,
    LineFormat,
    Request,
    TextRun,
    TextSource,
    plan,
    process_jobs,
    table_kind,
)
from ..errors import FileError, counted
from . import print_error
from .common import Reading, output_option, quiet_option, reading_options, threads_option, usage_error
from .parameters import Command, Names, SectionOption, TextOrFile
from .progress import Progress

_Command = TypeVar("_Command", bound=Callable[..., Any])

_TABLE_OPTIONS = ("column", "add", "prefix", "types", "compression", "engine", "address")
_COLUMNS = {
    "count": ("count", "status"),
    "check": ("status",),
    "rate": ("rating", "status"),
}
"""The columns that are added to a table for each question; for solve, those that fit the table."""
_MOST_SHOWN = 20


def table_options(command: _Command) -> _Command:
    """Add the options for tables. Each of them makes the run one for tables."""
    section: dict[str, Any] = {"cls": SectionOption, "section": "Options for tables"}
    for option in (
        click.option("--address", metavar="URL", help="The cluster to join.  [default: start one here]", **section),
        click.option("--engine", type=Names(ENGINES), help="Where to compute.  [default: local]", **section),
        click.option(
            "--compression",
            type=Names(COMPRESSIONS),
            help="none is fastest, zstd is smallest.  [default: none]",
            **section,
        ),
        click.option(
            "--types",
            metavar="NAME=TYPE,...",
            help="Types for columns of CSV, such as id=int64; the others stay text.",
            **section,
        ),
        click.option("--prefix", metavar="TEXT", help="A prefix for the names of the new columns.", **section),
        click.option(
            "--add",
            metavar="NAME,...",
            help="The new columns, such as solution,count,status,canonical.  [default: by --what]",
            **section,
        ),
        click.option(
            "--column", metavar="NAME", help="The column of puzzles.  [default: puzzle, quizzes, ...]", **section
        ),
    ):
        command = option(command)
    return command


@click.command("batch", cls=Command)
@click.argument("inputs", metavar="[FILE|-]...", nargs=-1, type=TextOrFile())
@output_option("The file to write.  [default: standard output]")
@click.option(
    "--what",
    type=Names(QUESTIONS),
    default="solve",
    show_default=True,
    help="What to do with each puzzle.",
)
@click.option(
    "--limit",
    type=click.IntRange(1, 2**63 - 1),
    metavar="N",
    help="count: stop counting at N (1000); solve: 1 accepts any solution, 2 proves that it is the only one (2).",
)
@click.option(
    "--to",
    type=Names([*LINE_FORMATS, "parquet", "arrow"]),
    help="The format of the output.  [default: by the suffix of -o]",
)
@threads_option
@click.option("--strict", is_flag=True, help="Stop at the first line that cannot be read.")
@click.option("--resume", is_flag=True, help="Continue a run that was stopped.")
@click.option("--force", is_flag=True, help="Replace the output if it exists.")
@quiet_option
@reading_options
@table_options
def command(inputs: tuple[str, ...], output: Path | None, what: str, limit: int | None, **options: Any) -> int:
    """Solve, count, check or rate the puzzles of a file: one output line per puzzle, in order.

    \b
      nonet batch puzzles.txt -o solutions.txt
      nonet batch puzzles.csv.gz --what check --to jsonl -o checked.jsonl
      nonet generate --count 100 | nonet batch --what rate
      nonet batch kaggle.csv -o solved.parquet
      nonet batch folder/ -o solved/ --engine ray

    A line that cannot be read is reported with its number and left out, and the exit status is 1. A puzzle with no
    solution or several is not an error.
    """
    if limit is not None and (what == "check" or (what == "solve" and limit > 2)):
        raise usage_error("--limit can be combined with count, and with solve as 1 or 2")
    if options["resume"] and (output is None or options["force"]):
        raise usage_error("--resume needs -o, and cannot be combined with --force")
    if inputs in ((), ("-",)) and sys.stdin.isatty():
        raise usage_error("Give a file, or puzzles on standard input")
    process = process_tables if is_for_tables(inputs, output, options) else process_text
    return process(inputs or ("-",), output, what, limit or QUESTIONS[what], options)


def is_for_tables(inputs: Sequence[str], output: Path | None, options: dict[str, Any]) -> bool:
    """Return whether a run is one for tables: by its options, its output or its inputs."""
    if options["to"] in ("parquet", "arrow") or any(options[name] is not None for name in _TABLE_OPTIONS):
        return True
    paths = [Path(name) for name in inputs] + ([output] if output else [])
    if len(inputs) > 1 or any(table_kind(path) in ("parquet", "arrow") for path in paths):
        return True
    return any(Path(name).is_dir() or ("*" in name and not Path(name).exists()) for name in inputs)


def process_text(inputs: Sequence[str], output: Path | None, what: str, limit: int, options: dict[str, Any]) -> int:
    """Process one text file, and return the exit status."""
    reading = Reading.parse(options["format_"], options["box"], options["symbols"], options["encoding"])
    by_suffix = {".csv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl"}.get(output.suffix if output else "", "lines")
    with TextSource(inputs[0], **reading._asdict()) as source:
        run = TextRun(
            source,
            output,
            LineFormat(what, options["to"] or by_suffix, limit),
            **{name: options[name] for name in ("threads", "strict", "resume", "force")},
        )
        progress = Progress(source.size, quiet=options["quiet"] or (output is None and sys.stdout.isatty()))
        try:
            with progress:
                for result in run:
                    for error in result.errors:
                        print_error(str(error))
                    progress.add(result.rows, result.position)
        except KeyboardInterrupt:
            more = "; --resume continues there" if output and output.exists() else ""
            raise KeyboardInterrupt(f"stopped, with {counted(run.lines, 'line')} written{more}") from None
    show_limit(run.at_limit, limit)
    return int(run.has_errors)


def show_limit(number: int, limit: int) -> None:
    """Report how many counts stopped at the limit, since they may not be complete."""
    if number:
        click.echo(f"nonet: {counted(number, 'count')} stopped at the limit of {limit}; --limit sets another", err=True)


def process_tables(inputs: Sequence[str], output: Path | None, what: str, limit: int, options: dict[str, Any]) -> int:
    """Process table files, and return the exit status."""
    if output is None:
        raise usage_error("Tables need -o: a file, or a folder for several files")
    if options["to"] not in (None, *TABLE_SUFFIXES):
        raise usage_error(f"Tables are written as parquet, arrow or csv, not as {options['to']}")
    if any(options[name] is not None for name in ("format_", "box", "symbols")):
        raise usage_error("--format, --box and --symbols can be combined with text files, but not with tables")
    add = tuple(options["add"].split(",")) if options["add"] else _COLUMNS.get(what)
    prefix, compression = options["prefix"] or "", options["compression"] or "none"
    types = types_of(options["types"]) if options["types"] is not None else None
    request = Request(options["column"], add, limit, prefix, compression, options["strict"], types)
    jobs = plan(inputs, output, options["to"])
    size = sum(Path(job.source).stat().st_size for job in jobs if Path(job.source).is_file())
    progress = Progress(size or None, quiet=options["quiet"])
    reports = process_jobs(
        jobs,
        request,
        options["engine"] or "local",
        options["address"],
        options["threads"],
        resume=options["resume"],
        force=options["force"],
        watch=progress.add,
    )
    status = written = failed = at_limit = 0
    try:
        with progress:
            for report in reports:
                status = max(status, show_report(report))
                at_limit += report.at_limit
                failed += bool(report.error)
                written += not report.error
    except KeyboardInterrupt:
        message = f"stopped, with {written} of {counted(len(jobs), 'file')} written; --resume continues with the others"
        raise KeyboardInterrupt(message) from None
    if failed and len(jobs) > 1:
        raise FileError(f"{failed} of {len(jobs)} files are missing; --resume continues with them")
    show_limit(at_limit, limit)
    return status


def types_of(text: str) -> dict[str, str]:
    """Return the types of columns.

    >>> types_of("id=int64,rate=float64")
    {'id': 'int64', 'rate': 'float64'}
    """
    pairs = [pair.rpartition("=") for pair in text.split(",")]
    if not all(name and kind for name, _, kind in pairs):
        raise usage_error(f"--types takes names and types, such as id=int64,rate=float64, not {text!r:.40}")
    return {name: kind for name, _, kind in pairs}


def show_report(report: FileReport) -> int:
    """Print the errors of one file, and return its exit status."""
    for message in report.bad_rows[:_MOST_SHOWN]:
        print_error(message)
    if len(report.bad_rows) > _MOST_SHOWN:
        print_error(f"{report.source}: {counted(len(report.bad_rows), 'row')} could not be read in total")
    if report.error:
        return print_error(str(report.error))
    return int(bool(report.bad_rows))
