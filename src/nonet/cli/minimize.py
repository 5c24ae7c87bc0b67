"""``nonet minimize``: puzzles without the clues that are not needed."""

from __future__ import annotations

from typing import Any

import click

from .. import create
from ..errors import NonetError
from .common import PuzzleCommand, Run, entries, json_option, print_json, puzzle_sources, reading, show_board


@click.command("minimize", short_help="Leave out the clues that are not needed.", cls=PuzzleCommand)
@puzzle_sources
@click.option("--seed", type=int, metavar="N", help="Which clues go first; without one, by fresh chance.")
@click.option("--board/--line", "board", default=None, help="A framed board (on a terminal) or a line (in a pipe).")
@json_option
def command(puzzles: tuple[str, ...], seed: int | None, board: bool | None, as_json: bool, **options: Any) -> int:
    """Leave out clues, one after the other, as long as the solution stays unique.

    The exit status is 1 if a puzzle has no solution or several, and 2 if it cannot be read.
    """
    run = Run()
    how = reading(options["format_"], options["box"], options["symbols"], options["encoding"])
    for entry, where in entries(puzzles, how, run):
        try:
            grid = create.minimize(entry.grid, seed=seed)
        except NonetError as error:
            run.complain(error, where)
            continue
        if as_json:
            removed = [cell.name for cell in entry.grid.givens - grid.givens]
            print_json({"puzzle": str(entry.grid), "minimal": str(grid), "removed": removed})
        else:
            show_board(grid, board)
    return run.status
