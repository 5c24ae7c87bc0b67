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

from importlib import import_module
from typing import TYPE_CHECKING

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
from .geometry import Cell, CellSet, Shape
from .grid import Conflict, Grid
from .position import Position

if TYPE_CHECKING:
    from . import draw, engine, formats, judge, search, tables
    from .engine import Batch, count_many, pencilmarks_many, solve_many
    from .formats import Entry, read, read_many, read_position, write
    from .search import Best, Trace
    from .solving import Report, check, count, maximize, solutions, solve

__version__ = "0.1.0"

__all__ = [
    "Batch",
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
    "count_many",
    "draw",
    "engine",
    "formats",
    "judge",
    "maximize",
    "pencilmarks_many",
    "read",
    "read_many",
    "read_position",
    "search",
    "solutions",
    "solve",
    "solve_many",
    "tables",
    "write",
]

_ROOMS = ("draw", "engine", "formats", "judge", "search", "tables")
_ROOM_OF = {
    **dict.fromkeys(("Batch", "count_many", "pencilmarks_many", "solve_many"), "engine"),
    **dict.fromkeys(("Entry", "read", "read_many", "read_position", "write"), "formats"),
    **dict.fromkeys(("Best", "Trace"), "search"),
    **dict.fromkeys(("Report", "check", "count", "maximize", "solutions", "solve"), "solving"),
}
"""The names that are fetched from their room when they are first asked for, so that importing nonet costs little."""


def __getattr__(name: str) -> object:
    if name in _ROOMS:
        return import_module(f".{name}", __name__)
    if name not in _ROOM_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f".{_ROOM_OF[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_ROOMS, *_ROOM_OF})
