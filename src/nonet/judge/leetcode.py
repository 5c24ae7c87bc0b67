"""LeetCode 36 and 37: the class that LeetCode expects, and judges that read and print JSON.

A board is a list of 9 lists of 9 strings, one character each: a digit, or a dot for a blank.

>>> from nonet.judge.leetcode import Solution
>>> board = [list("53..7...."), list("6..195..."), list(".98....6."),
...          list("8...6...3"), list("4..8.3..1"), list("7...2...6"),
...          list(".6....28."), list("...419..5"), list("....8..79")]
>>> Solution().isValidSudoku(board)
True
>>> Solution().solveSudoku(board)
>>> "".join(board[0])
'534678912'
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeAlias

from ..errors import FormatError
from ..grid import Grid
from ..limits import LONGEST_BOARD
from ..solving import solve
from .cases import Case, Cases, Lines, digit_layout
from .program import Judge

__all__ = ["LEETCODE_JUDGES", "Board", "Solution", "grid_of", "json_boards", "solved", "validity"]

Board: TypeAlias = list[list[str]]
"""A board as LeetCode has it."""

_LAYOUT = digit_layout(blank=".")
_SIZE = _LAYOUT.shape.size
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_BLANKS = re.compile(r"\s*")


class Solution:
    """The class that LeetCode expects, for both problems.

    >>> board = [["."] * 9 for _ in range(9)]
    >>> Solution().solveSudoku(board)
    >>> Solution().isValidSudoku(board), any("." in row for row in board)
    (True, False)
    """

    def solveSudoku(self, board: Board) -> None:  # noqa: N802  # LeetCode's name
        """Fill the blanks of a board in place, with any solution if there are several.

        Raise `NoSolution` if there is none and `FormatError` if this is not a board; the board is not changed then.

        >>> Solution().solveSudoku([["5", "5", *"......."], *([*"........."] for _ in range(8))])
        Traceback (most recent call last):
        nonet.errors.Contradiction: r1c1 and r1c2 are both 5, but row 1 needs each digit once (and 1 more)
        """
        for row, symbols in zip(board, _symbols(solve(grid_of(board), any=True)), strict=True):
            row[:] = symbols

    def isValidSudoku(self, board: Board) -> bool:  # noqa: N802  # LeetCode's name
        """Return whether no digit occurs twice in a row, column or box; a valid board need not have a solution.

        >>> Solution().isValidSudoku([["."] * 9] * 9)
        True
        """
        return grid_of(board).is_consistent


def grid_of(board: object) -> Grid:
    """Return the grid of a LeetCode board.

    >>> grid_of([["5"] * 8] * 9)
    Traceback (most recent call last):
    nonet.errors.FormatError: row 1 has 8 cells, but a row of a 9x9 board has 9
    >>> grid_of([["0"] * 9] * 9)
    Traceback (most recent call last):
    nonet.errors.FormatError: r1c1 is '0', but a cell of a 9x9 board must be 1-9, or '.' for a blank
    """
    if not isinstance(board, list) or len(board) != _SIZE:
        found = f"a list of {len(board)}" if isinstance(board, list) else type(board).__name__
        raise FormatError(f"a board must be a list of {_SIZE} rows, not {found}")
    for number, row in enumerate(board, start=1):
        if not isinstance(row, list):
            raise FormatError(f"row {number} is {row!r:.40}, but a row must be a list of {_SIZE} cells")
        if len(row) != _SIZE:
            raise FormatError(f"row {number} has {len(row)} cells, but a row of a {_LAYOUT.shape} board has {_SIZE}")
    return Grid.of_digits(_LAYOUT.digits([cell for row in board for cell in row]), _LAYOUT.shape)


def json_boards(lines: Lines) -> Iterator[Case]:
    """Yield the boards of an input of JSON values, each a board or an object with a "board".

    A value may have several lines, and a line may have several values.

    >>> [case.number for case in json_boards(Lines(['{"board":', str([["."] * 9] * 9).replace("'", '"') + "}"]))]
    [1]
    """
    for number, value in enumerate(_json_values(lines), start=1):
        board = value["board"] if isinstance(value, dict) and "board" in value else value
        try:
            grid = grid_of(board)
        except FormatError as error:
            raise error.at(line=lines.number) from None
        yield Case(number, grid, _LAYOUT)


def validity(case: Case) -> Iterator[str]:
    """Yield whether the board is valid, as JSON.

    >>> list(validity(Case(1, Grid.empty(), _LAYOUT)))
    ['true\\n']
    """
    yield "true\n" if case.grid.is_consistent else "false\n"


def solved(case: Case) -> Iterator[str]:
    """Yield a solution as JSON without spaces.

    >>> [answer] = solved(Case(1, Grid("123456789456789123789123456" + "." * 54), _LAYOUT))
    >>> answer[:39]
    '[["1","2","3","4","5","6","7","8","9"],'
    """
    import json  # the other judges do not need it

    yield json.dumps(_symbols(case.solution()), separators=(",", ":")) + "\n"


def _symbols(grid: Grid) -> Board:
    return [list(row) for row in _LAYOUT.write(grid).splitlines()]


def _json_values(lines: Lines) -> Iterator[object]:
    import json  # the other judges do not need it

    read = json.JSONDecoder().raw_decode
    text, start = "", 0
    while start < len(text) or lines.peek() is not None:
        if start == len(text):
            text, start = lines.take("a board"), 0
        try:
            value, end = read(text, start)
        except json.JSONDecodeError as error:
            if error.pos < len(text):
                raise lines.error(f"this is not JSON: {error.msg} at {text[error.pos : error.pos + 12]!r}") from None
            text, start = _with_rest(text[start:], lines), 0
        except RecursionError:
            raise lines.error("a board must be a list of lists, not nested deeper") from None
        except ValueError:  # an integer of thousands of digits
            raise lines.error("a number is too long for a cell, which is a string of one character") from None
        else:
            yield value
            start = _BLANKS.match(text, end).end()  # type: ignore[union-attr]  # it always matches


def _with_rest(text: str, lines: Lines) -> str:
    """Return the start of a JSON value with the lines up to its last bracket."""
    texts, missing, length = [text], _brackets(text), len(text)
    while len(texts) == 1 or missing > 0:
        texts.append(lines.take("the rest of a board"))
        missing += _brackets(texts[-1])
        length += len(texts[-1])
        if length > LONGEST_BOARD:
            raise lines.error(f"more than {LONGEST_BOARD} characters without the end of a board")
    return "\n".join(texts)


def _brackets(text: str) -> int:
    """Return how many brackets are opened and not closed; very few if a string does not end, which is an error."""
    text = _STRING.sub("", text)
    if '"' in text:
        return -LONGEST_BOARD
    return text.count("[") + text.count("{") - text.count("]") - text.count("}")


_BOARDS = Cases('boards as JSON, 9 lists of 9 one-character strings, "." for a blank, or {"board": ...}', json_boards)
_VALIDITY = "true or false for each board: whether its digits break no rule"
_SOLVED = "each solved board as JSON without spaces, one per line"

LEETCODE_JUDGES = (
    Judge.of("leetcode-36", "LeetCode 36 Valid Sudoku 有效的数独", _BOARDS, validity, _VALIDITY),
    Judge.of("leetcode-37", "LeetCode 37 Sudoku Solver 解数独", _BOARDS, solved, _SOLVED),
)
"""The judges whose boards are JSON."""
