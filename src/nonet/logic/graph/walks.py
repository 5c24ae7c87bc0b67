"""Walks in a link graph: from a node that is off to the nodes that are then on, the nearest first.

All starts advance together, one strong and one weak link at a time, so the shortest walks of all come out first and
nobody pays for the long ones who asks for one only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ...geometry import bits
from .links import Graph

__all__ = ["Spread", "Walk", "ends_that_strike", "union", "walks"]

Walk = tuple[int, ...]
"""Nodes by number: off, on, off, ..., on."""


def walks(
    wanted: Mapping[int, int],
    strong: Sequence[int],
    weak: Sequence[int],
    allowed: Mapping[int, int] | None = None,
    most: int = 1,
) -> Iterator[Walk]:
    """The shortest walk from each start to each end that is wanted of it, the short ones first.

    `wanted` has for each start the ends, as a bitset; `allowed`, where given, the nodes that its walks may use. `most`
    is how many walks of the same length between the same two ends are told.
    """
    # A start's layers: what is off at first, then on, then off, ..., each without what was so before.
    layers = {start: [1 << start] for start in wanted}
    seen_on = dict.fromkeys(wanted, 0)
    seen_off = {start: 1 << start for start in wanted}
    active = [start for start, ends in wanted.items() if ends]
    while active:
        going = []
        for start in active:
            own = layers[start]
            on = union(strong, own[-1]) & ~seen_on[start]
            if allowed is not None:
                on &= allowed[start]
            seen_on[start] |= on
            own.append(on)
            for end in bits(on & wanted[start]):
                yield from _walks_back(own, end, strong, weak, most)
            if not wanted[start] & ~seen_on[start]:
                continue
            off = union(weak, on) & ~seen_off[start]
            if allowed is not None:
                off &= allowed[start]
            seen_off[start] |= off
            own.append(off)
            if off:
                going.append(start)
        active = going


def union(rows: Sequence[int], mask: int) -> int:
    """All that the rows of some nodes hold."""
    whole = 0
    while mask:
        lowest = mask & -mask
        mask ^= lowest
        whole |= rows[lowest.bit_length() - 1]
    return whole


def _walks_back(layers: list[int], end: int, strong: Sequence[int], weak: Sequence[int], most: int) -> Iterator[Walk]:
    """Walks through the layers, one node of each, that end in a node of the last layer; none meets a node twice."""
    walk = [end]
    used = 0
    choices = [strong[end] & layers[-2]]
    while choices and most:
        if not choices[-1]:
            choices.pop()
            used &= ~(1 << walk.pop())
            continue
        lowest = choices[-1] & -choices[-1]
        choices[-1] ^= lowest
        walk.append(lowest.bit_length() - 1)
        if len(walk) == len(layers):
            yield tuple(reversed(walk))
            most -= 1
            walk.pop()
            continue
        used |= lowest
        rows = weak if len(walk) % 2 == 0 else strong
        choices.append(rows[walk[-1]] & layers[-len(walk) - 1] & ~used)


def ends_that_strike(graph: Graph, falling: int, nodes: int) -> dict[int, int]:
    """For each start (one of the nodes) the later ends that share a weakly linked candidate which is known to fall."""
    weak = graph.weak
    wanted = {}
    for start in bits(union(weak, falling) & nodes):
        later = nodes & ~((2 << start) - 1)
        ends = union(weak, weak[start] & falling) & later & graph.ons(start)
        if ends:
            wanted[start] = ends
    return wanted


class Spread:
    """All that one assumption leads to, by distance; the walks may be kept to some nodes."""

    def __init__(self, graph: Graph, start: int, on: bool, allowed: int = -1) -> None:
        self.graph, self.on = graph, on
        self.layers = [1 << start]
        seen = {on: 1 << start, not on: 0}
        while self.layers[-1]:
            rows = graph.weak if on else graph.strong
            on = not on
            fresh = union(rows, self.layers[-1]) & allowed & ~seen[on]
            seen[on] |= fresh
            self.layers.append(fresh)
        self.reached = seen
        """The nodes that are then on (True) and off (False)."""

    def distance(self, node: int, on: bool) -> int:
        """How many links away a statement is that is reached."""
        first = 0 if on == self.on else 1
        return next(at for at in range(first, len(self.layers), 2) if self.layers[at] >> node & 1)

    def walk(self, node: int, on: bool) -> Walk:
        """A shortest walk to a statement that is reached."""
        walk = [node]
        for layer in reversed(self.layers[: self.distance(node, on)]):
            before = (self.graph.strong if on else self.graph.weak)[walk[-1]] & layer
            walk.append((before & -before).bit_length() - 1)
            on = not on
        return tuple(reversed(walk))
