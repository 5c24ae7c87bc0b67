"""Ratings as a column: the same in every library."""

from __future__ import annotations

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa

import nonet
import nonet.tables.pandas
import nonet.tables.polars
from nonet.bulk import compute_columns
from nonet.tables import register
from tests.boards import SEVENTEEN, WIKIPEDIA

ROWS = [WIKIPEDIA, SEVENTEEN.replace(".", "0"), 81 * ".", "abc", None]


def expected() -> list[dict[str, object] | None]:
    ratings = [nonet.rate(WIKIPEDIA), nonet.rate(SEVENTEEN)]
    rows = [{"level": r.level.title, "score": r.score, "hardest": r.hardest, "steps": r.steps} for r in ratings]
    return [*rows, None, None, None]


def test_ratings_of_arrow_polars_pandas_and_duckdb_agree() -> None:
    assert compute_columns(pa.array(ROWS), ["rating"], threads=1)[0].to_pylist() == expected()
    frame = pl.DataFrame({"puzzle": ROWS}).select(pl.col("puzzle").sudoku.rate(threads=1))  # type: ignore[attr-defined]
    assert frame["puzzle"].to_list() == expected()
    rated = pd.Series(ROWS).sudoku.rate(threads=1)
    assert [None if row is None or row is pd.NA else dict(row) for row in rated] == expected()
    with duckdb.connect() as connection:
        register(connection)
        connection.register("rows", pa.table({"id": list(range(len(ROWS))), "puzzle": ROWS}))
        found = connection.execute("select sudoku_rate(puzzle) from rows order by id").fetchall()
    assert [row for (row,) in found] == expected()


def test_several_processes_give_the_same_ratings() -> None:
    assert compute_columns(pa.array(ROWS), ["rating"], threads=2)[0].to_pylist() == expected()


def test_ratings_of_sudoku_explainer_agree_in_every_library() -> None:
    found = [nonet.rate(puzzle, scale="se").se for puzzle in (WIKIPEDIA, SEVENTEEN)]
    wanted = [*(se and se._asdict() for se in found), None, None, None]
    assert compute_columns(pa.array(ROWS), ["se"], threads=2)[0].to_pylist() == wanted
    frame = pl.DataFrame({"puzzle": ROWS}).select(pl.col("puzzle").sudoku.se(threads=1))  # type: ignore[attr-defined]
    assert frame["puzzle"].to_list() == wanted
    with duckdb.connect() as connection:
        register(connection)
        connection.register("rows", pa.table({"id": list(range(len(ROWS))), "puzzle": ROWS}))
        rows = connection.execute("select sudoku_se(puzzle) from rows order by id").fetchall()
    assert [row for (row,) in rows] == wanted


def test_the_canonical_form_can_be_rated_instead() -> None:
    turned = [row if row is None else row[::-1] for row in ROWS]
    found = nonet.tables.se(pa.array(ROWS), canonical=True, threads=1).to_pylist()
    assert found == nonet.tables.se(pa.array(turned), canonical=True, threads=1).to_pylist()
    rating = nonet.rate(WIKIPEDIA, scale="se", canonical=True).se
    assert rating is not None
    assert found[0] == rating._asdict()
    frame = pl.DataFrame({"puzzle": ROWS}).select(pl.col("puzzle").sudoku.se(canonical=True))  # type: ignore[attr-defined]
    assert frame["puzzle"].to_list() == found
