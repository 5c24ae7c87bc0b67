"""``nonet canon``: the canonical forms of puzzles, as a stream."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

import click

from .. import formats
from ..errors import FormatError, NonetError
from ..geometry import Shape
from ..grid import Grid
from ..transforms import automorphisms, canonical
from .chunks import Chunk, chunk_of, chunks
from .common import Reading, Run, puzzle_command, source_of
from .streams import Input

_DIGEST = 16


@puzzle_command("canon", "The canonical form of puzzles; repeats left out.")
@click.option("--unique", is_flag=True, help="Leave out puzzles that are images of one before.")
@click.option("--threads", type=click.IntRange(min=1), metavar="N", help="All processors if not given.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line: puzzle, canonical, automorphisms.")
def command(run: Run, unique: bool, threads: int | None, as_json: bool) -> None:
    """The least image of each puzzle: rows, columns, bands, stacks moved, the board transposed, digits renamed.

    A line out for each puzzle in. With --unique the first of each kind alone; of those before, 16 bytes each are kept
    in memory. The exit status is 2 if a puzzle cannot be read or breaks a rule; the others are answered all the same.
    """
    seen: set[bytes] = set()
    for puzzle in run.sources():
        name = source_of(puzzle)[1]
        before, found = run.status, 0
        for chunk in chunks_of(puzzle, run.reading):
            for _, error in chunk.bad:
                run.report(error)
            for board, form, number in answers(chunk, threads, run, name):
                found += 1
                digest = blake2b(f"{form.shape!r}{form}".encode(), digest_size=_DIGEST).digest() if unique else b""
                if not unique or digest not in seen:
                    seen.add(digest)
                    print(line_of(board, form, number) if as_json else form)
            sys.stdout.flush()
        if not found and run.status == before:
            run.report_empty(name)


def chunks_of(puzzle: str, how: Reading) -> Iterator[Chunk]:
    """The puzzles of an argument: of a file block by block, of a text at once."""
    source, _ = source_of(puzzle)
    if puzzle == "-" or isinstance(source, Path):
        yield from chunks(Input(puzzle), how)
        return
    bad: list[tuple[int, FormatError]] = []
    entries = formats.read_many(source, **how._asdict(), on_error=lambda error: bad.append((0, error)))
    grids = [entry.grid for entry in entries]
    one_line = "\n" not in puzzle
    yield chunk_of(grids, [(place, FormatError(error.reason) if one_line else error) for place, error in bad])


def answers(chunk: Chunk, threads: int | None, run: Run, name: str) -> Iterator[tuple[Grid, Grid, int]]:
    """Each board of a chunk that has a form, with it and the number of its automorphisms, in their order."""
    from ..engine import canonical_many

    forms = canonical_many(chunk.cells, threads=threads)
    rows = dict(zip(chunk.places.tolist(), range(len(chunk.cells)), strict=True))
    for place in range(len(chunk)):
        try:
            if place in rows:
                yield board_of(chunk, rows[place]), forms.grid(rows[place]), int(forms.automorphisms[rows[place]])
            else:
                grid = chunk.others[place]
                yield grid, canonical(grid), automorphisms(grid)
        except NonetError as error:
            run.report(error, name)


def board_of(chunk: Chunk, row: int) -> Grid:
    """The board in a row of cells, which are digits or their symbols."""
    from ..rows import DIGIT_OF_BYTE

    return Grid.of_digits(DIGIT_OF_BYTE[chunk.cells[row]].tobytes(), Shape(3, 3))


def line_of(board: Grid, form: Grid, number: int) -> str:
    """What `--json` prints for one puzzle."""
    return json.dumps({"puzzle": str(board), "canonical": str(form), "automorphisms": number})
