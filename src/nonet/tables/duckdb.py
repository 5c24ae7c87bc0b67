"""DuckDB: SQL functions over whole vectors, after they are registered with a connection."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..bulk import COLUMNS, compute_columns
from ..extras import require

__all__ = ["FUNCTIONS", "register"]

FUNCTIONS = {
    "sudoku_solve": ("solution", "VARCHAR"),
    "sudoku_count": ("count", "UBIGINT"),
    "sudoku_check": ("status", "VARCHAR"),
    "sudoku_clues": ("clues", "USMALLINT"),
    "sudoku_guesses": ("guesses", "UBIGINT"),
    "sudoku_answer": ("answer", "STRUCT(solution VARCHAR, count UBIGINT, status VARCHAR)"),
    "sudoku_canonical": ("canonical", "VARCHAR"),
    "sudoku_rate": ("rating", "STRUCT(level VARCHAR, score UINTEGER, hardest VARCHAR, steps USMALLINT)"),
    "sudoku_se": ("se", "STRUCT(er DOUBLE, ep DOUBLE, ed DOUBLE)"),
    "sudoku_canonical_se": ("canonical_se", "STRUCT(er DOUBLE, ep DOUBLE, ed DOUBLE)"),
    "sudoku_pencilmarks": ("pencilmarks", "USMALLINT[81]"),
}
"""The SQL functions: for each the column of `nonet.bulk.COLUMNS` and its type in DuckDB."""


def register(connection: Any, *, limit: int = 2) -> None:
    """Register sudoku_solve, sudoku_count, sudoku_check, sudoku_answer and the like with a DuckDB connection.

    They take text and return the same values as the functions of `nonet.tables`. Solutions are counted up to `limit`.
    Registering again replaces the functions.

    >>> import duckdb
    >>> with duckdb.connect() as connection:
    ...     register(connection, limit=9)
    ...     connection.sql("select sudoku_count(repeat('.', 81)), sudoku_check('x')").fetchall()
    [(9, 'bad')]
    """
    require("duckdb")
    for name, (column, kind) in FUNCTIONS.items():
        known = "select 1 from duckdb_functions() where function_name = ? limit 1"
        if connection.execute(known, [name]).fetchall():
            connection.remove_function(name)
        connection.create_function(
            name, _function(column, limit), ["VARCHAR"], kind, type="arrow", null_handling="special"
        )


def _function(column: str, limit: int) -> Callable[[Any], Any]:
    """Return a function for one vector of 2,048 rows. It uses one thread, since DuckDB itself uses several."""

    def compute(puzzles: Any) -> Any:
        values = compute_columns(puzzles, [column], limit=limit, threads=1)[0]
        return values.combine_chunks() if len(values) else require("pyarrow").array([], COLUMNS[column].type)

    return compute
