"""``nonet rate``: how hard puzzles are."""

from __future__ import annotations

import click

from ..logic import SCALES, ScaleName, Words, rate
from .common import Run, json_option, language_option, prefix, print_json, puzzle_command, timeout_option
from .parameters import Names


@puzzle_command("rate")
@click.option(
    "--scale",
    type=Names(SCALES),
    help="hodoku: level, hardest technique, HoDoKu's score; se: ER, EP, ED of Sudoku Explainer.  [default: all]",
)
@click.option(
    "--canonical", is_flag=True, help="Sudoku Explainer: rate the canonical form instead of the grid as given."
)
@timeout_option
@language_option
@json_option
def command(
    run: Run, scale: ScaleName | None, canonical: bool, timeout: float | None, language: str, as_json: bool
) -> None:
    """Rate puzzles: the level, the hardest technique, HoDoKu's score, and ER/EP/ED of Sudoku Explainer.

    \b
      nonet rate puzzle.sdk
      nonet rate --scale se hardest.txt
      nonet rate --json puzzles.sdm

    Rotated, mirrored and relabeled forms of a puzzle get the same level and score. ER, EP and ED are those of the grid
    as given; with --canonical they are the same for all forms, too. Without the compiled kernel, the default is
    --scale hodoku. For many puzzles use nonet batch. The exit status is 1 if a puzzle does not have exactly one
    solution. --timeout limits Sudoku Explainer's rating of each puzzle.
    """
    for entry, where in run.puzzles():
        with run.reporting(where):
            rating = rate(entry.grid, scale=scale, canonical=canonical, timeout=timeout)
            if as_json:
                print_json({"puzzle": str(entry.grid), **rating.to_dict()})
            else:
                print(f"{prefix(where)}{Words(entry.grid.shape, language=language).rating(rating)}")
