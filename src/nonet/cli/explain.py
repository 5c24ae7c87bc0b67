"""``nonet explain``: the whole path to the solution, each step told."""

from __future__ import annotations

import sys
from pathlib import Path as File
from typing import Any

import click

from ..drawing import board_lines
from ..errors import NonetError
from ..logic import Path, Step, Words, explain, hodoku_text, path_data
from ..position import Position
from .common import PuzzleCommand, Run, entries, json_option, print_json, puzzle_sources, reading
from .files import kind_of, write_file
from .hint import cells_option, language_option, techniques_option


@click.command("explain", short_help="The whole path to the solution, step by step.", cls=PuzzleCommand)
@puzzle_sources
@click.option("--brief", is_flag=True, help="A line a step, in the notation of HoDoKu.")
@click.option("-o", "--output", type=click.Path(path_type=File), help="Every step drawn and told: FILE.html, FILE.pdf.")
@click.option("--board/--no-board", default=None, help="Draw each step (on a terminal) or not (in a pipe).")
@techniques_option
@language_option
@cells_option
@json_option
def command(
    puzzles: tuple[str, ...], as_json: bool, brief: bool, board: bool | None, output: File | None, **options: Any
) -> int:
    """The path from a puzzle to its solution, each step the easiest there is, told in full.

    The exit status is 1 if a puzzle has not exactly one solution, or if the techniques named do not solve it.
    """
    kind = kind_of(output, {"html": ".html", "pdf": ".pdf"}, "an explanation") if output else ""
    files = 0
    run = Run()
    how = reading(options["format_"], options["box"], options["symbols"], options["encoding"])
    drawn = sys.stdout.isatty() if board is None else board
    for entry, where in entries(puzzles, how, run):
        try:
            path = explain(entry.position or entry.grid, techniques=options["techniques"] or None)
        except NonetError as error:
            run.complain(error, where)
            continue
        words = Words(entry.grid.shape, options["language"], options["cells"])
        if output:
            files += 1
            if files > 1:
                raise NonetError("a file explains one puzzle, but there are more; leave -o out")
            write_file(output, as_file(path, words, kind, options["language"]))
        elif as_json:
            print_json(path_data(path, words))
        else:
            tell(path, words, brief, drawn and not brief)
        run.worsen(0 if path.is_solved else 1)
    return run.status


def as_file(path: Path, words: Words, kind: str, language: str) -> str | bytes:
    """The path as a page or as a PDF."""
    from ..drawing import path_html, path_pdf

    if kind == "pdf":
        return path_pdf(path, lambda step, _: words.tell(step), names=words.title, language=language)
    return path_html(path, lambda step, _: words.tell(step), names=words.title, language=language)


def tell(path: Path, words: Words, brief: bool, drawn: bool) -> None:
    """The path for people."""
    shape = path.start.grid.shape
    for number, (step, position) in enumerate(zip(path.steps, path.positions(), strict=False), 1):
        if brief:
            print(f"{number:3}. {hodoku_text(step, shape)}")
            continue
        if drawn:
            print("\n".join(picture(position, step)))
        print(f"{number:3}. {words.tell(step)}\n" if drawn else f"{number:3}. {words.tell(step)}")
    rating = path.rating
    scale = rating.scales["hodoku"]
    print(
        f"{rating.level.title}; hardest step: {words.technique(rating.hardest)}; "
        f"HoDoKu score {rating.score} ({scale.level}); {len(path.steps)} steps"
        + ("" if path.is_solved else "; not solved")
    )


def picture(position: Position, step: Step) -> list[str]:
    """The board with the cells of the step set off."""
    marked = {candidate.cell for candidate in (*step.placements, *step.eliminations)}
    pattern = step.cells.get("pattern", 0)

    def mark(cell: int, symbol: str) -> str:
        if cell in marked:
            return click.style(symbol, fg="cyan", bold=True)
        return click.style(symbol, fg="yellow") if pattern >> cell & 1 else symbol

    return board_lines(position.grid, mark=mark)
