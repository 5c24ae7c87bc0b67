"""The commands, run in processes as a user runs them."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import nonet
from nonet.cli import COMMANDS
from nonet.extras import install_command
from nonet.search import METHODS, score
from tests.boards import INKALA, SEVENTEEN, TARGET_3, TARGET_85, WIKIPEDIA, WIKIPEDIA_SOLUTION, WITHOUT_SOLUTION

from . import forks
from .forks import ROOT

NONET = [sys.executable, "-m", "nonet"]
EMPTY = 81 * "."


def run(
    *arguments: str, stdin: str | bytes = "", cwd: Path | None = None, **options: object
) -> subprocess.CompletedProcess[str]:
    """Run a command in a fork; with options, in a new process."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    if options or not hasattr(os, "fork"):
        done = subprocess.run([*NONET, *arguments], input=data, capture_output=True, timeout=60, cwd=cwd, **options)  # type: ignore[call-overload]
    else:
        done = forks.run(list(arguments), data, cwd)
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def answer(*arguments: str, stdin: str = "") -> str:
    done = run(*arguments, stdin=stdin)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


class TestSolve:
    def test_reads_an_argument_a_file_or_standard_input(self, tmp_path: Path) -> None:
        file = tmp_path / "puzzle.txt"
        file.write_text(WIKIPEDIA + "\n")
        expected = WIKIPEDIA_SOLUTION + "\n"
        assert answer("solve", WIKIPEDIA) == expected
        assert answer("solve", str(file)) == expected
        assert answer("solve", stdin=WIKIPEDIA) == expected
        assert answer("solve", "-", stdin=WIKIPEDIA) == expected

    @pytest.mark.parametrize("method", METHODS)
    def test_every_method_gives_the_solution(self, method: str) -> None:
        assert answer("solve", "--method", method, WIKIPEDIA) == WIKIPEDIA_SOLUTION + "\n"

    def test_board_prints_a_frame(self) -> None:
        lines = answer("solve", "--board", "1234 3412 2143 432.").splitlines()
        assert [re.sub(r"\W", "", line) for line in lines if re.search(r"\d", line)] == ["1234", "3412", "2143", "4321"]

    def test_no_solution_and_several_solutions_exit_with_1(self) -> None:
        none, several = run("solve", WITHOUT_SOLUTION), run("solve", EMPTY)
        assert (none.returncode, none.stdout, none.stderr) == (1, "", "nonet: the puzzle has no solution\n")
        assert (several.returncode, several.stdout) == (1, "")
        assert re.fullmatch(r"nonet: the puzzle has several solutions; .* r\dc\d: \d or \d\n", several.stderr)

    def test_any_solves_an_empty_board(self) -> None:
        assert nonet.Grid(answer("solve", "--any", EMPTY)).is_solved

    def test_all_prints_the_solutions_in_order(self) -> None:
        lines = answer("solve", "--all", TARGET_85).split()
        assert len(lines) == 85
        assert lines == sorted(lines)
        assert answer("solve", "--all", "--limit", "3", TARGET_85).split() == lines[:3]

    def test_best_prints_the_solution_with_the_highest_score(self) -> None:
        assert score(nonet.Grid(answer("solve", "--best", TARGET_3))) == 2829
        assert score(nonet.Grid(answer("solve", "--best", "--timeout", "60", TARGET_3))) == 2829

    def test_json_has_the_solution_or_the_error(self) -> None:
        data = json.loads(answer("solve", "--json", "--stats", WIKIPEDIA))
        assert data["solution"] == WIKIPEDIA_SOLUTION
        assert data["trace"]["nodes"] == 51
        done = run("solve", "--json", WITHOUT_SOLUTION)
        assert json.loads(done.stdout)["error"] == "NoSolution"
        assert done.returncode == 1

    def test_bad_lines_are_reported_and_the_others_solved(self, tmp_path: Path) -> None:
        file = tmp_path / "many.sdm"
        file.write_text(f"{WIKIPEDIA}\n{WIKIPEDIA[:-1]}\n{INKALA}\n{WITHOUT_SOLUTION}\n{SEVENTEEN}\n")
        done = run("solve", str(file))
        assert done.stdout.split() == [str(nonet.solve(puzzle)) for puzzle in (WIKIPEDIA, INKALA, SEVENTEEN)]
        assert done.stderr.splitlines() == [
            f"nonet: {file}, line 2: 80 cells, but a 9x9 board has 81",
            f"nonet: {file}, line 4: the puzzle has no solution",
        ]
        assert done.returncode == 2

    def test_symbols_and_box_size_can_be_set(self) -> None:
        letters = "".join("ABCDEFGHIJKLMNOP"[digit - 1] for digit in nonet.solve(nonet.Grid.empty((4, 4)), any=True))
        solved = answer("solve", "--symbols", "ABCDEFGHIJKLMNOP", "-" + letters[1:]).strip()
        assert nonet.Grid(solved).is_solved
        assert answer("solve", "--any", "--box", "2x6", 144 * ".").strip() == str(
            nonet.solve(nonet.Grid.empty((2, 6)), any=True)
        )

    def test_timeout_stops_the_search(self) -> None:
        done = run("solve", "--method", "backtracking", "--timeout", "0.05", WITHOUT_SOLUTION)
        assert (done.returncode, done.stderr) == (2, "nonet: stopped after 0.05 s without an answer\n")


class TestBadInput:
    """Bad input gives one line on standard error, exit status 2, no output and no traceback."""

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["solve", ""], "no puzzle, but at least one was expected"),
            (["solve", WIKIPEDIA[:80]], "80 cells, but a 9x9 board has 81"),
            (["solve", WIKIPEDIA + "."], "82 cells, but a 9x9 board has 81"),
            (
                ["solve", "x" + WIKIPEDIA[1:]],
                "r1c1 is 'x', but a cell of a 9x9 board must be 1-9, or one of 0 . _ * - ? for a blank",
            ),
            (["solve", "55" + EMPTY[2:]], "r1c1 and r1c2 are both 5, but row 1 needs each digit once (and 1 more)"),
            (["solve", "no-such-file.sdm"], "no-such-file.sdm: No such file or directory"),
            (["solve", "."], None),
            (["solve", "--method", "magic", WIKIPEDIA], None),
            (
                ["solve", "--box", "3", WIKIPEDIA],
                "'3' is not a box size; expected height x width, such as 3x3",
            ),
            (
                ["solve", "--any", "--all", WIKIPEDIA],
                "--any, --all and --best cannot be combined; see nonet solve --help",
            ),
            (["solve", "--encoding", "martian", WIKIPEDIA], None),
            (["count", "--limit", "0", WIKIPEDIA], None),
            (["convert", WIKIPEDIA], None),
            (["judge"], "Name a judge; --list lists them; see nonet judge --help"),
            (["judge", "nowhere-1"], None),
            (["sing"], "No such command 'sing'; see nonet --help"),
            (["convert", WIKIPEDIA, "-o", "/no/such/place/puzzle.sdm"], None),
        ],
    )
    def test_bad_arguments_are_reported_in_one_line(self, arguments: list[str], message: str | None) -> None:
        done = run(*arguments)
        assert done.returncode == 2
        assert done.stdout == ""
        assert done.stderr.startswith("nonet: ")
        assert done.stderr.count("\n") == 1
        if message is not None:
            assert done.stderr == f"nonet: {message}\n"

    def test_empty_input_is_an_error(self) -> None:
        done = run("solve", stdin="")
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("nonet: standard input")

    def test_binary_input_is_an_error(self) -> None:
        done = run("solve", stdin=b"\xff\xfe\x00\x80" * 50)
        assert (done.returncode, done.stdout) == (2, "")
        assert "Traceback" not in done.stderr


class TestCheck:
    def test_text_says_that_a_puzzle_is_minimal(self) -> None:
        assert answer("check", SEVENTEEN) == "9x9, 17 clues, one solution\nminimal: every clue is needed\n"

    def test_json_names_the_cells_of_a_conflict(self) -> None:
        done = run("check", "--json", "55" + EMPTY[2:])
        data = json.loads(done.stdout)
        assert done.returncode == 1
        assert data["conflicts"][0] == {"house": "row 1", "digit": "5", "cells": ["r1c1", "r1c2"]}
        assert (data["valid"], data["solutions"], data["clues"], data["minimal"]) == (False, "none", 2, False)

    def test_several_solutions_exit_with_1(self) -> None:
        assert run("check", TARGET_3).returncode == 1


class TestRate:
    def test_scale_selects_what_is_printed(self) -> None:
        assert answer("rate", "--scale", "se", WIKIPEDIA) == "SE 1.2/1.2/1.2\n"
        assert "SE" not in answer("rate", "--scale", "hodoku", WIKIPEDIA)
        assert json.loads(answer("rate", "--json", "--scale", "se", "--canonical", WIKIPEDIA))["se"]["er"] == 1.2
        assert "SE 1.2/1.2/1.2" in answer("rate", "--scale", "all", "--language", "zh", WIKIPEDIA)

    def test_a_wrong_scale_or_board_is_one_line_and_exit_status_2(self) -> None:
        for arguments in (["--scale", "hard", WIKIPEDIA], ["--scale", "se", "1... ..2. .3.. ...4"]):
            done = run("rate", *arguments)
            assert (done.returncode, done.stdout, "Traceback" in done.stderr) == (2, "", False)


class TestLanguage:
    @pytest.mark.parametrize("command", ["solve", "check", "rate", "hint", "explain", "draw"])
    def test_a_bad_puzzle_is_reported_in_chinese(self, command: str) -> None:
        done = run(command, "--language", "zh", WIKIPEDIA[1:])
        assert (done.returncode, done.stdout, done.stderr) == (2, "", "nonet: 有 80 格，但 9x9 盘面应有 81 格\n")

    def test_a_puzzle_without_a_unique_solution_is_reported_in_chinese(self, tmp_path: Path) -> None:
        file = tmp_path / "puzzles.txt"
        file.write_text(f"{WITHOUT_SOLUTION}\n{EMPTY}\n{SEVENTEEN}\n")
        done = run("rate", "--language", "zh", str(file))
        first, second = done.stderr.splitlines()
        assert first == f"nonet: {file} 第 1 行：题目无解"
        assert second.startswith(f"nonet: {file} 第 2 行：题目多解，其中两个解从 r")
        assert done.stdout.startswith(f"{file} 第 3 行：难度：")

    def test_check_has_chinese_sentences_and_the_same_data(self) -> None:
        lines = answer("check", "--language", "zh", "2... ..1. 42.. ..2.").splitlines()
        assert lines == ["4x4，5 个已知数，唯一解", "不是极小题：下列 2 个已知数可以任意去掉一个：r3c2 r4c3"]
        data = [answer("check", "--json", "--language", language, SEVENTEEN) for language in ("en", "zh")]
        assert data[0] == data[1]


class TestCount:
    def test_counts_up_to_the_limit(self) -> None:
        assert answer("count", TARGET_85) == "85\n"
        assert answer("count", "--limit", "10", TARGET_85) == "10+\n"
        assert answer("count", "--limit", "85", TARGET_85) == "85\n"
        assert answer("count", "--all", 16 * ".") == "288\n"

    def test_a_conflict_counts_as_no_solution(self) -> None:
        done = run("count", "55" + EMPTY[2:])
        assert (done.returncode, done.stdout) == (1, "0\n")

    def test_an_empty_board_is_counted_up_to_the_limit(self) -> None:
        data = json.loads(answer("count", "--json", "--limit", "5", EMPTY))
        assert (data["count"], data["complete"]) == (5, False)


class TestCompare:
    def test_the_table_has_one_row_per_method(self) -> None:
        lines = answer("compare", WIKIPEDIA).splitlines()
        assert lines[0].startswith("9x9, 30 clues, one solution")
        assert [line.split()[0] for line in lines[2:]] == list(METHODS)

    def test_json_has_counters_and_ratios(self) -> None:
        rows = [json.loads(line) for line in answer("compare", "--first", "--json", INKALA).splitlines()]
        assert [row["method"] for row in rows] == list(METHODS)
        nodes = [row["nodes"] for row in rows]
        assert [row["ratios"]["nodes"] for row in rows] == [round(n / min(nodes), 3) for n in nodes]
        assert all(row["solutions"] == 1 and not row["stopped"] for row in rows)

    def test_the_table_shows_a_stopped_method(self) -> None:
        out = answer("compare", "--timeout", "0.2", "--method", "backtracking", "--method", "dlx", SEVENTEEN)
        assert re.search(r"backtracking .* stopped at 0.2 s", out)


@pytest.mark.parametrize(
    "arguments",
    [
        ["batch", "-", "--what", "count"],
        ["convert", WIKIPEDIA, "--to", "sdk"],
        ["draw", WIKIPEDIA, "--to", "svg"],
        ["generate", "--seed", "1"],
    ],
)
def test_output_to_a_dash_goes_to_standard_output(arguments: list[str], tmp_path: Path) -> None:
    plain, dashed = (run(*arguments, *more, stdin=WIKIPEDIA, cwd=tmp_path) for more in ([], ["-o", "-"]))
    assert (dashed.returncode, dashed.stdout, dashed.stderr) == (0, plain.stdout, "")
    assert plain.stdout
    assert not list(tmp_path.iterdir())


class TestConvert:
    def test_every_format_can_be_read_again(self, tmp_path: Path) -> None:
        for name in [name for name, form in nonet.formats.FORMATS.items() if form.can_write]:
            text = answer("convert", WIKIPEDIA, "--to", name)
            assert answer("convert", "-", "--to", "line", stdin=text).split()[0] == WIKIPEDIA

    def test_writes_a_file(self, tmp_path: Path) -> None:
        target = tmp_path / "puzzles.csv"
        assert answer("convert", WIKIPEDIA, INKALA, "-o", str(target)) == ""
        assert answer("convert", str(target), "--to", "line").split() == [WIKIPEDIA, INKALA]
        assert list(tmp_path.iterdir()) == [target]

    def test_list_names_every_format(self) -> None:
        assert [line.split()[0] for line in answer("convert", "--list").splitlines()] == list(nonet.formats.FORMATS)


class TestJudge:
    def test_answers_a_judge(self) -> None:
        rows = "\n".join(" ".join(WIKIPEDIA.replace(".", "0")[i : i + 9]) for i in range(0, 81, 9))
        assert answer("judge", "luogu-p1784", stdin=rows).split() == list(WIKIPEDIA_SOLUTION)

    def test_source_prints_the_program_to_submit(self) -> None:
        assert answer("judge", "P1784", "--source") == nonet.judge.source("luogu-p1784")

    def test_list_names_the_judges(self) -> None:
        names = [line.split()[0] for line in answer("judge", "--list").splitlines()]
        assert {"luogu-p1784", "luogu-p1074", "leetcode-37", "poj-3074"} <= set(names)
        assert [json.loads(line)["name"] for line in answer("judge", "--list", "--json").splitlines()] == names


class TestProgram:
    def test_help_and_version(self) -> None:
        assert re.fullmatch(rf"nonet {re.escape(nonet.__version__)}, with(out)? the .*kernel.*\n", answer("--version"))
        assert answer("--help") == answer() == answer("-h")
        for command in COMMANDS:
            assert answer(command, "--help").startswith(f"Usage: nonet {command}")

    def test_a_closed_pipe_is_no_error(self) -> None:
        command = f"yes {INKALA} | {shlex.join(NONET)} solve | head -n 2"
        done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60)
        assert len(done.stdout.split()) == 2
        assert done.stderr == ""

    def test_ctrl_c_keeps_finished_lines_and_exits_with_130(self, tmp_path: Path) -> None:
        output = tmp_path / "solved.txt"
        with subprocess.Popen(["yes", WIKIPEDIA], stdout=subprocess.PIPE) as puzzles, output.open("wb") as out:
            process = subprocess.Popen([*NONET, "solve"], stdin=puzzles.stdout, stdout=out, stderr=subprocess.PIPE)
            while not output.stat().st_size and process.poll() is None:
                time.sleep(0.01)
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=30)
            puzzles.kill()
        assert process.returncode == 130
        assert err == b"nonet: stopped\n"
        assert set(output.read_text().split()) == {WIKIPEDIA_SOLUTION}

    def test_a_missing_library_is_reported_in_one_line_that_says_what_to_install(self, tmp_path: Path) -> None:
        (tmp_path / "reportlab.py").write_text("raise ModuleNotFoundError('no reportlab', name='reportlab')\n")
        path = os.pathsep.join([str(tmp_path), *sys.path])
        done = run("draw", WIKIPEDIA, "-o", str(tmp_path / "a.pdf"), env=os.environ | {"PYTHONPATH": path})
        expected = f"nonet: this needs reportlab, which is not installed: {install_command('print')}\n"
        assert (done.returncode, done.stderr) == (2, expected)

    def test_the_manual_has_the_same_sections_and_options_in_chinese(self) -> None:
        pages = [(ROOT / "docs" / page).read_text(encoding="utf-8") for page in ("commands.md", "commands.zh.md")]
        headings, options = (
            [re.findall(pattern, page, re.MULTILINE) for page in pages] for pattern in (r"^## .*", r"`--\w+")
        )
        assert headings[0] == headings[1]
        assert set(options[0]) == set(options[1])
