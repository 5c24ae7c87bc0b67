"""Table files: what comes in comes out, with the answers, whole or not at all."""

from __future__ import annotations

import errno
import gzip
import os
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from threading import Event, Lock, active_count
from time import sleep
from typing import Any

import pyarrow as pa
import pyarrow.csv
import pyarrow.feather
import pyarrow.parquet as pq
import pytest

from nonet import tables
from nonet.errors import NonetError
from nonet.tables import files
from nonet.tables.engines import Cluster, Local, Lost, in_order
from nonet.tables.jobs import Ask, run_jobs
from nonet.tables.plan import Job, plan
from nonet.tables.sink import OutputFile
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
        done = tables.answer_files(write(tmp_path / source), tmp_path / output)
        answered = read(tmp_path / output)
        assert answered.select(TABLE.column_names).cast(TABLE.schema).equals(TABLE)
        assert [answered.schema.field(name).type for name in TABLE.column_names] == TABLE.schema.types
        assert answered.schema.metadata[b"owner"] == b"me"
        assert answered.select(["solution", "count", "status"]).to_pydict() == expected(TEXTS)
        assert done[0].rows == len(TEXTS)
        assert done[0].status == {
            word: expected(TEXTS)["status"].count(word) for word in set(expected(TEXTS)["status"])
        }

    @pytest.mark.parametrize("compression", ["none", "zstd", "lz4", "snappy"])
    def test_compression_changes_nothing_but_the_size(self, compression: str, tmp_path: Path) -> None:
        tables.answer_files(write(tmp_path / "a.parquet"), tmp_path / "b.parquet", compression=compression)
        assert read(tmp_path / "b.parquet")["solution"].to_pylist() == expected(TEXTS)["solution"]
        codec = pq.ParquetFile(tmp_path / "b.parquet").metadata.row_group(0).column(1).compression
        assert codec == {"none": "UNCOMPRESSED"}.get(compression, compression.upper())

    def test_a_column_named_twice_is_added_once(self, tmp_path: Path) -> None:
        source = write(tmp_path / "a.parquet")
        done = tables.answer_files(source, tmp_path / "b.parquet", add=["count", "count", "status"])
        assert read(tmp_path / "b.parquet").column_names == [*TABLE.column_names, "count", "status"]
        assert sum((done[0].status or {}).values()) == len(TEXTS)

    def test_a_file_of_many_batches_is_answered_in_order(self, tmp_path: Path) -> None:
        many = pa.table({"n": range(1400), "puzzle": TEXTS * 100})
        pq.write_table(many, tmp_path / "a.parquet", row_group_size=77)
        with files.Source(tmp_path / "a.parquet") as source:
            assert [len(table) for table in source.tables(rows=500)] == [500, 500, 400]
        tables.answer_files(tmp_path / "a.parquet", tmp_path / "b.parquet", add=["status"])
        answered = read(tmp_path / "b.parquet")
        assert answered["n"].to_pylist() == list(range(1400))
        assert answered["status"].to_pylist() == expected(TEXTS)["status"] * 100

    def test_streams_empty_files_and_lines(self, tmp_path: Path) -> None:
        with pa.OSFile(str(tmp_path / "a.arrow"), "wb") as file, pa.ipc.new_stream(file, TABLE.schema) as stream:
            stream.write_table(TABLE)
        tables.answer_files(tmp_path / "a.arrow", tmp_path / "b.parquet", add=["status"])
        assert read(tmp_path / "b.parquet")["status"].to_pylist() == expected(TEXTS)["status"]
        write(tmp_path / "none.parquet", TABLE.slice(0, 0))
        tables.answer_files(tmp_path / "none.parquet", tmp_path / "c.parquet")
        assert read(tmp_path / "c.parquet").column_names[-3:] == ["solution", "count", "status"]
        (tmp_path / "lines.txt").write_text(f"{WIKIPEDIA}\n\n{WIKIPEDIA} # the second\n12\n")
        tables.answer_files(tmp_path / "lines.txt", tmp_path / "d.parquet")
        assert read(tmp_path / "d.parquet")["status"].to_pylist() == ["unique", "unique", "bad length"]


class TestCsv:
    def test_kaggle_layout_to_parquet(self, tmp_path: Path) -> None:
        puzzle = WIKIPEDIA.replace(".", "0")
        text = f"quizzes,solutions\n{puzzle},{WIKIPEDIA_SOLUTION}\n" + f"{'0' * 81},{WIKIPEDIA_SOLUTION}\n" * 2
        (tmp_path / "a.csv").write_text(text)
        (tmp_path / "a.csv.gz").write_bytes(gzip.compress(text.replace("\n", "\r\n").encode()))
        for name in ("a.csv", "a.csv.gz"):
            tables.answer_files(tmp_path / name, tmp_path / "b.parquet", force=True)
            assert read(tmp_path / "b.parquet").to_pydict() == {
                "quizzes": [puzzle, "0" * 81, "0" * 81],
                "solutions": [WIKIPEDIA_SOLUTION] * 3,
                "solution": [WIKIPEDIA_SOLUTION, None, None],
                "count": [1, 2, 2],
                "status": ["unique", "several", "several"],
            }

    def test_a_text_becomes_a_number_only_if_it_says_no_more(self, tmp_path: Path) -> None:
        rows = f"id,zip,rate,when,puzzle,empty\n1,007,1.5,2024-05-01,{WIKIPEDIA},\n2,012,-3e2,2024-05-02,{WIKIPEDIA},\n"
        (tmp_path / "a.csv").write_text(rows)
        tables.answer_files(tmp_path / "a.csv", tmp_path / "b.arrow", add=["count"])
        types = dict(zip(*(lambda s: (s.names, map(str, s.types)))(read(tmp_path / "b.arrow").schema), strict=True))
        assert types == {
            "id": "int64",
            "zip": "string",
            "rate": "double",
            "when": "date32[day]",
            "puzzle": "string",
            "empty": "string",
            "count": "uint32",
        }

    def test_csv_to_csv_keeps_every_text(self, tmp_path: Path) -> None:
        (tmp_path / "a.csv").write_text(f"id,puzzle\n007,{WIKIPEDIA}\n1.50,x\n")
        tables.answer_files(tmp_path / "a.csv", tmp_path / "b.csv")
        assert (tmp_path / "b.csv").read_text() == (
            f"id,puzzle,solution,count,status\n007,{WIKIPEDIA},{WIKIPEDIA_SOLUTION},1,unique\n1.50,x,,,bad length\n"
        )
        (tmp_path / "q.csv").write_text(f'note;puzzle\n"a; ""b""";{WIKIPEDIA}\n;{WIKIPEDIA}\n')
        tables.answer_files(tmp_path / "q.csv", tmp_path / "r.csv", add=["count"])
        assert pyarrow.csv.read_csv(tmp_path / "r.csv")["note"].to_pylist() == ['a; "b"', ""]

    def test_without_a_head_row_the_board_is_found(self, tmp_path: Path) -> None:
        (tmp_path / "a.csv").write_text(f"5,{WIKIPEDIA},{WIKIPEDIA_SOLUTION}\n")
        tables.answer_files(tmp_path / "a.csv", tmp_path / "b.parquet", add=["solution"])
        assert read(tmp_path / "b.parquet").to_pydict() == {
            "column_1": [5],
            "column_2": [WIKIPEDIA],
            "column_3": [WIKIPEDIA_SOLUTION],
            "solution": [WIKIPEDIA_SOLUTION],
        }

    def test_rows_of_another_width_are_left_out_and_told(self, tmp_path: Path) -> None:
        (tmp_path / "a.csv").write_text(f"id,puzzle\n1,{WIKIPEDIA}\n2\n3,{WIKIPEDIA},9\n4,{WIKIPEDIA}\n")
        done = tables.answer_files(tmp_path / "a.csv", tmp_path / "b.parquet")[0]
        assert read(tmp_path / "b.parquet")["id"].to_pylist() == [1, 4]
        assert [sentence.partition(": ")[2].partition(" (")[0] for sentence in done.bad_rows] == [
            "line 3: 1 column, but the table has 2",
            "line 4: 3 columns, but the table has 2",
        ]


class TestFolders:
    def test_partitions_keep_their_places(self, tmp_path: Path) -> None:
        for name in ("year=2023/a.parquet", "year=2024/a.parquet", "year=2024/_tmp/x.parquet", ".hidden.parquet"):
            write(tmp_path / "in" / name)
        tables.answer_files(tmp_path / "in", tmp_path / "out", add=["status"])
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

    def test_resume_does_what_is_missing_and_nothing_else(self, tmp_path: Path) -> None:
        for name in "abc":
            write(tmp_path / "in" / f"{name}.parquet")
        (tmp_path / "in" / "b.parquet").write_bytes(b"PAR1 torn")
        with pytest.raises(NonetError, match=r"b\.parquet: this is no whole Parquet file"):
            tables.answer_files(tmp_path / "in", tmp_path / "out")
        assert names_in(tmp_path / "out") == ["a.parquet", "c.parquet"]
        before = (tmp_path / "out" / "a.parquet").stat()
        write(tmp_path / "in" / "b.parquet")
        done = tables.answer_files(tmp_path / "in", tmp_path / "out", resume=True)
        assert {Path(each.source).name: each.is_skipped for each in done} == {
            "a.parquet": True,
            "b.parquet": False,
            "c.parquet": True,
        }
        assert (tmp_path / "out" / "a.parquet").stat().st_mtime_ns == before.st_mtime_ns
        with pytest.raises(NonetError, match="is not the output of such a run"):
            tables.answer_files(tmp_path / "in", tmp_path / "out", resume=True, limit=1)


class TestWholeOrNotAtAll:
    def test_nothing_is_overwritten_by_accident(self, tmp_path: Path) -> None:
        source = write(tmp_path / "a.parquet")
        output = write(tmp_path / "b.parquet")
        with pytest.raises(NonetError, match="exists; --resume passes over what is done, --force replaces it"):
            tables.answer_files(source, output)
        with pytest.raises(NonetError, match="is the input"):
            tables.answer_files(source, source, force=True)
        tables.answer_files(source, output, force=True)
        assert "status" in read(output).column_names

    @pytest.mark.parametrize("suffix", [".parquet", ".arrow", ".csv"])
    def test_a_full_disk_leaves_what_was_there(
        self, suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        class Full:
            closed = False

            def write(self, data: Any) -> int:
                if self.room < len(data):
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                self.room -= len(data)
                return len(data)

            room = 20

            def flush(self) -> None: ...

            def close(self) -> None:
                self.closed = True

        source = write(tmp_path / "a.parquet", TABLE.select(["puzzle"]))
        output = tmp_path / f"b{suffix}"
        output.write_text("as it was")
        monkeypatch.setattr("nonet.tables.files.pa.OSFile", lambda *_: pa.PythonFile(Full(), "w"))
        with pytest.raises(NonetError, match=f"b\\{suffix}: No space left on device"):
            tables.answer_files(source, output, force=True)
        assert (output.read_text(), names_in(tmp_path)) == ("as it was", ["a.parquet", f"b{suffix}"])

    @pytest.mark.parametrize("can_reserve", [True, False])
    def test_a_file_takes_no_more_room_than_it_has_bytes(
        self, can_reserve: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        if not can_reserve:
            monkeypatch.setattr("nonet.tables.sink._reserve", lambda *_: False)
        pieces = [bytes([i]) * (1_500_000 * (i % 2) + i) for i in range(30)]
        handle, name = tempfile.mkstemp(dir=tmp_path)
        file = OutputFile(handle, name)
        for piece in pieces:
            file.write(piece)
        file.close()
        file.close()
        assert Path(name).read_bytes() == b"".join(pieces)
        assert Path(name).stat().st_blocks * 512 < len(b"".join(pieces)) + (1 << 20)

    def test_what_a_killed_run_left_is_taken_away(self, tmp_path: Path) -> None:
        (tmp_path / ".b.parquet.x1y2.partial").write_text("torn")
        tables.answer_files(write(tmp_path / "a.parquet"), tmp_path / "b.parquet")
        assert names_in(tmp_path) == ["a.parquet", "b.parquet"]

    def test_a_file_cut_off_in_the_middle(self, tmp_path: Path) -> None:
        for name in ("a.parquet", "a.arrow"):
            whole = write(tmp_path / name, pa.concat_tables([TABLE] * 50)).read_bytes()
            for size in (0, 3, len(whole) // 2, len(whole) - 5):
                (tmp_path / name).write_bytes(whole[:size])
                with pytest.raises(NonetError, match=f"a.{name[2:]}: "):
                    tables.answer_files(tmp_path / name, tmp_path / "b.parquet")
        assert not (tmp_path / "b.parquet").exists()


class Small(Cluster):
    """A cluster of two threads, which gives up a piece of work if it is told to."""

    threads, slots = 1, 2
    given_up: int | None = None

    def __init__(self, *_: Any) -> None:
        self.begun: list[Any] = []
        self._pool = ThreadPoolExecutor(2)

    def submit(self, work: Any, *values: Any) -> Any:
        self.begun.append(values)
        return self._pool.submit(work, *values) if len(self.begun) != self.given_up else None

    def result(self, handle: Any) -> Any:
        if handle is None:
            raise Lost("the worker died")
        return handle.result()

    def close(self) -> None:
        self._pool.shutdown()


class Unreliable(Small):
    given_up = 3


def test_a_piece_that_is_lost_is_named_by_its_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nonet.tables.engines.ENGINES", {"local": Unreliable})
    monkeypatch.setattr(files.Source.tables, "__defaults__", (100,))
    source = write(tmp_path / "a.parquet", pa.table({"puzzle": TEXTS * 50}))
    done = list(run_jobs([Job(str(source), tmp_path / "b.parquet")], Ask()))
    assert done[0].error == (f"{source}: rows 201 to 300 were not answered, and nothing was written: the worker died")
    assert names_in(tmp_path) == ["a.parquet"]


def test_few_pieces_are_begun_before_the_first_is_taken() -> None:
    engine = Small()
    with engine:
        flow = in_order(engine, iter(range(10**6)), lambda n: engine.submit(abs, n))
        for _ in range(10):
            next(flow)
        assert len(engine.begun) <= 10 + 2 * engine.slots + 1


class TestThreads:
    """Threads do pieces in any order, and finish them in theirs."""

    @pytest.mark.parametrize("threads", [1, 2, 7])
    def test_results_are_finished_one_at_a_time_and_in_order(self, threads: int) -> None:
        chance, finishing, order = Random(4), Lock(), list[int]()

        def work(number: int) -> int:
            sleep(chance.random() / 1000)
            return number

        def finish(number: int) -> int:
            assert finishing.acquire(blocking=False)
            order.append(number)
            sleep(chance.random() / 2000)
            finishing.release()
            return -number

        with Local(threads) as engine:
            assert list(engine.each(iter(range(200)), work, finish)) == [-n for n in range(200)]
        assert order == list(range(200))

    def test_few_pieces_are_taken_before_the_first_is_finished(self) -> None:
        taken, first = list[int](), Event()

        def items() -> Iterator[int]:
            for number in range(100):
                taken.append(number)
                yield number

        def work(number: int) -> int:
            if number == 0:
                first.wait(10)
            elif number >= 3:
                first.set()
            return number

        engine = Local(2)
        flow = engine.each(items(), work, lambda number: len(taken))
        assert next(flow) <= 2 * engine.slots + 2
        assert len(list(flow)) == 99

    @pytest.mark.parametrize("where", ["items", "work", "finish"])
    def test_what_goes_wrong_anywhere_is_raised_and_all_threads_end(self, where: str) -> None:
        def fail(at: str, number: int) -> int:
            if at == where and number == 30:
                raise NonetError(f"{where} went wrong")
            return number

        before = active_count()
        engine = Local(3)
        with pytest.raises(NonetError, match=f"{where} went wrong"):
            list(
                engine.each(
                    (fail("items", n) for n in range(10**6)), lambda n: fail("work", n), lambda n: fail("finish", n)
                )
            )
        assert active_count() == before

    def test_whoever_stops_listening_stops_the_threads(self) -> None:
        before = active_count()
        flow = Local(3).each(iter(range(10**9)), int, int)
        assert [next(flow) for _ in range(5)] == [0, 1, 2, 3, 4]
        flow.close()  # type: ignore[attr-defined]
        assert active_count() == before
