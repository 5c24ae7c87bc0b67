"""gsf's q2 lists of hard puzzles: one line of columns, the fifth of which is the board."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..errors import FormatError
from ..geometry import Shape
from .entry import Entry
from .format import LineFormat, board_text, contents, grid_of_cells, is_board, one_line

__all__ = ["GSF", "Gsf", "is_q2"]

_BOARD, _NAME, _LEAST = 4, 5, 7


def is_q2(line: str, shape: Shape | None = None) -> bool:
    """Whether a line has seven columns or more, and the fifth is a board.

    >>> is_q2("99480,99408,114,1895,1....2..........,Name,20.00s"), is_q2("1....2..........,easy")
    (True, False)
    """
    columns = line.split(",")
    return len(columns) >= _LEAST and is_board(columns[_BOARD].strip(), shape)


class Gsf(LineFormat):
    """Columns with ratings around a board and its name.

    >>> from nonet.formats import read_many
    >>> (entry,) = read_many("99480,99408,114,1895,1....2..........,Name,20.00s")
    >>> entry.grid, entry.comment, entry.fields["column 1"]
    (Grid('1....2..........'), 'Name', '99480')
    """

    name = "gsf"
    title = "gsf's q2 list: columns with commas, the fifth is the board and the sixth its name"

    def sniff(self, head: Sequence[str], shape: Shape | None = None) -> bool:
        """Whether the first line has a board in the fifth of seven columns or more."""
        lines = contents(head)
        return bool(lines) and is_q2(lines[0], shape)

    def entry_of(self, line: str, shape: Shape | None, symbols: str | None) -> Entry:
        """The board and its name; the other columns go to the fields."""
        columns = line.split(",")
        if len(columns) < _LEAST:
            raise FormatError(
                f"{len(columns)} columns, but there must be {_LEAST} or more, the fifth of them the board"
            )
        last = len(columns) - 1
        fields = {
            f"column {index + 1}": text
            for index, text in enumerate(columns)
            if index not in (_BOARD, _NAME) and (text or index == last >= _LEAST)
        }
        grid = grid_of_cells(columns[_BOARD].strip(), shape, symbols)
        return Entry(grid, comment=columns[_NAME].strip(), fields=fields)

    def text_of(self, entry: Entry) -> str:
        """The columns; those that are not known stay empty."""
        told = {int(name[7:]): text for name, text in entry.fields.items() if re.fullmatch(r"column [1-9]\d?", name)}
        columns = [told.get(index, "") for index in range(1, max(_LEAST, *told, 0) + 1)]
        columns[_BOARD], columns[_NAME] = board_text(entry.grid, "0"), entry.comment
        return ",".join(one_line(column).replace(",", ";") for column in columns)


GSF = Gsf()
