"""`nonet generate`, `minimize` and `canon`, run in processes as a user runs them."""

from __future__ import annotations

import json
import math
import signal
import subprocess
import time
from pathlib import Path

import pytest

import nonet
from nonet.errors import counted
from tests.boards import INKALA, WIKIPEDIA, WITHOUT_SOLUTION

from .test_commands import NONET, answer, run


class TestGenerate:
    def test_prints_the_same_puzzles_as_the_library(self) -> None:
        lines = answer("generate", "--count", "5", "--seed", "3", "--symmetry", "diagonal", "--clues", "26-30").split()
        assert lines == [str(g) for g in nonet.generate(count=5, seed=3, symmetry="diagonal", clues=(26, 30))]

    def test_board_prints_a_frame(self) -> None:
        assert answer("generate", "--seed", "1", "--board").count("│") == 36

    def test_json_has_the_solution(self) -> None:
        for line in answer("generate", "--json", "--count", "2", "--seed", "1", "--extra", "3").splitlines():
            data = json.loads(line)
            assert data["solution"] == str(nonet.solve(data["puzzle"]))
            assert data["clues"] == len(nonet.Grid(data["puzzle"]).givens)

    def test_a_pattern_is_text_or_a_file(self, tmp_path: Path) -> None:
        pattern = "".join("#" if digit else "." for digit in next(nonet.generate(seed=2, clues=28)))
        file = tmp_path / "pattern.txt"
        file.write_text("\n".join(pattern[i : i + 9] for i in range(0, 81, 9)) + "\n")
        made = answer("generate", "--seed", "1", "--pattern", str(file))
        assert made == answer("generate", "--seed", "1", "--pattern", pattern)
        assert [mark == "#" for mark in pattern] == [digit > 0 for digit in nonet.Grid(made)]

    def test_an_existing_file_is_replaced_only_with_force(self, tmp_path: Path) -> None:
        file = tmp_path / "puzzles.txt"
        options = ["generate", "--count", "30", "--seed", "1", "--box", "2x2", "-o", str(file)]
        assert answer(*options) == ""
        assert len(file.read_text().splitlines()) == 30
        assert run(*options).stderr == f"nonet: {file} exists; --force replaces it\n"
        assert answer(*options, "--force") == ""

    def test_level_and_technique_are_those_of_the_library(self) -> None:
        lines = answer("generate", "--level", "HARD", "--count", "2", "--seed", "3", "--symmetry", "half-turn").split()
        assert lines == [str(g) for g in nonet.generate(level="hard", count=2, seed=3, symmetry="half-turn")]
        made = answer("generate", "--technique", "naked-pair", "--only", "--rating", "300-900", "--seed", "1").strip()
        assert made == str(next(nonet.generate(technique="naked-pair", only=True, rating=(300, 900), seed=1)))

    def test_ratings_are_those_of_the_library(self) -> None:
        lines = answer(
            "generate", "--se", "1.5-2.5", "--ep", "1.5", "--ed", "1.2+", "--count", "3", "--seed", "3"
        ).split()
        assert lines == [
            str(puzzle) for puzzle in nonet.generate(se=(1.5, 2.5), ep=1.5, ed=(1.2, math.inf), count=3, seed=3)
        ]
        made = answer("generate", "--se", "1.0-2.0", "--pearl", "--diamond", "--seed", "3").strip()
        assert made == str(next(nonet.generate(se=(1.0, 2.0), pearl=True, diamond=True, seed=3)))

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            (["--se", "7,5"], "--se takes a rating or a range, such as 7.2, 7.0-7.5 or 8.5+, not '7,5'"),
            (["--ed", "hard"], "--ed takes a rating or a range, such as 7.2, 7.0-7.5 or 8.5+, not 'hard'"),
            (["--se", "2", "--ep", "3+"], "se and ep exclude each other: EP is never greater than ER"),
            (["--se", "2", "--box", "2x2"], "Sudoku Explainer rates 9x9 boards, but shape is a 4x4 board"),
        ],
    )
    def test_ratings_that_are_impossible_exit_with_2(self, options: list[str], message: str) -> None:
        done = run("generate", *options)
        assert (done.returncode, done.stdout, done.stderr) == (2, "", f"nonet: {message}\n")

    def test_too_few_puzzles_exit_with_1(self) -> None:
        done = run("generate", "--clues", "17", "--timeout", "0.2", "--count", "2")
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.startswith("nonet: found 0 of 2 puzzles in 0.2 s: ")
        assert done.stderr.count("\n") == 1

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["--clues", "some"], "--clues takes a number or a range, such as 26 or 26-30, not 'some'"),
            (["--clues", "9"], "no 9x9 puzzle has fewer than 17 clues, as exhaustive search has shown"),
            (["--pattern", "x.x"], "pattern must have 81 cells for a 9x9 board, not 3"),
            (["--pattern", "nowhere.txt"], "nowhere.txt: No such file or directory"),
            (["--box", "9"], "'9' is not a box size; expected height x width, such as 3x3"),
            (["--symmetry", "spiral"], None),
            (["--board", "--json"], "--board and --json cannot be combined; see nonet generate --help"),
            (
                ["--minimal", "--extra", "2"],
                "minimal and extra exclude each other: a minimal puzzle has no extra clues",
            ),
            (["--level", "fiendish"], None),
            (["--technique", "answer"], "technique cannot be the answer, which is not a technique to solve with"),
            (["--rating", "many"], "--rating takes a range, such as 800-1000, not 'many'"),
            (["-o", "/no/such/place/puzzles.txt"], "/no/such/place/puzzles.txt: No such file or directory"),
        ],
    )
    def test_bad_options_are_reported_in_one_line(self, arguments: list[str], message: str | None) -> None:
        done = run("generate", *arguments)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert message is None or done.stderr == f"nonet: {message}\n"

    def test_ctrl_c_keeps_finished_lines(self, tmp_path: Path) -> None:
        file = tmp_path / "puzzles.txt"
        process = subprocess.Popen(
            [*NONET, "generate", "--count", "100000000", "-o", str(file)], stderr=subprocess.PIPE, text=True
        )
        while process.poll() is None and not (file.exists() and file.stat().st_size):
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
        lines = file.read_text().splitlines()
        assert process.returncode == 130
        assert errors == f"nonet: stopped, with {counted(len(lines), 'puzzle')} written\n"
        assert {len(line) for line in lines} == {81}


class TestMinimize:
    def test_prints_lines_or_json(self) -> None:
        line = answer("minimize", "--seed", "1", WIKIPEDIA).strip()
        assert line == str(nonet.minimize(WIKIPEDIA, seed=1))
        data = json.loads(answer("minimize", "--json", "--seed", "1", WIKIPEDIA))
        assert data["minimal"] == line
        assert len(data["removed"]) == 30 - len(nonet.Grid(line).givens)

    def test_a_puzzle_without_a_solution_is_reported(self) -> None:
        done = run("minimize", WITHOUT_SOLUTION, INKALA)
        assert (done.returncode, done.stdout) == (1, INKALA + "\n")
        assert done.stderr == "nonet: the puzzle has no solution\n"


class TestCanon:
    def test_prints_one_line_per_puzzle(self, tmp_path: Path) -> None:
        file = tmp_path / "puzzles.txt"
        small = "1... .2.. .... ....".replace(" ", "")
        file.write_text(f"{WIKIPEDIA}\n{small}\n{INKALA} # comment\n")
        expected = [str(nonet.canonical(puzzle)) for puzzle in (WIKIPEDIA, small, INKALA)]
        assert answer("canon", str(file)).split() == expected
        assert answer("canon", stdin=file.read_text()).split() == expected
        assert answer("canon", WIKIPEDIA, small).split() == expected[:2]

    def test_unique_leaves_out_equivalent_puzzles(self) -> None:
        images = [str(nonet.transform(puzzle, seed=seed)) for seed in range(20) for puzzle in (WIKIPEDIA, INKALA)]
        lines = answer("canon", "--unique", stdin="\n".join(images)).split()
        assert lines == [str(nonet.canonical(puzzle)) for puzzle in (WIKIPEDIA, INKALA)]

    def test_json_has_the_automorphisms(self) -> None:
        data = json.loads(answer("canon", "--json", INKALA))
        assert data == {"puzzle": INKALA, "canonical": str(nonet.canonical(INKALA)), "automorphisms": 1}

    def test_bad_boards_are_reported_and_the_others_printed(self) -> None:
        done = run("canon", stdin=f"55{WIKIPEDIA[2:]}\n123\n{INKALA}\n")
        assert (done.returncode, done.stdout) == (2, f"{nonet.canonical(INKALA)}\n")
        assert done.stderr.count("\n") == 2
        assert run("canon", stdin="").returncode == 2
        assert run("canon", "nowhere.sdm").stderr == "nonet: nowhere.sdm: No such file or directory\n"


class TestPractice:
    def test_prints_the_position_and_the_stages_of_the_library(self) -> None:
        task = next(nonet.practice("xy-wing", seed=3))
        board = nonet.write(task.position, format="pencilmarks")
        assert answer("practice", "xy-wing", "--seed", "3") == f"{board}\n{task}\n"
        first = answer("practice", "XY Wing", "--seed", "3", "--stage", "technique", "--language", "zh")
        assert first == f"{board}\n{task.stages(language='zh')[0]}\n"

    def test_json_has_the_position_and_the_step(self) -> None:
        lines = answer("practice", "w-wing", "--count", "2", "--seed", "1", "--json").splitlines()
        for line, task in zip(lines, nonet.practice("w-wing", seed=1, count=2), strict=True):
            data = json.loads(line)
            assert data["position"] == task.position.to_dict()
            assert data["step"]["technique"] == "w-wing"
            assert len(data["stages"]) == 4

    def test_positions_alone_can_be_read_again(self) -> None:
        text = answer("practice", "x-wing", "--count", "3", "--seed", "1", "--to", "hodoku")
        positions = [entry.position for entry in nonet.read_many(text)]
        assert positions == [task.position for task in nonet.practice("x-wing", count=3, seed=1)]

    def test_list_has_the_techniques_from_easy_to_hard(self) -> None:
        names = [line.split()[0] for line in answer("practice", "--list").splitlines()]
        assert names == [row.id for row in nonet.create.practice_techniques()]

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["swordfsh"], "unknown technique 'swordfsh'; did you mean swordfish?"),
            (["template-set"], "there are no positions for Template Set, which is not one of the default techniques"),
            ([], "Name a technique; nonet practice --list lists all; see nonet practice --help"),
            (["x-wing", "--json", "--to", "ss"], "--json and --to cannot be combined; see nonet practice --help"),
        ],
    )
    def test_errors_are_one_line(self, arguments: list[str], message: str) -> None:
        done = run("practice", *arguments)
        assert (done.returncode, done.stdout, done.stderr) == (2, "", f"nonet: {message}\n")
