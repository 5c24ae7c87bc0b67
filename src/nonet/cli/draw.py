"""``nonet draw``: pictures of puzzles, steps and searches."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from ..drawing import FORMATS, MOST_WORK, THEMES, draw, record, rich_text, scene_for, text
from ..errors import NoSolution
from ..extras import require
from ..files import write_file
from ..formats import Entry
from ..logic import explain, hint
from ..search import METHODS
from .common import Run, check_combination, format_by_suffix, is_ascii_only, output_option, puzzle_command


@puzzle_command("draw", "Draw puzzles, steps and searches.")
@output_option("The file to write; its suffix sets the format.")
@click.option("--to", type=click.Choice(list(FORMATS)), help="The format, if no suffix sets it.")
@click.option("--candidates/--no-candidates", default=None, help="Show or hide the candidates of blank cells.")
@click.option("--step", is_flag=True, help="Draw the next step with its evidence.")
@click.option("--technique", multiple=True, metavar="NAME", help="With --step: only this technique; can be repeated.")
@click.option("--path", is_flag=True, help="Draw all steps to the solution.")
@click.option("--trace", type=click.Choice(list(METHODS)), help="Draw a search by this method, as a film.")
@click.option("--against", type=click.Choice(list(METHODS)), help="With --trace: another method beside it.")
@click.option("--tree", is_flag=True, help="With --trace: draw the search tree instead of a film.")
@click.option("--work", type=click.IntRange(min=1), metavar="N", help="With --trace: stop after N events (a million).")
@click.option(
    "--theme", type=click.Choice(["auto", *THEMES]), default="auto", show_default=True, help="Colors; gray for print."
)
@click.option("--labels/--no-labels", default=None, help="Number the rows and columns, or not.")
@click.option("--title", help="A heading above the board.")
@click.option("--width", type=click.IntRange(min=16), metavar="PIXELS", help="The width of a PNG or GIF.")
@click.option("--font", type=click.Path(path_type=Path), help="A TrueType font for Chinese titles.")
def command(run: Run, output: Path | None, to: str | None, **options: Any) -> None:
    """Draw puzzles, the next step, all steps, or a search.

    Without -o the picture is text for the terminal.

    \b
      nonet draw puzzle.sdk -o puzzle.svg
      nonet draw --step puzzle.sdk -o step.png
      nonet draw --path puzzle.sdk -o path.pdf
      nonet draw --trace backtracking --against mrv PUZZLE -o race.html
    """
    check_combination(options, ("step", "path", "trace"), against="trace", tree="trace", work="trace", technique="step")
    to = to or (format_by_suffix(output, FORMATS, "a picture") if output else "text")
    if to == "text" and output is None:
        for entry, where in run.puzzles():
            with run.reporting(where):
                show(entry, options)
        return
    for entry, where in run.one_puzzle("a picture shows one; nonet book prints many"):
        with run.reporting(where):
            picture = drawn(entry, to, options)
            if output:
                write_file(output, picture)
            elif isinstance(picture, bytes):
                sys.stdout.buffer.write(picture)
            else:
                print(picture, end="")


def subject(entry: Entry, options: dict[str, Any]) -> Any:
    """Return the value to draw."""
    position = entry.position or entry.grid
    if options["trace"]:
        methods = filter(None, (options["trace"], options["against"]))
        return [record(entry.grid, method, most=options["work"] or MOST_WORK) for method in methods]
    if options["path"]:
        return explain(position)
    if options["step"]:
        found = hint(position, techniques=options["technique"] or None)
        if found.mistakes:
            raise NoSolution(" ".join(str(found).splitlines()))
        if found.step is None:
            raise NoSolution(f"no step was found{' by ' * bool(options['technique'])}{', '.join(options['technique'])}")
        return found
    return position


def drawn(entry: Entry, to: str, options: dict[str, Any]) -> str | bytes:
    """Return the picture."""
    names = ("theme", "title", "candidates", "labels", "width", "tree", "font")
    picture: str | bytes = draw(  # type: ignore[call-overload]  # any of the formats
        subject(entry, options), to=to, on=entry.position or entry.grid, **{name: options[name] for name in names}
    )
    return picture


def show(entry: Entry, options: dict[str, Any]) -> None:
    """Print a picture as text, in color on a terminal."""
    if options["trace"] or options["path"]:
        words = str(drawn(entry, "text", options))
        print(words.encode("ascii", "replace").decode() if is_ascii_only() else words)
        return
    on = entry.position or entry.grid
    scene = scene_for(subject(entry, options), on=on, title=options["title"], candidates=options["candidates"])
    if sys.stdout.isatty() and not is_ascii_only():
        require("rich.console").Console(highlight=False).print(rich_text(scene), soft_wrap=True)
    else:
        print(text(scene, ascii=is_ascii_only()))
