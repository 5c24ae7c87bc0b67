"""The link graph of a position: statements that a digit is in a cell (or in one of some cells), and what links them.

::

    weak link    not both: if one is on, the other is off        two candidates of a cell, a digit twice in a house
    strong link  not neither: if one is off, the other is on     the last two of a cell, of a digit in a house

A chain goes off -> on along strong links and on -> off along weak ones. Both kinds of link can be walked in either
direction, so a chain read backwards, with on and off exchanged, is a chain again. All sets of nodes are bitsets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import TypeVar

from ...geometry import bits
from ..marks import Marks
from ..step import Candidate, Chain, LockedSet, Node, Premises, Reason
from .closures import closure

__all__ = ["Graph", "Rules", "graph_of", "kept", "rules_of"]

_Value = TypeVar("_Value")


def kept(marks: Marks, name: str, make: Callable[[Marks], _Value]) -> _Value:
    """What several finders share about the same marks: made once, and kept with them.

    >>> from ...position import Position
    >>> marks = Marks.of(Position("1... .... .... ...."))
    >>> kept(marks, "blanks", lambda m: m.blanks.bit_count()), kept(marks, "blanks", lambda m: 0)
    (15, 15)
    """
    store = marks.__dict__.setdefault("_kept", {})
    if name not in store:
        store[name] = make(marks)
    found: _Value = store[name]
    return found


class Rules:
    """The rules of a position as sets of candidates of which exactly one is true: a cell's, a digit's in a house."""

    def __init__(self, marks: Marks) -> None:
        size = marks.shape.size
        houses_of = marks.shape.houses_of
        in_house = [0] * (len(marks.houses) * size)
        in_cell: dict[int, int] = {}
        self.candidates: list[tuple[int, int]] = []
        """(cell, digit) of each candidate, cell by cell."""
        own = 1
        for cell in bits(marks.blanks):
            first = own
            for bit in bits(marks.of_cell[cell]):
                self.candidates.append((cell, bit + 1))
                for house in houses_of[cell]:
                    in_house[house * size + bit] |= own
                own <<= 1
            in_cell[cell] = own - first
        for cell in bits(~marks.blanks & (1 << marks.shape.cells) - 1):
            for house in houses_of[cell]:  # a candidate that a player forgot to strike out is no place of the digit
                in_house[house * size + marks.digits[cell] - 1] = 0
        self.sets = [*in_cell.values(), *(mask for mask in in_house if mask)]
        """Sets of candidates, as bitsets; one candidate of each set is true."""
        self.origins = [(-1, cell) for cell in in_cell]
        """What each set is: (house, digit), or (-1, cell)."""
        self.origins += [(at // size, at % size + 1) for at, mask in enumerate(in_house) if mask]
        self.excluded: list[int] = []
        """For each candidate those that cannot be true beside it."""
        self.in_cell: list[int] = []
        """For each candidate all candidates of its cell."""
        own = 1
        for cell, digit in self.candidates:
            seen = in_cell[cell]
            for house in houses_of[cell]:
                seen |= in_house[house * size + digit - 1]
            self.excluded.append(seen & ~own)
            own <<= 1
            self.in_cell.append(in_cell[cell])
        self._number = {candidate: number for number, candidate in enumerate(self.candidates)}

    def number(self, cell: int, digit: int) -> int:
        """The number of a candidate."""
        return self._number[cell, digit]


class Graph:
    """Nodes, their weak and strong links, and what leads to what.

    The first `singles` nodes are the candidates; the others stand for a digit in one of several cells.
    """

    def __init__(self, marks: Marks, rules: Rules) -> None:
        self.marks = marks
        self.digits = [digit for _, digit in rules.candidates]
        self.cells = [1 << cell for cell, _ in rules.candidates]
        self.singles = len(self.cells)
        self.single_mask = (1 << self.singles) - 1
        self.weak = list(rules.excluded)
        self.strong = [0] * self.singles
        self.reasons: dict[tuple[int, int], Reason] = {}
        """Why two nodes are strongly linked, by their numbers, the lower first."""
        self.single = rules.number
        """The number of a candidate's node, by cell and digit."""
        self.sets: list[LockedSet] = []
        """The almost locked sets, by the number that a reason names."""
        self.set_members: list[int] = []
        """The nodes of each set, any two of which are strongly linked."""
        self.in_cell = rules.in_cell
        """For each candidate all candidates of its cell."""
        self._number = {(digit, 1 << cell): node for node, (cell, digit) in enumerate(rules.candidates)}
        for mask, (house, _) in zip(rules.sets, rules.origins, strict=True):
            if mask.bit_count() == 2:
                low, high = (mask & -mask).bit_length() - 1, mask.bit_length() - 1
                self.link(low, high, Reason("cell") if house < 0 else Reason("house", house))

    def link(self, one: int, other: int, reason: Reason) -> None:
        """Add a strong link; the first reason for it is kept."""
        self.strong[one] |= 1 << other
        self.strong[other] |= 1 << one
        self.reasons.setdefault((min(one, other), max(one, other)), reason)

    def node(self, digit: int, cells: int) -> int:
        """The number of the node of a digit in some cells; a new one, without weak links yet, if need be."""
        number = self._number.setdefault((digit, cells), len(self.cells))
        if number == len(self.cells):
            self.digits.append(digit)
            self.cells.append(cells)
            self.weak.append(0)
            self.strong.append(0)
        return number

    def add_set(self, found: LockedSet, members: int) -> None:
        """Add strong links between all nodes of an almost locked set."""
        self.sets.append(found)
        self.set_members.append(members)
        rest = members
        while rest:
            own = rest & -rest
            rest ^= own
            self.strong[own.bit_length() - 1] |= members ^ own

    def copy(self) -> Graph:
        """Another graph of the same nodes and links, to be added to."""
        graph = Graph.__new__(Graph)
        for name, value in vars(self).items():
            if name not in ("reach", "falling", "standing"):
                setattr(graph, name, value.copy() if isinstance(value, list | dict) else value)
        return graph

    @cached_property
    def reach(self) -> Sequence[int]:
        """For each statement what it leads to: statements are all nodes on, then all nodes off."""
        size = len(self.weak)
        return closure(
            [row << size for row in self.weak] + self.strong, [row << size for row in self.strong] + self.weak
        )

    @cached_property
    def falling(self) -> int:
        """The candidates that lead to their own opposite: they are false."""
        size = len(self.weak)
        return sum(1 << node for node in range(self.singles) if self.reach[node] >> size + node & 1)

    @cached_property
    def standing(self) -> int:
        """The candidates whose opposite leads to them: they are true."""
        size = len(self.weak)
        return sum(1 << node for node in range(self.singles) if self.reach[size + node] >> node & 1)

    def ons(self, node: int) -> int:
        """The nodes that are on if this one is off."""
        return self.reach[len(self.weak) + node] & (1 << len(self.weak)) - 1

    def candidates(self, mask: int) -> tuple[Candidate, ...]:
        """The candidates of a bitset of nodes."""
        return tuple(
            Candidate(self.cells[node].bit_length() - 1, self.digits[node]) for node in bits(mask & self.single_mask)
        )

    # Chains as data

    def chain(self, kind: str, walk: Sequence[int], on: bool) -> Chain:
        """A walk as a chain of nodes by turns on and off, the first one assumed."""
        nodes = [Node(self.digits[walk[0]], self.cells[walk[0]], on)]
        for number in range(1, len(walk)):
            on = not on
            reason = (self.why_on if on else self.why_off)(walk[number - 1], walk[number])
            nodes.append(Node(self.digits[walk[number]], self.cells[walk[number]], on, reason, (number - 1,)))
        return Chain(kind, tuple(nodes))

    def is_by_set(self, one: int, other: int) -> bool:
        """Whether nothing but an almost locked set links two nodes strongly."""
        return ((one, other) if one < other else (other, one)) not in self.reasons

    def why_on(self, one: int, other: int) -> Reason:
        """Why the other node is on if this one is off."""
        found = self.reasons.get((min(one, other), max(one, other)))
        if found is None:
            both = 1 << one | 1 << other
            found = Reason("set", next(at for at, members in enumerate(self.set_members) if not both & ~members))
        return found

    def why_off(self, one: int, other: int) -> Reason:
        """Why the other node is off if this one is on."""
        if self.digits[one] != self.digits[other]:
            return Reason("cell")
        return Reason("house", self.marks.house_of(self.cells[one] | self.cells[other]))

    def premises(self, pairs: Iterator[tuple[int, int]]) -> tuple[Premises, list[int]]:
        """What the strong links between pairs of nodes rest on, and the almost locked sets among it."""
        cells = 0
        places: set[tuple[int, int]] = set()
        sets: dict[int, None] = {}
        for one, other in pairs:
            kind, where = self.why_on(one, other)
            if kind == "cell":
                cells |= self.cells[one]
            elif kind == "house":
                places.add((where, self.digits[one]))
            else:
                cells |= self.sets[where].cells
                sets[where] = None
        return Premises(cells=cells, places=tuple(sorted(places))), list(sets)


def rules_of(marks: Marks) -> Rules:
    """The rules of these marks."""
    return kept(marks, "rules", Rules)


def graph_of(marks: Marks) -> Graph:
    """The link graph of the candidates alone."""
    return kept(marks, "graph", lambda marks: Graph(marks, rules_of(marks)))
