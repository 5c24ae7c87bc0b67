"""Nishio, multiple and dynamic forcing chains: producers 23 to 25. The kernel also has 26 to 30, which nest them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from ....geometry import bits
from .board import CANDIDATES_OF, UNITS_OF, Board, Hint, Rule
from .chains import rating_of

__all__ = ["Branch", "BranchNode", "Cause", "forcing_chains"]


class BranchNode:
    """A candidate that is on or off if an assumption holds, with the nodes from which it follows."""

    __slots__ = ("candidate", "cause", "is_on", "parents", "unit")

    def __init__(self, candidate: int, is_on: bool, parents: list[BranchNode], unit: int = -1) -> None:
        self.candidate = candidate
        self.is_on = is_on
        self.parents = parents
        self.unit = unit
        """Why an on-node is on: the unit that has no other candidate left; or -1."""
        self.cause: Cause | None = None
        """The pattern or chain that eliminates the candidate; None if it is off since another one is on."""

    def ancestors(self) -> int:
        """Return the number of nodes from which this one follows, with itself."""
        seen = {(self.candidate, self.is_on)}
        queue = [self]
        for node in queue:
            for parent in node.parents:
                if (state := (parent.candidate, parent.is_on)) not in seen:
                    seen.add(state)
                    queue.append(parent)
        return len(seen)


class Cause(NamedTuple):
    """A pattern or chain inside a branch that eliminates candidates."""

    rule: Rule
    level: int
    """Of a chain: -1 static, 0 dynamic, 2 dynamic with patterns and chains inside. Of a pattern: -2."""
    source: int
    """Of a chain: as in `Hint`."""
    target: int
    """Of a chain: the candidate that it states or eliminates."""
    is_on: bool
    """Whether it states the candidate."""
    before: int
    """The number of nodes before the rule was asked; what is off by then was eliminated."""
    grounds: tuple[tuple[int, int], ...]
    """Of a pattern: units and places, whose absence it needs."""


class Branch:
    """What follows from one assumption. `on` and `off` have the nodes in the order in which they were noted.

    `order` has all of them in that order.
    """

    def __init__(self, units: list[int], candidate: int, is_on: bool, *, dynamic: bool, nishio: bool) -> None:
        self.start, self.units = units, units.copy()
        self.dynamic = dynamic
        self.kinds = range(1 if nishio else 0, 4)  # Nishio has no links inside a cell
        self.on: dict[int, BranchNode] = {}
        self.off: dict[int, BranchNode] = {}
        self.contradiction: tuple[BranchNode, BranchNode] | None = None
        self.order: list[BranchNode] = []
        (self.on if is_on else self.off)[candidate] = BranchNode(candidate, is_on, [])
        self._run()

    def _run(self) -> None:
        """Take the nodes in the order in which they were noted, on-nodes first, until a contradiction."""
        next_on = next_off = 0
        on_nodes, off_nodes = list(self.on.values()), list(self.off.values())
        self.order += on_nodes + off_nodes
        while self.contradiction is None:
            if next_on < len(on_nodes):
                noted = self._from_on(on_nodes[next_on])
                off_nodes += noted
                next_on += 1
            elif next_off < len(off_nodes):
                noted = self._from_off(off_nodes[next_off])
                on_nodes += noted
                next_off += 1
            else:
                return
            self.order += noted

    def _from_on(self, node: BranchNode) -> list[BranchNode]:
        """Note the other candidates of the cell and of the houses as off."""
        noted: list[BranchNode] = []
        for kind in self.kinds:
            unit, own = UNITS_OF[node.candidate][kind]
            for place in bits(self.units[unit] & ~own):
                candidate = CANDIDATES_OF[unit][place]
                if candidate in self.on:
                    self.contradiction = self.on[candidate], BranchNode(candidate, False, [node])
                    return noted
                if candidate not in self.off:
                    self.off[candidate] = BranchNode(candidate, False, [node])
                    noted.append(self.off[candidate])
        return noted

    def _from_off(self, node: BranchNode) -> list[BranchNode]:
        """Note the last candidate of the cell or of a house as on. The eliminated ones are parents, too."""
        forced: dict[int, BranchNode] = {}
        for kind in self.kinds:
            unit, own = UNITS_OF[node.candidate][kind]
            if self.units[unit].bit_count() == 2:
                candidate = CANDIDATES_OF[unit][(self.units[unit] & ~own).bit_length() - 1]
                eliminated = bits(self.start[unit] & ~self.units[unit])
                parents = [node, *(self.off[CANDIDATES_OF[unit][place]] for place in eliminated)]
                forced.setdefault(candidate, BranchNode(candidate, True, parents, unit))
        if self.dynamic:
            for unit, own in UNITS_OF[node.candidate]:
                self.units[unit] &= ~own
        noted = []
        for candidate, on in forced.items():
            if candidate in self.off:
                self.contradiction = on, self.off[candidate]
                break
            if candidate not in self.on:
                self.on[candidate] = on
                noted.append(on)
        return noted


class _Found(NamedTuple):
    nodes: int
    key: int
    hint: Hint


def forcing_chains(board: Board, producer: int, check: Callable[[], None]) -> Iterator[Hint]:
    """Yield the hints of producer 23, 24 or 25, sorted. `check` is called often, and may raise an exception."""
    search = _Search(board, producer, check)
    yield from (found.hint for found in sorted(search.hints(), key=lambda each: each[:2]))


class _Search:
    def __init__(self, board: Board, producer: int, check: Callable[[], None]) -> None:
        self.board = board
        self.nishio, self.dynamic = producer == 23, producer != 24
        self.base = {23: 7.5, 24: 8.0, 25: 8.5}[producer]
        self.check = check
        self.branches: dict[tuple[int, bool], Branch] = {}

    def branch(self, candidate: int, is_on: bool) -> Branch:
        """Return the branch of an assumption; each is made once."""
        if (candidate, is_on) not in self.branches:
            self.check()
            made = Branch(self.board.units, candidate, is_on, dynamic=self.dynamic, nishio=self.nishio)
            self.branches[candidate, is_on] = made
        return self.branches[candidate, is_on]

    def hints(self) -> Iterator[_Found]:
        """Yield all hints in the order of their discovery."""
        for cell in range(81):
            if self.board.units[cell].bit_count() < (2 if self.dynamic else 3):
                continue
            for source in self.board.candidates([cell], 0x1FF):
                if self.dynamic:
                    yield from self._from_both(source)
                for unit, own in () if self.nishio else UNITS_OF[source][1:]:
                    places = self.board.units[unit]
                    if places.bit_count() >= 2 and places & -places == own:  # this cell is the first of the house
                        yield from self._from_unit(unit, 6, Rule.REGION)
            if not self.nishio:
                yield from self._from_unit(cell, 5, Rule.CELL)

    def _from_both(self, source: int) -> Iterator[_Found]:
        """Yield contradictions, and what follows from a candidate and from its negation."""
        if_on, if_off = self.branch(source, True), self.branch(source, False)
        for branch in (if_on, if_off):
            if branch.contradiction:
                rule = Rule.NISHIO if self.nishio else Rule.CONTRADICTION
                yield from self._found(list(branch.contradiction), 7, rule, source, branch is if_off, source)
        if not self.nishio and self.board.units[source // 9].bit_count() >= 3:
            yield from self._common([if_on, if_off], 1, Rule.DOUBLE, source)

    def _from_unit(self, unit: int, key: int, rule: Rule) -> Iterator[_Found]:
        """Yield what follows from each candidate of a unit."""
        candidates = self.board.of_unit(unit, self.board.units[unit])
        yield from self._common([self.branch(candidate, True) for candidate in candidates], key, rule, unit)

    def _common(self, branches: list[Branch], key: int, rule: Rule, source: int) -> Iterator[_Found]:
        for is_on in (True, False):
            noted = [branch.on if is_on else branch.off for branch in branches]
            common = set(noted[0]).intersection(*noted[1:])
            for target in noted[0] if common else ():
                if target in common:
                    yield from self._found([nodes[target] for nodes in noted], key, rule, target, is_on, source)

    def _found(
        self, targets: list[BranchNode], key: int, rule: Rule, target: int, is_on: bool, source: int
    ) -> Iterator[_Found]:
        cell, digit = divmod(target, 9)
        eliminations = self.board.candidates([cell], 0x1FF & ~(1 << digit)) if is_on else (target,)
        if eliminations:
            nodes = sum(node.ancestors() for node in targets)
            detail = int(self.dynamic and not self.nishio)
            hint = Hint(rating_of(self.base, nodes), rule, detail, target if is_on else -1, eliminations, source)
            yield _Found(nodes, key, hint)
