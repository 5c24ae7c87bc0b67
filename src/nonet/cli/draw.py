"""``nonet draw``: puzzles, steps, paths and searches as pictures."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from ..drawing import FORMATS, draw
from ..errors import NonetError, NoSolution
from ..formats import Entry
from ..position import Position
from ..search import METHODS
from .common import PuzzleCommand, Run, entries, output_option, puzzle_sources, reading
from .files import kind_of, write_file

_THEMES = ("auto", "light", "dark", "grey")


@click.command("draw", short_help="Pictures of puzzles, steps and searches.", cls=PuzzleCommand)
@puzzle_sources
@output_option("The file to write; its suffix tells the format.")
@click.option("--to", type=click.Choice(list(FORMATS)), help="The format, where no suffix tells it.")
@click.option("--candidates/--no-candidates", default=None, help="Show the candidates of the blanks, or hide them.")
@click.option("--step", is_flag=True, help="The next step, with its evidence.")
@click.option(
    "--technique", "techniques", multiple=True, metavar="NAME", help="With --step: only this; may be repeated."
)
@click.option("--path", is_flag=True, help="Every step to the solution.")
@click.option("--trace", type=click.Choice(list(METHODS)), help="A search method at work, as a film.")
@click.option("--against", type=click.Choice(list(METHODS)), help="With --trace: another method beside it.")
@click.option("--tree", is_flag=True, help="With --trace: the search tree instead of a film.")
@click.option("--work", type=click.IntRange(min=1), metavar="N", help="With --trace: stop after N events (a million).")
@click.option("--theme", type=click.Choice(_THEMES), default="auto", show_default=True, help="Colours; grey for print.")
@click.option("--labels/--no-labels", default=None, help="Number the rows and columns.")
@click.option("--title", help="A heading over the board.")
@click.option("--width", type=click.IntRange(min=16), metavar="PIXELS", help="The width of a PNG or GIF.")
@click.option("--font", type=click.Path(path_type=Path), help="A TrueType font for Chinese titles.")
def command(puzzles: tuple[str, ...], output: Path | None, to: str | None, **options: Any) -> int:
    """Draw puzzles, the next step, the whole path, or a search at work.

    Without -o the picture is text for the terminal.

    \b
      nonet draw puzzle.sdk -o puzzle.svg
      nonet draw --step puzzle.sdk -o step.png
      nonet draw --path puzzle.sdk -o path.pdf
      nonet draw --trace backtracking --against mrv PUZZLE -o race.html
    """
    refuse_contradictions(options)
    to = to or (kind_of(output, FORMATS, "a picture") if output else "text")
    run = Run()
    how = reading(options["format_"], options["box"], options["symbols"], options["encoding"])
    found = [entry for entry, _ in entries(puzzles, how, run)]
    if not found:
        return run.status
    if to == "text" and output is None:
        for entry in found:
            show(entry, options)
        return run.status
    if len(found) > 1:
        raise NonetError(f"{len(found)} puzzles, but a file holds the picture of one; nonet book puts many into a PDF")
    picture = pictured(found[0], to, options)
    if output:
        write_file(output, picture)
    elif isinstance(picture, bytes):
        sys.stdout.buffer.write(picture)
    else:
        print(picture, end="")
    return run.status


def refuse_contradictions(options: dict[str, Any]) -> None:
    """Options that do not go together."""
    context = click.get_current_context()
    if sum(map(bool, (options["step"], options["path"], options["trace"]))) > 1:
        raise click.UsageError("--step, --path and --trace exclude one another", context)
    for name in ("against", "tree", "work"):
        if options[name] and not options["trace"]:
            raise click.UsageError(f"--{name} goes with --trace", context)
    if options["techniques"] and not options["step"]:
        raise click.UsageError("--technique goes with --step", context)


def subject(entry: Entry, options: dict[str, Any]) -> tuple[Any, Position]:
    """What is to be drawn of a puzzle, and the position it is drawn on."""
    position = entry.position or Position(entry.grid)
    if options["trace"]:
        from ..drawing import MOST_WORK, record

        methods = [options["trace"], *([options["against"]] if options["against"] else [])]
        return [record(entry.grid, method, most=options["work"] or MOST_WORK) for method in methods], position
    if options["path"]:
        from ..logic import explain

        return explain(position), position
    if options["step"]:
        from ..logic import steps

        step = next(steps(position, techniques=options["techniques"] or None), None)
        if step is None:
            named = f" by {', '.join(options['techniques'])}" if options["techniques"] else ""
            raise NoSolution(f"no step was found{named}")
        return step, position
    return entry.position or entry.grid, position


def pictured(entry: Entry, to: str, options: dict[str, Any]) -> str | bytes:
    """The picture itself."""
    what, position = subject(entry, options)
    picture: str | bytes = draw(
        what,
        to=to,  # type: ignore[call-overload]  # any of the formats, so text or bytes
        on=position,
        theme=options["theme"],
        title=options["title"],
        candidates=options["candidates"],
        labels=options["labels"],
        width=options["width"],
        tree=options["tree"],
        font=options["font"],
    )
    return picture


def show(entry: Entry, options: dict[str, Any]) -> None:
    """A picture as text, in colours on a terminal."""
    what, position = subject(entry, options)
    if not sys.stdout.isatty() or options["trace"] or options["path"]:
        ascii_only = not (sys.stdout.encoding or "ascii").lower().startswith("utf")
        words = pictured_text(what, position, options)
        print(words.encode("ascii", "replace").decode() if ascii_only else words)
        return
    from rich.console import Console

    from ..drawing import Options, rich_text, scene_for

    scene = scene_for(what, Options(on=position, title=options["title"], candidates=options["candidates"]))
    Console(highlight=False).print(rich_text(scene), soft_wrap=True)


def pictured_text(what: Any, position: Position, options: dict[str, Any]) -> str:
    """A picture as plain text."""
    return draw(what, to="text", on=position, candidates=options["candidates"], tree=options["tree"])
