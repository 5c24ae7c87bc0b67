"""Colours: candidates that hang together by conjugate pairs take two colours by turns; all of one colour are true.

A cluster is what conjugate pairs of one digit connect. Its two colours are opposite: one is true throughout, the other
false. So whatever sees both colours is false (a trap), and a colour two of whose cells see each other is false
(a wrap). Two clusters say more if a colour of one sees a colour of the other, since not both of these are true.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from ...geometry import bits
from ..marks import Marks
from ..step import Candidate, Premises, Step

__all__ = ["Cluster", "clusters", "multi_colors_1", "multi_colors_2", "simple_color_traps", "simple_color_wraps"]


class Cluster(NamedTuple):
    """The places of a digit that conjugate pairs connect, by colour; what each colour sees; the houses of the pairs."""

    digit: int
    colours: tuple[int, int]
    sees: tuple[int, int]
    houses: tuple[int, ...]
    """One house for each cell but the first: enough to connect them all."""

    @property
    def groups(self) -> tuple[tuple[Candidate, ...], ...]:
        """The candidates of each colour."""
        return tuple(tuple(Candidate(cell, self.digit) for cell in bits(board)) for board in self.colours)


@lru_cache(maxsize=2)
def clusters(marks: Marks) -> tuple[tuple[Cluster, ...], ...]:
    """For each digit (from 1) its clusters; several finders ask for those of the same marks."""
    return tuple(tuple(_clusters(marks, digit)) for digit in range(len(marks.places)))


def _clusters(marks: Marks, digit: int) -> Iterator[Cluster]:
    links: dict[int, list[tuple[int, int]]] = {}
    for house, pair in marks.conjugates[digit]:
        low, high = bits(pair)
        links.setdefault(low, []).append((high, house))
        links.setdefault(high, []).append((low, house))
    done: set[int] = set()
    for start in links:
        if start in done:
            continue
        colours, sees, houses = [1 << start, 0], [marks.peers[start], 0], []
        done.add(start)
        waiting = [(start, 0)]
        for cell, colour in waiting:
            for other, house in links[cell]:
                if other not in done:
                    done.add(other)
                    waiting.append((other, 1 - colour))
                    colours[1 - colour] |= 1 << other
                    sees[1 - colour] |= marks.peers[other]
                    houses.append(house)
        yield Cluster(digit, (colours[0], colours[1]), (sees[0], sees[1]), tuple(houses))


def simple_color_traps(marks: Marks) -> Iterator[Step]:
    """Candidates that see both colours of a cluster.

    Digits: the one. Cells: pattern. Houses: link. Colours: the two.
    """
    for cluster in (cluster for row in clusters(marks) for cluster in row):
        both = cluster.colours[0] | cluster.colours[1]
        if struck := marks.struck(cluster.digit, cluster.sees[0] & cluster.sees[1] & ~both):
            yield _step("simple-colors-trap", (cluster,), struck)


def simple_color_wraps(marks: Marks) -> Iterator[Step]:
    """A colour that sees itself.

    Digits: the one. Cells: pattern. Houses: link. Colours: the false one, then the true.
    """
    for cluster in (cluster for row in clusters(marks) for cluster in row):
        for turned in (cluster, _turned(cluster)):
            false = turned.colours[0]
            if false & turned.sees[0]:
                yield _step("simple-colors-wrap", (turned,), marks.struck(cluster.digit, false))


def multi_colors_1(marks: Marks) -> Iterator[Step]:
    """A colour of one cluster sees one of another, so one of their opposites is true: what sees both of these falls.

    All that two clusters rule out this way is one step. Digits: the one. Cells: pattern. Houses: link. Colours: for
    each cluster a colour that sees one of the other's, then its opposite.
    """
    for one, two in _pairs(marks):
        fall, shown = 0, (one, two)
        for first in (one, _turned(one)):
            for second in (two, _turned(two)):
                seen = first.sees[1] & second.sees[1] & marks.places[one.digit]
                if seen and first.sees[0] & second.colours[0]:
                    shown = shown if fall else (first, second)
                    fall |= seen
        if fall:
            yield _step("multi-colors-1", shown, marks.struck(one.digit, fall))


def multi_colors_2(marks: Marks) -> Iterator[Step]:
    """A colour that sees both colours of another cluster is false.

    Digits: the one. Cells: pattern. Houses: link. Colours: the false one, its opposite, then the two that it sees.
    """
    for one, two in _pairs(marks):
        for first, second in ((one, two), (_turned(one), two), (two, one), (_turned(two), one)):
            if first.sees[0] & second.colours[0] and first.sees[0] & second.colours[1]:
                yield _step("multi-colors-2", (first, second), marks.struck(first.digit, first.colours[0]))


def _pairs(marks: Marks) -> Iterator[tuple[Cluster, Cluster]]:
    return (pair for row in clusters(marks) for pair in combinations(row, 2))


def _turned(cluster: Cluster) -> Cluster:
    """The cluster with its colours the other way round."""
    return cluster._replace(colours=cluster.colours[::-1], sees=cluster.sees[::-1])


def _step(technique: str, used: tuple[Cluster, ...], struck: tuple[Candidate, ...]) -> Step:
    digit = used[0].digit
    houses = tuple(house for cluster in used for house in cluster.houses)
    return Step(
        technique,
        eliminations=struck,
        premises=Premises(places=tuple((house, digit) for house in houses)),
        digits=(digit,),
        cells={"pattern": sum(cluster.colours[0] | cluster.colours[1] for cluster in used)},
        houses={"link": houses},
        colors=tuple(group for cluster in used for group in cluster.groups),
    )
