"""``nonet minimize``: puzzles without the clues that are not needed."""

from __future__ import annotations

from .. import create
from .common import Run, board_option, json_option, print_json, puzzle_command, seed_option, show_board


@puzzle_command("minimize")
@seed_option
@board_option
@json_option
def command(run: Run, seed: int | None, board: bool | None, as_json: bool) -> None:
    """Remove clues, one after the other in random order, as long as the solution stays unique.

    \b
      nonet minimize puzzle.sdk
      nonet minimize --seed 1 1234341221434321

    The exit status is 1 if a puzzle has no solution or several, and 2 if it cannot be read.
    """
    for entry, where in run.puzzles():
        with run.reporting(where):
            grid = create.minimize(entry.grid, seed=seed)
            if as_json:
                removed = [cell.name for cell in entry.grid.givens - grid.givens]
                print_json({"puzzle": str(entry.grid), "minimal": str(grid), "removed": removed})
            else:
                show_board(grid, board)
