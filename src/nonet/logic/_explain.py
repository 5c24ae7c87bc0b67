"""Explanations: all steps from a puzzle to its solution. Each step is the easiest one available."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, NamedTuple

from ..display import Described
from ..grid import GridLike
from ..position import Position
from .choice import Order
from .finders import with_blockers
from .marks import Marks
from .scales import Rating
from .step import Step
from .techniques import Technique, select_techniques
from .walk import OrderName, Walk, as_position

__all__ = ["Explanation", "explain", "steps"]


class _Explanation(NamedTuple):
    start: Position
    """The position before the first step."""
    steps: tuple[Step, ...]
    end: Position
    """The position after the last step."""
    rating: Rating
    """The difficulty of the steps."""
    note: str = ""
    """Why the explanation ends before the solution, or has to use the answer, if there is a reason."""


class Explanation(Described, _Explanation):
    """The steps from a position to the solution.

    >>> explanation = explain("1... ..2. .3.. ...4")
    >>> explanation.is_solved, explanation.steps[0].technique
    (True, 'hidden-single')
    >>> print(explanation)  # doctest: +ELLIPSIS
      1. Hidden Single: r2c4=1
    ...
    Easy (HoDoKu 48), hidden-single, 12 steps
    """

    __slots__ = ()

    @property
    def is_solved(self) -> bool:
        """Whether the last position has no blank cells."""
        return all(self.end.grid)

    @property
    def is_logical(self) -> bool:
        """Whether every step is a deduction; False if a step had to be copied from the solution."""
        return self.rating.is_logical

    def positions(self) -> Iterator[Position]:
        """Yield the position before each step, then the last position."""
        marks = Marks.of(self.start)
        yield self.start
        for step in self.steps:
            marks = marks.after(step.placements, step.eliminations)
            yield marks.position

    def to_dict(self, *, language: str | None = None, cells: str = "rc") -> dict[str, Any]:
        """Return the explanation as plain data for JSON, with the sentences of each step if a language is given."""
        return {
            "puzzle": str(self.start.givens),
            "start": str(self.start.grid),
            "solved": self.is_solved,
            "logical": self.is_logical,
            "rating": self.rating.to_dict(),
            "steps": [step.to_dict(language=language, cells=cells) for step in self.steps],
            "end": str(self.end.grid),
            **({"note": self.note} if self.note else {}),
        }

    def __str__(self) -> str:
        lines = [f"{number:3}. {step}" for number, step in enumerate(self.steps, 1)]
        notes = [self.note] if self.note else []
        return "\n".join([*lines, f"{self.rating}{'' if self.is_solved else ', not solved'}", *notes])


def steps(
    puzzle: GridLike | Position,
    *,
    techniques: Iterable[str | Technique] | None = None,
    without: Iterable[str | Technique] = (),
    uniqueness: bool = True,
) -> Iterator[Step]:
    """Yield all steps that are possible now, from the easiest technique to the hardest, the best one of each first.

    The first step is that of `hint`. A chain that has the same conclusion as an easier step is left out.

    `techniques`, `without` and `uniqueness` select the techniques, as in `explain`.

    >>> for step in steps("1... ..2. .3.. ...4", techniques=["naked-single"]):
    ...     print(step)
    Naked Single: r1c4=3
    Naked Single: r2c2=4
    Naked Single: r3c3=1
    Naked Single: r4c1=2
    """
    marks = Marks.of(as_position(puzzle))
    use = select_techniques(techniques, without=without, uniqueness=uniqueness)
    return (with_blockers(marks, step) for step in Order(use).all(marks))


def explain(
    puzzle: GridLike | Position,
    *,
    techniques: Iterable[str | Technique] | None = None,
    without: Iterable[str | Technique] = (),
    uniqueness: bool = True,
    nested: bool = True,
    order: OrderName = "teacher",
    timeout: float | None = None,
) -> Explanation:
    """Return all steps from a puzzle, or from a position with some digits placed, to the solution.

    Each step is the best one of the easiest technique that finds one: short, and with many eliminations. If no
    technique finds a step, the next one is a step of Sudoku Explainer, which nests chains in chains. It finds one in
    every 9x9 puzzle, unless the compiled kernel is missing; then `Explanation.note` says so. With `nested` False no
    such step is used. Where none is found, the technique ``answer`` copies a digit from the solution.

    `techniques` are the names of the only techniques to use; those in `without` are left out. With `uniqueness` False,
    so are all techniques that assume that the puzzle has only one solution, such as unique rectangles. Steps of Sudoku
    Explainer are used only if the three kinds of forcing nets are.

    With `order` "explainer", the steps of a 9x9 puzzle are those of Sudoku Explainer 1.2.1 on the grid as given, with
    its ratings. It has its own techniques, so the options above must have their defaults. After `timeout` seconds the
    explanation stops with `OutOfTime`.

    >>> [step.technique for step in explain("1... ..2. .3.. ...4").steps][:2]
    ['hidden-single', 'hidden-single']
    >>> puzzle = ".47.8...1............6..7..6....357......5....1..6....28..4.....9.1...4.....2.69."
    >>> explanation = explain(puzzle, order="explainer")
    >>> print(explanation.rating.se, max(step.shown_rating for step in explanation.steps))
    SE 7.1/1.5/1.5 7.1
    """
    use = select_techniques(techniques, without=without, uniqueness=uniqueness)
    walk = Walk(puzzle, techniques=use, nested=nested, order=order)
    found = tuple(chain.from_iterable(walk.runs(timeout)))
    return Explanation(walk.start, found, walk.position, walk.rating, walk.note)
