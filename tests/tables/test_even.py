"""CSV that is taken as it lies in the file: the same rows, the same complaints as from the parser."""

from __future__ import annotations

import gzip
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import given, settings, strategies as st

from nonet.errors import NonetError
from nonet.tables.even import EvenRows, even_batches
from nonet.tables.files import Source

boards = st.text("0123456789.", min_size=81, max_size=81)
CHANGES = st.sampled_from(
    [b"x", b'"', b",", b"\n", b"\r", b"\r\n", b" ", b"", "é".encode(), b"\n\n", b'"a,b"', b"\xff"]
)


@st.composite
def csv_texts(draw: st.DrawFn) -> bytes:
    """Rows of boards as the large sets have them, most of them changed in a place or two."""
    end = draw(st.sampled_from([b"\n", b"\r\n"]))
    columns = draw(st.integers(1, 3))
    rows = draw(st.lists(st.lists(boards, min_size=columns, max_size=columns), min_size=1, max_size=12))
    head = b",".join(b"abc"[i : i + 1] for i in range(columns)) + end if draw(st.booleans()) else b""
    text = b"".join(",".join(row).encode() + end for row in rows)
    if draw(st.booleans()):
        text = text.removesuffix(end)
    for _ in range(draw(st.integers(0, 2))):
        place = draw(st.integers(0, len(text)))
        text = text[:place] + draw(CHANGES) + text[place + draw(st.integers(0, 1)) :]
    return head + text + draw(st.sampled_from([b"", b"\n", b"\n\n"]))


def contents(path: Path) -> object:
    """What a file says: its table and the rows that were left out, or what is wrong with it."""
    try:
        with Source(path) as source:
            some = [each.table() if isinstance(each, EvenRows) else each for each in source.tables()]
            table = pa.concat_tables([source.schema.empty_table(), *some])
            table.validate(full=True)
            return table.to_pydict(), [row.replace(".gz", "") for row in source.bad_rows]
    except NonetError as error:
        return str(error).replace(".gz", "").partition("(")[0]


class TestEvenRows:
    @settings(max_examples=400)
    @given(text=csv_texts())
    def test_the_parser_says_the_same(self, text: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
        folder = tmp_path_factory.mktemp("even")
        (folder / "a.csv").write_bytes(text)
        (folder / "a.csv.gz").write_bytes(gzip.compress(text))
        assert contents(folder / "a.csv") == contents(folder / "a.csv.gz")

    def test_a_bad_row_far_down_is_told_by_its_line(self, tmp_path: Path) -> None:
        rows = [f"{'1' * 81},{'.' * 81}"] * 3000
        rows[1500] = "1" * 81
        (tmp_path / "a.csv").write_text("puzzle,solution\n" + "\n".join(rows))
        with Source(tmp_path / "a.csv") as source:
            assert sum(len(table.columns[0]) for table in source.tables()) == 2999
        assert source.bad_rows[0].startswith(f"{tmp_path}/a.csv: line 1502: 1 column, but the table has 2")

    def test_rows_are_taken_as_they_lie_until_one_is_otherwise(self, tmp_path: Path) -> None:
        (tmp_path / "a.csv").write_text(f"puzzle\n{'1' * 81}\n" + f"{'2' * 81}\n" * 9 + "other\n")
        with Source(tmp_path / "a.csv") as source:
            kinds = [(type(table), len(table.columns[0])) for table in source.tables(rows=4)]
        assert kinds == [(EvenRows, 4), (EvenRows, 4), (EvenRows, 2), (pa.Table, 1)]

    @pytest.mark.parametrize(("rows", "shares"), [(0, 2), (1, 2), (9_000, 1), (30_000, 2), (30_000, 5), (60_000, 3)])
    def test_the_first_batch_and_the_last_are_smaller(self, rows: int, shares: int) -> None:
        line = b"1" * 81 + b"\n"
        file = pa.BufferReader(line * rows)
        sizes = [batch.number for batch in even_batches(file, ["a"], ",", line, 20_000, shares)]
        assert sum(sizes) == rows
        assert sizes[1:] == sorted(sizes[1:], reverse=True)
        assert all(size <= (20_000 if i or shares == 1 else 8192) for i, size in enumerate(sizes))
        assert all(size <= max(sum(sizes[i:]) // shares, 8192) for i, size in enumerate(sizes))

    @pytest.mark.parametrize("place", [0, 1023, 1024, 2500])
    def test_the_first_row_that_is_otherwise_is_found(self, place: int) -> None:
        line = b"1" * 81 + b"\n"
        text = bytearray(line * 2501)
        text[82 * place + 40] = ord("x")
        file = pa.BufferReader(bytes(text))
        assert sum(batch.number for batch in even_batches(file, ["a"], ",", line, 2000)) == place
        assert file.tell() == 82 * place
