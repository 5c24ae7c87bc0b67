"""``nonet count``: the number of solutions."""

from __future__ import annotations

import sys

import click

from ..search import Trace
from ..solving import count
from .common import Run, json_option, method_option, print_json, puzzle_command, timeout_option


@puzzle_command("count", rules=True)
@click.option(
    "--limit", type=click.IntRange(min=1), default=1000, show_default=True, metavar="N", help="Stop counting at N."
)
@click.option("--all", "all_", is_flag=True, help="Count all solutions, without a limit.")
@method_option()
@timeout_option
@json_option
def command(run: Run, as_json: bool, limit: int | None, all_: bool, method: str | None, timeout: float | None) -> None:
    """Count the solutions of puzzles: one number per line, followed by + if there are more than the limit.

    \b
      nonet count "1... ..2. .... ...4"
      nonet count --all puzzle.sdk

    The exit status is 1 if a puzzle has no solution, and 2 if it cannot be read.
    """
    limit = None if all_ else limit
    for entry, where in run.puzzles():
        with run.reporting(where):
            stop = limit and limit + 1
            if entry.puzzle:
                number = count(entry.puzzle, limit=stop, method=method, timeout=timeout)
            else:
                trace = Trace(timeout=timeout) if timeout else None
                with _Bar() as bar:
                    number = count(entry.grid, limit=stop, method=method, trace=trace, progress=bar.show)
            more = limit is not None and number > limit
            number -= more
            if as_json:
                print_json({"puzzle": str(entry.grid), "count": number, "complete": not more})
            else:
                print(f"{number}{'+' if more else ''}")
            run.worsen(0 if number else 1)


class _Bar:
    """The part of a long count that is done, in percent, on standard error if that is a terminal."""

    def __init__(self) -> None:
        self._text = ""

    def __enter__(self) -> _Bar:
        return self

    def show(self, done: float) -> None:
        """Show a part from 0 to 1."""
        if sys.stderr.isatty() and (text := f"{done:.1%} counted") != self._text:
            self._text = text
            print(f"\r{text}", end="", file=sys.stderr, flush=True)

    def __exit__(self, *_: object) -> None:
        if self._text:
            print(f"\r{' ' * len(self._text)}\r", end="", file=sys.stderr, flush=True)
