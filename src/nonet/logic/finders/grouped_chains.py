"""Chains and loops with groups of cells and almost locked sets as nodes: the same as in `chains`, on a larger graph.

Chains with groups come first, then those that need an almost locked set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..graph import Graph, Walk, grouped_graph_of, set_graph_of
from ..marks import Marks
from ..step import Step
from .chains import Taste, alternating_chains, closed_loops, open_loops

__all__ = ["grouped_aics", "grouped_continuous_loops", "grouped_discontinuous_loops"]


def grouped_continuous_loops(marks: Marks) -> Iterator[Step]:
    """Continuous loops; roles as for those of candidates, `sets` the almost locked sets in the order of the loop."""
    return _both("grouped-continuous-nice-loop", marks, closed_loops)


def grouped_discontinuous_loops(marks: Marks) -> Iterator[Step]:
    """Discontinuous loops: variant ``place`` or ``strike``; `sets` as above."""
    return _both("grouped-discontinuous-nice-loop", marks, open_loops)


def grouped_aics(marks: Marks) -> Iterator[Step]:
    """Chains that strike two candidates or more: variant ``same`` or ``different``; `sets` as above."""
    return _both("grouped-aic", marks, alternating_chains)


def _both(technique: str, marks: Marks, find: Callable[[str, Graph, Taste], Iterator[Step]]) -> Iterator[Step]:
    graph = grouped_graph_of(marks)
    yield from find(technique, graph, lambda walk: any(node >= graph.singles for node in walk))
    larger = set_graph_of(marks)
    yield from find(technique, larger, lambda walk: _uses_sets(larger, walk))


def _uses_sets(graph: Graph, walk: Walk) -> bool:
    return any(graph.is_by_set(*pair) for pair in zip(walk[::2], walk[1::2], strict=True))
