"""Link graphs with larger nodes: a digit in one of the cells where a box and a line cross, or of an almost locked set.

::

    group        a digit's places in a crossing; off if none of them holds it. Two groups that are all the places of the
                 digit in a house are strongly linked; they may overlap, as the arms of an empty rectangle do
    locked set   n cells of a house with n + 1 candidates: it lacks one digit at most, so any two of its digits are
                 strongly linked, each standing for its places in the set

A weak link leads to whatever sees every cell of the node.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from ...geometry import Shape, bits
from ..marks import Marks, crossings
from ..step import LockedSet, Reason
from .links import Graph, kept, rules_of

__all__ = ["almost_locked_sets", "grouped_graph_of", "set_graph_of"]

LARGEST_SET, LARGEST_ON_LARGE_BOARDS = 5, 3
"""Sets of more cells are hard to see, and their digits are mostly those of a smaller set in the rest of the house."""
LARGE_BOARD = 10


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
    open_places = set(rules_of(marks).origins)
    for digit, places in enumerate(marks.places):
        for house, one, other in _halves(marks.shape, places):
            if (house, digit) in open_places:
                graph.link(graph.node(digit, one), graph.node(digit, other), Reason("house", house))


@lru_cache(maxsize=1024)  # from one position to the next most digits keep their places
def _halves(shape: Shape, places: int) -> list[tuple[int, int, int]]:
    """Houses in which two crossings hold all places of a digit, more than one in one of them at least."""
    parts: dict[int, dict[int, None]] = {}
    for box, line, both, _, _ in crossings(shape):
        here = places & both
        if here:
            parts.setdefault(box, {})[here] = None
            parts.setdefault(line, {})[here] = None
    found = []
    for house, pieces in parts.items():
        whole = places & shape.house_masks[house]
        if whole.bit_count() > 2:
            for one, other in combinations(pieces, 2):
                if one | other == whole and one != whole != other:
                    found.append((house, one, other))
    return found


def _add_sets(graph: Graph) -> None:
    """The digits of almost locked sets, where something sees all their places in it."""
    marks = graph.marks
    places, peers = marks.places, marks.peers
    useful: dict[tuple[int, int], int] = {}  # the node as a bit; nothing if no one sees it
    for found in almost_locked_sets(marks):
        cells, rest = found
        members = 0
        while rest:
            lowest = rest & -rest
            rest ^= lowest
            digit = lowest.bit_length()
            here = cells & places[digit]
            own = useful.get((digit, here))
            if own is None:
                seen, left = places[digit], here
                while left:
                    lowest = left & -left
                    left ^= lowest
                    seen &= peers[lowest.bit_length() - 1]
                own = useful[digit, here] = 1 << graph.node(digit, here) if seen else 0
            members |= own
        if members & members - 1:
            graph.add_set(found, members)


def _add_weak_links(graph: Graph) -> None:
    """What sees all cells of a node: the nodes of its digit that lie among the peers of each of its cells."""
    marks = graph.marks
    peers, singles = marks.peers, graph.singles
    of_digit: list[list[int]] = [[] for _ in marks.places]
    for node, digit in enumerate(graph.digits):
        of_digit[digit].append(node)
    for digit, places in enumerate(marks.places):
        nodes = of_digit[digit]
        if not nodes or nodes[-1] < singles:
            continue
        holding = dict.fromkeys(bits(places), 0)
        everyone = 0
        for node in nodes:
            own = 1 << node
            everyone |= own
            cells = graph.cells[node]
            while cells:
                lowest = cells & -cells
                cells ^= lowest
                holding[lowest.bit_length() - 1] |= own
        seen_from = {}
        for cell in holding:
            unseen, hidden = places & ~peers[cell], 0
            while unseen:
                lowest = unseen & -unseen
                unseen ^= lowest
                hidden |= holding[lowest.bit_length() - 1]
            seen_from[1 << cell] = everyone & ~hidden
        for node in nodes:
            cells = graph.cells[node]
            if node < singles:
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
    largest = LARGEST_SET if marks.shape.size < LARGE_BOARD else LARGEST_ON_LARGE_BOARDS
    of_cell = marks.of_cell
    found: dict[int, int] = {}
    for house in marks.houses:
        found |= _sets_of(tuple([(1 << cell, of_cell[cell]) for cell in bits(house & marks.blanks)]), largest)
    return [LockedSet(cells, digits) for cells, digits in found.items()]


@lru_cache(maxsize=4096)  # from one position to the next most houses stay as they are
def _sets_of(cells: tuple[tuple[int, int], ...], largest: int) -> dict[int, int]:
    """The almost locked sets among the blanks (cell, candidates) of a house: cells and digits of each."""
    found: dict[int, int] = {}
    if len(cells) > 2:
        _collect(found, cells, min(largest, len(cells) - 1), 0, 0, 0, 0)
    return found


def _collect(
    found: dict[int, int], cells: tuple[tuple[int, int], ...], most: int, start: int, size: int, chosen: int, union: int
) -> None:
    """Every choice of up to so many cells with one candidate more than cells, among those that extend a choice."""
    for index in range(start, len(cells)):
        own, mask = cells[index]
        both = union | mask
        number = both.bit_count()
        if number > most + 1:
            continue
        if number == size + 2 and size:
            found[chosen | own] = both
        if size + 1 < most:
            _collect(found, cells, most, index + 1, size + 1, chosen | own, both)
