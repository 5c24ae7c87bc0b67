"""Logic: how a person solves. The next step and why, the whole path, and how hard it is.

`techniques` holds the table of techniques, each found by a generator of `Step` data in the file of its family; `verify`
accepts a step only if its evidence implies its conclusion.
"""

from __future__ import annotations

from ._explain import (
    DEFAULT as DEFAULT,
    Path,
    canonical_start as canonical_start,
    explain,
    find_next as find_next,
    rate,
    steps,
)
from ._hint import Hint, Mistake, Stage, hint
from ._rate_many import Rated, Raters as Raters, rate_many
from ._verify import verify
from .data import hint_data, path_data, rating_data, step_data
from .marks import Marks as Marks
from .scales import Rating, Scale
from .step import Candidate, Chain, LockedSet, Node, Premises, Reason, Step
from .techniques import TECHNIQUES, Level, Technique, technique
from .words import CELL_STYLES as CELL_STYLES, LANGUAGES as LANGUAGES, Words, hodoku_text, reglib_line

__all__ = [
    "TECHNIQUES",
    "Candidate",
    "Chain",
    "Hint",
    "Level",
    "LockedSet",
    "Mistake",
    "Node",
    "Path",
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
    "hint_data",
    "hodoku_text",
    "path_data",
    "rate",
    "rate_many",
    "rating_data",
    "reglib_line",
    "step_data",
    "steps",
    "technique",
    "verify",
]
