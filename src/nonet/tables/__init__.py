"""Tables: puzzles in Arrow columns, data frames, Parquet files and clusters, without a loop of one's own.

Columns go to the kernel as the buffers they are, and come back as Arrow columns. Polars, pandas and DuckDB are thin
over that: ``import nonet.tables.polars`` or ``nonet.tables.pandas`` gives columns a ``.sudoku``, and `register` gives
a DuckDB connection its functions.

>>> import pyarrow as pa
>>> from nonet import tables
>>> tables.check(pa.array(["." * 81, "1" * 81, None])).to_pylist()
['several', 'conflict', 'missing']
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..late import fetching

if TYPE_CHECKING:
    from .arrow import answer, canonical, check, count, pencilmarks, rate, solve
    from .columns import COLUMNS, Answers, Column, column
    from .dataset import make_dataset
    from .duckdb import register
    from .jobs import answer_files

__all__ = [
    "COLUMNS",
    "Answers",
    "Column",
    "answer",
    "answer_files",
    "canonical",
    "check",
    "column",
    "count",
    "make_dataset",
    "pencilmarks",
    "rate",
    "register",
    "solve",
]

_FILE_OF = {
    **dict.fromkeys(("answer", "canonical", "check", "count", "pencilmarks", "rate", "solve"), "arrow"),
    **dict.fromkeys(("COLUMNS", "Answers", "Column", "column"), "columns"),
    "answer_files": "jobs",
    "make_dataset": "dataset",
    "register": "duckdb",
}

__getattr__ = fetching(__name__, _FILE_OF)
