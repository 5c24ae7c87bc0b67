"""``nonet book``: a print-ready PDF of puzzles with their solutions."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from ..errors import NonetError, counted
from ..formats import Entry
from .common import PuzzleCommand, Run, entries, puzzle_sources, reading
from .files import kind_of, write_file
from .progress import Progress

_PAPERS = ("a4", "letter")


@click.command("book", short_help="A print-ready PDF of puzzles.", cls=PuzzleCommand)
@puzzle_sources
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), required=True, metavar="FILE.pdf", help="The file to write."
)
@click.option("--title", default="Sudoku", show_default=True, help="The title; Chinese needs nonet[chinese] or --font.")
@click.option("--author", default="", help="A line under the title.")
@click.option("--paper", type=click.Choice(_PAPERS), default="a4", show_default=True)
@click.option(
    "--per-page", type=click.Choice(["1", "2", "4", "6"]), default="4", show_default=True, help="Puzzles a page."
)
@click.option("--margin", type=float, default=18.0, show_default=True, metavar="MM", help="On every side.")
@click.option(
    "--gutter", type=float, default=7.0, show_default=True, metavar="MM", help="More on the side of the binding."
)
@click.option("--by", metavar="FIELD|level", help="Headings: a field of the file, or the level found by solving.")
@click.option("--hints", is_flag=True, help="Pages with the first harder step of each puzzle.")
@click.option("--font", type=click.Path(path_type=Path), help="A TrueType font for Chinese text.")
@click.option("--quiet", is_flag=True, help="No progress bar.")
def command(puzzles: tuple[str, ...], output: Path, **options: Any) -> int:
    """Make a book of the puzzles of files: title, puzzles by headings, solutions at the end.

    Every puzzle must have one solution. The same puzzles and options give the same bytes.

    \b
      nonet book puzzles.sdm -o book.pdf
      nonet book puzzles.csv --by level --per-page 6 --paper letter --hints -o book.pdf
    """
    from ..draw import Book

    kind_of(output, {"pdf": ".pdf"}, "a book")
    run = Run()
    how = reading(options["format_"], options["box"], options["symbols"], options["encoding"])
    found = [entry for entry, _ in entries(puzzles, how, run)]
    if run.status:
        return run.status  # a book with a gap is no book
    made = Book(
        sections_of(found, options["by"]),
        title=options["title"],
        author=options["author"],
        paper=options["paper"],
        per_page=int(options["per_page"]),
        margin=options["margin"],
        gutter=options["gutter"],
        hints=options["hints"],
        font=options["font"],
    )
    with Progress(len(found), quiet=options["quiet"]) as bar:
        data = made.pdf(lambda number: bar.add(1, number))
    write_file(output, data)
    print(f"{output}: {counted(len(found), 'puzzle')}", file=sys.stderr)
    return 0


def sections_of(found: Sequence[Entry], by: str | None) -> tuple[Any, ...]:
    """The puzzles under their headings, in the order of the file, or of rising levels."""
    from ..draw.booklet import Section, levels_of

    if by == "level" and not any("level" in entry.fields for entry in found):
        ranks = levels_of([entry.grid for entry in found])
        order = sorted(set(ranks))
        headings = [rank.title for rank in ranks]
        names = [rank.title for rank in order]
    elif by:
        headings = [entry.fields.get(by, "") for entry in found]
        if not any(headings):
            fields = sorted({field for entry in found for field in entry.fields})
            known = f"the fields are {', '.join(fields)}" if fields else "it has no fields"
            raise NonetError(f"the file says nothing about {by!r:.40}; {known}")
        names = list(dict.fromkeys(headings))
    else:
        headings, names = [""] * len(found), [""]
    groups = [(name, [entry for entry, own in zip(found, headings, strict=True) if own == name]) for name in names]
    return tuple(
        Section(name or "Others" * bool(by), tuple(e.grid for e in group), tuple(remark(e) for e in group))
        for name, group in groups
    )


def remark(entry: Entry) -> str:
    """What is said beside a puzzle's number: the file's own words."""
    return entry.fields.get("title", "") or entry.comment
