"""``nonet hint``: the next step, in stages."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

from ..errors import ArgumentError
from ..logic import CELL_STYLES, TECHNIQUES, hint, steps, technique
from .common import Run, json_option, language_option, print_json, puzzle_command
from .parameters import Names

_STAGES = ("technique", "area", "pattern", "conclusion")

cells_option = click.option(
    "--cells",
    type=Names(CELL_STYLES),
    default="rc",
    show_default=True,
    help="How to name a cell: r1c2, A2 (the letter is the row) or B1 (the letter is the column).",
)


class TechniqueName(click.ParamType):  # type: ignore[type-arg]  # generic since click 8.4
    """The name of a technique."""

    name = "name"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the identifier of the technique."""
        try:
            return technique(value).id
        except ArgumentError:
            names = (row.id for row in TECHNIQUES)
            raise ArgumentError.unknown("technique", value, names, "nonet hint --list lists all") from None

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return the techniques with their titles."""
        return [CompletionItem(row.id, help=row.title) for row in TECHNIQUES if row.id.startswith(incomplete)]


techniques_option = click.option(
    "--technique", "techniques", type=TechniqueName(), multiple=True, help="Use only this technique; can be repeated."
)


def show_techniques(ctx: click.Context, _: click.Parameter, is_set: bool) -> None:
    """Print the table of techniques and exit, if the option is set."""
    if is_set:
        for row in TECHNIQUES:
            names = " / ".join(
                dict.fromkeys(name for name in (row.title, row.hodoku, row.se, row.sudokuwiki, row.chinese) if name)
            )
            click.echo(f"{row.id:34}{row.level.title:9}{row.score:>6}  {names}{'' if row.default else ' (on request)'}")
        ctx.exit()


@puzzle_command("hint")
@click.option("--stage", type=Names(_STAGES), default="conclusion", help="Stop after this stage.")
@click.option("--all", "all_", is_flag=True, help="Print every possible step, one per line.")
@techniques_option
@language_option
@cells_option
@click.option(
    "--list",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=show_techniques,
    help="List the techniques from easy to hard.",
)
@json_option
def command(
    run: Run, as_json: bool, all_: bool, stage: str, techniques: tuple[str, ...], language: str, cells: str
) -> None:
    """Explain the next step from a position in stages: technique, area, pattern, conclusion.

    \b
      nonet hint puzzle.sdk
      nonet hint --stage area "1... ..2. .3.. ...4"
      nonet hint --all --technique x-wing puzzle.sdk
      nonet hint --list

    A position can have your own digits and candidates, in any format that supports them. If one of them is wrong, the
    hint says so first. The givens must have exactly one solution.
    """
    for entry, where in run.puzzles():
        position = entry.position or entry.grid
        with run.reporting(where):
            if all_:
                for step in steps(position, techniques=techniques or None):
                    print(step)
                continue
            found = hint(position, techniques=techniques or None)
            if as_json:
                print_json({"puzzle": str(entry.grid), **found.to_dict(language=language, cells=cells)})
                continue
            for name, text in found.stages(language=language, cells=cells):
                print(text)
                if name == stage:
                    break
