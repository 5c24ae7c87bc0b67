"""Reading the input of a judge: lines, boards, and cases.

Blank lines, blanks around a line, CRLF, a byte order mark and a missing last line end mean nothing to any judge and are
skipped here. Everything else must be exact: a row has its number of cells, and a cell has one of the symbols of the
layout. Errors name the line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from ..errors import FormatError, NoSolution, counted
from ..geometry import Shape
from ..grid import Grid
from ..solving import solutions

__all__ = [
    "NAMED_BOARDS",
    "SIZED_BOARDS",
    "Case",
    "Cases",
    "Layout",
    "Lines",
    "boards_to_the_end",
    "counted_boards",
    "digit_layout",
    "one_board",
]

_SMALL_NUMBER = re.compile(r"[0-9]{1,7}")
_BOARD_NAME = re.compile(r"Grid\s*\d+", re.IGNORECASE)


class Lines:
    """The lines of an input, without blank lines and without blanks around them, one at a time.

    >>> lines = Lines(["\\ufeff 2\\r\\n", "\\n", "12..\\n"])
    >>> lines.take("a number"), lines.take("a row"), lines.number, lines.peek()
    ('2', '12..', 3, None)
    >>> lines.take("row 2")
    Traceback (most recent call last):
    nonet.errors.FormatError: line 3: the input ends here, but row 2 was expected
    """

    number: int
    """The number of the last line that was taken, counted from 1."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.number = 0
        self._next: str | None = None
        self._next_number = 0
        self._numbered = (
            (number, text)
            for number, line in enumerate(lines, start=1)
            if (text := (line.removeprefix("\ufeff") if number == 1 else line).strip())
        )

    def peek(self) -> str | None:
        """Return the next line without taking it; None at the end of the input."""
        if self._next is None:
            self._next_number, self._next = next(self._numbered, (self._next_number, None))
        return self._next

    def take(self, expected: str) -> str:
        """Take the next line; at the end of the input, raise an error that says what was expected."""
        line = self.peek()
        self.number = self._next_number
        if line is None:
            raise self.error(f"the input ends here, but {expected} was expected")
        self._next = None
        return line

    def take_number(self, expected: str) -> int:
        """Take the next line, which is a small number.

        >>> Lines(["103000509"]).take_number("the number of boards")
        Traceback (most recent call last):
        nonet.errors.FormatError: line 1: '103000509' is not the number of boards
        """
        line = self.take(expected)
        if _SMALL_NUMBER.fullmatch(line) is None:
            raise self.error(f"{line!r:.40} is not {expected}")
        return int(line)

    def expect_end(self) -> None:
        """Raise an error if there is another line.

        >>> Lines(["more"]).expect_end()
        Traceback (most recent call last):
        nonet.errors.FormatError: line 1: 'more' was found, but the input should end here
        """
        if self.peek() is not None:
            raise self.error(f"{self.take('')!r:.40} was found, but the input should end here")

    def error(self, reason: str) -> FormatError:
        """Return an error at the last line that was taken.

        >>> Lines([]).error("no board")
        FormatError('no board')
        """
        return FormatError(reason, line=self.number or None)


class Layout(NamedTuple):
    """How a judge writes a board.

    >>> layout = Layout(Shape(2, 2), "-ABCD")
    >>> board = layout.read(Lines(["A--D", "- - B -", "-B--D--A"]), "the board")
    >>> board
    Grid('1..4..2..2..4..1')
    >>> layout.write(board)
    'A--D\\n--B-\\n-B--\\nD--A\\n'
    >>> print(layout)
    4 rows of 4 letters A-D, - for a blank
    """

    shape: Shape
    symbols: str
    """The symbol of a blank, then those of the digits."""
    gap: str = ""
    """The text between two cells in the output; the input may have it or not."""
    in_line: bool = False
    """Whether the whole board is one line."""

    def __str__(self) -> str:
        """Describe the board in words."""
        first, last = self.symbols[1], self.symbols[-1]
        kind = f"letters {first}-{last}" if first.isalpha() else "digits"
        rows = f"{self.width} rows of {self.width} {kind}{' with spaces between' if self.gap else ''}"
        return f"{f'{self.width} characters in a line' if self.in_line else rows}, {self.symbols[0]} for a blank"

    @property
    def width(self) -> int:
        """The number of cells in a line.

        >>> Layout(Shape(3, 3), ".123456789", in_line=True).width
        81
        """
        return self.shape.cells if self.in_line else self.shape.size

    def read(self, lines: Lines, board: str) -> Grid:
        """Read the next board; a line may have several rows. `board` is its name in errors.

        >>> Layout(Shape(2, 2), "01234").read(Lines(["1004", "0000", "100"]), "the board")
        Traceback (most recent call last):
        nonet.errors.FormatError: line 3: 3 cells, but a row of a 4x4 board has 4
        """
        digits = bytearray()
        while len(digits) < self.shape.cells:
            line = lines.take(f"row {len(digits) // self.shape.size + 1} of {board}")
            cells = line.split() if len(line.split()) > 1 else line
            if len(cells) % self.width or len(digits) + len(cells) > self.shape.cells:
                row = "" if self.in_line else "a row of "
                raise lines.error(f"{counted(len(cells), 'cell')}, but {row}a {self._size} board has {self.width}")
            try:
                digits += self.digits(cells, start=len(digits))
            except FormatError as error:
                raise error.at(line=lines.number) from None
        return Grid.of_digits(bytes(digits), self.shape)

    def digits(self, cells: Sequence[object], start: int = 0) -> bytes:
        """Return the digits of cells; `start` is the index of the first cell.

        >>> Layout(Shape(2, 2), "01234").digits("1x", start=4)
        Traceback (most recent call last):
        nonet.errors.FormatError: r2c2 is 'x', but a cell of a 4x4 board must be 1-4, or '0' for a blank
        """
        digit_of: dict[object, int] = {symbol: digit for digit, symbol in enumerate(self.symbols)}
        for index, cell in enumerate(cells, start):
            if not isinstance(cell, str) or cell not in digit_of:
                known = "-".join(dict.fromkeys((self.symbols[1], self.symbols[-1])))
                raise FormatError(
                    f"{self.shape.cell_name(index)} is {cell!r:.40}, but a cell of a {self._size} board must be "
                    f"{known}, or {self.symbols[0]!r} for a blank"
                )
        return bytes(map(digit_of.__getitem__, cells))

    @property
    def _size(self) -> str:
        return f"{self.shape.size}x{self.shape.size}"

    def write(self, grid: Grid) -> str:
        """Return the board as text.

        >>> Layout(Shape(2, 2), "01234", " ").write(Grid("1234 3412 2143 4321"))
        '1 2 3 4\\n3 4 1 2\\n2 1 4 3\\n4 3 2 1\\n'
        """
        symbols = [self.symbols[digit] for digit in grid]
        rows = (symbols[start : start + self.width] for start in range(0, self.shape.cells, self.width))
        return "".join(self.gap.join(row) + "\n" for row in rows)


def digit_layout(box: int = 3, *, gap: str = "", blank: str = "0", in_line: bool = False) -> Layout:
    """Return the layout of a board of digits; `box` is the height and width of its boxes.

    >>> digit_layout(2, gap=" ")
    Layout(shape=Shape(2, 2), symbols='01234', gap=' ', in_line=False)
    """
    shape = Shape(box, box)
    return Layout(shape, blank + shape.symbols, gap, in_line)


class Case(NamedTuple):
    """One board of an input.

    >>> case = Case(2, Grid(".42. 3..1 ...2 2..."), digit_layout(2))
    >>> print(case.write(case.solution(ordered=True)), end="")
    1423
    3241
    4132
    2314
    """

    number: int
    """The number of the board, counted from 1."""
    grid: Grid
    layout: Layout

    def solution(self, *, ordered: bool = False) -> Grid:
        """Return a solution, the first in lexicographic order if `ordered`. There may be other solutions.

        >>> Case(2, Grid("1..1 .... .... ...."), digit_layout(2)).solution()
        Traceback (most recent call last):
        nonet.errors.NoSolution: case 2 has no solution: 1 occurs more than once in row 1 (r1c1, r1c4)
        """
        for solution in solutions(self.grid, ordered=ordered):
            return solution
        reason = f"case {self.number} has no solution"
        for conflict in self.grid.conflicts()[:1]:  # named with the symbols of the judge
            cells = ", ".join(cell.name for cell in conflict.cells)
            reason += f": {self.layout.symbols[conflict.digit]} occurs more than once in {conflict.house} ({cells})"
        raise NoSolution(reason)

    def write(self, grid: Grid) -> str:
        """Return a board in the layout of the case.

        >>> Case(1, Grid.empty((1, 1)), digit_layout(1)).write(Grid("1", (1, 1)))
        '1\\n'
        """
        return self.layout.write(grid)


class Cases(NamedTuple):
    """How the cases of an input follow each other.

    >>> [case.number for case in one_board(digit_layout(1)).read(Lines(["0"]))]
    [1]
    """

    reads: str
    """The input in one line of words."""
    read: Callable[[Lines], Iterator[Case]]


def one_board(layout: Layout) -> Cases:
    """Return how to read an input that is one board.

    >>> print(one_board(digit_layout()).reads)
    9 rows of 9 digits, 0 for a blank
    """

    def read(lines: Lines) -> Iterator[Case]:
        yield Case(1, layout.read(lines, "the board"), layout)
        lines.expect_end()

    return Cases(str(layout), read)


def counted_boards(layout: Layout) -> Cases:
    """Return how to read the number of boards, then the boards.

    >>> [case.number for case in counted_boards(digit_layout(1)).read(Lines(["2", "0", "1"]))]
    [1, 2]
    """

    def read(lines: Lines) -> Iterator[Case]:
        for number in range(1, lines.take_number("the number of boards") + 1):
            yield Case(number, layout.read(lines, f"board {number}"), layout)
        lines.expect_end()

    return Cases(f"the number of boards, then each as {layout}", read)


def boards_to_the_end(layout: Layout, last: str | None = None) -> Cases:
    """Return how to read boards up to a last line, or up to the end of the input.

    >>> [case.number for case in boards_to_the_end(digit_layout(1), "end").read(Lines(["0", "1", "end", "not read"]))]
    [1, 2]
    """

    def read(lines: Lines) -> Iterator[Case]:
        number = 0
        while lines.peek() not in (None, last):
            number += 1
            yield Case(number, layout.read(lines, f"board {number}"), layout)

    return Cases(f"boards of {layout}, up to {f'the line {last}' if last else 'the end of the input'}", read)


def _sized_boards(lines: Lines) -> Iterator[Case]:
    number = 0
    while lines.peek() is not None:
        number += 1
        box = lines.take_number(expected := f"the size of the boxes of board {number}, which is 1, 2 or 3")
        if box not in (1, 2, 3):
            raise lines.error(f"'{box}' is not {expected}")
        layout = digit_layout(box, gap=" ")
        yield Case(number, layout.read(lines, f"board {number}"), layout)


SIZED_BOARDS = Cases(
    "boards up to the end of the input, each n (1 to 3) and then n*n rows of n*n numbers, 0 for a blank", _sized_boards
)
"""Boards up to the end of the input, each after the size of its boxes."""


def _named_boards(lines: Lines) -> Iterator[Case]:
    number, layout = 0, digit_layout()
    while number == 0 or lines.peek() is not None:
        number += 1
        name = lines.take(expected := f"the name of a board, such as 'Grid {number:02}',")
        if _BOARD_NAME.fullmatch(name) is None:
            raise lines.error(f"{name!r:.40} was found, but {expected} was expected")
        yield Case(number, layout.read(lines, name), layout)


NAMED_BOARDS = Cases(f"boards up to the end of the input, each a line Grid NN and then {digit_layout()}", _named_boards)
"""One or more boards up to the end of the input, each after a line such as ``Grid 01``."""
