"""Primitives as clauses for a SAT solver, which finds what propagation and guessing do not.

There is one variable for each candidate: this cell has this digit. Sums, automata, counts and equal groups are read
cell by cell; each has a variable for every state between two cells that can be reached from the start and from the end.
The primitives of a branch get a variable of their own, without which their clauses hold in any case.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from itertools import combinations, pairwise
from typing import Any

from ..extras import require
from .expansion import expanded
from .primitives import (
    Allowed,
    AnyOf,
    Automaton,
    Between,
    Choice,
    Count,
    Distinct,
    Element,
    Linear,
    Model,
    Pair,
    Pointer,
    Primitive,
    Rank,
    Same,
    Tally,
    Variety,
)

__all__ = ["MOST_CLAUSES", "encode", "further_solutions"]

MOST_CLAUSES = 20_000_000
"""The largest number of numbers in all clauses of a model together; there is not enough memory for many more."""

_CONFLICTS = 20_000
"""Conflicts between two moments at which the process can end because its parent has ended."""

Step = Callable[[int, Any, int], Hashable]
"""From the position on a line, the state before and the index of a digit to the state after, or None."""


class _TooLarge(Exception):
    """The clauses of a model need too much memory."""


class _Encoder:
    """Writes the clauses of a model, given the digits that each cell may have."""

    def __init__(self, model: Model, masks: Sequence[int]) -> None:
        self.model, self.masks = model, masks
        self.literals: list[int] = []
        """All clauses, each followed by a 0."""
        self.variables = 0
        self._guard: tuple[int, ...] = ()
        self.of_cell: list[dict[int, int]] = [{i: self._new() for i in _digits(mask)} for mask in masks]

    def _new(self) -> int:
        self.variables += 1
        return self.variables

    def add(self, *literals: int) -> None:
        """Add a clause."""
        if len(self.literals) > MOST_CLAUSES:
            raise _TooLarge
        self.literals += (*self._guard, *literals, 0)

    def encode(self) -> None:
        """Write the clauses of the whole model."""
        for digits in self.of_cell:
            self.exactly_one(list(digits.values()))
        self.primitives(self.model.primitives)

    def exactly_one(self, literals: Sequence[int]) -> None:
        """Exactly one of the literals is true."""
        self.add(*literals)
        self.at_most_one(literals)

    def at_most_one(self, literals: Sequence[int]) -> None:
        """At most one of the literals is true."""
        for a, b in combinations(literals, 2):
            self.add(-a, -b)

    def primitives(self, primitives: Iterable[Primitive]) -> None:
        """Write the clauses of some primitives."""
        for primitive in primitives:
            _WRITERS[type(primitive)](self, primitive)

    def allowed(self, primitive: Allowed) -> None:
        """Write a cell with some digits."""
        for i, literal in self.of_cell[primitive.cell].items():
            if not primitive.mask >> i & 1:
                self.add(-literal)

    def different(self, cells: Sequence[int], *, is_full: bool) -> None:
        """Write cells with different digits; if there are as many as digits, each digit occurs."""
        if len(set(cells)) < len(cells):
            self.add()
            return
        for i in range(self.model.board.digits):
            places = [self.of_cell[cell][i] for cell in cells if i in self.of_cell[cell]]
            self.at_most_one(places)
            if is_full:
                self.add(*places)

    def distinct(self, primitive: Distinct) -> None:
        """Write a house or a part of one."""
        self.different(primitive.cells, is_full=len(primitive.cells) == self.model.board.digits)

    def pair(self, primitive: Pair) -> None:
        """Write a table of pairs, in both directions."""
        first, second = self.of_cell[primitive.first], self.of_cell[primitive.second]
        for i, literal in first.items():
            self.add(-literal, *(other for j, other in second.items() if primitive.table[i] >> j & 1))
        for j, literal in second.items():
            self.add(-literal, *(other for i, other in first.items() if primitive.table[i] >> j & 1))

    def linear(self, primitive: Linear) -> None:
        """Write a weighted sum, as partial sums from cell to cell."""
        low, weights, total = self.model.board.low, primitive.weights, primitive.total

        def step(position: int, state: Any, i: int) -> Hashable:
            return int(state) + weights[position] * (low + i)

        self.line(primitive.cells, 0, step, lambda state: state == total)

    def choice(self, primitive: Choice) -> None:
        """Write different digits from one of several sets, with a variable for each set."""
        cells = primitive.cells
        self.different(cells, is_full=False)
        sets = [mask for mask in primitive.sets if mask.bit_count() == len(cells)]
        chosen = [self._new() for _ in sets]
        self.add(*chosen)
        for mask, variable in zip(sets, chosen, strict=True):
            for i in range(self.model.board.digits):
                places = [self.of_cell[cell][i] for cell in cells if i in self.of_cell[cell]]
                if mask >> i & 1:
                    self.add(-variable, *places)
                else:
                    for literal in places:
                        self.add(-variable, -literal)

    def automaton(self, primitive: Automaton) -> None:
        """Write an automaton, state by state."""
        moves, accept = primitive.moves, set(primitive.accept)

        def step(position: int, state: Any, i: int) -> Hashable:
            following = moves[state][i]
            return None if following < 0 else following

        self.line(primitive.cells, primitive.start, step, lambda state: state in accept)

    def count(self, primitive: Count) -> None:
        """Write how often some digits occur, as a number that grows from cell to cell."""
        mask = primitive.mask

        def step(position: int, state: Any, i: int) -> Hashable:
            return int(state) + (mask >> i & 1)

        self.line(primitive.cells, 0, step, lambda state: primitive.low <= state <= primitive.high)

    def element(self, primitive: Element) -> None:
        """Write a cell whose digit is the position of another cell."""
        values = self.of_cell[primitive.value]
        for i, literal in self.of_cell[primitive.index].items():
            place = self.model.board.low + i
            if not 1 <= place <= len(primitive.cells):
                self.add(-literal)
                continue
            pointed = self.of_cell[primitive.cells[place - 1]]
            for j in values.keys() | pointed.keys():
                a, b = values.get(j), pointed.get(j)
                self.add(-literal, *(() if a is None else (-a,)), *(() if b is None else (b,)))
                self.add(-literal, *(() if b is None else (-b,)), *(() if a is None else (a,)))

    def same(self, primitive: Same) -> None:
        """Write groups with the same digits: for each digit, the difference of its numbers in two groups ends at 0."""
        groups = primitive.groups
        if len({len(group) for group in groups}) > 1:
            self.add()
            return
        for first, second in pairwise(groups):
            for digit in range(self.model.board.digits):

                def step(position: int, state: Any, i: int, digit: int = digit, size: int = len(first)) -> Hashable:
                    return int(state) + (i == digit) * (1 if position < size else -1)

                self.line((*first, *second), 0, step, lambda state: state == 0)

    def any_of(self, primitive: AnyOf) -> None:
        """Write branches, each with a variable without which its clauses hold in any case."""
        chosen = [self._new() for _ in primitive.branches]
        self.add(*chosen)
        outside = self._guard
        for variable, branch in zip(chosen, primitive.branches, strict=True):
            self._guard = (*outside, -variable)
            self.primitives(branch)
        self._guard = outside

    def expanded(self, primitive: Tally | Between | Rank | Variety | Pointer) -> None:
        """Write a primitive that is made of simpler ones."""
        self.primitives(expanded(primitive, self.model.board))

    def line(self, cells: Sequence[int], start: Hashable, step: Step, accepts: Callable[[Any], bool]) -> None:
        """Write cells that are read in order, with a variable for each useful state between them."""
        arcs = _useful_arcs([self.of_cell[cell] for cell in cells], start, step, accepts)
        if arcs is None:
            self.add()
            return
        here: dict[Hashable, int] = {start: self._new()}
        self.add(here[start])
        for cell, layer in zip(cells, arcs, strict=True):
            after = {state: self._new() for state in dict.fromkeys(to for _, _, to in layer)}
            self.add(*after.values())
            self.at_most_one(list(after.values()) if len(after) <= 12 else [])
            by_digit: dict[int, list[int]] = {i: [] for i in self.of_cell[cell]}
            leaving: dict[Hashable, set[int]] = {state: set() for state in here}
            entering: dict[Hashable, list[int]] = {state: [] for state in after}
            for state, i, to in layer:
                literal = self.of_cell[cell][i]
                self.add(-here[state], -literal, after[to])
                by_digit[i].append(here[state])
                leaving[state].add(literal)
                entering[to].append(here[state])
            for state, literals in leaving.items():
                for literal in self.of_cell[cell].values():
                    if literal not in literals:
                        self.add(-here[state], -literal)
            for i, states in by_digit.items():
                self.add(-self.of_cell[cell][i], *states)
            for to, states in entering.items():
                self.add(-after[to], *dict.fromkeys(states))
            here = after


def _digits(mask: int) -> Iterable[int]:
    return (i for i in range(mask.bit_length()) if mask >> i & 1)


Arc = tuple[Hashable, int, Hashable]


def _useful_arcs(
    digits: Sequence[Iterable[int]], start: Hashable, step: Step, accepts: Callable[[Any], bool]
) -> list[list[Arc]] | None:
    """Return the steps between states that can be reached from the start and from the end; None if there are none."""
    layers: list[list[Arc]] = []
    states: dict[Hashable, None] = {start: None}
    for position, of_cell in enumerate(digits):
        layer = [(state, i, to) for state in states for i in of_cell if (to := step(position, state, i)) is not None]
        layers.append(layer)
        states = dict.fromkeys(to for _, _, to in layer)
    useful = {state for state in states if accepts(state)}
    for position in range(len(layers) - 1, -1, -1):
        layers[position] = [arc for arc in layers[position] if arc[2] in useful]
        useful = {arc[0] for arc in layers[position]}
    return layers if useful else None


_WRITERS: dict[type, Callable[[_Encoder, Any], None]] = {
    Allowed: _Encoder.allowed,
    Distinct: _Encoder.distinct,
    Pair: _Encoder.pair,
    Linear: _Encoder.linear,
    Choice: _Encoder.choice,
    Automaton: _Encoder.automaton,
    Count: _Encoder.count,
    Element: _Encoder.element,
    Same: _Encoder.same,
    AnyOf: _Encoder.any_of,
    Tally: _Encoder.expanded,
    Between: _Encoder.expanded,
    Rank: _Encoder.expanded,
    Variety: _Encoder.expanded,
    Pointer: _Encoder.expanded,
}


def encode(model: Model, masks: Sequence[int]) -> tuple[array[int], list[dict[int, int]]] | None:
    """Return the clauses of a model, each followed by a 0, and the variables of the candidates.

    Returns None if there are too many clauses.

    >>> from nonet.variants.primitives import Board
    >>> clauses, variables = encode(Model(Board(1, 2, 1, 2), (Distinct((0, 1)),)), [0b11, 0b01])
    >>> variables, list(clauses)[:6]
    ([{0: 1, 1: 2}, {0: 3}], [1, 2, 0, -1, -2, 0])
    """
    encoder = _Encoder(model, masks)
    try:
        encoder.encode()
    except _TooLarge:
        return None
    return array("i", encoder.literals), encoder.of_cell


def further_solutions(question: tuple[Model, Sequence[int], Collection[bytes], int]) -> list[bytes] | None:
    """Return solutions of a model, as indices of digits, until there are `limit` with those that are known.

    The question is the model, the digits that each cell may have, the known solutions, and the limit. CaDiCaL finds the
    answer. It does not react to Ctrl-C, so it is for a worker process. Returns None if the model is too large.

    >>> from nonet.variants.primitives import Board
    >>> question = (Model(Board(1, 2, 1, 2), (Distinct((0, 1)),)), [0b11, 0b11], [bytes([0, 1])], 2)
    >>> [list(solution) for solution in further_solutions(question) or []]
    [[1, 0]]
    """
    model, masks, known, limit = question
    solvers = require("pysat.solvers")
    encoded = encode(model, masks)
    if encoded is None:
        return None
    clauses, variables = encoded
    with solvers.Cadical153() as solver:
        start = 0
        while start < len(clauses):
            end = clauses.index(0, start)
            solver.add_clause(clauses[start:end].tolist())
            start = end + 1
        found: list[bytes] = []
        for solution in known:
            solver.add_clause(_excluding(solution, variables))
        while len(known) + len(found) < limit:
            solver.conf_budget(_CONFLICTS)
            answer = solver.solve_limited()
            if answer is False:
                break
            if answer:
                true = {literal for literal in solver.get_model() if literal > 0}
                found.append(bytes(next(i for i, own in digits.items() if own in true) for digits in variables))
                solver.add_clause(_excluding(found[-1], variables))
        return found


def _excluding(solution: bytes, variables: Sequence[Mapping[int, int]]) -> list[int]:
    """Return the clause that excludes a solution."""
    return [-digits[i] for digits, i in zip(variables, solution, strict=True)]
