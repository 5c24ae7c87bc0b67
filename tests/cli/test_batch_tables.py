"""``nonet batch`` on tables, run as a user runs it."""

from __future__ import annotations

import resource
import signal
import subprocess
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from nonet.cli import main
from tests.boards import INKALA, WIKIPEDIA, WIKIPEDIA_SOLUTION, WITHOUT_SOLUTION

from .test_commands import EMPTY, NONET, run

KAGGLE = f"quizzes,solutions\n{WIKIPEDIA.replace('.', '0')},{WIKIPEDIA_SOLUTION}\n" + f"{'0' * 81},x\n"


@pytest.fixture
def kaggle(tmp_path: Path) -> Path:
    path = tmp_path / "kaggle.csv"
    path.write_text(KAGGLE)
    return path


def called(*arguments: str) -> int:
    """Return the exit status of the program, run in this process, since loading Arrow each time takes long."""
    with pytest.raises(SystemExit) as end:
        main(["batch", *arguments])
    return int(str(end.value.code))


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_csv_file_becomes_a_parquet_file_with_new_columns(kaggle: Path, tmp_path: Path) -> None:
    output = tmp_path / "solved.parquet"
    done = run("batch", str(kaggle), "-o", str(output))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    table = pq.read_table(output)
    assert table.column_names == ["quizzes", "solutions", "solution", "count", "status", "agrees"]
    assert table["status"].to_pylist() == ["unique", "several"]
    assert table["solution"].to_pylist() == [WIKIPEDIA_SOLUTION, None]
    done = run("batch", "-", "-o", str(tmp_path / "piped.parquet"), stdin=KAGGLE)
    assert done.returncode == 0
    assert pq.read_table(tmp_path / "piped.parquet").equals(table)


@pytest.mark.parametrize(
    ("options", "columns"),
    [
        (["--what", "count"], {"count": [1, 1000, 0], "status": ["unique", "several", "none"]}),
        (["--what", "check", "--prefix", "x_"], {"x_status": ["unique", "several", "none"]}),
        (["--add", "count", "--limit", "5", "--what", "count"], {"count": [1, 5, 0]}),
        (["--add", "status", "--limit", "1"], {"status": ["solved", "solved", "none"]}),
    ],
)
def test_options_choose_the_new_columns(options: list[str], columns: dict[str, list[object]], tmp_path: Path) -> None:
    source, output = tmp_path / "a.parquet", tmp_path / "b.parquet"
    pq.write_table(pa.table({"p": [INKALA, EMPTY, WITHOUT_SOLUTION]}), source)
    assert called(str(source), "-o", str(output), "--column", "p", *options) == 0
    assert pq.read_table(output).drop_columns("p").to_pydict() == columns


def test_a_csv_row_that_cannot_be_read_is_reported_and_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "a.csv"
    source.write_text(f"id,puzzle\n1,{WIKIPEDIA}\nx\n")
    message = f"nonet: {source}: line 3: 1 column, but the table has 2 ('x')\n"
    assert (called(str(source), "-o", str(tmp_path / "b.parquet")), capsys.readouterr().err) == (1, message)
    assert (called(str(source), "-o", str(tmp_path / "c.parquet"), "--strict"), capsys.readouterr().err) == (
        2,
        message,
    )
    assert names_in(tmp_path) == ["a.csv", "b.parquet"]


class TestRefusals:
    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["nowhere.parquet", "-o", "b.parquet"], "nowhere.parquet: No such file or directory"),
            (["torn.parquet", "-o", "b.parquet"], "torn.parquet: not a complete Parquet file ("),
            (
                ["kaggle.csv", "-o", "b.parquet", "--column", "nix"],
                "kaggle.csv: no column 'nix'; the columns are",
            ),
            (["kaggle.csv", "-o", "b.parquet", "--add", "nix"], "unknown column 'nix'; expected one of solution"),
            (["kaggle.csv", "-o", "kaggle.csv/b.parquet"], "kaggle.csv/b.parquet: Not a directory"),
            (["kaggle.csv", "-o", "/proc/b.parquet"], "/proc/b.parquet: No such file or directory"),
            (["kaggle.csv", "-o", "/dev/full", "--to", "parquet"], "/dev/full is not a folder"),
            (["kaggle.csv", "-o", "c.parquet"], "c.parquet already exists; resume skips finished files"),
            (["kaggle.csv", "--to", "parquet"], "Tables need -o"),
            (
                ["torn.parquet", "-o", "b.csv", "--box", "3x3"],
                "--format, --box and --symbols can be combined with text files",
            ),
            (
                ["torn.parquet", "-o", "b.txt", "--to", "jsonl"],
                "Tables are written as parquet, arrow or csv",
            ),
            (["kaggle.csv", "-o", "b.parquet", "--address", "ray://x"], "an address needs engine ray or dask"),
            (["kaggle.csv", "-o", "b.csv.gz", "--column", "quizzes"], "b.csv.gz: CSV is written without compression"),
        ],
        ids=lambda value: "-".join(value)[:40] if isinstance(value, list) else None,
    )
    def test_each_error_is_one_line_and_leaves_no_file(
        self,
        arguments: list[str],
        message: str,
        kaggle: Path,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        monkeypatch.chdir(kaggle.parent)
        (tmp_path / "torn.parquet").write_bytes(b"PAR1 and no more")
        (tmp_path / "c.parquet").write_text("here before")
        before = names_in(tmp_path)
        assert called(*arguments) == 2
        stderr = capsys.readouterr().err
        assert stderr.startswith(f"nonet: {message}")
        assert stderr.count("\n") == 1
        assert names_in(tmp_path) == before

    def test_a_full_disk(self, kaggle: Path, tmp_path: Path) -> None:
        kaggle.write_text(KAGGLE + f"{'0' * 81},{'1' * 81}\n" * 2000)

        def limit_file_size() -> None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

        output = tmp_path / "b.parquet"
        done = run("batch", str(kaggle), "-o", str(output), preexec_fn=limit_file_size)
        assert (done.returncode, done.stderr) == (2, f"nonet: {output}: File too large\n")
        assert names_in(tmp_path) == ["kaggle.csv"]

    def test_a_bad_file_in_a_folder_does_not_stop_the_others(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        folder = tmp_path / "in"
        folder.mkdir()
        (folder / "a.csv").write_text(KAGGLE)
        (folder / "b.parquet").write_bytes(b"torn")
        (folder / "c.csv").write_text(KAGGLE)
        assert called(str(folder), "-o", str(tmp_path / "out"), "--to", "parquet") == 2
        assert (
            capsys.readouterr().err.splitlines()[-1] == "nonet: 1 of 3 files are missing; --resume continues with them"
        )
        assert names_in(tmp_path / "out") == ["a.parquet", "c.parquet"]


@pytest.mark.parametrize("delay", [0.0, 0.1, 0.3])
def test_ctrl_c_leaves_no_incomplete_file(delay: float, tmp_path: Path) -> None:
    pq.write_table(pa.table({"puzzle": [EMPTY] * 60_000}), tmp_path / "a.parquet")
    output = tmp_path / "out.parquet"
    work = subprocess.Popen(
        [*NONET, "batch", str(tmp_path / "a.parquet"), "-o", str(output), "--what", "count", "--limit", "1000"],
        stderr=subprocess.PIPE,
        text=True,
    )
    while not list(tmp_path.glob(".out.parquet.*")):
        time.sleep(0.02)
        assert work.poll() is None
    time.sleep(delay)  # stop it while it starts, and while all threads compute
    work.send_signal(signal.SIGINT)
    stderr = work.communicate(timeout=60)[1]
    assert (work.returncode, stderr) == (
        130,
        "nonet: stopped, with 0 of 1 file written; --resume continues with the others\n",
    )
    assert names_in(tmp_path) == ["a.parquet"]
