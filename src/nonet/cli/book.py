"""``nonet book``: a print-ready PDF of puzzles with their solutions."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from ..create import SYMMETRIES, generate
from ..drawing import PAPERS, PER_PAGE, Book, sections_by
from ..errors import counted
from ..files import write_file
from ..formats import Entry
from ..geometry import Shape
from ..logic import Level
from .common import (
    Run,
    format_by_suffix,
    language_option,
    level_option,
    puzzle_command,
    quiet_option,
    seed_option,
    usage_error,
)
from .parameters import Names, Number
from .progress import Progress

_LAYOUT = ("author", "paper", "margin", "gutter", "hints", "font", "language")
_TITLES = {"en": "Sudoku", "zh": "数独"}


@puzzle_command("book")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), required=True, metavar="FILE.pdf", help="The file to write."
)
@click.option("--title", help="The title; Chinese needs nonet[chinese] or --font.  [default: Sudoku, or 数独]")
@click.option("--author", default="", help="A line below the title.")
@click.option("--paper", type=Names(PAPERS), default="a4", show_default=True, help="The paper size.")
@click.option(
    "--per-page",
    type=Names(map(str, PER_PAGE)),
    default="4",
    show_default=True,
    help="The number of puzzles per page.",
)
@click.option(
    "--margin", type=Number(), default=18.0, show_default=True, metavar="MM", help="The margin on every side."
)
@click.option(
    "--gutter", type=Number(), default=7.0, show_default=True, metavar="MM", help="The extra margin for the binding."
)
@click.option("--by", metavar="FIELD|level", help="Headings by a field of the file, or by the level of each puzzle.")
@click.option("--hints", is_flag=True, help="Add pages with the first harder step of each puzzle.")
@click.option("--count", type=click.IntRange(min=1), metavar="N", help="Create N puzzles instead of reading them.")
@level_option(multiple=True)
@click.option(
    "--symmetry",
    type=Names(SYMMETRIES),
    metavar="NAME",
    help="With --count: the symmetry of the clues, as nonet generate names it.  [default: half-turn]",
)
@seed_option
@language_option
@click.option("--font", type=click.Path(path_type=Path), metavar="FILE", help="A TrueType font for Chinese text.")
@quiet_option
def command(run: Run, output: Path, **options: Any) -> None:
    """Print a book of puzzles from files, or of new ones: a title page, the puzzles, and the solutions at the end.

    Every puzzle must have exactly one solution. The same puzzles and options give the same bytes. With --count the
    puzzles are new, the same number for each --level.

    \b
      nonet book puzzles.sdm -o book.pdf
      nonet book puzzles.csv --by level --per-page 6 --hints -o book.pdf
      nonet book --count 60 --level easy --level hard --seed 7 -o book.pdf
    """
    format_by_suffix(output, {"pdf": ".pdf"}, "a book")
    entries = read_puzzles(run, options) if options["count"] is None else new_puzzles(run, options)
    if run.status:
        return  # a puzzle could not be read, and a book must be complete
    language = options["language"]
    sections = sections_by(entries, "level" if options["level"] else options["by"], language)
    title, per_page = options["title"] or _TITLES[language], int(options["per_page"])
    book = Book(sections, title, per_page=per_page, **{name: options[name] for name in _LAYOUT})
    with Progress(len(entries), quiet=options["quiet"]) as bar:
        data = book.pdf(lambda done: bar.add(1, done))
    write_file(output, data)
    number = len(entries)
    done = f"{output}：共 {number} 题" if language == "zh" else f"{output}: {counted(number, 'puzzle')}"
    print(done, file=sys.stderr)


def read_puzzles(run: Run, options: dict[str, Any]) -> list[Entry]:
    """Return the puzzles of the files."""
    for name in ("level", "symmetry", "seed"):
        if options[name] not in (None, ()):
            raise usage_error(f"--{name} needs --count")
    return [entry for entry, _ in run.puzzles()]


def new_puzzles(run: Run, options: dict[str, Any]) -> list[Entry]:
    """Return new puzzles, the same number for each level; the first levels may have one more."""
    if run.arguments:
        raise usage_error("--count creates puzzles, so no puzzles can be given")
    if options["by"] not in (None, "level"):
        raise usage_error("--count allows only --by level, since new puzzles have no fields")
    levels: list[Level | None] = [*sorted({Level.parse(name) for name in options["level"]})] or [None]
    if options["count"] < len(levels):
        raise usage_error(f"--count must be at least {len(levels)}, one for each level")
    entries = []
    with Progress(options["count"], quiet=options["quiet"]) as bar:
        for index, level in enumerate(levels):
            for puzzle in generate(
                count=(options["count"] + len(levels) - 1 - index) // len(levels),
                level=level,
                symmetry=options["symmetry"] or "half-turn",
                seed=options["seed"],
                shape=run.reading.shape or Shape(3, 3),
            ):
                entries.append(Entry(puzzle, fields={"level": level.title} if level else {}))
                bar.add(1, bar.done + 1)
    return entries
