"""The exceptions of nonet. Each message says what is wrong, where, and what was expected.

::

    ValueError
    └── NonetError            the base class
        ├── ArgumentError     an argument has a wrong type or value
        ├── SettingError      an environment variable has a wrong value
        ├── ShapeError        a board shape does not exist or does not fit the cells
        ├── FormatError       text or a file cannot be read as Sudoku
        ├── FileError         a file cannot be read or written as requested
        ├── ColumnError       a table does not have the column that is needed
        ├── NoSolution        the puzzle has no solution
        │   └── Contradiction the givens already break a rule
        ├── NotUnique         the puzzle has several solutions; the exception has two of them
        ├── NotFound          fewer puzzles were found than requested
        ├── OutOfTime         a search reached its deadline or its limit (also a TimeoutError)
        ├── WorkerError       a worker process or a cluster failed
        ├── MissingKernel     a computation needs the compiled kernel
        └── MissingExtra      an optional library is not installed (also an ImportError)

>>> import nonet
>>> try:
...     nonet.Grid("53..7")
... except nonet.FormatError as error:
...     print(error)
5 cells, but a 4x4 board has 16
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .grid import Conflict, Grid
    from .puzzle import RuleConflict

__all__ = [
    "ArgumentError",
    "ColumnError",
    "Contradiction",
    "FileError",
    "FormatError",
    "MissingExtra",
    "MissingKernel",
    "NoSolution",
    "NonetError",
    "NotFound",
    "NotUnique",
    "OutOfTime",
    "SettingError",
    "ShapeError",
    "WorkerError",
]


_MOST_NAMES = 20
_LONGEST_NAME = 40


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: no cells, 1 cell, 80 cells.

    >>> counted(0, "cell"), counted(1, "cell"), counted(80, "cell")
    ('no cells', '1 cell', '80 cells')
    """
    return f"{number or 'no'} {noun}{'s' * (number != 1)}"


def shortened(number: int) -> str:
    """Return an integer for a message. Python refuses to print those of more than some thousand digits.

    >>> shortened(2**32), shortened(10**5000)
    ('4294967296', 'a number of 16,610 bits')
    """
    return str(number) if number.bit_length() <= 128 else f"a number of {number.bit_length():,} bits"


def listed(names: Sequence[str]) -> str:
    """Return names for a message; a table may have very many, and very long ones.

    >>> listed(["id", "puzzle"]), listed([]), listed([str(number) for number in range(99)])[-18:]
    ('id, puzzle', 'none', '18, 19 and 79 more')
    """
    texts = [name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…" for name in names[:_MOST_NAMES]]
    more = f" and {len(names) - len(texts)} more" if len(names) > len(texts) else ""
    return ", ".join(texts) + more or "none"


def any_of(names: Iterable[str], word: str = "or") -> str:
    """Return names as alternatives.

    >>> any_of(["sdk"]), any_of(["sdk", "sdm", "sdx"])
    ('sdk', 'sdk, sdm or sdx')
    """
    *others, last = names
    return f"{', '.join(others)} {word} {last}" if others else last


def all_of(names: Iterable[str]) -> str:
    """Return names as a part of a sentence.

    >>> all_of(["r1c1"]), all_of(["r1c1", "r1c2", "r1c3"])
    ('r1c1', 'r1c1, r1c2 and r1c3')
    """
    return any_of(names, "and")


def name_key(name: str) -> str:
    """Return the letters and digits of a name in lower case, for a comparison that ignores the rest.

    >>> name_key("X-Wing") == name_key("x wing") == "xwing"
    True
    """
    return "".join(filter(str.isalnum, name.lower()))


def nearest(name: str, known: Iterable[str]) -> list[str]:
    """Return the known names that a misspelled or shortened name may mean: at most three, the most similar first.

    >>> nearest("xwing", ["y-wing", "x-wing"]), nearest("dxl", ["mrv", "dlx"]), nearest("gen", ["solve", "generate"])
    (['x-wing'], ['dlx'], ['generate'])
    >>> nearest("magic", ["mrv", "dlx"])
    []
    """
    from difflib import get_close_matches  # rarely needed

    key, names = name_key(name), {name_key(each): each for each in known}
    if key in names:
        return [names[key]]
    longer = [each for each in names if len(key) > 1 and each.startswith(key)]
    cutoff = 0.76 if len(key) > 4 else 0.6  # dxl and dlx are equal to two thirds, magic and aic to three quarters
    return [names[each] for each in longer[:3] or get_close_matches(key, names, cutoff=cutoff)]


def suggestion(name: str, known: Iterable[str], otherwise: str = "") -> str:
    """Return the end of a message about an unknown name: the most similar names, or else all of them.

    >>> suggestion("drak", ["light", "dark"]), suggestion("pink", ["light", "dark"])
    ('did you mean dark?', 'expected one of light, dark')
    """
    known = list(known)
    similar = nearest(name, known)
    return f"did you mean {any_of(similar)}?" if similar else otherwise or f"expected one of {', '.join(known)}"


class NonetError(ValueError):
    """The base class of all exceptions that nonet raises on purpose.

    >>> import nonet
    >>> issubclass(nonet.NoSolution, nonet.NonetError)
    True
    """


class ArgumentError(NonetError):
    """An argument has a wrong type or value.

    >>> import nonet
    >>> nonet.solve_many([], threads=0)
    Traceback (most recent call last):
    nonet.errors.ArgumentError: threads must be at least 1, not 0
    """

    @classmethod
    def unknown(cls, what: str, name: object, known: Iterable[str], otherwise: str = "") -> ArgumentError:
        """Return the error for a name that is not one of the known ones.

        It ends with the most similar names, or else with `otherwise`, which is by default the list of all names.

        >>> print(ArgumentError.unknown("theme", "pink", ["light", "dark"]))
        unknown theme 'pink'; expected one of light, dark
        >>> print(ArgumentError.unknown("theme", "drak", ["light", "dark"]))
        unknown theme 'drak'; did you mean dark?
        """
        return cls(f"unknown {what} {name!r:.40}; {suggestion(str(name), known, otherwise)}")


class SettingError(NonetError):
    """An environment variable has a wrong value.

    >>> print(SettingError("NONET_BACKEND must be native, numpy or auto, not 'fast'"))
    NONET_BACKEND must be native, numpy or auto, not 'fast'
    """


class FileError(NonetError):
    """A file cannot be read or written as requested.

    >>> print(FileError("solved.parquet already exists"))
    solved.parquet already exists
    """


class ColumnError(NonetError):
    """A table does not have the column that is needed, or has it twice.

    >>> print(ColumnError("no column 'puzzle'; the columns are id and board"))
    no column 'puzzle'; the columns are id and board
    """


class WorkerError(NonetError):
    """A worker process or a cluster failed, so the result is lost.

    >>> print(WorkerError("a worker process died"))
    a worker process died
    """


class ShapeError(NonetError):
    """A board shape does not exist, or does not fit the cells.

    >>> import nonet
    >>> nonet.Shape(3, 9)
    Traceback (most recent call last):
    nonet.errors.ShapeError: boxes of 3x9 make a 27x27 board, but the largest is 25x25
    """


class FormatError(NonetError):
    """Text or a file cannot be read as Sudoku.

    `line` is the line number in the source, counted from 1, if it is known; the message starts with it.

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
        """Return the same error with the place where it happened.

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
    """The givens already break a rule; `conflicts` says where.

    >>> import nonet
    >>> nonet.solve("1..1 .... .... ....")
    Traceback (most recent call last):
    nonet.errors.Contradiction: r1c1 and r1c4 are both 1, but row 1 needs each digit once
    """

    def __init__(self, conflicts: tuple[Conflict | RuleConflict, ...]) -> None:
        self.conflicts = conflicts
        more = f" (and {len(conflicts) - 1} more)" if len(conflicts) > 1 else ""
        super().__init__(f"{conflicts[0]}{more}")

    def __reduce__(self) -> tuple[object, ...]:
        return Contradiction, (self.conflicts,)


class NotUnique(NonetError):
    """The puzzle has several solutions; `solutions` has two different ones.

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
    """Fewer puzzles were found than requested: `found` of them, out of `tried` candidates.

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


class OutOfTime(TimeoutError, NonetError):  # in this order, OutOfTime.__new__ is that of OSError, as its layout needs
    """A search reached its deadline, or the limit of its memory, before it found an answer.

    >>> import nonet
    >>> from nonet.search import Trace
    >>> nonet.count(nonet.Grid.empty(), limit=None, trace=Trace(timeout=0.01))
    Traceback (most recent call last):
    nonet.errors.OutOfTime: stopped after 0.01 s without an answer
    """


class MissingKernel(NonetError):
    """A computation needs the compiled kernel, which is not installed or not used.

    >>> print(MissingKernel("this needs the compiled kernel"))
    this needs the compiled kernel
    """


class MissingExtra(ImportError, NonetError):
    """An optional library is not installed; the message says how to install it.

    >>> print(MissingExtra("pyarrow", extra="tables"))
    this needs pyarrow, which is not installed: pip install 'nonet[tables]'
    """

    def __init__(self, library: str, *, extra: str, command: str | None = None) -> None:
        self.needed = library
        self.extra = extra
        self.command = command or f"pip install 'nonet[{extra}]'"
        super().__init__(f"this needs {library}, which is not installed: {self.command}")

    def __reduce__(self) -> tuple[object, ...]:
        return _missing_extra, (self.needed, self.extra, self.command)


def _missing_extra(library: str, extra: str, command: str) -> MissingExtra:
    return MissingExtra(library, extra=extra, command=command)
