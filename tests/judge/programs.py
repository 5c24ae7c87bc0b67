"""Helpers of the judge tests: running a judge, and writing boards for it."""

from __future__ import annotations

import io

from nonet import Grid, judge
from tests.boards import INKALA, WIKIPEDIA, WIKIPEDIA_SOLUTION

INKALA_SOLUTION = "812753649943682175675491283154237896369845721287169534521974368438526917796318452"
NINES = [(WIKIPEDIA, WIKIPEDIA_SOLUTION), (INKALA, INKALA_SOLUTION)]
"""Two puzzles with one solution each."""

HALF_BLANK = "12....... ......... 798123456 214365897 365897214 879214365 532941678 641578932 .........".replace(
    " ", ""
)
"""A board with a few solutions."""

LETTERS = "-ABCDEFGHIJKLMNOP"


def printed(name: str, text: str) -> str:
    """Return everything that a judge prints."""
    output = io.StringIO()
    judge.run(name, io.StringIO(text), output)
    return output.getvalue()


def rows(cells: str, *, gap: str = "", blank: str = "0") -> str:
    """Return a 9x9 board of symbols, one row per line."""
    cells = cells.replace(".", blank)
    return "".join(gap.join(cells[start : start + 9]) + "\n" for start in range(0, 81, 9))


def lettered(grid: Grid) -> str:
    """Return a 16x16 board in letters, one row per line."""
    return "".join("".join(LETTERS[digit] for digit in row) + "\n" for row in grid.rows)
