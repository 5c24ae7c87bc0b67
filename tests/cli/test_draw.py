"""`nonet draw`, `nonet book` and `nonet explain -o`, run in processes as a user runs them."""

from __future__ import annotations

import os
from io import BytesIO
from pathlib import Path

import pypdf
import pytest

import nonet
from nonet.logic import steps
from tests.boards import INKALA, SEVENTEEN, WIKIPEDIA, WITHOUT_SOLUTION
from tests.cli.test_commands import answer, run

FIRST_BYTES = {
    ".svg": b"<svg",
    ".png": b"\x89PNG",
    ".pdf": b"%PDF-",
    ".html": b"<!doctype html>",
    ".gif": b"GIF89a",
    ".txt": "┌".encode(),
}


@pytest.mark.parametrize("suffix", [".svg", ".png", ".pdf", ".html", ".txt"])
def test_the_suffix_sets_the_format(suffix: str, tmp_path: Path) -> None:
    file = tmp_path / f"puzzle{suffix}"
    assert answer("draw", WIKIPEDIA, "-o", str(file)) == ""
    assert file.read_bytes().startswith(FIRST_BYTES[suffix])
    assert [path.name for path in tmp_path.iterdir()] == [file.name]


def test_the_command_draws_what_the_function_draws(tmp_path: Path) -> None:
    file = tmp_path / "a.svg"
    answer("draw", WIKIPEDIA, "-o", str(file))
    assert file.read_text(encoding="utf-8") == nonet.draw(WIKIPEDIA) == answer("draw", WIKIPEDIA, "--to", "svg")
    assert answer("draw", WIKIPEDIA) == nonet.draw(WIKIPEDIA, to="text") + "\n"
    step = next(steps(INKALA))
    assert answer("draw", "--step", INKALA) == nonet.draw(step, on=INKALA, to="text") + "\n"
    assert answer("draw", "--candidates", WIKIPEDIA) == nonet.draw(WIKIPEDIA, to="text", candidates=True) + "\n"


def test_frames_are_plain_where_the_output_is_ascii() -> None:
    ascii_only = os.environ | {"PYTHONIOENCODING": "ascii"}
    for arguments in (["draw"], ["solve", "--board"]):
        done = run(*arguments, "1... ..2. .3.. ...4", env=ascii_only)
        assert (done.returncode, done.stdout.splitlines()[0]) == (0, "+-----+-----+")


def test_technique_selects_the_step() -> None:
    assert "box" in answer("draw", "--step", "--technique", "hidden-single", WIKIPEDIA)
    done = run("draw", "--step", "--technique", "bug-1", WIKIPEDIA)
    assert (done.returncode, done.stderr) == (1, "nonet: no step was found by bug-1\n")


def test_a_mistake_is_reported_instead_of_a_step(tmp_path: Path) -> None:
    position = nonet.Position(WIKIPEDIA).place("r1c3", 2)
    line, file = nonet.write(position, format="hodoku"), tmp_path / "step.svg"
    for arguments in ([], ["-o", str(file)], ["--technique", "naked-single"]):
        done = run("draw", "--step", str(line), *arguments)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr == "nonet: There is a mistake in r1c3. 2 in r1c3 is wrong.\n"
    assert not file.exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-o", "a.jpg"], "a.jpg: the name of a picture must end in .svg, .txt, .html"),
        (["-o", "picture"], "picture: the name of a picture must end in .svg"),
        (["-o", "/nowhere/at/all/a.svg"], "/nowhere/at/all/a.svg: No such file or directory"),
        (["-o", "a.gif"], "a.gif: the name of a picture must end in .svg, .txt, .html, .png or .pdf"),
        (["--step", "--path"], "--step and --path cannot be combined"),
        (["--technique", "x-wing"], "--technique needs --step"),
        ([INKALA, "-o", "a.svg"], "2 puzzles, but a picture shows one; nonet book prints many"),
    ],
)
def test_bad_options_are_reported_in_one_line(arguments: list[str], message: str, tmp_path: Path) -> None:
    done = run("draw", WIKIPEDIA, *arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith(f"nonet: {message}")
    assert done.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_book_has_the_sections_of_the_file(tmp_path: Path) -> None:
    puzzles, book = tmp_path / "puzzles.csv", tmp_path / "book.pdf"
    puzzles.write_text(f"puzzle,shelf\n{WIKIPEDIA},upper\n{INKALA},lower\n", encoding="utf-8")
    done = run("book", str(puzzles), "--by", "shelf", "--title", "数独", "-o", str(book))
    assert (done.returncode, done.stdout) == (0, "")
    reader = pypdf.PdfReader(BytesIO(book.read_bytes()))
    assert [entry["/Title"] for entry in reader.outline] == ["数独", "upper", "lower", "Solutions"]  # type: ignore[call-overload]
    before = book.read_bytes()
    run("book", str(puzzles), "--by", "shelf", "--title", "数独", "-o", str(book))
    assert book.read_bytes() == before


def test_a_book_can_have_new_puzzles_by_level(tmp_path: Path) -> None:
    arguments = ["book", "--count", "7", "--level", "medium", "--level", "easy", "--seed", "7", "-o"]
    assert run(*arguments, "one.pdf", cwd=tmp_path).returncode == 0
    one = (tmp_path / "one.pdf").read_bytes()
    reader = pypdf.PdfReader(BytesIO(one))
    assert [entry["/Title"] for entry in reader.outline] == ["Sudoku", "Easy", "Medium", "Solutions"]  # type: ignore[call-overload]
    text = "".join(page.extract_text() for page in reader.pages)
    assert all(f"Solution {number}" in text for number in range(1, 8))
    assert run(*arguments, "two.pdf", cwd=tmp_path).returncode == 0
    assert (tmp_path / "two.pdf").read_bytes() == one


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--count", "3", WIKIPEDIA], "--count creates puzzles, so no puzzles can be given; see nonet book --help"),
        (
            ["--count", "3", "--by", "shelf"],
            "--count allows only --by level, since new puzzles have no fields; see nonet book --help",
        ),
        (
            ["--count", "1", "--level", "easy", "--level", "hard"],
            "--count must be at least 2, one for each level; see nonet book --help",
        ),
        ([WIKIPEDIA, "--level", "easy"], "--level needs --count; see nonet book --help"),
        ([WIKIPEDIA, "--seed", "0"], "--seed needs --count; see nonet book --help"),
    ],
)
def test_puzzles_of_a_book_are_read_or_created(arguments: list[str], message: str, tmp_path: Path) -> None:
    done = run("book", *arguments, "-o", "book.pdf", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (2, f"nonet: {message}\n")
    assert list(tmp_path.iterdir()) == []


def test_a_book_can_be_sorted_by_level(tmp_path: Path) -> None:
    book = tmp_path / "book.pdf"
    assert run("book", SEVENTEEN, WIKIPEDIA, "--by", "level", "-o", str(book)).returncode == 0
    titles = [entry["/Title"] for entry in pypdf.PdfReader(BytesIO(book.read_bytes())).outline]  # type: ignore[call-overload]
    assert titles[1] == "Easy"
    assert len(titles) == 4


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([WITHOUT_SOLUTION, "-o", "a.pdf"], "puzzle 2: the puzzle has no solution"),
        (["-o", "a.epub"], "a.epub: the name of a book must end in .pdf"),
        (["--by", "color", "-o", "a.pdf"], "no puzzle has the field 'color'; the fields are none"),
        (["12345", "-o", "a.pdf"], "5 cells, but a 4x4 board has 16"),
        (["--language", "zh", "--font", "none.ttf", "-o", "a.pdf"], "there is no font file none.ttf"),
        (["--title", "数独", "--font", "none.ttf", "-o", "a.pdf"], "there is no font file none.ttf"),
        ([], "Missing option '-o' / '--output'; see nonet book --help"),
    ],
)
def test_an_error_leaves_no_book(arguments: list[str], message: str, tmp_path: Path) -> None:
    done = run("book", WIKIPEDIA, *arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith(f"nonet: {message}")
    assert list(tmp_path.iterdir()) == []


def test_an_explanation_can_be_a_file(tmp_path: Path) -> None:
    page, paper = tmp_path / "path.html", tmp_path / "path.pdf"
    assert answer("explain", WIKIPEDIA, "-o", str(page)) == ""
    assert page.read_text(encoding="utf-8").count("<section") == 52
    assert answer("explain", "--language", "zh", "1... ..2. .3.. ...4", "-o", str(paper)) == ""
    assert "摒除法" in pypdf.PdfReader(BytesIO(paper.read_bytes())).pages[0].extract_text()
    done = run("explain", WIKIPEDIA, "-o", str(tmp_path / "path.doc"))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    both = run("explain", WIKIPEDIA, INKALA, "-o", str(tmp_path / "two.html"))
    assert (both.returncode, both.stderr) == (2, "nonet: 2 puzzles, but a file explains one; leave out -o\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["path.html", "path.pdf"]
