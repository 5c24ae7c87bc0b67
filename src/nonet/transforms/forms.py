"""The canonical form: the least of all images of a board, which stands for all of them."""

from __future__ import annotations

from array import array

from ..engine import single
from ..errors import Contradiction
from ..grid import Grid, GridLike, as_grid
from .group import Transform
from .least import Least, least

__all__ = ["automorphisms", "canonical", "canonicalize", "isomorphic", "transform_of_map"]

_MAP_BYTES = 28


def canonical(board: GridLike) -> Grid:
    """The canonical form of a board: the least of all its images, read as a line in which a blank is less than 1.

    It is what is called the *minlex* form: that of a solved grid begins with 12345678945, that of a puzzle with as
    many blanks as can be. Two boards have the same form if and only if some `Transform` takes one to the other.

    >>> canonical("1... .2.. .... ...3")
    Grid('.......1.2..3...')
    >>> canonical("2143 4321 1234 3412") == canonical("1234 3412 2143 4321")
    True
    """
    return _least(board).form


def canonicalize(board: GridLike) -> tuple[Grid, Transform]:
    """The canonical form of a board, and the `Transform` that takes the board there.

    Where several do, it is the least by `transposed`, `rows`, `columns` and `digits` in this order.

    >>> form, way = canonicalize("...1 .2.. ..3. 4...")
    >>> way(Grid("...1 .2.. ..3. 4...")) == form
    True
    """
    found = _least(board)
    return found.form, found.transform


def isomorphic(first: GridLike, second: GridLike) -> bool:
    """Whether some `Transform` takes one board to the other.

    >>> isomorphic("1... .... .... ....", ".... .... ..2. ....")
    True
    >>> isomorphic("12.. .... .... ....", "1... .2.. .... ....")
    False
    """
    one, other = as_grid(first), as_grid(second)
    return one.shape is other.shape and len(one.givens) == len(other.givens) and canonical(one) == canonical(other)


def automorphisms(board: GridLike) -> int:
    """How many transforms keep a board as it is; the identity is one of them.

    The images of a board are as many as there are transforms, divided by this number.

    >>> automorphisms("123456789456789123789123456231564897564897231897231564312645978645978312978312645")
    648
    >>> automorphisms(Grid.empty((2, 2)))  # all of them: 2 * 8 * 8 orders, 24 names
    3072
    """
    return _least(board).automorphisms


def _least(board: GridLike) -> Least:
    grid = as_grid(board)
    if not grid.is_consistent:
        raise Contradiction(grid.conflicts())
    return _asked(grid) if single.serves(grid) else least(grid)


def _asked(grid: Grid) -> Least:
    """The answer of the compiled kernel."""
    kernel = single.kernel()
    form, number, way = bytearray(81), array("Q", [0]), bytearray(_MAP_BYTES)
    if kernel is not None:
        kernel.canonical(bytes(grid), 1, 81, form, number, way, bytearray(1), 1)
    return Least(Grid.of_digits(bytes(form), grid.shape), number[0], transform_of_map(bytes(way)))


def transform_of_map(way: bytes) -> Transform:
    """The transform of a 9x9 board as the kernel tells it: transposed, rows, columns, digits, a byte each.

    >>> transform_of_map(bytes([1, *range(9), *range(9), *range(1, 10)]))
    Transform(Shape(3, 3), transposed=True)
    """
    return Transform(transposed=bool(way[0]), rows=way[1:10], columns=way[10:19], digits=way[19:28])
