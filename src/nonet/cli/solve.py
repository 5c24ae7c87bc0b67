"""``nonet solve``: the solution of each puzzle, proved unique."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import click

from ..errors import NonetError
from ..formats import Entry
from ..grid import Grid
from ..puzzle import Puzzle
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


@puzzle_command("solve", rules=True)
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
      nonet solve killer.nonet

    A puzzle is text, a link, or a file in any known format; without an argument, or for -, standard input is read. The
    exit status is 1 if a puzzle has no solution or several, and 2 if it cannot be read or its givens break a rule.
    """
    check_combination(options, ("any", "all", "best"), limit="all")
    if options["best"] and options["method"]:
        raise usage_error("--best and --method cannot be combined")
    for entry, where in run.puzzles():
        trace = Trace(timeout=timeout) if (timeout or stats) and entry.puzzle is None else None
        found: list[Grid] = []
        problem = None
        try:
            for grid in answers(entry.puzzle or entry.grid, options, trace, timeout):
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


def answers(
    puzzle: Grid | Puzzle, options: dict[str, Any], trace: Trace | None, timeout: float | None
) -> Iterator[Grid]:
    """Yield the solutions that the options ask for."""
    if isinstance(puzzle, Puzzle):
        yield from answers_with_rules(puzzle, options, timeout)
        return
    grid = puzzle
    if options["best"]:
        yield maximize(grid, trace=trace).grid
    elif options["all"]:
        found = solutions(grid, limit=options["limit"], ordered=True, method=options["method"], trace=trace)
        yield next(found, None) or solve(grid)  # without a solution, solve raises the error that says why
        yield from found
    else:
        yield solve(grid, any=options["any"], method=options["method"], trace=trace)


def answers_with_rules(puzzle: Puzzle, options: dict[str, Any], timeout: float | None) -> Iterator[Grid]:
    """Yield the solutions of a puzzle with rules."""
    if options["best"]:
        puzzle.as_grid()  # raises the error that names the rule
    if options["all"]:
        found = solutions(puzzle, limit=options["limit"], method=options["method"], timeout=timeout)
        yield next(found, None) or solve(puzzle, timeout=timeout)
        yield from found
    else:
        yield solve(puzzle, any=options["any"], method=options["method"], timeout=timeout)


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
