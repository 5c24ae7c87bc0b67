"""``nonet explain``: all steps to the solution."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import click

from ..drawing import explanation_html, explanation_pdf, scene_of_step
from ..files import write_file
from ..logic import ORDERS, Explanation, Step, Words, explain
from ..messages import in_language
from .common import (
    Run,
    format_by_suffix,
    json_option,
    language_option,
    print_json,
    puzzle_command,
    show_scene,
    show_text,
    timeout_option,
)
from .hint import cells_option, technique_options
from .parameters import Names


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
@click.option(
    "--order",
    type=Names(ORDERS),
    default="teacher",
    show_default=True,
    help="teacher: the easiest step first; explainer: the steps of Sudoku Explainer, with its ratings.",
)
@click.option("--all-lines", is_flag=True, help="Print long chains in full, and the smaller steps inside them.")
@timeout_option
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
    all_lines: bool,
    **options: Any,
) -> None:
    """Explain all steps from a puzzle to its solution. Each step is the easiest one possible.

    \b
      nonet explain puzzle.sdk
      nonet explain --brief "1... ..2. .3.. ...4"
      nonet explain puzzle.sdk -o puzzle.html
      nonet explain --order explainer --all-lines puzzle.sdk

    Where no technique finds a step, the next one is a step of Sudoku Explainer, in which chains contain smaller steps.
    The exit status is 1 if a puzzle does not have exactly one solution, or if the named techniques do not solve it.
    """
    kind = format_by_suffix(output, {"html": ".html", "pdf": ".pdf"}, "an explanation") if output else ""
    for entry, where in run.one_puzzle("a file explains one; leave out -o") if output else run.puzzles():
        with run.reporting(where):
            explanation = explain(entry.position or entry.grid, **options)
            words = Words(entry.grid.shape, language=language, cells=cells)
            if output:
                shared: dict[str, Any] = {"names": words.title, "language": language}
                if kind == "pdf":
                    write_file(output, explanation_pdf(explanation, words=words.text, **shared))
                else:
                    write_file(output, explanation_html(explanation, words=words.lines, **shared))
            elif as_json:
                print_json(explanation.to_dict(language=language, cells=cells))
            else:
                if brief:
                    print(explanation)
                else:
                    draws = sys.stdout.isatty() if board is None else board
                    show(explanation, partial(words.text, all_lines=all_lines), draws, language, cells)
                    print(words.rating(explanation.rating, solved=explanation.is_solved))
                    if explanation.note:
                        print(in_language(explanation.note, language))
                print("\n".join(words.techniques(explanation.rating)))
            run.worsen(0 if explanation.is_solved else 1)


def show(explanation: Explanation, text: Callable[[Step], str], board: bool, language: str, cells: str) -> None:
    """Print the sentences of each step, with a board if wanted."""
    for number, (step, position) in enumerate(zip(explanation.steps, explanation.positions(), strict=False), 1):
        if board:
            show_scene(scene_of_step(step, position, language=language), labels=cells, compact=True)
        show_text(text(step), f"{number:3}. ")
        if board:
            print()
