"""Simple Sudoku: a framed block of givens, then the same with the digits placed so far, then the pencil marks.

A file holds the first; what the program copies to the clipboard holds up to all three. Since the blocks say which
cells hold digits, nothing of a position is lost here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from ..errors import FormatError
from ..geometry import Shape
from ..grid import Grid
from ..position import Position
from .blocks import Block, Layout, blocks, cells_across, grid_of_block, has_title_form, notes_above, notes_of
from .entry import Entry
from .format import Format, Lines, contents, is_size
from .pencilmarks import marks_across, marks_of_block, marks_text, position_of_marks

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
        """Whether there is a starred edge, and under it a row of cells between bars without blanks."""
        lines = contents(head)
        while lines and not _EDGE.fullmatch(lines[0]) and has_title_form(lines[0]):
            lines.pop(0)
        if len(lines) < 2 or not _EDGE.fullmatch(lines[0]) or not _ROW.fullmatch(lines[1]):
            return False
        return is_size(cells_across(lines[1]), shape)

    def read(
        self, lines: Lines, *, shape: Shape | None = None, symbols: str | None = None
    ) -> Iterator[Entry | FormatError]:
        """The puzzles, each with the blocks that carry it on."""
        puzzle = _Puzzle(shape, symbols)
        for block in blocks(lines, Layout(_cells, partial(_is_title, symbols=symbols), shape)):
            if isinstance(block, FormatError):
                yield from puzzle.entries()
                yield block
                puzzle = _Puzzle(shape, symbols)
                continue
            try:
                if not puzzle.takes(block):
                    yield from puzzle.entries()
                    puzzle = _Puzzle(shape, symbols)
                    puzzle.takes(block)
            except FormatError as error:
                yield from puzzle.entries()
                yield error.at(line=block.line)
                puzzle = _Puzzle(shape, symbols)
        yield from puzzle.entries()

    def write(self, entries: Iterable[Entry]) -> Iterator[str]:
        """The blocks of each puzzle; a # stands between two that could be taken for one."""
        before: Grid | None = None
        for entry in entries:
            above = notes_above(entry)
            if before is not None:
                yield "\n"
                above = above or (["#"] if _extends(entry.grid, before) else [])
            yield "".join(f"{line}\n" for line in above) + _board_text(entry.grid)
            if entry.position is not None:
                yield "\n" + _board_text(entry.position.grid) + "\n" + marks_text(entry.position)
            before = entry.grid


class _Puzzle:
    """The blocks of one puzzle, as far as they are read."""

    def __init__(self, shape: Shape | None, symbols: str | None) -> None:
        self.shape, self.symbols = shape, symbols
        self.boards: list[Grid] = []
        self.marks: Block | None = None
        self.first: Block | None = None

    def takes(self, block: Block) -> bool:
        """Take the block in, if it can belong to this puzzle."""
        if self.first is not None and (block.notes or self.marks is not None):
            return False
        if _holds_marks(block):
            self.marks = block
        else:
            grid = grid_of_block(block, self.shape, self.symbols)
            if len(self.boards) > 1 or (self.boards and not _extends(grid, self.boards[0])):
                return False
            self.boards.append(grid)
        self.first = self.first or block
        return True

    def entries(self) -> Iterator[Entry | FormatError]:
        """The puzzle, if there is one."""
        if self.first is None:
            return
        try:
            position = self._position()
        except FormatError as error:
            yield error.at(line=self.first.line)
        else:
            comment, fields = notes_of(self.first)
            givens = self.boards[0] if position is None else position.givens
            yield Entry(givens, position, comment=comment, fields=fields, line=self.first.line)

    def _position(self) -> Position | None:
        if self.marks is None:
            return Position(self.boards[0], self.boards[1]) if len(self.boards) > 1 else None
        shape = self.boards[0].shape if self.boards else self.shape
        known, masks, placed = marks_of_block(self.marks, shape, self.symbols)
        if not self.boards:
            return position_of_marks(known, masks, placed)
        givens, grid = self.boards[0], self.boards[-1]
        if len(self.boards) == 1:
            found = position_of_marks(known, masks, placed).grid
            grid = Grid.of_digits(bytes(given or digit for given, digit in zip(givens, found, strict=True)), known)
        for cell, (digit, mask) in enumerate(zip(grid, masks, strict=True)):
            if digit and mask != 1 << digit - 1:
                raise FormatError(
                    f"{known.cell_name(cell)} holds {known.symbol(digit)}, but its pencil marks are others",
                    line=self.marks.line,
                )
        return Position(givens, grid, [0 if digit else mask for digit, mask in zip(grid, masks, strict=True)])


def _holds_marks(block: Block) -> bool:
    return any(" " in line.strip("| ") for _, line in block.rows)


def _cells(line: str) -> int:
    return marks_across(line) if " " in line.strip("| ") else cells_across(line)


def _is_title(line: str, symbols: str | None) -> bool:
    return not line.startswith("|") and has_title_form(line, symbols)


def _extends(grid: Grid, givens: Grid) -> bool:
    """Whether a grid keeps all the givens of another."""
    if grid.shape is not givens.shape:
        return False
    return all(digit in (0, other) for digit, other in zip(givens, grid, strict=True))


def _board_text(grid: Grid) -> str:
    shape = grid.shape
    width, boxes = shape.box_width, shape.size // shape.box_width
    lines = [f"*{'-' * (shape.size + boxes - 1)}*"]
    for index, row in enumerate(grid.rows):
        if index and shape.box_height > 1 and index % shape.box_height == 0:
            lines.append(f"|{'+'.join(['-' * width] * boxes)}|")
        cells = "".join(map(shape.symbol, row))
        lines.append("|" + "".join(f"{cells[start : start + width]}|" for start in range(0, shape.size, width)))
    return "".join(f"{line}\n" for line in [*lines, lines[0]])


SIMPLE_SUDOKU = SimpleSudoku()
