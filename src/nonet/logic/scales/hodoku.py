"""HoDoKu's scale: the sum of HoDoKu's base scores over all steps.

Each level has a maximum score. If the sum is greater than the maximum of the hardest step's level, the level rises.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...version import __version__
from ..techniques import Level, Technique
from .scale import Scale

__all__ = ["hodoku"]

_MAXIMUM = {Level.EASY: 800, Level.MEDIUM: 1000, Level.HARD: 1600, Level.UNFAIR: 1800}
"""The maximum score of each level; the last level has none."""


def hodoku(used: Sequence[Technique], hardest: Level) -> Scale:
    """Return HoDoKu's rating from the technique of each step and the hardest of their levels.

    >>> from ..techniques import technique
    >>> print(hodoku([technique("x-wing")] * 12, Level.HARD))
    hodoku 1680 (Unfair)
    """
    score = sum(technique.score for technique in used)
    level = hardest
    while level < Level.EXTREME and score > _MAXIMUM[level]:
        level = Level(level + 1)
    return Scale("hodoku", score, level.title, f"nonet {__version__}, HoDoKu 2.2.0 scores")
