"""DuckDB: SQL functions over whole vectors, once they are registered with a connection."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .columns import COLUMNS, answers_to
from .needs import needed, pa

__all__ = ["FUNCTIONS", "register"]

FUNCTIONS = {
    "sudoku_solve": ("solution", "VARCHAR"),
    "sudoku_count": ("count", "UINTEGER"),
    "sudoku_check": ("status", "VARCHAR"),
    "sudoku_answer": ("answer", "STRUCT(solution VARCHAR, count UINTEGER, status VARCHAR)"),
    "sudoku_canonical": ("canonical", "VARCHAR"),
    "sudoku_rate": ("rating", "STRUCT(level VARCHAR, score UINTEGER, hardest VARCHAR, steps USMALLINT)"),
    "sudoku_pencilmarks": ("pencilmarks", "USMALLINT[81]"),
}
"""For each SQL function the column of `nonet.tables.COLUMNS` and the type that it answers."""


def register(connection: Any, *, limit: int = 2) -> None:
    """Give a DuckDB connection sudoku_solve, sudoku_count, sudoku_check, sudoku_answer and the like.

    All those of `FUNCTIONS`. They take text, and answer as the functions of `nonet.tables` do; `limit` is how far
    solutions are counted.
    Registering once more replaces them.

    >>> import duckdb
    >>> with duckdb.connect() as connection:
    ...     register(connection, limit=9)
    ...     connection.sql("select sudoku_count(repeat('.', 81)), sudoku_check('x')").fetchall()
    [(9, 'bad length')]
    """
    needed("duckdb")
    for name, (column, kind) in FUNCTIONS.items():
        known = "select 1 from duckdb_functions() where function_name = ? limit 1"
        if connection.execute(known, [name]).fetchall():
            connection.remove_function(name)
        connection.create_function(
            name, _function(column, limit), ["VARCHAR"], kind, type="arrow", null_handling="special"
        )


def _function(column: str, limit: int) -> Callable[[Any], Any]:
    """One vector of 2,048 rows a call, in one thread: DuckDB itself works in several."""

    def answer(puzzles: Any) -> Any:
        values = answers_to(puzzles, [column], limit=limit, threads=1)[0]
        return values.combine_chunks() if len(values) else pa.array([], COLUMNS[column].type)

    return answer
