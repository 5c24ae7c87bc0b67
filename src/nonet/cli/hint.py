"""``nonet hint``: what to do next, said a little more at each stage."""

from __future__ import annotations

from typing import Any

import click

from ..errors import NonetError
from ..logic import CELL_STYLES, LANGUAGES, TECHNIQUES, hint, hint_data, hodoku_text, steps
from .common import PuzzleCommand, Run, entries, json_option, print_json, puzzle_sources, reading

_STAGES = ("technique", "area", "pattern", "conclusion")

language_option = click.option(
    "--language", type=click.Choice(LANGUAGES), default="en", show_default=True, help="English or Chinese."
)
cells_option = click.option(
    "--cells",
    type=click.Choice(list(CELL_STYLES)),
    default="rc",
    show_default=True,
    help="How cells are called: r1c2, A2 (the letter is the row) or B1 (the letter is the column).",
)
techniques_option = click.option(
    "--technique", "techniques", multiple=True, metavar="NAME", help="Use this technique; may be given again."
)


def show_list(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    """Print the table of techniques and leave, if that is wanted."""
    if wanted:
        for row in TECHNIQUES:
            names = " / ".join(dict.fromkeys(name for name in (row.title, row.hodoku, row.se, row.sudokuwiki) if name))
            click.echo(f"{row.id:34}{row.level.title:9}{row.score:>6}  {names}{'' if row.default else ' (on request)'}")
        ctx.exit()


@click.command("hint", short_help="The next step, explained in stages.", cls=PuzzleCommand)
@puzzle_sources
@click.option("--stage", type=click.Choice(_STAGES), default="conclusion", help="Say no more than this.")
@click.option("--all", "all_", is_flag=True, help="Every step that is there now, a line each.")
@techniques_option
@language_option
@cells_option
@click.option(
    "--list", is_flag=True, is_eager=True, expose_value=False, callback=show_list, help="The techniques, easy to hard."
)
@json_option
def command(puzzles: tuple[str, ...], as_json: bool, all_: bool, stage: str, **options: Any) -> int:
    """The next step from a position, in stages: name, area, pattern, conclusion.

    A position may have digits and candidates of your own, in any format that carries them; if something is wrong in it,
    the hint says so first. The givens must have one solution.
    """
    run = Run()
    how = reading(options["format_"], options["box"], options["symbols"], options["encoding"])
    techniques = options["techniques"] or None
    for entry, where in entries(puzzles, how, run):
        position = entry.position or entry.grid
        try:
            if all_:
                for step in steps(position, techniques=techniques):
                    print(hodoku_text(step, entry.grid.shape))
                continue
            found = hint(position, techniques=techniques)
        except NonetError as error:
            run.complain(error, where)
            continue
        if as_json:
            print_json({"puzzle": str(entry.grid), **hint_data(found, options["language"], options["cells"])})
            continue
        for name, text in found.stages(options["language"], options["cells"]):
            print(text)
            if name == stage:
                break
    return run.status
