"""``nonet book``: a print-ready PDF of puzzles with their solutions."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..create import SYMMETRIES
from ..errors import ArgumentError, counted
from ..files import write_file
from ..formats import Entry
from ..geometry import Shape
from ..logic import Level, rate
from .common import Run, format_by_suffix, level_option, puzzle_command, seed_option, usage_error
from .progress import Progress

if TYPE_CHECKING:
    from ..drawing import Section

_PAPERS = ("a4", "letter")
_LAYOUT = ("title", "author", "paper", "margin", "gutter", "hints", "font")


@puzzle_command("book", "Print puzzles as a PDF.")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), required=True, metavar="FILE.pdf", help="The file to write."
)
@click.option("--title", default="Sudoku", show_default=True, help="The title; Chinese needs nonet[chinese] or --font.")
@click.option("--author", default="", help="A line below the title.")
@click.option("--paper", type=click.Choice(_PAPERS), default="a4", show_default=True, help="The paper size.")
@click.option(
    "--per-page",
    type=click.Choice(["1", "2", "4", "6"]),
    default="4",
    show_default=True,
    help="The number of puzzles per page.",
)
@click.option("--margin", type=float, default=18.0, show_default=True, metavar="MM", help="The margin on every side.")
@click.option(
    "--gutter", type=float, default=7.0, show_default=True, metavar="MM", help="The extra margin for the binding."
)
@click.option("--by", metavar="FIELD|level", help="Headings by a field of the file, or by the level of each puzzle.")
@click.option("--hints", is_flag=True, help="Add pages with the first harder step of each puzzle.")
@click.option("--count", type=click.IntRange(min=1), metavar="N", help="Create N puzzles instead of reading them.")
@level_option(multiple=True)
@click.option(
    "--symmetry", type=click.Choice(SYMMETRIES), help="With --count: the symmetry of the clues.  [default: half-turn]"
)
@seed_option
@click.option("--font", type=click.Path(path_type=Path), help="A TrueType font for Chinese text.")
@click.option("--quiet", is_flag=True, help="Show no progress bar.")
def command(run: Run, output: Path, **options: Any) -> None:
    """Print a book of puzzles from files, or of new ones: a title page, the puzzles, and the solutions at the end.

    Every puzzle must have exactly one solution. The same puzzles and options give the same bytes. With --count the
    puzzles are new, the same number for each --level.

    \b
      nonet book puzzles.sdm -o book.pdf
      nonet book puzzles.csv --by level --per-page 6 --paper letter --hints -o book.pdf
      nonet book --count 200 --level easy --level medium --level hard --seed 7 -o book.pdf
    """
    from ..drawing import Book

    format_by_suffix(output, {"pdf": ".pdf"}, "a book")
    sections = sections_of_files(run, options) if options["count"] is None else new_sections(run, options)
    if run.status:
        return  # a puzzle could not be read, and a book must be complete
    number = sum(len(section.puzzles) for section in sections)
    book = Book(sections, per_page=int(options["per_page"]), **{name: options[name] for name in _LAYOUT})
    with Progress(number, quiet=options["quiet"]) as bar:
        data = book.pdf(lambda done: bar.add(1, done))
    write_file(output, data)
    print(f"{output}: {counted(number, 'puzzle')}", file=sys.stderr)


def sections_of_files(run: Run, options: dict[str, Any]) -> tuple[Section, ...]:
    """Return the puzzles of the files under their headings."""
    for name in ("level", "symmetry", "seed"):
        if options[name] not in (None, ()):
            raise usage_error(f"--{name} needs --count")
    found = [entry for entry, _ in run.puzzles()]
    return () if run.status else sections_by(found, options["by"])


def new_sections(run: Run, options: dict[str, Any]) -> tuple[Section, ...]:
    """Return new puzzles, the same number for each level; the first levels may have one more."""
    from ..create import generate
    from ..drawing import Section

    if run.arguments:
        raise usage_error("--count creates puzzles, so no puzzles can be given")
    if options["by"] not in (None, "level"):
        raise usage_error("--count allows only --by level, since new puzzles have no fields")
    levels: list[Level | None] = [*sorted({Level.parse(name) for name in options["level"]})] or [None]
    if options["count"] < len(levels):
        raise usage_error(f"--count must be at least {len(levels)}, one for each level")
    sections = []
    with Progress(options["count"], quiet=options["quiet"]) as bar:
        for index, level in enumerate(levels):
            made = []
            for puzzle in generate(
                count=(options["count"] + len(levels) - 1 - index) // len(levels),
                level=level,
                symmetry=options["symmetry"] or "half-turn",
                seed=options["seed"],
                shape=run.reading.shape or Shape(3, 3),
            ):
                made.append(puzzle)
                bar.add(1, bar.done + 1)
            sections.append(Section(level.title if level else "", tuple(made)))
    if options["by"] == "level" and levels == [None]:
        return sections_by([Entry(puzzle) for puzzle in sections[0].puzzles], "level")
    return tuple(sections)


def sections_by(found: Sequence[Entry], by: str | None) -> tuple[Section, ...]:
    """Return the puzzles under their headings, in the order of the file or from easy to hard."""
    from ..drawing import Section

    if by == "level" and not any("level" in entry.fields for entry in found):
        ranks = [rate(entry.grid).level for entry in found]
        order = sorted(set(ranks))
        headings = [rank.title for rank in ranks]
        names = [rank.title for rank in order]
    elif by:
        headings = [entry.fields.get(by, "") for entry in found]
        if not any(headings):
            fields = sorted({field for entry in found for field in entry.fields})
            known = f"the fields are {', '.join(fields)}" if fields else "the file has no fields"
            raise ArgumentError(f"no puzzle has the field {by!r:.40}; {known}")
        names = list(dict.fromkeys(headings))
    else:
        headings, names = [""] * len(found), [""]
    groups = [(name, [entry for entry, own in zip(found, headings, strict=True) if own == name]) for name in names]
    return tuple(
        Section(name or "Others" * bool(by), tuple(e.grid for e in group), tuple(remark(e) for e in group))
        for name, group in groups
    )


def remark(entry: Entry) -> str:
    """Return the text beside the number of a puzzle: its title or comment in the file."""
    return entry.fields.get("title", "") or entry.comment
