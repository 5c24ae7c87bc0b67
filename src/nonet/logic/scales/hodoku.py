"""HoDoKu's scale: the sum of HoDoKu's base scores over all steps.

Each level has a maximum score. If the sum is greater than the maximum of the hardest step's level, the level rises.

HoDoKu takes naked singles (4 points) before hidden singles (14 points), and an explanation takes them the other way
around. So each run of singles is counted in HoDoKu's order. The run ends in the same position in any order.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from ...geometry import mask_of
from ...version import __version__
from ..finders import SINGLES, hidden_after_naked
from ..marks import Marks
from ..step import Step
from ..techniques import Level, technique
from .scale import Scale

__all__ = ["hodoku"]

_MAXIMUM = {Level.EASY: 800, Level.MEDIUM: 1000, Level.HARD: 1600, Level.UNFAIR: 1800}
"""The maximum score of each level; the last level has none."""


_NAKED, _HIDDEN = technique("naked-single").score, technique("hidden-single").score


def hodoku(steps: Sequence[Step], hardest: Level, start: Marks | None = None) -> Scale:
    """Return HoDoKu's rating from the steps and the hardest of their levels.

    `start` has the marks before the first step. Without it, singles are counted as they are.

    >>> print(hodoku([Step("x-wing")] * 12, Level.HARD))
    hodoku 1680 (Unfair)
    """
    score = sum(technique(step.technique).score for step in steps) if start is None else _score(steps, start)
    level = hardest
    while level < Level.EXTREME and score > _MAXIMUM[level]:
        level = Level(level + 1)
    return Scale("hodoku", score, level.title, f"nonet {__version__}, HoDoKu 2.2.0 scores")


def _score(steps: Sequence[Step], marks: Marks) -> int:
    """Return the sum of the scores, with each run of singles in HoDoKu's order."""
    score = 0
    before: list[Step] = []  # the steps that are not in the marks yet
    for is_single, group in groupby(steps, lambda step: step.technique in SINGLES):
        run = list(group)
        if is_single:
            placed = (candidate for step in before for candidate in step.placements)
            marks = marks.after(placed, (candidate for step in before for candidate in step.eliminations))
            hidden = hidden_after_naked(marks, mask_of(step.placements[0].cell for step in run))
            score += hidden * _HIDDEN + (len(run) - hidden) * _NAKED
            before = run
        else:
            score += sum(technique(step.technique).score for step in run)
            before += run
    return score
