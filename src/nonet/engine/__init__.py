"""The engine: many puzzles at once, arrays in and out; one contract, two backends.

Each puzzle has a lane of its own in wide arrays, and one operation is a step in all lanes: in the compiled kernel a
few lanes fill a register of the processor (`native`), in NumPy some thousand fill the cache (`numpy_lanes`). Both
walk the same search tree, so they find the same solution first. `backend` says which one answers.

>>> from nonet.engine import solve_many
>>> solve_many(b"1" + b"." * 80 + b"\\n" + b"12" * 40 + b"\\n").status
array([ 2, 12], dtype=uint8)

NumPy is imported with the first name that needs it; `single`, which asks the kernel about one puzzle, does not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..late import fetching

if TYPE_CHECKING:
    from .batch import Batch, Status
    from .many import backend, count_many, is_solution, pencilmarks_many, solve_many
    from .puzzles import PuzzleBatch

__all__ = [
    "Batch",
    "PuzzleBatch",
    "Status",
    "backend",
    "count_many",
    "is_solution",
    "pencilmarks_many",
    "solve_many",
]

_FILE_OF = {
    **dict.fromkeys(("Batch", "Status"), "batch"),
    **dict.fromkeys(("backend", "count_many", "is_solution", "pencilmarks_many", "solve_many"), "many"),
    "PuzzleBatch": "puzzles",
}

__getattr__ = fetching(__name__, _FILE_OF)
