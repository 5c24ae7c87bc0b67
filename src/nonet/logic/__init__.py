"""Logic: solving as people do. The next step with its reasons, all steps to the solution, and the difficulty.

Each technique has a finder, which yields `Step` values. Sentences, pictures and notation are derived from a step, and
`verify` proves it without knowing the technique.

>>> from nonet.logic import explain, hint, rate
>>> print(hint("1... ..2. .3.. ...4").step)
Naked Single: r1c4=3
>>> len(explain("1... ..2. .3.. ...4").steps), rate("1... ..2. .3.. ...4").level.title
(12, 'Easy')

| file | contents |
| --- | --- |
| step | Step, and the parts of its evidence: Candidate, Premises, LockedSet, Chain, Node, Reason |
| techniques | TECHNIQUES: the table of techniques, from easy to hard; Level |
| marks | Marks: the candidates of a position as bitboards, the input of all finders |
| finders/ | one file per family of techniques |
| graph/ | shared by finders: links, groups, almost locked sets, closures |
| _hint | hint: the next step, or the mistakes in a position |
| _explain | explain: all steps to the solution; steps: all steps possible now |
| _rate | rate, rate_many: the difficulty of one puzzle or of many |
| scales/ | Rating, and the scales that it has |
| _verify | verify: a proof checker for steps |
| step_transform | StepTransform: the same step on a rotated, mirrored or relabeled board |
| words/ | steps as sentences in English and Chinese, and in HoDoKu's notation |
"""

from __future__ import annotations

from ._explain import Explanation, canonical_start as canonical_start, explain, find_next as find_next, steps
from ._hint import Hint, Mistake, Stage, hint
from ._rate import (
    SCALES as SCALES,
    Rated,
    Raters as Raters,
    RatingChunk as RatingChunk,
    ScaleName as ScaleName,
    rate,
    rate_chunk as rate_chunk,
    rate_many,
)
from ._verify import verify
from .marks import Marks as Marks
from .scales import ExplainerRating, ExplainerStep, PathRating, Rating, Scale, explainer_path, rule_name
from .step import Candidate, Chain, LockedSet, Node, Premises, Reason, Step
from .techniques import DEFAULT_TECHNIQUES as DEFAULT_TECHNIQUES, TECHNIQUES, Level, Technique, technique
from .words import CELL_STYLES as CELL_STYLES, LANGUAGES as LANGUAGES, Words, hodoku_text, reglib_line

__all__ = [
    "TECHNIQUES",
    "Candidate",
    "Chain",
    "ExplainerRating",
    "ExplainerStep",
    "Explanation",
    "Hint",
    "Level",
    "LockedSet",
    "Mistake",
    "Node",
    "PathRating",
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
    "explainer_path",
    "hint",
    "hodoku_text",
    "rate",
    "rate_many",
    "reglib_line",
    "rule_name",
    "steps",
    "technique",
    "verify",
]
