"""Failures of the system while a run writes: the old file or complete lines stay, and one line says why."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from nonet.bulk import LineFormat, TextRun, TextSource, make_dataset, process_files
from nonet.bulk.lines import make_lines
from nonet.cli import main
from nonet.errors import FileError, NonetError
from nonet.workers import ordered_map
from tests.boards import WIKIPEDIA, WIKIPEDIA_SOLUTION

ROWS = 3000
OLD = "the old content"


@pytest.fixture
def puzzles(tmp_path: Path) -> Path:
    (tmp_path / "a.txt").write_text(f"{WIKIPEDIA}\n" * ROWS)
    return tmp_path / "a.txt"


def failing(function: Callable[..., Any], number: int, code: int) -> Callable[..., Any]:
    """Return a function that fails from its call with this number on, as the system does with this code."""
    calls = 0

    def call(*arguments: Any, **options: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls > number:
            raise MemoryError if code == errno.ENOMEM else OSError(code, os.strerror(code))
        return function(*arguments, **options)

    return call


def write_text(source: Path) -> Path:
    output = source.with_name("out.txt")
    with TextSource(str(source)) as puzzles:
        for _ in TextRun(puzzles, output, LineFormat(), threads=2, force=True):
            pass
    return output


def write_table(source: Path) -> Path:
    output = source.with_name("out.parquet")
    process_files(source, output, force=True)
    return output


def write_dataset(source: Path) -> Path:
    make_dataset(source.with_name("data"), count=20, clues=(30, 30), seed=1, ratings=False, force=True)
    return source.with_name("data") / "train.parquet"


@pytest.mark.parametrize("name", ["fsync", "replace"])
@pytest.mark.parametrize("write", [write_table, write_dataset])
def test_a_failure_at_the_end_keeps_the_old_file(
    name: str, write: Callable[[Path], Path], puzzles: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    output = write(puzzles)
    output.write_text(OLD)
    before = sorted(output.parent.iterdir())
    monkeypatch.setattr(os, name, failing(getattr(os, name), 0, errno.EIO))
    with pytest.raises(NonetError, match=f"{output.name}: Input/output error$"):
        write(puzzles)
    assert output.read_text() == OLD
    assert sorted(output.parent.iterdir()) == before


def test_a_file_system_without_fsync_is_no_error(puzzles: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", failing(os.fsync, 0, errno.EINVAL))
    assert pq.read_table(write_table(puzzles)).num_rows == ROWS


@pytest.mark.parametrize("number", [0, 1, 3])
def test_text_of_which_a_write_fails_has_complete_lines_and_can_be_resumed(
    number: int, puzzles: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", failing(os.write, number, errno.ENOSPC))
        with pytest.raises(FileError, match="No space left on device .*; all lines before it are complete, and resume"):
            write_text(puzzles)
    output = puzzles.with_name("out.txt")
    written = output.read_text().splitlines()
    assert set(written) <= {WIKIPEDIA_SOLUTION}
    with TextSource(str(puzzles)) as source:
        for _ in TextRun(source, output, LineFormat(), resume=True):
            pass
    assert output.read_text() == f"{WIKIPEDIA_SOLUTION}\n" * ROWS


@pytest.mark.parametrize("number", [0, 1])
def test_without_memory_complete_lines_stay_and_the_run_can_be_resumed(
    number: int, puzzles: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    output = puzzles.with_name("out.txt")
    arguments = ["batch", str(puzzles), "-o", str(output), "--quiet", "--threads", "1"]
    with monkeypatch.context() as patch:
        patch.setattr("nonet.bulk.pipeline.make_lines", failing(make_lines, number, errno.ENOMEM))
        with pytest.raises(SystemExit, match="^2$"):
            main(arguments)
    assert capsys.readouterr().err == "nonet: there is not enough memory\n"
    assert output.exists() == (number > 0)
    with pytest.raises(SystemExit, match="^0$"):
        main([*arguments, "--resume"] if number else arguments)
    assert output.read_text() == f"{WIKIPEDIA_SOLUTION}\n" * ROWS


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit on the size of files")
@pytest.mark.parametrize("output", ["out.txt", "out.csv", "out.parquet", "out.arrow"])
def test_a_file_that_gets_too_large_is_an_error_in_one_line(output: str, puzzles: Path) -> None:
    """The limit on the size of files has the same effect as a full disk, inside the libraries, too."""
    code = "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000)); "
    code += "from nonet.cli import main; sys.exit(main(sys.argv[1:]))"
    arguments = ["batch", str(puzzles), "-o", str(puzzles.with_name(output)), "--what", "solve"]
    arguments += ["--column", "puzzle"] if output == "out.csv" else []
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert f"{output}: File too large" in done.stderr
    if output == "out.txt":
        assert set(puzzles.with_name(output).read_text().splitlines()) == {WIKIPEDIA_SOLUTION}
    else:
        assert [path.name for path in puzzles.parent.iterdir()] == ["a.txt"]


def test_on_a_full_disk_generate_recommends_only_options_that_it_has(tmp_path: Path) -> None:
    code = "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (500, 500)); "
    code += "from nonet.cli import main; sys.exit(main(sys.argv[1:]))"
    arguments = ["generate", "--count", "30", "--seed", "1", "-o", str(tmp_path / "a.txt")]
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, timeout=120)
    assert done.returncode == 2
    assert done.stderr.endswith("a.txt: File too large after 6 lines; all lines before it are complete\n")


@pytest.mark.parametrize("number", [0, 1, 2])
def test_threads_that_cannot_be_started_change_nothing(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    start = threading.Thread.start
    started: list[threading.Thread] = []

    def limited(thread: threading.Thread) -> None:
        if len(started) == number:
            raise RuntimeError("can't start new thread")
        started.append(thread)
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", limited)
    assert list(ordered_map(lambda n: n * n, range(20), threads=4)) == [n * n for n in range(20)]
    assert len(started) == number


def test_processes_that_cannot_be_started_are_reported(puzzles: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "Popen", failing(subprocess.Popen, 0, errno.EAGAIN))
    with pytest.raises(NonetError, match="a worker process cannot be started: .*Resource temporarily unavailable"):
        process_files(puzzles, puzzles.with_name("out.parquet"), add=["rating"], threads=2)
    assert [path.name for path in puzzles.parent.iterdir()] == ["a.txt"]
