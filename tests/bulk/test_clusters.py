"""Clusters give the same tables, even if workers die. The tests use one local Ray cluster and one of Dask."""

from __future__ import annotations

import os
import signal
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from nonet import tables
from nonet.bulk import pipeline, process_files
from nonet.bulk.clusters import Ray
from nonet.errors import ArgumentError, NonetError, WorkerError
from tests.boards import TARGET_85

from .rows import EMPTY, TEXTS, expected

ROWS = 140


@pytest.fixture(scope="module")
def ray() -> Iterator[Any]:
    library = pytest.importorskip("ray", exc_type=ImportError)
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    library.init(num_cpus=2, include_dashboard=False, logging_level="ERROR", log_to_driver=False)
    yield library
    library.shutdown()


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline, "ROW_GROUP", ROWS)


def write(path: Path, texts: list[str | None]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.table({"n": range(len(texts)), "puzzle": texts}), path)
    return path


def own_process() -> int:
    time.sleep(0.1)
    return os.getpid()


def die() -> None:
    os._exit(1)


def fail() -> None:
    raise ZeroDivisionError("by zero")


@pytest.mark.usefixtures("ray", "small_blocks")
class TestRay:
    def test_blocks_of_one_file_stay_in_order(self, tmp_path: Path) -> None:
        source = write(tmp_path / "a.parquet", TEXTS * 50)
        process_files(source, tmp_path / "here.parquet")
        process_files(source, tmp_path / "there.parquet", engine="ray")
        there = pq.read_table(tmp_path / "there.parquet")
        assert there.equals(pq.read_table(tmp_path / "here.parquet"))
        assert there["n"].to_pylist() == list(range(len(TEXTS) * 50))
        assert there["status"].to_pylist() == expected(TEXTS)["status"] * 50

    def test_workers_read_and_write_whole_files(self, tmp_path: Path) -> None:
        for part in range(4):
            write(tmp_path / "in" / f"part={part}" / "x.parquet", TEXTS * (part + 1))
        (tmp_path / "in" / "part=2" / "x.parquet").write_bytes(b"torn")
        with pytest.raises(NonetError, match=r"part=2/x\.parquet: not a complete Parquet file"):
            process_files(tmp_path / "in", tmp_path / "out", engine="ray")
        write(tmp_path / "in" / "part=2" / "x.parquet", TEXTS * 3)
        process_files(tmp_path / "in", tmp_path / "out", engine="ray", resume=True)
        whole = pq.read_table(tmp_path / "out")
        assert whole["status"].to_pylist() == expected(TEXTS)["status"] * 10
        assert list((tmp_path / "out").rglob(".*")) == []

    @pytest.mark.parametrize("files_in", [1, 6])
    def test_killed_workers_neither_lose_nor_repeat_rows(self, files_in: int, tmp_path: Path) -> None:
        # One file is computed block by block; several files are read and written by the workers
        texts: list[str | None] = [EMPTY, TARGET_85] * (3 * ROWS // files_in)  # a high limit keeps the workers busy
        for part in range(files_in):
            write(tmp_path / "in" / f"{part}.parquet", texts)
        with Ray() as engine:
            workers = {result() for result in [engine.start(own_process) for _ in range(4)]}
        were_writing: list[bool] = []

        def kill() -> None:
            while not list(tmp_path.rglob("*.partial")):
                time.sleep(0.01)
            time.sleep(0.05)
            were_writing.append(bool(list(tmp_path.rglob("*.partial"))))
            for worker in workers:
                os.kill(worker, signal.SIGKILL)

        killer = threading.Thread(target=kill)
        killer.start()
        source = tmp_path / "in" if files_in > 1 else tmp_path / "in" / "0.parquet"
        output = tmp_path / "out" if files_in > 1 else tmp_path / "out" / "0.parquet"
        process_files(source, output, add=["count"], limit=3000, engine="ray")
        killer.join()
        assert were_writing == [True]
        assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [f"{i}.parquet" for i in range(files_in)]
        for part in range(files_in):
            result = pq.read_table(tmp_path / "out" / f"{part}.parquet")
            assert result["n"].to_pylist() == list(range(len(texts)))
            assert result["count"].to_pylist() == [3000, 85] * (len(texts) // 2)

    @pytest.mark.parametrize("form", ["127.0.0.1:{}", "ray://localhost:{}", "[::1]:{}"])
    def test_nothing_listens_at_the_address(self, form: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("ray.is_initialized", lambda: False)
        with socket.socket() as taken:  # bound, but not listening
            taken.bind(("127.0.0.1", 0))
            address = form.format(taken.getsockname()[1])
            with pytest.raises(NonetError, match="^no Ray cluster at .*: [A-Z]"):
                Ray(address=address)

    def test_errors_of_tasks_are_reported(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("nonet.bulk.clusters._RETRIES", 0)
        with Ray() as engine:
            with pytest.raises(WorkerError, match="failed 1 times: "):
                engine.start(die)()
            with pytest.raises(WorkerError, match="ZeroDivisionError: by zero"):
                engine.start(fail)()
            with pytest.raises(NonetError, match="no column 'b'"):
                engine.start(tables.answer, pa.table({"a": [1]}), "b")()
        with pytest.raises(ArgumentError, match="threads must be at most 2, the CPUs of the Ray cluster, not 64"):
            Ray(64)
        with pytest.raises(ArgumentError, match="threads must be at least 1, not -1"):
            Ray(-1)


@pytest.mark.filterwarnings("ignore")
def test_dask_gives_the_same(tmp_path: Path) -> None:
    source = write(tmp_path / "a.parquet", TEXTS * 20)
    process_files(source, tmp_path / "b.parquet", engine="dask", threads=2)
    assert pq.read_table(tmp_path / "b.parquet")["status"].to_pylist() == expected(TEXTS)["status"] * 20
