"""Forcing nets: everything that singles derive from an assumption, along many lines of reasoning at once.

An assumption is followed until nothing more follows: a candidate that is true excludes what it sees, a cell with one
candidate left takes it, a digit with one place left in a house takes it. A contradiction disproves the assumption. What
follows in all cases of a cell, or of a digit in a house, is true. If this finds nothing, locked candidates are used as
well (variant ``locked``). ::

    r1c1 = 1 -+-> r1c5 = 2 -+-> r5c5 = 4 -> ...      a net has statements that follow from several others;
              +-> r5c1 = 3 -+                        a step has only those that its conclusion needs
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...geometry import bits
from ..bitsets import intersection_of, union
from ..graph import Rules, propagate
from ..marks import Marks, crossings
from ..step import Chain, Node, Premises, Reason, Step
from .forcing_chains import forcing_step

__all__ = ["cell_forcing_nets", "contradiction_forcing_nets", "house_forcing_nets"]

_Statement = tuple[int, bool]
"""A candidate by its index, and whether it is true."""


class _Why(NamedTuple):
    """Why a statement holds: its parents, and the rule by which it follows from them."""

    parents: list[_Statement]
    number: int = -1
    """The set that has no other candidate left; -1 if a true candidate excludes the statement's one."""
    cover: int = -1
    """For locked candidates, the set that has its true candidate where it crosses the first set."""


class _Outcome(NamedTuple):
    """What remains possible under each assumption."""

    variant: str
    within: list[tuple[int, int]]
    """The pairs of sets that locked candidates use."""
    left: list[int]
    rounds: Sequence[int]


def _outcome(marks: Marks) -> _Outcome:
    rules = marks.once(Rules)
    return _Outcome("", [], *propagate(rules.sets, len(rules.candidates)))


def _outcome_locked(marks: Marks) -> _Outcome:
    """Return the same with locked candidates, which use the sets of a digit in a box and on a line that cross."""
    rules = marks.once(Rules)
    number = {origin: index for index, origin in enumerate(rules.origins)}
    within = []
    for crossing in crossings(marks.shape):
        for digit in range(1, marks.shape.size + 1):
            if (marks.places[digit] & crossing.both).bit_count() > 1:
                box, line = number.get((crossing.box, digit)), number.get((crossing.line, digit))
                if box is not None and line is not None:
                    within += [(box, line), (line, box)]
    return _Outcome("locked", within, *propagate(rules.sets, len(rules.candidates), within))


def contradiction_forcing_nets(marks: Marks) -> Iterator[Step]:
    """Yield the candidates that lead to a contradiction, first after few rounds of singles, then in short nets.

    Digits: of the candidate, then of the house. Cells: pattern (its cell), extra (the empty cell). Houses: the house
    without a place. Chains: one net.
    """
    seen: set[int] = set()
    for compute in (_outcome, _outcome_locked):
        outcome = marks.once(compute)
        by_rounds: dict[int, list[int]] = {}
        for node, rounds in enumerate(outcome.rounds):
            if rounds and node not in seen:
                seen.add(node)
                by_rounds.setdefault(rounds, []).append(node)
        for _, nodes in sorted(by_rounds.items()):
            found = [_contradiction(marks, node, outcome) for node in nodes]
            yield from sorted(found, key=_size)


def _size(step: Step) -> int:
    """Return the number of statements about single cells."""
    return sum(not node.cells & node.cells - 1 for node in step.chains[0].nodes)


def cell_forcing_nets(marks: Marks) -> Iterator[Step]:
    """Yield what follows whatever a cell is, with a net for each case. Digits: of the conclusion. Cells: pattern."""
    return _cases("cell-forcing-net", marks, in_cells=True)


def house_forcing_nets(marks: Marks) -> Iterator[Step]:
    """Yield what follows wherever a digit is in a house. Digits: of the conclusion, of the house. Cells: pattern."""
    return _cases("house-forcing-net", marks, in_cells=False)


def _cases(technique: str, marks: Marks, *, in_cells: bool) -> Iterator[Step]:
    rules = marks.once(Rules)
    all_candidates = (1 << len(rules.candidates)) - 1
    seen = 0
    for compute in (_outcome, _outcome_locked):
        outcome = marks.once(compute)
        found = []
        for number, mask in enumerate(rules.sets):
            if (rules.origins[number][0] < 0) == in_cells and mask & mask - 1:
                cases = [outcome.left[node] for node in bits(mask)]
                if all(cases):  # a case without a solution is a contradiction, which is a technique of its own
                    wrong = all_candidates & ~union(cases) & ~intersection_of(rules.excluded, mask)
                    if wrong:
                        found.append((mask.bit_count(), number, wrong))
        for _, number, wrong in sorted(found):
            for node in bits(wrong & ~seen):
                seen |= 1 << node
                yield _verity(technique, marks, number, node, outcome)


# Nets as data


class _Trace:
    """What follows from a candidate, and the reasons, until a set is empty or the target is excluded."""

    def __init__(self, rules: Rules, start: int, within: Sequence[tuple[int, int]], target: int = -1) -> None:
        self.rules = rules
        self.left = (1 << len(rules.candidates)) - 1
        self.why: dict[_Statement, _Why] = {(start, True): _Why([])}
        """Why each statement holds, in the order of their discovery."""
        self.empty: list[int] = []
        self._exclude_peers(1 << start)
        waiting = list(range(len(rules.sets)))
        true = 1 << start
        while target < 0 or self.left >> target & 1:
            units: dict[int, list[int]] = {}
            several = []
            for number in waiting:
                mask = rules.sets[number] & self.left
                if not mask:
                    self.empty.append(number)
                elif mask & mask - 1:
                    several.append(number)
                elif not mask & true:
                    units.setdefault(mask.bit_length() - 1, []).append(number)
            if self.empty:
                break
            waiting = several
            for node, numbers in units.items():
                # The smallest set gives the shortest explanation.
                best = min(numbers, key=lambda number: rules.sets[number].bit_count())
                others = [(other, False) for other in bits(rules.sets[best] & ~(1 << node))]
                self.why[node, True] = _Why(others, best)
                true |= 1 << node
            before = self.left
            self._exclude_peers(sum(1 << node for node in units))
            if not units:
                self._exclude_locked(within)
                if self.left == before:
                    break

    def _exclude_peers(self, true: int) -> None:
        left = self.left
        for node in bits(true):
            for other in bits(self.rules.excluded[node] & left):
                self.why.setdefault((other, False), _Why([(node, True)]))
            self.left &= ~self.rules.excluded[node]

    def _exclude_locked(self, within: Sequence[tuple[int, int]]) -> None:
        sets, left = self.rules.sets, self.left
        for one, other in within:
            if not sets[one] & ~sets[other] & left and (rest := sets[other] & ~sets[one] & left):
                parents = [(gone, False) for gone in bits(sets[one] & ~sets[other])]
                for node in bits(rest):
                    self.why.setdefault((node, False), _Why(parents, one, other))
                self.left &= ~rest

    def needed_for(self, goals: list[_Statement]) -> list[_Statement]:
        """Return the assumption, some statements, and all that these follow from, in the order of their discovery."""
        found = {next(iter(self.why)), *goals}
        todo = list(goals)
        while todo:
            for parent in self.why[todo.pop()].parents:
                if parent not in found:
                    found.add(parent)
                    todo.append(parent)
        return [statement for statement in self.why if statement in found]

    def net(self, marks: Marks, statements: list[_Statement]) -> tuple[Chain, set[int]]:
        """Return the statements as a net, and the sets that it uses.

        Locked candidates are two statements: the digit is in one of the cells where two houses cross, since it has no
        other place left in the first one; so it is nowhere else in the second one.
        """
        rules = self.rules
        place: dict[_Statement, int] = {}
        crossings_at: dict[tuple[int, int], int] = {}
        nodes: list[Node] = []
        for statement in statements:
            cell, digit = rules.candidates[statement[0]]
            why = self.why[statement]
            parents = tuple(sorted(place[parent] for parent in why.parents))
            if why.cover >= 0:
                sets = why.number, why.cover
                if sets not in crossings_at:
                    crossings_at[sets] = len(nodes)
                    nodes.append(Node(digit, self._shared_cells(*sets), True, self._reason_of(why.number), parents))
                reason, parents = self._reason_of(why.cover), (crossings_at[sets],)
            elif why.number >= 0:
                reason = self._reason_of(why.number)
            elif parents:
                both = 1 << cell | nodes[parents[0]].cells
                reason = Reason("house", next(marks.common_houses(both))) if both & both - 1 else Reason("cell")
            else:
                reason = Reason("assumed")
            place[statement] = len(nodes)
            nodes.append(Node(digit, 1 << cell, statement[1], reason, parents))
        return Chain("net", tuple(nodes)), {self.why[each].number for each in statements} - {-1}

    def _shared_cells(self, one: int, other: int) -> int:
        """Return the cells of the candidates that two sets share."""
        shared = self.rules.sets[one] & self.rules.sets[other]
        return union(1 << self.rules.candidates[node].cell for node in bits(shared))

    def _reason_of(self, number: int) -> Reason:
        """Return the reason that a set gives."""
        house = self.rules.origins[number][0]
        return Reason("cell") if house < 0 else Reason("house", house)


def _premises(rules: Rules, used: set[int]) -> Premises:
    origins = [rules.origins[number] for number in used]
    return Premises(
        cells=union(1 << which for house, which in origins if house < 0),
        places=tuple(sorted(origin for origin in origins if origin[0] >= 0)),
    )


def _contradiction(marks: Marks, node: int, outcome: _Outcome) -> Step:
    """Return the step of an assumption that leaves a set empty; of several sets, the one with the smallest net."""
    rules = marks.once(Rules)
    trace = _Trace(rules, node, outcome.within)
    nets = [(trace.needed_for([(each, False) for each in bits(rules.sets[empty])]), empty) for empty in trace.empty]
    statements, number = min(nets, key=lambda net: (len(net[0]), net[1]))
    net, used = trace.net(marks, statements)
    cells = {"pattern": 1 << rules.candidates[node].cell}
    house, which = rules.origins[number]
    if house < 0:
        cells["extra"] = 1 << which
    premises = _premises(rules, used | {number})
    technique = "contradiction-forcing-net"
    return forcing_step(technique, rules, number, node, premises, cells, (net,), variant=outcome.variant)


def _verity(technique: str, marks: Marks, number: int, node: int, outcome: _Outcome) -> Step:
    """Return the step of a candidate that all members of a set exclude."""
    rules = marks.once(Rules)
    used = {number}
    nets = []
    pattern = 0
    for case in bits(rules.sets[number]):
        pattern |= 1 << rules.candidates[case].cell
        trace = _Trace(rules, case, outcome.within, node)
        net, more = trace.net(marks, trace.needed_for([(node, False)]))
        nets.append(net)
        used |= more
    premises, cells = _premises(rules, used), {"pattern": pattern}
    return forcing_step(technique, rules, number, node, premises, cells, tuple(nets), variant=outcome.variant)
