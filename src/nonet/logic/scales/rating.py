"""Rating: the difficulty of a puzzle on both scales."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ...display import html_of, rich_of
from ...errors import ArgumentError
from ..marks import Marks
from ..step import Step
from ..techniques import TECHNIQUES, Level, technique
from .explainer import ExplainerRating
from .hodoku import hodoku
from .scale import Scale

__all__ = ["PathRating", "Rating", "rating_of"]


class PathRating(NamedTuple):
    """What the steps of an explanation say about the difficulty.

    >>> rating_of([Step("naked-single")]).path[:3]
    (<Level.EASY: 1>, 'naked-single', 1)
    """

    level: Level
    """The level of the hardest step."""
    hardest: str
    """The id of the hardest technique: the one that comes last in `TECHNIQUES`."""
    steps: int
    """The number of steps."""
    hodoku: Scale
    """The rating on HoDoKu's scale."""
    techniques: Mapping[str, int]
    """The number of steps of each technique that is used, from easy to hard."""


class Rating(NamedTuple):
    """The difficulty of a puzzle: by the steps of its explanation, and on the scale of Sudoku Explainer.

    Attributes that come from the steps, such as `level`, raise `ArgumentError` if only the other scale was computed.

    >>> rating = rating_of([Step("naked-single"), Step("x-wing")])
    >>> rating.level, rating.hardest, rating.hodoku.score
    (<Level.HARD: 3>, 'x-wing', 144)
    >>> rating.techniques
    {'naked-single': 1, 'x-wing': 1}
    >>> print(rating)
    Hard (HoDoKu 144), x-wing, 2 steps
    >>> print(Rating(None, ExplainerRating(7.1, 1.5, 1.5)))
    SE 7.1/1.5/1.5
    """

    path: PathRating | None
    """The rating by steps; None if it was not computed."""
    se: ExplainerRating | None = None
    """The ratings ER, EP and ED; None if they were not computed, or if the board is not 9x9."""

    @property
    def _path(self) -> PathRating:
        if self.path is None:
            raise ArgumentError('this rating has only the scale "se"; rate the puzzle with scale="all" for both')
        return self.path

    @property
    def level(self) -> Level:
        """The level of the hardest step."""
        return self._path.level

    @property
    def hardest(self) -> str:
        """The id of the hardest technique: the one that comes last in `TECHNIQUES`."""
        return self._path.hardest

    @property
    def steps(self) -> int:
        """The number of steps."""
        return self._path.steps

    @property
    def techniques(self) -> Mapping[str, int]:
        """The number of steps of each technique that is used, from easy to hard."""
        return self._path.techniques

    @property
    def hodoku(self) -> Scale:
        """The rating on HoDoKu's scale."""
        return self._path.hodoku

    @property
    def scales(self) -> Mapping[str, Scale]:
        """The scales with a score and a level, by name."""
        return {} if self.path is None else {"hodoku": self.path.hodoku}

    @property
    def score(self) -> int:
        """The score on HoDoKu's scale."""
        return int(self.hodoku.score)

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
        """Return the rating as plain data for JSON; a scale that was not computed is left out."""
        data: dict[str, Any] = {}
        if self.path is not None:
            data = {
                "level": self.level.title,
                "hardest": self.hardest,
                "logical": self.is_logical,
                "steps": self.steps,
                "techniques": dict(self.techniques),
                "scales": {name: scale.to_dict() for name, scale in self.scales.items()},
            }
        return data if self.se is None else {**data, "se": self.se.to_dict()}

    def __str__(self) -> str:
        parts = [] if self.se is None else [str(self.se)]
        if self.path is not None:
            parts = [f"{self.level.title} (HoDoKu {self.score})", self.hardest, f"{self.steps} steps", *parts]
        return ", ".join(parts)


def rating_of(steps: Iterable[Step], start: Marks | None = None) -> Rating:
    """Return the rating of a puzzle that these steps solve, without the scale of Sudoku Explainer.

    `start` has the marks before the first step.

    >>> rating_of([Step("x-wing")]).to_dict()["level"]
    'Hard'
    """
    steps = tuple(steps)
    numbers = Counter(step.technique for step in steps)
    techniques = {row.id: numbers[row.id] for row in TECHNIQUES if row.id in numbers}
    hardest = technique(next(reversed(techniques), TECHNIQUES[0].id))
    scale = hodoku(steps, hardest.level, start)
    return Rating(PathRating(hardest.level, hardest.id, len(steps), scale, techniques))
