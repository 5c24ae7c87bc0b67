"""LeetCode's boards: lists of lists of one-character strings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ..geometry import Shape
from ..grid import Grid
from .entry import Entry
from .format import contents
from .json import JSON_LINES, Json

__all__ = ["LEETCODE", "LeetCode"]


class LeetCode(Json):
    """A list of lists of one-character strings; several boards are in one more list.

    >>> from nonet.formats import write
    >>> print(write(Grid("1... .... .... 2..."), format="leetcode"), end="")
    [["1",".",".","."],
     [".",".",".","."],
     [".",".",".","."],
     ["2",".",".","."]]
    """

    name = "leetcode"
    title = "LeetCode: a list of lists of one-character strings"
    suffixes = ()
    carries_candidates = False
    carries_rules = False

    def sniff(self, head: Sequence[str], shape: Shape | None = None) -> bool:
        """Return whether the text starts with two brackets and a string, or with three brackets."""
        text = "".join("".join(contents(head)).split())
        return text.startswith(('[["', "[[[")) and not JSON_LINES.sniff(head, shape)

    def write(self, entries: Iterable[Entry]) -> Iterator[str]:
        """Yield one board as it is, or a list of several."""
        previous: str | None = None
        several = False
        for entry in entries:
            if previous is not None:
                yield ("" if several else "[") + f"{previous},\n"
                several = True
            previous = _lists(entry.grid)
        yield f"{previous or '[]'}{']' if several else ''}\n"


def _lists(grid: Grid) -> str:
    rows = ("[" + ",".join(f'"{grid.shape.symbol(digit)}"' for digit in row) + "]" for row in grid.rows)
    return "[" + ",\n ".join(rows) + "]"


LEETCODE = LeetCode()
