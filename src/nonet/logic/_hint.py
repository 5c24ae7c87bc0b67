"""Hints in stages about the position that a person really has: a mistake first, then a little more at each stage."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ..geometry import bits
from ..grid import Grid, GridLike
from ..position import Position, possible_masks
from ..solving import solve
from ._explain import as_position, chosen, find_next
from .marks import Marks
from .step import Candidate, Step
from .techniques import Technique
from .words import Words

__all__ = ["Hint", "Mistake", "Stage", "hint", "mistakes"]


class Mistake(NamedTuple):
    """What is wrong in a position: a digit, or a candidate that should not have been struck out.

    >>> Mistake("digit", Candidate(0, 5)).kind
    'digit'
    """

    kind: str
    """``digit``: this digit is wrong there; ``candidate``: this right candidate was struck out."""
    candidate: Candidate


class Stage(NamedTuple):
    """One stage of a hint: what it is about, and what it says.

    >>> Stage("area", "Look at row 1.").name
    'area'
    """

    name: str
    """mistake, leftover, technique, area, pattern, conclusion, or solved."""
    text: str


class Hint(NamedTuple):
    """What to do next from a position.

    >>> found = hint("1... ..2. .3.. ...4")
    >>> for stage in found.stages():
    ...     print(stage.name, "-", stage.text)
    technique - There is a step here: Naked Single.
    area - Look at box 2.
    pattern - r1c4 has one candidate left: 3.
    conclusion - The rules leave no other digit for this cell. So 3 goes into r1c4.
    """

    position: Position
    """The position asked about; candidates that a placed digit rules out are gone from it."""
    mistakes: tuple[Mistake, ...]
    leftovers: tuple[Candidate, ...]
    """Candidates that a digit in the same house rules out, which had not been struck out."""
    step: Step | None
    """The next step; none if there is a mistake, or nothing left to do."""

    @property
    def after(self) -> Position:
        """The position after the hint is followed: the step taken, or the mistakes undone."""
        if self.step is not None:
            return Marks.of(self.position).after(self.step.placements, self.step.eliminations).position
        return undone(self.position, self.mistakes)

    def stages(self, language: str = "en", cells: str = "rc") -> tuple[Stage, ...]:
        """The hint from the vaguest word to the full conclusion."""
        words = Words(self.position.grid.shape, language, cells)
        told = words.language
        stages = []
        if self.mistakes:
            where = 0
            for mistake in self.mistakes:
                where |= 1 << mistake.candidate.cell
            stages.append(Stage("mistake", told.MISTAKE.format(cells=words.cells(where))))
            stages += [Stage("mistake", _told(mistake, words)) for mistake in self.mistakes]
            return tuple(stages)
        if self.leftovers:
            stages.append(Stage("leftover", told.LEFTOVER.format(what=words.candidates(self.leftovers))))
        if self.step is None:
            return (*stages, Stage("solved", told.SOLVED))
        return (
            *stages,
            Stage("technique", told.THERE_IS.format(technique=words.title(self.step))),
            Stage("area", words.area(self.step)),
            Stage("pattern", words.pattern(self.step)),
            Stage("conclusion", f"{words.why(self.step)}{told.SPACE}{words.conclusion(self.step)}".strip()),
        )


def _told(mistake: Mistake, words: Words) -> str:
    cell, digit = mistake.candidate
    form = words.language.WRONG_DIGIT if mistake.kind == "digit" else words.language.WRONGLY_STRUCK
    return str(form.format(cell=words.cell(cell), digit=words.shape.symbol(digit)))


def mistakes(position: Position, solution: Grid) -> tuple[Mistake, ...]:
    """What is wrong in a position, judged by the solution of its givens.

    >>> position = Position("1... ..2. .3.. ...4").place("r1c2", 4)
    >>> [mistake.kind for mistake in mistakes(position, solve(position.givens))]
    ['digit']
    """
    shape = position.grid.shape
    wrong = [
        Mistake("digit", Candidate(cell, digit))
        for cell, (digit, right) in enumerate(zip(position.grid, solution, strict=True))
        if digit and digit != right
    ]
    wrong_cells = sum(1 << mistake.candidate.cell for mistake in wrong)
    struck = [
        Mistake("candidate", Candidate(cell, right))
        for cell, right in enumerate(solution)
        if not position.grid[cell]
        and not position.candidate_masks[cell] >> right - 1 & 1
        # a wrong digit takes its peers' candidates with it; that is one mistake, not many
        and not any(position.grid[peer] == right for peer in bits(shape.peer_masks[cell] & wrong_cells))
    ]
    return (*wrong, *struck)


def undone(position: Position, wrong: Iterable[Mistake]) -> Position:
    """The position without the wrong digits, and with the right candidates back in place.

    >>> position = Position("1... ..2. .3.. ...4").place("r1c2", 4)
    >>> undone(position, mistakes(position, solve(position.givens))).grid == position.givens
    True
    """
    digits = list(position.grid)
    back = [mistake.candidate for mistake in wrong]
    erased = {mistake.candidate.cell for mistake in wrong if mistake.kind == "digit"}
    for cell in erased:
        digits[cell] = 0
    grid = Grid.of_digits(bytes(digits), position.grid.shape)
    before, after = possible_masks(position.grid), possible_masks(grid)
    masks = [  # what the wrong digits had taken away comes back
        after[cell] if cell in erased else mask & after[cell] | after[cell] & ~before[cell]
        for cell, mask in enumerate(position.candidate_masks)
    ]
    for cell, digit in back:
        if cell not in erased:
            masks[cell] |= 1 << digit - 1
    return Position(position.givens, grid, masks)


def hint(position: GridLike | Position, *, techniques: Iterable[str | Technique] | None = None) -> Hint:
    """The next step from a position, in stages; if something is wrong in it, that comes first.

    The givens must have one solution. Candidates may be the person's own: wrong ones are named.

    >>> hint("1... ..2. .3.. ...4").step.technique
    'naked-single'
    """
    asked = as_position(position)
    solution = solve(asked.givens)
    wrong = mistakes(asked, solution)
    if wrong:
        return Hint(asked, wrong, (), None)
    possible = possible_masks(asked.grid)
    masks = [mask & left for mask, left in zip(asked.candidate_masks, possible, strict=True)]
    leftovers = tuple(
        Candidate(cell, digit + 1)
        for cell, (mask, left) in enumerate(zip(asked.candidate_masks, masks, strict=True))
        for digit in bits(mask & ~left)
    )
    tidy = Position(asked.givens, asked.grid, masks) if leftovers else asked
    marks = Marks.of(tidy)
    step = find_next(marks, chosen(techniques)) if marks.blanks else None
    return Hint(tidy, (), leftovers, step)
