"""``nonet rate``: how hard puzzles are."""

from __future__ import annotations

from typing import Any

import click

from ..errors import NonetError
from ..logic import rate, rating_data
from .common import PuzzleCommand, Run, entries, json_option, print_json, puzzle_sources, reading


@click.command("rate", short_help="How hard puzzles are, and the hardest step they need.", cls=PuzzleCommand)
@puzzle_sources
@json_option
def command(puzzles: tuple[str, ...], as_json: bool, **options: Any) -> int:
    """How hard puzzles are: a level, the hardest technique needed, and HoDoKu's score.

    All the turned, mirrored and relabelled forms of a puzzle get the same rating. For many puzzles, use nonet batch
    --what rate. The exit status is 1 if a puzzle has not exactly one solution.
    """
    run = Run()
    how = reading(options["format_"], options["box"], options["symbols"], options["encoding"])
    for entry, where in entries(puzzles, how, run):
        try:
            rating = rate(entry.grid)
        except NonetError as error:
            run.complain(error, where)
            continue
        if as_json:
            print_json({"puzzle": str(entry.grid), **rating_data(rating)})
        else:
            scale = rating.scales["hodoku"]
            head = f"{where}: " if where else ""
            scored = f"HoDoKu {rating.score} ({scale.level}), {rating.steps} steps"
            print(f"{head}{rating.level.title}, {rating.hardest}, {scored}")
    return run.status
