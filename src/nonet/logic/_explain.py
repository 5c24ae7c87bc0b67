"""Explanations: all steps from a puzzle to its solution. Each step is the easiest one available.

A puzzle is solved in its canonical form, and the steps are then transformed back. So all rotations, reflections and
relabelings of a puzzle have equivalent explanations and the same rating. If no technique finds a step, the next one is
a step of Sudoku Explainer. In its own order, all steps are its steps, on the grid as given.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial, reduce
from typing import Any, Literal, NamedTuple, TypeAlias

from ..display import Described
from ..errors import ArgumentError, NonetError, NoSolution
from ..geometry import Shape
from ..grid import Grid, GridLike
from ..kernel import kernel
from ..position import Position
from ..solving import solve
from ..transforms import Transform, canonical_transform
from .choice import LastResort, Order
from .deadline import Deadline
from .explainer_steps import STEPS_NEED_KERNEL, explainer_steps, next_explainer_step
from .finders import with_blockers
from .marks import Marks
from .scales import Rating, rating_of, rating_of_hints
from .step import Step
from .step_transform import StepTransform
from .techniques import DEFAULT_TECHNIQUES, Technique, select_techniques

__all__ = [
    "ORDERS",
    "Explanation",
    "OrderName",
    "as_position",
    "canonical_start",
    "explain",
    "last_resort",
    "solve_by_steps",
    "steps",
]

OrderName: TypeAlias = Literal["teacher", "explainer"]
ORDERS: tuple[OrderName, ...] = ("teacher", "explainer")
"""The orders of steps: that of `choice`, and that of Sudoku Explainer."""

_NINE = Shape(3, 3)
_OWN_TECHNIQUES = 'the order "explainer" has its own techniques; leave out techniques, without, uniqueness and nested'


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
            **({"note": self.note} if self.note else {}),
        }

    def __str__(self) -> str:
        lines = [f"{number:3}. {step}" for number, step in enumerate(self.steps, 1)]
        notes = [self.note] if self.note else []
        return "\n".join([*lines, f"{self.rating}{'' if self.is_solved else ', not solved'}", *notes])


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
    if order not in ORDERS:
        raise ArgumentError.unknown("order", order, ORDERS)
    deadline = Deadline(timeout)
    start = as_position(puzzle)
    _check_digits(start, solve(start.givens))
    use = select_techniques(techniques, without=without, uniqueness=uniqueness)
    if order == "explainer":
        if use is not DEFAULT_TECHNIQUES or not nested:
            raise ArgumentError(_OWN_TECHNIQUES)
        return _in_explainer_order(start, deadline)
    if start != Position(start.givens):
        marks = Marks.of(start)
        found, end = _complete_steps(marks, use, deadline, nested)
        return Explanation(start, tuple(found), end.position, rating_of(found, marks), _note(found, needed=nested))
    form, transform = _canonical(start.givens)
    marks = Marks.at_start(form)
    found, end = _complete_steps(marks, use, deadline, nested)
    back = transform.inverse()
    steps = tuple(map(StepTransform(back), found))
    return Explanation(start, steps, back(end.position), rating_of(found, marks), _note(found, needed=nested))


def _note(steps: Sequence[Step], *, needed: bool) -> str:
    """Return why steps of Sudoku Explainer are missing where the answer is used."""
    uses_answer = any(step.technique == "answer" and step.shape == _NINE for step in steps)
    return STEPS_NEED_KERNEL if needed and uses_answer and kernel() is None else ""


def _in_explainer_order(start: Position, deadline: Deadline) -> Explanation:
    """Return the explanation by the steps of Sudoku Explainer."""
    if start.grid.shape != _NINE:
        raise ArgumentError(f'the order "explainer" is for 9x9 boards, and this is {start.grid.shape.a_board}')
    marks = Marks.of(start)
    pairs = list(explainer_steps(marks, deadline))
    hints, steps = [hint for hint, _ in pairs], tuple(step for _, step in pairs)
    end = reduce(lambda before, step: before.after(step.placements, step.eliminations), steps, marks)
    rating = rating_of(steps)
    if not end.blanks:
        rating = rating._replace(se=rating_of_hints(hints))
    return Explanation(start, steps, end.position, rating, STEPS_NEED_KERNEL if end.blanks else "")


def _complete_steps(
    marks: Marks, techniques: Sequence[Technique], deadline: Deadline, nested: bool
) -> tuple[list[Step], Marks]:
    """Return the same as `solve_by_steps`, with the blockers of singles, and with nested steps if they are wanted."""
    resort = last_resort(deadline) if nested else None
    found, end = solve_by_steps(marks, techniques, deadline=deadline, last_resort=resort)
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


def last_resort(deadline: Deadline) -> LastResort:
    """Return the function that finds a step of Sudoku Explainer where no technique finds one."""
    return partial(next_explainer_step, deadline=deadline)


def solve_by_steps(
    marks: Marks,
    techniques: Sequence[Technique],
    *,
    deadline: Deadline | None = None,
    last_resort: LastResort | None = None,
) -> tuple[tuple[Step, ...], Marks]:
    """Return the steps to the solution, or as far as these techniques lead, and the marks after the last step.

    `last_resort` finds a step where no technique does. `deadline` ends the search with `OutOfTime`.

    >>> found, end = solve_by_steps(Marks.of(Position("1... ..2. .3.. ...4")), select_techniques(None))
    >>> len(found), end.blanks
    (12, 0)
    """
    order = Order(techniques, last_resort=last_resort, deadline=deadline)
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
