"""Step: one deduction as data: what follows, and the evidence that it follows from.

Nothing is worded or drawn here. A finder fills in a step; the wording, the picture, the notation and the proof are
all made from it. Cells are indices and sets of cells are bitboards, as everywhere inside nonet; a house is an index
into `Shape.houses`; a set of digits is a mask in which digit d is bit d - 1.

The evidence has two sides:

* `Premises`: which rules of the position the deduction rests on, and nothing more: cells that take one of their
  candidates, digits that have their place in a house, patterns that a puzzle with one solution cannot contain.
  `verify` accepts the step only if these alone imply the conclusion.
* what people point at: digits, cells, houses, sets, colours and chains, each under the name of its role.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from ..geometry import Shape

__all__ = ["Candidate", "Chain", "LockedSet", "Node", "Premises", "Reason", "Step"]


class Candidate(NamedTuple):
    """A digit that a cell may take.

    >>> Candidate(1, 5).name(Shape(3, 3))
    '5 in r1c2'
    """

    cell: int
    digit: int

    def name(self, shape: Shape) -> str:
        """The candidate as people say it."""
        return f"{shape.symbol(self.digit)} in {shape.cell_name(self.cell)}"


class Premises(NamedTuple):
    """What a deduction rests on, besides the rule that a digit stands at most once in a house.

    >>> Premises(cells=0b11, places=((0, 5),)).is_empty
    False
    """

    cells: int = 0
    """Each of these cells takes one of its candidates."""
    places: tuple[tuple[int, int], ...] = ()
    """(house, digit): the digit stands in one of the places that it has left in that house."""
    deadly: tuple[Candidate, ...] = ()
    """At least one of the cells here takes a digit that is not listed for it, or the puzzle had two solutions."""
    answer: bool = False
    """The puzzle has this one solution: no deduction, the answer itself."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing is premised."""
        return self == NOTHING


NOTHING = Premises()
"""No premises at all."""


class Reason(NamedTuple):
    """Why a node of a chain holds.

    The kinds: ``assumed`` (the start), ``cell`` (the cell's other candidates, or the digit that stands in it),
    ``house`` (where: the house), ``set`` (where: which of the step's `sets`).
    """

    kind: str
    where: int = -1


class Node(NamedTuple):
    """One statement in a chain: a digit is (or is not) in a cell, or in one of a group of cells.

    ``on`` follows from nodes that are off (a strong link), ``off`` from one that is on (a weak link).
    """

    digit: int
    cells: int
    on: bool
    reason: Reason = Reason("assumed")
    parents: tuple[int, ...] = ()
    """The nodes of the same chain, by number, from which this one follows."""


class Chain(NamedTuple):
    """A run of implications: each node follows from earlier ones.

    The kinds: ``chain``, ``loop`` (its end leads back to its start), ``branch`` (one case of several) and ``net``.
    """

    kind: str
    nodes: tuple[Node, ...]

    @property
    def links(self) -> Iterator[tuple[Node, Node]]:
        """Each implication as (from, to)."""
        return ((self.nodes[parent], node) for node in self.nodes for parent in node.parents)


class LockedSet(NamedTuple):
    """Cells of one house and the digits they have between them."""

    cells: int
    digits: int


@dataclass(frozen=True, slots=True, eq=True)
class Step:
    """One deduction: technique, placements, eliminations, and the evidence.

    >>> step = Step("naked-single", placements=(Candidate(0, 5),), premises=Premises(cells=1))
    >>> step.technique, step.is_placement
    ('naked-single', True)
    """

    technique: str
    """The technique by its identifier in the table of techniques."""
    placements: tuple[Candidate, ...] = ()
    eliminations: tuple[Candidate, ...] = ()
    """Candidates that are really there, and fall."""
    premises: Premises = NOTHING
    digits: tuple[int, ...] = ()
    """The digits of the pattern; their order is told by the technique."""
    cells: Mapping[str, int] = field(default_factory=dict)
    """Cells by role, as bitboards: pattern, pivot, pincers, fins, floor, roof, ..."""
    houses: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """Houses by role: house, base, cover, ..."""
    sets: tuple[LockedSet, ...] = ()
    """Almost locked sets and the like, in the order in which they are linked."""
    colours: tuple[tuple[Candidate, ...], ...] = ()
    """Candidates that stand and fall together, a group a colour; colours come in opposite pairs."""
    chains: tuple[Chain, ...] = ()
    variant: str = ""
    """What kind of its technique it is, where it has kinds: trap, wrap, loop, place, ..."""

    @property
    def is_placement(self) -> bool:
        """Whether it places a digit."""
        return bool(self.placements)

    @property
    def conclusion(self) -> tuple[tuple[Candidate, ...], tuple[Candidate, ...]]:
        """What it changes: placements and eliminations, each sorted; steps that say the same have the same one."""
        return tuple(sorted(self.placements)), tuple(sorted(self.eliminations))

    def __hash__(self) -> int:
        return hash((self.technique, self.placements, self.eliminations, self.digits))
