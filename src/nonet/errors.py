"""The errors of nonet: each says in one sentence what is wrong, where, and what was expected.

::

    ValueError
    └── NonetError            anything that nonet itself complains about
        ├── ShapeError        a board shape that does not exist
        ├── FormatError       text or a file that cannot be read as Sudoku
        ├── NoSolution        the puzzle has no solution
        │   └── Contradiction its givens break the rules already
        ├── NotUnique         the puzzle has several solutions; two of them are carried
        ├── NotFound          not as many puzzles as were ordered could be made
        ├── OutOfTime         a search was stopped by its deadline (also a TimeoutError)
        └── MissingExtra      an optional library is not installed (also an ImportError)

>>> import nonet
>>> try:
...     nonet.Grid("53..7")
... except nonet.FormatError as error:
...     print(error)
5 cells, but a 4x4 board has 16
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .grid import Conflict, Grid

__all__ = [
    "Contradiction",
    "FormatError",
    "MissingExtra",
    "NoSolution",
    "NonetError",
    "NotFound",
    "NotUnique",
    "OutOfTime",
    "ShapeError",
]


def counted(number: int, noun: str) -> str:
    """A number of things in words: no cells, 1 cell, 80 cells.

    >>> counted(0, "cell"), counted(1, "cell"), counted(80, "cell")
    ('no cells', '1 cell', '80 cells')
    """
    return f"{number or 'no'} {noun}{'s' * (number != 1)}"


class NonetError(ValueError):
    """Anything that nonet itself complains about.

    >>> import nonet
    >>> issubclass(nonet.NoSolution, nonet.NonetError)
    True
    """


class ShapeError(NonetError):
    """A board shape that does not exist, or that does not fit the cells given.

    >>> import nonet
    >>> nonet.Shape(3, 9)
    Traceback (most recent call last):
    nonet.errors.ShapeError: boxes of 3x9 make a 27x27 board, but boards go up to 25x25
    """


class FormatError(NonetError):
    """Text or a file that cannot be read as Sudoku.

    `line` is the line number in the source, counted from 1, where it is known; the sentence begins with it.

    >>> error = FormatError("80 cells, but a 9x9 board has 81", line=7)
    >>> str(error), error.line
    ('line 7: 80 cells, but a 9x9 board has 81', 7)
    """

    def __init__(self, reason: str, *, line: int | None = None, source: str | None = None) -> None:
        self.reason = reason
        self.line = line
        self.source = source
        where = ", ".join(part for part in (source, line and f"line {line}") if part)
        super().__init__(f"{where}: {reason}" if where else reason)

    def at(self, *, line: int | None = None, source: str | None = None) -> FormatError:
        """The same error, with the place it happened at.

        >>> str(FormatError("no cells").at(line=3, source="a.sdm"))
        'a.sdm, line 3: no cells'
        """
        return FormatError(self.reason, line=self.line or line, source=self.source or source)

    def __reduce__(self) -> tuple[object, ...]:
        return _format_error, (self.reason, self.line, self.source)


def _format_error(reason: str, line: int | None, source: str | None) -> FormatError:
    return FormatError(reason, line=line, source=source)


class NoSolution(NonetError):
    """The puzzle has no solution.

    >>> import nonet
    >>> nonet.solve("12.. ..34 .... ....")
    Traceback (most recent call last):
    nonet.errors.NoSolution: the puzzle has no solution
    """

    def __init__(self, reason: str = "the puzzle has no solution") -> None:
        super().__init__(reason)


class Contradiction(NoSolution):
    """The givens break the rules already; `conflicts` says where.

    >>> import nonet
    >>> nonet.solve("1..1 .... .... ....")
    Traceback (most recent call last):
    nonet.errors.Contradiction: r1c1 and r1c4 both hold 1, but row 1 takes each digit once
    """

    def __init__(self, conflicts: tuple[Conflict, ...]) -> None:
        self.conflicts = conflicts
        more = f" (and {len(conflicts) - 1} more)" if len(conflicts) > 1 else ""
        super().__init__(f"{conflicts[0]}{more}")

    def __reduce__(self) -> tuple[object, ...]:
        return Contradiction, (self.conflicts,)


class NotUnique(NonetError):
    """The puzzle has several solutions; `solutions` holds two of them, and they differ.

    >>> import nonet
    >>> try:
    ...     nonet.solve(".42. 3..1 ...2 2...")
    ... except nonet.NotUnique as error:
    ...     print(error)
    the puzzle has several solutions; two of them differ first at r3c2: 1 or 3
    """

    def __init__(self, first: Grid, second: Grid) -> None:
        self.solutions = (first, second)
        cell = next(i for i in range(first.shape.cells) if first[i] != second[i])
        one, two = (first.shape.symbol(grid[cell]) for grid in sorted(self.solutions, key=bytes))
        super().__init__(
            f"the puzzle has several solutions; two of them differ first at "
            f"{first.shape.cell_name(cell)}: {one} or {two}"
        )

    def __reduce__(self) -> tuple[object, ...]:
        return NotUnique, self.solutions


class NotFound(NonetError):
    """Not as many puzzles as were ordered could be made; `found` says how many were, of `tried` candidates.

    >>> import nonet
    >>> list(nonet.generate(count=1, clues=17, timeout=0.1, seed=1))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    nonet.errors.NotFound: found 0 of 1 puzzles in 0.1 s: ... had 17 clues
    """

    def __init__(self, reason: str, found: int = 0, tried: int = 0) -> None:
        self.found = found
        self.tried = tried
        super().__init__(reason)

    def __reduce__(self) -> tuple[object, ...]:
        return NotFound, (str(self), self.found, self.tried)


class OutOfTime(NonetError, TimeoutError):
    """A search was stopped by its deadline before it could answer.

    >>> import nonet
    >>> from nonet.search import Trace
    >>> nonet.count(nonet.Grid.empty(), limit=None, trace=Trace(seconds=0.01))
    Traceback (most recent call last):
    nonet.errors.OutOfTime: stopped after 0.01 s without an answer
    """


class MissingExtra(NonetError, ImportError):
    """An optional library is not installed; the sentence says what brings it.

    >>> print(MissingExtra("rich", extra="cli"))
    this needs rich, which is not installed: pip install 'nonet[cli]'
    """

    def __init__(self, library: str, *, extra: str) -> None:
        self.needed = library
        self.extra = extra
        super().__init__(f"this needs {library}, which is not installed: pip install 'nonet[{extra}]'")

    def __reduce__(self) -> tuple[object, ...]:
        return _missing_extra, (self.needed, self.extra)


def _missing_extra(library: str, extra: str) -> MissingExtra:
    return MissingExtra(library, extra=extra)
