"""Order: what is asked of the puzzles to be made, checked before any is."""

from __future__ import annotations

import operator
from itertools import pairwise
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..cellset import CellSet
from ..errors import NonetError, counted
from ..geometry import BLANKS, Shape, bits
from ..grid import Grid, as_shape
from .symmetry import orbits
from .wish import Wish

__all__ = ["Clues", "Order", "Pattern", "order_of"]

Clues: TypeAlias = int | range | tuple[int, int]
"""How many clues: a number, or the least and the most of them, or a range as Python has it (without its end)."""
Pattern: TypeAlias = str | Grid | CellSet
"""Where the clues are: any text or board in which a blank is no clue and everything else is one, or a set of cells."""

_FEWEST_KNOWN = {Shape(2, 2): 4, Shape(3, 3): 17}
"""No puzzle has fewer clues: for 4x4 by trying them all, for 9x9 by McGuire, Tugemann and Civario (2012)."""


class Order(NamedTuple):
    """What is asked of every puzzle."""

    shape: Shape
    symmetry: str
    least: int
    most: int
    minimal: bool
    """Whether every unit of clues has to be needed."""
    extra: int
    pattern: CellSet | None
    wish: Wish | None = None
    """What is asked of the way a puzzle is solved."""

    @property
    def is_counted(self) -> bool:
        """Whether the number of clues is asked for."""
        return (self.least, self.most) != (0, self.shape.cells)

    @property
    def units(self) -> NDArray[np.intp]:
        """For each cell the number of its unit: the cells that symmetry ties together."""
        unit_of = np.zeros(self.shape.cells, np.intp)
        for number, orbit in enumerate(orbits(self.symmetry, self.shape)):
            unit_of[list(bits(orbit.mask))] = number
        return unit_of

    @property
    def words(self) -> str:
        """What a puzzle that meets the order has, as a sentence calls it."""
        parts = []
        if self.is_counted:
            numbers = f"{self.least}" if self.least == self.most else f"{self.least} to {self.most}"
            parts.append(f"{numbers} clues")
        if self.pattern is not None:
            parts.append("one solution with this pattern")
        if self.minimal and self.is_counted:
            parts.append("no clue to spare")
        if self.wish is not None:
            parts.append(self.wish.words)
        return " and ".join(parts) or "what was asked for"


def order_of(
    shape: Shape | tuple[int, int],
    symmetry: str,
    clues: Clues | None,
    pattern: Pattern | None,
    minimal: bool | None,
    extra: int,
    wish: Wish | None = None,
) -> Order:
    """The order, if it makes sense and can be met as far as is known.

    >>> order_of((3, 3), "half-turn", (24, 28), None, None, 0).minimal
    False
    >>> order_of((2, 2), "half-turn", 5, None, None, 0)
    Traceback (most recent call last):
    nonet.errors.NonetError: no pattern of a 4x4 board with half-turn symmetry has 5 clues
    """
    shape = as_shape(shape)
    cells = None if pattern is None else _cells_of_pattern(pattern, shape)
    extra = operator.index(extra)
    if extra < 0:
        raise NonetError(f"the extra clues are 0 or more, not {extra}")
    if extra and minimal:
        raise NonetError("a minimal puzzle has no extra clues; leave out one of the two")
    least, most = (0, shape.cells) if clues is None else _least_and_most(clues, shape)
    is_minimal = minimal if minimal is not None else clues is None and cells is None
    order = Order(shape, symmetry, least, most, bool(is_minimal), extra, cells, wish)
    _check_pattern(order) if cells is not None else _check_number(order)
    return order


def _least_and_most(clues: Clues, shape: Shape) -> tuple[int, int]:
    try:
        if isinstance(clues, range):
            numbers = sorted(clues)
            least, most = numbers[0], numbers[-1]
            if numbers != list(range(least, most + 1)):
                raise NonetError(f"the numbers of clues follow one another, not {clues}")
        elif isinstance(clues, tuple):
            least, most = map(operator.index, clues)
        else:
            least = most = operator.index(clues)
    except (TypeError, ValueError, IndexError) as error:
        if isinstance(error, NonetError):
            raise
        raise NonetError(f"the clues are a number or the least and the most, not {clues!r:.40}") from None
    if not 0 <= least <= most <= shape.cells:
        raise NonetError(f"{shape.a_board} has 0 to {shape.cells} clues, the least first, not {least} to {most}")
    return least, most


def _fewest(shape: Shape) -> tuple[int, str]:
    """The fewest clues that a puzzle can have, as far as is known, and why."""
    if shape in _FEWEST_KNOWN:
        return _FEWEST_KNOWN[shape], "as is known"
    return shape.size - 1, "since two digits that do not appear could change names"


def _check_number(order: Order) -> None:
    fewest, why = _fewest(order.shape)
    if order.most < fewest:
        raise NonetError(f"no {order.shape} puzzle has fewer than {counted(fewest, 'clue')}, {why}")
    sums = {0}
    for orbit in orbits(order.symmetry, order.shape):
        sums |= {number + len(orbit) for number in sums}
    if not sums & set(range(max(order.least, 0), order.most + 1)):
        numbers = f"{order.least}" if order.least == order.most else f"{order.least} to {order.most}"
        raise NonetError(f"no pattern of {order.shape.a_board} with {order.symmetry} symmetry has {numbers} clues")


def _cells_of_pattern(pattern: Pattern, shape: Shape) -> CellSet:
    if isinstance(pattern, CellSet):
        cells = pattern
    elif isinstance(pattern, Grid):
        cells = pattern.givens
    else:
        marks = [mark for mark in pattern if not mark.isspace()]
        if len(marks) != shape.cells:
            raise NonetError(f"a pattern of {shape.a_board} has {shape.cells} signs, not {len(marks)}")
        cells = CellSet((i for i, mark in enumerate(marks) if mark not in BLANKS), shape)
    if cells.shape is not shape:
        raise NonetError(f"the pattern is for {cells.shape.a_board}, but the puzzles are for {shape.a_board}")
    return cells


def _check_pattern(order: Order) -> None:
    """Complain about a pattern that no puzzle can have."""
    shape, cells = order.shape, order.pattern
    if cells is None:
        return
    if order.symmetry != "none" or order.extra:
        raise NonetError("a pattern says where the clues are; leave out symmetry and extra clues")
    if not order.least <= len(cells) <= order.most:
        raise NonetError(f"the pattern has {counted(len(cells), 'clue')}, which is not what was asked for")
    fewest, why = _fewest(shape)
    if len(cells) < fewest:
        has = counted(len(cells), "clue")
        raise NonetError(f"the pattern has {has}, but no {shape} puzzle has fewer than {fewest}, {why}")
    for name, lines, group in (("row", shape.rows, shape.box_height), ("column", shape.columns, shape.box_width)):
        empty = [number for number, line in enumerate(lines) if not any(cells.mask >> cell & 1 for cell in line)]
        for one, other in pairwise(empty):
            if one // group == other // group:
                raise NonetError(
                    f"{name}s {one + 1} and {other + 1} of the pattern are empty and could change places, "
                    "so that no puzzle has it"
                )
