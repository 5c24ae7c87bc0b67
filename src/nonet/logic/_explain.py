"""The way from a position to the solution, step by step, each step the easiest there is.

A puzzle at its start is walked through in its canonical form, and the steps are moved back to where the puzzle has
them: all the turned, mirrored and relabelled forms of a puzzle have the same path in disguise, and one rating.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ..errors import NonetError, NoSolution
from ..grid import Grid, GridLike, as_grid
from ..position import Position
from ..solving import solve
from ..transforms import Transform, canonical_transform
from .marks import Marks
from .scales import Rating, rating_of
from .step import Step
from .techniques import TECHNIQUES, Technique, technique
from .transformed import Mover

__all__ = ["Path", "as_position", "canonical_start", "chosen", "explain", "find_next", "rate", "steps"]

DEFAULT = tuple(row for row in TECHNIQUES if row.default)


@dataclass(frozen=True, slots=True)
class Path:
    """The steps from a position to the solution.

    >>> path = explain("1... ..2. .3.. ...4")
    >>> path.is_solved, path.steps[0].technique
    (True, 'naked-single')
    """

    start: Position
    steps: tuple[Step, ...]
    end: Position

    @property
    def is_solved(self) -> bool:
        """Whether every cell is filled in at the end."""
        return all(self.end.grid)

    @property
    def rating(self) -> Rating:
        """How hard the steps are."""
        return rating_of(self.steps)

    @property
    def is_logical(self) -> bool:
        """Whether no step had to be taken from the answer."""
        return all(step.technique != "answer" for step in self.steps)

    def positions(self) -> Iterator[Position]:
        """The position before each step, and the end."""
        marks = Marks.of(self.start)
        yield self.start
        for step in self.steps:
            marks = marks.after(step.placements, step.eliminations)
            yield marks.position


def as_position(what: GridLike | Position) -> Position:
    """A position, made from a puzzle if it is not one yet.

    >>> as_position("1... ..2. .3.. ...4").candidates("r1c3")
    frozenset({3, 4})
    """
    return what if isinstance(what, Position) else Position(what)


def chosen(techniques: Iterable[str | Technique] | None) -> Sequence[Technique]:
    """The techniques to use, in the order of the table; the default set if none are named.

    >>> [row.id for row in chosen(["x-wing", "naked-single"])]
    ['naked-single', 'x-wing']
    """
    if techniques is None:
        return DEFAULT
    wanted = {row.id if isinstance(row, Technique) else technique(row).id for row in techniques}
    return [row for row in TECHNIQUES if row.id in wanted]


def find_next(marks: Marks, techniques: Sequence[Technique] = DEFAULT) -> Step | None:
    """The first step of the easiest technique that has one.

    >>> find_next(Marks.of(Position("1... ..2. .3.. ...4"))).technique
    'naked-single'
    """
    return next((step for row in techniques for step in row.find(marks)), None)


def steps(position: GridLike | Position, *, techniques: Iterable[str | Technique] | None = None) -> Iterator[Step]:
    """Every step that is there now, the easy ones first.

    >>> len(list(steps("1... ..2. .3.. ...4", techniques=["naked-single"])))
    4
    """
    marks = Marks.of(as_position(position))
    return (step for row in chosen(techniques) for step in row.find(marks))


def explain(puzzle: GridLike | Position, *, techniques: Iterable[str | Technique] | None = None) -> Path:
    """The path from a puzzle, or from a position under way, to its solution.

    Each step is the first of the easiest technique that has one. If none of the techniques helps, the path ends there,
    unless the answer itself is among them, as it is in the default set.

    >>> [step.technique for step in explain("1... ..2. .3.. ...4").steps][:2]
    ['naked-single', 'naked-single']
    """
    start = as_position(puzzle)
    refuse_mistakes(start, solve(start.givens))
    use = chosen(techniques)
    if start != Position(start.givens):
        taken, end = _walk(Marks.of(start), use)
        return Path(start, taken, end.position)
    form, transform = _canonical(start.givens)
    taken, end = _walk(Marks.of(Position(form)), use)
    back = transform.inverse()
    return Path(start, tuple(map(Mover(back), taken)), back(end.position))


def rate(puzzle: GridLike, *, techniques: Iterable[str | Technique] | None = None) -> Rating:
    """How hard a puzzle is.

    >>> rate("1... ..2. .3.. ...4").level.title
    'Easy'
    """
    grid = as_grid(puzzle)
    solve(grid)
    form, _ = _canonical(grid)
    taken, _ = _walk(Marks.of(Position(form)), chosen(techniques))
    return rating_of(taken)


def _canonical(grid: Grid) -> tuple[Grid, Transform]:
    """The form to walk through; boards too large for the search of their canonical form are taken as they are."""
    try:
        transform = canonical_transform(grid)
        return transform(grid), transform
    except NonetError:
        return grid, Transform.identity(grid.shape)


def canonical_start(grid: Grid) -> Grid:
    """The form of a puzzle that its path is found in.

    >>> canonical_start(Grid("1... ..2. .3.. ...4")) == canonical_start(Grid("4... ..3. .2.. ...1"))
    True
    """
    return _canonical(grid)[0]


def _walk(marks: Marks, use: Sequence[Technique]) -> tuple[tuple[Step, ...], Marks]:
    """Step after step, until nothing is left to do or none of the techniques helps."""
    taken = []
    finders = [row.find for row in use]
    while marks.blanks:
        step = next((step for find in finders for step in find(marks)), None)
        if step is None:
            break
        taken.append(step)
        marks = marks.after(step.placements, step.eliminations)
    return tuple(taken), marks


def refuse_mistakes(position: Position, solution: Grid) -> None:
    """A position in which something is wrong has no path."""
    for cell, (digit, right) in enumerate(zip(position.grid, solution, strict=True)):
        if digit and digit != right:
            raise NoSolution(f"{position.grid.shape.cell_name(cell)} holds a wrong digit, so there is no path")
        if not digit and not position.candidate_masks[cell] >> right - 1 & 1:
            name = position.grid.shape.cell_name(cell)
            raise NoSolution(f"the right candidate of {name} has been struck out, so there is no path")
