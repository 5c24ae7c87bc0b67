"""How hard a puzzle is, on several scales, each with the version of what made it.

The level is that of the hardest step on the path. HoDoKu's score is the sum of its base scores over the steps, and its
level is raised where the sum is too great for it. Both are taken from the path of the puzzle's canonical form, so all
the turned, mirrored and relabelled forms of a puzzle have the same rating.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ..step import Step
from ..techniques import TECHNIQUES, Level, technique

__all__ = ["Rating", "Scale", "rating_of"]

HODOKU_MOST = {Level.EASY: 800, Level.MEDIUM: 1000, Level.HARD: 1600, Level.UNFAIR: 1800}
"""The greatest score that each level of HoDoKu takes."""


class Scale(NamedTuple):
    """A rating on one scale.

    >>> Scale("hodoku", 812, "Medium", "nonet 0.1").score
    812
    """

    name: str
    score: float
    level: str
    version: str
    """What made it: the program, its version, and the options that matter."""


class Rating(NamedTuple):
    """How hard a puzzle is.

    >>> rating = rating_of([Step("naked-single"), Step("x-wing")])
    >>> rating.level, rating.hardest, rating.scales["hodoku"].score
    (<Level.HARD: 3>, 'x-wing', 144)
    """

    level: Level
    """The level of the hardest step."""
    hardest: str
    """The hardest technique, the last in the table of those on the path, by its identifier."""
    steps: int
    scales: Mapping[str, Scale]

    @property
    def score(self) -> int:
        """HoDoKu's score."""
        return int(self.scales["hodoku"].score)

    @property
    def is_logical(self) -> bool:
        """Whether logic was enough."""
        return self.hardest != "answer"


def rating_of(steps: Iterable[Step]) -> Rating:
    """The rating of a path's steps."""
    rows = [technique(step.technique) for step in steps]
    hardest = max(rows, key=TECHNIQUES.index, default=technique("full-house"))
    score = sum(row.score for row in rows)
    level = hardest.level
    while level < Level.EXTREME and score > HODOKU_MOST[level]:
        level = Level(level + 1)
    return Rating(hardest.level, hardest.id, len(rows), {"hodoku": Scale("hodoku", score, level.title, _version())})


def _version() -> str:
    from ...version import __version__

    return f"nonet {__version__}, HoDoKu 2.2.0 scores"
