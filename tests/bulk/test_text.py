"""From text to text: blocks of lines are parsed like single lines, and a run can be used as a library."""

from __future__ import annotations

import gzip
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import sleep

import pytest
from hypothesis import given, settings, strategies as st

import nonet
from nonet.bulk import LineFormat, Puzzles, TextRun, TextSource
from nonet.bulk.source import ByteStream
from nonet.errors import ArgumentError, FileError, FormatError
from nonet.formats import read_many
from tests.boards import INKALA, SEVENTEEN, WIKIPEDIA, WIKIPEDIA_SOLUTION

SMALL = "1234341221434..."
LINES = st.sampled_from(
    [
        WIKIPEDIA,
        INKALA.replace(".", "0"),
        f"  {SEVENTEEN}",
        f"{SEVENTEEN} # a comment",
        f"{WIKIPEDIA};1,2",
        f"{WIKIPEDIA},{WIKIPEDIA_SOLUTION}",
        " ".join(WIKIPEDIA),
        SMALL,
        "# a comment",
        "",
        " \t",
        WIKIPEDIA[1:],
        f"x{WIKIPEDIA[1:]}",
        "?",
        "é" * 81,
    ]
)


def puzzles_of(path: Path) -> tuple[list[str], list[tuple[int | None, str]]]:
    """Return all puzzles of a file, and the line and the reason of each error."""
    with TextSource(str(path), format="line") as source:
        blocks = [block.parsed() for block in source.blocks()]
    grids = [str(grid) for block in blocks for grid in block.grids()]
    return grids, [(error.line, error.reason) for block in blocks for _, error in block.errors]


class TestSource:
    @settings(max_examples=200)
    @given(
        lines=st.lists(LINES, max_size=30),
        ending=st.sampled_from(["\n", "\r\n"]),
        last=st.booleans(),
        after_return=st.none() | LINES,
    )
    def test_blocks_are_parsed_like_single_lines(
        self,
        lines: list[str],
        ending: str,
        last: bool,
        after_return: str | None,
        tmp_path_factory: pytest.TempPathFactory,
    ) -> None:
        if after_return is not None:  # a single carriage return ends a line, too
            lines.append(f"{WIKIPEDIA}\r{after_return}")
        text = ending.join(lines) + ending * last
        path = tmp_path_factory.getbasetemp() / "lines.txt"
        path.write_bytes(text.encode())
        errors: list[FormatError] = []
        expected = [str(entry.grid) for entry in read_many(text, format="line", on_error=errors.append)]
        assert puzzles_of(path) == (expected, [(error.line, error.reason) for error in errors])

    def test_puzzles_between_two_places(self) -> None:
        texts = [WIKIPEDIA, SMALL, INKALA, SMALL, SMALL, SEVENTEEN]
        errors = [(place, FormatError(str(place))) for place in (0, 1, 3, 6)]
        puzzles = Puzzles.of([nonet.Grid(text) for text in texts], errors)
        for first in range(7):
            for end in range(first, 7):
                part = puzzles.between(first, end)
                assert [str(grid) for grid in part.grids()] == texts[first:end]
                assert [int(error.reason) - first for _, error in part.errors] == [place for place, _ in part.errors]
                assert all(0 <= place <= len(part) for place, _ in part.errors)

    def test_a_folder_is_not_a_source(self, tmp_path: Path) -> None:
        with pytest.raises(IsADirectoryError):
            TextSource(str(tmp_path))

    @pytest.mark.parametrize("seconds", [0, 0.2])
    def test_an_error_does_not_depend_on_the_speed_of_reading(
        self, seconds: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The end of the file may be noticed only after the reader has given up."""
        (tmp_path / "a.json").write_bytes(b'["\xff"]\n')
        packed = ByteStream._packed

        def slow(stream: ByteStream) -> Iterator[bytes]:
            yield from packed(stream)
            sleep(seconds)

        monkeypatch.setattr(ByteStream, "_packed", slow)
        with TextSource(str(tmp_path / "a.json")) as source:
            reasons = [error.reason for block in source.blocks() for _, error in block.parsed().errors]
            assert source.failure is None
        assert reasons == ["the byte 0xff is not utf-8 text; try another encoding"]

    def test_empty_lines_are_skipped_at_once_even_if_they_arrive_slowly(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "a.txt").write_bytes(b"\n" * 200_000 + WIKIPEDIA.encode() + b"\n?\n")
        packed = ByteStream._packed

        def slow(stream: ByteStream) -> Iterator[bytes]:
            for piece in packed(stream):
                sleep(0.002)
                yield piece

        monkeypatch.setattr(ByteStream, "_packed", slow)
        monkeypatch.setattr(ByteStream, "_PIECE", 4000)
        with TextSource(str(tmp_path / "a.txt")) as source:
            blocks = [block.parsed() for block in source.blocks()]
            assert source.format == "line"  # otherwise the reader of all formats looked at each line
        assert [str(grid) for block in blocks for grid in block.grids()] == [WIKIPEDIA]
        assert [error.line for block in blocks for _, error in block.errors] == [200_002]

    def test_blocks_grow_with_the_speed(self, tmp_path: Path) -> None:
        path = tmp_path / "a.txt"
        path.write_text(f"{WIKIPEDIA}\n" * 5000)
        sizes = []
        with TextSource(str(path)) as source:
            for block in source.blocks():
                sizes.append(len(block.parsed()))
                source.adapt(sizes[-1], 0.001 if len(sizes) < 6 else 0.25)
        assert sizes[:6] == [8, 16, 32, 64, 128, 256]
        assert set(sizes[6:-1]) == {256}


class TestRun:
    def test_a_run_as_a_library(self, tmp_path: Path) -> None:
        source, output = tmp_path / "a.txt.gz", tmp_path / "b.txt"
        source.write_bytes(gzip.compress(f"{WIKIPEDIA}\n{SMALL}\n12\n".encode()))
        with TextSource(str(source)) as text:
            run = TextRun(text, output, LineFormat("check"), threads=1)
            results = list(run)
        assert output.read_text() == "unique\nunique\n"
        assert (run.lines, run.has_errors) == (2, True)
        assert [error.line for result in results for error in result.errors] == [3]
        assert sum(result.rows for result in results) == 2

    @pytest.mark.parametrize("threads", [0, -1])
    def test_threads_must_be_positive(self, threads: int, tmp_path: Path) -> None:
        (tmp_path / "a.txt").write_text(WIKIPEDIA)
        with (
            TextSource(str(tmp_path / "a.txt")) as source,
            pytest.raises(ArgumentError, match=f"threads must be at least 1, not {threads}"),
        ):
            TextRun(source, None, LineFormat(), threads=threads)

    def test_an_existing_output_is_not_replaced(self, tmp_path: Path) -> None:
        for name in ("a.txt", "b.txt"):
            (tmp_path / name).write_text(WIKIPEDIA)
        with TextSource(str(tmp_path / "a.txt")) as source:
            with pytest.raises(FileError, match="b.txt already exists; resume continues it, force replaces it"):
                TextRun(source, tmp_path / "b.txt", LineFormat())
            with pytest.raises(FileError, match="a.txt is the input; the output needs another file"):
                TextRun(source, tmp_path / "a.txt", LineFormat(), force=True)

    @pytest.mark.parametrize("what", ["solve", "count", "check", "rate"])
    @pytest.mark.parametrize("to", ["lines", "csv", "jsonl"])
    def test_every_output_can_be_resumed(self, what: str, to: str, tmp_path: Path) -> None:
        source, output = tmp_path / "a.txt", tmp_path / "b.txt"
        source.write_text("".join(f"{text}\n" for text in (WIKIPEDIA, "." * 81, "55" + "." * 79, SMALL)))
        form = LineFormat(what, to)

        def process(*, resume: bool) -> bytes:
            with TextSource(str(source)) as text:
                list(TextRun(text, output, form, threads=1, resume=resume))
            return output.read_bytes()

        complete = process(resume=False)
        ends = [place + 1 for place, byte in enumerate(complete) if byte == ord("\n")]
        for size in (ends[0], ends[1] + 2, len(complete)):
            output.write_bytes(complete[:size])
            assert process(resume=True) == complete


def test_text_needs_no_arrow() -> None:
    program = (
        "import sys; sys.modules['pyarrow'] = None\nimport nonet.bulk, nonet.tables\n"
        "from nonet.cli import main; main(['batch', '--to', 'csv'])"
    )
    done = subprocess.run([sys.executable, "-c", program], input=WIKIPEDIA, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"puzzle,status,solution\n{WIKIPEDIA},unique,{WIKIPEDIA_SOLUTION}\n"


def test_a_file_that_is_not_text_ends_the_run(tmp_path: Path) -> None:
    """What follows is not read, so the run must not look like one that only skipped some lines."""
    path = tmp_path / "a.sdk"
    path.write_bytes(b"\xff\xaf\n" * 5000 + f"{WIKIPEDIA}\n".encode() * 5000)
    with TextSource(str(path)) as source, pytest.raises(FormatError, match="lines are not utf-8 text; nothing more"):
        list(TextRun(source, tmp_path / "out.txt", LineFormat()))


def test_bytes_that_are_not_text_cost_only_their_line(tmp_path: Path) -> None:
    path = tmp_path / "a.sdk"
    path.write_bytes(b"\xff\xaf" * 5000 + f"\n{WIKIPEDIA}\n".encode() * 5000)
    with TextSource(str(path)) as source:
        results = list(TextRun(source, tmp_path / "out.txt", LineFormat()))
    assert sum(result.rows for result in results) == 5000
    (error,) = (error for result in results for error in result.errors)
    assert (error.line, error.reason) == (1, "the byte 0xff is not utf-8 text; try another encoding")


@pytest.mark.parametrize("name", ["a.txt", "a.nonet"])
@pytest.mark.parametrize(
    "between", [b"", b"thermo\xff\x1c3: r1c1 r1c2"], ids=["a blank line", "a line that is not text"]
)
def test_a_board_with_rules_is_not_solved_without_them(name: str, between: bytes, tmp_path: Path) -> None:
    path, output = tmp_path / name, tmp_path / "out.txt"
    rules = b"killer 8: r1c1 r1c2\nanti-knight\n"
    path.write_bytes(b"# one puzzle\n%b\n%b\n%b" % (WIKIPEDIA.encode(), between, rules))
    with TextSource(str(path)) as source:
        errors = [error for result in TextRun(source, output, LineFormat("solve", "lines")) for error in result.errors]
    assert str(errors[-1]) == (
        f"{path}, line 2: the puzzle has rules (killer, anti-knight), which are not supported here yet"
    )
    assert len(errors) == 1 + bool(between)
    assert output.read_text() == ""


def test_a_rule_counts_however_slowly_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def slowly(stream: ByteStream) -> Iterator[bytes]:
        for line in next(packed(stream)).splitlines(keepends=True):
            yield line
            sleep(0.05)

    packed = ByteStream._packed
    monkeypatch.setattr(ByteStream, "_packed", slowly)
    path, output = tmp_path / "a.txt", tmp_path / "out.txt"
    path.write_text(f"{WIKIPEDIA}\nkiller 8: r1c1 r1c2")
    with TextSource(str(path)) as source:
        (error,) = (error for result in TextRun(source, output, LineFormat()) for error in result.errors)
    assert error.reason == "the puzzle has rules (killer), which are not supported here yet"
    assert output.read_text() == ""
