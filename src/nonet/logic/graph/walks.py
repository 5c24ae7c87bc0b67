"""Walks in a link graph: from a node that is off to the nodes that are then on, the nearest first.

All starts advance together, by one strong and one weak link at a time. So the shortest walks of all starts come first,
and a caller who needs only one walk does not wait for the long ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count

from ...geometry import bits
from ..bitsets import union_of
from .links import Graph

__all__ = ["EndWalks", "Spread", "Walk", "all_eliminating_ends", "eliminating_ends", "shortest_walks"]

Walk = tuple[int, ...]
"""The numbers of nodes that are off, on, off, ..., on."""


def shortest_walks(
    wanted: Mapping[int, int], strong: Sequence[int], weak: Sequence[int], allowed: Mapping[int, int] | None = None
) -> Iterator[Walk]:
    """Yield a shortest walk from each start to each of its wanted ends, short walks first.

    `wanted` has the ends of each start as a bitset. `allowed` has the nodes that the walks of each start may use.
    """
    # The layers of a start: the nodes that are first off, then on, then off, ..., each layer without the earlier ones.
    layers = {start: [1 << start] for start in wanted}
    seen_on = dict.fromkeys(wanted, 0)
    seen_off = {start: 1 << start for start in wanted}
    active = [start for start, ends in wanted.items() if ends]
    while active:
        going = []
        for start in active:
            own = layers[start]
            on = union_of(strong, own[-1]) & ~seen_on[start]
            if allowed is not None:
                on &= allowed[start]
            seen_on[start] |= on
            own.append(on)
            for end in bits(on & wanted[start]):
                walk = _walk_back(own, end, strong, weak)
                if walk:
                    yield walk
            if not wanted[start] & ~seen_on[start]:
                continue
            off = union_of(weak, on) & ~seen_off[start]
            if allowed is not None:
                off &= allowed[start]
            seen_off[start] |= off
            own.append(off)
            if off:
                going.append(start)
        active = going


def _walk_back(layers: list[int], end: int, strong: Sequence[int], weak: Sequence[int]) -> Walk | None:
    """Return a walk with one node of each layer that ends in a node of the last one and uses no node twice, if any."""
    walk = [end]
    used = 0
    choices = [strong[end] & layers[-2]]
    while choices:
        if not choices[-1]:
            choices.pop()
            used &= ~(1 << walk.pop())
            continue
        lowest = choices[-1] & -choices[-1]
        choices[-1] ^= lowest
        walk.append(lowest.bit_length() - 1)
        if len(walk) == len(layers):
            return tuple(reversed(walk))
        used |= lowest
        rows = weak if len(walk) % 2 == 0 else strong
        choices.append(rows[walk[-1]] & layers[-len(walk) - 1] & ~used)
    return None


class EndWalks:
    """The walks of a graph that prove something, short ones first. They are found as needed, and kept.

    The ends of a walk see a candidate that is false, or are the same candidate, which is true.
    """

    def __init__(self, graph: Graph) -> None:
        wanted = graph.once(all_eliminating_ends).copy()
        for node in bits(graph.proved):
            wanted[node] = wanted.get(node, 0) | 1 << node
        self._found: list[Walk] = []
        self._rest = shortest_walks(wanted, graph.strong, graph.weak)

    def __iter__(self) -> Iterator[Walk]:
        for number in count():
            if number == len(self._found):
                walk = next(self._rest, None)
                if walk is None:
                    return
                self._found.append(walk)
            yield self._found[number]


def eliminating_ends(graph: Graph, nodes: int) -> dict[int, int]:
    """Return, for each start among the nodes, the later ends that see a disproved candidate that the start sees too."""
    weak, disproved = graph.weak, graph.disproved
    wanted = {}
    for start in bits(union_of(weak, disproved) & nodes):
        later = nodes & ~((2 << start) - 1)
        ends = union_of(weak, weak[start] & disproved) & later & graph.on_if_off(start)
        if ends:
            wanted[start] = ends
    return wanted


def all_eliminating_ends(graph: Graph) -> dict[int, int]:
    """Return the eliminating ends of all nodes."""
    return eliminating_ends(graph, (1 << len(graph.weak)) - 1)


class Spread:
    """Everything that one assumption implies, by distance; the walks may be limited to some nodes."""

    def __init__(self, graph: Graph, start: int, on: bool, allowed: int = -1) -> None:
        self.graph, self.on = graph, on
        self.layers = [1 << start]
        seen = {on: 1 << start, not on: 0}
        while self.layers[-1]:
            rows = graph.weak if on else graph.strong
            on = not on
            fresh = union_of(rows, self.layers[-1]) & allowed & ~seen[on]
            seen[on] |= fresh
            self.layers.append(fresh)
        self.reached = seen
        """The nodes that are then on (True) and off (False)."""

    def distance(self, node: int, on: bool) -> int:
        """Return the number of links to a statement that is reached."""
        first = 0 if on == self.on else 1
        return next(at for at in range(first, len(self.layers), 2) if self.layers[at] >> node & 1)

    def walk(self, node: int, on: bool) -> Walk:
        """Return a shortest walk to a statement that is reached."""
        walk = [node]
        for layer in reversed(self.layers[: self.distance(node, on)]):
            before = (self.graph.strong if on else self.graph.weak)[walk[-1]] & layer
            walk.append((before & -before).bit_length() - 1)
            on = not on
        return tuple(reversed(walk))
