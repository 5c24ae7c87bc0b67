"""Link graphs with larger nodes: a digit in one of several cells of a crossing, or of an almost locked set.

::

    group        the places of a digit where a box and a line cross; off if the digit is in none of them. Two groups
                 with all places of the digit in a house are strongly linked. They may overlap, as the two lines of
                 an empty rectangle do.
    locked set   n cells of a house with n + 1 candidates. It lacks at most one digit, so any two of its digits are
                 strongly linked. The node of a digit is its places in the set.

Two nodes of a digit are weakly linked if all cells of one see all cells of the other.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from operator import or_

from ...geometry import Shape
from ..marks import Marks, crossings
from ..step import LockedSet, Reason
from .almost_locked_sets import enumerate_sets
from .links import Graph, Rules
from .seen import seen_nodes

__all__ = ["grouped_graph", "set_graph"]

_LARGEST_SET, _LARGEST_ON_LARGE_BOARDS = 5, 3
"""Larger sets are hard to see, and often a smaller set in the rest of the house has the same digits."""
_LARGE_BOARD = 10


def grouped_graph(marks: Marks) -> Graph:
    """Return the link graph with groups."""
    graph = marks.once(Graph).copy()
    open_places = set(marks.once(Rules).origins)
    for digit, places in enumerate(marks.places):
        for house, one, other in _halves(marks.shape, places):
            if (house, digit) in open_places:
                graph.link(graph.node(digit, one), graph.node(digit, other), Reason("house", house))
    _add_weak_links(graph)
    return graph


@lru_cache(maxsize=1024)  # most digits keep their places from one position to the next
def _halves(shape: Shape, places: int) -> list[tuple[int, int, int]]:
    """Return the houses where two groups, one of several cells, have all places of a digit; and these groups."""
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


def set_graph(marks: Marks) -> Graph:
    """Return the link graph with groups and almost locked sets."""
    graph = marks.once(grouped_graph).copy()
    places = marks.places
    largest = _LARGEST_SET if marks.shape.size < _LARGE_BOARD else _LARGEST_ON_LARGE_BOARDS
    known: dict[tuple[int, int], int] = {}  # the node as a bit, or 0 if nothing sees all its cells
    sets = [each for each in marks.once(enumerate_sets).items() if 2 <= each[0].bit_count() <= largest]
    # Small sets come first: a link that several sets have names the first.
    for cells, (digits, _) in sorted(sets, key=lambda each: each[0].bit_count()):
        members, rest = 0, digits
        while rest:
            lowest = rest & -rest
            rest ^= lowest
            digit = lowest.bit_length()
            here = cells & places[digit]
            own = known.get((digit, here))
            if own is None:
                seen = places[digit] & marks.common_peers(here)
                own = known[digit, here] = 1 << graph.node(digit, here) if seen else 0
            members |= own
        if members & members - 1:
            graph.add_set(LockedSet(cells, digits), members)
    _add_weak_links(graph)
    return graph


def _add_weak_links(graph: Graph) -> None:
    """Link each node with the nodes of its digit that it sees."""
    singles, weak = graph.singles, graph.weak
    seen = seen_nodes(graph.marks, graph.digits, graph.cells)
    weak[singles:] = seen[singles:]
    weak[:singles] = map(or_, weak[:singles], seen)
