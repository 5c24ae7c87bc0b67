"""Boards of other sizes, guesses and clues in tables, and files laid out like public data sets."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import nonet.tables.pandas
import nonet.tables.polars
from nonet import Grid, canonical, count_many, generate, solve, tables
from nonet.bulk import compute_columns, process_files

from ..backends import BACKENDS
from ..boards import WIKIPEDIA, WIKIPEDIA_SOLUTION
from ..engine import reference

SHAPES = [(2, 2), (2, 3), (2, 4), (4, 4)]
INKALA = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


@cache
def puzzle(shape: tuple[int, int]) -> Grid:
    """A puzzle of this shape with one solution; of a large one, each row has one blank."""
    if shape != (4, 4):
        return next(iter(generate(count=1, shape=shape, seed=3)))
    rows = [[(4 * (row % 4) + row // 4 + column) % 16 + 1 for column in range(16)] for row in range(16)]
    return Grid(
        [[0 if column == 5 * row % 16 else row_[column] for column in range(16)] for row, row_ in enumerate(rows)]
    )


def rows_of(grid: Grid) -> list[list[int]]:
    size = grid.shape.size
    return [list(grid)[start : start + size] for start in range(0, size * size, size)]


def of(column: Any) -> Any:
    """Return the methods of a column of Polars, which type checkers do not know."""
    return column.sudoku


# Other sizes


@pytest.mark.parametrize("shape", SHAPES)
def test_a_board_of_another_size_is_solved_as_text_as_a_list_and_as_rows(shape: tuple[int, int]) -> None:
    grid = puzzle(shape)
    for values in ([str(grid)], [list(grid)], [rows_of(grid)]):
        table = tables.answer(pa.table({"puzzle": values, "solution": [str(solve(grid))]}), add=[*ALL])
        assert table.to_pylist()[0] == {
            "puzzle": values[0],
            "solution": str(solve(grid)),
            "count": 1,
            "status": "unique",
            "agrees": True,
            "clues": len(grid.givens),
            "guesses": None,
            "pencilmarks": None,
            "answer": {"solution": str(solve(grid)), "count": 1, "status": "unique"},
        }


ALL = ("count", "status", "agrees", "clues", "guesses", "pencilmarks", "answer")


def test_sizes_can_be_mixed_in_one_column() -> None:
    four, six = puzzle((2, 2)), puzzle((2, 3))
    values = [WIKIPEDIA, str(four), None, str(six), "oops", "1" * 16, "." * 16, INKALA]
    for column in (pa.array(values), pa.chunked_array([values[:3], values[3:]]), pa.array(values).dictionary_encode()):
        solutions = [WIKIPEDIA_SOLUTION, str(solve(four)), None, str(solve(six)), None, None, None, str(solve(INKALA))]
        assert tables.solve(column).to_pylist() == solutions
        words = ["unique", "unique", "missing", "unique", "bad", "conflict", "several", "unique"]
        assert tables.check(column).to_pylist() == words
        assert tables.count(column, limit=5).to_pylist() == [1, 1, None, 1, None, 0, 5, 1]
        assert tables.clues(column).to_pylist() == [30, len(four.givens), None, len(six.givens), None, 16, 0, 21]


def test_a_limit_of_one_takes_any_solution_of_any_size() -> None:
    solution = tables.solve(pa.array(["." * 16]), limit=1)[0].as_py()
    assert Grid(solution).is_solved
    assert tables.check(pa.array(["." * 16, "12.. ..34 .... ...."]), limit=1).to_pylist() == ["solved", "none"]


def test_forms_and_ratings_of_other_sizes() -> None:
    four = puzzle((2, 2))
    (form, rating, se) = (
        values[0].as_py() for values in compute_columns(pa.array([str(four)]), ["canonical", "rating", "se"], threads=1)
    )
    assert form == str(canonical(four))
    assert rating["level"] == nonet.rate(four).level.title
    assert se is None


def test_a_wrong_solution_of_another_size_does_not_agree() -> None:
    four = puzzle((2, 2))
    stated = [str(solve(four)), str(solve(four))[::-1], None, "x", WIKIPEDIA_SOLUTION]
    table = pa.table({"puzzle": [str(four)] * 5, "solution": stated})
    assert tables.answer(table)["agrees"].to_pylist() == [True, False, None, False, False]


def test_a_list_with_null_or_a_wrong_number_is_bad() -> None:
    four = list(puzzle((2, 2)))
    values = [[None, *four[1:]], [99, *four[1:]], [-1, *four[1:]], four[1:], []]
    assert tables.check(pa.array(values)).to_pylist() == ["bad"] * 5


def test_files_with_boards_of_another_size(tmp_path: Path) -> None:
    grids = list(generate(count=20, shape=(2, 3), seed=1))
    lines = [f"{i},{grid},{solve(grid)}" for i, grid in enumerate(grids)]
    for name, head in (("names.csv", ["id,board,solution"]), ("none.csv", [])):
        (tmp_path / name).write_text("\n".join([*head, *lines]) + "\n")
        column = None if head else "column_2"
        report = process_files(tmp_path / name, tmp_path / f"{name}.parquet", column=column)[0]
        assert report.status == {"unique": 20}
        assert pq.read_table(tmp_path / f"{name}.parquet").num_rows == 20


def test_boards_of_another_size_are_found_by_their_contents() -> None:
    grid = puzzle((2, 2))
    for values in ([str(grid)], [list(grid)], [rows_of(grid)]):
        assert tables.answer(pa.table({"x": [str(solve(grid))], "y": values}))["status"].to_pylist() == ["unique"]


# Guesses


@pytest.mark.parametrize("backend", BACKENDS)
def test_guesses_are_those_of_the_reference_search(backend: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NONET_BACKEND", backend)
    puzzles = [WIKIPEDIA, INKALA, *(str(grid) for grid in generate(count=30, seed=5))]
    puzzles += [f"{grid[:40]}{(int(grid[40]) + 1) % 9 or '.'}{grid[41:]}" for grid in puzzles[2:12] if grid[40] != "."]
    expected = [reference.guesses(text) for text in puzzles]
    assert sum(expected) > 0
    for threads in (1, 2):
        assert tables.guesses(pa.array(puzzles), limit=10**6, threads=threads).to_pylist() == expected
    assert count_many([WIKIPEDIA]).guesses_per_puzzle is None


def test_guesses_are_null_where_the_limit_ends_the_search() -> None:
    column = pa.array([WIKIPEDIA, "." * 81, "1" * 81, "oops", None, "." * 16])
    assert tables.guesses(column).to_pylist() == [0, None, 0, None, None, None]
    assert tables.guesses(column, limit=1).to_pylist() == [None, None, 0, None, None, None]


def test_columns_with_and_without_guesses_are_the_same() -> None:
    column = pa.array([WIKIPEDIA, INKALA, "." * 81, "oops"])
    names = ["solution", "count", "status"]
    assert compute_columns(column, names) == compute_columns(column, [*names, "guesses"])[:3]


# Every library


def test_every_library_reads_lists_and_2d_arrays() -> None:
    digits = [int(symbol) if symbol != "." else 0 for symbol in WIKIPEDIA]
    rows = rows_of(Grid(WIKIPEDIA))
    nested = np.array([np.array(row) for row in rows] + [None], dtype=object)[:-1]
    for value in (digits, rows, np.array(digits), np.array(rows), nested):
        assert pd.Series([value, value]).sudoku.solve().to_list() == [WIKIPEDIA_SOLUTION] * 2
    for dtype, value in (
        (pl.List(pl.Int64), digits),
        (pl.List(pl.List(pl.Int8)), rows),
        (pl.Array(pl.UInt8, 81), digits),
        (pl.Array(pl.Int32, (9, 9)), rows),
    ):
        assert of(pl.Series([value], dtype=dtype)).solve().to_list() == [WIKIPEDIA_SOLUTION]


def test_every_library_has_clues_and_guesses() -> None:
    values = [WIKIPEDIA, INKALA, str(puzzle((2, 2)))]
    expected = {"clues": [30, 21, len(puzzle((2, 2)).givens)], "guesses": [0, 32, None]}
    with duckdb.connect() as connection:
        tables.register(connection)
        for name, numbers in expected.items():
            assert getattr(of(pl.Series(values)), name)().to_list() == numbers
            assert [None if pd.isna(n) else n for n in getattr(pd.Series(values).sudoku, name)()] == numbers
            found = connection.execute(f"select sudoku_{name}(p) from (select unnest(?) p)", [values]).fetchall()
            assert [row[0] for row in found] == numbers


# Files laid out like public data sets


@cache
def puzzles() -> list[tuple[str, str]]:
    grids = list(generate(count=50, seed=7))
    return [(str(grid), str(solve(grid))) for grid in grids]


def kaggle_million(folder: Path) -> Path:
    path = folder / "sudoku.csv"
    lines = [f"{quiz.replace('.', '0')},{solution}" for quiz, solution in puzzles()]
    path.write_text("\n".join(["quizzes,solutions", *lines]) + "\n")
    return path


def kaggle_three_million(folder: Path) -> Path:
    path = folder / "sudoku-3m.csv"
    lines = [f"{i + 1},{quiz},{solution},{81 - quiz.count('.')},2.2" for i, (quiz, solution) in enumerate(puzzles())]
    path.write_text("\n".join(["id,puzzle,solution,clues,difficulty", *lines]) + "\n")
    return path


def hugging_face(folder: Path, nested: bool) -> Path:
    """A Parquet file as the library datasets writes it: lists, large or not, and a schema with its features."""
    path = folder / f"train-00000-of-00001{nested}.parquet"
    as_cells: Any = rows_of if nested else list
    quizzes, solutions = ([as_cells(Grid(text)) for text in column] for column in zip(*puzzles(), strict=True))
    kind = pa.list_(pa.list_(pa.int64())) if nested else pa.list_(pa.int64())
    features = {"info": {"features": {"puzzle": {"feature": {"dtype": "int64"}, "_type": "Sequence"}}}}
    table = pa.table({"puzzle": pa.array(quizzes, kind), "solution": pa.array(solutions, kind)})
    pq.write_table(table.replace_schema_metadata({"huggingface": json.dumps(features)}), path)
    return path


def batch(source: Path, *options: str) -> Any:
    output = source.with_name(f"{source.stem}-solved.parquet")
    command = [sys.executable, "-m", "nonet", "batch", str(source), "-o", str(output), "--quiet", *options]
    subprocess.run(command, check=True)
    return pq.read_table(output)


@pytest.mark.parametrize("layout", [kaggle_million, kaggle_three_million], ids=["million", "three million"])
def test_nonet_batch_checks_the_solutions_of_kaggle(layout: Any, tmp_path: Path) -> None:
    solved = batch(layout(tmp_path))
    assert solved["agrees"].to_pylist() == [True] * 50
    assert solved["status"].to_pylist() == ["unique"] * 50
    assert all(kind in (pa.string(), pa.uint64(), pa.bool_()) for kind in solved.schema.types)


@pytest.mark.parametrize("nested", [False, True], ids=["lists", "rows"])
def test_nonet_batch_and_the_libraries_read_hugging_face(nested: bool, tmp_path: Path) -> None:
    path = hugging_face(tmp_path, nested)
    solved = batch(path, "--add", "agrees,clues,guesses")
    assert solved["agrees"].to_pylist() == [True] * 50
    assert solved.schema.metadata[b"huggingface"]
    solutions = [solution for _, solution in puzzles()]
    assert pd.read_parquet(path).puzzle.sudoku.solve().to_list() == solutions
    lazy = pl.scan_parquet(path).select(of(pl.col("puzzle")).solve())
    assert lazy.collect().to_series().to_list() == solutions
    flat = "flatten(puzzle)" if nested else "puzzle"
    with duckdb.connect() as connection:
        tables.register(connection)
        query = f"select sudoku_solve(array_to_string({flat}, '')) from '{path}'"
        assert [row[0] for row in connection.execute(query).fetchall()] == solutions


@pytest.mark.parametrize("column", ["quizzes", "puzzle"])
def test_the_libraries_read_kaggle_as_text(column: str, tmp_path: Path) -> None:
    path = kaggle_million(tmp_path) if column == "quizzes" else kaggle_three_million(tmp_path)
    solutions = [solution for _, solution in puzzles()]
    assert pd.read_csv(path, dtype=str)[column].sudoku.solve().to_list() == solutions
    lazy = pl.scan_csv(path, infer_schema=False).select(of(pl.col(column)).solve())
    assert lazy.collect().to_series().to_list() == solutions
    with duckdb.connect() as connection:
        tables.register(connection)
        query = f"select sudoku_solve({column}) from read_csv('{path}', all_varchar = true)"
        assert [row[0] for row in connection.execute(query).fetchall()] == solutions
