"""Reading the input of a judge as cases: lines, boards, and how the cases follow each other.

Blank lines, blanks around a line, CRLF, a byte order mark and a missing last newline mean nothing to any judge and
are skipped here once for all. Everything else is taken at its word: a row has its number of cells, a cell has one of
the symbols of the layout, and an error names the line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from ..errors import FormatError, NoSolution
from ..geometry import Shape
from ..grid import Grid
from ..solving import solutions

__all__ = ["Case", "Cases", "Layout", "Lines", "counted", "digit_layout", "one", "to_the_end"]

_SMALL_NUMBER = re.compile(r"[0-9]{1,7}")


class Lines:
    """The lines of an input that hold something, without the blanks around them, one at a time.

    >>> lines = Lines(["\\ufeff 2\\r\\n", "\\n", "12..\\n"])
    >>> lines.take("a number"), lines.take("a row"), lines.number, lines.peek()
    ('2', '12..', 3, None)
    >>> lines.take("row 2")
    Traceback (most recent call last):
    nonet.errors.FormatError: line 3: the input ends here, but row 2 was expected
    """

    number: int
    """The number of the line last taken, counted from 1."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.number = 0
        self._ahead: str | None = None
        self._numbered = (
            (number, text)
            for number, line in enumerate(lines, start=1)
            if (text := (line.removeprefix("\ufeff") if number == 1 else line).strip())
        )
        self._number_ahead = 0

    def peek(self) -> str | None:
        """The next line, which stays to be taken; None at the end of the input."""
        if self._ahead is None:
            self._number_ahead, self._ahead = next(self._numbered, (self._number_ahead, None))
        return self._ahead

    def take(self, expected: str) -> str:
        """The next line; at the end of the input an error that says what was expected."""
        line = self.peek()
        self.number = self._number_ahead
        if line is None:
            raise self.error(f"the input ends here, but {expected} was expected")
        self._ahead = None
        return line

    def take_number(self, expected: str) -> int:
        """The next line, which is a small number.

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
        nonet.errors.FormatError: line 1: 'more' stands after all that this judge reads
        """
        if self.peek() is not None:
            raise self.error(f"{self.take('')!r:.40} stands after all that this judge reads")

    def error(self, reason: str) -> FormatError:
        """An error at the line last taken.

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
    """

    shape: Shape
    symbols: str
    """The symbol of a blank, then those of the digits."""
    gap: str = ""
    """What is written between two cells; both ways are read."""
    in_line: bool = False
    """Whether the whole board stands in one line."""

    @property
    def width(self) -> int:
        """How many cells stand in a line.

        >>> Layout(Shape(3, 3), ".123456789", in_line=True).width
        81
        """
        return self.shape.cells if self.in_line else self.shape.size

    @property
    def size(self) -> str:
        """The size of the board in words.

        >>> Layout(Shape(1, 1), "01").size
        '1x1'
        """
        return f"{self.shape.size}x{self.shape.size}"

    def read(self, lines: Lines, board: str) -> Grid:
        """The next board; a line holds one row of it, or several whole ones. `board` is its name in errors.

        >>> Layout(Shape(2, 2), "01234").read(Lines(["1004", "0000", "100"]), "the board")
        Traceback (most recent call last):
        nonet.errors.FormatError: line 3: 3 cells, but a row of a 4x4 board has 4
        """
        digits = bytearray()
        while len(digits) < self.shape.cells:
            line = lines.take(f"row {len(digits) // self.shape.size + 1} of {board}")
            cells = _cells(line)
            if len(cells) % self.width or len(digits) + len(cells) > self.shape.cells:
                whole = "" if self.in_line else "a row of "
                count = f"{len(cells)} cell{'s'[: len(cells) != 1]}"
                raise lines.error(f"{count}, but {whole}a {self.size} board has {self.width}")
            try:
                digits += self.digits(cells, start=len(digits))
            except FormatError as error:
                raise error.at(line=lines.number) from None
        return Grid.of_digits(bytes(digits), self.shape)

    def digits(self, cells: Sequence[object], start: int = 0) -> bytes:
        """The digits of cells that follow each other from a start.

        >>> Layout(Shape(2, 2), "01234").digits("1x", start=4)
        Traceback (most recent call last):
        nonet.errors.FormatError: r2c2 holds 'x', but a 4x4 board takes 1-4, or '0' for a blank
        """
        digit_of = {symbol: digit for digit, symbol in enumerate(self.symbols)}
        blank, known = self.symbols[0], self.symbols[1:]
        for index, cell in enumerate(cells, start):
            if not isinstance(cell, str) or cell not in digit_of:
                raise FormatError(
                    f"{self.shape.cell_name(index)} holds {cell!r:.40}, but a {self.size} board takes "
                    f"{'-'.join(dict.fromkeys((known[0], known[-1])))}, or {blank!r} for a blank"
                )
        return bytes(digit_of[str(cell)] for cell in cells)

    def write(self, grid: Grid) -> str:
        """The board, one line after the other.

        >>> Layout(Shape(2, 2), "01234", " ").write(Grid("1234 3412 2143 4321"))
        '1 2 3 4\\n3 4 1 2\\n2 1 4 3\\n4 3 2 1\\n'
        """
        symbols = [self.symbols[digit] for digit in grid]
        rows = (symbols[start : start + self.width] for start in range(0, self.shape.cells, self.width))
        return "".join(self.gap.join(row) + "\n" for row in rows)


def _cells(line: str) -> Sequence[str]:
    apart = line.split()
    return apart if len(apart) > 1 else line


def digit_layout(box: int = 3, *, gap: str = "", blank: str = "0", in_line: bool = False) -> Layout:
    """The layout of a board of digits whose boxes are so many cells high and wide.

    >>> digit_layout(2, gap=" ")
    Layout(shape=Shape(2, 2), symbols='01234', gap=' ', in_line=False)
    """
    shape = Shape(box, box)
    return Layout(shape, blank + shape.symbols, gap, in_line)


class Case(NamedTuple):
    """One board that a judge asks about.

    >>> case = Case(2, Grid(".42. 3..1 ...2 2..."), digit_layout(2))
    >>> print(case.write(case.solution(ordered=True)), end="")
    1423
    3241
    4132
    2314
    """

    number: int
    """Counted from 1."""
    grid: Grid
    layout: Layout

    def solution(self, *, ordered: bool = False) -> Grid:
        """A solution, the least in lexicographic order if `ordered`; whether there are others is not asked.

        >>> Case(2, Grid("1..1 .... .... ...."), digit_layout(2)).solution()
        Traceback (most recent call last):
        nonet.errors.NoSolution: case 2 has no solution: 1 stands more than once in row 1 (r1c1 r1c4)
        """
        for solution in solutions(self.grid, ordered=ordered):
            return solution
        conflict = next(iter(self.grid.conflicts()), None)
        if conflict is None:
            raise NoSolution(f"case {self.number} has no solution")
        cells = " ".join(cell.name for cell in conflict.cells)
        raise NoSolution(
            f"case {self.number} has no solution: "
            f"{self.layout.symbols[conflict.digit]} stands more than once in {conflict.house} ({cells})"
        )

    def write(self, grid: Grid) -> str:
        """A board as the case itself is written.

        >>> Case(1, Grid.empty((1, 1)), digit_layout(1)).write(Grid("1", (1, 1)))
        '1\\n'
        """
        return self.layout.write(grid)


Cases: TypeAlias = Callable[[Lines], Iterator[Case]]
"""How the cases of an input follow each other."""


def one(layout: Layout) -> Cases:
    """The input is one board.

    >>> [case.grid for case in one(digit_layout(1))(Lines(["0"]))]
    [Grid('.', shape=(1, 1))]
    """

    def cases(lines: Lines) -> Iterator[Case]:
        yield Case(1, layout.read(lines, "the board"), layout)
        lines.expect_end()

    return cases


def counted(layout: Layout) -> Cases:
    """The number of boards, then the boards.

    >>> [case.number for case in counted(digit_layout(1))(Lines(["2", "0", "1"]))]
    [1, 2]
    """

    def cases(lines: Lines) -> Iterator[Case]:
        for number in range(1, lines.take_number("the number of boards") + 1):
            yield Case(number, layout.read(lines, f"board {number}"), layout)
        lines.expect_end()

    return cases


def to_the_end(layout: Layout, last: str | None = None) -> Cases:
    """Boards up to a last line, or up to the end of the input.

    >>> [case.number for case in to_the_end(digit_layout(1), "end")(Lines(["0", "1", "end", "not read"]))]
    [1, 2]
    """

    def cases(lines: Lines) -> Iterator[Case]:
        number = 0
        while lines.peek() not in (None, last):
            number += 1
            yield Case(number, layout.read(lines, f"board {number}"), layout)

    return cases
