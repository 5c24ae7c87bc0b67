"""The scale of Sudoku Explainer 1.2.1: the ratings ER, EP and ED that the community quotes.

Until the board is full, ask 30 producers of hints in a fixed order, and take the first hint. ER is the rating of the
hardest step, EP that of the hardest step up to the first digit placed, ED that of the first step. The kernel has all
producers. The files here are a plain reference for producers 1 to 25, used to test the kernel, and without it.

| file | contents |
| --- | --- |
| board | Board, its units, Hint and Rule |
| patterns | singles, locked candidates, sets, fish |
| wings, unique_loops, bug, aligned_exclusion | the producers of these names |
| chains | cycles and forcing chains along one path |
| forcing | Nishio, multiple and dynamic forcing chains |
| branches | deduced: a branch with the reasons of all its nodes, also of nested ones |
| walk | walk: the order of the producers |
| wanted | ExplainerWanted: ranges of ratings |
| measure | ExplainerRating, and the functions that call the kernel or the reference |
"""

from __future__ import annotations

from .board import (
    BOX as BOX,
    CANDIDATES_OF as CANDIDATES_OF,
    CELLS as CELLS,
    ROW as ROW,
    SEES as SEES,
    UNITS_OF as UNITS_OF,
    Board as Board,
    Hint as ExplainerStep,
    Rule as Rule,
    unit_of as unit_of,
)
from .branches import DeducedBranch as DeducedBranch, deduced as deduced
from .chains import path_of as path_of
from .forcing import BranchNode as BranchNode, Cause as Cause
from .measure import (
    NEEDS_KERNEL as NEEDS_KERNEL,
    ExplainerRating,
    explainer_hints as explainer_hints,
    explainer_matches,
    explainer_path,
    explainer_ratings,
    first_ratings,
    rating_of_hints as rating_of_hints,
    rule_name,
    shown as shown,
)
from .unique_loops import LoopEvidence as LoopEvidence, loops_of as loops_of
from .wanted import ExplainerRange, ExplainerWanted

__all__ = [
    "ExplainerRange",
    "ExplainerRating",
    "ExplainerStep",
    "ExplainerWanted",
    "explainer_matches",
    "explainer_path",
    "explainer_ratings",
    "first_ratings",
    "rule_name",
]
