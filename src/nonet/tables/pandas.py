"""pandas: importing this module gives every Series a ``.sudoku``; what it answers is an Arrow-backed Series.

>>> import pandas as pd
>>> import nonet.tables.pandas
>>> frame = pd.DataFrame({"quizzes": ["." * 81, "1" * 81, None]}, index=[3, 4, 5])
>>> frame.quizzes.sudoku.check().to_dict()
{3: 'several', 4: 'conflict', 5: 'missing'}
"""

from __future__ import annotations

from typing import Any

from .columns import answers_to
from .needs import needed, pa
from .verbs import Verbs

pd = needed("pandas")

__all__ = ["SudokuAccessor"]


@pd.api.extensions.register_series_accessor("sudoku")
class SudokuAccessor(Verbs[Any]):
    """What ``frame.quizzes.sudoku`` offers; the index and the name of the Series stay.

    >>> pd.Series(["." * 81], name="quiz").sudoku.count(limit=9)
    0    9
    Name: quiz, dtype: uint32[pyarrow]
    """

    def __init__(self, series: Any) -> None:
        self._series = series

    def _answer(self, name: str, **options: Any) -> Any:
        values = answers_to(_arrow(self._series), [name], **options)[0]
        array = pd.arrays.ArrowExtensionArray(values)
        return pd.Series(array, index=self._series.index, name=self._series.name)


def _arrow(series: Any) -> Any:
    """The Series as Arrow; among objects of several kinds those that are no text are taken as their text."""
    try:
        return pa.array(series, from_pandas=True)
    except (pa.ArrowInvalid, pa.ArrowTypeError):
        missing = series.isna()
        return pa.array(series.where(missing, series.astype(str)), pa.string(), from_pandas=True)
