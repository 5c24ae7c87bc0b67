"""3D Medusa: coloring of several digits, through bivalue cells as well as conjugate pairs.

As in simple coloring, one color is true and the other false. A color is false if

* ``cell-twice``: it has two candidates of a cell,
* ``house-twice``: it has a digit twice in a house,
* ``cell-emptied``: it excludes all candidates of a cell.

A candidate without a color is false if both colors exclude it:

* ``cell-both``: its cell has candidates of both,
* ``sees-both``: it sees its digit in both,
* ``cell-and-house``: its cell has a candidate of one, and it sees its digit in the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import and_

from ...geometry import bits, digits_of
from ..bitsets import union
from ..marks import Marks, all_candidates
from ..step import Candidate, Premises, Step
from .coloring import colored

__all__ = ["medusas"]

_Link = tuple[int, int]
"""(house, digit) of a conjugate pair; (-1, cell) of a bivalue cell."""

_VARIANTS = ("cell-both", "sees-both", "cell-and-house")


class _Cluster:
    """Connected candidates in two colors."""

    def __init__(
        self, marks: Marks, colors: dict[Candidate, int], previous: dict[Candidate, tuple[Candidate, _Link]]
    ) -> None:
        self.colors = colors
        self.previous = previous
        """The previous candidate of each candidate but the first, and the link between them."""
        size = marks.shape.size + 1
        self.boards = [0] * size, [0] * size
        """For each color and digit the cells."""
        self.sees = [0] * size, [0] * size
        """For each color and digit the cells that see one of these."""
        for (cell, digit), color in colors.items():
            self.boards[color][digit] |= 1 << cell
            self.sees[color][digit] |= marks.peers[cell]
        self.cells = union(self.boards[0]), union(self.boards[1])
        """For each color the cells with a candidate of it."""

    def group(self, color: int) -> tuple[Candidate, ...]:
        """Return the candidates of a color."""
        return tuple(sorted(node for node, own in self.colors.items() if own == color))

    def between(self, one: Candidate, two: Candidate) -> list[_Link]:
        """Return the links on the way from one candidate to another."""
        left, right = self._back(one), self._back(two)
        while left and right and left[-1] == right[-1]:
            left.pop()
            right.pop()
        return left + right

    def _back(self, node: Candidate) -> list[_Link]:
        links = []
        while node in self.previous:
            node, link = self.previous[node]
            links.append(link)
        return links


def medusas(marks: Marks) -> Iterator[Step]:
    """Yield what the colors of a cluster eliminate; the variant is one of the six rules.

    Clusters of one digit are left to simple coloring. Digits: all with a color. Cells: pattern. Colors: the false one
    first, if one is.
    """
    for colors, previous in colored(_links(marks)):
        if len({digit for _, digit in colors}) == 1:
            continue
        cluster = _Cluster(marks, colors, previous)
        for color in (0, 1):
            variant, cell = _contradiction(marks, cluster, color)
            if variant:
                links = [link for _, link in previous.values()]
                yield _step(cluster, cluster.group(color), links, variant, color, cell)
        for variant, wrong in zip(_VARIANTS, _excluded_by_both(marks, cluster), strict=True):
            if wrong:
                links = [link for target in wrong for link in _evidence(marks, cluster, target, variant)]
                yield _step(cluster, wrong, links, variant)


def _links(marks: Marks) -> dict[Candidate, list[tuple[Candidate, _Link]]]:
    """Return for each candidate the linked ones, of which one is true if and only if it is false, and the links."""
    known = all_candidates(marks.shape)
    pairs: list[tuple[Candidate, Candidate, _Link]] = []
    for cell in bits(marks.bivalue):
        one, two = digits_of(marks.of_cell[cell])
        pairs.append((known[one][cell], known[two][cell], (-1, cell)))
    for digit, conjugates in enumerate(marks.conjugates):
        own = known[digit]
        for house, pair in conjugates:
            low = (pair & -pair).bit_length() - 1
            pairs.append((own[low], own[pair.bit_length() - 1], (house, digit)))
    links: dict[Candidate, list[tuple[Candidate, _Link]]] = {}
    for first, second, link in pairs:
        links.setdefault(first, []).append((second, link))
        links.setdefault(second, []).append((first, link))
    return links


def _contradiction(marks: Marks, cluster: _Cluster, color: int) -> tuple[str, int]:
    """Return why a color is false, and the bit of the cell that it would empty; an empty reason if it may be true."""
    once = twice = 0
    boards, sees = cluster.boards[color], cluster.sees[color]
    for board in boards:
        twice |= once & board
        once |= board
    if twice:
        return "cell-twice", 0
    if any(map(and_, boards, sees)):
        return "house-twice", 0
    emptied = marks.blanks & ~once
    for places, seen in zip(marks.places, sees, strict=True):
        emptied &= ~places | seen
    return ("cell-emptied", emptied & -emptied) if emptied else ("", 0)


def _excluded_by_both(marks: Marks, cluster: _Cluster) -> tuple[tuple[Candidate, ...], ...]:
    """Return the false candidates without a color by the last three rules, each under the first that applies."""
    found: tuple[list[Candidate], ...] = ([], [], [])
    cells = cluster.cells
    for digit, places in enumerate(marks.places):
        plain = places & ~cluster.boards[0][digit] & ~cluster.boards[1][digit]
        seen = cluster.sees[0][digit], cluster.sees[1][digit]
        in_cell, in_house = cells[0] & cells[1], seen[0] & seen[1]
        mixed = cells[0] & seen[1] | cells[1] & seen[0]
        if plain & (in_cell | in_house | mixed):
            boards = in_cell, in_house & ~in_cell, mixed & ~in_cell & ~in_house
            for rule, board in zip(found, boards, strict=True):
                rule.extend(marks.candidates(digit, plain & board))
    return tuple(tuple(sorted(rule)) for rule in found)


def _evidence(marks: Marks, cluster: _Cluster, target: Candidate, variant: str) -> list[_Link]:
    """Return the shortest way between two candidates of opposite colors that exclude the target."""
    cell, digit = target
    here = [Candidate(cell, other) for other in digits_of(marks.of_cell[cell])]
    inside = [[node for node in here if cluster.colors.get(node) == color] for color in (0, 1)]
    outside = [
        [Candidate(peer, digit) for peer in bits(cluster.boards[color][digit] & marks.peers[cell])] for color in (0, 1)
    ]
    sides = {
        "cell-both": [(inside[0], inside[1])],
        "sees-both": [(outside[0], outside[1])],
        "cell-and-house": [(inside[0], outside[1]), (inside[1], outside[0])],
    }[variant]
    ways = (cluster.between(one, two) for left, right in sides for one in left for two in right)
    return min(ways, key=len)


def _step(
    cluster: _Cluster,
    eliminations: tuple[Candidate, ...],
    links: Iterable[_Link],
    variant: str,
    first: int = 0,
    emptied: int = 0,
) -> Step:
    links = dict.fromkeys(links)
    pattern = {"pattern": cluster.cells[0] | cluster.cells[1]}
    return Step(
        "3d-medusa",
        eliminations=eliminations,
        premises=Premises(
            cells=emptied | union(1 << cell for house, cell in links if house < 0),
            places=tuple(link for link in links if link[0] >= 0),
        ),
        digits=tuple(sorted({node.digit for node in cluster.colors})),
        cells=pattern | {"extra": emptied} if emptied else pattern,
        houses={"link": tuple(dict.fromkeys(house for house, _ in links if house >= 0))},
        colors=(cluster.group(first), cluster.group(1 - first)),
        variant=variant,
    )
