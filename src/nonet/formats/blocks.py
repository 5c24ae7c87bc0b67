"""Blocks of text with one row of a board a line, found in a stream.

A block ends with its last row, since a board has as many rows as columns. What stands above it, comment lines that
begin with # and title lines such as ``Grid 01``, belongs to it. Blank lines stand between blocks; they may also
stand between the bands of one board, or between its rows, if all of them are set apart so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from ..cells import cells_of_block, is_frame
from ..errors import FormatError
from ..geometry import BLANKS, SYMBOLS, Shape
from ..grid import Grid
from .entry import Entry
from .format import Lines, comment_lines, grid_of_cells, heading_lines, is_size, uncommented

__all__ = ["Block", "Layout", "blocks", "cells_across", "grid_of_block", "has_title_form", "notes_above", "notes_of"]

_SEPARATORS = str.maketrans(dict.fromkeys("|!:,;+" + "".join(map(chr, range(0x2500, 0x2580))), " "))
_STRAY = re.compile(r"r(\d+)c\d+ holds")


class Layout(NamedTuple):
    """How the lines of a kind of block are told apart."""

    cells: Callable[[str], int]
    """How many cells a row holds."""
    is_title: Callable[[str], bool]
    """Whether a line cannot be a row."""
    shape: Shape | None


class Block(NamedTuple):
    """A block as it stands in the source: the lines above it, then its rows and frames, each with its number."""

    notes: list[str]
    lines: list[tuple[int, str]]

    @property
    def rows(self) -> list[tuple[int, str]]:
        """The lines that hold cells."""
        return [(number, line) for number, line in self.lines if not is_frame(line)]

    @property
    def line(self) -> int:
        """Where it begins."""
        return self.lines[0][0]


def cells_across(line: str) -> int:
    """How many cells a row of a plain board holds; numbers above 9 count as one cell where cells are apart.

    >>> cells_across("53.|.7.|..."), cells_across("1 10 . . 16 . . . . . . .")
    (9, 12)
    """
    pieces = line.translate(_SEPARATORS).split()
    if len(pieces) >= 10 and all(len(piece) == 1 or (len(piece) == 2 and piece.isdecimal()) for piece in pieces):
        return len(pieces)
    return sum(map(len, pieces))


def has_title_form(line: str, symbols: str | None = None) -> bool:
    """Whether a line cannot be a row of cells, so that it must be a title.

    >>> has_title_form("Grid 01"), has_title_form("53. .7. ..."), has_title_form("12")
    (True, False, True)
    """
    cells = "".join(line.translate(_SEPARATORS).split())
    return len(cells) < 4 or not _are_cells(cells, symbols or SYMBOLS)


def _are_cells(cells: str, symbols: str) -> bool:
    return (set(cells.upper()) | set(cells)) <= set(symbols) | set(symbols.upper()) | set(symbols.lower()) | set(BLANKS)


def blocks(lines: Lines, layout: Layout) -> Iterator[Block | FormatError]:
    """The blocks of a stream; a line that belongs to none is an error."""
    gathering = _Gathering(layout)
    for number, text in lines:
        yield from gathering.take(number, text.strip())
    yield from gathering.end()


class _Gathering:
    """The block that is being gathered from a stream."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.notes: list[str] = []
        self.titles: list[tuple[int, str]] = []
        self.begin()

    def begin(self) -> None:
        """Nothing is gathered yet but what stands above."""
        self.lines: list[tuple[int, str]] = []
        self.rows = self.width = 0
        self.gap = False
        self.since_gap = self.from_gap = 0
        self.together = 0

    def take(self, number: int, line: str) -> Iterator[Block | FormatError]:
        """Take in one line, and give the block that it ends, if it does."""
        if not line:
            self.gap = True
            if not self.rows:
                self.lines = []
        elif line.startswith("#"):
            self.notes.append(line)
        elif is_frame(line) and not self._is_row_of_dashes(line):
            self.lines.append((number, line))
        elif self.layout.is_title(line) and not self._is_bad_row(line):
            if self.rows:
                yield self.cut()
            self.lines = []
            self.notes.append(line)
            self.titles.append((number, line))
        else:
            yield from self._take_row(number, line)

    def _take_row(self, number: int, line: str) -> Iterator[Block | FormatError]:
        if self.rows and self.gap and self.since_gap not in ((self.together,) if self.together else (1, self._band())):
            yield self.cut()
        elif self.rows and not self.gap and self.since_gap == self.together:
            rest, rows = self.lines[self.from_gap :], self.since_gap
            self.lines = self.lines[: self.from_gap]
            yield self.cut()
            self.lines, self.rows, self.since_gap, self.width = rest, rows, rows, self.layout.cells(rest[0][1])
        if self.rows and self.gap:
            self.together, self.since_gap, self.from_gap = self.since_gap, 0, len(self.lines)
        self.gap = False
        if not self.rows:
            self.width = self.layout.cells(line)
            self._take_back_title(number)
        self.lines.append((number, line))
        self.rows += 1
        self.since_gap += 1
        if self.rows == self.width:
            yield self.cut()

    def _take_back_title(self, number: int) -> None:
        """A line right above the first row, as long as it and mostly of cells, was a row with a fault in it."""
        if self.titles and self.titles[-1][0] == number - 1:
            above = self.titles[-1][1]
            if self.layout.cells(above) == self.width and _is_mostly_cells(above, self.width):
                self.notes.remove(above)
                self.lines.append(self.titles.pop())
                self.rows = self.since_gap = 1

    def _is_bad_row(self, line: str) -> bool:
        return self.rows > 0 and self.layout.cells(line) == self.width and _is_mostly_cells(line, self.width)

    def _is_row_of_dashes(self, line: str) -> bool:
        """Inside a band there are no frames, so dashes there are blanks."""
        return self.rows > 0 and line == "-" * self.width and self.rows % self._band() != 0

    def _band(self) -> int:
        """How many rows stand between the frames."""
        if self.layout.shape is not None:
            return self.layout.shape.box_height
        return Shape.of_size(self.width).box_height if is_size(self.width, None) else self.width

    def cut(self) -> Block:
        """What is gathered, as a block; the next one begins."""
        block = Block(self.notes, self.lines)
        self.notes, self.titles = [], []
        self.begin()
        return block

    def end(self) -> Iterator[Block | FormatError]:
        """What is left at the end of the stream."""
        if self.rows:
            yield self.cut()
        elif self.titles:
            number, line = self.titles[0]
            yield FormatError(f"{_shortened(line)} is neither a row of cells nor a title above rows", line=number)


def _is_mostly_cells(line: str, size: int) -> bool:
    cells = "".join(line.translate(_SEPARATORS).split()).upper()
    return 2 * sum(cell in SYMBOLS[:size] or cell in BLANKS for cell in cells) >= len(cells)


def _shortened(line: str) -> str:
    return repr(line if len(line) <= 40 else f"{line[:39]}…")


def grid_of_block(block: Block, shape: Shape | None, symbols: str | None) -> Grid:
    """The board that a block holds; an error names the line of the row.

    >>> grid_of_block(Block([], [(1, "1.|.."), (2, "..|.."), (3, "--+--"), (4, "..|2."), (5, "..|..")]), None, None)
    Grid('1.........2.....')
    """
    rows = block.rows
    if not rows:
        raise FormatError("no cells, only frames", line=block.line)
    width = cells_across(rows[0][1])
    for index, (number, line) in enumerate(rows):
        if cells_across(line) != width:
            raise FormatError(f"row {index + 1} has {cells_across(line)} cells, but row 1 has {width}", line=number)
    try:
        cells = cells_of_block([line for _, line in block.lines])
        if shape is None and len(cells) != width * width:
            raise FormatError(f"{len(rows)} rows of {width} cells, but a board has as many rows as columns")
        return grid_of_cells(cells, shape, symbols)
    except FormatError as error:
        stray = _STRAY.match(error.reason)
        row = int(stray[1]) - 1 if stray else 0
        raise error.at(line=rows[row][0] if len(rows) == width else block.line) from None


def notes_of(block: Block) -> tuple[str, dict[str, str]]:
    """The comment and the title that stand above a block.

    >>> notes_of(Block(["Grid 01", "# easy"], []))
    ('easy', {'title': 'Grid 01'})
    """
    comment = "\n".join(uncommented(note) for note in block.notes if note.startswith("#"))
    title = "\n".join(note for note in block.notes if not note.startswith("#"))
    return comment, {"title": title} if title else {}


def notes_above(entry: Entry) -> list[str]:
    """The lines to write above a block: the title as it is if it cannot be taken for a row, and the comments."""
    title = []
    for line in map(str.strip, entry.fields.get("title", "").splitlines()):
        plain_title = has_title_form(line) and not _is_mostly_cells(line, entry.grid.shape.size)
        title += [line] if plain_title and line[:1] not in "#[" else comment_lines(line)
    return title + heading_lines(entry) + comment_lines(entry.comment)
