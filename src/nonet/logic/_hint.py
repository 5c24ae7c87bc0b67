"""Hints: first the mistakes in a position, otherwise the next step, in stages from vague to complete."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from ..display import Described
from ..geometry import Shape, bits
from ..grid import Grid, GridLike
from ..position import Position, possible_masks
from ..solving import solve
from .choice import find_next
from .deadline import Deadline
from .finders import with_blockers
from .marks import Marks
from .step import Candidate, Step
from .techniques import Technique, select_techniques
from .walk import as_position, last_resort

__all__ = ["Hint", "Mistake", "Stage", "hint", "mistakes"]


class Mistake(NamedTuple):
    """A wrong digit in a position, or a correct candidate that was removed.

    >>> Mistake("digit", Candidate(0, 5)).to_dict(Shape(3, 3))
    {'kind': 'digit', 'cell': 'r1c1', 'digit': '5'}
    """

    kind: str
    """``digit``: this digit is wrong; ``candidate``: this correct candidate was removed."""
    candidate: Candidate

    def to_dict(self, shape: Shape) -> dict[str, Any]:
        """Return the mistake as plain data for JSON."""
        return {"kind": self.kind, **self.candidate.to_dict(shape)}


class Stage(NamedTuple):
    """One stage of a hint.

    >>> print(Stage("area", "Look at row 1."))
    Look at row 1.
    """

    name: str
    """mistake, leftover, technique, area, pattern, conclusion, or solved."""
    text: str

    def to_dict(self) -> dict[str, Any]:
        """Return the stage as plain data for JSON."""
        return self._asdict()

    def __str__(self) -> str:
        return self.text


class _Hint(NamedTuple):
    position: Position
    """The position, without the candidates that a placed digit rules out."""
    mistakes: tuple[Mistake, ...]
    leftovers: tuple[Candidate, ...]
    """The candidates that a digit in the same house rules out, but that were not removed."""
    step: Step | None
    """The next step; None if there is a mistake or the puzzle is solved."""


class Hint(Described, _Hint):
    """The next step from a position, or the mistakes in it.

    >>> print(hint("1... ..2. .3.. ...4"))
    There is a step here: Hidden Single.
    Look at box 1.
    The 2 in r2c3 blocks row 2.
    So the 2 of box 1 goes in r1c2.
    """

    __slots__ = ()

    @property
    def after(self) -> Position:
        """The position after the step, or without the mistakes."""
        if self.step is not None:
            return Marks.of(self.position).after(self.step.placements, self.step.eliminations).position
        return without_mistakes(self.position, self.mistakes)

    def stages(self, *, language: str = "en", cells: str = "rc") -> tuple[Stage, ...]:
        """Return the hint in stages: technique, area, pattern, conclusion. Each reveals more than the one before.

        >>> hint("1... ..2. .3.. ...4").stages(language="zh", cells="a1")[1].text
        '请看第 1 宫。'
        """
        from .words import Words

        words = Words(self.position.grid.shape, language=language, cells=cells)
        if self.mistakes:
            return tuple(Stage("mistake", text) for text in words.mistakes(self.mistakes))
        stages = [Stage("leftover", words.leftovers(self.leftovers))] if self.leftovers else []
        if self.step is None:
            return (*stages, Stage("solved", words.language.SOLVED))
        return (
            *stages,
            Stage("technique", words.language.THERE_IS.format(technique=words.title(self.step))),
            Stage("area", words.area(self.step)),
            Stage("pattern", words.pattern(self.step)),
            Stage("conclusion", words.ending(self.step)),
        )

    def to_dict(self, *, language: str = "en", cells: str = "rc") -> dict[str, Any]:
        """Return the mistakes, the step and the sentences of each stage as plain data for JSON."""
        shape = self.position.grid.shape
        return {
            "mistakes": [mistake.to_dict(shape) for mistake in self.mistakes],
            "leftovers": [candidate.to_dict(shape) for candidate in self.leftovers],
            "stages": [stage.to_dict() for stage in self.stages(language=language, cells=cells)],
            "step": self.step.to_dict(language=language, cells=cells) if self.step else None,
        }

    def __str__(self) -> str:
        return "\n".join(stage.text for stage in self.stages())


def mistakes(position: Position, solution: Grid) -> tuple[Mistake, ...]:
    """Return the wrong digits of a position, then the correct candidates that were removed.

    >>> position = Position("1... ..2. .3.. ...4").place("r1c2", 4)
    >>> [mistake.kind for mistake in mistakes(position, solve(position.givens))]
    ['digit']
    """
    shape = position.grid.shape
    wrong = [
        Mistake("digit", Candidate(cell, digit))
        for cell, (digit, correct) in enumerate(zip(position.grid, solution, strict=True))
        if digit and digit != correct
    ]
    wrong_cells = sum(1 << mistake.candidate.cell for mistake in wrong)
    removed = [
        Mistake("candidate", Candidate(cell, correct))
        for cell, correct in enumerate(solution)
        if not position.grid[cell]
        and not position.candidate_masks[cell] >> correct - 1 & 1
        # a wrong digit removes candidates from its peers; that is one mistake, not many
        and not any(position.grid[peer] == correct for peer in bits(shape.peer_masks[cell] & wrong_cells))
    ]
    return (*wrong, *removed)


def without_mistakes(position: Position, wrong: Iterable[Mistake]) -> Position:
    """Return the position without the wrong digits, and with the correct candidates again.

    >>> position = Position("1... ..2. .3.. ...4").place("r1c2", 4)
    >>> without_mistakes(position, mistakes(position, solve(position.givens))).grid == position.givens
    True
    """
    wrong = tuple(wrong)
    erased = {mistake.candidate.cell for mistake in wrong if mistake.kind == "digit"}
    digits = bytes(0 if cell in erased else digit for cell, digit in enumerate(position.grid))
    grid = Grid.of_digits(digits, position.grid.shape)
    before, after = possible_masks(position.grid), possible_masks(grid)
    masks = [  # the candidates that only a wrong digit ruled out are possible again
        after[cell] if cell in erased else mask & after[cell] | after[cell] & ~before[cell]
        for cell, mask in enumerate(position.candidate_masks)
    ]
    for kind, (cell, digit) in wrong:
        if kind == "candidate":
            masks[cell] |= 1 << digit - 1
    return Position(position.givens, grid, masks)


def hint(
    puzzle: GridLike | Position,
    *,
    techniques: Iterable[str | Technique] | None = None,
    without: Iterable[str | Technique] = (),
    uniqueness: bool = True,
    timeout: float | None = None,
) -> Hint:
    """Return the next step from a puzzle or position, in stages; if the position has mistakes, return these instead.

    The givens must have one solution. The position may have the player's own digits and candidates.
    `techniques`, `without` and `uniqueness` select the techniques, as in `explain`. If they find no step, the hint is a
    step of Sudoku Explainer. After `timeout` seconds the search stops with `OutOfTime`.

    >>> hint("1... ..2. .3.. ...4").step.technique
    'hidden-single'
    >>> print(hint(Position("1... ..2. .3.. ...4").place("r1c2", 4)))
    There is a mistake in r1c2.
    4 in r1c2 is wrong.
    """
    deadline = Deadline(timeout)
    position = as_position(puzzle)
    use = select_techniques(techniques, without=without, uniqueness=uniqueness)
    wrong = mistakes(position, solve(position.givens))
    if wrong:
        return Hint(position, wrong, (), None)
    masks = tuple(map(int.__and__, position.candidate_masks, possible_masks(position.grid)))
    leftovers = tuple(
        Candidate(cell, bit + 1)
        for cell, (mask, possible) in enumerate(zip(position.candidate_masks, masks, strict=True))
        for bit in bits(mask & ~possible)
    )
    if leftovers:
        position = Position(position.givens, position.grid, masks)
    marks = Marks.of(position)
    step = find_next(marks, use, last_resort=last_resort(deadline), deadline=deadline) if marks.blanks else None
    return Hint(position, (), leftovers, step and with_blockers(marks, step))
