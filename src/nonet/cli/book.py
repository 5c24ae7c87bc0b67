"""``nonet book``: a print-ready PDF of puzzles with their solutions."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..create import SYMMETRIES
from ..errors import NonetError, counted
from ..formats import Entry
from ..geometry import Shape
from ..logic import Level
from .common import PuzzleCommand, Run, entries, level_option, puzzle_sources, reading
from .files import kind_of, write_file
from .progress import Progress

if TYPE_CHECKING:
    from ..drawing import Section

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
@click.option("--count", type=click.IntRange(min=1), metavar="N", help="Make so many puzzles instead of reading them.")
@level_option(multiple=True)
@click.option("--symmetry", type=click.Choice(SYMMETRIES), help="Of the puzzles that are made.  [default: half-turn]")
@click.option("--seed", type=int, metavar="N", help="The same seed gives the same book; without one, fresh chance.")
@click.option("--font", type=click.Path(path_type=Path), help="A TrueType font for Chinese text.")
@click.option("--quiet", is_flag=True, help="No progress bar.")
def command(puzzles: tuple[str, ...], output: Path, **options: Any) -> int:
    """Make a book of the puzzles of files, or of new ones: title, puzzles by headings, solutions at the end.

    Every puzzle must have one solution. The same puzzles and options give the same bytes. With --count the puzzles are
    made, the same number of each --level.

    \b
      nonet book puzzles.sdm -o book.pdf
      nonet book puzzles.csv --by level --per-page 6 --paper letter --hints -o book.pdf
      nonet book --count 200 --level easy --level medium --level hard --seed 7 -o book.pdf
    """
    from ..drawing import Book

    kind_of(output, {"pdf": ".pdf"}, "a book")
    run = Run()
    sections = read_sections(puzzles, options, run) if options["count"] is None else made_sections(puzzles, options)
    if run.status:
        return run.status  # a book with a gap is no book
    number = sum(len(section.puzzles) for section in sections)
    made = Book(
        sections,
        title=options["title"],
        author=options["author"],
        paper=options["paper"],
        per_page=int(options["per_page"]),
        margin=options["margin"],
        gutter=options["gutter"],
        hints=options["hints"],
        font=options["font"],
    )
    with Progress(number, quiet=options["quiet"]) as bar:
        data = made.pdf(lambda done: bar.add(1, done))
    write_file(output, data)
    print(f"{output}: {counted(number, 'puzzle')}", file=sys.stderr)
    return 0


def read_sections(puzzles: tuple[str, ...], options: dict[str, Any], run: Run) -> tuple[Section, ...]:
    """The puzzles of files."""
    for name in ("level", "symmetry", "seed"):
        if options[name] not in (None, ()):
            raise click.UsageError(
                f"--{name} goes with --count, for puzzles that are made", click.get_current_context()
            )
    how = reading(options["format_"], options["box"], options["symbols"], options["encoding"])
    found = [entry for entry, _ in entries(puzzles, how, run)]
    return () if run.status else sections_of(found, options["by"])


def made_sections(puzzles: tuple[str, ...], options: dict[str, Any]) -> tuple[Section, ...]:
    """New puzzles, as many of each level; the first levels have one more if they do not come out even."""
    from ..create import generate
    from ..drawing import Section

    if puzzles:
        raise click.UsageError("--count makes the puzzles, so that none are read", click.get_current_context())
    if options["by"] not in (None, "level"):
        raise click.UsageError("puzzles that are made have no fields for --by", click.get_current_context())
    levels: list[Level | None] = [*sorted({Level.parse(name) for name in options["level"]})] or [None]
    if options["count"] < len(levels):
        raise NonetError(f"{counted(options['count'], 'puzzle')} cannot be of {len(levels)} levels")
    shape = Shape.parse(options["box"]) if options["box"] else Shape(3, 3)
    order = {"symmetry": options["symmetry"] or "half-turn", "seed": options["seed"], "shape": shape}
    sections = []
    with Progress(options["count"], quiet=options["quiet"]) as bar:
        for index, level in enumerate(levels):
            number = (options["count"] + len(levels) - 1 - index) // len(levels)
            made = []
            for puzzle in generate(count=number, level=level, **order):
                made.append(puzzle)
                bar.add(1, bar.done + 1)
            sections.append(Section(level.title if level else "", tuple(made)))
    if options["by"] == "level" and levels == [None]:
        return sections_of([Entry(puzzle) for puzzle in sections[0].puzzles], "level")
    return tuple(sections)


def sections_of(found: Sequence[Entry], by: str | None) -> tuple[Section, ...]:
    """The puzzles under their headings, in the order of the file, or of rising levels."""
    from ..drawing import Section, levels_of

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
