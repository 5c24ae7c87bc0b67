"""Transform and transform: the changes of a board that keep the rules."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from functools import cached_property
from random import Random
from typing import Any, NamedTuple, overload

from ..cellset import CellSet
from ..errors import ArgumentError, ShapeError
from ..geometry import Cell, CellLike, Shape
from ..grid import Grid, GridLike, as_grid, as_shape
from ..position import Position

__all__ = ["NAMES", "Transform", "can_transpose", "transform"]


class _Parts(NamedTuple):
    shape: Shape
    """The shape of the boards."""
    transposed: bool
    """Whether the board is transposed, before everything else."""
    rows: tuple[int, ...]
    """For each row of the new board, the row of the old (or transposed) board, counted from 0."""
    columns: tuple[int, ...]
    """For each column of the new board, the column of the old (or transposed) board, counted from 0."""
    digits: tuple[int, ...]
    """The new digit of each digit, from 1 on."""


class Transform(_Parts):
    """A change of a board that keeps the rules: rows, columns and digits in another order, transposed or not.

    The board is transposed first, if at all. Then row ``rows[i]`` and column ``columns[j]`` of it become row i and
    column j (counted from 0), and digit d becomes ``digits[d - 1]``. Bands and stacks stay together. The transforms of
    a shape are a group: ``a @ b`` does b first and then a, so ``(a @ b)(grid) == a(b(grid))``.

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

    def __new__(
        cls,
        shape: Shape | tuple[int, int] = (3, 3),
        *,
        transposed: bool = False,
        rows: Iterable[int] | None = None,
        columns: Iterable[int] | None = None,
        digits: Iterable[int] | None = None,
    ) -> Transform:
        """Parts that are not given stay unchanged."""
        shape = as_shape(shape)
        lines, all_digits = range(shape.size), range(1, shape.size + 1)
        new = super().__new__(
            cls,
            shape,
            bool(transposed),
            tuple(lines if rows is None else map(operator.index, rows)),
            tuple(lines if columns is None else map(operator.index, columns)),
            tuple(all_digits if digits is None else map(operator.index, digits)),
        )
        if transposed and not can_transpose(shape):
            raise ShapeError(f"{shape.a_board} cannot be transposed, since its boxes would change")
        _check_lines(new.rows, shape.size, shape.box_height, "row", "band")
        _check_lines(new.columns, shape.size, shape.box_width, "column", "stack")
        if sorted(new.digits) != list(all_digits):
            raise ShapeError(f"digits must be 1 to {shape.size}, each once, not {new.digits}")
        return new

    @classmethod
    def identity(cls, shape: Shape | tuple[int, int] = (3, 3)) -> Transform:
        """Return the transform that changes nothing.

        >>> Transform.identity((2, 3))
        Transform(Shape(2, 3))
        """
        return cls(shape)

    @classmethod
    def named(cls, name: str, shape: Shape | tuple[int, int] = (3, 3)) -> Transform:
        """Return a rotation (clockwise) or reflection by its name in `NAMES`.

        >>> Transform.named("left-right", (2, 2))
        Transform(Shape(2, 2), columns=(3, 2, 1, 0))
        """
        if name not in _NAMED:
            raise ArgumentError.unknown("transform", name, NAMES)
        shape = as_shape(shape)
        transposed, *are_reversed = _NAMED[name]
        rows, columns = (range(shape.size)[::-1] if is_reversed else None for is_reversed in are_reversed)
        return cls(shape, transposed=transposed, rows=rows, columns=columns)

    @classmethod
    def random(cls, shape: Shape | tuple[int, int] = (3, 3), seed: int | None = None) -> Transform:
        """Return a random transform; all are equally likely, and the same seed gives the same transform.

        >>> Transform.random(seed=1) == Transform.random(seed=1)
        True
        """
        shape = as_shape(shape)
        random = Random(seed)  # noqa: S311

        def lines(group: int) -> list[int]:
            bands = random.sample(range(shape.size // group), shape.size // group)
            return [band * group + line for band in bands for line in random.sample(range(group), group)]

        return cls(
            shape,
            transposed=can_transpose(shape) and random.random() < 0.5,
            rows=lines(shape.box_height),
            columns=lines(shape.box_width),
            digits=random.sample(range(1, shape.size + 1), shape.size),
        )

    @property
    def is_identity(self) -> bool:
        """Whether the transform changes nothing.

        >>> Transform.identity().is_identity, Transform.named("transpose").is_identity
        (True, False)
        """
        return self == Transform(self.shape)

    @cached_property
    def sources(self) -> tuple[int, ...]:
        """For each cell of the new board, the index of the cell of the old board that its digit comes from."""
        n = self.shape.size
        if self.transposed:
            return tuple(column * n + row for row in self.rows for column in self.columns)
        return tuple(row * n + column for row in self.rows for column in self.columns)

    @cached_property
    def targets(self) -> tuple[int, ...]:
        """For each cell of the old board, the index of the cell of the new board that its digit goes to."""
        return _inverse(self.sources)

    @cached_property
    def _table(self) -> bytes:
        return bytes([0, *self.digits]) + bytes(range(self.shape.size + 1, 256))

    # Images

    @overload
    def apply(self, puzzle: GridLike) -> Grid: ...
    @overload
    def apply(self, puzzle: Position) -> Position: ...
    @overload
    def apply(self, puzzle: CellSet) -> CellSet: ...
    def apply(self, puzzle: GridLike | Position | CellSet) -> Grid | Position | CellSet:
        """Return the image of a grid, a position or a set of cells; calling the transform does the same.

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
        """Return the image of a cell.

        >>> Transform.named("transpose").cell("r1c2").name
        'r2c1'
        """
        return self.shape.cell_at(self.targets[self.shape.cell(where)])

    def digit(self, digit: int) -> int:
        """Return the image of a digit; 0, a blank, stays 0.

        >>> Transform((2, 2), digits=[2, 3, 4, 1]).digit(4)
        1
        """
        if not 0 <= digit <= self.shape.size:
            raise ShapeError(f"a digit of {self.shape.a_board} must be 1 to {self.shape.size}, not {digit}")
        return self._table[digit]

    def house(self, name: str) -> str:
        """Return the name of the image of a house.

        >>> Transform.named("transpose").house("row 3"), Transform.named("half-turn").house("box 1")
        ('column 3', 'box 9')
        """
        names = self.shape.house_names
        if name not in names:
            raise ArgumentError(f"{name!r:.40} is not a house of {self.shape.a_board}; expected a name such as row 1")
        cells = frozenset(self.targets[cell] for cell in self.shape.houses[names.index(name)])
        return names[next(i for i, house in enumerate(self.shape.houses) if cells == set(house))]

    def _check_shape(self, shape: Shape) -> None:
        if shape is not self.shape:
            raise ShapeError(f"a transform of {self.shape.a_board} does not fit {shape.a_board}")

    def _mask(self, mask: int) -> int:
        return sum(1 << new - 1 for old, new in enumerate(self.digits) if mask >> old & 1)

    # The group

    def __matmul__(self, other: Transform) -> Transform:
        if not isinstance(other, Transform):
            return NotImplemented
        self._check_shape(other.shape)
        rows, columns = (other.columns, other.rows) if self.transposed else (other.rows, other.columns)
        return Transform(
            self.shape,
            transposed=self.transposed != other.transposed,
            rows=[rows[row] for row in self.rows],
            columns=[columns[column] for column in self.columns],
            digits=[self.digits[digit - 1] for digit in other.digits],
        )

    def inverse(self) -> Transform:
        """Return the transform that undoes this one.

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

    # As a value

    def to_dict(self) -> dict[str, Any]:
        """Return the transform as data for JSON.

        >>> Transform.named("left-right", (1, 2)).to_dict()
        {'shape': '1x2', 'transposed': False, 'rows': (0, 1), 'columns': (1, 0), 'digits': (1, 2)}
        """
        return {**self._asdict(), "shape": f"{self.shape.box_height}x{self.shape.box_width}"}

    def __getnewargs_ex__(self) -> tuple[tuple[Shape], dict[str, Any]]:
        parts = self._asdict()
        return (parts.pop("shape"),), parts

    def __repr__(self) -> str:
        same = Transform(self.shape)
        parts = zip(self._fields[1:], self[1:], same[1:], strict=True)
        changed = [f"{name}={part}" for name, part, unchanged in parts if part != unchanged]
        return f"Transform({', '.join([repr(self.shape), *changed])})"


def can_transpose(shape: Shape) -> bool:
    """Return whether a transposed board of this shape has the same houses: its boxes are square, or lines.

    >>> [can_transpose(shape) for shape in (Shape(3, 3), Shape(2, 3), Shape(1, 5))]
    [True, False, True]
    """
    return shape.box_height == shape.box_width or 1 in (shape.box_height, shape.box_width)


def _check_lines(lines: tuple[int, ...], size: int, group: int, line: str, band: str) -> None:
    """Raise an error if lines are missing or a band is split."""
    if sorted(lines) != list(range(size)):
        raise ShapeError(f"{line}s must be 0 to {size - 1}, each once, not {lines}")
    for start in range(0, size, group):
        if len({number // group for number in lines[start : start + group]}) > 1:
            raise ShapeError(f"the {line}s {lines[start : start + group]} are not from one {band}")


def _inverse(order: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(range(len(order)), key=order.__getitem__))


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
"""Whether the board is transposed, and then its rows and its columns are reversed."""

NAMES = tuple(_NAMED)
"""The names of rotations and reflections; *transpose* keeps the diagonal from top left, *anti-transpose* the other."""


def transform(puzzle: GridLike, how: Transform | str | None = None, *, seed: int | None = None) -> Grid:
    """Return the image of a board under a `Transform`, one of the `NAMES`, or a random transform.

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
