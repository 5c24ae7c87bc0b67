"""``nonet canon``: the canonical forms of puzzles, as a stream."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from ..bulk import Puzzles, TextSource, canonical_forms, form_key
from ..errors import FormatError, NonetError
from ..formats import read_many
from .common import Run, print_json, puzzle_command, source_of, threads_option


@puzzle_command("canon")
@click.option("--unique", is_flag=True, help="Leave out puzzles that are equivalent to an earlier one.")
@threads_option
@click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object per line: puzzle, canonical, automorphisms."
)
def command(run: Run, unique: bool, threads: int | None, as_json: bool) -> None:
    """Print the canonical form of each puzzle: the same for all equivalent puzzles.

    \b
      nonet canon 2143432112343412
      nonet canon --unique puzzles.txt

    Puzzles are equivalent if exchanging rows, columns, bands and stacks, transposing the board and renaming digits
    turns one into the other. There is one output line per puzzle. With --unique only the first of equivalent puzzles is
    printed, and 16 bytes of memory are needed for each. The exit status is 2 if a puzzle cannot be read or breaks a
    rule; the others are printed nevertheless.
    """
    seen: set[bytes] = set()
    for argument in run.sources():
        name = source_of(argument)[1]
        before, found = run.status, 0
        for puzzles in blocks_of(run, argument):
            for _, error in puzzles.errors:
                run.report(error)
            for grid, form, number in canonical_forms(puzzles, threads=threads):
                if isinstance(form, NonetError):
                    run.report(form, name)
                    continue
                found += 1
                if unique and (key := form_key(form)) in seen:
                    continue
                if unique:
                    seen.add(key)
                if as_json:
                    print_json({"puzzle": str(grid), "canonical": str(form), "automorphisms": number})
                else:
                    print(form)
            sys.stdout.flush()
        if not found and run.status == before:
            run.report_empty(name)


def blocks_of(run: Run, argument: str) -> Iterator[Puzzles]:
    """Yield the puzzles of an argument: a file block by block, a text at once."""
    source, _ = source_of(argument)
    if argument == "-" or isinstance(source, Path):
        with TextSource(argument, **run.reading._asdict()) as blocks:
            for block in blocks.blocks():
                puzzles = block.parsed()
                yield puzzles
                blocks.adapt(len(puzzles), 0)
        if blocks.failure:
            raise blocks.failure
        return
    errors: list[tuple[int, FormatError]] = []
    entries = read_many(source, **run.reading._asdict(), on_error=lambda error: errors.append((0, error)))
    grids = [entry.grid for entry in entries]
    if "\n" not in argument:
        errors = [(0, FormatError(error.reason)) for _, error in errors]
    yield Puzzles.of(grids, errors)
