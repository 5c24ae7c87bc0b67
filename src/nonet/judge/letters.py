"""Judges whose boards are 16x16 and hold the letters A to P."""

from __future__ import annotations

from ..geometry import Shape
from .answers import any_solution
from .cases import Layout, counted, to_the_end
from .program import Judge, program

__all__ = ["JUDGES"]

_LETTERS = Layout(Shape(4, 4), "-ABCDEFGHIJKLMNOP")

JUDGES = (
    Judge(
        "poj-3076",
        "POJ 3076 Sudoku (16x16)",
        "boards of 16 rows of 16 letters A-P, - for a blank, up to the end of the input",
        "the solved boards, an empty line after each",
        program(to_the_end(_LETTERS), any_solution, after="\n"),
    ),
    Judge(
        "spoj-1110",
        "SPOJ 1110 SUDOKU (16x16)",
        "the number of boards, then each as 16 rows of 16 letters A-P, - for a blank",
        "the solved boards, an empty line between two",
        program(counted(_LETTERS), any_solution, between="\n"),
    ),
)
"""The judges of this family."""
