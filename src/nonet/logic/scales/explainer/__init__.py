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
| walk | walk: the order of the producers |
| wanted | ExplainerWanted: ranges of ratings |
| measure | ExplainerRating, and the functions that call the kernel or the reference |
"""

from __future__ import annotations

from .board import Hint as ExplainerStep
from .measure import (
    ExplainerRating,
    explainer_matches,
    explainer_path,
    explainer_ratings,
    first_ratings,
    rule_name,
)
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
