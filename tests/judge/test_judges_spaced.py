"""Judges whose boards are digits with spaces between them."""

from __future__ import annotations

import io

import pytest
from hypothesis import given, settings

from nonet import FormatError, Grid, NoSolution, Shape, judge, solutions
from nonet.search import score
from tests.boards import INKALA, TARGET_3, TARGET_85, WIKIPEDIA, WIKIPEDIA_SOLUTION, WITHOUT_SOLUTION, puzzles
from tests.judge.programs import HALF_BLANK, INKALA_SOLUTION, NINES, printed, rows

WIKIPEDIA_PRINTED = """\
5 3 4 6 7 8 9 1 2
6 7 2 1 9 5 3 4 8
1 9 8 3 4 2 5 6 7
8 5 9 7 6 1 4 2 3
4 2 6 8 5 3 7 9 1
7 1 3 9 2 4 8 5 6
9 6 1 5 3 7 2 8 4
2 8 7 4 1 9 6 3 5
3 4 5 2 8 6 1 7 9
"""


@pytest.mark.parametrize("name", ["luogu-p1784", "boj-2580"])
def test_one_board_is_solved(name: str) -> None:
    assert printed(name, rows(WIKIPEDIA, gap=" ")) == WIKIPEDIA_PRINTED
    assert printed(name, rows(INKALA, gap=" ")) == rows(INKALA_SOLUTION, gap=" ")


def test_any_solution_is_accepted() -> None:
    answer = Grid(printed("boj-2580", rows("." * 81, gap=" ")))
    assert answer.is_solved


@pytest.mark.parametrize("name", ["luogu-p1784", "boj-2580"])
def test_a_missing_solution_is_an_error(name: str) -> None:
    with pytest.raises(NoSolution, match=r"^case 1 has no solution$"):
        printed(name, rows(WITHOUT_SOLUTION, gap=" "))
    with pytest.raises(NoSolution, match=r"^case 1 has no solution: 5 occurs more than once in row 1 \(r1c1, r1c2\)$"):
        printed(name, rows("55" + "." * 79, gap=" "))


def test_hdu_has_an_empty_line_between_answers() -> None:
    boards = [rows(puzzle, gap=" ", blank="?") for puzzle, _ in NINES]
    answers = [rows(solution, gap=" ") for _, solution in NINES]
    assert printed("hdu-1426", "\n".join(boards)) == "\n".join(answers)
    assert printed("hdu-1426", "".join(boards)) == "\n".join(answers)
    assert printed("hdu-1426", boards[0]) == WIKIPEDIA_PRINTED


def test_hdu_answers_the_cases_before_an_error() -> None:
    output = io.StringIO()
    text = rows(WIKIPEDIA, gap=" ", blank="?") + "\n" + rows("1" * 81, gap=" ")
    with pytest.raises(
        NoSolution, match=r"^case 2 has no solution: 1 occurs more than once in row 1 \(r1c1, .*r1c9\)$"
    ):
        judge.run("hdu-1426", io.StringIO(text), output)
    assert output.getvalue() == WIKIPEDIA_PRINTED


def test_the_blank_must_be_that_of_the_judge() -> None:
    with pytest.raises(
        FormatError, match=r"^line 1: r1c3 is '0', but a cell of a 9x9 board must be 1-9, or '\?' for a blank$"
    ):
        printed("hdu-1426", rows(WIKIPEDIA, gap=" "))


@pytest.mark.parametrize(("puzzle", "best"), [(TARGET_3, 2829), (TARGET_85, 2852), (WITHOUT_SOLUTION, -1)])
def test_target_prints_the_best_score(puzzle: str, best: int) -> None:
    assert printed("luogu-p1074", rows(puzzle, gap=" ")) == f"{best}\n"


def test_target_prints_minus_one_for_conflicts() -> None:
    assert printed("luogu-p1074", rows("55" + "." * 79, gap=" ")) == "-1\n"


@settings(max_examples=15)
@given(puzzles([Shape(3, 3)], most_blanks=0.5))
def test_the_best_score_is_the_highest_of_all_solutions(puzzle: Grid) -> None:
    best = max(score(solution) for solution in solutions(puzzle))
    assert printed("luogu-p1074", rows(str(puzzle), gap=" ")) == f"{best}\n"


def test_uva_boards_have_their_own_sizes() -> None:
    text = f"1\n0\n\n2\n0 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n\n3\n{rows(WIKIPEDIA, gap=' ')}"
    assert printed("uva-989", text) == f"1\n\n1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n\n{WIKIPEDIA_PRINTED}"


def test_uva_prints_no_solution() -> None:
    boards = [f"3\n{rows(puzzle, gap=' ')}" for puzzle in (WITHOUT_SOLUTION, WIKIPEDIA, "11" + "." * 79)]
    assert printed("uva-989", "\n".join(boards)) == f"NO SOLUTION\n\n{WIKIPEDIA_PRINTED}\nNO SOLUTION\n"


@settings(max_examples=15)
@given(puzzles([Shape(2, 2)]))
def test_uva_prints_the_first_solution(puzzle: Grid) -> None:
    text = "2\n" + "".join(" ".join(map(str, row)) + "\n" for row in puzzle.rows)
    assert bytes(Grid(printed("uva-989", text))) == min(map(bytes, solutions(puzzle)))


@pytest.mark.parametrize("size", ["0", "4", "three", "0 0 0 0 0 0 0 0 0"])
def test_uva_has_boxes_of_one_to_three(size: str) -> None:
    with pytest.raises(
        FormatError, match=rf"^line 1: '{size}' is not the size of the boxes of board 1, which is 1, 2 or 3$"
    ):
        printed("uva-989", f"{size}\n1\n")


def test_uva_digits_must_fit_the_board() -> None:
    with pytest.raises(
        FormatError, match=r"^line 2: r1c1 is '2', but a cell of a 1x1 board must be 1, or '0' for a blank$"
    ):
        printed("uva-989", "1\n2\n")


def test_tioj_prints_one_solution_and_the_count() -> None:
    expected = f"{WIKIPEDIA_PRINTED}\nthere are a total of 1 solution(s).\n"
    assert printed("tioj-1025", rows(WIKIPEDIA, gap=" ")) == expected


def test_tioj_prints_every_solution_in_order() -> None:
    *answers, last = printed("tioj-1025", rows(TARGET_85, gap=" ")).split("\n\n")
    found = [Grid(answer) for answer in answers]
    assert last == "there are a total of 85 solution(s).\n"
    assert found == sorted(set(solutions(TARGET_85)), key=bytes)
    assert all(solution.is_solved for solution in found)


def test_tioj_prints_each_of_a_few_solutions_to_the_byte() -> None:
    expected = "".join(rows(str(solution), gap=" ") + "\n" for solution in sorted(solutions(HALF_BLANK), key=bytes))
    count = expected.count("\n\n")
    assert count > 1
    assert printed("tioj-1025", rows(HALF_BLANK, gap=" ")) == f"{expected}there are a total of {count} solution(s).\n"


@pytest.mark.parametrize("puzzle", [WITHOUT_SOLUTION, "11" + "." * 79])
def test_tioj_prints_zero_without_solutions(puzzle: str) -> None:
    assert printed("tioj-1025", rows(puzzle, gap=" ")) == "there are a total of 0 solution(s).\n"


def test_a_solved_board_is_its_own_solution() -> None:
    assert printed("luogu-p1784", rows(WIKIPEDIA_SOLUTION, gap=" ")) == WIKIPEDIA_PRINTED
