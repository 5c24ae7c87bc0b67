"""``nonet rate``: how hard puzzles are."""

from __future__ import annotations

from typing import Any

import click

from ..logic import Words, explain
from ..messages import in_language
from .common import Run, json_option, language_option, prefix, print_json, puzzle_command
from .hint import technique_options


@puzzle_command("rate")
@click.option("--counts", is_flag=True, help="Print the number of steps of each technique, too.")
@technique_options
@language_option
@json_option
def command(run: Run, language: str, as_json: bool, counts: bool, **selection: Any) -> None:
    """Rate puzzles: the level, the hardest technique needed, HoDoKu's score, and the number of steps.

    \b
      nonet rate puzzle.sdk
      nonet rate --json puzzles.sdm
      nonet rate --without x-wing --no-uniqueness puzzle.sdk

    Rotated, mirrored and relabeled forms of a puzzle get the same rating. For many puzzles use nonet batch --what rate.
    The exit status is 1 if a puzzle does not have exactly one solution, or if the selected techniques do not solve it.
    """
    for entry, where in run.puzzles():
        with run.reporting(where):
            explanation = explain(entry.grid, **selection)
            rating, solved = explanation.rating, explanation.is_solved
            words = Words(entry.grid.shape, language=language)
            run.worsen(0 if solved else 1)
            if as_json:
                print_json({"puzzle": str(entry.grid), "solved": solved, **rating.to_dict()})
                continue
            print(in_language(f"{prefix(where)}{words.rating(rating, solved=solved)}", language))
            if counts:
                print("\n".join(words.techniques(rating)))
