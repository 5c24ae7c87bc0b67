"""LeetCode 36 and 37: the class, which changes a board in place, and the judges, which read JSON."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given

from nonet import Contradiction, FormatError, Grid, NoSolution, Shape
from nonet.judge.leetcode import Solution
from tests.boards import INKALA, WIKIPEDIA, WIKIPEDIA_SOLUTION, WITHOUT_SOLUTION, boards
from tests.judge.programs import INKALA_SOLUTION, NINES, printed

SOLVED_JSON = (
    '[["5","3","4","6","7","8","9","1","2"],["6","7","2","1","9","5","3","4","8"],'
    '["1","9","8","3","4","2","5","6","7"],["8","5","9","7","6","1","4","2","3"],'
    '["4","2","6","8","5","3","7","9","1"],["7","1","3","9","2","4","8","5","6"],'
    '["9","6","1","5","3","7","2","8","4"],["2","8","7","4","1","9","6","3","5"],'
    '["3","4","5","2","8","6","1","7","9"]]\n'
)


def listed(cells: str) -> list[list[str]]:
    return [list(cells[start : start + 9]) for start in range(0, 81, 9)]


@pytest.mark.parametrize(("puzzle", "solution"), NINES)
def test_a_board_is_solved_in_place(puzzle: str, solution: str) -> None:
    board = listed(puzzle)
    lists = [board, *board]
    Solution().solveSudoku(board)
    assert board == listed(solution)
    assert all(old is new for old, new in zip(lists, [board, *board], strict=True))


@pytest.mark.parametrize("puzzle", [WITHOUT_SOLUTION, "55" + "." * 79])
def test_a_board_without_solution_is_not_changed(puzzle: str) -> None:
    board = listed(puzzle)
    with pytest.raises(NoSolution):
        Solution().solveSudoku(board)
    assert board == listed(puzzle)


def test_conflicts_are_named() -> None:
    with pytest.raises(Contradiction, match="r1c1 and r1c2 are both 5"):
        Solution().solveSudoku(listed("55" + "." * 79))


def test_validity_looks_at_the_filled_cells_only() -> None:
    is_valid = Solution().isValidSudoku
    assert is_valid(listed(WIKIPEDIA))
    assert is_valid(listed(WITHOUT_SOLUTION))
    assert is_valid(listed("." * 81))
    assert not is_valid(listed("8" + WIKIPEDIA[1:]))


@given(boards([Shape(3, 3)]))
def test_a_board_is_valid_if_it_has_no_conflicts(grid: Grid) -> None:
    board = listed(str(grid))
    before = copy.deepcopy(board)
    assert Solution().isValidSudoku(board) is (not grid.conflicts())
    assert board == before


@pytest.mark.parametrize(
    ("board", "error"),
    [
        (listed(WIKIPEDIA)[:8], "a board must be a list of 9 rows, not a list of 8"),
        ("5" * 81, "a board must be a list of 9 rows, not str"),
        (None, "a board must be a list of 9 rows, not NoneType"),
        ([*listed(WIKIPEDIA)[:8], ["."] * 10], "row 9 has 10 cells, but a row of a 9x9 board has 9"),
        (["........."] * 9, "row 1 is '.........', but a row must be a list of 9 cells"),
        (
            listed(WIKIPEDIA[:30] + "x" + WIKIPEDIA[31:]),
            "r4c4 is 'x', but a cell of a 9x9 board must be 1-9, or '.' for a blank",
        ),
        ([[5] * 9] * 9, "r1c1 is 5, but a cell of a 9x9 board must be 1-9, or '.' for a blank"),
        ([["12"] * 9] * 9, "r1c1 is '12', but a cell of a 9x9 board must be 1-9, or '.' for a blank"),
        ([[[]] * 9] * 9, "r1c1 is [], but a cell of a 9x9 board must be 1-9, or '.' for a blank"),
    ],
)
def test_an_error_names_the_row_or_the_cell(board: Any, error: str) -> None:
    before = copy.deepcopy(board)
    for method in (Solution().solveSudoku, Solution().isValidSudoku):
        with pytest.raises(FormatError) as raised:
            method(board)
        assert str(raised.value) == error
    assert board == before
    with pytest.raises(FormatError) as raised:
        printed("leetcode-37", json.dumps(board))
    assert raised.value.line == 1


def test_the_solver_prints_compact_json() -> None:
    assert printed("leetcode-37", json.dumps(listed(WIKIPEDIA))) == SOLVED_JSON
    assert printed("leetcode-37", json.dumps({"board": listed(WIKIPEDIA)})) == SOLVED_JSON


@pytest.mark.parametrize(("puzzle", "answer"), [(WIKIPEDIA, "true\n"), ("8" + WIKIPEDIA[1:], "false\n")])
def test_the_validator_prints_true_or_false(puzzle: str, answer: str) -> None:
    assert printed("leetcode-36", json.dumps(listed(puzzle))) == answer
    assert printed("leetcode-36", json.dumps({"board": listed(puzzle), "expected": None})) == answer


@pytest.mark.parametrize("indent", [None, 0, 1, "\t"])
def test_a_board_may_have_several_lines(indent: int | str | None) -> None:
    text = json.dumps({"board": listed(WIKIPEDIA)}, indent=indent)
    assert printed("leetcode-37", f"{text}\n{text}\n") == SOLVED_JSON * 2


def test_several_boards_have_one_answer_per_line() -> None:
    texts = [json.dumps(listed(puzzle)) for puzzle in (WIKIPEDIA, INKALA)]
    expected = [listed(WIKIPEDIA_SOLUTION), listed(INKALA_SOLUTION)]
    for between in ("\n", "\n\n", " ", ""):
        answers = printed("leetcode-37", between.join(texts)).splitlines()
        assert [json.loads(answer) for answer in answers] == expected


def test_the_solver_names_the_case_without_solution() -> None:
    text = json.dumps(listed(WIKIPEDIA)) + "\n" + json.dumps(listed("55" + "." * 79))
    with pytest.raises(NoSolution, match=r"^case 2 has no solution: 5 occurs more than once in row 1 \(r1c1, r1c2\)$"):
        printed("leetcode-37", text)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ('[["5",\n\n"3', r'^line 3: this is not JSON: .* at \'"3\'$'),
        ("5 3 0", r"^line 1: a board must be a list of 9 rows, not int$"),
        ("{}", r"^line 1: a board must be a list of 9 rows, not dict$"),
        ('[["5"', r"^line 1: the input ends here, but the rest of a board was expected$"),
        ("[[5,,]]", r"^line 1: this is not JSON: Expecting value at ',\]\]'$"),
        ("[" * 100_000, r"^line 1: a board must be a list of lists, not nested deeper$"),
        ("true\nfalse", r"^line 1: a board must be a list of 9 rows, not bool$"),
    ],
)
def test_an_error_names_the_line_of_bad_json(text: str, error: str) -> None:
    with pytest.raises(FormatError, match=error):
        printed("leetcode-36", text)
