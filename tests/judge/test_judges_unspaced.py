"""Judges whose boards are digits without spaces."""

from __future__ import annotations

import pytest

from nonet import FormatError, NoSolution, solutions
from tests.boards import SEVENTEEN, TARGET_85, WIKIPEDIA, WIKIPEDIA_SOLUTION, WITHOUT_SOLUTION
from tests.judge.programs import HALF_BLANK, INKALA_SOLUTION, NINES, printed, rows

WIKIPEDIA_PRINTED = """\
534678912
672195348
198342567
859761423
426853791
713924856
961537284
287419635
345286179
"""


@pytest.mark.parametrize("name", ["boj-2239", "vijos-1632", "lanqiao", "mimuw-zad7"])
@pytest.mark.parametrize(("puzzle", "solution"), NINES)
def test_one_board_is_solved(name: str, puzzle: str, solution: str) -> None:
    assert printed(name, rows(WIKIPEDIA)) == WIKIPEDIA_PRINTED
    assert printed(name, rows(puzzle)) == rows(solution)


@pytest.mark.parametrize("name", ["boj-2239", "vijos-1632", "lanqiao"])
def test_a_missing_solution_is_an_error(name: str) -> None:
    with pytest.raises(NoSolution, match=r"^case 1 has no solution$"):
        printed(name, rows(WITHOUT_SOLUTION))


@pytest.mark.parametrize("puzzle", [HALF_BLANK, TARGET_85])
def test_boj_2239_prints_the_first_solution(puzzle: str) -> None:
    assert printed("boj-2239", rows(puzzle)) == rows(min(map(str, solutions(puzzle))))


def test_boj_2239_fills_the_empty_board_in_order() -> None:
    assert printed("boj-2239", rows("." * 81)).startswith("123456789\n456789123\n789123456\n214365897\n")


def test_poj_2676_reads_the_number_of_boards() -> None:
    boards = "".join(rows(puzzle) for puzzle, _ in NINES)
    assert printed("poj-2676", f"2\n{boards}") == "".join(rows(solution) for _, solution in NINES)
    assert printed("poj-2676", "0\n") == ""
    with pytest.raises(FormatError, match=r"^line 11: '000+' was found, but the input should end here$"):
        printed("poj-2676", f"1\n{rows(WIKIPEDIA)}{rows('.' * 81)}")


def test_poj_2676_is_quick_where_plain_search_is_slow() -> None:
    reversed_rows = "".join(reversed(rows(SEVENTEEN).splitlines(keepends=True)))
    down, up = printed("poj-2676", f"1\n{rows(SEVENTEEN)}"), printed("poj-2676", f"1\n{reversed_rows}")
    assert up.splitlines() == down.splitlines()[::-1]


def test_poj_2918_numbers_its_scenarios() -> None:
    boards = "\n".join(rows(puzzle) for puzzle, _ in NINES)
    expected = f"Scenario #1:\n{WIKIPEDIA_PRINTED}\nScenario #2:\n{rows(INKALA_SOLUTION)}\n"
    assert printed("poj-2918", f"2\n{boards}\n") == expected


def test_poj_3074_stops_at_end_or_at_the_end_of_the_input() -> None:
    boards = "".join(f"{puzzle}\n" for puzzle, _ in NINES)
    expected = "".join(f"{solution}\n" for _, solution in NINES)
    assert printed("poj-3074", f"{boards}end\n") == expected
    assert printed("poj-3074", f"{boards}end\n{boards}") == expected
    assert printed("poj-3074", boards) == expected
    assert printed("poj-3074", "end\n") == ""


def test_poj_3074_names_the_case_and_the_conflict() -> None:
    with pytest.raises(
        NoSolution, match=r"^case 2 has no solution: 9 occurs more than once in column 1 \(r1c1, r9c1\)$"
    ):
        printed("poj-3074", f"{WIKIPEDIA}\n9{'.' * 71}9{'.' * 8}\nend\n")


def test_euler_adds_the_corners() -> None:
    boards = "".join(f"Grid {number:02}\n{rows(puzzle)}" for number, (puzzle, _) in enumerate(NINES, start=1))
    assert printed("euler-96", boards) == f"{534 + 812}\n"
    assert printed("euler-96", f"Grid 01\n{rows(WIKIPEDIA_SOLUTION)}") == "534\n"


def test_euler_boards_have_names() -> None:
    with pytest.raises(
        FormatError, match=r"^line 1: '530070000' was found, but the name of a board, such as 'Grid 01', was"
    ):
        printed("euler-96", rows(WIKIPEDIA))


@pytest.mark.parametrize(("puzzle", "count"), [(TARGET_85, 85), (WITHOUT_SOLUTION, 0), ("11" + "." * 79, 0)])
def test_mimuw_counts_the_solutions_if_there_is_not_exactly_one(puzzle: str, count: int) -> None:
    assert printed("mimuw-zad7", rows(puzzle)) == f"Liczba rozwiazan: {count}\n"
