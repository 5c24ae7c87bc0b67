"""Puzzles with rules on the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from nonet import Puzzle, write
from nonet.cli import main
from tests.boards import WIKIPEDIA, WIKIPEDIA_SOLUTION

TEXT = "...........3....\nthermo: r4c4-r4c1\nthermo: r1c1-r1c3"
SOLUTION = "1234341221434321"
LINK = write(Puzzle.parse(TEXT), format="fpuzzles").strip()
REFUSING = ("certify", "compare", "explain", "hint", "minimize", "rate", "canon", "trace")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Run a command in this process; return its status and what it prints."""
    with pytest.raises(SystemExit) as end:
        main(list(arguments))
    return (int(end.value.code or 0), *capsys.readouterr())


@pytest.fixture(params=["link", "iss", "file", "text"])
def puzzle(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The same puzzle in each form that an argument can have."""
    path = tmp_path / "thermo.nonet"
    path.write_text(TEXT, encoding="utf-8")
    forms = {"link": LINK, "iss": write(Puzzle.parse(TEXT), format="iss").strip(), "file": str(path), "text": TEXT}
    return forms[request.param]


def test_solve_count_and_check(capsys: pytest.CaptureFixture[str], puzzle: str) -> None:
    assert run(capsys, "solve", puzzle) == (0, f"{SOLUTION}\n", "")
    assert run(capsys, "count", puzzle) == (0, "1\n", "")
    status, out, error = run(capsys, "check", puzzle)
    assert (status, error) == (0, "")
    assert "4x4, 1 clue, 2 rules, one solution" in out


def test_a_pasted_9x9_board_with_rules(capsys: pytest.CaptureFixture[str]) -> None:
    """Without its rules the text would be a board in the form of one line, or of nine."""
    block = "\n".join(WIKIPEDIA[9 * row : 9 * row + 9] for row in range(9))
    for board in (WIKIPEDIA, block):
        assert run(capsys, "solve", f"{board}\nkiller 8: r1c1 r1c2") == (0, f"{WIKIPEDIA_SOLUTION}\n", "")
        assert run(capsys, "solve", f"{board}\nkiller 9: r1c3 r1c4")[:2] == (1, "")


def test_a_pipe_has_the_board_first_and_then_rules() -> None:
    command = [sys.executable, "-m", "nonet", "solve"]

    def piped(rule: str, *options: str) -> tuple[int, str, str]:
        done = subprocess.run(
            [*command, *options], input=f"{WIKIPEDIA}\n{rule}\n", capture_output=True, text=True, check=False
        )
        return done.returncode, done.stdout, done.stderr

    assert piped("killer 8: r1c1 r1c2") == (0, f"{WIKIPEDIA_SOLUTION}\n", "")
    assert piped("killer 9: r1c3 r1c4")[:2] == (1, "")
    assert piped("killer 99: r1c1 r1c2")[:2] == (2, "")


def test_rules_that_arrive_after_the_answer_are_an_error() -> None:
    """A program that writes a board and waits gets its solution. Rules must come with the board, or be announced."""
    command = [sys.executable, "-m", "nonet", "solve"]
    for options, status in (([], 2), (["--format", "nonet"], 0)):
        with subprocess.Popen(
            [*command, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            assert process.stderr is not None
            process.stdin.write(f"{WIKIPEDIA}\n")
            process.stdin.flush()
            if status:
                assert process.stdout.readline() == f"{WIKIPEDIA_SOLUTION}\n"
            process.stdin.write("killer 8: r1c1 r1c2\n")
            process.stdin.close()
            assert process.stdout.read() == ("" if status else f"{WIKIPEDIA_SOLUTION}\n")
            assert ("line 2: this is a rule of the puzzle above it" in process.stderr.read()) == bool(status)
            assert process.wait() == status


def test_all_solutions_and_a_deadline(capsys: pytest.CaptureFixture[str]) -> None:
    text = ".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4"
    status, out, _ = run(capsys, "solve", "--all", "--limit", "3", text)
    assert (status, len(out.splitlines())) == (0, 3)
    assert all(line.startswith("1234") for line in out.splitlines())
    assert run(capsys, "solve", "--timeout", "10", text)[0] == 1


def test_convert_between_formats_with_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "convert", LINK, "--to", "nonet") == (0, f"{TEXT}\n", "")
    assert run(capsys, "convert", TEXT, "--to", "fpuzzles") == (0, f"{LINK}\n", "")
    status, out, _ = run(capsys, "convert", LINK, "--to", "jsonl")
    assert (status, [rule["type"] for rule in json.loads(out)["constraints"]]) == (0, ["thermo", "thermo"])
    status, _, error = run(capsys, "convert", LINK, "--to", "line")
    assert (status, error.count("\n")) == (2, 1)
    assert "the format line has no rules, but the puzzle has the rule thermo" in error


def test_draw(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "thermo.svg"
    assert run(capsys, "draw", LINK, "-o", str(path))[0] == 0
    assert "rule-thermo" in path.read_text(encoding="utf-8")
    status, out, _ = run(capsys, "draw", LINK)
    assert (status, out.splitlines()[-1]) == (0, "thermo: r1c1-r1c3")
    status, _, error = run(capsys, "draw", "--step", LINK)
    assert status == 2
    assert "thermo" in error


@pytest.mark.parametrize("command", REFUSING)
def test_other_commands_refuse_rules_in_one_sentence(capsys: pytest.CaptureFixture[str], command: str) -> None:
    status, out, error = run(capsys, command, LINK)
    assert (status, out) == (2, "")
    assert error == "nonet: the puzzle has rules (thermo), which are not supported here yet\n"


def test_what_is_not_understood_is_named_or_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    text = ".Shape~4x4.Thermo~R4C4~R4C3~R4C2~R4C1.Thermo~R1C1~R1C2~R1C3.Fog~R1C1.~R3C4_3"
    assert run(capsys, "solve", text) == (2, "", "nonet: not understood: 'Fog'; --lenient reads the rest\n")
    assert run(capsys, "solve", "--lenient", text) == (0, f"{SOLUTION}\n", "left out: 'Fog'\n")


def test_bad_input_is_one_sentence(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "bad.nonet"
    path.write_text("................\nkiller 99: r1c1 r1c2\n", encoding="utf-8")
    for argument in (str(path), "https://sudokupad.app/abc123", "https://f-puzzles.com/?load=N4Ig", ".Cage~5"):
        status, out, error = run(capsys, "solve", argument)
        assert (status, out, error.count("\n")) == (2, "", 1)
        assert error.startswith("nonet: ")
    assert run(capsys, "solve", "--language", "zh", "https://sudokupad.app/abc123")[2].startswith("nonet: 这个短链接")
