"""The link graph of a position: statements that a digit is in a cell (or in one of some cells), and their links.

::

    weak link    not both: if one is on, the other is off      two candidates of a cell, a digit twice in a house
    strong link  not neither: if one is off, the other is on   the last two candidates of a cell, or places in a house

A chain goes from off to on along strong links, and from on to off along weak ones. Links have no direction, so a chain
read backwards, with on and off exchanged, is a chain again. All sets of nodes are bitsets.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, cached_property

from ...geometry import bits, digits_of, mask_of
from ..marks import Marks, Sharing, all_candidates
from ..step import Candidate, Chain, LockedSet, Node, Premises, Reason
from .closures import Rows, closure

__all__ = ["Graph", "Rules"]


class Rules:
    """The rules of a position as sets of candidates of which exactly one is true: of a cell, of a digit in a house."""

    def __init__(self, marks: Marks) -> None:
        size = marks.shape.size
        houses_of, known = marks.shape.houses_of, all_candidates(marks.shape)
        in_house = [0] * (len(marks.houses) * size)
        in_cell: dict[int, int] = {}
        self.candidates: list[Candidate] = []
        """The candidates, cell by cell; their indices are the members of all sets here."""
        own = 1
        for cell in bits(marks.blanks):
            first = own
            for digit in digits_of(marks.of_cell[cell]):
                self.candidates.append(known[digit][cell])
                for house in houses_of[cell]:
                    in_house[house * size + digit - 1] |= own
                own <<= 1
            in_cell[cell] = own - first
        for cell in bits(~marks.blanks & (1 << marks.shape.cells) - 1):
            for house in houses_of[cell]:  # candidates that a player forgot to remove are no places of the digit
                in_house[house * size + marks.digits[cell] - 1] = 0
        self.sets = [*in_cell.values(), *(mask for mask in in_house if mask)]
        """Sets of candidates, as bitsets; exactly one candidate of each set is true."""
        self.origins = [(-1, cell) for cell in in_cell]
        """The origin of each set: (house, digit), or (-1, cell)."""
        self.origins += [(index // size, index % size + 1) for index, mask in enumerate(in_house) if mask]
        self.excluded: list[int] = []
        """For each candidate the candidates that are false if it is true."""
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


@cache
def _reason(house: int) -> Reason:
    return Reason("cell") if house < 0 else Reason("house", house)


class Graph(Sharing):
    """Nodes, their weak and strong links, and what each statement implies.

    The first `singles` nodes are the candidates. Each other node is a digit in one of several cells.
    """

    def __init__(self, marks: Marks) -> None:
        rules = marks.once(Rules)
        self.marks = marks
        self.digits = [digit for _, digit in rules.candidates]
        self.cells = [1 << cell for cell, _ in rules.candidates]
        self.singles = len(self.cells)
        self.single_mask = (1 << self.singles) - 1
        self.weak = list(rules.excluded)
        self.strong = [0] * self.singles
        self.reasons: dict[tuple[int, int], Reason] = {}
        """The reason of each strong link, by the numbers of its nodes, the lower first."""
        self.sets: list[LockedSet] = []
        """The almost locked sets, in the order in which reasons number them."""
        self.set_members: list[int] = []
        """The nodes of each set. Any two of them are strongly linked."""
        self._set_reasons: dict[int, Reason] = {}
        """The reason of each link by a set that was asked for, by its two nodes."""
        self.in_cell = rules.in_cell
        """For each candidate all candidates of its cell."""
        for mask, (house, _) in zip(rules.sets, rules.origins, strict=True):
            if mask.bit_count() == 2:
                low, high = (mask & -mask).bit_length() - 1, mask.bit_length() - 1
                self.link(low, high, _reason(house))

    def link(self, one: int, other: int, reason: Reason) -> None:
        """Add a strong link. If it exists already, it keeps its reason."""
        self.strong[one] |= 1 << other
        self.strong[other] |= 1 << one
        self.reasons.setdefault((min(one, other), max(one, other)), reason)

    @cached_property
    def _number(self) -> dict[tuple[int, int], int]:
        """The number of each node."""
        return {key: node for node, key in enumerate(zip(self.digits, self.cells, strict=True))}

    def node(self, digit: int, cells: int) -> int:
        """Return the number of the node of a digit in some cells. A new node has no weak links yet."""
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
        """Return another graph with the same nodes and links, to which more can be added."""
        graph = Graph.__new__(Graph)
        for name, value in vars(self).items():
            if name not in ("reach", "disproved", "proved", "_computed"):
                setattr(graph, name, value.copy() if isinstance(value, list | dict) else value)
        return graph

    @cached_property
    def reach(self) -> Rows:
        """What each statement implies. The statements are all nodes on, then all nodes off."""
        size = len(self.weak)
        return closure(
            [row << size for row in self.weak] + self.strong, lambda: [row << size for row in self.strong] + self.weak
        )

    @cached_property
    def disproved(self) -> int:
        """The candidates that imply their own opposite, so they are false."""
        size = len(self.weak)
        has = self.reach.has
        return mask_of([node for node in range(self.singles) if has(node, size + node)])

    @cached_property
    def proved(self) -> int:
        """The candidates that their opposite implies, so they are true."""
        size = len(self.weak)
        has = self.reach.has
        return mask_of([node for node in range(self.singles) if has(size + node, node)])

    def on_if_off(self, node: int) -> int:
        """Return the nodes that are on if this one is off."""
        return self.reach[len(self.weak) + node] & (1 << len(self.weak)) - 1

    def single(self, cell: int, digit: int) -> int:
        """Return the number of the node of a candidate."""
        return self._number[digit, 1 << cell]

    def candidates(self, nodes: int) -> tuple[Candidate, ...]:
        """Return the candidates among some nodes."""
        return tuple(
            Candidate(self.cells[node].bit_length() - 1, self.digits[node]) for node in bits(nodes & self.single_mask)
        )

    # Chains as data

    def chain(self, kind: str, walk: Sequence[int], on: bool) -> Chain:
        """Return a walk as a chain of nodes that are alternately on and off; the first one is assumed."""
        nodes = [Node(self.digits[walk[0]], self.cells[walk[0]], on)]
        for number in range(1, len(walk)):
            on = not on
            reason = (self.why_on if on else self.why_off)(walk[number - 1], walk[number])
            nodes.append(Node(self.digits[walk[number]], self.cells[walk[number]], on, reason, (number - 1,)))
        return Chain(kind, tuple(nodes))

    def is_by_set(self, one: int, other: int) -> bool:
        """Return whether two strongly linked nodes are linked only by an almost locked set."""
        return ((one, other) if one < other else (other, one)) not in self.reasons

    def why_on(self, one: int, other: int) -> Reason:
        """Return why the other node is on if this one is off."""
        found = self.reasons.get((min(one, other), max(one, other)))
        if found is None:
            both = 1 << one | 1 << other
            found = self._set_reasons.get(both)
            if found is None:
                where = next(at for at, members in enumerate(self.set_members) if not both & ~members)
                found = self._set_reasons[both] = Reason("set", where)
        return found

    def why_off(self, one: int, other: int) -> Reason:
        """Return why the other node is off if this one is on."""
        if self.digits[one] != self.digits[other]:
            return Reason("cell")
        return Reason("house", next(self.marks.common_houses(self.cells[one] | self.cells[other])))

    def premises(self, pairs: Iterable[tuple[int, int]]) -> tuple[Premises, list[int]]:
        """Return the premises of the strong links between pairs of nodes, and the almost locked sets among them."""
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
