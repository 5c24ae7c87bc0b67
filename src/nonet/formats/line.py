"""One board per line, the usual format of puzzle collections.

Text after the cells, separated by a blank, a comma, a semicolon or a #, is a comment. A line that starts with # is a
comment on the next puzzle. A collection may have millions of lines, so a line of nothing but cells is read with one
table lookup for all cells; only other lines are looked at more closely.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..cells import cells_of_line, is_frame, line_of_digits, split_comment
from ..errors import FormatError
from ..geometry import BLANKS, Shape
from ..grid import Grid
from .entry import Entry
from .format import LineFormat, cells_fit, contents, grid_of_cells, is_board, is_rule_line, with_comment

__all__ = ["LINE", "SDM", "Line"]

_CELLS_OF_4X4 = frozenset("1234" + BLANKS)


class Line(LineFormat):
    """One board per line, with a comment after it or above it.

    >>> from nonet.formats import read_many
    >>> for entry in read_many("1...........2... easy\\n....3...4...1..."):
    ...     print(entry.grid, entry.comment)
    1...........2... easy
    ....3...4...1...
    """

    parse_plain = staticmethod(Grid.parse_fast)

    def __init__(self, name: str, title: str, suffixes: tuple[str, ...], blank: str) -> None:
        self.name, self.title, self.suffixes, self.blank = name, title, suffixes, blank

    def sniff(self, head: Sequence[str], shape: Shape | None = None) -> bool:
        """Return whether the first line is a whole board.

        Sixteen cells are a 4x4 board or a row of a 16x16 board. They are a row if sixteen such lines follow each other
        and not all of them can be 4x4 boards.
        """
        lines = contents(head)
        if not lines or not self.has_form(lines[0], shape):
            return False
        if shape is not None or len(cells_of_line(lines[0])) != 16:
            return True
        rows = [cells_of_line(line) for line in lines if not is_frame(line)][:16]
        if len(rows) < 16 or any(len(row) != 16 for row in rows):
            return True
        return all(map(_CELLS_OF_4X4.issuperset, rows)) and is_board(split_comment(lines[0])[0])

    def has_form(self, line: str, shape: Shape | None) -> bool:
        """Return whether a line is a board: in one piece, in pieces of one length, or as separate numbers."""
        if is_board(split_comment(line)[0], shape):
            return True
        pieces = re.split(r"[\s|,;:]+", line.strip(" |,;:"))
        if len(set(map(len, pieces))) == 1 and is_board("".join(pieces), shape):
            return True
        return cells_fit(len(pieces), shape) and all(re.fullmatch(r"\w{1,2}|[.*?-]", piece) for piece in pieces)

    def entry_of(self, line: str, shape: Shape | None, symbols: str | None) -> Entry:
        """Return the board of a line and the comment after it."""
        if line[0].isalpha() and is_rule_line(line):
            raise FormatError("this is a rule of the puzzle above it; name the format nonet to read puzzles with rules")
        head, comment = split_comment(line)
        if cells_fit(len(head), shape):
            return Entry(grid_of_cells(head, shape, symbols), comment=comment)
        cells = cells_of_line(line)
        return Entry(grid_of_cells(cells, shape, symbols), comment=comment if cells == head else "")

    def text_of(self, entry: Entry) -> str:
        """Return the board and its comment."""
        return with_comment(line_of_digits(bytes(entry.grid), self.blank), entry.comment)


LINE = Line("line", "one board per line, a comment after it or above it", (".txt",), ".")
SDM = Line("sdm", "SudoCue collection: one board per line, 0 for a blank", (".sdm",), "0")
