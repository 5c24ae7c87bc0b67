"""The judges whose boards are text: digits with spaces between, digits without, or letters."""

from __future__ import annotations

from collections.abc import Iterator

from ..geometry import Shape
from .answers import all_solutions, any_solution, best_score, first_or_none, first_solution, only_or_count, scenario
from .cases import NAMED_BOARDS, SIZED_BOARDS, Layout, Lines, boards_to_the_end, counted_boards, digit_layout, one_board
from .program import Judge

__all__ = ["TEXT_JUDGES", "sum_of_corners"]

# What is read

_SPACED = one_board(digit_layout(gap=" "))
_QUESTION_MARKS = boards_to_the_end(digit_layout(gap=" ", blank="?"))
_UNSPACED = one_board(digit_layout())
_COUNTED = counted_boards(digit_layout())
_LINES = boards_to_the_end(digit_layout(blank=".", in_line=True), "end")
_LETTERS = Layout(Shape(4, 4), "-ABCDEFGHIJKLMNOP")

# What is printed

_ONE = "the solved board"
_MANY = "the solved boards"
_PER_LINE = f"{_MANY}, one per line"
_BETWEEN = f"{_MANY}, an empty line between two"
_AFTER = f"{_MANY}, an empty line after each"
_SCENARIOS = "for each board a line Scenario #i:, the solved board, and an empty line"
_FIRST = "the lexicographically first solution"
_FIRST_OR_NONE = "the lexicographically first solutions, or NO SOLUTION, an empty line between two"
_ALL = "every solution in lexicographic order, an empty line after each, then their number"
_ONLY_OR_COUNT = "the solution if there is exactly one, otherwise Liczba rozwiazan: and the number of solutions"
_SCORE = "the highest score of a solution, or -1"
_SUM = "the sum of the three-digit numbers in the top left corners of the solutions"

_TARGET = "Luogu P1074 [NOIP 2009 提高组] 靶形数独 (Target Sudoku)"


def sum_of_corners(lines: Iterator[str]) -> Iterator[str]:
    """Yield the sum of the three-digit numbers in the top left corners of the solutions.

    >>> list(sum_of_corners(iter(["Grid 01", "123456789", *["000000000"] * 8])))
    ['123\\n']
    """
    total = 0
    for case in NAMED_BOARDS.read(Lines(lines)):
        hundreds, tens, ones = case.solution().rows[0][:3]
        total += 100 * hundreds + 10 * tens + ones
    yield f"{total}\n"


TEXT_JUDGES = (
    Judge.of("luogu-p1784", "Luogu P1784 数独", _SPACED, any_solution, _ONE),
    Judge.of("luogu-p1074", _TARGET, _SPACED, best_score, _SCORE),
    Judge.of("hdu-1426", "HDU 1426 Sudoku Killer", _QUESTION_MARKS, any_solution, _BETWEEN, between="\n"),
    Judge.of("uva-989", "UVa 989 Su Doku", SIZED_BOARDS, first_or_none, _FIRST_OR_NONE, between="\n"),
    Judge.of("boj-2580", "BOJ 2580 스도쿠", _SPACED, any_solution, _ONE),
    Judge.of("tioj-1025", "TIOJ 1025 數獨問題", _SPACED, all_solutions, _ALL),
    Judge.of("poj-2676", "POJ 2676 Sudoku", _COUNTED, any_solution, _MANY),
    Judge.of("poj-2918", "POJ 2918 Tudoku", _COUNTED, scenario, _SCENARIOS, after="\n"),
    Judge.of("poj-3074", "POJ 3074 Sudoku", _LINES, any_solution, _PER_LINE),
    Judge.of("boj-2239", "BOJ 2239 스도쿠", _UNSPACED, first_solution, _FIRST),
    Judge.of("vijos-1632", "Vijos 1632 Vs Rum", _UNSPACED, any_solution, _ONE),
    Judge.of("lanqiao", "Lanqiao Cup 蓝桥杯 数独", _UNSPACED, any_solution, _ONE),
    Judge("euler-96", "Project Euler 96 Su Doku", NAMED_BOARDS.reads, _SUM, sum_of_corners),
    Judge.of("mimuw-zad7", "MIMUW 2005/06, zadanie 7: Sudoku", _UNSPACED, only_or_count, _ONLY_OR_COUNT),
    Judge.of("poj-3076", "POJ 3076 Sudoku (16x16)", boards_to_the_end(_LETTERS), any_solution, _AFTER, after="\n"),
    Judge.of("spoj-1110", "SPOJ 1110 SUDOKU (16x16)", counted_boards(_LETTERS), any_solution, _BETWEEN, between="\n"),
)
"""The judges whose boards are text."""
