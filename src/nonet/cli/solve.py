"""``nonet solve``: the solution, proved to be the only one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice
from typing import Any

import click

from ..errors import NonetError
from ..formats import Entry
from ..grid import Grid
from ..search import METHODS, Trace
from ..solving import maximize, solutions, solve
from .common import (
    PuzzleCommand,
    Run,
    entries,
    json_option,
    print_json,
    puzzle_sources,
    reading,
    show_board,
    timeout_option,
)


@click.command("solve", short_help="Solve puzzles, and prove each solution unique.", cls=PuzzleCommand)
@puzzle_sources
@click.option("--method", type=click.Choice(list(METHODS)), help="The search method; see nonet compare.")
@click.option("--any", "any_", is_flag=True, help="The first solution will do; do not prove that it is the only one.")
@click.option("--all", "all_", is_flag=True, help="Every solution, in lexicographic order.")
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="With --all: at most N solutions.")
@click.option("--best", is_flag=True, help="The solution of greatest score, as in Target Sudoku.")
@click.option("--board/--line", "board", default=None, help="A framed board (on a terminal) or a line (in a pipe).")
@click.option("--stats", is_flag=True, help="Tell on standard error what the search did.")
@timeout_option
@json_option
def command(puzzles: tuple[str, ...], as_json: bool, stats: bool, timeout: float | None, **options: Any) -> int:
    """Solve puzzles, proving that each solution is the only one.

    PUZZLE is a text or a file of any known format; - or nothing reads standard input. The exit status is 1 if a
    puzzle has no solution or several, and 2 if it cannot be read or two of its givens clash.
    """
    if sum(map(bool, (options["any_"], options["all_"], options["best"]))) > 1:
        raise click.UsageError("--any, --all and --best exclude one another", click.get_current_context())
    if options["limit"] and not options["all_"]:
        raise click.UsageError("--limit goes with --all", click.get_current_context())
    if options["best"] and options["method"]:
        raise click.UsageError("--best has a method of its own", click.get_current_context())
    run = Run()
    how = reading(options["format_"], options["box"], options["symbols"], options["encoding"])
    for entry, where in entries(puzzles, how, run):
        trace = Trace(timeout=timeout) if timeout or stats else None
        found: list[Grid] = []
        try:
            for grid in answers(entry.grid, options, trace):
                found.append(grid)
                if not as_json:
                    show(entry, grid, options["board"])
            problem = None
        except NonetError as error:
            run.complain(error, where)
            problem = error
        if as_json:
            print_json(as_data(entry, found, problem, options, trace))
        elif stats and trace:
            print(f"{where}{': ' if where else ''}{words(trace)}", file=sys.stderr)
    return run.status


def answers(grid: Grid, options: dict[str, Any], trace: Trace | None) -> Iterator[Grid]:
    """The solutions that were asked for."""
    if options["best"]:
        yield maximize(grid, trace=trace).grid
    elif options["all_"]:
        found = solutions(grid, ordered=True, method=options["method"], trace=trace)
        first = next(found, None) or solve(grid)  # with none, solve says why
        yield first
        yield from islice(found, options["limit"] and options["limit"] - 1)
    else:
        yield solve(grid, any=options["any_"], method=options["method"], trace=trace)


def show(entry: Entry, grid: Grid, board: bool | None) -> None:
    """A solution for people, the givens set off by weight, or as a line for programs."""
    show_board(grid, board, lambda cell, symbol: dress(entry.grid, cell, symbol))


def dress(givens: Grid, cell: int, symbol: str) -> str:
    """A given bold, a digit found in colour; click drops both where standard output is no terminal."""
    return click.style(symbol, bold=True) if givens[cell] else click.style(symbol, fg="cyan")


def as_data(
    entry: Entry, found: list[Grid], problem: NonetError | None, options: dict[str, Any], trace: Trace | None
) -> dict[str, object]:
    """What `--json` prints for one puzzle."""
    data: dict[str, object] = {"puzzle": str(entry.grid)}
    if entry.line:
        data["line"] = entry.line
    if options["all_"]:
        data["solutions"] = list(map(str, found))
    else:
        data["solution"] = str(found[0]) if found else None
    if problem:
        data |= {"error": type(problem).__name__, "message": str(problem)}
    if trace:
        data["trace"] = trace.counters()
    return data


def words(trace: Trace) -> str:
    """The counters in a line."""
    return ", ".join(f"{value:,} {name}" for name, value in trace.counters().items())
