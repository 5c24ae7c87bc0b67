"""Logic: how a person solves. The next step and why, the whole path, and how hard it is.

`techniques` holds the table of techniques, each found by a generator of `Step` data in the file of its family; `verify`
accepts a step only if its evidence implies its conclusion.
"""

from __future__ import annotations

from ._explain import (
    Explanation,
    canonical_start as canonical_start,
    explain,
    find_next as find_next,
    steps,
)
from ._hint import Hint, Mistake, Stage, hint
from ._rate import Rated, Raters as Raters, rate, rate_chunk as rate_chunk, rate_many
from ._verify import verify
from .marks import Marks as Marks
from .scales import Rating, Scale
from .step import Candidate, Chain, LockedSet, Node, Premises, Reason, Step
from .techniques import DEFAULT_TECHNIQUES as DEFAULT_TECHNIQUES, TECHNIQUES, Level, Technique, technique
from .words import CELL_STYLES as CELL_STYLES, LANGUAGES as LANGUAGES, Words, hodoku_text, reglib_line

__all__ = [
    "TECHNIQUES",
    "Candidate",
    "Chain",
    "Explanation",
    "Hint",
    "Level",
    "LockedSet",
    "Mistake",
    "Node",
    "Premises",
    "Rated",
    "Rating",
    "Reason",
    "Scale",
    "Stage",
    "Step",
    "Technique",
    "Words",
    "explain",
    "hint",
    "hodoku_text",
    "rate",
    "rate_many",
    "reglib_line",
    "steps",
    "technique",
    "verify",
]
