"""Link graphs with larger nodes: a digit in one of the cells where a box and a line cross, or of an almost locked set.

::

    group        a digit's places in a crossing; off if none of them holds it. Two groups that are all the places of the
                 digit in a house are strongly linked; they may overlap, as the arms of an empty rectangle do
    locked set   n cells of a house with n + 1 candidates: it lacks one digit at most, so any two of its digits are
                 strongly linked, each standing for its places in the set

A weak link leads to whatever sees every cell of the node.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..geometry import bits, digits_of
from .links import Graph, kept, rules_of
from .marks import Marks, crossings
from .step import LockedSet, Reason

__all__ = ["almost_locked_sets", "grouped_graph_of", "set_graph_of"]

LARGEST_SET = 5
"""Sets of more cells are hard to see, and their digits are mostly those of a smaller set in the rest of the house."""


def grouped_graph_of(marks: Marks) -> Graph:
    """The link graph with groups."""
    return kept(marks, "grouped graph", _with_groups)


def set_graph_of(marks: Marks) -> Graph:
    """The link graph with groups and almost locked sets."""
    return kept(marks, "set graph", _with_sets)


class _Growing(Graph):
    """A graph to which nodes are added."""

    def __init__(self, marks: Marks) -> None:
        super().__init__(marks, rules_of(marks))
        self.number: dict[tuple[int, int], int] = {
            (digit, cells): node for node, (digit, cells) in enumerate(zip(self.digits, self.cells, strict=True))
        }

    def node(self, digit: int, cells: int) -> int:
        """The node of a digit in some cells; a new one if need be."""
        known = self.number.setdefault((digit, cells), len(self.cells))
        if known == len(self.cells):
            self.digits.append(digit)
            self.cells.append(cells)
            self.strong.append(0)
        return known

    def add_groups(self) -> None:
        """The digits in crossings, and how they share the places of a digit in a house."""
        marks = self.marks
        parts: dict[tuple[int, int], set[int]] = {}
        for crossing in crossings(marks.shape):
            for digit in range(1, marks.shape.size + 1):
                here = marks.places[digit] & crossing.both
                if here:
                    parts.setdefault((crossing.box, digit), set()).add(here)
                    parts.setdefault((crossing.line, digit), set()).add(here)
        for (house, digit), pieces in sorted(parts.items()):
            places = marks.places[digit] & marks.houses[house]
            ordered = sorted(pieces)
            for at, one in enumerate(ordered):
                for other in ordered[at + 1 :]:
                    if one | other == places and one != places != other and (one & one - 1 or other & other - 1):
                        self.link(self.node(digit, one), self.node(digit, other), Reason("house", house))

    def add_sets(self) -> None:
        """The digits of almost locked sets, where something sees all their places in it."""
        marks = self.marks
        for found in almost_locked_sets(marks):
            own = []
            for digit in digits_of(found.digits):
                cells = found.cells & marks.places[digit]
                if marks.common_peers(cells) & marks.places[digit] & ~found.cells:
                    own.append(self.node(digit, cells))
            if len(own) > 1:
                reason = Reason("set", len(self.sets))
                self.sets.append(found)
                for at, one in enumerate(own):
                    for other in own[at + 1 :]:
                        self.link(one, other, reason)

    def add_weak_links(self) -> None:
        """What sees all cells of a node, for the nodes that were added."""
        marks = self.marks
        holding: dict[tuple[int, int], int] = {}
        everyone = [0] * (marks.shape.size + 1)
        for node, (digit, cells) in enumerate(zip(self.digits, self.cells, strict=True)):
            everyone[digit] |= 1 << node
            for cell in bits(cells):
                holding[digit, cell] = holding.get((digit, cell), 0) | 1 << node
        for node in range(self.singles, len(self.cells)):
            digit = self.digits[node]
            seen = everyone[digit]
            for cell in bits(marks.places[digit] & ~marks.common_peers(self.cells[node])):
                seen &= ~holding[digit, cell]
            self.weak.append(seen)
            for single in bits(seen & self.single_mask):
                self.weak[single] |= 1 << node


def _with_groups(marks: Marks) -> Graph:
    graph = _Growing(marks)
    graph.add_groups()
    graph.add_weak_links()
    return graph


def _with_sets(marks: Marks) -> Graph:
    graph = _Growing(marks)
    graph.add_groups()
    graph.add_sets()
    graph.add_weak_links()
    return graph


def almost_locked_sets(marks: Marks) -> list[LockedSet]:
    """The sets of two cells or more of a house that have one candidate more than cells; a set once."""
    found: dict[int, int] = {}
    for house in marks.houses:
        cells = [(1 << cell, marks.of_cell[cell]) for cell in bits(house & marks.blanks)]
        most = min(LARGEST_SET, len(cells) - 1)
        for chosen, digits in _unions(cells, most, 0, 0, 0, 0):
            found[chosen] = digits
    return [LockedSet(cells, digits) for cells, digits in found.items()]


def _unions(
    cells: list[tuple[int, int]], most: int, start: int, size: int, chosen: int, union: int
) -> Iterator[tuple[int, int]]:
    """Every choice of up to so many cells with one candidate more than cells."""
    for index in range(start, len(cells)):
        own, mask = cells[index]
        both = union | mask
        number = both.bit_count()
        if number > most + 1:
            continue
        if number == size + 2 and size:
            yield chosen | own, both
        if size + 1 < most:
            yield from _unions(cells, most, index + 1, size + 1, chosen | own, both)
