"""``nonet rate``: how hard puzzles are."""

from __future__ import annotations

from ..logic import Words, rate
from ..messages import in_language
from .common import Run, json_option, language_option, prefix, print_json, puzzle_command


@puzzle_command("rate")
@language_option
@json_option
def command(run: Run, language: str, as_json: bool) -> None:
    """Rate puzzles: the level, the hardest technique needed, HoDoKu's score, and the number of steps.

    \b
      nonet rate puzzle.sdk
      nonet rate --json puzzles.sdm

    Rotated, mirrored and relabeled forms of a puzzle get the same rating. For many puzzles use nonet batch --what rate.
    The exit status is 1 if a puzzle does not have exactly one solution.
    """
    for entry, where in run.puzzles():
        with run.reporting(where):
            rating = rate(entry.grid)
            if as_json:
                print_json({"puzzle": str(entry.grid), **rating.to_dict()})
            else:
                words = Words(entry.grid.shape, language=language).rating(rating)
                print(in_language(f"{prefix(where)}{words}", language))
