"""Forcing nets: what singles make of an assumption, many lines of reasoning at once.

An assumption is carried on until nothing more follows: a candidate that is on strikes what it sees, a cell with one
candidate left takes it, a digit with one place left in a house goes there. A contradiction disproves the assumption;
what follows in all cases of a cell or of a house is true. If that leads nowhere, digits that are confined to where a
box and a line cross count too (variant ``locked``). What is told is only what matters, each statement with those it
follows from.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence
from functools import reduce
from typing import NamedTuple

from ...geometry import bits
from ..graph import Rules, kept, propagate, rules_of
from ..marks import Marks, crossings
from ..step import Candidate, Chain, Node, Premises, Reason, Step

__all__ = ["cell_nets", "contradiction_nets", "house_nets"]


class Outcome(NamedTuple):
    """What every assumption leads to."""

    within: list[tuple[int, int]]
    left: list[int]
    rounds: Sequence[int]


def _outcome(marks: Marks) -> Outcome:
    rules = rules_of(marks)
    return Outcome([], *propagate(rules.sets, len(rules.candidates)))


def _outcome_locked(marks: Marks) -> Outcome:
    """The same with locked candidates: the pairs of sets that share a crossing."""
    rules = rules_of(marks)
    number = {origin: at for at, origin in enumerate(rules.origins)}
    within = []
    for crossing in crossings(marks.shape):
        for digit in range(1, marks.shape.size + 1):
            if (marks.places[digit] & crossing.both).bit_count() > 1:
                box, line = number.get((crossing.box, digit)), number.get((crossing.line, digit))
                if box is not None and line is not None:
                    within += [(box, line), (line, box)]
    return Outcome(within, *propagate(rules.sets, len(rules.candidates), within))


def contradiction_nets(marks: Marks) -> Iterator[Step]:
    """Candidates that lead to a contradiction, the shallow ones first, and of these the short ones.

    Digits: of the candidate, then of the house; cells: the pattern is its cell, extra the cell left empty; houses: the
    house without a place. One net.
    """
    seen: set[int] = set()
    for outcome, variant in _outcomes(marks):
        depths: dict[int, list[int]] = {}
        for node, rounds in enumerate(outcome.rounds):
            if rounds and node not in seen:
                seen.add(node)
                depths.setdefault(rounds, []).append(node)
        for _, nodes in sorted(depths.items()):
            found = [_contradiction(marks, node, outcome, variant) for node in nodes]
            yield from sorted(found, key=lambda step: len(step.chains[0].nodes))


def cell_nets(marks: Marks) -> Iterator[Step]:
    """What follows whatever a cell takes, a net for each case. Digits: of what follows; the pattern: the cell."""
    return _cases("cell-forcing-net", marks, in_cells=True)


def house_nets(marks: Marks) -> Iterator[Step]:
    """What follows wherever a digit goes in a house. Digits: of what follows, of the house; the pattern: its places."""
    return _cases("house-forcing-net", marks, in_cells=False)


def _outcomes(marks: Marks) -> Iterator[tuple[Outcome, str]]:
    """What singles make of the assumptions; then, for those who ask on, what locked candidates add to that."""
    yield kept(marks, "outcome", _outcome), ""
    yield kept(marks, "outcome locked", _outcome_locked), "locked"


def _cases(technique: str, marks: Marks, *, in_cells: bool) -> Iterator[Step]:
    rules = rules_of(marks)
    everyone = (1 << len(rules.candidates)) - 1
    seen = 0
    for outcome, variant in _outcomes(marks):
        shown = []
        for number, mask in enumerate(rules.sets):
            if (rules.origins[number][0] < 0) == in_cells and mask & mask - 1:
                cases = [outcome.left[node] for node in bits(mask)]
                if all(cases):  # a case that fails is a contradiction, which is told as such
                    struck = everyone & ~reduce(operator.or_, cases)
                    struck &= ~reduce(operator.and_, (rules.excluded[node] for node in bits(mask)))
                    if struck:
                        shown.append((mask.bit_count(), number, struck))
        for _, number, struck in sorted(shown):
            for node in bits(struck & ~seen):
                seen |= 1 << node
                yield _verity(technique, marks, number, node, outcome, variant)


# Nets as data


class Trace:
    """What follows from a candidate, and each statement's grounds, until a set is empty or the target falls."""

    def __init__(self, rules: Rules, start: int, within: Sequence[tuple[int, int]], target: int = -1) -> None:
        self.rules = rules
        self.left = (1 << len(rules.candidates)) - 1
        self.when: dict[tuple[int, bool], int] = {(start, True): 0}
        """Every statement (candidate, on) in the order in which it was found."""
        self.why: dict[tuple[int, bool], tuple[list[tuple[int, bool]], int]] = {(start, True): ([], -1)}
        """What a statement follows from, and the set by which it does, if any."""
        self.empty: list[int] = []
        self._strike_beside(1 << start)
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
                # The smallest set makes the shortest explanation.
                best = min(numbers, key=lambda number: rules.sets[number].bit_count())
                self._note(node, True, [(other, False) for other in bits(rules.sets[best] & ~(1 << node))], best)
                true |= 1 << node
            before = self.left
            self._strike_beside(sum(1 << node for node in units))
            if not units:
                self._strike_locked(within)
                if self.left == before:
                    break

    def _note(self, node: int, on: bool, parents: list[tuple[int, bool]], number: int) -> None:
        self.when[node, on] = len(self.when)
        self.why[node, on] = parents, number

    def _strike_beside(self, true: int) -> None:
        left = self.left
        for node in bits(true):
            for other in bits(self.rules.excluded[node] & left):
                if (other, False) not in self.when:
                    self._note(other, False, [(node, True)], -1)
            self.left &= ~self.rules.excluded[node]

    def _strike_locked(self, within: Sequence[tuple[int, int]]) -> None:
        sets, left = self.rules.sets, self.left
        for one, other in within:
            if not sets[one] & ~sets[other] & left and (rest := sets[other] & ~sets[one] & left):
                for node in bits(rest):
                    if (node, False) not in self.when:
                        self._note(node, False, [(gone, False) for gone in bits(sets[one] & ~sets[other])], one)
                self.left &= ~rest

    def ancestors(self, goals: list[tuple[int, bool]]) -> list[tuple[int, bool]]:
        """The statements that some statements rest on, with themselves, in the order in which they were found."""
        found = set(goals)
        todo = list(goals)
        while todo:
            for parent in self.why[todo.pop()][0]:
                if parent not in found:
                    found.add(parent)
                    todo.append(parent)
        return sorted(found, key=self.when.__getitem__)

    def goals_of(self, number: int) -> list[tuple[int, bool]]:
        """That all members of a set are off."""
        return [(node, False) for node in bits(self.rules.sets[number])]


def _net(marks: Marks, trace: Trace, statements: list[tuple[int, bool]], kind: str) -> tuple[Chain, set[int]]:
    """The statements as a net, and the sets that it rests on."""
    rules = trace.rules
    place = {statement: at for at, statement in enumerate(statements)}
    nodes, used = [], set()
    for statement in statements:
        (cell, digit), on = rules.candidates[statement[0]], statement[1]
        parents, number = trace.why[statement]
        if number >= 0:
            used.add(number)
            house = rules.origins[number][0]
            reason = Reason("cell") if house < 0 else Reason("house", house)
        elif parents:
            seen_from = rules.candidates[parents[0][0]][0]
            reason = (
                Reason("cell") if seen_from == cell else Reason("house", marks.house_of(1 << cell | 1 << seen_from))
            )
        else:
            reason = Reason("assumed")
        nodes.append(Node(digit, 1 << cell, on, reason, tuple(sorted(place[parent] for parent in parents))))
    return Chain(kind, tuple(nodes)), used


def _premises(rules: Rules, used: set[int]) -> Premises:
    origins = [rules.origins[number] for number in used]
    return Premises(
        cells=sum(1 << which for house, which in origins if house < 0),
        places=tuple(sorted(origin for origin in origins if origin[0] >= 0)),
    )


def _contradiction(marks: Marks, node: int, outcome: Outcome, variant: str) -> Step:
    rules = rules_of(marks)
    trace = Trace(rules, node, outcome.within)
    ways = [(trace.ancestors(trace.goals_of(number)), number) for number in trace.empty]
    statements, number = min(ways, key=lambda way: (len(way[0]), way[1]))
    net, used = _net(marks, trace, statements, "net")
    cell, digit = rules.candidates[node]
    house, which = rules.origins[number]
    return Step(
        "contradiction-forcing-net",
        eliminations=(Candidate(cell, digit),),
        premises=_premises(rules, used | {number}),
        digits=(digit,) if house < 0 else (digit, which),
        cells={"pattern": 1 << cell} | ({"extra": 1 << which} if house < 0 else {}),
        houses={} if house < 0 else {"house": (house,)},
        chains=(net,),
        variant=variant,
    )


def _verity(technique: str, marks: Marks, number: int, node: int, outcome: Outcome, variant: str) -> Step:
    rules = rules_of(marks)
    used = {number}
    nets = []
    pattern = 0
    for case in bits(rules.sets[number]):
        pattern |= 1 << rules.candidates[case][0]
        trace = Trace(rules, case, outcome.within, node)
        net, more = _net(marks, trace, trace.ancestors([(node, False)]), "net")
        nets.append(net)
        used |= more
    cell, digit = rules.candidates[node]
    house, which = rules.origins[number]
    return Step(
        technique,
        eliminations=(Candidate(cell, digit),),
        premises=_premises(rules, used),
        digits=(digit,) if house < 0 else (digit, which),
        cells={"pattern": pattern},
        houses={} if house < 0 else {"house": (house,)},
        chains=tuple(nets),
        variant=variant,
    )
