"""Grid: an immutable board of digits, the one value that every room passes on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple, TypeAlias, TypeVar

from .cells import cells_of_rows, digits_of_cells, parse
from .cellset import CellSet
from .display import Displayed
from .errors import FormatError, ShapeError
from .geometry import SYMBOLS, CellLike, Shape

__all__ = ["Conflict", "Grid", "GridLike", "as_grid", "as_shape"]


_AnyCell = TypeVar("_AnyCell", bound=CellLike)
_DIGITS = bytes(range(256))


class Conflict(NamedTuple):
    """A digit that stands more than once in a house.

    >>> for conflict in Grid("11.. .... .... 1...").conflicts():
    ...     print(conflict)
    r1c1 and r1c2 are both 1, but row 1 needs each digit once
    r1c1 and r4c1 are both 1, but column 1 needs each digit once
    r1c1 and r1c2 are both 1, but box 1 needs each digit once
    """

    house: str
    digit: int
    cells: CellSet

    def __str__(self) -> str:
        *most, last = (cell.name for cell in self.cells)
        both = "both" if len(self.cells) == 2 else "all"
        symbol = self.cells.shape.symbol(self.digit)
        return f"{', '.join(most)} and {last} are {both} {symbol}, but {self.house} needs each digit once"


class Grid(Displayed):
    """An immutable board of digits, equal by content; 0 is a blank.

    It is made from plain text (a line or a block, see `nonet.cells`), from rows, or from digits in reading order,
    and may hold any digits, even wrong ones: `conflicts` says which. What solves or draws it is elsewhere.

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
        """From text, rows or digits.

        `shape` names the boxes (height, width) where the number of cells does not; `symbols` are the digits' own
        symbols where they are not 1-9, A, B and so on.

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
                raise FormatError("bytes are read as text, but these are not UTF-8") from None
        text_or_cells = source if isinstance(source, str) else _text_or_cells(source)
        if isinstance(text_or_cells, str):
            self._shape, self._digits = parse(text_or_cells, known, symbols)
        else:
            self._shape, self._digits = digits_of_cells(text_or_cells, known, symbols)

    @classmethod
    def empty(cls, shape: Shape | tuple[int, int] = (3, 3)) -> Grid:
        """A board of blanks.

        >>> Grid.empty((2, 2))
        Grid('................')
        """
        shape = as_shape(shape)
        return cls.of_digits(bytes(shape.cells), shape)

    @classmethod
    def of_digits(cls, digits: bytes, shape: Shape) -> Grid:
        """From one byte a cell, the digit itself: the fast way in for those who already hold checked digits.

        >>> Grid.of_digits(bytes([1, 2, 3, 4] * 4), Shape(2, 2))
        Grid('1234123412341234')
        """
        digits = bytes(digits)  # the same object, unless it could change
        if len(digits) != shape.cells or digits.translate(None, _DIGITS[: shape.size + 1]):
            raise ShapeError(f"{shape.a_board} has {shape.cells} digits up to {shape.size}")
        grid = cls.__new__(cls)
        grid._shape, grid._digits = shape, digits
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
        """The digits row by row.

        >>> Grid("12.. ..12 .... ....").rows[1]
        (0, 0, 1, 2)
        """
        size = self.shape.size
        return tuple(tuple(self._digits[i : i + size]) for i in range(0, self.shape.cells, size))

    @property
    def givens(self) -> CellSet:
        """The cells that hold a digit.

        >>> [cell.name for cell in Grid("1... .2.. .... ....").givens]
        ['r1c1', 'r2c2']
        """
        return CellSet((i for i, digit in enumerate(self._digits) if digit), self.shape)

    @property
    def blanks(self) -> CellSet:
        """The cells that hold none.

        >>> len(Grid("1... .2.. .... ....").blanks)
        14
        """
        return CellSet((i for i, digit in enumerate(self._digits) if not digit), self.shape)

    def replace(self, digits: Mapping[_AnyCell, int]) -> Grid:
        """The grid with other digits in some cells; 0 makes a cell blank.

        >>> Grid("1... .... .... ....").replace({(0, 0): 2, "r4c4": 3})
        Grid('2..............3')
        """
        changed = bytearray(self._digits)
        for where, digit in digits.items():
            if not 0 <= digit <= self.shape.size:
                raise ShapeError(f"{self.shape.a_board} takes the digits 1 to {self.shape.size}, not {digit}")
            changed[self.shape.cell(where)] = digit
        return Grid.of_digits(bytes(changed), self.shape)

    # The rules

    def conflicts(self) -> tuple[Conflict, ...]:
        """The digits that stand more than once in a house, house by house.

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
        """Whether no digit stands twice in a house.

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
        """Whether every cell holds a digit and none stands twice in a house.

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

    def __str__(self) -> str:
        return "".join(map(self.shape.symbol, self._digits))

    def __repr__(self) -> str:
        shape = "" if self.shape.is_usual else f", shape=({self.shape.box_height}, {self.shape.box_width})"
        return f"Grid('{self}'{shape})"


GridLike: TypeAlias = Grid | str
"""A board as the functions of nonet take it: a `Grid`, or its plain text."""


def as_grid(source: GridLike) -> Grid:
    """A grid, read from plain text if it is not one yet.

    >>> as_grid("1234 3412 2143 4321")
    Grid('1234341221434321')
    """
    return source if isinstance(source, Grid) else Grid(source)


def as_shape(shape: Shape | tuple[int, int]) -> Shape:
    """A shape, made from the height and width of its boxes if it is not one yet.

    >>> as_shape((2, 3))
    Shape(2, 3)
    """
    return shape if isinstance(shape, Shape) else Shape(*shape)


def _text_or_cells(source: Iterable[Any]) -> str | list[str]:
    """The lines of a text as one text; rows, or cells in reading order, as cells, of which an empty one is a blank."""
    items = _listed(source)
    lines = [item for item in items if not isinstance(item, str) or item.strip()]
    if lines and all(isinstance(line, str) and len(line.strip()) > 2 for line in lines):
        return "\n".join(lines)
    are_rows = {hasattr(item, "__iter__") and not isinstance(item, str) for item in items}
    if are_rows == {True}:
        return cells_of_rows([[_cell(cell) for cell in _listed(row)] for row in items])
    if are_rows == {False, True}:
        raise FormatError("a grid is made of rows or of digits, not of both at once")
    return [_cell(item) for item in items]


def _listed(source: Iterable[Any]) -> list[Any]:
    """The items of what may be endless."""
    try:
        items = iter(source)
    except TypeError:
        raise FormatError(f"a grid is made of text, rows or digits, not of {type(source).__name__}") from None
    most = len(SYMBOLS) ** 2
    listed = list(islice(items, most + 1))
    if len(listed) > most:
        raise FormatError(f"more than {most} cells, but boards go up to {len(SYMBOLS)}x{len(SYMBOLS)}")
    return listed


def _cell(item: object) -> str:
    return str(item).strip() or "."
