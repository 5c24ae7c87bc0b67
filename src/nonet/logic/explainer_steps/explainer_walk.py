"""The walk of Sudoku Explainer, step by step: each hint becomes a step with its evidence."""

from __future__ import annotations

from collections.abc import Iterator

from ...errors import OutOfTime
from ..deadline import Deadline
from ..marks import Marks
from ..scales import Board, ExplainerStep, Rule, explainer_hints, rule_name
from ..step import Step
from .chains import PATHS
from .conclusion import Conclusion
from .nets import chain_step
from .patterns import pattern_step

__all__ = ["STEPS_NEED_KERNEL", "explainer_steps", "next_explainer_step"]

STEPS_NEED_KERNEL = (
    "The next step of Sudoku Explainer needs the compiled kernel: "
    "without it, the steps that nest chains in dynamic forcing chains are missing."
)

_CHAINS = {*PATHS, Rule.NISHIO, Rule.CELL, Rule.REGION, Rule.CONTRADICTION, Rule.DOUBLE}
_FIRST_CHAINS = 21
"""The first producer whose hints are chains."""
_HINTS_AT_ONCE = 16
"""Enough that the calls of the kernel cost little, few enough that the first step does not wait for all others."""


def explainer_steps(marks: Marks, deadline: Deadline) -> Iterator[tuple[ExplainerStep, Step]]:
    """Yield the hints of Sudoku Explainer with their steps, until the board is full or no producer has a hint.

    >>> from ...position import Position
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> hint, step = next(explainer_steps(Marks.of(Position(puzzle)), Deadline(None)))
    >>> hint.rating, str(step)
    (1.2, 'Hidden Single: r1c6=8')
    """
    board = Board(marks.digits, marks.of_cell)
    while marks.blanks:
        for hint in _hints(marks, deadline, number=_HINTS_AT_ONCE):
            if hint.rule is Rule.NONE:
                return
            step = step_of(marks, board, hint, deadline)
            yield hint, step
            board.apply(hint)
            marks = marks.after(step.placements, step.eliminations)


def next_explainer_step(marks: Marks, deadline: Deadline) -> Step | None:
    """Return the next step by chains, or None if there is none, or if it needs the kernel and there is none."""
    [hint] = _hints(marks, deadline, number=1, first_producer=_FIRST_CHAINS)
    if hint.rule is Rule.NONE:
        return None
    return step_of(marks, Board(marks.digits, marks.of_cell), hint, deadline)


def _hints(marks: Marks, deadline: Deadline, *, number: int, first_producer: int = 1) -> list[ExplainerStep]:
    """Return the next hints."""
    try:
        return explainer_hints(
            bytes(marks.digits), marks.of_cell, first_producer=first_producer, number=number, timeout=deadline.left()
        )
    except OutOfTime:
        raise deadline.error from None


def step_of(marks: Marks, board: Board, hint: ExplainerStep, deadline: Deadline) -> Step:
    """Return the step of a hint."""
    try:
        if hint.rule in _CHAINS:
            step = chain_step(board, Conclusion.of_hint(hint), deadline)
        else:
            step = pattern_step(marks, board, hint)
    except OutOfTime:
        raise deadline.error from None
    return step._replace(rating=hint.rating, rule=rule_name(hint))
