"""Explanations: all steps from a puzzle to its solution. Each step is the easiest one available.

A puzzle is solved in its canonical form, and the steps are then transformed back. So all rotations, reflections and
relabelings of a puzzle have equivalent explanations and the same rating.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from ..display import Described
from ..errors import NonetError, NoSolution
from ..grid import Grid, GridLike
from ..position import Position
from ..solving import solve
from ..transforms import Transform, canonical_transform
from .choice import Order
from .finders import with_blockers
from .marks import Marks
from .scales import Rating, rating_of
from .step import Step
from .step_transform import StepTransform
from .techniques import Technique, select_techniques

__all__ = ["Explanation", "as_position", "canonical_start", "explain", "solve_by_steps", "steps"]


class _Explanation(NamedTuple):
    start: Position
    """The position before the first step."""
    steps: tuple[Step, ...]
    end: Position
    """The position after the last step."""
    rating: Rating
    """The difficulty of the steps."""


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
        return all(step.technique != "answer" for step in self.steps)

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
        }

    def __str__(self) -> str:
        lines = [f"{number:3}. {step}" for number, step in enumerate(self.steps, 1)]
        return "\n".join([*lines, f"{self.rating}{'' if self.is_solved else ', not solved'}"])


def as_position(puzzle: GridLike | Position) -> Position:
    """Return the position of a puzzle at its start; return a position unchanged.

    >>> as_position("1... ..2. .3.. ...4").candidates("r1c3")
    frozenset({3, 4})
    """
    return puzzle if isinstance(puzzle, Position) else Position(puzzle)


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
) -> Explanation:
    """Return all steps from a puzzle, or from a position with some digits placed, to the solution.

    Each step is the best one of the easiest technique that finds one: short, and with many eliminations. If no
    technique finds a step, the explanation ends there. The default techniques include ``answer``, which always finds a
    step.

    `techniques` are the names of the only techniques to use; those in `without` are left out. With `uniqueness` False,
    so are all techniques that assume that the puzzle has only one solution, such as unique rectangles.

    >>> [step.technique for step in explain("1... ..2. .3.. ...4").steps][:2]
    ['hidden-single', 'hidden-single']
    """
    start = as_position(puzzle)
    _check_digits(start, solve(start.givens))
    use = select_techniques(techniques, without=without, uniqueness=uniqueness)
    if start != Position(start.givens):
        marks = Marks.of(start)
        found, end = _complete_steps(marks, use)
        return Explanation(start, tuple(found), end.position, rating_of(found, marks))
    form, transform = _canonical(start.givens)
    marks = Marks.at_start(form)
    found, end = _complete_steps(marks, use)
    back = transform.inverse()
    steps = tuple(map(StepTransform(back), found))
    return Explanation(start, steps, back(end.position), rating_of(found, marks))


def _complete_steps(marks: Marks, techniques: Sequence[Technique]) -> tuple[list[Step], Marks]:
    """Return the same as `solve_by_steps`, with the blockers of singles."""
    found, end = solve_by_steps(marks, techniques)
    complete = []
    for step in found:
        complete.append(with_blockers(marks, step))
        marks = marks.after(step.placements, step.eliminations)
    return complete, end


def _canonical(grid: Grid) -> tuple[Grid, Transform]:
    """Return the canonical form, or the same grid if the board is too large for a canonical form."""
    try:
        transform = canonical_transform(grid)
        return transform(grid), transform
    except NonetError:
        return grid, Transform.identity(grid.shape)


def canonical_start(grid: Grid) -> Grid:
    """Return the form of a puzzle in which its steps are found.

    >>> canonical_start(Grid("1... ..2. .3.. ...4")) == canonical_start(Grid("4... ..3. .2.. ...1"))
    True
    """
    return _canonical(grid)[0]


def solve_by_steps(marks: Marks, techniques: Sequence[Technique]) -> tuple[tuple[Step, ...], Marks]:
    """Return the steps to the solution, or as far as these techniques lead, and the marks after the last step.

    >>> found, end = solve_by_steps(Marks.of(Position("1... ..2. .3.. ...4")), select_techniques(None))
    >>> len(found), end.blanks
    (12, 0)
    """
    order = Order(techniques)
    found: list[Step] = []
    step: Step | None = None
    while True:
        run = list(order.singles(marks, step))
        found += run
        marks = marks.after(candidate for single in run for candidate in single.placements)
        step = order.next_other(marks) if marks.blanks else None
        if step is None:
            return tuple(found), marks
        found.append(step)
        marks = marks.after(step.placements, step.eliminations)


def _check_digits(position: Position, solution: Grid) -> None:
    """Raise `NoSolution` if digits are wrong or correct candidates were removed, with all such cells."""
    pairs = list(enumerate(zip(position.grid, solution, strict=True)))
    wrong = [cell for cell, (digit, correct) in pairs if digit not in (0, correct)]
    removed = [
        cell for cell, (digit, correct) in pairs if not digit and not position.candidate_masks[cell] >> correct - 1 & 1
    ]
    if not wrong and not removed:
        return
    *others, last = map(position.grid.shape.cell_name, wrong or removed)
    names = f"{', '.join(others)} and {last}" if others else last
    one, several = ("the digit in", "the digits in") if wrong else ("the correct candidate of", "correct candidates of")
    verb = ("are" if others else "is") + " wrong" if wrong else ("were" if others else "was") + " removed"
    raise NoSolution(f"{several if others else one} {names} {verb}, so no step leads to the solution")
