"""``nonet practice``: positions in which a technique is the next step, with help in stages."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from .. import formats
from ..create import practice, practice_techniques
from ..errors import any_of
from ..logic import Stage
from .common import language_option, print_json, seed_option, usage_error
from .hint import TechniqueName, cells_option
from .parameters import Names

_STAGES = ("technique", "area", "pattern", "conclusion")
_FORMATS = [kind.name for kind in formats.FORMATS.values() if kind.carries_candidates]


def show_list(ctx: click.Context, _: click.Parameter, is_set: bool) -> None:
    """Print the techniques that can be practiced and exit, if the option is set."""
    if is_set:
        for row in practice_techniques():
            click.echo(f"{row.id:34}{row.level.title:9}{row.title} / {row.chinese}")
        ctx.exit()


@click.command("practice")
@click.argument("technique", type=TechniqueName(), required=False)
@click.option(
    "--count", type=click.IntRange(min=1), default=1, show_default=True, metavar="N", help="The number of positions."
)
@seed_option
@click.option("--stage", type=Names(_STAGES), help="Stop after this stage.")
@click.option("--all", "all_", is_flag=True, help="Print all stages at once, on a terminal too.")
@language_option
@cells_option
@click.option(
    "--to", type=Names(_FORMATS), metavar="NAME", help=f"Print only the positions, in this format: {any_of(_FORMATS)}."
)
@click.option(
    "--list",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=show_list,
    help="List the techniques from easy to hard.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per position, one per line.")
def command(
    technique: str | None,
    count: int,
    seed: int | None,
    stage: str | None,
    all_: bool,
    language: str,
    cells: str,
    to: str | None,
    as_json: bool,
) -> None:
    """Practice a technique: find its step in a position where no easier technique has one.

    \b
      nonet practice xy-wing
      nonet practice swordfish --count 5 --stage technique
      nonet practice als-xz --to hodoku > positions.txt
      nonet practice --list

    The position is printed with its candidates. Then help follows in the stages of nonet hint: technique, area,
    pattern, conclusion. On a terminal, each stage is shown when you press Enter.
    """
    if technique is None:
        raise usage_error("Name a technique; nonet practice --list lists all")
    if as_json and to:
        raise usage_error("--json and --to cannot be combined")
    tasks = practice(technique, count=count, seed=seed)
    if to:
        formats.write((task.position for task in tasks), sys.stdout, format=to)
        return
    for number, task in enumerate(tasks):
        if as_json:
            print_json({"position": task.position.to_dict(), **task.to_dict(language=language, cells=cells)})
            continue
        print("\n" * (number > 0) + formats.write(task.position, format="pencilmarks"))
        stages = task.stages(language=language, cells=cells)
        shown = stages[: _STAGES.index(stage) + 1] if stage else stages
        if not show_stages(shown, waits=not all_ and not stage):
            break


def show_stages(stages: Sequence[Stage], *, waits: bool) -> bool:
    """Print the stages of a hint, on a terminal one at each Enter if it `waits`. Return False if the player stops."""
    for stage in stages:
        if waits and sys.stdin.isatty() and sys.stdout.isatty():
            sys.stdout.flush()
            if not sys.stdin.readline():
                return False
        print(stage)
    return True
