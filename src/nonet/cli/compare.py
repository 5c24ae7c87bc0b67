"""``nonet compare``: every method on one puzzle, so that one sees what each idea is worth."""

from __future__ import annotations

import sys
from itertools import islice
from math import log
from time import perf_counter
from typing import Any, NamedTuple

import click

from ..errors import NonetError, OutOfTime
from ..grid import Grid
from ..search import METHODS, Trace, find, idea
from .common import PuzzleCommand, Run, entries, print_json, puzzle_sources, reading

_COUNTERS = ("nodes", "guesses", "backtracks")
_BAR = 20
_SHORTEST_MEASUREMENT = 0.05


class Result(NamedTuple):
    """What one method did on the puzzle."""

    method: str
    trace: Trace
    seconds: float
    solutions: frozenset[Grid] | None
    """None if the method was stopped."""

    def values(self) -> dict[str, float]:
        """What is compared."""
        return {name: getattr(self.trace, name) for name in _COUNTERS} | {"seconds": self.seconds}


@click.command("compare", short_help="Seven search methods side by side.", cls=PuzzleCommand)
@puzzle_sources
@click.option(
    "--method", "methods", type=click.Choice(list(METHODS)), multiple=True, help="Only this; may be repeated."
)
@click.option("--first", is_flag=True, help="Stop at the first solution, without proving that it is the only one.")
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    default=10.0,
    show_default=True,
    metavar="SECONDS",
    help="Stop a method after so long, and show how far it came.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line for each method.")
def command(
    puzzles: tuple[str, ...], methods: tuple[str, ...], first: bool, timeout: float, as_json: bool, **options: Any
) -> int:
    """Run every search method on a puzzle and show what each did, as a ratio to the best.

    Nodes are digits written, guesses those with an alternative, backtracks dead ends. Each method finds the
    solution and proves that there is no other, unless --first is set.
    """
    run = Run()
    how = reading(options["format_"], options["box"], options["symbols"], options["encoding"])
    for entry, where in entries(puzzles, how, run):
        results = [measure(entry.grid, name, 1 if first else 2, timeout) for name in methods or METHODS]
        if len({len(result.solutions) for result in results if result.solutions is not None}) > 1:
            raise NonetError("the methods do not agree on the number of solutions, which should never happen")
        if as_json:
            for result in results:
                print_json(as_data(entry.grid, result, results))
        else:
            show(entry.grid, where, results, timeout, first=first)
    return run.status


def measure(grid: Grid, method: str, limit: int, timeout: float) -> Result:
    """One method's run; a short one is run again until the time is worth telling, and its best time counts."""
    if sys.stderr.isatty():
        print(f"\r{method} ...".ljust(20), end="\r", file=sys.stderr, flush=True)
    seconds, total = timeout, 0.0
    while total < min(_SHORTEST_MEASUREMENT, timeout):
        trace = Trace(seconds=timeout)
        start = perf_counter()
        try:
            found = frozenset(islice(find(grid, method=method, trace=trace), limit))
        except OutOfTime:
            return Result(method, trace, perf_counter() - start, None)
        passed = perf_counter() - start
        seconds, total = min(seconds, passed), total + passed
    return Result(method, trace, seconds, found)


def ratios(result: Result, results: list[Result]) -> dict[str, float]:
    """Each value as a ratio to the best of the methods that finished; a best of 0 counts as 1."""
    finished = [other.values() for other in results if other.solutions is not None] or [result.values()]
    return {
        name: max(value, name != "seconds") / max(min(other[name] for other in finished), name != "seconds")
        for name, value in result.values().items()
    }


def as_data(grid: Grid, result: Result, results: list[Result]) -> dict[str, object]:
    """What `--json` prints for one method."""
    return {
        "puzzle": str(grid),
        "method": result.method,
        **result.trace.counters(),
        "solutions": None if result.solutions is None else len(result.solutions),
        "seconds": round(result.seconds, 6),
        "stopped": result.solutions is None,
        "ratios": {name: round(ratio, 3) for name, ratio in ratios(result, results).items()},
    }


def show(grid: Grid, where: str, results: list[Result], timeout: float, *, first: bool) -> None:
    """The table: a row a method, with a bar for the logarithm of its time."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False, width=None if sys.stdout.isatty() else 120)
    finished = [result for result in results if result.solutions is not None]
    words = ("no solution", "the first solution" if first else "one solution", "several solutions")
    answer = words[len(finished[0].solutions or ())] if finished else ""
    title = ", ".join(filter(None, (where, f"{grid.shape}", f"{len(grid.givens)} clues", answer)))
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD if console.is_terminal else None)
    table.add_column("method")
    for name in (*_COUNTERS, "time"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("time, logarithmic", no_wrap=True)
    slowest = max(ratios(result, results)["seconds"] for result in results)
    for result in results:
        ratio = ratios(result, results)
        cells = [f"{getattr(result.trace, name):,} {times(ratio[name])}" for name in _COUNTERS]
        stopped = result.solutions is None
        time = f"stopped at {timeout:g} s" if stopped else f"{duration(result.seconds)} {times(ratio['seconds'])}"
        length = round(_BAR * log(max(ratio["seconds"], 1)) / log(slowest)) if slowest > 1 else 0
        bar = ("█" if console.encoding.startswith("utf") else "#") * max(length, 1) + (" ..." if stopped else "")
        best = not stopped and ratio["seconds"] == 1
        table.add_row(result.method, *cells, time, bar, style="bold green" if best else "red" if stopped else "")
    console.print(table)
    if console.is_terminal:
        for result in results:
            console.print(f"[bold]{result.method:<13}[/bold]{idea(result.method)}", soft_wrap=True)


def times(ratio: float) -> str:
    """A ratio as people say it.

    >>> times(1), times(2.345), times(12345.6)
    ('(1x)', '(2.3x)', '(12,346x)')
    """
    return f"({ratio:,.0f}x)" if ratio >= 10 or ratio == 1 else f"({ratio:.1f}x)"


def duration(seconds: float) -> str:
    """Seconds in the unit that fits.

    >>> duration(0.0000123), duration(0.0123), duration(12.3)
    ('12.3 µs', '12.3 ms', '12.3 s')
    """
    for unit, factor in (("s", 1.0), ("ms", 1e3), ("µs", 1e6)):
        if seconds * factor >= 1 or unit == "µs":
            return f"{seconds * factor:.3g} {unit}"
    raise AssertionError
