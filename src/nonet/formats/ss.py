"""Simple Sudoku: a framed block of givens, then one with the placed digits, then one with the pencil marks.

A file has the first block; the program copies up to all three to the clipboard. Since the blocks say which cells are
filled, nothing of a position is lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import dropwhile

from ..errors import FormatError
from ..geometry import Shape
from ..grid import Grid
from ..position import Position
from .blocks import Block, Layout, blocks, cells_across, framed_text, has_title_form, lines_above
from .entry import Entry
from .format import Entries, Format, Lines, contents, is_size, text_of_lines
from .pencilmarks import marks_across, marks_text, masks_of_block, position_of_masks

__all__ = ["SIMPLE_SUDOKU", "SimpleSudoku"]

_EDGE = re.compile(r"\*-+\*")
_ROW = re.compile(r"(?:\|[^\s|]+)+\|")


class SimpleSudoku(Format):
    """Framed blocks: the givens, the digits, the pencil marks.

    >>> from nonet.formats import write
    >>> print(write(Grid("1... .2.. .... ...."), format="ss"), end="")
    *-----*
    |1.|..|
    |.2|..|
    |--+--|
    |..|..|
    |..|..|
    *-----*
    """

    name = "ss"
    title = "Simple Sudoku: a framed block of givens, then the digits, then the pencil marks"
    suffixes = (".ss",)
    carries_candidates = True

    def sniff(self, head: Sequence[str], shape: Shape | None = None) -> bool:
        """Return whether there is an edge with stars, and below it a row of cells and bars without blanks."""
        lines = list(dropwhile(lambda line: not _EDGE.fullmatch(line) and has_title_form(line), contents(head)))
        if len(lines) < 2 or not _EDGE.fullmatch(lines[0]) or not _ROW.fullmatch(lines[1]):
            return False
        return is_size(cells_across(lines[1]), shape)

    def read(self, lines: Lines, *, shape: Shape | None = None, symbols: str | None = None) -> Entries:
        """Yield the puzzles; several blocks may belong to one puzzle."""
        puzzle = _Puzzle(shape, symbols)
        for block in blocks(lines, Layout(_cells, partial(_is_title, symbols=symbols), shape)):
            try:
                if isinstance(block, FormatError):
                    raise block
                if not puzzle.add(block):
                    yield from puzzle.entries()
                    puzzle = _Puzzle(shape, symbols)
                    puzzle.add(block)
            except FormatError as error:
                yield from puzzle.entries()
                yield error
                puzzle = _Puzzle(shape, symbols)
        yield from puzzle.entries()

    def write(self, entries: Iterable[Entry]) -> Iterator[str]:
        """Yield the blocks of each puzzle, with a # between two puzzles that could be read as one."""
        previous: Grid | None = None
        for entry in entries:
            above = lines_above(entry)
            if previous is not None:
                yield "\n"
                above = above or (["#"] if _extends(entry.grid, previous) else [])
            yield text_of_lines(above) + _board_text(entry.grid)
            if entry.position is not None:
                yield "\n" + _board_text(entry.position.grid) + "\n" + marks_text(entry.position)
            previous = entry.grid


class _Puzzle:
    """The blocks of one puzzle that have been read."""

    def __init__(self, shape: Shape | None, symbols: str | None) -> None:
        self.shape, self.symbols = shape, symbols
        self.boards: list[Grid] = []
        self.marks: Block | None = None
        self.first: Block | None = None

    def add(self, block: Block) -> bool:
        """Add a block, and return True, if it can belong to this puzzle."""
        if self.first is not None and (block.notes or self.marks is not None):
            return False
        if any(map(_has_marks, (line for _, line in block.rows))):
            self.marks = block
        else:
            grid = block.grid(self.shape, self.symbols)
            if len(self.boards) > 1 or (self.boards and not _extends(grid, self.boards[0])):
                return False
            self.boards.append(grid)
        self.first = self.first or block
        return True

    def entries(self) -> Entries:
        """Yield the puzzle, if there is one."""
        if self.first is None:
            return
        try:
            position = self._position()
        except FormatError as error:
            yield error.at(line=self.first.line)
        else:
            yield self.first.entry(position.givens if position else self.boards[0], position)

    def _position(self) -> Position | None:
        if self.marks is None:
            return Position(self.boards[0], self.boards[1]) if len(self.boards) > 1 else None
        shape, masks, placed = masks_of_block(
            self.marks, self.boards[0].shape if self.boards else self.shape, self.symbols
        )
        position = position_of_masks(shape, masks, placed)
        if not self.boards:
            return position
        givens, grid = self.boards[0], self.boards[-1]
        if len(self.boards) == 1:  # the marks say which digits are placed
            filled = bytes(given or digit for given, digit in zip(givens, position.grid, strict=True))
            grid = Grid.of_digits(filled, shape)
        for cell, (digit, mask) in enumerate(zip(grid, masks, strict=True)):
            if digit and mask != 1 << digit - 1:
                raise FormatError(
                    f"{shape.cell_name(cell)} is {shape.symbol(digit)}, but has other pencil marks",
                    line=self.marks.line,
                )
        return Position(givens, grid, [0 if digit else mask for digit, mask in zip(grid, masks, strict=True)])


def _has_marks(line: str) -> bool:
    return " " in line.strip("| ")


def _cells(line: str) -> int:
    return marks_across(line) if _has_marks(line) else cells_across(line)


def _is_title(line: str, symbols: str | None) -> bool:
    return not line.startswith("|") and has_title_form(line, symbols)


def _extends(grid: Grid, givens: Grid) -> bool:
    """Return whether a grid has all the givens of another."""
    if grid.shape is not givens.shape:
        return False
    return all(given in (0, digit) for given, digit in zip(givens, grid, strict=True))


def _board_text(grid: Grid) -> str:
    return framed_text(grid.shape, str(grid))


SIMPLE_SUDOKU = SimpleSudoku()
