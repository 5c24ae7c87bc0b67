"""Columns of Arrow, Polars and pandas, and arrays of texts: all are accepted, and null rows are reported."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from nonet import ArgumentError
from nonet.engine import Status, canonical_many, count_many, pencilmarks_many, solve_many
from nonet.rows import Rows

from ..boards import INKALA, SEVENTEEN, WIKIPEDIA

TEXTS = [WIKIPEDIA, INKALA.replace(".", "0"), SEVENTEEN, "." * 81]
MAKERS: dict[str, Callable[[list[Any]], Any]] = {
    "S81": lambda texts: np.array(texts, "S81"),
    "U81": lambda texts: np.array(texts, "U81"),
    "object": lambda texts: np.array(texts, object),
    "bytes objects": lambda texts: np.array([text and text.encode() for text in texts], object),
    "StringDType": lambda texts: np.array(texts, np.dtypes.StringDType(na_object=None)),
    "Arrow array": pa.array,
    "Arrow chunked array": lambda texts: pa.chunked_array([texts[:1], texts[1:]]),
    "Arrow dictionary": lambda texts: pa.array(texts).dictionary_encode(),
    "Arrow string view": lambda texts: pa.array(texts, pa.string_view()),
    "Polars": pl.Series,
    "Polars categorical": lambda texts: pl.Series(texts, dtype=pl.Categorical),
    "pandas object": lambda texts: pd.Series(texts, dtype=object),
    "pandas str": lambda texts: pd.Series(texts, dtype="str"),
    "pandas string": lambda texts: pd.Series(texts, dtype="string"),
    "pandas Arrow": lambda texts: pd.Series(texts, dtype=pd.ArrowDtype(pa.string())),
}
WITHOUT_NULL = ("S81", "U81")
"""These arrays cannot contain null."""


@pytest.mark.parametrize("name", MAKERS)
def test_all_columns_give_the_same_results(name: str) -> None:
    column, expected = MAKERS[name](TEXTS), solve_many(TEXTS)
    batch = solve_many(column)
    assert batch.status.tolist() == expected.status.tolist()
    assert np.array_equal(batch.solutions, expected.solutions)
    assert count_many(column).counts.tolist() == [1, 1, 1, 2]
    assert np.array_equal(pencilmarks_many(column), pencilmarks_many(TEXTS))
    assert np.array_equal(canonical_many(column).digits, canonical_many(TEXTS).digits)


@pytest.mark.parametrize("name", [name for name in MAKERS if name not in WITHOUT_NULL])
def test_null_rows_are_bad(name: str) -> None:
    column = MAKERS[name]([WIKIPEDIA, None, "12", None])
    batch = solve_many(column)
    assert batch.status.tolist() == [Status.UNIQUE, *[Status.BAD_LENGTH] * 3]
    reasons = ["the value is missing", "2 cells, but a 9x9 board has 81", "the value is missing"]
    assert [batch.reason(row) for row in (1, 2, 3)] == reasons
    assert Rows.of(column).missing is not None


@pytest.mark.parametrize("missing", [None, float("nan"), pd.NA])
def test_every_kind_of_null_in_an_object_array(missing: object) -> None:
    rows = Rows.of(np.array([WIKIPEDIA, missing], object))
    assert rows.misfits.tolist() == [1]
    assert rows.missing is not None
    assert rows.missing.tolist() == [False, True]


def test_short_texts_in_a_bytes_array() -> None:
    assert solve_many(np.array([WIKIPEDIA, "12"], "S81")).status.tolist() == [Status.UNIQUE, Status.BAD_LENGTH]


@pytest.mark.parametrize("make", [lambda rows: pa.array(rows, pa.list_(pa.int64())), pl.Series, pd.Series])
def test_columns_of_lists(make: Callable[[Any], Any]) -> None:
    digits = [0 if cell == "." else int(cell) for cell in WIKIPEDIA]
    batch = solve_many(make([digits, [10, *digits[1:]], digits[:80]]))
    assert batch.status.tolist() == [Status.UNIQUE, Status.BAD_VALUE, Status.BAD_LENGTH]
    assert batch.reason(1).startswith("r1c1 is 10, but a cell of a 9x9 board must be 1-9")
    assert batch.reason(2) == "80 cells, but a 9x9 board has 81"


def test_without_arrow_series_are_read_value_by_value(monkeypatch: pytest.MonkeyPatch) -> None:
    series = pd.Series([WIKIPEDIA, None])
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    assert solve_many(series).status.tolist() == [Status.UNIQUE, Status.BAD_LENGTH]


def test_columns_without_puzzles() -> None:
    assert len(solve_many(pa.chunked_array([], pa.string()))) == 0
    assert solve_many(pa.nulls(2)).status.tolist() == [Status.BAD_LENGTH] * 2
    with pytest.raises(ArgumentError, match="a column of puzzles must have text, bytes or lists of 81 integers"):
        solve_many(pa.array([1.5]))
