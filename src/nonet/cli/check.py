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
            report = check(entry.grid, method=options["method"], trace=Trace(seconds=timeout) if timeout else None)
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
    data: dict[str, object] = {
        "puzzle": str(entry.grid),
        "board": report.shape,
        "clues": report.clues,
        "valid": report.is_valid,
        "solutions": ("none", "one", "several")[report.solutions],
        "conflicts": [
            {"house": house, "digit": cells.shape.symbol(digit), "cells": [cell.name for cell in cells]}
            for house, digit, cells in report.conflicts
        ],
    }
    if report.redundant is not None:
        data |= {"minimal": report.is_minimal, "redundant": [cell.name for cell in report.redundant]}
    return data
