"""``nonet solve``: the solution of each puzzle, proved unique."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import click

from ..errors import NonetError
from ..formats import Entry
from ..grid import Grid
from ..search import Trace
from ..solving import maximize, solutions, solve
from .common import (
    Run,
    board_option,
    check_combination,
    json_option,
    language_option,
    method_option,
    prefix,
    print_json,
    puzzle_command,
    show_board,
    timeout_option,
    usage_error,
)


@puzzle_command("solve")
@method_option()
@click.option("--any", is_flag=True, help="Print the first solution found; do not prove that it is unique.")
@click.option("--all", is_flag=True, help="Print all solutions in lexicographic order.")
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="With --all: print at most N solutions.")
@click.option("--best", is_flag=True, help="Print the solution with the highest score, as in Target Sudoku.")
@board_option
@click.option("--stats", is_flag=True, help="Print on standard error what the search did.")
@timeout_option
@language_option
@json_option
def command(run: Run, as_json: bool, stats: bool, timeout: float | None, **options: Any) -> None:
    """Solve puzzles and prove that each solution is unique.

    \b
      nonet solve "1... ..2. .3.. ...4"
      nonet solve --board puzzle.sdk
      nonet solve --all --limit 3 "1... ..2. .... ...4"

    A puzzle is text, or a file in any known format; without an argument, or for -, standard input is read. The exit
    status is 1 if a puzzle has no solution or several, and 2 if it cannot be read or its givens break a rule.
    """
    check_combination(options, ("any", "all", "best"), limit="all")
    if options["best"] and options["method"]:
        raise usage_error("--best and --method cannot be combined")
    for entry, where in run.puzzles():
        trace = Trace(timeout=timeout) if timeout or stats else None
        found: list[Grid] = []
        problem = None
        try:
            for grid in answers(entry.grid, options, trace):
                found.append(grid)
                if not as_json:
                    show(entry.grid, grid, options["board"])
        except NonetError as error:
            run.report(error, where)
            problem = error
        if as_json:
            print_json(as_data(entry, found, problem, options["all"], trace))
        elif stats and trace:
            counters = ", ".join(f"{value:,} {name}" for name, value in trace.counters().items())
            print(f"{prefix(where)}{counters}", file=sys.stderr)


def answers(grid: Grid, options: dict[str, Any], trace: Trace | None) -> Iterator[Grid]:
    """Yield the solutions that the options ask for."""
    if options["best"]:
        yield maximize(grid, trace=trace).grid
    elif options["all"]:
        found = solutions(grid, limit=options["limit"], ordered=True, method=options["method"], trace=trace)
        yield next(found, None) or solve(grid)  # without a solution, solve raises the error that says why
        yield from found
    else:
        yield solve(grid, any=options["any"], method=options["method"], trace=trace)


def show(puzzle: Grid, solution: Grid, board: bool | None) -> None:
    """Print a solution: the givens bold, the other digits in color (click drops both in a pipe)."""
    show_board(
        solution,
        board,
        lambda cell, symbol: click.style(symbol, bold=True) if puzzle[cell] else click.style(symbol, fg="cyan"),
    )


def as_data(
    entry: Entry, found: list[Grid], problem: NonetError | None, are_all: bool, trace: Trace | None
) -> dict[str, object]:
    """Return what `--json` prints for one puzzle."""
    data: dict[str, object] = {"puzzle": str(entry.grid)}
    if entry.line:
        data["line"] = entry.line
    if are_all:
        data["solutions"] = list(map(str, found))
    else:
        data["solution"] = str(found[0]) if found else None
    if problem:
        data |= {"error": type(problem).__name__, "message": str(problem)}
    if trace:
        data["trace"] = trace.counters()
    return data
