"""Coloring: places of a digit that are connected by conjugate pairs get two colors alternately; one color is true.

::

    A -- B          A, B: two colors of a cluster, linked by conjugate pairs. All A are true, or all B are.
         |          trap: x sees an A and a B, so x is false
    x -- A -- B     wrap: two cells of one color see each other, so this color is false

Two clusters imply more if a color of one sees a color of the other, since not both of these colors are true.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple, TypeVar

from ...geometry import bits
from ..bitsets import union_of
from ..marks import Marks
from ..step import Candidate, Premises, Step
from .templates import digits_to_search

__all__ = ["colored", "multi_colors_1", "multi_colors_2", "simple_color_traps", "simple_color_wraps"]

_Node = TypeVar("_Node")
_Link = TypeVar("_Link")


def colored(
    links: Mapping[_Node, Sequence[tuple[_Node, _Link]]],
) -> Iterator[tuple[dict[_Node, int], dict[_Node, tuple[_Node, _Link]]]]:
    """Yield the nodes of each connected part of a graph with their colors, 0 and 1 alternately.

    The second dictionary has the previous node of each node but the first, and the link between the two.

    >>> list(colored({"a": [("b", 7)], "b": [("a", 7)]}))
    [({'a': 0, 'b': 1}, {'b': ('a', 7)})]
    """
    done: set[_Node] = set()
    for start in links:
        if start not in done:
            colors, previous, waiting = {start: 0}, {}, [start]
            for node in waiting:
                for other, link in links[node]:
                    if other not in colors:
                        colors[other] = 1 - colors[node]
                        previous[other] = node, link
                        waiting.append(other)
            done.update(waiting)
            yield colors, previous


class _Cluster(NamedTuple):
    """The connected places of a digit by color, the cells that each color sees, and the houses of the pairs."""

    digit: int
    colors: tuple[int, int]
    sees: tuple[int, int]
    houses: tuple[int, ...]
    """One house for each cell but the first: enough to connect them all."""

    def swapped(self) -> _Cluster:
        """Return the cluster with its colors exchanged."""
        return self._replace(colors=self.colors[::-1], sees=self.sees[::-1])


def _clusters(marks: Marks) -> list[list[_Cluster]]:
    """Return the clusters of each digit that may eliminate something."""
    found: list[list[_Cluster]] = []
    for digit in digits_to_search(marks):
        links: dict[int, list[tuple[int, int]]] = {}
        for house, pair in marks.conjugates[digit]:
            low, high = bits(pair)
            links.setdefault(low, []).append((high, house))
            links.setdefault(high, []).append((low, house))
        found.append([])
        for color_of, previous in colored(links):
            boards = [0, 0]
            for cell, color in color_of.items():
                boards[color] |= 1 << cell
            one, two = boards
            sees = union_of(marks.peers, one), union_of(marks.peers, two)
            found[-1].append(_Cluster(digit, (one, two), sees, tuple(house for _, house in previous.values())))
    return found


def simple_color_traps(marks: Marks) -> Iterator[Step]:
    """Yield the candidates that see both colors of a cluster. Digits: the one. Cells: pattern. Houses: link."""
    for cluster in (cluster for row in marks.once(_clusters) for cluster in row):
        both = cluster.colors[0] | cluster.colors[1]
        if wrong := marks.candidates(cluster.digit, cluster.sees[0] & cluster.sees[1] & ~both):
            yield _step("simple-colors-trap", (cluster,), wrong)


def simple_color_wraps(marks: Marks) -> Iterator[Step]:
    """Yield the colors that see themselves. Digits, cells, houses: as for traps. Colors: false, true."""
    for cluster in (cluster for row in marks.once(_clusters) for cluster in row):
        for each in (cluster, cluster.swapped()):
            if each.colors[0] & each.sees[0]:
                yield _step("simple-colors-wrap", (each,), marks.candidates(each.digit, each.colors[0]))


def multi_colors_1(marks: Marks) -> Iterator[Step]:
    """Yield what sees the opposites of two colors that see each other, since one of the opposites is true.

    All eliminations of two clusters are one step. Digits, cells, houses: as for traps. Colors: for each cluster a color
    that sees one of the other cluster, then its opposite.
    """
    for one, two in _pairs(marks):
        wrong, shown = 0, (one, two)
        for first in (one, one.swapped()):
            for second in (two, two.swapped()):
                seen = first.sees[1] & second.sees[1] & marks.places[one.digit]
                if seen and first.sees[0] & second.colors[0]:
                    shown = shown if wrong else (first, second)
                    wrong |= seen
        if wrong:
            yield _step("multi-colors-1", shown, marks.candidates(one.digit, wrong))


def multi_colors_2(marks: Marks) -> Iterator[Step]:
    """Yield the colors that see both colors of another cluster, so they are false.

    Digits, cells, houses: as for traps. Colors: the false one, its opposite, then the two that it sees.
    """
    for one, two in _pairs(marks):
        for first, second in ((one, two), (one.swapped(), two), (two, one), (two.swapped(), one)):
            if first.sees[0] & second.colors[0] and first.sees[0] & second.colors[1]:
                yield _step("multi-colors-2", (first, second), marks.candidates(first.digit, first.colors[0]))


def _pairs(marks: Marks) -> Iterator[tuple[_Cluster, _Cluster]]:
    return (pair for row in marks.once(_clusters) for pair in combinations(row, 2))


def _step(technique: str, used: tuple[_Cluster, ...], eliminations: tuple[Candidate, ...]) -> Step:
    digit = used[0].digit
    houses = tuple(house for cluster in used for house in cluster.houses)
    boards = [board for cluster in used for board in cluster.colors]
    return Step(
        technique,
        eliminations=eliminations,
        premises=Premises(places=tuple((house, digit) for house in houses)),
        digits=(digit,),
        cells={"pattern": sum(boards)},
        houses={"link": houses},
        colors=tuple(tuple(Candidate(cell, digit) for cell in bits(board)) for board in boards),
    )
