"""LeetCode 36 and 37: as the class that LeetCode asks for, and as judges that read and print JSON.

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

from collections.abc import Iterator
from typing import TypeAlias

from ..errors import FormatError
from ..grid import Grid
from ..solving import solve
from .cases import Case, Lines, digit_layout
from .program import Judge, program

__all__ = ["JUDGES", "Board", "Solution", "grid_of", "json_boards", "solved", "validity"]

Board: TypeAlias = list[list[str]]
"""A board as LeetCode has it."""

_LAYOUT = digit_layout(blank=".")
_SIZE = _LAYOUT.shape.size


class Solution:
    """The class that LeetCode asks for, for both problems.

    >>> board = [["."] * 9 for _ in range(9)]
    >>> Solution().solveSudoku(board)
    >>> Solution().isValidSudoku(board), any("." in row for row in board)
    (True, False)
    """

    def solveSudoku(self, board: Board) -> None:  # noqa: N802  # LeetCode's name
        """Fill the blanks of the board in place; with several solutions, one of them.

        Raises `NoSolution` if there is none and `FormatError` if this is not a board; it is then left as it was.

        >>> Solution().solveSudoku([["5", "5", *"......."], *([*"........."] for _ in range(8))])
        Traceback (most recent call last):
        nonet.errors.Contradiction: r1c1 and r1c2 both hold 5, but row 1 takes each digit once (and 1 more)
        """
        for row, symbols in zip(board, _symbols(solve(grid_of(board), any=True)), strict=True):
            row[:] = symbols

    def isValidSudoku(self, board: Board) -> bool:  # noqa: N802  # LeetCode's name
        """Whether no digit stands twice in a row, column or box; a valid board need not have a solution.

        >>> Solution().isValidSudoku([["."] * 9] * 9)
        True
        """
        return grid_of(board).is_consistent


def grid_of(board: object) -> Grid:
    """The grid of a LeetCode board.

    >>> grid_of([["5"] * 8] * 9)
    Traceback (most recent call last):
    nonet.errors.FormatError: row 1 has 8 cells, but a row of a 9x9 board has 9
    >>> grid_of([["0"] * 9] * 9)
    Traceback (most recent call last):
    nonet.errors.FormatError: r1c1 holds '0', but a 9x9 board takes 1-9, or '.' for a blank
    """
    if not isinstance(board, list) or len(board) != _SIZE:
        found = f"a list of {len(board)}" if isinstance(board, list) else type(board).__name__
        raise FormatError(f"a board is a list of {_SIZE} rows, not {found}")
    for number, row in enumerate(board, start=1):
        if not isinstance(row, list):
            raise FormatError(f"row {number} is {row!r:.40}, but a row is a list of {_SIZE} cells")
        if len(row) != _SIZE:
            raise FormatError(f"row {number} has {len(row)} cells, but a row of a {_LAYOUT.shape} board has {_SIZE}")
    return Grid.of_digits(_LAYOUT.digits([cell for row in board for cell in row]), _LAYOUT.shape)


def json_boards(lines: Lines) -> Iterator[Case]:
    """Boards as JSON values up to the end of the input, each a bare board or an object that holds one as "board".

    A value may go on over several lines, and a line may hold several values.

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
    """Whether the board is valid, as JSON.

    >>> list(validity(Case(1, Grid.empty(), _LAYOUT)))
    ['true\\n']
    """
    yield "true\n" if case.grid.is_consistent else "false\n"


def solved(case: Case) -> Iterator[str]:
    """A solution as JSON without spaces.

    >>> [answer] = solved(Case(1, Grid("123456789456789123789123456" + "." * 54), _LAYOUT))
    >>> answer[:39]
    '[["1","2","3","4","5","6","7","8","9"],'
    """
    import json  # not needed by the other judges

    yield json.dumps(_symbols(case.solution()), separators=(",", ":")) + "\n"


def _symbols(grid: Grid) -> Board:
    return [[_LAYOUT.symbols[digit] for digit in row] for row in grid.rows]


def _json_values(lines: Lines) -> Iterator[object]:
    import json  # not needed by the other judges

    read = json.JSONDecoder().raw_decode
    text = ""
    while text or lines.peek() is not None:
        if not text:
            text = lines.take("a board")
        try:
            value, end = read(text)
        except json.JSONDecodeError as error:
            if error.pos < len(text):
                raise lines.error(f"this is not JSON: {error.msg} at {text[error.pos : error.pos + 12]!r}") from None
            text += "\n" + lines.take("the rest of a board")
        except RecursionError:
            raise lines.error("a board is a list of lists, not nested deeper") from None
        else:
            yield value
            text = text[end:].lstrip()


JUDGES = (
    Judge(
        "leetcode-36",
        "LeetCode 36 Valid Sudoku 有效的数独",
        'boards as JSON, 9 lists of 9 one-character strings, "." for a blank, or {"board": ...}',
        "true or false for each: whether the digits that stand there break no rule",
        program(json_boards, validity),
    ),
    Judge(
        "leetcode-37",
        "LeetCode 37 Sudoku Solver 解数独",
        'boards as JSON, 9 lists of 9 one-character strings, "." for a blank, or {"board": ...}',
        "each solved board as JSON without spaces, one a line",
        program(json_boards, solved),
    ),
)
"""The judges of this family."""
