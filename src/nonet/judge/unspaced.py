"""Judges whose boards are digits with nothing between."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .answers import any_solution, first_solution, only_or_count, scenario
from .cases import Case, Lines, counted, digit_layout, one, to_the_end
from .program import Judge, program

__all__ = ["JUDGES", "named_boards", "sum_of_corners"]

_UNSPACED = digit_layout()
_READS_ONE = "9 rows of 9 digits, 0 for a blank"
_BOARD_NAME = re.compile(r"Grid\s*\d+", re.IGNORECASE)


def named_boards(lines: Lines) -> Iterator[Case]:
    """Boards up to the end of the input, each after a line such as ``Grid 01``; there is at least one.

    >>> [case.number for case in named_boards(Lines(["Grid 01"] + ["0" * 9] * 9))]
    [1]
    """
    number = 0
    while number == 0 or lines.peek() is not None:
        number += 1
        name = lines.take(expected := f"the name of a board, such as 'Grid {number:02}',")
        if _BOARD_NAME.fullmatch(name) is None:
            raise lines.error(f"{name!r:.40} stands where {expected} was expected")
        yield Case(number, _UNSPACED.read(lines, name), _UNSPACED)


def sum_of_corners(lines: Iterator[str]) -> Iterator[str]:
    """The sum of the numbers that the first three digits of each solution are.

    >>> list(sum_of_corners(iter(["Grid 01", "123456789", *["000000000"] * 8])))
    ['123\\n']
    """
    total = 0
    for case in named_boards(Lines(lines)):
        hundreds, tens, ones = case.solution().rows[0][:3]
        total += 100 * hundreds + 10 * tens + ones
    yield f"{total}\n"


JUDGES = (
    Judge(
        "poj-2676",
        "POJ 2676 Sudoku",
        f"the number of boards, then each as {_READS_ONE}",
        "the solved boards",
        program(counted(_UNSPACED), any_solution),
    ),
    Judge(
        "poj-2918",
        "POJ 2918 Tudoku",
        f"the number of boards, then each as {_READS_ONE}, and an empty line",
        "Scenario #i:, the solved board, and an empty line, for each",
        program(counted(_UNSPACED), scenario, after="\n"),
    ),
    Judge(
        "poj-3074",
        "POJ 3074 Sudoku",
        "boards of 81 characters a line, . for a blank, up to a line that says end",
        "the solved boards, one a line",
        program(to_the_end(digit_layout(blank=".", in_line=True), "end"), any_solution),
    ),
    Judge(
        "boj-2239",
        "BOJ 2239 스도쿠",
        _READS_ONE,
        "the lexicographically first solution",
        program(one(_UNSPACED), first_solution),
    ),
    Judge(
        "vijos-1632",
        "Vijos 1632 Vs Rum",
        _READS_ONE,
        "the solved board",
        program(one(_UNSPACED), any_solution),
    ),
    Judge(
        "lanqiao",
        "Lanqiao Cup 蓝桥杯 数独",
        _READS_ONE,
        "the solved board",
        program(one(_UNSPACED), any_solution),
    ),
    Judge(
        "euler-96",
        "Project Euler 96 Su Doku",
        f"boards up to the end of the input, each a line Grid NN and then {_READS_ONE}",
        "the sum of the three-digit numbers in the top left corners of the solutions",
        sum_of_corners,
    ),
    Judge(
        "mimuw-zad7",
        "MIMUW 2005/06, zadanie 7: Sudoku",
        _READS_ONE,
        "the solution if there is only one, otherwise Liczba rozwiazan: and how many there are",
        program(one(_UNSPACED), only_or_count),
    ),
)
"""The judges of this family."""
