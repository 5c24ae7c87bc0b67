"""``nonet bench``, run as a user runs it. The tests check what is measured and how it is shown, not the times."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from xml.etree import ElementTree

import pytest

import nonet
from nonet.bulk import PEERS, SETS, Measurement, bench_plot
from nonet.kernel import kernel
from tests.boards import INKALA, SEVENTEEN, TARGET_3, WIKIPEDIA, WITHOUT_SOLUTION

from .test_commands import answer, run

PUZZLES = [WIKIPEDIA, INKALA, SEVENTEEN, TARGET_3, WITHOUT_SOLUTION]
QUICK = ["--seconds", "0.01"]


@pytest.fixture
def puzzles(tmp_path: Path) -> str:
    file = tmp_path / "five.txt"
    file.write_text("\n".join(PUZZLES))
    return str(file)


def is_installed(peer: str) -> bool:
    try:
        version(peer)
    except PackageNotFoundError:
        return False
    return True


def test_each_backend_instruction_set_and_number_of_threads_is_measured(puzzles: str) -> None:
    output = answer("bench", puzzles, *QUICK, "--backend", "all", "--threads", "1,2", "--json")
    rows = [json.loads(line) for line in output.splitlines()]
    solvers = {row["solver"] for row in rows}
    assert "nonet numpy" in solvers
    assert any(solver.startswith("nonet native ") for solver in solvers) == (kernel() is not None)
    for solver in solvers:
        threads = [row["threads"] for row in rows if row["solver"] == solver]
        assert threads == ([1] if solver == "nonet numpy" else [1, 2])
    for row in rows:
        assert row["set"] == "five.txt"
        assert row["rate"] > 0
        assert row["guesses"] > 0
        assert row["sweeps"] > 0


def test_a_built_in_set_is_printed_as_plain_columns() -> None:
    lines = answer("bench", "--set", "none", *QUICK, "--threads", "1").splitlines()
    assert lines[0].split()[:4] == ["set", "solver", "threads", "puzzles/s"]
    assert all(line.split()[:2] == ["none", "nonet"] for line in lines[1:])
    assert len(lines) > 1


def test_other_solvers_are_measured_or_listed_as_not_installed(puzzles: str) -> None:
    output = answer("bench", puzzles, *QUICK, "--peers", "--json", "--threads", "1")
    rows = [json.loads(line) for line in output.splitlines()]
    for peer in PEERS:
        row = next(row for row in rows if row["solver"].startswith(peer))
        if is_installed(peer):
            assert row["rate"] == 0 or row["ratio"] > 0
            assert "wrong" not in row["note"]
        else:
            assert row["note"] == "not installed"


@pytest.mark.parametrize("peer", [peer for peer in PEERS if is_installed(peer)])
def test_other_solvers_count_correctly(peer: str) -> None:
    count = PEERS[peer].adapter()
    assert [count(puzzle) for puzzle in (WIKIPEDIA, TARGET_3)] == [1, 2 if PEERS[peer].proves else 1]


def test_a_plot_has_a_title_and_labels(puzzles: str, tmp_path: Path) -> None:
    file = tmp_path / "plot.svg"
    answer("bench", puzzles, *QUICK, "--threads", "1", "--plot", str(file))
    root = ElementTree.parse(file).getroot()
    assert [child.tag.partition("}")[2] for child in root[:2]] == ["title", "desc"]
    assert "five.txt" in [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]


def test_bars_are_logarithmic() -> None:
    rates = {"nonet native": 1e6, "other": 1e4, "late": 0.0}
    rows = [Measurement("a < b", solver, 1, rate) for solver, rate in rates.items()]
    root = ElementTree.fromstring(bench_plot(rows))
    fast, slow, late = (float(bar.attrib["width"]) for bar in root.iter("{http://www.w3.org/2000/svg}rect"))
    assert (fast, slow, late) == (480, 0, 0)


@pytest.mark.parametrize(
    "arguments",
    [
        ["no-such-file.txt"],
        ["--set", "impossible"],
        ["--threads", "0"],
        ["--threads", "one"],
        ["--seconds", "0"],
        ["--backend", "abacus"],
        ["--plot", "plot.png"],
    ],
)
def test_wrong_usage_is_one_line(arguments: list[str]) -> None:
    done = run("bench", *arguments)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("nonet: ")


@pytest.mark.parametrize("text", ["", "1234", "1...........2...\n"])
def test_bad_files_are_one_line(text: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.txt"
    file.write_text(text)
    done = run("bench", str(file), *QUICK)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "bad.txt" in done.stderr


def test_the_help_lists_every_set() -> None:
    assert all(name in answer("bench", "--help") for name in SETS)


def test_modules_in_the_working_directory_are_not_imported(puzzles: str, tmp_path: Path) -> None:
    """The processes that measure must not load a file such as json.py from the folder in which the user works."""
    folder = tmp_path / "work"
    folder.mkdir()
    for name in ("json", "pickle", "numpy"):
        (folder / f"{name}.py").write_text("raise SystemExit('loaded from the working directory')")
    program = "import sys; sys.path.remove(''); from nonet.cli import main; main(sys.argv[1:])"
    done = subprocess.run(
        [sys.executable, "-c", program, "bench", puzzles, *QUICK, "--threads", "1", "--peers"],
        cwd=folder,
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": str(Path(nonet.__file__).parents[1])},
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "failed" not in done.stdout
