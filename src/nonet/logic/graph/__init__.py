"""What several finders share: links between candidates, groups, almost locked sets, closures.

| file | contents |
| --- | --- |
| almost_locked_sets | the almost locked sets of a position, and the restricted commons between them |
| links | Rules: the sets of candidates with one true member; Graph: candidates with weak and strong links |
| groups | the graph with groups of cells and almost locked sets as nodes |
| seen | the nodes that see each other |
| walks | shortest chains in a graph |
| closures | all implications of all candidates at once, in the compiled kernel or in Python |
"""

from __future__ import annotations

from .almost_locked_sets import (
    AlmostLockedSets as AlmostLockedSets,
    SetPattern as SetPattern,
    Target as Target,
    possible_set_patterns as possible_set_patterns,
    unions_of_subsets as unions_of_subsets,
)
from .closures import propagate as propagate
from .groups import grouped_graph as grouped_graph, set_graph as set_graph
from .links import Graph as Graph, Rules as Rules
from .walks import (
    EndWalks as EndWalks,
    Spread as Spread,
    Walk as Walk,
    all_eliminating_ends as all_eliminating_ends,
    eliminating_ends as eliminating_ends,
    shortest_walks as shortest_walks,
)
