"""``nonet draw``: pictures of puzzles and steps."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ..drawing import FORMATS, THEMES, draw, scene_for
from ..errors import NoSolution
from ..formats import Entry
from ..logic import explain, hint
from .common import (
    Run,
    check_combination,
    format_by_suffix,
    is_ascii_only,
    language_option,
    output_option,
    puzzle_command,
    show_scene,
    write_output,
)
from .hint import TechniqueName
from .parameters import Names

_FORMATS = {name: suffix for name, suffix in FORMATS.items() if name != "gif"}  # only searches move


@puzzle_command("draw", rules=True)
@output_option("The file to write; its suffix sets the format.")
@click.option("--to", type=Names(_FORMATS), help="The format, if no suffix sets it.")
@click.option("--candidates/--no-candidates", default=None, help="Show or hide the candidates of blank cells.")
@click.option("--step", is_flag=True, help="Draw the next step with its evidence.")
@click.option(
    "--technique", type=TechniqueName(), multiple=True, help="With --step: use only this technique; can be repeated."
)
@click.option("--path", is_flag=True, help="Draw all steps to the solution.")
@click.option(
    "--theme", type=Names(["auto", *THEMES]), default="auto", show_default=True, help="Colors; gray for print."
)
@click.option("--labels/--no-labels", default=None, help="Number the rows and columns, or not.")
@click.option("--title", help="A heading above the board.")
@click.option("--width", type=click.IntRange(min=16), metavar="PIXELS", help="The width of a PNG.")
@click.option("--font", type=click.Path(path_type=Path), metavar="FILE", help="A TrueType font for Chinese text.")
@language_option
def command(run: Run, output: Path | None, to: str | None, **options: Any) -> None:
    """Draw puzzles, the next step, or all steps.

    Without -o the picture is text for the terminal. nonet trace draws searches.

    \b
      nonet draw puzzle.sdk -o puzzle.svg
      nonet draw --step puzzle.sdk -o step.png
      nonet draw --path puzzle.sdk -o path.pdf
      nonet draw killer.nonet -o killer.svg
    """
    check_combination(options, ("step", "path"), technique="step")
    to = to or (format_by_suffix(output, _FORMATS, "a picture") if output else "text")
    if to == "text" and output is None:
        for entry, where in run.puzzles():
            with run.reporting(where):
                show(entry, options)
        return
    for entry, where in run.one_puzzle("a picture shows one; nonet book prints many"):
        with run.reporting(where):
            picture = drawn(entry, to, options)
            write_output(output, picture)


def subject(entry: Entry, options: dict[str, Any]) -> Any:
    """Return the value to draw."""
    if entry.puzzle:
        return entry.puzzle.as_grid() if options["path"] or options["step"] else entry.puzzle
    position = entry.position or entry.grid
    if options["path"]:
        return explain(position)
    if options["step"]:
        found = hint(position, techniques=options["technique"] or None)
        if found.mistakes:
            raise NoSolution(" ".join(str(found).splitlines()))
        if found.step is None:
            names = ", ".join(options["technique"])
            raise NoSolution(f"no step was found by {names}" if names else "no step was found")
        return found
    return position


def drawn(entry: Entry, to: str, options: dict[str, Any]) -> str | bytes:
    """Return the picture."""
    names = ("theme", "title", "candidates", "labels", "width", "font", "language")
    picture: str | bytes = draw(  # type: ignore[call-overload]  # any of the formats
        subject(entry, options), to=to, on=entry.position or entry.grid, **{name: options[name] for name in names}
    )
    return picture


def show(entry: Entry, options: dict[str, Any]) -> None:
    """Print a picture as text, in color on a terminal."""
    if options["path"]:
        words = str(drawn(entry, "text", options))
        print(words.encode("ascii", "replace").decode() if is_ascii_only() else words)
        return
    on = entry.position or entry.grid
    names = ("title", "candidates", "language")
    scene = scene_for(subject(entry, options), on=on, **{name: options[name] for name in names})
    has_labels = options["step"] if options["labels"] is None else options["labels"]
    show_scene(scene, labels="rc" if has_labels else "")
