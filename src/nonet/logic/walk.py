"""Walk: the way from a position to the solution, in runs of steps that are yielded as soon as they are found.

A puzzle is solved in its canonical form, and the steps are then transformed back. So all rotations, reflections and
relabelings of a puzzle have equivalent explanations and the same rating. If no technique finds a step, the next one is
a step of Sudoku Explainer. In its own order, all steps are its steps, on the grid as given. ::

    position --> run of singles --> other step --> run of singles --> ... --> solution
                 a walk can be stopped and pickled between two runs, and goes on in another process
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Literal, TypeAlias

from ..errors import ArgumentError, NonetError, NoSolution, all_of
from ..geometry import Shape
from ..grid import Grid, GridLike
from ..kernel import kernel
from ..position import Position
from ..solving import solve
from ..transforms import Transform, canonical_transform
from .choice import LastResort, Order
from .deadline import Deadline
from .explainer_steps import STEPS_NEED_KERNEL, explainer_steps, next_explainer_step
from .finders import SINGLES, with_blockers
from .marks import Marks
from .scales import ExplainerStep, Rating, rating_of, rating_of_hints
from .step import Step
from .step_transform import StepTransform
from .techniques import DEFAULT_TECHNIQUES, Technique

__all__ = ["ORDERS", "OrderName", "Walk", "as_position", "canonical_start", "last_resort", "runs_of_steps"]

OrderName: TypeAlias = Literal["teacher", "explainer"]
ORDERS: tuple[OrderName, ...] = ("teacher", "explainer")
"""The orders of steps: that of `choice`, and that of Sudoku Explainer."""

_NINE = Shape(3, 3)
_OWN_TECHNIQUES = 'the order "explainer" has its own techniques; leave out techniques, without, uniqueness and nested'


def as_position(puzzle: GridLike | Position) -> Position:
    """Return the position of a puzzle at its start; return a position unchanged.

    >>> as_position("1... ..2. .3.. ...4").candidates("r1c3")
    frozenset({3, 4})
    """
    return puzzle if isinstance(puzzle, Position) else Position(puzzle)


class Walk:
    """The steps from a position to the solution. The options are those of `explain`.

    A walk can be pickled at any time. It then goes on after the last run that `runs` has yielded.

    >>> walk = Walk("1... ..2. .3.. ...4")
    >>> [len(run) for run in walk.runs()], str(walk.position.grid), walk.rating.level.title
    ([12], '1243342143122134', 'Easy')
    """

    start: Position
    """The position before the first step."""

    def __init__(
        self,
        puzzle: GridLike | Position,
        *,
        techniques: Sequence[Technique] = DEFAULT_TECHNIQUES,
        nested: bool = True,
        order: OrderName = "teacher",
    ) -> None:
        if order not in ORDERS:
            raise ArgumentError.unknown("order", order, ORDERS)
        start = self.start = as_position(puzzle)
        _check_digits(start, solve(start.givens))
        is_explainer = order == "explainer"
        if is_explainer and (techniques is not DEFAULT_TECHNIQUES or not nested):
            raise ArgumentError(_OWN_TECHNIQUES)
        if is_explainer and start.grid.shape != _NINE:
            raise ArgumentError(f'the order "explainer" is for 9x9 boards, and this is {start.grid.shape.a_board}')
        self._techniques, self._nested, self._is_explainer = tuple(techniques), nested, is_explainer
        is_puzzle = start == Position(start.givens)
        transform = _canonical(start.givens)[1] if is_puzzle and not is_explainer else None
        self._back = None if transform is None else transform.inverse()
        self._first = start if transform is None else transform(start)
        self._marks = Marks.of(self._first)
        self._previous: Step | None = None
        """The last step that is not a single."""
        self._found: list[Step] = []
        """What the rating needs of each step."""
        self._hints: list[ExplainerStep] = []

    def __getstate__(self) -> dict[str, Any]:
        """Return the state without what finders have computed from the marks."""
        return {**vars(self), "_marks": self._marks.position}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore the state."""
        vars(self).update(state, _marks=Marks.of(state["_marks"]))

    def runs(self, timeout: float | None = None) -> Iterator[list[Step]]:
        """Yield the next steps: a run of singles, or one other step. After `timeout` seconds, raise `OutOfTime`."""
        deadline = Deadline(timeout)
        found = self._explainer_runs(deadline) if self._is_explainer else self._teacher_runs(deadline)
        back = StepTransform(self._back) if self._back else lambda step: step
        for run in found:
            self._found += (Step(step.technique, step.placements, step.eliminations) for step in run)
            yield [back(step) for step in run]

    def _teacher_runs(self, deadline: Deadline) -> Iterator[list[Step]]:
        resort = last_resort(deadline) if self._nested else None
        order = Order(self._techniques, last_resort=resort, deadline=deadline)
        for run, after in runs_of_steps(self._marks, order, self._previous):
            marks, complete = self._marks, []
            for step in run:
                complete.append(with_blockers(marks, step))
                marks = marks.after(step.placements, step.eliminations)
            if run[0].technique not in SINGLES:
                self._previous = run[0]
            self._marks = after
            yield complete

    def _explainer_runs(self, deadline: Deadline) -> Iterator[list[Step]]:
        for hint, step in explainer_steps(self._marks, deadline):
            self._marks = self._marks.after(step.placements, step.eliminations)
            self._hints.append(hint)
            yield [step]

    @property
    def position(self) -> Position:
        """The position after the steps so far."""
        return self._marks.position if self._back is None else self._back(self._marks.position)

    @property
    def rating(self) -> Rating:
        """The difficulty of the steps so far. The ratings of Sudoku Explainer are those of all its steps."""
        if not self._is_explainer:
            return rating_of(self._found, Marks.of(self._first))
        rating = rating_of(self._found)
        return rating if self._marks.blanks else rating._replace(se=rating_of_hints(self._hints))

    @property
    def note(self) -> str:
        """Why the steps end before the solution, or why the answer is used, if there is a reason."""
        if self._is_explainer:
            return STEPS_NEED_KERNEL if self._marks.blanks else ""
        uses_answer = any(step.technique == "answer" for step in self._found) and self._marks.shape == _NINE
        return STEPS_NEED_KERNEL if self._nested and uses_answer and kernel() is None else ""


def runs_of_steps(marks: Marks, order: Order, previous: Step | None = None) -> Iterator[tuple[list[Step], Marks]]:
    """Yield runs of singles and other steps, up to the solution or as far as they lead, each with the marks after it.

    `previous` is the last step before that is not a single.

    >>> order = Order(DEFAULT_TECHNIQUES)
    >>> [(len(run), after.blanks) for run, after in runs_of_steps(Marks.of(Position("1... ..2. .3.. ...4")), order)]
    [(12, 0)]
    """
    step = previous
    while True:
        if run := list(order.singles(marks, step)):
            marks = marks.after(candidate for single in run for candidate in single.placements)
            yield run, marks
        step = order.next_other(marks) if marks.blanks else None
        if step is None:
            return
        marks = marks.after(step.placements, step.eliminations)
        yield [step], marks


def last_resort(deadline: Deadline) -> LastResort:
    """Return the function that finds a step of Sudoku Explainer where no technique finds one."""
    return partial(next_explainer_step, deadline=deadline)


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


def _check_digits(position: Position, solution: Grid) -> None:
    """Raise `NoSolution` if digits are wrong or correct candidates were removed, with all such cells."""
    pairs = list(enumerate(zip(position.grid, solution, strict=True)))
    wrong = [cell for cell, (digit, correct) in pairs if digit not in (0, correct)]
    removed = [
        cell for cell, (digit, correct) in pairs if not digit and not position.candidate_masks[cell] >> correct - 1 & 1
    ]
    if not wrong and not removed:
        return
    cells = wrong or removed
    are_several = len(cells) > 1
    names = all_of(map(position.grid.shape.cell_name, cells))
    one, several = ("the digit in", "the digits in") if wrong else ("the correct candidate of", "correct candidates of")
    verb = ("are" if are_several else "is") + " wrong" if wrong else ("were" if are_several else "was") + " removed"
    raise NoSolution(f"{several if are_several else one} {names} {verb}, so no step leads to the solution")
