"""Logic: solving as people do. The next step with its reasons, all steps to the solution, and the difficulty.

Each technique has a finder, which yields `Step` values. Sentences, pictures and notation are derived from a step, and
`verify` proves it without knowing the technique.

>>> from nonet.logic import explain, hint, rate
>>> print(hint("1... ..2. .3.. ...4").step)
Hidden Single: r1c2=2
>>> len(explain("1... ..2. .3.. ...4").steps), rate("1... ..2. .3.. ...4").level.title
(12, 'Easy')

| file | contents |
| --- | --- |
| step | Step, and the parts of its evidence: Candidate, Premises, LockedSet, Chain, Node, Reason, Blocker |
| techniques | TECHNIQUES: the table of techniques, from easy to hard; Level |
| choice | which of the possible steps is shown next |
| marks | Marks: the candidates of a position as bitboards, the input of all finders |
| compiled | marks as the buffers of the compiled kernel, which helps some finders |
| finders/ | one file per family of techniques |
| graph/ | shared by finders: links, groups, almost locked sets, closures |
| explainer_steps/ | the steps of Sudoku Explainer as steps with evidence |
| walk | Walk: the steps to the solution, as they are found |
| deadline | Deadline: one time limit for all that a call does |
| _hint | hint: the next step, or the mistakes in a position |
| _suspects | suspects: the digits that may be wrong on a board without a solution |
| _explain | explain: all steps to the solution; steps: all steps possible now |
| _rate | rate, rate_many: the difficulty of one puzzle or of many |
| scales/ | Rating, and the scales that it has |
| _verify | verify: a proof checker for steps |
| _check_reasons | check_reasons: whether each statement of a chain, and each blocker of a single, is true |
| step_transform | StepTransform: the same step on a rotated, mirrored or relabeled board |
| words/ | steps as sentences in English and Chinese, and in HoDoKu's notation |
"""

from __future__ import annotations

from ._check_reasons import check_reasons
from ._explain import Explanation, explain, steps
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
from ._suspects import Suspects, suspects
from ._verify import verify
from .choice import find_next as find_next, rivals as rivals
from .finders import with_blockers as with_blockers
from .marks import Marks as Marks
from .scales import (
    ExplainerRange as ExplainerRange,
    ExplainerRating,
    ExplainerStep,
    ExplainerWanted as ExplainerWanted,
    PathRating,
    Rating,
    Scale,
    explainer_matches as explainer_matches,
    explainer_path,
    explainer_ratings as explainer_ratings,
    first_ratings as first_ratings,
    rating_of as rating_of,
    rule_name,
)
from .step import Blocker, Candidate, Chain, LockedSet, Node, Premises, Reason, Step
from .techniques import DEFAULT_TECHNIQUES as DEFAULT_TECHNIQUES, TECHNIQUES, Level, Technique, technique
from .walk import ORDERS as ORDERS, OrderName as OrderName, Walk as Walk, canonical_start as canonical_start
from .words import CELL_STYLES as CELL_STYLES, LANGUAGES as LANGUAGES, Line as Line, Words, hodoku_text, reglib_line

__all__ = [
    "TECHNIQUES",
    "Blocker",
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
    "Suspects",
    "Technique",
    "Words",
    "check_reasons",
    "explain",
    "explainer_path",
    "hint",
    "hodoku_text",
    "rate",
    "rate_many",
    "reglib_line",
    "rule_name",
    "steps",
    "suspects",
    "technique",
    "verify",
]
