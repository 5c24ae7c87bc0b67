"""canonical, canonical_transform, isomorphic and automorphisms."""

from __future__ import annotations

from array import array

from ..errors import Contradiction
from ..geometry import Shape
from ..grid import Grid, GridLike, as_grid
from ..kernel import kernel
from ._minlex import Canonical, minlex
from ._transform import Transform

__all__ = ["automorphisms", "canonical", "canonical_transform", "isomorphic", "transform_of_map"]

_MAP_BYTES = 28


def canonical(puzzle: GridLike) -> Grid:
    """Return the canonical form of a board: the smallest of all its images, compared as lines in which a blank is 0.

    This is also known as the *minlex* form. The form of a solved grid starts with 12345678945, that of a puzzle with as
    many blanks as possible. Two boards have the same form if and only if some `Transform` takes one to the other.

    >>> canonical("1... .2.. .... ...3")
    Grid('.......1.2..3...')
    >>> canonical("2143 4321 1234 3412") == canonical("1234 3412 2143 4321")
    True
    """
    return _canonical(puzzle).form


def canonical_transform(puzzle: GridLike) -> Transform:
    """Return the `Transform` that takes a board to its canonical form.

    If there are several, it is the first by `transposed`, `rows`, `columns` and `digits`, in this order.

    >>> board = Grid("...1 .2.. ..3. 4...")
    >>> canonical_transform(board)(board) == canonical(board)
    True
    """
    return _canonical(puzzle).transform


def isomorphic(first: GridLike, second: GridLike) -> bool:
    """Return whether some `Transform` takes one board to the other.

    >>> isomorphic("1... .... .... ....", ".... .... ..2. ....")
    True
    >>> isomorphic("12.. .... .... ....", "1... .2.. .... ....")
    False
    """
    one, other = as_grid(first), as_grid(second)
    return one.shape is other.shape and len(one.givens) == len(other.givens) and canonical(one) == canonical(other)


def automorphisms(puzzle: GridLike) -> int:
    """Return how many transforms leave a board unchanged; the identity is one of them.

    The number of different images of a board is the number of transforms divided by this number.

    >>> automorphisms("123456789456789123789123456231564897564897231897231564312645978645978312978312645")
    648
    >>> automorphisms(Grid.empty((2, 2)))  # all of them: 2 * 8 * 8 orders, 24 names
    3072
    """
    return _canonical(puzzle).automorphisms


def _canonical(puzzle: GridLike) -> Canonical:
    grid = as_grid(puzzle)
    if not grid.is_consistent:
        raise Contradiction(grid.conflicts())
    native = kernel() if grid.shape is Shape(3, 3) else None
    if native is None:
        return minlex(grid)
    form, number, map_ = bytearray(81), array("Q", [0]), bytearray(_MAP_BYTES)
    native.canonical(bytes(grid), 1, 81, form, number, map_, bytearray(1), 1)
    return Canonical(Grid.of_digits(bytes(form), grid.shape), number[0], transform_of_map(bytes(map_)))


def transform_of_map(map_: bytes) -> Transform:
    """Return the transform of a 9x9 board as the kernel encodes it: transposed, rows, columns, digits, one byte each.

    >>> transform_of_map(bytes([1, *range(9), *range(9), *range(1, 10)]))
    Transform(Shape(3, 3), transposed=True)
    """
    return Transform(transposed=bool(map_[0]), rows=map_[1:10], columns=map_[10:19], digits=map_[19:28])
