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

from .drawing import draw  # before anyone can import the room of that name: `nonet.draw` is the function
from .errors import (
    Contradiction,
    FormatError,
    MissingExtra,
    NonetError,
    NoSolution,
    NotFound,
    NotUnique,
    OutOfTime,
    ShapeError,
)
from .geometry import Cell, CellSet, Shape
from .grid import Conflict, Grid
from .late import fetching
from .position import Position

if TYPE_CHECKING:
    from . import create, engine, formats, judge, logic, search, tables, transforms
    from .create import generate, harder, minimize, neighbours, redundant_clues
    from .engine import Batch, count_many, pencilmarks_many, solve_many
    from .formats import Entry, read, read_many, read_position, write
    from .logic import Hint, Level, Path, Rating, Step, explain, hint, rate, rate_many, steps
    from .search import Best, Trace
    from .solving import Report, check, count, maximize, solutions, solve
    from .transforms import (
        Forms,
        Transform,
        automorphisms,
        canonical,
        canonical_many,
        canonicalize,
        isomorphic,
        transform,
    )

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
    "Forms",
    "Grid",
    "Hint",
    "Level",
    "MissingExtra",
    "NoSolution",
    "NonetError",
    "NotFound",
    "NotUnique",
    "OutOfTime",
    "Path",
    "Position",
    "Rating",
    "Report",
    "Shape",
    "ShapeError",
    "Step",
    "Trace",
    "Transform",
    "automorphisms",
    "canonical",
    "canonical_many",
    "canonicalize",
    "check",
    "count",
    "count_many",
    "create",
    "draw",
    "engine",
    "explain",
    "formats",
    "generate",
    "harder",
    "hint",
    "isomorphic",
    "judge",
    "logic",
    "maximize",
    "minimize",
    "neighbours",
    "pencilmarks_many",
    "rate",
    "rate_many",
    "read",
    "read_many",
    "read_position",
    "redundant_clues",
    "search",
    "solutions",
    "solve",
    "solve_many",
    "steps",
    "tables",
    "transform",
    "transforms",
    "write",
]

_ROOMS = ("create", "engine", "formats", "judge", "logic", "search", "tables", "transforms")
_ROOM_OF = {
    **dict.fromkeys(("generate", "harder", "minimize", "neighbours", "redundant_clues"), "create"),
    **dict.fromkeys(("Batch", "count_many", "pencilmarks_many", "solve_many"), "engine"),
    **dict.fromkeys(("Entry", "read", "read_many", "read_position", "write"), "formats"),
    **dict.fromkeys(
        ("Hint", "Level", "Path", "Rating", "Step", "explain", "hint", "rate", "rate_many", "steps"), "logic"
    ),
    **dict.fromkeys(("Best", "Trace"), "search"),
    **dict.fromkeys(("Report", "check", "count", "maximize", "solutions", "solve"), "solving"),
    **dict.fromkeys(
        (
            "Forms",
            "Transform",
            "automorphisms",
            "canonical",
            "canonical_many",
            "canonicalize",
            "isomorphic",
            "transform",
        ),
        "transforms",
    ),
}
"""The names that are fetched from their room when they are first asked for, so that importing nonet costs little."""


_fetch = fetching(__name__, _ROOM_OF)


def __getattr__(name: str) -> object:
    return import_module(f".{name}", __name__) if name in _ROOMS else _fetch(name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_ROOMS, *_ROOM_OF})
