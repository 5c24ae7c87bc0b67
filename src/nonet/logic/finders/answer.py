"""The answer: a digit copied from the solution, for positions in which no technique finds a step."""

from __future__ import annotations

from collections.abc import Iterator

from ...geometry import bits, digits_of
from ...solving import solve
from ..marks import Marks
from ..step import Candidate, Premises, Step

__all__ = ["answers"]


def answers(marks: Marks) -> Iterator[Step]:
    """Yield the digit of a cell with the fewest candidates, copied from the solution."""
    solution = solve(marks.position.givens)
    cell = min(bits(marks.blanks), key=lambda blank: marks.of_cell[blank].bit_count())
    yield Step(
        "answer",
        placements=(Candidate(cell, solution[cell]),),
        premises=Premises(answer=True),
        digits=tuple(digits_of(marks.of_cell[cell])),
        cells={"pattern": 1 << cell},
    )
