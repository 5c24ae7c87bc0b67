"""What finders share: links between candidates, groups, almost locked sets, closures."""

from __future__ import annotations

from .almost_locked_sets import AlmostLockedSets, Wave, almost_locked_sets, chosen_cells, unions_of_subsets
from .closures import closure, propagate
from .groups import almost_locked_sets as sets_of_graph, grouped_graph_of, set_graph_of
from .links import Graph, Rules, graph_of, kept, rules_of
from .walks import Spread, Walk, ends_that_strike, union, walks

__all__ = [
    "AlmostLockedSets",
    "Graph",
    "Rules",
    "Spread",
    "Walk",
    "Wave",
    "almost_locked_sets",
    "chosen_cells",
    "closure",
    "ends_that_strike",
    "graph_of",
    "grouped_graph_of",
    "kept",
    "propagate",
    "rules_of",
    "set_graph_of",
    "sets_of_graph",
    "union",
    "unions_of_subsets",
    "walks",
]
