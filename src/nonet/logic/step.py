"""Step: one deduction as data: its conclusion, and the evidence for it.

A finder creates a step. The sentences, the picture, the notation and the proof are all derived from it. Cells are
indices, sets of cells are bitboards, a house is an index into `Shape.houses`, and a set of digits is a mask in which
digit d is bit d - 1.

The evidence has two parts:

* `Premises`: the facts about the position that the deduction needs, and nothing more: cells that must take one of their
  candidates, digits that must have a place in a house, patterns that a puzzle with one solution cannot contain.
  `verify` accepts the step only if these facts alone imply the conclusion.
* What a person would point at: digits, cells, houses, sets, colors and chains, each with the name of its role.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import floor
from typing import Any, NamedTuple

from ..display import html_of, rich_of
from ..geometry import Shape, bits, digits_of

__all__ = ["Blocker", "Candidate", "Chain", "LockedSet", "Node", "Premises", "Reason", "Step"]


def _names(cells: int, shape: Shape) -> list[str]:
    return [shape.cell_name(cell) for cell in bits(cells)]


def _dicts(values: Iterable[Blocker | Candidate | Chain | LockedSet], shape: Shape) -> list[dict[str, Any]]:
    return [value.to_dict(shape) for value in values]


class Candidate(NamedTuple):
    """A digit that a cell may take.

    >>> Candidate(1, 5).name(Shape(3, 3)), Candidate(1, 5).to_dict(Shape(3, 3))
    ('5 in r1c2', {'cell': 'r1c2', 'digit': '5'})
    """

    cell: int
    digit: int

    def name(self, shape: Shape) -> str:
        """Return the candidate as people write it."""
        return f"{shape.symbol(self.digit)} in {shape.cell_name(self.cell)}"

    def to_dict(self, shape: Shape) -> dict[str, Any]:
        """Return the candidate as plain data for JSON."""
        return {"cell": shape.cell_name(self.cell), "digit": shape.symbol(self.digit)}


class Blocker(NamedTuple):
    """A digit on the board that excludes itself from the other cells of a house.

    >>> Blocker(0, 5, 0).to_dict(Shape(3, 3))
    {'cell': 'r1c1', 'digit': '5', 'house': 'row 1'}
    """

    cell: int
    digit: int
    house: int
    """The house that the digit blocks; of the houses of its cell, the one that a person would look at."""

    def to_dict(self, shape: Shape) -> dict[str, Any]:
        """Return the blocker as plain data for JSON."""
        return {**Candidate(self.cell, self.digit).to_dict(shape), "house": shape.house_names[self.house]}


class Premises(NamedTuple):
    """The facts that a deduction needs, besides the rule that a house has each digit at most once.

    >>> Premises(cells=0b11, places=((0, 5),)).to_dict(Shape(3, 3))
    {'cells': ['r1c1', 'r1c2'], 'places': [{'house': 'row 1', 'digit': '5'}], 'deadly': []}
    """

    cells: int = 0
    """Cells that take one of their candidates."""
    places: tuple[tuple[int, int], ...] = ()
    """Pairs (house, digit): the digit takes one of its remaining places in the house."""
    deadly: tuple[Candidate, ...] = ()
    """A deadly pattern: one of its cells takes a digit not listed here, or the puzzle would have two solutions."""
    answer: bool = False
    """Whether the step is not deduced but copied from the puzzle's only solution."""

    def to_dict(self, shape: Shape) -> dict[str, Any]:
        """Return the premises as plain data for JSON."""
        places = [{"house": shape.house_names[house], "digit": shape.symbol(digit)} for house, digit in self.places]
        return {"cells": _names(self.cells, shape), "places": places, "deadly": _dicts(self.deadly, shape)}


class Reason(NamedTuple):
    """The reason why a node of a chain is true.

    The kinds: ``assumed`` (the start), ``cell`` (the cell has no other candidate left, or has another digit), ``house``
    (`where` is the house: it has no other place for the digit left, or has the digit elsewhere), ``set`` (`where` is an
    index into the step's `sets`: without one digit, the set has all its others), ``part`` (`where` is an index into the
    step's `parts`: without the candidates that the parents exclude, this smaller step is possible).

    >>> Reason("house", 0).to_dict(Shape(3, 3))
    {'reason': 'house', 'house': 'row 1'}
    """

    kind: str
    where: int = -1

    def to_dict(self, shape: Shape) -> dict[str, Any]:
        """Return the reason as plain data for JSON."""
        if self.kind == "house":
            return {"reason": "house", "house": shape.house_names[self.where]}
        return {"reason": self.kind, **({self.kind: self.where} if self.kind in ("set", "part") else {})}


class Node(NamedTuple):
    """One statement of a chain about a digit and some cells: one of them has the digit (on), or none has it (off).

    A node that is on follows from nodes that are off (a strong link). A node that is off follows from one that is on (a
    weak link), or by a part of the step from nodes that are off.

    >>> Node(5, 0b1, True).to_dict(Shape(3, 3))
    {'digit': '5', 'cells': ['r1c1'], 'on': True, 'reason': 'assumed', 'parents': []}
    """

    digit: int
    cells: int
    on: bool
    reason: Reason = Reason("assumed")
    parents: tuple[int, ...] = ()
    """The indices of the nodes in the same chain from which this one follows."""

    def to_dict(self, shape: Shape) -> dict[str, Any]:
        """Return the node as plain data for JSON."""
        statement = {"digit": shape.symbol(self.digit), "cells": _names(self.cells, shape), "on": self.on}
        return {**statement, **self.reason.to_dict(shape), "parents": list(self.parents)}


class Chain(NamedTuple):
    """A sequence of implications: each node follows from earlier ones.

    The kinds: ``chain``, ``loop`` (its end leads back to its start), ``branch`` (one case of several) and ``net``.

    >>> chain = Chain("chain", (Node(5, 0b1, False), Node(5, 0b10, True, Reason("house", 0), (0,))))
    >>> [(start.cells, end.cells) for start, end in chain.links]
    [(1, 2)]
    """

    kind: str
    nodes: tuple[Node, ...]

    @property
    def links(self) -> Iterator[tuple[Node, Node]]:
        """The implications as pairs (from, to)."""
        return ((self.nodes[parent], node) for node in self.nodes for parent in node.parents)

    def to_dict(self, shape: Shape) -> dict[str, Any]:
        """Return the chain as plain data for JSON."""
        return {"kind": self.kind, "nodes": [node.to_dict(shape) for node in self.nodes]}


class LockedSet(NamedTuple):
    """Cells of one house and all their candidates.

    >>> LockedSet(0b11, 0b101).to_dict(Shape(3, 3))
    {'cells': ['r1c1', 'r1c2'], 'digits': ['1', '3']}
    """

    cells: int
    digits: int

    def to_dict(self, shape: Shape) -> dict[str, Any]:
        """Return the set as plain data for JSON."""
        return {"cells": _names(self.cells, shape), "digits": list(map(shape.symbol, digits_of(self.digits)))}


_NO_CELLS: Mapping[str, int] = {}
_NO_HOUSES: Mapping[str, tuple[int, ...]] = {}


class Step(NamedTuple):
    """One deduction: technique, placements, eliminations, and the evidence.

    >>> step = Step("naked-single", placements=(Candidate(0, 5),), digits=(5,), cells={"pattern": 1})
    >>> print(step)
    Naked Single: r1c1=5
    >>> step.to_dict()["placements"], step.to_dict()["cells"]
    ([{'cell': 'r1c1', 'digit': '5'}], {'pattern': ['r1c1']})
    """

    technique: str
    """The id of the technique."""
    placements: tuple[Candidate, ...] = ()
    eliminations: tuple[Candidate, ...] = ()
    """The candidates that the step removes; all of them are candidates of the position."""
    premises: Premises = Premises()
    digits: tuple[int, ...] = ()
    """The digits of the pattern; their order depends on the technique."""
    cells: Mapping[str, int] = _NO_CELLS
    """Bitboards of cells by role: pattern, pivot, pincers, fins, floor, roof, ..."""
    houses: Mapping[str, tuple[int, ...]] = _NO_HOUSES
    """Houses by role: house, base, cover, ..."""
    sets: tuple[LockedSet, ...] = ()
    """Almost locked sets and similar sets, in the order in which they are linked."""
    colors: tuple[tuple[Candidate, ...], ...] = ()
    """Groups of candidates that are all true or all false; each color at an even index is opposite to the next one."""
    chains: tuple[Chain, ...] = ()
    blockers: tuple[Blocker, ...] = ()
    """Of a single: the digits on the board that leave no other digit for its cell, or no other place in its house.
    Finders leave this and `removed` empty; `explain`, `hint` and `steps` fill them in."""
    removed: tuple[Candidate, ...] = ()
    """Of a single: the candidates that no digit on the board excludes, but an earlier step has eliminated."""
    variant: str = ""
    """The variant of the technique, if it has variants: trap, wrap, loop, place, ..."""
    parts: tuple[Step, ...] = ()
    """Smaller steps inside this one, each possible without the candidates that its parents in a chain exclude; of a
    single, the step before it that it needs."""
    rating: float = 0.0
    """The rating of Sudoku Explainer, if this is one of its steps."""
    rule: str = ""
    """The name that Sudoku Explainer gives to the step."""
    shape: Shape = Shape(3, 3)
    """The shape of the board. Finders leave the default; `Technique.find` sets it for other boards."""

    @property
    def shown_rating(self) -> float:
        """The rating of Sudoku Explainer with one decimal, as it shows it.

        >>> Step("x-wing", rating=7.0 + 0.1 + 0.1).shown_rating
        7.2
        """
        return floor((self.rating + 0.05) * 10) / 10

    @property
    def conclusion(self) -> tuple[tuple[Candidate, ...], tuple[Candidate, ...]]:
        """Placements and eliminations, both sorted: the same for all steps with the same effect."""
        return tuple(sorted(self.placements)), tuple(sorted(self.eliminations))

    def sentence(self, language: str = "en", *, cells: str = "rc") -> str:
        """Return the whole explanation of the step: name, pattern, reason and conclusion.

        >>> step = Step("naked-single", placements=(Candidate(0, 5),), digits=(5,), cells={"pattern": 1})
        >>> step.sentence("zh", cells="a1")[:4]
        '唯一余数'
        """
        from .words import Words

        return Words(self.shape, language=language, cells=cells).text(self)

    def _repr_html_(self) -> str:
        """Return what a notebook shows."""
        return html_of(self)

    def __rich__(self) -> object:
        """Return what rich prints."""
        return rich_of(self)

    def to_dict(self, *, language: str | None = None, cells: str = "rc") -> dict[str, Any]:
        """Return the step and all its evidence as plain data for JSON, with its sentences if a language is given."""
        from .techniques import technique
        from .words import Words

        row, shape = technique(self.technique), self.shape
        data: dict[str, Any] = {
            "technique": self.technique,
            "title": row.title,
            "level": row.level.title,
            "score": row.score,
            "uniqueness": row.uses_uniqueness,
            "placements": _dicts(self.placements, shape),
            "eliminations": _dicts(self.eliminations, shape),
            "notation": str(self),
            "digits": [shape.symbol(digit) for digit in self.digits],
            "cells": {role: _names(mask, shape) for role, mask in self.cells.items()},
            "houses": {role: [shape.house_names[house] for house in houses] for role, houses in self.houses.items()},
            "premises": self.premises.to_dict(shape),
        }
        optional = {
            "variant": self.variant,
            "sets": _dicts(self.sets, shape),
            "colors": [_dicts(group, shape) for group in self.colors],
            "chains": _dicts(self.chains, shape),
            "blockers": _dicts(self.blockers, shape),
            "removed": _dicts(self.removed, shape),
            "parts": [part.to_dict(language=language, cells=cells) for part in self.parts],
            "se": {"rating": self.shown_rating, "name": self.rule} if self.rating else {},
        }
        if language:
            words = Words(shape, language=language, cells=cells)
            optional |= {"text": words.text(self), "lines": [line.to_dict() for line in words.lines(self)]}
        return data | {key: value for key, value in optional.items() if value}

    def __str__(self) -> str:
        """Return the step in one line, in HoDoKu's notation."""
        from .words import hodoku_text

        return hodoku_text(self)

    def __hash__(self) -> int:
        return hash((self.technique, self.placements, self.eliminations, self.digits))
