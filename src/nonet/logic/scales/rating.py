"""Rating: the difficulty of a puzzle, computed from the steps that solve it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ...display import html_of, rich_of
from ..marks import Marks
from ..step import Step
from ..techniques import TECHNIQUES, Level, technique
from .hodoku import hodoku
from .scale import Scale

__all__ = ["Rating", "rating_of"]


class Rating(NamedTuple):
    """The difficulty of a puzzle.

    >>> rating = rating_of([Step("naked-single"), Step("x-wing")])
    >>> rating.level, rating.hardest, rating.scales["hodoku"].score
    (<Level.HARD: 3>, 'x-wing', 144)
    >>> rating.techniques
    {'naked-single': 1, 'x-wing': 1}
    >>> print(rating)
    Hard (HoDoKu 144), x-wing, 2 steps
    """

    level: Level
    """The level of the hardest step."""
    hardest: str
    """The id of the hardest technique: the one that comes last in `TECHNIQUES`."""
    steps: int
    """The number of steps."""
    scales: Mapping[str, Scale]
    """The rating on each scale, by the name of the scale."""
    techniques: Mapping[str, int]
    """The number of steps of each technique that is used, from easy to hard."""

    @property
    def score(self) -> int:
        """The score on HoDoKu's scale."""
        return int(self.scales["hodoku"].score)

    @property
    def is_logical(self) -> bool:
        """Whether every step is a deduction; False if a step had to be copied from the solution."""
        return self.hardest != "answer"

    def _repr_html_(self) -> str:
        """Return what a notebook shows."""
        return html_of(self)

    def __rich__(self) -> object:
        """Return what rich prints."""
        return rich_of(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the rating as plain data for JSON."""
        return {
            "level": self.level.title,
            "hardest": self.hardest,
            "logical": self.is_logical,
            "steps": self.steps,
            "techniques": dict(self.techniques),
            "scales": {name: scale.to_dict() for name, scale in self.scales.items()},
        }

    def __str__(self) -> str:
        return f"{self.level.title} (HoDoKu {self.score}), {self.hardest}, {self.steps} steps"


def rating_of(steps: Iterable[Step], start: Marks | None = None) -> Rating:
    """Return the rating of a puzzle that these steps solve. `start` has the marks before the first step.

    >>> rating_of([Step("x-wing")]).to_dict()["level"]
    'Hard'
    """
    steps = tuple(steps)
    numbers = Counter(step.technique for step in steps)
    techniques = {row.id: numbers[row.id] for row in TECHNIQUES if row.id in numbers}
    hardest = technique(next(reversed(techniques), TECHNIQUES[0].id))
    scales = {"hodoku": hodoku(steps, hardest.level, start)}
    return Rating(hardest.level, hardest.id, len(steps), scales, techniques)
