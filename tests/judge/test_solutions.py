"""The files to submit: each runs alone, as on the judge, and prints what `nonet judge` prints."""

from __future__ import annotations

import ast
import subprocess
import sys
from random import Random

import pytest
from hypothesis import given, settings

from nonet import ArgumentError, Grid, NoSolution, Shape, count, generate, judge, maximize, solutions
from nonet.judge.solutions import luogu_p1074, uva_989
from tests.boards import (
    INKALA,
    SEVENTEEN,
    TARGET_3,
    TARGET_85,
    WIKIPEDIA,
    WIKIPEDIA_SOLUTION,
    WITHOUT_SOLUTION,
    boards,
    moved,
    pattern,
    puzzles,
)
from tests.judge.programs import (
    HALF_BLANK,
    LETTER_BOARDS,
    LETTERS,
    MANY_BOARDS,
    ONE_BOARD,
    SOLUTIONS,
    printed,
    rows,
    submitted,
    written,
)

AGAINST_PLAIN_SEARCH = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
GIVEN_TWICE = "11" + "." * 79
ONE_SOLUTION = [WIKIPEDIA, INKALA, SEVENTEEN, AGAINST_PLAIN_SEARCH, WIKIPEDIA_SOLUTION]
GENERATED = [str(puzzle) for puzzle in generate(count=20, seed=1784)]


def answer(name: str, text: str) -> str:
    """Return what the file prints, which must be what the judge of nonet prints."""
    done = submitted(name, text)
    assert done.stderr == ""
    assert done.returncode == 0
    assert done.stdout == printed(name, text)
    return done.stdout


# What the files are


def test_every_judge_has_a_file() -> None:
    names = {file.stem.replace("_", "-") for file in SOLUTIONS.glob("*.py")} - {"--init--"}
    assert names == set(judge.JUDGES) == {*ONE_BOARD, *MANY_BOARDS, *LETTER_BOARDS}


@pytest.mark.parametrize("name", judge.JUDGES)
def test_a_file_needs_python_3_6_and_nothing_else(name: str) -> None:
    tree = ast.parse(judge.source(name), feature_version=(3, 6))
    assert (ast.get_docstring(tree) or "").splitlines()[0] == f"{judge.JUDGES[name].title}."
    imported = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    assert [ast.unparse(node) for node in imported] == ([] if "leetcode" in name else ["import sys"])
    newer = {"bit_count", "removeprefix", "removesuffix", "pairwise", "strict", "match"}  # newer than Python 3.6
    assert newer & set(judge.source(name).replace("=", " ").replace(".", " ").split()) == set()


def solver(name: str) -> str:
    """Return the part of a file that solves boards."""
    return judge.source(name).partition("# The solver")[2].partition("# The problem")[0]


@pytest.mark.parametrize("name", sorted(set(judge.JUDGES) - {"leetcode-36"}))
def test_the_solver_is_the_same_in_every_file(name: str) -> None:
    assert "def solutions(" in solver("luogu-p1784")
    assert solver(name) == solver("luogu-p1784")


def test_the_source_of_a_judge_is_found_like_the_judge() -> None:
    assert judge.source("LeetCode 37") == (SOLUTIONS / "leetcode_37.py").read_text(encoding="utf-8")
    with pytest.raises(ArgumentError, match="unknown judge 'nowhere'"):
        judge.source("nowhere")


def test_importing_the_judges_imports_no_solution() -> None:
    code = "import sys, nonet.judge; nonet.judge.source('p1784'); print([m for m in sys.modules if 'solutions' in m])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


# What the files print


@pytest.mark.parametrize("name", ONE_BOARD)
def test_one_board_is_answered_as_by_nonet(name: str) -> None:
    for puzzle in [*ONE_SOLUTION, *GENERATED[:4]]:
        answer(name, written(name, [puzzle]))


@pytest.mark.parametrize("name", MANY_BOARDS)
def test_many_boards_are_answered_as_by_nonet(name: str) -> None:
    answer(name, written(name, [WIKIPEDIA]))
    answer(name, written(name, [*ONE_SOLUTION, *GENERATED]))


@pytest.mark.parametrize("name", ["luogu-p1784", "poj-2676"])
def test_the_form_of_the_answer(name: str) -> None:
    gap = " " if name == "luogu-p1784" else ""
    assert answer(name, written(name, [WIKIPEDIA])) == rows(WIKIPEDIA_SOLUTION, gap=gap)


def letter_board(seed: int) -> str:
    """Return a 16x16 board with one solution."""
    random = Random(seed)
    order = [4 * band + line for band in random.sample(range(4), 4) for line in random.sample(range(4), 4)]
    solved = moved(pattern(Shape(4, 4)), order, order[::-1], [0, *random.sample(range(1, 17), 16)])
    puzzle = solved.replace(dict.fromkeys(random.sample(range(256), 130), 0))
    for solution in solutions(puzzle):
        differing = [cell for cell in range(256) if solution[cell] != solved[cell]]
        puzzle = puzzle.replace({cell: solved[cell] for cell in differing[:1]})  # exclude this other solution
    assert count(puzzle) == 1
    return str(puzzle)


@pytest.mark.parametrize("name", LETTER_BOARDS)
def test_boards_of_letters_are_answered_as_by_nonet(name: str) -> None:
    boards = [letter_board(seed) for seed in range(4)]
    answer(name, written(name, boards[:1]))
    answer(name, written(name, boards))


def test_the_empty_board_of_letters_is_filled() -> None:
    done = submitted("poj-3076", written("poj-3076", ["." * 256]))
    assert Grid(done.stdout, symbols=LETTERS[1:]).is_solved


@pytest.mark.parametrize("name", ["luogu-p1784", "boj-2580", "poj-3074"])
@pytest.mark.parametrize("puzzle", ["." * 81, TARGET_85, HALF_BLANK])
def test_any_of_many_solutions_is_printed(name: str, puzzle: str) -> None:
    solution = Grid(submitted(name, written(name, [puzzle])).stdout)
    assert solution.is_solved
    assert all(given in (".", digit) for given, digit in zip(puzzle, str(solution), strict=True))


@pytest.mark.parametrize("name", ["luogu-p1074", "uva-989", "tioj-1025", "mimuw-zad7"])
@pytest.mark.parametrize("puzzle", [WITHOUT_SOLUTION, GIVEN_TWICE])
def test_no_solution_has_an_answer(name: str, puzzle: str) -> None:
    expected = ["-1\n", "NO SOLUTION\n", "there are a total of 0 solution(s).\n", "Liczba rozwiazan: 0\n"]
    assert answer(name, written(name, [puzzle])) in expected


@pytest.mark.parametrize("name", sorted({*MANY_BOARDS} - {"uva-989", "euler-96", "leetcode-36"}))
def test_boards_before_one_without_solution_are_answered(name: str) -> None:
    done = submitted(name, written(name, [WIKIPEDIA, GIVEN_TWICE]))
    assert done.returncode == 1
    one = printed(name, written(name, [WIKIPEDIA]))
    assert done.stdout in (one, f"{one}\n")  # the line between two boards may be there already


@pytest.mark.parametrize("name", ["uva-989", "boj-2239"])
@pytest.mark.parametrize("puzzle", ["." * 81, TARGET_85, HALF_BLANK, "." * 63 + INKALA[63:]])
def test_the_first_of_many_solutions_is_printed(name: str, puzzle: str) -> None:
    answer(name, written(name, [puzzle]))


def test_uva_boards_have_their_own_sizes() -> None:
    answer(
        "uva-989",
        f"1\n0\n\n2\n0 0 0 0\n0 0 0 0\n4 0 0 0\n0 0 0 0\n\n2\n1 1 0 0\n{'0 0 0 0 ' * 3}\n\n3\n{rows(INKALA, gap=' ')}",
    )


@pytest.mark.parametrize("name", ["tioj-1025", "mimuw-zad7"])
@pytest.mark.parametrize("puzzle", [TARGET_85, HALF_BLANK])
def test_all_solutions_are_printed_or_counted(name: str, puzzle: str) -> None:
    answer(name, written(name, [puzzle]))


@pytest.mark.parametrize(("puzzle", "best"), [(TARGET_3, 2829), (TARGET_85, 2852)])
def test_the_samples_of_target_sudoku(puzzle: str, best: int) -> None:
    assert answer("luogu-p1074", written("luogu-p1074", [puzzle])) == f"{best}\n"


def with_24_givens(seed: int) -> str:
    """Return a board with 24 givens and many solutions."""
    random = Random(seed)
    [puzzle] = generate(count=1, seed=seed)
    [solution] = solutions(puzzle)
    return str(solution.replace(dict.fromkeys(random.sample(range(81), 57), 0)))


@pytest.mark.parametrize("seed", range(8))
def test_target_sudoku_with_thousands_of_solutions(seed: int) -> None:
    answer("luogu-p1074", written("luogu-p1074", [with_24_givens(seed)]))


def test_validity_looks_at_givens_only() -> None:
    answers = answer("leetcode-36", written("leetcode-36", [WIKIPEDIA, GIVEN_TWICE, WITHOUT_SOLUTION, "." * 81]))
    assert answers == "true\nfalse\ntrue\ntrue\n"


# The parts of the files


@settings(max_examples=30)
@given(boards([Shape(1, 1), Shape(2, 2)]))
def test_the_solver_finds_every_solution_once(board: Grid) -> None:
    found = sorted(map(bytes, uva_989.solutions(list(board))))
    assert found == sorted(map(bytes, solutions(board)))


@settings(max_examples=30)
@given(boards([Shape(3, 3)], most_blanks=0.6))
def test_the_solver_finds_every_solution_of_a_9x9_board(board: Grid) -> None:
    found = sorted(map(bytes, uva_989.solutions(list(board))))
    assert found == sorted(map(bytes, solutions(board)))


@settings(max_examples=30)
@given(boards([Shape(2, 2), Shape(3, 3)]))
def test_the_first_solution_is_the_first_of_all(board: Grid) -> None:
    first = uva_989.first_solution(list(board))
    assert first == next((list(solution) for solution in solutions(board, ordered=True)), None)


@settings(max_examples=30)
@given(puzzles([Shape(3, 3)], most_blanks=0))
def test_the_score_depends_on_17_cells_only(solved: Grid) -> None:
    weights = [10 - max(abs(row - 4), abs(column - 4)) for row in range(9) for column in range(9)]
    assert luogu_p1074.score(list(solved)) == sum(map(int.__mul__, weights, solved))
    assert sum(weight > 0 for weight in luogu_p1074.WEIGHT) == 17


@settings(max_examples=30)
@given(boards([Shape(3, 3)], most_blanks=0.6))
def test_the_best_score_is_that_of_nonet(board: Grid) -> None:
    try:
        best = maximize(board).score
    except NoSolution:
        best = -1
    assert luogu_p1074.best_score(list(board)) == best
