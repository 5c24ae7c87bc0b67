"""Transform: one of the things that can be done to a board without touching the rules."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from functools import cached_property
from random import Random
from typing import overload

from ..cellset import CellSet
from ..errors import ShapeError
from ..geometry import Cell, CellLike, Shape
from ..grid import Grid, GridLike, as_grid, as_shape
from ..position import Position

__all__ = ["NAMES", "Transform", "can_transpose", "transform"]


class Transform:
    """A transformation that keeps the rules: rows, columns and digits in another order, the board perhaps transposed.

    The board is transposed first, if at all; then row ``rows[i]`` and column ``columns[j]`` of it become row i and
    column j (counted from 0), and digit d becomes ``digits[d - 1]``. Bands and stacks stay together. All
    transformations of a shape are a group: ``a @ b`` does b first and then a, so that ``(a @ b)(grid) ==
    a(b(grid))``.

    >>> turn = Transform.named("quarter-turn", (2, 2))
    >>> turn
    Transform(Shape(2, 2), transposed=True, columns=(3, 2, 1, 0))
    >>> turn(Grid("12.. .... .... ...."))
    Grid('...1...2........')
    >>> turn @ turn == Transform.named("half-turn", (2, 2)), (turn @ turn.inverse()).is_identity
    (True, True)
    >>> turn.cell("r1c2").name, turn.digit(3), turn.house("row 1")
    ('r2c4', 3, 'column 4')
    """

    __slots__ = ("__dict__", "_columns", "_digits", "_rows", "_shape", "_transposed")

    def __init__(
        self,
        shape: Shape | tuple[int, int] = (3, 3),
        *,
        transposed: bool = False,
        rows: Iterable[int] | None = None,
        columns: Iterable[int] | None = None,
        digits: Iterable[int] | None = None,
    ) -> None:
        """What is not named stays as it is."""
        self._shape = shape = as_shape(shape)
        self._transposed = bool(transposed)
        size = range(shape.size)
        self._rows = tuple(size if rows is None else map(operator.index, rows))
        self._columns = tuple(size if columns is None else map(operator.index, columns))
        self._digits = tuple(range(1, shape.size + 1) if digits is None else map(operator.index, digits))
        if self.transposed and not can_transpose(shape):
            raise ShapeError(f"{shape.a_board} cannot be transposed, since its boxes would become other ones")
        _check_lines(self.rows, shape.size, shape.box_height, "row", "band")
        _check_lines(self.columns, shape.size, shape.box_width, "column", "stack")
        if sorted(self.digits) != [digit + 1 for digit in size]:
            raise ShapeError(f"the digits of a transform are 1 to {shape.size}, each once, not {self.digits}")

    # Ways to make one

    @classmethod
    def identity(cls, shape: Shape | tuple[int, int] = (3, 3)) -> Transform:
        """The one that changes nothing.

        >>> Transform.identity((2, 3))
        Transform(Shape(2, 3))
        """
        return cls(shape)

    @classmethod
    def named(cls, name: str, shape: Shape | tuple[int, int] = (3, 3)) -> Transform:
        """A turn or mirror by its name in `NAMES`; a turn is clockwise.

        >>> Transform.named("left-right", (2, 2))
        Transform(Shape(2, 2), columns=(3, 2, 1, 0))
        """
        if name not in _NAMED:
            raise ShapeError(f"there is no transform {name!r:.40}; the names are {', '.join(NAMES)}")
        shape = as_shape(shape)
        transposed, turns_rows, turns_columns = _NAMED[name]
        back = range(shape.size)[::-1]
        return cls(
            shape, transposed=transposed, rows=back if turns_rows else None, columns=back if turns_columns else None
        )

    @classmethod
    def random(cls, shape: Shape | tuple[int, int] = (3, 3), seed: int | None = None) -> Transform:
        """One by chance, each as likely as any other; the same seed gives the same one.

        >>> Transform.random(seed=1) == Transform.random(seed=1)
        True
        """
        shape = as_shape(shape)
        chance = Random(seed)  # noqa: S311

        def lines(group: int) -> list[int]:
            bands = chance.sample(range(shape.size // group), shape.size // group)
            return [band * group + line for band in bands for line in chance.sample(range(group), group)]

        return cls(
            shape,
            transposed=can_transpose(shape) and chance.random() < 0.5,
            rows=lines(shape.box_height),
            columns=lines(shape.box_width),
            digits=chance.sample(range(1, shape.size + 1), shape.size),
        )

    # What it is made of

    @property
    def shape(self) -> Shape:
        """The shape of the boards it transforms."""
        return self._shape

    @property
    def transposed(self) -> bool:
        """Whether the board is transposed, before all else."""
        return self._transposed

    @property
    def rows(self) -> tuple[int, ...]:
        """For each row of the new board, which row of the old (or transposed) one it was, counted from 0."""
        return self._rows

    @property
    def columns(self) -> tuple[int, ...]:
        """For each column of the new board, which column it was, counted from 0."""
        return self._columns

    @property
    def digits(self) -> tuple[int, ...]:
        """What each digit becomes, from 1 on."""
        return self._digits

    @property
    def is_identity(self) -> bool:
        """Whether it changes nothing.

        >>> Transform.identity().is_identity, Transform.named("transpose").is_identity
        (True, False)
        """
        return self == Transform(self.shape)

    @cached_property
    def sources(self) -> tuple[int, ...]:
        """For each cell of the new board, from which cell of the old one its digit comes, as indices."""
        n = self.shape.size
        if self.transposed:
            return tuple(column * n + row for row in self.rows for column in self.columns)
        return tuple(row * n + column for row in self.rows for column in self.columns)

    @cached_property
    def targets(self) -> tuple[int, ...]:
        """For each cell of the old board, to which cell of the new one its digit goes; the inverse of `sources`."""
        return _inverse(self.sources)

    @cached_property
    def _table(self) -> bytes:
        return bytes([0, *self.digits]) + bytes(range(self.shape.size + 1, 256))

    # What it does

    @overload
    def apply(self, puzzle: GridLike) -> Grid: ...
    @overload
    def apply(self, puzzle: Position) -> Position: ...
    @overload
    def apply(self, puzzle: CellSet) -> CellSet: ...
    def apply(self, puzzle: GridLike | Position | CellSet) -> Grid | Position | CellSet:
        """The image of a grid, of a position with its candidates, or of a set of cells; calling it is the same.

        >>> swap = Transform((2, 2), digits=[2, 1, 3, 4])
        >>> swap(Grid("12.. .... .... ...."))
        Grid('21..............')
        >>> sorted(swap(Position("12.. .... .... ....").eliminate("r2c1", 3)).candidates("r2c1"))
        [4]
        >>> Transform.named("half-turn", (2, 2))(CellSet(["r1c1"], Shape(2, 2)))
        CellSet(['r4c4'], Shape(2, 2))
        """
        if isinstance(puzzle, CellSet):
            self._check_shape(puzzle.shape)
            return CellSet((self.targets[puzzle.shape.cell(cell)] for cell in puzzle), puzzle.shape)
        if isinstance(puzzle, Position):
            self._check_shape(puzzle.givens.shape)
            masks = [self._mask(puzzle.candidate_masks[source]) for source in self.sources]
            return Position(self.apply(puzzle.givens), self.apply(puzzle.grid), masks)
        grid = as_grid(puzzle)
        self._check_shape(grid.shape)
        digits = bytes(grid).translate(self._table)
        return Grid.of_digits(bytes([digits[source] for source in self.sources]), grid.shape)

    __call__ = apply

    def cell(self, where: CellLike) -> Cell:
        """Where a cell goes.

        >>> Transform.named("transpose").cell("r1c2").name
        'r2c1'
        """
        return self.shape.cell_at(self.targets[self.shape.cell(where)])

    def digit(self, digit: int) -> int:
        """What a digit becomes; a blank stays a blank.

        >>> Transform((2, 2), digits=[2, 3, 4, 1]).digit(4)
        1
        """
        if not 0 <= digit <= self.shape.size:
            raise ShapeError(f"{self.shape.a_board} takes the digits 1 to {self.shape.size}, not {digit}")
        return self._table[digit]

    def house(self, name: str) -> str:
        """What a house becomes, by its name.

        >>> Transform.named("transpose").house("row 3"), Transform.named("half-turn").house("box 1")
        ('column 3', 'box 9')
        """
        names = self.shape.house_names
        if name not in names:
            raise ShapeError(f"there is no house {name!r:.40} on {self.shape.a_board}; houses are named like row 1")
        cells = frozenset(self.targets[cell] for cell in self.shape.houses[names.index(name)])
        return names[next(i for i, house in enumerate(self.shape.houses) if cells == set(house))]

    # The group

    def __matmul__(self, other: Transform) -> Transform:
        if not isinstance(other, Transform):
            return NotImplemented
        self._check_shape(other.shape)
        lines = (other.columns, other.rows) if self.transposed else (other.rows, other.columns)
        return Transform(
            self.shape,
            transposed=self.transposed != other.transposed,
            rows=[lines[0][row] for row in self.rows],
            columns=[lines[1][column] for column in self.columns],
            digits=[self.digits[digit - 1] for digit in other.digits],
        )

    def inverse(self) -> Transform:
        """The one that undoes it.

        >>> Transform.named("quarter-turn").inverse() == Transform.named("three-quarter-turn")
        True
        """
        rows, columns = _inverse(self.rows), _inverse(self.columns)
        return Transform(
            self.shape,
            transposed=self.transposed,
            rows=columns if self.transposed else rows,
            columns=rows if self.transposed else columns,
            digits=[1 + old for old in _inverse([digit - 1 for digit in self.digits])],
        )

    def _check_shape(self, shape: Shape) -> None:
        if shape is not self.shape:
            raise ShapeError(f"a transform of {self.shape.a_board} does not fit {shape.a_board}")

    def _mask(self, mask: int) -> int:
        return sum(1 << new - 1 for old, new in enumerate(self.digits) if mask >> old & 1)

    # As a value

    def _key(self) -> tuple[object, ...]:
        return self.shape, self.transposed, self.rows, self.columns, self.digits

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Transform) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[object, ...]:
        return _made, self._key()

    def __repr__(self) -> str:
        size = tuple(range(self.shape.size))
        parts = [repr(self.shape)]
        parts += ["transposed=True"] * self.transposed
        parts += [f"rows={self.rows}"] * (self.rows != size)
        parts += [f"columns={self.columns}"] * (self.columns != size)
        parts += [f"digits={self.digits}"] * (self.digits != tuple(line + 1 for line in size))
        return f"Transform({', '.join(parts)})"


def _made(
    shape: Shape, transposed: bool, rows: tuple[int, ...], columns: tuple[int, ...], digits: tuple[int, ...]
) -> Transform:
    return Transform(shape, transposed=transposed, rows=rows, columns=columns, digits=digits)


def can_transpose(shape: Shape) -> bool:
    """Whether a board of this shape has the same houses when it is transposed: boxes are square, or none are drawn.

    >>> [can_transpose(shape) for shape in (Shape(3, 3), Shape(2, 3), Shape(1, 5))]
    [True, False, True]
    """
    return shape.box_height == shape.box_width or 1 in (shape.box_height, shape.box_width)


def _check_lines(lines: tuple[int, ...], size: int, group: int, line: str, band: str) -> None:
    """Complain about an order of lines that leaves some out or tears a band apart."""
    if sorted(lines) != list(range(size)):
        raise ShapeError(f"the {line}s of a transform are 0 to {size - 1}, each once, not {lines}")
    for start in range(0, size, group):
        if len({number // group for number in lines[start : start + group]}) > 1:
            raise ShapeError(f"the {line}s {lines[start : start + group]} do not come from one {band}")


def _inverse(order: Sequence[int]) -> tuple[int, ...]:
    places = [0] * len(order)
    for place, item in enumerate(order):
        places[item] = place
    return tuple(places)


_NAMED = {
    "identity": (False, False, False),
    "transpose": (True, False, False),
    "quarter-turn": (True, False, True),
    "half-turn": (False, True, True),
    "three-quarter-turn": (True, True, False),
    "left-right": (False, False, True),
    "upside-down": (False, True, False),
    "anti-transpose": (True, True, True),
}
"""Whether the board is transposed, and then its rows and its columns turned round."""

NAMES = tuple(_NAMED)
"""The turns and mirrors by name; *transpose* keeps the diagonal from the top left, *anti-transpose* the other."""


def transform(puzzle: GridLike, how: Transform | str | None = None, *, seed: int | None = None) -> Grid:
    """The image of a board under a `Transform`, or one of its `NAMES`; without any, under one by chance.

    >>> print(transform("1234 3412 2143 4321", "upside-down"))
    4321214334121234
    >>> transform("1... .... .... ....", seed=3) == transform("1... .... .... ....", seed=3)
    True
    """
    grid = as_grid(puzzle)
    if how is None:
        how = Transform.random(grid.shape, seed)
    elif isinstance(how, str):
        how = Transform.named(how, grid.shape)
    return how(grid)
