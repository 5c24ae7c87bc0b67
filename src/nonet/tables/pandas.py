"""pandas: importing this module gives every Series a ``.sudoku``, which returns Arrow-backed Series.

>>> import pandas as pd
>>> import nonet.tables.pandas
>>> frame = pd.DataFrame({"quizzes": ["." * 81, "1" * 81, None]}, index=[3, 4, 5])
>>> frame.quizzes.sudoku.check().to_dict()
{3: 'several', 4: 'conflict', 5: 'missing'}
"""

from __future__ import annotations

from typing import Any

from ..bulk import check_not_numbers, compute_columns
from ..errors import ArgumentError
from ..extras import require
from ..rows import as_arrow
from .methods import SudokuMethods

pd = require("pandas")

__all__ = ["SudokuAccessor"]


@pd.api.extensions.register_series_accessor("sudoku")
class SudokuAccessor(SudokuMethods[Any]):
    """The methods of ``frame.quizzes.sudoku``. The results have the index and the name of the Series.

    >>> pd.Series(["." * 81], name="quiz").sudoku.count(limit=9)
    0    9
    Name: quiz, dtype: uint64[pyarrow]
    """

    def __init__(self, series: Any) -> None:
        self._series = series

    def _compute(self, name: str, **options: Any) -> Any:
        values = compute_columns(_as_arrow(self._series), [name], **options)[0]
        array = pd.arrays.ArrowExtensionArray(values)
        return pd.Series(array, index=self._series.index, name=self._series.name)


def _as_arrow(series: Any) -> Any:
    """Return a Series as Arrow. If it has objects of several types, each that is not text becomes text."""
    if pd.api.types.infer_dtype(series, skipna=True) in ("integer", "floating", "mixed-integer-float", "decimal"):
        check_not_numbers(require("pyarrow").int64())
    try:
        return as_arrow(series)
    except ArgumentError:
        return as_arrow(series.where(series.isna(), series.astype(str)).astype("string"))
