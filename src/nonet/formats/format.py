"""Format, the base class of all formats; LineFormat, for one puzzle per line; and what the formats share."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from ..cells import digits_of_cells, is_frame
from ..errors import FormatError
from ..geometry import USUAL_SIZES, Shape
from ..grid import Grid
from ..limits import MOST_LINES
from .entry import Entry

__all__ = [
    "HEADING",
    "Entries",
    "Format",
    "LineFormat",
    "Lines",
    "cells_fit",
    "comment_lines",
    "contents",
    "grid_of_cells",
    "heading_lines",
    "is_board",
    "is_size",
    "one_line",
    "text_of_lines",
    "too_many_lines",
    "with_comment",
]

Lines: TypeAlias = Iterator[tuple[int, str]]
"""The lines of a source without their line ends, each with its number, counted from 1."""

Entries: TypeAlias = Iterator[Entry | FormatError]
"""Puzzles as they are read; a puzzle that cannot be read is an error that names its line."""

HEADING = "heading"
"""The field with the comment lines above a puzzle, as they were written."""

_BOARD = re.compile(r"[0-9A-Pa-p._*?-]+")
_USUAL_CELLS = frozenset(size * size for size in USUAL_SIZES)


class Format:
    """A way to write puzzles as text.

    >>> from nonet.formats import FORMATS
    >>> FORMATS["sdk"]
    <Format sdk: SudoCue and SadMan: rows of cells below # lines, or in [sections]>
    """

    name: str
    """The name, as `read` and `write` take it."""
    title: str
    """A description in one line."""
    suffixes: tuple[str, ...] = ()
    """The suffixes of its files."""
    carries_candidates: bool = False
    """Whether the candidates of a `Position` are written."""

    def sniff(self, head: Sequence[str], shape: Shape | None = None) -> bool:
        """Return whether text that starts with these lines has the structure of this format."""
        raise NotImplementedError

    def read(self, lines: Lines, *, shape: Shape | None = None, symbols: str | None = None) -> Entries:
        """Yield the puzzles of a text one at a time."""
        raise NotImplementedError

    def write(self, entries: Iterable[Entry]) -> Iterator[str]:
        """Yield the text of puzzles in pieces."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"<Format {self.name}: {self.title}>"


class LineFormat(Format):
    """A format with one puzzle per line. Lines that start with # are comments on the next puzzle.

    >>> from nonet.formats import FORMATS
    >>> list(FORMATS["line"].write([Entry(Grid("1... .2.. .... ...."), fields={"heading": "# by hand"})]))
    ['# by hand\\n1....2..........\\n']
    """

    def has_form(self, line: str, shape: Shape | None) -> bool:
        """Return whether a line has the structure of this format."""
        raise NotImplementedError

    def entry_of(self, line: str, shape: Shape | None, symbols: str | None) -> Entry:
        """Return the puzzle of a line."""
        raise NotImplementedError

    def text_of(self, entry: Entry) -> str:
        """Return a puzzle as a line."""
        raise NotImplementedError

    def sniff(self, head: Sequence[str], shape: Shape | None = None) -> bool:
        """Return whether the first line has the structure of this format."""
        lines = contents(head)
        return bool(lines) and self.has_form(lines[0], shape)

    def read(self, lines: Lines, *, shape: Shape | None = None, symbols: str | None = None) -> Entries:
        """Yield the puzzles line by line, without blank lines."""
        heading: list[str] = []
        for number, text in lines:
            if not heading and (grid := self.parse_plain(text, shape, symbols)) is not None:
                yield Entry(grid, line=number)
                continue
            line = text.strip()
            if line.startswith("#"):
                heading.append(line)
                if len(heading) > MOST_LINES:
                    yield too_many_lines(number)
                    heading = []
            elif line:
                try:
                    entry = self.entry_of(line, shape, symbols)
                except FormatError as error:
                    yield error.at(line=number)
                else:
                    fields = {HEADING: "\n".join(heading), **entry.fields} if heading else entry.fields
                    yield entry._replace(fields=fields, line=number)
                heading = []

    @staticmethod
    def parse_plain(text: str, shape: Shape | None, symbols: str | None) -> Grid | None:
        """Return the grid of a line of nothing but cells, if the format has a fast way to read it."""
        return None

    def write(self, entries: Iterable[Entry]) -> Iterator[str]:
        """Yield the puzzles line by line."""
        for entry in entries:
            yield text_of_lines([*heading_lines(entry), self.text_of(entry)])


# Boards


def is_size(size: int, shape: Shape | None) -> bool:
    """Return whether a board can have this number of rows.

    >>> [size for size in range(12) if is_size(size, None)]
    [4, 6, 8, 9, 10]
    """
    return size in USUAL_SIZES if shape is None else size == shape.size


def cells_fit(cells: int, shape: Shape | None) -> bool:
    """Return whether a board can have this number of cells.

    >>> cells_fit(81, None), cells_fit(80, None), cells_fit(25, Shape(1, 5))
    (True, False, True)
    """
    return cells in _USUAL_CELLS if shape is None else cells == shape.cells


def is_board(text: str, shape: Shape | None = None) -> bool:
    """Return whether a text can be a board in one line, by the number and kind of its characters.

    >>> is_board("1....2.........."), is_board("1....2"), is_board("a sentence here.")
    (True, False, False)
    """
    return cells_fit(len(text), shape) and _BOARD.fullmatch(text) is not None and not is_frame(text)


def grid_of_cells(cells: Sequence[str], shape: Shape | None, symbols: str | None) -> Grid:
    """Return the grid of cells; raise `FormatError` if their number or a symbol is wrong.

    >>> grid_of_cells("1....2..........", None, None)
    Grid('1....2..........')
    """
    known, digits = digits_of_cells(cells, shape, symbols)
    return Grid.of_digits(digits, known)


# Lines and comments


def too_many_lines(number: int) -> FormatError:
    """Return the error for a puzzle that has not ended at a line.

    >>> print(too_many_lines(20_000))
    line 20000: more than 10000 lines for one puzzle
    """
    return FormatError(f"more than {MOST_LINES} lines for one puzzle", line=number)


def text_of_lines(lines: Iterable[str]) -> str:
    """Return lines as text, each with a line end.

    >>> text_of_lines(["1...", ".2.."])
    '1...\\n.2..\\n'
    """
    return "".join(f"{line}\n" for line in lines)


def contents(head: Iterable[str]) -> list[str]:
    """Return the lines that are neither blank nor comments, stripped.

    >>> contents(["# one", "", " 1... "])
    ['1...']
    """
    return [line for text in head if (line := text.strip()) and line[0] != "#"]


def one_line(text: str) -> str:
    """Return a comment in one line.

    >>> one_line(" easy,\\n by hand ")
    'easy, by hand'
    """
    return " ".join(part for line in text.splitlines() if (part := line.strip()))


def with_comment(line: str, comment: str) -> str:
    """Return a line of cells with a comment after it.

    >>> with_comment("1....2..........", "easy"), with_comment("1....2..........", "")
    ('1....2.......... # easy', '1....2..........')
    """
    comment = one_line(comment)
    return f"{line} # {comment}" if comment else line


def comment_lines(comment: str) -> list[str]:
    """Return a comment as lines that start with #.

    >>> comment_lines("easy,\\n\\nby hand")
    ['# easy,', '#', '# by hand']
    """
    return [f"# {line}".rstrip() for line in comment.splitlines()]


def heading_lines(entry: Entry) -> list[str]:
    """Return the comment lines above a puzzle.

    >>> heading_lines(Entry(Grid.empty(), fields={"heading": "#1 of 2"}))
    ['#1 of 2']
    """
    lines = [line.strip() for line in entry.fields.get(HEADING, "").splitlines()]
    return [line if line.startswith("#") else f"# {line}".rstrip() for line in lines]
