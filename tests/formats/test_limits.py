"""No input takes forever: twice the text takes about twice the time, and everything endless ends at a limit."""

from __future__ import annotations

import gzip
import io
from collections.abc import Callable, Iterator
from itertools import count, islice
from random import Random
from time import process_time

import pytest

from nonet import FormatError, Grid
from nonet.cells import cells_of_block
from nonet.files import gunzip
from nonet.formats import FORMATS, read_many, sniff
from nonet.limits import LARGEST_RATIO, LONGEST_LINE, MOST_BAD_LINES, MOST_LINES, UNPACKED_FREELY

BOARD = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def read_all(source: object, format: str | None = None) -> tuple[list[Grid], list[FormatError]]:
    errors: list[FormatError] = []
    grids = [entry.grid for entry in read_many(source, format=format, on_error=errors.append)]  # type: ignore[arg-type]
    return grids, errors


def seconds(work: Callable[[], object]) -> float:
    best = float("inf")
    for _ in range(2):
        began = process_time()
        work()
        best = min(best, process_time() - began)
    return best


HARD_TEXTS: dict[str, tuple[str | None, Callable[[int], str], int]] = {
    "a table with many columns": ("csv", lambda n: f"{BOARD},{',' * n}", 3000),
    "columns with one name": ("csv", lambda n: "puzzle" + ",a" * n + "\n", 20_000),
    "a wide row, then many short ones": ("sdk", lambda n: "#A\n" + "1" * n + "\n" + "1\n" * n, 4000),
    "a wide row, then many frames": ("grid", lambda n: "1" * n + "\n" + "--\n" * n, 8000),
    "many titles": ("grid", lambda n: "a title\n" * n, 8000),
    "frames of many widths": ("line", lambda n: "\n".join("-" * width for width in range(1, n)), 150),
    "text between elements": ("opensudoku", lambda n: "<opensudoku>" + "a line of text\n" * n, 30_000),
    "one long element": ("opensudoku", lambda n: "<opensudoku><game data='" + "1\n" * n, 100_000),
    "an object with many members": ("json", lambda n: "{" + ",".join(f'"{i}":1' for i in range(n)) + "}", 20_000),
    "one long line": (None, lambda n: "1" * n, 100_000),
    "many short words": (None, lambda n: "1 a " * n, 10_000),
}


@pytest.mark.parametrize("name", HARD_TEXTS)
def test_twice_the_text_takes_about_twice_the_time(name: str) -> None:
    kind, text_of, size = HARD_TEXTS[name]
    once, twice = text_of(size), text_of(2 * size)
    read_all(once[:1000], kind)  # what is imported at first use
    for _ in range(3):  # a busy machine may need another try
        times = [seconds(lambda text=text: read_all(text, kind)) for text in (once, twice)]  # type: ignore[misc]
        ratio = max(times[1], 0.005) / max(times[0], 0.005)
        if ratio < 3.2 * len(twice) / len(once) / 2:
            return
    pytest.fail(f"{name}: {times} s, {ratio:.1f} times as long")


def test_finding_the_format_of_many_titles_takes_about_twice_the_time() -> None:
    def work(number: int) -> Callable[[], object]:
        text = "a title\n" * number + "1...\n....\n..2.\n....\n"
        return lambda: sniff(text)

    assert any(seconds(work(24_000)) < 3.2 * max(seconds(work(12_000)), 0.005) for _ in range(3))


def test_frames_of_many_widths_are_no_board() -> None:
    lines = ["-" * width for width in range(2, 440)]
    began = process_time()
    with pytest.raises(FormatError, match="no cells, only frames"):
        cells_of_block(lines)
    assert process_time() - began < 0.5
    assert "".join(cells_of_block(["-" * 9] * 9)) == "-" * 81


# Limits


class Endless(io.RawIOBase):
    """A file that never ends, such as /dev/zero."""

    def __init__(self, piece: bytes) -> None:
        self.piece = piece

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        return b"" if size == 0 else self.piece


@pytest.mark.parametrize("piece", [b"." * 65536, b"1" * 65536, b" " * 65536, b"a" * 65535 + b"\t"])
def test_an_endless_line_ends_at_the_limit(piece: bytes) -> None:
    grids, (error,) = read_all(Endless(piece))
    assert not grids
    assert str(error) == f"line 1: more than {LONGEST_LINE} characters in one line, but a puzzle is much shorter"


def test_the_limit_holds_for_all_kinds_of_sources() -> None:
    text = f"{BOARD}\n{'1' * (LONGEST_LINE + 1)}\n{BOARD}\n"
    for source in (text, text.encode(), io.StringIO(text), io.BytesIO(text.encode())):
        grids, errors = read_all(source)
        assert len(grids) == 1
        assert [error.line for error in errors] == [2]


def test_a_long_json_text_may_be_one_line() -> None:
    text = "[" + ",".join([f'"{BOARD}"'] * (2 * LONGEST_LINE // len(BOARD))) + "]"
    assert len(text) > LONGEST_LINE
    grids, errors = read_all(text)
    assert not errors
    assert set(grids) == {Grid(BOARD)}


@pytest.mark.parametrize(
    ("format", "line"),
    [("line", "# a comment"), ("sdk", "#A an author"), ("grid", "a title"), ("pencilmarks", "a title"), ("ss", "# a")],
)
def test_endless_lines_above_a_puzzle_do_not_fill_the_memory(format: str, line: str) -> None:
    errors: list[FormatError] = []

    def pieces() -> Iterator[bytes]:
        yield from (f"{line}\n".encode() * 1000 for _ in range(MOST_LINES // 500))

    class Some(io.RawIOBase):
        rest = pieces()

        def read(self, size: int = -1) -> bytes:
            return b"" if size == 0 else next(self.rest, b"")

    found = list(read_many(Some(), format=format, on_error=errors.append))  # type: ignore[arg-type]
    assert not found
    assert any(error.reason == f"more than {MOST_LINES} lines for one puzzle" for error in errors)


@pytest.mark.parametrize("byte", [b"\0", b"\n", b"1"])
def test_a_gzip_bomb_is_refused(byte: bytes) -> None:
    bomb = gzip.compress(byte * (4 * UNPACKED_FREELY))
    assert len(bomb) * LARGEST_RATIO < 4 * UNPACKED_FREELY
    with pytest.raises(FormatError, match=f"more than {LARGEST_RATIO} times its size"):
        list(gunzip(iter([bomb])))


def test_one_puzzle_many_times_is_no_bomb() -> None:
    for line in (f"{BOARD}\n", f"{'.' * 81}\n", f"{'.' * 16}\n"):
        data = (line * (3 * UNPACKED_FREELY // len(line))).encode()
        assert sum(map(len, gunzip(iter([gzip.compress(data, 9)])))) == len(data)


# Bytes that cannot be decoded


def test_a_latin_1_comment_costs_one_puzzle_and_not_the_rest() -> None:
    lines = [BOARD] * 8
    lines[3] += " # Méthode"
    grids, (error,) = read_all("\n".join(lines).encode("latin-1"))
    assert len(grids) == 7
    assert str(error) == "line 4: the byte 0xe9 is not utf-8 text; try another encoding"
    with pytest.raises(FormatError, match="line 4: the byte 0xe9"):
        list(read_many("\n".join(lines).encode("latin-1")))


def test_a_json_text_with_a_bad_byte_is_not_read_in_part() -> None:
    text = f'[{{"puzzle": "{BOARD}"}},\n{{"puzzle": "{BOARD}", "comment": "é"}},\n{{"puzzle": "{BOARD}"}}]'
    grids, errors = read_all(text.encode("latin-1"))
    assert not grids
    assert errors[0].line == 2


def test_a_file_that_is_not_text_ends_soon() -> None:
    errors: list[FormatError] = []
    source = Endless((bytes(range(0x20, 0x100)) + b"\n") * 100)
    assert not list(islice(read_many(source, on_error=errors.append), 1))  # type: ignore[arg-type]
    assert len(errors) <= 2 * MOST_BAD_LINES + 2
    assert any("nothing more is read" in error.reason for error in errors)


@pytest.mark.parametrize(
    "data",
    [
        bytes(range(256)) * 100,
        Random(1).randbytes(3_000_000),
        gzip.compress(bytes(range(256)) * 100),
        BOARD.encode("utf-16-le"),
    ],
    ids=["bytes", "random", "gzip", "utf-16"],
)
def test_binary_data_is_one_error(data: bytes) -> None:
    grids, (error,) = read_all(data)
    assert not grids
    assert str(error) == "line 1: this looks like binary data, not like utf-8 text; if it is text, try another encoding"


def test_endless_binary_data_is_one_error() -> None:
    grids, (error,) = read_all(Endless(b"\0" * 65536))
    assert not grids
    assert "binary data" in error.reason


@pytest.mark.parametrize("encoding", ["latin-1", "gbk", "utf-16-le"])
def test_text_in_another_encoding_is_not_binary_data(encoding: str) -> None:
    text = "".join(f"{BOARD} # 数独 {number}\n" if encoding != "latin-1" else f"{BOARD} # é\n" for number in range(100))
    assert len(list(read_many(text.encode(encoding), encoding=encoding))) == 100
    if encoding != "utf-16-le":  # half of its bytes are 0
        assert all("try another encoding" in error.reason for error in read_all(text.encode(encoding))[1])


def test_single_control_characters_are_errors_of_their_lines() -> None:
    lines = [BOARD] * 100
    lines[5] = BOARD[:-1] + "\0"
    grids, (error,) = read_all("\n".join(lines).encode())
    assert len(grids) == 99
    assert error.line == 6


def test_an_error_is_reported_once() -> None:
    for number in count(1):
        calls: list[FormatError] = []

        def stop(error: FormatError, calls: list[FormatError] = calls) -> None:
            calls.append(error)
            raise error

        with pytest.raises(FormatError):
            list(read_many(b"\xe9\n" * number, on_error=stop))
        assert len(calls) == 1
        if number == 3:
            break


# Numbers that are too long, and names that are the same


@pytest.mark.parametrize(
    "data",
    [
        f"version: {'9' * 5000}\n0|0|1|",
        "version: 1\n" + "0|99999999999,|1|" * 81,
        "version: 1\n" + f"0|{'9' * 5000},|1|" * 81,
        "version: 1\n" + "0|-5,|1|" * 81,
    ],
)
def test_long_numbers_in_a_game_are_an_error(data: str) -> None:
    grids, (error,) = read_all(f'<opensudoku><game data="{data}"/></opensudoku>')
    assert not grids
    assert len(str(error)) < 200


def test_columns_with_the_same_name_all_stay() -> None:
    (entry,) = read_many(f"puzzle,a,a 4,a,,column 6,\n{BOARD},1,2,3,4,5,6\n")
    assert list(entry.fields.values()) == ["1", "2", "3", "4", "5", "6"]
    assert list(entry.fields)[:2] == ["a", "a 4"]


def test_a_list_of_boards_in_one_line_is_json() -> None:
    text = f'["{BOARD}", "{BOARD}"]'
    assert read_all(text) == ([Grid(BOARD)] * 2, [])
    assert read_all(text.encode()) == ([Grid(BOARD)] * 2, [])


def test_messages_stay_short() -> None:
    for kind in FORMATS:
        for text in (
            "x" * 50_000,
            "1" * 50_000,
            f"<{'a' * 5000}/>",
            "[" + "7," * 9999 + "1]",
            '{"' + "a" * 50_000 + '": 1}',
            ":" * 5000,
        ):
            _, errors = read_all(text, kind)
            assert all(len(str(error)) < 1000 for error in errors), kind
