"""Ratings: the difficulty of a puzzle on several scales.

| file | contents |
| --- | --- |
| scale | Scale: a score and a level on one scale |
| hodoku | hodoku: HoDoKu's scale, computed from steps |
| explainer/ | ExplainerRating: the scale of Sudoku Explainer, which has a solver of its own |
| rating | Rating: the difficulty on both scales; rating_of: what steps say about it |
"""

from __future__ import annotations

from .explainer import (
    ExplainerRange,
    ExplainerRating,
    ExplainerStep,
    ExplainerWanted,
    explainer_matches,
    explainer_path,
    explainer_ratings,
    first_ratings,
    rule_name,
)
from .rating import PathRating, Rating, rating_of
from .scale import Scale

__all__ = [
    "ExplainerRange",
    "ExplainerRating",
    "ExplainerStep",
    "ExplainerWanted",
    "PathRating",
    "Rating",
    "Scale",
    "explainer_matches",
    "explainer_path",
    "explainer_ratings",
    "first_ratings",
    "rating_of",
    "rule_name",
]
