"""Every type of Arrow column gives the same results, and no row affects another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings, strategies as st

import nonet
from nonet import tables
from nonet.errors import NonetError
from nonet.rows import Rows, is_puzzle_type
from tests.boards import INKALA, WIKIPEDIA, WIKIPEDIA_SOLUTION
from tests.engine.made import made_puzzles

from ..bulk.rows import CONFLICT, EMPTY, TEXTS, digits, expected, is_valid

MANY: list[str | None] = [str(grid) for grid in made_puzzles(3, 200)]
NINES = [WIKIPEDIA, EMPTY, None, CONFLICT, INKALA]


def text(kind: pa.DataType) -> Callable[[list[str | None]], pa.Array]:
    return lambda texts: pa.array(texts, pa.string()).cast(kind)


def numbers(kind: pa.DataType) -> Callable[[list[str | None]], pa.Array]:
    return lambda texts: pa.array([text and digits(text) for text in texts], kind)


def nested(kind: pa.DataType) -> Callable[[list[str | None]], pa.Array]:
    def make(texts: list[str | None]) -> pa.Array:
        return pa.array([text and [digits(text)[i : i + 9] for i in range(0, 81, 9)] for text in texts], kind)

    return make


TEXT_TYPES = [pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary(), pa.binary_view()]
MAKERS: dict[str, Callable[[list[str | None]], pa.Array]] = {
    **{str(kind): text(kind) for kind in TEXT_TYPES},
    "dictionary": lambda texts: pa.array(texts).dictionary_encode(),
    "fixed_size_binary": lambda texts: pa.array([text and text.encode() for text in texts], pa.binary(81)),
    "ints": numbers(pa.list_(pa.uint8(), 81)),
    "lists": numbers(pa.list_(pa.uint8())),
    "large lists": numbers(pa.large_list(pa.int64())),
    "rows of rows": nested(pa.list_(pa.list_(pa.uint8(), 9), 9)),
    "lists of lists": nested(pa.list_(pa.list_(pa.int16()))),
}
ANY_TEXT = [name for name in MAKERS if "string" in name or ("binary" in name and "fixed" not in name)] + ["dictionary"]


def columns_of(array: Any) -> dict[str, list[Any]]:
    answers = [tables.solve(array), tables.count(array), tables.check(array)]
    assert all(map(is_valid, answers))
    return {name: each.to_pylist() for name, each in zip(("solution", "count", "status"), answers, strict=True)}


@pytest.mark.parametrize("name", ANY_TEXT)
def test_rows_of_every_kind_have_the_results_of_single_puzzles(name: str) -> None:
    assert columns_of(MAKERS[name](TEXTS)) == expected(TEXTS)


@pytest.mark.parametrize("name", MAKERS)
def test_every_type_gives_the_same_results(name: str) -> None:
    assert columns_of(MAKERS[name](NINES)) == expected(NINES)


@pytest.mark.parametrize("name", MAKERS)
@settings(max_examples=25)
@given(data=st.data())
def test_slices(name: str, data: st.DataObject) -> None:
    texts = data.draw(st.lists(st.sampled_from(NINES), max_size=9))
    start, length = data.draw(st.integers(0, 9)), data.draw(st.integers(0, 9))
    part = MAKERS[name](texts).slice(start, length)
    assert tables.check(part).to_pylist() == expected(texts[start : start + length])["status"]


@settings(max_examples=40)
@given(st.lists(st.one_of(st.none(), st.sampled_from(TEXTS), st.text(max_size=90)), max_size=20), st.integers(0, 20))
def test_chunks_give_the_same_results_as_one_array(texts: list[str | None], cut: int) -> None:
    whole = pa.array(texts, pa.string())
    chunked = pa.chunked_array([whole.slice(0, cut), whole.slice(cut).cast(pa.string())])
    assert columns_of(chunked) == columns_of(whole) == expected(texts)
    assert isinstance(tables.solve(chunked), pa.ChunkedArray)
    assert isinstance(tables.solve(whole), pa.Array)


def test_results_are_those_of_the_engine() -> None:
    batch = nonet.solve_many([text for text in MANY if text], limit=3)
    assert tables.count(pa.array(MANY), limit=3).to_pylist() == batch.counts.tolist()
    masks = nonet.pencilmarks_many([text for text in MANY if text])
    assert tables.pencilmarks(pa.array(MANY)).to_pylist() == [row.tolist() if row.any() else None for row in masks]


def test_limit_1_accepts_any_solution() -> None:
    found = tables.solve(pa.array([EMPTY, CONFLICT, WIKIPEDIA]), limit=1).to_pylist()
    assert nonet.Grid(found[0]).is_solved
    assert found[1:] == [None, WIKIPEDIA_SOLUTION]
    assert tables.check(pa.array([EMPTY, CONFLICT]), limit=1).to_pylist() == ["solved", "conflict"]


def test_equivalent_boards_have_one_canonical_form() -> None:
    forms = tables.answer(pa.table({"puzzle": [*NINES, WIKIPEDIA[::-1]]}), add=["canonical"])["canonical"].to_pylist()
    assert forms == [*((text and text != CONFLICT and str(nonet.canonical(text))) or None for text in NINES), forms[0]]


class TestBuffers:
    @pytest.mark.parametrize("name", ["string", "large_string", "fixed_size_binary", "ints"])
    def test_rows_of_81_bytes_are_used_in_place(self, name: str) -> None:
        array = MAKERS[name](MANY).slice(3, 50)
        addresses = [buffer.address for buffer in array.buffers() if buffer]
        cells = Rows.of(array).cells
        assert cells.ctypes.data - 3 * 81 in addresses
        assert cells.strides == (81, 1)

    def test_views_at_equal_distances_are_used_in_place(self) -> None:
        text = "".join(f"{text},{text}\n" for text in MANY)
        data = pa.py_buffer(text.encode())
        views = np.zeros((len(MANY), 4), np.int32)
        views[:, 0], views[:, 3] = 81, np.arange(len(MANY)) * 164
        views[:, 1] = np.frombuffer(data, np.uint8).reshape(-1, 164)[:, :4].copy().view(np.int32)[:, 0]
        array = pa.Array.from_buffers(pa.string_view(), len(MANY), [None, pa.py_buffer(views), data])
        cells = Rows.of(array).cells
        assert (cells.ctypes.data, cells.strides) == (data.address, (164, 1))
        assert columns_of(array) == columns_of(pa.array(MANY))

    def test_views_into_several_buffers(self) -> None:
        parts = [pa.array(MANY[i : i + 50]).cast(pa.string_view()) for i in range(0, 200, 50)]
        joined = pa.concat_arrays(parts)
        assert len(joined.buffers()) > 4
        assert columns_of(joined) == columns_of(pa.array(MANY))

    def test_the_bytes_of_a_null_are_not_searched(self) -> None:
        hidden = pa.Array.from_buffers(
            pa.binary(81), 2, [pa.py_buffer(b"\2"), pa.py_buffer((EMPTY + WIKIPEDIA).encode())]
        )
        assert tables.check(hidden).to_pylist() == ["missing", "unique"]

    def test_the_column_is_not_changed(self) -> None:
        array = pa.array([*MANY, None])
        before = [bytes(buffer) for buffer in array.buffers() if buffer]
        columns_of(array)
        assert [bytes(buffer) for buffer in array.buffers() if buffer] == before


class TestOddValues:
    def test_numbers_that_are_not_digits(self) -> None:
        rows = [digits(WIKIPEDIA) for _ in range(4)]
        rows[0][0], rows[1][0], rows[2][0] = 10, -1, 300
        rows.append([None, *rows[3][1:]])  # type: ignore[list-item]
        assert tables.check(pa.array(rows, pa.list_(pa.int64()))).to_pylist() == [
            *["bad"] * 3,
            "unique",
            "bad",
        ]

    def test_a_null_row_inside_a_board(self) -> None:
        board: list[list[int] | None] = [digits(WIKIPEDIA)[i : i + 9] for i in range(0, 81, 9)]
        for kind in (pa.list_(pa.list_(pa.uint8(), 9), 9), pa.list_(pa.list_(pa.uint8()))):
            both = pa.array([board, [None, *board[1:]], board], kind)
            assert tables.check(both).to_pylist() == ["unique", "bad", "unique"]

    def test_columns_without_rows_or_values(self) -> None:
        for name, make in MAKERS.items():
            assert columns_of(make([])) == {"solution": [], "count": [], "status": []}, name
            assert tables.check(make([None, None])).to_pylist() == ["missing"] * 2
        assert tables.check(pa.nulls(2)).to_pylist() == ["missing"] * 2
        assert tables.solve(pa.chunked_array([], pa.string())).to_pylist() == []

    def test_run_ends_and_extensions(self) -> None:
        runs = pa.RunEndEncodedArray.from_arrays(pa.array([2, 3], pa.int32()), pa.array([WIKIPEDIA, None]))
        assert tables.check(runs).to_pylist() == ["unique", "unique", "missing"]

    @pytest.mark.parametrize("kind", [pa.list_(pa.float32()), pa.struct([])], ids=str)
    def test_types_that_cannot_contain_puzzles(self, kind: pa.DataType) -> None:
        assert not is_puzzle_type(kind)
        with pytest.raises(NonetError, match="a column of puzzles must have text, bytes or lists of 81 integers, not "):
            tables.solve(pa.array([None, None], kind))

    @pytest.mark.parametrize("kind", [pa.int64(), pa.float64(), pa.decimal128(38)], ids=str)
    def test_puzzles_that_were_read_as_numbers(self, kind: pa.DataType) -> None:
        assert not is_puzzle_type(kind)
        with pytest.raises(NonetError, match="read as numbers .*dtype=str .pandas. or infer_schema=False .Polars."):
            tables.solve(pa.array([None, None], kind))
        with pytest.raises(NonetError, match="read as numbers"):
            tables.answer(pa.table({"id": [1], "quizzes": pa.array([None], kind)}))

    def test_values_that_are_not_columns(self) -> None:
        with pytest.raises(NonetError, match="puzzles must be a column that Arrow can read, not int"):
            tables.solve(7)


class TestTables:
    def test_new_columns_follow_the_old_ones(self) -> None:
        table = pa.table({"id": range(len(TEXTS)), "Quiz": TEXTS})
        for source in (table, table.to_batches()[0]):
            result = tables.answer(source)
            assert type(result) is type(source)
            assert result.to_pydict() == {**table.to_pydict(), **expected(TEXTS)}

    def test_the_column_of_puzzles_is_found_by_name_or_by_contents(self) -> None:
        names = {"solution": [WIKIPEDIA_SOLUTION], "b": [WIKIPEDIA], "n": [3]}
        assert tables.answer(pa.table(names), add=["status"])["status"].to_pylist() == ["unique"]
        with pytest.raises(NonetError, match="several columns look like puzzles"):
            tables.answer(pa.table({"a": [WIKIPEDIA], "b": [WIKIPEDIA]}))
        with pytest.raises(NonetError, match="no column looks like puzzles \\(the columns are a, b\\)"):
            tables.answer(pa.table({"a": [WIKIPEDIA_SOLUTION], "b": [1.5]}))
        with pytest.raises(NonetError, match="no column 'c'; the columns are a"):
            tables.answer(pa.table({"a": [WIKIPEDIA]}), "c")
        with pytest.raises(NonetError, match="the column 'a' has the type bool"):
            tables.answer(pa.table({"a": [True]}), "a")

    def test_a_column_is_never_replaced(self) -> None:
        table = pa.table({"puzzle": [WIKIPEDIA], "solution": ["mine"]})
        with pytest.raises(NonetError, match="already has a column 'solution'"):
            tables.answer(table, add=["solution"])
        assert tables.answer(table, prefix="n_").to_pydict() == {
            "puzzle": [WIKIPEDIA],
            "solution": ["mine"],
            "n_solution": [WIKIPEDIA_SOLUTION],
            "n_count": [1],
            "n_status": ["unique"],
            "n_agrees": [False],
        }

    def test_stated_solutions_are_checked(self) -> None:
        wrong = WIKIPEDIA_SOLUTION[::-1]
        table = pa.table(
            {
                "puzzle": [WIKIPEDIA, WIKIPEDIA, WIKIPEDIA, "." * 81, None, "oops"],
                "solution": [WIKIPEDIA_SOLUTION, wrong, None, WIKIPEDIA_SOLUTION, WIKIPEDIA_SOLUTION, "oops"],
            }
        )
        for answered in (tables.answer(table), tables.answer(pa.concat_tables([table[:2], table[2:]]))):
            assert answered.column_names == ["puzzle", "solution", "count", "status", "agrees"]
            assert answered["agrees"].to_pylist() == [True, False, None, None, None, None]

    def test_stated_solutions_of_repeated_puzzles_are_checked_row_by_row(self) -> None:
        puzzles = pa.array([WIKIPEDIA] * 3).dictionary_encode()
        table = pa.table({"quiz": puzzles, "answers": [WIKIPEDIA_SOLUTION, "1" * 81, WIKIPEDIA_SOLUTION]})
        assert tables.answer(table)["agrees"].to_pylist() == [True, False, True]

    def test_clues_and_the_fields_of_the_rating_are_columns(self) -> None:
        table = pa.table({"puzzle": [WIKIPEDIA, "." * 81, "oops", None]})
        answered = tables.answer(table, add=["clues", "level", "score", "hardest", "steps", "rating"], threads=1)
        assert answered["clues"].to_pylist() == [30, 0, None, None]
        for name in ("level", "score", "hardest", "steps"):
            assert answered[name].to_pylist() == [row and row[name] for row in answered["rating"].to_pylist()]

    def test_boards_as_lists_and_as_lists_of_rows(self) -> None:
        digits = [int(symbol) if symbol != "." else 0 for symbol in WIKIPEDIA]
        rows = [digits[start : start + 9] for start in range(0, 81, 9)]
        for board in (digits, rows):
            table = pa.table({"board": [board], "solution": [WIKIPEDIA_SOLUTION]})
            assert tables.answer(table)["agrees"].to_pylist() == [True]

    def test_unknown_columns(self) -> None:
        with pytest.raises(NonetError, match="unknown column 'magic'; expected one of solution, count, status"):
            tables.answer(pa.table({"puzzle": [WIKIPEDIA]}), add=["magic"])

    @pytest.mark.parametrize("backend", ["numpy", "auto"])
    def test_both_backends_agree(self, backend: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("NONET_BACKEND", backend)
        assert columns_of(pa.array(TEXTS)) == expected(TEXTS)
