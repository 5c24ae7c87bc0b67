"""The examples run as a user runs them: each script in an empty folder, the notebook cell by cell."""

from __future__ import annotations

import ast
import csv
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import nonet
from tests.boards import WIKIPEDIA, WIKIPEDIA_SOLUTION
from tests.web.service import running

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
SCRIPTS = sorted(path.name for path in EXAMPLES.glob("*.py"))


def run(name: str, *arguments: str, folder: Path, text: str = "") -> str:
    """Run an example in a folder and return what it prints. A warning is an error."""
    paths = [str(ROOT / "src"), *filter(None, [os.environ.get("PYTHONPATH")])]
    done = subprocess.run(
        [sys.executable, "-W", "error", str(EXAMPLES / name), *arguments],
        cwd=folder,
        input=text,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONIOENCODING": "utf-8"},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


# The scripts


def test_solve_csv_adds_three_columns_and_reports_bad_rows(tmp_path: Path) -> None:
    printed = run("solve_csv.py", folder=tmp_path)
    with (tmp_path / "solved.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == ["id", "puzzle", "status", "count", "solution"]
    assert [row["status"] for row in rows] == ["unique"] * 500 + ["conflict", "bad"]
    assert rows[0]["solution"] == str(nonet.solve(rows[0]["puzzle"]))
    assert "row 501: r1c1 and r1c2 are both 1" in printed


def test_solve_csv_takes_a_file(tmp_path: Path) -> None:
    (tmp_path / "mine.csv").write_text(f"name,puzzle\neasy,{WIKIPEDIA}\n", encoding="utf-8")
    run("solve_csv.py", "mine.csv", "out.csv", folder=tmp_path)
    name, puzzle, status, count, solution = (tmp_path / "out.csv").read_text().splitlines()[1].split(",")
    assert (name, puzzle, status, count) == ("easy", WIKIPEDIA, "unique", "1")
    assert solution == WIKIPEDIA_SOLUTION


def test_rate_collection_prints_a_table_from_easy_to_hard(tmp_path: Path) -> None:
    lines = run("rate_collection.py", folder=tmp_path).splitlines()
    assert [line.split()[0] for line in lines[1:5]] == ["Easy", "Medium", "Hard", "Unfair"]
    for line in lines[1:5]:
        rating = nonet.rate(line.split()[-1])
        assert line.split()[:3] == [rating.level.title, str(rating.score), str(rating.steps)]


def test_rate_collection_finds_copies_and_puzzles_without_a_rating(tmp_path: Path) -> None:
    copy = nonet.transform(WIKIPEDIA, seed=1)
    (tmp_path / "mine.txt").write_text(f"{WIKIPEDIA}\n{copy}\n{'.' * 81}\n", encoding="utf-8")
    printed = run("rate_collection.py", "mine.txt", folder=tmp_path)
    assert "2 Easy" in printed
    assert "1 of 3 are rotated, mirrored or relabeled copies" in printed
    assert f"{'.' * 81}: the puzzle has several solutions" in printed


def test_make_book_writes_a_pdf_and_its_puzzles(tmp_path: Path) -> None:
    pypdf = pytest.importorskip("pypdf")
    run("make_book.py", "2", folder=tmp_path)
    puzzles = (tmp_path / "book.txt").read_text().split()
    levels = [nonet.rate(puzzle).level.title for puzzle in puzzles]
    assert levels == ["Easy", "Easy", "Medium", "Medium", "Hard", "Hard"]
    pages = [page.extract_text() for page in pypdf.PdfReader(tmp_path / "book.pdf").pages]
    assert "Sudoku for the weekend" in pages[0]
    assert "Solution 6" in pages[-1]


def test_the_api_client_talks_to_the_service(tmp_path: Path) -> None:
    with running(workers=1, deadline=30) as service:
        printed = run("api_client.py", service.address, folder=tmp_path)
    puzzle = re.search(r"Medium, .*: ([.\d]{81})", printed)
    solution = re.search(r"solution \(1\): (\d{81})", printed)
    assert puzzle
    assert solution
    assert solution[1] == str(nonet.solve(puzzle[1]))
    assert "\nconclusion: " in printed
    assert "status 422, contradiction: r1c1 and r1c2 are both 1" in printed


def test_the_api_client_needs_only_the_standard_library() -> None:
    tree = ast.parse((EXAMPLES / "api_client.py").read_text(encoding="utf-8"))
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module}
    modules |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert {module.partition(".")[0] for module in modules} <= sys.stdlib_module_names


def test_compare_methods_prints_a_row_per_method_and_writes_a_film(tmp_path: Path) -> None:
    printed = run("compare_methods.py", folder=tmp_path)
    table = printed.partition("backtracks")[2]
    for method in nonet.search.METHODS:
        assert re.search(rf"^{method} +[\d,]+ +[\d,]+ +[\d,]+ +[\d.]+$", table, re.MULTILINE)
    assert "<svg" in (tmp_path / "race.html").read_text(encoding="utf-8")
    ElementTree.parse(tmp_path / "tree.svg")


def test_judge_program_accepts_the_file_of_nonet_and_rejects_a_wrong_program(tmp_path: Path) -> None:
    printed = run("judge_program.py", folder=tmp_path)
    assert [line.split(",")[0] for line in printed.splitlines()] == [f"test {n}: accepted" for n in range(1, 12)]
    (tmp_path / "mine.py").write_text("print(input())\n", encoding="utf-8")
    with pytest.raises(AssertionError, match="test 1: wrong answer"):
        run("judge_program.py", "mine.py", folder=tmp_path)


def test_next_step_explains_and_draws_a_step(tmp_path: Path) -> None:
    printed = run("next_step.py", folder=tmp_path)
    stages = [line.split()[0] for line in printed.splitlines() if line.startswith(("tech", "area", "patt", "concl"))]
    assert stages == ["technique", "area", "pattern", "conclusion"]
    assert "With a wrong digit: There is a mistake in r1c1." in printed
    assert ElementTree.parse(tmp_path / "step.svg").getroot().tag.endswith("svg")


@pytest.mark.parametrize("name", SCRIPTS)
def test_an_example_is_short_and_says_how_to_run_it(name: str) -> None:
    text = (EXAMPLES / name).read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 55
    assert f"python {name}" in (ast.get_docstring(ast.parse(text)) or "")


def test_the_list_of_examples_is_complete() -> None:
    listed = re.findall(r"\| \[([^\]]+)\]", (EXAMPLES / "README.md").read_text(encoding="utf-8"))
    assert sorted(listed) == sorted([*SCRIPTS, "explain.ipynb"])


# The notebook


def test_the_notebook_is_valid_and_has_no_outputs() -> None:
    notebook = json.loads((EXAMPLES / "explain.ipynb").read_text(encoding="utf-8"))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    identifiers = [cell["id"] for cell in notebook["cells"]]
    assert len(set(identifiers)) == len(identifiers)
    for cell in notebook["cells"]:
        assert cell["cell_type"] in ("code", "markdown")
        assert all(isinstance(line, str) for line in cell["source"])
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            assert cell["execution_count"] is None


def run_cell(source: str, names: dict[str, Any]) -> Any:
    """Execute a cell as a notebook does, and return the value of its last expression."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names) if isinstance(last, ast.Expr) else None


def test_the_notebook_explains_a_puzzle_with_pictures(capsys: pytest.CaptureFixture[str]) -> None:
    notebook = json.loads((EXAMPLES / "explain.ipynb").read_text(encoding="utf-8"))
    names: dict[str, Any] = {"__name__": "notebook"}
    values = [run_cell("".join(cell["source"]), names) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    pictures = [value._repr_svg_() for value in values if hasattr(value, "_repr_svg_")]
    assert len(pictures) == 5  # the puzzle, the hint, two steps, the solution
    for picture in pictures:
        ElementTree.fromstring(picture)
    printed = capsys.readouterr().out
    steps = len(names["explanation"].steps)
    assert f"{steps} of {steps} steps are proved" in printed
    assert printed.endswith("True\n")
