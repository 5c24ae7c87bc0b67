"""``nonet compare``: several search methods on one puzzle."""

from __future__ import annotations

import sys
from math import log

import click

from ..grid import Grid
from ..search import METHODS, Measurement, compare, idea
from .common import Run, language_option, print_json, puzzle_command
from .parameters import Names, Seconds

_COUNTERS = ("nodes", "guesses", "backtracks")
_LONGEST_BAR = 20
_WIDE = 105  # columns of a terminal that shows the whole table; a narrower one shows fewer ratios and no bars
_WORDS = {
    "en": {
        "method": "method",
        "nodes": "nodes",
        "guesses": "guesses",
        "backtracks": "backtracks",
        "time": "time",
        "bar": "time, logarithmic",
        "stopped": "stopped at {timeout:g} s",
        "none": "no solution",
        "first": "the first solution",
        "unique": "one solution",
        "several": "several solutions",
        "clues": "{clues} clues",
        "comma": ", ",
        "times": "({ratio}x)",
    },
    "zh": {
        "method": "方法",
        "nodes": "节点",
        "guesses": "猜测",
        "backtracks": "回溯",
        "time": "用时",
        "bar": "用时（对数）",
        "stopped": "{timeout:g} 秒后停止",
        "none": "无解",
        "first": "找到第一个解为止",
        "unique": "唯一解",
        "several": "多解",
        "clues": "{clues} 个已知数",
        "comma": "，",
        "times": "({ratio} 倍)",
    },
}


@puzzle_command("compare")
@click.option("--method", "methods", type=Names(METHODS), multiple=True, help="Only this method; can be repeated.")
@click.option("--first", is_flag=True, help="Stop at the first solution; do not prove that it is unique.")
@click.option(
    "--timeout",
    type=Seconds(),
    default=10.0,
    show_default=True,
    metavar="SECONDS",
    help="Stop a method after this time, and show how far it came.",
)
@language_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per method, one per line.")
def command(run: Run, methods: tuple[str, ...], first: bool, timeout: float, language: str, as_json: bool) -> None:
    """Run search methods on a puzzle and show what each does, relative to the best.

    \b
      nonet compare puzzle.sdk
      nonet compare --method bitmask --method dlx "1... ..2. .3.. ...4"

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
            show(title_of(entry.grid, where, measurements, first, language), measurements, timeout, language)


def announce(method: str) -> None:
    """Print on a terminal which method is running."""
    if sys.stderr.isatty():
        print(f"\r{method} ...".ljust(20), end="\r", file=sys.stderr, flush=True)


def title_of(grid: Grid, where: str, measurements: list[Measurement], first: bool, language: str = "en") -> str:
    """Return the heading of the table."""
    words = _WORDS[language]
    names = ("none", "first" if first else "unique", "several")
    answers = [words[names[measurement.solutions]] for measurement in measurements if measurement.solutions is not None]
    clues = words["clues"].format(clues=len(grid.givens))
    return words["comma"].join(filter(None, (where, f"{grid.shape}", clues, *answers[:1])))


def show(title: str, measurements: list[Measurement], timeout: float, language: str = "en") -> None:
    """Print a table with one row per method, with a bar for the logarithm of its time."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    words = _WORDS[language]
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 120)
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD if console.is_terminal else None)
    table.add_column(words["method"], no_wrap=True)
    for name in (*_COUNTERS, "time"):
        table.add_column(words[name], justify="right", no_wrap=True)
    is_wide = console.width >= _WIDE
    if is_wide:
        table.add_column(words["bar"], no_wrap=True)
    slowest = max(measurement.ratios["seconds"] for measurement in measurements)
    block = "█" if console.encoding.startswith("utf") else "#"
    for method, trace, seconds, solutions, ratios in measurements:
        stopped, ratio = solutions is None, ratios["seconds"]
        with_ratio = _COUNTERS if is_wide else _COUNTERS[:1]
        shown = {name: times(ratios[name], language) if name in with_ratio else "" for name in _COUNTERS}
        cells = [f"{getattr(trace, name):,} {ratio}".rstrip() for name, ratio in shown.items()]
        time = words["stopped"].format(timeout=timeout) if stopped else f"{duration(seconds)} {times(ratio, language)}"
        length = round(_LONGEST_BAR * log(max(ratio, 1)) / log(slowest)) if slowest > 1 else 0
        bar = block * max(length, 1) + " ..." * stopped
        style = "red" if stopped else "bold green" if ratio == 1 else ""
        table.add_row(method, *cells, time, *([bar] if is_wide else ()), style=style)
    console.print(table)
    if console.is_terminal:
        for measurement in measurements:
            console.print(
                f"[bold]{measurement.method:<13}[/bold]{idea(measurement.method, language=language)}", soft_wrap=True
            )


def times(ratio: float, language: str = "en") -> str:
    """Return a ratio as text.

    >>> times(1), times(2.345), times(12345.6), times(2, "zh")
    ('(1x)', '(2.3x)', '(12,346x)', '(2.0 倍)')
    """
    return _WORDS[language]["times"].format(ratio=f"{ratio:,.0f}" if ratio >= 10 or ratio == 1 else f"{ratio:.1f}")


def duration(seconds: float) -> str:
    """Return a time in the unit that fits.

    >>> duration(0.0000123), duration(0.0123), duration(12.3)
    ('12.3 µs', '12.3 ms', '12.3 s')
    """
    unit, factor = ("s", 1.0) if seconds >= 1 else ("ms", 1e3) if seconds >= 1e-3 else ("µs", 1e6)
    return f"{seconds * factor:.3g} {unit}"
