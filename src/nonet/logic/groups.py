"""Link graphs with larger nodes: a digit in one of the cells where a box and a line cross, or of an almost locked set.

::

    group        a digit's places in a crossing; off if none of them holds it. Two groups that are all the places of the
                 digit in a house are strongly linked; they may overlap, as the arms of an empty rectangle do
    locked set   n cells of a house with n + 1 candidates: it lacks one digit at most, so any two of its digits are
                 strongly linked, each standing for its places in the set

A weak link leads to whatever sees every cell of the node.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ..geometry import bits, digits_of
from .links import Graph, kept, rules_of
from .marks import Marks, crossings
from .step import LockedSet, Reason

__all__ = ["almost_locked_sets", "grouped_graph_of", "set_graph_of"]

LARGEST_SET = 5
"""Sets of more cells are hard to see, and their digits are mostly those of a smaller set in the rest of the house."""


def grouped_graph_of(marks: Marks) -> Graph:
    """The link graph with groups."""
    return kept(marks, "grouped graph", _with_groups)


def set_graph_of(marks: Marks) -> Graph:
    """The link graph with groups and almost locked sets."""
    return kept(marks, "set graph", _with_sets)


def _with_groups(marks: Marks) -> Graph:
    graph = Graph(marks, rules_of(marks))
    _add_groups(graph)
    _add_weak_links(graph)
    return graph


def _with_sets(marks: Marks) -> Graph:
    graph = grouped_graph_of(marks).copy()
    _add_sets(graph)
    _add_weak_links(graph)
    return graph


def _add_groups(graph: Graph) -> None:
    """The digits in crossings, and how they share the places of a digit in a house."""
    marks = graph.marks
    houses = marks.houses
    for digit, places in enumerate(marks.places):
        parts: dict[int, dict[int, None]] = {}
        for box, line, both, _, _ in crossings(marks.shape):
            here = places & both
            if here:
                parts.setdefault(box, {})[here] = None
                parts.setdefault(line, {})[here] = None
        for house, pieces in parts.items():
            whole = places & houses[house]
            for one, other in combinations(pieces, 2):
                # Two groups or more; a single cell and another are a link between candidates.
                if one | other == whole and one != whole != other and whole.bit_count() > 2:
                    graph.link(graph.node(digit, one), graph.node(digit, other), Reason("house", house))


def _add_sets(graph: Graph) -> None:
    """The digits of almost locked sets, where something sees all their places in it."""
    marks = graph.marks
    places = marks.places
    useful: dict[tuple[int, int], int] = {}
    for cells, digits in almost_locked_sets(marks):
        members = 0
        for digit in digits_of(digits):
            key = digit, cells & places[digit]
            node = useful.get(key)
            if node is None:
                node = graph.node(*key) if marks.common_peers(key[1]) & places[digit] else -1
                useful[key] = node
            if node >= 0:
                members |= 1 << node
        if members & members - 1:
            graph.add_set(LockedSet(cells, digits), members)


def _add_weak_links(graph: Graph) -> None:
    """What sees all cells of a node: the nodes of its digit that lie among the peers of each of its cells."""
    marks = graph.marks
    for digit, places in enumerate(marks.places):
        holding = dict.fromkeys(bits(places), 0)
        everyone = 0
        nodes = [node for node, other in enumerate(graph.digits) if other == digit]
        for node in nodes:
            everyone |= 1 << node
            for cell in bits(graph.cells[node]):
                holding[cell] |= 1 << node
        seen_from = {}
        for cell in holding:
            seen = everyone
            for other in bits(places & ~marks.peers[cell]):
                seen &= ~holding[other]
            seen_from[1 << cell] = seen
        for node in nodes:
            cells = graph.cells[node]
            if node < graph.singles:
                graph.weak[node] |= seen_from[cells]
                continue
            seen = everyone
            while cells:
                lowest = cells & -cells
                cells ^= lowest
                seen &= seen_from[lowest]
            graph.weak[node] = seen


def almost_locked_sets(marks: Marks) -> list[LockedSet]:
    """The sets of two cells or more of a house that have one candidate more than cells; a set once."""
    found: dict[int, int] = {}
    for house in marks.houses:
        cells = [(1 << cell, marks.of_cell[cell]) for cell in bits(house & marks.blanks)]
        most = min(LARGEST_SET, len(cells) - 1)
        for chosen, digits in _unions(cells, most, 0, 0, 0, 0):
            found[chosen] = digits
    return [LockedSet(cells, digits) for cells, digits in found.items()]


def _unions(
    cells: list[tuple[int, int]], most: int, start: int, size: int, chosen: int, union: int
) -> Iterator[tuple[int, int]]:
    """Every choice of up to so many cells with one candidate more than cells."""
    for index in range(start, len(cells)):
        own, mask = cells[index]
        both = union | mask
        number = both.bit_count()
        if number > most + 1:
            continue
        if number == size + 2 and size:
            yield chosen | own, both
        if size + 1 < most:
            yield from _unions(cells, most, index + 1, size + 1, chosen | own, both)
