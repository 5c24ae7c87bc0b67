"""Polars, pandas and DuckDB give the same columns as Arrow."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import nonet.tables.pandas
import nonet.tables.polars
from nonet import tables
from nonet.extras import install_command
from tests.boards import WIKIPEDIA, WIKIPEDIA_SOLUTION

from ..bulk.rows import EMPTY, TEXTS, digits, expected

GIVE_SUDOKU = (nonet.tables.pandas, nonet.tables.polars)
"""The modules that give columns a ``.sudoku`` when they are imported."""
METHODS = {"solve": "solution", "count": "count", "check": "status"}
NEEDED = expected(TEXTS)
PENCILMARKS = tables.pencilmarks(pa.array(TEXTS)).to_pylist()


class TestPolars:
    def test_expressions_in_eager_and_lazy_frames(self) -> None:
        frame = pl.DataFrame({"quizzes": TEXTS, "id": range(len(TEXTS))})
        quizzes: Any = pl.col("quizzes")
        asked = {name: getattr(quizzes.sudoku, method)() for method, name in METHODS.items()}
        for result in (
            frame.with_columns(**asked),
            frame.lazy().with_columns(**asked).collect(),
            frame.lazy().with_columns(**asked).collect(engine="streaming"),
        ):
            assert result.to_dict(as_series=False) == {**frame.to_dict(as_series=False), **NEEDED}
        assert frame.lazy().select(quizzes.sudoku.solve()).collect_schema() == {"quizzes": pl.String}

    def test_series_keep_their_name(self) -> None:
        series: Any = pl.Series("quizzes", TEXTS)
        for method, name in METHODS.items():
            result = getattr(series.sudoku, method)()
            assert (result.name, result.to_list()) == ("quizzes", NEEDED[name])
        assert [row if row is None else list(row) for row in series.sudoku.pencilmarks()] == PENCILMARKS

    def test_slices_filters_and_several_chunks(self) -> None:
        series = pl.Series(TEXTS).append(pl.Series(TEXTS))
        assert series.n_chunks() == 2
        assert series[3:20].sudoku.check().to_list() == (NEEDED["status"] * 2)[3:20]  # type: ignore[attr-defined]
        odd: Any = series.filter(pl.Series([i % 2 == 1 for i in range(len(series))]))
        assert odd.sudoku.check().to_list() == (NEEDED["status"] * 2)[1::2]

    def test_other_types(self) -> None:
        boards = [digits(WIKIPEDIA), digits(EMPTY)]
        nested = [[board[i : i + 9] for i in range(0, 81, 9)] for board in boards]
        kinds: list[tuple[Any, Any]] = [
            (pl.Array(pl.UInt8, 81), boards),
            (pl.List(pl.Int64), boards),
            (pl.Array(pl.UInt8, (9, 9)), nested),
        ]
        for kind, rows in kinds:
            series: Any = pl.Series(rows, dtype=kind)
            assert series.sudoku.count().to_list() == [1, 2], kind
        category: Any = pl.Series([WIKIPEDIA, None, WIKIPEDIA], dtype=pl.Categorical)
        assert category.sudoku.solve().to_list() == [WIKIPEDIA_SOLUTION, None, WIKIPEDIA_SOLUTION]

    def test_grouped_rows(self) -> None:
        quizzes: Any = pl.col("q")
        frame = pl.DataFrame({"g": [1, 2, 1], "q": [WIKIPEDIA, EMPTY, EMPTY]})
        sums = frame.group_by("g", maintain_order=True).agg(quizzes.sudoku.count().sum())
        assert sums["q"].to_list() == [3, 2]

    def test_all_results_from_one_search(self) -> None:
        quizzes: Any = pl.col("quizzes")
        lazy = pl.LazyFrame({"quizzes": TEXTS}).select(quizzes.sudoku.answer().alias("a")).unnest("a")
        assert lazy.collect().to_dict(as_series=False) == NEEDED
        frame = pd.DataFrame({"quizzes": TEXTS}).quizzes.sudoku.answer().struct.explode()
        assert pa.Table.from_pandas(frame).to_pydict() == NEEDED
        with duckdb.connect() as connection:
            tables.register(connection)
            connection.register("puzzles", pa.table({"id": range(len(TEXTS)), "puzzle": TEXTS}))
            query = "select unnest(sudoku_answer(puzzle)) from puzzles order by id"
            columns = zip(*connection.execute(query).fetchall(), strict=True)
            assert dict(zip(NEEDED, map(list, columns), strict=True)) == NEEDED


class TestPandas:
    @pytest.mark.parametrize("dtype", ["object", "str", "string[pyarrow]"])
    def test_a_series_keeps_its_index(self, dtype: str) -> None:
        frame = pd.DataFrame({"quizzes": pd.Series(TEXTS, dtype=dtype)})
        frame.index = pd.Index(range(100, 100 + len(TEXTS)))
        for method, name in METHODS.items():
            result = getattr(frame.quizzes.sudoku, method)()
            assert result.index.equals(frame.index)
            assert [None if pd.isna(value) else value for value in result] == NEEDED[name]
        assert frame.assign(solution=frame.quizzes.sudoku.solve()).solution.notna().sum() == NEEDED["count"].count(1)

    def test_objects_of_several_kinds(self) -> None:
        mixed = pd.Series([WIKIPEDIA, 7, None, 1.5], dtype="object")
        assert mixed.sudoku.check().tolist() == ["unique", "bad", "missing", "bad"]
        rows = pd.Series([digits(WIKIPEDIA), digits(EMPTY)])
        assert rows.sudoku.count(limit=3).tolist() == [1, 3]
        assert pd.Series([], dtype="str").sudoku.solve().tolist() == []


class TestDuckDB:
    def test_functions_over_a_table(self) -> None:
        rows = TEXTS * 200  # more than one vector
        with duckdb.connect() as connection:
            tables.register(connection)
            connection.register("puzzles", pa.table({"id": range(len(rows)), "puzzle": rows}))
            found = connection.execute(
                "select sudoku_solve(puzzle), sudoku_count(puzzle), sudoku_check(puzzle) from puzzles order by id"
            ).fetchall()
            assert [list(column) for column in zip(*found, strict=True)] == [
                NEEDED[name] * 200 for name in ("solution", "count", "status")
            ]
            marks = connection.execute("select sudoku_pencilmarks(puzzle) from puzzles order by id limit 14").fetchall()
            assert [row[0] and list(row[0]) for row in marks] == PENCILMARKS
            assert connection.execute(
                "select count(*) from puzzles where sudoku_check(puzzle) = 'unique'"
            ).fetchone() == (NEEDED["status"].count("unique") * 200,)

    def test_registering_again_changes_the_limit(self) -> None:
        with duckdb.connect() as connection:
            for limit in (2, 7):
                tables.register(connection, limit=limit)
                assert connection.execute("select sudoku_count(repeat('.', 81))").fetchone() == (limit,)


@pytest.mark.parametrize(
    ("library", "code", "extra"),
    [
        ("pyarrow", "nonet.tables.solve([])", "tables"),
        ("pyarrow", "nonet.bulk.process_files('a.csv', 'b.parquet')", "tables"),
        ("polars", "import nonet.tables.polars", "polars"),
        ("pandas", "import nonet.tables.pandas", "pandas"),
        ("duckdb", "nonet.tables.register(None)", "duckdb"),
        ("ray", "nonet.bulk.clusters.Ray()", "ray"),
        ("distributed", "nonet.bulk.clusters.Dask()", "dask"),
    ],
)
def test_the_message_for_a_missing_library_says_what_to_install(library: str, code: str, extra: str) -> None:
    program = (
        f"import sys; sys.modules[{library!r}] = None\nimport nonet, nonet.bulk.clusters, nonet.tables\n"
        f"try:\n    {code}\nexcept nonet.MissingExtra as error:\n    print(error)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == f"this needs {library}, which is not installed: {install_command(extra)}\n"
