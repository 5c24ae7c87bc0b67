"""Puzzles as grids, texts, bytes or arrays: every row keeps its place, and a bad one does not affect the others."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from numpy.typing import NDArray

from nonet import Grid, NonetError, NoSolution
from nonet.engine import Batch, Status, backend, count_many, pencilmarks_many, solve_many
from nonet.kernel import kernel

from ..boards import INKALA, SEVENTEEN, WIKIPEDIA, WIKIPEDIA_SOLUTION
from ..engine.conftest import backend_in_use as backend_in_use  # every test runs with each backend

TEXTS = [WIKIPEDIA, INKALA, SEVENTEEN, "." * 81]
LINES = "".join(f"{text}\n" for text in TEXTS).encode()
ARRAY = np.array([list(Grid(text)) for text in TEXTS], np.uint8)
BLOCK = "\n".join(
    " | ".join(" ".join(WIKIPEDIA[9 * row + 3 * box : 9 * row + 3 * box + 3]) for box in range(3)) for row in range(9)
)


def same(one: Batch, two: Batch) -> bool:
    return all(
        np.array_equal(a, b)
        for a, b in ((one.solutions, two.solutions), (one.counts, two.counts), (one.status, two.status))
    )


def read_only(array: NDArray[np.uint8]) -> NDArray[np.uint8]:
    array = array.copy()
    array.flags.writeable = False
    return array


KINDS = {
    "texts": TEXTS,
    "tuple": tuple(TEXTS),
    "grids": [Grid(text) for text in TEXTS],
    "texts and grids": [Grid(WIKIPEDIA), *TEXTS[1:]],
    "block": [BLOCK, *TEXTS[1:]],
    "lines": LINES,
    "bytearray": bytearray(LINES),
    "memoryview": memoryview(LINES),
    "every other byte": memoryview(bytes(byte for pair in zip(LINES, LINES, strict=True) for byte in pair))[::2],
    "no last newline": LINES[:-1],
    "CRLF": LINES.replace(b"\n", b"\r\n"),
    "CRLF, no last newline": LINES.replace(b"\n", b"\r\n")[:-2],
    "mixed endings": LINES.replace(b"\n", b"\r\n", 2),
    "blank lines": b"\n \r\n\r\n" + LINES.replace(b"\n", b"\n\n \t\n"),
    "white space": b"  " + LINES.replace(b"\n", b" \t\r\n  "),
    "comments": LINES.replace(b"\n", b" easy, from 2020\n", 1).replace(b"\n", b"#x\n", 2).replace(b"\n", b",1,2\n"),
    "marked as UTF-8": b"\xef\xbb\xbf" + LINES,
    "array": ARRAY,
    "symbols": np.frombuffer(LINES, np.uint8).reshape(-1, 82)[:, :81],
    "boards": ARRAY.reshape(-1, 9, 9),
    "int64": ARRAY.astype(np.int64),
    "int8": ARRAY.astype(np.int8),
    "uint64": ARRAY.astype(np.uint64),
    "big-endian": ARRAY.astype(">i4"),
    "by columns": np.asfortranarray(ARRAY),
    "backwards": ARRAY[::-1].copy()[::-1],
    "every other row": np.repeat(ARRAY, 2, axis=0)[::2],
    "every other cell": np.repeat(ARRAY, 2, axis=1)[:, ::2],
    "transposed boards": ARRAY.reshape(-1, 9, 9).transpose(0, 2, 1).copy().transpose(0, 2, 1),
    "read-only": read_only(ARRAY),
    "bytes of one length": np.array([text.encode() for text in TEXTS]),
    "strings of one length": np.array(TEXTS),
    "objects": np.array(TEXTS, object),
    "grids as objects": np.array([None, *map(Grid, TEXTS)], object)[1:],
}


@pytest.mark.parametrize("kind", KINDS)
def test_all_kinds_of_puzzles_give_the_same_results(kind: str) -> None:
    source: Any = KINDS[kind]
    expected = solve_many(TEXTS)
    assert expected.counts.tolist() == [1, 1, 1, 2]
    assert same(solve_many(source), expected)
    assert np.array_equal(count_many(source).counts, expected.counts)
    assert np.array_equal(pencilmarks_many(source), pencilmarks_many(TEXTS))


def test_one_row_is_a_batch_of_one() -> None:
    assert str(solve_many(ARRAY[0]).grid(0)) == WIKIPEDIA_SOLUTION
    assert len(solve_many(np.broadcast_to(ARRAY[0], (3, 81)))) == 3


@pytest.mark.parametrize("empty", [[], (), b"", b"\n\n", np.empty((0, 81), np.uint8), np.empty((0, 9, 9), np.int64)])
def test_an_empty_batch(empty: Any) -> None:
    batch = solve_many(empty)
    assert (len(batch), batch.solutions.shape, batch.guesses, batch.sweeps) == (0, (0, 81), 0, 0)
    assert pencilmarks_many(empty).shape == (0, 81)


def test_input_is_never_changed() -> None:
    array, lines = ARRAY.copy(), bytearray(LINES)
    solve_many(array)
    solve_many(lines)
    assert (array == ARRAY).all()
    assert lines == LINES


# What is wrong with one puzzle


CELL_12 = 9 + 2  # r2c3


def with_symbol(symbol: str) -> str:
    return WIKIPEDIA[:CELL_12] + symbol + WIKIPEDIA[CELL_12 + 1 :]


BAD_ROWS = [
    (
        with_symbol("x"),
        Status.BAD_VALUE,
        "r2c3 is 'x', but a cell of a 9x9 board must be 1-9, or one of 0 . _ * - ? for a blank",
    ),
    (WIKIPEDIA[:-1], Status.BAD_LENGTH, "80 cells, but a 9x9 board has 81"),
    (WIKIPEDIA + "1", Status.BAD_LENGTH, "82 cells, but a 9x9 board has 81"),
    (
        "5" + WIKIPEDIA[1:8] + "5" + WIKIPEDIA[9:],
        Status.CONFLICT,
        "r1c1 and r1c9 are both 5, but row 1 needs each digit once",
    ),
]


@pytest.mark.parametrize(("row", "status", "reason"), BAD_ROWS)
def test_a_bad_puzzle_is_reported_and_does_not_affect_others(row: str, status: Status, reason: str) -> None:
    texts = [WIKIPEDIA, row, WIKIPEDIA, row]
    for batch in (solve_many(texts), solve_many("\n".join(texts).encode()), solve_many("\r\n".join(texts).encode())):
        assert batch.status.tolist() == [Status.UNIQUE, status] * 2
        assert batch.counts.tolist() == [1, 0] * 2
        assert batch.reason(1) == batch.reason(-1) == reason
        assert batch.is_bad.tolist() == [False, True] * 2
        assert batch.is_solved.tolist() == batch.is_unique.tolist() == [True, False] * 2
        assert not batch.solutions[1::2].any()
        assert str(batch.grid(0)) == str(batch.grid(2)) == WIKIPEDIA_SOLUTION
        with pytest.raises(NoSolution, match=re.escape(reason)):
            batch.grid(1)


def test_lines_that_are_not_puzzles_keep_their_place() -> None:
    batch = solve_many(b"# a comment\n" + LINES + b"12\n\n;\n")
    assert batch.status.tolist() == [12, 1, 1, 1, 2, 12, 12]
    assert [batch.reason(index) for index in (0, 5, 6)] == [
        f"{number}, but a 9x9 board has 81" for number in ("no cells", "2 cells", "no cells")
    ]


def test_a_line_of_81_characters_is_taken_as_it_is() -> None:
    line = with_symbol("#").encode()
    for lines in (line, line + b"\n" + LINES, b"12\n" + line, line + b"\n\n"):
        batch = solve_many(lines)
        index = batch.status.tolist().index(Status.BAD_VALUE)
        assert batch.reason(index).startswith("r2c3 is '#', but")


@pytest.mark.parametrize("text", ["", "1..4 .... .... 4..1", BLOCK[:-3], BLOCK + "\n1", "123\n" * 20])
def test_texts_that_are_not_boards_have_a_bad_length(text: str) -> None:
    batch = solve_many([text, WIKIPEDIA])
    assert batch.status.tolist() == [Status.BAD_LENGTH, Status.UNIQUE]
    assert batch.reason(0)


def test_bad_symbols_are_reported() -> None:
    batch = solve_many([BLOCK.replace("7", "x"), with_symbol("五"), with_symbol("A")])
    assert batch.status.tolist() == [Status.BAD_VALUE] * 3
    assert [batch.reason(index).partition(",")[0] for index in range(3)] == [
        "r1c5 is 'x'",
        "r2c3 is '五'",
        "r2c3 is 'A'",
    ]
    (status,) = solve_many(with_symbol("五").encode()).status
    assert status == Status.BAD_LENGTH


@pytest.mark.parametrize("value", [10, 255, 256, -1, 10**6, -(2**63), 2**63 - 1])
def test_bad_numbers_are_reported(value: int) -> None:
    array = ARRAY.astype(np.int64)
    array[1, CELL_12] = value
    batch = solve_many(array)
    assert batch.status.tolist() == [1, Status.BAD_VALUE, 1, 2]
    assert batch.reason(1).startswith(f"r2c3 is {value}, but a cell of a 9x9 board must be 1-9")


@given(st.integers(0, 255), st.integers(0, 80))
@settings(max_examples=300)
def test_every_byte_is_a_digit_a_blank_or_bad(byte: int, cell: int) -> None:
    array = np.zeros((1, 81), np.uint8)
    array[0, cell] = byte
    (masks,) = pencilmarks_many(array)
    digit = byte if byte < 10 else b"0123456789".find(byte)
    if digit > 0:
        assert masks[cell] == 1 << digit - 1
    else:
        assert (masks == (511 if byte in b"\0" + b"0._*-?" else 0)).all()


@given(st.binary(max_size=400) | st.lists(st.sampled_from([*b"\n\r #1."])).map(bytes))
@settings(max_examples=300)
def test_any_bytes_have_a_row_for_each_line_that_is_not_blank(data: bytes) -> None:
    lines = [line.strip(b" \t\r\v\f") for line in data.removeprefix(b"\xef\xbb\xbf").split(b"\n")]
    batch = count_many(data)
    assert len(batch) == len([line for line in lines if line])
    assert all(batch.reason(index) for index in range(len(batch)))


# What is no batch at all


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        (WIKIPEDIA, "put a single one into a list"),
        (Grid(WIKIPEDIA), "put a single one into a list"),
        (None, "not NoneType"),
        (7, "not int"),
        ([1, 2, 3], "puzzle 1 must be a grid or a text, not int"),
        ([WIKIPEDIA, Grid.empty((2, 2))], "puzzle 2 is a 4x4 board, but only a 9x9 board is supported"),
        (ARRAY.astype(float), "must have integers or texts, not float64"),
        (ARRAY > 0, "must have integers or texts, not bool"),
        (ARRAY[:, :80], r"\(n, 81\), \(81,\) or \(n, 9, 9\), not \(4, 80\)"),
        (ARRAY.reshape(4, 3, 27), r"not \(4, 3, 27\)"),
        (ARRAY[0, :80], r"not \(80,\)"),
        (np.array(1, np.uint8), r"not \(\)"),
        (ARRAY.reshape(2, 2, 9, 9), r"not \(2, 2, 9, 9\)"),
    ],
)
def test_arguments_that_are_not_puzzles(source: Any, sentence: str) -> None:
    for question in (solve_many, count_many, pencilmarks_many):
        with pytest.raises(NonetError, match=sentence):
            question(source)


# Batches and backends


def test_repr_and_reason_of_a_batch() -> None:
    batch = solve_many([WIKIPEDIA, "12", "." * 81])
    assert repr(batch) == "<Batch of 3: 2 solved, 1 bad>"
    assert batch.reason(0) == "the puzzle has exactly one solution"
    assert batch.reason(2) == "the puzzle has several solutions"
    with pytest.raises(IndexError):
        batch.reason(3)
    with pytest.raises(NonetError, match="count_many does not keep solutions; use solve_many"):
        count_many([WIKIPEDIA]).grid(0)


def test_every_status_has_a_sentence() -> None:
    assert len({status.sentence for status in Status}) == len(Status) == 7


def test_the_environment_chooses_the_backend(monkeypatch: pytest.MonkeyPatch, backend_in_use: str) -> None:
    assert backend() == backend_in_use
    monkeypatch.delenv("NONET_BACKEND")
    assert backend() == ("numpy" if kernel() is None else "native")
    monkeypatch.setenv("NONET_BACKEND", " NumPy ")
    assert backend() == "numpy"


def test_an_unknown_or_missing_backend(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NONET_BACKEND", "abacus")
    with pytest.raises(NonetError, match="NONET_BACKEND must be native, numpy or auto, not 'abacus'"):
        solve_many(TEXTS)
    monkeypatch.setattr("nonet.kernel.installed_kernel", lambda: None)
    monkeypatch.setenv("NONET_BACKEND", "native")
    with pytest.raises(NonetError, match="NONET_BACKEND is native, but the compiled kernel is not installed"):
        solve_many(TEXTS)
    monkeypatch.setenv("NONET_BACKEND", "auto")
    assert backend() == "numpy"


@pytest.mark.parametrize("number", [1, 81, 82, 83, 8 * 82, 9 * 83])
def test_empty_lines_are_not_puzzles(number: int) -> None:
    assert len(solve_many(b"\n" * number)) == 0
    assert len(solve_many(b"\r\n" * number)) == 0
