"""``nonet check``: whether puzzles are good ones."""

from __future__ import annotations

from typing import Any

import click

from ..errors import NonetError
from ..formats import Entry
from ..search import METHODS, Trace
from ..solving import Report, check
from .common import PuzzleCommand, Run, entries, json_option, print_json, puzzle_sources, reading, timeout_option


@click.command("check", short_help="Clues, conflicts, solutions, needless clues.", cls=PuzzleCommand)
@puzzle_sources
@click.option("--method", type=click.Choice(list(METHODS)), help="The search method; see nonet compare.")
@timeout_option
@json_option
def command(puzzles: tuple[str, ...], as_json: bool, timeout: float | None, **options: Any) -> int:
    """Check puzzles: clues, conflicts, number of solutions, and clues that are not needed.

    The exit status is 1 if a puzzle has not exactly one solution, and 2 if it cannot be read.
    """
    run = Run()
    how = reading(options["format_"], options["box"], options["symbols"], options["encoding"])
    for entry, where in entries(puzzles, how, run):
        try:
            report = check(entry.grid, method=options["method"], trace=Trace(timeout=timeout) if timeout else None)
        except NonetError as error:
            run.complain(error, where)
            continue
        if as_json:
            print_json(as_data(entry, report))
        else:
            print(f"{where}{': ' if where else ''}{report}")
        run.worsen(0 if report.is_valid else 1)
    return run.status


def as_data(entry: Entry, report: Report) -> dict[str, object]:
    """What `--json` prints for one puzzle."""
    data = {"puzzle": str(entry.grid), **report.to_dict()}
    redundant = data.pop("redundant")
    return data if redundant is None else {**data, "minimal": report.is_minimal, "redundant": redundant}
