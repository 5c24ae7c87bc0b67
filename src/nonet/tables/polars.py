"""Polars: importing this module gives expressions and series a ``.sudoku``, in eager and lazy frames.

>>> import polars as pl
>>> import nonet.tables.polars
>>> frame = pl.LazyFrame({"quizzes": ["." * 81, "1" * 81, None]})
>>> frame.select(pl.col("quizzes").sudoku.check()).collect().to_series().to_list()
['several', 'conflict', 'missing']
"""

from __future__ import annotations

from typing import Any

from ..bulk import COLUMNS, compute_columns
from ..extras import require
from ..rows import as_arrow
from .methods import SudokuMethods

pl = require("polars")

__all__ = ["SudokuExpr", "SudokuSeries"]


def _compute(series: Any, name: str, options: dict[str, Any]) -> Any:
    values = compute_columns(as_arrow(series), [name], **options)[0]
    return pl.Series(series.name, values, dtype=_dtype(name))


def _dtype(name: str) -> Any:
    return pl.from_arrow(require("pyarrow").chunked_array([], COLUMNS[name].type)).dtype


@pl.api.register_expr_namespace("sudoku")
class SudokuExpr(SudokuMethods[Any]):
    """The methods of ``pl.col("quizzes").sudoku``.

    >>> pl.select(pl.lit("." * 81).sudoku.count(limit=9)).item()
    9
    """

    def __init__(self, expression: Any) -> None:
        self._expression = expression

    def _compute(self, name: str, **options: Any) -> Any:
        return self._expression.map_batches(
            lambda series: _compute(series, name, options), return_dtype=_dtype(name), is_elementwise=True
        )


@pl.api.register_series_namespace("sudoku")
class SudokuSeries(SudokuMethods[Any]):
    """The methods of ``frame["quizzes"].sudoku``.

    >>> pl.Series(["." * 81]).sudoku.count().to_list()
    [2]
    """

    def __init__(self, series: Any) -> None:
        self._series = series

    def _compute(self, name: str, **options: Any) -> Any:
        return _compute(self._series, name, options)
