"""``nonet compare``: several search methods on one puzzle."""

from __future__ import annotations

import sys
from math import log

import click

from ..extras import require
from ..grid import Grid
from ..search import METHODS, Measurement, compare, idea
from .common import Run, print_json, puzzle_command

_COUNTERS = ("nodes", "guesses", "backtracks")
_LONGEST_BAR = 20


@puzzle_command("compare", "Compare seven search methods.")
@click.option(
    "--method", "methods", type=click.Choice(list(METHODS)), multiple=True, help="Only this method; can be repeated."
)
@click.option("--first", is_flag=True, help="Stop at the first solution; do not prove that it is unique.")
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    default=10.0,
    show_default=True,
    metavar="SECONDS",
    help="Stop a method after this time, and show how far it came.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per method, one per line.")
def command(run: Run, methods: tuple[str, ...], first: bool, timeout: float, as_json: bool) -> None:
    """Run search methods on a puzzle and show what each does, relative to the best.

    Nodes are digits written, guesses are nodes with an alternative, backtracks are dead ends. Each method finds the
    solution and proves that it is unique; with --first, it stops at the first solution.
    """
    for entry, where in run.puzzles():
        measurements = compare(
            entry.grid, methods=methods or METHODS, limit=1 if first else 2, timeout=timeout, progress=announce
        )
        if as_json:
            for measurement in measurements:
                print_json({"puzzle": str(entry.grid), **measurement.to_dict()})
        else:
            show(title_of(entry.grid, where, measurements, first), measurements, timeout)


def announce(method: str) -> None:
    """Print on a terminal which method is running."""
    if sys.stderr.isatty():
        print(f"\r{method} ...".ljust(20), end="\r", file=sys.stderr, flush=True)


def title_of(grid: Grid, where: str, measurements: list[Measurement], first: bool) -> str:
    """Return the heading of the table."""
    words = ("no solution", "the first solution" if first else "one solution", "several solutions")
    answers = [words[measurement.solutions] for measurement in measurements if measurement.solutions is not None]
    return ", ".join(filter(None, (where, f"{grid.shape}", f"{len(grid.givens)} clues", *answers[:1])))


def show(title: str, measurements: list[Measurement], timeout: float) -> None:
    """Print a table with one row per method, with a bar for the logarithm of its time."""
    box = require("rich.box")
    console = require("rich.console").Console(highlight=False, width=None if sys.stdout.isatty() else 120)
    table = require("rich.table").Table(
        title=title, title_justify="left", box=box.SIMPLE_HEAD if console.is_terminal else None
    )
    table.add_column("method")
    for name in (*_COUNTERS, "time"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("time, logarithmic", no_wrap=True)
    slowest = max(measurement.ratios["seconds"] for measurement in measurements)
    block = "█" if console.encoding.startswith("utf") else "#"
    for method, trace, seconds, solutions, ratios in measurements:
        stopped, ratio = solutions is None, ratios["seconds"]
        cells = [f"{getattr(trace, name):,} {times(ratios[name])}" for name in _COUNTERS]
        time = f"stopped at {timeout:g} s" if stopped else f"{duration(seconds)} {times(ratio)}"
        length = round(_LONGEST_BAR * log(max(ratio, 1)) / log(slowest)) if slowest > 1 else 0
        bar = block * max(length, 1) + " ..." * stopped
        style = "red" if stopped else "bold green" if ratio == 1 else ""
        table.add_row(method, *cells, time, bar, style=style)
    console.print(table)
    if console.is_terminal:
        for measurement in measurements:
            console.print(f"[bold]{measurement.method:<13}[/bold]{idea(measurement.method)}", soft_wrap=True)


def times(ratio: float) -> str:
    """Return a ratio as text.

    >>> times(1), times(2.345), times(12345.6)
    ('(1x)', '(2.3x)', '(12,346x)')
    """
    return f"({ratio:,.0f}x)" if ratio >= 10 or ratio == 1 else f"({ratio:.1f}x)"


def duration(seconds: float) -> str:
    """Return a time in the unit that fits.

    >>> duration(0.0000123), duration(0.0123), duration(12.3)
    ('12.3 µs', '12.3 ms', '12.3 s')
    """
    unit, factor = ("s", 1.0) if seconds >= 1 else ("ms", 1e3) if seconds >= 1e-3 else ("µs", 1e6)
    return f"{seconds * factor:.3g} {unit}"
