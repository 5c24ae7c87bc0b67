"""Cells, houses and peers of a board shape.

A board with boxes of height h and width w has n = h*w rows, columns and boxes, and n digits. Inside nonet a cell is its
index in reading order, 0 to n*n - 1, and a set of cells or digits is one integer. People read and write cells as
``r1c2``, counted from 1. Everything here is computed from h and w.

::

    Shape(2, 3), 6x6:      index                  box
                           0  1  2 |  3  4  5     0 0 0 | 1 1 1
                           6  7  8 |  9 10 11     0 0 0 | 1 1 1
                           -------------------    -------------
                          12 13 14 | 15 16 17     2 2 2 | 3 3 3
                           ...                    ...

A box of height 1 is a whole row, so ``Shape(1, n)`` is the Latin square of n digits.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from typing import ClassVar, NamedTuple, TypeAlias

from .errors import ShapeError, counted, shortened

__all__ = ["BLANKS", "SYMBOLS", "USUAL_SIZES", "Cell", "CellLike", "Shape", "bits", "digits_of", "mask_of"]

SYMBOLS = "123456789ABCDEFGHIJKLMNOP"
"""The symbols of the digits 1 to 25."""

BLANKS = "0._*-?"
"""The symbols of a blank cell; nonet itself writes a dot."""

_LARGEST = len(SYMBOLS)
_CELL_NAME = re.compile(r"\s*[rR]([1-9][0-9]{0,3})[cC]([1-9][0-9]{0,3})\s*")


class Cell(NamedTuple):
    """A cell as row and column, counted from 0 like everything in Python. Its name counts from 1, as people do.

    It is also a plain tuple, so ``grid[cell]`` and ``grid[0, 1]`` are the same.

    >>> Cell(0, 1).name
    'r1c2'
    >>> Cell.parse("r1c2") == (0, 1)
    True
    """

    row: int
    column: int

    @property
    def name(self) -> str:
        """The name that people use, counted from 1."""
        return f"r{self.row + 1}c{self.column + 1}"

    @classmethod
    def parse(cls, name: str) -> Cell:
        """Return the cell with a name; the inverse of `name`."""
        match = _CELL_NAME.fullmatch(name)
        if match is None:
            raise ShapeError(f"{name!r:.40} is not the name of a cell, such as r4c5")
        return cls(int(match[1]) - 1, int(match[2]) - 1)

    def __str__(self) -> str:
        return self.name


CellLike: TypeAlias = int | tuple[int, int] | str
"""A cell as functions accept it: its index, (row, column) counted from 0, or a name such as ``"r1c2"``."""


def bits(mask: int) -> Iterator[int]:
    """Yield the positions of the set bits, lowest first. Each is found with ``x & -x`` and removed.

    >>> list(bits(0b10110))
    [1, 2, 4]
    """
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def digits_of(mask: int) -> Iterator[int]:
    """Return the digits of a candidate mask, in which digit d is bit d - 1.

    >>> list(digits_of(0b100000011))
    [1, 2, 9]
    """
    return iter(_digits(mask))


@lru_cache(maxsize=4096)  # a 9x9 board has only 512 masks
def _digits(mask: int) -> tuple[int, ...]:
    return tuple(bit + 1 for bit in bits(mask))


class Shape:
    """The shape of a board: the height and width of its boxes.

    There is only one object for each shape, so what it computes is computed once.

    >>> Shape(3, 3)
    Shape(3, 3)
    >>> Shape(3, 3).size, Shape(3, 3).cells, len(Shape(3, 3).peers[0])
    (9, 81, 20)
    >>> print(Shape(2, 3))
    6x6
    """

    box_height: int
    box_width: int
    size: int
    """The number of rows, of columns, of boxes and of digits."""
    cells: int
    """The number of cells."""

    _known: ClassVar[dict[tuple[int, int], Shape]] = {}

    def __new__(cls, box_height: int, box_width: int) -> Shape:
        """Return the shape with boxes of this height and width."""
        key = height, width = operator.index(box_height), operator.index(box_width)
        if key in cls._known:
            return cls._known[key]
        size = height * width
        if height < 1 or width < 1:
            raise ShapeError(f"boxes must have a height and a width of at least 1, not {height}x{width}")
        if size > _LARGEST:
            raise ShapeError(
                f"boxes of {height}x{width} make {_a_board(size)}, but the largest is {_LARGEST}x{_LARGEST}"
            )
        shape = super().__new__(cls)
        shape.box_height, shape.box_width = key
        shape.size, shape.cells = size, size * size
        return cls._known.setdefault(key, shape)  # the same object in all threads

    @classmethod
    def of_size(cls, size: int) -> Shape:
        """Return the usual shape of an n x n board: its boxes are as square as possible, and at least as wide as high.

        >>> [Shape.of_size(n) for n in (4, 6, 12)]
        [Shape(2, 2), Shape(2, 3), Shape(3, 4)]
        """
        if size not in USUAL_SIZES:
            raise ShapeError(f"size must be one of {', '.join(map(str, USUAL_SIZES))}, not {size}")
        height = max(h for h in range(2, size) if size % h == 0 and h * h <= size)
        return cls(height, size // height)

    @classmethod
    def of_cells(cls, cells: int) -> Shape:
        """Return the usual shape of a board with this number of cells.

        >>> Shape.of_cells(81)
        Shape(3, 3)
        >>> Shape.of_cells(80)
        Traceback (most recent call last):
        nonet.errors.ShapeError: 80 cells, but a 9x9 board has 81
        """
        if cells == 0:
            raise ShapeError("no cells, but a 9x9 board has 81")
        nearest = min(USUAL_SIZES, key=lambda size: abs(size * size - cells))
        if nearest * nearest != cells:
            raise ShapeError(f"{counted(cells, 'cell')}, but {_a_board(nearest)} has {nearest * nearest}")
        return cls.of_size(nearest)

    @classmethod
    def parse(cls, name: str) -> Shape:
        """Return the shape with boxes of a size such as ``3x4``.

        >>> Shape.parse("3x4").size
        12
        """
        match = re.fullmatch(r"\s*(\d{1,2})\s*[xX×]\s*(\d{1,2})\s*", name)
        if match is None:
            raise ShapeError(f"{name!r:.40} is not a box size; expected height x width, such as 3x3")
        return cls(int(match[1]), int(match[2]))

    @property
    def is_usual(self) -> bool:
        """Whether this shape is assumed if only the number of cells is known."""
        return self.size in USUAL_SIZES and Shape.of_size(self.size) is self

    @property
    def a_board(self) -> str:
        """A board of this shape in words, for messages.

        >>> Shape(3, 3).a_board, Shape(2, 4).a_board, Shape(4, 2).a_board
        ('a 9x9 board', 'an 8x8 board', 'an 8x8 (boxes 4x2) board')
        """
        return _a_board(self.size, str(self))

    # Digits and their symbols

    @property
    def symbols(self) -> str:
        """The symbols of the digits, in order."""
        return SYMBOLS[: self.size]

    @property
    def all_digits(self) -> int:
        """The mask of all digits."""
        return (1 << self.size) - 1

    def symbol(self, digit: int) -> str:
        """Return the symbol of a digit; a dot for 0, which is a blank.

        >>> Shape(4, 4).symbol(16)
        'G'
        """
        return SYMBOLS[digit - 1] if digit else "."

    # Cells and their names

    def cell(self, where: CellLike) -> int:
        """Return the index of a cell in any form.

        >>> Shape(3, 3).cell("r2c1"), Shape(3, 3).cell((1, 0)), Shape(3, 3).cell(9)
        (9, 9, 9)
        """
        if isinstance(where, str):
            where = Cell.parse(where)
        if isinstance(where, tuple):
            row, column = map(operator.index, where)  # integers of NumPy would overflow in a bitboard
            if 0 <= row < self.size and 0 <= column < self.size:
                return row * self.size + column
            raise IndexError(f"{Cell(row, column)} is not a cell of {self.a_board}")
        if 0 <= where < self.cells:
            return operator.index(where)
        raise IndexError(
            f"the cells of {self.a_board} are 0 to {self.cells - 1}, not {shortened(operator.index(where))}"
        )

    def cell_at(self, index: int) -> Cell:
        """Return the row and column of a cell index.

        >>> Shape(3, 3).cell_at(80)
        Cell(row=8, column=8)
        """
        return Cell(*divmod(index, self.size))

    def cell_name(self, index: int) -> str:
        """Return the name of a cell index.

        >>> Shape(3, 3).cell_name(80)
        'r9c9'
        """
        return self.cell_at(index).name

    # Houses and peers

    @cached_property
    def row_of(self) -> tuple[int, ...]:
        """The row of each cell."""
        return tuple(cell // self.size for cell in range(self.cells))

    @cached_property
    def column_of(self) -> tuple[int, ...]:
        """The column of each cell."""
        return tuple(cell % self.size for cell in range(self.cells))

    @cached_property
    def box_of(self) -> tuple[int, ...]:
        """The box of each cell, counted in reading order."""
        boxes_across = self.size // self.box_width
        return tuple(
            (cell // self.size // self.box_height) * boxes_across + cell % self.size // self.box_width
            for cell in range(self.cells)
        )

    @cached_property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each row."""
        return self._grouped(self.row_of)

    @cached_property
    def columns(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each column."""
        return self._grouped(self.column_of)

    @cached_property
    def boxes(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each box."""
        return self._grouped(self.box_of)

    def _grouped(self, group_of: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        groups: list[list[int]] = [[] for _ in range(self.size)]
        for cell, group in enumerate(group_of):
            groups[group].append(cell)
        return tuple(map(tuple, groups))

    @cached_property
    def houses(self) -> tuple[tuple[int, ...], ...]:
        """The rows, columns and boxes; boxes that are rows or columns (as in a Latin square) are not repeated."""
        return tuple(dict.fromkeys(self.rows + self.columns + self.boxes))

    @cached_property
    def house_names(self) -> tuple[str, ...]:
        """The names of the `houses`: row 1, column 1, box 1."""
        kinds = ("row", "column", "box")
        return tuple(f"{kinds[i // self.size]} {i % self.size + 1}" for i in range(len(self.houses)))

    @cached_property
    def houses_of(self) -> tuple[tuple[int, ...], ...]:
        """The houses of each cell, as indices into `houses`."""
        members: list[list[int]] = [[] for _ in range(self.cells)]
        for index, house in enumerate(self.houses):
            for cell in house:
                members[cell].append(index)
        return tuple(map(tuple, members))

    @cached_property
    def peers(self) -> tuple[tuple[int, ...], ...]:
        """The cells that share a house with each cell, in reading order."""
        return tuple(
            tuple(sorted({peer for house in houses for peer in self.houses[house]} - {cell}))
            for cell, houses in enumerate(self.houses_of)
        )

    @cached_property
    def house_masks(self) -> tuple[int, ...]:
        """The `houses` as bitboards."""
        return tuple(mask_of(house) for house in self.houses)

    @cached_property
    def peer_masks(self) -> tuple[int, ...]:
        """The `peers` as bitboards."""
        return tuple(mask_of(peers) for peers in self.peers)

    def __reduce__(self) -> tuple[object, ...]:
        return Shape, (self.box_height, self.box_width)

    def __repr__(self) -> str:
        return f"Shape({self.box_height}, {self.box_width})"

    def __str__(self) -> str:
        boxes = "" if self.is_usual else f" (boxes {self.box_height}x{self.box_width})"
        return f"{self.size}x{self.size}{boxes}"


def mask_of(cells: Iterable[int]) -> int:
    """Return the bitboard of some cells: bit i is the cell with index i.

    >>> bin(mask_of([0, 2, 3]))
    '0b1101'
    """
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask


def _a_board(size: int, name: str = "") -> str:
    an = str(size)[0] == "8" or size in (11, 18)
    return f"a{'n' * an} {name or f'{size}x{size}'} board"


USUAL_SIZES = tuple(n for n in range(4, _LARGEST + 1) if any(n % h == 0 for h in range(2, n)))
"""The sizes of boards that have a usual shape."""
