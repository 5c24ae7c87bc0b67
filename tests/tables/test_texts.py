"""Texts of one length: the kernel and NumPy find the same row and write the same pages."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, strategies as st
from hypothesis.extra import numpy as arrays
from numpy.typing import NDArray

from nonet.kernel import kernel
from nonet.tables.texts import EvenTexts, page_of, put_texts, rows_between

Bytes = NDArray[np.uint8]


@pytest.fixture(params=["numpy", *["native"] * (kernel() is not None)], autouse=True, scope="module")
def backend_in_use(request: pytest.FixtureRequest) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NONET_BACKEND", request.param)
        yield


@st.composite
def rows_apart(draw: st.DrawFn) -> Bytes:
    """Rows of bytes, side by side or apart, from the start of an array or not."""
    number, length = draw(st.integers(0, 50)), draw(st.integers(1, 100))
    before, after = draw(st.integers(0, 5)), draw(st.integers(0, 5))
    whole = draw(arrays.arrays(np.uint8, (number, before + length + after)))
    return whole[:, before : before + length]


class TestPages:
    @given(rows=rows_apart())
    def test_every_text_stands_behind_its_length(self, rows: Bytes) -> None:
        page = np.full(len(rows) * (4 + rows.shape[1]), 255, np.uint8)
        put_texts(page, rows)
        texts = [row.tobytes() for row in rows]
        assert page.tobytes() == b"".join(len(text).to_bytes(4, "little") + text for text in texts)
        assert (page_of(page.copy(), rows.shape[1]).rows == rows).all()

    def test_rows_that_run_back_or_lie_otherwise_are_written_too(self) -> None:
        rows = np.arange(12, dtype=np.uint8).reshape(3, 4)
        for some in (rows[::-1], rows[:, ::-1], rows.T, np.broadcast_to(rows[:1], (3, 4))):
            page = np.zeros(len(some) * (4 + some.shape[1]), np.uint8)
            put_texts(page, some)
            assert (page_of(page, some.shape[1]).rows == some).all()


class TestBounds:
    @given(rows=rows_apart(), data=st.data())
    def test_the_first_row_beyond_is_the_first_with_a_byte_beyond(self, rows: Bytes, data: st.DataObject) -> None:
        edges = data.draw(arrays.arrays(np.uint8, (2, rows.shape[1])))
        least, greatest = edges.min(axis=0), edges.max(axis=0)
        kept = np.clip(rows, least, greatest)
        assert rows_between(kept, least, greatest) == len(rows)
        if len(rows):
            row, place = data.draw(st.integers(0, len(rows) - 1)), data.draw(st.integers(0, rows.shape[1] - 1))
            kept[row, place] = byte = data.draw(st.integers(0, 255))
            is_within = least[place] <= byte <= greatest[place]
            assert rows_between(kept, least, greatest) == (len(rows) if is_within else row)

    @pytest.mark.parametrize("row", [0, 1, 16383, 16384, 40000, 40001])
    def test_far_down(self, row: int) -> None:
        rows = np.full((40002, 83), ord("5"), np.uint8)
        rows[row, 82] = ord("x")
        assert rows_between(rows, np.full(83, ord("."), np.uint8), np.full(83, ord("9"), np.uint8)) == row


def test_part_of_a_column_is_no_page() -> None:
    texts = page_of(np.zeros(5 * 7, np.uint8), 3)
    some = EvenTexts(texts.rows, np.arange(5) > 1, texts.page)[1:4]
    assert some.page is None
    assert some.arrow().to_pylist() == [None, "\0\0\0", "\0\0\0"]
