"""Judges whose boards are digits with spaces between."""

from __future__ import annotations

from collections.abc import Iterator

from .answers import all_solutions, any_solution, best_score, first_or_none
from .cases import Case, Lines, digit_layout, one, to_the_end
from .program import Judge, program

__all__ = ["JUDGES", "sized_boards"]

_SPACED = digit_layout(gap=" ")
_READS_ONE = "9 rows of 9 digits with spaces between, 0 for a blank"


def sized_boards(lines: Lines) -> Iterator[Case]:
    """Boards up to the end of the input, each after the size of its boxes: 1, 2 or 3.

    >>> [case.grid for case in sized_boards(Lines(["1", "0", "", "1", "1"]))]
    [Grid('.', shape=(1, 1)), Grid('1', shape=(1, 1))]
    """
    number = 0
    while lines.peek() is not None:
        number += 1
        box = lines.take_number(expected := f"the size of the boxes of board {number}, which is 1, 2 or 3")
        if box not in (1, 2, 3):
            raise lines.error(f"'{box}' is not {expected}")
        layout = digit_layout(box, gap=" ")
        yield Case(number, layout.read(lines, f"board {number}"), layout)


JUDGES = (
    Judge(
        "luogu-p1784",
        "Luogu P1784 数独",
        _READS_ONE,
        "the solved board",
        program(one(_SPACED), any_solution),
    ),
    Judge(
        "luogu-p1074",
        "Luogu P1074 [NOIP 2009 提高组] 靶形数独 (Target Sudoku)",
        _READS_ONE,
        "the highest score of a solution, or -1",
        program(one(_SPACED), best_score),
    ),
    Judge(
        "hdu-1426",
        "HDU 1426 Sudoku Killer",
        "boards of 9 rows of 9 digits with spaces between, ? for a blank, up to the end of the input",
        "the solved boards, an empty line between two",
        program(to_the_end(digit_layout(gap=" ", blank="?")), any_solution, between="\n"),
    ),
    Judge(
        "uva-989",
        "UVa 989 Su Doku",
        "boards up to the end of the input, each n (1 to 3) and then n*n rows of n*n numbers, 0 for a blank",
        "the lexicographically first solutions, or NO SOLUTION, an empty line between two",
        program(sized_boards, first_or_none, between="\n"),
    ),
    Judge(
        "boj-2580",
        "BOJ 2580 스도쿠",
        _READS_ONE,
        "the solved board",
        program(one(_SPACED), any_solution),
    ),
    Judge(
        "tioj-1025",
        "TIOJ 1025 數獨問題",
        _READS_ONE,
        "every solution in lexicographic order, an empty line after each, then how many they are",
        program(one(_SPACED), all_solutions),
    ),
)
"""The judges of this family."""
