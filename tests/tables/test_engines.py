"""Clusters give the same tables, whatever dies on the way. One local Ray cluster and one of Dask serve all of it."""

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
from nonet.errors import NonetError
from nonet.tables import files
from nonet.tables.engines import Lost, Ray, start
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
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files.Source.tables, "__defaults__", (ROWS,))


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
    raise ZeroDivisionError("by nothing")


@pytest.mark.usefixtures("ray", "small_batches")
class TestRay:
    def test_batches_of_one_file_come_back_in_order(self, tmp_path: Path) -> None:
        source = write(tmp_path / "a.parquet", TEXTS * 50)
        tables.answer_files(source, tmp_path / "here.parquet")
        tables.answer_files(source, tmp_path / "there.parquet", engine="ray")
        there = pq.read_table(tmp_path / "there.parquet")
        assert there.equals(pq.read_table(tmp_path / "here.parquet"))
        assert there["n"].to_pylist() == list(range(len(TEXTS) * 50))
        assert there["status"].to_pylist() == expected(TEXTS)["status"] * 50

    def test_files_are_read_and_written_by_the_workers(self, tmp_path: Path) -> None:
        for part in range(4):
            write(tmp_path / "in" / f"part={part}" / "x.parquet", TEXTS * (part + 1))
        (tmp_path / "in" / "part=2" / "x.parquet").write_bytes(b"torn")
        with pytest.raises(NonetError, match=r"part=2/x\.parquet: this is no whole Parquet file"):
            tables.answer_files(tmp_path / "in", tmp_path / "out", engine="ray")
        write(tmp_path / "in" / "part=2" / "x.parquet", TEXTS * 3)
        tables.answer_files(tmp_path / "in", tmp_path / "out", engine="ray", resume=True)
        whole = pq.read_table(tmp_path / "out")
        assert whole["status"].to_pylist() == expected(TEXTS)["status"] * 10
        assert list((tmp_path / "out").rglob(".*")) == []

    @pytest.mark.parametrize("files_in", [1, 6])
    def test_a_worker_that_is_killed_costs_no_row_and_doubles_none(self, files_in: int, tmp_path: Path) -> None:
        # One file is sent out batch by batch, several are read and written by the workers, so that both ways are met
        texts: list[str | None] = [EMPTY, TARGET_85] * (3 * ROWS // files_in)  # counted so far that workers are busy
        for part in range(files_in):
            write(tmp_path / "in" / f"{part}.parquet", texts)
        with Ray() as engine:
            workers = {engine.result(handle) for handle in [engine.submit(own_process) for _ in range(4)]}
        in_work: list[bool] = []

        def kill() -> None:
            while not list(tmp_path.rglob("*.partial")):
                time.sleep(0.01)
            time.sleep(0.05)
            in_work.append(bool(list(tmp_path.rglob("*.partial"))))
            for worker in workers:
                os.kill(worker, signal.SIGKILL)

        killer = threading.Thread(target=kill)
        killer.start()
        source = tmp_path / "in" if files_in > 1 else tmp_path / "in" / "0.parquet"
        output = tmp_path / "out" if files_in > 1 else tmp_path / "out" / "0.parquet"
        tables.answer_files(source, output, add=["count"], limit=3000, engine="ray")
        killer.join()
        assert in_work == [True]
        assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [f"{i}.parquet" for i in range(files_in)]
        for part in range(files_in):
            answered = pq.read_table(tmp_path / "out" / f"{part}.parquet")
            assert answered["n"].to_pylist() == list(range(len(texts)))
            assert answered["count"].to_pylist() == [3000, 85] * (len(texts) // 2)

    @pytest.mark.parametrize("form", ["127.0.0.1:{}", "ray://localhost:{}", "[::1]:{}"])
    def test_nobody_at_the_address(self, form: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("ray.is_initialized", lambda: False)
        with socket.socket() as taken:  # bound, but nobody listens
            taken.bind(("127.0.0.1", 0))
            address = form.format(taken.getsockname()[1])
            with pytest.raises(NonetError, match="^no Ray cluster at .*: [A-Z]"):
                Ray(address=address)

    def test_what_is_given_up_is_said(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("nonet.tables.engines._RETRIES", 0)
        with Ray() as engine:
            with pytest.raises(Lost, match="given up after 1 tries"):
                engine.result(engine.submit(die))
            with pytest.raises(Lost, match="ZeroDivisionError: by nothing"):
                engine.result(engine.submit(fail))
            with pytest.raises(NonetError, match="there is no column"):
                engine.result(engine.submit(tables.answer, pa.table({"a": [1]}), "b"))
        with pytest.raises(NonetError, match="a task wants 64 processors, but the Ray cluster has 2"):
            Ray(64)


@pytest.mark.filterwarnings("ignore")
def test_dask_gives_the_same(tmp_path: Path) -> None:
    source = write(tmp_path / "a.parquet", TEXTS * 20)
    tables.answer_files(source, tmp_path / "b.parquet", engine="dask", threads=2)
    assert pq.read_table(tmp_path / "b.parquet")["status"].to_pylist() == expected(TEXTS)["status"] * 20


def test_engines_that_are_not_there() -> None:
    with pytest.raises(NonetError, match="there is no engine 'spark'; the engines are local, ray, dask"):
        start("spark")
    with pytest.raises(NonetError, match="an address goes with a cluster engine"):
        start("local", address="127.0.0.1:1")
