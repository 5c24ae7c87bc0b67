"""3D Medusa: colours across digits, through the cells with two candidates as well as through conjugate pairs.

Again one colour is true throughout and the other false. A colour is false if

* ``cell-twice``: it has two candidates of one cell,
* ``house-twice``: it has a digit twice in a house,
* ``cell-emptied``: it rules out every candidate of some cell;

and a candidate without colour is false if it is ruled out by both colours, because

* ``cell-both``: its cell has candidates of both,
* ``sees-both``: it sees its digit in both,
* ``cell-and-house``: its cell has a candidate of one, and it sees its digit in the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ...geometry import bits, digits_of
from ..marks import Marks
from ..step import Candidate, Premises, Step

__all__ = ["medusa"]

_Link = tuple[int, int]
"""(house, digit) of a conjugate pair; (-1, cell) of a cell with two candidates."""

_VARIANTS = ("cell-both", "sees-both", "cell-and-house")


@dataclass(slots=True)
class _Colouring:
    """The candidates that hang together, in two colours."""

    size: int
    boards: tuple[list[int], list[int]] = field(init=False)
    """For each colour and digit the cells."""
    sees: tuple[list[int], list[int]] = field(init=False)
    """For each colour and digit the cells that see one of these."""
    colour: dict[Candidate, int] = field(default_factory=dict)
    way: dict[Candidate, tuple[Candidate, _Link]] = field(default_factory=dict)
    """From where, and by which link, each candidate but the first was reached."""

    def __post_init__(self) -> None:
        empty = [0] * (self.size + 1)
        self.boards, self.sees = (empty.copy(), empty.copy()), (empty.copy(), empty.copy())

    def add(self, node: Candidate, colour: int, peers: int) -> None:
        self.colour[node] = colour
        self.boards[colour][node.digit] |= 1 << node.cell
        self.sees[colour][node.digit] |= peers

    def cells(self, colour: int) -> int:
        """All cells that have a candidate of the colour."""
        board = 0
        for cells in self.boards[colour]:
            board |= cells
        return board

    def group(self, colour: int) -> tuple[Candidate, ...]:
        """The candidates of the colour."""
        return tuple(sorted(node for node, own in self.colour.items() if own == colour))

    def between(self, one: Candidate, two: Candidate) -> list[_Link]:
        """The links on the way from one candidate to another."""
        left, right = self._back(one), self._back(two)
        while left and right and left[-1] == right[-1]:
            left.pop()
            right.pop()
        return left + right

    def _back(self, node: Candidate) -> list[_Link]:
        links = []
        while node in self.way:
            node, link = self.way[node]
            links.append(link)
        return links


def medusa(marks: Marks) -> Iterator[Step]:
    """What the colours of a cluster rule out; its variant says by which of the six rules.

    Clusters of one digit are left to the simple colours. Digits: all that have a colour. Cells: pattern. Colours: the
    false one first, or the two in the order in which they were found.
    """
    for colouring in _colourings(marks):
        for colour in (0, 1):
            variant, cell = _contradiction(marks, colouring, colour)
            if variant:
                links = [link for _, link in colouring.way.values()]
                yield _step(colouring, colouring.group(colour), links, variant, colour, cell)
        for variant, struck in zip(_VARIANTS, _ruled_out(marks, colouring), strict=True):
            if struck:
                links = [link for target in struck for link in _evidence(marks, colouring, target, variant)]
                yield _step(colouring, struck, links, variant)


def _colourings(marks: Marks) -> Iterator[_Colouring]:
    links = _links(marks)
    done: set[Candidate] = set()
    for start in links:
        if start in done:
            continue
        colouring = _Colouring(marks.shape.size)
        colouring.add(start, 0, marks.peers[start.cell])
        waiting = [start]
        for node in waiting:
            opposite = 1 - colouring.colour[node]
            for other, link in links[node]:
                if other not in colouring.colour:
                    colouring.add(other, opposite, marks.peers[other.cell])
                    colouring.way[other] = node, link
                    waiting.append(other)
        done.update(waiting)
        if any(node.digit != start.digit for node in waiting):
            yield colouring


def _links(marks: Marks) -> dict[Candidate, list[tuple[Candidate, _Link]]]:
    """For each candidate those of which exactly one is true with it, and why."""
    links: dict[Candidate, list[tuple[Candidate, _Link]]] = {}
    for cell in bits(marks.bivalue):
        one, two = (Candidate(cell, digit) for digit in digits_of(marks.of_cell[cell]))
        links.setdefault(one, []).append((two, (-1, cell)))
        links.setdefault(two, []).append((one, (-1, cell)))
    for digit, pairs in enumerate(marks.conjugates):
        for house, pair in pairs:
            one, two = (Candidate(cell, digit) for cell in bits(pair))
            links.setdefault(one, []).append((two, (house, digit)))
            links.setdefault(two, []).append((one, (house, digit)))
    return links


def _contradiction(marks: Marks, colouring: _Colouring, colour: int) -> tuple[str, int]:
    """Why a colour is false, and the cell that it would empty as a board; nothing if it may be true."""
    once = twice = emptied = 0
    boards, sees = colouring.boards[colour], colouring.sees[colour]
    for board in boards:
        twice |= once & board
        once |= board
    if twice:
        return "cell-twice", 0
    if any(board & seen for board, seen in zip(boards, sees, strict=True)):
        return "house-twice", 0
    emptied = marks.blanks & ~once
    for places, seen in zip(marks.places, sees, strict=True):
        emptied &= ~places | seen
    return ("cell-emptied", emptied & -emptied) if emptied else ("", 0)


def _ruled_out(marks: Marks, colouring: _Colouring) -> tuple[tuple[Candidate, ...], ...]:
    """The candidates without colour that fall, by the three rules; each under the first that applies."""
    found: tuple[list[Candidate], ...] = ([], [], [])
    cells = colouring.cells(0), colouring.cells(1)
    for digit, places in enumerate(marks.places):
        plain = places & ~colouring.boards[0][digit] & ~colouring.boards[1][digit]
        seen = colouring.sees[0][digit], colouring.sees[1][digit]
        in_cell, in_house = cells[0] & cells[1], seen[0] & seen[1]
        mixed = cells[0] & seen[1] | cells[1] & seen[0]
        boards = in_cell, in_house & ~in_cell, mixed & ~in_cell & ~in_house
        for rule, board in zip(found, boards, strict=True):
            rule.extend(marks.struck(digit, plain & board))
    return tuple(tuple(sorted(rule)) for rule in found)


def _evidence(marks: Marks, colouring: _Colouring, target: Candidate, variant: str) -> list[_Link]:
    """The shortest way between two candidates of opposite colours that rule the target out."""
    cell, digit = target
    inside: tuple[list[Candidate], list[Candidate]] = ([], [])
    beside: tuple[list[Candidate], list[Candidate]] = ([], [])
    for other in digits_of(marks.of_cell[cell]):
        node = Candidate(cell, other)
        if node in colouring.colour:
            inside[colouring.colour[node]].append(node)
    for colour in (0, 1):
        seen = colouring.boards[colour][digit] & marks.peers[cell]
        beside[colour].extend(Candidate(peer, digit) for peer in bits(seen))
    sides = {
        "cell-both": [(inside[0], inside[1])],
        "sees-both": [(beside[0], beside[1])],
        "cell-and-house": [(inside[0], beside[1]), (inside[1], beside[0])],
    }[variant]
    ways = (colouring.between(one, two) for left, right in sides for one in left for two in right)
    return min(ways, key=len)


def _step(
    colouring: _Colouring,
    struck: tuple[Candidate, ...],
    links: Iterable[_Link],
    variant: str,
    first: int = 0,
    emptied: int = 0,
) -> Step:
    links = dict.fromkeys(links)
    cells = emptied
    for house, cell in links:
        if house < 0:
            cells |= 1 << cell
    groups = colouring.group(first), colouring.group(1 - first)
    roles = {"pattern": colouring.cells(0) | colouring.cells(1)}
    if emptied:
        roles["extra"] = emptied
    return Step(
        "3d-medusa",
        eliminations=struck,
        premises=Premises(cells=cells, places=tuple(link for link in links if link[0] >= 0)),
        digits=tuple(sorted({node.digit for node in colouring.colour})),
        cells=roles,
        houses={"link": tuple(dict.fromkeys(house for house, _ in links if house >= 0))},
        colors=groups,
        variant=variant,
    )
