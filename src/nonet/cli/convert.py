"""``nonet convert``: from one format to another."""

from __future__ import annotations

import sys
from itertools import chain
from pathlib import Path

import click

from .. import formats
from ..errors import any_of
from .common import Run, output_option, puzzle_command, usage_error
from .parameters import Names


def show_formats(ctx: click.Context, _: click.Parameter, is_set: bool) -> None:
    """Print the formats and exit, if the option is set."""
    if is_set:
        for kind in formats.FORMATS.values():
            click.echo(f"{kind.name:<12} {' '.join(kind.suffixes):<20} {kind.title}")
        ctx.exit()


@puzzle_command("convert", rules=True)
@click.option(
    "--to",
    type=Names(formats.FORMATS),
    metavar="NAME",
    help=f"The format to write: {any_of(formats.FORMATS)}.  [default: by the suffix of -o]",
)
@output_option("The file to write. It is replaced when everything is done.")
@click.option(
    "--list",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=show_formats,
    help="List the formats.",
)
@click.option("--json", "as_json", is_flag=True, help="The same as --to json.")
def command(run: Run, to: str | None, output: Path | None, as_json: bool) -> None:
    """Convert puzzles to another format. A puzzle that cannot be read is reported and left out.

    \b
      nonet convert puzzle.sdk --to line
      nonet convert puzzles.csv -o puzzles.sdm
      nonet convert killer.nonet --to fpuzzles
      nonet convert --list
    """
    to = "json" if as_json else to
    if to is None and output is None:
        raise usage_error("Name the format to write, with --to or by the suffix of -o")
    entries = (entry for entry, _ in run.puzzles())
    if first := next(entries, None):  # without a puzzle, an old file stays
        formats.write(chain([first], entries), sys.stdout if output is None else output, format=to)
