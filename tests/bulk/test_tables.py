"""Table files: all columns are kept, new ones are added, and an output is complete or does not exist."""

from __future__ import annotations

import gzip
import resource
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.csv
import pyarrow.feather
import pyarrow.parquet as pq
import pytest

from nonet.bulk import COLUMNS, Answers, column, pipeline, plan, process_files
from nonet.bulk.clusters import CLUSTERS, Cluster
from nonet.bulk.source import TableSource
from nonet.errors import ArgumentError, ColumnError, FileError, NonetError, WorkerError
from tests.boards import WIKIPEDIA, WIKIPEDIA_SOLUTION

from .rows import TEXTS, expected

TABLE = pa.table(
    {
        "id": pa.array(range(len(TEXTS)), pa.int16()),
        "puzzle": TEXTS,
        "tags": [["a"], None, []] * 4 + [["b", "c"]] * 2,
        "level": pa.array(["easy", "hard"] * 7).dictionary_encode(),
    }
).replace_schema_metadata({"owner": "me"})


def read(path: Path) -> Any:
    return pq.read_table(path) if path.suffix == ".parquet" else pyarrow.feather.read_table(path, memory_map=False)


def write(path: Path, table: Any = TABLE) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(table, path) if path.suffix == ".parquet" else pyarrow.feather.write_feather(table, path)
    return path


def names_in(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


class TestKinds:
    @pytest.mark.parametrize("source", ["a.parquet", "a.feather"])
    @pytest.mark.parametrize("output", ["b.parquet", "b.arrow"])
    def test_schema_and_columns_are_kept(self, source: str, output: str, tmp_path: Path) -> None:
        reports = process_files(write(tmp_path / source), tmp_path / output)
        result = read(tmp_path / output)
        assert result.select(TABLE.column_names).cast(TABLE.schema).equals(TABLE)
        assert [result.schema.field(name).type for name in TABLE.column_names] == TABLE.schema.types
        assert result.schema.metadata[b"owner"] == b"me"
        assert result.select(["solution", "count", "status"]).to_pydict() == expected(TEXTS)
        assert reports[0].rows == len(TEXTS)
        assert reports[0].status == {
            word: expected(TEXTS)["status"].count(word) for word in set(expected(TEXTS)["status"])
        }

    @pytest.mark.parametrize("compression", ["none", "zstd", "lz4", "snappy"])
    def test_compression_changes_only_the_size(self, compression: str, tmp_path: Path) -> None:
        process_files(write(tmp_path / "a.parquet"), tmp_path / "b.parquet", compression=compression)
        assert read(tmp_path / "b.parquet")["solution"].to_pylist() == expected(TEXTS)["solution"]
        codec = pq.ParquetFile(tmp_path / "b.parquet").metadata.row_group(0).column(1).compression
        assert codec == {"none": "UNCOMPRESSED"}.get(compression, compression.upper())

    def test_a_column_named_twice_is_added_once(self, tmp_path: Path) -> None:
        source = write(tmp_path / "a.parquet")
        reports = process_files(source, tmp_path / "b.parquet", add=["count", "count", "status"])
        assert read(tmp_path / "b.parquet").column_names == [*TABLE.column_names, "count", "status"]
        assert sum((reports[0].status or {}).values()) == len(TEXTS)

    def test_columns_with_the_same_name_stay_but_not_in_parquet(self, tmp_path: Path) -> None:
        (tmp_path / "a.csv").write_text(f"puzzle,x,x\n{WIKIPEDIA},007,1.10\n")
        process_files(tmp_path / "a.csv", tmp_path / "b.csv", add=["count"])
        assert (tmp_path / "b.csv").read_text().splitlines()[1].replace('"', "") == f"{WIKIPEDIA},007,1.10,1"
        with pytest.raises(ColumnError, match=r"a.csv: several columns are called 'x', but readers of Parquet need"):
            process_files(tmp_path / "a.csv", tmp_path / "b.parquet")
        assert names_in(tmp_path) == ["a.csv", "b.csv"]

    def test_the_columns_in_a_message_are_few_and_short(self, tmp_path: Path) -> None:
        (tmp_path / "a.csv").write_text(",".join(str(number) * 50 for number in range(1000)) + "\n")
        for name in (None, "9" * 3000):
            with pytest.raises(ColumnError, match="and 980 more") as caught:
                process_files(tmp_path / "a.csv", tmp_path / "b.csv", column=name)
            assert len(str(caught.value)) < 2000

    def test_a_file_of_many_blocks_stays_in_order(self, tmp_path: Path) -> None:
        many = pa.table({"n": range(1400), "puzzle": TEXTS * 100})
        pq.write_table(many, tmp_path / "a.parquet", row_group_size=77)
        with TableSource(str(tmp_path / "a.parquet"), block_rows=500) as source:
            assert [(block.start, len(block.batch)) for block in source.blocks()] == [(0, 500), (500, 500), (1000, 400)]
        process_files(tmp_path / "a.parquet", tmp_path / "b.parquet", add=["status"])
        result = read(tmp_path / "b.parquet")
        assert result["n"].to_pylist() == list(range(1400))
        assert result["status"].to_pylist() == expected(TEXTS)["status"] * 100

    def test_streams_empty_files_and_lines(self, tmp_path: Path) -> None:
        with pa.OSFile(str(tmp_path / "a.arrow"), "wb") as file, pa.ipc.new_stream(file, TABLE.schema) as stream:
            stream.write_table(TABLE)
        process_files(tmp_path / "a.arrow", tmp_path / "b.parquet", add=["status"])
        assert read(tmp_path / "b.parquet")["status"].to_pylist() == expected(TEXTS)["status"]
        write(tmp_path / "none.parquet", TABLE.slice(0, 0))
        process_files(tmp_path / "none.parquet", tmp_path / "c.parquet")
        assert read(tmp_path / "c.parquet").column_names[-3:] == ["solution", "count", "status"]
        (tmp_path / "lines.txt").write_text(f"{WIKIPEDIA}\n\n{WIKIPEDIA} # the second\n12\n")
        process_files(tmp_path / "lines.txt", tmp_path / "d.parquet")
        assert read(tmp_path / "d.parquet")["status"].to_pylist() == ["unique", "unique", "bad"]


class TestCsv:
    def test_kaggle_layout_to_parquet(self, tmp_path: Path) -> None:
        puzzle = WIKIPEDIA.replace(".", "0")
        text = f"quizzes,solutions\n{puzzle},{WIKIPEDIA_SOLUTION}\n" + f"{'0' * 81},{WIKIPEDIA_SOLUTION}\n" * 2
        (tmp_path / "a.csv").write_text(text)
        (tmp_path / "a.csv.gz").write_bytes(gzip.compress(text.replace("\n", "\r\n").encode()))
        for name in ("a.csv", "a.csv.gz"):
            process_files(tmp_path / name, tmp_path / "b.parquet", force=True)
            assert read(tmp_path / "b.parquet").to_pydict() == {
                "quizzes": [puzzle, "0" * 81, "0" * 81],
                "solutions": [WIKIPEDIA_SOLUTION] * 3,
                "solution": [WIKIPEDIA_SOLUTION, None, None],
                "count": [1, 2, 2],
                "status": ["unique", "several", "several"],
                "agrees": [True, None, None],
            }

    def test_from_csv_to_csv_all_text_is_kept(self, tmp_path: Path) -> None:
        (tmp_path / "a.csv").write_text(f"id,puzzle\n007,{WIKIPEDIA}\n1.50,x\n")
        process_files(tmp_path / "a.csv", tmp_path / "b.csv")
        assert (tmp_path / "b.csv").read_text() == (
            f"id,puzzle,solution,count,status\n007,{WIKIPEDIA},{WIKIPEDIA_SOLUTION},1,unique\n1.50,x,,,bad\n"
        )
        (tmp_path / "q.csv").write_text(f'note;puzzle\n"a; ""b""";{WIKIPEDIA}\n;{WIKIPEDIA}\n')
        process_files(tmp_path / "q.csv", tmp_path / "r.csv", add=["count"])
        assert pyarrow.csv.read_csv(tmp_path / "r.csv")["note"].to_pylist() == ['a; "b"', ""]

    def test_a_csv_file_without_a_header(self, tmp_path: Path) -> None:
        (tmp_path / "a.csv").write_text(f"5,{WIKIPEDIA},{WIKIPEDIA_SOLUTION}\n")
        process_files(tmp_path / "a.csv", tmp_path / "b.parquet", add=["solution"])
        assert read(tmp_path / "b.parquet").to_pydict() == {
            "column_1": ["5"],
            "column_2": [WIKIPEDIA],
            "column_3": [WIKIPEDIA_SOLUTION],
            "solution": [WIKIPEDIA_SOLUTION],
        }

    def test_rows_of_another_width_are_reported_and_left_out(self, tmp_path: Path) -> None:
        (tmp_path / "a.csv").write_text(f"id,puzzle\n1,{WIKIPEDIA}\n2\n3,{WIKIPEDIA},9\n4,{WIKIPEDIA}\n")
        report = process_files(tmp_path / "a.csv", tmp_path / "b.parquet")[0]
        assert read(tmp_path / "b.parquet")["id"].to_pylist() == ["1", "4"]
        assert [message.partition(": ")[2].partition(" (")[0] for message in report.bad_rows] == [
            "line 3: 1 column, but the table has 2",
            "line 4: 3 columns, but the table has 2",
        ]

    def test_a_bad_row_in_a_large_file_is_reported_with_its_line(self, tmp_path: Path) -> None:
        rows = [f"{'1' * 81},{'.' * 81}"] * 90_000
        rows[70_000] = "1" * 81
        (tmp_path / "a.csv").write_text("puzzle,solution\n" + "\n".join(rows))
        with TableSource(str(tmp_path / "a.csv")) as source:
            assert sum(len(block.batch) for block in source.blocks()) == 89_999
        assert source.errors[0].startswith(f"{tmp_path}/a.csv: line 70002: 1 column, but the table has 2")

    @pytest.mark.parametrize("compress", [bytes, gzip.compress])
    def test_strict_stops_at_the_first_row_of_another_width(self, compress: Any, tmp_path: Path) -> None:
        path = tmp_path / "a.csv.gz"
        path.write_bytes(compress(f"id,puzzle\n1,{WIKIPEDIA}\n2\n".encode()))
        with pytest.raises(FileError, match=r"a\.csv\.gz: line 3: 1 column, but the table has 2"):
            process_files(path, tmp_path / "b.parquet", strict=True)

    @pytest.mark.parametrize("place", [0, 500_000])
    def test_bytes_that_are_not_utf_8_are_an_error(self, place: int, tmp_path: Path) -> None:
        text = f"id,puzzle\n1,{WIKIPEDIA}\n".encode() + b"2,3,4\n" * place + b"\xff,1,2\n"
        (tmp_path / "a.csv").write_bytes(text)
        with pytest.raises(FileError, match=r"a\.csv: not a complete Csv file \(b'\\xff' is not UTF-8\)"):
            process_files(tmp_path / "a.csv", tmp_path / "b.parquet")


class TestFolders:
    def test_partitions_are_kept(self, tmp_path: Path) -> None:
        for name in ("year=2023/a.parquet", "year=2024/a.parquet", "year=2024/_tmp/x.parquet", ".hidden.parquet"):
            write(tmp_path / "in" / name)
        process_files(tmp_path / "in", tmp_path / "out", add=["status"])
        assert names_in(tmp_path / "out") == ["year=2023/a.parquet", "year=2024/a.parquet"]
        whole = pq.read_table(tmp_path / "out")
        assert sorted(set(whole["year"].to_pylist())) == [2023, 2024]
        assert whole["status"].to_pylist() == expected(TEXTS)["status"] * 2

    def test_patterns_and_lists(self, tmp_path: Path) -> None:
        for name in ("p/a.parquet", "p/b.arrow", "q/a.parquet"):
            write(tmp_path / name)
        jobs = plan([str(tmp_path / "*" / "*.parquet")], tmp_path / "out", "arrow")
        assert [job.output.relative_to(tmp_path).as_posix() for job in jobs] == ["out/p/a.arrow", "out/q/a.arrow"]
        with pytest.raises(NonetError, match="would both be written to"):
            plan([tmp_path / "p" / "a.parquet", tmp_path / "q" / "a.parquet"], tmp_path / "out")
        with pytest.raises(NonetError, match="several files need a folder"):
            plan([tmp_path / "p"], tmp_path / "out.parquet")
        with pytest.raises(NonetError, match="no table file matches"):
            plan([str(tmp_path / "*.csv")], tmp_path / "out")

    def test_resume_processes_only_the_missing_files(self, tmp_path: Path) -> None:
        for name in "abc":
            write(tmp_path / "in" / f"{name}.parquet")
        (tmp_path / "in" / "b.parquet").write_bytes(b"PAR1 torn")
        with pytest.raises(NonetError, match=r"b\.parquet: not a complete Parquet file"):
            process_files(tmp_path / "in", tmp_path / "out")
        assert names_in(tmp_path / "out") == ["a.parquet", "c.parquet"]
        before = (tmp_path / "out" / "a.parquet").stat()
        write(tmp_path / "in" / "b.parquet")
        reports = process_files(tmp_path / "in", tmp_path / "out", resume=True)
        assert {Path(each.source).name: each.is_skipped for each in reports} == {
            "a.parquet": True,
            "b.parquet": False,
            "c.parquet": True,
        }
        assert (tmp_path / "out" / "a.parquet").stat().st_mtime_ns == before.st_mtime_ns
        with pytest.raises(NonetError, match="is not the output of such a run"):
            process_files(tmp_path / "in", tmp_path / "out", resume=True, limit=1)


class TestAtomicOutputs:
    def test_an_existing_file_is_not_replaced(self, tmp_path: Path) -> None:
        source = write(tmp_path / "a.parquet")
        output = write(tmp_path / "b.parquet")
        with pytest.raises(NonetError, match="already exists; resume skips finished files, force replaces them"):
            process_files(source, output)
        with pytest.raises(NonetError, match="is the input"):
            process_files(source, source, force=True)
        process_files(source, output, force=True)
        assert "status" in read(output).column_names

    @pytest.mark.parametrize("suffix", [".parquet", ".arrow", ".csv"])
    @pytest.mark.parametrize("space", [0, 20, 1000])
    def test_a_full_disk_leaves_the_old_file(self, suffix: str, space: int, tmp_path: Path) -> None:
        """A limit on the size of files simulates a full disk."""
        source = write(tmp_path / "a.parquet", TABLE.select(["puzzle"]))
        output = tmp_path / f"b{suffix}"
        output.write_text("old")
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (space, before[1]))
        try:
            with pytest.raises(FileError, match=f"b\\{suffix}: File too large"):
                process_files(source, output, force=True)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        assert (output.read_text(), names_in(tmp_path)) == ("old", ["a.parquet", f"b{suffix}"])

    def test_files_of_a_killed_run_are_deleted(self, tmp_path: Path) -> None:
        (tmp_path / ".b.parquet.x1y2.partial").write_text("torn")
        process_files(write(tmp_path / "a.parquet"), tmp_path / "b.parquet")
        assert names_in(tmp_path) == ["a.parquet", "b.parquet"]

    def test_truncated_files(self, tmp_path: Path) -> None:
        for name in ("a.parquet", "a.arrow"):
            whole = write(tmp_path / name, pa.concat_tables([TABLE] * 50)).read_bytes()
            for size in (0, 3, len(whole) // 2, len(whole) - 5):
                (tmp_path / name).write_bytes(whole[:size])
                with pytest.raises(NonetError, match=f"a.{name[2:]}: "):
                    process_files(tmp_path / name, tmp_path / "b.parquet")
        assert not (tmp_path / "b.parquet").exists()


class TestArguments:
    @pytest.mark.parametrize("threads", [0, -1])
    def test_threads_must_be_positive(self, threads: int, tmp_path: Path) -> None:
        source = write(tmp_path / "a.parquet")
        with pytest.raises(ArgumentError, match=f"^threads must be at least 1, not {threads}$"):
            process_files(source, tmp_path / "b.parquet", threads=threads)
        assert names_in(tmp_path) == ["a.parquet"]

    def test_unknown_names(self, tmp_path: Path) -> None:
        source = write(tmp_path / "a.parquet")
        with pytest.raises(ArgumentError, match="unknown engine 'spark'; expected one of local, ray, dask"):
            process_files(source, tmp_path / "b.parquet", engine="spark")
        with pytest.raises(ArgumentError, match="an address needs engine ray or dask"):
            process_files(source, tmp_path / "b.parquet", address="127.0.0.1:1")
        with pytest.raises(ArgumentError, match="unknown column 'nix'; expected one of solution"):
            process_files(source, tmp_path / "b.parquet", add=["nix"])
        with pytest.raises(ArgumentError, match="unknown compression 'gzip'; expected one of none, zstd, lz4, snappy"):
            process_files(source, tmp_path / "b.parquet", compression="gzip")
        with pytest.raises(ArgumentError, match=r"b\.arrow: unknown compression 'snappy'; expected one of none, zstd"):
            process_files(source, tmp_path / "b.arrow", compression="snappy")
        assert names_in(tmp_path) == ["a.parquet"]

    def test_a_column_of_another_length_is_an_error(self, tmp_path: Path) -> None:
        @column("short", pa.int64())
        def short(answers: Answers) -> Any:
            return pa.array([1])

        try:
            with pytest.raises(ColumnError, match="the column 'short' has 1 values for 8 puzzles"):
                process_files(write(tmp_path / "a.parquet"), tmp_path / "b.parquet", add=["short"])
        finally:
            del COLUMNS["short"]

    @pytest.mark.parametrize("threads", [1, 2])
    def test_ratings_use_worker_processes(self, threads: int, tmp_path: Path) -> None:
        source = write(tmp_path / "a.parquet", pa.table({"puzzle": [WIKIPEDIA, None, "x"] * 7}))
        process_files(source, tmp_path / "b.parquet", add=["rating"], threads=threads)
        levels = [rating and rating["level"] for rating in read(tmp_path / "b.parquet")["rating"].to_pylist()]
        assert levels == ["Easy", None, None] * 7


class LocalCluster(Cluster):
    """A cluster of one thread, which loses one call."""

    threads, slots = 1, 2

    def __init__(self, *_: Any, lost: int | None = 3) -> None:
        self.started: list[Any] = []
        self._lost = lost

    def start(self, function: Any, *arguments: Any) -> Any:
        self.started.append(arguments)
        if len(self.started) != self._lost:
            return partial(function, *arguments)

        def fail() -> None:
            raise WorkerError("the worker died")

        return fail

    def close(self) -> None: ...


def test_the_rows_of_a_lost_call_are_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CLUSTERS, "ray", LocalCluster)
    monkeypatch.setattr(pipeline, "ROW_GROUP", 100)
    source = write(tmp_path / "a.parquet", pa.table({"puzzle": TEXTS * 50}))
    message = f"{source}: rows 201 to 300 were not computed, so nothing was written: the worker died"
    with pytest.raises(WorkerError) as error:
        process_files(source, tmp_path / "b.parquet", engine="ray")
    assert str(error.value) == message
    assert names_in(tmp_path) == ["a.parquet"]


def test_few_calls_are_started_before_the_first_result() -> None:
    cluster = LocalCluster(lost=None)
    calls = cluster.map(abs, iter(range(10**6)), lambda n: (n,))
    assert [(item, result()) for item, result in islice(calls, 10)] == [(n, n) for n in range(10)]
    assert len(cluster.started) <= 10 + 2 * cluster.slots + 1
