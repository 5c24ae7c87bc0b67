"""SudoCue's .sdx files: rows of candidates separated by blanks, with u before placed digits."""

from __future__ import annotations

from ..position import Position
from .entry import Entry
from .format import text_of_lines
from .pencilmarks import PLACED, MarksFormat, marks_of_position

__all__ = ["SDX", "Sdx"]


class Sdx(MarksFormat):
    """Rows of candidates separated by blanks; u marks a placed digit.

    >>> from nonet.formats import write
    >>> print(write(Position("1... .2.. .... ....").place("r1c2", 3), format="sdx"), end="")
    1 u3 24 24
    4 2 134 134
    234 14 1234 1234
    234 14 1234 1234
    """

    name = "sdx"
    title = "SudoCue: rows of candidates, u before a placed digit"
    suffixes = (".sdx",)
    is_framed = False

    def text_of(self, entry: Entry) -> str:
        """Return the rows."""
        position = entry.position or Position(entry.grid)
        shape, cells = position.givens.shape, marks_of_position(position)
        for cell in map(shape.cell, position.placed):
            cells[cell] = PLACED + cells[cell]
        return text_of_lines(" ".join(cells[cell] for cell in row) for row in shape.rows)


SDX = Sdx()
