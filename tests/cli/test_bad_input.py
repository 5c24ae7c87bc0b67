"""Bad input and unusual streams: one clear line on standard error and exit status 2, never a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from nonet.cli import COMMANDS

from . import forks

BOARD = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def nonet(*arguments: str, input: bytes = b"", shell: str = "") -> subprocess.CompletedProcess[bytes]:
    if not shell and hasattr(os, "fork"):
        return forks.run(list(arguments), input, None)
    command = [sys.executable, "-m", "nonet", *arguments]
    if shell:
        command = ["sh", "-c", f'"$@" {shell}', "sh", *command]
    return subprocess.run(command, input=input, capture_output=True, timeout=60, check=False)


def error_of(done: subprocess.CompletedProcess[bytes]) -> str:
    """The one line on standard error."""
    text = done.stderr.decode()
    assert done.returncode == 2, text
    assert text.startswith("nonet: ")
    assert text.count("\n") == 1
    return text.removeprefix("nonet: ").strip()


needs_a_shell = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no sh")


@needs_a_shell
@pytest.mark.parametrize(
    "arguments",
    [
        *([name, BOARD] for name in ("solve", "check", "count", "hint", "canon", "draw", "certify")),
        *(
            ["convert", BOARD, "--to", "grid"],
            ["judge", "--list"],
            ["generate", "--seed", "1"],
            ["--help"],
            ["--version"],
        ),
        *(["batch", "-"], ["solve", "--board", BOARD], ["solve", "--json", BOARD], ["judge", "poj-2676", "--source"]),
    ],
    ids=" ".join,
)
def test_a_closed_standard_output_is_reported(arguments: list[str]) -> None:
    if arguments[0] in COMMANDS or arguments[0].startswith("-"):
        done = nonet(*arguments, input=BOARD.encode(), shell=">&-")
        assert error_of(done) == "standard output is closed, so the result cannot be printed"


@needs_a_shell
def test_a_command_that_writes_a_file_needs_no_standard_output(tmp_path: Path) -> None:
    path = tmp_path / "solved.txt"
    done = nonet("batch", "-", "-o", str(path), "--quiet", input=f"{BOARD}\n".encode(), shell=">&-")
    assert (done.returncode, path.read_text()) == (0, f"{SOLUTION}\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize(
    ("arguments", "where"),
    [
        (["solve", BOARD], "standard output"),
        (["--help"], "standard output"),
        (["convert", BOARD, "--to", "grid"], "standard output"),
        (["convert", BOARD, "--to", "sdm", "-o", "/dev/full"], "/dev/full"),
        (["draw", BOARD, "--to", "svg", "-o", "/dev/full"], "/dev/full"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_full_disk_is_reported_with_the_name_of_the_output(arguments: list[str], where: str) -> None:
    assert error_of(nonet(*arguments, shell="> /dev/full")) == f"{where}: No space left on device"


@needs_a_shell
def test_errors_do_not_go_to_standard_output_if_standard_error_is_closed() -> None:
    done = nonet("solve", "12", BOARD, shell="2>&-")
    assert (done.returncode, done.stdout.decode()) == (2, f"{SOLUTION}\n")


@needs_a_shell
def test_a_closed_standard_input_is_empty() -> None:
    assert error_of(nonet("solve", "-", shell="<&-")) == "standard input: no puzzle, but at least one was expected"


@pytest.mark.parametrize("value", ["nan", "inf"])
@pytest.mark.parametrize(
    "arguments",
    [["solve", BOARD, "--timeout"], ["generate", "--timeout"], ["bench", "--seconds"], ["compare", BOARD, "--timeout"]],
    ids=" ".join,
)
def test_a_time_is_a_number_above_0(arguments: list[str], value: str) -> None:
    assert "for '--" in error_of(nonet(*arguments, value))


@pytest.mark.parametrize("option", ["--margin", "--gutter"])
def test_a_margin_is_a_number(option: str, tmp_path: Path) -> None:
    done = nonet("book", BOARD, option, "nan", "-o", str(tmp_path / "book.pdf"))
    assert f"Invalid value for '{option}'" in error_of(done)


def test_an_input_without_a_puzzle_leaves_the_old_output(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_text("the old content")
    done = nonet("convert", "-o", str(path), input=b"not a puzzle\n")
    assert error_of(done).startswith("standard input, line 1: ")
    assert path.read_text() == "the old content"


def test_a_link_to_itself_is_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    link = tmp_path / "loop"
    link.symlink_to(link)
    message = error_of(nonet("solve", str(link)))
    assert message.startswith(f"{link}: ")
    assert "cells" not in message


def test_one_bad_comment_costs_one_puzzle(tmp_path: Path) -> None:
    lines = [BOARD] * 8
    lines[3] += " # Méthode"
    path = tmp_path / "puzzles.sdm"
    path.write_bytes("\n".join(lines).encode("latin-1"))
    done = nonet("solve", str(path))
    assert done.stdout.decode().splitlines() == [SOLUTION] * 7
    assert error_of(done) == f"{path}, line 4: the byte 0xe9 is not utf-8 text; try another encoding"


def test_a_pattern_file_may_have_a_byte_order_mark(tmp_path: Path) -> None:
    pattern = "x...x...x" * 9
    marked, plain = tmp_path / "marked.txt", tmp_path / "plain.txt"
    marked.write_text(pattern, encoding="utf-8-sig")
    plain.write_text(pattern, encoding="utf-8")
    first, second = (
        nonet("generate", "--seed", "1", "--timeout", "5", "--pattern", str(path)) for path in (marked, plain)
    )
    assert "not 82" not in first.stderr.decode()
    assert (first.returncode, first.stdout) == (second.returncode, second.stdout)


@pytest.mark.parametrize("judge", ["leetcode-36", "leetcode-37"])
def test_a_number_of_thousands_of_digits_is_no_cell(judge: str) -> None:
    message = error_of(nonet("judge", judge, input=f"[[{'9' * 5000}]]\n".encode()))
    assert message == "line 1: a number is too long for a cell, which is a string of one character"


@needs_a_shell
def test_a_character_that_cannot_be_encoded_is_reported() -> None:
    done = nonet("convert", "--to", "line", "-", "--encoding", "latin-1", input=f"{BOARD} é\n".encode("latin-1"))
    assert done.returncode == 0
    puzzle = f"{BOARD} # ".encode() + b"\xff"
    command: list[str | bytes] = [sys.executable, "-m", "nonet", "convert", "--to", "line", puzzle]
    bad = subprocess.run(command, capture_output=True, timeout=60, check=False)
    assert b"Traceback" not in bad.stderr


def test_a_picture_with_control_characters_in_its_title_is_xml(tmp_path: Path) -> None:
    from nonet import draw

    text = draw(BOARD, title="a\x00b\x1b[1m\ud800 & <c>\ufffe")
    title = ElementTree.fromstring(str(text)).find("{http://www.w3.org/2000/svg}title")
    assert title is not None
    assert title.text == "a\ufffdb\ufffd[1m\ufffd & <c>\ufffd"


def test_the_missing_library_of_the_service_is_named_with_its_extra() -> None:
    code = "import sys; sys.modules['fastapi'] = None\nimport nonet.web.app"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert "MissingExtra: this needs fastapi" in done.stderr
    assert "[web]" in done.stderr
