"""What a format is, and what the formats have in common."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from ..cells import digits_of_cells, is_frame
from ..errors import FormatError, ShapeError
from ..geometry import SYMBOLS, Shape
from ..grid import Grid
from ..position import Position
from .entry import Entry

__all__ = [
    "HEADING",
    "Format",
    "LineFormat",
    "Lines",
    "board_text",
    "cells_fit",
    "comment_lines",
    "contents",
    "grid_of_cells",
    "heading_lines",
    "is_board",
    "is_size",
    "one_line",
    "position_of",
    "uncommented",
]

Lines: TypeAlias = Iterator[tuple[int, str]]
"""The lines of a source without their ends, each with its number, counted from 1."""

HEADING = "heading"
"""The field that keeps the comment lines above a puzzle, as they were written."""

_BOARD = re.compile(r"[0-9A-Pa-p._*?-]+")


class Format:
    """A way to write puzzles as text.

    >>> from nonet.formats import FORMATS
    >>> FORMATS["sdk"]
    <Format sdk: SudoCue and SadMan: rows of cells under a heading of # lines, or in [sections]>
    """

    name: str
    """What it is called."""
    title: str
    """What it is, in one line."""
    suffixes: tuple[str, ...] = ()
    """How the names of its files end."""
    carries_candidates: bool = False
    """Whether a `Position` written in it keeps its candidates."""

    def sniff(self, head: Sequence[str], shape: Shape | None = None) -> bool:
        """Whether a text that begins with these lines is built like this format."""
        raise NotImplementedError

    def read(
        self, lines: Lines, *, shape: Shape | None = None, symbols: str | None = None
    ) -> Iterator[Entry | FormatError]:
        """The puzzles of a text, one at a time; a bad one comes as an error that names its line."""
        raise NotImplementedError

    def write(self, entries: Iterable[Entry]) -> Iterator[str]:
        """The text of puzzles, piece by piece."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"<Format {self.name}: {self.title}>"


class LineFormat(Format):
    """A format of one puzzle a line, in which a line that begins with # is a comment on the next puzzle.

    >>> from nonet.formats import FORMATS
    >>> list(FORMATS["line"].write([Entry(Grid("1... .2.. .... ...."), fields={"heading": "# by hand"})]))
    ['# by hand\\n1....2..........\\n']
    """

    def entry_of(self, line: str, shape: Shape | None, symbols: str | None) -> Entry:
        """The puzzle of one line."""
        raise NotImplementedError

    def text_of(self, entry: Entry) -> str:
        """One puzzle as a line."""
        raise NotImplementedError

    def read(
        self, lines: Lines, *, shape: Shape | None = None, symbols: str | None = None
    ) -> Iterator[Entry | FormatError]:
        """The puzzles line by line; blank lines do not count."""
        heading: list[str] = []
        for number, text in lines:
            line = text.strip()
            if line.startswith("#"):
                heading.append(line)
            elif line:
                try:
                    entry = self.entry_of(line, shape, symbols)
                except FormatError as error:
                    yield error.at(line=number)
                else:
                    fields = {HEADING: "\n".join(heading), **entry.fields} if heading else entry.fields
                    yield entry._replace(fields=fields, line=number)
                heading = []

    def write(self, entries: Iterable[Entry]) -> Iterator[str]:
        """The puzzles line by line."""
        for entry in entries:
            yield "".join(f"{line}\n" for line in (*heading_lines(entry), self.text_of(entry)))


# Boards


def is_size(size: int, shape: Shape | None) -> bool:
    """Whether a board can have that many rows.

    >>> [size for size in range(12) if is_size(size, None)]
    [4, 6, 8, 9, 10]
    """
    if shape is not None:
        return size == shape.size
    try:
        return bool(Shape.of_size(size))
    except ShapeError:
        return False


def cells_fit(cells: int, shape: Shape | None) -> bool:
    """Whether a board can have that many cells.

    >>> cells_fit(81, None), cells_fit(80, None), cells_fit(25, Shape(1, 5))
    (True, False, True)
    """
    if shape is not None:
        return cells == shape.cells
    size = round(cells**0.5)
    return size * size == cells and is_size(size, None)


def is_board(text: str, shape: Shape | None = None) -> bool:
    """Whether a text is a board in one line, by the number and kind of its characters.

    >>> is_board("1....2.........."), is_board("1....2"), is_board("a sentence here.")
    (True, False, False)
    """
    return cells_fit(len(text), shape) and _BOARD.fullmatch(text) is not None and not is_frame(text)


def grid_of_cells(cells: Sequence[str], shape: Shape | None, symbols: str | None) -> Grid:
    """The grid of cells that are counted and checked here.

    >>> grid_of_cells("1....2..........", None, None)
    Grid('1....2..........')
    """
    known, digits = digits_of_cells(cells, shape, symbols)
    return Grid.of_digits(digits, known)


_TEXT = {blank: bytes(f"{blank}{SYMBOLS}", "ascii").ljust(256) for blank in ".0"}


def board_text(grid: Grid, blank: str = ".") -> str:
    """The cells of a grid in one line.

    >>> board_text(Grid("1... .2.. .... ...."), blank="0")
    '1000020000000000'
    """
    return bytes(grid).translate(_TEXT[blank]).decode("ascii")


def position_of(entry: Entry) -> Position:
    """The position of an entry; where it has none, its givens with every candidate they leave.

    >>> sorted(position_of(Entry(Grid("1... .2.. .... ...."))).candidates("r1c2"))
    [3, 4]
    """
    return Position(entry.grid) if entry.position is None else entry.position


# Comments


def contents(head: Sequence[str]) -> list[str]:
    """The lines that are neither blank nor comments, stripped.

    >>> contents(["# one", "", " 1... "])
    ['1...']
    """
    return [line for text in head if (line := text.strip()) and line[0] != "#"]


def one_line(text: str) -> str:
    """A comment with its line breaks and outer blanks taken out.

    >>> one_line(" easy,\\n by hand ")
    'easy, by hand'
    """
    return " ".join(part for line in text.splitlines() if (part := line.strip()))


def comment_lines(comment: str) -> list[str]:
    """A comment as lines that begin with #.

    >>> comment_lines("easy,\\n\\nby hand")
    ['# easy,', '#', '# by hand']
    """
    return [f"# {line}".rstrip() for line in comment.splitlines()]


def uncommented(line: str) -> str:
    """What a comment line says; the inverse of `comment_lines` for one line.

    >>> uncommented("# easy,")
    'easy,'
    """
    return line[1:].removeprefix(" ")


def heading_lines(entry: Entry) -> list[str]:
    """The comment lines that stood above a puzzle.

    >>> heading_lines(Entry(Grid.empty(), fields={"heading": "#1 of 2"}))
    ['#1 of 2']
    """
    lines = [line.strip() for line in entry.fields.get(HEADING, "").splitlines()]
    return [line if line.startswith("#") else f"# {line}".rstrip() for line in lines]
