"""Parquet pages: every reader finds in them what was put there."""

from __future__ import annotations

import io
from typing import Any

import duckdb
import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, strategies as st

from nonet.tables import pages
from nonet.tables.parquet import PageWriter
from nonet.tables.texts import EvenTexts

NUMBERS = {
    "u": (pa.uint32(), st.integers(0, 2**32 - 1) | st.integers(0, 3)),
    "i": (pa.int64(), st.integers(-(2**63), 2**63 - 1) | st.integers(0, 300)),
    "f": (pa.float64(), st.floats()),
    "t": (pa.string(), st.text(max_size=20) | st.sampled_from(["unique", "several"])),
    "b": (pa.string(), st.text("123456789.", min_size=81, max_size=81) | st.just("")),
}
COMPRESSIONS = ["none", "zstd", "lz4", "snappy"]
SCHEMA = pa.schema([(name, kind) for name, (kind, _) in NUMBERS.items()], {"owner": "me"})


@st.composite
def tables(draw: st.DrawFn) -> pa.Table:
    """Tables of all types that are written, some columns without a null, some of one value, some of nulls."""
    rows = draw(st.integers(1, 40))
    columns = []
    for kind, values in NUMBERS.values():
        some = draw(st.sampled_from([values, values | st.none(), st.just(draw(values)), st.none()]))
        columns.append(pa.array(draw(st.lists(some, min_size=rows, max_size=rows)), kind))
    return pa.Table.from_arrays(columns, schema=SCHEMA)


def written(groups: list[pa.Table], schema: pa.Schema = SCHEMA, compression: str = "none") -> bytes:
    file = io.BytesIO()
    writer = PageWriter(file, schema, boards=["b"], compression=compression)
    for group in groups:
        writer.append(writer.encode(group.columns))
    writer.close()
    return file.getvalue()


def same(found: Any, expected: Any) -> bool:
    """Equal, where a value that is no number is equal to another."""
    return repr(found.to_pydict()) == repr(expected.to_pydict())


@pytest.fixture(params=[1 << 14, 8, 5])
def rows_a_page(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(pages, "_ROWS_A_PAGE", request.param)
    return int(request.param)


class TestReaders:
    @given(st.lists(tables(), max_size=3), st.sampled_from([1 << 14, 8, 5]), st.sampled_from(COMPRESSIONS))
    def test_every_reader_finds_what_was_written(
        self, groups: list[pa.Table], rows_a_page: int, compression: str
    ) -> None:
        expected = pa.concat_tables([SCHEMA.empty_table(), *groups])
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(pages, "_ROWS_A_PAGE", rows_a_page)
            data = written(groups, compression=compression)
        found = pq.read_table(io.BytesIO(data))
        assert found.schema.equals(SCHEMA, check_metadata=True)
        found.validate(full=True)
        assert same(found, expected)
        assert same(pl.read_parquet(io.BytesIO(data)).to_arrow(), expected)

    @pytest.mark.usefixtures("rows_a_page")
    @given(groups=st.lists(tables(), min_size=1, max_size=2), compression=st.sampled_from(COMPRESSIONS))
    def test_duckdb(self, groups: list[pa.Table], compression: str, tmp_path_factory: pytest.TempPathFactory) -> None:
        path = tmp_path_factory.mktemp("pages") / "a.parquet"
        path.write_bytes(written(groups, compression=compression))
        found = duckdb.from_parquet(str(path)).to_arrow_table()
        assert same(found, pa.concat_tables(groups))

    @given(tables())
    def test_the_footer_says_what_arrow_would_say(self, table: pa.Table) -> None:
        file = io.BytesIO()
        pq.write_table(table, file)
        ours, theirs = (pq.ParquetFile(io.BytesIO(data)).metadata for data in (written([table]), file.getvalue()))
        for i, name in enumerate(SCHEMA.names):
            mine, other = (each.row_group(0).column(i) for each in (ours, theirs))
            assert mine.statistics.null_count == other.statistics.null_count
            assert (mine.physical_type, mine.num_values) == (other.physical_type, other.num_values)
            assert ours.schema.column(i).logical_type.type == theirs.schema.column(i).logical_type.type
            assert sum(mine.encodings.count(word) for word in ("PLAIN", "RLE")) == 2
            if mine.statistics.has_min_max:
                assert name not in ("b", "f")
                assert (mine.statistics.min, mine.statistics.max) == (other.statistics.min, other.statistics.max)


class TestForms:
    """A text column comes as it is at hand: as texts, as a dictionary, as bytes, in one piece or in several."""

    TEXTS = ("1" * 81, None, "." * 81, "9" * 81, "short", "")

    @pytest.mark.parametrize("name", ["b", "t"])
    @pytest.mark.parametrize("kind", [pa.string(), pa.dictionary(pa.int8(), pa.string())])
    def test_all_forms_give_the_same_file(self, name: str, kind: pa.DataType) -> None:
        schema = pa.schema([(name, pa.string())])
        plain = pa.array(self.TEXTS)
        form = plain.dictionary_encode().cast(kind) if pa.types.is_dictionary(kind) else plain.cast(kind)
        whole, slices = (
            pa.chunked_array([form]),
            pa.chunked_array([form.slice(0, 1), form.slice(1, 3), form.slice(4)]),
        )
        for column in (whole, slices):
            found = pq.read_table(io.BytesIO(written([pa.table({name: column})], schema)))
            assert found.to_pydict() == {name: list(self.TEXTS)}

    @pytest.mark.parametrize("length", [1, 13, 81])
    def test_bytes_of_texts_of_one_length(self, length: int) -> None:
        texts = [str(digit) * length for digit in range(1, 10)]
        cells = np.frombuffer("".join(f"{text},{text};" for text in texts).encode(), np.uint8)
        column = cells.reshape(9, 2 * length + 2)[:, length + 1 : -1]
        file = io.BytesIO()
        writer = PageWriter(file, pa.schema([("b", pa.string())]), boards=["b"])
        writer.append(writer.encode([EvenTexts(column)]))
        writer.close()
        assert pq.read_table(file)["b"].to_pylist() == texts

    def test_compression_and_sizes(self) -> None:
        table = pa.table({"b": [str(digit) * 81 for digit in range(1, 10)] * 100})
        plain, packed = (
            pq.ParquetFile(io.BytesIO(written([table], table.schema, how))).metadata.row_group(0).column(0)
            for how in ("none", "zstd")
        )
        assert (plain.compression, packed.compression) == ("UNCOMPRESSED", "ZSTD")
        assert plain.total_uncompressed_size == plain.total_compressed_size
        assert 75_000 < packed.total_uncompressed_size < 78_000
        assert packed.total_compressed_size < 8_000

    def test_what_repeats_takes_little_room(self) -> None:
        table = pa.table({"t": ["unique"] * 60_000, "u": pa.array([1] * 60_000, pa.uint32())})
        assert len(written([table], table.schema)) < 2_000
        mixed = pa.table({"t": ["unique", "several"] * 30_000})
        assert len(written([mixed], mixed.schema)) < 61_000

    @pytest.mark.parametrize(
        "schema",
        [
            pa.schema([("a", pa.large_string())]),
            pa.schema([pa.field("a", pa.string(), nullable=False)]),
            pa.schema([pa.field("a", pa.string(), metadata={"unit": "m"})]),
            pa.schema([("a", pa.string()), ("a", pa.int64())]),
            pa.schema([]),
        ],
    )
    def test_what_it_could_not_give_back_it_does_not_take(self, schema: pa.Schema) -> None:
        assert not PageWriter.takes(schema)

    @pytest.mark.parametrize("compression", COMPRESSIONS)
    def test_a_room_is_written_as_it_is_and_used_again(self, compression: str) -> None:
        file = io.BytesIO()
        writer = PageWriter(file, pa.schema([("b", pa.string())]), boards=["b"], compression=compression)
        rooms = []
        for number, digit in ((9, "1"), (5, "2"), (9, "3")):
            room = writer.room(number)
            room.rows[:] = ord(digit)
            valid = np.arange(number) % 2 == 0 if digit == "2" else None
            writer.append(writer.encode([EvenTexts(room.rows, valid, room.page)]))
            rooms.append(room)
        writer.close()
        assert all(np.shares_memory(room.rows, rooms[0].rows) for room in rooms)
        two = "2" * 81
        assert pq.read_table(file)["b"].to_pylist() == ["1" * 81] * 9 + [two, None, two, None, two] + ["3" * 81] * 9
