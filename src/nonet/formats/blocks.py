"""Blocks: boards with one row per line, found in a stream of lines.

A board has as many rows as columns, so a block ends with its last row. The lines above it, comments that start with #
and titles such as ``Grid 01``, belong to it. Blank lines separate blocks; they may also separate the bands or the rows
of one board, if they do so everywhere in the board.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from ..cells import cells_of_block, is_frame, split_cells
from ..errors import FormatError
from ..geometry import BLANKS, SYMBOLS, Shape
from ..grid import Grid
from ..limits import MOST_LINES, quoted
from ..position import Position
from .entry import Entry
from .format import (
    Entries,
    Format,
    Lines,
    comment_lines,
    grid_of_cells,
    heading_lines,
    is_size,
    text_of_lines,
    too_many_lines,
)

__all__ = [
    "Block",
    "BlockFormat",
    "Layout",
    "banded_lines",
    "blocks",
    "cells_across",
    "framed_text",
    "has_title_form",
    "lines_above",
]

_ROW_OF_ERROR = re.compile(r"r(?:ow )?(\d+)")


class Layout(NamedTuple):
    """How to recognize the lines of a kind of block."""

    cells: Callable[[str], int]
    """Returns the number of cells of a row."""
    is_title: Callable[[str], bool]
    """Returns whether a line cannot be a row."""
    shape: Shape | None


class Block(NamedTuple):
    """A block of lines: the lines above it, then its rows and frames with their line numbers."""

    notes: list[str]
    lines: list[tuple[int, str]]

    @property
    def rows(self) -> list[tuple[int, str]]:
        """The lines with cells."""
        return [(number, line) for number, line in self.lines if not is_frame(line)]

    @property
    def line(self) -> int:
        """The number of the first line."""
        return self.lines[0][0]

    def grid(self, shape: Shape | None, symbols: str | None) -> Grid:
        """Return the board of the block; raise `FormatError` with the line of the bad row.

        >>> block = Block([], [(1, "1.|.."), (2, "..|.."), (3, "--+--"), (4, "..|2."), (5, "..|..")])
        >>> block.grid(None, None)
        Grid('1.........2.....')
        """
        rows = self.rows
        width = cells_across(rows[0][1]) if rows else 0
        for index, (number, line) in enumerate(rows, start=1):
            if cells_across(line) != width:
                raise FormatError(f"row {index} has {cells_across(line)} cells, but row 1 has {width}", line=number)
        try:
            cells = cells_of_block([line for _, line in self.lines])
            if shape is None and len(rows) == 1 and len(cells) != width**2:
                raise FormatError(f"1 row of {width} cells, but a board has as many rows as columns")
            return grid_of_cells(cells, shape, symbols)
        except FormatError as error:
            row = _ROW_OF_ERROR.match(error.reason)
            is_complete = 0 < len(rows) == width  # otherwise rows of dashes may be missing in `rows`
            raise error.at(line=rows[int(row[1]) - 1 if row else 0][0] if is_complete else self.line) from None

    def entry(self, grid: Grid, position: Position | None = None) -> Entry:
        """Return the entry of a board of this block, with the comment and the title above the block.

        >>> entry = Block(["Grid 01", "# easy"], [(3, "1...")]).entry(Grid("1... .... .... 2..."))
        >>> entry.comment, entry.fields, entry.line
        ('easy', {'title': 'Grid 01'}, 3)
        """
        comment = "\n".join(note[1:].removeprefix(" ") for note in self.notes if note.startswith("#"))
        title = "\n".join(note for note in self.notes if not note.startswith("#"))
        return Entry(grid, position, None, comment, {"title": title} if title else {}, self.line)


class BlockFormat(Format):
    """A format with one board per block."""

    def layout(self, shape: Shape | None, symbols: str | None) -> Layout:
        """Return how to recognize the lines of a block."""
        raise NotImplementedError

    def entry_of(self, block: Block, shape: Shape | None, symbols: str | None) -> Entry:
        """Return the puzzle of a block."""
        raise NotImplementedError

    def text_of(self, entry: Entry) -> str:
        """Return a puzzle as a block, without the lines above it."""
        raise NotImplementedError

    def read(self, lines: Lines, *, shape: Shape | None = None, symbols: str | None = None) -> Entries:
        """Yield the boards block by block."""
        for block in blocks(lines, self.layout(shape, symbols)):
            try:
                yield block if isinstance(block, FormatError) else self.entry_of(block, shape, symbols)
            except FormatError as error:
                yield error

    def write(self, entries: Iterable[Entry]) -> Iterator[str]:
        """Yield the boards with a blank line between two of them."""
        for index, entry in enumerate(entries):
            yield ("\n" if index else "") + text_of_lines(lines_above(entry)) + self.text_of(entry)


def cells_across(line: str) -> int:
    """Return the number of cells in a row of a plain board; if cells are separated, a number above 9 is one cell.

    >>> cells_across("53.|.7.|..."), cells_across("1 10 . . 16 . . . . . . .")
    (9, 12)
    """
    pieces = _pieces(line)
    if len(pieces) >= 10 and all(len(piece) == 1 or (len(piece) == 2 and piece.isdecimal()) for piece in pieces):
        return len(pieces)
    return sum(map(len, pieces))


def _pieces(line: str) -> list[str]:
    """Return the pieces of a row between bars; a + counts as a bar, so a frame with a typing error is not a title."""
    return split_cells(line.replace("+", " "))


def has_title_form(line: str, symbols: str | None = None) -> bool:
    """Return whether a line cannot be a row of cells, so that it must be a title.

    >>> has_title_form("Grid 01"), has_title_form("53. .7. ..."), has_title_form("12")
    (True, False, True)
    """
    cells, known = "".join(_pieces(line)), symbols or SYMBOLS
    return len(cells) < 4 or not set(cells) <= {*known, *known.upper(), *known.lower(), *BLANKS}


def blocks(lines: Lines, layout: Layout) -> Iterator[Block | FormatError]:
    """Yield the blocks of a stream; a line that belongs to no block is an error."""
    reader = _BlockReader(layout)
    for number, text in lines:
        yield from reader.feed(number, text.strip())
    yield from reader.close()


class _BlockReader:
    """The block that is being read.

    Blank lines may split a board into groups of rows. All groups must be as large as the first one: single rows, bands,
    or the whole board. The first group of another size starts a new block.
    """

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.notes: list[str] = []
        self.titles: list[tuple[int, str]] = []
        self.start()

    def start(self) -> None:
        """Start a block; the notes above it are kept."""
        self.lines: list[tuple[int, str]] = []
        self.rows = self.width = 0
        self.after_blank_line = False
        self.group_rows = self.group_start = 0
        self.group_size = 0  # rows of each complete group; 0 if there was no blank line yet

    def feed(self, number: int, line: str) -> Iterator[Block | FormatError]:
        """Add a line; yield the block that ends before or with it."""
        if len(self.lines) + len(self.notes) >= MOST_LINES:
            yield too_many_lines(number)
            self.notes, self.titles = [], []
            self.start()
        if not line:
            self.after_blank_line = True
            if not self.rows:
                self.lines = []
        elif line.startswith("#"):
            self.notes.append(line)
        elif is_frame(line) and not self._is_row_of_dashes(line):
            self.lines.append((number, line))
        elif self.layout.is_title(line) and not (self.rows and self._is_bad_row(line)):
            if self.rows:
                yield self._end()
            self.lines = []
            self.notes.append(line)
            self.titles.append((number, line))
        else:
            yield from self._feed_row(number, line)

    def _feed_row(self, number: int, line: str) -> Iterator[Block | FormatError]:
        sizes = (self.group_size,) if self.group_size else (1, self._band_height())
        if self.rows and self.after_blank_line and self.group_rows not in sizes:
            yield self._end()
        elif self.rows and not self.after_blank_line and self.group_rows == self.group_size:
            # One row too many: the last group is the start of the next block.
            group, rows = self.lines[self.group_start :], self.group_rows
            self.lines = self.lines[: self.group_start]
            yield self._end()
            self.lines, self.rows, self.group_rows, self.width = group, rows, rows, self.layout.cells(group[0][1])
        if self.rows and self.after_blank_line:
            self.group_size, self.group_rows, self.group_start = self.group_rows, 0, len(self.lines)
        self.after_blank_line = False
        if not self.rows:
            self.width = self.layout.cells(line)
            self._use_title_as_row(number)
        self.lines.append((number, line))
        self.rows += 1
        self.group_rows += 1
        if self.rows == self.width:
            yield self._end()

    def _use_title_as_row(self, number: int) -> None:
        """If the line directly above the first row looks like a row with a typing error, make it the first row."""
        if self.titles and self.titles[-1][0] == number - 1 and self._is_bad_row(self.titles[-1][1]):
            self.notes.remove(self.titles[-1][1])
            self.lines.append(self.titles.pop())
            self.rows = self.group_rows = 1

    def _is_bad_row(self, line: str) -> bool:
        return self.layout.cells(line) == self.width and _is_mostly_cells(line, self.width)

    def _is_row_of_dashes(self, line: str) -> bool:
        """Return whether dashes are a row of blanks: inside a band there are no frames."""
        is_as_wide = self.rows > 0 and len(line) == self.width
        return is_as_wide and not line.strip("-") and self.rows % self._band_height() != 0

    def _band_height(self) -> int:
        if self.layout.shape is not None:
            return self.layout.shape.box_height
        return Shape.of_size(self.width).box_height if is_size(self.width, None) else self.width

    def _end(self) -> Block:
        """Return the block, and start the next one."""
        block = Block(self.notes, self.lines)
        self.notes, self.titles = [], []
        self.start()
        return block

    def close(self) -> Iterator[Block | FormatError]:
        """Yield the block at the end of the stream, or the error for a title without a block."""
        if self.rows:
            yield self._end()
        elif self.titles:
            number, line = self.titles[0]
            yield FormatError(f"{quoted(line)} is neither a row of cells nor a title above rows", line=number)


def _is_mostly_cells(line: str, size: int) -> bool:
    cells = "".join(_pieces(line)).upper()
    return 2 * sum(cell in SYMBOLS[:size] or cell in BLANKS for cell in cells) >= len(cells)


def lines_above(entry: Entry) -> list[str]:
    """Return the lines to write above a block: the title, as a comment if it could be read as a row, and comments."""
    title = []
    for line in map(str.strip, entry.fields.get("title", "").splitlines()):
        is_plain = has_title_form(line) and not _is_mostly_cells(line, entry.grid.shape.size)
        title += [line] if is_plain and line[:1] not in "#[" else comment_lines(line)
    return title + heading_lines(entry) + comment_lines(entry.comment)


def banded_lines(shape: Shape, cells: Sequence[str], frame: str, *, bar: str, gap: str = "") -> list[str]:
    """Return the rows of a board as lines, with bars between the boxes and frames between the bands.

    >>> banded_lines(Shape(1, 4), "1....2..........", "---", bar="|")
    ['1...', '.2..', '....', '....']
    """
    lines = []
    for index, row in enumerate(shape.rows):
        if index and shape.box_height > 1 and index % shape.box_height == 0:
            lines.append(frame)
        boxes = (row[start : start + shape.box_width] for start in range(0, shape.size, shape.box_width))
        lines.append(bar.join(gap.join(cells[cell] for cell in box) for box in boxes))
    return lines


def framed_text(shape: Shape, cells: Sequence[str], *, bar: str = "|") -> str:
    """Return a board with a frame around it, as Simple Sudoku draws it; all cells have the same width.

    >>> print(framed_text(Shape(2, 2), "1....2.........."), end="")
    *-----*
    |1.|..|
    |.2|..|
    |--+--|
    |..|..|
    |..|..|
    *-----*
    """
    dashes = "-" * (shape.box_width * len(cells[0]) + len(bar) - 1)
    frame = "+".join([dashes] * (shape.size // shape.box_width))
    edge = f"*{'-' * len(frame)}*"
    lines = banded_lines(shape, cells, frame, bar=bar)
    return text_of_lines([edge, *(f"|{line:<{len(frame)}}|" for line in lines), edge])
