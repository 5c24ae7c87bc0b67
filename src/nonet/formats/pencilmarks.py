"""Pencil-mark grids: boards with the candidates of every cell, in a frame.

Such a board does not say which digits are given, nor which cells are filled: a cell with one candidate may be a digit,
or a blank with one candidate left. All programs use the same rule: it is a digit if no peer has that candidate, since
placing a digit removes it from the peers. So a blank is read as a digit if its last candidate was removed from all of
its peers, placed digits are read as givens (.sdx files mark placed digits), and two equal digits in a house are read as
candidates.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import dropwhile

from ..cells import BARS, is_frame, line_of_digits
from ..errors import FormatError
from ..geometry import BLANKS, SYMBOLS, Shape, digits_of
from ..grid import Grid
from ..limits import quoted
from ..position import Position
from .blocks import Block, BlockFormat, Layout, framed_text
from .entry import Entry
from .format import contents, is_size

__all__ = [
    "PENCILMARKS",
    "PLACED",
    "MarksFormat",
    "Pencilmarks",
    "marks_across",
    "marks_of_position",
    "marks_text",
    "mask_of_marks",
    "masks_of_block",
    "position_of_masks",
]

PLACED = "u"
"""The letter before a placed digit in .sdx files."""

_NO_BARS = str.maketrans(dict.fromkeys(BARS, " "))
_EMPTY = frozenset(BLANKS) - {"*"}


# Cells and their candidates


def _cells_of_row(line: str) -> list[str]:
    """Return the cells of a row of pencil marks. Single signs are decoration.

    >>> _cells_of_row("| 8  *123 1237 | 4 5 6 * |")
    ['8', '*123', '1237', '4', '5', '6']
    """
    return [cell for cell in line.translate(_NO_BARS).split() if cell in _EMPTY or re.search(r"[0-9A-Pa-p]", cell)]


def marks_across(line: str) -> int:
    """Return the number of cells in a row of pencil marks.

    >>> marks_across("| 8  *123 1237 | 4 5 6 * |")
    6
    """
    return len(_cells_of_row(line))


def mask_of_marks(cell: str, symbols: str) -> int | None:
    """Return the candidates of a cell as a mask, or None if the cell has anything else.

    ``* # @ + -`` are decoration, and so are capital letters on boards up to 9x9.

    >>> mask_of_marks("*12-3B", "123456789"), mask_of_marks("12x", "123456789"), mask_of_marks(".", "123456789")
    (7, None, 0)
    """
    if cell in _EMPTY:
        return 0
    mask = 0
    for mark in re.sub(r"[*#@+A-Z-]" if symbols.isdecimal() else r"[*#@+-]", "", cell):
        digit = symbols.find(mark) + 1 or symbols.find(mark.upper()) + 1
        if not digit or mask >> digit - 1 & 1:
            return None
        mask |= 1 << digit - 1
    return mask or None


def masks_of_block(block: Block, shape: Shape | None, symbols: str | None) -> tuple[Shape, list[int], set[int]]:
    """Return the shape of a board, the candidates of its cells as masks, and the cells that are marked as placed.

    >>> rows = [(1, "u1 2 34 34"), (2, "3 4 1 2"), (3, "2 1 4 3"), (4, "4 3 2 1")]
    >>> shape, masks, placed = masks_of_block(Block([], rows), None, None)
    >>> shape, masks[:4], placed
    (Shape(2, 2), [1, 2, 12, 12], {0})
    """
    rows = [(number, _cells_of_row(line)) for number, line in block.rows]
    size = len(rows[0][1]) if shape is None else shape.size
    for index, (number, cells) in enumerate(rows, start=1):
        if len(cells) != size:
            raise FormatError(f"row {index} has {len(cells)} cells, but {size} were expected", line=number)
    if not is_size(size, shape) or len(rows) != size:
        raise FormatError(f"{len(rows)} rows of {size} cells, but a board has as many rows as columns", line=block.line)
    shape = shape or Shape.of_size(size)
    symbols = (symbols or SYMBOLS)[:size]
    masks: list[int] = []
    placed = set()
    for number, cells in rows:
        for cell in cells:
            is_placed = cell.startswith(PLACED) and PLACED not in symbols.lower()
            mask = mask_of_marks(cell[is_placed:], symbols)
            if mask is None or (is_placed and mask.bit_count() != 1):
                bad = f"{shape.cell_name(len(masks))} is {quoted(cell)}"
                raise FormatError(f"{bad}, but its candidates must be some of {symbols}, each once", line=number)
            placed |= {len(masks)} if is_placed else set()
            masks.append(mask)
    return shape, masks, placed


def position_of_masks(shape: Shape, masks: Sequence[int], placed: Iterable[int] = ()) -> Position:
    """Return the position of a board of which only candidates and some placed cells are known.

    >>> position = position_of_masks(Shape(2, 2), [1, 2, 12, 12] + [12, 12, 3, 3] + [15] * 8)
    >>> position.grid, sorted(position.candidates("r1c1"))
    (Grid('................'), [1])
    """
    placed = frozenset(placed)
    digits, givens, left = bytearray(shape.cells), bytearray(shape.cells), list(masks)
    for cell, mask in enumerate(masks):
        is_single = mask.bit_count() == 1
        if cell in placed or (is_single and not any(masks[peer] & mask for peer in shape.peers[cell])):
            digits[cell] = mask.bit_length()
            givens[cell] = 0 if cell in placed else mask.bit_length()
            left[cell] = 0
    return Position(Grid.of_digits(bytes(givens), shape), Grid.of_digits(bytes(digits), shape), left)


def marks_of_position(position: Position) -> list[str]:
    """Return each cell as text: its digit, its candidates, or a dot if it has none.

    >>> marks_of_position(Position("1... .2.. .... ...."))[:3]
    ['1', '34', '234']
    """
    cells = zip(position.grid, position.candidate_masks, strict=True)
    return [line_of_digits(bytes([digit] if digit else digits_of(mask))) or "." for digit, mask in cells]


def marks_text(position: Position) -> str:
    """Return a position as a pencil-mark grid.

    >>> print(marks_text(Position("1... .2.. .... ....")), end="")
    *-----------------------*
    | 1    34   | 234  234  |
    | 34   2    | 134  134  |
    |-----------+-----------|
    | 234  134  | 1234 1234 |
    | 234  134  | 1234 1234 |
    *-----------------------*
    """
    marks = marks_of_position(position)
    width = max(map(len, marks))
    return framed_text(position.givens.shape, [f" {cell:<{width}}" for cell in marks], bar=" |")


# Recognizing candidates


def _has_marks(head: Sequence[str], shape: Shape | None) -> bool:
    """Return whether there are rows of candidates, as many as a row has cells, and not only digits."""
    lines = (line for line in contents(head) if not is_frame(line))
    rows = list(map(_cells_of_row, dropwhile(lambda line: _is_title(line, shape), lines)))
    size = len(rows[0]) if rows else 0
    board = rows[:size]
    if not is_size(size, shape) or len(board) < size or any(len(row) != size for row in board):
        return False
    if not all(_is_cell(cell, size) for row in board for cell in row):
        return False
    return any(_is_no_digit(cell, size) for row in rows if len(row) == size for cell in row if _is_cell(cell, size))


def _is_cell(cell: str, size: int) -> bool:
    """Return whether a text is a digit, or candidates in ascending order."""
    marks = cell.removeprefix(PLACED)
    order = [SYMBOLS.index(mark) for mark in marks.upper() if mark in SYMBOLS[:size]]
    return mask_of_marks(marks, SYMBOLS[:size]) is not None and order == sorted(order)


def _is_no_digit(cell: str, size: int) -> bool:
    """Return whether a cell cannot be the digit of a plain grid, which has two characters if it is above 9."""
    is_number = size > 9 and cell.isdecimal() and 10 <= int(cell) <= size
    mask = mask_of_marks(cell.removeprefix(PLACED), SYMBOLS[:size]) or 0
    return cell.startswith(PLACED) or (mask.bit_count() > 1 and not is_number)


def _is_title(line: str, shape: Shape | None) -> bool:
    """Return whether a line has letters that are no candidates, or not enough cells for a row of candidates."""
    return bool(re.search(r"[q-tv-z]", line)) or (
        not is_size(marks_across(line), shape) and not re.search(r"[|\d]\s+\S*\d", line)
    )


class MarksFormat(BlockFormat):
    """The base class of pencil-mark grids and .sdx files."""

    carries_candidates = True
    is_framed: bool
    """Whether there are bars or frames around the candidates."""

    def sniff(self, head: Sequence[str], shape: Shape | None = None) -> bool:
        """Return whether there are rows of candidates, with or without bars and frames as the format has them."""
        is_framed = any("|" in line or is_frame(line) for line in contents(head))
        return is_framed == self.is_framed and _has_marks(head, shape)

    def layout(self, shape: Shape | None, symbols: str | None) -> Layout:
        """Return how to recognize rows of candidates."""
        return Layout(marks_across, partial(_is_title, shape=shape), shape)

    def entry_of(self, block: Block, shape: Shape | None, symbols: str | None) -> Entry:
        """Return the position of a block."""
        position = position_of_masks(*masks_of_block(block, shape, symbols))
        return block.entry(position.givens, position)


class Pencilmarks(MarksFormat):
    """A framed grid with the candidates of every cell.

    >>> from nonet.formats import read_position, write
    >>> position = Position("1... .2.. .... ....").eliminate("r1c3", 4)
    >>> read_position(write(position, format="pencilmarks")) == position
    True
    """

    name = "pencilmarks"
    title = "pencil-mark grid: a frame with the candidates of every cell"
    suffixes = (".pm",)
    is_framed = True

    def text_of(self, entry: Entry) -> str:
        """Return the framed grid."""
        return marks_text(entry.position or Position(entry.grid))


PENCILMARKS = Pencilmarks()
