"""``nonet count``: how many solutions there are."""

from __future__ import annotations

from typing import Any

import click

from ..errors import NonetError
from ..search import METHODS, Trace
from ..solving import count
from .common import PuzzleCommand, Run, entries, json_option, print_json, puzzle_sources, reading, timeout_option


@click.command("count", short_help="How many solutions a puzzle has.", cls=PuzzleCommand)
@puzzle_sources
@click.option(
    "--limit", type=click.IntRange(min=1), default=1000, show_default=True, help="Count no further than this."
)
@click.option("--all", "all_", is_flag=True, help="Count them all, however many there are.")
@click.option("--method", type=click.Choice(list(METHODS)), help="The search method; see nonet compare.")
@timeout_option
@json_option
def command(puzzles: tuple[str, ...], as_json: bool, timeout: float | None, **options: Any) -> int:
    """Count the solutions of puzzles: a number a line, followed by + where the limit was reached.

    The exit status is 1 if a puzzle has no solution, and 2 if it cannot be read.
    """
    run = Run()
    how = reading(options["format_"], options["box"], options["symbols"], options["encoding"])
    limit = None if options["all_"] else options["limit"]
    for entry, where in entries(puzzles, how, run):
        try:
            trace = Trace(timeout=timeout) if timeout else None
            number = count(entry.grid, limit=limit and limit + 1, method=options["method"], trace=trace)
        except NonetError as error:
            run.complain(error, where)
            continue
        more = limit is not None and number > limit
        number -= more
        if as_json:
            print_json({"puzzle": str(entry.grid), "count": number, "complete": not more})
        else:
            print(f"{number}{'+' if more else ''}")
        run.worsen(0 if number else 1)
    return run.status
