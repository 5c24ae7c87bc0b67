"""``nonet rate``: how hard puzzles are."""

from __future__ import annotations

from typing import Any

import click

from ..geometry import Shape
from ..kernel import kernel
from ..logic import SCALES, Rating, ScaleName, Words, explain, rate
from ..messages import in_language
from .common import Run, json_option, language_option, prefix, print_json, puzzle_command, timeout_option
from .hint import technique_options
from .parameters import Names


@puzzle_command("rate")
@click.option("--counts", is_flag=True, help="Print the number of steps of each technique, too.")
@click.option(
    "--scale",
    type=Names(SCALES),
    help="hodoku: level, hardest technique, HoDoKu's score; se: ER, EP, ED of Sudoku Explainer.  [default: all]",
)
@click.option("--canonical", is_flag=True, help="Sudoku Explainer: rate the canonical form, not the grid as given.")
@timeout_option
@technique_options
@language_option
@json_option
def command(
    run: Run,
    language: str,
    as_json: bool,
    counts: bool,
    scale: ScaleName | None,
    canonical: bool,
    timeout: float | None,
    **selection: Any,
) -> None:
    """Rate puzzles: the level, HoDoKu's score, the hardest technique, and ER/EP/ED of Sudoku Explainer.

    \b
      nonet rate puzzle.sdk
      nonet rate --json puzzles.sdm
      nonet rate --scale se hardest.txt
      nonet rate --without x-wing --no-uniqueness puzzle.sdk

    Rotated, mirrored and relabeled forms of a puzzle get the same level and score. ER, EP and ED are those of the grid
    as given; with --canonical they are the same for all forms, too. Without the compiled kernel, the default is
    --scale hodoku. --timeout limits Sudoku Explainer's rating of each puzzle. For many puzzles use nonet batch.
    The exit status is 1 if a puzzle does not have exactly one solution, or if the selected techniques do not solve it.
    """
    scale = scale or ("all" if kernel() else "hodoku")
    for entry, where in run.puzzles():
        with run.reporting(where):
            rating, solved = Rating(None), True
            if scale != "se":
                explanation = explain(entry.grid, nested=False, **selection)  # HoDoKu has no nested steps
                rating, solved = explanation.rating, explanation.is_solved
            if scale == "se" or (scale == "all" and entry.grid.shape == Shape(3, 3)):
                se = rate(entry.grid, scale="se", canonical=canonical, timeout=timeout).se
                rating = rating._replace(se=se)
            words = Words(entry.grid.shape, language=language)
            run.worsen(0 if solved else 1)
            if as_json:
                print_json({"puzzle": str(entry.grid), "solved": solved, **rating.to_dict()})
                continue
            print(in_language(f"{prefix(where)}{words.rating(rating, solved=solved)}", language))
            if counts and scale != "se":
                print("\n".join(words.techniques(rating)))
