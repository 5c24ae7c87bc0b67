"""Tables and text that are damaged, huge or endless: no silent change, no crash, and no run that takes forever."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet as pq
import pytest

from nonet.bulk import LineFormat, TextRun, TextSource, process_files
from nonet.bulk.source import ByteStream, TableSource
from nonet.errors import ArgumentError, ColumnError, FileError, FormatError, NonetError, WorkerError
from tests.boards import WIKIPEDIA

PYTHON = [sys.executable, "-c"]


def wide_csv(path: Path, rows: int, values: dict[int, str]) -> list[str]:
    """Write a table of more than a megabyte, and return its column of codes: 1 except in some rows."""
    codes = [values.get(row, "1") for row in range(rows)]
    path.write_text("code,puzzle\n" + "".join(f"{code},{WIKIPEDIA}\n" for code in codes))
    return codes


class TestTypes:
    def test_text_of_csv_is_copied_byte_for_byte(self, tmp_path: Path) -> None:
        """The first megabyte, and with it the first blocks, have only numbers in the column."""
        late = {14_001: "007", 14_002: "1.10", 14_003: "1e3", 15_000: "9" * 30, 15_999: "x y "}
        codes = wide_csv(tmp_path / "a.csv", 16_000, late)
        for name in ("b.parquet", "b.arrow", "b.csv"):
            process_files(tmp_path / "a.csv", tmp_path / name, add=["status"])
        assert pq.read_table(tmp_path / "b.parquet")["code"].to_pylist() == codes
        assert pyarrow.feather.read_table(tmp_path / "b.arrow")["code"].to_pylist() == codes
        lines = (tmp_path / "b.csv").read_text().splitlines()
        assert [line.partition(",")[0] for line in lines[1:]] == codes

    def test_types_convert_columns_that_are_named(self, tmp_path: Path) -> None:
        (tmp_path / "a.csv").write_text(f"id,rate,day,puzzle\n007,1.10,2024-05-01,{WIKIPEDIA}\n,-3e2,,{WIKIPEDIA}\n")
        types = {"id": "int16", "rate": "float64", "day": "date32"}
        process_files(tmp_path / "a.csv", tmp_path / "b.parquet", add=["status"], types=types)
        table = pq.read_table(tmp_path / "b.parquet")
        assert [str(kind) for kind in table.schema.types] == ["int16", "double", "date32[day]", "string", "string"]
        assert table["id"].to_pylist() == [7, None]
        assert table["rate"].to_pylist() == [1.1, -300.0]

    def test_types_that_do_not_fit_are_errors(self, tmp_path: Path) -> None:
        wide_csv(tmp_path / "a.csv", 20_000, {19_999: "x"})
        pq.write_table(pa.table({"puzzle": [WIKIPEDIA]}), tmp_path / "a.parquet")

        def convert(types: dict[str, str], source: str = "a.csv", output: str = "b.parquet") -> None:
            process_files(tmp_path / source, tmp_path / output, types=types)

        with pytest.raises(
            ColumnError, match="conversion error to int64: invalid value 'x'.*; without a type the column"
        ):
            convert({"code": "int64"})
        with pytest.raises(ColumnError, match="no column 'id'; the columns are code, puzzle"):
            convert({"id": "int64"})
        with pytest.raises(ArgumentError, match="unknown type 'number'; some are string, int64"):
            convert({"code": "number"})
        with pytest.raises(ArgumentError, match="types can be given to the columns of CSV, but this is parquet"):
            convert({"puzzle": "string"}, "a.parquet")
        with pytest.raises(ArgumentError, match="a CSV file has no types"):
            convert({"code": "int64"}, output="b.csv")
        assert sorted(path.name for path in tmp_path.iterdir()) == ["a.csv", "a.parquet"]

    def test_a_quoted_empty_text_is_not_a_missing_value(self, tmp_path: Path) -> None:
        (tmp_path / "a.csv").write_text(f'name,puzzle\n"",{WIKIPEDIA}\n,{WIKIPEDIA}\n')
        process_files(tmp_path / "a.csv", tmp_path / "b.csv", add=["count"])
        process_files(tmp_path / "b.csv", tmp_path / "c.parquet", add=["status"])
        assert pq.read_table(tmp_path / "c.parquet")["name"].to_pylist() == ["", None]


class TestFilesThatGetShorter:
    @pytest.mark.parametrize("name", ["a.csv", "a.txt"])
    def test_a_file_that_is_cut_while_it_is_read_is_an_error(
        self, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(ByteStream, "_PIECES_AHEAD", 1)
        path, number = tmp_path / name, 400_000
        path.write_text("puzzle\n" * (name == "a.csv") + f"{WIKIPEDIA}\n" * number)
        with pytest.raises(NonetError, match="bytes, but was cut to .* while it was read"):
            self.read_and_cut(path)

    @staticmethod
    def read_and_cut(path: Path) -> None:
        if path.suffix == ".csv":
            with TableSource(str(path), block_rows=1000) as table:
                for block in table.blocks():
                    if not block.start:
                        os.truncate(path, 1 << 20)
            return
        with TextSource(str(path)) as source:
            for i, _ in enumerate(source.blocks()):
                if not i:
                    os.truncate(path, 1 << 20)
            if source.failure:
                raise source.failure

    @pytest.mark.parametrize("name", ["a.csv", "a.arrow", "a.parquet"])
    def test_such_a_file_does_not_crash_the_process(self, name: str, tmp_path: Path) -> None:
        code = f"""
import os
from nonet.bulk.source import ByteStream, TableSource
from nonet.errors import NonetError
ByteStream._PIECES_AHEAD = 1
path = {str(tmp_path / name)!r}
try:
    with TableSource(path, block_rows=1000) as source:
        for block in source.blocks():
            if not block.start:
                os.truncate(path, os.path.getsize(path) // 20)
            sum(len(value) for value in block.batch.column("puzzle").to_pylist())
except NonetError as error:
    print("error")
"""
        table = pa.table({"puzzle": [WIKIPEDIA] * 300_000})
        if name == "a.csv":
            (tmp_path / name).write_text("puzzle\n" + f"{WIKIPEDIA}\n" * 300_000)
        elif name == "a.arrow":
            pyarrow.feather.write_feather(table, tmp_path / name, compression="uncompressed", chunksize=10_000)
        else:
            pq.write_table(table, tmp_path / name, row_group_size=10_000, use_dictionary=False, compression="none")
        done = subprocess.run([*PYTHON, code], capture_output=True, text=True, timeout=120)
        assert (done.stdout, done.returncode) == ("error\n", 0), done.stderr[-500:]


def run_text(path: Path, **options: Any) -> TextRun:
    """Count the solutions of the puzzles of a file, and return the run."""
    with TextSource(str(path)) as source:
        run = TextRun(source, path.with_name("out.txt"), LineFormat("count"), force=True, **options)
        for _ in run:
            pass
    return run


class TestEndlessInput:
    @pytest.fixture(autouse=True)
    def _small_limits(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(ByteStream, "_MOST_IN_VAIN", 1 << 22)

    @pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no /dev/zero")
    def test_an_endless_device_is_given_up(self) -> None:
        with pytest.raises(FormatError, match="/dev/zero"):
            self.count(Path("/dev/zero"))

    @staticmethod
    def count(path: Path) -> None:
        with TextSource(str(path)) as source:
            for _ in source.blocks():
                pass
            if source.failure:
                raise source.failure
            raise FormatError(f"{path}: the end was reached")

    @pytest.mark.parametrize("content", [b"\0", b"\n", b"# comment\n", b".", b" "])
    def test_a_gzip_bomb_is_given_up(self, content: bytes, tmp_path: Path) -> None:
        (tmp_path / "a.txt.gz").write_bytes(gzip.compress(content * ((16 << 20) // len(content)), 1))
        with pytest.raises(
            FormatError, match=r"no puzzle in 4 MB|a line of more than|more than 10000 lines|unpacks to more than|bytes"
        ):
            run_text(tmp_path / "a.txt.gz")

    def test_puzzles_after_many_empty_lines_are_found(self, tmp_path: Path) -> None:
        (tmp_path / "a.txt").write_text(("\n" * 2_000_000 + WIKIPEDIA + "\n") * 3)
        assert run_text(tmp_path / "a.txt", threads=3).lines == 3

    def test_a_table_of_empty_lines_is_given_up(self, tmp_path: Path) -> None:
        (tmp_path / "a.csv.gz").write_bytes(gzip.compress(b"puzzle\n" + b"\n" * (32 << 20), 1))
        with pytest.raises(NonetError, match="no puzzle in 4 MB, so it is given up|unpacks to more than"):
            process_files(tmp_path / "a.csv.gz", tmp_path / "b.parquet")


class TestLinearTime:
    def stream_time(self, path: Path, take: str) -> float:
        stream = ByteStream(str(path))
        start = time.process_time()
        while getattr(stream, take)(4096):
            pass
        return time.process_time() - start

    @pytest.mark.parametrize("take", ["read", "read1"])
    def test_twice_the_bytes_take_at_most_twice_the_time(self, take: str, tmp_path: Path) -> None:
        """The line is one piece after `head`. Copying the rest at each read would be four times the time."""
        times = []
        for size in (8 << 20, 16 << 20):
            path = tmp_path / f"{size}.txt"
            path.write_bytes(b"." * size)
            times.append(min(self.after_head(path, take) for _ in range(2)))
        assert times[1] < 3 * times[0] + 0.05

    @staticmethod
    def after_head(path: Path, take: str) -> float:
        stream = ByteStream(str(path))
        stream.head(path.stat().st_size)
        start = time.process_time()
        while getattr(stream, take)(4096):
            pass
        return time.process_time() - start

    def test_lines_are_taken_in_linear_time(self, tmp_path: Path) -> None:
        times = []
        for lines in (20_000, 40_000):
            path = tmp_path / f"{lines}.txt"
            path.write_text(f"{WIKIPEDIA}\n" * lines)
            times.append(min(self.stream_time(path, "lines") for _ in range(2)))
        assert times[1] < 3 * times[0] + 0.05

    @pytest.mark.parametrize("before", ["", f"{WIKIPEDIA}\n"])
    def test_a_long_line_is_refused_at_once(self, before: str, tmp_path: Path) -> None:
        (tmp_path / "a.txt").write_text(before + "." * (40 << 20))
        start = time.process_time()
        with pytest.raises(FormatError, match="a line of more than 1,048,576 bytes is no puzzle"):
            run_text(tmp_path / "a.txt")
        assert time.process_time() - start < 3
        assert not before or (tmp_path / "out.txt").read_text() == "1\n"


class TestLocks:
    CODE = """
import sys
from pathlib import Path
from nonet.bulk import TextSink
from nonet.bulk.sink import TableSink
path = Path(sys.argv[1])
if path.suffix == ".txt":
    sink = TextSink(path)
    sink.write(b"first\\n", 1)
else:
    import pyarrow as pa
    sink = TableSink(path, pa.schema([("count", pa.int64())]))
print("open", flush=True)
sys.stdin.readline()
if path.suffix != ".txt":
    sink.write(sink.encode(pa.table({"count": [1]})))
    sink.commit()
sink.close() if path.suffix == ".txt" else None
"""

    @pytest.mark.skipif(sys.platform == "win32", reason="files are not locked on Windows")
    @pytest.mark.parametrize("name", ["out.txt", "out.parquet"])
    def test_the_second_run_with_the_same_output_is_refused(self, name: str, tmp_path: Path) -> None:
        (tmp_path / "a.txt").write_text(f"{WIKIPEDIA}\n")
        first = subprocess.Popen(
            [*PYTHON, self.CODE, str(tmp_path / name)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert first.stdout is not None
        assert first.stdout.readline() == "open\n"
        with pytest.raises(FileError, match=f"{name}: another run is writing this file$"):
            self.write(tmp_path, name)
        first.communicate("\n", timeout=60)
        assert first.returncode == 0
        if name == "out.txt":
            assert (tmp_path / name).read_text() == "first\n"
        else:
            assert pq.read_table(tmp_path / name).to_pydict() == {"count": [1]}
        self.write(tmp_path, name)  # the lock is gone
        assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []

    @staticmethod
    def write(folder: Path, name: str) -> None:
        if name == "out.txt":
            run_text(folder / "a.txt")
        else:
            process_files(folder / "a.txt", folder / name, force=True)

    def test_what_a_killed_run_left_does_not_lock(self, tmp_path: Path) -> None:
        (tmp_path / "a.txt").write_text(f"{WIKIPEDIA}\n")
        first = subprocess.Popen(
            [*PYTHON, self.CODE, str(tmp_path / "out.parquet")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert first.stdout is not None
        assert first.stdout.readline() == "open\n"
        first.kill()
        first.communicate()
        process_files(tmp_path / "a.txt", tmp_path / "out.parquet")
        assert sorted(path.name for path in tmp_path.iterdir()) == ["a.txt", "out.parquet"]


def test_a_stream_without_a_thread_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.txt").write_text(WIKIPEDIA)

    def start(_: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr("threading.Thread.start", start)
    with pytest.raises(WorkerError, match="a.txt cannot be read: can't start new thread"):
        TextSource(str(tmp_path / "a.txt"))
