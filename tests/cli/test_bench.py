"""``nonet bench``, run as a user runs it. Nothing timed is checked, only what is measured and how it is told."""

from __future__ import annotations

import json
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from xml.etree import ElementTree

import pytest

from nonet.bulk import SETS
from nonet.cli.bench import PEERS, Row, plot
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


def test_a_row_for_each_backend_instruction_set_and_number_of_threads(puzzles: str) -> None:
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


def test_a_built_in_set_as_plain_columns() -> None:
    lines = answer("bench", "--set", "none", *QUICK, "--threads", "1").splitlines()
    assert lines[0].split()[:4] == ["set", "solver", "threads", "puzzles/s"]
    assert all(line.split()[:2] == ["none", "nonet"] for line in lines[1:])
    assert len(lines) > 1


def test_other_solvers_are_measured_or_named_as_absent(puzzles: str) -> None:
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
def test_other_solvers_count_right(peer: str) -> None:
    count = PEERS[peer].adapter()
    assert [count(puzzle) for puzzle in (WIKIPEDIA, TARGET_3)] == [1, 2 if PEERS[peer].proves else 1]


def test_a_plot_is_a_picture_with_words(puzzles: str, tmp_path: Path) -> None:
    file = tmp_path / "plot.svg"
    answer("bench", puzzles, *QUICK, "--threads", "1", "--plot", str(file))
    root = ElementTree.parse(file).getroot()
    assert [child.tag.partition("}")[2] for child in root[:2]] == ["title", "desc"]
    assert "five.txt" in [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]


def test_ten_times_as_fast_is_one_mark_longer() -> None:
    rows = [Row("a < b", "nonet native", 1, 1e6, 0.0, 1.0), Row("a < b", "other", 1, 1e4), Row("a < b", "late", 1, 0.0)]
    root = ElementTree.fromstring(plot(rows))
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
def test_bad_usage_is_one_sentence(arguments: list[str]) -> None:
    done = run("bench", *arguments)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("nonet: ")


@pytest.mark.parametrize("text", ["", "1234", "1...........2...\n"])
def test_bad_files_are_one_sentence(text: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.txt"
    file.write_text(text)
    done = run("bench", str(file), *QUICK)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "bad.txt" in done.stderr


def test_the_help_names_every_set() -> None:
    assert all(name in answer("bench", "--help") for name in SETS)
