"""`nonet hint`, `nonet explain` and `nonet rate`, run in processes as a user runs them, also on a terminal."""

from __future__ import annotations

import json
import os
import re
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

import nonet
from nonet.display import columns_of
from nonet.logic import Words, suspects
from tests.boards import WIKIPEDIA, WIKIPEDIA_SOLUTION

from .test_commands import NONET, answer, run

SMALL = "1... ..2. .3.. ...4"
HARD = ".2....5...4.53....7..2.93.8...8.4..2.32.5...6.....29..5.........8.....79.71....2."
WRONG = "532" + WIKIPEDIA[3:-1] + "9"  # 2 in r1c3 is wrong
ENTER, CTRL_C, CTRL_D = b"\r", b"\x03", b"\x04"


class TestHintInAPipe:
    def test_all_stages_are_printed_at_once(self) -> None:
        expected = [stage.text for stage in nonet.hint(SMALL).stages(language="zh")]
        assert answer("hint", "--language", "zh", SMALL).splitlines() == expected
        assert answer("hint", "--all", "--language", "zh", SMALL).splitlines() == expected

    @pytest.mark.parametrize(("stage", "number"), [("technique", 1), ("area", 2), ("pattern", 3), ("conclusion", 4)])
    def test_a_stage_ends_the_hint_and_hides_the_rest_on_the_board(self, stage: str, number: int) -> None:
        expected = [each.text for each in nonet.hint(SMALL).stages()][:number]
        lines = answer("hint", "--board", "--stage", stage, SMALL).splitlines()
        assert lines[-number:] == expected
        board = "\n".join(lines[:-number])
        assert ("!2" in board) == (stage == "conclusion")
        assert ("*2" in board) == (stage == "pattern")

    @pytest.mark.parametrize(("style", "row", "columns"), [("rc", "r4", "c1"), ("a1", "D", "1"), ("sheet", "4", "A")])
    def test_rows_and_columns_are_named_as_cells_are(self, style: str, row: str, columns: str) -> None:
        lines = answer("hint", "--board", "--cells", style, SMALL).splitlines()
        assert lines[0].split()[0] == columns
        assert [line.split()[0] for line in lines if not line.startswith(" ")][3] == row

    def test_steps_are_printed_one_per_line(self) -> None:
        lines = answer("hint", "--steps", "--technique", "naked-single", SMALL).splitlines()
        assert lines == list(map(str, nonet.steps(SMALL, techniques=["naked-single"])))

    def test_techniques_can_be_left_out(self) -> None:
        data = json.loads(answer("hint", "--json", "--without", "full-house", "--without", "naked-single", SMALL))
        assert data["step"]["technique"] == "hidden-single"
        usual, strict = (json.loads(answer("rate", "--json", *flag, HARD)) for flag in ([], ["--no-uniqueness"]))
        assert "hidden-rectangle" in usual["techniques"]
        assert strict["techniques"] == nonet.rate(HARD, uniqueness=False).techniques
        done = run("hint", "--without", "xwing", SMALL)
        assert (done.returncode, done.stderr) == (2, "nonet: unknown technique 'xwing'; did you mean x-wing?\n")


class TestMistakes:
    def test_givens_show_which_digits_are_wrong(self, tmp_path: Path) -> None:
        file = tmp_path / "puzzle.sdm"
        file.write_text(WIKIPEDIA)
        two = WRONG[:3] + "8" + WRONG[4:]  # the 8 of row 1 is in r1c6
        for givens in (WIKIPEDIA, str(file)):
            assert answer("hint", "--givens", givens, two).splitlines() == [
                "There are mistakes in r1c3 and r1c4.",
                "2 in r1c3 is wrong.",
                "8 in r1c4 is wrong.",
            ]
        board = answer("hint", "--board", "--givens", WIKIPEDIA, two)
        assert "x2x" in board
        assert "x8x" in board

    def test_a_position_may_leave_out_the_givens(self) -> None:
        own = "".join("4" if cell == 2 else "." for cell in range(81))  # 4 in r1c3 is correct
        assert answer("hint", "--givens", WIKIPEDIA, own) == answer(
            "hint", "--givens", WIKIPEDIA, WIKIPEDIA[:2] + "4" + WIKIPEDIA[3:]
        )

    @pytest.mark.parametrize(
        ("givens", "position", "message"),
        [
            (WIKIPEDIA, "64" + WIKIPEDIA[2:], "r1c1 is 6, but 5 is given there; r1c2 is 4, but 3 is given there"),
            (SMALL, WIKIPEDIA, "the position is a 9x9 board, but the givens are a 4x4 board"),
            ("123", WIKIPEDIA, "3 cells, but a 4x4 board has 16"),
        ],
    )
    def test_givens_that_do_not_fit_are_an_error(self, givens: str, position: str, message: str) -> None:
        done = run("hint", "--givens", givens, position)
        assert (done.returncode, done.stdout, done.stderr) == (2, "", f"nonet: {message}\n")

    @pytest.mark.parametrize("language", ["en", "zh"])
    def test_a_plain_line_without_a_solution_gets_the_smallest_sets(self, language: str) -> None:
        done = run("hint", "--language", language, WRONG)
        found = suspects(WRONG)
        assert found.least == 1
        assert "r1c3" in done.stdout
        assert done.stdout.splitlines()[:-1] == found.sentences(language=language)
        assert "--givens" in done.stdout.splitlines()[-1]
        assert (done.returncode, done.stderr) == (1, "")
        assert run("hint", "--board", WRONG).stdout.splitlines()[2].startswith("r1 │ 5 3 2?│")
        assert json.loads(run("hint", "--json", WRONG).stdout)["suspects"] == found.to_dict()

    def test_explain_names_all_mistakes(self) -> None:
        position = nonet.Position(WIKIPEDIA).place("r1c3", 2).place("r1c4", 8)
        with pytest.raises(nonet.NoSolution, match="the digits in r1c3 and r1c4 are wrong, so no step leads"):
            nonet.explain(position)
        position = nonet.Position(WIKIPEDIA).eliminate("r1c3", 4).eliminate("r1c4", 6)
        with pytest.raises(nonet.NoSolution, match="correct candidates of r1c3 and r1c4 were removed, so"):
            nonet.explain(position)


class TestExplainAndRate:
    def test_explain_ends_with_the_number_of_steps_of_each_technique(self) -> None:
        rating = nonet.explain(SMALL).rating
        for language in ("en", "zh"):
            table = Words(nonet.Shape(2, 2), language=language).techniques(rating)
            assert answer("explain", "--language", language, SMALL).splitlines()[-len(table) :] == table
        assert answer("explain", "--brief", "--language", "zh", SMALL).splitlines()[-len(table) :] == table

    def test_explain_draws_every_step_with_labels(self) -> None:
        out = answer("explain", "--board", SMALL)
        assert out.count("c1   c2    c3   c4") == 12
        assert len(re.findall(r"^r4 ", out, re.MULTILINE)) == 12

    def test_explain_in_the_order_of_sudoku_explainer(self, tmp_path: Path) -> None:
        explanation = nonet.explain(WIKIPEDIA, order="explainer")
        words = Words(nonet.Shape(3, 3))
        lines = answer("explain", "--order", "explainer", "--all-lines", WIKIPEDIA).splitlines()
        assert lines[0] == f"  1. {words.text(explanation.steps[0])}"
        assert "SE 1.2/1.2/1.2" in lines[len(explanation.steps)]
        data = json.loads(answer("explain", "--order", "explainer", "--json", WIKIPEDIA))
        assert [step["se"]["name"] for step in data["steps"]] == [step.rule for step in explanation.steps]
        wrong = run("explain", "--order", "explainer", "--language", "zh", "--no-uniqueness", WIKIPEDIA)
        assert (wrong.returncode, wrong.stderr.count("\n")) == (2, 1)
        assert "explainer 次序使用自己的技巧" in wrong.stderr
        page = tmp_path / "explained.html"
        answer("explain", "--order", "explainer", "-o", str(page), WIKIPEDIA)
        assert "Hidden Single (SE 1.2)" in page.read_text(encoding="utf-8")

    def test_rate_counts_techniques_on_request(self) -> None:
        rating = nonet.rate(HARD)
        lines = answer("rate", "--counts", HARD).splitlines()
        assert lines == [str(rating), *Words(nonet.Shape(3, 3)).techniques(rating)]
        assert json.loads(answer("rate", "--json", HARD)) == {"puzzle": HARD, "solved": True, **rating.to_dict()}

    def test_rate_says_that_the_selected_techniques_do_not_solve_a_puzzle(self) -> None:
        done = run("rate", "--technique", "naked-single", HARD)
        assert done.returncode == 1
        assert done.stdout.endswith(", not solved\n")


@contextmanager
def terminal(*arguments: str, lines: int = 24, columns: int = 80) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """Run nonet on a terminal of a size; yield its other end and the process."""
    import fcntl
    import pty
    import struct
    import termios

    here, there = pty.openpty()
    fcntl.ioctl(there, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
    environment = {**os.environ, "TERM": "xterm-256color"}
    for name in ("COLUMNS", "LINES", "NO_COLOR"):
        environment.pop(name, None)
    process = subprocess.Popen(
        [*NONET, *arguments], stdin=there, stdout=there, stderr=there, env=environment, start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # so that Ctrl-C reaches the process
    )  # fmt: skip
    os.close(there)
    try:
        yield here, process
    finally:
        process.kill()
        process.wait()
        os.close(here)


def read_until(terminal: int, text: str = "") -> str:
    """Return what a terminal shows until a text, or until the program ends, without the codes of colors."""
    seen = b""
    until = time.monotonic() + 60
    while time.monotonic() < until and not (text and text in seen.decode(errors="ignore")):
        if not select.select([terminal], [], [], max(0, until - time.monotonic()))[0]:
            break
        try:
            piece = os.read(terminal, 65536)
        except OSError:  # Linux reports the end of a terminal as an error
            break
        if not piece:
            break
        seen += piece
    return re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", seen.decode()).replace("\r\n", "\n")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals of this kind")
class TestHintOnATerminal:
    PROMPT = "Ctrl-D: stop "

    def test_enter_shows_the_next_stage(self) -> None:
        stages = [stage.text for stage in nonet.hint(SMALL).stages()]
        with terminal("hint", SMALL) as (here, process):
            for number, text in enumerate(stages[:-1]):
                shown = read_until(here, self.PROMPT)
                assert text in shown
                assert stages[number + 1] not in shown
                assert "!2" not in shown
                os.write(here, ENTER)
            rest = read_until(here)
            assert stages[-1] in rest
            assert "!2" in rest
            assert process.wait(10) == 0

    @pytest.mark.parametrize("key", [CTRL_C, CTRL_D])
    def test_the_player_can_stop(self, key: bytes) -> None:
        with terminal("hint", SMALL) as (here, process):
            read_until(here, self.PROMPT)
            for _ in range(12):  # the terminal may lose a key while the program begins to read
                os.write(here, key)
                with suppress(subprocess.TimeoutExpired):
                    process.wait(5)
                    break
            rest = read_until(here)
            assert "Traceback" not in rest
            assert "Look at" not in rest
            assert process.wait(10) == 0

    def test_all_prints_every_stage_without_waiting(self) -> None:
        with terminal("hint", "--all", "--language", "zh", SMALL) as (here, process):
            shown = read_until(here)
            assert process.wait(10) == 0
        for stage in nonet.hint(SMALL).stages(language="zh"):
            assert stage.text in shown

    @pytest.mark.parametrize(("lines", "rows"), [(24, 1), (60, 3)])
    def test_the_board_fits_80_columns_and_the_height_of_the_terminal(self, lines: int, rows: int) -> None:
        with terminal("hint", "--all", HARD, lines=lines) as (here, _):
            shown = read_until(here).splitlines()
        assert max(map(columns_of, shown)) <= 80
        first, second = (next(n for n, line in enumerate(shown) if line.startswith(name)) for name in ("r1", "r2"))
        assert second - first == (rows + 1 if rows > 1 else 1)

    @pytest.mark.parametrize("language", ["en", "zh"])
    def test_explain_fits_80_columns(self, language: str) -> None:
        with terminal("explain", "--language", language, HARD) as (here, _):
            shown = read_until(here).splitlines()
        assert max(map(columns_of, shown)) <= 80
        assert sum(line.startswith("r9 ") for line in shown) == len(nonet.explain(HARD).steps)

    def test_a_solved_board_needs_no_stages(self) -> None:
        with terminal("hint", "--givens", WIKIPEDIA, WIKIPEDIA_SOLUTION) as (here, process):
            assert "The puzzle is solved." in read_until(here)
            assert process.wait(10) == 0
