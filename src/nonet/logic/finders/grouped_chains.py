"""Chains and loops with groups of cells and almost locked sets as nodes: as in `chains`, but in a larger graph.

::

    r1c1, r1c3 = r3c2    in box 1, the digit is in one of the two cells of row 1 (a group), or in r3c2
    r1c1 r1c2  123 23    an almost locked set: if it has no 1, it has 3

Chains with groups come first, then those that need an almost locked set.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..graph import grouped_graph, set_graph
from ..marks import Marks
from ..step import Step
from .chains import alternating_chains, closed_loops, open_loops

__all__ = [
    "grouped_aics",
    "grouped_continuous_nice_loops",
    "grouped_discontinuous_nice_loops",
    "with_groups",
    "with_sets",
]

_FIND = {
    "grouped-continuous-nice-loop": closed_loops,
    "grouped-discontinuous-nice-loop": open_loops,
    "grouped-aic": alternating_chains,
}


def grouped_continuous_nice_loops(marks: Marks) -> Iterator[Step]:
    """Yield continuous loops, as in `chains`. Sets: the almost locked sets, in the order of the loop."""
    return _with_both("grouped-continuous-nice-loop", marks)


def grouped_discontinuous_nice_loops(marks: Marks) -> Iterator[Step]:
    """Yield discontinuous loops: variant ``place`` or ``eliminate``. Sets: as above."""
    return _with_both("grouped-discontinuous-nice-loop", marks)


def grouped_aics(marks: Marks) -> Iterator[Step]:
    """Yield chains with two or more eliminations: variant ``same`` or ``different``. Sets: as above."""
    return _with_both("grouped-aic", marks)


def _with_both(technique: str, marks: Marks) -> Iterator[Step]:
    yield from with_groups(technique, marks)
    yield from with_sets(technique, marks)


def with_groups(technique: str, marks: Marks) -> Iterator[Step]:
    """Yield the chains of one of these techniques that have a group, but no almost locked set."""
    graph = marks.once(grouped_graph)
    return _FIND[technique](technique, graph, lambda walk: max(walk) >= graph.singles)


def with_sets(technique: str, marks: Marks) -> Iterator[Step]:
    """Yield the chains of one of these techniques that need an almost locked set."""
    graph = marks.once(set_graph)
    return _FIND[technique](
        technique, graph, lambda walk: any(graph.is_by_set(*pair) for pair in zip(walk[::2], walk[1::2], strict=True))
    )
