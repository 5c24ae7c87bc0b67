"""Commands that start processes: none of them imports a module from the working directory."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.boards import WIKIPEDIA

SAFE = [sys.executable, "-P", "-m", "nonet"]
STOLEN = ("json", "random", "pickle", "struct", "queue", "csv", "heapq", "numpy", "pyarrow", "nonet")
"""Modules of which a file in the working directory has the name."""

COMMANDS = {
    "batch": ["batch", "puzzles.txt", "--what", "rate", "--threads", "2"],
    "batch of tables": ["batch", "puzzles.txt", "-o", "out.parquet", "--add", "rating", "--threads", "2"],
    "bench": ["bench", "--set", "none", "--threads", "1", "--seconds", "0.01"],
    "dataset": ["dataset", "-o", "data", "--count", "3", "--clues", "30", "--seed", "1", "--threads", "2"],
    "generate": ["generate", "--level", "unfair", "--count", "12", "--seed", "1", "--threads", "2"],
    "rate": ["rate", "puzzles.txt"],
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with puzzles, and with modules that write their names into a file when they are imported."""
    (tmp_path / "puzzles.txt").write_text(f"{WIKIPEDIA}\n" * 20)
    for name in STOLEN:
        code = f"open({str(tmp_path / 'stolen')!r}, 'a').write({name!r})\nraise SystemExit('the wrong {name}')\n"
        (tmp_path / f"{name}.py").write_text(code)
    return tmp_path


@pytest.mark.parametrize("name", COMMANDS)
def test_no_process_imports_from_the_working_directory(name: str, folder: Path) -> None:
    done = subprocess.run([*SAFE, *COMMANDS[name]], cwd=folder, capture_output=True, text=True, timeout=300)
    assert not (folder / "stolen").exists()
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_no_process_of_dask_imports_from_the_working_directory(folder: Path) -> None:
    pytest.importorskip("distributed")
    command = ["batch", "puzzles.txt", "-o", "out.parquet", "--engine", "dask"]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"}
    done = subprocess.run([*SAFE, *command], cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
    assert not (folder / "stolen").exists()
    assert done.returncode == 0, done.stderr
