"""One board a line: the form in which collections of puzzles are passed on.

What follows the cells after a blank, a comma, a semicolon or a # is a comment; a line that begins with # is one too.
A collection may hold millions of lines, so a line of nothing but cells is read by one table lookup for all its
cells; only what that cannot read is looked at more closely.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..cells import cells_of_line, is_frame, split_comment
from ..errors import FormatError, ShapeError
from ..geometry import BLANKS, SYMBOLS, Shape
from ..grid import Grid
from .entry import Entry
from .format import HEADING, LineFormat, Lines, board_text, cells_fit, contents, grid_of_cells, is_board, one_line

__all__ = ["LINE", "SDM", "Line", "is_killer"]

_KILLER = re.compile(r"\s*(?:\d+x\d+:[^:]*:k\b|SumoCue)", re.IGNORECASE)
_SMALL = frozenset("1234") | frozenset(BLANKS)


def is_killer(line: str) -> bool:
    """Whether a line is a killer Sudoku in one of the forms in which those are passed on.

    >>> is_killer("3x3::k:3843:3843"), is_killer("SumoCueV1=10J0=0J0"), is_killer("1....2..........")
    (True, True, False)
    """
    return _KILLER.match(line) is not None


def _digit_table() -> bytes:
    """The digit of each character, and 255 for a character that is no cell."""
    table = bytearray([255]) * 256
    for blank in BLANKS:
        table[ord(blank)] = 0
    for digit, symbol in enumerate(SYMBOLS, start=1):
        table[ord(symbol)] = table[ord(symbol.lower())] = digit
    return bytes(table)


_DIGITS = _digit_table()


class Line(LineFormat):
    """One board a line, with a comment after it or above it.

    >>> from nonet.formats import read_many
    >>> for entry in read_many("1...........2... easy\\n....3...4...1..."):
    ...     print(entry.grid, entry.comment)
    1...........2... easy
    ....3...4...1...
    """

    def __init__(self, name: str, title: str, suffixes: tuple[str, ...], blank: str) -> None:
        self.name, self.title, self.suffixes, self.blank = name, title, suffixes, blank

    def sniff(self, head: Sequence[str], shape: Shape | None = None) -> bool:
        """Whether the first line is a whole board.

        Sixteen cells are a 4x4 board or a row of a 16x16 board: it is a row if sixteen such lines follow each other
        and not all of them could be 4x4 boards in one piece.
        """
        lines = contents(head)
        if not lines or not _is_board_line(lines[0], shape):
            return False
        first = cells_of_line(lines[0])
        if shape is not None or len(first) != 16:
            return True
        rows = [cells_of_line(line) for line in lines if not is_frame(line)][:16]
        if len(rows) < 16 or any(len(row) != 16 for row in rows):
            return True
        return all(map(_SMALL.issuperset, rows)) and is_board(split_comment(lines[0])[0])

    def read(
        self, lines: Lines, *, shape: Shape | None = None, symbols: str | None = None
    ) -> Iterator[Entry | FormatError]:
        """The puzzles line by line, plain lines by the short way."""
        known = {} if symbols is not None else _shapes_by_cells(shape)
        heading: list[str] = []
        for number, text in lines:
            usual = known.get(len(text))
            if usual is not None and not heading:
                try:
                    grid = Grid.of_digits(text.encode("latin-1").translate(_DIGITS), usual)
                except (ShapeError, UnicodeEncodeError):
                    pass
                else:
                    yield Entry(grid, line=number)
                    continue
            line = text.strip()
            if line.startswith("#"):
                heading.append(line)
            elif line:
                try:
                    entry = self.entry_of(line, shape, symbols)
                except FormatError as error:
                    yield error.at(line=number)
                else:
                    yield entry._replace(fields={HEADING: "\n".join(heading)} if heading else {}, line=number)
                heading = []

    def entry_of(self, line: str, shape: Shape | None, symbols: str | None) -> Entry:
        """The board of a line and the comment after it."""
        if is_killer(line):
            raise FormatError("this is a killer sudoku, but only puzzles without cages can be read")
        head, comment = split_comment(line)
        if cells_fit(len(head), shape):
            return Entry(grid_of_cells(head, shape, symbols), comment=comment)
        cells = cells_of_line(line)
        return Entry(grid_of_cells(cells, shape, symbols), comment=comment if cells == head else "")

    def text_of(self, entry: Entry) -> str:
        """The board and its comment."""
        comment = one_line(entry.comment)
        return board_text(entry.grid, self.blank) + (f" # {comment}" if comment else "")


def _shapes_by_cells(shape: Shape | None) -> dict[int, Shape]:
    if shape is not None:
        return {shape.cells: shape}
    return {size * size: Shape.of_size(size) for size in range(4, 26) if cells_fit(size * size, None)}


def _is_board_line(line: str, shape: Shape | None) -> bool:
    """Whether a line is a board: in one piece, in pieces of one length, or as numbers apart."""
    if is_board(split_comment(line)[0], shape):
        return True
    pieces = re.split(r"[\s|,;:]+", line.strip(" |,;:"))
    in_step = len(set(map(len, pieces))) == 1 and is_board("".join(pieces), shape)
    return in_step or (
        cells_fit(len(pieces), shape) and all(re.fullmatch(r"\w{1,2}|[.*?-]", piece) for piece in pieces)
    )


LINE = Line("line", "one board a line, a comment after it or above it", (".txt",), ".")
SDM = Line("sdm", "SudoCue collection: one board a line, 0 for a blank", (".sdm",), "0")
