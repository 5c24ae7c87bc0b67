"""``nonet convert``: from one format to another."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from .. import formats
from .common import PuzzleCommand, Run, entries, output_option, puzzle_sources, reading


@click.command("convert", short_help="From any format to any other.", cls=PuzzleCommand)
@puzzle_sources
@click.option(
    "--to", type=click.Choice(list(formats.FORMATS)), help="The format to write; the suffix of -o tells it too."
)
@output_option("The file to write, replaced when all is done.")
@click.option("--list", "list_", is_flag=True, help="List the formats.")
@click.option("--json", "as_json", is_flag=True, help="The same as --to json.")
def command(
    puzzles: tuple[str, ...], to: str | None, output: Path | None, list_: bool, as_json: bool, **options: Any
) -> int:
    """Convert puzzles to another format; a puzzle that cannot be read is reported and left out.

    \b
      nonet convert puzzle.sdk --to line
      nonet convert puzzles.csv -o puzzles.sdm
      nonet convert --list
    """
    if list_:
        for kind in formats.FORMATS.values():
            print(f"{kind.name:<12} {' '.join(kind.suffixes):<20} {kind.title}")
        return 0
    if as_json:
        to = "json"
    if to is None and output is None:
        raise click.UsageError(
            "Say which format to write, with --to or by the suffix of -o", click.get_current_context()
        )
    run = Run()
    how = reading(options["format_"], options["box"], options["symbols"], options["encoding"])
    found = (entry for entry, _ in entries(puzzles, how, run))
    formats.write(found, sys.stdout if output is None else output, format=to)
    return run.status
