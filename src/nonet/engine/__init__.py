"""The engine: many puzzles at once, arrays in and out, with two backends that give the same results.

Each puzzle has its own lane in wide arrays, and one operation is a step in all lanes. In the compiled kernel some lanes
fill a register of the CPU; in NumPy some thousand lanes fill the cache. Both walk the same search tree, so they find
the same solution first.

>>> from nonet.engine import solve_many
>>> solve_many(b"1" + b"." * 80 + b"\\n" + b"12" * 40 + b"\\n").status
array([ 2, 12], dtype=uint8)

| file | contents |
| --- | --- |
| many | solve_many, count_many, pencilmarks_many, is_solution; fill_many for the generator |
| canonical | canonical_many and its result, Forms |
| batch | Batch: the results as arrays |
| native_lanes | the backend in the compiled kernel |
| numpy_lanes, numpy_sweep, numpy_branch | the backend in NumPy: search, propagation, choice of a guess |
"""

from __future__ import annotations

from ..kernel import Status, backend
from ..rows import PuzzleBatch
from .batch import Batch
from .canonical import Forms, canonical_many
from .many import count_many, fill_many as fill_many, is_solution, pencilmarks_many, solve_many

__all__ = [
    "Batch",
    "Forms",
    "PuzzleBatch",
    "Status",
    "backend",
    "canonical_many",
    "count_many",
    "is_solution",
    "pencilmarks_many",
    "solve_many",
]
