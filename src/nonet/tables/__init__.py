"""Puzzles in Arrow columns and data frames: a whole column at once, without a loop.

These are thin adapters over `nonet.bulk`. The functions here take Arrow columns and tables. ``import
nonet.tables.polars`` or ``import nonet.tables.pandas`` gives columns a ``.sudoku``, and `register` gives a DuckDB
connection SQL functions. For files see `nonet.bulk.process_files`.

>>> import pyarrow as pa
>>> from nonet import tables
>>> tables.check(pa.array(["." * 81, "1" * 81, None])).to_pylist()
['several', 'conflict', 'missing']

| file | contents |
| --- | --- |
| arrow | solve, count, check and so on for Arrow columns; answer for tables |
| methods | the same as methods, for data frame libraries |
| polars, pandas | ``.sudoku`` for their columns; import them yourself |
| duckdb | register: SQL functions |
"""

from __future__ import annotations

from .arrow import answer, canonical, check, clues, count, guesses, pencilmarks, rate, se, solve
from .duckdb import register

__all__ = [
    "answer",
    "canonical",
    "check",
    "clues",
    "count",
    "guesses",
    "pencilmarks",
    "rate",
    "register",
    "se",
    "solve",
]
