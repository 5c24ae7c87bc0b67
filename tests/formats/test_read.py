"""read, read_many, sniff and write: sources, streams, line ends, encodings, files, errors."""

from __future__ import annotations

import gzip
import io
import os
import pickle
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from nonet import ArgumentError, FormatError, Grid, Position
from nonet.formats import FORMATS, Entry, format_of_suffix, read, read_many, read_position, sniff, write

from .puzzles import PUZZLE, WIKIPEDIA, few

POSITION = Position(PUZZLE).place("r1c3", 4).eliminate("r2c2", 7)
NAMES = [name for name in FORMATS if name not in ("killer", "nonet")]
"""The formats that can be written, with many puzzles in a file."""


def written(format: str) -> str:
    """Return two puzzles in a format, with candidates if it has them."""
    carried = FORMATS[format].carries_candidates
    return write([POSITION, Position(PUZZLE)] if carried else [PUZZLE, POSITION.grid], format=format)


@pytest.mark.parametrize("format", NAMES)
def test_each_format_is_recognized(format: str) -> None:
    same = {"sdm": "line", "sdk": "grid"}  # without comments or header lines they look the same
    assert sniff(written(format)).name == same.get(format, format)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", " \n", "\n\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("format", NAMES)
def test_line_ends_and_byte_order_marks_do_not_matter(format: str, mark: str, end: str) -> None:
    text = written(format)
    entries = list(read_many(text, format=format))
    changed = mark + text.replace("\n", end).removesuffix(end)
    for source in (changed, changed.encode(), changed.removeprefix("\ufeff").encode("utf-16")):
        assert list(read_many(source, format=format)) == entries
        assert list(read_many(source)) == list(read_many(text))


@pytest.mark.parametrize("format", NAMES)
def test_all_kinds_of_sources_give_the_same_entries(format: str, tmp_path: Path) -> None:
    text = written(format)
    entries = list(read_many(text))
    path, packed = tmp_path / "puzzles.any", tmp_path / "puzzles.any.gz"
    path.write_text(text, encoding="utf-8", newline="")
    packed.write_bytes(gzip.compress(text.encode()))
    assert list(read_many(path)) == entries
    assert list(read_many(packed)) == entries
    assert list(read_many(io.StringIO(text))) == entries
    assert list(read_many(io.BytesIO(text.encode()))) == entries
    assert list(read_many(packed.read_bytes())) == entries
    with path.open(encoding="utf-8") as file:
        assert list(read_many(file)) == entries


@few
@given(st.text('0123456789.,;:|+-*#@u \n\t\r[]{}"<>=/ABCPQxyz\0é─', max_size=200))
def test_any_text_is_read_or_is_a_format_error(text: str) -> None:
    for name in (None, *NAMES):
        for _ in read_many(text, format=name, on_error=lambda error: None):
            pass


# Streams


def test_a_stream_is_read_no_further_than_needed() -> None:
    class Lines(io.TextIOBase):
        given = 0

        def read(self, size: int | None = -1) -> str:
            assert size == 0
            return ""

        def readline(self, size: int = -1) -> str:  # type: ignore[override]  # as text files do
            self.given += 1
            return f"{WIKIPEDIA}\n"

    lines = Lines()
    entries = read_many(lines)  # type: ignore[arg-type]  # only the reading half of a file
    assert lines.given == 0
    for taken in range(1, 1000):
        assert next(entries).line == taken == lines.given


def test_a_pipe_is_read_puzzle_by_puzzle() -> None:
    out, into = os.pipe()
    with os.fdopen(out, "rb") as reader, os.fdopen(into, "w") as writer:
        for _ in range(3):
            writer.write(f"{WIKIPEDIA}\n")
        writer.flush()
        entries = read_many(reader)
        assert [next(entries).grid for _ in range(3)] == [PUZZLE] * 3

        def write_the_rest() -> None:
            writer.write(f"{WIKIPEDIA}\n" * 10_000)
            writer.close()

        thread = threading.Thread(target=write_the_rest)
        thread.start()
        assert sum(1 for _ in entries) == 10_000
        thread.join()


def test_a_stream_is_written_piece_by_piece() -> None:
    class Sink(io.StringIO):
        chunks = 0

        def write(self, text: str, /) -> int:
            assert len(text) < 200
            self.chunks += 1
            return len(text)

    def puzzles() -> Iterator[Grid]:
        for count in range(500):
            assert sink.chunks >= count
            yield PUZZLE

    sink = Sink()
    write(puzzles(), sink)
    assert sink.chunks == 500


# One or many


def test_read_expects_exactly_one_puzzle() -> None:
    with pytest.raises(FormatError, match="the source has several puzzles, .* read_many reads them all"):
        read(f"{WIKIPEDIA}\n{WIKIPEDIA}")
    for nothing in ("", " \n\n", "# only a comment\n"):
        with pytest.raises(FormatError, match="the source has no puzzle, but one was expected"):
            read(nothing)
        assert list(read_many(nothing)) == []


def test_read_position_of_givens_alone() -> None:
    assert read_position(WIKIPEDIA) == Position(PUZZLE)
    assert read_position(write(POSITION, format="ss")) == POSITION


# Errors


def test_on_error_is_called_for_every_bad_puzzle_and_reading_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "mixed.sdm"
    path.write_text(f"{WIKIPEDIA}\n{WIKIPEDIA[1:]}\n{WIKIPEDIA}\n\nhello\n{WIKIPEDIA}", encoding="utf-8")
    bad: list[FormatError] = []
    assert [entry.line for entry in read_many(path, on_error=bad.append)] == [1, 3, 6]
    assert [error.line for error in bad] == [2, 5]
    assert {error.source for error in bad} == {str(path)}
    with pytest.raises(FormatError, match=r"mixed\.sdm, line 2: 80 cells"):
        list(read_many(path))


@pytest.mark.parametrize("heading", ["My puzzles", "xx", "1.."])
def test_a_short_line_above_boards_is_one_bad_line(heading: str) -> None:
    bad: list[FormatError] = []
    entries = read_many(f"{heading}\n{WIKIPEDIA}\n{WIKIPEDIA}\n", on_error=bad.append)
    assert [entry.line for entry in entries] == [2, 3]
    assert [error.line for error in bad] == [1]


@pytest.mark.parametrize("name", ["puzzles.sdm", "/home/me/puzzles.csv.gz", "top 10.opensudoku"])
def test_a_file_name_is_text_and_the_error_has_a_hint(name: str) -> None:
    with pytest.raises(FormatError, match="to read a file, pass a Path"):
        read(name)


def test_an_error_names_the_line_of_bytes_that_are_not_text() -> None:
    source = f"{WIKIPEDIA}\r\n{WIKIPEDIA} très difficile".encode("latin-1")
    entries = read_many(source)
    assert next(entries).grid == PUZZLE
    with pytest.raises(FormatError, match="line 2: the byte 0xe8 is not utf-8 text; try another encoding"):
        next(entries)
    bad: list[FormatError] = []
    assert len(list(read_many(source, on_error=bad.append))) == 1
    assert [error.line for error in bad] == [2]
    assert [entry.comment for entry in read_many(source, encoding="latin-1")] == ["", "très difficile"]
    with pytest.raises(FormatError, match="line 2: the byte 0xe8"):
        list(read_many(io.TextIOWrapper(io.BytesIO(source), encoding="utf-8")))


def test_a_damaged_gzip_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "cut.sdm.gz"
    path.write_bytes(gzip.compress(os.urandom(20_000).hex().encode())[:-2000])
    with pytest.raises(FormatError, match="the compressed file is truncated or damaged"):
        list(read_many(path, on_error=None))


def test_a_missing_file_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read(tmp_path / "none.sdm")
    with pytest.raises(OSError, match="directory"):
        read(tmp_path)


def test_bad_arguments_are_refused_at_once() -> None:
    with pytest.raises(ArgumentError, match="source must be text, bytes, a path or an open file, not int"):
        read_many(7)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="unknown format 'sdz'; did you mean sdx, sdm or sdk"):
        read_many(WIKIPEDIA, format="sdz")
    with pytest.raises(ArgumentError, match="unknown encoding 'utf-9'"):
        read_many(WIKIPEDIA, encoding="utf-9")
    with pytest.raises(ArgumentError, match=r"unknown suffix '\.doc'; expected one of "):
        format_of_suffix("puzzle.doc")
    with pytest.raises(FormatError, match="the text does not have the structure of any format"):
        sniff("hello")


# Writing


def test_a_file_is_written_in_the_format_of_its_suffix(tmp_path: Path) -> None:
    for name, known in FORMATS.items():
        for suffix in known.suffixes:
            path = tmp_path / f"puzzle{suffix}"
            write(PUZZLE, path)
            assert path.read_text(encoding="utf-8") == write(PUZZLE, format=name)
            assert read(path) == PUZZLE
    write(PUZZLE, tmp_path / "puzzle.sdk.gz")
    assert read(tmp_path / "puzzle.sdk.gz") == PUZZLE
    with pytest.raises(ArgumentError, match="unknown suffix"):
        write(PUZZLE, tmp_path / "puzzle.doc")


def test_no_partial_file_is_left(tmp_path: Path) -> None:
    def broken() -> Iterator[Grid]:
        yield PUZZLE
        raise KeyboardInterrupt

    path = tmp_path / "puzzles.sdm"
    with pytest.raises(KeyboardInterrupt):
        write(broken(), path)
    assert list(tmp_path.iterdir()) == []
    path.write_text("old", encoding="utf-8")
    path.chmod(0o640)
    with pytest.raises(KeyboardInterrupt):
        write(broken(), path)
    assert path.read_text(encoding="utf-8") == "old"
    write(PUZZLE, path)
    assert read(path) == PUZZLE
    assert path.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real.sdm", tmp_path / "link.sdm"
    real.touch()
    link.symlink_to(real)
    write(PUZZLE, link)
    assert link.is_symlink()
    assert read(real) == PUZZLE


def test_only_puzzles_can_be_written_and_only_to_files() -> None:
    with pytest.raises(
        ArgumentError, match="each puzzle to write must be a Grid, a Position, a Puzzle or an Entry, not str"
    ):
        write([WIKIPEDIA])  # type: ignore[list-item]
    with pytest.raises(ArgumentError, match="target must be a Path or an open text file, not str"):
        write(PUZZLE, "puzzle.sdm")  # type: ignore[call-overload]


# Entries


def test_an_entry_is_a_value() -> None:
    entry = Entry(PUZZLE, comment="easy", line=3)
    assert entry == Entry(PUZZLE, comment="easy", line=9)
    assert entry != Entry(PUZZLE, comment="hard", line=3)
    assert hash(entry) == hash(entry._replace(line=None))
    assert pickle.loads(pickle.dumps(entry)) == entry
    assert entry != PUZZLE


def test_the_registry_has_all_formats() -> None:
    assert set(FORMATS) == {
        *("line", "sdm", "grid", "sdk", "sdx", "ss", "pencilmarks", "729"),
        *("hodoku", "gsf", "opensudoku", "csv", "json", "jsonl", "leetcode"),
        *("nonet", "fpuzzles", "iss", "killer"),
    }
    for name, known in FORMATS.items():
        assert known.name == name
        assert known.title
        assert repr(known).startswith(f"<Format {name}: ")
    suffixes = [suffix for known in FORMATS.values() for suffix in known.suffixes]
    assert len(suffixes) == len(set(suffixes))


@pytest.mark.parametrize("suffix", [suffix for known in FORMATS.values() for suffix in known.suffixes])
def test_a_grid_made_from_a_file_name_has_a_hint(suffix: str) -> None:
    with pytest.raises(FormatError, match="looks like a file name; read files with nonet.read"):
        Grid(f"puzzle{suffix}")


def test_an_entry_as_data_for_json() -> None:
    entry = Entry(POSITION.givens, POSITION, POSITION.grid, "easy", {"level": "1", "puzzle": "other"}, 3)
    data = entry.to_dict()
    assert list(data) == ["puzzle", "solution", "state", "candidates", "comment", "level"]
    assert data["puzzle"] == WIKIPEDIA
    assert data["candidates"][:4] == ["", "", "", "26"]
    assert Entry(Grid("." * 36, (3, 2))).to_dict() == {"puzzle": "." * 36, "shape": "3x2"}
