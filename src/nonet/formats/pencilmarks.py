"""Boards with their candidates written out: pencil-mark grids, .sdx files and the 729-character line.

None of them says which digits are given, and the first and the last not even which are placed: a cell with one
candidate may be a digit or a blank that has only one digit left. The rule that all programs share: it is a digit if
no peer still has that candidate, since placing a digit takes it from the peers. So a blank whose last candidate has
been cleared from all of its peers comes back as a digit, and so do placed digits as givens (a .sdx file marks
those); two equal digits in one house come back as candidates.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from ..cells import is_frame, split_comment
from ..errors import FormatError
from ..geometry import BLANKS, SYMBOLS, Shape, digits_of
from ..grid import Grid
from ..position import Position
from .blocks import Block, Layout, blocks, notes_above, notes_of
from .entry import Entry
from .format import Format, LineFormat, Lines, contents, is_size, one_line, position_of

__all__ = [
    "PENCILMARKS",
    "SDX",
    "SEVEN_TWO_NINE",
    "Pencilmarks",
    "Sdx",
    "SevenTwoNine",
    "marks_across",
    "marks_of_block",
    "marks_text",
    "position_of_marks",
]

_BARS = str.maketrans(dict.fromkeys("|!:" + "".join(map(chr, range(0x2500, 0x2580))), " "))
_PLACED = "u"
_EMPTY = frozenset(BLANKS) - {"*"}


# Cells and their candidates


def cells_of_row(line: str) -> list[str]:
    """The cells of a row of pencil marks; signs that stand alone are decoration.

    >>> cells_of_row("| 8  *123 1237 | 4 5 6 * |")
    ['8', '*123', '1237', '4', '5', '6']
    """
    return [cell for cell in line.translate(_BARS).split() if cell in _EMPTY or re.search(r"[0-9A-Pa-p]", cell)]


def marks_across(line: str) -> int:
    """How many cells a row of pencil marks holds.

    >>> marks_across("| 8  *123 1237 | 4 5 6 * |")
    6
    """
    return len(cells_of_row(line))


def mask_of_cell(cell: str, symbols: str) -> int | None:
    """The candidates of a cell as a mask, or None if it holds something else.

    Up to nine digits, capital letters are decoration as ``* # @ -`` always are.

    >>> mask_of_cell("*12-3B", "123456789"), mask_of_cell("12x", "123456789"), mask_of_cell(".", "123456789")
    (7, None, 0)
    """
    if cell in _EMPTY:
        return 0
    bare = re.sub(r"[*#@+A-Z-]" if symbols.isdecimal() else r"[*#@+-]", "", cell)
    mask = 0
    for mark in bare:
        digit = symbols.find(mark) + 1 or symbols.find(mark.upper()) + 1
        if not digit or mask >> digit - 1 & 1:
            return None
        mask |= 1 << digit - 1
    return mask or None


def marks_of_block(block: Block, shape: Shape | None, symbols: str | None) -> tuple[Shape, list[int], set[int]]:
    """The shape of a board, the candidates of its cells as masks, and the cells that are marked as placed.

    >>> rows = [(1, "u1 2 34 34"), (2, "3 4 1 2"), (3, "2 1 4 3"), (4, "4 3 2 1")]
    >>> shape, masks, placed = marks_of_block(Block([], rows), None, None)
    >>> shape, masks[:4], placed
    (Shape(2, 2), [1, 2, 12, 12], {0})
    """
    rows = [(number, line, cells_of_row(line)) for number, line in block.rows]
    size = len(rows[0][2]) if shape is None else shape.size
    for index, (number, _, cells) in enumerate(rows, start=1):
        if len(cells) != size:
            raise FormatError(f"row {index} has {len(cells)} cells, but {size} were expected", line=number)
    if not is_size(size, shape) or len(rows) != size:
        raise FormatError(f"{len(rows)} rows of {size} cells, but a board has as many rows as columns", line=block.line)
    known = shape or Shape.of_size(size)
    own_symbols = (symbols or SYMBOLS)[:size]
    masks: list[int] = []
    placed = set()
    for number, _, cells in rows:
        for cell in cells:
            text = cell
            if cell.startswith(_PLACED) and _PLACED not in own_symbols.lower():
                placed.add(len(masks))
                text = cell[1:]
            mask = mask_of_cell(text, own_symbols)
            if mask is None or (len(masks) in placed and mask.bit_count() != 1):
                raise FormatError(
                    f"{known.cell_name(len(masks))} holds {cell!r}, "
                    f"but a cell of a {known} board holds some of {own_symbols}, each once",
                    line=number,
                )
            masks.append(mask)
    return known, masks, placed


def position_of_marks(shape: Shape, masks: Sequence[int], placed: Iterable[int] = ()) -> Position:
    """The position of a board of which only candidates are known, and which cells are surely placed.

    >>> position = position_of_marks(Shape(2, 2), [1, 2, 12, 12] + [12, 12, 3, 3] + [15] * 8)
    >>> position.grid, sorted(position.candidates("r1c1"))
    (Grid('................'), [1])
    """
    placed = frozenset(placed)
    digits, givens, left = bytearray(shape.cells), bytearray(shape.cells), list(masks)
    for cell, mask in enumerate(masks):
        single = mask.bit_count() == 1
        if cell in placed or (single and not any(masks[peer] & mask for peer in shape.peers[cell])):
            digits[cell] = mask.bit_length()
            givens[cell] = 0 if cell in placed else mask.bit_length()
            left[cell] = 0
    return Position(Grid.of_digits(bytes(givens), shape), Grid.of_digits(bytes(digits), shape), left)


def marks_of_position(position: Position) -> list[str]:
    """Each cell as text: its digit, its candidates, or a dot if it has none."""
    shape = position.givens.shape
    return [
        shape.symbol(digit) if digit else "".join(map(shape.symbol, digits_of(mask))) or "."
        for digit, mask in zip(position.grid, position.candidate_masks, strict=True)
    ]


def marks_text(position: Position) -> str:
    """A position as a pencil-mark grid.

    >>> print(marks_text(Position("1... .2.. .... ....")), end="")
    *-----------------------*
    | 1    34   | 234  234  |
    | 34   2    | 134  134  |
    |-----------+-----------|
    | 234  134  | 1234 1234 |
    | 234  134  | 1234 1234 |
    *-----------------------*
    """
    shape = position.givens.shape
    cells = marks_of_position(position)
    width = max(map(len, cells))
    boxes = shape.size // shape.box_width
    across = "-" * (shape.box_width * (width + 1) + 1)
    edge = f"*{'-' * (boxes * (len(across) + 1) - 1)}*\n"
    text = edge
    for index, row in enumerate(shape.rows):
        if index and shape.box_height > 1 and index % shape.box_height == 0:
            text += f"|{'+'.join([across] * boxes)}|\n"
        for start in range(0, shape.size, shape.box_width):
            text += "|" + "".join(f" {cells[cell]:<{width}}" for cell in row[start : start + shape.box_width]) + " "
        text += "|\n"
    return text + edge


# Telling candidates from digits


def _has_marks(head: Sequence[str], shape: Shape | None) -> bool:
    """Whether the rows hold as many cells as there are rows, some with several candidates or marked as placed."""
    lines = [line for line in contents(head) if not is_frame(line)]
    while lines and _is_title(lines[0], shape):
        lines.pop(0)
    size = marks_across(lines[0]) if lines else 0
    rows = [cells_of_row(line) for line in lines]
    if not is_size(size, shape) or len(rows) < size or any(len(row) != size for row in rows[:size]):
        return False
    if not all(_is_cell(cell, size) for row in rows[:size] for cell in row):
        return False
    return any(_is_no_digit(cell, size) for row in rows if len(row) == size for cell in row if _is_cell(cell, size))


def _is_cell(cell: str, size: int) -> bool:
    """Whether a text is a digit or candidates, lowest first."""
    bare = cell.removeprefix(_PLACED)
    marks = [SYMBOLS.index(mark) for mark in bare.upper() if mark in SYMBOLS[:size]]
    return mask_of_cell(bare, SYMBOLS[:size]) is not None and marks == sorted(marks)


def _is_no_digit(cell: str, size: int) -> bool:
    """Whether it cannot be the digit of a plain grid; above 9x9 that may be a number of two characters."""
    is_number = size > 9 and cell.isdecimal() and 10 <= int(cell) <= size
    mask = mask_of_cell(cell.removeprefix(_PLACED), SYMBOLS[:size]) or 0
    return cell.startswith(_PLACED) or (mask.bit_count() > 1 and not is_number)


def _is_framed(head: Sequence[str]) -> bool:
    return any("|" in line or is_frame(line) for line in contents(head))


def _is_title(line: str, shape: Shape | None) -> bool:
    """Whether a line has letters that no candidate has, or not enough cells for a row of candidates."""
    return bool(re.search(r"[q-tv-z]", line)) or (
        not is_size(marks_across(line), shape) and not re.search(r"[|\d]\s+\S*\d", line)
    )


class _Marks(Format):
    """What pencil-mark grids and .sdx files have in common."""

    carries_candidates = True

    def read(
        self, lines: Lines, *, shape: Shape | None = None, symbols: str | None = None
    ) -> Iterator[Entry | FormatError]:
        """The boards block by block."""
        for block in blocks(lines, Layout(marks_across, partial(_is_title, shape=shape), shape)):
            if isinstance(block, FormatError):
                yield block
                continue
            try:
                position = position_of_marks(*marks_of_block(block, shape, symbols))
            except FormatError as error:
                yield error
            else:
                comment, fields = notes_of(block)
                yield Entry(position.givens, position, comment=comment, fields=fields, line=block.line)

    def write(self, entries: Iterable[Entry]) -> Iterator[str]:
        """The boards with all candidates, and a blank line between two boards."""
        for index, entry in enumerate(entries):
            above = "".join(f"{line}\n" for line in notes_above(entry))
            yield ("\n" if index else "") + above + self.text_of(position_of(entry))

    def text_of(self, position: Position) -> str:
        """One board as a block."""
        raise NotImplementedError


class Pencilmarks(_Marks):
    """A framed grid with the candidates of every cell.

    >>> from nonet.formats import read_position, write
    >>> position = Position("1... .2.. .... ....").eliminate("r1c3", 4)
    >>> read_position(write(position, format="pencilmarks")) == position
    True
    """

    name = "pencilmarks"
    title = "pencil-mark grid: a frame with the candidates of every cell"
    suffixes = (".pm",)

    def sniff(self, head: Sequence[str], shape: Shape | None = None) -> bool:
        """Whether there are rows of candidates, and bars or frames around them."""
        return _is_framed(head) and _has_marks(head, shape)

    def text_of(self, position: Position) -> str:
        """The framed grid."""
        return marks_text(position)


class Sdx(_Marks):
    """Rows of candidates separated by a blank, in which u marks a digit that was placed.

    >>> from nonet.formats import write
    >>> print(write(Position("1... .2.. .... ....").place("r1c2", 3), format="sdx"), end="")
    1 u3 24 24
    4 2 134 134
    234 14 1234 1234
    234 14 1234 1234
    """

    name = "sdx"
    title = "SudoCue: rows of candidates, u before a digit that was placed"
    suffixes = (".sdx",)

    def sniff(self, head: Sequence[str], shape: Shape | None = None) -> bool:
        """Whether there are rows of candidates, and nothing else."""
        return not _is_framed(head) and _has_marks(head, shape)

    def text_of(self, position: Position) -> str:
        """The rows."""
        cells = marks_of_position(position)
        for cell in map(position.givens.shape.cell, position.placed):
            cells[cell] = _PLACED + cells[cell]
        return "".join(" ".join(cells[cell] for cell in row) + "\n" for row in position.givens.shape.rows)


class SevenTwoNine(LineFormat):
    """One line of n characters a cell, 729 on a 9x9 board: each candidate at its own place, or a dot.

    >>> from nonet.formats import write
    >>> print(write(Position("1... .2.. .... ...."), format="729")[:24])
    1.....34.234.234..34.2..
    """

    name = "729"
    title = "one line with n places for the candidates of each cell, 729 characters on a 9x9 board"
    suffixes = (".729",)
    carries_candidates = True

    def sniff(self, head: Sequence[str], shape: Shape | None = None) -> bool:
        """Whether the first line has a place for each candidate, and each candidate stands at its place.

        A 4x4 board takes 64 characters, as an 8x8 board in one line does. But there the digits at these places would
        be 1 to 4, each in two columns only, so at most twice: more than eight of them are candidates.
        """
        lines = contents(head)
        text = split_comment(lines[0])[0] if lines else ""
        size = round(len(text) ** (1 / 3))
        if size**3 != len(text) or not is_size(size, shape):
            return False
        cells = [text[start : start + size] for start in range(0, len(text), size)]
        in_place = all(mark in (SYMBOLS[i], ".", "0") for cell in cells for i, mark in enumerate(cell.upper()))
        return in_place and (size > 4 or sum(mark not in ".0" for mark in text) > 8)

    def entry_of(self, line: str, shape: Shape | None, symbols: str | None) -> Entry:
        """The position of a line and the comment after it."""
        text, comment = split_comment(line)
        size = round(len(text) ** (1 / 3)) if shape is None else shape.size
        if size**3 != len(text) or not is_size(size, shape):
            size = 9 if shape is None else shape.size
            raise FormatError(f"{len(text)} characters, but a {size}x{size} board has {size**3}, {size} for each cell")
        known = shape or Shape.of_size(size)
        own_symbols = (symbols or SYMBOLS)[:size]
        masks = [0] * known.cells
        for index, mark in enumerate(text):
            cell, digit = divmod(index, size)
            if mark.upper() == own_symbols[digit].upper():
                masks[cell] |= 1 << digit
            elif mark not in BLANKS:
                raise FormatError(
                    f"{known.cell_name(cell)} has {mark!r} at place {digit + 1}, "
                    f"but {own_symbols[digit]} or a dot goes there"
                )
        position = position_of_marks(known, masks)
        return Entry(position.givens, position, comment=comment)

    def text_of(self, entry: Entry) -> str:
        """The candidates of each cell at their places."""
        position = position_of(entry)
        comment = one_line(entry.comment)
        marks = (
            symbol if (mask | 1 << digit >> 1) >> place & 1 else "."
            for digit, mask in zip(position.grid, position.candidate_masks, strict=True)
            for place, symbol in enumerate(position.givens.shape.symbols)
        )
        return "".join(marks) + (f" # {comment}" if comment else "")


PENCILMARKS = Pencilmarks()
SDX = Sdx()
SEVEN_TWO_NINE = SevenTwoNine()
