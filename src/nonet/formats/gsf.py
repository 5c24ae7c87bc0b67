"""gsf's q2 lists of hard puzzles: one puzzle per line, in columns; the fifth is the board and the sixth its name."""

from __future__ import annotations

import re

from ..cells import line_of_digits
from ..errors import FormatError
from ..geometry import Shape
from .entry import Entry
from .format import LineFormat, grid_of_cells, is_board, one_line

__all__ = ["GSF", "Gsf"]

_BOARD, _NAME, _FEWEST = 4, 5, 7


class Gsf(LineFormat):
    """Columns with ratings around a board and its name.

    >>> from nonet.formats import read_many
    >>> (entry,) = read_many("99480,99408,114,1895,1....2..........,Name,20.00s")
    >>> entry.grid, entry.comment, entry.fields["column 1"]
    (Grid('1....2..........'), 'Name', '99480')
    """

    name = "gsf"
    title = "gsf's q2 list: columns separated by commas; the fifth is the board, the sixth its name"

    def has_form(self, line: str, shape: Shape | None) -> bool:
        """Return whether a line has seven or more columns, and the fifth is a board.

        >>> [GSF.has_form(f"99480,99408,114,1895,{board},Name,20.00s", None) for board in ("1....2..........", "easy")]
        [True, False]
        """
        columns = line.split(",")
        return len(columns) >= _FEWEST and is_board(columns[_BOARD].strip(), shape)

    def entry_of(self, line: str, shape: Shape | None, symbols: str | None) -> Entry:
        """Return the board and its name; the other columns become fields."""
        columns = line.split(",")
        if len(columns) < _FEWEST:
            raise FormatError(f"{len(columns)} columns, but at least {_FEWEST} were expected, the fifth with the board")
        last = len(columns) - 1
        fields = {
            f"column {index + 1}": text
            for index, text in enumerate(columns)
            if index not in (_BOARD, _NAME) and (text or index == last >= _FEWEST)
        }
        grid = grid_of_cells(columns[_BOARD].strip(), shape, symbols)
        return Entry(grid, comment=columns[_NAME].strip(), fields=fields)

    def text_of(self, entry: Entry) -> str:
        """Return the columns; unknown ones are empty."""
        known = {int(name[7:]): text for name, text in entry.fields.items() if re.fullmatch(r"column [1-9]\d?", name)}
        columns = [known.get(index, "") for index in range(1, max(_FEWEST, *known, 0) + 1)]
        columns[_BOARD], columns[_NAME] = line_of_digits(bytes(entry.grid), "0"), entry.comment
        return ",".join(one_line(column).replace(",", ";") for column in columns)


GSF = Gsf()
