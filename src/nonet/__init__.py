"""nonet: Sudoku software for Python.

The front door: everything a user imports. Boards are `Grid` values; the functions take a `Grid`, or plain text where
that is enough, and never change what they are given.

>>> import nonet
>>> puzzle = nonet.Grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
>>> print(nonet.solve(puzzle))
534678912672195348198342567859761423426853791713924856961537284287419635345286179
>>> nonet.check(puzzle).is_valid
True
"""

from __future__ import annotations

from .errors import (
    Contradiction,
    FormatError,
    MissingExtra,
    NonetError,
    NoSolution,
    NotUnique,
    OutOfTime,
    ShapeError,
)
from .formats import Entry, read, read_many, read_position, write
from .geometry import Cell, CellSet, Shape
from .grid import Conflict, Grid
from .position import Position
from .search import Best, Trace
from .solving import Report, check, count, maximize, solutions, solve

__version__ = "0.1.0"

__all__ = [
    "Best",
    "Cell",
    "CellSet",
    "Conflict",
    "Contradiction",
    "Entry",
    "FormatError",
    "Grid",
    "MissingExtra",
    "NoSolution",
    "NonetError",
    "NotUnique",
    "OutOfTime",
    "Position",
    "Report",
    "Shape",
    "ShapeError",
    "Trace",
    "check",
    "count",
    "maximize",
    "read",
    "read_many",
    "read_position",
    "solutions",
    "solve",
    "write",
]
