"""Judges whose boards are 16x16 with the letters A to P."""

from __future__ import annotations

from random import Random

import pytest

from nonet import FormatError, Grid, NoSolution, count, solve
from tests.judge.programs import LETTERS, lettered, printed


def board(seed: int) -> tuple[str, str]:
    """Return a board with one solution, and the solution, both in letters."""
    random = Random(seed)
    solution = solve(Grid.empty((4, 4)), any=True)
    digits = [0, *random.sample(range(1, 17), 16)]
    solution = Grid.of_digits(bytes(digits[digit] for digit in solution), solution.shape)
    puzzle = solution
    for cell in random.sample(range(256), 110):
        fewer = puzzle.replace({cell: 0})
        puzzle = fewer if count(fewer) == 1 else puzzle
    return lettered(puzzle), lettered(solution)


BOARDS = [board(1), board(2)]


def test_the_boards_have_blanks() -> None:
    assert all(puzzle.count("-") > 90 for puzzle, _ in BOARDS)


def test_poj_has_an_empty_line_after_each_answer() -> None:
    (one, one_solved), (two, two_solved) = BOARDS
    assert printed("poj-3076", f"{one}\n{two}") == f"{one_solved}\n{two_solved}\n"
    assert printed("poj-3076", one) == f"{one_solved}\n"


def test_spoj_has_an_empty_line_between_answers() -> None:
    (one, one_solved), (two, two_solved) = BOARDS
    assert printed("spoj-1110", f"2\n{one}\n{two}\n") == f"{one_solved}\n{two_solved}"
    assert printed("spoj-1110", f"1\n{one}") == one_solved


def test_renaming_the_letters_renames_the_answer() -> None:
    puzzle, solution = BOARDS[0]
    renamed = str.maketrans(LETTERS[1:], LETTERS[:0:-1])
    assert printed("poj-3076", puzzle.translate(renamed)) == solution.translate(renamed) + "\n"


def test_an_empty_board_is_filled() -> None:
    answer = printed("poj-3076", ("-" * 16 + "\n") * 16)
    assert Grid(answer, symbols=LETTERS[1:]).is_solved


def test_only_the_letters_of_the_board_are_allowed() -> None:
    with pytest.raises(
        FormatError, match=r"^line 2: r2c1 is 'Q', but a cell of a 16x16 board must be A-P, or '-' for a blank$"
    ):
        printed("poj-3076", "-" * 16 + "\nQ" + "-" * 15)


def test_conflicts_are_named_with_letters() -> None:
    with pytest.raises(NoSolution, match=r"^case 1 has no solution: C occurs more than once in row 1 \(r1c1, r1c2\)$"):
        printed("spoj-1110", "1\nCC" + "-" * 14 + ("\n" + "-" * 16) * 15)
