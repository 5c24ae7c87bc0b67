"""Grid: an immutable board of digits, the value that all packages share."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar, Union

from .cells import cells_of_rows, digits_of_cells, line_of_digits, parse, parse_fast
from .cellset import CellSet
from .display import Displayed
from .errors import FormatError, ShapeError, all_of
from .geometry import SYMBOLS, CellLike, Shape, mask_of

if TYPE_CHECKING:
    from .puzzle import Puzzle

__all__ = ["Conflict", "Grid", "GridLike", "as_grid", "as_shape"]


_AnyCell = TypeVar("_AnyCell", bound=CellLike)
_DIGITS = bytes(range(256))
_LONGEST_FILE_NAME = 255
_FILE_SUFFIX = re.compile(r"\.(729|[ct]sv|jsonl?|ndjson|nonet|opensudoku|pm|sd[kmx]|ss|txt)(\.gz)?\s*$", re.IGNORECASE)


class Conflict(NamedTuple):
    """A digit that occurs more than once in a house.

    >>> for conflict in Grid("11.. .... .... 1...").conflicts():
    ...     print(conflict)
    r1c1 and r1c2 are both 1, but row 1 needs each digit once
    r1c1 and r4c1 are both 1, but column 1 needs each digit once
    r1c1 and r1c2 are both 1, but box 1 needs each digit once
    """

    house: str
    digit: int
    cells: CellSet

    def to_dict(self) -> dict[str, object]:
        """Return the conflict as plain values, for JSON.

        >>> Grid("11.. .... .... ....").conflicts()[0].to_dict()
        {'house': 'row 1', 'digit': '1', 'cells': ['r1c1', 'r1c2']}
        """
        return {"house": self.house, "digit": self.cells.shape.symbol(self.digit), **self.cells.to_dict()}

    def __str__(self) -> str:
        names = all_of(cell.name for cell in self.cells)
        both = "both" if len(self.cells) == 2 else "all"
        symbol = self.cells.shape.symbol(self.digit)
        return f"{names} are {both} {symbol}, but {self.house} needs each digit once"


class Grid(Displayed):
    """An immutable board of digits; 0 is a blank. Grids are equal if their digits are equal.

    A grid is made from plain text (a line or a block, see `nonet.cells`), from rows, or from digits in reading order.
    Its digits may break the rules: `conflicts` says where.

    >>> grid = Grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> grid[0, 0], grid["r1c2"], grid[2]
    (5, 3, 0)
    >>> len(grid.givens), grid.shape
    (30, Shape(3, 3))
    >>> Grid([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]])
    Grid('1234341221434321')
    """

    __slots__ = ("_digits", "_shape")

    _digits: bytes
    _shape: Shape

    def __init__(
        self,
        source: str | bytes | Grid | Iterable[int | str] | Iterable[Iterable[int | str]],
        shape: Shape | tuple[int, int] | None = None,
        *,
        symbols: str | None = None,
    ) -> None:
        """Make a grid from text, rows or digits.

        `shape` is the height and width of the boxes, if the number of cells does not determine it. `symbols` are the
        symbols of the digits, if they are not 1-9, A, B and so on.

        >>> Grid("A-C- C-A- ---- ----", symbols="ABCD")
        Grid('1.3.3.1.........')
        """
        known = None if shape is None else as_shape(shape)
        if isinstance(source, Grid):
            known, source, symbols = known or source.shape, [str(digit) for digit in source], None
        if isinstance(source, bytes | bytearray | memoryview):
            try:
                source = bytes(source).decode()
            except UnicodeDecodeError:
                raise FormatError("the bytes are not UTF-8 text") from None
        text_or_cells = source if isinstance(source, str) else _text_or_cells(source)
        if isinstance(text_or_cells, str):
            try:
                self._shape, self._digits = parse(text_or_cells, known, symbols)
            except FormatError:
                if not _is_file_name(text_or_cells):
                    raise
                raise FormatError(
                    f"{text_or_cells!r} looks like a file name; read files with nonet.read(Path(...))"
                ) from None
        else:
            self._shape, self._digits = digits_of_cells(text_or_cells, known, symbols)

    @classmethod
    def empty(cls, shape: Shape | tuple[int, int] = (3, 3)) -> Grid:
        """Return a board without digits.

        >>> Grid.empty((2, 2))
        Grid('................')
        """
        shape = as_shape(shape)
        return cls.of_digits(bytes(shape.cells), shape)

    @classmethod
    def of_digits(cls, digits: bytes, shape: Shape) -> Grid:
        """Return a grid from one byte per cell, the digit itself. This is the fastest way to make a grid.

        >>> Grid.of_digits(bytes([1, 2, 3, 4] * 4), Shape(2, 2))
        Grid('1234123412341234')
        """
        digits = bytes(digits)  # no copy if they are bytes already
        if len(digits) != shape.cells or digits.translate(None, _DIGITS[: shape.size + 1]):
            raise ShapeError(f"{shape.a_board} needs {shape.cells} digits from 0 to {shape.size}")
        grid = cls.__new__(cls)
        grid._shape, grid._digits = shape, digits
        return grid

    @classmethod
    def parse_fast(cls, text: str, shape: Shape | None = None, symbols: str | None = None) -> Grid | None:
        """Return the grid of a text with exactly one symbol per cell, otherwise None; faster than ``Grid(text)``.

        >>> Grid.parse_fast("1...........2..."), Grid.parse_fast("1...........2... easy")
        (Grid('1...........2...'), None)
        """
        board = parse_fast(text, shape, symbols)
        if board is None:
            return None
        grid = cls.__new__(cls)
        grid._shape, grid._digits = board
        return grid

    # The cells

    @property
    def shape(self) -> Shape:
        """The shape of the board."""
        return self._shape

    def __getitem__(self, where: CellLike) -> int:
        return self._digits[self.shape.cell(where)]

    def __iter__(self) -> Iterator[int]:
        return iter(self._digits)

    def __len__(self) -> int:
        return self.shape.cells

    def __bytes__(self) -> bytes:
        return self._digits

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The digits, row by row.

        >>> Grid("12.. ..12 .... ....").rows[1]
        (0, 0, 1, 2)
        """
        size = self.shape.size
        return tuple(tuple(self._digits[i : i + size]) for i in range(0, self.shape.cells, size))

    @property
    def givens(self) -> CellSet:
        """The cells with a digit.

        >>> [cell.name for cell in Grid("1... .2.. .... ....").givens]
        ['r1c1', 'r2c2']
        """
        return CellSet(mask_of([i for i, digit in enumerate(self._digits) if digit]), self.shape)

    @property
    def blanks(self) -> CellSet:
        """The cells without a digit.

        >>> len(Grid("1... .2.. .... ....").blanks)
        14
        """
        return CellSet((i for i, digit in enumerate(self._digits) if not digit), self.shape)

    def replace(self, digits: Mapping[_AnyCell, int]) -> Grid:
        """Return the grid with other digits in some cells; 0 makes a cell blank.

        >>> Grid("1... .... .... ....").replace({(0, 0): 2, "r4c4": 3})
        Grid('2..............3')
        """
        changed = bytearray(self._digits)
        for where, digit in digits.items():
            if not 0 <= digit <= self.shape.size:
                raise ShapeError(f"a digit of {self.shape.a_board} must be 1 to {self.shape.size}, not {digit}")
            changed[self.shape.cell(where)] = digit
        return Grid.of_digits(bytes(changed), self.shape)

    # The rules

    def conflicts(self) -> tuple[Conflict, ...]:
        """Return the digits that occur more than once in a house.

        >>> Grid("12.. ..12 .... ....").conflicts()
        ()
        """
        found = []
        for name, house in zip(self.shape.house_names, self.shape.houses, strict=True):
            digits = [digit for cell in house if (digit := self._digits[cell])]
            for digit in sorted({digit for digit in digits if digits.count(digit) > 1}):
                cells = CellSet((cell for cell in house if self._digits[cell] == digit), self.shape)
                found.append(Conflict(name, digit, cells))
        return tuple(found)

    @property
    def is_consistent(self) -> bool:
        """Whether no digit occurs twice in a house.

        >>> Grid("12.. ..12 .... ....").is_consistent, Grid("11.. .... .... ....").is_consistent
        (True, False)
        """
        for house in self.shape.houses:
            seen = 0
            for cell in house:
                bit = 1 << self._digits[cell] >> 1
                if seen & bit:
                    return False
                seen |= bit
        return True

    @property
    def is_solved(self) -> bool:
        """Whether every cell has a digit, and no digit occurs twice in a house.

        >>> Grid("1234 3412 2143 4321").is_solved, Grid("1234 3412 2143 4312").is_solved
        (True, False)
        """
        return 0 not in self._digits and self.is_consistent

    # As a value

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Grid):
            return self._digits == other._digits and self.shape is other.shape
        return NotImplemented

    def __hash__(self) -> int:
        return hash((self._digits, self.shape.box_height))

    def __reduce__(self) -> tuple[object, ...]:
        return Grid.of_digits, (self._digits, self.shape)

    def to_dict(self) -> dict[str, object]:
        """Return the grid as plain values, for JSON.

        >>> Grid("1... .2.. .... ....").to_dict()
        {'board': '4x4', 'cells': '1....2..........'}
        """
        return {"board": str(self.shape), "cells": str(self)}

    def __str__(self) -> str:
        return line_of_digits(self._digits)

    def __repr__(self) -> str:
        shape = "" if self.shape.is_usual else f", shape=({self.shape.box_height}, {self.shape.box_width})"
        return f"Grid('{self}'{shape})"


GridLike: TypeAlias = Union[Grid, "Puzzle", str]  # a name in quotes has no |
"""A board as functions accept it: a `Grid`, its plain text, or a `Puzzle` (if they support its rules)."""


def as_grid(source: GridLike) -> Grid:
    """Return a grid, made from plain text if necessary. A puzzle with rules is refused, so that none is ignored.

    >>> as_grid("1234 3412 2143 4321")
    Grid('1234341221434321')
    """
    if isinstance(source, Grid):
        return source
    convert: Callable[[], Grid] | None = getattr(source, "as_grid", None)
    return Grid(source) if convert is None else convert()  # type: ignore[arg-type]  # anything else is refused there


def as_shape(shape: Shape | tuple[int, int]) -> Shape:
    """Return a shape, made from the height and width of its boxes if necessary.

    >>> as_shape((2, 3))
    Shape(2, 3)
    """
    return shape if isinstance(shape, Shape) else Shape(*shape)


def _text_or_cells(source: Iterable[Any]) -> str | list[str]:
    """Return lines of text as one text, and rows or digits as a list of cells."""
    items = _listed(source)
    lines = [item for item in items if not isinstance(item, str) or item.strip()]
    if lines and all(isinstance(line, str) and len(line.strip()) > 2 for line in lines):
        return "\n".join(lines)
    are_rows = {hasattr(item, "__iter__") and not isinstance(item, str) for item in items}
    if are_rows == {True}:
        return cells_of_rows([[_cell(cell) for cell in _listed(row)] for row in items])
    if are_rows == {False, True}:
        raise FormatError("a grid is made from rows or from digits, not from both")
    return [_cell(item) for item in items]


def _is_file_name(text: str) -> bool:
    """Return whether a text that is not a board is probably the name of a file."""
    if "\n" in text or len(text) > _LONGEST_FILE_NAME:
        return False
    return _FILE_SUFFIX.search(text) is not None or os.path.isfile(text)  # noqa: PTH113  # never raises


def _listed(source: Iterable[Any]) -> list[Any]:
    """Return the items of an iterable that may be endless."""
    try:
        items = iter(source)
    except TypeError:
        raise FormatError(f"a grid is made from text, rows or digits, not from {type(source).__name__}") from None
    most = len(SYMBOLS) ** 2
    listed = list(islice(items, most + 1))
    if len(listed) > most:
        raise FormatError(f"more than {most} cells, but the largest board is {len(SYMBOLS)}x{len(SYMBOLS)}")
    return listed


def _cell(item: object) -> str:
    return str(item).strip() or "."
