"""Reading from any source: sniffing, streams, line ends, encodings, errors."""

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

from nonet import FormatError, Grid, NonetError, Position
from nonet.formats import FORMATS, Entry, format_of_suffix, read, read_many, read_position, sniff, write

from .puzzles import PUZZLE, ROWS, WIKIPEDIA, few

POSITION = Position(PUZZLE).place("r1c3", 4).eliminate("r2c2", 7)
NAMES = list(FORMATS)


def written(format: str) -> str:
    """Two puzzles in a format, with candidates if it has them."""
    carried = FORMATS[format].carries_candidates
    return write([POSITION, Position(PUZZLE)] if carried else [PUZZLE, POSITION.grid], format=format)


@pytest.mark.parametrize("format", NAMES)
def test_each_format_is_told_from_the_others(format: str) -> None:
    twins = {"sdm": "line", "sdk": "grid"}  # without comments or a heading they are built alike
    assert sniff(written(format)).name == twins.get(format, format)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", " \n", "\n\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("format", NAMES)
def test_line_ends_and_marks_do_not_matter(format: str, mark: str, end: str) -> None:
    text = written(format)
    entries = list(read_many(text, format=format))
    changed = mark + text.replace("\n", end).removesuffix(end)
    for source in (changed, changed.encode(), changed.removeprefix("\ufeff").encode("utf-16")):
        assert list(read_many(source, format=format)) == entries
        assert list(read_many(source)) == list(read_many(text))


@pytest.mark.parametrize("format", NAMES)
def test_every_kind_of_source_says_the_same(format: str, tmp_path: Path) -> None:
    text = written(format)
    entries = list(read_many(text))
    path, packed = tmp_path / "puzzles.any", tmp_path / "puzzles.any.gz"
    path.write_text(text, encoding="utf-8", newline="")
    packed.write_bytes(gzip.compress(text.encode()))
    assert list(read_many(path)) == entries
    assert list(read_many(packed)) == entries
    assert list(read_many(io.StringIO(text))) == entries
    assert list(read_many(io.BytesIO(text.encode()))) == entries
    with path.open(encoding="utf-8") as file:
        assert list(read_many(file)) == entries


@few
@given(st.text('0123456789.,;:|+-*#@u \n\t\r[]{}"<>=/ABCPQxyz\0é─', max_size=200))
def test_any_text_is_read_or_refused_in_a_sentence(text: str) -> None:
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


def test_a_pipe_answers_puzzle_by_puzzle() -> None:
    out, into = os.pipe()
    with os.fdopen(out, "rb") as reader, os.fdopen(into, "w") as writer:
        answered: list[Grid] = []
        for _ in range(3):
            writer.write(f"{WIKIPEDIA}\n")
        writer.flush()
        entries = read_many(reader)
        answered = [next(entries).grid for _ in range(3)]
        assert answered == [PUZZLE] * 3

        def go_on() -> None:
            writer.write(f"{WIKIPEDIA}\n" * 10_000)
            writer.close()

        thread = threading.Thread(target=go_on)
        thread.start()
        assert sum(1 for _ in entries) == 10_000
        thread.join()


def test_writing_a_stream_keeps_nothing() -> None:
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


def test_read_wants_exactly_one_puzzle() -> None:
    with pytest.raises(FormatError, match="the source holds several puzzles, .* read_many reads them all"):
        read(f"{WIKIPEDIA}\n{WIKIPEDIA}")
    for nothing in ("", " \n\n", "# only a remark\n"):
        with pytest.raises(FormatError, match="the source holds no puzzle, but one was expected"):
            read(nothing)
        assert list(read_many(nothing)) == []


def test_read_position_makes_one_of_the_givens_alone() -> None:
    assert read_position(WIKIPEDIA) == Position(PUZZLE)
    assert read_position(write(POSITION, format="ss")) == POSITION


# Errors


def test_on_error_hears_of_every_bad_puzzle_and_the_reading_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "mixed.sdm"
    path.write_text(f"{WIKIPEDIA}\n{WIKIPEDIA[1:]}\n{WIKIPEDIA}\n\nhello\n{WIKIPEDIA}", encoding="utf-8")
    bad: list[FormatError] = []
    assert [entry.line for entry in read_many(path, on_error=bad.append)] == [1, 3, 6]
    assert [error.line for error in bad] == [2, 5]
    assert {error.source for error in bad} == {str(path)}
    with pytest.raises(FormatError, match=r"mixed\.sdm, line 2: 80 cells"):
        list(read_many(path))


@pytest.mark.parametrize("name", ["puzzles.sdm", "/home/me/puzzles.csv.gz", "top 10.opensudoku"])
def test_a_file_name_is_text_but_the_error_says_what_was_meant(name: str) -> None:
    with pytest.raises(FormatError, match="to read a file pass a Path"):
        read(name)


def test_bytes_that_are_no_text_are_named_with_their_line() -> None:
    source = f"{WIKIPEDIA}\r\n{WIKIPEDIA} très difficile".encode("latin-1")
    entries = read_many(source)
    assert next(entries).grid == PUZZLE
    with pytest.raises(FormatError, match="line 2: the byte 0xe8 is not text in utf-8; encoding= names another"):
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
    with pytest.raises(FormatError, match="the compressed file is cut off or damaged"):
        list(read_many(path, on_error=None))


def test_a_missing_file_is_the_affair_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read(tmp_path / "none.sdm")
    with pytest.raises(OSError, match="directory"):
        read(tmp_path)


def test_what_cannot_be_a_source_or_a_name_is_refused_at_once() -> None:
    with pytest.raises(TypeError, match="a source is text, bytes, a path or an open file, not int"):
        read_many(7)  # type: ignore[arg-type]
    with pytest.raises(NonetError, match="there is no format 'sdz'; the formats are opensudoku, "):
        read_many(WIKIPEDIA, format="sdz")
    with pytest.raises(NonetError, match="there is no encoding 'utf-9'"):
        read_many(WIKIPEDIA, encoding="utf-9")
    with pytest.raises(NonetError, match=r"no format is known by the suffix '\.doc'; the suffixes are "):
        format_of_suffix("puzzle.doc")
    with pytest.raises(FormatError, match="no format is built like this text"):
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
    with pytest.raises(NonetError, match="no format is known by the suffix"):
        write(PUZZLE, tmp_path / "puzzle.doc")


def test_nothing_half_written_is_left(tmp_path: Path) -> None:
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
    with pytest.raises(TypeError, match="a Grid, a Position or an Entry can be written, not str"):
        write([WIKIPEDIA])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="a target is a Path or an open text file, not str"):
        write(PUZZLE, "puzzle.sdm")  # type: ignore[call-overload]


# Entries


def test_an_entry_is_a_value() -> None:
    entry = Entry(PUZZLE, comment="easy", line=3)
    assert entry == Entry(PUZZLE, comment="easy", line=9)
    assert entry != Entry(PUZZLE, comment="hard", line=3)
    assert hash(entry) == hash(entry._replace(line=None))
    assert pickle.loads(pickle.dumps(entry)) == entry
    assert entry != PUZZLE


def test_the_registry_says_what_each_format_is() -> None:
    assert set(FORMATS) == {
        *("line", "sdm", "grid", "sdk", "sdx", "ss", "pencilmarks", "729"),
        *("hodoku", "gsf", "opensudoku", "csv", "json", "jsonl", "leetcode"),
    }
    for name, known in FORMATS.items():
        assert known.name == name
        assert known.title
        assert repr(known).startswith(f"<Format {name}: ")
    suffixes = [suffix for known in FORMATS.values() for suffix in known.suffixes]
    assert len(suffixes) == len(set(suffixes))
    assert len(ROWS) == 9
