"""``nonet bench``: puzzles per second, here and by other solvers. The measuring is done by `nonet.bulk`."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import click

from ..bulk import SETS, Measurement, bench_plot, measure
from ..errors import ArgumentError, FileError
from ..files import write_file
from .common import print_json
from .parameters import Names, Seconds


@click.command("bench")
@click.argument("files", nargs=-1, metavar="[FILE]...", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--set", "sets", type=Names(SETS), multiple=True, help="Measure only this set; can be repeated.")
@click.option("--backend", type=Names(["native", "numpy", "all"]), help="The backend.  [default: the one in use]")
@click.option("--threads", metavar="N,...", help="The numbers of threads.  [default: 1 and all CPUs]")
@click.option(
    "--seconds",
    type=Seconds(),
    default=1.0,
    show_default=True,
    metavar="SECONDS",
    help="The time for each measurement, of which the best run counts.",
)
@click.option("--peers", is_flag=True, help="Measure other solvers for Python, too, if they are installed.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per measurement, one per line.")
@click.option("--plot", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE.svg", help="Draw bars as well.")
def command(
    files: tuple[Path, ...],
    sets: tuple[str, ...],
    backend: str | None,
    threads: str | None,
    seconds: float,
    peers: bool,
    as_json: bool,
    plot: Path | None,
) -> None:
    """Measure how many puzzles per second are solved and proved unique.

    \b
      nonet bench
      nonet bench --set hard --threads 1 --plot hard.svg
      nonet bench puzzles.txt --peers

    The puzzles are those of files, or sets made from a seed: easy (more clues than needed), minimal (no clue more than
    needed), hard (many guesses), several (two solutions) and none (no solution).
    """
    if plot and plot.suffix != ".svg":
        raise FileError(f"{plot}: the name of a plot must end in .svg")
    numbers = numbers_of(threads) if threads is not None else None
    found = list(
        measure(
            files, sets=sets, backend=backend, threads=numbers, seconds=seconds, peers=peers, progress=show_progress
        )
    )
    show_progress("")
    if as_json:
        for measurement in found:
            print_json(measurement.to_dict())
    else:
        show(found)
    if plot:
        write_file(plot, bench_plot(found))


def show_progress(what: str) -> None:
    """Show on a terminal what is being measured."""
    if sys.stderr.isatty():
        print(f"\r{what:<60}", end="\r", file=sys.stderr, flush=True)


def numbers_of(text: str) -> list[int]:
    """Return numbers of threads that are separated by commas.

    >>> numbers_of("1,4")
    [1, 4]
    """
    if not re.fullmatch(r"\s*[1-9]\d{0,3}\s*(,\s*[1-9]\d{0,3}\s*)*", text, re.ASCII):
        raise ArgumentError(f"--threads takes numbers, such as 1,2,4, not {text!r:.40}")
    return [int(number) for number in text.split(",")]


def show(measurements: list[Measurement]) -> None:
    """Print the measurements as a table."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False, width=None if sys.stdout.isatty() else 140)
    table = Table(box=box.SIMPLE_HEAD if console.is_terminal else None)
    for heading in ("set", "solver"):
        table.add_column(heading, no_wrap=True)
    for heading in ("threads", "puzzles/s", "guesses", "sweeps", "nonet is"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("")
    rows = [row for row in measurements if row.set]
    sets = list(dict.fromkeys(row.set for row in rows))
    for row in sorted(rows, key=lambda row: sets.index(row.set)):
        counters = ["" if value is None else f"{value:,.2f}" for value in (row.guesses, row.sweeps)]
        ratio = "" if row.ratio is None else f"{row.ratio:,.0f}x"
        rate = f"{row.rate:,.0f}" if row.rate >= 100 else f"{row.rate:,.2g}"
        table.add_row(row.set, row.solver, str(row.threads), rate, *counters, ratio, row.note)
    console.print(table)
    absent = [row.solver for row in measurements if not row.set]
    if absent:
        console.print(f"not installed: {', '.join(absent)}")
