"""``nonet explain``: all steps to the solution."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from ..drawing import explanation_html, explanation_pdf, scene_of_step
from ..files import write_file
from ..logic import Explanation, Words, explain
from .common import (
    Run,
    format_by_suffix,
    json_option,
    language_option,
    print_json,
    puzzle_command,
    show_scene,
    show_text,
)
from .hint import cells_option, technique_options


@puzzle_command("explain")
@click.option("--brief", is_flag=True, help="Print one line per step, in the notation of HoDoKu.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write all steps with pictures to FILE.html or FILE.pdf.",
)
@click.option("--board/--no-board", default=None, help="Draw each step, or not.  [default: on a terminal]")
@technique_options
@language_option
@cells_option
@json_option
def command(
    run: Run,
    as_json: bool,
    brief: bool,
    board: bool | None,
    output: Path | None,
    language: str,
    cells: str,
    **selection: Any,
) -> None:
    """Explain all steps from a puzzle to its solution. Each step is the easiest one possible.

    \b
      nonet explain puzzle.sdk
      nonet explain --brief "1... ..2. .3.. ...4"
      nonet explain puzzle.sdk -o puzzle.html

    The exit status is 1 if a puzzle does not have exactly one solution, or if the named techniques do not solve it.
    """
    kind = format_by_suffix(output, {"html": ".html", "pdf": ".pdf"}, "an explanation") if output else ""
    render = explanation_pdf if kind == "pdf" else explanation_html
    for entry, where in run.one_puzzle("a file explains one; leave out -o") if output else run.puzzles():
        with run.reporting(where):
            explanation = explain(entry.position or entry.grid, **selection)
            words = Words(entry.grid.shape, language=language, cells=cells)
            if output:
                write_file(output, render(explanation, words=words.text, names=words.title, language=language))
            elif as_json:
                print_json(explanation.to_dict(language=language, cells=cells))
            else:
                if brief:
                    print(explanation)
                else:
                    show(explanation, words, sys.stdout.isatty() if board is None else board, language, cells)
                print("\n".join(words.techniques(explanation.rating)))
            run.worsen(0 if explanation.is_solved else 1)


def show(explanation: Explanation, words: Words, board: bool, language: str, cells: str) -> None:
    """Print the sentences of each step, with a board if wanted, then the rating and the techniques."""
    for number, (step, position) in enumerate(zip(explanation.steps, explanation.positions(), strict=False), 1):
        if board:
            show_scene(scene_of_step(step, position, language=language), labels=cells, compact=True)
        show_text(words.text(step), f"{number:3}. ")
        if board:
            print()
    print(words.rating(explanation.rating, solved=explanation.is_solved))
