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
    BOX as BOX,
    CANDIDATES_OF as CANDIDATES_OF,
    CELLS as CELLS,
    NEEDS_KERNEL as NEEDS_KERNEL,
    ROW as ROW,
    SEES as SEES,
    UNITS_OF as UNITS_OF,
    Board as Board,
    BranchNode as BranchNode,
    Cause as Cause,
    DeducedBranch as DeducedBranch,
    ExplainerRange,
    ExplainerRating,
    ExplainerStep,
    ExplainerWanted,
    LoopEvidence as LoopEvidence,
    Rule as Rule,
    deduced as deduced,
    explainer_hints as explainer_hints,
    explainer_matches,
    explainer_path,
    explainer_ratings,
    first_ratings,
    loops_of as loops_of,
    path_of as path_of,
    rating_of_hints as rating_of_hints,
    rule_name,
    shown as shown,
    unit_of as unit_of,
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
