"""nonet: Sudoku software for Python.

Boards are `Grid` values. The functions take a `Grid` or its plain text, and never change their arguments.

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

from .cellset import CellSet
from .errors import (
    ArgumentError,
    ColumnError,
    Contradiction,
    FileError,
    FormatError,
    MissingExtra,
    MissingKernel,
    NonetError,
    NoSolution,
    NotFound,
    NotUnique,
    OutOfTime,
    SettingError,
    ShapeError,
    WorkerError,
)
from .geometry import Cell, Shape
from .grid import Conflict, Grid
from .position import Position
from .puzzle import Puzzle
from .version import __version__ as __version__

if TYPE_CHECKING:
    from . import bulk, create, drawing, engine, formats, judge, logic, search, tables, transforms, variants
    from .certificate import Certificate, certify
    from .create import generate, harder, minimize, neighbors, practice, redundant_clues
    from .drawing import draw
    from .engine import Batch, Forms, canonical_many, count_many, pencilmarks_many, solve_many
    from .formats import Entry, read, read_many, read_position, write
    from .logic import Explanation, Hint, Level, Rating, Step, explain, hint, rate, rate_many, steps
    from .search import Best, Trace
    from .solving import Report, check, count, maximize, pencilmarks, solutions, solve, true_candidates
    from .transforms import Transform, automorphisms, canonical, canonical_transform, isomorphic, transform

__all__ = [
    "ArgumentError",
    "Batch",
    "Best",
    "Cell",
    "CellSet",
    "Certificate",
    "ColumnError",
    "Conflict",
    "Contradiction",
    "Entry",
    "Explanation",
    "FileError",
    "FormatError",
    "Forms",
    "Grid",
    "Hint",
    "Level",
    "MissingExtra",
    "MissingKernel",
    "NoSolution",
    "NonetError",
    "NotFound",
    "NotUnique",
    "OutOfTime",
    "Position",
    "Puzzle",
    "Rating",
    "Report",
    "SettingError",
    "Shape",
    "ShapeError",
    "Step",
    "Trace",
    "Transform",
    "WorkerError",
    "automorphisms",
    "bulk",
    "canonical",
    "canonical_many",
    "canonical_transform",
    "certify",
    "check",
    "count",
    "count_many",
    "create",
    "draw",
    "drawing",
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
    "neighbors",
    "pencilmarks",
    "pencilmarks_many",
    "practice",
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
    "true_candidates",
    "variants",
    "write",
]

_PACKAGES = (
    "bulk",
    "create",
    "drawing",
    "engine",
    "formats",
    "judge",
    "logic",
    "search",
    "tables",
    "transforms",
    "variants",
)
_NAMES_OF = {
    "certificate": "Certificate certify",
    "create": "generate harder minimize neighbors practice redundant_clues",
    "drawing": "draw",
    "engine": "Batch Forms canonical_many count_many pencilmarks_many solve_many",
    "formats": "Entry read read_many read_position write",
    "logic": "Explanation Hint Level Rating Step explain hint rate rate_many steps",
    "search": "Best Trace",
    "solving": "Report check count maximize pencilmarks solutions solve true_candidates",
    "transforms": "Transform automorphisms canonical canonical_transform isomorphic transform",
}
"""The names that are imported when they are first used, so that ``import nonet`` takes little time."""

_MODULE_OF = {name: module for module, names in _NAMES_OF.items() for name in names.split()}


def __getattr__(name: str) -> object:
    if name in _PACKAGES:
        return import_module(f".{name}", __name__)
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f".{_MODULE_OF[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_PACKAGES, *_MODULE_OF})
