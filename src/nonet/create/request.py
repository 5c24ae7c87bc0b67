"""Request: what generated puzzles must have, checked before any puzzle is made; and the symmetries of patterns."""

from __future__ import annotations

import operator
from itertools import pairwise
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..cellset import CellSet
from ..errors import ArgumentError, counted, shortened
from ..geometry import BLANKS, Shape, bits
from ..grid import Grid, as_shape
from ..logic import ExplainerWanted
from .difficulty import Difficulty

__all__ = ["SYMMETRIES", "Clues", "Pattern", "Request", "orbits"]

Clues: TypeAlias = int | range | tuple[int, int]
"""The number of clues: one number, (least, most), or a range, which does not include its end."""
Pattern: TypeAlias = str | Grid | CellSet
"""The cells of the clues: a text or board in which everything but a blank is a clue, or a set of cells."""

_NINE = Shape(3, 3)
_FEWEST_KNOWN = {Shape(2, 2): 4, _NINE: 17}
"""The fewest clues of any puzzle: for 4x4 by trying all, for 9x9 by McGuire, Tugemann and Civario (2012)."""

_HALF_TURN, _QUARTER_TURN = (-1, 0, 0, -1), (0, 1, -1, 0)
_LEFT_RIGHT, _UPSIDE_DOWN = (1, 0, 0, -1), (-1, 0, 0, 1)
_DIAGONAL, _ANTI_DIAGONAL = (0, 1, 1, 0), (0, -1, -1, 0)
_MOVES: dict[str, tuple[tuple[int, int, int, int], ...]] = {
    "none": (),
    "half-turn": (_HALF_TURN,),
    "quarter-turn": (_QUARTER_TURN,),
    "left-right": (_LEFT_RIGHT,),
    "upside-down": (_UPSIDE_DOWN,),
    "mirrors": (_LEFT_RIGHT, _UPSIDE_DOWN),
    "diagonal": (_DIAGONAL,),
    "anti-diagonal": (_ANTI_DIAGONAL,),
    "diagonals": (_DIAGONAL, _ANTI_DIAGONAL),
    "full": (_QUARTER_TURN, _LEFT_RIGHT),
}
"""The moves that keep a pattern as it is. A move (a, b, c, d) takes the cell x rows below and y columns right of the
center to the cell ``a*x + b*y`` rows below and ``c*x + d*y`` columns right of it."""

SYMMETRIES = tuple(_MOVES)
"""The names of the symmetries: turns; mirrors from left to right, upside down, or both; diagonals; all of them."""


def orbits(symmetry: str, shape: Shape) -> tuple[CellSet, ...]:
    """Return the sets of cells that a symmetry ties together; in a pattern, each set is full or empty.

    >>> [len(orbits(name, Shape(3, 3))) for name in ("none", "half-turn", "full")]
    [81, 41, 15]
    >>> orbits("quarter-turn", Shape(2, 2))[0]
    CellSet(['r1c1', 'r1c4', 'r4c1', 'r4c4'], Shape(2, 2))
    """
    if symmetry not in _MOVES:
        raise ArgumentError.unknown("symmetry", symmetry, SYMMETRIES)
    found: list[CellSet] = []
    seen: set[int] = set()
    for cell in range(shape.cells):
        if cell in seen:
            continue
        orbit, new = {cell}, [cell]
        while new:
            images = {_image(new[-1], move, shape.size) for move in _MOVES[symmetry]} - orbit
            new[-1:] = images
            orbit |= images
        seen |= orbit
        found.append(CellSet(orbit, shape))
    return tuple(found)


def _image(cell: int, move: tuple[int, int, int, int], size: int) -> int:
    """Return where a move takes a cell."""
    # Distances from the center are doubled, so that they are integers on boards with an even number of rows too.
    x, y = (2 * part - size + 1 for part in divmod(cell, size))
    a, b, c, d = move
    return (a * x + b * y + size - 1) // 2 * size + (c * x + d * y + size - 1) // 2


class Request(NamedTuple):
    """What every puzzle must have.

    >>> Request.of((3, 3), symmetry="half-turn", clues=(24, 28)).description
    '24 to 28 clues'
    >>> Request.of((2, 2), symmetry="half-turn", clues=5)
    Traceback (most recent call last):
    nonet.errors.ArgumentError: no pattern of a 4x4 board with half-turn symmetry has 5 clues
    """

    shape: Shape
    symmetry: str
    least: int
    most: int
    """The fewest and the most clues."""
    minimal: bool
    """Whether every unit of clues must be needed."""
    extra: int
    """How many clues are added to a minimal puzzle."""
    pattern: CellSet | None
    difficulty: Difficulty | None
    explainer: ExplainerWanted | None = None
    """The ratings of Sudoku Explainer."""

    @classmethod
    def of(
        cls,
        shape: Shape | tuple[int, int] = (3, 3),
        *,
        symmetry: str = "none",
        clues: Clues | None = None,
        pattern: Pattern | None = None,
        minimal: bool | None = None,
        extra: int = 0,
        difficulty: Difficulty | None = None,
        explainer: ExplainerWanted | None = None,
    ) -> Request:
        """Return the request, or raise `ArgumentError` if it is known that no puzzle meets it."""
        shape = as_shape(shape)
        cells = None if pattern is None else _cells_of(pattern, shape)
        extra = operator.index(extra)
        if extra < 0:
            raise ArgumentError(f"extra must be 0 or more, not {shortened(extra)}")
        if extra > shape.cells - _fewest(shape)[0]:
            fewest, reason = _fewest(shape)
            message = f"extra must be at most {shape.cells - fewest}, not {shortened(extra)}"
            raise ArgumentError(f"{message}: no {shape} puzzle has fewer than {fewest} clues, {reason}")
        if extra and minimal:
            raise ArgumentError("minimal and extra exclude each other: a minimal puzzle has no extra clues")
        least, most = (0, shape.cells) if clues is None else _least_and_most(clues, shape)
        is_minimal = minimal if minimal is not None else clues is None and cells is None
        if explainer is not None and shape is not _NINE:
            raise ArgumentError(f"Sudoku Explainer rates 9x9 boards, but shape is {shape.a_board}")
        request = cls(shape, symmetry, least, most, bool(is_minimal), extra, cells, difficulty, explainer)
        _check_number(request) if cells is None else _check_pattern(request, cells)
        return request

    @property
    def limits_clues(self) -> bool:
        """Whether the number of clues matters."""
        return (self.least, self.most) != (0, self.shape.cells)

    @property
    def clues(self) -> str:
        """The number of clues, in words."""
        return f"{self.least} clues" if self.least == self.most else f"{self.least} to {self.most} clues"

    @property
    def unit_of(self) -> NDArray[np.intp]:
        """The unit of each cell: the number of its orbit."""
        units = np.zeros(self.shape.cells, np.intp)
        for number, orbit in enumerate(orbits(self.symmetry, self.shape)):
            units[list(bits(orbit.mask))] = number
        return units

    @property
    def description(self) -> str:
        """What a puzzle that meets the request has, in words."""
        parts = [self.clues] if self.limits_clues else []
        if self.pattern is not None:
            parts.append("one solution with this pattern")
        if self.minimal and parts:
            parts.append("no redundant clue")
        if self.difficulty is not None:
            parts.append(self.difficulty.description)
        if self.explainer is not None:
            parts.append(self.explainer.description)
        return " and ".join(parts) or "the requested properties"


def _least_and_most(clues: Clues, shape: Shape) -> tuple[int, int]:
    try:
        if isinstance(clues, range):
            least, most = min(clues), max(clues)
            if len(clues) != most - least + 1:
                raise TypeError
        else:
            least, most = map(operator.index, clues if isinstance(clues, tuple) else (clues, clues))
    except (TypeError, ValueError):
        message = f"clues must be a number, (least, most) or a range without gaps, not {clues!r:.40}"
        raise ArgumentError(message) from None
    if not 0 <= least <= most <= shape.cells:
        raise ArgumentError(f"clues must be 0 to {shape.cells} on {shape.a_board}, the least first, not {clues}")
    return least, most


def _fewest(shape: Shape) -> tuple[int, str]:
    """Return the fewest clues that a puzzle can have, as far as is known, and why."""
    if shape in _FEWEST_KNOWN:
        return _FEWEST_KNOWN[shape], "as exhaustive search has shown"
    return shape.size - 1, "since two digits that do not appear can be exchanged"


def _check_number(request: Request) -> None:
    """Check that some pattern has a requested number of clues."""
    fewest, reason = _fewest(request.shape)
    if request.most < fewest:
        raise ArgumentError(f"no {request.shape} puzzle has fewer than {fewest} clues, {reason}")
    sums = {0}
    for orbit in orbits(request.symmetry, request.shape):
        sums |= {number + len(orbit) for number in sums}
    if sums.isdisjoint(range(request.least, request.most + 1)):
        where = f"{request.shape.a_board} with {request.symmetry} symmetry"
        raise ArgumentError(f"no pattern of {where} has {request.clues}")


def _cells_of(pattern: Pattern, shape: Shape) -> CellSet:
    if isinstance(pattern, CellSet):
        cells = pattern
    elif isinstance(pattern, Grid):
        cells = pattern.givens
    else:
        marks = "".join(pattern.split())
        if len(marks) != shape.cells:
            raise ArgumentError(f"pattern must have {shape.cells} cells for {shape.a_board}, not {len(marks)}")
        cells = CellSet((i for i, mark in enumerate(marks) if mark not in BLANKS), shape)
    if cells.shape is not shape:
        raise ArgumentError(f"pattern is for {cells.shape.a_board}, but shape is {shape.a_board}")
    return cells


def _check_pattern(request: Request, cells: CellSet) -> None:
    """Check that a puzzle can have the requested pattern."""
    shape = request.shape
    if request.symmetry != "none" or request.extra:
        raise ArgumentError("pattern cannot be combined with symmetry or extra")
    has = f"the pattern has {counted(len(cells), 'clue')}"
    if not request.least <= len(cells) <= request.most:
        raise ArgumentError(f"{has}, but {request.clues} are requested")
    fewest, reason = _fewest(shape)
    if len(cells) < fewest:
        raise ArgumentError(f"{has}, but no {shape} puzzle has fewer than {fewest}, {reason}")
    for name, lines, group in (("rows", shape.rows, shape.box_height), ("columns", shape.columns, shape.box_width)):
        empty = [number for number, line in enumerate(lines) if not any(cells.mask >> cell & 1 for cell in line)]
        for one, other in pairwise(empty):
            if one // group == other // group:
                raise ArgumentError(
                    f"{name} {one + 1} and {other + 1} of the pattern are empty and can be exchanged, "
                    "so no puzzle has one solution"
                )
